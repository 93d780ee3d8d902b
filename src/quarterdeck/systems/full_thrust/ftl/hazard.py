"""Chapters 8.1 and 8.2: what a jump does to all that is near it."""

from __future__ import annotations

from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.nearby import Nearby
from quarterdeck.systems.full_thrust.protection import direct
from quarterdeck.systems.full_thrust.small_fire import remove_marker, shoot_away, strength_of
from quarterdeck.systems.full_thrust.state import Body, FighterGroup, FleetState, Marker, NotedDamage, Ship
from quarterdeck.systems.full_thrust.terrain.breaking import damage_rock

DANGER = 6.0
"""How near to a jump or entry point an object is in danger, in MU (FT-8.1.7, FT-8.2.7)."""


def harm(state: FleetState, referee: Referee, by: Ship, thing: Nearby, points: int) -> None:
    """What so many points of damage by a jump do (FT-8.1.9, FT-8.1.10, FT-8.2.8).

    To a ship they are one attack, which neither Screens nor armour lessen, but no fire that might make it explode (FT-12.6.1).
    A group loses so many fighters, a salvo missiles, a bolt levels; a mine is gone. A rock takes notice where it has damage
    points (FT-12.2.5).
    """
    match thing:
        case Ship():
            apply_attack(state, referee, NotedDamage(by.id, thing.id, [direct(points)], fire=False))
        case Marker(kind="mine"):
            remove_marker(state, referee, thing.id, "FT-8.1.9")
        case FighterGroup() | Marker():
            shoot_away(state, referee, thing, min(points, strength_of(thing)))
        case Body():
            damage_rock(state, referee, thing, points, by.seat)
