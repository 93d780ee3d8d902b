"""Directions for tests."""

from __future__ import annotations

import math

from quarterdeck.engine.plane import CLOCK, Vector


def from_degrees(degrees: float) -> Vector:
    """The unit vector of an angle in degrees clockwise from up."""
    points, rest = divmod(degrees, 30.0)
    if rest == 0.0:
        return CLOCK[int(points) % 12]
    return Vector(math.sin(math.radians(degrees)), math.cos(math.radians(degrees)))
