"""Replaying a record: the same inputs give the same events, or the first difference is named."""

from __future__ import annotations

from typing import Any, TypeVar

from quarterdeck.engine.battle import Battle, Listener
from quarterdeck.engine.inputs import check
from quarterdeck.engine.problems import Problem, Refused
from quarterdeck.engine.record import Digest, Input, Record, seed_problem
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

    `Refused` names the first input whose digest parts, if `checked`, or that cannot be an answer to what was asked.
    """
    header = record.header
    if header.system != system.key:
        text = _("The battle is one of {other}, not of {key}.", other=header.system, key=system.key)
        raise Refused([Problem("", text, "line 1")])
    seed = record.seed if record.seed is not None else seed
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
    _replay(battle, record, checked)
    return battle


def _replay(battle: Battle[Any], record: Record, checked: bool) -> None:
    digest, done = Digest(record.header), 0
    for n, (entry, wanted) in enumerate(zip(record.inputs, record.digests, strict=True), 1):
        _put_again(battle, entry, n)
        digest.put(entry)
        digest.tell(battle.told[done:])
        done = len(battle.told)
        if checked and digest.value != wanted:
            raise _parted(n, _("what happened after it is not what the record says"))
    digest.tell(battle.told[done:])
    if checked and (record.outcome is not None or record.seed is not None):
        _check_end(battle, record, digest.value)


def _check_end(battle: Battle[Any], record: Record, digest: str) -> None:
    if (digest, *battle.ending(reveal=True)) != (record.end_digest, record.outcome, record.seed):
        raise _parted(len(record.inputs) + 1, _("the end is not what the record says"))


def _put_again(battle: Battle[Any], entry: Input, n: int) -> None:
    try:
        if entry.void:
            battle.put_void(Input(entry.kind, entry.seat, entry.given, entry.by, entry.void))
        elif entry.kind == "take_back":
            battle.take_back(entry.given["to"], tuple(entry.given["seats"]))
        else:
            check(battle, entry)
            battle.put(Input(entry.kind, entry.seat, entry.given, entry.by))
    except Refused as refusal:
        raise _parted(n, refusal.problems[0].text) from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise _parted(n, _("it is not what was asked for")) from None
    if battle.inputs[-1].void != entry.void:
        raise _parted(n, _("the rules fail on it"))


def _parted(n: int, text: Text) -> Refused:
    return Refused([Problem("", _("Input {n}: {text}", n=n, text=text), f"input {n}")])
