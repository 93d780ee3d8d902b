"""Random battles to their end: what must hold at every rest, what must come of the record, and going on from a copy.

`benchmarks/random_battles.py` plays hundreds of each scenario with the same checks.
"""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from base_cases import bases_and_splits
from battles import SCENARIOS, as_captain, at_close_quarters, begin, three_sides
from bookkeeping import Bookkeeper
from checked import checked_battle

from going_on import Played
from quarterdeck.systems.full_thrust import FULL_THRUST, boarding_words
from quarterdeck.systems.full_thrust.aliens import told as aliens
from quarterdeck.systems.full_thrust.contacts.prose import CONTACT_TELLERS
from quarterdeck.systems.full_thrust.ftl import words as ftl_words
from quarterdeck.systems.full_thrust.prose import TELLERS
from quarterdeck.systems.full_thrust.state import FleetState
from quarterdeck.systems.full_thrust.terrain import told as terrain
from whole_battles import Broken, Watched, at_random, events, play

ON_TERRAIN = {"asteroid-chase": 10, "orbital-landing": 10, "starbase-assault": 10}
OF_ALIENS = {"thorns": 10, "burning-tide": 10, "the-shoal": 10}
NUMBERS = {
    "duel": 30,
    "patrol": 20,
    "fleet-action": 10,
    "convoy": 10,
    "muster": 20,
    "carrier-strike": 10,
    "hidden-contacts": 10,
    "three-flags": 10,
    **ON_TERRAIN,
    **OF_ALIENS,
}
"""How many battles of each scenario are played here."""
BATCH = 10
BATCHES = [(key, first) for key in SCENARIOS for first in range(0, NUMBERS[key], BATCH)]


@pytest.mark.rule("FT-2.1.4", "FT-2.7.1", "FT-2.7.2", "FT-2.7.21", "FT-2.7.23", "FT-4.2.3")
@pytest.mark.parametrize(("key", "first"), BATCHES)
def test_random_battles(key, first):
    for number in range(first, min(first + BATCH, NUMBERS[key])):
        checked_battle(key, f"{key} {number}")


@pytest.mark.rule("FT-2.1.4", "FT-2.6.5", "FT-2.7.2", "FT-2.7.21", "FT-2.7.23", "FT-4.2.3")
@pytest.mark.parametrize("key", SCENARIOS)
def test_random_battles_at_close_quarters(key):
    """Chance alone seldom brings ships together."""
    destroyed = 0
    for number in range(4 if key in ("fleet-action", "carrier-strike") else 6):
        battle = checked_battle(key, f"close {key} {number}", a=at_close_quarters, b=at_close_quarters)
        destroyed += len(events(battle, "destroyed"))
    assert destroyed >= 1


def test_random_battles_of_three_sides_and_four_seats():
    for number in range(10):
        checked_battle(three_sides(), f"three sides {number}")


@pytest.mark.parametrize("key", SCENARIOS)
def test_battles_of_captains(key):
    checked_battle(key, f"captains {key}", a=as_captain, b=as_captain)


def test_random_battles_come_to_every_kind_of_event():
    """What is checked in random battles is worth as much as what happens in them: all that can be told is told."""
    told: dict[str, None] = {}
    for key in SCENARIOS:
        for number in range(3):
            battle = play(begin(key, f"kinds {number}"), random.Random(number), a=at_close_quarters, b=at_close_quarters)
            told.update(dict.fromkeys(event.kind for event in events(battle)))
    for number in range(6):
        by = [{"a": as_captain, "b": as_captain}, {"a": as_captain}, {}][number % 3]
        battle = play(begin("carrier-strike", f"wings {number}"), random.Random(number), **by)
        told.update(dict.fromkeys(event.kind for event in events(battle)))
    classic = FULL_THRUST.switched(FULL_THRUST.scenarios()["carrier-strike"], {"classic": True, "fighter_morale": True})
    for number in range(4):
        by = [{"a": as_captain, "b": as_captain}, {}][number % 2]
        battle = play(begin(classic, f"classic {number}"), random.Random(number), **by)
        told.update(dict.fromkeys(event.kind for event in events(battle)))
    for number in range(4):
        battle = play(begin(bases_and_splits(), f"bases {number}"), random.Random(number))
        told.update(dict.fromkeys(event.kind for event in events(battle)))
    assert [kind for kind in TELLERS if kind not in told and kind not in (*RARE, *OF_THEIR_OWN)] == []


RARE = ("edge_rolled", "group_left", "ro_kah", "merged", "group_returned", "drones_reabsorbed")
"""What a few random battles may never come to."""
OF_THEIR_OWN = (*terrain.TELLERS, *ftl_words.TELLERS, *boarding_words.TELLERS, *aliens.TELLERS, *CONTACT_TELLERS)
"""What comes only in scenarios or with switches that have tests of their own."""


def spoil_hull(state: FleetState) -> None:
    """A hull box that was crossed off is whole again."""
    next(ship for ship in state.ships.values() if ship.hull_damage).hull_damage -= 1


def spoil_systems(state: FleetState) -> None:
    """A lost system works again, unrepaired."""
    next(ship for ship in state.ships.values() if ship.lost).lost.popitem()


def spoil_place(state: FleetState) -> None:
    """A ship is somewhere else."""
    ship = next(ship for ship in state.ships.values() if ship.on_table)
    ship.position = ship.position.plus(ship.course, 0.001)


def spoil_status(state: FleetState) -> None:
    """A destroyed ship is back."""
    next(ship for ship in state.ships.values() if ship.status == "destroyed").status = "left"


def spoil_turn(state: FleetState) -> None:
    """A turn is left out."""
    state.turn += 1


@pytest.mark.parametrize("spoil", [spoil_hull, spoil_systems, spoil_place, spoil_status, spoil_turn])
def test_the_books_do_not_agree_with_a_state_that_was_tampered_with(spoil):
    """So that what is checked above is checked: the state is spoilt once, as soon as it can be."""
    books, spoilt = Bookkeeper(), 0

    def watch(state: FleetState) -> None:
        nonlocal spoilt
        with suppress(StopIteration):
            if state.turn > 2 and not spoilt:
                spoil(state)
                spoilt = state.turn
        books.compare(state)

    battle = begin("fleet-action", "spoilt", Watched(FULL_THRUST, watch), listener=books.hear)
    with pytest.raises(Broken):
        play(battle, random.Random(1), a=at_close_quarters, b=at_close_quarters)
    assert spoilt == battle.state.turn


# Going on from a copy


@pytest.mark.parametrize("player", [at_random, at_close_quarters])
@pytest.mark.parametrize("key", SCENARIOS)
def test_going_on_from_a_pickled_copy_at_every_rest(key, player):
    for number in range(2 if key in ("duel", "patrol", "convoy", "orbital-landing") else 1):
        Played(FULL_THRUST, FULL_THRUST.scenarios()[key], f"going on {number}", player).go_on_at_each_rest()


def test_going_on_at_every_rest_with_three_sides_and_four_seats():
    Played(FULL_THRUST, three_sides(), "going on", at_close_quarters).go_on_at_each_rest()


def test_going_on_to_the_end_from_some_rests():
    for scenario in (FULL_THRUST.scenarios()["duel"], three_sides()):
        played = Played(FULL_THRUST, scenario, "to the end", at_close_quarters)
        for rest in played.rests[::15]:
            played.go_on(rest, len(played.battle.inputs))
    assert played.battle.outcome is not None
    assert len(played.rests) > 30
