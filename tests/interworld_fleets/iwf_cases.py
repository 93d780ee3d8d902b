"""The worked cases of Interworld fleets, as pytest parameters (rule, case), and what each `do` of theirs does.

A function stands for each `do`: it gets the rest of `given` and returns what came of it, of which all that is expected must be
true.
"""

from __future__ import annotations

from pathlib import Path

import iwf_attacks
import iwf_moves
import iwf_rounds

from worked_cases import Case, WorkedCases

CASES = WorkedCases(Path(__file__).parent / "cases")
cases = CASES.under

DO = {**iwf_moves.DO, **iwf_rounds.DO, **iwf_attacks.DO}


def check(case: Case) -> None:
    """Do what a case gives and compare all that it expects."""
    given = dict(case["given"])
    found = DO[given.pop("do")](given)
    assert {key: found.get(key) for key in case["expect"]} == case["expect"]
