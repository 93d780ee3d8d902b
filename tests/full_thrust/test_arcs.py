"""Fire arcs and ranges: what holds at every place, at the edges of arcs and at the same point (chapter 4.1)."""

from __future__ import annotations

import math

import pytest
from classic_cases import drive, in_order
from fakes import make_ship, make_state, make_system
from fire_cases import fired, firing_ship, legal, ship_at
from hypothesis import assume, given
from hypothesis import strategies as st
from small_craft import battle as skirmish
from small_craft import make_group

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.plane import CLOCK, Vector, turned
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import classic
from quarterdeck.systems.full_thrust.arcs import arc_of, bears, choosable_arcs, possible_arcs, range_between
from quarterdeck.systems.full_thrust.fire import check_plan
from quarterdeck.systems.full_thrust.refusals import why_not
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, ARCS
from quarterdeck.systems.full_thrust.targets import Shot, aims, can_fire, roll_edges, targets_at_same_point
from scripted import referee

FACINGS = st.integers(1, 12)
PLACES = st.builds(Vector, st.floats(-60, 60), st.floats(-60, 60))


def off(degrees: float, length: float) -> Vector:
    """The displacement at an angle clockwise from up."""
    return Vector(math.sin(math.radians(degrees)) * length, math.cos(math.radians(degrees)) * length)


def pair(facing: int, bearing: float, length: float = 10.0, at: Vector = Vector(3.0, -7.0)):  # noqa: B008
    """A shooter and a target at a bearing in degrees from its bow."""
    shooter = make_ship(id="a1", position=at, facing=facing)
    return shooter, make_ship(id="b1", position=at.plus(off(30 * facing + bearing, length)))


# One arc, wherever the target is


@pytest.mark.rule("FT-4.1.1", "FT-4.1.2")
@given(FACINGS, st.floats(0, 360, exclude_max=True), st.floats(0.5, 80))
def test_exactly_one_arc_off_the_edges(facing, bearing, length):
    assume(abs(bearing % 60 - 30) > 0.0011)
    shooter, target = pair(facing, bearing, length)
    arc = ARCS[int((bearing + 30) // 60) % 6]
    assert possible_arcs(shooter, target) == (arc,)
    assert arc_of(shooter, target, {}) == arc


@pytest.mark.rule("FT-4.1.1")
@given(FACINGS, PLACES, PLACES)
def test_turning_everything_by_a_clock_point_changes_no_arc(facing, at, to):
    shooter, target = make_ship(id="a1", position=at, facing=facing), make_ship(id="b1", position=to)
    before = possible_arcs(shooter, target)
    assume(len(before) == 1 and range_between(shooter, target) > 0.001)
    for ship in (shooter, target):
        place, right = ship.position, CLOCK[4]
        ship.position = Vector(place.x * CLOCK[1].y + place.y * CLOCK[1].x, place.x * right.y + place.y * right.x)
    shooter.facing = turned(facing, 1)
    assert possible_arcs(shooter, target) == before
    assert arc_of(shooter, target, {}) == before[0]


@pytest.mark.rule("FT-2.1.7", "FT-2.1.1")
@given(PLACES, FACINGS, st.sampled_from([1, 6, 12, 18, 24, 30, 36]))
def test_no_rounding_of_the_machine_puts_a_target_out_of_range(at, course, length):
    target = make_ship(position=at.plus(CLOCK[course], length))
    assert range_between(make_ship(position=at), target) == length
    target.position = at.plus(CLOCK[course], length + 0.0001)
    assert range_between(make_ship(position=at), target) > length


@pytest.mark.rule("FT-4.1.6")
@pytest.mark.rule("FT-4.1.5")
def test_a_weapon_bears_into_its_own_arcs_and_never_aft():
    assert [arc for arc in ARCS if bears(make_system("beam-2", arcs=("FP", "F", "FS")), arc)] == ["F", "FS", "FP"]
    assert [arc for arc in ARCS if bears(make_system("beam-1", arcs=ALL_ROUND), arc)] == ["F", "FS", "AS", "AP", "FP"]
    assert [arc for arc in ARCS if bears(make_system("pds", arcs=()), arc)] == ["F", "FS", "AS", "AP", "FP"]
    assert [arc for arc in ARCS if bears(make_system("beam-3", arcs=("A",)), arc)] == []


# On the edge of two arcs


@pytest.mark.rule("FT-4.1.3")
@given(FACINGS, st.integers(0, 5), st.sampled_from([-0.0009, 0.0, 0.0009]), st.floats(1, 60))
def test_a_target_within_a_thousandth_of_a_degree_is_on_the_edge(facing, sector, error, length):
    shooter, target = pair(facing, 60 * sector - 30 + error, length)
    assert possible_arcs(shooter, target) == (ARCS[sector - 1], ARCS[sector])


@pytest.mark.rule("FT-4.1.3")
@given(FACINGS, st.integers(0, 5), st.sampled_from([-0.0012, 0.0012]), st.floats(1, 60))
def test_a_little_further_off_it_is_not(facing, sector, error, length):
    shooter, target = pair(facing, 60 * sector - 30 + error, length)
    assert possible_arcs(shooter, target) == (ARCS[sector if error > 0 else sector - 1],)


def edge_battle(*weapons, bearing: int = 90, length: float = 10.0, **given):
    """A state in which the target s1 lies on an edge of two arcs: at 90 degrees of FS and AS."""
    target = make_ship(id="s1", position=Vector(0.0, 0.0).plus(CLOCK[bearing // 30], length))
    return make_state(firing_ship(weapons, **given), target)


FORE = ("FP", "F", "FS")


@pytest.mark.rule("FT-4.1.3")
def test_an_edge_that_matters_is_rolled_and_told():
    state = edge_battle(make_system("beam-3", arcs=FORE))
    judge, told = referee([4])
    assert targets_at_same_point(state, state.ships["a1"]) == []
    assert roll_edges(state, judge, state.ships["a1"]) == {"s1": "AS"}
    facts = {"ship": "a1", "target": "s1", "between": ["FS", "AS"], "arc": "AS"}
    assert told == [Event("edge_rolled", "FT-4.1.3", facts, (Roll((4,), "edge"),))]


@pytest.mark.rule("FT-4.1.3")
@pytest.mark.parametrize(("face", "arc"), [(1, "FS"), (2, "FS"), (3, "FS"), (4, "AS"), (5, "AS"), (6, "AS")])
def test_what_each_face_means(face, arc):
    state = edge_battle(make_system("beam-3", arcs=FORE))
    assert roll_edges(state, referee([face])[0], state.ships["a1"]) == {"s1": arc}


@pytest.mark.rule("FT-4.1.3")
def test_one_roll_for_each_target_in_scenario_order():
    weapon = make_system("beam-3", arcs=FORE)
    targets = [make_ship(id=name, position=Vector(x, 0.0)) for name, x in (("s1", 10.0), ("s2", -10.0), ("s3", 8.0))]
    state = make_state(firing_ship([weapon]), *targets)
    assert roll_edges(state, referee([6, 6, 1])[0], state.ships["a1"]) == {"s1": "AS", "s2": "FP", "s3": "FS"}


@pytest.mark.rule("FT-4.1.3")
@pytest.mark.parametrize(
    "state",
    [
        pytest.param(edge_battle(make_system("beam-3", arcs=ALL_ROUND)), id="the weapon bears into both arcs"),
        pytest.param(edge_battle(make_system("beam-3", arcs=("AP",))), id="the weapon bears into neither"),
        pytest.param(edge_battle(make_system("beam-3", arcs=("A",)), bearing=150), id="not even into Aft"),
        pytest.param(edge_battle(make_system("beam-1", arcs=FORE), length=12.1), id="out of range"),
        pytest.param(edge_battle(make_system("beam-3", arcs=FORE), lost={"beam-3": "threshold"}), id="lost"),
        pytest.param(edge_battle(make_system("submunition_pack", arcs=FORE), spent=["submunition_pack"]), id="spent"),
        pytest.param(edge_battle(make_system("needle_beam", arcs=FORE)), id="nothing on the target that could be named"),
        pytest.param(edge_battle(make_system("beam-3", arcs=FORE), bearing=60), id="no edge"),
        pytest.param(edge_battle(make_system("beam-3", arcs=FORE), side="b"), id="own side"),
    ],
)
def test_an_edge_that_makes_no_difference_is_not_rolled(state):
    assert roll_edges(state, referee()[0], state.ships["a1"]) == {}


@pytest.mark.rule("FT-4.1.3")
@pytest.mark.rule("FT-4.1.6")
def test_on_the_edge_of_aft_even_an_all_round_weapon_needs_the_roll():
    state = edge_battle(make_system("beam-3", arcs=ALL_ROUND), bearing=150)
    ship, weapon = state.ships["a1"], state.ships["a1"].design.system("beam-3")
    assert can_fire(state, ship)
    assert aims(state, ship, weapon, roll_edges(state, referee([3])[0], ship)) == ["s1"]
    settled = roll_edges(state, referee([4])[0], ship)
    assert settled == {"s1": "A"}
    assert aims(state, ship, weapon, settled) == []
    assert why_not(state, ship, weapon, state.ships["s1"], settled).rule == "FT-4.1.6"


@pytest.mark.rule("FT-4.1.2")
@pytest.mark.rule("FT-4.1.3")
def test_the_arc_that_was_rolled_holds_for_all_weapons_of_the_activation():
    fore, aft = make_system("beam-3", arcs=FORE), make_system("beam-2", arcs=("AS",))
    state = edge_battle(fore, aft)
    for settled, firing in (({"s1": "FS"}, fore), ({"s1": "AS"}, aft)):
        keys = {weapon.id: aims(state, state.ships["a1"], weapon, settled) for weapon in (fore, aft)}
        assert [weapon for weapon in keys if keys[weapon]] == [firing.id]
    told = fired(state, [Shot("beam-2", "s1")], [1, 1], {"s1": "AS"})
    assert told[0].data["arc"] == "AS"


# At the same point


@pytest.mark.rule("FT-4.1.8")
def test_an_arc_is_chosen_only_where_it_makes_a_difference():
    fore, around = make_system("beam-3", arcs=FORE), make_system("beam-1", arcs=ALL_ROUND)
    for weapons, to_choose in (((fore, around), ["s1"]), ((around,), []), ((make_system("beam-2", arcs=("A",)),), [])):
        state = make_state(firing_ship(weapons), make_ship(id="s1"))
        assert targets_at_same_point(state, state.ships["a1"]) == to_choose
        assert roll_edges(state, referee()[0], state.ships["a1"]) == {}


@pytest.mark.rule("FT-4.1.8")
def test_no_arc_until_it_is_chosen_and_then_the_chosen_one():
    fore, around = make_system("beam-3", arcs=FORE), make_system("beam-1", arcs=ALL_ROUND)
    shooter, target = firing_ship([fore, around]), make_ship(id="s1", position=Vector(0.0, 0.0000001))
    state = make_state(shooter, target)
    assert range_between(shooter, target) == 0.0
    assert arc_of(shooter, target, {}) is None
    assert aims(state, shooter, fore, {}) == []
    assert aims(state, shooter, around, {}) == ["s1"]
    problem = why_not(state, shooter, fore, target, {})
    assert (problem.rule, problem.nearest) == ("FT-4.1.8", ["F", "FS", "AS", "AP", "FP"])
    for arc in choosable_arcs():
        assert arc_of(shooter, target, {"s1": arc}) == arc
        assert aims(state, shooter, fore, {"s1": arc}) == (["s1"] if arc in FORE else [])
        assert legal(state, [Shot("beam-1", "s1")], {"s1": arc})


@pytest.mark.rule("FT-4.1.8")
@pytest.mark.rule("FT-4.1.6")
def test_aft_cannot_be_chosen():
    assert "A" not in choosable_arcs()
    state = make_state(firing_ship(["beam-1"]), make_ship(id="s1"))
    problems = check_plan(state, state.ships["a1"], [Shot("beam-1", "s1")], {"s1": "A"})
    assert [problem.rule for problem in problems] == ["FT-4.1.6"]
    assert plain(problems[0].text) == "Amaranth is in the Aft arc."


@pytest.mark.rule("FT-4.1.8")
def test_the_choice_decides_whether_a_ship_can_fire_at_all():
    state = make_state(firing_ship([make_system("beam-1", arcs=("AP",))]), make_ship(id="s1"))
    assert can_fire(state, state.ships["a1"])
    state = make_state(firing_ship([make_system("beam-1", arcs=("A",))]), make_ship(id="s1"))
    assert not can_fire(state, state.ships["a1"])


@pytest.mark.rule("FT-4.1.4")
def test_own_ships_and_wrecks_block_nothing():
    between = make_ship(id="a2", side="a", seat="a", position=Vector(0.0, 5.0))
    wreck = make_ship(id="b2", status="derelict", position=Vector(0.0, 6.0))
    state = make_state(firing_ship(["beam-1"]), ship_at(10), between, wreck)
    assert aims(state, state.ships["a1"], make_system("beam-1"), {}) == ["s1", "b2"]


# Point defence, whose weapons need no Fire Control against what attacks their ship


def pulsers(*arcs: str, at: Vector, **given: object):
    """A ship with one Pulser and nothing to guide it, and a group at a place that attacks it."""
    ship = make_ship(id="s1", systems=[make_system("p1", kind="pulser", cls=1, arcs=arcs)], **given)
    return ship, make_group(position=at, run="s1")


@pytest.mark.rule("FT-2.7.41", "FT-4.1.3", "FT-4.1.8")
@pytest.mark.parametrize(("at", "edge"), [(Vector(0.0, 0.0), False), (off(30, 2), True)])
def test_a_ship_without_fire_controls_is_activated_against_attackers_whose_arc_is_open(at, edge):
    for arc in ("FP", "F", "FS"):
        ship, group = pulsers(arc, at=at)
        assert can_fire(skirmish(ship, group), ship) == (arc != "FP" or not edge)


@pytest.mark.rule("FT-4.1.3", "FT-8.1.3", "FT-11.1.7")
@pytest.mark.parametrize("given", [{"jump_on": 9}, {"doing": ["SWEEP"]}])
def test_a_ship_that_only_defends_itself_rolls_for_attackers_on_an_edge(given):
    ship, group = pulsers("F", at=off(30, 2), **given)
    state = skirmish(ship, group, make_ship(id="a1", side="a", seat="a", position=off(30, 10)))
    for face, keys in ((3, ["g1/PD"]), (4, [])):
        assert aims(state, ship, ship.design.weapons[0], roll_edges(state, referee([face])[0], ship)) == keys


@pytest.mark.rule("FB2-19", "FT-4.1.8")
def test_the_owner_chooses_the_arc_of_attackers_at_the_same_point_in_the_classic_order_too():
    ship, group = pulsers("FS", at=Vector(0.0, 0.0))
    drive(classic.defend(state := in_order(ship, group), referee([4])[0]), state, {"g1": ["FS"]})
    assert group.strength == 5


@pytest.mark.rule("FB2-19", "FT-4.1.3")
def test_no_die_for_who_attacks_nobody_nor_where_only_other_weapons_have_limited_arcs():
    ship, group = pulsers("F", at=off(30, 2))
    group.run = ""
    drive(classic.defend(state := in_order(ship, group), referee()[0]), state)
    around = make_ship(id="s1", systems=["pds1", make_system("beam-2", arcs=("F",))])
    state = in_order(around, make_group(position=off(30, 2), run="s1"))
    drive(classic.defend(state, referee([1])[0]), state)
    assert state.groups["g1"].strength == 6
