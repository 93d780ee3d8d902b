"""A fault in the rules while an input works: nothing is lost, a void input is noted, the seats are told."""

from __future__ import annotations

from random import Random

import pytest

from playing import TinyBattle, begin, by_key, defaults, kinds, lines, play, play_to, step
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Problem, Refused
from quarterdeck.engine.record import read_record
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.replay import load
from quarterdeck.engine.text import _
from tiny import TINY, Tiny
from tiny_pond import PONDS, STORM, TinyState

STORMY = {"a1": STORM, "a2": "-"}


def to_orders(seed: str = "a secret", **given: object) -> TinyBattle:
    battle = begin("duel", seed, **given)
    play_to(battle, "sail")
    return battle


@pytest.fixture
def stormy() -> TinyBattle:
    """A battle on whose last input the rules have failed."""
    battle = to_orders()
    battle.commit("b", by_key(battle, "b", sail={"b1": "N1", "b2": "-"}))
    battle.commit("a", by_key(battle, "a", sail=STORMY))
    return battle


def test_a_fault_is_noted_and_told(stormy):
    entry = stormy.inputs[-1]
    assert (entry.kind, entry.seat, entry.void) == ("slate", "a", "RuntimeError: there is a storm")
    assert entry.given == [STORMY, {}]
    for seat in ("a", "b", None):
        number, event = stormy.events(seat)[-1]
        assert (event.kind, event.data, number) == ("fault", {"seat": "a"}, len(stormy.events(seat)))
    assert stormy.line() == stormy.inputs[:-1]


def test_after_a_fault_the_battle_stands_where_it_stood(stormy):
    calm = to_orders()
    calm.commit("b", by_key(calm, "b", sail={"b1": "N1", "b2": "-"}))
    assert stormy.state == calm.state
    assert list(stormy.slates()) == ["a"]
    assert lines(stormy)[:-1] == lines(calm)
    for battle in (stormy, calm):
        battle.commit("a", by_key(battle, "a"))
    assert stormy.state == calm.state
    assert lines(stormy) == [*lines(calm)[: len(lines(calm)) - 2], *lines(stormy)[len(lines(calm)) - 2 :]]
    assert [line for line in lines(stormy) if '"fault"' not in line] == lines(calm)


def test_the_dice_are_those_that_would_have_fallen_without_the_fault(stormy):
    calm = to_orders()
    calm.commit("b", by_key(calm, "b", sail={"b1": "N1", "b2": "-"}))
    for battle in (stormy, calm):
        play(battle, Random(3))
    assert [line for line in lines(stormy) if '"fault"' not in line] == lines(calm)


def test_a_record_with_a_void_input_loads(stormy):
    play(stormy, Random(4))
    text = stormy.record().text()
    again = load(read_record(text), TINY)
    assert lines(again) == lines(stormy)
    assert again.record().text() == text


def test_what_was_told_before_a_fault_does_not_leave():
    class Talking(Tiny):
        async def set_up(self, state: TinyState, referee: Referee) -> None:
            await super().set_up(state, referee)
            referee.tell(Event("not to be told", ""))
            raise ZeroDivisionError("a fault")

    battle = Battle.begin(Talking(), PONDS["duel"], seed="s")
    for seat in ("a", "b", "a"):
        battle.commit(seat, defaults(battle, seat))
    told = lines(battle)
    battle.commit("b", defaults(battle, "b"))
    assert battle.inputs[-1].void == "ZeroDivisionError: a fault"
    assert lines(battle)[:-1] == told
    assert kinds(battle)[-1] == "fault"


def test_a_refusal_by_the_rules_themselves_is_a_fault_too():
    class Refusing(Tiny):
        async def play_round(self, state: TinyState, referee: Referee) -> None:
            raise Refused([Problem("", _("No."))])

    battle = Battle.begin(Refusing(), PONDS["duel"], seed="s")
    for seat in ("a", "b", "a", "b"):
        battle.commit(seat, defaults(battle, seat))
    assert battle.inputs[-1].void.startswith("Refused: ")
    assert list(battle.slates()) == ["b"]


def test_faults_one_after_the_other_and_a_take_back_of_what_lies_behind_them():
    battle = to_orders()
    battle.commit("a", by_key(battle, "a", sail=STORMY))
    for _try in range(3):
        battle.commit("b", defaults(battle, "b"))
        assert battle.inputs[-1].void
    assert kinds(battle)[-3:] == ["fault"] * 3
    battle.take_back(len(battle.line()) - 1, ("a",))
    battle.commit("a", by_key(battle, "a"))
    battle.commit("b", defaults(battle, "b"))
    assert not battle.inputs[-1].void
    again = load(read_record(play(battle, Random(1)).record().text()), TINY)
    assert lines(again) == lines(battle)


def test_an_offer_that_is_open_stays_open_over_a_fault(monkeypatch):
    battle = begin()
    seat = play_to(battle, "volley")
    offers = {s: list(battle.offers(s)) for s in ("a", "b")}
    with monkeypatch.context() as patch:
        patch.setattr("tiny.aim", None)
        battle.commit(seat, by_key(battle, seat, volley=[f"{seat}1"]))
    assert battle.inputs[-1].void
    assert {s: list(battle.offers(s)) for s in ("a", "b")} == offers
    battle.take(seat, offers[seat][1], {"words": "ahoy"})
    assert kinds(battle)[-1] == "signalled"


def test_a_long_fault_is_shortened():
    class Wordy(Tiny):
        async def play_round(self, state: TinyState, referee: Referee) -> None:
            raise ValueError("x" * 5000)

    battle = Battle.begin(Wordy(), PONDS["duel"], seed="s")
    for seat in ("a", "b", "a", "b"):
        battle.commit(seat, defaults(battle, seat))
    assert len(battle.inputs[-1].void) == 400


def test_the_listener_hears_of_a_fault():
    heard: list[str] = []
    battle = to_orders(listener=lambda told, state: heard.append(told.event.kind))
    battle.commit("a", by_key(battle, "a", sail=STORMY))
    battle.commit("b", defaults(battle, "b"))
    assert heard[-1] == "fault"


@pytest.mark.parametrize("seed", range(3))
def test_a_battle_with_many_faults_goes_on_as_if_there_had_been_none(seed):
    stormy, calm = begin("pairs", "one seed"), begin("pairs", "one seed")
    rngs = Random(seed), Random(seed)
    while stormy.outcome is None:
        for seat, slate in stormy.slates().items():
            if "sail" in [q.key for q in slate.questions.values()] and len(stormy.slates()) == 1:
                stormy.commit(seat, by_key(stormy, seat, sail={f"{seat}1": STORM}, powder={}))
        step(stormy, rngs[0])
        step(calm, rngs[1])
    assert kinds(stormy).count("fault") >= 1
    assert [line for line in lines(stormy) if '"fault"' not in line] == lines(calm)
