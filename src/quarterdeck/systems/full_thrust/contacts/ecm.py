"""Chapter 10.4: which ECM is on, what it covers, and whose scans it hinders."""

from __future__ import annotations

from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.declaring import working
from quarterdeck.systems.full_thrust.state import FleetState, Ship

AREA = 12.0
"""How far Area-Effect ECM reaches, in MU (FT-10.4.2)."""


def jams(ship: Ship, kind: str) -> bool:
    """Whether ECM of a kind (``ecm``, ``area_ecm``) works on a ship and was ordered on for this turn (FT-10.4.3)."""
    return "ECM" in ship.doing and ship.on_table and bool(working(ship, kind))


def covered(state: FleetState, ship: Ship, side: str) -> bool:
    """Whether a ship lies in an area that a side jams (FT-10.4.2)."""
    jamming = [each for each in state.ships.values() if each.side == side and jams(each, "area_ecm")]
    return any(apart(each.position, ship.position) <= AREA for each in jamming)


def protected(state: FleetState, ship: Ship) -> bool:
    """Whether ECM of its own, or an area of its side, hinders scans of a ship, and its own scans too (FT-10.4.2, FT-10.4.5)."""
    return jams(ship, "ecm") or covered(state, ship, ship.side)


def enemy_jamming(state: FleetState, scanner: Ship, target: Ship) -> str:
    """The side that takes a die from a scan: that of a protected target, or one in whose area the scanner lies; "" for none.

    However many sets work together, it is one die (FT-10.4.4, FT-10.4.5).
    """
    if protected(state, target):
        return target.side
    sides = dict.fromkeys(ship.side for ship in state.ships.values() if ship.side != scanner.side)
    return next((side for side in sides if covered(state, scanner, side)), "")
