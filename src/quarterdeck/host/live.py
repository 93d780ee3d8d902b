"""A live battle: one task that takes what is sent to it in its turn, and whoever watches it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import delete, insert, update
from sqlalchemy.exc import IntegrityError

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Told
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.record import Digest, Input
from quarterdeck.engine.replay import load
from quarterdeck.engine.slates import Slate
from quarterdeck.engine.system import System
from quarterdeck.engine.text import Text, _
from quarterdeck.host.errors import ApiError
from quarterdeck.host.logs import Log
from quarterdeck.host.places import Place
from quarterdeck.host.reader import Memories
from quarterdeck.host.settings import LINGER, MOST_APPLY, Settings
from quarterdeck.host.store import Store
from quarterdeck.host.tables import BATTLES, DRAFTS, DUES, INPUTS, REPLIES
from quarterdeck.host.turns import Turns
from quarterdeck.host.workers import Workers

FAILED = _("What is kept of this battle does not replay any more.")
"""Why a battle is halted whose inputs lead nowhere."""


class TooLong(BaseException):
    """The rules took too long over an input. What catches the faults of rules does not catch this."""


Stamp: TypeAlias = "tuple[int, Text | str]"
"""The round and the phase in which something was told."""


@dataclass(frozen=True, slots=True)
class Means:
    """What all battles of a host share."""

    store: Store
    workers: Workers
    settings: Settings
    turns: Turns = field(default_factory=Turns)


@dataclass(frozen=True, slots=True)
class TakingBack:
    """A take-back that a seat has asked for: to after input `to` of the line; `agreed` are the seats that have said yes."""

    to: int
    by: str
    agreed: tuple[str, ...]

    def plain(self) -> Json:
        """As the database keeps it."""
        return {"to": self.to, "by": self.by, "agreed": list(self.agreed)}


class Body(NamedTuple):
    """What a seat is shown, as it is sent, and the events that it was told."""

    text: str
    events: list[Json]


@dataclass(slots=True)
class Watch:
    """What a seat was shown last: its revision, and the digest of it."""

    rev: int
    shown: str = ""


@dataclass(slots=True)
class Live:
    """A battle in memory. `battle` is None until all seats are taken; `halted` says why it cannot go on.

    `watches`, `bodies` and `logs` are what seats have been shown (None: the public), `memories` what was written of pictures,
    `here` how many of a seat are listening, `dues` until when slates have to be given (Unix ms), `replies` what was replied, by
    seat and `rid`, `drafted` whether drafts are kept. `tasks` are what runs beside it, by name; `follow` is called after each
    change.
    """

    id: str
    system: System[Any]
    title: str
    seed: str | None
    places: dict[str, Place]
    means: Means
    follow: Callable[[Live], None] = field(default=lambda _live: None)
    battle: Battle[Any] | None = None
    halted: Text | None = None
    taking_back: TakingBack | None = None
    moved: float = field(default_factory=time.time)
    used: float = field(default_factory=time.monotonic)
    watches: dict[str | None, Watch] = field(default_factory=dict)
    bodies: dict[str | None, Body] = field(default_factory=dict)
    logs: dict[str | None, Log] = field(default_factory=dict)
    here: dict[str, int] = field(default_factory=dict)
    dues: dict[str, int] = field(default_factory=dict)
    replies: dict[tuple[str, str], Json] = field(default_factory=dict)
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    memories: Memories = field(default_factory=Memories)
    drafted: bool = False
    stopped: bool = False
    _heard: list[tuple[Told, Stamp]] = field(default_factory=list)
    _stamps: list[Stamp] = field(default_factory=list)
    _digest: Digest | None = None
    _listening: int = 0
    _working: bool = False
    _queue: asyncio.Queue[tuple[Callable[[], Awaitable[Json]], asyncio.Future[Json]]] = field(default_factory=asyncio.Queue)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    # --- the task ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Let the battle run."""
        self.run("battle", self._work)
        self.follow(self)

    def run(self, name: str, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Let something run beside the battle, unless it does already."""
        if name in self.tasks or self.stopped:
            return
        task = self.tasks[name] = asyncio.get_running_loop().create_task(job(), name=name)
        task.add_done_callback(lambda done: self.tasks.pop(done.get_name(), None))

    @property
    def idle(self) -> bool:
        """Whether nobody listens and nothing is being done: only bots may be thinking."""
        return not (self.here or self._listening or self._working) and self._queue.empty()

    def let_go(self) -> None:
        """Take nothing more, and let whoever waits go."""
        self.stopped = True
        self._news.set()
        for task in self.tasks.values():
            task.cancel()
        while not self._queue.empty():
            _settle(self._queue.get_nowait()[1], _stopping())

    async def stop(self) -> None:
        """As `let_go`, and wait until nothing runs any more."""
        self.let_go()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    async def _work(self) -> None:
        while True:
            job, done = await self._queue.get()
            self._working = True
            try:
                _settle(done, await job())
            except Exception as fault:
                _settle(done, fault)
            except asyncio.CancelledError:
                _settle(done, _stopping())
                raise
            finally:
                self._working = False

    async def do(self, job: Callable[[], Awaitable[Json]]) -> Json:
        """Have something done in its turn, whether or not whoever asked goes on listening."""
        if self.stopped:
            raise _stopping()
        self.used = time.monotonic()
        done: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((job, done))
        return await asyncio.shield(done)

    # --- who listens ---------------------------------------------------------------------------------------------------

    def change(self, *seats: str) -> None:
        """Something may be seen that could not before, by these seats (none named: by all): wake whoever waits."""
        if not seats:
            self.bodies.clear()
        for seat in seats:
            self.bodies.pop(seat, None)
        news, self._news = self._news, asyncio.Event()
        news.set()
        if not self.stopped:
            self.follow(self)

    def news(self, seconds: float) -> Coroutine[Any, Any, bool]:
        """Wait for a change after this call, so long at most; whether one came."""
        return _within(self._news, seconds)

    @contextlib.contextmanager
    def listened(self, seat: str | None) -> Iterator[None]:
        """Somebody listens for a seat (None: for the public) as long as this lasts, and is said to be here a little longer."""
        self._listening += 1
        if seat is not None:
            self._come(seat)
        try:
            yield
        finally:
            self._listening -= 1
            if seat is not None:
                asyncio.get_running_loop().call_later(LINGER, self._leave, seat)

    def _come(self, seat: str) -> None:
        self.here[seat] = self.here.get(seat, 0) + 1
        if self.here[seat] == 1:
            self.change()

    def _leave(self, seat: str) -> None:
        self.here[seat] -= 1
        if not self.here[seat]:
            del self.here[seat]
            self.change()

    def hear(self, told: Told, state: Any) -> None:
        """Listen to the battle: note in which round and phase each event was told."""
        progress = self.system.progress(state)
        now = next((phase.text for phase in progress.phases if phase.state == "now"), "")
        self._heard.append((told, (progress.at, now)))

    def stamps(self, battle: Battle[Any]) -> list[Stamp]:
        """In which round and phase each event of the battle was told. What rules told before they failed counts for nothing."""
        heard = {id(told): stamp for told, stamp in self._heard}
        self._stamps += [heard[id(told)] for told in battle.told[len(self._stamps) :]]
        self._heard.clear()
        return self._stamps

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

    async def keep(self, seat: str, rid: str, reply: Json, *statements: Any) -> None:
        """Commit statements with the reply to the request that wanted them; requests of the host's own have no id."""
        row = [insert(REPLIES).values(battle=self.id, seat=seat, rid=rid, reply=reply)] if rid else []
        await self.means.store.write(*statements, *row)
        if rid:
            self.replies[seat, rid] = reply

    async def put(self, seat: str, rid: str, entry: Input, values: list[Any] | None = None) -> Json:
        """Append a checked input, let it work, and reply: only in this battle's task."""
        battle = self.need_battle()
        n = len(battle.inputs) + 1
        reply = {"rid": rid, "n": n}
        kept = insert(INPUTS).values(battle=self.id, n=n, line=written(entry), tried=0)
        try:
            await self.keep(seat, rid, reply, kept)
        except IntegrityError:
            self.halted = _("Another server goes on with this battle.")
            raise ApiError("halted", self.halted) from None
        if entry.by != "seat":
            await self.means.turns.turn()
        if not self.works(entry, values):
            self.replies.pop((seat, rid), None)
            await self.means.store.write(*self.dropped(n))
            self.change()
            raise ApiError("illegal", _("The rules fail on that, or take too long; it counts for nothing."))
        self.worked(n)
        return reply

    def dropped(self, n: int) -> list[Any]:
        """What forgets an input that did not work, with what was replied to it."""
        kept = delete(INPUTS).where(INPUTS.c.battle == self.id, INPUTS.c.n == n)
        return [kept, delete(REPLIES).where(REPLIES.c.battle == self.id, REPLIES.c.reply["n"].as_integer() == n)]

    def works(self, entry: Input, values: list[Any] | None = None) -> bool:
        """Let an input work; where it fails or takes too long, the battle stands again as it stood before."""
        try:
            self._apply(entry, values)
        except (Exception, TooLong):
            self._again()
            return False
        return True

    def _again(self) -> None:
        """The battle anew from the inputs that have worked, with the drafts that there are."""
        old = self.need_battle()
        open_before = old.slates()
        self._heard.clear()
        self._stamps.clear()
        try:
            self.battle = load(old.record(), self.system, seed=self.seed, listener=self.hear)
        except Refused:
            self.halted = FAILED
            return
        for seat, slate in self.battle.slates().items():
            before = open_before.get(seat)
            if before is not None and before.id == slate.id:
                slate.drafts, slate.rev = before.drafts, before.rev

    def _apply(self, entry: Input, values: list[Any] | None) -> None:
        battle = self.need_battle()
        if entry.kind == "take_back":
            battle.take_back(entry.given["to"], tuple(entry.given["seats"]))
        else:
            with time_limit(MOST_APPLY):
                battle.put(entry, values)
        self.taking_back = None
        self.moved = time.time()

    def worked(self, n: int) -> None:
        """An input has worked: note its digest and how the battle stands, and tell everybody. Nobody waits for the note: it is
        written before the next input, and without it the input is tried again."""
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
        self.means.store.post(number, row, *self._closed_drafts())
        self.change()

    def keep_dues(self) -> None:
        """Have it written until when slates have to be given: a clock runs on while the server is down."""
        rows = [insert(DUES).values(battle=self.id, slate=slate, due=due) for slate, due in self.dues.items()]
        self.means.store.post(delete(DUES).where(DUES.c.battle == self.id), *rows)

    def _closed_drafts(self) -> list[Any]:
        """What forgets the drafts of questions that are not open any more, where there are such."""
        if not self.drafted:
            return []
        slates = self.need_battle().slates().values()
        self.drafted = any(slate.drafts for slate in slates)
        open_now = [q for slate in slates for q in slate.questions]
        return [delete(DRAFTS).where(DRAFTS.c.battle == self.id, DRAFTS.c.question.not_in(open_now))]


def _settle(done: asyncio.Future[Json], result: Json | Exception) -> None:
    if isinstance(result, Exception):
        done.set_exception(result)
        done.exception()
    else:
        done.set_result(result)


def _stopping() -> ApiError:
    return ApiError("busy", _("The server is stopping. Try again."))


async def _within(event: asyncio.Event, seconds: float) -> bool:
    with contextlib.suppress(TimeoutError):
        return await asyncio.wait_for(event.wait(), seconds)
    return False


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
