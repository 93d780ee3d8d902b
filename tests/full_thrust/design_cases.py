"""The worked cases of chapter 9 in terms of the game: what comes of each shape of `given`, under the names of `expect`.

A case becomes a design file, and its figures are read from the account of that file or from the ship that is built of it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from fakes import make_ship, make_state

from quarterdeck.engine.account import Account, Line
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import design as rules
from quarterdeck.systems.full_thrust.damage import apply_attack, crew_factors
from quarterdeck.systems.full_thrust.design_file import read_draft
from quarterdeck.systems.full_thrust.mounts import MAIN_DRIVE_KINDS
from quarterdeck.systems.full_thrust.prices import KINDS, base_hull_cpv, groups_cpv, non_combat_mass
from quarterdeck.systems.full_thrust.protection import direct, ordinary
from quarterdeck.systems.full_thrust.ship import Design, Hold, Load
from quarterdeck.systems.full_thrust.shipyard import account_of, read_design, totals_of
from quarterdeck.systems.full_thrust.state import NotedDamage
from quarterdeck.systems.full_thrust.targets import screen_level
from scripted import referee

Facts = dict[str, Any]

DATA = Path(__file__).parent / "data"
PUBLISHED: list[Facts] = yaml.safe_load((DATA / "published.yaml").read_text(encoding="utf-8"))
"""The published ships: `ship` is a design file, `expect` its figures as they are printed."""
ERRATA: list[Facts] = yaml.safe_load((DATA / "errata.yaml").read_text(encoding="utf-8"))
"""The figures of published ships that are misprinted: what is `printed`, what is `right`, and `why`."""
ROUND_FROM_PORT_BOW = ["FP", "F", "FS", "AS", "A", "AP"]
SPACES = {"H": "cargo", "P": "passenger"}


def published(name: str) -> Facts:
    """The design file of a published ship."""
    return next(listed["ship"] for listed in PUBLISHED if listed["ship"]["key"] == name)


def file_of(**given: Any) -> Facts:
    """A design file with these fields: a large ship of small hull unless they say otherwise."""
    mass = given.get("mass", 200)
    return {"key": "case", "name": "Case", "mass": mass, "hull": rules.minimum_hull(mass), **given}


def ship_of(document: Facts) -> Design:
    """The ship of a file that must add up."""
    ship = read_design(document)
    assert isinstance(ship, Design), ship
    return ship


def problems_of(**given: Any) -> list[Problem]:
    """The problems of a design, which must be refused; its account names the same ones."""
    document = {**file_of(), **given}
    problems = read_design(document)
    assert isinstance(problems, list)
    assert list(account_of(document).problems) == problems
    return problems


def told(problems: list[Problem]) -> list[tuple[str, str, Any]]:
    return [(problem.rule, problem.at, problem.nearest) for problem in problems]


def lines(account: Account, *kinds: str) -> tuple[int, int]:
    """MASS and CPV together of the lines for these kinds of fitting."""
    names = [plain(KINDS[kind].name) for kind in kinds]
    found = [line for line in account.lines if any(name in plain(line.what) for name in names)]
    return sum(line.figures["MASS"] for line in found), sum(line.figures["CPV"] for line in found)


def base_hull(account: Account) -> int:
    line = next(line for line in account.lines if line.rule == "FT-9.11.1")
    assert line.figures["MASS"] == 0
    return line.figures["CPV"]


def fitted(kinds: list[str], **given: Any) -> Facts:
    """Whether a ship so fitted is legal, and what its fittings of these kinds take and cost."""
    account = account_of(file_of(**given))
    mass, cpv = lines(account, *kinds)
    return {"legal": not account.problems, "mass": mass, "cpv": cpv}


def entries(listed: list[Facts]) -> tuple[list[Facts], Facts, int]:
    """Systems as the cases list them as entries, holds and boxes of armour of a design file."""
    systems, holds, armour = [], {}, 0
    for item in listed:
        kind = item["system"]
        if kind.startswith("hold_"):
            holds[kind.removeprefix("hold_")] = item["capacity"]
        elif kind == "armour":
            armour = item["boxes"]
        else:
            systems.append(entry(item))
    return systems, holds, armour


def entry(item: Facts) -> Facts:
    made = {key: item[key] for key in ("system", "class", "level", "capacity", "arcs") if key in item}
    if item["system"] == "sml":
        made["arcs"] = ROUND_FROM_PORT_BOW[:3]
    elif "arc_count" in item:
        made["arcs"] = ROUND_FROM_PORT_BOW[: item["arc_count"]]
    return {**made, "quantity": item.get("qty", 1)}


# 9.1 and 9.2


def reports(given: Facts) -> Facts:
    account = account_of(file_of(mass=given["design"]["tmf"]))
    found = {"mass_used": account.totals, "mass_free": account.limits, "cpv": account.totals}
    columns = {"mass_used": "MASS", "mass_free": "MASS", "cpv": "CPV"}
    return {"reports": [name for name, column in columns.items() if column in found[name]]}


def added_up(given: Facts) -> Facts:
    return {"cpv": totals_of(Line(part, {"MASS": 0, "CPV": cpv}, "") for part, cpv in given.items())["CPV"]}


def filled(given: Facts) -> Facts:
    """A ship whose hull boxes take all the MASS that is used."""
    account = account_of(file_of(mass=given["tmf"], hull=given["mass_used"]))
    assert account.totals["MASS"] == given["mass_used"]
    return {"legal": not account.problems, "mass_free": account.limits["MASS"] - account.totals["MASS"]}


def classed(given: Facts) -> Facts:
    label = {"class_code": given["class"]} if given.get("class") else {}
    files = [file_of(mass=tmf, civilian=given["civilian"], **label) for tmf in given.get("tmfs", [given.get("tmf")])]
    account = account_of(files[0])
    groups = [ship_of(file).group for file in files]
    warned = "FT-9.2.3" in [note.rule for note in account.notes]
    return {"group": groups[0], "groups": groups, "legal": not account.problems, "range_warning": warned}


def grouped_by_name(given: Facts) -> Facts:
    """The group of a ship that names its class, of a MASS that alone would put it into another group."""
    mass = {"escort cruiser": 45, "battlecruiser": 84, "destroyer": 48}[given["class_name"]]
    return {"size_group": ship_of(file_of(mass=mass, class_name=given["class_name"])).group}


def core_systems(given: Facts) -> Facts:
    line = next(line for line in account_of(file_of()).lines if line.rule == "FT-9.2.4")
    assert "Core Systems" in plain(line.what)
    return {"mass": line.figures["MASS"], "cpv": line.figures["CPV"]}


def proportional(given: Facts) -> Facts:
    if "percent" in given:
        return {"mass": rules.percentage(given["tmf"], given["percent"])}
    return fitted([given["system"]], mass=given["tmf"], ftl=given["installed"])


# 9.3 and 9.4


def hull(given: Facts) -> Facts:
    """Everything that follows from the hull boxes; where only the boxes are given, they are the whole ship."""
    boxes = given.get("hull_boxes") or rules.percentage(given["tmf"], rules.HULL_STRENGTHS[given["strength"]])
    document = file_of(mass=given.get("tmf", boxes), hull=boxes)
    ship = read_design(document)
    return fitted(["hull"], **document) | {
        "hull_boxes": boxes,
        "rows": list(ship.rows) if isinstance(ship, Design) else None,
        "label": rules.hull_strength(document["mass"], boxes),
    }


def minimum_hull(given: Facts) -> Facts:
    """The fewest boxes: those that a ship with one box too few is told of."""
    least = rules.minimum_hull(given["tmf"])
    account = account_of(file_of(mass=given["tmf"], hull=given.get("hull_boxes", least)))
    return {"legal": not account.problems, "min_hull": next((each.nearest for each in account.problems), least)}


def holds(given: Facts) -> Facts:
    capacity = given["hold"]["mass"]
    document = file_of(holds={given["hold"]["kind"]: capacity})
    return fitted([given["hold"]["kind"]], **document) | {"factors": sum(hold.size for hold in ship_of(document).holds)}


def non_combat(given: Facts) -> Facts:
    """Non-combat MASS and basic hull of a ship with holds, bays or whatever is listed, even what the price list lacks."""
    systems, spaces, armour = entries(given.get("systems", []))
    if "fighter_bays" in given:
        systems.append({"system": "fighter_bay", "quantity": given["fighter_bays"]})
    if "holds" in given:
        spaces["cargo"] = given["holds"]
    document = file_of(mass=given.get("tmf", 200), systems=systems, holds=spaces, armour=armour)
    draft = read_draft(document)
    mass = non_combat_mass(draft.fittings, draft.file.mass)
    return {"non_combat_mass": mass, "base_hull_cpv": base_hull(account_of(document))}


def hold_boxes(given: Facts) -> Facts:
    """The boxes of a hold, and what an attack that crosses so many Threshold Points leaves of them."""
    design = ship_of(file_of(holds={"cargo": given["capacity"]}))
    ship, crossed = make_ship(id="target", design=design), given.get("thresholds_crossed", 0)
    apply_attack(make_state(ship), referee()[0], NotedDamage("enemy", "target", [direct(sum(design.rows[:crossed]))]))
    sizes = [hold.size for hold in design.holds]
    return {"boxes": sizes, "lost": sum(sizes[: ship.holds_lost]), "left": sum(sizes[ship.holds_lost :])}


def first_hold(given: Facts) -> Facts:
    spaces = rules.larger_first(Hold(SPACES[space["type"]], space["size"]) for space in given["spaces"])
    letter = next(letter for letter, kind in SPACES.items() if kind == spaces[0].kind)
    return {"first_lost": {"type": letter, "size": spaces[0].size}}


# 9.5 to 9.8


def drives(given: Facts) -> Facts:
    account = account_of(file_of(mass=given["tmf"], thrust=given.get("thrust", 0), ftl=True))
    return {"main_drive_mass": lines(account, "main_drive")[0], "ftl_mass": lines(account, "ftl_drive")[0]}


def drive_package(given: Facts) -> Facts:
    """The price of drives of this MASS: those of a ship of 86 MASS and thrust 4."""
    account = account_of(file_of(mass=86, thrust=4, ftl=True, people=given["race"]))
    (main, main_cpv), (ftl, ftl_cpv) = lines(account, "main_drive", "advanced_drive"), lines(account, "ftl_drive")
    assert (main, ftl) == (given["main_drive_mass"], given["ftl_mass"])
    return {"cpv": main_cpv + ftl_cpv}


def streamlining(given: Facts) -> Facts:
    kinds = ["streamlining_partial", "streamlining_full"]
    return fitted(kinds, mass=given["tmf"], streamlining=given["streamlining"])


def bays(given: Facts) -> Facts:
    """Bays of a ship; `fighters` and `bay` name them as FT-9.7.1 does."""
    if given.get("bay") == "fighter":
        assert given["fighters"] == rules.FIGHTERS_IN_BAY
    kind = "small_craft_bay" if "capacity" in given else "fighter_bay"
    item = {"system": kind, "capacity": given["capacity"]} if "capacity" in given else {"system": kind}
    facts = fitted([kind], systems=[{**item, "quantity": given.get("fighter_bays", 1)}])
    return facts | {"bay_mass": facts["mass"], "bay_cpv": facts["cpv"], "fighters_cpv": groups_cpv(given.get("groups", []))}


def armour(given: Facts) -> Facts:
    """Armour of a grade, and how much of an attack by one point more does not reach the hull."""
    document, points = file_of(armour=given["armour"]), given["armour"] + 1
    design = ship_of(document)
    ship = make_ship(id="target", design=design, armour=design.armour)
    apply_attack(make_state(ship), referee()[0], NotedDamage("enemy", "target", [ordinary(points)]))
    return fitted(["armour"], **document) | {"absorbs": points - ship.hull_damage}


def screen(given: Facts) -> Facts:
    return fitted(["screen"], mass=given["tmf"], systems=[{"system": "screen", "level": given["level"]}])


def generators(given: Facts) -> Facts:
    """MASS and price of a Screen with backups, or the level left when the first generators of it are lost."""
    backups = given.get("backups", 1)
    systems = [{"system": "screen", "level": 2}, {"system": "screen_backup", "quantity": backups}]
    document = file_of(mass=given.get("tmf", 120), systems=systems)
    built = [system.id for system in ship_of(document).systems]
    assert len(built) == given.get("generators", 2 + backups)
    lost = dict.fromkeys(built[: given.get("generators_lost", 0)], "threshold")
    ship = make_ship(design=ship_of(document), lost=lost)
    return fitted(["screen", "screen_backup"], **document) | {"screen_level": screen_level(ship)}


# 9.9


def fire_controls(given: Facts) -> Facts:
    systems = [{"system": kind, "quantity": given[kind]} for kind in ("fire_control", "adfc")]
    return fitted(["fire_control", "adfc"], systems=systems)


def base_masses(given: Facts) -> Facts:
    return {"base_mass": [rules.beam_base_mass(cls) for cls in given["classes"]]}


def weapon(given: Facts) -> Facts:
    """One weapon, a beam unless its system is named."""
    item = entry({"system": "beam"} | given)
    return fitted([item["system"]], systems=[item])


def several(given: Facts) -> Facts:
    """Some PDS, or some Submunition Packs, each as its own entry so that their arcs may differ."""
    kind, arcs = ("pds", {}) if "pds" in given else ("submunition_pack", {"arcs": ["F"]})
    (count,) = given.values()
    return fitted([kind], systems=[{"system": kind, **arcs}] * count)


def magazine(given: Facts) -> Facts:
    """A launcher and a magazine with these salvos in it; they fit where the design is legal (FT-6.5.2)."""
    std, er = given["loads"].count("std"), given["loads"].count("er")
    systems = [
        {"system": "sml", "arcs": ROUND_FROM_PORT_BOW[:3], "quantity": given["sml"]},
        {"system": "sm_magazine", "capacity": given["magazine_mass"], "std": std, "er": er},
    ]
    facts = fitted(["sml", "sm_magazine"], systems=systems)
    return facts | {"fits": facts["legal"], "unused_capacity": given["magazine_mass"] - rules.load_mass(Load(std, er))}


def rack(given: Facts) -> Facts:
    return fitted(["smr"], systems=[{"system": "smr", "arcs": ROUND_FROM_PORT_BOW[:3], "load": given["load"]}])


# 9.10 and 9.11

OFFENSIVE = ("beam", "sml", "sm_magazine")
DEFENSIVE = ("pds", "screen")


def design(given: Facts) -> Facts:
    """The whole account of a design."""
    systems, _holds, _armour = entries(given.get("systems", []))
    fields = {"hull": given["hull_boxes"], "armour": given.get("armour", 0), "thrust": given["thrust"], "ftl": given["ftl"]}
    return figures(file_of(mass=given["tmf"], systems=systems, **fields))


def published_design(given: Facts) -> Facts:
    return figures(published(given["design"]))


def figures(document: Facts) -> Facts:
    """All figures of a design."""
    account, draft = account_of(document), read_draft(document)
    assert account.problems == ()
    total, cpv = account.totals["MASS"], account.totals["CPV"]
    by_kinds = {"offensive": OFFENSIVE, "defensive": DEFENSIVE, "fire_control": ("fire_control",)}
    facts = {f"{word}_mass": lines(account, *kinds)[0] for word, kinds in by_kinds.items()}
    facts |= {f"{word}_cpv": lines(account, *kinds)[1] for word, kinds in by_kinds.items()}
    ship = ship_of(document)
    fitted_cpv = cpv - base_hull(account) - lines(account, "hull", "armour", "shell", *MAIN_DRIVE_KINDS, "ftl_drive")[1]
    return facts | {
        "mass_used": total,
        "mass_free": account.limits["MASS"] - total,
        "mass_left": account.limits["MASS"] - total,
        "cpv": cpv,
        "cpv_so_far": cpv,
        "cpv_with_standard_group": cpv + groups_cpv(["standard"]),
        "ftl_mass": lines(account, "ftl_drive")[0],
        "main_drive_mass": lines(account, *MAIN_DRIVE_KINDS)[0],
        "drives_cpv": lines(account, "main_drive", "ftl_drive")[1],
        "non_combat_mass": non_combat_mass(draft.fittings, draft.file.mass),
        "base_hull_cpv": base_hull(account),
        "rows": list(ship.rows),
        "crew_factors": ship.crew_factors,
        "generators": list(ship.generators),
        "systems_cpv": fitted_cpv,
        "npv": account.totals["NPV"],
    }


def basic_hull(given: Facts) -> Facts:
    return {"base_hull_cpv": base_hull_cpv(given["tmf"], given["non_combat_mass"])}


def fixed_prices(given: Facts) -> Facts:
    arcs = {kind: rules.arc_counts(kind) for kind in given["systems"]}
    items = [{"system": kind, "arc_count": arcs[kind][0]} if arcs[kind] not in ((), (6,)) else {"system": kind} for kind in arcs]
    found = [fitted([item["system"]], systems=[entry(item)]) for item in items]
    assert all(facts["legal"] for facts in found)
    return {"mass": [facts["mass"] for facts in found], "cpv": [facts["cpv"] for facts in found]}


def groups(given: Facts) -> Facts:
    return {"cpv": groups_cpv(given["groups"])}


def crew(given: Facts) -> Facts:
    """Crew Factors of a ship of this MASS, and the parties that it can send."""
    design = ship_of(file_of(mass=given["mass"], civilian=given["civilian"]))
    return {"cf": design.crew_factors, "dcp": crew_factors(make_ship(design=design))}


def crew_dots(given: Facts) -> Facts:
    rows = given["hull_rows"]
    assert list(rules.hull_rows(sum(rows))) == rows
    dots = rules.crew_dots(sum(rows), given["cf"])
    ends = [sum(rows[: number + 1]) for number in range(len(rows))]
    return {"dots": list(dots), "dot_rows": [next(row for row, end in enumerate(ends, 1) if dot <= end) for dot in dots]}


WORKED: dict[str, Callable[[Facts], Facts]] = {
    "FT-2.5.1": grouped_by_name,
    "FT-7.3.1": crew,
    "FT-7.4.2": crew_dots,
    "FT-7.5.1": first_hold,
    "FT-9.1.1": reports,
    "FT-9.1.2": added_up,
    "FT-9.2.1": filled,
    "FT-9.2.2": lambda given: {"possible_classes": list(rules.possible_classes(given["tmf"]))},
    "FT-9.2.3": classed,
    "FT-9.2.4": core_systems,
    "FT-9.2.5": proportional,
    "FT-9.2.6": proportional,
    "FT-9.3.1": hull,
    "FT-9.3.2": minimum_hull,
    "FT-9.3.3": hull,
    "FT-9.3.4": hull,
    "FT-9.3.5": hull,
    "FT-9.4.1": holds,
    "FT-9.4.2": non_combat,
    "FT-9.4.3": hold_boxes,
    "FT-9.5.1": drives,
    "FT-9.5.2": drives,
    "FT-9.5.3": drive_package,
    "FT-9.6.1": streamlining,
    "FT-9.7.1": bays,
    "FT-9.7.2": non_combat,
    "FT-9.7.3": bays,
    "FT-9.8.1": armour,
    "FT-9.8.2": screen,
    "FT-9.8.3": generators,
    "FT-9.8.4": screen,
    "FT-9.9.1": fire_controls,
    "FT-9.9.2": base_masses,
    "FT-9.9.3": weapon,
    "FT-9.9.4": weapon,
    "FT-9.9.5": weapon,
    "FT-9.9.6": several,
    "FT-9.9.7": weapon,
    "FT-9.9.8": weapon,
    "FT-9.9.9": several,
    "FT-9.9.10": magazine,
    "FT-9.9.11": rack,
    "FT-9.10.1": basic_hull,
    "FT-9.10.2": hull,
    "FT-9.10.3": design,
    "FT-9.10.4": design,
    "FT-9.11.1": basic_hull,
    "FT-9.11.2": non_combat,
    "FT-9.11.3": fixed_prices,
    "FT-9.11.4": groups,
    "FT-9.11.5": published_design,
}
"""Who works out the cases of a rule."""
