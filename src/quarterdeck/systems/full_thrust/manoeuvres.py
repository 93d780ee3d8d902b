"""Chapter 3, vector movement: what comes of a motion by orders; and the edge of the table.

A ship drifts along its course by its velocity and then applies its thrust actions in the order in which they were written;
where it is then is its new place, and the straight line from its old one its new movement vector (FT-3.1.1, FT-3.2.14).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from quarterdeck.engine.plane import CLOCK, Clock, Vector, turned
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.order_lines import DECLARATIONS, DECLARED, FOREMOST, LETTERS, PUSHES, Action
from quarterdeck.systems.full_thrust.planets.orbit import Flight

if TYPE_CHECKING:
    pass


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
    are free (`movement.pushes_freely`; FT-3.2.10, FT-3.2.11).
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

    A ship in its Shroud launches nothing (FT-A.4.21), one that warms up its FTL Drive or sweeps launches nothing and lays no
    mines (FT-8.1.3, FT-11.1.7).
    """
    if last and (DECLARED[action.kind].alone or DECLARATIONS[last].alone):
        return _not_beside(action, last)
    if thrusting and DECLARED[action.kind].drifts:
        return _thrust_before(action)
    for other in actions:
        if rule := DECLARED[action.kind].barred_by.get(other.kind):
            text = _("{word} and {other} cannot both be ordered.", word=action.word, other=other.word)
            return Problem(rule, text, f"{action.start}-{action.end}")
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
