"""Ship fire at ships: the worked cases of chapters 2 and 4, and what a ship may announce (chapters 4.2 and 4.8)."""

from __future__ import annotations

import pytest
from case_files import cases
from fakes import make_ship, make_state, make_system
from fire_cases import facts_of, fired, firing_ship, legal, ship_at

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust.fire import check_plan
from quarterdeck.systems.full_thrust.refusals import why_not
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import Core
from quarterdeck.systems.full_thrust.targets import (
    Shot,
    aim_key,
    aims,
    can_fire,
    enemies,
    read_aim,
    screen_level,
    working_fire_controls,
    working_weapons,
)

AT_SMALL_CRAFT = ("FT-4.1.7", "FT-4.2.7", "FT-4.8.8")
"""Rules whose cases are of fire at fighters and missiles, and so those of `test_fighters`."""
SHIPS = cases(
    "FT-2.1.1", "FT-2.6.4", "FT-2.7.20", "FT-2.7.21", "FT-2.7.30", "FT-2.7.32", "FT-2.7.33", "FT-2.7.34", "FT-2.7.35",
    "FT-2.7.36", "FT-2.7.37", "FT-2.7.38", "FT-2.7.48", "FT-4.1", "FT-4.2", "FT-4.3", "FT-4.4", "FT-4.7", "FT-4.8", "FT-4.9",
)  # fmt: skip
WORKED = [case for case in SHIPS if case.values[0] not in AT_SMALL_CRAFT]


@pytest.mark.parametrize(("rule", "case"), WORKED)
def test_worked_case(rule, case):
    facts = facts_of(case["given"])
    assert {key: facts[key] for key in case["expect"]} == case["expect"]


# What works


@pytest.mark.rule("FT-2.6.4", "FT-4.9.1")
def test_working_weapons_are_neither_lost_nor_spent():
    ship = firing_ship(["main_drive", "beam-3", "pds", "screen", "submunition_pack", "needle_beam", "pulse_torpedo"])
    assert [weapon.id for weapon in working_weapons(ship)] == [
        "beam-3",
        "pds",
        "submunition_pack",
        "needle_beam",
        "pulse_torpedo",
    ]
    ship.lost, ship.spent = {"beam-3": "threshold", "pds": "needle"}, ["submunition_pack"]
    assert [weapon.id for weapon in working_weapons(ship)] == ["needle_beam", "pulse_torpedo"]


@pytest.mark.rule("FT-4.2.2")
def test_only_fire_controls_that_are_not_lost_count():
    ship = make_ship(systems=["fcs", "fcs", "fcs", "adfc"])
    assert working_fire_controls(ship) == 3
    ship.lost = {"fcs#2": "threshold"}
    assert working_fire_controls(ship) == 2


@pytest.mark.rule("FT-4.4.1", "FT-9.8.3")
@pytest.mark.parametrize(("lost", "level"), [([], 2), (["screen"], 2), (["screen", "screen#2"], 1), (["screen_backup"], 2)])
def test_a_backup_stands_in_for_a_lost_generator(lost, level):
    ship = make_ship(systems=["screen", "screen", "screen_backup"], lost=dict.fromkeys(lost, "threshold"))
    assert screen_level(ship) == level


@pytest.mark.rule("FT-7.2.8", "FT-7.2.4")
def test_screens_need_power_but_nobody_in_command():
    systems = ["screen", "screen"]
    assert screen_level(make_ship(systems=systems, status="derelict", derelict_by="dumped")) == 0
    assert screen_level(make_ship(systems=systems, core=Core(lost_for_good=True))) == 2


# Aim keys


@pytest.mark.rule("FT-4.8.1")
def test_aim_keys_read_back():
    assert (aim_key(Shot("beam-1", "b1")), aim_key(Shot("needle", "b1", "fcs"))) == ("b1", "b1/fcs")
    assert (read_aim("b1"), read_aim("b1/fcs")) == (("b1", "", "AS", ""), ("b1", "fcs", "AS", ""))
    assert (aim_key(Shot("pds", "b1-g1", mode="PD")), read_aim("b1-g1/PD")) == ("b1-g1/PD", ("b1-g1", "", "PD", ""))
    assert (aim_key(Shot("stinger", "b1", load="6pp")), read_aim("b1/6pp")) == ("b1/6pp", ("b1", "", "AS", "6pp"))


# At whom a weapon may fire


@pytest.mark.rule("FT-4.2.1")
def test_targets_are_the_enemies_on_the_table():
    ships = [
        firing_ship(["beam-1"]),
        make_ship(id="a2", side="a", position=Vector(0.0, 3.0)),
        make_ship(id="b1", side="b", position=Vector(0.0, 4.0)),
        make_ship(id="b2", side="b", position=Vector(0.0, 4.0), status="derelict"),
        make_ship(id="b3", side="b", position=Vector(0.0, 4.0), status="destroyed"),
        make_ship(id="b4", side="b", position=Vector(0.0, 4.0), status="left"),
        make_ship(id="c1", side="c", position=Vector(0.0, 5.0)),
    ]
    state = make_state(*ships)
    assert [ship.id for ship in enemies(state, ships[0].side)] == ["b1", "b2", "c1"]
    assert aims(state, ships[0], make_system("beam-1"), {}) == ["b1", "b2", "c1"]


@pytest.mark.rule("FT-4.8.1", "FT-4.8.7", "FT-4.6.6")
def test_a_needle_beam_may_name_whatever_a_check_would_roll_for():
    target = ship_at(
        12,
        systems=["main_drive", "beam-3", "fcs", "screen", "submunition_pack"],
        lost={"fcs": "needle"},
        spent=["submunition_pack"],
    )
    state = make_state(firing_ship(["needle"]), target, switches=Switches(core_systems=True))
    assert aims(state, state.ships["a1"], make_system("needle"), {}) == ["s1/main-drive", "s1/beam-3", "s1/screen"]


@pytest.mark.rule("FT-2.7.40", "FT-4.2.5")
@pytest.mark.parametrize(
    ("weapon", "reach"),
    [("beam-1", 12), ("beam-2", 24), ("beam-3", 36), ("pds", 6), ("pulse_torpedo", 30), ("submunition_pack", 18)],
)
def test_anti_ship_range_of_each_weapon(weapon, reach):
    for range_, keys in ((reach, ["s1"]), (reach + 0.001, [])):
        state = make_state(firing_ship([weapon]), ship_at(range_))
        assert aims(state, state.ships["a1"], make_system(weapon), {}) == keys
        assert can_fire(state, state.ships["a1"]) == bool(keys)


# Who may be activated


def state_with(weapons=("beam-2",), range_=10.0, **given):
    return make_state(firing_ship(weapons, **given), ship_at(range_))


@pytest.mark.rule("FT-2.7.8")
def test_a_ship_with_a_legal_shot_may_be_activated():
    state = state_with()
    assert can_fire(state, state.ships["a1"])


@pytest.mark.rule("FT-2.7.8")
@pytest.mark.parametrize(
    "state",
    [
        pytest.param(state_with(working_fcs=0), id="no Fire Control"),
        pytest.param(state_with(lost={"fcs0": "threshold"}), id="its Fire Control lost"),
        pytest.param(state_with(["main_drive"]), id="no weapon"),
        pytest.param(state_with(lost={"beam-2": "threshold"}), id="its weapon lost"),
        pytest.param(state_with(["submunition_pack"], spent=["submunition_pack"]), id="its one-shot spent"),
        pytest.param(state_with(range_=24.1), id="out of range"),
        pytest.param(state_with(facing=6), id="the enemy in its Aft arc"),
        pytest.param(state_with([make_system("beam-2", arcs=("FS",))]), id="out of arc"),
        pytest.param(state_with(["needle"]), id="nothing on the enemy to be named"),
        pytest.param(state_with(status="derelict", derelict_by="abandoned"), id="abandoned"),
        pytest.param(state_with(status="destroyed"), id="destroyed"),
        pytest.param(state_with(core=Core(control_from=2)), id="out of control"),
        pytest.param(make_state(firing_ship(["beam-2"])), id="no enemy"),
    ],
)
def test_a_ship_without_a_legal_shot_may_not_be_activated(state):
    assert not can_fire(state, state.ships["a1"])


@pytest.mark.rule("FT-7.2.4")
def test_control_comes_back_with_its_turn():
    state = state_with(core=Core(control_from=3))
    allowed = []
    for state.turn in (2, 3):
        allowed.append(can_fire(state, state.ships["a1"]))
    assert allowed == [False, True]


@pytest.mark.rule("FT-4.2.3", "FT-2.7.8")
def test_a_ship_is_activated_once_a_turn():
    state = state_with()
    state.fired.append("a1")
    assert not can_fire(state, state.ships["a1"])
    assert aims(state, state.ships["a1"], make_system("beam-2"), {}) == []


# Why not


def refusal(state, shot=Shot("beam-2", "s1"), settled=None):  # noqa: B008
    """Rule, sentence, place and nearest answer of the one problem of a plan of one shot."""
    [problem] = check_plan(state, state.ships["a1"], [shot], settled or {})
    return problem.rule, plain(problem.text), problem.at, problem.nearest


@pytest.mark.parametrize(
    ("rule", "state", "words"),
    [
        ("FT-2.6.4", state_with(lost={"beam-2": "threshold"}), "beam-2 is lost."),
        ("FT-4.3.1", state_with(range_=24.01), "beam-2 reaches 24 MU, Amaranth is at 24.1."),
        ("FT-4.1.6", state_with(facing=6), "Amaranth is in the Aft arc."),
        (
            "FT-4.1.5",
            state_with([make_system("beam-2", arcs=("FP", "FS"))]),
            "Amaranth is in arc F, beam-2 fires into FP, FS.",
        ),
        ("FT-4.2.1", make_state(firing_ship(["beam-2"]), ship_at(5, status="left")), "Amaranth is no longer on the table."),
        ("FT-4.2.1", make_state(firing_ship(["beam-2"]), ship_at(5, side="a")), "Amaranth is on your own side."),
    ],
)
def test_why_a_weapon_may_not_fire_at_a_target(rule, state, words):
    shooter = state.ships["a1"]
    problem = why_not(state, shooter, shooter.design.system("beam-2"), state.ships["s1"], {})
    assert (problem.rule, plain(problem.text), problem.at) == (rule, words, "beam-2")
    assert refusal(state) == (rule, words, "beam-2", None)
    assert aims(state, shooter, shooter.design.system("beam-2"), {}) == []


@pytest.mark.parametrize(
    ("rule", "given", "words"),
    [
        ("FT-4.2.3", {}, "Amaranth has already fired this turn."),
        ("FT-7.2.4", {"core": Core(lost_for_good=True)}, "Amaranth is out of control and may not fire."),
        ("FT-7.2.8", {"status": "derelict", "derelict_by": "dumped"}, "Amaranth is adrift and fires no more."),
        ("FT-2.7.21", {"status": "destroyed"}, "Amaranth is no longer on the table."),
    ],
)
def test_why_a_ship_may_not_fire_at_all(rule, given, words):
    state = state_with(**given)
    state.fired = [] if given else ["a1"]
    assert refusal(state) == (rule, words, "", None)
    assert problems(state, Shot("beam-2", "s1"), Shot("beam-2", "s9")) == [rule]


@pytest.mark.parametrize(
    ("rule", "weapons", "shot", "words", "nearest"),
    [
        ("FT-2.7.20", ["beam-2"], Shot("beam-9", "s1"), "Amaranth has no beam-9.", None),
        ("FT-2.7.20", ["screen"], Shot("screen", "s1"), "screen is no weapon.", None),
        ("FT-4.2.1", ["beam-2"], Shot("beam-2", "s9"), "There is nothing s9 to fire at.", None),
        ("FT-4.2.1", ["beam-2"], Shot("beam-2", "s1", "fcs"), "beam-2 names no system; only a Needle Beam at a ship does.", "s1"),
        ("FT-4.8.1", ["needle"], Shot("needle", "s1"), "needle must name one system of its target.", None),
        ("FT-4.8.1", ["needle"], Shot("needle", "s1", "hull"), "hull of Amaranth cannot be named.", None),
        ("FT-4.8.1", ["needle"], Shot("needle", "s1", "screen"), "screen of Amaranth cannot be named.", None),
        ("FT-4.8.7", ["needle"], Shot("needle", "s1", "power-core"), "power-core of Amaranth cannot be named.", None),
    ],
)
def test_why_a_shot_may_not_be_announced(rule, weapons, shot, words, nearest):
    target = ship_at(5, systems=["fcs", "screen"], lost={"screen": "threshold"})
    state = make_state(firing_ship(weapons), target, switches=Switches(core_systems=True))
    assert refusal(state, shot) == (rule, words, shot.weapon, nearest)


@pytest.mark.rule("FT-4.9.1")
def test_a_spent_pack_is_refused_with_its_reason():
    state = state_with(["submunition_pack"], spent=["submunition_pack"])
    words = "submunition_pack has been fired; it fires once a battle."
    assert refusal(state, Shot("submunition_pack", "s1")) == ("FT-4.9.1", words, "submunition_pack", None)


# The plan as a whole


def battle(weapons, working_fcs, targets=3):
    """Ship a1 against targets s1 up to s3 close ahead."""
    enemy = [ship_at(4 + number, id=f"s{number}", systems=["main_drive", "fcs"]) for number in range(1, targets + 1)]
    return make_state(firing_ship(weapons, working_fcs), *enemy)


def problems(state, *shots):
    return [problem.rule for problem in check_plan(state, state.ships["a1"], shots, {})]


@pytest.mark.rule("FT-2.7.2", "FT-4.1.5", "FT-4.2.2")
def test_a_weapon_fires_once_and_never_divides_its_dice():
    state = battle(["beam-3", "beam-2"], 3)
    assert problems(state, Shot("beam-3", "s1"), Shot("beam-3", "s1")) == ["FT-2.7.2"]
    assert problems(state, Shot("beam-3", "s1"), Shot("beam-2", "s1"), Shot("beam-3", "s2")) == ["FT-2.7.2"]
    assert problems(state, *[Shot("beam-3", "s1")] * 3) == ["FT-2.7.2", "FT-2.7.2"]
    gun = make_system("beam-3", name="Bow Beam")
    [problem] = check_plan(battle([gun], 1), firing_ship([gun]), [Shot("beam-3", "s1"), Shot("beam-3", "s1")], {})
    words = "Bow Beam is announced twice; it fires once a turn, with all of its dice at one target."
    assert (plain(problem.text), problem.at) == (words, "beam-3")
    assert problems(state, Shot("beam-3", "s1"), Shot("beam-2", "s1")) == []


@pytest.mark.rule("FT-2.7.20")
def test_a_ship_may_announce_nothing():
    assert problems(battle(["beam-3"], 1)) == []
    assert problems(battle(["beam-3"], 0)) == []


@pytest.mark.rule("FT-4.2.2", "FT-4.3.3")
def test_targets_need_a_fire_control_each():
    shots = [Shot("beam-3", "s1"), Shot("beam-2", "s2"), Shot("beam-1", "s3"), Shot("pds", "s1")]
    state = battle(["beam-3", "beam-2", "beam-1", "pds"], 2)
    [problem] = check_plan(state, state.ships["a1"], shots, {})
    assert (problem.rule, plain(problem.text)) == ("FT-4.2.2", "This fire needs 3 Fire Controls, 2 work.")
    assert problem.nearest == {"beam-3": "s1", "beam-2": "s2", "pds": "s1"}
    assert legal(state, [Shot(weapon, *read_aim(key)) for weapon, key in problem.nearest.items()])
    assert legal(battle(["beam-3", "beam-2", "beam-1", "pds"], 3), shots)


@pytest.mark.rule("FT-4.8.4", "FT-4.8.5", "FT-4.2.2")
@pytest.mark.parametrize(
    ("controls", "rule", "shots"),
    [
        (1, "FT-4.8.4", [Shot("needle", "s1", "fcs"), Shot("needle#2", "s1", "main-drive")]),
        (1, "FT-4.8.5", [Shot("needle", "s1", "fcs"), Shot("beam-2", "s1")]),
        (2, "FT-4.8.5", [Shot("needle", "s1", "fcs"), Shot("needle#2", "s1", "main-drive"), Shot("beam-2", "s1")]),
        (1, "FT-4.2.2", [Shot("needle", "s1", "fcs"), Shot("needle#2", "s2", "fcs")]),
    ],
)
def test_which_rule_asks_for_more_fire_controls(controls, rule, shots):
    weapons = ["needle", "needle", "beam-2"]
    assert problems(battle(weapons, controls), *shots) == [rule]
    assert problems(battle(weapons, controls + 1), *shots) == []


@pytest.mark.rule("FT-2.7.20")
def test_all_that_is_wrong_with_a_plan_is_told_at_once():
    state = battle(["beam-3", "needle", "pds"], 1)
    shots = [Shot("beam-3", "s1", "fcs"), Shot("needle", "s1"), Shot("pds", "s3"), Shot("pds", "s3"), Shot("pds", "s2")]
    found = check_plan(state, state.ships["a1"], shots, {})
    wrong = [("FT-4.2.1", "beam-3"), ("FT-4.8.1", "needle"), ("FT-4.2.6", "pds"), ("FT-4.2.6", "pds"), ("FT-2.7.2", "pds")]
    assert [(problem.rule, problem.at) for problem in found] == [*wrong, ("FT-2.7.2", "pds"), ("FT-4.2.2", "")]


@pytest.mark.rule("FT-2.7.21")
def test_a_weapon_lost_before_the_activation_does_not_fire():
    state = make_state(firing_ship(["needle"]), ship_at(5, id="s1", systems=["beam-3", "fcs"], facing=6))
    assert can_fire(state, state.ships["s1"])
    fired(state, [Shot("needle", "s1", "beam-3")], [6])
    assert not can_fire(state, state.ships["s1"])
    assert problems_of(state, "s1", Shot("beam-3", "a1")) == ["FT-2.6.4"]


def problems_of(state, ship, *shots):
    return [problem.rule for problem in check_plan(state, state.ships[ship], shots, {})]
