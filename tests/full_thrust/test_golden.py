"""Golden records: battles that were recorded once and come out the same for ever, on every machine.

Where one parts a rule has changed. If that was the purpose, run `python tests/full_thrust/renew_golden.py` and name the rule.
"""

from __future__ import annotations

import json

import pytest
from battles import SCENARIOS
from renew_golden import GOLDEN

from quarterdeck.engine.problems import Refused
from quarterdeck.engine.record import read_record
from quarterdeck.engine.replay import load
from quarterdeck.systems.full_thrust import FULL_THRUST


@pytest.mark.parametrize("name", GOLDEN.makers)
def test_a_golden_record_comes_out_the_same(name):
    GOLDEN.check(name)


def test_there_is_a_record_for_each_name_and_no_other():
    assert GOLDEN.stored() == sorted(GOLDEN.makers)


def test_golden_records_hold_what_they_are_for():
    records = {name: GOLDEN.record(name) for name in GOLDEN.makers}
    kinds = {name: [entry.kind for entry in record.inputs] for name, record in records.items()}
    assert [records[key].header.scenario["key"] for key in SCENARIOS] == list(SCENARIOS)
    assert all(record.outcome is not None for record in records.values())
    assert kinds["take-backs"].count("take_back") == 3
    assert records["typed-dice"].header.dice == "typed"
    assert kinds["typed-dice"].count("dice") > 20
    assert kinds["concession"].count("concede") == 3
    assert records["concession"].outcome["winners"] == ["a"]


def test_a_changed_answer_parts_at_its_input():
    lines = GOLDEN.text("duel").splitlines()
    first = json.loads(lines[1])
    assert first["given"][0]["a1"] != "MD1"
    first["given"][0]["a1"] = "MD1"
    written = json.dumps(first, separators=(",", ":"))
    with pytest.raises(Refused, match="What happened after it is not what the record says") as refusal:
        load(read_record("".join(f"{line}\n" for line in (lines[0], written, *lines[2:]))), FULL_THRUST)
    assert refusal.value.problems[0].at == "input 1"


def test_random_battles_have_the_signature_that_was_stored():
    assert GOLDEN.signature() == GOLDEN.signed


def test_hashes_of_words_make_no_difference():
    GOLDEN.check_with_other_hashes()
