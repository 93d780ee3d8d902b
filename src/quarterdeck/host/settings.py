"""How a host is set up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck.host.people import new_seed


@dataclass(frozen=True, slots=True)
class Settings:
    """`database` is a SQLAlchemy URL; `hosts` the names under which the server may be asked, besides those of this machine.

    `pace` is how many seconds a bot lets pass before it answers in a live battle, `workers` how many processes compute for
    bots and pages (one of them always for people), `seeds` makes the secret seed of each battle's dice.
    """

    database: str
    hosts: tuple[str, ...] = ()
    secure: bool = False
    pace: float = 1.0
    workers: int = 2
    seeds: Callable[[], str] = new_seed


MOST_BODY = 64_000
"""The longest body of a request, in bytes."""
MOST_UPLOAD = 1_000_000
"""The longest record or design that is taken, in bytes."""
MOST_WAIT = 25.0
"""How many seconds a request waits for something new at most."""
MOST_APPLY = 2.0
"""How many seconds an input may take to work before it is given up."""
MOST_BATTLES = 250
"""How many battles are kept in memory; the longest unused one leaves first."""
MOST_LISTED = 50
"""How many battles of a holder are listed, the latest."""
LINGER = 5.0
"""How many seconds somebody who stops listening is still said to be here: between two requests, or while a page loads anew."""
MOST_SAVED = 400
"""How many ships, fleets and other documents one holder may save."""
MOST_KEPT = 64_000
"""The longest document that is saved, in bytes of JSON."""
MOST_SHEETS = 60
"""How many sheets are printed at once."""
