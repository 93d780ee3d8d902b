"""What a person types, as drafts of answers: an entry for each kind of question, whatever the rule system."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quarterdeck.cli.output import said
from quarterdeck.engine.dress import Dress
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Assign, Choose, Field, Form, Options, Place, Plot, Question
from quarterdeck.engine.questions.base import is_problems, number_in
from quarterdeck.engine.questions.place import MARK
from quarterdeck.engine.text import Text, _

Names = Mapping[str, str]


class Unread(Exception):
    """Something typed that cannot be read; `text` says what is wanted."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True, slots=True)
class Entry:
    """The draft after an entry: what has changed in it, whether that is shown before it counts, whether nothing is missing."""

    draft: Json
    changed: str = ""
    shown: bool = False
    whole: bool = False


def enter(question: Question[Any], dress: Dress, line: str, names: Names) -> Entry:
    """Put a typed line into the draft that `dress` shows; `Unread` where it cannot be."""
    draft = dict(dress.draft) if isinstance(dress.draft, dict) else {}
    match question:
        case Choose():
            return Entry([pick(word, _of_rows(dress, names)) for word in _split(line)], whole=True)
        case Plot():
            return _plot(question, draft, line, names)
        case Assign():
            return Entry(_assign(question, dress, draft, line, names))
        case Place():
            return _place(question, draft, line, names)
        case Form():
            return _form(question, draft, line, names)
        case _:
            raise Unread(_("This question cannot be answered at a terminal."))


def completed(question: Question[Any], draft: Json, default: Json) -> Json:
    """The answer when a person leaves the rest to the default. Dice have none: they are rolled."""
    if dice_of(question):
        raise Unread(_("Dice have no default: roll them and type what they show."))
    if draft is None:
        return default
    return {**default, **draft} if isinstance(question, (Plot, Place, Form)) else draft


def dice_of(question: Question[Any]) -> Field | None:
    """The field for the dice of a question that asks for dice."""
    fields = question.fields if isinstance(question, Form) else ()
    return next((field for field in fields if field.kind == "dice"), None)


def problems_of(question: Question[Any], view: Any, entry: Entry) -> list[Problem]:
    """What is wrong with a whole answer; else only with what has changed, for the rest may still come."""
    draft, changed = entry.draft, entry.changed
    if entry.whole:
        return question.problems(view, draft)
    match question:
        case Plot():
            return [problem for problem in question.problems(view, draft) if problem.at == changed]
        case Place():
            placed = {unit: name for unit, name in question.units.items() if unit in draft}
            return replace(question, units=placed).problems(view, draft)
        case Form():
            field = next(field for field in question.fields if field.key == changed)
            read: Json = replace(question, fields=(field,)).read({changed: draft[changed]})
        case _:
            read = question.read(draft)
    return read if is_problems(read) else []


# Picking from a list


def pick(word: str, known: Mapping[str, str]) -> str:
    """The key that a word means: its number in the list, itself, its name, or the beginning of one of them.

    >>> pick("2", {"a1": "Amaranth", "b1": "Oath"}), pick("oa", {"a1": "Amaranth", "b1": "Oath"})
    ('b1', 'b1')
    """
    found = _meant(word, known)
    if len(found) == 1:
        return found[0]
    choices = numbered(known.values())
    if found:
        raise Unread(_("“{word}” can mean several: {choices}.", word=word, choices=choices))
    raise Unread(_("“{word}” is none of these: {choices}.", word=word, choices=choices))


def numbered(names: Iterable[str]) -> str:
    """Names as they are picked: ``1 Amaranth, 2 Oath``."""
    return ", ".join(f"{n} {name}" for n, name in enumerate(names, 1))


def _meant(word: str, known: Mapping[str, str]) -> list[str]:
    keys, folded = list(known), word.strip().casefold()
    if (place := counted(folded)) is not None and 1 <= place <= len(keys):
        return [keys[place - 1]]
    exact = [key for key, name in known.items() if folded in (key.casefold(), name.casefold())]
    begun = [key for key, name in known.items() if folded and any(x.casefold().startswith(folded) for x in (key, name))]
    return exact[:1] or begun


def counted(word: str) -> int | None:
    """A whole number as it is counted, of at most nine digits; None where a word is something else.

    >>> counted("12"), counted("1_2"), counted("²")
    (12, None, None)
    """
    return int(word) if re.fullmatch(r"\d{1,9}", word, re.ASCII) else None


def _of_rows(dress: Dress, names: Names) -> dict[str, str]:
    return {row.key: said(row.text, names) for row in dress.rows}


def _split(line: str) -> list[str]:
    return [piece.strip() for piece in line.split(",") if piece.strip()]


def _first_words(line: str, known: Mapping[str, str]) -> tuple[str, str]:
    """The key that the first words of a line name, and what stands behind them; the longest name wins."""
    words = line.split()
    for count in range(len(words), 0, -1):
        start = " ".join(words[:count])
        if count == 1 or start.casefold() in [name.casefold() for name in known.values()]:
            return pick(start, known), " ".join(words[count:])
    raise Unread(_("Nothing is typed."))


# Plot


def _plot(question: Plot, draft: dict[str, Json], line: str, names: Names) -> Entry:
    """``unit: line``; without a unit where there is but one."""
    known = {unit: said(name, names) for unit, name in question.units.items()}
    before, colon, after = line.partition(":")
    if colon:
        unit, orders = pick(before, known), after.strip()
    elif len(known) == 1:
        unit, orders = next(iter(known)), line.strip()
    else:
        raise Unread(_("Name the unit before its line: “1: …”."))
    return Entry({**draft, unit: orders}, unit, shown=True)


# Assign


def _assign(question: Assign, dress: Dress, draft: dict[str, Json], line: str, names: Names) -> dict[str, Json]:
    """``slot choice`` or ``slot amount``, several after commas; ``-`` takes a choice away. The order is the order typed."""
    slots = _of_rows(dress, names)
    for piece in _split(line):
        slot, value = _first_words(piece, slots)
        if not value:
            raise Unread(_("Say what {slot} gets, or - for nothing.", slot=slots[slot]))
        draft.pop(slot, None)
        if value.casefold() in ("-", "none"):
            continue
        kind = question.slots[slot]
        if isinstance(kind, Options):
            draft[slot] = _option(kind, dress, slot, value, names)
        else:
            draft[slot] = _stepped(number(value), kind.least, kind.most, kind.step)
    return draft


def _option(kind: Options, dress: Dress, slot: str, words: str, names: Names) -> str:
    """The choice of a slot: by number or name of a column, with further words where a column holds several choices."""
    if words in kind.keys:
        return words
    columns = {column.key: said(column.text, names) for column in dress.columns}
    if not columns:
        return pick(words, {key: names.get(key, key) for key in kind.keys})
    column, rest = _first_words(words, columns)
    keys = [key for key in kind.keys if key == column or re.match(rf"{re.escape(column)}\W", key)]
    if not keys:
        raise Unread(_why_not(dress, slot, column) or _("It cannot go to {choice}.", choice=columns[column]))
    if len(keys) == 1 and not rest:
        return keys[0]
    known = {key: names.get(key, key) for key in keys}
    if not rest:
        choices = numbered(known.values())
        raise Unread(_("Say which one, after the choice: {choices}.", choices=choices))
    return pick(rest, known)


def _why_not(dress: Dress, slot: str, column: str) -> Text | None:
    """What the cell where a slot meets a column says against it."""
    rows, columns = [row.key for row in dress.rows], [each.key for each in dress.columns]
    return dress.cells[rows.index(slot)][columns.index(column)].why if dress.cells else None


def number(word: str) -> float | int:
    """A number as typed: digits, with a point where there is a fraction."""
    if re.fullmatch(r"[+-]?\d{1,15}", word, re.ASCII):
        return int(word)
    if re.fullmatch(r"[+-]?(\d{1,15}\.\d{0,15}|\.\d{1,15})", word, re.ASCII):
        return float(word)
    raise Unread(_("“{word}” is no number.", word=word))


def _stepped(value: float, least: float, most: float, step: float) -> float:
    """An amount as it is; `Unread` where it would be rounded unasked. What is out of bounds the question refuses."""
    nearest = number_in(value, least, most, step)
    if nearest is None or abs(nearest - value) < 1e-9:
        return value
    if step == 1:
        raise Unread(_("{value} is no whole number.", value=f"{value:g}"))
    raise Unread(_("{value} is between two steps of {step}.", value=f"{value:g}", step=f"{step:g}"))


# Place


def _place(question: Place, draft: dict[str, Json], line: str, names: Names) -> Entry:
    """``x y heading`` behind the unit; without a unit where there is but one."""
    known = {unit: said(name, names) for unit, name in question.units.items()} or {MARK: "mark"}
    words, count = line.replace(",", " ").split(), 3 if question.headings else 2
    if len(words) < count or (len(words) == count and len(known) > 1):
        raise Unread(_("A place is typed like {example}.", example=place_example(question)))
    unit = pick(" ".join(words[:-count]), known) if len(words) > count else next(iter(known))
    figures = [number(word) for word in words[-count:]]
    pose: dict[str, Json] = {"at": figures[:2]}
    if question.headings:
        pose["heading"] = figures[2]
    return Entry({**draft, unit: pose}, unit, shown=True, whole=len(known) == 1)


def place_example(question: Place) -> str:
    """How a place is typed."""
    return ("1 " if len(question.units) > 1 else "") + "12 8.5" + (" 3" if question.headings else "")


# Form


def _form(question: Form, draft: dict[str, Json], line: str, names: Names) -> Entry:
    """``field value``; the value alone where there is but one field."""
    fields = {field.key: field for field in question.fields}
    if len(fields) == 1:
        key, value = next(iter(fields)), line
    else:
        key, value = _first_words(line, {key: said(field.name, names) for key, field in fields.items()})
    return Entry({**draft, key: _value(fields[key], value, names)}, key, whole=len(fields) == 1)


def _value(field: Field, word: str, names: Names) -> Json:
    known = {choice.key: said(choice.text, names) for choice in field.choices}
    match field.kind:
        case "choice" | "reference":
            return pick(word, known)
        case "flags":
            return [pick(piece, known) for piece in _split(word)]
        case "amount":
            return _stepped(number(word), field.least, field.most, field.step)
        case "dice":
            return list(_faces(word, field.count))
        case "text":
            return word
        case _:
            return _json(word)


def _faces(word: str, count: int) -> Iterator[int]:
    """Faces of dice, apart (``6 4 1``) or, where each has one digit, together (``641``)."""
    found: Sequence[str] = re.findall(r"\d+", word, re.ASCII)
    if len(found) == 1 and len(found[0]) == count:
        found = found[0]
    for face in found:
        yield int(face[:9])


def _json(word: str) -> Json:
    try:
        return json.loads(word)
    except (ValueError, RecursionError):
        raise Unread(_("This takes JSON.")) from None
