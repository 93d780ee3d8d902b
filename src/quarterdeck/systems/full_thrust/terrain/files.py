"""The terrain of a scenario document: how it is written, what can be wrong with it, and how it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from quarterdeck.engine.documents import ONE_LINE, Fields
from quarterdeck.engine.plane import Vector, distance
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.terrain.setup import (
    MOST_SCATTERED,
    SIZES,
    BodySetup,
    Drift,
    Flares,
    PlanetEdge,
    Scatter,
    SetupKind,
    Terrain,
)

Label: TypeAlias = Annotated[str, Field(max_length=60), ONE_LINE]
Length: TypeAlias = Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)]
Point: TypeAlias = Annotated[list[Length], Field(min_length=2, max_length=2)]
Radius: TypeAlias = Annotated[float, Field(gt=0, le=500, allow_inf_nan=False)]
Box: TypeAlias = Annotated[list[Length], Field(min_length=4, max_length=4)]
Clock: TypeAlias = Annotated[int, Field(ge=1, le=12)]


class DriftFile(Fields):
    """A course and a velocity."""

    course: Clock
    velocity: Annotated[int, Field(ge=0, le=60)]


class RockFile(Fields):
    """An asteroid: small, large, or of a radius of its own."""

    at: Point
    size: Literal["small", "large"] = "small"
    radius: Radius | None = None
    name: Label = ""


class ScatterFile(Fields):
    """Asteroids that the dice place in a zone: left, bottom, right, top."""

    number: Annotated[int, Field(ge=1, le=MOST_SCATTERED)]
    zone: Box


class AsteroidsFile(Fields):
    """The field of asteroids: those placed by hand, those scattered, and how all of them drift."""

    rocks: Annotated[list[RockFile], Field(max_length=100)] = []
    scatter: ScatterFile | None = None
    drift: DriftFile | Literal["rolled"] | None = None


class AreaFile(Fields):
    """A cloud or a swarm: a circle, or a polygon by its corners on the table."""

    at: Point | None = None
    radius: Radius | None = None
    corners: Annotated[list[Point], Field(max_length=60)] = []
    name: Label = ""
    drift: DriftFile | None = None


class PlanetFile(Fields):
    """A planet, with so many MU of thin air round it."""

    at: Point
    radius: Annotated[float, Field(ge=1, le=500, allow_inf_nan=False)]
    name: Label = ""
    fringe: Annotated[float, Field(ge=0, le=500, allow_inf_nan=False)] = 0.0


class FlaresFile(Fields):
    """Flares: on which face, and in which circle if not everywhere."""

    chance: Annotated[int, Field(ge=1, le=6)] = 6
    at: Point | None = None
    radius: Radius | None = None


class EdgeFile(Fields):
    """A planet beyond an edge, with its window along it."""

    edge: Literal["left", "right", "bottom", "top"]
    window: Annotated[list[Length], Field(min_length=2, max_length=2)]
    velocity: Annotated[int, Field(ge=0, le=60)] = 6
    jump_limit: bool = False


class TerrainFile(Fields):
    """All terrain of a scenario."""

    asteroids: AsteroidsFile = AsteroidsFile()
    clouds: Annotated[list[AreaFile], Field(max_length=40)] = []
    swarms: Annotated[list[AreaFile], Field(max_length=40)] = []
    planets: Annotated[list[PlanetFile], Field(max_length=12)] = []
    flares: FlaresFile | None = None
    edge: EdgeFile | None = None
    landing: Annotated[list[Annotated[int, Field(ge=0, le=60)]], Field(min_length=2, max_length=2)] = [4, 6]


NAMES: dict[SetupKind, str] = {"asteroid": "A", "cloud": "C", "swarm": "S", "planet": "P"}
"""How bodies without a name are called, with their numbers."""


def problems_of(file: TerrainFile, table: Sequence[int] | None) -> Iterator[Problem]:
    """What is wrong with terrain whose fields can be read; `table` is width and height in MU."""
    for kind, areas in (("clouds", file.clouds), ("swarms", file.swarms)):
        for number, area in enumerate(areas):
            round_ = area.at is not None and area.radius is not None
            if round_ == bool(area.corners) or 0 < len(area.corners) < 3:
                text = _("An area has a place and a radius, or three corners and more.")
                yield Problem("FT-12.3.5" if kind == "clouds" else "FT-12.5.1", text, f"terrain.{kind}[{number}]")
    if file.asteroids.scatter:
        left, bottom, right, top = file.asteroids.scatter.zone
        if right <= left or top <= bottom:
            text = _("The zone is left, bottom, right, top.")
            yield Problem("FT-12.1.2", text, "terrain.asteroids.scatter.zone", [left, bottom, left + 12, bottom + 12])
    if file.flares and (file.flares.at is None) != (file.flares.radius is None):
        yield Problem("FT-12.4.1", _("The circle of flares has a place and a radius."), "terrain.flares")
    if file.edge:
        yield from _problems_of_edge(file.edge, table)


def _problems_of_edge(edge: EdgeFile, table: Sequence[int] | None) -> Iterator[Problem]:
    if table is None:
        yield Problem("FT-13.1.5", _("Unlimited space has no edge beyond which a planet could lie."), "terrain.edge")
        return
    low, high = edge.window
    length = table[1] if edge.edge in ("left", "right") else table[0]
    if not 0 <= low < high <= length:
        text = _("The window is two places along the edge, which is {n} MU long.", n=length)
        yield Problem("FT-13.1.5", text, "terrain.edge.window", [length / 2 - 3, length / 2 + 3])


def read_terrain(file: TerrainFile) -> Terrain:
    """The terrain of a document without problems."""
    rocks = [_rock(number, rock) for number, rock in enumerate(file.asteroids.rocks, 1)]
    clouds = [_area("cloud", number, area) for number, area in enumerate(file.clouds, 1)]
    swarms = [_area("swarm", number, area) for number, area in enumerate(file.swarms, 1)]
    planets = [_planet(number, planet) for number, planet in enumerate(file.planets, 1)]
    scatter, drift, flares, edge = file.asteroids.scatter, file.asteroids.drift, file.flares, file.edge
    return Terrain(
        bodies=(*rocks, *clouds, *swarms, *planets),
        scatter=Scatter(scatter.number, _box(scatter.zone)) if scatter else None,
        drift=_drift(drift) if isinstance(drift, DriftFile) else drift,
        flares=Flares(flares.chance, _point(flares.at) if flares.at else None, flares.radius or 0.0) if flares else None,
        edge=PlanetEdge(edge.edge, (edge.window[0], edge.window[1]), edge.velocity, edge.jump_limit) if edge else None,
        landing=(file.landing[0], file.landing[1]),
    )


def _point(at: Sequence[float]) -> Vector:
    return Vector(float(at[0]), float(at[1]))


def _box(zone: Sequence[float]) -> tuple[float, float, float, float]:
    left, bottom, right, top = (float(edge) for edge in zone)
    return left, bottom, right, top


def _drift(drift: DriftFile | None) -> Drift | None:
    return Drift(drift.course, drift.velocity) if drift else None


def _name(kind: SetupKind, number: int, name: str) -> str:
    return name or f"{NAMES[kind]}{number}"


def _rock(number: int, rock: RockFile) -> BodySetup:
    return BodySetup("asteroid", _name("asteroid", number, rock.name), _point(rock.at), rock.radius or SIZES[rock.size])


def _area(kind: SetupKind, number: int, area: AreaFile) -> BodySetup:
    """A circle or a polygon, whose place is the mean of its corners and whose radius goes round them."""
    name, drift = _name(kind, number, area.name), _drift(area.drift)
    if not area.corners:
        return BodySetup(kind, name, _point(area.at or (0.0, 0.0)), area.radius or 0.0, drift=drift)
    corners = [_point(corner) for corner in area.corners]
    middle = Vector(0.0, 0.0)
    for corner in corners:
        middle = middle.plus(corner, 1.0 / len(corners))
    return BodySetup(kind, name, middle, max(distance(corner, middle) for corner in corners), tuple(corners), drift)


def _planet(number: int, planet: PlanetFile) -> BodySetup:
    return BodySetup("planet", _name("planet", number, planet.name), _point(planet.at), planet.radius, fringe=planet.fringe)


# Writing


def write_terrain(terrain: Terrain) -> Json:
    """The document of terrain, which reads back to an equal one; what is not there is left out."""
    kinds: dict[str, list[BodySetup]] = {}
    for body in terrain.bodies:
        kinds.setdefault(body.kind, []).append(body)
    rocks = [{"at": list(rock.position), "radius": rock.radius, "name": rock.name} for rock in kinds.get("asteroid", ())]
    field: dict[str, Json] = {"rocks": rocks} if rocks else {}
    if terrain.scatter:
        field["scatter"] = {"number": terrain.scatter.number, "zone": list(terrain.scatter.zone)}
    if terrain.drift:
        field["drift"] = terrain.drift if terrain.drift == "rolled" else asdict(terrain.drift)
    whole: dict[str, Json] = {"asteroids": field} if field else {}
    for kind, key in (("cloud", "clouds"), ("swarm", "swarms")):
        if kind in kinds:
            whole[key] = [_write_area(area) for area in kinds[kind]]
    if "planet" in kinds:
        whole["planets"] = [
            {"at": list(p.position), "radius": p.radius, "name": p.name, **({"fringe": p.fringe} if p.fringe else {})}
            for p in kinds["planet"]
        ]
    if terrain.flares:
        circle = {"at": list(terrain.flares.centre), "radius": terrain.flares.radius} if terrain.flares.centre else {}
        whole["flares"] = {"chance": terrain.flares.chance, **circle}
    if terrain.edge:
        whole["edge"] = {**asdict(terrain.edge), "window": list(terrain.edge.window)}
    if terrain.landing != (4, 6):
        whole["landing"] = list(terrain.landing)
    return whole


def _write_area(area: BodySetup) -> Json:
    drift = {"drift": asdict(area.drift)} if area.drift else {}
    if area.corners:
        return {"corners": [list(corner) for corner in area.corners], "name": area.name, **drift}
    return {"at": list(area.position), "radius": area.radius, "name": area.name, **drift}
