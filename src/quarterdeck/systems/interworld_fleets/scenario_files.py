"""Scenario documents: the map, the fleets, terrain, and how it is won (IWF-1.24, IWF-2.5, IWF-2.11, IWF-9.1).

A document names ship classes and boards by key, out of those that come with the game and those that it holds by value.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from quarterdeck.engine.documents import Fields, read_fields, spelled
from quarterdeck.engine.hexes import Hex, Hexagon, Rectangle, Shape, neighbours
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import _
from quarterdeck.engine.yamls import read_yaml
from quarterdeck.systems.interworld_fleets.class_files import (
    Key,
    Name,
    good,
    packaged_boards,
    packaged_classes,
    read_board,
    read_class,
    write_board,
    write_class,
)
from quarterdeck.systems.interworld_fleets.scenario import Edge, Exit, Placing, Scatter, Scenario, SideSetup, Victory, Worth
from quarterdeck.systems.interworld_fleets.terrain import TRAITS, Area, Kind
from quarterdeck.systems.interworld_fleets.unit import Board, ShipClass

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
    """A ship of a squadron: its name, hex and facing."""

    name: Name
    at: Place
    facing: Facing


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


RULES: dict[str, str] = {
    "map": "IWF-1.24",
    "rounds": "IWF-2.11",
    "order": "IWF-2.5",
    "board": "IWF-8.1",
    "flagship": "IWF-8.6",
    "terrain": "IWF-9.1",
    "scatter": "IWF-9.1",
    "victory": "IWF-2.10",
    "class": "IWF-1.23",
}


def read_scenario(data: Json) -> Scenario | list[Problem]:
    """A scenario document as a scenario, or everything that is wrong with it, by field."""
    file = read_fields(ScenarioFile, data, RULES, "IWF-2.11")
    if isinstance(file, list):
        return file
    own = {key: read_class(each) for key, each in file.classes.items()}
    boards = {key: read_board(each) for key, each in file.boards.items()}
    problems = [*_wrong("classes", own), *_wrong("boards", boards)]
    if problems:
        return problems
    classes = {**packaged_classes(), **{key: each for key, each in own.items() if isinstance(each, ShipClass)}}
    known = {**packaged_boards(), **{key: each for key, each in boards.items() if isinstance(each, Board)}}
    problems = [*_problems(file, classes, known)]
    return problems or _scenario(file, classes, known)


def _wrong(at: str, read: Mapping[str, ShipClass | Board | list[Problem]]) -> Iterator[Problem]:
    for key, each in read.items():
        if isinstance(each, list):
            yield from [Problem(p.rule, p.text, f"{at}.{key}.{p.at}", p.nearest) for p in each]
        elif each.id != key:
            yield Problem("IWF-1.23", _("What is under {key} is called {own}.", key=key, own=each.id), f"{at}.{key}.key", key)


# What is wrong


def _problems(file: ScenarioFile, classes: Mapping[str, ShipClass], boards: Mapping[str, Board]) -> Iterator[Problem]:
    yield from _problems_of_sides(file)
    for number, side in enumerate(file.sides):
        at = f"sides[{number}]"
        if side.board is not None:
            yield from _unknown(side.board, boards, f"{at}.board")
        for place, unit in enumerate(side.units):
            yield from _problems_of_unit(side, unit, classes, f"{at}.units[{place}]")
        yield from _problems_of_flagship(side, classes, f"{at}.units")
    yield from _problems_of_places(file)
    yield from _problems_of_terrain(file)
    yield from _problems_of_victory(file)


def _problems_of_sides(file: ScenarioFile) -> Iterator[Problem]:
    ids = [side.id for side in file.sides]
    if len(dict.fromkeys(ids)) < len(ids):
        yield Problem("IWF-2.5", _("Two sides have the same id."), "sides")
    names = [name for side in file.sides for unit in side.units for name, _at, _facing in _stands(unit)]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield Problem("IWF-1.23", _("The name {name} is given twice.", name=name), "sides")
    for number, side in enumerate(file.sides):
        seats = _seats(side)
        if len(dict.fromkeys(seats)) < len(seats) or any(seat[0] != side.id for seat in seats):
            text = _("The seats of side {side} are called {side}, or {side}1, {side}2 and so on, each once.", side=side.id)
            yield Problem("IWF-2.5", text, f"sides[{number}].seats", [side.id])
    everybody = [seat for side in file.sides for seat in _seats(side)]
    if file.order is not None and sorted(file.order) != sorted(everybody):
        yield Problem("IWF-2.5", _("The order of activation has to name every seat once."), "order", everybody)


def _problems_of_unit(side: SideFile, unit: UnitFile, classes: Mapping[str, ShipClass], at: str) -> Iterator[Problem]:
    yield from _unknown(unit.cls, classes, f"{at}.class")
    if unit.seat is not None and unit.seat not in _seats(side):
        text = _("Side {side} has no seat {seat}.", side=side.id, seat=unit.seat)
        yield Problem("IWF-2.5", text, f"{at}.seat", _seats(side)[0])
    if unit.ships and (unit.at is not None or unit.facing is not None):
        yield Problem("IWF-7.1", _("Of a squadron each ship has its hex and facing."), f"{at}.at")
    if not unit.ships and (unit.at is None or unit.facing is None):
        yield Problem("IWF-1.3", _("{ship} needs a hex and a facing.", ship=unit.name), f"{at}.at")
    if unit.cls in classes and classes[unit.cls].squadron != bool(unit.ships):
        yield Problem("IWF-7.1", _("A class that flies in squadrons has `ships`, any other has none."), f"{at}.ships")


def _problems_of_flagship(side: SideFile, classes: Mapping[str, ShipClass], at: str) -> Iterator[Problem]:
    flagships = [unit for unit in side.units if unit.flagship]
    if len(flagships) > 1:
        yield Problem("IWF-8.6", _("A side has one flagship."), at)
    if any(unit.ships or (unit.cls in classes and not classes[unit.cls].capital) for unit in flagships):
        yield Problem("IWF-8.6", _("The flagship has to be a capital ship of its own."), at)


def _problems_of_places(file: ScenarioFile) -> Iterator[Problem]:
    shape, taken = _shape(file), [Hex(*at) for area in file.terrain if TRAITS[area.kind].closed for at in area.hexes]
    for number, side in enumerate(file.sides):
        for name, at, _facing in [stand for unit in side.units for stand in _stands(unit)]:
            if not shape.holds(at):
                yield Problem("IWF-1.24", _("{ship} stands off the map.", ship=name), f"sides[{number}].units")
            if at in taken:
                yield Problem("IWF-1.1", _("The hex of {ship} is taken already.", ship=name), f"sides[{number}].units")
            taken.append(at)


def _stands(unit: UnitFile) -> list[tuple[str, Hex, int]]:
    """Name, hex and facing of the ships of a unit."""
    if unit.ships:
        return [(ship.name, Hex(*ship.at), ship.facing) for ship in unit.ships]
    return [(unit.name, Hex(*unit.at), unit.facing)] if unit.at is not None and unit.facing is not None else []


def _problems_of_terrain(file: ScenarioFile) -> Iterator[Problem]:
    shape, seen = _shape(file), list[Hex]()
    for number, area in enumerate(file.terrain):
        hexes, at = [Hex(*each) for each in area.hexes], f"terrain[{number}].hexes"
        if not all(shape.holds(each) for each in hexes):
            yield Problem("IWF-1.24", _("An area lies off the map."), at)
        if not connected(hexes):
            yield Problem("IWF-9.1", _("The hexes of an area have to be connected."), at)
        if area.kind != "buoy" and any(each in seen for each in hexes):
            yield Problem("IWF-9.1", _("A hex belongs to one area of terrain only."), at)
        seen += hexes if area.kind != "buoy" else []


def connected(hexes: list[Hex]) -> bool:
    """Whether hexes are one group (IWF-9.1)."""
    found, edge = [hexes[0]], [hexes[0]]
    while edge:
        edge = [
            each for each in dict.fromkeys(near for at in edge for near in neighbours(at)) if each in hexes and each not in found
        ]
        found += edge
    return len(found) == len(dict.fromkeys(hexes))


def _problems_of_victory(file: ScenarioFile) -> Iterator[Problem]:
    victory, ids = file.victory or VictoryFile(), [side.id for side in file.sides]
    named = [(side, f"worth.{side}") for side in victory.worth]
    named += [(victory.exit.side, "exit.side")] if victory.exit else []
    named += [(victory.tie, "tie")] if victory.tie else []
    for side, at in named:
        if side not in ids:
            yield Problem("IWF-2.10", _("There is no side {side}.", side=side), f"victory.{at}", ids[0])
    if victory.exit is not None and isinstance(file.map, HexagonFile):
        yield Problem("IWF-2.10", _("Only a rectangle has edges to leave over."), "victory.exit")


def _unknown(key: str, known: Iterable[str], at: str) -> Iterator[Problem]:
    if key not in known:
        nearest = next(iter(difflib.get_close_matches(key, list(known), 1)), None)
        yield Problem("IWF-1.23", _("There is no {key}.", key=key), at, nearest)


# Making the scenario


def _shape(file: ScenarioFile) -> Shape:
    return Hexagon(file.map.radius) if isinstance(file.map, HexagonFile) else Rectangle(file.map.columns, file.map.rows)


def _seats(side: SideFile) -> list[str]:
    return side.seats or [side.id]


def _scenario(file: ScenarioFile, classes: Mapping[str, ShipClass], boards: Mapping[str, Board]) -> Scenario:
    sides = tuple([_side(side) for side in file.sides])
    used = dict.fromkeys(ship.cls for side in sides for ship in side.ships)
    areas = [Area(f"t{n}", each.kind, _hexes(each.hexes), each.name or "") for n, each in enumerate(file.terrain, 1)]
    return Scenario(
        key=file.key,
        title=file.title,
        text=file.text,
        map=_shape(file),
        rounds=file.rounds,
        order=tuple(file.order or [seat for side in file.sides for seat in _seats(side)]),
        sides=sides,
        classes={key: classes[key] for key in used},
        boards={side.board: boards[side.board] for side in sides if side.board},
        terrain=tuple(areas),
        scatter=tuple([Scatter(each.kind, each.areas, each.most) for each in file.scatter]),
        victory=_victory(file.victory) if file.victory else None,
    )


def _hexes(places: list[list[int]]) -> tuple[Hex, ...]:
    return tuple([Hex(*at) for at in places])


def _side(side: SideFile) -> SideSetup:
    ships: list[Placing] = []
    squadrons: dict[str, str] = {}
    for unit in side.units:
        squadron = f"{side.id}q{len(squadrons) + 1}" if unit.ships else ""
        squadrons |= {squadron: unit.name} if squadron else {}
        seat = unit.seat or _seats(side)[0]
        for name, at, facing in _stands(unit):
            ships.append(Placing(f"{side.id}{len(ships) + 1}", name, unit.cls, seat, at, facing, squadron, unit.flagship))
    return SideSetup(side.id, side.name, tuple(_seats(side)), side.board or "", tuple(ships), squadrons)


def _victory(file: VictoryFile) -> Victory:
    way_out = Exit(file.exit.side, file.exit.edge) if file.exit else None
    counted = file.model_dump(include={"control", "ship", "squadron", "flagship", "leaving_is_loss"})
    return Victory(worth=dict(file.worth.items()), exit=way_out, tie=file.tie or "", **counted)


# Writing


def write_scenario(scenario: Scenario) -> Json:
    """The document of a scenario, everything by value, that reads back to an equal one."""
    shape = scenario.map
    kind = "rectangle" if isinstance(shape, Rectangle) else "hexagon"
    return {
        "key": scenario.key,
        "title": scenario.title,
        "text": scenario.text,
        "map": {"shape": kind, **asdict(shape)},
        "rounds": scenario.rounds,
        "order": list(scenario.order),
        "sides": [_write_side(side) for side in scenario.sides],
        "terrain": [_write_area(area) for area in scenario.terrain],
        "scatter": [asdict(each) for each in scenario.scatter],
        "victory": _write_victory(scenario.victory) if scenario.victory else None,
        "classes": {key: write_class(each) for key, each in scenario.classes.items()},
        "boards": {key: write_board(each) for key, each in scenario.boards.items()},
    }


def _write_side(side: SideSetup) -> Json:
    units = [_write_unit(side, unit) for unit in dict.fromkeys(ship.squadron or ship.id for ship in side.ships)]
    return {"id": side.id, "name": side.name, "seats": list(side.seats), "board": side.board or None, "units": units}


def _write_unit(side: SideSetup, unit: str) -> Json:
    ships = [ship for ship in side.ships if unit in (ship.squadron, ship.id)]
    first, stands = ships[0], [{"name": ship.name, "at": list(ship.at), "facing": ship.facing} for ship in ships]
    whole = {"class": first.cls, "seat": first.seat}
    if first.squadron:
        return {"name": side.squadrons[unit], **whole, "ships": stands}
    return {**stands[0], **whole, "flagship": first.flagship}


def _write_area(area: Area) -> Json:
    return {"kind": area.kind, "name": area.name or None, "hexes": [list(at) for at in area.hexes]}


def _write_victory(victory: Victory) -> Json:
    plain = asdict(victory)
    return {**plain, "tie": victory.tie or None}


@cache
def packaged_scenarios() -> dict[str, Scenario]:
    """The scenarios that come with the game, by key; `Refused` where one is wrong."""
    folder = files("quarterdeck.systems.interworld_fleets") / "data" / "scenarios"
    sheets = sorted(folder.iterdir(), key=lambda sheet: sheet.name)
    found = [good(read_scenario(read_yaml(sheet.read_text("utf-8")))) for sheet in sheets]
    return {scenario.key: scenario for scenario in found}
