"""Chapter 12.1, lines of sight."""

from __future__ import annotations

from quarterdeck.engine.plane import Vector, crosses_circle
from quarterdeck.systems.full_thrust.state import FleetState

SOLID: tuple[str, ...] = ("asteroid", "planet", "moon")
"""The kinds of bodies that nothing is seen through."""


def clear_line(state: FleetState, one: Vector, other: Vector) -> bool:
    """Whether no solid body lies between two places (FT-12.1.5)."""
    solid = [body for body in state.bodies.values() if body.kind in SOLID]
    return not any(crosses_circle(one, other, body.position, body.radius) for body in solid)
