"""A battle in motion: drives the coroutines of a rule system from stop to stop, and goes back to the last rest."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from quarterdeck.engine.change import apply_change
from quarterdeck.engine.dice import DiceSource, DiceWanted, NotedDice, TableDice, Wanted
from quarterdeck.engine.events import Event, Told
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.questions import Question
from quarterdeck.engine.referee import Moment, Referee, Rest, Taken
from quarterdeck.engine.system import Outcome, System
from quarterdeck.engine.text import plain

S = TypeVar("S")
Key = tuple[int, int]

MOST_STOPS = 10_000
"""So many rests, rounds and questions answered by themselves in a row mean that the rules go round in circles."""


class Stuck(Exception):
    """The rules go on for ever and ask nothing."""


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

    @property
    def complete(self) -> bool:
        """Whether all answers are in."""
        return len(self.answers) == len(self.questions)


class Since(NamedTuple):
    """What has happened since a rest: what was put in, pickled, the dice that fell, and how many events were told."""

    acts: tuple[bytes, ...] = ()
    fell: tuple[tuple[int, ...], ...] = ()
    told: int = 0


NOTHING = Since()


class Snapshot(NamedTuple):
    """Where a run stands: its last rest, pickled, and what has happened since."""

    rest: bytes
    since: Since


class Run(Generic[S]):
    """The battle from its start, or from a state at rest, up to the stop at which it stands.

    A stop is an open `moment`, dice that are `wanted` at the table, or an `outcome`. `fresh` collects what was told, `closed`
    the seats whose decisions took effect, since the owner last took them. With `keep` every rest leaves a checkpoint.
    """

    def __init__(
        self,
        system: System[S],
        state: S,
        dice: DiceSource,
        seats: Mapping[str, str],
        *,
        keep: bool,
        waiting: Waiting | None = None,
        listener: Callable[[Told, S], None] | None = None,
        since: Since = NOTHING,
    ) -> None:
        self.system, self.state, self.dice, self.seats, self.keep = system, state, dice, seats, keep
        self._noted = NotedDice(dice)
        self.referee = Referee(self._noted if keep else dice, self._tell)
        self.waiting = waiting or Waiting()
        self.moment: OpenMoment | None = None
        self.wanted: Wanted | None = None
        self.outcome: Outcome | None = None
        self.offers: tuple[Question[Any], ...] = ()
        self.fresh: list[Told] = []
        self.closed: list[str] = []
        self.listener = listener
        self._stops = 0
        self._begun = True
        """Whether the round has gone on from its first rest; if not, what ends the battle there is the round before."""
        self._play_on(since)

    # --- what an owner puts in -------------------------------------------------------------------------------------

    def answer(self, seat: str, values: list[Any], key: Key) -> None:
        """The answers of a seat to its questions of the open moment; when all are in, play goes on."""
        moment = self._need_moment()
        self._note("answer", seat, values, key)
        for place, value in zip(moment.of(seat), values, strict=True):
            moment.answers[place] = value
        if moment.complete:
            self._complete(moment, key)

    def _complete(self, moment: OpenMoment, key: Key) -> None:
        self._answered, self.moment = True, None
        self.dice.at(*key)
        self._advance(self._closed(moment))

    def typed(self, faces: list[int]) -> None:
        """The dice that were wanted, as they fell on the table: play starts again from the last rest with them."""
        assert isinstance(self.dice, TableDice)
        self.dice.typed.append(faces)
        self._restart()

    def take(self, place: int, value: Any, key: Key) -> None:
        """An offer is taken: at the rest where it was given if nothing has happened since, else at the next one."""
        taken = Taken(self.offers[place], value)
        if self._clean():
            self._at_this_rest(lambda waiting: waiting.taken.append(taken), key)
            return
        self._note("take", place, value, key)
        self.waiting.taken.append(taken)
        self.offers = self.offers[:place] + self.offers[place + 1 :]

    def change(self, change: Change, key: Key) -> None:
        """The umpire changes the state: now if nothing has happened since the last rest, else at the next one."""
        if self._clean():
            self._at_this_rest(lambda waiting: waiting.changes.append(change), key)
            return
        self._note("change", change, key)
        self.waiting.changes.append(change)

    def stand(self, standing: Standing, key: Key) -> None:
        """A seat leaves a standing answer; it counts at once for a question that is open to it."""
        self._note("stand", standing, key)
        self.waiting.standing.append(standing)
        self._answer_for(standing.seat, key)

    def concede(self, seat: str, key: Key) -> None:
        """A seat gives up: a side whose seats all have is beaten; until the end the defaults answer for the seat."""
        self._note("concede", seat, key)
        self.waiting.conceded.append(seat)
        self._tell(Told(Event("conceded", "", {"seat": seat})))
        left = list(dict.fromkeys(self.seats[s] for s in self.seats if s not in self.waiting.conceded))
        if (outcome := self.system.conceded(self.state, left)) is not None:
            self._finish(outcome)
        else:
            self._answer_for(seat, key)

    def _note(self, name: str, *given: Any) -> None:
        if self.keep:
            self._acts.append(pickle.dumps((name, given), pickle.HIGHEST_PROTOCOL))

    def _answer_for(self, seat: str, key: Key) -> None:
        moment = self.moment
        if moment is None or not moment.of(seat):
            return
        self._fill(moment)
        if moment.complete:
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
        self._count_stop()
        self._begun = False
        self.waiting.round += 1
        self.waiting.standing = [s for s in self.waiting.standing if s.until == "battle"]
        self._coroutine = self._coroutine_of()

    def _open(self, request: Moment) -> list[Any] | None:
        moment = OpenMoment(request.questions)
        if self.waiting.standing or self.waiting.conceded:
            self._fill(moment)
        if not moment.complete:
            self._stops, self.moment = 0, moment
            return None
        self._count_stop()
        return self._closed(moment)

    def _closed(self, moment: OpenMoment) -> list[Any]:
        self.closed += [q.seat for q in moment.questions if q.seat not in self.waiting.conceded]
        return [moment.answers[place] for place in range(len(moment.questions))]

    def _fill(self, moment: OpenMoment) -> None:
        for place, question in enumerate(moment.questions):
            if place in moment.answers:
                continue
            if question.seat in self.waiting.conceded:
                moment.answers[place] = question.default(self.system.view(self.state, question.seat))
            elif (passed := self._standing_answer(question)) is not None:
                moment.answers[place] = passed

    def _standing_answer(self, question: Question[Any]) -> Any | None:
        named = [s for s in self.waiting.standing if s.seat == question.seat and s.what == question.standing]
        return question.passing() if named else None

    def _rest(self, request: Rest) -> list[Taken] | None:
        self._count_stop()
        waiting = self.waiting
        if waiting.standing:
            waiting.standing = [s for s in waiting.standing if s.until != "activation"]
        if waiting.changes:
            self._make_changes()
        self._note_rest()
        self.offers = request.offers
        if (outcome := self.system.outcome(self.state)) is not None:
            waiting.round -= 0 if self._begun else 1
            self._finish(outcome)
            return None
        self._begun = True
        if not request.offers:
            return []
        taken, waiting.taken = waiting.taken, []
        return taken

    def _make_changes(self) -> None:
        for change in self.waiting.changes:
            try:
                checked_change(self.system, self.state, change)
            except Refused:
                self._tell(Told(Event("not_changed", "", {})))
            else:
                apply_change(self.state, change.path, change.value)
                self._tell(Told(Event("changed", "", {})))
        self.waiting.changes = []

    def _count_stop(self) -> None:
        self._stops += 1
        if self._stops > MOST_STOPS:
            raise Stuck(f"{MOST_STOPS} stops without an open question")

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
        self._told, self._answered = 0, False
        self._acts: list[bytes] = []
        self._noted.fell.clear()
        if self.keep:
            self._checkpoint = pickle.dumps((self.state, self.waiting), pickle.HIGHEST_PROTOCOL)

    def _clean(self) -> bool:
        happened = self._told or self._answered or self._noted.fell
        return not happened and not (self.moment and self.moment.answers)

    def at_rest(self) -> tuple[S, Waiting]:
        """A copy of the state at the last rest, with what waits there."""
        state, waiting = pickle.loads(self._checkpoint)
        return state, waiting

    def _at_this_rest(self, put: Callable[[Waiting], None], key: Key) -> None:
        state, waiting = self.at_rest()
        put(waiting)
        self._checkpoint = pickle.dumps((state, waiting), pickle.HIGHEST_PROTOCOL)
        self.dice.at(*key)
        self._restart()

    def _restart(self) -> None:
        """Start anew from the last rest with what was put in since; what was told since is not told again."""
        rest, since = self.snapshot()
        self.state, self.waiting = pickle.loads(rest)
        self.moment, self.wanted = None, None
        self._play_on(since)

    def _play_on(self, since: Since) -> None:
        """Go on from the rest at which the state stands; what has happened since happens once more, untold."""
        self._skip = since.told
        self._noted.again(since.fell)
        self._note_rest()
        self._coroutine = self._coroutine_of()
        self._advance(None)
        for act in since.acts:
            name, given = pickle.loads(act)
            getattr(self, name)(*given)

    def snapshot(self) -> Snapshot:
        """Where this run stands, for `restored`."""
        return Snapshot(self._checkpoint, Since(tuple(self._acts), tuple(self._noted.fell), self._told))

    @classmethod
    def restored(
        cls,
        system: System[S],
        snapshot: Snapshot,
        dice: DiceSource,
        seats: Mapping[str, str],
        listener: Callable[[Told, S], None] | None,
    ) -> Run[S]:
        """A run that stands where the snapshot was taken; `dice` are those that fall from now on."""
        state, waiting = pickle.loads(snapshot.rest)
        return cls(system, state, dice, seats, keep=True, waiting=waiting, listener=listener, since=snapshot.since)


def checked_change(system: System[S], state: S, change: Change) -> None:
    """Refuse an umpire's change that names nothing, has the wrong type, or makes a state that cannot be."""
    copy: S = pickle.loads(pickle.dumps(state, pickle.HIGHEST_PROTOCOL))
    apply_change(copy, change.path, change.value)
    if problems := system.check(copy):
        raise Refused(problems)
