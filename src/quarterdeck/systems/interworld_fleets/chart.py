"""The map as tiles, and the areas of it that belong to a ship: what it can reach, what its weapons bear on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

from quarterdeck.engine.hexes import ORIGIN, Arc, Direction, Hex, Hexagon, Shape, arc_of, neighbour, within
from quarterdeck.engine.scene import Area, Cells, Tiles
from quarterdeck.engine.text import _
from quarterdeck.systems.interworld_fleets.movement import Course, Pose, helm_of, on_map, walk
from quarterdeck.systems.interworld_fleets.places import drawn
from quarterdeck.systems.interworld_fleets.sighting import range_of
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship


def tiles(shape: Shape) -> Tiles:
    """The map; of a hexagon the rectangle round it, with holes."""
    if not isinstance(shape, Hexagon):
        return Tiles("hex", shape.columns, shape.rows, "hex", "hex")
    across, held = 2 * shape.radius + 1, [drawn(shape, each) for each in shape.hexes()]
    around = [Hex(q, row - q // 2) for q in range(across) for row in range(across)]
    return Tiles("hex", across, across, "hex", "hex", tuple([(q, r) for q, r in around if (q, r) not in held]))


def cells(shape: Shape, hexes: Iterable[Hex]) -> Cells:
    """Hexes as they are drawn."""
    return Cells(tuple([drawn(shape, each) for each in hexes]))


def silhouette_of(ship: Ship) -> str:
    """What a ship is drawn as, by its size; carriers apart."""
    hull = ship.cls.hull
    if ship.cls.hangars > 1:
        return "carrier"
    return "boat" if hull == 1 else "gunboat" if hull == 2 else "frigate" if hull <= 5 else "cruiser" if hull <= 8 else "capital"


def reach(view: FleetsState, ship: Ship) -> Iterator[Area]:
    """The hexes in which a ship can end its movement, with the hexes it moves; those beside the map by which it can leave."""
    courses, ends = on_map(view, ship, ()), dict[Hex, int]()
    for course in courses:
        ends[course.end.at] = min(ends.get(course.end.at, len(course.hexes)), len(course.hexes))
    if cells_with_cost := [(*drawn(view.map, hex_), moved) for hex_, moved in ends.items() if moved]:
        shape = Cells(tuple(cells_with_cost))
        yield Area(id=f"{ship.id}.r", side=ship.side, ref=ship.id, show=SHOWN, style="reach", shape=shape)
    if out := exits(view, ship, courses):
        yield Area(id=f"{ship.id}.x", ref=ship.id, show=SHOWN, style="warn", shape=cells(view.map, out), say=_("off the map"))


SHOWN: tuple[Literal["sel", "hover"], ...] = ("sel", "hover")


def exits(view: FleetsState, ship: Ship, courses: Iterable[Course]) -> dict[Hex, str]:
    """The hexes beside the map by which a ship can leave it, with the shortest path (IWF-3.10); `courses` are those on it."""
    start, helm = Pose(ship.at, ship.facing), helm_of(view, ship)
    found: dict[Hex, str] = {}
    for course in courses:
        out = neighbour(course.end.at, course.end.facing)
        if out not in found and not view.map.holds(out) and walk(view, start, helm, course.path + "F").left:
            found[out] = course.path + "F"
    return found


def arcs(view: FleetsState, ship: Ship) -> Iterator[Area]:
    """What each weapon of a ship bears on, lines left out of account (IWF-1.6)."""
    for weapon in ship.cls.weapons:
        limits = range_of(weapon)
        borne = _borne(weapon.arcs, ship.facing, limits.least, limits.most)
        inside = [hex_ for each in borne if view.map.holds(hex_ := ship.at.plus(each))]
        ref = f"{ship.id}/{weapon.id}"
        if inside:
            yield Area(id=f"{ref}.a", side=ship.side, ref=ref, show=SHOWN, style="arc", shape=cells(view.map, inside))


FARTHEST = 24
"""How far an arc of unlimited range is drawn, in hexes."""


@cache
def _borne(covered: tuple[Arc, ...], facing: Direction, least: int, most: int) -> tuple[Hex, ...]:
    """The offsets within some arcs from the least range to the greatest."""
    around = within(ORIGIN, min(most, FARTHEST))
    return tuple([each for each in around if each.length() >= least and arc_of(ORIGIN, facing, each) in covered])
