"""What is wrong with a scenario document that has all its fields: ships, sides, forces that do not fit."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Iterator

from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.aliens.wombs import DRONES
from quarterdeck.systems.full_thrust.deploy import MOST_SHIPS
from quarterdeck.systems.full_thrust.fighters.files import BaseFile, unknown_types
from quarterdeck.systems.full_thrust.fighters.types import HEAVY_MISSILE, TYPES, fighters_of
from quarterdeck.systems.full_thrust.ftl.company import problems_of_company
from quarterdeck.systems.full_thrust.muster import price_of
from quarterdeck.systems.full_thrust.scenario_files import (
    DEFAULT_TABLE,
    MusterFile,
    NamedShip,
    ScenarioFile,
    ShipFile,
    SideFile,
    course_of,
    offered_by,
    side_seats,
)
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.terrain.files import problems_of
from quarterdeck.systems.full_thrust.terrain.posts import post_problems


def problems_of_scenario(file: ScenarioFile, designs: dict[str, Design]) -> list[Problem]:
    """All that is wrong with a document, side by side."""
    found = [*_problems_of_sides(file), *_problems_of_escape(file, designs), *_problems_of_foes(file)]
    for number, side in enumerate(file.sides):
        at = f"sides[{number}]"
        if bool(side.ships) == bool(side.muster):
            found.append(Problem("FT-1.1.3", _("A side has either ships or a muster."), at))
        if side.muster:
            found += _problems_of_muster(file, side.muster, designs, f"{at}.muster")
        found += problems_of_company(side.ships, designs, at)
        found += _problems_of_dummies(file, side, at)
        for place, ship in enumerate(side.ships):
            found += _problems_of_ship(file, side, ship, designs, f"{at}.ships[{place}]")
        for place, base in enumerate(side.bases):
            found += _problems_of_base(file, side, base, f"{at}.bases[{place}]")
        planets = len(file.terrain.planets) if file.terrain else 0
        found += post_problems([(s.name, s.post, designs.get(s.design)) for s in side.ships], planets, at)
    if file.terrain:
        found += problems_of(file.terrain, file.table if isinstance(file.table, list) else None)
    return found


def _problems_of_sides(file: ScenarioFile) -> Iterator[Problem]:
    ids = [side.id for side in file.sides]
    if len(dict.fromkeys(ids)) < len(ids):
        yield Problem("FT-2.7.6", _("Two sides have the same id."), "sides")
    yield from repeated([side.name for side in file.sides], "sides[{n}].name")
    for number, side in enumerate(file.sides):
        yield from repeated([ship.name for ship in side.ships], f"sides[{number}].ships[{{n}}].name")
        yield from repeated([base.name for base in side.bases], f"sides[{number}].bases[{{n}}].name")
        seats = side_seats(side)
        if len(dict.fromkeys(seats)) < len(seats) or any(seat[0] != side.id for seat in seats):
            text = _("The seats of side {side} are called {side}, or {side}1, {side}2 and so on, each once.", side=side.id)
            yield Problem("FT-2.7.6", text, f"sides[{number}].seats", [side.id])


def repeated(names: list[str], at: str) -> Iterator[Problem]:
    """A problem for each name that stands there before, but for case and spaces."""
    plain = [" ".join(name.casefold().split()) for name in names]
    for number, name in enumerate(plain):
        if name in plain[:number]:
            yield Problem("FT-2.1.1", _("The name {name} is given twice.", name=names[number]), at.format(n=number))


def _problems_of_escape(file: ScenarioFile, designs: dict[str, Design]) -> Iterator[Problem]:
    if file.escape is None:
        return
    escaping = [ship for side in file.sides if side.id == file.escape.side for ship in side.ships]
    known = [designs[ship.design] for ship in escaping if ship.design in designs]
    if file.escape.side not in [side.id for side in file.sides]:
        yield Problem("FT-3.2.20", _("There is no side {side}.", side=file.escape.side), "escape.side", file.sides[0].id)
    elif len(known) == len(escaping) and not any(design.holds for design in known):
        text = _("Side {side} has no ships with cargo that could escape.", side=file.escape.side)
        yield Problem("FT-7.5.2", text, "escape.side")
    if file.escape.edge == "surface":
        if not file.terrain or not file.terrain.planets:
            yield Problem("FT-13.0.1", _("There is no planet to land on."), "escape.edge")
    elif file.table == "unlimited":
        yield Problem("FT-3.2.20", _("Unlimited space has no edge to escape over."), "escape.edge")


def _problems_of_foes(file: ScenarioFile) -> Iterator[Problem]:
    """Sides that there are not, or one side as its own enemy (FT-10.7.3)."""
    sides = [side.id for side in file.sides]
    for number, (one, other) in enumerate(file.never_strike):
        for side in (one, other):
            if side not in sides:
                yield Problem("FT-10.7.3", _("There is no side {side}.", side=side), f"never_strike[{number}]")
        if one == other:
            text = _("Two sides that never strike to each other are different ones.")
            yield Problem("FT-10.7.3", text, f"never_strike[{number}]")


def _problems_of_muster(file: ScenarioFile, muster: MusterFile, designs: dict[str, Design], at: str) -> Iterator[Problem]:
    left, bottom, right, top = muster.zone
    if right - left < 1 or top - bottom < 1 or not (_inside(file, left, bottom) and _inside(file, right, top)):
        text = _("The zone is left, bottom, right, top of a part of the table, 1 MU or more each way.")
        yield Problem("FT-2.3.1", text, f"{at}.zone", [0, 0, 12, DEFAULT_TABLE[1]])
    offered = offered_by(muster, designs)
    yield from unknown_designs(offered, designs, f"{at}.designs")
    known = [designs[key] for key in offered if key in designs]
    if len(offered) > MOST_SHIPS:
        text = _("At most {most} designs can be on offer, not {n}.", most=MOST_SHIPS, n=len(offered))
        yield Problem("FT-1.1.3", text, f"{at}.designs", offered[:MOST_SHIPS])
    if not known or min(price_of(design) for design in known) > muster.points:
        yield Problem("FT-1.1.3", _("No ship on offer can be had for {n} CPV.", n=muster.points), f"{at}.points")


def _problems_of_ship(
    file: ScenarioFile, side: SideFile, ship: ShipFile, designs: dict[str, Design], at: str
) -> Iterator[Problem]:
    yield from unknown_designs([ship.design], designs, f"{at}.design")
    if not _inside(file, *ship.at):
        yield Problem("FT-3.2.20", _("{ship} stands outside the table.", ship=ship.name), f"{at}.at")
    yield from _problems_of_seat(side, ship.seat, f"{at}.seat")
    yield from problems_of_fighters(ship, designs, at)
    course = course_of(ship.course)
    if abs(course.dot(course) - 1.0) > 1e-9:
        yield Problem("FT-3.2.1", _("A course is a clock point or a vector of length 1."), f"{at}.course", ship.facing)


def _problems_of_base(file: ScenarioFile, side: SideFile, base: BaseFile, at: str) -> Iterator[Problem]:
    """Fighters that enter outside the table, for a seat that is none, or of no known type (FT-5.8.10)."""
    if not _inside(file, *base.at):
        yield Problem("FT-5.8.10", _("Fighters of {base} would enter outside the table.", base=base.name), f"{at}.at")
    yield from _problems_of_seat(side, base.seat, f"{at}.seat")
    yield from unknown_types(base.fighters, at)


def _problems_of_seat(side: SideFile, seat: str | None, at: str) -> Iterator[Problem]:
    if seat is not None and seat not in side_seats(side):
        yield Problem("FT-2.7.6", _("Side {side} has no seat {seat}.", side=side.id, seat=seat), at, side_seats(side)[0])


def _problems_of_dummies(file: ScenarioFile, side: SideFile, at: str) -> Iterator[Problem]:
    """Dummies without contacts to hide among, more of them than ships, off the table, of no seat (FT-10.3.1, FT-10.3.2)."""
    if side.dummies and not (file.switches.bogeys and file.switches.dummies):
        yield Problem("FT-10.3.1", _("Dummies need the switches {a} and {b}.", a="bogeys", b="dummies"), f"{at}.dummies")
    if len(side.dummies) > len(side.ships):
        text = _(
            "There are {n} Dummies for {ships} ships; there may be one for each.", n=len(side.dummies), ships=len(side.ships)
        )
        yield Problem("FT-10.3.2", text, f"{at}.dummies")
    for number, dummy in enumerate(side.dummies):
        if not _inside(file, *dummy.at):
            yield Problem("FT-3.2.20", _("A Dummy stands outside the table."), f"{at}.dummies[{number}].at")
        yield from _problems_of_seat(side, dummy.seat, f"{at}.dummies[{number}].seat")


def problems_of_fighters(ship: NamedShip, designs: dict[str, Design], at: str) -> Iterator[Problem]:
    """Groups of no known type or of another people, and more of them than the ship has Bays (FT-5.0.1, FT-9.7.1)."""
    yield from unknown_types(ship.fighters, at)
    for number, group in enumerate(ship.fighters):
        if group.type == DRONES:
            text = _("Drones are grown in battle, and none are brought to it.")
            yield Problem("FT-A.3.24", text, f"{at}.fighters[{number}].type")
        elif ship.design in designs and not _flies(designs[ship.design], group.type):
            fitting = fighters_of(designs[ship.design].people)
            text = _("Those who built {ship} have no fighters of type {type}.", ship=ship.name, type=group.type)
            yield Problem("FT-5.7.1", text, f"{at}.fighters[{number}].type", next(iter(fitting), None))
    bays = fighter_bays(designs[ship.design]) if ship.design in designs else len(ship.fighters)
    if len(ship.fighters) > bays:
        text = _("{ship} has {n} Fighter Bays for {groups} groups.", ship=ship.name, n=bays, groups=len(ship.fighters))
        yield Problem("FT-5.0.1", text, f"{at}.fighters")


def fighter_bays(design: Design) -> int:
    """The Bays into which fighters can be put before a battle: a Womb is empty (FT-A.3.22)."""
    return len(design.by_kind.get("fighter_bay", ()))


def _flies(design: Design, type_: str) -> bool:
    """Whether a people flies a type of fighters, unless peoples mix (FT-A.2.17, FT-A.4.24); no fault of types without any."""
    return design.mixed or type_ in fighters_of(design.people) or type_ not in TYPES or type_ == HEAVY_MISSILE


def unknown_designs(keys: Iterable[str], designs: dict[str, Design], at: str) -> Iterator[Problem]:
    """Designs that there are not."""
    for key in keys:
        if key not in designs:
            nearest = next(iter(difflib.get_close_matches(key, list(designs), 1)), None)
            yield Problem("FT-9.1.1", _("There is no design {key}.", key=key), at, nearest)


def _inside(file: ScenarioFile, x: float, y: float) -> bool:
    width, height = file.table if isinstance(file.table, list) else (math.inf, math.inf)
    return file.table == "unlimited" or (0 <= x <= width and 0 <= y <= height)
