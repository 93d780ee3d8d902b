"""Taking back: alone while nothing was learnt since, else when all agree; numbers go on and the dice of the new line differ."""

from __future__ import annotations

from random import Random

import pytest

from playing import TinyBattle, begin, by_key, defaults, kinds, lines, offered, play, play_to, play_wildly, said
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.record import read_record
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.replay import load
from quarterdeck.engine.text import _, plain
from tiny import TINY, Tiny
from tiny_pond import PONDS, TinyState

ALL = ("a", "b")


def why(battle: TinyBattle, seat: str, to: int) -> str | None:
    text = battle.why_not_alone(seat, to)
    return plain(text) if text is not None else None


class Quiet(Tiny):
    """Questions one after the other, each answer told to all; `what` says what else happens after each of a's answers."""

    def __init__(self, *what: str) -> None:
        self.what = what

    async def set_up(self, state: TinyState, referee: Referee) -> None:
        yes = (Choice("yes", _("yes")),)
        for what in self.what:
            await referee.rest()
            await referee.ask(Choose(seat="a", rule="", prompt=_("Go?"), choices=yes, least=0))
            referee.tell(Event("went", "", {"what": what}))
            if what == "open die":
                referee.dice.roll(1, use="", rule="")
            elif what == "hidden die":
                referee.dice.roll(1, use="", rule="", hidden="b")
            elif what.startswith("secret to "):
                referee.tell(Event("secret", ""), (what[-1],), Event("something", ""))
            elif what == "reaction":
                await referee.ask(Choose(seat="b", rule="", prompt=_("Duck?"), choices=yes, least=0, standing="duck"))
        await referee.ask(Choose(seat="a", rule="", prompt=_("End?"), choices=yes))


def quiet(*what: str) -> TinyBattle:
    return Battle.begin(Quiet(*what), PONDS["duel"], seed="s")


def go(battle: TinyBattle, moments: int = 1) -> TinyBattle:
    for _moment in range(moments):
        seat = next(iter(battle.slates()))
        battle.commit(seat, by_key(battle, seat))
    return battle


def test_a_seat_takes_back_alone_what_told_nothing_new():
    battle = go(quiet("", "", "", ""), 3)
    assert why(battle, "a", 1) is None
    battle.take_back(1, ("a",))
    assert kinds(battle) == ["went", "went", "went", "taken_back"]
    assert [entry.kind for entry in battle.inputs] == ["slate"] * 3 + ["take_back"]
    assert battle.line() == battle.inputs[:1]
    go(battle, 3)
    assert kinds(battle)[-3:] == ["went"] * 3


def test_a_seat_does_not_take_back_alone_what_others_answered():
    battle = go(quiet("", "reaction", ""), 3)
    assert why(battle, "a", 2) == "Others have answered since."
    assert why(battle, "a", 1) == "Others have answered since."
    assert why(battle, "b", 2) is None
    with pytest.raises(Refused) as refusal:
        battle.take_back(1, ("a",))
    assert said(refusal) == ["Others have answered since."]
    assert len(battle.line()) == 3


@pytest.mark.parametrize("what", ["open die", "hidden die"])
def test_a_seat_does_not_take_back_alone_after_a_die_fell(what):
    battle = go(quiet("", what, ""), 3)
    assert why(battle, "a", 2) is None
    assert why(battle, "a", 1) == "Dice have fallen since."
    assert why(battle, "a", 0) == "Dice have fallen since."


def test_a_seat_does_not_take_back_alone_when_it_was_told_a_secret():
    battle = go(quiet("", "secret to a", ""), 3)
    assert why(battle, "a", 2) is None
    assert why(battle, "a", 1) == "Something secret has come to light since."


def test_what_another_seat_was_told_in_secret_is_not_betrayed_by_a_refusal():
    battle = go(quiet("", "secret to b", ""), 3)
    assert why(battle, "a", 1) is None


def test_a_seat_does_not_take_back_alone_what_anothers_standing_answer_let_pass():
    battle = quiet("", "reaction", "")
    battle.stand("b", "duck", "battle")
    go(battle, 3)
    assert kinds(battle) == ["went"] * 3
    assert why(battle, "a", 3) is None
    assert why(battle, "a", 2) == "What others decided has come to light since."


# --- simultaneous moments


def simultaneous() -> TinyBattle:
    """A battle where both have to anchor."""
    return begin("duel")


def test_a_seat_takes_back_its_slate_while_the_others_are_not_in():
    battle = simultaneous()
    battle.commit("a", by_key(battle, "a", flag={"colour": "black", "luck": 2}))
    battle.take_back(0, ("a",))
    battle.commit("a", by_key(battle, "a", flag={"colour": "white", "luck": 2}))
    battle.commit("b", defaults(battle, "b"))
    assert battle.state.flags["a"]["colour"] == "white"


def test_a_seat_does_not_take_back_alone_what_disclosed_anothers_slate():
    battle = simultaneous()
    battle.commit("b", defaults(battle, "b"))
    battle.commit("a", defaults(battle, "a"))
    assert why(battle, "a", 1) == "What others decided has come to light since."
    assert why(battle, "b", 0) == "Others have answered since."


def test_nor_with_something_of_its_own_put_in_between():
    battle = simultaneous()
    battle.commit("b", defaults(battle, "b"))
    battle.stand("a", "anything", "battle")
    battle.commit("a", defaults(battle, "a"))
    assert why(battle, "a", 2) == "What others decided has come to light since."
    assert why(battle, "a", 1) == "What others decided has come to light since."


def test_nor_after_further_answers_of_its_own():
    battle = simultaneous()
    battle.commit("b", defaults(battle, "b"))
    battle.commit("a", defaults(battle, "a"))
    battle.commit("a", defaults(battle, "a"))
    assert why(battle, "a", 2) is None
    assert why(battle, "a", 1) == "What others decided has come to light since."


def test_a_seat_of_the_same_side_is_another_seat():
    battle = begin("pairs")
    for seat in ("d", "c", "b", "a"):
        battle.commit(seat, defaults(battle, seat))
    assert why(battle, "a", 3) == "What others decided has come to light since."


# --- by agreement


def test_all_agree():
    battle = begin()
    play(battle, Random(1), 12)
    state, before = play(begin(), Random(1), 5).state, len(lines(battle))
    battle.take_back(5, ALL)
    assert battle.state == state
    assert lines(battle)[before:] == ['[{"data":{"seats":["a","b"],"to":5},"dice":[],"kind":"taken_back","rule":""},null,null]']
    assert battle.take_backs == 1


@pytest.mark.parametrize("seats", [(), ("a", "a"), ("a", "b", "b"), ("a", "c"), ("z",)])
def test_all_means_every_seat_once(seats):
    battle = begin("duel")
    play(battle, Random(1), 12)
    before = (lines(battle), list(battle.inputs))
    with pytest.raises(Refused):
        battle.take_back(5, seats)
    assert (lines(battle), battle.inputs) == before


@pytest.mark.parametrize("to", [-1, 12, 13, True, 1.0, "1", None])
def test_there_is_no_such_place_to_go_back_to(to):
    battle = begin("duel")
    play(battle, Random(1), 12)
    with pytest.raises(Refused) as refusal:
        battle.take_back(to, ALL)
    assert said(refusal) == ["There is nothing to take back there."]


def test_a_battle_that_is_over_is_taken_back_by_all_but_by_nobody_alone():
    battle = begin()
    battle.concede("a")
    assert battle.record().seed is not None
    assert why(battle, "a", 0) == "The battle is over."
    battle.take_back(0, ALL)
    assert battle.outcome is None
    assert list(battle.slates()) == ["a", "b"]


# --- numbers, dice, records


def test_numbers_go_on():
    battle = begin()
    play(battle, Random(1), 12)
    events = battle.events("a")
    asked = [slate.id for slate in battle.slates().values()]
    battle.take_back(4, ALL)
    assert battle.events("a")[: len(events)] == events
    assert battle.events("a")[-1][0] == len(events) + 1
    assert not [slate.id for slate in battle.slates().values() if slate.id in asked]


def dice(battle: TinyBattle, since: int) -> list[object]:
    return [told.event.dice for told in battle.told[since:] if told.event.dice]


def test_the_dice_of_the_new_line_differ():
    once, back = begin("duel", "s"), begin("duel", "s")
    for battle in (once, back):
        play(battle, Random(1), 6)
    start = len(once.told)
    play(back, Random(2), 4)
    back.take_back(6, ALL)
    restart = len(back.told)
    for battle in (once, back):
        while battle.round < 3:
            battle.commit(next(iter(battle.slates())), defaults(battle, next(iter(battle.slates()))))
    assert len(dice(once, start)) == len(dice(back, restart)) >= 6
    assert dice(once, start) != dice(back, restart)


def test_the_die_of_an_offer_taken_again_differs():
    faces = []
    battle = begin("duel", "s")
    seat = play_to(battle, "volley")
    for _try in range(8):
        battle.take(seat, offered(battle, seat, "signal"), {"words": "ahoy"})
        faces.append(battle.state.signals)
        battle.take_back(len(battle.line()) - 1, ALL)
        assert battle.state.signals == 0
    assert len(set(faces)) > 1


@pytest.mark.parametrize("seed", range(6))
def test_a_record_with_take_backs_loads(seed):
    rng = Random(seed)
    battle = begin("duel", str(seed), umpire="U")
    for _time in range(4):
        play_wildly(battle, rng, 6)
        if battle.line():
            battle.take_back(rng.randrange(len(battle.line())), ALL)
    play_wildly(battle, rng, 30)
    text = battle.record(reveal=True).text()
    again = load(read_record(text), TINY)
    assert again.record(reveal=True).text() == text
    assert (again.state, again.take_backs) == (battle.state, battle.take_backs)
    for one in (battle, again):
        play(one, Random(9))
    assert lines(again) == lines(battle)


def test_a_take_back_alone_that_was_not_allowed_makes_a_record_that_does_not_load():
    battle = begin()
    play(battle, Random(1), 9)
    battle.take_back(3, ALL)
    record = battle.record(reveal=True)
    record.inputs[-1].given["seats"] = ["a"]
    with pytest.raises(Refused) as refusal:
        load(record, TINY)
    assert said(refusal) == ["Others have answered since."]
    assert refusal.value.problems[0].at == "input 10"
