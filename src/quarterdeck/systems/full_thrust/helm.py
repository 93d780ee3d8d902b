"""How a captain plots: every line that a ship could be given, tried at once against where the enemies drift.

All ships of a seat are tried together, as arrays of ships x lines x enemies. Lengths are MU.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import accumulate, pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from quarterdeck.engine.plane import CLOCK, ROOT_3
from quarterdeck.engine.questions import DRIFT
from quarterdeck.systems.full_thrust.gunnery import REACH, Guns, Table, boxes_left, guns_of, hurt, worth
from quarterdeck.systems.full_thrust.movement import thrust_of
from quarterdeck.systems.full_thrust.order_lines import Action, write_line
from quarterdeck.systems.full_thrust.outcome import capacity
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Ship
from quarterdeck.systems.full_thrust.targets import screen_level, working_weapons
from quarterdeck.systems.full_thrust.weapons import mean_damage

Ints = npt.NDArray[np.intp]

Plane: TypeAlias = npt.NDArray[np.complex128]
"""Points and displacements as complex numbers: x is the real part, y the imaginary."""

DIRECTION: Plane = np.array([complex(*point) for point in CLOCK])
UP = 1j
SECTOR_OF_SIGNS: Ints = np.array([4, 5, 2, 1, 3, 0, 3, 0], dtype=np.intp)
"""The sector by three signs: ahead (1), to starboard (2), nearer to the bow-stern line than 30 degrees (4)."""

MARGIN = 1.5
"""How near to the edge of the table a captain lets a ship come, in MU."""
OFF_TABLE = 400.0
"""What a MU too few to stop before the edge costs."""
CAUTION = 0.45
"""What a point of damage taken weighs against one dealt."""
SLOWEST, FASTEST = 2.0, 4.0
"""Velocities below and above which a captain thinks a ship easy prey or hard to handle."""
TOO_FAR, TOO_NEAR, BAND = 1.2, 1.2, 6.0
"""What each MU beyond the best range costs, and each MU within it by more than `BAND`."""
NEAREST = 4
"""The nearest range, in MU, that a captain looks for on purpose."""


class Lines(NamedTuple):
    """Lines for a thrust and a facing: the change of place that each brings, and the direction of the bow after it."""

    lines: tuple[str, ...]
    change: Plane
    bow: Plane


@cache
def lines_for(thrust: int, facing: int) -> Lines:
    """Drift, every burn ahead, and with every facing: turn and burn all, half or nothing, or burn all and turn."""
    plans: list[tuple[Action, ...]] = [(Action("burn", burn),) if burn else () for burn in range(thrust + 1)]
    rest = thrust - 1
    for bow in range(1, 13):
        if bow != facing and thrust:
            turn = Action("rotate_to", bow)
            plans += [(turn, Action("burn", burn)) if burn else (turn,) for burn in sorted({0, (rest + 1) // 2, rest})]
            plans += [(Action("burn", rest), turn)] if rest else []
    ends = [_end(plan, facing) for plan in plans]
    change, bows = [change for change, _bow in ends], [bow for _change, bow in ends]
    return Lines(tuple([write_line(plan) for plan in plans]), np.array(change), DIRECTION[bows])


def _end(plan: tuple[Action, ...], facing: int) -> tuple[complex, int]:
    change = 0j
    for action in plan:
        if action.kind == "rotate_to":
            facing = action.amount
        else:
            change += action.amount * complex(DIRECTION[facing])
    return change, facing


class Tries(NamedTuple):
    """The ends of all lines of several ships in one row: `ship` is the number of the ship, `first` where each one begins.

    `place` is where it ends, `movement` its movement in a turn after that, `bow` the direction it faces.
    """

    ship: Ints
    first: list[int]
    place: Plane
    movement: Plane
    bow: Plane


def plan_orders(view: FleetView, units: list[str]) -> dict[str, str]:
    """A line for each of the ships `units`, all of one side."""
    ships = [view.ships[unit] for unit in units]
    side = ships[0].side
    foes = [ship for ship in view.ships.values() if ship.side != side and ship.status == "fighting"]
    options = [lines_for(thrust_of(ship), ship.facing) for ship in ships]
    tries = _tries(ships, options)
    score = _handling(tries)
    if foes and breaks_off(view, side, foes):
        score += _flight(view, tries)
    else:
        score += _edges(view, ships, tries)
        if foes:
            score += _fight(view, ships, foes, tries)
    _escape(view, ships, tries, score)
    best = [int(score[start:end].argmax()) for start, end in pairwise([*tries.first, len(score)])]
    return {ship.id: option.lines[place] or DRIFT for ship, option, place in zip(ships, options, best, strict=True)}


def _tries(ships: list[Ship], options: list[Lines]) -> Tries:
    counts = [len(option.lines) for option in options]
    number = np.arange(len(ships)).repeat(counts)
    place, drift = _motion(ships)
    movement = drift[number] + np.concatenate([option.change for option in options])
    bows = np.concatenate([option.bow for option in options])
    return Tries(number, list(accumulate([0, *counts[:-1]])), place[number] + movement, movement, bows)


def _motion(ships: list[Ship]) -> Plane:
    """Two rows: where ships are, and how far they drift in a turn."""
    places = [complex(*ship.position) for ship in ships]
    return np.array([places, [complex(ship.course.x * ship.velocity, ship.course.y * ship.velocity) for ship in ships]])


def _handling(tries: Tries) -> Table:
    """No ship lies dead in space or races: both are easy prey."""
    velocity = np.abs(tries.movement)
    handling: Table = -4.0 * np.maximum(0.0, SLOWEST - velocity) - 3.0 * np.maximum(0.0, velocity - FASTEST)
    return handling


def _stopping() -> Table:
    """How far a ship still goes, after the turn that is plotted, before it is braked away: by thrust and whole velocity."""
    way = np.zeros((MOST_THRUST + 1, FASTEST_BRAKED + 1))
    for thrust in range(MOST_THRUST + 1):
        for velocity in range(1, FASTEST_BRAKED + 1):
            left, braking = float(velocity), max(thrust - 1, 0)
            while left > 0.0 and way[thrust, velocity] < 500.0:
                left -= braking
                way[thrust, velocity] += max(left, 0.0)
                braking = thrust
    return way


MOST_THRUST, FASTEST_BRAKED = 20, 60
"""Thrust and velocities above these count as these, for all that `STOPPING` says."""
STOPPING = _stopping()


def _edges(view: FleetView, ships: list[Ship], tries: Tries) -> Table:
    """The cost of lines after which a ship could no longer stop before the edge of the table."""
    if view.scenario.table is None:
        return np.zeros(len(tries.place))
    half = np.array(view.scenario.table)[:, None] / 2.0
    thrust = np.array([min(thrust_of(ship), MOST_THRUST) for ship in ships])[tries.ship]
    velocity = np.array([tries.movement.real, tries.movement.imag])
    off_middle = np.array([tries.place.real, tries.place.imag]) - half
    need = STOPPING[thrust, np.minimum(np.ceil(np.abs(velocity)), FASTEST_BRAKED).astype(np.intp)]
    short = np.maximum(0.0, np.copysign(1.0, velocity) * off_middle + need + MARGIN - half)
    short += np.maximum(0.0, np.abs(off_middle) + MARGIN - half)
    cost: Table = -OFF_TABLE * short.sum(axis=0)
    return cost


def sectors(way: Plane) -> Ints:
    """The sector, 0 to 5 clockwise from ahead, of displacements seen from a ship whose bow points up (imaginary)."""
    ahead, across = way.imag, way.real * ROOT_3
    found: Ints = SECTOR_OF_SIGNS[(ahead > 0.0) + 2 * (across > 0.0) + 4 * (np.abs(across) <= np.abs(ahead))]
    return found


def _fight(view: FleetView, ships: list[Ship], foes: list[Ship], tries: Tries) -> Table:
    """What may be dealt at the end of each line, less what may be taken, and a pull towards the best range after that.

    Arrays are enemies x lines.
    """
    own, theirs = guns_of(ships), guns_of(foes)
    place, drift = _motion(foes)[:, :, None]
    way = place + drift - tries.place
    mu = np.minimum(np.ceil(np.abs(way)), REACH - 1.0).astype(np.intp)
    dealt = own.fire.take(_places(tries.ship, _screens(foes)[:, None], sectors(way * UP / tries.bow), mu))
    bows, number = DIRECTION[[foe.facing for foe in foes]][:, None], np.arange(len(foes))[:, None]
    taken = theirs.expected.take(_places(number, _screens(ships)[tries.ship], sectors(-UP * way / bows), mu))
    best = best_range(own, sum_of_boxes(ships), theirs, sum_of_boxes(foes))
    nearest = np.abs(way + drift - tries.movement).min(axis=0)
    pull = TOO_FAR * np.maximum(0.0, nearest - best) + TOO_NEAR * np.maximum(0.0, best - BAND - nearest)
    score: Table = _gain(view, foes, dealt) - CAUTION * _loss(view, ships, tries, taken) - pull
    return score


def _screens(ships: list[Ship]) -> Ints:
    return np.array([screen_level(ship) for ship in ships], dtype=np.intp)


def _places(ship: Ints, screens: Ints, sector: Ints, mu: Ints) -> Ints:
    """Where the mean damage of a ship stands in the tables of several ships in a row."""
    places: Ints = (18 * ship + 6 * screens + sector) * REACH + mu
    return places


def _gain(view: FleetView, foes: list[Ship], mean: Table) -> Table:
    """What all this damage is worth: the best target in full, a part of what else bears."""
    left = np.array([boxes_left(foe) for foe in foes], dtype=np.float64)[:, None]
    gain = np.minimum(mean, left) * (np.array([worth(view, foe) for foe in foes])[:, None] / left)
    worthwhile: Table = gain.max(axis=0) + 0.2 * gain.sum(axis=0)
    return worthwhile


def _loss(view: FleetView, ships: list[Ship], tries: Tries, mean: Table) -> Table:
    """What the enemies' fire costs, spread over all ships."""
    value = np.array([worth(view, ship) / boxes_left(ship) for ship in ships]) / math.sqrt(len(ships))
    loss: Table = mean.sum(axis=0) * value[tries.ship]
    return loss


def best_range(own: Guns, boxes: float, theirs: Guns, their_boxes: float) -> float:
    """The range, in MU, at which ships deal most in proportion to what they take, each side's best sectors bearing."""
    balance = own.broadside / their_boxes - theirs.broadside / boxes
    return float(balance[NEAREST:].argmax() + NEAREST)


def sum_of_boxes(ships: list[Ship]) -> float:
    """The boxes that ships have left together."""
    return float(sum([boxes_left(ship) for ship in ships]))


def strength(ships: list[Ship]) -> float:
    """How strong ships are together: boxes left times what all their weapons may deal at twelve MU."""
    boxes, guns = 0.0, 0.1
    for ship in ships:
        if ship.status == "fighting":
            boxes += boxes_left(ship)
            for weapon in working_weapons(ship):
                guns += mean_damage(weapon, 12.0, 0)
    return boxes * guns


def breaks_off(view: FleetState, side: str, foes: list[Ship]) -> bool:
    """Whether a side is so far beaten that it is better to leave: it has lost ships and is six times weaker.

    The ships themselves are still worth something then: those that leave count half (see `outcome.scores`).
    """
    own = [ship for ship in view.ships.values() if ship.side == side]
    fighting = [ship for ship in own if ship.status == "fighting"]
    beaten = len(fighting) < len(own) or all(hurt(ship) > 0.5 for ship in fighting)
    return view.scenario.table is not None and beaten and strength(fighting) * 6.0 < strength(foes)


def _flight(view: FleetView, tries: Tries) -> Table:
    """Away over the nearest edge, whatever else the edges cost."""
    width, height = view.scenario.table or (0, 0)
    x, y = tries.place.real, tries.place.imag
    nearest = np.minimum(np.minimum(x, width - x), np.minimum(y, height - y))
    score: Table = -5.0 * nearest
    return score


def _escape(view: FleetView, ships: list[Ship], tries: Tries, score: Table) -> None:
    """Ships with the cargo that a convoy is to bring out make for its edge, whatever else there is to do."""
    escape = view.scenario.escape
    if escape is None or view.scenario.table is None:
        return
    carriers = [ship.side == escape.side and capacity(ship) > 0 for ship in ships]
    rows = np.array(carriers)[tries.ship]
    (width, height), x, y = view.scenario.table, tries.place.real[rows], tries.place.imag[rows]
    way = {"left": x, "right": width - x, "bottom": y, "top": height - y}[escape.edge]
    size, across = (height, y) if escape.edge in ("left", "right") else (width, x)
    off = np.maximum(0.0, np.abs(across - size / 2.0) + MARGIN - size / 2.0)
    score[rows] = -10.0 * way - OFF_TABLE * off
