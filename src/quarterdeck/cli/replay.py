"""Records: telling a recorded battle, and checking that the rules and the dice give it again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from quarterdeck.cli.files import read_battle
from quarterdeck.cli.output import (
    Teller,
    clean,
    err,
    out,
    outcome_json,
    outcome_lines,
    problem_json,
    said,
    seat_words,
    show_json,
    show_problems,
)
from quarterdeck.engine import system as rule_systems
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.record import Record
from quarterdeck.engine.replay import load
from quarterdeck.engine.text import _, ngettext

DIFFERENT = 1
"""The exit code of a record that does not hold."""

AsJson = Annotated[bool, typer.Option("--json", help="JSON for programs.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="The record of a battle.")]


def replay(file: RecordFile, as_json: AsJson = False) -> None:
    """Tell a recorded battle, event by event, with dice and rules."""
    record = read_battle(file)
    system = rule_systems.find(record.header.system)
    with err.status(said(_("Replaying …"))):
        battle, start = load(record, system), load(Record(record.header, seed=record.seed), system, checked=False)
    names = system.names(battle.view(None))
    teller = Teller(system, battle.sides, out, as_json)
    if not as_json:
        _show_header(record, system.title, names)
    _tell_all(battle, len(start.told), teller, names)
    teller.outcome(battle.outcome, names, {"round": battle.round, "inputs": len(battle.inputs)})


def _show_header(record: Record, system: str, names: Mapping[str, str]) -> None:
    header = record.header
    out.print(clean(f"{header.scenario.get('title', '')}, {system}"), style="bold")
    for seat in header.seats:
        out.print(seat_words(seat, names), soft_wrap=True)


def _tell_all(battle: Battle[Any], start: int, teller: Teller, names: Mapping[str, str]) -> None:
    """Every event, under the input that brought it about; the first `start` of them came before any."""
    done = 0
    for place, end in enumerate([start, *[entry.told for entry in battle.inputs]]):
        if place and end > done and not teller.as_json:
            entry = battle.inputs[place - 1]
            words = _("input {place}, {kind} of {seat}", place=place, kind=entry.kind, seat=entry.seat)
            teller.console.print(said(words), style="dim")
        for n in range(done, end):
            teller.tell(n + 1, battle.told[n].event, names)
        done = end


def verify(file: RecordFile, as_json: AsJson = False) -> None:
    """Replay a record and compare; check its dice against the commitment. Exit 1 with the first difference."""
    record = read_battle(file)
    system = rule_systems.find(record.header.system)
    try:
        with err.status(said(_("Verifying …"))):
            battle = load(record, system)
    except Refused as refusal:
        if as_json:
            show_json({"holds": False, "problems": [problem_json(problem) for problem in refusal.problems]})
        else:
            show_problems(refusal.problems)
        raise typer.Exit(DIFFERENT) from None
    names = system.names(battle.view(None))
    if as_json:
        counts = {"inputs": len(battle.inputs), "events": len(battle.told), "round": battle.round}
        whole = {"holds": True, "dice": record.header.dice, "commitment": record.header.commitment, **counts}
        show_json({**whole, "outcome": outcome_json(battle.outcome, names)})
        return
    dice = _("its dice are those committed to") if record.header.dice == "seeded" else _("its dice were typed in")
    inputs = ngettext("{n} input", "{n} inputs", len(battle.inputs))
    events = ngettext("{n} event", "{n} events", len(battle.told))
    holds = _("The record holds: {inputs}, the same {events}, {dice}.", inputs=inputs, events=events, dice=dice)
    out.print(said(holds), soft_wrap=True)
    for line in outcome_lines(battle.outcome, names):
        out.print(line, soft_wrap=True)
