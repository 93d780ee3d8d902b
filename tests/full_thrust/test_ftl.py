"""Leaving and arriving by FTL."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from battles import as_captain, at_close_quarters, at_step, only, put, scenario, ship_file, side_file
from case_files import cases
from checked import checked_battle
from design_cases import file_of
from fakes import make_system
from ftl_cases import WORKED, bystander, jumper, space
from movement_cases import same

from going_on import Played
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Question
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.manoeuvres import manoeuvre
from quarterdeck.systems.full_thrust.movement import may_declare, motion_of
from quarterdeck.systems.full_thrust.nearby import objects_near
from quarterdeck.systems.full_thrust.order_lines import read_orders
from quarterdeck.systems.full_thrust.orders import WriteOrders, orders_for
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import Arrival, Body, FleetState, FleetView, Marker
from quarterdeck.systems.full_thrust.view import seen_by
from whole_battles import by_value, events

Facts = dict[str, Any]


def holds(found: Any, expected: Any) -> bool:
    if isinstance(expected, dict):
        return all(key in found and holds(found[key], value) for key, value in expected.items())
    return same(found, expected)


@pytest.mark.parametrize(("rule", "case"), cases("FT-2.1.2", "FT-2.7.15", "FT-8.1", "FT-8.2", "FT-8.3.5", "FT-8.4.1"))
def test_worked_cases(rule: str, case: Facts) -> None:
    found = WORKED[rule](case["given"])
    assert holds(found, case["expect"]), {key: found.get(key) for key in case["expect"]}


# Whole battles


def tugs(**given: Any) -> Scenario:
    """Two sides, each with ships that arrive; a tug with a ship in tow and a tender with one in its bays."""
    designs = {
        key: file_of(key=key, mass=120, hull=24, thrust=2, ftl=True, systems=[{"system": "fire_control"}, system])
        for key, system in {
            "hauler": {"system": "tug_drive", "tows": 60},
            "cradle": {"system": "small_craft_bay", "capacity": 40},
        }.items()
    }
    return scenario(
        side_file(
            "a",
            ship_file("hauler", (20, 14), velocity=4, course=1),
            ship_file("larkspur", (20, 12), velocity=4, course=1, tug="Hauler"),
            ship_file("amaranth", (26, 16), velocity=4, course=3, facing=3),
            ship_file("cradle", (26, 8), velocity=4, arrives=True),
            ship_file("larkspur", (26, 8), name="Rider", tender="Cradle"),
        ),
        side_file(
            "b",
            ship_file("oath", (44, 16), facing=9, course=9, velocity=4),
            ship_file("scarp", (40, 30), facing=6, course=6, velocity=4),
            ship_file("tarn", (36, 38), facing=6, course=6, velocity=4, arrives=True),
            ship_file("tarn", (34, 38), facing=6, course=6, velocity=4, arrives=True),
        ),
        designs=designs,
        turn_limit=8,
        **given,
    )


OPTIONS = dict.fromkeys(("boarding", "fleet_morale", "strike_colours", "wild_scatter", "core_systems"), True)


def restless(view: FleetView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """Any answers, but that ships now and then write FTL, and may think better of it."""
    answers = at_close_quarters(view, questions, rng)
    for key, question in questions.items():
        if isinstance(question, WriteOrders):
            for unit in question.units:
                words = [word for word in ("FTL", "STAY") if word in may_declare(view.ships[unit])]
                if words and rng.random() < 0.2:
                    answers[key][unit] = words[0]
    return answers


@pytest.mark.rule("FT-8.1.1", "FT-8.1.10", "FT-8.2.1", "FT-8.2.8", "FT-8.3.5", "FT-10.5.7", "FT-10.6.1", "FT-10.7.2")
def test_battles_with_jumps_arrivals_boardings_and_surrender() -> None:
    kinds = set()
    for number in range(12):
        battle = checked_battle(tugs(switches=OPTIONS), f"jumps {number}", a=restless, b=restless)
        kinds |= {event.kind for event in events(battle)}
    assert kinds >= {"jumped", "jump_roll", "towed", "entry_scattered", "dropped_out", "colours_roll"}


def test_a_battle_goes_on_from_each_rest() -> None:
    Played(FULL_THRUST, tugs(switches=OPTIONS), "rests", restless).go_on_at_each_rest()


@pytest.mark.rule("FT-8.2.1", "FT-8.3.1", "FT-8.3.3")
def test_a_scenario_reads_back_as_it_was_written() -> None:
    whole = tugs(switches=OPTIONS, morale_limit=40)
    assert FULL_THRUST.read("scenario", FULL_THRUST.write(whole)) == whole


@pytest.mark.parametrize(
    ("change", "rule", "at"),
    [
        ({"tug": "Nobody"}, "FT-8.3.5", "sides[0].ships[1].tug"),
        ({"tug": "Oath"}, "FT-8.3.5", "sides[0].ships[1].tug"),
        ({"tug": "Amaranth"}, "FT-8.3.3", "sides[0].ships[2]"),
        ({"tender": "Cradle"}, "FT-8.3.5", "sides[0].ships[1].tug"),
        ({"arrives": True}, "FT-8.3.5", "sides[0].ships[1].arrives"),
        ({"post": {"orbit": "clockwise"}}, "FT-8.2.1", "sides[0].ships[1].post"),
    ],
)
def test_company_that_cannot_be(change: Facts, rule: str, at: str) -> None:
    document = FULL_THRUST.write(tugs())
    document["sides"][0]["ships"][1].update(change)
    problems = FULL_THRUST.read("scenario", document)
    assert isinstance(problems, list)
    assert (rule, at) in [(problem.rule, problem.at) for problem in problems]


@pytest.mark.rule("FT-2.1.5", "FT-8.1.4", "FT-8.2.1")
@pytest.mark.parametrize("seat", ["b", None])
def test_plans_and_orders_of_others_are_secret(seat: str | None) -> None:
    """Two battles that differ in where and when a ship will arrive and in who warms up send others the same bytes."""

    def seen(plan: Arrival, line: str) -> tuple[bytes, str]:
        state = FULL_THRUST.start(tugs())
        state.arrivals = {"a4": plan}
        state.orders, state.step = {"a3": line}, 3
        view = seen_by(state, seat)
        return by_value(view), repr(FULL_THRUST.picture(view))

    one = Arrival(3, Vector(10.0, 10.0), 12, 4, 12)
    assert seen(one, "FTL") == seen(Arrival(5, Vector(60.0, 40.0), 6, 9, 6), "MD2")
    assert seen_by(FULL_THRUST.start(tugs()), "a").arrivals == {}


@pytest.mark.rule("FT-8.2.1")
def test_what_is_imagined_of_arrivals_could_be_true() -> None:
    state = FULL_THRUST.start(tugs())
    state.arrivals = {key: Arrival(4, Vector(10.0, 10.0), 12, 4, 12) for key in ("a4", "b3", "b4")}
    for step in (0, 4):
        state.step = step
        for seat in ("a", "b", None):
            view = seen_by(state, seat)
            again = FULL_THRUST.imagine(view, random.Random(1))
            assert sorted(again.arrivals) == ["a4", "b3", "b4"]
            assert FULL_THRUST.check(again) == []
            assert seen_by(again, seat).arrivals == view.arrivals


@pytest.mark.rule("FT-8.1.7")
def test_clouds_are_no_objects_and_rocks_count_from_their_edge() -> None:
    state = space()
    state.bodies = {
        "c": Body("c", "cloud", "Veil", Vector(0.0, 0.0), 9.0),
        "r": Body("r", "asteroid", "Rock", Vector(8.0, 0.0), 2.0),
        "p": Body("p", "planet", "World", Vector(0.0, 30.0), 20.0),
    }
    mine = Marker("m", "mine", "b", "b", Vector(1.0, 0.0), 1, "b99", "mines", 1)
    state.markers = {"m": mine}
    assert [thing.id for thing in objects_near(state, Vector(0.0, 0.0), 6.0)] == ["m", "r"]
    assert [thing.id for thing in objects_near(state, Vector(0.0, 0.0), 10.0, ("m",))] == ["r", "p"]


@pytest.mark.rule("FT-8.1.9")
def test_a_jump_clears_mines_and_thins_out_missiles() -> None:
    state = space(jumper({}, jump_on=1))
    place = Vector(0.0, 5.0)
    for key, kind in (("m", "mine"), ("s", "salvo")):
        state.markers[key] = Marker(key, kind, "b", "b", place, 6, "b99", "source", 1)
    after = at_step(state, [4, 1, 4], "movement")
    assert events(after, "wake")[1].data["damage"] == 4
    assert next(event.data["marker"] for event in events(after, "marker_removed")) == "m"


@pytest.mark.rule("FT-8.1.1")
def test_a_jump_can_be_called_off_and_then_the_ship_has_its_thrust() -> None:
    state = space(jumper({}, jump_on=1))
    state.orders = {"a1": "STAY, MD3"}
    ship = at_step(state, [], "movement").state.ships["a1"]
    assert (ship.status, ship.jump_on, ship.velocity) == ("fighting", 0, 3)


@pytest.mark.rule("FT-8.3.5")
@pytest.mark.parametrize(("face", "status"), [(1, "fighting"), (3, "left"), (6, "destroyed")])
def test_who_is_in_tow_or_aboard_shares_the_fate_of_the_jump(face: int, status: str) -> None:
    towed = jumper({"position": (1, 0)}, id="a2", carried_by="a1")
    rider = jumper({}, id="a3", carried_by="a1", status="carried")
    tug = jumper({}, jump_on=1, velocity=4, track=[Vector(0.0, -4.0)])
    state = space(tug, towed, rider, bystander({"at": [3, 2]}))
    ships = at_step(state, [face, 1], "movement").state.ships
    assert [ships[key].status for key in ("a1", "a2")] == [status, status]
    assert ships["a3"].status == ("carried" if status == "fighting" else status)
    if status == "fighting":
        assert (ships["a1"].position, ships["a2"].position) == (Vector(0.0, 4.0), Vector(1.0, 4.0))


@pytest.mark.rule("FT-8.1.9", "FT-12.2.5")
@pytest.mark.parametrize(("points", "left"), [(9, 5), (0, 0)])
def test_a_jump_damages_rocks_that_can_be_damaged(points: int, left: int) -> None:
    state = space(jumper({}, jump_on=1))
    state.bodies = {"r": Body("r", "asteroid", "Rock", Vector(3.0, 0.0), 1.0, points=points)}
    assert at_step(state, [2, 4], "movement").state.bodies["r"].points == left


@pytest.mark.rule("FT-8.1.9", "FT-12.2.5")
def test_a_jump_breaks_a_rock_without_damage_points_left() -> None:
    state = space(jumper({}, jump_on=1))
    state.bodies = {"r": Body("r", "asteroid", "Rock", Vector(3.0, 0.0), 1.0, points=4)}
    after = at_step(state, [2, 4, 1, 12, 3], "movement")
    assert list(after.state.bodies) == ["r.1"]


@pytest.mark.rule("FT-8.2.6", "FT-8.3.5")
def test_a_ship_in_tow_that_would_come_out_off_the_table_takes_no_part() -> None:
    """The tug comes out 2 MU from the edge, with one ship in tow 4 MU farther from it and one 2 MU beyond it."""
    ships = [jumper({"position": (70, y)}, id=key, name=key, status="reserve") for key, y in (("a1", 20), ("a2", 16), ("a3", 24))]
    for ship in ships[1:]:
        ship.carried_by = "a1"
    state = space(*ships, jumper({"position": (10, 10)}, id="a4"), table=(72, 48))
    state.arrivals = {"a1": Arrival(1, Vector(20.0, 45.0), 12, 0, 12, announced=True)}
    after = at_step(state, [4, 6, 1], "movement").state.ships
    assert [after[key].status for key in ("a1", "a2", "a3")] == ["fighting", "fighting", "left"]


@pytest.mark.rule("FT-8.3.5", "FT-2.7.5")
def test_a_ship_whose_tug_was_lost_is_let_go_when_the_turn_ends_and_drifts_on() -> None:
    """It loses no turn: in the next one it moves on by the motion that it had in tow."""
    tug = jumper({"velocity": 6}, status="destroyed")
    towed = jumper({"position": (1, 0), "velocity": 6}, id="a2", carried_by="a1")
    after = at_step(space(tug, towed), [3, 2, 3, 2], "end")
    assert after.state.ships["a2"].carried_by == ""
    for seat, slate in list(after.slates().items()):
        put(after, seat, dict.fromkeys(only(slate).units, "-"))
    assert after.state.ships["a2"].position == Vector(1.0, 6.0)


@pytest.mark.rule("FT-8.3.5", "FT-2.7.5")
def test_a_ship_whose_tug_leaves_the_table_drifts_on_in_the_same_turn() -> None:
    tug = jumper({"position": (20, 46), "velocity": 6})
    towed = jumper({"position": (20, 40), "velocity": 6}, id="a2", carried_by="a1")
    after = at_step(space(tug, towed, jumper({"position": (9, 9)}, id="a3"), table=(72, 48)), [3, 2], "movement").state.ships
    assert (after["a1"].status, after["a2"].position, after["a2"].carried_by) == ("left", Vector(20.0, 46.0), "")


# Captains


def beaten(at: tuple[float, float] = (70, 50), **more: Any) -> FleetState:
    """Side a has lost a ship and has one left against three, which are far away."""
    made = scenario(
        side_file("a", ship_file("larkspur", at, velocity=6, course=9, facing=9), ship_file("larkspur", (60, 70))),
        side_file("b", *[ship_file("oath", (110, 80 + 4 * n), velocity=6, course=9, facing=9) for n in range(3)]),
        **{"table": [144, 108], **more},
    )
    state = FULL_THRUST.start(made)
    state.ships["a2"].status = "destroyed"
    return state


def written(state: FleetState) -> str:
    """What the captain writes for the ship that is left."""
    view = seen_by(state, "a")
    question = orders_for(view, "a")
    assert question is not None
    return str(as_captain(view, {"orders": question}, random.Random(1))["orders"]["a1"])


@pytest.mark.rule("FT-8.1.1", "FT-8.1.7")
def test_a_beaten_captain_far_from_the_edges_jumps() -> None:
    battle = at_step(beaten(), [6, 1] * 4, "orders")
    for _turn in range(2):
        for seat in battle.slates():
            view = battle.view(seat)
            battle.commit(seat, as_captain(view, battle.slates()[seat].questions, random.Random(1)))
    assert [event.data["ship"] for event in events(battle, "jumped")] == ["a1"]
    assert battle.outcome is not None
    assert battle.outcome.winners == ("b",)


@pytest.mark.rule("FT-3.2.20", "FT-8.1.1")
@pytest.mark.parametrize(("x", "jumps"), [(26.0, True), (24.0, False)])
def test_a_captain_goes_over_an_edge_that_two_turns_can_reach(x: float, jumps: bool) -> None:
    """Two turns bring a ship of 6 MU and thrust 5 over an edge 25 MU away: 12 by drift, 4 and 9 by its drive."""
    assert beaten().ships["a1"].design.thrust == 5
    assert (written(beaten((x, 50))) == "FTL") is jumps


@pytest.mark.rule("FT-8.1.7")
def test_a_captain_does_not_jump_where_something_will_be_near() -> None:
    """Its jump point is 9 MU ahead: a mine there, a rock that drifts there, an enemy that will be there are a danger."""

    def with_rock(at: Vector) -> FleetState:
        state = beaten()
        state.bodies = {"r": Body("r", "asteroid", "Rock", at, 1.0, Vector(0.0, 10.0))}
        return state

    mined, met = beaten(), beaten()
    mined.markers = {"m": Marker("m", "mine", "b", "b", Vector(61.0, 55.9), 1, "b1", "mines", 1)}
    met.ships["b1"].position = Vector(61.0 + 12.0, 50.0 + 6.0 + 4.0)
    assert [written(state) == "FTL" for state in (mined, met, with_rock(Vector(61.0, 30.0)))] == [False] * 3
    mined.markers["m"].position = Vector(61.0, 56.1)
    met.ships["b1"].position = Vector(61.0 + 12.0, 50.0 + 6.0 + 6.0)
    assert [written(state) for state in (mined, met, with_rock(Vector(61.0, 60.0)))] == ["FTL"] * 3


@pytest.mark.rule("FT-8.1.1")
def test_a_captain_whose_drive_is_lost_or_whose_side_holds_does_not_jump() -> None:
    holds, lame = beaten(), beaten()
    holds.ships["a2"].status = "fighting"
    lame.ships["a1"].lost["ftl-drive"] = "threshold"
    assert "FTL" not in (written(holds), written(lame))


@pytest.mark.rule("FT-8.1.1")
def test_in_unlimited_space_a_beaten_captain_has_only_the_jump() -> None:
    state = beaten()
    state.scenario = replace(state.scenario, table=None)
    assert written(state) == "FTL"
    state.ships["a1"].lost["ftl-drive"] = "threshold"
    assert written(state) != "FTL"


# Mines beside a jump


@pytest.mark.rule("FT-8.1.3", "FT-8.3.5", "FT-11.1.3")
@pytest.mark.parametrize(
    ("line", "more", "way", "laid"),
    [
        ("MINE", {}, 8.0, 1),
        ("MINE, FTL", {}, 8.0, 0),
        ("MINE", {"jump_on": 1}, 4.0, 0),
        ("MINE, STAY", {"jump_on": 1}, 8.0, 1),
        ("MINE", {"carried_by": "b99"}, 0.0, 0),
    ],
)
def test_who_warms_up_jumps_or_is_in_tow_lays_no_mines_and_moves_but_once(line: str, more: Facts, way: float, laid: int) -> None:
    layer = make_system("minelayer", kind="minelayer", arcs=(), cls=1)
    ship = jumper({"velocity": 8}, systems=["ftl_drive", layer], mines={"minelayer": 1}, **more)
    battle = at_step(space(ship, orders={"a1": line}), [], "movement")
    for seat, slate in battle.slates().items():
        if "mines" in [question.key for question in slate.questions.values()]:
            battle.commit(seat, {key: plain_answer(each.default(battle.view(seat))) for key, each in slate.questions.items()})
    assert battle.state.ships["a1"].position == Vector(0.0, way)
    assert len(events(battle, "mine_laid")) == laid


@pytest.mark.rule("FT-8.1.3")
@pytest.mark.parametrize(("word", "rule"), [("MINE", "FT-8.1.3"), ("LAUNCH", "FT-8.1.3"), ("DOCK", "FT-12.7.4")])
def test_what_cannot_be_ordered_beside_a_jump_is_told(word: str, rule: str) -> None:
    actions, problems = read_orders(f"{word}, FTL")
    move = manoeuvre(motion_of(jumper({})), 4, actions)
    assert (problems, [action.word for action in move.ignored]) == ([], [word])
    assert move.why_ignored is not None
    assert move.why_ignored.rule == rule
    assert plain(move.why_ignored.text) == f"{word} and FTL cannot both be ordered."
