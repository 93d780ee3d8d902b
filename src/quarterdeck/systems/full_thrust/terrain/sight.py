"""Chapters 12.1 and 13: what stands in the way of a line of sight."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.plane import Vector, crosses_circle, distance
from quarterdeck.systems.full_thrust.manoeuvres import HAIR
from quarterdeck.systems.full_thrust.state import Body, FleetState

SOLID: tuple[str, ...] = ("asteroid", "planet", "station")
"""The kinds of body that stop a line; clouds and swarms stop none (FT-12.1.3, FT-12.3.5, FT-12.7.7, FT-13.0.6)."""


def clear_line(state: FleetState, one: Vector, other: Vector) -> bool:
    """Whether nothing solid lies between two places (FT-12.1.3, FT-13.0.6); ships never do (FT-12.1.1).

    It holds for fire and for ordnance that is placed (FT-12.1.4) and for active and passive scans (FT-12.1.5).
    """
    return not state.bodies or next(in_between(state, one, other), None) is None


def in_between(state: FleetState, one: Vector, other: Vector) -> Iterator[Body]:
    """What blocks the line between two places: bodies that it crosses by more than the rim (FT-12.1.3).

    A body in whose centre the line begins or ends is itself looked from or at; so is an installation at one of its docks
    (FT-12.7.7), and a line from or to one of its sections passes the others.
    """
    for body in state.bodies.values():
        if body.kind in SOLID and crosses_circle(one, other, body.position, body.radius - HAIR):
            near = min(distance(one, body.position), distance(other, body.position))
            if near > (body.radius if body.kind == "station" else HAIR) and not _within_one(state, body, one, other):
                yield body


def _within_one(state: FleetState, body: Body, one: Vector, other: Vector) -> bool:
    """Whether a body is a section of the same installation as one that lies where the line begins or ends (FT-12.8.1)."""
    ship = state.ships.get(body.id.removesuffix("-bulk")) if body.kind == "station" else None
    if ship is None or not ship.base:
        return False
    places = [section.position for section in state.ships.values() if section.base == ship.base]
    return any(min(distance(place, one), distance(place, other)) <= HAIR for place in places)
