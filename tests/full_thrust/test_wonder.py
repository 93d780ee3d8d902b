"""Nova Cannon, Wave Gun, Reflex Field and Cloaking Field: the worked cases of chapter 11.3, and what they do beside others."""

from __future__ import annotations

import copy
import math
import random

import pytest
from case_files import cases
from contact_cases import observer
from fakes import make_system
from missile_cases import launcher_of, missile_ship
from small_craft import make_group
from wonder_cases import ALL_ON, FULL_CHARGE, gun_ship, space, worked_out

from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.plane import CLOCK, ORIGIN, Vector
from quarterdeck.engine.questions import Pose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust.fighters.strikes import strikes
from quarterdeck.systems.full_thrust.fighters.thrown_back import LoseFighters
from quarterdeck.systems.full_thrust.launches import launch
from quarterdeck.systems.full_thrust.movement import may_declare
from quarterdeck.systems.full_thrust.ordnance.placing import place_question
from quarterdeck.systems.full_thrust.round import close_turn, control_damage, fire_ships, move_ships
from quarterdeck.systems.full_thrust.state import Body, Cloak, Core, Dock, FleetState
from quarterdeck.systems.full_thrust.view import seen_by
from quarterdeck.systems.full_thrust.wonder.discharge import fire_gun
from quarterdeck.systems.full_thrust.wonder.ready import ready_guns
from scripted import referee, run_to_end


@pytest.mark.parametrize(("rule", "case"), cases("FT-11.3"))
def test_worked_case(rule, case):
    found = worked_out(rule, case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]


def salvo_at_a_field(*strengths: int) -> FleetState:
    """Groups of one owner that attack a ship whose Reflex Field is on."""
    groups = {f"g{n}": make_group(id=f"g{n}", strength=strength, run="t") for n, strength in enumerate(strengths, 1)}
    target = observer("t", "b", systems=["reflex_field"], doing=["REFLEX"])
    return space(target, groups=groups)


@pytest.mark.rule("FT-11.3.14")
def test_the_owner_of_a_salvo_chooses_the_fighters_for_what_is_thrown_back():
    """Two hits of a point each come back in full: both from the small group, if he so wishes."""
    state = salvo_at_a_field(5, 2)
    judge, told = referee([4, 4, 1, 1, 1, 1, 1, 6])
    asked: list[LoseFighters] = []

    def choose(question):
        asked.append(question)
        assert question.problems(state, {"g1": 1}) != []
        assert question.problems(state, {}) != []
        assert question.default(state) == {"g1": 2, "g2": 0}
        assert sum(question.sample(state, random.Random(1)).values()) == 2
        return {"g2": 2}

    run_to_end(strikes(state, judge), choose)
    assert [(question.seat, question.number) for question in asked] == [("a", 2)]
    assert {key: group.strength for key, group in state.groups.items()} == {"g1": 5, "g2": 0}
    assert state.ships["t"].hull_damage == 0
    assert "group_lost" in [event.kind for event in told]


@pytest.mark.rule("FT-11.3.14")
def test_where_there_is_no_choice_nobody_is_asked():
    state = salvo_at_a_field(3)
    run_to_end(strikes(state, referee([4, 4, 1, 6])[0]), lambda question: pytest.fail(str(question)))
    assert state.groups["g1"].strength == 1


@pytest.mark.rule("FT-8.1.3", "FT-11.3.7", "FT-12.7.5", "FT-A.4.21")
@pytest.mark.parametrize("busy", [{"jump_on": 2}, {"dock": Dock("s", ORIGIN)}, {"shrouded": True}, {"used": ["pds"]}])
def test_no_wave_gun_beside_a_jump_a_dock_a_shroud_or_defence(busy):
    ship = gun_ship("wave_gun", charge=dict(FULL_CHARGE))
    state = space(ship)
    assert ready_guns(state, ship) == ["wave_gun"]
    for field, value in busy.items():
        setattr(ship, field, value)
    assert ready_guns(state, ship) == []


@pytest.mark.rule("FT-11.3.7")
def test_no_wave_gun_in_the_turn_in_which_the_ship_has_launched_ordnance():
    """What was launched in phase 4 is another weapon; in the next turn the gun may be fired."""
    ship = missile_ship("wave_gun", launcher_of("smr", "smr1", 4), charge=dict(FULL_CHARGE))
    state = space(ship)
    assert ready_guns(state, ship) == ["wave_gun"]
    question, place = place_question(seen_by(state, "a"), [ship]), {"a1/smr1/std": {"at": [0.0, 9.0]}}
    assert question is not None
    notes = [[plain(note.text) for note in question.dress(state, draft).notes] for draft in ({}, place)]
    assert notes == [[], ["Amaranth will not fire its Wave Gun in this turn."]]
    run_to_end(launch(state, referee()[0]), lambda question: {"a1/smr1/std": Pose(Vector(0.0, 9.0))})
    assert (len(state.markers), ready_guns(state, ship)) == (1, [])
    run_to_end(close_turn(state, referee()[0]), lambda question: question.default(None))
    assert ready_guns(state, ship) == ["wave_gun"]


@pytest.mark.rule("FT-11.3.4", "FT-12.2.5")
def test_templates_strike_rocks_that_have_damage_points_and_no_others():
    ship = gun_ship("wave_gun", charge=dict(FULL_CHARGE))
    rocks = {
        "t1": Body("t1", "asteroid", "t1", Vector(0.0, 8.0), 1.0, points=50),
        "t2": Body("t2", "asteroid", "t2", Vector(0.0, 5.0), 1.0),
    }
    state = space(ship, bodies=rocks)
    judge, told = referee([6, 6, 6, 6])
    fire_gun(state, judge, ship, "wave_gun")
    assert (state.bodies["t1"].points, state.bodies["t2"].points) == (26, 0)
    assert [event.data["target"] for event in told if event.kind == "template_strikes"] == ["t1"]


@pytest.mark.rule("FT-11.3.16", "FT-13.0.5")
def test_under_a_cloak_a_planet_is_met_all_the_same():
    """A ship that flies into a planet unseen falls into its atmosphere, and is seen no more than that."""
    ship = observer("c", systems=["cloaking_field"], position=Vector(0.0, -8.0), course=CLOCK[12], velocity=6)
    state = space(ship, bodies={"p": Body("p", "planet", "P", ORIGIN, 4.0)})
    state.orders = {"c": "CLOAK 3"}
    judge, told = referee([1])
    run_to_end(move_ships(state, judge), lambda question: question.default(None))
    assert [event.kind for event in told if event.kind in ("cloaked", "entry")] == ["cloaked", "entry"]
    assert (ship.status, ship.cloak) in (("left", None), ("destroyed", None))


@pytest.mark.rule("FT-2.7.4", "FT-12.7.1")
def test_an_installation_does_what_it_has_declared():
    station = observer("s", station=True, systems=["ecm", "wave_gun"], thrust=0)
    state = space(station)
    state.orders = {"s": "CHARGE"}
    judge, told = referee()
    run_to_end(move_ships(state, judge), lambda question: question.default(None))
    assert station.doing == ["CHARGE"]
    assert [event.data for event in told if event.kind == "declared"] == [{"ship": "s", "orders": "CHARGE", "ignored": []}]


@pytest.mark.rule("FT-8.1.3", "FT-11.3.3", "FT-11.3.15", "FT-12.7.5")
@pytest.mark.parametrize(
    ("busy", "gone"),
    [
        ({"jump_on": 1}, {"MINE", "NOVA", "REFLEX", "CLOAK"}),
        ({"dock": Dock("s", ORIGIN)}, {"MINE", "NOVA", "REFLEX", "CLOAK", "CHARGE"}),
        ({"carried_by": "s"}, {"MINE", "CLOAK"}),
        ({"station": True}, {"CLOAK", "MINE"}),
    ],
)
def test_what_a_ship_is_about_keeps_it_from_declaring(busy, gone):
    ship = observer("g", systems=["minelayer", "nova_cannon", "reflex_field", "cloaking_field", "wave_gun"])
    free = set(may_declare(ship, ALL_ON))
    for field, value in busy.items():
        setattr(ship, field, value)
    assert free - set(may_declare(ship, ALL_ON)) == gone


def under(**given: object) -> FleetState:
    """A turn in which a ship is under its cloak for long yet."""
    cloak = Cloak(ORIGIN, CLOCK[12], 0, 12, 9)
    return space(observer("c", systems=["cloaking_field", "fcs"], status="cloaked", cloak=cloak, **given), observer("t", "b"))


@pytest.mark.rule("FT-7.3.2", "FT-11.3.16")
def test_damage_control_goes_on_under_a_cloak_and_only_its_own_side_hears_of_it():
    state = under(lost={"fcs": "threshold"})
    heard: list[tuple[str, object]] = []
    judge = Referee(ScriptedDice([1]), lambda told: heard.append((told.event.kind, told.to)))
    run_to_end(control_damage(state, judge), lambda question: question.default(state))
    assert (state.ships["c"].lost, heard) == ({}, [("repair", ("a",))])


@pytest.mark.rule("FT-7.2.6", "FT-11.3.16")
@pytest.mark.parametrize(("face", "status"), [(4, "cloaked"), (5, "destroyed")])
def test_a_damaged_core_may_explode_under_a_cloak(face, status):
    state = under(core=Core(power="damaged"))
    run_to_end(close_turn(state, referee([face])[0]), lambda question: ["hold"])
    ship = state.ships["c"]
    assert (ship.status, ship.cloak is None) == (status, status == "destroyed")


@pytest.mark.rule("FT-7.2.8", "FT-7.2.10", "FT-11.3.16")
@pytest.mark.parametrize("core", [Core(air_until=1), Core(power="damaged")])
def test_a_hulk_holds_no_cloak(core):
    state = under(core=core)
    judge, told = referee()
    run_to_end(close_turn(state, judge), lambda question: ["dump"])
    ship = state.ships["c"]
    assert (ship.status, ship.cloak, ship.on_table) == ("derelict", None, True)
    assert [event.kind for event in told][1:] == ["decloaked", "turn_ended"]


@pytest.mark.rule("FT-4.1.3", "FT-11.3.3", "FT-11.3.7")
@pytest.mark.parametrize(
    ("weapon", "given", "answers"), [("wave_gun", {"charge": FULL_CHARGE}, 1), ("nova_cannon", {"doing": ["NOVA"]}, 0)]
)
def test_no_die_for_an_edge_where_a_wonder_weapon_is_all_that_fires(weapon, given, answers):
    """An enemy between two arcs, of which the Beam covers one; whether the Nova Cannon fires or not, the Beam does not."""
    ship = gun_ship(weapon, "fcs", make_system("beam-3", arcs=("F",)), **{key: copy.copy(value) for key, value in given.items()})
    state = space(ship, observer("t", "b", position=Vector(15.0, 15.0 * math.sqrt(3.0))))
    judge, told = referee([1] * 9)
    chosen = {"gun": [weapon] if answers else []}
    state.fired = ["t"]
    run_to_end(fire_ships(state, judge), lambda question: chosen.get(question.key, ["g"] if question.seat == "a" else []))
    assert "edge_rolled" not in [event.kind for event in told]
