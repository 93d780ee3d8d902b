"""Chapters 13.2 and 13.3: who may fly in an atmosphere, and what becomes of a ship that enters one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.fighters.bays import lose_group
from quarterdeck.systems.full_thrust.fighters.groups import aboard
from quarterdeck.systems.full_thrust.manoeuvres import Manoeuvre
from quarterdeck.systems.full_thrust.movement import thrust_of
from quarterdeck.systems.full_thrust.state import FleetState, Ship

Landing: TypeAlias = Literal["lands_safely", "forced_landing", "uncontrolled_entry"]
Fate: TypeAlias = Literal["crash_lands", "burns_with_launch", "lost_with_all"]
Rescue: TypeAlias = Literal["destroyed", "forced_landing", "controlled_landing"]

STREAMLINED: dict[str, int] = {"none": 4, "partial": 0, "full": -2}
"""What the hull adds to the die of an uncontrolled entry (FT-13.3.4)."""
DRIVE_HITS: tuple[int, ...] = (0, 1, 3)
"""What the hits on the Main Drive add to it (FT-13.3.4)."""
MISSED = 6.0
"""For each full so many MU by which a window was missed the die gets 1 more (FT-13.3.4)."""
EARTH = (4, 6)
"""The thrust that fully and partly streamlined ships need on a world like Earth (FT-13.2.2)."""


def may_fly(streamlining: str, thrust: int, needed: tuple[int, int] = EARTH) -> bool:
    """Whether a ship can operate, land and take off in an atmosphere; no ship without streamlining can (FT-13.2.1, FT-13.2.2).

    `needed` is the thrust that fully and partly streamlined ships need there.
    """
    return (streamlining == "full" and thrust >= needed[0]) or (streamlining == "partial" and thrust >= needed[1])


def landing(streamlining: str, thrust: int, needed: tuple[int, int] = EARTH) -> Landing:
    """How a ship comes down that slows below the orbital velocity in orbit (FT-13.3.2, FT-13.3.3)."""
    if streamlining == "none":
        return "uncontrolled_entry"
    return "lands_safely" if may_fly(streamlining, thrust, needed) else "forced_landing"


def entry_modifier(streamlining: str, excess: int, missed_by: float, drive_hits: int) -> int:
    """What is added to the die of an uncontrolled entry (FT-13.3.4).

    >>> entry_modifier("partial", 0, 13.0, 1)
    3
    """
    return STREAMLINED[streamlining] + excess + int(missed_by // MISSED) + DRIVE_HITS[drive_hits]


def fate(result: int) -> Fate:
    """What an uncontrolled entry comes to (FT-13.3.5)."""
    if result <= 2:
        return "crash_lands"
    return "burns_with_launch" if result <= 5 else "lost_with_all"


def rescue(face: int) -> Rescue:
    """What becomes of a craft that leaves a ship burning up (FT-13.3.6)."""
    if face <= 2:
        return "destroyed"
    return "forced_landing" if face <= 4 else "controlled_landing"


def emergency_launch(dice: Dice, craft: Sequence[str], by: str) -> tuple[list[Rescue], Roll]:
    """A die for each craft or fighter group on board (FT-13.3.6)."""
    faces = dice.roll(len(craft), use="rescue", rule="FT-13.3.6", by=by)
    return [rescue(face) for face in faces], Roll(faces, "rescue")


def fly_orbits(state: FleetState, referee: Referee, moves: dict[str, Manoeuvre]) -> None:
    """The end of phase 5: who is in orbit now, who has left it, who comes down (FT-13.1.4); no cloak helps (FT-11.3.16)."""
    for key, move in moves.items():
        ship, flight = state.ships[key], move.flight
        if flight is None or not (ship.on_table or ship.cloak is not None):
            continue
        if flight.what in ("descends", "falls"):
            ship.cloak = None
        before, ship.orbit = ship.orbit, flight.orbit
        facts = {"ship": ship.id, "body": flight.planet}
        if flight.what == "enters":
            way = {"clockwise": flight.orbit is not None and flight.orbit.clockwise}
            tell_of(state, referee, ship, Event("in_orbit", "FT-13.1.2", {**facts, **way}))
        elif flight.what == "descends":
            descend(state, referee, ship, flight.planet)
        else:
            if before is not None and ship.orbit is None:
                tell_of(state, referee, ship, Event("left_orbit", "FT-13.1.1", facts))
            if flight.what == "falls":
                fall(state, referee, ship, flight.excess, 0.0)


def leave_orbit(state: FleetState, referee: Referee, ship: Ship) -> None:
    """A ship that moves straight on is in orbit no more (FT-13.1.1)."""
    if ship.orbit is not None:
        left = Event("left_orbit", "FT-13.1.1", {"ship": ship.id, "body": ship.orbit.planet})
        ship.orbit = None
        tell_of(state, referee, ship, left)


def descend(state: FleetState, referee: Referee, ship: Ship, planet: str) -> None:
    """A ship slows down in orbit to come down (FT-13.3.2); a Bogey is one no more (FT-10.1.8)."""
    if not disclose(state, referee, ship):
        return
    terrain, thrust = state.scenario.terrain, thrust_of(ship)
    how = landing(ship.design.streamlining, thrust, terrain.landing if terrain else EARTH)
    if how == "uncontrolled_entry":
        fall(state, referee, ship, 0, 0.0)
        return
    ship.status, ship.ashore = "left", "landed" if how == "lands_safely" else "forced"
    rule = "FT-13.3.2" if how == "lands_safely" else "FT-13.3.3"
    referee.tell(Event("landed", rule, {"ship": ship.id, "body": planet, "forced": how == "forced_landing", "thrust": thrust}))


def fall(state: FleetState, referee: Referee, ship: Ship, excess: int, missed_by: float) -> None:
    """An uncontrolled entry: a die decides whether the ship crash-lands or burns up (FT-13.3.4, FT-13.3.5)."""
    if not disclose(state, referee, ship):
        return
    about = _("{ship} falls into the atmosphere", ship=Unit(ship.id, ship.name))
    faces = referee.dice.roll(1, use="entry", rule="FT-13.3.4", by=ship.seat, about=about)
    modifier = entry_modifier(ship.design.streamlining, excess, missed_by, ship.drive_hits)
    outcome = fate(faces[0] + modifier)
    facts = {"ship": ship.id, "excess": excess, "missed_by": missed_by, "modifier": modifier, "fate": outcome}
    streamlining = {"streamlining": ship.design.streamlining, "drive_hits": ship.drive_hits}
    referee.tell(Event("entry", "FT-13.3.4", {**facts, **streamlining}, (Roll(faces, "entry"),)))
    ship.orbit = None
    if outcome == "burns_with_launch":
        _save_groups(state, referee, ship)
    if outcome == "crash_lands":
        ship.status, ship.ashore = "left", "crashed"
    else:
        ship.status = "destroyed"


def _save_groups(state: FleetState, referee: Referee, ship: Ship) -> None:
    """The fighter groups aboard try to get out before the ship burns up (FT-13.3.6)."""
    groups = aboard(state, ship)
    if not groups:
        return
    saved, roll = emergency_launch(referee.dice, [group.id for group in groups], ship.seat)
    told = {group.id: how for group, how in zip(groups, saved, strict=True)}
    referee.tell(Event("rescue", "FT-13.3.6", {"ship": ship.id, "craft": told}, (roll,)))
    for group in groups:
        if told[group.id] == "destroyed":
            lose_group(state, referee, group, "FT-13.3.6")
        else:
            group.status, group.aboard = "left", ""
