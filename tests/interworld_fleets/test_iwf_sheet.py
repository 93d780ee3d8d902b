"""Record sheets, and odds that are asked for in words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import product

import pytest
from iwf_battles import SCENARIOS
from iwf_fakes import make_ship

from quarterdeck.engine.sheets import parts_said, standalone
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS
from quarterdeck.systems.interworld_fleets.class_files import packaged_classes
from quarterdeck.systems.interworld_fleets.weapons import count_hits

rule = pytest.mark.rule

# Sheets


@rule("IWF-1.23")
@pytest.mark.parametrize("key", list(packaged_classes()))
def test_every_class_has_a_sheet_with_all_its_weapons(key):
    cls = packaged_classes()[key]
    sheet = INTERWORLD_FLEETS.sheet(cls)
    ET.fromstring(standalone(sheet).encode())
    assert len(parts_said(sheet)) == len(cls.weapons)
    assert re.findall('data-ref="/([^"]*)"', sheet.svg) == [weapon.id for weapon in cls.weapons]
    assert sheet.figure == f"hull {cls.hull} of {cls.hull}"


def crosses(ship):
    return INTERWORLD_FLEETS.sheet(ship).svg.count("L") - INTERWORLD_FLEETS.sheet(make_ship(hull_max=6, shields=3)).svg.count("L")


@rule("IWF-1.17", "IWF-1.20")
def test_what_is_lost_is_crossed_off():
    assert crosses(make_ship(hull_max=6, hull=4, shields=1, shields_max=3)) == 2 * (2 + 2)


@pytest.mark.parametrize(
    ("change", "rule_id"),
    [
        ({"hull": 2}, "IWF-4.9"),
        ({"easy_target": True}, "IWF-3.6"),
        ({"hatches": True}, "IWF-4.51"),
        ({"phase_tokens": 2}, "IWF-4.36"),
        ({"effects": ["slowed"]}, "IWF-4.42"),
        ({"weapons": [{"type": "mine", "slot": "fore", "attacks": 3}]}, "IWF-4.31"),
    ],
)
def test_what_ails_a_ship_is_said_under_its_sheet(change, rule_id):
    assert [note.rule for note in INTERWORLD_FLEETS.sheet(make_ship(**change)).notes] == [rule_id]
    assert INTERWORLD_FLEETS.sheet(make_ship()).notes == ()


def test_names_cannot_break_a_sheet():
    sheet = INTERWORLD_FLEETS.sheet(make_ship(name='<b>"&', weapons=[{"type": "cannon", "name": "<&>", "attacks": 1}]))
    ET.fromstring(standalone(sheet).encode())


# Odds


def figures(text, **given):
    odds = INTERWORLD_FLEETS.odds(text, given)
    assert not isinstance(odds, list), [plain(problem.text) for problem in odds]
    return {plain(row.label): row.value for row in odds.rows}


@rule("IWF-1.12", "IWF-1.13", "IWF-1.19", "IWF-1.20")
def test_odds_are_those_of_all_dice():
    falls = list(product(range(1, 7), repeat=3))
    lost = [min(max(count_hits(faces, 4, True) - 1, 0) // 2, 2) for faces in falls]
    found = figures("cannon 3", range="5", hull="2", shields="1", armour="2")
    assert found["Mean hull lost"] == pytest.approx(sum(lost) / len(falls))
    assert found["Destroys the ship"] == pytest.approx(sum(each == 2 for each in lost) / len(falls))


@rule("IWF-4.49")
def test_weapons_of_one_type_fire_together():
    assert figures("cannon 2 x2", range="5", hull="6", armour="3") == figures(
        "cannon 2, cannon 2", range="5", hull="6", armour="3"
    )
    assert figures("cannon 2 x2", range="5", hull="6", armour="3")["Damages the hull"] > 0
    assert figures("energy 2, phase 2", range="5", hull="6", armour="4")["Mean hull lost"] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "given", "more"),
    [
        ("cannon 4", {"aft": "yes"}, True),
        ("cannon 4", {"range": "3"}, True),
        ("cannon 4", {"terrain": "yes"}, False),
        ("cannon 4", {"crippled": "yes"}, False),
        ("missile 4", {"defence": "1"}, False),
        ("missile 4", {"tokens": "1"}, False),
        ("energy 4", {"hindered": "yes"}, False),
    ],
)
def test_what_helps_and_what_hinders(text, given, more):
    plainly = figures(text, range="5", hull="6")["Mean hull lost"]
    assert (figures(text, **{"range": "5", "hull": "6", **given})["Mean hull lost"] > plainly) == more
    assert figures(text, **{"range": "5", "hull": "6", **given})["Mean hull lost"] != plainly


@pytest.mark.parametrize(
    ("text", "given", "at"),
    [
        ("", {}, ""),
        ("canon 4", {}, "canon 4"),
        ("cannon", {}, "cannon"),
        ("harpoon 2", {}, "harpoon 2"),
        ("cannon 30 x3", {}, ""),
        ("x" * 300, {}, ""),
        ("cannon 4", {"range": "0"}, "range"),
        ("cannon 4", {"range": "two"}, "range"),
        ("cannon 4", {"rang": "2"}, "rang"),
        ("cannon 4", {"aft": "perhaps"}, "aft"),
        ("cannon 4", {"armour": "99"}, "armour"),
    ],
)
def test_what_is_wrong_with_a_question_for_odds(text, given, at):
    problems = INTERWORLD_FLEETS.odds(text, {"range": "5", "hull": "6", **given})
    assert [problem.at for problem in problems] == [at]


def test_hull_and_range_have_to_be_given():
    assert [problem.at for problem in INTERWORLD_FLEETS.odds("cannon 4", {})] == ["range", "hull"]


# Accounts


def test_the_account_of_a_class_is_its_points():
    for key in SCENARIOS:
        scenario = INTERWORLD_FLEETS.scenarios()[key]
        for cls in scenario.classes.values():
            account = INTERWORLD_FLEETS.account("ship", INTERWORLD_FLEETS.write(cls))
            assert account.totals == {"points": cls.points}
    assert isinstance(INTERWORLD_FLEETS.account("ship", {"key": "x"}), list)
