"""How a question stands at the terminal: its dress as a table, whatever the rule system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from quarterdeck.cli.entries import completed, dice_of, numbered, place_example
from quarterdeck.cli.output import clean, said, show_line, show_problems, table
from quarterdeck.engine.controls import Meter
from quarterdeck.engine.dress import Cell, Column, Count, Dress, Fact, Row, UnitRow
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
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.text import Text, _, joined, ngettext

Names = Mapping[str, str]


def show_question(console: Console, question: Question[Any], view: Any, draft: Json, names: Names) -> None:
    """The title, what is counted, the notes, the rows with the draft, and what Enter gives."""
    dress = question.dress(view, draft)
    count = f"  {said(count_words(dress.count), names)}" if dress.count is not None else ""
    rule = f"  {dress.rule}" if dress.rule else ""
    console.print(f"\n{said(dress.title, names)}{count}{rule}", style="bold", soft_wrap=True)
    if isinstance(question, Place):
        show_line(console, zone_words(question), indent=2)
    for rows in _rows(console, question, dress, names):
        console.print(rows)
    for note in dress.notes:
        show_line(console, f"{said(note.text, names)} {note.rule}".strip(), style="italic")
    if isinstance(question, Assign):
        show_problems(dress.problems, console, names)
    show_line(console, said(enter_words(question, view, draft, names)), indent=2)


def count_words(count: Count) -> Text:
    """What is counted: ``2 of 3 ships``."""
    return _("{n} of {of} {what}", n=count.number, of=count.of, what=count.text)


def _rows(console: Console, question: Question[Any], dress: Dress, names: Names) -> list[Table]:
    match question:
        case Choose():
            return [_choices(dress, names)]
        case Plot():
            return [_lines(dress, names)]
        case Assign():
            return _slots(console, question, dress, names)
        case Place():
            return [_places(dress, names)]
        case Form():
            return [_fields(question, dress, names)]
        case _:
            return []


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
    shown.columns[1].no_wrap = shown.columns[2].no_wrap = True
    for n, row in enumerate(dress.rows, 1):
        last = said(_("before: {line}", line=row.last)) if row.last and not row.line else ""
        line = clean(str(row.line)) if row.line else said(_("none yet"))
        what = ", ".join(filter(None, [said(row.sub, names), *_meters(row, names)]))
        shown.add_row(str(n), said(row.text, names), what, line, said(row.gloss, names) if row.line else last)
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
    point = ", ".join(f"{figure:g}" for figure in pose["at"])
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


WIDEST = 10_000
"""A width in which every table has room, in characters."""


def _slots(console: Console, question: Assign, dress: Dress, names: Names) -> list[Table]:
    """Slots against choices; where there are too many choices for the width of the terminal, in several tables."""
    columns, unbounded = len(dress.columns), console.options.update(width=WIDEST)
    if not columns or not dress.cells:
        return [_amounts(question, dress, names)]
    for several in range(1, columns + 1):
        most = -(-columns // several)
        shown = [_crossing(question, dress, range(start, min(start + most, columns)), names) for start in range(0, columns, most)]
        if all(Measurement.get(console, unbounded, each).maximum <= console.width for each in shown):
            break
    return shown


def _crossing(question: Assign, dress: Dress, places: range, names: Names) -> Table:
    """Slots against the choices at these places."""
    columns = [dress.columns[place] for place in places]
    picked = any(isinstance(slot, Options) for slot in question.slots.values())
    shown = table("#", "", *[_heading(f"{n + 1} " if picked else "", dress.columns[n], names) for n in places])
    over = ""
    for n, (row, cells) in enumerate(zip(dress.rows, dress.cells, strict=True), 1):
        if (sub := said(row.sub, names)) != over:
            shown.add_row("", sub, style="italic")
            over = sub
        shown.add_row(str(n), _slot_name(row, names), *[_cell(cells[place], names) for place in places])
    for place, what in enumerate(dress.sums):
        sums = [said(column.sums[place], names) if place < len(column.sums) else "" for column in columns]
        if any(sums):
            shown.add_row("", said(what, names), *sums, style="bold")
    return shown


def _heading(number: str, column: Column, names: Names) -> str:
    lines = [
        f"{number}{said(column.text, names)}",
        said(column.sub, names),
        f"({said(column.off, names)})" if column.off else "",
    ]
    return "\n".join(line for line in lines if line)


def _slot_name(row: Row, names: Names) -> str:
    """The slot, and what a rule system says of it as it stands."""
    return "\n".join(filter(None, [said(row.text, names), said(row.gloss, names)]))


def _cell(cell: Cell, names: Names) -> str:
    """What a cell gives; where it cannot be, only a word for why: the sentence comes when it is tried."""
    held = "● " if cell.on else ""
    if cell.off is not None:
        return f"{held}({said(cell.off, names)})"
    return f"{held}{said(cell.text, names)} {said(cell.sub, names)}".strip()


def _amounts(question: Assign, dress: Dress, names: Names) -> Table:
    shown = table("#", "", "", _("Takes"), _("Has"))
    for n, row in enumerate(dress.rows, 1):
        held = "" if row.line is None else clean(names.get(str(row.line), str(row.line)))
        facts = ", ".join(filter(None, (said(row.fact, names), said(row.gloss, names), _aside(row, names))))
        shown.add_row(str(n), said(row.text, names), facts, _takes(question.slots[row.key], names), held)
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


# What Enter gives


def enter_words(question: Question[Any], view: Any, draft: Json, names: Names) -> Text:
    """What comes of Enter at a question with this draft."""
    if dice := dice_of(question):
        return _("Type the face that it shows.") if dice.count == 1 else _("Type the faces as they fell, with or without blanks.")
    default = plain_answer(question.default(view))
    if isinstance(question, Choose):
        given = [said(row.text, names) for row in question.dress(view, default).rows if row.key in default]
    elif isinstance(question, Assign):
        if draft is not None and question.problems(view, draft):
            return _("Enter: nothing until that is mended.")
        given = _assigned(question, view, default, names) if draft is None else [said(_("as it stands"))]
    else:
        given = _left_open(question, view, draft, default, names)
    words = "; ".join(given) or said(_("nothing"))
    if draft is None and given and question.passing() in ([], {}):
        return _("Enter: {words}. pass: nothing.", words=words)
    return _("Enter: {words}.", words=words)


def _left_open(question: Question[Any], view: Any, draft: Json, default: Json, names: Names) -> list[str]:
    """What is filled in for whatever the draft has nothing for."""
    whole = question.dress(view, completed(question, draft, default))
    missing = [row for row in whole.rows if row.key not in (draft or {}) and row.line is not None]
    if not missing:
        return [said(_("as it stands"))]
    values = [_line_words(row, names) for row in missing]
    if len(missing) == len(whole.rows) and len(dict.fromkeys(values)) == 1:
        return values[:1]
    return _by_value([(said(row.text, names), value) for row, value in zip(missing, values, strict=True)])


def _line_words(row: Row, names: Names) -> str:
    """What a row holds, in words."""
    if isinstance(row.line, dict):
        return place_words(row.line)
    return said(row.gloss, names).rstrip(".") or (said(_("nothing")) if row.line is None else clean(str(row.line)))


def _assigned(question: Assign, view: Any, answer: Mapping[str, Json], names: Names) -> list[str]:
    """What the slots get that get something."""
    dress = question.dress(view, answer)
    columns = {column.key: said(column.text, names) for column in dress.columns}
    if dress.step:
        columns = {column.key: f"{columns[column.key]} {said(column.sub, names)}".strip() for column in dress.columns}
    rows = [(said(question.slot_names[slot], names), value) for slot, value in answer.items() if value]
    if not columns and all(isinstance(value, (int, float)) for _name, value in rows):
        return [f"{value:g} {name}" for name, value in rows]
    return _by_value([(name, _value_words(str(value), columns, names)) for name, value in rows])


def _value_words(value: str, columns: Mapping[str, str], names: Names) -> str:
    """A choice as its column calls it, with the part of it that is meant."""
    column = next((key for key in columns if value == key or value.startswith(f"{key}/")), None)
    if column is None:
        return clean(names.get(value, value))
    return columns[column] if value == column else f"{columns[column]}, {clean(names.get(value, value))}"


def _by_value(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Each value with the names that have it: ``Oath (Beam-3 no. 1, Beam-3 no. 2)``."""
    values = dict.fromkeys(value for _name, value in pairs)
    return [f"{value} ({', '.join(name for name, held in pairs if held == value)})" for value in values]


# Before an entry counts


def show_change(console: Console, dress: Dress, unit: str, names: Names) -> None:
    """What comes of the draft for one unit: its line in words, and its figures, old and new."""
    row = next((row for row in dress.rows if row.key == unit), None)
    if row is None:
        return
    what = said(row.gloss, names) or (place_words(row.line) if isinstance(row.line, dict) else clean(str(row.line)))
    console.print(f"{said(row.text, names)}: {what}", soft_wrap=True)
    facts = [*_meters(row, names), *[_fact_words(fact, names) for fact in row.facts]]
    drawn = [said(item.say, names) for item in dress.patch.set if item.ref == unit and item.say]
    for words in filter(None, [", ".join(facts), *[words for words in drawn if words != said(row.text, names)]]):
        show_line(console, f"  {words}", indent=2)


def _fact_words(fact: Fact, names: Names) -> str:
    """A figure, old and new: ``Velocity 8 → 11 MU``."""
    was = f"{said(fact.was, names)} → " if fact.was is not None else ""
    return f"{said(fact.name, names)} {was}{said(fact.value, names)} {fact.unit}".strip()


def _meters(row: Row, names: Names) -> list[str]:
    """How much of what a unit has to spend is spent."""
    controls = row.controls if isinstance(row, UnitRow) else ()
    return [said(control.text, names) for control in controls if isinstance(control, Meter)]
