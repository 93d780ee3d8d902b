"""The worked cases of ship fire in terms of the game: what comes of each `given`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attack_cases
from fakes import make_ship, make_state, make_system

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import CLOCK, ORIGIN, Vector
from quarterdeck.systems.full_thrust.arcs import arc_of, possible_arcs, range_between
from quarterdeck.systems.full_thrust.core_systems import CORE_SYSTEMS
from quarterdeck.systems.full_thrust.fire import apply_noted, check_plan, fire, roll_beam_dice
from quarterdeck.systems.full_thrust.manoeuvres import thrust_available
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, ARCS, Arc, System
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.targets import Shot, aims, can_fire, roll_edges, screen_level
from quarterdeck.systems.full_thrust.weapons import BeamDice
from scripted import referee

Facts = dict[str, Any]

LONG_ROWS = (40, 40, 40, 40)
"""Rows that no volley of the cases completes, so that no threshold check rolls dice of its own."""


# Ships that face each other


def firing_ship(weapons: Iterable[str | System], working_fcs: int = 1, **given: Any) -> Ship:
    """A ship of side a at the origin, facing 12, with these weapons and Fire Controls."""
    controls = [f"fcs{number}" for number in range(working_fcs)]
    return make_ship(**{"id": "a1", "side": "a", "seat": "a", "systems": [*weapons, *controls], **given})


def ship_at(range_: float, arc: Arc = "F", **given: Any) -> Ship:
    """A ship of side b on the middle line of an arc of the firing ship, with rows that no case completes."""
    middle = CLOCK[(12 + 2 * ARCS.index(arc)) % 12]
    return make_ship(**{"id": "s1", "position": ORIGIN.plus(middle, range_), "rows": LONG_ROWS, **given})


def legal(state: FleetState, shots: Sequence[Shot], settled: Mapping[str, Arc] | None = None) -> bool:
    return not check_plan(state, state.ships["a1"], shots, settled or {})


def fired(
    state: FleetState, shots: Sequence[Shot], rolls: Iterable[int] = (), settled: Mapping[str, Arc] | None = None
) -> list[Event]:
    """What is told when ship a1 fires so with these dice, all of which it must use."""
    rolls = list(rolls)
    judge, told = referee(rolls)
    fire(state, judge, state.ships["a1"], shots, settled or {})
    assert judge.dice.rolled == len(rolls)
    return told


# The cases


def facts_of(given: Facts) -> Facts:
    """Everything that the game says about what a worked case gives."""
    shape = next((key for key in SHAPES if key in given), None)
    if str(given.get("target")) in (*attack_cases.MARKERS, "fighter_group") or given.get("mode") == "PD":
        return attack_cases.small_fire_facts({"mode": "AS", **given})
    return SHAPES[shape](given) if shape else volley_facts(given)


def place_facts(given: Facts) -> Facts:
    weapon = make_system("beam-3", arcs=tuple(given.get("weapon_arcs", ("F", "FS", "AP"))))
    shooter = firing_ship([weapon], position=Vector(*given["position"]), facing=given["facing"])
    target = make_ship(id="s1", position=Vector(*given["target"]))
    state = make_state(shooter, target)
    judge, _told = referee(given.get("rolls", ()))
    settled = roll_edges(state, judge, shooter)
    return {
        "arc": arc_of(shooter, target, settled),
        "arcs": list(possible_arcs(shooter, target)),
        "range": range_between(shooter, target),
        "can_fire": can_fire(state, shooter),
    }


def line_of_fire_facts(given: Facts) -> Facts:
    weapon = make_system("beam-3")
    shooter = firing_ship([weapon], position=Vector(*given["shooter"]))
    target = make_ship(id="s1", position=Vector(*given["target"]))
    between = [make_ship(id=f"{side}9", side=side, seat=side, position=Vector(*given["other_ship"])) for side in ("a", "b")]
    return {"blocked": "s1" not in aims(make_state(shooter, target, *between), shooter, weapon, {})}


def distance_facts(given: Facts) -> Facts:
    weapon = make_system(given.get("weapon", "beam-1"))
    shooter = firing_ship([weapon], position=Vector(*given["a"]), facing=3)
    target = make_ship(id="s1", position=Vector(*given["b"]))
    in_range = aims(make_state(shooter, target), shooter, weapon, {}) == ["s1"]
    return {"distance": range_between(shooter, target), "in_range": in_range}


def dice_facts(given: Facts) -> Facts:
    """Beam Dice, rolled by the referee where the target is a ship, else read by hand with the modifiers of the target."""
    bd = given["bd"]
    again = BeamDice(bd["dice"], bd["mod"], bd["reroll"])
    judge, _told = referee(given["rolls"])
    effect = roll_beam_dice(judge.dice, again, given["screens"], "FT-4.3.1", "a")
    assert judge.dice.rolled == len(given["rolls"])
    initial, penetrating = effect.shares()
    if given["target_mod"]:
        first = again._replace(modifier=again.modifier + given["target_mod"])
        initial = sum(first.first_hits(face, given["screens"]) for face in effect.dice[0].faces)
    used = sum(len(roll.faces) for roll in effect.dice)
    return {"initial": initial, "penetrating": penetrating, "damage": initial + penetrating, "rolls_used": used}


def plan_facts(given: Facts) -> Facts:
    """Whether the plan is legal with the Fire Controls given, and with how many it is."""
    if any("mode" in attack for attack in given["attacks"]):
        return attack_cases.plan_facts(given)
    weapons = dict.fromkeys(attack["weapon"] for attack in given["attacks"])
    names = {word: make_system(word).id for attack in given["attacks"] if (word := attack.get("system"))}
    targets = {name: ship_at(5, id=name, systems=["main_drive", "beam-3"]) for name in ("s1", "s2")}
    shots = [Shot(each["weapon"], each["target"], names.get(each.get("system"), "")) for each in given["attacks"]]

    def legal_with(controls: int) -> bool:
        return legal(make_state(firing_ship(weapons, controls), *targets.values()), shots)

    needed = controls_needed(legal_with)
    return {"legal": legal_with(given["working_fcs"]), "fcs_used": needed, "fcs_needed": needed}


def controls_needed(legal_with: Callable[[int], bool]) -> int | None:
    """The smallest number of Fire Controls with which a plan is legal."""
    return next((number for number in range(5) if legal_with(number)), None)


def shots_facts(given: Facts) -> Facts:
    """How many shots one weapon has at as many targets as are wanted."""
    weapon = make_system(given["weapon"], arcs=tuple(given["arcs"]))
    wanted = given["targets_wanted"]
    targets = [ship_at(5, id=f"s{number}") for number in range(wanted)]
    state = make_state(firing_ship([weapon], wanted), *targets)
    shots = [Shot(weapon.id, target.id) for target in targets]
    return {"shots": max(number for number in range(wanted + 1) if legal(state, shots[:number]))}


def later_facts(given: Facts) -> Facts:
    """Whether a ship may still fire a weapon that it held back, when its activation is over."""
    if "announced" in given:
        first, later = [given["announced"][0]["weapon"]], given["after_first_roll"]["weapon"]
    else:
        first, later = given["fired_in_activation"], given["later_request"]
    state = make_state(firing_ship([*first, later], 2), ship_at(5))
    assert legal(state, [Shot(later, "s1")])
    fired(state, [Shot(weapon, "s1") for weapon in first], [1, 1][: 1 if "beam-1" in first else 2])
    state.fired.append("a1")
    allowed = legal(state, [Shot(later, "s1")]) or can_fire(state, state.ships["a1"])
    return {"allowed": allowed, "accepted": allowed}


def check_facts(given: Facts) -> Facts:
    """The threshold checks of one or more activations whose torpedoes do the damage given."""
    target = make_ship(id="s1", rows=tuple(given["hull_rows"]), armour=given["armour"], position=Vector(0.0, 5.0))
    checks = []
    for activation in given.get("activations") or [given["activation"]]:
        torpedoes = [f"pulse_torpedo#{number}" for number, _points in enumerate(activation["weapon_damage"])]
        rolls = [face for points in activation["weapon_damage"] for face in (6, points)]
        told = fired(make_state(firing_ship(torpedoes), target), [Shot(torpedo, "s1") for torpedo in torpedoes], rolls)
        checks += [{"row": event.data["row"], "extra": event.data["extra"]} for event in told if event.kind == "threshold"]
    return {"threshold_checks": checks}


def screen_facts(given: Facts) -> Facts:
    generators = [f"screen{number}" for number in range(given["working_generators"])]
    lost = dict.fromkeys(generators[: given.get("lost", 0)], "threshold")
    return {"screen_level": screen_level(make_ship(systems=generators, lost=lost))}


def screen_shot_facts(given: Facts) -> Facts:
    """A Needle Beam at the Screen Generator and a Beam in one attack."""
    generators = ["screen_generator", *(f"screen{number}" for number in range(1, given["generators"]))]
    target = ship_at(given["range"], systems=generators, armour=given["armour"])
    shots = [Shot(word, "s1", given["named_system"] if word.startswith("needle") else "") for word in given["announced"]]
    rolls = [*given["needle_rolls"], *given["beam_rolls"]]
    told = fired(make_state(firing_ship(given["announced"], 2), target), shots, rolls)
    beam = next(event.data for event in told if event.data.get("kind") == "beam")
    return {
        "screen_level_against_beam": beam["screens"],
        "beam_damage": beam["damage"],
        "hull_lost": target.hull_damage,
        "screen_level_after": screen_level(target),
    }


def drive_facts(given: Facts) -> Facts:
    """Needle Beams of one activation at the Main Drive: the thrust after each hit."""
    needles = [f"needle#{number}" for number, _face in enumerate(given["needle_rolls"])]
    target = ship_at(8, systems=["main_drive"], thrust=given["thrust"], drive_hits=given.get("drive_hits", 0))
    shots = [Shot(needle, "s1", "main-drive") for needle in needles]
    told = fired(make_state(firing_ship(needles), target), shots, given["needle_rolls"])
    hits = [event.data["drive_hits"] for event in told if event.kind == "knocked_out"]
    return {"thrust_after": [thrust_available(given["thrust"], number) for number in hits], "hull_lost": target.hull_damage}


def duel_facts(given: Facts) -> Facts:
    """Two ships fire in turn, each with a torpedo that destroys the other; one that is gone does not fire."""
    order = given.get("fire_order") or given["order"]
    hull = {each["id"]: each["hull_left"] for each in given.get("ships", ())}
    sides = dict(zip(order, ("a", "b"), strict=True))
    places = {"a": {"position": ORIGIN, "facing": 12}, "b": {"position": Vector(0.0, 5.0), "facing": 6}}
    ships = [
        make_ship(
            id=ship, side=side, seat=side, rows=(hull.get(ship, 3), 0, 0, 0), systems=["pulse_torpedo", "fcs"], **places[side]
        )
        for ship, side in sides.items()
    ]
    state = make_state(*ships, switches=Switches(duel_damage=given.get("option") == "duel_damage"))
    did_fire = []
    for ship, other in ((ships[0], ships[1]), (ships[1], ships[0])):
        if can_fire(state, ship):
            judge, _told = referee([6, given.get(f"damage_by_{ship.id}", 3)])
            fire(state, judge, ship, [Shot("pulse_torpedo", other.id)], {})
            state.fired.append(ship.id)
            did_fire.append(ship.id)
    apply_noted(state, referee()[0])
    destroyed = [ship.id for ship in ships if ship.status == "destroyed"]
    return {"destroyed": destroyed, "b_fired": "b" in did_fire, "b1_fires": "b1" in did_fire}


def volley_facts(given: Facts) -> Facts:
    """One weapon or several at one ship: whether they may fire, and what the dice do."""
    words = given.get("weapons") or [given.get("weapon") or given["system"]]
    shots = [Shot(word, "s1", named_in(given)) for word in words]

    def state_with(controls: int) -> FleetState:
        return make_state(
            shooter_of(given, words, controls), ship_at(given.get("range", 5), given.get("target_arc", "F"), **target_of(given))
        )

    state = state_with(given.get("working_fcs", 1))
    shooter = state.ships["a1"]
    allowed = legal(state, shots)
    facts = {
        "legal": allowed,
        "legal_target": allowed,
        "can_fire": can_fire(state, shooter),
        "in_range": any(aims(state, shooter, shooter.design.system(word), {}) for word in words),
        "fcs_used": controls_needed(lambda controls: legal(state_with(controls), shots)),
        "dice_rolled": 0,
    }
    return facts | resolved(state, shots, rolls_of(given)) if allowed else facts


def shooter_of(given: Facts, words: Sequence[str], controls: int) -> Ship:
    arcs = given.get("arcs", "all")
    weapons = [make_system(word, arcs=ALL_ROUND if arcs == "all" else tuple(arcs)) for word in words]
    spent = [words[0]] if given.get("fired") else []
    return firing_ship(weapons, controls, spent=spent, lost={words[0]: "threshold"} if given.get("state") == "lost" else {})


def named_in(given: Facts) -> str:
    """The id of the system that the case names as a target; Core Systems have ids of their own."""
    word = "main_drive" if given.get("target") == "system_of_ship" else given.get("named_system")
    if word is None:
        return ""
    return core if (core := word.replace("_", "-")) in CORE_SYSTEMS else make_system(word).id


def target_of(given: Facts) -> Facts:
    named = given.get("named_system")
    fitted = named if named not in (None, "hull", "command_bridge") else "main_drive"
    generators = [f"screen{number}" for number in range(given.get("screens", 0))]
    return {"systems": [fitted, *generators], "armour": given.get("armour", 0)}


def rolls_of(given: Facts) -> list[int] | None:
    by_weapon = given.get("rolls_by_weapon")
    return [face for rolls in by_weapon.values() for face in rolls] if by_weapon else given.get("rolls")


def resolved(state: FleetState, shots: Sequence[Shot], rolls: list[int] | None) -> Facts:
    """What the fire does; where a case gives no dice, all of them show 1."""
    target = state.ships["s1"]
    armour = target.armour
    judge, told = referee([1] * 40 if rolls is None else rolls)
    fire(state, judge, state.ships["a1"], shots, {})
    assert rolls is None or judge.dice.rolled == len(rolls)
    volley = [event.data for event in told if event.kind == "fire"]
    return {
        "dice_rolled": sum(data.get("count", 0) for data in volley),
        "rolls_used": judge.dice.rolled,
        "initial": sum(data.get("initial", 0) for data in volley),
        "penetrating": sum(data.get("penetrating", 0) for data in volley),
        "damage": sum(data["damage"] for data in volley),
        "hit": any(data.get("hit") for data in volley),
        "armour_lost": armour - target.armour,
        "hull_lost": target.hull_damage,
        "system_lost": bool(target.lost),
    }


SHAPES: dict[str, Callable[[Facts], Facts]] = {
    "position": place_facts,
    "other_ship": line_of_fire_facts,
    "a": distance_facts,
    "bd": dice_facts,
    "attacks": plan_facts,
    "targets_wanted": shots_facts,
    "fired_in_activation": later_facts,
    "after_first_roll": later_facts,
    "activation": check_facts,
    "activations": check_facts,
    "working_generators": screen_facts,
    "beam_rolls": screen_shot_facts,
    "needle_rolls": drive_facts,
    "option": duel_facts,
    "a1_destroys": duel_facts,
}
"""What a case is about, by a key that only its kind has; any other is a volley at one ship."""
