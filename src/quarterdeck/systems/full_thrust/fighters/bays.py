"""Chapters 5.8, 7.1.2 and 9.7.4: fighters aboard, what becomes of them with their ship or Bay, and how groups are lost."""

from __future__ import annotations

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.fighters.groups import aboard, flying
from quarterdeck.systems.full_thrust.fighters.types import MOST_FIGHTERS
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Ship


def working_bays(ship: Ship) -> list[str]:
    """The Fighter Bays that are not lost."""
    return [bay.id for bay in ship.design.bays if bay.id not in ship.lost]


def capacity(ship: Ship) -> int:
    """How many fighters a ship can hold: six for each working Bay (FT-5.8.6, FT-7.1.2)."""
    return MOST_FIGHTERS * len(working_bays(ship))


def free_places(state: FleetState, ship: Ship) -> int:
    """How many more fighters a ship can take in; survivors fill places left by losses in other Bays (FT-5.8.6)."""
    return capacity(ship) - sum([group.strength for group in aboard(state, ship)])


def lose_group(state: FleetState, referee: Referee, group: FighterGroup, rule: str = "FT-5.0.1") -> None:
    """A group is destroyed, in space or aboard; its unused CEF are lost (FT-5.6.3)."""
    group.lost += group.strength
    group.strength, group.cef, group.status, group.aboard = 0, 0, "destroyed", ""
    for each in state.groups.values():
        if each.escorting == group.id:
            each.escorting = ""
    referee.tell(Event("group_lost", rule, {"group": group.id}))


def lose_with_ships(state: FleetState, referee: Referee) -> None:
    """Groups aboard are lost with their Bay (FT-7.1.2, FT-9.7.4) or ship, and leave the table with it."""
    for group in state.groups.values():
        if group.status != "aboard":
            continue
        ship = state.ships[group.aboard]
        if ship.status == "destroyed":
            lose_group(state, referee, group, "FT-2.6.5")
        elif group.bay in ship.lost:
            lose_group(state, referee, group, "FT-7.1.2")
        elif ship.status == "left":
            group.status, group.aboard = "left", ""


def burst(state: FleetState, referee: Referee, centre: Vector, radius: float) -> None:
    """An area explosion destroys all fighters within its radius, in MU, whoever they belong to (FT-5.6.8)."""
    for group in flying(state):
        if apart(group.position, centre) <= radius:
            lose_group(state, referee, group, "FT-5.6.8")
