"""What every request passes: whose pages may ask, how much may be sent, and what a browser may do with what it gets."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quarterdeck.engine.text import _
from quarterdeck.host.errors import ApiError
from quarterdeck.host.settings import MOST_BODY, MOST_UPLOAD

LOCAL = ("127.0.0.1", "localhost", "[::1]")
READING = ("GET", "HEAD", "OPTIONS")
LARGE = ("/api/records", "/api/workshop/")
"""Where records and designs are sent, which may be longer."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types sheet"
)

HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """Refuses requests to other names than the server's, changes asked for by other pages, and bodies too long or no JSON."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self.app = app
        self.hosts = (*LOCAL, *(f"[{host}]" if ":" in host else host.lower() for host in hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it with an error."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._check(scope, headers)
        except ApiError as error:
            await _refuse(scope, receive, send, error)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        limit = MOST_UPLOAD if scope["path"].startswith(LARGE) else MOST_BODY
        head = scope["method"] == "HEAD"
        inner = {**scope, "method": "GET"} if head else scope
        await self.app(inner, _limited(receive, limit), _dressed(send, head))

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "")
        if _name_of(host) not in self.hosts:
            raise ApiError("denied", _("The server is not asked under this name."))
        changes = scope["type"] == "websocket" or scope["method"] not in READING
        origin = headers.get("origin")
        if changes and origin is not None and origin.partition("://")[2] != host:
            raise ApiError("denied", _("Another site asks for this."))
        if scope["type"] == "http" and changes:
            kind = headers.get("content-type", "").split(";")[0].strip().lower()
            if kind != "application/json":
                raise ApiError("denied", _("Send JSON: content-type application/json."))
            length = headers.get("content-length", "0")
            if not length.isascii() or not length.isdigit() or int(length[:12]) > MOST_UPLOAD:
                raise ApiError("limit", _("That is longer than {most} bytes.", most=MOST_UPLOAD))


def _name_of(host: str) -> str:
    """The name in a Host header, without its port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()


def _limited(receive: Receive, most: int) -> Receive:
    """A body of so many bytes at most."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise ApiError("limit", _("That is longer than {most} bytes.", most=most))
        return message

    return limited


def _dressed(send: Send, head: bool) -> Send:
    """A response with the headers that every one has, unless it has its own; nothing but headers to a HEAD."""

    async def dressed(message: Message) -> None:
        if head and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return dressed


async def _refuse(scope: Scope, receive: Receive, send: Send, error: ApiError) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": error.kind})
        return
    response = JSONResponse(error.body(), error.status, HEADERS)
    await response(scope, receive, send)
