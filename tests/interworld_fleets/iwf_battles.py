"""Whole battles for tests: players, the checks at every rest, the record, and going on from pickled copies of the rests."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice, SeededDice
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.questions import Question
from quarterdeck.engine.record import Seat, read_record
from quarterdeck.engine.referee import Referee, plain_answer
from quarterdeck.engine.replay import load
from quarterdeck.engine.run import Waiting
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS, InterworldFleets
from quarterdeck.systems.interworld_fleets.move_keys import RAM
from quarterdeck.systems.interworld_fleets.moves import MoveUnit
from quarterdeck.systems.interworld_fleets.plans import BATTEN, CREW, part_of, weapon_of
from quarterdeck.systems.interworld_fleets.ramming import may_ram, run_of
from quarterdeck.systems.interworld_fleets.reactions import Intercept
from quarterdeck.systems.interworld_fleets.scenario import Scenario
from quarterdeck.systems.interworld_fleets.shooting import Engage
from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView

SCENARIOS = tuple(INTERWORLD_FLEETS.scenarios())

Player: TypeAlias = Callable[[FleetsView, Mapping[str, Question[Any]], random.Random], dict[str, Json]]


def at_random(view: FleetsView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """Any legal answers."""
    return {key: plain_answer(question.sample(view, rng)) for key, question in questions.items()}


def by_default(view: FleetsView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the clock would answer."""
    return {key: plain_answer(question.default(view)) for key, question in questions.items()}


CAPTAIN = INTERWORLD_FLEETS.bot("captain")


def as_captain(view: FleetsView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the captain answers."""
    return CAPTAIN.answer(view, questions, rng).answers


def eagerly(view: FleetsView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """Who can ram somebody rams, who can harpoon or board does, who can intercept spends all; ships are led by a captain."""
    answers = {**at_random(view, questions, rng)}
    for key, question in questions.items():
        if isinstance(question, MoveUnit):
            answers[key] = as_captain(view, {key: question}, rng)[key] | _rams(view, question)
            if question.problems(view, answers[key]):
                answers[key] = question.default(view)
        elif isinstance(question, Engage):
            answers[key] = _hands_on(view, question) or answers[key]
        elif isinstance(question, Intercept):
            answers[key] = {slot: kind.most for slot, kind in question.slots.items()}
    return answers


def _rams(view: FleetsView, question: MoveUnit) -> dict[str, str]:
    ships = [view.ships[unit] for unit in question.units]
    return {ship.id: RAM for ship in ships if may_ram(ship) and run_of(view, ship).target is not None}


def _hands_on(view: FleetsView, question: Engage) -> dict[str, str]:
    """A harpoon or a boarding, if there is one to be had."""
    for slot, keys in question.keys_by_slot().items():
        part = part_of(slot)
        crew = part.weapon == CREW
        if (crew or weapon_of(view, part).type == "harpoon") and keys[0] != BATTEN:
            return {slot: keys[0]}
    return {}


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


def play(
    battle: Battle[FleetsState], rng: random.Random, player: Player = at_random, most: int | None = None, **players: Player
) -> Battle[FleetsState]:
    """Play to the end or for `most` answers, by the players of the sides, where none is named by `player`."""
    answered = 0
    while battle.outcome is None and answered != most:
        for seat, slate in list(battle.slates().items())[:1]:
            answers = players.get(battle.state.seats[seat], player)(battle.view(seat), slate.questions, rng)
            battle.commit(seat, answers)
            answered += 1
            if battle.inputs[-1].void:
                raise Broken(battle.inputs[-1].void, answers)
    return battle


def meddled(battle: Battle[FleetsState], rng: random.Random, player: Player) -> Battle[FleetsState]:
    """Play to the end while the umpire changes something after every few answers."""
    while play(battle, rng, player, most=5).outcome is None:
        path, value = change_of(battle.state, rng)
        with suppress(Refused):
            battle.change(path, value)
    return battle


def change_of(state: FleetsState, rng: random.Random) -> tuple[tuple[str | int, ...], Json]:
    """Any change of a ship on the map, or of a command board: one that may be, or one that the rules refuse."""
    ship = rng.choice(state.on_map)
    side = rng.choice(list(state.commands))
    at = rng.choice(list(state.map.hexes()))
    changes: list[tuple[tuple[str | int, ...], Json]] = [
        (("ships", ship.id, "hull"), rng.randint(0, ship.cls.hull + 1)),
        (("ships", ship.id, "shields"), rng.randint(0, ship.cls.shields + 1)),
        (("ships", ship.id, "fighters"), rng.randint(0, 2 * ship.cls.hangars + 1)),
        (("ships", ship.id, "facing"), rng.randint(0, 6)),
        (("ships", ship.id, "at"), list(at)),
        (("ships", ship.id, "easy_target"), not ship.easy_target),
        (("ships", ship.id, "hatches"), not ship.hatches),
        (("ships", ship.id, "phase_tokens"), rng.randint(0, 4)),
        (("ships", ship.id, "effects"), rng.sample(["hindered", "slowed", "no_restore", "no_commands"], 2)),
        (("ships", ship.id, "status"), rng.choice(["fighting", "left"])),
        (("commands", side, "cells", rng.randint(1, 6)), rng.randint(0, 2)),
        (("points", side), rng.randint(0, 9)),
    ]
    return rng.choice(changes)


def begin(
    scenario: str | Scenario, seed: str | None, system: InterworldFleets = INTERWORLD_FLEETS, **given: Any
) -> Battle[FleetsState]:
    """A battle of a scenario, by key or made, from its beginning."""
    chosen = system.scenarios()[scenario] if isinstance(scenario, str) else scenario
    return Battle.begin(system, chosen, seed=seed, **{"keep": False, **given})


def brawl() -> Scenario:
    """A fight at close quarters on a small map: every type of weapon, rams, harpoons, fighters, squadrons, some terrain."""
    line = {"a": (13, 0), "b": (2, 3)}
    fleets = {
        "a": ("leviathan-cathedral", "gallows-pike", "quiet-choir", "brass-nest", "candlewright", "toll-hammer"),
        "b": ("veiled-verdict", "gallows-pike", "orrery", "paper-moon", "grey-sexton", "millstone-rider"),
    }
    sides = []
    for side, classes in fleets.items():
        row, facing = line[side]
        units = []
        for n, cls in enumerate(classes):
            places = [[q, row - q // 2] for q in (2 * n + 1, 2 * n + 2)]
            units.append({"name": f"{side}{n}", "class": cls, "at": places[0], "facing": facing})
            if n == len(classes) - 1:
                ships = [{"name": f"{side}{n} {m}", "at": at, "facing": facing} for m, at in enumerate(places)]
                units[-1] = {"name": f"{side}{n}", "class": cls, "ships": ships}
        sides.append({"id": side, "name": f"Side {side}", "units": units})
    sides[0]["board"], sides[1]["board"] = "brass-chorus", "tide-of-masks"
    terrain = [{"kind": "minefield", "hexes": [[6, 5], [7, 4]]}, {"kind": "ion_storm", "hexes": [[3, 6]]}]
    whole = {"key": "brawl", "title": "Brawl", "map": {"shape": "rectangle", "columns": 15, "rows": 16}, "rounds": 6}
    scenario = INTERWORLD_FLEETS.read("scenario", {**whole, "sides": sides, "terrain": terrain})
    assert isinstance(scenario, Scenario), scenario
    return scenario


def checked_battle(scenario: str, seed: str, player: Player = at_random, umpire: str = "") -> Battle[FleetsState]:
    """A battle to its end, every state of it possible, and its record replayed; with an umpire also what he changes."""
    battle, rng = begin(scenario, seed, Watched(possible), umpire=umpire), random.Random(seed)
    battle = meddled(battle, rng, player) if umpire else play(battle, rng, player)
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

    def roll(self, count: int, **given: Any) -> tuple[int, ...]:
        """See `Dice.roll`."""
        faces = super().roll(count, **given)
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
