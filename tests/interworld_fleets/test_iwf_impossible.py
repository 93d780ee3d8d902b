"""What in a state cannot be is found, each by its rule; what can be is not."""

from __future__ import annotations

import pytest
from iwf_battles import SCENARIOS
from iwf_fakes import drive

from quarterdeck.engine.dice import SeededDice
from quarterdeck.engine.hexes import Hex
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS
from quarterdeck.systems.interworld_fleets.activation import begin
from quarterdeck.systems.interworld_fleets.state import Activation, Deeds


def opened(key="three-lanterns"):
    """A battle after set-up, in the first activation of its first unit."""
    state = INTERWORLD_FLEETS.start(INTERWORLD_FLEETS.scenarios()[key])
    seen = Referee(SeededDice("0"), lambda told: None)
    drive(INTERWORLD_FLEETS.set_up(state, seen), state)
    begin(state, seen, "a", "a1") if key != "quarantine" else begin(state, seen, "a1", "a1")
    return state


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_battle_that_has_begun_is_possible(key):
    assert INTERWORLD_FLEETS.check(opened(key)) == []


OF_STATE = [
    ("seats", {"a": "b"}, "IWF-2.5"),
    ("round", 0, "IWF-2.11"),
    ("round", 99, "IWF-2.11"),
    ("step", 9, "IWF-2.1"),
    ("initiative", ["a"], "IWF-2.6"),
    ("finished", ["a", "a"], "IWF-2.6"),
    ("activated", ["z9"], "IWF-2.9"),
    ("last_seat", "z", "IWF-2.7"),
    ("points", {"a": -1, "b": 0}, "IWF-2.10"),
    ("points", {"a": 1}, "IWF-2.10"),
    ("active", Activation("a1", "b", {"a1": Deeds()}), "IWF-2.8"),
    ("active", Activation("a1", "a", {"a2": Deeds()}), "IWF-2.8"),
    ("active", Activation("z9", "a", {}), "IWF-2.8"),
]

OF_SHIP = [
    ("hull", 99, "IWF-1.17"),
    ("hull", 0, "IWF-1.17"),
    ("status", "lost", "IWF-1.17"),
    ("shields", 99, "IWF-1.20"),
    ("fighters", 1, "IWF-5.1"),
    ("phase_tokens", 4, "IWF-4.35"),
    ("effects", ["dizzy"], "IWF-4.39"),
    ("effects", ["slowed", "slowed"], "IWF-4.39"),
    ("side", "b", "IWF-2.7"),
    ("facing", 6, "IWF-1.3"),
    ("at", Hex(99, 99), "IWF-1.24"),
    ("at", Hex(2, 11), "IWF-9.14"),
    ("at", Hex(7, 12), "IWF-1.1"),
    ("name", "", "IWF-1.23"),
]


@pytest.mark.parametrize(("field", "value", "rule"), OF_STATE)
def test_what_cannot_be_of_a_battle(field, value, rule):
    state = opened()
    setattr(state, field, value)
    assert rule in [problem.rule for problem in INTERWORLD_FLEETS.check(state)]


@pytest.mark.parametrize(("field", "value", "rule"), OF_SHIP)
def test_what_cannot_be_of_a_ship(field, value, rule):
    state = opened()
    setattr(state.ships["a1"], field, value)
    assert rule in [problem.rule for problem in INTERWORLD_FLEETS.check(state)]


@pytest.mark.parametrize("cells", [{1: 6}, {**dict.fromkeys(range(1, 7), 0), 3: -1}])
def test_what_cannot_be_of_a_board(cells):
    state = opened()
    state.commands["a"].cells = cells
    assert [problem.rule for problem in INTERWORLD_FLEETS.check(state)] == ["IWF-8.2"]
