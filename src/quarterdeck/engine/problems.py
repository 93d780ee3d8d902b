"""What is wrong with an answer, a file or a design, as values: never an exception, never half a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from quarterdeck.engine.text import Text

Json: TypeAlias = Any
"""A JSON value: what answers, files and records are made of."""


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
