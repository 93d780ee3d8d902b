"""Chapter 5: what fighter groups can do, where they are, and what they forget when a turn ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quarterdeck.engine.plane import CLOCK, Clock, Vector
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.fighters.types import MOST_FIGHTERS, TYPES, FighterType
from quarterdeck.systems.full_thrust.scenario import GroupSetup
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Ship, has_yielded, name_of

NEAR = 3.0
"""How near to its target or its ship a group must be to attack or to screen, in MU (FT-5.2.1, FT-5.3.1, FT-5.5.3)."""
CONTACT = 1.0
"""How far apart the centres of units in base contact are at most, in MU (FT-2.1.6)."""


def kind_of(group: FighterGroup) -> FighterType:
    """The type of a group."""
    return TYPES[group.type]


def strength_words(group: FighterGroup) -> Text:
    """A group in words: ``6 Heavy, 4 CEF``."""
    return _("{n} {type}, {cef} CEF", n=group.strength, type=kind_of(group).name, cef=group.cef)


def titled(group: FighterGroup) -> Text:
    """A group with its strength, as the name of a row: ``Red 1 (6 Heavy, 4 CEF)``."""
    return _("{group} ({what})", group=name_of(group), what=strength_words(group))


def near_ship(state: FleetState) -> float:
    """How near a group must stay to the ship that it screens, in MU (FT-5.2.2); in contact in the classic order (FB2-11)."""
    return CONTACT if state.switches.classic else NEAR


def set_up_group(setup: GroupSetup, **place: Any) -> FighterGroup:
    """A group as it begins a battle, whole and fresh; `place` are its other fields: whose it is, where it lies."""
    strength, cef = setup.strength, TYPES[setup.type].cef
    return FighterGroup(type=setup.type, strength=strength, launched=strength, cef=cef, ace=setup.ace, **place)


def fresh(group: FighterGroup, at: Vector, turn: int) -> None:
    """A group comes into space with full endurance, and with its torpedoes (FT-5.8.8)."""
    group.status, group.aboard, group.position, group.since = "flying", "", at, turn
    group.cef, group.torpedoes_spent, group.launched, group.exhausted = kind_of(group).cef, False, group.strength, False


def in_contact(a: Vector, b: Vector) -> bool:
    """Whether units at two places are in base contact (FT-2.1.6)."""
    return apart(a, b) <= CONTACT


def near(a: Vector, b: Vector) -> bool:
    """Whether one place is within the reach of a group at the other (FT-5.3.1)."""
    return apart(a, b) <= NEAR


def flying(state: FleetState, seat: str | None = None) -> list[FighterGroup]:
    """The groups in space, of a seat if one is named."""
    return [group for group in state.groups.values() if group.on_table and seat in (None, group.seat)]


def aboard(state: FleetState, ship: Ship) -> list[FighterGroup]:
    """The groups that lie in a ship."""
    return [group for group in state.groups.values() if group.status == "aboard" and group.aboard == ship.id]


def escorts_of(state: FleetState, group: FighterGroup) -> list[FighterGroup]:
    """The groups that escort another (FT-5.2.5)."""
    return [each for each in state.groups.values() if each.escorting == group.id and each.on_table]


def on_run(group: FighterGroup) -> bool:
    """Whether a group keeps up an attack run (FT-5.3.1)."""
    return bool(group.run) and not group.broke_off


def may_attack(group: FighterGroup) -> bool:
    """Whether a group can pay for an attack and has not fired in this turn (FT-5.5.1, FT-5.6.2, FT-2.7.2)."""
    return group.on_table and group.cef >= 1 and not group.fired and not group.exhausted


def may_attack_ships(group: FighterGroup) -> bool:
    """Whether a group has a weapon against ships and can pay for its use (FT-5.7.4, FT-5.7.9)."""
    weapon = kind_of(group).weapon
    return may_attack(group) and weapon != "none" and not (weapon == "torpedo" and group.torpedoes_spent)


def ships_in_reach(state: FleetState, group: FighterGroup, further: float = 0.0) -> list[Ship]:
    """The enemy ships within 3 MU of a group (FT-5.3.1), or so much further away; Bogeys cannot be chosen (FT-10.1.8)."""
    enemies = [ship for ship in state.ships.values() if ship.on_table and ship.side != group.side and ship.id not in state.bogeys]
    enemies = [ship for ship in enemies if not has_yielded(ship, group.side, state.seats)]
    return [ship for ship in enemies if apart(group.position, ship.position) <= NEAR + further]


def towards(start: Vector, end: Vector, otherwise: Clock) -> Clock:
    """The clock point nearest to the way from one place to another (FT-5.1.3)."""
    way = end.minus(start)
    if way.dot(way) == 0.0:
        return otherwise
    return max(range(1, 13), key=lambda point: CLOCK[point].dot(way))


def break_up(state: FleetState, groups: Iterable[FighterGroup]) -> None:
    """Groups that have left their ship or the group that they escort no longer screen or escort (FT-5.2.4)."""
    for group in groups:
        ship, escorted = state.ships.get(group.screening), state.groups.get(group.escorting)
        if group.screening and (ship is None or not ship.on_table or apart(group.position, ship.position) > near_ship(state)):
            group.screening = ""
        with_it = escorted is not None and escorted.on_table and in_contact(group.position, escorted.position)
        if group.escorting and not with_it:
            group.escorting = ""


def may_merge(one: FighterGroup, other: FighterGroup) -> bool:
    """Whether two groups may become one: they fit together and are in contact (FT-5.6.5)."""
    return fit_together(one, other) and in_contact(one.position, other.position)


def fit_together(one: FighterGroup, other: FighterGroup) -> bool:
    """Whether two groups may become one where they meet (FT-5.6.5).

    They are friends of one type, together no more than six; torpedo fighters both have or both have spent theirs.
    """
    return (
        one is not other
        and one.on_table
        and other.on_table
        and one.side == other.side
        and one.type == other.type
        and one.strength + other.strength <= MOST_FIGHTERS
        and one.torpedoes_spent == other.torpedoes_spent
        and one.exhausted == other.exhausted
    )


def turn_over(state: FleetState) -> None:
    """Forget what was only of this turn: formations, runs, evasion, fire (FT-5.2.4)."""
    for group in state.groups.values():
        group.screening, group.escorting, group.run = "", "", ""
        group.broke_off, group.evasion, group.fired = False, 0, False
