"""The API over HTTP: seats and their battles, by the contract. The web client uses this and nothing else."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request, Response

from quarterdeck.bots.playing import bot_names, bots_for
from quarterdeck.engine import system as rule_systems
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.paper import LAYOUTS
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.record import Input, read_record
from quarterdeck.engine.text import _, plain
from quarterdeck.host import desk
from quarterdeck.host.arts import art_of
from quarterdeck.host.errors import ApiError, denied, missing
from quarterdeck.host.hub import PUBLIC, Hub
from quarterdeck.host.jobs import dress_of, packed, paper_of, suggestion_of
from quarterdeck.host.live import Live
from quarterdeck.host.people import COOKIE, digest_of
from quarterdeck.host.reader import Reader
from quarterdeck.host.replays import replay_of, sheet_then, verdict_of
from quarterdeck.host.sent import Commit, Draft, Given, Invite, Join, NewBattle, RecordSent, Suggest
from quarterdeck.host.settings import MOST_SHEETS, MOST_WAIT
from quarterdeck.host.updates import summary, unread, update_of
from quarterdeck.host.workers import Failed

API = APIRouter(prefix="/api")


def hub_of(request: Request) -> Hub:
    """The hub of the application."""
    hub: Hub = request.app.state.hub
    return hub


def holder_of(request: Request) -> str:
    """The digest of the key of whoever asks; empty without one."""
    scheme, _space, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        key = request.cookies.get(COOKIE, "")
    return digest_of(key) if 16 <= len(key) <= 100 else ""


HubOf = Annotated[Hub, Depends(hub_of)]
Holder = Annotated[str, Depends(holder_of)]


async def own(battle: str, seat: str, hub: HubOf, holder: Holder) -> tuple[Live, str]:
    """The battle and a seat in it that whoever asks owns."""
    live = await hub.live(battle)
    if seat not in live.places:
        raise missing()
    if not await hub.owns(battle, seat, holder):
        raise denied()
    return live, seat


async def seen(battle: str, seat: str, hub: HubOf, holder: Holder) -> tuple[Live, str | None]:
    """The battle and how it is looked at: as a seat that whoever asks owns, or as the public."""
    if seat == PUBLIC:
        return await hub.live(battle), None
    return await own(battle, seat, hub, holder)


Own = Annotated[tuple[Live, str], Depends(own)]
Seen = Annotated[tuple[Live, "str | None"], Depends(seen)]


# Beginning


@API.get("/systems", tags=["systems"])
def systems() -> Json:
    """The rule systems that are installed, each with its scenarios."""
    return [_system(system) for system in rule_systems.installed().values()]


def _system(system: Any) -> Json:
    scenarios = [_scenario(system, key, scenario) for key, scenario in system.scenarios().items()]
    words = {"key": system.key, "title": system.title, "levels": bot_names(system), "art": art_of(system.key)}
    return {**words, "scenarios": scenarios}


def _scenario(system: Any, key: str, scenario: Any) -> Json:
    seats, names = scenario.seat_sides(), system.names(system.view(system.start(scenario), None))
    sides = {side: names.get(side, side) for side in seats.values()}
    facts = [plain(fact) for fact in scenario.facts()]
    optional = [
        {"key": switch.key, "text": plain(switch.text), "rule": switch.rule, "on": switch.on}
        for switch in system.switches(scenario)
    ]
    words = {"key": key, "title": scenario.title, "text": scenario.text, "facts": facts}
    bots = {seat: bots_for(system, seat) for seat in seats}
    return {**words, "seats": seats, "sides": sides, "bots": bots, "switches": optional}


@API.get("/systems/{key}/scenarios/{scenario}/picture", tags=["systems"])
def scenario_picture(key: str, scenario: str) -> Json:
    """The picture of a scenario before its first move, as the public sees it."""
    system = rule_systems.find(key)
    if scenario not in system.scenarios():
        raise missing()
    view = system.view(system.start(system.scenarios()[scenario]), None)
    return Reader(system, view).wired(system.picture(view))


@API.post("/battles", tags=["battles"])
async def new_battle(sent: NewBattle, hub: HubOf) -> Json:
    """Lay the table for a battle: its id, the commitment of its dice, and an invitation for each seat of a person."""
    system = rule_systems.find(sent.system)
    if isinstance(sent.scenario, str):
        if sent.scenario not in system.scenarios():
            raise ApiError("illegal", _("There is no scenario “{key}”.", key=sent.scenario))
        scenario: Any = system.scenarios()[sent.scenario]
    else:
        scenario = system.read("scenario", sent.scenario)
        if isinstance(scenario, list):
            raise Refused(scenario)
    if unknown := [seat for seat in sent.players if seat not in scenario.seat_sides()]:
        raise ApiError("illegal", _("There is no seat “{seat}”.", seat=unknown[0]))
    if unknown := [key for key in sent.switches if key not in [switch.key for switch in system.switches(scenario)]]:
        raise ApiError("illegal", _("There is no optional rule “{key}”.", key=unknown[0]))
    scenario = system.switched(scenario, sent.switches)
    return await hub.lay(system.key, scenario, sent.players, typed=sent.dice == "typed", clock=sent.clock)


@API.post("/join", tags=["battles"])
async def join(sent: Join, hub: HubOf, holder: Holder) -> Json:
    """Sit down by an invitation. Needs a key: the cookie of a browser, or `Authorization: Bearer` with one of your own."""
    if not holder:
        raise denied(_("Whoever sits down needs a key."))
    return await hub.join(sent.token, holder, sent.name, sent.salt)


@API.get("/battles", tags=["battles"])
async def battles(hub: HubOf, holder: Holder) -> Json:
    """The battles of whoever asks, the latest first, fifty at most."""
    mine = await hub.seats_of(holder)
    return [await _listed(hub, row, mine[row["id"]]) for row in await hub.latest(holder)]


async def _listed(hub: Hub, row: dict[str, Any], seats: list[str]) -> Json:
    try:
        live = await hub.live(row["id"])
    except ApiError as error:
        return unread(row, seats[0], error.text)
    return summary(live, {seat: live.places[seat] for seat in seats if seat != PUBLIC})


# A seat


@API.get("/battles/{battle}/{seat}", tags=["seat"])
async def update(request: Request, seen: Seen, n: int = 0, wait: float = 0, rev: int = 0) -> Response:
    """The update of a seat with its events after `n`; with `wait`, only when it is newer than `rev`, or after so many
    seconds."""
    live, seat = seen
    build = request.app.state.build
    found = update_of(live, seat, n, build)
    if wait <= 0:
        return Response(found.text, media_type="application/json")
    end = time.monotonic() + min(wait, MOST_WAIT)
    with live.listened(seat):
        while found.rev <= rev and not live.stopped and (left := end - time.monotonic()) > 0:
            await live.news(left)
            found = update_of(live, seat, n, build)
    return Response(found.text, media_type="application/json")


@API.get("/battles/{battle}/{seat}/picture", tags=["seat"])
async def picture(seen: Seen) -> Json:
    """The picture alone, for a thumbnail."""
    live, seat = seen
    view = live.need_battle().view(seat)
    return Reader(live.system, view).wired(live.system.picture(view))


@API.get("/battles/{battle}/{seat}/questions/{key}", tags=["seat"])
async def question(own: Own, key: str, hub: HubOf) -> Json:
    """An open question or offer as it is shown with the draft there is, odds and all."""
    live, seat = own
    asked, draft = desk.question_of(live, seat, key)
    view = live.need_battle().view(seat)
    dress = await computed(hub.means.workers.for_page(dress_of, packed(view, {key: asked}), draft))
    return Reader(live.system, live.need_battle().view(seat)).dress(key, asked, dress)


@API.put("/battles/{battle}/{seat}/drafts/{key}", tags=["seat"])
async def draft(own: Own, key: str, sent: Draft) -> Json:
    """Keep a draft of an answer, legal or not. Returns the new revision, and the question as it is shown with it."""
    live, seat = own
    rev = await desk.keep_draft(live, seat, key, sent.k, sent.rev, sent.draft)
    asked, now = desk.question_of(live, seat, key)
    view = live.need_battle().view(seat)
    return {"rev": rev, "k": sent.k, "dress": Reader(live.system, view).dress(key, asked, asked.outline(view, now))}


@API.post("/battles/{battle}/{seat}/suggest/{key}", tags=["seat"])
async def suggest(own: Own, key: str, sent: Suggest, hub: HubOf) -> Json:
    """What the system's own bot would answer."""
    live, seat = own
    asked, _draft = desk.question_of(live, seat, key)
    given = packed(live.need_battle().view(seat), {key: asked})
    return {"draft": await computed(hub.means.workers.for_page(suggestion_of, live.system.key, given))}


async def computed(job: Any) -> Any:
    """What a worker computes; a sentence where it takes too long."""
    try:
        return await job
    except Failed:
        raise ApiError("busy", _("That took too long. Try again.")) from None


@API.post("/battles/{battle}/{seat}/commit", tags=["seat"])
async def commit(own: Own, sent: Commit) -> Json:
    """Give a slate. The same `rid` gets the same reply for ever."""
    live, seat = own
    return await desk.commit(live, seat, sent.rid, sent.slate, sent.rev, sent.answers)


@API.post("/battles/{battle}/{seat}/inputs", tags=["seat"])
async def put_in(own: Own, sent: Given) -> Json:
    """Take an offer, leave a standing answer, take back, agree to that or not, give up."""
    live, seat = own
    match sent.do:
        case "take_back":
            return await desk.ask_back(live, seat, sent.rid)
        case "agree" | "refuse":
            return await desk.agree(live, seat, sent.rid, sent.do == "agree")
        case _:
            return await desk.give(live, seat, sent.rid, lambda battle: _entry(battle, seat, sent))


def _entry(battle: Battle[Any], seat: str, sent: Given) -> Input:
    match sent.do:
        case "offer":
            return battle.offer_input(seat, sent.offer or "", sent.answer)
        case "standing":
            return battle.checked(Input("standing", seat, {"what": sent.what or "", "until": sent.until}))
        case _:
            return battle.checked(Input("concede", seat, None))


@API.post("/battles/{battle}/{seat}/invite", tags=["battles"])
async def invite(own: Own, sent: Invite, hub: HubOf) -> Json:
    """A new invitation to a seat of one's own: for another device, or for somebody else."""
    live, seat = own
    return {"token": await hub.invite(live, seat)}


@API.get("/battles/{battle}/{seat}/sheets/{unit}", tags=["seat"])
async def sheet(seen: Seen, unit: str, hub: HubOf, n: int | None = None) -> Json:
    """The record sheet of a unit in the seat's view; with `n`, as it was after the seat's event of that number."""
    live, seat = seen
    battle = live.need_battle()
    if n is None:
        found = Reader(live.system, battle.view(seat)).sheet_of(unit)
    else:
        found = await computed(hub.means.workers.for_page(sheet_then, bare_record(battle), live.seed, seat, unit, n))
    if found is None:
        raise missing()
    return found


@API.get("/battles/{battle}/{seat}/sheets.pdf", tags=["seat"])
async def paper(seen: Seen, hub: HubOf, unit: str = "", paper: Literal["a4", "letter"] = "a4", per_page: int = 1) -> Response:
    """The record sheets of all units in the seat's view, or of one of them, with their damage, as a PDF."""
    live, seat = seen
    view = live.need_battle().view(seat)
    keys = [unit] if unit else [each.id for each in live.system.picture(view).units if each.sheet]
    found = [live.system.unit(view, key) for key in keys[:MOST_SHEETS]]
    sheets = [live.system.sheet(each, view) for each in found if each is not None]
    if not sheets or per_page not in LAYOUTS:
        raise missing()
    made = await computed(hub.means.workers.for_page(paper_of, sheets, paper, per_page))
    return Response(made, media_type="application/pdf", headers={"content-disposition": 'attachment; filename="sheets.pdf"'})


@API.get("/battles/{battle}/{seat}/replay", tags=["seat"])
async def replay(seen: Seen, hub: HubOf) -> Json:
    """The battle so far, gone through again: a picture a round, and the events with what each changed on it."""
    live, seat = seen
    battle = live.need_battle()
    return await computed(hub.means.workers.for_page(replay_of, bare_record(battle), live.seed, seat))


def bare_record(battle: Battle[Any]) -> str:
    """The record of a battle without its end."""
    record = battle.record()
    record.outcome = record.seed = None
    return record.text()


@API.post("/records", tags=["battles"])
async def keep_record(sent: RecordSent, hub: HubOf, holder: Holder) -> Json:
    """Check a record of a battle, and keep the battle to be looked at."""
    problems = await computed(hub.means.workers.for_page(verdict_of, sent.text))
    if problems:
        raise Refused(problems)
    return {"battle": await hub.keep(read_record(sent.text), holder), "seat": PUBLIC}


@API.get("/battles/{battle}/{seat}/record", tags=["seat"])
async def record(own: Own, hub: HubOf, holder: Holder) -> Response:
    """The record of the battle with the seed of its dice: after its end, or before it for one who holds every seat that is
    not a bot's."""
    live, _seat = own
    battle = live.need_battle()
    held = (await hub.seats_of(holder)).get(live.id, [])
    if battle.outcome is None and not all(place.seat in held for place in live.places.values() if place.person):
        raise denied(_("The record is given out when the battle is over."))
    name = f'attachment; filename="{live.system.key}-{live.id}.jsonl"'
    text = battle.record(reveal=True).text()
    return Response(text, media_type="application/jsonl", headers={"content-disposition": name})
