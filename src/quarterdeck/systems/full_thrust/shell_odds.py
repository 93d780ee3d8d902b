"""Exact odds at a ship in Phalon Shell (FT-A.4.3 to FT-A.4.6): the chances of all boxes left in its layers and lost in its hull.

Every rule of `protection` moves chances between states, so that whole arrays are moved at once. An array has an axis for each
layer, the inmost first, by boxes left, and a last one by hull boxes lost, whose last place is the whole hull.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from quarterdeck.engine.odds import Chances, Distribution, exploding
from quarterdeck.systems.full_thrust.protection import Blow
from quarterdeck.systems.full_thrust.weapons import FACES, BeamDice

MOST_STATES = 500_000
"""Up to how many states of layers and hull the odds are worked out."""


def can_be_worked_out(layers: Sequence[int], hull: int) -> bool:
    """Whether layers of so many boxes and a hull of so many have not too many states."""
    return math.prod([boxes + 1 for boxes in layers]) * (hull + 1) <= MOST_STATES


@dataclass(frozen=True, slots=True, eq=False)
class ShellLosses:
    """Chances of what is left of a Shell and lost of the hull within it; `layers` are those before the attack."""

    layers: tuple[int, ...]
    chances: Chances

    @classmethod
    def none(cls, layers: tuple[int, ...], hull: int) -> ShellLosses:
        """Nothing has happened yet."""
        chances = np.zeros((*[boxes + 1 for boxes in layers], hull + 1))
        chances[(*layers, 0)] = 1.0
        return cls(layers, chances)

    def after_dice(self, die: BeamDice, screens: int) -> ShellLosses:
        """What all the Beam Dice of one weapon do: depth is counted from where the first of them falls (FT-A.4.5)."""
        found = np.zeros_like(self.chances)
        for outer, part in _by_outermost(self.chances):
            struck = part
            for _die in range(die.dice):
                struck = _first_die(struck, outer, die, screens)
            found[tuple([slice(0, size) for size in struck.shape])] += struck
        return ShellLosses(self.layers, found)

    def after_blows(self, blows: Sequence[Blow]) -> ShellLosses:
        """What one weapon does whose results are all as likely."""
        found = np.zeros_like(self.chances)
        for blow, count in Counter(blows).items():
            for outer, part in _by_outermost(self.chances):
                struck = _struck(part, outer, blow) * (count / len(blows))
                found[tuple([slice(0, size) for size in struck.shape])] += struck
        return ShellLosses(self.layers, found)

    def made(self, chance: float) -> ShellLosses:
        """What shots do that are made with this chance only, all of them or none (FT-12.3.2)."""
        chances = self.chances * chance
        chances[(*self.layers, 0)] += 1.0 - chance
        return ShellLosses(self.layers, chances)

    def armour(self) -> Distribution:
        """Boxes of Shell lost, in all layers together."""
        chances, total = np.zeros(sum(self.layers) + 1), sum(self.layers)
        for left, chance in np.ndenumerate(self.chances.sum(axis=-1)):
            chances[total - sum(left)] += chance
        return Distribution(chances)

    def hull(self) -> Distribution:
        """Hull boxes lost."""
        return Distribution(self.chances.reshape(-1, self.chances.shape[-1]).sum(axis=0))


def _by_outermost(chances: Chances) -> Iterator[tuple[int, Chances]]:
    """The chances parted by the outermost layer that has boxes left (-1: none), without the axes' places that are empty then."""
    layers = chances.ndim - 1
    for outer in range(-1, layers):
        part = chances[tuple([slice(0, 1) if layer > outer else slice(None) for layer in range(layers)])].copy()
        if outer >= 0:
            part[_at(outer, slice(0, 1))] = 0.0
        if part.any():
            yield outer, part


def _at(axis: int, places: slice) -> tuple[slice, ...]:
    """These places of an axis, and all of the others."""
    return (*[slice(None)] * axis, places)


def _struck(chances: Chances, outer: int, blow: Blow) -> Chances:
    """What `protection.strike_shell` does, for all states whose outermost layer is `outer`."""
    match blow.sort:
        case "direct":
            return _inward(chances, -1, sum(blow.points))
        case "kinetic":
            for points in blow.points:
                chances = _through(chances, outer, points)
            return chances
        case "split":
            return _split(chances, outer, blow)
        case "beam":
            places = [outer - depth for depth in range(len(blow.points))]
    for place, points in zip(places, blow.points, strict=True):
        chances = _inward(chances, place, points)
    return chances


def _split(chances: Chances, outer: int, blow: Blow) -> Chances:
    """Both parts on the outermost layer where it is the last one, else the second on the next (FT-A.4.4)."""
    first, second = blow.points
    lone = np.zeros_like(chances)
    alone = tuple([slice(0, 1)] * max(outer, 0))
    lone[alone] = chances[alone]
    both = _inward(lone, outer, first + second)
    return both + _inward(_inward(chances - lone, outer, first), outer - 1, second)


def _inward(chances: Chances, place: int, points: int) -> Chances:
    """Points from a layer on inward."""
    for _point in range(points):
        chances = _one_inward(chances, place)
    return chances


def _one_inward(chances: Chances, place: int) -> Chances:
    moved = np.zeros_like(chances)
    if place < 0:
        moved[..., 1:] = chances[..., :-1]
        moved[..., -1] += chances[..., -1]
        return moved
    moved[_at(place, slice(0, -1))] = chances[_at(place, slice(1, None))]
    moved[_at(place, slice(0, 1))] += _one_inward(chances[_at(place, slice(0, 1))], place - 1)
    return moved


def _through(chances: Chances, layer: int, points: int) -> Chances:
    """One kinetic hit: a box of each layer that has any, the rest to the hull."""
    if not points:
        return chances
    if layer < 0:
        return _inward(chances, -1, points)
    moved = np.zeros_like(chances)
    moved[_at(layer, slice(0, -1))] = _through(chances[_at(layer, slice(1, None))], layer - 1, points - 1)
    moved[_at(layer, slice(0, 1))] += _through(chances[_at(layer, slice(0, 1))], layer - 1, points)
    return moved


def _first_die(chances: Chances, outer: int, die: BeamDice, screens: int) -> Chances:
    """One Beam Die with its chain of rerolls, each a layer deeper than the one before."""
    return _die(chances, outer, die, [(die.first_hits(face, screens), die.rolls_again(face)) for face in FACES])


def _die(chances: Chances, place: int, die: BeamDice, faces: Sequence[tuple[int, bool]]) -> Chances:
    found = np.zeros_like(chances)
    for (hits, again), count in Counter(faces).items():
        struck = _inward(chances, place, hits) * (count / len(faces))
        found += _chain(struck, place - 1, die) if again else struck
    return found


def _chain(chances: Chances, place: int, die: BeamDice) -> Chances:
    """The rerolls that fall on a layer and deeper; past the inmost layer the whole chain goes to the hull."""
    faces = [(die.reroll_hits(face), die.rolls_again(face)) for face in FACES]
    if place >= 0:
        return _die(chances, place, die, faces)
    hull = chances.shape[-1] - 1
    found = np.zeros_like(chances)
    for points, chance in enumerate(exploding(faces, hull).chances.tolist()):
        if chance:
            found[..., points:] += chances[..., : hull + 1 - points] * chance
            found[..., -1] += chances[..., hull + 1 - points :].sum(axis=-1) * chance
    return found
