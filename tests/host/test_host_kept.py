"""What the host keeps so as not to make it twice, and who goes first: nothing of it can be seen from outside."""

from __future__ import annotations

import asyncio
import json
from random import Random

import pytest
from host_client import SYSTEM
from hosting import hosting
from sqlalchemy import select

from playing import begin, sampled
from quarterdeck.bots.playing import bot_named
from quarterdeck.engine import system as rule_systems
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.engine.wire import Memory, wire
from quarterdeck.host.logs import Log
from quarterdeck.host.reader import MOST_NAMES, MOST_REMEMBERED, Memories, Reader
from quarterdeck.host.tables import DUES
from quarterdeck.host.turns import Turns


@pytest.mark.parametrize("key", list(rule_systems.installed()))
def test_what_is_remembered_makes_the_same_pictures(key):
    system = rule_systems.find(key)
    scenario = next(iter(system.scenarios().values()))
    seats = scenario.seat_sides()
    battle = Battle.begin(system, scenario, seed="a secret", names=dict.fromkeys(seats, "Somebody"))
    memories, bot, rng = Memories(), bot_named(system, system.levels[0]), Random(7)
    for _step in range(12):
        for seat in (*seats, None):
            view = battle.view(seat)
            anew, kept = Reader(system, view), Reader(system, view, memories)
            assert json.dumps(kept.wired(system.picture(view))) == json.dumps(anew.wired(system.picture(view)))
        for seat, slate in battle.slates().items():
            battle.commit(seat, dict(bot.answer(battle.view(seat), slate.questions, rng).answers))
            break


def test_a_part_that_has_not_changed_is_written_once():
    battle, written = begin(), []
    memory: Memory = {}

    def render(text: Text) -> str:
        written.append(text)
        return text.message

    def pictured() -> object:
        return wire(battle.system.picture(battle.view(None)), render, memory)

    first = pictured()
    assert written
    written.clear()
    assert pictured() == first
    assert written == []
    seat = next(iter(battle.slates()))
    battle.commit(seat, sampled(battle, seat, Random(1)))
    known = set(memory)
    pictured()
    assert not known & set(written)


def test_what_is_called_otherwise_is_not_taken_for_the_same():
    memories = Memories()
    text = _("{ship} drifts.", ship=Unit("a1"))
    for name in ("Amaranth", "Bluebell", "Amaranth"):
        memory = memories.of({"a1": name})
        assert wire(text, lambda text, name=name: f"{name}: {text.message}", memory) == f"{name}: {{ship}} drifts."


def test_no_more_is_remembered_than_fits():
    memories = Memories()
    first = memories.of({"a1": "Amaranth"})
    first.update((n, n) for n in range(MOST_REMEMBERED + 1))
    assert memories.of({"a1": "Amaranth"}) is first
    assert first == {}
    first["x"] = 1
    for n in range(MOST_NAMES):
        memories.of({"a1": str(n)})
    assert memories.of({"a1": "Amaranth"}) == {}


def test_marks_stand_where_their_events_stand_in_the_round():
    log = Log()
    for n, turn in enumerate((1, 1, 2, 2, 2, 2), 1):
        log.add({"n": n, "turn": turn, **({"mark": {"side": "a", "h": n}} if n in (2, 3, 6) else {})})
    assert [(mark["n"], mark["turn"], mark["h"], mark["part"]) for mark in log.marks()] == [
        (2, 1, 2, 0.5),
        (3, 2, 3, 0),
        (6, 2, 6, 0.75),
    ]


def test_between_two_turns_the_loop_does_what_else_there_is():
    async def go() -> list[str]:
        turns, done = Turns(), []

        async def bot(name: str) -> None:
            await turns.turn()
            done.append(name)

        async def person() -> None:
            await asyncio.sleep(0)
            done.append("person")

        bots = [asyncio.create_task(bot(f"bot {n}")) for n in range(5)]
        await asyncio.gather(asyncio.create_task(person()), *bots)
        return done

    done = asyncio.run(go())
    assert [name for name in done if name != "person"] == [f"bot {n}" for n in range(5)]
    assert done.index("person") <= 1


def test_a_clock_runs_on_over_a_restart(tmp_path):
    async def go() -> None:
        async with hosting(tmp_path) as caller:
            body = {"system": SYSTEM, "scenario": "duel", "players": {"a": "person", "b": "person"}, "clock": 3600}
            laid = (await caller.http.post("/api/battles", json=body)).json()
            for token in laid["tokens"].values():
                assert (await caller.http.post("/api/join", json={"token": token})).status_code == 200
            battle = laid["battle"]
            assert (await caller.give(battle, "a")).status_code == 200
            due = (await caller.update(battle, "b"))["slate"]["due"]
        async with hosting(tmp_path) as caller:
            assert (await caller.update(battle, "b"))["slate"]["due"] == due
            assert (await caller.give(battle, "b")).status_code == 200
            live = caller.hub._battles[battle]
            await caller.hub.means.store.write(select(DUES.c.due))
            kept = await caller.hub.means.store.read(select(DUES).where(DUES.c.battle == battle))
            assert {row["slate"]: row["due"] for row in kept} == live.dues

    asyncio.run(go())
