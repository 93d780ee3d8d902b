"""A person at the terminal: what has happened, the question, the answer, and everything that can be typed in between."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.cli.asked import show_change, show_question
from quarterdeck.cli.entries import Entry, Unread, completed, counted, enter, pick, problems_of
from quarterdeck.cli.help import help_for
from quarterdeck.cli.interrupts import held_interrupts
from quarterdeck.cli.output import Teller, said, show_line, show_problems
from quarterdeck.cli.show import show_rule
from quarterdeck.cli.units import show_unit, show_units
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.questions import Assign, Choose, Form, Question
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.slates import Slate
from quarterdeck.engine.text import Text, _

MOST_LISTED = 24
"""Up to so many units are listed unasked."""


class Quit(Exception):
    """The person stops; the battle stays as it is."""


class Elsewhere(Exception):
    """Something else than an answer was given, and the battle may ask something else now."""


@dataclass(slots=True)
class Terminal:
    """The terminal of a battle, with the seats of persons who share it.

    `seen` is how many events each viewer has been told, `told` all events that were printed and `screen` those that still
    stand there, by identity; `listed` the round for which a seat has seen the units, `typed` lines that are still to be read.
    """

    battle: Battle[Any]
    persons: tuple[str, ...]
    teller: Teller
    seen: dict[str | None, int] = field(default_factory=dict)
    told: dict[int, Event] = field(default_factory=dict)
    screen: dict[int, Event] = field(default_factory=dict)
    listed: dict[str, int] = field(default_factory=dict)
    typed: list[str] = field(default_factory=list)
    last: str = ""
    viewer: str | None = None

    def __post_init__(self) -> None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    @property
    def names(self) -> Mapping[str, str]:
        """What is called what, as far as whoever sits here may know it."""
        return self.battle.system.names(self.battle.view(self.viewer))

    def say(self, words: Text | str) -> None:
        """A line of the terminal's own."""
        show_line(self.teller.console, said(words, self.names))

    def sit(self) -> None:
        """Ask whoever has to answer here until one slate is given; `Quit` when the person leaves."""
        seat, slate = next((s, slate) for s, slate in self.battle.slates().items() if s in self.persons or self.battle.wanted)
        self._hand_over(seat, slate)
        self.catch_up(seat)
        self._list_units(seat)
        try:
            answers = {key: self._answer(seat, question) for key, question in slate.questions.items()}
            with held_interrupts():
                self.battle.commit(seat, answers)
        except Refused as refusal:
            show_problems(refusal.problems, self.teller.console, self.names)
        except Elsewhere:
            pass

    def catch_up(self, seat: str = "") -> None:
        """Tell what the one at the terminal has been told since the last time and does not still see on the screen.

        That is the person of this seat; else the only person, or, where several share the terminal, what all may know and has
        been told to none of them. Where no person plays, all is told anyway.
        """
        if not self.persons:
            return
        self.viewer = seat if seat in self.persons else self.persons[0] if len(self.persons) == 1 else None
        since = self.seen.get(self.viewer, 0)
        events = self.battle.events(self.viewer, since)
        known = self.told if self.viewer is None else self.screen
        for n, event in events:
            if id(event) not in known:
                self.teller.tell(n, event, self.names)
                self.told[id(event)] = self.screen[id(event)] = event
        self.seen[self.viewer] = since + len(events)

    def _list_units(self, seat: str) -> None:
        """The units as they stand, before the first question of a round."""
        if seat in self.persons and self.battle.wanted is None and self.listed.get(seat) != self.battle.round:
            self.listed[seat] = self.battle.round
            picture = self.battle.system.picture(self.battle.view(seat))
            if 0 < len(picture.units) <= MOST_LISTED:
                show_units(self.teller.console, picture, self.names)

    def _hand_over(self, seat: str, slate: Slate) -> None:
        """Before a secret slate the one who sat here leaves, and nothing of theirs stays on the screen."""
        if len(self.persons) > 1 and slate.secret and seat in self.persons and seat != self.last:
            if self.last:
                self._clear()
            if self._read(_("{who}: Enter takes the seat. ", who=self._who(seat))).casefold() == "quit":
                raise Quit
        if seat in self.persons:
            self.last = seat

    def _clear(self) -> None:
        """Leave nothing of the one who sat here, not even to scroll back to; only what the dice are committed to."""
        console = self.teller.console
        console.clear()
        if console.is_terminal and not console.legacy_windows:
            console.file.write("\x1b[3J")
        self.screen.clear()
        if self.battle.header is not None and self.battle.header.commitment:
            self.say(_("Dice committed to {digest}", digest=self.battle.header.commitment))

    def _who(self, seat: str) -> Text:
        side = next(each.side for each in self.battle.seats if each.id == seat)
        return _("Seat {seat}, {side}", seat=seat, side=self.names.get(side, side))

    def _read(self, prompt: Text | str) -> str:
        try:
            return self.teller.console.input(said(prompt, self.names), markup=False, emoji=False).strip()
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
                show_problems(problems, self.teller.console, {**self.names, **_row_names(question, self.names)})
            elif not entry.shown or self._accepted(question, entry):
                if entry.whole:
                    return entry.draft
                drafts.append(entry.draft)
                self._show(question, entry.draft)

    def _show(self, question: Question[Any], draft: Json) -> None:
        show_question(self.teller.console, question, self.battle.view(question.seat), draft, self.names)

    def _entry(self, question: Question[Any], draft: Json, line: str) -> Entry:
        """What a line makes of the draft."""
        view = self.battle.view(question.seat)
        match line.casefold():
            case "" | "default":
                return Entry(completed(question, draft, plain_answer(question.default(view))), whole=True)
            case "done" if isinstance(question, Choose):
                raise Unread(_("Nothing is chosen yet: type its number."))
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
        show_change(self.teller.console, question.dress(view, entry.draft), entry.changed, self.names)
        line = self._read(_("Enter accepts, no does not: "))
        if line.casefold() in ("", "y", "yes"):
            return True
        if line.casefold() not in ("n", "no"):
            self.typed.append(line)
        return False

    # --- what can be typed at any time ---------------------------------------------------------------------------------

    def _line(self, seat: str, question: Question[Any], drafts: list[Json]) -> str:
        """The next line that is meant as an answer."""
        while True:
            line = self.typed.pop() if self.typed else self._read(f"{seat}> ")
            word, _space, rest = line.partition(" ")
            match word.casefold():
                case "help":
                    self.say(help_for(question))
                case "ships" | "ship" | "look":
                    self._look(rest.strip())
                case "?":
                    self._explain(question, rest.strip())
                case "undo" if len(drafts) > 1 or seat in self.persons:
                    self._undo(seat, question, drafts)
                case "quit":
                    raise Quit
                case "concede" | "offers" | "undo" if not rest and seat not in self.persons:
                    self.say(_("Only whoever plays the seat may do that."))
                case "concede" if not rest:
                    self._concede(seat)
                case "offers" if not rest:
                    self._offers(seat)
                case _:
                    return line

    def _explain(self, question: Question[Any], what: str) -> None:
        """The rule of the question; the reasons of the event with a number; or what the rulebook says of some words."""
        number = counted(what)
        if number is not None:
            self._reasons(dict(self.battle.events(self.viewer)).get(number), number)
            return
        wanted = what or question.rule
        found = self.battle.system.rulebook.search(wanted) if wanted else ()
        for entry in found[:3]:
            show_rule(entry, self.teller.console)
        if not found:
            self.say(_("The rulebook says nothing of it."))

    def _reasons(self, event: Event | None, number: int) -> None:
        if event is None:
            self.say(_("There is no event {n} yet.", n=number))
            return
        for reason in self.battle.system.explain(event):
            self.say(f"{reason.rule}  {said(reason.text, self.names)}")

    def _look(self, which: str) -> None:
        """All units in the view of whoever sits here, or one of them in full."""
        system, view = self.battle.system, self.battle.view(self.viewer)
        picture = system.picture(view)
        if not picture.units:
            self.say(_("There are no units yet."))
        elif which:
            try:
                chosen = pick(which, {unit.id: unit.name for unit in picture.units})
            except Unread as unread:
                self.say(unread.text)
                return
            unit, thing = next(unit for unit in picture.units if unit.id == chosen), system.unit(view, chosen)
            sheet = system.sheet(thing, view) if unit.sheet and thing is not None else None
            show_unit(self.teller.console, unit, sheet, self.names)
        else:
            show_units(self.teller.console, picture, self.names)

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
        if self._read(_("{who} gives up? yes or no (Enter: no): ", who=self._who(seat))).casefold() in ("y", "yes"):
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


def _row_names(question: Question[Any], names: Mapping[str, str]) -> dict[str, str]:
    """What the fields of a form or the slots of an assignment are called, by their keys."""
    if isinstance(question, Assign):
        return {slot: said(name, names) for slot, name in question.slot_names.items()}
    fields = question.fields if isinstance(question, Form) else ()
    return {field.key: said(field.name, names) for field in fields}
