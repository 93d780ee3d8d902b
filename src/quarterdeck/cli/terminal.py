"""A person at the terminal: what has happened, the question, the answer, and everything that can be typed in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.cli.asked import show_question, show_unit
from quarterdeck.cli.entries import Entry, Unread, completed, enter, pick, problems_of
from quarterdeck.cli.help import help_for
from quarterdeck.cli.interrupts import held_interrupts
from quarterdeck.cli.output import Teller, said, show_problems
from quarterdeck.cli.show import show_rule
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.questions import Question
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.slates import Slate
from quarterdeck.engine.text import Text, _


class Quit(Exception):
    """The person stops; the battle stays as it is."""


class Elsewhere(Exception):
    """Something else than an answer was given, and the battle may ask something else now."""


@dataclass(slots=True)
class Terminal:
    """The terminal of a battle, with the seats of persons who share it."""

    battle: Battle[Any]
    persons: tuple[str, ...]
    teller: Teller
    seen: dict[str | None, int] = field(default_factory=dict)
    last: str = ""
    viewer: str | None = None

    @property
    def names(self) -> Mapping[str, str]:
        """What is called what, as far as whoever sits here may know it."""
        return self.battle.system.names(self.battle.view(self.viewer))

    def say(self, words: Text | str) -> None:
        """A line of the terminal's own."""
        self.teller.console.print(said(words, self.names), soft_wrap=True)

    def sit(self) -> None:
        """Ask whoever has to answer here until one slate is given; `Quit` when the person leaves."""
        seat, slate = next((s, slate) for s, slate in self.battle.slates().items() if s in self.persons or self.battle.wanted)
        self._hand_over(seat, slate)
        self.catch_up(seat)
        try:
            answers = {key: self._answer(seat, question) for key, question in slate.questions.items()}
            with held_interrupts():
                self.battle.commit(seat, answers)
        except Refused as refusal:
            show_problems(refusal.problems, self.teller.console, self.names)
        except Elsewhere:
            pass

    def catch_up(self, seat: str = "") -> None:
        """Tell what the one at the terminal has been told since the last time.

        That is the person of this seat; else the only person, or, where several share the terminal, what all may know. Where no
        person plays, all is told anyway.
        """
        if not self.persons:
            return
        self.viewer = seat if seat in self.persons else self.persons[0] if len(self.persons) == 1 else None
        since = self.seen.get(self.viewer, 0)
        events = self.battle.events(self.viewer, since)
        for n, event in events:
            self.teller.tell(n, event, self.names)
        self.seen[self.viewer] = since + len(events)

    def _hand_over(self, seat: str, slate: Slate) -> None:
        """Before a secret slate the one who sat here leaves, and nothing of theirs stays on the screen."""
        if len(self.persons) > 1 and slate.secret and seat in self.persons and seat != self.last:
            self.teller.console.clear()
            self._read(_("{who}: Enter takes the seat. ", who=self._who(seat)))
        if seat in self.persons:
            self.last = seat

    def _who(self, seat: str) -> Text:
        side = next(each.side for each in self.battle.seats if each.id == seat)
        return _("Seat {seat}, {side}", seat=seat, side=self.names.get(side, side))

    def _read(self, prompt: Text | str) -> str:
        try:
            return self.teller.console.input(said(prompt, self.names)).strip()
        except EOFError:
            self.say("")
            raise Quit from None

    # --- one question --------------------------------------------------------------------------------------------------

    def _answer(self, seat: str, question: Question[Any]) -> Json:
        """Ask until there is an answer that the question takes."""
        drafts: list[Json] = [None]
        self._show(question, drafts[-1])
        while True:
            line = self._line(seat, question, drafts)
            try:
                entry = self._entry(question, drafts[-1], line)
            except Unread as unread:
                self.say(unread.text)
                continue
            if problems := problems_of(question, self.battle.view(seat), entry):
                show_problems(problems, self.teller.console, self.names)
            elif not entry.shown or self._accepted(question, entry):
                if entry.whole:
                    return entry.draft
                drafts.append(entry.draft)
                self._show(question, entry.draft)

    def _show(self, question: Question[Any], draft: Json) -> None:
        view = self.battle.view(question.seat)
        show_question(self.teller.console, question, question.dress(view, draft), question.default(view), self.names)

    def _entry(self, question: Question[Any], draft: Json, line: str) -> Entry:
        """What a line makes of the draft."""
        view = self.battle.view(question.seat)
        match line.casefold():
            case "" | "default":
                return Entry(completed(question, draft, plain_answer(question.default(view))), whole=True)
            case "done":
                return Entry({} if draft is None else draft, whole=True)
            case "pass":
                passing = question.passing()
                if passing is None:
                    raise Unread(_("There is no passing here."))
                return Entry(plain_answer(passing), whole=True)
            case _:
                return enter(question, question.dress(view, draft), line, self.names)

    def _accepted(self, question: Question[Any], entry: Entry) -> bool:
        """Show what comes of an entry before it counts."""
        view = self.battle.view(question.seat)
        show_unit(self.teller.console, question.dress(view, entry.draft), entry.changed, self.names)
        return self._read(_("Enter accepts, anything else does not: ")) == ""

    # --- what can be typed at any time ---------------------------------------------------------------------------------

    def _line(self, seat: str, question: Question[Any], drafts: list[Json]) -> str:
        """The next line that is meant as an answer."""
        while True:
            line = self._read(f"{seat}> ")
            word, _space, rest = line.partition(" ")
            match word.casefold():
                case "help":
                    self.say(help_for(question))
                case "?":
                    self._explain(seat, question, rest.strip())
                case "undo":
                    self._undo(seat, question, drafts)
                case "quit":
                    raise Quit
                case "concede" if not rest:
                    self._concede(seat)
                case "offers" if not rest:
                    self._offers(seat)
                case _:
                    return line

    def _explain(self, seat: str, question: Question[Any], what: str) -> None:
        """The rule of the question; the reasons of the event with a number; or what the rulebook says of some words."""
        log = dict(self.battle.events(seat))
        if what.isascii() and what.isdigit() and int(what) in log:
            for reason in self.battle.system.explain(log[int(what)]):
                self.say(f"{reason.rule}  {said(reason.text, self.names)}")
            return
        wanted = what or question.rule
        found = self.battle.system.rulebook.search(wanted) if wanted else ()
        for entry in found[:3]:
            show_rule(entry, self.teller.console)
        if not found:
            self.say(_("The rulebook says nothing of it."))

    def _undo(self, seat: str, question: Question[Any], drafts: list[Json]) -> None:
        """The last entry is forgotten; without one the seat's last answer is taken back, where that is allowed."""
        if len(drafts) > 1:
            drafts.pop()
            self._show(question, drafts[-1])
            return
        mine = [place for place, entry in enumerate(self.battle.line()) if entry.seat == seat]
        why = self.battle.why_not_alone(seat, mine[-1]) if mine else _("There is nothing to take back.")
        if why is not None:
            self.say(why)
            return
        with held_interrupts():
            self.battle.take_back(mine[-1], (seat,))
        raise Elsewhere

    def _concede(self, seat: str) -> None:
        if self._read(_("{who} gives up? yes or no: ", who=self._who(seat))).casefold() in ("y", "yes"):
            with held_interrupts():
                self.battle.concede(seat)
            raise Elsewhere

    def _offers(self, seat: str) -> None:
        """What the seat may do unasked: pick one and answer it."""
        offers = self.battle.offers(seat)
        if not offers:
            self.say(_("Nothing is on offer."))
            return
        known = {key: said(offer.prompt, self.names) for key, offer in offers.items()}
        for n, words in enumerate(known.values(), 1):
            self.say(f"{n}  {words}")
        if chosen := self._read(_("Which one (Enter: none)? ")):
            try:
                key = pick(chosen, known)
            except Unread as unread:
                self.say(unread.text)
                return
            answer = self._answer(seat, offers[key])
            with held_interrupts():
                self.battle.take(seat, key, answer)
            raise Elsewhere
