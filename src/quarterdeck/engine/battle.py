"""Battle: one battle at its table. It opens slates, takes inputs, keeps the record, forks and takes back."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from quarterdeck import __version__
from quarterdeck.engine.dice import DiceSource, SeededDice, TableDice, Wanted, commitment
from quarterdeck.engine.dress import Dress
from quarterdeck.engine.events import Event, Told
from quarterdeck.engine.inputs import NOT_ASKED, check, need_words, seats_of
from quarterdeck.engine.line import Line
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Question
from quarterdeck.engine.questions.base import shortened
from quarterdeck.engine.record import Header, Input, InputKind, Record, Seat, recorded
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.run import Run, Waiting
from quarterdeck.engine.slates import NOT_OFFERED, NOT_OPEN, Slate, Slates, among, refused
from quarterdeck.engine.system import Outcome, Scenario, System
from quarterdeck.engine.text import Text, _

S = TypeVar("S")
Listener: TypeAlias = Callable[[Told, S], None]


class Battle(Generic[S]):
    """A battle between the seats of a scenario, refereed by a rule system.

    >>> battle = Battle.begin(system, scenario, seed="...")                                         # doctest: +SKIP
    >>> for seat, slate in battle.slates().items():                                                 # doctest: +SKIP
    ...     battle.commit(seat, {q: question.default(battle.view(seat)) for q, question in slate.questions.items()})

    What is refused raises `Refused` with its problems and changes nothing. With `keep` every rest leaves a checkpoint, so
    that forks and offers cost little; without, the battle itself is faster.
    """

    def __init__(
        self,
        system: System[S],
        base: Callable[[], tuple[S, Waiting]],
        dice: DiceSource,
        seats: tuple[Seat, ...],
        *,
        header: Header | None = None,
        keep: bool = True,
        listener: Listener[S] | None = None,
    ) -> None:
        self.system, self.seats, self.header, self.listener = system, seats, header, listener
        self.sides = {seat.id: seat.side for seat in seats}
        self.inputs: list[Input] = []
        self.told: list[Told] = []
        self.take_backs = 0
        self._logs: dict[str | None, tuple[int, list[tuple[int, Event]]]] = {}
        self._slates = Slates(seats[0].id)
        self._views: dict[str | None, S] = {}
        self._line = Line(system, base, dice, self.sides, keep=keep, listener=listener)
        self._publish()

    @classmethod
    def begin(
        cls,
        system: System[S],
        scenario: Scenario,
        *,
        seed: str | None,
        names: Mapping[str, str] | None = None,
        salts: Mapping[str, str] | None = None,
        umpire: str = "",
        keep: bool = True,
        listener: Listener[S] | None = None,
    ) -> Battle[S]:
        """Begin a battle of a scenario with dice from a secret `seed`, or with dice typed in at a table (None).

        `Refused` where a name is not a line of words, or is that of no seat.
        """
        need_words({"seed": seed or "", "umpire": umpire}, ["umpire"])
        seats = seats_of(scenario.seat_sides(), names, salts)
        header = Header(
            system=system.key,
            rules=system.rules_version,
            engine=__version__,
            scenario=system.write(scenario),
            seats=seats,
            dice="typed" if seed is None else "seeded",
            commitment="" if seed is None else commitment(seed),
            umpire=umpire,
        )
        dice: DiceSource = TableDice() if seed is None else SeededDice(seed, {s.id: s.salt for s in seats})

        def base() -> tuple[S, Waiting]:
            return system.start(scenario), Waiting()

        return cls(system, base, dice, seats, header=header, keep=keep, listener=listener)

    @classmethod
    def at_rest(
        cls,
        system: System[S],
        state: S,
        seats: tuple[Seat, ...],
        dice: DiceSource,
        waiting: Waiting | None = None,
        *,
        keep: bool = False,
    ) -> Battle[S]:
        """A battle that goes on from a state at rest: imagined, saved or set up by hand. It keeps no record."""
        pickled = pickle.dumps((state, waiting or Waiting(round=1)), pickle.HIGHEST_PROTOCOL)
        return cls(system, lambda: pickle.loads(pickled), dice, seats, keep=keep)

    # --- what is open ------------------------------------------------------------------------------------------------

    @property
    def _run(self) -> Run[S]:
        return self._line.run

    @property
    def state(self) -> S:
        """The state as it stands; nobody outside the process sees it but through `view`."""
        return self._run.state

    @property
    def outcome(self) -> Outcome | None:
        """How the battle has ended; None while it goes on."""
        return self._run.outcome

    @property
    def round(self) -> int:
        """The number of the round, 0 during set-up."""
        return self._run.waiting.round

    @property
    def wanted(self) -> Wanted | None:
        """The dice that the battle waits for, at a table where they are typed in."""
        return self._run.wanted

    def slates(self) -> dict[str, Slate]:
        """The open slates, by seat."""
        return dict(self._slates.open)

    def offers(self, seat: str) -> dict[str, Question[Any]]:
        """What the seat may take without being asked, by id."""
        self.need_seats(seat)
        return dict(self._slates.offers.get(seat, {}))

    def offer_at(self, place: int) -> Question[Any]:
        """The offer at a place of those that can be taken now, as records name it; `Refused` where there is none."""
        if type(place) is not int or not 0 <= place < len(self._run.offers):
            raise refused(NOT_OFFERED)
        return self._run.offers[place]

    def view(self, seat: str | None) -> S:
        """What the seat (None: a spectator) may know now."""
        if seat is not None:
            self.need_seats(seat)
        if seat not in self._views:
            self._views[seat] = self.system.view(self._run.state, seat)
        return self._views[seat]

    def dress(self, seat: str, question: str) -> Dress:
        """All that is shown of an open question or offer, with the seat's draft."""
        offers, slate = self.offers(seat), self._slates.open.get(seat)
        asked = among({**offers, **slate.questions} if slate else offers, question, NOT_OPEN)
        return asked.dress(self.view(seat), slate.drafts.get(question) if slate else None)

    def events(self, seat: str | None, since: int = 0) -> list[tuple[int, Event]]:
        """What the seat was told after its event number `since`, each with its number; numbers count per seat from 1."""
        if seat is not None:
            self.need_seats(seat)
        if type(since) is not int or since < 0:
            raise refused(_("Events are numbered from 1."))
        done, log = self._logs.get(seat, (0, []))
        for told in self.told[done:]:
            event = told.seen_by(seat)
            if event is not None:
                log.append((len(log) + 1, event))
        self._logs[seat] = len(self.told), log
        return log[since:]

    # --- answering -----------------------------------------------------------------------------------------------------

    def draft(self, seat: str, question: str, answer: Json) -> list[Problem]:
        """Keep a draft of an answer; it may be illegal, and what is wrong with it is returned."""
        slate = self.slate(seat)
        asked = among(slate.questions, question, NOT_OPEN)
        slate.drafts[question] = answer
        slate.rev += 1
        return asked.problems(self.view(seat), answer)

    def commit(self, seat: str, answers: Mapping[str, Json] | None = None, *, by: str = "seat") -> None:
        """Close the seat's slate with its drafts, or with `answers` by question id; when all are in, play goes on.

        `Refused` when an answer is missing or illegal, or two do not go together; the slate stays open then.
        """
        self.put(*self.slate_input(seat, answers, by=by))

    def slate_input(self, seat: str, answers: Mapping[str, Json] | None = None, *, by: str = "seat") -> tuple[Input, list[Any]]:
        """The input that `commit` would put in, checked, and the answers in it as the rules get them."""
        slate = self.slate(seat)
        if not isinstance(answers, (dict, Mapping, type(None))) or not isinstance(by, str):
            raise refused(NOT_ASKED)
        values = slate.checked(self.view(seat), {**slate.drafts, **answers} if answers else slate.drafts)
        kind: InputKind = "dice" if self._run.wanted is not None else "slate"
        return Input(kind, seat, [plain_answer(value) for value in values], by), values

    def expire(self, seat: str) -> None:
        """The seat's time has run out: its defaults are given, by the clock."""
        slate, view = self.slate(seat), self.view(seat)
        self.commit(seat, slate.defaults(view), by="clock")

    def take(self, seat: str, offer: str, answer: Json) -> None:
        """Take an offer that is open to the seat."""
        self.put(self.offer_input(seat, offer, answer))

    def offer_input(self, seat: str, offer: str, answer: Json) -> Input:
        """The input that `take` would put in, checked."""
        question = among(self.offers(seat), offer, NOT_OFFERED)
        place = [id(x) for x in self._run.offers].index(id(question))
        check(self, Input("offer", seat, {"offer": place, "answer": answer}))
        return Input("offer", seat, {"offer": place, "answer": plain_answer(question.read(answer))})

    def stand(self, seat: str, what: str, until: Literal["activation", "round", "battle"]) -> None:
        """Leave a standing answer: pass whenever a question of this name comes, until then."""
        self.put(self.checked(Input("standing", seat, {"what": what, "until": until})))

    def concede(self, seat: str) -> None:
        """Give up. A side whose seats all have is beaten; before that, the defaults answer for the seat."""
        self.put(self.checked(Input("concede", seat, None)))

    def change(self, path: tuple[str | int, ...], value: Json) -> None:
        """The umpire changes one value of the state, where the battle has an umpire."""
        if not isinstance(path, (tuple, list)):
            raise refused(NOT_ASKED)
        umpire = self.header.umpire if self.header is not None else ""
        self.put(self.checked(Input("change", umpire, {"path": list(path), "value": value}, "umpire")))

    def checked(self, entry: Input) -> Input:
        """An input, where it can be put in as the battle stands; else `Refused`."""
        check(self, entry)
        return entry

    def conceded(self) -> list[str]:
        """The seats that have given up."""
        return list(self._run.waiting.conceded)

    def slate(self, seat: str) -> Slate:
        """The open slate of a seat; `Refused` where nothing is open to it."""
        self.need_seats(seat)
        if self._run.outcome is not None:
            raise refused(_("The battle is over."))
        if seat not in self._slates.open:
            raise refused(_("Nothing is open to this seat."))
        return self._slates.open[seat]

    def need_seats(self, *seats: str) -> None:
        """Refuse what is no seat of this battle."""
        for seat in seats:
            if not isinstance(seat, str) or seat not in self.sides:
                raise refused(_("There is no seat “{seat}”.", seat=shortened(seat)))

    # --- inputs ------------------------------------------------------------------------------------------------------

    def put(self, entry: Input, values: list[Any] | None = None) -> None:
        """Let a checked input work; a fault in the rules leaves all as it was, notes it as void and tells the seats.

        `values` are the answers of a slate as the rules get them, where they have been read already.
        """
        if entry.kind in ("offer", "change"):
            self._need_checkpoints()
        entry.take_backs = self.take_backs
        entry.void = self._line.put(entry, values, len(self.told))
        if entry.void:
            self._rejoin()
            self._announce(Event("fault", "", {"seat": entry.seat}))
        else:
            self._publish()
        self._note(entry)

    def _rejoin(self) -> None:
        """The run was built anew and stands where it stood: what is open stays open."""
        self._views.clear()
        self._slates.rejoin(self._run)

    def _announce(self, event: Event) -> None:
        told = Told(event)
        self.told.append(told)
        if self.listener is not None:
            self.listener(told, self._run.state)

    def _note(self, entry: Input) -> None:
        entry.told = len(self.told)
        self.inputs.append(entry)

    def _need_checkpoints(self) -> None:
        if self._line.keep():
            self._rejoin()

    def _publish(self) -> None:
        """What was told leaves, and the slates of a new stop open."""
        self.told += self._run.fresh
        self._run.fresh.clear()
        self._views.clear()
        self._slates.follow(self._run)

    # --- back, aside and away ------------------------------------------------------------------------------------------

    def line(self) -> list[Input]:
        """The inputs that count: all but those taken back and the void ones, in order. A take-back names a place in it."""
        return [played.entry for played in self._line.played]

    def why_not_alone(self, seat: str, to: int) -> Text | None:
        """Why the seat may not take the battle back to after input `to` of `line` without the others' consent.

        It may while since then no die fell, no other seat's decision counted (its answer at the same moment, its standing
        answer), and no event told it a secret: one told to some seats only.
        """
        self.need_seats(seat)
        self._line.since(to)
        return _("The battle is over.") if self._run.outcome is not None else self._line.why_not_alone(seat, to, self.told)

    def take_back(self, to: int, seats: tuple[str, ...]) -> None:
        """Go back to after input `to` of `line` (0: the start); alone where that is allowed, else with all seats agreed."""
        self._line.since(to)
        if not isinstance(seats, (tuple, list)):
            raise refused(NOT_ASKED)
        self.need_seats(*seats)
        if sorted(seats) != sorted(self.sides):
            why = self.why_not_alone(seats[0], to) if len(seats) == 1 else _("All seats must agree.")
            if why is not None:
                raise refused(why)
        self._line.take_back(to)
        self._views.clear()
        self.take_backs += 1
        given: dict[str, Json] = {"to": to, "seats": list(seats)}
        self._slates.follow(self._run)
        self._announce(Event("taken_back", "", given))
        self._note(Input("take_back", seats[0], given, take_backs=self.take_backs))

    def fork(self, dice: DiceSource) -> Battle[S]:
        """Another battle that stands where this one does, with dice of its own from now on. It keeps no record.

        The dice must fall by themselves: `Refused` for those that are typed in.
        """
        if isinstance(dice, TableDice) or not isinstance(dice, DiceSource):
            raise refused(_("A fork needs dice that fall by themselves."))
        self._need_checkpoints()
        fork: Battle[S] = copy.copy(self)
        fork.header, fork.listener = None, None
        fork.inputs, fork.told, fork._line = list(self.inputs), list(self.told), self._line.forked(dice)
        fork._logs, fork._views, fork._slates = {}, {}, self._slates.copied()
        fork._publish()
        return fork

    def imagine(self, seat: str | None, rng: Rng) -> Battle[S]:
        """A battle from the last rest that could be true as far as the seat knows, with fresh dice. It keeps no record."""
        if seat is not None:
            self.need_seats(seat)
        self._need_checkpoints()
        state, rested = self._run.at_rest()
        now = self._run.waiting
        known = Waiting(rested.round, [s for s in now.standing if s.seat == seat], now.conceded)
        imagined = self.system.imagine(self.system.view(state, seat), rng)
        return Battle.at_rest(self.system, imagined, self.seats, SeededDice(str(rng.random())), known)

    def record(self, *, reveal: bool = False) -> Record:
        """The record so far; the seed is in it when the battle is over, or when it is to be revealed."""
        if self.header is None:
            raise refused(_("A forked or imagined battle keeps no record."))
        record = recorded(self.header, self.inputs, self.told)
        record.outcome, record.seed = self.ending(reveal=reveal)
        return record

    def ending(self, *, reveal: bool = False) -> tuple[Json, str | None]:
        """How the battle has ended, as records keep it, and the seed as they hold it."""
        outcome = self._run.outcome
        ended = None if outcome is None else {"winners": list(outcome.winners), "scores": outcome.scores}
        dice = self._line.dice
        seed = dice.seed if isinstance(dice, SeededDice) else None
        return ended, seed if reveal or outcome is not None else None
