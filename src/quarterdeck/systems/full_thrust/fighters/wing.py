"""How a captain flies: fighters go for the ships worth most, some stay by the carrier, missiles go where ships will be.

Lengths are MU. Everything comes from the view, so that the same view gives the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Options, Pose
from quarterdeck.systems.full_thrust.aliens.captain import place_bolts
from quarterdeck.systems.full_thrust.aliens.guns import BOLT_LOAD
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.fighters.formations import PRIMARY
from quarterdeck.systems.full_thrust.fighters.groups import (
    NEAR,
    aboard,
    flying,
    kind_of,
    may_attack_ships,
    ships_in_reach,
)
from quarterdeck.systems.full_thrust.fighters.moves import FormUp, MoveGroups
from quarterdeck.systems.full_thrust.fighters.recovery import Land
from quarterdeck.systems.full_thrust.fighters.runs import AttackRuns, Evasion
from quarterdeck.systems.full_thrust.gunnery import boxes_left, foes_of
from quarterdeck.systems.full_thrust.helm import foreseen
from quarterdeck.systems.full_thrust.launches import LaunchGroups
from quarterdeck.systems.full_thrust.movement import may_declare, thrust_of
from quarterdeck.systems.full_thrust.ordnance.placing import PlaceOrdnance
from quarterdeck.systems.full_thrust.ordnance.salvos import ACQUISITION
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetView, Ship

BESIDE, SEVENTH = 1.5, 7
"""How far from its target a group takes its place; the next one stands seven hours round the clock from it."""
WORTHWHILE = 0.3
"""The chance that a ship is found near the place of a salvo from which on it is launched."""
SALVO_POINTS, SHOT_DOWN = 12.0, 2.8
"""The mean points of a salvo that nothing stops, and those of the missiles that a PDS shoots down of it."""
IN_RANGE = 24.0
"""Within how many MU of fighters a ship draws the enemy's fire."""


def launch_lines(view: FleetView, lines: dict[str, str]) -> dict[str, str]:
    """The orders of carriers that have groups ready: to launch them, if anything of the enemy is still there.

    One that leaves by FTL launches nothing (FT-8.1.3); a construct's Drones go with the line of its power.
    """
    enemies = foes_of(view, view.seats.get(view.viewer or "", ""))
    for unit, line in lines.items():
        ship = view.ships[unit]
        ready = [group for group in aboard(view, ship) if group.ready is not None and group.ready <= view.turn]
        powered = bool(ship.design.generators)
        if line != "FTL" and enemies and ready and not powered and "LAUNCH" in may_declare(ship) and _drifts_safely(view, ship):
            lines[unit] = "LAUNCH"
    return lines


def _drifts_safely(view: FleetView, ship: Ship) -> bool:
    """Whether a ship may drift this turn and still turn round in time."""
    if view.scenario.table is None:
        return True
    width, height = view.scenario.table
    at = ship.position.plus(ship.course, 2.0 * ship.velocity)
    return 0.0 < at.x < width and 0.0 < at.y < height


def answer(view: FleetView, question: object) -> Json | None:
    """The captain's answer to a question about fighters or missiles; None for any other."""
    match question:
        case PlaceOrdnance():
            places = expected(view)
            return {**_missiles(view, question, places), **place_bolts(view, question, places)}
        case MoveGroups() if question.key == "moves":
            return _moves(view, question, expected(view))
        case FormUp():
            return _formations(view, question)
        case LaunchGroups():
            return _launches(view, question)
        case AttackRuns():
            return _runs(view, question)
        case Evasion():
            return _evasion(view, question)
        case Land():
            return _landings(view, question)
        case _:
            return None


def expected(view: FleetView) -> dict[str, Vector]:
    """Where each ship is thought to be when all have moved: own ships where they drift to, enemies as they may be foreseen."""
    ships = [ship for ship in view.ships.values() if ship.on_table]
    if view.step > MOVEMENT:
        return {ship.id: ship.position for ship in ships}
    drifted = {ship.id: ship.position.plus(ship.course, float(ship.velocity)) for ship in ships}
    return {**drifted, **foreseen(view, view.seats[view.viewer or ""])}


MOVEMENT = 4
"""The step in which ships move."""


def prize(ship: Ship) -> float:
    """How good a target is for fighters and missiles: what it is worth, less what its point defence does."""
    return ship.design.cpv / (60.0 + 25.0 * _point_defence(ship))


def _point_defence(ship: Ship) -> int:
    """How many PDS of a ship work."""
    return len([each for each in ship.design.by_kind.get("pds", ()) if each.id not in ship.lost])


# Fighters


def _moves(view: FleetView, question: MoveGroups, places: Mapping[str, Vector]) -> Json:
    """Attackers go where the best target in reach will be, the others to the enemy's fighters, the spent ones home."""
    poses: dict[str, Json] = {}
    first = question.rule == PRIMARY
    for number, unit in enumerate(question.units):
        group = view.groups[unit]
        goal = _goal(view, group, places)
        if goal is None or (not first and not _worth_a_cef(group, goal)):
            continue
        at = _towards(question, unit, goal.plus(CLOCK[1 + SEVENTH * number % 12], BESIDE))
        if at is not None:
            poses[unit] = {"at": [at.x, at.y], "heading": None}
    return poses


def _goal(view: FleetView, group: FighterGroup, places: Mapping[str, Vector]) -> Vector | None:
    """Where a group wants to be."""
    if _spent(group):
        home = _carrier(view, group)
        if home is not None:
            return places[home.id]
        entries = [base.entry for base in view.bases.values() if view.seats[base.seat] == group.side]
        return min(entries, key=lambda entry: apart(group.position, entry), default=None)
    if kind_of(group).weapon == "none":
        others = [each for each in flying(view) if each.side != group.side]
        target = min(others, key=lambda each: apart(group.position, each.position), default=None)
        return target.position if target is not None else None
    ships = [ship for ship in foes_of(view, group.side) if ship.id in places]
    if not ships:
        return None
    return places[max(ships, key=lambda ship: _appeal(group, ship, places[ship.id])).id]


def _spent(group: FighterGroup) -> bool:
    """Whether there is nothing left that a group could attack with."""
    return not group.cef or group.torpedoes_spent or group.exhausted


def _appeal(group: FighterGroup, ship: Ship, place: Vector) -> float:
    """How good a target is for a group: less by what is too far to come to in a turn."""
    far = apart(group.position, place)
    turns = max(far - kind_of(group).primary - kind_of(group).secondary, 0.0) / kind_of(group).primary
    return prize(ship) - 2.0 * turns


def _carrier(view: FleetView, group: FighterGroup) -> Ship | None:
    """The nearest friendly ship with Bays that is on the table."""
    own = [ship for ship in view.ships.values() if ship.side == group.side and ship.status == "fighting"]
    ships = [ship for ship in own if ship.design.bays and ship.on_table]
    return min(ships, key=lambda ship: apart(group.position, ship.position), default=None)


def _worth_a_cef(group: FighterGroup, goal: Vector) -> bool:
    """Whether a second move brings a group within reach of its goal, from which it is not already."""
    far = apart(group.position, goal)
    return group.cef >= 2 and NEAR < far <= kind_of(group).secondary + NEAR


def _towards(question: MoveGroups, unit: str, goal: Vector) -> Vector | None:
    """The place nearest to a goal that a group can go to; None where it is there already."""
    start, far = question.starts[unit], question.reaches[unit]
    way = goal.minus(start)
    length = way.length()
    if length <= NEAR:
        return None
    step = min(length, far - 0.2)
    at = start.plus(way, step / length)
    at = question.region.nearest(at)
    rounded = Vector(round(at.x, 1), round(at.y, 1))
    return rounded if question.region.holds(rounded) and apart(start, rounded) <= far else None


def _formations(view: FleetView, question: FormUp) -> Json:
    """Interceptors beside a carrier that enemies can reach screen it, the others escort attackers; nobody else waits."""
    plan: dict[str, Json] = {}
    enemies = [each for each in flying(view) if each.side != view.seats[question.seat]]
    if question.rule != "FT-2.7.10" or not enemies:
        return plan
    for unit, slot in question.slots.items():
        group = view.groups[unit]
        keys = slot.keys if isinstance(slot, Options) and kind_of(group).weapon == "none" else ()
        carriers = [view.ships[key.removeprefix("screen:")] for key in keys if key.startswith("screen:")]
        threatened = [f"screen:{ship.id}" for ship in carriers if ship.side == group.side and _in_danger(ship, enemies)]
        attackers = [key for key in keys if key.startswith("escort:") and key not in plan.values()]
        worthy = [key for key in attackers if may_attack_ships(view.groups[key.removeprefix("escort:")])]
        for key in (*threatened, *sorted(worthy, key=lambda key: -view.groups[key.removeprefix("escort:")].strength)):
            if unit not in plan and not question.illegal(view, {**plan, unit: key}):
                plan[unit] = key
    return plan


def _in_danger(ship: Ship, enemies: list[FighterGroup]) -> bool:
    """Whether enemy fighters can come to a carrier in a turn."""
    return bool(ship.design.bays) and any(apart(each.position, ship.position) <= kind_of(each).primary for each in enemies)


def _launches(view: FleetView, question: LaunchGroups) -> Json:
    """All, interceptors as a screen where they may screen at once, and all that bases can send."""
    plan: dict[str, Json] = {}
    for unit, kind in question.slots.items():
        ways = kind.keys if isinstance(kind, Options) else ()
        way = "screen" if "screen" in ways and kind_of(view.groups[unit]).weapon == "none" else ways[0]
        if not question.illegal(view, {**plan, unit: way}):
            plan[unit] = way
    return plan


def _runs(view: FleetView, question: AttackRuns) -> Json:
    """Each group at the ship in reach that is worth most for what it has left, but interceptors of fighters first."""
    plan: dict[str, Json] = {}
    for unit in question.slots:
        group = view.groups[unit]
        ships = ships_in_reach(view, group)
        if ships and may_attack_ships(group):
            plan[unit] = max(ships, key=lambda ship: (ship.status == "fighting", ship.design.cpv)).id
    return plan


def _evasion(view: FleetView, question: Evasion) -> Json:
    """A CEF for groups on a run that can spare it, where no ship is near that draws the enemy's fire."""
    own = [ship for ship in view.ships.values() if ship.side == view.seats[view.viewer or ""] and ship.on_table]
    groups = [view.groups[unit] for unit in question.slots]
    alone = [group for group in groups if not any(apart(ship.position, group.position) <= IN_RANGE for ship in own)]
    return {group.id: 1 for group in alone if group.run and group.cef >= 3}


def _landings(view: FleetView, question: Land) -> Json:
    """Groups that are spent land, as long as the ship has room for them."""
    plan: dict[str, Json] = {}
    for unit in question.slots:
        where = next(iter(getattr(question.slots[unit], "keys", ())), None)
        if _spent(view.groups[unit]) and where is not None and not question.problems(view, {**plan, unit: where}):
            plan[unit] = where
    return plan


# Missiles


def _missiles(view: FleetView, question: PlaceOrdnance, places: Mapping[str, Vector]) -> dict[str, Json]:
    """Salvos go where enemies will be: at the best target, until they should shoot it away, then at the next.

    None is launched where it would hardly find anything.
    """
    own = view.ships[next(iter(question.units)).split("/")[0]].side
    poses: dict[str, Json] = {}
    placed: dict[str, Pose] = {}
    targets = [ship for ship in foes_of(view, own) if ship.id in places and _chance(view, ship) >= WORTHWHILE]
    for ship in sorted(targets, key=lambda ship: (-prize(ship) * _chance(view, ship), ship.id)):
        sent = 0
        for key in question.units:
            launcher = key.rsplit("/", 1)[0]
            used = any(other.startswith(f"{launcher}/") for other in poses)
            if used or key.endswith(f"/{BOLT_LOAD}") or sent * SALVO_POINTS * _chance(view, ship) > _toughness(ship):
                continue
            pose = {"at": _rounded(_spread(places[ship.id], sent)), "heading": None}
            read = question.read({key: pose})
            if isinstance(read, list) or question.illegal(view, {**placed, **read}):
                continue
            poses[key] = pose
            placed.update(read)
            sent += 1
    return poses


def _toughness(ship: Ship) -> float:
    """The points that it takes to destroy a ship by missiles, with those of the missiles that its PDS shoot down."""
    return boxes_left(ship) + SHOT_DOWN * _point_defence(ship)


def _chance(view: FleetView, ship: Ship) -> float:
    """The chance that a ship that may burn as it likes ends within 3 MU of where it is expected."""
    thrust = float(thrust_of(ship))
    if view.step > MOVEMENT or thrust <= ACQUISITION:
        return 1.0
    return ACQUISITION * ACQUISITION / (thrust * thrust)


def _rounded(at: Vector) -> list[float]:
    return [round(at.x, 1), round(at.y, 1)]


def _spread(at: Vector, number: int) -> Vector:
    """Further salvos at a ship lie a little beside the first, so that together they cover more of where it may go."""
    offsets = ((0.0, 0.0), (1.5, 0.0), (-1.5, 0.0), (0.0, 1.5), (0.0, -1.5))
    x, y = offsets[number % len(offsets)]
    return Vector(at.x + x, at.y + y)
