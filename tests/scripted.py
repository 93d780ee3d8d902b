"""Rules code by itself, for tests: a referee whose dice are scripted, and driving a coroutine to its end."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.events import Event
from quarterdeck.engine.questions import Question
from quarterdeck.engine.referee import Moment, Referee


def referee(faces: Iterable[int] = ()) -> tuple[Referee, list[Event]]:
    """A referee whose dice show these faces, and the list of what it will have told."""
    told: list[Event] = []
    return Referee(ScriptedDice(faces), lambda what: told.append(what.event)), told


def run_to_end(play: Coroutine[Any, Any, Any], answer: Callable[[Question[Any]], Any]) -> Any:
    """What a coroutine of the rules returns; `answer` gives each question's value as the rules get it."""
    answers: Any = None
    while True:
        try:
            stop = play.send(answers)
        except StopIteration as end:
            return end.value
        answers = [answer(question) for question in stop.questions] if isinstance(stop, Moment) else []
