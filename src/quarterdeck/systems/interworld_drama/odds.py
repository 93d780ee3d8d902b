"""Exact odds of every pool against a difficulty and against an opposing pool (IWD-2.1 to IWD-2.6, IWD-7.5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np

from quarterdeck.engine.odds import Bars, Distribution, Figure, Odds, exploding
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_drama.pools import EASIEST, HARDEST, SIDES, STANDARD, USUAL, DiceRules

MOST_POOL = 30
MOST_AGAIN = 12
"""Successes of dice rolled again beyond this many count as this many."""


@cache
def successes(pool: int, difficulty: int, rules: DiceRules = USUAL, specialty: bool = False) -> Distribution:
    """Net successes of a pool.

    >>> round(successes(1, 6).at_least(1), 3)
    0.5
    """
    if pool <= 0:
        return Distribution(np.ones(1))
    if not rules.ones_cancel:
        return _die(difficulty, rules, specialty, 0).times(pool)
    total = _die(difficulty, rules, specialty, 1).times(pool).chances
    return Distribution(np.concatenate([[total[: pool + 1].sum()], total[pool + 1 :]]))


def _die(difficulty: int, rules: DiceRules, specialty: bool, shift: int) -> Distribution:
    """One die, its successes and `shift`; where ones cancel the shift is 1 and a one is 0."""
    chances = np.zeros(shift + 2 + MOST_AGAIN)
    for face in range(1, SIDES):
        chances[shift + (1 if face >= difficulty else 0) - (shift if face == 1 else 0)] += 1 / SIDES
    if rules.again(specialty):
        faces = [(1 if face >= difficulty else 0, face == SIDES) for face in range(1, SIDES + 1)]
        chances[shift + 1 :] += exploding(faces, MOST_AGAIN).chances / SIDES
    else:
        chances[shift + (2 if rules.doubled(specialty) else 1)] += 1 / SIDES
    return Distribution(np.trim_zeros(chances, "b"))


def botch(pool: int, difficulty: int) -> float:
    """The chance of a botch: no success and at least one one (IWD-2.4)."""
    failing = (difficulty - 1) / SIDES
    return float(failing**pool - (failing - 1 / SIDES) ** pool)


class Opposed(NamedTuple):
    """Chances of one pool against another: more, as many and fewer successes, and how many are left over (IWD-2.6)."""

    wins: float
    ties: float
    loses: float
    left: Distribution


def opposed(a: Distribution, b: Distribution) -> Opposed:
    """One pool against another."""
    table = np.outer(a.chances, b.chances)
    left = np.zeros(len(a.chances))
    for successes_a, row in enumerate(table):
        for successes_b, chance in enumerate(row):
            left[max(0, successes_a - successes_b)] += chance
    wins = float(np.tril(table, -1).sum())
    ties = float(np.trace(table))
    return Opposed(wins, ties, max(0.0, 1.0 - wins - ties), Distribution(left))


def degrees(left: Distribution) -> dict[str, float]:
    """The chance of each degree of damage from the successes left (IWD-7.6)."""
    return {
        "light": left.at_least(1) - left.at_least(3),
        "heavy": left.at_least(3) - left.at_least(5),
        "fatal": left.at_least(5),
    }


DEGREE_WORDS = {"light": _("Light damage"), "heavy": _("Heavy damage"), "fatal": _("Fatal damage")}
GIVEN = ("difficulty", "against", "against-difficulty", "specialty")


def odds_given(text: str, given: Mapping[str, str]) -> Odds | list[Problem]:
    """Odds of a pool of ``text`` dice at ``difficulty``; ``against`` another pool at ``against-difficulty``.

    >>> odds_given("6", {"difficulty": "6"}).rows[0].kind
    'percent'
    """
    problems = [Problem("", _unknown(key), key) for key in given if key not in GIVEN]
    pool = _number(text, 1, MOST_POOL, "IWD-2.1", _("The pool"), problems, "")
    numbers = {"difficulty": STANDARD, "against-difficulty": STANDARD, "against": 0}
    for key in [key for key in numbers if key in given]:
        limits = (0, MOST_POOL, "IWD-2.1") if key == "against" else (EASIEST, HARDEST, "IWD-2.2")
        numbers[key] = _number(given[key], *limits, Text(key), problems, key)
    if given.get("specialty", "no") not in ("yes", "no"):
        problems.append(Problem("IWD-2.5", _("A specialty is yes or no."), "specialty", "no"))
    return problems or _odds(pool, numbers, given.get("specialty") == "yes", "against" in given)


def _unknown(key: str) -> Text:
    return _("Odds do not ask for “{key}”, but for {known}.", key=key, known=", ".join(GIVEN))


def _number(text: str, least: int, most: int, rule: str, what: Text, problems: list[Problem], at: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1
    if not least <= number <= most:
        sentence = _("{what} is a number from {least} to {most}.", what=what, least=least, most=most)
        problems.append(Problem(rule, sentence, at, max(least, min(most, number))))
    return number


def _odds(pool: int, numbers: Mapping[str, int], specialty: bool, against: bool) -> Odds:
    own = successes(pool, numbers["difficulty"], USUAL, specialty)
    title = _("{n} dice at difficulty {difficulty}", n=pool, difficulty=numbers["difficulty"])
    bars = Bars(_("Net successes"), tuple(own.chances.tolist()), 0, "IWD-2.1")
    rows = [
        Figure(_("One success or more"), own.at_least(1), "percent"),
        Figure(_("Mean net successes"), own.mean(), "number"),
        Figure(_("Botch"), botch(pool, numbers["difficulty"]), "percent"),
    ]
    if not against:
        return Odds(title, (*rows, *_degree_rows(own)), (bars,))
    other = opposed(own, successes(numbers["against"], numbers["against-difficulty"]))
    rows += [
        Figure(_("More successes than the other"), other.wins, "percent"),
        Figure(_("As many"), other.ties, "percent"),
        Figure(_("Fewer"), other.loses, "percent"),
    ]
    left = Bars(_("Successes left over"), tuple(other.left.chances.tolist()), 0, "IWD-7.6")
    return Odds(title, (*rows, *_degree_rows(other.left)), (bars, left))


def _degree_rows(left: Distribution) -> list[Figure]:
    return [Figure(DEGREE_WORDS[degree], chance, "percent") for degree, chance in degrees(left).items()]
