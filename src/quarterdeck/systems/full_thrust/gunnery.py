"""What a captain expects of guns: mean damage by arc and range as tables, and how a ship's fire is best shared out.

The tables come from `weapons.mean_damage`, so they agree with the odds that players see.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from quarterdeck.systems.full_thrust.aliens.nodes import share_power
from quarterdeck.systems.full_thrust.arcs import bears, range_between
from quarterdeck.systems.full_thrust.cover import cover_of
from quarterdeck.systems.full_thrust.damage import hull_left
from quarterdeck.systems.full_thrust.ordnance.placing import loads_of
from quarterdeck.systems.full_thrust.outcome import capacity
from quarterdeck.systems.full_thrust.ship import ARCS, Arc, System
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.targets import (
    read_aim,
    working_fire_controls,
    working_weapons,
)
from quarterdeck.systems.full_thrust.weapons import ONE_SHOT, mean_damage

Table = npt.NDArray[np.float64]

BAND = 6
"""How deep a range band of the tables is, in MU: the bands of all weapons end at multiples of it."""
FARTHEST = 12
"""The last of them that is told apart: bands are counted from 1, and 0 is the same point; no gun reaches farther."""


SALVO_MEAN, BOLT_MEAN = 4.0, 1.0
"""What a captain reckons with from a salvo, and from each class of a bolt, when some have been shot down and some have missed."""
REACH: dict[str, float] = {"sml": 36.0, "smr": 36.0, "plasma_bolt_launcher": 30.0}
"""How far away, in MU, it wants an enemy that comes on before the next launch."""


@cache
def profile(kind: str, cls: int) -> Table:
    """Mean damage of a weapon by Screen level and range band; of a launcher what a captain reckons with."""
    if kind in REACH:
        mean = BOLT_MEAN * cls if kind == "plasma_bolt_launcher" else SALVO_MEAN
        return np.tile(np.where(np.arange(FARTHEST + 1) * BAND <= REACH[kind], mean, 0.0), (3, 1))
    weapon = System("", kind, "", cls)
    bands = range(FARTHEST + 1)
    return np.array([[mean_damage(weapon, float(BAND * band), screens) for band in bands] for screens in (0, 1, 2)])


@cache
def means(kind: str, cls: int) -> tuple[tuple[float, ...], ...]:
    """`profile` as plain numbers."""
    return tuple([tuple(map(float, row)) for row in profile(kind, cls)])


Battery: TypeAlias = tuple[System, ...]


class Guns(NamedTuple):
    """The guns of several ships as tables by ship, Screen level of the target, sector and range band.

    `fire` is what bears, `expected` what may come to bear; `broadside` what all together deal by range band into their best
    sectors at unscreened targets.
    """

    fire: Table
    expected: Table
    broadside: Table


def guns_of(ships: Sequence[Ship]) -> Guns:
    """The guns of ships as they are now, a ship without a working Fire Control has none; and launchers that are not empty."""
    return _guns(tuple([(*(battery(ship) if working_fire_controls(ship) else ()), *_armed_launchers(ship)) for ship in ships]))


def _armed_launchers(ship: Ship) -> Battery:
    return tuple([launcher for launcher in ship.design.launchers if loads_of(ship, launcher)])


def battery(ship: Ship) -> Battery:
    """The weapons that can fire; a construct's with the power that each may be expected to have."""
    weapons = working_weapons(ship)
    return share_power(ship, weapons) if ship.design.generators else weapons


@lru_cache(maxsize=1024)
def _guns(ships: tuple[Battery, ...]) -> Guns:
    fire = np.zeros((len(ships), 3, 6, FARTHEST + 1))
    for ship, weapons in enumerate(ships):
        for weapon in weapons:
            fire[ship] += _fire_of(weapon.kind, weapon.cls, weapon.arcs)
    expected = 0.5 * (fire + fire.max(axis=2, keepdims=True))
    return Guns(fire, expected, fire[:, 0].max(axis=1).sum(axis=0))


@cache
def _fire_of(kind: str, cls: int, arcs: tuple[Arc, ...]) -> Table:
    table = np.zeros((3, 6, FARTHEST + 1))
    for sector, arc in enumerate(ARCS):
        if bears(System("", kind, "", cls, arcs), arc):
            table[:, sector] = profile(kind, cls)
    return table


def boxes_left(ship: Ship) -> int:
    """Armour, Shell and hull boxes that are still to be shot away."""
    return ship.armour + sum(ship.shell) + hull_left(ship)


def foes_of(state: FleetState, side: str) -> list[Ship]:
    """The ships of other sides that are in the fight."""
    return [ship for ship in state.ships.values() if ship.side != side and ship.status == "fighting"]


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
        target = _best_target(state, guns)
        plan.update(dict.fromkeys(_enough(state, guns, target), target))
        guns = {weapon: dealt for weapon, dealt in guns.items() if weapon not in plan}
        controls -= 1
    return {**plan, **_needles(state, weapons, aims, controls)}


def _means(
    state: FleetState, ship: Ship, weapons: Mapping[str, System], aims: Mapping[str, tuple[str, ...]]
) -> dict[str, dict[str, float]]:
    """Mean damage by weapon and target, without Needle Beams.

    A one-shot weapon waits for a range at which it rolls more than one die, and is not spent on a wreck adrift.
    """
    targets = dict.fromkeys([key for weapon in weapons for key in aims[weapon] if key in state.ships])
    seen = {key: (cover_of(state, ship, state.ships[key]), _band(range_between(ship, state.ships[key]))) for key in targets}
    guns: dict[str, dict[str, float]] = {}
    for weapon_id, weapon in weapons.items():
        if weapon.kind != "needle_beam":
            table = means(weapon.kind, weapon.cls)
            dealt = {
                key: table[cover.level(weapon.kind)][band] * cover.locks
                for key in aims[weapon_id]
                for cover, band in (seen[key],)
            }
            if weapon.kind in ONE_SHOT:
                dealt = {key: mean for key, mean in dealt.items() if mean > 1.0 and state.ships[key].status == "fighting"}
            if dealt:
                guns[weapon_id] = dealt
    return guns


def _band(range_: float) -> int:
    return min(math.ceil(range_ / BAND), FARTHEST)


def _best_target(state: FleetState, guns: Mapping[str, Mapping[str, float]]) -> str:
    """The target on which all these weapons may be expected to shoot away most worth; more when it may be the end of it."""
    means: dict[str, float] = {}
    for dealt in guns.values():
        for target, mean in dealt.items():
            means[target] = means.get(target, 0.0) + mean
    best, most = "", -1.0
    for target, mean in means.items():
        ship = state.ships[target]
        share = min(mean / boxes_left(ship), 1.0)
        gain = worth(state, ship) * (share + 0.5 * share * share)
        if gain > most:
            best, most = target, gain
    return best


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
    state: FleetState, weapons: Mapping[str, System], aims: Mapping[str, tuple[str, ...]], controls: int
) -> dict[str, str]:
    """All Needle Beams that bear at the best system of one ship, when a Fire Control is left for them."""
    needles = [weapon for weapon in weapons if weapons[weapon].kind == "needle_beam"]
    if not needles or not controls:
        return {}
    keys = dict.fromkeys([key for weapon in needles for key in aims[weapon]])
    best = max(keys, key=lambda key: system_worth(state.ships[read_aim(key)[0]], read_aim(key)[1]))
    return {weapon: best for weapon in needles if best in aims[weapon]}


LEECH_WORTH = 20.0
"""What it is worth to be rid of a Leech, on the scale of `system_worth`."""

WORTH_OF: dict[str, float] = {
    "power-core": 100.0,
    "life-support": 60.0,
    "command-bridge": 90.0,
    "ftl-drive": 0.1,
    "screen": 8.0,
    "screen_backup": 8.0,
    "screen_node": 8.0,
    "stinger_node": 10.0,
}
"""What systems are worth whatever the state of their ship, by their ids or kinds."""


def system_worth(ship: Ship, system_id: str) -> float:
    """What losing a system means to a ship, in MASS of weapons or thereabouts: for needles and for damage control."""
    if ship.status != "fighting":
        return 0.0
    match system_id:
        case "main-drive":
            return 12.0 if ship.drive_hits else 9.0
        case leech if leech in ship.leeches:
            return LEECH_WORTH
        case core if core in WORTH_OF:
            return WORTH_OF[core]
    system = ship.design.system(system_id)
    if system.kind in ("fire_control", "cortex_node"):
        return 40.0 if working_fire_controls(ship) <= 1 else 5.0
    if system.kind == "plasma_bolt_launcher":
        return 1.0 + 4.0 * system.cls
    return WORTH_OF[system.kind] if system.kind in WORTH_OF else _gun_worth(system.kind, system.cls)


@cache
def _gun_worth(kind: str, cls: int) -> float:
    return 1.0 + 0.6 * float(profile(kind, cls)[0, 1:7].sum())


def hurt(ship: Ship) -> float:
    """How much of a ship's boxes is gone, from 0 to 1."""
    return 1.0 - boxes_left(ship) / (ship.design.armour + sum(ship.design.shell) + ship.design.hull)
