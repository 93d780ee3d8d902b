"""Offers: what a seat may take without being asked, at its rest or at the next one."""

from __future__ import annotations

import pickle

import pytest

from playing import begin, by_key, defaults, kinds, loaded, offered, play_to, said, to_fire
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee, Taken
from quarterdeck.engine.text import _
from tiny import Tiny
from tiny_pond import PONDS, TinyState


def test_an_offer_is_given_to_its_seat_at_a_rest_that_gives_offers():
    battle = begin()
    assert battle.offers("a") == battle.offers("b") == {}
    play_to(battle, "volley")
    for seat in ("a", "b"):
        assert [question.key for question in battle.offers(seat).values()] == ["off", "signal"]
        assert all(key.startswith(seat) and key.endswith("+") for key in battle.offers(seat))


def test_an_offer_taken_at_a_clean_rest_works_at_once():
    battle, seat, other = to_fire()
    told = len(battle.told)
    battle.take(other, offered(battle, other, "signal"), {"words": "ahoy"})
    assert [told.event.data["words"] for told in battle.told[told:]] == ["ahoy"]
    assert battle.state.signals > 0
    assert [q.key for q in battle.slates()[seat].questions.values()] == ["volley"]
    assert [q.key for q in battle.offers(other).values()] == ["off", "signal"]
    loaded(battle)


def test_an_offer_taken_later_works_at_the_next_rest_that_gives_offers():
    battle, seat, other = to_fire()
    boats = list(battle.view(seat).afloat(seat))
    battle.commit(seat, by_key(battle, seat, volley=boats))
    before, told = pickle.dumps(battle.state), len(battle.told)
    battle.take(other, offered(battle, other, "signal"), {"words": "ahoy"})
    assert pickle.dumps(battle.state) == before
    assert battle.told[told:] == []
    battle.commit(seat, defaults(battle, seat))
    assert [told.event.kind for told in battle.told[told:]] == ["signalled"]
    loaded(battle)


def test_an_offer_taken_waits_over_rests_that_give_none():
    battle, seat, other = to_fire()
    battle.commit(seat, by_key(battle, seat))
    assert next(iter(battle.slates())) == other
    battle.commit(other, by_key(battle, other, volley=["b1"] if other == "b" else ["a1"]))
    battle.take(seat, offered(battle, seat, "signal"), {"words": "late"})
    battle.commit(other, by_key(battle, other))
    assert "turn_over" in kinds(battle)
    assert "signalled" not in kinds(battle)
    play_to(battle, "volley")
    assert kinds(battle)[-1] == "signalled"
    loaded(battle)


def test_an_offer_is_taken_once():
    battle, seat, other = to_fire()
    battle.commit(seat, by_key(battle, seat, volley=list(battle.view(seat).afloat(seat))))
    offer = offered(battle, other, "signal")
    battle.take(other, offer, {"words": "ahoy"})
    with pytest.raises(Refused) as refusal:
        battle.take(other, offer, {"words": "ahoy"})
    assert said(refusal) == ["That is not on offer any more."]
    assert [q.key for q in battle.offers(other).values()] == ["off"]


def test_an_offer_that_ends_the_battle():
    battle, _seat, other = to_fire()
    battle.take(other, offered(battle, other, "off"), "off")
    assert battle.outcome is not None
    assert battle.outcome.winners == (next(side for side in ("red", "blue") if side != PONDS["duel"].seats[other]),)
    assert kinds(battle)[-2:] == ["sailed_off", "outcome"]
    assert (battle.slates(), battle.offers("a"), battle.offers("b")) == ({}, {}, {})
    loaded(battle)


@pytest.mark.parametrize("answer", ["on", [], None, ["off", "off"], {"off": 1}, 10**400])
def test_an_illegal_answer_to_an_offer_changes_nothing(answer):
    battle, _seat, other = to_fire()
    before = pickle.dumps((battle.state, battle.told, battle.inputs, battle.offers(other)))
    with pytest.raises(Refused):
        battle.take(other, offered(battle, other, "off"), answer)
    assert pickle.dumps((battle.state, battle.told, battle.inputs, battle.offers(other))) == before


def test_an_offer_to_another_seat_is_not_taken():
    battle, seat, other = to_fire()
    with pytest.raises(Refused) as refusal:
        battle.take(other, offered(battle, seat, "off"), "off")
    assert said(refusal) == ["That is not on offer any more."]


def test_two_offers_taken_late_come_together_in_the_order_in_which_they_were_taken():
    battle, seat, other = to_fire("three")
    battle.commit(seat, by_key(battle, seat, volley=list(battle.view(seat).afloat(seat))))
    third = next(s.id for s in battle.seats if s.id not in (seat, other))
    for who in (third, other, seat):
        battle.take(who, offered(battle, who, "signal"), {"words": who})
    battle.commit(seat, defaults(battle, seat))
    assert [told.event.data["words"] for told in battle.told[-3:]] == [third, other, seat]
    loaded(battle)


class Hurrying(Tiny):
    """A rest after which something happens before anybody is asked."""

    def __init__(self, what: str) -> None:
        self.what = what

    async def play_round(self, state: TinyState, referee: Referee) -> None:
        yes = (Choice("yes", _("yes")),)
        for _offer, answer in await referee.rest([Choose(seat="b", rule="", prompt=_("Take?"), choices=yes)]):
            referee.tell(Event("taken", "", {"answer": answer}))
        if self.what == "event":
            referee.tell(Event("something", ""))
        elif self.what == "die":
            referee.dice.roll(1, use="", rule="")
        await referee.ask_each([Choose(seat=seat, rule="", prompt=_("Go?"), choices=yes) for seat in ("a", "b")])


@pytest.mark.parametrize(("what", "at_once"), [("", True), ("event", False), ("die", False), ("answer", False)])
def test_an_offer_is_taken_at_its_rest_only_while_nothing_has_happened(what, at_once):
    battle = Battle.begin(Hurrying(what), PONDS["duel"], seed="s")
    play_to(battle, "mine")
    for seat in ("a", "b"):
        battle.commit(seat, defaults(battle, seat))
    if what == "answer":
        battle.commit("a", defaults(battle, "a"))
    battle.take("b", next(iter(battle.offers("b"))), "yes")
    assert ("taken" in kinds(battle)) is at_once
    for seat in list(battle.slates()):
        battle.commit(seat, defaults(battle, seat))
    assert kinds(battle).count("taken") == 1


class Nested(Tiny):
    """Steps that rest, within a round that rests: the outer rest knows of no offers."""

    got: list[list[Taken]]

    async def play_round(self, state: TinyState, referee: Referee) -> None:
        await referee.rest()
        yes = (Choice("yes", _("yes")),)
        offer = Choose(seat="b", rule="", prompt=_("Take?"), choices=yes)
        while state.signals < 3:
            self.got.append(await referee.rest([offer]))
            await referee.ask(Choose(seat="a", rule="", prompt=_("Go?"), choices=yes))
            state.signals += 1
        state.signals = 0


def test_an_offer_comes_back_to_the_rest_where_it_was_given_not_to_one_before_it():
    system = Nested()
    system.got = []
    battle = Battle.begin(system, PONDS["duel"], seed="s")
    for _moment in range(2):
        for seat in ("a", "b"):
            battle.commit(seat, defaults(battle, seat))
    battle.take("b", next(iter(battle.offers("b"))), "yes")
    assert [[taken.answer for taken in got] for got in system.got] == [[], [["yes"]]]
