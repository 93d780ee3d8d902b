"""The worked cases of fighters, missiles and of fire at them."""

from __future__ import annotations

import pytest
from case_files import cases
from fighter_cases import facts_of
from movement_cases import check


@pytest.mark.parametrize(
    ("rule", "case"),
    [
        *cases("FT-2.1.6", "FT-2.7.9", "FT-2.7.10", "FT-2.7.11", "FT-2.7.13", "FT-2.7.16", "FT-2.7.17", "FT-2.7.39", "FT-2.7.41"),
        *cases("FT-2.7.42", "FT-2.7.43", "FT-2.7.44", "FT-2.7.45", "FT-2.7.46", "FT-2.7.47"),
        *cases("FT-4.1.7", "FT-4.2.7", "FT-4.8.8", "FT-7.1.2", "FT-7.1.3", "FT-9.7.4"),
        *cases("FT-5.0", "FT-5.1", "FT-5.2", "FT-5.3", "FT-5.4", "FT-5.5", "FT-5.6", "FT-5.7", "FT-5.8"),
        *cases("FT-6.0", "FT-6.1", "FT-6.2", "FT-6.3", "FT-6.4", "FT-6.5"),
    ],
)
def test_worked_case(rule, case):
    check(facts_of(rule, case["given"]), case["expect"])
