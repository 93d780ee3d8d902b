"""Chapter 3: the worked cases, manoeuvres, the edge of the table, phase 5."""

from __future__ import annotations

import math
from itertools import product

import pytest
from case_files import cases
from fakes import make_ship
from hypothesis import assume, given
from hypothesis import strategies as st
from movement_cases import CRUISING, check, ends, fleet, outcomes, phase_5, same

from directions import from_degrees
from quarterdeck.engine.plane import CLOCK, Vector, distance, turned
from quarterdeck.systems.full_thrust.manoeuvres import (
    Motion,
    manoeuvre,
    new_velocity,
    off_table,
    thrust_available,
    turns_until_off,
)
from quarterdeck.systems.full_thrust.movement import motion_of
from quarterdeck.systems.full_thrust.order_lines import Action
from quarterdeck.systems.full_thrust.state import Core

rule = pytest.mark.rule


@pytest.mark.parametrize(("rule_id", "case"), cases("FT-3.1", "FT-3.2", "FT-2.7.5", "FT-2.7.14"))
def test_worked_case(rule_id, case):
    for found in outcomes(case["given"]):
        check(found, case["expect"])


# Manoeuvres

POINTS = st.integers(1, 12)
COURSES = st.one_of(st.integers(1, 12).map(CLOCK.__getitem__), st.floats(0, 360).map(from_degrees))
PLACES = st.builds(Vector, st.floats(-100, 100), st.floats(-100, 100))
MOTIONS = st.builds(Motion, PLACES, COURSES, st.integers(0, 30), POINTS)
SMALL = st.integers(1, 4)
AFFORDABLE = st.one_of(
    st.builds(Action, st.just("burn"), SMALL),
    st.builds(Action, st.just("rotate_to"), POINTS),
    st.builds(Action, st.just("turn"), POINTS),
    st.builds(Action, st.sampled_from(["push_port", "push_starboard", "push_reverse"]), st.integers(1, 2)),
    st.builds(Action, st.just("push"), st.integers(1, 2), POINTS),
)
SHORT_PLANS = st.lists(AFFORDABLE, max_size=6).map(tuple)
THRUSTS = st.integers(0, 12)


def on_clock(points):
    return math.sin(math.radians(30 * points)), math.cos(math.radians(30 * points))


def displacement(motion, done):
    """Where a ship comes relative to its start, worked out with angles."""
    sideways = {"burn": 0, "push_port": -3, "push_starboard": 3, "push_reverse": 6}
    x, y, facing = motion.course.x * motion.velocity, motion.course.y * motion.velocity, motion.facing
    for action in done:
        if action.kind == "rotate_to":
            facing = action.amount
        elif action.kind == "turn":
            facing += action.amount
        else:
            way = on_clock(action.toward if action.kind == "push" else facing + sideways[action.kind])
            x, y = x + way[0] * action.amount, y + way[1] * action.amount
    return x, y, facing


@rule("FT-3.2.14")
@rule("FT-3.2.15")
@rule("FT-3.2.17")
@given(MOTIONS, THRUSTS, SHORT_PLANS, st.booleans())
def test_place_velocity_and_facing_after_a_manoeuvre(motion, thrust, actions, free_pushes):
    move = manoeuvre(motion, thrust, actions, free_pushes=free_pushes)
    x, y, facing = displacement(motion, move.done)
    assert same(list(move.end.position), [motion.position.x + x, motion.position.y + y])
    assert abs(distance(motion.position, move.end.position) - move.end.velocity) <= 0.5 + 1e-9
    assert 1 <= move.end.facing <= 12
    assert (move.end.facing - facing) % 12 == 0
    assert move.drift == motion.position.plus(motion.course, motion.velocity)


@rule("FT-3.1.3")
@rule("FT-3.2.13")
@given(MOTIONS, THRUSTS, SHORT_PLANS, st.booleans())
def test_what_is_done_is_paid_for_and_the_rest_is_ignored(motion, thrust, actions, free_pushes):
    move = manoeuvre(motion, thrust, actions, free_pushes=free_pushes)
    assert move.done + move.ignored == actions
    assert len(move.points) == len(move.done)
    assert 0 <= move.spent <= move.available == thrust
    assert bool(move.ignored) == (move.why_ignored is not None)
    shorter = manoeuvre(motion, thrust, move.done, free_pushes=free_pushes)
    assert (shorter.end, shorter.spent, shorter.ignored) == (move.end, move.spent, ())


@rule("FT-3.2.16")
@given(MOTIONS, THRUSTS, SHORT_PLANS)
def test_the_course_is_the_way_from_start_to_end(motion, thrust, actions):
    move = manoeuvre(motion, thrust, actions)
    way = move.end.position.minus(motion.position)
    assume(way.length() > 0.01)
    assert same(move.end.course.length(), 1)
    assert same(list(move.end.course), [way.x / way.length(), way.y / way.length()])


@rule("FT-3.1.4")
@given(MOTIONS, SHORT_PLANS)
def test_the_place_after_each_action_is_the_end_of_the_orders_up_to_it(motion, actions):
    move = manoeuvre(motion, 30, actions, free_pushes=True)
    for count, point in enumerate(move.points, 1):
        assert same(list(point), list(manoeuvre(motion, 30, actions[:count], free_pushes=True).end.position))


@rule("FT-3.2.3")
@rule("FT-3.2.6")
@given(MOTIONS, st.integers(1, 12))
def test_a_rotation_and_its_counter_rotation(motion, points):
    move = ends(f"TS{points}, TP{points}", 2, motion)
    assert move.end == motion._replace(position=move.drift)
    assert move.spent == (0 if points == 12 else 2)
    assert same(list(move.drift), list(motion.position.plus(motion.course, motion.velocity)))


@rule("FT-3.2.8")
@given(MOTIONS, SHORT_PLANS, st.data())
def test_a_rotation_to_the_present_facing_is_free_anywhere(motion, actions, data):
    place = data.draw(st.integers(0, len(actions)))
    before = manoeuvre(motion, 6, actions[:place])
    assume(not before.ignored)
    plain = manoeuvre(motion, 6, actions)
    idle = manoeuvre(motion, 6, (*actions[:place], Action("rotate_to", before.end.facing), *actions[place:]))
    assert (idle.end, idle.spent, idle.ignored) == (plain.end, plain.spent, plain.ignored)


@rule("FT-3.2.8")
def test_a_ship_without_thrust_can_stay_as_it_is():
    assert ends("R12, TS12, TP12", thrust=0).ignored == ()
    assert ends("R1", thrust=0).ignored == (Action("rotate_to", 1),)


@rule("FT-3.2.7")
def test_each_of_several_rotations_costs_a_point():
    assert (ends("R3, R9, R3").spent, ends("R3, R9, R3").end.facing) == (3, 3)


@rule("FT-3.2.5")
@rule("FT-3.2.16")
@pytest.mark.parametrize(("facing", "velocity"), list(product(range(1, 13), range(1, 9))))
def test_a_dead_stop_keeps_place_and_course_though_numbers_are_rounded(facing, velocity):
    start = Motion(Vector(3.1, 7.3), CLOCK[facing], 0, facing)
    under_way = ends(f"MD{velocity}", 20, start).end
    stopped = ends(", ".join(["TS6"] + ["MD1"] * velocity), 20, under_way).end
    assert stopped == under_way._replace(velocity=0, facing=turned(facing, 6))


@rule("FT-2.7.5")
@rule("FT-3.2.1")
@given(MOTIONS)
def test_a_drift_changes_neither_course_nor_velocity_nor_facing(motion):
    move = ends("-", 6, motion)
    assert move.end[1:] == motion[1:]
    assert move.end.position == move.drift


@rule("FT-3.2.15")
@pytest.mark.parametrize(("moved", "velocity"), [(0.0, 0), (0.5, 1), (math.nextafter(0.5, 0), 0), (6.5, 7), (7.49, 7), (7.51, 8)])
def test_velocity_is_rounded_to_the_nearest_halves_up(moved, velocity):
    assert new_velocity(moved) == velocity


@rule("FT-3.1.5")
def test_thrust_at_full_half_and_no_power():
    assert [[thrust_available(rating, hits) for hits in range(4)] for rating in (1, 4, 7)] == [
        [1, 0, 0, 0],
        [4, 2, 0, 0],
        [7, 3, 0, 0],
    ]


# Why actions are ignored


def why(line, thrust=6, **flags):
    move = ends(line, thrust, **flags)
    problem = move.why_ignored
    return [action.word for action in move.ignored], problem.rule, problem.at, problem.nearest, problem.text.args


@rule("FT-3.2.13")
def test_too_expensive():
    assert why("PS, MD5, R6", 4) == (["MD5", "R6"], "FT-3.2.13", "4-7", "MD3", {"word": "MD5", "cost": 5, "left": 3})
    assert why("MD4, R6", 4) == (["R6"], "FT-3.2.13", "5-7", None, {"word": "R6", "cost": 1, "left": 0})
    assert why("MD4, MD1", 4) == (["MD1"], "FT-3.2.13", "5-8", None, {"word": "MD1", "cost": 1, "left": 0})
    assert why("MD4, PS", 4) == (["PS"], "FT-3.2.13", "5-7", None, {"word": "PS", "cost": 1, "left": 0})
    assert why("T3/5", 4, free_pushes=True) == (["T3/5"], "FT-3.2.13", "0-4", "T3/4", {"word": "T3/5", "cost": 5, "left": 4})


@rule("FT-3.2.10")
def test_pushes_beyond_the_limits():
    assert why("PS, PS") == (["PS"], "FT-3.2.10", "4-6", None, {"word": "PS"})
    assert why("PR, MD1, PR") == (["PR"], "FT-3.2.10", "9-11", None, {"word": "PR"})
    assert why("PR, R6, PP, PR") == (["PR"], "FT-3.2.10", "12-14", None, {"word": "PR"})
    assert why("PP2") == (["PP2"], "FT-3.2.10", "0-3", "PP", {"word": "PP2", "n": 2})
    assert ends("PR, PS").ignored == ()


@rule("FT-3.2.11")
def test_the_absolute_form_is_another_way_to_write_a_legal_push():
    for facing, (direction, word) in product(range(1, 13), ((-3, "PP"), (3, "PS"), (6, "PR"))):
        motion = CRUISING._replace(facing=facing)
        absolute, named = ends(f"T{turned(facing, direction)}/1", 1, motion), ends(word, 1, motion)
        assert (absolute.end, absolute.spent, absolute.ignored) == (named.end, 1, ())
    assert [bool(ends(f"T{toward}/1").ignored) for toward in (3, 6, 9)] == [False] * 3
    assert [why(f"T{toward}/1")[1] for toward in (1, 2, 4, 5, 7, 8, 10, 11, 12)] == ["FT-3.2.11"] * 9


@rule("FT-3.2.10")
@rule("FT-3.2.11")
def test_the_absolute_form_counts_against_the_limits():
    assert why("PS, T9/1")[:2] == (["T9/1"], "FT-3.2.10")
    assert why("T6/1, PR")[:2] == (["PR"], "FT-3.2.10")
    assert why("T3/2") == (["T3/2"], "FT-3.2.10", "0-4", "T3/1", {"word": "T3/2", "n": 2})


@rule("FT-3.2.10")
@rule("FT-3.2.11")
def test_free_pushes_know_no_limit_but_thrust():
    move = ends("T1/2, PS2, PP, PR, PR", 7, free_pushes=True)
    assert (move.spent, move.ignored) == (7, ())
    assert ends("T12/3, T12/3, T12/3", 7, free_pushes=True).ignored == (Action("push", 3, toward=12),)


# The edge of the table


@rule("FT-3.2.20")
@pytest.mark.parametrize(
    ("position", "off"),
    [
        ((0.0, 0.0), False),
        ((72.0, 48.0), False),
        ((72.0 + 1e-12, 48.0), False),
        ((-0.01, 20.0), True),
        ((72.01, 20.0), True),
        ((20.0, -0.01), True),
        ((20.0, 48.01), True),
    ],
)
def test_the_edge_is_inside(position, off):
    assert off_table((72, 48), Vector(*position)) is off
    assert off_table(None, Vector(*position)) is False


@rule("FT-3.2.20")
def test_turns_until_a_drifting_ship_is_off():
    assert turns_until_off((72, 48), Vector(36.0, 36.0), CLOCK[12], 6) == 3
    assert turns_until_off((72, 48), Vector(36.0, 36.5), CLOCK[12], 6) == 2
    assert turns_until_off((72, 48), Vector(10.0, 40.0), CLOCK[9], 6) == 2
    assert turns_until_off((72, 48), Vector(36.0, 49.0), CLOCK[12], 6) == 0
    assert turns_until_off((72, 48), Vector(36.0, 36.0), CLOCK[12], 0) is None
    assert turns_until_off((72, 48), Vector(36.0, 36.0), Vector(5e-324, 1.0), 6) == 3
    assert turns_until_off(None, Vector(36.0, 36.0), CLOCK[12], 6) is None


@rule("FT-3.2.20")
@given(st.builds(Vector, st.floats(0, 72), st.floats(0, 48)), COURSES, st.integers(1, 30))
def test_the_turns_are_those_that_a_drift_takes(position, course, velocity):
    turns = turns_until_off((72, 48), position, course, velocity)
    inside, outside = (position.plus(course, velocity * count) for count in (turns - 1, turns))
    assert not off_table((72, 48), inside)
    assert off_table((72, 48), outside)


# Phase 5


@rule("FT-2.7.14")
@rule("FT-3.2.14")
def test_a_ship_moves_as_written_and_all_are_told():
    ship = make_ship(id="am", thrust=8, velocity=10, position=Vector(10.0, 20.0))
    state = fleet(ship, table=[72, 48])
    assert phase_5(state, {"am": "tp3, MD6, MD9"}) == [
        {
            "ship": "am",
            "from": [10.0, 20.0],
            "drift": [10.0, 30.0],
            "via": [[10.0, 30.0], [4.0, 30.0]],
            "to": [4.0, 30.0],
            "course": [pytest.approx(-6 / math.sqrt(136)), pytest.approx(10 / math.sqrt(136))],
            "velocity": [10, 12],
            "facing": [12, 9],
            "orders": "tp3, MD6, MD9",
            "thrust": [7, 8],
            "ignored": ["MD9"],
            "ignored_by": "FT-3.2.13",
        }
    ]
    assert motion_of(ship)[2:] == (12, 9)
    assert same(list(ship.position), [4, 30])
    assert (state.orders, state.last_orders) == ({}, {"am": "tp3, MD6, MD9"})


@rule("FT-3.1.6")
@rule("FT-3.2.17")
def test_the_next_turn_starts_from_what_was_recorded():
    ship = make_ship(thrust=8, velocity=10)
    state = fleet(ship)
    first = phase_5(state, {"s1": "TP3, MD6"})[0]
    second = phase_5(state, {})[0]
    assert (second["from"], second["velocity"], second["facing"]) == (first["to"], [12, 12], [9, 9])
    assert same(second["to"], [-6 - 12 * 6 / math.sqrt(136), 10 + 12 * 10 / math.sqrt(136)])


@rule("FT-3.1.3")
def test_thrust_that_is_not_spent_is_lost():
    ship = make_ship(thrust=4)
    state = fleet(ship)
    phase_5(state, {"s1": "-"})
    assert phase_5(state, {"s1": "MD5"})[0]["ignored"] == ["MD5"]


@rule("FT-2.7.14")
@rule("FT-3.2.14")
def test_all_move_at_once_in_the_order_of_the_scenario():
    def ships():
        return [make_ship(id=f"s{n}", position=Vector(float(n), 0.0), velocity=n, facing=n + 1) for n in range(4)]

    lines = {f"s{n}": line for n, line in enumerate(["MD2", "PS", "R3, MD3", ""])}
    forward = phase_5(fleet(*ships()), lines)
    assert [facts["ship"] for facts in forward] == ["s0", "s1", "s2", "s3"]
    assert phase_5(fleet(*reversed(ships())), lines) == forward[::-1]


@rule("FT-2.7.5")
@pytest.mark.parametrize(("line", "ignored", "ignored_by"), [("", [], None), ("-", [], None), ("MD2, wat", ["MD2"], "FT-2.7.5")])
def test_a_ship_without_valid_orders_drifts(line, ignored, ignored_by):
    ship = make_ship(course=CLOCK[3], velocity=5)
    facts = phase_5(fleet(ship), {"s1": line} if line else {})[0]
    assert motion_of(ship) == (Vector(5.0, 0.0), CLOCK[3], 5, 12)
    assert (facts["orders"], facts["ignored"], facts["ignored_by"]) == (line, ignored, ignored_by)


@rule("FT-7.2.4")
@pytest.mark.parametrize(
    ("core", "status", "y"),
    [
        (Core(control_from=4), "fighting", 5.0),
        (Core(control_from=3), "fighting", 7.0),
        (Core(lost_for_good=True), "fighting", 5.0),
        (Core(), "derelict", 5.0),
    ],
)
def test_a_ship_without_command_drifts(core, status, y):
    ship = make_ship(velocity=5, core=core, status=status)
    state = fleet(ship)
    state.turn = 3
    facts = phase_5(state, {"s1": "MD2"})[0]
    assert (ship.position, ship.velocity) == (Vector(0.0, y), y)
    assert (facts["ignored"], facts["ignored_by"]) == (([], None) if y == 7.0 else (["MD2"], "FT-7.2.4"))


@rule("FT-3.2.11")
def test_free_pushes_are_a_switch_of_the_battle():
    for allowed, x in ((False, 0.0), (True, 2.0)):
        ship = make_ship()
        phase_5(fleet(ship, free_pushes=allowed), {"s1": "T3/2"})
        assert ship.position == (x, 0.0)


@rule("FT-3.2.20")
@pytest.mark.parametrize("status", ["fighting", "derelict"])
def test_a_ship_over_the_edge_has_left_and_does_not_return(status):
    ship = make_ship(position=Vector(36.0, 46.0), velocity=5, status=status)
    state = fleet(ship, table=[72, 48])
    assert phase_5(state, {})[1:] == [{"ship": "s1", "at": [36.0, 51.0]}]
    assert ship.status == "left"
    assert phase_5(state, {"s1": "R6, MD3"}) == []
    assert (ship.position, state.last_orders) == (Vector(36.0, 51.0), {})


@rule("FT-3.2.20")
def test_space_may_be_unlimited():
    ship = make_ship(position=Vector(36.0, 46.0), velocity=5)
    assert len(phase_5(fleet(ship), {})) == 1
    assert ship.status == "fighting"


@rule("FT-3.2.19")
def test_ships_pass_through_each_other():
    start, goal = Vector(0.0, 0.0), Vector(6.0, 0.0)
    meeting = [
        make_ship(id="s1", position=start, course=CLOCK[3], velocity=6),
        make_ship(id="s2", position=goal, course=CLOCK[9], velocity=6),
    ]
    assert [facts["to"] for facts in phase_5(fleet(*meeting), {})] == [[6.0, 0.0], [0.0, 0.0]]
    assert [ship.status for ship in meeting] == ["fighting", "fighting"]


def test_the_destroyed_do_not_move():
    wreck = make_ship(velocity=5, status="destroyed")
    assert phase_5(fleet(wreck), {}) == []
    assert wreck.position == (0.0, 0.0)


@rule("FT-3.1.5")
@pytest.mark.parametrize(("hits", "velocity"), [(0, 5), (1, 2), (2, 0)])
def test_a_hit_drive_limits_the_ship(hits, velocity):
    ship = make_ship(thrust=5, drive_hits=hits)
    phase_5(fleet(ship), {"s1": ", ".join(["MD1"] * 6)})
    assert ship.velocity == velocity
