"""A record gone through again for one reader: a picture a round, and after each event what it changed. Computed in workers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from quarterdeck.engine.events import Event, Told
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.record import Record, read_record
from quarterdeck.engine.replay import load
from quarterdeck.engine.system import System, find
from quarterdeck.host.reader import Memories, Reader

L = TypeVar("L", bound="Listener")


class Listener(ABC):
    """Listens to a battle for one seat (None: the public), but for what is `void`; `n` counts what the seat is told."""

    def __init__(self, system: System[Any], scenario: Any, seat: str | None, void: set[int]) -> None:
        self.system, self.seat, self.void = system, seat, void
        self.sides = scenario.seat_sides()
        self.memories = Memories()
        self.heard = self.n = 0
        self.begin(self.reader(system.start(scenario)))

    def hear(self, told: Told, state: Any) -> None:
        """An event is told, as the state stands after it."""
        event = None if self.heard in self.void else told.seen_by(self.seat)
        self.heard += 1
        if event is not None:
            self.n += 1
            self.follow(event, self.reader(state))

    def reader(self, state: Any) -> Reader:
        """What the seat sees of a state."""
        return Reader(self.system, self.system.view(state, self.seat), self.memories)

    @abstractmethod
    def begin(self, reader: Reader) -> None:
        """Before anything is told."""

    @abstractmethod
    def follow(self, event: Event, reader: Reader) -> None:
        """After an event that the seat is told."""


class Recorder(Listener):
    """Keeps what the seat would have been shown."""

    def begin(self, reader: Reader) -> None:
        """The picture that all begins with."""
        self.events: list[Json] = []
        self.round = -1
        self.now = reader.wired(self.system.picture(reader.view))
        self.pictures: list[Json] = [{"n": 0, "picture": self.now}]

    def follow(self, event: Event, reader: Reader) -> None:
        """An event with what it changed; the whole picture when a round begins."""
        progress = self.system.progress(reader.view)
        phase = next((each.text for each in progress.phases if each.state == "now"), "")
        before, self.now = self.now, reader.wired(self.system.picture(reader.view))
        shown = reader.event(self.n, event, (progress.at, phase), self.sides)
        patch = difference(before["scene"].get("items", []), self.now["scene"].get("items", []))
        self.events.append({**shown, "patch": patch} if patch else shown)
        if progress.at != self.round:
            self.round = progress.at
            self.pictures.append({"n": self.n, "picture": self.now})


class Sheets(Listener):
    """Draws the record sheet of one unit as it stood after so many events; None where the seat saw no such unit."""

    def __init__(self, unit: str, at: int, *given: Any) -> None:
        self.unit, self.at = unit, at
        self.sheet: Json = None
        super().__init__(*given)

    def begin(self, reader: Reader) -> None:
        """The sheet before the first event, where that is asked for."""
        self._draw(reader)

    def follow(self, _event: Event, reader: Reader) -> None:
        """The sheet after this event, where that is asked for."""
        self._draw(reader)

    def _draw(self, reader: Reader) -> None:
        if self.n == self.at:
            self.sheet = reader.sheet_of(self.unit)


def difference(before: list[Json], after: list[Json]) -> Json:
    """What makes of these items those, as a patch; a field that is gone is null."""
    old, new = ({item["id"]: item for item in items} for items in (before, after))
    changed = []
    for key, item in new.items():
        known = old.get(key)
        if known is None:
            changed.append(item)
        elif known != item:
            gone = dict.fromkeys(known.keys() - item.keys())
            changed.append({"id": key, **{name: value for name, value in item.items() if known.get(name) != value}, **gone})
    patch = {"set": changed, "drop": [key for key in old if key not in new]}
    return {name: value for name, value in patch.items() if value}


def replay_of(text: str, seed: str | None, seat: str | None) -> Json:
    """The pictures and events of a record; it was checked before."""
    recorder = _gone_through(Recorder, text, seed, seat)
    return {"pictures": recorder.pictures, "events": recorder.events}


def sheet_then(text: str, seed: str | None, seat: str | None, unit: str, n: int) -> Json:
    """The record sheet of a unit as the seat saw it after its event `n`; None where there was none."""
    return _gone_through(partial(Sheets, unit, n), text, seed, seat).sheet


def _gone_through(listener: Callable[..., L], text: str, seed: str | None, seat: str | None) -> L:
    """A record gone through again with a listener."""
    record = read_record(text)
    system = find(record.header.system)
    made = listener(system, system.read("scenario", record.header.scenario), seat, _void(record, system, seed))
    load(record, system, seed=seed, listener=made.hear, checked=False)
    return made


def _void(record: Record, system: System[Any], seed: str | None) -> set[int]:
    """The places, among all that is told, of what rules told before they failed: it counts for nothing."""
    if not any(entry.void for entry in record.inputs):
        return set()
    heard: list[Told] = []
    battle = load(record, system, seed=seed, listener=lambda told, _state: heard.append(told), checked=False)
    counts = {id(told) for told in battle.told}
    return {place for place, told in enumerate(heard) if id(told) not in counts}


def verdict_of(text: str) -> list[Problem]:
    """What is wrong with a record; nothing where it replays to the letter."""
    try:
        record = read_record(text)
        load(record, find(record.header.system))
    except Refused as refusal:
        return refusal.problems
    return []
