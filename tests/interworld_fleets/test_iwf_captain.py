"""The captain: where it goes, what it shoots, what it spends; and that it beats whoever plays at random."""

from __future__ import annotations

import random

import pytest
from iwf_fakes import make_ship, make_state

from quarterdeck.bots.playing import play
from quarterdeck.bots.random import RandomBot
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.hexes import Hex, arc_of, distance
from quarterdeck.engine.text import _
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS
from quarterdeck.systems.interworld_fleets.advice import best_interception, best_strike, blows_itself_up, useless_dice
from quarterdeck.systems.interworld_fleets.boarding import ask_self_destruction
from quarterdeck.systems.interworld_fleets.bot import Captain
from quarterdeck.systems.interworld_fleets.class_files import packaged_boards
from quarterdeck.systems.interworld_fleets.commands import Declared, discard, use_ability, uses
from quarterdeck.systems.interworld_fleets.gunnery import best_plan
from quarterdeck.systems.interworld_fleets.launch import strike_question
from quarterdeck.systems.interworld_fleets.move_keys import is_ram, walk_of
from quarterdeck.systems.interworld_fleets.movement import Pose, helm_of, on_map, walk
from quarterdeck.systems.interworld_fleets.moves import how_to_move
from quarterdeck.systems.interworld_fleets.plans import options
from quarterdeck.systems.interworld_fleets.reach import reached
from quarterdeck.systems.interworld_fleets.reactions import Incoming, intercept_question
from quarterdeck.systems.interworld_fleets.shooting import engage
from quarterdeck.systems.interworld_fleets.state import Activation, Command, Deeds
from quarterdeck.systems.interworld_fleets.weapons import Pool

CANNON = {"id": "w1", "type": "cannon", "attacks": 4, "arcs": ["fore"], "range": 6}


def battle(*ships, **given):
    members = [ship for ship in ships if ship.unit == ships[0].unit]
    active = Activation(members[0].unit, members[0].seat, {ship.id: Deeds() for ship in members}, part="move")
    return make_state(*ships, active=active, **given)


def foe(name="b", **given):
    return make_ship(**{"name": name, "side": "B", "points": 40, **given})


def answer(state, question):
    reply = Captain().answer(state, {"q": question}, random.Random(1))
    value = reply.answers["q"]
    assert question.problems(state, value) == []
    assert reply.reasons["q"].message
    return value


def moved(state, *names):
    """Where the captain takes ships."""
    ships = [state.ships[name] for name in names]
    lines = answer(state, how_to_move(state, ships[0].seat, ships))
    return [walk(state, Pose(ship.at, ship.facing), helm_of(state, ship), lines[ship.id].strip("-")).end for ship in ships]


# Moves


def test_it_goes_where_its_guns_bear():
    state = battle(make_ship(name="a", weapons=[CANNON]), foe(at=(4, -8), facing=2))
    [(at, facing)] = moved(state, "a")
    assert arc_of(at, facing, Hex(4, -8)) == "fore"
    assert distance(at, Hex(4, -8)) <= 6


def test_of_all_shots_it_takes_the_one_from_astern():
    """The target drifts ahead of it with its guns forward: both are possible, its stern is better."""
    state = battle(make_ship(name="a", speed=4, weapons=[CANNON]), foe(at=(0, -6), facing=0, weapons=[CANNON]))
    [(at, facing)] = moved(state, "a")
    assert arc_of(Hex(0, -6), 0, at) == "aft"
    assert arc_of(at, facing, Hex(0, -6)) == "fore"


@pytest.mark.parametrize("kind", ["minefield", "asteroid_field"])
def test_it_keeps_off_bad_terrain(kind):
    fields = [{"kind": kind, "hexes": [[0, -1], [0, -2], [0, -3]]}]
    state = battle(make_ship(name="a", speed=3, weapons=[CANNON]), foe(at=(0, -12), facing=3), terrain=fields)
    [(at, _facing)] = moved(state, "a")
    assert at == (0, 0)


def test_it_does_not_stop_where_ships_are_lost():
    """One hex ahead lies in the zone of a gravity well: who moves one hex there is destroyed (IWF-9.13)."""
    state = battle(make_ship(name="a", speed=1, weapons=[CANNON]), foe(at=(0, -9), facing=3), terrain=[WELL])
    assert [at for at, _facing in moved(state, "a")] == [(0, 0)]


WELL = {"kind": "gravity_well", "centre": [[1, -2]]}


def test_a_squadron_keeps_together():
    mates = [
        make_ship(name=name, squadron="s", hull_max=1, at=at, weapons=[CANNON]) for name, at in (("x", (0, 0)), ("y", (1, 0)))
    ]
    state = battle(*mates, foe(at=(2, -9), facing=3))
    (one, _), (other, _) = moved(state, "x", "y")
    assert distance(one, other) == 1


def test_it_judges_the_poses_that_the_rules_allow():
    """Its arrays of what can be reached agree with the paths of the rules, on a map with an edge and terrain."""
    fields = [{"kind": "large_asteroid", "hexes": [[1, 2], [2, 1]]}]
    ship, mate = make_ship(name="a", at=(2, 3), facing=5, speed=5), make_ship(name="m", at=(1, 3))
    state = battle(ship, mate, terrain=fields, shape=INTERWORLD_FLEETS.scenarios()["three-lanterns"].map)
    found = reached(state, ship, helm_of(state, ship), [mate.at])
    ours = [(found.path(number), found.pose(number)) for number in range(len(found.end))]
    legal = [(course.path, course.end) for course in on_map(state, ship, [mate.at])]
    assert [each for each in ours if each not in legal] == []
    assert {pose for _path, pose in ours} == {pose for _path, pose in legal}


# What a beginner would laugh at


LANTERNS = INTERWORLD_FLEETS.scenarios()["three-lanterns"].map
"""A map of 21 by 17 hexes; 0, 0 is its upper left corner."""


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("at", [(0, 0), (20, -10), (0, 16), (20, 6), (10, -5)])
@pytest.mark.rule("IWF-3.10")
def test_it_stays_on_the_map_in_whatever_corner_it_is(at, facing):
    state = battle(make_ship(name="a", at=at, facing=facing, speed=8, weapons=[CANNON]), foe(at=(10, 3)), shape=LANTERNS)
    [(end, _facing)] = moved(state, "a")
    assert state.map.holds(end)


@pytest.mark.parametrize("kind", ["large_asteroid", "gravity_well"])
@pytest.mark.rule("IWF-9.12", "IWF-9.14")
def test_it_goes_round_what_no_ship_may_enter(kind):
    """The enemy lies straight ahead behind it, a target for a ram as well."""
    rock = [{"kind": kind, "hexes": [[0, -2], [0, -3]]}]
    state = battle(make_ship(name="a", speed=6, weapons=[CANNON]), foe(at=(0, -5), facing=3, hull=1), terrain=rock)
    [line] = answer(state, how_to_move(state, "seat-A", [state.ships["a"]])).values()
    walked = walk_of(state, state.ships["a"], line)
    assert not is_ram(line)
    assert [pose for pose in walked.poses if pose.at in state.terrain.closed] == []
    assert distance(walked.end.at, Hex(0, -5)) <= 6


@pytest.mark.parametrize(
    ("at", "terrain"),
    [
        ((0, 5), []),
        ((0, -7), []),
        ((0, -4), [{"kind": "asteroid_field", "hexes": [[0, -2]]}]),
    ],
    ids=["astern", "too far", "behind rocks"],
)
@pytest.mark.rule("IWF-1.6", "IWF-4.2", "IWF-4.4")
def test_it_fires_at_nothing_that_it_cannot_hit(at, terrain):
    state = battle(make_ship(name="a", weapons=[CANNON]), foe(at=at), terrain=terrain)
    ships = [state.ships["a"]]
    assert answer(state, engage(state, ships, options(state, ships))) == {"a/crew": "batten"}


def test_it_fires_at_what_it_can_hit():
    state = battle(make_ship(name="a", weapons=[CANNON]), foe(at=(0, -5), facing=3))
    ships = [state.ships["a"]]
    assert answer(state, engage(state, ships, options(state, ships))) == {"a/w1": "b"}


def test_it_does_not_end_its_move_on_another_ship():
    around = [foe(f"b{n}", at=at) for n, at in enumerate([(0, -2), (1, -2), (-1, -2)])]
    state = battle(make_ship(name="a", speed=3, ram=False, weapons=[CANNON]), make_ship(name="m", at=(0, -3)), *around)
    [(end, _facing)] = moved(state, "a")
    assert end not in [ship.at for ship in state.on_map if ship.id != "a"]


# Rams


def line_of(state):
    [line] = answer(state, how_to_move(state, "seat-A", [state.ships["a"]])).values()
    return line


def rammer(**given):
    return make_ship(**{"name": "a", "hull_max": 9, "armour": 3, "points": 40, "weapons": [{**CANNON, "attacks": 1}], **given})


@pytest.mark.rule("IWF-3.14")
def test_it_rams_what_it_breaks_at_little_cost():
    """Nine dice and two for its way go through any shields at armour 1; four and two hardly ever get through armour 3."""
    state = battle(rammer(), foe(at=(0, -5), hull_max=4, shields=5, armour=1))
    assert is_ram(line_of(state))


@pytest.mark.parametrize(
    "given",
    [
        {"a": {"hull": 1, "armour": 1, "points": 200}, "b": {"hull_max": 4}},
        {"a": {}, "b": {"hull_max": 4, "armour": 9}},
        {"a": {}, "b": {"hull_max": 4, "at": (0, -9)}},
        {"a": {"ram": False}, "b": {"hull_max": 4}},
    ],
    ids=["it would be lost", "too hard", "out of reach", "no ram"],
)
@pytest.mark.rule("IWF-3.11", "IWF-3.14")
def test_it_does_not_ram(given):
    assert not is_ram(line_of(battle(rammer(**given["a"]), foe(**{"at": (0, -5), **given["b"]}))))


# Fire


@pytest.mark.rule("IWF-4.49")
def test_it_joins_its_fire_to_beat_armour():
    guns = [{**CANNON, "id": f"w{n}", "attacks": 2} for n in range(3)]
    state = battle(
        make_ship(name="a", weapons=guns), foe(at=(0, -5), facing=3, armour=3), foe("c", at=(1, -5), facing=3, armour=3)
    )
    plan = best_plan(state, options(state, [state.ships["a"]]))
    assert len(plan) == 3
    assert len(set(plan.values())) == 1


def test_it_battens_down_when_there_is_nothing_to_do_unless_it_waits_for_fighters():
    state = battle(make_ship(name="a", weapons=[CANNON]), foe(at=(0, 20)))
    assert best_plan(state, options(state, [state.ships["a"]])) == {"a/crew": "batten"}
    carrier = battle(make_ship(name="a", hangars=1, fighters=1), foe(at=(0, 20)))
    assert best_plan(carrier, options(carrier, [carrier.ships["a"]])) == {}


@pytest.mark.rule("IWF-6.1")
def test_it_boards_when_that_is_worth_more_than_its_guns():
    state = battle(
        make_ship(name="a", hull_max=8, weapons=[{**CANNON, "attacks": 1}]), foe(at=(0, -1), hull_max=4, hull=2, armour=3)
    )
    assert best_plan(state, options(state, [state.ships["a"]])) == {"a/crew": "b"}


# What it spends


def incoming(dice, ship="a"):
    return Incoming("missile", ship, "b", (Pool(dice, 4, True),))


@pytest.mark.rule("IWF-5.6")
def test_it_intercepts_what_would_hurt_and_lets_the_rest_come():
    state = battle(make_ship(name="a"), foe(hull_max=4, fighters=2, hangars=1, armour=2))
    ships = [state.ships["b"]]
    assert best_interception(state, intercept_question(state, incoming(8), ships, 0)) == {"b": 2}
    assert best_interception(state, intercept_question(state, incoming(1), ships, 0)) == {}


@pytest.mark.rule("IWF-5.2")
def test_it_strikes_where_that_is_worth_most():
    state = battle(make_ship(name="a", fighters=2, hangars=1), foe(at=(0, 5), defence=9), foe("c", at=(5, 0), hull_max=3))
    targets = [state.ships["b"], state.ships["c"]]
    assert best_strike(state, strike_question(state.ships["a"], targets)) == {"c": 2}
    assert best_strike(state, strike_question(state.ships["a"], targets[:1])) == {}


@pytest.mark.rule("IWF-6.7")
def test_it_blows_itself_up_only_when_it_is_lost_anyway():
    state = battle(make_ship(name="a", hull_max=9, armour=1, points=40), foe(at=(0, -1), hull_max=5, hull=1, points=40))
    boarder, target = state.ships["a"], state.ships["b"]
    assert blows_itself_up(state, ask_self_destruction(state, [boarder], target, 0))
    target.hull = 5
    assert not blows_itself_up(state, ask_self_destruction(state, [boarder], target, 0))


@pytest.mark.rule("IWF-8.3")
def test_it_braces_for_what_hurts_and_not_for_a_scratch():
    state = battle(make_ship(name="a"), foe(hull_max=6, armour=1))
    state.commands["B"] = Command(packaged_boards()["tide-of-masks"], 6, dict.fromkeys(range(1, 7), 1))
    found = uses(state, "when_attacked", "B", [state.ships["b"]], "cannon")
    for dice, answered in ((8, ["brace:b"]), (0, [])):
        declared = Declared("cannon", "a", (Pool(dice, 4, True),))
        assert answer(state, use_ability(state, "when_attacked", "seat-B", found, declared)) == answered


@pytest.mark.rule("IWF-2.3")
def test_it_removes_dice_that_nobody_can_use():
    state = battle(make_ship(name="a"), foe(weapons=[CANNON]))
    state.commands["B"] = Command(packaged_boards()["tide-of-masks"], 6, dict.fromkeys(range(1, 7), 1))
    assert useless_dice(state, discard(state, "B", "IWF-2.3", _("Remove"))) == {"1": 1, "3": 1, "4": 1}


def asked(state, moment, side, declared=None, cells=range(1, 7), board="brass-chorus"):
    """What the captain answers when its side may use an ability, with a die in each of some cells of its board."""
    state.commands[side] = Command(packaged_boards()[board], 6, {cell: int(cell in cells) for cell in range(1, 7)})
    ships = [ship for ship in state.on_map if ship.side == side]
    found = uses(state, moment, side, ships, declared.attack if declared else None)
    return answer(state, use_ability(state, moment, ships[0].seat, found, declared))


@pytest.mark.rule("IWF-8.11")
def test_it_lights_the_afterburner_where_that_brings_its_guns_to_bear():
    """Speed 4 and range 6: at 12 hexes it comes into range with 3 more, at 10 without, at 16 not at all."""
    for away, used in ((12, ["afterburner:a"]), (10, []), (16, [])):
        ship = make_ship(name="a", speed=4, ram=False, points=60, weapons=[{**CANNON, "attacks": 6}])
        state = battle(ship, foe(at=(0, -away), facing=0, hull_max=4))
        assert asked(state, "activation_start", "A", cells=[3]) == used


def test_it_turns_hard_over_for_an_enemy_astern_and_not_for_one_ahead():
    for at, used in (((0, 4), ["hard_over:a"]), ((0, -5), [])):
        ship = make_ship(name="a", speed=4, ram=False, points=60, weapons=[{**CANNON, "attacks": 6}])
        state = battle(ship, foe(at=at, facing=0, hull_max=4))
        assert asked(state, "activation_start", "A", cells=[4]) == used


@pytest.mark.rule("IWF-8.10")
def test_it_charges_shields_that_are_down_and_not_those_that_are_up():
    for shields, used in ((0, ["shield_charge:a"]), (4, [])):
        state = battle(make_ship(name="a", shields_max=4, shields=shields, points=40), foe(at=(0, -20)))
        assert asked(state, "activation_start", "A", cells=[2]) == used


@pytest.mark.rule("IWF-8.9")
def test_it_aims_better_where_it_has_something_to_shoot_at():
    for at, used in (((0, -5), ["devastating_fire:a"]), ((0, 5), [])):
        state = battle(make_ship(name="a", weapons=[{**CANNON, "attacks": 6}]), foe(at=at, facing=3, hull_max=6))
        assert asked(state, "before_shooting", "A", cells=[1]) == used


@pytest.mark.rule("IWF-6.2")
def test_it_sends_all_hands_into_a_boarding_that_is_open():
    """Six dice against six are an even fight; against one point of hull it is won without more, and wins little."""
    for hull, points, used in ((6, 40, ["all_hands:a"]), (1, 5, [])):
        state = battle(make_ship(name="a", hull_max=6), foe(at=(0, -1), hull_max=6, hull=hull, points=points))
        state.active.boarded, state.active.ships["a"].boarded = "b", True
        assert asked(state, "before_boarding", "A", cells=[6]) == used


# Whole battles


@pytest.mark.parametrize("scenario", INTERWORLD_FLEETS.scenarios())
@pytest.mark.parametrize("side", ["a", "b"])
def test_it_beats_the_random_player(scenario, side):
    won = 0
    for seed in range(4):
        battle_ = Battle.begin(INTERWORLD_FLEETS, INTERWORLD_FLEETS.scenarios()[scenario], seed=f"{seed}", keep=False)
        seats = battle_.state.seats.items()
        play(battle_, {seat: Captain() if of == side else RandomBot() for seat, of in seats}, random.Random(seed))
        won += side in battle_.outcome.winners
        assert not [entry for entry in battle_.inputs if entry.void]
    assert won == 4


def test_the_same_view_gives_the_same_answers():
    stories = []
    for _time in range(2):
        battle_ = Battle.begin(INTERWORLD_FLEETS, INTERWORLD_FLEETS.scenarios()["three-lanterns"], seed="x", keep=False)
        play(battle_, dict.fromkeys(battle_.state.seats, Captain()), random.Random(len(stories)))
        stories.append([told.canonical() for told in battle_.told])
    assert stories[0] == stories[1]
