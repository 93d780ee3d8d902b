"""Processes that compute: some for bots, one for people. One that hangs or dies stops nobody."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from pebble import ProcessPool

from quarterdeck.host.jobs import behind

P = ParamSpec("P")
T = TypeVar("T")

MOST_BOT = 20.0
"""How many seconds a bot may think."""
MOST_PAGE = 10.0
"""How many seconds the odds, suggestions and replays of a page may take."""
MOST_JOBS = 500
"""So many jobs a worker does, then a new one takes its place."""


class Failed(Exception):
    """A job was too long, died, or failed."""


class Workers:
    """The workers of a host; they start with the first job that needs one."""

    def __init__(self, number: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._bots = ProcessPool(max(1, number - 1), MOST_JOBS, initializer=behind, context=context)
        self._people = ProcessPool(1, MOST_JOBS, context=context)

    async def for_bot(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something computed for a bot; `Failed` where it does not come to an end."""
        done: T = await _done(self._bots.schedule(job, args, kwargs, timeout=MOST_BOT))
        return done

    async def for_page(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something computed for a person; `Failed` where it does not come to an end."""
        done: T = await _done(self._people.schedule(job, args, kwargs, timeout=MOST_PAGE))
        return done

    def close(self) -> None:
        """End the workers, whatever they do."""
        pools = (self._bots, self._people)
        for pool in pools:
            pool.stop()  # type: ignore[no-untyped-call]
        for pool in pools:
            pool.join()


async def _done(future: Any) -> Any:
    try:
        return await asyncio.wrap_future(future)
    except asyncio.CancelledError:
        future.cancel()
        raise
    except Exception as fault:
        raise Failed(type(fault).__name__) from fault
