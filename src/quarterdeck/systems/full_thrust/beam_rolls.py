"""Chapter 4.3: how Beam Dice are rolled, and what a weapon does."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Roll
from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import Text
from quarterdeck.systems.full_thrust.protection import Blow, shares_of
from quarterdeck.systems.full_thrust.weapons import BeamDice


class Effect(NamedTuple):
    """What a weapon does: how its hits meet protection, whether it knocks out what it names, facts and dice."""

    blows: tuple[Blow, ...]
    facts: dict[str, Json]
    dice: tuple[Roll, ...]
    knocked_out: bool = False

    def shares(self) -> tuple[int, int]:
        """The points for armour, and those past it (FT-4.5.6)."""
        return shares_of(self.blows)


def roll_beam_dice(
    dice: Dice, profile: BeamDice, screens: int, rule: str, by: str, about: Text | None = None, target_mod: int = 0
) -> Effect:
    """Roll Beam Dice: all first dice, then for each natural 6 in order its chain of rerolls to its end (FT-2.7.37).

    Each hit is a point of damage (FT-2.7.38). Hits of the first dice go to armour first, penetrating hits of rerolls, which
    Screens do not stop, straight to the hull (FT-4.3.5, FT-4.3.6), or each reroll of a chain a layer of Shell deeper
    (FT-A.4.5). `target_mod` changes the first dice only (FT-5.4.7).
    """
    faces = dice.roll(profile.dice, use="beam", rule=rule, by=by, about=about)
    rolls = [Roll(faces, "beam")]
    initial = 0
    deeper: list[int] = []
    changed = profile._replace(modifier=profile.modifier + target_mod) if target_mod else profile
    read = _readings(changed, screens)
    for face in faces:
        hits, rolls_again = read[face]
        initial += hits
        if rolls_again:
            chain = _roll_chain(dice, profile, by, about)
            rolls.append(Roll(chain, "reroll"))
            for depth, again in enumerate(chain):
                if depth == len(deeper):
                    deeper.append(0)
                deeper[depth] += profile.reroll_hits(again)
    facts = {
        "screens": screens,
        "count": profile.dice,
        "mod": profile.modifier,
        "initial": initial,
        "penetrating": sum(deeper),
    }
    return Effect((Blow("beam", (initial, *deeper)),), facts, tuple(rolls))


@cache
def _readings(profile: BeamDice, screens: int) -> tuple[tuple[int, bool], ...]:
    """By natural face of a first die (place 0 is none): its hits, and whether it brings a reroll."""
    return tuple((profile.first_hits(face, screens), profile.rolls_again(face)) for face in range(7))


def _roll_chain(dice: Dice, profile: BeamDice, by: str, about: Text | None) -> tuple[int, ...]:
    """The rerolls that one natural 6 brings: another with each further natural 6, without limit (FT-2.7.35, FT-4.3.4)."""
    chain = dice.roll(1, use="reroll", rule="FT-2.7.35", by=by, about=about)
    while profile.rolls_again(chain[-1]):
        chain += dice.roll(1, use="reroll", rule="FT-2.7.35", by=by, about=about)
    return chain
