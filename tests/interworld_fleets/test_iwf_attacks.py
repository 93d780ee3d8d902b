"""Shooting, fighters, boarding, command boards and conflicts: the worked cases."""

from __future__ import annotations

import pytest
from iwf_cases import cases, check


@pytest.mark.parametrize(("rule_id", "case"), cases("IWF-4", "IWF-5", "IWF-6", "IWF-8", "IWF-10"))
def test_worked_case(rule_id, case):
    check(case)
