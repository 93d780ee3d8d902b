"""Exact odds of a volley: what all fire of one ship at another does to it in one attack (FT-4.2.4, FT-4.5.6, FT-4.6.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from quarterdeck.engine.odds import Chances, Distribution, exploding
from quarterdeck.systems.full_thrust.damage import lost_on, thresholds_crossed
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.weapons import (
    LEECH_BITE,
    BeamDice,
    affected_by_screens,
    armour_piercing,
    as_dice,
    max_range,
    needle_result,
    pod_hits_on,
    torpedo_hits_on,
)

FACES = range(1, 7)
PODS = ("lance_pod", "leech_pod")


@dataclass(frozen=True, slots=True)
class Target:
    """The ship shot at: Screen level, armour boxes left, rows of hull boxes, and hull damage from earlier attacks."""

    screens: int
    armour: int
    rows: tuple[int, ...]
    damage: int = 0

    @property
    def hull(self) -> int:
        """Hull boxes left."""
        return sum(self.rows) - self.damage


@dataclass(frozen=True, slots=True, eq=False)
class Losses:
    """Chances of what is lost together: `chances[a, h]` is that of a armour boxes and h hull boxes.

    The last row is all armour that is left, the last column all hull.
    """

    chances: Chances

    def plus(self, other: Losses) -> Losses:
        """What two shots do together: armour takes what it can of their shares, all the rest goes to the hull (FT-4.5.6).

        What the first shot leaves is enough to know, because their order does not change the result.
        """
        rows, columns = self.chances.shape
        together = self.chances @ _adding_hull(other.chances)
        shares = np.zeros((2 * rows - 1, columns))
        for armour, part in enumerate(together):
            shares[armour : armour + rows] += part
        return Losses(_absorbed(shares, rows - 1))

    def times(self, count: int) -> Losses:
        """What `count` shots of the same sort do together, at least one."""
        if count == 1:
            return self
        half = self.times(count // 2)
        even = half.plus(half)
        return even.plus(self) if count % 2 else even

    def armour(self) -> Distribution:
        """Armour boxes lost."""
        return Distribution(self.chances.sum(axis=1))

    def hull(self) -> Distribution:
        """Hull boxes lost."""
        return Distribution(self.chances.sum(axis=0))


def _adding_hull(chances: Chances) -> Chances:
    """For each row the matrix that adds its hull boxes to those already lost; the last column is all hull."""
    rows, columns = chances.shape
    padded = np.zeros((rows, 2 * columns - 1))
    padded[:, columns - 1 :] = chances
    matrices: Chances = padded.take(_differences(columns), axis=1)
    matrices[:, :, -1] = chances[:, ::-1].cumsum(axis=1)
    return matrices


@cache
def _differences(size: int) -> npt.NDArray[np.intp]:
    """Column less row of a square matrix, counted from the least of them."""
    steps = np.arange(size)
    return steps - steps[:, None] + size - 1


def _absorbed(shares: Chances, armour: int) -> Chances:
    """Boxes lost, from the chances of shares for `armour` boxes (rows) and hull (columns): the excess goes to the hull."""
    lost = shares[: armour + 1].copy()
    hull = shares.shape[1] - 1
    for excess, row in enumerate(shares[armour + 1 :], 1):
        through = min(excess, hull)
        lost[armour, through:] += row[: hull + 1 - through]
        lost[armour, hull] += row[hull + 1 - through :].sum()
    return lost


def _shot(shares: Sequence[tuple[int, Chances]], target: Target) -> Losses:
    """One shot: equally likely results, each a share for armour and the chances of the share for the hull."""
    highest = max(target.armour, *(armour for armour, _hull in shares))
    chances = np.zeros((highest + 1, target.hull + 1))
    for armour, hull in shares:
        chances[armour] += hull
    return Losses(_absorbed(chances / len(shares), target.armour))


def _points(points: int, target: Target) -> Chances:
    """A share for the hull that is certain."""
    chances = np.zeros(target.hull + 1)
    chances[min(points, target.hull)] = 1.0
    return chances


def beam_die(die: BeamDice, screens: int, target: Target) -> Losses:
    """One Beam Die: its first hits are for the armour, its chain of rerolls goes straight to the hull (FT-4.3.4, FT-4.3.6)."""
    chain = exploding([(die.reroll_hits(face), die.rolls_again(face)) for face in FACES], target.hull).chances
    nothing = _points(0, target)
    return _shot([(die.first_hits(face, screens), chain if die.rolls_again(face) else nothing) for face in FACES], target)


def torpedo_shot(hits_on: int, target: Target) -> Losses:
    """One Pulse Torpedo: the die to hit, then one die of armour-piercing damage (FT-4.7.1, FT-4.7.3, FT-4.7.4)."""
    shares = [armour_piercing(damage) if face >= hits_on else (0, 0) for face in FACES for damage in FACES]
    return _shot([(armour, _points(hull, target)) for armour, hull in shares], target)


def needle_shot(target: Target) -> Losses:
    """One Needle Beam: its point goes straight to the hull (FT-4.8.2, FT-4.8.3)."""
    return _shot([(0, _points(needle_result(face).hull, target)) for face in FACES], target)


def pod_shot(kind: str, hits_on: int, target: Target) -> Losses:
    """One Lance or Leech Pod: the die to hit, then a die of damage of which armour stops 1 (FT-A.3.14), or a bite (FT-A.3.16)."""
    hits = [(LEECH_BITE, 0)] * len(FACES) if kind == "leech_pod" else [(1, points - 1) for points in FACES]
    shares = [hit if face >= hits_on else (0, 0) for face in FACES for hit in hits]
    return _shot([(armour, _points(hull, target)) for armour, hull in shares], target)


@dataclass(frozen=True, slots=True, eq=False)
class Volley:
    """The odds of one attack: what it does to the target's boxes, and how many Needle Beams are among its weapons."""

    target: Target
    losses: Losses
    needles: int

    def mean(self) -> float:
        """The mean of all boxes crossed off, armour and hull."""
        return self.losses.armour().mean() + self.losses.hull().mean()

    def destroyed(self) -> float:
        """The chance that no hull box is left (FT-2.6.5)."""
        return self.losses.hull().at_least(self.target.hull)

    def row_ends(self) -> dict[int, float]:
        """For each row whose end is still ahead, but the last, the chance that the attack reaches it (FT-4.6.1)."""
        hull, damage = self.losses.hull(), self.target.damage
        ends = enumerate(accumulate(self.target.rows), 1)
        return {row: hull.at_least(end - damage) for row, end in ends if damage < end < sum(self.target.rows)}

    def checks(self) -> dict[tuple[int, int], float]:
        """The chance of each threshold check (row, further rows) that the attack may end with (FT-4.2.4, FT-4.6.5).

        A ship that is destroyed makes none (FT-4.6.4).
        """
        chances: dict[tuple[int, int], float] = {}
        before, rows = self.target.damage, self.target.rows
        for after, chance in enumerate(self.losses.hull().chances[:-1].tolist(), before):
            if crossed := thresholds_crossed(before, after, rows):
                check = (crossed[-1], len(crossed) - 1)
                chances[check] = chances.get(check, 0.0) + chance
        return chances

    def system_lost(self) -> float:
        """The chance that the ship lives on and loses one given system to the threshold check."""
        return sum(chance * loss_chance(row, extra) for (row, extra), chance in self.checks().items())

    def knocked_out(self) -> float:
        """The chance that a system at which all the Needle Beams are aimed is knocked out (FT-4.8.2)."""
        return Distribution.of_faces([needle_result(face).knocked_out for face in FACES]).times(self.needles).at_least(1)


def volley(weapons: Sequence[System], range_: float, target: Target) -> Volley:
    """The odds of firing all these weapons at a target with hull boxes left, `range_` MU away, in one attack.

    Weapons out of range do nothing. Systems that are no weapons raise KeyError.
    """
    dice: Counter[tuple[BeamDice, int]] = Counter()
    others: Counter[str] = Counter()
    for weapon in weapons:
        rolled = as_dice(weapon, range_)
        if rolled is not None:
            screens = target.screens if affected_by_screens(weapon.kind) else 0
            dice[rolled._replace(dice=1), screens] += rolled.dice
        elif range_ <= max_range(weapon):
            others[weapon.kind] += 1
    shots = [beam_die(die, screens, target).times(count) for (die, screens), count in dice.items() if count]
    hits_on = torpedo_hits_on(range_)
    if hits_on is not None and others["pulse_torpedo"]:
        shots.append(torpedo_shot(hits_on, target).times(others["pulse_torpedo"]))
    if others["needle_beam"]:
        shots.append(needle_shot(target).times(others["needle_beam"]))
    shots += [pod_shot(kind, pod_hits_on(range_) or 0, target).times(others[kind]) for kind in PODS if others[kind]]
    losses = reduce(Losses.plus, shots) if shots else _shot([(0, _points(0, target))], target)
    return Volley(target, losses, others["needle_beam"])


def loss_chance(row: int, extra: int) -> float:
    """The chance that one system is lost to the check of a row after `extra` further rows (FT-4.6.3, FT-4.6.5).

    >>> loss_chance(2, 1)
    0.5
    """
    return min(lost_on(row, extra), 6) / 6
