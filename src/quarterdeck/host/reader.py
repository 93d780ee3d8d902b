"""Rendering for one reader: what a seat may know, as it goes on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.engine.bench_wire import sheet_json
from quarterdeck.engine.dress import Dress
from quarterdeck.engine.dress_wire import dress_json
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Question
from quarterdeck.engine.system import Sheet, System, sentence_of
from quarterdeck.engine.text import Text
from quarterdeck.engine.wire import Memory, rendered, wire

MOST_REMEMBERED = 2_000
"""From so many parts on what was written is forgotten before the next picture."""
MOST_NAMES = 4
"""So many ways in which things are called are remembered, the latest."""


class Memories:
    """What was written of parts of a battle's pictures, shared by all readers for whom things are called alike."""

    def __init__(self) -> None:
        self._by_names: list[tuple[Mapping[str, str], Memory]] = []

    def of(self, names: Mapping[str, str]) -> Memory:
        """What was written for readers to whom things are called so."""
        for known, memory in self._by_names:
            if known == names:
                if len(memory) > MOST_REMEMBERED:
                    memory.clear()
                return memory
        memory = {}
        self._by_names = [*self._by_names[1 - MOST_NAMES :], (dict(names), memory)]
        return memory


class Reader:
    """Renders for one seat (None: a spectator): its view, and what things are called in it."""

    def __init__(self, system: System[Any], view: Any, memories: Memories | None = None) -> None:
        self.system, self.view = system, view
        self.names = system.names(view)
        self._memory = (memories or Memories()).of(self.names)

    def text(self, text: Text | str) -> Json:
        """A text with the things in it that can be pointed at."""
        return text if isinstance(text, str) else rendered(text, names=self.names)

    def wired(self, thing: Any) -> Json:
        """Anything of pictures."""
        return wire(thing, self.text, self._memory)

    def event(self, n: int, event: Event, told_in: tuple[int, Text | str], sides: Mapping[str, str]) -> dict[str, Json]:
        """An event with its sentence, dice, reasons and effects; `sides` are those of the seats."""
        shown = self.system.show(event, self.view)
        turn, phase = told_in
        whole = {
            "n": n,
            "turn": turn,
            "phase": self.text(phase),
            "kind": event.kind,
            "rule": event.rule,
            "text": self.text(sentence_of(self.system, event, sides)),
            "dice": self.wired(shown.dice),
            "why": [{"rule": reason.rule, "text": self.text(reason.text)} for reason in self.system.explain(event)],
            "refs": list(shown.refs),
            "fx": self.wired(shown.effects),
            "mark": None if shown.mark is None else self.wired(shown.mark),
        }
        return {key: value for key, value in whole.items() if value not in ("", None, [])}

    def sheet_of(self, unit: str) -> Json:
        """The record sheet of a unit as it stands in the view; None where the view has none."""
        found = self.system.unit(self.view, unit)
        return None if found is None else self._sheet(self.system.sheet(found, self.view))

    def _sheet(self, sheet: Sheet) -> dict[str, Json]:
        return sheet_json(sheet, self.text)

    def dress(self, key: str, question: Question[Any], dress: Dress) -> dict[str, Json]:
        """A question as it is shown."""
        return dress_json(key, question, dress, self.text)
