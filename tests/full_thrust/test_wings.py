"""Fighters in the play of a turn: what their worked cases do not come to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from battles import scenario_file, ship_file, side_file
from classic_cases import drive, in_order
from fakes import make_ship, make_system
from small_craft import LONG_ROWS, aboard_groups, away, battle, carrier, make_group, make_marker

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.questions import Pose
from quarterdeck.engine.scene import Token
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST, classic
from quarterdeck.systems.full_thrust.fighters import dogfights, formations, recovery, runs
from quarterdeck.systems.full_thrust.fighters.dogfights import Allot
from quarterdeck.systems.full_thrust.fighters.formations import PRIMARY, SECONDARY
from quarterdeck.systems.full_thrust.fighters.groups import may_attack_ships
from quarterdeck.systems.full_thrust.fighters.moves import first_to_move, formation_question, may_move
from quarterdeck.systems.full_thrust.fighters.rokah import attack_dice
from quarterdeck.systems.full_thrust.fighters.small_craft import items
from quarterdeck.systems.full_thrust.fighters.types import fighters_of
from quarterdeck.systems.full_thrust.launches import launch_question
from quarterdeck.systems.full_thrust.outcome import scores
from quarterdeck.systems.full_thrust.round import attack, first_moves, second_moves
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.sequence import CLASSIC
from quarterdeck.systems.full_thrust.small_fire import shoot_away
from quarterdeck.systems.full_thrust.targets import Shot
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee, run_to_end

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


@pytest.mark.rule("FB2-16", "FB2-26")
@pytest.mark.parametrize(("step", "at"), [("defence", away(3)), ("attacks", away(1))])
def test_attackers_are_drawn_in_contact_when_point_defence_is_over(step, at):
    """Their place is the same as before."""
    group = make_group(run="t1", position=away(3))
    state = in_order(group, make_ship(id="t1", side="b", seat="b"))
    state.step = [each.name for each in CLASSIC].index(step)
    drawn = [item.at for item in items(state) if isinstance(item, Token) and item.id == "g1"]
    assert (drawn, group.position) == ([at], away(3))


# The order of moves in the classic order


@pytest.mark.rule("FB2-6")
def test_who_leaves_launched_groups_where_they_are_still_moves_the_others():
    """Not to move what was launched is no pass: the older groups are asked for next, and then a pass is final."""
    groups = [make_group(id="new", since=1), make_group(id="old", position=away(3))]
    state = in_order(*groups, make_group(id="theirs", side="b", seat="b", position=away(40)))
    asked: list[tuple[str, list[str], str]] = []

    def answer(question):
        if question.key != "moves":
            return {}
        asked.append((question.seat, list(question.units), plain(question.PASS)))
        return {"old": Pose(away(5))} if "old" in question.units else {}

    run_to_end(first_moves(state, referee()[0]), answer)
    leave, stop = "Leave these groups where they are", "Move no more groups"
    assert asked == [("b", ["theirs"], stop), ("a", ["new"], leave), ("a", ["old"], stop)]
    assert [group.position for group in groups] == [away(0), away(5)]


@pytest.mark.rule("FB2-14", "FT-5.2.6")
def test_an_escort_that_has_moved_along_declares_its_run_at_once():
    """The group is activated alone, and its escort moves in the same activation: it is asked for its run then."""
    leader, escort = make_group(position=away(10)), make_group(id="g2", position=away(10.5), escorting="g1")
    state = in_order(leader, escort, make_ship(id="b1", side="b", seat="b"))
    asked: list[list[str]] = []

    def answer(question):
        if question.key == "moves":
            return {"g1": Pose(away(2))} if "g1" in question.units else {}
        if question.key != "runs":
            return {}
        asked.append(list(question.slots))
        return {"g2": "b1"} if question.slots.keys() == {"g2"} else {"g1": "b1"}

    run_to_end(classic.allocate(state, referee()[0]), answer)
    assert asked == [["g1", "g2"], ["g2"]]
    assert [(group.run, group.position, group.cef) for group in (leader, escort)] == [("b1", away(2), 5), ("b1", away(2.5), 5)]


@pytest.mark.rule("FB2-14", "FB2-23")
def test_an_escort_of_a_group_that_flies_home_may_attack():
    leader = make_group(home="c1", position=away(10), exhausted=True)
    escort = make_group(id="g2", position=away(10.5), escorting="g1")
    ships = [carrier(2, position=away(-10)), make_ship(id="b1", side="b", seat="b")]
    state = in_order(leader, escort, *ships)
    run_to_end(classic.allocate(state, referee()[0]), lambda question: {"g2": "b1"} if question.key == "runs" else {})
    assert (leader.run, escort.run, escort.position) == ("", "b1", away(-1.5))


@pytest.mark.rule("FT-2.7.43", "FB2-19")
def test_the_point_defence_of_a_ship_is_one_question_however_many_there_are():
    """A ship's ADFC covers one friend, whatever its other weapons are asked for beside those of other ships."""
    guards = [make_ship(id=f"b{n}", side="b", seat="b", systems=["adfc", *[f"pds{i}" for i in range(60)]]) for n in range(4)]
    attackers = [make_group(id=f"g{n}", run=f"t{n}", position=away(n)) for n in range(2)]
    targets = [make_ship(id=f"t{n}", side="b", seat="b", position=away(1)) for n in range(2)]
    state = in_order(*guards, *targets, *attackers)
    questions = classic.defence_questions(seen_by(state, "b"), "b", {guard.id: {} for guard in guards})
    ships = [list(dict.fromkeys(slot.partition(">")[0] for slot in question.slots)) for question in questions]
    assert ships == [["b0", "b1", "b2"], ["b3"]]
    both = {"b2>pds0": "g0/PD", "b2>pds59": "g1/PD"}
    assert [problem.rule for problem in questions[0].problems(seen_by(state, "b"), both)] == ["FT-2.7.43"]


# Flying home


@pytest.mark.rule("FT-5.7.13", "FB2-23")
def test_who_may_not_attack_any_more_flies_home_in_both_phases_of_moves():
    """In phase 3 and again, for a CEF, in phase 6; nobody is asked."""
    group = make_group(type="kravak_standard", home="c1", position=away(45), exhausted=True)
    state = battle(carrier(2, position=Vector(0.0, 10.0)), group)
    drive(first_moves(state, referee()[0]), state, {})
    assert (group.position, group.cef) == (away(21), 6)
    drive(second_moves(state, referee()[0]), state, {})
    assert (group.position, group.cef) == (away(11), 5)
    assert recovery.may_recover(state, group, state.ships["c1"])


@pytest.mark.rule("FT-5.7.13", "FT-5.2.1")
def test_who_has_come_home_stays_by_the_carrier():
    group = make_group(home="c1", position=away(2), exhausted=True, cef=0)
    state = battle(carrier(2), group)
    drive(first_moves(state, referee()[0]), state, {})
    assert (group.screening, group.position) == ("c1", away(2))


@pytest.mark.rule("FT-5.7.13", "FT-10.5.7")
@pytest.mark.parametrize("lost", [{"status": "destroyed"}, {"side": "b", "seat": "b", "taken_from": "a"}])
def test_who_has_no_carrier_left_flies_where_it_likes(lost):
    group = make_group(home="c1", position=away(20), exhausted=True)
    state = battle(carrier(2, **lost), group)
    drive(first_moves(state, referee()[0]), state, {"moves": {"g1": Pose(away(25))}})
    assert group.position == away(25)
    assert not may_attack_ships(group)


# Breaking off


@pytest.mark.rule("FT-5.3.2", "FT-5.3.3")
def test_a_run_can_be_broken_off_when_all_ships_have_fired():
    """Then the group may still fire at fighters, and behind that there is a last moment before the dice."""
    groups = [make_group(run="b1", position=away(2)), make_group(id="g2", run="b1", position=away(3))]
    target, enemy = make_ship(id="b1", side="b", seat="b"), make_group(id="x1", side="b", seat="b", strength=1, position=away(1))
    state = battle(target, enemy, *groups)
    asked: list[list[str]] = []

    def answer(question):
        if isinstance(question, Allot):
            return {"g1>x1": 6} if question.seat == "a" else {}
        asked.append(question.keys())
        return asked[-1][:1]

    judge, told = referee([4] * 6)
    run_to_end(attack(state, judge), answer)
    assert asked == [["g1", "g2"], ["g2"]]
    assert [event.kind for event in told] == ["broke_off", "dogfight", "group_lost", "broke_off"]


@pytest.mark.rule("FT-5.3.2")
def test_who_keeps_up_its_run_is_asked_once_where_no_fighters_fight():
    state = battle(make_ship(id="b1", side="b", seat="b", rows=LONG_ROWS), make_group(run="b1", position=away(2)))
    asked: list[str] = []

    def answer(question):
        asked.append(question.rule)
        return question.default(state)

    judge, told = referee([1] * 6)
    run_to_end(attack(state, judge), answer)
    assert (asked, [event.kind for event in told]) == (["FT-5.3.2"], ["strike"])


# Merging and escorts


@pytest.mark.rule("FT-5.6.5")
def test_a_merged_group_has_acted_as_its_parts_have():
    """What has moved does not move on with the group that it joins."""
    one, other = make_group(strength=2), make_group(id="g2", strength=2, position=away(24))
    state = battle(one, other)
    answers = {"moves": {"g1": Pose(away(24))}, "formations": {"g1": "join:g2"}}
    drive(first_moves(state, referee()[0]), state, answers)
    assert (one.status, other.strength, other.position) == ("destroyed", 4, away(24))
    one, other = make_group(strength=2), make_group(id="g2", strength=2, position=away(24))
    state = battle(one, other)
    judge, told = referee()
    formations.merge(state, judge, one, other)
    assert [event.kind for event in told] == ["no_merger"]
    one.position = away(24)
    formations.merge(state, judge, one, other)
    assert not may_move(state, other, PRIMARY)


@pytest.mark.rule("FT-5.7.14", "FT-5.6.5", "FT-5.8.9")
def test_an_ace_flies_on_with_the_group_that_his_own_joins():
    one, other = make_group(strength=2, ace=2), make_group(id="g2", strength=2, ace=1)
    state = battle(one, other)
    formations.merge(state, referee()[0], one, other)
    assert (one.ace, other.ace, attack_dice(state, referee()[0], other)) == (0, 3, (1, 3))
    ship = carrier(2)
    one, other = aboard_groups(ship, 2, strength=2)
    one.ace = 1
    recovery.merge_aboard(battle(ship, one, other), referee()[0], one, other)
    assert (one.ace, other.ace) == (0, 1)


@pytest.mark.rule("FT-5.6.5")
def test_who_joins_a_group_that_moves_does_so_behind_it():
    one, other = make_group(strength=2), make_group(id="g2", strength=2)
    state = battle(one, other)
    answers = {"moves": {"g1": Pose(away(10)), "g2": Pose(away(10.5))}, "formations": {"g1": "join:g2"}}
    drive(first_moves(state, referee()[0]), state, answers)
    assert (one.status, other.strength, other.position) == ("destroyed", 4, away(10.5))


@pytest.mark.rule("FT-5.6.5")
def test_two_groups_that_join_a_third_must_fit_into_it_together():
    groups = [make_group(id=each, strength=3) for each in ("g1", "g2", "g3")]
    view = seen_by(battle(*groups), "a")
    question = formation_question(view, groups, PRIMARY)
    assert question is not None
    assert question.problems(view, {"g1": "join:g3"}) == []
    assert [problem.rule for problem in question.problems(view, {"g1": "join:g3", "g2": "join:g3"})] == ["FT-5.6.5"]


@pytest.mark.rule("FT-5.6.5")
def test_groups_that_have_acted_or_have_no_cef_can_be_joined_and_those_that_do_not_fit_cannot():
    group = make_group(type="torpedo", strength=2)
    others = [
        make_group(id="acted", type="torpedo", strength=2),
        make_group(id="empty", type="torpedo", strength=2, cef=0),
        make_group(id="spent", type="torpedo", strength=2, torpedoes_spent=True),
        make_group(id="raging", type="torpedo", strength=2, exhausted=True),
    ]
    state = battle(group, *others)
    state.acted = ["acted"]
    question = formation_question(seen_by(state, "a"), [group], SECONDARY)
    assert question is not None
    assert question.slots["g1"].keys == ("join:acted", "join:empty")


@pytest.mark.rule("FT-5.2.6", "FT-5.6.3")
def test_an_escort_does_not_follow_off_the_table():
    group = make_group(position=Vector(10.0, 10.0))
    escort = make_group(id="e1", position=Vector(9.2, 10.0), escorting="g1")
    state = battle(group, escort)
    state.scenario = replace(state.scenario, table=(72, 48))
    formations.lead(state, referee()[0], group, Vector(0.5, 10.0), SECONDARY)
    assert (escort.position, escort.status, escort.escorting) == (Vector(0.0, 10.0), "flying", "g1")


@pytest.mark.rule("FT-5.2.6")
def test_an_escort_with_another_plan_does_not_follow():
    """It pays for its own move alone, and escorts no more."""
    group, escort = make_group(), make_group(id="e1", escorting="g1")
    state = battle(group, escort)
    drive(second_moves(state, referee()[0]), state, {"moves": {"g1": Pose(away(10)), "e1": Pose(away(-10))}})
    assert (group.position, escort.position, escort.cef, escort.escorting) == (away(10), away(-10), 5, "")


@pytest.mark.rule("FB2-14", "FT-5.2.6")
def test_an_escort_that_went_along_declares_its_run_in_the_same_activation():
    target = make_ship(id="t1", side="b", seat="b", position=away(12))
    group, escort = make_group(), make_group(id="e1", escorting="g1")
    state = in_order(group, escort, target)
    answers = {"moves": {"g1": Pose(away(10))}, "runs": {"g1": "t1", "e1": "t1"}}
    drive(classic.allocate(state, referee()[0]), state, answers)
    assert (group.run, escort.run, escort.position) == ("t1", "t1", away(10))
    stay = [make_group(position=away(10)), make_group(id="e1", escorting="g1", position=away(10))]
    state = in_order(*stay, target)
    drive(classic.allocate(state, referee()[0]), state, {"runs": {"g1": "t1", "e1": "t1"}, "moves": {}})
    assert [group.run for group in stay] == ["t1", "t1"]


@pytest.mark.rule("FT-5.2.7")
def test_an_escort_of_another_admiral_is_not_escorted():
    escorted, first = make_group(seat="a1"), make_group(id="e1", seat="a1", escorting="g1")
    second = make_group(id="e2", seat="a2")
    state = battle(escorted, first, second, make_ship(id="s2", side="b", seat="b"))
    state.seats = {"a1": "a", "a2": "a", "b": "b"}
    state.acted = ["g1", "e1"]
    question = formation_question(seen_by(state, "a2"), [second], PRIMARY)
    assert question is not None
    assert "escort:g1" in question.slots["e2"].keys
    assert "escort:e1" not in question.slots["e2"].keys


@pytest.mark.rule("FT-5.2.10", "FT-5.2.9")
def test_all_escorts_that_protect_fire_at_who_accepts_their_fire():
    """Also the one that the attacker has matched: it is every escort that has not fired."""
    attacker = make_group(id="x1", side="b", seat="b", position=away(2))
    escorts = [make_group(id="e1", strength=1, escorting="g1"), make_group(id="e2", strength=2, escorting="g1")]
    state = battle(attacker, make_group(), *escorts)
    allotted = {"e1": 1, "g1": 5}
    assert [each.id for each in dogfights.bypassed(state, allotted)] == ["e2"]
    assert [each.id for each in dogfights.firing_at_once(state, allotted)] == ["e1", "e2"]
    escorts[0].cef = 0
    assert [each.id for each in dogfights.firing_at_once(state, allotted)] == ["e2"]
    assert dogfights.firing_at_once(state, {"e1": 1, "e2": 2, "g1": 3}) == []


@pytest.mark.rule("FT-5.2.5")
def test_who_cannot_reach_a_group_does_not_escort_it_and_that_is_told():
    group, other = make_group(), make_group(id="g2", position=away(30))
    judge, told = referee()
    formations.escort(battle(group, other), judge, group, other)
    assert ([event.kind for event in told], group.escorting) == (["no_escort"], "")


@pytest.mark.rule("FT-5.2.4")
def test_screens_and_escorts_of_what_is_gone_are_over():
    """A ship destroyed by ship fire, a group that has landed."""
    screen, escort, landed = make_group(screening="s2"), make_group(id="e1", escorting="g3"), make_group(id="g3")
    state = battle(screen, escort, landed, make_ship(id="s2", side="a", seat="a", status="destroyed"), carrier(2))
    recovery.take_in(state, referee([6])[0], landed, state.ships["c1"])
    runs.release(state, referee()[0])
    assert (screen.screening, escort.escorting) == ("", "")


# Bays


@pytest.mark.rule("FT-5.8.1", "FT-5.8.6")
def test_groups_that_share_a_bay_do_not_leave_it_in_one_turn():
    ship = carrier(2)
    state = battle(ship, *aboard_groups(ship, 3, 4))
    state.orders = {"c1": "LAUNCH"}
    view = seen_by(state, "a")
    question = launch_question(view, [ship])
    assert question is not None
    assert question.default(view) == {"g0": "launch", "g1": "launch"}
    assert [problem.rule for problem in question.problems(view, dict.fromkeys(["g0", "g1", "g2"], "launch"))] == ["FT-5.8.1"]


@pytest.mark.rule("FT-5.8.3", "FT-5.8.4")
def test_admirals_of_one_side_share_what_a_carrier_takes_in():
    groups = [make_group(id="g1", seat="a1"), make_group(id="g2", seat="a2")]
    ship = carrier(2, seat="a1")
    state = battle(ship, *groups, make_ship(id="b1", side="b", seat="b"))
    state.seats = {"a1": "a", "a2": "a", "b": "b"}
    asked: list[str] = []

    def land(question):
        asked.append(question.seat)
        answer = dict.fromkeys(question.slots, "c1")
        problems = question.problems(state, answer)
        return {} if problems else answer

    run_to_end(recovery.recover_groups(state, referee([6])[0]), land)
    assert asked == ["a1", "a2"]
    assert [group.status for group in groups] == ["aboard", "flying"]


@pytest.mark.rule("FB2-6")
def test_the_launched_groups_of_one_admiral_move_before_the_others_of_his_side():
    new, old = make_group(id="new", seat="a1", since=1), make_group(id="old", seat="a2", since=0)
    state = in_order(new, old)
    state.seats = {"a1": "a", "a2": "a", "b": "b"}
    assert first_to_move(state, [old], PRIMARY) == []
    assert first_to_move(state, [new], PRIMARY) == [new]
    state.passed = ["a1"]
    assert first_to_move(state, [old], PRIMARY) == [old]


# Documents


@pytest.mark.rule("FT-5.2.15")
def test_heavy_missiles_cannot_be_fielded():
    """No document can say how they attack."""
    ship = ship_file("shearwater", (20, 20), fighters=[{"type": "heavy_missile"}])
    read = FULL_THRUST.read("scenario", scenario_file(side_file("a", ship), side_file("b", ship_file("hearth", (40, 20)))))
    assert [problem.rule for problem in read] == ["FT-5.2.15"]
    assert "heavy_missile" not in fighters_of("human")


@pytest.mark.rule("FT-2.7.22")
def test_fighters_attack_fighters_then_ships_and_ordnance_comes_last():
    ship = make_ship(id="b1", rows=LONG_ROWS)
    wing, guard = make_group(run="b1", position=away(2)), make_group(id="g2", side="b", seat="b", position=away(3))
    bolt = make_marker(id="m1", kind="plasma_bolt", strength=1, position=away(-5), by="far-a")
    state = battle(ship, make_group(id="g3", position=away(3)), wing, guard, bolt)
    state.markers["m2"] = make_marker(id="m2", position=away(2), targets=["b1"], by="far-a")
    umpire, told = referee([3] * 60)
    run_to_end(attack(state, umpire), lambda question: {"g3>g2": 1} if "g3>g2" in getattr(question, "slots", ()) else {})
    kinds = [event.kind for event in told if event.kind in ("dogfight", "strike", "bolt_bursts", "salvo_strikes")]
    assert list(dict.fromkeys(kinds)) == ["dogfight", "strike", "bolt_bursts", "salvo_strikes"]


@pytest.mark.rule("FT-5.7.13", "FT-5.7.14")
@pytest.mark.parametrize(("face", "dice"), [(5, (2, 4)), (4, (1, 2))])
def test_a_raging_group_rolls_twice_the_dice_of_its_ace_as_well(face, dice):
    group = make_group(type="kravak_standard", strength=4, launched=6, ace=2)
    assert attack_dice(battle(group, switches=Switches(ro_kah=True)), referee([face])[0], group) == dice
