"""Fighters in scenario documents: groups aboard ships, and bases off the table."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Annotated, TypeAlias

from pydantic import Field

from quarterdeck.engine.documents import ONE_LINE, Fields, spelled
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.fighters.types import HEAVY_MISSILE, MOST_FIGHTERS, TYPES
from quarterdeck.systems.full_thrust.scenario import FarBase, GroupSetup

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=60), ONE_LINE]
SeatId: TypeAlias = Annotated[str, spelled("[a-d][1-9]?", _("a letter from a to d, with or without a digit from 1 to 9"))]
Length: TypeAlias = Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)]


class GroupFile(Fields):
    """A fighter group of a ship: its type, how many fighters, a name of its own, the dice that an ace adds."""

    type: str
    strength: Annotated[int, Field(ge=1, le=MOST_FIGHTERS)] = MOST_FIGHTERS
    name: Annotated[str, Field(max_length=60), ONE_LINE] = ""
    ace: Annotated[int, Field(ge=0, le=MOST_FIGHTERS)] = 0


class BaseFile(Fields):
    """A base off the table: its name, where its fighters enter (MU), turns under way and to rearm, its fighters (FT-5.8.10)."""

    name: Name
    at: Annotated[list[Length], Field(min_length=2, max_length=2)]
    delay: Annotated[int, Field(ge=0, le=200)] = 1
    rearm: Annotated[int, Field(ge=0, le=200)] = 2
    seat: SeatId | None = None
    fighters: Annotated[list[GroupFile], Field(max_length=40)] = []


def unknown_types(groups: Iterable[GroupFile], at: str) -> Iterator[Problem]:
    """A problem for each group of no known type (FT-5.7.1), and for Heavy Missiles, of which no document can say enough."""
    for number, group in enumerate(groups):
        if group.type == HEAVY_MISSILE:
            text = _("Heavy Missiles cannot be fielded: how they attack is not known.")
            yield Problem("FT-5.2.15", text, f"{at}.fighters[{number}].type")
        elif group.type not in TYPES:
            nearest = next(iter(difflib.get_close_matches(group.type, list(TYPES), 1)), None)
            text = _("There are no fighters of type {type}.", type=group.type)
            yield Problem("FT-5.7.1", text, f"{at}.fighters[{number}].type", nearest)


def read_groups(fighters: Iterable[GroupFile]) -> tuple[GroupSetup, ...]:
    """The groups of a document."""
    return tuple(GroupSetup(group.type, group.strength, group.name, group.ace) for group in fighters)


def read_base(side: str, number: int, base: BaseFile, seat: str) -> FarBase:
    """The `number`-th base of a side; `seat` is whose it is where it does not say."""
    entry = Vector(float(base.at[0]), float(base.at[1]))
    fighters = read_groups(base.fighters)
    return FarBase(f"{side}-base{number}", base.name, base.seat or seat, entry, base.delay, base.rearm, fighters)


def write_base(base: FarBase) -> Json:
    """A base of a document."""
    times = {"delay": base.delay, "rearm": base.rearm, "seat": base.seat}
    return {"name": base.name, "at": list(base.entry), **times, "fighters": [asdict(group) for group in base.fighters]}
