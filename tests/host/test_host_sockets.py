"""The socket of a seat."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from host_client import Player, Seat, always_the_same, good, serving, two_at_a_table
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from quarterdeck.host import sockets
from quarterdeck.host.settings import Settings


def line_of(seat: Seat, **headers: str) -> ClientConnection:
    """A socket of a seat on which nothing has been said yet."""
    address = str(seat.player.http.base_url).replace("http", "ws").rstrip("/")
    return connect(f"{address}{seat.path}/live", additional_headers=headers)


def hello(line: ClientConnection, seat: Seat, n: int = 0) -> dict:
    """Say who one is; the first update."""
    line.send(json.dumps({"n": n, "bearer": seat.player.key, "lang": "en"}))
    return json.loads(line.recv(60))


def until(line: ClientConnection, seen) -> dict:
    """Read until an update is as it should be."""
    while not seen(update := json.loads(line.recv(60))):
        pass
    return update


def test_a_socket_tells_what_comes_and_nothing_twice(base):
    first, second = two_at_a_table(base)
    with line_of(first) as line:
        update = hello(line, first)
        told = list(update["events"])
        for _ in range(3):
            for seat in (first, second):
                if "slate" in (now := seat.update()):
                    seat.commit(now["slate"])
        n = first.update()["n"]
        while update["n"] < n:
            new = json.loads(line.recv(60))
            assert new["rev"] > update["rev"]
            told += new["events"]
            update = new
    assert [event["n"] for event in told] == list(range(1, n + 1))
    assert update["build"]


def test_a_socket_goes_on_from_where_one_was(base):
    first, second = two_at_a_table(base)
    for seat in (first, second):
        seat.commit(seat.update()["slate"])
    n = first.update()["n"]
    with line_of(first) as line:
        assert [event["n"] for event in hello(line, first, n - 2)["events"]] == [n - 1, n]
    for unknown in (n + 50, 10**30):
        with line_of(first) as line:
            update = hello(line, first, unknown)
            assert (update["events"], update["n"]) == ([], n)


@pytest.mark.parametrize("n", [-1, "3", None, True, 1.5, [1]])
def test_a_number_of_events_that_is_none_counts_as_nothing_known(base, n):
    first, _second = two_at_a_table(base)
    with line_of(first) as line:
        line.send(json.dumps({"n": n, "bearer": first.player.key}))
        assert json.loads(line.recv(60))["n"] == first.update()["n"]


def test_who_listens_is_here_and_lingers(base):
    first, second = two_at_a_table(base)
    with line_of(first) as line, line_of(second) as other:
        hello(line, first)
        hello(other, second)
        assert until(line, lambda update: update["seats"][1]["here"])["seats"][0]["here"] is True
        other.close()
        time.sleep(0.2)
        assert first.update()["seats"][1]["here"] is True


def test_one_hears_the_drafts_of_ones_other_page(base):
    first, _second = two_at_a_table(base)
    with line_of(first) as line:
        question = hello(line, first)["slate"]["questions"][0]
        draft = {question["rows"][0]["unit"]: "MD1"}
        good(first.draft(question["q"], draft, 0))
        assert json.loads(line.recv(60))["slate"]["questions"][0]["draft"] == draft


def test_a_silent_line_is_kept_alive(base, monkeypatch):
    monkeypatch.setattr(sockets, "PING", 0.2)
    first, _second = two_at_a_table(base)
    with line_of(first) as line:
        hello(line, first)
        assert json.loads(line.recv(60)) == {"ping": True}


def test_a_socket_needs_a_key(base):
    first, second = two_at_a_table(base)
    for key in (second.player.key, "", "x" * 30, None, "\ud800", 7):
        with line_of(first) as line:
            line.send(json.dumps({"n": 0, "bearer": key}))
            with pytest.raises(ConnectionClosed):
                line.recv(60)


def test_a_cookie_will_do(base):
    first, _second = two_at_a_table(base)
    with line_of(first, cookie=f"quarterdeck={first.player.key}", origin=base) as line:
        line.send(json.dumps({"n": 0}))
        assert json.loads(line.recv(60))["seat"] == "a"


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"origin": "null"}])
def test_other_sites_open_no_socket(base, headers):
    first, _second = two_at_a_table(base)
    with pytest.raises(InvalidStatus) as refused:
        line_of(first, **headers)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("said", ["", "{", "[" * 30_000, "7", "[]", b"\x00\x01", "{}", '{"bearer": {}}'])
def test_what_is_no_hello_closes_the_line(base, said):
    first, _second = two_at_a_table(base)
    with line_of(first) as line:
        line.send(said)
        with pytest.raises(ConnectionClosed):
            line.recv(60)


def test_what_is_said_later_is_not_listened_to(base):
    first, second = two_at_a_table(base)
    with line_of(first) as line:
        hello(line, first)
        for said in ("{", b"\x00", '{"n": 5}'):
            line.send(said)
        second.commit(second.update()["slate"])
        assert until(line, lambda update: update["seats"][1]["state"] == "answer given")


def test_a_battle_that_is_not_there(base):
    with line_of(Seat(Player(base), "0" * 16, "a")) as line:
        line.send("{}")
        with pytest.raises(ConnectionClosed):
            line.recv(60)


def test_the_server_stops_while_sockets_are_open_and_requests_wait(tmp_path):
    settings = Settings(f"sqlite:///{tmp_path / 'battles.db'}", pace=0, seeds=always_the_same)
    with ThreadPoolExecutor(1) as pool, ExitStack() as lines, serving(settings) as (base, server):
        first, second = two_at_a_table(base)
        for seat in (first, second):
            hello(lines.enter_context(line_of(seat)), seat)
        listening = server.app.state.hub._battles[first.battle]
        pool.submit(first.get, rev=2**60, wait=25)
        while listening._listening < 3:
            time.sleep(0.01)
