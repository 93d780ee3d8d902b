"""The weapons that fire at ships: their ranges, their dice and how each die is read (FT-2.7.30, FT-4.3 to FT-4.9).

Tables and functions without dice. The referee rolls by them and the odds are computed from them, so that both agree.
Ranges are in MU. A weapon is a `System` whose kind is one of `WEAPONS`.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.systems.full_thrust.aliens import guns
from quarterdeck.systems.full_thrust.protection import Blow, direct, ordinary, split
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

PDS_MODIFIER = -2
"""The shooter modifier of a PDS in AS mode: 1BD-2* (FT-4.2.6)."""

NEEDLE_HITS_ON = 5
"""The face from which a Needle Beam hits (FT-4.8.2)."""

NEEDLE_BEAM_RANGE = 12.0
"""How far a Needle Beam reaches, in MU (FT-4.8.1)."""

TORPEDO_BANDS = (6.0, 12.0, 18.0, 24.0, 30.0)
TORPEDO_HITS_ON = (2, 3, 4, 5, 6)
"""The face from which a Pulse Torpedo hits, by range band (FT-4.7.1)."""

SUBMUNITION_BANDS = (6.0, 12.0, 18.0)
SUBMUNITION_DICE = (3, 2, 1)
"""The dice of a Submunition Pack, by range band (FT-4.9.2)."""

STINGER_BANDS = (12.0, 24.0, 36.0)
STINGER_PRICES = (1, 2, 4)
"""The PP that each Beam Die of a Stinger costs, by range band (FT-A.3.8)."""

POD_BANDS = (6.0, 12.0, 18.0, 24.0)
POD_HITS_ON = (3, 4, 5, 6)
"""The face from which a Lance or Leech Pod hits, by range band (FT-A.3.13, FT-A.3.16)."""

LEECH_BITE = 2
"""The points that a Leech does when it hits, and at the end of each later turn (FT-A.3.16)."""

HAZED = ("beam", "pds", "pulser", "stinger_node")
"""The beam weapons of ships, which a cloud weakens (FT-12.3.3)."""

ONE_SHOT = ("submunition_pack", "mkp", "scattergun")
"""The weapons that fire once a battle and are then crossed off (FT-4.9.1, FT-A.2.12, FT-A.2.14)."""

AFFECTED_BY_SCREENS: dict[str, bool] = {
    "beam": True,
    "pds": True,
    "pulse_torpedo": False,
    "needle_beam": False,
    "submunition_pack": False,
    "stinger_node": True,
    "lance_pod": False,
    "leech_pod": False,
    "k_gun": False,
    "mkp": False,
    "scattergun": False,
    "pulser": True,
}
"""Which weapons Screens and Vapour Shrouds affect (FT-4.4.4, FT-A.4.22, FT-A.5.2)."""


def affected_by_screens(kind: str) -> bool:
    """Whether Screens affect the first dice of this kind of weapon (FT-4.4.4); KeyError for no weapon."""
    return AFFECTED_BY_SCREENS[kind]


def screens_met(kind: str, screens: int, haze: int = 0) -> int:
    """The Screen level that counts against a kind of weapon: none where Screens do not matter (FT-4.4.4).

    `haze` is what a cloud adds against the beam weapons of ships, to level 2 at most (FT-12.3.3).
    """
    if not affected_by_screens(kind):
        return 0
    return min(screens + haze, 2) if haze and kind in HAZED else screens


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


def stinger_price(range_: float) -> int:
    """The PP that a die of a Stinger costs at this range, within its reach (FT-A.3.8)."""
    return STINGER_PRICES[(band(range_, STINGER_BANDS) or len(STINGER_BANDS)) - 1]


def stinger_dice(power: int, range_: float) -> int:
    """The dice of a Stinger that is given so many PP: whole ones only; 0 out of range (FT-A.3.8).

    >>> [stinger_dice(6, range_) for range_ in (12.0, 18.0, 30.0)]
    [6, 3, 1]
    """
    return power // stinger_price(range_) if range_ <= STINGER_BANDS[-1] else 0


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
    return NeedleResult(int(face >= NEEDLE_HITS_ON), face == 6)


NO_REACH = -1.0
"""The range of what has no AS mode: nothing is so near (FT-A.3.18, FT-A.3.19)."""


def max_range(system: System) -> float:
    """How far the weapon reaches, in MU; KeyError for a system that is no weapon.

    Exactly that far is still in range (FT-2.1.7). A Plasma Bolt's burst reaches beyond its place.
    """
    if system.kind == "pulser":
        return guns.PULSER_RANGE[system.cls]
    return BEAM_BAND * system.cls if system.kind == "beam" else _MAX_RANGE[system.kind]


_MAX_RANGE = {
    "pds": PDS_RANGE,
    "pulse_torpedo": TORPEDO_BANDS[-1],
    "needle_beam": NEEDLE_BEAM_RANGE,
    "submunition_pack": SUBMUNITION_BANDS[-1],
    "stinger_node": STINGER_BANDS[-1],
    **dict.fromkeys(("pod_launcher", "lance_pod", "leech_pod"), POD_BANDS[-1]),
    **dict.fromkeys(("spicule", "interceptor_pod"), NO_REACH),
    "k_gun": guns.K_GUN_BANDS[-1],
    "mkp": guns.PENETRATOR_RANGE,
    "scattergun": guns.SCATTERGUN_RANGE,
    "plasma_bolt_launcher": guns.PLASMA_RANGE + guns.PLASMA_RADIUS,
}


def as_dice(system: System, range_: float) -> BeamDice | None:
    """The Beam Dice that the weapon rolls at a ship at this range, none of them out of range (FT-2.7.40, FT-4.2.5).

    None for weapons that roll no Beam Dice: Pulse Torpedo, Needle Beam, K-gun, Multi-Kinetic Penetrator, pods. The class of a
    Stinger is its power.
    """
    match system.kind:
        case "stinger_node":
            return BeamDice(stinger_dice(system.cls, range_))
        case "beam":
            return BeamDice(beam_dice(system.cls, range_))
        case "pds":
            return BeamDice(1 if range_ <= PDS_RANGE else 0, PDS_MODIFIER)
        case "submunition_pack":
            return BeamDice(submunition_dice(range_))
        case "pulser":
            return BeamDice(system.cls if range_ <= guns.PULSER_RANGE[system.cls] else 0)
        case "scattergun":
            return BeamDice(1 if range_ <= guns.SCATTERGUN_RANGE else 0, reroll=False)
        case _:
            return None


TO_HIT = ("pulse_torpedo", "k_gun", "needle_beam", "lance_pod", "leech_pod")
"""The weapons that roll one die to hit at small targets (FT-2.7.39)."""


def to_hit(kind: str, range_: float) -> int | None:
    """The face from which a weapon hits that rolls to hit with one die, by its range; None out of range and for other kinds.

    (FT-4.7.1, FT-A.2.4, FT-A.3.13, FT-A.3.16) A Needle Beam hits so at small targets only (FT-4.8.8).
    """
    match kind:
        case "pulse_torpedo":
            return torpedo_hits_on(range_)
        case "k_gun":
            number = band(range_, guns.K_GUN_BANDS)
            return None if number is None else guns.K_GUN_HITS_ON[number - 1]
        case "lance_pod" | "leech_pod":
            number = band(range_, POD_BANDS)
            return None if number is None else POD_HITS_ON[number - 1]
        case "needle_beam":
            return 5 if range_ <= NEEDLE_BEAM_RANGE else None
        case _:
            return None


FACES = range(1, 7)


def blows(system: System, range_: float) -> list[Blow] | None:
    """What one shot may do to a ship, each result as likely as the others, whatever its Screens; None for Beam Dice.

    Nothing out of range.
    """
    hits_on = to_hit(system.kind, range_) or 7
    match system.kind:
        case "pulse_torpedo":
            return [split(*armour_piercing(face)) if one >= hits_on else split(0, 0) for one in FACES for face in FACES]
        case "k_gun":
            return [guns.k_gun_blow(system.cls, face) if one >= hits_on else direct(0) for one in FACES for face in FACES]
        case "mkp":
            return [guns.penetrator_blow(face) if range_ <= guns.PENETRATOR_RANGE else direct(0) for face in FACES]
        case "lance_pod":
            return [Blow("kinetic", (face,)) if one >= hits_on else direct(0) for one in FACES for face in FACES]
        case "leech_pod":
            return [ordinary(LEECH_BITE) if one >= hits_on else direct(0) for one in FACES]
        case "needle_beam":
            return [direct(needle_result(face).hull if range_ <= NEEDLE_BEAM_RANGE else 0) for face in FACES]
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
SCATTERGUN_MEAN = sum(hits_of(face, 0) for face in FACES) / 6


def mean_damage(system: System, range_: float, screens: int) -> float:
    """Mean damage of one shot at a ship with boxes to spare; 0 out of range and for systems that are no weapons."""
    match system.kind:
        case "beam":
            return beam_dice(system.cls, range_) * BEAM_MEAN[screens]
        case "pds" if range_ <= PDS_RANGE:
            return PDS_MEAN[screens]
        case "submunition_pack":
            return submunition_dice(range_) * BEAM_MEAN[0]
        case "pulser" if range_ <= guns.PULSER_RANGE[system.cls]:
            return system.cls * BEAM_MEAN[screens]
        case "scattergun" if range_ <= guns.SCATTERGUN_RANGE:
            return SCATTERGUN_MEAN
        case "stinger_node":
            return stinger_dice(system.cls, range_) * BEAM_MEAN[screens]
        case "pod_launcher":
            return mean_damage(system._replace(kind="lance_pod"), range_, screens)
        case "pulse_torpedo" | "k_gun" | "mkp" | "needle_beam" | "lance_pod" | "leech_pod":
            results = blows(system, range_) or []
            return sum([sum(blow.points) for blow in results]) / max(len(results), 1)
        case _:
            return 0.0
