"""Weapons written as a list, and the odds that are asked for with it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust.ship import WEAPONS
from quarterdeck.systems.full_thrust.weapon_list import (
    CLASSED,
    LONGEST,
    MOST,
    MOST_ARMOUR,
    MOST_HULL,
    NAMES,
    WORDS,
    odds_given,
    odds_of,
    read_weapons,
    weapons_text,
)

# Lists


def test_a_list_of_every_weapon():
    weapons, problems = read_weapons("beam-3 x2, beam-2, pulse torpedo, needle, pds, submunition x3")
    assert problems == []
    assert [(weapon.kind, weapon.cls) for weapon in weapons] == [
        ("beam", 3),
        ("beam", 3),
        ("beam", 2),
        ("pulse_torpedo", 0),
        ("needle_beam", 0),
        ("pds", 0),
        ("submunition_pack", 0),
        ("submunition_pack", 0),
        ("submunition_pack", 0),
    ]
    assert len({weapon.id for weapon in weapons}) == len(weapons)
    listed = "Beam-3 ×2, Beam-2, Pulse Torpedo, Needle Beam, PDS, Submunition Pack ×3"
    assert plain(weapons_text(weapons)) == listed
    assert [weapon.kind for weapon in read_weapons(listed)[0]] == [weapon.kind for weapon in weapons]


def test_every_weapon_has_words_and_a_name():
    kinds = {*WEAPONS, "plasma_bolt_launcher", "lance_pod", "leech_pod"} - {"pod_launcher", "spicule"}
    assert set(WORDS.values()) == kinds
    assert {*CLASSED, *[WORDS.get(word, word) for word in NAMES]} == kinds


@pytest.mark.parametrize("text", ["BEAM-3 X2", " beam 3  x 2 ", "beam3*2", "beam_3×2", "Beam-3, beam-3", "beam-3 x1,beam-03"])
def test_the_same_list_written_differently(text):
    weapons, problems = read_weapons(text)
    assert (problems, [(weapon.kind, weapon.cls, weapon.name) for weapon in weapons]) == ([], [("beam", 3, "Beam-3")] * 2)


@pytest.mark.parametrize(
    ("text", "rule", "at", "nearest"),
    [
        ("beam-2, nedle x2", "FT-4.2.5", "8-16", "needle x2"),
        ("beem-3 x2 , pds", "FT-4.2.5", "0-9", "beam-3 x2"),
        ("pulse torpdo", "FT-4.2.5", "0-12", "pulse torpedo"),
        ("pds, subminition", "FT-4.2.5", "5-16", "submunition"),
        ("pds, 12345", "FT-4.2.5", "5-10", None),
        ("beam", "FT-4.3.1", "0-4", "beam-1"),
        ("beam x4", "FT-4.3.1", "0-7", "beam-1 x4"),
        ("beam-0", "FT-4.3.1", "0-6", "beam-1"),
        ("beam-100", "FT-4.3.1", "0-8", "beam-99"),
        ("needle-2", "FT-4.3.1", "0-8", "needle"),
        ("pds x0", "", "0-6", "pds"),
        ("pds x100", "", "0-8", "pds x99"),
        ("pds,, beam-1", "", "4-4", None),
        ("", "", "0-0", None),
        ("pds, ", "", "4-4", None),
    ],
)
def test_a_piece_that_is_no_weapon(text, rule, at, nearest):
    (problem,) = read_weapons(text)[1]
    assert (problem.rule, problem.at, problem.nearest) == (rule, at, nearest)


def test_what_can_be_read_is_read_beside_what_cannot():
    weapons, problems = read_weapons("pds, rubbish!, beam-1, ???")
    assert ([weapon.name for weapon in weapons], len(problems)) == (["PDS", "Beam-1"], 2)


def test_a_list_that_is_too_long():
    weapons, (problem,) = read_weapons("pds," * LONGEST)
    assert (weapons, problem.at) == ([], f"{LONGEST}-{4 * LONGEST}")


NUMBERS = st.integers(0, 120)
WITH_CLASS = (*CLASSED, "pulser")
PIECES = st.tuples(
    st.sampled_from(sorted(WORDS)) | st.text(max_size=12),
    st.just("") | NUMBERS.map("-{}".format),
    st.just("") | NUMBERS.map(" x{}".format),
).map("".join)


@given(st.lists(PIECES, max_size=8).map(", ".join) | st.text(max_size=60))
def test_any_text_gives_weapons_or_problems_at_their_place(text):
    weapons, problems = read_weapons(text)
    assert weapons or problems
    assert all(weapon.kind in WORDS.values() and (weapon.cls > 0) == (weapon.kind in WITH_CLASS) for weapon in weapons)
    for problem in problems:
        start, end = map(int, problem.at.split("-"))
        assert 0 <= start <= end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert plain(problem.text)
        if problem.nearest is not None:
            assert read_weapons(problem.nearest)[1] == []


@given(st.sampled_from(sorted(WORDS)), st.integers(1, MOST), st.integers(1, MOST))
def test_so_many_of_a_weapon(word, cls, number):
    weapons, problems = read_weapons(f"{word}-{cls} x{number}" if WORDS[word] in CLASSED else f"{word} x{number}")
    assert problems == []
    assert [weapon.kind for weapon in weapons] == [WORDS[word]] * number
    tuned = {"pulser l": 1, "pulser m": 2, "pulser c": 6}
    assert {weapon.cls for weapon in weapons} == {cls if WORDS[word] in CLASSED else tuned.get(word, 0)}


# Odds


@pytest.mark.rule("FT-4.7.1")
def test_odds_of_a_list():
    """Only the torpedo is in range. It hits on 4 to 6; of 1 to 6 points 0, 1, 1, 2, 3, 4 pass two boxes of armour."""
    odds = odds_of("beam-1 x2, needle, torpedo", range_=14.0, screens=1, armour=2, hull=(3, 2))
    plain = odds.plain()
    assert plain["title"] == "Beam-1 ×2, Needle Beam, Pulse Torpedo at 14 MU"
    rows = {row["label"]: row["value"] for row in plain["rows"]}
    assert rows["Weapons out of range"] == 3
    assert rows["Mean damage"] == pytest.approx(1 / 2 * 7 / 2, abs=1e-12)
    assert rows["Damages the hull"] == pytest.approx(1 / 2 * 5 / 6)
    assert rows["Reaches the end of row 1"] == pytest.approx(1 / 2 * 2 / 6)
    assert rows["A given system lost in the threshold check"] == pytest.approx(1 / 2 * 2 / 6 * 1 / 6)
    assert rows["Destroys the ship"] == 0.0
    hull, armour = plain["distributions"]
    assert hull["probabilities"] == pytest.approx([7 / 12, 2 / 12, 1 / 12, 1 / 12, 1 / 12, 0.0])
    assert armour["probabilities"] == pytest.approx([6 / 12, 2 / 12, 4 / 12])


def test_odds_of_needles_tell_of_the_named_system():
    odds = odds_of("needle x2", range_=5.0, screens=0, armour=0, hull=(9,))
    assert odds.plain()["rows"][-1]["value"] == pytest.approx(11 / 36)
    assert len(odds.distributions) == 1


@pytest.mark.parametrize(
    ("wrong", "rule", "at", "nearest"),
    [
        ({"range_": -0.5}, "FT-4.1.2", "range", 0),
        ({"range_": math.nan}, "FT-4.1.2", "range", 0),
        ({"range_": math.inf}, "FT-4.1.2", "range", 0),
        ({"screens": 3}, "FT-4.4.1", "screens", 2),
        ({"screens": -1}, "FT-4.4.1", "screens", 0),
        ({"armour": -1}, "FT-4.5.1", "armour", 0),
        ({"armour": 1000}, "FT-4.5.1", "armour", MOST_ARMOUR),
        ({"hull": ()}, "FT-9.3.4", "hull", None),
        ({"hull": (0, 0)}, "FT-9.3.4", "hull", None),
        ({"hull": (3, 0, 2)}, "FT-9.3.4", "hull", None),
        ({"hull": (3, -1)}, "FT-9.3.4", "hull", None),
        ({"hull": (MOST_HULL, 1)}, "", "hull", None),
        ({"text": "beem-2"}, "FT-4.2.5", "0-6", "beam-2"),
    ],
)
def test_a_question_that_cannot_be_answered(wrong, rule, at, nearest):
    asked = {"text": "beam-2", "range_": 10.0, "screens": 0, "armour": 2, "hull": (3, 3)} | wrong
    (problem,) = odds_of(asked.pop("text"), **asked)
    assert (problem.rule, problem.at, problem.nearest) == (rule, at, nearest)


def test_everything_wrong_is_said_at_once():
    problems = odds_of("phaser, beam", range_=-1.0, screens=9, armour=-9, hull=())
    assert [problem.at for problem in problems] == ["0-6", "8-12", "range", "screens", "armour", "hull"]


def test_odds_given_in_words_are_the_same_odds():
    given = {"range": "12.5", "screens": "1", "armour": "2", "hull": "3/3/2"}
    assert odds_given("beam-3", given) == odds_of("beam-3", range_=12.5, screens=1, armour=2, hull=(3, 3, 2))
    bare = {"range": "6", "hull": "9"}
    assert odds_given("pds", bare) == odds_of("pds", range_=6.0, screens=0, armour=0, hull=(9,))


@pytest.mark.parametrize(
    ("given", "at", "nearest"),
    [
        ({"range": "near"}, ["range"], None),
        ({"hull": "7//6"}, ["hull"], None),
        ({"hull": ""}, ["hull"], None),
        ({"screens": "1.5"}, ["screens"], None),
        ({"armor": "4"}, ["armor"], "armour"),
        ({"screens": "3"}, ["screens"], 2),
        ({"range": "-1"}, ["range"], 0),
        ({"range": "nan"}, ["range"], None),
        ({"range": "1_0"}, ["range"], None),
        ({"range": "١٢"}, ["range"], None),
        ({"range": "9" * 5000}, ["range"], None),
        ({"screens": "0_1"}, ["screens"], None),
        ({"armour": "٤"}, ["armour"], None),
        ({"hull": "3/1_0"}, ["hull"], None),
    ],
)
def test_words_that_are_no_figures(given, at, nearest):
    problems = odds_given("beam-2", {"range": "5", "hull": "3/3", **given})
    assert ([problem.at for problem in problems], problems[0].nearest) == (at, nearest)


def test_nothing_given():
    assert [problem.at for problem in odds_given("phaser", {})] == ["0-6", "range", "hull"]
