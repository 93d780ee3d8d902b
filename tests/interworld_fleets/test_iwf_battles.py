"""Random battles to their end: what holds at every rest, what comes of the record, and going on from a copy."""

from __future__ import annotations

import random

import pytest
from iwf_battles import SCENARIOS, as_captain, begin, checked_battle

from going_on import Played
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS
from whole_battles import at_random, by_default, events, play


@pytest.mark.rule("IWF-2.1", "IWF-2.9", "IWF-2.11", "IWF-1.15")
@pytest.mark.parametrize("key", SCENARIOS)
def test_random_battles(key):
    for number in range(3):
        checked_battle(key, f"{key} {number}")


@pytest.mark.rule("IWF-1.1", "IWF-1.17", "IWF-5.1", "IWF-8.2")
@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("player", [at_random, as_captain])
def test_battles_with_an_umpire_who_changes_things_keep_to_what_can_be(key, player):
    battle = checked_battle(key, f"umpire {key}", player, umpire="Ursula")
    assert [entry.kind for entry in battle.inputs].count("change") > 5


@pytest.mark.parametrize("key", SCENARIOS)
def test_battles_in_which_nobody_answers(key):
    checked_battle(key, f"default {key}", by_default)


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_battle_goes_on_from_a_copy_at_every_rest(key):
    Played(INTERWORLD_FLEETS, INTERWORLD_FLEETS.scenarios()[key], f"copies {key}").go_on_at_each_rest()


def test_random_battles_come_to_every_phase_and_to_most_that_can_happen():
    battles = [play(begin(key, f"kinds {number}"), random.Random(number)) for key in SCENARIOS for number in range(3)]
    told = {event.kind for battle in battles for event in events(battle)}
    expected = {"shields", "command_dice", "fighters", "activated", "moved", "fired", "ram", "displaced", "hazard"}
    assert expected | {"destroyed", "left", "easy_target", "hatches", "initiative", "points", "outcome", "terrain"} <= told
