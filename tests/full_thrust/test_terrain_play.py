"""Chapters 12 and A where they meet others: what comes of them in a turn that is played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from boarding_cases import blue, meeting, red
from construct_cases import construct
from fakes import make_system
from planet_cases import in_orbit, planet
from small_craft import make_group, make_marker, run
from terrain_cases import among, flown, of_kind, ours, rock, sections, station_of, theirs

from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.events import Told
from quarterdeck.engine.plane import CLOCK, Vector, rotated
from quarterdeck.engine.questions import Pose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.scene import Bands
from quarterdeck.systems.full_thrust import classic
from quarterdeck.systems.full_thrust.aliens.plasma import detonate
from quarterdeck.systems.full_thrust.aliens.power import fill_pools
from quarterdeck.systems.full_thrust.aliens.wombs import grow
from quarterdeck.systems.full_thrust.boarding import targets_of
from quarterdeck.systems.full_thrust.contacts.designs import dummy_design
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.fire import fire
from quarterdeck.systems.full_thrust.movement import declarable, may_declare
from quarterdeck.systems.full_thrust.order_lines import Action
from quarterdeck.systems.full_thrust.orders import takes_orders
from quarterdeck.systems.full_thrust.ordnance.placing import place_question
from quarterdeck.systems.full_thrust.planets.edge import can_jump
from quarterdeck.systems.full_thrust.protection import ordinary
from quarterdeck.systems.full_thrust.ranges import angles, range_areas
from quarterdeck.systems.full_thrust.refusals import why_no_fire, why_not
from quarterdeck.systems.full_thrust.round import end_turn, move_ships
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.state import Dock, NotedDamage
from quarterdeck.systems.full_thrust.targets import Shot, all_aims, may_fire, screens_against
from quarterdeck.systems.full_thrust.terrain.flares import scorch
from quarterdeck.systems.full_thrust.terrain.placing import bulk_of
from quarterdeck.systems.full_thrust.terrain.sight import clear_line
from quarterdeck.systems.full_thrust.view import seen_by
from quarterdeck.systems.full_thrust.wonder.ready import ready_guns
from scripted import referee, run_to_end

# What drifts, and ships in it


@pytest.mark.rule("FT-12.3.1", "FT-12.3.5")
def test_a_cloud_that_drifts_over_a_fast_ship_wears_at_it_once() -> None:
    ship = ours(velocity=13)
    told = flown(among(ship, rock((-2, 0), 4, kind="cloud", drift=Vector(2.0, 0.0))), [4])
    assert [facts["velocity"] for facts in of_kind(told, "cloud_wear")] == [13]
    assert ship.hull_damage == 1


@pytest.mark.rule("FT-12.5.2")
@pytest.mark.parametrize(("before", "orders", "faces"), [(5, "MD3", [2]), (8, "MD1", [3]), (5, "-", [])])
def test_a_drifting_swarm_strikes_once_by_the_first_velocity_that_counts(before: int, orders: str, faces: list[int]) -> None:
    """A slow ship that speeds up within it is struck on its way; one that was fast is not struck again."""
    ship = ours(velocity=before, thrust=8, facing=12)
    told = flown(among(ship, rock((-2, 0), 4, kind="swarm", drift=Vector(2.0, 0.0)), orders={"a1": orders}), faces)
    assert sum(facts["damage"] for facts in of_kind(told, "meteors")) == sum(faces)


@pytest.mark.rule("FT-13.0.3", "FT-12.1.6", "FT-12.5.2")
@pytest.mark.parametrize(("far", "met"), [(12.2, True), (11.5, False)])
def test_in_orbit_a_ship_meets_what_lies_on_the_arc_and_not_what_lies_on_the_chord(far: float, met: bool) -> None:
    """Half way of an arc of half a radian; the chord passes 11.63 MU from the centre."""
    ship, state = in_orbit({})
    state.bodies["t1"] = rock(rotated(Vector(0.0, far), 0.25), 0.3)
    told = flown(state, [6])
    assert (bool(of_kind(told, "near_miss")), ship.orbit is not None) == (met, True)


@pytest.mark.rule("FT-12.1.7", "FT-7.2.4", "FT-7.2.8")
def test_a_ship_that_nobody_steers_avoids_nothing_with_its_drive() -> None:
    """With its 4 thrust it would need no die at velocity 5."""
    for derelict in (False, True):
        ship = ours(velocity=5, thrust=4)
        ship.status, ship.derelict_by = ("derelict", "dumped") if derelict else ("fighting", "")
        told = flown(among(ship, rock((0, 3))), [4] if derelict else [])
        assert of_kind(told, "near_miss")[0]["needed"] == (5 if derelict else 1)
        assert (ship.status == "destroyed") == derelict


@pytest.mark.rule("FT-12.4.2", "FT-A.3.21")
def test_a_flare_burns_cortex_nodes_out_as_well() -> None:
    ship = construct(systems=["cortex_node", "stinger_node"])
    scorch(among(ship), referee([3])[0], ship)
    assert ship.lost == {"cortex_node": "flare"}


@pytest.mark.rule("FT-13.1.6")
def test_only_a_ship_with_a_crew_jumps_beyond_the_limit() -> None:
    ship = ours(systems=["ftl_drive"])
    assert can_jump(ship)
    ship.status, ship.derelict_by = "derelict", "abandoned"
    assert not can_jump(ship)


# Docks


@pytest.mark.rule("FT-12.7.1", "FT-4.1.6", "FT-4.1.7", "FT-6.1.2")
@pytest.mark.parametrize("station", [True, False])
def test_an_installation_launches_and_defends_itself_astern_where_a_ship_does_not(station: bool) -> None:
    pulser, rack = System("p1", "pulser", "Pulser", 1, ("AS", "A", "AP")), System("r1", "smr", "Rack", 4, ("AS", "A", "AP"))
    base = ours(systems=[pulser, rack, "fcs"], position=Vector(0.0, 0.0), station=station)
    state = among(base, theirs(position=Vector(0.0, 30.0)))
    state.groups = {"g1": make_group(id="g1", side="b", seat="b", position=Vector(0.0, -2.0), run=base.id)}
    assert all_aims(state, base, {}).get("p1", []) == (["g1", "g1/PD"] if station else [])
    assert (why_not(state, base, pulser, state.groups["g1"], {}, "PD") is None) == station
    question = place_question(seen_by(state, "a"), [base])
    assert question is not None
    faults = question.illegal(state, {f"{base.id}/r1/std": Pose(Vector(0.0, -10.0))})
    assert [fault.rule for fault in faults] == ([] if station else ["FT-6.1.2"])
    bands = [area.shape for area in range_areas(base.id, (pulser,), base.station) if isinstance(area.shape, Bands)]
    assert [(each.start, each.end) for each in bands] == list(angles(("AS", "A", "AP") if station else ("AS", "AP")))


@pytest.mark.rule("FT-12.7.5")
def test_the_screens_of_a_lost_installation_protect_nobody() -> None:
    station = station_of({"at": (0, 0), "velocity": 0}, systems=["screen", "screen"])
    ship = ours(position=Vector(1.0, 0.0), systems=["screen"], dock=Dock(station.id, Vector(1.0, 0.0)))
    state = among(ship, station, theirs())
    assert screens_against(state, ship) == 2
    station.status = "destroyed"
    assert screens_against(state, ship) == 0


@pytest.mark.rule("FT-12.7.3", "FT-12.7.5")
def test_a_ship_that_docks_fights_on_to_the_end_of_the_turn() -> None:
    station = station_of({"at": (0, 0), "velocity": 0}, systems=["screen", "screen"])
    ship = ours(position=Vector(1.0, 0.0), systems=["fcs", "beam-1", "screen"])
    state = among(ship, station, theirs(position=Vector(3.0, 0.0)), orders={"a1": "DOCK"})
    flown(state)
    assert may_fire(state, ship)
    assert why_no_fire(state, ship) is None
    assert screens_against(state, ship) == 1
    state.turn += 1
    assert not may_fire(state, ship)
    refusal = why_no_fire(state, ship)
    assert refusal is not None
    assert refusal.rule == "FT-12.7.5"
    assert screens_against(state, ship) == 2


@pytest.mark.rule("FT-12.7.5")
def test_a_docked_ship_fires_no_wave_gun() -> None:
    ship = ours(systems=["wave_gun"], charge={"wave_gun": 6})
    state = among(ship, theirs(), switches=Switches(wave_gun=True))
    assert ready_guns(state, ship) == ["wave_gun"]
    ship.dock = Dock("b1", Vector(0.0, 1.0))
    assert ready_guns(state, ship) == []


@pytest.mark.rule("FT-12.7.5", "FB2-20")
def test_a_docked_ship_does_not_defend_itself_in_the_classic_order_either() -> None:
    group = make_group(side="b", seat="b", position=Vector(0.0, 3.0), run="a1")
    ship = ours(systems=["fcs", "pds"])
    state = among(ship, theirs(), group, switches=Switches(classic=True))
    assert classic.defenders(state) == [ship]
    ship.dock = Dock("b1", Vector(0.0, 1.0))
    assert classic.defenders(state) == []


# Constructs


@pytest.mark.rule("FT-A.3.32", "FT-12.7.5")
def test_nobody_boards_a_construct_nor_a_ship_inside_a_station() -> None:
    attacker, target = red(), blue()
    state = meeting(attacker, target)
    assert targets_of(state, attacker) == [target]
    target.dock = Dock("b9", Vector(0.0, 0.0), inside=True)
    assert targets_of(state, attacker) == []
    target.dock, target.design = None, construct().design
    assert target.design.living
    assert targets_of(state, attacker) == []


@pytest.mark.rule("FT-A.3.32", "FT-10.7.1")
def test_a_construct_has_no_colours_to_strike() -> None:
    ship = construct(rows=(2, 40, 40, 40), systems=["cortex_node"])
    state = among(ship, theirs(), switches=Switches(strike_colours=True))
    judge, told = referee([6])
    apply_attack(state, judge, NotedDamage("b1", "a1", [ordinary(2)]))
    assert of_kind(told, "threshold")
    assert not of_kind(told, "colours_roll")


# Installations and docked ships


@pytest.mark.rule("FT-A.3.4", "FT-12.7.1")
@pytest.mark.parametrize("given", [{"station": True}, {"dock": Dock("b9", Vector(0.0, 1.0))}, {"carried_by": "a2"}])
def test_a_construct_that_does_not_move_divides_its_power_all_the_same(given: dict[str, Any]) -> None:
    ship = construct(systems=["stinger_node", "cortex_node", "screen_node"], **given)
    base = station_of({"at": (30, 30), "velocity": 0}, id="b9", side="b", seat="b")
    state = among(ship, theirs(), base, ours(id="a2"), orders={"a1": "AP10, RP8"})
    assert takes_orders(state, ship)
    told = flown(state)
    assert ship.pools == {"A": 10, "R": 8}
    assert [facts["ship"] for facts in of_kind(told, "power_divided")] == ["a1"]


@pytest.mark.rule("FT-12.7.1", "FT-10.1.6", "FT-A.4.20")
def test_an_installation_carries_out_what_it_declares() -> None:
    gland = make_system("gland")._replace(kind="vapour_shroud")
    station = station_of({"at": (0, 0), "velocity": 3}, id="a1", systems=["ecm", gland])
    state = among(station, theirs(), orders={"a1": "SCAN, ECM, SHROUD"}, switches=Switches(sensors=True, ecm=True))
    told = flown(state)
    assert station.doing == ["SCAN", "ECM", "SHROUD"]
    assert station.shrouded
    assert not of_kind(told, "moved")[1:]
    assert station.position == Vector(0.0, 3.0)
    (facts,) = of_kind(told, "declared")
    assert facts["orders"] == "SCAN, ECM, SHROUD"


@pytest.mark.rule("FT-11.3.12", "FT-12.7.1")
@pytest.mark.parametrize(("orders", "seen"), [("REFLEX", None), ("ECM", "ECM")])
def test_the_reflex_field_of_an_installation_stays_secret(orders: str, seen: str | None) -> None:
    station = station_of({"at": (0, 0), "velocity": 0}, id="a1", systems=["ecm", "reflex_field"])
    state = among(station, theirs(), orders={"a1": orders}, switches=Switches(ecm=True, reflex_field=True))
    heard: list[Told] = []
    judge = Referee(ScriptedDice([]), heard.append)
    run(move_ships(state, judge))
    (told,) = [told for told in heard if told.event.kind == "declared"]
    open_ = told.seen_by("b")
    assert (open_.data["orders"] if open_ else None) == seen


@pytest.mark.rule("FT-12.7.4", "FT-12.7.5")
def test_what_is_docked_or_stands_declares_nothing_that_takes_it_elsewhere() -> None:
    kinds = ["minelayer", "cloaking_field", "ftl_drive", "nova_cannon", "ecm"]
    switches = Switches(cloaking_field=True, nova_cannon=True, ecm=True, sensors=True)
    ship = ours(systems=kinds)
    state = among(ship, theirs(), switches=switches)
    assert {"MINE", "CLOAK", "FTL", "NOVA", "ECM"} <= {*may_declare(ship, switches)}
    ship.dock = Dock("b1", Vector(0.0, 1.0))
    assert declarable(state, ship) == ("SCAN", "ECM", "UNDOCK")
    ship.dock, ship.station = None, True
    assert "NOVA" in may_declare(ship, switches)
    assert not {"MINE", "CLOAK"} & {*may_declare(ship, switches)}


@pytest.mark.rule("FT-12.7.3", "FT-13.1.2", "FT-8.3.5")
@pytest.mark.parametrize(
    ("given", "words"), [({}, ("DOCK", "ORBITC", "ORBITA")), ({"station": True}, ()), ({"carried_by": "a9"}, ())]
)
def test_what_does_not_fly_by_itself_neither_docks_nor_goes_into_orbit(given: dict[str, Any], words: tuple[str, ...]) -> None:
    base = ours(id="a9", station=True, position=Vector(30.0, 0.0))
    state = among(base, ours(**given), theirs(), rock(kind="planet"))
    assert declarable(state, state.ships["a1"]) == words


@pytest.mark.rule("FT-12.7.4", "FT-8.1.1")
def test_a_ship_that_warms_up_does_not_dock() -> None:
    state = among(ours(id="a9", station=True), ours(systems=["ftl_drive"]), theirs(), orders={"a1": "DOCK, FTL"})
    flown(state)
    ship = state.ships["a1"]
    assert (ship.dock, ship.jump_on) == (None, 2)


# Sections


@pytest.mark.rule("FT-12.8.5")
def test_a_lost_section_tears_at_all_that_are_joined_to_it_whoever_names_whom() -> None:
    core, fore, aft = sections(3)
    fore.design = replace(fore.design, rows=(1,), hull=1)
    state = among(ours(), core, fore, aft)
    judge, told = referee([5])
    apply_attack(state, judge, NotedDamage("a1", fore.id, [ordinary(1)]))
    assert [(facts["ship"], facts["damage"]) for facts in of_kind(told, "section_lost")] == [(core.id, 5)]


@pytest.mark.rule("FT-12.7.7", "FT-12.8.1")
def test_a_section_fires_past_the_others_of_its_installation_and_is_seen_past_them() -> None:
    core, fore = sections(2)
    fore.position = Vector(15.0, 0.0)
    state = among(ours(), core, fore, bulk_of(core, 1.0), bulk_of(fore, 1.0))
    assert core.position == Vector(20.0, 0.0)
    assert clear_line(state, core.position, Vector(0.0, 0.0))
    assert not clear_line(state, Vector(40.0, 0.0), Vector(0.0, 0.0))
    fore.base = "another"
    assert not clear_line(state, core.position, Vector(0.0, 0.0))


# Secrets of constructs


@pytest.mark.rule("FT-10.1.1", "FT-A.3.4")
def test_how_a_bogey_divides_its_power_is_told_to_its_own_side_only() -> None:
    ship = construct(systems=["cortex_node", "drone_womb"])
    state = among(ship, theirs(position=Vector(0.0, 60.0)), orders={"a1": "AP10"}, switches=Switches(bogeys=True))
    state.bogeys = ["a1"]
    heard: list[Told] = []
    judge = Referee(ScriptedDice([]), heard.append)
    fill_pools(state, judge, ship, (Action("power_r", 6),))
    grow(state, judge, ship, "drone_womb", 6)
    assert [told.event.kind for told in heard] == ["power_divided", "drones_grown"]
    assert all(told.seen_by("a") and not told.seen_by("b") for told in heard)


@pytest.mark.rule("FT-10.1.8", "FT-A.4.17")
def test_a_bolt_shows_what_a_bogey_is_before_it_burns() -> None:
    """Screens keep all of it away, and still it is known from now on; a Dummy is gone without a die."""
    ship, dummy = theirs(systems=["screen"]), theirs(id="b2")
    dummy.design = replace(dummy.design, key="dummy/b2")
    state = among(ours(position=Vector(0.0, 60.0)), ship, dummy)
    state.bogeys = ["b1", "b2"]
    state.markers = {"m1": make_marker(kind="plasma_bolt", strength=1, position=Vector(20.0, 0.0))}
    judge, told = referee([6])
    detonate(state, judge)
    assert state.bogeys == []
    assert [event.kind for event in told][:2] == ["bolt_bursts", "revealed"]
    assert (ship.hull_damage, dummy.status) == (0, "left")


@pytest.mark.rule("FT-12.8.2", "FT-4.1.3")
def test_the_section_that_chance_decides_is_hit_in_the_arc_for_which_fire_was_announced() -> None:
    shooter = ours(systems=["fcs", "beam-3"])
    umpire, told = referee([2, *[1] * 9])
    state = among(shooter, *sections(2, position=Vector(30.0, 0.0)))
    fire(state, umpire, shooter, [Shot("beam-3", "b1")], {"b1": "AP", "b2": "A"})
    (facts,) = of_kind(told, "fire")
    assert (facts["target"], facts["arc"]) == ("b2", "AP")


@pytest.mark.rule("FT-12.7.4", "FT-3.2.20")
def test_what_is_docked_leaves_the_table_with_its_installation_and_what_is_lost_is_docked_no_more() -> None:
    station = theirs(id="b1", station=True, position=Vector(71.0, 20.0), course=CLOCK[3], velocity=4)
    docked = theirs(id="b2", dock=Dock("b1", Vector(1.0, 0.0)), position=Vector(72.0, 20.0))
    lost = theirs(id="b3", dock=Dock("b1", Vector(0.0, 1.0)), position=Vector(71.0, 21.0), status="destroyed")
    state = among(ours(), station, docked, lost)
    state.scenario = replace(state.scenario, table=(72, 48))
    told = flown(state)
    assert sorted(of_kind(told, "drifted")[0]["ships"]) == ["b1", "b2"]
    assert [facts["ship"] for facts in of_kind(told, "left_table")] == ["b1", "b2"]
    umpire, told = referee([])
    run_to_end(end_turn(state, umpire), lambda question: {})
    assert of_kind(told, "undocked") == []


# Planets


@pytest.mark.rule("FT-13.1.1")
@pytest.mark.parametrize(("facing", "orders"), [(3, "PS"), (6, "MD1")])
def test_thrust_that_leaves_the_velocity_as_it_is_leads_out_of_an_orbit_and_not_down(facing: int, orders: str) -> None:
    ship, state = in_orbit({"facing": facing})
    state.orders = {"a1": orders}
    told = flown(state)
    assert (ship.status, ship.orbit, ship.velocity, ship.position) == ("fighting", None, 6, Vector(6.0, 11.0))
    assert len(of_kind(told, "left_orbit")) == 1


@pytest.mark.rule("FT-13.1.2")
def test_a_ship_that_begins_its_move_at_the_orbital_distance_goes_into_orbit_there() -> None:
    ship = ours(position=Vector(12.0, 0.0), course=CLOCK[11], velocity=6)
    state = among(ship, planet(), orders={"a1": "ORBITA"})
    assert of_kind(flown(state), "in_orbit") == [{"ship": "a1", "body": "p1", "clockwise": False}]
    assert ship.orbit is not None
    assert (round(ship.position.x, 3), round(ship.position.y, 3)) == (10.531, 5.753)


@pytest.mark.rule("FT-13.0.5", "FT-13.1.3")
@pytest.mark.parametrize(("y", "falls"), [(5.9, True), (6.0, False)])
def test_who_flies_across_the_disc_falls_with_what_is_too_fast(y: float, falls: bool) -> None:
    ship = ours(position=Vector(-20.0, y), course=CLOCK[3], velocity=20)
    told = flown(among(ship, planet()), [1] if falls else [])
    assert [(facts["excess"], facts["modifier"]) for facts in of_kind(told, "entry")] == ([(14, 18)] if falls else [])
    assert ship.status == ("destroyed" if falls else "fighting")


@pytest.mark.rule("FT-13.3.5", "FT-13.3.6")
@pytest.mark.parametrize(
    ("faces", "status", "ashore", "groups"),
    [
        ([2], "left", "crashed", ["left"] * 3),
        ([5, 2, 3, 6], "destroyed", "", ["destroyed", "left", "left"]),
        ([6], "destroyed", "", ["destroyed"] * 3),
    ],
)
def test_what_becomes_of_a_ship_that_falls_and_of_the_fighters_aboard(
    faces: list[int], status: str, ashore: str, groups: list[str]
) -> None:
    ship = ours(position=Vector(-9.0, 0.0), course=CLOCK[3], velocity=7, systems=["fighter_bay"] * 3)
    ship.design = replace(ship.design, streamlining="partial")
    aboard = [make_group(id=f"g{n}", home="a1", aboard="a1", status="aboard", bay=ship.design.bays[0].id) for n in range(3)]
    state = among(ship, planet(7), *aboard)
    flown(state, faces)
    assert (ship.status, ship.ashore) == (status, ashore)
    assert [group.status for group in aboard] == groups


@pytest.mark.rule("FT-13.3.2", "FT-10.1.8")
@pytest.mark.parametrize("orders", ["MD1", "-"])
def test_a_dummy_that_comes_down_is_taken_away(orders: str) -> None:
    """It brakes in orbit, or flies into the planet."""
    ship, state = in_orbit({"facing": 9})
    ship.design = dummy_design(4)
    if orders == "-":
        ship.orbit, ship.course = None, CLOCK[6]
        ship.velocity = 12
    state.switches = Switches(bogeys=True, dummies=True)
    state.bogeys, state.orders = ["a1"], {"a1": orders}
    told = flown(state)
    assert ship.status == "left"
    assert [event.kind for event in told if event.kind in ("dummy_removed", "entry", "landed")] == ["dummy_removed"]


@pytest.mark.rule("FT-12.7.5", "FT-10.5.7")
@pytest.mark.parametrize("inside", [True, False])
def test_whoever_is_docked_at_a_prize_casts_off(inside: bool) -> None:
    station = theirs(id="b1", station=True, side="a", seat="a", taken_from="b")
    docked = theirs(id="b2", dock=Dock("b1", Vector(1.0, 0.0), inside=inside), position=Vector(21.0, 0.0))
    state = among(ours(), station, docked)
    umpire, told = referee([])
    run_to_end(end_turn(state, umpire), lambda question: {})
    assert docked.dock is None
    assert docked.on_table
    assert [facts["ship"] for facts in of_kind(told, "undocked")] == ["b2"]


@pytest.mark.rule("FT-12.7.4", "FT-12.7.7")
@pytest.mark.parametrize(("beside", "faces", "status"), [((0.0, 1.0), [], "fighting"), ((0.0, 3.0), [1], "destroyed")])
def test_a_large_station_is_no_danger_to_who_has_just_cast_off(
    beside: tuple[float, float], faces: list[int], status: str
) -> None:
    """The ship that is farther off than a dock is swept up as by a rock."""
    station = ours(id="a9", station=True, position=Vector(0.0, 0.0), course=CLOCK[12], velocity=6)
    ship = ours(position=Vector(*beside), course=CLOCK[12], velocity=6, thrust=4)
    state = among(station, ship, bulk_of(station, 1.5))
    flown(state, faces)
    assert (ship.status, ship.position) == (status, Vector(beside[0], beside[1] + (6.0 if status == "fighting" else 0.0)))
