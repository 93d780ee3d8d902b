"""The whole site: the host's application with the pages and what they load."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from quarterdeck.host.app import make_app
from quarterdeck.host.arts import FOR_EVER
from quarterdeck.host.errors import ApiError
from quarterdeck.host.settings import Settings
from quarterdeck.web.pages import PAGES, page

STATIC = Path(str(files("quarterdeck.web") / "static"))


class Immutable(StaticFiles):
    """Files under a digest of them all: whoever has them need never ask again."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """The file, to be kept for ever."""
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = FOR_EVER
        return response

    def lookup_path(self, path: str) -> Any:
        """The file of a path; what is for tools alone is not served."""
        return ("", None) if path.endswith((".json", ".ts")) else super().lookup_path(path)


def make_site(settings: Settings) -> FastAPI:
    """The application with its pages."""
    app = make_app(settings)
    build = static_digest()
    app.state.build = build
    app.include_router(PAGES)
    for kind in (ApiError, HTTPException):
        app.add_exception_handler(kind, _on_a_page(app.exception_handlers[kind]))
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    app.mount(f"/static/{build}", Immutable(directory=STATIC), name="static")
    return app


def _on_a_page(answer: Any) -> Any:
    """Answers with an error as the host does, but on a page where a browser has asked for one."""

    async def answered(request: Request, error: Exception) -> Response:
        said: Response = await answer(request, error)
        if "text/html" not in request.headers.get("accept", ""):
            return said
        shown = page(request, "trouble.html", text=json.loads(bytes(said.body))["text"])
        shown.status_code = said.status_code
        return shown

    return answered


@cache
def static_digest() -> str:
    """The digest of all that pages load."""
    digest = hashlib.sha256()
    for file in sorted(STATIC.rglob("*")):
        if file.is_file():
            digest.update(file.relative_to(STATIC).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
