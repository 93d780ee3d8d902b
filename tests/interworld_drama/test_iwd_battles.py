"""Random battles of the drama to their end: what holds at every rest, records, and going on from a copy."""

from __future__ import annotations

import random

import pytest
from iwd_battles import SCENES, Keeper, as_captain, as_narrator, begin, checked_battle, eagerly

from going_on import Played
from quarterdeck.bots.playing import play as play_bots
from quarterdeck.bots.random import RandomBot
from quarterdeck.engine.battle import Battle
from quarterdeck.systems.interworld_drama import INTERWORLD_DRAMA
from quarterdeck.systems.interworld_drama.prose import TELLERS
from quarterdeck.systems.interworld_drama.state import DramaState
from whole_battles import Broken, Watched, at_random, events, play

NUMBERS = {"fog-bank": 60, "lantern-isle": 40}
BATCH = 10
BATCHES = [(key, first) for key in SCENES for first in range(0, NUMBERS[key], BATCH)]


@pytest.mark.rule("IWD-3.2", "IWD-4.1", "IWD-4.2", "IWD-5.2", "IWD-7.1", "IWD-10.5", "IWD-11.1")
@pytest.mark.parametrize(("key", "first"), BATCHES)
def test_random_battles(key, first):
    for number in range(first, first + BATCH):
        player = eagerly if number % 2 else at_random
        battle = checked_battle(key, f"{key} {number}", a=player, b=player)
        assert battle.state.turn <= 13


@pytest.mark.parametrize("key", SCENES)
def test_battles_of_captains_end_after_three_turns(key):
    for number in range(3):
        battle = checked_battle(key, f"captains {number}", a=as_captain, b=as_captain, narrator=as_narrator)
        assert battle.state.turn <= 4
        assert battle.state.long_battle is False


@pytest.mark.rule("IWD-12.1", "IWD-14.13")
def test_a_long_battle_goes_on_after_turn_three():
    scene = INTERWORLD_DRAMA.switched(INTERWORLD_DRAMA.scenarios()["fog-bank"], {"long_battle": True})
    battle = Battle.begin(INTERWORLD_DRAMA, scene, seed="long", keep=False)

    def pass_all(view, questions, rng):
        return {key: [] if question.passing() == [] else question.default(view) for key, question in questions.items()}

    play(battle, random.Random(1), a=pass_all, b=pass_all, narrator=as_narrator)
    assert (battle.state.turn, battle.outcome.winners, battle.outcome.rule) == (13, (), "IWD-12.1")


def test_random_battles_come_to_every_kind_of_event():
    told: dict[str, None] = {}
    for key in SCENES:
        for number in range(12):
            battle = play(begin(key, f"kinds {number}"), random.Random(number), a=eagerly, b=eagerly)
            told.update(dict.fromkeys(event.kind for event in events(battle)))
    assert [kind for kind in TELLERS if kind not in (*told, *RARE)] == []


RARE = ("number", "launch", "replaced", "aside", "stand_in", "fire_lower", "detected", "dispersed", "away")
"""What a few random battles may never come to; other tests do."""


def spoil_tass(state: DramaState) -> None:
    state.ships["grey-heron"].tass += 1


def spoil_damage(state: DramaState) -> None:
    next(ship for ship in state.ships.values() if ship.damage).damage.pop(0)


def spoil_old_damage(state: DramaState) -> None:
    """Damage of a turn that is over is made good (IWD-10.5)."""
    next(
        hit for ship in state.ships.values() for hit in ship.damage if not hit.repaired and hit.turn < state.turn
    ).repaired = True


def spoil_uses(state: DramaState) -> None:
    next(iter(state.ships.values())).uses["wheel"] = 3


@pytest.mark.parametrize("spoil", [spoil_tass, spoil_damage, spoil_old_damage, spoil_uses])
def test_what_is_checked_is_checked(spoil):
    keeper, spoilt = Keeper(), []

    def watch(state: DramaState) -> None:
        keeper.compare(state)
        if state.turn > 1 and state.step > 0 and not spoilt:
            try:
                spoil(state)
            except StopIteration:
                return
            spoilt.append(state.turn)

    battle = begin("lantern-isle", "spoilt", Watched(INTERWORLD_DRAMA, watch))
    with pytest.raises(Broken):
        play(battle, random.Random(3), a=eagerly, b=eagerly, narrator=as_narrator)
    assert spoilt


@pytest.mark.parametrize("player", [at_random, eagerly])
@pytest.mark.parametrize("key", SCENES)
def test_going_on_from_a_pickled_copy_at_every_rest(key, player):
    for number in range(2):
        Played(INTERWORLD_DRAMA, INTERWORLD_DRAMA.scenarios()[key], f"going on {number}", player).go_on_at_each_rest()


def test_bots_play_to_the_end_with_a_narrator_that_is_one():
    for key, scene in INTERWORLD_DRAMA.scenarios().items():
        battle = Battle.begin(INTERWORLD_DRAMA, scene, seed=key)
        captain = INTERWORLD_DRAMA.bot("captain")
        play_bots(battle, {"a": captain, "b": RandomBot(), "narrator": INTERWORLD_DRAMA.bot("narrator")}, random.Random(1))
        assert battle.outcome is not None
        assert all(entry.by == "bot" for entry in battle.inputs)


@pytest.mark.parametrize("key", SCENES)
def test_the_captain_beats_the_random_bot(key):
    """In at least 95 of 100 battles, from either side of each scene."""
    won = 0
    for number in range(50):
        for captain, other in (("a", "b"), ("b", "a")):
            battle = Battle.begin(INTERWORLD_DRAMA, INTERWORLD_DRAMA.scenarios()[key], seed=f"q{number}", keep=False)
            bots = {captain: INTERWORLD_DRAMA.bot("captain"), other: RandomBot(), "narrator": INTERWORLD_DRAMA.bot("narrator")}
            play_bots(battle, bots, random.Random(number))
            won += battle.outcome.winners == (captain,)
    assert won >= 95


def test_a_battle_with_dice_that_are_typed_in():
    """Whoever rolls at a table is told what for and with how many sides."""
    battle, rng = Battle.begin(INTERWORLD_DRAMA, INTERWORLD_DRAMA.scenarios()["fog-bank"], seed=None), random.Random(3)
    typed: list[int] = []
    while battle.outcome is None:
        if battle.wanted is not None:
            typed.append(battle.wanted.sides)
            assert battle.wanted.about is not None
        seat, slate = next(iter(battle.slates().items()))
        battle.commit(seat, eagerly(battle.view(seat), slate.questions, rng))
    assert typed.count(10) > 10
    assert [entry.void for entry in battle.inputs if entry.void] == []


def test_who_gives_up_against_the_only_other_side_has_lost_whatever_the_narrator_does():
    battle = Battle.begin(INTERWORLD_DRAMA, INTERWORLD_DRAMA.scenarios()["fog-bank"], seed="given up")
    battle.concede("a")
    assert battle.outcome is not None
    assert battle.outcome.winners == ("b",)
