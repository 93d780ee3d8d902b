"""A live battle: one task that takes what is sent to it in its turn, and whoever watches it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Told
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.record import Digest, Input
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.slates import Slate
from quarterdeck.engine.system import System
from quarterdeck.engine.text import Text, _
from quarterdeck.host.errors import ApiError
from quarterdeck.host.jobs import answers_of, packed
from quarterdeck.host.places import Place
from quarterdeck.host.settings import MOST_APPLY, Settings
from quarterdeck.host.store import Store
from quarterdeck.host.tables import BATTLES, DRAFTS, INPUTS, REPLIES
from quarterdeck.host.workers import Failed, Workers


class TooLong(Exception):
    """The rules took too long over an input."""


@dataclass(frozen=True, slots=True)
class Means:
    """What all battles of a host share."""

    store: Store
    workers: Workers
    settings: Settings


@dataclass(frozen=True, slots=True)
class TakingBack:
    """A take-back that a seat has asked for: to after input `to` of the line; `agreed` are the seats that have said yes."""

    to: int
    by: str
    agreed: tuple[str, ...]

    def plain(self) -> Json:
        """As the database keeps it."""
        return {"to": self.to, "by": self.by, "agreed": list(self.agreed)}


@dataclass(slots=True)
class Watch:
    """What a seat was shown last: its revision, and the digest of it."""

    rev: int
    shown: str = ""


@dataclass(slots=True)
class Live:
    """A battle in memory. `battle` is None until all seats are taken; `halted` says why it cannot go on.

    `stamps` tells of each event told in which round and phase that was; `watches`, `bodies` and `logs` are what seats have
    been shown (None: the public), `here` how many pages of a seat are open.
    """

    id: str
    system: System[Any]
    title: str
    seed: str | None
    places: dict[str, Place]
    means: Means
    battle: Battle[Any] | None = None
    halted: Text | None = None
    taking_back: TakingBack | None = None
    moved: float = field(default_factory=time.time)
    used: float = field(default_factory=time.monotonic)
    stamps: list[tuple[int, Text | str]] = field(default_factory=list)
    watches: dict[str | None, Watch] = field(default_factory=dict)
    bodies: dict[str | None, dict[str, Json]] = field(default_factory=dict)
    logs: dict[str | None, tuple[list[Json], int]] = field(default_factory=dict)
    here: dict[str, int] = field(default_factory=dict)
    _digest: Digest | None = None
    _queue: asyncio.Queue[tuple[Callable[[], Awaitable[Json]], asyncio.Future[Json]]] = field(default_factory=asyncio.Queue)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    # --- the task ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Let the battle run; it follows the events of its battle from now on."""
        self._tasks["battle"] = asyncio.get_running_loop().create_task(self._work(), name=f"battle {self.id}")
        self.drive()

    async def stop(self) -> None:
        """End the task and the bots that think."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _work(self) -> None:
        while True:
            job, done = await self._queue.get()
            try:
                reply = await job()
            except Exception as fault:
                _settle(done, fault)
            else:
                _settle(done, reply)

    async def do(self, job: Callable[[], Awaitable[Json]]) -> Json:
        """Have something done in its turn, whether or not whoever asked goes on listening."""
        self.used = time.monotonic()
        done: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((job, done))
        return await asyncio.shield(done)

    def change(self) -> None:
        """Something may be seen that could not before: wake whoever waits, and let bots think."""
        self.bodies.clear()
        news, self._news = self._news, asyncio.Event()
        news.set()
        self.drive()

    async def news(self, seconds: float) -> None:
        """Wait for a change, so long at most."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)

    def hear(self, told: Told, state: Any) -> None:
        """Listen to the battle: note when each event was told."""
        progress = self.system.progress(state)
        now = next((phase.text for phase in progress.phases if phase.state == "now"), "")
        self.stamps.append((progress.at, now))

    # --- what is open ------------------------------------------------------------------------------------------------------

    def need_battle(self) -> Battle[Any]:
        """The battle, where it has begun and can go on."""
        if self.halted is not None:
            raise ApiError("halted", self.halted)
        if self.battle is None:
            raise ApiError("closed", _("The battle has not begun: a seat waits for somebody."))
        return self.battle

    def side_name(self, side: str) -> str:
        """What a side is called."""
        battle = self.battle
        return side if battle is None else self.system.names(battle.view(None)).get(side, side)

    def slate(self, seat: str) -> Slate | None:
        """The slate that a seat is to fill: its own, or the dice that a bot would roll at a table of real dice."""
        battle = self.battle
        if battle is None or battle.outcome is not None:
            return None
        slates = battle.slates()
        if battle.wanted is None:
            return slates.get(seat)
        roller, slate = next(iter(slates.items()))
        for_bot = not self.places[roller].person and self.places[seat].person
        return slate if roller == seat or for_bot else None

    # --- putting in ----------------------------------------------------------------------------------------------------------

    async def replied(self, seat: str, rid: str) -> Json:
        """What was replied to this request before; None to a new one."""
        same = (REPLIES.c.battle == self.id, REPLIES.c.seat == seat, REPLIES.c.rid == rid)
        rows = await self.means.store.read(select(REPLIES.c.reply).where(*same))
        return rows[0]["reply"] if rows else None

    async def put(self, seat: str, rid: str, entry: Input, values: list[Any] | None = None) -> Json:
        """Append a checked input, let it work, and reply: only in this battle's task."""
        battle = self.need_battle()
        n = len(battle.inputs) + 1
        reply = {"rid": rid, "n": n}
        kept = insert(INPUTS).values(battle=self.id, n=n, line=written(entry), tried=0)
        try:
            await self.means.store.write(kept, *self.replying(seat, rid, reply))
        except IntegrityError:
            self.halted = _("Another server goes on with this battle.")
            raise ApiError("halted", self.halted) from None
        self.apply(entry, values)
        await self.worked(n)
        return reply

    def replying(self, seat: str, rid: str, reply: Json) -> list[Any]:
        """What keeps a reply; requests of the host's own have no id."""
        return [insert(REPLIES).values(battle=self.id, seat=seat, rid=rid, reply=reply)] if rid else []

    def apply(self, entry: Input, values: list[Any] | None = None) -> None:
        """Let an input work in the battle; one that takes too long is void."""
        battle = self.need_battle()
        if entry.kind == "take_back":
            battle.take_back(entry.given["to"], tuple(entry.given["seats"]))
        else:
            with time_limit(MOST_APPLY):
                battle.put(entry, values)
        self.taking_back = None
        self.moved = time.time()

    async def worked(self, n: int) -> None:
        """An input has worked: note its digest and how the battle stands, and tell everybody."""
        battle = self.need_battle()
        assert battle.header is not None
        if self._digest is None:
            self._digest = Digest(battle.header)
        *_earlier, digest = self._digest.follow(battle.inputs, battle.told)
        ended, _seed = battle.ending()
        row = update(BATTLES).where(BATTLES.c.id == self.id).values(moved=self.moved, outcome=ended, taking_back=None)
        number = (
            update(INPUTS)
            .where(INPUTS.c.battle == self.id, INPUTS.c.n == n)
            .values(digest=digest, line=written(battle.inputs[n - 1]))
        )
        await self.means.store.write(number, row, delete(DRAFTS).where(DRAFTS.c.battle == self.id, *self._closed()))
        self.change()

    def _closed(self) -> list[Any]:
        """That a draft is of no open question."""
        battle = self.need_battle()
        return [DRAFTS.c.question.not_in([q for slate in battle.slates().values() for q in slate.questions])]

    # --- bots ----------------------------------------------------------------------------------------------------------------

    def drive(self) -> None:
        """Let each bot that is asked something think, unless it does already."""
        battle = self.battle
        if battle is None or self.halted is not None or battle.outcome is not None or battle.wanted is not None:
            return
        for seat, slate in battle.slates().items():
            name = f"{seat} {slate.id}"
            if not self.places[seat].person and name not in self._tasks:
                self._tasks[name] = asyncio.get_running_loop().create_task(self._think(seat, slate), name=name)
                self._tasks[name].add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        self._tasks.pop(task.get_name(), None)

    async def _think(self, seat: str, slate: Slate) -> None:
        """Answer a slate as the bot does; where that fails or is refused, with the defaults."""
        await asyncio.sleep(self.means.settings.pace)
        battle = self.battle
        if battle is None or battle.slates().get(seat) is not slate:
            return
        given = packed(battle.view(seat), slate.questions)
        try:
            answers = await self.means.workers.for_bot(answers_of, self.system.key, self.places[seat].player, given)
        except Failed:
            answers = {}
        await self.do(lambda: self._bot_gives(seat, slate, answers))

    async def _bot_gives(self, seat: str, slate: Slate, answers: dict[str, Json]) -> Json:
        battle = self.need_battle()
        if battle.slates().get(seat) is not slate:
            return None
        try:
            entry, values = battle.slate_input(seat, answers, by="bot")
        except Refused:
            view = battle.view(seat)
            defaults = {key: plain_answer(question.default(view)) for key, question in slate.questions.items()}
            entry, values = battle.slate_input(seat, defaults, by="bot")
        return await self.put(seat, "", entry, values)


def _settle(done: asyncio.Future[Json], result: Json | Exception) -> None:
    if done.done():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)


def written(entry: Input) -> str:
    """An input as the database keeps it, so that ``Input(**json.loads(...))`` reads it."""
    kept = {"kind": entry.kind, "seat": entry.seat, "given": entry.given, "by": entry.by}
    return json.dumps({**kept, "void": entry.void} if entry.void else kept)


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End what runs here after so many seconds with `TooLong`, where the machine has a clock for that."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: Any) -> None:
        raise TooLong(f"over {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
