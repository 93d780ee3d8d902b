"""A host without a socket: an application in the test's own loop, and somebody who asks it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import Any

import httpx
from host_client import SYSTEM, always_the_same, rid

from quarterdeck.engine.referee import plain_answer
from quarterdeck.host.app import make_app
from quarterdeck.host.settings import Settings

PLACES = {"a": "person", "b": "person"}


class Caller:
    """Asks an application without a socket."""

    def __init__(self, app: Any) -> None:
        self.app, self.hub = app, app.state.hub
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        headers = {"authorization": "Bearer " + "k" * 32}
        self.http = httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=headers)

    async def begun(self, key: str = SYSTEM, scenario: str = "duel", players: dict[str, str] = PLACES) -> str:
        """The id of a battle whose persons all sit."""
        laid = await self.http.post("/api/battles", json={"system": key, "scenario": scenario, "players": players})
        assert laid.status_code == 200, laid.text
        for token in laid.json()["tokens"].values():
            assert (await self.http.post("/api/join", json={"token": token})).status_code == 200
        return laid.json()["battle"]

    async def update(self, battle: str, seat: str = "a") -> dict[str, Any]:
        """An update."""
        found = await self.http.get(f"/api/battles/{battle}/{seat}")
        assert found.status_code == 200, found.text
        return found.json()

    async def give(self, battle: str, seat: str, answers: dict[str, Any] | None = None, name: str = "") -> httpx.Response:
        """Give the open slate with answers, or with the defaults of its questions."""
        live = self.hub._battles[battle]
        slate = live.battle.slates()[seat]
        view = live.battle.view(seat)
        defaults = {q: plain_answer(question.default(view)) for q, question in slate.questions.items()}
        body = {"rid": name or rid(), "slate": slate.id, "answers": {**defaults, **(answers or {})}}
        return await self.http.post(f"/api/battles/{battle}/{seat}/commit", json=body)


@asynccontextmanager
async def hosting(path: Any, **given: Any):
    """An application over a database."""
    app = make_app(Settings(f"sqlite:///{path / 'battles.db'}", pace=0, seeds=always_the_same, **given))
    async with app.router.lifespan_context(app):
        caller = Caller(app)
        yield caller
        await caller.http.aclose()
