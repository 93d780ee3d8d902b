"""What is printed and where: answers on standard output, refusals on standard error."""

from __future__ import annotations

import json
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.record import Seat
from quarterdeck.engine.system import Outcome, System, sentence_of
from quarterdeck.engine.text import NO_NAMES, Text, _, ngettext, plain

out = Console(highlight=False, markup=False, emoji=False)
err = Console(stderr=True, highlight=False, markup=False, emoji=False)

USED_WRONGLY = 2
"""The exit code for input that cannot be used."""


def clean(words: str) -> str:
    """Words without control characters, which would be commands to a terminal."""
    return "".join(c if c == "\n" or unicodedata.category(c)[0] != "C" else "\ufffd" for c in words)


def said(text: Text | str | None, names: Mapping[str, str] = NO_NAMES) -> str:
    """A text as it is printed; nothing for None."""
    return "" if text is None else clean(plain(text, names=names))


def table(*columns: Text | str, title: str = "") -> Table:
    """An empty table in the style of all tables."""
    made = Table(
        title=clean(title) or None, title_justify="left", title_style="bold", box=None, pad_edge=False, show_header=any(columns)
    )
    for column in columns:
        made.add_column(said(column), overflow="fold")
    return made


def show_line(console: Console, words: str, *, indent: int = 0, style: str = "") -> None:
    """Words on a line, broken between words where a terminal is too narrow: what follows is indented."""
    if console.is_terminal:
        words = "\n".join(
            textwrap.fill(line, console.width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
            for line in words.split("\n")
        )
    console.print(words, soft_wrap=True, style=style)


def show_json(value: Json, console: Console = out) -> None:
    """A JSON value on a line of its own."""
    console.out(json.dumps(value, ensure_ascii=True, allow_nan=False), highlight=False)


def seat_words(seat: Seat, names: Mapping[str, str]) -> str:
    """A seat with its side and who sits there."""
    words = _("Seat {seat}: {side}", seat=seat.id, side=names.get(seat.side, seat.side))
    return said(_("{words}, {name}", words=words, name=seat.name) if seat.name else words)


# Problems


def problem_line(problem: Problem, names: Mapping[str, str] = NO_NAMES) -> str:
    """A problem as a line: where, what, the rule, the nearest legal value."""
    line = said(problem.text, names)
    where = clean(names.get(problem.at, problem.at))
    if where and not line.startswith(where):
        line = f"{where}: {line}"
    if problem.nearest is not None:
        line += f" Nearest: {clean(nearest_words(problem.nearest, names))}."
    return f"{line} ({problem.rule})" if problem.rule else line


def nearest_words(nearest: Json, names: Mapping[str, str] = NO_NAMES) -> str:
    """The nearest legal value as it is typed, with names for ids."""
    match nearest:
        case str():
            return nearest
        case {"at": [x, y], "heading": heading}:
            return f"{x:g} {y:g}" if heading is None else f"{x:g} {y:g} {heading}"
        case [str(), *_more]:
            return ", ".join(names.get(str(each), str(each)) for each in nearest)
        case dict():
            return ", ".join(f"{names.get(key, key)} {nearest_words(value, names)}" for key, value in nearest.items())
        case _:
            return json.dumps(nearest)


def show_problems(problems: Sequence[Problem], console: Console = err, names: Mapping[str, str] = NO_NAMES) -> None:
    """Problems, a line each."""
    for problem in problems:
        show_line(console, problem_line(problem, names))


def problem_json(problem: Problem) -> Json:
    """A problem as a JSON value."""
    return {"at": problem.at, "text": said(problem.text), "rule": problem.rule, "nearest": problem.nearest}


# Events


def dice_words(dice: Sequence[Roll]) -> str:
    """Dice as they fell: ``6 4 1``; other dice than those of six sides with their name."""
    groups = [("" if roll.sides == 6 else f"d{roll.sides} ") + " ".join(map(str, roll.faces)) for roll in dice]
    return ", ".join(groups)


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells events of one battle, in sentences or as JSON; `sides` are those of its seats."""

    system: System[Any]
    sides: Mapping[str, str]
    console: Console
    as_json: bool = False

    def tell(self, n: int, event: Event, names: Mapping[str, str]) -> None:
        """One event with its number, dice and rule."""
        sentence = said(sentence_of(self.system, event, self.sides), names)
        if self.as_json:
            show_json({"n": n, "text": sentence, **event.plain()}, self.console)
            return
        dice = f"  [{dice_words(event.dice)}]" if event.dice else ""
        rule = f"  {event.rule}" if event.rule else ""
        show_line(self.console, f"{n:>4}  {sentence}{dice}{rule}", indent=6)

    def outcome(self, outcome: Outcome | None, names: Mapping[str, str], more: Mapping[str, Json]) -> None:
        """How the battle ended, or that it has not; `more` is what else is to be known of it."""
        if self.as_json:
            show_json({"outcome": outcome_json(outcome, names), **more}, self.console)
            return
        self.console.print()
        for line in outcome_lines(outcome, names):
            self.console.print(line, soft_wrap=True)
        for what, value in more.items():
            self.console.print(f"{what}: {clean(str(value))}", soft_wrap=True)


def outcome_json(outcome: Outcome | None, names: Mapping[str, str]) -> Json:
    """An outcome as a JSON value."""
    if outcome is None:
        return None
    reason = said(outcome.reason, names)
    return {"winners": list(outcome.winners), "reason": reason, "rule": outcome.rule, "scores": outcome.scores}


def outcome_lines(outcome: Outcome | None, names: Mapping[str, str]) -> list[str]:
    """An outcome in words."""
    if outcome is None:
        return [said(_("The battle is not over."))]
    winners = ", ".join(names.get(side, side) for side in outcome.winners)
    won = (
        ngettext("Winner: {winners}.", "Winners: {winners}.", len(outcome.winners), winners=winners) if winners else _("A draw.")
    )
    scores = ", ".join(f"{names.get(side, side)} {score}" for side, score in outcome.scores.items())
    return [f"{said(won)} {said(outcome.reason, names)}"] + ([said(_("Score: {scores}", scores=scores))] if scores else [])
