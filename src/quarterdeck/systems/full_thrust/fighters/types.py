"""The types of fighters: how they move, what they carry, what they cost (FT-5.5.7, FT-5.7.1).

Tables without dice: referee, odds and captain go by them alike. Moves are in MU, prices in CPV for six fighters.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.ship import PEOPLES, People
from quarterdeck.systems.full_thrust.weapons import BeamDice

Weapon: TypeAlias = Literal["beam", "torpedo", "kinetic", "none"]

MOST_FIGHTERS = 6
"""The most fighters of a group, and what a Fighter Bay holds (FT-5.0.1)."""


HEAVY_MISSILE = "heavy_missile"
"""What moves like fighters, but attacks only as a scenario would have to say, and so cannot be fielded (FT-5.2.15)."""


class FighterType(NamedTuple):
    """A type of fighter.

    `weapon` is what it carries against ships, `vs_ships` its Beam Dice there; `vs_small` those against fighters and ordnance;
    `pd_modifier` the target modifier of PD fire at it, `primary_cost` the CEF that a primary move takes;
    drones and missiles have no nerve to lose, others are tested (FB2-23).
    """

    name: Text
    cpv: int
    vs_small: BeamDice
    vs_ships: BeamDice = BeamDice(1)
    weapon: Weapon = "beam"
    primary: float = 24.0
    secondary: float = 12.0
    cef: int = 6
    tests_morale: bool = True
    pd_modifier: int = 0
    primary_cost: int = 0


TYPES: dict[str, FighterType] = {
    "standard": FighterType(_("Standard"), 48, BeamDice(1)),
    "fast": FighterType(_("Fast"), 54, BeamDice(1), primary=36.0),
    "heavy": FighterType(_("Heavy"), 60, BeamDice(1), pd_modifier=-1),
    "interceptor": FighterType(_("Interceptor"), 48, BeamDice(1, 1), weapon="none"),
    "attack": FighterType(_("Attack"), 54, BeamDice(1, -2), BeamDice(1, 1)),
    "long_range": FighterType(_("Long-range"), 66, BeamDice(1), cef=9),
    "torpedo": FighterType(_("Torpedo"), 66, BeamDice(1, -2), weapon="torpedo"),
    "kravak_standard": FighterType(_("Kra'Vak"), 48, BeamDice(1), weapon="kinetic"),
    "kravak_heavy": FighterType(_("Kra'Vak Heavy"), 60, BeamDice(1), weapon="kinetic", pd_modifier=-1),
    "savasku_drone": FighterType(_("Sa'Vasku drone"), 0, BeamDice(1), tests_morale=False),
    "phalon_standard": FighterType(_("Phalon"), 48, BeamDice(1)),
    "phalon_heavy": FighterType(_("Phalon Heavy"), 60, BeamDice(1), pd_modifier=-1),
    "phalon_interceptor": FighterType(_("Phalon Interceptor"), 48, BeamDice(1, 1), weapon="none"),
    HEAVY_MISSILE: FighterType(
        _("Heavy Missile"), 0, BeamDice(0), weapon="none", primary=18.0, secondary=6.0, primary_cost=1, tests_morale=False
    ),
}
"""All types by key (FT-5.7.1, FT-5.7.10 to FT-5.7.12); drones are grown and have no price (FT-5.7.11).

A Heavy Missile moves like fighters, but pays for its first move too; its endurance and attack are for a scenario to give
(FT-5.2.15).
"""


def fighters_of(people: People) -> tuple[str, ...]:
    """The keys of the types that a people flies (FT-A.2.17, FT-A.4.24)."""
    alien = [each for each in PEOPLES if each != "human"]
    if people != "human":
        return tuple([key for key in TYPES if key.startswith(f"{people}_")])
    return tuple([key for key in TYPES if key != HEAVY_MISSILE and not key.startswith(tuple([f"{each}_" for each in alien]))])
