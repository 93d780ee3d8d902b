"""Record sheets on paper: a PDF of several sheets, one or more a page.

The drawing of a sheet is SVG. Its shapes are given to fpdf2 as they are; its words are set here, in fonts that come along, since
PDF viewers have none for names in Czech or Russian.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias
from unicodedata import category
from xml.etree import ElementTree

from quarterdeck.engine.sheets import coloured
from quarterdeck.engine.system import Sheet
from quarterdeck.engine.text import plain

if TYPE_CHECKING:
    from fpdf import FPDF

Paper: TypeAlias = Literal["a4", "letter"]

PAPERS: dict[Paper, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height of a page, in points."""

LAYOUTS: dict[int, tuple[int, int]] = {1: (1, 1), 2: (1, 2), 3: (1, 3), 6: (2, 3), 8: (2, 4)}
"""How many sheets stand beside and below each other, by how many a page has."""

MARGIN, GAP = 34.0, 16.0
LARGEST = 1.4
"""A drawing is never set larger than this, in points a unit."""

FOLDER = Path(str(files("quarterdeck.engine") / "fonts"))
FONTS: tuple[tuple[str, Literal["", "B"], str], ...] = (
    ("sans", "", "sans.ttf"),
    ("sans", "B", "bold.ttf"),
    ("name", "", "name.ttf"),
)

ON_PAPER = datetime(2000, 1, 1, tzinfo=UTC)
"""The date of all documents, so that equal sheets are equal files."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words of a drawing: where their base line begins, is centred or ends, in units of the drawing."""

    x: float
    y: float
    words: str
    size: float
    anchor: str
    bold: bool
    colour: str
    opacity: float


def printed(sheets: Sequence[Sheet], paper: Paper = "a4", per_page: int = 1) -> bytes:
    """A PDF of sheets, `per_page` of them (a key of `LAYOUTS`) on each page."""
    from fpdf import FPDF  # takes as long to load as all else together, and few print

    width, height = PAPERS[paper]
    pdf = FPDF(unit="pt", format=(width, height))
    pdf.set_auto_page_break(auto=False)
    pdf.set_creation_date(ON_PAPER)
    pdf.set_title(", ".join(sheet.title for sheet in sheets[:4]))
    for family, weight, font in FONTS:
        pdf.add_font(family, weight, FOLDER / font)
    across, down = LAYOUTS[per_page]
    cell = ((width - 2 * MARGIN - (across - 1) * GAP) / across, (height - 2 * MARGIN - (down - 1) * GAP) / down)
    for n, sheet in enumerate(sheets):
        place = n % per_page
        if place == 0:
            pdf.add_page()
        x, y = MARGIN + (place % across) * (cell[0] + GAP), MARGIN + (place // across) * (cell[1] + GAP)
        _set_sheet(pdf, sheet, x, y, cell)
    return bytes(pdf.output())


def _set_sheet(pdf: FPDF, sheet: Sheet, x: float, y: float, cell: tuple[float, float]) -> None:
    """A sheet with its title block and its remarks, as large as it can be."""
    top = _title_block(pdf, sheet, x, y, cell[0])
    root = ElementTree.fromstring(coloured(sheet.svg))
    _left, _top, width, height = map(float, root.attrib["viewBox"].split())
    remarks = 12.0 * len(sheet.notes)
    scale = min(cell[0] / width, (cell[1] - (top - y) - remarks) / height, LARGEST)
    runs = list(_taken(root, 0.0, 0.0, 1.0))
    root.attrib |= {"xmlns": "http://www.w3.org/2000/svg", "width": f"{width:g}", "height": f"{height:g}"}
    pdf.image(BytesIO(ElementTree.tostring(root)), x=x, y=top, w=width * scale)
    for run in runs:
        _set_run(pdf, run, x, top, scale)
    _remarks(pdf, sheet, x, top + height * scale + 12, cell[0])


def _title_block(pdf: FPDF, sheet: Sheet, x: float, y: float, width: float) -> float:
    """Name and figure, the line under them, a rule; where the drawing begins."""
    pdf.set_text_color(0)
    pdf.set_font("sans", size=9)
    figure = _in_font(pdf, sheet.figure)
    room = width - pdf.get_string_width(figure) - 8
    pdf.text(x + width - pdf.get_string_width(figure), y + 14, figure)
    pdf.text(x, y + 14, _fitted(pdf, "name", 16, sheet.title, room))
    pdf.text(x, y + 27, _fitted(pdf, "sans", 9, sheet.sub, width))
    pdf.set_draw_color(150)
    pdf.set_line_width(0.5)
    pdf.line(x, y + 33, x + width, y + 33)
    return y + 41


def _fitted(pdf: FPDF, font: str, size: float, words: str, room: float) -> str:
    """Choose a size at which words fit into the room, the usual one where they do; the words as they can be set."""
    pdf.set_font(font, size=size)
    words = _in_font(pdf, words)
    wide = pdf.get_string_width(words)
    if wide > room:
        pdf.set_font(font, size=max(3.0, size * room / wide))
    return words


MISSING = "\N{REPLACEMENT CHARACTER}"


def _in_font(pdf: FPDF, words: str) -> str:
    """Words in the characters that the font has: a sign for each other one, nothing for what is no more than a modifier."""
    known = getattr(pdf.current_font, "cmap", {})
    signs = [char if ord(char) in known else "" if category(char) in ("Cf", "Mn", "Me", "Sk") else MISSING for char in words]
    return "".join(signs)


def _remarks(pdf: FPDF, sheet: Sheet, x: float, y: float, width: float) -> None:
    for n, note in enumerate(sheet.notes):
        words = f"{plain(note.text)} {note.rule}"
        pdf.text(x, y + 12 * n, _fitted(pdf, "sans", 8, words, width))


# Words in a drawing


def _taken(element: ElementTree.Element, x: float, y: float, opacity: float) -> Iterator[Run]:
    """The words of a drawing, which are taken out of it together with the titles of its parts."""
    for child in list(element):
        if child.tag == "title":
            element.remove(child)
        elif child.tag == "text":
            element.remove(child)
            yield _run(child, x, y, opacity)
        else:
            dx, dy = _moved(child.get("transform", ""))
            yield from _taken(child, x + dx, y + dy, opacity * float(child.get("opacity", "1")))


def _moved(transform: str) -> tuple[float, float]:
    """How far a group is moved; sheets use no other transforms.

    >>> _moved("translate(12 -3.5)"), _moved("")
    ((12.0, -3.5), (0.0, 0.0))
    """
    if not transform:
        return 0.0, 0.0
    x, y = transform.removeprefix("translate(").removesuffix(")").replace(",", " ").split()
    return float(x), float(y)


def _run(text: ElementTree.Element, x: float, y: float, opacity: float) -> Run:
    said = text.attrib
    return Run(
        x + float(said.get("x", "0")),
        y + float(said.get("y", "0")),
        "".join(text.itertext()),
        float(said.get("font-size", "11")),
        said.get("text-anchor", "start"),
        int(said.get("font-weight", "400")) >= 600,
        said.get("fill", "#000"),
        opacity * float(said.get("opacity", "1")),
    )


def _set_run(pdf: FPDF, run: Run, x: float, y: float, scale: float) -> None:
    pdf.set_font("sans", "B" if run.bold else "", run.size * scale)
    pdf.set_text_color(*_rgb(run.colour))
    words = _in_font(pdf, run.words)
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[run.anchor] * pdf.get_string_width(words)
    with pdf.local_context(fill_opacity=run.opacity):
        pdf.text(x + run.x * scale - back, y + run.y * scale, words)


def _rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, from 0 to 255.

    >>> _rgb("#4d4d4d"), _rgb("#ccc")
    ((77, 77, 77), (204, 204, 204))
    """
    digits = colour.removeprefix("#")
    whole = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    return int(whole[:2], 16), int(whole[2:4], 16), int(whole[4:], 16)
