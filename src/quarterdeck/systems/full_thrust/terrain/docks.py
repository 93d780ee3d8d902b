"""Chapters 12.7.3 to 12.7.5: docking at installations, and leaving them."""

from __future__ import annotations

from quarterdeck.engine.events import Event
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.manoeuvres import HAIR, Manoeuvre
from quarterdeck.systems.full_thrust.movement import has_declared
from quarterdeck.systems.full_thrust.state import Dock, FleetState, Ship

REACH = 2.0
"""How near to an installation a ship must end its move to dock, in MU (FT-12.7.3)."""


def matched(ship: Ship, station: Ship) -> bool:
    """Whether a ship lies within 2 MU of an installation and moves exactly as it does, or stands still (FT-12.7.3)."""
    if apart(ship.position, station.position) > REACH or ship.velocity != station.velocity:
        return False
    return not ship.velocity or ship.course.minus(station.course).length() < HAIR


def alongside(state: FleetState) -> list[tuple[str, str]]:
    """The ships that lie beside an installation and move as it does, each with its bulk: it is no danger to them (FT-12.7.4)."""
    stations = [each for each in state.ships.values() if each.station and each.on_table]
    free = [ship for ship in state.ships.values() if ship.on_table and not ship.station and ship.dock is None]
    return [(ship.id, f"{station.id}-bulk") for ship in free for station in stations if matched(ship, station)]


def dock_ships(state: FleetState, referee: Referee, moves: dict[str, Manoeuvre]) -> None:
    """Ships that have written DOCK and lie right at a station of their side are docked from the next turn (FT-12.7.3)."""
    for key, move in moves.items():
        ship = state.ships[key]
        if ship.on_table and any(action.kind == "dock" for action in move.done):
            stations = [each for each in state.ships.values() if each.station and each.side == ship.side and each.on_table]
            at = next((station for station in stations if matched(ship, station)), None)
            if at is not None:
                ship.dock = Dock(at.id, ship.position.minus(at.position), since=state.turn + 1)
            facts = {"ship": ship.id, "station": at.id if at else None, "from": state.turn + 1}
            tell_of(state, referee, ship, Event("docking", "FT-12.7.3", facts))


def undock(state: FleetState, referee: Referee) -> None:
    """Ships that have written UNDOCK begin to, which takes the whole turn (FT-12.7.4)."""
    for ship in state.ships.values():
        if ship.dock is not None and not ship.dock.leaving and has_declared(state, ship, "UNDOCK"):
            ship.dock.leaving = True
            tell_of(state, referee, ship, Event("undocking", "FT-12.7.4", {"ship": ship.id, "station": ship.dock.station}))


def carried_along(state: FleetState, station: Ship) -> list[Ship]:
    """The ships docked at an installation, those that are still there."""
    return [ship for ship in _docked(state) if ship.dock is not None and ship.dock.station == station.id]


def _docked(state: FleetState) -> list[Ship]:
    return [ship for ship in state.ships.values() if ship.dock is not None and ship.status in ("fighting", "derelict")]


def cast_off(state: FleetState, referee: Referee) -> None:
    """When the turn of undocking ends the ship moves as its installation does, free to manoeuvre (FT-12.7.4).

    So is a ship outside an installation that is lost; one inside is lost with it. Whoever lies at a prize, or is one, casts off
    as well (FT-10.5.7). What stays docked has no way behind it.
    """
    for ship in _docked(state):
        dock = ship.dock
        assert dock is not None
        station = state.ships[dock.station]
        lost = station.status != "fighting" or station.side != ship.side
        if dock.inside and station.status in ("destroyed", "left"):
            disclose(state, referee, ship, "FT-12.7.5")
            ship.dock, ship.status = None, station.status
            referee.tell(Event("lost_inside", "FT-12.7.5", {"ship": ship.id, "station": station.id}))
        elif dock.leaving or lost:
            ship.dock, ship.course, ship.velocity = None, station.course, station.velocity
            seen = Event("contact_deployed", "FT-10.1.1", {"ship": ship.id, "at": list(ship.position)}) if dock.inside else None
            tell_of(state, referee, ship, Event("undocked", "FT-12.7.4", {"ship": ship.id, "station": station.id}), seen)
        else:
            ship.track = []
