"""Sitting down, reading and answering over HTTP."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from host_client import SOLO, SYSTEM, Player, Seat, alone, answered, good, rid, two_at_a_table

from quarterdeck.engine import system
from quarterdeck.engine.dice import commitment
from quarterdeck.engine.record import read_record
from quarterdeck.engine.replay import load
from quarterdeck.host import hub, live
from wire_shapes import faults


def test_a_table_is_laid_and_begins_when_all_sit(base):
    first, second = Player(base), Player(base)
    laid = first.lay()
    assert sorted(laid["tokens"]) == ["a", "b"]
    assert first.join(laid["tokens"]["a"], "Ann") == {"battle": laid["battle"], "seat": "a"}
    seat = first.seat(laid["battle"], "a")
    before = seat.update()
    assert "picture" not in before
    assert [(each["name"], each["state"], each["waited"]) for each in before["seats"]] == [
        ("Ann", "ready", False),
        ("", "not here yet", True),
    ]
    assert seat.commit({"id": "a1", "questions": []}).status_code == 409
    second.join(laid["tokens"]["b"], "Ben")
    after = seat.update()
    assert [each["name"] for each in after["seats"]] == ["Ann", "Ben"]
    assert after["slate"]["secret"] is True
    assert faults(after["picture"], "picture") == []
    assert [fault for dress in after["slate"]["questions"] for fault in faults(dress, "dress")] == []


def test_an_invitation_is_used_once(base):
    player = Player(base)
    token = player.lay()["tokens"]["a"]
    player.join(token)
    for again in (player, Player(base)):
        refused = again.http.post("/api/join", json={"token": token})
        assert (refused.status_code, refused.json()["error"]) == (410, "gone")


def test_two_who_use_an_invitation_at_once(base):
    player = Player(base)
    laid = player.lay()
    others = [Player(base) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        codes = list(pool.map(lambda each: each.http.post("/api/join", json={"token": laid["tokens"]["a"]}).status_code, others))
    assert sorted(codes) == [200, 410, 410, 410, 410, 410]


def test_a_second_device_by_an_invitation_of_ones_own(base):
    seat, _other = two_at_a_table(base)
    token = good(seat.post("/invite"))["token"]
    device = Player(base)
    assert device.join(token, "Somebody else", "another salt")["seat"] == "a"
    twin = device.seat(seat.battle, "a")
    assert twin.update()["slate"]["id"] == seat.update()["slate"]["id"]
    assert twin.update()["seats"][0]["name"] == "Captain a"


def test_names_that_no_record_can_hold_seat_nobody(base):
    player = Player(base)
    token = player.lay(SOLO)["tokens"]["a"]
    for name in ("two\nlines", "a\u2028b", "\u200e", "x" * 61):
        assert player.http.post("/api/join", json={"token": token, "name": name}).status_code == 422
    assert player.join(token, "Zoë")["seat"] == "a"


def test_a_duel_is_played_to_its_end_by_the_suggestions(base):
    seat = alone(base, scenario="duel")
    with_odds = []
    while (slate := seat.slate()) is not None:
        for dress in slate["questions"]:
            draft = good(seat.post(f"/suggest/{dress['q']}"))["draft"]
            kept = good(seat.draft(dress["q"], draft, slate["rev"]))
            slate["rev"] = kept["rev"]
            if kept["dress"].get("odds") is False and not with_odds:
                with_odds.append(good(seat.get(f"/questions/{dress['q']}")))
        assert seat.post("/commit", {"rid": rid(), "slate": slate["id"], "rev": slate["rev"]}).status_code == 200
    update = seat.update()
    assert update["outcome"]["scores"]
    assert with_odds
    assert [fault for dress in with_odds for fault in faults(dress, "dress")] == []
    assert all(dress["odds"] is True for dress in with_odds)
    assert [event["n"] for event in seat.events] == list(range(1, update["n"] + 1))
    text = seat.get("/record").text
    record = read_record(text)
    assert record.header.commitment == commitment(record.seed or "")
    assert load(record, system.find(SYSTEM)).outcome is not None


def test_the_commitment_comes_before_the_salts(base):
    player = Player(base)
    laid = player.lay(SOLO)
    player.join(laid["tokens"]["a"], salt="chosen after the commitment")
    seat = player.seat(laid["battle"], "a")
    header = read_record(seat.get("/record").text).header
    assert header.commitment == laid["commitment"]
    assert [each.salt for each in header.seats] == ["chosen after the commitment", ""]


def test_a_get_waits_for_something_new(base):
    first, second = two_at_a_table(base)
    first.update()
    second.update()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(first.update, 20)
        time.sleep(0.3)
        assert not waiting.done()
        assert second.commit(second.update()["slate"]).status_code == 200
        update = waiting.result()
    assert [each["state"] for each in update["seats"]] == ["writing", "answer given"]


def test_a_get_that_waits_in_vain_ends(base):
    seat, _other = two_at_a_table(base)
    seat.update()
    rev = seat.rev
    began = time.monotonic()
    assert seat.update(wait=0.4)["rev"] == rev
    assert 0.3 < time.monotonic() - began < 20


@pytest.mark.parametrize(("n", "told"), [(-5, "all"), (0, "all"), (10**30, "none")])
def test_any_number_of_events_may_be_said_to_be_known(base, n, told):
    seat, other = two_at_a_table(base)
    for each in (seat, other):
        each.commit(each.update()["slate"])
    update = good(seat.get(n=n))
    assert len(update["events"]) == (update["n"] if told == "all" else 0)
    assert update["n"] > 2


def test_a_number_that_is_none_is_refused_in_our_words(base):
    seat, _other = two_at_a_table(base)
    refused = seat.get(n="many")
    assert (refused.status_code, refused.json()["error"]) == (422, "illegal")
    assert refused.json()["problems"][0]["at"] == "n"


def test_the_same_request_gets_the_same_reply(base):
    first, second = two_at_a_table(base)
    slate = first.update()["slate"]
    body = {"rid": rid(), "slate": slate["id"], "answers": answered(slate)}
    with ThreadPoolExecutor(5) as pool:
        replies = [good(each) for each in pool.map(lambda _n: first.post("/commit", body), range(5))]
    assert replies == [{"rid": body["rid"], "n": 1}] * 5
    second.commit(second.update()["slate"])
    assert good(first.post("/commit", {**body, "answers": {"nonsense": 1}})) == replies[0]
    given = first.do("concede")
    assert good(first.post("/inputs", {"rid": good(given)["rid"], "do": "take_back"})) == good(given)


def test_what_is_not_asked_is_closed_and_what_is_not_open_is_gone(base):
    first, second = two_at_a_table(base)
    slate = first.update()["slate"]
    closed = first.post("/commit", {"rid": rid(), "slate": "b1", "answers": {}})
    assert (closed.status_code, closed.json()["error"]) == (409, "closed")
    first.commit(slate)
    again = first.commit(slate)
    assert (again.status_code, again.json()["error"]) == (409, "closed")
    q = slate["questions"][0]["q"]
    for gone in (first.draft(q, {}, 0), first.get(f"/questions/{q}"), first.post(f"/suggest/{q}"), second.draft(q, {}, 0)):
        assert (gone.status_code, gone.json()["error"]) == (410, "gone")


def test_what_is_illegal_says_where_and_what_would_do(base):
    seat, _other = two_at_a_table(base)
    slate = seat.update()["slate"]
    unit = slate["questions"][0]["rows"][0]["unit"]
    answers = answered(slate)
    answers[slate["questions"][0]["q"]][unit] = "MD999"
    refused = seat.commit(slate, answers)
    assert (refused.status_code, refused.json()["error"]) == (422, "illegal")
    (problem,) = refused.json()["problems"]
    assert problem["at"].startswith(unit)
    assert problem["nearest"].startswith("MD")
    assert seat.update()["slate"]["id"] == slate["id"]


def test_giving_up_ends_the_battle(base):
    first, second = two_at_a_table(base)
    assert first.update()["can"]["concede"] is True
    assert first.do("concede").status_code == 200
    assert second.update()["outcome"]["winners"] == ["b"]
    assert second.update()["can"] == {"concede": False}
    refused = second.do("concede")
    assert (refused.status_code, refused.json()["error"]) == (422, "illegal")


@pytest.mark.parametrize(
    "given",
    [
        {"do": "offer", "offer": "a1+", "answer": 1},
        {"do": "offer"},
        {"do": "standing"},
        {"do": "standing", "what": ""},
        {"do": "agree"},
        {"do": "refuse"},
        {"do": "take_back"},
    ],
)
def test_what_cannot_be_put_in_is_refused(base, given):
    seat, _other = two_at_a_table(base)
    refused = seat.post("/inputs", {"rid": rid(), **given})
    assert refused.status_code in (410, 422)
    assert refused.json()["error"] in ("gone", "illegal")


def test_a_standing_answer_is_taken(base):
    seat, _other = two_at_a_table(base)
    reply = good(seat.do("standing", what="fire", until="battle"))
    assert reply["n"] == 1


def test_the_list_of_battles_is_ones_own_and_short(base, monkeypatch):
    monkeypatch.setattr(hub, "MOST_LISTED", 3)
    player, other = Player(base), Player(base)
    battles = []
    for _ in range(5):
        laid = player.lay()
        battles.append(laid["battle"])
        player.join(laid["tokens"]["a"])
        other.join(laid["tokens"]["b"])
    listed = good(player.http.get("/api/battles"))
    assert [each["battle"] for each in listed] == battles[:1:-1]
    assert listed[0]["side"] == "a"
    assert listed[0]["yours"] is True
    assert good(Player(base).http.get("/api/battles")) == []


def test_sheets_of_what_is_there_and_of_what_is_not(base):
    seat, _other = two_at_a_table(base)
    unit = seat.update()["picture"]["units"][0]["id"]
    assert good(seat.get(f"/sheets/{unit}"))["svg"].startswith("<svg")
    for nothing in ("nothing", "b99", "%00"):
        assert (seat.get(f"/sheets/{nothing}").status_code, seat.get(f"/sheets/{nothing}").json()["error"]) == (404, "missing")


def test_typed_dice_are_asked_of_whoever_is_there(base):
    seat = alone(base, scenario="duel", dice="typed")
    rolled = []
    for _ in range(10):
        slate = seat.slate()
        assert slate is not None
        (question,) = slate["questions"]
        if question["kind"] == "form":
            rolled.append(slate["id"][0])
            assert seat.commit(slate, {question["q"]: {"faces": [7]}}).status_code == 422
        assert seat.commit(slate).status_code == 200
        if any("dice" in event for event in seat.events):
            break
    assert rolled == ["a", "b"]
    seat.update()
    assert {die["v"] for event in seat.events for roll in event.get("dice", []) for die in roll["d"]} == {6, 1}


def test_nobody_rolls_real_dice_for_bots_alone(base):
    body = {"system": SYSTEM, "scenario": "duel", "players": {"a": "captain", "b": "captain"}, "dice": "typed"}
    refused = Player(base).http.post("/api/battles", json=body)
    assert refused.json()["error"] == "illegal"


def test_the_public_sees_a_battle_of_bots_to_its_end(base):
    player = Player(base)
    battle = player.lay({"a": "captain", "b": "captain"}, scenario="duel")["battle"]
    public = Seat(player, battle, "-")
    assert public.slate() is None
    update = public.update()
    assert update["seat"] == "-"
    assert not any(each["you"] for each in update["seats"])
    assert "slate" not in update
    assert update["outcome"]["scores"]


def test_the_clock_answers_with_the_defaults(base):
    player = Player(base)
    laid = player.lay(SOLO, clock=3)
    player.join(laid["tokens"]["a"])
    seat = player.seat(laid["battle"], "a")
    update = seat.update()
    slate = update["slate"]
    assert 0 < slate["due"] - update["now"] <= 3000
    assert [each.get("due") for each in update["seats"]] == [slate["due"], None]
    while seat.update(wait=5).get("slate", slate)["id"] == slate["id"]:
        pass
    entry = next(each for each in read_record(seat.get("/record").text).inputs if each.seat == "a")
    assert entry.by == "clock"
    assert set(entry.given[0].values()) == {"-"}


def test_a_seat_that_waits_is_here_for_the_others(base, monkeypatch):
    monkeypatch.setattr(live, "LINGER", 60)
    first, second = two_at_a_table(base)
    assert [each["here"] for each in first.update()["seats"]] == [True, False]
    second.update()
    first.update()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(second.get, rev=second.rev, wait=1.5)
        assert [each["here"] for each in first.update(wait=30)["seats"]] == [True, True]
        rev = first.rev
        waiting.result()
    assert first.update()["rev"] == rev, "who asks again and again does not come and go"
