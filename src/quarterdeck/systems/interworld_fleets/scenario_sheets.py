"""The fields of scenario documents, and what can be read off them before anything is made of them."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from quarterdeck.engine.documents import Fields, spelled
from quarterdeck.engine.hexes import Hex, Hexagon, Rectangle, Shape
from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import _
from quarterdeck.systems.interworld_fleets.class_files import Key, Name
from quarterdeck.systems.interworld_fleets.scenario import Edge, Worth
from quarterdeck.systems.interworld_fleets.terrain import Kind

SideId: TypeAlias = Literal["a", "b", "c", "d"]
SeatId: TypeAlias = Annotated[str, spelled("[a-d][1-9]?", _("a letter from a to d, with or without a digit from 1 to 9"))]
Place: TypeAlias = Annotated[list[Annotated[int, Field(ge=-200, le=200)]], Field(min_length=2, max_length=2)]
Facing: TypeAlias = Annotated[int, Field(ge=0, le=5)]
Points: TypeAlias = Annotated[int, Field(ge=0, le=99)]

MOST_UNITS = 12
"""How many ships and squadrons a side has at most."""


class RectangleFile(Fields):
    """A map of columns and rows."""

    shape: Literal["rectangle"]
    columns: Annotated[int, Field(ge=5, le=60)]
    rows: Annotated[int, Field(ge=5, le=60)]


class HexagonFile(Fields):
    """A map round 0, 0."""

    shape: Literal["hexagon"]
    radius: Annotated[int, Field(ge=3, le=30)]


class ShipFile(Fields):
    """A ship of a squadron: its name, hex and facing; the flagship of the fleet may be one."""

    name: Name
    at: Place
    facing: Facing
    flagship: bool = False


class UnitFile(Fields):
    """A ship, or a squadron with its `ships`; `seat` is the player whose it is, the first of the side unless given."""

    name: Name
    cls: Annotated[Key, Field(alias="class")]
    seat: SeatId | None = None
    at: Place | None = None
    facing: Facing | None = None
    flagship: bool = False
    ships: Annotated[list[ShipFile], Field(max_length=5)] = []


class SideFile(Fields):
    """A side: its seats, its command board if it has one, its fleet."""

    id: SideId
    name: Name
    seats: Annotated[list[SeatId], Field(min_length=1, max_length=9)] | None = None
    board: Key | None = None
    units: Annotated[list[UnitFile], Field(min_length=1, max_length=MOST_UNITS)]


class AreaFile(Fields):
    """An area of terrain; the hexes of a gravity well are its centre."""

    kind: Kind
    name: Name | None = None
    hexes: Annotated[list[Place], Field(min_length=1, max_length=40)]


class ScatterFile(Fields):
    """Terrain laid out by dice: how many areas of a kind, and of how many hexes at most."""

    kind: Kind
    areas: Annotated[int, Field(ge=1, le=12)]
    most: Annotated[int, Field(ge=1, le=6)] = 3


class ExitFile(Fields):
    """Which side scores for leaving over which edge of a rectangle."""

    side: SideId
    edge: Edge


class VictoryFile(Fields):
    """Victory points, as in `Victory`."""

    control: Points = 0
    ship: Points = 0
    squadron: Points = 0
    flagship: Points = 0
    worth: dict[SideId, Worth] = {}
    leaving_is_loss: bool = False
    exit: ExitFile | None = None
    tie: SideId | None = None


class ScenarioFile(Fields):
    """A scenario. `order` are the seats as they activate in round 1; without it side by side, each side's first seat first."""

    key: Key
    title: Name
    text: Annotated[str, Field(max_length=2000)] = ""
    map: Annotated[RectangleFile | HexagonFile, Field(discriminator="shape")]
    rounds: Annotated[int, Field(ge=1, le=30)]
    order: list[SeatId] | None = None
    sides: Annotated[list[SideFile], Field(min_length=2, max_length=4)]
    terrain: Annotated[list[AreaFile], Field(max_length=40)] = []
    scatter: Annotated[list[ScatterFile], Field(max_length=8)] = []
    victory: VictoryFile | None = None
    classes: dict[Key, Json] = {}
    boards: dict[Key, Json] = {}


def shape_of(file: ScenarioFile) -> Shape:
    return Hexagon(file.map.radius) if isinstance(file.map, HexagonFile) else Rectangle(file.map.columns, file.map.rows)


def seats_of(side: SideFile) -> list[str]:
    return side.seats or [side.id]


class Stand(NamedTuple):
    """A ship of a unit as it is placed."""

    name: str
    at: Hex
    facing: int
    flagship: bool


def stands_of(unit: UnitFile) -> list[Stand]:
    """The ships of a unit, one or those of a squadron; none where the place of a ship is missing."""
    if unit.ships:
        return [Stand(ship.name, Hex(*ship.at), ship.facing, ship.flagship) for ship in unit.ships]
    if unit.at is None or unit.facing is None:
        return []
    return [Stand(unit.name, Hex(*unit.at), unit.facing, unit.flagship)]
