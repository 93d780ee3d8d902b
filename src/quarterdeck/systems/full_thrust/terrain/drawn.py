"""How terrain is drawn: each kind by its own pattern, orbits as circles, drifts as arrows."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.plane import CLOCK, ORIGIN, distance, rotated
from quarterdeck.engine.scene import Area, Circle, Item, Path, Pattern, Polygon, Shape, Terrain, Token
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.planets.orbit import orbit_radius, orbital_velocity
from quarterdeck.systems.full_thrust.state import Body, BodyKind, FleetView

PATTERNS: dict[BodyKind, Pattern] = {
    "asteroid": "body",
    "cloud": "cloud",
    "fringe": "cloud",
    "swarm": "rocks",
    "debris": "shards",
    "planet": "planet",
    "station": "station",
}
KIND_NAMES: dict[BodyKind, Text] = {
    "asteroid": _("asteroid"),
    "cloud": _("dust cloud"),
    "fringe": _("thin air"),
    "swarm": _("meteor swarm"),
    "debris": _("debris"),
    "wreck": _("wreck"),
    "planet": _("planet"),
    "station": _("installation"),
}
HARMLESS = ("wreck", "station")
ORBIT_CORNERS = 72
"""The corners of the circle that an orbit path is drawn with."""


def terrain_items(view: FleetView) -> Iterator[Item]:
    """All bodies, those that others lie on first, with where they drift to and the orbit paths of planets."""
    for body in view.bodies.values():
        if body.kind != "wreck":
            yield _terrain(body)
    for body in view.bodies.values():
        if body.kind == "wreck":
            yield _wreck(view, body)
        if body.kind == "planet":
            yield from _orbit(body)
        if body.drift != ORIGIN and body.kind != "station":
            way = (body.position, body.position.plus(body.drift))
            number = str(round(distance(*way)))
            yield Path(id=f"{body.id}.v", ref=body.id, style="vector", points=way, text=number)
    yield from _around(view)


def _terrain(body: Body) -> Terrain:
    shape: Shape = Circle(body.position, body.radius)
    if body.corners:
        shape = Polygon(tuple([body.position.plus(corner) for corner in body.corners]))
    return Terrain(
        id=body.id,
        ref=body.id,
        say=said(body),
        pattern=PATTERNS[body.kind],
        shape=shape,
        danger=body.kind not in HARMLESS,
        name=body.name if body.kind in ("planet", "cloud", "swarm") else "",
    )


def said(body: Body) -> Text:
    """What is read out of a body."""
    x, y = round(body.position.x, 1), round(body.position.y, 1)
    words = _("{name}, {kind} at {x}, {y}", name=body.name, kind=KIND_NAMES[body.kind], x=x, y=y)
    return _("{body}, {n} damage points", body=words, n=body.points) if body.points else words


def _orbit(planet: Body) -> Iterator[Item]:
    reach, step = orbit_radius(planet), 6.283185307179586 / ORBIT_CORNERS
    up = CLOCK[12]
    ring = [planet.position.plus(rotated(up, step * corner), reach) for corner in range(ORBIT_CORNERS)]
    text = _("orbit at {n} MU", n=orbital_velocity(planet.radius))
    yield Path(id=f"{planet.id}.o", ref=planet.id, style="orbit", points=(*ring, ring[0]), text=text, at=0.0)


def _wreck(view: FleetView, body: Body) -> Token:
    ship = view.ships[body.id.removesuffix("-wreck")]
    return Token(
        id=ship.id,
        side=ship.side,
        ref=ship.id,
        say=_("{ship}, a drifting wreck", ship=ship.name),
        style="wreck",
        silhouette="wreck",
        at=body.position,
        heading=ship.facing % 12 * 30,
        name=ship.name,
        named=False,
        ring="none",
    )


def _around(view: FleetView) -> Iterator[Item]:
    """Where flares reach, where a planet's window is, and how near to dock."""
    terrain = view.scenario.terrain
    if terrain and terrain.flares and terrain.flares.centre is not None:
        shape = Circle(terrain.flares.centre, terrain.flares.radius)
        yield Area(id="flares", say=_("where flares reach"), style="warn", shape=shape)
    if terrain and terrain.edge and view.scenario.table:
        (width, height), (low, high) = view.scenario.table, terrain.edge.window
        deep = 1.0
        boxes = {
            "left": ((0.0, low), (deep, low), (deep, high), (0.0, high)),
            "right": ((width - deep, low), (width, low), (width, high), (width - deep, high)),
            "bottom": ((low, 0.0), (high, 0.0), (high, deep), (low, deep)),
            "top": ((low, height - deep), (high, height - deep), (high, height), (low, height)),
        }
        words = _("the window into orbit, at {n} MU or less", n=terrain.edge.velocity)
        yield Area(id="window", say=words, style="zone", shape=Polygon(boxes[terrain.edge.edge]))


def has_remains(view: FleetView, ship: str) -> bool:
    """Whether what is left of a destroyed ship is drawn as a body."""
    return f"{ship}-wreck" in view.bodies or f"{ship}-debris" in view.bodies
