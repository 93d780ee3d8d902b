"""Nova Cannon, Wave Gun, Reflex Field and Cloaking Field: the worked cases of chapter 11.3."""

from __future__ import annotations

import pytest
from case_files import cases
from wonder_cases import worked_out


@pytest.mark.parametrize(("rule", "case"), cases("FT-11.3"))
def test_worked_case(rule, case):
    found = worked_out(rule, case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]
