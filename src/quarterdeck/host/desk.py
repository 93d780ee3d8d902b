"""What a seat sends to its battle: drafts, commits, offers taken, standing answers, take-backs, giving up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import delete, insert, update

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.questions import Question
from quarterdeck.engine.record import Input
from quarterdeck.engine.slates import Slate
from quarterdeck.engine.text import _
from quarterdeck.host.errors import ApiError
from quarterdeck.host.live import Live, TakingBack
from quarterdeck.host.tables import BATTLES, DRAFTS


def question_of(live: Live, seat: str, key: str) -> tuple[Question[Any], Json]:
    """An open question or offer of a seat by its id, and the draft there is."""
    battle, slate = live.need_battle(), live.slate(seat)
    if slate is not None and key in slate.questions:
        return slate.questions[key], slate.drafts.get(key)
    offers = battle.offers(seat)
    if key not in offers:
        raise ApiError("gone", _("That question is not open any more."))
    return offers[key], None


async def keep_draft(live: Live, seat: str, key: str, k: int, rev: int, draft: Json) -> int:
    """Keep a draft; returns the new revision. One made on another revision is refused with the drafts that there are, unless
    it is the same draft, sent once more."""

    async def job() -> Json:
        live.need_battle()
        slate = live.slate(seat)
        if slate is None or key not in slate.questions:
            raise ApiError("gone", _("That question is not open any more."))
        if key in slate.drafts and slate.drafts[key] == draft:
            return slate.rev
        if rev != slate.rev:
            raise _stale(slate)
        slate.drafts[key] = draft
        slate.rev += 1
        live.drafted = True
        where = {"battle": live.id, "seat": slate.seat, "question": key}
        old = delete(DRAFTS).where(*[DRAFTS.c[name] == value for name, value in where.items()])
        await live.means.store.write(old, insert(DRAFTS).values(**where, rev=slate.rev, k=k, draft=draft))
        live.change(*([] if live.need_battle().wanted else [seat]))
        return slate.rev

    rev_now: int = await live.do(job)
    return rev_now


def _stale(slate: Slate) -> ApiError:
    return ApiError("stale", _("Another page has changed this."), slate=slate.id, rev=slate.rev, drafts=slate.drafts)


async def commit(live: Live, seat: str, rid: str, slate_id: str, rev: int | None, answers: Mapping[str, Json] | None) -> Json:
    """Close a slate with its drafts at this revision, or with answers."""

    async def job() -> Json:
        if (known := live.replies.get((seat, rid))) is not None:
            return known
        battle, slate = live.need_battle(), live.slate(seat)
        if slate is None or slate.id != slate_id:
            raise ApiError("closed", _("This is not asked any more."))
        if answers is None and rev != slate.rev:
            raise _stale(slate)
        with _refusals():
            entry, values = battle.slate_input(slate.seat, slate.drafts if answers is None else answers)
        return await live.put(seat, rid, entry, values)

    return await live.do(job)


async def give(live: Live, seat: str, rid: str, entry_of: Callable[[Battle[Any]], Input]) -> Json:
    """Put in what no question asks for: an offer taken, a standing answer, giving up."""

    async def job() -> Json:
        if (known := live.replies.get((seat, rid))) is not None:
            return known
        battle = live.need_battle()
        with _refusals():
            entry = entry_of(battle)
        return await live.put(seat, rid, entry)

    return await live.do(job)


class _refusals:  # noqa: N801 - reads as a word of the language
    """What the engine refuses here is the answer to the request."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: Any, fault: BaseException | None, _trace: Any) -> None:
        if isinstance(fault, Refused):
            raise ApiError("illegal", fault.problems[0].text, fault.problems) from None


# Taking back


def bots(live: Live) -> list[str]:
    """The seats of bots: they agree to every take-back."""
    return [place.seat for place in live.places.values() if not place.person]


def last_decision(battle: Battle[Any], seat: str) -> int | None:
    """The place in the line of the last thing that a seat has put in."""
    line = battle.line()
    return next((n for n in range(len(line) - 1, -1, -1) if line[n].seat == seat), None)


async def ask_back(live: Live, seat: str, rid: str) -> Json:
    """Take the seat's last decision back, alone where the rules of the engine allow it, else when all persons agree."""

    async def job() -> Json:
        if (known := live.replies.get((seat, rid))) is not None:
            return known
        battle = live.need_battle()
        to = last_decision(battle, seat)
        if to is None or battle.outcome is not None:
            raise ApiError("illegal", _("There is nothing of yours to take back."))
        if battle.why_not_alone(seat, to) is None:
            return await _go_back(live, seat, rid, to, (seat,))
        return await _propose(live, seat, rid, TakingBack(to, seat, (seat, *bots(live))))

    return await live.do(job)


async def agree(live: Live, seat: str, rid: str, yes: bool) -> Json:
    """Say yes or no to the take-back that another seat has asked for; whoever has said yes may still say no."""

    async def job() -> Json:
        if (known := live.replies.get((seat, rid))) is not None:
            return known
        asked = live.taking_back
        if asked is None or (yes and seat in asked.agreed):
            raise ApiError("gone", _("Nobody has asked for that."))
        return await _propose(live, seat, rid, TakingBack(asked.to, asked.by, (*asked.agreed, seat)) if yes else None)

    return await live.do(job)


async def _propose(live: Live, seat: str, rid: str, asked: TakingBack | None) -> Json:
    if asked is not None and sorted(asked.agreed) == sorted(live.places):
        return await _go_back(live, seat, rid, asked.to, tuple(live.places))
    live.taking_back = asked
    reply = {"rid": rid}
    kept = update(BATTLES).where(BATTLES.c.id == live.id).values(taking_back=asked.plain() if asked else None)
    await live.keep(seat, rid, reply, kept)
    live.change()
    return reply


async def _go_back(live: Live, seat: str, rid: str, to: int, seats: tuple[str, ...]) -> Json:
    return await live.put(seat, rid, Input("take_back", seats[0], {"to": to, "seats": list(seats)}))
