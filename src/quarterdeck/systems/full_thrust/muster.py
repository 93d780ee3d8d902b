"""What a side that picks its ships may pick, and what each costs with its fighters (FT-1.1.3, FT-9.11.4)."""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.systems.full_thrust.fighters.types import MOST_FIGHTERS
from quarterdeck.systems.full_thrust.prices import groups_cpv
from quarterdeck.systems.full_thrust.scenario import GroupSetup, Muster, Switches
from quarterdeck.systems.full_thrust.ship import Design


def standard_wing(design: Design) -> tuple[GroupSetup, ...]:
    """What a ship that is picked has in its Bays: Standard fighters, six in each (FT-9.11.4)."""
    return (GroupSetup("standard", MOST_FIGHTERS),) * len(design.bays)


def price_of(design: Design) -> int:
    """The CPV of a ship with the fighters with which it comes when it is picked (FT-9.11.4)."""
    return design.cpv + groups_cpv([group.type for group in standard_wing(design)])


def on_offer(muster: Muster, designs: Mapping[str, Design], switches: Switches) -> tuple[str, ...]:
    """The keys of the designs that may be picked: without that option none that has no FTL Drive (FT-8.4.2).

    A muster that has nothing else for its points is all about such ships, and so the scenario allows them.
    """
    if switches.non_ftl_ships:
        return muster.designs
    keys = tuple([key for key in muster.designs if designs[key].ftl])
    return keys if any(price_of(designs[key]) <= muster.points for key in keys) else muster.designs
