"""Terrain, installations and planets in scenario documents, in states that cannot be, on the map, and before a captain."""

from __future__ import annotations

import random
from typing import Any

import pytest
from battles import as_captain, begin, scenario, scenario_file, ship_file, side_file
from terrain_cases import among, ours, rock, station_of, theirs

from quarterdeck.engine.plane import Vector, distance
from quarterdeck.engine.scene import Circle, Path, Terrain, Token
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.helm import plan_orders
from quarterdeck.systems.full_thrust.orders import orders_for
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.shooting import declare_fire
from quarterdeck.systems.full_thrust.state import Dock, Orbit
from quarterdeck.systems.full_thrust.terrain.placing import bulk_of
from quarterdeck.systems.full_thrust.terrain.setup import Drift
from quarterdeck.systems.full_thrust.view import seen_by
from whole_battles import events, play

rule = pytest.mark.rule
SIDES = (side_file("a", ship_file("amaranth", (10, 10))), side_file("b", ship_file("oath", (60, 40))))
EVERYTHING: dict[str, Any] = {
    "asteroids": {
        "rocks": [{"at": [30, 20], "size": "large", "name": "Rock"}, {"at": [32, 24]}, {"at": [40, 40], "radius": 2.5}],
        "scatter": {"number": 5, "zone": [20, 10, 50, 40]},
        "drift": {"course": 4, "velocity": 2},
    },
    "clouds": [{"at": [50, 10], "radius": 6}, {"corners": [[5, 40], [15, 40], [12, 46]], "name": "Wisp"}],
    "swarms": [{"at": [60, 20], "radius": 3, "drift": {"course": 9, "velocity": 1}}],
    "planets": [{"at": [36, 24], "radius": 5, "name": "Home", "fringe": 2}],
    "flares": {"chance": 5, "at": [20, 20], "radius": 9},
    "edge": {"edge": "top", "window": [30, 36], "velocity": 5, "jump_limit": True},
    "landing": [3, 5],
}


def told_of(terrain: Any, sides: Any = SIDES, **given: Any) -> list[tuple[str, str]]:
    """What is wrong with a document with this terrain: where, by which rule."""
    read = FULL_THRUST.read("scenario", scenario_file(*sides, terrain=terrain, **given))
    return [] if isinstance(read, Scenario) else [(problem.at, problem.rule) for problem in read]


@rule("FT-12.1.2", "FT-12.3.5", "FT-12.4.1", "FT-12.5.1", "FT-13.0.1", "FT-13.1.5")
def test_a_document_with_all_terrain_reads_back_to_an_equal_scenario():
    made = scenario(*SIDES, terrain=EVERYTHING)
    assert FULL_THRUST.read("scenario", FULL_THRUST.write(made)) == made
    assert made.terrain is not None
    assert made.terrain.landing == (3, 5)
    assert [body.kind for body in made.terrain.bodies] == ["asteroid"] * 3 + ["cloud"] * 2 + ["swarm", "planet"]


def test_terrain_that_is_not_there_is_not_written():
    assert "terrain" not in FULL_THRUST.write(scenario(*SIDES))


@pytest.mark.parametrize(
    ("terrain", "at", "by"),
    [
        ({"clouds": [{"at": [1, 1]}]}, "terrain.clouds[0]", "FT-12.3.5"),
        ({"swarms": [{"corners": [[1, 1], [2, 2]]}]}, "terrain.swarms[0]", "FT-12.5.1"),
        ({"asteroids": {"scatter": {"number": 3, "zone": [9, 0, 3, 9]}}}, "terrain.asteroids.scatter.zone", "FT-12.1.2"),
        ({"flares": {"at": [1, 1]}}, "terrain.flares", "FT-12.4.1"),
        ({"edge": {"edge": "left", "window": [40, 60]}}, "terrain.edge.window", "FT-13.1.5"),
    ],
)
def test_what_is_wrong_with_terrain_is_told_by_its_place(terrain, at, by):
    assert told_of(terrain) == [(at, by)]


def test_a_planet_beyond_the_edge_needs_an_edge():
    assert told_of({"edge": {"edge": "left", "window": [4, 6]}}, table="unlimited") == [("terrain.edge", "FT-13.1.5")]


@pytest.mark.parametrize(
    ("post", "design", "by"),
    [
        ({"station": True}, "amaranth", "FT-12.7.1"),
        ({"radius": 2}, "amaranth", "FT-12.7.1"),
        ({"docked": "Nowhere"}, "amaranth", "FT-12.7.5"),
        ({"orbit": "clockwise"}, "amaranth", "FT-13.0.4"),
        ({"station": True, "beside": ["Nowhere"]}, "gatehouse-arm", "FT-12.7.5"),
        ({"station": True, "orbit": "clockwise"}, "gatehouse-arm", "FT-12.7.1"),
    ],
)
def test_a_post_that_cannot_be_is_told(post, design, by):
    found = told_of(None, (side_file("a", ship_file(design, (10, 10), post=post)), SIDES[1]))
    assert by in [each for _at, each in found]


@rule("FT-12.2.1", "FT-12.1.2")
def test_the_dice_scatter_rocks_and_let_them_drift_the_same_way_again():
    both = [begin("asteroid-chase", "scattered").state for _time in range(2)]
    assert both[0].bodies == both[1].bodies
    rocks = [body for body in both[0].bodies.values() if body.kind == "asteroid"]
    assert len(rocks) == 12
    assert len({rock.drift for rock in rocks}) == 1
    assert all(20 <= rock.position.x <= 54 and 6 <= rock.position.y <= 42 for rock in rocks)
    assert {rock.points for rock in rocks} == {50, 100}
    assert {rock.radius: rock.points for rock in rocks} == {0.5: 50, 1.0: 100}


def test_a_field_drifts_as_the_document_says():
    state = begin(scenario(*SIDES, terrain=EVERYTHING), "drift").state
    assert {body.drift for body in state.bodies.values() if body.kind == "asteroid"} == {Drift(4, 2).vector()}
    assert state.bodies["t7-fringe"].radius == 7.0


# What cannot be


@pytest.mark.parametrize(
    ("spoil", "by"),
    [
        (lambda state: setattr(state.bodies["t1"], "radius", -1.0), "FT-12.1.2"),
        (lambda state: setattr(state.bodies["t1"], "position", Vector(float("nan"), 0.0)), "FT-12.1.2"),
        (lambda state: setattr(state.bodies["t1"], "kind", "moon"), "FT-12.1.2"),
        (lambda state: setattr(state.ships["a1"], "dock", Dock("b1", Vector(0.0, 0.0))), "FT-12.7.3"),
        (lambda state: setattr(state.ships["a1"], "dock", 3), "FT-12.7.3"),
        (lambda state: setattr(state.ships["a1"], "orbit", Orbit("t1", True, Vector(0.0, 1.0))), "FT-13.0.4"),
        (lambda state: setattr(state.ships["a1"], "ashore", "landed"), "FT-13.3.1"),
        (lambda state: setattr(state.ships["a1"], "beside", ("z9",)), "FT-12.8.1"),
    ],
)
def test_a_state_that_cannot_be_is_told(spoil, by):
    state = begin(scenario(*SIDES, terrain={"asteroids": {"rocks": [{"at": [30, 20]}]}}), "odd").state
    assert FULL_THRUST.check(state) == []
    spoil(state)
    assert [problem.rule for problem in FULL_THRUST.check(state)] == [by]


# On the map


def items(state: Any, kind: type) -> dict[str, Any]:
    """The items of a kind in the picture for side a, by id."""
    return {item.id: item for item in FULL_THRUST.picture(seen_by(state, "a")).scene.items if isinstance(item, kind)}


def test_each_kind_of_body_has_a_pattern_of_its_own():
    state = begin(scenario(*SIDES, terrain=EVERYTHING), "drawn").state
    drawn = items(state, Terrain)
    assert {key: drawn[key].pattern for key in ("t1", "t4", "t6", "t7")} == {
        "t1": "body",
        "t4": "cloud",
        "t6": "rocks",
        "t7": "planet",
    }
    assert drawn["t1"].shape == Circle(Vector(30.0, 20.0), 1.0)
    assert "Home, planet" in plain(drawn["t7"].say)


@rule("FT-13.0.1", "FT-12.2.1")
def test_orbits_are_circles_and_drifts_are_arrows():
    state = begin(scenario(*SIDES, terrain=EVERYTHING), "drawn").state
    paths = items(state, Path)
    assert all(abs(distance(Vector(*point), Vector(36.0, 24.0)) - 10.0) < 1e-9 for point in paths["t7.o"].points)
    assert paths["t1.v"].points == (Vector(30.0, 20.0), Vector(30.0, 20.0).plus(Drift(4, 2).vector()))


def test_a_wreck_is_drawn_where_it_drifts():
    ship = theirs(status="destroyed", hull_damage=160)
    state = among(ours(), ship, rock((12, 3), 0, id="b1-wreck", kind="wreck"))
    assert items(state, Token)["b1"].at == Vector(12.0, 3.0)


# Orders, fire and the captain


@rule("FT-13.1.2", "FT-12.7.3", "FT-12.7.4")
def test_orders_for_orbits_and_docks_are_taken_where_they_can_be_done():
    ship, station = ours(), station_of({"at": (3, 0), "velocity": 0})
    lines = ("ORBITC", "DOCK", "UNDOCK")

    def taken(*things: Any) -> list[bool]:
        view = seen_by(among(*things), "a")
        question = orders_for(view, "a")
        assert question is not None
        return [question.line_problems(view, "a1", line) == [] for line in lines]

    assert taken(ship) == [False, False, False]
    assert taken(ship, rock((40, 0), 5, kind="planet")) == [True, False, False]
    assert taken(ship, station) == [False, True, False]
    ship.dock = Dock("a9", Vector(-3.0, 0.0))
    assert taken(ship, station) == [False, False, True]


@rule("FT-12.2.5", "FT-12.1.4")
def test_a_plan_of_fire_offers_rocks_that_can_be_broken_and_no_targets_behind_one():
    shooter, target = ours(systems=["fcs", "beam-3"]), theirs()
    view = seen_by(among(shooter, target, rock((10, 0), points=50)), "a")
    question = declare_fire(view, shooter, {})
    assert question.slots["beam-3"].keys == ("t1",)
    assert question.default(view) == {}
    columns = question.outline(view, {"beam-3": "t1"}).columns
    assert [column.key for column in columns] == ["t1"]


@rule("FT-12.1.6")
def test_a_captain_flies_round_a_rock_in_its_way():
    hits = 0
    for y in (-0.6, 0.0, 0.6):
        ship = ours(velocity=8, course=Vector(1.0, 0.0), facing=3, position=Vector(10.0, 24.0), thrust=4)
        state = among(ship, theirs(position=Vector(40.0, 24.0)), rock((15, 24 + y), 1.0))
        line = plan_orders(seen_by(state, "a"), ["a1"])["a1"]
        state.orders = {"a1": line}
        from terrain_cases import flown, of_kind

        hits += len(of_kind(flown(state, [1]), "collided"))
    assert hits == 0


@rule("FT-13.3.2")
def test_captains_land_on_a_planet():
    landed = 0
    for number in range(4):
        battle = play(begin("orbital-landing", f"landing {number}"), random.Random(number), a=as_captain, b=as_captain)
        landed += len(events(battle, "landed"))
    assert landed >= 2


@rule("FT-12.7.7")
def test_a_large_installation_hides_what_is_behind_it_but_not_itself():
    station = station_of({"at": (10, 0), "velocity": 0}, id="b9", side="b", seat="b")
    shooter, target = ours(), theirs()
    state = among(shooter, target, station, bulk_of(station, 2.0))
    aims = declare_fire(seen_by(state, "a"), shooter, {}).slots["beam-3"].keys
    assert aims == ("b9",)
