"""The umpire's change of a battle: at once at a clean rest, else at the next one, and never into what cannot be."""

from __future__ import annotations

import pickle

import pytest

from playing import by_key, defaults, kinds, loaded, said, to_fire
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import _
from tiny import Tiny
from tiny_pond import PONDS, TinyState


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
        (("boats", "a1", "at"), [float("nan"), 0.0], "The state has no value “boats.a1.at” that could be changed so."),
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
