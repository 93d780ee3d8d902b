"""All that is shown of a question with a draft of its answer: rows, cells, odds, what to press, lines on the map.

A client draws it and knows no game: a key says what the draft becomes when it is pressed. `quarterdeck.engine.dress_wire`
makes JSON of it. Texts are in a player's words, lengths in the game's unit, angles in degrees clockwise from up, chances from
0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from quarterdeck.engine.controls import Control, Meter
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.scene import Icon, Patch, Point, Tone, Words
from quarterdeck.engine.text import Text

Kind: TypeAlias = Literal["choose", "place", "plot", "assign", "form"]


# Beside the answer


@dataclass(frozen=True, slots=True)
class Note:
    """A remark beside a question, with the rule it comes from."""

    tone: Tone
    text: Text
    rule: str = ""
    icon: Icon | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure of what the draft leads to: its name, what it becomes, what it was, the unit of both."""

    name: Text
    value: Text
    was: Text | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """What is counted: `number` of `of` such things as `text` names, drawn as so many icons where there is one."""

    text: Text
    number: int
    of: int
    icon: Icon | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A step of what the seat is doing; `now` on the one that this question is."""

    text: Text
    now: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """What to press: `give` commits the draft, `passing` and `answer` commit `answer`, `suggest` fills in a suggested plan.

    `off` says what is missing before it can be pressed.
    """

    kind: Literal["give", "passing", "answer", "suggest"]
    text: Text
    off: Text | None = None
    answer: Json = None


# Rows


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
    side: str = ""
    icon: Icon | None = None


State: TypeAlias = Literal["given", "none", "bad"]


@dataclass(frozen=True, slots=True)
class Chip:
    """A word of a line, from one character to before another; `bad` where it cannot be read or followed."""

    text: str
    start: int
    end: int
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that a unit may do besides: `line` is what its line becomes when it is switched."""

    key: str
    text: Text
    line: str
    on: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """A place that a unit can reach, with the line that goes there, its cost, and what there is to say of it.

    Several may lie at one place: pointing there again takes the next of them.
    """

    at: Point
    line: str
    cost: int = 0
    say: Words = ""


@dataclass(frozen=True, slots=True)
class UnitRow(Row):
    """A unit of a `Plot`: its line in `chips` and under `controls`, and where it could go `to`."""

    state: State = field(kw_only=True)
    chips: tuple[Chip, ...] = ()
    controls: tuple[Control, ...] = ()
    flags: tuple[Flag, ...] = ()
    to: tuple[Reach, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceRow(Row):
    """A unit of a `Place`: where the draft has it, if anywhere; `state` says it in words."""

    state: Text | None = None
    silhouette: str = ""
    at: Point | None = None
    heading: int | None = None


Range: TypeAlias = tuple[float, float, float]
"""The least and the most of an amount, and its step."""


@dataclass(frozen=True, slots=True)
class SlotRow(Row):
    """A slot of an `Assign`: `amount` where it takes one, what it can have now; `out` the chance or worth of what it holds."""

    out: Text | None = None
    amount: Range | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of a field or a cell; `key` is what the draft holds for it."""

    key: str
    text: Text
    sub: Text | None = None
    off: Text | None = None
    on: bool = False


@dataclass(frozen=True, slots=True)
class FieldRow(Row):
    """A field of a `Form`: what `kind` it is, and what it takes: an amount, or characters or rows, from `least` to `most`.

    `of` are the fields of a new row of a list; `need` is false where it may stay empty.
    """

    kind: str = ""
    need: bool = True
    choices: tuple[Option, ...] = ()
    least: float | None = None
    most: float | None = None
    step: float | None = None
    count: int | None = None
    sides: int | None = None
    note: Text | None = None
    of: tuple[FieldRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a place that can be typed: which one, and its value while there is one."""

    text: Text
    edit: Literal["range", "x", "y", "heading"]
    value: float | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One choice of an `Assign`, with what the draft sums up to for it."""

    key: str
    text: Text
    sub: Text | None = None
    ref: str = ""
    off: Text | None = None
    sums: tuple[Text, ...] = ()
    side: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a slot meets a choice: what that gives, whether it is so, or in a word (`off`) and a sentence (`why`) why not.

    `give` is what the draft holds then where that is not the key of the choice; where several values fit, they are the
    `options`.
    """

    text: Text | None = None
    sub: Text | None = None
    on: bool = False
    off: Text | None = None
    why: Text | None = None
    give: Json = None
    options: tuple[Option, ...] = ()


# Blocks


@dataclass(frozen=True, slots=True)
class Facts:
    """Figures one under the other."""

    rows: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table; `off` says why nothing comes of it."""

    text: Text
    cells: tuple[Text, ...]
    sub: Text | None = None
    icon: Icon | None = None
    off: Text | None = None
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a heading for each column behind the first."""

    columns: tuple[Text, ...]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A line in a chart, before the bar at this place."""

    x: int
    text: Text


@dataclass(frozen=True, slots=True)
class Bars:
    """A distribution as bars: the chance of each figure `xs` of what `label` names, in the colour of `side` from one bar on,
    about `ref`.
    """

    title: Text
    xs: tuple[str, ...]
    chances: list[float]
    colour_from: int
    side: str = ""
    lines: tuple[Mark, ...] = ()
    rule: str = ""
    ref: str = ""
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A line of an account."""

    text: Text
    value: Text
    rule: str = ""
    tone: Tone = "ink"
    ref: str = ""


@dataclass(frozen=True, slots=True)
class AccountBlock:
    """An account and its total."""

    rows: tuple[AccountRow, ...]
    total: Text


@dataclass(frozen=True, slots=True)
class PanelBlock:
    """A panel of the picture, shown here."""

    id: str


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """The record sheet of a unit, shown here."""

    ref: str


Block: TypeAlias = "Facts | Table | Meter | Bars | AccountBlock | PanelBlock | SheetBlock"


@dataclass(slots=True)
class Dress:
    """A question dressed with a draft. `ready` says whether the draft could be committed as it stands.

    `odds` is false while those that take long are still out, true when they are in, None where there are none. The first of
    `buttons` is the primary one. `lists` are the filled rows of the list fields of a form, by field. `corner` heads the slots,
    `step` is set where the columns are amounts. `patch` is drawn over the scene, its ids beginning with ``draft:``.
    """

    kind: Kind
    title: Text
    rule: str
    draft: Json
    ready: bool
    lead: Text | None = None
    problems: list[Problem] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    count: Count | None = None
    steps: tuple[Step, ...] = ()
    odds: bool | None = None
    buttons: list[Button] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    fields: list[Figure] = field(default_factory=list)
    lists: dict[str, list[list[FieldRow]]] = field(default_factory=dict)
    columns: list[Column] = field(default_factory=list)
    cells: list[list[Cell]] = field(default_factory=list)
    sums: tuple[Text, ...] = ()
    corner: Text | None = None
    step: bool = False
    blocks: list[Block] = field(default_factory=list)
    patch: Patch = field(default_factory=Patch)
