"""Whole battles of the drama for tests: players, a system that lets somebody look in at every rest, and what must hold there."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice, SeededDice
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Question
from quarterdeck.engine.record import Seat, read_record
from quarterdeck.engine.referee import Referee, plain_answer
from quarterdeck.engine.replay import load
from quarterdeck.engine.run import Waiting
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_drama import INTERWORLD_DRAMA, InterworldDrama
from quarterdeck.systems.interworld_drama.state import DramaState, DramaView

Drama: TypeAlias = Battle[DramaState]
Player: TypeAlias = Callable[[DramaView, Mapping[str, Question[Any]], random.Random], dict[str, Json]]
SCENES = tuple(INTERWORLD_DRAMA.scenarios())
CAPTAIN, NARRATOR = INTERWORLD_DRAMA.bot("captain"), INTERWORLD_DRAMA.bot("narrator")


def at_random(view: DramaView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """Any legal answers."""
    return {key: plain_answer(question.sample(view, rng)) for key, question in questions.items()}


def as_captain(view: DramaView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the captain answers."""
    return CAPTAIN.answer(view, questions, rng).answers


def as_narrator(view: DramaView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the narrator who goes by the book answers."""
    return NARRATOR.answer(view, questions, rng).answers


EAGER = (0.5, 0.8, 1.0, 1.0, 1.0)
"""How likely somebody does something rather than pass, by the part of the turn."""


def eagerly(view: DramaView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """At random, but few pass late in the turn who can do something, and Masters at Work are few."""
    answers = at_random(view, questions, rng)
    for key, question in questions.items():
        choices = [each.key for each in getattr(question, "choices", ())]
        plain_ones = [each for each in choices if not each.startswith(("master", "idea")) or rng.random() < 0.1]
        if question.key in ("act", "counter", "defend") and plain_ones:
            answers[key] = [rng.choice(plain_ones)] if rng.random() < EAGER[view.step] else []
    return answers


def begin(scene: str, seed: str, system: InterworldDrama = INTERWORLD_DRAMA, **given: Any) -> Drama:
    """A battle from its beginning."""
    return Battle.begin(system, system.scenarios()[scene], seed=seed, **{"keep": False, **given})


def play(battle: Drama, rng: random.Random, **players: Player) -> Drama:
    """Play to the end: by seat, at random where none is named."""
    while battle.outcome is None:
        seat, slate = next(iter(battle.slates().items()))
        battle.commit(seat, players.get(seat, at_random)(battle.view(seat), slate.questions, rng))
    return battle


def events(battle: Drama, *kinds: str) -> list[Event]:
    """What was told, of these kinds or of all."""
    return [told.event for told in battle.told if not kinds or told.event.kind in kinds]


class Broken(BaseException):
    """Something does not hold. No `Exception`: a battle would take that for a fault of the rules and go on."""


class Watched(InterworldDrama):
    """The drama with somebody who looks at the state at every rest; `round` is the one that is played, 0 in set-up."""

    def __init__(self, watch: Callable[[DramaState], None]) -> None:
        self.watch = watch
        self.round = 0

    async def play_round(self, state: DramaState, referee: Referee) -> None:
        """See `InterworldDrama`."""
        self.round = state.turn
        await super().play_round(state, referee)

    def outcome(self, state: DramaState) -> Any:
        """Asked at every rest."""
        try:
            self.watch(state)
        except Exception as fault:
            raise Broken(*fault.args) from fault
        return super().outcome(state)


class Keeper:
    """Compares each rest with the one before: what may never come back, and what may never change."""

    def __init__(self) -> None:
        self.before: DramaState | None = None
        self.rests = 0

    def compare(self, state: DramaState) -> None:
        """What must hold at a rest."""
        assert [plain(problem.text) for problem in INTERWORLD_DRAMA.check(state)] == []
        if self.before is not None:
            for key, old in self.before.ships.items():
                self._compare_ship(old, state.ships[key], self.before.turn)
            assert 0 <= state.turn - self.before.turn <= 1
            assert self.before.order in ([], state.order)
        self.before = pickle.loads(pickle.dumps(state))
        self.rests += 1

    def _compare_ship(self, old: Any, new: Any, turn: int) -> None:
        assert new.tass <= old.tass
        assert old.status in ("fighting", new.status)
        assert [hit.id for hit in new.damage][: len(old.damage)] == [hit.id for hit in old.damage]
        for was, now in zip(old.damage, new.damage, strict=False):
            assert (was.degree, was.place, was.turn) == (now.degree, now.place, now.turn)
            assert now.repaired == was.repaired or (now.repaired and was.turn == turn), "old damage was repaired"
        for key, member in old.crew.items():
            assert new.crew[key].master_used >= member.master_used
            light = [hit for hit in new.damage if hit.member == key and hit.degree == "light" and not hit.repaired]
            assert new.crew[key].injuries in (len(light), 6)


def checked_battle(scene: str, seed: str, **players: Player) -> Drama:
    """A battle to its end with all checks, replayed from its record."""
    keeper = Keeper()
    battle = play(begin(scene, seed, Watched(keeper.compare)), random.Random(seed), **players)
    assert [entry.void for entry in battle.inputs] == [""] * len(battle.inputs)
    assert keeper.rests > 10
    outcome = battle.outcome
    assert outcome is not None
    assert [event.data["scores"] for event in events(battle, "outcome")] == [outcome.scores]
    text = battle.record().text()
    again = load(read_record(text), INTERWORLD_DRAMA)
    assert (again.state, again.told, again.record().text()) == (battle.state, battle.told, text)
    return battle


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

    def __init__(self, scene: str, seed: str, player: Player) -> None:
        scenario = INTERWORLD_DRAMA.scenarios()[scene]
        self.dice, self.told, self.inputs = NotingDice(seed), 0, 0
        self.rests: list[Rest] = []
        self.seats = tuple(Seat(seat, side) for seat, side in scenario.seat_sides().items())
        self.system = system = Watched(self._rest)
        self.battle: Drama = Battle(
            system, lambda: (system.start(scenario), Waiting()), self.dice, self.seats, listener=self._hear, keep=False
        )
        self.stops = [self._stop()]
        rng = random.Random(seed)
        while self.battle.outcome is None:
            seat, slate = next(iter(self.battle.slates().items()))
            self.inputs += 1
            self.battle.commit(seat, player(self.battle.view(seat), slate.questions, rng))
            self.stops.append(self._stop())

    def _hear(self, told: Any, state: DramaState) -> None:
        self.told += 1

    def _rest(self, state: DramaState) -> None:
        pickled = pickle.dumps(state, pickle.HIGHEST_PROTOCOL)
        self.rests.append(Rest(pickled, self.system.round, len(self.dice.fell), self.inputs, self.told))

    def _stop(self) -> tuple[bytes, int]:
        return pickle.dumps(self.battle.state, pickle.HIGHEST_PROTOCOL), self.told

    def go_on_at_each_rest(self) -> None:
        """Go on from every rest past the next one: rest by rest that proves it for the whole battle."""
        ends = [rest.inputs for rest in self.rests[1:]] + [len(self.battle.inputs)]
        for rest, end in zip(self.rests, ends, strict=True):
            self._go_on(rest, end - rest.inputs)

    def _go_on(self, rest: Rest, most: int) -> None:
        dice, waiting = ScriptedDice(self.dice.fell[rest.dice :]), Waiting(round=rest.round)
        copy = Battle.at_rest(INTERWORLD_DRAMA, pickle.loads(rest.state), self.seats, dice, waiting)
        self._same(copy, rest, rest.inputs)
        for number, entry in enumerate(self.battle.inputs[rest.inputs : rest.inputs + most], rest.inputs + 1):
            copy.commit(entry.seat, dict(zip(copy.slate(entry.seat).questions, entry.given, strict=True)))
            self._same(copy, rest, number)

    def _same(self, copy: Drama, rest: Rest, inputs: int) -> None:
        state, told = self.stops[inputs]
        assert copy.told == self.battle.told[rest.told : told]
        assert copy.state == pickle.loads(state)
