"""Whole battles of any rule system for tests: players, somebody who looks in at every rest, and what holds at the end."""

from __future__ import annotations

import io
import pickle
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Question
from quarterdeck.engine.record import read_record
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.replay import load
from quarterdeck.engine.system import System

Player: TypeAlias = Callable[[Any, Mapping[str, Question[Any]], random.Random], dict[str, Json]]


def at_random(view: Any, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """Any legal answers."""
    return {key: plain_answer(question.sample(view, rng)) for key, question in questions.items()}


def by_default(view: Any, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the clock would answer."""
    return {key: plain_answer(question.default(view)) for key, question in questions.items()}


def answer_all(battle: Battle[Any], rng: random.Random, player: Player = at_random, **players: Player) -> None:
    """Every open slate is answered once, by the player of its side (else by `player`); the rules fail on no answer."""
    for seat, slate in battle.slates().items():
        if battle.outcome is None:
            chosen = players.get(battle.sides[seat], player)
            battle.commit(seat, chosen(battle.view(seat), slate.questions, rng))
            assert battle.inputs[-1].void == "", battle.inputs[-1]


def play(
    battle: Battle[Any], rng: random.Random, player: Player = at_random, most: int = 1_000_000, **players: Player
) -> Battle[Any]:
    """Play to the end, or until all slates have been answered `most` times."""
    while battle.outcome is None and most > 0:
        answer_all(battle, rng, player, **players)
        most -= 1
    return battle


def events(battle: Battle[Any], *kinds: str) -> list[Event]:
    """What was told, of these kinds or of all."""
    return [told.event for told in battle.told if not kinds or told.event.kind in kinds]


def by_value(seen: Any) -> bytes:
    """All of it as bytes, which say nothing of which parts are one object and which are merely equal: that is up to caches."""
    written = io.BytesIO()
    pickler = pickle.Pickler(written, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True
    pickler.dump(seen)
    return written.getvalue()


# Looking in


class Broken(BaseException):
    """Something does not hold. No `Exception`: a battle would take that for a fault of the rules and go on."""


@contextmanager
def breaking() -> Iterator[None]:
    """What is asserted within breaks the battle."""
    try:
        yield
    except Exception as fault:
        raise Broken(*fault.args) from fault


class Watched:
    """A rule system with somebody who looks at the state at every rest, where the engine asks for the outcome."""

    def __init__(self, system: System[Any], watch: Callable[[Any], None]) -> None:
        self.watched, self.watch = system, watch

    def __getattr__(self, name: str) -> Any:
        return getattr(self.watched, name)

    def outcome(self, state: Any) -> Any:
        """See `System.outcome`."""
        with breaking():
            self.watch(state)
        return self.watched.outcome(state)


# Its end


def check_end(battle: Battle[Any]) -> None:
    """The outcome is told last, once, with its scores; not every side has won."""
    outcome, ends = battle.outcome, events(battle, "outcome")
    assert outcome is not None
    assert [event.data["scores"] for event in ends] == [outcome.scores]
    assert battle.told[-1].event is ends[0]
    assert set(outcome.winners) < set(battle.sides.values())


def check_record(battle: Battle[Any], system: System[Any]) -> None:
    """The record reads back, verifies, and leads to the same end."""
    text = battle.record().text()
    again = load(read_record(text), system)
    assert again.record().text() == text
    assert (again.state, again.told) == (battle.state, battle.told)
