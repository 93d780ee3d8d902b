"""Boarding, fleet morale and striking the colours."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from battles import at_step, only, put, scenario, scenario_file, ship_file, side_file
from boarding_cases import WORKED, blue, meeting, red
from case_files import cases
from checked import checked_battle
from small_craft import make_group, make_marker

from going_on import Played
from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.events import Told
from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.boarding import board, boarding_question, hand_over, targets_of
from quarterdeck.systems.full_thrust.colours import nearest_enemies, roll_colours
from quarterdeck.systems.full_thrust.morale import check_morale
from quarterdeck.systems.full_thrust.outcome import outcome, scores
from quarterdeck.systems.full_thrust.prose import describe
from quarterdeck.systems.full_thrust.round import attack
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import Cloak, Dock
from quarterdeck.systems.full_thrust.targets import enemies
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee, run_to_end
from whole_battles import at_random, events

Facts = dict[str, Any]


@pytest.mark.parametrize(("rule", "case"), cases("FT-10.5", "FT-10.6", "FT-10.7"))
def test_worked_cases(rule: str, case: Facts) -> None:
    found = WORKED[rule](case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]


def alongside() -> Scenario:
    """Two fleets that fly side by side, so that Marines can cross from the first turn on."""
    motion = {"course": 3, "facing": 3, "velocity": 2}
    return scenario(
        side_file("a", *[ship_file("amaranth", (10, y), **motion) for y in (10, 20, 30)]),
        side_file("b", *[ship_file(key, (12, y), **motion) for key, y in (("oath", 11), ("packhorse", 21), ("tarn", 31))]),
        switches=dict.fromkeys(("boarding", "fleet_morale", "strike_colours", "core_systems"), True),
        turn_limit=6,
        morale_limit=80,
    )


@pytest.mark.rule("FT-10.5.1", "FT-10.5.6", "FT-10.5.7", "FT-10.6.1", "FT-10.7.2")
def test_battles_of_fleets_side_by_side() -> None:
    kinds = set()
    for number in range(12):
        kinds |= {event.kind for event in events(checked_battle(alongside(), f"alongside {number}"))}
    assert kinds >= {"boards", "boarding_bout", "captured", "repulsed", "prize", "colours_roll", "surrendered"}


def test_a_battle_with_boardings_goes_on_from_each_rest() -> None:
    Played(FULL_THRUST, alongside(), "rests", at_random).go_on_at_each_rest()


@pytest.mark.rule("FT-10.5.2")
def test_the_loser_of_the_initiative_boards_first() -> None:
    """Red has lost it and takes the only ship of blue, which then boards nobody."""
    state = meeting(red(crew_factors=3), blue(crew_factors=1))
    battle = at_step(state, [6, 6, 6, 1], "movement")
    put(battle, "red", {"r1": "b1"})
    assert [event.data["target"] for event in events(battle, "captured")] == ["b1"]
    assert not events(battle, "repulsed")


@pytest.mark.rule("FT-10.5.1")
def test_the_dress_tells_how_many_meet_whom_and_suggests_only_good_odds() -> None:
    state = meeting(red(crew_factors=3), blue(crew_factors=3))
    view = seen_by(state, "red")
    question = boarding_question(view, "red")
    assert question is not None
    dress = question.dress(view)
    assert plain(dress.rows[0].line if isinstance(dress.rows[0].line, str) else question.slot_names["r1"]) == "Red (3 Marines)"
    assert question.default(view) == {}
    state.ships["b1"].marines_lost = 1
    assert question.default(view) == {"r1": "b1"}
    assert [problem.at for problem in question.problems(view, {"r1": "b7"})] == ["r1"]


@pytest.mark.rule("FT-10.5.7", "FT-10.6.1")
def test_a_prize_counts_as_lost_and_can_be_taken_back() -> None:
    state = meeting(red(crew_factors=3), blue(crew_factors=1, cpv=70), blue(id="b2", crew_factors=3))
    ships = state.ships
    judge, _told = referee([6, 6, 6, 1, 6, 6, 6, 1, 1, 1])
    board(state, judge, ships["r1"], ships["b1"])
    assert enemies(state, "red") == [ships["b2"]]
    assert scores(state) == {"red": 70, "blue": 0}
    hand_over(state, judge)
    assert (ships["b1"].side, scores(state)) == ("red", {"red": 70, "blue": 0})
    assert FULL_THRUST.check(state) == []
    board(state, judge, ships["b2"], ships["b1"])
    hand_over(state, judge)
    assert (ships["b1"].side, ships["b1"].taken_from, scores(state)) == ("blue", "", {"red": 0, "blue": 0})


@pytest.mark.rule("FT-10.6.1")
def test_a_side_that_withdraws_is_beaten() -> None:
    state = meeting(red(), blue(status="destroyed", hull_damage=20), blue(id="b2"))
    battle = at_step(state, [], "end")
    ended = outcome(battle.state)
    assert ended is not None
    assert ended.winners == ("red",)
    assert "ordered to withdraw" in plain(ended.reason)


@pytest.mark.rule("FT-10.6.1", "FT-10.1.1")
@pytest.mark.parametrize("hidden", [True, False])
def test_the_mass_of_a_fleet_of_which_something_is_hidden_is_told_to_its_own_side_only(hidden: bool) -> None:
    state = meeting(red(), blue(status="destroyed", hull_damage=20), blue(id="b2"))
    state.bogeys = ["b2"] if hidden else ["r1"]
    told: list[Told] = []
    check_morale(state, Referee(ScriptedDice([]), told.append))
    (order,) = told
    own, foe = [order.seen_by(seat) for seat in ("blue", "red")]
    assert own is not None
    assert foe is not None
    assert order.seen_by(None) == foe
    assert "mass" in own.data
    assert ("mass" in foe.data, "lost" in foe.data) == (not hidden, not hidden)
    if hidden:
        assert plain(describe(foe)) == "blue has lost too much of its MASS and is ordered to withdraw."


@pytest.mark.rule("FT-10.7.2")
def test_of_enemies_equally_near_the_one_who_strikes_chooses() -> None:
    rivals = [red(id=key, position=Vector(x, 0.0)) for key, x in (("r1", -5.0), ("r2", 5.0))]
    battle = at_step(meeting(*rivals, blue(), striking=["b1"]), [], "fire")
    assert only(battle.slates()["blue"]).keys() == ["r1", "r2"]
    put(battle, "blue", ["r2"])
    put(battle, "red", ["accept"])
    assert events(battle, "surrendered")[0].data["target"] == "r2"


@pytest.mark.rule("FT-10.7.2")
def test_who_accepts_a_surrender_does_not_fire_at_the_ship() -> None:
    state = meeting(red(), blue(status="derelict", derelict_by="struck", yielded_to="red"))
    assert enemies(state, "red") == []
    assert FULL_THRUST.check(state) == []
    assert scores(state)["red"] == state.ships["b1"].design.cpv


@pytest.mark.rule("FT-8.3.5", "FT-10.5.7", "FT-10.7.2")
@pytest.mark.parametrize("how", ["boarded", "struck"])
def test_with_a_tender_goes_what_lies_in_its_bays(how: str) -> None:
    rider = blue(id="b2", cpv=30, status="carried", carried_by="b1")
    state = meeting(red(crew_factors=3), blue(crew_factors=0, cpv=70), rider, blue(id="b3", position=Vector(60.0, 0.0)))
    if how == "boarded":
        judge, _told = referee([])
        board(state, judge, state.ships["r1"], state.ships["b1"])
        hand_over(state, judge)
        assert (rider.side, rider.seat, rider.taken_from) == ("red", "red", "blue")
    else:
        state.striking = ["b1"]
        battle = at_step(state, [], "end")
        put(battle, "red", ["accept"])
        state = battle.state
    assert scores(state) == {"red": 100, "blue": 0}
    assert FULL_THRUST.check(state) == []


@pytest.mark.rule("FT-8.3.5", "FT-10.5.7")
def test_a_tug_that_is_taken_tows_its_old_friends_no_more() -> None:
    towed = blue(id="b2", position=Vector(12.0, 0.0), carried_by="b1")
    state = meeting(red(), blue(yielded_to="red"), towed)
    battle = at_step(state, [], "end")
    assert [event.data["ship"] for event in events(battle, "prize", "tow_ended")] == ["b1", "b2"]
    assert battle.state.ships["b2"].carried_by == ""


@pytest.mark.rule("FT-11.3.13", "FT-11.3.16", "FT-12.7.5")
@pytest.mark.parametrize(
    "given",
    [
        {"status": "cloaked", "cloak": Cloak(Vector(0.0, 0.0), CLOCK[12], 0, 12, 5)},
        {"dock": Dock("r9", Vector(0.0, 0.0), inside=True)},
        {"doing": ["REFLEX"]},
    ],
)
def test_nobody_boards_from_under_a_cloak_from_inside_a_station_or_beside_a_reflex_field(given: Facts) -> None:
    station = red(id="r9", station=True, position=Vector(50.0, 0.0))
    assert targets_of(meeting(red(), blue(), station), red()) != []
    ship = red(**given)
    assert targets_of(meeting(ship, blue(), station), ship) == []


@pytest.mark.rule("FT-10.7.3", "FT-10.7.2")
@pytest.mark.parametrize(
    ("foes", "offered"), [((), "g1"), ((("green", "blue"),), "r1"), ((("green", "blue"), ("blue", "red")), None)]
)
def test_a_ship_surrenders_to_the_nearest_of_those_to_whom_its_side_strikes(foes: Any, offered: str | None) -> None:
    green = red(id="g1", side="green", seat="green", position=Vector(2.0, 0.0))
    state = meeting(red(position=Vector(5.0, 0.0)), green, blue())
    state.scenario = replace(state.scenario, never_strike=foes)
    assert [ship.id for ship in nearest_enemies(state, state.ships["b1"])] == ([offered] if offered else [])
    judge, told = referee([1] if offered else [])
    roll_colours(state, judge, state.ships["b1"], 1)
    assert state.striking == (["b1"] if offered else [])
    assert len(told) == len(state.striking)


@pytest.mark.rule("FT-10.7.3")
def test_who_never_strikes_to_whom_stands_in_a_scenario() -> None:
    sides = [side_file(side, ship_file("amaranth", (20, 14))) for side in ("a", "b")]
    made = scenario(*sides, switches={"strike_colours": True}, never_strike=[["a", "b"]])
    assert FULL_THRUST.read("scenario", FULL_THRUST.write(made)) == made
    assert "Side A and Side B never strike their colours to each other." in [plain(fact) for fact in made.facts()]
    assert "never_strike" not in FULL_THRUST.write(scenario(*sides))
    for pair in (["a", "c"], ["b", "b"], ["a"]):
        problems = FULL_THRUST.read("scenario", scenario_file(*sides, never_strike=[pair]))
        assert isinstance(problems, list)
        assert {problem.rule for problem in problems} == {"FT-10.7.3"}


@pytest.mark.rule("FT-10.7.2", "FT-5.3.4", "FT-6.3.8")
@pytest.mark.parametrize("captor", ["red", "blue"])
def test_attacks_on_a_ship_that_has_struck_to_their_side_since_come_to_nothing(captor: str) -> None:
    """A run and a salvo, declared before the ship gave itself up in phase 8."""
    group, salvo = make_group(side="red", seat="red", run="b1"), make_marker(side="red", seat="red", targets=["b1"])
    ship = blue(status="derelict", derelict_by="struck", yielded_to=captor, rows=(40, 40, 40, 40))
    state = meeting(red(), ship)
    state.groups, state.markers = {group.id: group}, {salvo.id: salvo}
    judge, told = referee([1] * 20)
    run_to_end(attack(state, judge), lambda question: question.passing())
    kinds, removed = [event.kind for event in told], [event.rule for event in told if event.kind == "marker_removed"]
    assert [kind for kind in ("strike", "salvo_strikes") if kind in kinds] == (
        [] if captor == "red" else ["strike", "salvo_strikes"]
    )
    assert ("broke_off" in kinds, removed) == (captor == "red", ["FT-6.3.8" if captor == "red" else "FT-6.0.1"])


@pytest.mark.rule("FT-6.0.1")
def test_a_salvo_that_destroys_its_target_is_not_wasted() -> None:
    salvo, ship = make_marker(side="red", seat="red", targets=["b1"]), blue(rows=(1, 1, 1, 1))
    state = meeting(red(), ship)
    state.markers = {salvo.id: salvo}
    judge, told = referee([6] * 7)
    run_to_end(attack(state, judge), lambda question: question.passing())
    assert ship.status == "destroyed"
    assert [event.rule for event in told if event.kind == "marker_removed"] == ["FT-6.0.1"]
