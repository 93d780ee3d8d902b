"""The catalogue of the drama, the worked cases beside it, and that every rule is held by a test that names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from iwd_case_files import CASES

from quarterdeck.systems.interworld_drama import INTERWORLD_DRAMA

TESTS = sorted(Path(__file__).parent.glob("test_*.py"))
SOURCES = sorted((Path(__file__).parents[2] / "src/quarterdeck/systems/interworld_drama").glob("*.py"))
CITED = re.compile(r"IWD-\d+(?:\.\d+)?")


def test_the_catalogue_reads_and_is_in_order():
    for entries in INTERWORLD_DRAMA.rulebook.chapters().values():
        numbers = [[int(part) for part in entry.id.removeprefix("IWD-").split(".")] for entry in entries]
        assert numbers == sorted(numbers)
    assert INTERWORLD_DRAMA.rulebook.entry("IWD-13.7").chapter == "The conditions"


def test_code_and_catalogue_cite_rules_that_are_there():
    texts = {file.name: file.read_text(encoding="utf-8") for file in SOURCES}
    texts |= {entry.id: f"{entry.text} {entry.ruling}" for entry in INTERWORLD_DRAMA.rulebook}
    for name, text in texts.items():
        assert [cited for cited in CITED.findall(text) if cited not in INTERWORLD_DRAMA.rulebook] == [], name


def test_every_rule_of_the_catalogue_is_cited_in_the_code():
    whole = " ".join(file.read_text(encoding="utf-8") for file in SOURCES)
    cited = dict.fromkeys(CITED.findall(whole))
    assert [entry.id for entry in INTERWORLD_DRAMA.rulebook if entry.id not in cited and not in_range(entry.id, whole)] == []


def in_range(rule: str, text: str) -> bool:
    """Whether a rule stands within ``IWD-6.2 to IWD-6.8`` or belongs to a ``chapter 6`` that a module is about."""
    chapter, number = map(int, rule.removeprefix("IWD-").split("."))
    spans = re.findall(r"IWD-(\d+)\.(\d+) to IWD-(\d+)\.(\d+)", text)
    if any(int(a) == chapter == int(c) and int(b) <= number <= int(d) for a, b, c, d in spans):
        return True
    chapters = re.findall(r"chapters? (\d+)(?: to (\d+))?", text)
    return any(int(a) <= chapter <= int(b or a) for a, b in chapters)


def named_in_marks() -> dict[str, None]:
    """The rules that marks of the tests name."""
    found: dict[str, None] = {}
    for file in TESTS:
        for call in [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]:
            if getattr(call.func, "attr", "") == "rule":
                found.update(dict.fromkeys(each.value for each in call.args if isinstance(each, ast.Constant)))
    return found


def test_every_rule_is_held_by_a_case_or_a_test_that_names_it():
    tested = {**CASES.by_rule, **named_in_marks()}
    assert [entry.id for entry in INTERWORLD_DRAMA.rulebook if entry.id not in tested] == []
    assert [rule for rule in tested if rule not in INTERWORLD_DRAMA.rulebook] == []


def test_worked_cases_are_complete_and_named_once():
    CASES.check_whole()
