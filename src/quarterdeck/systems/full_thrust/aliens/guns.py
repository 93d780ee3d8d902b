"""Chapters A.2 and A.4: how the dice of K-guns, Multi-Kinetic Penetrators, Scatterguns and Pulsers are read.

Tables and functions without dice, as in `weapons`: the referee rolls by them and the odds are computed from them.
"""

from __future__ import annotations

from quarterdeck.systems.full_thrust.protection import Blow

K_GUN_BANDS = (6.0, 12.0, 18.0, 24.0, 30.0)
K_GUN_HITS_ON = (2, 3, 4, 5, 6)
"""The face from which a K-gun of any class hits, by range band (FT-A.2.4)."""

PENETRATOR_RANGE = 12.0
"""How far a Multi-Kinetic Penetrator reaches, in MU (FT-A.2.12)."""
PENETRATOR_DAMAGE = 4
"""The points of each of its hits (FT-A.2.12)."""

SCATTERGUN_RANGE = 6.0
"""How far a Scattergun reaches in AS mode, in MU (FT-A.2.14)."""

PULSER_RANGE: dict[int, float] = {1: 36.0, 2: 24.0, 6: 12.0}
"""How far a Pulser reaches by its dice, whose number does not fall with the range (FT-A.4.7)."""


def k_gun_damage(cls: int, face: int) -> int:
    """The points of a K-gun's hit: twice its class where the die shows no more than that, but never on a 6 (FT-A.2.5).

    >>> [k_gun_damage(4, face) for face in (4, 5)], k_gun_damage(6, 6)
    ([8, 4], 6)
    """
    return 2 * cls if face <= cls and face != 6 else cls


def k_gun_blow(cls: int, face: int) -> Blow:
    """A hit by its damage die: no hit is added to another before it meets armour (FT-A.2.6)."""
    return Blow("kinetic", (k_gun_damage(cls, face),))


def penetrator_hits(modified: int) -> int:
    """How often a Multi-Kinetic Penetrator hits by its die, a small target's modifier in it (FT-A.2.12).

    >>> [penetrator_hits(face) for face in (3, 4, 6)]
    [0, 1, 2]
    """
    return 0 if modified < 4 else 1 if modified < 6 else 2


def penetrator_blow(face: int) -> Blow:
    """What it does to a ship: each hit for itself (FT-A.2.13)."""
    return Blow("kinetic", (PENETRATOR_DAMAGE,) * penetrator_hits(face))


PLASMA_RANGE = 30.0
"""How far from its ship a Plasma Bolt is placed, in MU (FT-A.4.14)."""
BOLT_LOAD = "bolt"
"""What the launch of a Plasma Bolt is called among launches of ordnance."""
PLASMA_RADIUS = 6
"""How far it bursts, in MU, unless another radius is agreed on (FT-A.4.15)."""


def plasma_points(face: int, screens: int) -> int:
    """The points of one level of a Plasma Bolt: a Level-1 Screen cancels a 6, Level 2 or a Vapour Shroud a 5 too (FT-A.4.18).

    >>> [plasma_points(face, 1) for face in (5, 6)], [plasma_points(face, 2) for face in (4, 5)]
    ([5, 0], [4, 0])
    """
    return 0 if face > 6 - screens else face
