"""Golden records are replayed to the same end, hold all that the game is made of, and random battles keep their signature."""

from __future__ import annotations

import pytest
from iwf_battles import SCENARIOS
from renew_iwf_golden import GOLDEN

from quarterdeck.systems.interworld_fleets.unit import WEAPON_TYPES
from whole_battles import events


@pytest.mark.parametrize("name", GOLDEN.makers)
def test_a_golden_record_is_replayed_to_the_same_end(name):
    GOLDEN.check(name)


def test_there_is_a_record_for_each_name_and_no_other():
    assert GOLDEN.stored() == sorted(GOLDEN.makers)


@pytest.mark.parametrize("name", ["brawl", "second-brawl"])
def test_a_brawl_has_every_weapon_and_every_way_of_fighting_in_it(name):
    battle = GOLDEN.replayed(name)
    told = events(battle)
    attacks = {event.data["attack"] for event in told if event.kind in ("fired", "harpooned")}
    assert attacks == {*WEAPON_TYPES, "fighters"}
    kinds = {event.kind for event in told}
    assert {
        "boarded",
        "blast",
        "ram",
        "blow",
        "struck",
        "intercepted",
        "dragged",
        "displaced",
        "effect",
        "hazard",
        "flagship_lost",
    } <= kinds
    intercepted = [told[place + 1] for place, event in enumerate(told) if event.kind == "intercepted"]
    assert {event.data["attack"] for event in intercepted} >= {"phase", "missile"}
    squadrons = [event for event in told if event.kind == "activated" and len(event.data["ships"]) > 1]
    assert squadrons


def test_golden_records_hold_what_they_are_for():
    records = {name: GOLDEN.record(name) for name in GOLDEN.makers}
    kinds = {name: [entry.kind for entry in record.inputs] for name, record in records.items()}
    assert [records[key].header.scenario["key"] for key in SCENARIOS] == list(SCENARIOS)
    assert all(record.outcome is not None for record in records.values())
    assert kinds["take-backs"].count("take_back") == 2
    assert kinds["umpire"].count("change") > 10
    assert records["typed-dice"].header.dice == "typed"
    assert kinds["typed-dice"].count("dice") > 20
    assert kinds["concession"].count("concede") == 2
    assert records["concession"].outcome["winners"] == ["b"]


def test_random_battles_have_the_signature_that_was_stored():
    assert GOLDEN.signature() == GOLDEN.signed


def test_hashes_of_words_make_no_difference():
    GOLDEN.check_with_other_hashes()
