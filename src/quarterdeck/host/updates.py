"""What a seat sees of its battle: the update, the unit of the contract, made of its view and nothing else."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Json
from quarterdeck.engine.slates import Slate
from quarterdeck.engine.system import Outcome
from quarterdeck.engine.text import Text, _, plain
from quarterdeck.host.desk import bots, last_decision
from quarterdeck.host.live import Body, Live, Watch
from quarterdeck.host.logs import Log
from quarterdeck.host.places import Place
from quarterdeck.host.reader import Reader


class Update(NamedTuple):
    """An update as it is sent, with its revision and the number of its last event."""

    rev: int
    n: int
    text: str


def update_of(live: Live, seat: str | None, since: int, build: str) -> Update:
    """The update of a seat (None: the public) with what it was told after its event `since`.

    Its revision grows with anything that the seat can see, and with nothing else. What is the same for all who look at the
    seat is written once.
    """
    body = live.bodies.get(seat)
    if body is None:
        body = live.bodies[seat] = _body(live, seat)
    rev, n = live.watches[seat].rev, len(body.events)
    now = {"rev": rev, "now": int(time.time() * 1000), "n": n, "build": build, "events": body.events[max(since, 0) :]}
    return Update(rev, n, f"{body.text[:-1]},{_compact(now)[1:]}")


def _body(live: Live, seat: str | None) -> Body:
    made = _made(live, seat)
    events = made.pop("events")
    body = Body(_compact(made), events)
    shown = hashlib.sha256(f"{len(events)} {body.text}".encode()).hexdigest()
    watch = live.watches.setdefault(seat, Watch(int(time.time() * 1000)))
    if watch.shown != shown:
        watch.shown, watch.rev = shown, watch.rev + 1
    return body


def _compact(value: Json) -> str:
    return orjson.dumps(value).decode()


def _made(live: Live, seat: str | None) -> dict[str, Json]:
    battle = live.battle
    seats = [_seat(live, place, seat) for place in live.places.values()]
    whole: dict[str, Json] = {
        "battle": live.id,
        "seat": seat or "-",
        "title": live.title,
        "system": live.system.key,
        "seats": seats,
    }
    if live.halted is not None:
        whole["halted"] = plain(live.halted)
    if battle is None:
        return {**whole, "events": [], "offers": []}
    reader = Reader(live.system, battle.view(seat), live.memories)
    log = _read(live, battle, seat, reader)
    whole["events"] = log.events
    whole["picture"] = reader.wired(live.system.picture(reader.view))
    if marks := log.marks():
        whole["picture"]["progress"]["marks"] = marks
    whole["offers"] = [] if seat is None else _offers(battle, seat, reader)
    whole["can"] = {} if seat is None else _can(live, battle, seat, reader)
    slate = live.slate(seat) if seat is not None else None
    if slate is not None:
        whole["slate"] = _slate(live, slate, reader)
    if battle.outcome is not None:
        whole["outcome"] = _outcome(battle.outcome, reader)
    return whole


def _read(live: Live, battle: Battle[Any], seat: str | None, reader: Reader) -> Log:
    """All that a seat was told. What was made of an event before is kept: only what is new is told in words."""
    log = live.logs.setdefault(seat, Log())
    sides = {place.seat: place.side for place in live.places.values()}
    for told, stamp in zip(battle.told[log.told :], live.stamps(battle)[log.told :], strict=True):
        event = told.seen_by(seat)
        if event is not None:
            log.add(reader.event(len(log.events) + 1, event, stamp, sides))
    log.told = len(battle.told)
    return log


def _slate(live: Live, slate: Slate, reader: Reader) -> Json:
    dresses = [
        reader.dress(key, question, question.outline(reader.view, slate.drafts.get(key)))
        for key, question in slate.questions.items()
    ]
    whole: dict[str, Json] = {"id": slate.id, "secret": slate.secret, "state": "open", "rev": slate.rev, "questions": dresses}
    return {**whole, "due": live.dues[slate.id]} if slate.id in live.dues else whole


def _offers(battle: Battle[Any], seat: str, reader: Reader) -> list[Json]:
    offered = battle.offers(seat).items()
    return [{"id": key, "dress": reader.dress(key, offer, offer.outline(reader.view)), "until": "rest"} for key, offer in offered]


def _can(live: Live, battle: Battle[Any], seat: str, reader: Reader) -> Json:
    """What a seat may do besides answering: take back (or why it cannot alone), agree to another's wish, give up."""
    whole: dict[str, Json] = {"concede": battle.outcome is None and seat not in battle.conceded()}
    to = last_decision(battle, seat)
    if to is not None and battle.outcome is None:
        why = None if len(bots(live)) + 1 == len(live.places) else battle.why_not_alone(seat, to)
        whole["take_back"] = True if why is None else reader.text(why)
    if live.taking_back is not None:
        asked = live.taking_back
        whole["agree"] = {"by": asked.by, "agreed": seat in asked.agreed}
    return whole


def _outcome(outcome: Outcome, reader: Reader) -> Json:
    reason = {"reason": reader.text(outcome.reason), "rule": outcome.rule}
    return {"winners": list(outcome.winners), **reason, "scores": outcome.scores}


def _seat(live: Live, place: Place, viewer: str | None) -> Json:
    state, icon, waited = _state(live, place)
    here = place.seat in live.here or place.seat == viewer
    slate = live.battle.slates().get(place.seat) if live.battle is not None else None
    whole: dict[str, Json] = {
        "id": place.seat,
        "side": place.side,
        "name": place.name,
        "who": "person" if place.person else "bot",
        "state": plain(state),
    }
    whole |= {"icon": icon, "waited": waited, "here": here, "you": place.seat == viewer}
    return {**whole, "due": live.dues[slate.id]} if slate is not None and slate.id in live.dues else whole


def _state(live: Live, place: Place) -> tuple[Text, str, bool]:
    battle = live.battle
    if not place.taken:
        return _("not here yet"), "open", True
    if battle is None:
        return _("ready"), "tick", False
    if battle.outcome is not None:
        won = place.side in battle.outcome.winners
        return (_("has won"), "flag", False) if won else (_("the battle is over"), "", False)
    if place.seat in battle.conceded():
        return _("has given up"), "flag", False
    slate = battle.slates().get(place.seat)
    if slate is not None:
        return (_("writing"), "pen", True) if slate.secret else (_("to answer"), "pen", True)
    secret = any(other.secret for other in battle.slates().values())
    return (_("answer given"), "lock", False) if secret else (_("waiting"), "clock", False)


def summary(live: Live, seats: Mapping[str, Place]) -> Json:
    """A battle in a list, as whoever holds these seats may see it."""
    mine = next(iter(seats), None)
    battle = live.battle
    waits = [place.seat for place in live.places.values() if _state(live, place)[2]]
    over = battle is not None and battle.outcome is not None
    whole: dict[str, Json] = {"battle": live.id, "seat": mine or "-", "title": live.title, "system": live.system.key}
    whole |= {"moved": int(live.moved * 1000), "waited": waits, "yours": any(seat in seats for seat in waits), "over": over}
    if mine is not None:
        whole["side"] = live.places[mine].side
    if live.halted is not None:
        whole["halted"] = plain(live.halted)
    if battle is None:
        return whole
    reader = Reader(live.system, battle.view(mine))
    progress = live.system.progress(reader.view)
    whole |= {"word": reader.text(progress.word), "at": progress.at, "of": progress.of}
    if battle.outcome is not None:
        whole["outcome"] = _outcome(battle.outcome, reader)
        whole["won"] = [{"side": side, "name": reader.names.get(side, side)} for side in battle.outcome.winners]
    return whole


def unread(row: Mapping[str, Any], seat: str, why: Text) -> Json:
    """A battle in a list that cannot be loaded."""
    whole = {"battle": row["id"], "seat": seat, "title": row["title"], "system": row["system"], "halted": plain(why)}
    return {**whole, "moved": int(row["moved"] * 1000), "waited": [], "yours": False, "over": False}
