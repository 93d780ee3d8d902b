"""What a captain expects of guns: mean damage by arc and range as tables, and how a ship's fire is best shared out.

The tables come from `weapons.mean_damage`, so they agree with the odds that players see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from quarterdeck.systems.full_thrust.arcs import range_between
from quarterdeck.systems.full_thrust.damage import hull_left
from quarterdeck.systems.full_thrust.outcome import capacity
from quarterdeck.systems.full_thrust.ship import ARCS, Arc, System
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.targets import (
    read_aim,
    screen_level,
    working_fire_controls,
    working_weapons,
)
from quarterdeck.systems.full_thrust.weapons import mean_damage

Table = npt.NDArray[np.float64]

REACH = 73
"""Ranges of the tables: whole MU, each standing for all down to the next lower one; none fires farther."""


@cache
def profile(kind: str, cls: int) -> Table:
    """Mean damage of a weapon by Screen level and range."""
    weapon = System("", kind, "", cls)
    return np.array([[mean_damage(weapon, float(r), screens) for r in range(REACH)] for screens in (0, 1, 2)])


Battery = tuple[tuple[str, int, tuple[Arc, ...]], ...]
"""Weapons by kind, class and arcs."""


def battery(ship: Ship) -> Battery:
    """The weapons that a ship can fire: none without a working Fire Control."""
    if not working_fire_controls(ship):
        return ()
    return tuple([(weapon.kind, weapon.cls, weapon.arcs) for weapon in working_weapons(ship)])


def batteries(ships: Sequence[Ship]) -> tuple[Battery, ...]:
    """The batteries of several ships."""
    return tuple([battery(ship) for ship in ships])


@cache
def firepower(weapons: Battery) -> Table:
    """Mean damage of all weapons of a battery by Screen level of the target, sector and range (3 x 6 x `REACH`)."""
    table = np.zeros((3, 6, REACH))
    for kind, cls, arcs in weapons:
        for sector, arc in enumerate(ARCS):
            if arc != "A" and arc in arcs:
                table[:, sector] += profile(kind, cls)
    return table


@lru_cache(maxsize=1024)
def fire_of(ships: tuple[Battery, ...]) -> Table:
    """The tables of several ships in one row."""
    return np.concatenate([firepower(weapons).ravel() for weapons in ships])


@lru_cache(maxsize=1024)
def expected_fire_of(ships: tuple[Battery, ...]) -> Table:
    """As `fire_of`, of what ships may come to do: the mean of what bears, and of the most that can bear in any sector."""
    tables = [firepower(weapons) for weapons in ships]
    return np.concatenate([(0.5 * (table + table.max(axis=1, keepdims=True))).ravel() for table in tables])


@lru_cache(maxsize=1024)
def broadside_of(ships: tuple[Battery, ...]) -> Table:
    """Mean damage of several ships together by range, each into the sector where it deals most, at unscreened targets."""
    total: Table = sum([firepower(weapons)[0].max(axis=0) for weapons in ships], np.zeros(REACH))
    return total


def boxes_left(ship: Ship) -> int:
    """Armour and hull boxes that are still to be shot away."""
    return ship.armour + hull_left(ship)


def worth(state: FleetState, ship: Ship) -> float:
    """What it is worth to shoot a ship away, in CPV: what carries cargo counts thrice where the battle is about cargo."""
    if ship.status != "fighting":
        return 1.0
    escape = state.scenario.escape
    if escape is not None and ship.side == escape.side and capacity(ship):
        return 3.0 * ship.design.cpv + 60.0
    return float(ship.design.cpv)


def best_fire(state: FleetState, ship: Ship, aims: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Which weapon of `aims` (its legal aim keys) fires at what.

    The target where the most worth can be expected to be shot away comes first, with all weapons that bear as long as it
    would not be overkill; what is left over goes to the next, as far as Fire Controls last. Needle Beams use those left.
    """
    weapons = {weapon.id: weapon for weapon in working_weapons(ship) if weapon.id in aims}
    guns = _means(state, ship, weapons, aims)
    plan: dict[str, str] = {}
    controls = working_fire_controls(ship)
    while guns and controls:
        target = max(_targets(guns), key=lambda each: _gain(state, guns, each))
        plan.update(dict.fromkeys(_enough(state, guns, target), target))
        guns = {weapon: means for weapon, means in guns.items() if weapon not in plan}
        controls -= 1
    return {**plan, **_needles(state, weapons, aims, plan, controls)}


def _means(
    state: FleetState, ship: Ship, weapons: Mapping[str, System], aims: Mapping[str, tuple[str, ...]]
) -> dict[str, dict[str, float]]:
    """Mean damage by weapon and target, without Needle Beams.

    A one-shot weapon waits for a range at which it rolls more than one die.
    """
    targets = dict.fromkeys([key for weapon in weapons for key in aims[weapon] if key in state.ships])
    seen = {key: (range_between(ship, state.ships[key]), screen_level(state.ships[key])) for key in targets}
    guns: dict[str, dict[str, float]] = {}
    for weapon_id, weapon in weapons.items():
        if weapon.kind != "needle_beam":
            means = {key: mean_damage(weapon, *seen[key]) for key in aims[weapon_id]}
            if weapon.kind == "submunition_pack":
                means = {key: mean for key, mean in means.items() if mean > 1.0}
            if means:
                guns[weapon_id] = means
    return guns


def _targets(guns: Mapping[str, Mapping[str, float]]) -> list[str]:
    return list(dict.fromkeys([target for means in guns.values() for target in means]))


def _gain(state: FleetState, guns: Mapping[str, Mapping[str, float]], target: str) -> float:
    """The worth that all these weapons may be expected to shoot away on a target; more when it may be the end of it."""
    mean, ship = 0.0, state.ships[target]
    for means in guns.values():
        mean += means.get(target, 0.0)
    share = mean / boxes_left(ship)
    return worth(state, ship) * (min(share, 1.0) + 0.5 * min(share, 1.0) ** 2)


def _enough(state: FleetState, guns: Mapping[str, Mapping[str, float]], target: str) -> list[str]:
    """The weapons for a target, strongest first, until twice what it has left is to be expected."""
    bearing = sorted([weapon for weapon in guns if target in guns[weapon]], key=lambda weapon: -guns[weapon][target])
    chosen: list[str] = []
    mean, need = 0.0, 2.0 * boxes_left(state.ships[target])
    for weapon in bearing:
        if mean < need:
            chosen.append(weapon)
            mean += guns[weapon][target]
    return chosen


def _needles(
    state: FleetState, weapons: Mapping[str, System], aims: Mapping[str, tuple[str, ...]], plan: Mapping[str, str], controls: int
) -> dict[str, str]:
    """All Needle Beams that bear at the best system of one ship, when a Fire Control is left for them."""
    needles = [weapon for weapon in weapons if weapons[weapon].kind == "needle_beam"]
    if not needles or not controls:
        return {}
    keys = dict.fromkeys([key for weapon in needles for key in aims[weapon]])
    best = max(keys, key=lambda key: system_worth(state.ships[read_aim(key)[0]], read_aim(key)[1]))
    return {weapon: best for weapon in needles if best in aims[weapon]}


def system_worth(ship: Ship, system_id: str) -> float:
    """What losing a system means to a ship, in MASS of weapons or thereabouts: for needles and for damage control."""
    if ship.status != "fighting":
        return 0.0
    match system_id:
        case "power-core":
            return 100.0
        case "life-support":
            return 60.0
        case "command-bridge":
            return 90.0
        case "main-drive":
            return 12.0 if ship.drive_hits else 9.0
        case "ftl-drive":
            return 0.1
    system = ship.design.system(system_id)
    match system.kind:
        case "fire_control":
            return 40.0 if working_fire_controls(ship) <= 1 else 5.0
        case "screen" | "screen_backup":
            return 8.0
        case _:
            return 1.0 + float(profile(system.kind, system.cls)[0, 6:36].sum()) / 10.0


def hurt(ship: Ship) -> float:
    """How much of a ship's boxes is gone, from 0 to 1."""
    return 1.0 - boxes_left(ship) / (ship.design.armour + ship.design.hull)
