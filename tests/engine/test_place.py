"""Place: poses on a grid within a region, apart from each other; and the regions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine.plane import ORIGIN, Vector
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.questions import Cells, Disc, Place, Pose, Rectangle, Region
from quarterdeck.engine.text import _, plain

BOATS = {key: _("boat {id}", id=key) for key in ("a1", "a2", "b1")}
REGIONS: list[Region] = [
    Rectangle(-3, -2, 4, 5),
    Rectangle(0.25, 0.25, 0.75, 9.0),
    Disc(Vector(1.0, 2.0), 3.0),
    Disc(Vector(0.05, -0.07), 0.61),
    Cells(((0, 0), (3, 1), (-2, 2))),
]
numbers = st.floats(-20, 20)


def said(problems: list[Problem]) -> list[str]:
    return [plain(problem.text) for problem in problems]


def place(**given: Any) -> Place:
    given = {"region": Rectangle(0, 0, 10, 10), "units": {}, **given}
    return Place(seat="a", rule="TY-1.1", prompt=_("Put"), **given)


def at(x: float, y: float, heading: int | None = None) -> dict[str, Any]:
    return {"at": [x, y], "heading": heading}


def test_a_mark_is_put_on_the_grid():
    assert place().read({"it": at(1.26, 3)}) == {"it": Pose(Vector(1.3, 3.0))}
    assert place(grid=0.5).read({"it": at(1.26, 3)}) == {"it": Pose(Vector(1.5, 3.0))}
    assert place(grid=1).read({"it": at(-0.4, 3)}) == {"it": Pose(Vector(0.0, 3.0))}
    assert str(place(grid=1).read({"it": at(-0.4, 3)})["it"].at.x) == "0.0"


def test_a_pose_is_an_answer_as_it_is():
    question = place(headings=12)
    assert question.read({"it": Pose(ORIGIN, 3)}) == question.read({"it": at(0, 0, 3)}) == {"it": Pose(ORIGIN, 3)}


def test_a_heading_that_is_not_asked_for_is_left_out():
    assert place().read({"it": at(1, 1, 3)}) == {"it": Pose(Vector(1.0, 1.0), None)}


@pytest.mark.parametrize(
    ("given", "answer", "says"),
    [
        ({}, {"it": {"at": [1]}}, "mark needs a place of two numbers."),
        ({}, {"it": {"at": [1, "2"]}}, "mark needs a place of two numbers."),
        ({}, {"it": {"at": [1, True]}}, "mark needs a place of two numbers."),
        ({}, {"it": {"at": [1, float("nan")]}}, "mark needs a place of two numbers."),
        ({}, {"it": {"at": [1, 1e6]}}, "mark needs a place of two numbers."),
        ({}, {"it": {"at": [1, 10**400]}}, "mark needs a place of two numbers."),
        ({}, {"it": [1, 2]}, "mark needs a place of two numbers."),
        ({}, {}, "mark needs a place of two numbers."),
        ({}, {"is": at(1, 1)}, "There is no unit “is” here."),
        ({"headings": 12}, {"it": at(1, 1)}, "mark needs a place of two numbers and a heading from 1 to 12."),
        ({"headings": 12}, {"it": at(1, 1, 13)}, "mark needs a place of two numbers and a heading from 1 to 12."),
        ({"headings": 6}, {"it": at(1, 1, 7)}, "mark needs a place of two numbers and a heading from 1 to 6."),
        ({"headings": 6}, {"it": {"at": [1, 1], "heading": 1.0}}, "mark needs a place of two numbers and a heading from 1 to 6."),
        ({"units": BOATS}, {"a1": at(1, 1), "a2": at(2, 2)}, "boat b1 needs a place of two numbers."),
    ],
)
def test_poses_that_are_refused(given, answer, says):
    assert said(place(**given).problems(None, answer)) == [says]


def test_the_edge_of_a_zone_is_within_it():
    for x, y in ((0, 0), (10, 10), (0, 10), (10.04, 9.96)):
        assert place().problems(None, {"it": at(x, y)}) == []


def test_outside_the_zone_the_nearest_place_is_named():
    (problem,) = place(headings=12).problems(None, {"it": at(12, -3, 5)})
    assert (plain(problem.text), problem.at, problem.nearest) == ("mark is outside the zone.", "it", at(10, 0, 5))


def test_units_stand_apart():
    question = place(units=BOATS, apart=2.0)
    assert question.problems(None, {"a1": at(1, 1), "a2": at(3, 1), "b1": at(5, 1)}) == []
    problems = question.problems(None, {"a1": at(1, 1), "a2": at(2.9, 1), "b1": at(9, 9)})
    assert said(problems) == ["boat a2 and boat a1 are less than 2 apart."]


@given(st.sampled_from(REGIONS), numbers, numbers, st.sampled_from([0.05, 0.1, 0.25]))
def test_the_nearest_place_is_a_legal_one(region, x, y, grid):
    question = place(region=region, grid=grid)
    for problem in question.problems(None, {"it": at(x, y)}):
        assert said(question.problems(None, {"it": problem.nearest})) == []


@given(st.sampled_from(REGIONS[:3]), numbers, numbers)
def test_the_nearest_place_is_no_further_away_than_others(region, x, y):
    question, rng, point = place(region=region, grid=0.5), Random(1), Vector(x, y)
    for problem in question.problems(None, {"it": at(x, y)}):
        nearest = Vector(*problem.nearest["at"]).minus(point).length()
        others = [question.sample(None, rng)["it"].at.minus(point).length() for _time in range(40)]
        assert nearest <= min(others) + 0.75


@given(st.sampled_from(REGIONS), numbers, numbers)
def test_the_point_of_a_region_that_is_nearest(region, x, y):
    point = Vector(x, y)
    if region.holds(point):
        assert region.nearest(point) == point or isinstance(region, Cells)
    nearest = region.nearest(point)
    gap = nearest.minus(point).length()
    for seed in range(20):
        assert gap <= region.sample(Random(seed)).minus(point).length() + 1e-9


@given(st.sampled_from(REGIONS), st.integers(0, 2**32))
def test_samples_of_a_region_lie_within(region, seed):
    assert region.holds(region.sample(Random(seed)))


@pytest.mark.parametrize(
    ("region", "corners"),
    [(REGIONS[0], [(-3, -2), (4, 5), (-3, 5), (4, -2)]), (Disc(ORIGIN, 2.0), [(2, 0), (-2, 0), (0, 2), (0, -2)])],
)
def test_samples_come_near_to_every_edge(region, corners):
    rng = Random(1)
    points = [region.sample(rng) for _time in range(4000)]
    assert all(min(Vector(*corner).minus(point).length() for point in points) < 0.5 for corner in corners)


def test_the_default_is_always_the_same_and_spread_out():
    question = place(units=BOATS, headings=12, apart=3.0)
    assert question.default(None) == place(units=BOATS, headings=12, apart=3.0).default(None)
    assert said(question.problems(None, question.default(None))) == []
    assert len({pose.at for pose in question.default(None).values()}) == 3


@pytest.mark.parametrize(
    ("region", "apart"),
    [
        (Rectangle(0, 0, 10, 0), 4.5),
        (Rectangle(0, 0, 4, 4), 3.5),
        (Disc(ORIGIN, 3.0), 4.0),
        (Cells(((0, 0), (5, 0), (9, 9))), 1.0),
        (Cells(tuple((x, 0) for x in range(5))), 2.0),
    ],
)
def test_a_narrow_zone_is_filled_however_the_first_ones_lie(region, apart):
    question = place(region=region, units=BOATS, apart=apart)
    for answer in [question.default(None), *[question.sample(None, Random(seed)) for seed in range(6)]]:
        assert said(question.problems(None, answer)) == []


def test_a_rule_systems_zone_may_say_more():
    class West(Place):
        __slots__ = ()

        def illegal(self, view: Any, value: dict[str, Pose]) -> list[Problem]:
            return Place.illegal(self, view, value) + [Problem("", _("Too far east."))] * any(p.at.x > 2 for p in value.values())

    question = West(seat="a", rule="", prompt=_("Put"), region=Rectangle(0, 0, 10, 10), units=BOATS)
    assert said(question.problems(None, {"a1": at(1, 1), "a2": at(3, 1), "b1": at(2, 2)})) == ["Too far east."]
    assert question.problems(None, question.default(None)) == question.problems(None, question.sample(None, Random(1))) == []


def test_the_rows_of_a_placement():
    dress = place(units=BOATS).dress(None, {"a1": at(1, 1), "a2": 7})
    assert [(row.key, row.line) for row in dress.rows] == [("a1", at(1, 1)), ("a2", 7), ("b1", None)]
    assert [row.key for row in place().dress(None).rows] == ["it"]
