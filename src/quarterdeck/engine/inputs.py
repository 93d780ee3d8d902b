"""What may be put into a battle as it stands: an input of a record is trusted no more than one of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.questions import Question
from quarterdeck.engine.questions.base import is_problems
from quarterdeck.engine.record import Input
from quarterdeck.engine.run import Change, Run, checked_change
from quarterdeck.engine.slates import refused
from quarterdeck.engine.text import _

if TYPE_CHECKING:
    from quarterdeck.engine.battle import Battle

LASTING = ("activation", "round", "battle")
"""Until when a standing answer may hold."""


def check(battle: Battle[Any], entry: Input) -> None:
    """Refuse an input that cannot be given as the battle stands; take-backs are checked where they are made.

    `Refused` with the problems; KeyError, TypeError or ValueError where `given` has not the form of its kind at all.
    """
    if battle.outcome is not None:
        raise refused(_("The battle is over."))
    if battle.wanted is not None and entry.kind != "dice":
        raise refused(_("Dice must fall first: {use}", use=battle.wanted.use))
    if entry.kind == "change":
        _check_change(battle, entry)
    elif entry.seat not in [seat.id for seat in battle.seats]:
        raise refused(_("There is no seat “{seat}”.", seat=str(entry.seat)[:40]))
    elif entry.kind == "offer":
        _check_offer(battle, entry)
    elif entry.kind == "standing":
        _check_standing(entry)
    elif entry.kind == "concede" and entry.seat in battle.conceded():
        raise refused(_("This seat has conceded already."))
    elif entry.kind in ("slate", "dice"):
        _check_slate(battle, entry)


def _check_slate(battle: Battle[Any], entry: Input) -> None:
    slate = battle.slate(entry.seat)
    if not isinstance(entry.given, list) or (entry.kind == "dice") != (battle.wanted is not None):
        raise refused(_("it is not what was asked for"))
    slate.checked(battle.view(entry.seat), dict(zip(slate.questions, entry.given, strict=True)))


def _check_offer(battle: Battle[Any], entry: Input) -> None:
    offer = battle.offer_at(entry.given["offer"])
    if offer.seat != entry.seat:
        raise refused(_("That is not on offer to this seat."))
    if problems := offer.problems(battle.view(entry.seat), entry.given["answer"]):
        raise Refused(problems)


def _check_standing(entry: Input) -> None:
    what, until = entry.given["what"], entry.given["until"]
    if not isinstance(what, str) or not 0 < len(what) <= 100 or until not in LASTING:
        raise refused(_("A standing answer names what it is to and until when."))


def _check_change(battle: Battle[Any], entry: Input) -> None:
    if battle.header is None or not battle.header.umpire or entry.seat != battle.header.umpire:
        raise refused(_("This battle has no such umpire."))
    checked_change(battle.system, battle.state, Change(tuple(entry.given["path"]), entry.given["value"]))


def values_of(run: Run[Any], entry: Input) -> list[Any]:
    """The answers of a slate as the rules get them."""
    moment = run.moment
    if moment is None:
        raise refused(_("Nothing is open to this seat."))
    places = moment.of(entry.seat)
    return [good(moment.questions[place], answer) for place, answer in zip(places, entry.given, strict=True)]


def good(question: Question[Any], answer: Json) -> Any:
    """An answer as the rules get it; `Refused` where it has not the right form."""
    value = question.read(answer)
    if is_problems(value):
        raise Refused(value)
    return value
