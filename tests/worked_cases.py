"""The worked cases of a rulebook, as pytest parameters (rule, case) that are named and marked with their rule.

    CASES = WorkedCases(Path(__file__).parent / "cases")

    @pytest.mark.parametrize(("rule", "case"), CASES.under("FT-4.3.1", "FT-4.9"))
    def test_dice_by_range(rule, case): ...

A case is a mapping with `name`, `given`, `expect` and sometimes `why`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml
from _pytest.mark.structures import ParameterSet

Case: TypeAlias = dict[str, Any]


class WorkedCases:
    """The cases in the files of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def by_rule(self) -> dict[str, list[Case]]:
        """Every worked case by rule, in the order of the files."""
        found: dict[str, list[Case]] = {}
        for file in sorted(self.folder.glob("*.yaml")):
            for rule, listed in yaml.safe_load(file.read_text(encoding="utf-8")).items():
                assert rule not in found, f"{file.name}: {rule} has cases in another file"
                found[rule] = listed
        return found

    def under(self, *rules: str) -> list[ParameterSet]:
        """The cases of these rules; ``FT-4.9`` stands for all of FT-4.9.x."""
        found = [param for rule in rules for param in self._under(rule)]
        assert len({param.id for param in found}) == len(found), f"a case is named twice: {rules}"
        return found

    def _under(self, prefix: str) -> Iterator[ParameterSet]:
        rules = [rule for rule in self.by_rule if rule == prefix or rule.startswith((f"{prefix}.", f"{prefix}-"))]
        assert rules, f"no worked cases of {prefix}"
        for rule in rules:
            for case in self.by_rule[rule]:
                yield pytest.param(rule, case, id=f"{rule} {case['name']}", marks=pytest.mark.rule(rule))

    def check_whole(self) -> None:
        """Every case says what is given and what is expected, and no two of a rule have one name."""
        for rule, listed in self.by_rule.items():
            assert len({case["name"] for case in listed}) == len(listed), rule
            for case in listed:
                assert {"name", "given", "expect"} <= set(case) <= {"name", "given", "expect", "why"}, (rule, case["name"])
