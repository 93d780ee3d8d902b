"""Nobody learns from anything he is shown what is still secret: written orders, and fleets that are being picked (FT-2.1.5).

Two battles that differ only in what is still secret show the other seats, and spectators, the same bytes: views, events,
slates, dresses, problems of drafts, offers. And what a seat imagines of the rest agrees with all that it knows.
"""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from battles import SCENARIOS, begin, three_sides
from case_files import cases

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import SeededDice
from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.wire import rendered, wire
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.orders import WriteOrders, takes_orders
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import FleetState
from whole_battles import Watched, at_random, by_value, play

Fleets = Battle[FleetState]
SETTINGS: dict[str, Scenario] = {**FULL_THRUST.scenarios(), "three-sides": three_sides()}


def shown(battle: Fleets, seat: str | None, seed: str) -> bytes:
    """All that a seat or a spectator can be shown of a battle, with drafts from a seed."""
    rng = random.Random(seed)
    view, events = battle.view(seat), battle.events(seat)
    seen: list[Any] = [view, events, battle.round, battle.outcome, battle.wanted, pictured(view)]
    seen.append(sent([FULL_THRUST.show(event, view) for _n, event in events]))
    if seat is not None:
        seen.append(battle.offers(seat))
        slate = battle.slates().get(seat)
        seen += list(slate_shown(battle, seat, rng)) if slate else ["nothing is open"]
    return by_value(seen)


def pictured(view: FleetState) -> bytes:
    """The picture of a view as it is sent."""
    return sent(FULL_THRUST.picture(view))


def sent(drawn: Any) -> bytes:
    """A picture, or what events show, as it is sent."""
    return json.dumps(wire(drawn, rendered)).encode()


def slate_shown(battle: Fleets, seat: str, rng: random.Random) -> Iterator[Any]:
    """The slate of a seat: its questions, and what is shown of them with good and with spoilt drafts."""
    slate = battle.slates()[seat]
    yield slate.id, slate.secret, slate.rev, list(slate.questions)
    view = battle.view(seat)
    for question in slate.questions.values():
        yield question, question.default(view), question.passing()
        for draft in (None, plain_answer(question.sample(view, rng)), spoilt(plain_answer(question.sample(view, rng)), rng)):
            yield question.dress(view, draft), question.problems(view, draft)


def spoilt(answer: Json, rng: random.Random) -> Json:
    """A draft that is not in order: a part is missing, doubled or overdone."""
    if isinstance(answer, dict) and answer:
        key = rng.choice(list(answer))
        worse = {str: "MD99, R13", int: 99, float: 99.0, dict: {"at": [-5, 900], "heading": 3}}
        return {**answer, key: worse.get(type(answer[key])), "nobody": "MD1"}
    return [*answer, "nobody"] if isinstance(answer, list) else "nobody"


def others(battle: Fleets, *seats: str) -> list[str | None]:
    """All seats but these, and a spectator."""
    return [*(seat.id for seat in battle.seats if seat.id not in seats), None]


def look_away(state: FleetState) -> None:
    """See nothing."""


def secret_moments(key: str, seed: str) -> Iterator[Fleets]:
    """A battle played at random, at each moment at which several seats decide at once, with nothing decided."""
    rng = random.Random(seed)
    battle = begin(SETTINGS[key], seed, Watched(FULL_THRUST, look_away), keep=True)
    while battle.outcome is None:
        if len(battle.slates()) > 1:
            yield battle
        for seat, slate in battle.slates().items():
            if battle.outcome is None:
                battle.commit(seat, at_random(battle.view(seat), slate.questions, rng))


def forked(battle: Fleets) -> tuple[Fleets, Fleets]:
    """Two battles that stand where this one does, with the same dice to come."""
    return battle.fork(SeededDice("the same")), battle.fork(SeededDice("the same"))


def different(battle: Fleets, seat: str, rng: random.Random) -> tuple[dict[str, Json], dict[str, Json]]:
    """Two legal answers to a seat's slate, that are not the same wherever there are two."""
    questions, view = battle.slates()[seat].questions, battle.view(seat)
    one = at_random(view, questions, rng)
    for _try in range(20):
        other = at_random(view, questions, rng)
        if other != one:
            break
    return one, other


KEYS = list(SETTINGS)
MOMENTS = 9
"""How many moments of a battle are looked at."""


@pytest.mark.rule("FT-2.1.5", "FT-2.7.3", "FT-1.1.3")
@pytest.mark.parametrize("key", KEYS)
def test_what_a_seat_has_decided_shows_to_nobody_before_all_have(key):
    compared = 0
    for number, battle in enumerate(islice(secret_moments(key, f"secrets of {key}"), MOMENTS)):
        rng = random.Random(number)
        seats = list(battle.slates())
        rng.shuffle(seats)
        one, other = forked(battle)
        committed: list[str] = []
        for seat in seats[:-1]:
            for fork, answers in zip((one, other), different(one, seat, rng), strict=True):
                fork.commit(seat, answers)
            committed.append(seat)
            for reader in others(one, *committed):
                assert shown(one, reader, "drafts") == shown(other, reader, "drafts"), (number, seat, reader)
                compared += 1
    assert compared >= 3 * (2 if key == "duel" else 3)


@pytest.mark.rule("FT-2.1.5", "FT-2.7.3")
@pytest.mark.parametrize("key", KEYS)
def test_written_orders_show_to_no_other_side_before_ships_move(key):
    """At the rests between phase 1 and phase 5 a bot may look; the writer's own side sees them.

    Who has written LAUNCH is asked in phase 4, where launches become known (FT-5.8.2): there the one battle waits sooner.
    """
    compared, own_differ = 0, False
    for number, battle in enumerate(islice(secret_moments(key, f"orders of {key}"), MOMENTS)):
        one, other = forked(battle)
        slates = one.slates()
        if not all(isinstance(q, WriteOrders) for slate in slates.values() for q in slate.questions.values()):
            continue
        rng = random.Random(number)
        writer = rng.choice(list(slates))
        side = battle.state.seats[writer]
        foreign = [reader for reader in others(battle) if reader is None or battle.state.seats[reader] != side]
        rest = {seat: at_random(one.view(seat), slate.questions, rng) for seat, slate in slates.items() if seat != writer}
        mine, yours = different(one, writer, rng)
        forks = [
            looked_at(one, {writer: mine, **rest}, foreign, writer),
            looked_at(other, {writer: yours, **rest}, foreign, writer),
        ]
        (seen, own), (also_seen, other_own) = forks
        most = min(len(seen), len(also_seen)) if "LAUNCH" in f"{mine} {yours}" else max(len(seen), len(also_seen))
        assert seen[:most] == also_seen[:most]
        compared += len(seen)
        own_differ |= own != other_own
    assert compared >= 2 * 2 * 2
    assert own_differ


def looked_at(
    battle: Fleets, answers: dict[str, dict[str, Json]], readers: list[str | None], writer: str
) -> tuple[list[bytes], list[bytes]]:
    """What the readers see, and what the writer sees, at every rest between the orders of all and the move."""
    seen: list[bytes] = []
    own: list[bytes] = []

    def look(state: FleetState) -> None:
        if state.orders:
            views = [FULL_THRUST.view(state, reader) for reader in readers]
            seen.extend(map(by_value, views))
            seen.extend(map(pictured, views))
            own.append(by_value(FULL_THRUST.view(state, writer)))

    system: Any = battle.system
    system.watch = look
    for seat, each in answers.items():
        battle.commit(seat, each)
    system.watch = look_away
    return seen, own


@pytest.mark.rule("FT-2.1.5", "FT-2.7.3")
def test_the_picture_says_only_to_their_own_side_which_ships_have_orders():
    """Until they are carried out the others get the same bytes, whether a ship has orders or not."""
    state = begin("patrol", "pictured", Watched(FULL_THRUST, look_away)).state
    readers = ("a", "b", None)
    before = {reader: pictured(FULL_THRUST.view(state, reader)) for reader in readers}
    state.orders = {"a1": "MD2", "a2": "-"}
    after = {reader: pictured(FULL_THRUST.view(state, reader)) for reader in readers}
    assert [reader for reader in readers if before[reader] != after[reader]] == ["a"]
    assert after["a"].count(b"orders given") == 2 * 2


@pytest.mark.rule("FT-2.1.5")
@pytest.mark.parametrize(("rule", "case"), cases("FT-2.1.5"))
def test_worked_case_of_open_information(rule, case):
    """The enemy's ship and its recorded velocity are seen, its orders are not."""
    given = case["given"]
    battle = begin("duel", "open", Watched(FULL_THRUST, look_away))
    velocity = given["recorded_velocity"]
    battle.state.ships["a1"].velocity = velocity
    found: dict[str, Any] = {}

    def look(state: FleetState) -> None:
        if state.orders and not found:
            view = FULL_THRUST.view(state, given["viewer"].lower())
            ship = view.ships[f"{given['ship_owner'].lower()}1"]
            found["may_see_ssd"] = ship == state.ships[ship.id]
            found["may_see_velocity"] = ship.velocity
            found["may_see_orders_of_this_turn"] = ship.id in view.orders

    battle.system.watch = look  # type: ignore[attr-defined]
    for seat, slate in battle.slates().items():
        battle.commit(seat, {question: {f"{seat}1": "MD2"} for question in slate.questions})
    assert found == case["expect"]


@pytest.mark.rule("FT-2.1.4", "FT-2.1.5")
def test_damage_lost_systems_and_spent_weapons_are_open_to_all():
    """All sheets are open: the ships in the view of anybody are those of the state, at every rest."""
    looked = 0

    def look(state: FleetState) -> None:
        nonlocal looked
        hurt = [ship for ship in state.ships.values() if ship.hull_damage and (ship.lost or ship.spent)]
        looked += len(hurt)
        for reader in (*state.seats, None):
            view = FULL_THRUST.view(state, reader)
            assert (view.ships, view.last_orders) == (state.ships, state.last_orders)
            assert (view.fired, view.noted) == (state.fired, state.noted)

    play(begin("patrol", "open sheets", Watched(FULL_THRUST, look)), random.Random(4))
    assert looked > 20


# Imagining


@pytest.mark.parametrize("key", KEYS)
def test_what_is_imagined_looks_the_same_to_the_seat(key):
    """view(imagine(view)) == view at every rest, for every seat and for spectators; and it is a state that can be."""
    rng, filled = random.Random(key), 0

    def look(state: FleetState) -> None:
        nonlocal filled
        for reader in (*state.seats, None):
            view = FULL_THRUST.view(state, reader)
            imagined = FULL_THRUST.imagine(view, rng)
            assert FULL_THRUST.view(imagined, reader) == view
            assert FULL_THRUST.check(imagined) == []
            assert list(imagined.orders) == [] or sorted(imagined.orders) == sorted(state.orders)
            assert len(imagined.orders) >= len(view.orders)
            filled += len(imagined.orders) - len(view.orders)

    play(begin(SETTINGS[key], f"imagined {key}", Watched(FULL_THRUST, look)), random.Random(key))
    assert filled > 10


def test_imagining_changes_nothing_in_the_view():
    def look(state: FleetState) -> None:
        view = FULL_THRUST.view(state, "b")
        before = pickle.dumps(view)
        imagined = FULL_THRUST.imagine(view, random.Random(1))
        imagined.ships["a1"].hull_damage += 1
        imagined.orders["a1"] = "MD1"
        assert pickle.dumps(view) == before

    play(begin("duel", "untouched", Watched(FULL_THRUST, look)), random.Random(1))


@pytest.mark.rule("FT-3.1.5")
def test_orders_are_imagined_only_for_ships_that_can_have_some():
    """A ship without a drive, or out of control, has no orders; in between, those imagined could be carried out."""
    helpless = 0

    def look(state: FleetState) -> None:
        nonlocal helpless
        if state.orders:
            imagined = FULL_THRUST.imagine(FULL_THRUST.view(state, None), random.Random(state.turn))
            able = [ship.id for ship in state.ships.values() if takes_orders(state, ship)]
            assert sorted(imagined.orders) == sorted(able)
            helpless += len([ship for ship in state.ships.values() if ship.on_table]) - len(able)

    for number in range(8):
        play(begin("patrol", f"helpless {number}", Watched(FULL_THRUST, look)), random.Random(number))
    assert helpless > 5


@pytest.mark.parametrize("key", SCENARIOS)
def test_imagined_battles_play_on_to_their_end(key):
    """From any moment of a battle, as any seat imagines it."""
    ended = 0
    for number, battle in enumerate(secret_moments(key, f"played on {key}")):
        if number % 3 == 0:
            rng = random.Random(number)
            imagined = battle.imagine(rng.choice(others(battle)), rng)
            play(imagined, rng)
            assert [entry.void for entry in imagined.inputs if entry.void] == []
            ended += 1
    assert ended >= 2
