"""How a captain keeps clear of rocks, planets and dust: what lines cost whose way crosses them.

Lines are arrays of ends, all of one place of start each, as complex numbers in MU (see `helm`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quarterdeck.systems.full_thrust.planets.orbit import orbital_velocity
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.terrain.areas import CLOUDY
from quarterdeck.systems.full_thrust.terrain.clouds import SAFE
from quarterdeck.systems.full_thrust.terrain.collisions import HARD
from quarterdeck.systems.full_thrust.terrain.swarms import FAST, STONY

Plane = npt.NDArray[np.complex128]
Table = npt.NDArray[np.float64]

ROOM = 0.4
"""How far a captain keeps off a rock, in MU."""
WRECK = 3000.0
"""What a way through a rock or a planet costs where the drive may not save the ship."""
SOON = 150.0
"""What it costs if the ship would drift through it in the turn after."""
METEORS, DUST = 12.0, 6.0
"""What each die of meteors costs, and a way through dust at too high a velocity."""


def orbit_floor(state: FleetState, ship: Ship) -> float:
    """The movement in MU below which a ship would sink from its orbit; 0 where it is in none (FT-13.1.4)."""
    return orbital_velocity(state.bodies[ship.orbit.planet].radius) - 0.5 if ship.orbit is not None else 0.0


def hazards(state: FleetState, start: Plane, end: Plane, movement: Plane, thrust: Table, floor: Table) -> Table:
    """What the ways from `start` to `end` cost, and drifting on by `movement` after them.

    `thrust` and `floor` (see `orbit_floor`) are those of the ship of each way.
    """
    speed = np.abs(movement)
    cost: Table = np.where(speed < floor, -WRECK, 0.0)
    for body in state.bodies.values():
        place = complex(*body.position) + complex(*body.drift)
        gap = _gap(start, end, place)
        if body.kind in (*HARD, "planet"):
            needed = 7.0 if body.kind == "planet" else np.maximum(speed - thrust, 0.0)
            cost -= WRECK * np.minimum(needed - 1.0, 6.0).clip(0.0) / 6.0 * (gap < body.radius + ROOM)
            later = _gap(end, end + movement, place + complex(*body.drift))
            cost -= SOON * np.minimum(needed, 6.0) / 6.0 * (later < body.radius + ROOM)
        elif body.kind in STONY:
            cost -= METEORS * (speed // FAST) * (gap < body.radius)
        elif body.kind in CLOUDY:
            cost -= DUST * (speed > SAFE) * (gap < body.radius)
    return cost


def _gap(start: Plane, end: Plane, place: complex) -> Table:
    """How near ways pass to a place."""
    way = end - start
    square = np.maximum((way * way.conj()).real, 1e-12)
    along = np.clip(((place - start) * way.conj()).real / square, 0.0, 1.0)
    found: Table = np.abs(start + way * along - place)
    return found
