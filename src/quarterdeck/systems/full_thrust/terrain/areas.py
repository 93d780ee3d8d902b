"""Chapters 12.1, 12.3 and 12.5: the discs and areas of bodies, who is inside one, and whose way meets one."""

from __future__ import annotations

from itertools import pairwise

from quarterdeck.engine.plane import Vector, crosses_circle
from quarterdeck.systems.full_thrust.manoeuvres import HAIR
from quarterdeck.systems.full_thrust.state import Body, FleetState

CLOUDY: tuple[str, ...] = ("cloud", "fringe")
"""Clouds, and the fringe of an atmosphere, which is like one (FT-12.3.4)."""


def hits(body: Body, start: Vector, end: Vector) -> bool:
    """Whether a way goes through a solid body: nearer to its centre than its radius, for the rim is no risk (FT-12.1.6)."""
    return crosses_circle(start, end, body.position, body.radius - HAIR)


def meets(body: Body, start: Vector, end: Vector) -> bool:
    """Whether a way touches an area, its edge included (FT-12.3.5, FT-12.5.2)."""
    if not body.corners:
        return crosses_circle(start, end, body.position, body.radius + HAIR)
    corners = [body.position.plus(corner) for corner in body.corners]
    if _within(corners, start) or _within(corners, end):
        return True
    return any(_cross(start, end, a, b) for a, b in pairwise([*corners, corners[0]]))


def swept(body: Body, place: Vector) -> tuple[Vector, Vector]:
    """The way of a resting place through a body that has drifted to where it is, as the body sees it (FT-12.2.3)."""
    return place.plus(body.drift), place


def in_cloud(state: FleetState, place: Vector) -> bool:
    """Whether a place is inside a cloud or on its edge (FT-12.3.5)."""
    return any(body.kind in CLOUDY and meets(body, place, place) for body in state.bodies.values())


def _within(corners: list[Vector], place: Vector) -> bool:
    """Whether a place is inside a polygon, however its corners go round, or on one of its sides."""
    inside = False
    for a, b in pairwise([*corners, corners[0]]):
        if crosses_circle(a, b, place, HAIR):
            return True
        if (a.y > place.y) != (b.y > place.y) and place.x < a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y):
            inside = not inside
    return inside


def _cross(a: Vector, b: Vector, c: Vector, d: Vector) -> bool:
    """Whether two lines cross, each having the ends of the other on either side of it."""
    way, side = b.minus(a), d.minus(c)
    across = way.cross(c.minus(a)) * way.cross(d.minus(a)), side.cross(a.minus(c)) * side.cross(b.minus(c))
    return across[0] <= 0.0 and across[1] <= 0.0 and way.dot(way) > 0.0
