"""The log of a seat: what it was told, in words, and the marks of the time line."""

from __future__ import annotations

from dataclasses import dataclass, field

from quarterdeck.engine.problems import Json


@dataclass(slots=True)
class Log:
    """The events of a seat as they are sent; `told` counts all events of the battle that have been gone through for it."""

    events: list[Json] = field(default_factory=list)
    told: int = 0
    _marked: list[Json] = field(default_factory=list)
    _rounds: dict[int, tuple[int, int]] = field(default_factory=dict)

    def add(self, event: Json) -> None:
        """One more event that the seat was told."""
        self.events.append(event)
        first, count = self._rounds.get(event["turn"], (event["n"], 0))
        self._rounds[event["turn"]] = first, count + 1
        if "mark" in event:
            self._marked.append(event)

    def marks(self) -> list[Json]:
        """The marks of the time line: each event that has one, with its round and how far in it that was."""
        return [self._mark(event) for event in self._marked]

    def _mark(self, event: Json) -> Json:
        first, count = self._rounds[event["turn"]]
        part = round((event["n"] - first) / count, 3)
        return {**event["mark"], "n": event["n"], "turn": event["turn"], "part": part}
