"""What a captain does with fighters and missiles, and what it foresees of the enemy."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator

import pytest
from battles import CAPTAIN, as_captain, begin

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.plane import CLOCK
from quarterdeck.systems.full_thrust.fighters.groups import kind_of, may_attack_ships
from quarterdeck.systems.full_thrust.fighters.moves import FormUp, MoveGroups
from quarterdeck.systems.full_thrust.fighters.runs import Evasion
from quarterdeck.systems.full_thrust.forces import packaged_designs, read_scenario
from quarterdeck.systems.full_thrust.helm import foreseen
from quarterdeck.systems.full_thrust.orders import WriteOrders
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.shipyard import write_design
from quarterdeck.systems.full_thrust.state import FleetState, FleetView
from quarterdeck.systems.full_thrust.workshop.fleet_bench import fleet_bench
from quarterdeck.systems.full_thrust.workshop.meeting import fleet_of_ship, scenario_of

CHANCE = random.Random(1)


def of_captains(key: str, seed: str = "wings") -> Iterator[tuple[Battle[FleetState], str]]:
    """A battle of captains, before each slate is answered, with the seat that is asked."""
    battle = begin(key, seed)
    while battle.outcome is None:
        seat, slate = next(iter(battle.slates().items()))
        yield battle, seat
        battle.commit(seat, as_captain(battle.view(seat), slate.questions, CHANCE))


def ordering(battle: Battle[FleetState], seat: str) -> bool:
    return any(isinstance(question, WriteOrders) for question in battle.slates()[seat].questions.values())


@pytest.mark.parametrize("key", ["patrol", "fleet-action"])
def test_what_a_captain_foresees_of_another_comes_true(key: str) -> None:
    """Ships that go on in the fight end where the other side foresaw it from what it sees."""
    seen: dict[str, dict[str, tuple[float, float]]] = {}
    checked = 0
    turn = 1
    for battle, seat in of_captains(key):
        if battle.round != turn:
            turn, seen = battle.round, {}
        if ordering(battle, seat):
            view = battle.view(seat)
            assert isinstance(view, FleetView)
            seen[seat] = {ship: (at.x, at.y) for ship, at in foreseen(view, view.seats[seat]).items()}
        elif seen and battle.view(seat).step > 4:
            for foretold in seen.values():
                for unit, at in foretold.items():
                    ship = battle.view(seat).ships[unit]
                    if ship.on_table:
                        assert (ship.position.x, ship.position.y) == pytest.approx(at, abs=1e-3)
                        checked += 1
            seen = {}
    assert checked > 30


def test_most_salvos_of_captains_find_a_ship() -> None:
    placed = found = 0
    for number in range(6):
        battle = begin("carrier-strike", f"salvos {number}", keep=True)
        while battle.outcome is None:
            seat, slate = next(iter(battle.slates().items()))
            battle.commit(seat, as_captain(battle.view(seat), slate.questions, CHANCE))
        kinds = [event.kind for _place, event in battle.events(None)]
        placed += kinds.count("marker_placed")
        found += kinds.count("salvo_attacks")
    assert placed >= 12
    assert found > 0.7 * placed


def test_interceptors_of_a_captain_screen_a_carrier_in_danger_or_escort_those_that_attack() -> None:
    escorting = screening = 0
    for battle, seat in of_captains("carrier-strike"):
        view, questions = copy.deepcopy(battle.view(seat)), battle.slates()[seat].questions
        enemies = [group for group in view.groups.values() if group.side != seat and group.on_table]
        for key in [key for key, question in questions.items() if isinstance(question, FormUp) and enemies]:
            for unit, way in CAPTAIN.answer(view, questions, CHANCE).answers[key].items():
                assert way.startswith("escort:")
                assert kind_of(view.groups[unit]).weapon == "none"
                assert may_attack_ships(view.groups[way.removeprefix("escort:")])
                escorting += 1
            for enemy in enemies:
                enemy.position = view.ships[f"{seat}1"].position.plus(CLOCK[3], 20.0)
            screening += list(CAPTAIN.answer(view, questions, CHANCE).answers[key].values()).count(f"screen:{seat}1")
        if escorting and screening:
            return
    raise AssertionError("nobody escorted, or nobody screened")


def test_groups_of_a_captain_do_not_hide_each_other() -> None:
    for battle, seat in of_captains("carrier-strike"):
        questions = battle.slates()[seat].questions
        moves = [
            (key, question) for key, question in questions.items() if isinstance(question, MoveGroups) and question.key == "moves"
        ]
        for key, _question in moves:
            answer = CAPTAIN.answer(battle.view(seat), questions, CHANCE).answers[key]
            places = [tuple(pose["at"]) for pose in answer.values()]
            if len(places) > 2:
                assert len(dict.fromkeys(places)) == len(places)
                return
    raise AssertionError("no three groups moved together")


def test_fighters_of_a_captain_evade_only_where_no_ship_draws_the_fire() -> None:
    for battle, seat in of_captains("carrier-strike"):
        questions = battle.slates()[seat].questions
        asked = [key for key, question in questions.items() if isinstance(question, Evasion)]
        view = copy.deepcopy(battle.view(seat))
        running = [group for group in view.groups.values() if group.side == view.seats[seat] and group.run and group.cef >= 3]
        if asked and running:
            break
    answers = {}
    for far in (5.0, 60.0):
        for ship in view.ships.values():
            if ship.side == view.seats[seat]:
                ship.position = running[0].position.plus(CLOCK[12], far)
        answers[far] = CAPTAIN.answer(view, questions, CHANCE).answers[asked[0]]
    assert answers[5.0] == {}
    assert answers[60.0][running[0].id] == 1


@pytest.mark.rule("FT-A.3.24")
def test_the_bench_offers_no_fighters_to_a_ship_with_wombs_and_its_fleet_can_be_fought() -> None:
    document = fleet_of_ship(write_design(packaged_designs()["matriarch"]))
    assert isinstance(document, dict)
    assert "fighters" not in document["ships"][0]
    fields = [figure.at for entry in fleet_bench(document, ()).entries for figure in entry.figures]
    assert not [key for key in fields if "fighters" in key]
    scenario = scenario_of([document, document])
    assert isinstance(scenario, dict)
    assert isinstance(read_scenario(scenario), Scenario)
