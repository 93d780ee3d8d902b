"""Phase 5 among terrain: first what drifts moves, then ships, then all that they meet on their way is settled (FT-12.2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import ORIGIN, Vector
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.manoeuvres import Manoeuvre, off_table
from quarterdeck.systems.full_thrust.movement import leave_table
from quarterdeck.systems.full_thrust.planets.edge import leave_over_edge
from quarterdeck.systems.full_thrust.planets.entry import fall, fly_orbits
from quarterdeck.systems.full_thrust.planets.orbit import fly
from quarterdeck.systems.full_thrust.state import Body, FleetState, Ship
from quarterdeck.systems.full_thrust.terrain.areas import CLOUDY, hits, meets, swept
from quarterdeck.systems.full_thrust.terrain.clouds import wear
from quarterdeck.systems.full_thrust.terrain.collisions import HARD, collide
from quarterdeck.systems.full_thrust.terrain.docks import alongside, carried_along, dock_ships, undock
from quarterdeck.systems.full_thrust.terrain.swarms import STONY, strike

Met = list[tuple[str, str]]
"""Which ship has met which body in this turn: each once (FT-12.5.2)."""


def has_terrain(state: FleetState) -> bool:
    """Whether there is anything but ships: bodies, a planet beyond an edge, installations, docks."""
    return bool(state.bodies) or state.scenario.terrain is not None or any(s.station or s.dock for s in state.ships.values())


def before_ships(state: FleetState, referee: Referee) -> Met:
    """The start of phase 5: rocks, clouds, swarms and installations drift, and sweep up ships in their way (FT-12.2.2)."""
    met = alongside(state)
    undock(state, referee)
    bodies = {body.id: _drifted(body) for body in state.bodies.values() if body.drift != ORIGIN}
    ships: dict[str, list[list[float]]] = {}
    for station in [ship for ship in state.ships.values() if ship.station and ship.on_table and ship.velocity]:
        for ship in (station, *carried_along(state, station)):
            start = ship.position
            ship.track, ship.position = [start], start.plus(station.course, station.velocity)
            ships[ship.id] = [list(start), list(ship.position)]
    if bodies or ships:
        referee.tell(Event("drifted", "FT-12.2.2", {"bodies": bodies, "ships": ships}))
    for body in [state.bodies[each] for each in bodies]:
        for ship in state.ships.values():
            reached = (ship.id, body.id) not in met and _may_meet(ship, body) and _reached(body, *swept(body, ship.position))
            if reached and _meet(state, referee, ship, body):
                met.append((ship.id, body.id))
    for ship in state.ships.values():
        if (ship.station or ship.dock is not None) and ship.on_table and off_table(state.scenario.table, ship.position):
            leave_table(referee, ship)
    return met


def _drifted(body: Body) -> list[list[float]]:
    start = body.position
    body.position = start.plus(body.drift)
    return [list(start), list(body.position)]


def _may_meet(ship: Ship, body: Body) -> bool:
    """Whether a body can do anything to a ship: installations and what lies at them are no ships under way.

    Under a cloak only what is solid does (FT-11.3.16).
    """
    if ship.cloak is not None:
        return body.kind in HARD
    return ship.on_table and not ship.station and ship.dock is None and body.kind in (*HARD, *CLOUDY, *STONY)


def _reached(body: Body, start: Vector, end: Vector) -> bool:
    return hits(body, start, end) if body.kind in HARD else meets(body, start, end)


def legs_of(move: Manoeuvre) -> list[tuple[Vector, Vector]]:
    """The straight legs of a move: one from its start to its end (FT-3.2.18), those of the arc in an orbit (FT-13.0.3)."""
    arc = move.flight.arc if move.flight is not None else ()
    return list(pairwise(arc)) if len(arc) > 1 else [(move.start.position, move.end.position)]


def _meet(state: FleetState, referee: Referee, ship: Ship, body: Body) -> bool:
    """What a body does to a ship that it reaches or that comes upon it, at the velocity that the ship has now.

    Returns whether that was all for this turn: not of a cloud, in which the velocity of the move counts (FT-12.3.1), nor of
    a swarm that has not struck a slow ship.
    """
    if body.kind in HARD:
        collide(state, referee, ship, body, ship.velocity)
        return True
    return body.kind in STONY and strike(state, referee, ship, body, ship.velocity)


def after_ships(state: FleetState, referee: Referee, moves: dict[str, Manoeuvre], met: Met) -> None:
    """The rest of phase 5: what each ship meets on its way, then orbits and atmospheres, docks, the edges of the table."""
    for key, move in moves.items():
        _come_upon(state, referee, state.ships[key], legs_of(move), met)
    fly_orbits(state, referee, moves)
    dock_ships(state, referee, moves)
    for key, move in moves.items():
        ship = state.ships[key]
        if ship.on_table and off_table(state.scenario.table, ship.position):
            leave_over_edge(state, referee, ship, move.start.position)


def fly_straight(state: FleetState, referee: Referee, ship: Ship, start: Vector, met: Met) -> None:
    """The same for a ship that moves behind the others from `start`: in tow, or on its way to a jump (FT-8.1.5, FT-8.3.5)."""
    if state.bodies:
        _come_upon(state, referee, ship, [(start, ship.position)], met)
        flight = fly(state, ship, start, (ship.position, ship.course, ship.velocity, ship.facing), ())
        if flight is not None and ship.on_table:
            fall(state, referee, ship, flight.excess, 0.0)
    if ship.on_table and off_table(state.scenario.table, ship.position):
        leave_over_edge(state, referee, ship, start)


def _come_upon(state: FleetState, referee: Referee, ship: Ship, ways: Sequence[tuple[Vector, Vector]], met: Met) -> None:
    """All that a ship meets on its ways and has not `met` in this turn; of clouds one is enough (FT-12.3.1)."""
    worn = any((ship.id, body.id) in met for body in state.bodies.values() if body.kind in CLOUDY)
    for body in list(state.bodies.values()):
        if not _may_meet(ship, body) or (ship.id, body.id) in met or not any(_reached(body, *way) for way in ways):
            continue
        if body.kind not in CLOUDY:
            if _meet(state, referee, ship, body):
                met.append((ship.id, body.id))
        elif not worn:
            wear(state, referee, ship, body)
            met.append((ship.id, body.id))
            worn = True
