"""The workshop of a rule system: documents that players write - ships, fleets - as an editor shows them.

A page that edits knows no rules. It gets a *bench*: what the document says, each figure with what it may become; what may be
put in; the account; what is wrong, with the edit that mends it. Whatever can be pressed says which edits it makes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from quarterdeck.engine.account import Account
from quarterdeck.engine.edits import Edit, edited, found_at
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.system import Sheet
from quarterdeck.engine.text import Text, _

FigureKind: TypeAlias = Literal["amount", "choice", "flag", "text", "ring"]


class Pick(NamedTuple):
    """Something a figure may become: how it is called, the edits that do it, whether it is so already."""

    text: Text
    edits: tuple[Edit, ...]
    on: bool = False


class Sector(NamedTuple):
    """A part of a ring, in degrees clockwise from ahead: a click on it makes the edits."""

    text: Text
    start: int
    end: int
    edits: tuple[Edit, ...]
    on: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that a document says at the path `at`.

    An ``amount`` lies between `least` and `most`; one that is `optional` is dropped from the document when it is 0. A
    ``choice`` has `picks`, a ``ring`` has `sectors` as well.
    """

    at: str
    name: Text
    kind: FigureKind
    value: Json
    rule: str = ""
    least: int = 0
    most: int | None = None
    optional: bool = False
    picks: tuple[Pick, ...] = ()
    sectors: tuple[Sector, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Figures that belong together; they stand above the list of entries, or `below` it."""

    title: Text
    figures: tuple[Figure, ...]
    below: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the document's list: what it is, what it takes and costs, its figures. It is dropped at `at`."""

    at: str
    title: Text
    note: Text
    rule: str
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Something that may be put in: `words` are further ones by which it is found, `note` what it takes and costs."""

    key: str
    name: Text
    category: Text
    note: Text
    rule: str
    edits: tuple[Edit, ...]
    words: str = ""


class Mended(NamedTuple):
    """A problem, and what can be done about it: the words of a button and the edit that it makes."""

    problem: Problem
    remedy: tuple[Text, Edit] | None


@dataclass(frozen=True, slots=True)
class Bench:
    """A document on the bench. `figure` says in one line what it comes to; `listed` is what its entries are called."""

    title: str
    figure: Text
    sections: tuple[Section, ...]
    listed: Text
    entries: tuple[Entry, ...]
    parts: tuple[Part, ...]
    account: Account
    sheet: Sheet | None = None
    problems: tuple[Mended, ...] = field(default=(), kw_only=True)


class ReadLine(NamedTuple):
    """A line of a text that was read: its number from 1, itself, as what it was read, what in it was not (None: nothing)."""

    n: int
    line: str
    read: Text | None
    unread: Text | None


@dataclass(frozen=True, slots=True)
class Imported:
    """A document out of a text: every line that is not empty stands in `lines`, in order."""

    document: Json
    lines: tuple[ReadLine, ...]

    @property
    def unread(self) -> list[ReadLine]:
        """The lines with something that was not read."""
        return [line for line in self.lines if line.unread is not None]


class Workshop(Protocol):
    """What a rule system offers to those who write documents for it. No method raises, whatever the document holds."""

    @property
    def kinds(self) -> Mapping[str, Text]:
        """The kinds of document that are made here and what they are called; those that are parts of others first."""
        ...

    def blank(self, kind: str) -> Json:
        """A document to begin with, without problems."""
        ...

    def examples(self, kind: str) -> Sequence[Json]:
        """The documents of a kind that come with the rule system."""
        ...

    def bench(self, kind: str, document: Json, at_hand: Sequence[Json]) -> Bench:
        """A document as an editor shows it; `at_hand` are documents of the kinds before it, which it may take in."""
        ...

    def imported(self, text: str) -> Imported:
        """A document of the first kind out of the notation in which players write them down, one thing a line."""
        ...

    def sheets(self, kind: str, document: Json) -> list[Sheet] | list[Problem]:
        """The record sheets of a document; why there are none."""
        ...

    def markers(self, kind: str, document: Json) -> list[Sheet] | list[Problem]:
        """What else is cut out for the table: small craft, ordnance; none where nothing is needed."""
        ...

    def battle(self, sides: Sequence[tuple[str, Json]]) -> Json | list[Problem]:
        """The scenario in which these documents, each with its kind, meet; why they cannot."""
        ...


@runtime_checkable
class WithWorkshop(Protocol):
    """A rule system that has a workshop."""

    @property
    def workshop(self) -> Workshop:
        """Its workshop."""
        ...


def workshop_of(system: object) -> Workshop | None:
    """The workshop of a rule system; None where it has none."""
    return system.workshop if isinstance(system, WithWorkshop) else None


# Mending

Check: TypeAlias = Callable[[Json], Sequence[Problem]]
MOST_MENDED = 12
"""So many problems are looked into for a remedy."""


def with_remedies(bench: Bench, document: Json, check: Check) -> Bench:
    """A bench with the problems of its account, each with the edit that mends it: its nearest legal value, or dropping the
    entry that it is about.

    Only what does away with that problem is offered: `check` says what is wrong with the changed document.
    """
    sections, entries = [each.figures for each in bench.sections], [each.figures for each in bench.entries]
    names = {figure.at: figure.name for figures in (*sections, *entries) for figure in figures}
    problems = bench.account.problems
    looked = [Mended(problem, _remedy(document, problem, names, check)) for problem in problems[:MOST_MENDED]]
    return replace(bench, problems=(*looked, *[Mended(problem, None) for problem in problems[MOST_MENDED:]]))


def _remedy(document: Json, problem: Problem, names: Mapping[str, Text], check: Check) -> tuple[Text, Edit] | None:
    for text, edit in _possible(document, problem, names):
        changed = edited(document, edit)
        if changed != document and not any((left.rule, left.at) == (problem.rule, problem.at) for left in check(changed)):
            return text, edit
    return None


def _possible(document: Json, problem: Problem, names: Mapping[str, Text]) -> list[tuple[Text, Edit]]:
    ways: list[tuple[Text, Edit]] = []
    if problem.nearest is not None:
        name = names.get(problem.at, _("{field}", field=problem.at.rpartition(".")[2]))
        ways.append((_("{name}: {value}", name=name, value=_value_words(problem.nearest)), Edit(problem.at, problem.nearest)))
    inner, bracket, _rest = problem.at.rpartition("]")
    if bracket and found_at(document, inner + bracket) is not None:
        ways.append((_("Take it out"), Edit(inner + bracket, drop=True)))
    elif problem.at and found_at(document, problem.at) is not None:
        ways.append((_("Leave it out"), Edit(problem.at, drop=True)))
    return ways


def _value_words(value: Json) -> Text | str:
    """A value as a button names it."""
    match value:
        case bool():
            return _("yes") if value else _("no")
        case list():
            return " ".join(map(str, value))
        case _:
            return str(value).replace("_", " ")
