"""Scenario documents: the map, the fleets, terrain, and how it is won (IWF-1.24, IWF-2.5, IWF-2.11, IWF-9.1).

A document names ship classes and boards by key, out of those that come with the game and those that it holds by value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import cache
from importlib.resources import files

from quarterdeck.engine.documents import read_fields
from quarterdeck.engine.hexes import Hex, Rectangle
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import _
from quarterdeck.engine.yamls import read_yaml
from quarterdeck.systems.interworld_fleets.class_files import (
    good,
    packaged_boards,
    packaged_classes,
    read_board,
    read_class,
    write_board,
    write_class,
)
from quarterdeck.systems.interworld_fleets.scenario import Exit, Placing, Scatter, Scenario, SideSetup, Victory
from quarterdeck.systems.interworld_fleets.scenario_checks import problems_of
from quarterdeck.systems.interworld_fleets.scenario_sheets import (
    ScenarioFile,
    SideFile,
    VictoryFile,
    seats_of,
    shape_of,
    stands_of,
)
from quarterdeck.systems.interworld_fleets.terrain import Area
from quarterdeck.systems.interworld_fleets.unit import Board, ShipClass

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
    problems = [*problems_of(file, classes, known)]
    return problems or _scenario(file, classes, known)


def _wrong(at: str, read: Mapping[str, ShipClass | Board | list[Problem]]) -> Iterator[Problem]:
    for key, each in read.items():
        if isinstance(each, list):
            yield from [Problem(p.rule, p.text, f"{at}.{key}.{p.at}", p.nearest) for p in each]
        elif each.id != key:
            yield Problem("IWF-1.23", _("What is under {key} is called {own}.", key=key, own=each.id), f"{at}.{key}.key", key)


# Making the scenario


def _scenario(file: ScenarioFile, classes: Mapping[str, ShipClass], boards: Mapping[str, Board]) -> Scenario:
    sides = tuple([_side(side) for side in file.sides])
    used = dict.fromkeys(ship.cls for side in sides for ship in side.ships)
    areas = [Area(f"t{n}", each.kind, _hexes(each.hexes), each.name or "") for n, each in enumerate(file.terrain, 1)]
    return Scenario(
        key=file.key,
        title=file.title,
        text=file.text,
        map=shape_of(file),
        rounds=file.rounds,
        order=tuple(file.order or [seat for side in file.sides for seat in seats_of(side)]),
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
        seat = unit.seat or seats_of(side)[0]
        for name, at, facing, flagship in stands_of(unit):
            ships.append(Placing(f"{side.id}{len(ships) + 1}", name, unit.cls, seat, at, facing, squadron, flagship))
    return SideSetup(side.id, side.name, tuple(seats_of(side)), side.board or "", tuple(ships), squadrons)


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
    first, stands = ships[0], [_write_stand(ship) for ship in ships]
    whole = {"class": first.cls, "seat": first.seat}
    if first.squadron:
        return {"name": side.squadrons[unit], **whole, "ships": stands}
    return {**stands[0], **whole}


def _write_stand(ship: Placing) -> Json:
    return {"name": ship.name, "at": list(ship.at), "facing": ship.facing, "flagship": ship.flagship}


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
