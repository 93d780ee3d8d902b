"""The worked cases of the drama."""

from __future__ import annotations

from pathlib import Path

from worked_cases import WorkedCases

CASES = WorkedCases(Path(__file__).parent / "cases")
