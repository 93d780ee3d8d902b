"""How a question stands at the terminal: its dress as a table, whatever the rule system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from quarterdeck.cli.entries import place_example
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
)
from quarterdeck.engine.questions.place import MARK

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
        console.print(f"Enter: {', '.join(chosen) or 'none of them'}", soft_wrap=True)


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
    return f"no: {said(row.off, names)}" if row.off is not None else said(row.sub, names)


def _lines(dress: Dress, names: Names) -> Table:
    shown = table("#", "Unit", "", "Line", "")
    for n, row in enumerate(dress.rows, 1):
        last = f"before: {clean(row.last)}" if row.last and not row.line else ""
        line = clean(str(row.line)) if row.line else "none yet"
        shown.add_row(str(n), said(row.text, names), said(row.sub, names), line, said(row.gloss, names) if row.line else last)
    return shown


def _places(dress: Dress, names: Names) -> Table:
    shown = table("#", "", "Place")
    rows = [row for row in dress.rows if row.key != MARK]
    for n, row in enumerate(rows, 1):
        shown.add_row(str(n), said(row.text, names), place_words(row.line))
    return shown


def place_words(pose: Json) -> str:
    """A place of a draft."""
    if not isinstance(pose, dict) or not isinstance(pose.get("at"), (list, tuple)):
        return "not placed"
    heading = f", heading {pose['heading']}" if pose.get("heading") is not None else ""
    return ", ".join(str(figure) for figure in pose["at"]) + heading


def zone_words(question: Place) -> str:
    """Where something may be placed, and how a place is typed."""
    match question.region:
        case Rectangle(left=left, bottom=bottom, right=right, top=top):
            zone = f"x from {left:g} to {right:g}, y from {bottom:g} to {top:g}"
        case Disc(centre=centre, radius=radius):
            zone = f"within {radius:g} of {centre.x:g}, {centre.y:g}"
        case Cells(cells=cells):
            zone = "one of " + ", ".join(f"{x} {y}" for x, y in cells[:12]) + (" …" if len(cells) > 12 else "")
        case _:
            zone = "the zone of the rules"
    headings = f", headings 1 to {question.headings}" if question.headings else ""
    apart = f", at least {question.apart:g} apart" if question.apart else ""
    return f"Zone: {zone}{headings}{apart}. Type for example {place_example(question)}"


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
    lines = [f"{n} {said(column.text, names)}", said(column.sub, names), f"no: {said(column.off, names)}" if column.off else ""]
    return "\n".join(line for line in lines if line)


def _slot_name(row: Row, names: Names) -> str:
    """The slot; where the draft holds more than a column tells, also that."""
    return "\n".join(filter(None, [said(row.text, names), said(row.sub, names)]))


def _cell(cell: Cell, names: Names) -> str:
    if cell.off is not None:
        return f"({said(cell.off, names)})"
    return f"{'● ' if cell.on else ''}{said(cell.text, names)} {said(cell.sub, names)}".strip()


def _amounts(question: Assign, dress: Dress, names: Names) -> Table:
    shown = table("#", "", "Takes", "Has", "")
    for n, row in enumerate(dress.rows, 1):
        held = "" if row.line is None else clean(names.get(str(row.line), str(row.line)))
        facts = ", ".join(filter(None, (said(row.fact, names), said(row.gloss, names), _aside(row, names))))
        shown.add_row(str(n), said(row.text, names), _takes(question.slots[row.key], names), held, facts)
    return shown


def _takes(slot: Options | Amounts, names: Names) -> str:
    if isinstance(slot, Amounts):
        return f"{slot.least:g} to {slot.most:g}"
    return ", ".join(f"{n} {clean(names.get(key, key))}" for n, key in enumerate(slot.keys, 1))


# Form


def _fields(question: Form, dress: Dress, names: Names) -> Table:
    if len(question.fields) == 1:
        shown = table("", "")
        shown.add_row(said(question.fields[0].name, names), field_words(question.fields[0], names))
        return shown
    shown = table("#", "", "Takes", "Has")
    for n, (field, row) in enumerate(zip(question.fields, dress.rows, strict=True), 1):
        held = "" if row.line is None else clean(str(row.line))
        shown.add_row(str(n), said(field.name, names), field_words(field, names), held)
    return shown


def field_words(field: Field, names: Names) -> str:
    """What a field takes."""
    match field.kind:
        case "choice" | "reference" | "flags":
            wanted = ", ".join(f"{n} {said(choice.text, names)}" for n, choice in enumerate(field.choices, 1))
        case "amount":
            wanted = f"{field.least:g} to {field.most:g}"
        case "dice":
            wanted = f"{field.count} {'face' if field.count == 1 else 'faces'} from 1 to {field.sides}"
        case "text":
            wanted = "words"
        case _:
            wanted = "JSON"
    return wanted if field.need else f"{wanted}, or nothing"


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
