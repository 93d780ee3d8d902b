"""The worked cases of the rules as pytest parameters, and what each `do` of theirs does.

    @pytest.mark.parametrize(("rule", "case"), cases("IWF-1", "IWF-3.11"))
    def test_worked_case(rule, case):
        check(case)

A case is a mapping with `name`, `given`, `expect` and sometimes `why`. A function stands for each `do`: it gets the rest of
`given` and returns what came of it, of which all that is expected must be true.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import iwf_attacks
import iwf_moves
import iwf_rounds
import pytest
import yaml

FOLDER = Path(__file__).parent / "cases"

DO = {**iwf_moves.DO, **iwf_rounds.DO, **iwf_attacks.DO}


@cache
def all_cases() -> dict[str, list[dict[str, Any]]]:
    """Every worked case by rule, in the order of the files."""
    by_rule: dict[str, list[dict[str, Any]]] = {}
    for file in sorted(FOLDER.glob("*.yaml")):
        for rule, listed in yaml.safe_load(file.read_text(encoding="utf-8")).items():
            assert rule not in by_rule, f"{file.name}: {rule} has cases in another file"
            by_rule[rule] = listed
    return by_rule


def cases(*rules: str) -> list[Any]:
    """The cases of these rules as parameters (rule, case), named and marked; ``IWF-4`` stands for all of IWF-4.x."""
    return [param for rule in rules for param in _cases_under(rule)]


def _cases_under(prefix: str) -> Iterator[Any]:
    under = [rule for rule in all_cases() if rule == prefix or rule.startswith(f"{prefix}.")]
    assert under, f"no worked cases of {prefix}"
    for rule in under:
        for case in all_cases()[rule]:
            yield pytest.param(rule, case, id=f"{rule} {case['name']}", marks=pytest.mark.rule(rule))


def check(case: dict[str, Any]) -> None:
    """Do what a case gives and compare all that it expects."""
    given = dict(case["given"])
    found = DO[given.pop("do")](given)
    assert {key: found.get(key) for key in case["expect"]} == case["expect"]
