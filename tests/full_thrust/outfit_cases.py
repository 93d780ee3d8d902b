"""The worked cases of building tugs, tenders, installations, wonder weapons and alien ships, in terms of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from design_cases import base_hull, figures, file_of, lines, published

from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import design as rules
from quarterdeck.systems.full_thrust.design_file import read_draft
from quarterdeck.systems.full_thrust.prices import KINDS, Fitting, non_combat_mass, price
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.shipyard import account_of, read_design

Facts = dict[str, Any]

KIND_OF = {
    "ecm_individual": "ecm",
    "ecm_area": "area_ecm",
    "k-gun": "k_gun",
    "generator": "power_generator",
}
"""What the cases call otherwise."""


def account_with(kind: str, *, people: str = "human", mass: int = 200, **more: Any) -> Facts:
    """What a legal ship of this people, so fitted, is told: MASS and CPV of these systems, and whether it is legal."""
    document = file_of(mass=mass, hull=rules.minimum_hull(mass), people=people, systems=[{"system": kind, **more}])
    account = account_of(document)
    mass_of, cpv = lines(account, kind)
    return {"legal": not account.problems, "mass": mass_of, "cpv": cpv}


def tender(given: Facts) -> Facts:
    """The room of bays of some MASS, and the bay that some ships need."""
    if "capacity_wanted" in given:
        return {"bay_mass": account_with("small_craft_bay", capacity=given["capacity_wanted"])["mass"]}
    room = rules.bay_capacity(given["bay_mass"])
    assert account_with("small_craft_bay", capacity=room)["mass"] == given["bay_mass"]
    return {"capacity": room, "fits": sum(given["carried"]) <= room}


def tender_price(given: Facts) -> Facts:
    account = account_of(file_of(systems=[{"system": "small_craft_bay", "capacity": rules.bay_capacity(given["bay_mass"])}]))
    line = next(line for line in account.lines if plain(KINDS["small_craft_bay"].name) in plain(line.what))
    document = file_of(systems=[{"system": "small_craft_bay", "capacity": rules.bay_capacity(given["bay_mass"])}])
    return {
        "cost": line.figures[given["points_profile"]],
        "non_combat_mass": non_combat_mass(read_draft(document).fittings, document["mass"]),
    }


def tug(given: Facts) -> Facts:
    document = file_of(mass=given["tug_mass"], ftl=True, systems=[{"system": "tug_drive", "tows": given["tow_mass"]}])
    account = account_of(document)
    own, extra = lines(account, "ftl_drive")[0], lines(account, "tug_drive")[0]
    return {"own_ftl": own, "extra_ftl": extra, "total_ftl": own + extra}


def tug_price(given: Facts) -> Facts:
    """The example's tug: 60 MASS with 28 of FTL Drive."""
    document = file_of(mass=60, ftl=True, systems=[{"system": "tug_drive", "tows": 108}])
    account, fittings = account_of(document), read_draft(document).fittings
    assert lines(account, "ftl_drive", "tug_drive")[0] == given["ftl_mass"]
    return {"cpv": lines(account, "ftl_drive", "tug_drive")[1], "non_combat_mass": non_combat_mass(fittings, 60)}


def prices(given: Facts) -> Facts:
    found = [account_with(KIND_OF.get(kind, kind), mass=given.get("tmf", 200)) for kind in given["systems"]]
    return {"mass": [facts["mass"] for facts in found], "cpv": [facts["cpv"] for facts in found]}


def advanced(given: Facts) -> Facts:
    return account_with(given["system"], **{key: given[key] for key in ("mines",) if key in given})


def installation(given: Facts) -> Facts:
    document = file_of(mass=given["tmf"], hull=given["hull_boxes"], civilian=given["civilian"])
    account, ship = account_of(document), read_design(document)
    assert isinstance(ship, Design)
    hull_mass, hull_cpv = lines(account, "hull")
    return {
        "hull_mass": hull_mass,
        "hull_cpv": hull_cpv,
        "base_hull_cpv": base_hull(account),
        "drives_cpv": lines(account, "main_drive", "ftl_drive")[1],
        "crew_factors": ship.crew_factors,
    }


TYPICAL = {"military": (200, 50), "research": (160, 25), "starbase": (400, 25)}
"""MASS and percentage of hull of the typical installations."""


def typical(given: Facts) -> Facts:
    ships = [read_design(file_of(mass=mass, hull=rules.percentage(mass, hull))) for mass, hull in TYPICAL.values()]
    assert given["types"] == list(TYPICAL)
    return {"hull_boxes": [ship.hull for ship in ships if isinstance(ship, Design)]}


def advanced_drive(given: Facts) -> Facts:
    mass, cpv = lines(account_of(file_of(mass=given["tmf"], people="kravak", thrust=given["thrust"])), "advanced_drive")
    return {"main_drive_mass": mass, "cpv": cpv}


def directed(kind: str, people: str) -> Callable[[Facts], Facts]:
    """A weapon of some people with so many arcs."""

    def work_out(given: Facts) -> Facts:
        arcs = ["F", "FS", "AS", "A", "AP", "FP"][: given.get("arc_count", 3)]
        more = {"class": given["class"]} if "class" in given else {}
        return account_with(kind, people=people, arcs=arcs, **more)

    return work_out


def built(given: Facts) -> Facts:
    return figures(published(given["design"]))


def construct(given: Facts) -> Facts:
    account = account_of(file_of(people="savasku", hull=given["biomass"], armour=given["carapace"]))
    (hull_mass, hull_cpv), (carapace_mass, carapace_cpv) = lines(account, "hull"), lines(account, "armour")
    return {"mass": hull_mass + carapace_mass, "cpv": hull_cpv + carapace_cpv}


def nodes(given: Facts) -> Facts:
    account = account_of(file_of(mass=given["tmf"], people="savasku", ftl=True, systems=[{"system": "drive_node"}]))
    drive, ftl = lines(account, "drive_node"), lines(account, "ftl_drive")
    return {"drive_node_mass": drive[0], "drive_node_cpv": drive[1], "ftl_node_mass": ftl[0], "ftl_node_cpv": ftl[1]}


def crew(given: Facts) -> Facts:
    ship = read_design(file_of(mass=given["tmf"], people=given["race"]))
    assert isinstance(ship, Design)
    return {"crew_factors": ship.crew_factors}


def shell(given: Facts) -> Facts:
    mass, cpv = lines(account_of(file_of(people="phalon", shell=given["shell"])), "shell")
    return {"mass": mass, "cpv": cpv}


def multipliers(given: Facts) -> Facts:
    found = []
    for system in given["systems"]:
        fitting = Fitting(KIND_OF.get(system, system), 1, ("F",))
        taken = price(fitting, 100)
        found.append(taken.cpv // taken.mass)
    return {"cpv_per_mass": found}


WORKED: dict[str, Callable[[Facts], Facts]] = {
    "FT-8.3.1": tender,
    "FT-8.3.2": tender_price,
    "FT-8.3.3": tug,
    "FT-8.3.4": tug_price,
    "FT-10.2.1": prices,
    "FT-10.4.1": prices,
    "FT-11.4.1": advanced,
    "FT-11.4.2": prices,
    "FT-12.7.2": installation,
    "FT-12.7.6": typical,
    "FT-A.2.3": advanced_drive,
    "FT-A.2.10": directed("k_gun", "kravak"),
    "FT-A.2.19": built,
    "FT-A.3.1": construct,
    "FT-A.3.5": lambda given: account_with("power_generator", people="savasku", rating=given["rating_total"]),
    "FT-A.3.7": nodes,
    "FT-A.3.31": built,
    "FT-A.4.1": crew,
    "FT-A.4.2": shell,
    "FT-A.4.10": directed("pulser", "phalon"),
    "FT-A.4.12": directed("plasma_bolt_launcher", "phalon"),
    "FT-A.4.23": lambda given: account_with("vapour_shroud", people="phalon", mass=given["tmf"]),
    "FT-A.4.25": built,
    "FT-A.5.4": multipliers,
}
"""Who works out the cases of a rule."""
