"""What terrain a scenario has: bodies, scattered rocks, flares, a planet beyond an edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from quarterdeck.engine.pickled import Pickled
from quarterdeck.engine.plane import CLOCK, ORIGIN, Clock, Vector
from quarterdeck.engine.text import Text, _, ngettext

SetupKind: TypeAlias = Literal["asteroid", "cloud", "swarm", "planet"]

SIZES: dict[str, float] = {"small": 0.5, "large": 1.0}
"""The radius of rocks in MU by their size (FT-12.1.2)."""
MOST_SCATTERED = 40


@dataclass(frozen=True, slots=True)
class Drift(Pickled):
    """A course on the clock and a velocity in MU a turn, set before the battle (FT-12.2.1)."""

    course: Clock
    velocity: int

    def vector(self) -> Vector:
        """The way of a turn in MU."""
        return ORIGIN.plus(CLOCK[self.course], self.velocity)


@dataclass(frozen=True, slots=True)
class BodySetup(Pickled):
    """A body: place and radius in MU; `corners` on the table of an area of another shape; `fringe` MU of thin air."""

    kind: SetupKind
    name: str
    position: Vector
    radius: float
    corners: tuple[Vector, ...] = ()
    drift: Drift | None = None
    fringe: float = 0.0


@dataclass(frozen=True, slots=True)
class Scatter(Pickled):
    """So many rocks that the dice place in a zone: left, bottom, right, top in MU."""

    number: int
    zone: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Flares(Pickled):
    """Flares come on this face or more, in all space or within a circle (FT-12.4.1)."""

    chance: int = 6
    centre: Vector | None = None
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class PlanetEdge(Pickled):
    """A planet beyond an edge: a window, in MU along it, and the greatest safe velocity (FT-13.1.5).

    With `jump_limit` the opposite edge is the limit beyond which ships may jump (FT-13.1.6).
    """

    edge: Literal["left", "right", "bottom", "top"]
    window: tuple[float, float]
    velocity: int = 6
    jump_limit: bool = False


@dataclass(frozen=True, slots=True)
class Terrain(Pickled):
    """All terrain of a scenario.

    The asteroids are one field with one `drift`, rolled for where it says ``rolled`` (FT-12.2.1). `landing` is the thrust that
    fully and partly streamlined ships need in the atmosphere (FT-13.2.2).
    """

    bodies: tuple[BodySetup, ...] = ()
    scatter: Scatter | None = None
    drift: Drift | Literal["rolled"] | None = None
    flares: Flares | None = None
    edge: PlanetEdge | None = None
    landing: tuple[int, int] = (4, 6)

    def facts(self) -> list[Text]:
        """What is worth knowing before a battle, in sentences."""
        found: list[Text] = []
        rocks = len([body for body in self.bodies if body.kind == "asteroid"]) + (self.scatter.number if self.scatter else 0)
        if rocks:
            found.append(ngettext("There is {n} asteroid; it blocks fire.", "There are {n} asteroids; they block fire.", rocks))
        if self.drift == "rolled":
            found.append(_("The asteroids drift; dice decide how."))
        if self.flares:
            found.append(_("The star flares on {n} or more at the end of a turn.", n=self.flares.chance))
        if self.edge:
            (low, high), n = self.edge.window, self.edge.velocity
            found.append(
                _("A planet lies beyond an edge. {low} to {high} MU along it ships leave into its orbit.", low=low, high=high)
            )
            found.append(_("They must not be faster than {n} MU.", n=n))
        return found
