"""Offers, standing answers, conceding and the umpire's change: what is put in without being asked."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from playing import TinyBattle, begin, by_key, defaults, kinds, lines, offered, play_to
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.record import read_record
from quarterdeck.engine.referee import Referee, Taken
from quarterdeck.engine.replay import load
from quarterdeck.engine.text import _, plain
from tiny import TINY, Tiny
from tiny_pond import PONDS, TinyState


def said(refusal: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [plain(problem.text) for problem in refusal.value.problems]


def to_fire(pond: str = "duel", **given: Any) -> tuple[TinyBattle, str, str]:
    """A battle at a clean rest where a seat is to fire, that seat and another one."""
    battle = begin(pond, **given)
    seat = play_to(battle, "volley")
    return battle, seat, next(s.id for s in battle.seats if s.side != battle.state.seats[seat])


def loaded(battle: TinyBattle) -> TinyBattle:
    """The battle read again from its record."""
    again = load(read_record(battle.record(reveal=True).text()), TINY)
    assert lines(again) == lines(battle)
    assert again.state == battle.state
    return again


# --- offers


def test_an_offer_is_given_to_its_seat_at_a_rest_that_gives_offers():
    battle = begin()
    assert battle.offers("a") == battle.offers("b") == {}
    play_to(battle, "volley")
    for seat in ("a", "b"):
        assert [question.key for question in battle.offers(seat).values()] == ["off", "signal"]
        assert all(key.startswith(seat) and key.endswith("+") for key in battle.offers(seat))
    assert battle.offers("c") == {}


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


# --- standing answers


def volley_at(battle: TinyBattle, seat: str, target_seat: str) -> None:
    """The seat fires with its first boat at the first boat of the other one."""
    boat, target = next(iter(battle.state.afloat(seat))), next(iter(battle.state.afloat(target_seat)))
    battle.commit(seat, by_key(battle, seat, volley=[boat]))
    battle.commit(seat, by_key(battle, seat, aim={boat: target}))


def with_powder(pond: str = "duel", **given: Any) -> tuple[TinyBattle, str, str]:
    """As `to_fire`, every boat with one powder."""
    battle = begin(pond, **given)
    play_to(battle, "powder")
    while "powder" in [q.key for slate in battle.slates().values() for q in slate.questions.values()]:
        seat = next(iter(battle.slates()))
        battle.commit(seat, by_key(battle, seat, powder=dict.fromkeys(battle.view(seat).afloat(seat), 1)))
    seat = next(iter(battle.slates()))
    return battle, seat, next(s.id for s in battle.seats if s.side != battle.state.seats[seat])


def fired(battle: TinyBattle) -> list[bool]:
    return [event.data["ducked"] for _n, event in battle.events(None) if event.kind == "fired"]


def test_a_question_in_the_middle_of_anothers_move():
    battle, seat, other = with_powder()
    volley_at(battle, seat, other)
    assert list(battle.slates()) == [other]
    assert not [event for event in kinds(battle) if event == "fired"]
    battle.commit(other, by_key(battle, other, duck="duck"))
    assert fired(battle) == [True]
    assert battle.told[-1].event.data["least"] == 5
    loaded(battle)


@pytest.mark.parametrize("until", ["activation", "round", "battle"])
def test_a_standing_answer_passes_until_its_time(until):
    battle, seat, other = with_powder()
    battle.commit(seat, by_key(battle, seat))
    assert next(iter(battle.slates())) == other
    battle.stand(seat, "duck", until)
    volley_at(battle, other, seat)
    assert fired(battle) == [False]
    while battle.round == 1 and battle.outcome is None:
        battle.commit(next(iter(battle.slates())), defaults(battle, next(iter(battle.slates()))))
    again = loaded(battle)
    for one in (battle, again):
        standing = [(s.seat, s.until) for s in one._run.waiting.standing]
        assert standing == ([(seat, "battle")] if until == "battle" else [])


def test_a_standing_answer_for_an_activation_ends_at_the_next_rest():
    battle, seat, other = with_powder()
    battle.stand(other, "duck", "activation")
    volley_at(battle, seat, other)
    assert fired(battle) == [False]
    battle.stand(seat, "duck", "activation")
    battle.commit(other, by_key(battle, other))
    assert battle._run.waiting.standing == []


def test_a_standing_answer_counts_at_once_for_an_open_question():
    battle, seat, other = with_powder()
    volley_at(battle, seat, other)
    assert list(battle.slates()) == [other]
    battle.stand(other, "duck", "round")
    assert fired(battle) == [False]
    assert list(battle.slates()) != [seat]
    loaded(battle)


def test_a_standing_answer_is_to_one_question_of_one_seat():
    battle, seat, other = with_powder()
    battle.stand(other, "dive", "battle")
    battle.stand(seat, "duck", "battle")
    volley_at(battle, seat, other)
    assert list(battle.slates()) == [other]


def test_a_standing_answer_survives_an_offer_taken_at_the_same_rest():
    battle, seat, other = with_powder()
    battle.stand(other, "duck", "round")
    battle.take(seat, offered(battle, seat, "signal"), {"words": "ahoy"})
    volley_at(battle, seat, other)
    assert fired(battle) == [False]
    loaded(battle)


@pytest.mark.parametrize(("what", "until"), [("", "round"), ("x" * 101, "round"), ("duck", "never"), ("duck", ""), ("duck", None)])
def test_a_standing_answer_that_says_nothing(what, until):
    battle, seat, _other = with_powder()
    with pytest.raises(Refused) as refusal:
        battle.stand(seat, what, until)
    assert said(refusal) == ["A standing answer names what it is to and until when."]
    assert battle.inputs[-1].kind == "slate"


class MustAnswer(Tiny):
    """Asks what nobody may pass, under the name of a standing answer."""

    async def set_up(self, state: TinyState, referee: Referee) -> None:
        yes = (Choice("yes", _("yes")),)
        answer = await referee.ask(Choose(seat="a", rule="", prompt=_("Go?"), choices=yes, standing="go"))
        referee.tell(Event("went", "", {"answer": answer}))
        await referee.ask(Choose(seat="b", rule="", prompt=_("Go?"), choices=yes))


def test_a_standing_answer_does_not_answer_what_cannot_be_passed():
    battle = Battle.begin(MustAnswer(), PONDS["duel"], seed="s")
    battle.stand("a", "go", "battle")
    assert list(battle.slates()) == ["a"]
    battle.commit("a", by_key(battle, "a"))
    assert kinds(battle) == ["went"]


# --- conceding


def test_the_last_side_wins_when_the_others_concede():
    battle = begin("three")
    for seat in ("a", "b", "c"):
        battle.commit(seat, defaults(battle, seat))
    battle.concede("a")
    assert battle.outcome is None
    battle.concede("c")
    assert battle.outcome is not None
    assert battle.outcome.winners == ("blue",)
    assert kinds(battle)[-3:] == ["conceded", "conceded", "outcome"]
    loaded(battle)


def test_the_defaults_go_on_for_a_seat_that_conceded():
    battle = begin("three")
    for seat in ("a", "b", "c"):
        battle.commit(seat, defaults(battle, seat))
    battle.concede("b")
    while battle.outcome is None:
        assert "b" not in battle.slates()
        seat = next(iter(battle.slates()))
        battle.commit(seat, defaults(battle, seat))
    assert battle.round == 4
    assert [told.event.data["lines"] for told in battle.told if told.event.kind == "sailed"][1] == {"b1": "-"}
    loaded(battle)


def test_conceding_closes_the_open_slate_of_the_seat():
    battle = begin("three")
    battle.commit("a", defaults(battle, "a"))
    battle.commit("c", defaults(battle, "c"))
    battle.concede("b")
    assert kinds(battle) == ["conceded", "anchored", "anchored", "anchored"]
    loaded(battle)


def test_a_side_is_beaten_when_all_its_seats_have_conceded():
    battle = begin("pairs")
    battle.concede("c")
    assert battle.outcome is None
    with pytest.raises(Refused) as refusal:
        battle.concede("c")
    assert said(refusal) == ["This seat has conceded already."]
    assert battle.conceded() == ["c"]
    battle.concede("d")
    assert battle.outcome is not None
    assert battle.outcome.winners == ("red",)


def test_nobody_concedes_for_a_seat_that_is_not_there():
    battle = begin()
    with pytest.raises(Refused) as refusal:
        battle.concede("z")
    assert said(refusal) == ["There is no seat “z”."]
    with pytest.raises(Refused):
        battle.stand("z", "duck", "round")


# --- the umpire


def test_an_umpires_change_at_a_clean_rest_works_at_once():
    battle, seat, _other = to_fire(umpire="Ursula")
    battle.change(("boats", "a1", "hull"), 1)
    assert battle.state.boats["a1"].hull == 1
    assert kinds(battle)[-1] == "changed"
    assert list(battle.slates()) == [seat]
    assert (battle.inputs[-1].seat, battle.inputs[-1].by) == ("Ursula", "umpire")
    loaded(battle)


def test_an_umpires_change_in_the_middle_of_a_move_works_at_the_next_rest():
    battle, seat, _other = to_fire(umpire="Ursula")
    battle.commit(seat, by_key(battle, seat, volley=list(battle.view(seat).afloat(seat))))
    battle.change(("boats", "a1", "hull"), 1)
    assert battle.state.boats["a1"].hull == 3
    battle.commit(seat, defaults(battle, seat))
    assert battle.state.boats["a1"].hull == 1
    assert kinds(battle)[-1] == "changed"
    loaded(battle)


def test_an_umpires_change_may_end_the_battle():
    battle, _seat, _other = to_fire("three", umpire="Ursula")
    battle.change(("boats", "a1", "hull"), 0)
    battle.change(("boats", "c1", "hull"), 0)
    assert battle.outcome is not None
    assert battle.outcome.winners == ("blue",)
    loaded(battle)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("boats", "a1", "hull"), 7, "Boat a1 cannot be so."),
        (("boats", "a1", "at"), [99, 0], "Boat a1 cannot be so."),
        (("boats", "a1", "hull"), "3", "The state has no value “boats.a1.hull” that could be changed so."),
        (("boats", "z9", "hull"), 1, "The state has no value “boats.z9.hull” that could be changed so."),
        (("boats", "a1", "at"), [float("nan"), 0.0], "That is no value that a record can keep."),
        ((), 1, "The state has no value “” that could be changed so."),
    ],
)
def test_an_umpires_change_that_is_refused(path, value, says):
    battle, _seat, _other = to_fire(umpire="Ursula")
    before = pickle.dumps((battle.state, battle.told, battle.inputs))
    with pytest.raises(Refused) as refusal:
        battle.change(path, value)
    assert said(refusal) == [says]
    assert pickle.dumps((battle.state, battle.told, battle.inputs)) == before


def test_a_battle_without_an_umpire_is_not_changed():
    battle, _seat, _other = to_fire()
    with pytest.raises(Refused) as refusal:
        battle.change(("boats", "a1", "hull"), 1)
    assert said(refusal) == ["This battle has no such umpire."]


class Sinking(Tiny):
    """A round in which a boat is lost for good in the middle of a move."""

    async def play_round(self, state: TinyState, referee: Referee) -> None:
        await referee.rest()
        yes = (Choice("yes", _("yes")),)
        for _question in range(2):
            await referee.ask(Choose(seat="a", rule="", prompt=_("Go?"), choices=yes))
        state.boats.pop("a2", None)


def test_a_change_that_has_become_impossible_is_given_up_at_its_rest():
    battle = Battle.begin(Sinking(), PONDS["duel"], seed="s", umpire="Ursula")
    for _moment in range(2):
        for seat in ("a", "b"):
            battle.commit(seat, defaults(battle, seat))
    battle.commit("a", by_key(battle, "a"))
    battle.change(("boats", "a2", "hull"), 1)
    battle.commit("a", by_key(battle, "a"))
    assert kinds(battle)[-1] == "not_changed"
    assert [entry.void for entry in battle.inputs] == [""] * len(battle.inputs)
    assert list(battle.slates()) == ["a"]
