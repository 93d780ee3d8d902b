"""How a question stands at the terminal: its dress as a table, whatever the rule system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from quarterdeck.cli.entries import numbered, place_example
from quarterdeck.cli.output import clean, said, show_problems, table
from quarterdeck.engine.dress import Cell, Column, Dress, Row
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import (
    Amounts,
    Assign,
    Cells,
    Choose,
    Disc,
    Field,
    Form,
    Options,
    Place,
    Plot,
    Question,
    Rectangle,
    Region,
)
from quarterdeck.engine.text import Text, _, joined, ngettext

Names = Mapping[str, str]


def show_question(console: Console, question: Question[Any], dress: Dress, default: Json, names: Names) -> None:
    """The title, what is counted, the notes, the rows with the draft, and which choice is the default."""
    count = f"  {said(dress.count, names)}" if dress.count is not None else ""
    rule = f"  {dress.rule}" if dress.rule else ""
    console.print(f"\n{said(dress.title, names)}{count}{rule}", style="bold", soft_wrap=True)
    if isinstance(question, Place):
        console.print(zone_words(question), soft_wrap=True)
    if rows := _rows(question, dress, names):
        console.print(rows)
    for note in dress.notes:
        console.print(f"{said(note.text, names)} {note.rule}".strip(), style="italic", soft_wrap=True)
    if isinstance(question, Assign):
        show_problems(dress.problems, console, names)
    if isinstance(question, Choose):
        chosen = [said(row.text, names) for row in dress.rows if row.key in default]
        words = _("Enter: {chosen}", chosen=", ".join(chosen)) if chosen else _("Enter: none of them")
        console.print(said(words), soft_wrap=True)


def _rows(question: Question[Any], dress: Dress, names: Names) -> Table | None:
    match question:
        case Choose():
            return _choices(dress, names)
        case Plot():
            return _lines(dress, names)
        case Assign():
            return _slots(question, dress, names)
        case Place():
            return _places(dress, names)
        case Form():
            return _fields(question, dress, names)
        case _:
            return None


def _choices(dress: Dress, names: Names) -> Table:
    shown = table("", "", "", "")
    for n, row in enumerate(dress.rows, 1):
        shown.add_row(str(n), said(row.text, names), said(row.fact, names), _aside(row, names))
    return shown


def _aside(row: Row, names: Names) -> str:
    """What stands beside a row: what it adds, or why it cannot be taken."""
    return said(_("no: {why}", why=row.off), names) if row.off is not None else said(row.sub, names)


def _lines(dress: Dress, names: Names) -> Table:
    shown = table("#", _("Unit"), "", _("Line"), "")
    for n, row in enumerate(dress.rows, 1):
        last = said(_("before: {line}", line=row.last)) if row.last and not row.line else ""
        line = clean(str(row.line)) if row.line else said(_("none yet"))
        shown.add_row(str(n), said(row.text, names), said(row.sub, names), line, said(row.gloss, names) if row.line else last)
    return shown


def _places(dress: Dress, names: Names) -> Table:
    shown = table("#", "", _("Place"))
    for n, row in enumerate(dress.rows, 1):
        shown.add_row(str(n), said(row.text, names), place_words(row.line))
    return shown


def place_words(pose: Json) -> str:
    """A place of a draft."""
    if not isinstance(pose, dict) or not isinstance(pose.get("at"), (list, tuple)):
        return said(_("not placed"))
    point = ", ".join(str(figure) for figure in pose["at"])
    heading = pose.get("heading")
    return point if heading is None else said(_("{point}, heading {heading}", point=point, heading=str(heading)))


def zone_words(question: Place) -> str:
    """Where something may be placed, and how a place is typed."""
    facts = [_region_words(question.region)]
    if question.headings:
        facts.append(_("headings 1 to {n}", n=question.headings))
    if question.apart:
        facts.append(_("at least {n} apart", n=f"{question.apart:g}"))
    return said(_("Zone: {facts}. Type for example {example}", facts=joined(facts), example=place_example(question)))


def _region_words(region: Region) -> Text:
    match region:
        case Rectangle():
            left, bottom, right, top = (f"{edge:g}" for edge in (region.left, region.bottom, region.right, region.top))
            return _("x from {left} to {right}, y from {bottom} to {top}", left=left, right=right, bottom=bottom, top=top)
        case Disc(centre=centre, radius=radius):
            return _("within {radius} of {x}, {y}", radius=f"{radius:g}", x=f"{centre.x:g}", y=f"{centre.y:g}")
        case Cells(cells=cells):
            shown = ", ".join(f"{x} {y}" for x, y in cells[:12]) + (" …" if len(cells) > 12 else "")
            return _("one of {cells}", cells=shown)
        case _:
            return _("as the rules say")


# Assign


def _slots(question: Assign, dress: Dress, names: Names) -> Table:
    if not dress.columns or not dress.cells:
        return _amounts(question, dress, names)
    shown = table("#", "", *[_heading(n, column, names) for n, column in enumerate(dress.columns, 1)])
    for n, (row, cells) in enumerate(zip(dress.rows, dress.cells, strict=True), 1):
        shown.add_row(str(n), _slot_name(row, names), *[_cell(cell, names) for cell in cells])
    for place, what in enumerate(dress.sums):
        sums = [said(column.sums[place], names) if place < len(column.sums) else "" for column in dress.columns]
        if any(sums):
            shown.add_row("", said(what, names), *sums, style="bold")
    return shown


def _heading(n: int, column: Column, names: Names) -> str:
    lines = [
        f"{n} {said(column.text, names)}",
        said(column.sub, names),
        said(_("no: {why}", why=column.off), names) if column.off else "",
    ]
    return "\n".join(line for line in lines if line)


def _slot_name(row: Row, names: Names) -> str:
    """The slot; where the draft holds more than a column tells, also that."""
    return "\n".join(filter(None, [said(row.text, names), said(row.sub, names)]))


def _cell(cell: Cell, names: Names) -> str:
    if cell.off is not None:
        return f"({said(cell.off, names)})"
    return f"{'● ' if cell.on else ''}{said(cell.text, names)} {said(cell.sub, names)}".strip()


def _amounts(question: Assign, dress: Dress, names: Names) -> Table:
    shown = table("#", "", _("Takes"), _("Has"), "")
    for n, row in enumerate(dress.rows, 1):
        held = "" if row.line is None else clean(names.get(str(row.line), str(row.line)))
        facts = ", ".join(filter(None, (said(row.fact, names), said(row.gloss, names), _aside(row, names))))
        shown.add_row(str(n), said(row.text, names), _takes(question.slots[row.key], names), held, facts)
    return shown


def _takes(slot: Options | Amounts, names: Names) -> str:
    if isinstance(slot, Amounts):
        return said(_("{least} to {most}", least=f"{slot.least:g}", most=f"{slot.most:g}"))
    return numbered(clean(names.get(key, key)) for key in slot.keys)


# Form


def _fields(question: Form, dress: Dress, names: Names) -> Table:
    if len(question.fields) == 1:
        shown = table("", "")
        shown.add_row(said(question.fields[0].name, names), field_words(question.fields[0], names))
        return shown
    shown = table("#", "", _("Takes"), _("Has"))
    for n, (field, row) in enumerate(zip(question.fields, dress.rows, strict=True), 1):
        held = "" if row.line is None else clean(str(row.line))
        shown.add_row(str(n), said(field.name, names), field_words(field, names), held)
    return shown


def field_words(field: Field, names: Names) -> str:
    """What a field takes."""
    wanted = _wanted(field, names)
    return said(wanted if field.need else _("{wanted}, or nothing", wanted=wanted), names)


def _wanted(field: Field, names: Names) -> Text:
    match field.kind:
        case "choice" | "reference" | "flags":
            choices = numbered(said(choice.text, names) for choice in field.choices)
            return _("{choices}", choices=choices)
        case "amount":
            return _("{least} to {most}", least=f"{field.least:g}", most=f"{field.most:g}")
        case "dice":
            return ngettext("{n} face from 1 to {sides}", "{n} faces from 1 to {sides}", field.count, sides=field.sides)
        case "text":
            return _("words")
        case _:
            return _("JSON")


# Before an entry counts


def show_unit(console: Console, dress: Dress, unit: str, names: Names) -> None:
    """What comes of the draft for one unit: its line in words, and its figures, old and new."""
    row = next((row for row in dress.rows if row.key == unit), None)
    if row is None:
        return
    what = said(row.gloss, names) or (place_words(row.line) if isinstance(row.line, dict) else clean(str(row.line)))
    console.print(f"{said(row.text, names)}: {what}", soft_wrap=True)
    facts = []
    for fact in row.facts:
        was = f"{said(fact.was, names)} → " if fact.was is not None else ""
        facts.append(f"{said(fact.name, names)} {was}{said(fact.value, names)}")
    if facts:
        console.print("  " + ", ".join(facts), soft_wrap=True)
