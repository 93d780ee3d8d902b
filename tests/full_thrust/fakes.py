"""Ships and states for tests: what a test does not name is of a plain ship that works."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.systems.full_thrust.design import crew_dots, crew_factors
from quarterdeck.systems.full_thrust.scenario import Scenario, SideSetup, Switches
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, Design, System
from quarterdeck.systems.full_thrust.state import FleetState, Ship

KINDS = {
    "main_drive": "main_drive",
    "ftl_drive": "ftl_drive",
    "fcs": "fire_control",
    "adfc": "adfc",
    "screen": "screen",
    "screen_generator": "screen",
    "screen_backup": "screen_backup",
    "pds": "pds",
    "beam": "beam",
    "pulse_torpedo": "pulse_torpedo",
    "needle_beam": "needle_beam",
    "needle": "needle_beam",
    "submunition": "submunition_pack",
    "submunition_pack": "submunition_pack",
    "sml": "sml",
    "smr": "smr",
    "fighter_bay": "fighter_bay",
    "magazine": "sm_magazine",
    **{
        kind: kind
        for kind in (
            "stinger_node",
            "pod_launcher",
            "spicule",
            "screen_node",
            "cortex_node",
            "drone_womb",
            "enhanced_sensors",
            "superior_sensors",
            "weasel_cruiser",
            "weasel_capital",
            "ecm",
            "area_ecm",
            "minelayer",
            "minesweeper",
            "ortillery",
            "nova_cannon",
            "wave_gun",
            "reflex_field",
            "cloaking_field",
        )
    },
}
"""The kind of system that a word of the worked cases means."""


def make_system(word: str, **given: Any) -> System:
    """The system that a word of the worked cases names (``beam-3#1``, ``fcs2``, ``main_drive``); any other is a PDS.

    The word is its id, but that drives have the ids of the game.
    """
    base, _, cls = word.partition("#")[0].partition("-")
    kind = KINDS.get(base.rstrip("0123456789"), "pds")
    name = kind.replace("_", "-") if kind in ("main_drive", "ftl_drive") else word
    return System(**{"id": name, "kind": kind, "name": name, "cls": int(cls or 0), "arcs": ALL_ROUND, **given})


def make_systems(words: Iterable[str | System]) -> tuple[System, ...]:
    """Systems from words, one named twice with a number behind its second id."""
    made: list[System] = []
    for word in words:
        system = word if isinstance(word, System) else make_system(word)
        same = sum(other.name == system.name for other in made)
        made.append(System(f"{system.id}#{same + 1}", *_rest(system)) if same else system)
    return tuple(made)


def _rest(system: System) -> list[Any]:
    return list(system[1:])


def make_design(**given: Any) -> Design:
    """A design with the fields given; `systems` may be words. Rows give the hull, MASS or crew factors the crew dots."""
    rows = tuple(given.get("rows", (5, 5, 5, 5)))
    mass, civilian = given.get("mass", 60), given.get("civilian", False)
    crew = given.get("crew_factors", crew_factors(mass, civilian))
    plain = {
        "key": "plain",
        "name": "Plain",
        "class_name": "Cruiser",
        "class_code": "CL",
        "navy": "",
        "group": "cruiser",
        "civilian": civilian,
        "mass": mass,
        "hull": sum(rows),
        "rows": rows,
        "armour": 0,
        "thrust": 4,
        "ftl": False,
        "streamlining": "none",
        "holds": (),
        "crew_factors": crew,
        "crew_dots": crew_dots(sum(rows), crew),
        "mass_used": mass,
        "cpv": 0,
        "silhouette": "lance-cruiser",
    }
    return Design(**{**plain, **given, "rows": rows, "systems": make_systems(given.get("systems", ()))})


def make_ship(**given: Any) -> Ship:
    """A ship with the fields given, those of its design among them; at (0, 0), facing 12 and at rest unless told otherwise.

    `armour` is what is left of it, `shell` what is left of each layer.
    """
    of_ship = {field.name for field in fields(Ship)}
    built = {key: value for key, value in given.items() if key not in of_ship or key == "armour"}
    built |= {"shell": tuple(given.get("shell", ()))}
    plain = {
        "id": "s1",
        "name": "Amaranth",
        "side": "b",
        "seat": "b",
        "position": Vector(0.0, 0.0),
        "course": CLOCK[12],
        "velocity": 0,
        "facing": 12,
        "armour": 0,
    }
    design = given.get("design") or make_design(**built)
    plain["shell"] = list(design.shell)
    return Ship(**{**plain, **{key: value for key, value in given.items() if key in of_ship}, "design": design})


def make_state(*ships: Ship, switches: Switches | None = None, **given: Any) -> FleetState:
    """A battle between these ships, each seat on the side of its ships."""
    switches = switches or Switches()
    seats = {ship.seat: ship.side for ship in ships}
    sides = tuple(
        SideSetup(side, side.upper(), tuple(seat for seat in seats if seats[seat] == side))
        for side in dict.fromkeys(seats.values())
    )
    designs = {ship.design.key: ship.design for ship in ships}
    scenario = Scenario("test", "Test", "", (72, 48), 12, sides, designs, switches=switches)
    return FleetState(scenario=scenario, switches=switches, seats=seats, ships={ship.id: ship for ship in ships}, **given)
