"""Geometry of an open plane, from exact arithmetic: vectors, the clock of twelve points, arcs, segments and circles.

x grows to the right, y upwards. A direction is a vector; degrees (clockwise from up) are made for showing only. Everything
that decides a rule uses + - * / and `math.sqrt`, which give the same result on every machine (FT-3.1.2).
"""

from __future__ import annotations

import math
from typing import NamedTuple

Clock = int
"""A point of the clock, 1 to 12: 12 is up (+y), 3 is right (+x)."""


class Vector(NamedTuple):
    """A point or a displacement, in the units of the map."""

    x: float
    y: float

    def plus(self, other: Vector, times: float = 1.0) -> Vector:
        """This vector plus `times` the other."""
        return Vector(self.x + other.x * times, self.y + other.y * times)

    def minus(self, other: Vector) -> Vector:
        """The displacement from `other` to this point."""
        return Vector(self.x - other.x, self.y - other.y)

    def dot(self, other: Vector) -> float:
        """The scalar product."""
        return self.x * other.x + self.y * other.y

    def cross(self, other: Vector) -> float:
        """Positive when `other` lies clockwise of this vector."""
        return self.y * other.x - self.x * other.y

    def length(self) -> float:
        """The length, in units of the map."""
        return math.sqrt(self.x * self.x + self.y * self.y)


ORIGIN = Vector(0.0, 0.0)
ROOT_3 = math.sqrt(3.0)
COS_30 = ROOT_3 / 2.0
CLOCK: tuple[Vector, ...] = (
    Vector(0.0, 1.0),
    Vector(0.5, COS_30),
    Vector(COS_30, 0.5),
    Vector(1.0, 0.0),
    Vector(COS_30, -0.5),
    Vector(0.5, -COS_30),
    Vector(0.0, -1.0),
    Vector(-0.5, -COS_30),
    Vector(-COS_30, -0.5),
    Vector(-1.0, 0.0),
    Vector(-COS_30, 0.5),
    Vector(-0.5, COS_30),
    Vector(0.0, 1.0),
)
"""The unit vector of each clock point; index 0 and 12 are the same point."""


def turned(facing: Clock, points: int) -> Clock:
    """The clock point `points` clockwise (to starboard) of `facing`; negative is to port.

    >>> turned(1, -2)
    11
    """
    return (facing + points - 1) % 12 + 1


def distance(a: Vector, b: Vector) -> float:
    """The distance of two points."""
    x, y = b.x - a.x, b.y - a.y
    return math.sqrt(x * x + y * y)


def to_degrees(direction: Vector) -> float:
    """The angle of a direction in degrees clockwise from up, 0 up to 360: for showing only."""
    return math.degrees(math.atan2(direction.x, direction.y)) % 360.0


TAN_EDGE = 1.7453292521
"""The tangent, times 100,000, of how near to the edge of two sectors counts as on it: 0.001 degrees (FT-4.1.3)."""


def on_ray(ray: Vector, target: Vector) -> bool:
    """Whether `target`, seen from the origin, lies on the ray within 0.001 degrees."""
    along = ray.dot(target)
    return along > 0.0 and abs(ray.cross(target)) * 100_000.0 <= along * TAN_EDGE


def sector_of(facing: Clock, target: Vector) -> int:
    """Which sixty-degree sector, 0 to 5 clockwise with 0 centred on `facing`, holds the displacement `target`.

    A target on an edge belongs to one of the two sectors there; ask `on_ray` where that matters.
    """
    nose = CLOCK[facing]
    ahead = nose.x * target.x + nose.y * target.y
    across = (nose.y * target.x - nose.x * target.y) * ROOT_3
    if across >= 0.0:
        if across < ahead:
            return 0
        return 1 if ahead > 0.0 else 2 if across > -ahead else 3
    if -across <= ahead:
        return 0
    return 5 if ahead >= 0.0 else 4 if across <= ahead else 3


def rotated(way: Vector, angle: float) -> Vector:
    """A vector turned clockwise by an angle in radians, from a series that comes out the same on every machine.

    >>> round(rotated(Vector(0.0, 2.0), 0.5).x, 3)
    0.959
    """
    cos, sin, term = 1.0, 0.0, 1.0
    for power in range(1, 40):
        term *= angle / power
        sign = 1.0 if power % 4 < 2 else -1.0
        if power % 2:
            sin += sign * term
        else:
            cos += sign * term
    return Vector(way.x * cos + way.y * sin, way.y * cos - way.x * sin)


def crosses_circle(start: Vector, end: Vector, centre: Vector, radius: float) -> bool:
    """Whether the straight line from `start` to `end` touches or crosses the circle (FT-3.2.18)."""
    path, to_centre = end.minus(start), centre.minus(start)
    square = path.dot(path)
    along = 0.0 if square == 0.0 else min(1.0, max(0.0, path.dot(to_centre) / square))
    gap = to_centre.plus(path, -along)
    return gap.dot(gap) <= radius * radius
