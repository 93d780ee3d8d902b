"""Lines of attack: what blocks which kind of attack (IWF-4.4, IWF-5.3, IWF-7.6, IWF-9.2)."""

from __future__ import annotations

from collections.abc import Sequence
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
        self._state, self._terrain, self._side, self._without = state, state.terrain, side, without
        self._screens: dict[Attack, frozenset[Hex]] = {}

    def blocked(self, attack: Attack, start: Hex, end: Hex) -> list[Hex]:
        """The hexes that block a line; none where it is open (IWF-1.7 to IWF-1.9)."""
        if start in self._terrain.blocking or end in self._terrain.blocking:
            return blockers(start, end, self._in_the_way(attack).union(self._terrain_between(start, end)))
        if attack not in self._screens:
            self._screens[attack] = self._in_the_way(attack).union(self._terrain.blocking)
        return blockers(start, end, self._screens[attack])

    def _in_the_way(self, attack: Attack) -> frozenset[Hex]:
        ships = [ship for ship in self._state.on_map if ship.id != self._without]
        return frozenset(in_the_way(STOPS[attack], self._side, ships))

    def _terrain_between(self, start: Hex, end: Hex) -> list[Hex]:
        """The hexes of terrain that block, but for the areas of a line's ends (IWF-9.2)."""
        blocking = self._terrain.blocking
        own = (*blocking.get(start, ()), *blocking.get(end, ()))
        return [at for at, areas in blocking.items() if any(area not in own for area in areas)]


def blocked_by(state: FleetsState, attack: Attack, side: str, start: Hex, end: Hex) -> list[Hex]:
    """The hexes that block a line of attack of a side; none where it is open (IWF-1.7 to IWF-1.9)."""
    return Lines(state, side).blocked(attack, start, end)


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
