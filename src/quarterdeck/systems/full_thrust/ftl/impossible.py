"""What can never be of jumps, arrivals and ships in company."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.ftl.entries import FASTEST_ENTRY
from quarterdeck.systems.full_thrust.state import Arrival, FleetState, Ship

FARTHEST = 10_000_000.0


def faults_of_ftl(state: FleetState) -> Iterator[tuple[bool, str, str, Text]]:
    """Plans of ships that do not wait for them, ships that offer to surrender and are none, sides that do not exist."""
    planned = all(_possible(state, ship, plan) for ship, plan in state.arrivals.items())
    yield not planned, "FT-8.2.1", "arrivals", _("plan to drop out of FTL")
    sides = [side.id for side in state.scenario.sides]
    yield not all(ship in state.ships for ship in state.striking), "FT-10.7.1", "striking", _("ships that strike their colours")
    yield not all(side in sides for side in state.withdrawn), "FT-10.6.1", "withdrawn", _("sides that withdraw")


def _possible(state: FleetState, ship: str, plan: object) -> bool:
    if not isinstance(plan, Arrival) or ship not in state.ships:
        return False
    return (
        1 <= plan.turn <= state.scenario.turn_limit
        and 1 <= plan.course <= 12
        and 1 <= plan.facing <= 12
        and 0 <= plan.velocity <= FASTEST_ENTRY
        and all(-FARTHEST <= x <= FARTHEST for x in plan.position)
    )


def faults_of_company(state: FleetState, ship: Ship) -> Iterator[tuple[bool, str, Text]]:
    """Jumps that are not due, carriers that are not there, captors and Marines that cannot be."""
    carrier = state.ships.get(ship.carried_by)
    yield ship.on_table and ship.jump_on not in (0, state.turn, state.turn + 1), "FT-8.1.1", _("turn of its jump")
    yield bool(ship.carried_by) and (carrier is None or carrier is ship), "FT-8.3.5", _("tug or tender")
    yield ship.status == "carried" and carrier is None, "FT-8.3.1", _("tender")
    yield ship.marines_lost < 0, "FT-10.5.6", _("number of Marines")
    yield ship.yielded_to not in ("", *state.seats), "FT-10.7.2", _("captor")
    yield ship.taken_from not in ("", *[side.id for side in state.scenario.sides]), "FT-10.5.7", _("side of old")
    yield ship.derelict_by == "struck" and not ship.yielded_to, "FT-10.7.2", _("captor")
