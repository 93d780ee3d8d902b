"""Chapter 9: how large the parts of a ship are, by the order of the rulebook; with crew and holds of chapter 7.

TMF is the total MASS of the ship. Everything is counted in whole MASS, with integers only. What it costs stands in
`prices`, what a design file may say in `design_file`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from quarterdeck.systems.full_thrust.ship import ALL_ROUND, ARCS, Arc, Group, Hold, Load

# 9.2 MASS rating


class ShipClass(NamedTuple):
    """A usual class of ship: its code, the names it goes by, its usual MASS (`most` None: no end) and its size group."""

    code: str
    names: tuple[str, ...]
    least: int
    most: int | None
    group: Group

    def holds(self, tmf: int) -> bool:
        """Whether a ship of this MASS is of a usual size for the class."""
        return self.least <= tmf and (self.most is None or tmf <= self.most)


SHIP_CLASSES: tuple[ShipClass, ...] = (
    ShipClass("SC", ("Scout", "Courier"), 4, 10, "escort"),
    ShipClass("CT", ("Corvette",), 8, 16, "escort"),
    ShipClass("FF", ("Frigate",), 14, 26, "escort"),
    ShipClass("DD", ("Destroyer",), 24, 36, "escort"),
    ShipClass("DH", ("Heavy Destroyer",), 30, 50, "escort"),
    ShipClass("CL", ("Light Cruiser",), 40, 60, "cruiser"),
    ShipClass("CE", ("Escort Cruiser", "Patrol Cruiser"), 50, 70, "cruiser"),
    ShipClass("CH", ("Heavy Cruiser",), 60, 90, "cruiser"),
    ShipClass("BC", ("Battlecruiser",), 80, 110, "capital"),
    ShipClass("BB", ("Battleship",), 100, 140, "capital"),
    ShipClass("BDN", ("Battledreadnought", "Heavy Battleship"), 120, 160, "capital"),
    ShipClass("DN", ("Dreadnought",), 140, 180, "capital"),
    ShipClass("SDN", ("Superdreadnought",), 160, None, "capital"),
    ShipClass("CVE", ("Escort Carrier",), 80, 140, "capital"),
    ShipClass("CVL", ("Light Carrier",), 120, 180, "capital"),
    ShipClass("CVA", ("Attack Carrier",), 150, None, "capital"),
    ShipClass("CVH", ("Heavy Carrier", "Fleet Carrier"), 160, None, "capital"),
)
"""The usual classes and their approximate MASS (FT-9.2.2)."""

LARGEST_ESCORT, LARGEST_CRUISER = 45, 85
"""Up to which TMF a ship without a usual class is an escort, a cruiser; above it is a capital ship (FT-9.2.3)."""

GROUP_SPANS: dict[Group, tuple[int, int | None]] = {"escort": (1, 50), "cruiser": (40, 90), "capital": (80, None)}
"""Between which TMF a declared class decides the size group (FT-9.2.3)."""


def ship_class(label: str) -> ShipClass | None:
    """The usual class with this code or name, in small or capital letters; None for any other label (FT-9.2.2)."""
    wanted = label.casefold()
    for row in SHIP_CLASSES:
        if wanted == row.code.casefold() or wanted in (name.casefold() for name in row.names):
            return row
    return None


def possible_classes(tmf: int) -> tuple[str, ...]:
    """The codes of the classes for which this MASS is usual (FT-9.2.2).

    >>> possible_classes(9)
    ('SC', 'CT')
    """
    return tuple(row.code for row in SHIP_CLASSES if row.holds(tmf))


def size_group(tmf: int, label: str, civilian: bool) -> Group:
    """The size group of a ship with this class name or code (FT-2.5.1, FT-9.2.3).

    Civilian ships are merchants. The TMF decides where no usual class is declared, or where it lies outside the span of
    the whole group.
    """
    if civilian:
        return "merchant"
    if declared := ship_class(label):
        least, most = GROUP_SPANS[declared.group]
        if least <= tmf and (most is None or tmf <= most):
            return declared.group
    if tmf <= LARGEST_ESCORT:
        return "escort"
    return "cruiser" if tmf <= LARGEST_CRUISER else "capital"


def round_half_up(number: int, by: int) -> int:
    """`number` divided by `by`, to the nearest whole, halves up (FT-9.2.5); for numbers from 0."""
    return (2 * number + by) // (2 * by)


def percentage(tmf: int, percent: int) -> int:
    """The MASS of something that takes a percentage of the TMF, never below 1 (FT-9.2.5, FT-9.2.6).

    >>> percentage(64, 10), percentage(64, 20), percentage(4, 10)
    (6, 13, 1)
    """
    return max(1, round_half_up(tmf * percent, 100))


# 9.3 Hull strength

HULL_STRENGTHS: dict[str, int] = {"Fragile": 10, "Weak": 20, "Average": 30, "Strong": 40, "Super": 50}
"""The names of hull strengths and the percentage of the TMF they stand for (FT-9.3.3)."""

ROWS = 4


def minimum_hull(tmf: int) -> int:
    """The fewest hull boxes: a tenth of the TMF. There is no upper limit (FT-9.3.2)."""
    return percentage(tmf, 10)


def hull_strength(tmf: int, boxes: int) -> str:
    """The name of the strength nearest to this number of boxes, the stronger one half-way (FT-9.3.3)."""
    return min(reversed(HULL_STRENGTHS), key=lambda name: abs(100 * boxes - HULL_STRENGTHS[name] * tmf))


def equal_parts(total: int, parts: int) -> tuple[int, ...]:
    """`total` in parts as equal as possible, the larger ones first."""
    part, over = divmod(total, parts)
    return (part + 1,) * over + (part,) * (parts - over)


def track_rows(mass: int, *, station: bool) -> int:
    """How many rows a damage track has: four, of an installation one more for each full 100 MASS above 400 (FT-12.8.3).

    >>> [track_rows(mass, station=True) for mass in (499, 500)]
    [4, 5]
    """
    return ROWS + max(mass - 400, 0) // 100 if station else ROWS


def hull_rows(boxes: int, rows: int = ROWS) -> tuple[int, ...]:
    """The rows of the damage track, as equal as possible, boxes left over in the upper ones (FT-9.3.4).

    >>> hull_rows(26)
    (7, 7, 6, 6)
    """
    return equal_parts(boxes, rows)


# 9.4 Cargo and passengers

HOLD_KINDS: tuple[str, ...] = ("cargo", "passenger", "troop", "lab")
"""What holds may be for (FT-9.4.1, FT-7.5.1)."""


def hold_boxes(capacities: Mapping[str, int]) -> tuple[Hold, ...]:
    """The holds on the damage track: four boxes as equal as possible, the larger first (FT-9.4.3, FT-7.5.1).

    `capacities` is MASS by kind of hold. A box holds one kind, so each kind has at least one box, and the largest box is
    cut again until there are four; no box is smaller than 1.

    >>> [(hold.kind, hold.size) for hold in hold_boxes({"cargo": 30, "passenger": 12})]
    [('passenger', 12), ('cargo', 10), ('cargo', 10), ('cargo', 10)]
    """
    boxes = {kind: equal_parts(capacities[kind], 1) for kind in HOLD_KINDS if capacities.get(kind)}
    while boxes and sum(map(len, boxes.values())) < ROWS:
        kind = max(boxes, key=lambda kind: boxes[kind][0])
        if boxes[kind][0] == 1:
            break
        boxes[kind] = equal_parts(capacities[kind], len(boxes[kind]) + 1)
    return larger_first(Hold(kind, size) for kind, sizes in boxes.items() for size in sizes)


def larger_first(holds: Iterable[Hold]) -> tuple[Hold, ...]:
    """Holds in the order in which they are lost, those of one size as they stand (FT-7.5.1)."""
    return tuple(sorted(holds, key=lambda hold: -hold.size))


# 9.5 to 9.8: drives, streamlining, bays, Screens


def main_drive_mass(tmf: int, thrust: int) -> int:
    """5 % of the TMF for each thrust factor, rounded once; 0 without a drive (FT-9.5.2)."""
    return percentage(tmf, 5 * thrust) if thrust else 0


def ftl_drive_mass(tmf: int) -> int:
    """10 % of the TMF (FT-9.5.1)."""
    return percentage(tmf, 10)


STREAMLINING: tuple[str, ...] = ("none", "partial", "full")
"""The grades of streamlining, 0 to 2 (FT-9.6.1)."""


def streamlining_mass(tmf: int, grade: int) -> int:
    """10 % of the TMF for partial streamlining, grade 1, and 20 % for full, grade 2 (FT-9.6.1)."""
    return percentage(tmf, 10 * grade) if grade else 0


FIGHTERS_IN_BAY = 6


def bay_mass(craft: int) -> int:
    """One and a half times the MASS of the craft carried; a fighter counts as 1 MASS (FT-9.7.1)."""
    return round_half_up(3 * craft, 2)


def bay_capacity(mass: int) -> int:
    """The MASS of craft for which bays of this MASS have room (FT-8.3.1)."""
    return 2 * mass // 3


def screen_mass(tmf: int, level: int) -> int:
    """5 % of the TMF but at least 3 for level 1, 10 % but at least 6 for level 2 (FT-9.8.2)."""
    return max(3 * level, percentage(tmf, 5 * level))


def backup_mass(tmf: int) -> int:
    """A Screen Generator beyond the two of level 2: 5 % of the TMF, at least 3 (FT-9.8.3)."""
    return max(3, percentage(tmf, 5))


# 9.9 Weapons


def beam_base_mass(cls: int) -> int:
    """1 for class 1, doubled with each class (FT-9.9.2)."""
    return 1 << (cls - 1)


def beam_mass(cls: int, arc_count: int) -> int:
    """Class 1 takes 1 MASS; class 2 takes 2, all round 3; a larger one a quarter more for each arc after the first.

    (FT-9.9.3)

    >>> beam_mass(3, 3), beam_mass(4, 2)
    (6, 10)
    """
    base = beam_base_mass(cls)
    if cls == 1:
        return base
    if cls == 2:
        return base + (arc_count == len(ALL_ROUND))
    return base + base // 4 * (arc_count - 1)


def pulse_torpedo_mass(arc_count: int) -> int:
    """4 MASS with one arc, 1 more for each further one (FT-9.9.7)."""
    return 4 + arc_count - 1


def arc_counts(kind: str, cls: int = 0) -> tuple[int, ...]:
    """How many arcs a weapon may cover; (6,) fires all round, () has no direction.

    (FT-9.9.3, FT-9.9.6, FT-9.9.7, FT-9.9.8, FT-9.9.9, FT-9.9.10; of aliens FT-A.2.10, FT-A.2.12, FT-A.2.14, FT-A.3.9, FT-A.3.12,
    FT-A.3.19, FT-A.4.10, FT-A.4.12)
    """
    if kind == "beam":
        return {1: (6,), 2: (3, 6)}.get(cls, (1, 2, 3, 4, 5, 6))
    if kind == "k_gun":
        return {1: (6,), 2: (1, 2)}.get(cls, (1,))
    return ARC_COUNTS.get(kind, ())


ARC_COUNTS: dict[str, tuple[int, ...]] = {
    "pds": (6,),
    "pulse_torpedo": (1, 2, 3),
    "needle_beam": (1,),
    "submunition_pack": (1,),
    "sml": (3,),
    "smr": (3,),
    "mkp": (1,),
    "scattergun": (6,),
    "stinger_node": (3,),
    "pod_launcher": (1,),
    "spicule": (6,),
    "pulser": (1, 3, 6),
    "plasma_bolt_launcher": (3,),
}


def nearest_arcs(wanted: Sequence[Arc], counts: Sequence[int]) -> tuple[Arc, ...]:
    """The adjoining arcs, as many as one of `counts`, that share most with those wanted; clockwise (FT-9.9.3).

    They are the wanted arcs themselves where these are legal; otherwise rather those centred ahead.

    >>> nearest_arcs(["F", "FP", "AP"], (1, 2, 3)), nearest_arcs(["F", "AS"], (2,))
    (('AP', 'FP', 'F'), ('F', 'FS'))
    """
    number = min(counts, key=lambda count: abs(count - len(set(wanted))))
    if number == len(ALL_ROUND):
        return ALL_ROUND
    starts = [turn - (number - 1) // 2 for turn in (0, 1, -1, 2, -2, 3)]
    runs = [tuple(ARCS[(start + step) % len(ARCS)] for step in range(number)) for start in starts]
    return max(runs, key=lambda run: sum(arc in wanted for arc in run))


RACK_MASS: dict[str, int] = {"std": 4, "er": 5}
"""The MASS of a rack with its one salvo (FT-9.9.11)."""

SALVO_MASS: dict[str, int] = {"std": 2, "er": 3}
"""The MASS of magazine space that a salvo takes (FT-6.5.2)."""


def load_mass(load: Load) -> int:
    """The MASS of magazine space that a load takes (FT-6.5.2)."""
    return load.std * SALVO_MASS["std"] + load.er * SALVO_MASS["er"]


# 7.3 and 7.4 Crew

MASS_PER_CREW_FACTOR, MASS_PER_CIVILIAN_CREW_FACTOR = 20, 50


def crew_factors(tmf: int, civilian: bool) -> int:
    """One Crew Factor for each 20 MASS or part of it, on a civilian ship for each 50 (FT-7.3.1)."""
    return -(-tmf // (MASS_PER_CIVILIAN_CREW_FACTOR if civilian else MASS_PER_CREW_FACTOR))


def crew_dots(boxes: int, factors: int) -> tuple[int, ...]:
    """The hull boxes with a crew dot, counted from 1: one each step, the last dot in the last box; none without a crew.

    (FT-7.4.2, FT-A.3.32)

    >>> crew_dots(27, 5)
    (6, 12, 18, 24, 27)
    """
    if not factors:
        return ()
    step = -(-boxes // factors)
    return (*(min(number * step, boxes) for number in range(1, factors)), boxes)
