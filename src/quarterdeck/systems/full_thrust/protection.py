"""How hits meet armour, Phalon Shell and hull (FT-4.5.1 to FT-4.5.6, FT-A.4.3 to FT-A.4.6, FT-A.4.26).

A weapon states what it does as `Blow` after `Blow`; this module alone says where their points are crossed off. It knows no
ships and rolls no dice: the referee and the odds go by it alike. Layers of a Shell are lists of boxes, the inmost first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

Sort: TypeAlias = Literal["beam", "split", "kinetic", "direct"]


class Blow(NamedTuple):
    """What one weapon, one fighter salvo or one mine does, by the way in which it meets protection.

    - ``beam``: `points` of the first dice, of their rerolls, of the rerolls of these and so on: armour stops the first only
      (FT-4.3.6), and of a Shell each goes a layer deeper (FT-A.4.5). A single figure is ordinary damage (FT-A.4.3).
    - ``split``: one part for armour and one for the hull (FT-4.5.3), or for a layer and the next (FT-A.4.4).
    - ``kinetic``: the points of each single hit, of which armour takes one and each layer one (FT-A.2.6, FT-A.4.6).
    - ``direct``: points straight to the hull, past armour and Shell (FT-A.4.26).
    """

    sort: Sort
    points: tuple[int, ...]

    def shares(self) -> tuple[int, int]:
        """The points for armour, and those past it (FT-4.5.3, FT-4.5.6, FT-A.2.6).

        >>> Blow("kinetic", (8, 4)).shares()
        (2, 10)
        """
        points = self.points
        match self.sort:
            case "beam" | "split":
                return points[0], sum(points[1:])
            case "kinetic":
                return len(points), sum(points) - len(points)
            case "direct":
                return 0, sum(points)


def ordinary(points: int) -> Blow:
    """Points that armour takes first as far as it goes (FT-4.5.1, FT-A.4.3)."""
    return Blow("beam", (points,))


def split(armour: int, hull: int) -> Blow:
    """Points of which armour and hull each get a part (FT-4.5.3, FT-A.4.4)."""
    return Blow("split", (armour, hull))


def direct(points: int) -> Blow:
    """Points that nothing keeps from the hull (FT-4.8.3, FT-A.4.26)."""
    return Blow("direct", (points,))


def shares_of(blows: Iterable[Blow]) -> tuple[int, int]:
    """The shares of an attack: what its blows have for armour, and what goes past it (FT-4.5.6)."""
    armour = hull = 0
    for blow in blows:
        for_armour, past = blow.shares()
        armour += for_armour
        hull += past
    return armour, hull


# Shell


def outermost(layers: list[int]) -> int:
    """The outermost layer that has boxes left, by its place; -1 for none."""
    return max((place for place, boxes in enumerate(layers) if boxes), default=-1)


def strike_shell(layers: list[int], blow: Blow) -> int:
    """Cross off the boxes of a Shell that a blow takes, and return the points that reach the hull.

    Depth is counted from the outermost layer that is left when the blow falls (FT-A.4.5).

    >>> shell = [6, 1]
    >>> strike_shell(shell, split(3, 2)), shell
    (0, [2, 0])
    """
    outer, points = outermost(layers), blow.points
    places: tuple[int, ...]
    match blow.sort:
        case "direct":
            return sum(points)
        case "kinetic":
            return sum([_through(layers, one) for one in points])
        case "split":
            within = outermost(layers[:outer]) if outer > 0 else -1
            places = (outer, outer if within < 0 else within)
        case "beam":
            places = tuple([outer - depth for depth in range(len(points))])
    return sum([_inward(layers, place, one) for place, one in zip(places, points, strict=True)])


def _inward(layers: list[int], place: int, points: int) -> int:
    """Points from a layer on inward: what one cannot take goes to the next, and to the hull after the last (FT-A.4.3)."""
    for layer in range(place, -1, -1):
        taken = min(points, layers[layer])
        layers[layer] -= taken
        points -= taken
    return points


def _through(layers: list[int], points: int) -> int:
    """One kinetic hit: a box of every layer that is left, from the outside in, the rest to the hull (FT-A.2.7)."""
    for layer in range(len(layers) - 1, -1, -1):
        if points and layers[layer]:
            layers[layer] -= 1
            points -= 1
    return points
