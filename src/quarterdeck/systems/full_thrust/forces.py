"""Scenario documents: the table, the sides, what they field or may pick, the agreed options, and how it is won.

A document names designs by key, out of those that come with the game and those that it holds by value in `designs`.
Courses and facings are clock points; a course between points is a unit vector (FT-3.2.1).
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, create_model

from quarterdeck.engine.documents import KEY, Fields, read_fields
from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.text import _
from quarterdeck.engine.yamls import read_yaml
from quarterdeck.systems.full_thrust.aliens.guns import PLASMA_RADIUS
from quarterdeck.systems.full_thrust.aliens.wombs import DRONES
from quarterdeck.systems.full_thrust.contacts.designs import DUMMY_THRUST
from quarterdeck.systems.full_thrust.deploy import MOST_SHIPS, price_of
from quarterdeck.systems.full_thrust.fighters.files import (
    BaseFile,
    GroupFile,
    Length,
    Name,
    SeatId,
    read_base,
    read_groups,
    unknown_types,
    write_base,
)
from quarterdeck.systems.full_thrust.fighters.types import TYPES, fighters_of
from quarterdeck.systems.full_thrust.ftl.company import problems_of_company
from quarterdeck.systems.full_thrust.scenario import (
    MORALE_LIMIT,
    Deployment,
    DummySetup,
    Edge,
    Escape,
    Muster,
    Scenario,
    SideSetup,
    Switches,
)
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.shipyard import load_designs, read_design, write_design
from quarterdeck.systems.full_thrust.terrain.files import TerrainFile, problems_of, read_terrain, write_terrain
from quarterdeck.systems.full_thrust.terrain.posts import PostFile, post_problems, read_post, write_post

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
}


def read_scenario(data: Json) -> Scenario | list[Problem]:
    """A scenario document as a scenario, or everything that is wrong with it, by field."""
    file = read_fields(ScenarioFile, data, RULES, "FT-1.1.1")
    if isinstance(file, list):
        return file
    own, problems = own_designs(file.designs)
    designs = {**packaged_designs(), **own}
    problems += _problems(file, designs)
    return problems or _scenario(file, designs)


@cache
def packaged_designs() -> dict[str, Design]:
    """The designs that come with the game."""
    return load_designs()


def own_designs(documents: Mapping[str, Json]) -> tuple[dict[str, Design], list[Problem]]:
    """The designs that a document holds by value, by key, and what is wrong with them (FT-9.1.1)."""
    designs: dict[str, Design] = {}
    problems: list[Problem] = []
    for key, document in documents.items():
        design = read_design(document)
        if isinstance(design, list):
            problems += [Problem(p.rule, p.text, f"designs.{key}.{p.at}", p.nearest) for p in design]
        elif design.key != key:
            text = _("The design under {key} is called {own}.", key=key, own=design.key)
            problems.append(Problem("FT-9.1.1", text, f"designs.{key}.key", key))
        else:
            designs[key] = design
    return designs, problems


def _problems(file: ScenarioFile, designs: dict[str, Design]) -> list[Problem]:
    found = [*_problems_of_sides(file), *_problems_of_escape(file, designs)]
    for number, side in enumerate(file.sides):
        at = f"sides[{number}]"
        if bool(side.ships) == bool(side.muster):
            found.append(Problem("FT-1.1.3", _("A side has either ships or a muster."), at))
        if side.muster:
            found += _problems_of_muster(file, side.muster, designs, f"{at}.muster")
        found += problems_of_company(side.ships, designs, at)
        found += _problems_of_dummies(file, side, at)
        for place, ship in enumerate(side.ships):
            found += _problems_of_ship(file, side, ship, designs, f"{at}.ships[{place}]")
        for place, base in enumerate(side.bases):
            found += _problems_of_base(file, side, base, f"{at}.bases[{place}]")
        planets = len(file.terrain.planets) if file.terrain else 0
        found += post_problems([(s.name, s.post, designs.get(s.design)) for s in side.ships], planets, at)
    if file.terrain:
        found += problems_of(file.terrain, file.table if isinstance(file.table, list) else None)
    return found


def _problems_of_sides(file: ScenarioFile) -> Iterator[Problem]:
    ids = [side.id for side in file.sides]
    if len(dict.fromkeys(ids)) < len(ids):
        yield Problem("FT-2.7.6", _("Two sides have the same id."), "sides")
    yield from repeated([side.name for side in file.sides], "sides[{n}].name")
    for number, side in enumerate(file.sides):
        yield from repeated([ship.name for ship in side.ships], f"sides[{number}].ships[{{n}}].name")
        yield from repeated([base.name for base in side.bases], f"sides[{number}].bases[{{n}}].name")
        seats = _seats(side)
        if len(dict.fromkeys(seats)) < len(seats) or any(seat[0] != side.id for seat in seats):
            text = _("The seats of side {side} are called {side}, or {side}1, {side}2 and so on, each once.", side=side.id)
            yield Problem("FT-2.7.6", text, f"sides[{number}].seats", [side.id])


def repeated(names: list[str], at: str) -> Iterator[Problem]:
    """A problem for each name that stands there before, but for case and spaces."""
    plain = [" ".join(name.casefold().split()) for name in names]
    for number, name in enumerate(plain):
        if name in plain[:number]:
            yield Problem("FT-2.1.1", _("The name {name} is given twice.", name=names[number]), at.format(n=number))


def _problems_of_escape(file: ScenarioFile, designs: dict[str, Design]) -> Iterator[Problem]:
    if file.escape is None:
        return
    escaping = [ship for side in file.sides if side.id == file.escape.side for ship in side.ships]
    known = [designs[ship.design] for ship in escaping if ship.design in designs]
    if file.escape.side not in [side.id for side in file.sides]:
        yield Problem("FT-3.2.20", _("There is no side {side}.", side=file.escape.side), "escape.side", file.sides[0].id)
    elif len(known) == len(escaping) and not any(design.holds for design in known):
        text = _("Side {side} has no ships with cargo that could escape.", side=file.escape.side)
        yield Problem("FT-7.5.2", text, "escape.side")
    if file.escape.edge == "surface":
        if not file.terrain or not file.terrain.planets:
            yield Problem("FT-13.0.1", _("There is no planet to land on."), "escape.edge")
    elif file.table == "unlimited":
        yield Problem("FT-3.2.20", _("Unlimited space has no edge to escape over."), "escape.edge")


def _problems_of_muster(file: ScenarioFile, muster: MusterFile, designs: dict[str, Design], at: str) -> Iterator[Problem]:
    left, bottom, right, top = muster.zone
    if right - left < 1 or top - bottom < 1 or not (_inside(file, left, bottom) and _inside(file, right, top)):
        text = _("The zone is left, bottom, right, top of a part of the table, 1 MU or more each way.")
        yield Problem("FT-2.3.1", text, f"{at}.zone", [0, 0, 12, DEFAULT_TABLE[1]])
    offered = _offered(muster, designs)
    yield from unknown_designs(offered, designs, f"{at}.designs")
    known = [designs[key] for key in offered if key in designs]
    if len(offered) > MOST_SHIPS:
        text = _("At most {most} designs can be on offer, not {n}.", most=MOST_SHIPS, n=len(offered))
        yield Problem("FT-1.1.3", text, f"{at}.designs", offered[:MOST_SHIPS])
    if not known or min(price_of(design) for design in known) > muster.points:
        yield Problem("FT-1.1.3", _("No ship on offer can be had for {n} CPV.", n=muster.points), f"{at}.points")


def _problems_of_ship(
    file: ScenarioFile, side: SideFile, ship: ShipFile, designs: dict[str, Design], at: str
) -> Iterator[Problem]:
    yield from unknown_designs([ship.design], designs, f"{at}.design")
    if not _inside(file, *ship.at):
        yield Problem("FT-3.2.20", _("{ship} stands outside the table.", ship=ship.name), f"{at}.at")
    yield from _problems_of_seat(side, ship.seat, f"{at}.seat")
    yield from problems_of_fighters(ship, designs, at)
    course = _course(ship.course)
    if abs(course.dot(course) - 1.0) > 1e-9:
        yield Problem("FT-3.2.1", _("A course is a clock point or a vector of length 1."), f"{at}.course", ship.facing)


def _problems_of_base(file: ScenarioFile, side: SideFile, base: BaseFile, at: str) -> Iterator[Problem]:
    """Fighters that enter outside the table, for a seat that is none, or of no known type (FT-5.8.10)."""
    if not _inside(file, *base.at):
        yield Problem("FT-5.8.10", _("Fighters of {base} would enter outside the table.", base=base.name), f"{at}.at")
    yield from _problems_of_seat(side, base.seat, f"{at}.seat")
    yield from unknown_types(base.fighters, at)


def _problems_of_seat(side: SideFile, seat: str | None, at: str) -> Iterator[Problem]:
    if seat is not None and seat not in _seats(side):
        yield Problem("FT-2.7.6", _("Side {side} has no seat {seat}.", side=side.id, seat=seat), at, _seats(side)[0])


def _problems_of_dummies(file: ScenarioFile, side: SideFile, at: str) -> Iterator[Problem]:
    """Dummies without contacts to hide among, more of them than ships, off the table, of no seat (FT-10.3.1, FT-10.3.2)."""
    if side.dummies and not (file.switches.bogeys and file.switches.dummies):
        yield Problem("FT-10.3.1", _("Dummies need the switches {a} and {b}.", a="bogeys", b="dummies"), f"{at}.dummies")
    if len(side.dummies) > len(side.ships):
        text = _(
            "There are {n} Dummies for {ships} ships; there may be one for each.", n=len(side.dummies), ships=len(side.ships)
        )
        yield Problem("FT-10.3.2", text, f"{at}.dummies")
    for number, dummy in enumerate(side.dummies):
        if not _inside(file, *dummy.at):
            yield Problem("FT-3.2.20", _("A Dummy stands outside the table."), f"{at}.dummies[{number}].at")
        yield from _problems_of_seat(side, dummy.seat, f"{at}.dummies[{number}].seat")


def problems_of_fighters(ship: NamedShip, designs: dict[str, Design], at: str) -> Iterator[Problem]:
    """Groups of no known type or of another people, and more of them than the ship has Bays (FT-5.0.1, FT-9.7.1)."""
    yield from unknown_types(ship.fighters, at)
    for number, group in enumerate(ship.fighters):
        if group.type == DRONES:
            text = _("Drones are grown in battle, and none are brought to it.")
            yield Problem("FT-A.3.24", text, f"{at}.fighters[{number}].type")
        elif group.type in TYPES and ship.design in designs and not _flies(designs[ship.design], group.type):
            fitting = fighters_of(designs[ship.design].people)
            text = _("Those who built {ship} have no fighters of type {type}.", ship=ship.name, type=group.type)
            yield Problem("FT-5.7.1", text, f"{at}.fighters[{number}].type", next(iter(fitting), None))
    bays = _bays(designs[ship.design]) if ship.design in designs else len(ship.fighters)
    if len(ship.fighters) > bays:
        text = _("{ship} has {n} Fighter Bays for {groups} groups.", ship=ship.name, n=bays, groups=len(ship.fighters))
        yield Problem("FT-5.0.1", text, f"{at}.fighters")


def _bays(design: Design) -> int:
    """The Bays into which fighters can be put before a battle: a Womb is empty (FT-A.3.22)."""
    return len(design.by_kind.get("fighter_bay", ()))


def _flies(design: Design, type_: str) -> bool:
    """Whether a people flies a type of fighters, unless peoples mix (FT-A.2.17, FT-A.4.24)."""
    return design.mixed or type_ in fighters_of(design.people)


def unknown_designs(keys: Iterable[str], designs: dict[str, Design], at: str) -> Iterator[Problem]:
    """Designs that there are not."""
    for key in keys:
        if key not in designs:
            nearest = next(iter(difflib.get_close_matches(key, list(designs), 1)), None)
            yield Problem("FT-9.1.1", _("There is no design {key}.", key=key), at, nearest)


def _inside(file: ScenarioFile, x: float, y: float) -> bool:
    width, height = file.table if isinstance(file.table, list) else (math.inf, math.inf)
    return file.table == "unlimited" or (0 <= x <= width and 0 <= y <= height)


def _seats(side: SideFile) -> list[str]:
    return side.seats or [side.id]


def _course(course: int | list[float]) -> Vector:
    return CLOCK[course] if isinstance(course, int) else Vector(float(course[0]), float(course[1]))


def _offered(muster: MusterFile, designs: dict[str, Design]) -> list[str]:
    of_navy = [key for key, design in designs.items() if muster.navy is not None and design.navy == muster.navy]
    return list(dict.fromkeys([*muster.designs, *of_navy]))


def _scenario(file: ScenarioFile, designs: dict[str, Design]) -> Scenario:
    sides = tuple(_side(side, designs) for side in file.sides)
    used = [ship.design for side in sides for ship in side.ships]
    used += [key for side in sides if side.muster for key in side.muster.designs]
    return Scenario(
        key=file.key,
        title=file.title,
        text=file.text,
        table=(file.table[0], file.table[1]) if isinstance(file.table, list) else None,
        turn_limit=file.turn_limit,
        sides=sides,
        designs={key: designs[key] for key in dict.fromkeys(used)},
        escape=Escape(file.escape.side, file.escape.edge, file.escape.share) if file.escape else None,
        switches=Switches(**file.switches.model_dump()),
        terrain=read_terrain(file.terrain) if file.terrain else None,
        morale_limit=file.morale_limit,
        plasma_radius=file.plasma_radius,
    )


def _side(side: SideFile, designs: dict[str, Design]) -> SideSetup:
    seats = _seats(side)
    ships = tuple(_deployment(side, number, ship) for number, ship in enumerate(side.ships, 1))
    bases = tuple(read_base(side.id, number, base, seats[0]) for number, base in enumerate(side.bases, 1))
    dummies = tuple([_dummy(side, dummy) for dummy in side.dummies])
    muster = _muster(side.muster, designs) if side.muster else None
    return SideSetup(side.id, side.name, tuple(seats), ships, muster, bases, dummies)


def _dummy(side: SideFile, dummy: DummyFile) -> DummySetup:
    place = Vector(float(dummy.at[0]), float(dummy.at[1]))
    return DummySetup(dummy.seat or _seats(side)[0], dummy.thrust, place, CLOCK[dummy.course], dummy.velocity)


def _deployment(side: SideFile, number: int, ship: ShipFile) -> Deployment:
    return Deployment(
        id=f"{side.id}{number}",
        design=ship.design,
        name=ship.name,
        seat=ship.seat or _seats(side)[0],
        position=Vector(float(ship.at[0]), float(ship.at[1])),
        course=_course(ship.course),
        velocity=ship.velocity,
        facing=ship.facing,
        fighters=read_groups(ship.fighters),
        post=read_post(ship.post, {each.name: f"{side.id}{place}" for place, each in enumerate(side.ships, 1)}),
        arrives=ship.arrives,
        carrier=_id_of(side, ship.tender or ship.tug),
        towed=ship.tug is not None,
    )


def _id_of(side: SideFile, name: str | None) -> str:
    """The id of the ship of this name, none for no name."""
    return next((f"{side.id}{number}" for number, ship in enumerate(side.ships, 1) if ship.name == name), "")


def _muster(muster: MusterFile, designs: dict[str, Design]) -> Muster:
    left, bottom, right, top = (float(edge) for edge in muster.zone)
    offered = tuple(_offered(muster, designs))
    return Muster(muster.points, offered, (left, bottom, right, top), muster.velocity, muster.facing)


# Writing


def write_scenario(scenario: Scenario) -> Json:
    """The document of a scenario, every design and switch by value, that reads back to an equal one."""
    escape = scenario.escape
    return {
        "key": scenario.key,
        "title": scenario.title,
        "text": scenario.text,
        "table": list(scenario.table) if scenario.table else "unlimited",
        "turn_limit": scenario.turn_limit,
        "switches": {switch.name: getattr(scenario.switches, switch.name) for switch in fields(Switches)},
        "sides": [_write_side(side) for side in scenario.sides],
        "escape": asdict(escape) if escape else None,
        **({"terrain": write_terrain(scenario.terrain)} if scenario.terrain else {}),
        "designs": {key: write_design(design) for key, design in scenario.designs.items()},
        **({"morale_limit": scenario.morale_limit} if scenario.morale_limit != MORALE_LIMIT else {}),
        **({"plasma_radius": scenario.plasma_radius} if scenario.plasma_radius != PLASMA_RADIUS else {}),
    }


def _write_side(side: SideSetup) -> Json:
    whole: dict[str, Json] = {"id": side.id, "name": side.name, "seats": list(side.seats)}
    if side.bases:
        whole["bases"] = [write_base(base) for base in side.bases]
    if side.muster is None:
        names = {ship.id: ship.name for ship in side.ships}
        dummies = {"dummies": [_write_dummy(dummy) for dummy in side.dummies]} if side.dummies else {}
        return {**whole, "ships": [_write_ship(ship, names) for ship in side.ships], **dummies}
    muster = side.muster
    offer = {"points": muster.points, "designs": list(muster.designs), "zone": list(muster.zone)}
    return {**whole, "muster": {**offer, "velocity": muster.velocity, "facing": muster.facing}}


def _write_dummy(dummy: DummySetup) -> Json:
    place = {"at": list(dummy.position), "course": CLOCK.index(dummy.course, 1), "velocity": dummy.velocity}
    return {"thrust": dummy.thrust, **place, "seat": dummy.seat}


def _write_ship(ship: Deployment, names: Mapping[str, str]) -> Json:
    """A ship of a document; what it does not have is left out. `names` are those of its side's ships, by id."""
    company = {"tug" if ship.towed else "tender": names[ship.carrier]} if ship.carrier else {}
    course: Json = CLOCK.index(ship.course, 1) if ship.course in CLOCK else list(ship.course)
    return {
        "design": ship.design,
        "name": ship.name,
        "at": list(ship.position),
        "course": course,
        "velocity": ship.velocity,
        "facing": ship.facing,
        "seat": ship.seat,
        **({"fighters": [asdict(group) for group in ship.fighters]} if ship.fighters else {}),
        **({"post": write_post(ship.post, names)} if ship.post else {}),
        **({"arrives": True} if ship.arrives else {}),
        **company,
    }


# The scenarios that come with the game


@cache
def packaged_scenarios() -> dict[str, Scenario]:
    """The scenarios that come with the game, by key; `Refused` where one is wrong."""
    folder = files("quarterdeck.systems.full_thrust") / "data" / "scenarios"
    found = [_packaged(sheet.read_text("utf-8")) for sheet in sorted(folder.iterdir(), key=lambda sheet: sheet.name)]
    return {scenario.key: scenario for scenario in found}


def _packaged(text: str) -> Scenario:
    scenario = read_scenario(read_yaml(text))
    if isinstance(scenario, list):
        raise Refused(scenario)
    return scenario
