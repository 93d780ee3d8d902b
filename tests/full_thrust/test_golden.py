"""Golden records: battles that were recorded once and come out the same for ever, on every machine.

Where one parts a rule has changed. If that was the purpose, run `python tests/full_thrust/renew_golden.py` and name the rule.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from battles import SCENARIOS
from renew_golden import GOLDEN, MAKERS, SIGNATURE, SIGNED, replayed, signature

from quarterdeck.engine.problems import Refused
from quarterdeck.engine.record import read_record
from quarterdeck.engine.replay import load
from quarterdeck.systems.full_thrust import FULL_THRUST

SCRIPT = Path(__file__).parent / "renew_golden.py"


@pytest.mark.parametrize("name", MAKERS)
def test_a_golden_record_comes_out_the_same(name):
    battle = replayed(name)
    assert battle.outcome is not None
    assert battle.record().text() == (GOLDEN / f"{name}.jsonl").read_text("utf-8")
    assert FULL_THRUST.check(battle.state) == []


def test_there_is_a_record_for_each_name_and_no_other():
    assert sorted(file.stem for file in GOLDEN.glob("*.jsonl")) == sorted(MAKERS)


def test_golden_records_hold_what_they_are_for():
    records = {name: read_record((GOLDEN / f"{name}.jsonl").read_text("utf-8")) for name in MAKERS}
    kinds = {name: [entry.kind for entry in record.inputs] for name, record in records.items()}
    assert [records[key].header.scenario["key"] for key in SCENARIOS] == list(SCENARIOS)
    assert all(record.outcome is not None for record in records.values())
    assert kinds["take-backs"].count("take_back") == 3
    assert records["typed-dice"].header.dice == "typed"
    assert kinds["typed-dice"].count("dice") > 20
    assert kinds["concession"].count("concede") == 3
    assert records["concession"].outcome["winners"] == ["a"]


def test_a_changed_answer_parts_at_its_input():
    lines = (GOLDEN / "duel.jsonl").read_text("utf-8").splitlines()
    first = json.loads(lines[1])
    assert first["given"][0]["a1"] != "MD1"
    first["given"][0]["a1"] = "MD1"
    written = json.dumps(first, separators=(",", ":"))
    with pytest.raises(Refused, match="What happened after it is not what the record says") as refusal:
        load(read_record("".join(f"{line}\n" for line in (lines[0], written, *lines[2:]))), FULL_THRUST)
    assert refusal.value.problems[0].at == "input 1"


def test_the_signature_of_many_random_battles_is_the_one_that_was_stored():
    assert json.loads(SIGNATURE.read_text("utf-8")) == {"battles": SIGNED, "signature": signature()}


def test_two_hash_seeds_give_the_same():
    """In processes of their own, for the seed is that of a process."""
    shown = [
        subprocess.run(
            [sys.executable, SCRIPT, "--show"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert shown[0] == shown[1]
    assert shown[0].splitlines()[-1] == f"signature {json.loads(SIGNATURE.read_text('utf-8'))['signature']}"
    assert len(shown[0].splitlines()) == len(MAKERS) + 1
