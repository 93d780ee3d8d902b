"""The rule catalogue: what a rule says, where it comes from and what is played where its source is silent.

A rule system keeps its catalogue as YAML, one file a chapter::

    chapter: Combat
    rules:
    - id: FT-4.3.1
      title: Beam dice by class and range
      kind: core
      source: "4.3"
      text: >-
        ...
      table: [...]                                      # optional, rows of one table of the rulebook
      question, ruling, basis, confidence: ...          # optional, all four together
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Literal, Self, TypeAlias, get_args

import yaml

from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.text import Rule, Text, _, joined
from quarterdeck.engine.yamls import read_yaml

Kind: TypeAlias = Literal["core", "optional", "data", "setup"]
Row: TypeAlias = Mapping[str, Json]

NEEDED = ("id", "title", "text", "source", "kind")
RULING = ("question", "ruling", "basis", "confidence")


class CatalogueError(Exception):
    """A catalogue file that cannot be used: the message names the file and the entry."""


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """One rule. `source` is the part of the rulebook it comes from, `table` the rows of its table where it has one.

    Where the rulebook is silent or contradicts itself, `question` says on what, `ruling` what is played, `basis` why, and
    `confidence` (high, medium, low) how sure that is.
    """

    id: str
    title: str
    text: str
    source: str
    kind: Kind
    chapter: str
    table: tuple[Row, ...] = ()
    question: str | None = None
    ruling: str | None = None
    basis: str | None = None
    confidence: str | None = None


class Rulebook:
    """The catalogue of one rule system, read when first asked."""

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder

    @classmethod
    def load(cls, folder: Traversable) -> Self:
        """The rulebook in a package's folder of catalogue files; `CatalogueError` at first use where one is faulty."""
        return cls(folder)

    def __iter__(self) -> Iterator[RuleEntry]:
        return iter(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, rule_id: str) -> bool:
        return rule_id.casefold() in self._entries

    def entry(self, rule_id: str) -> RuleEntry:
        """The rule with this id, in upper or lower case; `Refused` with the nearest ids where there is none."""
        found = self._entries.get(rule_id.strip().casefold())
        if found is None:
            raise Refused([self._unknown(rule_id)])
        return found

    def nearest(self, rule_id: str) -> tuple[str, ...]:
        """Up to three ids of the catalogue that look most like this one."""
        close = difflib.get_close_matches(rule_id.strip().casefold(), self._entries, n=3)
        return tuple(self._entries[key].id for key in close)

    def under(self, prefix: str) -> tuple[RuleEntry, ...]:
        """The rules whose ids begin with whole parts of `prefix`: ``FT-4.3`` has ``FT-4.3.1``, not ``FT-4.30.1``."""
        start = prefix.strip().rstrip(".-").casefold()
        inside = (f"{start}.", f"{start}-")
        return tuple(entry for key, entry in self._entries.items() if key == start or key.startswith(inside))

    def search(self, words: str) -> tuple[RuleEntry, ...]:
        """The rules under an id; otherwise those in which every one of the words begins a word, hits in titles first."""
        if found := self.under(words):
            return found
        wanted = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in words.split()]
        hits = [entry for entry in self if all(word.search(_whole(entry)) for word in wanted)]
        return tuple(sorted(hits, key=lambda entry: len([word for word in wanted if not word.search(entry.title)])))

    def chapters(self) -> dict[str, tuple[RuleEntry, ...]]:
        """The rules of each chapter, by its title, in the order of the rulebook."""
        titles = dict.fromkeys(entry.chapter for entry in self)
        return {title: tuple(entry for entry in self if entry.chapter == title) for title in titles}

    @cached_property
    def _entries(self) -> dict[str, RuleEntry]:
        entries: dict[str, RuleEntry] = {}
        for file in sorted(self._folder.iterdir(), key=lambda each: each.name):
            if file.name.endswith(".yaml"):
                _add_chapter(entries, file)
        if not entries:
            raise CatalogueError(f"{self._folder} holds no rules")
        return entries

    def _unknown(self, rule_id: str) -> Problem:
        near = self.nearest(rule_id)
        if not near:
            return Problem("", _("There is no rule {id}.", id=rule_id), at=rule_id)
        links: list[Text] = [_("{rule}", rule=Rule(each)) for each in near]
        text = _("There is no rule {id}; nearest are {near}.", id=rule_id, near=joined(links))
        return Problem("", text, at=rule_id, nearest=list(near))


def _whole(entry: RuleEntry) -> str:
    """All that a search looks through."""
    return f"{entry.title} {entry.text} {entry.ruling or ''}"


def _add_chapter(entries: dict[str, RuleEntry], file: Traversable) -> None:
    """Read one catalogue file into `entries`, by folded id."""
    try:
        chapter = read_yaml(file.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{file.name} is not YAML: {error}") from error
    if not isinstance(chapter, dict) or not isinstance(chapter.get("rules"), list):
        raise CatalogueError(f"{file.name} needs a chapter and its list of rules")
    if not isinstance(title := chapter.get("chapter"), str):
        raise CatalogueError(f"{file.name} does not name its chapter")
    for place, data in enumerate(chapter["rules"], 1):
        entry = _entry(data, title, f"{file.name}, rule {place}")
        if entry.id.casefold() in entries:
            raise CatalogueError(f"{file.name}, rule {place}: the id {entry.id} is taken by another rule")
        entries[entry.id.casefold()] = entry


def _entry(data: Json, chapter: str, where: str) -> RuleEntry:
    """One entry of a catalogue file, checked."""
    if not isinstance(data, dict):
        raise CatalogueError(f"{where} is not a mapping")
    where = f"{where} ({data.get('id', 'no id')})"
    if faults := _faults(data):
        raise CatalogueError(f"{where}: {'; '.join(faults)}")
    rest = {key: value for key, value in data.items() if key != "table"}
    return RuleEntry(chapter=chapter, table=tuple(data.get("table", ())), **rest)


def _faults(data: dict[Json, Json]) -> list[str]:
    """What is wrong with the data of an entry, in words."""
    ruling = [key for key in RULING if key in data]
    faults = [f"{key} is missing" for key in NEEDED if key not in data]
    faults += [f"{key} is unknown" for key in data if key not in (*NEEDED, *RULING, "table")]
    faults += [f"{key} must be text, not {data[key]!r}" for key in (*NEEDED, *RULING) if not _is_text(data.get(key, "-"))]
    faults += [f"{key} is missing beside {ruling[0]}" for key in RULING if ruling and key not in data]
    if data.get("kind", "core") not in get_args(Kind):
        faults.append(f"kind is {data['kind']!r}, not one of {', '.join(get_args(Kind))}")
    if not _is_table(data.get("table", [])):
        faults.append("table must be a list of rows, each a mapping from column to value")
    return faults


def _is_text(value: Json) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_table(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)
