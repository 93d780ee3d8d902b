"""Fighters in the play of a turn: what their worked cases do not come to."""

from __future__ import annotations

import pytest
from classic_cases import drive, in_order
from fakes import make_ship, make_system
from small_craft import aboard_groups, away, battle, carrier, make_group, make_marker

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust import classic
from quarterdeck.systems.full_thrust.outcome import scores
from quarterdeck.systems.full_thrust.small_fire import shoot_away
from quarterdeck.systems.full_thrust.targets import Shot
from scripted import referee

# Points


@pytest.mark.rule("FT-5.7.1", "FT-5.0.1")
def test_fighters_shot_away_count_one_by_one():
    group, other = make_group(type="heavy"), make_group(id="g2", type="torpedo", side="b", seat="b")
    state = battle(group, other)
    judge, _told = referee()
    shoot_away(state, judge, group, 4)
    assert scores(state) == {"a": 0, "b": 40}
    shoot_away(state, judge, other, 6)
    assert scores(state) == {"a": 66, "b": 40}
    shoot_away(state, judge, group, 2)
    assert (group.status, scores(state)) == ("destroyed", {"a": 66, "b": 60})


@pytest.mark.rule("FT-5.8.6", "FT-5.6.3")
@pytest.mark.parametrize(
    ("status", "points"),
    [("fighting", 0), ("derelict", 48), ("left", 24)],
)
def test_fighters_aboard_share_the_fate_of_their_ship(status, points):
    ship = carrier(1, status=status)
    (group,) = aboard_groups(ship, 1)
    state = battle(ship, group)
    without = battle(ship)
    assert scores(state)["b"] - scores(without)["b"] == points


# Point defence of the classic order


@pytest.mark.rule("FB2-19", "FT-5.4.4")
def test_what_others_have_shot_down_is_fired_at_all_the_same():
    """Both have allotted before a die was rolled: the second Scattergun is spent on what is gone, as the first is."""
    gun = make_system("scattergun", kind="scattergun")
    ships = [make_ship(id=each, side="b", seat="b", systems=[gun]) for each in ("d1", "d2")]
    state = in_order(*ships, make_group(run="d1", strength=1, position=away(2)))
    judge, told = referee([6, 6])
    targets = {target.id: target for target in classic.under_attack(state)}
    for ship in ships:
        classic.fire_in_defence(state, judge, ship, targets, [Shot("scattergun", "g1", mode="PD")], {})
    assert [event.data["removed"] for event in told if event.kind == "small_fire"] == [1, 0]
    assert [ship.spent for ship in ships] == [["scattergun"], ["scattergun"]]


@pytest.mark.rule("FB2-19", "FB2-20", "FT-11.3.3", "FT-12.7.4", "FT-A.4.21")
@pytest.mark.parametrize("held", ["NOVA", "CLOAK", "REFLEX"])
def test_a_ship_that_may_not_fire_does_not_defend(held):
    ship = make_ship(id="d1", side="b", seat="b", systems=["pds"])
    state = in_order(ship, make_group(run="d1", position=away(2)))
    assert classic.defenders(state) == [ship]
    ship.doing = [held]
    assert classic.defenders(state) == []


@pytest.mark.rule("FB2-19", "FT-10.1.8")
def test_point_defence_reveals_who_fires_it():
    """A Bogey that covers a friend by its ADFC is one no longer."""
    friend = make_ship(id="d1", side="b", seat="b")
    cover = make_ship(id="d2", side="b", seat="b", systems=["pds", "adfc"], position=Vector(2.0, 0.0))
    state = in_order(friend, cover, make_marker(targets=["d1"], position=away(2)), bogeys=True)
    state.bogeys = ["d2"]
    judge, told = referee([1])
    drive(classic.defend(state, judge), state, {"defence": {"d2>pds": "m1/PD"}})
    assert [event.kind for event in told] == ["revealed", "small_fire"]


@pytest.mark.rule("FB2-23")
def test_missiles_and_drones_have_no_nerve_to_lose():
    groups = [make_group(id=kind, type=kind, strength=1) for kind in ("heavy_missile", "savasku_drone", "standard")]
    state = in_order(*groups, fighter_morale=True)
    judge, told = referee([6])
    classic.test_morale(state, judge, dict.fromkeys(state.groups, 2))
    assert [event.data["group"] for event in told] == ["standard"]
