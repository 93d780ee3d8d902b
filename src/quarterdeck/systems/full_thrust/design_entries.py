"""The entries of `systems` in a design file: what each sort of system may say of itself."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from quarterdeck.engine.documents import Fields
from quarterdeck.systems.full_thrust import design
from quarterdeck.systems.full_thrust.ship import ARCS, Arc, Load

LARGEST_TMF, LARGEST_CLASS, MOST_SYSTEMS = 1000, 10, 180
"""How large a ship and a gun, and how many systems in all, a file may describe; the rules know no limits."""

Amount: TypeAlias = Annotated[int, Field(ge=1, le=LARGEST_TMF)]


class Entry(Fields):
    """What every entry of `systems` may say: how many of them."""

    quantity: Amount = 1


class PlainEntry(Entry):
    """A system of which there is but one sort."""

    system: Literal[
        "fire_control",
        "adfc",
        "pds",
        "screen_backup",
        "fighter_bay",
        "enhanced_sensors",
        "superior_sensors",
        "weasel_cruiser",
        "weasel_capital",
        "ecm",
        "area_ecm",
        "minesweeper",
        "ortillery",
        "nova_cannon",
        "wave_gun",
        "reflex_field",
        "cloaking_field",
        "scattergun",
        "drive_node",
        "spicule",
        "screen_node",
        "cortex_node",
        "drone_womb",
        "vapour_shroud",
    ]


class ScreenEntry(Entry):
    """The Screen of the ship, of level 1 or 2 (FT-9.8.2)."""

    system: Literal["screen"]
    level: Annotated[int, Field(ge=1, le=2)] = 1


class MagazineEntry(Entry):
    """A magazine with the MASS that it holds: one standard salvo at least (FT-9.9.10).

    Without `std` and `er` it is full of standard salvos (FT-6.5.2).
    """

    system: Literal["sm_magazine"]
    capacity: Annotated[int, Field(ge=2, le=LARGEST_TMF)]
    std: Annotated[int, Field(ge=0, le=LARGEST_TMF)] | None = None
    er: Annotated[int, Field(ge=0, le=LARGEST_TMF)] | None = None

    @property
    def load(self) -> Load:
        """The salvos in it."""
        if self.std is None and self.er is None:
            return Load(self.capacity // design.SALVO_MASS["std"], 0)
        return Load(self.std or 0, self.er or 0)


class RoomEntry(Entry):
    """A bay for small craft, with the MASS that it holds (FT-9.7.1)."""

    system: Literal["small_craft_bay"]
    capacity: Amount


class TugEntry(Entry):
    """The FTL Drive of a tug beyond its own, with the MASS of ships that it tows (FT-8.3.3)."""

    system: Literal["tug_drive"]
    tows: Amount


class LayerEntry(Entry):
    """A Minelayer with its mines (FT-11.4.1)."""

    system: Literal["minelayer"]
    mines: Amount


class GeneratorEntry(Entry):
    """The Power Generators of a construct, with the sum of their ratings (FT-A.3.3)."""

    system: Literal["power_generator"]
    rating: Amount


class DirectedEntry(Entry):
    """A weapon whose arcs are chosen in the design (FT-9.9.4)."""

    arcs: Annotated[list[Arc], Field(max_length=2 * len(ARCS))] = []


class MountEntry(DirectedEntry):
    """A directed weapon of which there is but one sort."""

    system: Literal["pulse_torpedo", "needle_beam", "submunition_pack", "mkp", "stinger_node", "pod_launcher"]


class LauncherEntry(DirectedEntry):
    """A Salvo Missile Launcher, and from which of the magazines, counted from 1 in their order, it draws (FT-6.5.1)."""

    system: Literal["sml"]
    magazine: Annotated[int, Field(ge=1, le=MOST_SYSTEMS)] = 1


class BeamEntry(DirectedEntry):
    """A Beam of some class; one of class 1 need not name its arcs (FT-9.9.3)."""

    system: Literal["beam"]
    cls: Annotated[int, Field(alias="class", ge=1, le=LARGEST_CLASS)]


class GunEntry(DirectedEntry):
    """A K-gun or a Plasma Bolt Launcher of some class; a K-gun of class 1 need not name its arcs (FT-A.2.10, FT-A.4.12)."""

    system: Literal["k_gun", "plasma_bolt_launcher"]
    cls: Annotated[int, Field(alias="class", ge=1, le=LARGEST_CLASS)]


class PulserEntry(DirectedEntry):
    """A Pulser with its tuning, which is for good (FT-A.4.7) and marked before the battle (FT-A.5.3)."""

    system: Literal["pulser"]
    tuning: Literal["L", "M", "C"]


class RackEntry(DirectedEntry):
    """A rack with a standard or an Enhanced Range salvo (FT-9.9.11)."""

    system: Literal["smr"]
    load: Literal["std", "er"] = "std"


AnyEntry: TypeAlias = Annotated[
    PlainEntry
    | ScreenEntry
    | MagazineEntry
    | RoomEntry
    | TugEntry
    | LayerEntry
    | GeneratorEntry
    | MountEntry
    | LauncherEntry
    | BeamEntry
    | GunEntry
    | PulserEntry
    | RackEntry,
    Field(discriminator="system"),
]
