"""Chapter 8.3: ships in the bays of a tender and in tow of a tug, which go where it goes."""

from __future__ import annotations

from collections.abc import Container

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.ftl.brought import in_tow, lose_companion
from quarterdeck.systems.full_thrust.movement import drift, jumps
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.terrain.passage import Met, fly_straight


def tow_along(state: FleetState, referee: Referee, moves: Container[str], met: Met) -> None:
    """Phase 5, behind the ships: who is in tow keeps its place beside its tug, whatever has met that on its way (FT-8.3.5).

    It is on its own as soon as the tug does not fight any more; where that has not moved, or under a cloak, it drifts.
    """
    for tug in list(state.ships.values()):
        if tug.cloak is None and tug.track and (tug.id in moves or tug.dock is not None):
            step = tug.position.minus(tug.track[-1])
            for ship in in_tow(state, tug):
                if ship.on_table:
                    tow_to(state, referee, tug, ship, ship.position.plus(step), met)
            part(state, referee, tug)
        elif not jumps(tug, state.turn):
            let_go_of_lost(state, referee, tug, met)


def let_go_of_lost(state: FleetState, referee: Referee, tug: Ship, met: Met) -> None:
    """What was in tow of a ship that fights no more, and has not moved with it in this turn, drifts on by itself."""
    for ship in part(state, referee, tug):
        _drift_on(state, referee, ship, met)


def let_go_of_too_much(state: FleetState, referee: Referee, tug: Ship, met: Met) -> None:
    """A tug about to jump whose drives are lost leaves behind what the rest cannot take, and that drifts on (FT-8.3.3)."""
    drives = tug.design.by_kind.get("tug_drive", ())
    working = [drive.cls for drive in drives if drive.id not in tug.lost]
    left = sum(working)
    for ship in [ship for ship in in_tow(state, tug) if ship.on_table and len(working) < len(drives)]:
        if ship.design.mass > left:
            let_go(state, referee, ship)
            _drift_on(state, referee, ship, met)
        else:
            left -= ship.design.mass


def _drift_on(state: FleetState, referee: Referee, ship: Ship, met: Met) -> None:
    start = ship.position
    drift(state, referee, ship)
    fly_straight(state, referee, ship, start, met)


def part(state: FleetState, referee: Referee, tug: Ship) -> list[Ship]:
    """Ships on the table go their own way where their tug fights no more, or for another side (FT-8.3.5, FT-10.5.7)."""
    towed = [ship for ship in in_tow(state, tug) if ship.on_table and (tug.status != "fighting" or tug.side != ship.side)]
    for ship in towed:
        let_go(state, referee, ship)
    return towed


def let_go(state: FleetState, referee: Referee, ship: Ship) -> None:
    """A ship is in tow no more."""
    ship.carried_by = ""
    tell_of(state, referee, ship, Event("tow_ended", "FT-8.3.5", {"ship": ship.id}))


def tow_to(state: FleetState, referee: Referee, tug: Ship, ship: Ship, place: Vector, met: Met) -> None:
    """A ship in tow comes to a place, with the motion of its tug."""
    facts = {
        "ship": ship.id,
        "tug": tug.id,
        "from": list(ship.position),
        "to": list(place),
        "course": list(tug.course),
        "velocity": tug.velocity,
    }
    start = ship.position
    ship.track = [*ship.track, start][-len(tug.track) :]
    ship.position, ship.course, ship.velocity = place, tug.course, tug.velocity
    seen = Event("contact_moved", "FT-10.1.3", {key: facts[key] for key in ("ship", "from", "to")})
    tell_of(state, referee, ship, Event("towed", "FT-8.3.5", facts), seen)
    fly_straight(state, referee, ship, start, met)


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
