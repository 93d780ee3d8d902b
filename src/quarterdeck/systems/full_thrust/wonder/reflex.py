"""Chapter 11.3, the Reflex Field: what beams do to a ship that throws them back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.declaring import works
from quarterdeck.systems.full_thrust.protection import ordinary, shares_of
from quarterdeck.systems.full_thrust.state import FleetState, NotedDamage, Ship

BEAM_LIKE: tuple[str, ...] = ("beam", "pds", "pulser", "stinger", "stinger_node")
"""The kinds of weapon whose damage a Reflex Field can throw back (FT-11.3.14)."""


class Reflected(NamedTuple):
    """What is left of beam damage to the target, and what goes back to who fired."""

    target: int
    firer: int


def reflex_result(face: int, damage: int) -> Reflected:
    """What a die makes of beam damage; halves are rounded up (FT-11.3.14).

    >>> [tuple(reflex_result(face, 7)) for face in range(1, 7)]
    [(7, 0), (4, 0), (0, 0), (0, 0), (0, 4), (0, 7)]
    """
    half = (damage + 1) // 2
    target = (damage, half, 0, 0, 0, 0)[face - 1]
    firer = (0, 0, 0, 0, half, damage)[face - 1]
    return Reflected(target, firer)


def reflects(ship: Ship) -> bool:
    """Whether a Reflex Field is on: ordered for this turn, and working (FT-11.3.12)."""
    return "REFLEX" in ship.doing and works(ship, "reflex_field")


def reflect(state: FleetState, referee: Referee, attack: NotedDamage, beams: Sequence[int]) -> int:
    """A die for all beam damage of an attack, the blows at the places `beams`: the attack is lessened by it.

    Returns the points that go back to the attacker (FT-11.3.14). The enemy now knows of the field (FT-11.3.12).
    """
    ship, damage = state.ships[attack.target], sum(shares_of([attack.blows[place] for place in beams]))
    if not damage:
        return 0
    about = _("Reflex Field of {ship}", ship=Unit(ship.id, ship.name))
    faces = referee.dice.roll(1, use="reflex", rule="FT-11.3.14", by=ship.seat, about=about)
    found = reflex_result(faces[0], damage)
    if ship.id not in state.reflected:
        state.reflected.append(ship.id)
    facts = {"ship": ship.id, "by": attack.attacker, "damage": damage, "left": found.target, "back": found.firer}
    referee.tell(Event("reflected", "FT-11.3.14", facts, (Roll(faces, "reflex"),)))
    if found.target != damage:
        others = [blow for place, blow in enumerate(attack.blows) if place not in beams]
        attack.blows = [*others, ordinary(found.target)]
    return found.firer
