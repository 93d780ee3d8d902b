"""Kra'Vak and Phalons in battle: their guns, Shell, Plasma Bolts, Vapour Shrouds and drives."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from alien_cases import GLAND, WORKED, launcher
from battles import as_captain, at_close_quarters, begin, scenario, scenario_file, ship_file, side_file
from case_files import cases
from design_cases import file_of
from fakes import make_ship
from movement_cases import check
from small_craft import LONG_ROWS, away, battle, make_marker

from quarterdeck.engine.dice import ScriptedDice, ScriptRanOut
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST, impossible
from quarterdeck.systems.full_thrust.aliens import plasma
from quarterdeck.systems.full_thrust.fire import Sight, roll_fire
from quarterdeck.systems.full_thrust.forces import write_scenario
from quarterdeck.systems.full_thrust.odds import Target, volley
from quarterdeck.systems.full_thrust.orders import orders_for
from quarterdeck.systems.full_thrust.ordnance.placing import place_question
from quarterdeck.systems.full_thrust.prose import describe, explain
from quarterdeck.systems.full_thrust.protection import strike_shell
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.sheet import sheet_of
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.shipyard import account_of
from quarterdeck.systems.full_thrust.state import FleetState
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee
from whole_battles import Watched, at_random, by_value, play

Facts = dict[str, Any]


@pytest.mark.parametrize(
    ("rule", "case"),
    cases(
        "FT-A.1.1",
        "FT-A.1.2",
        "FT-A.2.1",
        "FT-A.2.2",
        "FT-A.2.4",
        "FT-A.2.5",
        "FT-A.2.6",
        "FT-A.2.7",
        "FT-A.2.8",
        "FT-A.2.9",
        "FT-A.2.11",
        "FT-A.2.12",
        "FT-A.2.13",
        "FT-A.2.14",
        "FT-A.2.15",
        "FT-A.2.16",
        "FT-A.2.17",
        "FT-A.2.18",
        "FT-A.4.3",
        "FT-A.4.4",
        "FT-A.4.5",
        "FT-A.4.6",
        "FT-A.4.7",
        "FT-A.4.8",
        "FT-A.4.9",
        "FT-A.4.11",
        "FT-A.4.13",
        "FT-A.4.14",
        "FT-A.4.15",
        "FT-A.4.16",
        "FT-A.4.17",
        "FT-A.4.18",
        "FT-A.4.19",
        "FT-A.4.20",
        "FT-A.4.21",
        "FT-A.4.22",
        "FT-A.4.24",
        "FT-A.4.26",
        "FT-A.5.1",
        "FT-A.5.2",
        "FT-A.5.3",
    ),
)
def test_worked_cases(rule: str, case: Facts) -> None:
    check(WORKED[rule](case["given"]), case["expect"])


# The odds against a Shell, against every way in which dice can fall


SHELLS = ([2], [1, 2], [3, 0, 2], [0, 1], [2, 1, 1])


def by_rolling(word: str, cls: int, range_: float, shell: list[int], hull: int) -> Facts:
    """Chances of (layers left, hull lost), by walking through every sequence of faces that the referee may roll."""
    found: dict[tuple[Any, ...], float] = {}
    open_ends: list[tuple[int, ...]] = [()]
    while open_ends:
        faces = open_ends.pop()
        if len(faces) > MOST_DICE:
            continue
        dice = ScriptedDice(faces)
        layers = list(shell)
        try:
            effect = roll_fire(dice, System("w", word, "", cls), Sight(range_, "F", 1), "a")
        except ScriptRanOut:
            open_ends += [(*faces, face) for face in range(1, 7)]
            continue
        lost = min(sum([strike_shell(layers, blow) for blow in effect.blows]), hull)
        found[*layers, lost] = found.get((*layers, lost), 0.0) + 6.0 ** -len(faces)
    return found


MOST_DICE = 6


@pytest.mark.rule("FT-A.4.3", "FT-A.4.4", "FT-A.4.5", "FT-A.4.6", "FT-A.4.8", "FT-A.2.7")
@pytest.mark.parametrize("shell", SHELLS, ids=str)
@pytest.mark.parametrize(
    ("word", "cls", "range_"),
    [("pulser", 2, 9.0), ("k_gun", 3, 20.0), ("mkp", 0, 9.0), ("pulse_torpedo", 0, 5.0), ("beam", 1, 3.0)],
)
def test_odds_against_a_shell_are_those_of_the_dice(word: str, cls: int, range_: float, shell: list[int]) -> None:
    rolled = by_rolling(word, cls, range_, shell, 5)
    target = Target(1, 0, (3, 2), shell=tuple(shell))
    chances = volley([System("w", word, "", cls)], range_, target).losses.chances
    assert chances.sum() == pytest.approx(1.0)
    unseen = 1.0 - sum(rolled.values())
    for place, chance in np.ndenumerate(chances):
        assert rolled.get(place, 0.0) - 1e-9 <= chance <= rolled.get(place, 0.0) + unseen + 1e-9


@pytest.mark.rule("FT-A.4.5")
def test_a_second_weapon_counts_its_depth_from_what_the_first_has_left() -> None:
    target = Target(0, 0, (9,), shell=(2, 1))
    one, two = System("w1", "mkp", ""), System("w2", "needle_beam", "")
    odds = volley([one, two], 5.0, target)
    assert odds.losses.armour().mean() == pytest.approx((2 * 2 + 1 * 3) / 6)
    assert odds.losses.hull().mean() == pytest.approx((2 * 2 + 1 * 5) / 6 + 2 / 6)


# Secrecy, legality, sentences


def pack() -> FleetState:
    """A Phalon carrier of bolts in range of a human cruiser."""
    return battle(launcher(2, 1, systems=[GLAND, "main_drive"]), make_ship(id="s1", position=away(20)))


@pytest.mark.rule("FT-A.4.20")
def test_a_declared_shroud_is_in_no_view_of_others_before_ships_move() -> None:
    told, still = pack(), pack()
    told.orders, still.orders = {"a1": "SHROUD"}, {"a1": "-"}
    for seat in ("b", None):
        assert by_value(seen_by(told, seat)) == by_value(seen_by(still, seat))
    assert seen_by(told, "a").orders == {"a1": "SHROUD"}


@pytest.mark.rule("FT-A.4.20", "FT-A.4.21")
def test_a_shroud_is_written_with_any_thrust_but_with_no_launch() -> None:
    state = battle(launcher(1, 1, systems=[GLAND, System("bay", "fighter_bay", "Bay"), "main_drive"]))
    view = seen_by(state, "a")
    question = orders_for(view, "a")
    assert question is not None
    assert question.line_problems(view, "a1", "MD2, SHROUD") == []
    assert [each.rule for each in question.line_problems(view, "a1", "LAUNCH, SHROUD")] == ["FT-A.4.21"]
    assert [each.rule for each in question.line_problems(view, "a1", "SHROUD, LAUNCH")] == ["FT-A.4.21"]
    for seed in range(60):
        line = question.sample_line(view, "a1", random.Random(seed))
        assert question.line_problems(view, "a1", line) == []


@pytest.mark.rule("FT-A.4.14")
def test_each_bolt_takes_a_fire_control() -> None:
    second = System("pbl2", "plasma_bolt_launcher", "Plasma Bolt Launcher 2", 1, ("F",))
    ship = launcher(2, 1, systems=[second])
    state = battle(ship)
    question = place_question(seen_by(state, "a"), [ship])
    assert question is not None
    two = {"a1/pbl/bolt": {"at": [0.0, 9.0], "heading": None}, "a1/pbl2/bolt": {"at": [0.0, 12.0], "heading": None}}
    assert [each.rule for each in question.problems(state, two)] == ["FT-A.4.14"]
    ship.lost["fcs0"] = "threshold"
    assert place_question(seen_by(state, "a"), [ship]) is None


@pytest.mark.rule("FT-3.2.11", "FT-A.2.1")
def test_only_an_advanced_drive_pushes_in_any_direction() -> None:
    for people, problems in (("human", ["FT-3.2.10"]), ("kravak", [])):
        ship = make_ship(id="a1", side="a", seat="a", people=people, thrust=4, systems=["main_drive"])
        view = seen_by(battle(ship), "a")
        question = orders_for(view, "a")
        assert question is not None
        assert [each.rule for each in question.line_problems(view, "a1", "T3/2")] == problems


@pytest.mark.rule("FT-A.2.17", "FT-A.4.24")
@pytest.mark.parametrize(("design", "type_", "legal"), [("hawthorn", "kravak_heavy", True), ("hawthorn", "standard", False)])
def test_a_people_flies_its_own_fighters(design: str, type_: str, legal: bool) -> None:
    first = {**ship_file(design, (20, 20)), "fighters": [{"type": type_}]}
    read = FULL_THRUST.read("scenario", scenario_file(side_file("a", first), side_file("b", ship_file("oath", (40, 20)))))
    assert isinstance(read, Scenario) == legal


@pytest.mark.rule("FT-A.4.15")
def test_a_scenario_may_agree_on_a_smaller_radius() -> None:
    sides = (side_file("a", ship_file("nautilus", (20, 20))), side_file("b", ship_file("oath", (40, 20))))
    made = scenario(*sides, plasma_radius=4)
    assert made.plasma_radius == 4
    assert FULL_THRUST.read("scenario", write_scenario(made)) == made
    assert "plasma_radius" not in write_scenario(scenario(*sides))
    assert any("4 MU" in plain(fact) for fact in made.facts())
    (problem,) = FULL_THRUST.read("scenario", scenario_file(*sides, plasma_radius=5))
    assert (problem.rule, problem.at) == ("FT-A.4.15", "plasma_radius")


@pytest.mark.rule("FT-A.4.2")
def test_the_sheet_has_a_part_for_each_layer() -> None:
    ship = make_ship(rows=(4, 4, 4, 4), shell=[4, 3])
    ship.shell = [4, 1]
    svg = sheet_of(ship).svg
    assert "Layer 2 of the Shell: 1 of 3" in svg
    assert "Layer 1 of the Shell: 4 of 4" in svg
    assert svg.index("Layer 2") < svg.index("Layer 1")
    assert svg.count('<circle class="box gone"') == 2


@pytest.mark.rule("FT-A.4.3", "FT-A.4.17")
def test_events_of_aliens_are_told_and_explained() -> None:
    ship = make_ship(id="s1", rows=LONG_ROWS, shell=[2, 1], systems=["screen"])
    state = battle(ship, make_marker(id="m1", kind="plasma_bolt", strength=2, by="far-a"))
    judge, told = referee([6, 4])
    plasma.declare(state, judge)
    plasma.detonate(state, judge)
    words = [plain(describe(event)) for event in told]
    assert [event.kind for event in told] == ["bolt_attacks", "bolt_bursts", "bolt_burns", "marker_removed", "damage"]
    assert all(words)
    assert told[-1].data["shell"] == [2, 1]
    assert [reason.rule for reason in explain(told[-1])][:2] == ["FT-A.4.3", "FT-A.4.3"]
    assert "FT-A.4.18" in [reason.rule for reason in explain(told[2])]
    assert (ship.shell, ship.hull_damage) == ([0, 0], 1)


@pytest.mark.rule("FT-11.3.7", "FT-A.4.18")
@pytest.mark.parametrize(("y", "points"), [(3.0, 6), (-3.0, 0)])
def test_a_bolt_before_the_bow_meets_no_screen_of_a_ship_that_has_fired_its_wave_gun(y: float, points: int) -> None:
    ship = make_ship(id="s1", rows=LONG_ROWS, systems=["screen"], doing=["WAVE"])
    state = battle(ship, make_marker(id="m1", kind="plasma_bolt", strength=1, by="far-a", position=away(y)))
    judge, _told = referee([6])
    plasma.detonate(state, judge)
    assert ship.hull_damage == points


# Battles


@pytest.mark.parametrize("key", ["thorns", "burning-tide"])
@pytest.mark.parametrize("player", [at_random, at_close_quarters, as_captain], ids=["random", "close", "captain"])
def test_battles_of_aliens_never_come_to_what_cannot_be(key: str, player: Any) -> None:
    def look(state: FleetState) -> None:
        assert impossible.check(state) == []

    for number in range(3):
        play(begin(key, f"aliens {number}", Watched(FULL_THRUST, look)), random.Random(number), player)


@pytest.mark.rule("FT-A.5.3")
def test_a_pulser_whose_tuning_is_not_marked_is_not_ready() -> None:
    document = file_of(people="phalon", systems=[{"system": "pulser", "arcs": ["F"]}])
    assert [(problem.at, plain(problem.text)) for problem in account_of(document).problems] == [
        ("systems[0].tuning", "tuning is missing.")
    ]


@pytest.mark.rule("FT-A.4.13", "FT-A.4.20")
def test_the_captain_of_phalons_bursts_bolts_and_hides_at_times() -> None:
    told: list[str] = []
    for number in range(6):
        fought = play(begin("burning-tide", f"hunts {number}"), random.Random(number), as_captain)
        told += [each.event.kind for each in fought.told]
    assert told.count("bolt_burns") > 5
    assert told.count("shroud_raised") > 0


def spoiled(**given: Any) -> FleetState:
    state = pack()
    for key, value in given.items():
        setattr(state.ships["a1"], key, value)
    return state


@pytest.mark.rule("FT-A.4.2", "FT-A.4.13", "FT-A.4.20")
@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"shell": [3]}, "FT-A.4.2"),
        ({"recharging": {"gland": 2}}, "FT-A.4.13"),
        ({"recharging": {"pbl": 9}}, "FT-A.4.13"),
        ({"design": make_ship().design, "shrouded": True}, "FT-A.4.20"),
    ],
)
def test_what_no_ship_of_aliens_can_be(given: Any, rule: str) -> None:
    assert rule in [problem.rule for problem in impossible.check(spoiled(**given))]
