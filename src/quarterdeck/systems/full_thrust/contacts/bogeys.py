"""Chapters 10.1 and 10.3: which ships are still Bogeys, what is told of them, and how they are revealed.

Nobody but its own side learns which ship a Bogey is: not from its number either, which follows the places of the markers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import CLOCK, Clock, Vector
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.contacts.designs import contact_group
from quarterdeck.systems.full_thrust.lots import one_of
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.terrain.sight import clear_line

PASSIVE = 36.0
"""How near a ship sees what a contact is, in MU (FT-10.1.4)."""


def unknown_ships(state: FleetState) -> list[str]:
    """What is a Bogey when a battle begins: every ship, those in reserve too, but no installation (FT-10.1.1)."""
    return [ship.id for ship in state.ships.values() if not ship.station]


# How they are numbered


def number_by_place(state: FleetState, referee: Referee) -> None:
    """Give all Bogeys the numbers of their places from left to right and up, so that a number gives nothing away (FT-10.1.2).

    Of several at one place dice decide. Those that nobody sees yet come behind them, so that no gap tells of them.
    """
    for side in dict.fromkeys(state.seats.values()):
        seen, unseen = _to_number(state, side)
        if all(ship.id in state.bogeys for ship in seen):
            _renumber(state, [*_in_place(referee, seen), *unseen])


def _to_number(state: FleetState, side: str) -> tuple[list[Ship], list[Ship]]:
    """The ships of a side that come as Bogeys onto the table, and those that are not on it; installations are no secret."""
    ships = [ship for ship in state.ships.values() if ship.side == side and not ship.station]
    return [ship for ship in ships if ship.on_table], [ship for ship in ships if not ship.on_table]


def _in_place(referee: Referee, ships: list[Ship]) -> list[Ship]:
    """The ships by place, those at the same place in a random order."""
    about = _("Contacts at one place")

    def roll(sides: int) -> int:
        return referee.dice.roll(1, use="contacts", rule="FT-10.1.2", by=ships[0].seat, sides=sides, about=about)[0]

    ordered: list[Ship] = []
    for place in sorted(dict.fromkeys([ship.position for ship in ships])):
        here = [ship for ship in ships if ship.position == place]
        while len(here) > 1:
            ordered.append(one_of(here, roll))
            here.remove(ordered[-1])
        ordered += here
    return ordered


def number_as_set_up(state: FleetState) -> None:
    """The same for ships that the scenario has put where they are."""
    for side in dict.fromkeys(state.seats.values()):
        seen, unseen = _to_number(state, side)
        _renumber(state, [*sorted(seen, key=lambda ship: ship.position), *unseen])


def number_by_arrival(state: FleetState) -> None:
    """The same for ships in reserve, when their plans are made: those that drop out first come first (FT-8.2.1, FT-10.1.2).

    Whatever is in tow comes behind its tug, and behind all of them what stays in bays and docks.
    """
    for side in dict.fromkeys(state.seats.values()):
        _seen, unseen = _to_number(state, side)
        first = [ship for ship in unseen if ship.id in state.arrivals]
        first.sort(key=lambda ship: (state.arrivals[ship.id].turn, state.arrivals[ship.id].position))
        towed = {ship.id: [each for each in unseen if each.carried_by == ship.id and each.status == "reserve"] for ship in first}
        arriving = [each for ship in first for each in (ship, *towed[ship.id])]
        _renumber(state, [*arriving, *[ship for ship in unseen if ship not in arriving]])


def _renumber(state: FleetState, ships: Sequence[Ship]) -> None:
    """Deal the ids of these ships out again among them, the first to the first."""
    ids = [key for key, ship in state.ships.items() if ship in ships]
    new = {ship.id: key for ship, key in zip(ships, ids, strict=True)}
    others = {key: ship for key, ship in state.ships.items() if key not in new}
    for ship in state.ships.values():
        ship.id, ship.carried_by = new.get(ship.id, ship.id), new.get(ship.carried_by, ship.carried_by)
    state.ships = {**others, **{ship.id: ship for ship in ships}}
    bogeys = [new.get(each, each) for each in state.bogeys]
    state.bogeys = [each for each in state.ships if each in bogeys]
    arrivals = {new.get(key, key): plan for key, plan in state.arrivals.items()}
    state.arrivals = {key: arrivals[key] for key in state.ships if key in arrivals}
    groups = list(state.groups.values())
    for group in groups:
        if group.home in new:
            group.id = f"{new[group.home]}{group.id[len(group.home) :]}"
            group.home, group.aboard = new[group.home], new.get(group.aboard, group.aboard)
    state.groups = {group.id: group for group in groups}


def heading(course: Vector) -> Clock:
    """The clock point nearest to a course."""
    return max(range(1, 13), key=lambda point: CLOCK[point].dot(course))


# How they are revealed


def reveal(state: FleetState, referee: Referee, ships: Iterable[Ship], rule: str) -> None:
    """Replace Bogeys by what they are, all at the same moment; a Dummy is taken away (FT-10.1.4, FT-10.3.3)."""
    found = [ship for ship in ships if ship.id in state.bogeys]
    state.bogeys = [each for each in state.bogeys if each not in [ship.id for ship in found]]
    for ship in found:
        if ship.dummy:
            ship.status = "left"
            referee.tell(Event("dummy_removed", "FT-10.3.3", {"ship": ship.id, "at": list(ship.position)}))
        else:
            facts = {"ship": ship.id, "group": contact_group(ship), "at": list(ship.position)}
            referee.tell(Event("revealed", rule, facts))


def disclose(state: FleetState, referee: Referee, ship: Ship, rule: str = "FT-10.1.8") -> bool:
    """A ship does, or suffers, what shows it to all: a Bogey is revealed first (FT-10.1.8). Whether it is a real ship."""
    if state.bogeys:
        reveal(state, referee, (ship,), rule)
    return not ship.dummy


def passive_scan(state: FleetState, referee: Referee) -> None:
    """Every ship sees what enemy Bogeys within 36 MU are, where nothing is in the way; Dummies see nothing (FT-10.1.4)."""
    if state.bogeys:
        seen = [ship for ship in state.ships.values() if ship.id in state.bogeys and ship.on_table and _is_seen(state, ship)]
        reveal(state, referee, seen, "FT-10.1.4")


def _is_seen(state: FleetState, bogey: Ship) -> bool:
    watching = [ship for ship in state.ships.values() if ship.status == "fighting" and ship.side != bogey.side and not ship.dummy]
    return any(in_sight(state, ship, bogey, PASSIVE) for ship in watching)


def in_sight(state: FleetState, one: Ship, other: Ship, reach: float) -> bool:
    """Whether a ship is within so many MU of another, with nothing between them (FT-10.1.4, FT-12.1.5)."""
    return apart(one.position, other.position) <= reach and clear_line(state, one.position, other.position)
