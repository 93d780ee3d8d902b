"""Chapter A.4: Plasma Bolts, from their attack in phase 7 to the bursts of phase 9c; `ordnance.placing` launches them."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.aliens.guns import plasma_points
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.fighters.bays import burst
from quarterdeck.systems.full_thrust.protection import ordinary
from quarterdeck.systems.full_thrust.small_fire import remove_marker
from quarterdeck.systems.full_thrust.state import FleetState, Marker, NotedDamage, Ship
from quarterdeck.systems.full_thrust.targets import screens_against

BOLT = "plasma_bolt"
"""The kind of the markers."""
MISSILES = ("salvo",)
"""The kinds of markers that a burst destroys with all fighters (FT-A.4.19)."""


def bolts(state: FleetState) -> list[Marker]:
    """The Plasma Bolts on the table."""
    return [marker for marker in state.markers.values() if marker.kind == BOLT]


def within(state: FleetState, bolt: Marker) -> list[Ship]:
    """The ships in the burst of a bolt, friend or foe (FT-A.4.15)."""
    radius = state.scenario.plasma_radius
    return [ship for ship in state.ships.values() if ship.on_table and apart(ship.position, bolt.position) <= radius]


def declare(state: FleetState, referee: Referee) -> None:
    """Phase 7: each bolt attacks every ship in its burst radius (FT-A.4.15)."""
    for bolt in bolts(state):
        bolt.targets = [ship.id for ship in within(state, bolt)]
        facts = {"marker": bolt.id, "ship": bolt.by, "targets": list(bolt.targets), "at": list(bolt.position)}
        referee.tell(Event("bolt_attacks", "FT-A.4.15", facts))


def detonate(state: FleetState, referee: Referee) -> None:
    """Phase 9c: all bolts burst at once; those of the turn at one ship are one attack on it (FT-A.4.17).

    Fighters and missiles in their radius are gone (FT-A.4.19), so that such missiles do not attack in 9d; Bogeys show what
    they are (FT-10.1.8).
    """
    bursting = bolts(state)
    attacks: dict[str, NotedDamage] = {}
    for bolt in bursting:
        facts = {"marker": bolt.id, "ship": bolt.by, "at": list(bolt.position), "levels": bolt.left}
        referee.tell(Event("bolt_bursts", "FT-A.4.17", facts))
        for ship in [each for each in within(state, bolt) if disclose(state, referee, each)]:
            attack = attacks.setdefault(ship.id, NotedDamage(bolt.by, ship.id))
            attack.blows.append(ordinary(_burn(state, referee, bolt, ship)))
    for bolt in bursting:
        burst(state, referee, bolt.position, state.scenario.plasma_radius)
        for marker in list(state.markers.values()):
            if marker.kind in MISSILES and apart(marker.position, bolt.position) <= state.scenario.plasma_radius:
                remove_marker(state, referee, marker.id, "FT-A.4.19")
        remove_marker(state, referee, bolt.id, "FT-A.4.17")
    for attack in attacks.values():
        apply_attack(state, referee, attack)


def _burn(state: FleetState, referee: Referee, bolt: Marker, ship: Ship) -> int:
    """The points of a bolt at one ship: a die a level, some of them cancelled by Screens or Shroud (FT-A.4.17, FT-A.4.18)."""
    about = _("{marker} at {ship}", marker=Unit(bolt.id, bolt.name), ship=Unit(ship.id, ship.name))
    faces = referee.dice.roll(bolt.left, use="plasma", rule="FT-A.4.17", by=bolt.seat, about=about)
    screens = screens_against(state, ship, bolt)
    points = sum([plasma_points(face, screens) for face in faces])
    facts = {
        "marker": bolt.id,
        "ship": bolt.by,
        "target": ship.id,
        "at": list(bolt.position),
        "levels": bolt.left,
        "screens": screens,
        "damage": points,
    }
    referee.tell(Event("bolt_burns", "FT-A.4.17", facts, (Roll(faces, "plasma"),)))
    return points
