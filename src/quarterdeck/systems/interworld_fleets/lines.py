"""Lines of attack: what blocks which kind of attack (IWF-4.4, IWF-5.3, IWF-7.6, IWF-9.2)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Literal, NamedTuple

from quarterdeck.engine.hexes import Hex, adjacent, blockers
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.unit import Attack


class Stops(NamedTuple):
    """A row of the table in IWF-4.4: which ships block a line by themselves, and whether ships in formation do."""

    ships: Literal["all", "enemies", "none"]
    formation: bool = True


STOPS: dict[Attack, Stops] = {
    "cannon": Stops("all"),
    "energy": Stops("all"),
    "missile": Stops("none"),
    "mine": Stops("none"),
    "phase": Stops("all"),
    "indirect": Stops("all"),
    "harpoon": Stops("none", formation=False),
    "fighters": Stops("enemies"),
}
"""What blocks which attack besides terrain, which blocks them all (IWF-4.4)."""


def blocked_by(state: FleetsState, attack: Attack, side: str, start: Hex, end: Hex, without: str = "") -> list[Hex]:
    """The hexes that block a line of attack of a side; none where it is open (IWF-1.7 to IWF-1.9).

    `without` is a ship that is left out, because it would be elsewhere: the attacker, when it is asked from where else it could
    attack.
    """
    ships = [ship for ship in state.ships.values() if ship.status == "fighting" and ship.id != without]
    terrain = state.terrain
    own = [area.id for at in (start, end) for area in terrain.at.get(at, ())]
    return blockers(start, end, Screen(in_the_way(attack, side, ships), terrain.blocking, own))


class Screen:
    """All hexes that block a line: those with ships in the way, and of terrain but for the areas of its ends (IWF-9.2)."""

    __slots__ = ("own", "ships", "terrain")

    def __init__(self, ships: Container[Hex], terrain: Mapping[Hex, Sequence[str]], own: Sequence[str]) -> None:
        self.ships, self.terrain, self.own = ships, terrain, own

    def __contains__(self, at: object) -> bool:
        if at in self.ships:
            return True
        areas = self.terrain.get(at, ()) if isinstance(at, Hex) else ()
        return any(area not in self.own for area in areas)


def in_the_way(attack: Attack, side: str, ships: Sequence[Ship]) -> list[Hex]:
    """The hexes of the ships that block this kind of attack of a side (IWF-4.4)."""
    stops = STOPS[attack]
    if stops.ships == "all":
        return [ship.at for ship in ships]
    screen = [ship.at for ship in ships if ship.side != side] if stops.ships == "enemies" else []
    if stops.formation:
        screen += [ship.at for ship in ships if ship.squadron and _in_formation(ship, ships)]
    return screen


def _in_formation(ship: Ship, ships: Sequence[Ship]) -> bool:
    """Whether a squadron mate stands in an adjacent hex (IWF-7.6)."""
    return any(mate.squadron == ship.squadron and adjacent(mate.at, ship.at) for mate in ships)
