"""Chapters 13.0 and 13.1: the orbit path of a planet, moving along it, getting into it and out of it.

A planet of radius R has its orbit at 2R from its centre, and a ship moves there at R, in whole MU a turn (FT-13.0.1, FT-13.0.2).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from quarterdeck.engine.plane import CLOCK, Clock, Vector, crosses_circle, distance, rotated
from quarterdeck.systems.full_thrust.order_lines import Action
from quarterdeck.systems.full_thrust.state import Body, FleetState, Orbit, Ship

TOUCH = 1e-6
"""The length, in MU, below which a distance comes from the rounding of the machine only."""

LEGS = 6
"""In how many straight legs an arc is shown, and what it meets is looked for."""

What: TypeAlias = Literal["stays", "enters", "leaves", "descends", "falls"]


class Flight(NamedTuple):
    """What a planet makes of a move: in orbit it `stays` or `enters`, `leaves` it, `descends` from it on purpose, or `falls`.

    For the first two it ends elsewhere than by its drive: place, course, facing, and the `arc` that leads there from the place
    of `contact`; `orbit` is the one it is in then. `excess` is by how much it falls in too fast, in MU (FT-13.3.4).
    """

    what: What
    planet: str
    position: Vector
    course: Vector
    velocity: int
    facing: Clock
    orbit: Orbit | None = None
    arc: tuple[Vector, ...] = ()
    excess: int = 0


def orbit_radius(planet: Body) -> float:
    """The radius of the orbit path in MU (FT-13.0.1)."""
    return 2.0 * planet.radius


def orbital_velocity(radius: float) -> int:
    """The velocity in orbit of a planet of this radius: its height above the surface, in whole MU, halves up (FT-13.0.2).

    >>> orbital_velocity(6.0), orbital_velocity(4.5)
    (6, 5)
    """
    return math.floor(radius + 0.5)


def fly(
    state: FleetState, ship: Ship, start: Vector, end: tuple[Vector, Vector, int, Clock], done: Sequence[Action]
) -> Flight | None:
    """What the planets make of a move from `start` to `end` (place, course, velocity, facing); None where nothing.

    A ship that is not in orbit and has not ordered one feels no planet, unless its way crosses the disc (FT-13.0.5).
    """
    place, _course, velocity, _facing = end
    if ship.orbit is not None:
        planet = state.bodies[ship.orbit.planet]
        if not any(action.kind == "burn" or action.kind.startswith("push") for action in done):
            turned = any(action.kind in ("turn", "rotate_to") for action in done)
            return _along(ship.orbit, planet, start, float(ship.velocity), end, turned)
        if velocity < orbital_velocity(planet.radius):
            return Flight("descends", planet.id, *end)
    ordered = [action.kind == "orbit_clockwise" for action in done if action.kind in ("orbit_clockwise", "orbit_anticlockwise")]
    if ordered and ship.orbit is None and (found := first_contact(state, start, place)):
        return _arrive(found[0], ordered[-1], start, found[1], end)
    for planet in planets(state):
        if crosses_circle(start, place, planet.position, planet.radius - TOUCH):
            return Flight("falls", planet.id, *end, excess=max(velocity - orbital_velocity(planet.radius), 0))
    return Flight("leaves", ship.orbit.planet, *end) if ship.orbit is not None else None


def planets(state: FleetState) -> list[Body]:
    """The planets on the table."""
    return [body for body in state.bodies.values() if body.kind == "planet"]


def first_contact(state: FleetState, start: Vector, end: Vector) -> tuple[Body, Vector] | None:
    """The orbit path that a straight way comes to first, and where; to reach it exactly is enough (FT-13.1.2)."""
    found: list[tuple[float, Body, Vector]] = []
    length = distance(start, end)
    for planet in planets(state):
        away, reach = start.minus(planet.position), orbit_radius(planet)
        if abs(away.length() - reach) <= TOUCH:
            found.append((0.0, planet, start))
        elif length > 0.0:
            way = Vector((end.x - start.x) / length, (end.y - start.y) / length)
            near, gap = -way.dot(away), abs(way.cross(away))
            if gap <= reach + TOUCH:
                half = math.sqrt(max(reach * reach - gap * gap, 0.0))
                along = near - half if away.length() > reach else near + half
                if -TOUCH <= along <= length + TOUCH:
                    found.append((along, planet, start.plus(way, min(max(along, 0.0), length))))
    return min(found, key=lambda each: each[0])[1:] if found else None


def _arrive(planet: Body, clockwise: bool, start: Vector, contact: Vector, end: tuple[Vector, Vector, int, Clock]) -> Flight:
    """A ship that has ordered an orbit reaches it: at exactly its velocity it goes into it, else it falls (FT-13.1.2)."""
    place, _course, velocity, facing = end
    fitting = orbital_velocity(planet.radius)
    if velocity != fitting:
        return Flight("falls", planet.id, *end, excess=max(velocity - fitting, 0))
    left = max(distance(start, place) - distance(start, contact), 0.0)
    flight = _along(
        Orbit(planet.id, clockwise, CLOCK[12]), planet, contact, left, (place, _course, velocity, facing), turned=True
    )
    return flight._replace(what="enters", arc=(start, *flight.arc))


def _along(orbit: Orbit, planet: Body, start: Vector, way: float, end: tuple[Vector, Vector, int, Clock], turned: bool) -> Flight:
    """An arc of the orbit path, `way` MU long (FT-13.0.3).

    The course is the tangent where it ends. Unless the ship has turned, its facing keeps its angle to the course (FT-13.0.4).
    """
    away, reach = start.minus(planet.position), orbit_radius(planet)
    angle = way / reach if orbit.clockwise else -way / reach
    arc = [planet.position.plus(rotated(away, angle * leg / LEGS)) for leg in range(LEGS + 1)] if way > 0.0 else [start]
    place = arc[-1]
    course = tangent(planet, place, orbit.clockwise)
    facing = end[3] if turned else nearest_point(_seen_out(orbit.nose, course))
    nose = nose_of(course, facing) if turned else orbit.nose
    kept = Orbit(planet.id, orbit.clockwise, nose)
    return Flight("stays", planet.id, place, course, end[2], facing, kept, tuple(arc))


def tangent(planet: Body, place: Vector, clockwise: bool) -> Vector:
    """The direction of flight in orbit at a place, as a unit vector."""
    away = place.minus(planet.position)
    length = away.length()
    x, y = away.x / length, away.y / length
    return Vector(y, -x) if clockwise else Vector(-y, x)


def nose_of(course: Vector, facing: Clock) -> Vector:
    """The bow of a ship seen from its course."""
    bow = CLOCK[facing]
    return Vector(course.cross(bow), course.dot(bow))


def _seen_out(nose: Vector, course: Vector) -> Vector:
    """A bow as it is seen on the table, from how it is seen from the course."""
    return Vector(nose.y * course.x + nose.x * course.y, nose.y * course.y - nose.x * course.x)


def nearest_point(way: Vector) -> Clock:
    """The clock point that is nearest to a direction (FT-3.2.2)."""
    return max(range(1, 13), key=lambda point: CLOCK[point].dot(way))
