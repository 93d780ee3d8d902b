"""Odds of a volley: against icepool, against every way the referee's dice can fall, and against a naive sampler."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator

import icepool
import numpy as np
import pytest
from case_files import cases
from fakes import make_system
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.engine.dice import ScriptedDice, ScriptRanOut
from quarterdeck.systems.full_thrust.fire import Sight, roll_fire
from quarterdeck.systems.full_thrust.odds import Target, Volley, loss_chance, volley
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.weapons import mean_damage

WORDS = ("beam-1", "beam-2", "beam-3", "beam-4", "pds", "pulse_torpedo", "needle_beam", "submunition")
RANGES = st.floats(0.0, 50.0) | st.sampled_from([6.0, 12.0, 18.0, 24.0, 30.0, 36.0, 48.0])
WEAPONS = st.lists(st.sampled_from(WORDS), max_size=5)
TARGETS = st.builds(
    Target,
    screens=st.integers(0, 2),
    armour=st.integers(0, 4),
    rows=st.lists(st.integers(1, 3), min_size=1, max_size=4).map(tuple),
)


def fired(words: list[str] | tuple[str, ...], range_: float, target: Target) -> Volley:
    return volley([make_system(word) for word in words], range_, target)


def as_dict(odds: Volley) -> dict[tuple[int, int], float]:
    return {(int(armour), int(hull)): float(chance) for (armour, hull), chance in np.ndenumerate(odds.losses.chances)}


# Against icepool


FIRST = {0: (0, 0, 0, 1, 1, 2), 1: (0, 0, 0, 0, 1, 2), 2: (0, 0, 0, 0, 1, 1)}
"""Hits of the six faces of a first beam die by Screen level."""
FIRST_PDS = {0: (0, 0, 0, 0, 0, 1), 1: (0,) * 6, 2: (0,) * 6}


def icepool_die(first: tuple[int, ...], chain: icepool.Die) -> icepool.Die:
    """Shares (armour, hull) of a die: its hits, and for a natural six the chain."""
    return icepool.Die([(hits, 0) for hits in first[:5]] + [icepool.tupleize(first[5], chain)])


def icepool_chain(last: int, others: tuple[int, ...], hull: int) -> icepool.Die:
    """A chain of rerolls whose six adds `last` points and is rolled again, to a finite depth without loss.

    After `hull` sixes in a row the chain has added at least `hull` points; whatever would follow changes nothing, because a
    hull loses no more boxes than it has. So the chain may end there with no further point.
    """
    return icepool.Die([*others, icepool.Again + last], again_depth=hull, again_end=0).clip(0, hull)


def icepool_shots(word: str, range_: float, target: Target) -> list[icepool.Die]:
    """The shots of a weapon, its dice by range written out anew."""
    hull = sum(target.rows)

    def band(depth: int) -> int:
        return max(1, math.ceil(range_ / depth))

    beams = icepool_chain(2, (0, 0, 0, 1, 1), hull)
    if word.startswith("beam"):
        dice = max(0, int(word[-1]) - band(12) + 1)
        return [icepool_die(FIRST[target.screens], beams)] * dice
    if word == "submunition":
        return [icepool_die(FIRST[0], beams)] * max(0, 4 - band(6))
    if word == "pds" and range_ <= 6:
        return [icepool_die(FIRST_PDS[target.screens], icepool_chain(1, (0,) * 5, hull))]
    if word == "pulse_torpedo" and range_ <= 30:
        hit = icepool.d6.map(lambda points: ((points + 1) // 2, points // 2))
        return [icepool.d6.map(lambda face: hit if face >= band(6) + 1 else (0, 0))]
    if word == "needle_beam" and range_ <= 12:
        return [icepool.d6.map(lambda face: (0, 1) if face >= 5 else (0, 0))]
    return []


def icepool_losses(words: list[str], range_: float, target: Target) -> dict[tuple[int, int], float]:
    """All shares summed, none beyond the boxes that are left, and only then read against armour and hull."""
    armour, hull = target.armour, sum(target.rows)

    def add(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
        return min(one[0] + other[0], armour + hull), min(one[1] + other[1], hull)

    def lost(for_armour: int, for_hull: int) -> tuple[int, int]:
        return min(for_armour, armour), min(hull, for_hull + max(0, for_armour - armour))

    shots = [shot for word in words for shot in icepool_shots(word, range_, target)]
    summed = icepool.reduce(add, shots, initial=icepool.Die([(0, 0)])).map(lost, star=True)
    cells = itertools.product(range(armour + 1), range(hull + 1))
    return {cell: float(summed.probability(cell)) for cell in cells}


@pytest.mark.rule("FT-4.5.6")
@settings(max_examples=40, deadline=None)
@given(WEAPONS, RANGES, TARGETS)
def test_any_volley_against_icepool(words, range_, target):
    assert as_dict(fired(words, range_, target)) == pytest.approx(icepool_losses(words, range_, target), abs=1e-12)


@pytest.mark.rule("FT-4.5.6")
@pytest.mark.parametrize("screens", [0, 1, 2])
def test_a_mixed_volley_at_a_cruiser_against_icepool(screens):
    words = ["beam-3", "beam-2", "pulse_torpedo", "pulse_torpedo", "needle_beam", "pds", "submunition"]
    target = Target(screens, 4, (4, 4, 3, 3))
    assert as_dict(fired(words, 5.0, target)) == pytest.approx(icepool_losses(words, 5.0, target), abs=1e-12)


# Against the referee's own rolling


def every_fall(weapon: System, sight: Sight, sixes: int) -> Iterator[tuple[float, int, int]]:
    """Every way the dice of a weapon can fall: its chance, shares for armour and hull.

    Once `sixes` sixes have fallen all further dice show a one. That loses nothing where so many sixes have destroyed the
    target already and all first dice have fallen, which they do before any reroll (FT-2.7.37).
    """
    scripts: list[tuple[float, list[int]]] = [(1.0, [])]
    while scripts:
        chance, script = scripts.pop()
        try:
            effect = roll_fire(ScriptedDice(script), weapon, sight, "a")
        except ScriptRanOut:
            faces = (1,) if script.count(6) >= sixes else range(1, 7)
            scripts += [(chance / len(faces), [*script, face]) for face in faces]
        else:
            yield (chance, *effect.shares())


@pytest.mark.rule("FT-4.5.6")
@pytest.mark.parametrize("armour", [0, 1, 3])
@pytest.mark.parametrize("screens", [0, 1, 2])
@pytest.mark.parametrize(
    ("word", "range_"),
    [
        ("beam-1", 12.0),
        ("beam-2", 12.0),
        ("beam-3", 36.0),
        ("pds", 6.0),
        ("submunition", 12.0),
        ("pulse_torpedo", 5.0),
        ("pulse_torpedo", 30.0),
        ("needle_beam", 12.0),
    ],
)
def test_the_referee_rolls_by_the_same_odds(word, range_, screens, armour):
    hull, weapon = 3, make_system(word)
    lost = dict.fromkeys(itertools.product(range(armour + 1), range(hull + 1)), 0.0)
    for chance, for_armour, for_hull in every_fall(weapon, Sight(range_, "F", screens), sixes=2 + hull):
        lost[min(for_armour, armour), min(for_hull + max(0, for_armour - armour), hull)] += chance
    assert as_dict(volley([weapon], range_, Target(screens, armour, (hull,)))) == pytest.approx(lost, abs=1e-12)


# Against a naive sampler


SAMPLES = 40_000
SURE = 1e-9
TOLERANCE = math.sqrt(math.log(2 / SURE) / (2 * SAMPLES))
"""How far a frequency may be from its chance.

By the inequality of Dvoretzky, Kiefer and Wolfowitz a sampled cumulative distribution as a whole, and by Hoeffding's any one
frequency, is farther off with a chance of at most one in a thousand million. The seed is fixed, so a test that passes once
always does.
"""


class Sampler:
    """One ship under fire, rolled for as at the table: every weapon's damage marked at once, chain by chain."""

    def __init__(self, seed: int, target: Target) -> None:
        self.rng, self.target = random.Random(seed), target

    def die(self) -> int:
        return self.rng.randint(1, 6)

    def attack(self, words: list[str], range_: int) -> tuple[int, int]:
        self.armour, self.hull = self.target.armour, sum(self.target.rows) - self.target.damage
        for word in words:
            getattr(self, word.partition("-")[0])(word, range_)
        return self.armour, self.hull

    def normal(self, points: int) -> None:
        for _ in range(points):
            if self.armour:
                self.armour -= 1
            else:
                self.penetrating(1)

    def penetrating(self, points: int) -> None:
        self.hull = max(0, self.hull - points)

    def beam(self, word: str, range_: int) -> None:
        dice = int(word[-1])
        while range_ > 12:
            dice, range_ = dice - 1, range_ - 12
        self.beam_dice(dice, self.target.screens)

    def submunition(self, word: str, range_: int) -> None:
        self.beam_dice(3 if range_ <= 6 else 2 if range_ <= 12 else 1 if range_ <= 18 else 0, 0)

    def beam_dice(self, dice: int, screens: int) -> None:
        for _ in range(dice):
            face = self.die()
            if face == 5 or (face == 4 and screens == 0) or (face == 6 and screens == 2):
                self.normal(1)
            elif face == 6:
                self.normal(2)
            while face == 6:
                face = self.die()
                self.penetrating(2 if face == 6 else 1 if face >= 4 else 0)

    def pds(self, word: str, range_: int) -> None:
        face = self.die() if range_ <= 6 else 1
        if face == 6 and not self.target.screens:
            self.normal(1)
        while face == 6:
            face = self.die()
            self.penetrating(1 if face == 6 else 0)

    def pulse_torpedo(self, word: str, range_: int) -> None:
        for limit, hits_on in ((6, 2), (12, 3), (18, 4), (24, 5), (30, 6)):
            if range_ <= limit:
                if self.die() >= hits_on:
                    points = self.die()
                    self.normal((points + 1) // 2)
                    self.penetrating(points // 2)
                return

    def needle_beam(self, word: str, range_: int) -> None:
        if range_ <= 12 and self.die() >= 5:
            self.penetrating(1)

    def system_lost(self) -> bool:
        """Whether a system with one die of its own is lost to the check after the attack."""
        total = sum(self.target.rows)
        ends = [end for end in itertools.accumulate(self.target.rows) if self.target.damage < end <= total - self.hull]
        if not ends or not self.hull:
            return False
        row = sum(1 for end in itertools.accumulate(self.target.rows) if end <= total - self.hull)
        return self.die() - (len(ends) - 1) <= row


@pytest.mark.parametrize(
    ("words", "range_", "target"),
    [
        (["beam-3", "beam-3", "beam-3", "beam-3"], 10, Target(1, 4, (7, 7, 6, 6))),
        (["beam-4", "beam-2", "pulse_torpedo", "pds", "pds", "needle_beam", "submunition"], 6, Target(2, 3, (3, 3, 3, 2))),
        (["beam-3", "beam-2", "pulse_torpedo", "submunition"], 16, Target(0, 0, (3, 3, 2, 2), damage=2)),
        (["beam-4", "pulse_torpedo", "pulse_torpedo", "beam-1"], 30, Target(0, 2, (1, 1, 1, 1))),
    ],
    ids=["twelve dice", "every weapon", "a damaged ship", "long range"],
)
def test_against_a_naive_sampler(words, range_, target):
    sampler = Sampler(20_240, target)
    hull = sum(target.rows) - target.damage
    joint: Counter[tuple[int, int]] = Counter()
    checks = 0
    for _ in range(SAMPLES):
        armour_left, hull_left = sampler.attack(words, range_)
        joint[target.armour - armour_left, hull - hull_left] += 1
        checks += sampler.system_lost()
    odds = fired(words, float(range_), target)
    cells = list(itertools.product(range(target.armour + 1), range(hull + 1)))
    assert [joint[cell] / SAMPLES for cell in cells] == pytest.approx([as_dict(odds)[cell] for cell in cells], abs=TOLERANCE)
    sampled = np.cumsum([sum(joint[armour, lost] for armour in range(target.armour + 1)) for lost in range(hull + 1)]) / SAMPLES
    assert sampled == pytest.approx(np.cumsum(odds.losses.hull().chances), abs=TOLERANCE)
    assert checks / SAMPLES == pytest.approx(odds.system_lost(), abs=TOLERANCE)


# By hand


@pytest.mark.rule("FT-4.7.4")
def test_a_torpedo_by_hand():
    odds = as_dict(fired(["pulse_torpedo"], 6.0, Target(0, 4, (4, 4))))
    hit = {(1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3)}
    expected = {cell: 5 / 36 if cell in hit else 1 / 6 if cell == (0, 0) else 0.0 for cell in odds}
    assert odds == pytest.approx(expected, abs=1e-15)


@pytest.mark.rule("FT-4.8.3")
def test_needles_by_hand():
    odds = fired(["needle_beam", "needle_beam"], 12.0, Target(2, 5, (1, 1)))
    assert odds.losses.armour().chances.tolist() == pytest.approx([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    assert odds.losses.hull().chances.tolist() == pytest.approx([4 / 9, 4 / 9, 1 / 9])
    assert (odds.destroyed(), odds.knocked_out()) == pytest.approx((1 / 9, 11 / 36))


@pytest.mark.rule("FT-4.3.6")
def test_rerolls_pass_armour_by_hand():
    odds = as_dict(fired(["beam-1"], 5.0, Target(0, 10, (2,))))
    assert {cell: chance for cell, chance in odds.items() if chance} == pytest.approx(
        {(0, 0): 3 / 6, (1, 0): 2 / 6, (2, 0): 1 / 12, (2, 1): 1 / 18, (2, 2): 1 / 36}, abs=1e-15
    )


@pytest.mark.rule("FT-4.2.6")
def test_a_pds_stopped_by_screens_still_rerolls():
    odds = fired(["pds"], 6.0, Target(1, 2, (1,)))
    assert (odds.losses.armour().at_least(1), odds.destroyed()) == pytest.approx((0.0, 1 / 36), abs=1e-15)


# What must hold for all


@settings(deadline=None)
@given(WEAPONS, RANGES, TARGETS, st.randoms())
def test_chances_add_up_and_the_order_of_weapons_does_not_matter(words, range_, target, rng):
    chances = fired(words, range_, target).losses.chances
    assert chances.shape == (target.armour + 1, target.hull + 1)
    assert chances.min() >= 0.0
    assert chances.sum() == pytest.approx(1.0, abs=1e-12)
    shuffled = rng.sample(words, len(words))
    assert fired(shuffled, range_, target).losses.chances == pytest.approx(chances, abs=1e-12)


@settings(deadline=None)
@given(WEAPONS, st.sampled_from(WORDS), RANGES, TARGETS)
def test_more_fire_does_not_do_less_and_screens_do_not_help_the_shooter(words, more, range_, target):
    odds, stronger = fired(words, range_, target), fired([*words, more], range_, target)
    for k in range(target.hull + 1):
        assert stronger.losses.hull().at_least(k) >= odds.losses.hull().at_least(k) - 1e-12
    unscreened = fired(words, range_, Target(0, target.armour, target.rows))
    assert unscreened.mean() >= odds.mean() - 1e-12


@settings(deadline=None)
@given(st.sampled_from(WORDS), RANGES, st.integers(0, 2), st.integers(0, 5))
def test_mean_damage_is_the_mean_where_boxes_do_not_run_out(word, range_, screens, armour):
    weapon = make_system(word)
    odds = volley([weapon], range_, Target(screens, armour, (60, 60)))
    assert odds.mean() == pytest.approx(mean_damage(weapon, range_, screens), abs=1e-12)


@settings(deadline=None)
@given(WEAPONS, RANGES, TARGETS, st.data())
def test_row_ends_checks_and_destruction_agree(words, range_, target, data):
    damage = data.draw(st.integers(0, sum(target.rows) - 1))
    damaged = Target(target.screens, target.armour, target.rows, damage)
    odds = fired(words, range_, damaged)
    ends, checks = odds.row_ends(), odds.checks()
    assert list(ends.values()) == sorted(ends.values(), reverse=True)
    first = [*ends.values(), odds.destroyed()][0]
    assert sum(checks.values()) + odds.destroyed() == pytest.approx(first, abs=1e-12)
    for row, chance in ends.items():
        later = sum(each for (last, extra), each in checks.items() if last - extra <= row <= last)
        assert later + odds.destroyed() == pytest.approx(chance, abs=1e-12)


def test_weapons_out_of_range_do_nothing():
    odds = fired(["beam-1", "pds", "pulse_torpedo", "needle_beam", "submunition"], 30.5, Target(0, 2, (3, 3)))
    assert (odds.mean(), odds.losses.chances[0, 0], odds.needles, odds.knocked_out()) == (0.0, 1.0, 0, 0.0)


# Threshold checks


@pytest.mark.parametrize(("rule", "case"), cases("FT-4.6.3", "FT-4.6.5"))
def test_chance_to_lose_a_system(rule, case):
    check = case["given"].get("threshold") or case["expect"]["threshold"]
    faces = loss_chance(check["row"], check["extra"]) * 6
    lost = [system for system, face in zip(case["given"]["systems"], case["given"]["rolls"], strict=True) if face <= faces + 1e-9]
    assert lost == case["expect"]["newly_lost"]


@pytest.mark.rule("FT-4.6.5")
def test_chance_of_each_check_by_hand():
    odds = fired(["pulse_torpedo"], 6.0, Target(0, 0, (2, 2, 1, 2)))
    assert odds.row_ends() == pytest.approx({1: 25 / 36, 2: 15 / 36, 3: 10 / 36})
    assert odds.checks() == pytest.approx({(1, 0): 10 / 36, (2, 1): 5 / 36, (3, 2): 10 / 36})
    assert odds.system_lost() == pytest.approx(10 / 36 * 1 / 6 + 5 / 36 * 3 / 6 + 10 / 36 * 5 / 6)
    assert loss_chance(9, 8) == 1.0


@pytest.mark.rule("FT-4.6.4")
@pytest.mark.rule("FT-9.3.4")
def test_the_smallest_ships_have_rows_without_boxes():
    odds = fired(["needle_beam", "needle_beam"], 5.0, Target(0, 0, (1, 1, 0, 0)))
    assert (odds.row_ends(), odds.checks()) == (pytest.approx({1: 5 / 9}), pytest.approx({(1, 0): 4 / 9}))
    assert odds.destroyed() == pytest.approx(1 / 9)
