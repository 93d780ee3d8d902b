"""Drafts and taking back, between several pages and seats."""

from __future__ import annotations

from host_client import Player, Seat, alone, answered, good, rid, two_at_a_table


def drafted(seat: Seat, line: str, rev: int):
    """Draft a line for the first ship; the response and the draft."""
    question = seat.update()["slate"]["questions"][0]
    draft = {question["rows"][0]["unit"]: line}
    return seat.draft(question["q"], draft, rev), draft


def test_a_draft_is_kept_dressed_and_shown_to_its_seat(base):
    seat, other = two_at_a_table(base)
    other_before = other.update()
    kept, draft = drafted(seat, "MD2", 0)
    body = good(kept)
    assert (body["rev"], body["k"]) == (1, 1)
    assert body["dress"]["draft"] == draft
    slate = seat.update()["slate"]
    assert (slate["rev"], slate["questions"][0]["draft"]) == (1, draft)
    assert other.update()["rev"] == other_before["rev"]


def test_an_illegal_draft_is_kept_with_what_is_wrong(base):
    seat, _other = two_at_a_table(base)
    kept, draft = drafted(seat, "MD99", 0)
    dress = good(kept)["dress"]
    assert dress["draft"] == draft
    assert dress["problems"]
    assert dress["ready"] is False


def test_the_older_of_two_pages_gets_the_newer_draft(base):
    seat, _other = two_at_a_table(base)
    _kept, draft = drafted(seat, "MD2", 0)
    for rev in (0, 2, 7):
        stale, _old = drafted(seat, "MD1", rev)
        assert stale.status_code == 409
        body = stale.json()
        q = seat.update()["slate"]["questions"][0]["q"]
        assert (body["error"], body["rev"], body["drafts"]) == ("stale", 1, {q: draft})
    slate = seat.update()["slate"]
    refused = seat.post("/commit", {"rid": rid(), "slate": slate["id"], "rev": 0})
    assert (refused.status_code, refused.json()["error"]) == (409, "stale")


def test_the_same_draft_sent_again_is_no_conflict(base):
    seat, _other = two_at_a_table(base)
    first, _draft = drafted(seat, "MD2", 0)
    again, _draft = drafted(seat, "MD2", 0)
    assert good(again) == good(first)


def test_a_slate_is_given_with_its_drafts(base):
    seat, other = two_at_a_table(base)
    slate = seat.update()["slate"]
    question = slate["questions"][0]
    draft = {row["unit"]: "MD1" for row in question["rows"]}
    rev = good(seat.draft(question["q"], draft, 0))["rev"]
    assert seat.post("/commit", {"rid": rid(), "slate": slate["id"], "rev": rev}).status_code == 200
    other.commit(other.update()["slate"])
    seat.update()
    assert "MD1" in str(seat.events)


def test_a_slate_without_drafts_lacks_answers(base):
    seat, _other = two_at_a_table(base)
    slate = seat.update()["slate"]
    refused = seat.post("/commit", {"rid": rid(), "slate": slate["id"], "rev": 0})
    assert (refused.status_code, refused.json()["error"]) == (422, "illegal")


def test_taking_back_alone_while_nothing_has_come_of_it(base):
    seat, other = two_at_a_table(base)
    slate = seat.update()["slate"]
    seat.commit(slate)
    assert seat.update()["can"]["take_back"] is True
    assert seat.do("take_back").status_code == 200
    again = seat.update()["slate"]
    assert again["id"] != slate["id"]
    assert not {dress["q"] for dress in again["questions"]} & {dress["q"] for dress in slate["questions"]}
    assert other.update()["seats"][0]["state"] == "writing"


def test_taking_back_by_agreement(base):
    seat, other = two_at_a_table(base)
    for each in (seat, other):
        each.commit(each.update()["slate"])
    told = seat.update()["n"]
    why = seat.update()["can"]["take_back"]
    assert isinstance(why, str)
    assert seat.do("take_back").status_code == 200
    assert other.update()["can"]["agree"] == {"by": "a", "agreed": False}
    assert seat.update()["can"]["agree"] == {"by": "a", "agreed": True}
    assert seat.do("agree").status_code == 410
    assert other.do("refuse").status_code == 200
    assert "agree" not in seat.update()["can"]
    assert seat.update()["n"] == told
    seat.do("take_back")
    assert other.do("agree").status_code == 200
    assert seat.update()["n"] == told + 1
    assert seat.events[-1]["kind"] == "taken_back"
    assert seat.update()["slate"]["questions"][0]["kind"] == "plot"


def test_who_has_asked_for_a_take_back_may_leave_it(base):
    seat, other = two_at_a_table(base)
    for each in (seat, other):
        each.commit(each.update()["slate"])
    seat.do("take_back")
    assert seat.do("refuse").status_code == 200
    assert "agree" not in other.update()["can"]
    assert other.do("agree").status_code == 410


def test_a_wish_to_take_back_is_over_when_play_goes_on(base):
    seat, other = two_at_a_table(base)
    for each in (seat, other):
        each.commit(each.update()["slate"])
    seat.do("take_back")
    for each in (seat, other):
        if "slate" in (update := each.update()):
            each.commit(update["slate"])
    assert "agree" not in other.update()["can"]
    assert other.do("agree").status_code == 410


def test_bots_agree_to_every_take_back(base):
    seat = alone(base)
    first = seat.slate()
    seat.commit(first)
    seat.slate()
    assert seat.update()["can"]["take_back"] is True
    assert seat.do("take_back").status_code == 200
    assert "taken_back" in [event["kind"] for event in seat.update()["events"]]
    assert seat.slate()["questions"][0]["kind"] == "plot"


def test_who_gives_up_is_named_by_side(base):
    seat, other = two_at_a_table(base)
    seat.do("concede")
    told = next(event for event in other.update()["events"] if event["kind"] == "conceded")
    again = next(event for event in other.get("/replay").json()["events"] if event["kind"] == "conceded")
    assert told["text"] == again["text"] == [{"side": "a", "t": "Lance patrol"}, " gives up."]


def test_a_record_is_given_out_when_it_may_be(base):
    seat, other = two_at_a_table(base)
    for each in (seat, other):
        each.commit(each.update()["slate"])
    refused = seat.get("/record")
    assert (refused.status_code, refused.json()["error"]) == (403, "denied")
    assert seat.player.http.get(f"/api/battles/{seat.battle}/-/record").status_code in (403, 404)
    seat.do("concede")
    assert seat.get("/record").text == other.get("/record").text != ""


def test_whoever_has_all_seats_may_have_the_record(base):
    player = Player(base)
    laid = player.lay()
    for token in laid["tokens"].values():
        player.join(token)
    seat = player.seat(laid["battle"], "a")
    seat.commit(seat.update()["slate"], answered(seat.update()["slate"]))
    assert seat.get("/record").text.count("\n") == 3
