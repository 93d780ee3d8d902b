"""Lines of attack as they are drawn while shots are chosen: to each target in hand, and as far as what blocks a weapon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from quarterdeck.engine.hexes import distance
from quarterdeck.engine.scene import Path, PathStyle
from quarterdeck.engine.text import ngettext
from quarterdeck.systems.interworld_fleets.places import drawn
from quarterdeck.systems.interworld_fleets.plans import BATTEN, CREW, part_of, weapon_of
from quarterdeck.systems.interworld_fleets.sighting import enemies, obstacle
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.unit import WeaponType

FLYING: tuple[WeaponType, ...] = ("missile", "mine", "harpoon")
"""What is drawn as something that flies to its target; all else as a gun."""


def lines_of(view: FleetsState, slots: Iterable[str], held: Mapping[str, str]) -> Iterator[Path]:
    """A line from each ship to what it is to attack; while a weapon is in hand those of it that are blocked (IWF-4.4)."""
    for slot, key in held.items():
        if key != BATTEN:
            ship, target = view.ships[part_of(slot).ship], view.ships[key]
            yield _line(view, f"draft:{slot}", ship, target, _style(view, slot), strong=True)
    for slot in slots:
        shot = part_of(slot)
        if shot.weapon == CREW:
            continue
        ship = view.ships[shot.ship]
        for target in enemies(view, ship):
            found = obstacle(view, ship, weapon_of(view, shot), target)
            if found is not None and found.by:
                stop = min(distance(ship.at, each) for each in found.by) / distance(ship.at, target.at)
                yield _line(view, f"draft:{slot}-{target.id}", ship, target, _style(view, slot), slot, stop)


def _style(view: FleetsState, slot: str) -> PathStyle:
    shot = part_of(slot)
    return "missiles" if shot.weapon != CREW and weapon_of(view, shot).type in FLYING else "guns"


def _line(
    view: FleetsState,
    key: str,
    ship: Ship,
    target: Ship,
    style: PathStyle,
    slot: str = "",
    stop: float | None = None,
    *,
    strong: bool = False,
) -> Path:
    far = distance(ship.at, target.at)
    return Path(
        id=key,
        side=ship.side,
        ref=slot or target.id,
        show=("sel",) if slot else (),
        style=style,
        points=(drawn(view.map, ship.at), drawn(view.map, target.at)),
        text="" if stop is not None else ngettext("{n} hex", "{n} hexes", far),
        at=0.5,
        strong=strong,
        blocked=stop,
    )
