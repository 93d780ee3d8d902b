"""Neither of two seats over one server gets anything of the other's orders before they are carried out: tried on the bytes.

Two battles with the same seed differ only in what seat b drafts and orders in secret. All that reaches seat a, the public and
whoever looks at lists is recorded, but for ids of battles, clock times and revisions, which are counted on from another start.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from host_client import Player, Seat, good, rid
from sqlalchemy import update
from websockets.sync.client import connect

from quarterdeck.host.tables import BATTLES

PLANS = [["MD1"], ["TS2, MD3", "TP1", "MD99", "nonsense " * 30, "", "TP2, MD2"]]
"""The lines that seat b drafts one after the other; the last is given."""


class Ear:
    """What reaches one reader, in words that are the same in two battles that are the same."""

    def __init__(self, hub: Any, base: str) -> None:
        self.heard: list[str] = []
        first, second = Player(base), Player(base)
        laid = first.lay()
        self.battle = laid["battle"]
        with hub.means.store.engine.begin() as connection:
            connection.execute(update(BATTLES).where(BATTLES.c.id == self.battle).values(seed="the same in both"))
        first.join(laid["tokens"]["a"], "Ann")
        second.join(laid["tokens"]["b"], "Ben")
        self.a, self.b = first.seat(self.battle, "a"), second.seat(self.battle, "b")
        self.public = Seat(Player(base), self.battle, "-")
        self.revs: dict[int, int] = {}

    def note(self, text: str) -> None:
        """Keep what was received."""
        text = re.sub(r'"now":\d+', '"now":0', text.replace(self.battle, "BATTLE"))
        text = re.sub(r'"moved":\d+', '"moved":0', text)
        self.heard.append(
            re.sub(r'"rev":(\d{9,})', lambda rev: f'"rev":{self.revs.setdefault(int(rev[1]), len(self.revs))}', text)
        )

    def listen(self) -> None:
        """Read everything that seat a, the public and strangers may read or try to read."""
        seat = self.a
        q = seat.update().get("slate", {"questions": [{"q": "a9"}]})["questions"][0]["q"]
        for what in ("", "/picture", f"/questions/{q}", "/record", "/sheets/a1", "/sheets/b1", "/sheets/nothing"):
            self.note(seat.get(what).text)
        for what in ("", "/picture", "/sheets/b1"):
            self.note(self.public.get(what).text)
        for other in ("b/", "b/questions/b2", "b/record", "b/sheets/b1"):
            self.note(seat.player.http.get(f"/api/battles/{self.battle}/{other.rstrip('/')}").text)
        self.note(seat.player.http.get("/api/battles").text)
        self.note(seat.post("/commit", {"rid": rid(), "slate": "b1", "answers": {}}).text)
        self.note(seat.draft("b2", {"b1": "MD1"}, 0).text)
        self.note(seat.do("agree").text)


def test_nothing_of_secret_orders_reaches_anybody_else(base, hub):
    heard = []
    for lines in PLANS:
        ear = Ear(hub, base)
        ear.listen()
        _plan(ear.b, lines, give=False)
        ear.listen()
        _give(ear.b)
        unit = ear.a.update()["slate"]["questions"][0]["rows"][0]["unit"]
        good(ear.a.draft(ear.a.update()["slate"]["questions"][0]["q"], {unit: "MD1"}, 0))
        ear.listen()
        ear.note(ear.a.get("/replay").text)
        ear.note(ear.public.get("/replay").text)
        heard.append(ear.heard)
    assert len(heard[0]) > 50
    for one, two in zip(*heard, strict=True):
        assert one == two


def test_a_socket_says_nothing_of_what_others_draft(base, hub):
    heard = []
    for lines in PLANS:
        ear = Ear(hub, base)
        headers = {"authorization": f"Bearer {ear.a.player.key}"}
        with connect(f"{base.replace('http', 'ws')}{ear.a.path}/live", additional_headers=headers) as line:
            line.send(json.dumps({"n": 0, "bearer": ear.a.player.key}))
            ear.note(line.recv(60))
            _plan(ear.b, lines, give=False)
            with pytest.raises(TimeoutError):
                line.recv(0.5)
            _give(ear.b)
            ear.note(line.recv(60))
            with pytest.raises(TimeoutError):
                line.recv(0.3)
        heard.append(ear.heard)
    assert heard[0] == heard[1]


def test_orders_come_to_light_when_they_are_carried_out(base, hub):
    ears = []
    for lines in PLANS:
        ear = Ear(hub, base)
        _plan(ear.b, lines, give=True)
        ear.a.commit(ear.a.update()["slate"])
        ear.note(ear.a.get().text)
        ears.append(ear.heard)
    assert ears[0] != ears[1], "the comparison would not see a difference"


def _plan(seat: Seat, lines: list[str], give: bool) -> None:
    question = seat.update()["slate"]["questions"][0]
    for k, line in enumerate(lines):
        draft = {row["unit"]: line for row in question["rows"]}
        assert seat.draft(question["q"], draft, seat.update()["slate"]["rev"], k).status_code == 200
    if give:
        _give(seat)


def _give(seat: Seat) -> None:
    slate = seat.update()["slate"]
    good(seat.post("/commit", {"rid": rid(), "slate": slate["id"], "rev": slate["rev"]}))
