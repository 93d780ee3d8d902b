"""Chapters 12 and 13: the worked cases of terrain, installations and planets."""

from __future__ import annotations

import planet_cases
import pytest
import terrain_cases
from case_files import cases
from movement_cases import same

WORKED = {**terrain_cases.WORKED, **planet_cases.WORKED}


@pytest.mark.parametrize(
    ("rule", "case"),
    cases(
        "FT-12.1",
        "FT-12.2",
        "FT-12.3",
        "FT-12.4",
        "FT-12.5",
        "FT-12.6",
        "FT-12.7.1",
        "FT-12.7.3",
        "FT-12.7.4",
        "FT-12.7.5",
        "FT-12.7.7",
        "FT-12.8",
        "FT-13.0",
        "FT-13.1",
        "FT-13.2",
        "FT-13.3",
    ),
)
def test_worked_case(rule, case):
    found = WORKED[rule](case["given"])
    for key, value in case["expect"].items():
        assert key in found, f"nothing is known of {key}"
        assert found[key] == value or same(found[key], value), f"{key}: {found[key]}, expected {value}"
