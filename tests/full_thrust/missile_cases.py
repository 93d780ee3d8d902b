"""The worked cases of Salvo Missiles: what comes of each `given`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fakes import make_design, make_ship
from small_craft import LONG_ROWS, Facts, away, battle, make_marker, point

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.questions import Pose
from quarterdeck.systems.full_thrust.damage import lose_system, rolled_for, threshold_check
from quarterdeck.systems.full_thrust.design import SALVO_MASS, load_mass
from quarterdeck.systems.full_thrust.design_file import read_draft
from quarterdeck.systems.full_thrust.launches import may_launch
from quarterdeck.systems.full_thrust.movement import move_all
from quarterdeck.systems.full_thrust.ordnance import placing, salvos
from quarterdeck.systems.full_thrust.prices import Fitting, price
from quarterdeck.systems.full_thrust.repair import damaged_systems, mend
from quarterdeck.systems.full_thrust.ship import Load, System
from quarterdeck.systems.full_thrust.small_fire import shoot_away
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee


def missile_ship(*systems: System | str, **given: Any) -> Ship:
    """A ship of side a with launchers; `loads` and `links` as told."""
    loads, links = given.pop("loads", {}), given.pop("links", {})
    design = make_design(systems=systems, loads=loads, links=links)
    return make_ship(**{"id": "a1", "side": "a", "seat": "a", "design": design, "magazines": dict(loads), **given})


def launcher_of(kind: str = "sml", word: str = "sml1", cls: int = 0, arcs: Iterable[str] = ("FP", "F", "FS")) -> System:
    return System(word, kind, word, cls, tuple(arcs))  # type: ignore[arg-type]


def magazine(word: str = "mag1") -> System:
    return System(word, "sm_magazine", word, 8)


def placed(state: FleetState, ship: Ship, poses: Mapping[str, Vector]) -> bool:
    """Whether a ship may place salvos so."""
    question = placing.place_question(seen_by(state, ship.seat), [ship])
    if question is None or any(key not in question.units for key in poses):
        return False
    return not question.illegal(state, {key: Pose(at) for key, at in poses.items()})


def fresh_marker(given: Facts) -> Facts:
    ship = missile_ship(launcher_of(), magazine(), loads={"mag1": Load(2, 0)}, links={"sml1": "mag1"})
    state = battle(ship, make_ship(position=away(1), rows=LONG_ROWS))
    state.turn = given["launched_in_turn"]
    marker = placing.salvo_of(state, ship, "a1/sml1/std", away(2))
    state.markers[marker.id] = marker
    missiles = marker.strength
    salvos.acquire(state, referee()[0])
    salvos.attack(state, referee([1, 1])[0])
    return {"missiles": missiles, "on_table_in_turn_4": bool(state.markers)}


def range_facts(given: Facts) -> Facts:
    load = {"standard": "std", "ER": "er"}[given["type"]]
    far = Vector(*map(float, given["marker"])) if "marker" in given else away(given["distance"])
    ship = missile_ship(
        launcher_of(arcs=given.get("launcher_arcs", ("FP", "F", "FS"))),
        magazine(),
        loads={"mag1": Load(1, 1)},
        links={"sml1": "mag1"},
        facing=given.get("facing", 12),
    )
    return {"legal": placed(battle(ship), ship, {f"a1/sml1/{load}": far}), "distance": far.length()}


def announced_facts(given: Facts) -> Facts:
    ship = missile_ship(
        launcher_of(), launcher_of("smr", "smr1", 4), magazine(), loads={"mag1": Load(2, 0)}, links={"sml1": "mag1"}
    )
    state = battle(ship)
    if "placed_order" in given:
        order = {f"a1/{each}/std": away(5) for each in given["placed_order"]}
        return {"legal": placed(state, ship, order)}
    state.acted = ["a1"]
    return {"smr1_allowed": may_launch(state, ship), "later_request_allowed": may_launch(state, ship)}


def too_late(given: Facts) -> Facts:
    return {"allowed": announced_facts({})["smr1_allowed"]}


def stationary(given: Facts) -> Facts:
    marker = make_marker(position=point(given["marker"]))
    state = battle(marker, make_ship(id="a1", side="a", seat="a", velocity=given["launching_ship_velocity"]))
    move_all(state, referee()[0])
    return {"marker_after_phase_5": list(marker.position)}


def acquire_facts(given: Facts) -> Facts:
    enemies = [make_ship(id=ship, position=point(at)) for ship, at in given["enemy_ships"].items()]
    friends = [make_ship(id=ship, side="a", seat="a", position=point(at)) for ship, at in given.get("friendly_ships", {}).items()]
    marker = make_marker(position=point(given["marker"]))
    state = battle(marker, *enemies, *friends)
    salvos.acquire(state, referee([given["roll"]] if "roll" in given else [])[0])
    gone = not state.markers
    return {"target": None if gone else marker.targets[0], "removed_in_phase": 7 if gone else None}


def no_control(given: Facts) -> Facts:
    loads = {"mag1": Load(given["ammo"], 0)}
    ship = missile_ship(launcher_of(), magazine(), loads=loads, links={"sml1": "mag1"})
    assert given["working_fcs"] == 0
    assert not ship.design.by_kind.get("fire_control")
    return {"launch_allowed": bool(placing.placeable(battle(ship), ship))}


def hits_facts(given: Facts) -> Facts:
    marker = make_marker(targets=["s1"])
    state = battle(marker, make_ship(rows=LONG_ROWS))
    judge, _told = referee([])
    hits = [given["hits"]] if "hits" in given else [*given["hits_phase_8"], *given["hits_phase_9a"]]
    for number in hits:
        shoot_away(state, judge, marker, min(number, marker.left))
    facts: Facts = {"hits_on_marker": marker.hits, "hits_counted": marker.hits, "removed": not state.markers}
    if "attack_roll" in given:
        facts["missiles_arriving"] = arriving(state, given["attack_roll"])
    return facts


def arriving(state: FleetState, roll: int) -> int:
    """The missiles that reach s1 with this attack roll."""
    judge, told = referee([roll, *[1] * 9])
    salvos.attack(state, judge)
    return sum(event.data["arriving"] for event in told if event.kind == "salvo_strikes")


def attack_roll_facts(given: Facts) -> Facts:
    state = battle(make_marker(targets=["s1"], hits=given["hits"]), make_ship(rows=LONG_ROWS))
    return {"missiles_arriving": arriving(state, given["attack_roll"])}


def missile_damage(given: Facts) -> Facts:
    """Salvos of which so many missiles arrive, with these damage dice."""
    by_salvo = given.get("damage_rolls_by_salvo") or [given["damage_rolls"]]
    markers = [make_marker(id=f"m{n}", targets=["s1"]) for n in range(len(by_salvo))]
    rows = tuple(given.get("hull_rows", LONG_ROWS))
    screens = [f"screen{n}" for n in range(given.get("screens", 0))]
    ship = make_ship(rows=rows, armour=given.get("armour", 0), systems=screens)
    state = battle(ship, *markers)
    rolls = [len(dice) for dice in by_salvo] + [face for dice in by_salvo for face in dice]
    judge, told = referee([*rolls, *[6] * 9])
    salvos.attack(state, judge)
    check = next((event.data for event in told if event.kind == "threshold"), None)
    return {
        "damage": sum(event.data["damage"] for event in told if event.kind == "salvo_strikes"),
        "armour_lost": given.get("armour", 0) - ship.armour,
        "hull_lost": ship.hull_damage,
        "threshold": None if check is None else {"row": check["row"], "extra": check["extra"]},
        "rolls_used": sum(len(dice) for dice in by_salvo),
    }


def target_destroyed(given: Facts) -> Facts:
    state = battle(make_marker(targets=["s1"]), make_ship(status="destroyed"), make_ship(id="s9", position=away(1)))
    judge, told = referee([])
    salvos.attack(state, judge)
    return {"attacks": any(event.kind == "salvo_strikes" for event in told), "removed": not state.markers}


def launcher_facts(given: Facts) -> Facts:
    ship = missile_ship(launcher_of(), magazine(), loads={"mag1": Load(given["ammo"], 0)}, links={"sml1": "mag1"})
    state = battle(ship)
    return launched_facts(state, ship, ["a1/sml1/std"] * given.get("launches_wanted_this_turn", 1), "mag1")


def launched_facts(state: FleetState, ship: Ship, keys: list[str], mag: str) -> Facts:
    legal = [key for key in dict.fromkeys(keys) if placed(state, ship, {key: away(5)})]
    for key in legal:
        placing.spend(state, ship, key)
    return {"launches": len(legal), "ammo": ship.magazines[mag].std}


def rack_facts(given: Facts) -> Facts:
    racks = given.get("racks") or [given["rack"]]
    ship = missile_ship(*[launcher_of("smr", rack, 4) for rack in racks], spent=racks if given.get("fired") else [])
    state = battle(ship)
    if "fired" in given:
        return {"launch_allowed": bool(placing.placeable(state, ship))}
    keys = {f"a1/{rack}/std": away(5) for rack in given["launch"]}
    assert placed(state, ship, keys)
    for key in keys:
        placing.spend(state, ship, key)
    return {"markers": len(keys), "racks_left": len(placing.placeable(state, ship))}


def missile_mass(given: Facts) -> Facts:
    load = given.get("standard_salvos", 0) * SALVO_MASS["std"] + given.get("er_salvos", 0) * SALVO_MASS["er"]
    mass = price(Fitting("sm_magazine", load), 100).mass if load else 0
    mass += price(Fitting("sml", quantity=given.get("sml", 0)), 100).mass
    return {"mass": mass + price(Fitting("smr", 4, quantity=given.get("smr_standard", 0)), 100).mass}


def link_facts(given: Facts) -> Facts:
    links = given["links"]
    if any(isinstance(each, list) for each in links.values()):
        from quarterdeck.systems.full_thrust.design_file import read_draft

        entry = {"system": "sml", "arcs": ["FP", "F", "FS"], "magazine": [1, 2]}
        document = {"key": "x", "name": "X", "mass": 60, "hull": 12, "systems": [entry]}
        return {"legal": not [p for p in read_draft(document).problems if "magazine" in p.at]}
    ammo = given.get("ammo", dict.fromkeys(links.values(), 1))
    mags = {mag: Load(number, 0) for mag, number in ammo.items()}
    lost = dict.fromkeys(given.get("lost", []), "threshold")
    mounts = [*[launcher_of(word=word) for word in links], *[magazine(mag) for mag in mags]]
    ship = missile_ship(*mounts, loads=mags, links=links, lost=lost)
    state = battle(ship)
    able = placing.placeable(state, ship)
    both = {f"a1/{word}/std": away(5) for word in links}
    most = max([n for n in range(len(both) + 1) if placed(state, ship, dict(list(both.items())[:n]))], default=0)
    return {"legal": len(able) == len(links), "sml2_can_launch": "a1/sml2/std" in able, "max_launches": most}


def magazine_facts(given: Facts) -> Facts:
    entry = {"system": "sm_magazine", "capacity": given["magazine_mass"], "std": given["standard"], "er": given["er"]}
    document = {"key": "x", "name": "X", "mass": 60, "hull": 12, "systems": [entry]}
    rules = [problem.rule for problem in read_draft(document).problems]
    return {"legal": not rules, "wasted": given["magazine_mass"] - load_mass(Load(given["standard"], given["er"]))}


def choice_facts(given: Facts) -> Facts:
    load = Load(given["magazine"]["standard"], given["magazine"]["er"])
    ship = missile_ship(launcher_of(), magazine(), loads={"mag1": load}, links={"sml1": "mag1"})
    placing.spend(battle(ship), ship, f"a1/sml1/{given['choice']}")
    left = ship.magazines["mag1"]
    return {"magazine_after": {"standard": left.std, "er": left.er}, "launch_range": placing.LAUNCH_RANGE[given["choice"]]}


def check_dice(given: Facts) -> Facts:
    racks = [f"smr{n}" for n in range(given["racks_loaded"] + given["racks_fired"])]
    mounts = [launcher_of(word=f"sml{n}") for n in range(given["launchers"])]
    mounts += [launcher_of("smr", rack, 4) for rack in racks] + [magazine(f"mag{n}") for n in range(given["magazines"])]
    ship = missile_ship(*mounts, spent=racks[: given["racks_fired"]])
    return {"dice_rolled": len(rolled_for(ship))}


def lost_magazine(given: Facts) -> Facts:
    loads = {"mag1": Load(given["ammo_before"], 0)}
    ship = missile_ship(launcher_of(), magazine(), loads=loads, links={"sml1": "mag1"})
    lose_system(ship, "mag1", "threshold")
    return {"ammo": ship.magazines["mag1"].std, "repair_allowed": "mag1" in damaged_systems(ship, 1)}


def repaired_launcher(given: Facts) -> Facts:
    loads = {"mag1": Load(given.get("ammo", 3), 0)}
    ship = missile_ship(launcher_of(), magazine(), loads=loads, links={"sml1": "mag1"})
    lose_system(ship, "sml1", "threshold")
    if given["magazine"] == "lost":
        lose_system(ship, "mag1", "threshold")
    mend(ship, "sml1")
    return {"can_launch": bool(placing.placeable(battle(ship), ship))}


def whole_procedure(given: Facts) -> Facts:
    ship = make_ship(
        rows=tuple(given["hull_rows"]),
        armour=given["armour"],
        position=away(given["distance_to_target_phase_7"]),
        systems=[f"screen{n}" for n in range(given["screens"])],
    )
    marker = make_marker()
    state = battle(ship, marker)
    salvos.acquire(state, referee()[0])
    shoot_away(state, referee()[0], marker, given["pds_hits"])
    shoot_away(state, referee()[0], marker, given["fighter_hits"])
    judge, told = referee([given["attack_roll"], *given["damage_rolls"], *[6] * 9])
    salvos.attack(state, judge)
    struck = next(event.data for event in told if event.kind == "salvo_strikes")
    check = next(event.data for event in told if event.kind == "threshold")
    return {
        "missiles_arriving": struck["arriving"],
        "damage": struck["damage"],
        "armour_lost": given["armour"] - ship.armour,
        "hull_lost": ship.hull_damage,
        "threshold": {"row": check["row"], "extra": check["extra"]},
    }


def missile_systems_checked(given: Facts) -> Facts:
    ship = missile_ship(launcher_of(word="sml"), magazine("magazine"), loads={"magazine": Load(given["ammo"], 0)})
    ship.design.links["sml"] = "magazine"
    state = battle(ship)
    judge, told = referee(given["rolls"])
    threshold_check(state, judge, ship, given["threshold"]["row"], given["threshold"]["extra"])
    return {
        "newly_lost": told[0].data["lost"],
        "ammo": ship.magazines["magazine"].std,
        "launcher_works": "sml" not in ship.lost,
        "can_launch": bool(placing.placeable(state, ship)),
    }
