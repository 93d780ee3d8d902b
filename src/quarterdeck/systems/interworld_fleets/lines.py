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


class Lines:
    """The lines of attack of a side as the ships stand; `without` is a ship that is left out, because it would be elsewhere: the
    attacker, when it is asked from where else it could attack.
    """

    def __init__(self, state: FleetsState, side: str, without: str = "") -> None:
        self._terrain, self._side = state.terrain, side
        self._ships = [ship for ship in state.ships.values() if ship.status == "fighting" and ship.id != without]
        self._screens: dict[Stops, list[Hex]] = {}

    def blocked(self, attack: Attack, start: Hex, end: Hex) -> list[Hex]:
        """The hexes that block a line; none where it is open (IWF-1.7 to IWF-1.9)."""
        stops, at = STOPS[attack], self._terrain.at
        if stops not in self._screens:
            self._screens[stops] = in_the_way(stops, self._side, self._ships)
        own = [area.id for each in (start, end) for area in at.get(each, ())]
        return blockers(start, end, Screen(self._screens[stops], self._terrain.blocking, own))


def blocked_by(state: FleetsState, attack: Attack, side: str, start: Hex, end: Hex) -> list[Hex]:
    """The hexes that block a line of attack of a side; none where it is open (IWF-1.7 to IWF-1.9)."""
    return Lines(state, side).blocked(attack, start, end)


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


def in_the_way(stops: Stops, side: str, ships: Sequence[Ship]) -> list[Hex]:
    """The hexes of the ships that block an attack of a side (IWF-4.4)."""
    if stops.ships == "all":
        return [ship.at for ship in ships]
    screen = [ship.at for ship in ships if ship.side != side] if stops.ships == "enemies" else []
    if stops.formation:
        screen += [ship.at for ship in ships if ship.squadron and _in_formation(ship, ships)]
    return screen


def _in_formation(ship: Ship, ships: Sequence[Ship]) -> bool:
    """Whether a squadron mate stands in an adjacent hex (IWF-7.6)."""
    return any(mate.squadron == ship.squadron and adjacent(mate.at, ship.at) for mate in ships)
