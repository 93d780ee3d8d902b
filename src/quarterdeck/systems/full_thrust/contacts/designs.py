"""What others see of a contact, and what a Dummy Bogey is: designs that no design file describes (FT-10.1.2, FT-10.3.1)."""

from __future__ import annotations

from functools import cache

from quarterdeck.systems.full_thrust.ship import Design, Group
from quarterdeck.systems.full_thrust.state import DUMMY, Ship

CONTACT = "contact/"
"""How the key of the design begins that others see of a Bogey; behind it stands the group."""
DUMMY_CPV = 20
"""What a Dummy costs of the fleet's budget (FT-10.3.1)."""
DUMMY_THRUST = tuple(range(1, 9))
"""The Main Drive ratings that may be chosen for a Dummy (FT-10.3.3)."""
TITLES: dict[Group, str] = {"escort": "Escort", "cruiser": "Cruiser", "capital": "Capital ship", "merchant": "Merchant"}


@cache
def contact_design(group: Group) -> Design:
    """A ship of which nothing is known but the class that its drives give away (FT-10.1.2)."""
    return _design(f"{CONTACT}{group}", "Contact", f"{TITLES[group]} contact", group, 0, 0)


@cache
def dummy_design(thrust: int) -> Design:
    """A drone that moves like a ship with this Main Drive, and carries nothing (FT-10.3.3)."""
    return _design(f"{DUMMY}{thrust}", f"Dummy, thrust {thrust}", "Dummy", "escort", thrust, DUMMY_CPV)


def _design(key: str, name: str, class_name: str, group: Group, thrust: int, cpv: int) -> Design:
    return Design(
        key=key,
        name=name,
        class_name=class_name,
        class_code="",
        navy="",
        group=group,
        civilian=group == "merchant",
        mass=0,
        hull=1,
        rows=(1, 0, 0, 0),
        armour=0,
        thrust=thrust,
        ftl=False,
        streamlining="none",
        systems=(),
        holds=(),
        crew_factors=0,
        crew_dots=(),
        mass_used=0,
        cpv=cpv,
        silhouette="contact",
    )


def is_contact(ship: Ship) -> bool:
    """Whether this is what a view shows of a Bogey of others."""
    return ship.design.key.startswith(CONTACT)


def weasel_shows(ship: Ship) -> Group | None:
    """The class that a working Weasel Decoy System imitates (FT-10.3.4); None where there is none."""
    for kind, group in WEASELS.items():
        if any(system.id not in ship.lost for system in ship.design.by_kind.get(kind, ())):
            return group
    return None


WEASELS: dict[str, Group] = {"weasel_capital": "capital", "weasel_cruiser": "cruiser"}


def contact_group(ship: Ship) -> Group:
    """The class that the marker of a Bogey shows: of its drives, or what a Weasel makes of them (FT-10.1.2, FT-10.3.5)."""
    return weasel_shows(ship) or ship.design.group
