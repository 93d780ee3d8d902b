"""The worked cases of the drama as pytest parameters (rule, case), named and marked."""

from __future__ import annotations

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


def drama_cases() -> list[ParameterSet]:
    """All of them."""
    return [
        pytest.param(rule, case, id=f"{rule} {case['name']}", marks=pytest.mark.rule(rule))
        for rule, listed in all_cases().items()
        for case in listed
    ]
