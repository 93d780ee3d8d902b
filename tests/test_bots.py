"""The random bot and the table at which bots play."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from quarterdeck.bots.playing import bot_named, bot_names, bots_for, check_suited, play, step
from quarterdeck.bots.random import RandomBot
from quarterdeck.cli.battle import seated
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.questions import Question
from quarterdeck.engine.replay import load
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.system import Reply
from tiny import TINY, Tiny
from tiny_pond import STORM


def begin(scenario: str, seed: str | None = "s") -> Battle[Any]:
    return Battle.begin(TINY, TINY.scenarios()[scenario], seed=seed)


@pytest.mark.parametrize("scenario", ["duel", "three", "pairs"])
def test_random_bots_play_to_the_end_and_the_record_holds(scenario: str) -> None:
    battle = begin(scenario)
    bots = {seat.id: bot_named(TINY, "random") for seat in battle.seats}
    play(battle, bots, Random(1))
    assert battle.outcome is not None
    assert {entry.by for entry in battle.inputs} == {"bot"}
    assert load(battle.record(), TINY).outcome == battle.outcome


def test_the_same_rng_plays_the_same_battle() -> None:
    records = []
    for seed in (1, 1, 2):
        battle = begin("duel")
        play(battle, dict.fromkeys("ab", RandomBot()), Random(seed))
        records.append(battle.record().text())
    assert records[0] == records[1] != records[2]


def test_play_stops_where_a_seat_has_no_bot() -> None:
    battle = begin("duel")
    play(battle, {"b": RandomBot()}, Random(1))
    assert list(battle.slates()) == ["a"]
    assert not step(battle, {"b": RandomBot()}, Random(1))


def test_play_stops_where_dice_are_to_be_typed() -> None:
    battle = begin("duel", None)
    play(battle, dict.fromkeys("ab", RandomBot()), Random(1))
    assert battle.wanted is not None
    assert battle.outcome is None


class Hothead:
    """Loads all powder and sails all boats as far as they can, whatever their hands are full of."""

    def answer(self, view: Any, questions: Mapping[str, Question[Any]], rng: Rng) -> Reply:
        answers = RandomBot().answer(view, questions, rng).answers
        for key, question in questions.items():
            if question.key == "sail":
                answers[key] = dict.fromkeys(answers[key], "N3")
            elif question.key == "powder":
                answers[key] = {"a1": 2}
        return Reply(answers)


def test_what_is_refused_is_replaced_by_the_defaults() -> None:
    """A boat that sails three lengths has hands for one powder, so this answer never goes in; a battle goes on all the same."""
    battle = begin("duel")
    play(battle, {"a": Hothead(), "b": RandomBot()}, Random(1))
    assert battle.outcome is not None
    sailed = [entry.given for entry in battle.inputs if entry.seat == "a" and entry.given[1:] == [{}]]
    assert sailed
    assert all(set(lines.values()) == {"-"} for lines, _powder in sailed)


class Stormy:
    """Orders its boats into a storm, on which the rules of the pond fail."""

    def answer(self, view: Any, questions: Mapping[str, Question[Any]], rng: Rng) -> Reply:
        answers = RandomBot().answer(view, questions, rng).answers
        for key, question in questions.items():
            if question.key in ("sail", "powder"):
                answers[key] = dict.fromkeys(answers[key], STORM) if question.key == "sail" else {}
        return Reply(answers)


def test_the_rules_do_not_fail_for_ever_on_the_same_answer() -> None:
    battle = begin("duel")
    play(battle, {"a": RandomBot(), "b": Stormy()}, Random(1))
    assert battle.outcome is not None
    assert [entry.seat for entry in battle.inputs if entry.void][:1] == ["b"]


def test_bots_are_found_by_name() -> None:
    assert bot_names(TINY)[-1] == "random"
    with pytest.raises(Refused) as refusal:
        bot_named(TINY, "admiral")
    assert refusal.value.problems[0].text.args["name"] == "admiral"


class Choosy(Tiny):
    """A pond on which one bot alone plays seat b."""

    levels = ("admiral", "mermaid")

    def suited(self, seat: str) -> tuple[str, ...]:
        return ("mermaid",) if seat == "b" else ("admiral",)

    def bot(self, level: str) -> RandomBot:
        return RandomBot()


def test_a_seat_has_the_bots_that_suit_it() -> None:
    assert (bots_for(Choosy(), "a"), bots_for(Choosy(), "b")) == (("admiral", "random"), ("mermaid", "random"))
    for seat, name in (("a", "admiral"), ("b", "mermaid"), ("b", "random")):
        check_suited(Choosy(), seat, name)
    with pytest.raises(Refused) as refusal:
        check_suited(Choosy(), "b", "admiral")
    (problem,) = refusal.value.problems
    assert (problem.at, problem.text.args["known"]) == ("b", "mermaid, random")


def test_at_the_terminal_each_seat_gets_its_bot() -> None:
    system, scenario = Choosy(), TINY.scenarios()["duel"]
    assert seated(system, scenario, "") == {"a": "admiral", "b": "mermaid"}
    assert seated(system, scenario, "admiral") == {"a": "admiral", "b": "mermaid"}
    assert seated(system, scenario, "random") == {"a": "random", "b": "random"}
    assert seated(system, scenario, "person,mermaid") == {"a": "person", "b": "mermaid"}
    with pytest.raises(Refused):
        seated(system, scenario, "admiral,admiral")
    with pytest.raises(Refused):
        seated(system, scenario, "skipper")
