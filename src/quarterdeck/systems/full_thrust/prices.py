"""The price list: MASS and points of everything that ships of any people are fitted with (FT-9.11.3, FT-A.5.4).

Prices are CPV; the older NPV of the Fleet Books, by which published ships are checked, differs in a few rows (FT-8.3.2). The
basic hull is paid for by the TMF less the non-combat MASS, everything else by its own MASS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from quarterdeck.engine.text import Argument, Text, _, ngettext
from quarterdeck.systems.full_thrust import design, outfit
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.ship import PEOPLES, Arc, People


class Fitting(NamedTuple):
    """Something a ship is fitted with, `quantity` times.

    `size` is the figure that goes with it: boxes of hull and armour, grade of streamlining, thrust, class of a gun, dice of a
    Pulser, level of a Screen, capacity of a hold, magazine or bay, MASS of a rack with its salvo, rating of generators, mines
    of a layer, MASS that a tug tows. `at` is the field of the design file that asks for it; `layer` counts the layers of a
    Shell from the inmost, 1.
    """

    kind: str
    size: int = 0
    arcs: tuple[Arc, ...] = ()
    quantity: int = 1
    at: str = ""
    layer: int = 0


MassRule: TypeAlias = Callable[[Fitting, int], int]
"""The MASS of one fitting, from its figures and the TMF."""


def fixed(mass: int) -> MassRule:
    """A MASS that is the same on every ship."""
    return lambda _fitting, _tmf: mass


def as_chosen(fitting: Fitting, _tmf: int) -> int:
    """The MASS that the designer sets aside: 1 for each box, each factor of a hold, each MASS of a magazine."""
    return fitting.size


def by_size(mass: Callable[[int], int]) -> MassRule:
    """A MASS that follows from the size alone."""
    return lambda fitting, _tmf: mass(fitting.size)


def by_arcs(mass: Callable[[int], int]) -> MassRule:
    """A MASS that follows from the number of arcs."""
    return lambda fitting, _tmf: mass(len(fitting.arcs))


def by_tmf(mass: Callable[[int], int]) -> MassRule:
    """A MASS that follows from the TMF alone."""
    return lambda _fitting, tmf: mass(tmf)


def by_tmf_and_size(mass: Callable[[int, int], int]) -> MassRule:
    """A MASS that follows from the TMF and the size."""
    return lambda fitting, tmf: mass(tmf, fitting.size)


@dataclass(frozen=True, slots=True)
class Kind:
    """A row of the price list: what it is, its MASS, the CPV of each MASS of it, and the rule behind both.

    `peoples` may build it. `npv_per_mass` is the older price where it differs, `more_cpv` what each costs beyond its MASS.
    """

    key: str
    name: Text
    category: str
    mass: MassRule
    cpv_per_mass: int
    rule: str
    peoples: tuple[People, ...] = ("human",)
    npv_per_mass: int | None = None
    more_cpv: int = 0


HUMAN: tuple[People, ...] = ("human",)
WITH_CREWS: tuple[People, ...] = ("human", "kravak", "phalon")
NO_SHELL: tuple[People, ...] = ("human", "kravak", "savasku")
AREA_DEFENCE: tuple[People, ...] = ("human", "phalon")
KRAVAK: tuple[People, ...] = ("kravak",)
SAVASKU: tuple[People, ...] = ("savasku",)
PHALON: tuple[People, ...] = ("phalon",)

PRICE_LIST: tuple[Kind, ...] = (
    Kind("hull", _("Hull Integrity"), "hull", as_chosen, 2, "FT-9.3.5", PEOPLES),
    Kind("armour", _("Armour"), "hull", as_chosen, 2, "FT-9.8.1", NO_SHELL),
    Kind("shell", _("Shell Armour"), "hull", as_chosen, 2, "FT-A.4.2", PHALON),
    Kind("streamlining_partial", _("Partial Streamlining"), "hull", by_tmf_and_size(design.streamlining_mass), 2, "FT-9.6.1"),
    Kind("streamlining_full", _("Full Streamlining"), "hull", by_tmf_and_size(design.streamlining_mass), 2, "FT-9.6.1"),
    Kind("main_drive", _("Main Drive"), "drive", by_tmf_and_size(design.main_drive_mass), 2, "FT-9.5.3", AREA_DEFENCE),
    Kind("advanced_drive", _("Advanced Grav Drive"), "drive", by_tmf_and_size(design.main_drive_mass), 3, "FT-A.2.3", KRAVAK),
    Kind("drive_node", _("Main Drive Node"), "drive", by_tmf(outfit.drive_node_mass), 3, "FT-A.3.7", SAVASKU, 2),
    Kind("ftl_drive", _("FTL Drive"), "drive", by_tmf(design.ftl_drive_mass), 2, "FT-9.5.3", PEOPLES),
    Kind("tug_drive", _("FTL Tug Drive"), "drive", by_size(outfit.tug_drive_mass), 2, "FT-8.3.3"),
    Kind("fire_control", _("Fire Control"), "fire control", fixed(1), 4, "FT-9.9.1", WITH_CREWS),
    Kind("adfc", _("Area Defence Fire Control"), "fire control", fixed(2), 4, "FT-9.9.1", AREA_DEFENCE),
    Kind("pds", _("PDS"), "weapon", fixed(1), 3, "FT-9.9.6"),
    Kind("screen", _("Screen"), "defence", by_tmf_and_size(design.screen_mass), 3, "FT-9.8.2"),
    Kind("screen_backup", _("Backup Screen Generator"), "defence", by_tmf(design.backup_mass), 3, "FT-9.8.3"),
    Kind("beam", _("Beam"), "weapon", lambda it, _tmf: design.beam_mass(it.size, len(it.arcs)), 3, "FT-9.9.3"),
    Kind("pulse_torpedo", _("Pulse Torpedo"), "weapon", by_arcs(design.pulse_torpedo_mass), 3, "FT-9.9.7"),
    Kind("needle_beam", _("Needle Beam"), "weapon", fixed(2), 3, "FT-9.9.8"),
    Kind("submunition_pack", _("Submunition Pack"), "weapon", fixed(1), 3, "FT-9.9.9"),
    Kind("sml", _("Salvo Missile Launcher"), "weapon", fixed(3), 3, "FT-9.9.10"),
    Kind("sm_magazine", _("Salvo Missile Magazine"), "ammunition", as_chosen, 3, "FT-9.9.10"),
    Kind("smr", _("Salvo Missile Rack"), "weapon", as_chosen, 3, "FT-9.9.11"),
    Kind("enhanced_sensors", _("Enhanced Sensors"), "electronics", fixed(2), 4, "FT-10.2.1"),
    Kind("superior_sensors", _("Superior Sensors"), "electronics", fixed(4), 4, "FT-10.2.1"),
    Kind("weasel_cruiser", _("Weasel Decoy, Cruiser"), "electronics", fixed(4), 4, "FT-10.3.4"),
    Kind("weasel_capital", _("Weasel Decoy, Capital"), "electronics", fixed(8), 4, "FT-10.3.4"),
    Kind("ecm", _("ECM"), "electronics", fixed(4), 4, "FT-10.4.1"),
    Kind("area_ecm", _("Area-Effect ECM"), "electronics", fixed(6), 4, "FT-10.4.1"),
    Kind("minelayer", _("Minelayer"), "mines", by_size(outfit.minelayer_mass), 2, "FT-11.4.1", HUMAN, None, 2),
    Kind("minesweeper", _("Minesweeper"), "mines", fixed(5), 3, "FT-11.4.1"),
    Kind("ortillery", _("Ortillery"), "ground", fixed(3), 3, "FT-11.2.1"),
    Kind("nova_cannon", _("Nova Cannon"), "wonder", fixed(20), 3, "FT-11.4.2"),
    Kind("wave_gun", _("Wave Gun"), "wonder", fixed(12), 3, "FT-11.4.2"),
    Kind("reflex_field", _("Reflex Field"), "wonder", by_tmf(outfit.reflex_field_mass), 6, "FT-11.4.2"),
    Kind("cloaking_field", _("Cloaking Field"), "wonder", by_tmf(outfit.cloaking_field_mass), 10, "FT-11.4.2"),
    Kind("k_gun", _("K-gun"), "weapon", lambda it, _tmf: outfit.k_gun_mass(it.size, len(it.arcs)), 4, "FT-A.2.10", KRAVAK),
    Kind("mkp", _("Multi-Kinetic Penetrator"), "weapon", fixed(1), 4, "FT-A.2.12", KRAVAK),
    Kind("scattergun", _("Scattergun"), "weapon", fixed(1), 5, "FT-A.2.14", KRAVAK),
    Kind("power_generator", _("Power Generators"), "power", as_chosen, 2, "FT-A.3.5", SAVASKU),
    Kind("stinger_node", _("Stinger Node"), "weapon", fixed(2), 3, "FT-A.3.31", SAVASKU),
    Kind("pod_launcher", _("Pod Launcher"), "weapon", fixed(3), 3, "FT-A.3.31", SAVASKU),
    Kind("spicule", _("Spicule"), "weapon", fixed(1), 3, "FT-A.3.31", SAVASKU),
    Kind("screen_node", _("Screen Node"), "defence", by_tmf(design.backup_mass), 3, "FT-A.3.20", SAVASKU),
    Kind("cortex_node", _("Cortex Node"), "fire control", fixed(1), 4, "FT-A.3.21", SAVASKU),
    Kind("drone_womb", _("Drone Womb"), "womb", fixed(3), 3, "FT-A.3.22", SAVASKU),
    Kind("pulser", _("Pulser"), "weapon", by_arcs(outfit.pulser_mass), 5, "FT-A.4.10", PHALON),
    Kind("plasma_bolt_launcher", _("Plasma Bolt Launcher"), "weapon", by_size(outfit.plasma_bolt_mass), 3, "FT-A.4.12", PHALON),
    Kind("vapour_shroud", _("Vapour Shroud Gland"), "defence", by_tmf(outfit.shroud_mass), 3, "FT-A.4.23", PHALON),
    Kind("fighter_bay", _("Fighter Bay"), "bay", fixed(design.bay_mass(design.FIGHTERS_IN_BAY)), 1, "FT-9.7.3", WITH_CREWS, 3),
    Kind("small_craft_bay", _("Small-Craft Bay"), "bay", by_size(design.bay_mass), 0, "FT-9.7.3", PEOPLES, 3),
    Kind("cargo", _("Cargo Hold"), "hold", as_chosen, 0, "FT-9.4.1", PEOPLES),
    Kind("passenger", _("Passenger space"), "hold", as_chosen, 0, "FT-9.4.1", PEOPLES),
    Kind("troop", _("Troop space"), "hold", as_chosen, 0, "FT-9.4.1", PEOPLES),
    Kind("lab", _("Laboratory space"), "hold", as_chosen, 0, "FT-9.4.1", PEOPLES),
)
"""MASS and price of all systems: what human ships are fitted with in the order of the rulebook (FT-9.11.3, FT-11.4.1,
FT-11.4.2), then that of the Kra'Vak (FT-A.2.19), Sa'Vasku (FT-A.3.31) and Phalons (FT-A.4.25)."""

KINDS: dict[str, Kind] = {kind.key: kind for kind in PRICE_LIST}

PROPORTIONAL: tuple[str, ...] = (
    "streamlining_partial",
    "streamlining_full",
    "main_drive",
    "advanced_drive",
    "drive_node",
    "ftl_drive",
    "screen",
    "screen_backup",
    "reflex_field",
    "cloaking_field",
    "screen_node",
    "vapour_shroud",
)
"""What takes a percentage of the TMF; all else has a MASS of its own (FT-9.2.5)."""

NON_COMBAT: tuple[str, ...] = ("hold", "bay")
"""The categories whose MASS is non-combat MASS (FT-9.4.2, FT-9.7.2, FT-9.11.2)."""


class Price(NamedTuple):
    """What something takes and costs, in this edition's points and in those of the Fleet Books."""

    mass: int
    cpv: int
    npv: int


def price(fitting: Fitting, tmf: int) -> Price:
    """MASS and points of a fitting, all its copies together, on a ship of this TMF (FT-9.11.3).

    A box of the n-th layer of a Shell costs n times that of the first (FT-A.4.2).

    >>> price(Fitting("main_drive", 4), 86)
    Price(mass=17, cpv=34, npv=34)
    """
    kind = KINDS[fitting.kind]
    mass, more = kind.mass(fitting, tmf) * fitting.quantity, kind.more_cpv * fitting.quantity
    npv_per_mass = kind.cpv_per_mass if kind.npv_per_mass is None else kind.npv_per_mass
    dearer = max(fitting.layer, 1)
    return Price(mass, dearer * mass * kind.cpv_per_mass + more, dearer * mass * npv_per_mass + more)


TITLES: dict[str, Text] = {
    "beam": _("{name}-{size}"),
    "k_gun": _("{name}-{size}"),
    "plasma_bolt_launcher": _("{name}-{size}"),
    "screen": _("{name}, level {size}"),
    "main_drive": _("{name}, thrust {size}"),
    "advanced_drive": _("{name}, thrust {size}"),
    "minelayer": ngettext("{name}, {n} mine", "{name}, {n} mines", 0),
    "power_generator": _("{name}, rating {size}"),
    "tug_drive": _("{name}, tows {size} MASS"),
    "pulser": _("{name}, tuning {tuning}"),
    "ftl_drive": _("{name}"),
    "streamlining_partial": _("{name}"),
    "streamlining_full": _("{name}"),
    "smr": _("{name}"),
    "hull": ngettext("{name}, {n} box", "{name}, {n} boxes", 0),
    "armour": ngettext("{name}, {n} box", "{name}, {n} boxes", 0),
    "shell": ngettext("{name}, layer {layer}, {n} box", "{name}, layer {layer}, {n} boxes", 0),
}
"""How a fitting is called where its size is no capacity."""


def titled(fitting: Fitting) -> Text:
    """A fitting by its name and size.

    >>> from quarterdeck.engine.text import plain
    >>> plain(titled(Fitting("beam", 3)))
    'Beam-3'
    """
    name = KINDS[fitting.kind].name
    if not fitting.size:
        return name
    figures: dict[str, Argument] = {"name": name, "size": fitting.size, "n": fitting.size}
    match fitting.kind:
        case "pulser":
            figures["tuning"] = outfit.TUNINGS[fitting.size]
        case "shell":
            figures["layer"] = fitting.layer
    return replace(TITLES.get(fitting.kind, _("{name}, {size} MASS")), args=figures)


def mass_used(fittings: Iterable[Fitting], tmf: int) -> int:
    """The MASS of all that is fitted together (FT-9.2.1)."""
    return sum(price(fitting, tmf).mass for fitting in fittings)


def non_combat_mass(fittings: Iterable[Fitting], tmf: int) -> int:
    """The MASS of cargo, passengers, troops and bays, and of nothing else (FT-9.11.2)."""
    return mass_used((fitting for fitting in fittings if KINDS[fitting.kind].category in NON_COMBAT), tmf)


def base_hull_cpv(tmf: int, non_combat: int) -> int:
    """The price of the basic hull: the square of its combat MASS in hundreds, at least 1 (FT-9.11.1).

    >>> base_hull_cpv(86, 0)
    74
    """
    combat = max(0, tmf - non_combat)
    return max(1, design.round_half_up(combat * combat, 100))


def mixed_group_cpv(types: Sequence[str], *, agreed: bool) -> int | None:
    """The price of a group of several types: that of its dearest; None where mixed groups were not agreed (FT-5.7.15)."""
    return max([TYPES[each].cpv for each in types]) if agreed else None


def groups_cpv(groups: Iterable[str]) -> int:
    """The price of groups of six fighters, by type; it is no part of the ship's (FT-9.11.4, FT-9.7.3)."""
    return sum(TYPES[group].cpv for group in groups)
