"""The account of a ship or a fleet as sheets: all its lines, its totals once, what is wrong below."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from quarterdeck.engine.account import Account, Line
from quarterdeck.engine.account_sheet import MOST_LINES, account_sheets
from quarterdeck.engine.paper import printed
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import _


def account(lines: int, *problems: Problem) -> Account:
    """An account of so many lines of 2 MASS and 6 CPV each, with a limit of 50."""
    made = tuple(Line(_("Line {n}.", n=n), {"MASS": 2, "CPV": 6}, f"R-{n}") for n in range(lines))
    totals = {"MASS": 2 * lines, "CPV": 6 * lines}
    return Account("Oath", ("MASS", "CPV"), made, totals, {"CPV": 50}, problems)


@pytest.mark.parametrize(("lines", "sheets"), [(0, 1), (3, 1), (MOST_LINES, 1), (MOST_LINES + 1, 2), (3 * MOST_LINES, 3)])
def test_a_long_account_goes_on_to_another_sheet(lines: int, sheets: int) -> None:
    made = account_sheets(account(lines))
    assert len(made) == sheets
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(printed(made))).pages]
    assert [page.count("Total") for page in pages] == [*[0] * (sheets - 1), 1]
    assert f"{6 * lines}/50" in pages[-1]
    assert sum(page.count("R-") for page in pages) == lines


def test_the_verdict_and_its_reasons_are_printed() -> None:
    [sheet] = account_sheets(account(9, Problem("R-9", _("Too dear."))))
    assert sheet.figure == "1 problem"
    text = PdfReader(io.BytesIO(printed([sheet]))).pages[0].extract_text()
    assert "Too dear. R-9" in text
    assert account_sheets(account(8))[0].figure == "it adds up"
