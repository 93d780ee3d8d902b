"""Every rule of the catalogue is held by a test that names it, and every worked case is one of a test."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from case_files import CASES

from quarterdeck.systems.full_thrust import FULL_THRUST

FILES = sorted(Path(__file__).parent.glob("test_*.py"))


def named_in_calls(*functions: str) -> set[str]:
    """The texts that are given, by themselves, to calls of these functions in the test files (``cases``, ``rule``)."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in FILES]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node) in functions]
    return {text for call in calls for text in _texts(call)}


def _name(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _texts(call: ast.Call) -> Iterator[str]:
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def under(rule: str, prefixes: set[str]) -> bool:
    """Whether a rule is one of these or belongs to one of them."""
    return any(rule == prefix or rule.startswith(f"{prefix}.") for prefix in prefixes)


def test_every_worked_case_is_one_of_a_test():
    used = named_in_calls("cases")
    assert [rule for rule in CASES.by_rule if not under(rule, used)] == []


def test_every_rule_of_the_catalogue_is_named_by_a_test():
    marked, used = named_in_calls("rule"), named_in_calls("cases")
    tested = [
        entry.id for entry in FULL_THRUST.rulebook if entry.id in marked or (entry.id in CASES.by_rule and under(entry.id, used))
    ]
    assert [entry.id for entry in FULL_THRUST.rulebook if entry.id not in tested] == []


def test_no_test_names_a_rule_that_is_not_in_the_catalogue():
    assert sorted(rule for rule in named_in_calls("rule") if rule not in FULL_THRUST.rulebook) == []
