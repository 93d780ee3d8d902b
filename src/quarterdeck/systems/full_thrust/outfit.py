"""How large the systems of chapters 8 and 11 and of the aliens are (FT-8.3.3, FT-11.4.1, FT-11.4.2, FT-A.5.4).

As in `design`: whole MASS, integers only, TMF the total MASS of the ship.
"""

from __future__ import annotations

from quarterdeck.systems.full_thrust.design import equal_parts, percentage

# Tugs, mines and wonder weapons

TOWED_PER_MASS = 5


def tug_drive_mass(towed: int) -> int:
    """Beyond the tug's own FTL Drive, 1 MASS for each 5 MASS of ships towed or part of it (FT-8.3.3).

    >>> tug_drive_mass(21)
    5
    """
    return -(-towed // TOWED_PER_MASS)


def minelayer_mass(mines: int) -> int:
    """2 MASS and 1 for each mine (FT-11.4.1)."""
    return 2 + mines


def reflex_field_mass(tmf: int) -> int:
    """10 % of the TMF, at least 10 (FT-11.4.2)."""
    return max(10, percentage(tmf, 10))


def cloaking_field_mass(tmf: int) -> int:
    """10 % of the TMF, at least 2 (FT-11.4.2)."""
    return max(2, percentage(tmf, 10))


# Kra'Vak


def k_gun_mass(cls: int, arc_count: int) -> int:
    """2 for class 1; class 2 takes 3, with two arcs 4; class 3 takes 5, and each class above it 3 more (FT-A.2.10).

    >>> [k_gun_mass(cls, 1) for cls in (2, 3, 6)]
    [3, 5, 14]
    """
    if cls <= 2:
        return cls + 1 if cls == 1 else cls + arc_count
    return 5 + 3 * (cls - 3)


# Sa'Vasku


def drive_node_mass(tmf: int) -> int:
    """10 % of the TMF (FT-A.3.7)."""
    return percentage(tmf, 10)


def generators(rating: int, rows: tuple[int, ...]) -> tuple[int, ...]:
    """The rating of the generator at the end of each row that has boxes, the larger ones below (FT-A.3.3).

    >>> generators(22, (6, 6, 6, 6)), generators(2, (1, 1, 1, 0))
    ((5, 5, 6, 6), (0, 1, 1))
    """
    return equal_parts(rating, len([boxes for boxes in rows if boxes]))[::-1]


# Phalons

TUNINGS: dict[int, str] = {1: "L", 2: "M", 6: "C"}
"""The tunings of a Pulser by the dice that each gives (FT-A.4.7)."""

PULSER_MASS: dict[int, int] = {1: 2, 3: 3, 6: 4}
"""The MASS of a Pulser by the number of its arcs (FT-A.4.10)."""


def pulser_mass(arc_count: int) -> int:
    """2 MASS with one arc, 3 with three, 4 all round (FT-A.4.10)."""
    return PULSER_MASS[arc_count]


def plasma_bolt_mass(cls: int) -> int:
    """5 MASS for each class (FT-A.4.12)."""
    return 5 * cls


def shroud_mass(tmf: int) -> int:
    """5 % of the TMF (FT-A.4.23)."""
    return percentage(tmf, 5)
