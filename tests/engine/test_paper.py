"""Record sheets as PDF: pages, paper, what can be read of them."""

from __future__ import annotations

import io

import pytest
from pypdf import PageObject, PdfReader

from quarterdeck.engine.paper import LAYOUTS, PAPERS, Paper, printed
from quarterdeck.engine.system import Reason, Sheet
from quarterdeck.engine.text import _

DRAWING = (
    '<svg viewBox="0 0 200 100" font-family="inherit" role="img"><text x="0" y="12" font-size="11" fill="var(--ink3)">Hull</text>'
    '<g transform="translate(50 20)" data-ref="/gun"><title>A gun that nobody prints</title>'
    '<circle r="8" fill="none" stroke="currentColor"/><text y="4" text-anchor="middle" font-weight="600">7</text></g></svg>'
)


def sheet(name: str) -> Sheet:
    return Sheet(name, "Cruiser · MASS 80", "25 of 25 hull", DRAWING, (Reason("X-1", _("A remark.")),))


def pages(content: bytes) -> list[PageObject]:
    return list(PdfReader(io.BytesIO(content)).pages)


@pytest.mark.parametrize("per_page", LAYOUTS)
def test_so_many_sheets_stand_on_a_page(per_page: int) -> None:
    found = pages(printed([sheet(f"Ship {n}") for n in range(1, 8)], per_page=per_page))
    assert len(found) == -(-7 // per_page)
    assert "Ship 1" in found[0].extract_text()
    assert "Ship 7" in found[-1].extract_text()


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_has_the_size_of_its_paper(paper: Paper) -> None:
    [page] = pages(printed([sheet("Oath")], paper))
    assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(PAPERS[paper], abs=0.01)


def test_a_sheet_says_all_that_the_drawing_says() -> None:
    text = pages(printed([sheet("Oath")]))[0].extract_text()
    for words in ("Oath", "Cruiser · MASS 80", "25 of 25 hull", "Hull", "7", "A remark. X-1"):
        assert words in text
    assert "nobody prints" not in text


@pytest.mark.parametrize("name", ["Žluťoučký kůň", "Наследник", "Żółw", "Πηνελόπη", "<Q & A>"])
def test_names_of_many_tongues_can_be_read(name: str) -> None:
    assert name in pages(printed([sheet(name)]))[0].extract_text()


def test_what_no_font_has_is_a_sign_and_no_warning(caplog: pytest.LogCaptureFixture) -> None:
    """An emoji in a name; what only modifies it, or joins it to another, is left out."""
    drawing = DRAWING.replace("Hull", "Hull \U0001f680")
    odd = Sheet(
        "Nova \U0001f680\ufe0f", "Cruiser \u7a7a", "25 \U0001f6a2", drawing, (Reason("X-1", _("Aye \U0001f44d\U0001f3fd.")),)
    )
    text = pages(printed([odd]))[0].extract_text()
    for words in ("Nova \ufffd\n", "Cruiser \ufffd", "25 \ufffd", "Hull \ufffd", "Aye \ufffd. X-1"):
        assert words in text
    assert caplog.records == []


def test_equal_sheets_are_equal_files() -> None:
    assert printed([sheet("Oath")]) == printed([sheet("Oath")])
