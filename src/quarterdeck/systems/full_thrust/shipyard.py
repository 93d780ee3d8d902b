"""Ships from design files: the account of one, whether it adds up, and the ship that is built of it.

A file that cannot be read or does not add up is no ship, and `problems` say why. One that does not add up can be drawn all
the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import groupby

from quarterdeck.engine.account import Account, Line
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.engine.yamls import read_yaml
from quarterdeck.systems.full_thrust import design as rules
from quarterdeck.systems.full_thrust import outfit
from quarterdeck.systems.full_thrust.design_checks import problems_of, size_group
from quarterdeck.systems.full_thrust.design_entries import LauncherEntry, MagazineEntry
from quarterdeck.systems.full_thrust.design_file import DesignFile, Draft, read_draft
from quarterdeck.systems.full_thrust.mounts import DRIVES, mounts, numbered
from quarterdeck.systems.full_thrust.prices import (
    KINDS,
    PROPORTIONAL,
    Fitting,
    base_hull_cpv,
    groups_cpv,
    non_combat_mass,
    price,
    titled,
)
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, Design, Load, System

# The account


def account_of(data: Json) -> Account:
    """MASS and points of a design file, line by line, whether it adds up or not.

    CPV is the price of this edition, NPV the older one of the Fleet Books (FT-8.3.2, FT-9.11.5).

    `problems` forbid the ship, `notes` do not: MASS left unused, a class of unusual size, fighters that are paid for
    apart.
    Without a legal `mass` only what does not depend on it is in the account.
    """
    return _account(read_draft(data))


def _account(draft: Draft) -> Account:
    file, tmf = draft.file, draft.file.mass
    lines = tuple(_lines(draft))
    totals = totals_of(lines)
    at_fault = {problem.at for problem in draft.problems}
    more = [problem for problem in problems_of(draft, totals["MASS"]) if problem.at not in at_fault]
    return Account(
        title=file.name,
        columns=("MASS", "CPV", "NPV"),
        lines=lines,
        totals=totals,
        limits={"MASS": tmf} if tmf else {},
        problems=(*draft.problems, *more),
        notes=tuple(_notes(draft, totals["MASS"])),
    )


def totals_of(lines: Iterable[Line]) -> dict[str, int]:
    """The sums of the columns: CPV is the sum of hull, drives and all that is fitted (FT-9.1.1, FT-9.1.2)."""
    totals = {"MASS": 0, "CPV": 0, "NPV": 0}
    for line in lines:
        for column, figure in line.figures.items():
            totals[column] += figure
    return totals


def _lines(draft: Draft) -> Iterator[Line]:
    """The basic hull, the core systems that are part of it (FT-9.2.4), then all that is fitted, in the order of the file."""
    tmf = draft.file.mass
    if tmf:
        non_combat = non_combat_mass(draft.fittings, tmf)
        what = _("Basic hull, combat MASS {mass}", mass=max(0, tmf - non_combat))
        yield Line(what, {"MASS": 0, "CPV": base_hull_cpv(tmf, non_combat), "NPV": tmf}, "FT-9.11.1")
    yield Line(_("Core Systems and basic sensors"), {"MASS": 0, "CPV": 0, "NPV": 0}, "FT-9.2.4")
    for fitting in draft.fittings:
        if tmf or fitting.kind not in PROPORTIONAL:
            mass, cpv, npv = price(fitting, tmf)
            yield Line(fitting_words(fitting, tmf), {"MASS": mass, "CPV": cpv, "NPV": npv}, KINDS[fitting.kind].rule)


def fitting_words(fitting: Fitting, tmf: int) -> Text:
    """A fitting as the account names it: ``2 × Beam-3, FP F FS``."""
    what = titled(fitting)
    if fitting.kind == "hull" and tmf:
        what = _("{what}, {strength}", what=what, strength=rules.hull_strength(tmf, fitting.size))
    if fitting.arcs and fitting.arcs != ALL_ROUND:
        what = _("{what}, {arcs}", what=what, arcs=" ".join(fitting.arcs))
    return what if fitting.quantity == 1 else _("{n} × {what}", n=fitting.quantity, what=what)


def _notes(draft: Draft, used: int) -> Iterator[Problem]:
    """What the designer should know, though the ship is legal."""
    file, tmf = draft.file, draft.file.mass
    usual = _declared(file)
    if tmf > used:
        text = ngettext("{n} MASS is left unused.", "{n} MASS are left unused.", tmf - used)
        yield Problem("FT-9.2.1", text, "mass", used)
    if usual and tmf and not usual.holds(tmf):
        text = _("{mass} MASS is unusual for a {name}.", mass=tmf, name=usual.names[0])
        yield Problem("FT-9.2.3", text, "class_code" if file.class_code else "class_name", list(rules.possible_classes(tmf)))
    for bay in draft.fittings:
        if bay.kind == "fighter_bay":
            text = _("Standard fighters for its bays cost {cpv} CPV more.", cpv=groups_cpv(["standard"] * bay.quantity))
            yield Problem("FT-9.11.4", text, bay.at)


def _declared(file: DesignFile) -> rules.ShipClass | None:
    """The usual class that a file declares, by its code or by its name (FT-9.2.2)."""
    return rules.ship_class(file.class_code or file.class_name)


# The ship


def read_design(data: Json) -> Design | list[Problem]:
    """The ship of a design file; where the file cannot be read or the ship does not add up, everything that is wrong."""
    draft = read_draft(data)
    account = _account(draft)
    return list(account.problems) or _build(draft, account.totals)


def draw_design(data: Json) -> Design | None:
    """The ship of a design file as it can be drawn, whether it adds up or not; None while it has no MASS and no hull."""
    draft = read_draft(data)
    return _build(draft, _account(draft).totals) if draft.file.mass and draft.file.hull else None


def _build(draft: Draft, totals: Mapping[str, int]) -> Design:
    """The ship of a draft without problems, as its record sheet shows it (FT-2.6.1); a construct has no crew (FT-A.3.32)."""
    file, usual = draft.file, _declared(draft.file)
    station = not file.thrust and not file.ftl and file.people != "savasku"
    group, rows = size_group(file), rules.hull_rows(file.hull, rules.track_rows(file.mass, station=station))
    factors = 0 if file.people == "savasku" else rules.crew_factors(file.mass, file.civilian)
    rating = sum(fitting.size * fitting.quantity for fitting in draft.fittings if fitting.kind == "power_generator")
    return Design(
        key=file.key,
        name=file.name,
        class_name=file.class_name or (usual.names[0] if usual else ""),
        class_code=usual.code if usual else file.class_code,
        navy=file.navy,
        group=group,
        civilian=file.civilian,
        mass=file.mass,
        hull=file.hull,
        rows=rows,
        armour=file.armour,
        thrust=file.thrust,
        ftl=file.ftl,
        streamlining=file.streamlining,
        systems=tuple(numbered([mount for fitting in draft.fittings for mount in mounts(fitting)])),
        holds=rules.hold_boxes({kind: size for kind, size in file.holds if size}),
        crew_factors=factors,
        crew_dots=rules.crew_dots(file.hull, factors),
        mass_used=totals["MASS"],
        cpv=totals["CPV"],
        silhouette=file.silhouette or ("merchant" if file.civilian else f"{STYLES.get(file.people, 'lance')}-{group}"),
        people=file.people,
        mixed=file.mixed,
        shell=tuple(file.shell),
        generators=outfit.generators(rating, rows) if rating else (),
        loads=_loads(file),
        links=_links(file),
    )


STYLES: dict[str, str] = {"savasku": "shoal"}
"""The style in which ships of a people are drawn where their files name none; others look like the lance navy's."""


def _loads(file: DesignFile) -> dict[str, Load]:
    """What each magazine holds, by its id (FT-6.5.2)."""
    loads = [entry.load for entry in file.systems if isinstance(entry, MagazineEntry) for _copy in range(entry.quantity)]
    return {f"sm-magazine-{number}": load for number, load in enumerate(loads, 1)}


def _links(file: DesignFile) -> dict[str, str]:
    """From which magazine each launcher draws, by its id; none where the ship has no magazine (FT-6.5.1)."""
    drawn = [entry.magazine for entry in file.systems if isinstance(entry, LauncherEntry) for _copy in range(entry.quantity)]
    loads = _loads(file)
    links = {f"sml-{number}": f"sm-magazine-{magazine}" for number, magazine in enumerate(drawn, 1)}
    return {launcher: magazine for launcher, magazine in links.items() if magazine in loads}


def write_design(design: Design) -> dict[str, Json]:
    """The design as a file that reads back to an equal one."""
    holds = Counter[str]()
    for hold in design.holds:
        holds[hold.kind] += hold.size
    alien: dict[str, Json] = {"people": design.people, "mixed": design.mixed, "shell": list(design.shell)}
    return {
        **{field: value for field, value in alien.items() if value not in ("human", False, [])},
        "key": design.key,
        "name": design.name,
        "class_name": design.class_name,
        "class_code": design.class_code,
        "navy": design.navy,
        "civilian": design.civilian,
        "mass": design.mass,
        "hull": design.hull,
        "armour": design.armour,
        "thrust": design.thrust,
        "ftl": design.ftl,
        "streamlining": design.streamlining,
        "systems": _entries(design),
        "holds": dict(holds),
        "silhouette": design.silhouette,
    }


def _alike(design: Design) -> Iterator[list[System]]:
    """The systems of each entry: those in a row that have everything in common."""

    def sort(system: System) -> tuple[str, int, tuple[str, ...], str, Load | None]:
        return system.kind, system.cls, system.arcs, design.links.get(system.id, ""), design.loads.get(system.id)

    return (list(alike) for _sort, alike in groupby(design.systems, sort))


def _entries(design: Design) -> list[Json]:
    """The entries of all systems but the drives that have fields of their own."""
    entries: list[Json] = [_entry(design, alike) for alike in _alike(design) if alike[0].kind not in DRIVES]
    if design.people == "savasku" and any(system.kind == "main_drive" for system in design.systems):
        entries.insert(0, {"system": "drive_node"})
    if design.generators:
        entries.append({"system": "power_generator", "rating": sum(design.generators)})
    return entries


FIGURE: dict[str, str] = {
    "beam": "class",
    "k_gun": "class",
    "plasma_bolt_launcher": "class",
    "tug_drive": "tows",
    "minelayer": "mines",
    "small_craft_bay": "capacity",
    "sm_magazine": "capacity",
}
"""Under which name an entry gives the figure of a system."""


def _entry(design: Design, alike: Sequence[System]) -> dict[str, Json]:
    """The entry of a design file that fits these systems."""
    system = alike[0]
    entry: dict[str, Json] = {"system": system.kind}
    if system.kind in FIGURE:
        entry[FIGURE[system.kind]] = system.cls
    match system.kind:
        case "screen":
            return {**entry, "level": len(alike)}
        case "pulser":
            entry["tuning"] = outfit.TUNINGS[system.cls]
        case "smr":
            entry["load"] = next(load for load, mass in rules.RACK_MASS.items() if mass == system.cls)
        case "sm_magazine":
            load = design.loads[system.id]
            entry |= {"std": load.std, "er": load.er}
        case "sml":
            number = list(design.loads).index(design.links[system.id]) + 1 if system.id in design.links else 1
            entry["magazine"] = number
    if system.arcs and rules.arc_counts(system.kind, system.cls) != (len(ALL_ROUND),):
        entry["arcs"] = list(system.arcs)
    return {**entry, "quantity": len(alike)}


# The ships that come with the game


def load_designs() -> dict[str, Design]:
    """The designs that come with the game, by key; `Refused` where one does not add up."""
    sheets = sorted((files("quarterdeck.systems.full_thrust") / "data" / "designs").iterdir(), key=lambda sheet: sheet.name)
    return build_all({sheet.name: read_yaml(sheet.read_text("utf-8")) for sheet in sheets})


def build_all(sheets: Mapping[str, Sequence[Json]]) -> dict[str, Design]:
    """The ships of several lists of design files, by key; `Refused` where one is no ship or two have one key."""
    designs: dict[str, Design] = {}
    problems: list[Problem] = []
    for sheet, documents in sheets.items():
        for place, document in enumerate(documents):
            ship, at = read_design(document), f"{sheet}[{place}]"
            if isinstance(ship, list):
                problems += [replace(problem, at=f"{at}.{problem.at}") for problem in ship]
            elif ship.key in designs:
                problems.append(Problem("FT-9.1.1", _("Two designs have the key {key}.", key=ship.key), f"{at}.key"))
            else:
                designs[ship.key] = ship
    if problems:
        raise Refused(problems)
    return designs
