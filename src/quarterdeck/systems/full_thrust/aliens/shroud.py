"""Chapter A.4: the Vapour Shroud, declared with the orders and up for the whole turn (FT-A.4.20 to FT-A.4.22)."""

from __future__ import annotations

from quarterdeck.systems.full_thrust.movement import has_declared
from quarterdeck.systems.full_thrust.state import FleetState, Ship

SHROUD = "SHROUD"
"""The word by which it is declared."""


def is_shrouded(state: FleetState, ship: Ship) -> bool:
    """Whether a Shroud is up, or will be: it is declared before initiative, and seen when ships move (FT-A.4.20)."""
    return ship.shrouded or ("vapour_shroud" in ship.design.by_kind and has_declared(state, ship, SHROUD))
