"""What counts as the record of a battle, to the letter: how lines are written, what was changed, what is cut off."""

from __future__ import annotations

import hashlib
import json
from random import Random
from typing import Any

import pytest

from playing import TinyBattle, begin, by_key, defaults, play, play_to, said
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.record import read_record
from quarterdeck.engine.replay import load
from tiny import TINY, Tiny
from tiny_pond import STORM

TEXT = play(begin(names={"a": "Ann"}), Random(3)).record().text()
LINES = TEXT.splitlines()


def compact(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"))


def lined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def told_of(text: str, system: Any = TINY) -> list[tuple[str, str]]:
    """Where a record is wrong, and what is said of it."""
    with pytest.raises(Refused) as refusal:
        load(read_record(text), system)
    return list(zip([problem.at for problem in refusal.value.problems], said(refusal), strict=True))


def signed(lines: list[str]) -> str:
    """A record with the digest of its header put right, as a forger would."""
    head = json.loads(lines[0])
    del head["digest"]
    return lined([compact({**head, "digest": hashlib.sha256(compact(head).encode()).hexdigest()}), *lines[1:]])


# --- how lines are written


@pytest.mark.parametrize("place", [0, 1, len(LINES) - 1])
def test_a_field_that_nobody_knows(place):
    line = f'{LINES[place][:-1]},"x":1}}'
    at = len(LINES[place])
    words = f'From character {at} on the line is not as records are written: ,"x":1}}'
    assert told_of(lined([*LINES[:place], line, *LINES[place + 1 :]])) == [(f"line {place + 1}", words)]


def test_a_field_of_a_seat_that_nobody_knows():
    assert told_of(TEXT.replace('"name":"Ann"', '"name":"Ann","age":7'))[0][0] == "line 1"


@pytest.mark.parametrize("place", [0, 1, len(LINES) - 1])
def test_a_field_that_comes_twice(place):
    name, value = next(iter(json.loads(LINES[place]).items()))
    line = f'{{"{name}":"other",{LINES[place][1:]}'
    assert json.loads(line)[name] == value
    assert told_of(lined([*LINES[:place], line, *LINES[place + 1 :]]))[0][0] == f"line {place + 1}"


@pytest.mark.parametrize("other", ["float", "false"])
def test_whole_numbers_of_the_end_are_whole_numbers(other):
    end = json.loads(LINES[-1])
    side, hull = next(iter(end["end"]["scores"].items()))
    forged = {**end, "end": {**end["end"], "scores": {**end["end"]["scores"], side: float(hull) if other == "float" else False}}}
    assert told_of(lined([*LINES[:-1], compact(forged)])) == [(f"line {len(LINES)}", "The end is not what the record says.")]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (TEXT.replace("\n", "\r\n"), "line 1"),
        (TEXT.replace("\n", "\n\n", 1), "line 2"),
        (f"{TEXT}\n", f"line {len(LINES) + 1}"),
        (f"\ufeff{TEXT}", "line 1"),
        (TEXT.replace(",", ", "), "line 1"),
        (TEXT.replace("Ann", "\\u0041nn"), "line 1"),
    ],
)
def test_the_same_written_in_another_way_is_no_record(text, at):
    assert told_of(text)[0][0] == at


def test_a_line_cut_short_is_named_and_the_rest_can_be_read():
    for length in (0, 1, len(LINES[4]) - 1, len(LINES[4])):
        cut = lined(LINES[:4]) + LINES[4][:length]
        if length:
            assert told_of(cut) == [("line 5", "The line is cut short. Without it the record can be read.")]
    assert len(read_record(lined(LINES[:4])).inputs) == 3


# --- what was changed


def test_a_changed_header_is_said_to_be_changed():
    assert told_of(TEXT.replace('"name":"Ann"', '"name":"Eve"')) == [
        ("line 1", "The header was changed: its digest is another one.")
    ]


def test_a_header_signed_anew_parts_at_the_first_input():
    forged = signed(TEXT.replace('"name":"Ann"', '"name":"Eve"').splitlines())
    assert told_of(forged) == [("input 1", "What happened after it is not what the record says.")]


def test_other_versions_are_named_where_a_record_does_not_hold():
    class Later(Tiny):
        rules_version = 2

    forged = TEXT.replace(LINES[2], LINES[2].replace(json.loads(LINES[2])["digest"], "0" * 64))
    assert told_of(forged) == [("input 2", "What happened after it is not what the record says.")]
    versions = f"The record was written by other versions: rules 1, engine {read_record(TEXT).header.engine}. Here run: rules 2, "
    (first, second) = told_of(forged, Later())
    assert first == ("input 2", "What happened after it is not what the record says.")
    assert second[1].startswith(versions)
    assert load(read_record(TEXT), Later()).outcome is not None


# --- what is cut off


def test_typed_dice_cut_off_before_the_end_line():
    battle = play(begin("duel", None), Random(2))
    lines = battle.record().text().splitlines()
    assert told_of(lined(lines[:-1])) == [(f"line {len(lines)}", "The battle is over, and the record lacks its end.")]
    assert load(read_record(lined(lines[:-2])), TINY).outcome is None
    assert load(read_record(lined(lines)), TINY).outcome == battle.outcome


# --- void inputs


def stormy(times: int = 1) -> TinyBattle:
    """A battle with inputs on which the rules have failed, its last seat still to write orders."""
    battle = begin()
    play_to(battle, "sail")
    battle.commit("a", defaults(battle, "a"))
    for _time in range(times):
        battle.commit("b", by_key(battle, "b", sail={"b1": STORM, "b2": "-"}))
    return battle


def forged_void(battle: TinyBattle, **changes: Any) -> list[tuple[str, str]]:
    """What is said of one more void input in a record that is not checked for digests."""
    record = read_record(battle.record(reveal=True).text())
    lines = record.text().splitlines()[: len(record.inputs) + 1]
    entry = {"n": len(lines), "kind": "slate", "seat": "b", "given": [], "by": "seat", "digest": "", "void": "Fault: x"}
    forged = read_record(lined([*lines, compact({**entry, **changes})]))
    with pytest.raises(Refused) as refusal:
        load(forged, TINY, seed="a secret", checked=False)
    assert refusal.value.problems[0].at == f"input {len(lines)}"
    return said(refusal)


def test_void_inputs_are_tried_again():
    battle = stormy()
    works = [{"b1": "N1", "b2": "-"}, {}]
    fails = [{"b1": STORM, "b2": "-"}, {}]
    assert forged_void(battle, given=works) == ["The rules do not fail on it, as the record says they do."]
    assert forged_void(battle, seat="z", given=fails) == ["There is no seat “z”."]
    assert forged_void(battle, seat="a", given=fails) == ["Nothing is open to this seat."]
    assert forged_void(battle, given=fails[:1]) == ["It is not what was asked for."]
    assert forged_void(battle, kind="concede", given=None) == ["The rules do not fail on it, as the record says they do."]
    assert forged_void(battle, kind="take_back", given={"to": 0, "seats": ["a", "b"]}) == [
        "The rules do not fail on it, as the record says they do."
    ]


def test_no_void_input_after_the_end():
    over = begin()
    over.concede("a")
    assert forged_void(over, kind="concede", seat="b", given=None) == ["The battle is over."]


def test_the_words_of_a_fault_are_those_of_the_record():
    battle = stormy()
    battle.inputs[-1].void = "RuntimeError: in other words, on another Python"
    record = battle.record(reveal=True)
    assert load(record, TINY).record(reveal=True).text() == record.text()


@pytest.mark.parametrize("keep", [True, False])
def test_many_faults_are_kept_and_read_again(keep):
    battle = play(begin("duel", "s", keep=keep), Random(5), 12)
    play_to(battle, "sail")
    battle.commit("a", defaults(battle, "a"))
    orders = by_key(battle, "b", sail=dict.fromkeys(battle.view("b").afloat("b"), STORM), powder={})
    for _time in range(2000):
        battle.commit("b", orders)
    assert [bool(entry.void) for entry in battle.inputs].count(True) == 2000
    record = read_record(battle.record(reveal=True).text())
    again = load(record, TINY)
    assert again.state == battle.state
    for one in (battle, again):
        play(one, Random(6))
    assert again.record().text() == battle.record().text()
