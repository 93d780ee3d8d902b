"""Whole battles for tests: players, the checks at every rest, the record, and going on from pickled copies of the rests."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice, SeededDice, Wanted
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Question
from quarterdeck.engine.record import Seat, read_record
from quarterdeck.engine.referee import Referee, plain_answer
from quarterdeck.engine.replay import load
from quarterdeck.engine.run import Waiting
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS, InterworldFleets
from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView

SCENARIOS = tuple(INTERWORLD_FLEETS.scenarios())

Player: TypeAlias = Callable[[FleetsView, Mapping[str, Question[Any]], random.Random], dict[str, Json]]


def at_random(view: FleetsView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """Any legal answers."""
    return {key: plain_answer(question.sample(view, rng)) for key, question in questions.items()}


def by_default(view: FleetsView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the clock would answer."""
    return {key: plain_answer(question.default(view)) for key, question in questions.items()}


class Broken(BaseException):
    """A check has failed. No `Exception`: a battle would take that for a fault of the rules and go on."""


class Watched(InterworldFleets):
    """Interworld fleets with somebody who looks at the state at every rest; `round` is the one that is played."""

    def __init__(self, watch: Callable[[FleetsState], None]) -> None:
        self.watch, self.round = watch, 0

    async def set_up(self, state: FleetsState, referee: Referee) -> None:
        """See `InterworldFleets`."""
        self.round = 0
        await super().set_up(state, referee)

    async def play_round(self, state: FleetsState, referee: Referee) -> None:
        """See `InterworldFleets`."""
        self.round = state.round
        await super().play_round(state, referee)

    def outcome(self, state: FleetsState) -> Any:
        """Asked at every rest."""
        self.watch(state)
        return super().outcome(state)


def possible(state: FleetsState) -> None:
    """What every state at a rest must keep."""
    if problems := INTERWORLD_FLEETS.check(state):
        raise Broken(problems)


def play(battle: Battle[FleetsState], rng: random.Random, player: Player = at_random, **players: Player) -> Battle[FleetsState]:
    """Play to the end, by the players of the sides, where none is named by `player`."""
    while battle.outcome is None:
        for seat, slate in list(battle.slates().items())[:1]:
            answers = players.get(battle.state.seats[seat], player)(battle.view(seat), slate.questions, rng)
            battle.commit(seat, answers)
            if battle.inputs[-1].void:
                raise Broken(battle.inputs[-1].void, answers)
    return battle


def checked_battle(scenario: str, seed: str, player: Player = at_random) -> Battle[FleetsState]:
    """A battle to its end, every state of it possible, and its record replayed."""
    system = Watched(possible)
    battle = play(Battle.begin(system, system.scenarios()[scenario], seed=seed, keep=False), random.Random(seed), player)
    assert battle.outcome is not None
    assert set(battle.outcome.winners) <= set(battle.state.seats.values())
    text = battle.record().text()
    again = load(read_record(text), INTERWORLD_FLEETS)
    assert again.record().text() == text
    assert (again.state, again.told) == (battle.state, battle.told)
    return battle


def events(battle: Battle[FleetsState]) -> list[Event]:
    """All that was told."""
    return [told.event for told in battle.told]


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

    def __init__(self, scenario: str, seed: str, player: Player = at_random) -> None:
        self.dice, self.told, self.inputs = NotingDice(seed), 0, 0
        self.rests: list[Rest] = []
        self.system = system = Watched(self._rest)
        chosen = system.scenarios()[scenario]
        self.seats = tuple(Seat(seat, side) for seat, side in chosen.seat_sides().items())
        self.battle = Battle(
            system, lambda: (system.start(chosen), Waiting()), self.dice, self.seats, listener=self._hear, keep=False
        )
        self.stops = [self._stop()]
        rng = random.Random(seed)
        while self.battle.outcome is None:
            seat, slate = next(iter(self.battle.slates().items()))
            self.inputs += 1
            self.battle.commit(seat, player(self.battle.view(seat), slate.questions, rng))
            self.stops.append(self._stop())

    def _hear(self, told: Any, state: FleetsState) -> None:
        self.told += 1

    def _rest(self, state: FleetsState) -> None:
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
        copy = Battle.at_rest(INTERWORLD_FLEETS, pickle.loads(rest.state), self.seats, dice, Waiting(round=rest.round))
        self._same(copy, rest, rest.inputs)
        for number, entry in enumerate(self.battle.inputs[rest.inputs : rest.inputs + most], rest.inputs + 1):
            copy.commit(entry.seat, dict(zip(copy.slate(entry.seat).questions, entry.given, strict=True)))
            self._same(copy, rest, number)

    def _same(self, copy: Battle[FleetsState], rest: Rest, inputs: int) -> None:
        state, told = self.stops[inputs]
        assert copy.told == self.battle.told[rest.told : told]
        assert copy.state == pickle.loads(state)
