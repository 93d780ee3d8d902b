"""The price list: MASS and CPV of everything that human ships are fitted with (FT-9.11.3).

Prices are CPV. The basic hull is paid for by the TMF less the non-combat MASS, everything else by its own MASS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.systems.full_thrust import design
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.ship import Arc


class Fitting(NamedTuple):
    """Something a ship is fitted with, `quantity` times.

    `size` is the figure that goes with it: boxes of hull and armour, grade of streamlining, thrust, class of a Beam, level of
    a Screen, capacity of a hold, magazine or bay, MASS of a rack with its salvo. `at` is the field of the design file that
    asks for it.
    """

    kind: str
    size: int = 0
    arcs: tuple[Arc, ...] = ()
    quantity: int = 1
    at: str = ""


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
    """A row of the price list: what it is, its MASS, the CPV of each MASS of it, and the rule behind both."""

    key: str
    name: Text
    category: str
    mass: MassRule
    cpv_per_mass: int
    rule: str


PRICE_LIST: tuple[Kind, ...] = (
    Kind("hull", _("Hull Integrity"), "hull", as_chosen, 2, "FT-9.3.5"),
    Kind("armour", _("Armour"), "hull", as_chosen, 2, "FT-9.8.1"),
    Kind("streamlining_partial", _("Partial Streamlining"), "hull", by_tmf_and_size(design.streamlining_mass), 2, "FT-9.6.1"),
    Kind("streamlining_full", _("Full Streamlining"), "hull", by_tmf_and_size(design.streamlining_mass), 2, "FT-9.6.1"),
    Kind("main_drive", _("Main Drive"), "drive", by_tmf_and_size(design.main_drive_mass), 2, "FT-9.5.3"),
    Kind("ftl_drive", _("FTL Drive"), "drive", by_tmf(design.ftl_drive_mass), 2, "FT-9.5.3"),
    Kind("fire_control", _("Fire Control"), "fire control", fixed(1), 4, "FT-9.9.1"),
    Kind("adfc", _("Area Defence Fire Control"), "fire control", fixed(2), 4, "FT-9.9.1"),
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
    Kind("fighter_bay", _("Fighter Bay"), "bay", fixed(design.bay_mass(design.FIGHTERS_IN_BAY)), 1, "FT-9.7.3"),
    Kind("small_craft_bay", _("Small-Craft Bay"), "bay", by_size(design.bay_mass), 0, "FT-9.7.3"),
    Kind("cargo", _("Cargo Hold"), "hold", as_chosen, 0, "FT-9.4.1"),
    Kind("passenger", _("Passenger space"), "hold", as_chosen, 0, "FT-9.4.1"),
    Kind("troop", _("Troop space"), "hold", as_chosen, 0, "FT-9.4.1"),
    Kind("lab", _("Laboratory space"), "hold", as_chosen, 0, "FT-9.4.1"),
)
"""MASS and CPV of human systems, in the order of the rulebook (FT-9.11.3)."""

KINDS: dict[str, Kind] = {kind.key: kind for kind in PRICE_LIST}

PROPORTIONAL: tuple[str, ...] = (
    "streamlining_partial",
    "streamlining_full",
    "main_drive",
    "ftl_drive",
    "screen",
    "screen_backup",
)
"""What takes a percentage of the TMF; all else has a MASS of its own (FT-9.2.5)."""

NON_COMBAT: tuple[str, ...] = ("hold", "bay")
"""The categories whose MASS is non-combat MASS (FT-9.4.2, FT-9.7.2, FT-9.11.2)."""


class Price(NamedTuple):
    """What something takes and costs."""

    mass: int
    cpv: int


def price(fitting: Fitting, tmf: int) -> Price:
    """MASS and CPV of a fitting, all its copies together, on a ship of this TMF (FT-9.11.3).

    >>> price(Fitting("main_drive", 4), 86)
    Price(mass=17, cpv=34)
    """
    kind = KINDS[fitting.kind]
    mass = kind.mass(fitting, tmf) * fitting.quantity
    return Price(mass, mass * kind.cpv_per_mass)


TITLES: dict[str, Text] = {
    "beam": _("{name}-{size}"),
    "screen": _("{name}, level {size}"),
    "main_drive": _("{name}, thrust {size}"),
    "ftl_drive": _("{name}"),
    "streamlining_partial": _("{name}"),
    "streamlining_full": _("{name}"),
    "smr": _("{name}"),
    "hull": ngettext("{name}, {n} box", "{name}, {n} boxes", 0),
    "armour": ngettext("{name}, {n} box", "{name}, {n} boxes", 0),
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
    return replace(
        TITLES.get(fitting.kind, _("{name}, {size} MASS")), args={"name": name, "size": fitting.size, "n": fitting.size}
    )


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
