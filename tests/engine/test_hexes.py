"""Geometry of hexes: against plain floating-point geometry and by its symmetries."""

from __future__ import annotations

import math
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine.hexes import (
    ORIGIN,
    STEPS,
    Hex,
    Hexagon,
    Rectangle,
    adjacent,
    arc_of,
    beside,
    blockers,
    distance,
    line,
    neighbour,
    neighbours,
    off_course,
    ring,
    turned,
    within,
)

HEXES = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))
FACINGS = st.integers(0, 5)


def centre(at):
    """The centre of a hex on a plane: flat tops, inner radius a half, y down."""
    return at.q * math.sqrt(3) / 2, at.r + at.q / 2


def bearing(at):
    """Degrees clockwise from up."""
    x, y = centre(at)
    return math.degrees(math.atan2(x, -y)) % 360


@given(FACINGS)
def test_directions_are_sixty_degrees_apart(direction):
    assert bearing(STEPS[direction]) == pytest.approx(60 * direction)
    assert math.hypot(*centre(STEPS[direction])) == pytest.approx(1)


@given(HEXES, HEXES)
def test_distance_is_that_of_the_shortest_walk(start, end):
    at, steps = start, 0
    while at != end:
        at, steps = min(neighbours(at), key=lambda each: distance(each, end)), steps + 1
    assert steps == distance(start, end) == distance(end, start)


@given(HEXES, st.integers(0, 9))
def test_rings(middle, radius):
    around = ring(middle, radius)
    assert len(dict.fromkeys(around)) == len(around) == (6 * radius or 1)
    assert all(distance(middle, each) == radius for each in around)
    assert all(adjacent(one, other) for one, other in pairwise(around))
    assert len(within(middle, radius)) == 1 + 3 * radius * (radius + 1)


@given(HEXES, FACINGS)
def test_arcs_are_those_of_the_angle(target, facing):
    if target == ORIGIN:
        assert arc_of(ORIGIN, facing, target) is None
        return
    angle = (bearing(target) - 60 * facing + 180) % 360 - 180
    if min(abs(abs(angle) - 60), abs(abs(angle) - 120)) < 1e-6:
        expected = "starboard" if angle > 0 else "port"
    else:
        expected = "fore" if abs(angle) < 60 else "aft" if abs(angle) > 120 else "starboard" if angle > 0 else "port"
    assert arc_of(ORIGIN, facing, target) == expected


def length_inside(start, end, at):
    """The length of the segment within a hex, with its six sides as half planes."""
    (x0, y0), (x1, y1), (cx, cy) = centre(start), centre(end), centre(at)
    low, high = 0.0, 1.0
    for side in range(6):
        nx, ny = math.sin(math.radians(60 * side)), -math.cos(math.radians(60 * side))
        ahead, room = nx * (x1 - x0) + ny * (y1 - y0), 0.5 - (nx * (x0 - cx) + ny * (y0 - cy))
        if abs(ahead) < 1e-9:
            low, high = (low, high) if room > 1e-9 else (1.0, 0.0)
        elif ahead > 0:
            high = min(high, room / ahead)
        else:
            low = max(low, room / ahead)
    return high - low


@given(HEXES, HEXES)
def test_a_line_crosses_what_it_runs_through(start, end):
    crossed, edges = line(start, end)
    between = [at for at in within(start, distance(start, end)) if at not in (start, end)]
    inside = [at for at in between if length_inside(start, end, at) > 1e-6]
    assert sorted(crossed) == sorted(inside)
    assert all(adjacent(one, other) and one not in crossed and other not in crossed for one, other in edges)


@given(HEXES, HEXES)
def test_a_line_is_the_same_in_both_directions(start, end):
    there, back = line(start, end), line(end, start)
    assert sorted(there.crossed) == sorted(back.crossed)
    assert sorted(there.edges) == sorted(back.edges)


@given(st.integers(1, 6), FACINGS)
def test_lines_towards_a_corner_run_along_edges(half, direction):
    corner = STEPS[direction].plus(STEPS[turned(direction, 1)])
    crossed, edges = line(ORIGIN, Hex(corner.q * half, corner.r * half))
    assert list(crossed) == [Hex(corner.q * n, corner.r * n) for n in range(1, half)]
    assert len(edges) == half


def test_an_edge_blocks_only_with_both_its_hexes():
    start, end, one, other = Hex(0, 0), Hex(1, 1), Hex(1, 0), Hex(0, 1)
    assert blockers(start, end, [one]) == blockers(start, end, [other]) == []
    assert sorted(blockers(start, end, [one, other])) == [other, one]


@given(HEXES.filter(lambda each: each != ORIGIN), HEXES.filter(lambda each: each != ORIGIN), FACINGS)
def test_off_course_orders_by_angle(one, other, direction):
    def angle(at):
        return abs((bearing(at) - 60 * direction + 180) % 360 - 180)

    if abs(angle(one) - angle(other)) > 1e-6:
        assert (off_course(one, direction) < off_course(other, direction)) == (angle(one) < angle(other))
    else:
        assert off_course(one, direction) == off_course(other, direction)


def test_beside_is_positive_to_the_right():
    assert beside(ORIGIN, STEPS[0], STEPS[1]) > 0 > beside(ORIGIN, STEPS[0], STEPS[5])
    assert beside(ORIGIN, STEPS[3], Hex(0, 7)) == 0


@pytest.mark.parametrize("shape", [Rectangle(7, 5), Rectangle(1, 1), Hexagon(3), Hexagon(0)])
def test_maps_hold_just_their_hexes(shape):
    hexes = list(shape.hexes())
    expected = [Hex(q, r) for q, r in product(range(-9, 10), repeat=2) if shape.holds(Hex(q, r))]
    assert sorted(hexes) == sorted(expected)
    assert len(hexes) == (
        shape.columns * shape.rows if isinstance(shape, Rectangle) else 1 + 3 * shape.radius * (shape.radius + 1)
    )


def test_a_rectangle_is_a_rectangle():
    assert [Rectangle(3, 2).holds(at) for at in (Hex(2, -1), Hex(2, 0), Hex(2, 1))] == [True, True, False]


@given(HEXES, FACINGS, st.integers(-5, 5))
def test_steps_add_up(at, direction, steps):
    assert distance(at, neighbour(at, direction, steps)) == abs(steps)
