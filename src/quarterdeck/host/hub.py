"""All battles of a host: beginning them, sitting down, loading them when first asked for."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, insert, select, update

from quarterdeck.bots.playing import check_suited
from quarterdeck.engine import system as rule_systems
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import commitment
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.record import Input, Record, read_record
from quarterdeck.engine.replay import load
from quarterdeck.engine.system import Scenario
from quarterdeck.engine.text import _
from quarterdeck.host import answering, places
from quarterdeck.host.errors import ApiError, missing
from quarterdeck.host.live import FAILED, Live, Means, TakingBack, written
from quarterdeck.host.people import digest_of, new_id, new_key
from quarterdeck.host.places import PAST, PERSON, Place
from quarterdeck.host.settings import MOST_BATTLES, MOST_LISTED
from quarterdeck.host.tables import BATTLES, DRAFTS, DUES, INPUTS, OWNERS, REPLIES, TOKENS

PUBLIC = "-"
"""The seat of whoever only looks on."""
MOST_TRIES = 1
"""How often an input that has not been seen to work is tried when its battle is loaded."""


class Hub:
    """The battles of a host."""

    def __init__(self, means: Means) -> None:
        self.means = means
        self.onlookers = 0
        """How many sockets of the public are open."""
        self._battles: dict[str, Live] = {}
        self._owners: set[tuple[str, str, str]] = set()
        self._loading: dict[str, asyncio.Task[Live]] = {}

    def let_go(self) -> None:
        """Let all who wait for something new go: the server is about to stop."""
        for live in self._battles.values():
            live.let_go()

    async def close(self) -> None:
        """Stop all battles; each stands where its last accepted input left it."""
        for live in list(self._battles.values()):
            await live.stop()
        self._battles.clear()

    # --- beginning -----------------------------------------------------------------------------------------------------------

    async def lay(
        self, system_key: str, scenario: Scenario, players: Mapping[str, str], *, typed: bool, clock: int | None = None
    ) -> dict[str, Json]:
        """Lay the table for a battle. It begins when all seats of persons are taken; `clock` is how many seconds each of
        their decisions may take.

        Returns the battle's id, the commitment of its dice, and an invitation to each seat of a person.
        """
        system = rule_systems.find(system_key)
        sides = scenario.seat_sides()
        seats = [Place(seat, side, players.get(seat, PERSON)) for seat, side in sides.items()]
        for place in seats:
            if place.person:
                place.clock = clock
            else:
                check_suited(system, place.seat, place.player)
                place.name, place.taken = place.player, True
        if not any(place.person for place in seats) and typed:
            raise ApiError("illegal", _("Nobody is there to roll the dice."))
        battle, seed = new_id(), None if typed else self.means.settings.seeds()
        tokens = {place.seat: new_key() for place in seats if place.person}
        now = time.time()
        row = insert(BATTLES).values(
            id=battle,
            system=system.key,
            title=scenario.title,
            scenario=system.write(scenario),
            seats=places.written(seats),
            dice="typed" if typed else "seeded",
            seed=seed,
            made=now,
            moved=now,
        )
        invited = [insert(TOKENS).values(digest=digest_of(key), battle=battle, seat=seat) for seat, key in tokens.items()]
        await self.means.store.write(row, *invited)
        if not tokens:
            await self.live(battle)
        return {"battle": battle, "commitment": "" if seed is None else commitment(seed), "tokens": tokens}

    async def keep(self, record: Record, holder: str) -> str:
        """Keep the battle of a record, which has been checked, for whoever brought it to look at."""
        header, now, battle = record.header, time.time(), new_id()
        system = rule_systems.find(header.system)
        scenario = system.read("scenario", header.scenario)
        assert not isinstance(scenario, list)
        bots = {entry.seat for entry in record.inputs if entry.by == "bot"}
        played = {seat.id: PAST if seat.id in bots else PERSON for seat in header.seats}
        seats = [Place(seat.id, seat.side, played[seat.id], seat.name, seat.salt, taken=True) for seat in header.seats]
        row = insert(BATTLES).values(
            id=battle,
            system=header.system,
            title=scenario.title,
            scenario=header.scenario,
            seats=places.written(seats),
            dice=header.dice,
            seed=record.seed,
            header=header.line(),
            outcome=record.outcome,
            made=now,
            moved=now,
        )
        lines = [
            insert(INPUTS).values(battle=battle, n=n, line=written(entry), digest=digest, tried=0)
            for n, (entry, digest) in enumerate(zip(record.inputs, record.digests, strict=True), 1)
        ]
        owner = [insert(OWNERS).values(battle=battle, seat=PUBLIC, holder=holder)] if holder else []
        await self.means.store.write(row, *lines, *owner)
        return battle

    async def join(self, token: str, holder: str, name: str, salt: str) -> dict[str, Json]:
        """Sit down by an invitation, which nobody can use again. The salt of a seat already taken stays as it is."""
        store, digest = self.means.store, digest_of(token)
        found = await store.read(select(TOKENS).where(TOKENS.c.digest == digest))
        if not found:
            raise ApiError("gone", _("This invitation has been used, or there is none such."))
        battle, seat = found[0]["battle"], found[0]["seat"]
        live = await self.live(battle)

        async def job() -> Json:
            if not await store.read(select(TOKENS).where(TOKENS.c.digest == digest)):
                raise ApiError("gone", _("This invitation has been used, or there is none such."))
            place = live.places[seat]
            if not place.taken:
                place.name, place.salt, place.taken = name, salt, True
            seats = update(BATTLES).where(BATTLES.c.id == battle).values(seats=places.written(list(live.places.values())))
            owner = insert(OWNERS).values(battle=battle, seat=seat, holder=holder)
            taken = delete(OWNERS).where(OWNERS.c.battle == battle, OWNERS.c.seat == seat, OWNERS.c.holder == holder)
            await store.write(delete(TOKENS).where(TOKENS.c.digest == digest), seats, taken, owner)
            await self._begin_if_full(live)
            live.change()
            return {"battle": battle, "seat": seat}

        joined: dict[str, Json] = await live.do(job)
        return joined

    async def invite(self, live: Live, seat: str) -> str:
        """A new invitation to a seat, for another device or for whoever is to sit there."""
        key = new_key()
        await self.means.store.write(insert(TOKENS).values(digest=digest_of(key), battle=live.id, seat=seat))
        return key

    async def _begin_if_full(self, live: Live) -> None:
        if live.battle is not None or not all(place.taken for place in live.places.values()):
            return
        row = await self._row(live.id)
        scenario = live.system.read("scenario", row["scenario"])
        assert not isinstance(scenario, list)
        live.battle = Battle.begin(
            live.system,
            scenario,
            seed=row["seed"],
            names={place.seat: place.name for place in live.places.values()},
            salts={place.seat: place.salt for place in live.places.values()},
            keep=False,
            listener=live.hear,
        )
        assert live.battle.header is not None
        header = live.battle.header.line()
        await self.means.store.write(update(BATTLES).where(BATTLES.c.id == live.id).values(header=header, moved=time.time()))

    # --- finding ---------------------------------------------------------------------------------------------------------------

    async def live(self, battle: str) -> Live:
        """A battle by its id, loaded if it was not in memory; an `ApiError` where there is none, or it cannot be read."""
        if battle in self._battles:
            live = self._battles[battle]
            live.used = time.monotonic()
            return live
        if battle not in self._loading:
            self._loading[battle] = asyncio.get_running_loop().create_task(self._load(battle))
            self._loading[battle].add_done_callback(lambda _task: self._loading.pop(battle, None))
        return await asyncio.shield(self._loading[battle])

    async def _load(self, battle: str) -> Live:
        try:
            live = await self._read(battle)
        except ApiError:
            raise
        except Exception:
            raise ApiError("halted", FAILED) from None
        self._make_room()
        self._battles[battle] = live
        live.start()
        return live

    async def _read(self, battle: str) -> Live:
        row = await self._row(battle)
        live = Live(
            battle,
            rule_systems.find(row["system"]),
            row["title"],
            row["seed"],
            places.read(row["seats"]),
            self.means,
            moved=row["moved"],
            follow=answering.drive,
        )
        for said in await self.means.store.read(select(REPLIES).where(REPLIES.c.battle == battle)):
            live.replies[said["seat"], said["rid"]] = said["reply"]
        dues = await self.means.store.read(select(DUES).where(DUES.c.battle == battle))
        live.dues = {each["slate"]: each["due"] for each in dues}
        if row["header"] is None:
            await self._begin_if_full(live)
        else:
            await self._replay(live, row)
        return live

    async def owns(self, battle: str, seat: str, holder: str) -> bool:
        """Whether a holder may act for a seat."""
        same = (OWNERS.c.battle == battle, OWNERS.c.seat == seat, OWNERS.c.holder == holder)
        key = (battle, seat, holder)
        if key not in self._owners and holder and await self.means.store.read(select(OWNERS).where(*same)):
            self._owners.add(key)
        return key in self._owners

    async def seats_of(self, holder: str) -> dict[str, list[str]]:
        """The seats that a holder has, by battle."""
        found: dict[str, list[str]] = {}
        if holder:
            for row in await self.means.store.read(select(OWNERS).where(OWNERS.c.holder == holder)):
                found.setdefault(row["battle"], []).append(row["seat"])
        return found

    async def latest(self, holder: str) -> list[dict[str, Any]]:
        """The latest battles of a holder: id, title, system and when something last moved."""
        mine = select(OWNERS.c.battle).where(OWNERS.c.holder == holder)
        columns = (BATTLES.c.id, BATTLES.c.title, BATTLES.c.system, BATTLES.c.moved)
        query = select(*columns).where(BATTLES.c.id.in_(mine)).order_by(BATTLES.c.moved.desc()).limit(MOST_LISTED)
        return await self.means.store.read(query) if holder else []

    async def _row(self, battle: str) -> dict[str, Any]:
        rows = await self.means.store.read(select(BATTLES).where(BATTLES.c.id == battle))
        if not rows:
            raise missing()
        return rows[0]

    async def _replay(self, live: Live, row: Mapping[str, Any]) -> None:
        """The battle of a row, with what was put in; what does not replay halts this battle and no other."""
        query = select(INPUTS).where(INPUTS.c.battle == live.id).order_by(INPUTS.c.n)
        kept = await self.means.store.read(query)
        worked = [each for each in kept if each["digest"]]
        try:
            record = _record(row, worked)
            live.battle = await asyncio.to_thread(load, record, live.system, seed=row["seed"], listener=live.hear)
        except Refused:
            live.halted = FAILED
            return
        for each in kept[len(worked) :]:
            await self._try(live, each)
        back = row["taking_back"]
        live.taking_back = TakingBack(back["to"], back["by"], tuple(back["agreed"])) if back else None
        drafts = await self.means.store.read(select(DRAFTS).where(DRAFTS.c.battle == live.id))
        live.drafted = bool(drafts)
        for draft in drafts:
            slate = live.battle.slates().get(draft["seat"])
            if slate is not None and draft["question"] in slate.questions:
                slate.drafts[draft["question"]] = draft["draft"]
                slate.rev = max(slate.rev, draft["rev"])

    async def _try(self, live: Live, kept: Mapping[str, Any]) -> None:
        """Let an input work that was appended, but not seen to work; one that brought the program down before is left out."""
        n = kept["n"]
        if kept["tried"] < MOST_TRIES:
            row = (INPUTS.c.battle == live.id, INPUTS.c.n == n)
            await self.means.store.write(update(INPUTS).where(*row).values(tried=kept["tried"] + 1))
            if live.works(Input(**json.loads(kept["line"]))):
                live.worked(n)
                return
        live.replies = {key: reply for key, reply in live.replies.items() if reply.get("n") != n}
        await self.means.store.write(*live.dropped(n))

    def _make_room(self) -> None:
        """The battle that nobody has used for longest leaves memory, where there are too many."""
        idle = [live for live in self._battles.values() if live.idle]
        if len(self._battles) >= MOST_BATTLES and idle:
            oldest = min(idle, key=lambda live: live.used)
            del self._battles[oldest.id]
            oldest.let_go()


def _record(row: Mapping[str, Any], worked: list[Any]) -> Record:
    """The record of a battle as far as its inputs were seen to work."""
    record = read_record(row["header"] + "\n")
    record.inputs = [Input(**json.loads(each["line"])) for each in worked]
    record.digests = [each["digest"] for each in worked]
    if row["outcome"] is not None:
        record.outcome, record.seed = row["outcome"], row["seed"]
        record.end_digest = record.digests[-1] if record.digests else record.header.digest()
    return record
