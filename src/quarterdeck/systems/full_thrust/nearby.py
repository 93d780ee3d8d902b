"""What lies near a place: ships, fighter groups, ordnance, mines and the bodies of terrain (FT-8.1.7)."""

from __future__ import annotations

from collections.abc import Container
from typing import TypeAlias

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.state import Body, FighterGroup, FleetState, Marker, Ship

Nearby: TypeAlias = Ship | FighterGroup | Marker | Body

NO_OBJECTS: tuple[str, ...] = ("cloud", "swarm", "debris")
"""The kinds of body that are areas and no objects (FT-8.1.7)."""


def gap_to(place: Vector, thing: Nearby) -> float:
    """How far a thing is from a place, in MU; a body from its edge on, 0 within it."""
    far = apart(place, thing.position)
    return max(0.0, far - thing.radius) if isinstance(thing, Body) else far


def objects_near(state: FleetState, place: Vector, radius: float, without: Container[str] = ()) -> list[Nearby]:
    """All objects within `radius` MU of a place, its edge included, the nearest first (FT-8.1.7, FT-2.1.7).

    They are ships and contacts of whichever side, wrecks adrift, installations, asteroids, planets, fighter groups in space,
    ordnance markers and mines, but those whose ids are in `without`. Clouds, swarms and fields of debris are no objects.
    """
    things: list[Nearby] = [ship for ship in state.ships.values() if ship.on_table]
    things += [group for group in state.groups.values() if group.on_table]
    things += state.markers.values()
    things += [body for body in state.bodies.values() if body.kind not in NO_OBJECTS]
    near = [(gap_to(place, thing), thing) for thing in things if thing.id not in without]
    return [thing for _gap, thing in sorted([each for each in near if each[0] <= radius], key=lambda each: each[0])]
