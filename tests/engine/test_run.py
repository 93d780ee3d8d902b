"""Rounds are straight code that rests: from every rest the state alone tells how a battle goes on."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any, NamedTuple

import pytest

from playing import begin, by_key, defaults, lines, meddle, play, play_to, play_wildly, step
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice, SeededDice
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.record import Input, Seat
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.run import MOST_STOPS, Run, Stuck, Waiting
from quarterdeck.engine.system import Outcome
from quarterdeck.engine.text import _
from tiny import TINY, Tiny
from tiny_pond import PONDS, TinyState

SCRIPT = [Random(7).randrange(6) + 1 for _die in range(4000)]


def seats_of(pond: str) -> tuple[Seat, ...]:
    return tuple(Seat(seat, side) for seat, side in PONDS[pond].seats.items())


class Rested(NamedTuple):
    """A rest that a battle came to while an input worked: what is kept there, and the dice, events and inputs before it."""

    pickled: bytes
    dice: int
    told: int
    inputs: int


class Watched(Tiny):
    """Tiny that notes each rest of a battle, where the engine asks for the outcome."""

    battle: Battle[TinyState] | None = None
    restarting = False

    def __init__(self) -> None:
        self.rests: list[Rested] = []

    def outcome(self, state: TinyState) -> Outcome | None:
        if self.battle is not None and not self.restarting:
            run, battle = self.battle._run, self.battle
            pickled = pickle.dumps((run.state, run.waiting))
            self.rests.append(Rested(pickled, run.dice.rolled, len(battle.told) + len(run.fresh), len(battle.inputs)))
        return super().outcome(state)


@pytest.fixture
def watched(monkeypatch):
    watched, restart = Watched(), Run._restart

    def restarted(run: Run[Any]) -> None:
        watched.restarting = True
        restart(run)
        watched.restarting = False

    monkeypatch.setattr(Run, "_restart", restarted)
    return watched


def change_hull(battle: Battle[TinyState], rng: Random) -> None:
    boat = rng.choice(list(battle.state.boats))
    battle.put(Input("change", "umpire", {"path": ["boats", boat, "hull"], "value": rng.randrange(3) + 1}))


@pytest.mark.parametrize("pond", PONDS)
@pytest.mark.parametrize("seed", range(4))
def test_a_battle_goes_on_from_a_copy_of_each_of_its_rests(watched, pond, seed):
    rng = Random(seed)
    state = TINY.start(PONDS[pond])
    battle = watched.battle = Battle.at_rest(watched, state, seats_of(pond), ScriptedDice(SCRIPT), Waiting(), keep=True)
    while battle.outcome is None:
        step(battle, rng)
        if battle.outcome is None and rng.random() < 0.3:
            meddle_without_going_back(battle, rng)
    assert len(watched.rests) >= 5
    for rest in watched.rests:
        state, waiting = pickle.loads(rest.pickled)
        again = Battle.at_rest(TINY, state, seats_of(pond), ScriptedDice(SCRIPT[rest.dice :]), waiting)
        for entry in battle.inputs[rest.inputs + 1 :]:
            again.put(Input(entry.kind, entry.seat, entry.given))
        assert lines(again) == lines(battle)[rest.told :]
        assert again.outcome == battle.outcome


def meddle_without_going_back(battle: Battle[TinyState], rng: Random) -> None:
    choice = rng.randrange(3)
    if choice == 0:
        battle.stand(rng.choice([seat.id for seat in battle.seats]), "duck", rng.choice(("activation", "round", "battle")))
    elif choice == 1:
        change_hull(battle, rng)
    else:
        seat = rng.choice([seat.id for seat in battle.seats])
        for offer, question in battle.offers(seat).items():
            if question.key == "signal" or rng.random() < 0.1:
                battle.take(seat, offer, {"words": "ahoy"} if question.key == "signal" else "off")
                break


@pytest.mark.parametrize("seed", range(6))
def test_checkpoints_change_nothing(seed):
    kept, bare = (begin("pairs", "one seed", keep=keep) for keep in (True, False))
    for battle in (kept, bare):
        play(battle, Random(seed))
    assert lines(kept) == lines(bare)
    assert kept.outcome == bare.outcome is not None


def test_a_battle_without_checkpoints_takes_an_offer_and_an_umpires_change():
    battles = [begin("duel", "one seed", keep=keep, umpire="Ursula") for keep in (True, False)]
    for battle in battles:
        seat = play_to(battle, "volley")
        battle.change(("boats", "a1", "hull"), 1)
        battle.take(seat, next(key for key, q in battle.offers(seat).items() if q.key == "signal"), {"words": "ahoy"})
        play(battle, Random(1))
    assert lines(battles[0]) == lines(battles[1])
    assert {"signalled", "changed"} <= {told.event.kind for told in battles[0].told}


def test_what_is_kept_at_a_rest_is_a_copy():
    battle = begin(keep=True)
    play_to(battle, "volley")
    battle.state.boats["a1"].hull = 1
    state, _waiting = battle._run.at_rest()
    assert state.boats["a1"].hull == 3


class Circling(Tiny):
    """Rules that go on for ever once the boats lie at anchor, each in its own way."""

    def __init__(self, way: str) -> None:
        self.way = way

    async def play_round(self, state: TinyState, referee: Referee) -> None:
        while self.way != "rounds":
            if self.way == "rests":
                await referee.rest()
            else:
                yes = (Choice("yes", _("yes")),)
                await referee.ask(Choose(seat="a", rule="", prompt=_("Go?"), choices=yes, least=0, standing="go"))


@pytest.mark.parametrize("way", ["rests", "rounds"])
def test_rules_that_go_round_in_circles_are_a_fault(way):
    battle = Battle.begin(Circling(way), PONDS["duel"], seed="s")
    for _moment in range(2):
        assert battle.inputs == [] or not battle.inputs[-1].void
        for seat in ("a", "b"):
            battle.commit(seat, defaults(battle, seat))
    assert battle.inputs[-1].void == f"{Stuck.__name__}: {MOST_STOPS} stops without an open question"
    assert list(battle.slates()) == ["b"]


def test_only_stops_in_a_row_count(monkeypatch):
    monkeypatch.setattr("quarterdeck.engine.run.MOST_STOPS", 8)
    battle = play(begin("pairs"), Random(1))
    assert battle.round >= 2
    assert [entry.void for entry in battle.inputs if entry.void] == []


def test_a_standing_answer_that_makes_the_rules_circle_is_void():
    battle = Battle.begin(Circling("questions"), PONDS["duel"], seed="s")
    for _moment in range(2):
        for seat in ("a", "b"):
            battle.commit(seat, defaults(battle, seat))
    battle.stand("a", "go", "battle")
    assert battle.inputs[-1].void.startswith(Stuck.__name__)
    battle.commit("a", defaults(battle, "a"))
    assert not battle.inputs[-1].void


def test_rules_may_use_up_the_answer_they_get():
    battle = begin()
    seat = play_to(battle, "volley")
    boats = list(battle.view(seat).afloat(seat))
    given = by_key(battle, seat, volley=boats)
    battle.commit(seat, given)
    aims = dict.fromkeys(boats, battle.view(seat).targets(seat)[0])
    battle.commit(seat, by_key(battle, seat, aim=aims))
    assert list(given.values()) == [boats]
    assert [entry.given for entry in battle.inputs[-2:]] == [[boats], [aims]]
    assert len(boats) == 2


@pytest.mark.parametrize("seed", range(4))
def test_two_battles_do_not_touch_each_other(seed):
    alone = play_wildly(begin("three", "s", umpire="U"), Random(seed), 40)
    one, other = begin("three", "s", umpire="U"), begin("three", "s", umpire="U")
    rngs = Random(seed), Random(seed)
    for _step in range(40):
        for battle, rng in zip((one, other), rngs, strict=True):
            play_wildly(battle, rng, 1)
    assert lines(one) == lines(other) == lines(alone)


def test_the_dice_of_a_battle_are_those_of_its_seed_from_any_keeping():
    rng = Random(2)
    state = TINY.start(PONDS["duel"])
    dice = SeededDice("seed", {"a": "", "b": ""})
    by_hand = play(Battle.at_rest(TINY, state, seats_of("duel"), dice, Waiting()), Random(2))
    assert lines(by_hand) == lines(play(begin("duel", "seed"), rng))


def test_meddling_at_random_always_leaves_a_battle_that_can_go_on():
    for seed in range(8):
        rng = Random(seed)
        battle = begin(rng.choice(list(PONDS)), str(seed), umpire="U")
        for _turn in range(40):
            if battle.outcome is not None:
                break
            meddle(battle, rng)
            if battle.outcome is None:
                assert battle.slates()
                step(battle, rng)
            assert TINY.check(battle.state) == []
