"""A battle in motion: drives the coroutines of a rule system from stop to stop, and goes back to the last rest."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from quarterdeck.engine.change import apply_change
from quarterdeck.engine.dice import Dice, DiceWanted, TableDice, WantedDice
from quarterdeck.engine.events import Event, Told
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.questions import Question
from quarterdeck.engine.referee import Moment, Referee, Rest, Taken
from quarterdeck.engine.system import Outcome, System
from quarterdeck.engine.text import plain

S = TypeVar("S")
Key = tuple[int, int]

MOST_RESTS = 10_000
"""So many rests without a question mean that the rules go round in circles."""


class Stuck(Exception):
    """The rules rest for ever and ask nothing."""


@dataclass(slots=True)
class Standing:
    """A standing answer: to questions of this name the seat passes, until the activation, round or battle ends."""

    seat: str
    what: str
    until: str


class Change(NamedTuple):
    """An umpire's change of one value of the state, by its path."""

    path: tuple[str | int, ...]
    value: Json


@dataclass(slots=True)
class Waiting:
    """What a rest carries besides the state: the round, standing answers, who conceded, offers taken and changes to make."""

    round: int = 0
    standing: list[Standing] = field(default_factory=list)
    conceded: list[str] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)


@dataclass(slots=True)
class OpenMoment:
    """Questions that wait for answers, with the answers that are in, by seat."""

    questions: tuple[Question[Any], ...]
    answers: dict[int, Any] = field(default_factory=dict)

    def of(self, seat: str) -> list[int]:
        """The places of the questions to this seat that have no answer yet."""
        return [i for i, question in enumerate(self.questions) if question.seat == seat and i not in self.answers]

    def seats(self) -> list[str]:
        """The seats that are still to answer."""
        return list(dict.fromkeys(q.seat for i, q in enumerate(self.questions) if i not in self.answers))


class Checkpoint(NamedTuple):
    """What a rest is restored from."""

    pickled: bytes
    dice: Any


class Snapshot(NamedTuple):
    """Where a run stands: its last rest, the answers since, those in at the open moment, and a copy of its dice."""

    checkpoint: Checkpoint
    since: list[tuple[Key, list[Any]]]
    answers: dict[int, Any]
    own: Dice


class Run(Generic[S]):
    """The battle from its start, or from a state at rest, up to the stop at which it stands.

    A stop is an open `moment`, dice that are `wanted` at the table, or an `outcome`. `fresh` collects what was told since
    the owner last took it. With `keep` every rest leaves a checkpoint.
    """

    def __init__(
        self,
        system: System[S],
        state: S,
        dice: Dice,
        seats: Mapping[str, str],
        *,
        keep: bool,
        waiting: Waiting | None = None,
        listener: Callable[[Told, S], None] | None = None,
    ) -> None:
        self.system, self.state, self.dice, self.seats, self.keep = system, state, dice, seats, keep
        self.referee = Referee(dice, self._tell)
        self.waiting = waiting or Waiting()
        self.moment: OpenMoment | None = None
        self.wanted: WantedDice | None = None
        self.outcome: Outcome | None = None
        self.offers: tuple[Question[Any], ...] = ()
        self.fresh: list[Told] = []
        self.listener = listener
        self._skip = 0
        self._rests = 0
        self._note_rest()
        self._go_on()

    # --- what an owner puts in -------------------------------------------------------------------------------------

    def answer(self, seat: str, values: list[Any], key: Key) -> None:
        """The answers of a seat to its questions of the open moment; when all are in, play goes on."""
        moment = self._need_moment()
        for place, value in zip(moment.of(seat), values, strict=True):
            moment.answers[place] = value
        if not moment.seats():
            self._complete(moment, key)

    def _complete(self, moment: OpenMoment, key: Key) -> None:
        answers = [moment.answers[place] for place in range(len(moment.questions))]
        self._since.append((key, answers))
        self.moment = None
        self.dice.at(*key)
        self._advance(answers)

    def typed(self, faces: list[int]) -> None:
        """The dice that were wanted, as they fell on the table: play starts again from the last rest with them."""
        assert isinstance(self.dice, TableDice)
        self.dice.typed.append(faces)
        self.wanted = None
        self._restart(keep_typed=True)

    def take(self, offer: Question[Any], value: Any) -> None:
        """An offer is taken: at the rest where it was given if nothing has happened since, else at the next one."""
        self._at_a_rest(lambda waiting: waiting.taken.append(Taken(offer, value)))

    def change(self, change: Change) -> None:
        """The umpire changes the state: now if nothing has happened since the last rest, else at the next one."""
        self._at_a_rest(lambda waiting: waiting.changes.append(change))

    def stand(self, standing: Standing, key: Key) -> None:
        """A seat leaves a standing answer; it counts at once for a question that is open to it."""
        self.waiting.standing.append(standing)
        self._answer_for(standing.seat, key)

    def concede(self, seat: str, key: Key) -> None:
        """A seat gives up: a side whose seats all have is beaten; until the end the defaults answer for the seat."""
        self.waiting.conceded.append(seat)
        self._tell(Told(Event("conceded", "", {"seat": seat})))
        left = list(dict.fromkeys(self.seats[s] for s in self.seats if s not in self.waiting.conceded))
        if len(left) <= 1:
            self._finish(self.system.conceded(self.state, left))
        else:
            self._answer_for(seat, key)

    def _answer_for(self, seat: str, key: Key) -> None:
        moment = self.moment
        if moment is None or not moment.of(seat):
            return
        self._fill(moment)
        if not moment.seats():
            self._complete(moment, key)

    def _need_moment(self) -> OpenMoment:
        if self.moment is None:
            raise RuntimeError("no question is open")
        return self.moment

    # --- going on --------------------------------------------------------------------------------------------------

    def _coroutine_of(self) -> Coroutine[Any, Any, None]:
        if self.waiting.round == 0:
            return self.system.set_up(self.state, self.referee)
        return self.system.play_round(self.state, self.referee)

    def _go_on(self) -> None:
        self._coroutine = self._coroutine_of()
        self._advance(None)

    def _advance(self, value: Any) -> None:
        while self.outcome is None:
            try:
                request = self._coroutine.send(value)
            except StopIteration:
                self._next_round()
                value = None
            except DiceWanted as stopped:
                self.wanted = stopped.wanted
                return
            else:
                value = self._rest(request) if isinstance(request, Rest) else self._open(request)
                if value is None:
                    return

    def _next_round(self) -> None:
        self.waiting.round += 1
        self.waiting.standing = [s for s in self.waiting.standing if s.until == "battle"]
        self._coroutine = self._coroutine_of()

    def _open(self, request: Moment) -> list[Any] | None:
        self._rests = 0
        moment = OpenMoment(request.questions)
        if self.waiting.standing or self.waiting.conceded:
            self._fill(moment)
        if len(moment.answers) == len(moment.questions):
            return [moment.answers[place] for place in range(len(moment.questions))]
        self.moment = moment
        return None

    def _fill(self, moment: OpenMoment) -> None:
        for place, question in enumerate(moment.questions):
            if place in moment.answers:
                continue
            if question.seat in self.waiting.conceded:
                moment.answers[place] = question.default(self.system.view(self.state, question.seat))
            elif self._stands(question):
                moment.answers[place] = question.passing()

    def _stands(self, question: Question[Any]) -> bool:
        named = [s for s in self.waiting.standing if s.seat == question.seat and s.what == question.standing]
        return bool(named) and question.standing != ""

    def _rest(self, request: Rest) -> list[Taken] | None:
        self._rests += 1
        if self._rests > MOST_RESTS:
            raise Stuck(f"{MOST_RESTS} rests without a question")
        waiting = self.waiting
        if waiting.standing:
            waiting.standing = [s for s in waiting.standing if s.until != "activation"]
        for change in waiting.changes:
            apply_change(self.state, change.path, change.value)
            self._tell(Told(Event("changed", "", {})))
        waiting.changes = []
        self._note_rest()
        if (outcome := self.system.outcome(self.state)) is not None:
            self._finish(outcome)
            return None
        self.offers = request.offers
        taken, waiting.taken = waiting.taken, []
        return taken

    def _finish(self, outcome: Outcome) -> None:
        self.outcome, self.moment, self.offers = outcome, None, ()
        self._coroutine.close()
        data = {"winners": list(outcome.winners), "reason": plain(outcome.reason), "scores": outcome.scores}
        self._tell(Told(Event("outcome", outcome.rule, data)))

    def _tell(self, told: Told) -> None:
        self._told += 1
        if self._skip:
            self._skip -= 1
            return
        self.fresh.append(told)
        if self.listener is not None:
            self.listener(told, self.state)

    # --- the last rest ---------------------------------------------------------------------------------------------

    def _note_rest(self) -> None:
        self._told = 0
        self._since: list[tuple[Key, list[Any]]] = []
        self._fallen = self.dice.rolled
        if self.keep:
            self.checkpoint = Checkpoint(pickle.dumps((self.state, self.waiting), pickle.HIGHEST_PROTOCOL), self.dice.mark())

    def _clean(self) -> bool:
        quiet = not self._told and not self._since and self.dice.rolled == self._fallen
        return quiet and not (self.moment and self.moment.answers)

    def at_rest(self) -> tuple[S, Waiting]:
        """A copy of the state at the last rest, with what waits there."""
        state, waiting = pickle.loads(self.checkpoint.pickled)
        return state, waiting

    def _at_a_rest(self, put: Callable[[Waiting], None]) -> None:
        if not self._clean():
            put(self.waiting)
            return
        state, waiting = self.at_rest()
        put(waiting)
        pickled = pickle.dumps((state, waiting), pickle.HIGHEST_PROTOCOL)
        self.checkpoint = self.checkpoint._replace(pickled=pickled)
        self._restart()

    def _restart(self, *, keep_typed: bool = False) -> None:
        """Start anew from the last rest with the answers given since; what was told since is not told again."""
        since, moment, told = self._since, self.moment, self._told
        self.state, self.waiting = self.at_rest()
        if keep_typed:
            self.dice.rolled = self.checkpoint.dice
        else:
            self.dice.back(self.checkpoint.dice)
        self.moment, self.outcome, self._skip = None, None, told
        self._note_rest()
        self._go_on()
        self._again(since, moment.answers if moment else {})

    def snapshot(self, own: Dice) -> Snapshot:
        """Where this run stands; `own` is a copy of its dice."""
        return Snapshot(self.checkpoint, list(self._since), dict(self.moment.answers) if self.moment else {}, own)

    @classmethod
    def restored(
        cls,
        system: System[S],
        snapshot: Snapshot,
        dice: Dice,
        seats: Mapping[str, str],
        listener: Callable[[Told, S], None] | None,
    ) -> Run[S]:
        """A run that stands where the snapshot was taken; `dice` are those that fall from now on."""
        state, waiting = pickle.loads(snapshot.checkpoint.pickled)
        own = copy.deepcopy(snapshot.own)
        own.back(snapshot.checkpoint.dice)
        run = cls(system, state, own, seats, keep=True, waiting=waiting)
        run._again(snapshot.since, snapshot.answers)
        run.fresh.clear()
        run.dice = run.referee.dice = dice
        run.listener = listener
        run._fallen = dice.rolled
        run.checkpoint = run.checkpoint._replace(dice=dice.mark())
        return run

    def _again(self, since: list[tuple[Key, list[Any]]], answers: dict[int, Any]) -> None:
        """Give the answers since the rest once more."""
        for key, given in since:
            self._complete(OpenMoment(self._need_moment().questions, dict(enumerate(given))), key)
        if self.moment is not None:
            self.moment.answers.update(answers)


def checked_change(system: System[S], state: S, change: Change) -> None:
    """Refuse an umpire's change that names nothing, has the wrong type, or makes a state that cannot be."""
    copy: S = pickle.loads(pickle.dumps(state, pickle.HIGHEST_PROTOCOL))
    apply_change(copy, change.path, change.value)
    if problems := system.check(copy):
        raise Refused(problems)
