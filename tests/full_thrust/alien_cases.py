"""The worked cases of Kra'Vak and Phalons in battle, in terms of the game: what comes of each `given`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from design_cases import file_of
from fakes import make_ship, make_state
from movement_cases import facts_of as moved_facts
from outfit_cases import account_with
from small_craft import LONG_ROWS, away, battle, make_group, make_marker

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import CLOCK, ORIGIN, Vector
from quarterdeck.engine.questions import Pose
from quarterdeck.systems.full_thrust import sequence
from quarterdeck.systems.full_thrust.aliens import plasma
from quarterdeck.systems.full_thrust.aliens.guns import k_gun_damage
from quarterdeck.systems.full_thrust.beam_rolls import roll_beam_dice
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.fighters.rokah import attack_dice
from quarterdeck.systems.full_thrust.fighters.strikes import strike
from quarterdeck.systems.full_thrust.fighters.types import fighters_of
from quarterdeck.systems.full_thrust.fire import check_plan, fire
from quarterdeck.systems.full_thrust.movement import carried_out, move_all
from quarterdeck.systems.full_thrust.orders import orders_for
from quarterdeck.systems.full_thrust.ordnance.placing import place_question, placeable, salvo_of, spend
from quarterdeck.systems.full_thrust.outfit import TUNINGS
from quarterdeck.systems.full_thrust.point_defence import may_cover, point_defence
from quarterdeck.systems.full_thrust.protection import Blow, direct, ordinary, split
from quarterdeck.systems.full_thrust.repair import damage_control
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, LAUNCHERS, WEAPONS, System
from quarterdeck.systems.full_thrust.shipyard import account_of
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Marker, NotedDamage, Ship
from quarterdeck.systems.full_thrust.targets import Shot, screen_level
from quarterdeck.systems.full_thrust.view import seen_by
from quarterdeck.systems.full_thrust.weapons import BeamDice, affected_by_screens, as_dice, max_range
from scripted import referee, run_to_end

Facts = dict[str, Any]

TUNED = {letter: dice for dice, letter in TUNINGS.items()}
TYPE_WORDS = {"standard_fighters": "standard", "heavy_fighters": "heavy", "fighter_group": "standard"}


# Systems, ships and targets


def gun(word: str, given: Facts) -> System:
    """The system that a case names: ``k-gun-3``, ``beam-2``, ``pulser`` with its setting."""
    name, _dash, cls = word.rpartition("-")
    kind, number = (name.replace("-", "_"), int(cls)) if cls.isdigit() else (word.replace("-", "_"), 0)
    if kind == "pulser":
        number = TUNED[given.get("setting", "C")]
    return System("gun", kind, word, number, tuple(given.get("arcs", ALL_ROUND)))


def shooter(weapon: System, controls: int = 1, **given: Any) -> Ship:
    systems = [weapon, *[f"fcs{n}" for n in range(controls)], *given.pop("systems", ())]
    return make_ship(**{"id": "a1", "side": "a", "seat": "a", "systems": systems, **given})


def target_at(range_: float, given: Facts) -> Ship:
    """The ship shot at, with rows that no case completes."""
    ship = make_ship(
        id="s1",
        position=away(range_),
        rows=LONG_ROWS,
        armour=given.get("armour", given.get("carapace", 0)),
        shell=list(given.get("shell", ())),
        systems=["screen"] * given.get("screens", 0),
    )
    ship.shrouded = given.get("shroud", False)
    return ship


def small_at(range_: float, given: Facts, attacks: str) -> FighterGroup | Marker:
    """The group or marker shot at, of side b, which attacks a ship."""
    word = given.get("target", "plasma_bolt")
    if word in TYPE_WORDS:
        group = make_group(id="t", side="b", seat="b", type=TYPE_WORDS[word], position=away(range_), run=attacks)
        group.evasion = given.get("evasion", 0)
        return group
    kind, strength = ("salvo", 6) if word == "missile_salvo" else ("plasma_bolt", given.get("bolt_strength", 4))
    return make_marker(
        id="t", kind=kind, side="b", seat="b", position=away(range_), strength=strength, by="far-b", targets=[attacks]
    )


def losses(ship: Ship, armour: int = 0) -> Facts:
    return {"hull_lost": ship.hull_damage, "armour_lost": armour - ship.armour, "shell_after": ship.shell}


# What hits do


def struck(given: Facts, *blows: Blow) -> Facts:
    """What one attack of these blows does to a ship."""
    ship = target_at(5, given)
    armour = ship.armour
    apply_attack(make_state(ship), referee()[0], NotedDamage("a1", "s1", list(blows)))
    return losses(ship, armour)


def kinetic(given: Facts) -> Facts:
    return struck(given, Blow("kinetic", tuple(given["hits"])))


def penetrating(given: Facts) -> Facts:
    """So many hits of a Penetrator, whose die shows 6 for two and 4 for one."""
    return fired({**given, "weapon": "mkp", "range": 5, "rolls": [{1: 4, 2: 6}[given["hits"]]]})


def chain(given: Facts) -> Facts:
    judge, _told = referee(given["rolls"])
    effect = roll_beam_dice(judge.dice, BeamDice(1), 0, "FT-4.3.1", "a")
    return struck(given, *effect.blows)


def ignoring(given: Facts) -> Facts:
    """What goes past armour: a Needle Beam, or the points of a swarm."""
    if given.get("weapon") == "needle_beam":
        return fired({**given, "range": 5}, system="screen", systems=["screen"])
    return struck(given, direct(sum(given["rolls"])))


# Fire


def fired(given: Facts, system: str = "", systems: Iterable[str] = ()) -> Facts:
    """One weapon at a ship in AS mode, or why it may not."""
    weapon = gun(given["weapon"], given)
    target = (
        target_at(given["range"], given)
        if not systems
        else make_ship(
            id="s1", position=away(given["range"]), rows=LONG_ROWS, shell=list(given.get("shell", ())), systems=list(systems)
        )
    )
    armour, state = target.armour, make_state(shooter(weapon, given.get("fire_control", 1)), target)
    shots = [Shot("gun", "s1", system)]
    if "rolls" not in given or check_plan(state, state.ships["a1"], shots, {}):
        return {"legal": not check_plan(state, state.ships["a1"], shots, {})}
    judge, told = referee(given["rolls"])
    fire(state, judge, state.ships["a1"], shots, {})
    assert judge.dice.rolled == len(given["rolls"]) or given["weapon"].startswith("k-gun")
    return {**losses(target, armour), **said(told[0]), "expended": state.ships["a1"].spent == ["gun"], "legal": True}


def said(event: Event) -> Facts:
    """What a fire event says."""
    return {
        **event.data,
        "rerolls": len([roll for roll in event.dice if roll.use == "reroll"]),
        "damage_die_rolled": any(roll.use == "damage" for roll in event.dice),
        "dice_rolled": len(event.dice[0].faces),
    }


def fired_at_small(given: Facts) -> Facts:
    """One weapon at a group or marker, in the mode of the case."""
    weapon, mode = gun(given["weapon"], given), given.get("mode", "AS")
    attacks = {"other_ship": "a2", "covered_ship": "a2"}.get(given.get("target_attacks", ""), "a1")
    controls = given.get("fcs_assigned", 1)
    ship = shooter(weapon, controls, systems=["adfc"] if given.get("adfc_cover") else [])
    friend = make_ship(id="a2", side="a", seat="a", position=away(3))
    small = small_at(given["range"], given, attacks)
    if given.get("target_arc") == "A":
        small.position = ORIGIN.plus(CLOCK[6], given["range"])
    state = battle(ship, friend, small)
    shots = [Shot("gun", "t", "", mode)]
    if "rolls" not in given or check_plan(state, ship, shots, {}):
        return {"legal": not check_plan(state, ship, shots, {})}
    judge, told = referee(given["rolls"])
    fire(state, judge, ship, shots, {})
    facts = said(next(event for event in told if event.kind == "small_fire"))
    removed = facts["removed"]
    return {
        **facts,
        "legal": True,
        "fighters_lost": removed,
        "missiles_removed": removed,
        "bolt_strength_after": facts["left"],
        "bolt_removed": "t" not in state.markers,
        "expended": ship.spent == ["gun"],
    }


def fired_anyhow(given: Facts) -> Facts:
    return fired_at_small(given) if "target" in given or "bolt_strength" in given else fired(given)


def with_weapon(word: str) -> Callable[[Facts], Facts]:
    """The cases of a rule that is about one weapon and does not name it."""
    return lambda given: fired_anyhow({"target_attacks": "firing_ship", **given, "weapon": word})


def at_attacker(word: str) -> Callable[[Facts], Facts]:
    """PD fire of one weapon at what attacks this ship or another."""
    return lambda given: fired_at_small({"target": "missile_salvo", **given, "weapon": word})


# Chapter A.1


def phases(given: Facts) -> Facts:
    """In which phase a system does its work."""
    names = [step.name for step in sequence.STEPS]
    found: list[Any] = []
    for system in given["systems"]:
        if system == "plasma_bolt_launch":
            assert "plasma_bolt_launcher" in LAUNCHERS
            found.append(names.index("launch") + 1)
        elif system == "plasma_bolt_detonation":
            found.append(f"{names.index('attacks') + 1}{letter_of_burst()}")
        else:
            assert system.replace("-", "_") in WEAPONS
            found.append(names.index("fire") + 1)
    return {"phases": found}


def letter_of_burst() -> str:
    """Where in phase 9 bolts burst: behind fighters at ships (b), before missiles (d)."""
    one, other = make_ship(id="s1", rows=LONG_ROWS), make_ship(id="s2", position=away(40), rows=LONG_ROWS)
    bolt = make_marker(id="m1", kind="plasma_bolt", strength=1, position=ORIGIN, targets=["s1"], by="far-a")
    salvo = make_marker(id="m2", position=away(40), targets=["s2"], by="far-a")
    state = battle(one, other, bolt, salvo, make_group(id="g1", position=away(39), run="s2"))
    judge, told = referee([1] * 30)
    run_to_end(sequence.STEPS[8].play(state, judge), lambda question: question.default(state))
    order = [event.kind for event in told if event.kind in ("strike", "bolt_bursts", "salvo_strikes")]
    return "abcd"[1 + order.index("bolt_bursts")]


def older_words(given: Facts) -> Facts:
    spicule = point_defence(System("s", given["system"], "Spicule"))
    assert spicule is not None
    step = next(place for place, step in enumerate(sequence.STEPS, 1) if step.name == "fire")
    return {"resolved_in": f"own_activation_phase_{step}"}


# Chapter A.2


def driven(given: Facts) -> Facts:
    """What a ship with an Advanced Drive makes of its orders."""
    ship = make_ship(
        id="a1",
        people="kravak",
        thrust=given["thrust"],
        position=Vector(*map(float, given.get("position", (0, 0)))),
        velocity=given.get("velocity", 0),
        facing=given["facing"],
    )
    state = make_state(ship)
    state.orders = {"a1": given["orders"]}
    move = carried_out(state, ship)
    return {**moved_facts(move, given), "legal": not move.ignored}


def control(given: Facts) -> Facts:
    if "system" in given:
        return account_with(given["system"], people=given["race"])
    return fired_at_small({"target": "missile_salvo", **given})


def fighters(given: Facts) -> Facts:
    """The attack of Kra'Vak fighters, or the types that a people has."""
    if "types" in given:
        return {"legal": [f"{given['race']}_{word}" in fighters_of(given["race"]) for word in given["types"]]}
    ship = target_at(5, given)
    armour = ship.armour
    group = make_group(id="g1", type="kravak_standard", strength=given["fighters"], run="s1")
    judge, _told = referee(given["rolls"])
    strike(battle(ship, group), judge, ship, [group])
    return losses(ship, armour)


def raging(given: Facts) -> Facts:
    group = make_group(id="g1", type="kravak_standard", strength=given["fighters"])
    group.launched = given["fighters"] + given["damaged"]
    rolls = given.get("rolls_rokah", [])
    judge, told = referee(rolls)
    times, extra = attack_dice(battle(group, switches=Switches(ro_kah=True)), judge, group)
    return {
        "rokah": group.exhausted,
        "attack_dice": times * group.strength + extra,
        "must_return": group.exhausted,
        "roll": rolls[0] if told else None,
    }


# Chapter A.4


def tuned(given: Facts) -> Facts:
    """The dice of a tuned Pulser, which nothing in play can change."""
    if "shots" in given:
        return {"dice_rolled": [tuned(shot)["dice_rolled"] for shot in given["shots"]]}
    pulser = gun("pulser", given)
    if "request" in given:
        ship = shooter(pulser)
        try:
            ship.design.systems[0].cls = TUNED[given["request"]]  # type: ignore[misc]
        except AttributeError:
            return {"legal": False}
        return {"legal": True}
    dice = as_dice(pulser, given["range"])
    assert dice is not None
    return {"dice_rolled": dice.dice, "legal": given["range"] <= max_range(pulser)}


def pulser_pd(given: Facts) -> Facts:
    if "used_mode" in given:
        ship = shooter(gun("pulser", given))
        state = battle(ship, target_at(5, {}), small_at(5, {"target": "missile_salvo"}, "a1"))
        first, second = Shot("gun", "t", "", given["used_mode"]), Shot("gun", "s1", "", given["mode"])
        return {"legal": not check_plan(state, ship, [first, second], {})}
    return fired_at_small({"target": "missile_salvo", **given, "weapon": "pulser"})


def covering(given: Facts) -> Facts:
    if "friend_distance" in given:
        ship = make_ship(id="a1", side="a", seat="a", systems=["adfc"])
        state = battle(ship, make_ship(id="a2", side="a", seat="a", position=away(given["friend_distance"])))
        return {"may_cover": may_cover(state, ship, "a2")}
    ship = shooter(gun("pulser", {}), 0, systems=["adfc"])
    return {"legal": not check_plan(make_state(ship, target_at(5, {})), ship, [Shot("gun", "s1")], {})}


def launcher(cls: int, controls: int = 1, **given: Any) -> Ship:
    pbl = System("pbl", "plasma_bolt_launcher", "Plasma Bolt Launcher", cls, ("FP", "F", "FS"))
    systems = [pbl, *[f"fcs{n}" for n in range(controls)], *given.pop("systems", ())]
    return make_ship(**{"id": "a1", "side": "a", "seat": "a", "systems": systems, **given})


def recharging(given: Facts) -> Facts:
    ship = launcher(3)
    state = battle(ship)
    state.turn = given["fired_turn"]
    spend(state, ship, "a1/pbl/bolt")
    found = {}
    for turn in (4, 5):
        state.turn = turn
        found[f"may_fire_turn_{turn}"] = bool(placeable(state, ship))
    return found


def launched(given: Facts) -> Facts:
    if "weapon" in given:
        ship = launcher(3, given["fcs"], systems=[gun("pulser", {})])
        state = battle(ship, target_at(5, {}))
        spend(state, ship, "a1/pbl/bolt")
        return {"legal": not check_plan(state, ship, [Shot("gun", "s1", "", given["mode"])], {})}
    ship = launcher(given["class"], given["fcs"])
    state = battle(ship)
    question = place_question(seen_by(state, "a"), [ship])
    pose = Pose(away(given["range"]))
    marker = salvo_of(state, ship, "a1/pbl/bolt", pose.at)
    legal = question is not None and not question.illegal(state, {"a1/pbl/bolt": pose})
    return {"legal": legal, "strength": marker.strength}


def attacked(given: Facts) -> Facts:
    ships = [
        make_ship(id=each["id"], side="a" if each["side"] == "own" else "b", seat="a" if each["side"] == "own" else "b")
        for each in given["ships"]
    ]
    for ship, each in zip(ships, given["ships"], strict=True):
        ship.position = away(each["distance"])
    state = battle(*ships, make_marker(id="m1", kind="plasma_bolt", strength=3, by=ships[0].id))
    state.scenario = replace(state.scenario, plasma_radius=given["option_radius"])
    plasma.declare(state, referee()[0])
    return {"attacked": state.markers["m1"].targets}


def burst_at(state: FleetState, rolls: list[int]) -> list[Event]:
    judge, told = referee(rolls)
    plasma.detonate(state, judge)
    assert judge.dice.rolled == len(rolls)
    assert not plasma.bolts(state)
    return told


def detonated(given: Facts) -> Facts:
    ships = [
        make_ship(id=each["id"], rows=LONG_ROWS, armour=each["armour"], systems=["screen"] * each["screens"])
        for each in given["ships"]
    ]
    bolt = make_marker(id="m1", kind="plasma_bolt", strength=given["class"], hits=given["hits_taken"], by="far-a")
    armour = {ship.id: ship.armour for ship in ships}
    burst_at(battle(*ships, bolt), given["rolls"])
    return {"damage": {ship.id: {"hull": ship.hull_damage, "armour": armour[ship.id] - ship.armour} for ship in ships}}


def screened(given: Facts) -> Facts:
    ship = target_at(0, given)
    burst_at(battle(ship, make_marker(id="m1", kind="plasma_bolt", strength=given["strength"], by="far-a")), given["rolls"])
    return {"damage": ship.hull_damage}


def swept(given: Facts) -> Facts:
    made: list[FighterGroup | Marker] = []
    for each in given["objects"]:
        place = away(each["distance"])
        group = each["type"] == "fighter_group"
        made.append(
            make_group(id=each["id"], position=place) if group else make_marker(id=each["id"], position=place, by="far-a")
        )
    state = battle(*made, make_marker(id="m1", kind="plasma_bolt", strength=3, by="far-b", side="b", seat="b"))
    state.scenario = replace(state.scenario, plasma_radius=given["radius"])
    burst_at(state, [])
    gone = [group.id for group in state.groups.values() if group.status == "destroyed"]
    return {"destroyed": gone + [each.id for each in made if isinstance(each, Marker) and each.id not in state.markers]}


GLAND = System("gland", "vapour_shroud", "Vapour Shroud Gland")


def shrouded_ship(line: str) -> tuple[FleetState, Ship]:
    """A ship with a Gland after it has moved by these orders."""
    ship = launcher(3, 1, systems=[GLAND, gun("pulser", {}), "main_drive"], rows=LONG_ROWS)
    state = battle(ship, target_at(5, {}))
    state.orders = {"a1": line}
    move_all(state, referee()[0])
    return state, ship


def declared(given: Facts) -> Facts:
    """A Shroud that was ordered, or was not."""
    state, ship = shrouded_ship("SHROUD" if given.get("shroud") else "-")
    if "gland_lost_in_phase" in given:
        ship.lost["gland"] = "threshold"
        attack = given["later_attack"]
        judge, told = referee(attack["rolls"])
        state.ships["s1"] = shooter(gun(attack["weapon"], {}), id="s1", side="b", seat="b", position=away(attack["range"]))
        fire(state, judge, state.ships["s1"], [Shot("gun", "a1")], {})
        question = orders_for(seen_by(state, "a"), "a")
        assert question is not None
        told_problems = question.line_problems(seen_by(state, "a"), "a1", "SHROUD")
        return {
            "effective_screen_level": screen_level(ship),
            "damage": told[0].data["damage"],
            "may_declare_next_turn": not told_problems,
        }
    if given.get("action") == "fire_as":
        return {"legal": not check_plan(state, ship, [Shot("gun", "s1")], {})}
    return {"legal": ship.shrouded}


def limited(given: Facts) -> Facts:
    state, ship = shrouded_ship("SHROUD")
    match given.get("action"):
        case "launch_pbl":
            view = seen_by(state, "a")
            question = place_question(view, [ship])
            assert question is not None
            ahead = ship.position.plus(CLOCK[ship.facing], 6)
            pose = {"at": list(ahead), "heading": None}
            assert not placeable(state, ship)
            return {"legal": not question.problems(view, {next(iter(question.units)): pose})}
        case "damage_control":
            ship.lost["fcs0"] = "threshold"
            return {"legal": bool(damage_control(seen_by(state, "a"), "a"))}
    small = small_at(5, {"target": "missile_salvo"}, "a1")
    state.markers = {small.id: small} if isinstance(small, Marker) else {}
    return {"legal": not check_plan(state, ship, [Shot("gun", "t", "", given["mode"])], {})}


def kept_off(given: Facts) -> Facts:
    return kinetic(given) if "hits" in given else fired(given)


# Chapter A.5


def area_defence(given: Facts) -> Facts:
    profiles = [point_defence(System("w", *_kind_of(word))) for word in given["systems"]]
    return {"adfc": [profile is not None and profile.adfc and given["race_has_adfc"] for profile in profiles]}


def _kind_of(word: str) -> tuple[str, str, int]:
    name, _dash, cls = word.rpartition("-")
    kind, number = (name.replace("-", "_"), int(cls)) if cls.isdigit() else (word, 0)
    return kind, word, 6 if kind == "pulser" else number


def screens_do(given: Facts) -> Facts:
    """What Screens take away, by weapon: of plasma the dice that show 5 or 6."""
    found = []
    for word in given["weapons"]:
        if word == "plasma_bolt":
            found.append(screened({"strength": 1, "screens": given["screens"], "rolls": [5]})["damage"] < 5)
        else:
            found.append(affected_by_screens({"k-gun": "k_gun", "stinger": "stinger_node"}.get(word, word)))
    return {"affected": found}


def ready(given: Facts) -> Facts:
    """Whether a design with a Pulser adds up: it must say how that is tuned."""
    document = {"system": "pulser", "tuning": given["setting"], "arcs": ["F"]}
    return {"ready_to_play": not account_of(file_of(people="phalon", systems=[document])).problems}


WORKED: dict[str, Callable[[Facts], Facts]] = {
    "FT-A.1.1": phases,
    "FT-A.1.2": older_words,
    "FT-A.2.1": driven,
    "FT-A.2.2": driven,
    "FT-A.2.4": fired,
    "FT-A.2.5": lambda given: {"damage": k_gun_damage(given["class"], given["damage_die"])},
    "FT-A.2.6": kinetic,
    "FT-A.2.7": kinetic,
    "FT-A.2.8": fired_at_small,
    "FT-A.2.9": with_weapon("k-gun-1"),
    "FT-A.2.11": control,
    "FT-A.2.12": with_weapon("mkp"),
    "FT-A.2.13": penetrating,
    "FT-A.2.14": with_weapon("scattergun"),
    "FT-A.2.15": with_weapon("scattergun"),
    "FT-A.2.16": at_attacker("scattergun"),
    "FT-A.2.17": fighters,
    "FT-A.2.18": raging,
    "FT-A.4.3": lambda given: struck(given, ordinary(given["damage"])),
    "FT-A.4.4": lambda given: struck(given, split(*given["parts"])),
    "FT-A.4.5": chain,
    "FT-A.4.6": kinetic,
    "FT-A.4.7": tuned,
    "FT-A.4.8": lambda given: fired({**given, "weapon": "pulser"}),
    "FT-A.4.9": pulser_pd,
    "FT-A.4.11": covering,
    "FT-A.4.13": recharging,
    "FT-A.4.14": launched,
    "FT-A.4.15": attacked,
    "FT-A.4.16": fired_anyhow,
    "FT-A.4.17": detonated,
    "FT-A.4.18": screened,
    "FT-A.4.19": swept,
    "FT-A.4.20": declared,
    "FT-A.4.21": limited,
    "FT-A.4.22": kept_off,
    "FT-A.4.24": fighters,
    "FT-A.4.26": ignoring,
    "FT-A.5.1": area_defence,
    "FT-A.5.2": screens_do,
    "FT-A.5.3": ready,
}
"""Who works out the cases of a rule."""
