"""The worked cases of moving, formations, attack runs and endurance: what comes of each `given`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fakes import make_ship
from small_craft import LONG_ROWS, Facts, away, battle, go, make_group, make_marker, may_go, may_run, point, run, status_of

from quarterdeck.engine.plane import ORIGIN, Vector
from quarterdeck.engine.questions import Pose
from quarterdeck.systems.full_thrust.alternation import loser_first, next_to_act
from quarterdeck.systems.full_thrust.fighters import dogfights, formations, recovery, runs, strikes
from quarterdeck.systems.full_thrust.fighters.bays import burst
from quarterdeck.systems.full_thrust.fighters.following import follow_question
from quarterdeck.systems.full_thrust.fighters.formations import PRIMARY, SECONDARY
from quarterdeck.systems.full_thrust.fighters.groups import (
    break_up,
    in_contact,
    may_attack,
    may_merge,
    turn_over,
)
from quarterdeck.systems.full_thrust.fighters.moves import formation_question, may_move, planned
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.fire import check_plan
from quarterdeck.systems.full_thrust.prices import groups_cpv, mixed_group_cpv
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.targets import Shot
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee


def strength_facts(given: Facts) -> Facts:
    group = make_group(strength=min(given["group_strength"], 6))
    facts: Facts = {"legal": given["group_strength"] <= 6 and bool(make_group(strength=given["group_strength"]))}
    if "hits" in given:
        attacker = make_group(id="g2", side="b", seat="b", strength=given["hits"], position=away(1))
        state = battle(group, attacker)
        dogfights.shoot(state, referee([4] * given["hits"])[0], attacker, {"g1": given["hits"]})
        facts |= {"group_strength": group.strength, "removed": not group.on_table}
    return facts


def primary_facts(given: Facts) -> Facts:
    start = point(given.get("from", (0, 0)))
    to = point(given["to"]) if "to" in given else away(given["primary_distance"]) if "primary_distance" in given else start
    group = make_group(type=given.get("type", "standard"), position=start, **({"cef": given["cef"]} if "cef" in given else {}))
    state = battle(group)
    legal = may_go(state, group, to, PRIMARY)
    if legal:
        go(state, group, to, PRIMARY)
    return {"legal": legal, "cef": group.cef}


def secondary_facts(given: Facts) -> Facts:
    primary = given.get("primary", {"from": [0, 0], "to": [0, 0]})
    group = make_group(type=given.get("type", "standard"), position=point(primary["from"]), cef=given["cef"])
    state = battle(group)
    go(state, group, point(primary["to"]), PRIMARY)
    distance = given.get("secondary_distance", given.get("distance"))
    to = point(given["secondary_to"]) if "secondary_to" in given else group.position.plus(Vector(0.0, 1.0), distance)
    legal = may_go(state, group, to, SECONDARY)
    if legal:
        go(state, group, to, SECONDARY)
    return {"legal": legal, "cef": group.cef}


def faces_target(given: Facts) -> Facts:
    group = make_group(position=point(given["group_position"]), facing=given["facing_before"])
    state = battle(group, make_ship(position=point(given["enemy_ship"])))
    may = may_run(state, group, "s1")
    runs.declare_run(state, referee()[0], group, "s1")
    return {"may_declare": may, "facing_after_declaration": group.facing}


def screen_facts(given: Facts) -> Facts:
    side = "a" if given["ship_owner"] == "own" else "b"
    group = make_group()
    state = battle(group, make_ship(side=side, seat=side, position=away(given["distance_at_phase_start"])))
    question = formation_question(seen_by(state, "a"), [group], PRIMARY)
    allowed = question is not None and not question.problems(state, {"g1": "screen:s1"})
    before = group.cef
    if allowed:
        formations.screen(referee()[0], group, state.ships["s1"])
    return {"allowed": allowed, "cef_cost": before - group.cef}


def follows_ship(given: Facts) -> Facts:
    """A screening group, and its escort where there is one, go where the case says behind a ship that has moved."""
    of = given.get("g1", {"from": given.get("group_from", [0, 0]), "to": given.get("group_to", given.get("screening_group_end"))})
    start, end = given.get("ship_from", [0, 0]), given.get("ship_to", given.get("ship_end"))
    ship = make_ship(id="s2", side="a", seat="a", position=point(end), track=[point(start)])
    group = make_group(screening="s2", position=point(of["from"]))
    things: list[Any] = [ship, group]
    escort = None
    if "e1" in given:
        escort = make_group(id="e1", position=point(given["e1"]["from"]), escorting="g1")
        things.append(escort)
    state = battle(*things)
    question = follow_question(seen_by(state, "a"), "a")
    assert question is not None
    legal = not question.illegal(state, {"g1": Pose(point(of["to"]))})
    before = group.cef
    if legal:
        formations.follow_ships(state, referee()[0], {"g1": point(of["to"])})
    facts = {"legal": legal, "cef_cost": before - group.cef}
    if escort is not None:
        facts |= {"cef": {"g1": group.cef, "e1": escort.cef}, "status_e1": status_of(escort)}
        assert escort.position == point(given["e1"]["to"])
    return facts


def screen_stops_nobody(given: Facts) -> Facts:
    ship, screen = make_ship(position=ORIGIN), make_group(id="g2", side="b", seat="b", screening="s1")
    group = make_group(position=away(given["enemy_group_distance_to_ship"]))
    return {"enemy_may_declare_attack_on_ship": may_run(battle(ship, screen, group), group, "s1")}


def formation_ends(given: Facts) -> Facts:
    group = make_group(screening="s2", position=away(given.get("distance_after_secondary", 0)))
    state = battle(group, make_ship(id="s2", side="a", seat="a"))
    if given.get("turn_ends"):
        turn_over(state)
    break_up(state, [group])
    return {"status": status_of(group)}


def escort_facts(given: Facts) -> Facts:
    escort, group = make_group(id="e1", position=point(given["escort_to"])), make_group(position=point(given["escorted_to"]))
    escort.escorting = "g1"
    break_up(battle(escort, group), [escort])
    return {"status": status_of(escort)}


def escorts_move(given: Facts) -> Facts:
    if "groups" in given:
        escorts = [make_group(id=each, escorting="g1") for each in given["escorts_of"]["g1"]]
        state = battle(make_group(), *escorts)
        state.acted = ["g1"]
        go(state, state.groups["g1"], away(5), PRIMARY)
        left = [group for group in state.groups.values() if may_move(state, group, PRIMARY)]
        return {"activations": 1 + len(left)}
    if "ship_from" in given:
        return follows_ship(given)
    cef = given["cef"]
    group, escort = make_group(cef=cef["g1"]), make_group(id="e1", cef=cef["e1"], escorting="g1")
    state = battle(group, escort)
    go(state, group, away(given["secondary_distance"]), SECONDARY)
    return {"cef": {"g1": group.cef, "e1": escort.cef}, "status_e1": status_of(escort)}


def chain_refused(given: Facts) -> Facts:
    groups = [make_group(id=each) for each in ("g1", "e1", "e2")]
    state = battle(*groups)
    question = formation_question(seen_by(state, "a"), groups, PRIMARY)
    assert question is not None
    answer: dict[str, str] = {}
    accepted = []
    for declared in given["declarations"]:
        more = {**answer, declared["escort"]: f"escort:{declared['of']}"}
        accepted.append(not question.problems(state, more))
        answer = more if accepted[-1] else answer
    return {"accepted": accepted}


def heavy_missile_facts(given: Facts) -> Facts:
    group = make_group(type="heavy_missile", cef=given["cef"])
    state = battle(group)
    legal = may_go(state, group, away(given["primary"]), PRIMARY)
    if legal:
        go(state, group, away(given["primary"]), PRIMARY)
    if legal and "secondary" in given:
        to = group.position.plus(Vector(0.0, 1.0), given["secondary"])
        legal = may_go(state, group, to, SECONDARY)
        go(state, group, to, SECONDARY)
    if legal and "evasion" in given:
        question = runs.evasion_question(seen_by(state, "a"), "a")
        legal = question is not None and not question.problems(state, {"g1": given["evasion"]})
        runs.evade(referee()[0], group, given["evasion"])
    return {"legal": legal, "cef": group.cef}


def run_facts(given: Facts) -> Facts:
    if "ships_in_range" in given:
        return two_ships_wanted(given)
    side = "a" if given.get("ship_owner") == "own" else "b"
    far = given.get("distance", given.get("distance_to_enemy_ship", 1))
    group = make_group(
        type=given.get("type", "standard"),
        cef=given.get("cef", 6),
        torpedoes_spent=given.get("torpedoes_spent", False),
    )
    state = battle(group, make_ship(side=side, seat=side, position=away(far)), make_marker(side="b"))
    allowed = may_run(state, group, "s1")
    return {"allowed": allowed, "may_declare_attack_run": allowed, "may_fire_9a": dogfights.may_fire(state, group)}


def two_ships_wanted(given: Facts) -> Facts:
    ships = [make_ship(id=each, position=away(1)) for each in given["ships_in_range"]]
    state = battle(make_group(), *ships)
    question = runs.run_question(seen_by(state, "a"), "a")
    assert question is not None
    return {"allowed": not question.problems(state, {"g1": given["wanted"]})}


def break_off_facts(given: Facts) -> Facts:
    """Breaking off is offered at the rests between activations, of which there is none from announcement to dice."""
    group = make_group(run="s1")
    state = battle(group, make_ship())
    if given["moment"] == "phase 9b after rolling":
        run(strikes.strikes(state, referee([1] * 6)[0]))
        turn_over(state)
    return {"allowed": given["moment"] != "PD fire at the group announced but not resolved" and bool(runs.break_offers(state))}


def broken_off_facts(given: Facts) -> Facts:
    if "weapon" in given:
        ship = make_ship(systems=[given["weapon"], *["fcs"] * given["working_fcs"]])
        group = make_group(side="a", run="s1", broke_off=True, position=away(2))
        return {"legal": not check_plan(battle(ship, group), ship, [Shot(given["weapon"], "g1", mode=given["mode"])], {})}
    group = make_group(run="s1", cef=given.get("cef", 6))
    state = battle(group, make_ship(), make_marker(side="b", position=away(2)))
    may_break = bool(runs.break_offers(state))
    runs.break_off(referee()[0], group)
    passed = given.get("player_passed_in_9a", False)
    may_fire = dogfights.may_fire(state, group) and not passed
    return {
        "may_attack_ship": bool(strikes.attackers(state, state.ships["s1"])),
        "may_fire_9a": may_fire,
        "may_break_off": may_break,
        "may_break_off_and_fire": may_break and may_fire,
    }


def target_gone(given: Facts) -> Facts:
    group = make_group(run="s1", cef=given["cef"])
    state = battle(group, make_ship(status="destroyed"), make_ship(id="s9"), make_marker(side="b"))
    runs.release(state, referee()[0])
    facts = {"status": "broke_off" if group.broke_off else "run", "may_fire_9a": dogfights.may_fire(state, group)}
    return facts | {"may_attack_ship": any(strikes.attackers(state, ship) for ship in state.ships.values())}


def cost_facts(given: Facts) -> Facts:
    group = make_group(cef=given["cef"])
    state = battle(group, make_ship(rows=LONG_ROWS))
    judge, _told = referee([1] * 12)
    if given.get("secondary_move"):
        go(state, group, away(1), SECONDARY)
    if given.get("primary_move"):
        go(state, group, away(1), PRIMARY)
    if given.get("evasion"):
        runs.evade(judge, group, given["evasion"])
    if given.get("declared_run") or given.get("attack") or given.get("fires"):
        runs.declare_run(state, judge, group, "s1")
    if given.get("broke_off"):
        runs.break_off(judge, group)
    run(strikes.strikes(state, judge))
    return {"cef": group.cef}


def exhausted_facts(given: Facts) -> Facts:
    group = make_group(cef=given["cef"])
    carrier = make_ship(id="s2", side="a", seat="a", systems=["fighter_bay", "fighter_bay2"])
    state = battle(group, carrier, make_group(id="g2", strength=6, position=away(2)), make_ship(position=away(1)))
    view = seen_by(state, "a")
    formed = formation_question(view, [group, state.groups["g2"]], PRIMARY)
    assert formed is not None
    return {
        "primary_move": may_go(state, group, away(24), PRIMARY),
        "screen": not formed.problems(view, {"g1": "screen:s2"}),
        "escort": not formed.problems(view, {"g1": "escort:g2"}),
        "recover": recovery.may_recover(state, group, carrier),
        "secondary_move": may_move(state, group, SECONDARY),
        "evade": any("g1" in q.slots for q in [runs.evasion_question(view, "a")] if q is not None),
        "attack": may_attack(group),
    }


def off_table_facts(given: Facts) -> Facts:
    group = make_group(cef=given["cef"])
    state = battle(group)
    state.scenario = replace(state.scenario, table=(72, 48))
    formations.go(state, referee()[0], group, Vector(-1.0, 0.0), formations.FOLLOWING)
    return {"in_play": group.on_table, "cef_available_to_others": group.cef}


def merge_facts(given: Facts) -> Facts:
    one, other = (make_group(id=f"g{n}", **each) for n, each in enumerate(given["groups"], 1))
    state = battle(one, other)
    legal = may_merge(one, other)
    formations.merge(state, referee()[0], one, other)
    return {"legal": legal, "strength": other.strength, "cef": other.cef}


def burst_facts(given: Facts) -> Facts:
    group = make_group(position=away(given["group_distance"]))
    burst(battle(group), referee()[0], ORIGIN, given["burst_radius"])
    return {"destroyed": not group.on_table}


def type_facts(given: Facts) -> Facts:
    kind = TYPES[given["type"].lower().replace("-", "_")]
    return {
        "cef": kind.cef,
        "primary": kind.primary,
        "secondary": kind.secondary,
        "vs_ships": notation(kind.vs_ships),
        "vs_small": notation(kind.vs_small),
    }


def notation(dice: Any) -> str:
    modifier = f"{dice.modifier:+d}" if dice.modifier else ""
    return f"{dice.dice}BD{modifier}{'*' if dice.reroll else ''}"


def price_facts(given: Facts) -> Facts:
    words = [each.lower().replace("-", "_") for each in given.get("squadrons") or given["fighters"]]
    if "squadrons" in given:
        return {"cpv": groups_cpv(words)}
    return {"cpv": mixed_group_cpv(words, agreed=given["mixed_agreed"]), "legal": given["mixed_agreed"]}


def contact_facts(given: Facts) -> Facts:
    return {"contact": in_contact(ORIGIN, away(given["distance"]))}


def initial_cost(given: Facts) -> Facts:
    groups = [make_group(id=each, side=each[0], seat=each[0]) for side in given["groups"].values() for each in side]
    state = battle(*groups)
    state.initiative = ["a", "b"]
    order = []
    while listed := next_to_act(
        state,
        loser_first(state),
        lambda seat: [g for g in state.groups.values() if g.seat == seat and may_move(state, g, PRIMARY)],
        state.acted,
    ):
        group = listed[0]
        state.acted.append(group.id)
        state.last_side = group.side
        order.append(group.id)
        go(state, group, away(24), PRIMARY)
    return {"order": order, "cef_after": {group.id: group.cef for group in groups}}


def screen_instead(given: Facts) -> Facts:
    if "units" in given:
        groups = [make_group(id=each, side=each[0], seat=each[0]) for each in ("a1", "b1", "b2")]
        state = battle(*groups)
        plan = planned(state, {"b2": Pose(away(3))}, {"b1": "screen:far-b"}, {})
        return {"order": [next(iter(plan)), "a1", list(plan)[1]]}
    group = make_group(position=point(given["group_position"]))
    state = battle(group, make_ship(id="s2", side="a", seat="a", position=point(given["ship_position"])))
    formations.screen(referee()[0], group, state.ships["s2"])
    state.acted.append(group.id)
    return {"primary_move_allowed": may_move(state, group, PRIMARY), "status": status_of(group)}


def split_facts(given: Facts) -> Facts:
    """Whether anything that can be asked for splits a group."""
    groups = [make_group(id=each) for each in ("g1", "g2")]
    state = battle(*groups, switches=Switches(splitting=given["splitting_agreed"]))
    asked = [formation_question(seen_by(state, "a"), groups, rule) for rule in (PRIMARY, SECONDARY)]
    keys = [key for question in asked if question for slot in question.slots.values() for key in getattr(slot, "keys", ())]
    return {"may_split": any(key.startswith("split") for key in keys)}
