"""The units of a view at the terminal, as the picture of any rule system lists them: all in a table, or one in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console

from quarterdeck.cli.output import clean, said, show_line, table
from quarterdeck.engine.picture import Picture, Unit
from quarterdeck.engine.scene import Bar
from quarterdeck.engine.sheets import parts_said
from quarterdeck.engine.system import Sheet
from quarterdeck.engine.text import Text, _, joined

Names = Mapping[str, str]


def show_units(console: Console, picture: Picture, names: Names) -> None:
    """How far the battle is, and all units by side: what they are, their facts, what is left of them, how they are."""
    rows = _rows(picture, names, kinds=True)
    if _width(rows) > console.width:
        rows = _rows(picture, names, kinds=False)
    widths = _widths(rows) if _width(rows) <= console.width else [0] * len(_widths(rows))
    console.print(f"\n{progress_words(picture, names)}", style="bold")
    for side in picture.sides:
        you = said(_("{side} (you)", side=side.name)) if side.you else said(side.name)
        console.print(", ".join(filter(None, [you, said(side.note, names)])), style="italic")
        shown = table(*[""] * len(widths))
        for column, width in zip(shown.columns, widths, strict=True):
            column.min_width = width
        for unit in picture.units:
            if unit.side == side.id:
                shown.add_row(*rows[unit.id])
        console.print(shown)


def _rows(picture: Picture, names: Names, *, kinds: bool) -> dict[str, list[str]]:
    """The cells of each unit, as many for one as for the other."""
    most = max((len(unit.facts) for unit in picture.units), default=0)
    rows = {}
    for n, unit in enumerate(picture.units, 1):
        kind = [said(unit.kind, names)] if kinds else []
        facts = [said(fact, names) for fact in unit.facts] + [""] * (most - len(unit.facts))
        rows[unit.id] = [str(n), said(unit.name), *kind, *facts, left_words(unit.bars, names), status_words(unit, names)]
    return rows


def _widths(rows: Mapping[str, list[str]]) -> list[int]:
    return [max(map(cell_len, cells)) for cells in zip(*rows.values(), strict=True)]


def _width(rows: Mapping[str, list[str]]) -> int:
    """How wide the table of these rows is, with a blank at both sides of each cell."""
    return sum(_widths(rows)) + 2 * len(_widths(rows))


def progress_words(picture: Picture, names: Names) -> str:
    """Where the battle stands: ``Turn 4 of 12``."""
    progress = picture.progress
    word = said(progress.word, names)
    if progress.of is None:
        return said(_("{word} {at}", word=word, at=progress.at))
    return said(_("{word} {at} of {of}", word=word, at=progress.at, of=progress.of))


def left_words(bars: Sequence[Bar], names: Names) -> str:
    """What is left of each of several things: ``hull 26/28 armour 8/8``."""
    return " ".join(f"{said(bar.say, names)} {_all(bar.left)}/{_all(bar.of)}".strip() for bar in bars if bar.left is not None)


def _all(boxes: int | tuple[int, ...] | None) -> int:
    return sum(boxes) if isinstance(boxes, tuple) else boxes or 0


def status_words(unit: Unit, names: Names) -> str:
    """How a unit is, where there is something to say of it."""
    return said(unit.status.say, names) if unit.status is not None else ""


def arcs_words(arcs: Sequence[tuple[float, float]]) -> Text:
    """Into which angles something points, in degrees from the bow, starboard positive."""
    if any(end - start >= 360 for start, end in arcs):
        return _("all round")
    return joined([_("{start}° to {end}°", start=f"{start:+g}", end=f"{end:+g}") for start, end in arcs])


def show_unit(console: Console, unit: Unit, sheet: Sheet | None, names: Names) -> None:
    """A unit in full: its facts, and all that its record sheet says; without one its weapons with what is wrong with them."""
    console.print(
        f"\n{said(unit.name)}, {said(unit.kind, names)}, {said(names.get(unit.side, unit.side))}", style="bold", soft_wrap=True
    )
    facts = [*[said(fact, names) for fact in unit.facts], left_words(unit.bars, names), status_words(unit, names)]
    console.print("; ".join(filter(None, facts)), soft_wrap=True)
    if sheet is not None:
        for words in filter(None, [sheet.sub, *parts_said(sheet)]):
            show_line(console, clean(words), indent=2)
        return
    shown = table("", "", "")
    for mount in unit.mounts:
        shown.add_row(said(mount.text, names), said(arcs_words(mount.icon.arcs)), said(mount.off, names))
    if unit.mounts:
        console.print(shown)
