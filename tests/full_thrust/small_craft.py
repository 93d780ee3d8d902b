"""Fighter groups, markers and carriers for tests, and what they may do: what a test does not name is plain and works."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from fakes import make_ship, make_state

from quarterdeck.engine.plane import ORIGIN, Vector
from quarterdeck.engine.questions import Pose
from quarterdeck.systems.full_thrust.fighters import formations, runs
from quarterdeck.systems.full_thrust.fighters.moves import may_move, where_to
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Marker, Ship
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee

Facts = dict[str, Any]


LONG_ROWS = (40, 40, 40, 40)


def make_group(**given: Any) -> FighterGroup:
    """A group of six Standard fighters of side a in space at the origin, but for what is given."""
    word = given.pop("type", "standard").lower().replace("-", "_")
    plain = {"id": "g1", "name": "One", "side": "a", "seat": "a", "home": "s1", "bay": "b1", "position": ORIGIN}
    number = given.get("strength", 6)
    flying = {"status": "flying", "strength": number, "launched": number, "cef": TYPES[word].cef}
    return FighterGroup(**{**plain, **flying, "type": word, **given})


def make_marker(**given: Any) -> Marker:
    """A salvo of six missiles of side a, but for what is given."""
    plain = {"id": "m1", "kind": "salvo", "side": "a", "seat": "a", "position": ORIGIN, "strength": 6}
    return Marker(**{**plain, "by": "s2", "source": "sml", "placed": 1, **given})


def battle(*things: Ship | FighterGroup | Marker, **given: Any) -> FleetState:
    """A state with these ships, groups and markers; each side has a ship out of the way if it has none, on no table."""
    ships = [each for each in things if isinstance(each, Ship)]
    for side in ("a", "b"):
        if side not in [ship.side for ship in ships]:
            ships.append(make_ship(id=f"far-{side}", side=side, seat=side, position=Vector(500.0, 500.0)))
    state = make_state(*ships, **given)
    state.scenario = replace(state.scenario, table=None)
    state.groups = {each.id: each for each in things if isinstance(each, FighterGroup)}
    state.markers = {each.id: each for each in things if isinstance(each, Marker)}
    state.initiative = state.initiative or ["a", "b"]
    return state


def away(far: float) -> Vector:
    return Vector(0.0, float(far))


def point(place: Iterable[float]) -> Vector:
    return Vector(*map(float, place))


def may_go(state: FleetState, group: FighterGroup, to: Vector, rule: str) -> bool:
    """Whether a group may be moved so: it may be activated and the place is a legal answer."""
    if not may_move(state, group, rule):
        return False
    question = where_to(seen_by(state, group.seat), [group], rule)
    return not question.illegal(state, {group.id: Pose(to)})


def go(state: FleetState, group: FighterGroup, to: Vector, rule: str) -> None:
    formations.lead(state, referee()[0], group, to, rule)


def may_run(state: FleetState, group: FighterGroup, ship: str) -> bool:
    question = runs.run_question(seen_by(state, group.seat), group.seat)
    return question is not None and not question.problems(state, {group.id: ship})


def status_of(group: FighterGroup) -> str:
    return "escorting" if group.escorting else "screening" if group.screening else "none"


def run(coroutine: Any) -> None:
    """Drive a rule's coroutine, with the default of each question that it asks."""
    answer: Any = None
    try:
        while True:
            asked = coroutine.send(answer)
            answer = [question.default(None) for question in getattr(asked, "questions", ())] or []
    except StopIteration:
        pass


def carrier(bays: int, lost: int = 0, **given: Any) -> Ship:
    systems = [f"fighter_bay{n}" for n in range(bays)]
    gone = dict.fromkeys(systems[:lost], "threshold")
    return make_ship(**{"id": "c1", "side": "a", "seat": "a", "systems": systems, "lost": gone, "velocity": 6, **given})


def aboard_groups(ship: Ship, number: int, strength: int = 6) -> list[FighterGroup]:
    bays = [bay.id for bay in ship.design.bays if bay.id not in ship.lost] or [""]
    return [
        make_group(id=f"g{n}", status="aboard", aboard=ship.id, bay=bays[n % len(bays)], strength=strength) for n in range(number)
    ]
