"""What guns are worth by arc, distance and aft, as tables made of the exact odds: for judging many poses at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from quarterdeck.engine.hexes import ARCS, Arc
from quarterdeck.systems.interworld_fleets.gunnery import Prey, expected, prey_of
from quarterdeck.systems.interworld_fleets.reach import SPAN, WIDTH, Numbers, Places, code_of, ground
from quarterdeck.systems.interworld_fleets.sighting import dice_lost, enemies, range_of
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.unit import Attack, ShipClass, Weapon
from quarterdeck.systems.interworld_fleets.weapons import CLOSE, FAR, Aim, pool

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
    table = np.zeros((2, depth))
    for low, high in ((1, CLOSE), (CLOSE + 1, FAR), (FAR + 1, depth - 1)):
        first, last = max(low, gun.least), min(high, gun.most)
        for aft in (0, 1) if first <= last else ():
            aim = Aim(first, bool(aft), mark.easy, mark.prey.hull_max == 1, gun.crippled, gun.hindered, mark.terrain, gun.bonus)
            dice = pool(gun.attack, aim, gun.attacks)
            table[aft, first : last + 1] = expected(gun.attack, (dice,), mark.lost, mark.prey).points
    return table


@lru_cache(maxsize=16384)
def fire_row(arcs: tuple[Arc, ...], gun: Gun, mark: Mark, depth: int, share: int) -> Numbers:
    """The worth of a weapon in its arcs as a row, see `Bearings`; in a squadron of `share` ships each counts for its part."""
    table = fire_table(gun, mark, depth).ravel() / share
    return np.concatenate([table if arc in arcs else np.zeros_like(table) for arc in ARCS])


@lru_cache(maxsize=8192)
def threat_row(guns: tuple[Gun, ...], mark: Mark, speed: int, share: int, depth: int) -> Numbers:
    """What an enemy with these guns may do to a mark, as a row for the mark: it moves first, to the best distance it can reach."""
    table = np.zeros((2, depth))
    for gun in guns:
        table += fire_table(gun, mark, depth)
    best = table / share
    for step in range(1, min(speed + 1, depth)):
        best[:, step:] = np.maximum(best[:, step:], table[:, :-step] / share)
        best[:, :-step] = np.maximum(best[:, :-step], table[:, step:] / share)
    return np.concatenate([np.tile(best[int(arc == AFT)], 2) for arc in range(len(ARCS))])


@lru_cache(maxsize=1024)
def near_row(worth: float, depth: int) -> Numbers:
    """So much for each hex of distance, as a row."""
    return np.tile(worth * np.arange(depth), LINES)


class Armed(NamedTuple):
    """A weapon with its gun."""

    weapon: Weapon
    gun: Gun


@lru_cache(maxsize=4096)
def _armed(cls: ShipClass, mates: int, crippled: bool, hindered: bool, lent: tuple[tuple[str, int], ...]) -> tuple[Armed, ...]:
    bonus = dict(lent)
    return tuple(
        [
            Armed(each, Gun(each.type, each.attacks * mates, *range_of(each), crippled, hindered, bonus.get(each.type, 0)))
            for each in cls.weapons
            if each.type != "harpoon"
        ]
    )


def guns_of(state: FleetsState, ship: Ship, mates: int) -> tuple[Armed, ...]:
    """What a ship shoots with: a squadron's weapons count together, for its `mates` and itself fire as a salvo."""
    lent = tuple(state.deeds(ship).to_hit.items())
    return _armed(ship.cls, mates, ship.crippled, "hindered" in ship.effects, lent)


class Foes:
    """The enemies of a ship, with what tables need of them; made once for all ships of a unit."""

    def __init__(self, state: FleetsState, ship: Ship) -> None:
        self.state, self.ships = state, enemies(state, ship)
        self.depth = ground(state.map, state.terrain).depth
        self.codes = np.array([code_of(foe.at) for foe in self.ships], np.int64)[:, None]
        self.turns = np.array([foe.facing for foe in self.ships], np.int64)[:, None] * TURN
        self.bases = np.arange(len(self.ships))[:, None] * (LINES * self.depth)
        self._shares = [1 + len(state.mates(foe)) for foe in self.ships]
        self._guns = [
            tuple([gun for _weapon, gun in guns_of(state, foe, share)])
            for foe, share in zip(self.ships, self._shares, strict=True)
        ]
        self._prey = [(foe, prey_of(foe), state.terrain.penalises(foe.at)) for foe in self.ships]
        self._marks: dict[Attack, list[Mark]] = {}

    def rows(self, guns: Sequence[Armed], share: int, ship: Ship, near: float) -> Numbers:
        """The figures of all pairs of a ship with them, see `Bearings`: of each of its guns, of nearness, and last of what they
        may do to it. It will have moved, so that neither token nor terrain count then.
        """
        found = [fire_row(weapon.arcs, gun, mark, self.depth, share) for weapon, gun in guns for mark in self._marked(gun.attack)]
        found += [near_row(near, self.depth)] * len(self.ships)
        found += self._threats(ship)
        return np.concatenate(found).reshape(len(guns) + 2, -1)

    def _marked(self, attack: Attack) -> list[Mark]:
        if attack not in self._marks:
            self._marks[attack] = [
                Mark(prey, dice_lost(self.state, foe, attack), foe.easy_target, hidden) for foe, prey, hidden in self._prey
            ]
        return self._marks[attack]

    def _threats(self, ship: Ship) -> Iterator[Numbers]:
        prey, marks = prey_of(ship), dict[Attack, Mark]()
        for foe, guns, share in zip(self.ships, self._guns, self._shares, strict=True):
            attack = guns[0].attack if guns else "cannon"
            if attack not in marks:
                marks[attack] = Mark(prey, dice_lost(self.state, ship, attack), False, False)
            yield threat_row(guns, marks[attack], foe.cls.speed, share, self.depth)
