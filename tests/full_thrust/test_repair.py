"""Chapter 7.3: damage control, the question and the rolls."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from battles import at_step
from case_files import cases
from damage_cases import check, core_ship
from fakes import make_ship, make_state
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.engine.events import Event
from quarterdeck.engine.questions import Amounts
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust.core_systems import hit_command_bridge, hit_core_system, in_control
from quarterdeck.systems.full_thrust.design_entries import MOST_SYSTEMS
from quarterdeck.systems.full_thrust.repair import DamageControl, damage_control, damaged_systems, mend, repair, repair_chance
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from scripted import referee
from whole_battles import events


@pytest.mark.parametrize(("rule", "case"), cases("FT-7.3"))
def test_worked_case(rule: str, case: dict[str, Any]) -> None:
    check(rule, case)


def battered(**given: Any) -> Ship:
    """A ship with four parties that has lost a Fire Control, a beam and half of its drive."""
    lost = {"beam-2": "needle", "fcs": "threshold"}
    systems = ["main_drive", "fcs", "beam-2", "pds"]
    return make_ship(**{"mass": 80, "thrust": 5, "systems": systems, "drive_hits": 1, "lost": lost, **given})


def asked(state: FleetState, seat: str = "b") -> DamageControl:
    (question,) = damage_control(state, seat)
    return question


# What may be repaired


@pytest.mark.rule("FT-7.3.3")
def test_damaged_systems_come_in_the_order_of_the_record_sheet():
    ship = battered()
    assert damaged_systems(ship, 1) == ["main-drive", "fcs", "beam-2"]
    assert damaged_systems(battered(drive_hits=0, lost={}), 1) == []


@pytest.mark.rule("FT-7.3.3")
def test_neither_magazines_nor_fired_one_shots_are_repaired():
    systems = ["sml", "magazine", "submunition", "fcs"]
    ship = make_ship(systems=systems, lost=dict.fromkeys(systems, "threshold"), spent=["submunition"])
    assert damaged_systems(ship, 1) == ["sml", "fcs"]


@pytest.mark.rule("FT-7.3.3", "FT-7.2.5")
def test_core_systems_come_last_and_a_bridge_lost_for_good_never():
    state, ship = core_ship(turn=2)
    ship.lost["fcs"] = "threshold"
    for system in ("life-support", "power-core", "command-bridge"):
        hit_core_system(state, referee([3])[0], ship, system)
    assert damaged_systems(ship, 2) == ["fcs", "command-bridge", "power-core", "life-support"]
    hit_command_bridge(state, referee([6])[0], ship)
    assert damaged_systems(ship, 2) == ["fcs", "power-core", "life-support"]


@pytest.mark.rule("FT-7.2.9")
@pytest.mark.parametrize("status", ["derelict", "destroyed", "left"])
def test_nobody_repairs_a_ship_that_is_given_up_or_gone(status: Any):
    state = make_state(battered(status=status))
    assert damage_control(state, "b") == []
    judge, told = referee()
    repair(state, judge, {"s1/fcs": 3})
    assert told == []


# Rolling


@pytest.mark.rule("FT-7.3.2")
@pytest.mark.parametrize("parties", [1, 2, 3])
def test_as_many_faces_repair_as_parties_work(parties: int):
    for face in range(1, 7):
        ship = make_ship(systems=["fcs"], lost={"fcs": "threshold"})
        judge, told = referee([face])
        repair(make_state(ship), judge, {"s1/fcs": parties})
        facts = {"ship": "s1", "system": "fcs", "parties": parties, "success": face <= parties, "drive_hits": 0}
        assert told == [Event("repair", "FT-7.3.2", facts, told[0].dice)]
        assert told[0].dice[0].faces == (face,)
        assert (ship.lost == {}) == (face <= parties)


@pytest.mark.rule("FT-7.3.2")
def test_more_than_three_parties_never_count():
    ship = make_ship(systems=["fcs"], lost={"fcs": "threshold"})
    repair(make_state(ship), referee([4])[0], {"s1/fcs": 5})
    assert ship.lost == {"fcs": "threshold"}
    assert [repair_chance(parties) for parties in (0, 1, 2, 3, 4)] == [0, 1 / 6, 1 / 3, 1 / 2, 1 / 2]


@pytest.mark.rule("FT-7.3.2", "FT-2.7.23")
def test_repairs_are_rolled_for_in_scenario_order_whatever_the_order_of_the_answers():
    state = make_state(battered(id="s1"), battered(id="s2", seat="c"))
    judge, told = referee([6, 6, 6, 6])
    repair(state, judge, {"s2/beam-2": 1, "s1/beam-2": 1, "s2/fcs": 0, "s1/fcs": 1, "s2/main-drive": 2, "s1/pds": 3})
    assert [(event.data["ship"], event.data["system"]) for event in told] == [
        ("s1", "fcs"),
        ("s1", "beam-2"),
        ("s2", "main-drive"),
        ("s2", "beam-2"),
    ]


@pytest.mark.rule("FT-7.3.4")
def test_a_dead_drive_comes_back_step_by_step():
    ship = make_ship(thrust=5, systems=["main_drive"], drive_hits=2, lost={"main-drive": "needle"})
    mend(ship, "main-drive")
    assert (ship.drive_hits, ship.lost, damaged_systems(ship, 1)) == (1, {}, ["main-drive"])
    mend(ship, "main-drive")
    assert (ship.drive_hits, damaged_systems(ship, 1)) == (0, [])


@pytest.mark.rule("FT-7.2.5", "FT-7.2.7", "FT-7.2.10")
def test_core_systems_are_mended():
    state, ship = core_ship(turn=2)
    for system in ("life-support", "power-core", "command-bridge"):
        hit_core_system(state, referee([3])[0], ship, system)
    repair(state, referee([1, 1, 1])[0], {"s1/command-bridge": 1, "s1/power-core": 1, "s1/life-support": 1})
    assert damaged_systems(ship, 2) == []
    assert in_control(ship, 2)
    assert (ship.core.power, ship.core.air_until) == ("sound", None)


@pytest.mark.rule("FT-7.2.5")
def test_a_ship_out_of_control_still_repairs_what_is_lost():
    state, ship = core_ship(turn=2)
    ship.lost["fcs"] = "threshold"
    hit_command_bridge(state, referee([6])[0], ship)
    repair(state, referee([1])[0], {"s1/fcs": 1})
    assert ship.lost == {}


# The question


@pytest.mark.rule("FT-7.3.2")
def test_one_question_covers_all_ships_of_the_seat():
    state = make_state(battered(id="s1"), battered(id="s2"), battered(id="s3", seat="c"), make_ship(id="s4", systems=["fcs"]))
    question = asked(state)
    slots = [f"{ship}/{system}" for ship in ("s1", "s2") for system in ("main-drive", "fcs", "beam-2")]
    assert list(question.slots) == list(question.slot_names) == slots
    assert set(question.slots.values()) == {Amounts(0, 3)}
    assert [(limit.kind, limit.most, limit.over) for limit in question.limits] == [
        ("sum", 4, tuple(slots[:3])),
        ("sum", 4, tuple(slots[3:])),
    ]
    assert plain(question.slot_names["s1/fcs"]) == "fcs of Amaranth"
    assert (question.seat, question.rule, question.passing()) == ("b", "FT-7.3.2", {})
    assert pickle.loads(pickle.dumps(question)) == question


@pytest.mark.rule("FT-7.3.2")
def test_without_an_answer_parties_go_where_the_loss_is_worst():
    state = make_state(battered(id="s1"))
    question = asked(state)
    default = question.default(state)
    assert default["s1/fcs"] == 3
    assert default["s1/fcs"] + default["s1/main-drive"] + default["s1/beam-2"] == 4
    assert question.problems(state, default) == []


@pytest.mark.rule("FT-7.3.2")
def test_a_seat_with_nothing_to_repair_is_not_asked():
    assert damage_control(make_state(make_ship(systems=["fcs"])), "b") == []
    assert damage_control(make_state(battered()), "c") == []


@pytest.mark.rule("FT-7.3.2", "FT-7.3.3")
def test_everything_damaged_is_asked_about_however_many_ships_there_are():
    """As one question while that is possible, then as several, none of which parts a ship; all are rolled for."""
    ships = [make_ship(id=f"s{n}", systems=["pds"] * (MOST_SYSTEMS // n)) for n in range(1, 7)]
    for ship in ships:
        ship.lost = {system.id: "threshold" for system in ship.design.systems}
    state = make_state(*ships, make_ship(id="e1", side="a", seat="a"))
    questions = damage_control(state, "b")
    assert [list(question.tasks) for question in questions] == [["s1"], ["s2", "s3", "s4"], ["s5", "s6"]]
    assert [len(question.slots) for question in questions] == [180, 90 + 60 + 45, 36 + 30]
    battle = at_step(state, [1, 1, 1, 1, 2], "end")
    asked_for = battle.slates()["b"].questions
    last = [list(question.slots)[-1] for question in asked_for.values()]
    battle.commit("b", {key: {slot: 1} for key, slot in zip(asked_for, last, strict=True)})
    mended = [(event.data["ship"], event.data["system"]) for event in events(battle, "repair")]
    assert mended == [tuple(slot.split("/")) for slot in last]


@pytest.mark.rule("FT-7.3.2", "FT-7.4.1")
def test_no_more_parties_work_than_are_left():
    ship = battered(rows=(5, 5, 5, 5), hull_damage=10)
    state = make_state(ship)
    question = asked(state)
    assert question.problems(state, {"s1/fcs": 1, "s1/beam-2": 1}) == []
    problem = question.problems(state, {"s1/fcs": 1, "s1/beam-2": 2, "s1/main-drive": 1})[0]
    assert (problem.rule, problem.at) == ("FT-7.3.2", "s1")
    assert plain(problem.text) == "Amaranth has 2 damage control parties, not 4."
    assert problem.nearest == {"s1/main-drive": 1, "s1/fcs": 1, "s1/beam-2": 0}
    assert question.problems(state, problem.nearest) == []


@pytest.mark.rule("FT-7.3.2")
@pytest.mark.parametrize("amount", [4, -1, "two", True, [1]])
def test_at_most_three_parties_work_on_one_task(amount: Any):
    state = make_state(battered())
    problem = asked(state).problems(state, {"s1/fcs": amount})[0]
    assert problem.at == "s1/fcs"
    assert plain(problem.text).startswith("fcs of Amaranth takes from 0 to 3")


@pytest.mark.rule("FT-7.3.2")
def test_the_dress_shows_crew_chances_and_gains():
    state = make_state(battered())
    dress = asked(state).dress(state, {"s1/fcs": 3})
    assert dress.ready
    assert [(row.key, plain(row.text), plain(row.out or ""), row.line) for row in dress.rows] == [
        ("s1/main-drive", "main-drive", "0%", 0),
        ("s1/fcs", "fcs", "50%", 3),
        ("s1/beam-2", "beam-2", "0%", 0),
    ]
    assert [plain(row.gloss) for row in dress.rows if row.gloss] == ["thrust 2 becomes 5"]
    assert {plain(row.sub or "") for row in dress.rows} == {"Amaranth, 1 of 4 parties idle"}
    assert (dress.count.number, dress.count.of, plain(dress.count.text)) == (3, 4, "parties at work")
    assert [row.amount for row in dress.rows] == [(0, 1, 1), (0, 3, 1), (0, 1, 1)]
    assert (dress.step, [cell.give for cell in dress.cells[1] if cell.on]) == (True, [3])
    heads = [(plain(column.text), plain(column.sub or "")) for column in dress.columns]
    assert heads == [("0", "parties"), ("1", "party"), ("2", "parties"), ("3", "parties")]
    assert [[plain(cell.text or "") for cell in cells] for cells in dress.cells] == [["0%", "17%", "33%", "50%"]] * 3
    assert [[cell.on for cell in cells] for cells in dress.cells] == [
        [True, False, False, False],
        [False, False, False, True],
        [True, False, False, False],
    ]
    assert [[plain(cell.off) if cell.off else "" for cell in cells] for cells in dress.cells] == [
        ["", "", "too many", "too many"],
        ["", "", "", ""],
        ["", "", "too many", "too many"],
    ]
    assert [plain(cell.why) if cell.why else "" for cell in dress.cells[0]] == ["", "", *["1 party is left."] * 2]


@pytest.mark.rule("FT-7.2.5", "FT-7.2.7", "FT-7.2.10")
def test_the_dress_says_what_threatens_from_the_core():
    state, ship = core_ship(turn=2)
    for system in ("life-support", "power-core", "command-bridge"):
        hit_core_system(state, referee([3])[0], ship, system)
    rows = asked(state).dress(state).rows
    assert [(plain(row.text), plain(row.gloss or "")) for row in rows] == [
        ("Command Bridge", "out of control until turn 6"),
        ("Power Core", "explodes on 5 to 6"),
        ("Life Support", "fails at the end of turn 5"),
    ]


@pytest.mark.rule("FT-7.3.2")
def test_a_draft_with_too_many_parties_is_dressed_with_what_is_wrong():
    state = make_state(battered(hull_damage=10))
    dress = asked(state).dress(state, {"s1/fcs": 3, "s1/beam-2": 3})
    assert not dress.ready
    assert [plain(problem.text) for problem in dress.problems] == ["Amaranth has 2 damage control parties, not 6."]
    assert plain(dress.rows[0].sub or "") == "Amaranth, 0 of 2 parties idle"
    assert [plain(cell.why) for cell in dress.cells[0] if cell.off] == ["0 parties are left."] * 3


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=4), lambda inner: st.lists(inner, max_size=2), max_leaves=3
)
SLOTS = st.sampled_from(["s1/main-drive", "s1/fcs", "s1/beam-2", "s1/pds", "s2/fcs"])


@settings(max_examples=200, deadline=None)
@given(answer=st.dictionaries(SLOTS, st.integers(0, 4) | JSON, max_size=4) | JSON)
def test_any_answer_has_problems_or_is_legal_and_can_be_dressed(answer: Any):
    state = make_state(battered(hull_damage=10))
    question = asked(state)
    problems = question.problems(state, answer)
    assert question.dress(state, answer).problems == ([] if answer is None else problems)
    if problems:
        assert all(question.problems(state, problem.nearest) == [] for problem in problems if isinstance(problem.nearest, dict))
    else:
        assert sum(answer.get(slot) or 0 for slot in answer) <= 2


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), hull_damage=st.integers(0, 19))
def test_samples_are_legal(seed: int, hull_damage: int):
    state = make_state(battered(id="s1", hull_damage=hull_damage), battered(id="s2"))
    question = asked(state)
    assert question.problems(state, question.sample(state, random.Random(seed))) == []
