"""A ship as it was built: what its System Status Display shows before the first shot (FT-2.6.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from quarterdeck.engine.pickled import Pickled

Arc: TypeAlias = Literal["F", "FS", "AS", "A", "AP", "FP"]

ARCS: tuple[Arc, ...] = ("F", "FS", "AS", "A", "AP", "FP")
"""The six fire arcs clockwise from dead ahead; a place in this tuple is a sector of `plane.sector_of` (FT-4.1.1)."""

ALL_ROUND: tuple[Arc, ...] = ARCS

WEAPONS: tuple[str, ...] = (
    "beam",
    "pds",
    "pulse_torpedo",
    "needle_beam",
    "submunition_pack",
    "stinger_node",
    "pod_launcher",
    "spicule",
    "k_gun",
    "mkp",
    "scattergun",
    "pulser",
)
"""The kinds of system that fire at ships."""

LAUNCHERS: tuple[str, ...] = ("sml", "smr", "plasma_bolt_launcher")
"""The kinds of system that place ordnance markers in phase 4 (FT-2.7.11)."""

Group: TypeAlias = Literal["escort", "cruiser", "capital", "merchant"]

People: TypeAlias = Literal["human", "kravak", "savasku", "phalon"]

PEOPLES: tuple[People, ...] = ("human", "kravak", "savasku", "phalon")
"""Who builds ships, each with systems of its own."""


class System(NamedTuple):
    """One symbol of the record sheet that can be lost: a weapon, a drive, one Screen Generator, one FireCon.

    `kind` is a key of `prices.KINDS`, `cls` the class of a Beam (or how much a magazine, bay or rack holds), `arcs` where it
    fires (empty: it does not).
    """

    id: str
    kind: str
    name: str
    cls: int = 0
    arcs: tuple[Arc, ...] = ()


class Load(NamedTuple):
    """The salvos in a magazine: standard and Enhanced Range (FT-6.5.2)."""

    std: int
    er: int


class Hold(NamedTuple):
    """One box of cargo, passengers, troops or laboratories with its capacity in MASS (FT-7.5.1, FT-9.4.3)."""

    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class Design(Pickled):
    """A design that adds up.

    `systems` stand in SSD order: Main Drive, FTL Drive, then as the designer listed them; `by_kind` and `by_id` sort them,
    `weapons` are those that fire at ships, `launchers` those that place ordnance, `bays` those for fighters, `fire_controls`
    and `screens` the ids of Fire Controls and of Screen Generators, spares among them. `loads` says what each magazine holds,
    `links` from which one each launcher draws (FT-6.5.1). `shell` are the boxes of each layer of a Phalon Shell, the inmost first
    (FT-A.4.2); `generators` the ratings of a Sa'Vasku construct's generators by row (FT-A.3.3).
    """

    key: str
    name: str
    class_name: str
    class_code: str
    navy: str
    group: Group
    civilian: bool
    mass: int
    hull: int
    rows: tuple[int, ...]
    armour: int
    thrust: int
    ftl: bool
    streamlining: str
    systems: tuple[System, ...]
    holds: tuple[Hold, ...]
    crew_factors: int
    crew_dots: tuple[int, ...]
    mass_used: int
    cpv: int
    silhouette: str
    loads: dict[str, Load] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    people: People = "human"
    mixed: bool = False
    shell: tuple[int, ...] = ()
    generators: tuple[int, ...] = ()
    by_kind: dict[str, tuple[System, ...]] = field(init=False, compare=False, repr=False)
    by_id: dict[str, System] = field(init=False, compare=False, repr=False)
    weapons: tuple[System, ...] = field(init=False, compare=False, repr=False)
    launchers: tuple[System, ...] = field(init=False, compare=False, repr=False)
    bays: tuple[System, ...] = field(init=False, compare=False, repr=False)
    fire_controls: tuple[str, ...] = field(init=False, compare=False, repr=False)
    screens: tuple[str, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        kinds: dict[str, tuple[System, ...]] = {}
        for system in self.systems:
            kinds[system.kind] = (*kinds.get(system.kind, ()), system)
        object.__setattr__(self, "by_kind", kinds)
        object.__setattr__(self, "by_id", {system.id: system for system in self.systems})
        object.__setattr__(self, "weapons", tuple(system for system in self.systems if system.kind in WEAPONS))
        object.__setattr__(self, "launchers", tuple(system for system in self.systems if system.kind in LAUNCHERS))
        object.__setattr__(self, "bays", kinds.get("fighter_bay", ()) + kinds.get("drone_womb", ()))
        object.__setattr__(self, "fire_controls", self._of_kinds("fire_control", "cortex_node"))
        object.__setattr__(self, "screens", self._of_kinds("screen", "screen_backup"))

    def _of_kinds(self, *kinds: str) -> tuple[str, ...]:
        return tuple(system.id for system in self.systems if system.kind in kinds)

    @property
    def living(self) -> bool:
        """Whether it is a Sa'Vasku construct: without crew or Core Systems, it mends with power and Biomass (FT-A.3.32)."""
        return self.people == "savasku"

    @property
    def node_driven(self) -> bool:
        """Whether a Drive Node moves it, whose thrust comes from the power it is given (FT-A.3.6)."""
        return bool(self.generators) and not self.thrust and "main_drive" in self.by_kind

    @property
    def advanced_drive(self) -> bool:
        """Whether its drive thrusts in any direction (FT-A.2.1, FT-A.3.6)."""
        return self.people == "kravak" or self.node_driven

    def system(self, system_id: str) -> System:
        """The system with this id; KeyError where there is none."""
        return self.by_id[system_id]
