"""The worked cases of fire at and by fighters: what comes of each `given`."""

from __future__ import annotations

from typing import Any

from fakes import make_ship, make_system
from small_craft import LONG_ROWS, Facts, away, battle, make_group, make_marker, point, run

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.aliens.nodes import POD_POWER
from quarterdeck.systems.full_thrust.fighters import dogfights, runs, strikes
from quarterdeck.systems.full_thrust.fighters.groups import (
    may_attack,
    may_attack_ships,
    turn_over,
)
from quarterdeck.systems.full_thrust.fire import check_plan, fire
from quarterdeck.systems.full_thrust.ordnance import salvos
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, System
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Marker, Ship
from quarterdeck.systems.full_thrust.targets import Shot, guidance_of
from scripted import referee

MARKERS = {"missile_salvo": "salvo", "plasma_bolt": "plasma_bolt", "anti_matter_torpedo": "antimatter_torpedo"}


def no_morale(given: Facts) -> Facts:
    group = make_group(strength=given["group_strength"], launched=given["started_with"], run="s1")
    state = battle(group, make_ship(position=away(2), rows=LONG_ROWS))
    judge, told = referee([1])
    run(strikes.strikes(state, judge))
    return {"morale_roll": judge.dice.rolled != 1, "may_attack": [event.kind for event in told] == ["strike"]}


def fires_all_round(given: Facts) -> Facts:
    group = make_group(position=point(given["group_position"]), facing=given["facing"])
    state = battle(group, make_marker(side="b", position=point(given["target_marker"])))
    return {"may_fire": dogfights.may_fire(state, group)}


def protection_facts(given: Facts) -> Facts:
    fired = given.get("escorts_fired", [given.get("escort_fired", False)] * len(given["escorts"]))
    escorted = make_group(id="escorted", side="b", seat="b", fired=given["escorted_fired"], position=away(1))
    escorts = [
        make_group(id=f"escort_{n}", side="b", seat="b", strength=number, fired=done, escorting="escorted", position=away(1))
        for n, (number, done) in enumerate(zip(given["escorts"], fired, strict=True), 1)
    ]
    group = make_group(strength=given["attacker_strength"])
    state = battle(group, escorted, *escorts)
    return {"legal": dogfights.why_not_allotted(state, group, given["allocation"], given["accept_fire"]) is None}


def escort_fires_first(given: Facts) -> Facts:
    if "attacker_to_escort" in given:
        escorted = make_group(id="g2", side="b", seat="b", position=away(given["attacker_to_escorted"]))
        place = away(given["attacker_to_escort"])
        escort = make_group(id="e1", side="b", seat="b", cef=given["escort_cef"], position=place, escorting="g2")
        attacker = make_group()
        state = battle(attacker, escorted, escort)
        may = dogfights.why_not_allotted(state, attacker, {"g2": 6}, accept=True) is None
        return {"attacker_may_attack_escorted": may, "escort_may_fire": dogfights.bypassed(state, {"g2": 6}) == [escort]}
    attacker = make_group(strength=given["attacker_strength"])
    escorted = make_group(id="g2", side="b", seat="b", strength=given["escorted_strength"])
    escort = make_group(id="e1", side="b", seat="b", strength=given["escort_strength"], cef=given["escort_cef"], escorting="g2")
    state = battle(attacker, escorted, escort)
    judge, told = referee([*given["escort_rolls"], *given["attacker_rolls"]])
    run(dogfights._fight(state, judge, attacker, {"targets": {"g2": attacker.strength}, "accept": True}))
    shots = [event.data for event in told if event.kind == "dogfight"]
    return {
        "attacker_losses": shots[0]["removed"],
        "attacker_dice": shots[1]["count"],
        "escorted_losses": shots[1]["removed"],
        "escort_cef": escort.cef,
        "escort_may_fire_again": may_attack(escort),
    }


def protection_is_gone(given: Facts) -> Facts:
    escorted = make_group(id="g2", side="b", seat="b")
    escort = make_group(id="e1", side="b", seat="b", strength=3, escorting="g2")
    first, second = make_group(), make_group(id="g3")
    state = battle(escorted, escort, first, second)
    run(dogfights._fight(state, referee([1] * 9)[0], first, {"targets": {"g2": 6}, "accept": True}))
    return {"attacker_2_legal": dogfights.why_not_allotted(state, second, {"g2": 6}, accept=False) is None}


def keep_one(given: Facts) -> Facts:
    group = make_group(cef=given["cef"], run="s1")
    state = battle(group, make_ship())
    runs.evade(referee()[0], group, given["evasion"])
    return {"may_attack_in_phase_9": bool(strikes.attackers(state, state.ships["s1"]))}


def small_thing(given: Facts, far: float) -> FighterGroup | Marker | Ship:
    """The target of a case: a ship, a marker by its kind, else a fighter group that evades as told."""
    word = given.get("target", "fighter_group")
    if word == "ship":
        systems = [f"screen{number}" for number in range(given.get("screens", 0))]
        return make_ship(id="t1", side="a", seat="a", position=away(far), rows=LONG_ROWS, systems=systems)
    if word in MARKERS:
        return make_marker(id="t1", kind=MARKERS[word], position=away(far), strength=given.get("target_strength", 6))
    kind = given.get("type", "standard") if word in ("fighter_group", "fighters") else word.removesuffix("_fighters")
    number = given.get("group_strength", given.get("target_strength", 6))
    return make_group(id="t1", type=kind, strength=number, evasion=given.get("evasion", 0), position=away(far))


def small_fire_facts(given: Facts) -> Facts:
    """Weapons of a ship at a fighter group, a marker or a ship: what is allowed, and what the dice do."""
    words = given.get("weapons") or [given["weapon"]]
    far = given.get("range", given.get("target_distance", given.get("salvo_distance", 2)))
    arcs = given.get("arcs", "all")
    mounts = [
        System(f"{word}#{n}", KINDS[word], word, int(word in ("k-gun-1", "pulser")))
        if word in KINDS
        else make_system(f"{word}#{n}")
        for n, word in enumerate(words)
    ]
    mounts = [mount._replace(arcs=ALL_ROUND if arcs == "all" else tuple(arcs)) for mount in mounts]
    controls = given.get("working_fcs", 1)
    adfc = [f"adfc{n}" for n in range(given.get("adfc", int(bool(given.get("adfc_cover")))))]
    ship = make_ship(systems=[*mounts, *[f"fcs{n}" for n in range(controls)], *adfc])
    if "interceptor_pod" in words:
        ship.pools = {"A": POD_POWER}
    if given.get("target_arc") == "A":
        ship.facing = 6
    target = small_thing(given, far)
    attacked = given.get("target_attacks", given.get("salvo_target", ""))
    friend = make_ship(id="covered_ship", position=Vector(float(given.get("covered_ship_distance", 3.0)), 0.0))
    others = [make_ship(id=each, position=Vector(0.0, -2.0)) for each in ("other_ship", "third_ship")]
    others[1].position = Vector(40.0, 0.0)
    if attacked == "other_ship":
        others[0].position = Vector(float(given["covered_ship_distance"]), 0.0)
    aim = "s1" if given.get("target_attacks_firing_ship") else attacked
    if isinstance(target, FighterGroup):
        target.run = aim
    elif isinstance(target, Marker):
        target.targets = [aim] if aim else []
    state = battle(ship, target, friend, *others)
    mode = given.get("mode", "PD")
    shots = [Shot(mount.id, "t1", mode=mode) for mount in mounts]
    legal = not check_plan(state, ship, shots, {})
    facts: Facts = {
        "legal": legal,
        "in_range": legal,
        "fcs_used": len(guidance_of(state, ship, shots).controls),
        "legal_target": legal,
    }
    rolls = [face for part in given["rolls_by_weapon"] for face in part] if "rolls_by_weapon" in given else given.get("rolls")
    return facts | (dice_facts(state, ship, target, shots, rolls) if legal and rolls else {})


KINDS = {
    "k-gun-1": "k_gun",
    "scattergun": "scattergun",
    "interceptor_pod": "pod_launcher",
    "pulser": "pulser",
    "spicule": "spicule",
}


def dice_facts(state: FleetState, ship: Ship, target: Any, shots: list[Shot], rolls: list[int]) -> Facts:
    before = target.strength if isinstance(target, FighterGroup) else 0
    judge, told = referee(rolls)
    fire(state, judge, ship, shots, {})
    assert judge.dice.rolled == len(rolls)
    events = [event.data for event in told if event.kind in ("small_fire", "fire")]
    hits = sum(data.get("hits", data.get("damage", 0)) for data in events)
    removed = sum(data.get("removed", 0) for data in events)
    assert before == 0 or before - target.strength == removed
    return {
        "hits": hits,
        "damage": hits,
        "fighters_lost": removed,
        "wasted_hits": hits - removed,
        "weapons_fired": len(events),
        "dice_rolled": sum(data.get("count", 1) for data in events),
        "rolls_used": judge.dice.rolled,
        "damage_die_rolled": any(roll.use == "damage" for event in told for roll in event.dice),
    }


def evasion_facts(given: Facts) -> Facts:
    if "weapon" not in given:
        return keep_one(given)
    group = make_group(cef=given.get("cef", 6))
    runs.evade(referee()[0], group, given["evasion"])
    return small_fire_facts(given) | {"cef_after": group.cef}


def shots_facts(given: Facts) -> Facts:
    """One weapon in two modes, or a group in two phases: only the first of them fires."""
    if "fighter_group_shots" in given:
        group = make_group()
        state = battle(group, make_ship(), make_marker(side="b"))
        dogfights.shoot(state, referee([1] * 6)[0], group, {"m1": 6})
        group.run = "s1"
        return {"allowed": [True, bool(strikes.attackers(state, state.ships["s1"]))]}
    word = given["weapon"]
    ship = make_ship(systems=[word, "fcs1", "fcs2"])
    state = battle(ship, make_group(id="fighters", position=away(2)), make_ship(id="ship", side="a", seat="a", position=away(2)))
    shots = [Shot(word, each["target"], mode=each["mode"]) for each in given["shots"]]
    return {"allowed": [not check_plan(state, ship, shots[: n + 1], {}) for n in range(len(shots))]}


def plan_facts(given: Facts) -> Facts:
    """The Fire Controls that a plan of several weapons needs, by the names of its targets."""
    shots, mounts, targets = [], [], {}
    for n, attack in enumerate(given["attacks"]):
        mount = make_system(f"{attack['weapon'].partition('#')[0]}#{n}")
        name = attack.get("target", given.get("target"))
        attacking = attack.get("target_attacks_firing_ship", given.get("target_attacks_firing_ship", False))
        targets[name] = named_thing(name, attacking)
        mounts.append(mount)
        shots.append(Shot(mount.id, name, mode=attack.get("mode", "AS")))
    ship = make_ship(systems=[*mounts, *[f"fcs{n}" for n in range(given.get("working_fcs", 3))]])
    ship.id = "own"
    state = battle(ship, *targets.values())
    used = len(guidance_of(state, ship, shots).controls)
    return {"legal": not check_plan(state, ship, shots, {}), "fcs_used": used}


def named_thing(name: str, attacking: bool) -> Any:
    aim = "own" if attacking else ""
    if name.startswith("salvo"):
        return make_marker(id=name, position=away(2), targets=[aim] if aim else [])
    if name.startswith("group"):
        return make_group(id=name, position=away(2), run=aim)
    return make_ship(id=name, side="a", seat="a", position=away(2))


def adfc_facts(given: Facts) -> Facts:
    if "want_to_cover" in given:
        ships = [make_ship(id=each, position=away(3)) for each in given["ships_in_3mu"]]
        ship = make_ship(id="own", systems=["pds#1", "pds#2", *[f"adfc{n}" for n in range(given["adfc"])]])
        groups = [make_group(id=f"g{n}", position=away(6), run=each) for n, each in enumerate(given["want_to_cover"])]
        state = battle(ship, *ships, *groups)
        shots = [Shot(f"pds#{n + 1}", group.id, mode="PD") for n, group in enumerate(groups)]
        one = [not check_plan(state, ship, [shot], {}) for shot in shots]
        assert one == [True, True]
        return {"legal": not check_plan(state, ship, shots, {}), "max_covered": given["adfc"]}
    return small_fire_facts(given)


def later_fire(given: Facts) -> Facts:
    word = given["unused_weapon"]
    ship = make_ship(systems=[word, "fcs"])
    state = battle(ship, make_marker(id="salvo_y", position=away(2), targets=["s1"]))
    state.fired = ["s1"] if given["ship_has_fired"] else []
    return {"may_fire": not check_plan(state, ship, [Shot(word, "salvo_y", mode="PD")], {})}


def order_9a(given: Facts) -> Facts:
    groups = []
    for each in given["groups"]:
        side = each["id"][0]
        more = {"run": f"far-{'b' if side == 'a' else 'a'}"} if each.get("run") else {}
        groups.append(make_group(id=each["id"], side=side, seat=side, strength=each.get("strength", 6), **more))
    state = battle(*groups)
    state.initiative = ["a", "b"]
    fired: list[str] = []
    while listed := dogfights.next_to_act(
        state,
        state.initiative,
        lambda seat: [g for g in state.groups.values() if g.seat == seat and dogfights.may_fire(state, g)],
        state.acted,
    ):
        group = listed[0]
        fired.append(group.id)
        state.acted.append(group.id)
        state.last_side = group.side
        hits = given.get("a1_hits_on_b1", 0) if group.id == "a1" else 0
        other = next(target.id for target in dogfights.targets_of(state, group))
        faces = [*[4] * hits, *[1] * (group.strength - hits)]
        dogfights.shoot(state, referee(faces)[0], group, {other: group.strength})
    return {"order": fired, "b1_fires": "b1" in fired}


def allot_facts(given: Facts) -> Facts:
    group = make_group(strength=given["group_strength"])
    far = given.get("target_distance", 2)
    things: list[Any] = []
    for name in given.get("targets_in_3mu", ["x"]):
        of = {"id": name, "side": "b", "seat": "b", "position": away(far)}
        things.append(make_marker(**of) if name.startswith("salvo") else make_group(**of))
    state = battle(group, *things)
    allotted = given.get("allocation", {"x": group.strength})
    return {"legal": dogfights.why_not_allotted(state, group, allotted, accept=False) is None}


def dogfight_facts(given: Facts) -> Facts:
    """A group at a group or marker in phase 9a: what its dice remove, and what it pays."""
    group = make_group(id="g1", type=given.get("type", "standard"), strength=given["attackers"])
    target = small_thing({"target": "missile_salvo", **given, "type": "standard"}, given.get("distance", 2))
    assert not isinstance(target, Ship)
    target.side = target.seat = "b"
    target.id = "t1"
    state = battle(group, target)
    before = group.cef
    judge, told = referee(given["rolls"])
    dogfights.shoot(state, judge, group, {"t1": group.strength})
    assert judge.dice.rolled == len(given["rolls"])
    removed = told[0].data["removed"]
    return {
        "fighters_lost": removed if isinstance(target, FighterGroup) else 0,
        "missiles_removed": 0 if isinstance(target, FighterGroup) else removed,
        "hits": told[0].data["hits"],
        "strength_after": target.strength - removed if isinstance(target, Marker) else target.strength,
        "cef_cost": before - group.cef,
        "rolls_used": judge.dice.rolled,
    }


def strike_facts(given: Facts) -> Facts:
    """Groups that attack a ship in phase 9b, its armour and hull, and the check that follows."""
    listed = given.get("groups") or [{"type": given.get("type", "standard"), "strength": given["attackers"]}]
    groups = [make_group(id=f"g{n}", run="s1", **each) for n, each in enumerate(listed)]
    screens = 2 if given.get("target_shrouded") else given.get("screens", 0)
    ship = make_ship(
        rows=tuple(given.get("hull_rows", LONG_ROWS)),
        armour=given.get("armour", 0),
        systems=[f"screen{n}" for n in range(screens)],
        position=away(1),
        design=None,
    )
    state = battle(ship, *groups)
    rolls = [face for part in given["rolls_by_group"] for face in part] if "rolls_by_group" in given else given["rolls"]
    judge, told = referee([*rolls, *[6] * (screens + 9)])
    run(strikes.strikes(state, judge))
    used = sum(len(roll.faces) for event in told if event.kind == "strike" for roll in event.dice)
    assert used == len(rolls)
    struck = [event.data for event in told if event.kind == "strike"]
    check = next((event.data for event in told if event.kind == "threshold"), None)
    return {
        "initial": sum(data.get("initial", 0) for data in struck),
        "penetrating": sum(data.get("penetrating", 0) for data in struck),
        "damage": sum(data["damage"] for data in struck),
        "armour_lost": given.get("armour", 0) - ship.armour,
        "hull_lost": ship.hull_damage,
        "threshold": None if check is None else {"row": check["row"], "extra": check["extra"]},
        "rolls_used": used,
    }


def salvo_of_groups(given: Facts) -> Facts:
    """Two groups whose torpedo-free damage is given cross rows together (FT-2.7.46)."""
    damage = given["fighter_group_damage"]
    listed = [{"type": "standard", "strength": points} for points in damage]
    ship = make_ship(rows=tuple(given["hull_rows"]), hull_damage=given["hull_damage_before"], position=away(1), systems=["pds"])
    groups = [make_group(id=f"g{n}", run="s1", **each) for n, each in enumerate(listed)]
    judge, told = referee([*[4] * sum(damage), 6, 6, 6])
    run(strikes.strikes(battle(ship, *groups), judge))
    marked = next(event.data for event in told if event.kind == "damage")
    check = next(event.data for event in told if event.kind == "threshold")
    return {
        "hull_damage_after": ship.hull_damage,
        "rows_completed": marked["rows_completed"],
        "threshold": {"row": check["row"], "extra": check["extra"]},
    }


def separate_salvos(given: Facts) -> Facts:
    """Fighters in 9b and a salvo in 9d each bring a check of their own (FT-2.7.47)."""
    ship = make_ship(rows=tuple(given["hull_rows"]), position=away(1), systems=["pds"])
    group = make_group(run="s1", strength=given["damage_9b"])
    state = battle(ship, group, make_marker(targets=["s1"], hits=5))
    judge, told = referee([*[4] * given["damage_9b"], 6, 6, given["damage_9d"], 6, 6])
    run(strikes.strikes(state, judge))
    salvos.attack(state, judge)
    checks = [event.data for event in told if event.kind == "threshold"]
    phases = zip(("9b", "9d"), checks, strict=True)
    return {"thresholds": [{"phase": phase, "row": each["row"], "extra": each["extra"]} for phase, each in phases]}


def unpaid_facts(given: Facts) -> Facts:
    group = make_group(cef=given["cef_when_attack_resolves"], run="s1" if given["attack_declared"] else "")
    judge, told = referee([])
    run(strikes.strikes(battle(group, make_ship()), judge))
    return {"attack_made": bool(told)}


def ro_kah_facts(given: Facts) -> Facts:
    group = make_group(type="kravak_standard", strength=given["strength"], launched=given["launched_strength"], run="s1")
    state = battle(group, make_ship(rows=LONG_ROWS), switches=Switches(ro_kah=True))
    rolled = [given["rokah_roll"]] if "rokah_roll" in given else []
    judge, told = referee([*rolled, *[1] * 12])
    run(strikes.strikes(state, judge))
    dice = next(event for event in told if event.kind == "strike").dice[0].faces
    turn_over(state)
    return {
        "rokah": group.exhausted,
        "attack_dice": len(dice),
        "may_attack_next_turn": may_attack_ships(group),
        "rokah_roll_made": any(event.kind == "ro_kah" for event in told),
    }


def ace_facts(given: Facts) -> Facts:
    group = make_group(strength=given["strength"], ace=given["scenario_ace_extra_dice"], run="s1")
    judge, told = referee([1] * 12)
    run(strikes.strikes(battle(group, make_ship(rows=LONG_ROWS)), judge))
    return {"attack_dice": len(next(event for event in told if event.kind == "strike").dice[0].faces)}
