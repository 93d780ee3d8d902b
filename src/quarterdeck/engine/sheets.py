"""A record sheet as a file of its own: a title block over the drawing, black on white, for printing and for any viewer."""

from __future__ import annotations

import html
import re
import textwrap

from quarterdeck.engine.system import Sheet

MARGIN = 16.0
TITLE_LETTER, SUB_LETTER, FIGURE_LETTER = 9.5, 5.8, 7.0
"""The usual widths of a letter of the title, of the line under it and of the figure."""

SANS = "'Segoe UI',Roboto,'Noto Sans',Lato,'Liberation Sans','Helvetica Neue',Arial,sans-serif"
SERIF = "'Palatino Linotype',Palatino,'Book Antiqua',P052,'Liberation Serif','Times New Roman',serif"

PRINT_COLOURS: dict[str, str] = {
    "ink": "#000",
    "ink2": "#333",
    "ink3": "#4d4d4d",
    "rule": "#ccc",
    "rule2": "#999",
    "rule3": "#808080",
    "plan": "#000",
    "warn": "#000",
    "bad": "#000",
}
"""What the colour names of a drawing are on paper; any other is black."""

STYLE = f"""\
text{{font-family:{SANS};font-variant-numeric:tabular-nums lining-nums}}
.name{{font-family:{SERIF};font-style:italic}}
@page{{margin:10mm}}"""

NO_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML allows in no document."""


def escaped(words: str) -> str:
    """Words as they may stand in a text or an attribute of SVG.

    >>> escaped("<Q & A>")
    '&lt;Q &amp; A&gt;'
    """
    return html.escape(NO_CHARACTER.sub("\ufffd", words))


def standalone(sheet: Sheet) -> str:
    """The whole SVG document of a sheet, with its title, the line under it and its figure as a title block."""
    drawing, width, height = _drawing(sheet.svg)
    block, top = _title_block(sheet, width)
    whole, total = width + 2 * MARGIN, top + height + MARGIN
    size = f'width="{whole:g}" height="{total:g}" viewBox="0 0 {whole:g} {total:g}"'
    placed = drawing.replace("<svg ", f'<svg x="{MARGIN:g}" y="{top:g}" width="{width:g}" height="{height:g}" ', 1)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} color="#000" font-family="{html.escape(SANS)}">',
        f"<title>{escaped(sheet.title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{whole:g}" height="{total:g}" fill="#fff"/>',
        f'<rect x="4.5" y="4.5" width="{whole - 9:g}" height="{total - 9:g}" fill="none" stroke="#999"/>',
        *block,
        placed,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def parts_said(sheet: Sheet) -> list[str]:
    """What the parts of a sheet say of themselves, in the order in which they are drawn.

    >>> parts_said(Sheet("Oath", "", "", "<svg><g><title>Guns &amp; all</title></g></svg>"))
    ['Guns & all']
    """
    return [html.unescape(words) for words in re.findall("<title>([^<]*)</title>", sheet.svg)]


def _drawing(svg: str) -> tuple[str, float, float]:
    """The drawing of a sheet in print colours, its width and its height."""
    box = re.match(r'<svg [^>]*viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
    if box is None:
        raise ValueError("the drawing of a sheet begins with <svg and a viewBox from 0 0")
    on_paper = re.sub(r'="var\(--(\w+)\)"', lambda name: f'="{PRINT_COLOURS.get(name[1], "#000")}"', svg)
    return on_paper.replace(' font-family="inherit"', "", 1), float(box[1]), float(box[2])


def coloured(svg: str) -> str:
    """A drawing in print colours, black where it is drawn in the colour of its side."""
    return _drawing(svg)[0].replace("currentColor", "#000")


def _title_block(sheet: Sheet, width: float) -> tuple[list[str], float]:
    """Name and figure, the line under them, a rule; and where the drawing begins."""
    y, block = MARGIN + 16, []
    block.append(f'<text x="{MARGIN + width:g}" y="{y:g}" font-size="13" text-anchor="end">{escaped(sheet.figure)}</text>')
    for words in _wrapped(sheet.title, (width - FIGURE_LETTER * len(sheet.figure)) / TITLE_LETTER):
        block.append(f'<text class="name" x="{MARGIN:g}" y="{y:g}" font-size="20">{escaped(words)}</text>')
        y += 22
    y -= 4
    for words in _wrapped(sheet.sub, width / SUB_LETTER):
        block.append(f'<text x="{MARGIN:g}" y="{y:g}" font-size="12" fill="#333">{escaped(words)}</text>')
        y += 16
    y -= 6
    block.append(f'<path d="M{MARGIN:g} {y + 0.5:g}H{MARGIN + width:g}" stroke="#999"/>')
    return block, y + 12


def _wrapped(words: str, letters: float) -> list[str]:
    """Words in lines of so many letters; the first line ends rather at a dot between two parts."""
    most = max(8, int(letters))
    pieces = [words] if len(words) <= most else words.split(" · ", 1)
    return [line for piece in pieces for line in textwrap.wrap(piece, most)] or [""]
