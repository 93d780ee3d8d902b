"""What a ship needs to declare something: a working system, and that the rule is agreed (FT-2.7.4, FT-1.1.1)."""

from __future__ import annotations

from functools import lru_cache

from quarterdeck.systems.full_thrust.aliens.power import power_of
from quarterdeck.systems.full_thrust.order_lines import DECLARATIONS, POWER, Declaration
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.state import Ship

ACTIVE_SENSORS = "active_sensors"
"""What every military ship has in its hull, without a symbol that could be lost (FT-10.1.5)."""
SUITES: tuple[str, ...] = ("superior_sensors", "enhanced_sensors")
"""The sensors that are a system of their own, the better ones first (FT-10.2.1)."""
JAMMERS: tuple[str, ...] = ("ecm", "area_ecm")
"""ECM for the ship alone and for the space around it (FT-10.4.1)."""
BAYS = ("fighter_bay", "drone_womb")
"""The kinds of system out of which groups are launched (FT-5.8.1, FT-A.3.22)."""
ALSO: dict[str, tuple[str, ...]] = {ACTIVE_SENSORS: SUITES, "ecm": JAMMERS, "fighter_bay": BAYS}
"""The kinds of system that serve for a declaration, where there are several."""


def works(ship: Ship, kind: str) -> bool:
    """Whether a ship has a working system of a kind, or one that serves as well; active sensors are in any military hull."""
    if kind == ACTIVE_SENSORS and not ship.design.civilian and not ship.dummy:
        return True
    return any(system.id not in ship.lost for each in ALSO.get(kind, (kind,)) for system in ship.design.by_kind.get(each, ()))


def has_for(ship: Ship, system: str) -> bool:
    """Whether a ship has what a declaration needs: a working system, a Bay, power to divide; "" is nothing."""
    if system == POWER:
        return power_of(ship) > 0
    return not system or works(ship, system)


def declarations_of(design: Design) -> tuple[tuple[str, Declaration], ...]:
    """The words that ships of a design may ever declare by a system of theirs, whether it works or not."""
    return _declarations(tuple(design.by_kind), bool(design.generators))


@lru_cache(maxsize=1024)
def _declarations(kinds: tuple[str, ...], generators: bool) -> tuple[tuple[str, Declaration], ...]:
    def fitted(system: str) -> bool:
        if system == POWER:
            return generators
        return system == ACTIVE_SENSORS or any(kind in kinds for kind in ALSO.get(system, (system,)))

    return tuple([(word, each) for word, each in DECLARATIONS.items() if each.system and fitted(each.system)])


def working(ship: Ship, kind: str) -> list[str]:
    """The ids of the working systems of a kind."""
    return [system.id for system in ship.design.by_kind.get(kind, ()) if system.id not in ship.lost]


def agreed(needed: tuple[str, ...], switches: Switches | None) -> bool:
    """Whether one of the optional rules that something needs is played; without switches to look at only what needs none is."""
    if not needed:
        return True
    return switches is not None and True in [getattr(switches, each) for each in needed]


SILENT: dict[str, str] = {"NOVA": "FT-11.3.3", "REFLEX": "FT-11.3.13", "CLOAK": "FT-11.3.16"}
"""The declarations beside which a ship fires, launches and takes in nothing, with their rules."""


def silenced(ship: Ship) -> str:
    """The rule by which a ship fires, launches and takes in nothing in this turn, "" where there is none."""
    if ship.cloak is not None:
        return "FT-11.3.16"
    return next((SILENT[word] for word in ship.doing if word in SILENT), "") if ship.doing else ""
