"""Replaying a record: the same inputs give the same events, or the first difference is named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from quarterdeck import __version__
from quarterdeck.engine.battle import Battle, Listener
from quarterdeck.engine.inputs import NOT_ASKED, check
from quarterdeck.engine.problems import Problem, Refused
from quarterdeck.engine.record import Digest, Header, Input, Record, seed_problem
from quarterdeck.engine.system import System
from quarterdeck.engine.text import Text, _

S = TypeVar("S")


def load(
    record: Record,
    system: System[S],
    *,
    seed: str | None = None,
    listener: Listener[S] | None = None,
    checked: bool = True,
) -> Battle[S]:
    """The battle of a record, where its last input left it; the seed of its dice is its own or given.

    `Refused` names the first input whose digest parts, if `checked`, or that cannot be an answer to what was asked; and
    where the record is of other versions than those that run here, also that.
    """
    if record.header.system != system.key:
        text = _("The battle is one of {other}, not of {key}.", other=record.header.system, key=system.key)
        raise Refused([Problem("", text, "line 1")])
    try:
        battle = _begun(record, system, seed if record.seed is None else record.seed, listener)
        _replay(battle, record, checked)
    except Refused as refusal:
        raise Refused([*refusal.problems, *_other_versions(record.header, system)]) from None
    return battle


def _begun(record: Record, system: System[S], seed: str | None, listener: Listener[S] | None) -> Battle[S]:
    header = record.header
    if problem := seed_problem(header, seed):
        raise Refused([problem])
    scenario = system.read("scenario", header.scenario)
    if isinstance(scenario, list):
        raise Refused(scenario)
    if scenario.seat_sides() != {seat.id: seat.side for seat in header.seats}:
        raise Refused([Problem("", _("The seats of the header are not those of its scenario."), "line 1")])
    battle = Battle.begin(
        system,
        scenario,
        seed=None if header.dice == "typed" else seed,
        names={seat.id: seat.name for seat in header.seats},
        salts={seat.id: seat.salt for seat in header.seats},
        umpire=header.umpire,
        keep=False,
        listener=listener,
    )
    battle.header = header
    return battle


def _other_versions(header: Header, system: System[Any]) -> list[Problem]:
    """That rules or engine of a record are not those that run here, if so."""
    if (header.rules, header.engine) == (system.rules_version, __version__):
        return []
    then = _("rules {rules}, engine {engine}", rules=header.rules, engine=header.engine)
    now = _("rules {rules}, engine {engine}", rules=system.rules_version, engine=__version__)
    return [Problem("", _("The record was written by other versions: {then}. Here run: {now}.", then=then, now=now), "line 1")]


def _replay(battle: Battle[Any], record: Record, checked: bool) -> None:
    digest = Digest(record.header)
    for n, (entry, wanted) in enumerate(zip(record.inputs, record.digests, strict=True), 1):
        _put_again(battle, entry, n)
        if [wanted] != list(digest.follow(battle.inputs, battle.told)) and checked:
            raise _parted(n, _("What happened after it is not what the record says."))
    digest.tell(battle.told)
    if checked and (record.end_lines() or battle.outcome is not None):
        _check_end(battle, record, digest.value)


def _check_end(battle: Battle[Any], record: Record, digest: str) -> None:
    """The end has to be the same to the letter."""
    outcome, seed = battle.ending(reveal=True)
    if replace(record, outcome=outcome, seed=seed, end_digest=digest).end_lines() != record.end_lines():
        other, missing = _("The end is not what the record says."), _("The battle is over, and the record lacks its end.")
        raise Refused([Problem("", other if record.end_lines() else missing, f"line {len(record.inputs) + 2}")])


def _put_again(battle: Battle[Any], entry: Input, n: int) -> None:
    try:
        if entry.kind == "take_back":
            battle.take_back(entry.given["to"], tuple(entry.given["seats"]))
        else:
            check(battle, entry)
            battle.put(Input(entry.kind, entry.seat, entry.given, entry.by))
    except Refused as refusal:
        problem = refusal.problems[0]
        raise Refused([replace(problem, at=f"input {n}")]) from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise _parted(n, NOT_ASKED) from None
    again = battle.inputs[-1]
    if bool(again.void) != bool(entry.void):
        fails, works = _("The rules fail on it."), _("The rules do not fail on it, as the record says they do.")
        raise _parted(n, works if entry.void else fails)
    again.void = entry.void
    if again.line(n, "") != entry.line(n, ""):
        raise _parted(n, NOT_ASKED)


def _parted(n: int, text: Text) -> Refused:
    return Refused([Problem("", text, f"input {n}")])
