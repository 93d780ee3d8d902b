"""Random battles to their end: what must hold at every rest, what must come of the record, and going on from a copy.

`benchmarks/random_battles.py` plays hundreds of each scenario with the same checks.
"""

from __future__ import annotations

import pickle
import random
from typing import Any, NamedTuple

import pytest
from battles import SCENARIOS, Watched, as_captain, begin, events, play, three_sides
from bookkeeping import Bookkeeper

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice, SeededDice
from quarterdeck.engine.record import Seat, read_record
from quarterdeck.engine.replay import load
from quarterdeck.engine.run import Waiting
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import FleetState

NUMBERS = {"duel": 60, "patrol": 50, "fleet-action": 16, "convoy": 30, "muster": 50}
"""How many battles of each scenario are played here."""
BATCH = 10
BATCHES = [(key, first) for key in SCENARIOS for first in range(0, NUMBERS[key], BATCH)]


def checked_battle(scenario: str | Scenario, seed: str, **players: Any) -> Battle[FleetState]:
    """A battle to its end, with the books compared at every rest, and its record replayed."""
    books = Bookkeeper()
    battle = begin(scenario, seed, Watched(books.compare), listener=books.hear)
    play(battle, random.Random(seed), **players)
    assert [entry.void for entry in battle.inputs] == [""] * len(battle.inputs)
    assert books.heard == len(battle.told)
    check_end(battle)
    check_record(battle)
    return battle


def check_end(battle: Battle[FleetState]) -> None:
    """The outcome is told last, once, and its scores are those of the state."""
    state, outcome, ends = battle.state, battle.outcome, events(battle, "outcome")
    assert outcome is not None
    assert [event.data["scores"] for event in ends] == [outcome.scores]
    assert battle.told[-1].event is ends[0]
    assert set(outcome.winners) < {side.id for side in state.scenario.sides}
    assert state.turn <= state.scenario.turn_limit + 1


def check_record(battle: Battle[FleetState]) -> None:
    """The record reads back, verifies, and leads to the same end."""
    text = battle.record().text()
    again = load(read_record(text), FULL_THRUST)
    assert again.record().text() == text
    assert (again.state, again.told) == (battle.state, battle.told)


@pytest.mark.rule("FT-2.1.2", "FT-2.1.4", "FT-2.7.1", "FT-2.7.2", "FT-2.7.21", "FT-2.7.23", "FT-4.2.3")
@pytest.mark.parametrize(("key", "first"), BATCHES)
def test_random_battles(key, first):
    for number in range(first, min(first + BATCH, NUMBERS[key])):
        checked_battle(key, f"{key} {number}")


def test_random_battles_of_three_sides_and_four_seats():
    for number in range(10):
        checked_battle(three_sides(), f"three sides {number}")


@pytest.mark.parametrize("key", SCENARIOS)
def test_battles_of_captains(key):
    checked_battle(key, f"captains {key}", a=as_captain, b=as_captain)


def test_random_battles_come_to_every_kind_of_event():
    """What is checked in random battles is worth as much as what happens in them: all that can be told is told."""
    told: dict[str, None] = {}
    for key in SCENARIOS:
        for number in range(12):
            told.update(dict.fromkeys(event.kind for event in events(play(begin(key, f"kinds {number}"), random.Random(number)))))
    from quarterdeck.systems.full_thrust.prose import TELLERS

    rare = ["edge_rolled"]
    assert [kind for kind in TELLERS if kind not in told and kind not in rare] == []


# Going on from a copy


class Rest(NamedTuple):
    """A rest: the pickled state, the round, and how many dice had fallen, inputs been given and events been told before it."""

    state: bytes
    round: int
    dice: int
    inputs: int
    told: int


class NotingDice(SeededDice):
    """Seeded dice that note their faces."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.fell: list[int] = []

    def roll(self, count: int, **given: Any) -> tuple[int, ...]:
        """See `Dice.roll`."""
        faces = super().roll(count, **given)
        self.fell += faces
        return faces


class Played:
    """A battle that notes all its rests, and the state after each input."""

    def __init__(self, scenario: Scenario, seed: str) -> None:
        self.dice, self.told, self.rests = NotingDice(seed), 0, []
        self.seats = tuple(Seat(seat, side) for seat, side in scenario.seat_sides().items())
        self.inputs = 0
        system = Watched(self._rest)
        self.system = system
        self.battle = Battle(
            system, lambda: (system.start(scenario), Waiting()), self.dice, self.seats, listener=self._hear, keep=False
        )
        self.stops = [self._stop()]
        rng = random.Random(seed)
        while self.battle.outcome is None:
            seat, slate = next(iter(self.battle.slates().items()))
            view = self.battle.view(seat)
            self.inputs += 1
            self.battle.commit(seat, {key: question.sample(view, rng) for key, question in slate.questions.items()})
            self.stops.append(self._stop())

    def _hear(self, told: Any, state: FleetState) -> None:
        self.told += 1

    def _rest(self, state: FleetState) -> None:
        pickled = pickle.dumps(state, pickle.HIGHEST_PROTOCOL)
        self.rests.append(Rest(pickled, self.system.round, len(self.dice.fell), self.inputs, self.told))

    def _stop(self) -> tuple[bytes, int]:
        return pickle.dumps(self.battle.state, pickle.HIGHEST_PROTOCOL), self.told

    def go_on(self, rest: Rest, most: int) -> None:
        """Go on from a pickled copy with the same dice and at most so many of the same inputs: it comes out the same."""
        dice = ScriptedDice(self.dice.fell[rest.dice :])
        waiting = Waiting(round=rest.round)
        copy = Battle.at_rest(FULL_THRUST, pickle.loads(rest.state), self.seats, dice, waiting)
        self._same(copy, rest, rest.inputs)
        for number, entry in enumerate(self.battle.inputs[rest.inputs : rest.inputs + most], rest.inputs + 1):
            copy.commit(entry.seat, dict(zip(copy.slate(entry.seat).questions, entry.given, strict=True)))
            self._same(copy, rest, number)

    def _same(self, copy: Battle[FleetState], rest: Rest, inputs: int) -> None:
        state, told = self.stops[inputs]
        assert copy.told == self.battle.told[rest.told : told]
        assert copy.state == pickle.loads(state)


GOING_ON = [(key, number) for key in SCENARIOS for number in range(2 if key == "fleet-action" else 4)]


@pytest.mark.parametrize(("key", "number"), GOING_ON)
def test_going_on_from_a_pickled_copy_at_every_rest(key, number):
    """The next two inputs, which lead at least to the next rest: rest by rest that proves it for the whole battle."""
    played = Played(FULL_THRUST.scenarios()[key], f"going on {number}")
    for rest in played.rests:
        played.go_on(rest, 2)


def test_going_on_to_the_end_from_some_rests():
    for scenario in (FULL_THRUST.scenarios()["duel"], FULL_THRUST.scenarios()["muster"], three_sides()):
        played = Played(scenario, "to the end")
        for rest in played.rests[::7]:
            played.go_on(rest, len(played.battle.inputs))
    assert played.battle.outcome is not None
    assert len(played.rests) > 30
