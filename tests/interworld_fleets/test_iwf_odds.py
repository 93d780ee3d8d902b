"""Exact odds of attacks: against icepool, against every way the referee's dice can fall, and how fast they are."""

from __future__ import annotations

from itertools import product

import icepool
import pytest
from iwf_fakes import drive, make_ship, make_state

from quarterdeck.engine.odds import Distribution
from quarterdeck.systems.interworld_fleets.attacks import Shot, fire, pools_of
from quarterdeck.systems.interworld_fleets.boarding import fight
from quarterdeck.systems.interworld_fleets.fighters import strike
from quarterdeck.systems.interworld_fleets.gunnery import foe_of, raid
from quarterdeck.systems.interworld_fleets.odds import (
    Fate,
    Foe,
    blows,
    boarding,
    hits_in,
    salvo_hits,
    shot,
    strike_hits,
)
from quarterdeck.systems.interworld_fleets.sighting import dice_lost
from quarterdeck.systems.interworld_fleets.state import Activation, Deeds
from quarterdeck.systems.interworld_fleets.weapons import Pool, fewer
from scripted import referee


def die(needed: int, critical: bool) -> icepool.Die:
    """One attack die in icepool, from the rulebook's words alone."""
    return icepool.d6.map(lambda face: 0 if face < needed else 2 if face == 6 and critical else 1)


def assert_equal(ours: Distribution, theirs: icepool.Die) -> None:
    chances = {place: chance for place, chance in enumerate(ours.chances) if chance}
    assert chances == pytest.approx({outcome: float(theirs.probability(outcome)) for outcome in theirs.outcomes()})


@pytest.mark.rule("IWF-1.10", "IWF-1.13", "IWF-4.49")
def test_hits_of_a_salvo_with_different_needs():
    ours = hits_in((Pool(3, 4, True), Pool(2, 5, True), Pool(2, 6, False)))
    assert_equal(ours, 3 @ die(4, True) + 2 @ die(5, True) + 2 @ die(6, False))


@pytest.mark.rule("IWF-1.19", "IWF-1.20", "IWF-1.22")
def test_damage_behind_shields_and_armour():
    hits = 6 @ die(4, True)
    fate = shot("cannon", salvo_hits((Pool(6, 4, True),)), Foe(4, 2, 3))
    assert_equal(fate.damage(), hits.map(lambda n: min(4, max(n - 2, 0) // 3)))
    assert_equal(fate.shields(), hits.map(lambda n: max(2 - n, 0)))
    assert fate.destroyed() == 0.0


@pytest.mark.rule("IWF-5.7", "IWF-4.15")
def test_interception_takes_the_hardest_dice_of_all():
    ours = salvo_hits((Pool(4, 5, True), Pool(3, 4, True)), 1, 1)
    left = icepool.d6.map(lambda gone: (max(4 - 1 - gone, 0) @ die(5, True)) + (max(3 - max(gone + 1 - 4, 0), 0) @ die(4, True)))
    assert_equal(ours, left)


@pytest.mark.rule("IWF-5.4", "IWF-5.5")
def test_a_strike_met_by_defence_and_fighters():
    dice = (2 @ icepool.d6 - 3 - icepool.d6).map(lambda n: max(n, 0))
    assert_equal(strike_hits(2, 4, True, 3, 1), dice.map(lambda n: n @ die(4, True) if n else 0))


@pytest.mark.rule("IWF-6.2", "IWF-6.3", "IWF-6.8")
def test_boarding_and_blows():
    fight_ = (4 @ die(4, True) - 3 @ die(4, True)).map(lambda n: min(max(n, 0), 3))
    assert_equal(boarding(4, 3, 3), fight_)
    assert_equal(blows(5, 2, 3), (5 @ die(4, True)).map(lambda n: min(n // 2, 3)))


def attack_state(weapons, target):
    attacker = make_ship(name="a", weapons=weapons, facing=0)
    ship = make_ship(name="b", side="B", at=(0, -5), facing=3, **target)
    active = Activation("a", "seat-A", {"a": Deeds()})
    return make_state(attacker, ship, active=active)


CASES = {
    "cannons in a salvo": (
        [{"id": "w1", "attacks": 2}, {"id": "w2", "attacks": 1}],
        {"hull_max": 3, "armour": 2, "shields": 1},
    ),
    "energy": ([{"id": "w1", "type": "energy", "attacks": 3}], {"hull_max": 3, "armour": 3, "shields": 1}),
    "missiles less Defence": ([{"id": "w1", "type": "missile", "attacks": 5}], {"hull_max": 2, "armour": 2, "defence": 2}),
    "phase at an easy small ship": ([{"id": "w1", "type": "phase", "attacks": 3}], {"hull_max": 1, "easy_target": True}),
}


@pytest.mark.rule("IWF-1.22")
@pytest.mark.parametrize("name", CASES)
def test_the_odds_are_those_of_the_referee(name):
    """Every way the dice can fall, through the rules, counts as the odds have it."""
    weapons, foe = CASES[name]
    state = attack_state(weapons, foe)
    attacker, target = state.ships["a"], state.ships["b"]
    shots = [Shot("a", weapon["id"]) for weapon in weapons]
    attack = attacker.cls.weapons[0].type
    hits = salvo_hits(pools_of(state, shots, target), dice_lost(state, target, attack))
    fate = shot(attack, hits, foe_of(target))
    counted = dict.fromkeys(range(target.hull + 1), 0)
    rolls = list(product(range(1, 7), repeat=3))
    for faces in rolls:
        state = attack_state(weapons, foe)
        judge, _told = referee(faces)
        drive(fire(state, judge, shots, state.ships["b"]), state)
        assert judge.dice.rolled == 3
        counted[target.hull - state.ships["b"].hull] += 1
    assert [n / len(rolls) for n in counted.values()] == pytest.approx(fate.damage().chances.tolist())


@pytest.mark.rule("IWF-5.4")
def test_a_strike_is_rolled_as_its_odds_have_it():
    """Size dice of 1 to 3 against Defence 1, every fall of the attack dice."""
    lost, chances = 0.0, 0.0
    for size in range(1, 7):
        for faces in product(range(1, 7), repeat=max(size - 4, 0)):
            state = attack_state([], {"hull_max": 2, "defence": 4})
            state.ships["a"].fighters = 1
            drive(strike(state, referee([size, *faces])[0], state.ships["a"], 1, state.ships["b"]), state)
            lost += (2 - state.ships["b"].hull) / 6 / 6 ** len(faces)
            chances += (not state.ships["b"].on_map) / 6 / 6 ** len(faces)
    state = attack_state([], {"hull_max": 2, "defence": 4})
    odds = raid(state, state.ships["a"], state.ships["b"], 1)
    assert (odds.damage, odds.destroyed) == pytest.approx((lost, chances))


@pytest.mark.rule("IWF-6.2")
def test_boarding_is_fought_as_its_odds_have_it():
    lost = [0] * 3
    for faces in product(range(1, 7), repeat=4):
        ship, target = make_ship(name="a", hull_max=2), make_ship(name="b", side="B", hull_max=2)
        fight(referee(faces)[0], [ship], target)
        lost[2 - target.hull] += 1
    assert [n / 6**4 for n in lost] == pytest.approx(boarding(2, 2, 2).chances.tolist())


def test_attacks_on_one_ship_one_after_the_other():
    """Shields used up by the first attack are missing in the second; armour divides each by itself (IWF-1.19)."""
    first, second = 2 @ die(4, True), 2 @ die(4, False)
    both = icepool.map(lambda a, b: min(3, max(a - 2, 0) // 2 + max(b - max(2 - a, 0), 0)), first, second)
    fate = Fate.of(Foe(3, 2, 2)).after("cannon", hits_in((Pool(2, 4, True),)), 2)
    assert_equal(fate.after("energy", hits_in((Pool(2, 4, False),)), 2).damage(), both)


@pytest.mark.rule("IWF-4.49")
@pytest.mark.parametrize("critical", [False, True])
@pytest.mark.parametrize("lost", range(7))
def test_no_other_choice_of_lost_dice_is_ever_better_for_the_attacker(critical, lost):
    """For any number of hits, what the game keeps has at least the chance of it that any other choice would have."""
    pools = [Pool(2, 3, critical), Pool(2, 6, False), Pool(2, 5, critical)]
    kept = hits_in(fewer(pools, lost))
    for gone in product(range(3), repeat=3):
        if sum(gone) == lost:
            other = hits_in([pool._replace(dice=pool.dice - less) for pool, less in zip(pools, gone, strict=True)])
            assert all(kept.at_least(hits) >= other.at_least(hits) - 1e-9 for hits in range(13))
