"""Where a hex is drawn on the map, and what it is called there."""

from __future__ import annotations

from quarterdeck.engine.hexes import Hex, Hexagon, Shape


def drawn(shape: Shape, at: Hex) -> tuple[int, int]:
    """The axial coordinates at which a hex is drawn: a hexagon lies round 0, 0, but maps are drawn from there on."""
    if not isinstance(shape, Hexagon):
        return at.q, at.r
    return at.q + shape.radius, at.r + (shape.radius + 1) // 2


def named(shape: Shape, at: Hex) -> str:
    """What a hex is called: its column and its row, counted from 0, as they are numbered at the edges of the map.

    >>> named(Hexagon(2), Hex(0, 0))
    '2, 2'
    """
    q, r = drawn(shape, at)
    return f"{q}, {r + q // 2}"
