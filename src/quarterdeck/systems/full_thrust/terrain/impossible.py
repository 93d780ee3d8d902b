"""What cannot be of bodies, installations, docks and orbits (see `quarterdeck.systems.full_thrust.impossible`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.planets.orbit import orbit_radius
from quarterdeck.systems.full_thrust.state import Ashore, Body, BodyKind, Dock, FleetState, Orbit, Ship

FARTHEST, LARGEST, MOST_POINTS = 10_000_000.0, 10_000.0, 1_000
"""How far from the origin a body may be, how large it may be, in MU, and how many damage points it may have."""
NEAR = 1e-3
"""How near to its orbit path a ship in orbit must be, in MU."""


def odd_bodies(state: FleetState) -> list[Problem]:
    """Bodies that cannot be."""
    return [problem for key, body in state.bodies.items() for problem in _faults_of_body(state, key, body)]


def _faults_of_body(state: FleetState, key: str, body: Body) -> Iterator[Problem]:
    text = _("This cannot be the body {body}.", body=key)
    named = body.id == key and body.name.isprintable() and body.kind in get_args(BodyKind)
    places = [body.position, body.drift, *body.corners]
    in_reach = all(isinstance(place, Vector) and all(-FARTHEST <= x <= FARTHEST for x in place) for place in places)
    sized = 0.0 <= body.radius <= LARGEST and (body.kind != "planet" or body.radius >= 1.0) and len(body.corners) != 1
    ship = state.ships.get(key.rpartition("-")[0])
    of_ship = body.kind not in ("wreck", "debris", "station") or ship is not None
    lasting = 0 <= body.points <= MOST_POINTS and 0 <= body.until <= state.turn + 1
    if not (named and in_reach and sized and of_ship and lasting):
        yield Problem("FT-12.1.2", text, f"bodies.{key}")


def faults_of_post(state: FleetState, ship: Ship) -> Iterator[tuple[bool, str, Text]]:
    """A ship docked at nothing, in orbit of nothing or beside it, a section without neighbours that exist."""
    yield ship.ashore not in get_args(Ashore) or (ship.ashore != "" and ship.status != "left"), "FT-13.3.1", _("landing")
    yield not all(each in state.ships for each in ship.beside), "FT-12.8.1", _("neighbours")
    yield ship.station and bool(ship.dock or ship.orbit), "FT-12.7.1", _("post")
    yield not _docked(state, ship), "FT-12.7.3", _("dock")
    yield not _orbits(state, ship), "FT-13.0.4", _("orbit")


def _docked(state: FleetState, ship: Ship) -> bool:
    dock = ship.dock
    if dock is None:
        return True
    return isinstance(dock, Dock) and isinstance(dock.offset, Vector) and _station(state, dock.station, ship)


def _station(state: FleetState, key: str, ship: Ship) -> bool:
    at = state.ships.get(key)
    return at is not None and at is not ship and at.station


def _orbits(state: FleetState, ship: Ship) -> bool:
    orbit = ship.orbit
    if orbit is None or ship.status not in ("fighting", "derelict"):
        return True
    planet = state.bodies.get(orbit.planet) if isinstance(orbit, Orbit) else None
    if planet is None or planet.kind != "planet" or not isinstance(orbit.nose, Vector):
        return False
    away = ship.position.minus(planet.position).length()
    return abs(away - orbit_radius(planet)) <= NEAR and abs(orbit.nose.length() - 1.0) <= NEAR
