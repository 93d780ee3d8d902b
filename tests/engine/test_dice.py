"""All chance: seeded dice are fair, provable and independent from moment to moment; others show what they are told."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine.dice import (
    DiceWanted,
    NotedDice,
    ScriptedDice,
    ScriptRanOut,
    SeededDice,
    TableDice,
    Wanted,
    commitment,
)


def roll(dice: SeededDice, count: int, sides: int = 6, hidden: str | None = None) -> tuple[int, ...]:
    return dice.roll(count, use="test", rule="", sides=sides, hidden=hidden)


def at(seed: str, moment: int = 0, take_backs: int = 0, salts: dict[str, str] | None = None) -> SeededDice:
    dice = SeededDice(seed, salts)
    dice.at(take_backs, moment)
    return dice


def chi_square(counts: list[int]) -> float:
    """How far counts are from equal ones, in standard deviations of the chi-square distribution."""
    expected, degrees = sum(counts) / len(counts), len(counts) - 1
    square = sum((count - expected) * (count - expected) / expected for count in counts)
    return (square - degrees) / math.sqrt(2 * degrees)


def by_hand(seed: str, salts: dict[str, str], take_backs: int, moment: int, count: int, sides: int, hidden: str) -> list[int]:
    """The dice of a moment as the description of `SeededDice` says."""
    quoted = ", ".join(f'["{seat}", "{salts[seat]}"]' for seat in sorted(salts))
    key = f'["{seed}", [{quoted}]] {take_backs} {moment} {sides} {hidden}'
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        digest = hashlib.sha256(f"{key} {block}".encode("ascii")).digest()
        faces += [byte % sides + 1 for byte in digest if byte < (256 // sides) * sides]
        block += 1
    return faces[:count]


# --- seeded dice


@given(
    seed=st.text("abcdefgh 0123456789", max_size=12),
    salts=st.dictionaries(st.sampled_from("abcd"), st.text("xyz", max_size=3)),
    key=st.tuples(st.integers(0, 9), st.integers(0, 999)),
    counts=st.lists(st.integers(0, 70), max_size=6),
    sides=st.integers(2, 255),
    hidden=st.sampled_from([None, "a", "b"]),
)
def test_seeded_dice_are_what_is_said_of_them(seed, salts, key, counts, sides, hidden):
    dice = at(seed, key[1], key[0], salts)
    faces = [face for count in counts for face in roll(dice, count, sides, hidden)]
    assert faces == by_hand(seed, salts, *key, sum(counts), sides, hidden or "")
    assert dice.rolled == sum(counts)


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 100, 255])
def test_all_faces_come_equally_often(sides):
    faces = roll(at("fair"), 300 * sides, sides)
    counts = Counter(faces)
    assert sorted(counts) == list(range(1, sides + 1))
    assert abs(chi_square([counts[face] for face in range(1, sides + 1)])) < 4.0


def test_faces_one_after_the_other_have_nothing_to_do_with_each_other():
    faces = roll(at("fair"), 40_000)
    pairs = Counter(pairwise(faces))
    assert abs(chi_square([pairs[a, b] for a in range(1, 7) for b in range(1, 7)])) < 4.0


@pytest.mark.parametrize("what", ["moments", "take-backs", "seeds", "salts"])
def test_neighbouring_streams_have_nothing_to_do_with_each_other(what):
    def first_of(n: int) -> int:
        match what:
            case "moments":
                return roll(at("s", n), 1)[0]
            case "take-backs":
                return roll(at("s", 1, n), 1)[0]
            case "seeds":
                return roll(at(str(n)), 1)[0]
            case _:
                return roll(at("s", salts={"a": str(n)}), 1)[0]

    faces = [first_of(n) for n in range(9000)]
    assert abs(chi_square([faces.count(face) for face in range(1, 7)])) < 4.0
    pairs = Counter(pairwise(faces))
    assert abs(chi_square([pairs[a, b] for a in range(1, 7) for b in range(1, 7)])) < 4.0


def test_more_dice_in_one_moment_shift_none_of_a_later_one():
    few, many = SeededDice("s"), SeededDice("s")
    roll(few, 1)
    roll(many, 99)
    for dice in (few, many):
        dice.at(0, 1)
    assert roll(few, 40) == roll(many, 40)


def test_how_dice_are_rolled_together_does_not_matter():
    together, apart = SeededDice("s"), SeededDice("s")
    assert roll(together, 100) == tuple(face for _die in range(100) for face in roll(apart, 1))


def test_hidden_dice_shift_no_open_ones_nor_those_of_another_seat():
    plain, busy = SeededDice("s"), SeededDice("s")
    roll(busy, 5, hidden="a")
    assert roll(plain, 3) == roll(busy, 3)
    roll(busy, 7, hidden="a")
    assert roll(plain, 3) == roll(busy, 3)
    assert roll(plain, 4, hidden="b") == roll(busy, 4, hidden="b")


def test_dice_of_other_sides_shift_no_six_sided_ones():
    plain, busy = SeededDice("s"), SeededDice("s")
    roll(busy, 5, 10)
    assert roll(plain, 30) == roll(busy, 30)


def test_hidden_dice_are_not_the_open_ones():
    dice = SeededDice("s")
    assert len({roll(dice, 40), roll(dice, 40, hidden="a"), roll(dice, 40, hidden="b")}) == 3


def test_the_salt_of_each_seat_counts():
    rolls = [
        roll(at("s", salts=salts), 40)
        for salts in ({}, {"a": ""}, {"a": "x"}, {"b": "x"}, {"a": "x", "b": ""}, {"a": "", "b": "x"})
    ]
    assert len(set(rolls)) == len(rolls)
    assert roll(at("s", salts={"b": "2", "a": "1"}), 40) == roll(at("s", salts={"a": "1", "b": "2"}), 40)


rolls_of_all_kinds = st.lists(st.tuples(st.integers(0, 40), st.sampled_from([6, 10]), st.sampled_from([None, "a"])), max_size=6)


@given(rolls_of_all_kinds, st.integers(0, 5))
def test_going_back_to_a_mark_lets_the_same_dice_fall_again(rolls, before):
    dice = at("s", 3, 1)
    for count, sides, hidden in rolls[:before]:
        roll(dice, count, sides, hidden)
    mark = dice.mark()
    first = [roll(dice, *each) for each in rolls[before:]]
    dice.at(2, 9)
    roll(dice, 5)
    dice.back(mark)
    assert [roll(dice, *each) for each in rolls[before:]] == first
    assert dice.rolled == sum(count for count, _sides, _hidden in rolls)


@pytest.mark.parametrize("sides", [-1, 0, 1, 256])
def test_dice_that_there_are_not(sides):
    with pytest.raises(ValueError, match=f"2 to 255 sides, not {sides}"):
        roll(SeededDice("s"), 1, sides)


def test_the_commitment_names_one_seed_and_tells_nothing_else():
    assert commitment("seed") == hashlib.sha256(b"quarterdeck dice seed").hexdigest()
    assert commitment("seed") != commitment("seed ")
    assert len(commitment("\ud800")) == 64


# --- other dice


def test_scripted_dice_show_the_script():
    dice = ScriptedDice([6, 4, 1])
    assert dice.roll(2, use="beam", rule="FT-4.3.1") == (6, 4)
    mark = dice.mark()
    assert dice.roll(1, use="beam", rule="FT-4.3.1") == (1,)
    with pytest.raises(ScriptRanOut, match=r"2 dice for beam \(FT-4.3.1\), but only 0 are left"):
        dice.roll(2, use="beam", rule="FT-4.3.1")
    dice.back(mark)
    dice.at(1, 2)
    assert dice.roll(1, use="beam", rule="FT-4.3.1") == (1,)
    assert dice.rolled == 3


def test_table_dice_want_what_nobody_has_typed():
    dice = TableDice()
    with pytest.raises(DiceWanted) as stop:
        dice.roll(2, use="beam", rule="FT-4.3.1", by="a", sides=10)
    assert stop.value.wanted == Wanted(2, 10, "beam", "FT-4.3.1", "a")
    dice.typed.append([6, 9])
    mark = dice.mark()
    assert dice.roll(0, use="none", rule="") == ()
    assert dice.roll(2, use="beam", rule="FT-4.3.1", by="a", sides=10) == (6, 9)
    assert dice.rolled == 1
    dice.back(mark)
    assert (dice.rolled, dice.typed) == (0, [])


def test_noted_dice_let_the_same_fall_once_more():
    dice = NotedDice(ScriptedDice([1, 2, 3, 4, 5, 6]))
    dice.roll(2, use="", rule="")
    dice.roll(1, use="", rule="")
    assert dice.fell == [(1, 2), (3,)]
    dice.again(tuple(dice.fell))
    assert [dice.roll(count, use="", rule="") for count in (2, 1, 2)] == [(1, 2), (3,), (4, 5)]
    assert dice.rolled == 8
