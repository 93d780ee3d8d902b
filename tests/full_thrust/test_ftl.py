"""Leaving and arriving by FTL."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import cases
from ftl_cases import WORKED
from movement_cases import same

Facts = dict[str, Any]


def holds(found: Any, expected: Any) -> bool:
    if isinstance(expected, dict):
        return all(key in found and holds(found[key], value) for key, value in expected.items())
    return same(found, expected)


@pytest.mark.parametrize(("rule", "case"), cases("FT-2.1.2", "FT-2.7.15", "FT-8.1", "FT-8.2", "FT-8.3.5", "FT-8.4.1"))
def test_worked_cases(rule: str, case: Facts) -> None:
    found = WORKED[rule](case["given"])
    assert holds(found, case["expect"]), {key: found.get(key) for key in case["expect"]}
