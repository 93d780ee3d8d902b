"""Drawing one of several things with equal chances (FT-6.1.5, FT-10.1.2, FT-11.1.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def one_of(things: Sequence[T], roll: Callable[[int], int]) -> T:
    """The thing that a die decides on, rolled again where it decides on none: of two the first on 1-3.

    `roll` gives the face of a die of so many sides: of six, unless there are more things than that.

    >>> one_of("ab", lambda _sides: 3), one_of("ab", lambda _sides: 4), one_of("abcdefg", lambda sides: sides)
    ('a', 'b', 'g')
    """
    sides = max(6, len(things))
    share = sides // len(things)
    while True:
        place = (roll(sides) - 1) // share
        if place < len(things):
            return things[place]
