"""The worked cases of planets and atmospheres in terms of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fakes import make_state
from terrain_cases import among, flown, of_kind, ours, point, rock, under_way

from directions import from_degrees
from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import CLOCK, Vector, distance, to_degrees
from quarterdeck.systems.full_thrust.movement import thrust_of
from quarterdeck.systems.full_thrust.planets.entry import emergency_launch, fall, fate, may_fly
from quarterdeck.systems.full_thrust.planets.orbit import nose_of, orbit_radius, orbital_velocity, tangent
from quarterdeck.systems.full_thrust.state import Body, FleetState, Orbit, Ship
from quarterdeck.systems.full_thrust.terrain.setup import PlanetEdge, Terrain
from scripted import referee

Facts = dict[str, Any]
WORDS = {"clockwise": "ORBITC", "anticlockwise": "ORBITA"}


def planet(radius: float = 6, at: Any = (0, 0)) -> Body:
    return rock(at, radius, kind="planet", id="p1")


def size(given: Facts) -> Facts:
    body = planet(given["planet_diameter"] / 2)
    orbit = orbit_radius(body)
    return {
        "planet_radius": body.radius,
        "orbit_radius": orbit,
        "orbit_diameter": 2 * orbit,
        "height_above_surface": orbit - body.radius,
    }


def velocity(given: Facts) -> Facts:
    return {"orbital_velocity": orbital_velocity(given["planet_radius"])}


def in_orbit(given: Facts, **more: Any) -> tuple[Ship, FleetState]:
    """A ship in orbit of a planet of radius 6, or of that of the case, facing 3 where nothing is said."""
    world = planet(given.get("planet_radius", 6))
    clockwise = given.get("direction", "clockwise") == "clockwise"
    place = point(given.get("position", (0, 12)))
    course, facing = tangent(world, place, clockwise), given.get("facing", 3)
    ship = ours(position=place, course=course, velocity=orbital_velocity(world.radius), facing=facing, **more)
    ship.orbit = Orbit("p1", clockwise, nose_of(course, facing))
    return ship, among(ship, world)


def orbiting(given: Facts) -> Facts:
    ship, state = in_orbit(given)
    if "course_deg" in given:
        assert round(to_degrees(ship.course)) == given["course_deg"]
    state.orders = {"a1": given.get("orders", "")}
    flown(state, [1])
    return {
        "position": list(ship.position),
        "course_deg": to_degrees(ship.course),
        "facing": ship.facing,
        "velocity": ship.velocity,
        "in_orbit_after": ship.orbit is not None,
    }


def passing(given: Facts) -> Facts:
    """A ship that orders no orbit and does not hit the planet."""
    ship = under_way(given["path"])
    assert ship.velocity == given["velocity"]
    course = ship.course
    world = planet(**given["planet"]) if "planet" in given else planet(given["planet_radius"], given["centre"])
    told = flown(among(ship, world))
    return {
        "course_changed": ship.course != course,
        "atmospheric_entry": bool(of_kind(told, "entry") or of_kind(told, "landed")),
        "uncontrolled_entry": bool(of_kind(told, "entry")),
        "in_orbit": ship.orbit is not None,
    }


def entering(given: Facts) -> Facts:
    course = from_degrees(given["course_deg"])
    ship = ours(position=point(given["position"]), course=course, velocity=given["velocity"])
    state = among(ship, planet(given["planet_radius"], given["centre"]), orders={"a1": WORDS[given["orders"]["orbit"]]})
    told = flown(state)
    facts: Facts = {"in_orbit": ship.orbit is not None, "position": list(ship.position)}
    moved = of_kind(told, "moved")[0]
    if ship.orbit is not None:
        start, contact = moved["arc"][0], moved["arc"][1]
        facts |= {"contact": contact, "arc_flown": given["velocity"] - distance(point(start), point(contact))}
    return facts


def arriving(given: Facts) -> Facts:
    """A ship comes straight at its orbit, at another velocity than it takes; or slows down in it."""
    if "reaches_orbit" in given:
        world = planet(given["orbital_velocity"])
        ship = under_way([[0, orbit_radius(world) + 1], [0, orbit_radius(world) + 1 - given["velocity"]]])
        told = flown(among(ship, world, orders={"a1": WORDS[given["orders"]["orbit"]]}), [1])
        (entry,) = of_kind(told, "entry")
        return {"uncontrolled_entry": True, "excess_velocity": entry["excess"]}
    if "path" in given:
        return passing(given)
    told = descended(given)
    return {
        "controlled_entry": not of_kind(told, "entry"),
        "lands_safely": [e["forced"] for e in of_kind(told, "landed")] == [False],
    }


def descended(given: Facts) -> list[Event]:
    """A ship in orbit brakes by one."""
    ship, state = in_orbit({"facing": 9}, thrust=given["thrust"], streamlining=given["streamlining"])
    state.orders = {"a1": "MD1"}
    told = flown(state, [1])
    assert ship.velocity == given.get("new_velocity", 5)
    return told


def coming_down(given: Facts) -> Facts:
    told = descended(given)
    if entries := of_kind(told, "entry"):
        return {"result": "uncontrolled_entry", "excess_velocity": entries[0]["excess"]}
    (landed,) = of_kind(told, "landed")
    return {"result": "forced_landing" if landed["forced"] else "lands_safely", "ship_leaves_play": landed["ship"] == "a1"}


def over_the_edge(given: Facts) -> Facts:
    """A ship leaves over the upper edge where the planet is, or over the lower one."""
    low, high = given.get("window", (33, 39))
    edge = PlanetEdge("top", (float(low), float(high)), given.get("max_velocity", 6), given.get("option_jump_limit", False))
    up = "exit_x" in given
    place = Vector(float(given.get("exit_x", 36)), 46.0 if up else 2.0)
    systems = ["ftl_drive"] if given.get("ftl_drive_ok") else []
    ship = ours(position=place, course=CLOCK[12 if up else 6], velocity=given.get("velocity", 6), systems=systems)
    state = make_state(ship, ours(id="b1", side="b", seat="b"))
    state.scenario = replace(state.scenario, terrain=Terrain(edge=edge))
    told = flown(state, [1])
    entries = of_kind(told, "entry")
    facts: Facts = {
        "in_orbit": ship.ashore == "orbit",
        "escaped": ship.ashore == "jumped" and ship.status == "left",
        "uncontrolled_entry": bool(entries),
    }
    return facts | ({"excess_velocity": entries[0]["excess"], "missed_by": entries[0]["missed_by"]} if entries else {})


def operating(given: Facts) -> Facts:
    streamlining = given.get("design", given)["streamlining"]
    ship = ours(streamlining=streamlining, thrust=given.get("thrust", 8), drive_hits=given.get("drive_hits", 0))
    safe = may_fly(ship.design.streamlining, thrust_of(ship))
    return {"safe": safe, "may_operate_in_atmosphere": safe}


def causes(given: Facts) -> Facts:
    """A streamlined ship comes down for each of these reasons."""
    found = []
    for cause in given["causes"]:
        if cause == "deliberate":
            told = descended({"thrust": 4, "streamlining": "full"})
        elif cause == "missed_window":
            found.append(not over_the_edge({"exit_x": 50})["uncontrolled_entry"])
            continue
        else:
            speed = {"too_slow": 5, "too_fast": 7}[cause]
            ship = under_way([[0, 13], [0, 13 - speed]], streamlining="full")
            told = flown(among(ship, planet(), orders={"a1": "ORBITC"}), [1])
        found.append(not of_kind(told, "entry"))
    return {"controlled": found}


def falling(given: Facts) -> Facts:
    ship = ours(streamlining=given["streamlining"], drive_hits=given["drive_hits"])
    umpire, told = referee(given["rolls"])
    fall(among(ship), umpire, ship, given["excess_velocity"], given["missed_by"])
    (event,) = [each for each in told if each.kind == "entry"]
    return {"result": event.dice[0].faces[0] + event.data["modifier"]}


def fates(given: Facts) -> Facts:
    return {"outcomes": [fate(result) for result in given["results"]]}


def getting_out(given: Facts) -> Facts:
    return {"outcomes": emergency_launch(ScriptedDice(given["rolls"]), given["craft"], "a")[0]}


WORKED: dict[str, Callable[[Facts], Facts]] = {
    "FT-13.0.1": size,
    "FT-13.0.2": velocity,
    "FT-13.0.3": orbiting,
    "FT-13.0.4": orbiting,
    "FT-13.0.5": passing,
    "FT-13.1.1": orbiting,
    "FT-13.1.2": entering,
    "FT-13.1.3": arriving,
    "FT-13.1.4": arriving,
    "FT-13.1.5": over_the_edge,
    "FT-13.1.6": over_the_edge,
    "FT-13.2.1": operating,
    "FT-13.2.2": operating,
    "FT-13.3.1": causes,
    "FT-13.3.2": coming_down,
    "FT-13.3.3": coming_down,
    "FT-13.3.4": falling,
    "FT-13.3.5": fates,
    "FT-13.3.6": getting_out,
}
"""Who works out the cases of a rule."""
