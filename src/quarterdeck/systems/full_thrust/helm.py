"""How a captain plots: every line that a ship could be given, tried at once against where the enemies drift.

All ships of a seat are tried together, as arrays of ships x lines x enemies. Lengths are MU.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from quarterdeck.engine.plane import CLOCK, ROOT_3, Vector
from quarterdeck.engine.questions import DRIFT
from quarterdeck.systems.full_thrust.aliens.husbandry import planned_thrust, power_line
from quarterdeck.systems.full_thrust.core_systems import in_control
from quarterdeck.systems.full_thrust.ftl.breaking_off import jumps_away
from quarterdeck.systems.full_thrust.gunnery import BAND, FARTHEST, Guns, Table, boxes_left, foes_of, guns_of, hurt, worth
from quarterdeck.systems.full_thrust.movement import thrust_of
from quarterdeck.systems.full_thrust.order_lines import Action, write_line
from quarterdeck.systems.full_thrust.outcome import capacity
from quarterdeck.systems.full_thrust.planets.pilot import landing_line, lands
from quarterdeck.systems.full_thrust.state import FleetView, Ship
from quarterdeck.systems.full_thrust.targets import screen_level
from quarterdeck.systems.full_thrust.terrain.caution import hazards, orbit_floor

Ints = npt.NDArray[np.intp]
Signs = npt.NDArray[np.int8]

Plane: TypeAlias = npt.NDArray[np.complex128]
"""Points and displacements as complex numbers: x is the real part, y the imaginary."""

DIRECTION: Plane = np.array([complex(*point) for point in CLOCK])
LEVEL, SHIP = 6 * (FARTHEST + 1), 18 * (FARTHEST + 1)
"""How many figures the tables of `Guns` hold for a Screen level and for a ship; for each sector one by range band."""
COLUMN_OF_SIGNS: Ints = (FARTHEST + 1) * np.array([4, 5, 2, 1, 3, 0, 3, 0], dtype=np.intp)
"""Where in these the sector begins, by three signs: ahead (1), to starboard (2), nearer to the bow line than 30 degrees (4)."""

MARGIN = 1.5
"""How near to the edge of the table a captain lets a ship come, in MU."""
OFF_TABLE = 400.0
"""What a MU too few to stop before the edge costs."""
GONE = 100.0
"""How many such MU it counts on top to leave the table at once."""
CAUTION = 1.1
"""What a point of damage taken weighs against one dealt."""
AT_REST = 30.0
"""What it costs to lie still, where everyone can aim."""
SLOWEST, FASTEST = 2.0, 6.0
"""Velocities below and above which a captain thinks a ship easy prey or hard to handle."""
TOO_FAR, TOO_NEAR, EASE = 1.2, 1.2, 6.0
"""What each MU beyond the best range costs, and each MU within it by more than `EASE`."""
READY, LOOKING = 3.0, 2
"""What each point of damage is worth that a ship could do to the enemy in its best arc, were the range in this band."""
NEAREST = 4
"""The nearest range, in MU, that a captain looks for on purpose."""


STRAGGLING, TOGETHER = 3.0, 8.0
"""What each MU beyond `TOGETHER` costs that a ship is away from the middle of its fleet."""


CLOCK_POINTS = range(1, 13)


class Lines(NamedTuple):
    """Lines for a thrust and a facing: the change of place that each brings, and the direction of the bow after it."""

    lines: tuple[str, ...]
    change: Plane
    bow: Plane


@cache
def lines_for(thrust: int, facing: int, pushes: bool = False) -> Lines:
    """Drift, every burn ahead, and with every facing: turn and burn all, half or nothing, or burn all and turn.

    With an Advanced Drive also to push all or half in every direction as the ship lies, or with any bow (FT-A.2.1).
    """
    plans: list[tuple[Action, ...]] = [(Action("burn", burn),) if burn else () for burn in range(thrust + 1)]
    rest = thrust - 1
    for bow in range(1, 13):
        if bow != facing and thrust:
            turn = Action("rotate_to", bow)
            plans += [(turn, Action("burn", burn)) if burn else (turn,) for burn in sorted({0, (rest + 1) // 2, rest})]
            plans += [(Action("burn", rest), turn)] if rest else []
    if pushes and thrust:
        plans += [(Action("push", points, way),) for way in CLOCK_POINTS for points in sorted({(thrust + 1) // 2, thrust})]
        turns = [Action("rotate_to", bow) for bow in CLOCK_POINTS if bow != facing]
        plans += [(turn, Action("push", rest, way)) for turn in turns for way in CLOCK_POINTS if rest]
    ends = [_end(plan, facing) for plan in plans]
    change, bows = [change for change, _bow in ends], [bow for _change, bow in ends]
    return Lines(tuple([write_line(plan) for plan in plans]), np.array(change), DIRECTION[bows])


def _end(plan: tuple[Action, ...], facing: int) -> tuple[complex, int]:
    change = 0j
    for action in plan:
        if action.kind == "rotate_to":
            facing = action.amount
        else:
            change += action.amount * complex(DIRECTION[action.toward or facing])
    return change, facing


class Fleet(NamedTuple):
    """Ships as arrays: guns, boxes left, what they are worth, Screen levels, place, drift in a turn, direction of the bow."""

    guns: Guns
    boxes: Table
    worth: Table
    screens: Ints
    place: Plane
    drift: Plane
    bow: Plane


def fleet_of(view: FleetView, ships: list[Ship]) -> Fleet:
    """The ships of a side that are in the fight."""
    place = np.array([complex(*ship.position) for ship in ships])
    drift = np.array([complex(ship.course.x * ship.velocity, ship.course.y * ship.velocity) for ship in ships])
    boxes = np.array([float(boxes_left(ship)) for ship in ships])
    value = np.array([worth(view, ship) for ship in ships])
    screens = np.array([screen_level(ship) for ship in ships])
    bow = DIRECTION.take([ship.facing for ship in ships])
    return Fleet(guns_of(ships), boxes, value, screens, place, drift, bow)


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
    beaten = breaks_off(view, ships[0].side)
    options, _tries, best = _plan(view, ships, beaten=beaten)
    lines = {ship.id: option.lines[place] or DRIFT for ship, option, place in zip(ships, options, best, strict=True)}
    lines.update({ship.id: "UNDOCK" for ship in ships if ship.dock is not None and not ship.dock.leaving})
    if view.bodies:
        lines.update({s.id: landing_line(view, s, o.lines) for s, o in zip(ships, options, strict=True) if lands(view, s)})
    lines.update({ship.id: "FTL" for ship in ships if beaten and jumps_away(view, ship)})
    lines.update({ship.id: power_line(view, ship, lines[ship.id]) for ship in ships if ship.design.generators})
    return lines


def foreseen(view: FleetView, side: str) -> dict[str, Vector]:
    """Where ships that others of the fight control will be, if they plot as a captain would."""
    ends: dict[str, Vector] = {}
    for other in view.scenario.sides:
        ships = [ship for ship in foes_of(view, side) if ship.side == other.id and in_control(ship, view.turn)]
        if ships:
            _options, tries, best = _plan(view, ships, beaten=breaks_off(view, other.id))
            for ship, first, place in zip(ships, tries.first, best, strict=True):
                end = tries.place[first + place]
                ends[ship.id] = Vector(float(end.real), float(end.imag))
    return ends


def _plan(view: FleetView, ships: list[Ship], *, beaten: bool) -> tuple[list[Lines], Tries, list[int]]:
    """For ships of one side their possible lines, where these end, and which of them is best for each."""
    foes = foes_of(view, ships[0].side)
    thrust = [min(planned_thrust(each), thrust_of(each)) if each.design.generators else thrust_of(each) for each in ships]
    options = [lines_for(points, ship.facing, ship.design.advanced_drive) for points, ship in zip(thrust, ships, strict=True)]
    own = fleet_of(view, ships)
    tries = _tries(own, options)
    score = _handling(tries)
    if beaten and view.scenario.table is not None:
        score += _flight(view, tries)
    else:
        score += _edges(view.scenario.table, thrust, tries)
        if foes:
            score += _fight(own, fleet_of(view, foes), tries)
            score -= STRAGGLING * np.maximum(0.0, np.abs(tries.place - np.mean(own.place + own.drift)) - TOGETHER)
    _escape(view, ships, tries, score)
    if view.bodies:
        figures = np.array([[points, orbit_floor(view, ship)] for points, ship in zip(thrust, ships, strict=True)], float)
        score += hazards(view, own.place[tries.ship], tries.place, tries.movement, *figures[tries.ship].T)
    return options, tries, [int(score[start:end].argmax()) for start, end in pairwise([*tries.first, len(score)])]


def _tries(own: Fleet, options: list[Lines]) -> Tries:
    number, first = _numbers(tuple([len(option.lines) for option in options]))
    movement = own.drift[number]
    movement += np.concatenate([option.change for option in options])
    return Tries(number, first, own.place[number] + movement, movement, np.concatenate([option.bow for option in options]))


@lru_cache(maxsize=1024)
def _numbers(counts: tuple[int, ...]) -> tuple[Ints, list[int]]:
    """For so many lines of each ship, the number of the ship by line, and where the lines of each begin."""
    ends = np.cumsum(counts)
    return np.repeat(np.arange(len(counts)), counts), [0, *map(int, ends[:-1])]


def _handling(tries: Tries) -> Table:
    """No ship lies dead in space or races: both are easy prey."""
    velocity = np.abs(tries.movement)
    handling: Table = -8.0 * np.maximum(0.0, SLOWEST - velocity) - 3.0 * np.maximum(0.0, velocity - FASTEST)
    handling -= AT_REST * (velocity < 0.5)
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


def _edges(table: tuple[int, int] | None, thrust: list[int], tries: Tries) -> Table:
    """The cost of lines after which a ship has left the table or could no longer stop before its edge."""
    if table is None:
        return np.zeros(len(tries.place))
    half = _half(table)
    brakes = np.array([min(points, MOST_THRUST) for points in thrust])[tries.ship]
    velocity, off_middle = _axes(tries.movement), _axes(tries.place) - half
    need = STOPPING[brakes, np.minimum(np.ceil(np.abs(velocity)), FASTEST_BRAKED).astype(np.intp)]
    short = np.maximum(0.0, np.copysign(1.0, velocity) * off_middle + need - (half - MARGIN))
    short += GONE * (np.abs(off_middle) > half)
    cost: Table = -OFF_TABLE * np.add.reduce(short)
    return cost


@cache
def _half(table: tuple[int, int]) -> Table:
    """Half the size of the table, in two rows; the middle, too."""
    half: Table = np.array(table)[:, None] / 2.0
    return half


def _axes(points: Plane) -> Table:
    """x and y of points, in two rows."""
    return points.view(np.float64).reshape(-1, 2).T


def signs_of(seen: Plane) -> Signs:
    """The place in `COLUMN_OF_SIGNS` of displacements in the frame of a ship whose bow is the real axis."""
    ahead, across = seen.real, seen.imag * -ROOT_3
    signs: Signs = (across > 0.0).view(np.int8) << 1
    signs |= (ahead > 0.0).view(np.int8)
    signs |= (np.abs(across) <= np.abs(ahead)).view(np.int8) << 2
    return signs


def _fight(own: Fleet, theirs: Fleet, tries: Tries) -> Table:
    """What may be dealt at the end of each line, less what may be taken, and a pull towards the best range after that.

    Arrays are enemies x lines; what is seen from the lines and from the enemies is looked up together, as two layers.
    """
    drift = theirs.drift[:, None]
    way = (theirs.place + theirs.drift)[:, None] - tries.place
    seen = np.empty((2, *way.shape), dtype=np.complex128)
    np.multiply(way, tries.bow.conj(), out=seen[0])
    np.multiply(way, -theirs.bow.conj()[:, None], out=seen[1])
    column = COLUMN_OF_SIGNS.take(signs_of(seen))
    ready = own.guns.fire.take(column[0] + (tries.ship * SHIP + LOOKING))
    column += np.minimum(np.ceil(np.abs(way) / BAND), FARTHEST).astype(np.intp)
    column[0] += (tries.ship * SHIP) + (theirs.screens * LEVEL)[:, None]
    column[1] += (own.screens * LEVEL)[tries.ship] + np.arange(0, theirs.guns.expected.size, SHIP)[:, None]
    nearest = np.minimum.reduce(np.abs(way + (drift - tries.movement)))
    best = best_range(own, theirs)
    pull = TOO_FAR * np.maximum(0.0, nearest - best) + TOO_NEAR * np.maximum(0.0, best - EASE - nearest)
    score: Table = _gain(theirs, own.guns.fire.take(column[0])) - _loss(own, tries, theirs.guns.expected.take(column[1]))
    score -= pull
    score += READY * np.maximum.reduce(ready)
    return score


def _gain(theirs: Fleet, mean: Table) -> Table:
    """What all this damage is worth: the best target in full, a part of what else bears."""
    gain = np.minimum(mean, theirs.boxes[:, None]) * (theirs.worth / theirs.boxes)[:, None]
    worthwhile: Table = np.maximum.reduce(gain) + 0.2 * np.add.reduce(gain)
    return worthwhile


def _loss(own: Fleet, tries: Tries, mean: Table) -> Table:
    """What the enemies' fire costs, spread over all ships."""
    value = CAUTION / math.sqrt(len(own.boxes)) * own.worth / own.boxes
    loss: Table = np.add.reduce(mean) * value[tries.ship]
    return loss


def best_range(own: Fleet, theirs: Fleet) -> float:
    """The range, in MU, at which ships deal most in proportion to what they take, each side's best sectors bearing."""
    balance = own.guns.broadside / np.add.reduce(theirs.boxes) - theirs.guns.broadside / np.add.reduce(own.boxes)
    return float(max(NEAREST, BAND * int(balance[1:].argmax()) + 1))


def strength(ships: list[Ship]) -> float:
    """How strong ships are together: boxes left times what all their guns may deal at twelve MU."""
    fighting = [ship for ship in ships if ship.status == "fighting"]
    boxes = 0.0
    for ship in fighting:
        boxes += boxes_left(ship)
    return boxes * (0.1 + float(guns_of(fighting).broadside[2]))


def breaks_off(view: FleetView, side: str) -> bool:
    """Whether a side is so far beaten that it is better to leave: it has lost ships and is six times weaker.

    The ships themselves are still worth something then: those that leave count half (see `outcome.scores`).
    """
    own = [ship for ship in view.ships.values() if ship.side == side and ship.status not in ("reserve", "carried")]
    fighting = [ship for ship in own if ship.status == "fighting"]
    foes = foes_of(view, side)
    beaten = len(fighting) < len(own) or all(hurt(ship) > 0.5 for ship in fighting)
    return bool(foes) and beaten and strength(fighting) * 6.0 < strength(foes)


def _flight(view: FleetView, tries: Tries) -> Table:
    """Away over the nearest edge, whatever else the edges cost."""
    assert view.scenario.table is not None
    (width, height), x, y = view.scenario.table, tries.place.real, tries.place.imag
    nearest = np.minimum(np.minimum(x, width - x), np.minimum(y, height - y))
    score: Table = -5.0 * nearest
    return score


def _escape(view: FleetView, ships: list[Ship], tries: Tries, score: Table) -> None:
    """Ships with the cargo that a convoy is to bring out make for its edge, whatever else there is to do."""
    escape = view.scenario.escape
    if escape is None or view.scenario.table is None or escape.edge == "surface":
        return
    carriers = [ship.side == escape.side and capacity(ship) > 0 for ship in ships]
    rows = np.array(carriers)[tries.ship]
    (width, height), x, y = view.scenario.table, tries.place.real[rows], tries.place.imag[rows]
    way = {"left": x, "right": width - x, "bottom": y, "top": height - y}[escape.edge]
    size, across = (height, y) if escape.edge in ("left", "right") else (width, x)
    off = np.maximum(0.0, np.abs(across - size / 2.0) + MARGIN - size / 2.0)
    score[rows] = -10.0 * way - OFF_TABLE * off
