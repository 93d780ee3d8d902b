"""The picture of a view, as data for whoever draws it: a scene, sides, units, panels, progress; and what an event shows.

Units, angles and refs are those of `quarterdeck.engine.scene`; `quarterdeck.engine.wire` turns all of it into JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from quarterdeck.engine.events import Roll
from quarterdeck.engine.scene import Badge, Bar, Icon, Point, Scene, Words


@dataclass(frozen=True, slots=True)
class Side:
    """A side, `note` what else is said of it; `you` on the viewer's own."""

    id: str
    name: str
    note: Words = ""
    you: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """An attack on the time line: whose, how high from 0 to 11, whether a row ended or a unit was lost.

    `show` gives these three; where it stands - number of the event, turn and part of it - is added by who knows the events.
    """

    side: str
    height: int
    kind: Literal["hit", "row", "lost"] = "hit"
    number: int | None = None
    turn: int | None = None
    part: float | None = None


When: TypeAlias = Literal["past", "now", "next", "unused"]


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a round, by its name; `unused` if this battle never has one."""

    text: Words
    state: When


def phases(steps: Iterable[tuple[Words, int | None]], now: int) -> tuple[Phase, ...]:
    """The phases of a round by name and step while step `now` is played; those without a step are never played."""
    return tuple(Phase(name, _when(step, now)) for name, step in steps)


def _when(step: int | None, now: int) -> When:
    if step is None:
        return "unused"
    return "past" if step < now else "now" if step == now else "next"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the battle is: ``Turn 4 of 12``, its phases, and the time line so far."""

    word: Words
    at: int
    of: int | None = None
    phases: tuple[Phase, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """The group to which a unit belongs, and which of it the unit is."""

    id: str
    number: int


@dataclass(frozen=True, slots=True)
class Mount:
    """A weapon or system whose arcs can be shown; `off` says why it cannot be used."""

    ref: str
    icon: Icon
    text: Words
    off: Words = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in the list of a side; `sheet` if there is a record sheet of it."""

    id: str
    side: str
    name: str
    kind: Words
    silhouette: str
    group: Group | None = None
    bars: tuple[Bar, ...] = ()
    facts: tuple[Words, ...] = ()
    status: Badge | None = None
    mounts: tuple[Mount, ...] = ()
    sheet: bool = False


@dataclass(frozen=True, slots=True)
class Give:
    """What a cell gives when pressed: an answer to an offer or to a question."""

    answer: Any
    offer: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelCell:
    """A card, a station, a place on a board; `why` says why it is not ready."""

    id: str
    text: Words
    state: Literal["ready", "later", "empty", "used"]
    sub: Words = ""
    die: int | None = None
    number: int | None = None
    why: Words = ""
    lines: tuple[Words, ...] = ()
    bars: tuple[Bar, ...] = ()
    badges: tuple[Badge, ...] = ()
    ref: str = ""
    give: Give | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """Things beside the map: cells of a board, a hand, cards, stations, the score."""

    id: str
    title: Words
    layout: Literal["cells", "hand", "cards", "stations", "score"]
    cells: tuple[PanelCell, ...]
    count: Words = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is drawn of a view."""

    scene: Scene
    sides: tuple[Side, ...]
    progress: Progress
    units: tuple[Unit, ...] = ()
    panels: tuple[Panel, ...] = ()


# What an event shows


@dataclass(frozen=True, slots=True)
class Move:
    """A token moves through `via`: first where it drifts, then the last `legs` of it, each by thrust; it turns `turn`."""

    id: str
    via: tuple[Point, ...]
    turn: tuple[float, float]
    legs: int = 0


@dataclass(frozen=True, slots=True)
class Shoot:
    """A shot from one place to another."""

    style: Literal["beam", "torpedo", "missile", "guns"]
    origin: Point
    target: Point
    hit: bool


@dataclass(frozen=True, slots=True)
class Happen:
    """A token is hit or lost, appears or fades."""

    what: Literal["hit", "loss", "appear", "fade"]
    id: str


@dataclass(frozen=True, slots=True)
class Blast:
    """An explosion."""

    at: Point
    radius: float


@dataclass(frozen=True, slots=True)
class CrossOff:
    """So many boxes, or a system, are crossed off the sheet."""

    ref: str
    number: int = 1


Effect: TypeAlias = "Move | Shoot | Happen | Blast | CrossOff"


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it fell and what came of it; `again` if it was rolled again because of the one before."""

    face: int
    state: Literal["hit", "miss", "lost", "plain"] = "plain"
    again: bool = False
    sides: int = 6


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice that belong together, and what they were rolled for where that is not plain."""

    dice: tuple[Die, ...]
    text: Words = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """What an event points at, how it is played, its mark on the time line, and how its dice are read."""

    refs: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    mark: Mark | None = None
    dice: tuple[DiceGroup, ...] = ()


def plain_dice(rolls: Iterable[Roll]) -> tuple[DiceGroup, ...]:
    """Dice of which nothing is said but how they fell."""
    return tuple(DiceGroup(tuple([Die(face, sides=roll.sides) for face in roll.faces])) for roll in rolls)
