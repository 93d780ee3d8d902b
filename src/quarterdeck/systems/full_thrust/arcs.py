"""Chapter 4.1: range and fire arc between two ships, and into which arcs a weapon may fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from quarterdeck.engine.plane import CLOCK, Clock, Vector, distance, on_ray, sector_of, turned
from quarterdeck.systems.full_thrust.manoeuvres import HAIR
from quarterdeck.systems.full_thrust.ship import ARCS, Arc, System
from quarterdeck.systems.full_thrust.state import Ship, Thing

FIRE_ARCS: tuple[Arc, ...] = ("F", "FS", "AS", "AP", "FP")
"""All arcs but Aft, through which no ship fires at another (FT-4.1.6)."""

T = TypeVar("T", bound=Thing)

FINENESS = 1_000_000.0
"""Into how many parts of an MU ranges are measured."""


class Bearing(NamedTuple):
    """How a target lies to a firing ship: its range in MU, its arc, and every arc in which it may come to be."""

    range: float
    arc: Arc | None
    possible: tuple[Arc, ...]


def bearing(shooter: Ship, target: Thing) -> Bearing:
    """How the target lies to the firing ship, from centre to centre (FT-4.1.2)."""
    return _bearing(shooter.position, shooter.facing, target.position)


def bearings(shooter: Ship, targets: Iterable[T]) -> Iterator[tuple[T, Bearing]]:
    """How each of several targets lies to the firing ship, from centre to centre (FT-4.1.2)."""
    position, facing = shooter.position, shooter.facing
    for target in targets:
        yield target, _bearing(position, facing, target.position)


@lru_cache(maxsize=16384)
def _bearing(position: Vector, facing: Clock, target: Vector) -> Bearing:
    """Ships stand still while they fire, so that each bearing is asked for many times and computed once."""
    range_ = apart(position, target)
    way = target.minus(position)
    if way.dot(way) <= HAIR * HAIR:
        return Bearing(range_, None, FIRE_ARCS)
    sector = sector_of(facing, way)
    middle = turned(facing, 2 * sector)
    clockwise = CLOCK[middle].cross(way) > 0.0
    arcs: tuple[Arc, ...] = (ARCS[sector],)
    if on_ray(CLOCK[turned(middle, 1 if clockwise else -1)], way):
        arcs = (ARCS[sector], ARCS[(sector + 1) % 6]) if clockwise else (ARCS[sector - 1], ARCS[sector])
    return Bearing(range_, ARCS[sector], arcs)


def apart(a: Vector, b: Vector) -> float:
    """The distance of two places in MU, as finely as ranges are measured."""
    return int(distance(a, b) * FINENESS + 0.5) / FINENESS


def range_between(a: Ship, b: Thing) -> float:
    """The range in MU from centre to centre, whatever the size of the models (FT-2.1.1, FT-4.1.2).

    It is measured so finely that it is exact, but not so that the rounding of the machine puts a ship out of range (FT-2.1.7).
    """
    return _bearing(a.position, a.facing, b.position).range


def arc_of(shooter: Ship, target: Thing, settled: Mapping[str, Arc]) -> Arc | None:
    """The one arc of the firing ship that holds the centre of the target (FT-4.1.1, FT-4.1.2).

    `settled` holds by target the arcs fixed for this activation: rolled for on an edge (FT-4.1.3) or chosen (FT-4.1.8). A
    target at the same point has none until it is chosen: None.
    """
    if target.id in settled:
        return settled[target.id]
    return _bearing(shooter.position, shooter.facing, target.position).arc


def choosable_arcs() -> tuple[Arc, ...]:
    """The arcs that may be chosen for a target at the same point: all but Aft (FT-4.1.8)."""
    return FIRE_ARCS


def possible_arcs(shooter: Ship, target: Thing) -> tuple[Arc, ...]:
    """Every arc in which the target may come to be: one, both at an edge (FT-4.1.3), or those to choose from (FT-4.1.8).

    The two arcs at an edge stand clockwise: the first lies counter-clockwise of the edge.
    """
    return _bearing(shooter.position, shooter.facing, target.position).possible


def bears(weapon: System, arc: Arc | None, *, aft: bool = False) -> bool:
    """Whether the weapon may fire at a ship in this arc: one of its own (FT-4.1.5), and never Aft (FT-4.1.6).

    An installation has no drive there and may fire Aft too (`aft`, FT-12.7.1).

    Without an arc - a target at the same point, none chosen yet - it must bear into all that may be chosen (FT-4.1.8).
    """
    if arc is None:
        return all(bears(weapon, choice) for choice in FIRE_ARCS)
    return (aft or arc != "A") and (not weapon.arcs or arc in weapon.arcs)
