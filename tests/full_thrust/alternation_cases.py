"""The worked cases of who acts in phases 3, 4 and 9a: the phase is played, and whoever is asked answers as the case says."""

from __future__ import annotations

from battles import STEPS, at_step
from fakes import make_ship
from missile_cases import launcher_of, missile_ship
from small_craft import LONG_ROWS, Facts, away, battle, make_group

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.questions import Question
from quarterdeck.systems.full_thrust.fighters.dogfights import Allot
from quarterdeck.systems.full_thrust.ordnance.placing import PlaceOrdnance
from quarterdeck.systems.full_thrust.state import FleetState
from whole_battles import events

STEP = {"3": "primary", "4": "launch", "9a": "attacks"}
ACTS = {"group_moved": "group", "marker_placed": "ship", "dogfight": "group"}
"""The event of an activation, with the key under which it names who acted."""


def alternation_facts(given: Facts) -> Facts:
    """Who acts in which order; where a choice is refused, what else there was to choose."""
    playing = at_step(table(given), [1] * 20, STEP[given["phase"]])
    first = next(iter(playing.slates())).upper()
    facts: Facts = {"first": first, "accepted": True}
    choices = list(given.get("choices", ()))
    while given["phase"] != "9a" and playing.state.step == STEPS.index(STEP[given["phase"]]):
        ((seat, slate),) = playing.slates().items()
        key, question = next(iter(slate.questions.items()))
        able = list(dict.fromkeys(unit_of(slot) for slot in slots_of(question)))
        choice = choices.pop(0) if choices else able[0]
        facts[f"{seat.upper()}_may_choose"] = able + ["pass"] * (question.passing() is not None)
        try:
            playing.commit(seat, {each: {} for each in slate.questions} | {key: answer_of(question, choice)})
        except Refused:
            return facts | {"accepted": False}
    order = [event.data[ACTS[event.kind]] for event in events(playing, *ACTS)]
    return facts | {"order": order, "b2_moved": "b2" in order, "b1_may_still_launch": "b1" in order}


def unit_of(slot: str) -> str:
    """The ship or group of a slot of an answer: ``a1/smr1/er``, ``a1``."""
    return slot.partition("/")[0]


def slots_of(question: Question[Json]) -> list[str]:
    return list(question.slots if isinstance(question, Allot) else question.units)  # type: ignore[attr-defined]


def answer_of(question: Question[Json], choice: str) -> Json:
    """An activation of one unit; to pass is to give nothing."""
    if choice.endswith("passes"):
        return {}
    key = next((slot for slot in slots_of(question) if unit_of(slot) == choice), f"{choice}/smr1/er")
    near = question.starts.get(key, Vector(0.0, 0.0))  # type: ignore[attr-defined]
    far = 10.0 if isinstance(question, PlaceOrdnance) else 1.0
    return {key: {"at": [near.x, near.y + far]}}


def table(given: Facts) -> FleetState:
    """Units that can act in the phase: groups in space, side by side, or ships with a rack, if they are able to launch."""
    units = [*given.get("units", {"A": ["a1"], "B": ["b1"]}).items()]
    of = [(unit, side.lower()) for side, listed in units for unit in listed]
    if given["phase"] == "4":
        racks = {unit: [launcher_of("smr", "smr1", 4)] for unit in given.get("able_to_launch", [unit for unit, _side in of])}
        ships = [
            missile_ship(*racks.get(unit, []), id=unit, side=side, seat=side, position=Vector(90.0 * n, 0.0))
            for n, (unit, side) in enumerate(of)
        ]
        state = battle(*ships)
    else:
        groups = [make_group(id=unit, side=side, seat=side, position=Vector(0.5 * n, 0.0)) for n, (unit, side) in enumerate(of)]
        ships = [make_ship(id=f"{side}9", side=side, seat=side, position=away(300), rows=LONG_ROWS) for side in ("a", "b")]
        state = battle(*groups, *ships)
    winner = given["winner"].lower()
    state.initiative = [winner, "b" if winner == "a" else "a"]
    return state
