"""All poses that a ship can reach, as arrays: for captains, who judge them at once. Movement itself is in movement.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from quarterdeck.engine.hexes import ORIGIN, Direction, Hex, Shape
from quarterdeck.systems.interworld_fleets.movement import Course, Helm, Pose, courses
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.terrain import Area, Kind, Terrain
from quarterdeck.systems.interworld_fleets.tokens import SURE

Places: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]

SPAN = 128
"""How far apart two hexes may be in each coordinate: farther than on the largest map."""
WIDTH = 2 * SPAN + 1


def code_of(at: Hex) -> int:
    """A hex as a number; the difference of two is that of their displacement."""
    return at[0] * WIDTH + at[1]


MARGIN = 24
"""By how much the tables of a map go beyond it: no ship moves farther in one activation."""

HAZARDS: dict[Kind, float] = {"asteroid_field": 0.05, "debris_field": 0.06, "minefield": 0.22, "ion_storm": 0.05}
"""What entering a hex of terrain costs, as a share of the ship's points."""
SHUT = 1000.0
"""What a hex costs that cannot be entered: more than all that can."""
TOKEN_IN_WELL = 1.0
"""What stopping early in the zone of a gravity well costs: the ship (IWF-9.13)."""


class Fan(NamedTuple):
    """All courses of a helm from the origin, those to one end in a row, the shortest first.

    `hexes` are all that are met, the origin first, `codes` their numbers, and `place` tells where each is. By course: `paths`,
    and `way`, the places of the hexes entered, filled up with the number of all hexes. By end: `first`, the first of its
    courses, `end` and `facing`, and `moved`, the hexes moved as far as they count: poses differ where one of them makes an
    easy target.
    """

    paths: tuple[str, ...]
    hexes: Places
    codes: Places
    place: dict[tuple[int, int], int]
    way: Places
    first: Places
    end: Places
    facing: Places
    moved: Places


@lru_cache(maxsize=512)
def fan(helm: Helm, facing: Direction) -> Fan:
    """The courses as arrays."""
    groups: dict[tuple[Pose, int], list[Course]] = {}
    for course in courses(helm, facing):
        groups.setdefault((course.end, min(len(course.hexes), SURE)), []).append(course)
    found = [course for group in groups.values() for course in group]
    met = dict.fromkeys([ORIGIN, *[each for course in found for each in course.hexes]])
    place = {at: number for number, at in enumerate(met)}
    length = max(1, *[len(course.hexes) for course in found])
    way = [[*[place[each] for each in course.hexes], *[len(met)] * (length - len(course.hexes))] for course in found]
    sizes = np.array([len(group) for group in groups.values()], np.int64)
    return Fan(
        tuple([course.path for course in found]),
        np.array(list(met), np.int64),
        np.array([code_of(at) for at in met], np.int64),
        {(at.q, at.r): number for at, number in place.items()},
        np.array(way, np.int64),
        np.cumsum(sizes) - sizes,
        np.array([place[pose.at] for pose, _moved in groups], np.int64),
        np.array([pose.facing for pose, _moved in groups], np.int64),
        np.array([moved for _pose, moved in groups], np.int64),
    )


class Ground(NamedTuple):
    """A map by `code_of` its hexes, from `start` on: what entering costs, and where no token may be got, if anywhere."""

    start: int
    cost: Numbers
    zone: Flags | None


@lru_cache(maxsize=64)
def ground(shape: Shape, areas: tuple[Area, ...]) -> Ground:
    """The tables of a map."""
    terrain, hexes = Terrain(areas), list(shape.hexes())
    start = min(map(code_of, hexes)) - MARGIN * (WIDTH + 1)
    size = max(map(code_of, hexes)) + MARGIN * (WIDTH + 1) - start + 1
    cost, zone = np.full(size, SHUT), np.zeros(size, np.bool_)
    for at in hexes:
        cell = code_of(at) - start
        zone[cell] = at in terrain.zone
        if at not in terrain.closed:
            cost[cell] = 0.0
        for area in terrain.at.get(at, ()):
            cost[cell] += HAZARDS.get(area.kind, 0.0)
    return Ground(start, cost, zone if terrain.zone else None)


class Reached(NamedTuple):
    """The poses that a ship can reach from `origin`: where they end, as places in the fan's hexes, and which way, hexes moved as
    far as they count, and what the cheapest way there costs as a share of its points.
    """

    origin: Hex
    fan: Fan
    courses: Places
    end: Places
    facing: Places
    moved: Places
    toll: Numbers

    def pose(self, number: int) -> Pose:
        """One of the poses."""
        q, r = self.fan.hexes[self.end[number]].tolist()
        return Pose(self.origin.plus(Hex(q, r)), int(self.facing[number]))

    def codes(self) -> Places:
        """The numbers of the hexes that are met."""
        return self.fan.codes + code_of(self.origin)

    def path(self, number: int) -> str:
        """The path to a pose."""
        return self.fan.paths[int(self.courses[number])]

    def number_of(self, path: str) -> int | None:
        """The pose to which a path leads, where it is the way that is taken there."""
        if path not in self.fan.paths:
            return None
        found: list[int] = np.flatnonzero(self.courses == self.fan.paths.index(path)).tolist()
        return found[0] if found else None


def reached(state: FleetsState, ship: Ship, helm: Helm, taken: Sequence[Hex], wanted: Iterable[Hex] | None = None) -> Reached:
    """Where a ship can end on the map, but not in hexes that are taken; only in the `wanted` ones where these are given."""
    found, land = fan(helm, ship.facing), ground(state.map, state.terrain.areas)
    cells = found.codes + (code_of(ship.at) - land.start)
    course, toll = _cheapest(found, land.cost.take(cells))
    if land.zone is not None:
        toll = toll + TOKEN_IN_WELL * (land.zone.take(cells).take(found.end) & (found.moved < SURE))
    fits = _may_end(found, ship.at, taken, wanted).take(found.end) & (toll < SHUT)
    kept = np.flatnonzero(fits)
    return Reached(ship.at, found, course[kept], found.end[kept], found.facing[kept], found.moved[kept], toll[kept])


def _cheapest(found: Fan, cost: Numbers) -> tuple[Places, Numbers]:
    """For each end the cheapest course, of equal ones the shortest, and what it costs."""
    if not cost.any():
        return found.first, np.zeros(len(found.first))
    costs = np.zeros(len(cost) + 1)
    costs[:-1] = cost
    tolls = costs.take(found.way).sum(axis=1)
    order = np.rint(tolls * GRAINS).astype(np.int64) * len(tolls) + np.arange(len(tolls))
    course = np.minimum.reduceat(order, found.first) % len(tolls)
    return course, tolls[course]


GRAINS = 1000.0
"""How finely costs are compared."""


def _may_end(found: Fan, origin: Hex, taken: Iterable[Hex], wanted: Iterable[Hex] | None) -> Flags:
    """Which of the hexes that are met a ship may end in."""
    flags, (q, r) = np.full(len(found.codes), wanted is None), origin
    for hexes, may in ((wanted or (), True), (taken, False)):
        for at in hexes:
            if (place := found.place.get((at[0] - q, at[1] - r))) is not None:
                flags[place] = may
    return flags
