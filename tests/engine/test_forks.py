"""Forks and imagined battles: another battle that stands where this one does, which stays as it is."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from playing import TinyBattle, begin, by_key, kinds, lines, offered, play, play_to, play_wildly, sampled, step
from quarterdeck.engine.dice import ScriptedDice, SeededDice
from quarterdeck.engine.record import Input
from tiny import TINY
from tiny_pond import PONDS


def open_questions(battle: TinyBattle) -> dict[str, list[object]]:
    return {seat: list(slate.questions.values()) for seat, slate in battle.slates().items()}


def whole(battle: TinyBattle) -> object:
    slates = {seat: (slate.id, list(slate.questions), dict(slate.drafts)) for seat, slate in battle.slates().items()}
    return battle.state, lines(battle), list(battle.inputs), slates, battle.round, battle._run.dice.rolled


def copied(battle: TinyBattle) -> object:
    return pickle.loads(pickle.dumps(whole(battle)))


@pytest.mark.parametrize("pond", PONDS)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("keep", [True, False])
def test_a_fork_at_any_point_stands_there_and_leaves_the_original_alone(pond, seed, keep):
    rng = Random(seed)
    battle = begin(pond, str(seed), keep=keep)
    while battle.outcome is None:
        before = copied(battle)
        fork = battle.fork(SeededDice(f"fork {seed}"))
        assert open_questions(fork) == open_questions(battle)
        assert fork.state == battle.state
        assert (lines(fork), fork.round, fork.conceded()) == (lines(battle), battle.round, battle.conceded())
        assert {s.id: list(fork.offers(s.id).values()) for s in fork.seats} == {
            s.id: list(battle.offers(s.id).values()) for s in battle.seats
        }
        play(fork, Random(seed), 3)
        assert whole(battle) == before
        play_wildly(battle, rng, 2)


def test_a_fork_goes_on_with_dice_of_its_own():
    battle = begin("duel", "s")
    play(battle, Random(1), 4)
    told = len(battle.told)
    forks = [battle.fork(SeededDice(str(n))) for n in range(3)]
    for fork in forks:
        play(fork, Random(5))
    assert len({tuple(lines(fork)) for fork in forks}) == 3
    assert all(lines(fork)[:told] == lines(battle) for fork in forks)


def test_a_fork_with_the_dice_of_the_original_goes_on_like_it():
    battle = begin("duel", "s")
    play(battle, Random(1), 7)
    fork = battle.fork(SeededDice("s", {"a": "", "b": ""}))
    for one in (battle, fork):
        play(one, Random(5))
    assert lines(fork) == lines(battle)


def in_mid_move(seed: str = "s") -> tuple[TinyBattle, str, str]:
    """A battle in the middle of a volley of two boats of which one has hit already, who fires, and at whom."""
    battle = begin("duel", seed)
    play_to(battle, "powder")
    while "powder" in [q.key for slate in battle.slates().values() for q in slate.questions.values()]:
        seat = next(iter(battle.slates()))
        battle.commit(seat, by_key(battle, seat, powder=dict.fromkeys(battle.view(seat).afloat(seat), 1)))
    seat = next(iter(battle.slates()))
    other = "b" if seat == "a" else "a"
    battle.commit(seat, by_key(battle, seat, volley=[f"{seat}1", f"{seat}2"]))
    battle.commit(seat, by_key(battle, seat, aim={f"{seat}1": f"{other}1", f"{seat}2": f"{other}2"}))
    battle.commit(other, by_key(battle, other, duck=[]))
    assert kinds(battle)[-1] == "hit"
    assert list(battle.slates()) == [other]
    return battle, seat, other


def test_a_fork_of_a_fork_keeps_the_dice_that_fell_before_each():
    for n in range(8):
        battle, _seat, other = in_mid_move(str(n))
        fork = battle.fork(ScriptedDice([1] * 99))
        again = fork.fork(ScriptedDice([6] * 99))
        assert again.state == fork.state == battle.state
        assert lines(again) == lines(fork) == lines(battle)
        assert open_questions(again) == open_questions(battle)
        again.commit(other, by_key(again, other, duck=[]))
        assert [told.event.dice[0].faces for told in again.told[len(battle.told) :] if told.event.kind == "hit"] == [(6,)]


def test_a_fork_is_taken_back_and_put_right_after_a_fault_with_the_dice_that_fell_before_it():
    battle, _seat, other = in_mid_move()
    fork = battle.fork(SeededDice("fork"))
    before = copied(fork)
    play(fork, Random(1), 4)
    fork.take_back(0, ("a", "b"))
    assert fork.state == battle.state
    assert open_questions(fork) == open_questions(battle)
    assert before
    fork.put(Input("slate", other, ["no answer"]))
    assert fork.inputs[-1].void
    assert fork.state == battle.state


def test_a_fork_keeps_standing_answers_concessions_and_offers_taken_late():
    battle = begin("three", "s")
    seat = play_to(battle, "volley")
    others = [s.id for s in battle.seats if s.id != seat]
    battle.stand(others[0], "duck", "battle")
    battle.commit(seat, by_key(battle, seat, volley=[f"{seat}1"]))
    battle.concede(others[1])
    battle.take(others[0], offered(battle, others[0], "signal"), {"words": "ahoy"})
    fork = battle.fork(SeededDice("s", dict.fromkeys("abc", "")))
    assert lines(fork) == lines(battle)
    for one in (battle, fork):
        play(one, Random(3))
    assert lines(fork) == lines(battle)
    assert kinds(fork).count("signalled") == kinds(fork).count("conceded") == 1


def test_a_fork_of_a_battle_that_is_over_is_over():
    for battle in (play(begin(), Random(1)), begin()):
        if battle.outcome is None:
            battle.concede("a")
        fork = battle.fork(SeededDice("s"))
        assert fork.outcome == battle.outcome
        assert lines(fork) == lines(battle)
        assert fork.slates() == {}


def test_ids_go_on_in_a_fork():
    battle = play(begin(), Random(1), 7)
    used = {slate.id for slate in battle.slates().values()} | {q for slate in battle.slates().values() for q in slate.questions}
    fork = battle.fork(SeededDice("s"))
    assert not used & {q for slate in fork.slates().values() for q in (slate.id, *slate.questions)}
    assert fork.events("a") == battle.events("a")


def test_a_fork_is_heard_by_nobody():
    heard: list[str] = []
    battle = begin(listener=lambda told, state: heard.append(told.event.kind))
    play(battle, Random(1), 5)
    count = len(heard)
    play(battle.fork(SeededDice("s")), Random(1))
    assert len(heard) == count
    play(battle, Random(1))
    assert heard == [told.event.kind for told in battle.told]


# --- imagined battles


@pytest.mark.parametrize("pond", PONDS)
def test_an_imagined_battle_could_be_true_and_leaves_the_original_alone(pond):
    rng = Random(4)
    battle = begin(pond, "s")
    while battle.outcome is None:
        before = copied(battle)
        for seat in [*[s.id for s in battle.seats], None]:
            imagined = battle.imagine(seat, rng)
            state, _waiting = battle._run.at_rest()
            assert imagined.round == _waiting.round
            start, _waiting = imagined._line._base()
            assert TINY.view(start, seat) == TINY.view(state, seat)
            assert TINY.check(imagined.state) == []
            play(imagined, rng, 4)
        assert whole(battle) == before
        step(battle, rng)


def test_an_imagined_battle_does_not_hold_what_the_seat_does_not_know():
    battle = begin("duel", "s")
    play_to(battle, "mine")
    for seat in ("a", "b"):
        battle.commit(seat, by_key(battle, seat, mine={"it": {"at": [11.5, 11.5]}}))
    play_to(battle, "sail")
    mines = [battle.imagine("a", Random(n)).state.mines for n in range(5)]
    assert {tuple(each["a"]) for each in mines} == {(11.5, 11.5)}
    assert len({tuple(each["b"]) for each in mines}) == 5


def test_an_imagined_battle_knows_no_standing_answer_and_no_offer_taken_of_others():
    battle = begin("duel", "s")
    seat = play_to(battle, "volley")
    other = "b" if seat == "a" else "a"
    battle.stand(other, "duck", "battle")
    battle.stand(seat, "duck", "battle")
    battle.commit(seat, by_key(battle, seat, volley=[f"{seat}1"]))
    battle.take(other, offered(battle, other, "off"), "off")
    imagined = battle.imagine(seat, Random(1))
    assert [standing.seat for standing in imagined._run.waiting.standing] == [seat]
    assert "sailed_off" not in kinds(play(imagined, Random(2)))


def test_an_imagined_battle_knows_who_has_conceded():
    battle = begin("three", "s")
    play_to(battle, "sail")
    battle.concede("c")
    assert battle.imagine("a", Random(1)).conceded() == ["c"]
    assert "c" not in battle.imagine("a", Random(1)).slates()


def test_imagining_draws_on_its_rng_alone():
    battle = play(begin("pairs", "s"), Random(1), 20)
    ends = [lines(play(battle.imagine("a", Random(7)), Random(8))) for _time in range(2)]
    assert ends[0] == ends[1]
    assert sampled(battle, next(iter(battle.slates())), Random(1))
