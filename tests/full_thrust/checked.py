"""A battle with all checks: the books at every rest, its end, its record, and going on from pickled copies of its rests."""

from __future__ import annotations

import pickle
import random
from typing import Any, NamedTuple

from battles import Player, Watched, begin, events, play
from bookkeeping import Bookkeeper

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice, SeededDice, Wanted
from quarterdeck.engine.record import Seat, read_record
from quarterdeck.engine.replay import load
from quarterdeck.engine.run import Waiting
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import FleetState


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

    def fall(self, wanted: Wanted) -> tuple[int, ...]:
        """See `Dice.fall`."""
        faces = super().fall(wanted)
        self.fell += faces
        return faces


class Played:
    """A battle that notes all its rests, and the state after each input."""

    def __init__(self, scenario: Scenario, seed: str, player: Player) -> None:
        self.dice, self.told = NotingDice(seed), 0
        self.rests: list[Rest] = []
        self.seats = tuple(Seat(seat, side) for seat, side in scenario.seat_sides().items())
        self.inputs = 0
        self.system = system = Watched(self._rest)
        self.battle = Battle(
            system, lambda: (system.start(scenario), Waiting()), self.dice, self.seats, listener=self._hear, keep=False
        )
        self.stops = [self._stop()]
        rng = random.Random(seed)
        while self.battle.outcome is None:
            seat, slate = next(iter(self.battle.slates().items()))
            self.inputs += 1
            self.battle.commit(seat, player(self.battle.view(seat), slate.questions, rng))
            self.stops.append(self._stop())

    def _hear(self, told: Any, state: FleetState) -> None:
        self.told += 1

    def _rest(self, state: FleetState) -> None:
        pickled = pickle.dumps(state, pickle.HIGHEST_PROTOCOL)
        self.rests.append(Rest(pickled, self.system.round, len(self.dice.fell), self.inputs, self.told))

    def _stop(self) -> tuple[bytes, int]:
        return pickle.dumps(self.battle.state, pickle.HIGHEST_PROTOCOL), self.told

    def go_on_at_each_rest(self) -> None:
        """Go on from every rest past the next one: rest by rest that proves it for the whole battle."""
        ends = [rest.inputs for rest in self.rests[1:]] + [len(self.battle.inputs)]
        for rest, end in zip(self.rests, ends, strict=True):
            self.go_on(rest, end - rest.inputs)

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
