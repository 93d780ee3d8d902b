"""Ships from design files: the account of one, whether it adds up, and the ship that is built of it.

Three verdicts. A file that cannot be read or does not add up is no ship, and `problems` say why. A ship that adds up can be
looked at. Only one whose systems this version plays can be fielded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import groupby

import yaml

from quarterdeck.engine.account import Account, Line
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.rulebook import LOADER
from quarterdeck.engine.text import Text, _, ngettext, plain
from quarterdeck.systems.full_thrust import design as rules
from quarterdeck.systems.full_thrust.design_file import (
    LARGEST_TMF,
    MOST_SYSTEMS,
    DesignFile,
    Draft,
    LauncherEntry,
    MagazineEntry,
    read_draft,
)
from quarterdeck.systems.full_thrust.prices import (
    KINDS,
    PROPORTIONAL,
    Fitting,
    base_hull_cpv,
    groups_cpv,
    mass_used,
    non_combat_mass,
    price,
    titled,
)
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, Design, Load, System

# The account


def account_of(data: Json) -> Account:
    """MASS and CPV of a design file, line by line, whether it adds up or not.

    `problems` forbid the ship, `notes` do not: MASS left unused, a class of unusual size, fighters that are paid for
    apart, systems that cannot be fielded.
    Without a legal `mass` only what does not depend on it is in the account.
    """
    return _account(read_draft(data))


def _account(draft: Draft) -> Account:
    file, tmf = draft.file, draft.file.mass
    lines = tuple(_lines(draft))
    totals = totals_of(lines)
    at_fault = {problem.at for problem in draft.problems}
    more = [problem for problem in _problems(draft, totals["MASS"]) if problem.at not in at_fault]
    return Account(
        title=file.name,
        columns=("MASS", "CPV"),
        lines=lines,
        totals=totals,
        limits={"MASS": tmf} if tmf else {},
        problems=(*draft.problems, *more),
        notes=tuple(_notes(draft, totals["MASS"])),
    )


def totals_of(lines: Iterable[Line]) -> dict[str, int]:
    """The sums of the columns: CPV is the sum of hull, drives and all that is fitted (FT-9.1.1, FT-9.1.2)."""
    totals = {"MASS": 0, "CPV": 0}
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
        yield Line(what, {"MASS": 0, "CPV": base_hull_cpv(tmf, non_combat)}, "FT-9.11.1")
    yield Line(_("Core Systems and basic sensors"), {"MASS": 0, "CPV": 0}, "FT-9.2.4")
    for fitting in draft.fittings:
        if tmf or fitting.kind not in PROPORTIONAL:
            mass, cpv = price(fitting, tmf)
            yield Line(_what(fitting, tmf), {"MASS": mass, "CPV": cpv}, KINDS[fitting.kind].rule)


def _what(fitting: Fitting, tmf: int) -> Text:
    """A fitting as the account names it."""
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
    yield from _not_played((fitting.kind, fitting.at) for fitting in draft.fittings)


def _declared(file: DesignFile) -> rules.ShipClass | None:
    """The usual class that a file declares, by its code or by its name (FT-9.2.2)."""
    return rules.ship_class(file.class_code or file.class_name)


# Whether it adds up


def _problems(draft: Draft, used: int) -> Iterator[Problem]:
    """What forbids a design whose fields can be read."""
    tmf, hull = draft.file.mass, draft.file.hull
    if not tmf:
        return
    if hull < (least := rules.minimum_hull(tmf)):
        text = _("{tmf} MASS need at least {least} hull boxes, not {hull}.", tmf=tmf, least=least, hull=hull)
        yield Problem("FT-9.3.2", text, "hull", least)
    yield from _screen_problems(draft.fittings)
    yield from _too_many_systems(draft.fittings)
    if used > tmf:
        text = _("{used} MASS are used, and the ship has {tmf}.", used=used, tmf=tmf)
        yield Problem("FT-9.2.1", text, "mass", _large_enough(draft.fittings, tmf))


def _too_many_systems(fittings: Sequence[Fitting]) -> Iterator[Problem]:
    """More systems than a ship in play can be asked about at once, told at the first entry that is too much."""
    systems = 0
    for fitting in fittings:
        systems += len(_mounts(fitting))
        if systems > MOST_SYSTEMS:
            text = _("A ship can have at most {most} systems, drives among them.", most=MOST_SYSTEMS)
            yield Problem("FT-9.11.3", text, f"{fitting.at}.quantity", max(fitting.quantity - systems + MOST_SYSTEMS, 0) or None)
            return


def _large_enough(fittings: Sequence[Fitting], tmf: int) -> int | None:
    """The smallest TMF from this on that holds all that is fitted; None where none does, as its shares grow too."""
    return next((larger for larger in range(tmf, LARGEST_TMF + 1) if mass_used(fittings, larger) <= larger), None)


def _screen_problems(fittings: Sequence[Fitting]) -> Iterator[Problem]:
    """A ship has one Screen, of level 2 at most, and backups only behind level 2 (FT-9.8.3)."""
    screens = [fitting for fitting in fittings if fitting.kind == "screen"]
    backups = [fitting for fitting in fittings if fitting.kind == "screen_backup"]
    level = max((fitting.size for fitting in screens), default=0)
    one = _("A ship has one Screen. Two generators are level 2, more than two are backups.")
    for fitting in screens:
        if fitting.quantity > 1:
            yield Problem("FT-9.8.3", one, f"{fitting.at}.quantity", 1)
    for fitting in screens[1:]:
        yield Problem("FT-9.8.3", one, f"{fitting.at}.system", "screen_backup" if level == 2 else None)
    if backups and level < 2:
        text = _("Backup generators stand behind a Screen of level 2 only.")
        at, nearest = (f"{screens[0].at}.level", 2) if screens else (f"{backups[0].at}.system", "screen")
        yield Problem("FT-9.8.3", text, at, nearest)


# The ship


def read_design(data: Json) -> Design | list[Problem]:
    """The ship of a design file; where the file cannot be read or the ship does not add up, everything that is wrong."""
    draft = read_draft(data)
    account = _account(draft)
    return list(account.problems) or _build(draft, account.totals)


def _build(draft: Draft, totals: Mapping[str, int]) -> Design:
    """The ship of a draft without problems, as its record sheet shows it (FT-2.6.1)."""
    file, usual = draft.file, _declared(draft.file)
    group = rules.size_group(file.mass, file.class_code or file.class_name, file.civilian)
    factors = rules.crew_factors(file.mass, file.civilian)
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
        rows=rules.hull_rows(file.hull),
        armour=file.armour,
        thrust=file.thrust,
        ftl=file.ftl,
        streamlining=file.streamlining,
        systems=tuple(_numbered([mount for fitting in draft.fittings for mount in _mounts(fitting)])),
        holds=rules.hold_boxes({kind: size for kind, size in file.holds if size}),
        crew_factors=factors,
        crew_dots=rules.crew_dots(file.hull, factors),
        mass_used=totals["MASS"],
        cpv=totals["CPV"],
        silhouette=file.silhouette or ("merchant" if file.civilian else f"lance-{group}"),
        loads=_loads(file),
        links=_links(file),
    )


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


WITHOUT_SYMBOL = ("hull", "hold")
"""The categories that the record sheet shows as boxes, not as systems that can be lost one by one."""

DRIVES = ("main_drive", "ftl_drive")


def _mounts(fitting: Fitting) -> list[System]:
    """The symbols of a fitting: one each, one each generator of a Screen, with the stem of their ids."""
    kind, stem = KINDS[fitting.kind], fitting.kind.replace("_", "-")
    if kind.category in WITHOUT_SYMBOL:
        return []
    if fitting.kind == "screen":
        return [System(stem, fitting.kind, plain(kind.name))] * fitting.size
    if fitting.kind in DRIVES:
        return [System(stem, fitting.kind, plain(kind.name))]
    if fitting.kind == "beam":
        return [System(f"{stem}-{fitting.size}", "beam", plain(titled(fitting)), fitting.size, fitting.arcs)] * fitting.quantity
    return [System(stem, fitting.kind, plain(kind.name), fitting.size, fitting.arcs)] * fitting.quantity


def _numbered(mounts: Sequence[System]) -> Iterator[System]:
    """Systems with ids of their own, ``pds-2``, and numbers in their names where there are several of a sort."""
    how_many, so_far = Counter(mount.id for mount in mounts), Counter[str]()
    for mount in mounts:
        so_far[mount.id] += 1
        number = so_far[mount.id]
        if mount.kind in DRIVES:
            yield mount
        elif how_many[mount.id] == 1:
            yield mount._replace(id=f"{mount.id}-1")
        else:
            no = "no. " if mount.kind == "beam" else ""
            yield mount._replace(id=f"{mount.id}-{number}", name=f"{mount.name} {no}{number}")


def write_design(design: Design) -> dict[str, Json]:
    """The design as a file that reads back to an equal one."""
    holds = Counter[str]()
    for hold in design.holds:
        holds[hold.kind] += hold.size
    return {
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
        "systems": [_entry(design, list(alike)) for alike in _alike(design) if alike[0].kind not in DRIVES],
        "holds": dict(holds),
        "silhouette": design.silhouette,
    }


def _alike(design: Design) -> Iterator[list[System]]:
    """The systems of each entry: those in a row that have everything in common."""

    def sort(system: System) -> tuple[str, int, tuple[str, ...], str, Load | None]:
        return system.kind, system.cls, system.arcs, design.links.get(system.id, ""), design.loads.get(system.id)

    return (list(alike) for _sort, alike in groupby(design.systems, sort))


def _entry(design: Design, alike: Sequence[System]) -> dict[str, Json]:
    """The entry of a design file that fits these systems."""
    system = alike[0]
    entry: dict[str, Json] = {"system": system.kind}
    match system.kind:
        case "screen":
            return {**entry, "level": len(alike)}
        case "beam":
            entry["class"] = system.cls
        case "smr":
            entry["load"] = next(load for load, mass in rules.RACK_MASS.items() if mass == system.cls)
        case "small_craft_bay":
            entry["capacity"] = system.cls
        case "sm_magazine":
            load = design.loads[system.id]
            entry |= {"capacity": system.cls, "std": load.std, "er": load.er}
        case "sml":
            number = list(design.loads).index(design.links[system.id]) + 1 if system.id in design.links else 1
            entry["magazine"] = number
    if system.arcs and rules.arc_counts(system.kind, system.cls) != (len(ALL_ROUND),):
        entry["arcs"] = list(system.arcs)
    return {**entry, "quantity": len(alike)}


# Fielding

NOT_PLAYED: dict[str, str] = {
    "small_craft_bay": "FT-9.7.1",
}
"""The systems that can be built but whose rules of battle this version does not play, and the rule that names them."""


def fieldable(design: Design) -> list[Problem]:
    """Why a ship that adds up cannot be fielded: systems that this version does not play, each kind once."""
    return list(_not_played((system.kind, system.id) for system in design.systems))


def _not_played(fitted: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    """A problem for each kind of system that is not played, at the first of it."""
    named: list[str] = []
    for kind, at in fitted:
        if kind in NOT_PLAYED and kind not in named:
            named.append(kind)
            text = _("{system}: this version does not play it in battle, so the ship cannot be fielded.", system=KINDS[kind].name)
            yield Problem(NOT_PLAYED[kind], text, at)


# The ships that come with the game


def load_designs() -> dict[str, Design]:
    """The designs that come with the game, by key; `Refused` where one does not add up."""
    sheets = sorted((files("quarterdeck.systems.full_thrust") / "data" / "designs").iterdir(), key=lambda sheet: sheet.name)
    return build_all({sheet.name: yaml.load(sheet.read_text("utf-8"), LOADER) for sheet in sheets})


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
