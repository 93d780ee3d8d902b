"""Chapter 8.3: ships in the bays of a tender and in tow of a tug, which go where it goes."""

from __future__ import annotations

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.manoeuvres import off_table
from quarterdeck.systems.full_thrust.movement import leave_table, move_ships
from quarterdeck.systems.full_thrust.state import FleetState, Ship


def companions(state: FleetState, ship: Ship) -> list[Ship]:
    """The ships that a tender or tug has with it: in its bays or in tow (FT-8.3.5)."""
    return [each for each in state.ships.values() if each.carried_by == ship.id]


def in_tow(state: FleetState, ship: Ship) -> list[Ship]:
    """The ships that a tug tows."""
    return [each for each in companions(state, ship) if each.status != "carried"]


def tow_along(state: FleetState, referee: Referee) -> None:
    """Phase 5, behind the ships: who is in tow keeps its place beside its tug (FT-8.3.5).

    Whose tug is lost on the way drifts on by itself (FT-2.7.5).
    """
    for ship in state.ships.values():
        if ship.carried_by and ship.on_table:
            tug = state.ships[ship.carried_by]
            if tug.status != "fighting":
                let_go(state, referee, ship)
                move_ships(state, referee, [ship])
            elif tug.track and tug.jump_on != state.turn:
                step = tug.position.minus(tug.track[-1])
                tow_to(state, referee, tug, ship, ship.position.plus(step))


def let_go(state: FleetState, referee: Referee, ship: Ship) -> None:
    """A ship is in tow no more."""
    ship.carried_by = ""
    tell_of(state, referee, ship, Event("tow_ended", "FT-8.3.5", {"ship": ship.id}))


def tow_to(state: FleetState, referee: Referee, tug: Ship, ship: Ship, place: Vector) -> None:
    """A ship in tow comes to a place, with the motion of its tug."""
    facts = {
        "ship": ship.id,
        "tug": tug.id,
        "from": list(ship.position),
        "to": list(place),
        "course": list(tug.course),
        "velocity": tug.velocity,
    }
    ship.track = [*ship.track, ship.position][-len(tug.track) :]
    ship.position, ship.course, ship.velocity = place, tug.course, tug.velocity
    seen = Event("contact_moved", "FT-10.1.3", {key: facts[key] for key in ("ship", "from", "to")})
    tell_of(state, referee, ship, Event("towed", "FT-8.3.5", facts), seen)
    if off_table(state.scenario.table, place):
        leave_table(referee, ship)


def share_fate(state: FleetState, referee: Referee) -> None:
    """What has become of a tender becomes of the ships in its bays: lost, taken or gone with it (FT-8.3.5).

    Who is in tow is on its own as soon as its tug does not fight any more, and moves by its own orders from the next turn on.
    """
    for ship in state.ships.values():
        if ship.status == "carried":
            tender = state.ships[ship.carried_by]
            if tender.status == "destroyed":
                lose_companion(state, referee, ship)
            elif tender.status == "left":
                ship.status = "left"
                tell_of(state, referee, ship, Event("left_with", "FT-8.3.5", {"ship": ship.id, "carrier": tender.id}))
        elif ship.carried_by and ship.on_table and state.ships[ship.carried_by].status != "fighting":
            let_go(state, referee, ship)


def lose_companion(state: FleetState, referee: Referee, ship: Ship) -> None:
    """A ship is destroyed with the one that carried or towed it, and known then (FT-10.1.8)."""
    disclose(state, referee, ship, "FT-8.3.5")
    carrier, ship.status = ship.carried_by, "destroyed"
    referee.tell(Event("lost_with", "FT-8.3.5", {"ship": ship.id, "carrier": carrier}))
