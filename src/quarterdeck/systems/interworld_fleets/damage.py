"""Chapter 1: what harm does to a ship: shields, hull, and its end (IWF-1.17, IWF-1.22)."""

from __future__ import annotations

from quarterdeck.engine.events import Event
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.interworld_fleets.state import Ship
from quarterdeck.systems.interworld_fleets.weapons import Harm


def suffer(referee: Referee, ship: Ship, harm: Harm, event: Event, by: str = "") -> int:
    """Take harm off shields and hull, tell the event with what came of it, and remove a ship without hull (IWF-1.17).

    Returns the points of hull lost: damage beyond the last one is lost. `by` is the ship that did it, if any.
    """
    lost = min(harm.damage, ship.hull)
    ship.shields -= harm.absorbed
    ship.hull -= lost
    event.data |= {"absorbed": harm.absorbed, "lost": lost, "shields": ship.shields, "hull": ship.hull}
    referee.tell(event)
    if not ship.hull:
        destroy(referee, ship, "IWF-1.17", by)
    return lost


def destroy(referee: Referee, ship: Ship, rule: str, by: str = "") -> None:
    """Remove a ship from the map with all its tokens; one that is not there any more stays as it is."""
    if not ship.on_map:
        return
    ship.status, ship.hull, ship.lost_to = "destroyed", 0, by
    drop_tokens(ship)
    referee.tell(Event("destroyed", rule, {"ship": ship.id, "by": by, "why": rule}))


def drop_tokens(ship: Ship) -> None:
    """What a ship carried goes with it (IWF-1.17, IWF-3.10, IWF-5.1)."""
    ship.fighters, ship.phase_tokens = 0, 0
    ship.easy_target = ship.hatches = False
    ship.effects.clear()
