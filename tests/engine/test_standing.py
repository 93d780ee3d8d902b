"""Reactions in the middle of another's move, standing answers to them, and conceding."""

from __future__ import annotations

import pytest

from playing import TinyBattle, begin, by_key, defaults, fire_with, kinds, loaded, offered, said, to_fire
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import _
from tiny import Tiny
from tiny_pond import PONDS, TinyState


def fired(battle: TinyBattle) -> list[bool]:
    return [event.data["ducked"] for _n, event in battle.events(None) if event.kind == "fired"]


def test_a_question_in_the_middle_of_anothers_move():
    battle, seat, other = to_fire()
    fire_with(battle, seat, other)
    assert list(battle.slates()) == [other]
    assert not [event for event in kinds(battle) if event == "fired"]
    battle.commit(other, by_key(battle, other, duck="duck"))
    assert fired(battle) == [True]
    assert battle.told[-1].event.data["least"] == 5
    loaded(battle)


@pytest.mark.parametrize("until", ["activation", "round", "battle"])
def test_a_standing_answer_passes_until_its_time(until):
    battle, seat, other = to_fire()
    battle.commit(seat, by_key(battle, seat))
    assert next(iter(battle.slates())) == other
    battle.stand(seat, "duck", until)
    fire_with(battle, other, seat)
    assert fired(battle) == [False]
    while battle.round == 1 and battle.outcome is None:
        battle.commit(next(iter(battle.slates())), defaults(battle, next(iter(battle.slates()))))
    again = loaded(battle)
    for one in (battle, again):
        standing = [(s.seat, s.until) for s in one._run.waiting.standing]
        assert standing == ([(seat, "battle")] if until == "battle" else [])


def test_a_standing_answer_for_an_activation_ends_at_the_next_rest():
    battle, seat, other = to_fire()
    battle.stand(other, "duck", "activation")
    assert [standing.seat for standing in battle._run.waiting.standing] == [other]
    fire_with(battle, seat, other)
    assert fired(battle) == [False]
    assert battle.round == 1
    assert battle._run.waiting.standing == []


def test_a_standing_answer_counts_at_once_for_an_open_question():
    battle, seat, other = to_fire()
    fire_with(battle, seat, other)
    assert list(battle.slates()) == [other]
    battle.stand(other, "duck", "round")
    assert fired(battle) == [False]
    assert list(battle.slates()) != [seat]
    loaded(battle)


def test_a_standing_answer_is_to_one_question_of_one_seat():
    battle, seat, other = to_fire()
    battle.stand(other, "dive", "battle")
    battle.stand(seat, "duck", "battle")
    fire_with(battle, seat, other)
    assert list(battle.slates()) == [other]


def test_a_standing_answer_survives_an_offer_taken_at_the_same_rest():
    battle, seat, other = to_fire()
    battle.stand(other, "duck", "round")
    battle.take(seat, offered(battle, seat, "signal"), {"words": "ahoy"})
    fire_with(battle, seat, other)
    assert fired(battle) == [False]
    loaded(battle)


@pytest.mark.parametrize(
    ("what", "until"), [("", "round"), ("x" * 101, "round"), ("duck", "never"), ("duck", ""), ("duck", None)]
)
def test_a_standing_answer_that_says_nothing(what, until):
    battle, seat, _other = to_fire()
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
    assert battle.round == 3
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
