"""The worked cases of boarding, fleet morale and striking the colours, in terms of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battles import at_step, only, put
from fakes import make_ship, make_state

from directions import from_degrees
from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.boarding import (
    board,
    boarding_factors,
    defence_factors,
    fight_bout,
    hand_over,
    returning,
    targets_of,
)
from quarterdeck.systems.full_thrust.colours import nearest_enemies
from quarterdeck.systems.full_thrust.damage import crew_factors, threshold_check
from quarterdeck.systems.full_thrust.morale import check_morale
from quarterdeck.systems.full_thrust.refusals import why_no_fire
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from scripted import referee
from whole_battles import events

Facts = dict[str, Any]
ALL = Switches(boarding=True, fleet_morale=True, strike_colours=True)


def red(**given: Any) -> Ship:
    """A ship of the side that boards."""
    return make_ship(**{"id": "r1", "name": "Red", "side": "red", "seat": "red", **given})


def blue(**given: Any) -> Ship:
    """A ship of the side that is boarded."""
    return make_ship(**{"id": "b1", "name": "Blue", "side": "blue", "seat": "blue", **given})


def meeting(*ships: Ship, **given: Any) -> FleetState:
    return make_state(*(ships or (red(), blue())), switches=ALL, initiative=["blue", "red"], **given)


def position(given: Facts) -> Facts:
    """Whether a ship is among those that another may board."""

    def motion(facts: Facts) -> Facts:
        return {"velocity": facts["velocity"], "course": from_degrees(facts["course_deg"])}

    attacker = red(**motion(given["attacker"]), position=Vector(float(given["distance"]), 0.0))
    state = meeting(attacker, blue(**motion(given["target"])))
    return {"may_board": targets_of(state, attacker) == [state.ships["b1"]]}


def silent(given: Facts) -> Facts:
    """A ship that is taken in phase 5, when ships fire."""
    state = meeting(red(crew_factors=3), blue(crew_factors=1))
    judge, _told = referee([6, 6, 6, 1])
    board(state, judge, state.ships["r1"], state.ships["b1"])
    return {"legal": why_no_fire(state, state.ships["b1"]) is None}


def crew(given: Facts) -> Facts:
    """The Factors of a ship that has lost so many crew dots; without any it is taken without a die."""
    ship = blue(mass=given["tmf"], civilian=given["civilian"])
    dots = ship.design.crew_dots
    ship.hull_damage = dots[given["crew_factors_lost"] - 1] if given["crew_factors_lost"] else 0
    state = meeting(red(), ship)
    found = {"boarding_factors": boarding_factors(ship), "defence_factors": defence_factors(ship)}
    if not defence_factors(ship):
        judge, told = referee()
        board(state, judge, state.ships["r1"], ship)
        found["captured_without_fight"] = [event.kind for event in told] == ["boards", "captured"]
    return found


def bout(given: Facts) -> Facts:
    fought = fight_bout(ScriptedDice(given["rolls"]), given["attack_factors"], given["defence_factors"], red(), blue())
    return {
        "attack_total": fought.attack,
        "defence_total": fought.defence,
        "attack_factors_after": fought.attackers,
        "defence_factors_after": fought.defenders,
        "winner": fought.winner,
    }


def beaten(given: Facts) -> Facts:
    back = returning(given["attackers_left"])
    return {"return": back, "lost": given["attackers_left"] - back}


def prize(given: Facts) -> Facts:
    """Three Marines board a ship of one; they lose one and then win."""
    state = meeting(red(crew_factors=3), blue(crew_factors=1), turn=given["turn"])
    judge, told = referee([1, 1, 1, 6, 6, 6, 1])
    ship = state.ships["b1"]
    board(state, judge, state.ships["r1"], ship)
    assert told[-1].data["crew"] == given["attackers_left"]
    assert ship.side == given["old_owner"]
    hand_over(state, judge)
    assert ship.seat == given["attacker"]
    return {"owner_from_turn_5": ship.side, "crew_factors": crew_factors(ship)}


def morale(given: Facts) -> Facts:
    """A fleet of which some ships are destroyed, when the turn ends."""
    lost = given.get("destroyed", [given.get("destroyed_mass")])
    left = list(given.get("fleet", [given.get("fleet_mass", 0)]))
    if "fleet" in given:
        for mass in lost:
            left.remove(mass)
    else:
        left = [given["fleet_mass"] - given["destroyed_mass"]]
    gone = [blue(id=f"b{number}", mass=mass, status="destroyed") for number, mass in enumerate(lost)]
    here = [blue(id=f"b{number}", mass=mass) for number, mass in enumerate(left, len(lost))]
    state = meeting(red(), *gone, *here)
    assert state.scenario.morale_limit == given["limit"] * 100
    judge, _told = referee()
    check_morale(state, judge)
    return {"withdraw": state.withdrawn == ["blue"]}


def captain(given: Facts) -> Facts:
    """The last die of a threshold check of a ship without systems."""
    state = meeting()
    judge, _told = referee(given["rolls"])
    threshold_check(state, judge, state.ships["b1"], given["threshold"]["row"], given["threshold"]["extra"])
    return {"strikes": state.striking == ["b1"]}


def surrender(given: Facts) -> Facts:
    """A ship that strikes when the ships have fired, and what the nearest enemy says to it."""
    if "enemies" in given:
        enemies = [red(id=each["id"], position=Vector(float(each["distance"]), 0.0)) for each in given["enemies"]]
        state = meeting(*enemies, blue())
        (nearest,) = nearest_enemies(state, state.ships["b1"])
        return {"offered_to": nearest.id}
    state = meeting(red(), blue(velocity=5), blue(id="b2", position=Vector(30.0, 30.0), mass=200), striking=["b1"])
    battle = at_step(state, [6, 1] * 4, "fire")
    assert only(battle.slates()["red"]).rule == "FT-10.7.2"
    put(battle, "red", ["accept" if given["accepted"] else "refuse"])
    assert events(battle, "surrendered" if given["accepted"] else "surrender_refused")
    (units,) = [only(slate).units for seat, slate in battle.slates().items() if seat == "blue"]
    before = battle.state.ships["b1"].position
    for seat in list(battle.slates()):
        put(battle, seat, dict.fromkeys(only(battle.slates()[seat]).units, "-"))
    drifts = battle.state.ships["b1"].position == before.plus(battle.state.ships["b1"].course, 5)
    return {"ship_active": "b1" in units, "drifts": drifts}


WORKED: dict[str, Callable[[Facts], Facts]] = {
    "FT-10.5.1": position,
    "FT-10.5.2": silent,
    "FT-10.5.3": crew,
    "FT-10.5.4": crew,
    "FT-10.5.5": bout,
    "FT-10.5.6": beaten,
    "FT-10.5.7": prize,
    "FT-10.6.1": morale,
    "FT-10.7.1": captain,
    "FT-10.7.2": surrender,
}
