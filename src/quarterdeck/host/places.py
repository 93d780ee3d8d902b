"""Who sits where: persons, bots by their level, and seats that wait for somebody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from quarterdeck.engine.problems import Json

PERSON = "person"
PAST = ""
"""A bot of which only a record tells: it answers no more."""


@dataclass(slots=True)
class Place:
    """A seat of a battle: its side, who plays it (`PERSON`, the level of a bot, or `PAST`), the name, the salt given to the dice,
    whether somebody has sat down, and how many seconds each decision may take (None: any time)."""

    seat: str
    side: str
    player: str
    name: str = ""
    salt: str = ""
    taken: bool = False
    clock: int | None = None

    @property
    def person(self) -> bool:
        """Whether a person plays it."""
        return self.player == PERSON


def written(places: Sequence[Place]) -> Json:
    """Places as the database keeps them."""
    return [asdict(place) for place in places]


def read(rows: Json) -> dict[str, Place]:
    """Places by seat, as they were written."""
    return {row["seat"]: Place(**row) for row in rows}
