"""Geometry of an open plane: exact where rules decide by it."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from directions import from_degrees
from quarterdeck.engine.plane import (
    CLOCK,
    ORIGIN,
    Vector,
    crosses_circle,
    distance,
    on_ray,
    sector_of,
    to_degrees,
    turned,
)

coordinates = st.floats(-1000, 1000)
vectors = st.builds(Vector, coordinates, coordinates)
clocks = st.integers(1, 12)


def polar(degrees: float, length: float = 10.0) -> Vector:
    """A point in a direction, clockwise from up, by the library's own functions."""
    return Vector(length * math.sin(math.radians(degrees)), length * math.cos(math.radians(degrees)))


@given(vectors, vectors, st.floats(-3, 3))
def test_sums_and_products(a, b, times):
    assert a.plus(b, times) == (a.x + b.x * times, a.y + b.y * times)
    assert a.minus(b) == (a.x - b.x, a.y - b.y)
    assert a.dot(b) == b.dot(a)
    assert a.cross(b) == -b.cross(a)
    assert math.isclose(a.length(), math.hypot(*a), abs_tol=1e-9)
    assert distance(a, b) == distance(b, a) == a.minus(b).length()


def test_the_cross_product_is_positive_clockwise():
    up = CLOCK[12]
    assert [math.copysign(1, up.cross(CLOCK[point])) for point in range(1, 6)] == [1.0] * 5
    assert [math.copysign(1, up.cross(CLOCK[point])) for point in range(7, 12)] == [-1.0] * 5
    assert up.cross(CLOCK[6]) == up.cross(up) == 0.0


@pytest.mark.parametrize("point", range(13))
def test_the_points_of_the_clock(point):
    exact = polar(30.0 * point, 1.0)
    assert distance(CLOCK[point], exact) < 1e-15
    assert CLOCK[point].plus(CLOCK[turned(point or 12, 6)]) == ORIGIN
    assert to_degrees(CLOCK[point]) == pytest.approx(30.0 * (point % 12))


@pytest.mark.parametrize(
    ("facing", "points", "becomes"), [(12, 1, 1), (1, -1, 12), (1, -2, 11), (6, 12, 6), (3, -15, 12), (11, 2, 1)]
)
def test_turning(facing, points, becomes):
    assert turned(facing, points) == becomes


@given(clocks, st.integers(-30, 30))
def test_turning_back(facing, points):
    assert turned(turned(facing, points), -points) == facing
    assert 1 <= turned(facing, points) <= 12


@given(st.floats(-720, 720))
def test_degrees_there_and_back(degrees):
    assert (
        to_degrees(from_degrees(degrees)) == pytest.approx(degrees % 360.0, abs=1e-9)
        or abs(abs(to_degrees(from_degrees(degrees)) - degrees % 360.0) - 360.0) < 1e-9
    )


def test_the_degrees_of_the_clock():
    assert [to_degrees(CLOCK[point]) for point in range(12)] == pytest.approx([30.0 * point for point in range(12)])


@given(clocks, st.floats(0, 359.9), st.floats(0.5, 500))
def test_the_sector_of_a_target(facing, bearing, length):
    assume(abs((bearing - 30.0) % 60.0) > 0.01)
    assume(abs((bearing - 30.0) % 60.0 - 60.0) > 0.01)
    target = polar(bearing + 30.0 * facing, length)
    assert sector_of(facing, target) == int((bearing + 30.0) // 60.0) % 6
    assert not any(on_ray(CLOCK[turned(facing, points)], target) for points in (1, 3, 5, 7, 9, 11))


@pytest.mark.rule("FT-4.1.3")
@given(clocks, st.integers(0, 5), st.floats(0.5, 500))
def test_a_target_on_the_edge_of_two_sectors_is_found(facing, sector, length):
    ray = CLOCK[turned(facing, 2 * sector - 1)]
    assert on_ray(ray, Vector(ray.x * length, ray.y * length))
    inside = polar(30.0 * facing + 60.0 * sector - 30.0 + 0.0009, length)
    outside = polar(30.0 * facing + 60.0 * sector - 30.0 + 0.0011, length)
    assert (on_ray(ray, inside), on_ray(ray, outside)) == (True, False)


@pytest.mark.rule("FT-4.1.3")
@pytest.mark.parametrize("facing", range(1, 13))
def test_a_target_on_an_edge_counts_to_the_sector_clockwise_of_it_or_to_its_neighbour(facing):
    for sector in range(6):
        on_edge = CLOCK[turned(facing, 2 * sector - 1)]
        assert sector_of(facing, on_edge) in (sector, (sector - 1) % 6)


def test_on_a_ray():
    assert on_ray(CLOCK[12], Vector(0.0, 5.0))
    assert not on_ray(CLOCK[12], Vector(0.0, -5.0))
    assert not on_ray(CLOCK[12], ORIGIN)
    assert on_ray(CLOCK[3], polar(90.0009))
    assert not on_ray(CLOCK[3], polar(90.0011))


@pytest.mark.rule("FT-3.2.18")
@pytest.mark.parametrize(
    ("start", "end", "centre", "radius", "crosses"),
    [
        ((-5, 0), (5, 0), (0, 0), 1.0, True),
        ((-5, 1), (5, 1), (0, 0), 1.0, True),
        ((-5, 1.001), (5, 1.001), (0, 0), 1.0, False),
        ((-5, 0), (-2, 0), (0, 0), 1.0, False),
        ((-5, 0), (-1, 0), (0, 0), 1.0, True),
        ((2, 0), (5, 0), (0, 0), 1.0, False),
        ((0.5, 0), (0.6, 0), (0, 0), 1.0, True),
        ((3, 4), (3, 4), (0, 0), 5.0, True),
        ((3, 4), (3, 4), (0, 0), 4.999, False),
    ],
)
def test_a_line_and_a_circle(start, end, centre, radius, crosses):
    assert crosses_circle(Vector(*start), Vector(*end), Vector(*centre), radius) is crosses
    assert crosses_circle(Vector(*end), Vector(*start), Vector(*centre), radius) is crosses


@given(vectors, vectors, vectors, st.floats(0.1, 100))
def test_a_line_crosses_a_circle_when_one_of_its_points_lies_within(start, end, centre, radius):
    path = end.minus(start)
    points = [start.plus(path, n / 50) for n in range(51)]
    nearest = min(distance(point, centre) for point in points)
    if nearest < radius - 1e-6:
        assert crosses_circle(start, end, centre, radius)
    if crosses_circle(start, end, centre, radius):
        assert nearest <= radius + path.length() / 100 + 1e-6
