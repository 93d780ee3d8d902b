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
from quarterdeck.systems.full_thrust.aliens.guns import plasma_points
from quarterdeck.systems.full_thrust.damage import lost_on, thresholds_crossed
from quarterdeck.systems.full_thrust.protection import Blow, ordinary
from quarterdeck.systems.full_thrust.shell_odds import ShellLosses
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.weapons import (
    FACES,
    BeamDice,
    as_dice,
    blows,
    max_range,
    needle_result,
    screens_met,
)


@dataclass(frozen=True, slots=True)
class Target:
    """The ship shot at: Screen level, armour boxes left, rows of hull boxes, and hull damage from earlier attacks.

    `shell` are the boxes left in each layer of a Shell, the inmost first, with armour within it as one more. `haze` is the
    Screen level that a cloud adds against beams, `locks` the chance that it lets the ship be fired at (FT-12.3.2, FT-12.3.3).
    """

    screens: int
    armour: int
    rows: tuple[int, ...]
    damage: int = 0
    shell: tuple[int, ...] = ()
    haze: int = 0
    locks: float = 1.0

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

    def made(self, chance: float) -> Losses:
        """What shots do that are made with this chance only, all of them or none (FT-12.3.2)."""
        chances = self.chances * chance
        chances[0, 0] += 1.0 - chance
        return Losses(chances)

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


def shot_of(results: Sequence[Blow], target: Target) -> Losses:
    """One shot of a weapon that rolls no Beam Dice, by its equally likely results (`weapons.blows`)."""
    return _shot([(armour, _points(hull, target)) for armour, hull in [blow.shares() for blow in results]], target)


def plasma_dice(levels: int, screens: int) -> list[list[Blow]]:
    """What a Plasma Bolt of so many levels does, level by level, to a ship in its burst (FT-A.4.17, FT-A.4.18)."""
    return [[ordinary(plasma_points(face, screens)) for face in FACES]] * levels


@dataclass(frozen=True, slots=True, eq=False)
class Volley:
    """The odds of one attack: what it does to the target's boxes, and how many Needle Beams are among its weapons."""

    target: Target
    losses: Losses | ShellLosses
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
        one = Distribution.of_faces([needle_result(face).knocked_out for face in FACES])
        return one.times(self.needles).at_least(1) * self.target.locks


def volley(weapons: Sequence[System], range_: float, target: Target) -> Volley:
    """The odds of firing all these weapons at a target with hull boxes left, `range_` MU away, in one attack.

    Weapons out of range do nothing. Systems that are no weapons raise KeyError.
    """
    needles = len([weapon for weapon in weapons if weapon.kind == "needle_beam" and range_ <= max_range(weapon)])
    losses = _at_shell(weapons, range_, target) if target.shell else _at_armour(weapons, range_, target)
    return Volley(target, losses.made(target.locks) if target.locks < 1.0 else losses, needles)


def _at_armour(weapons: Sequence[System], range_: float, target: Target) -> Losses:
    """Weapons alike are one sum, because their order does not matter."""
    dice: Counter[tuple[BeamDice, int]] = Counter()
    others: Counter[tuple[Blow, ...]] = Counter()
    for weapon in weapons:
        rolled = as_dice(weapon, range_)
        if rolled is not None:
            screens = screens_met(weapon.kind, target.screens, target.haze)
            dice[rolled._replace(dice=1), screens] += rolled.dice
        else:
            others.update([tuple(results) for results in _results(weapon, range_, target)])
    shots = [beam_die(die, screens, target).times(count) for (die, screens), count in dice.items() if count]
    shots += [shot_of(results, target).times(count) for results, count in others.items()]
    return reduce(Losses.plus, shots) if shots else _shot([(0, _points(0, target))], target)


def _at_shell(weapons: Sequence[System], range_: float, target: Target) -> ShellLosses:
    """Weapon by weapon in their order, for what one leaves of the layers says how deep the next goes (FT-A.4.5)."""
    losses = ShellLosses.none(target.shell, target.hull)
    for weapon in weapons:
        rolled = as_dice(weapon, range_)
        if rolled is not None:
            losses = losses.after_dice(rolled, screens_met(weapon.kind, target.screens, target.haze))
        else:
            for results in _results(weapon, range_, target):
                losses = losses.after_blows(results)
    return losses


def _results(weapon: System, range_: float, target: Target) -> list[list[Blow]]:
    """The independent rolls of a weapon without Beam Dice, each by its equally likely results; none out of range."""
    if range_ > max_range(weapon):
        return []
    if weapon.kind == "plasma_bolt_launcher":
        return plasma_dice(weapon.cls, target.screens)
    return [blows(weapon, range_) or []]


def loss_chance(row: int, extra: int) -> float:
    """The chance that one system is lost to the check of a row after `extra` further rows (FT-4.6.3, FT-4.6.5).

    >>> loss_chance(2, 1)
    0.5
    """
    return min(lost_on(row, extra), 6) / 6
