"""The socket of a seat: updates as they come, read from the seat's log by a pointer, never from a queue."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from quarterdeck.host.errors import ApiError, denied
from quarterdeck.host.hub import Hub
from quarterdeck.host.live import Live
from quarterdeck.host.people import COOKIE, digest_of
from quarterdeck.host.updates import update_of

SOCKETS = APIRouter()
PING = 20.0
"""After so many seconds without news the socket says that it is still there."""
REST, SHARE = 0.5, 0.015
"""How many seconds lie between two updates of the public, which is in no hurry, and how many for each of its sockets where they
are many, so that persons who play go first."""
GOING_AWAY = 1001
"""The code by which a socket is closed when the server stops."""
MOST_HELLO = 10.0
"""How many seconds a client may take to say hello."""


@SOCKETS.websocket("/api/battles/{battle}/{seat}/live")
async def live(socket: WebSocket, battle: str, seat: str) -> None:
    """First comes the client's ``{"n": 12, "bearer": "..."}``, then updates of its seat as long as it stays."""
    await socket.accept()
    hub: Hub = socket.app.state.hub
    try:
        hello = await asyncio.wait_for(socket.receive_json(), MOST_HELLO)
        n = hello.get("n", 0) if isinstance(hello, dict) else 0
        key = hello.get("bearer") if isinstance(hello, dict) else None
        found, viewer = await _allowed(hub, battle, seat, str(key or socket.cookies.get(COOKIE, "")))
        await _follow(hub, socket, found, viewer, n if type(n) is int and n >= 0 else 0)
        await _close(socket, GOING_AWAY)
    except ApiError as error:
        await _close(socket, 4000 + error.status, error.kind)
    except (WebSocketDisconnect, TimeoutError, ValueError, RuntimeError, KeyError, TypeError):
        await _close(socket)


async def _close(socket: WebSocket, code: int = 1000, reason: str = "") -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code, reason)


async def _allowed(hub: Hub, battle: str, seat: str, key: str) -> tuple[Live, str | None]:
    live = await hub.live(battle)
    if seat == "-":
        return live, None
    if not await hub.owns(battle, seat, digest_of(key)):
        raise denied()
    return live, seat


async def _follow(hub: Hub, socket: WebSocket, live: Live, seat: str | None, n: int) -> None:
    gone = asyncio.create_task(_until_gone(socket))
    hub.onlookers += seat is None
    try:
        with live.listened(seat):
            await _tell(hub, socket, live, seat, n, gone)
    finally:
        hub.onlookers -= seat is None
        gone.cancel()


async def _tell(hub: Hub, socket: WebSocket, live: Live, seat: str | None, n: int, gone: asyncio.Task[None]) -> None:
    rev = -1
    while not gone.done() and not live.stopped:
        if seat is None:
            await live.means.turns.turn()
        found = update_of(live, seat, n, socket.app.state.build)
        if found.rev > rev:
            await socket.send_text(found.text)
            rev, n = found.rev, found.n
            if seat is None:
                await _rest(live, gone, max(REST, SHARE * hub.onlookers))
        else:
            news = asyncio.create_task(live.news(PING))
            await asyncio.wait({news, gone}, return_when=asyncio.FIRST_COMPLETED)
            if news.done() and not news.result():
                await socket.send_json({"ping": True})
            news.cancel()


async def _rest(live: Live, gone: asyncio.Task[None], seconds: float) -> None:
    """Rest so long, unless somebody goes."""
    while seconds > 0 and not live.stopped and not gone.done():
        await asyncio.sleep(min(seconds, REST))
        seconds -= REST


async def _until_gone(socket: WebSocket) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive()
