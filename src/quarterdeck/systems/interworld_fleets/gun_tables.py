"""What guns are worth by arc, distance and aft, as tables made of the exact odds: for judging many poses at once."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from quarterdeck.engine.hexes import ARCS, Arc, Hex, arc_of, distance
from quarterdeck.systems.interworld_fleets.gunnery import Prey, expected, prey_of
from quarterdeck.systems.interworld_fleets.sighting import dice_lost, enemies, range_of
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.unit import Attack, Weapon
from quarterdeck.systems.interworld_fleets.weapons import CLOSE, Aim, pool
from quarterdeck.systems.interworld_fleets.weapons import FAR as MIDDLE

Numbers: TypeAlias = npt.NDArray[np.float64]

SPAN = 48
"""How far offsets reach in the tables, in each coordinate; farther ones count as so far."""
FAR = 2 * SPAN


class Bearings(NamedTuple):
    """Arc (a place in `ARCS`) by facing and offset, and distance by offset; offsets are shifted by `SPAN`."""

    arc: npt.NDArray[np.int8]
    distance: npt.NDArray[np.int16]


@cache
def bearings() -> Bearings:
    """The tables, made once."""
    size = 2 * SPAN + 1
    arcs, distances = np.zeros((6, size, size), np.int8), np.zeros((size, size), np.int16)
    here = Hex(0, 0)
    for q in range(-SPAN, SPAN + 1):
        for r in range(-SPAN, SPAN + 1):
            at = Hex(q, r)
            distances[q + SPAN, r + SPAN] = distance(here, at)
            for facing in range(6):
                arc = arc_of(here, facing, at)
                arcs[facing, q + SPAN, r + SPAN] = ARCS.index(arc) if arc else 0
    return Bearings(arcs, distances)


class Mark(NamedTuple):
    """A target as tables need it: what the worth of a shot depends on besides range and aft."""

    prey: Prey
    lost: int
    easy: bool
    terrain: bool


def mark_of(state: FleetsState, target: Ship, attack: Attack) -> Mark:
    """A ship as a mark of one kind of attack."""
    return Mark(prey_of(target), dice_lost(state, target, attack), target.easy_target, state.terrain.penalises(target.at))


class Gun(NamedTuple):
    """A weapon with what its ship adds to it; the attacks of a squadron fire together."""

    attack: Attack
    attacks: int
    least: int
    most: int
    crippled: bool = False
    hindered: bool = False
    bonus: int = 0


@lru_cache(maxsize=8192)
def fire_table(gun: Gun, mark: Mark) -> Numbers:
    """What a weapon is worth against a mark, by aft (0 or 1) and distance."""
    table = np.zeros((2, FAR + 1))
    for low, high in BANDS:
        first, last = max(low, gun.least), min(high, gun.most)
        for aft in (0, 1) if first <= last else ():
            aim = Aim(first, bool(aft), mark.easy, mark.prey.hull_max == 1, gun.crippled, gun.hindered, mark.terrain, gun.bonus)
            dice = pool(gun.attack, aim, gun.attacks)
            table[aft, first : last + 1] = expected(gun.attack, (dice,), mark.lost, mark.prey).points
    return table


BANDS = ((1, CLOSE), (CLOSE + 1, MIDDLE), (MIDDLE + 1, FAR))
"""The distances over which the modifiers for range are the same (IWF-4.6)."""


@lru_cache(maxsize=8192)
def threat_table(guns: tuple[Gun, ...], mark: Mark, speed: int) -> Numbers:
    """What an enemy with these guns may do to a mark, by aft and distance: it moves first, to the best distance it can reach."""
    table = np.zeros((2, FAR + 1))
    for gun in guns:
        table += fire_table(gun, mark)
    best = table.copy()
    for step in range(1, speed + 1):
        best[:, step:] = np.maximum(best[:, step:], table[:, :-step])
        best[:, :-step] = np.maximum(best[:, :-step], table[:, step:])
    return best


def guns_of(state: FleetsState, ship: Ship) -> list[tuple[Weapon, Gun]]:
    """What a ship shoots with: a squadron's weapons count together, for they fire as a salvo."""
    mates, lent = len(state.mates(ship)) + 1, state.deeds(ship).to_hit
    found = []
    for weapon in ship.cls.weapons:
        if weapon.type != "harpoon":
            least, most = range_of(weapon)
            bonus = lent.get(weapon.type, 0)
            gun = Gun(weapon.type, weapon.attacks * mates, least, most, ship.crippled, "hindered" in ship.effects, bonus)
            found.append((weapon, gun))
    return found


class Foes:
    """The enemies of a ship, with what tables need of them; made once for all ships of a unit."""

    def __init__(self, state: FleetsState, ship: Ship) -> None:
        self.state, self.ships = state, enemies(state, ship)
        self.at = np.array([foe.at for foe in self.ships], np.int64).reshape(-1, 2)
        self.facing = np.array([foe.facing for foe in self.ships], np.int64)
        self.guns = [tuple([gun for _weapon, gun in guns_of(state, foe)]) for foe in self.ships]
        self.shares = [1 + len(state.mates(foe)) for foe in self.ships]
        self._marks: dict[Attack, list[Mark]] = {}

    def marks(self, attack: Attack) -> list[Mark]:
        """All of them as marks of one kind of attack."""
        if attack not in self._marks:
            self._marks[attack] = [mark_of(self.state, foe, attack) for foe in self.ships]
        return self._marks[attack]


@cache
def arcs_of(arcs: tuple[Arc, ...]) -> Numbers:
    """1 for each arc that a weapon covers, by place."""
    return np.array([float(arc in arcs) for arc in ARCS])
