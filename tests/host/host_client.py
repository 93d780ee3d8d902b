"""A program that plays over the API, for tests of the host."""

from __future__ import annotations

import json
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from quarterdeck.host.serving import Server
from quarterdeck.host.settings import Settings
from quarterdeck.web.site import make_site

SYSTEM = "full-thrust"
TWO = {"a": "person", "b": "person"}
SOLO = {"a": "person", "b": "captain"}
CLIENTS: list[httpx.Client] = []
"""What is open, to be closed after each test."""


def always_the_same() -> str:
    """The seed of every battle in tests of the host and of its pages: none of them is left to chance."""
    return "the same seed"


@contextmanager
def serving(settings: Settings) -> Iterator[tuple[str, Server]]:
    """A real server in a thread; its address and itself."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = Server(make_site(settings))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", server
    finally:
        server.should_exit = True
        thread.join(20)  # less than any request waits
        assert not thread.is_alive(), "the server did not stop"


def rid() -> str:
    """An id for a request that nobody has used."""
    return secrets.token_hex(8)


class Player:
    """Somebody with a key of his own, and the seats that he has taken."""

    def __init__(self, base: str, timeout: float = 40) -> None:
        self.key = secrets.token_hex(16)
        self.http = httpx.Client(base_url=base, headers={"authorization": f"Bearer {self.key}"}, timeout=timeout)
        CLIENTS.append(self.http)

    def lay(self, players: dict[str, str] = TWO, scenario: str = "patrol", **given: Any) -> dict[str, Any]:
        """Lay the table for a battle."""
        return good(self.http.post("/api/battles", json={"system": SYSTEM, "scenario": scenario, "players": players, **given}))

    def join(self, token: str, name: str = "Somebody", salt: str = "pepper") -> dict[str, Any]:
        """Sit down."""
        return good(self.http.post("/api/join", json={"token": token, "name": name, "salt": salt}))

    def seat(self, battle: str, seat: str) -> Seat:
        """One's seat in a battle."""
        return Seat(self, battle, seat)


class Seat:
    """A seat of a battle as its player reaches it; `rev` and `n` are those of the last update read."""

    def __init__(self, player: Player, battle: str, seat: str) -> None:
        self.player, self.battle, self.id = player, battle, seat
        self.path = f"/api/battles/{battle}/{seat}"
        self.n = self.rev = 0
        self.events: list[dict[str, Any]] = []

    def get(self, what: str = "", **params: Any) -> httpx.Response:
        """GET something of the seat."""
        return self.player.http.get(self.path + what, params=params)

    def post(self, what: str, body: Any = None) -> httpx.Response:
        """POST something to the seat."""
        return self.player.http.post(self.path + what, json={} if body is None else body)

    def update(self, wait: float = 0) -> dict[str, Any]:
        """The update, with the events that are new since the last one; with `wait`, when there is something new."""
        update = good(self.get(n=self.n, rev=self.rev, wait=wait) if wait else self.get(n=self.n))
        self.n, self.rev = update["n"], update["rev"]
        self.events += update["events"]
        return update

    def slate(self, seconds: float = 60) -> dict[str, Any] | None:
        """The slate that is open to the seat, waited for; None when the battle is over."""
        end = time.monotonic() + seconds
        update = self.update()
        while "slate" not in update and "outcome" not in update:
            assert time.monotonic() < end, update["seats"]
            update = self.update(wait=5)
        return None if "outcome" in update else update["slate"]

    def draft(self, q: str, draft: Any, rev: int, k: int = 1) -> httpx.Response:
        """Keep a draft."""
        return self.player.http.put(f"{self.path}/drafts/{q}", json={"k": k, "rev": rev, "draft": draft})

    def commit(self, slate: dict[str, Any], answers: dict[str, Any] | None = None, **given: Any) -> httpx.Response:
        """Give a slate, with plain answers where none are said."""
        answers = answered(slate) if answers is None else answers
        return self.post("/commit", {"rid": rid(), "slate": slate["id"], "answers": answers, **given})

    def do(self, wish: str, **given: Any) -> httpx.Response:
        """Put in what no question asks for."""
        return self.post("/inputs", {"rid": rid(), "do": wish, **given})


def good(response: httpx.Response) -> Any:
    """The body of a response that is no error."""
    assert response.status_code == 200, (response.status_code, response.text[:500])
    return response.json()


def answered(slate: dict[str, Any]) -> dict[str, Any]:
    """Answers to a slate that do as little as may be: ships drift, nobody fires, dice fall for seat a."""
    return {dress["q"]: _least(dress) for dress in slate["questions"]}


def _least(dress: dict[str, Any]) -> Any:
    match dress["kind"]:
        case "plot":
            return {row["unit"]: dress.get("drift", "") for row in dress["rows"]}
        case "choose":
            return [row["key"] for row in dress["rows"] if "off" not in row][: dress["min"]]
        case "form":
            return {"faces": [6 if dress["q"].startswith("a") else 1] * dress["rows"][0]["count"]}
        case "assign":
            return {}
        case kind:
            raise AssertionError(f"nobody knows how to answer {kind}: {json.dumps(dress)[:300]}")


def two_at_a_table(base: str, **given: Any) -> tuple[Seat, Seat]:
    """A battle between two persons that has begun."""
    first, second = Player(base), Player(base)
    laid = first.lay(**given)
    for player, seat in ((first, "a"), (second, "b")):
        player.join(laid["tokens"][seat], f"Captain {seat}")
    return first.seat(laid["battle"], "a"), second.seat(laid["battle"], "b")


def alone(base: str, **given: Any) -> Seat:
    """A battle against the captain that has begun."""
    player = Player(base)
    laid = player.lay(SOLO, **given)
    player.join(laid["tokens"]["a"])
    return player.seat(laid["battle"], "a")
