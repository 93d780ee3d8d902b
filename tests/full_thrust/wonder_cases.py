"""The worked cases of Nova Cannon, Wave Gun, Reflex Field and Cloaking Field: what comes of each `given`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from contact_cases import TOUGH, at, battle, observer
from design_cases import file_of
from fakes import make_design, make_system
from small_craft import make_group

from quarterdeck.engine.plane import CLOCK, ORIGIN, Vector
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.design import minimum_hull
from quarterdeck.systems.full_thrust.fighters.recovery import may_recover
from quarterdeck.systems.full_thrust.fire import check_plan, fire
from quarterdeck.systems.full_thrust.movement import carried_out, may_declare, move_all
from quarterdeck.systems.full_thrust.order_lines import read_orders
from quarterdeck.systems.full_thrust.protection import direct
from quarterdeck.systems.full_thrust.refusals import why_no_fire, why_not
from quarterdeck.systems.full_thrust.round import close_turn, fire_ships, move_ships
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.shipyard import account_of
from quarterdeck.systems.full_thrust.state import Cloak, FleetState, NotedDamage, Ship, Template
from quarterdeck.systems.full_thrust.targets import Shot, enemies, screen_level, screens_against
from quarterdeck.systems.full_thrust.view import seen_by
from quarterdeck.systems.full_thrust.wonder import templates
from quarterdeck.systems.full_thrust.wonder.discharge import charge_guns, fire_gun
from quarterdeck.systems.full_thrust.wonder.ready import ready_guns
from quarterdeck.systems.full_thrust.wonder.reflex import reflects
from scripted import referee, run_to_end

Facts = dict[str, Any]
ALL_ON = Switches(nova_cannon=True, wave_gun=True, reflex_field=True, cloaking_field=True)
FULL_CHARGE = {"wave_gun": 6}


def space(*ships: Ship, **given: Any) -> FleetState:
    """A state with these ships and somebody far away on each side."""
    far = [observer(f"far-{side}", side, position=Vector(900.0, -900.0)) for side in "ab"]
    return battle(*ships, *far, **{"switches": ALL_ON, **given})


def gun_ship(*systems: str, **given: Any) -> Ship:
    """A ship of side a that faces up, with a wonder weapon."""
    return observer("g", **{"group": "capital", "mass": 140, "systems": systems, **given})


def mounting(given: Facts) -> Facts:
    mass = {"cruiser": 80, "capital": 140}[given["group"]]
    document = file_of(mass=mass, hull=minimum_hull(mass), systems=[{"system": given["system"]}])
    return {"legal": not account_of(document).problems}


def armed(given: Facts) -> Facts:
    if "screen_level_installed" in given:
        generators = [make_system("screen", id=f"screen-{n}") for n in range(given["screen_level_installed"])]
        ship = observer("g", design=make_design(systems=["nova_cannon", *generators]))
        state = ordered(ship, "NOVA")
        assert (ship.doing, len(state.ships)) == (["NOVA"], 3)
        return {"effective_screen_level": screen_level(ship)}
    if "orders" in given:
        ship = gun_ship("nova_cannon")
        state = space(ship)
        state.orders = {"g": f"NOVA, {given['orders']['movement']}"}
        move = carried_out(state, ship)
        move_all(state, referee()[0])
        ignored = [action.word for action in move.ignored]
        return {"thrust_spent": move.spent, "ignored": ignored, "armed": ready_guns(state, ship) == ["nova_cannon"]}
    if "armed_turn" in given:
        ship = gun_ship("nova_cannon")
        state = ordered(ship, "NOVA", turn=given["armed_turn"])
        assert ready_guns(state, ship) == ["nova_cannon"]
        run_to_end(close_turn(state, referee()[0]), lambda question: [])
        state.turn = given["turn"]
        move_all(state, referee()[0])
        return {"may_fire_turn_4": bool(ready_guns(state, ship))}
    ship = gun_ship("nova_cannon", "fcs", given["weapon"], doing=["NOVA"])
    return {"legal": why_no_fire(space(ship), ship) is None}


def ordered(ship: Ship, line: str, **given: Any) -> FleetState:
    """A state in which a ship has moved by these orders."""
    state = space(ship, **given)
    state.orders = {ship.id: line}
    run_to_end(move_ships(state, referee()[0]), lambda question: question.passing())
    return state


def objects(given: Facts) -> list[Ship]:
    """The ships in the way, none of which loses a system."""
    return [observer(each["id"], "b", position=at(each["at"]), systems=[]) for each in given["objects"]]


def struck(given: Facts, told: list[Any]) -> Facts:
    """Who is hit, and for how many points."""
    hits = {event.data["target"]: event.data["damage"] for event in told if event.kind == "template_strikes"}
    return {"hit": list(hits), "damage": hits}


def nova_shot(given: Facts) -> Facts:
    ship = gun_ship("nova_cannon", position=at(given["ship_at"]), facing=given["facing"], doing=["NOVA"])
    judge, told = referee(given["rolls"])
    fire_gun(space(ship, *objects(given)), judge, ship, "nova_cannon")
    return struck(given, told)


def nova_later(given: Facts) -> Facts:
    if "phase" in given:
        first, ship = observer("f", systems=["fcs", "beam-9"], position=Vector(0.0, -6.0)), observer("t", "b", systems=["fcs"])
        state = space(first, ship)
        state.templates = {"n": Template("n", "f", "a", "a", Vector(300.0, 0.0), 3, state.turn)}
        state.turn += given["nova_turn"] - 1
        judge, told = referee([1] * 9)
        answers = iter([["f"], {"beam-9": "t"}])
        run_to_end(fire_ships(state, judge), lambda question: next(answers, question.passing()))
        kinds = [event.kind for event in told]
        return {"moved_before_first_ship_fires": kinds.index("template_moves") < kinds.index("fire")}
    ships = objects(given)
    state = space(observer("g"), *ships)
    state.templates = {"n": Template("n", "g", "a", "a", at(given["fired_from"]), given["facing"], state.turn)}
    state.turn += given["nova_turn"] - 1
    judge, told = referee(given["rolls"])
    templates.advance_templates(state, judge)
    return {**struck(given, told), "template_removed": not state.templates}


def no_defence(given: Facts) -> Facts:
    """All of such a template's damage on a ship with Screens and Armour, by the mean of dice that give it."""
    generators = [make_system("screen", id=f"screen-{n}") for n in range(given["screens"])]
    design = make_design(rows=TOUGH, armour=given["armour"], systems=generators)
    target = observer("t", "b", design=design, armour=given["armour"], position=Vector(0.0, 10.0))
    ship = gun_ship("nova_cannon", "wave_gun", doing=["NOVA"], charge=dict(FULL_CHARGE))
    number = 6 if given["damage"] > 20 else 4
    faces = [given["damage"] // number + (n < given["damage"] % number) for n in range(number)]
    fire_gun(space(ship, target), referee(faces)[0], ship, "nova_cannon" if number == 6 else "wave_gun")
    return {"armour_lost": given["armour"] - target.armour, "hull_lost": target.hull_damage}


def wave_limits(given: Facts) -> Facts:
    if "orders" in given:
        ship = gun_ship("wave_gun", thrust=4, charge=dict(FULL_CHARGE))
        state = space(ship)
        state.orders = {"g": given["orders"]}
        legal = not carried_out(state, ship).ignored
        move_all(state, referee()[0])
        return {"legal": legal and ready_guns(state, ship) == ["wave_gun"]}
    screens = [make_system("screen", id=f"screen-{n}") for n in range(given.get("screens", 0))]
    ship = observer("g", design=make_design(systems=["wave_gun", "fcs", "beam-1", *screens]), charge=dict(FULL_CHARGE))
    where = {"F": Vector(0.0, 60.0), "FS": Vector(60.0, 30.0)}[given.get("attacker_arc", "F")]
    attacker = observer("t", "b", position=where if "attacker_arc" in given else Vector(0.0, -6.0).plus(Vector(9.0, 6.0)))
    state = space(ship, attacker)
    fire_gun(state, referee([1] * 9)[0], ship, "wave_gun")
    state.fired.append("g")
    weapon = ship.design.system("beam-1")
    return {
        "effective_screen_level": screens_against(state, ship, attacker),
        "legal": why_not(state, ship, weapon, attacker, {}) is None,
    }


def charging(given: Facts) -> Facts:
    if "fired" in given:
        ship = gun_ship("wave_gun", charge={"wave_gun": given["charge"]})
        fire_gun(space(ship), referee()[0], ship, "wave_gun")
        return {"charge_after": ship.charge.get("wave_gun", 0)}
    ship = gun_ship("wave_gun")
    state, found = space(ship), {}
    for turn, face in given["rolls_by_turn"].items():
        state.turn = int(turn)
        state.orders = {"g": "CHARGE"}
        move_all(state, referee()[0])
        found[f"may_fire_turn_{turn}"] = bool(ready_guns(state, ship))
        judge, told = referee([face])
        charge_guns(state, judge)
        ship.doing = []
        found[f"charge_after_turn_{turn}"] = told[-1].data["charge"]
    return {**found, f"may_fire_turn_{state.turn + 1}": bool(ready_guns(state, ship))}


def gun_lost(given: Facts) -> Facts:
    charge = {"wave_gun": given["charge"]} if given["charge"] else {}
    ship = gun_ship("wave_gun", armour=given["armour"], charge=charge, rows=(10, 40, 40, 40))
    other = observer("t", "b")
    state = space(ship, other)
    apply_attack(state, referee([1])[0], NotedDamage("t", "g", [direct(10)]))
    assert "wave_gun" in ship.lost
    return {
        "hull_lost": ship.hull_damage - 10,
        "armour_lost": given["armour"] - ship.armour,
        "charge_after": ship.charge.get("wave_gun", 0),
    }


def wave_shot(given: Facts) -> Facts:
    ship = gun_ship("wave_gun", position=at(given["ship_at"]), facing=given["facing"], charge=dict(FULL_CHARGE))
    judge, told = referee(given["rolls"])
    fire_gun(space(ship, *objects(given)), judge, ship, "wave_gun")
    return struck(given, told)


def reflex_on(given: Facts) -> Facts:
    ship = observer("r", systems=["reflex_field"])
    state = ordered(ship, "REFLEX" if given["orders"]["reflex"] else "-")
    seen = seen_by(state, "b")
    known = "REFLEX" in seen.ships["r"].doing or "REFLEX" in seen.last_orders["r"]
    return {"active": reflects(ship), "known_to_enemy": known}


def reflex_limits(given: Facts) -> Facts:
    words = ["reflex_field", "fcs", given.get("weapon", "pds"), make_system("fighter_bay", kind="fighter_bay")]
    ship = observer("r", systems=words, doing=["REFLEX"])
    state = space(ship)
    if "orders" in given:
        state.orders = {"r": f"REFLEX, {given['orders']}"}
        return {"legal": not carried_out(state, ship).ignored}
    if "action" in given:
        group = make_group()
        state.groups = {"g1": group}
        state.switches = replace(ALL_ON, single_bay_recovery=True)
        found = may_recover(state, group, ship)
        ship.doing = []
        assert may_recover(state, group, ship)
        return {"legal": found}
    return {"legal": why_no_fire(state, ship) is None}


def reflected(given: Facts) -> Facts:
    weapons = ["pulse_torpedo"] if "pulse_torpedo_damage" in given else [make_system(f"beam-1#{n}", cls=1) for n in range(7)]
    armour, own = given.get("target_armour", 0), given.get("firer_armour", 0)
    target = observer(
        "t", "b", design=make_design(rows=TOUGH, armour=armour, systems=["reflex_field"]), armour=armour, doing=["REFLEX"]
    )
    shooter = observer("s", design=make_design(rows=TOUGH, armour=own, systems=["fcs", *weapons]), armour=own)
    target.position = Vector(0.0, 5.0)
    state = space(shooter, target)
    hits = [6, given["pulse_torpedo_damage"]] if "pulse_torpedo_damage" in given else [5] * given["beam_damage"]
    judge, told = referee([*hits, *given.get("rolls", [])])
    fire(state, judge, shooter, [Shot(weapon.id, "t") for weapon in shooter.design.weapons], {})
    rolls = [event for event in told if event.kind == "reflected"]
    return {
        "target_hull_lost": target.hull_damage,
        "target_armour_lost": armour - target.armour,
        "firer_hull_lost": shooter.hull_damage,
        "firer_armour_lost": own - shooter.armour,
        "reflex_roll": rolls[0].dice[0].faces[0] if rolls else None,
    }


def cloaking(given: Facts) -> Facts:
    turns = given["orders"]["cloak_turns"]
    if turns is None:
        actions, problems = read_orders("CLOAK")
        return {"legal": bool(actions) and not problems}
    ship = cloaker(given)
    state = ordered(ship, f"CLOAK {turns}", turn=given["turn"])
    seen = seen_by(state, "b").ships["c"]
    return {"model_on_table": seen.on_table, "marker_at": list(seen.position)}


def cloaker(given: Facts) -> Ship:
    """A ship with a Cloaking Field that moves as the case says."""
    course = CLOCK[given["course_deg"] // 30 % 12]
    moving = {"position": at(given["position"]), "course": course, "velocity": given["velocity"]}
    return observer("c", systems=["cloaking_field"], facing=given.get("facing", 12), thrust=4, **moving)


def under_cloak(given: Facts) -> Facts:
    word = given["weapon"]
    target = observer("t", "b", position=Vector(0.0, 5.0), systems=["fcs", word])
    shooter = observer("s", systems=["fcs", word])
    hidden = target if "target" in given else shooter
    hidden.status, hidden.cloak = "cloaked", Cloak(hidden.position, hidden.course, 0, 12, 9)
    state = space(shooter, target)
    plan = check_plan(state, shooter, [Shot(word, "t")], {})
    assert ("target" not in given) or target not in enemies(state, "a")
    return {"legal": not plan}


def coming_out(given: Facts) -> Facts:
    if "request" in given:
        ship = observer("c", systems=["cloaking_field"], status="cloaked", cloak=Cloak(ORIGIN, CLOCK[12], 0, 12, 6))
        return {"legal": bool(may_declare(ship, ALL_ON))}
    ship, turns = cloaker(given), given["cloak_turns"]
    state = space(ship, turn=given["turn"])
    lines = next(value for key, value in given.items() if key.startswith("orders_turn"))
    for number, line in enumerate(lines):
        assert (ship.cloak is not None) == bool(number)
        state.orders = {"c": ", ".join([each for each in (f"CLOAK {turns}" if not number else "", line) if each])}
        run_to_end(move_ships(state, referee()[0]), lambda question: question.passing())
        run_to_end(close_turn(state, referee()[0]), lambda question: [])
        state.turn += 1
    assert ship.cloak is None
    return {
        "reappears_end_of_turn": state.turn - 1,
        "position": [round(place, 6) for place in ship.position],
        "velocity": ship.velocity,
    }


ADAPTERS: dict[str, Callable[[Facts], Facts]] = {
    "FT-11.3.2": mounting,
    "FT-11.3.3": armed,
    "FT-11.3.4": nova_shot,
    "FT-11.3.5": nova_later,
    "FT-11.3.6": no_defence,
    "FT-11.3.7": wave_limits,
    "FT-11.3.8": charging,
    "FT-11.3.9": gun_lost,
    "FT-11.3.10": wave_shot,
    "FT-11.3.11": no_defence,
    "FT-11.3.12": reflex_on,
    "FT-11.3.13": reflex_limits,
    "FT-11.3.14": reflected,
    "FT-11.3.15": cloaking,
    "FT-11.3.16": under_cloak,
    "FT-11.3.17": coming_out,
}
"""What works out the cases of each rule."""


def worked_out(rule: str, given: Facts) -> Facts:
    """The facts that come of a case."""
    return ADAPTERS[rule](given)
