"""The worked cases of the rulebook as pytest parameters.

    @pytest.mark.parametrize(("rule", "case"), cases("FT-4.3.1", "FT-4.9"))
    def test_dice_by_range(rule, case): ...

A case is a mapping with `name`, `given`, `expect` and sometimes `why`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml
from _pytest.mark.structures import ParameterSet

Case: TypeAlias = dict[str, Any]

FOLDER = Path(__file__).parent / "cases"


@cache
def all_cases() -> dict[str, list[Case]]:
    """Every worked case by rule, in the order of the files."""
    by_rule: dict[str, list[Case]] = {}
    for file in sorted(FOLDER.glob("*.yaml")):
        for rule, listed in yaml.safe_load(file.read_text(encoding="utf-8")).items():
            assert rule not in by_rule, f"{file.name}: {rule} has cases in another file"
            by_rule[rule] = listed
    return by_rule


def cases(*rules: str) -> list[ParameterSet]:
    """The cases of these rules as parameters (rule, case), named and marked; ``FT-4.9`` stands for all of FT-4.9.x."""
    found = [param for rule in rules for param in _cases_under(rule)]
    assert len({param.id for param in found}) == len(found), f"a case is named twice: {rules}"
    return found


def _cases_under(prefix: str) -> Iterator[ParameterSet]:
    under = [rule for rule in all_cases() if rule == prefix or rule.startswith(f"{prefix}.")]
    assert under, f"no worked cases of {prefix}"
    for rule in under:
        for case in all_cases()[rule]:
            yield pytest.param(rule, case, id=f"{rule} {case['name']}", marks=pytest.mark.rule(rule))
