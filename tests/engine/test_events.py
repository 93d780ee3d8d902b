"""Events: who may know them, what all others see, their one line, their numbers; and the listener at each telling."""

from __future__ import annotations

import json
from random import Random

import pytest

from playing import TinyBattle, begin, by_key, kinds, lines, play, play_to, play_wildly
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Event, Roll, Told
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import _, plain
from tiny import TINY, Tiny
from tiny_pond import PONDS, TinyState

EVENT = Event("hit", "TY-4.1", {"boat": "a1", "hull": 2}, (Roll((5, 6), "fire"), Roll((9,), "depth", 10)))
OTHER = Event("noise", "TY-4.1")


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        (Told(EVENT), {"a": EVENT, "b": EVENT, None: EVENT}),
        (Told(EVENT, ("a",)), {"a": EVENT, "b": None, None: None}),
        (Told(EVENT, ("a",), OTHER), {"a": EVENT, "b": OTHER, None: OTHER}),
        (Told(EVENT, (), OTHER), {"a": OTHER, "b": OTHER, None: OTHER}),
        (Told(EVENT, ("a", "b")), {"a": EVENT, "b": EVENT, None: None}),
    ],
)
def test_who_sees_what(told, seen):
    assert {seat: told.seen_by(seat) for seat in ("a", "b", None)} == seen


def test_an_event_is_plain_data():
    assert EVENT.plain() == {
        "kind": "hit",
        "rule": "TY-4.1",
        "data": {"boat": "a1", "hull": 2},
        "dice": [{"faces": [5, 6], "use": "fire", "sides": 6}, {"faces": [9], "use": "depth", "sides": 10}],
    }


def test_the_line_of_an_event_names_its_audience_and_nothing_of_its_making():
    told = Told(Event("hit", "TY-4.1", {"hull": 2, "boat": "ä"}), ("a",), OTHER)
    turned = Told(Event("hit", "TY-4.1", {"boat": "ä", "hull": 2}), ("a",), OTHER)
    assert told.canonical() == turned.canonical()
    assert told.canonical().isascii()
    assert json.loads(told.canonical())[1] == ["a"]
    lines = {each.canonical() for each in (told, Told(told.event), Told(told.event, ("a",)), Told(told.event, ("b",), OTHER))}
    assert len(lines) == 4


def test_an_event_holds_finite_numbers_only():
    with pytest.raises(ValueError, match="JSON"):
        Told(Event("hit", "", {"at": float("nan")})).canonical()


def test_the_referee_tells_all_or_some():
    told: list[Told] = []
    referee = Referee(None, told.append)
    referee.tell(EVENT)
    referee.tell(EVENT, ["a"], OTHER)
    referee.tell(EVENT, [])
    assert told == [Told(EVENT), Told(EVENT, ("a",), OTHER), Told(EVENT, ())]


class Telling(Tiny):
    """Tells the seats different things."""

    async def set_up(self, state: TinyState, referee: Referee) -> None:
        referee.tell(Event("one", ""))
        referee.tell(Event("two", ""), ("a",))
        referee.tell(Event("three", ""), ("b",), Event("something", ""))
        referee.tell(Event("four", ""))
        await super().set_up(state, referee)


def test_events_are_numbered_for_each_seat_by_itself():
    battle = Battle.begin(Telling(), PONDS["duel"], seed="s")
    numbered = {seat: [(n, event.kind) for n, event in battle.events(seat)] for seat in ("a", "b", None)}
    assert numbered == {
        "a": [(1, "one"), (2, "two"), (3, "something"), (4, "four")],
        "b": [(1, "one"), (2, "three"), (3, "four")],
        None: [(1, "one"), (2, "something"), (3, "four")],
    }
    assert [event.kind for _n, event in battle.events("a", 2)] == ["something", "four"]
    assert battle.events("a", 4) == battle.events("a", 99) == []


def test_events_after_a_number_are_those_that_came_since():
    battle = begin("pairs")
    seen: dict[str | None, list[tuple[int, Event]]] = {"a": [], "d": [], None: []}
    rng = Random(1)
    while battle.outcome is None:
        for seat, events in seen.items():
            events.extend(battle.events(seat, len(events)))
        play_wildly(battle, rng, 1)
    for seat, events in seen.items():
        events.extend(battle.events(seat, len(events)))
        assert events == battle.events(seat) == [*enumerate_seen(battle, seat)]


def enumerate_seen(battle: TinyBattle, seat: str | None) -> list[tuple[int, Event]]:
    seen = [event for told in battle.told if (event := told.seen_by(seat)) is not None]
    return list(enumerate(seen, 1))


# --- the listener


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("keep", [True, False])
def test_the_listener_hears_each_telling_once_in_order(seed, keep):
    heard: list[str] = []
    battle = begin("three", str(seed), umpire="U", keep=keep, listener=lambda told, state: heard.append(told.canonical()))
    rng = Random(seed)
    while battle.outcome is None and len(battle.inputs) < 60:
        if "sail" in [q.key for slate in battle.slates().values() for q in slate.questions.values()]:
            play(battle, rng, 1)
        else:
            play_wildly(battle, rng, 1)
        assert heard == lines(battle)


def test_the_listener_sees_the_state_as_it_is_when_something_is_told():
    hulls: list[tuple[int, int]] = []

    def listen(told: Told, state: TinyState) -> None:
        if told.event.kind == "hit":
            hulls.append((told.event.data["hull"], state.boats[told.event.data["boat"]].hull))

    for seed in range(3):
        play(begin("duel", str(seed), listener=listen), Random(seed))
    assert hulls
    assert all(told == seen for told, seen in hulls)


def test_what_is_told_leaves_when_the_run_has_stopped():
    during: list[int] = []
    battle = begin(listener=lambda told, state: during.append(len(battle.told)))
    play_to(battle, "mine")
    assert during == [0, 0]
    assert len(battle.told) == 2


def test_outcomes_are_told_with_winners_reason_and_scores():
    battle = begin("three")
    play_to(battle, "sail")
    for seat in ("a", "b"):
        battle.concede(seat)
    told = battle.told[-1].event
    assert (told.kind, told.rule) == ("outcome", "TY-5.1")
    assert told.data == {"winners": ["gold"], "reason": "the others gave up", "scores": {"red": 3, "blue": 3, "gold": 3}}


def test_every_event_of_a_battle_is_described_and_explained():
    for pond in PONDS:
        battle = play_wildly(begin(pond, umpire="U"), Random(2), 100)
        for _n, event in battle.events("a"):
            assert plain(TINY.describe(event)) == f"{event.kind}."
            assert all(reason.rule == event.rule for reason in TINY.explain(event))
    assert plain(_("{n} events", n=3)) == "3 events"


def test_the_events_of_one_seat_are_not_touched_by_the_reading_of_another():
    battle = begin()
    play_to(battle, "sail")
    before = battle.events("a")
    battle.events("b").clear()
    battle.events("a").clear()
    assert battle.events("a") == before
    battle.commit("a", by_key(battle, "a"))
    battle.commit("b", by_key(battle, "b"))
    assert kinds(battle, "a")[: len(before)] == [event.kind for _n, event in before]
