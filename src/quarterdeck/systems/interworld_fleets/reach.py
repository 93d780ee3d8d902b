"""All poses that a ship can reach, as arrays: for captains, who judge them at once. Movement itself is in movement.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from quarterdeck.engine.hexes import Direction, Hex, Shape
from quarterdeck.systems.interworld_fleets.movement import Helm, Pose, courses, helm_of
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.terrain import Area, Kind, Terrain

Places: TypeAlias = npt.NDArray[np.int64]

MARGIN = 16
"""By how much the tables of a map go beyond it: no ship moves farther in one activation."""

HAZARDS: dict[Kind, float] = {"asteroid_field": 0.05, "debris_field": 0.06, "minefield": 0.22, "ion_storm": 0.05}
"""What entering a hex of terrain costs, as a share of the ship's points."""


class Fan(NamedTuple):
    """All courses of a helm from the origin: their paths, where they end, hexes moved, and the hexes entered.

    `way` is filled up with the last hex, or with the origin where nothing is entered; `entered` is 1 for what is not filler.
    """

    paths: tuple[str, ...]
    at: Places
    facing: Places
    moved: Places
    way: Places
    entered: npt.NDArray[np.float64]


@lru_cache(maxsize=512)
def fan(helm: Helm, facing: Direction) -> Fan:
    """The courses as arrays."""
    found = courses(helm, facing)
    length = max(1, *[len(course.hexes) for course in found])
    way = [[*course.hexes, *[course.end.at] * (length - len(course.hexes))] for course in found]
    entered = [[float(step < len(course.hexes)) for step in range(length)] for course in found]
    return Fan(
        tuple([course.path for course in found]),
        np.array([course.end.at for course in found], np.int64),
        np.array([course.end.facing for course in found], np.int64),
        np.array([len(course.hexes) for course in found], np.int64),
        np.array(way, np.int64),
        np.array(entered),
    )


class Ground(NamedTuple):
    """A map by hex, shifted by `corner`: where a ship may be, what entering costs, and where no token may be got."""

    corner: Places
    open: npt.NDArray[np.bool_]
    toll: npt.NDArray[np.float64]
    zone: npt.NDArray[np.bool_]


@lru_cache(maxsize=64)
def ground(shape: Shape, areas: tuple[Area, ...]) -> Ground:
    """The tables of a map."""
    terrain, hexes = Terrain(areas), list(shape.hexes())
    places = np.array(hexes, np.int64)
    corner = places.min(axis=0) - MARGIN
    size = tuple(map(int, places.max(axis=0) - corner + MARGIN + 1))
    free, toll, zone = np.zeros(size, np.bool_), np.zeros(size), np.zeros(size, np.bool_)
    for at in hexes:
        cell = at[0] - int(corner[0]), at[1] - int(corner[1])
        free[cell], zone[cell] = at not in terrain.closed, at in terrain.zone
        for area in terrain.at.get(at, ()):
            toll[cell] += HAZARDS.get(area.kind, 0.0)
    return Ground(corner, free, toll, zone)


class Reached(NamedTuple):
    """The poses that a ship can reach: paths, where they end, hexes moved, what the way costs as a share of its points."""

    paths: tuple[str, ...]
    at: Places
    facing: Places
    moved: Places
    toll: npt.NDArray[np.float64]

    def pose(self, place: int) -> Pose:
        """One of the poses."""
        return Pose(Hex(int(self.at[place, 0]), int(self.at[place, 1])), int(self.facing[place]))


TOKEN_IN_WELL = 1.0


def reached(state: FleetsState, ship: Ship, taken: Sequence[Hex], wanted: Iterable[Hex] | None = None) -> Reached:
    """Where a ship can end on the map, but not in hexes that are taken; only in the `wanted` ones where these are given."""
    found, land = fan(helm_of(state, ship), ship.facing), ground(state.map, state.terrain.areas)
    way = found.way + np.array(ship.at, np.int64) - land.corner
    q, r = way[..., 0], way[..., 1]
    at = found.at + np.array(ship.at, np.int64)
    fits = (land.open[q, r] | (found.entered == 0.0)).all(axis=1) & ~_among(at, taken)
    if wanted is not None:
        fits &= _among(at, wanted)
    token = land.zone[q[:, -1], r[:, -1]] & (found.moved < 2)
    toll = (land.toll[q, r] * found.entered).sum(axis=1) + TOKEN_IN_WELL * token
    places = np.flatnonzero(fits)
    paths = tuple([found.paths[place] for place in places])
    return Reached(paths, at[places], found.facing[places], found.moved[places], toll[places])


def _among(at: Places, hexes: Iterable[Hex]) -> npt.NDArray[np.bool_]:
    """Which places are among some hexes."""
    codes = np.array([CODE * q + r for q, r in hexes], np.int64)
    found: npt.NDArray[np.bool_] = ((CODE * at[:, 0] + at[:, 1])[:, None] == codes).any(axis=1)
    return found


CODE = 4096
"""Makes one number of two coordinates, which are far smaller."""
