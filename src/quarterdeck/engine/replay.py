"""Replaying a record: the same inputs give the same events, or the first difference is named."""

from __future__ import annotations

from typing import Any, TypeVar

from quarterdeck.engine.battle import Battle, Listener
from quarterdeck.engine.problems import Problem, Refused
from quarterdeck.engine.record import Digest, Input, Record, seed_problem
from quarterdeck.engine.run import Change, checked_change
from quarterdeck.engine.slates import refused
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
    seed = record.seed or seed
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
        listener=listener,
    )
    battle.header = header
    _replay(battle, record, checked)
    return battle


def _replay(battle: Battle[Any], record: Record, checked: bool) -> None:
    digest, done = Digest(), 0
    for n, (entry, wanted) in enumerate(zip(record.inputs, record.digests, strict=True), 1):
        _put_again(battle, entry, n)
        got = digest.add(battle.told[done:])
        done = len(battle.told)
        if checked and got != wanted:
            raise _parted(n, _("what happened after it is not what the record says"))
    if checked and (record.outcome is not None or record.seed is not None):
        _check_end(battle, record, digest.add(battle.told[done:]))


def _check_end(battle: Battle[Any], record: Record, digest: str) -> None:
    played = battle.record(reveal=True)
    if digest != record.end_digest or played.outcome != record.outcome:
        raise _parted(len(record.inputs) + 1, _("the end is not what the record says"))


def _put_again(battle: Battle[Any], entry: Input, n: int) -> None:
    try:
        if entry.void:
            battle.put_void(Input(entry.kind, entry.seat, entry.given, entry.by, entry.void))
        elif entry.kind == "take_back":
            battle.take_back(entry.given["to"], tuple(entry.given["seats"]))
        else:
            _check(battle, entry)
            battle.put(Input(entry.kind, entry.seat, entry.given, entry.by))
    except Refused as refusal:
        raise _parted(n, refusal.problems[0].text) from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise _parted(n, _("it is not what was asked for")) from None
    if battle.inputs[-1].void != entry.void:
        raise _parted(n, _("the rules fail on it"))


def _check(battle: Battle[Any], entry: Input) -> None:
    """An input of a record is trusted no more than one of a seat."""
    if battle.outcome is not None:
        raise refused(_("The battle is over."))
    if entry.kind in ("slate", "dice"):
        slate = battle.slates()[entry.seat]
        if (entry.kind == "dice") != (battle.wanted is not None):
            raise refused(_("it is not what was asked for"))
        slate.checked(battle.view(entry.seat), dict(zip(slate.questions, entry.given, strict=True)))
    elif entry.kind == "change":
        checked_change(battle.system, battle.state, Change(tuple(entry.given["path"]), entry.given["value"]))
    elif entry.kind == "offer":
        offer = battle.offer_at(entry.given["offer"])
        if offer.seat != entry.seat:
            raise refused(_("it was not offered to this seat"))
        if problems := offer.problems(battle.view(entry.seat), entry.given["answer"]):
            raise Refused(problems)
    elif entry.seat not in [seat.id for seat in battle.seats]:
        raise refused(_("there is no such seat"))


def _parted(n: int, text: Text) -> Refused:
    return Refused([Problem("", _("Input {n}: {text}", n=n, text=text), f"input {n}")])
