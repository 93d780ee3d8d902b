"""What is looked up: odds, rules, and the rule systems themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.console import Console

from quarterdeck.bots.playing import bot_names
from quarterdeck.cli.files import refuse
from quarterdeck.cli.output import clean, out, said, show_json, table
from quarterdeck.engine import system as rule_systems
from quarterdeck.engine.odds import Bars, Odds
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.rulebook import RuleEntry
from quarterdeck.engine.system import System
from quarterdeck.engine.text import _

ANY_OPTION = {"allow_extra_args": True, "ignore_unknown_options": True}
"""For commands whose options a rule system names."""

AsJson = Annotated[bool, typer.Option("--json", help="JSON for programs.")]

# Odds

Words = Annotated[list[str], typer.Argument(metavar="WORD", help="SYSTEM TEXT [--NAME VALUE]...")]


def odds(words: Words, as_json: AsJson = False) -> None:
    """Exact odds of what TEXT names, against what the options --NAME VALUE say, all in the words of the rule system."""
    system = rule_systems.find(words[0])
    text, given = _options(words[1:])
    found = system.odds(text, given)
    if isinstance(found, list):
        raise Refused([_without_span(problem) for problem in found])
    if as_json:
        show_json(found.plain())
    else:
        _show_odds(found)


def _without_span(problem: Problem) -> Problem:
    """A problem without the characters (``7-9``) at which a text is wrong: the sentence quotes them."""
    return replace(problem, at="") if re.fullmatch(r"\d+-\d+", problem.at, re.ASCII) else problem


def _options(words: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The text, and what stands behind each ``--name``, as ``--name value`` or ``--name=value``."""
    text: list[str] = []
    given: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--"):
            text.append(word)
        elif not equals and not rest:
            refuse(_("{name} needs a value.", name=word))
        elif name in given:
            refuse(_("--{name} is given twice.", name=name))
        else:
            given[name] = value if equals else rest.pop(0)
    return " ".join(text), given


def _show_odds(found: Odds) -> None:
    shown = table("", "", title=said(found.title))
    shown.columns[1].justify = "right"
    for row in found.rows:
        shown.add_row(said(row.label), f"{100 * row.value:.1f} %" if row.kind == "percent" else f"{row.value:.2f}")
    out.print(shown)
    for bars in found.distributions:
        _show_bars(bars)


LONGEST_BAR = 40
LEAST_SHOWN = 0.0005
"""Chances below this are left out at both ends of a distribution."""


def _show_bars(bars: Bars) -> None:
    """A distribution as bars, the longest one of `LONGEST_BAR` letters."""
    shown = table("", "", "", title=f"\n{said(bars.title)}" + (f" ({bars.rule})" if bars.rule else ""))
    shown.columns[0].justify = shown.columns[1].justify = "right"
    chances = list(enumerate(bars.probabilities, bars.first))
    seen = [n for n, chance in chances if chance >= LEAST_SHOWN]
    highest = max(bars.probabilities, default=0.0)
    for n, chance in chances:
        if seen and seen[0] <= n <= seen[-1]:
            shown.add_row(str(n), f"{100 * chance:.1f} %", "█" * round(LONGEST_BAR * chance / highest))
    out.print(shown)


# Rules

Query = Annotated[list[str] | None, typer.Argument(metavar="WORD", help="[SYSTEM] [ID | TEXT]")]
MOST_WHOLE = 3
"""Up to so many rules are shown whole; more of them by title."""


def rules(query: Query = None, as_json: AsJson = False) -> None:
    """The rules: all of them by title, or those under an id or with some words."""
    words = query or []
    installed = rule_systems.installed()
    systems = [installed[words.pop(0)]] if words and words[0] in installed else list(installed.values())
    found = [entry for system in systems for entry in _found(system, " ".join(words))]
    if not found:
        raise Refused(_nearest_rules(systems, " ".join(words)))
    if as_json:
        show_json([rule_json(entry) for entry in found])
    elif words and len(found) <= MOST_WHOLE:
        for entry in found:
            show_rule(entry)
    else:
        _show_titles(found)


def _found(system: System[Any], words: str) -> Iterable[RuleEntry]:
    return system.rulebook.search(words) if words else system.rulebook


def _nearest_rules(systems: Sequence[System[Any]], words: str) -> list[Problem]:
    """Why no rule was found, with ids that look like the words."""
    near = [rule for system in systems for rule in system.rulebook.nearest(words)]
    return [Problem("", _("No rule has “{words}”.", words=words), nearest=near or None)]


def show_rule(entry: RuleEntry, console: Console = out) -> None:
    """A rule as the catalogue has it."""
    console.print(clean(f"{entry.id}  {entry.title}"), style="bold")
    console.print(clean(f"{entry.chapter}, {entry.source} ({entry.kind})"), style="dim")
    console.print(clean(entry.text))
    if entry.table:
        columns = list(dict.fromkeys(column for row in entry.table for column in row))
        shown = table(*columns)
        for row in entry.table:
            shown.add_row(*[clean(str(row.get(column, ""))) for column in columns])
        console.print(shown)
    if entry.ruling:
        for what, words in ((_("Question"), entry.question), (_("Played"), entry.ruling), (_("Because"), entry.basis)):
            console.print(said(_("{what}: {words}", what=what, words=words or "")))
        console.print(said(_("Confidence: {how}", how=entry.confidence or "")))
    console.print()


def _show_titles(entries: Sequence[RuleEntry]) -> None:
    for chapter in dict.fromkeys(entry.chapter for entry in entries):
        shown = table("", "", title=chapter)
        for entry in entries:
            if entry.chapter == chapter:
                shown.add_row(entry.id, clean(entry.title))
        out.print(shown)
        out.print()


def rule_json(entry: RuleEntry) -> Json:
    """A rule as a JSON value."""
    whole = {"id": entry.id, "title": entry.title, "chapter": entry.chapter, "source": entry.source, "kind": entry.kind}
    ruling = {"question": entry.question, "ruling": entry.ruling, "basis": entry.basis, "confidence": entry.confidence}
    return {**whole, "text": entry.text, "table": [dict(row) for row in entry.table], **(ruling if entry.ruling else {})}


# Systems


def systems(as_json: AsJson = False) -> None:
    """The rule systems that are installed, with their scenarios."""
    found = rule_systems.installed()
    if as_json:
        show_json([system_json(system) for system in found.values()])
        return
    for system in found.values():
        shown = table(_("Scenario"), _("Seats"), "", title=f"{system.key}  {system.title}")
        for key, scenario in system.scenarios().items():
            shown.add_row(key, ", ".join(scenario.seat_sides()), clean(f"{scenario.title}. {scenario.text}"))
        out.print(shown)
        out.print(said(_("Bots: {names}", names=", ".join(bot_names(system)))) + "\n")


def system_json(system: System[Any]) -> Json:
    """A rule system as a JSON value."""
    scenarios = [
        {"key": key, "title": scenario.title, "text": scenario.text, "seats": scenario.seat_sides()}
        for key, scenario in system.scenarios().items()
    ]
    about = {"key": system.key, "title": system.title, "rules": system.rules_version, "bots": list(bot_names(system))}
    return {**about, "scenarios": scenarios}
