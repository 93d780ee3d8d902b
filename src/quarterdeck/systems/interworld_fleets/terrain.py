"""Chapter 9: the areas of special terrain, what lines they block and where they hinder aiming.

What happens to a ship that enters them is in hazards.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, get_args

from quarterdeck.engine.hexes import Hex, within
from quarterdeck.engine.pickled import Pickled

Kind: TypeAlias = Literal[
    "asteroid_field", "debris_field", "gas_cloud", "ion_storm", "minefield", "gravity_well", "large_asteroid", "buoy"
]

KINDS: tuple[Kind, ...] = get_args(Kind)


class Traits(NamedTuple):
    """A row of the table in IWF-9.1; `closed` are the kinds whose hexes no ship may enter (IWF-9.12, IWF-9.14)."""

    blocks: bool
    penalty: bool
    closed: bool = False


TRAITS: dict[Kind, Traits] = {
    "asteroid_field": Traits(blocks=True, penalty=True),
    "debris_field": Traits(blocks=True, penalty=True),
    "gas_cloud": Traits(blocks=True, penalty=True),
    "ion_storm": Traits(blocks=True, penalty=True),
    "minefield": Traits(blocks=True, penalty=True),
    "gravity_well": Traits(blocks=True, penalty=False, closed=True),
    "large_asteroid": Traits(blocks=True, penalty=False, closed=True),
    "buoy": Traits(blocks=False, penalty=False),
}


@dataclass(frozen=True, slots=True)
class Area(Pickled):
    """One connected group of hexes of one kind (IWF-9.1); of a gravity well its centre, without the zone (IWF-9.12)."""

    id: str
    kind: Kind
    hexes: tuple[Hex, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Terrain(Pickled):
    """All areas of a map. `at` has the areas by hex, `closed` the hexes no ship may enter, `zone` those round wells, `blocking`
    the ids of those areas that block lines; `hashed` is its hash, for tables are kept by it.
    """

    areas: tuple[Area, ...] = ()
    at: dict[Hex, tuple[Area, ...]] = field(init=False, compare=False, repr=False)
    closed: frozenset[Hex] = field(init=False, compare=False, repr=False)
    zone: frozenset[Hex] = field(init=False, compare=False, repr=False)
    blocking: dict[Hex, tuple[str, ...]] = field(init=False, compare=False, repr=False)
    hashed: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        at: dict[Hex, tuple[Area, ...]] = {}
        for area in self.areas:
            for each in area.hexes:
                at[each] = (*at.get(each, ()), area)
        closed = frozenset(each for each, areas in at.items() if any(TRAITS[area.kind].closed for area in areas))
        wells = [each for area in self.areas if area.kind == "gravity_well" for each in area.hexes]
        blocking = {each: tuple([area.id for area in areas if TRAITS[area.kind].blocks]) for each, areas in at.items()}
        object.__setattr__(self, "at", at)
        object.__setattr__(self, "closed", closed)
        object.__setattr__(self, "zone", frozenset(each for well in wells for each in within(well, 1)))
        object.__setattr__(self, "blocking", {each: ids for each, ids in blocking.items() if ids})
        object.__setattr__(self, "hashed", hash(self.areas))

    def __hash__(self) -> int:
        return self.hashed

    def of_kind(self, at: Hex, kind: Kind) -> Area | None:
        """The area of this kind that a hex belongs to, if any."""
        return next((area for area in self.at[at] if area.kind == kind), None) if at in self.at else None

    def penalises(self, at: Hex) -> bool:
        """Whether a ship there is in terrain that makes aiming harder, into it and out of it (IWF-9.3)."""
        return at in self.at and any(TRAITS[area.kind].penalty for area in self.at[at])
