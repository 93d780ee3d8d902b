"""What guns are worth by arc, distance and aft, as tables made of the exact odds: for judging many poses at once."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from quarterdeck.engine.hexes import ARCS, Arc
from quarterdeck.systems.interworld_fleets.gunnery import Prey, expected, prey_of
from quarterdeck.systems.interworld_fleets.reach import SPAN, WIDTH, Numbers, code_of
from quarterdeck.systems.interworld_fleets.sighting import dice_lost, enemies, range_of
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.unit import Attack, Weapon
from quarterdeck.systems.interworld_fleets.weapons import CLOSE, Aim, pool
from quarterdeck.systems.interworld_fleets.weapons import FAR as MIDDLE

FACES = 6
FAR = 2 * SPAN


class Bearings(NamedTuple):
    """Distance by offset, and by facing and offset the arc (a place in `ARCS`) and whether it is the aft one.

    An offset has the number `ZERO` and its `code_of`; facings follow one another at `TURN`.
    """

    distance: npt.NDArray[np.int64]
    arc: npt.NDArray[np.int64]
    aft: npt.NDArray[np.bool_]


TURN = WIDTH * WIDTH
ZERO = SPAN * WIDTH + SPAN
"""The number of no offset: that of the way back is as far below it as that of the way is above."""


@cache
def bearings() -> Bearings:
    """The tables, made once: the three coordinates are turned as those of `arc_of` are."""
    q, r = np.divmod(np.arange(TURN), WIDTH)
    q, r = q - SPAN, r - SPAN
    away = np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r))
    arcs = []
    for _face in range(FACES):
        s = -q - r
        sides = np.where(q > 0, ARCS.index("starboard"), ARCS.index("port"))
        arcs.append(np.where((r < 0) & (s > 0), FORE, np.where((r > 0) & (s < 0), AFT, sides)))
        q, r = -s, -q
    arc = np.concatenate(arcs)
    return Bearings(away, arc, arc == AFT)


FORE, AFT = ARCS.index("fore"), ARCS.index("aft")


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
def threat_table(guns: tuple[Gun, ...], mark: Mark, speed: int, share: int) -> Numbers:
    """What an enemy with these guns may do to a mark, by aft and distance: it moves first, to the best distance it can reach.

    In a squadron of `share` ships each counts for its part.
    """
    table = np.zeros((2, FAR + 1))
    for gun in guns:
        table += fire_table(gun, mark)
    best = table.copy()
    for step in range(1, speed + 1):
        best[:, step:] = np.maximum(best[:, step:], table[:, :-step])
        best[:, :-step] = np.maximum(best[:, :-step], table[:, step:])
    return best / share


def guns_of(state: FleetsState, ship: Ship) -> list[tuple[Weapon, Gun]]:
    """What a ship shoots with: a squadron's weapons count together, for they fire as a salvo."""
    mates, lent = len(state.mates(ship)) + 1, state.deeds(ship).to_hit
    crippled, hindered = ship.crippled, "hindered" in ship.effects
    return [
        (weapon, Gun(weapon.type, weapon.attacks * mates, *range_of(weapon), crippled, hindered, lent.get(weapon.type, 0)))
        for weapon in ship.cls.weapons
        if weapon.type != "harpoon"
    ]


class Foes:
    """The enemies of a ship, with what tables need of them; made once for all ships of a unit."""

    def __init__(self, state: FleetsState, ship: Ship) -> None:
        self.state, self.ships = state, enemies(state, ship)
        self.codes = np.array([code_of(foe.at) for foe in self.ships], np.int64)
        self.turns = np.array([foe.facing for foe in self.ships], np.int64) * TURN
        self.bases = np.arange(len(self.ships)) * (2 * (FAR + 1))
        self.guns = [tuple([gun for _weapon, gun in guns_of(state, foe)]) for foe in self.ships]
        self.shares = [1 + len(state.mates(foe)) for foe in self.ships]
        self._marks: dict[Attack, list[Mark]] = {}

    def fire(self, gun: Gun) -> Numbers:
        """The tables of a gun against all of them, one after the other: see `bases`."""
        if gun.attack not in self._marks:
            self._marks[gun.attack] = [mark_of(self.state, foe, gun.attack) for foe in self.ships]
        return np.concatenate([fire_table(gun, mark) for mark in self._marks[gun.attack]], axis=None)

    def threats(self, ship: Ship) -> Numbers:
        """The tables of what each of them may do to a ship; it will have moved, so that neither token nor terrain count."""
        marks: dict[Attack, Mark] = {}
        found = []
        for foe, guns, share in zip(self.ships, self.guns, self.shares, strict=True):
            attack = guns[0].attack if guns else "cannon"
            if attack not in marks:
                marks[attack] = mark_of(self.state, ship, attack)._replace(easy=False, terrain=False)
            found.append(threat_table(guns, marks[attack], foe.cls.speed, share))
        return np.concatenate(found, axis=None)


@cache
def arcs_of(arcs: tuple[Arc, ...]) -> Numbers:
    """1 for each arc that a weapon covers, by place."""
    return np.array([float(arc in arcs) for arc in ARCS])
