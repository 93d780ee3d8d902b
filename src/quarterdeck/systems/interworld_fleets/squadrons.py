"""Chapter 7: squadrons: who keeps formation, who may, and what ships out of formation cannot do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

from quarterdeck.engine.hexes import Hex, adjacent, distance, neighbours
from quarterdeck.systems.interworld_fleets.movement import on_map
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship

Ends: TypeAlias = Mapping[str, Mapping[Hex, str]]
"""By ship the hexes in which it can end its movement, each with a path there."""

Places: TypeAlias = dict[str, Hex]

Action: TypeAlias = Literal["move", "ram", "shoot", "harpoon", "board", "batten", "strike", "intercept"]

BARRED: tuple[Action, ...] = ("shoot", "harpoon", "board", "batten")
"""What a ship out of formation cannot do: shoot, batten down, and what takes the place of shooting (IWF-7.4)."""


def keeps_formation(state: FleetsState, ship: Ship) -> bool:
    """Whether a ship is adjacent to a squadron mate, or is alone (IWF-7.3, IWF-7.9)."""
    return not ship.squadron or not state.mates(ship) or bool(state.mates_beside(ship))


def may(action: Action, in_formation: bool) -> bool:
    """Whether a ship of a squadron may do something (IWF-7.4)."""
    return in_formation or action not in BARRED


def stragglers(places: Mapping[str, Hex]) -> list[str]:
    """The ships without a mate in an adjacent hex; a ship alone is none (IWF-7.3, IWF-7.9)."""
    if len(places) == 1:
        return []
    return [ship for ship, at in places.items() if not any(adjacent(at, other) for other in places.values())]


# Plans


def ends_of(state: FleetsState, ships: Iterable[Ship]) -> dict[str, dict[Hex, str]]:
    """Where each ship of a squadron could end, mates left out of account, with the shortest path there (IWF-7.3)."""
    ships = list(ships)
    others = [each.at for each in state.on_map if each.unit != ships[0].unit]
    ends: dict[str, dict[Hex, str]] = {ship.id: {} for ship in ships}
    for ship in ships:
        for course in on_map(state, ship, others):
            ends[ship.id].setdefault(course.end.at, course.path)
    return ends


def breaks_formation(ends: Ends, places: Mapping[str, Hex]) -> list[str]:
    """The ships that a plan leaves out of formation though they could keep it, or not as near as they could be (IWF-7.3).

    `places` are the planned end hexes of the ships that count: those that neither ram nor leave the map.
    """
    out = stragglers(places)
    if not out:
        return []
    if len(out) > len(places) - len(arrange({ship: ends[ship] for ship in places})):
        return out
    return [ship for ship in out if places[ship] not in _nearest(ends[ship], places, ship)]


def _nearest(ends: Iterable[Hex], places: Mapping[str, Hex], ship: str) -> list[Hex]:
    """Where a ship that is left out may end: as near to a mate as it can, in a hex that no mate takes."""
    mates = [at for other, at in places.items() if other != ship]
    gaps = {at: min([distance(at, mate) for mate in mates]) for at in ends if at not in mates}
    return [at for at, gap in gaps.items() if gap == min(gaps.values())]


def arrange(ends: Ends) -> Places:
    """Hexes for as many ships as can keep formation, in groups with one ship beside all others (IWF-7.3)."""
    for size in range(len(ends), 1, -1):
        for together in combinations(ends, size):
            for groups in _divided(together):
                if (placed := _placed(groups, ends, {})) is not None:
                    return placed
    return {}


def _divided(ships: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
    """Every division into groups of two or more, the largest first groups first."""
    if not ships:
        yield []
    for size in range(len(ships) - 1, 0, -1):
        for mates in combinations(ships[1:], size):
            rest = [ship for ship in ships[1:] if ship not in mates]
            yield from ([(ships[0], *mates), *groups] for groups in _divided(rest))


def _placed(groups: Sequence[tuple[str, ...]], ends: Ends, placed: Places) -> Places | None:
    """Hexes for all of these groups beside those placed already; None where there are none."""
    if not groups:
        return placed
    for centre in groups[0]:
        mates = [ship for ship in groups[0] if ship != centre]
        for at in ends[centre]:
            if at not in placed.values():
                for with_group in _beside(mates, neighbours(at), ends, {**placed, centre: at}):
                    if (done := _placed(groups[1:], ends, with_group)) is not None:
                        return done
    return None


def _beside(ships: Sequence[str], around: Sequence[Hex], ends: Ends, placed: Places) -> Iterator[Places]:
    """Every way to put ships into hexes of their own round another one."""
    if not ships:
        yield placed
        return
    for at in around:
        if at in ends[ships[0]] and at not in placed.values():
            yield from _beside(ships[1:], around, ends, {**placed, ships[0]: at})


def in_formation(ends: Ends) -> Places:
    """A plan that is legal: as many ships as can keep formation, the others as near as they can be."""
    places = arrange(ends)
    left = [ship for ship in ends if ship not in places]
    for ship in left:
        places[ship] = next(at for at in ends[ship] if at not in places.values())
    for _time in range(len(left) * 2):
        for ship in left:
            near = _nearest(ends[ship], places, ship)
            places[ship] = places[ship] if places[ship] in near else near[0]
    return {ship: places[ship] for ship in ends}


def paths_to(ends: Ends, places: Mapping[str, Hex]) -> dict[str, str]:
    """The paths that lead to planned hexes."""
    return {ship: ends[ship][at] for ship, at in places.items()}


def leaving(state: FleetsState, places: Mapping[str, Hex]) -> Collection[str]:
    """The ships that will not be any more where they are when a plan is done."""
    return [ship for ship, at in places.items() if state.ships[ship].at != at]
