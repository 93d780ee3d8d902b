"""Fleets: ships by name out of designs, with their fighters, priced together.

A file names designs by key, out of those that come with the game and those that it holds by value in `designs`::

    key: home-guard
    name: Home guard
    points: 600
    ships:
    - {design: amaranth, name: Amaranth}
    - {design: my-carrier, name: Hearth, fighters: [{type: standard}, {type: fast}]}
    designs: {my-carrier: {...}}
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from quarterdeck.engine.account import Account, Line
from quarterdeck.engine.documents import Fields, read_fields
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.systems.full_thrust.deploy import MOST_SHIPS
from quarterdeck.systems.full_thrust.fighters.files import Name
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.forces import own_designs, packaged_designs
from quarterdeck.systems.full_thrust.prices import groups_cpv
from quarterdeck.systems.full_thrust.scenario_checks import fighter_bays, problems_of_fighters, repeated, unknown_designs
from quarterdeck.systems.full_thrust.scenario_files import RULES, Key, NamedShip
from quarterdeck.systems.full_thrust.ship import Design

COLUMNS = ("MASS", "CPV")


class FleetFile(Fields):
    """A fleet as it is written. Without `points` it has no limit."""

    key: Key
    name: Name
    points: Annotated[int, Field(ge=1, le=100_000)] | None = None
    ships: Annotated[list[NamedShip], Field(max_length=MOST_SHIPS)] = []
    designs: Annotated[dict[Key, Json], Field(max_length=MOST_SHIPS)] = {}


@dataclass(frozen=True, slots=True)
class Fleet:
    """A fleet that could be read: its file, its designs by key, and what is wrong with it all the same."""

    file: FleetFile
    designs: dict[str, Design]
    problems: tuple[Problem, ...]


def read_fleet(data: Json) -> Fleet | list[Problem]:
    """A fleet as far as it can be read; why it cannot be."""
    file = read_fields(FleetFile, data, RULES, "FT-1.1.3")
    if isinstance(file, list):
        return file
    own, problems = own_designs(file.designs)
    designs = {**packaged_designs(), **own}
    return Fleet(file, designs, (*problems, *_problems(file, designs)))


def _problems(file: FleetFile, designs: dict[str, Design]) -> Iterator[Problem]:
    yield from repeated([ship.name for ship in file.ships], "ships[{n}].name")
    for n, ship in enumerate(file.ships):
        if ship.design not in file.designs:
            yield from unknown_designs([ship.design], designs, f"ships[{n}].design")
        yield from problems_of_fighters(ship, designs, f"ships[{n}]")


def account_of_fleet(data: Json) -> Account:
    """The points of a fleet, ship by ship, with its fighters; `notes` say which Bays are empty (FT-9.11.4)."""
    fleet = read_fleet(data)
    if isinstance(fleet, list):
        return Account("", COLUMNS, (), dict.fromkeys(COLUMNS, 0), problems=tuple(fleet))
    lines = tuple(_lines(fleet))
    totals = {column: sum(line.figures.get(column, 0) for line in lines) for column in COLUMNS}
    points = fleet.file.points
    return Account(
        title=fleet.file.name,
        columns=COLUMNS,
        lines=lines,
        totals=totals,
        limits={} if points is None else {"CPV": points},
        problems=(*fleet.problems, *_over(points, totals["CPV"])),
        notes=tuple(_notes(fleet)),
    )


def _lines(fleet: Fleet) -> Iterator[Line]:
    for ship in fleet.file.ships:
        if (design := fleet.designs.get(ship.design)) is None:
            continue
        yield Line(ship_words(ship.name, design), {"MASS": design.mass, "CPV": design.cpv}, "FT-9.11.5")
        known = [group for group in ship.fighters if group.type in TYPES]
        for group in known:
            what = _("{ship}: {type} fighters", ship=ship.name, type=TYPES[group.type].name)
            yield Line(what, {"CPV": groups_cpv([group.type])}, "FT-9.11.4")


def ship_words(name: str, design: Design) -> Text:
    """A ship of a fleet: its name, its class."""
    what = design.class_name or design.group
    return _("{name}, {what}", name=name, what=what if name == design.name else f"{design.name}, {what}")


def _over(points: int | None, cpv: int) -> Iterator[Problem]:
    """A fleet that costs more than was agreed (FT-1.1.3)."""
    if points is not None and cpv > points:
        text = _("The fleet costs {cpv} CPV, {n} more than its limit.", n=cpv - points, cpv=cpv)
        yield Problem("FT-1.1.3", text, "points", cpv)


def _notes(fleet: Fleet) -> Iterator[Problem]:
    """Bays that are empty (FT-9.7.1), and ships that ought to be agreed (FT-8.4.2)."""
    for n, ship in enumerate(fleet.file.ships):
        design = fleet.designs.get(ship.design)
        if design is None:
            continue
        if not design.ftl:
            text = _("{ship} has no FTL Drive: agree on it first, for it is strong for its points.", ship=ship.name)
            yield Problem("FT-8.4.2", text, f"ships[{n}]")
        if (empty := fighter_bays(design) - len(ship.fighters)) > 0:
            text = ngettext("{ship}: {n} Bay is empty.", "{ship}: {n} Bays are empty.", empty, ship=ship.name)
            yield Problem("FT-9.7.1", text, f"ships[{n}]")
