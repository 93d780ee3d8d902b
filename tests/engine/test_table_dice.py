"""A battle with dice typed in at a real table, from start to end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from playing import TinyBattle, begin, by_key, defaults, kinds, lines, offered, play, sampled, step
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import SeededDice, Wanted
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.record import Seat, read_record
from quarterdeck.engine.replay import load
from quarterdeck.engine.run import Waiting
from quarterdeck.engine.text import plain
from tiny import TINY
from tiny_pond import PONDS


class LoggedDice(SeededDice):
    """Seeded dice that remember every roll."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.log: list[tuple[Wanted, tuple[int, ...]]] = []

    def fall(self, wanted: Wanted) -> tuple[int, ...]:
        faces = super().fall(wanted)
        self.log.append((wanted, faces))
        return faces


def seeded(pond: str, seed: str) -> tuple[TinyBattle, LoggedDice]:
    dice = LoggedDice(seed)
    seats = tuple(Seat(seat, side) for seat, side in PONDS[pond].seats.items())
    return Battle.at_rest(TINY, TINY.start(PONDS[pond]), seats, dice, Waiting()), dice


def type_in(battle: TinyBattle, faces: tuple[int, ...]) -> None:
    (seat, slate), *_none = battle.slates().items()
    (question,) = slate.questions
    battle.commit(seat, {question: {"faces": list(faces)}})


def type_all(battle: TinyBattle, face: int = 3) -> None:
    while battle.wanted is not None:
        type_in(battle, (face,) * battle.wanted.count)


@pytest.mark.parametrize("pond", PONDS)
@pytest.mark.parametrize("seed", range(3))
def test_typed_dice_make_the_battle_that_the_same_dice_make_unasked(pond, seed):
    model, dice = seeded(pond, str(seed))
    table = begin(pond, None)
    rngs = Random(seed), Random(seed)
    place = 0
    while model.outcome is None:
        step(model, rngs[0])
        step(table, rngs[1])
        while table.wanted is not None:
            wanted, faces = dice.log[place]
            assert table.wanted == wanted
            type_in(table, faces)
            place += 1
        assert table.slates().keys() == model.slates().keys()
        assert table.state == model.state
    assert place == len(dice.log)
    assert lines(table) == lines(model)
    assert table.outcome == model.outcome
    again = load(read_record(table.record().text()), TINY)
    assert lines(again) == lines(table)
    assert table.record().seed is None


def test_the_roller_is_asked_for_so_many_faces():
    battle = begin("duel", None)
    play_to_dice(battle)
    assert battle.wanted == Wanted(1, 6, "wind", "TY-2.1", None)
    assert list(battle.slates()) == ["a"]
    type_in(battle, (1,))
    assert battle.wanted == Wanted(1, 6, "depth", "TY-2.2", "a", hidden="a")
    type_in(battle, (1,))
    assert list(battle.slates()) == ["b"]
    (question,) = battle.slates()["b"].questions.values()
    assert plain(question.prompt) == "Roll a die of 6 sides: depth"
    assert question.rule == "TY-2.2"


def play_to_dice(battle: TinyBattle) -> None:
    while battle.wanted is None:
        seat = next(iter(battle.slates()))
        battle.commit(seat, defaults(battle, seat))


@pytest.mark.parametrize(
    "faces", [[0], [7], [], [1, 1], ["1"], [1.0], [True], None, "1", {"0": 1}, [[1]], [10**400], [float("nan")]]
)
def test_faces_that_a_die_has_not(faces):
    battle = begin("duel", None)
    play_to_dice(battle)
    (question,) = battle.slates()["a"].questions
    before = lines(battle), list(battle.inputs)
    with pytest.raises(Refused) as refusal:
        battle.commit("a", {question: {"faces": faces}})
    assert [plain(problem.text) for problem in refusal.value.problems] == ["wind takes one face from 1 to 6."]
    assert (lines(battle), battle.inputs) == before
    assert battle.wanted is not None


def test_nothing_but_dice_goes_in_while_dice_are_wanted():
    battle = begin("three", None, umpire="Ursula")
    play_to_dice(battle)
    tries: list[Any] = [
        lambda: battle.stand("a", "duck", "round"),
        lambda: battle.concede("b"),
        lambda: battle.change(("boats", "a1", "hull"), 1),
    ]
    for put in tries:
        with pytest.raises(Refused) as refusal:
            put()
        assert [plain(problem.text) for problem in refusal.value.problems] == ["Dice must fall first: wind"]
    assert all(battle.offers(seat) == {} for seat in "abc")
    type_all(battle)
    battle.concede("b")
    assert kinds(battle)[-1] == "conceded"


def test_what_was_told_before_the_dice_is_told_once():
    heard: list[str] = []
    battle = begin("duel", None, listener=lambda told, state: heard.append(told.canonical()))
    rng = Random(3)
    while battle.outcome is None:
        step(battle, rng)
        type_all(battle)
    assert heard == lines(battle)
    assert [number for number, _event in battle.events("a")] == list(range(1, len(battle.events("a")) + 1))


def table_at(key: str) -> tuple[TinyBattle, str]:
    """A table battle that stands at a question, every boat with one powder."""
    battle = begin("three", None)
    while True:
        type_all(battle)
        for seat, slate in battle.slates().items():
            if key in [q.key for q in slate.questions.values()]:
                return battle, seat
        seat, slate = next(iter(battle.slates().items()))
        view = battle.view(seat)
        battle.commit(
            seat,
            by_key(
                battle,
                seat,
                powder=dict.fromkeys(view.afloat(seat), 1),
                volley=list(view.afloat(seat)),
                aim={f"{seat}1": (view.targets(seat) or [""])[0]},
            ),
        )


def test_standing_answers_and_concessions_hold_over_typed_dice():
    battle, seat = table_at("volley")
    others = [s.id for s in battle.seats if s.id != seat]
    battle.stand(others[0], "duck", "battle")
    battle.commit(seat, by_key(battle, seat, volley=[f"{seat}1"]))
    battle.concede(others[1])
    battle.commit(seat, by_key(battle, seat, aim={f"{seat}1": f"{others[0]}1"}))
    assert battle.wanted is not None
    assert battle.wanted.use == "fire"
    type_in(battle, (6,))
    told = kinds(battle)
    assert told[told.index("conceded") :][:3] == ["conceded", "fired", "hit"]
    assert told.count("conceded") == told.count("fired") == 1
    assert battle.told[[t.event.kind for t in battle.told].index("fired") + 1].event.dice[0].faces == (6,)
    assert battle.conceded() == [others[1]]
    assert [s.seat for s in battle._run.waiting.standing] == [others[0]]
    assert lines(load(read_record(battle.record().text()), TINY)) == lines(battle)


def test_an_offer_taken_late_holds_over_typed_dice():
    battle, seat = table_at("aim")
    other = next(s.id for s in battle.seats if s.id != seat)
    battle.take(other, offered(battle, other, "signal"), {"words": "ahoy"})
    battle.stand(other, "duck", "round")
    battle.commit(seat, by_key(battle, seat, aim={f"{seat}1": f"{other}1"}))
    type_in(battle, (6,))
    assert battle.wanted is not None
    assert battle.wanted.use == "signal"
    type_in(battle, (4,))
    assert kinds(battle)[-3:] == ["fired", "hit", "signalled"]
    assert battle.state.signals == 4


def test_a_take_back_lets_dice_be_typed_anew():
    battle, _seat = table_at("mine")
    play_to_dice(battle)
    start = len(battle.line())
    type_in(battle, (2,))
    type_in(battle, (5,))
    battle.take_back(start, ("a", "b", "c"))
    assert battle.wanted == Wanted(1, 6, "wind", "TY-2.1", None)
    for face in (3, 1, 1, 1):
        type_in(battle, (face,))
    wind = [event.dice[0].faces for _n, event in battle.events(None) if event.kind == "wind"]
    assert wind == [(2,), (3,)]
    assert lines(load(read_record(battle.record().text()), TINY)) == lines(battle)


def test_a_fork_of_a_table_goes_on_with_dice_that_fall_by_themselves():
    battle, seat = table_at("aim")
    fork = battle.fork(SeededDice("fork"))
    assert fork.state == battle.state
    assert lines(fork) == lines(battle)
    play(fork, Random(1))
    assert fork.outcome is not None
    battle.commit(seat, defaults(battle, seat))
    with pytest.raises(Refused, match="fall by themselves"):
        battle.fork(battle._line.dice)


def test_a_fork_made_while_dice_are_wanted_rolls_them():
    battle = begin("duel", None)
    play_to_dice(battle)
    told = len(battle.told)
    fork = battle.fork(SeededDice("fork"))
    assert fork.wanted is None
    assert kinds(fork)[told:] == ["wind", "sounded", "sounded"]
    assert list(fork.slates()) == ["a", "b"]
    assert battle.wanted is not None
    assert len(battle.told) == told
    before = lines(fork)
    fork.commit("a", sampled(fork, "a", Random(1)))
    fork.take_back(0, ("a",))
    assert lines(fork)[: len(before)] == before
    play(fork, Random(1))
    assert fork.outcome is not None
