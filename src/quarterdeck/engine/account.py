"""An account: what a thing costs or uses, line by line with the rule behind each line, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import Text


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of an account: what it is, its figure in each column, and the rule it comes from."""

    what: Text
    figures: dict[str, int]
    rule: str


@dataclass(frozen=True, slots=True)
class Account:
    """Lines and totals by column (``MASS``, ``CPV``); `limits` where a total has one; `notes` warn but do not forbid."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    totals: dict[str, int]
    limits: dict[str, int] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
