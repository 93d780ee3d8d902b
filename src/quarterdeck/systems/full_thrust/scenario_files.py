"""Scenario documents as they are written: their fields and types."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, create_model

from quarterdeck.engine.documents import KEY, Fields
from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.problems import Json
from quarterdeck.systems.full_thrust.contacts.designs import DUMMY_THRUST
from quarterdeck.systems.full_thrust.deploy import MOST_SHIPS
from quarterdeck.systems.full_thrust.fighters.files import BaseFile, GroupFile, Length, Name, SeatId
from quarterdeck.systems.full_thrust.scenario import MORALE_LIMIT, Edge, Switches
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.terrain.files import TerrainFile
from quarterdeck.systems.full_thrust.terrain.posts import PostFile

Key: TypeAlias = Annotated[str, Field(min_length=1, max_length=60), KEY]
ClockPoint: TypeAlias = Annotated[int, Field(ge=1, le=12)]
Number: TypeAlias = Annotated[float, Field(ge=-1.0, le=1.0, allow_inf_nan=False)]
Speed: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
Size: TypeAlias = Annotated[int, Field(ge=12, le=2000)]

DEFAULT_TABLE = (72, 48)
"""The usual table, in MU (FT-2.3.1)."""


class NamedShip(Fields):
    """A ship of a fleet: its design, its name, the fighters in its Bays."""

    design: Key
    name: Name
    fighters: Annotated[list[GroupFile], Field(max_length=40)] = []


class ShipFile(NamedShip):
    """A ship of a side, where it stands (MU), how it moves, and its post.

    One that `arrives` drops out of FTL; `tender` and `tug` name the ship of its side that carries or tows it.
    """

    at: Annotated[list[Length], Field(min_length=2, max_length=2)]
    course: ClockPoint | Annotated[list[Number], Field(min_length=2, max_length=2)]
    velocity: Speed
    facing: ClockPoint
    seat: SeatId | None = None
    post: PostFile | None = None
    arrives: bool = False
    tender: Name | None = None
    tug: Name | None = None


class DummyFile(Fields):
    """A Dummy Bogey of a side: the Main Drive that its owner has chosen, where it is (MU) and how it moves."""

    thrust: Annotated[int, Field(ge=DUMMY_THRUST[0], le=DUMMY_THRUST[-1])]
    at: Annotated[list[Length], Field(min_length=2, max_length=2)]
    course: ClockPoint
    velocity: Speed
    seat: SeatId | None = None


class MusterFile(Fields):
    """A side that picks: CPV, the designs or the navy on offer, the zone (left, bottom, right, top), velocity, facing."""

    points: Annotated[int, Field(ge=1, le=100_000)]
    designs: list[Key] = []
    navy: Key | None = None
    zone: Annotated[list[Length], Field(min_length=4, max_length=4)]
    velocity: Speed
    facing: ClockPoint


class SideFile(Fields):
    """A side: its ships, or what it may muster; its bases off the table."""

    id: Literal["a", "b", "c", "d"]
    name: Name
    seats: Annotated[list[SeatId], Field(min_length=1, max_length=9)] | None = None
    ships: Annotated[list[ShipFile], Field(max_length=MOST_SHIPS)] = []
    muster: MusterFile | None = None
    bases: Annotated[list[BaseFile], Field(max_length=9)] = []
    dummies: Annotated[list[DummyFile], Field(max_length=MOST_SHIPS)] = []


class EscapeFile(Fields):
    """Victory by escaping: which side, over which edge, how much of its cargo in percent."""

    side: Literal["a", "b", "c", "d"]
    edge: Edge | Literal["surface"]
    share: Annotated[int, Field(ge=1, le=100)]


Foes: TypeAlias = Annotated[list[Literal["a", "b", "c", "d"]], Field(min_length=2, max_length=2)]
"""Two sides that never strike their colours to each other (FT-10.7.3)."""

SWITCHES: dict[str, Any] = {switch.name: (type(switch.default), switch.default) for switch in fields(Switches)}


class SwitchesFile(create_model("SwitchFields", __base__=Fields, **SWITCHES)):  # type: ignore[misc]
    """The optional rules: the fields of `Switches`."""


class ScenarioFile(Fields):
    """A scenario. `table` is width and height in MU; ``unlimited`` has no edge."""

    key: Key
    title: Name
    text: Annotated[str, Field(max_length=2000)] = ""
    table: Annotated[list[Size], Field(min_length=2, max_length=2)] | Literal["unlimited"] = list(DEFAULT_TABLE)
    turn_limit: Annotated[int, Field(ge=1, le=200)] = 20
    switches: SwitchesFile = SwitchesFile()
    sides: Annotated[list[SideFile], Field(min_length=2, max_length=4)]
    escape: EscapeFile | None = None
    terrain: TerrainFile | None = None
    morale_limit: Annotated[int, Field(ge=1, le=100)] = MORALE_LIMIT
    designs: dict[Key, Json] = {}
    plasma_radius: Literal[3, 4, 6] = 6
    never_strike: Annotated[list[Foes], Field(max_length=6)] = []


RULES: dict[str, str] = {
    "table": "FT-2.3.1",
    "switches": "FT-1.1.1",
    "at": "FT-2.4.1",
    "course": "FT-3.2.1",
    "facing": "FT-3.2.2",
    "velocity": "FT-3.2.15",
    "points": "FT-1.1.3",
    "escape": "FT-3.2.20",
    "fighters": "FT-5.0.1",
    "dummies": "FT-10.3.1",
    "thrust": "FT-10.3.3",
    "strength": "FT-5.0.1",
    "terrain": "FT-12.1.2",
    "post": "FT-12.7.1",
    "arrives": "FT-8.2.1",
    "tender": "FT-8.3.1",
    "tug": "FT-8.3.3",
    "morale_limit": "FT-10.6.1",
    "plasma_radius": "FT-A.4.15",
    "never_strike": "FT-10.7.3",
}


def side_seats(side: SideFile) -> list[str]:
    """The seats of a side; where none are named one that is called as the side."""
    return side.seats or [side.id]


def offered_by(muster: MusterFile, designs: dict[str, Design]) -> list[str]:
    """The keys of the designs that a muster offers: those that it names, and all of its navy."""
    of_navy = [key for key, design in designs.items() if muster.navy is not None and design.navy == muster.navy]
    return list(dict.fromkeys([*muster.designs, *of_navy]))


def course_of(course: int | list[float]) -> Vector:
    """The unit vector of a course as it is written: a clock point, or the vector itself (FT-3.2.1)."""
    return CLOCK[course] if isinstance(course, int) else Vector(float(course[0]), float(course[1]))
