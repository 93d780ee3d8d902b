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
from quarterdeck.systems.interworld_fleets.movement import Pose, helm_of, on_map, walk
from quarterdeck.systems.interworld_fleets.moves import how_to_move
from quarterdeck.systems.interworld_fleets.plans import options
from quarterdeck.systems.interworld_fleets.reach import reached
from quarterdeck.systems.interworld_fleets.reactions import Incoming, intercept_question
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
