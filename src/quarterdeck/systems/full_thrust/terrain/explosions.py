"""Chapter 12.6: a ship that is shot to pieces explodes, or drifts on as a wreck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.plane import ORIGIN
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.design import size_group
from quarterdeck.systems.full_thrust.state import Body, FleetState, Ship

if TYPE_CHECKING:
    from quarterdeck.engine.referee import Referee

CLOUD_SIZE: dict[str, float] = {"escort": 2.0, "cruiser": 4.0, "capital": 6.0}
"""The diameter of a debris cloud in MU, by the size group of the ship (FT-12.6.2)."""


def size_of(ship: Ship) -> float:
    """The diameter of the debris cloud of a ship; of a merchant by the size of its MASS (FT-12.6.2, FT-9.2.3)."""
    design = ship.design
    return CLOUD_SIZE[size_group(design.mass, "", civilian=False) if design.group == "merchant" else design.group]


def explode_or_drift(state: FleetState, referee: Referee, ship: Ship, by: str, excess: int) -> None:
    """A ship is destroyed by fire with `excess` points more than it needed: it explodes on that or less (FT-12.6.1).

    Nobody's fire (`by` is empty) makes it explode. The bulk of an installation is no more.
    """
    state.bodies.pop(f"{ship.id}-bulk", None)
    whose = state.ships.get(by) or state.groups.get(by)
    if not state.switches.explosions or whose is None or whose.side == ship.side:
        return
    about = _("does {ship} explode?", ship=Unit(ship.id, ship.name))
    faces = referee.dice.roll(1, use="explosion", rule="FT-12.6.1", by=ship.seat, about=about)
    explodes, drift = faces[0] <= excess, ORIGIN.plus(ship.course, ship.velocity)
    if explodes:
        radius = size_of(ship) / 2.0
        body = Body(f"{ship.id}-debris", "debris", ship.name, ship.position, radius, drift, until=state.turn + 1)
    else:
        radius = 0.0
        body = Body(f"{ship.id}-wreck", "wreck", ship.name, ship.position, radius, drift)
    state.bodies[body.id] = body
    facts = {
        "ship": ship.id,
        "excess": excess,
        "explodes": explodes,
        "body": body.id,
        "radius": radius,
        "at": list(ship.position),
    }
    referee.tell(Event("wrecked", "FT-12.6.1", facts, (Roll(faces, "explosion"),)))


def clear_debris(state: FleetState) -> None:
    """At the end of its turn what does not last is gone (FT-12.6.2), and the bulk of what has blown up itself."""
    bulks = [f"{ship.id}-bulk" for ship in state.ships.values() if ship.station and not ship.on_table]
    for body in list(state.bodies.values()):
        if body.id in bulks or 0 < body.until <= state.turn:
            del state.bodies[body.id]
