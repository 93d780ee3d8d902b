"""What a map shows, as data for whoever draws: shapes, marks, things on it, the map itself, and patches of all that.

Lengths are in the game's unit, angles in degrees clockwise from up, parts from 0 to 1. There are no pixels and no colours:
tones and styles are names whose look is the drawer's. A plane has x to the right and y up, hexes are axial q, r, squares
column, row. A `ref` points at a unit (``am``), at one of its parts (``am/w1``), at a hex (``hex:7,3``) or at an event
(``e118``): one name space for map, panels, sheet and log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from quarterdeck.engine.text import Text

Words: TypeAlias = "Text | str"
Tone: TypeAlias = Literal["ink", "mid", "plan", "warn", "bad", "side"]


# Places and shapes


@dataclass(frozen=True, slots=True)
class Of:
    """The place of a unit: of its planned token while one is drawn, else of its live one; angles there are from its heading."""

    ref: str


Point: TypeAlias = "tuple[float, ...] | Of"
"""Two numbers, or three with the altitude; a `plane.Vector` is one."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Sector:
    """The part of a ring between two radii and two angles."""

    centre: Point
    inner: float
    outer: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Bands:
    """A sector cut into range bands: `steps` are their outer radii with what they say, `inner` the limits of arcs inside."""

    at: Point
    start: float
    end: float
    steps: tuple[tuple[float, Words], ...]
    inner: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Polygon:
    """A polygon by its corners."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """Hexes or squares, each with a number to show where it has a third one."""

    cells: tuple[tuple[int, ...], ...]


Shape: TypeAlias = "Circle | Sector | Bands | Polygon | Cells"


# Marks on things


@dataclass(frozen=True, slots=True)
class Icon:
    """A glyph of the drawer's set or, as ``<system>:beam``, of the system's art; `arcs` draws the ring of so many `sectors`."""

    glyph: str
    text: str = ""
    arcs: tuple[tuple[float, float], ...] = ()
    sectors: Literal[4, 6, 8] = 6


@dataclass(frozen=True, slots=True)
class Badge:
    """A small mark on a token or beside a name, and what it says in words."""

    icon: Icon
    tone: Tone
    say: Words
    text: Words = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """What is left of something, called `say`: in rows, as pips or ticks, on a meter; or, as steps, `at` which one it stands."""

    kind: Literal["rows", "pips", "ticks", "meter", "steps"]
    of: int | tuple[int, ...]
    left: int | tuple[int, ...] | None = None
    at: int | None = None
    say: Words = ""


# Things on the map


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """What all things on a map have: drawn keyed by `id`, pointing at `ref` and `also` at others that share it, said as `say`.

    `layer` is what it can be hidden with, by its style where it is empty. `show` says when it is there: always if empty, else
    while one of its refs is selected (``sel``), hovered or focused (``hover``), asked about.
    """

    id: str
    side: str = ""
    ref: str = ""
    also: tuple[str, ...] = ()
    say: Words = ""
    layer: Literal["", "terrain", "areas", "tracks", "vectors", "ranges", "names"] = ""
    show: tuple[Literal["sel", "hover", "asked"], ...] = ()


Pattern: TypeAlias = Literal[
    "rocks", "body", "cloud", "bolts", "shards", "mines", "well", "spiral",
    "buoy", "land", "shoal", "fog", "wreck", "planet", "station",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrain(Item):
    """Terrain; `danger` if it harms."""

    pattern: Pattern
    shape: Shape
    danger: bool = False
    name: Words = ""
    heading: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Area(Item):
    """An area that means something."""

    style: Literal["bands", "reach", "arc", "zone", "blast", "template", "warn", "cover"]
    shape: Shape


PathStyle: TypeAlias = Literal["track", "vector", "plan", "leg", "beam", "guns", "missiles", "ram", "link", "orbit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Path(Item):
    """A line through points. `text` stands `at` that part of it, `beside` it; `blocked` is the part at which it ends blocked."""

    style: PathStyle
    points: tuple[Point, ...]
    ticks: bool = False
    text: Words = ""
    at: float = 0.55
    beside: Literal["port", "starboard", "on"] = "starboard"
    strong: bool = False
    blocked: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Token(Item):
    """A unit, its ghost or its remains.

    `size` is its true length and width, the drawer's own without; `count` how many it stands for, `stack` which stack it is in.
    `named` is false where its group is named elsewhere; names of a high `priority` are kept where there is no room for all.
    """

    style: Literal["live", "done", "drift", "plan", "contact", "marker", "wreck", "gone"]
    silhouette: str
    at: Point
    heading: float = 0.0
    size: tuple[float, float] | None = None
    count: int = 1
    stack: str = ""
    level: Literal["air", "surface", "under"] = "surface"
    name: str = ""
    named: bool = True
    priority: Literal[0, 1, 2, 3] = 0
    bars: tuple[Bar, ...] = ()
    badges: tuple[Badge, ...] = ()
    ring: Literal["clock", "plain", "none"] = "clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label(Item):
    """Words on the map."""

    at: Point
    text: Words
    tone: Tone = "mid"


# Maps


@dataclass(frozen=True, slots=True)
class Plane:
    """An open plane from 0, 0 to `size`, without end where there is none; lines every `grid`, crosses every `cross` units.

    `clock` is into how many points directions are divided, `star` what the drawer scatters the stars by.
    """

    unit: str
    size: tuple[float, float] | None = None
    grid: float = 0
    cross: float = 0
    clock: Literal[0, 6, 12] = 0
    metric: Literal["euclid"] = "euclid"
    star: int = 0


@dataclass(frozen=True, slots=True)
class Tiles:
    """A map of hexes or squares with `holes`; `metric` is how distances are counted: over hexes, or diagonals of squares."""

    kind: Literal["hex", "squares"]
    columns: int
    rows: int
    unit: str
    metric: Literal["hex", "max", "alternate"]
    holes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Cards:
    """No map: the panels are all there is."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A map and what is on it, in the order of drawing within each kind and style."""

    map: Plane | Tiles | Cards
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Patch:
    """Things to draw over a scene or to change in it, and the ids of those that go; `number` is the event's."""

    set: tuple[Item, ...] = ()
    drop: tuple[str, ...] = ()
    number: int | None = None
