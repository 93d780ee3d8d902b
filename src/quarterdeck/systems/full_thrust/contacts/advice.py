"""What a captain declares beside the orders of chapters 10 and 11: scans, ECM, mines, sweeping, charging."""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.engine.questions import DRIFT
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.contacts.scans import ACTIVE
from quarterdeck.systems.full_thrust.mines import loaded, mines_of
from quarterdeck.systems.full_thrust.movement import may_declare
from quarterdeck.systems.full_thrust.state import FleetView, Ship
from quarterdeck.systems.full_thrust.wonder.ready import FULL

WORTH_A_MINE, WORTH_SWEEPING = 24.0, 15.0
"""How near an enemy must be for a mine to be laid, and a mine for a sweeper to be switched on, in MU."""


def declare_lines(view: FleetView, lines: Mapping[str, str]) -> dict[str, str]:
    """The lines of a captain's ships with what is declared before them.

    A ship that is to jump lays no mines (FT-8.1.3), nor does one that sweeps, and who launches does not sweep (FT-11.1.7).
    """
    return {unit: _with(_words(view, view.ships[unit], line), line) for unit, line in lines.items()}


def _with(words: list[str], line: str) -> str:
    return ", ".join([*words, line] if line != DRIFT else words) or DRIFT


def _words(view: FleetView, ship: Ship, line: str) -> list[str]:
    jumps = ship.jump_on or "FTL" in line
    allowed = [word for word in may_declare(ship, view.switches) if not (jumps and word == "MINE")]
    words = [word for word, wanted in WANTED.items() if word in allowed and wanted(view, ship)]
    needless = "SWEEP" if "LAUNCH" in line else "MINE" if "SWEEP" in words else ""
    return [word for word in words if word != needless]


def _scan(view: FleetView, ship: Ship) -> bool:
    """A ship that is known anyway looks at the contacts within reach."""
    return ship.id not in view.bogeys and _near(view, ship, ACTIVE, only=view.bogeys)


def _jam(view: FleetView, ship: Ship) -> bool:
    return not _scan(view, ship)


def _lay(view: FleetView, ship: Ship) -> bool:
    return bool(loaded(ship)) and _near(view, ship, WORTH_A_MINE)


def _sweep(view: FleetView, ship: Ship) -> bool:
    return any(mine.side != ship.side and apart(mine.position, ship.position) <= WORTH_SWEEPING for mine in mines_of(view))


def _charge(view: FleetView, ship: Ship) -> bool:
    guns = [gun.id for gun in ship.design.by_kind["wave_gun"]]
    return any(ship.charge.get(gun, 0) < FULL for gun in guns if gun not in ship.lost)


def _near(view: FleetView, ship: Ship, far: float, only: list[str] | None = None) -> bool:
    foes = [each for each in view.ships.values() if each.side != ship.side and each.on_table]
    return any(apart(foe.position, ship.position) <= far for foe in foes if only is None or foe.id in only)


WANTED = {"SCAN": _scan, "ECM": _jam, "MINE": _lay, "SWEEP": _sweep, "CHARGE": _charge}
"""When a captain declares a word."""
