"""The worked cases of conditions in terms of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from iwd_fakes import KINDS, Table, condition, make_sheet, make_ship, make_state, make_system

from quarterdeck.systems.interworld_drama import acts, aggression, changes, reaction, strategy
from quarterdeck.systems.interworld_drama import round as rounds
from quarterdeck.systems.interworld_drama.acts import Act
from quarterdeck.systems.interworld_drama.conditions import aim_of, electronic_dice, number, set_distance
from quarterdeck.systems.interworld_drama.crew import able, hands, leaderless, new_turn, spend
from quarterdeck.systems.interworld_drama.state import Condition, DramaState

Facts = dict[str, Any]
WORDS = {"on_the_tail": "tail", "behind_cover": "cover", "in_cloud": "cloud", "harpooned": "harpooned", "stealth": "stealth"}


def attack_difficulty(given: Facts) -> Facts:
    """The first ship fires at the second, with the conditions that the flags name."""
    gun = make_system("gun1", range=given.get("weapon_range", "medium"), mount=given.get("mount", "turret"))
    sheet = make_sheet("gunner", "captain", zero_g_trained=given.get("zero_g_trained", False))
    ship = make_ship(systems=[gun, make_system("helm")], crew=[sheet])
    state = make_state(ship, make_ship("s2", "b"), conditions=list(_flagged(given)))
    aim = aim_of(state, ship, ship.captain, gun, state.ships["s2"])
    return {"allowed": aim.barred is None, "difficulty": aim.difficulty}


def _flagged(given: Facts) -> list[Condition]:
    found = []
    if given.get("cloud"):
        both = given.get("attacker_in_cloud"), given.get("target_in_cloud", True)
        found += [condition("cloud", key) for key, inside in zip(("s1", "s2"), both, strict=True) if inside]
    if "cover_direction" in given:
        covered = given["cover_direction"] == given["from_direction"]
        found.append(condition("cover", "s2", "s1" if covered else "s3"))
    if "dead_zone_weapon" in given:
        found.append(condition("dead_zone", "s2", "s1", part="gun1" if given["dead_zone_weapon"] else "gun2"))
    pairs = {"short_distance": "short", "long_distance": "long", "tailing": "tail", "target_lock": "lock"}
    found += [condition(kind, "s1", "s2") for flag, kind in pairs.items() if given.get(flag)]
    if given.get("tailed_by_target"):
        found.append(condition("tail", "s2", "s1"))
    if "target_undetected" in given:
        found.append(condition("stealth", "s2", seen_by=[] if given["target_undetected"] else ["s1"]))
    if given.get("gravity_anomaly"):
        found.append(condition("gravity", "s1"))
    return found


def condition_active(given: Facts) -> Facts:
    """A condition gained in the strategy phase, some phases of passing later."""
    state, table = make_state(), Table()
    state.turn = given["gained"]["turn"]
    state.conditions.append(condition("tail", "s1", "s2", turn=state.turn))
    while (state.turn, state.step) < (given["at"]["turn"], given["at"]["phase"]):
        table.run(rounds.STEPS[state.step](state, table.referee))
        state.step += 1
        if state.step == len(rounds.STEPS):
            state.turn, state.step = state.turn + 1, 0
    return {"active": state.has("tail", "s1", "s2") is not None}


def condition_override(given: Facts) -> Facts:
    """The narrator changes a number, and the difficulty follows."""
    state, table = make_state(conditions=[condition("cloud", "s2")]), Table()
    assert (given["condition"], given["field"]) == ("in_cloud", "attack_difficulty")
    changes.carry_out(state, table.referee, "number", {"which": "cloud.attack", "value": given["value"]})
    ship = state.ships["s1"]
    aim = aim_of(state, ship, ship.captain, ship.system("gun1"), state.ships["s2"])
    assert aim.difficulty == 6 + given["value"]
    return {"value": number(state, "cloud", "attack")}


def shake_off(given: Facts) -> Facts:
    """The pilot of the ship ahead rolls against the holder's result."""
    tail = condition("tail", "s2", "s1", result=given["holder_result"])
    ship = make_ship(crew=[make_sheet("pilot", "captain", dice=len(given["dice"]))])
    state, table = make_state(ship, make_ship("s2", "b"), conditions=[tail]), Table(given["dice"])
    table.run(strategy.remove(state, table.referee, ship, ship.captain, Act("remove", "helm", "", "tail", tail.id)))
    assert table.used_up()
    return {"removed": tail not in state.conditions}


def launch_under_barrage(given: Facts) -> Facts:
    """Small craft are sent out under a barrage; launched, they attack."""
    gun = make_system("gun1", craft=True)
    ship = make_ship(systems=[gun], crew=[make_sheet("pilot", "captain", dice=len(given["dice"]))])
    state = make_state(ship, make_ship("s2", "b"), conditions=[condition("barrage", "s1", "s2")])
    table = Table([*given["dice"], *[5] * len(given["dice"])])
    table.run(aggression.shoot(state, table.referee, ship, ship.captain, Act("shoot", "gun1", "s2")))
    assert ("attack" in table.kinds()) == table.told[0].data["launched"]
    return {"launched": table.told[0].data["launched"]}


def barrage_active(given: Facts) -> Facts:
    state, table = make_state(conditions=[condition("barrage", "s1", "s2", turn=given["laid_turn"])]), Table()
    for _turn in range(given["now_turn"] - given["laid_turn"]):
        table.run(rounds.end_turn(state, table.referee))
    return {"active": state.has("barrage", "s1") is not None}


def lock_uses(given: Facts) -> Facts:
    """Attack after attack on the target of a lock."""
    state, benefits = make_state(conditions=[condition("lock", "s1", "s2")]), []
    ship = state.ships["s1"]
    for _attack in range(given["attacks"]):
        table = Table([5] * 6 + [1] * 2)
        table.run(aggression.shoot(state, table.referee, ship, ship.captain, Act("shoot", "gun1", "s2")), defend=[])
        shot = next(event.data for event in table.told if event.kind == "attack")
        benefits.append("lock" in [what for what, _amount, _rule in shot["modifiers"]])
        ship.damage = []
        state.ships["s2"].damage = []
    return {"benefits": benefits}


def lock_state(given: Facts) -> Facts:
    """The operator of a lock does something else."""
    state, table = make_state(conditions=[condition("lock", "s1", "s2", by="s1-cap")]), Table([1] * 6)
    ship = state.ships["s1"]
    assert given["operator_other_action"]
    table.run(rounds.perform(state, table.referee, ship, ship.captain, Act("gain", "stealth", "", "stealth")))
    return {"active": state.has("lock", "s1") is not None}


def stealth_state(given: Facts) -> Facts:
    state, table = make_state(conditions=[condition("stealth", "s1")]), Table([2] * 6)
    ship = state.ships["s1"]
    assert given["holder_attacks"]
    table.run(aggression.shoot(state, table.referee, ship, ship.captain, Act("shoot", "gun1", "s2")))
    return {"active": state.has("stealth", "s1") is not None}


def fire_phase_start(given: Facts) -> Facts:
    """A fire where the crew stands, at the start of the reaction phase."""
    fire = condition("fire", "s1", part="helm", values={"intensity": 2})
    ship = make_ship(systems=[make_system("helm"), make_system("gun1")], crew=[make_sheet("cap", "captain", dice=1)])
    state = make_state(ship, make_ship("s2", "b"), conditions=[fire])
    fought = given["being_fought"]
    table = Table([2] if fought else [given["spread_die"]])
    table.run(reaction.settle_hazards(state, table.referee, ship), fire=["cap"] if fought else None)
    assert table.used_up()
    return {"injury": ship.captain.injuries == 1, "spreads": len(list(state.found("fire", "s1"))) == 2}


def extinguish(given: Facts) -> Facts:
    """Actions against a fire with so many successes each."""
    fire = condition("fire", "s1", part="helm", values={"intensity": given["intensity"]})
    state = make_state(conditions=[fire])
    state.numbers["fire.by_successes"] = int(given.get("reduce_by") == "successes")
    ship = state.ships["s1"]
    for count in given["fighting_successes"]:
        table = Table([7] * count + [2] * (6 - count))
        table.run(strategy.remove(state, table.referee, ship, ship.captain, Act("remove", "", "", "fire", fire.id)))
    return {"intensity": fire.values["intensity"], "out": fire not in state.conditions}


def ew_pool(given: Facts) -> Facts:
    state = make_state(conditions=[condition(each, "s2", "s1") for each in given["target_conditions"]])
    ship, target = state.ships["s1"], state.ships["s2"]
    ship.captain.sheet = make_sheet("s1-cap", "captain", dice=given["base_pool"])
    task = strategy.operating(state, ship, ship.system("comms"), "x", target)
    assert task.bonus == electronic_dice(state, target)
    return {"pool": task.dice(ship.captain)}


def anomaly_check(given: Facts) -> Facts:
    sheet = make_sheet("cap", "captain", dice=len(given.get("dice", [1])), secured=given["secured"])
    ship = make_ship(crew=[sheet])
    state, table = make_state(ship, make_ship("s2", "b"), conditions=[condition("gravity", "s1")]), Table(given.get("dice", []))
    table.run(reaction.settle_hazards(state, table.referee, ship))
    assert table.used_up()
    return {"injured": ship.captain.injuries == 1}


def officer_wounded(given: Facts) -> Facts:
    crew = [make_sheet("captain", "captain"), *(make_sheet(f"o{n}", "npc") for n in range(3)), make_sheet("gunner", "npc")]
    ship = make_ship(crew=crew)
    ship.crew["gunner"].post = "gun1"
    state = make_state(ship, make_ship("s2", "b"), conditions=[condition("wounded", "s1", part=given["who"])])
    if given["ask"] == "system_acts":
        return {"acts": bool(acts.usable(state, ship, "weapon"))}
    total = 0
    while free := [member for member in hands(state, ship) if member.sheet.role == "npc"]:
        spend(ship, free[0])
        total += 1
    return {"actions_total": total, "command_bonus": not leaderless(state, ship)}


def officer_healed(given: Facts) -> Facts:
    out = condition("wounded", "s1", part="gunner")
    ship = make_ship(crew=[make_sheet("cap", "captain"), make_sheet("gunner", "npc")])
    state, table = make_state(ship, make_ship("s2", "b"), conditions=[out]), Table([6, 6, 6, 2, 2, 2])
    state.turn = given["turn"]
    table.run(strategy.remove(state, table.referee, ship, ship.captain, Act("remove", "", "", "wounded", out.id)))
    removed, turn = out not in state.conditions, given["turn"]
    while not able(state, ship, ship.crew["gunner"]):
        new_turn(ship)
        state.turn = turn = turn + 1
    return {"condition_removed": removed, "operates_from_turn": turn}


def distance_step(given: Facts) -> Facts:
    """A distance is changed by an act of the helm, with the dice given or with as many successes as it takes."""
    state = make_state()
    table = Table(given.get("dice", [9 if given.get("succeeded") else 2] * 6))
    set_distance(state, table.referee, "s1", "s2", given["now"])
    ship = state.ships["s1"]
    ship.captain.sheet = make_sheet("s1-cap", "captain", dice=len(given.get("dice", [1] * 6)))
    pair = state.has(given["now"], "s1", "s2")
    if pair is None:
        kind = "short" if given["direction"] == "closer" else "long"
        table.run(strategy.gain(state, table.referee, ship, ship.captain, Act("gain", "helm", "s2", kind)))
    else:
        act = Act("remove", "helm", "", given["now"], pair.id)
        table.run(strategy.remove(state, table.referee, ship, ship.captain, act))
    return {"distance": state.distance("s1", "s2")}


def may_gain(given: Facts) -> Facts:
    """Whether a condition is among those that the ship can declare."""
    around = given.get("scene", {}).get("surroundings", [])
    systems = [make_system(word) for word in given.get("systems", KINDS)]
    ship = make_ship(systems=systems)
    found = [condition(each, "s1", "s2") for each in given.get("conditions", [])]
    if given.get("target_holds_my_tail"):
        found.append(condition("tail", "s2", "s1"))
    state = make_state(ship, make_ship("s2", "b"), surroundings=around, conditions=found)
    assert given.get("distance", "medium") == state.distance("s1", "s2")
    kind = WORDS[given["condition"]]
    return {"allowed": kind in [act.kind for act in acts.gains(state, ship)]}


def leaves(given: Facts) -> Facts:
    """A turn ends for a ship that is breaking off, or not."""
    found = [condition("breaking_off", "s1")] if given["breaking_off"] else []
    found += [condition("harpooned", "s1", "s2", part="cable")] if given["harpooned"] else []
    found += [] if given["helm_working"] else [condition("fire", "s1", part="helm")]
    state, table = make_state(conditions=found), Table()
    table.run(rounds.end_turn(state, table.referee))
    return {"left": state.ships["s1"].status == "away"}


def may_land(given: Facts) -> Facts:
    tied = [condition("harpooned", "s2", "s1", part="cable")] if given["harpooned"] else []
    state: DramaState = make_state(conditions=tied)
    assert given["distance"] == state.distance("s1", "s2")
    return {"allowed": "board" in [act.verb for act in acts.aggressions(state, state.ships["s1"])]}


CONDITION_DOINGS: dict[str, Callable[[Facts], Facts]] = {
    "attack_difficulty": attack_difficulty,
    "condition_active": condition_active,
    "condition_override": condition_override,
    "shake_off": shake_off,
    "launch_under_barrage": launch_under_barrage,
    "barrage_active": barrage_active,
    "lock_uses": lock_uses,
    "lock_state": lock_state,
    "stealth_state": stealth_state,
    "fire_phase_start": fire_phase_start,
    "extinguish": extinguish,
    "ew_pool": ew_pool,
    "anomaly_check": anomaly_check,
    "officer_wounded": officer_wounded,
    "officer_healed": officer_healed,
    "distance_step": distance_step,
    "may_gain": may_gain,
    "leaves": leaves,
    "may_land": may_land,
}
