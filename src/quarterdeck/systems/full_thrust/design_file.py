"""The file of a design: its fields, what each may hold, and what is wrong with one that holds something else.

A file is a mapping, as YAML or JSON gives it::

    key: amaranth
    name: Amaranth
    class_name: Heavy Cruiser
    mass: 84
    hull: 25
    thrust: 5
    ftl: true
    systems:
    - {system: fire_control, quantity: 2}
    - {system: beam, class: 3, arcs: [FP, F, FS]}
    holds: {cargo: 4}

What a file says is read here field by field; whether the ship adds up is for `shipyard`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field, ValidationError

from quarterdeck.engine.documents import KEY, ONE_LINE, Fields, fault_problem, rule_of
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust import design, outfit
from quarterdeck.systems.full_thrust.design_entries import (
    LARGEST_TMF,
    Amount,
    AnyEntry,
    BeamEntry,
    DirectedEntry,
    GeneratorEntry,
    GunEntry,
    LauncherEntry,
    LayerEntry,
    MagazineEntry,
    PulserEntry,
    RackEntry,
    RoomEntry,
    ScreenEntry,
    TugEntry,
)
from quarterdeck.systems.full_thrust.prices import KINDS, Fitting, titled
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, Arc, People

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

MOST_ENTRIES, MOST_LAYERS = 200, 12
"""How many entries and layers of a Shell a file may describe; the rules know no limits."""


# The file

Words: TypeAlias = Annotated[str, Field(max_length=60), ONE_LINE]

Silhouette: TypeAlias = Literal[
    "lance-escort",
    "lance-cruiser",
    "lance-capital",
    "anvil-escort",
    "anvil-cruiser",
    "anvil-capital",
    "petrel-escort",
    "petrel-cruiser",
    "petrel-capital",
    "ember-escort",
    "ember-cruiser",
    "ember-capital",
    "merchant",
    "station",
    "talon-escort",
    "talon-cruiser",
    "talon-capital",
    "shoal-escort",
    "shoal-cruiser",
    "shoal-capital",
    "carapace-escort",
    "carapace-cruiser",
    "carapace-capital",
]


class Holds(Fields):
    """`holds`: the MASS set aside for each kind of hold (FT-9.4.1)."""

    cargo: Amount | None = None
    passenger: Amount | None = None
    troop: Amount | None = None
    lab: Amount | None = None


class DesignFile(Fields):
    """A design as its designer wrote it. A file must have the fields of `REQUIRED`; the others may be left out.

    `class_code` is one of the usual classes or any other label; where it is left out, `class_name` may name a usual class.
    `people` is who builds the ship, `mixed` that a scenario lets peoples use each other's systems (FT-A.2.19); `shell` are the
    boxes of each layer of a Phalon Shell, the inmost first.
    Without `silhouette` a ship is drawn as a merchant or, of its size group, a construct or a ship of the lance navy.
    """

    key: Annotated[str, Field(max_length=40), KEY] = ""
    name: Annotated[str, Field(min_length=1, max_length=60), ONE_LINE] = ""
    class_name: Words = ""
    class_code: Annotated[str, Field(max_length=6), ONE_LINE] = ""
    navy: Words = ""
    people: People = "human"
    mixed: bool = False
    civilian: bool = False
    mass: Amount = 0
    hull: Amount = 0
    armour: Annotated[int, Field(ge=0, le=LARGEST_TMF)] = 0
    shell: Annotated[list[Amount], Field(max_length=MOST_LAYERS)] = []
    thrust: Annotated[int, Field(ge=0, le=20)] = 0
    ftl: bool = False
    streamlining: Literal["none", "partial", "full"] = "none"
    systems: Annotated[list[AnyEntry], Field(max_length=MOST_ENTRIES)] = []
    holds: Holds = Holds()
    silhouette: Silhouette | None = None


REQUIRED = ("key", "name", "mass", "hull")

# Reading


@dataclass(frozen=True, slots=True)
class Draft:
    """A file as far as it can be read: its fields, what the ship is fitted with, and what is wrong with the rest."""

    file: DesignFile
    fittings: tuple[Fitting, ...]
    problems: tuple[Problem, ...]


def read_draft(data: Json) -> Draft:
    """Read a design file as far as it can be read; what cannot is left out and named in `problems`."""
    file, places, problems = _read_fields(data)
    at_fault = [problem.at for problem in problems]
    missing = [field for field in REQUIRED if not getattr(file, field) and field not in at_fault]
    problems += [_missing(field) for field in missing]
    fittings = _fittings_of_hull(file)
    for place, entry in zip(places, file.systems, strict=True):
        fitting, fault = _fit(entry, f"systems[{place}]")
        fittings.append(fitting)
        problems += fault
        if isinstance(entry, MagazineEntry):
            problems += _overfull(entry, f"systems[{place}]")
    fittings += [Fitting(kind, size, at=f"holds.{kind}") for kind, size in file.holds if size]
    problems += [fault for place, entry in zip(places, file.systems, strict=True) for fault in _unlinked(file, entry, place)]
    return Draft(file, tuple(fittings), tuple(problems))


def _overfull(entry: MagazineEntry, at: str) -> list[Problem]:
    """A magazine that holds more salvos than fit (FT-6.5.2); space left over is wasted."""
    taken = design.load_mass(entry.load)
    if taken <= entry.capacity:
        return []
    text = _("These salvos take {n} MASS, and the magazine holds {capacity}.", n=taken, capacity=entry.capacity)
    return [Problem("FT-6.5.2", text, f"{at}.capacity", taken)]


def _unlinked(file: DesignFile, entry: AnyEntry, place: int) -> list[Problem]:
    """A launcher that names a magazine which is not there (FT-6.5.1)."""
    magazines = sum(each.quantity for each in file.systems if isinstance(each, MagazineEntry))
    if not isinstance(entry, LauncherEntry) or entry.magazine <= max(magazines, 1):
        return []
    text = _("There is no magazine {n}.", n=entry.magazine)
    return [Problem("FT-6.5.1", text, f"systems[{place}].magazine", max(magazines, 1))]


def _missing(field: str) -> Problem:
    return Problem(rule_of([field], RULE_OF_FIELD, "FT-9.1.1"), _("{field} is missing.", field=field), field)


MAIN_DRIVES: dict[People, str] = {
    "human": "main_drive",
    "kravak": "advanced_drive",
    "savasku": "main_drive",
    "phalon": "main_drive",
}
"""The kind of drive that the `thrust` of a file asks for. A construct has a Drive Node among its systems instead, so that thrust
asks for what it may not have (FT-A.3.6)."""


def _fittings_of_hull(file: DesignFile) -> list[Fitting]:
    """Hull, armour, streamlining and drives, those that a file asks for."""
    fittings = [
        Fitting("hull", file.hull, at="hull"),
        Fitting("armour", file.armour, at="armour"),
        *[Fitting("shell", boxes, at=f"shell[{layer}]", layer=layer + 1) for layer, boxes in enumerate(file.shell)],
        Fitting(f"streamlining_{file.streamlining}", design.STREAMLINING.index(file.streamlining), at="streamlining"),
        Fitting(MAIN_DRIVES[file.people], file.thrust, at="thrust"),
        Fitting("ftl_drive", int(file.ftl), at="ftl"),
    ]
    return [fitting for fitting in fittings if fitting.size]


def _fit(entry: AnyEntry, at: str) -> tuple[Fitting, list[Problem]]:
    """What an entry of `systems` fits, with legal arcs, and what is wrong with the arcs that it names."""
    size = _size_of(entry)
    counts = design.arc_counts(entry.system, size)
    if not counts:
        return Fitting(entry.system, size, (), entry.quantity, at), []
    wanted = entry.arcs if isinstance(entry, DirectedEntry) else []
    arcs = design.nearest_arcs(wanted, counts)
    fitting = Fitting(entry.system, size, arcs, entry.quantity, at)
    if sorted(wanted) == sorted(arcs) or (not wanted and arcs == ALL_ROUND):
        return fitting, []
    rule, text = _fault_of_arcs(fitting, wanted, counts)
    return fitting, [Problem(rule, text, f"{at}.arcs", list(arcs))]


def _size_of(entry: AnyEntry) -> int:
    match entry:
        case ScreenEntry():
            return entry.level
        case BeamEntry() | GunEntry():
            return entry.cls
        case PulserEntry():
            return next(dice for dice, tuning in outfit.TUNINGS.items() if tuning == entry.tuning)
        case TugEntry():
            return entry.tows
        case LayerEntry():
            return entry.mines
        case GeneratorEntry():
            return entry.rating
        case RackEntry():
            return design.RACK_MASS[entry.load]
        case MagazineEntry() | RoomEntry():
            return entry.capacity
        case _:
            return 0


def _fault_of_arcs(fitting: Fitting, wanted: Sequence[Arc], counts: Sequence[int]) -> tuple[str, Text]:
    """The rule that arcs break, and how."""
    name = titled(fitting)
    if not wanted:
        return "FT-9.9.4", _("{system}: its arcs are chosen in the design and have to be named.", system=name)
    rule = KINDS[fitting.kind].rule
    if len(wanted) not in counts:
        may = ", ".join(map(str, counts))
        return rule, _("{system} fires through {may} arcs, not through {n}.", system=name, may=may, n=len(wanted))
    return rule, _("{system}: the arcs {arcs} do not adjoin, each once.", system=name, arcs=" ".join(wanted))


def _read_fields(data: Json) -> tuple[DesignFile, Sequence[int], list[Problem]]:
    """The fields that can be read, the place in the file of each entry of `systems` among them, and what is wrong."""
    try:
        file = DesignFile.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        rest, places = _without([fault["loc"] for fault in faults], data)
        return DesignFile.model_validate(rest), places, [_problem(fault) for fault in faults]
    return file, range(len(file.systems)), []


def _without(faults: Iterable[tuple[int | str, ...]], data: Json) -> tuple[dict[str, Json], list[int]]:
    """`data` without what is at fault: a field, a kind of hold, an entry of `systems`; and the places of entries kept."""
    if not isinstance(data, dict):
        return {}, []
    lost = [fault[:1] if fault[0] == "shell" else fault[:2] for fault in faults]
    rest = {field: value for field, value in data.items() if field in DesignFile.model_fields and (field,) not in lost}
    if "holds" in rest:
        holds = rest["holds"].items()
        rest["holds"] = {kind: size for kind, size in holds if kind in Holds.model_fields and ("holds", kind) not in lost}
    places = [place for place in range(len(rest.get("systems", ()))) if ("systems", place) not in lost]
    return {**rest, "systems": [rest["systems"][place] for place in places]}, places


# What is wrong with a value

RULE_OF_FIELD: dict[str, str] = {
    "class_name": "FT-9.2.2",
    "class_code": "FT-9.2.2",
    "mass": "FT-9.2.1",
    "hull": "FT-9.3.1",
    "armour": "FT-9.8.1",
    "thrust": "FT-9.5.2",
    "ftl": "FT-9.5.1",
    "streamlining": "FT-9.6.1",
    "systems": "FT-9.11.3",
    "class": "FT-9.9.2",
    "arcs": "FT-9.9.4",
    "level": "FT-9.8.3",
    "holds": "FT-9.4.1",
    "std": "FT-6.5.2",
    "er": "FT-6.5.2",
    "magazine": "FT-6.5.1",
    "shell": "FT-A.4.2",
    "tuning": "FT-A.4.7",
    "mines": "FT-11.4.1",
    "rating": "FT-A.3.5",
    "tows": "FT-8.3.3",
    "people": "FT-A.2.19",
    "mixed": "FT-A.2.19",
}
"""The rule that a wrong value of a field breaks; FT-9.1.1 for the other fields."""

FIELDS: dict[str, tuple[str, ...]] = {
    "": tuple(DesignFile.model_fields),
    "holds": tuple(Holds.model_fields),
    "systems": (
        "system",
        "class",
        "arcs",
        "level",
        "capacity",
        "load",
        "std",
        "er",
        "magazine",
        "tuning",
        "mines",
        "rating",
        "tows",
        "quantity",
    ),
}
"""The fields there are, at the top of a file and inside its parts."""


def _problem(fault: ErrorDetails) -> Problem:
    """A fault found by pydantic as a problem in a designer's words."""
    fields = FIELDS.get(str(fault["loc"][0]) if len(fault["loc"]) > 1 else "", ())
    return fault_problem(fault, _path(fault), fields, RULE_OF_FIELD, "FT-9.1.1")


def _path(fault: ErrorDetails) -> list[int | str]:
    """Where in the file a fault is: pydantic's path, but that it puts the kind of system after the place of an entry."""
    path = list(fault["loc"])
    if len(path) > 2 and path[0] == "systems":
        del path[2]
    return [*path, "system"] if fault["type"].startswith("union_tag") else path
