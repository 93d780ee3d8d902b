"""Bases off the table (FT-5.8.10), split groups (FT-5.6.6), and escorts of two admirals of one side (FT-5.2.5)."""

from __future__ import annotations

import random

import pytest
from base_cases import based, bases_and_splits, siege
from battles import at_step, begin, put
from checked import checked_battle
from fakes import make_ship
from small_craft import away, battle, make_group

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.fighters.bases import ways_out
from quarterdeck.systems.full_thrust.fighters.recovery import landing_question
from quarterdeck.systems.full_thrust.round import first_moves, second_moves
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee, run_to_end
from whole_battles import events, play


@pytest.mark.rule("FT-5.8.10", "FT-5.6.6", "FT-5.2.5")
def test_random_battles_with_bases_and_groups_that_are_split():
    told = [event.kind for number in range(4) for event in events(checked_battle(bases_and_splits(), f"bases {number}"))]
    assert [kind for kind in ("group_ordered", "group_entered", "split", "merged", "escorting") if kind not in told] == []


@pytest.mark.rule("FT-5.8.10", "FT-5.6.6")
def test_bases_and_split_groups_in_the_classic_order():
    played = play(begin(bases_and_splits(classic=True), "classic bases"), random.Random(2))
    assert {"group_ordered", "group_entered", "split"} <= {event.kind for event in events(played)}


@pytest.mark.rule("FT-5.8.10")
def test_a_base_acts_in_turn_with_the_ships_that_launch():
    """Each activation of a side is a ship or a base; groups that take no time to come enter in it."""
    state = FULL_THRUST.start(siege(based(delay=0), based(name="Keep", at=[0, 30], delay=0)))
    state.initiative = ["b", "a"]
    playing = at_step(state, [1] * 9, "launch")
    put(playing, "a", {"a-base1-g1": "enter"})
    assert playing.state.groups["a-base1-g1"].position == Vector(0.0, 24.0)
    assert list(playing.slates()) == ["a"]
    put(playing, "a", {"a-base2-g1": "enter"})
    assert [event.data["base"] for event in events(playing, "group_entered")] == ["a-base1", "a-base2"]


@pytest.mark.rule("FT-5.8.10")
def test_a_group_at_the_entry_point_may_return_and_is_rearmed():
    state = FULL_THRUST.start(siege(based(delay=2, rearm=3)))
    group = state.groups["a-base1-g1"]
    group.status, group.base, group.cef, group.position, state.turn = "flying", "", 1, Vector(0.5, 24.0), 4
    question = landing_question(seen_by(state, "a"), "a")
    assert question is not None
    dress = question.dress(seen_by(state, "a"), {})
    assert [[plain(cell.text) for cell in row] for row in dress.cells] == [["returns"]]
    playing = at_step(state, [1] * 9, "secondary")
    put_all(playing, {"": {"a-base1-g1": "a-base1"}})
    state = playing.state
    group = state.groups["a-base1-g1"]
    assert (group.status, group.base, group.ready) == ("away", "a-base1", 4 + 2 + 3)
    state.turn = 8
    assert ways_out(state, state.bases["a-base1"]) == {}
    state.turn = 9
    assert ways_out(state, state.bases["a-base1"]) == {"a-base1-g1": "order"}


@pytest.mark.rule("FT-5.8.10", "FT-5.7.13")
def test_a_raging_group_of_a_base_flies_home_to_its_entry_point():
    """In phase 3 and again in phase 6, without being asked, until it may return."""
    state = FULL_THRUST.start(siege(based(fighters=[{"type": "standard"}])))
    group = state.groups["a-base1-g1"]
    group.status, group.base, group.exhausted, group.position = "flying", "", True, Vector(36.0, 24.0)
    group.cef, state.initiative = 6, ["b", "a"]
    run_to_end(first_moves(state, referee()[0]), lambda question: pytest.fail(str(question)))
    assert (group.position, group.cef) == (Vector(12.0, 24.0), 6)
    run_to_end(second_moves(state, referee()[0]), lambda question: {"a-base1-g1": "a-base1"})
    assert (group.position, group.status, group.base) == (Vector(1.0, 24.0), "away", "a-base1")


@pytest.mark.rule("FT-5.8.10")
def test_a_base_is_written_down_and_read_again():
    made = siege(based(), based(name="Keep", seat="a", rearm=0, fighters=[]))
    assert FULL_THRUST.read("scenario", FULL_THRUST.write(made)) == made
    assert any("Ward enter at 0, 24" in plain(fact) for fact in made.facts())


@pytest.mark.rule("FT-5.8.10")
@pytest.mark.parametrize(
    ("wrong", "rule", "at"),
    [
        ({"at": [-1, 24]}, "FT-5.8.10", "at"),
        ({"seat": "a7"}, "FT-2.7.6", "seat"),
        ({"fighters": [{"type": "standrd"}]}, "FT-5.7.1", "fighters[0].type"),
    ],
)
def test_what_is_wrong_with_a_base_is_said_with_its_place(wrong, rule, at):
    document = {**FULL_THRUST.write(siege(based()))}
    document["sides"][0]["bases"][0].update(wrong)
    found = FULL_THRUST.read("scenario", document)
    assert isinstance(found, list)
    assert [(problem.rule, problem.at) for problem in found] == [(rule, f"sides[0].bases[0].{at}")]


# Splitting


@pytest.mark.rule("FT-5.6.6")
def test_a_part_of_a_group_flies_on_its_own_from_the_next_phase_on():
    group = make_group(cef=4, type="heavy")
    state = battle(group, switches=Switches(splitting=True))
    playing = at_step(state, [1] * 9, "primary")
    answer = {"formations": {"g1": "split:2"}, "moves": {"g1": {"at": [0.0, 5.0]}}}
    put_all(playing, answer)
    group, part = playing.state.groups["g1"], playing.state.groups["g1-2"]
    assert (group.strength, part.strength, part.cef, part.type) == (4, 2, 4, "heavy")
    assert part.position == group.position == Vector(0.0, 5.0)
    assert [event.data["group"] for event in events(playing, "group_moved")] == ["g1"]


# Escorts


@pytest.mark.rule("FT-5.2.5", "FT-5.2.6")
def test_a_group_may_escort_one_of_another_seat_of_its_side_that_has_moved():
    ours, theirs = make_group(seat="a1"), make_group(id="g2", seat="a2", position=away(6))
    state = battle(ours, theirs, make_ship(id="a9", side="a", seat="a1"), make_ship(id="b9", side="b", seat="b"))
    state.seats = {"a1": "a", "a2": "a", "b": "b"}
    playing = at_step(state, [1] * 9, "primary")
    put_all(playing, {"moves": {"g1": {"at": [0.0, 2.0]}}}, seat="a1")
    question = next(each for each in playing.slates()["a2"].questions.values() if each.key == "formations")
    assert question.slots["g2"].keys[-1] == "escort:g1"
    put_all(playing, {"formations": {"g2": "escort:g1"}}, seat="a2")
    escort = playing.state.groups["g2"]
    assert (escort.escorting, escort.position) == ("g1", Vector(0.0, 3.0))


@pytest.mark.rule("FT-2.7.10")
def test_what_is_asked_beside_the_moves_may_be_left_open():
    """Whoever moves need not say that there are no formations; whoever answers nothing at all has not answered."""
    groups = [make_group(), make_group(id="g2", position=away(1))]
    playing = at_step(battle(*groups), [1] * 9, "primary")
    moves, formations = playing.slates()["a"].questions
    with pytest.raises(Refused):
        playing.commit("a", {})
    playing.commit("a", {moves: {"g1": {"at": [0.0, 5.0]}}})
    assert playing.state.groups["g1"].position == Vector(0.0, 5.0)
    assert formations not in playing.slates()["a"].questions


def put_all(playing, answers, seat="a"):
    """Answer all questions that are open to a seat: those named as told, the others with nothing."""
    questions = playing.slates()[seat].questions
    assert [key for key in answers if key not in [question.key for question in questions.values()]] == []
    playing.commit(seat, {id_: answers.get(question.key, {}) for id_, question in questions.items()})
