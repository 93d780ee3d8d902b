"""Draw docs/sheet.svg, the record sheet of a damaged cruiser: python docs/make_sheet.py"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.engine.sheets import standalone
from quarterdeck.engine.system import find

PICTURE = Path(__file__).with_name("sheet.svg")
LOST = ("beam-3-2", "pds-1", "fire-control-1")


def damaged_sheet() -> str:
    """The Amaranth of the patrol without armour, two rows of hull and a half: a gun, a PDS and a Fire Control are lost."""
    system = find("full-thrust")
    state = system.start(system.scenarios()["patrol"])
    ship = state.ships["a1"]
    ship.armour, ship.hull_damage, ship.drive_hits = 0, 15, 1
    ship.lost.update(dict.fromkeys(LOST, "threshold"))
    if problems := system.check(state):
        raise ValueError(problems)
    return standalone(system.sheet(ship, system.view(state, None)))


if __name__ == "__main__":
    PICTURE.write_text(damaged_sheet(), encoding="utf-8")
