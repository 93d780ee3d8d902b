"""A bench as JSON: what an editor gets. Whatever is empty is left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from quarterdeck.engine.account import Account
from quarterdeck.engine.edits import Edit
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.system import Sheet
from quarterdeck.engine.text import Text
from quarterdeck.engine.workshop import Bench, Entry, Figure, Imported, Mended, Part, Pick, Sector

Render: TypeAlias = "Callable[[Text], Json]"


def bench_json(bench: Bench, text: Render) -> dict[str, Json]:
    """A bench: sections of figures, entries, parts, the account, problems with their remedies, the sheet."""
    return {
        "title": bench.title,
        "figure": text(bench.figure),
        "sections": [
            {"t": text(section.title), "below": section.below, "figures": [_figure(each, text) for each in section.figures]}
            for section in bench.sections
        ],
        "listed": text(bench.listed),
        "entries": [_entry(entry, text) for entry in bench.entries],
        "parts": [_part(part, text) for part in bench.parts],
        "account": account_json(bench.account, text),
        "problems": [_mended(each, text) for each in bench.problems],
        "notes": [_problem(note, text) for note in bench.account.notes],
        **({"sheet": sheet_json(bench.sheet, text)} if bench.sheet else {}),
    }


def account_json(account: Account, text: Render) -> dict[str, Json]:
    """An account: its columns, its lines with the rule behind each, totals and limits."""
    return {
        "columns": list(account.columns),
        "lines": [{"t": text(line.what), "figures": line.figures, "rule": line.rule} for line in account.lines],
        "totals": account.totals,
        "limits": account.limits,
    }


def sheet_json(sheet: Sheet, text: Render) -> dict[str, Json]:
    """A record sheet."""
    notes = [{"rule": note.rule, "text": text(note.text)} for note in sheet.notes]
    return {"title": sheet.title, "sub": sheet.sub, "figure": sheet.figure, "svg": sheet.svg, "notes": notes}


def imported_json(imported: Imported, text: Render) -> dict[str, Json]:
    """A document out of a text, and how each line was read."""
    lines = [
        {
            "n": line.n,
            "line": line.line,
            **({} if line.read is None else {"read": text(line.read)}),
            **({} if line.unread is None else {"unread": text(line.unread)}),
        }
        for line in imported.lines
    ]
    return {"document": imported.document, "lines": lines}


def _figure(figure: Figure, text: Render) -> dict[str, Json]:
    whole: dict[str, Json] = {"at": figure.at, "t": text(figure.name), "k": figure.kind, "value": figure.value}
    if figure.kind == "amount":
        whole |= {"min": figure.least, "max": figure.most, "optional": figure.optional}
    if figure.picks:
        whole["picks"] = [_key(pick, text) for pick in figure.picks]
    if figure.sectors:
        whole["sectors"] = [{**_key(each, text), "from": each.start, "to": each.end} for each in figure.sectors]
    return whole | ({"rule": figure.rule} if figure.rule else {})


def _key(key: Pick | Sector, text: Render) -> dict[str, Json]:
    return {"t": text(key.text), "edits": _edits(key.edits), **({"on": True} if key.on else {})}


def _edits(edits: tuple[Edit, ...]) -> list[Json]:
    return [{"at": edit.at, "drop": True} if edit.drop else {"at": edit.at, "value": edit.value} for edit in edits]


def _entry(entry: Entry, text: Render) -> dict[str, Json]:
    figures = [_figure(figure, text) for figure in entry.figures]
    return {"at": entry.at, "t": text(entry.title), "note": text(entry.note), "rule": entry.rule, "figures": figures}


def _part(part: Part, text: Render) -> dict[str, Json]:
    words = {"key": part.key, "t": text(part.name), "category": text(part.category), "note": text(part.note)}
    return {**words, "rule": part.rule, "words": part.words, "edits": _edits(part.edits)}


def _problem(problem: Problem, text: Render) -> dict[str, Json]:
    return {"rule": problem.rule, "text": text(problem.text), "at": problem.at}


def _mended(mended: Mended, text: Render) -> dict[str, Json]:
    whole = _problem(mended.problem, text)
    if mended.remedy is not None:
        words, edit = mended.remedy
        whole["remedy"] = {"t": text(words), "edits": _edits((edit,))}
    return whole
