"""A dressed question as JSON: the dress under the names of the wire, and what of the question a client has to know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from quarterdeck.engine.dress import Cell, Column, Dress, SlotRow
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import DRIFT, Amounts, Assign, Choose, Place, Plot, Question
from quarterdeck.engine.questions.assign import LIMIT
from quarterdeck.engine.text import Text
from quarterdeck.engine.wire import Render, wire

MOST_STEPS = 24
"""Up to how many amounts of a slot are sent as cells to press."""

CLOCK = 12


def dress_json(key: str, question: Question[Any], dress: Dress, render: Render) -> dict[str, Json]:
    """A question with the id `key` as it is shown; `render` makes of each text what is sent of it."""
    rows: dict[str, Json] = {"rows": [], "cols": [], "cells": []} if isinstance(question, Assign) else {"rows": []}
    whole: dict[str, Json] = {"q": key, **_of_question(question, render), **rows, **wire(_stepped(question, dress), render)}
    if question.subject:
        whole["subject"] = question.subject
    if question.standing:
        whole["standing"] = question.standing
    if isinstance(question, Place) and not question.units:
        del whole["rows"]
    return whole


def _of_question(question: Question[Any], render: Render) -> dict[str, Json]:
    """How many are chosen, on what grid and with which headings something is placed, whether a unit may be left out."""
    match question:
        case Choose(least=least, most=most, ordered=ordered):
            return {"min": least, "max": most, **({"ordered": True} if ordered else {})}
        case Place(grid=grid, headings=headings):
            named: Json = "clock" if headings == CLOCK else list(range(1, headings + 1))
            return {"grid": grid, **({"headings": named} if headings else {})}
        case Plot(on_purpose=True):
            return {"empty": "purpose", "drift": DRIFT, "purpose": render(question.DRIFTING)}
        case Plot():
            return {"empty": "allowed"}
        case _:
            return {}


def _stepped(question: Question[Any], dress: Dress) -> Dress:
    """A dress whose slots all take the same few amounts, with these as columns and cells to press: 0 1 2 3."""
    if not isinstance(question, Assign) or dress.columns or not dress.rows:
        return dress
    kinds, rows = list(question.slots.values()), [row for row in dress.rows if isinstance(row, SlotRow)]
    kind = kinds[0]
    if not isinstance(kind, Amounts) or any(other != kind for other in kinds) or len(rows) < len(dress.rows):
        return dress
    amounts = _amounts(kind)
    if len(amounts) > MOST_STEPS:
        return dress
    columns = [Column(f"{amount:g}", Text(f"{amount:g}")) for amount in amounts]
    return replace(dress, columns=columns, cells=[[_cell(row, kind, n) for n in amounts] for row in rows], step=True)


def _amounts(kind: Amounts) -> list[float]:
    """What a slot can take, in order; one more than are sent where it is more."""
    count = int((kind.most - kind.least) / kind.step + 1e-9) + 1
    return [round(kind.least + kind.step * n, 6) for n in range(min(count, MOST_STEPS + 1))]


def _cell(row: SlotRow, kind: Amounts, amount: float) -> Cell:
    held = kind.least if row.line is None else row.line
    over = row.amount is not None and amount > row.amount[1] and amount != held
    return Cell(on=amount == held, off=LIMIT if over else None, give=amount)
