"""Exact distributions of whole numbers, and odds as they are shown. For bots and readers: nothing here changes a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import Text, plain

Chances: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Chances of the outcomes 0, 1, 2 and so on: `chances[k]` is that of k, and all together are 1.

    >>> Distribution.of_faces((0, 1, 1, 2)).mean()
    1.0
    """

    chances: Chances

    @classmethod
    def of_faces(cls, faces: Sequence[int]) -> Distribution:
        """One die whose equally likely faces give these points, none below 0."""
        return cls(np.bincount(faces) / len(faces))

    def mean(self) -> float:
        """The mean outcome."""
        return float(self.chances @ np.arange(len(self.chances)))

    def at_least(self, k: int) -> float:
        """The chance of `k` or more."""
        return min(1.0, float(self.chances[max(k, 0) :].sum()))

    def plus(self, other: Distribution) -> Distribution:
        """The sum of two independent outcomes."""
        return Distribution(np.convolve(self.chances, other.chances))

    def times(self, count: int) -> Distribution:
        """The sum of `count` independent outcomes."""
        total = Distribution(np.ones(1))
        for _ in range(count):
            total = total.plus(self)
        return total


def exploding(faces: Sequence[tuple[int, bool]], maximum: int) -> Distribution:
    """The total of a die that is rolled again, and added, as long as it shows certain faces.

    `faces` are equally likely and hold their points, none below 0, and whether they are rolled again; a face of 0 points
    that is rolled again is a plain re-roll. Totals of `maximum` and more count as `maximum`, which makes endless rolling a
    finite recursion. ValueError where every face is rolled again.

    >>> exploding(((0, False), (1, True)), 2).chances.tolist()
    [0.5, 0.25, 0.25]
    """
    again = [points for points, rolled_again in faces if rolled_again]
    if len(again) == len(faces):
        raise ValueError("a die that is rolled again on every face never ends")
    ends = [0.0] * (maximum + 1)
    for points, rolled_again in faces:
        if not rolled_again:
            ends[min(points, maximum)] += 1.0
    added = [points for points in again if points > 0]
    total: list[float] = []
    for k in range(maximum):
        total.append((ends[k] + sum(total[k - points] for points in added if points <= k)) / (len(faces) - again.count(0)))
    reached = ends[maximum] + sum(sum(total[max(0, maximum - points) :]) for points in added)
    return Distribution(np.array([*total, reached / (len(faces) - len(again))]))


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of odds: what it is and its value. The value of a ``percent`` is a chance from 0 to 1."""

    label: Text
    value: float
    kind: Literal["percent", "number"]


@dataclass(frozen=True, slots=True)
class Bars:
    """A distribution to be drawn as bars: `probabilities[i]` is the chance of the outcome `first` + i."""

    title: Text
    probabilities: tuple[float, ...]
    first: int
    rule: str


@dataclass(frozen=True, slots=True)
class Odds:
    """What a rule system answers when asked for odds: figures, then distributions."""

    title: Text
    rows: tuple[Figure, ...]
    distributions: tuple[Bars, ...]

    def plain(self) -> Json:
        """The odds as a JSON value, its words in English."""
        return {
            "title": plain(self.title),
            "rows": [{"label": plain(row.label), "value": row.value, "kind": row.kind} for row in self.rows],
            "distributions": [
                {"title": plain(bars.title), "rule": bars.rule, "first": bars.first, "probabilities": list(bars.probabilities)}
                for bars in self.distributions
            ],
        }
