"""The server that carries the application: it lets waiting requests and sockets go before it stops."""

from __future__ import annotations

import socket

import uvicorn
from fastapi import FastAPI

MOST_STOP = 2
"""How many seconds requests may take to end when the server stops."""


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
