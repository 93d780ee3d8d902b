"""Form: named fields of several kinds."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from quarterdeck.engine.dress import Dress, FieldRow, Kind, Option
from quarterdeck.engine.problems import Json, Problem, is_json
from quarterdeck.engine.questions.base import MOST_TEXT, Question, keys_of, malformed, number_in, random_number, shortened
from quarterdeck.engine.questions.choose import Choice
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, _, ngettext

MOST_FIELDS = 40
MOST_ROWS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field: `kind` says what it takes.

    choice: the key of one of `choices`; flags: a list of such keys; reference: the id of a unit, one of `choices`; amount: a
    number from `least` to `most` in steps; dice: `count` faces of `sides` sides; text: words; list: rows of the fields `of`;
    document: any JSON object, checked by whoever asks. A field that need not be filled may be absent.
    """

    key: str
    name: Text
    kind: Literal["choice", "amount", "dice", "reference", "text", "flags", "list", "document"]
    need: bool = True
    choices: tuple[Choice, ...] = ()
    least: float = 0
    most: float = 0
    step: float = 1
    count: int = 1
    sides: int = 6
    of: tuple[Field, ...] = ()


@dataclass(slots=True, kw_only=True)
class Form(Question[dict[str, Json]]):
    """Values by field."""

    KIND: ClassVar[Kind] = "form"

    fields: tuple[Field, ...]

    def __post_init__(self) -> None:
        if len(self.fields) > MOST_FIELDS:
            raise ValueError(f"{len(self.fields)} fields are too many to ask for at once")
        if any(field.need and field.kind in ("choice", "reference") and not field.choices for field in self.fields):
            raise ValueError("a field that needs a choice has none")

    def read(self, answer: Json) -> dict[str, Json] | list[Problem]:
        """Every field read by its kind."""
        return read_fields(self.fields, answer, "")

    def default(self, view: Any) -> dict[str, Json]:
        """The least that can be filled in."""
        return {field.key: _least(field) for field in self.fields if field.need}

    def sample(self, view: Any, rng: Rng) -> dict[str, Json]:
        """Random values; fields that need not be filled are left out half of the time."""
        return {field.key: _random(field, rng) for field in self.fields if field.need or rng.randrange(2)}

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """A row for each field with its value; those of list fields by field, row for row."""
        dress = Question.outline(self, view, draft)
        held = draft if isinstance(draft, dict) else {}
        dress.rows = list(_rows(self.fields, held))
        for field in self.fields:
            given = held.get(field.key)
            if field.kind == "list" and isinstance(given, list):
                dress.lists[field.key] = [_rows(field.of, row) for row in given[:MOST_ROWS]]
        return dress


def _rows(fields: tuple[Field, ...], held: Json) -> list[FieldRow]:
    given = held if isinstance(held, dict) else {}
    return [_row(field, given.get(field.key)) for field in fields]


def _row(field: Field, given: Json) -> FieldRow:
    chosen = given if isinstance(given, list) else [given]
    dice = field.kind == "dice"
    least, most, step = (field.least, field.most, field.step) if field.kind == "amount" else (None, MOST.get(field.kind), None)
    return FieldRow(
        field.key,
        field.name,
        line=given,
        kind=field.kind,
        need=field.need,
        choices=tuple([Option(c.key, c.text, c.sub or c.fact, on=c.key in chosen) for c in field.choices]),
        least=least,
        most=most,
        step=step,
        count=field.count if dice else None,
        sides=field.sides if dice else None,
        of=tuple(_rows(field.of, {each.key: _least(each) for each in field.of if each.need})),
    )


MOST = {"text": MOST_TEXT, "list": MOST_ROWS}
"""How many characters or rows a field takes."""


def read_fields(fields: tuple[Field, ...], answer: Json, at: str) -> dict[str, Json] | list[Problem]:
    """A mapping with every field read by its kind, or the problems with the place (``rows[2].name``) of each."""
    if problems := keys_of(answer, {field.key: field for field in fields}, _("field")):
        return problems
    value: dict[str, Json] = {}
    problems = []
    for field in fields:
        given = answer.get(field.key)
        if given is None and not field.need:
            continue
        read = _read(field, given, f"{at}{field.key}")
        if isinstance(read, _Wrong):
            problems += read.problems
        else:
            value[field.key] = read
    return problems or value


@dataclass(frozen=True, slots=True)
class _Wrong:
    problems: list[Problem]


def _wrong(at: str, text: Text) -> _Wrong:
    return _Wrong(malformed(text, at))


def _read(field: Field, given: Json, at: str) -> Json | _Wrong:
    match field.kind:
        case "choice" | "reference":
            return _read_choice(field, given, at)
        case "flags":
            return _read_flags(field, given, at)
        case "amount":
            number = number_in(given, field.least, field.most, field.step)
            text = _("{field} takes from {least} to {most}.", field=field.name, least=field.least, most=field.most)
            return _wrong(at, text) if number is None else number
        case "dice":
            return _read_dice(field, given, at)
        case "text":
            good = isinstance(given, str) and len(given) <= MOST_TEXT and (given.strip() or not field.need)
            return given if good else _wrong(at, _("{field} takes up to {most} characters.", field=field.name, most=MOST_TEXT))
        case "list":
            return _read_rows(field, given, at)
        case "document":
            good = isinstance(given, dict) and is_json(given)
            return copy.deepcopy(given) if good else _wrong(at, _("{field} takes a document.", field=field.name))


def _read_choice(field: Field, given: Json, at: str) -> Json | _Wrong:
    keys = [choice.key for choice in field.choices]
    if isinstance(given, str) and given in keys:
        return given
    return _wrong(
        at,
        _("{field} is one of {keys}, not “{given}”.", field=field.name, keys=", ".join(keys), given=shortened(given)),
    )


def _read_flags(field: Field, given: Json, at: str) -> Json | _Wrong:
    keys = [choice.key for choice in field.choices]
    if isinstance(given, list) and all(isinstance(key, str) and key in keys for key in given):
        return [key for key in keys if key in given]
    return _wrong(at, _("{field} takes some of {keys}.", field=field.name, keys=", ".join(keys)))


def _read_dice(field: Field, given: Json, at: str) -> Json | _Wrong:
    good = isinstance(given, list) and len(given) == field.count
    if good and all(type(face) is int and 1 <= face <= field.sides for face in given):
        return list(given)
    one, many = "{field} takes one face from 1 to {sides}.", "{field} takes {n} faces from 1 to {sides}."
    return _wrong(at, ngettext(one, many, field.count, field=field.name, sides=field.sides))


def _read_rows(field: Field, given: Json, at: str) -> Json | _Wrong:
    if not isinstance(given, list) or len(given) > MOST_ROWS:
        return _wrong(at, _("{field} takes up to {most} rows.", field=field.name, most=MOST_ROWS))
    rows: list[Json] = []
    problems: list[Problem] = []
    for index, row in enumerate(given):
        read = read_fields(field.of, row, f"{at}[{index}].")
        if isinstance(read, list):
            problems += read
        else:
            rows.append(read)
    return _Wrong(problems) if problems else rows


def _least(field: Field) -> Json:
    empty: dict[str, Json] = {"text": "-", "list": [], "flags": [], "document": {}}
    match field.kind:
        case "choice" | "reference":
            return field.choices[0].key
        case "amount":
            return field.least
        case "dice":
            return [1] * field.count
        case _:
            return empty[field.kind]


def _random(field: Field, rng: Rng) -> Json:
    match field.kind:
        case "choice" | "reference":
            return rng.choice(field.choices).key
        case "flags":
            return [choice.key for choice in field.choices if rng.randrange(2)]
        case "amount":
            return random_number(field.least, field.most, field.step, rng)
        case "dice":
            return [rng.randrange(field.sides) + 1 for _die in range(field.count)]
        case "list":
            return [{f.key: _random(f, rng) for f in field.of} for _row in range(rng.randrange(3))]
        case _:
            return _least(field)
