"""Chapter 11.3: which wonder weapons of a ship could be fired now."""

from __future__ import annotations

from quarterdeck.systems.full_thrust.core_systems import in_control
from quarterdeck.systems.full_thrust.declaring import silenced, working
from quarterdeck.systems.full_thrust.state import FleetState, Ship

FULL = 6
"""The charge with which a Wave Gun can be fired (FT-11.3.8)."""


def ready_guns(state: FleetState, ship: Ship) -> list[str]:
    """The wonder weapons that a ship could fire now: an armed Nova Cannon, or charged Wave Guns (FT-11.3.3, FT-11.3.8)."""
    if not ship.doing and not ship.charge:
        return []
    if ship.status != "fighting" or not in_control(ship, state.turn) or ship.id in state.fired or _held_back(state, ship):
        return []
    if "NOVA" in ship.doing:
        return working(ship, "nova_cannon")
    if silenced(ship) or "SWEEP" in ship.doing or not state.switches.wave_gun:
        return []
    return [gun for gun in working(ship, "wave_gun") if ship.charge.get(gun, 0) >= FULL]


def _held_back(state: FleetState, ship: Ship) -> bool:
    """Whether a ship fires nothing of this kind: about to jump, at a dock, in its Shroud, or it has used other weapons.

    See FT-8.1.3, FT-12.7.5, FT-A.4.21 and, for ordnance launched and defence, FT-11.3.7.
    """
    return bool(ship.jump_on or ship.docked(state.turn) or ship.shrouded or ship.used)
