"""Sa'Vasku constructs: power, Biomass, Nodes, pods, Leeches, Drones (chapter A.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from case_files import cases
from construct_cases import LONG_ROWS, WORKED, construct, fight
from fakes import make_ship, make_state
from small_craft import away

from quarterdeck.engine.controls import Keys
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.aliens.nodes import power_used
from quarterdeck.systems.full_thrust.aliens.power import allotted
from quarterdeck.systems.full_thrust.cover import Cover
from quarterdeck.systems.full_thrust.fire import check_plan
from quarterdeck.systems.full_thrust.helm import plan_orders
from quarterdeck.systems.full_thrust.impossible import check
from quarterdeck.systems.full_thrust.odds import Target, volley
from quarterdeck.systems.full_thrust.order_lines import read_orders
from quarterdeck.systems.full_thrust.orders import orders_for
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.sheet import sheet_of
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.shooting import declare_fire, target_of
from quarterdeck.systems.full_thrust.targets import Shot, as_fired
from quarterdeck.systems.full_thrust.view import seen_by

Facts = dict[str, Any]


@pytest.mark.parametrize(
    ("rule", "case"),
    cases(
        "FT-A.3.2",
        "FT-A.3.3",
        "FT-A.3.4",
        "FT-A.3.6",
        "FT-A.3.8",
        "FT-A.3.9",
        "FT-A.3.10",
        "FT-A.3.11",
        "FT-A.3.12",
        "FT-A.3.13",
        "FT-A.3.14",
        "FT-A.3.15",
        "FT-A.3.16",
        "FT-A.3.17",
        "FT-A.3.18",
        "FT-A.3.19",
        "FT-A.3.20",
        "FT-A.3.21",
        "FT-A.3.22",
        "FT-A.3.23",
        "FT-A.3.24",
        "FT-A.3.25",
        "FT-A.3.26",
        "FT-A.3.27",
        "FT-A.3.28",
        "FT-A.3.29",
        "FT-A.3.30",
        "FT-A.3.32",
    ),
)
def test_worked_cases(rule: str, case: Facts) -> None:
    found = WORKED[rule](case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]


# Orders


@pytest.mark.rule("FT-A.3.4", "FT-2.7.4")
@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ("MP20, AP6", "MP20"),
        ("MP4, MP5", "MP4"),
        ("AP25, TP2", "TP2"),
    ],
)
def test_power_that_is_not_there_cannot_be_divided(line: str, nearest: str) -> None:
    view = seen_by(make_state(construct(systems=["main_drive"])), "a")
    question = orders_for(view, "a")
    assert question is not None
    (problem,) = question.line_problems(view, "a1", line)
    assert (problem.rule, problem.nearest) == ("FT-A.3.4", nearest)


@pytest.mark.rule("FT-A.3.6")
def test_thrust_hangs_on_the_power_that_the_same_line_gives() -> None:
    """60 MASS: 6 PP give thrust 5, and pushes go anywhere."""
    view = seen_by(make_state(construct(mass=60, systems=["main_drive"])), "a")
    question = orders_for(view, "a")
    assert question is not None
    assert question.line_problems(view, "a1", "MP6, R6, T3/4") == []
    assert [problem.rule for problem in question.line_problems(view, "a1", "MP6, R6, T3/5")] == ["FT-3.2.13"]
    assert [problem.rule for problem in question.line_problems(view, "a1", "R6")] == ["FT-3.2.13"]


@pytest.mark.rule("FT-A.3.4")
def test_every_key_of_power_writes_a_line_that_can_be_ordered() -> None:
    view = seen_by(make_state(construct(systems=["main_drive", "drone_womb"])), "a")
    question = orders_for(view, "a")
    assert question is not None
    for line in ("-", "MP6, AP8", "MP24", "LAUNCH, AP10, RP14"):
        row = question.row(view, "a1", line)
        keys = [key for control in row.controls[:4] if isinstance(control, Keys) for key in control.keys]
        assert len(keys) == 16
        for key in keys:
            assert key.off is not None or question.line_problems(view, "a1", key.line) == [], key.line


@pytest.mark.rule("FT-A.3.4", "FT-5.8.2", "FT-8.1.2")
@pytest.mark.parametrize(("word", "line"), [("LAUNCH", "LAUNCH, AP8, SCAN"), ("FTL", "FTL, AP8, SCAN")])
def test_the_key_of_what_lets_a_ship_drift_leaves_power_and_sensors_as_they_are(word: str, line: str) -> None:
    switches = Switches(bogeys=True)
    state = make_state(construct(systems=["main_drive", "ftl_drive", "drone_womb"]), make_ship(), switches=switches)
    question = orders_for(seen_by(state, "a"), "a")
    assert question is not None
    row = question.row(seen_by(state, "a"), "a1", "AP8, SCAN, MD2" if word == "LAUNCH" else "LAUNCH, AP8, SCAN")
    keys = [key for control in row.controls if isinstance(control, Keys) for key in control.keys]
    assert [(key.line, key.off) for key in keys if str(key.text) == word] == [(line, None)]


@pytest.mark.rule("FT-A.3.4", "FT-2.7.5")
def test_who_gives_no_orders_has_power_all_the_same() -> None:
    ship = construct(mass=100, systems=["main_drive", "screen_node"])
    question = orders_for(seen_by(make_state(ship), "a"), "a")
    assert question is not None
    assert question.default(seen_by(make_state(ship), "a")) == {"a1": "AP19, DP5"}


# Odds


@pytest.mark.rule("FT-A.3.8", "FT-A.3.10")
def test_the_odds_of_a_stinger_are_those_of_as_many_beam_dice() -> None:
    """Six PP at 18 MU are three dice, as a Beam of class 3 has them up to 12 MU."""
    target = Target(1, 2, (4, 4, 4, 4))
    stinger = volley([System("s", "stinger_node", "", 6)], 18.0, target)
    beam = volley([System("b", "beam", "", 3)], 12.0, target)
    assert (stinger.losses.chances == beam.losses.chances).all()


@pytest.mark.rule("FT-A.3.13", "FT-A.3.14", "FT-A.3.16")
def test_the_odds_of_pods_are_exact() -> None:
    """At 12 MU a pod hits on half of the faces; Screens change nothing."""
    target = Target(2, 1, (5, 5, 5, 5))
    lance = volley([System("p", "lance_pod", "")], 12.0, target).losses
    assert lance.hull().chances[:6].tolist() == pytest.approx([7 / 12, 1 / 12, 1 / 12, 1 / 12, 1 / 12, 1 / 12])
    assert lance.armour().chances.tolist() == pytest.approx([1 / 2, 1 / 2])
    leech = volley([System("p", "leech_pod", "")], 12.0, target).losses
    assert leech.hull().chances[:2].tolist() == pytest.approx([1 / 2, 1 / 2])


@pytest.mark.rule("FT-A.3.2")
def test_the_odds_know_of_spent_biomass() -> None:
    ship = construct(rows=(3, 3, 3, 3), hull_damage=2, consumed=4)
    odds = target_of(ship, Cover(0))
    assert (odds.rows, odds.hull) == ((3, 3, 2, 0), 6)


# The captain


@pytest.mark.rule("FT-A.3.28")
@pytest.mark.parametrize("range_", [10, 30, 45, 90])
def test_the_captain_divides_power_by_what_is_near(range_: int) -> None:
    """Power goes to attack in range of an enemy, near one to the Screen, far from one to mending; thrust is always kept."""
    ship = construct(
        mass=100, rows=LONG_ROWS, systems=["main_drive", "cortex_node", "stinger_node", "screen_node", "drone_womb", "spicule"]
    )
    ship.design = replace(ship.design, generators=(10, 10, 10, 10))
    ship.lost = {"spicule": "threshold"}
    state = make_state(ship, make_ship(id="s1", position=away(range_), systems=["fcs", "beam-3"]))
    state.scenario = replace(state.scenario, table=None)
    view = seen_by(state, "a")
    line = plan_orders(view, ["a1"])["a1"]
    question = orders_for(view, "a")
    assert question is not None
    assert question.line_problems(view, "a1", line) == []
    pools = allotted(ship, read_orders(line)[0]).pools
    assert pools["M"] >= 1
    assert ("A" in pools, "D" in pools) == (range_ <= 30, range_ == 45)
    assert pools["R"] >= 1
    if range_ <= 30:
        assert sum(pools.values()) == 40
        assert pools["A"] >= 30


@pytest.mark.rule("FT-A.3.29")
def test_the_captain_uses_all_its_power_on_what_bears() -> None:
    state = fight({"range": 10}, ["stinger_node", "stinger_node#2", "pod_launcher"], 10, cpv=100)
    ship = state.ships["a1"]
    question = declare_fire(state, ship, {})
    plan = question.default(seen_by(state, "a"))
    assert question.problems(seen_by(state, "a"), plan) == []
    assert _power(state, question.shots(plan)) >= 9


def _power(state: Any, shots: list[Shot]) -> int:
    ship = state.ships["a1"]
    return sum(power_used(as_fired(ship, shot), 10.0) for shot in shots)


# What is not allowed


@pytest.mark.rule("FT-A.3.28", "FT-A.3.12")
def test_a_plan_beyond_the_power_or_the_biomass_is_refused_with_one_that_is_not() -> None:
    state = fight({"range": 10}, ["stinger_node", "pod_launcher"], 7)
    ship = state.ships["a1"]
    shots = [Shot("stinger_node", "s1", load="7pp"), Shot("pod_launcher", "s1")]
    (problem,) = check_plan(state, ship, shots, {})
    assert (problem.rule, problem.nearest) == ("FT-A.3.28", {"stinger_node": "s1/7pp"})
    ship.pools["A"], ship.consumed = 10, ship.design.hull - 1
    (problem,) = check_plan(state, ship, shots, {})
    assert (problem.rule, problem.nearest) == ("FT-A.3.12", {"stinger_node": "s1/7pp"})


@pytest.mark.rule("FT-A.3.24", "FT-A.3.22")
def test_no_drones_are_brought_to_a_battle() -> None:
    document = FULL_THRUST.write(FULL_THRUST.scenarios()["the-shoal"])
    document["sides"][0]["ships"][0]["fighters"] = [{"type": "savasku_drone"}]
    found = FULL_THRUST.read("scenario", document)
    assert isinstance(found, list)
    assert [problem.rule for problem in found] == ["FT-A.3.24", "FT-5.0.1"]


@pytest.mark.rule("FT-A.3.2", "FT-A.3.3", "FT-A.3.4", "FT-A.3.16")
@pytest.mark.parametrize(
    "change",
    [
        {"consumed": 20},
        {"consumed": -1},
        {"pools": {"A": 25}},
        {"pools": {"X": 1}},
        {"pools": {"A": 20, "D": 5}},
        {"generators_lost": [5]},
        {"generators_lost": [1, 1]},
        {"leeches": {"nobody-pod-1": 1}},
        {"leeches": {"a1-pod_launcher-9": 9}},
    ],
)
def test_the_guard_knows_what_constructs_can_never_be(change: Facts) -> None:
    ship = construct(systems=["pod_launcher"])
    state = make_state(ship)
    before = check(state)
    for field, value in change.items():
        setattr(ship, field, value)
    assert len(check(state)) > len(before)


# The record sheet


@pytest.mark.rule("FT-2.6.1", "FT-A.3.2", "FT-A.3.3", "FT-A.3.4")
def test_the_record_sheet_shows_generators_spent_biomass_and_pools() -> None:
    ship = construct(rows=(5, 5, 5, 5), systems=["main_drive"], hull_damage=5, generators_lost=[1], consumed=3)
    ship.pools = {"M": 2, "A": 7}
    svg = sheet_of(ship).svg
    assert svg.count('class="spent"') == 3
    assert svg.count('class="box gone"') == 8
    assert "Generator of row 1, 6 PP: lost" in svg
    assert "Generator of row 2: 6 PP a turn" in svg
    assert "Attack: 7 PP left" in svg
    assert "life-support" not in svg
