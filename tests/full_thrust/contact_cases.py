"""The worked cases of contacts, scans, decoys and ECM: what comes of each `given`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from battles import scenario, ship_file, side_file
from fakes import make_ship, make_state
from small_craft import make_marker

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.contacts import ecm, scans
from quarterdeck.systems.full_thrust.contacts.bogeys import passive_scan
from quarterdeck.systems.full_thrust.contacts.designs import DUMMY_CPV, contact_group, dummy_design
from quarterdeck.systems.full_thrust.deploy import pick_fleet
from quarterdeck.systems.full_thrust.design import size_group
from quarterdeck.systems.full_thrust.movement import carried_out, has_declared, may_declare, move_all
from quarterdeck.systems.full_thrust.ordnance import salvos
from quarterdeck.systems.full_thrust.prices import Fitting, price
from quarterdeck.systems.full_thrust.refusals import why_not
from quarterdeck.systems.full_thrust.round import _fire_ship
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import FleetState, ScanNote, Ship
from quarterdeck.systems.full_thrust.targets import all_aims
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee, run_to_end

Facts = dict[str, Any]
ALL_ON = Switches(bogeys=True, dummies=True, sensors=True, ecm=True)
TOUGH = (40, 40, 40, 40)
GROUP_CLASS = {"escort": "FF", "cruiser": "CL", "capital": "BB"}
MASS = {"escort": 20, "cruiser": 55, "capital": 120}


def at(place: Iterable[float]) -> Vector:
    return Vector(*map(float, place))


def observer(key: str = "o", side: str = "a", **given: Any) -> Ship:
    """A ship that sees, of side a."""
    return make_ship(**{"id": key, "name": key, "side": side, "seat": side, "rows": TOUGH, **given})


def battle(*ships: Ship, bogeys: Iterable[str] = (), **given: Any) -> FleetState:
    """A state in unlimited space in which these ships are still Bogeys."""
    state = make_state(*ships, switches=given.pop("switches", ALL_ON), initiative=["a", "b"], **given)
    state.scenario = replace(state.scenario, table=None)
    state.bogeys = list(bogeys)
    return state


def classed(code: str, **given: Any) -> dict[str, Any]:
    """A design of a usual class."""
    mass = {"SC": 8, "FF": 20, "CE": 55, "CH": 80, "BC": 100}[code]
    return {"class_code": code, "mass": mass, "group": size_group(mass, code, civilian=False), **given}


def enemy_view(given: Facts) -> Facts:
    ship = given["ship"]
    own = observer(ship["name"], name=ship["name"], position=at(ship.get("at", (10, 10))), **classed(ship["class"]))
    watcher = observer("w", "b", position=Vector(90.0, 90.0))
    state = battle(
        own, watcher, bogeys=[own.id] if given["option_bogeys"] else [], switches=Switches(bogeys=given["option_bogeys"])
    )
    view = seen_by(state, "b")
    seen = view.ships[own.id]
    if not given["option_bogeys"]:
        return {"enemy_sees": {"name": seen.name}}
    unit = next(unit for unit in FULL_THRUST.picture(view).units if unit.id == own.id)
    hidden = ship["name"] not in seen.name
    group = seen.design.group
    marker = FULL_THRUST.picture(view).scene.items
    token = next(item for item in marker if item.id == own.id)
    return {
        "enemy_sees": {
            "marker": {"contact": "bogey"}[token.silhouette],  # type: ignore[union-attr]
            "at": list(seen.position),
            "group": group,
            "name": None if hidden else seen.name,
            "ssd": unit.sheet or None,
        }
    }


def groups_shown(given: Facts) -> Facts:
    ships = []
    for each in given["ships"]:
        design = {"group": "merchant", "civilian": True} if each.get("civilian") else classed(each["class"])
        ships.append(make_ship(**design))
    return {"groups_shown": [contact_group(ship) for ship in ships]}


def bogey_orders(given: Facts) -> Facts:
    ship = observer(thrust=given["bogey_of"]["thrust"])
    state = battle(ship, observer("e", "b", position=Vector(99.0, 0.0)), bogeys=["o", "e"])
    state.orders = {"o": given["orders"]}
    return {"legal": not carried_out(state, ship).ignored}


def passive(given: Facts) -> Facts:
    if "bogey_a" in given:
        one, two = given["bogey_a"], given["bogey_b"]
        ships = [
            observer(key, side, position=at(place))
            for key, side, place in (("bogey_a", "a", one["at"]), ("bogey_b", "b", two["at"]))
        ]
        state = battle(*ships, bogeys=[ship.id for ship in ships])
    else:
        watcher = given["observer"]
        group = {"civilian": True, "group": "merchant"} if watcher.get("civilian") else {}
        state = battle(
            observer(position=at(watcher["at"]), **group),
            observer("bogey", "b", position=at(given["bogey"]["at"])),
            bogeys=["bogey"],
        )
    before = list(state.bogeys)
    passive_scan(state, referee()[0])
    return {"revealed": [each for each in before if each not in state.bogeys]}


def may_scan(given: Facts) -> Facts:
    ship = observer(civilian=given["ship"]["civilian"], group="merchant")
    return {"legal": "SCAN" in may_declare(ship, ALL_ON)}


def scanned(state: FleetState, chosen: Iterable[str], faces: Iterable[int] = ()) -> list[Any]:
    """Active scans at the end of phase 5, of these contacts as far as they may be chosen."""
    judge, told = referee(faces)
    run_to_end(
        scans.active_scans(state, judge), lambda question: [each.key for each in question.choices if each.key in list(chosen)]
    )
    return told


def ordered_scan(given: Facts) -> Facts:
    scanner = observer("scanner", position=at(given["scanner"]["at"]))
    contacts = [observer(each["id"], "b", position=at(each["at"])) for each in given["enemy_bogeys"]]
    state = battle(scanner, *contacts, bogeys=["scanner", *[each.id for each in contacts]], orders={})
    if given["orders"]["active_scan"]:
        state.orders = {"scanner": "SCAN"}
    move_all(state, referee()[0])
    told = scanned(state, [each.id for each in contacts])
    revealed = [event.data["ship"] for event in told if event.kind == "revealed"]
    return {
        "revealed": [each for each in revealed if each == "scanner"],
        "scanned": [each for each in revealed if each != "scanner"],
    }


def scan_numbers(given: Facts) -> Facts:
    group = given["scanner"]["group"]
    scanner = observer("scanner", position=at(given["scanner"]["at"]), group=group, mass=MASS[group], doing=["SCAN"])
    listed = given.get("enemy_bogeys", [{"id": "a", "at": [1, 0]}, {"id": "b", "at": [2, 0]}])
    contacts = [observer(each["id"], "b", position=at(each["at"])) for each in listed]
    state = battle(scanner, *contacts, bogeys=[each.id for each in contacts])
    if "enemy_bogeys" not in given:
        question = scans.what_to_scan(seen_by(state, "a"), scanner)
        assert question is not None
        return {"legal": not question.problems(state, given["chosen"])}
    before = list(state.bogeys)
    scanned(state, given["chosen"])
    return {"revealed": [each for each in before if each not in state.bogeys]}


def acting(given: Facts) -> Facts:
    if "salvo_at" in given:
        return salvo_finds(given)
    if "action" in given:
        shooter = observer(systems=["fcs", "beam-1"])
        target = observer("e", "b", position=Vector(0.0, 6.0), rows=TOUGH)
        state = battle(shooter, target, bogeys=["o"])
        judge, told = referee([1])
        run_to_end(_fire_ship(state, judge, shooter), lambda _question: {"beam-1": "e"})
        kinds = [event.kind for event in told]
        return {"revealed_before_dice": kinds.index("revealed") < kinds.index("fire")}
    shooter = observer(systems=["fcs", "beam-9"])
    target = observer("e", "b", position=Vector(0.0, float(given["target"]["range"])))
    state = battle(shooter, target, bogeys=["e"])
    weapon = shooter.design.weapons[0]
    assert (why_not(state, shooter, weapon, target, {}) is None) == bool(all_aims(state, shooter, {}))
    return {"legal": bool(all_aims(state, shooter, {}))}


def salvo_finds(given: Facts) -> Facts:
    drone = {"design": dummy_design(4)} if given["enemy_bogey"]["dummy"] else {}
    bogey = observer("e", "b", position=at(given["enemy_bogey"]["at"]), **drone)
    state = battle(observer(position=Vector(300.0, 0.0)), bogey, bogeys=["e"])
    state.markers = {"m1": make_marker(position=at(given["salvo_at"]), by="o")}
    salvos.acquire(state, referee()[0])
    if drone:
        return {"dummy_removed": not bogey.on_table, "salvo_removed": not state.markers}
    return {"salvo_attacks": state.markers["m1"].targets == ["e"], "bogey_revealed": state.bogeys == []}


def prices(given: Facts) -> Facts:
    kinds = [f"weasel_{each}" for each in given["decoys"]]
    found = [price(Fitting(kind), 100) for kind in kinds]
    return {"mass": [each.mass for each in found], "cpv": [each.cpv for each in found]}


def basic_scan(given: Facts) -> Facts:
    scanner, target = observer("scanner", doing=["SCAN"]), observer("target", "b", position=Vector(float(given["range"]), 0.0))
    state = battle(scanner, target, bogeys=["scanner", "target"])
    told = scanned(state, ["target"])
    rolls = [event for event in told if event.dice]
    return {
        "revealed": [event.data["ship"] for event in told if event.kind == "revealed"],
        "roll": rolls[0] if rolls else None,
        "info_level": max([note.level for note in state.notes], default=0),
    }


SENSORS = {"enhanced": "enhanced_sensors", "superior": "superior_sensors"}
WORDS = {"mass": "mass", "civilian": "military_or_merchant"}


def scan_roll(given: Facts) -> Facts:
    """A scan of a known ship by a suite, under whatever ECM the case names."""
    scanner_at, target_at = at(given.get("scanner_at", (0, 0))), at(given.get("target_at", (0, 30)))
    own = ["ecm"] if given.get("friendly_jamming") else []
    scanner = observer(
        "o", position=scanner_at, systems=[SENSORS[given["sensors"]], *own], doing=["SCAN", *(["ECM"] if own else [])]
    )
    sources = {"individual": "ecm", "area": "area_ecm"}
    jammed = given.get("enemy_ecm") or ("rolls_ecm" in given and "enemy_area_ecm_at" not in given)
    fitted = [sources[each] for each in given.get("ecm_sources", ["individual"] if jammed else [])]
    target = observer("t", "b", position=target_at, systems=fitted, doing=["ECM"] if fitted else [])
    others = []
    if "enemy_area_ecm_at" in given:
        others = [observer("j", "b", position=at(given["enemy_area_ecm_at"]), systems=["area_ecm"], doing=["ECM"])]
    state = battle(scanner, target, *others)
    faces = given.get("rolls") or [*given["rolls_scan"], *given["rolls_ecm"]]
    judge, told = referee(faces)
    scans.scan(state, judge, scanner, target)
    (event,) = [event for event in told if event.kind == "scanned"]
    assert [face for roll in event.dice for face in roll.faces] == faces
    info = [WORDS[key] for key in event.data["info"] if key in WORDS]
    return {"result": event.data["result"], "info_level": event.data["level"], "info": info}


def info_levels(given: Facts) -> Facts:
    return {"info_levels": [scans.info_level(result) for result in given["results"]]}


def snapshot(given: Facts) -> Facts:
    target = observer("t", "b", hull_damage=given["target_damage_at_scan"])
    scanner = observer("o", systems=["superior_sensors"])
    state = battle(scanner, target, turn=given["scan_turn"])
    scans.scan(state, referee([6])[0], scanner, target)
    target.hull_damage = given["target_damage_now"]
    (note,) = scans.notes_on(seen_by(state, "a").notes, "t")
    assert isinstance(note, ScanNote)
    assert (note.turn, note.level) == (given["scan_turn"], given["info_level"])
    return {"note_shows_damage": target.design.hull - note.facts["hull"]}


def fleet_with(ships: int, dummies: int) -> Any:
    """The question of who picks a fleet of small ships, and an answer with so many Dummies."""
    muster = {"points": 20000, "designs": ["cairn"], "zone": [2, 4, 14, 44], "velocity": 6, "facing": 3}
    setting = scenario(
        side_file("a", muster=muster), side_file("b", ship_file("oath", (60, 20))), switches={"bogeys": True, "dummies": True}
    )
    state = FULL_THRUST.start(setting)
    question = pick_fleet(seen_by(state, "a"), setting.sides[0])
    return state, question, {"cairn": ships, "dummy/4": dummies}


def dummy_price(given: Facts) -> Facts:
    _state, question, answer = fleet_with(given["dummies"], given["dummies"])
    cost = question.spent(answer) - question.spent({"cairn": given["dummies"]})
    assert cost == given["dummies"] * DUMMY_CPV
    return {"cost": cost, "group_shown": contact_group(make_ship(design=dummy_design(4)))}


def dummy_limit(given: Facts) -> Facts:
    state, question, answer = fleet_with(given["real_ships"], given["dummies"])
    return {"legal": not question.problems(seen_by(state, "a"), answer)}


def dummy_end(given: Facts) -> Facts:
    dummy = observer("d", "a", position=at(given["dummy_at"]), design=dummy_design(4))
    hidden = "enemy_bogey_at" in given
    enemy = observer("e", "b", position=at(given["enemy_bogey_at"] if hidden else given["enemy_ship_at"]))
    enemy.doing = ["SCAN"] if given.get("active_scan_on_dummy") else []
    state = battle(dummy, enemy, bogeys=["d", *(["e"] if hidden else [])])
    passive_scan(state, referee()[0])
    scanned(state, ["d"])
    found = {"dummy_removed": not dummy.on_table}
    return {**found, "enemy_bogey_revealed": "e" not in state.bogeys} if hidden else found


def weasel(given: Facts) -> Facts:
    kind = {4: "weasel_cruiser", 8: "weasel_capital"}[given["ship"]["weasel_mass"]]
    ship = observer("w", "b", systems=[kind], **classed(given["ship"]["class"]))
    state = battle(observer(position=Vector(float(given.get("enemy_range", 90)), 0.0)), ship, bogeys=["w"])
    passive_scan(state, referee()[0])
    shown = seen_by(state, "a").ships["w"].design.group
    return {"group_shown": shown, "revealed": state.bogeys == [], "active_scans": scans.most_scans(ship.design)}


def coverage(given: Facts) -> Facts:
    kind = {"area": "area_ecm", "individual": "ecm"}[given["ecm"]["type"]]
    carrier = observer("c", position=at(given["ecm"]["at"]), systems=[kind], doing=["ECM"])
    friend = observer("f", position=at(given["friend_at"]))
    state = battle(carrier, friend, observer("e", "b", position=Vector(0.0, 40.0)))
    return {"friend_protected": ecm.protected(state, friend), "carrier_protected": ecm.protected(state, carrier)}


def ecm_ordered(given: Facts) -> Facts:
    carrier = observer("c", systems=["area_ecm"])
    state = battle(carrier, observer("e", "b", position=Vector(0.0, 40.0)))
    state.orders = {"c": "ECM" if given["orders"]["ecm"] else "-"}
    declared = has_declared(state, carrier, "ECM")
    move_all(state, referee()[0])
    assert declared == ("ECM" in carrier.doing)
    return {"active": ecm.jams(carrier, "area_ecm")}


ADAPTERS: dict[str, Callable[[Facts], Facts]] = {
    "FT-10.1.1": enemy_view,
    "FT-10.1.2": groups_shown,
    "FT-10.1.3": bogey_orders,
    "FT-10.1.4": passive,
    "FT-10.1.5": may_scan,
    "FT-10.1.6": ordered_scan,
    "FT-10.1.7": scan_numbers,
    "FT-10.1.8": acting,
    "FT-10.2.2": basic_scan,
    "FT-10.2.3": scan_roll,
    "FT-10.2.4": info_levels,
    "FT-10.2.5": snapshot,
    "FT-10.3.1": dummy_price,
    "FT-10.3.2": dummy_limit,
    "FT-10.3.3": dummy_end,
    "FT-10.3.4": prices,
    "FT-10.3.5": weasel,
    "FT-10.4.2": coverage,
    "FT-10.4.3": ecm_ordered,
    "FT-10.4.4": scan_roll,
    "FT-10.4.5": scan_roll,
}
"""What works out the cases of each rule."""


def worked_out(rule: str, given: Facts) -> Facts:
    """The facts that come of a case."""
    return ADAPTERS[rule](given)
