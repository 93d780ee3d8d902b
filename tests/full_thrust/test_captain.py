"""The captain: its answers are legal, come from the view alone, throw nothing away, and beat chance."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import pytest
from battles import CAPTAIN, SCENARIOS, as_captain, begin, put, scenario, ship_file, side_file, three_sides
from fleets import beam, fire_phase, fleets, gunship
from hypothesis import given, settings
from hypothesis import strategies as st
from lines import legal_plans

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import SeededDice
from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.questions import Options
from quarterdeck.engine.slates import Slate
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.helm import breaks_off
from quarterdeck.systems.full_thrust.manoeuvres import Motion, manoeuvre, off_table
from quarterdeck.systems.full_thrust.movement import motion_of, thrust_of
from quarterdeck.systems.full_thrust.order_lines import read_orders
from quarterdeck.systems.full_thrust.orders import WriteOrders, orders_for
from quarterdeck.systems.full_thrust.outcome import capacity
from quarterdeck.systems.full_thrust.repair import DamageControl
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.shooting import ChooseShip, DeclareFire
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Ship
from quarterdeck.systems.full_thrust.targets import range_between, working_weapons
from quarterdeck.systems.full_thrust.weapons import max_range, mean_damage
from whole_battles import at_random, play

Fleets = Battle[FleetState]
SETTINGS: dict[str, str | Scenario] = {**{key: key for key in SCENARIOS}, "three-sides": three_sides()}
ON_TERRAIN = {"asteroid-chase": 3, "orbital-landing": 7, "starbase-assault": 3}
NUMBERS = {
    "duel": 12,
    "patrol": 8,
    "fleet-action": 3,
    "convoy": 5,
    "muster": 8,
    "carrier-strike": 4,
    "hidden-contacts": 4,
    "three-flags": 3,
    "the-shoal": 3,
    "thorns": 3,
    "burning-tide": 4,
    "three-sides": 6,
    **ON_TERRAIN,
}


def moments(key: str) -> Iterator[tuple[Fleets, str, Slate]]:
    """Every slate of battles in which all sides play at random, or one of them like the captain."""
    for number in range(NUMBERS[key]):
        rng = random.Random(number)
        battle = begin(SETTINGS[key], f"captain {key} {number}")
        captain = rng.choice([*battle.state.scenario.seat_sides().values(), ""])
        while battle.outcome is None:
            seat, slate = next(iter(battle.slates().items()))
            yield battle, seat, slate
            player = as_captain if battle.state.seats[seat] == captain else at_random
            battle.commit(seat, player(battle.view(seat), slate.questions, rng))


KEYS = list(SETTINGS)


@pytest.mark.parametrize("key", KEYS)
def test_the_captain_answers_every_slate_legally_and_says_why(key):
    kinds: dict[str, int] = {}
    for battle, seat, slate in moments(key):
        view = battle.view(seat)
        reply = CAPTAIN.answer(view, slate.questions, random.Random(1))
        assert list(reply.answers) == list(reply.reasons) == list(slate.questions)
        assert all(plain(reason) for reason in reply.reasons.values())
        slate.checked(view, reply.answers)
        for question in slate.questions.values():
            kinds[type(question).__name__] = kinds.get(type(question).__name__, 0) + 1
    assert min(kinds.get(kind, 0) for kind in ("WriteOrders", "ChooseShip", "DeclareFire", "DamageControl")) > 3


@pytest.mark.parametrize("key", KEYS)
def test_the_same_view_gives_the_same_answers(key):
    """Whatever the random numbers, in a copy of the view, and after what is secret has been imagined anew."""
    for number, (battle, seat, slate) in enumerate(moments(key)):
        if number % 4 == 0:
            view = battle.view(seat)
            answers = as_captain(view, slate.questions, random.Random(1))
            copy: FleetView = pickle.loads(pickle.dumps(view))
            imagined = FULL_THRUST.view(FULL_THRUST.imagine(view, random.Random(number)), seat)
            assert as_captain(copy, pickle.loads(pickle.dumps(slate.questions)), random.Random(2)) == answers
            assert as_captain(imagined, slate.questions, random.Random(3)) == answers


@pytest.mark.parametrize("key", ["duel", "patrol", "three-sides"])
def test_what_others_have_written_does_not_change_its_orders(key):
    compared = 0
    battle = begin(SETTINGS[key], f"written {key}", keep=True)
    rng = random.Random(key)
    while battle.outcome is None and compared < 12:
        slates = battle.slates()
        if len(slates) > 1:
            first, *_rest, last = slates
            answers = []
            for fork in (battle.fork(SeededDice("x")), battle.fork(SeededDice("x"))):
                fork.commit(first, at_random(fork.view(first), fork.slates()[first].questions, rng))
                answers.append(as_captain(fork.view(last), fork.slates()[last].questions, rng))
            assert answers[0] == answers[1]
            compared += 1
        for seat, slate in slates.items():
            if battle.outcome is None:
                battle.commit(seat, at_random(battle.view(seat), slate.questions, rng))
    assert compared >= 4


# Orders


def written(key: str) -> Iterator[tuple[FleetView, Ship, str]]:
    """Every ship for which the captain writes orders, with its line."""
    for battle, seat, slate in moments(key):
        for question in slate.questions.values():
            if isinstance(question, WriteOrders):
                view = battle.view(seat)
                lines = as_captain(view, {"q": question}, random.Random(1))["q"]
                yield from [(view, view.ships[unit], line) for unit, line in lines.items()]


def goes_away(view: FleetView, ship: Ship) -> bool:
    """Whether a ship leaves the table on purpose: with cargo that is to escape, or because its side is beaten."""
    escape = view.scenario.escape
    carrier = escape is not None and escape.side == ship.side and capacity(ship) > 0
    return carrier or breaks_off(view, ship.side)


def can_stay(view: FleetView, motion: Motion, thrust: int, turns: int) -> bool:
    """Whether there are lines for so many turns that keep a ship on the table."""
    ends = [manoeuvre(motion, thrust, actions).end for actions in legal_plans(motion.facing, thrust)]
    staying = [end for end in ends if not off_table(view.scenario.table, end.position)]
    return bool(staying) and (turns == 1 or any(can_stay(view, end, thrust, turns - 1) for end in staying))


def plots_off(view: FleetView, ship: Ship, line: str) -> bool:
    """Whether a line takes a ship off the table."""
    end = manoeuvre(motion_of(ship), thrust_of(ship), read_orders(line)[0]).end
    return off_table(view.scenario.table, end.position)


@pytest.mark.rule("FT-3.2.20")
@pytest.mark.parametrize("key", KEYS)
def test_the_captain_never_plots_off_the_table_when_it_can_stay_on_it(key):
    """What it cannot keep on the table for this turn and the next is lost."""
    for view, ship, line in written(key):
        if plots_off(view, ship, line) and not goes_away(view, ship):
            assert not can_stay(view, motion_of(ship), thrust_of(ship), 2), (view.turn, ship.id, line)


@pytest.mark.rule("FT-3.2.20")
@settings(max_examples=150)
@given(
    x=st.floats(0, 8), y=st.floats(0, 48), course=st.integers(1, 12), velocity=st.integers(0, 14), facing=st.integers(1, 12),
    design=st.sampled_from(["amaranth", "flint", "massif", "haywain"]),
)  # fmt: skip
def test_near_an_edge_the_captain_stays_on_the_table_when_it_can(x, y, course, velocity, facing, design):
    state = begin(scenario(side_file("a", ship_file(design, (8, 24))), side_file("b", ship_file("oath", (40, 24)))), "edge").state
    ship = state.ships["a1"]
    ship.position, ship.course, ship.velocity, ship.facing = Vector(x, y), CLOCK[course], velocity, facing
    view = FULL_THRUST.view(state, "a")
    question = orders_for(view, "a")
    line = as_captain(view, {"q": question}, random.Random(1))["q"]["a1"]
    assert not plots_off(view, ship, line) or not can_stay(view, motion_of(ship), thrust_of(ship), 2)


def under_fire(view: FleetView, ship: Ship) -> bool:
    """Whether some enemy may have the ship within reach when both have moved."""
    for foe in view.ships.values():
        if foe.side != ship.side and foe.status == "fighting":
            reach = max([max_range(weapon) for weapon in working_weapons(foe)], default=0.0)
            if reach and range_between(ship, foe) <= reach + ship.velocity + foe.velocity + thrust_of(foe):
                return True
    return False


@pytest.mark.parametrize("key", KEYS)
def test_the_captain_leaves_no_ship_at_rest_under_fire_when_it_could_move(key):
    looked = 0
    for view, ship, line in written(key):
        motion, thrust = motion_of(ship), thrust_of(ship)
        lines = [manoeuvre(motion, thrust, actions).end for actions in legal_plans(motion.facing, thrust)]
        moving = [end for end in lines if end.velocity > 0 and not off_table(view.scenario.table, end.position)]
        if moving and under_fire(view, ship):
            looked += 1
            assert manoeuvre(motion, thrust, read_orders(line)[0]).end.velocity > 0, (view.turn, ship.id, line)
    assert looked > 20


# Fire


@pytest.mark.parametrize("key", KEYS)
def test_the_captain_never_holds_its_fire_when_a_shot_is_worth_something(key):
    """Only a one-shot weapon waits for a better range. And it never passes while a ship of its side could fire."""
    looked = 0
    for battle, seat, slate in moments(key):
        view = battle.view(seat)
        for question in slate.questions.values():
            if isinstance(question, ChooseShip):
                assert as_captain(view, {"q": question}, random.Random(1))["q"] != []
            if isinstance(question, DeclareFire) and worth_firing(view, question):
                looked += 1
                assert as_captain(view, {"q": question}, random.Random(1))["q"] != {}
    assert looked > 20


def worth_firing(view: FleetView, question: DeclareFire) -> bool:
    """Whether some weapon that can fire again has a legal shot with a mean damage above nothing."""
    ship = view.ships[question.ship]
    for weapon_id, slot in question.slots.items():
        weapon = ship.design.system(weapon_id)
        assert isinstance(slot, Options)
        if weapon.kind != "submunition_pack":
            targets = [view.ships[ship_] for key in slot.keys if (ship_ := key.partition("/")[0]) in view.ships]
            if any(mean_damage(weapon, range_between(ship, target), 2) > 0 for target in targets):
                return True
    return False


def test_the_captain_spends_no_one_shot_weapon_on_a_wreck():
    """What can fire again may finish it off."""
    wreck = gunship("b1", position=Vector(0.0, 5.0), status="derelict", derelict_by="dumped")
    ship = gunship("a1", position=Vector(0.0, 0.0), systems=["fcs", beam("beam-2", "F"), "submunition_pack"])
    battle = fire_phase(fleets(ship, wreck, gunship("b2", position=Vector(0.0, 60.0))))
    put(battle, "a", ["a1"])
    (question,) = battle.slates()["a"].questions.values()
    assert set(question.slots) == {"beam-2", "submunition_pack"}
    assert as_captain(battle.view("a"), {"q": question}, random.Random(1))["q"] == {"beam-2": "b1"}


def test_the_captain_fires_first_with_the_ship_that_is_worth_most():
    cheap, dear = gunship("a1", mass=20, cpv=50), gunship("a2", mass=90, cpv=300)
    battle = fire_phase(fleets(cheap, dear, "b1"))
    (answer,) = as_captain(battle.view("a"), battle.slates()["a"].questions, random.Random(1)).values()
    assert answer == ["a2"]


@pytest.mark.rule("FT-4.1.8")
def test_at_the_same_point_the_captain_chooses_the_arc_of_most_guns():
    ship = gunship("a1", systems=["fcs", beam("beam-2", "F", "FS", "AS"), beam("beam-3", "FS", "AS", "AP"), beam("beam-4", "FS")])
    battle = fire_phase(fleets(ship, gunship("b1", position=ship.position)))
    put(battle, "a", ["a1"])
    (answer,) = as_captain(battle.view("a"), battle.slates()["a"].questions, random.Random(1)).values()
    assert answer == ["FS"]


@pytest.mark.rule("FT-7.3.2")
def test_the_captain_puts_all_parties_to_work_that_have_something_to_repair():
    """As many as there are and may work on it: three on each system."""
    idle = 0
    for battle, seat, slate in moments("patrol"):
        for question in slate.questions.values():
            if isinstance(question, DamageControl):
                view = battle.view(seat)
                answer = as_captain(view, {"q": question}, random.Random(1))["q"]
                for tasks, limit in zip(question.tasks.values(), question.limits, strict=True):
                    idle += min(3 * len(tasks), int(limit.most)) - sum(int(answer.get(task, 0)) for task in tasks)
    assert idle == 0


# Winning


def test_the_captain_beats_chance():
    """Twenty patrols, ten on each side; benchmarks/captain.py plays a hundred."""
    won = 0
    for number in range(10):
        for side in ("a", "b"):
            battle = play(begin("patrol", f"beats chance {number}"), random.Random(number), **{side: as_captain})
            assert battle.outcome is not None
            won += battle.outcome.winners == (side,)
    assert won >= 18


def test_the_captain_brings_a_convoy_out_and_stops_one():
    """Against chance: as the convoy and as the raiders, each time most of five."""
    won = {"a": 0, "b": 0}
    for side in won:
        for number in range(5):
            battle = play(begin("convoy", f"convoy {number}"), random.Random(number), **{side: as_captain})
            assert battle.outcome is not None
            won[side] += battle.outcome.winners == (side,)
    assert min(won.values()) >= 3


def test_a_captain_that_is_beaten_leaves():
    """One cruiser with a single box against three fresh ones makes for the nearest edge."""
    made = scenario(
        side_file("a", ship_file("larkspur", (8, 24), velocity=6, course=9, facing=9), ship_file("larkspur", (10, 24))),
        side_file("b", *[ship_file("oath", (40, 20 + 4 * n), velocity=6, course=9, facing=9) for n in range(3)]),
    )
    battle = begin(made, "beaten")
    battle.state.ships["a2"].status = "destroyed"
    battle.state.ships["a2"].hull_damage = battle.state.ships["a2"].design.hull
    view = FULL_THRUST.view(battle.state, "a")
    (lines,) = as_captain(view, battle.slates()["a"].questions, random.Random(1)).values()
    end = manoeuvre(motion_of(view.ships["a1"]), 5, read_orders(lines["a1"])[0]).end
    assert end.position.x < 8 - 6
    assert end.course.dot(CLOCK[9]) > 0.9
