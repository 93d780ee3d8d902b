"""The application: the API, its guard and its errors, over one database and one set of workers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from quarterdeck import __version__
from quarterdeck.engine.problems import Problem, Refused
from quarterdeck.engine.text import _
from quarterdeck.host.api import API
from quarterdeck.host.arts import ARTS
from quarterdeck.host.errors import ApiError, Kind, missing
from quarterdeck.host.hub import Hub
from quarterdeck.host.live import Means
from quarterdeck.host.security import HEADERS, Guard
from quarterdeck.host.settings import Settings
from quarterdeck.host.sockets import SOCKETS
from quarterdeck.host.store import Store
from quarterdeck.host.workers import Workers
from quarterdeck.host.workshops import WORKSHOPS

ABOUT = """Every battle has seats; a seat has a letter. Whoever holds a seat reads its *update* and answers its *slate*.

A program makes up a key of its own (at least 16 letters), sends it as `Authorization: Bearer`, lays the table with
`POST /api/battles`, sits down with `POST /api/join`, then reads `GET /api/battles/{battle}/{seat}?wait=25&rev=...` and answers
with `POST .../commit`."""


def make_app(settings: Settings) -> FastAPI:
    """The application of a host."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        means = Means(Store(settings.database), Workers(settings.workers), settings)
        app.state.hub = Hub(means)
        app.state.build = getattr(app.state, "build", __version__)
        yield
        await app.state.hub.close()
        means.workers.close()
        means.store.close()

    app = FastAPI(title="Quarterdeck", version=__version__, description=ABOUT, lifespan=life, docs_url=None, redoc_url=None)
    app.include_router(API)
    app.include_router(WORKSHOPS)
    app.include_router(SOCKETS)
    app.include_router(ARTS)
    app.add_middleware(Guard, hosts=settings.hosts)
    app.add_exception_handler(ApiError, _api_error)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _not_as_asked)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _fault)
    return app


def _answer(error: ApiError) -> JSONResponse:
    return JSONResponse(error.body(), error.status)


async def _api_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ApiError)
    return _answer(error)


async def _refused(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    return _answer(ApiError("illegal", error.problems[0].text, error.problems))


async def _not_as_asked(_request: Request, error: Exception) -> JSONResponse:
    """FastAPI's own words about a body become ours, without what was sent."""
    assert isinstance(error, RequestValidationError)
    problems = [
        Problem("", _("{what}", what=str(each["msg"]).removeprefix("Value error, ")), ".".join(map(str, each["loc"][1:])))
        for each in error.errors()[:20]
    ]
    return _answer(ApiError("illegal", _("The request is not as the API wants it."), problems))


KINDS: dict[int, Kind] = {403: "denied", 413: "limit", 429: "busy"}


async def _http_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, ApiError):
        return _answer(error.__cause__)
    if error.status_code == 405:
        return JSONResponse(missing().body(), 405, error.headers)
    if error.status_code == 404:
        return _answer(missing())
    return _answer(ApiError(KINDS.get(error.status_code, "illegal"), _("The request cannot be read.")))


async def _fault(_request: Request, _error: Exception) -> JSONResponse:
    """What nobody has foreseen: the log has it, whoever asked does not."""
    error = ApiError("fault", _("The server has failed on that. Nothing was changed by it."))
    return JSONResponse(error.body(), error.status, HEADERS)
