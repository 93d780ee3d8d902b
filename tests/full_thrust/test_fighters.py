"""The worked cases of fighters, missiles and of fire at them."""

from __future__ import annotations

import pytest
from case_files import cases
from fakes import make_ship
from fighter_cases import facts_of
from missile_cases import launcher_of, missile_ship
from movement_cases import check
from small_craft import LONG_ROWS, aboard_groups, away, battle, carrier, make_group, make_marker

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.referee import Taken
from quarterdeck.systems.full_thrust.alternation import has_passed, loser_first, next_to_act
from quarterdeck.systems.full_thrust.fighters.dogfights import Allot
from quarterdeck.systems.full_thrust.fighters.following import follow_ships
from quarterdeck.systems.full_thrust.fighters.formations import merge, split
from quarterdeck.systems.full_thrust.fighters.recovery import may_recover
from quarterdeck.systems.full_thrust.fighters.runs import AttackRuns, Evasion, break_offers, take_break_offs
from quarterdeck.systems.full_thrust.launches import launchable, may_launch
from quarterdeck.systems.full_thrust.order_lines import read_orders
from quarterdeck.systems.full_thrust.ordnance.placing import placeable
from quarterdeck.systems.full_thrust.ordnance.salvos import acquire, attack
from quarterdeck.systems.full_thrust.round import attack as attacks
from quarterdeck.systems.full_thrust.round import declare
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.small_fire import shoot_away
from quarterdeck.systems.full_thrust.state import Core, Dock, Ship
from quarterdeck.systems.full_thrust.targets import Shot, guidance_of
from scripted import referee, run_to_end


@pytest.mark.parametrize(
    ("rule", "case"),
    [
        *cases("FT-2.7.2", "FT-2.7.40"),
        *cases("FT-2.1.6", "FT-2.7.9", "FT-2.7.10", "FT-2.7.11", "FT-2.7.13", "FT-2.7.16", "FT-2.7.17", "FT-2.7.39", "FT-2.7.41"),
        *cases("FT-2.7.42", "FT-2.7.43", "FT-2.7.44", "FT-2.7.45", "FT-2.7.46", "FT-2.7.47"),
        *cases("FT-4.1.7", "FT-4.2.7", "FT-4.8.8", "FT-7.1.2", "FT-7.1.3", "FT-9.7.4"),
        *cases("FT-5.0", "FT-5.1", "FT-5.2", "FT-5.3", "FT-5.4", "FT-5.5", "FT-5.6", "FT-5.7", "FT-5.8"),
        *cases("FT-6.0", "FT-6.1", "FT-6.2", "FT-6.3", "FT-6.4", "FT-6.5"),
    ],
)
def test_worked_case(rule, case):
    check(facts_of(rule, case["given"]), case["expect"])


@pytest.mark.parametrize(("rule", "case"), cases("FT-2.7.4"))
def test_worked_case_of_what_is_written(rule, case):
    actions = [action for line in case["given"]["written"] for action in read_orders(line)[0]]
    check({"allowed": any(action.kind == case["given"]["wanted"] for action in actions)}, case["expect"])


@pytest.mark.parametrize(("rule", "case"), cases("FT-2.7.12"))
def test_worked_case_of_a_pass_in_phase_4(rule, case):
    ships = [missile_ship(launcher_of("smr", "smr1", 4), id=f"{side}1", side=side, seat=side) for side in ("a", "b")]
    state = battle(*ships)
    assert case["given"]["events"] == ["B passes", "A launches salvo"]

    def able(seat: str) -> list[Ship]:
        return [ship for ship in ships if ship.seat == seat and may_launch(state, ship)]

    assert next_to_act(state, loser_first(state), able, state.acted) == [ships[1]]
    has_passed(state, referee()[0], "b", "FT-2.7.11")
    assert next_to_act(state, loser_first(state), able, state.acted) == [ships[0]]
    state.acted.append("a1")
    state.last_side = "a"
    check({"allowed": ships[1] in next_to_act(state, loser_first(state), able, state.acted)}, case["expect"])


@pytest.mark.parametrize(("rule", "case"), cases("FT-2.7.18"))
def test_worked_case_of_the_order_of_declarations(rule, case):
    ships = [make_ship(id=f"{side}1", side=side, seat=side) for side in ("a", "b")]
    groups = [make_group(id=f"{side}1-g1", side=side, seat=side, position=away(1)) for side in ("a", "b")]
    state = battle(*ships, *groups, make_marker())
    words = {AttackRuns: "attacks", Evasion: "evasion"}
    played: list[str] = []
    judge, told = referee()
    rest = declare(state, judge)
    answer: list[object] | None = None
    try:
        while True:
            asked = rest.send(answer)
            played += ["markers"] * (not played and told[0].kind == "salvo_attacks")
            played += [f"{question.seat.upper()} {words[type(question)]}" for question in asked.questions]
            answer = [question.default(state) for question in asked.questions]
    except StopIteration:
        pass
    check({"played_order": played}, case["expect"])


@pytest.mark.parametrize(("rule", "case"), cases("FT-2.7.22"))
def test_worked_case_of_the_order_of_attacks(rule, case):
    things = {
        "missiles": make_marker(targets=["s1"]),
        "plasma_bolt": make_marker(id="m2", kind="plasma_bolt", strength=1, position=away(9), targets=["s1"]),
        "fighter_vs_ship": make_group(run="s1", position=away(2)),
        "fighter_vs_fighter": make_group(id="g2", position=away(1)),
    }
    state = battle(
        make_ship(rows=LONG_ROWS),
        make_group(id="x1", side="b", seat="b", cef=0),
        *[things[each] for each in case["given"]["attacks"]],
    )
    names = dict(zip(("salvo_strikes", "bolt_bursts", "strike", "dogfight"), things, strict=True))
    judge, told = referee([1] * 40)
    run_to_end(attacks(state, judge), lambda question: {"g2>x1": 1} if isinstance(question, Allot) else [])
    check({"order": [names[event.kind] for event in told if event.kind in names]}, case["expect"])


@pytest.mark.rule("FT-2.7.37")
def test_all_salvos_at_a_ship_roll_to_attack_before_any_rolls_damage():
    """The worked case: attack dice 2 and 3 first, of which a hit takes one; then 6 and 1 of the first salvo, 4 and 5."""
    markers = [make_marker(id="m1", targets=["s1"]), make_marker(id="m2", targets=["s1"], hits=1)]
    judge, told = referee([2, 3, 6, 1, 4, 5])
    attack(battle(make_ship(rows=LONG_ROWS), *markers), judge)
    struck = [event.data for event in told if event.kind == "salvo_strikes"]
    assert [(each["arriving"], each["damage"]) for each in struck] == [(2, 7), (2, 9)]


@pytest.mark.rule("FT-2.7.37")
def test_ships_under_missile_attack_come_in_scenario_order():
    ships = [make_ship(id=each, rows=LONG_ROWS) for each in ("s1", "s2")]
    markers = [make_marker(id="m1", targets=["s2"]), make_marker(id="m2", targets=["s1"])]
    judge, told = referee([1, 3, 1, 4])
    attack(battle(*ships, *markers), judge)
    struck = [event.data for event in told if event.kind == "salvo_strikes"]
    assert [(each["target"], each["damage"]) for each in struck] == [("s1", 3), ("s2", 4)]


@pytest.mark.rule("FT-2.7.43")
@pytest.mark.parametrize("high", [5.0, 6.5], ids=["in PD range", "beyond it"])
def test_an_adfc_covers_the_friend_under_attack_by_most_of_what_is_fired_at(high):
    """A bolt at two friends and a salvo at the second of them: with that one covered no Fire Control is needed."""
    guard = make_ship(id="d1", systems=["adfc", "pds1", "pds2"])
    friends = [make_ship(id=each, position=Vector(x, 0.0)) for each, x in (("s2", 2.0), ("s3", -2.0))]
    bolt = make_marker(id="m1", kind="plasma_bolt", strength=3, position=away(high), targets=["s2", "s3"])
    salvo = make_marker(id="m2", position=Vector(-2.0, 1.0), targets=["s3"])
    shots = [Shot("pds1", "m1", mode="PD"), Shot("pds2", "m2", mode="PD")]
    state = battle(guard, *friends, bolt, salvo)
    assert guidance_of(state, guard, shots) == ((), ("s3",), False)
    salvo.targets, bolt.targets = ["s2"], ["s3"]
    guides = guidance_of(state, guard, shots)
    assert (len(guides.controls), len(guides.covered), guides.lacking) == (1, 1, False)


@pytest.mark.rule("FT-5.8.3", "FT-8.3.5")
@pytest.mark.parametrize(("burned", "lands"), [([], True), (["t1"], False), (["c1"], False)])
def test_a_carrier_in_tow_of_a_tug_that_burns_takes_no_group_in(burned, lands):
    tug, group = make_ship(id="t1", side="a", seat="a"), make_group(position=away(1))
    state = battle(carrier(2, carried_by="t1"), tug, group, accelerated=burned)
    assert may_recover(state, group, state.ships["c1"]) == lands


@pytest.mark.rule("FT-5.2.4", "FT-8.1.6")
@pytest.mark.parametrize("towed", [False, True])
def test_who_screens_a_ship_that_jumps_stays_where_it_is(towed):
    """The ship has come 10 MU in the last turn, and has not moved in this one when its fighters are asked."""
    tug = make_ship(id="t1", side="a", seat="a", jump_on=1, position=away(200))
    ship = make_ship(id="s2", side="a", seat="a", jump_on=0 if towed else 1, track=[away(0)], position=away(10))
    ship.carried_by = "t1" if towed else ""
    group = make_group(position=away(12), screening="s2")
    state = battle(ship, tug, group)
    run_to_end(follow_ships(state, referee()[0]), lambda question: question.passing())
    assert group.position == away(12)


@pytest.mark.rule("FT-5.6.5")
@pytest.mark.parametrize("cefs", [(5, 2), (2, 5)])
def test_groups_that_merge_have_the_lower_endurance_of_both(cefs):
    one, other = [make_group(id=f"g{n}", strength=2, cef=cef) for n, cef in enumerate(cefs, 1)]
    merge(battle(one, other), referee()[0], one, other)
    assert (other.strength, other.cef, one.status) == (4, 2, "destroyed")


@pytest.mark.rule("FT-5.8.3", "FT-7.2.4", "FT-A.4.21")
@pytest.mark.parametrize(
    "given", [{"shrouded": True}, {"core": Core(control_from=9)}, {"side": "b", "seat": "b"}, {"status": "derelict"}]
)
def test_who_is_out_of_control_or_shrouded_or_an_enemy_takes_no_group_in(given):
    group = make_group(position=away(1))
    for change, lands in (({}, True), (given, False)):
        state = battle(carrier(2, **change), group)
        assert may_recover(state, group, state.ships["c1"]) == lands


@pytest.mark.rule("FT-5.3.2")
def test_who_was_shot_down_while_the_offer_waited_does_not_break_off():
    groups = [make_group(run="s1"), make_group(id="g2", run="s1")]
    state = battle(make_ship(), *groups)
    (offer,) = break_offers(state)
    judge, told = referee()
    shoot_away(state, judge, groups[0], 6)
    take_break_offs(state, judge, [Taken(offer, ["g1", "g2"])])
    assert [(event.kind, event.data["group"]) for event in told] == [("group_lost", "g1"), ("broke_off", "g2")]


@pytest.mark.rule("FT-5.7.13", "FT-5.6.5", "FT-5.6.6")
def test_what_was_launched_goes_with_the_fighters_when_groups_merge_and_part():
    """So that a group counts as damaged where fighters are missing, and where none are it does not."""
    whole, hurt = (
        make_group(strength=2, type="kravak_standard"),
        make_group(id="g2", strength=2, launched=4, type="kravak_standard"),
    )
    state = battle(whole, hurt, switches=Switches(splitting=True))
    split(state, referee()[0], whole, 1)
    assert [(group.strength, group.launched) for group in state.groups.values()] == [(1, 1), (2, 4), (1, 1)]
    merge(state, referee()[0], whole, hurt)
    assert (hurt.strength, hurt.launched) == (3, 5)


@pytest.mark.rule("FT-8.1.3", "FT-A.4.21", "FT-5.8.1")
@pytest.mark.parametrize(("given", "number"), [({}, 1), ({"shrouded": True}, 0), ({"jump_on": 2}, 0)])
def test_who_is_shrouded_or_about_to_jump_launches_nobody(given, number):
    ship = carrier(1, **given)
    state = battle(ship, *aboard_groups(ship, 1), orders={"c1": "LAUNCH"})
    assert len(launchable(state, ship)) == number


@pytest.mark.rule("FT-6.1.5", "FT-10.7.2")
def test_a_salvo_leaves_alone_who_has_struck_to_its_side():
    struck = make_ship(id="s1", position=away(1), status="derelict", derelict_by="struck", yielded_to="a")
    marker = make_marker()
    other, own = make_ship(id="s2", position=away(2)), make_ship(id="a1", side="a", seat="a", position=away(90))
    acquire(battle(struck, other, own, marker), referee()[0])
    assert marker.targets == ["s2"]


@pytest.mark.rule("FT-12.7.5", "FT-6.1.1")
@pytest.mark.parametrize(("dock", "launches"), [(None, 1), (Dock("s9", away(1)), 0)])
def test_a_docked_ship_launches_no_ordnance(dock, launches):
    ship = missile_ship(launcher_of("smr", "smr1", 4), dock=dock)
    assert len(placeable(battle(ship, make_ship(id="s9", side="a", seat="a", station=True)), ship)) == launches
