"""Phase 8 as a whole: which side fires next, what an activation is, and duels (FT-2.7.7, FT-2.7.8, FT-2.7.19 to FT-2.7.21)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from alternation_cases import alternation_facts
from battles import at_step, only, put
from case_files import cases
from fleets import activate, activated, asked, at_table, beam, fire_phase, fleets, gunship, may_choose
from hypothesis import given, settings
from hypothesis import strategies as st
from movement_cases import check

from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.design_entries import MOST_SYSTEMS
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import FleetState
from whole_battles import Watched, events

# Who acts


@pytest.mark.parametrize(("rule", "case"), cases("FT-2.7.7", "FT-2.7.8", "FT-2.7.19"))
def test_worked_case_of_alternation(rule, case):
    given_ = case["given"]
    if given_.get("phase", "8") != "8":
        check(alternation_facts(given_), case["expect"])
        return
    units = given_.get("units") or given_.get("ships") or {"A": ["a1"], "B": ["b1"]}
    winner = given_["winner"].lower()
    state = fleets(*units["A"], *units["B"], initiative=winner + ("b" if winner == "a" else "a"))
    order = activated(fire_phase(state), given_.get("passes", ()))
    found = {"first": order[0][0].upper(), "order": order, "order_by_side": [ship[0].upper() for ship in order]}
    assert {key: found[key] for key in case["expect"]} == case["expect"]


@pytest.mark.rule("FT-2.7.8")
@pytest.mark.parametrize(
    ("ships", "order", "passes", "acts"),
    [
        pytest.param("a1 a2 b1 b2", "ab", [1], "a1, b passes, a2", id="a pass in the middle is final"),
        pytest.param("a1 a2 b1 b2", "ab", [0], "a passes, b1, b2", id="a pass at the beginning is final"),
        pytest.param("a1 a2 b1", "ba", [2], "b1, a1, a passes", id="a pass when the other side is done"),
        pytest.param("a1 b1 b2", "ab", [0, 1], "a passes, b passes", id="all pass"),
        pytest.param("a1 a2 a3 b1", "ab", [], "a1, b1, a2, a3", id="what is left acts in a row"),
        pytest.param("a1 a2 a3 b1", "ab", [3], "a1, b1, a2, a passes", id="and may pass"),
        pytest.param("a1 a2 b1 b2 c1 c2", "cab", [], "c1, a1, b1, c2, a2, b2", id="three sides in the order of initiative"),
        pytest.param("a1 a2 b1 b2 c1 c2", "cab", [1], "c1, a passes, b1, c2, b2", id="one of three passes"),
        pytest.param("a1 b1 b2 c1", "bca", [], "b1, c1, a1, b2", id="three sides with unequal numbers"),
    ],
)
def test_alternation_and_final_passing(ships, order, passes, acts):
    battle = fire_phase(fleets(*ships.split(), initiative=order))
    assert activated(battle, passes) == acts.split(", ")
    passed = [event.data["side"] for event in events(battle, "passed")]
    assert passed == [act[0] for act in acts.split(", ") if act.endswith("passes")]


def by_the_rule(ships: dict[str, int], order: Sequence[str], passes: Sequence[bool]) -> list[str]:
    """FT-2.7.8 written out: take turns; who passes or has nothing left drops out; the rest go on."""
    left, acts, taking_turns = dict(ships), [], [side for side in order if ships[side]]
    while taking_turns:
        side = taking_turns.pop(0)
        if passes[len(acts) % len(passes)]:
            acts.append(f"{side} passes")
            continue
        acts.append(f"{side}{ships[side] - left[side] + 1}")
        left[side] -= 1
        if left[side]:
            taking_turns.append(side)
    return acts


@pytest.mark.rule("FT-2.7.7", "FT-2.7.8", "FT-2.7.19", "FT-4.2.3")
@settings(max_examples=40, deadline=None)
@given(
    numbers=st.lists(st.integers(1, 4), min_size=2, max_size=3),
    passes=st.lists(st.sampled_from([False, False, False, True]), min_size=1, max_size=9),
    data=st.data(),
)
def test_alternation_is_that_of_the_rule(numbers, passes, data):
    counts = dict(zip("abc", numbers, strict=False))
    order = data.draw(st.permutations(list(counts)))
    state = fleets(*[f"{side}{n}" for side, most in counts.items() for n in range(1, most + 1)], initiative="".join(order))
    expected = by_the_rule(counts, order, passes)
    places = [place for place in range(len(expected) + 1) if passes[place % len(passes)]]
    assert activated(fire_phase(state), places) == expected


@pytest.mark.rule("FT-2.7.8")
def test_a_ship_without_a_shot_cannot_be_used_to_wait():
    unarmed, astern = gunship("b1", systems=["fcs"]), gunship("b2", facing=12)
    battle = fire_phase(fleets("a1", unarmed, astern, "b3", initiative="ba"))
    assert may_choose(battle) == ("b", ["b3"])
    with pytest.raises(Refused, match="not among the choices"):
        put(battle, "b", ["b1"])
    assert activated(battle) == ["b3", "a1"]


@pytest.mark.rule("FT-2.7.8")
def test_a_side_that_could_not_fire_at_all_is_not_asked():
    battle = fire_phase(fleets("a1", gunship("b1", systems=["pds"]), initiative="ba"))
    assert activated(battle) == ["a1"]


@pytest.mark.rule("FT-2.7.8", "FT-4.2.3")
def test_a_ship_that_holds_its_fire_is_done():
    battle = fire_phase(fleets("a1", "a2", "b1"))
    activate(battle, "a1")
    activate(battle, "b1")
    assert may_choose(battle) == ("a", ["a2"])
    assert [event.data["ship"] for event in events(battle, "held_fire")] == ["a1", "b1"]


@pytest.mark.rule("FT-2.7.8")
def test_who_has_passed_fires_again_in_the_next_turn():
    battle = fire_phase(fleets("a1", "b1"), [1, 6])
    assert activated(battle, [0, 1]) == ["a passes", "b passes"]
    put(battle, "a", {"a1": "-"})
    put(battle, "b", {"b1": "-"})
    assert activated(battle) == ["b1", "a1"]


@pytest.mark.rule("FT-2.7.19")
def test_seats_of_a_side_share_its_activations():
    """The one that has fired fewer ships is next; where they are equal, in the order of the seats."""
    ships = [gunship("a1", seat="a1"), gunship("a2", seat="a1"), gunship("a3", seat="a2"), gunship("a4", seat="a2")]
    battle = fire_phase(fleets(*ships, "b1", "b2", "b3", "b4"))
    seats: list[str] = []
    while choice := may_choose(battle):
        seats.append(choice[0])
        assert all(battle.state.ships[ship].seat == choice[0] for ship in choice[1])
        activate(battle, choice[1][0])
    assert seats == ["a1", "b", "a2", "b", "a1", "b", "a2", "b"]


@pytest.mark.rule("FT-2.7.19")
def test_a_seat_with_nothing_left_leaves_its_activation_to_the_other():
    ships = [gunship("a1", seat="a1"), gunship("a2", seat="a2"), gunship("a3", seat="a2")]
    assert activated(fire_phase(fleets(*ships, "b1"))) == ["a1", "b1", "a2", "a3"]


@pytest.mark.rule("FT-2.7.8")
def test_a_seat_that_passes_leaves_the_activations_of_its_side_to_the_other_seat():
    ships = [gunship("a1", seat="a1"), gunship("a2", seat="a1"), gunship("a3", seat="a2"), gunship("a4", seat="a2")]
    battle = fire_phase(fleets(*ships, "b1", "b2"))
    assert activated(battle, [0]) == ["a1 passes", "b1", "a3", "b2", "a4"]
    (event,) = events(battle, "passed")
    assert (event.data, plain(FULL_THRUST.describe(event), names=FULL_THRUST.names(battle.state))) == (
        {"side": "a", "seat": "a1"},
        "Seat a1 of A fires no more this turn.",
    )


# What an activation is


@pytest.mark.rule("FT-2.7.2", "FT-2.7.20")
def test_all_fire_of_a_ship_is_announced_in_one_answer_before_its_dice():
    ship = gunship("a1", systems=["fcs", "fcs", "beam-1", "pds", "beam-2"])
    battle = fire_phase(fleets(ship, gunship("b1", position=Vector(1.0, 5.0)), "b2"), [3, 1, 3, 3])
    put(battle, "a", ["a1"])
    assert events(battle) == []
    question = only(battle.slates()["a"])
    assert list(question.slots) == ["beam-1", "pds", "beam-2"]
    put(battle, "a", {"beam-2": "b2", "pds": "b1", "beam-1": "b1"})
    fired = [(event.data["weapon"], event.data["target"], event.dice[0].faces) for event in events(battle, "fire")]
    assert fired == [("beam-2", "b2", (3, 1)), ("pds", "b1", (3,)), ("beam-1", "b1", (3,))]
    assert may_choose(battle) == ("b", ["b1", "b2"])


@pytest.mark.rule("FT-2.7.20")
def test_a_ship_with_as_many_weapons_as_a_ship_can_have_fires_with_all_of_them():
    monster = gunship("a1", systems=["fcs", *["pds"] * (MOST_SYSTEMS - 1)])
    battle = fire_phase(fleets(monster, gunship("b1", position=Vector(1.0, 5.0))))
    put(battle, "a", ["a1"])
    assert list(only(battle.slates()["a"]).slots) == [system.id for system in monster.design.systems[1:]]


@pytest.mark.rule("FT-2.7.20")
def test_nothing_is_announced_after_a_die_has_fallen():
    """At a table the battle waits for the dice: the plan cannot be changed then."""
    battle = at_table(fleets("a1", "b1"))
    put(battle, "a", ["a1"])
    slate = battle.slates()["a"]
    put(battle, "a", {"beam-1": "b1"})
    assert battle.wanted is not None
    assert battle.wanted.use == "beam"
    with pytest.raises(Refused):
        battle.commit("a", {next(iter(slate.questions)): {}})


@pytest.mark.rule("FT-2.7.21")
def test_a_ship_destroyed_before_its_activation_does_not_fire():
    doomed = gunship("b1", rows=(1, 1, 1, 1), hull_damage=3)
    battle = fire_phase(fleets("a1", doomed, "b2"), [4])
    activate(battle, "a1", {"beam-1": "b1"})
    assert [event.data["ship"] for event in events(battle, "destroyed")] == ["b1"]
    assert may_choose(battle) == ("b", ["b2"])


@pytest.mark.rule("FT-2.7.21", "FT-2.6.4")
def test_a_weapon_lost_before_the_activation_of_its_ship_does_not_fire():
    """A threshold check of one system each for Fire Control and two Beams: the first Beam is lost."""
    hit = gunship("b1", systems=["fcs", "beam-2", "beam-1"], rows=(1, 9, 9, 9))
    battle = fire_phase(fleets("a1", hit), [4, 5, 1, 5])
    activate(battle, "a1", {"beam-1": "b1"})
    put(battle, "b", ["b1"])
    assert list(only(battle.slates()["b"]).slots) == ["beam-1"]


@pytest.mark.rule("FT-2.7.21", "FT-4.2.2")
def test_a_ship_that_loses_its_fire_control_before_its_activation_is_not_activated():
    battle = fire_phase(fleets("a1", gunship("b1", rows=(1, 9, 9, 9)), "b2"), [4, 1, 6])
    activate(battle, "a1", {"beam-1": "b1"})
    assert battle.state.ships["b1"].lost == {"fcs": "threshold"}
    assert may_choose(battle) == ("b", ["b2"])


@pytest.mark.rule("FT-2.7.21")
def test_a_battle_ends_as_soon_as_one_side_has_no_fighting_ship_left():
    doomed = gunship("b1", rows=(1, 1, 1, 1), hull_damage=3)
    battle = fire_phase(fleets("a1", "a2", doomed), [4])
    activate(battle, "a1", {"beam-1": "b1"})
    assert battle.outcome is not None
    assert battle.outcome.winners == ("a",)


@pytest.mark.rule("FT-4.2.3")
def test_the_battle_rests_after_each_activation():
    """There it can be left, taken up from a copy, and decided: with every ship that has fired the state goes on by itself."""
    rests: list[list[str]] = []
    battle = at_step(
        fleets("a1", "a2", "b1"), [], "fire", system=Watched(FULL_THRUST, lambda state: rests.append(list(state.fired)))
    )
    rests.clear()
    activated(battle)
    assert rests[:4] == [["a1"], ["a1", "b1"], ["a1", "b1", "a2"], []]


@pytest.mark.rule("FT-4.1.3")
@pytest.mark.parametrize(("face", "arc"), [(1, "F"), (3, "F"), (4, "FS"), (6, "FS")])
def test_an_edge_is_rolled_for_when_the_ship_is_activated(face, arc):
    """The target is dead on the edge at 30 degrees; the gun fires into the Fore arc only."""
    ship = gunship("a1", position=Vector(0.0, 0.0), systems=["fcs", beam("beam-2", "F")])
    target = gunship("b1", position=Vector(CLOCK[1].x * 10, CLOCK[1].y * 10))
    battle = fire_phase(fleets(ship, target), [face, 5, 5])
    put(battle, "a", ["a1"])
    (event,) = events(battle, "edge_rolled")
    assert (event.rule, event.data["between"], event.data["arc"]) == ("FT-4.1.3", ["F", "FS"], arc)
    if arc == "F":
        seat, question = asked(battle)
        assert (seat, question.slots["beam-2"].keys) == ("a", ("b1",))
        put(battle, "a", {"beam-2": "b1"})
        assert events(battle, "fire")[0].data["arc"] == "F"
    else:
        assert [event.data["ship"] for event in events(battle, "held_fire")] == ["a1"]
    assert may_choose(battle) == ("b", ["b1"])


@pytest.mark.rule("FT-4.1.3")
def test_an_edge_that_makes_no_difference_is_not_rolled_for():
    target = gunship("b1", position=Vector(1 + CLOCK[1].x * 10, CLOCK[1].y * 10))
    battle = fire_phase(fleets(gunship("a1", position=Vector(1.0, 0.0)), target), [])
    put(battle, "a", ["a1"])
    assert events(battle) == []
    assert only(battle.slates()["a"]).slots["beam-1"].keys == ("b1",)


@pytest.mark.rule("FT-4.1.8")
@pytest.mark.parametrize(("arc", "slots"), [("F", ["beam-2", "beam-3"]), ("FS", ["beam-3"]), ("AP", [])])
def test_the_arc_of_a_target_at_the_same_point_is_chosen_in_the_activation(arc, slots):
    ship = gunship("a1", systems=["fcs", beam("beam-2", "F"), beam("beam-3", "F", "FS", "AS")])
    same = gunship("b1", position=ship.position)
    battle = fire_phase(fleets(ship, same), [2] * 5)
    put(battle, "a", ["a1"])
    seat, question = asked(battle)
    assert (seat, question.rule, question.keys()) == ("a", "FT-4.1.8", ["F", "FS", "AS", "AP", "FP"])
    put(battle, "a", [arc])
    if slots:
        assert list(only(battle.slates()["a"]).slots) == slots
        put(battle, "a", dict.fromkeys(slots, "b1"))
        assert [event.data["arc"] for event in events(battle, "fire")] == [arc] * len(slots)
    assert may_choose(battle) == ("b", ["b1"])


# Duels


def duel(hulls: dict[str, int], *, option: bool) -> FleetState:
    """One ship a side, with so many hull boxes left, all in one row."""
    ships = [gunship(f"{side}1", rows=(hull, 0, 0, 0)) for side, hull in hulls.items()]
    return fleets(*ships, switches=Switches(duel_damage=option))


@pytest.mark.rule("FT-2.7.48")
@pytest.mark.parametrize(("rule", "case"), cases("FT-2.7.48"))
def test_worked_case_of_a_duel_in_a_round(rule, case):
    """Three points of damage: a natural 6 and a 4 after it."""
    given_ = case["given"]
    hulls = {ship["id"]: ship["hull_left"] for ship in given_["ships"]}
    battle = fire_phase(duel(hulls, option=given_["option"] == "duel_damage"), [6, 4, 6, 4])
    for side, enemy in (("a", "b1"), ("b", "a1")):
        if may_choose(battle):
            assert asked(battle)[0] == side
            activate(battle, f"{side}1", {"beam-1": enemy})
    found = {
        "destroyed": sorted(event.data["ship"][0] for event in events(battle, "destroyed")),
        "b_fired": any(event.data["ship"] == "b1" for event in events(battle, "fire")),
    }
    assert {key: found[key] for key in case["expect"]} == case["expect"]
    assert battle.outcome is not None
    assert battle.outcome.winners == (() if len(found["destroyed"]) == 2 else ("a",))


@pytest.mark.rule("FT-2.7.48")
def test_in_a_duel_damage_comes_after_both_have_fired():
    battle = fire_phase(duel({"a": 30, "b": 30}, option=True), [5, 4])
    activate(battle, "a1", {"beam-1": "b1"})
    assert battle.state.ships["b1"].hull_damage == 0
    activate(battle, "b1", {"beam-1": "a1"})
    assert [event.kind for event in events(battle)] == ["fire", "fire", "damage", "damage", "turn_ended"]
    assert [battle.state.ships[ship].hull_damage for ship in ("a1", "b1")] == [1, 1]
    assert battle.state.noted == []


@pytest.mark.rule("FT-2.7.48")
def test_in_a_duel_damage_comes_at_once_when_the_other_passes():
    battle = fire_phase(duel({"a": 30, "b": 30}, option=True), [5])
    activate(battle, "a1", {"beam-1": "b1"})
    put(battle, "b", [])
    assert [event.kind for event in events(battle)] == ["fire", "passed", "damage", "turn_ended"]


@pytest.mark.rule("FT-2.7.48")
def test_in_a_duel_damage_comes_at_once_when_the_other_cannot_fire():
    state = duel({"a": 30, "b": 30}, option=True)
    state.ships["b1"].lost["fcs"] = "threshold"
    battle = fire_phase(state, [5])
    activate(battle, "a1", {"beam-1": "b1"})
    assert [event.kind for event in events(battle, "fire", "damage")] == ["fire", "damage"]


@pytest.mark.rule("FT-2.7.48")
def test_with_three_ships_there_is_no_duel():
    state = fleets("a1", "a2", gunship("b1", rows=(1, 0, 0, 0)), switches=Switches(duel_damage=True))
    battle = fire_phase(state, [5])
    activate(battle, "a1", {"beam-1": "b1"})
    assert [event.kind for event in events(battle)] == ["fire", "damage", "destroyed", "outcome"]


@pytest.mark.rule("FT-2.7.48")
def test_a_ship_that_kills_one_of_two_and_hits_the_other_is_in_no_duel():
    doomed = gunship("b1", rows=(1, 1, 1, 1), hull_damage=3)
    ours = gunship("a1", systems=["fcs1", "fcs2", "beam-1#1", "beam-1#2"])
    battle = fire_phase(fleets(ours, doomed, gunship("b2"), switches=Switches(duel_damage=True)), [4, 4])
    activate(battle, "a1", {"beam-1#1": "b1", "beam-1#2": "b2"})
    assert [event.kind for event in events(battle)] == ["fire", "damage", "destroyed", "fire", "damage"]
