"""What rules code holds: it asks, rests, tells and rolls. Nothing else of the engine is seen by a rule."""

from __future__ import annotations

import types
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Event, Told
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Question

A = TypeVar("A")


class Taken(NamedTuple):
    """An offer that a seat has taken, with its answer as the rules get it."""

    offer: Question[Any]
    answer: Any


@dataclass(frozen=True, slots=True)
class Moment:
    """The round stops here until each of these questions has its answer."""

    questions: tuple[Question[Any], ...]


@dataclass(frozen=True, slots=True)
class Rest:
    """The state alone tells how to go on from here; these offers may be taken."""

    offers: tuple[Question[Any], ...]


@types.coroutine
def _stop(request: Moment | Rest) -> Generator[Moment | Rest, Any, Any]:
    return (yield request)


class Referee:
    """Given to `set_up` and `play_round`. Its coroutines are driven by the engine alone: no event loop is needed."""

    __slots__ = ("_tell", "dice")

    def __init__(self, dice: Dice, tell: Callable[[Told], None]) -> None:
        self.dice = dice
        self._tell = tell

    async def ask(self, question: Question[A]) -> A:
        """Ask one seat and wait for its answer, which is legal as far as the seat's view tells."""
        answers: list[A] = await _stop(Moment((question,)))
        return answers[0]

    async def ask_each(self, questions: Sequence[Question[A]]) -> list[A]:
        """Ask several questions at one moment: those of a seat make its slate, and nobody sees another's.

        The answers come in the order of the questions, when all slates are in.
        """
        answers: list[A] = await _stop(Moment(tuple(questions)))
        return answers

    async def rest(self, offers: Sequence[Question[Any]] = ()) -> list[Taken]:
        """Rest: from here the round can be called anew on a copy of the state. Returns the offers taken at this rest.

        An offer holds until the next rest. It is taken at the rest where it was given when nothing has happened since then
        (no answer, no die, no event), else at the next one that gives offers: a rest without them returns none.
        """
        taken: list[Taken] = await _stop(Rest(tuple(offers)))
        return taken

    def tell(self, event: Event, to: Sequence[str] | None = None, others: Event | None = None) -> None:
        """Tell what happened: to all, or to the seats `to` while the rest see `others` (None: nothing)."""
        self._tell(Told(event, None if to is None else tuple(to), others))


def plain_answer(answer: Any) -> Json:
    """A copy of an answer as the JSON value that records keep: named tuples of places become mappings again."""
    if answer is None or isinstance(answer, (str, int, float)):
        return answer
    if isinstance(answer, dict):
        return {key: plain_answer(value) for key, value in answer.items()}
    if isinstance(answer, tuple) and hasattr(answer, "_fields") and "heading" in answer._fields:
        return {"at": list(answer[0]), "heading": answer[1]}
    if isinstance(answer, (list, tuple)):
        return [plain_answer(value) for value in answer]
    return answer
