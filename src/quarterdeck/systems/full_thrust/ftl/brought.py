"""Chapter 8.3: which ships a tender or tug has with it."""

from __future__ import annotations

from quarterdeck.systems.full_thrust.state import FleetState, Ship


def companions(state: FleetState, ship: Ship) -> list[Ship]:
    """The ships that a tender or tug has with it: in its bays or in tow (FT-8.3.5)."""
    return [each for each in state.ships.values() if each.carried_by == ship.id]


def in_tow(state: FleetState, ship: Ship) -> list[Ship]:
    """The ships that a tug tows."""
    return [each for each in companions(state, ship) if each.status != "carried"]


def in_bays(state: FleetState, ship: Ship) -> list[Ship]:
    """The ships in the bays of a tender (FT-8.3.1)."""
    return [each for each in companions(state, ship) if each.status == "carried"]
