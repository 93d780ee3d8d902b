"""How a battle is won: the last side, the score at the turn limit, escaping; and ships that leave the table (FT-3.2.20)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from battles import at_step, begin, put, scenario, ship_file, side_file
from fleets import fire_phase, fleets, gunship, may_choose

from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.system import Outcome
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.deploy import start
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import FleetState
from whole_battles import Watched, events, play


def worth_fleets(*ships: str, **given: Any) -> FleetState:
    """Ships of 10, 21, 30, ... CPV, in the order named."""
    state = fleets(*ships, initiative="", **given)
    for number, ship in enumerate(state.ships.values(), 1):
        ship.design = replace(ship.design, cpv=10 * number + (number == 2))
    return state


def ended(state: FleetState) -> tuple[tuple[str, ...], str, dict[str, int]] | None:
    """Who has won, why, and the scores."""
    outcome = FULL_THRUST.outcome(state)
    return (outcome.winners, plain(outcome.reason), outcome.scores) if isinstance(outcome, Outcome) else None


# The last side on the table


def test_a_battle_goes_on_while_two_sides_fight():
    state = worth_fleets("a1", "a2", "b1", "b2")
    state.ships["a1"].status = "destroyed"
    state.ships["b2"].status = "left"
    assert FULL_THRUST.outcome(state) is None


@pytest.mark.parametrize("status", ["destroyed", "derelict", "left"])
def test_the_side_that_alone_has_a_fighting_ship_wins(status):
    state = worth_fleets("a1", "b1")
    state.ships["b1"].status = status
    state.ships["b1"].derelict_by = "dumped" if status == "derelict" else ""
    assert ended(state) == (
        ("a",),
        "Nobody else has a fighting ship left on the table.",
        {"a": 10 if status == "left" else 21, "b": 0},
    )


def test_nobody_wins_when_no_side_has_a_fighting_ship():
    state = worth_fleets("a1", "b1")
    for ship in state.ships.values():
        ship.status = "destroyed"
    assert ended(state) == ((), "No side has a fighting ship left on the table.", {"a": 21, "b": 10})


def test_before_fleets_are_picked_nobody_has_won():
    assert FULL_THRUST.outcome(start(FULL_THRUST.scenarios()["muster"])) is None


# The turn limit


@pytest.mark.parametrize(
    ("statuses", "winners", "scores"),
    [
        pytest.param({}, (), {"a": 0, "b": 0}, id="nothing lost: a draw"),
        pytest.param({"b1": "destroyed"}, ("a",), {"a": 30, "b": 0}, id="destroyed: the CPV of the ship"),
        pytest.param({"b1": "derelict"}, ("a",), {"a": 30, "b": 0}, id="adrift: the same"),
        pytest.param({"a2": "left"}, ("b",), {"a": 0, "b": 10}, id="left: half of it, rounded down"),
        pytest.param({"a1": "destroyed", "a2": "left", "b1": "left"}, ("b",), {"a": 15, "b": 20}, id="all together"),
        pytest.param({"a2": "destroyed", "b1": "destroyed"}, ("a",), {"a": 30, "b": 21}, id="the higher score"),
    ],
)
def test_at_the_turn_limit_the_higher_score_wins(statuses, winners, scores):
    state = worth_fleets("a1", "a2", "b1", "b2", "a3")
    for ship, status in statuses.items():
        state.ships[ship].status = status
    state.turn = state.scenario.turn_limit
    assert FULL_THRUST.outcome(state) is None
    state.turn += 1
    assert ended(state) == (winners, "The turn limit is reached; the higher score wins.", scores)


def test_equal_scores_are_a_draw_of_the_sides_that_have_them():
    state = worth_fleets("a1", "a2", "b1", "b2", "c1", "c2", turn=99)
    state.ships["a1"].status = "destroyed"
    assert ended(state) == (("b", "c"), "The turn limit is reached; the higher score wins.", {"a": 0, "b": 10, "c": 10})


def test_a_side_without_a_fighting_ship_does_not_win_on_points():
    state = worth_fleets("a1", "b1", "c1", turn=99)
    state.ships["b1"].status, state.ships["c1"].hull_damage = "left", 5
    assert ended(state) == (("a", "c"), "The turn limit is reached; the higher score wins.", {"a": 10, "b": 0, "c": 10})
    state.ships["b1"].status, state.ships["a2"] = "destroyed", gunship("a2", status="destroyed")
    state.ships["a2"].design = replace(state.ships["a2"].design, cpv=100)
    state.ships["c1"].design = replace(state.ships["c1"].design, cpv=0)
    assert ended(state) == (("c",), "The turn limit is reached; the higher score wins.", {"a": 21, "b": 100, "c": 121})


def test_the_limit_is_reached_at_the_end_of_its_turn():
    """In a battle: the last turn is played to its end."""
    made = scenario(
        side_file("a", ship_file("amaranth", (5, 5))), side_file("b", ship_file("oath", (60, 40))), turn_limit=3, table=[100, 100]
    )
    battle = play(begin(made, "limit"), random.Random(2))
    assert [event.data["turn"] for event in events(battle, "turn_ended")] == [1, 2, 3]
    assert (battle.round, battle.state.turn) == (3, 4)
    assert plain(battle.outcome.reason).startswith("The turn limit is reached")


# Leaving the table


def on_the_way_out(**given: Any) -> FleetState:
    """Ship a1 two MU from the right edge of a table of 72 x 48 MU, on its way."""
    runner = gunship("a1", position=Vector(70.0, 40.0), course=CLOCK[3], facing=3, **given)
    return fleets(runner, "a2", "b1", "b2")


@pytest.mark.rule("FT-3.2.20")
@pytest.mark.parametrize(("velocity", "leaves"), [(1, False), (2, False), (3, True)])
def test_a_ship_beyond_the_edge_has_left_and_one_on_it_has_not(velocity, leaves):
    battle = at_step(on_the_way_out(velocity=velocity), [], "movement")
    ship = battle.state.ships["a1"]
    assert ship.position == Vector(70.0 + velocity, 40.0)
    assert ship.status == ("left" if leaves else "fighting")
    assert [event.rule for event in events(battle, "left_table")] == ["FT-3.2.20"] * leaves


@pytest.mark.rule("FT-3.2.20", "FT-4.2.1")
def test_who_has_left_is_out_of_play_for_good():
    """It neither fires nor is fired at, gets no orders, moves no more and is not repaired; it is not destroyed."""
    state = on_the_way_out(velocity=5, lost={"beam-1": "threshold"})
    battle = at_step(state, [2, 5], "movement")
    while choice := may_choose(battle):
        seat, ships = choice
        assert "a1" not in ships
        put(battle, seat, [ships[0]])
        assert "a1" not in [key for slot in only_slots(battle, seat) for key in slot.keys]
        put(battle, seat, {})
    assert list(next(iter(battle.slates()["a"].questions.values())).units) == ["a2"]
    there = state.ships["a1"].position
    put(battle, "a", {"a2": "-"})
    put(battle, "b", {"b1": "-", "b2": "-"})
    assert (battle.state.ships["a1"].position, battle.state.ships["a1"].status) == (Vector(75.0, 40.0), "left")
    assert there == Vector(70.0, 40.0)
    assert [event.data["ship"] for event in events(battle, "moved")][4:] == ["a2", "b1", "b2"]


def only_slots(battle: Any, seat: str) -> list[Any]:
    """The slots of the one question of a seat."""
    (question,) = battle.slates()[seat].questions.values()
    return list(question.slots.values())


@pytest.mark.rule("FT-3.2.20")
def test_nobody_leaves_unlimited_space():
    made = scenario(
        side_file("a", ship_file("amaranth", (-500, 0), velocity=60)),
        side_file("b", ship_file("oath", (900, 0))),
        table="unlimited",
    )
    battle = play(begin(made, "space"), random.Random(3))
    assert events(battle, "left_table") == []
    assert battle.state.turn == made.turn_limit + 1
    assert battle.state.ships["a1"].position.y > 200


# Escaping


def convoy(**ships: tuple[str, tuple[float, float]]) -> FleetState:
    """Two freighters (60 MASS of cargo each) and an escort, against a raider; half of the cargo must leave on the right."""
    made = scenario(
        side_file("a", ship_file("haywain", (60, 20)), ship_file("haywain", (60, 30)), ship_file("oath", (50, 20))),
        side_file("b", ship_file("windrose", (20, 20))),
        escape={"side": "a", "edge": "right", "share": 50},
    )
    state = start(made)
    for key, (status, at) in ships.items():
        ship = state.ships[key]
        ship.position, ship.status = Vector(*at), status.split("-")[0]  # type: ignore[assignment]
        ship.derelict_by = status.partition("-")[2]
    return state


RIGHT, LEFT = (75.0, 20.0), (-3.0, 20.0)


@pytest.mark.rule("FT-7.5.2")
@pytest.mark.parametrize(
    ("ships", "winner"),
    [
        pytest.param({}, None, id="nothing has happened"),
        pytest.param({"a1": ("left", RIGHT)}, "a", id="half of the cargo has escaped"),
        pytest.param({"a1": ("left", LEFT)}, None, id="over the wrong edge: the other half still may"),
        pytest.param({"a1": ("left", LEFT), "a2": ("left", LEFT)}, "b", id="all over the wrong edge"),
        pytest.param({"a1": ("destroyed", RIGHT)}, None, id="one destroyed: the other half still may"),
        pytest.param({"a1": ("destroyed", RIGHT), "a2": ("derelict-dumped", (60, 20))}, "b", id="no cargo is left under way"),
        pytest.param({"a1": ("left-dumped", RIGHT), "a2": ("destroyed", RIGHT)}, "b", id="a wreck has not escaped"),
        pytest.param({"a3": ("left", RIGHT)}, None, id="an escort carries no cargo"),
        pytest.param({"b1": ("destroyed", LEFT)}, "a", id="without raiders nobody stops the cargo"),
        pytest.param({"b1": ("left", LEFT)}, "a", id="nor if they have fled"),
        pytest.param({"a1": ("destroyed", RIGHT), "b1": ("derelict-dumped", LEFT)}, "a", id="half of it under way is enough"),
    ],
)
def test_escaping_decides(ships, winner):
    outcome = FULL_THRUST.outcome(convoy(**ships))
    assert (outcome.winners if outcome else None) == ((winner,) if winner else None)


@pytest.mark.rule("FT-7.5.2")
def test_cargo_that_was_shot_away_has_not_escaped():
    state = convoy(a1=("left", RIGHT))
    state.ships["a1"].holds_lost = 1
    assert FULL_THRUST.outcome(state) is None
    state.ships["a2"].holds_lost = len(state.ships["a2"].design.holds)
    assert ended(state)[:2] == (("b",), "Too little cargo is left to escape.")


@pytest.mark.rule("FT-3.2.20")
def test_raiders_that_are_all_gone_win_nothing():
    """Neither at the turn limit, nor where the last of them has taken the cargo with it."""
    state = convoy(b1=("destroyed", LEFT))
    state.turn = state.scenario.turn_limit + 1
    assert ended(state)[:2] == (("a",), "Nobody is left to stop 120 MASS of cargo.")
    state.ships["a1"].status = state.ships["a2"].status = "destroyed"
    assert ended(state)[:2] == ((), "Too little cargo is left to escape.")


def test_a_convoy_that_is_too_slow_has_lost():
    state = convoy()
    state.turn = state.scenario.turn_limit + 1
    assert ended(state)[:2] == (("b",), "The turn limit is reached before enough cargo has escaped.")


@pytest.mark.rule("FT-3.2.20")
def test_a_convoy_escapes_in_a_battle():
    state = convoy()
    for ship in ("a1", "a2"):
        state.ships[ship].velocity, state.ships[ship].course = 13, CLOCK[3]
    battle = at_step(state, [], "movement")
    assert battle.outcome is not None
    assert (battle.outcome.winners, plain(battle.outcome.reason)) == (("a",), "120 MASS of cargo has escaped.")
    assert events(battle)[-1].data["winners"] == ["a"]


@pytest.mark.parametrize("edge", ["left", "right", "top", "bottom"])
def test_each_edge_counts_for_itself(edge):
    beyond = {"left": (-1.0, 20.0), "right": (73.0, 20.0), "top": (30.0, 49.0), "bottom": (30.0, -1.0)}
    state = convoy()
    assert state.scenario.escape is not None
    state.scenario = replace(state.scenario, escape=replace(state.scenario.escape, edge=edge))
    for over, place in beyond.items():
        state.ships["a1"].position, state.ships["a1"].status = Vector(*place), "left"
        outcome = FULL_THRUST.outcome(state)
        assert (outcome is not None) == (over == edge)


# Scores


def test_a_wreck_that_drifts_off_the_table_is_still_a_wreck():
    """Scores never fall: what a side has shot up stays shot up."""
    state = worth_fleets("a1", "b1", "b2")
    state.ships["b1"].status, state.ships["b1"].derelict_by = "derelict", "abandoned"
    before = FULL_THRUST.conceded(state, ["a"]).scores
    state.ships["b1"].status = "left"
    assert FULL_THRUST.conceded(state, ["a"]).scores == before == {"a": 21, "b": 0}


@pytest.mark.parametrize("key", ["patrol", "fleet-action"])
def test_scores_never_fall_and_never_exceed_what_was_fielded(key):
    last: dict[str, int] = {}

    def look(state: FleetState) -> None:
        scores = FULL_THRUST.conceded(state, []).scores
        fielded = {side: sum(ship.design.cpv for ship in state.ships.values() if ship.side != side) for side in scores}
        assert all(last.get(side, 0) <= score <= fielded[side] for side, score in scores.items())
        last.update(scores)

    for number in range(4):
        last.clear()
        play(begin(key, f"scores {number}", Watched(FULL_THRUST, look)), random.Random(number))
        assert sum(last.values()) > 0


# Conceding


def test_who_concedes_loses_and_a_third_goes_on():
    battle = begin("duel", "conceded")
    battle.concede("a")
    assert battle.outcome is not None
    assert (battle.outcome.winners, plain(battle.outcome.reason)) == (("b",), "Lance squadron has given up.")
    sides = [side_file(side, ship_file("amaranth", at)) for side, at in (("a", (5, 5)), ("b", (60, 5)), ("c", (30, 40)))]
    three = begin(scenario(*sides), "conceded")
    three.concede("b")
    assert three.outcome is None
    assert sorted(three.slates()) == ["a", "c"]
    three.concede("c")
    assert three.outcome is not None
    assert three.outcome.winners == ("a",)
    name = three.state.scenario.sides[0].name
    assert plain(three.outcome.reason) == f"All but {name} have given up."


def test_in_a_duel_the_ships_of_who_has_conceded_are_played_by_their_defaults():
    sides = [side_file(side, ship_file("amaranth", at)) for side, at in (("a", (5, 5)), ("b", (60, 5)), ("c", (30, 40)))]
    battle = begin(scenario(*sides), "by default")
    battle.concede("c")
    play(battle, random.Random(4))
    assert all(event.data["orders"] == "-" for event in events(battle, "moved") if event.data["ship"] == "c1")


def test_scenarios_know_who_sits_where():
    made = FULL_THRUST.scenarios()["convoy"]
    assert isinstance(made, Scenario)
    assert made.seat_sides() == {"a": "a", "b": "b"}


def test_a_battle_that_is_over_at_once_asks_nothing():
    battle = fire_phase(fleets("a1"))
    assert battle.outcome is not None
    assert battle.slates() == {}
