"""Chapter 3: straight movement and turns, leaving the map, what is done when a movement ends (IWF-3.1 to IWF-3.10).

A path is a line of letters: ``F`` one hex ahead, ``R`` and ``L`` a turn of one face to starboard and to port; empty stays.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from quarterdeck.engine.events import Event
from quarterdeck.engine.hexes import ORIGIN, Direction, Hex, neighbour, turned
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.interworld_fleets.damage import drop_tokens
from quarterdeck.systems.interworld_fleets.displacement import displace
from quarterdeck.systems.interworld_fleets.hazards import enter, harms
from quarterdeck.systems.interworld_fleets.places import named
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.tokens import settle_easy_target

Reason: TypeAlias = Literal["", "letter", "speed", "turn", "impassable", "left", "friend"]
"""Why a path is not legal; empty when it is."""

BETWEEN_TURNS = 2
"""Hexes to be moved before each turn (IWF-3.2)."""

TURNS: dict[str, int] = {"R": 1, "L": -1}


class Helm(NamedTuple):
    """What a ship can do in this activation: its Speed, whether it may turn, how many faces one of its turns may be."""

    speed: int
    no_turns: bool = False
    faces: int = 1


class Pose(NamedTuple):
    """Where a ship is and where its nose points."""

    at: Hex
    facing: Direction


class Walk(NamedTuple):
    """What comes of a path: the poses after each letter, hexes moved, the direction of the last of them, whether it has left
    the map; or why it is not legal. `done` is the path as far as it is legal.
    """

    start: Pose
    poses: tuple[Pose, ...]
    moved: int
    heading: Direction
    done: str
    reason: Reason = ""
    left: bool = False

    @property
    def end(self) -> Pose:
        """Where it leads."""
        return self.poses[-1] if self.poses else self.start


def helm_of(state: FleetsState, ship: Ship) -> Helm:
    """Speed and turns of a ship with what slows it (IWF-4.42) and what abilities lend it (IWF-8.11)."""
    deeds = state.deeds(ship)
    slowed = 1 if "slowed" in ship.effects else 0
    return Helm(max(0, ship.cls.speed + deeds.speed - slowed), deeds.no_turns, deeds.faces)


class Wheel(NamedTuple):
    """How a ship stands with its turns: hexes since the last one, faces it may still add to it, faces turned in all."""

    since: int = 0
    more: int = 0
    turned: int = 0
    spare: bool = True

    def may_turn(self, moved: int, helm: Helm) -> bool:
        """Whether it may turn by one face now: after 2 hexes (IWF-3.2), or once where it stays (IWF-3.4)."""
        if helm.no_turns:
            return False
        return self.since >= BETWEEN_TURNS or (moved == 0 and self.turned == 0) or (self.since == 0 and self.more > 0)

    def turn(self, helm: Helm) -> Wheel:
        """After a turn by one face; one turn of the activation may be of more faces where `helm` says so (IWF-3.3)."""
        if self.since == 0 and self.more > 0:
            return Wheel(0, self.more - 1, self.turned + 1, spare=False)
        return Wheel(0, helm.faces - 1 if self.spare else 0, self.turned + 1, self.spare)


def walk(state: FleetsState, start: Pose, helm: Helm, path: str) -> Walk:
    """Follow a path as far as it is legal (IWF-1.18, IWF-3.1 to IWF-3.4), off the map too (IWF-3.10)."""
    q, r = start.at
    steps, reason = _steps(helm, start.facing, path)
    poses: list[Pose] = []
    moved, heading, left = 0, start.facing, False
    for letter, (offset, facing) in zip(path, steps, strict=False):
        at = Hex(q + offset[0], r + offset[1])
        if left or (letter == "F" and at in state.terrain.closed):
            reason = "left" if left else "impassable"
            break
        if letter == "F":
            moved, heading, left = moved + 1, facing, not state.map.holds(at)
        poses.append(Pose(at, facing))
    else:
        reason = "left" if left and reason else reason
    return Walk(start, tuple(poses), moved, heading, path[: len(poses)], reason, left and not reason)


@lru_cache(maxsize=4096)
def _steps(helm: Helm, facing: Direction, path: str) -> tuple[tuple[Pose, ...], Reason]:
    """The poses of a path from the origin as far as its letters are legal, and why no further, whatever lies there."""
    poses: list[Pose] = []
    at, wheel, moved = ORIGIN, Wheel(), 0
    for letter in path:
        if reason := _refused(letter, wheel, moved, helm):
            return tuple(poses), reason
        if letter == "F":
            at, moved, wheel = neighbour(at, facing), moved + 1, wheel._replace(since=wheel.since + 1)
        else:
            facing, wheel = turned(facing, TURNS[letter]), wheel.turn(helm)
        poses.append(Pose(at, facing))
    return tuple(poses), ""


def _refused(letter: str, wheel: Wheel, moved: int, helm: Helm) -> Reason:
    """Why this letter cannot come next."""
    if letter in TURNS:
        return "" if wheel.may_turn(moved, helm) else "turn"
    if letter != "F":
        return "letter"
    if moved >= helm.speed:
        return "speed"
    return "turn" if moved == 0 and wheel.turned else ""


def ending(state: FleetsState, ship: Ship, walked: Walk, leaving: Container[str] = ()) -> Walk:
    """The walk, refused where it ends on a friend (IWF-3.9) but those mates that are `leaving` in the same plan."""
    end = walked.end.at
    if not walked.reason and not walked.left and any(_in_the_way(ship, other, end, leaving) for other in state.on_map):
        return walked._replace(reason="friend")
    return walked


def _in_the_way(ship: Ship, other: Ship, end: Hex, leaving: Container[str]) -> bool:
    return other.at == end and other.side == ship.side and other is not ship and other.id not in leaving


# All that a ship can do


class Course(NamedTuple):
    """A path that a ship can take: the hexes entered, and the pose to which it leads."""

    path: str
    hexes: tuple[Hex, ...]
    end: Pose


@cache
def courses(helm: Helm, facing: Direction) -> tuple[Course, ...]:
    """Every path from the origin that a ship with this helm can take on an empty map, the shortest first."""
    found = _courses(helm, Course("", (), Pose(ORIGIN, facing)), Wheel())
    return tuple(sorted(found, key=lambda each: (len(each.path), each.path)))


@cache
def _stems(helm: Helm, facing: Direction) -> tuple[int, ...]:
    """For each course the place of the one that it goes on from by one letter."""
    found = courses(helm, facing)
    places = {course.path: place for place, course in enumerate(found)}
    return tuple([places[course.path[:-1]] for course in found])


def _courses(helm: Helm, course: Course, wheel: Wheel) -> Iterator[Course]:
    yield course
    path, hexes, (at, facing) = course
    if not _refused("F", wheel, len(hexes), helm):
        ahead = neighbour(at, facing)
        longer = Course(path + "F", (*hexes, ahead), Pose(ahead, facing))
        yield from _courses(helm, longer, wheel._replace(since=wheel.since + 1))
    if wheel.may_turn(len(hexes), helm):
        for letter, faces in TURNS.items():
            if not _there_and_back(path, letter):
                wheeled = Course(path + letter, hexes, Pose(at, turned(facing, faces)))
                yield from _courses(helm, wheeled, wheel.turn(helm))


def _there_and_back(path: str, letter: str) -> bool:
    """Whether a letter would turn back what the one before has turned."""
    return path[-1:] in TURNS and path[-1] != letter


def reachable(state: FleetsState, ship: Ship) -> list[Course]:
    """The paths of a ship from where it is that stay on the map and do not end on a friend, the shortest first."""
    return on_map(state, ship, [each.at for each in state.on_map if each.side == ship.side and each is not ship])


def on_map(state: FleetsState, ship: Ship, barred: Container[Hex]) -> list[Course]:
    """The paths of a ship from where it is that stay on the map and do not end in a hex that is barred."""
    helm, (q, r) = helm_of(state, ship), ship.at
    holds, closed = state.map.holds, state.terrain.closed
    ways: list[tuple[Hex, ...] | None] = []
    found: list[Course] = []
    for (path, _hexes, (offset, facing)), stem in zip(courses(helm, ship.facing), _stems(helm, ship.facing), strict=True):
        at, way = Hex(q + offset[0], r + offset[1]), ways[stem] if ways else ()
        if way is not None and path[-1:] == "F":
            way = (*way, at) if holds(at) and at not in closed else None
        ways.append(way)
        if way is not None and at not in barred:
            found.append(Course(path, way, Pose(at, facing)))
    return found


# Moving


async def move(state: FleetsState, referee: Referee, ship: Ship, path: str, kept: Sequence[Hex] = ()) -> None:
    """Move a ship along a legal path. `kept` are the hexes where mates will end that have not moved yet (IWF-7.3)."""
    helm = helm_of(state, ship)
    walked = walk(state, Pose(ship.at, ship.facing), helm, path)
    fast = 2 * walked.moved > helm.speed
    travel(state, referee, ship, walked.poses, fast)
    await finish(state, referee, ship, walked.heading, kept)


def travel(state: FleetsState, referee: Referee, ship: Ship, poses: Sequence[Pose], fast: bool) -> None:
    """Take a ship from pose to pose, with what it meets there (IWF-9.1), until it is lost or leaves (IWF-3.10)."""
    deeds = state.deeds(ship)
    way = [Pose(ship.at, ship.facing)]
    for pose in poses:
        step = pose.at != ship.at
        deeds.moved += step
        ship.at, ship.facing = pose
        way.append(pose)
        if step and not state.map.holds(pose.at):
            _tell_way(state, referee, ship, way)
            leave(referee, ship)
        elif step and harms(state.terrain, pose.at):
            way = _tell_way(state, referee, ship, way)
            enter(state, referee, ship, deeds.mined, fast)
        if not ship.on_map:
            return
    _tell_way(state, referee, ship, way)


def _tell_way(state: FleetsState, referee: Referee, ship: Ship, way: list[Pose]) -> list[Pose]:
    """Tell a stretch of a movement, and begin the next one where it ends; it has no place where that is off the map."""
    if len(way) > 1:
        end = way[-1].at
        place = named(state.map, end) if state.map.holds(end) else ""
        rule = "IWF-3.1" if end != way[0].at else "IWF-3.4"
        way_told = [[*pose.at, pose.facing] for pose in way]
        referee.tell(Event("moved", rule, {"ship": ship.id, "way": way_told, "place": place}))
    return way[-1:]


def leave(referee: Referee, ship: Ship) -> None:
    """A ship off the map is out of the battle for good, but not destroyed (IWF-3.10)."""
    ship.status, ship.left_to = "left", ship.at
    drop_tokens(ship)
    referee.tell(Event("left", "IWF-3.10", {"ship": ship.id}))


async def finish(state: FleetsState, referee: Referee, ship: Ship, heading: Direction, kept: Sequence[Hex] = ()) -> None:
    """The end of a movement: first displacement (IWF-3.17), then the Easy Target token (IWF-3.5, IWF-3.7)."""
    moved = state.deeds(ship).moved
    if ship.on_map and moved:
        await displace(state, referee, ship, heading, kept)
    if ship.on_map:
        settle_easy_target(state, referee, ship, moved)
