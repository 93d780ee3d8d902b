"""What is wrong with an answer, a file or a design, as values: never an exception, never half a verdict."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

from quarterdeck.engine.text import Text

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


class Refused(Exception):
    """Something was refused at the edge and nothing has changed; `problems` say why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems
