"""Place: where one or several units are put, within a region, with a heading if asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, TypeAlias

from quarterdeck.engine import scene
from quarterdeck.engine.dress import Dress, Figure, Kind, PlaceRow
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions.base import Question, keys_of, malformed
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, _, plain

MARK = "it"
"""The key of the answer where no unit but a mark is placed."""
MOST_ATTEMPTS = 100
"""So often a unit looks for a random place among those before it, and so often all begin anew."""

Heading: TypeAlias = int | None


class Pose(NamedTuple):
    """Where a unit is put and, if asked, the clock point or side of the hex that it faces."""

    at: Vector
    heading: Heading = None


class Region(Protocol):
    """Where something may be placed."""

    def holds(self, point: Vector) -> bool:
        """Whether a point lies within, its edge included."""
        ...

    def nearest(self, point: Vector) -> Vector:
        """The point within that is nearest."""
        ...

    def sample(self, rng: Rng) -> Vector:
        """Any point within."""
        ...


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, edges included."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, point: Vector) -> bool:
        """See `Region`."""
        return self.left <= point.x <= self.right and self.bottom <= point.y <= self.top

    def nearest(self, point: Vector) -> Vector:
        """See `Region`."""
        return Vector(min(self.right, max(self.left, point.x)), min(self.top, max(self.bottom, point.y)))

    def sample(self, rng: Rng) -> Vector:
        """See `Region`."""
        return Vector(self.left + (self.right - self.left) * rng.random(), self.bottom + (self.top - self.bottom) * rng.random())


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle with all within."""

    centre: Vector
    radius: float

    def holds(self, point: Vector) -> bool:
        """See `Region`."""
        gap = point.minus(self.centre)
        return gap.dot(gap) <= self.radius * self.radius

    def nearest(self, point: Vector) -> Vector:
        """See `Region`."""
        gap = point.minus(self.centre)
        return point if self.holds(point) else self.centre.plus(gap, self.radius / gap.length())

    def sample(self, rng: Rng) -> Vector:
        """See `Region`."""
        square = Rectangle(-1.0, -1.0, 1.0, 1.0)
        while (point := square.sample(rng)).dot(point) > 1.0:
            pass
        return self.centre.plus(point, self.radius)


@dataclass(frozen=True, slots=True)
class Cells:
    """Some hexes or squares, by their coordinates."""

    cells: tuple[tuple[int, int], ...]

    def holds(self, point: Vector) -> bool:
        """See `Region`."""
        return (point.x, point.y) in self.cells

    def nearest(self, point: Vector) -> Vector:
        """See `Region`."""
        return min((Vector(*cell) for cell in self.cells), key=lambda cell: cell.minus(point).dot(cell.minus(point)))

    def sample(self, rng: Rng) -> Vector:
        """See `Region`."""
        return Vector(*rng.choice(self.cells))


@dataclass(slots=True, kw_only=True)
class Place(Question[dict[str, Pose]]):
    """A pose for each unit (``{"at": [x, y], "heading": 3}``), within the region, on the grid, at least `apart` from others.

    Without units one mark is placed, under the key `MARK`. `headings` is how many there are: 12 for clock points, 6 for hex
    sides, 0 for none. Coordinates are rounded to `grid`.
    """

    KIND: ClassVar[Kind] = "place"
    GIVE: ClassVar[Text] = _("Place")

    region: Region
    units: dict[str, Text]
    grid: float = 0.1
    headings: Literal[0, 6, 12] = 0
    apart: float = 0.0

    def _names(self) -> dict[str, Text]:
        return self.units or {MARK: _("mark")}

    def read(self, answer: Json) -> dict[str, Pose] | list[Problem]:
        """All units with a point of finite numbers, and a heading where it is asked for."""
        names = self._names()
        if problems := keys_of(answer, names, _("unit")):
            return problems
        poses: dict[str, Pose] = {}
        for unit, name in names.items():
            pose = self._pose(answer.get(unit))
            if pose is None:
                return malformed(self._wanted(name), unit)
            poses[unit] = pose
        return poses

    def _wanted(self, name: Text) -> Text:
        if self.headings:
            return _("{unit} needs a place of two numbers and a heading from 1 to {n}.", unit=name, n=self.headings)
        return _("{unit} needs a place of two numbers.", unit=name)

    def _pose(self, given: Json) -> Pose | None:
        if isinstance(given, Pose):
            given = given._asdict()
        if not isinstance(given, dict):
            return None
        at, heading = given.get("at"), given.get("heading")
        if not isinstance(at, (list, tuple)) or len(at) != 2 or not all(map(_is_number, at)):
            return None
        if self.headings and (type(heading) is not int or not 1 <= heading <= self.headings):
            return None
        return Pose(Vector(self._on_grid(at[0]), self._on_grid(at[1])), heading if self.headings else None)

    def _on_grid(self, number: float) -> float:
        return round(round(number / self.grid) * self.grid, 6) + 0.0

    def illegal(self, view: Any, value: dict[str, Pose]) -> list[Problem]:
        """Units outside the region, and units too near to each other."""
        problems = [self._outside(unit, pose) for unit, pose in value.items() if not self.region.holds(pose.at)]
        return problems + [self._too_near(a, b) for a, b in self._near_pairs(value)]

    def _outside(self, unit: str, pose: Pose) -> Problem:
        nearest = self._nearest(pose.at)
        text = _("{unit} is outside the zone.", unit=self._names()[unit])
        return Problem(self.rule, text, unit, {"at": [nearest.x, nearest.y], "heading": pose.heading})

    def _nearest(self, point: Vector) -> Vector:
        """The place of the grid within the region that is nearest to a point."""
        edge, steps = self.region.nearest(point), (-self.grid, 0.0, self.grid)
        around = [Vector(self._on_grid(edge.x + x), self._on_grid(edge.y + y)) for x in steps for y in steps]
        within = [place for place in around if self.region.holds(place)]
        return min(within, key=lambda place: place.minus(point).dot(place.minus(point)), default=edge)

    def _too_near(self, a: str, b: str) -> Problem:
        names = self._names()
        return Problem(self.rule, _("{a} and {b} are less than {n} apart.", a=names[a], b=names[b], n=self.apart), a)

    def _near_pairs(self, value: dict[str, Pose]) -> list[tuple[str, str]]:
        units, square = list(value), self.apart * self.apart
        gaps = [(a, b, value[a].at.minus(value[b].at)) for i, a in enumerate(units) for b in units[:i]]
        return [(a, b) for a, b, gap in gaps if gap.dot(gap) < square]

    def default(self, view: Any) -> dict[str, Pose]:
        """The first legal spread that a fixed sequence of points over the region gives."""
        return self.sample(view, _Spread())

    def sample(self, view: Any, rng: Rng) -> dict[str, Pose]:
        """Each unit at a random legal place; where one finds none left, all are placed anew."""
        poses: dict[str, Pose] = {}
        for _attempt in range(MOST_ATTEMPTS):
            poses = {unit: self._random_pose(rng) for unit in self._names()}
            if all(self._finds_place(view, unit, poses, rng) for unit in poses):
                break
        return poses

    def _finds_place(self, view: Any, unit: str, poses: dict[str, Pose], rng: Rng) -> bool:
        """Move a unit at random until it is legal beside those before it; whether it found a place."""
        units = list(poses)
        before = {other: poses[other] for other in units[: units.index(unit)]}
        for _try in range(MOST_ATTEMPTS):
            if not self.illegal(view, {**before, unit: poses[unit]}):
                return True
            poses[unit] = self._random_pose(rng)
        return False

    def _random_pose(self, rng: Rng) -> Pose:
        at = self.region.sample(rng)
        heading = rng.randrange(self.headings) + 1 if self.headings else None
        return Pose(Vector(self._on_grid(at.x), self._on_grid(at.y)), heading)

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """A row for each unit with its place, or figures to type for a single one; the zone and what is placed on the map."""
        dress = Question.outline(self, view, draft)
        held = draft if isinstance(draft, dict) else {}
        poses = {unit: self._pose(held.get(unit)) for unit in self._names()}
        placed = {unit: pose for unit, pose in poses.items() if pose is not None}
        wrong = [problem.at for problem in self.illegal(view, placed)]
        dress.rows = [self._row(view, unit, held.get(unit), pose, unit in wrong) for unit, pose in poses.items()]
        dress.fields = list(self._figures(*poses.values())) if len(poses) == 1 else []
        dress.patch = scene.Patch((*self._zone(), *self._tokens(view, placed)))
        return dress

    def missing(self, dress: Dress) -> Text | None:
        """As of any question, but that nothing is placed."""
        return NOTHING_PLACED if dress.draft is None else Question.missing(self, dress)

    def _row(self, view: Any, unit: str, given: Json, pose: Pose | None, wrong: bool) -> PlaceRow:
        return PlaceRow(
            unit,
            self._names()[unit],
            ref=unit,
            line=given,
            state=_("{at}, not allowed", at=self._where(pose)) if wrong else self._where(pose),
            silhouette=self.silhouette(view, unit),
            at=pose.at if pose else None,
            heading=pose.heading if pose else None,
        )

    @staticmethod
    def _where(pose: Pose | None) -> Text:
        if pose is None:
            return _("not placed")
        at = _("{x}, {y}", x=pose.at.x, y=pose.at.y)
        return at if pose.heading is None else _("{at}, heading {heading}", at=at, heading=pose.heading)

    def _figures(self, pose: Pose | None) -> Iterator[Figure]:
        yield Figure(_("x"), "x", pose.at.x if pose else None)
        yield Figure(_("y"), "y", pose.at.y if pose else None)
        if self.headings:
            yield Figure(_("Heading"), "heading", pose.heading if pose else None)

    def _zone(self) -> Iterator[scene.Item]:
        shape = shape_of(self.region)
        if shape is not None:
            yield scene.Area(id=ZONE, style="zone", shape=shape)

    def _tokens(self, view: Any, poses: dict[str, Pose]) -> Iterator[scene.Item]:
        points = self.headings or 1
        for unit, (at, heading) in poses.items():
            rot = (heading or 0) % points * 360 / points
            sil, say, name = self.silhouette(view, unit), self._names()[unit], self.plate(unit)
            yield scene.Token(
                id=f"draft:{unit}", ref=unit, say=say, style="plan", silhouette=sil, at=at, heading=rot, name=name, ring="none"
            )

    def plate(self, unit: str) -> str:
        """What stands beside a unit where it is placed on the map; where there is one thing only, nothing need."""
        return plain(self._names()[unit]) if len(self.units) > 1 else ""

    def silhouette(self, view: Any, unit: str) -> str:
        """The silhouette of what is placed, of the system's art; a rule system's question says it here."""
        return "marker"


ZONE = "draft:zone"
"""The area of the map within which units are placed."""
NOTHING_PLACED = _("Nothing is placed yet.")


def shape_of(region: Region) -> scene.Shape | None:
    """A region as a shape of the map; None for one that is none of those here."""
    match region:
        case Rectangle(left=left, bottom=bottom, right=right, top=top):
            return scene.Polygon(((left, bottom), (right, bottom), (right, top), (left, top)))
        case Disc(centre=centre, radius=radius):
            return scene.Circle(centre, radius)
        case Cells(cells=cells):
            return scene.Cells(cells)
        case _:
            return None


class _Spread:
    """A sequence that is spread evenly and always the same, where a default needs an `Rng`."""

    def __init__(self) -> None:
        self.index = 0

    def random(self) -> float:
        self.index += 1
        step, base = divmod(self.index, 2)
        golden = 0.6180339887498949 if base else 0.7548776662466927
        return (step * golden + 0.5) % 1.0

    def randrange(self, stop: int, /) -> int:
        return 0

    def choice(self, seq: Any) -> Any:
        self.index += 1
        return seq[self.index % len(seq)]

    def shuffle(self, x: Any) -> None:
        pass


def _is_number(value: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -1e6 < value < 1e6
