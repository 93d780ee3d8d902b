"""The controls with which a line of an answer is written: dials, keys, and the meter of what the line uses up.

A key says what the whole line becomes when it is pressed, so that no client knows a language of orders.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from quarterdeck.engine.scene import Icon, Words
from quarterdeck.engine.text import Text


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a control, `on` while the draft holds it: `line` is what the whole line becomes when it is pressed.

    `cost` is what it costs by itself; `off` says why that line could not be followed.
    """

    text: Words
    line: str
    on: bool = False
    cost: int | None = None
    off: Text | None = None
    say: Words = ""
    icon: Icon | None = None


@dataclass(frozen=True, slots=True)
class Dial:
    """A dial of so many points with a key for each, from `was` to `now`; `course` is the course before and after, in degrees."""

    legend: Text
    points: Literal[6, 12, 360]
    was: int
    now: int
    course: tuple[float, float]
    keys: dict[str, Key]


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys side by side."""

    legend: Text
    keys: tuple[Key, ...]
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a meter, and what it goes into."""

    number: int
    spent_on: Literal["turn", "burn", "spent"]


@dataclass(frozen=True, slots=True)
class Meter:
    """How much of `of` is used, in parts; the rest is left."""

    text: Text
    of: int
    parts: tuple[Part, ...]


Control: TypeAlias = "Dial | Keys | Meter"
