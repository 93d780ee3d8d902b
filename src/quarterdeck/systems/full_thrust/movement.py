"""Chapter 3, vector movement: how movement orders are written, what comes of them, and phase 5 in which ships move.

A ship drifts along its course by its velocity and then applies its thrust actions in the order in which they were written;
where it is then is its new place, and the straight line from its old one its new movement vector (FT-3.1.1, FT-3.2.14).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import CLOCK, Clock, Vector, turned
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.questions import DRIFT, MOST_LINE
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.aliens.power import allotted, divided_at_random, fill_pools, most_thrust, power_of
from quarterdeck.systems.full_thrust.contacts.telling import tell_move
from quarterdeck.systems.full_thrust.core_systems import DERELICT_RULES, in_control
from quarterdeck.systems.full_thrust.declaring import agreed, has_for
from quarterdeck.systems.full_thrust.order_lines import (
    DECLARATIONS,
    DECLARED,
    FOREMOST,
    LETTERS,
    POOL_OF,
    POWER,
    PUSHES,
    WORDS,
    Action,
    action_of,
    declaring,
    read_orders,
    write_line,
)
from quarterdeck.systems.full_thrust.planets.orbit import Flight, fly, planets
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import FleetState, Ship

if TYPE_CHECKING:
    from quarterdeck.engine.referee import Referee

__all__ = [
    "Action",
    "Manoeuvre",
    "Motion",
    "any_line",
    "carried_out",
    "declarable",
    "has_declared",
    "in_move_order",
    "jumps",
    "leave_table",
    "manoeuvre",
    "may_declare",
    "motion_of",
    "move_all",
    "moved_by",
    "new_velocity",
    "off_table",
    "pushes_freely",
    "random_line",
    "read_orders",
    "sampled_words",
    "thrust_available",
    "thrust_of",
    "thrust_with",
    "turns_until_off",
    "write_line",
]

HAIR = 1e-6
"""The length, in MU, below which a distance comes from the rounding of the machine only."""


# Moving a ship


class Motion(NamedTuple):
    """Place (MU), course, velocity (whole MU a turn) and facing of a ship (FT-3.1.6).

    The course is a unit vector in any direction (FT-3.2.1), the facing a clock point, by which arcs are measured (FT-3.2.2).
    """

    position: Vector
    course: Vector
    velocity: int
    facing: Clock


@dataclass(frozen=True, slots=True)
class Manoeuvre:
    """What comes of orders (FT-3.2.14).

    `drift` is the place after drifting, `points` the place after each action that was `done`. From the first illegal action
    on all are `ignored`; `why_ignored` tells what is wrong with that one (FT-3.2.13). `spent` and `available` are thrust points.
    `flight` is what a planet makes of the move (FT-13.1.1 to FT-13.1.4).
    """

    start: Motion
    end: Motion
    drift: Vector
    points: tuple[Vector, ...]
    done: tuple[Action, ...]
    ignored: tuple[Action, ...]
    spent: int
    available: int
    why_ignored: Problem | None
    flight: Flight | None = None


def thrust_available(rating: int, drive_hits: int) -> int:
    """The thrust points of a turn: half the rating, rounded down, at half power, none without a drive (FT-3.1.5).

    >>> [thrust_available(5, hits) for hits in (0, 1, 2)]
    [5, 2, 0]
    """
    return (rating, rating // 2, 0)[min(drive_hits, 2)]


def manoeuvre(motion: Motion, thrust: int, actions: tuple[Action, ...], *, free_pushes: bool = False) -> Manoeuvre:
    """Move a ship with `thrust` points by its orders: drift first, then the actions as written (FT-3.1.4, FT-3.2.14).

    All actions are paid from one pool of thrust (FT-3.1.3). Positions are exact (FT-3.2.17). Pushes are limited unless they
    are free (`pushes_freely`; FT-3.2.10, FT-3.2.11).
    """
    position, course, velocity, facing = motion
    actions = _foremost(actions)
    x, y = course.x * velocity, course.y * velocity
    drift = Vector(position.x + x, position.y + y)
    limited = not free_pushes
    left, cost, why = thrust, 0, None
    points: list[Vector] = []
    pushed: list[str | None] = []
    holding, declared = "", ""
    for action in actions:
        if action.kind in DECLARED:
            if why := _declaration_fault(action, actions, declared, left < thrust or facing != motion.facing):
                break
            declared = LETTERS[action.kind]
            holding = action.word if DECLARED[action.kind].drifts else holding
            points.append(Vector(position.x + x, position.y + y))
            continue
        if holding:
            why = _thrust_after(action, holding)
            break
        cost, ahead, bow = _effect(action, facing)
        if limited and ahead and action.kind != "burn":
            side = SIDES.get((ahead - facing) % 12)
            why = _push_fault(action, side, pushed)
            pushed.append(side)
        if why or cost > left:
            break
        left -= cost
        facing = bow
        if ahead:
            unit_x, unit_y = CLOCK[ahead]
            x += unit_x * cost
            y += unit_y * cost
        points.append(Vector(position.x + x, position.y + y))
    done, ignored = actions[: len(points)], actions[len(points) :]
    if ignored and not why:
        why = _too_expensive(ignored[0], cost, left)
    place = points[-1] if points else drift
    end = _measured(motion, place, x, y, facing) if place != drift else Motion(drift, course, velocity, facing)
    return Manoeuvre(motion, end, drift, tuple(points), done, ignored, thrust - left, thrust, why)


def _foremost(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions with those in front that count as written first wherever they stand (FT-8.1.2)."""
    if len(actions) < 2:
        return actions
    front = tuple([action for action in actions if action.kind in FOREMOST])
    return (*front, *[action for action in actions if action.kind not in FOREMOST]) if front else actions


def _effect(action: Action, facing: Clock) -> tuple[int, Clock, Clock]:
    """Thrust points, clock direction of the acceleration (0: none) and facing after an action (FT-3.2.3).

    A burn goes where the bow points, so a ship brakes with its bow against its course (FT-3.2.4, FT-3.2.5); a push goes where
    it is named for (FT-3.2.9). Each point gives 1 MU. Every rotation costs 1 point whatever its angle (FT-3.2.6, FT-3.2.7),
    none if it leaves the facing as it is (FT-3.2.8).
    """
    kind, amount = action.kind, action.amount
    if kind == "burn":
        return amount, facing, facing
    if kind in ("turn", "rotate_to"):
        bow = amount if kind == "rotate_to" else turned(facing, amount)
        return 1 if bow != facing else 0, 0, bow
    return amount, action.toward or turned(facing, PUSHES[kind]), facing


SIDES: dict[int, str] = {3: "lateral", 6: "reverse", 9: "lateral"}
"""Which set of thrusters pushes in a direction, in clock points from the facing (FT-3.2.10)."""


def _push_fault(action: Action, side: str | None, pushed: list[str | None]) -> Problem | None:
    """Why an ordinary drive cannot push so after what it has `pushed` (FT-3.2.10, FT-3.2.11)."""
    rule, nearest = "FT-3.2.10", None
    if side is None:
        rule = "FT-3.2.11"
        text = _("{word} is neither to port, to starboard nor in reverse of the facing at that moment.", word=action.word)
    elif side in pushed and side == "lateral":
        text = _("{word} is a second lateral push; a ship may make 1 a turn.", word=action.word)
    elif side in pushed:
        text = _("{word} is a second push in reverse; a ship may make 1 a turn.", word=action.word)
    elif action.amount > 1:
        text = _("{word} pushes with {n} points; a push has exactly 1.", word=action.word, n=action.amount)
        nearest = replace(action, amount=1).word
    else:
        return None
    return Problem(rule, text, f"{action.start}-{action.end}", nearest)


def _declaration_fault(action: Action, actions: tuple[Action, ...], last: str, thrusting: bool) -> Problem | None:
    """Why a declaration cannot stand where it does: behind thrust (FT-5.8.2), behind the one declared `last`, or with another.

    A ship in its Shroud launches nothing (FT-A.4.21).
    """
    if last and (DECLARED[action.kind].alone or DECLARATIONS[last].alone):
        return _not_beside(action, last)
    if thrusting and DECLARED[action.kind].drifts:
        return _thrust_before(action)
    for other in actions:
        if other.kind in DECLARED[action.kind].bars:
            text = _("{word} and {other} cannot both be ordered.", word=action.word, other=other.word)
            return Problem("FT-A.4.21", text, f"{action.start}-{action.end}")
    return None


def _thrust_before(action: Action) -> Problem:
    """Why a ship that has spent thrust cannot launch as well (FT-5.8.2)."""
    text = _("{word} must stand first: a ship that launches spends no thrust.", word=action.word)
    return Problem(DECLARED[action.kind].word.rule, text, f"{action.start}-{action.end}")


def _thrust_after(action: Action, holding: str) -> Problem:
    """Why thrust behind a launch is ignored (FT-5.8.2)."""
    text = _("{word} is ignored behind {first}: that ship drifts.", word=action.word, first=holding)
    return Problem(DECLARATIONS[holding].word.rule, text, f"{action.start}-{action.end}")


def _not_beside(action: Action, other: str) -> Problem:
    """Why a ship that arms its Nova Cannon, reflects or cloaks declares nothing else (FT-11.3.3, FT-11.3.13, FT-11.3.16)."""
    text = _("{word} cannot be declared beside {first}.", word=action.word, first=other)
    alone = DECLARED[action.kind] if DECLARED[action.kind].alone else DECLARATIONS[other]
    return Problem(alone.word.rule, text, f"{action.start}-{action.end}")


def _too_expensive(action: Action, cost: int, left: int) -> Problem:
    """Why an action and all after it are ignored: it would exceed the thrust that is left (FT-3.2.13)."""
    text = _("{word} needs {cost} thrust, {left} left.", word=action.word, cost=cost, left=left)
    nearest = replace(action, amount=left).word if left and action.kind in ("burn", "push") else None
    return Problem("FT-3.2.13", text, f"{action.start}-{action.end}", nearest)


def _measured(start: Motion, place: Vector, x: float, y: float, facing: Clock) -> Motion:
    """The motion after a displacement x, y to `place`: a ship that ends where it began keeps its course (FT-3.2.16)."""
    length = math.sqrt(x * x + y * y)
    if length < HAIR:
        return Motion(start.position, start.course, 0, facing)
    return Motion(place, Vector(x / length, y / length), new_velocity(length), facing)


def new_velocity(moved: float) -> int:
    """The velocity of a ship that moved so many MU: the nearest whole number, halves up (FT-3.2.15)."""
    whole = int(moved)
    return whole + (moved - whole >= 0.5)


# The edge of the table


def off_table(table: tuple[int, int] | None, position: Vector) -> bool:
    """Whether a place lies outside the table, whose edge is inside; unlimited space has no outside (FT-3.2.20)."""
    if table is None:
        return False
    width, height = table
    return not (-HAIR <= position.x <= width + HAIR and -HAIR <= position.y <= height + HAIR)


def turns_until_off(table: tuple[int, int] | None, position: Vector, course: Vector, velocity: int) -> int | None:
    """After how many turns of drifting a ship is off the table: 0 if it is now, None if never (FT-3.2.20)."""
    if off_table(table, position):
        return 0
    ways = zip(table or (), position, course, strict=False)
    turns = [_turns_to_cross(size, at, way * velocity) for size, at, way in ways if abs(way * velocity) > HAIR]
    return min(turns, default=None)


def _turns_to_cross(size: int, at: float, step: float) -> int:
    room = size - at if step > 0 else at
    return math.floor((room + HAIR) / abs(step)) + 1


# Lines a ship could be given


def random_line(
    motion: Motion,
    thrust: int,
    rng: Rng,
    free_pushes: bool,
    declarations: Sequence[str] = (),
    power: tuple[Action, ...] = (),
) -> str:
    """A line the ship can carry out in full, one random action after another: every such line may come out.

    It may begin with some of these declarations that take no number, and with those of `power`. A ship with nothing of all
    this and no thrust drifts.
    """
    if not thrust and not declarations and not power:
        return DRIFT
    actions: tuple[Action, ...] = ()
    for each in [each for each in declarations if DECLARATIONS[each].system != POWER and rng.random() < 0.5]:
        longer = (*actions, declaring(each))
        actions = actions if manoeuvre(motion, thrust, longer).ignored else longer
    actions = (*actions, *power)
    points = max(thrust, 1)
    while rng.random() < 0.8:
        letters = rng.choice(tuple(WORDS))
        first = 1 + rng.randrange(12 if WORDS[letters].clock else points)
        longer = (*actions, action_of(letters, first, 1 + rng.randrange(points)))
        legal = not manoeuvre(motion, thrust, longer, free_pushes=free_pushes).ignored
        if legal and len(write_line(longer)) <= MOST_LINE:
            actions = longer
    return write_line(actions)


def any_line(state: FleetState, ship: Ship, rng: Rng) -> str:
    """A random line of a ship, with its power divided at random where it has generators."""
    power = divided_at_random(ship, rng) if ship.design.generators else ()
    thrust = thrust_with(ship, power)
    return random_line(motion_of(ship), thrust, rng, pushes_freely(state, ship), sampled_words(state, ship), power)


# Phase 5


def motion_of(ship: Ship) -> Motion:
    """Place, course, velocity and facing of a ship as recorded."""
    return Motion(ship.position, ship.course, ship.velocity, ship.facing)


def may_declare(ship: Ship, switches: Switches | None = None) -> tuple[str, ...]:
    """The declarations for which a ship has a working system, by their words (FT-2.7.4).

    Those of optional rules only where these `switches` allow them (FT-1.1.1); none under a cloak (FT-11.3.16).
    """
    if ship.cloak is not None:
        return ()
    possible = [(word, each) for word, each in DECLARATIONS.items() if each.system and agreed(each.switches, switches)]
    untimely = "FTL" if ship.jump_on or ship.carried_by else "STAY"
    words = [word for word, each in possible if word != untimely and has_for(ship, each.system)]
    return tuple([word for word in words if word != "STAY" or ship.jump_on])


def declarable(state: FleetState, ship: Ship) -> tuple[str, ...]:
    """All that a ship may declare: what it has a system for, and what the place it is in allows.

    That is UNDOCK at a station (FT-12.7.4), DOCK where its side has one (FT-12.7.3), an orbit near a planet (FT-13.1.2).
    """
    words = may_declare(ship, state.switches)
    if ship.cloak is not None:
        return words
    if ship.dock is not None:
        return words if ship.dock.leaving else (*words, "UNDOCK")
    if any(each.station and each.side == ship.side and each.on_table for each in state.ships.values()) and not ship.station:
        words = (*words, "DOCK")
    return (*words, "ORBITC", "ORBITA") if state.bodies and planets(state) and ship.orbit is None else words


def sampled_words(state: FleetState, ship: Ship) -> tuple[str, ...]:
    """The declarations that a random player may write for a ship."""
    return tuple([word for word in declarable(state, ship) if not DECLARATIONS[word].grave])


def has_declared(state: FleetState, ship: Ship, word: str) -> bool:
    """Whether this declaration stands in the orders of a ship and is carried out: what was not written is not done (FT-2.7.4)."""
    kind = DECLARATIONS[word].word.kind
    if not agreed(DECLARATIONS[word].switches, state.switches) or not has_for(ship, DECLARATIONS[word].system):
        return False
    return word in state.orders.get(ship.id, "").upper() and any(each.kind == kind for each in carried_out(state, ship).done)


def pushes_freely(state: FleetState, ship: Ship) -> bool:
    """Whether a ship may push in any clock direction: by its Advanced Drive (FT-A.2.1), or by agreement (FT-3.2.11)."""
    return state.switches.free_pushes or ship.design.advanced_drive


def thrust_of(ship: Ship) -> int:
    """The thrust points a ship has this turn (FT-3.1.5); of a construct, those that all of its power would give (FT-A.3.6).

    None on the way to a jump (FT-8.1.2), in tow (FT-8.3.5) or docked (FT-12.7.4).
    """
    if ship.jump_on or ship.carried_by or ship.dock is not None:
        return 0
    if _fed(ship):
        return most_thrust(ship.design.mass, power_of(ship), ship.drive_hits)
    return thrust_available(ship.design.thrust, ship.drive_hits)


def thrust_with(ship: Ship, actions: Sequence[Action]) -> int:
    """The thrust points of a ship with these orders: those of a construct hang on its M pool (FT-A.3.6).

    A jump that is called off gives the drive free again (FT-8.1.1).
    """
    stays = ship.jump_on and any(action.kind == "stay" for action in actions)
    if not stays and not thrust_of(ship):
        return 0
    if _fed(ship):
        return most_thrust(ship.design.mass, allotted(ship, actions).pools.get("M", 0), ship.drive_hits)
    return thrust_available(ship.design.thrust, ship.drive_hits)


def _fed(ship: Ship) -> bool:
    """Whether generators feed the drive of a ship (FT-A.3.6)."""
    return bool(ship.design.generators) and ship.design.node_driven


def jumps(ship: Ship, turn: int) -> bool:
    """Whether a ship makes its jump in this turn (FT-8.1.5)."""
    return ship.jump_on == turn and ship.status == "fighting"


def in_move_order(state: FleetState) -> list[Ship]:
    """The ships that move in phase 5 as written.

    Who jumps moves after them all (FT-8.1.6), and who is in tow with its tug.
    """
    under_way = [ship for ship in state.ships.values() if ship.on_table and not ship.station and ship.dock is None]
    return [ship for ship in under_way if not ship.carried_by and not jumps(ship, state.turn)]


LONGEST_TRACK = 6
"""How many past places of a ship are kept, for showing only."""


def move_all(
    state: FleetState, referee: Referee, before: dict[str, Manoeuvre] | None = None, *, edges: bool = True
) -> dict[str, Manoeuvre]:
    """All ships move as written, at the same time (FT-2.7.14, FT-3.2.14); returns the move of each.

    Those that have moved `before` do not move again (FT-2.7.15).

    Ships pass each other freely and may share a place (FT-3.2.19). Installations and ships docked at them have moved before
    (FT-12.7.1). Without `edges` those that are off the table have yet to leave it.
    """
    before = before or {}
    ships = [ship for ship in in_move_order(state) if ship.id not in before]
    lines = {ship: state.orders.get(ship, "") for ship in (*before, *[ship.id for ship in ships])}
    moves = {**before, **move_ships(state, referee, ships, edges=edges)}
    state.orders, state.last_orders = {}, lines
    return moves


def move_ships(state: FleetState, referee: Referee, ships: Sequence[Ship], *, edges: bool = True) -> dict[str, Manoeuvre]:
    """These ships move as written, at the same time; returns the move of each."""
    moves = [(ship, carried_out(state, ship)) for ship in ships]
    state.accelerated += [ship.id for ship, move in moves if move.points and move.points[-1] != move.drift]
    for ship, move in moves:
        if ship.design.generators and in_control(ship, state.turn):
            fill_pools(referee, ship, (*move.done, *move.ignored))
        if ship.cloak is None:
            ship.track = [*ship.track, move.start.position][-LONGEST_TRACK:]
        ship.position, ship.course, ship.velocity, ship.facing = move.end
        ship.doing = doing(move)
        tell_move(state, referee, ship, _moved(ship, move, state.orders.get(ship.id, "")))
        if "vapour_shroud" in ship.design.by_kind:
            _raise_shroud(referee, ship, move)
        if edges and ship.cloak is None and off_table(state.scenario.table, ship.position):
            leave_table(referee, ship)
    return {ship.id: move for ship, move in moves}


def leave_table(referee: Referee, ship: Ship) -> None:
    """A ship is off the table and does not come back (FT-3.2.20)."""
    ship.status = "left"
    referee.tell(Event("left_table", "FT-3.2.20", {"ship": ship.id, "at": list(ship.position)}))


def moved_by(state: FleetState, ship: Ship, actions: tuple[Action, ...]) -> Manoeuvre:
    """What comes of these actions for a ship where it is, planets included (FT-3.2.14, FT-13.0.3)."""
    move = manoeuvre(motion_of(ship), thrust_with(ship, actions), actions, free_pushes=pushes_freely(state, ship))
    if not state.bodies:
        return move
    flight = fly(state, ship, move.start.position, move.end, move.done)
    if flight is None:
        return move
    return replace(move, end=Motion(flight.position, flight.course, flight.velocity, flight.facing), flight=flight)


def _raise_shroud(referee: Referee, ship: Ship, move: Manoeuvre) -> None:
    """A Shroud that was declared is seen; it stays up whatever becomes of its Gland in this turn (FT-A.4.20)."""
    if any(action.kind == "shroud" for action in move.done):
        ship.shrouded = True
        referee.tell(Event("shroud_raised", "FT-A.4.20", {"ship": ship.id}))


def doing(move: Manoeuvre) -> list[str]:
    """The declarations that are carried out with a move, by their words (FT-2.7.4)."""
    return [LETTERS[action.kind] for action in move.done if action.kind in DECLARED and action.kind not in POOL_OF]


def carried_out(state: FleetState, ship: Ship) -> Manoeuvre:
    """What a ship on the table makes of its written orders.

    It drifts without orders that can be read (FT-2.7.5), and without anybody in command (FT-7.2.4).
    """
    actions, problems = read_orders(state.orders.get(ship.id, ""))
    if problems:
        why = Problem("FT-2.7.5", _("Not all of the orders can be read."))
    elif actions and not in_control(ship, state.turn):
        why = Problem(DERELICT_RULES.get(ship.derelict_by, "FT-7.2.4"), _("Nobody is in command of the ship."))
    else:
        return moved_by(state, ship, actions)
    return replace(moved_by(state, ship, ()), ignored=actions, why_ignored=why)


def _moved(ship: Ship, move: Manoeuvre, line: str) -> Event:
    start, end, why = move.start, move.end, move.why_ignored
    facts = {
        "ship": ship.id,
        "from": list(start.position),
        "drift": list(move.drift),
        "via": [list(point) for point in move.points],
        "to": list(end.position),
        "course": list(end.course),
        "velocity": [start.velocity, end.velocity],
        "facing": [start.facing, end.facing],
        "orders": line,
        "thrust": [move.spent, move.available],
        "ignored": [action.word for action in move.ignored],
        "ignored_by": why.rule if why else None,
    }
    if move.flight is not None and move.flight.arc:
        facts["arc"] = [list(point) for point in move.flight.arc]
    return Event("moved", "FT-3.2.14", facts)
