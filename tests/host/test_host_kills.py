"""The program is killed at random moments while answers are sent, sent again and cut off: nothing is lost and nothing doubled."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import random
import signal
import socket
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from host_client import Player, Seat, answered, rid
from sqlalchemy import select

from quarterdeck.cli.play import play
from quarterdeck.engine import system
from quarterdeck.engine.record import read_record
from quarterdeck.engine.replay import load
from quarterdeck.host.store import Store
from quarterdeck.host.tables import INPUTS, REPLIES

KILLS = 20
MOST_SECONDS = 60
"""How long anything may take on a machine that has much else to do."""

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["quarterdeck.cli.play", "quarterdeck.host.serving", "quarterdeck.web.site"])
"""Twenty starts take no time where all modules are there already."""


def _own_port() -> int:
    """A port that stays free while the program is down: none of those that are handed out to whoever asks for any."""
    for port in random.Random(os.getpid()).sample(range(20_000, 30_000), 100):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


class Program:
    """`quarterdeck play` as a process over one folder, always at the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _own_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start, and wait until it listens."""
        self.process = FORKS.Process(target=play, args=(self.port, "127.0.0.1", True, self.folder, "", 0.0))
        self.process.start()
        while True:
            try:
                httpx.get(self.base + "/api/battles", timeout=5)
            except httpx.HTTPError:
                assert self.process.is_alive()
                time.sleep(0.01)
            else:
                return

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.join()


class Stubborn:
    """A seat whose every answer is sent until it is acknowledged; `acknowledged` are the replies by request."""

    def __init__(self, seat: Seat, rng: random.Random) -> None:
        self.seat, self.rng = seat, rng
        self.acknowledged: dict[str, dict[str, Any]] = {}
        self.pending: dict[str, Any] | None = None

    def turn(self) -> bool:
        """One step of the seat; False when the battle is over. Raises httpx.HTTPError when the line breaks."""
        if self.pending is None:
            update = self.seat.update()
            if "outcome" in update:
                return False
            if "slate" not in update:
                return True
            slate = update["slate"]
            self.pending = {"rid": rid(), "slate": slate["id"], "answers": answered(slate)}
        if self.rng.random() < 0.2:
            self._cut_off()
        reply = self.seat.post("/commit", self.pending)
        assert reply.status_code == 200, reply.text
        known = self.acknowledged.setdefault(self.pending["rid"], reply.json())
        assert known == reply.json()
        if self.rng.random() < 0.2:
            assert self.seat.post("/commit", self.pending).json() == known
        self.pending = None
        return True

    def _cut_off(self) -> None:
        """Send the request and hang up before the answer."""
        http = self.seat.player.http
        request = http.build_request("POST", self.seat.path + "/commit", json=self.pending)
        with socket.create_connection((request.url.host, request.url.port), 5) as line:
            head = "".join(f"{name}: {value}\r\n" for name, value in request.headers.items())
            body = request.content
            whole = f"POST {request.url.raw_path.decode()} HTTP/1.1\r\n{head}\r\n".encode() + body
            line.sendall(whole[: self.rng.choice([len(whole), len(whole), len(whole) - 5])])


@pytest.fixture
def running(tmp_path):
    """A program, killed at the end."""
    each = Program(tmp_path)
    yield each
    each.kill()


def test_twenty_kills_lose_and_double_nothing(running):
    rng = random.Random(20)
    players = [Player(running.base), Player(running.base)]
    played: list[list[Stubborn]] = []
    for _ in range(KILLS):
        _play_until(threading.Timer(rng.uniform(0.0, 0.3), running.kill), players, rng, played)
        running.start()
    for seats in played:
        for seat in seats:
            seat.turn()
        if "outcome" not in seats[0].seat.update():
            assert seats[0].seat.do("concede").status_code == 200
    texts = [seats[0].seat.get("/record").text for seats in played]
    running.kill()
    rows = asyncio.run(_rows(running.folder))
    assert any(seat.acknowledged for seats in played for seat in seats)
    for seats, text in zip(played, texts, strict=True):
        _check(seats, text, rows)


def _play_until(killer: threading.Timer, players: list[Player], rng: random.Random, played: list[list[Stubborn]]) -> None:
    """Play, battle after battle, a few steps and then on until the program has been killed."""
    steps = rng.randrange(1, 5)
    while not killer.finished.is_set():
        with contextlib.suppress(httpx.HTTPError, OSError):
            if not played or not played[-1][0].turn() or not played[-1][1].turn():
                played.append(_begin(players, rng))
            steps -= 1
            if steps == 0:
                killer.start()
    killer.join()


def _begin(players: list[Player], rng: random.Random) -> list[Stubborn]:
    laid = players[0].lay()
    for player, seat in zip(players, "ab", strict=True):
        player.join(laid["tokens"][seat])
    return [Stubborn(player.seat(laid["battle"], seat), rng) for player, seat in zip(players, "ab", strict=True)]


async def _rows(folder: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    store = Store(f"sqlite:///{folder / 'battles.db'}")
    rows = await store.read(select(INPUTS)), await store.read(select(REPLIES))
    store.close()
    return rows


def _check(seats: list[Stubborn], text: str, rows: tuple[list[dict[str, Any]], list[dict[str, Any]]]) -> None:
    """Every acknowledged answer is in the record, once and where it was acknowledged; the record holds."""
    record = read_record(text)
    assert load(record, system.find("full-thrust")).outcome is not None
    battle = seats[0].seat.battle
    inputs = [row for row in rows[0] if row["battle"] == battle]
    assert sorted(row["n"] for row in inputs) == list(range(1, len(record.inputs) + 1))
    for seat in seats:
        places = [reply["n"] for reply in seat.acknowledged.values()]
        assert len(set(places)) == len(places)
        mine = [n for n, entry in enumerate(record.inputs, 1) if entry.seat == seat.seat.id and entry.kind == "slate"]
        assert sorted(places) == mine
        kept = {row["rid"]: row["reply"] for row in rows[1] if row["battle"] == battle and row["seat"] == seat.seat.id}
        assert seat.acknowledged.items() <= kept.items()


def test_a_program_that_is_asked_to_stop_stops_at_once(running):
    player = Player(running.base)
    token = player.lay()["tokens"]["a"]
    player.join(token)
    os.kill(running.process.pid, signal.SIGINT)
    running.process.join(MOST_SECONDS)
    assert running.process.exitcode == 0


def test_drafts_and_replies_outlive_the_program(running):
    players = [Player(running.base), Player(running.base)]
    laid = players[0].lay()
    for player, seat in zip(players, "ab", strict=True):
        player.join(laid["tokens"][seat])
    seat, other = players[0].seat(laid["battle"], "a"), players[1].seat(laid["battle"], "b")
    body = {"rid": rid(), "slate": other.update()["slate"]["id"], "answers": answered(other.update()["slate"])}
    reply = other.post("/commit", body).json()
    question = seat.update()["slate"]["questions"][0]
    draft = {question["rows"][0]["unit"]: "MD1"}
    rev = seat.draft(question["q"], draft, 0).json()["rev"]
    before = seat.rev
    running.kill()
    running.start()
    assert other.post("/commit", body).json() == reply
    update = seat.update()
    assert (update["slate"]["rev"], update["slate"]["questions"][0]["draft"]) == (rev, draft)
    assert update["rev"] > before
