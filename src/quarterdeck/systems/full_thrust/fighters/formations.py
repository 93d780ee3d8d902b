"""Chapters 5.2 and 5.6: how groups move, with the groups that go with them, and how two become one."""

from __future__ import annotations

from dataclasses import replace

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.fighters.groups import (
    CONTACT,
    break_up,
    escorts_of,
    flying,
    in_contact,
    kind_of,
    may_merge,
    near,
    near_ship,
    towards,
)
from quarterdeck.systems.full_thrust.manoeuvres import off_table
from quarterdeck.systems.full_thrust.movement import jumps
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Ship

PRIMARY, SECONDARY, FOLLOWING = "FT-5.1.1", "FT-5.1.2", "FT-5.2.2"
"""The rules by which a group moves: in phase 3, in phase 6, behind the ship that it screens in phase 5."""


def reach(group: FighterGroup, rule: str) -> float:
    """How far a group may go in a move of this kind, in MU (FT-5.7.1)."""
    return kind_of(group).primary if rule == PRIMARY else kind_of(group).secondary


def go(state: FleetState, referee: Referee, group: FighterGroup, to: Vector, rule: str) -> None:
    """Move a group; a secondary move that leads anywhere costs a CEF (FT-5.1.2, FT-5.6.1)."""
    start = group.position
    if to == start:
        return
    cost = {PRIMARY: kind_of(group).primary_cost, SECONDARY: 1}.get(rule, 0)
    group.cef -= cost
    group.position, group.facing = to, towards(start, to, group.facing)
    facts: dict[str, Json] = {"group": group.id, "from": list(start), "to": list(to), "cost": cost, "cef": group.cef}
    referee.tell(Event("group_moved", rule, facts))
    if off_table(state.scenario.table, to):
        leave_table(referee, group)


def leave_table(referee: Referee, group: FighterGroup) -> None:
    """A group forced off the table is out of the battle, and its CEF are lost (FT-5.6.3)."""
    group.status, group.cef = "left", 0
    referee.tell(Event("group_left", "FT-5.6.3", {"group": group.id}))


def lead(state: FleetState, referee: Referee, group: FighterGroup, to: Vector, rule: str) -> None:
    """Move a group and, in the same activation, its escorts (FT-5.2.6); whoever is left behind is in no formation any more."""
    before, escorts = group.position, [each for each in escorts_of(state, group) if goes_along(state, each)]
    go(state, referee, group, to, rule)
    for escort in escorts if to != before else ():
        follow(state, referee, escort, group, before, rule)
    break_up(state, [group, *escorts_of(state, group)])


def goes_along(state: FleetState, escort: FighterGroup) -> bool:
    """Whether an escort follows when its group moves: it has not been activated, nor has its owner other plans for it."""
    plan = state.plans.get(escort.seat, {}).get(escort.id, {})
    return escort.id not in state.acted and plan.get("to", list(escort.position)) == list(escort.position)


def follow(state: FleetState, referee: Referee, escort: FighterGroup, group: FighterGroup, before: Vector, rule: str) -> None:
    """An escort goes where the group has gone, which was at `before`, if it can reach it and pay for it (FT-5.2.6).

    Each pays for its own secondary move and keeps its own limits; behind a ship that is screened there are none.
    """
    offset = escort.position.minus(before)
    beside = group.position.plus(offset, min(1.0, CONTACT / length) if (length := offset.length()) else 1.0)
    if group.on_table:
        beside = on_the_table(state, beside)
    able = rule == FOLLOWING or apart(escort.position, beside) <= reach(escort, rule)
    if able and (rule != SECONDARY or escort.cef >= 1):
        go(state, referee, escort, beside, rule)
        if escort.id not in state.acted and rule != FOLLOWING:
            state.acted.append(escort.id)


def screen(referee: Referee, group: FighterGroup, ship: Ship) -> None:
    """A group declares that it screens a ship (FT-5.2.1)."""
    group.screening = ship.id
    referee.tell(Event("screening", "FT-5.2.1", {"group": group.id, "target": ship.id}))


def escort(state: FleetState, referee: Referee, group: FighterGroup, escorted: FighterGroup) -> None:
    """A group moves into contact with one that it escorts (FT-5.2.5), as far as it can reach it; else it escorts nobody."""
    gap = group.position.minus(escorted.position)
    far = gap.length()
    beside = group.position if far <= CONTACT else escorted.position.plus(gap, CONTACT / far)
    if apart(group.position, beside) > reach(group, PRIMARY):
        referee.tell(Event("no_escort", "FT-5.2.5", {"group": group.id, "target": escorted.id}))
        return
    go(state, referee, group, beside, PRIMARY)
    if group.on_table and in_contact(group.position, escorted.position):
        group.escorting = escorted.id
        referee.tell(Event("escorting", "FT-5.2.5", {"group": group.id, "target": escorted.id}))


def merge(state: FleetState, referee: Referee, group: FighterGroup, other: FighterGroup) -> None:
    """A group joins another, which then has the lower CEF of both, and has acted in the phase as it has (FT-5.6.5)."""
    if not may_merge(group, other):
        referee.tell(Event("no_merger", "FT-5.6.5", {"group": group.id, "into": other.id}))
        return
    if other.id not in state.acted:
        state.acted.append(other.id)
    other.strength += group.strength
    other.launched += group.launched
    other.cef = min(other.cef, group.cef)
    take_over_ace(group, other)
    group.strength, group.cef, group.status = 0, 0, "destroyed"
    for each in escorts_of(state, group):
        each.escorting = ""
    facts: dict[str, Json] = {"group": group.id, "into": other.id, "strength": other.strength, "cef": other.cef}
    referee.tell(Event("merged", "FT-5.6.5", facts))


def take_over_ace(group: FighterGroup, other: FighterGroup) -> None:
    """A named pilot flies on with the group that his own has joined (FT-5.7.14)."""
    group.ace, other.ace = 0, other.ace + group.ace


def split(state: FleetState, referee: Referee, group: FighterGroup, number: int) -> None:
    """So many fighters of a group become a group of their own, which has acted like it (FT-5.6.6)."""
    if not group.on_table or not 1 <= number < group.strength:
        return
    place = next(n for n in range(2, len(state.groups) + 3) if f"{group.id}-{n}" not in state.groups)
    part = replace(group, id=f"{group.id}-{place}", name=f"{group.name}-{place}", strength=number, launched=number, ace=0, lost=0)
    group.strength -= number
    group.launched -= number
    state.groups[part.id] = part
    state.acted.append(part.id)
    facts: dict[str, Json] = {"group": group.id, "part": part.id, "strength": number, "left": group.strength}
    referee.tell(Event("split", "FT-5.6.6", facts))


def follow_ships(state: FleetState, referee: Referee, places: dict[str, Vector]) -> None:
    """Phase 5: groups that screen a ship go with it, to `places` (FT-5.2.2, FT-2.7.16), and their escorts with them."""
    for group_id, to in places.items():
        lead(state, referee, state.groups[group_id], to, FOLLOWING)


def fly_home(state: FleetState, referee: Referee, rule: str) -> None:
    """Groups that may not attack until they are recovered fly straight to their carriers (FT-5.7.13, FB2-23).

    That is their activation. In phase 3 those that are with their carrier already screen it, and so go with it (FT-5.2.1). The
    way to a base off the table is by its entry point (FT-5.8.10).
    """
    for group in flying(state):
        ship, base = state.ships.get(group.home), state.bases.get(group.home)
        ship = ship if ship is not None and ship.on_table and ship.side == group.side else None
        home = ship.position if ship is not None else base.entry if base is not None else None
        if not group.exhausted or group.id in state.acted or home is None:
            continue
        if rule == PRIMARY and ship is not None and near(group.position, home):
            state.acted.append(group.id)
            screen(referee, group, ship)
        elif rule == PRIMARY or group.cef >= 1:
            state.acted.append(group.id)
            lead(state, referee, group, _towards_contact(group, home, reach(group, rule)), rule)


def _towards_contact(group: FighterGroup, home: Vector, most: float) -> Vector:
    """Where a group comes to be that flies up to so many MU straight towards contact with a place."""
    way = home.minus(group.position)
    far = way.length()
    return group.position.plus(way, min(most, far - CONTACT) / far) if far > CONTACT else group.position


def beside_ship(state: FleetState, group: FighterGroup) -> Vector:
    """Where a screening group comes to be if it keeps its place beside the ship, which has moved, on the table.

    A ship that jumps has yet to move, and so has what it tows: then the group stays where it is (FT-5.2.4, FT-8.1.6).
    """
    ship = state.ships[group.screening]
    jumping = jumps(state.ships.get(ship.carried_by, ship), state.turn)
    start = ship.track[-1] if ship.track and not jumping else ship.position
    offset = group.position.minus(start)
    far = offset.length()
    to = ship.position.plus(offset, min(1.0, near_ship(state) / far) if far else 1.0)
    return on_the_table(state, to)


def on_the_table(state: FleetState, place: Vector) -> Vector:
    """The place of the table that is nearest to one: this itself where there is no table, or it is on it."""
    if state.scenario.table is None:
        return place
    width, height = state.scenario.table
    return Vector(min(max(place.x, 0.0), float(width)), min(max(place.y, 0.0), float(height)))
