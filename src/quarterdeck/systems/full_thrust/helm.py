"""How a captain plots: every line that a ship could be given, tried at once against where the enemies drift.

All ships of a seat are tried together, as arrays of ships x lines x enemies. Lengths are MU.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from quarterdeck.engine.plane import CLOCK
from quarterdeck.engine.questions import DRIFT
from quarterdeck.systems.full_thrust.gunnery import (
    REACH,
    Battery,
    Table,
    batteries,
    boxes_left,
    broadside_of,
    expected_fire_of,
    fire_of,
    hurt,
    worth,
)
from quarterdeck.systems.full_thrust.movement import thrust_of
from quarterdeck.systems.full_thrust.order_lines import Action, write_line
from quarterdeck.systems.full_thrust.outcome import capacity
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Ship
from quarterdeck.systems.full_thrust.targets import screen_level

Ints = npt.NDArray[np.intp]

CLOCK_X = np.array([point.x for point in CLOCK])
CLOCK_Y = np.array([point.y for point in CLOCK])
ROOT_3 = math.sqrt(3.0)
SECTOR_OF_SIGNS: Ints = np.array([4, 5, 2, 1, 3, 0, 3, 0], dtype=np.intp)
"""The sector by three signs: ahead (1), to starboard (2), nearer to the bow-stern line than 30 degrees (4)."""

MARGIN = 1.5
"""How near to the edge of the table a captain lets a ship come, in MU."""
OFF_TABLE = 400.0
"""What a MU too few to stop before the edge costs."""
CAUTION = 0.6
"""What a point of damage taken weighs against one dealt."""
FASTEST = 12.0
"""The velocity above which a captain thinks a ship hard to handle."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines for a thrust and a facing: the change of place that each brings, and the facing after it."""

    lines: tuple[str, ...]
    x: Table
    y: Table
    facing: Ints


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
    x, y, bows = [], [], []
    for plan in plans:
        bow, dx, dy = facing, 0.0, 0.0
        for action in plan:
            if action.kind == "rotate_to":
                bow = action.amount
            else:
                dx, dy = dx + action.amount * CLOCK[bow].x, dy + action.amount * CLOCK[bow].y
        x.append(dx)
        y.append(dy)
        bows.append(bow)
    return Lines(tuple([write_line(plan) for plan in plans]), np.array(x), np.array(y), np.array(bows, dtype=np.intp))


@dataclass(slots=True)
class Tries:
    """The ends of all lines of several ships, padded to the longest: arrays of ships x lines."""

    x: Table
    y: Table
    facing: Ints
    velocity_x: Table
    velocity_y: Table
    velocity: Table


def plan_orders(view: FleetView, units: list[str]) -> dict[str, str]:
    """A line for each of the ships `units`, all of one side."""
    ships = [view.ships[unit] for unit in units]
    side = ships[0].side
    foes = [ship for ship in view.ships.values() if ship.side != side and ship.status == "fighting"]
    options = [lines_for(thrust_of(ship), ship.facing) for ship in ships]
    tries = _tries(ships, options)
    score = _handling(tries) + _edges(view, ships, tries)
    if foes:
        if breaks_off(view, side, foes):
            score += _flight(view, ships, tries)
        else:
            score += _fight(view, ships, foes, tries)
    _escape(view, ships, tries, score)
    for row, option in enumerate(options):
        score[row, len(option.lines) :] = -np.inf
    best = score.argmax(axis=1)
    return {ship.id: option.lines[int(place)] or DRIFT for ship, option, place in zip(ships, options, best, strict=True)}


def _tries(ships: list[Ship], options: list[Lines]) -> Tries:
    most = max(len(option.lines) for option in options)
    dx, dy = np.zeros((len(ships), most)), np.zeros((len(ships), most))
    facing = np.ones((len(ships), most), dtype=np.intp)
    for row, option in enumerate(options):
        count = len(option.lines)
        dx[row, :count], dy[row, :count], facing[row, :count] = option.x, option.y, option.facing
    motion = np.array([(*ship.position, ship.course.x * ship.velocity, ship.course.y * ship.velocity) for ship in ships])
    velocity_x, velocity_y = motion[:, 2:3] + dx, motion[:, 3:4] + dy
    velocity = np.sqrt(velocity_x * velocity_x + velocity_y * velocity_y)
    return Tries(motion[:, 0:1] + velocity_x, motion[:, 1:2] + velocity_y, facing, velocity_x, velocity_y, velocity)


def _handling(tries: Tries) -> Table:
    """No ship lies dead in space or races: both are easy prey."""
    slow, fast = np.maximum(0.0, 3.0 - tries.velocity), np.maximum(0.0, tries.velocity - FASTEST)
    handling: Table = -4.0 * slow - 3.0 * fast
    return handling


FASTEST_BRAKED = 60
"""Velocities above this are braked no better than this one, for all that the tables say."""


@cache
def stopping(thrust: int) -> Table:
    """How far a ship still goes, after the turn that is plotted, before a velocity is braked away: by whole velocity."""
    way = np.zeros(FASTEST_BRAKED + 1)
    for velocity in range(1, FASTEST_BRAKED + 1):
        left, braking = float(velocity), max(thrust - 1, 0)
        while left > 0.0 and way[velocity] < 500.0:
            left -= braking
            way[velocity] += max(left, 0.0)
            braking = thrust
    return way


def _edges(view: FleetView, ships: list[Ship], tries: Tries) -> Table:
    """The cost of lines after which a ship could no longer stop before the edge of the table."""
    if view.scenario.table is None:
        return np.zeros_like(tries.x)
    width, height = view.scenario.table
    ways = np.array([stopping(thrust_of(ship)) for ship in ships])
    rows = np.arange(len(ships))[:, None]
    short = np.zeros_like(tries.x)
    for size, at, velocity in ((width, tries.x, tries.velocity_x), (height, tries.y, tries.velocity_y)):
        speed = np.minimum(np.ceil(np.abs(velocity)), FASTEST_BRAKED).astype(np.intp)
        room = np.where(velocity > 0.0, size - at, at)
        short += np.maximum(0.0, ways[rows, speed] + MARGIN - room)
        short += np.maximum(0.0, np.abs(at - size / 2.0) + MARGIN - size / 2.0)
    cost: Table = -OFF_TABLE * short
    return cost


def sectors(facing_x: Table | float, facing_y: Table | float, x: Table, y: Table) -> Ints:
    """The sector, 0 to 5 clockwise from ahead, of displacements x, y for bows that point to facing_x, facing_y."""
    ahead = facing_x * x + facing_y * y
    across = (facing_y * x - facing_x * y) * ROOT_3
    signs = (ahead > 0.0) + 2 * (across > 0.0) + 4 * (np.abs(across) <= np.abs(ahead))
    found: Ints = SECTOR_OF_SIGNS[signs]
    return found


def _fight(view: FleetView, ships: list[Ship], foes: list[Ship], tries: Tries) -> Table:
    """What may be dealt at the end of each line, less what may be taken, and a pull towards the best range after that."""
    own, theirs = batteries(ships), batteries(foes)
    motion = np.array([(*foe.position, foe.course.x * foe.velocity, foe.course.y * foe.velocity) for foe in foes])
    x = motion[:, 0] + motion[:, 2] - tries.x[:, :, None]
    y = motion[:, 1] + motion[:, 3] - tries.y[:, :, None]
    mu = np.minimum(np.ceil(np.sqrt(x * x + y * y)), REACH - 1.0).astype(np.intp)
    bearing = sectors(CLOCK_X[tries.facing][:, :, None], CLOCK_Y[tries.facing][:, :, None], x, y)
    bows = [foe.facing for foe in foes]
    dealt = fire_of(own).take(_places(np.arange(len(ships))[:, None, None], _screens(foes), bearing, mu))
    taken = expected_fire_of(theirs).take(
        _places(np.arange(len(foes)), _screens(ships)[:, None, None], sectors(CLOCK_X[bows], CLOCK_Y[bows], -x, -y), mu)
    )
    score = _gain(view, foes, dealt) - CAUTION * _loss(view, ships, taken)
    next_x, next_y = x + motion[:, 2] - tries.velocity_x[:, :, None], y + motion[:, 3] - tries.velocity_y[:, :, None]
    nearest = np.sqrt((next_x * next_x + next_y * next_y).min(axis=2))
    best = best_range(own, sum_of_boxes(ships), theirs, sum_of_boxes(foes))
    pull: Table = TOO_FAR * np.maximum(0.0, nearest - best) + TOO_NEAR * np.maximum(0.0, best - BAND - nearest)
    return score - pull


def _screens(ships: list[Ship]) -> Ints:
    return np.array([screen_level(ship) for ship in ships], dtype=np.intp)


def _places(ship: Ints, screens: Ints, sector: Ints, mu: Ints) -> Ints:
    """Where the mean damage of a ship stands in the tables of several ships in a row."""
    places: Ints = ((ship * 3 + screens) * 6 + sector) * REACH + mu
    return places


def _gain(view: FleetView, foes: list[Ship], mean: Table) -> Table:
    """What all this damage is worth: the best target in full, a part of what else bears."""
    left = np.array([boxes_left(foe) for foe in foes], dtype=np.float64)
    gain = np.minimum(mean, left) * (np.array([worth(view, foe) for foe in foes]) / left)
    worthwhile: Table = gain.max(axis=2) + 0.2 * gain.sum(axis=2)
    return worthwhile


def _loss(view: FleetView, ships: list[Ship], mean: Table) -> Table:
    """What the enemies' fire costs, spread over all ships."""
    value = np.array([worth(view, ship) / boxes_left(ship) for ship in ships]) / math.sqrt(len(ships))
    loss: Table = mean.sum(axis=2) * value[:, None]
    return loss


TOO_FAR, TOO_NEAR = 0.8, 0.8
"""What each MU beyond the best range costs, and each MU within it by more than `BAND`."""
BAND = 6.0


def best_range(own: tuple[Battery, ...], boxes: float, theirs: tuple[Battery, ...], their_boxes: float) -> float:
    """The range, in MU, at which ships deal most in proportion to what they take, each side's best sectors bearing."""
    balance = broadside_of(own) / their_boxes - broadside_of(theirs) / boxes
    return float(balance[NEAREST:].argmax() + NEAREST)


NEAREST = 4
"""The nearest range, in MU, that a captain looks for on purpose."""


def sum_of_boxes(ships: list[Ship]) -> float:
    """The boxes that ships have left together."""
    return float(sum([boxes_left(ship) for ship in ships]))


def strength(ships: list[Ship]) -> float:
    """How strong ships are together: boxes left times what they may deal at twelve MU."""
    fighting = [ship for ship in ships if ship.status == "fighting"]
    return sum_of_boxes(fighting) * (float(broadside_of(batteries(fighting))[12]) + 0.1)


def breaks_off(view: FleetState, side: str, foes: list[Ship]) -> bool:
    """Whether a side is so far beaten that it is better to leave: it has lost ships and is six times weaker.

    The ships themselves are still worth something then: those that leave count half (see `outcome.scores`).
    """
    own = [ship for ship in view.ships.values() if ship.side == side]
    fighting = [ship for ship in own if ship.status == "fighting"]
    beaten = len(fighting) < len(own) or all(hurt(ship) > 0.5 for ship in fighting)
    return view.scenario.table is not None and beaten and strength(fighting) * 6.0 < strength(foes)


def _flight(view: FleetView, ships: list[Ship], tries: Tries) -> Table:
    """Away over the nearest edge: what the edges cost is paid back, and more."""
    width, height = view.scenario.table or (0, 0)
    nearest = np.minimum(np.minimum(tries.x, width - tries.x), np.minimum(tries.y, height - tries.y))
    score: Table = -_edges(view, ships, tries) - 5.0 * nearest
    return score


def _escape(view: FleetView, ships: list[Ship], tries: Tries, score: Table) -> None:
    """Ships with the cargo that a convoy is to bring out make for its edge, whatever else there is to do."""
    escape = view.scenario.escape
    if escape is None or view.scenario.table is None:
        return
    width, height = view.scenario.table
    for row, ship in enumerate(ships):
        if ship.side == escape.side and capacity(ship):
            x, y = tries.x[row], tries.y[row]
            way = {"left": x, "right": width - x, "bottom": y, "top": height - y}[escape.edge]
            off = np.maximum(0.0, MARGIN - (y if escape.edge in ("left", "right") else x))
            off += np.maximum(0.0, MARGIN - (height - y if escape.edge in ("left", "right") else width - x))
            score[row] = -10.0 * way - OFF_TABLE * off
