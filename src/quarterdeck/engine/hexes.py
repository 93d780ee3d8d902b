"""Geometry of hexes, from exact integers: directions, distances, the four arcs, straight lines, shapes of maps.

A hex has axial coordinates q, r; its third cube coordinate is s = -q - r. A direction is a number from 0 (up, where q grows to
the right and r downwards) clockwise to 5 and points through a face at the centre of a neighbour. Pictures may turn all of it.

Distances, arcs and lines are those of IWF-1.1 to IWF-1.5 and IWF-1.7 to IWF-1.9.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from quarterdeck.engine.pickled import Pickled

Direction: TypeAlias = int
"""0 to 5, clockwise from up."""

Arc: TypeAlias = Literal["fore", "starboard", "aft", "port"]

ARCS: tuple[Arc, ...] = ("fore", "starboard", "aft", "port")
"""The four arcs, clockwise from dead ahead."""


class Hex(NamedTuple):
    """A hex, or the displacement between two."""

    q: int
    r: int

    def plus(self, other: Hex, times: int = 1) -> Hex:
        """This hex, shifted by `times` the other."""
        return Hex(self.q + other.q * times, self.r + other.r * times)

    def minus(self, other: Hex) -> Hex:
        """The displacement from `other` to this hex."""
        return Hex(self.q - other.q, self.r - other.r)

    def length(self) -> int:
        """The steps of this displacement."""
        return max(abs(self.q), abs(self.r), abs(self.q + self.r))


ORIGIN = Hex(0, 0)
STEPS: tuple[Hex, ...] = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
"""The step in each direction."""


def turned(facing: Direction, faces: int) -> Direction:
    """The direction `faces` clockwise (to starboard) of `facing`; negative is to port.

    >>> turned(0, -1), turned(4, 3)
    (5, 1)
    """
    return (facing + faces) % 6


def neighbour(at: Hex, direction: Direction, steps: int = 1) -> Hex:
    """The hex `steps` away in a direction."""
    return at.plus(STEPS[direction], steps)


def neighbours(at: Hex) -> list[Hex]:
    """The six hexes round one, clockwise from up."""
    return [at.plus(step) for step in STEPS]


def distance(a: Hex, b: Hex) -> int:
    """The least number of steps from one hex to the other.

    >>> distance(Hex(1, -2), Hex(4, -7))
    5
    """
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


def adjacent(a: Hex, b: Hex) -> bool:
    """Whether two hexes share a face."""
    return distance(a, b) == 1


def ring(centre: Hex, radius: int) -> list[Hex]:
    """The hexes at a distance, clockwise from straight up; the centre itself at 0."""
    if radius == 0:
        return [centre]
    at, hexes = neighbour(centre, 0, radius), []
    for direction in (2, 3, 4, 5, 0, 1):
        for _step in range(radius):
            hexes.append(at)
            at = neighbour(at, direction)
    return hexes


def within(centre: Hex, radius: int) -> list[Hex]:
    """The hexes up to a distance, ring by ring."""
    return [each for steps in range(radius + 1) for each in ring(centre, steps)]


# Arcs


def arc_of(at: Hex, facing: Direction, target: Hex) -> Arc | None:
    """In which arc of a ship a hex lies; None for its own hex. The rays at 60 and 120 degrees belong to the sides.

    >>> arc_of(Hex(0, 0), 0, Hex(4, -5)), arc_of(Hex(0, 0), 0, Hex(5, -5))
    ('fore', 'starboard')
    """
    return _arc(target[0] - at[0], target[1] - at[1], facing)


@cache
def _arc(q: int, r: int, facing: Direction) -> Arc | None:
    s = -q - r
    if q == r == 0:
        return None
    for _face in range(facing):
        q, r, s = -s, -q, -r
    if r < 0 < s:
        return "fore"
    if s < 0 < r:
        return "aft"
    return "starboard" if q > 0 else "port"


# Straight lines


class Line(NamedTuple):
    """What a straight line from centre to centre runs through, its ends left out, nearest first.

    `crossed` are the hexes through whose inside it runs, `edges` the pairs of hexes between which it runs along their edge.
    """

    crossed: tuple[Hex, ...]
    edges: tuple[tuple[Hex, Hex], ...]


def line(start: Hex, end: Hex) -> Line:
    """The straight line between the centres of two hexes; a corner that is only touched is not crossed."""
    crossed, edges = _line(Hex(end[0] - start[0], end[1] - start[1]))
    return Line(tuple([start.plus(each) for each in crossed]), tuple([(start.plus(a), start.plus(b)) for a, b in edges]))


def blockers(start: Hex, end: Hex, blocking: Container[Hex]) -> list[Hex]:
    """The hexes between two that stop a line, of those that are `blocking`: one that is crossed, or both of an edge."""
    crossed, edges = _line(Hex(end[0] - start[0], end[1] - start[1]))
    found = [at for each in crossed if (at := start.plus(each)) in blocking]
    for one, other in edges:
        pair = start.plus(one), start.plus(other)
        if pair[0] in blocking and pair[1] in blocking:
            found += pair
    return found


@cache
def _line(span: Hex) -> Line:
    ends, whole = (ORIGIN, span), _skewed(span)
    crossed = [each for each in _along(span) if each not in ends and _crosses(whole, _skewed(each))]
    return Line(tuple(sorted(crossed, key=lambda each: (each.length(), each))), _edges(span))


def _along(span: Hex) -> dict[Hex, None]:
    """The hexes round the points that divide the way to `span` into half steps: all that it can cross are among them.

    Inside a hex q and r are less than 2/3 from those of its centre, and within a quarter step they change by 1/4 at most.
    """
    parts = 2 * span.length()
    points = [(span.q * part // parts, span.r * part // parts) for part in range(1, parts)]
    return dict.fromkeys(Hex(q + right, r + down) for q, r in points for right in (0, 1) for down in (0, 1))


def _skewed(at: Hex) -> tuple[int, int, int]:
    """The three coordinates across the faces: a hex is where each differs from its centre's by less than 1."""
    q, r = at
    s = -q - r
    return q - r, r - s, s - q


def _crosses(span: tuple[int, int, int], centre: tuple[int, int, int]) -> bool:
    """Whether some part of the way from 0 to `span` lies inside a hex; parts of the way are counted in whole shares."""
    shares = 1
    for reach in span:
        shares *= abs(reach) or 1
    low, high = 0, shares
    for reach, middle in zip(span, centre, strict=True):
        if reach:
            ends = (middle - 1) * shares // reach, (middle + 1) * shares // reach
            low, high = max(low, min(ends)), min(high, max(ends))
        elif middle:
            return False
    return low < high


def _edges(span: Hex) -> tuple[tuple[Hex, Hex], ...]:
    """The edges along a line towards a corner: those two coordinates of which are equal."""
    for left in range(6):
        one, other = STEPS[left], STEPS[turned(left, 1)]
        corner, half = one.plus(other), span.length() // 2
        if half and span == Hex(corner.q * half, corner.r * half):
            starts = [Hex(corner.q * each, corner.r * each) for each in range(half)]
            return tuple([(min(pair), max(pair)) for at in starts for pair in [(at.plus(one), at.plus(other))]])
    return ()


def beside(start: Hex, end: Hex, at: Hex) -> int:
    """How far a hex lies off the line through two others: 0 on it, positive to its right; to be compared for one line only."""
    ahead, side = end.minus(start), at.minus(start)
    return ahead.q * side.r - ahead.r * side.q


def off_course(offset: Hex, direction: Direction) -> Fraction:
    """A number that grows with the angle between a displacement, which is not 0, and a direction.

    >>> off_course(Hex(0, -2), 0) < off_course(Hex(1, -2), 0) < off_course(Hex(0, 1), 0)
    True
    """
    q, r = STEPS[direction]
    along = 2 * (offset.q * q + offset.r * r) + offset.q * r + offset.r * q
    return Fraction(-along * abs(along), offset.q * offset.q + offset.q * offset.r + offset.r * offset.r)


# Maps


@dataclass(frozen=True, slots=True)
class Rectangle(Pickled):
    """A map of upright columns, every other of them half a hex lower."""

    columns: int
    rows: int

    def holds(self, at: Hex) -> bool:
        """Whether a hex is on the map."""
        return 0 <= at[0] < self.columns and 0 <= at[1] + at[0] // 2 < self.rows

    def hexes(self) -> Iterator[Hex]:
        """All its hexes, column by column."""
        return (Hex(q, row - q // 2) for q in range(self.columns) for row in range(self.rows))


@dataclass(frozen=True, slots=True)
class Hexagon(Pickled):
    """A map of six equal sides round 0, 0."""

    radius: int

    def holds(self, at: Hex) -> bool:
        """Whether a hex is on the map."""
        return distance(ORIGIN, at) <= self.radius

    def hexes(self) -> Iterator[Hex]:
        """All its hexes, ring by ring."""
        return iter(within(ORIGIN, self.radius))


Shape: TypeAlias = Rectangle | Hexagon
