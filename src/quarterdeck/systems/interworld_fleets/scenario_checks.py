"""What is wrong with a scenario document whose fields are in order: places, names, terrain, victory."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping

from quarterdeck.engine.hexes import Hex, distance, neighbours
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import _
from quarterdeck.systems.interworld_fleets.scenario_sheets import (
    HexagonFile,
    ScenarioFile,
    SideFile,
    UnitFile,
    VictoryFile,
    seats_of,
    shape_of,
    stands_of,
)
from quarterdeck.systems.interworld_fleets.terrain import TRAITS
from quarterdeck.systems.interworld_fleets.unit import Board, ShipClass


def problems_of(file: ScenarioFile, classes: Mapping[str, ShipClass], boards: Mapping[str, Board]) -> Iterator[Problem]:
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
    names = [name for side in file.sides for unit in side.units for name, *_place in stands_of(unit)]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield Problem("IWF-1.23", _("The name {name} is given twice.", name=name), "sides")
    for number, side in enumerate(file.sides):
        seats = seats_of(side)
        if len(dict.fromkeys(seats)) < len(seats) or any(seat[0] != side.id for seat in seats):
            text = _("The seats of side {side} are called {side}, or {side}1, {side}2 and so on, each once.", side=side.id)
            yield Problem("IWF-2.5", text, f"sides[{number}].seats", [side.id])
    everybody = [seat for side in file.sides for seat in seats_of(side)]
    if file.order is not None and sorted(file.order) != sorted(everybody):
        yield Problem("IWF-2.5", _("The order of activation has to name every seat once."), "order", everybody)


def _problems_of_unit(side: SideFile, unit: UnitFile, classes: Mapping[str, ShipClass], at: str) -> Iterator[Problem]:
    yield from _unknown(unit.cls, classes, f"{at}.class")
    if unit.seat is not None and unit.seat not in seats_of(side):
        text = _("Side {side} has no seat {seat}.", side=side.id, seat=unit.seat)
        yield Problem("IWF-2.5", text, f"{at}.seat", seats_of(side)[0])
    if unit.ships and (unit.at is not None or unit.facing is not None):
        yield Problem("IWF-7.1", _("Of a squadron each ship has its hex and facing."), f"{at}.at")
    if not unit.ships and (unit.at is None or unit.facing is None):
        yield Problem("IWF-1.3", _("{ship} needs a hex and a facing.", ship=unit.name), f"{at}.at")
    if unit.cls in classes and classes[unit.cls].squadron != bool(unit.ships):
        yield Problem("IWF-7.1", _("A class that flies in squadrons has `ships`, any other has none."), f"{at}.ships")


def _problems_of_flagship(side: SideFile, classes: Mapping[str, ShipClass], at: str) -> Iterator[Problem]:
    flagships = [unit for unit in side.units for stand in stands_of(unit) if stand.flagship]
    if len(flagships) > 1:
        yield Problem("IWF-8.6", _("A side has one flagship."), at)
    if any(unit.cls in classes and not classes[unit.cls].capital for unit in flagships):
        yield Problem("IWF-8.6", _("The flagship has to be a capital ship, with more than 1 point of hull."), at)
    if any(unit.flagship and unit.ships for unit in side.units):
        yield Problem("IWF-8.6", _("Of a squadron one of its ships is named flagship."), at)


def _problems_of_places(file: ScenarioFile) -> Iterator[Problem]:
    shape, taken = shape_of(file), [Hex(*at) for area in file.terrain if TRAITS[area.kind].closed for at in area.hexes]
    for number, side in enumerate(file.sides):
        for name, at, *_rest in [stand for unit in side.units for stand in stands_of(unit)]:
            if not shape.holds(at):
                yield Problem("IWF-1.24", _("{ship} stands off the map.", ship=name), f"sides[{number}].units")
            if at in taken:
                yield Problem("IWF-1.1", _("The hex of {ship} is taken already.", ship=name), f"sides[{number}].units")
            taken.append(at)


def _problems_of_terrain(file: ScenarioFile) -> Iterator[Problem]:
    shape, seen = shape_of(file), list[Hex]()
    for number, area in enumerate(file.terrain):
        hexes, at = [Hex(*each) for each in area.hexes], f"terrain[{number}].hexes"
        if not all(shape.holds(each) for each in hexes):
            yield Problem("IWF-1.24", _("An area lies off the map."), at)
        if not connected(hexes):
            yield Problem("IWF-9.1", _("The hexes of an area have to be connected."), at)
        if area.kind != "buoy" and any(each in seen for each in hexes):
            yield Problem("IWF-9.1", _("A hex belongs to one area of terrain only."), at)
        elif area.kind != "buoy" and any(_touches(hexes, each.hexes) for each in file.terrain[:number] if each.kind == area.kind):
            yield Problem("IWF-9.1", _("Areas of one kind that touch are one area: write them as one."), at)
        seen += hexes if area.kind != "buoy" else []


def _touches(hexes: list[Hex], others: list[list[int]]) -> bool:
    return any(distance(one, Hex(*other)) <= 1 for one in hexes for other in others)


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
