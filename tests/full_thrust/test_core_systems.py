"""Chapter 7.2: Core Systems, from the hit to the end of the turn."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from case_files import cases
from damage_cases import ROWS, WITH_CORE, WORKS, attack, check, core_ship, works
from fakes import make_ship, make_state
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import CLOCK, ORIGIN
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust.core_systems import (
    CORE_SYSTEMS,
    apply_core_decision,
    core_decision,
    damaged_core_systems,
    explosion_needed,
    hit_command_bridge,
    hit_core_system,
    hit_life_support,
    hit_power_core,
    in_control,
    roll_explosions,
    run_down_counters,
    with_damaged_core,
)
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.repair import damaged_systems
from quarterdeck.systems.full_thrust.round import end_turn
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import Cloak, Core, Dock, FleetState, Ship
from scripted import referee, run_to_end

HULK = {"movement": "drift", "may_fire": False, "screens": 2}


@pytest.mark.parametrize(("rule", "case"), cases("FT-7.2", "FT-2.7.23"))
def test_worked_case(rule: str, case: dict[str, Any]) -> None:
    check(rule, case)


def told_by(state: FleetState, ship: Ship, rolls: list[int], hull: int) -> list[Event]:
    """What is told of an attack for which exactly these dice are rolled."""
    judge, told = referee(rolls)
    apply_attack(state, judge, attack(ship, 0, hull))
    assert judge.dice.rolled == len(rolls)
    return told


# Threshold checks


@pytest.mark.rule("FT-7.2.1")
def test_without_the_option_no_core_system_is_rolled_for():
    ship = make_ship(rows=ROWS)
    assert [event.kind for event in told_by(make_state(ship), ship, [], 12)] == ["damage", "threshold"]


@pytest.mark.rule("FT-2.7.37", "FT-7.2.2")
def test_each_core_system_is_followed_at_once_by_the_die_of_its_loss():
    ship = make_ship(rows=ROWS, systems=["fcs", "pds"])
    state = make_state(ship, switches=WITH_CORE, turn=4)
    told = told_by(state, ship, [6, 6, 1, 3, 2, 4, 5], 12)
    assert [(event.kind, [roll.faces for roll in event.dice]) for event in told[1:]] == [
        ("threshold", [(6, 6)]),
        ("core_check", [(1,)]),
        ("bridge_hit", [(3,)]),
        ("core_check", [(2,)]),
        ("power_core_hit", []),
        ("core_check", [(4,)]),
        ("life_support_hit", [(5,)]),
    ]
    assert damaged_core_systems(ship, 4) == list(CORE_SYSTEMS)


@pytest.mark.rule("FT-7.2.2")
def test_a_check_of_a_core_system_is_told_with_its_number():
    ship = make_ship(rows=ROWS, hull_damage=8)
    told = told_by(make_state(ship, switches=WITH_CORE), ship, [3, 4, 2, 1], 4)
    facts = [event.data for event in told if event.kind == "core_check"]
    assert facts == [
        {"ship": "s1", "system": "command-bridge", "hit_on": 2, "hit": False},
        {"ship": "s1", "system": "power-core", "hit_on": 2, "hit": False},
        {"ship": "s1", "system": "life-support", "hit_on": 2, "hit": True},
    ]


@pytest.mark.rule("FT-7.2.11")
def test_a_bridge_lost_for_good_is_not_rolled_for_again():
    ship = make_ship(rows=ROWS, hull_damage=8)
    state = make_state(ship, switches=WITH_CORE)
    hit_command_bridge(state, referee([6])[0], ship)
    state.turn = 30
    told = told_by(state, ship, [6, 6], 4)
    assert [event.data["system"] for event in told if event.kind == "core_check"] == ["power-core", "life-support"]


# Bridge


@pytest.mark.rule("FT-7.2.3")
@pytest.mark.parametrize(("face", "control_from", "for_good"), [(1, 5, False), (5, 9, False), (6, 0, True)])
def test_a_hit_on_the_bridge_is_told_with_its_die(face: int, control_from: int, for_good: bool):
    state, ship = core_ship(turn=3)
    judge, told = referee([face])
    hit_core_system(state, judge, ship, "command-bridge")
    assert told[0].data == {"ship": "s1", "control_from": control_from, "lost_for_good": for_good}
    assert told[0].dice[0].faces == (face,)


@pytest.mark.rule("FT-7.2.4")
def test_with_control_everything_undamaged_works_again():
    state, ship = core_ship(turn=3)
    hit_command_bridge(state, referee([1])[0], ship)
    assert works(state, ship) == HULK
    state.turn = 4
    assert works(state, ship) == HULK
    state.turn = 5
    assert works(state, ship) == WORKS


@pytest.mark.rule("FT-7.2.3", "FT-2.7.23")
def test_control_never_returns_after_a_six():
    state, ship = core_ship(turn=1)
    hit_command_bridge(state, referee([6])[0], ship)
    judge, told = referee()
    for state.turn in range(1, 30):
        run_down_counters(state, judge)
    assert told == []
    assert not in_control(ship, 30)


# Power Core


@pytest.mark.rule("FT-7.2.6")
def test_a_damaged_core_may_explode_in_every_turn_from_that_of_the_hit():
    state, ship = core_ship(turn=2)
    hit_core_system(state, referee()[0], ship, "power-core")
    judge, told = referee([4, 1, 5])
    roll_explosions(state, judge)
    roll_explosions(state, judge)
    roll_explosions(state, judge)
    assert [event.data.get("explodes") for event in told] == [False, False, True, None]
    assert told[2] == Event("explosion_roll", "FT-7.2.6", {"ship": "s1", "needed": 5, "explodes": True}, told[2].dice)
    assert told[3] == Event("destroyed", "FT-7.2.6", {"ship": "s1", "by": None})
    roll_explosions(state, judge)
    assert (ship.status, len(told)) == ("destroyed", 4)


@pytest.mark.rule("FT-7.2.6")
def test_nothing_is_rolled_for_sound_cores_and_ships_that_have_left():
    state, ship = core_ship()
    roll_explosions(state, referee()[0])
    hit_power_core(state, referee()[0], ship)
    ship.status = "left"
    roll_explosions(state, referee()[0])


@pytest.mark.rule("FT-7.2.8")
def test_the_owner_of_each_damaged_core_is_asked_and_holds_on_by_default():
    state, ship = core_ship(turn=2)
    assert with_damaged_core(state) == []
    hit_power_core(state, referee()[0], ship)
    assert with_damaged_core(state) == [ship]
    question = core_decision(state, ship)
    assert (question.seat, question.subject) == (ship.seat, "s1")
    assert question.keys() == ["hold", "dump", "abandon"]
    assert question.default(state) == ["hold"]
    assert pickle.loads(pickle.dumps(question)) == question
    assert plain(question.choices[0].fact or "") == "explodes on 5 to 6"


@pytest.mark.rule("FT-7.2.8")
def test_a_dumped_core_feeds_nothing_and_never_explodes():
    state, ship = core_ship(turn=2)
    hit_power_core(state, referee()[0], ship)
    judge, told = referee()
    apply_core_decision(state, judge, ship, "dump")
    assert told == [Event("core_dumped", "FT-7.2.8", {"ship": "s1"})]
    assert works(state, ship) == HULK | {"screens": 0}
    assert (ship.status, with_damaged_core(state)) == ("derelict", [])
    for state.turn in range(2, 12):
        roll_explosions(state, judge)
    told = told_by(state, ship, [6] * 7, 15)
    assert [event.data["system"] for event in told if event.kind == "core_check"] == ["command-bridge", "life-support"]


@pytest.mark.rule("FT-7.2.9")
def test_an_abandoned_ship_keeps_its_screens_until_its_core_explodes():
    state, ship = core_ship(turn=2)
    hit_power_core(state, referee()[0], ship)
    judge, told = referee([4, 3, 2, 1, 1])
    apply_core_decision(state, judge, ship, "abandon")
    assert works(state, ship) == HULK
    assert damaged_systems(ship, 2) == []
    for state.turn in range(2, 7):
        assert ship.status == "derelict"
        roll_explosions(state, judge)
    assert [event.data["needed"] for event in told if event.kind == "explosion_roll"] == [5, 4, 3, 2, 1]
    assert {event.rule for event in told} == {"FT-7.2.9"}
    assert ship.status == "destroyed"


@pytest.mark.rule("FT-7.2.8")
def test_holding_on_changes_nothing():
    state, ship = core_ship()
    hit_power_core(state, referee()[0], ship)
    judge, told = referee()
    apply_core_decision(state, judge, ship, "hold")
    assert (told, works(state, ship)) == ([], WORKS)


# Life Support


@pytest.mark.rule("FT-7.2.10")
def test_a_hit_on_life_support_is_told_with_its_die_and_its_last_turn():
    state, ship = core_ship(turn=3)
    judge, told = referee([4])
    hit_core_system(state, judge, ship, "life-support")
    assert told[0].data == {"ship": "s1", "air_until": 7}
    assert told[0].dice[0].faces == (4,)
    assert works(state, ship) == WORKS


@pytest.mark.rule("FT-7.2.10", "FT-2.7.23")
def test_when_life_support_fails_the_ship_drifts_on_with_its_screens_up():
    state, ship = core_ship(turn=3)
    hit_life_support(state, referee([1])[0], ship)
    judge, told = referee()
    run_down_counters(state, judge)
    assert told == []
    state.turn = 4
    run_down_counters(state, judge)
    assert told == [Event("life_support_failed", "FT-7.2.10", {"ship": "s1"})]
    assert (works(state, ship), damaged_systems(ship, 4)) == (HULK, [])
    run_down_counters(state, judge)
    assert len(told) == 1


@pytest.mark.rule("FT-7.2.10", "FT-7.2.9")
def test_a_damaged_core_gets_out_of_hand_when_life_support_fails():
    state, ship = core_ship(turn=3)
    hit_power_core(state, referee()[0], ship)
    hit_life_support(state, referee([1])[0], ship)
    state.turn = 4
    assert explosion_needed(ship, 4) == 5
    run_down_counters(state, referee()[0])
    assert [explosion_needed(ship, turn) for turn in (4, 5, 6)] == [5, 4, 3]


@pytest.mark.rule("FT-7.2.9")
def test_a_core_that_is_hit_on_a_hulk_has_no_crew_to_hold_it():
    state, ship = core_ship(turn=3)
    hit_life_support(state, referee([1])[0], ship)
    state.turn = 4
    run_down_counters(state, referee()[0])
    state.turn = 7
    hit_power_core(state, referee()[0], ship)
    assert [explosion_needed(ship, turn) for turn in (7, 8, 11, 12, 13)] == [5, 4, 1, 1, 1]
    assert with_damaged_core(state) == []


@pytest.mark.rule("FT-7.2.10")
def test_no_control_returns_to_a_ship_whose_life_support_fails():
    state, ship = core_ship(turn=3)
    hit_command_bridge(state, referee([1])[0], ship)
    hit_life_support(state, referee([1])[0], ship)
    state.turn = 4
    judge, told = referee()
    run_down_counters(state, judge)
    assert [event.kind for event in told] == ["life_support_failed"]


# Properties


@settings(max_examples=200, deadline=None)
@given(
    faces=st.lists(st.integers(1, 6), min_size=80, max_size=80), choices=st.lists(st.sampled_from(("hold", "dump", "abandon")))
)
def test_a_ship_with_core_systems_ends_once_and_never_comes_back(faces: list[int], choices: list[str]):
    ship = make_ship(rows=(3, 3, 3, 3))
    state = make_state(ship, switches=WITH_CORE)
    judge, told = referee(faces)
    order = ["fighting", "derelict", "destroyed"]
    for turn in range(1, 9):
        state.turn, before = turn, ship.status
        apply_attack(state, judge, attack(ship, 0, 2))
        for risky in with_damaged_core(state):
            apply_core_decision(state, judge, risky, choices.pop() if choices else "hold")
        roll_explosions(state, judge)
        run_down_counters(state, judge)
        assert order.index(ship.status) >= order.index(before)
        assert (ship.status == "derelict") <= (ship.derelict_by in ("dumped", "abandoned", "life-support"))
        assert not (in_control(ship, turn) and ship.status != "fighting")
    assert [event.kind for event in told].count("destroyed") == int(ship.status == "destroyed")


# Where nobody sees the ship


HIDDEN = [
    {"status": "cloaked", "cloak": Cloak(ORIGIN, CLOCK[12], 0, 12, 9)},
    {"dock": Dock("c9", ORIGIN, inside=True)},
]


def under(given: dict[str, Any], core: Core, answer: str, faces: list[int]) -> tuple[Ship, list[str]]:
    """A ship that nobody sees, and what is told, when a turn has ended that leaves it so with this core."""
    ship = make_ship(id="c", side="c", seat="c", core=core, **given)
    station = make_ship(id="c9", side="c", seat="c", station=True)
    state = make_state(ship, station, make_ship(), switches=Switches(core_systems=True, cloaking_field=True))
    judge, told = referee(faces)
    run_to_end(end_turn(state, judge), lambda question: [answer] if question.rule == "FT-7.2.8" else {})
    assert judge.dice.rolled == len(faces)
    return ship, [event.kind for event in told]


@pytest.mark.rule("FT-7.2.6", "FT-11.3.16")
@pytest.mark.parametrize("given", HIDDEN)
@pytest.mark.parametrize("face", [4, 5])
def test_a_power_core_explodes_under_a_cloak_and_inside_a_station_too(given: dict[str, Any], face: int) -> None:
    ship, _told = under(given, Core(power="damaged"), "hold", [face])
    assert (ship.status == "destroyed") == (face == 5)
    assert (ship.cloak is not None) == (ship.status == "cloaked")


@pytest.mark.rule("FT-7.2.8", "FT-7.2.10", "FT-11.3.17")
@pytest.mark.parametrize(
    ("core", "why", "kind"),
    [(Core(power="damaged"), "dumped", "core_dumped"), (Core(air_until=1), "life-support", "life_support_failed")],
)
def test_a_cloak_that_nobody_feeds_is_lifted(core: Core, why: str, kind: str) -> None:
    ship, told = under(HIDDEN[0], core, "dump", [])
    assert (ship.status, ship.derelict_by, ship.cloak) == ("derelict", why, None)
    assert [each for each in told if each in (kind, "decloaked")] == [kind, "decloaked"]
