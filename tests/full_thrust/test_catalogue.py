"""The catalogue of Full Thrust as a whole, and the worked cases beside it."""

from __future__ import annotations

import re
from importlib import resources

from case_files import CASES

from quarterdeck.engine.rulebook import Rulebook

RULEBOOK = Rulebook.load(resources.files("quarterdeck.systems.full_thrust") / "rules")


def test_the_catalogue_reads_and_is_in_order():
    for entries in RULEBOOK.chapters().values():
        numbers = [[part.zfill(2) for part in re.split("[.-]", entry.id.removeprefix("FT-"))] for entry in entries]
        assert numbers == sorted(numbers)
    assert RULEBOOK.entry("FT-4.3.1").chapter == "Combat"


def test_no_rule_refers_to_one_that_is_not_there():
    for entry in RULEBOOK:
        words = f"{entry.text} {entry.question} {entry.ruling} {entry.basis}"
        assert [cited for cited in re.findall(r"FT-(?:\d+|A)(?:\.\d+)*", words) if not RULEBOOK.under(cited)] == [], entry.id


def test_confidence_is_one_of_three_words():
    assert {entry.confidence for entry in RULEBOOK} == {None, "high", "medium", "low"}


def test_worked_cases_belong_to_rules_of_the_catalogue():
    assert [rule for rule in CASES.by_rule if rule not in RULEBOOK] == []


def test_worked_cases_are_complete_and_named_once():
    CASES.check_whole()
