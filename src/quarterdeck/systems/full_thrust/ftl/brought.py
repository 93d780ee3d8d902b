"""Chapter 8.3: which ships a tender or tug has with it, and how they are lost with it or with a bay."""

from __future__ import annotations

from quarterdeck.engine.events import Event
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.state import FleetState, Ship


def companions(state: FleetState, ship: Ship) -> list[Ship]:
    """The ships that a tender or tug has with it: in its bays or in tow (FT-8.3.5)."""
    return [each for each in state.ships.values() if each.carried_by == ship.id]


def in_tow(state: FleetState, ship: Ship) -> list[Ship]:
    """The ships that a tug tows."""
    return [each for each in companions(state, ship) if each.status != "carried"]


def in_bays(state: FleetState, ship: Ship) -> list[Ship]:
    """The ships in the bays of a tender (FT-8.3.1)."""
    return [each for each in companions(state, ship) if each.status == "carried"]


def lose_companion(state: FleetState, referee: Referee, ship: Ship) -> None:
    """A ship is destroyed with the one that carried or towed it, and known then (FT-10.1.8)."""
    _lose(state, referee, ship, "lost_with", "FT-8.3.5")


def disclose_beside(state: FleetState, referee: Referee, ship: Ship, rule: str = "FT-10.1.8") -> None:
    """A Bogey is revealed, one in bays where its tender is (FT-10.1.8)."""
    if ship.status == "carried":
        ship.position = state.ships[ship.carried_by].position
    disclose(state, referee, ship, rule)


def _lose(state: FleetState, referee: Referee, ship: Ship, kind: str, rule: str) -> None:
    disclose_beside(state, referee, ship, rule)
    ship.status = "destroyed"
    referee.tell(Event(kind, rule, {"ship": ship.id, "carrier": ship.carried_by}))


def lose_with_bays(state: FleetState, referee: Referee, tender: Ship) -> None:
    """Ships are lost with a bay in which they lie, if only in part; they lie one behind the other (FT-9.7.4, FT-8.3.1)."""
    lost: list[tuple[int, int]] = []
    end = 0
    for bay in tender.design.by_kind.get("small_craft_bay", ()):
        start, end = end, end + bay.cls
        lost += [(start, end)] if bay.id in tender.lost else []
    end = 0
    for ship in companions(state, tender) if lost else ():
        if ship.status == "carried" or (ship.status == "destroyed" and not ship.track):
            start, end = end, end + ship.design.mass
            if ship.status == "carried" and any(start < last and first < end for first, last in lost):
                _lose(state, referee, ship, "lost_in_bay", "FT-9.7.4")
