"""One battle that goes wrong harms no other: bad rows, rules that loop or fail, bots that hang or die."""

from __future__ import annotations

import asyncio
import os
import time
from typing import Any

import pytest
from host_client import rid
from hosting import PLACES, Caller, hosting
from sqlalchemy import delete, insert, select, text, update

import tiny
from playing import begin, defaults, kinds, play_to
from quarterdeck.host import hub as hubs
from quarterdeck.host import live as lives
from quarterdeck.host import replays, workers
from quarterdeck.host.tables import BATTLES, INPUTS, OWNERS, REPLIES
from tiny import TINY
from tiny_pond import STORM

BOTS = {"a": "random", "b": "random"}


def by_key(caller: Caller, battle: str, seat: str, key: str, answer: Any) -> dict[str, Any]:
    """An answer to the open question of this key."""
    slate = caller.hub._battles[battle].battle.slates()[seat]
    return {q: answer for q, question in slate.questions.items() if question.key == key}


async def to_orders(caller: Caller, battle: str) -> None:
    """Play Tiny until orders are to be written."""
    live = caller.hub._battles[battle]
    while "sail" not in [q.key for slate in live.battle.slates().values() for q in slate.questions.values()]:
        for seat in live.battle.slates():
            assert (await caller.give(battle, seat)).status_code == 200


BAD_ROWS = {
    "seats": {"seats": [{"no": "place"}]},
    "no seats": {"seats": None},
    "header": {"header": "{}"},
    "system": {"system": "nobody-has-this"},
    "seed": {"seed": "another"},
    "take-back": {"taking_back": {"no": 1}},
}


@pytest.mark.parametrize("bad", [*BAD_ROWS, "line", "digest", "no line", "lost input"])
def test_a_bad_row_stops_one_battle(tmp_path, bad):
    async def go() -> None:
        async with hosting(tmp_path) as caller:
            battles = [await caller.begun() for _ in range(2)]
            for battle in battles:
                for seat in PLACES:
                    assert (await caller.give(battle, seat)).status_code == 200
            await _spoil(caller.hub.means.store, battles[0], bad)
        async with hosting(tmp_path) as caller:
            assert "slate" in await caller.update(battles[1], "a") or "slate" in await caller.update(battles[1], "b")
            for what in ("/picture", "/replay", "/record"):
                halted = await caller.http.get(f"/api/battles/{battles[0]}/a{what}")
                assert (halted.status_code, halted.json()["error"]) == (423, "halted"), what
            body = {"rid": rid(), "slate": "a1", "answers": {}}
            given = await caller.http.post(f"/api/battles/{battles[0]}/a/commit", json=body)
            assert given.status_code == 423
            listed = (await caller.http.get("/api/battles")).json()
            assert [each["battle"] for each in listed if "halted" in each] == [battles[0]]
            assert battles[1] in [each["battle"] for each in listed]

    asyncio.run(go())


async def _spoil(store: Any, battle: str, bad: str) -> None:
    where = INPUTS.c.battle == battle
    if bad in BAD_ROWS:
        if BAD_ROWS[bad].get("seats", 1) is None:
            await store.write(text("UPDATE battles SET seats = 'no json' WHERE id = :id").bindparams(id=battle))
        else:
            await store.write(update(BATTLES).where(BATTLES.c.id == battle).values(**BAD_ROWS[bad]))
    elif bad == "lost input":
        await store.write(delete(INPUTS).where(where, INPUTS.c.n == 1))
    else:
        values = {"line": {"line": '{"kind": 1}'}, "digest": {"digest": "0" * 64}, "no line": {"line": "no json"}}[bad]
        await store.write(update(INPUTS).where(where, INPUTS.c.n == 1).values(**values))


async def forever(state: Any, referee: Any) -> None:
    """A step of a turn that never ends."""
    while True:
        state.turn += 0


@pytest.mark.usefixtures("tiny_installed")
def test_rules_that_loop_are_ended_and_the_battle_goes_on(tmp_path, monkeypatch):
    async def go() -> None:
        async with hosting(tmp_path) as caller:
            battle, other = await caller.begun("tiny"), await caller.begun("tiny")
            await to_orders(caller, battle)
            assert (await caller.give(battle, "b")).status_code == 200
            before = await caller.update(battle)
            with monkeypatch.context() as patch:
                patch.setattr(lives, "MOST_APPLY", 0.5)
                patch.setattr(tiny, "STEPS", (*tiny.STEPS[:2], forever, *tiny.STEPS[3:]))
                refused = await caller.give(battle, "a", name="the-same-request")
                assert (refused.status_code, refused.json()["error"]) == (422, "illegal")
            assert (await caller.give(other, "a")).status_code == 200
            assert (await caller.update(battle))["slate"] == before["slate"]
            assert (await caller.give(battle, "a", name="the-same-request")).status_code == 200
            after = await caller.update(battle)
            assert after["n"] > before["n"]
        async with hosting(tmp_path) as caller:
            kept = await caller.hub.means.store.read(select(INPUTS).where(INPUTS.c.battle == battle))
            assert all(each["digest"] for each in kept)
            assert (await caller.update(battle))["events"] == after["events"]

    asyncio.run(go())


@pytest.mark.usefixtures("tiny_installed")
def test_where_even_the_defaults_loop_the_battle_of_a_bot_is_halted(tmp_path, monkeypatch):
    monkeypatch.setattr(lives, "MOST_APPLY", 1.0)
    monkeypatch.setattr(tiny, "STEPS", (*tiny.STEPS[:2], forever, *tiny.STEPS[3:]))

    async def go() -> None:
        async with hosting(tmp_path) as caller:
            laid = await caller.http.post("/api/battles", json={"system": "tiny", "scenario": "duel", "players": BOTS})
            battle = laid.json()["battle"]
            end = time.monotonic() + 60
            while "halted" not in (update := await caller.update(battle, "-")):
                assert time.monotonic() < end
                await asyncio.sleep(0.05)
            assert update["n"] > 0

    asyncio.run(go())


@pytest.mark.usefixtures("tiny_installed")
def test_rules_that_fail_leave_the_battle_where_it_was(tmp_path):
    async def go() -> None:
        async with hosting(tmp_path) as caller:
            battle = await caller.begun("tiny")
            await to_orders(caller, battle)
            assert (await caller.give(battle, "b")).status_code == 200
            boats = dict.fromkeys(caller.hub._battles[battle].battle.view("a").afloat("a"), STORM)
            storm = by_key(caller, battle, "a", "sail", boats)
            assert (await caller.give(battle, "a", storm)).status_code == 200
            after = await caller.update(battle)
            assert after["events"][-1]["kind"] == "fault"
            assert "slate" in after
            assert (await caller.give(battle, "a")).status_code == 200
            events = (await caller.update(battle))["events"]
            assert len(events) > len(after["events"])
        async with hosting(tmp_path) as caller:
            assert (await caller.update(battle))["events"] == events

    asyncio.run(go())


def test_a_replay_leaves_out_what_rules_told_before_they_failed(monkeypatch):
    monkeypatch.setattr(replays, "find", lambda _key: TINY)
    battle = begin()
    play_to(battle, "sail")
    battle.commit("a", defaults(battle, "a"))
    boats = battle.view("b").afloat("b")
    battle.commit("b", filled(battle, "b", sail=dict.fromkeys(boats, STORM)))
    assert battle.inputs[-1].void
    battle.commit("b", defaults(battle, "b"))
    record = battle.record()
    events = replays.replay_of(record.text(), "a secret", None)["events"]
    assert [event["kind"] for event in events] == kinds(battle)
    assert kinds(battle).count("sailed") == 2


def filled(battle: Any, seat: str, **answers: Any) -> dict[str, Any]:
    """The defaults of a slate, but for the questions of these keys."""
    slate = battle.slates()[seat]
    return {**defaults(battle, seat), **{q: answers[x.key] for q, x in slate.questions.items() if x.key in answers}}


@pytest.mark.parametrize("tried", [0, 1])
@pytest.mark.usefixtures("tiny_installed")
def test_an_input_that_was_cut_off_is_tried_once(tmp_path, tried):
    async def go() -> None:
        async with hosting(tmp_path) as caller:
            battle = await caller.begun("tiny")
            assert (await caller.give(battle, "a", name="the-first-one")).status_code == 200
            store = caller.hub.means.store
            await store.write(update(INPUTS).where(INPUTS.c.battle == battle).values(digest=None, tried=tried))
        async with hosting(tmp_path) as caller:
            seats = (await caller.update(battle))["seats"]
            assert [each["waited"] for each in seats] == [tried == 1, True]
            await caller.hub.means.store.write(select(INPUTS.c.n))
            kept = await caller.hub.means.store.read(select(INPUTS.c.digest).where(INPUTS.c.battle == battle))
            assert [bool(each["digest"]) for each in kept] == [True] * (1 - tried)
            replies = await caller.hub.means.store.read(select(REPLIES).where(REPLIES.c.battle == battle))
            assert len(replies) == 1 - tried

    asyncio.run(go())


@pytest.mark.usefixtures("tiny_installed")
def test_a_second_writer_is_refused(tmp_path):
    async def go() -> None:
        async with hosting(tmp_path) as caller:
            battle, other = await caller.begun("tiny"), await caller.begun("tiny")
            await caller.hub.means.store.write(insert(INPUTS).values(battle=battle, n=1, line="{}", tried=0))
            refused = await caller.give(battle, "a")
            assert (refused.status_code, refused.json()["error"]) == (423, "halted")
            assert (await caller.give(other, "a")).status_code == 200

    asyncio.run(go())


def hanging(*_given: Any) -> None:
    """A bot that never answers."""
    time.sleep(60)


def dying(*_given: Any) -> None:
    """A bot that takes its process with it."""
    os._exit(1)


def refusing(*_given: Any) -> dict[str, Any]:
    """A bot that answers nonsense."""
    return {"nonsense": 1}


@pytest.mark.parametrize("bot", [hanging, dying, refusing])
def test_a_bot_that_fails_is_replaced_by_the_defaults(tmp_path, monkeypatch, bot):
    monkeypatch.setattr(workers, "MOST_BOT", 3.0)
    monkeypatch.setattr("quarterdeck.host.answering.answers_of", bot)

    async def go() -> None:
        async with hosting(tmp_path) as caller:
            battle = await caller.begun(players={"a": "person", "b": "captain"})
            live = caller.hub._battles[battle]
            end = time.monotonic() + 60
            while not live.battle.inputs:
                assert time.monotonic() < end
                await asyncio.sleep(0.05)
            (entry,) = live.battle.inputs
            assert (entry.seat, entry.by) == ("b", "bot")
            assert set(entry.given[0].values()) == {"-"}

    asyncio.run(go())


@pytest.mark.usefixtures("tiny_installed")
def test_the_longest_unused_battle_leaves_memory_and_comes_back(tmp_path, monkeypatch):
    monkeypatch.setattr(hubs, "MOST_BATTLES", 2)

    async def go() -> None:
        async with hosting(tmp_path) as caller:
            battles = [await caller.begun("tiny")]
            assert (await caller.give(battles[0], "a", name="before-it-left")).status_code == 200
            gone = caller.hub._battles[battles[0]]
            waiting = asyncio.create_task(caller.http.get(f"/api/battles/{battles[0]}/b?rev={2**60}&wait=25"))
            while not gone._listening:
                await asyncio.sleep(0.01)
            battles += [await caller.begun("tiny") for _ in range(2)]
            assert battles[0] in caller.hub._battles, "somebody listens to it"
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            gone.here.clear()
            battles.append(await caller.begun("tiny"))
            for battle in battles[1:3]:
                await caller.update(battle)
            await caller.begun("tiny")
            assert battles[0] not in caller.hub._battles
            assert not gone.tasks or all(task.cancelling() for task in gone.tasks.values())
            assert (await caller.update(battles[0]))["seats"][0]["waited"] is False
            assert (await caller.give(battles[0], "b")).status_code == 200

    asyncio.run(go())


def test_what_nobody_has_foreseen_is_told_without_a_word_of_it(tmp_path, monkeypatch):
    def failing(*_given: Any) -> None:
        raise RuntimeError("a secret word")

    async def go() -> None:
        async with hosting(tmp_path) as caller:
            battle = await caller.begun()
            monkeypatch.setattr("quarterdeck.host.api.update_of", failing)
            failed = await caller.http.get(f"/api/battles/{battle}/a")
            assert (failed.status_code, failed.json()["error"]) == (500, "fault")
            assert "secret" not in failed.text
            assert failed.headers["content-security-policy"]

    asyncio.run(go())


def test_a_write_that_is_refused_stops_no_other(tmp_path):
    async def go() -> None:
        async with hosting(tmp_path) as caller:
            store = caller.hub.means.store
            bad = insert(OWNERS).values(battle="b", seat="\ud800", holder="h")
            good = [insert(OWNERS).values(battle="b", seat=seat, holder="h") for seat in "ac"]
            done = await asyncio.gather(*[store.write(each) for each in (good[0], bad, good[1])], return_exceptions=True)
            assert [type(each).__name__ for each in done] == ["NoneType", "UnicodeEncodeError", "NoneType"]
            assert [row["seat"] for row in await store.read(select(OWNERS.c.seat).order_by(OWNERS.c.seat))] == ["a", "c"]

    asyncio.run(go())
