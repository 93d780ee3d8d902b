"""The classic order of play of Fleet Book 2."""

from __future__ import annotations

import pytest
from case_files import cases
from classic_cases import WORKED
from movement_cases import check


@pytest.mark.parametrize(
    ("rule", "case"),
    [
        *cases("FB2-1", "FB2-2", "FB2-3", "FB2-4", "FB2-5", "FB2-6", "FB2-7", "FB2-8", "FB2-9", "FB2-10", "FB2-11"),
        *cases("FB2-12", "FB2-13", "FB2-14", "FB2-15", "FB2-16", "FB2-17", "FB2-18", "FB2-19", "FB2-20", "FB2-21", "FB2-22"),
        *cases("FB2-23", "FB2-24", "FB2-25", "FB2-26", "FB2-27", "FB2-28", "FB2-29", "FB2-30", "FB2-31", "FB2-32", "FB2-33"),
    ],
)
def test_worked_case(rule, case):
    check(WORKED[rule](case["given"]), case["expect"])
