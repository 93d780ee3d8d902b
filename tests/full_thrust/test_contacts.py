"""Contacts, scans, decoys and ECM: the worked cases of chapters 10.1 to 10.4."""

from __future__ import annotations

import pytest
from case_files import cases
from contact_cases import worked_out


@pytest.mark.parametrize(
    ("rule", "case"),
    cases(
        "FT-10.1",
        "FT-10.2.2",
        "FT-10.2.3",
        "FT-10.2.4",
        "FT-10.2.5",
        "FT-10.3",
        "FT-10.4.2",
        "FT-10.4.3",
        "FT-10.4.4",
        "FT-10.4.5",
    ),
)
def test_worked_case(rule, case):
    found = worked_out(rule, case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]
