"""The sequence of play, in battles that go on from a state made for it, with dice that are told what to show."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from battles import STEPS, at_step, begin, only, put, scenario, ship_file, side_file
from case_files import cases
from fleets import activate, asked, fire_phase, fleets, gunship, may_choose, typed_duel
from hypothesis import given, settings
from hypothesis import strategies as st
from small_craft import make_group

from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.problems import Refused
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.order_lines import read_orders
from quarterdeck.systems.full_thrust.orders import WriteOrders, orders_for
from quarterdeck.systems.full_thrust.repair import DamageControl
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.sequence import STEPS as PHASES
from quarterdeck.systems.full_thrust.state import Arrival, Core, Template
from whole_battles import events

# The ten phases


@pytest.mark.rule("FT-2.7.1")
@pytest.mark.parametrize(("rule", "case"), cases("FT-2.7.1"))
def test_worked_case_of_the_order_of_phases(rule, case):
    table = [row["phase"] for row in FULL_THRUST.rulebook.entry(rule).table]
    assert table == list(range(1, 11))
    assert sorted(case["given"]["phases"], key=table.index) == case["expect"]["played_order"]


@pytest.mark.rule("FT-2.7.1")
def test_a_turn_writes_orders_rolls_initiative_moves_fires_and_ends():
    state = fleets("a1", "b1", turn=4)
    battle = at_step(state, [5, 2, 1, 1])
    assert {seat: type(only(slate)) for seat, slate in battle.slates().items()} == {"a": WriteOrders, "b": WriteOrders}
    put(battle, "a", {"a1": "-"})
    assert events(battle) == []
    put(battle, "b", {"b1": "-"})
    activate(battle, "a1", {"beam-1": "b1"})
    activate(battle, "b1", {"beam-1": "a1"})
    told = [event.kind for event in events(battle)]
    assert told == ["initiative", "moved", "moved", "fire", "fire", "turn_ended"]
    assert (battle.state.turn, battle.state.step) == (5, 0)
    assert [step.name for step in PHASES] == list(STEPS)


@pytest.mark.rule("FT-2.7.1", "FT-2.7.14")
def test_ships_fire_from_where_they_have_moved_to():
    """Out of range before phase 5, in range after it."""
    far = gunship("b1", position=Vector(1.0, 20.0), course=CLOCK[6], velocity=6)
    battle = at_step(fleets("a1", far, "b2"), [6, 1], "movement")
    seat, _ships = may_choose(battle) or ("", [])
    put(battle, seat, ["a1"])
    assert "b1" not in only(battle.slates()["a"]).slots["beam-1"].keys
    closer = gunship("b1", position=Vector(1.0, 20.0), course=CLOCK[6], velocity=8)
    battle = at_step(fleets("a1", closer, "b2"), [], "movement")
    put(battle, "a", ["a1"])
    assert "b1" in only(battle.slates()["a"]).slots["beam-1"].keys


# Phase 1


@pytest.mark.rule("FT-2.7.3")
@pytest.mark.parametrize(("rule", "case"), cases("FT-2.7.3"))
def test_worked_case_of_fixed_orders(rule, case):
    """With dice that are rolled at the table the battle stands still in phase 2."""
    given = case["given"]
    battle = typed_duel()
    (question,) = battle.slates()["a"].questions
    put(battle, "a", {"a1": given["orders"]})
    put(battle, "b", {"b1": "-"})
    assert battle.wanted is not None
    assert battle.wanted.use == "initiative"
    with pytest.raises(Refused, match="not open to this seat"):
        battle.commit("a", {question: {"a1": given["new_orders"]}})
    with pytest.raises(Refused, match="not open to this seat"):
        battle.draft("a", question, {"a1": given["new_orders"]})
    while battle.wanted is not None:
        seat = next(iter(battle.slates()))
        put(battle, seat, {"faces": [3 + (seat == "a")] * battle.wanted.count})
    moved = [event.data["orders"] for event in events(battle, "moved") if event.data["ship"] == "a1"]
    assert {"accepted": False, "executed": moved[0]} == case["expect"]


@pytest.mark.rule("FT-2.7.3")
def test_all_seats_write_at_the_same_moment_and_only_for_their_own_ships():
    state = fleets("a1", gunship("a2", seat="a2"), "b1", "b2")
    battle = at_step(state)
    assert {seat: list(only(slate).units) for seat, slate in battle.slates().items()} == {
        "a": ["a1"],
        "a2": ["a2"],
        "b": ["b1", "b2"],
    }
    assert all(slate.secret for slate in battle.slates().values())
    with pytest.raises(Refused, match="There is no"):
        put(battle, "a", {"a1": "-", "a2": "MD1"})


@pytest.mark.rule("FT-2.7.5", "FT-3.1.5", "FT-7.2.4")
def test_ships_that_cannot_be_ordered_are_not_asked_for_and_drift():
    helpless = {
        "a2": gunship("a2", drive_hits=2),
        "a3": gunship("a3", core=Core(control_from=9)),
        "a4": gunship("a4", core=Core(lost_for_good=True)),
        "a5": gunship("a5", status="derelict", derelict_by="abandoned"),
    }
    for ship in helpless.values():
        ship.velocity, ship.course = 3, CLOCK[12]
    battle = at_step(fleets("a1", *helpless.values(), "b1", turn=3), [4, 2])
    assert list(only(battle.slates()["a"]).units) == ["a1"]
    put(battle, "a", {"a1": "MD1"})
    put(battle, "b", {"b1": "-"})
    for key in helpless:
        ship = battle.state.ships[key]
        assert (ship.position, ship.velocity, ship.facing) == (Vector(int(key[1]), 3.0), 3, 12)


@pytest.mark.rule("FT-2.7.5")
def test_when_the_time_is_out_ships_drift():
    battle = at_step(fleets(gunship("a1", velocity=5, course=CLOCK[3], facing=12), "b1"), [4, 2])
    battle.expire("a")
    battle.expire("b")
    ship = battle.state.ships["a1"]
    assert (ship.position, ship.velocity, ship.course, ship.facing) == (Vector(6.0, 0.0), 5, CLOCK[3], 12)


WORDS = ["MD1", "MD3", "MD9", "R6", "R12", "TP2", "TS3", "PP", "PS2", "PR", "T3/2", "T5/9"]


@pytest.mark.rule("FT-3.2.13")
@settings(max_examples=150)
@given(
    words=st.lists(st.sampled_from(WORDS), max_size=5),
    thrust=st.integers(1, 6),
    free=st.booleans(),
)
def test_orders_are_refused_exactly_if_some_would_be_ignored_and_the_nearest_are_legal(words, thrust, free):
    state = fleets(gunship("a1", thrust=thrust), "b1", switches=Switches(free_pushes=free))
    view = FULL_THRUST.view(state, "a")
    question, line = orders_for(view, "a"), ", ".join(words) or "-"
    found = question.problems(view, {"a1": line})
    assert bool(found) == bool(question.move(view, "a1", read_orders(line)[0]).ignored)
    for problem in found:
        assert problem.at == "a1"
        assert question.problems(view, {"a1": problem.nearest}) == []


# Phase 2


def initiative(sides: str, faces: Sequence[int]) -> tuple[str, int]:
    """The sides in the order that these dice give, and how many dice were rolled."""
    state = fleets(*[f"{side}1" for side in sides], initiative="")
    battle = at_step(state, faces, "initiative")
    (event,) = events(battle, "initiative")
    assert [roll.faces for roll in event.dice] == [(face,) for face in faces[: len(event.dice)]]
    assert battle.state.initiative == event.data["order"]
    return "".join(event.data["order"]), len(event.dice)


@pytest.mark.parametrize(("rule", "case"), cases("FT-2.7.6"))
def test_worked_case_of_initiative(rule, case):
    rolls = [(side.lower(), face) for roll in case["given"]["rolls_in_order"] for side, face in roll.items()]
    order, used = initiative("ab", [face for _side, face in rolls])
    found = {"winner": order[0].upper(), "loser": order[-1].upper(), "rolls_used": used}
    assert {key: found[key] for key in case["expect"]} == case["expect"]


@pytest.mark.rule("FT-2.7.6")
@pytest.mark.parametrize(
    ("faces", "order"),
    [
        pytest.param([2, 5, 4], "bca", id="all different"),
        pytest.param([5, 5, 3, 1, 2], "bac", id="the highest two roll again, the third does not"),
        pytest.param([3, 6, 3, 6, 1], "bac", id="the lowest two roll again and stay behind"),
        pytest.param([4, 4, 4, 2, 5, 2, 6, 3], "bac", id="all three, then two of them"),
        pytest.param([1, 1, 6, 2, 2, 3, 3, 1, 4], "cba", id="the tied again and again"),
    ],
)
def test_the_tied_roll_again_among_themselves(faces, order):
    assert initiative("abc", faces) == (order, len(faces))


@pytest.mark.rule("FT-2.7.6")
def test_who_has_no_ship_on_the_table_rolls_for_nothing():
    state = fleets("a1", "b1", gunship("c1", status="destroyed"), gunship("c2", status="left"))
    battle = at_step(state, [1, 2], "initiative")
    assert battle.state.initiative == ["b", "a"]


@pytest.mark.rule("FT-2.7.6", "FT-8.2.4")
def test_a_side_that_has_yet_to_drop_out_rolls_and_fires_in_the_turn_of_its_entry():
    battle = at_step(fleets("a1", gunship("b1", status="reserve")), [1, 2], "initiative")
    assert battle.state.initiative == ["b", "a"]
    state = fleets("a1", gunship("b1", status="reserve"))
    state.arrivals = {"b1": Arrival(state.turn, Vector(2.0, 6.0), 12, 0, 6, announced=True)}
    battle = at_step(state, [1, 2, *[3] * 20], "initiative")
    assert may_choose(battle) == ("b", ["b1"])


@pytest.mark.rule("FT-2.7.6")
def test_a_side_with_fighters_alone_rolls_and_moves_them():
    """Between others its fight goes on without a carrier."""
    state = fleets("a1", "b1", gunship("c1", status="destroyed"))
    state.groups = {"c1-g1": make_group(id="c1-g1", side="c", seat="c", home="c1")}
    battle = at_step(state, [4, 3, 2], "initiative")
    assert battle.state.initiative == ["a", "b", "c"]
    assert list(battle.slates()) == ["c"]


@pytest.mark.rule("FT-2.7.6")
def test_a_side_of_several_seats_rolls_once():
    state = fleets("a1", gunship("a2", seat="a2"), "b1")
    assert at_step(state, [6, 2], "initiative").state.initiative == ["a", "b"]


# Phase 8


@pytest.mark.rule("FT-11.3.5")
def test_a_template_goes_on_once_a_turn_wherever_the_battle_is_taken_up_again():
    state = fleets("a1", "b1", "b2", turn=4)
    state.templates = {"t": Template("t", "a1", "a", "a", Vector(2.0, -20.0), 12, 3)}
    battle = fire_phase(state, [1] * 40)
    activate(battle, "a1")
    assert len(events(battle, "template_moves")) == 1
    fork = battle.fork(ScriptedDice([1] * 40))
    activate(fork, "b1")
    assert len(events(fork, "template_moves")) == 1


# Phase 10


@pytest.mark.rule("FT-2.7.23")
def test_the_end_of_a_turn_in_its_order():
    """Damage control, then decisions, then explosions, then counters; what is repaired is neither decided nor rolled for."""
    core = Switches(core_systems=True)
    ships = [
        gunship("a1", lost={"beam-1": "threshold"}, core=Core(power="damaged")),
        gunship("a2", core=Core(power="damaged", air_until=7)),
        gunship("a3", core=Core(control_from=8)),
        gunship("a4"),
        gunship("b1"),
    ]
    battle = at_step(fleets(*ships, switches=core, turn=7), [1, 1, 4, 4], "end")
    seat, question = asked(battle)
    assert seat == "a"
    assert isinstance(question, DamageControl)
    parties = {"a1/power-core": 1, "a1/beam-1": 1, "a2/power-core": 1}
    assert set(question.slots) == {*parties, "a2/life-support", "a3/command-bridge"}
    put(battle, seat, parties)
    seat, decision = asked(battle)
    assert (seat, decision.rule, decision.subject) == ("a", "FT-7.2.8", "a2")
    put(battle, seat, ["hold"])
    told = [(event.kind, event.data.get("ship")) for event in events(battle)]
    assert told == [
        ("repair", "a1"),
        ("repair", "a1"),
        ("repair", "a2"),
        ("explosion_roll", "a2"),
        ("life_support_failed", "a2"),
        ("control_returns", "a3"),
        ("turn_ended", None),
    ]
    assert battle.state.turn == 8


@pytest.mark.rule("FT-2.7.23", "FT-7.2.8", "FT-7.2.9")
def test_decisions_about_damaged_cores_are_made_by_all_owners_at_once():
    ships = [gunship("a1", core=Core(power="damaged")), "a2", gunship("b1", core=Core(power="damaged")), "b2"]
    battle = at_step(fleets(*ships, switches=Switches(core_systems=True)), [4], "end")
    for seat in ("a", "b"):
        put(battle, seat, {})
    assert {seat: only(slate).subject for seat, slate in battle.slates().items()} == {"a": "a1", "b": "b1"}
    put(battle, "b", ["dump"])
    assert events(battle) == []
    put(battle, "a", ["abandon"])
    told = [(event.kind, event.data.get("ship")) for event in events(battle)]
    assert told == [("abandoned", "a1"), ("core_dumped", "b1"), ("explosion_roll", "a1"), ("turn_ended", None)]


@pytest.mark.rule("FT-2.7.23")
def test_an_explosion_at_the_end_of_the_turn_may_decide_the_battle():
    battle = at_step(fleets("a1", gunship("b1", core=Core(power="damaged")), switches=Switches(core_systems=True)), [5], "end")
    put(battle, "b", {})
    put(battle, "b", ["hold"])
    assert battle.outcome is not None
    assert battle.outcome.winners == ("a",)
    assert battle.outcome.scores == {"a": battle.state.ships["b1"].design.cpv, "b": 0}


# Three sides


@pytest.mark.rule("FT-4.2.1")
def test_with_three_sides_every_other_side_is_an_enemy():
    battle = fire_phase(fleets("a1", "b1", "c1", initiative="cab"))
    put(battle, "c", ["c1"])
    assert only(battle.slates()["c"]).slots["beam-1"].keys == ("a1", "b1")


def test_with_three_sides_the_battle_goes_on_until_one_is_left():
    doomed = [gunship(ship, rows=(1, 0, 0, 0)) for ship in ("b1", "c1")]
    battle = fire_phase(fleets("a1", "a2", *doomed, initiative="abc"), [5, 5])
    activate(battle, "a1", {"beam-1": "b1"})
    assert battle.outcome is None
    assert may_choose(battle) == ("c", ["c1"])
    put(battle, "c", [])
    activate(battle, "a2", {"beam-1": "c1"})
    assert battle.outcome is not None
    assert battle.outcome.winners == ("a",)


def test_three_sides_are_set_up_by_a_document():
    made = scenario(
        *[side_file(side, ship_file("amaranth", at)) for side, at in (("a", (5, 5)), ("b", (60, 5)), ("c", (30, 40)))]
    )
    battle = begin(made, "three")
    assert sorted(battle.slates()) == ["a", "b", "c"]
