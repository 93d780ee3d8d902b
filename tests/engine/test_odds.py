"""Distributions against icepool, which counts in whole numbers, and odds as they are shown."""

from __future__ import annotations

import json
from fractions import Fraction

import icepool
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine.odds import Bars, Distribution, Figure, Odds, exploding
from quarterdeck.engine.text import _

WEIGHTS = st.lists(st.integers(0, 9), min_size=1, max_size=8).filter(any)
EXPLODING_FACES = st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=8).filter(
    lambda faces: not all(again for _points, again in faces)
)


def distribution(weights: list[int]) -> Distribution:
    return Distribution(np.array(weights) / sum(weights))


def oracle(weights: list[int]) -> icepool.Die:
    return icepool.Die(dict(enumerate(weights)))


def assert_equal(ours: Distribution, theirs: icepool.Die) -> None:
    expected = [float(theirs.probability(k)) for k in range(theirs.max_outcome() + 1)]
    assert ours.chances[: len(expected)] == pytest.approx(expected, abs=1e-12)
    assert not ours.chances[len(expected) :].any()


def test_faces_of_a_die_are_equally_likely():
    assert Distribution.of_faces((0, 2, 2, 3)).chances.tolist() == [0.25, 0.0, 0.5, 0.25]


@given(WEIGHTS, st.integers(-2, 10))
def test_mean_and_chance_of_at_least(weights, k):
    assert distribution(weights).mean() == pytest.approx(float(oracle(weights).mean()), abs=1e-12)
    assert distribution(weights).at_least(k) == pytest.approx(float(oracle(weights).probability(">=", k)), abs=1e-12)
    assert 0.0 <= distribution(weights).at_least(k) <= 1.0


@given(WEIGHTS, WEIGHTS)
def test_the_sum_of_two(one, other):
    assert_equal(distribution(one).plus(distribution(other)), oracle(one) + oracle(other))


@given(WEIGHTS, st.integers(0, 5))
def test_the_sum_of_several(weights, count):
    assert_equal(distribution(weights).times(count), count @ oracle(weights))


def unfolded(faces: list[tuple[int, bool]], maximum: int) -> icepool.Die:
    """The same dice in icepool, rolled again to a finite depth.

    A face of no points that is rolled again only leaves the others as likely among themselves, and drops out. Each other
    face that is rolled again adds a point or more, so that `maximum` further rolls reach the cap whatever comes after.
    """
    listed = [(points, again) for points, again in faces if points or not again]
    return icepool.Die(
        [icepool.Again + points if again else points for points, again in listed], again_depth=maximum, again_end=0
    ).clip(max_outcome=maximum)


@given(EXPLODING_FACES, st.integers(0, 9))
def test_exploding_dice(faces, maximum):
    ours = exploding(faces, maximum)
    assert len(ours.chances) == maximum + 1
    assert_equal(ours, unfolded(faces, maximum))


@given(EXPLODING_FACES, st.integers(1, 9), st.integers(0, 9))
def test_a_lower_cap_only_gathers_what_is_above_it(faces, maximum, lower):
    lower = min(lower, maximum)
    chances = exploding(faces, maximum).chances.tolist()
    assert exploding(faces, lower).chances == pytest.approx([*chances[:lower], sum(chances[lower:])], abs=1e-12)


def test_the_mean_of_an_exploding_die_is_its_points_over_the_chance_to_end():
    faces = [(points, points == 6) for points in range(1, 7)]
    mean = Fraction(1 + 2 + 3 + 4 + 5 + 6, 6) / (1 - Fraction(1, 6))
    assert exploding(faces, 600).mean() == pytest.approx(float(mean), abs=1e-12)


def test_a_die_that_never_ends_is_refused():
    with pytest.raises(ValueError, match="never ends"):
        exploding([(1, True), (0, True)], 3)


def test_odds_as_json():
    odds = Odds(
        _("{n} dice", n=3),
        (Figure(_("Mean"), 1.5, "number"), Figure(_("Any"), 0.875, "percent")),
        (Bars(_("Points"), (0.125, 0.375, 0.5), 2, "FT-4.5.6"),),
    )
    assert json.loads(json.dumps(odds.plain())) == {
        "title": "3 dice",
        "rows": [{"label": "Mean", "value": 1.5, "kind": "number"}, {"label": "Any", "value": 0.875, "kind": "percent"}],
        "distributions": [{"title": "Points", "rule": "FT-4.5.6", "first": 2, "probabilities": [0.125, 0.375, 0.5]}],
    }
