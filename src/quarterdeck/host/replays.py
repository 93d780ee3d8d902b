"""A record gone through again for one reader: a picture a round, and after each event what it changed. Computed in workers."""

from __future__ import annotations

from typing import Any

from quarterdeck.engine.events import Told
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.record import Record, read_record
from quarterdeck.engine.replay import load
from quarterdeck.engine.system import System, find
from quarterdeck.host.reader import Reader


class Recorder:
    """Listens to a battle for one seat (None: the public) and keeps what it would have been shown, but for what is `void`."""

    def __init__(self, system: System[Any], scenario: Any, seat: str | None, void: set[int]) -> None:
        self.system, self.seat, self.void = system, seat, void
        self.sides = scenario.seat_sides()
        self.heard = 0
        self.events: list[Json] = []
        self.round = -1
        self.now = self._picture(system.start(scenario))
        self.pictures: list[Json] = [{"n": 0, "picture": self.now}]

    def hear(self, told: Told, state: Any) -> None:
        """An event is told, as the state stands after it."""
        event = None if self.heard in self.void else told.seen_by(self.seat)
        self.heard += 1
        if event is None:
            return
        reader = Reader(self.system, self.system.view(state, self.seat))
        progress = self.system.progress(reader.view)
        phase = next((each.text for each in progress.phases if each.state == "now"), "")
        before, self.now = self.now, reader.wired(self.system.picture(reader.view))
        shown = reader.event(len(self.events) + 1, event, (progress.at, phase), self.sides)
        patch = difference(before["scene"].get("items", []), self.now["scene"].get("items", []))
        self.events.append({**shown, "patch": patch} if patch else shown)
        if progress.at != self.round:
            self.round = progress.at
            self.pictures.append({"n": len(self.events), "picture": self.now})

    def _picture(self, state: Any) -> Json:
        reader = Reader(self.system, self.system.view(state, self.seat))
        return reader.wired(self.system.picture(reader.view))


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
    record = read_record(text)
    system = find(record.header.system)
    recorder = Recorder(system, system.read("scenario", record.header.scenario), seat, _void(record, system, seed))
    load(record, system, seed=seed, listener=recorder.hear, checked=False)
    return {"pictures": recorder.pictures, "events": recorder.events}


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
