"""Golden records are replayed to the same end, and random battles tell what they told when they were signed."""

from __future__ import annotations

import json

import pytest
from renew_iwd_golden import GOLDEN, SIGNATURE, signature

from quarterdeck.engine.record import read_record
from quarterdeck.engine.replay import load
from quarterdeck.systems.interworld_drama import INTERWORLD_DRAMA

RECORDS = sorted(GOLDEN.glob("*.jsonl"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda file: file.stem)
def test_a_golden_record_is_replayed_to_the_same_end(record):
    text = record.read_text(encoding="utf-8")
    battle = load(read_record(text), INTERWORLD_DRAMA)
    assert battle.outcome is not None
    assert battle.record(reveal=True).text() == text


def test_there_are_golden_records():
    assert len(RECORDS) == 6


@pytest.mark.parametrize("record", [file for file in RECORDS if "umpire" in file.stem], ids=lambda file: file.stem)
def test_the_umpire_has_changed_something_in_his_battles(record):
    battle = load(read_record(record.read_text(encoding="utf-8")), INTERWORLD_DRAMA)
    kinds = [told.event.kind for told in battle.told]
    assert kinds.count("changed") >= 5
    assert "damage" in kinds


def test_random_battles_have_the_signature_that_they_had():
    assert signature() == json.loads(SIGNATURE.read_text(encoding="utf-8"))
