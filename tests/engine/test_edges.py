"""The edge of a battle: whatever is given to it, it is refused with a sentence, and the battle stands as it stood."""

from __future__ import annotations

from inspect import signature
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from junk import deep_value, huge_number, junk

from playing import TinyBattle, begin, play_to, said
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import TableDice
from quarterdeck.engine.problems import Problem, Refused
from quarterdeck.engine.record import read_record
from quarterdeck.engine.text import plain
from tiny import TINY
from tiny_pond import PONDS

NO_SEATS: list[Any] = [True, 0, 1.5, [], {}, ("a",), "", "z", "A", b"a", "\ud800", huge_number(), deep_value(), object()]


def numbered(value: Any) -> str:
    """A name for a value that cannot be written."""
    return type(value).__name__


@pytest.fixture(scope="module")
def battle() -> TinyBattle:
    """A battle with an open question, offers, an umpire and something to take back."""
    made = begin(umpire="Ursula")
    play_to(made, "volley")
    return made


def standing(battle: TinyBattle) -> tuple[Any, ...]:
    return battle.record().text(), sorted(battle.slates()), battle.take_backs


@pytest.mark.parametrize("seat", NO_SEATS, ids=numbered)
def test_what_is_no_seat_is_refused_everywhere(battle, seat):
    before = standing(battle)
    for call in (
        lambda: battle.view(seat),
        lambda: battle.events(seat),
        lambda: battle.offers(seat),
        lambda: battle.slate(seat),
        lambda: battle.dress(seat, "a1"),
        lambda: battle.draft(seat, "a1", None),
        lambda: battle.commit(seat),
        lambda: battle.expire(seat),
        lambda: battle.take(seat, "a1+", None),
        lambda: battle.stand(seat, "duck", "round"),
        lambda: battle.concede(seat),
        lambda: battle.why_not_alone(seat, 0),
        lambda: battle.take_back(0, (seat,)),
        lambda: battle.imagine(seat, Random(1)),
    ):
        with pytest.raises(Refused) as refusal:
            call()
        assert said(refusal)[0].startswith("There is no seat “")
    assert standing(battle) == before


def test_a_spectator_has_a_view_and_events(battle):
    assert set(battle.view(None).mines.values()) == {None}
    assert [n for n, _event in battle.events(None)] == list(range(1, len(battle.told) + 1))


@pytest.mark.parametrize("key", [None, True, [], {}, ("a1",), "", "nothing", huge_number(), deep_value()], ids=numbered)
def test_what_is_no_question_or_offer(battle, key):
    seat = next(iter(battle.slates()))
    for call in (lambda: battle.dress(seat, key), lambda: battle.draft(seat, key, None)):
        with pytest.raises(Refused) as refusal:
            call()
        assert said(refusal) == ["That question is not open to this seat."]
    with pytest.raises(Refused) as refusal:
        battle.take(seat, key, None)
    assert said(refusal) == ["That is not on offer any more."]


@pytest.mark.parametrize("given", [7, True, "a1", [1], deep_value(), {huge_number(): 1}, {None: 1}, {"nothing": 1}], ids=numbered)
def test_what_are_no_answers(battle, given):
    with pytest.raises(Refused):
        battle.commit(next(iter(battle.slates())), given)


@pytest.mark.parametrize("place", [None, True, -1, 10**6, "0", {}, [], 0.0, huge_number()], ids=numbered)
def test_what_is_no_place_to_go_back_to(battle, place):
    for call in (lambda: battle.take_back(place, ("a", "b")), lambda: battle.why_not_alone("a", place)):
        with pytest.raises(Refused) as refusal:
            call()
        assert said(refusal) == ["There is nothing to take back there."]
    if place != -1:
        return
    for seats in (None, {}, 7, "ab", {"a": 1}):
        with pytest.raises(Refused) as refusal:
            battle.take_back(0, seats)
        assert said(refusal) == ["It is not what was asked for."]


PATHS: list[Any] = [None, 7, True, "turn", {}, [None], (True,), ([],), (huge_number(),), (), deep_value()]


@pytest.mark.parametrize("path", PATHS, ids=numbered)
def test_what_is_no_path_of_a_change(battle, path):
    with pytest.raises(Refused):
        battle.change(path, 1)


@pytest.mark.parametrize("since", [None, -1, True, "1", [], 1.0])
def test_what_is_no_number_of_an_event(battle, since):
    with pytest.raises(Refused) as refusal:
        battle.events("a", since)
    assert said(refusal) == ["Events are numbered from 1."]


@pytest.mark.parametrize("dice", [None, 7, "dice", object(), TableDice()])
def test_what_are_no_dice_of_a_fork(battle, dice):
    with pytest.raises(Refused) as refusal:
        battle.fork(dice)
    assert said(refusal) == ["A fork needs dice that fall by themselves."]


METHODS = ("view", "events", "offers", "slate", "dress", "draft", "commit", "expire", "take", "stand", "concede", "change")
more = st.sampled_from(["a", "b", "a1", "b1", "a5+", "duck", "round", ["turn"], ["boats", "a1", "hull"]]) | junk


@given(st.sampled_from([*METHODS, "take_back", "why_not_alone", "offer_at"]), st.lists(more, max_size=3))
@settings(max_examples=400)
def test_no_junk_brings_a_battle_down(name, arguments):
    made = begin(umpire="Ursula")
    play_to(made, "sail")
    method = getattr(made, name)
    try:
        signature(method).bind(*arguments)
    except TypeError:
        return
    problems: list[Problem] = []
    try:
        method(*arguments)
    except Refused as refusal:
        problems = refusal.problems
    assert all(plain(problem.text) for problem in problems)
    assert not [entry for entry in made.inputs if entry.void]
    assert read_record(made.record().text()).text() == made.record().text()


# --- what a battle begins with


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"seed": 7}, "seed has to be words, not 7."),
        ({"seed": b"s"}, "seed has to be words, not b's'."),
        ({"umpire": None}, "umpire has to be words, not None."),
        ({"umpire": "U\nrsula"}, "umpire has to be one line of at most 200 letters: U\nrsula"),
        ({"names": {"a": 7}}, "name has to be words, not 7."),
        ({"names": {"a": "Ann\nBob"}}, "name has to be one line of at most 200 letters: Ann\nBob"),
        ({"names": {"a": "\x1b[2J"}}, "name has to be one line of at most 200 letters: \x1b[2J"),
        ({"names": {"a": "x" * 201}}, f"name has to be one line of at most 200 letters: {'x' * 39}…"),
        ({"names": {"z": "Zoe"}}, "Names and salts go by seat: a, b."),
        ({"names": 7}, "Names and salts go by seat: a, b."),
        ({"salts": {"a": None}}, "salt has to be words, not None."),
        ({"salts": ["a"]}, "Names and salts go by seat: a, b."),
    ],
)
def test_a_battle_does_not_begin_with_what_no_record_can_hold(given, says):
    with pytest.raises(Refused) as refusal:
        Battle.begin(TINY, PONDS["duel"], **{"seed": "s", **given})
    assert said(refusal) == [says]


def test_names_of_any_language_and_salts_of_any_text():
    made = begin(names={"a": "Åse 王 – 3rd"}, salts={"b": "two\nlines \ud800"})
    assert [seat.name for seat in made.seats] == ["Åse 王 – 3rd", ""]
    assert read_record(made.record().text()).header == made.header


def test_a_seat_whose_id_is_not_one_line():
    pond = TINY.read("scenario", {"key": "x", "title": "X", "seats": {"a\nb": "red", "c": "blue"}, "boats": 1})
    with pytest.raises(Refused) as refusal:
        Battle.begin(TINY, pond, seed="s")
    assert said(refusal) == ["seat has to be one line of at most 200 letters: a\nb"]
