"""How fast the host answers: one person alone, the captain with eight ships, and a person among 200 battles of bots.

python benchmarks/host.py [SECONDS] [BATTLES]
"""

from __future__ import annotations

import asyncio
import json
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

import httpx
from websockets.asyncio.client import connect

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 60
BATTLES = int(sys.argv[2]) if len(sys.argv) > 2 else 200
KEY = secrets.token_hex(16)
BOTS = {"a": "captain", "b": "captain"}
ALONE = {"a": "person", "b": "captain"}
TWO = {"a": "person", "b": "person"}


class Host:
    """A server in a process of its own, and calls to it."""

    def __init__(self, folder: str, pace: float) -> None:
        words = ["play", "--no-browser", "--data", folder, "--port", "0", "--pace", str(pace)]
        self.process = subprocess.Popen([sys.executable, "-m", "quarterdeck", *words], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().split()[3].rstrip("/.").replace("localhost", "127.0.0.1")
        limits = httpx.Limits(max_connections=50)
        self.http = httpx.AsyncClient(base_url=self.base, headers={"authorization": f"Bearer {KEY}"}, timeout=60, limits=limits)

    async def __aenter__(self) -> Host:
        return self

    async def __aexit__(self, *_fault: object) -> None:
        await self.http.aclose()
        self.process.terminate()
        self.process.wait()

    async def call(self, method: str, path: str, **given: Any) -> Any:
        """A call that has to succeed."""
        answer = await self.http.request(method, path, **given)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def begin(self, scenario: str, players: dict[str, str]) -> str:
        """Begin a battle, all of whose persons are here."""
        body = {"system": "full-thrust", "scenario": scenario, "players": players}
        laid = await self.call("POST", "/api/battles", json=body)
        for token in laid["tokens"].values():
            await self.call("POST", "/api/join", json={"token": token})
        return str(laid["battle"])

    def memory(self) -> float:
        """What the server itself takes, without its workers, in MB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def drifting(slate: dict[str, Any]) -> dict[str, Any]:
    """Answers by which ships drift, and fire nothing."""
    answers: dict[str, Any] = {}
    for dress in slate["questions"]:
        if dress["kind"] == "plot":
            answers[dress["q"]] = {row["unit"]: "-" for row in dress["rows"]}
        else:
            answers[dress["q"]] = [row["key"] for row in dress["rows"]][: dress["min"]] if dress["kind"] == "choose" else {}
    return answers


async def person(host: Host, count: int, pause: float = 0.0) -> list[float]:
    """Two seats that answer: ms from sending an answer of the first to the update that shows it, at a socket of that seat."""
    taken: list[float] = []
    while len(taken) < count:
        battle = await host.begin("patrol", TWO)
        other = asyncio.create_task(_other(host, battle))
        async with connect(f"{host.base.replace('http', 'ws')}/api/battles/{battle}/a/live") as line:
            await line.send(json.dumps({"n": 0, "bearer": KEY}))
            update = json.loads(await line.recv())
            while "outcome" not in update and len(taken) < count:
                old = update.get("slate")
                began = time.perf_counter()
                sending = asyncio.create_task(_give(host, battle, "a", old)) if old else None
                while update.get("slate") == old and "outcome" not in update:
                    update = json.loads(await line.recv())
                if sending is not None:
                    taken.append((time.perf_counter() - began) * 1000)
                    await sending
                    await asyncio.sleep(pause)
        other.cancel()
        await asyncio.gather(other, return_exceptions=True)
    return taken


async def _other(host: Host, battle: str) -> None:
    """The other seat of a battle: gives every slate."""
    rev = 0
    while True:
        update = await host.call("GET", f"/api/battles/{battle}/b", params={"wait": 20, "rev": rev})
        rev = update["rev"]
        if "outcome" in update:
            return
        if "slate" in update:
            await _give(host, battle, "b", update["slate"])


async def _give(host: Host, battle: str, seat: str, slate: dict[str, Any]) -> None:
    body = {"rid": secrets.token_hex(8), "slate": slate["id"], "answers": drifting(slate)}
    await host.call("POST", f"/api/battles/{battle}/{seat}/commit", json=body)


async def captain(host: Host, count: int) -> list[float]:
    """Ms from the beginning of a battle of eight ships a side until the captain has written its orders."""
    taken = []
    for _ in range(count):
        battle = await host.begin("fleet-action", ALONE)
        began, rev = time.perf_counter(), 0
        while True:
            update = await host.call("GET", f"/api/battles/{battle}/a", params={"wait": 20, "rev": rev})
            rev = update["rev"]
            if not update["seats"][1]["waited"]:
                break
        taken.append((time.perf_counter() - began) * 1000)
    return taken


async def watch(host: Host, battle: str, heard: dict[str, list[int]]) -> None:
    """Hear all that the public is told of a battle."""
    told = heard[battle] = []
    async with connect(f"{host.base.replace('http', 'ws')}/api/battles/{battle}/-/live") as line:
        await line.send('{"n": 0}')
        async for message in line:
            told += [event["n"] for event in json.loads(message).get("events", [])]


async def crowd(host: Host, seconds: float) -> None:
    """A person among many battles of bots, each with a socket."""
    before = host.memory()
    battles = [await host.begin("patrol", BOTS) for _ in range(BATTLES)]
    heard: dict[str, list[int]] = {}
    watchers = [asyncio.create_task(watch(host, battle, heard)) for battle in battles]
    await asyncio.sleep(8)
    taken: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        taken += await person(host, 20, pause=0.2)
    await asyncio.sleep(2)
    grown = host.memory() - before
    for task in watchers:
        task.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    lost = [battle for battle, told in heard.items() if told != list(range(1, len(told) + 1))]
    events = sum(map(len, heard.values()))
    print(f"{BATTLES} battles with sockets: {events} events, {len(lost)} battles in which one was lost or doubled")
    show("a person's answer among them", taken)
    print(f"memory: {before:.0f} MB before, {grown / BATTLES:.2f} MB for each battle")


def show(what: str, taken: list[float]) -> None:
    """Print a row of figures."""
    ordered = sorted(taken)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    print(f"{what}: median {statistics.median(taken):.0f} ms, 99th percentile {last:.0f} ms of {len(taken)}", flush=True)


async def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        async with Host(folder, 0) as host:
            print(f"server without workers: {host.memory():.0f} MB")
            show("answer to update", await person(host, 200))
            await captain(host, 2)
            show("orders of the captain for 8 ships", await captain(host, 20))
    with tempfile.TemporaryDirectory() as folder:
        async with Host(folder, 1) as host:
            await crowd(host, SECONDS)


if __name__ == "__main__":
    asyncio.run(main())
