"""Ship fire resolved: order of dice, events, Screens, duels, and how it agrees with the odds (chapters 2.7 and 4.3 to 4.9)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fakes import make_ship, make_state, make_system
from fire_cases import LONG_ROWS, fired, firing_ship, legal, ship_at
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine.dice import SeededDice
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.arcs import possible_arcs
from quarterdeck.systems.full_thrust.fire import apply_noted, check_plan, fire, is_duel
from quarterdeck.systems.full_thrust.odds import Target, volley
from quarterdeck.systems.full_thrust.protection import Blow, direct, split
from quarterdeck.systems.full_thrust.refusals import why_not
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, ARCS
from quarterdeck.systems.full_thrust.state import NotedDamage
from quarterdeck.systems.full_thrust.targets import Shot, aims, can_fire, enemies, read_aim, working_weapons
from scripted import referee

DUEL = Switches(duel_damage=True)


# What is told of each weapon


def told_of(weapon: str, rolls: list[int], range_: float = 8.0, system: str = "", **target) -> Event:
    """The one fire event of a weapon at a ship."""
    state = make_state(firing_ship([weapon]), ship_at(range_, "FS", **target))
    return fired(state, [Shot(weapon, "s1", system)], rolls)[0]


def facts(weapon: str, kind: str, cls: int = 0, range_: float = 8.0) -> dict:
    return {"ship": "a1", "target": "s1", "weapon": weapon, "kind": kind, "cls": cls, "range": range_, "arc": "FS"}


@pytest.mark.rule("FT-2.7.37", "FT-4.3.1", "FT-4.3.4", "FT-4.3.6")
def test_event_of_a_beam():
    dice = (Roll((6, 4, 6), "beam"), Roll((6, 2), "reroll"), Roll((5,), "reroll"))
    data = {
        **facts("beam-3", "beam", 3),
        **{"screens": 1, "count": 3, "mod": 0, "initial": 4, "penetrating": 3},
        **{"damage": 7, "armour_share": 4, "hull_share": 3},
    }
    assert told_of("beam-3", [6, 4, 6, 6, 2, 5], systems=["screen"]) == Event("fire", "FT-4.3.1", data, dice)


@pytest.mark.rule("FT-4.2.6", "FT-4.2.5", "FT-2.7.33")
def test_event_of_a_pds():
    dice = (Roll((6,), "beam"), Roll((6, 5), "reroll"))
    data = {
        **facts("pds", "pds", range_=6.0),
        **{"screens": 0, "count": 1, "mod": -2, "initial": 1, "penetrating": 1},
        **{"damage": 2, "armour_share": 1, "hull_share": 1},
    }
    assert told_of("pds", [6, 6, 5], 6.0) == Event("fire", "FT-4.2.6", data, dice)


@pytest.mark.rule("FT-4.9.2", "FT-4.9.3", "FT-4.9.4")
def test_event_of_a_submunition_pack():
    dice = (Roll((4, 6), "beam"), Roll((1,), "reroll"))
    data = {
        **facts("submunition_pack", "submunition_pack"),
        **{"screens": 0, "count": 2, "mod": 0, "initial": 3, "penetrating": 0},
        **{"damage": 3, "armour_share": 3, "hull_share": 0},
    }
    assert told_of("submunition_pack", [4, 6, 1], systems=["screen", "screen"]) == Event("fire", "FT-4.9.2", data, dice)


@pytest.mark.rule("FT-4.7.1", "FT-4.7.4")
def test_event_of_a_pulse_torpedo_that_hits():
    data = {
        **facts("pulse_torpedo", "pulse_torpedo"),
        **{"screens": 0, "hits_on": 3, "hit": True, "damage": 5, "armour_share": 3, "hull_share": 2},
    }
    event = told_of("pulse_torpedo", [3, 5], systems=["screen"])
    assert event == Event("fire", "FT-4.7.1", data, (Roll((3,), "to_hit"), Roll((5,), "damage")))


@pytest.mark.rule("FT-2.7.37", "FT-4.7.1")
def test_a_pulse_torpedo_that_misses_rolls_no_damage():
    data = {
        **facts("pulse_torpedo", "pulse_torpedo"),
        **{"screens": 0, "hits_on": 3, "hit": False, "damage": 0, "armour_share": 0, "hull_share": 0},
    }
    assert told_of("pulse_torpedo", [2]) == Event("fire", "FT-4.7.1", data, (Roll((2,), "to_hit"),))


@pytest.mark.rule("FT-4.8.2", "FT-4.8.3")
@pytest.mark.parametrize(("face", "hull", "knocked_out"), [(6, 1, True), (5, 1, False), (4, 0, False), (1, 0, False)])
def test_event_of_a_needle_beam(face, hull, knocked_out):
    data = {
        **facts("needle", "needle_beam"),
        **{"screens": 0, "hit": hull > 0, "knocked_out": knocked_out, "system": "fcs"},
        **{"damage": hull, "armour_share": 0, "hull_share": hull},
    }
    event = told_of("needle", [face], system="fcs", systems=["fcs", "screen"], armour=4)
    assert event == Event("fire", "FT-4.8.2", data, (Roll((face,), "needle"),))


# Order


@pytest.mark.rule("FT-2.7.37", "FT-4.2.4", "FT-2.6.3")
def test_target_by_target_as_first_announced_each_with_its_check_before_the_next():
    rows = (3, 3, 3, 3)
    first = make_ship(id="s1", rows=rows, position=Vector(0.0, 5.0), systems=["pds"])
    second = make_ship(id="s2", rows=rows, position=Vector(0.0, 6.0), systems=["pds"])
    state = make_state(firing_ship(["beam-1", "beam-2", "pulse_torpedo", "pds"], 2), first, second)
    shots = [Shot("pulse_torpedo", "s2"), Shot("beam-1", "s1"), Shot("pds", "s2"), Shot("beam-2", "s1")]
    told = fired(state, shots, [2, 4, 3, 1, 5, 4, 4, 2])
    order = [(event.kind, event.data.get("weapon", event.data.get("ship"))) for event in told]
    assert order[:4] == [("fire", "pulse_torpedo"), ("fire", "pds"), ("damage", "s2"), ("threshold", "s2")]
    assert order[4:] == [("fire", "beam-1"), ("fire", "beam-2"), ("damage", "s1"), ("threshold", "s1")]
    assert [roll.faces for event in told for roll in event.dice] == [(2,), (4,), (3,), (1,), (5,), (4, 4), (2,)]
    assert (first.hull_damage, second.hull_damage) == (3, 4)


@pytest.mark.rule("FT-2.7.37", "FT-4.5.6")
def test_all_dice_of_an_attack_fall_before_its_damage_even_if_the_target_is_gone():
    target = make_ship(id="s1", rows=(1, 0, 0, 0), position=Vector(0.0, 5.0))
    state = make_state(firing_ship(["beam-1", "beam-2"]), target)
    told = fired(state, [Shot("beam-1", "s1"), Shot("beam-2", "s1")], [4, 4, 4])
    assert [event.kind for event in told] == ["fire", "fire", "damage", "destroyed"]


@pytest.mark.rule("FT-4.8.2")
def test_two_needle_beams_at_one_system_are_one_attack():
    target = ship_at(5, systems=["main_drive"])
    state = make_state(firing_ship(["needle", "needle"]), target)
    told = fired(state, [Shot("needle", "s1", "main-drive"), Shot("needle#2", "s1", "main-drive")], [6, 6])
    assert [event.kind for event in told] == ["fire", "fire", "damage", "knocked_out", "knocked_out"]


@pytest.mark.rule("FT-4.8.2", "FT-4.4.1")
def test_screens_fall_with_the_attack_and_not_before_the_next_ships_fire():
    target = ship_at(5, systems=["screen"], rows=LONG_ROWS)
    state = make_state(firing_ship(["needle", "beam-1"], 2), target)
    told = fired(state, [Shot("beam-1", "s1"), Shot("needle", "s1", "screen")], [4, 6])
    assert [event.data["damage"] for event in told if event.kind == "fire"] == [0, 1]
    told = fired(state, [Shot("beam-1", "s1")], [4])
    assert (told[0].data["screens"], told[0].data["damage"]) == (0, 1)


@pytest.mark.rule("FT-4.9.1")
def test_a_pack_is_crossed_off_when_fired_even_if_it_misses():
    state = make_state(firing_ship(["submunition_pack", "submunition_pack", "beam-1"]), ship_at(18))
    shooter = state.ships["a1"]
    fired(state, [Shot("submunition_pack", "s1")], [1])
    assert shooter.spent == ["submunition_pack"]
    assert shooter.lost == {}
    assert not legal(state, [Shot("submunition_pack", "s1")])
    assert legal(state, [Shot("submunition_pack#2", "s1")])


@pytest.mark.rule("FT-2.7.21", "FT-4.2.3")
def test_the_round_and_not_the_fire_marks_the_ship():
    state = make_state(firing_ship(["beam-1"]), ship_at(5))
    assert fired(state, [], []) == []
    fired(state, [Shot("beam-1", "s1")], [1])
    assert state.fired == []


# Duels


@pytest.mark.rule("FT-2.7.48")
def test_a_duel_notes_damage_until_it_is_applied():
    target = ship_at(8, systems=["fcs"], armour=2)
    state = make_state(firing_ship(["beam-2", "needle", "pulse_torpedo"], 2), target, switches=DUEL)
    shots = [Shot("beam-2", "s1"), Shot("needle", "s1", "fcs"), Shot("pulse_torpedo", "s1")]
    told = fired(state, shots, [6, 4, 5, 6, 3, 5])
    assert [event.kind for event in told] == ["fire"] * 3
    assert state.noted == [NotedDamage("a1", "s1", [Blow("beam", (3, 1)), direct(1), split(3, 2)], ["fcs"])]
    assert (target.armour, target.hull_damage, target.lost) == (2, 0, {})
    judge, told = referee()
    apply_noted(state, judge)
    assert (target.armour, target.hull_damage, target.lost) == (0, 8, {"fcs": "needle"})
    assert state.noted == []
    apply_noted(state, judge)
    assert [event.kind for event in told] == ["damage", "knocked_out"]


@pytest.mark.rule("FT-2.7.48", "FT-1.1.1")
def test_a_duel_is_two_ships_of_two_sides_and_agreed():
    ours, theirs, third = firing_ship(["beam-1"]), ship_at(5), make_ship(id="s2", position=Vector(0.0, 9.0))
    assert is_duel(make_state(ours, theirs, switches=DUEL))
    assert not is_duel(make_state(ours, theirs))
    assert not is_duel(make_state(ours, theirs, third, switches=DUEL))
    assert not is_duel(make_state(theirs, third, switches=DUEL))
    third.status = "destroyed"
    assert is_duel(make_state(ours, theirs, third, switches=DUEL))


@pytest.mark.rule("FT-2.7.48")
def test_among_three_ships_damage_is_applied_at_once():
    third = make_ship(id="s2", position=Vector(0.0, 9.0))
    state = make_state(firing_ship(["beam-1"]), ship_at(5), third, switches=DUEL)
    fired(state, [Shot("beam-1", "s1")], [5])
    assert (state.noted, state.ships["s1"].hull_damage) == ([], 1)


# What holds of every battle

WEAPONS = ("beam-1", "beam-2", "beam-3", "pds", "pulse_torpedo", "needle", "submunition_pack")
MOUNTS = st.sampled_from([ALL_ROUND, ("FP", "F", "FS"), ("F",), ("AS", "A", "AP"), ("FS", "AS"), ()])
COURSES = st.integers(1, 12)


@st.composite
def battles(draw):
    """A battle of ship a1 against up to three ships, which may lie on edges of arcs or at the same point."""
    weapons = [make_system(word, arcs=draw(MOUNTS)) for word in draw(st.lists(st.sampled_from(WEAPONS), unique=True))]
    shooter = firing_ship(weapons, draw(st.integers(0, 3)), facing=draw(COURSES))
    lost = draw(st.lists(st.sampled_from([*(weapon.id for weapon in weapons), "fcs0"]), max_size=2))
    shooter.lost = dict.fromkeys(lost, "threshold")
    ships = [shooter]
    for number in range(1, draw(st.integers(1, 3)) + 1):
        place = CLOCK[draw(COURSES)]
        ahead = draw(st.sampled_from([0.0, 1.0, 6.0, 11.0, 12.0, 18.0, 29.0, 40.0]))
        aside = draw(st.sampled_from([0.0, 0.5]))
        systems = draw(st.lists(st.sampled_from(["screen", "screen", "fcs", "main_drive"]), unique=True))
        position = Vector(place.x * ahead + aside, place.y * ahead)
        armour, side = draw(st.integers(0, 4)), draw(st.sampled_from(["b", "b", "b", "a"]))
        ships.append(make_ship(id=f"s{number}", side=side, systems=systems, armour=armour, rows=(3, 3, 3, 3), position=position))
    return make_state(*ships)


def all_settled(state):
    """Every way in which the arcs of one target may be settled, each target by itself."""
    shooter = state.ships["a1"]
    return [(target, {target.id: arc}) for target in enemies(state, shooter.side) for arc in possible_arcs(shooter, target)]


@pytest.mark.rule("FT-2.7.8")
@given(battles())
def test_a_ship_can_fire_exactly_if_one_shot_makes_a_legal_plan(state):
    shooter = state.ships["a1"]
    plans = [
        (Shot(weapon.id, target.id, system), settled)
        for target, settled in all_settled(state)
        for weapon in shooter.design.systems
        for system in ["", *(each.id for each in target.design.systems)]
    ]
    some = any(not check_plan(state, shooter, [shot], settled) for shot, settled in plans)
    assert can_fire(state, shooter) == some


@pytest.mark.rule("FT-4.2.1")
@given(battles())
def test_aims_are_the_targets_against_which_nothing_can_be_said(state):
    shooter = state.ships["a1"]
    for target, settled in all_settled(state):
        for weapon in shooter.design.systems:
            keys = [key for key in aims(state, shooter, weapon, settled) if read_aim(key)[0] == target.id]
            free = why_not(state, shooter, weapon, target, settled) is None
            nameable = [system for system in target.design.systems if system.id not in target.lost]
            assert bool(keys) == (free and (weapon.kind != "needle_beam" or nameable != []))


def some_plan(state, choose: Callable[[list[str]], str]) -> list[Shot]:
    """An aim for each weapon that has one, as far as Fire Controls allow."""
    shooter, plan = state.ships["a1"], []
    for weapon in working_weapons(shooter):
        keys = aims(state, shooter, weapon, {})
        shot = Shot(weapon.id, *read_aim(choose(keys))) if keys else None
        if shot and legal(state, [*plan, shot]):
            plan.append(shot)
    return plan


@pytest.mark.rule("FT-2.7.37", "FT-4.2.4")
@given(battles(), st.data(), st.text())
def test_events_account_for_all_dice_and_all_damage(state, data, seed):
    shots = some_plan(state, lambda keys: data.draw(st.sampled_from(keys)))
    boxes = {ship.id: ship.armour + ship.design.hull for ship in state.ships.values()}
    told: list[Event] = []
    dice = SeededDice(seed)
    fire(state, Referee(dice, lambda what: told.append(what.event)), state.ships["a1"], shots, {})
    assert dice.rolled == sum(len(roll.faces) for event in told for roll in event.dice)
    volleys = [event.data for event in told if event.kind == "fire"]
    assert sorted(event["weapon"] for event in volleys) == sorted(shot.weapon for shot in shots)
    for ship in state.ships.values():
        shares = [(each["armour_share"], each["hull_share"]) for each in volleys if each["target"] == ship.id]
        assert all(armour >= 0 and hull >= 0 for armour, hull in shares)
        gone = boxes[ship.id] - ship.armour - (ship.design.hull - ship.hull_damage)
        total = sum(map(sum, shares))
        assert gone == total or (ship.status == "destroyed" and gone <= total)
    assert all(each["damage"] == each["armour_share"] + each["hull_share"] for each in volleys)
    assert all(each["arc"] in ARCS or each["range"] == 0.0 for each in volleys)


@pytest.mark.rule("FT-4.3.1", "FT-4.3.5", "FT-4.2.6", "FT-4.4.3", "FT-4.7.1", "FT-4.8.2", "FT-4.9.3")
def test_the_mean_of_many_volleys_is_that_of_the_odds():
    """Six thousand volleys of the six kinds of dice; their mean lies within four standard errors of the odds."""
    names = ["beam-3", "beam-1", "pds", "pulse_torpedo", "needle", "submunition_pack"]
    target = ship_at(6, systems=["screen", "screen", "fcs"], rows=(60, 60, 60, 60))
    state = make_state(firing_ship(names, 2), target, switches=DUEL)
    shots = [Shot(name, "s1", "fcs" if name == "needle" else "") for name in names]
    judge = Referee(SeededDice("volleys"), lambda _told: None)
    points = []
    for _volley in range(6000):
        fire(state, judge, state.ships["a1"], shots, {})
        attack = state.noted.pop()
        points.append(sum(attack.shares()))
        state.ships["a1"].spent.clear()
    mean = sum(points) / len(points)
    variance = sum((point - mean) ** 2 for point in points) / (len(points) - 1)
    expected = volley([make_system(name) for name in names], 6.0, Target(2, 0, (60, 60, 60, 60))).mean()
    assert abs(mean - expected) < 4 * (variance / len(points)) ** 0.5
