"""The weapons that fire at ships: their ranges, their dice and how each die is read (FT-2.7.30, FT-4.3 to FT-4.9).

Tables and functions without dice. The referee rolls by them and the odds are computed from them, so that both agree.
Ranges are in MU. A weapon is a `System` whose kind is one of `WEAPONS`.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.systems.full_thrust.ship import System

BEAM_DIE: dict[int, tuple[int, int, int]] = {
    3: (0, 0, 0),
    4: (1, 0, 0),
    5: (1, 1, 1),
    6: (2, 2, 1),
}
"""Hits by modified face at Screen level 0, 1 and 2 (FT-2.7.31, FT-4.4.2, FT-4.4.3); 3 stands for all below, 6 for all above."""

BEAM_BAND = 12.0
"""How deep a range band of a Beam is, in MU (FT-4.3.1)."""

PDS_RANGE = 6.0
"""How far a PDS reaches in AS mode, in MU (FT-4.2.6)."""

SCATTERGUN_RANGE = 6.0
"""How far a Scattergun reaches in AS mode, in MU (FT-2.7.45)."""

PDS_MODIFIER = -2
"""The shooter modifier of a PDS in AS mode: 1BD-2* (FT-4.2.6)."""

NEEDLE_BEAM_RANGE = 12.0
"""How far a Needle Beam reaches, in MU (FT-4.8.1)."""

TORPEDO_BANDS = (6.0, 12.0, 18.0, 24.0, 30.0)
TORPEDO_HITS_ON = (2, 3, 4, 5, 6)
"""The face from which a Pulse Torpedo hits, by range band (FT-4.7.1)."""

SUBMUNITION_BANDS = (6.0, 12.0, 18.0)
SUBMUNITION_DICE = (3, 2, 1)
"""The dice of a Submunition Pack, by range band (FT-4.9.2)."""

ONE_SHOT = ("submunition_pack", "scattergun")
"""The weapons that fire once a battle and are then crossed off (FT-4.9.1)."""

AFFECTED_BY_SCREENS: dict[str, bool] = {
    "beam": True,
    "pds": True,
    "pulse_torpedo": False,
    "needle_beam": False,
    "submunition_pack": False,
    "scattergun": False,
}
"""Which weapons Screens affect (FT-4.4.4)."""


def affected_by_screens(kind: str) -> bool:
    """Whether Screens affect the first dice of this kind of weapon (FT-4.4.4); KeyError for no weapon."""
    return AFFECTED_BY_SCREENS[kind]


def band(range_: float, limits: Sequence[float]) -> int | None:
    """Which of the adjoining range bands that end at `limits` holds `range_`, counted from 1; None beyond the last.

    An edge belongs to the nearer band (FT-2.1.7).

    >>> band(12.0, (6.0, 12.0, 18.0))
    2
    """
    nearer = bisect_left(limits, range_)
    return nearer + 1 if nearer < len(limits) else None


def hits_of(modified: int, screens: int) -> int:
    """Hits of a Beam Die whose face with all modifiers is `modified`, against Screen level 0 to 2 (FT-2.7.31)."""
    return BEAM_DIE[min(max(modified, 3), 6)][screens]


class BeamDice(NamedTuple):
    """Beam Dice as the rules write them: 2BD-1* is ``BeamDice(2, -1, True)`` (FT-2.7.32)."""

    dice: int
    modifier: int = 0
    reroll: bool = True

    def first_hits(self, face: int, screens: int) -> int:
        """Hits of one of the first dice: with the shooter's modifier, under Screens (FT-2.7.33, FT-2.7.34)."""
        return hits_of(face + self.modifier, screens)

    def reroll_hits(self, face: int) -> int:
        """Hits of a reroll: with the shooter's modifier, always unscreened; they go straight to the hull (FT-4.3.6)."""
        return hits_of(face + self.modifier, 0)

    def rolls_again(self, face: int) -> bool:
        """Whether this die gives a reroll: by its natural face alone (FT-2.7.35)."""
        return self.reroll and face == 6


def beam_dice(cls: int, range_: float) -> int:
    """Dice of a Beam of class `cls`: as many at up to 12 MU, one less for each further 12; 0 out of range (FT-4.3.1).

    >>> beam_dice(3, 24.0)
    2
    """
    dice = cls + 1 - (math.ceil(range_ / BEAM_BAND) or 1)
    return dice if dice > 0 else 0


def submunition_dice(range_: float) -> int:
    """Dice of a Submunition Pack at this range; 0 out of range (FT-4.9.2)."""
    number = band(range_, SUBMUNITION_BANDS)
    return 0 if number is None else SUBMUNITION_DICE[number - 1]


def torpedo_hits_on(range_: float) -> int | None:
    """The face from which a Pulse Torpedo hits at this range; None out of range (FT-4.7.1)."""
    number = band(range_, TORPEDO_BANDS)
    return None if number is None else TORPEDO_HITS_ON[number - 1]


def armour_piercing(points: int) -> tuple[int, int]:
    """Shares of armour-piercing damage: half rounded up for the armour, the rest for the hull (FT-4.5.3).

    A Pulse Torpedo's hit is halved by itself (FT-4.5.6).

    >>> armour_piercing(5)
    (3, 2)
    """
    return points - points // 2, points // 2


class NeedleResult(NamedTuple):
    """What a Needle Beam does: points straight to the hull, and whether the named system is knocked out (FT-4.8.2)."""

    hull: int
    knocked_out: bool


def needle_result(face: int) -> NeedleResult:
    """How the die of a Needle Beam is read, whatever Screens and armour the target has (FT-4.8.2, FT-4.8.3)."""
    return NeedleResult(int(face >= 5), face == 6)


def max_range(system: System) -> float:
    """How far the weapon reaches, in MU; KeyError for a system that is no weapon.

    Exactly that far is still in range (FT-2.1.7).
    """
    return BEAM_BAND * system.cls if system.kind == "beam" else _MAX_RANGE[system.kind]


_MAX_RANGE = {
    "pds": PDS_RANGE,
    "pulse_torpedo": TORPEDO_BANDS[-1],
    "needle_beam": NEEDLE_BEAM_RANGE,
    "submunition_pack": SUBMUNITION_BANDS[-1],
    "scattergun": SCATTERGUN_RANGE,
}


def as_dice(system: System, range_: float) -> BeamDice | None:
    """The Beam Dice that the weapon rolls at a ship at this range, none of them out of range (FT-2.7.40, FT-4.2.5).

    None for weapons that roll no Beam Dice: Pulse Torpedo and Needle Beam.
    """
    match system.kind:
        case "beam":
            return BeamDice(beam_dice(system.cls, range_))
        case "pds":
            return BeamDice(1 if range_ <= PDS_RANGE else 0, PDS_MODIFIER)
        case "submunition_pack":
            return BeamDice(submunition_dice(range_))
        case "scattergun":
            return BeamDice(1 if range_ <= SCATTERGUN_RANGE else 0, reroll=False)
        case _:
            return None


def mean_of_die(modifier: int, screens: int) -> float:
    """Mean damage of one Beam Die with its rerolls: natural sixes are a sixth of the dice, each giving the mean again.

    With F and R hits in all on the six faces of a first die and of a reroll, a reroll chain is worth R / 5, and the die
    F / 6 + R / 30.
    """
    first = sum(hits_of(face + modifier, screens) for face in range(1, 7))
    again = sum(hits_of(face + modifier, 0) for face in range(1, 7))
    return (5 * first + again) / 30


BEAM_MEAN = tuple(mean_of_die(0, screens) for screens in (0, 1, 2))
PDS_MEAN = tuple(mean_of_die(PDS_MODIFIER, screens) for screens in (0, 1, 2))
SCATTERGUN_MEAN = sum(hits_of(face, 0) for face in range(1, 7)) / 6
NEEDLE_MEAN = sum(needle_result(face).hull for face in range(1, 7)) / 6


def mean_damage(system: System, range_: float, screens: int) -> float:
    """Mean damage of one shot at a ship with boxes to spare; 0 out of range and for systems that are no weapons."""
    match system.kind:
        case "beam":
            return beam_dice(system.cls, range_) * BEAM_MEAN[screens]
        case "pds" if range_ <= PDS_RANGE:
            return PDS_MEAN[screens]
        case "submunition_pack":
            return submunition_dice(range_) * BEAM_MEAN[0]
        case "scattergun" if range_ <= SCATTERGUN_RANGE:
            return SCATTERGUN_MEAN
        case "pulse_torpedo":
            hits_on = torpedo_hits_on(range_)
            return 0.0 if hits_on is None else (7 - hits_on) * 21 / 36
        case "needle_beam" if range_ <= NEEDLE_BEAM_RANGE:
            return NEEDLE_MEAN
        case _:
            return 0.0
