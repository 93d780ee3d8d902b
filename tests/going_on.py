"""Going on from a copy: a battle of any rule system is continued from the pickled state of each of its rests."""

from __future__ import annotations

import pickle
import random
from typing import Any, NamedTuple

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice, SeededDice, Wanted
from quarterdeck.engine.record import Seat
from quarterdeck.engine.run import Waiting
from quarterdeck.engine.system import Scenario, System
from whole_battles import Player, Watched, at_random


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

    def __init__(self, system: System[Any], scenario: Scenario, seed: str, player: Player = at_random) -> None:
        self.system, self.dice = system, NotingDice(seed)
        self.rests: list[Rest] = []
        self.seats = tuple(Seat(seat, side) for seat, side in scenario.seat_sides().items())
        self._told = self._inputs = 0
        self._waiting = Waiting()
        self.battle: Battle[Any] = Battle(
            Watched(system, self._rest),
            lambda: (system.start(scenario), self._waiting),
            self.dice,
            self.seats,
            listener=self._hear,
            keep=False,
        )
        self.stops = [self._stop()]
        rng = random.Random(seed)
        while self.battle.outcome is None:
            seat, slate = next(iter(self.battle.slates().items()))
            self._inputs += 1
            self.battle.commit(seat, player(self.battle.view(seat), slate.questions, rng))
            self.stops.append(self._stop())

    def _hear(self, told: Any, state: Any) -> None:
        self._told += 1

    def _rest(self, state: Any) -> None:
        pickled = pickle.dumps(state, pickle.HIGHEST_PROTOCOL)
        self.rests.append(Rest(pickled, self._waiting.round, len(self.dice.fell), self._inputs, self._told))

    def _stop(self) -> tuple[bytes, int]:
        return pickle.dumps(self.battle.state, pickle.HIGHEST_PROTOCOL), self._told

    def go_on_at_each_rest(self) -> None:
        """Go on from every rest past the next one: rest by rest that proves it for the whole battle."""
        ends = [rest.inputs for rest in self.rests[1:]] + [len(self.battle.inputs)]
        for rest, end in zip(self.rests, ends, strict=True):
            self.go_on(rest, end - rest.inputs)

    def go_on(self, rest: Rest, most: int) -> None:
        """Go on from a pickled copy with the same dice and at most so many of the same inputs: it comes out the same."""
        dice, waiting = ScriptedDice(self.dice.fell[rest.dice :]), Waiting(round=rest.round)
        copy: Battle[Any] = Battle.at_rest(self.system, pickle.loads(rest.state), self.seats, dice, waiting)
        self._same(copy, rest, rest.inputs)
        for number, entry in enumerate(self.battle.inputs[rest.inputs : rest.inputs + most], rest.inputs + 1):
            copy.commit(entry.seat, dict(zip(copy.slate(entry.seat).questions, entry.given, strict=True)))
            self._same(copy, rest, number)

    def _same(self, copy: Battle[Any], rest: Rest, inputs: int) -> None:
        state, told = self.stops[inputs]
        assert copy.told == self.battle.told[rest.told : told]
        assert copy.state == pickle.loads(state)
