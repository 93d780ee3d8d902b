"""The umpire's change: a state that cannot be is refused by ship and rule, and any other battle can be played to its end."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from battles import begin
from fleets import fleets, gunship
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.protection import ordinary, split
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import Core, FleetState, NotedDamage
from whole_battles import answer_all, play

# One change after another

IMPOSSIBLE_SHIPS: list[tuple[dict[str, Any], str]] = [
    ({"armour": 3}, "FT-2.6.1"),
    ({"armour": -1}, "FT-2.6.1"),
    ({"hull_damage": -1}, "FT-2.6.1"),
    ({"hull_damage": 13, "status": "destroyed"}, "FT-2.6.1"),
    ({"hull_damage": 12}, "FT-2.6.5"),
    ({"status": "sunk"}, "FT-2.6.5"),
    ({"drive_hits": 3}, "FT-4.6.7"),
    ({"drive_hits": 2}, "FT-4.6.7"),
    ({"lost": {"main-drive": "threshold"}}, "FT-4.6.7"),
    ({"lost": {"warp-coil": "threshold"}}, "FT-2.6.4"),
    ({"lost": {"beam-1": "rust"}}, "FT-2.6.4"),
    ({"spent": ["warp-coil"]}, "FT-4.9.1"),
    ({"spent": ["beam-1"]}, "FT-4.9.1"),
    ({"spent": ["submunition", "submunition"]}, "FT-4.9.1"),
    ({"holds_lost": 1}, "FT-7.5.2"),
    ({"holds_lost": -1}, "FT-7.5.2"),
    ({"facing": 13}, "FT-3.2.2"),
    ({"facing": 0}, "FT-3.2.2"),
    ({"velocity": -1}, "FT-3.2.15"),
    ({"velocity": 2**60}, "FT-3.2.15"),
    ({"position": Vector(float("nan"), 0.0)}, "FT-2.4.1"),
    ({"position": Vector(1e300, 0.0)}, "FT-2.4.1"),
    ({"position": Vector(0.0, 50.0)}, "FT-3.2.20"),
    ({"track": ["a1"]}, "FT-2.4.1"),
    ({"track": [Vector(1e300, 0.0)]}, "FT-2.4.1"),
    ({"course": Vector(1.0, 1.0)}, "FT-3.2.16"),
    ({"course": Vector(float("nan"), 1.0)}, "FT-3.2.16"),
    ({"id": "b1"}, "FT-2.1.1"),
    ({"name": ""}, "FT-2.1.1"),
    ({"name": "A\nB"}, "FT-2.1.1"),
    ({"side": "b"}, "FT-2.7.3"),
    ({"seat": "b"}, "FT-2.7.3"),
    ({"seat": "z"}, "FT-2.7.3"),
    ({"core": Core(control_from=-1)}, "FT-7.2.1"),
    ({"core": Core(power="cracked")}, "FT-7.2.1"),  # type: ignore[arg-type]
    ({"core": Core(air_until="noon")}, "FT-7.2.10"),  # type: ignore[arg-type]
    ({"status": "derelict"}, "FT-7.2.8"),
    ({"derelict_by": "boredom"}, "FT-7.2.8"),
    ({"abandoned_on": 1}, "FT-7.2.9"),
    ({"abandoned_on": 2, "derelict_by": "abandoned"}, "FT-7.2.9"),
    ({"abandoned_on": "noon", "derelict_by": "abandoned"}, "FT-7.2.9"),
]


def sound_state() -> FleetState:
    """Two ships of which nothing is wrong, in the first turn, with Core Systems."""
    ship = gunship("a1", rows=(3, 3, 3, 3), systems=["main_drive", "fcs", "beam-1", "submunition"])
    ship.design = replace(ship.design, armour=2)
    ship.armour = 2
    state = fleets(ship, "b1", switches=Switches(core_systems=True))
    assert FULL_THRUST.check(state) == []
    return state


@pytest.mark.rule("FT-2.6.1", "FT-2.6.4", "FT-2.6.5")
@pytest.mark.parametrize(("changes", "rule"), IMPOSSIBLE_SHIPS)
def test_a_ship_that_cannot_be_is_told_by_ship_and_rule(changes, rule):
    state = sound_state()
    for name, value in changes.items():
        setattr(state.ships["a1"], name, value)
    problems = FULL_THRUST.check(state)
    assert [(problem.rule, problem.at) for problem in problems] == [(rule, "a1")]
    assert ": this cannot be its " in plain(problems[0].text)


IMPOSSIBLE_BATTLES: list[tuple[dict[str, Any], str]] = [
    ({"seats": {"a": "a", "b": "b", "z": "b"}}, "FT-2.7.6"),
    ({"turn": 0}, "FT-2.7.1"),
    ({"turn": 14}, "FT-2.7.1"),
    ({"step": -1}, "FT-2.7.1"),
    ({"step": 10}, "FT-2.7.1"),
    ({"initiative": ["a", "a"]}, "FT-2.7.6"),
    ({"initiative": ["a", "z"]}, "FT-2.7.6"),
    ({"last_side": "z"}, "FT-2.7.8"),
    ({"fired": ["a9"]}, "FT-4.2.3"),
    ({"fired": ["a1", "a1"]}, "FT-4.2.3"),
    ({"passed": ["z"]}, "FT-2.7.8"),
    ({"orders": {"a1": "full speed"}}, "FT-2.7.3"),
    ({"orders": {"a9": "-"}}, "FT-2.7.3"),
    ({"last_orders": {"a1": "MD1," * 200}}, "FT-2.7.3"),
    ({"noted": ["a1"]}, "FT-2.7.48"),
    ({"noted": [NotedDamage("a1", "b9", [ordinary(1)])]}, "FT-2.7.48"),
    ({"noted": [NotedDamage("a9", "b1", [ordinary(1)])]}, "FT-2.7.48"),
    ({"noted": [NotedDamage("a1", "b1", [ordinary(-1)])]}, "FT-2.7.48"),
    ({"noted": [NotedDamage("a1", "b1", [split(1, 2**60)])]}, "FT-2.7.48"),
    ({"noted": [NotedDamage("a1", "b1", [ordinary(1)], ["warp-coil"])]}, "FT-2.7.48"),
    ({"picks": {"a": {"plain": 2}}}, "FT-1.1.3"),
]


@pytest.mark.parametrize(("changes", "rule"), IMPOSSIBLE_BATTLES)
def test_a_battle_that_cannot_be_is_told_by_rule(changes, rule):
    state = sound_state()
    for name, value in changes.items():
        setattr(state, name, value)
    (problem,) = FULL_THRUST.check(state)
    assert (problem.rule, problem.at) == (rule, next(iter(changes)))
    assert plain(problem.text).startswith("This cannot be the ")


@pytest.mark.rule("FT-7.2.1")
def test_without_core_systems_none_is_hit():
    state = sound_state()
    state.switches = Switches()
    assert FULL_THRUST.check(state) == []
    state.ships["a1"].core.power = "damaged"
    assert [problem.rule for problem in FULL_THRUST.check(state)] == ["FT-7.2.1"]


@pytest.mark.parametrize("path", [("ships", "a1", "design", "mass"), ("scenario", "turn_limit"), ("switches", "core_systems")])
def test_what_was_agreed_before_the_battle_stays(path):
    """Designs too: they are shared with every other battle."""
    battle = umpired("duel", 1)
    value = battle.state
    for step in path:
        value = value[step] if isinstance(value, dict) else getattr(value, step)
    with pytest.raises(Refused):
        battle.change(path, [list(each) for each in value] if isinstance(value, tuple) else value)


def test_a_ship_is_made_a_wreck_by_two_changes():
    battle = umpired("patrol", 1)
    battle.change(("ships", "a1", "derelict_by"), "abandoned")
    battle.change(("ships", "a1", "status"), "derelict")
    assert battle.state.ships["a1"].status == "derelict"
    assert "a1" not in [unit for slate in battle.slates().values() for q in slate.questions.values() for unit in q.units]


# Any change


def umpired(key: str, seed: int) -> Battle[FleetState]:
    """A battle with an umpire."""
    return begin(key, f"umpired {seed}", umpire="Ursula")


WORDS = [
    "a", "b", "a1", "b1", "b2", "z", "", "fighting", "derelict", "left", "destroyed", "dumped", "abandoned", "life-support",
    "damaged", "sound", "threshold", "needle", "main-drive", "submunition-pack-1", "MD4", "TP2, MD1", "full speed", "A\nB",
    "\ud800",
]  # fmt: skip
NUMBERS = st.integers(-2, 30) | st.sampled_from([-(2**63), 2**63 - 1, 1000, 10**400])
PLACES = st.lists(st.integers(-5, 90) | st.floats(-1e308, 1e308) | st.sampled_from([0.6, 0.8]), min_size=2, max_size=2)
VALUES = st.one_of(
    NUMBERS, st.floats(), st.booleans(), st.none(), st.sampled_from(WORDS), st.text(max_size=5), PLACES,
    st.lists(st.sampled_from(WORDS), max_size=3), st.dictionaries(st.sampled_from(WORDS), NUMBERS, max_size=2),
)  # fmt: skip


def path_in(state: FleetState, rng: random.Random) -> tuple[str | int, ...]:
    """A path to some value of a state, at random."""
    path: list[str | int] = []
    value: Any = state
    while steps := steps_from(value):
        step = rng.choice(steps)
        path.append(step)
        value = getattr(value, str(step)) if is_dataclass(value) else value[step]
        if rng.random() < 0.1:
            break
    return tuple(path)


def steps_from(value: Any) -> list[Any]:
    if is_dataclass(value):
        return [field.name for field in fields(value)]
    if isinstance(value, dict):
        return list(value)
    return list(range(len(value))) if isinstance(value, list) else []


@settings(max_examples=150, deadline=None)
@given(
    key=st.sampled_from(["duel", "patrol", "convoy", "muster"]),
    seed=st.integers(0, 10**6),
    moments=st.integers(0, 25),
    values=st.lists(VALUES, min_size=1, max_size=12),
)
def test_after_any_change_a_battle_is_played_to_its_end(key, seed, moments, values):
    """Or the change is refused. Never is an input void."""
    battle, rng = umpired(key, seed % 50), random.Random(seed)
    for _moment in range(moments):
        answer_all(battle, rng)
    for value in values:
        if battle.outcome is None:
            with suppress(Refused):
                battle.change(path_in(battle.state, rng), value)
    play(battle, rng)
    assert [entry.void for entry in battle.inputs] == [""] * len(battle.inputs)
    assert FULL_THRUST.check(battle.state) == []
