"""How a captain that is beaten leaves by FTL, where no edge of the table is near (FT-8.1.1, FT-3.2.20)."""

from __future__ import annotations

import numpy as np

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.ftl.hazard import DANGER
from quarterdeck.systems.full_thrust.movement import may_declare, thrust_of
from quarterdeck.systems.full_thrust.nearby import Nearby, gap_to, objects_near
from quarterdeck.systems.full_thrust.outcome import capacity
from quarterdeck.systems.full_thrust.state import Body, FleetView, Ship
from quarterdeck.systems.full_thrust.terrain.caution import hazards

FAR = 1000.0
"""How far a captain looks for what could come near its jump point, in MU."""


def jumps_away(view: FleetView, ship: Ship) -> bool:
    """Whether a ship of a side that breaks off warms up its FTL Drive.

    It does where it cannot be over an edge within two turns and where nothing is likely to be near its jump point
    (FT-8.1.7). Cargo that is to escape over an edge goes there (FT-7.5.2). A drive that is warm is not called off: with an
    enemy beside it a beaten ship gets away on three faces of the die and stays on one (FT-8.1.8, FT-8.1.9).
    """
    return (
        "FTL" in may_declare(ship, view.switches)
        and ship.dock is None
        and ship.orbit is None
        and not _brings_cargo_out(view, ship)
        and not _soon_over_an_edge(view, ship)
        and _drifts_freely(view, ship)
        and not _comes_near(view, ship)
    )


def _brings_cargo_out(view: FleetView, ship: Ship) -> bool:
    escape = view.scenario.escape
    return escape is not None and escape.side == ship.side and capacity(ship) > 0


def _soon_over_an_edge(view: FleetView, ship: Ship) -> bool:
    """Whether two turns are enough to leave the table: one to turn round and burn, one more to burn (FT-3.1.4)."""
    if view.scenario.table is None:
        return False
    thrust = thrust_of(ship)
    gained = max(3 * thrust - 2, 0)
    drifted = zip(ship.position.plus(ship.course, 2.0 * ship.velocity), view.scenario.table, strict=True)
    return any(at - gained < 0.0 or at + gained > size for at, size in drifted)


def _drifts_freely(view: FleetView, ship: Ship) -> bool:
    """Whether a ship may let go of its helm for two turns: no rock, planet or dust lies on its way."""
    if not view.bodies:
        return True
    start = np.array([complex(*ship.position)])
    movement = np.array([complex(*ship.course) * ship.velocity])
    none = np.zeros(1)
    return bool(hazards(view, start, start + movement, movement, none, none)[0] >= 0.0)


def _comes_near(view: FleetView, ship: Ship) -> bool:
    """Whether something may be in danger, and so be a danger, when the ship jumps in the next turn (FT-8.1.7)."""
    place = ship.position.plus(ship.course, 1.5 * ship.velocity)
    own = [ship.id, *[each.id for each in view.ships.values() if each.carried_by == ship.id]]
    return any(_gap_then(place, thing) <= DANGER for thing in objects_near(view, place, FAR, own))


def _gap_then(place: Vector, thing: Nearby) -> float:
    """How near a thing may be to a place when it has moved twice: a ship drifts, and thrusts as much as it can in one turn."""
    match thing:
        case Ship():
            then = thing.position.plus(thing.course, 2.0 * thing.velocity)
            return gap_to(place.plus(then.minus(thing.position), -1.0), thing) - thrust_of(thing)
        case Body():
            return gap_to(place.plus(thing.drift, -2.0), thing)
        case _:
            return gap_to(place, thing)
