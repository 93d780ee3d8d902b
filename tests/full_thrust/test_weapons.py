"""The tables of the weapons, by the worked cases of the rulebook and by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from _pytest.mark.structures import ParameterSet
from case_files import cases
from fakes import make_system

from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.weapons import (
    AFFECTED_BY_SCREENS,
    BeamDice,
    affected_by_screens,
    armour_piercing,
    as_dice,
    band,
    hits_of,
    max_range,
    mean_damage,
    mean_of_die,
    needle_result,
    torpedo_hits_on,
)


def read_dice(die: BeamDice, screens: int, rolls: list[int]) -> dict[str, int]:
    """Hits of the first dice and of rerolls when the dice fall like this: first all first dice, then chain after chain."""
    fall = iter(rolls)
    first = [next(fall) for _ in range(die.dice)]
    initial, penetrating, used = sum(die.first_hits(face, screens) for face in first), 0, die.dice
    for face in first:
        while die.rolls_again(face):
            face, used = next(fall), used + 1  # noqa: PLW2901
            penetrating += die.reroll_hits(face)
    return {"initial": initial, "penetrating": penetrating, "rolls_used": used, "damage": initial + penetrating}


@pytest.mark.parametrize(("rule", "case"), cases("FT-2.1.7"))
def test_edges_belong_to_the_nearer_band(rule, case):
    given, expect = case["given"], case["expect"]
    if "bands" in given:
        assert band(given["distance"], given["bands"]) == expect["band"]
    else:
        assert (band(given["distance"], [given["limit"]]) is not None) == expect["within"]


@pytest.mark.rule("FT-2.1.7")
def test_every_edge_of_three_bands():
    found = [band(distance, (6.0, 12.0, 18.0)) for distance in (0.0, 6.0, 6.000001, 12.0, 12.000001, 18.0, 18.000001)]
    assert found == [1, 1, 2, 2, 3, 3, None]


@pytest.mark.parametrize(("rule", "case"), cases("FT-2.7.31"))
def test_beam_die_table(rule, case):
    assert hits_of(**case["given"]) == case["expect"]["hits"]


@pytest.mark.rule("FT-2.7.31")
@pytest.mark.rule("FT-4.4.2")
@pytest.mark.rule("FT-4.4.3")
@pytest.mark.parametrize(
    ("screens", "hits"),
    [(0, [0, 0, 0, 0, 1, 1, 2, 2, 2]), (1, [0, 0, 0, 0, 0, 1, 2, 2, 2]), (2, [0, 0, 0, 0, 0, 1, 1, 1, 1])],
)
def test_beam_die_columns_from_0_to_8(screens, hits):
    assert [hits_of(modified, screens) for modified in range(9)] == hits


def at_ships(param: ParameterSet) -> bool:
    return param.values[1]["given"].get("target_mod", 0) == 0


@pytest.mark.parametrize(
    ("rule", "case"),
    [*filter(at_ships, cases("FT-2.7.30", "FT-2.7.32", "FT-2.7.33", "FT-2.7.34", "FT-2.7.35", "FT-2.7.37", "FT-2.7.38"))],
)
def test_beam_dice_at_a_ship(rule, case):
    given = case["given"]
    die = BeamDice(given["bd"]["dice"], given["bd"]["mod"], given["bd"]["reroll"])
    result = read_dice(die, given["screens"], given["rolls"])
    assert {key: result[key] for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize(("rule", "case"), cases("FT-4.2.6", "FT-4.3.1", "FT-4.9.2"))
def test_beam_dice_by_range(rule, case):
    given, expect = case["given"], dict(case["expect"])
    weapon = make_system(given["weapon"])
    assert (given["range"] <= max_range(weapon)) == expect.pop("in_range", True)
    die = as_dice(weapon, given["range"])
    assert die is not None
    assert (die.dice > 0) == (given["range"] <= max_range(weapon))
    result = {"dice_rolled": die.dice}
    if "rolls" in given:
        result |= read_dice(die, given["screens"], given["rolls"])
    assert {key: result[key] for key in expect} == expect


@pytest.mark.rule("FT-4.3.1")
@pytest.mark.parametrize(
    ("cls", "dice"),
    [(1, [1, 0, 0, 0, 0]), (2, [2, 1, 0, 0, 0]), (3, [3, 2, 1, 0, 0]), (4, [4, 3, 2, 1, 0]), (5, [5, 4, 3, 2, 1])],
)
def test_beam_dice_table(cls, dice):
    beam = System("b", "beam", "Beam", cls)
    for within in (0.001, 6.0, 12.0):
        assert [as_dice(beam, 12.0 * band_before + within) for band_before in range(5)] == [BeamDice(n) for n in dice]


@pytest.mark.parametrize(("rule", "case"), cases("FT-4.7.1"))
def test_torpedo_to_hit(rule, case):
    given, expect = case["given"], case["expect"]
    hits_on = torpedo_hits_on(given["range"])
    in_range = given["range"] <= max_range(make_system(given["weapon"]))
    assert (hits_on is not None) == in_range == expect.get("in_range", True)
    if hits_on is not None:
        hit = given["rolls"][0] >= hits_on
        assert (hit, given["rolls"][1] if hit else 0) == (expect["hit"], expect["damage"])


@pytest.mark.rule("FT-4.7.1")
def test_torpedo_table():
    ranges = (0.0, 6.0, 6.001, 12.0, 12.001, 18.0, 18.001, 24.0, 24.001, 30.0, 30.001)
    assert [torpedo_hits_on(range_) for range_ in ranges] == [2, 2, 3, 3, 4, 4, 5, 5, 6, 6, None]


@pytest.mark.rule("FT-4.4.4")
def test_which_weapons_screens_affect():
    assert {kind: affected_by_screens(kind) for kind in AFFECTED_BY_SCREENS} == {
        "beam": True,
        "pds": True,
        "pulse_torpedo": False,
        "needle_beam": False,
        "submunition_pack": False,
        "k_gun": False,
        "mkp": False,
        "scattergun": False,
        "pulser": True,
        "stinger_node": True,
        "lance_pod": False,
        "leech_pod": False,
    }
    with pytest.raises(KeyError):
        affected_by_screens("screen")


@pytest.mark.parametrize(("rule", "case"), cases("FT-4.4.4"))
def test_screens_do_not_stop_a_torpedo(rule, case):
    to_hit, points = case["given"]["rolls"]
    hits_on = torpedo_hits_on(case["given"]["range"])
    assert not affected_by_screens(case["given"]["weapon"])
    assert hits_on is not None
    assert to_hit >= hits_on
    assert sum(armour_piercing(points)) == case["expect"]["damage"]


@pytest.mark.rule("FT-4.5.3")
@pytest.mark.rule("FT-4.7.4")
def test_armour_piercing_damage_is_halved_rounding_up_for_armour():
    assert [armour_piercing(points) for points in range(1, 7)] == [(1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3)]


@pytest.mark.parametrize(("rule", "case"), [p for p in cases("FT-4.8.2") if "rolls" in p.values[1]["given"]])
def test_needle_beam_results(rule, case):
    result = needle_result(case["given"]["rolls"][0])
    assert (result.hull, result.knocked_out) == (case["expect"]["hull_lost"], case["expect"]["system_lost"])


@pytest.mark.rule("FT-4.8.2")
def test_needle_beam_does_nothing_on_the_lower_faces():
    assert [needle_result(face) for face in (1, 2, 3, 4)] == [(0, False)] * 4


@pytest.mark.rule("FT-4.3.4")
@pytest.mark.rule("FT-4.3.5")
@pytest.mark.parametrize(
    ("modifier", "screens", "first", "again"),
    [
        (0, 0, (0, 0, 0, 1, 1, 2), (0, 0, 0, 1, 1, 2)),
        (0, 1, (0, 0, 0, 0, 1, 2), (0, 0, 0, 1, 1, 2)),
        (0, 2, (0, 0, 0, 0, 1, 1), (0, 0, 0, 1, 1, 2)),
        (-2, 0, (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 1)),
        (-2, 1, (0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1)),
        (-2, 2, (0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1)),
    ],
)
def test_mean_of_a_beam_die(modifier, screens, first, again):
    chain = Fraction(sum(again), 6) / (1 - Fraction(1, 6))
    assert mean_of_die(modifier, screens) == float(Fraction(sum(first), 6) + Fraction(1, 6) * chain)


@pytest.mark.parametrize(
    ("word", "range_", "screens", "mean"),
    [
        ("beam-1", 12.0, 0, Fraction(4, 5)),
        ("beam-1", 12.0, 1, Fraction(19, 30)),
        ("beam-1", 12.0, 2, Fraction(7, 15)),
        ("beam-3", 24.0, 0, 2 * Fraction(4, 5)),
        ("beam-3", 36.5, 0, Fraction(0)),
        ("pds", 6.0, 0, Fraction(1, 5)),
        ("pds", 6.0, 2, Fraction(1, 30)),
        ("pds", 6.5, 0, Fraction(0)),
        ("pulse_torpedo", 6.0, 2, Fraction(5, 6) * Fraction(7, 2)),
        ("pulse_torpedo", 30.0, 0, Fraction(1, 6) * Fraction(7, 2)),
        ("pulse_torpedo", 30.5, 0, Fraction(0)),
        ("needle_beam", 12.0, 2, Fraction(1, 3)),
        ("needle_beam", 12.5, 0, Fraction(0)),
        ("submunition", 6.0, 2, 3 * Fraction(4, 5)),
        ("submunition", 18.5, 0, Fraction(0)),
        ("screen", 5.0, 0, Fraction(0)),
    ],
)
def test_mean_damage_by_hand(word, range_, screens, mean):
    assert mean_damage(make_system(word), range_, screens) == pytest.approx(float(mean), rel=1e-15)
