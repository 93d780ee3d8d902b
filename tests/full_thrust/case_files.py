"""The worked cases of Full Thrust: ``cases("FT-4.3.1", "FT-4.9")`` as pytest parameters (rule, case)."""

from __future__ import annotations

from pathlib import Path

from worked_cases import WorkedCases

CASES = WorkedCases(Path(__file__).parent / "cases")
cases = CASES.under
