"""What guns are worth by arc, distance and aft, as tables made of the exact odds: for judging many poses at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from quarterdeck.engine.hexes import ARCS
from quarterdeck.systems.interworld_fleets.gunnery import Prey, expected, prey_of
from quarterdeck.systems.interworld_fleets.reach import SPAN, WIDTH, Numbers, Places, code_of, ground
from quarterdeck.systems.interworld_fleets.sighting import dice_lost, enemies, range_of
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.unit import Attack, ShipClass, Weapon
from quarterdeck.systems.interworld_fleets.weapons import CLOSE, FAR, Aim, Pool, pool

FACES = 6


class Bearings(NamedTuple):
    """For a map of some `depth`, by facing and offset: in which line of a row of figures a pair of ships is to be found.

    Such a row has `depth` figures, one for each distance, for each of `LINES` lines: by the arc of `ARCS` in which the target
    lies, and by whether the shooter is in the aft arc of the target. `own` takes the facing of the shooter and the offset of
    the target and gives arc and distance; `aft` takes the facing of the target and the offset of the shooter. An offset has
    the number `ZERO` and its `code_of`; facings follow one another at `TURN`.
    """

    own: Places
    aft: Places


LINES = 2 * len(ARCS)
TURN = WIDTH * WIDTH
ZERO = SPAN * WIDTH + SPAN
"""The number of no offset: that of the way back is as far below it as that of the way is above."""


@lru_cache(maxsize=8)
def bearings(depth: int) -> Bearings:
    """The tables of a map, made once: the three coordinates are turned as those of `arc_of` are."""
    q, r = np.divmod(np.arange(TURN), WIDTH)
    q, r = q - SPAN, r - SPAN
    away = (np.abs(q) + np.abs(r) + np.abs(q + r)) // 2
    arcs = []
    for _face in range(FACES):
        s = -q - r
        sides = np.where(q > 0, ARCS.index("starboard"), ARCS.index("port"))
        arcs.append(np.where((r < 0) & (s > 0), FORE, np.where((r > 0) & (s < 0), AFT, sides)))
        q, r = -s, -q
    arc = np.concatenate(arcs)
    return Bearings(2 * depth * arc + np.tile(away, FACES), depth * (arc == AFT))


FORE, AFT = ARCS.index("fore"), ARCS.index("aft")


class Mark(NamedTuple):
    """A target as tables need it: what the worth of a shot depends on besides range and aft."""

    prey: Prey
    lost: int
    easy: bool
    terrain: bool


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
def fire_table(gun: Gun, mark: Mark, depth: int) -> Numbers:
    """What a weapon is worth against a mark, by aft (0 or 1) and distance."""
    table, worths = np.zeros((2, depth)), dict[Pool, float]()
    for low, high in ((1, CLOSE), (CLOSE + 1, FAR), (FAR + 1, depth - 1)):
        first, last = max(low, gun.least), min(high, gun.most)
        for aft in (0, 1) if first <= last else ():
            aim = Aim(first, bool(aft), mark.easy, mark.prey.hull_max == 1, gun.crippled, gun.hindered, mark.terrain, gun.bonus)
            dice = pool(gun.attack, aim, gun.attacks)
            if dice not in worths:
                worths[dice] = expected(gun.attack, (dice,), mark.lost, mark.prey).points
            table[aft, first : last + 1] = worths[dice]
    return table


@dataclass(frozen=True, slots=True, eq=False)
class Armed:
    """A weapon as one of a `Battery`, with its gun; in a squadron of `share` ships it counts for its part."""

    weapon: Weapon
    gun: Gun
    share: int


@dataclass(frozen=True, slots=True, eq=False)
class Battery:
    """What ships of a class in some state shoot with; there is one of each, so that tables are kept by it."""

    guns: tuple[Armed, ...]
    speed: int
    share: int


def battery_of(state: FleetsState, ship: Ship) -> Battery:
    """What a ship shoots with: a squadron's weapons count together, for they fire as a salvo."""
    share, lent = len(state.mates(ship)) + 1, tuple(state.deeds(ship).to_hit.items())
    return _battery(ship.cls, share, ship.crippled, "hindered" in ship.effects, lent)


@lru_cache(maxsize=4096)
def _battery(cls: ShipClass, share: int, crippled: bool, hindered: bool, lent: tuple[tuple[str, int], ...]) -> Battery:
    bonus = dict(lent)
    guns = [
        Gun(each.type, each.attacks * share, *range_of(each), crippled, hindered, bonus.get(each.type, 0)) for each in cls.weapons
    ]
    pairs = zip(cls.weapons, guns, strict=True)
    return Battery(tuple([Armed(weapon, gun, share) for weapon, gun in pairs if gun.attack != "harpoon"]), cls.speed, share)


@lru_cache(maxsize=16384)
def fire_row(armed: Armed, mark: Mark, depth: int) -> Numbers:
    """The worth of a weapon in its arcs as a row, see `Bearings`."""
    table = fire_table(armed.gun, mark, depth).ravel() / armed.share
    return np.concatenate([table if arc in armed.weapon.arcs else np.zeros_like(table) for arc in ARCS])


@lru_cache(maxsize=8192)
def threat_row(battery: Battery, mark: Mark, depth: int) -> Numbers:
    """What an enemy may do to a mark, as a row for the mark: it moves first, to the best distance it can reach."""
    table = np.zeros((2, depth))
    for armed in battery.guns:
        table += fire_table(armed.gun, mark, depth)
    best = table.take(_window(battery.speed, depth), axis=1).max(axis=2) / battery.share
    return np.concatenate([best[int(arc == AFT)] for arc in range(len(ARCS)) for _aft in range(2)])


@lru_cache(maxsize=64)
def _window(speed: int, depth: int) -> Places:
    """For each distance those that are at most `speed` from it."""
    near: Places = np.clip(np.arange(depth)[:, None] + np.arange(-speed, speed + 1), 0, depth - 1)
    return near


@lru_cache(maxsize=1024)
def near_row(worth: float, depth: int) -> Numbers:
    """So much for each hex of distance, as a row."""
    return np.tile(worth * np.arange(depth), LINES)


class Foes:
    """The enemies of a ship, with what tables need of them; made once for all ships of a unit."""

    def __init__(self, state: FleetsState, ship: Ship) -> None:
        self.state, self.ships = state, enemies(state, ship)
        self.depth = ground(state.map, state.terrain).depth
        self.codes = np.array([[code_of(foe.at)] for foe in self.ships], np.int64)
        self.turns = np.array([[foe.facing * TURN] for foe in self.ships], np.int64)
        self.bases = _bases(len(self.ships), self.depth)
        self._batteries = [battery_of(state, foe) for foe in self.ships]
        self._prey = [(foe, prey_of(foe), state.terrain.penalises(foe.at)) for foe in self.ships]
        self._marks: dict[Attack, list[Mark]] = {}

    def rows(self, battery: Battery, ship: Ship, near: float) -> Numbers:
        """The figures of all pairs of a ship with them, see `Bearings`: of each of its guns, of nearness, and last of what they
        may do to it. It will have moved, so that neither token nor terrain count then.
        """
        depth = self.depth
        found = [fire_row(armed, mark, depth) for armed in battery.guns for mark in self._marked(armed.gun.attack)]
        found += [near_row(near, depth)] * len(self.ships)
        found += self._threats(ship)
        return np.concatenate(found).reshape(len(battery.guns) + 2, -1)

    def _marked(self, attack: Attack) -> list[Mark]:
        if attack not in self._marks:
            self._marks[attack] = [
                Mark(prey, dice_lost(self.state, foe, attack), foe.easy_target, hidden) for foe, prey, hidden in self._prey
            ]
        return self._marks[attack]

    def _threats(self, ship: Ship) -> Iterator[Numbers]:
        prey, marks = prey_of(ship), dict[Attack, Mark]()
        for battery in self._batteries:
            attack = battery.guns[0].gun.attack if battery.guns else "cannon"
            if attack not in marks:
                marks[attack] = Mark(prey, dice_lost(self.state, ship, attack), False, False)
            yield threat_row(battery, marks[attack], self.depth)


@lru_cache(maxsize=256)
def _bases(ships: int, depth: int) -> Places:
    """Where the rows of each of some ships begin, one after the other."""
    return np.arange(ships)[:, None] * (LINES * depth)
