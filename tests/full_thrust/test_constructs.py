"""Sa'Vasku constructs: power, Biomass, Nodes, pods, Leeches, Drones (chapter A.3)."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import cases
from construct_cases import WORKED

Facts = dict[str, Any]


@pytest.mark.parametrize(
    ("rule", "case"),
    cases(
        "FT-A.3.2",
        "FT-A.3.3",
        "FT-A.3.4",
        "FT-A.3.6",
        "FT-A.3.8",
        "FT-A.3.9",
        "FT-A.3.10",
        "FT-A.3.11",
        "FT-A.3.12",
        "FT-A.3.13",
        "FT-A.3.14",
        "FT-A.3.15",
        "FT-A.3.16",
        "FT-A.3.17",
        "FT-A.3.18",
        "FT-A.3.19",
        "FT-A.3.20",
        "FT-A.3.21",
        "FT-A.3.22",
        "FT-A.3.23",
        "FT-A.3.24",
        "FT-A.3.25",
        "FT-A.3.26",
        "FT-A.3.27",
        "FT-A.3.28",
        "FT-A.3.29",
        "FT-A.3.30",
        "FT-A.3.32",
    ),
)
def test_worked_cases(rule: str, case: Facts) -> None:
    found = WORKED[rule](case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]
