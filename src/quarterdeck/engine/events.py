"""What happened, as data: a kind, the rule, the facts and the dice. Sentences and pictures are made of it elsewhere."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import NamedTuple

from quarterdeck.engine.problems import Json


class Roll(NamedTuple):
    """Dice that fell together: the faces in order, what for (a word the system's prose knows), sides of each die."""

    faces: tuple[int, ...]
    use: str = ""
    sides: int = 6


@dataclass(slots=True)
class Event:
    """Something that happened. `data` holds JSON values only, of the rules' own words and numbers.

    Lengths and points are in the system's units; directions are vectors. What is shown in degrees is computed by `prose`.
    """

    kind: str
    rule: str
    data: dict[str, Json] = field(default_factory=dict)
    dice: tuple[Roll, ...] = ()

    def plain(self) -> dict[str, Json]:
        """The event as a JSON value."""
        dice = [{"faces": list(roll.faces), "use": roll.use, "sides": roll.sides} for roll in self.dice]
        return {"kind": self.kind, "rule": self.rule, "data": self.data, "dice": dice}


class Told(NamedTuple):
    """An event with its audience: the seats that may know it (None: everybody), and what all others see instead."""

    event: Event
    to: tuple[str, ...] | None = None
    others: Event | None = None

    def seen_by(self, seat: str | None) -> Event | None:
        """What this seat (None: a spectator) gets of it."""
        return self.event if self.to is None or seat in self.to else self.others

    def canonical(self) -> str:
        """The whole of it as one line, the same on every machine: what digests are made of."""
        others = self.others.plain() if self.others else None
        whole = [self.event.plain(), list(self.to) if self.to is not None else None, others]
        return json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
