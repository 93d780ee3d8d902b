"""What a captain of Phalons does with Plasma Bolts and Vapour Shrouds."""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import DRIFT
from quarterdeck.systems.full_thrust.aliens.guns import BOLT_LOAD
from quarterdeck.systems.full_thrust.arcs import apart, arc_of, bears
from quarterdeck.systems.full_thrust.gunnery import boxes_left, foes_of, worth
from quarterdeck.systems.full_thrust.manoeuvres import manoeuvre
from quarterdeck.systems.full_thrust.movement import may_declare, motion_of, pushes_freely, thrust_of
from quarterdeck.systems.full_thrust.order_lines import read_orders
from quarterdeck.systems.full_thrust.ordnance.placing import PlaceOrdnance, placeable
from quarterdeck.systems.full_thrust.state import FleetView, Ship
from quarterdeck.systems.full_thrust.targets import screen_level, working_fire_controls, working_weapons
from quarterdeck.systems.full_thrust.weapons import mean_damage

OWN = 1.5
"""What burning a ship of one's own weighs against burning an enemy."""
FIGHTER = 8.0
"""What a fighter is worth, in CPV."""
POINTS = (3.5, 2.5, 10 / 6)
"""The mean points of a level of a bolt by Screen level."""


def place_bolts(view: FleetView, question: PlaceOrdnance, places: Mapping[str, Vector]) -> dict[str, Json]:
    """Each bolt bursts where it may be expected to burn away most worth, and none where it would burn own ships more.

    `places` are where ships will be.
    """
    poses: dict[str, Json] = {}
    foes = [ship for ship in foes_of(view, view.seats[question.seat]) if ship.id in places]
    for key in [key for key in question.units if key.endswith(f"/{BOLT_LOAD}")]:
        own = view.ships[key.split("/")[0]]
        level = own.design.system(key.split("/")[1]).cls
        ranked = [(_burnt(view, places, own.side, places[target.id], level), target.id) for target in foes]
        for gain, target_id in sorted(ranked, reverse=True):
            at = places[target_id]
            pose = {"at": [round(at.x, 1), round(at.y, 1)], "heading": None}
            if gain > 0.0 and not question.problems(view, {**poses, key: pose}):
                poses[key] = pose
                break
    return poses


def _burnt(view: FleetView, places: Mapping[str, Vector], side: str, at: Vector, levels: int) -> float:
    """The worth that a bolt at a place burns away of enemies, less that of own ships; fighters die of it (FT-5.6.8)."""
    total = 0.0
    for ship_id, place in places.items():
        ship = view.ships[ship_id]
        if ship.status == "fighting":
            share = min(levels * POINTS[screen_level(ship)] / boxes_left(ship), 1.0)
            total += (1.0 if ship.side != side else -OWN) * worth(view, ship) * share * _caught(view, ship, apart(place, at))
    for group in view.groups.values():
        if group.on_table and apart(group.position, at) <= view.scenario.plasma_radius:
            total += (1.0 if group.side != side else -OWN) * FIGHTER * group.strength
    return total


def _caught(view: FleetView, ship: Ship, far: float) -> float:
    """The chance that a ship is in the burst, which is so far from where it is expected and which it may thrust to or from."""
    slack = max(thrust_of(ship), 1)
    return min(max((view.scenario.plasma_radius + slack - far) / (2.0 * slack), 0.0), 1.0)


def shroud_lines(view: FleetView, lines: dict[str, str]) -> dict[str, str]:
    """The orders with SHROUD added where a Shroud keeps more away than the ship could do without it."""
    hidden = {ship: line for ship, line in lines.items() if _better_hidden(view, view.ships[ship], line)}
    return {**lines, **{ship: "SHROUD" if line == DRIFT else f"SHROUD, {line}" for ship, line in hidden.items()}}


def _better_hidden(view: FleetView, ship: Ship, line: str) -> bool:
    """Whether the fire that the Shroud would stop is more than what the ship may do with its guns and bolts."""
    if "vapour_shroud" not in ship.design.by_kind or "SHROUD" not in may_declare(ship):
        return False
    if placeable(view, ship) or "LAUNCH" in line:
        return False
    end = manoeuvre(motion_of(ship), thrust_of(ship), read_orders(line)[0], free_pushes=pushes_freely(view, ship)).end
    there = _at(ship, end.position, end.facing)
    saved, dealt = 0.0, 0.0
    for foe in foes_of(view, ship.side):
        other = _at(foe, foe.position.plus(foe.course, foe.velocity), foe.facing)
        saved += _means(other, there, 0) - _means(other, there, 2)
        dealt = max(dealt, _means(there, other, screen_level(foe)))
    return saved > dealt


def _at(ship: Ship, position: Vector, facing: int) -> Ship:
    """A ship as it will lie."""
    moved = Ship(ship.id, ship.name, ship.side, ship.seat, ship.design, position, ship.course, ship.velocity, facing, ship.armour)
    moved.lost, moved.spent = ship.lost, ship.spent
    return moved


def _means(shooter: Ship, target: Ship, screens: int) -> float:
    """Mean damage of all guns that bear, against this Screen level."""
    if not working_fire_controls(shooter):
        return 0.0
    arc, range_, total = arc_of(shooter, target, {}), apart(shooter.position, target.position), 0.0
    for weapon in working_weapons(shooter):
        if bears(weapon, arc):
            total += mean_damage(weapon, range_, screens)
    return total
