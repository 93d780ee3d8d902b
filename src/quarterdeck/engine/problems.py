"""What is wrong with an answer, a file or a design, as values: never an exception, never half a verdict."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from quarterdeck.engine.text import Text, Unit, _

Json: TypeAlias = Any
"""A JSON value: what answers, files and records are made of."""

MOST_DEPTH = 50


def is_json(value: object, depth: int = MOST_DEPTH) -> bool:
    """Whether a value can be written as JSON and read back everywhere: numbers that are finite and whole ones within 64
    bits, text as keys, nothing deeper than `depth`.
    """
    if value is None or isinstance(value, (str, bool)):
        return True
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    if isinstance(value, float):
        return math.isfinite(value)
    if not isinstance(value, (dict, list)) or depth == 0:
        return False
    if isinstance(value, dict) and not all(isinstance(key, str) for key in value):
        return False
    items = value.values() if isinstance(value, dict) else value
    return all(is_json(item, depth - 1) for item in items)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something is refused, in a player's words.

    `at` names the slot, unit, field (``ships[2].course``) or place where it is wrong, `nearest` the nearest legal value.
    """

    rule: str
    text: Text
    at: str = ""
    nearest: Json = None


Fault: TypeAlias = tuple[bool, str, str, Text]
"""Whether something in a state is wrong, by which rule, where, and what it is."""


def impossible(faults: Iterable[Fault]) -> list[Problem]:
    """A problem for each of these faults of a battle that is one."""
    return [Problem(rule, _("This cannot be the {what}.", what=what), at) for wrong, rule, at, what in faults if wrong]


def impossible_on(ship: Unit, faults: Iterable[tuple[bool, str, Text]]) -> list[Problem]:
    """A problem for each of these faults of a ship that is one: whether it is, by which rule, what it is."""
    text = "{ship}: this cannot be its {what}."
    return [Problem(rule, Text(text, {"ship": ship, "what": what}), ship.id) for wrong, rule, what in faults if wrong]


def some_of(chosen: Sequence[str], known: Container[str]) -> bool:
    """Whether all of these are known, and none is there twice."""
    return len(dict.fromkeys(chosen)) == len(chosen) and all(each in known for each in chosen)


class Refused(Exception):
    """Something was refused at the edge and nothing has changed; `problems` say why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems
