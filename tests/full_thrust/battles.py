"""Whole battles of Full Thrust for tests: players, and scenario documents."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Plot, Question
from quarterdeck.engine.record import Seat
from quarterdeck.engine.run import Waiting
from quarterdeck.engine.slates import Slate
from quarterdeck.engine.system import System
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import FleetState, FleetView
from whole_battles import at_random

SCENARIOS = tuple(FULL_THRUST.scenarios())
"""The keys of the scenarios that come with the game."""

CAPTAIN = FULL_THRUST.bot("captain")


def as_captain(view: FleetView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the captain answers."""
    return CAPTAIN.answer(view, questions, rng).answers


def at_close_quarters(view: FleetView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """Ships are led like a captain's, so that they meet; everything else is at random."""
    plotted = {key: question for key, question in questions.items() if isinstance(question, Plot)}
    return {**at_random(view, questions, rng), **as_captain(view, plotted, rng)}


def begin(scenario: str | Scenario, seed: str, system: System[FleetState] = FULL_THRUST, **given: Any) -> Battle[FleetState]:
    """A battle of a scenario, by key or made, from its beginning."""
    chosen = system.scenarios()[scenario] if isinstance(scenario, str) else scenario
    return Battle.begin(system, chosen, seed=seed, **{"keep": False, **given})


def at_step(
    state: FleetState, faces: Iterable[int] = (), step: str = "", system: System[FleetState] = FULL_THRUST
) -> Battle[FleetState]:
    """A battle that goes on from a state, with dice that show these faces, from the step of this name on."""
    state.step = STEPS.index(step) if step else state.step
    seats = tuple(Seat(seat, side) for seat, side in state.seats.items())
    return Battle.at_rest(system, state, seats, ScriptedDice(faces), Waiting(round=state.turn))


STEPS = ("orders", "initiative", "primary", "launch", "movement", "secondary", "runs", "fire", "attacks", "end")


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
