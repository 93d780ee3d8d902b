"""All that is shown of a question with a draft of its answer: rows, cells, facts, notes, problems. Made only when asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import Text

Tone: TypeAlias = Literal["ink", "mid", "plan", "warn", "bad", "side"]


@dataclass(frozen=True, slots=True)
class Note:
    """A remark beside a question, with the rule it comes from."""

    tone: Tone
    text: Text
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure of what the draft leads to: its name, what it was, what it becomes, its unit."""

    name: Text
    value: Text
    was: Text | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One choice, unit, slot or field.

    `line` is what the draft holds for it, `last` what it held the time before, `gloss` the same in words; `off` says why it
    cannot be taken now.
    """

    key: str
    text: Text
    fact: Text | None = None
    sub: Text | None = None
    ref: str = ""
    off: Text | None = None
    line: Json = None
    last: str = ""
    gloss: Text | None = None
    rule: str = ""
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """One choice of an `Assign`, with what the draft sums up to for it."""

    key: str
    text: Text
    sub: Text | None = None
    ref: str = ""
    off: Text | None = None
    sums: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a slot meets a choice: what it gives, whether the draft holds it, why it cannot be."""

    text: Text | None = None
    sub: Text | None = None
    on: bool = False
    off: Text | None = None


@dataclass(slots=True)
class Dress:
    """A question dressed with a draft. `ready` says whether the draft could be committed as it stands."""

    title: Text
    rule: str
    draft: Json
    ready: bool
    problems: list[Problem] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    cells: list[list[Cell]] = field(default_factory=list)
    sums: tuple[Text, ...] = ()
    count: Text | None = None
