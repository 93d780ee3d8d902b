"""Chapters 13.1.5 and 13.1.6: a planet beyond an edge of the table, and the limit of its gravity beyond the opposite one."""

from __future__ import annotations

from typing import NamedTuple

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.movement import leave_table
from quarterdeck.systems.full_thrust.planets.entry import fall
from quarterdeck.systems.full_thrust.state import FleetState, Ship

OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}


class Arrival(NamedTuple):
    """How a ship comes to a planet beyond the edge: too fast by so many MU, past the window by so many (FT-13.1.5)."""

    excess: int
    missed_by: float

    @property
    def safe(self) -> bool:
        """Whether it is in orbit."""
        return not self.excess and not self.missed_by


def arrival(window: tuple[float, float], most: int, exit_at: float, velocity: int) -> Arrival:
    """What comes of leaving over the planet's edge at a place along it, in MU (FT-13.1.5).

    >>> arrival((33.0, 39.0), 6, 52.0, 6)
    Arrival(excess=0, missed_by=13.0)
    """
    low, high = window
    return Arrival(max(velocity - most, 0), max(low - exit_at, exit_at - high, 0.0))


def crossed(table: tuple[int, int], start: Vector, end: Vector) -> tuple[str, float]:
    """The edge over which a way leaves the table first, and where along it, in MU from the left or the bottom."""
    width, height = table
    ways = {
        "left": (start.x - end.x, start.x),
        "right": (end.x - start.x, width - start.x),
        "bottom": (start.y - end.y, start.y),
        "top": (end.y - start.y, height - start.y),
    }
    parts = {edge: room / way for edge, (way, room) in ways.items() if way > 0.0 and room <= way}
    edge = min(parts, key=lambda each: parts[each])
    at = start.plus(end.minus(start), parts[edge])
    return edge, at.y if edge in ("left", "right") else at.x


def leave_over_edge(state: FleetState, referee: Referee, ship: Ship, start: Vector) -> None:
    """A ship has left the table on its way from `start`: perhaps into the orbit of a planet, or beyond the limit for jumps."""
    terrain, table = state.scenario.terrain, state.scenario.table
    planet = terrain.edge if terrain else None
    if planet is None or table is None:
        leave_table(referee, ship)
        return
    edge, at = crossed(table, start, ship.position)
    if edge == planet.edge:
        found = arrival(planet.window, planet.velocity, at, ship.velocity)
        facts = {"ship": ship.id, "at": at, "excess": found.excess, "missed_by": found.missed_by, "safe": found.safe}
        referee.tell(Event("planet_edge", "FT-13.1.5", facts))
        if not found.safe:
            fall(state, referee, ship, *found)
            return
        ship.ashore = "orbit"
    elif edge == OPPOSITE[planet.edge] and planet.jump_limit and can_jump(ship):
        tell_of(state, referee, ship, Event("jumped_clear", "FT-13.1.6", {"ship": ship.id}))
        ship.ashore = "jumped"
    leave_table(referee, ship)


def can_jump(ship: Ship) -> bool:
    """Whether an FTL drive works and somebody is aboard to use it (FT-13.1.6)."""
    return ship.status == "fighting" and any(system.id not in ship.lost for system in ship.design.by_kind.get("ftl_drive", ()))
