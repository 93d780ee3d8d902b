"""What others must not do, and what nobody can send to make the server fail."""

from __future__ import annotations

import json
import math
import re
import socket
from random import Random
from urllib.parse import urlsplit

import httpx
import pytest
from host_client import Player, good, rid, two_at_a_table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quarterdeck.host.settings import MOST_BODY

NAMED = ("closed", "stale", "illegal", "halted", "gone", "busy", "limit", "denied", "missing")


@pytest.fixture(scope="module")
def table(base):
    """A battle between two persons that stays where it is: what the tests here send comes to nothing."""
    seats = two_at_a_table(base)
    yield seats
    for seat in seats:
        seat.player.http.close()


@pytest.fixture(autouse=True)
def _open_again(table, base):
    """Lines are closed after each test; the seats get new ones."""
    for seat in table:
        again = Player(base)
        again.http.headers["authorization"] = f"Bearer {seat.player.key}"
        seat.player.http = again.http


def commit_body(seat):
    """A body that would give the open slate."""
    return {"rid": rid(), "slate": seat.update()["slate"]["id"], "answers": {}}


def paths(seat):
    """Every address that changes something of a seat, with its method."""
    q = seat.update()["slate"]["questions"][0]["q"]
    posts = ["/commit", "/inputs", "/invite", f"/suggest/{q}"]
    whole = [("POST", seat.path + each) for each in posts] + [("PUT", f"{seat.path}/drafts/{q}")]
    return whole + [("POST", each) for each in ("/api/battles", "/api/join", "/api/records")]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://[", "http://127.0.0.1:1", "http://127.0.0.1"])
def test_other_sites_change_nothing(table, origin):
    seat, _other = table
    for method, path in paths(seat):
        refused = seat.player.http.request(method, path, json={}, headers={"origin": origin})
        assert (refused.status_code, refused.json()["error"]) == (403, "denied"), path


def test_a_page_of_the_server_itself_may(table, base):
    seat, _other = table
    assert seat.player.http.post(seat.path + "/invite", json={}, headers={"origin": base}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80", "", "[", "0.0.0.0"])
def test_other_names_of_the_server_are_refused(table, host):
    seat, _other = table
    for path in (seat.path, "/", "/api/systems"):
        refused = seat.player.http.get(path, headers={"host": host})
        assert refused.status_code in (400, 403), path
        assert seat.battle not in refused.text


def test_a_seat_needs_its_key(table, base):
    seat, other = table
    q = seat.update()["slate"]["questions"][0]["q"]
    gets = ["", "/picture", f"/questions/{q}", "/replay", "/record", "/sheets/a1"]
    for client in (Player(base).http, other.player.http, _keyless(base)):
        for get in gets:
            refused = client.get(seat.path + get)
            assert (refused.status_code, refused.json()["error"]) == (403, "denied"), get
        for method, path in paths(seat)[:5]:
            refused = client.request(method, path, json=_body(path, seat))
            assert (refused.status_code, refused.json()["error"]) == (403, "denied"), path
    assert seat.update()["slate"]["rev"] == 0


def _keyless(base):
    player = Player(base)
    del player.http.headers["authorization"]
    return player.http


def _body(path, seat):
    if path.endswith("/commit"):
        return commit_body(seat)
    if path.endswith("/inputs"):
        return {"rid": rid(), "do": "concede"}
    return {"k": 1, "rev": 0, "draft": {}} if "/drafts/" in path else {}


def test_no_key_no_seat(base):
    token = Player(base).lay()["tokens"]["a"]
    for headers in ({}, {"authorization": "Bearer short"}, {"authorization": "Basic " + "x" * 30}):
        refused = _keyless(base).post("/api/join", json={"token": token}, headers=headers)
        assert (refused.status_code, refused.json()["error"]) == (403, "denied")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonp"]
)
def test_only_json_changes_something(table, kind):
    seat, _other = table
    for method, path in paths(seat):
        refused = seat.player.http.request(method, path, content=b"{}", headers={"content-type": kind})
        assert (refused.status_code, refused.json()["error"]) == (403, "denied"), path


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_too_long_is_cut_off(table, chunked):
    seat, _other = table
    body = json.dumps({"k": 1, "rev": 0, "draft": "x" * MOST_BODY}).encode()
    content = iter([body[:1000], body[1000:]]) if chunked else body
    q = seat.update()["slate"]["questions"][0]["q"]
    headers = {"content-type": "application/json"}
    refused = seat.player.http.put(f"{seat.path}/drafts/{q}", content=content, headers=headers)
    assert (refused.status_code, refused.json()["error"]) == (413, "limit")
    assert refused.headers["content-security-policy"]


@pytest.mark.parametrize("length", ["-1", "1e9", "99999999999999999999", "٣"])
def test_a_length_that_is_none(base, length):
    answer = _raw(
        base, f"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
    assert re.match(rb"HTTP/1.1 4\d\d", answer)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b'{"draft": NaN, "k": 1, "rev": 0}',
        b'{"draft": 1e999, "k": 1, "rev": 0}',
        b'{"draft": ' + b"9" * 5000 + b', "k": 1, "rev": 0}',
        b'{"draft": "\\ud800", "k": 1, "rev": 0}',
        b'{"draft": ' + b"[" * 60 + b"]" * 60 + b', "k": 1, "rev": 0}',
        b'{"draft": 1, "k": 1e3, "rev": 0}',
        b'{"draft": 1, "k": true, "rev": "0"}',
        b'{"draft": 1, "k": 1, "rev": 0, "seat": "b"}',
        b'{"draft": 1, "k": 99999999999, "rev": 0}',
    ],
    ids=range(16),
)
def test_bodies_that_are_no_requests(table, body):
    seat, _other = table
    for method, path in paths(seat):
        refused = seat.player.http.request(method, path, content=body, headers={"content-type": "application/json"})
        assert refused.status_code in (403, 413, 422), (path, refused.text)
        assert refused.json()["error"] in NAMED
        assert "Traceback" not in refused.text
        assert "codec" not in refused.text
        assert "Value error" not in refused.text


def test_path_tricks_lead_nowhere(base):
    for path in (
        "/static/../../pyproject.toml",
        "/static/..%2f..%2fpyproject.toml",
        "/static/x/../../app.py",
        "//etc/passwd",
        "/art/..%2f..%2fx.json",
        "/api/battles/..%2f/a",
        "/api/battles/%00/a",
        "/api/battles/'%20or%201=1--/-",
        "/api/battles/" + "x" * 5000 + "/-",
        "/openapi.json%00",
    ):
        answer = _raw(base, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert re.match(rb"HTTP/1.1 (404|403|400|414)", answer), (path, answer[:200])


def _raw(base, text):
    with socket.create_connection(("127.0.0.1", urlsplit(base).port), 10) as line:
        line.sendall(text.encode())
        return line.recv(4096)


def test_every_answer_has_its_headers(table):
    seat, _other = table
    http = seat.player.http
    for answer in (
        http.get("/"),
        http.get("/api/systems"),
        http.get(seat.path),
        http.get("/nothing"),
        http.delete(seat.path),
        http.post("/api/join", json={}),
        http.get("/", headers={"host": "evil.example"}),
        http.head("/"),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_what_a_seat_reads_is_not_kept_by_anybody(table):
    seat, _other = table
    unit = seat.update()["picture"]["units"][0]["id"]
    q = seat.update()["slate"]["questions"][0]["q"]
    for what in ("", "/picture", f"/questions/{q}", f"/sheets/{unit}", "/replay", "/record"):
        assert seat.get(what).headers["cache-control"] == "no-store", what
    for answer in (seat.player.http.get("/api/battles"), seat.draft(q, {}, 99), seat.post(f"/suggest/{q}"), seat.post("/invite")):
        assert answer.headers["cache-control"] == "no-store", answer.url


def test_the_cookie_is_for_the_server_alone(base):
    with httpx.Client(base_url=base) as browser:
        cookie = browser.get("/").headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert re.search("samesite=lax", cookie, re.IGNORECASE)
        assert "set-cookie" not in browser.get("/").headers
        laid = good(browser.post("/api/battles", json={"system": "full-thrust", "scenario": "duel", "players": {"b": "captain"}}))
        assert good(browser.post("/api/join", json={"token": laid["tokens"]["a"]}))["seat"] == "a"
        assert "slate" in good(browser.get(f"/api/battles/{laid['battle']}/a"))


def test_a_browser_is_told_on_a_page_what_is_wrong(base):
    for path in ("/nothing", "/battle/ffffffffffffffff/a", "/rules/chess", "/battle/ffffffffffffffff/a/hand-over"):
        shown = httpx.get(base + path, headers={"accept": "text/html,*/*;q=0.8"})
        assert (shown.status_code, shown.headers["content-type"]) == (404, "text/html; charset=utf-8"), path
        assert "There is nothing here." in shown.text
        assert httpx.get(base + path).json()["error"] == "missing"


def test_methods_that_there_are_not(table):
    seat, _other = table
    head = seat.player.http.head(seat.path)
    assert (head.status_code, head.content) == (200, b"")
    for method in ("OPTIONS", "TRACE", "PATCH"):
        refused = seat.player.http.request(method, seat.path, json={})
        assert (refused.status_code, refused.json()["error"]) == (405, "missing")
        assert "access-control-allow-origin" not in refused.headers


PATHS: list[tuple[str, str]] = []
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
FIELDS = [
    "rid",
    "slate",
    "rev",
    "answers",
    "do",
    "offer",
    "answer",
    "what",
    "until",
    "k",
    "draft",
    "token",
    "name",
    "salt",
    "text",
]
FIELDS += ["system", "scenario", "players", "dice", "clock"]
LIKELY = st.sampled_from(
    ["a1", "a2", "abcdef", "offer", "standing", "full-thrust", "patrol", "battle", {"a2": {}}, {"a": "person"}, 0, 1]
)


@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_that_is_sent_makes_the_server_fail(table, data):
    seat, _other = table
    method, path = data.draw(st.sampled_from(PATHS or PATHS.extend(paths(seat)) or PATHS))
    body = data.draw(st.dictionaries(st.sampled_from(FIELDS), LIKELY | JSON, max_size=7) | JSON)
    content = json.dumps(body).encode(errors="surrogatepass")
    answer = seat.player.http.request(method, path, content=content, headers={"content-type": "application/json"})
    assert answer.status_code < 500, (path, body, answer.text)
    assert answer.status_code == 200 or answer.json()["error"] in NAMED
    assert "Traceback" not in answer.text


def test_drafts_of_any_kind_are_dressed(table):
    seat, _other = table
    rng = Random(7)
    question = seat.update()["slate"]["questions"][0]
    units = [row["unit"] for row in question["rows"]]
    for _ in range(20):
        draft = {rng.choice(units): _odd(rng) for _ in range(3)} if rng.random() < 0.8 else _odd(rng)
        kept = seat.draft(question["q"], draft, seat.update()["slate"]["rev"])
        assert kept.status_code in (200, 422), (draft, kept.text)
    answers = {question["q"]: dict.fromkeys(units, _odd(rng))}
    assert seat.post("/commit", {**commit_body(seat), "answers": answers}).status_code in (200, 422)


def _odd(rng):
    return rng.choice(
        [
            "",
            "-",
            "MD" + "9" * 400,
            "TP1, " * 80,
            "<b>",
            "\x00",
            1e308,
            -0.0,
            2**62,
            None,
            True,
            [],
            {},
            ["MD1"],
            "é" * 50,
            math.pi,
        ]
    )


def test_errors_quote_no_secret(table):
    seat, other = table
    q = other.update()["slate"]["questions"][0]["q"]
    unit = other.update()["slate"]["questions"][0]["rows"][0]["unit"]
    good(other.draft(q, {unit: "TS1, MD3"}, other.update()["slate"]["rev"]))
    for method, path in paths(seat):
        for body in ({}, {"rid": rid(), "slate": "b1", "rev": 0}, {"k": 1, "rev": 0, "draft": {unit: "MD1"}}):
            assert "TS1" not in seat.player.http.request(method, path, json=body).text
