"""Pools and their exact odds: the options of the dice, and agreement with icepool and with the referee's own reading."""

from __future__ import annotations

from itertools import product

import icepool
import pytest

from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_drama import INTERWORLD_DRAMA
from quarterdeck.systems.interworld_drama.odds import MOST_AGAIN, botch, degrees, odds_given, opposed, successes
from quarterdeck.systems.interworld_drama.pools import DiceRules, Tens, counted, throw

D10 = icepool.d10
PLAIN = DiceRules(tens="plain")
TENS: tuple[Tens, ...] = ("plain", "reroll_with_specialty", "reroll_always", "double_with_specialty")


def by_icepool(pool: int, difficulty: int) -> list[float]:
    """Net successes, ones cancelling, by another program."""
    die = D10.map(lambda face: 1 if face >= difficulty else -1 if face == 1 else 0)
    net = (pool @ die).map(lambda total: max(0, total))
    return [float(net.probability(k)) for k in range(pool + 1)]


@pytest.mark.rule("IWD-2.1", "IWD-2.2", "IWD-2.3")
@pytest.mark.parametrize(("pool", "difficulty"), list(product((1, 2, 5, 8, 13), (2, 4, 6, 8, 10))))
def test_net_successes_agree_with_icepool(pool, difficulty):
    assert successes(pool, difficulty, PLAIN).chances.tolist() == pytest.approx(by_icepool(pool, difficulty), abs=1e-12)


@pytest.mark.rule("IWD-2.5")
@pytest.mark.parametrize(("pool", "difficulty"), [(1, 6), (3, 7), (6, 10)])
def test_tens_that_are_rolled_again_agree_with_icepool(pool, difficulty):
    chain = icepool.Die([0])
    for _depth in range(MOST_AGAIN):
        chain = icepool.Die([1 + chain, *([1] * (10 - difficulty)), *([0] * (difficulty - 1))])
    first = icepool.Die([-1, *([0] * (difficulty - 2)), *([1] * (10 - difficulty)), 1 + chain])
    net = (pool @ first).map(lambda total: max(0, total))
    own = successes(pool, difficulty, DiceRules(tens="reroll_always")).chances
    assert own[:6].tolist() == pytest.approx([float(net.probability(k)) for k in range(len(own[:6]))], abs=1e-9)


@pytest.mark.rule("IWD-2.4")
@pytest.mark.parametrize(("pool", "difficulty"), [(1, 6), (3, 6), (4, 9)])
def test_the_chance_of_a_botch_is_counted_out(pool, difficulty):
    rolls = list(product(range(1, 11), repeat=pool))
    read = [counted(faces, difficulty) for faces in rolls]
    assert botch(pool, difficulty) == pytest.approx(len([each for each in read if each.botch]) / len(rolls))


@pytest.mark.rule("IWD-2.3", "IWD-2.5")
@pytest.mark.parametrize(
    ("ones_cancel", "tens", "specialty"),
    [each for each in product((True, False), TENS, (True, False)) if not DiceRules(True, each[1]).again(each[2])],
)
def test_the_referee_and_the_odds_read_two_dice_alike(ones_cancel, tens, specialty):
    """Every fall of two dice; endless rolls are compared with icepool."""
    rules = DiceRules(ones_cancel, tens)
    rolls = list(product(range(1, 11), repeat=2))
    found = [throw(ScriptedDice(f), 2, 6, use="x", rule="x", by="a", rules=rules, specialty=specialty).successes for f in rolls]
    own = successes(2, 6, rules, specialty).chances.tolist()
    assert own == pytest.approx([found.count(k) / len(rolls) for k in range(len(own))])


@pytest.mark.rule("IWD-2.5")
def test_a_ten_doubled_by_a_specialty_is_not_rolled_again():
    rules = DiceRules(tens="double_with_specialty")
    assert throw(ScriptedDice([10, 4]), 2, 6, use="x", rule="x", by="a", rules=rules, specialty=True).successes == 2


@pytest.mark.rule("IWD-2.6", "IWD-7.5", "IWD-7.6")
def test_opposed_pools_agree_with_icepool():
    a, b = (D10.map(lambda face: 1 if face >= 6 else -1 if face == 1 else 0) for _side in "ab")
    both = icepool.tupleize(
        (5 @ a).map(lambda total: max(0, total)),
        (7 @ b).map(lambda total: max(0, total)),
    )
    found = opposed(successes(5, 6), successes(7, 6))
    assert found.wins == pytest.approx(sum(float(both.probability(pair)) for pair in both if pair[0] > pair[1]))
    assert found.ties == pytest.approx(sum(float(both.probability(pair)) for pair in both if pair[0] == pair[1]))
    left = both.map(lambda x, y: max(0, x - y))
    assert found.left.chances.tolist() == pytest.approx([float(left.probability(k)) for k in range(6)])
    heavy = float(left.probability(3)) + float(left.probability(4))
    assert degrees(found.left)["heavy"] == pytest.approx(heavy)


def test_odds_in_words():
    odds = INTERWORLD_DRAMA.odds("6", {"difficulty": "7", "against": "5", "against-difficulty": "6", "specialty": "yes"})
    assert not isinstance(odds, list)
    words = {plain(row.label): row.value for row in odds.rows}
    assert words["More successes than the other"] + words["As many"] + words["Fewer"] == pytest.approx(1)
    assert [bars.rule for bars in odds.distributions] == ["IWD-2.1", "IWD-7.6"]


@pytest.mark.parametrize(
    ("text", "given", "at", "nearest"),
    [
        ("", {}, "", 1),
        ("99", {}, "", 1),
        ("6", {"difficulty": "1"}, "difficulty", 2),
        ("6", {"difficulty": "eleven"}, "difficulty", 2),
        ("6", {"against": "31"}, "against", 30),
        ("6", {"specialty": "maybe"}, "specialty", "no"),
        ("6", {"colour": "red"}, "colour", None),
    ],
)
def test_odds_that_cannot_be_told(text, given, at, nearest):
    [problem] = odds_given(text, given)
    assert (problem.at, problem.nearest if text != "99" else 1) == (at, nearest)
