"""Whole battles for tests: scenario documents, players, and a rule system that lets somebody look in at every rest."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Plot, Question
from quarterdeck.engine.record import Seat
from quarterdeck.engine.referee import Referee, plain_answer
from quarterdeck.engine.run import Waiting
from quarterdeck.engine.slates import Slate
from quarterdeck.systems.full_thrust import FULL_THRUST, FullThrust
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import FleetState, FleetView

SCENARIOS = tuple(FULL_THRUST.scenarios())
"""The keys of the scenarios that come with the game."""

Player: TypeAlias = Callable[[FleetView, Mapping[str, Question[Any]], random.Random], dict[str, Json]]
CAPTAIN = FULL_THRUST.bot("captain")


def at_random(view: FleetView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """Any legal answers."""
    return {key: plain_answer(question.sample(view, rng)) for key, question in questions.items()}


def by_default(view: FleetView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the clock would answer."""
    return {key: plain_answer(question.default(view)) for key, question in questions.items()}


def as_captain(view: FleetView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the captain answers."""
    return CAPTAIN.answer(view, questions, rng).answers


def at_close_quarters(view: FleetView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """Ships are led like a captain's, so that they meet; everything else is at random."""
    plotted = {key: question for key, question in questions.items() if isinstance(question, Plot)}
    return {**at_random(view, questions, rng), **as_captain(view, plotted, rng)}


def answer_all(battle: Battle[FleetState], rng: random.Random, **players: Player) -> None:
    """Every open slate is answered once, by the player of its side: at random where none is named."""
    for seat, slate in battle.slates().items():
        if battle.outcome is None:
            player = players.get(battle.state.seats[seat], at_random)
            battle.commit(seat, player(battle.view(seat), slate.questions, rng))


def play(battle: Battle[FleetState], rng: random.Random, **players: Player) -> Battle[FleetState]:
    """Play to the end."""
    while battle.outcome is None:
        answer_all(battle, rng, **players)
    return battle


def begin(scenario: str | Scenario, seed: str, system: FullThrust = FULL_THRUST, **given: Any) -> Battle[FleetState]:
    """A battle of a scenario, by key or made, from its beginning."""
    chosen = system.scenarios()[scenario] if isinstance(scenario, str) else scenario
    return Battle.begin(system, chosen, seed=seed, **{"keep": False, **given})


def at_step(state: FleetState, faces: Iterable[int] = (), step: str = "", system: FullThrust = FULL_THRUST) -> Battle[FleetState]:
    """A battle that goes on from a state, with dice that show these faces, from the step of this name on."""
    state.step = STEPS.index(step) if step else state.step
    seats = tuple(Seat(seat, side) for seat, side in state.seats.items())
    return Battle.at_rest(system, state, seats, ScriptedDice(faces), Waiting(round=state.turn))


STEPS = ("orders", "initiative", "primary", "launch", "movement", "secondary", "runs", "fire", "attacks", "end")


def events(battle: Battle[FleetState], *kinds: str) -> list[Event]:
    """What was told, of these kinds or of all."""
    return [told.event for told in battle.told if not kinds or told.event.kind in kinds]


def only(slate: Slate) -> Question[Any]:
    """The one question of a slate."""
    (question,) = slate.questions.values()
    return question


def put(battle: Battle[FleetState], seat: str, answer: Json) -> None:
    """Answer the one question that is open to a seat."""
    (key,) = battle.slates()[seat].questions
    battle.commit(seat, {key: answer})


# Scenario documents


def ship_file(design: str, at: tuple[float, float], **given: Json) -> dict[str, Json]:
    """A ship of a scenario document, at rest and facing up unless told otherwise."""
    name = given.get("name", design.title())
    return {"design": design, "name": name, "at": list(at), "course": 12, "velocity": 0, "facing": 12, **given}


def side_file(side: str, *ships: dict[str, Json], **given: Json) -> dict[str, Json]:
    """A side of a scenario document; of ships with the same name the later ones are numbered."""
    names = [ship["name"] for ship in ships]
    numbered = [
        {**ship, "name": f"{name} {names[:place].count(name) + 1}"} if name in names[:place] else ship
        for place, (ship, name) in enumerate(zip(ships, names, strict=True))
    ]
    fleet = {"ships": numbered} if ships else {}
    return {"id": side, "name": f"Side {side.upper()}", **fleet, **given}


def scenario_file(*sides: dict[str, Json], **given: Json) -> dict[str, Json]:
    """A scenario document."""
    return {"key": "test", "title": "Test", "sides": list(sides), **given}


def scenario(*sides: dict[str, Json], **given: Json) -> Scenario:
    """The scenario of such a document."""
    read = FULL_THRUST.read("scenario", scenario_file(*sides, **given))
    assert isinstance(read, Scenario), read
    return read


def three_sides() -> Scenario:
    """Three sides that close in on each other, one of them played by two seats."""
    return scenario(
        side_file("a", ship_file("amaranth", (20, 10), velocity=4, course=1), ship_file("larkspur", (26, 8), velocity=4)),
        side_file("b", ship_file("oath", (52, 10), facing=11, course=11, velocity=4)),
        side_file(
            "c",
            ship_file("scarp", (30, 38), facing=6, course=6, velocity=4),
            ship_file("tarn", (36, 38), facing=6, course=6, velocity=4, seat="c2"),
            ship_file("palisade", (42, 38), facing=6, course=6, velocity=4, seat="c2"),
            seats=["c1", "c2"],
        ),
        switches={"core_systems": True},
    )


# Looking in


class Broken(BaseException):
    """The books do not agree. No `Exception`: a battle would take that for a fault of the rules and go on."""


@contextmanager
def breaking() -> Iterator[None]:
    """What is asserted within breaks the battle."""
    try:
        yield
    except Exception as fault:
        raise Broken(*fault.args) from fault


class Watched(FullThrust):
    """Full Thrust with somebody who looks at the state at every rest; `round` is the one that is played, 0 in set-up."""

    def __init__(self, watch: Callable[[FleetState], None]) -> None:
        self.watch = watch
        self.round = 0

    async def set_up(self, state: FleetState, referee: Referee) -> None:
        """See `FullThrust`."""
        self.round = 0
        await super().set_up(state, referee)

    async def play_round(self, state: FleetState, referee: Referee) -> None:
        """See `FullThrust`."""
        self.round = state.turn
        await super().play_round(state, referee)

    def outcome(self, state: FleetState) -> Any:
        """Asked at every rest."""
        with breaking():
            self.watch(state)
        return super().outcome(state)
