"""Slates: what each seat decides at one moment, under ids that never come twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.engine.dice import Wanted
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.questions import Field, Form, Question
from quarterdeck.engine.questions.base import is_problems, shortened
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.run import OpenMoment, Run
from quarterdeck.engine.text import Text, _, ngettext


@dataclass(slots=True)
class Slate:
    """What a seat decides at one moment: questions by id, its drafts, and their revision.

    `secret` when other seats decide at the same moment.
    """

    id: str
    seat: str
    questions: dict[str, Question[Any]]
    secret: bool
    drafts: dict[str, Json] = field(default_factory=dict)
    rev: int = 0

    def defaults(self, view: Any) -> dict[str, Json]:
        """What is answered when time runs out or nothing better is known: always legal."""
        return {key: plain_answer(question.default(view)) for key, question in self.questions.items()}

    def checked(self, view: Any, answers: Mapping[str, Json]) -> list[Any]:
        """The answers as the rules get them, in the order of the questions; `Refused` when one is missing or illegal."""
        for unknown in answers:
            if unknown not in self.questions:
                raise refused(_("Question {id} is not open to this seat.", id=shortened(unknown)))
        problems: list[Problem] = []
        values: list[Any] = []
        for question_id, question in self.questions.items():
            if question_id not in answers and answers and question.SKIPPABLE:
                values.append(question.passing())
                continue
            if question_id not in answers:
                raise refused(_("An answer is missing: {title}", title=question.prompt))
            value = question.read(answers[question_id])
            if is_problems(value):
                problems += value
            else:
                problems += question.illegal(view, value)
                values.append(value)
        if not problems and len(values) > 1:
            problems = self._conflicts(view, values)
        if problems:
            raise Refused(problems)
        return values

    def _conflicts(self, view: Any, values: list[Any]) -> list[Problem]:
        pairs = list(zip(self.questions.values(), values, strict=True))
        by_key = {question.key: value for question, value in pairs}
        return [problem for question, value in pairs for problem in question.conflicts(view, value, by_key)]


class Slates:
    """The open slates and offers of a battle."""

    def __init__(self, first_seat: str) -> None:
        self.first_seat = first_seat
        self.open: dict[str, Slate] = {}
        self.offers: dict[str, dict[str, Question[Any]]] = {}
        self._offer_ids: list[str] = []
        self._counts: dict[str, int] = {}

    def copied(self) -> Slates:
        """Slates that count on from here, with nothing open."""
        other = Slates(self.first_seat)
        other._counts = dict(self._counts)
        return other

    def follow(self, run: Run[Any]) -> None:
        """Open what the run's stop asks; a slate or offer that is still open stays the same one, drafts and all."""
        if run.wanted is not None:
            slate = self._dice_slate(run.wanted)
            self.open = {slate.seat: slate}
        elif run.moment is None:
            self.open = {}
        else:
            self._follow_moment(run.moment)
        self._follow_offers(run.offers if run.wanted is None else ())

    def rejoin(self, run: Run[Any]) -> None:
        """The run was built anew up to where it stood: what is open stays open, asked by the new run."""
        for seat, slate in self.open.items():
            if run.moment is not None:
                asked = [run.moment.questions[place] for place in run.moment.of(seat)]
                slate.questions = dict(zip(slate.questions, asked, strict=True))
        self._open_offers(zip(self._offer_ids, run.offers, strict=False))

    def _follow_offers(self, offers: Sequence[Question[Any]]) -> None:
        if not offers and not self.offers:
            return
        known = {id(offer): key for given in self.offers.values() for key, offer in given.items()}
        self._offer_ids = [known.get(id(offer)) or f"{self._next_id(offer.seat)}+" for offer in offers]
        self._open_offers(zip(self._offer_ids, offers, strict=True))

    def _open_offers(self, offers: Iterable[tuple[str, Question[Any]]]) -> None:
        self.offers = {}
        for key, offer in offers:
            self.offers.setdefault(offer.seat, {})[key] = offer

    def _follow_moment(self, moment: OpenMoment) -> None:
        asked: dict[str, list[Question[Any]]] = {}
        seats = dict.fromkeys([question.seat for question in moment.questions])
        for place, question in enumerate(moment.questions):
            if place not in moment.answers:
                asked.setdefault(question.seat, []).append(question)
        several = len(seats) > 1
        self.open = {seat: self._kept(seat, open_) or self._new(seat, open_, several) for seat, open_ in asked.items()}

    def _kept(self, seat: str, asked: list[Question[Any]]) -> Slate | None:
        """The slate of a seat that is open already with these very questions."""
        old = self.open.get(seat)
        return old if old is not None and [*map(id, old.questions.values())] == [*map(id, asked)] else None

    def _new(self, seat: str, asked: list[Question[Any]], secret: bool) -> Slate:
        slate_id = self._next_id(seat)
        return Slate(slate_id, seat, {self._next_id(seat): question for question in asked}, secret)

    def _dice_slate(self, wanted: Wanted) -> Slate:
        seat = wanted.by or self.first_seat
        one, many = "Roll a die of {sides} sides: {use}", "Roll {n} dice of {sides} sides: {use}"
        what = _("{use}", use=wanted.use.replace("_", " "))
        if wanted.about is not None:
            what = _("{use}, {about}", use=what, about=wanted.about)
        faces = Field(key="faces", name=what, kind="dice", count=wanted.count, sides=wanted.sides)
        title = ngettext(one, many, wanted.count, sides=wanted.sides, use=what)
        return self._new(seat, [Form(seat=seat, rule=wanted.rule, prompt=title, fields=(faces,), key="dice")], secret=False)

    def _next_id(self, seat: str) -> str:
        count = self._counts[seat] = self._counts.get(seat, 0) + 1
        return f"{seat}{count}"


NOT_OPEN, NOT_OFFERED = _("That question is not open to this seat."), _("That is not on offer any more.")


def among(known: Mapping[str, Question[Any]], key: str, text: Text) -> Question[Any]:
    """The question with this id; `Refused` with `text` where there is none."""
    if not isinstance(key, str) or key not in known:
        raise refused(text)
    return known[key]


def refused(text: Text) -> Refused:
    """A refusal for one reason that belongs to no rule."""
    return Refused([Problem("", text)])
