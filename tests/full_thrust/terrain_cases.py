"""The worked cases of terrain and installations in terms of the game: what comes of each shape of `given`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from design_cases import file_of
from fakes import make_ship, make_state, make_system
from missile_cases import placed
from small_craft import make_group, may_run, run

from directions import from_degrees
from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector, to_degrees
from quarterdeck.systems.full_thrust.contacts.bogeys import passive_scan
from quarterdeck.systems.full_thrust.contacts.scans import active_scans
from quarterdeck.systems.full_thrust.damage import apply_attack, lost_on
from quarterdeck.systems.full_thrust.fighters.groups import towards
from quarterdeck.systems.full_thrust.fire import Shot, enemies, fire, why_not
from quarterdeck.systems.full_thrust.movement import carried_out
from quarterdeck.systems.full_thrust.protection import ordinary
from quarterdeck.systems.full_thrust.round import end_turn, move_ships
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import Design, Load, System
from quarterdeck.systems.full_thrust.shipyard import read_design
from quarterdeck.systems.full_thrust.shooting import declare_fire
from quarterdeck.systems.full_thrust.state import Body, Dock, FighterGroup, FleetState, NotedDamage, Ship
from quarterdeck.systems.full_thrust.targets import can_fire, screens_against
from quarterdeck.systems.full_thrust.terrain.areas import in_cloud
from quarterdeck.systems.full_thrust.terrain.breaking import break_up
from quarterdeck.systems.full_thrust.terrain.explosions import size_of
from quarterdeck.systems.full_thrust.terrain.flares import flare, scorch
from quarterdeck.systems.full_thrust.terrain.placing import bodies_of, bulk_of, roll_terrain, toughness
from quarterdeck.systems.full_thrust.terrain.sections import drawn
from quarterdeck.systems.full_thrust.terrain.setup import SIZES, BodySetup, Drift, Flares, Terrain
from quarterdeck.systems.full_thrust.terrain.sight import clear_line
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee, run_to_end

Facts = dict[str, Any]
TOUGH = (40, 40, 40, 40)
"""Rows that nothing here shoots through."""


def point(place: Any) -> Vector:
    return Vector(float(place[0]), float(place[1]))


def rock(at: Any = (10, 0), radius: float = 1, **given: Any) -> Body:
    """An asteroid; other kinds by `kind`."""
    return Body(**{"id": "t1", "kind": "asteroid", "name": "A1", "position": point(at), "radius": float(radius), **given})


def among(*things: Ship | Body | FighterGroup, **given: Any) -> FleetState:
    """A battle of ships of sides a and b among bodies; a ship of side b is far away where none is given."""
    ships = [thing for thing in things if isinstance(thing, Ship)]
    if len({ship.side for ship in ships}) < 2:
        ships.append(make_ship(id="z1", side="z", seat="z", position=Vector(70.0, 47.0), rows=TOUGH))
    state = make_state(*ships, **given)
    state.scenario = replace(state.scenario, table=None)
    state.bodies = {body.id: body for body in things if isinstance(body, Body)}
    state.groups = {group.id: group for group in things if isinstance(group, FighterGroup)}
    return state


def ours(**given: Any) -> Ship:
    """The ship of side a, at the origin unless told otherwise."""
    plain = {"id": "a1", "side": "a", "seat": "a", "rows": TOUGH, "systems": ["fcs", "beam-3"]}
    return make_ship(**{**plain, **given})


def theirs(**given: Any) -> Ship:
    return make_ship(**{"id": "b1", "side": "b", "seat": "b", "position": Vector(20.0, 0.0), "rows": TOUGH, **given})


def flown(state: FleetState, faces: Any = ()) -> list[Event]:
    """Phase 5."""
    umpire, told = referee(faces)
    run(move_ships(state, umpire))
    return told


def of_kind(told: list[Event], kind: str) -> list[Facts]:
    return [event.data for event in told if event.kind == kind]


def under_way(path: Any, **given: Any) -> Ship:
    """A ship that will move from one place to another, or `velocity` MU up from the origin."""
    start, end = point(path[0]), point(path[1])
    way = end.minus(start)
    course = Vector(way.x / way.length(), way.y / way.length())
    return ours(**{"position": start, "course": course, "velocity": round(way.length()), **given})


# 12.1


def ships_between(given: Facts) -> Facts:
    others = [theirs(id=f"b{n}", position=point(each["at"])) for n, each in enumerate(given["between"], 2)]
    shooter, target = ours(position=point(given["firer"])), theirs(position=point(given["target"]))
    state = among(shooter, target, *others)
    return {"blocked": why_not(state, shooter, shooter.design.system("beam-3"), target, {}) is not None}


def sizes(given: Facts) -> Facts:
    return {"radius": [SIZES[size] for size in given["asteroids"]]}


def line(given: Facts) -> Facts:
    """A ship that could fire from one place at another, and what it is offered, with its odds."""
    body = rock(**given["asteroid"]) if "asteroid" in given else rock(**given["planet"], kind="planet")
    start, end = point(given["a"]), point(given["b"])
    shooter, target = ours(position=start, facing=towards(start, end, 12)), theirs(position=end)
    state = among(shooter, target, body)
    found = why_not(state, shooter, shooter.design.system("beam-3"), target, {})
    assert found is None or found.rule == "FT-12.1.4"
    question = declare_fire(state, shooter, {})
    columns = question.dress(seen_by(state, "a"), {}).columns if question.slots else []
    assert [column.key for column in columns] == (["b1"] if found is None else [])
    assert clear_line(state, start, end) == (found is None) == can_fire(state, shooter)
    return {"blocked": found is not None}


def blocked_attack(given: Facts) -> Facts:
    """Fire, a marker or fighters with a rock in the middle."""
    if "marker" in given:
        magazine = make_system("magazine")
        ship = ours(systems=[make_system("sml"), magazine], loads={"magazine": Load(2, 0)}, links={"sml": "magazine"})
        ship.magazines = {"magazine": Load(2, 0)}
        spot = {"a1/sml/std": point(given["marker"])}
        assert placed(among(ship, theirs()), ship, spot)
        return {"legal": placed(among(ship, theirs(), rock(**given["asteroid"])), ship, spot)}
    if "attacker" in given:
        group = make_group(side="a", seat="a", position=Vector(0.0, 0.0))
        state = among(ours(), theirs(position=Vector(given["distance"], 0.0)), rock((1, 0), 0.5), group)
        return {"legal": may_run(state, group, "b1")}
    name, _dash, cls = given["weapon"].rpartition("-")
    weapon = System(given["weapon"], name.replace("-", "_").lower(), given["weapon"], int(cls), ("F", "FS", "AS", "AP", "FP"))
    shooter, target = ours(systems=["fcs", weapon]), theirs()
    state = among(shooter, target, rock())
    return {"legal": why_not(state, shooter, weapon, target, {}) is None}


def scan(given: Facts) -> Facts:
    """A scan of the kind of the case, which would reveal the contact if the rock were not there."""

    def revealed(*bodies: Body) -> bool:
        watcher, bogey = ours(position=point(given["observer"]), doing=["SCAN"]), theirs(position=point(given["bogey"]))
        state = among(watcher, bogey, *bodies, switches=Switches(bogeys=True))
        state.bogeys = ["b1"]
        if given.get("active"):
            run_to_end(active_scans(state, referee()[0]), lambda question: ["b1"])
        else:
            passive_scan(state, referee()[0])
        return state.bogeys == []

    assert revealed()
    return {"revealed": revealed(rock(**given["asteroid"]))}


def way_past(given: Facts) -> Facts:
    """Whether a ship on its way comes upon a body, and what comes of it."""
    if "station" in given:
        at, radius = given["station"]["at"], given["station"]["radius"]
        station = theirs(position=point(at), station=True, thrust=0)
        bodies = [bulk_of(station, radius)] if radius else []
        state = among(under_way(given["path"], thrust=given["thrust"]), station, *bodies)
    else:
        state = among(under_way(given["path"], thrust=20), rock(**given["asteroid"]))
    return misses(state, flown(state))


def misses(state: FleetState, told: list[Event]) -> Facts:
    near, faces = of_kind(told, "near_miss"), [roll.faces for event in told if event.kind == "near_miss" for roll in event.dice]
    facts: Facts = {"collision_risk": bool(near), "destroyed": state.ships["a1"].status == "destroyed"}
    if near:
        facts |= {"needed": near[0]["needed"], "avoided": near[0]["avoided"], "roll": faces[0] if faces else None}
    return facts


def avoiding(given: Facts) -> Facts:
    """A ship flies through a rock; its thrust is that of a drive with these hits."""
    way = [[0, 0], [0, given["velocity"]]]
    ship = under_way(way, thrust=given["thrust"], drive_hits=given.get("drive_hits", 0))
    state = among(ship, rock((0, given["velocity"] / 2)))
    return misses(state, flown(state, given["rolls"]))


def crash(given: Facts) -> Facts:
    rows = (given["hull_boxes"] // 4,) * 4
    ship = under_way([[0, 0], [0, 40]], thrust=2, mass=given["tmf"], rows=rows, armour=given["armour"], group="capital")
    state = among(ship, rock((0, 6), points=toughness(1.0)))
    flown(state)
    return {"destroyed": ship.status == "destroyed", "asteroid_damage": toughness(1.0) - state.bodies["t1"].points}


# 12.2


def rolled_field(given: Facts) -> Facts:
    terrain = Terrain((BodySetup("asteroid", "A1", point(given["asteroid_at"]), 1.0),), drift="rolled")
    state = among(ours())
    state.scenario = replace(state.scenario, terrain=terrain)
    state.bodies = bodies_of(terrain, breakable=False)
    roll_terrain(state, referee([*given["rolls_d12"], *given["rolls"]])[0])
    drift = state.bodies["t1"].drift
    flown(state)
    return {
        "course_deg": to_degrees(drift),
        "velocity": drift.length(),
        "asteroid_after_one_turn": list(state.bodies["t1"].position),
    }


def order_of_movers(given: Facts) -> Facts:
    """What drifts is the first to move; among ships the order is that of other chapters."""
    told = [event.kind for event in flown(among(under_way([[0, 0], [0, 6]]), rock((50, 0), drift=Vector(1.0, 0.0))))]
    assert told == ["drifted", "moved", "moved"]
    rest = [each for each in given["movers"] if each != "asteroids"]
    return {"move_order": ["asteroids", *rest] if told.index("drifted") < told.index("moved") else [*rest, "asteroids"]}


def swept(given: Facts) -> Facts:
    start, end = (point(each) for each in given["asteroid_path"])
    ship = ours(position=point(given["ship_at"]), course=from_degrees(90), velocity=given["velocity"], thrust=given["thrust"])
    state = among(ship, rock(start, given["radius"], drift=end.minus(start)))
    return misses(state, flown(state, given["rolls"]))


def fighters_and_rocks(given: Facts) -> Facts:
    if "mover" in given:
        group = make_group(side="a", seat="a", position=Vector(0.5, 0.0))
        state = among(theirs(id="a1", side="a", seat="a"), rock((0, 0), 1, drift=Vector(1.0, 0.0)), group)
        told = flown(state)
        assert group.status == "flying"
        return {"collision_risk": bool(of_kind(told, "near_miss"))}
    shooter, group = ours(systems=["fcs", given["weapon"]]), make_group(side="b", seat="b", position=Vector(5.0, 0.0))
    state = among(shooter, theirs(position=Vector(0.0, 40.0)), rock((2.5, 0)), group)
    found = why_not(state, shooter, shooter.design.system(given["weapon"]), group, {}, given["mode"])
    assert found is None or found.rule == "FT-12.1.4"
    return {"legal": found is None}


def breaking(given: Facts) -> Facts:
    if not given["option"]:
        shooter = ours()
        state = among(shooter, rock(points=0))
        return {"legal": any(shooter.id and "t1" in keys for keys in aims_of(state, shooter).values())}
    state = among(ours(), rock(points=given["damage_points"]))
    number, *speeds = given["rolls"]
    break_up(state, referee([number, *given["rolls_d12"], *speeds])[0], state.bodies["t1"], "a")
    chunks = [
        {"course_deg": round(to_degrees(each.drift)), "velocity": round(each.drift.length())} for each in state.bodies.values()
    ]
    return {"destroyed": "t1" not in state.bodies, "chunks": chunks}


def aims_of(state: FleetState, shooter: Ship) -> dict[str, list[str]]:
    from quarterdeck.systems.full_thrust.fire import all_aims

    return all_aims(state, shooter, {})


# 12.3


def in_dust(given: Facts) -> Facts:
    """A ship flies through a cloud, or through the fringe of an atmosphere."""
    kind = {"atmosphere_fringe": "fringe"}.get(given.get("zone", ""), "cloud")
    screens = ["screen"] * given.get("screens", 0)
    velocity, armour = given["velocity"], given.get("armour", 0)
    ship = under_way([[0, 0], [0, velocity]], armour=armour, systems=screens)
    state = among(ship, rock((0, 0), 3, kind=kind))
    told = flown(state, given["rolls"])
    wear = of_kind(told, "cloud_wear")
    return {
        "roll": given["rolls"][0] if wear else None,
        "damage": ship.hull_damage + armour - ship.armour,
        "hull_lost": ship.hull_damage,
        "armour_lost": armour - ship.armour,
    }


def locking(given: Facts) -> Facts:
    """Fire with one of the two in a cloud, or with a cloud between."""
    weapons = given.get("weapons_assigned", ["beam-3", "beam-2"])
    shooter, target = ours(systems=["fcs", *weapons]), theirs(position=Vector(10.0, 0.0))
    at = (0, 0) if given.get("firer_in_cloud") else (10, 0) if given.get("target_in_cloud") else (5, 0)
    state = among(shooter, target, rock(at, 2, kind="cloud"))
    umpire, told = referee([*given.get("rolls", ()), *[1] * 20])
    fire(state, umpire, shooter, [Shot(weapon, "b1") for weapon in weapons], {})
    locks = of_kind(told, "lock_on")
    fired = [facts["weapon"] for facts in of_kind(told, "fire")]
    return {
        "lock_roll_needed": bool(locks),
        "may_fire": fired == weapons,
        "weapons_spent": [weapon for weapon in weapons if locks and weapon not in fired],
    }


def weakened(given: Facts) -> Facts:
    weapon = given["weapon"]
    shooter = ours(systems=["fcs", weapon])
    target = theirs(position=Vector(6.0, 0.0), systems=["screen"] * given["screens"])
    state = among(shooter, target, rock((6, 0), 2, kind="cloud"))
    umpire, told = referee([4, *given.get("rolls", [3, 3]), 1])
    fire(state, umpire, shooter, [Shot(weapon, "b1")], {})
    (facts,) = of_kind(told, "fire")
    return {"effective_screen_level": facts["screens"], "damage": facts["damage"]}


def inside(given: Facts) -> Facts:
    state = among(rock(given["cloud"]["at"], given["cloud"]["diameter"] / 2, kind="cloud"))
    return {"inside": [in_cloud(state, point(place)) for place in given["ships"]]}


# 12.4 and 12.5


def flaring(given: Facts) -> Facts:
    state = among(make_ship(id="a1", side="a", seat="a", rows=TOUGH))
    state.scenario = replace(state.scenario, terrain=Terrain(flares=Flares()))
    umpire, told = referee(given["rolls"])
    flare(state, umpire)
    return {"flare": of_kind(told, "flare")[0]["flare"]}


def burnt(given: Facts) -> Facts:
    sensors = [System("sensors", "enhanced_sensors", "sensors")] * given.get("enhanced_sensors", 0)
    ship = ours(systems=["fcs"] * given["fire_controls"] + ["screen"] * given["screens"] + sensors)
    umpire, told = referee(given["rolls"])
    scorch(among(ship), umpire, ship)
    left = [each for each in ship.design.by_kind["fire_control"] if each.id not in ship.lost]
    return {"fire_controls_left": len(left), "rolls": len(told[0].dice[0].faces)}


def drifting_area(given: Facts) -> Facts:
    drift = Drift(round(given["drift"]["course_deg"] / 30) or 12, given["drift"]["velocity"])
    area = BodySetup("swarm", "S1", point(given["area"]["at"]), given["area"]["diameter"] / 2, drift=drift)
    state = among(theirs(), ours(position=Vector(40.0, 40.0)))
    state.bodies = bodies_of(Terrain((area,)), breakable=False)
    flown(state)
    return {"at_after_one_turn": list(state.bodies["t1"].position)}


def struck(given: Facts) -> Facts:
    """A ship flies through meteors, or through the debris of another."""
    velocity, armour = given["velocity"], given.get("armour", 0)
    kind = "debris" if given.get("path_crosses_cloud") else "swarm"
    ship = under_way([[0, 0], [0, velocity]], armour=armour, systems=["screen"] * given.get("screens", 0))
    told = flown(among(ship, rock((0, 1), 3, kind=kind)), given["rolls"])
    dice = [roll for event in told if event.kind == "meteors" for roll in event.dice]
    return {
        "dice_rolled": sum(len(roll.faces) for roll in dice),
        "hull_lost": ship.hull_damage,
        "armour_lost": armour - ship.armour,
    }


# 12.6


def shot_down(given: Facts) -> Facts:
    ship = theirs(rows=(given["hull_left"],))
    state = among(ours(), ship, switches=Switches(explosions=True))
    umpire, told = referee(given["rolls"])
    apply_attack(state, umpire, NotedDamage("a1", "b1", [ordinary(given["damage"])]))
    (facts,) = of_kind(told, "wrecked")
    return {"excess": facts["excess"], "explodes": facts["explodes"], "wreck": "b1-wreck" in state.bodies}


def debris(given: Facts) -> Facts:
    if "groups" in given:
        return {"diameters": [size_of(theirs(group=group)) for group in given["groups"]]}
    if "path_crosses_cloud" in given:
        return struck(given)
    place = point(given["position"])
    ship = theirs(rows=(1,), position=place, course=from_degrees(given["course_deg"]), velocity=given["velocity"])
    ship.design = replace(ship.design, group=given["group"])
    state = among(ours(), ship, switches=Switches(explosions=True))
    state.turn = given["destroyed_turn"]
    apply_attack(state, referee([1])[0], NotedDamage("a1", "b1", [ordinary(9)]))
    diameter = state.bodies["b1-debris"].radius * 2
    run(end_turn(state, referee()[0]))
    state.turn += 1
    flown(state)
    after = list(state.bodies["b1-debris"].position)
    run(end_turn(state, referee()[0]))
    return {
        "diameter": diameter,
        "turn_5_position": after,
        "removed_after_turn": state.turn if "b1-debris" not in state.bodies else None,
    }


# 12.7


def station_of(given: Facts, **more: Any) -> Ship:
    course = from_degrees(given.get("course_deg", 0))
    plain = {"id": "a9", "side": "a", "seat": "a", "rows": TOUGH, "station": True, "thrust": 0}
    return make_ship(**{**plain, "position": point(given["at"]), "course": course, "velocity": given["velocity"], **more})


def stations(given: Facts) -> Facts:
    if "station" in given:
        station = station_of(given["station"])
        for _turn in range(given["turn_passes"]):
            flown(among(station))
        return {"at": list(station.position)}
    weapon = make_system(given["weapon"])
    station = station_of({"at": (0, 0), "velocity": 0}, systems=["fcs", weapon])
    target = theirs(position=Vector(0.0, -10.0))
    return {"legal": why_not(among(station, target), station, weapon, target, {}) is None}


def docking(given: Facts) -> Facts:
    """A ship that ends its move where the case has it, with DOCK in its orders."""
    course = from_degrees(given["ship"].get("course_deg", 0))
    end, velocity = point(given["ship"]["at"]), given["ship"]["velocity"]
    ship = ours(position=end.plus(course, -velocity), course=course, velocity=velocity)
    final = given["station"]
    way = from_degrees(final.get("course_deg", 0))
    station = station_of({**final, "at": point(final["at"]).plus(way, -final["velocity"])})
    state = among(ship, station, orders={"a1": "DOCK"})
    state.turn = given.get("turn", 1)
    flown(state)
    return {"docked_from_turn": next((turn for turn in (state.turn, state.turn + 1) if ship.docked(turn)), None)}


def undocking(given: Facts) -> Facts:
    station = given.get("station", {"from": (0, 0), "velocity": 0})
    base = station_of({**station, "at": station["from"]})
    ship = ours(position=point(given.get("ship_from", (0, 1))), course=base.course, velocity=base.velocity)
    ship.dock = Dock(base.id, ship.position.minus(base.position))
    state = among(ship, base, orders={"a1": "UNDOCK, MD2"})
    state.turn = given["undock_ordered_turn"]
    before = carried_out(state, ship).spent
    flown(state)
    facts: Facts = {"ship_to": list(ship.position), "docked_in_turn_6": ship.dock is not None}
    run(end_turn(state, referee()[0]))
    state.turn, state.orders = state.turn + 1, {"a1": "MD2"}
    free = {"velocity": ship.velocity, "course_deg": to_degrees(ship.course), "docked": ship.dock is not None}
    spent = carried_out(state, ship).spent
    return facts | {"start_of_turn_7": free, "may_manoeuvre_in_turn_6": before > 0, "may_manoeuvre_in_turn_7": spent > 0}


def docked(given: Facts) -> Facts:
    base = station_of({"at": (0, 0), "velocity": 0}, systems=["screen"] * given.get("station_screen", 0))
    ship = ours(systems=["fcs", "pds", *["screen"] * given.get("ship_screen", 0)], position=Vector(1.0, 0.0))
    ship.dock = Dock(base.id, Vector(1.0, 0.0), inside=given["docked"] == "internal")
    enemy = theirs(position=Vector(3.0, 0.0), systems=["fcs", "beam-1"])
    state = among(base, ship, enemy)
    return {
        "can_be_targeted": ship in enemies(state, "b"),
        "effective_screen_level": screens_against(state, ship),
        "legal": why_not(state, ship, ship.design.system("pds"), enemy, {}, given.get("mode", "AS")) is None,
    }


# 12.8


def sections(number: int, rows: tuple[int, ...] = TOUGH, **given: Any) -> list[Ship]:
    """Sections of an installation, the first of which is beside all others."""
    made = [theirs(id=f"b{n}", station=True, base="Gate", rows=rows, **given) for n in range(1, number + 1)]
    made[0].beside = tuple(each.id for each in made[1:])
    return made


def own_controls(given: Facts) -> Facts:
    fore, core = sections(2)
    fore.design = replace(ours(systems=["beam-3"]).design)
    core.design = replace(ours(systems=["fcs"] * given["other_section_fire_controls"]).design)
    state = among(ours(position=Vector(10.0, 0.0)), fore, core)
    from quarterdeck.systems.full_thrust.fire import can_fire, check_plan

    assert check_plan(state, fore, [Shot("beam-3", "a1")], {})[0].rule == "FT-4.2.2"
    return {"may_fire_as": can_fire(state, fore)}


def chosen_by(given: Facts) -> Facts:
    """At a distance chance redirects fire at the first section to the second."""
    shooter = ours(systems=["fcs", "beam-3"])
    state = among(shooter, *sections(2, position=Vector(given["range"], 0.0)))
    umpire, told = referee([2, *[1] * 9])
    fire(state, umpire, shooter, [Shot("beam-3", "b1")], {})
    assert drawn(given["range"]) == bool(of_kind(told, "section_drawn"))
    return {"chosen_by": "random" if of_kind(told, "fire")[0]["target"] == "b2" else "attacker"}


def track(given: Facts) -> Facts:
    rows = []
    for mass in given["section_mass"]:
        design = read_design(file_of(mass=mass, hull=mass // 4, thrust=0, ftl=False, systems=[]))
        assert isinstance(design, Design)
        rows.append(len(design.rows))
    return {"rows": rows}


def thresholds(given: Facts) -> Facts:
    """A section of that many rows is shot away row by row; a lost system shows by which face."""
    ship = theirs(rows=(5,) * given["rows"], systems=["fcs"])
    state, found = among(ours(), ship), []
    for row in range(1, given["rows"] + 1):
        umpire, told = referee([6])
        apply_attack(state, umpire, NotedDamage("a1", "b1", [ordinary(5)]))
        checks = of_kind(told, "threshold")
        assert [each["row"] for each in checks] == ([row] if checks else [])
        found.append(checks[0]["lost_on"] if checks else ship.status)
        assert not checks or checks[0]["lost_on"] == lost_on(row, 0)
    return {"threshold_by_row": found}


def lost_section(given: Facts) -> Facts:
    made = sections(1 + len(given["adjacent"]))
    fore = made[0]
    fore.design = replace(fore.design, rows=(1,) * given["rows"], hull=given["rows"])
    for each in made[1:]:
        each.armour = given.get("armour", 0)
    state = among(ours(), *made)
    umpire, told = referee(given["rolls"])
    apply_attack(state, umpire, NotedDamage("a1", fore.id, [ordinary(given["rows"])]))
    facts = of_kind(told, "section_lost")
    return {
        "damage": dict(zip(given["adjacent"], [each["damage"] for each in facts], strict=True)),
        "armour_lost": given.get("armour", 0) - made[1].armour,
        "hull_lost": made[1].hull_damage,
    }


WORKED: dict[str, Callable[[Facts], Facts]] = {
    "FT-12.1.1": ships_between,
    "FT-12.1.2": sizes,
    "FT-12.1.3": line,
    "FT-12.1.4": blocked_attack,
    "FT-12.1.5": scan,
    "FT-12.1.6": way_past,
    "FT-12.1.7": avoiding,
    "FT-12.1.8": crash,
    "FT-12.2.1": rolled_field,
    "FT-12.2.2": order_of_movers,
    "FT-12.2.3": swept,
    "FT-12.2.4": fighters_and_rocks,
    "FT-12.2.5": breaking,
    "FT-12.3.1": in_dust,
    "FT-12.3.2": locking,
    "FT-12.3.3": weakened,
    "FT-12.3.4": in_dust,
    "FT-12.3.5": inside,
    "FT-12.4.1": flaring,
    "FT-12.4.2": burnt,
    "FT-12.5.1": drifting_area,
    "FT-12.5.2": struck,
    "FT-12.6.1": shot_down,
    "FT-12.6.2": debris,
    "FT-12.7.1": stations,
    "FT-12.7.3": docking,
    "FT-12.7.4": undocking,
    "FT-12.7.5": docked,
    "FT-12.7.7": way_past,
    "FT-12.8.1": own_controls,
    "FT-12.8.2": chosen_by,
    "FT-12.8.3": track,
    "FT-12.8.4": thresholds,
    "FT-12.8.5": lost_section,
    "FT-13.0.6": line,
}
"""Who works out the cases of a rule."""
