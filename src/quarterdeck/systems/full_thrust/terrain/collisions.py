"""Chapters 12.1, 12.2.3 and 12.7.7: ships that come upon rocks and large installations."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.core_systems import in_control
from quarterdeck.systems.full_thrust.movement import thrust_of
from quarterdeck.systems.full_thrust.state import Body, FleetState, Ship

HARD: tuple[str, ...] = ("asteroid", "station")
"""What a ship can run into; a planet has an atmosphere (FT-12.1.6, FT-12.7.7, FT-13.0.5)."""


def needed_to_avoid(velocity: int, thrust: int) -> int:
    """The lowest face that avoids a collision: 1 or less needs no die, and more than 6 none can show (FT-12.1.7).

    >>> needed_to_avoid(9, 4)
    5
    """
    return velocity - thrust


def collide(state: FleetState, referee: Referee, ship: Ship, body: Body, velocity: int) -> None:
    """A ship whose way crosses a body avoids it with what its drive gives, or is lost; the body takes no harm (FT-12.1.8).

    Nobody uses the drive of a ship out of command (FT-7.2.4, FT-7.2.8). One that needs a die is a Bogey no more (FT-10.1.8);
    under a cloak it is seen only if it is lost (FT-11.3.16).
    """
    needed = needed_to_avoid(velocity, thrust_of(ship) if in_control(ship, state.turn) else 0)
    if needed > 1 and not disclose(state, referee, ship):
        return
    avoided, rolls = needed <= 1, list[Roll]()
    if 1 < needed <= 6:
        about = _("{ship} past {body}", ship=Unit(ship.id, ship.name), body=body.name)
        faces = referee.dice.roll(1, use="avoid", rule="FT-12.1.7", by=ship.seat, about=about)
        avoided, rolls = faces[0] >= needed, [Roll(faces, "avoid")]
    facts = {"ship": ship.id, "body": body.id, "velocity": velocity, "needed": needed, "avoided": avoided}
    tell_of(state, referee, ship, Event("near_miss", "FT-12.1.7", facts, tuple(rolls)))
    if not avoided:
        ship.status, ship.cloak = "destroyed", None
        referee.tell(Event("collided", "FT-12.1.8", {"ship": ship.id, "body": body.id, "at": list(ship.position)}))
