"""What is told of ships of which others may not know: everything to their own side, to the rest what is to be seen."""

from __future__ import annotations

from dataclasses import replace

from quarterdeck.engine.events import Event
from quarterdeck.engine.questions import DRIFT
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.state import FleetState, Ship

SECRET_WORDS = ("REFLEX",)
"""What stands in orders that are carried out, and is still not known to the enemy (FT-11.3.12)."""


def seats_of(state: FleetState, side: str) -> list[str]:
    """The seats of a side."""
    return [seat for seat, of in state.seats.items() if of == side]


def is_hidden(state: FleetState, ship: Ship) -> bool:
    """Whether others do not see what a ship is, or not where (FT-10.1.1, FT-11.3.16)."""
    return ship.cloak is not None or ship.id in state.bogeys


def tell_of(state: FleetState, referee: Referee, ship: Ship, event: Event, others: Event | None = None) -> None:
    """Tell what a ship does: of a hidden one its own side only, while the rest get what they do see."""
    if is_hidden(state, ship):
        referee.tell(event, seats_of(state, ship.side), others)
    else:
        referee.tell(event)


def tell_move(state: FleetState, referee: Referee, ship: Ship, moved: Event) -> None:
    """Tell of a move: of a Bogey others see where its marker goes (FT-10.1.3), of a cloaked ship nothing."""
    if is_hidden(state, ship):
        seen = Event("contact_moved", "FT-10.1.3", {key: moved.data[key] for key in ("ship", "from", "to")})
        tell_of(state, referee, ship, moved, None if ship.cloak is not None else seen)
    elif any(word in ship.doing for word in SECRET_WORDS):
        line, via = moved.data["orders"], moved.data["via"]
        points = [point for word, point in zip(_words(line), via, strict=False) if word not in SECRET_WORDS]
        seen = replace(moved, data={**moved.data, "orders": open_line(line), "via": points})
        referee.tell(moved, seats_of(state, ship.side), seen)
    else:
        referee.tell(moved)


def tell_declared(state: FleetState, referee: Referee, ship: Ship, declared: Event) -> None:
    """Tell what a ship that does not move has declared, to others without what stays secret, or nothing (FT-11.3.12)."""
    line = open_line(declared.data["orders"])
    if all(word not in ship.doing for word in SECRET_WORDS):
        tell_of(state, referee, ship, declared)
    else:
        seen = None if line == DRIFT else replace(declared, data={**declared.data, "orders": line})
        referee.tell(declared, seats_of(state, ship.side), seen)


def _words(line: str) -> list[str]:
    return [piece.strip().upper() for piece in line.split(",")]


def open_line(line: str) -> str:
    """An order line without what stays secret."""
    return ", ".join([word for word in _words(line) if word not in SECRET_WORDS]) or DRIFT
