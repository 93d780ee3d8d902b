"""Who acts next where sides alternate (FT-2.7.7, FT-2.7.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from quarterdeck.engine.events import Event
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.contacts.telling import seats_of
from quarterdeck.systems.full_thrust.state import FleetState


class Unit(Protocol):
    """What is activated: a ship, a fighter group."""

    @property
    def id(self) -> str: ...
    @property
    def seat(self) -> str: ...


U = TypeVar("U", bound=Unit)


def loser_first(state: FleetState) -> list[str]:
    """The sides in the order in which they act in phases 3, 4 and 6 and declare in phase 7 (FT-2.7.7, FT-2.7.18)."""
    return state.initiative[::-1]


def next_to_act(state: FleetState, order: Sequence[str], able: Callable[[str], list[U]], acted: Iterable[str]) -> list[U]:
    """The units of which the seat whose turn it is may activate one; none when the phase is over (FT-2.7.8).

    `order` are the sides, who acts first in front, `able` gives the units of a seat that could do something. A side that has
    passed or has nothing left is skipped. Where several seats play a side, each passes for itself, and the one that has
    activated the fewest of the units that have `acted` is next.
    """
    start = order.index(state.last_side) + 1 if state.last_side in order else 0
    for side in (*order[start:], *order[:start]):
        for seat in _seats_in_turn(state, side, acted):
            if units := able(seat):
                return units
    return []


def _seats_in_turn(state: FleetState, side: str, acted: Iterable[str]) -> list[str]:
    """The seats of a side that have not passed, those that have activated fewer units first."""
    seats = [seat for seat, of in state.seats.items() if of == side and seat not in state.passed]
    if len(seats) <= 1:
        return seats
    owners = [owner_of(state, unit) for unit in acted]
    return sorted(seats, key=owners.count)


def owner_of(state: FleetState, unit: str) -> str:
    """The seat of a ship, a fighter group or a base off the table."""
    return (state.ships.get(unit) or state.groups.get(unit) or state.bases[unit]).seat


def has_passed(state: FleetState, referee: Referee, seat: str, phase: str = "") -> None:
    """A seat acts no more in this phase, which is told by its rule but for ship fire (FT-2.7.8).

    Where it still has Bogeys, that it could have acted is told to its own side only (FT-10.1.1).
    """
    state.passed.append(seat)
    state.last_side = state.seats[seat]
    facts = {"side": state.last_side, "seat": seat}
    secret = any(ship.seat == seat and ship.id in state.bogeys for ship in state.ships.values()) if state.bogeys else False
    event = Event("passed", "FT-2.7.8", {**facts, "phase": phase} if phase else facts)
    referee.tell(event, seats_of(state, state.last_side) if secret else None)


def has_begun(state: FleetState) -> bool:
    """Whether somebody has been activated or has passed in this phase, so that what comes first in it is done already."""
    return bool(state.acted or state.fired or state.passed)


def close_phase(state: FleetState) -> None:
    """Forget who has acted and passed when a phase ends."""
    state.acted, state.fired, state.passed, state.last_side, state.plans = [], [], [], "", {}
