"""The worked cases of Sa'Vasku constructs (chapter A.3) in terms of the game: what comes of each `given`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fakes import make_ship, make_state
from outfit_cases import account_with
from small_craft import away, battle, carrier, make_group, make_marker

from quarterdeck.engine.events import Event
from quarterdeck.systems.full_thrust.aliens.growth import tasks_of, tend
from quarterdeck.systems.full_thrust.aliens.pods import feed_leeches
from quarterdeck.systems.full_thrust.aliens.power import drain, fill_pools, most_thrust, node_mass, power_for, power_of
from quarterdeck.systems.full_thrust.aliens.wombs import DRONES, ripe_groups
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.damage import apply_attack, crew_factors, hull_left, rolled_for
from quarterdeck.systems.full_thrust.design import hull_rows
from quarterdeck.systems.full_thrust.fighters.recovery import most_taken_in
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.fire import check_plan, fire
from quarterdeck.systems.full_thrust.order_lines import read_orders
from quarterdeck.systems.full_thrust.orders import orders_for
from quarterdeck.systems.full_thrust.outfit import generators
from quarterdeck.systems.full_thrust.protection import direct
from quarterdeck.systems.full_thrust.repair import repair
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.state import FleetState, NotedDamage, Ship
from quarterdeck.systems.full_thrust.targets import Shot, able_to_fire, screen_level, working_fire_controls
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee

Facts = dict[str, Any]

LONG_ROWS = (40, 40, 40, 40)
"""Rows that no case of fire completes."""


def construct(**given: Any) -> Ship:
    """A construct of side a at the origin, with power enough for all that its pools hold."""
    plain = {"id": "a1", "side": "a", "seat": "a", "people": "savasku", "thrust": 0, "generators": (6, 6, 6, 6)}
    return make_ship(**{**plain, "crew_factors": 0, **given})


def hurt(ship: Ship, points: int) -> list[Event]:
    """What is told when a construct takes so many points past its Carapace in one attack, and all systems hold."""
    judge, told = referee([6] * len(rolled_for(ship)) * 3)
    if points:
        apply_attack(make_state(ship), judge, NotedDamage(ship.id, ship.id, [direct(points)]))
    return told


# Biomass and power


def biomass_facts(given: Facts) -> Facts:
    """Damage from one end and Biomass spent from the other; what is spent in the case is spent by launching pods."""
    rows = hull_rows(given["biomass"])
    launchers = [f"pod_launcher{number}" for number in range(given.get("spend", 0))]
    ship = construct(rows=rows, consumed=given.get("consumed", 0), systems=[*launchers, "cortex_node"], pools={"A": 24})
    hurt(ship, given["damage"])
    told: list[Event] = []
    if launchers:
        state = make_state(ship, make_ship(id="s1", position=away(5), rows=LONG_ROWS))
        judge, told = referee([1] * len(launchers))
        fire(state, judge, ship, [Shot(launcher, "s1") for launcher in launchers], {})
        assert ship.consumed == len(launchers)
    checks = len([event for event in told if event.kind == "threshold"])
    return {"biomass_left": hull_left(ship), "destroyed": ship.status == "destroyed", "threshold_checks": checks}


def generator_facts(given: Facts) -> Facts:
    """How a rating is split; or which generators damage takes, and what power that leaves."""
    if "rating_total" in given:
        return {"generators": list(generators(given["rating_total"], (6,) * given["rows"]))}
    if "threshold" in given:
        systems = [word for word in given["systems"] if word != "power_generator"]
        ship = construct(rows=(3, 3, 3, 3), systems=systems, generators=(0, 6, 6, 6))
        judge, told = referee([6] * 9)
        apply_attack(make_state(ship), judge, NotedDamage("a1", "a1", [direct(3)]))
        (check,) = [event for event in told if event.kind == "threshold"]
        return {"dice_rolled": len(check.data["systems"])}
    ship = construct(rows=tuple(given["biomass_rows"]), generators=tuple(given["generators"]), consumed=given.get("consumed", 0))
    hurt(ship, given["damage"])
    return {"generators_lost": ship.generators_lost, "power_next_turn": power_of(ship)}


def allotment_facts(given: Facts) -> Facts:
    """Whether power may be ordered to be divided so; what a turn leaves of it."""
    ship = construct(generators=tuple(given["generators"]), systems=["main_drive"])
    if "turn_3" in given:
        assert power_of(ship) == given["turn_3"]["power"]
        fill_pools(make_state(ship), referee()[0], ship, read_orders(f"AP{given['turn_3']['used']}")[0])
        drain([ship])
        return {"power_turn_4": power_of(ship) + sum(ship.pools.values())}
    line = ", ".join(f"{pool}P{power}" for pool, power in given["allocation"].items())
    question = orders_for(seen_by(make_state(ship), "a"), "a")
    assert question is not None
    return {"legal": not question.problems(seen_by(make_state(ship), "a"), {"a1": line})}


def drive_facts(given: Facts) -> Facts:
    tmf, hits = given["tmf"], given["drive_hits"]
    if "m_pool" in given:
        return {"max_thrust": most_thrust(tmf, given["m_pool"], hits)}
    needed = [power_for(tmf, thrust, hits) for thrust in given.get("thrusts", [given.get("thrust")])]
    return {"pp_needed": needed if "thrusts" in given else needed[0]}


# Fire


def fight(given: Facts, nodes: Iterable[str | System], power: int, **target: Any) -> FleetState:
    """A construct with a Cortex Node and so much power for attack, and its target."""
    ship = construct(systems=[*nodes, "cortex_node"], pools={"A": power}, rows=LONG_ROWS)
    return make_state(ship, make_ship(id="s1", position=away(given.get("range", 5)), rows=LONG_ROWS, **target))


def legal(state: FleetState, shots: list[Shot]) -> bool:
    return not check_plan(state, state.ships["a1"], shots, {})


def fired(state: FleetState, shots: list[Shot], rolls: Iterable[int]) -> list[Facts]:
    """What is told of each shot; these dice fall, and all of them."""
    rolls = list(rolls)
    judge, told = referee(rolls)
    fire(state, judge, state.ships["a1"], shots, {})
    assert judge.dice.rolled == len(rolls)
    return [event.data for event in told if event.kind in ("fire", "small_fire")]


def stinger_facts(given: Facts) -> Facts:
    """A Stinger with so much power: its dice by range, or what they do."""
    if "dice_rolled" in given:
        state = fight({"range": 12}, ["stinger_node"], given["dice_rolled"], armour=given["armour"])
        target = state.ships["s1"]
        target.design = make_ship(systems=[f"screen{n}" for n in range(given["screens"])], rows=LONG_ROWS).design
        armour = target.armour
        fired(state, [Shot("stinger_node", "s1", load=f"{given['dice_rolled']}pp")], given["rolls"])
        return {"hull_lost": target.hull_damage, "armour_lost": armour - target.armour}
    state = fight(given, ["stinger_node"], given["pp"])
    shot = Shot("stinger_node", "s1", load=f"{given['pp']}pp")
    facts: Facts = {"legal": legal(state, [shot])}
    if facts["legal"]:
        rolls = [1] * (given["pp"] // {12: 1, 12.1: 2, 18: 2, 30: 4}[given["range"]])
        (told,) = fired(state, [shot], rolls)
        left = state.ships["a1"].pools["A"]
        facts |= {"dice_rolled": told["count"], "pp_spent": told["power"], "pp_unused": left}
        assert told["power"] + left == given["pp"]
    return facts


def nodes_facts(given: Facts) -> Facts:
    if "node_fired_this_turn" in given:
        state = fight(given, ["stinger_node"], 8)
        shot = Shot("stinger_node", "s1", load="4pp")
        assert legal(state, [shot])
        return {"legal": legal(state, [shot, shot])}
    nodes = [f"stinger_node{number}" for number in range(given["nodes"])]
    cortexes = [f"cortex_node{number}" for number in range(given["cortex_nodes"])]
    ship = construct(systems=[*nodes, *cortexes], pools={"A": sum(given["pp"])})
    targets = [make_ship(id=f"s{name}", position=away(5)) for name in given["targets"]]
    shots = [Shot(node, at.id, load=f"{power}pp") for node, at, power in zip(nodes, targets, given["pp"], strict=True)]
    return {"legal": legal(make_state(ship, *targets), shots)}


def price_facts(given: Facts) -> Facts:
    return account_with("stinger_node", people="savasku", arcs=["FP", "F", "FS"], quantity=given["stinger_nodes"])


def launcher_facts(given: Facts) -> Facts:
    """A pod: what it costs, and whether it can be launched."""
    load = "leech" if given["pod"] == "leech" else ""
    state = fight(given, ["pod_launcher"], given.get("a_pool", 9))
    ship = state.ships["a1"]
    ship.consumed = ship.design.hull - given.get("biomass_left", ship.design.hull)
    shot = Shot("pod_launcher", "s1", load=load)
    if "launcher_used_for" in given:
        state.groups["g1"] = make_group(side="b", seat="b", run="a1", position=away(5))
        interceptor = Shot("pod_launcher", "g1", mode="PD")
        assert legal(state, [interceptor])
        assert legal(state, [shot])
        return {"legal": legal(state, [interceptor, shot])}
    facts: Facts = {"legal": legal(state, [shot])}
    if facts["legal"]:
        fired(state, [shot], [1])
        facts |= {"a_pool_after": ship.pools["A"], "biomass_left_after": hull_left(ship)}
    return facts


def lance_facts(given: Facts) -> Facts:
    """A Lance Pod at a ship: to hit, and what a hit does."""
    if "damage_die" in given:
        shell = {"shell": list(given["shell"])} if "shell" in given else {}
        state = fight({"range": 5}, ["pod_launcher"], 3, armour=given.get("armour", 0), **shell)
        target = state.ships["s1"]
        fired(state, [Shot("pod_launcher", "s1")], [6, given["damage_die"]])
        return {
            "armour_lost": given.get("armour", 0) - target.armour,
            "hull_lost": target.hull_damage,
            "shell_after": target.shell,
        }
    screens = [f"screen{number}" for number in range(given.get("screens", 0))]
    state = fight(given, ["pod_launcher"], 3, systems=screens)
    facts: Facts = {"legal": legal(state, [Shot("pod_launcher", "s1")])}
    if facts["legal"]:
        (told,) = fired(state, [Shot("pod_launcher", "s1")], given["rolls"])
        facts |= {"hit": told["hit"], "hull_lost": state.ships["s1"].hull_damage}
    return facts


def small_state(given: Facts, systems: list[str], power: int) -> FleetState:
    """A construct and a small target of the other side, which attacks it unless it is said to attack none."""
    kind, at = given.get("target", "fighter_group"), away(given.get("range", 5))
    if given.get("target_arc") == "A":
        at = away(-given["range"])
    ship = construct(systems=[*systems, "cortex_node"], pools={"A": power}, rows=LONG_ROWS)
    if kind == "missile_salvo":
        return battle(ship, make_marker(id="g1", side="b", seat="b", position=at, targets=["a1"]))
    sort = "heavy" if kind == "heavy_fighters" else "standard"
    run = "a1" if given.get("target_attacks") == "firing_ship" else ""
    evasion = given.get("evasion", 0)
    return battle(ship, make_group(side="b", seat="b", type=sort, run=run, evasion=evasion, position=at))


def small_facts(given: Facts) -> Facts:
    """Any node at a small target."""
    weapon = given["weapon"]
    mode = "AS" if weapon == "stinger_node" or "mode" not in given else given["mode"]
    state = small_state(given, [weapon], given.get("a_pool", 9))
    ship = state.ships["a1"]
    load = f"{given['dice_rolled']}pp" if weapon == "stinger_node" else ""
    shot = Shot(weapon, "g1", mode=mode, load=load)
    facts: Facts = {"legal": legal(state, [shot])}
    if "rolls" in given:
        assert facts["legal"]
        (told,) = fired(state, [shot], given["rolls"])
        facts |= {"hits": told["hits"], "a_pool_after": ship.pools["A"]}
    return facts


def lance_small_facts(given: Facts) -> Facts:
    return small_facts({**given, "weapon": "pod_launcher"})


def interceptor_facts(given: Facts) -> Facts:
    target = {"target": given["target"]}
    return small_facts({**given, **target, "weapon": "pod_launcher", "mode": "PD"})


def spicule_facts(given: Facts) -> Facts:
    if given.get("mode") == "AS":
        return {"legal": legal(fight(given, ["spicule"], 5), [Shot("spicule", "s1")])}
    if not given["a_pool"]:
        state = small_state({**given, "target_attacks": "firing_ship"}, ["spicule"], 0)
        return {"legal": bool(able_to_fire(state, [state.ships["a1"]])) or legal(state, [Shot("spicule", "g1", mode="PD")])}
    return small_facts({**given, "weapon": "spicule", "mode": "PD", "target_attacks": "firing_ship"})


def stinger_small_facts(given: Facts) -> Facts:
    return small_facts({**given, "weapon": "stinger_node"})


def no_help_facts(given: Facts) -> Facts:
    """Pools do not help each other out."""
    state = fight(given, ["stinger_node"], 0)
    state.ships["a1"].pools = dict(given["allocation"])
    return {"legal": legal(state, [Shot("stinger_node", "s1", load=f"{given['pp']}pp")])}


def example_facts(given: Facts) -> Facts:
    """A Stinger at 18 MU, a Lance Pod at the same ship, and a Spicule at fighters."""
    state = small_state({"target_attacks": "firing_ship"}, ["stinger_node", "pod_launcher", "spicule"], given["a_pool"])
    ship = state.ships["a1"]
    state.ships["s1"] = make_ship(id="s1", position=away(18), rows=LONG_ROWS)
    ship.consumed = ship.design.hull - given["biomass_left"]
    stinger, pod, spicule = given["shots"]
    shots = [
        Shot("stinger_node", "s1", load=f"{stinger['pp']}pp"),
        Shot("pod_launcher", "s1"),
        Shot("spicule", "g1", mode="PD"),
    ]
    assert (pod["pod"], spicule["node"], stinger["range"]) == ("lance", "spicule", 18)
    assert legal(state, shots)
    told = fired(state, shots, [1, 1, 1, 1, 1])
    return {
        "dice_rolled": [facts.get("count", 1) for facts in told],
        "a_pool_after": ship.pools["A"],
        "biomass_left_after": hull_left(ship),
    }


# Leeches


def leech_facts(given: Facts) -> Facts:
    """A Leech that bites, or two that have bitten, and what they do at the ends of turns."""
    if "leeches_attached_turn" in given:
        ship = make_ship(rows=tuple(given["hull_rows"]), hull_damage=given["hull_damage_before"], armour=given["armour"])
        ship.leeches = {f"a1-pod_launcher{n}-{turn}": turn for n, turn in enumerate(given["leeches_attached_turn"])}
        judge, told = referee()
        feed_leeches(make_state(ship, construct(), turn=given["turn"]), judge)
        checks = [{"row": event.data["row"], "extra": event.data["extra"]} for event in told if event.kind == "threshold"]
        return {"hull_lost": ship.hull_damage - given["hull_damage_before"], "threshold_checks": checks}
    state = fight(given, ["pod_launcher"], 3, armour=given["armour"])
    target, before = state.ships["s1"], (given["armour"], 0)
    state.turn = given["turn"]
    facts: Facts = {}
    fired(state, [Shot("pod_launcher", "s1", load="leech")], given["rolls"])
    for turn in (given["turn"], given["turn"] + 1, given["turn"] + 2):
        state.turn = turn
        feed_leeches(state, referee()[0])
        word = f"damage_turn_{turn}" if turn == given["turn"] else f"damage_end_turn_{turn}"
        facts[word] = {"armour": before[0] - target.armour, "hull": target.hull_damage - before[1]}
        before = (target.armour, target.hull_damage)
        facts[f"total_damage_after_turn_{turn}"] = given["armour"] - target.armour + target.hull_damage
    return facts


def pull_facts(given: Facts) -> Facts:
    """An attempt to pull a Leech off, and what it does when that fails."""
    leeches = {"s1-pod_launcher-1": 1}
    if given["race"] == "savasku":
        ship = construct(leeches=leeches, pools={"R": given["r_pp"]})
        state = make_state(ship, make_ship(), turn=2)
        tend(state, referee(given["rolls"])[0], {"a1/s1-pod_launcher-1": str(given["r_pp"])})
    else:
        ship = make_ship(leeches=leeches, mass=100)
        state = make_state(ship, turn=2)
        repair(state, referee(given["rolls"])[0], {f"{ship.id}/s1-pod_launcher-1": given["dcps"]})
    removed = not ship.leeches
    feed_leeches(state, referee([6] * 9)[0])
    return {"removed": removed, "damage_this_turn": ship.hull_damage}


# Screens, Cortex Nodes, Drones


def screen_facts(given: Facts) -> Facts:
    nodes = [f"screen_node{number}" for number in range(given.get("nodes", 1))]
    lost = dict.fromkeys(nodes[: int(given.get("node_lost", False))], "threshold")
    ship = construct(mass=given["tmf"], systems=nodes, lost=lost)

    def level(power: int) -> int:
        ship.pools = {"D": power}
        return screen_level(ship)

    return {
        **{key: account_with("screen_node", people="savasku", mass=given["tmf"])[key] for key in ("cpv",)},
        "node_mass": node_mass(ship),
        "levels": [level(power) for power in given.get("d_pools", ())],
        "level": level(given.get("d_pool", 0)),
    }


def cortex_facts(given: Facts) -> Facts:
    ship = construct(systems=[f"cortex_node{number}" for number in range(given["cortex_nodes"])], pools={"A": given["power"]})
    return {"fcs_available": working_fire_controls(ship)}


def grow_facts(given: Facts) -> Facts:
    """The largest brood that the R pool pays for, grown in every Womb that can."""
    wombs = [f"drone_womb{number}" for number in range(given.get("wombs", 1))]
    ship = construct(systems=wombs, rows=LONG_ROWS, pools={"R": given["r_pool"]})
    ship.consumed = ship.design.hull - given["biomass_left"]
    state = make_state(ship, turn=given["turn"], switches=Switches(small_broods=given.get("option_partial", False)))
    tend(state, referee()[0], {f"a1/{task}": ways[-1] for task, ways in tasks_of(state, ship).items()})
    drones = sum(group.strength for group in state.groups.values())
    ready = [group.ready for group in state.groups.values()]
    return {"drones": drones, "biomass_left_after": hull_left(ship), "may_launch_turn": ready[0] if ready else None}


def reabsorb_facts(given: Facts) -> Facts:
    """Drones that have landed are reabsorbed at the end of the first turn in which they can be."""
    ship = construct(systems=["drone_womb"], rows=LONG_ROWS, consumed=given["consumed"])
    group = make_group(
        type=DRONES, strength=given["drones"], status="aboard", aboard="a1", bay="drone_womb", inside=given["recovered_turn"]
    )
    state = make_state(ship, turn=given["recovered_turn"])
    state.groups["g1"] = group
    while not ripe_groups(state, ship):
        state.turn += 1
    tend(state, referee()[0], {"a1/drone_womb": "reabsorb"})
    assert group.status == "destroyed"
    return {"biomass_back_end_of_turn": state.turn, "consumed_after": ship.consumed}


def drone_facts(given: Facts) -> Facts:
    if "craft" in given:
        kind = TYPES[DRONES]
        return {"primary_move": kind.primary, "secondary_move": kind.secondary, "cef": kind.cef, "cpv": kind.cpv}
    ship = construct(systems=[f"drone_womb{number}" for number in range(given["wombs"])])
    group = make_group(type=DRONES)
    state = battle(ship, group)
    assert given["womb_empty"]
    assert apart(ship.position, group.position) == 0.0
    assert most_taken_in(state, carrier(given["wombs"])) == 0
    return {"max_recoveries": most_taken_in(state, ship)}


# Mending


def mend_facts(given: Facts) -> Facts:
    """A system that was lost, or a generator."""
    if "system" in given:
        ship = construct(systems=[given["system"]], lost={given["system"]: "threshold"}, pools={"R": given["r_pp"]})
        return _mended(ship, given["system"], given)
    if "repaired_turn" in given:
        ship = construct(generators=(given["rating"],), generators_lost=[1], pools={"R": given["rating"]}, rows=(5, 0, 0, 0))
        _mended(ship, "generator-1", {"rolls": [6]})
        now = sum(ship.pools.values())
        drain([ship])
        return {"power_turn_4": now, "power_turn_5": power_of(ship)}
    lost, rows = given["generators_lost"], tuple(given.get("biomass_rows", (5, 5, 5, 5)))
    ship = construct(generators=tuple(given["generators"]), rows=rows, pools={"R": given["r_pp"]})
    ship.generators_lost, ship.hull_damage = list(lost), given.get("damage", 0)
    facts = _mended(ship, f"generator-{given['repair']}", given)
    return {**facts, "power_next_turn": power_of(ship)}


def _mended(ship: Ship, task: str, given: Mapping[str, Any]) -> Facts:
    """The attempt, where it can be paid for."""
    state, before = make_state(ship), ship.consumed
    facts: Facts = {"legal": task in tasks_of(state, ship)}
    if facts["legal"]:
        tend(state, referee(given["rolls"])[0], {f"a1/{task}": "mend"})
        damaged = task in ship.lost or bool(ship.generators_lost)
        facts |= {"repaired": not damaged, "biomass_spent": ship.consumed - before}
    return facts


def threshold_facts(given: Facts) -> Facts:
    ship = construct(rows=tuple(given["biomass_rows"]), consumed=given["consumed"], generators=())
    (check,) = [event for event in hurt(ship, given["damage"]) if event.kind == "threshold"]
    return {"threshold_number": check.data["lost_on"]}


def crew_facts(given: Facts) -> Facts:
    """Parties and what boarders would come of are the Crew Factors (FT-7.3.2)."""
    ship = construct(mass=given["tmf"])
    return {"dcps": crew_factors(ship), "boarding_factors": ship.design.crew_factors}


WORKED: dict[str, Callable[[Facts], Facts]] = {
    "FT-A.3.2": biomass_facts,
    "FT-A.3.3": generator_facts,
    "FT-A.3.4": allotment_facts,
    "FT-A.3.6": drive_facts,
    "FT-A.3.8": stinger_facts,
    "FT-A.3.9": nodes_facts,
    "FT-A.3.10": stinger_facts,
    "FT-A.3.11": price_facts,
    "FT-A.3.12": launcher_facts,
    "FT-A.3.13": lance_facts,
    "FT-A.3.14": lance_facts,
    "FT-A.3.15": lance_small_facts,
    "FT-A.3.16": leech_facts,
    "FT-A.3.17": pull_facts,
    "FT-A.3.18": interceptor_facts,
    "FT-A.3.19": spicule_facts,
    "FT-A.3.20": screen_facts,
    "FT-A.3.21": cortex_facts,
    "FT-A.3.22": grow_facts,
    "FT-A.3.23": reabsorb_facts,
    "FT-A.3.24": drone_facts,
    "FT-A.3.25": mend_facts,
    "FT-A.3.26": mend_facts,
    "FT-A.3.27": threshold_facts,
    "FT-A.3.28": no_help_facts,
    "FT-A.3.29": example_facts,
    "FT-A.3.30": stinger_small_facts,
    "FT-A.3.32": crew_facts,
}
"""Who works out the cases of each rule."""
