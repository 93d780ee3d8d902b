"""Scenario documents: the table, the sides, what they field or may pick, the agreed options, and how it is won.

A document names designs by key, out of those that come with the game and those that it holds by value in `designs`.
Courses and facings are clock points; a course between points is a unit vector (FT-3.2.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import cache
from importlib.resources import files

from quarterdeck.engine.documents import read_fields
from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.text import _
from quarterdeck.engine.yamls import read_yaml
from quarterdeck.systems.full_thrust.aliens.guns import PLASMA_RADIUS
from quarterdeck.systems.full_thrust.fighters.files import read_base, read_groups, write_base
from quarterdeck.systems.full_thrust.scenario import (
    MORALE_LIMIT,
    Deployment,
    DummySetup,
    Escape,
    Muster,
    Scenario,
    SideSetup,
    Switches,
)
from quarterdeck.systems.full_thrust.scenario_checks import problems_of_scenario
from quarterdeck.systems.full_thrust.scenario_files import (
    RULES,
    DummyFile,
    MusterFile,
    ScenarioFile,
    ShipFile,
    SideFile,
    course_of,
    offered_by,
    side_seats,
)
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.shipyard import load_designs, read_design, write_design
from quarterdeck.systems.full_thrust.terrain.files import read_terrain, write_terrain
from quarterdeck.systems.full_thrust.terrain.posts import read_post, write_post


def read_scenario(data: Json) -> Scenario | list[Problem]:
    """A scenario document as a scenario, or everything that is wrong with it, by field."""
    file = read_fields(ScenarioFile, data, RULES, "FT-1.1.1")
    if isinstance(file, list):
        return file
    own, problems = own_designs(file.designs)
    designs = {**packaged_designs(), **own}
    problems += problems_of_scenario(file, designs)
    return problems or _scenario(file, designs)


@cache
def packaged_designs() -> dict[str, Design]:
    """The designs that come with the game."""
    return load_designs()


def own_designs(documents: Mapping[str, Json]) -> tuple[dict[str, Design], list[Problem]]:
    """The designs that a document holds by value, by key, and what is wrong with them (FT-9.1.1)."""
    designs: dict[str, Design] = {}
    problems: list[Problem] = []
    for key, document in documents.items():
        design = read_design(document)
        if isinstance(design, list):
            problems += [Problem(p.rule, p.text, f"designs.{key}.{p.at}", p.nearest) for p in design]
        elif design.key != key:
            text = _("The design under {key} is called {own}.", key=key, own=design.key)
            problems.append(Problem("FT-9.1.1", text, f"designs.{key}.key", key))
        else:
            designs[key] = design
    return designs, problems


def _scenario(file: ScenarioFile, designs: dict[str, Design]) -> Scenario:
    sides = tuple(_side(side, designs) for side in file.sides)
    used = [ship.design for side in sides for ship in side.ships]
    used += [key for side in sides if side.muster for key in side.muster.designs]
    return Scenario(
        key=file.key,
        title=file.title,
        text=file.text,
        table=(file.table[0], file.table[1]) if isinstance(file.table, list) else None,
        turn_limit=file.turn_limit,
        sides=sides,
        designs={key: designs[key] for key in dict.fromkeys(used)},
        escape=Escape(file.escape.side, file.escape.edge, file.escape.share) if file.escape else None,
        switches=Switches(**file.switches.model_dump()),
        terrain=read_terrain(file.terrain) if file.terrain else None,
        morale_limit=file.morale_limit,
        plasma_radius=file.plasma_radius,
        never_strike=tuple([(one, other) for one, other in file.never_strike]),
    )


def _side(side: SideFile, designs: dict[str, Design]) -> SideSetup:
    seats = side_seats(side)
    ships = tuple(_deployment(side, number, ship) for number, ship in enumerate(side.ships, 1))
    bases = tuple(read_base(side.id, number, base, seats[0]) for number, base in enumerate(side.bases, 1))
    dummies = tuple([_dummy(side, dummy) for dummy in side.dummies])
    muster = _muster(side.muster, designs) if side.muster else None
    return SideSetup(side.id, side.name, tuple(seats), ships, muster, bases, dummies)


def _dummy(side: SideFile, dummy: DummyFile) -> DummySetup:
    place = Vector(float(dummy.at[0]), float(dummy.at[1]))
    return DummySetup(dummy.seat or side_seats(side)[0], dummy.thrust, place, CLOCK[dummy.course], dummy.velocity)


def _deployment(side: SideFile, number: int, ship: ShipFile) -> Deployment:
    return Deployment(
        id=f"{side.id}{number}",
        design=ship.design,
        name=ship.name,
        seat=ship.seat or side_seats(side)[0],
        position=Vector(float(ship.at[0]), float(ship.at[1])),
        course=course_of(ship.course),
        velocity=ship.velocity,
        facing=ship.facing,
        fighters=read_groups(ship.fighters),
        post=read_post(ship.post, {each.name: f"{side.id}{place}" for place, each in enumerate(side.ships, 1)}),
        arrives=ship.arrives,
        carrier=_id_of(side, ship.tender or ship.tug),
        towed=ship.tug is not None,
    )


def _id_of(side: SideFile, name: str | None) -> str:
    """The id of the ship of this name, none for no name."""
    return next((f"{side.id}{number}" for number, ship in enumerate(side.ships, 1) if ship.name == name), "")


def _muster(muster: MusterFile, designs: dict[str, Design]) -> Muster:
    left, bottom, right, top = (float(edge) for edge in muster.zone)
    offered = tuple(offered_by(muster, designs))
    return Muster(muster.points, offered, (left, bottom, right, top), muster.velocity, muster.facing)


# Writing


def write_scenario(scenario: Scenario) -> Json:
    """The document of a scenario, every design and switch by value, that reads back to an equal one."""
    escape = scenario.escape
    return {
        "key": scenario.key,
        "title": scenario.title,
        "text": scenario.text,
        "table": list(scenario.table) if scenario.table else "unlimited",
        "turn_limit": scenario.turn_limit,
        "switches": {switch.name: getattr(scenario.switches, switch.name) for switch in fields(Switches)},
        "sides": [_write_side(side) for side in scenario.sides],
        "escape": asdict(escape) if escape else None,
        **({"terrain": write_terrain(scenario.terrain)} if scenario.terrain else {}),
        "designs": {key: write_design(design) for key, design in scenario.designs.items()},
        **({"morale_limit": scenario.morale_limit} if scenario.morale_limit != MORALE_LIMIT else {}),
        **({"plasma_radius": scenario.plasma_radius} if scenario.plasma_radius != PLASMA_RADIUS else {}),
        **({"never_strike": [list(pair) for pair in scenario.never_strike]} if scenario.never_strike else {}),
    }


def _write_side(side: SideSetup) -> Json:
    whole: dict[str, Json] = {"id": side.id, "name": side.name, "seats": list(side.seats)}
    if side.bases:
        whole["bases"] = [write_base(base) for base in side.bases]
    if side.muster is None:
        names = {ship.id: ship.name for ship in side.ships}
        dummies = {"dummies": [_write_dummy(dummy) for dummy in side.dummies]} if side.dummies else {}
        return {**whole, "ships": [_write_ship(ship, names) for ship in side.ships], **dummies}
    muster = side.muster
    offer = {"points": muster.points, "designs": list(muster.designs), "zone": list(muster.zone)}
    return {**whole, "muster": {**offer, "velocity": muster.velocity, "facing": muster.facing}}


def _write_dummy(dummy: DummySetup) -> Json:
    place = {"at": list(dummy.position), "course": CLOCK.index(dummy.course, 1), "velocity": dummy.velocity}
    return {"thrust": dummy.thrust, **place, "seat": dummy.seat}


def _write_ship(ship: Deployment, names: Mapping[str, str]) -> Json:
    """A ship of a document; what it does not have is left out. `names` are those of its side's ships, by id."""
    company = {"tug" if ship.towed else "tender": names[ship.carrier]} if ship.carrier else {}
    course: Json = CLOCK.index(ship.course, 1) if ship.course in CLOCK else list(ship.course)
    return {
        "design": ship.design,
        "name": ship.name,
        "at": list(ship.position),
        "course": course,
        "velocity": ship.velocity,
        "facing": ship.facing,
        "seat": ship.seat,
        **({"fighters": [asdict(group) for group in ship.fighters]} if ship.fighters else {}),
        **({"post": write_post(ship.post, names)} if ship.post else {}),
        **({"arrives": True} if ship.arrives else {}),
        **company,
    }


# The scenarios that come with the game


@cache
def packaged_scenarios() -> dict[str, Scenario]:
    """The scenarios that come with the game, by key; `Refused` where one is wrong."""
    folder = files("quarterdeck.systems.full_thrust") / "data" / "scenarios"
    found = [_packaged(sheet.read_text("utf-8")) for sheet in sorted(folder.iterdir(), key=lambda sheet: sheet.name)]
    return {scenario.key: scenario for scenario in found}


def _packaged(text: str) -> Scenario:
    scenario = read_scenario(read_yaml(text))
    if isinstance(scenario, list):
        raise Refused(scenario)
    return scenario
