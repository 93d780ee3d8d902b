"""Who goes first: persons. What is nobody's own doing takes turns."""

from __future__ import annotations

import asyncio


class Turns:
    """Lets bots, clocks and onlookers have one piece of work a go of the loop, so that what persons send comes in between."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def turn(self) -> None:
        """Wait until it is one's turn."""
        async with self._lock:
            await asyncio.sleep(0)
