"""Chapter 12.3: what is expected of fire through clouds, and at ships that others screen, is what the dice will give."""

from __future__ import annotations

from itertools import product

import pytest
from small_craft import make_group
from terrain_cases import TOUGH, among, ours, rock, theirs

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust.cover import Cover, cover_of
from quarterdeck.systems.full_thrust.fire import Shot, fire
from quarterdeck.systems.full_thrust.gunnery import best_fire
from quarterdeck.systems.full_thrust.odds import Target, volley
from quarterdeck.systems.full_thrust.shooting import declare_fire, target_of, volley_mean
from quarterdeck.systems.full_thrust.state import Dock, FleetState
from quarterdeck.systems.full_thrust.targets import as_fired, read_aim
from quarterdeck.systems.full_thrust.terrain.clouds import locked_on
from quarterdeck.systems.full_thrust.view import seen_by
from quarterdeck.systems.full_thrust.weapons import mean_damage
from scripted import referee


def in_haze(*weapons: str, **target: object) -> FleetState:
    """A ship with these weapons, and one 6 MU ahead of it in a cloud."""
    far = theirs(**{"position": Vector(0.0, 6.0), "systems": ["fcs", "pds"], **target})
    return among(ours(systems=["fcs", *weapons]), far, rock((0, 6), 2, kind="cloud"))


def of_dice(state: FleetState, weapon: str) -> float:
    """The mean damage of one shot by all faces of the lock and of two dice, of which the second is a reroll or for damage."""
    total = 0
    for lock, one, other in product(range(1, 7), repeat=3):
        state.ships["b1"].hull_damage = 0
        judge, told = referee([lock, one, other, *[1] * 9])
        fire(state, judge, state.ships["a1"], [Shot(weapon, "b1")], {})
        total += sum(event.data["damage"] for event in told if event.kind == "fire")
    return total / 216


@pytest.mark.rule("FT-12.3.2", "FT-12.3.3")
@pytest.mark.parametrize(("weapon", "level"), [("beam-1", 1), ("pulse_torpedo", 0), ("pds", 1)])
def test_means_shown_before_fire_are_those_of_the_dice(weapon: str, level: int) -> None:
    state = in_haze(weapon)
    ship, target = state.ships["a1"], state.ships["b1"]
    gun = ship.design.system(weapon)
    assert volley_mean(state, ship, target) == pytest.approx(mean_damage(gun, 6.0, level) / 2)
    shown = declare_fire(state, ship, {})
    (column,) = shown.dress(state, {weapon: "b1"}).columns  # type: ignore[arg-type]
    assert float(plain(column.sums[0])) == pytest.approx(mean_damage(gun, 6.0, level) / 2, abs=0.06)
    odds = volley([as_fired(ship, Shot(weapon, "b1"))], 6.0, target_of(target, cover_of(state, ship, target)))
    assert odds.mean() == pytest.approx(mean_damage(gun, 6.0, level) / 2)
    assert odds.mean() == pytest.approx(of_dice(state, weapon), abs=0.02)


@pytest.mark.rule("FT-12.3.2")
def test_without_a_lock_nothing_is_lost() -> None:
    clear, shell = Target(0, 1, (1, 1)), Target(0, 0, (1, 1), shell=(1, 1))
    for target in (clear, shell):
        sure = volley([as_fired(ours(), Shot("beam-3", "b1"))] * 4, 6.0, target)
        half = volley([as_fired(ours(), Shot("beam-3", "b1"))] * 4, 6.0, Target(*_fields(target), haze=0, locks=0.5))
        assert half.destroyed() == pytest.approx(sure.destroyed() / 2)
        assert half.losses.armour().chances[0] == pytest.approx((1 + sure.losses.armour().chances[0]) / 2)
        assert half.losses.hull().chances.sum() == pytest.approx(1.0)


def _fields(target: Target) -> tuple[object, ...]:
    return target.screens, target.armour, target.rows, target.damage, target.shell


@pytest.mark.rule("FT-12.3.3")
def test_haze_adds_a_level_to_screens_up_to_the_second() -> None:
    assert [Cover(screens, 1).level("beam") for screens in (0, 1, 2)] == [1, 2, 2]
    assert [Cover(screens, 1).level("submunition_pack") for screens in (0, 2)] == [0, 2]


@pytest.mark.rule("FT-12.3.2")
def test_a_captain_fires_at_what_can_be_found() -> None:
    """Two ships alike, one of them in a cloud and a little nearer its end."""
    state = in_haze("beam-3", rows=TOUGH, hull_damage=8, cpv=100)
    state.ships["b2"] = theirs(id="b2", position=Vector(3.0, 6.0), rows=TOUGH, systems=["fcs", "pds"], cpv=100)
    aims = {"beam-3": ("b1", "b2")}
    assert best_fire(state, state.ships["a1"], aims) == {"beam-3": "b2"}
    state.bodies = {}
    assert best_fire(state, state.ships["a1"], aims) == {"beam-3": "b1"}


@pytest.mark.rule("FT-12.7.5")
def test_odds_at_a_docked_ship_are_those_behind_the_screens_of_its_station() -> None:
    base = theirs(id="b9", station=True, position=Vector(0.0, 7.0), systems=["screen", "screen"])
    ship, shooter = theirs(position=Vector(0.0, 6.0), systems=["fcs"]), ours()
    state = among(base, ship, shooter)
    assert cover_of(state, shooter, ship).screens == 0
    ship.dock = Dock("b9", Vector(0.0, -1.0))
    assert cover_of(state, shooter, ship).screens == target_of(ship, cover_of(state, shooter, ship)).screens == 2


@pytest.mark.rule("FT-11.3.7")
def test_odds_at_the_bow_of_a_ship_that_has_fired_its_wave_gun() -> None:
    ship, shooter = theirs(position=Vector(0.0, 6.0), facing=6, systems=["screen"]), ours()
    state = among(ship, shooter)
    assert cover_of(state, shooter, ship).screens == 1
    ship.doing = ["WAVE"]
    assert cover_of(state, shooter, ship).screens == 0


@pytest.mark.rule("FT-12.3.2")
def test_point_defence_that_needs_no_fire_control_needs_no_lock() -> None:
    """At what attacks the ship, or one that its ADFC covers; at what attacks neither a lock is needed."""
    group = make_group(side="b", seat="b", position=Vector(0.0, 3.0))
    ship, friend = ours(systems=["fcs", "adfc", "pds"]), ours(id="a2", position=Vector(2.0, 0.0), rows=TOUGH)
    state = among(ship, friend, theirs(), group, rock((0, 0), 9, kind="cloud"))
    shots = [Shot("pds", "g1", mode="PD")]
    for run, faces in (("a1", []), ("a2", []), ("", [3])):
        group.run = run
        judge, _told = referee(faces)
        assert locked_on(state, judge, ship, group, shots) == ([] if faces else shots)


@pytest.mark.rule("FT-12.3.2", "FT-2.7.43")
def test_fire_that_the_one_adfc_does_not_guide_needs_a_lock() -> None:
    """Attackers of two friends: the ADFC covers the first, and a Fire Control must find those of the second."""
    places = {"a2": Vector(1.0, 0.0), "a3": Vector(-1.0, 0.0)}
    ship, friends = ours(systems=["fcs", "adfc", "pds1", "pds2"]), [ours(id=key, position=at) for key, at in places.items()]
    groups = [make_group(id=f"g{key}", side="b", seat="b", run=key, position=at) for key, at in places.items()]
    state = among(ship, *friends, theirs(), *groups, rock((0, 0), 9, kind="cloud"))
    plan = {"pds1": "ga2/PD", "pds2": "ga3/PD"}
    judge, told = referee([4, 3])
    fire(state, judge, ship, [Shot(weapon, *read_aim(key)) for weapon, key in plan.items()], {})
    assert [(event.kind, event.data["target"]) for event in told] == [("small_fire", "ga2"), ("lock_on", "ga3")]
    question = declare_fire(state, ship, {})
    columns = {column.key: plain(column.sums[0]) for column in question.dress(seen_by(state, "a"), plan).columns if column.sums}
    assert columns == {"ga2": "0.8", "ga3": "0.4"}
