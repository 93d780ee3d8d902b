"""What may be put into a battle as it stands: an input of a record is trusted no more than one of a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.questions import Question
from quarterdeck.engine.questions.base import is_problems, shortened
from quarterdeck.engine.record import Input, Seat
from quarterdeck.engine.run import Change, Run, checked_change
from quarterdeck.engine.slates import refused
from quarterdeck.engine.text import _

if TYPE_CHECKING:
    from quarterdeck.engine.battle import Battle

NOT_ASKED = _("It is not what was asked for.")
"""What is said of an input that has not the form of its kind."""

LASTING = ("activation", "round", "battle")
"""Until when a standing answer may hold."""


MOST_NAME = 200
"""The longest name of a player, seat, side or umpire, in letters."""


def seats_of(sides: Mapping[str, str], names: Mapping[str, str] | None, salts: Mapping[str, str] | None) -> tuple[Seat, ...]:
    """The seats of a battle with who sits there and their salts; `Refused` where a record could not hold them."""
    for given in (names or {}, salts or {}):
        if not isinstance(given, Mapping) or any(seat not in sides for seat in given):
            raise refused(_("Names and salts go by seat: {seats}.", seats=", ".join(sides)))
    seats = [Seat(s, side, (names or {}).get(s, ""), (salts or {}).get(s, "")) for s, side in sides.items()]
    for seat in seats:
        need_words({"seat": seat.id, "side": seat.side, "name": seat.name, "salt": seat.salt}, ["seat", "side", "name"])
    return tuple(seats)


def need_words(given: Mapping[str, str], lines: Sequence[str]) -> None:
    """Refuse what is no text, and of those named in `lines` what is no single line of letters and signs."""
    for what, words in given.items():
        if not isinstance(words, str):
            raise refused(_("{what} has to be words, not {value}.", what=what, value=shortened(words)))
        if what in lines and (len(words) > MOST_NAME or not words.isprintable()):
            raise refused(
                _(
                    "{what} has to be one line of at most {most} letters: {value}",
                    what=what,
                    most=MOST_NAME,
                    value=shortened(words),
                )
            )


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
        return
    battle.need_seats(entry.seat)
    if entry.kind == "offer":
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
        raise refused(NOT_ASKED)
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
    path = entry.given["path"]
    if not isinstance(path, list):
        raise refused(NOT_ASKED)
    checked_change(battle.system, battle.state, Change(tuple(path), entry.given["value"]))


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
