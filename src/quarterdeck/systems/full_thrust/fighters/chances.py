"""What fighters may expect of their fire at fighters and ordnance, exactly (FT-5.5.4), and of their runs at ships (FT-5.5.5)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from quarterdeck.engine.odds import Distribution, exploding
from quarterdeck.systems.full_thrust.fighters.groups import kind_of
from quarterdeck.systems.full_thrust.point_defence import target_modifier
from quarterdeck.systems.full_thrust.small_fire import strength_of
from quarterdeck.systems.full_thrust.state import FighterGroup, SmallTarget
from quarterdeck.systems.full_thrust.weapons import BeamDice, mean_of_die

FACES = range(1, 7)
TORPEDO_MEAN, KINETIC_MEAN = (4 + 5 + 6) / 6, (1 + 1 + 2) / 6
"""Of a die of each, whatever the Screens (FT-5.7.7, FT-5.7.10)."""


def mean_strike(group: FighterGroup, screens: int) -> float:
    """The mean damage of an attack run in which all fighters of a group fire; rage is not counted (FT-5.7.13)."""
    kind = kind_of(group)
    means = {"beam": mean_of_die(kind.vs_ships.modifier, screens), "torpedo": TORPEDO_MEAN, "kinetic": KINETIC_MEAN, "none": 0.0}
    return (group.strength + group.ace) * means[kind.weapon]


def losses(group: FighterGroup, target: SmallTarget, fighters: int, *, ace: bool = True) -> Distribution:
    """How many of a target so many fighters of a group shoot away, at most all of it; rage is not counted (FT-5.7.13).

    The `ace` of a group, if it has one, is with those that fire at its first target (FT-5.7.14).
    """
    return _removed(
        kind_of(group).vs_small, fighters + (group.ace if ace else 0), target_modifier(target, "PD"), strength_of(target)
    )


@lru_cache(maxsize=1024)
def _removed(profile: BeamDice, dice: int, modifier: int, strength: int) -> Distribution:
    """Each first die counts the modifier of the target, the rerolls of its sixes do not (FT-5.4.7)."""
    chain = exploding([(profile.reroll_hits(face), profile.rolls_again(face)) for face in FACES], strength)
    first = profile._replace(modifier=profile.modifier + modifier)
    die = np.zeros(strength + 1)
    for face in FACES:
        hits = min(first.first_hits(face, 0), strength)
        if first.rolls_again(face):
            for more, chance in enumerate(chain.chances):
                die[min(hits + more, strength)] += chance / 6.0
        else:
            die[hits] += 1.0 / 6.0
    total = Distribution(np.ones(1))
    for _die in range(dice):
        total = _capped(total.plus(Distribution(die)), strength)
    return total


def _capped(found: Distribution, most: int) -> Distribution:
    chances = found.chances[: most + 1].copy()
    chances[-1] += found.chances[most + 1 :].sum() if len(found.chances) > most else 0.0
    return Distribution(chances)
