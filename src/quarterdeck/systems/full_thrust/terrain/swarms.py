"""Chapters 12.5 and 12.6.2: meteor swarms, the rings of planets, and the debris of ships."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.protection import direct
from quarterdeck.systems.full_thrust.state import Body, FleetState, NotedDamage, Ship

STONY: tuple[str, ...] = ("swarm", "debris")
"""The areas that strike ships: those of meteors, and what an explosion leaves (FT-12.5.1, FT-12.6.2)."""
FAST = 6
"""For each so many MU of velocity a ship is struck by one die (FT-12.5.2)."""


def strike(state: FleetState, referee: Referee, ship: Ship, area: Body, velocity: int) -> bool:
    """A ship in a swarm is struck by a die for each full 6 MU of its velocity, past Screens and armour (FT-12.5.2).

    Returns whether it is.
    """
    number = velocity // FAST
    if not number or not disclose(state, referee, ship):
        return False
    about = _("{body} against {ship}", body=area.name, ship=Unit(ship.id, ship.name))
    faces = referee.dice.roll(number, use="meteors", rule="FT-12.5.2", by=ship.seat, about=about)
    facts = {"ship": ship.id, "body": area.id, "velocity": velocity, "damage": sum(faces)}
    referee.tell(Event("meteors", "FT-12.5.2", facts, (Roll(faces, "meteors"),)))
    apply_attack(state, referee, NotedDamage(area.id, ship.id, [direct(sum(faces))]))
    return True
