"""Storage: one thread writes, committing all that has queued at once; *accepted* is said after the commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, Executable, create_engine, event
from sqlalchemy.pool import StaticPool

from quarterdeck.host.tables import METADATA

MOST_AT_ONCE = 200
"""So many writes are committed together at most."""

Row: TypeAlias = "dict[str, Any]"
Statements: TypeAlias = "Sequence[Executable]"


class _Write:
    """Statements that are committed together or not at all, and who waits for that."""

    __slots__ = ("done", "loop", "statements")

    def __init__(self, statements: Statements) -> None:
        self.statements = statements
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self.loop.create_future()

    def settle(self, fault: Exception | None) -> None:
        """Tell who waits, in the loop where it waits."""
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._settle, fault)

    def _settle(self, fault: Exception | None) -> None:
        if self.done.done():
            return
        if fault is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(fault)
            self.done.exception()


class Store:
    """The database of a host, by its SQLAlchemy URL; SQLite is written so that what is committed outlives a power cut."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        METADATA.create_all(self.engine)
        self._queue: queue.Queue[_Write | None] = queue.Queue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    async def write(self, *statements: Executable) -> None:
        """Commit these statements; raises what the database says against them."""
        if statements:
            write = _Write(statements)
            self._queue.put(write)
            await write.done

    def post(self, *statements: Executable) -> None:
        """Have these committed after all that was written before; nobody waits for it."""
        self._queue.put(_Write(statements))

    async def read(self, query: Executable) -> list[Row]:
        """The rows of a query, each by the names of its columns."""
        return await asyncio.to_thread(self.read_now, query)

    def read_now(self, query: Executable) -> list[Row]:
        """As `read`, in this thread."""
        with self.engine.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def close(self) -> None:
        """Write what has queued, then let the database go."""
        self._queue.put(None)
        self._thread.join()
        self.engine.dispose()

    def _write_all(self) -> None:
        while batch := self._queued():
            self._commit(batch)

    def _queued(self) -> list[_Write]:
        """What waits to be written, at least one; nothing when the store closes."""
        batch: list[_Write] = []
        while not batch or (len(batch) < MOST_AT_ONCE and not self._queue.empty()):
            write = self._queue.get()
            if write is None:
                if batch:
                    self._queue.put(None)
                break
            batch.append(write)
        return batch

    def _commit(self, batch: list[_Write]) -> None:
        """All at once; where one of them is refused, one by one."""
        try:
            with self.engine.begin() as connection:
                for write in batch:
                    _execute(connection, write)
        except Exception as fault:
            if len(batch) == 1:
                batch[0].settle(fault)
                return
            for write in batch:
                self._commit([write])
        else:
            for write in batch:
                write.settle(None)


def _execute(connection: Connection, write: _Write) -> None:
    for statement in write.statements:
        connection.execute(statement)


def _engine(url: str) -> Engine:
    if url in ("sqlite://", "sqlite:///:memory:"):
        return create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})
    engine = create_engine(url, pool_pre_ping=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _durable)
    return engine


def _durable(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
