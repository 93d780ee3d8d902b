"""The classic order of play of Fleet Book 2."""

from __future__ import annotations

import pytest
from base_cases import bases_and_splits
from battles import as_captain, at_close_quarters, put
from case_files import cases
from checked import checked_battle
from classic_cases import WORKED, in_order
from fakes import make_ship
from movement_cases import check
from small_craft import away, carrier, make_group, make_marker

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.record import Seat
from quarterdeck.engine.run import Waiting
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.sequence import CLASSIC
from whole_battles import events


@pytest.mark.parametrize(
    ("rule", "case"),
    [
        *cases("FB2-1", "FB2-2", "FB2-3", "FB2-4", "FB2-5", "FB2-6", "FB2-7", "FB2-8", "FB2-9", "FB2-10", "FB2-11"),
        *cases("FB2-12", "FB2-13", "FB2-14", "FB2-15", "FB2-16", "FB2-17", "FB2-18", "FB2-19", "FB2-20", "FB2-21", "FB2-22"),
        *cases("FB2-23", "FB2-24", "FB2-25", "FB2-26", "FB2-27", "FB2-28", "FB2-29", "FB2-30", "FB2-31", "FB2-32", "FB2-33"),
    ],
)
def test_worked_case(rule, case):
    check(WORKED[rule](case["given"]), case["expect"])


@pytest.mark.rule("FB2-1", "FB2-4", "FB2-18", "FB2-19", "FB2-21", "FB2-25", "FB2-26", "FB2-30")
@pytest.mark.parametrize("key", ["carrier-strike", "burning-tide", "the-shoal", "fleet-action"])
def test_random_battles_keep_to_the_order(key):
    """The books know the phase of every event, and hold each turn to it."""
    classic = FULL_THRUST.switched(FULL_THRUST.scenarios()[key], {"classic": True, "fighter_morale": True})
    for number in range(3):
        players = [{"a": as_captain, "b": as_captain}, {"a": at_close_quarters, "b": at_close_quarters}, {}][number % 3]
        battle = checked_battle(classic, f"classic {key} {number}", **players)
        assert not events(battle, "evasion")


@pytest.mark.rule("FB2-1", "FT-5.8.10", "FT-5.6.6")
def test_random_battles_with_bases_and_two_seats_keep_to_the_order():
    for number in range(3):
        checked_battle(bases_and_splits(classic=True), f"classic bases {number}")


@pytest.mark.rule("FB2-13")
def test_markers_find_their_targets_once_wherever_the_battle_is_taken_up_again():
    """Two ships equally near, between which a die decides before the first group is moved."""
    ships = [make_ship(id="b1", position=away(2)), make_ship(id="b2", position=away(-2)), carrier(2, position=away(60))]
    groups = [make_group(position=away(20)), make_group(id="g2", side="b", seat="b", position=away(-30))]
    state = in_order(*ships, *groups, make_marker())
    state.step = [step.name for step in CLASSIC].index("allocation")
    seats = tuple(Seat(seat, side) for seat, side in state.seats.items())
    battle = Battle.at_rest(FULL_THRUST, state, seats, ScriptedDice([5]), Waiting(round=state.turn))
    put(battle, "b", {"g2": {"at": [0.0, -31.0]}})
    fork = battle.fork(ScriptedDice([2]))
    put(fork, "a", {"g1": {"at": [0.0, 21.0]}})
    assert [event.data["target"] for event in events(fork, "salvo_attacks")] == ["b2"]
