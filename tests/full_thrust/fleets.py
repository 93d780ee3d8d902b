"""Small fleets in sight of each other, and phase 8 played with them step by step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from battles import STEPS, at_step, only, put
from fakes import make_ship, make_state, make_system

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import TableDice
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.record import Seat
from quarterdeck.engine.run import Waiting
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.shooting import ChooseShip, DeclareFire
from quarterdeck.systems.full_thrust.state import FleetState, Ship

Fleets = Battle[FleetState]
TOUGH = (40, 40, 40, 40)
"""Rows that nothing here shoots through."""


def gunship(ship: str, **given: Any) -> Ship:
    """A ship of the side that its id begins with, that sees all others: a on the line y = 0, b ten MU above, c between."""
    side, number = ship[0], int(ship[1:])
    place = {"a": (Vector(number, 0.0), 12), "b": (Vector(number, 10.0), 6), "c": (Vector(number + 5.0, 5.0), 9)}[side]
    plain = {"id": ship, "name": ship.upper(), "side": side, "seat": side, "position": place[0], "facing": place[1]}
    return make_ship(**{**plain, "rows": TOUGH, "systems": ["fcs", "beam-1"], **given})


def fleets(*ships: str | Ship, initiative: str = "ab", **given: Any) -> FleetState:
    """A state with these ships, in which the sides have the initiative in this order."""
    return make_state(*[gunship(ship) if isinstance(ship, str) else ship for ship in ships], initiative=list(initiative), **given)


def asked(battle: Fleets) -> tuple[str, Any]:
    """The one seat that is asked, and its one question."""
    ((seat, slate),) = battle.slates().items()
    return seat, only(slate)


def may_choose(battle: Fleets) -> tuple[str, list[str]] | None:
    """The seat that chooses the next ship to fire with what it may choose; None when phase 8 is over."""
    slates = battle.slates()
    if battle.outcome is not None or len(slates) != 1 or not isinstance(only(next(iter(slates.values()))), ChooseShip):
        return None
    seat, question = asked(battle)
    return seat, question.keys()


def activate(battle: Fleets, ship: str, plan: dict[str, str] | None = None) -> None:
    """The seat whose turn it is fires with a ship; without a plan it holds its fire."""
    put(battle, asked(battle)[0], [ship])
    seat, question = asked(battle)
    assert isinstance(question, DeclareFire)
    assert question.ship == ship
    put(battle, seat, plan or {})


def activated(battle: Fleets, passes: Iterable[int] = ()) -> list[str]:
    """Who acts in phase 8 when always the first ship is chosen: ships by id; in the turns of `passes`, sides that pass."""
    acts: list[str] = []
    while choice := may_choose(battle):
        seat, ships = choice
        if len(acts) in passes:
            put(battle, seat, [])
            acts.append(f"{seat} passes")
        else:
            activate(battle, ships[0])
            acts.append(ships[0])
    return acts


def fire_phase(state: FleetState, faces: Iterable[int] = ()) -> Fleets:
    """A battle at the beginning of phase 8."""
    return at_step(state, faces, "fire")


def at_table(state: FleetState) -> Fleets:
    """Phase 8 with dice that are typed in."""
    state.step = STEPS.index("fire")
    seats = tuple(Seat(seat, side) for seat, side in state.seats.items())
    return Battle.at_rest(FULL_THRUST, state, seats, TableDice(), Waiting(round=state.turn))


def typed_duel() -> Fleets:
    """A duel whose dice are typed in."""
    return Battle.begin(FULL_THRUST, FULL_THRUST.scenarios()["duel"], seed=None)


def beam(word: str, *arcs: str) -> Any:
    """A Beam with these arcs."""
    return make_system(word, arcs=arcs)
