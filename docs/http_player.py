"""A program that plays over HTTP: it lays a duel against the captain, answers as the server suggests, and says who has won.

python docs/http_player.py http://localhost:8700
"""

from __future__ import annotations

import secrets
import sys
from typing import Any

import httpx


class Table:
    """Calls to a host by somebody with a key of his own."""

    def __init__(self, address: str) -> None:
        key = secrets.token_hex(16)
        self.http = httpx.Client(base_url=address, headers={"authorization": f"Bearer {key}"}, timeout=40)

    def call(self, method: str, path: str, **given: Any) -> Any:
        """The body of an answer; an error of the API ends the program with its text."""
        answer = self.http.request(method, path, **given)
        if answer.is_error:
            raise SystemExit(answer.json()["text"])
        return answer.json()

    def play(self) -> dict[str, Any]:
        """Play a battle to its end; how it has ended."""
        laid = self.call("POST", "/api/battles", json={"system": "full-thrust", "scenario": "duel", "players": {"b": "captain"}})
        self.call("POST", "/api/join", json={"token": laid["tokens"]["a"], "name": "Program", "salt": secrets.token_hex(8)})
        seat, n, rev = f"/api/battles/{laid['battle']}/a", 0, 0
        while True:
            update = self.call("GET", seat, params={"n": n, "rev": rev, "wait": 25})
            n, rev = update["n"], update["rev"]
            if "outcome" in update:
                return dict(update["outcome"])
            if "slate" in update:
                self.answer(seat, update["slate"])

    def answer(self, seat: str, slate: dict[str, Any]) -> None:
        """Give a slate as the server suggests."""
        answers = {
            dress["q"]: self.call("POST", f"{seat}/suggest/{dress['q']}", json={})["draft"] for dress in slate["questions"]
        }
        self.call("POST", f"{seat}/commit", json={"rid": secrets.token_hex(8), "slate": slate["id"], "answers": answers})


def main(address: str) -> None:
    """Play, and say who has won."""
    table = Table(address)
    with table.http:
        outcome = table.play()
    print("Won by", ", ".join(outcome["winners"]) or "nobody")


if __name__ == "__main__":
    main(sys.argv[1])
