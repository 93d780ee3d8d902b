"""Every worked case of the drama, through the one adapter."""

from __future__ import annotations

import pytest
from iwd_case_files import CASES
from iwd_cases import done


@pytest.mark.parametrize(("rule", "case"), CASES.under("IWD"))
def test_worked_case(rule, case):
    facts = done(case["given"])
    assert {key: facts[key] for key in case["expect"]} == case["expect"], rule
