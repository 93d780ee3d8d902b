"""Mines, sweepers and ortillery: the worked cases of chapters 11.1 and 11.2."""

from __future__ import annotations

import pytest
from case_files import cases
from mine_cases import worked_out


@pytest.mark.parametrize(("rule", "case"), cases("FT-11.1", "FT-11.2"))
def test_worked_case(rule, case):
    found = worked_out(rule, case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]
