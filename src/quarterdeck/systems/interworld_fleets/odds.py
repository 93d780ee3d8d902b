"""Exact odds of attacks: hits, shields, armour, joint salvos, interception, strikes and boarding; for bots and readers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import NamedTuple

import numpy as np

from quarterdeck.engine.odds import Chances, Distribution
from quarterdeck.systems.interworld_fleets.unit import Attack
from quarterdeck.systems.interworld_fleets.weapons import BLOWS, Pool, dice_in, fewer, harm, hits_of

FACES = range(1, 7)


class Foe(NamedTuple):
    """The ship shot at: hull and shields left, and its armour as an attack finds it."""

    hull: int
    shields: int
    armour: int


@lru_cache(maxsize=1024)
def hits_of_dice(pool: Pool) -> Distribution:
    """Hits of so many equal dice (IWF-1.10, IWF-1.13)."""
    if not pool.dice:
        return Distribution(np.ones(1))
    one = Distribution.of_faces([hits_of(face, pool.needed, pool.critical) for face in FACES])
    return hits_of_dice(pool._replace(dice=pool.dice - 1)).plus(one)


def hits_in(pools: Iterable[Pool]) -> Distribution:
    """Hits of dice that fall together."""
    return reduce(Distribution.plus, [hits_of_dice(pool) for pool in pools if pool.dice], Distribution(np.ones(1)))


@lru_cache(maxsize=32)
def sum_of(tokens: int) -> Distribution:
    """The sum of one die for each token (IWF-5.4, IWF-5.7)."""
    return Distribution.of_faces(FACES).times(tokens)


@lru_cache(maxsize=4096)
def salvo_hits(pools: tuple[Pool, ...], lost: int = 0, tokens: int = 0) -> Distribution:
    """Hits of a shot or salvo of which `lost` dice go to Defence or shields, and the sum of one die for each intercepting
    token (IWF-4.49, IWF-5.7).
    """
    if not tokens:
        return hits_in(fewer(pools, lost))
    chances = np.zeros(1 + 2 * dice_in(pools))
    for total, chance in enumerate(sum_of(tokens).chances):
        if chance:
            hits = hits_in(fewer(pools, lost + total)).chances
            chances[: len(hits)] += chance * hits
    return Distribution(chances)


@lru_cache(maxsize=1024)
def strike_hits(spent: int, needed: int, critical: bool, defence: int, tokens: int = 0) -> Distribution:
    """Hits of a strike with so many fighter tokens, met by Defence and intercepting tokens (IWF-5.4, IWF-5.5)."""
    sizes, met = sum_of(spent).chances, sum_of(tokens).chances
    dice = np.zeros(len(sizes))
    for size, chance in enumerate(sizes):
        for total, part in enumerate(met):
            dice[max(size - defence - total, 0)] += chance * part
    chances = np.zeros(2 * len(sizes))
    for number, chance in enumerate(dice):
        if chance:
            hits = hits_of_dice(Pool(number, needed, critical)).chances
            chances[: len(hits)] += chance * hits
    return Distribution(chances)


@dataclass(frozen=True, slots=True, eq=False)
class Fate:
    """What is left of a ship: `chances[s, h]` is the chance of s shields and h points of hull."""

    chances: Chances

    @classmethod
    def of(cls, foe: Foe) -> Fate:
        """A ship before the attack."""
        chances = np.zeros((foe.shields + 1, foe.hull + 1))
        chances[foe.shields, foe.hull] = 1.0
        return cls(chances)

    def after(self, attack: Attack, hits: Distribution, armour: int) -> Fate:
        """What one attack leaves; a lost ship suffers no more (IWF-1.17, IWF-1.22)."""
        left = np.zeros_like(self.chances)
        for (shields, hull), chance in np.ndenumerate(self.chances):
            if chance and hull:
                for number, part in enumerate(hits.chances):
                    absorbed, damage = harm(attack, number, shields, armour)
                    left[shields - absorbed, max(hull - damage, 0)] += chance * part
            else:
                left[shields, hull] += chance
        return Fate(left)

    def hull(self) -> Distribution:
        """Hull left."""
        return Distribution(self.chances.sum(axis=0))

    def shields(self) -> Distribution:
        """Shields left."""
        return Distribution(self.chances.sum(axis=1))

    def damage(self) -> Distribution:
        """Hull lost."""
        return Distribution(self.chances.sum(axis=0)[::-1])

    def destroyed(self) -> float:
        """The chance that nothing is left."""
        return float(self.chances[:, 0].sum())


def shot(attack: Attack, hits: Distribution, foe: Foe) -> Fate:
    """What one shot, salvo or strike with these hits does to a ship."""
    return Fate.of(foe).after(attack, hits, foe.armour)


@lru_cache(maxsize=16384)
def worth(attack: Attack, pools: tuple[Pool, ...], lost: int, foe: Foe, tokens: int = 0) -> tuple[float, float]:
    """Mean damage of a shot or salvo, and the chance that it destroys its target: what a captain reckons with."""
    return harm_of(attack, salvo_hits(pools, lost, tokens), foe)


def harm_of(attack: Attack, hits: Distribution, foe: Foe) -> tuple[float, float]:
    """Mean damage of these hits, and the chance that they destroy a ship: the same as of its `shot`, sooner."""
    damage = destroyed = 0.0
    for number, chance in enumerate(hits.chances.tolist()):
        lost = harm(attack, number, foe.shields, foe.armour).damage
        damage += chance * min(lost, foe.hull)
        destroyed += chance * (lost >= foe.hull)
    return damage, destroyed


@lru_cache(maxsize=4096)
def boarding(dice: int, defenders: int, hull: int) -> Distribution:
    """Hull lost to a boarding, when both sides roll so many dice (IWF-6.2 to IWF-6.4)."""
    own, other = (hits_of_dice(BLOWS._replace(dice=number)).chances for number in (dice, defenders))
    chances = np.zeros(hull + 1)
    for hits, chance in enumerate(own):
        for cancelled, part in enumerate(other):
            chances[min(max(hits - cancelled, 0), hull)] += chance * part
    return Distribution(chances)


@lru_cache(maxsize=1024)
def blows(dice: int, armour: int, hull: int) -> Distribution:
    """Hull lost to so many dice past shields: to a ram, or to a ship that destroys itself (IWF-3.14, IWF-3.15, IWF-6.8)."""
    return shot("missile", hits_of_dice(BLOWS._replace(dice=dice)), Foe(hull, 0, armour)).damage()
