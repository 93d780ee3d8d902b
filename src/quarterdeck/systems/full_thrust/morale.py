"""Chapter 10.6, fleet morale: a side that has lost too much is ordered to withdraw; optional."""

from __future__ import annotations

from quarterdeck.engine.events import Event
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.contacts.telling import seats_of
from quarterdeck.systems.full_thrust.state import FleetState, Ship


def owner_at_first(ship: Ship) -> str:
    """The side that brought a ship into the battle, whoever holds it now."""
    return ship.taken_from or ship.side


def lost_to_its_side(ship: Ship) -> bool:
    """Whether a ship counts as destroyed: it is, or was taken, or has surrendered; one that has left is not (FT-10.6.1)."""
    return ship.status == "destroyed" or bool(ship.taken_from or ship.yielded_to)


def must_withdraw(lost: int, whole: int, limit: int) -> bool:
    """Whether a fleet of so much MASS withdraws when so much of it is lost, at a limit in percent (FT-10.6.1).

    >>> must_withdraw(100, 200, 50), must_withdraw(99, 200, 50)
    (True, False)
    """
    return whole > 0 and lost * 100 >= limit * whole


def check_morale(state: FleetState, referee: Referee) -> None:
    """Phase 10: sides that have lost their limit are ordered to withdraw, and so defeated; no dice (FT-10.6.1).

    While others do not know all ships of a fleet they are not told its MASS (FT-10.1.1).
    """
    for side in state.scenario.sides:
        fleet = [ship for ship in state.ships.values() if owner_at_first(ship) == side.id]
        whole = sum([ship.design.mass for ship in fleet])
        lost = sum([ship.design.mass for ship in fleet if lost_to_its_side(ship)])
        if side.id not in state.withdrawn and must_withdraw(lost, whole, state.scenario.morale_limit):
            state.withdrawn.append(side.id)
            facts = {"side": side.id, "limit": state.scenario.morale_limit}
            whole_truth = Event("ordered_to_withdraw", "FT-10.6.1", {**facts, "lost": lost, "mass": whole})
            if any(ship.id in state.bogeys for ship in fleet):
                seen = Event("ordered_to_withdraw", "FT-10.6.1", facts)
                referee.tell(whole_truth, seats_of(state, side.id), seen)
            else:
                referee.tell(whole_truth)
