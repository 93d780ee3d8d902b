"""Terrain as a battle begins: what stands where the scenario has it, and what the dice decide."""

from __future__ import annotations

from typing import Any

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.plane import CLOCK, ORIGIN, Vector, distance
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.planets.orbit import nose_of, orbit_radius, orbital_velocity, planets, tangent
from quarterdeck.systems.full_thrust.scenario import Deployment
from quarterdeck.systems.full_thrust.state import Body, BodyKind, Dock, FleetState, Orbit, Ship
from quarterdeck.systems.full_thrust.terrain.setup import SIZES, Drift, Scatter, Terrain

TOUGHNESS: dict[bool, int] = {False: 50, True: 100}
"""The damage points of a rock that can be destroyed: of a small one, and of one of 1 MU or more (FT-12.2.5)."""


def bodies_of(terrain: Terrain, breakable: bool) -> dict[str, Body]:
    """The bodies that a scenario places, each planet with the fringe of its atmosphere (FT-12.3.4)."""
    found: dict[str, Body] = {}
    for number, setup in enumerate(terrain.bodies, 1):
        kind: BodyKind = setup.kind
        drift = setup.drift.vector() if setup.drift else ORIGIN
        if kind == "asteroid" and isinstance(terrain.drift, Drift):
            drift = terrain.drift.vector()
        corners = tuple(corner.minus(setup.position) for corner in setup.corners)
        points = toughness(setup.radius) if breakable and kind == "asteroid" else 0
        body = Body(f"t{number}", kind, setup.name, setup.position, setup.radius, drift, corners, points)
        found[body.id] = body
        if setup.fringe:
            fringe = Body(f"t{number}-fringe", "fringe", setup.name, setup.position, setup.radius + setup.fringe)
            found[fringe.id] = fringe
    return found


def toughness(radius: float) -> int:
    """The damage points of a rock of this radius in MU (FT-12.2.5)."""
    return TOUGHNESS[radius >= SIZES["large"]]


def bulk_of(ship: Ship, radius: float) -> Body:
    """The bulk of an installation, which stands in the way (FT-12.7.7)."""
    return Body(f"{ship.id}-bulk", "station", ship.name, ship.position, radius, ORIGIN.plus(ship.course, ship.velocity))


def posted(deployment: Deployment) -> dict[str, Any]:
    """What the post of a ship says of it from the start, as fields of `Ship` (FT-12.7.1, FT-12.8.1)."""
    post = deployment.post
    return {"station": post.station, "base": post.base, "beside": post.beside} if post is not None else {}


def take_posts(state: FleetState) -> None:
    """Installations take up room, docked ships lie at theirs, ships in orbit stand on its path and fly along it."""
    for side in state.scenario.sides:
        for deployment in side.ships:
            ship, post = state.ships[deployment.id], deployment.post
            if post is None:
                continue
            if post.radius:
                bulk = bulk_of(ship, post.radius)
                state.bodies[bulk.id] = bulk
            if post.docked:
                station = state.ships[post.docked]
                ship.course, ship.velocity = station.course, station.velocity
                ship.dock = Dock(station.id, ship.position.minus(station.position), post.inside)
            if post.orbit:
                _into_orbit(state, ship, clockwise=post.orbit == "clockwise")


def _into_orbit(state: FleetState, ship: Ship, *, clockwise: bool) -> None:
    """Put a ship on the orbit path of the nearest planet, where it is seen from its centre, at its velocity (FT-13.0.2)."""
    planet = min(planets(state), key=lambda each: distance(each.position, ship.position))
    away = ship.position.minus(planet.position)
    away = away if away.length() > 0.0 else CLOCK[12]
    ship.position = planet.position.plus(away, orbit_radius(planet) / away.length())
    ship.course, ship.velocity = tangent(planet, ship.position, clockwise), orbital_velocity(planet.radius)
    ship.orbit = Orbit(planet.id, clockwise, nose_of(ship.course, ship.facing))


CELLS = 12
"""Into how many columns and rows a zone is divided, for a D12 each."""


def roll_terrain(state: FleetState, referee: Referee) -> None:
    """Before the battle the dice scatter rocks, and give the field its course and velocity (FT-12.2.1)."""
    terrain = state.scenario.terrain
    if terrain is None or _rolled(state):
        return
    if terrain.scatter:
        _scatter(state, referee, terrain.scatter, terrain.drift)
    if terrain.drift == "rolled":
        course = referee.dice.roll(1, use="course", rule="FT-12.2.1", sides=12, about=_("the course of the asteroids"))
        speed = referee.dice.roll(1, use="velocity", rule="FT-12.2.1", about=_("the velocity of the asteroids"))
        for body in state.bodies.values():
            if body.kind == "asteroid":
                body.drift = Drift(course[0], speed[0]).vector()
        facts = {"course": course[0], "velocity": speed[0]}
        referee.tell(Event("field_drifts", "FT-12.2.1", facts, (Roll(course, "course", 12), Roll(speed, "velocity"))))


def _rolled(state: FleetState) -> bool:
    """Whether the dice have fallen: a battle may go on from the middle of its set-up."""
    rocks = [body for body in state.bodies.values() if body.kind == "asteroid"]
    return any(body.id.startswith("r") or body.drift != ORIGIN for body in rocks)


def _scatter(state: FleetState, referee: Referee, scatter: Scatter, drift: Drift | str | None) -> None:
    """Each rock has a D12 for its column, one for its row, and a D6 for its size: 1-3 small, 4-6 large (FT-12.1.2)."""
    left, bottom, right, top = scatter.zone
    columns = referee.dice.roll(scatter.number, use="column", rule="FT-12.1.2", sides=CELLS, about=_("columns of the asteroids"))
    rows = referee.dice.roll(scatter.number, use="row", rule="FT-12.1.2", sides=CELLS, about=_("rows of the asteroids"))
    sizes = referee.dice.roll(scatter.number, use="size", rule="FT-12.1.2", about=_("sizes of the asteroids"))
    placed: dict[str, list[float]] = {}
    for number, (column, row, size) in enumerate(zip(columns, rows, sizes, strict=True), 1):
        place = Vector(left + (right - left) * (column - 0.5) / CELLS, bottom + (top - bottom) * (row - 0.5) / CELLS)
        radius = SIZES["small" if size <= 3 else "large"]
        body = Body(f"r{number}", "asteroid", f"R{number}", place, radius)
        body.drift = drift.vector() if isinstance(drift, Drift) else ORIGIN
        body.points = toughness(radius) if state.switches.breakable_asteroids else 0
        state.bodies[body.id] = body
        placed[body.id] = [*place, radius]
    rolls = (Roll(columns, "column", CELLS), Roll(rows, "row", CELLS), Roll(sizes, "size"))
    referee.tell(Event("scattered", "FT-12.1.2", {"bodies": placed}, rolls))
