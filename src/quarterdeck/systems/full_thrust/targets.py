"""Chapters 4.1 and 4.2: which weapons and Fire Controls of a ship work, and at which ships they may fire."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.arcs import arc_of, bearings, bears, choosable_arcs, range_between
from quarterdeck.systems.full_thrust.core_systems import DERELICT_RULES, has_power, in_control
from quarterdeck.systems.full_thrust.damage import rolled_for
from quarterdeck.systems.full_thrust.ship import ARCS, WEAPONS, Arc, System
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.weapons import max_range

FIRE_RULES: dict[str, str] = {
    "beam": "FT-4.3.1",
    "pds": "FT-4.2.6",
    "pulse_torpedo": "FT-4.7.1",
    "needle_beam": "FT-4.8.2",
    "submunition_pack": "FT-4.9.2",
}
"""The rule by which each kind of weapon fires at a ship."""

BearingWeapons: TypeAlias = "Mapping[Arc | None, tuple[tuple[float, System], ...]]"
"""Weapons by the arc into which they bear, each behind its range in MU."""


# Announcing fire


class Shot(NamedTuple):
    """One weapon, by the id of its system, at one ship; a Needle Beam names a `system` of it too (FT-4.8.1)."""

    weapon: str
    target: str
    system: str = ""


def aim_key(shot: Shot) -> str:
    """A target as it stands in answers: ``b1``, or ``b1/main-drive`` for the system that a Needle Beam names.

    Shots with the same key share a Fire Control, shots with different keys never do, so that a plan needs as many working
    ones as it has different keys: one for each target ship (FT-4.2.2), one for each system named by Needle Beams (FT-4.8.4),
    and that one does nothing else (FT-4.8.5).

    >>> aim_key(Shot("needle-1", "b1", "main-drive"))
    'b1/main-drive'
    """
    return f"{shot.target}/{shot.system}" if shot.system else shot.target


def read_aim(key: str) -> tuple[str, str]:
    """The target ship and the named system ("": none) of an aim key.

    >>> Shot("needle-1", *read_aim("b1/main-drive"))
    Shot(weapon='needle-1', target='b1', system='main-drive')
    """
    target, _slash, system = key.partition("/")
    return target, system


# What works


def working_weapons(ship: Ship) -> tuple[System, ...]:
    """The weapons that can still fire: not lost (FT-2.6.4), and no one-shots already fired (FT-4.9.1)."""
    lost, spent = ship.lost, ship.spent
    if not lost and not spent:
        return ship.design.weapons
    return tuple([weapon for weapon in ship.design.weapons if weapon.id not in lost and weapon.id not in spent])


def working_fire_controls(ship: Ship) -> int:
    """How many Fire Controls are not lost (FT-4.2.2)."""
    return _working(ship, ship.design.fire_controls)


def screen_level(ship: Ship) -> int:
    """The Screen level: working Screen Generators, spares among them, at most 2 (FT-4.4.1, FT-9.8.3).

    A ship without power has none (FT-7.2.8).
    """
    fitted = ship.design.screens
    return min(2, _working(ship, fitted)) if fitted and has_power(ship) else 0


def _working(ship: Ship, fitted: tuple[str, ...]) -> int:
    lost = ship.lost
    return len([system for system in fitted if system not in lost]) if lost else len(fitted)


# Who may fire at whom


def enemies(state: FleetState, side: str) -> list[Ship]:
    """The ships of other sides on the table, wrecks adrift among them; other ships never block fire (FT-4.2.1, FT-4.1.4)."""
    return [each for each in state.ships.values() if each.side != side and each.on_table]


def can_fire(state: FleetState, ship: Ship) -> bool:
    """Whether a ship has a shot it could legally make, and so may be activated in phase 8 (FT-2.7.8)."""
    return bool(able_to_fire(state, [ship]))


def able_to_fire(state: FleetState, ships: Iterable[Ship]) -> list[Ship]:
    """Those of some ships of one side that have a shot."""
    ready = [ship for ship in ships if _may_fire(state, ship) and working_fire_controls(ship)]
    targets = enemies(state, ready[0].side) if ready else []
    return [ship for ship in ready if _has_target(ship, targets)]


def _has_target(ship: Ship, targets: list[Ship]) -> bool:
    """Whether a weapon has a legal aim at one of the targets in one of the arcs in which it may come to be."""
    bearing_weapons = by_arc(working_weapons(ship))
    for target, (range_, _arc, possible) in bearings(ship, targets):
        for arc in possible:
            for reach, weapon in bearing_weapons[arc]:
                if range_ <= reach and (weapon.kind != "needle_beam" or rolled_for(target)):
                    return True
    return False


def all_aims(state: FleetState, shooter: Ship, settled: Mapping[str, Arc]) -> dict[str, list[str]]:
    """The legal aim keys of each weapon that has any now, enemy by enemy; Fire Controls are not counted.

    A Needle Beam names what a threshold check would roll for, so no hull, hold or Core System (FT-4.8.1, FT-4.8.7).
    """
    if not _may_fire(state, shooter):
        return {}
    weapons = working_weapons(shooter)
    bearing_weapons = by_arc(weapons)
    keys: dict[str, list[str]] = {weapon.id: [] for weapon in weapons}
    for target, (range_, arc, _possible) in bearings(shooter, enemies(state, shooter.side)):
        for reach, weapon in bearing_weapons[settled.get(target.id, arc)]:
            if range_ <= reach and weapon.kind == "needle_beam":
                keys[weapon.id] += [aim_key(Shot(weapon.id, target.id, system.id)) for system in rolled_for(target)]
            elif range_ <= reach:
                keys[weapon.id].append(target.id)
    return {weapon: found for weapon, found in keys.items() if found}


def aims(state: FleetState, shooter: Ship, weapon: System, settled: Mapping[str, Arc]) -> list[str]:
    """All legal aim keys of one weapon now."""
    return all_aims(state, shooter, settled).get(weapon.id, [])


@lru_cache(maxsize=4096)
def by_arc(weapons: tuple[System, ...]) -> BearingWeapons:
    """Those of these weapons that bear into each arc, and where none is chosen yet (None), each behind its range in MU."""
    return {arc: tuple([(max_range(weapon), weapon) for weapon in weapons if bears(weapon, arc)]) for arc in (*ARCS, None)}


def _reaching(shooter: Ship, target: Ship) -> list[System]:
    """The weapons that have something to fire at on the target, in whatever arc."""
    range_ = range_between(shooter, target)
    within = [weapon for weapon in working_weapons(shooter) if range_ <= max_range(weapon)]
    return [weapon for weapon in within if weapon.kind != "needle_beam" or rolled_for(target)]


# Arcs that must be settled first


def targets_at_same_point(state: FleetState, shooter: Ship) -> list[str]:
    """The enemies at the same point for which an arc must be chosen, since it makes a difference (FT-4.1.8)."""
    return [target.id for target, arcs in _open_arcs(state, shooter) if len(arcs) > 2]


def roll_edges(state: FleetState, referee: Referee, shooter: Ship) -> dict[str, Arc]:
    """Roll for each enemy on an edge that matters: 1-3 is the arc counter-clockwise of it, 4-6 the other (FT-4.1.3).

    Returns the arcs by target, which hold for this activation.
    """
    settled: dict[str, Arc] = {}
    for target, arcs in _open_arcs(state, shooter):
        if len(arcs) == 2:
            faces = referee.dice.roll(1, use="edge", rule="FT-4.1.3", by=shooter.seat, about=_edge(shooter, target))
            settled[target.id] = arcs[faces[0] > 3]
            facts = {"ship": shooter.id, "target": target.id, "between": list(arcs), "arc": settled[target.id]}
            referee.tell(Event("edge_rolled", "FT-4.1.3", facts, (Roll(faces, "edge"),)))
    return settled


def _edge(shooter: Ship, target: Ship) -> Text:
    return _("{target} between two arcs of {ship}", target=Unit(target.id, target.name), ship=Unit(shooter.id, shooter.name))


def _open_arcs(state: FleetState, shooter: Ship) -> Iterator[tuple[Ship, tuple[Arc, ...]]]:
    """The enemies whose arc is open, with its possible arcs, where some weapon could fire in one of them and not in another."""
    for target, (_range, _arc, arcs) in bearings(shooter, enemies(state, shooter.side)):
        if len(arcs) > 1:
            reaching = _reaching(shooter, target)
            if any(0 < [bears(each, arc) for arc in arcs].count(True) < len(arcs) for each in reaching):
                yield target, arcs


# Why not


def why_not(state: FleetState, shooter: Ship, weapon: System, target: Ship, settled: Mapping[str, Arc]) -> Problem | None:
    """Why the ship may not fire this weapon at that target now; None where it may.

    `at` of the problem is the weapon's id. Whether Fire Controls are left and which system a Needle Beam names is not looked
    at: see `check_plan`.
    """
    return why_no_fire(state, shooter) or why_not_this(shooter, weapon, target, settled)


def why_not_this(shooter: Ship, weapon: System, target: Ship, settled: Mapping[str, Arc]) -> Problem | None:
    """Why a ship that may fire may not fire this weapon at that target."""
    return (
        _why_no_weapon(shooter, weapon)
        or _why_no_target(shooter, weapon, target)
        or _why_out_of_range(shooter, weapon, target)
        or _why_out_of_arc(weapon, target, arc_of(shooter, target, settled))
    )


def why_no_fire(state: FleetState, ship: Ship) -> Problem | None:
    """Why the ship may fire at nobody now, whatever works on it; None where it may."""
    if _may_fire(state, ship):
        return None
    name = Unit(ship.id, ship.name)
    if not ship.on_table:
        return Problem("FT-2.7.21", _("{ship} is no longer on the table.", ship=name))
    if ship.status == "derelict":
        return Problem(DERELICT_RULES[ship.derelict_by], _("{ship} is adrift and fires no more.", ship=name))
    if ship.id in state.fired:
        return Problem("FT-4.2.3", _("{ship} has already fired this turn.", ship=name))
    return Problem("FT-7.2.4", _("{ship} is out of control and may not fire.", ship=name))


def _may_fire(state: FleetState, ship: Ship) -> bool:
    return ship.id not in state.fired and in_control(ship, state.turn)


def _why_no_weapon(shooter: Ship, weapon: System) -> Problem | None:
    if weapon.kind not in WEAPONS:
        return Problem("FT-2.7.20", _("{weapon} is no weapon.", weapon=weapon.name), weapon.id)
    if weapon.id in shooter.lost:
        return Problem("FT-2.6.4", _("{weapon} is lost.", weapon=weapon.name), weapon.id)
    if weapon.id in shooter.spent:
        return Problem("FT-4.9.1", _("{weapon} has been fired; it fires once a battle.", weapon=weapon.name), weapon.id)
    return None


def _why_no_target(shooter: Ship, weapon: System, target: Ship) -> Problem | None:
    name = Unit(target.id, target.name)
    if not target.on_table:
        return Problem("FT-4.2.1", _("{target} is no longer on the table.", target=name), weapon.id)
    if target.side == shooter.side:
        return Problem("FT-4.2.1", _("{target} is on your own side.", target=name), weapon.id)
    return None


def _why_out_of_range(shooter: Ship, weapon: System, target: Ship) -> Problem | None:
    """Ranges are shown rounded up, so that one just too far does not look like the limit."""
    range_, reach = range_between(shooter, target), max_range(weapon)
    if range_ <= reach:
        return None
    message = _(
        "{weapon} reaches {reach} MU, {target} is at {range}.",
        weapon=weapon.name,
        reach=reach,
        target=Unit(target.id, target.name),
        range=math.ceil(range_ * 10.0) / 10.0,
    )
    return Problem("FT-4.8.1" if weapon.kind == "needle_beam" else FIRE_RULES[weapon.kind], message, weapon.id)


def _why_out_of_arc(weapon: System, target: Ship, arc: Arc | None) -> Problem | None:
    if bears(weapon, arc):
        return None
    name = Unit(target.id, target.name)
    if arc is None:
        text = _("{target} is at the same point: an arc must be chosen for it first.", target=name)
        return Problem("FT-4.1.8", text, weapon.id, list(choosable_arcs()))
    if arc == "A":
        return Problem("FT-4.1.6", _("{target} is in the Aft arc.", target=name), weapon.id)
    arcs = ", ".join(weapon.arcs)
    text = _("{target} is in arc {arc}, {weapon} fires into {arcs}.", target=name, arc=arc, weapon=weapon.name, arcs=arcs)
    return Problem("FT-4.1.5", text, weapon.id)
