"""Write docs/rulings.md from the rule catalogues: python docs/make_rulings.py"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from quarterdeck.engine.problems import Json
from quarterdeck.engine.rulebook import Row, Rulebook, RuleEntry

PAGE = Path(__file__).with_name("rulings.md")
GAMES = {
    "Full Thrust": "quarterdeck.systems.full_thrust",
    "Interworld fleets": "quarterdeck.systems.interworld_fleets",
    "Interworld drama": "quarterdeck.systems.interworld_drama",
}
"""The rule systems that come with the program, each with its package."""
INTRODUCTION = """\
Where a rulebook is silent, has lost a table or contradicts itself, Quarterdeck has to play something. This page lists every
such place, game by game: the rule, the question it leaves open, the ruling, what the ruling rests on and how sure it is. The
rulings are ours, not those of the games' authors. Chapter numbers without a book are those of the rulebook.

The page is made from the rule catalogues by `python docs/make_rulings.py`; change a ruling there, not here."""


def catalogues() -> dict[str, Rulebook]:
    """The rule catalogue of each game."""
    return {game: Rulebook.load(resources.files(package) / "rules") for game, package in GAMES.items()}


def rulings_page(rulebooks: Mapping[str, Rulebook]) -> str:
    """The page of rulings, as Markdown: the entries that have one, by game and chapter."""
    blocks = ["# Rulings", INTRODUCTION]
    for game, rulebook in rulebooks.items():
        for chapter, entries in rulebook.chapters().items():
            ruled = [entry for entry in entries if entry.ruling]
            if ruled:
                blocks.append(f"## {game}: {chapter}")
            for entry in ruled:
                blocks += _entry(entry)
    return "\n\n".join(blocks) + "\n"


def _entry(entry: RuleEntry) -> list[str]:
    """The blocks of one rule and its ruling."""
    blocks = [f"### {entry.id} {_literal(entry.title)}", _paragraph(_literal(entry.text))]
    if entry.table:
        blocks.append(_table(entry.table))
    ruling = [
        f"- Question: {_sentence(entry.question)}",
        f"- **Ruling: {_sentence(entry.ruling)}**",
        f"- Basis: {_sentence(entry.basis)}",
        f"- Confidence: {entry.confidence}. Chapter {entry.source} of the rulebook.",
    ]
    return [*blocks, "\n".join(_paragraph(line, indent="  ") for line in ruling)]


def _table(rows: tuple[Row, ...]) -> str:
    """The rows as a Markdown table; its columns are those of all rows, in the order in which they first occur."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    lines = [[str(column).replace("_", " ") for column in columns], ["---"] * len(columns)]
    lines += [[_cell(row[column]) if column in row else "" for column in columns] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: Json) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else _literal(str(value))


def _sentence(words: str | None) -> str:
    """With a capital and a full stop."""
    text = _literal(words or "")
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", '"')) else ".")


def _paragraph(text: str, indent: str = "") -> str:
    return textwrap.fill(text, 120, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def _literal(text: str) -> str:
    """With the asterisks of dice notation and angle brackets kept as they are."""
    return text.replace("*", "\\*").replace("<", "\\<")


if __name__ == "__main__":
    PAGE.write_text(rulings_page(catalogues()), encoding="utf-8")
