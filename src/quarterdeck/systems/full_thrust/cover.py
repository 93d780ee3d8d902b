"""What stands between the fire of a ship and its target: Screens, docks and clouds, for the dice and for the odds alike.

Screens are those of the target or of the installation at which it is docked (FT-12.7.5); a cloud adds to them and makes it
uncertain whether there is a shot at all (FT-12.3.2, FT-12.3.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.state import FleetState, Ship, Thing
from quarterdeck.systems.full_thrust.targets import Shot, guidance_of, screens_against
from quarterdeck.systems.full_thrust.terrain.clouds import LOCKS_ON, hazy, needs_lock
from quarterdeck.systems.full_thrust.weapons import HAZED, mean_damage

LOCK = (7 - LOCKS_ON) / 6
"""The chance that a Fire Control finds its target through a cloud (FT-12.3.2)."""


class Cover(NamedTuple):
    """Screen level, the `haze` that a cloud adds against beams, and the chance that the Fire Control `locks` on."""

    screens: int
    haze: int = 0
    locks: float = 1.0

    def level(self, kind: str) -> int:
        """The Screen level for a kind of weapon; those that Screens do not affect take no notice of it."""
        return min(self.screens + self.haze, 2) if kind in HAZED else self.screens

    def mean(self, weapon: System, range_: float) -> float:
        """Mean damage of a weapon as it fires, the chance that it finds no target in it."""
        return mean_damage(weapon, range_, self.level(weapon.kind)) * self.locks


def cover_of(state: FleetState, shooter: Ship, target: Thing) -> Cover:
    """What protects a target against a ship as they lie now; rocks have no Screens to which a cloud could add."""
    if not isinstance(target, Ship):
        return Cover(0, 0, LOCK if hazy(state, shooter, target) else 1.0)
    screens = screens_against(state, target, shooter)
    return Cover(screens, 1, LOCK) if hazy(state, shooter, target) else Cover(screens)


def lock_chance(state: FleetState, shooter: Ship, target: Thing, shot: Shot, plan: Sequence[Shot] = ()) -> float:
    """The chance that a shot at fighters or ordnance is made, beside the others of a plan, if there is one (FT-12.3.2)."""
    if not hazy(state, shooter, target):
        return 1.0
    covered = guidance_of(state, shooter, plan).covered if plan else None
    return LOCK if needs_lock(state, shooter, shot, covered) else 1.0
