"""A D12 out of two D6 (FT-2.1.2)."""

from __future__ import annotations

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Roll
from quarterdeck.engine.text import Text


def d12_of(first: int, second: int) -> int:
    """The D12 that two D6 make: the second die, and 6 more where the first shows 4 to 6 (FT-2.1.2).

    >>> d12_of(3, 6), d12_of(4, 1)
    (6, 7)
    """
    return second + 6 if first > 3 else second


def roll_d12(dice: Dice, *, use: str, rule: str, by: str, about: Text | None = None) -> tuple[int, Roll]:
    """Roll a D12 by two D6: its face, from 1 to 12, and the dice."""
    faces = dice.roll(2, use=use, rule=rule, by=by, about=about)
    return d12_of(*faces), Roll(faces, use)
