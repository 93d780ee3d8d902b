"""A record is a header and the inputs: it gives the battle again, byte for byte, and no other one."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from junk import junk

from playing import TinyBattle, begin, by_key, defaults, lines, play, play_to, play_wildly, said
from quarterdeck.engine.dice import SeededDice
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.record import Record, read_record
from quarterdeck.engine.replay import load
from tiny import TINY, Tiny
from tiny_pond import STORM


def wild(seed: int, pond: str = "duel", **given: Any) -> TinyBattle:
    """A battle with every kind of input in it."""
    return play_wildly(begin(pond, f"seed {seed}", umpire="Ursula", **given), Random(seed), 300)


def loaded(text: str, seed: str | None = None) -> TinyBattle:
    return load(read_record(text), TINY, seed=seed)


FINISHED = wild(323, names={"a": "Ann", "b": "Bob"}, salts={"a": "sel", "b": "pepper"})
TEXT = FINISHED.record().text()
LINES: list[dict[str, Json]] = [json.loads(line) for line in TEXT.splitlines()]


def text_of(parsed: list[dict[str, Json]]) -> str:
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in parsed)


def test_the_battle_of_these_tests_has_every_kind_of_input_and_its_end():
    assert FINISHED.outcome is not None
    assert {entry.kind for entry in FINISHED.inputs} >= {"slate", "offer", "standing", "take_back", "change", "concede"}
    assert any(entry.void for entry in FINISHED.inputs)


# --- the same battle


@pytest.mark.parametrize("pond", ["duel", "three", "pairs"])
def test_two_runs_with_one_seed_are_equal_byte_for_byte(pond):
    texts = [wild(3, pond).record(reveal=True).text() for _run in range(2)]
    assert texts[0] == texts[1]
    assert texts[0] != wild(4, pond).record(reveal=True).text()


PLAYED = """
from random import Random
from playing import begin, play_wildly
print(play_wildly(begin("three", "one seed", umpire="Ursula"), Random(5), 200).record(reveal=True).text(), end="")
"""


def test_processes_with_other_hash_seeds_write_the_same_record():
    here = play_wildly(begin("three", "one seed", umpire="Ursula"), Random(5), 200).record(reveal=True).text()
    for seed in ("0", "1"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        there = subprocess.run([sys.executable, "-c", PLAYED], env=env, capture_output=True, text=True, check=True)
        assert there.stdout == here


@pytest.mark.parametrize("seed", range(5))
def test_a_record_gives_the_battle_again(seed):
    battle = wild(seed, ["duel", "three", "pairs"][seed % 3])
    text = battle.record(reveal=True).text()
    again = loaded(text)
    assert again.record(reveal=True).text() == text
    assert lines(again) == lines(battle)
    assert (again.state, again.outcome, again.round) == (battle.state, battle.outcome, battle.round)
    assert again.header == battle.header


def test_a_record_is_only_appended_to():
    battle, rng = begin(umpire="Ursula"), Random(2)
    before = battle.record().text()
    while battle.outcome is None:
        play_wildly(battle, rng, 1)
        text = battle.record().text()
        assert text.startswith(before)
        before = text
    assert before.count("\n") == len(battle.inputs) + 2


def test_reading_and_writing_change_nothing():
    assert read_record(TEXT).text() == TEXT


def test_the_digest_is_a_chain_over_header_inputs_and_events():
    record, done = FINISHED.record(), 0
    value = hashlib.sha256(
        json.dumps({k: v for k, v in LINES[0].items() if k != "digest"}, separators=(",", ":")).encode()
    ).hexdigest()
    assert LINES[0]["digest"] == value
    for entry, wanted in zip(record.inputs, record.digests, strict=True):
        put = json.dumps([entry.kind, entry.seat, entry.given, entry.by, entry.void], separators=(",", ":"))
        for line in (put, *[told.canonical() for told in FINISHED.told[done : entry.told]]):
            value = hashlib.sha256(f"{value}{line}".encode()).hexdigest()
        done = entry.told
        assert value == wanted
    assert record.end_digest == value
    assert len(set(record.digests)) == len(record.digests)


def test_a_listener_sees_a_record_played_again_as_it_was_played():
    heard: list[str] = []
    load(read_record(TEXT), TINY, listener=lambda told, state: heard.append(told.canonical()))
    assert heard == lines(FINISHED)


# --- seed and end


def test_the_seed_is_in_the_record_when_the_battle_is_over_or_when_it_is_revealed():
    battle = begin("duel", "my seed")
    assert battle.record().seed is None
    assert "my seed" not in battle.record().text()
    assert battle.record(reveal=True).seed == "my seed"
    battle.concede("a")
    assert battle.record().seed == "my seed"


def test_an_unfinished_record_loads_with_its_seed_given_and_goes_on():
    battle = play(begin("duel", "my seed"), Random(1), 9)
    text = battle.record().text()
    with pytest.raises(Refused) as refusal:
        loaded(text)
    assert said(refusal) == ["The seed of the dice is not in the record: the battle is not over."]
    with pytest.raises(Refused) as refusal:
        loaded(text, "your seed")
    assert said(refusal) == ["The seed does not belong to the commitment in the header."]
    again = loaded(text, "my seed")
    for one in (battle, again):
        play(one, Random(2))
    assert again.record().text() == battle.record().text()


@pytest.mark.parametrize("seed", ["", "ü 😀", "0", "\ud800"])
def test_any_text_is_a_seed(seed):
    battle = begin("duel", seed)
    battle.concede("a")
    assert loaded(battle.record().text()).outcome == battle.outcome


def test_a_revealed_record_of_an_unfinished_battle():
    battle = play(begin("duel", "my seed"), Random(1), 9)
    again = loaded(battle.record(reveal=True).text())
    assert again.outcome is None
    assert lines(again) == lines(battle)


def test_a_record_of_another_system():
    class Other(Tiny):
        key = "other"

    with pytest.raises(Refused) as refusal:
        load(read_record(TEXT), Other())
    assert said(refusal) == ["The battle is one of tiny, not of other."]


def test_other_rules_are_named_by_the_first_input_whose_digest_parts():
    class Softer(Tiny):
        async def play_round(self, state: Any, referee: Any) -> None:
            if state.turn == 2 and state.step == 0:
                state.signals += 1
            await super().play_round(state, referee)

    battle = begin("duel", "s")
    while battle.round < 3:
        seat = play_to(battle, "volley")
        signal = next(key for key, question in battle.offers(seat).items() if question.key == "signal")
        battle.take(seat, signal, {"words": "ahoy"})
        for _seat in range(2):
            seat = next(iter(battle.slates()))
            battle.commit(seat, by_key(battle, seat, volley=[]))
    offers = [n for n, entry in enumerate(battle.inputs, 1) if entry.kind == "offer"]
    record = battle.record(reveal=True)
    with pytest.raises(Refused) as refusal:
        load(record, Softer())
    assert said(refusal) == ["What happened after it is not what the record says."]
    assert refusal.value.problems[0].at == f"input {offers[1]}"
    unchecked = load(record, Softer(), checked=False)
    assert unchecked.state.signals == battle.state.signals + 1


# --- no other battle


def changed(value: Json) -> Iterator[Json]:
    """Values near to one, that are not it, one after the other."""
    if isinstance(value, bool) or value is None:
        yield from (0, "x")
    elif isinstance(value, (int, float)):
        yield value + 1
        yield str(value)
    elif isinstance(value, str):
        yield from (value[:-1] or "y", None)
    elif isinstance(value, list):
        yield [*value, "x"]
        for place, item in enumerate(value):
            yield value[:place] + value[place + 1 :]
            yield from ([*value[:place], other, *value[place + 1 :]] for other in changed(item))
    else:
        yield {**value, "x": "x"}
        for key, item in value.items():
            yield {k: v for k, v in value.items() if k != key}
            yield from ({**value, key: other} for other in changed(item))


def with_digest(header: dict[str, Json]) -> dict[str, Json]:
    """A header with the digest that belongs to it."""
    rest = {key: value for key, value in header.items() if key != "digest"}
    return {**rest, "digest": hashlib.sha256(json.dumps(rest, separators=(",", ":")).encode()).hexdigest()}


def tampered() -> Iterator[list[dict[str, Json]]]:
    """The record with one thing changed in one line; a changed header also with the digest that belongs to it."""
    for place, line in enumerate(LINES):
        for other in changed(line):
            yield [*LINES[:place], other, *LINES[place + 1 :]]
            if place == 0 and with_digest(other) != line:
                yield [with_digest(other), *LINES[1:]]


def fails(parsed: list[dict[str, Json]]) -> bool:
    try:
        loaded(text_of(parsed), "seed 323")
    except Refused as refusal:
        return bool(refusal.problems)
    return False


def test_whatever_is_changed_in_a_record_it_does_not_load():
    assert not fails(LINES)
    count, kept = 0, []
    for parsed in tampered():
        count += 1
        if not fails(parsed):
            kept.append([line for line, old in zip(parsed, LINES, strict=True) if line != old])
    assert kept == []
    assert count > 800


def test_no_line_can_be_dropped_doubled_or_moved():
    for place in range(len(LINES) - 1):
        assert fails(LINES[:place] + LINES[place + 1 :])
        assert fails([*LINES[: place + 1], *LINES[place:]])
        assert fails([*LINES[:place], LINES[place + 1], LINES[place], *LINES[place + 2 :]])


def test_no_line_can_be_dropped_or_moved_with_its_number_put_right():
    entries = LINES[1:-1]
    for place in range(len(entries) - 1):
        swapped = [*entries[:place], entries[place + 1], entries[place], *entries[place + 2 :]]
        for forged in (entries[:place] + entries[place + 1 :], swapped):
            numbered = [{**entry, "n": n} for n, entry in enumerate(forged, 1)]
            assert fails([LINES[0], *numbered, LINES[-1]]), place


def test_nothing_follows_the_end():
    with pytest.raises(Refused) as refusal:
        read_record(TEXT + text_of([LINES[1]]))
    assert said(refusal) == ["Something follows the end of the record."]
    assert refusal.value.problems[0].at == f"line {len(LINES) + 1}"


# --- inputs that cannot be, in a record whose digests say nothing


def unchecked(battle: TinyBattle, **entry: Any) -> str:
    """What is said of one more input, in a record that is not checked."""
    record: Record = deepcopy(battle.record(reveal=True))
    kind, seat, given = entry["kind"], entry.get("seat", "a"), entry["given"]
    n = len(record.inputs) + 1
    head = "".join(f"{line}\n" for line in record.text().splitlines()[:n])
    line = {"n": n, "kind": kind, "seat": seat, "given": given, "by": "seat", "digest": ""}
    if "void" in entry:
        line["void"] = entry["void"]
    with pytest.raises(Refused) as refusal:
        load(read_record(head + text_of([line])), TINY, seed="a secret", checked=False)
    assert refusal.value.problems[0].at == f"input {n}"
    return said(refusal)[0]


NOT_ASKED = "It is not what was asked for."
SAYS_NOTHING = "A standing answer names what it is to and until when."
NO_PLACE = "boat a1 needs a place of two numbers and a heading from 1 to 12."


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"kind": "slate", "given": []}, NOT_ASKED),
        ({"kind": "slate", "given": "ab"}, NOT_ASKED),
        ({"kind": "slate", "given": {"a": 1, "b": 2}}, NOT_ASKED),
        ({"kind": "slate", "given": None}, NOT_ASKED),
        ({"kind": "slate", "given": [{"colour": "white", "luck": 0}, {}]}, NO_PLACE),
        ({"kind": "slate", "seat": "z", "given": []}, "There is no seat “z”."),
        ({"kind": "dice", "given": [{"faces": [1]}]}, NOT_ASKED),
        ({"kind": "offer", "given": {"offer": 0, "answer": "off"}}, "That is not on offer any more."),
        ({"kind": "offer", "given": {"offer": "0", "answer": "off"}}, "That is not on offer any more."),
        ({"kind": "offer", "given": 7}, NOT_ASKED),
        ({"kind": "standing", "given": {"what": "duck"}}, NOT_ASKED),
        ({"kind": "standing", "given": {"what": 5, "until": "round"}}, SAYS_NOTHING),
        ({"kind": "standing", "given": {"what": "duck", "until": ["round"]}}, SAYS_NOTHING),
        ({"kind": "concede", "seat": "z", "given": None}, "There is no seat “z”."),
        ({"kind": "change", "seat": "a", "given": {"path": ["turn"], "value": 2}}, "This battle has no such umpire."),
        ({"kind": "take_back", "given": {"to": 0, "seats": ["a", "b"]}}, "There is nothing to take back there."),
        ({"kind": "take_back", "given": {"to": 0}}, NOT_ASKED),
        ({"kind": "take_back", "given": {"to": 0, "seats": 3}}, NOT_ASKED),
    ],
)
def test_an_input_that_cannot_be(entry, says):
    assert unchecked(begin(), **entry) == says


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"path": ["turn"], "value": 2.5}, "The state has no value “turn” that could be changed so."),
        ({"path": [["turn"]], "value": 2}, "The state has no value “['turn']” that could be changed so."),
        ({"path": "turn", "value": 2}, NOT_ASKED),
        ({"path": 5, "value": 2}, NOT_ASKED),
        ({"value": 2}, NOT_ASKED),
        ({"path": ["boats", "a1", "hull"], "value": 9}, "Boat a1 cannot be so."),
    ],
)
def test_a_change_that_cannot_be(given, says):
    assert unchecked(begin(umpire="Ursula"), kind="change", seat="Ursula", given=given) == says


def test_a_change_is_the_umpires_alone():
    given = {"path": ["turn"], "value": 2}
    for seat in ("a", "ursula", ""):
        assert unchecked(begin(umpire="Ursula"), kind="change", seat=seat, given=given) == "This battle has no such umpire."


def test_offers_and_answers_in_a_record_are_of_the_seat_that_gives_them():
    battle = begin()
    seat = play_to(battle, "volley")
    other = "b" if seat == "a" else "a"
    assert unchecked(battle, kind="slate", seat=other, given=[[]]) == "Nothing is open to this seat."
    place = [question.seat for question in battle._run.offers].index(seat)
    given = {"offer": place, "answer": "off"}
    assert unchecked(battle, kind="offer", seat=other, given=given) == "That is not on offer to this seat."
    assert unchecked(battle, kind="offer", seat=seat, given={**given, "answer": "on"}) == "“on” is not among the choices."
    assert unchecked(battle, kind="offer", seat=seat, given={**given, "offer": -1}) == "That is not on offer any more."
    assert unchecked(battle, kind="offer", seat=seat, given={**given, "offer": True}) == "That is not on offer any more."


def test_nobody_concedes_twice_nor_after_the_end():
    battle = begin("three")
    battle.concede("a")
    assert unchecked(battle, kind="concede", seat="a", given=None) == "This seat has conceded already."
    battle.concede("b")
    assert unchecked(battle, kind="concede", seat="c", given=None) == "The battle is over."


def test_an_input_on_which_the_rules_fail_is_told_as_what_it_is():
    battle = begin()
    play_to(battle, "sail")
    battle.commit("a", defaults(battle, "a"))
    given = [{"b1": STORM, "b2": "-"}, {}]
    assert unchecked(battle, kind="slate", seat="b", given=given) == "The rules fail on it."


# --- files that are no records


@given(st.text())
def test_no_text_brings_the_reader_down(text):
    with pytest.raises(Refused) as refusal:
        loaded(text)
    assert refusal.value.problems


@given(st.data())
def test_no_junk_in_a_line_brings_the_reader_down(data):
    parsed: list[Any] = deepcopy(LINES)
    place = data.draw(st.integers(0, len(parsed) - 1))
    value = data.draw(junk)
    keys = data.draw(st.sampled_from([(), *((key,) for key in parsed[place]), ("given", 0), ("seats", 0), ("scenario", "seats")]))
    parsed[place] = put_in(parsed[place], keys, value)
    try:
        text = text_of(parsed)
    except (ValueError, RecursionError):
        return
    if not fails(parsed):
        assert loaded(text, "seed 323").record().text() == TEXT


def put_in(holder: Any, keys: tuple[Any, ...], value: Json) -> Json:
    """A copy of a value with another one put in."""
    if not keys:
        return value
    if isinstance(holder, list):
        return [put_in(item, keys[1:], value) if place == keys[0] else item for place, item in enumerate(holder)]
    if isinstance(holder, dict):
        return {**holder, keys[0]: put_in(holder.get(keys[0]), keys[1:], value)}
    return holder


TOO_LARGE = "The line holds numbers that are too large, or goes too deep."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "The record is empty."),
        ("\n", "The line is not JSON."),
        ("{", "The line is cut short. Without it the record can be read."),
        ("{\n", "The line is not JSON."),
        ("[" * 100_000 + "\n", "The line is not JSON."),
        ("[]\n", "The line holds no object."),
        ("{}\n", "“quarterdeck” is missing or of the wrong type."),
        ('{"quarterdeck":2}\n', "This is no record of a battle that can be read here (format 1)."),
        ('{"quarterdeck":true}\n', "“quarterdeck” is missing or of the wrong type."),
        ('{"quarterdeck":1,"x":NaN}\n', "The line is not JSON."),
        ('{"quarterdeck":1,"x":1e999}\n', TOO_LARGE),
        ('{"quarterdeck":1,"x":' + "9" * 30 + "}\n", TOO_LARGE),
        ('{"quarterdeck":1,"x":' + "9" * 9000 + "}\n", "The line is not JSON."),
        ('{"quarterdeck":1,"x":' + "[" * 60 + "]" * 60 + "}\n", TOO_LARGE),
        ('{"quarterdeck":1,"seats":[{"id":"a"}]}\n', "A seat of the header lacks its id, side, name or salt."),
        ('{"quarterdeck":1,"seats":[],"dice":"seeded"}\n', "The header names no seats, or dice of an unknown kind."),
    ],
)
def test_a_file_that_is_no_record(text, says):
    with pytest.raises(Refused) as refusal:
        read_record(text)
    assert said(refusal) == [says]
    assert refusal.value.problems[0].at == "line 1"


def test_a_record_that_is_too_long(monkeypatch):
    monkeypatch.setattr("quarterdeck.engine.record.MOST_RECORD", 100)
    with pytest.raises(Refused) as refusal:
        read_record(TEXT)
    assert said(refusal) == ["The record is longer than 100 characters."]


def test_forks_keep_no_record():
    with pytest.raises(Refused) as refusal:
        begin().fork(SeededDice("s")).record()
    assert said(refusal) == ["A forked or imagined battle keeps no record."]
