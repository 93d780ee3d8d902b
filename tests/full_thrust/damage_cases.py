"""The worked cases of damage, Core Systems and damage control in terms of the game: what comes of each `given`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any

from fakes import make_ship, make_state, make_system

from quarterdeck.engine.dice import ScriptedDice, Wanted
from quarterdeck.engine.events import Event
from quarterdeck.systems.full_thrust import design
from quarterdeck.systems.full_thrust.core_systems import (
    apply_core_decision,
    core_systems,
    damaged_core_systems,
    explosion_needed,
    has_power,
    hit_command_bridge,
    hit_life_support,
    hit_power_core,
    in_control,
    roll_explosions,
    run_down_counters,
)
from quarterdeck.systems.full_thrust.damage import apply_attack, crew_factors, hull_left, lose_system, rolled_for, rows_left
from quarterdeck.systems.full_thrust.manoeuvres import thrust_available
from quarterdeck.systems.full_thrust.movement import carried_out, thrust_of
from quarterdeck.systems.full_thrust.prices import KINDS, Fitting, price
from quarterdeck.systems.full_thrust.protection import split
from quarterdeck.systems.full_thrust.repair import MOST_PARTIES, damage_control, damaged_systems, repair
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import Hold
from quarterdeck.systems.full_thrust.state import FleetState, NotedDamage, Ship
from quarterdeck.systems.full_thrust.targets import can_fire, screen_level, working_weapons
from quarterdeck.systems.full_thrust.weapons import armour_piercing, needle_result
from scripted import referee

Facts = dict[str, Any]

WITH_CORE = Switches(core_systems=True)
ROWS = (4, 4, 4, 4)
SHARES: dict[str, Callable[[int], tuple[int, int]]] = {
    "normal": lambda points: (points, 0),
    "ap": armour_piercing,
    "penetrating": lambda points: (0, points),
}


class FacesByUse(ScriptedDice):
    """Dice that show, for each use, the faces given for it in turn."""

    def __init__(self, **faces: Iterable[int]) -> None:
        super().__init__(())
        self.by_use = {use: list(given) for use, given in faces.items()}

    def fall(self, wanted: Wanted) -> tuple[int, ...]:
        self.rolled += wanted.count
        return tuple(self.by_use[wanted.use].pop(0) for _die in range(wanted.count))


# Damage and threshold checks


def attack(ship: Ship, armour_share: int, hull_share: int, *knocked_out: str) -> NotedDamage:
    return NotedDamage("a1", ship.id, [split(armour_share, hull_share)], list(knocked_out))


def struck(ship: Ship, blow: NotedDamage, rolls: Iterable[int] = (), switches: Switches | None = None) -> Facts:
    """What an attack does to a ship with these dice, all of which it must use."""
    rolls, hull = list(rolls), ship.hull_damage
    judge, told = referee(rolls)
    apply_attack(make_state(ship, switches=switches), judge, blow)
    assert judge.dice.rolled == len(rolls)
    return facts_of(ship, told) | {"hull_lost": ship.hull_damage - hull}


def facts_of(ship: Ship, told: list[Event]) -> Facts:
    check = next((event.data for event in told if event.kind == "threshold"), None)
    return {
        "armour_left": ship.armour,
        "rows_completed": told[0].data["rows_completed"],
        "boxes_left_by_row": rows_left(ship),
        "destroyed": [event.kind for event in told].count("destroyed") == 1 and ship.status == "destroyed",
        "removed": not ship.on_table,
        "threshold": {"row": check["row"], "extra": check["extra"]} if check else None,
        "newly_lost": check["lost"] if check else [],
        "dice_rolled": len(check["systems"]) if check else 0,
        "spaces_left": [hold.size for hold in ship.design.holds][ship.holds_lost :],
    }


def by_attack(given: Facts) -> Facts:
    """An attack on a ship with these rows, systems and armour."""
    armour = given.get("armour", given.get("armour_left", 0))
    ship = make_ship(
        rows=given["hull_rows"],
        armour=armour,
        hull_damage=given.get("hull_damage_before", 0),
        systems=given.get("systems", ()),
    )
    shares = [SHARES[part["kind"]](part["points"]) for part in given.get("damage", [])]
    hull = sum(share[1] for share in shares) + given.get("hull_damage_taken", 0)
    return struck(ship, attack(ship, sum(share[0] for share in shares), hull), given.get("rolls", ()))


def up_to(ship: Ship, threshold: Facts) -> NotedDamage:
    """Set a ship with `ROWS` so that the attack returned completes the row of the check and `extra` ones before it."""
    rows = 1 + threshold["extra"]
    ship.hull_damage = 4 * (threshold["row"] - rows)
    return attack(ship, 0, 4 * rows)


def by_threshold(given: Facts) -> Facts:
    """A threshold check on a ship with these systems, generators or spaces; where no dice are given, all show sixes."""
    words = given.get("systems", ["screen"] * given.get("generators", 0))
    named = [word if isinstance(word, str) else word["id"] for word in words]
    holds = [Hold("cargo", size) for size in given.get("spaces", [])] + [Hold("cargo", 4)] * named.count("cargo_hold")
    ship = make_ship(
        rows=ROWS, armour=given.get("armour", 0), systems=[n for n in named if n != "cargo_hold"], holds=tuple(holds)
    )
    for word in words:
        if not isinstance(word, str):
            ship.lost.update({word["id"]: "needle"} if word.get("lost") else {})
            ship.spent += [word["id"]] if word.get("fired") else []
    rolls = given.get("rolls", [6] * len(rolled_for(ship)))
    found = struck(ship, up_to(ship, given.get("threshold", {"row": 1, "extra": 0})), rolls)
    return found | {"screen_level": screen_level(ship)}


def fresh_ship(given: Facts) -> Facts:
    ship = make_ship(rows=given["hull_rows"], armour=given["armour"])
    return {"hull_boxes": hull_left(ship), "armour_boxes": ship.armour, "hull_damage": ship.hull_damage}


def several_attacks(given: Facts) -> Facts:
    ship = make_ship(rows=given["hull_rows"], systems=["beam-2"])
    state = make_state(ship)
    judge, told = referee([6])
    for one in given["attacks_in_order"]:
        apply_attack(state, judge, attack(ship, 0, one["damage"]))
    words = {"damage": lambda facts: f"damage {facts['hull']}", "threshold": lambda facts: f"check row {facts['row']}"}
    return {"event_order": [words[event.kind](event.data) for event in told]}


def lost_system(given: Facts) -> Facts:
    system = make_system(given["system"])
    ship = make_ship(systems=[system])
    assert list(working_weapons(ship)) == [system]
    lose_system(ship, system.id, "threshold")
    return {"can_fire": system in working_weapons(ship)}


def drive_checks(given: Facts) -> Facts:
    ship, thrust = make_ship(rows=ROWS, thrust=given["thrust"], systems=["main_drive"]), []
    for check in given["checks"]:
        struck(ship, up_to(ship, {"row": check["row"], "extra": 0}), [check["roll"]])
        thrust.append(thrust_of(ship))
    return {"thrust_after": thrust}


def needles_at_drive(given: Facts) -> Facts:
    """The thrust after each needle hit, as it was told, and at last as it is."""
    hits = given.get("drive_hits", 0)
    ship = make_ship(rows=ROWS, thrust=given["thrust"], systems=["main_drive"], drive_hits=hits)
    results = [needle_result(face) for face in given["needle_rolls"]]
    judge, told = referee()
    blow = attack(ship, 0, sum(each.hull for each in results), *["main-drive" for each in results if each.knocked_out])
    apply_attack(make_state(ship), judge, blow)
    after = [thrust_available(given["thrust"], each.data["drive_hits"]) for each in told if each.kind == "knocked_out"]
    assert after[-1] == thrust_of(ship)
    return {"thrust_after": after, "hull_lost": ship.hull_damage}


# Crew and holds


def crew_of(given: Facts) -> Facts:
    """Crew Factors by MASS, or by the dots in boxes that are left."""
    if "dots" in given:
        ship = make_ship(rows=(7, 7, 7, 6), crew_dots=tuple(given["dots"]), hull_damage=given["hull_damage"])
        return {"cf": crew_factors(ship), "dcp": parties_of(ship)}
    ship = make_ship(**given)
    return {"cf": design.crew_factors(given["mass"], given["civilian"]), "dcp": parties_of(ship)}


def parties_of(ship: Ship) -> int:
    """How many parties the question about damage control lets a ship assign."""
    ship.core.power = "damaged"
    (question,) = damage_control(make_state(ship), ship.seat)
    return int(question.limits[0].most)


def dots_of(given: Facts) -> Facts:
    rows = given["hull_rows"]
    dots = design.crew_dots(sum(rows), given["cf"])
    return {"dots": list(dots), "dot_rows": [bisect_left(list(accumulate(rows)), dot) + 1 for dot in dots]}


def first_hold(given: Facts) -> Facts:
    """The hold that a threshold check takes from these, in whatever order they are listed."""
    holds = tuple(Hold(space["type"], space["size"]) for space in given["spaces"])
    ship = make_ship(rows=ROWS, holds=holds)
    judge, told = referee()
    apply_attack(make_state(ship), judge, attack(ship, 0, 4))
    lost = next(event.data for event in told if event.kind == "hold_lost")
    return {"first_lost": {"type": lost["hold"], "size": lost["size"]}}


# Core Systems


def core_of(given: Facts) -> Facts:
    systems = core_systems(Switches(core_systems=given["option_core_systems"]))
    words = [system.replace("-", "_") for system in systems]
    return {"core_systems": words, "mass": sum(price(Fitting(word), 60).mass for word in words if word in KINDS)}


def core_check(given: Facts) -> Facts:
    """The part of a threshold check that concerns the Core Systems; without dice of their own they show sixes."""
    ship = make_ship(rows=ROWS)
    state = make_state(ship, switches=WITH_CORE, turn=given.get("bridge_hit_in_turn", 1))
    if "bridge_hit_in_turn" in given:
        hit_command_bridge(state, referee([given["bridge_roll"]])[0], ship)
        state.turn = given["check_in_turn"]
    for system, how in given.get("core_state", {}).items():
        if how == "damaged":
            damage_core(state, ship, system)
    judge, told = referee()
    faces = list(given.get("core_rolls", dict.fromkeys("bpl", 6)).values())
    judge.dice = FacesByUse(threshold=[], core_check=faces, bridge=[1], life_support=[1])
    apply_attack(state, judge, up_to(ship, given["threshold"]))
    checks = [event.data for event in told if event.kind == "core_check"]
    lost = [check["system"].replace("-", "_") for check in checks if check["hit"]]
    assert {check["system"] for check in checks if check["hit"]} <= set(damaged_core_systems(ship, state.turn))
    return {"core_dice_rolled": len(checks), "core_lost": lost}


def damage_core(state: FleetState, ship: Ship, system: str) -> None:
    judge, _told = referee([4])
    {"command_bridge": hit_command_bridge, "power_core": hit_power_core, "life_support": hit_life_support}[system](
        state, judge, ship
    )


def core_ship(turn: int = 1, **given: Any) -> tuple[FleetState, Ship]:
    """A ship with a beam, Screens and a drive, which is under way, and an enemy in front of it."""
    systems = ["main_drive", "fcs", "beam-3", "screen", "screen"]
    ship = make_ship(id="s1", systems=systems, velocity=4, **given)
    enemy = make_ship(id="e1", side="a", seat="a", position=ship.position.plus(ship.course, 8.0))
    state = make_state(ship, enemy, switches=WITH_CORE, turn=turn, orders={"s1": "TS1, MD2"})
    assert works(state, ship) == WORKS
    return state, ship


WORKS = {"movement": "orders", "may_fire": True, "screens": 2}


def works(state: FleetState, ship: Ship) -> Facts:
    """What a ship can do of its orders, fire and defence."""
    return {
        "movement": "orders" if carried_out(state, ship).done else "drift",
        "may_fire": can_fire(state, ship),
        "screens": screen_level(ship),
    }


def state_of(state: FleetState, ship: Ship) -> Facts:
    works_now = works(state, ship)
    return works_now | {
        "may_fire_as": works_now["may_fire"],
        "may_fire_pd": in_control(ship, state.turn),
        "may_launch": in_control(ship, state.turn),
        "screen_level": works_now["screens"],
        "ship_works_normally": works_now == WORKS and has_power(ship),
        "destroyed": ship.status == "destroyed",
        "ship_destroyed": ship.status == "destroyed",
        "counts_as_salvageable": ship.status == "derelict",
        "power_core": {"sound": "ok"}.get(ship.core.power, ship.core.power),
    }


def bridge_hit(given: Facts) -> Facts:
    state, ship = core_ship(turn=given["turn"])
    hit_command_bridge(state, referee([given["roll"]])[0], ship)
    out = [turn for turn in range(given["turn"], given["turn"] + 20) if not in_control(ship, turn)]
    return {"out_of_control_in_turns": out, "control_from_turn": out[-1] + 1, "permanent": len(out) == 20}


def out_of_control(given: Facts) -> Facts:
    state, ship = core_ship()
    hit_command_bridge(state, referee([3])[0], ship)
    return state_of(state, ship)


def bridge_repair(given: Facts) -> Facts:
    state, ship = core_ship(turn=2)
    face = 6 if given["permanent"] else given["out_of_control_turns_left"]
    hit_command_bridge(state, referee([face])[0], ship)
    assert not in_control(ship, 2)
    allowed = "command-bridge" in damaged_systems(ship, 2)
    judge = referee([given["roll"]] if allowed else [])[0]
    repair(state, judge, {"s1/command-bridge": given["dcp"]})
    return {"control_restored": in_control(ship, 2), "repair_allowed": allowed}


def power_core(given: Facts) -> Facts:
    """The end of a turn with a damaged Power Core: repair, decision, explosion roll."""
    state, ship = core_ship(mass=80)
    hit_power_core(state, referee()[0], ship)
    parties = int(given.get("dcp") or given.get("dcp_on_core") or 0)
    rolls = [given[key] for key in ("repair_roll", "roll", "explosion_roll") if key in given] + given.get("rolls", [])
    judge, told = referee(rolls)
    repair(state, judge, {"s1/power-core": parties})
    apply_core_decision(state, judge, ship, given.get("decision", "hold"))
    roll_explosions(state, judge)
    rolled = [event for event in told if event.kind == "explosion_roll"]
    assert judge.dice.rolled == len(rolls)
    return state_of(state, ship) | {"explosion_roll_made": bool(rolled), "explodes": bool(rolled) and rolled[0].data["explodes"]}


def abandoned(given: Facts) -> Facts:
    """An explosion roll some turns after the crew has left; those before it show ones and, at need, do not explode."""
    state, ship = core_ship(turn=3)
    hit_power_core(state, referee()[0], ship)
    apply_core_decision(state, referee()[0], ship, "abandon")
    for _turn in range(given["turns_since_abandonment"]):
        roll_explosions(state, referee([1])[0])
        state.turn += 1
    needed = explosion_needed(ship, state.turn)
    judge, told = referee([given["roll"]])
    roll_explosions(state, judge)
    assert told[0].data["needed"] == needed
    return {"explodes": ship.status == "destroyed", "needed": needed}


def life_support(given: Facts) -> Facts:
    """Turns go by after a hit on Life Support, with a repair in one of them if the case says so."""
    state, ship = core_ship(turn=given.get("turn", 4))
    hit_life_support(state, referee([given.get("roll", 1)])[0], ship)
    failed = None
    for turn in range(state.turn, state.turn + 8):
        state.turn = turn
        repair(state, referee([1])[0], {"s1/life-support": int(turn == given.get("repaired_in_turn"))})
        run_down_counters(state, referee()[0])
        if failed is None and ship.status == "derelict":
            failed = turn
    return state_of(state, ship) | {"fails_at_end_of_turn": failed, "fails": failed is not None}


def end_of_turn(given: Facts) -> Facts:
    """Counters of a hit Bridge, or a damaged Power Core."""
    if "power_core" in given:
        return power_core(given)
    hit = given["turn_of_hit"]
    state, ship = core_ship(turn=hit)
    judge, told = referee([given["bridge_roll"]])
    hit_command_bridge(state, judge, ship)
    counters, back = {}, None
    for turn in range(hit, hit + 3):
        state.turn = turn
        run_down_counters(state, judge)
        counters[str(turn)] = len([later for later in range(turn + 1, turn + 9) if not in_control(ship, later)])
        if told[-1].kind == "control_returns":
            back = told[-1].data["control_from"]
    return {"bridge_counter_after_turn": counters, "control_from_turn": back}


# Damage control


def attempt(given: Facts) -> Facts:
    """So many parties at work on one lost system of a ship that has more, or an assignment to several."""
    if "assignment" in given:
        lost, value = list(given["assignment"]), {f"s1/{system}": n for system, n in given["assignment"].items()}
    else:
        lost, value = ["fcs"], {"s1/fcs": given["dcp"]}
    ship = make_ship(crew_factors=given.get("dcp_available", 6), systems=lost, lost=dict.fromkeys(lost, "threshold"))
    state = make_state(ship)
    (question,) = damage_control(state, ship.seat)
    found = {"legal": not question.problems(state, value), "max": MOST_PARTIES}
    if "roll" not in given:
        return found
    judge, told = referee([given["roll"]])
    repair(state, judge, value)
    assert [event.data["success"] for event in told] == [not ship.lost]
    return found | {"repaired": not ship.lost}


def what_can_be_repaired(given: Facts) -> Facts:
    if given["system"] == "armour_box":
        ship = make_ship(armour=5, rows=ROWS, systems=["beam-2"])
        struck(ship, attack(ship, 3, 2))
        return {"repair_allowed": bool(damaged_systems(ship, 1))}
    ship = make_ship(rows=ROWS, mass=80, systems=[given["system"]])
    if given["lost_by"] == "threshold":
        lose_system(ship, given["system"], "threshold")
        return {"repair_allowed": given["system"] in damaged_systems(ship, 1)}
    struck(ship, attack(ship, 0, 1, given["system"]))
    assert ship.lost == {given["system"]: "needle"}
    judge = referee([given["roll"]])[0]
    repair(make_state(ship), judge, {f"s1/{given['system']}": given["dcp"]})
    return {"repaired": ship.lost == {}}


def drive_repair(given: Facts) -> Facts:
    ship = make_ship(thrust=given["thrust"], systems=["main_drive"])
    for _hit in range(given["drive_hits"]):
        lose_system(ship, "main-drive", "threshold")
    repair(make_state(ship), referee([given["roll"]])[0], {"s1/main-drive": given["dcp"]})
    return {"drive_hits": ship.drive_hits, "thrust_available": thrust_of(ship)}


WORKED_OUT_BY: dict[str, Callable[[Facts], Facts]] = {
    "FT-2.6.1": fresh_ship,
    "FT-2.6.2": by_attack,
    "FT-2.6.3": several_attacks,
    "FT-2.6.4": lost_system,
    "FT-2.6.5": by_attack,
    "FT-2.7.23": end_of_turn,
    "FT-4.5": by_attack,
    "FT-4.6.1": by_attack,
    "FT-4.6.2": by_threshold,
    "FT-4.6.3": by_threshold,
    "FT-4.6.4": by_attack,
    "FT-4.6.5": by_attack,
    "FT-4.6.6": by_threshold,
    "FT-4.6.7": drive_checks,
    "FT-4.8.6": needles_at_drive,
    "FT-7.1.1": by_threshold,
    "FT-7.2.1": core_of,
    "FT-7.2.2": core_check,
    "FT-7.2.3": bridge_hit,
    "FT-7.2.4": out_of_control,
    "FT-7.2.5": bridge_repair,
    "FT-7.2.6": power_core,
    "FT-7.2.7": power_core,
    "FT-7.2.8": power_core,
    "FT-7.2.9": abandoned,
    "FT-7.2.10": life_support,
    "FT-7.2.11": core_check,
    "FT-7.3.1": crew_of,
    "FT-7.3.2": attempt,
    "FT-7.3.3": what_can_be_repaired,
    "FT-7.3.4": drive_repair,
    "FT-7.4.1": crew_of,
    "FT-7.4.2": dots_of,
    "FT-7.5.1": first_hold,
    "FT-7.5.2": by_threshold,
}


def check(rule: str, case: Facts) -> None:
    """What comes of a case is what is expected of it."""
    work_out = WORKED_OUT_BY.get(rule) or WORKED_OUT_BY[rule.rpartition(".")[0]]
    found, expect = work_out(case["given"]), case["expect"]
    assert {key: found[key] for key in expect} == expect
