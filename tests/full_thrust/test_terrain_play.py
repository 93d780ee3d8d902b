"""Chapters 12 and A where they meet others: what comes of them in a turn that is played."""

from __future__ import annotations

import pytest
from boarding_cases import blue, meeting, red
from construct_cases import construct
from small_craft import make_group
from terrain_cases import among, flown, of_kind, ours, rock, station_of, theirs

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust import classic
from quarterdeck.systems.full_thrust.boarding import targets_of
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.planets.edge import can_jump
from quarterdeck.systems.full_thrust.protection import ordinary
from quarterdeck.systems.full_thrust.refusals import why_no_fire
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import Dock, NotedDamage
from quarterdeck.systems.full_thrust.targets import may_fire, screens_against
from quarterdeck.systems.full_thrust.terrain.flares import scorch
from quarterdeck.systems.full_thrust.wonder.ready import ready_guns
from scripted import referee

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
