"""Dice pools: ten-sided dice against a difficulty, ones that cancel, tens that may be rolled again (IWD-2.1 to IWD-2.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Roll
from quarterdeck.engine.pickled import Pickled
from quarterdeck.engine.text import Text

SIDES = 10
STANDARD, DIFFICULT = 6, 8
EASIEST, HARDEST = 2, 10
"""The standard difficulty, that of a roll called difficult, and the limits of every difficulty (IWD-2.2)."""

Tens: TypeAlias = Literal["plain", "reroll_with_specialty", "reroll_always", "double_with_specialty"]


@dataclass(frozen=True, slots=True)
class DiceRules(Pickled):
    """How dice are read: whether ones cancel (IWD-2.3), and what a ten is worth (IWD-2.5)."""

    ones_cancel: bool = True
    tens: Tens = "reroll_with_specialty"

    def again(self, specialty: bool) -> bool:
        """Whether a ten is rolled again."""
        return self.tens == "reroll_always" or (specialty and self.tens == "reroll_with_specialty")

    def doubled(self, specialty: bool) -> bool:
        """Whether a ten counts twice."""
        return specialty and self.tens == "double_with_specialty"


USUAL = DiceRules()


class Result(NamedTuple):
    """A roll as it is read: the dice of the pool, those rolled again, net successes, and whether it is a botch."""

    faces: tuple[int, ...]
    again: tuple[int, ...]
    difficulty: int
    successes: int
    botch: bool

    def dice(self, use: str) -> tuple[Roll, ...]:
        """The dice as an event tells them."""
        rolls = Roll(self.faces, use, SIDES), Roll(self.again, "again", SIDES)
        return tuple([roll for roll in rolls if roll.faces])


def kept(difficulty: int) -> int:
    """A difficulty within its limits (IWD-2.2)."""
    return max(EASIEST, min(HARDEST, difficulty))


def difficulty_of(modifiers: Iterable[int], base: int = STANDARD) -> int:
    """Base and modifiers added up, within limits (IWD-2.2).

    >>> difficulty_of([2, -1]), difficulty_of([2, 3], base=9)
    (7, 10)
    """
    return kept(base + sum(modifiers))


def counted(
    faces: Sequence[int], difficulty: int, again: Sequence[int] = (), rules: DiceRules = USUAL, specialty: bool = False
) -> Result:
    """Read dice: every one that shows the difficulty is a success, each one of the pool takes a success away (IWD-2.1, IWD-2.3).

    Ones among the dice rolled again cancel nothing (IWD-2.5); no success at all and a one is a botch (IWD-2.4).
    """
    gross = len([face for face in (*faces, *again) if face >= difficulty])
    gross += len([face for face in faces if face == SIDES]) if rules.doubled(specialty) else 0
    ones = len([face for face in faces if face == 1])
    net = max(0, gross - ones) if rules.ones_cancel else gross
    return Result(tuple(faces), tuple(again), difficulty, net, gross == 0 and ones > 0)


def throw(
    dice: Dice,
    pool: int,
    difficulty: int,
    *,
    use: str,
    rule: str,
    by: str,
    rules: DiceRules = USUAL,
    specialty: bool = False,
    about: Text | None = None,
) -> Result:
    """Roll a pool; an empty one has no success."""
    faces = dice.roll(pool, use=use, rule=rule, by=by, sides=SIDES, about=about) if pool > 0 else ()
    again: list[int] = []
    tens = len([face for face in faces if face == SIDES]) if rules.again(specialty) else 0
    while tens:
        more = dice.roll(tens, use=use, rule="IWD-2.5", by=by, sides=SIDES, about=about)
        again += more
        tens = len([face for face in more if face == SIDES])
    return counted(faces, difficulty, again, rules, specialty)


def winner(a: int, b: int) -> Literal["a", "b", "tie"]:
    """Who has more net successes (IWD-2.6)."""
    return "tie" if a == b else "a" if a > b else "b"
