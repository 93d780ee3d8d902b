"""Which bots can play a seat: said of each scenario, asked of whoever lays a table, and heeded where a plan is suggested."""

from __future__ import annotations

from typing import Any

from host_client import Player, Seat, good

from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.system import Reply
from quarterdeck.engine.text import _
from quarterdeck.host import jobs


def drama(player: Player, players: dict[str, str]) -> Any:
    """A wish for a battle that has a seat with a part of its own."""
    return player.http.post("/api/battles", json={"system": "interworld-drama", "scenario": "fog-bank", "players": players})


def test_a_scenario_says_which_bots_can_play_each_seat(base):
    systems = {each["key"]: each for each in good(Player(base).http.get("/api/systems"))}
    bots = {key: each["scenarios"][0]["bots"] for key, each in systems.items()}
    assert bots["full-thrust"] == {"a": ["captain", "random"], "b": ["captain", "random"]}
    assert bots["interworld-drama"] == {
        "a": ["captain", "random"],
        "b": ["captain", "random"],
        "narrator": ["narrator", "random"],
    }
    sides = systems["interworld-drama"]["scenarios"][0]["sides"]
    assert sides["narrator"] == "Narrator"


def test_a_bot_is_not_seated_where_it_cannot_play(base):
    refused = drama(Player(base), {"a": "person", "b": "captain", "narrator": "captain"})
    assert refused.status_code == 422
    (problem,) = refused.json()["problems"]
    assert problem["at"] == "narrator"
    assert problem["text"] == "The bot “captain” cannot play the seat “narrator”; these can: narrator, random."


def test_a_narrator_plays_beside_captains_to_the_end(base):
    player = Player(base)
    battle = good(drama(player, {"a": "captain", "b": "captain", "narrator": "narrator"}))["battle"]
    public = Seat(player, battle, "-")
    assert public.slate() is None
    assert "outcome" in public.update()


class TwoBots:
    """A rule system of which each seat has a bot of its own, which chooses what is called like the seat."""

    levels = ("bot of a", "bot of b")

    def suited(self, seat: str) -> tuple[str, ...]:
        return (f"bot of {seat}",)

    def bot(self, level: str) -> Any:
        chosen = level[-1]

        class Chooser:
            def answer(self, view: Any, questions: Any, rng: Any) -> Reply:
                return Reply({key: [chosen] for key in questions})

        return Chooser()


def test_it_is_the_bot_of_the_seat_that_is_asked_for_a_suggestion(monkeypatch):
    monkeypatch.setattr(jobs, "find", lambda key: TwoBots())
    choices = tuple(Choice(key, _("{key}", key=key)) for key in "ab")
    for seat in "ab":
        question = Choose(seat=seat, rule="X-1", prompt=_("Which?"), choices=choices)
        assert jobs.suggestion_of("two", jobs.packed(None, {"q1": question})) == [seat]


def test_a_narrator_is_suggested_what_the_scene_says(base):
    player = Player(base)
    laid = good(drama(player, {"a": "captain", "b": "captain", "narrator": "person"}))
    player.join(laid["tokens"]["narrator"])
    seat = player.seat(laid["battle"], "narrator")
    slate = seat.slate()
    assert slate is not None
    (question,) = slate["questions"]
    draft = good(seat.post(f"/suggest/{question['q']}"))["draft"]
    assert (draft["surroundings"], draft["long"], draft["difficult"]) == (["cloud", "cover"], "no", 8)
