"""Replays, and records that are brought along."""

from __future__ import annotations

import json

import pytest
from host_client import SOLO, Player, Seat, alone, good

from quarterdeck.host.settings import MOST_UPLOAD
from wire_shapes import faults


@pytest.fixture(scope="module")
def played(base):
    """A seat of a battle of a few turns against the captain, and its record."""
    seat = alone(base, scenario="duel")
    while (slate := seat.slate()) is not None and len(seat.events) < 40:
        answers = {dress["q"]: good(seat.post(f"/suggest/{dress['q']}"))["draft"] for dress in slate["questions"]}
        assert seat.commit(slate, answers).status_code == 200
    seat.do("concede")
    text = seat.get("/record").text
    yield seat, text
    seat.player.http.close()


@pytest.fixture(autouse=True)
def _open_again(played, base):
    """Lines are closed after each test; the seat gets a new one."""
    seat, _text = played
    again = Player(base)
    again.http.headers["authorization"] = f"Bearer {seat.player.key}"
    seat.player.http = again.http


def test_patches_lead_from_picture_to_picture(played):
    seat, _text = played
    replay = good(seat.get("/replay"))
    events = replay["events"]
    assert [event["n"] for event in events] == list(range(1, seat.update()["n"] + 1))
    assert len(replay["pictures"]) > 2
    items = {item["id"]: item for item in replay["pictures"][0]["picture"]["scene"].get("items", [])}
    later = {picture["n"]: picture["picture"] for picture in replay["pictures"][1:]}
    changed = 0
    for event in events:
        patch = event.get("patch", {})
        changed += len(patch.get("set", []))
        for key in patch.get("drop", []):
            del items[key]
        for item in patch.get("set", []):
            whole = {**items.get(item["id"], {}), **item}
            items[item["id"]] = {name: value for name, value in whole.items() if value is not None}
        if event["n"] in later:
            assert items == {item["id"]: item for item in later[event["n"]]["scene"]["items"]}
    assert changed > 10
    assert [fault for each in replay["pictures"] for fault in faults(each["picture"], "picture")] == []


def test_a_replay_tells_what_was_told(played):
    seat, _text = played
    told = good(seat.get(n=0))["events"]
    again = good(seat.get("/replay"))["events"]
    assert [{k: v for k, v in event.items() if k != "patch"} for event in again] == told


def test_a_sheet_is_as_it_was_at_the_moment_that_is_named(base):
    seat = alone(base, scenario="duel")
    unit, then = "", {}
    while (slate := seat.slate()) is not None and len(seat.events) < 60:
        unit = unit or seat.update()["picture"]["units"][0]["id"]
        then[seat.update()["n"]] = good(seat.get(f"/sheets/{unit}"))
        answers = {dress["q"]: good(seat.post(f"/suggest/{dress['q']}"))["draft"] for dress in slate["questions"]}
        assert seat.commit(slate, answers).status_code == 200
    assert len({sheet["svg"] for sheet in then.values()}) > 1, "it was damaged on the way"
    for n in (min(then), max(then)):
        assert good(seat.get(f"/sheets/{unit}", n=n)) == then[n]
    for nothing in ({"n": -1}, {"n": 10**6}):
        assert seat.get(f"/sheets/{unit}", **nothing).status_code == 404
    assert seat.get("/sheets/nobody", n=0).status_code == 404


def test_a_record_is_kept_and_can_be_looked_at(played, base):
    _seat, text = played
    player = Player(base)
    kept = good(player.http.post("/api/records", json={"text": text}))
    assert kept["seat"] == "-"
    public = Seat(player, kept["battle"], "-")
    assert public.update()["outcome"]["winners"] == ["b"]
    assert len(good(public.get("/replay"))["events"]) == public.n
    assert [each["who"] for each in public.update()["seats"]] == ["person", "bot"]
    (listed,) = good(player.http.get("/api/battles"))
    name = next(side["name"] for side in public.update()["picture"]["sides"] if side["id"] == "b")
    assert (listed["battle"], listed["over"], listed["won"]) == (kept["battle"], True, [{"side": "b", "name": name}])
    for what in ("/record", "/questions/a1"):
        assert public.get(what).status_code in (403, 404)


def test_a_record_of_a_battle_that_is_not_over_is_not_played_on(base, hub):
    seat = alone(base, scenario="duel")
    assert seat.commit(seat.slate()).status_code == 200
    assert seat.slate() is not None
    text = seat.get("/record").text
    player = Player(base)
    kept = good(player.http.post("/api/records", json={"text": text}))
    public = Seat(player, kept["battle"], "-")
    update = public.update()
    assert "outcome" not in update
    assert [each["who"] for each in update["seats"]] == ["person", "bot"]
    live = hub._battles[kept["battle"]]
    waited = [slate.seat for slate in live.battle.slates().values()]
    assert set(live.tasks) == {"battle"}, waited


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        (lambda text: text[:-40], "line"),
        (lambda text: "", "line 1"),
        (lambda text: text.replace('"by":"seat"', '"by":"clock"', 1), "input"),
        (lambda text: "\n".join(text.split("\n")[:2] + text.split("\n")[3:]), "line 3"),
        (lambda text: text.replace("\n", "\r\n"), "line 1"),
        (lambda text: text.replace('"system":"full-thrust"', '"system":"chess"', 1), "line 1"),
    ],
)
def test_a_record_that_was_changed_is_refused(played, base, changed, where):
    _seat, text = played
    refused = Player(base).http.post("/api/records", json={"text": changed(text)})
    assert (refused.status_code, refused.json()["error"]) == (422, "illegal")
    assert refused.json()["problems"][0]["at"].startswith(where)


def test_a_record_without_its_seed_is_refused(played, base):
    _seat, text = played
    lines = text.strip().split("\n")
    refused = Player(base).http.post("/api/records", json={"text": "\n".join(lines[:-1]) + "\n"})
    assert "seed" in refused.json()["text"]


def test_a_record_that_is_too_long_is_refused(base):
    refused = Player(base).http.post("/api/records", json={"text": "x" * MOST_UPLOAD})
    assert (refused.status_code, refused.json()["error"]) == (413, "limit")


def test_scripts_in_names_are_words_and_nothing_else(base):
    evil = "<script>alert(1)</script>"
    player = Player(base)
    laid = player.lay(SOLO)
    player.join(laid["tokens"]["a"], evil)
    seat = player.seat(laid["battle"], "a")
    seat.do("concede")
    kept = good(player.http.post("/api/records", json={"text": seat.get("/record").text}))
    update = Seat(player, kept["battle"], "-").get()
    assert update.headers["content-type"] == "application/json"
    assert update.headers["x-content-type-options"] == "nosniff"
    assert update.json()["seats"][0]["name"] == evil
    page = player.http.get(f"/battle/{kept['battle']}/-")
    assert page.status_code == 200
    assert "<script>alert" not in page.text


def test_a_script_in_the_name_of_a_ship(played, base):
    _seat, text = played
    header = json.loads(text.split("\n")[0])
    scenario = json.loads(json.dumps(header["scenario"]).replace("Amaranth", "<img src=x onerror=alert(1)>"))
    player = Player(base)
    laid = player.http.post("/api/battles", json={"system": "full-thrust", "scenario": scenario, "players": SOLO})
    if laid.status_code == 422:
        assert laid.json()["error"] == "illegal"
        return
    player.join(laid.json()["tokens"]["a"])
    seat = player.seat(laid.json()["battle"], "a")
    unit = seat.update()["picture"]["units"][0]["id"]
    assert "<img" not in good(seat.get(f"/sheets/{unit}"))["svg"]
    assert "<img" not in player.http.get(f"/battle/{seat.battle}/a").text
