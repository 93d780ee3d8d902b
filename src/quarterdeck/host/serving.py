"""The server that carries the application: it lets waiting requests and sockets go before it stops."""

from __future__ import annotations

import gc
import socket

import uvicorn
from fastapi import FastAPI

MOST_STOP = 2
"""How many seconds requests may take to end when the server stops."""


RARELY = (10_000, 10, 200)
"""When Python looks for objects that only hold each other: there are few such, and going through 200 battles takes as long as a
hundred answers."""


class Server(uvicorn.Server):
    """Serves an application, without a log of who asked for what."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=MOST_STOP,
            ws_max_size=65_536,
            ws_per_message_deflate=False,
        )
        super().__init__(config)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let everybody go, then stop."""
        self.app.state.hub.let_go()
        await super().shutdown(sockets)


def collect_rarely() -> None:
    """Have this process, which does nothing but serve, seldom stop to look for objects that only hold each other."""
    gc.freeze()
    gc.set_threshold(*RARELY)
