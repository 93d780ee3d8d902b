"""The picture of a view: ships where they are and where they drift to, what their weapons reach, fleets and phases."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from battles import STEPS, at_close_quarters, begin, put, scenario, ship_file, side_file, three_sides
from fakes import make_ship, make_state, make_system

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.wire import rendered, wire
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.movement import LONGEST_TRACK
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from whole_battles import Watched, breaking, play
from wire_shapes import faults

COURSE = Vector(0.8, 0.6)
"""Of 53.13 degrees: with 10 MU a turn a ship drifts 8 to the right and 6 up."""

MOVING = {"id": "a1", "side": "a", "seat": "a", "position": Vector(12.0, 30.5), "course": COURSE, "velocity": 10, "facing": 2}


def sent(state: FleetState, seat: str | None = "a") -> dict[str, Any]:
    """The picture that a seat gets."""
    picture: dict[str, Any] = wire(FULL_THRUST.picture(FULL_THRUST.view(state, seat)), rendered)
    assert faults(picture, "picture") == []
    return picture


def items(*ships: Ship, seat: str | None = "a", **given: Any) -> dict[str, Any]:
    """What is drawn of these ships, by id."""
    drawn = sent(make_state(*ships, **given), seat)["scene"].get("items", [])
    assert len({item["id"] for item in drawn}) == len(drawn)
    return {item["id"]: item for item in drawn}


def units(*ships: Ship, seat: str | None = "a", **given: Any) -> dict[str, Any]:
    """What is listed of these ships, by id."""
    return {unit["id"]: unit for unit in sent(make_state(*ships, **given), seat)["units"]}


# The table


def test_the_table_has_lines_in_the_distance_of_the_beam_bands_and_a_clock():
    state = make_state(make_ship(**MOVING))
    plane = sent(state)["scene"]["map"]
    assert {key: plane[key] for key in plane if key != "star"} == {
        "kind": "plane", "unit": "MU", "size": [72, 48], "grid": 12, "cross": 6, "clock": 12,
    }  # fmt: skip
    state.scenario = Scenario("open", "Open", "", None, 12, state.scenario.sides, {})
    assert "size" not in sent(state)["scene"]["map"]


# Ships


def test_a_ship_stands_at_its_place_turned_to_its_facing():
    ship = make_ship(**MOVING, rows=(7, 6, 6, 6), hull_damage=8, class_name="Heavy Cruiser", silhouette="anvil-cruiser", armour=3)
    other = make_ship(id="b1", name="Oath", velocity=0)
    drawn = items(ship, other)
    assert drawn["a1"] == {
        "k": "token",
        "id": "a1",
        "side": "a",
        "ref": "a1",
        "say": "Amaranth, yours, heavy cruiser, hull 17 of 25, 10 MU on 53°",
        "style": "live",
        "sil": "anvil-cruiser",
        "at": [12, 30.5],
        "rot": 60,
        "name": "Amaranth",
        "pri": 2,
        "bars": [
            {"k": "rows", "of": [7, 6, 6, 6], "left": [0, 5, 6, 6], "say": "hull"},
            {"k": "ticks", "of": 3, "left": 3, "say": "armour"},
        ],
    }
    assert drawn["b1"]["say"] == "Oath, B, cruiser, hull 20 of 20, 0 MU on 0°"
    assert items(ship, seat=None)["a1"]["say"].startswith("Amaranth, A, heavy cruiser")


@pytest.mark.rule("FT-3.1.1", "FT-3.2.1")
def test_the_vector_leads_to_where_the_ship_drifts():
    drawn = items(make_ship(**MOVING))
    assert drawn["a1.v"]["pts"] == [[12, 30.5], [20, 36.5]]
    assert drawn["a1.v"]["text"] == "10"
    assert (drawn["a1.v"]["style"], drawn["a1.d"]["style"]) == ("vector", "drift")
    assert (drawn["a1.d"]["at"], drawn["a1.d"]["rot"]) == ([20, 36.5], 60)
    assert "show" not in drawn["a1.v"]


def test_a_ship_at_rest_has_no_vector():
    assert sorted(items(make_ship(**{**MOVING, "velocity": 0}))) == ["a1", "a1.r"]


@pytest.mark.rule("FT-3.1.5")
@pytest.mark.parametrize(("drive_hits", "radius"), [(0, 5), (1, 2)])
def test_orders_end_within_the_thrust_of_the_drift(drive_hits, radius):
    reach = items(make_ship(**MOVING, thrust=5, drive_hits=drive_hits))["a1.r"]
    assert reach["shape"] == {"circle": [[20, 36.5], radius]}
    assert (reach["style"], reach["show"], reach["ref"]) == ("reach", ["sel", "hover"], "a1")


def test_once_ships_have_moved_where_they_go_next_shows_of_the_one_pointed_at():
    before = items(make_ship(**MOVING), step=4)
    assert [before[key].get("show") for key in ("a1.v", "a1.d", "a1.r")] == [None, None, ["sel", "hover"]]
    assert "ring" not in before["a1"]
    after = items(make_ship(**MOVING), step=7)
    assert [after[key].get("show") for key in ("a1.v", "a1.d", "a1.r")] == [["hover"], ["hover"], ["hover"]]
    assert after["a1"]["ring"] == "plain"


@pytest.mark.rule("FT-3.1.5", "FT-7.2.4")
@pytest.mark.parametrize("helpless", [{"drive_hits": 2}, {"status": "derelict", "derelict_by": "abandoned"}])
def test_a_ship_without_drive_or_crew_only_drifts(helpless):
    drawn = items(make_ship(**MOVING, thrust=5, **helpless))
    assert "a1.r" not in drawn
    assert "a1.d" in drawn


def test_the_track_is_where_the_ship_was_when_its_last_turns_began():
    fleet = scenario(
        side_file("a", ship_file("amaranth", (10, 5), velocity=4)), side_file("b", ship_file("oath", (60, 5))), turn_limit=20
    )
    battle = begin(fleet, "track")
    for turn in range(1, 9):
        assert battle.state.turn == turn
        track = {item["id"]: item for item in sent(battle.state)["scene"]["items"]}.get("a1.t")
        last = [[10, 5 + 4 * moved] for moved in range(turn)][-LONGEST_TRACK - 1 :]
        assert (track["pts"] if track else None) == (last if turn > 1 else None)
        assert track is None or track["ticks"]
        for seat in ("a", "b"):
            put(battle, seat, {f"{seat}1": "-"})
        while battle.state.turn == turn:
            for seat in list(battle.slates()):
                put(battle, seat, [])


# Weapons


def bands(*systems: Any, **given: Any) -> dict[str, Any]:
    """The bands of the weapons of a ship, by id."""
    drawn = items(make_ship(**{**MOVING, **given}, systems=systems))
    return {key: item for key, item in drawn.items() if item.get("style") == "bands"}


@pytest.mark.rule("FT-4.1.1", "FT-4.3.1")
def test_the_bands_of_a_beam_ride_on_its_ship():
    found = bands(make_system("beam-3", arcs=("FP", "F", "FS")))
    assert found == {
        "a1/beam-3.0": {
            "k": "area",
            "id": "a1/beam-3.0",
            "ref": "a1/beam-3",
            "show": ["sel"],
            "style": "bands",
            "shape": {
                "bands": {
                    "at": {"of": "a1"},
                    "from": -90,
                    "to": 90,
                    "steps": [[12, "12 MU, 3 dice"], [24, "24 MU, 2 dice"], [36, "36 MU, 1 die"]],
                    "inner": [-30, 30],
                }
            },
        }
    }


@pytest.mark.rule("FT-4.1.6")
@pytest.mark.parametrize(
    ("arcs", "angles"),
    [
        (("F", "FS", "AS", "A", "AP", "FP"), [(-150, 150)]),
        ((), [(-150, 150)]),
        (("F",), [(-30, 30)]),
        (("AS", "FS"), [(30, 150)]),
        (("AP", "FP", "F"), [(-150, 30)]),
        (("FS", "FP"), [(30, 90), (-90, -30)]),
        (("AS", "A", "AP"), [(90, 150), (-150, -90)]),
    ],
)
def test_bands_span_the_arcs_into_which_a_weapon_may_fire_at_ships(arcs, angles):
    shapes = [area["shape"]["bands"] for area in bands(make_system("beam-1", arcs=arcs)).values()]
    assert sorted((shape["from"], shape["to"]) for shape in shapes) == sorted(angles)
    assert all(shape.get("inner", []) == list(range(shape["from"] + 60, shape["to"], 60)) for shape in shapes)


@pytest.mark.rule("FT-4.2.6", "FT-4.7.1", "FT-4.8.1", "FT-4.9.2")
@pytest.mark.parametrize(
    ("weapon", "steps"),
    [
        ("pds", [[6, "6 MU, 1 die"]]),
        ("needle", [[12, "12 MU, 5+ hits"]]),
        ("submunition", [[6, "6 MU, 3 dice"], [12, "12 MU, 2 dice"], [18, "18 MU, 1 die"]]),
        (
            "pulse_torpedo",
            [
                [6, "6 MU, 2+ hits"],
                [12, "12 MU, 3+ hits"],
                [18, "18 MU, 4+ hits"],
                [24, "24 MU, 5+ hits"],
                [30, "30 MU, 6+ hits"],
            ],
        ),
    ],
)
def test_each_weapon_has_its_own_bands(weapon, steps):
    [area] = bands(weapon).values()
    assert area["shape"]["bands"]["steps"] == steps


def test_weapons_alike_share_their_bands_and_those_lost_or_fired_have_none():
    weapons = ["beam-2#1", "beam-2#2", "beam-2#3", make_system("beam-2#4", arcs=("F",)), "submunition#1"]
    found = bands(*weapons, lost={"beam-2#1": "threshold"}, spent=["submunition#1"])
    assert {key: area.get("also") for key, area in found.items()} == {"a1/beam-2#2.0": ["a1/beam-2#3"], "a1/beam-2#4.0": None}


def test_mounts_say_what_is_wrong_with_them():
    systems = [make_system("beam-2", name="Beam-2 no. 1", arcs=("FP", "F")), "submunition", "pds", "fcs"]
    ship = make_ship(**MOVING, systems=systems, lost={"pds": "needle"}, spent=["submunition"])
    assert units(ship)["a1"]["mounts"] == [
        {"ref": "a1/beam-2", "icon": {"glyph": "full-thrust:beam", "text": "2", "arcs": [[-90, 30]]}, "t": "Beam-2 no. 1"},
        {
            "ref": "a1/submunition",
            "icon": {"glyph": "full-thrust:submunition_pack", "arcs": [[-180, 180]]},
            "t": "submunition",
            "off": "fired",
        },
        {"ref": "a1/pds", "icon": {"glyph": "full-thrust:pds", "arcs": [[-180, 180]]}, "t": "pds", "off": "lost"},
    ]


# How ships stand


def says(badges: list[dict[str, Any]]) -> list[str]:
    return [badge["say"] for badge in badges]


def test_badges_say_who_has_orders_and_who_has_fired():
    ours, theirs = make_ship(**MOVING), make_ship(id="b1")
    orders = {"a1": "MD1", "b1": "MD2"}
    assert says(items(ours, theirs, orders=orders)["a1"]["badges"]) == ["orders given"]
    assert "badges" not in items(ours, theirs, orders=orders)["b1"]
    assert "badges" not in items(ours, theirs, orders=orders, seat=None)["a1"]
    fired = items(ours, theirs, fired=["b1"])
    assert says(fired["b1"]["badges"]) == ["has fired"]
    assert "badges" not in fired["a1"]


@pytest.mark.rule("FT-7.2.3")
def test_a_ship_out_of_control_says_so():
    ship = make_ship(**MOVING)
    ship.core.control_from = 3
    assert says(items(ship, turn=2)["a1"]["badges"]) == ["out of control"]
    assert "badges" not in items(ship, turn=3)["a1"]


def test_a_destroyed_ship_is_a_wreck_where_it_was():
    ship = make_ship(**MOVING, status="destroyed", systems=["beam-1"])
    assert items(ship) == {
        "a1": {
            "k": "token",
            "id": "a1",
            "side": "a",
            "ref": "a1",
            "say": "Amaranth, destroyed",
            "style": "wreck",
            "sil": "wreck",
            "at": [12, 30.5],
            "rot": 60,
            "name": "Amaranth",
            "named": False,
            "ring": "none",
        }
    }
    unit = units(ship)["a1"]
    assert unit["status"] == {"icon": {"glyph": "cross"}, "tone": "bad", "say": "destroyed"}
    assert "facts" not in unit


def test_a_ship_that_has_left_is_listed_but_not_drawn():
    ship = make_ship(**MOVING, status="left")
    assert items(ship) == {}
    assert units(ship)["a1"]["status"]["say"] == "off the table"


def test_a_ship_adrift_is_still_on_the_table():
    ship = make_ship(**MOVING, status="derelict", derelict_by="dumped")
    assert says(items(ship)["a1"]["badges"]) == ["adrift"]
    assert units(ship)["a1"]["status"]["say"] == "adrift"


# Beside the table


def test_a_unit_has_velocity_course_facing_and_place():
    unit = units(make_ship(**MOVING, class_name="", group="escort", silhouette="lance-escort", rows=(1, 1, 0, 0)))["a1"]
    assert unit == {
        "id": "a1",
        "side": "a",
        "name": "Amaranth",
        "kind": "escort",
        "sil": "lance-escort",
        "bars": [{"k": "rows", "of": [1, 1], "left": [1, 1], "say": "hull"}],
        "facts": ["10 MU", "53°", "facing 2", "12, 30.5"],
        "sheet": True,
    }


def test_sides_say_what_their_ships_cost_and_which_is_the_viewers():
    state = make_state(make_ship(**MOVING, cpv=100), make_ship(id="a2", side="a", seat="a2", cpv=23), make_ship(id="b1", cpv=90))
    own = {"id": "a", "name": "A", "note": "123 CPV"}
    other = {"id": "b", "name": "B", "note": "90 CPV"}
    assert sent(state, "a2")["sides"] == [{**own, "you": True}, other]
    assert sent(state, "b")["sides"] == [own, {**other, "you": True}]
    assert sent(state, None)["sides"] == [own, other]


@pytest.mark.rule("FT-2.7.1")
@pytest.mark.parametrize(("step", "now"), [("orders", 1), ("initiative", 2), ("movement", 5), ("fire", 8), ("end", 10)])
def test_the_turn_has_ten_phases_of_which_five_are_played(step, now):
    progress = sent(make_state(make_ship(**MOVING), turn=4, step=STEPS.index(step)))["progress"]
    assert (progress["word"], progress["at"], progress["of"]) == ("Turn", 4, 12)
    states = {number: phase["state"] for number, phase in enumerate(progress["phases"], 1)}
    assert [number for number, state in states.items() if state == "now"] == [now]
    assert [number for number, state in states.items() if state == "unused"] == [3, 4, 6, 7, 9]
    assert all(states[number] == ("past" if number < now else "next") for number in (1, 2, 5, 8, 10) if number != now)


@pytest.mark.rule("FT-1.1.3")
def test_picked_ships_have_no_place_before_they_are_deployed():
    muster = {"points": 300, "navy": "lance", "zone": [2, 2, 20, 20], "velocity": 3, "facing": 2}
    battle = begin(scenario(side_file("a", muster=muster), side_file("b", ship_file("oath", (60, 40)))), "muster")
    assert [unit["id"] for unit in sent(battle.state)["units"]] == ["b1"]
    put(battle, "a", {"heliotrope": 1, "larkspur": 1})
    picture = sent(battle.state)
    assert [(unit["id"], "facts" in unit) for unit in picture["units"]] == [("b1", True), ("a1", False), ("a2", False)]
    assert {item["ref"] for item in picture["scene"]["items"] if item["k"] == "token"} == {"b1"}
    put(battle, "a", {"a1": {"at": [4, 4], "heading": 1}, "a2": {"at": [8, 4], "heading": 1}})
    placed = {item["id"]: item["at"] for item in sent(battle.state)["scene"]["items"] if item["k"] == "token"}
    assert (placed["a1"], placed["a2"], placed["b1"]) == ([4, 4], [8, 4], [60, 40])


# Whole battles


def test_every_picture_of_a_battle_is_what_clients_expect():
    """At every rest, for every seat and spectators, in a battle with wrecks, hulks and ships that have left."""
    seen: dict[str, int] = {}
    badges: dict[str, None] = {}

    def look(state: FleetState) -> None:
        with breaking():
            for reader in (*state.seats, None):
                picture = sent(state, reader)
                tokens = [
                    item for item in picture["scene"]["items"] if item["k"] == "token" and item["style"] in ("live", "wreck")
                ]
                there = [ship.id for ship in state.ships.values() if ship.status != "left"]
                assert sorted(token["id"] for token in tokens) == sorted(there)
                assert [unit["id"] for unit in picture["units"]] == list(state.ships)
                assert {token["sil"] for token in tokens} <= FULL_THRUST.art.silhouettes.keys()
                glyphs = set(re.findall(r'"glyph": "(.*?)"', json.dumps(picture)))
                assert glyphs <= {"tick", "cross", "warn", "drift", *[f"full-thrust:{key}" for key in FULL_THRUST.art.glyphs]}
                badges.update(dict.fromkeys(glyphs))
                for item in picture["scene"]["items"]:
                    seen[item.get("style", "")] = seen.get(item.get("style", ""), 0) + 1

    battle = begin(three_sides(), "pictures 0", Watched(FULL_THRUST, look))
    play(battle, random.Random(0), a=at_close_quarters, b=at_close_quarters)
    assert {"live", "wreck", "drift", "vector", "track", "reach", "bands"} <= seen.keys()
    assert {"tick", "cross", "full-thrust:fired", "full-thrust:beam"} <= badges.keys()


def test_a_picture_of_sixteen_ships_is_small():
    state = FULL_THRUST.start(FULL_THRUST.scenarios()["fleet-action"])
    assert len(state.ships) == 16
    assert len(json.dumps(sent(state), ensure_ascii=False, separators=(",", ":")).encode()) < 50_000


def test_every_design_has_a_silhouette():
    designs = [design for each in FULL_THRUST.scenarios().values() for design in each.designs.values()]
    assert {design.silhouette for design in designs} <= FULL_THRUST.art.silhouettes.keys()
