"""How a captain brings ships down to a planet: into its orbit first, then out of it at less than the orbital velocity."""

from __future__ import annotations

from quarterdeck.engine.plane import Vector, distance
from quarterdeck.systems.full_thrust.movement import moved_by, thrust_of
from quarterdeck.systems.full_thrust.order_lines import Action, read_orders, write_line
from quarterdeck.systems.full_thrust.outcome import capacity
from quarterdeck.systems.full_thrust.planets.entry import may_fly
from quarterdeck.systems.full_thrust.planets.orbit import orbit_radius, orbital_velocity, planets
from quarterdeck.systems.full_thrust.state import Body, FleetState, Ship

INTO_ORBIT: dict[bool, Action] = {True: Action("orbit_clockwise", 0), False: Action("orbit_anticlockwise", 0)}


def lands(state: FleetState, ship: Ship) -> bool:
    """Whether it is a ship's task to land: it carries what must be brought to the surface."""
    escape = state.scenario.escape
    return escape is not None and escape.edge == "surface" and ship.side == escape.side and capacity(ship) > 0


def landing_line(state: FleetState, ship: Ship, lines: tuple[str, ...]) -> str:
    """The best of these lines for a ship that is to land."""
    planet = min(planets(state), key=lambda each: distance(each.position, ship.position))
    if ship.orbit is not None:
        return _down(state, ship, lines)
    return max((_into_orbit(state, ship, planet, line) for line in lines), key=lambda each: each[0])[1]


def _down(state: FleetState, ship: Ship, lines: tuple[str, ...]) -> str:
    """A line that slows down in orbit, if the ship can land at all; else it waits there."""
    needed = state.scenario.terrain.landing if state.scenario.terrain else (4, 6)
    if ship.design.streamlining == "none" or not may_fly(ship.design.streamlining, thrust_of(ship), needed):
        return write_line(())
    for line in lines:
        flight = moved_by(state, ship, read_orders(line)[0]).flight
        if flight is not None and flight.what == "descends":
            return line
    turn = read_orders(f"R{(ship.facing + 5) % 12 + 1}")[0]
    return write_line(turn)


def _into_orbit(state: FleetState, ship: Ship, planet: Body, line: str) -> tuple[float, str]:
    """How good a line is on the way into orbit, and the line, with the order for an orbit where it leads into one."""
    actions, fitting = read_orders(line)[0], orbital_velocity(planet.radius)
    clockwise = ship.course.cross(planet.position.minus(ship.position)) > 0.0
    ordered = (*actions, INTO_ORBIT[clockwise])
    flight = moved_by(state, ship, ordered).flight
    if flight is not None and flight.what == "enters":
        return 1000.0, write_line(ordered)
    end = moved_by(state, ship, actions)
    if end.flight is not None and end.flight.what == "falls":
        return -5000.0, line
    on = end.end.position.plus(end.end.course, end.end.velocity)
    away = abs(distance(on, planet.position) - orbit_radius(planet))
    return -2.0 * away - 3.0 * abs(end.end.velocity - fitting) - _through(planet, end.end.position, on), line


def _through(planet: Body, start: Vector, end: Vector) -> float:
    """What it costs to drift into the planet next."""
    return 200.0 if min(distance(start, planet.position), distance(end, planet.position)) < planet.radius + 1.0 else 0.0
