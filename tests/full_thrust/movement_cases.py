"""The worked cases of chapter 3 in terms of the game: what comes of each shape of `given`, under the names of `expect`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from fakes import make_ship, make_state

from directions import from_degrees
from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.events import Told
from quarterdeck.engine.plane import CLOCK, Vector, crosses_circle, sector_of, to_degrees
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.manoeuvres import Manoeuvre, Motion, manoeuvre, new_velocity, thrust_available
from quarterdeck.systems.full_thrust.movement import motion_of, move_all
from quarterdeck.systems.full_thrust.order_lines import Action, read_orders
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import ARCS
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from scripted import referee

Facts = dict[str, Any]
AT_REST = Motion(Vector(0.0, 0.0), CLOCK[12], 0, 12)
CRUISING = Motion(Vector(21.5, 16.5), Vector(0.6, 0.8), 10, 2)


def orders(line: str) -> tuple[Action, ...]:
    """The actions of a line that can be read."""
    actions, problems = read_orders(line)
    assert problems == []
    return actions


def ends(line: str, thrust: int = 6, motion: Motion = AT_REST, **flags: bool) -> Manoeuvre:
    """What comes of a line."""
    return manoeuvre(motion, thrust, orders(line), **flags)


def check(found: Facts, expect: Facts) -> None:
    """Every fact that is expected was found so: numbers within 0.01, lists number by number, all else exactly."""
    for key, value in expect.items():
        assert key in found, f"nothing is known of {key}"
        assert same(found[key], value), f"{key}: {found[key]}, expected {value}"


def same(found: Any, expected: Any) -> bool:
    if isinstance(expected, list):
        return len(found) == len(expected) and all(same(a, b) for a, b in zip(found, expected, strict=True))
    if isinstance(expected, (int, float)) and not isinstance(expected, bool):
        return bool(found == pytest.approx(expected, abs=0.01))
    return bool(found == expected)


def start_of(given: Facts) -> Motion:
    """The motion a case starts from; at rest at the origin, bow up, where it does not say."""
    course = from_degrees(given.get("course_deg", 0))
    return Motion(Vector(*map(float, given.get("position", (0, 0)))), course, given.get("velocity", 0), given.get("facing", 12))


def by_manoeuvre(given: Facts, key: str = "orders") -> Facts:
    """What comes of the orders of a case for a ship on its own."""
    thrust = thrust_available(given["thrust"], given.get("drive_hits", 0))
    flags = {"free_pushes": given.get("advanced_drive", False) or given.get("free_pushes", False)}
    return facts_of(ends(given[key], thrust, start_of(given), **flags), given)


def facts_of(move: Manoeuvre, given: Facts) -> Facts:
    end = move.end
    facts = facts_of_motion(end) | {
        "final_position": end.position,
        "thrust_spent": move.spent,
        "thrust_available": move.available,
        "ignored": [action.written for action in move.ignored],
    }
    if thing := given.get("object"):
        centre = Vector(*map(float, thing["centre"]))
        facts["collision_possible"] = crosses_circle(move.start.position, end.position, centre, thing["radius"])
    return facts


def facts_of_motion(motion: Motion) -> Facts:
    course_deg = to_degrees(motion.course)
    return {"position": motion.position, "facing": motion.facing, "velocity": motion.velocity, "course_deg": course_deg}


def by_fleet(given: Facts) -> Facts:
    """What phase 5 makes of the orders of a case."""
    ship = ship_of(given)
    state = fleet(ship, table=given.get("table"), free_pushes=given.get("free_pushes", False))
    moved = phase_5(state, {ship.id: given["orders"]})[0]
    return facts_of_motion(motion_of(ship)) | {
        "final_position": ship.position,
        "thrust_spent": moved["thrust"][0],
        "thrust_available": moved["thrust"][1],
        "ignored": moved["ignored"],
        "in_play": ship.on_table,
        "destroyed": ship.status == "destroyed",
    }


def ship_of(given: Facts, **more: Any) -> Ship:
    start = start_of(given)
    built = {"thrust": given["thrust"], "drive_hits": given.get("drive_hits", 0)}
    return make_ship(**(built | start._asdict() | more))


def fleet(*ships: Ship, table: list[int] | None = None, free_pushes: bool = False) -> FleetState:
    """A battle of these ships, in unlimited space unless a table is given."""
    state = make_state(*ships, switches=Switches(free_pushes=free_pushes))
    state.scenario = replace(state.scenario, table=(table[0], table[1]) if table else None)
    return state


def phase_5(state: FleetState, orders: dict[str, str]) -> list[Facts]:
    """Move all ships by these orders and return the facts of what was told."""
    state.orders = dict(orders)
    judge, told = referee()
    move_all(state, judge)
    return [event.data for event in told]


def clock_point(given: Facts) -> Facts:
    return {"vector": CLOCK[given["clock"]], "course_deg": to_degrees(CLOCK[given["clock"]])}


def turn(given: Facts) -> Facts:
    return by_manoeuvre(given | {"thrust": 1}, "turn")


def forms_of_rotation(given: Facts) -> Facts:
    found = {form: by_manoeuvre(given, f"orders_{form}") for form in "abc"}
    spent = [facts["thrust_spent"] for facts in found.values()]
    return {f"facing_{form}": facts["facing"] for form, facts in found.items()} | {"thrust_spent": spent}


def recorded(given: Facts) -> Facts:
    """A ship that ends a turn so, drifting: its next turn, and what all are told."""
    ship = make_ship(velocity=given["final_velocity"], course=from_degrees(given["final_course_deg"]))
    told: list[Told] = []
    move_all(fleet(ship), Referee(ScriptedDice([]), told.append))
    seen = told[0].seen_by("opponent")
    return {
        "next_turn_start_velocity": ship.velocity,
        "next_turn_course_deg": to_degrees(ship.course),
        "course_visible_to_opponent": seen is not None and seen.data["course"] == list(ship.course),
    }


def arc_of(given: Facts) -> Facts:
    sight = Vector(*given["target"]).minus(Vector(*given["position"]))
    return {"arc": ARCS[sector_of(given["facing"], sight)]}


def parsed(given: Facts) -> Facts:
    amount = {"rotate_to": "facing"}
    actions = orders(given["text"])
    return {"actions": [{"type": action.kind, amount.get(action.kind, "points"): action.amount} for action in actions]}


def rounded(given: Facts) -> Facts:
    return {"velocity": new_velocity(Vector(*given["displacement"]).length())}


def several_turns(given: Facts) -> Facts:
    ship = ship_of(given)
    state = fleet(ship)
    moved = [phase_5(state, {ship.id: line})[0] for line in given["turns"]]
    places, velocities = [facts["to"] for facts in moved], [facts["velocity"][1] for facts in moved]
    return {"positions": places, "velocities": velocities, "course_deg": to_degrees(ship.course)}


def two_ships_on_one_spot(given: Facts) -> Facts:
    """Two ships drift to their final places; a collision would be told, or leave a mark on one of them."""
    places = [Vector(*map(float, given[key])) for key in ("ship_a_final", "ship_b_final")]
    a, b = places[0].plus(CLOCK[12], -4.0), places[1].plus(CLOCK[3], -4.0)
    ships = [
        make_ship(id="s1", position=a, course=CLOCK[12], velocity=4),
        make_ship(id="s2", position=b, course=CLOCK[3], velocity=4),
    ]
    judge, told = referee()
    move_all(fleet(*ships), judge)
    assert [ship.position for ship in ships] == places
    unharmed = all(ship.status == "fighting" and ship.hull_damage == 0 for ship in ships)
    return {"collision_possible": not unharmed or [event.kind for event in told] != ["moved", "moved"]}


def beside_an_enemy(given: Facts) -> Facts:
    """The ship's orders are carried out as written, though an enemy that stands first in the scenario moves there."""
    enemy = make_ship(id="e1", velocity=4, position=Vector(*given["enemy_moved_first_to"]).plus(CLOCK[12], -4.0))
    ship = make_ship(id="a1", thrust=4)
    moved = phase_5(fleet(enemy, ship), {"a1": given["orders_a"]})
    assert moved[0]["to"] == given["enemy_moved_first_to"]
    assert moved[1]["ship"] == "a1"
    assert moved[1]["ignored"] == []
    return {"executed_a": moved[1]["orders"]}


SHAPES: dict[str, Callable[[Facts], Facts]] = {
    "clock": clock_point,
    "turn": turn,
    "orders_b": forms_of_rotation,
    "final_velocity": recorded,
    "target": arc_of,
    "text": parsed,
    "displacement": rounded,
    "turns": several_turns,
    "ship_a_final": two_ships_on_one_spot,
    "enemy_moved_first_to": beside_an_enemy,
    "object": by_manoeuvre,
    "table": by_fleet,
    "advanced_drive": by_manoeuvre,
}
"""Who works out a case, by a key that only its shape has; the rest is a ship with orders."""


def outcomes(given: Facts) -> list[Facts]:
    """What comes of a case: a ship with orders is worked out on its own and as a fleet of one."""
    for key, work_out in SHAPES.items():
        if given.get(key):
            return [work_out(given)]
    return [by_manoeuvre(given), by_fleet(given)]
