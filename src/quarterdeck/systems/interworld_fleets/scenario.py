"""What is agreed before a battle: the map, the sides and their fleets, their boards, how it is won (IWF-1.24, IWF-2.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from quarterdeck.engine.hexes import Direction, Hex, Rectangle, Shape
from quarterdeck.engine.pickled import Pickled
from quarterdeck.engine.system import Switch
from quarterdeck.engine.text import Side, Text, _, ngettext
from quarterdeck.systems.interworld_fleets.terrain import Area, Kind
from quarterdeck.systems.interworld_fleets.unit import Board, ShipClass

Edge: TypeAlias = Literal["top", "bottom", "left", "right"]

Worth: TypeAlias = Literal["none", "half", "full"]
"""What share of its class points a lost ship is worth to the enemy, rounded down."""


@dataclass(frozen=True, slots=True)
class Placing(Pickled):
    """A ship where the scenario puts it; `squadron` is the id of its squadron, empty for a ship of its own."""

    id: str
    name: str
    cls: str
    seat: str
    at: Hex
    facing: Direction
    squadron: str = ""
    flagship: bool = False


@dataclass(frozen=True, slots=True)
class SideSetup(Pickled):
    """One side: who plays it, the key of its command board (empty: none, IWF-8.1), its ships; `squadrons` are their names."""

    id: str
    name: str
    seats: tuple[str, ...]
    board: str
    ships: tuple[Placing, ...]
    squadrons: dict[str, str]


@dataclass(frozen=True, slots=True)
class Exit(Pickled):
    """Ships of a side that leave over this edge score their class points for it."""

    side: str
    edge: Edge


@dataclass(frozen=True, slots=True)
class Victory(Pickled):
    """Victory points (IWF-2.10): for each control point held at the end of a round, then for what the enemy has lost.

    `ship` is for each that is in no squadron, `squadron` for each that is wiped out, `flagship` in addition; `worth` says by
    side what share of its class points a lost ship is worth. A ship that leaves counts as lost where `leaving_is_loss` says
    so, but for the way out of an `exit`. `tie` wins where points are equal; empty is a draw.
    """

    control: int = 0
    ship: int = 0
    squadron: int = 0
    flagship: int = 0
    worth: dict[str, Worth] = field(default_factory=dict)
    leaving_is_loss: bool = False
    exit: Exit | None = None
    tie: str = ""


@dataclass(frozen=True, slots=True)
class Scatter(Pickled):
    """Terrain laid out by dice before the battle: how many areas of a kind, of so many hexes each at most."""

    kind: Kind
    areas: int
    most: int


@dataclass(frozen=True, slots=True)
class Scenario(Pickled):
    """A battle as it is set up. `order` are the seats as they activate in round 1 (IWF-2.5), `rounds` its last round.

    `classes` and `boards` hold by key all that is used. Without `victory` a side that alone has ships left wins, otherwise
    the one that has destroyed more class points (IWF-2.11).
    """

    key: str
    title: str
    text: str
    map: Shape
    rounds: int
    order: tuple[str, ...]
    sides: tuple[SideSetup, ...]
    classes: dict[str, ShipClass]
    boards: dict[str, Board]
    terrain: tuple[Area, ...] = ()
    scatter: tuple[Scatter, ...] = ()
    victory: Victory | None = None

    def seat_sides(self) -> dict[str, str]:
        """Each seat with its side, in order."""
        return {seat: side.id for side in self.sides for seat in side.seats}

    def optional(self) -> list[Switch]:
        """The optional rules: this game has none."""
        return []

    def facts(self) -> list[Text]:
        """The map, the rounds, the boards and how it is won."""
        return [_space(self.map), *self._boards(), *self._scoring(), *self._winning()]

    def _boards(self) -> Iterator[Text]:
        for side in self.sides:
            if side.board:
                yield _("Command of {side}: {board}.", side=Side(side.id, side.name), board=self.boards[side.board].name)

    def _scoring(self) -> Iterator[Text]:
        victory = self.victory or Victory()
        if victory.control:
            yield _("Each control point held at the end of a round scores {n}.", n=victory.control)
        if victory.ship or victory.squadron:
            yield _("A lost ship scores {n} for the enemy, a squadron {m}.", n=victory.ship, m=victory.squadron)
        if victory.flagship:
            yield _("A lost flagship scores {n} more.", n=victory.flagship)
        for side in self.sides:
            if (worth := victory.worth.get(side.id, "none")) != "none":
                yield WORTH[worth](Side(side.id, side.name))
        if victory.exit is not None:
            name = next(side.name for side in self.sides if side.id == victory.exit.side)
            side_text, edge = Side(victory.exit.side, name), EDGES[victory.exit.edge]
            yield _("Ships of {side} that leave over the {edge} score their class points for it.", side=side_text, edge=edge)
        if victory.leaving_is_loss:
            yield _("A ship that leaves the map otherwise counts as lost.")

    def _winning(self) -> Iterator[Text]:
        yield ngettext("The battle lasts {n} round.", "The battle lasts {n} rounds.", self.rounds)
        if self.victory is None:
            yield _("A side that alone has ships left wins; otherwise the one that has destroyed more class points.")
        elif self.victory.tie:
            name = next(side.name for side in self.sides if side.id == self.victory.tie)
            yield _("Most points win; a tie goes to {side}.", side=Side(self.victory.tie, name))
        else:
            yield _("Most points win.")


EDGES: dict[Edge, Text] = {"top": _("top edge"), "bottom": _("bottom edge"), "left": _("left edge"), "right": _("right edge")}


def _full(side: Side) -> Text:
    return _("A lost ship of {side} scores its class points for the enemy.", side=side)


def _half(side: Side) -> Text:
    return _("A lost ship of {side} scores half its class points for the enemy.", side=side)


WORTH = {"full": _full, "half": _half}


def _space(shape: Shape) -> Text:
    if isinstance(shape, Rectangle):
        return _("The map is {columns} by {rows} hexes.", columns=shape.columns, rows=shape.rows)
    return _("The map is a hexagon of {radius} hexes round its middle.", radius=shape.radius)
