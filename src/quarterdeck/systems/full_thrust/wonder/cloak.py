"""Chapter 11.3, the Cloaking Field: a ship that nobody sees moves as it was plotted, until the number of turns is over.

The state holds where it truly is; all but its own side see the marker that it has left (`secrecy`).
"""

from __future__ import annotations

from quarterdeck.engine.events import Event
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.manoeuvres import Manoeuvre, off_table
from quarterdeck.systems.full_thrust.movement import carried_out, has_declared, leave_table, move_ships
from quarterdeck.systems.full_thrust.order_lines import DECLARATIONS
from quarterdeck.systems.full_thrust.state import Cloak, FleetState, Ship


def go_under(state: FleetState, referee: Referee) -> dict[str, Manoeuvre]:
    """Ships under way to their cloak are taken off the table before they move, and a marker is put in their place (FT-11.3.15).

    All that are cloaked then move unseen (FT-11.3.16). Returns their moves.
    """
    if not state.switches.cloaking_field:
        return {}
    for ship in state.ships.values():
        if ship.status == "fighting" and has_declared(state, ship, "CLOAK"):
            disclose(state, referee, ship)
            ship.cloak = Cloak(ship.position, ship.course, ship.velocity, ship.facing, state.turn + _turns(state, ship) - 1)
            ship.status = "cloaked"
            referee.tell(Event("cloaked", "FT-11.3.15", {"ship": ship.id, "at": list(ship.position)}))
    return move_ships(state, referee, [ship for ship in state.ships.values() if ship.cloak is not None])


def _turns(state: FleetState, ship: Ship) -> int:
    """For how many turns a ship goes under, this one included."""
    kind = DECLARATIONS["CLOAK"].word.kind
    return next(action.amount for action in carried_out(state, ship).done if action.kind == kind)


def come_out(state: FleetState, referee: Referee) -> None:
    """The end of a turn: ships whose time is over appear where their moves end, maybe off the table (FT-11.3.17).

    A ship that its crew has left, or that has no power, holds its field no longer (FT-7.2.8 to FT-7.2.10).
    """
    if not state.switches.cloaking_field:
        return
    for ship in state.ships.values():
        if ship.cloak is not None and (ship.cloak.until <= state.turn or ship.status == "derelict"):
            _come_out(state, referee, ship)


def _come_out(state: FleetState, referee: Referee, ship: Ship) -> None:
    ship.cloak, ship.doing = None, []
    ship.status = "fighting" if ship.status == "cloaked" else ship.status
    facts = {"ship": ship.id, "at": list(ship.position), "velocity": ship.velocity, "facing": ship.facing}
    referee.tell(Event("decloaked", "FT-11.3.17", facts))
    if off_table(state.scenario.table, ship.position):
        leave_table(referee, ship)
