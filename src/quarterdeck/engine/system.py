"""What a rule system must provide, and finding the systems that are installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from typing import Any, NamedTuple, Protocol, TypeVar

from quarterdeck.engine.account import Account
from quarterdeck.engine.art import Art
from quarterdeck.engine.events import Event
from quarterdeck.engine.odds import Odds
from quarterdeck.engine.picture import Picture, Progress, Shown
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.questions import Question
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.rulebook import Rulebook
from quarterdeck.engine.text import Side, Text, _

S = TypeVar("S")
GROUP = "quarterdeck.systems"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle ended: the sides that won (none: a draw), why, and what each side scored."""

    winners: tuple[str, ...]
    reason: Text
    rule: str = ""
    scores: dict[str, int] = field(default_factory=dict)


class Scenario(Protocol):
    """What the engine needs of a scenario: what it is called and who sits where."""

    @property
    def key(self) -> str:
        """The name by which it is asked for."""
        ...

    @property
    def title(self) -> str:
        """Its title."""
        ...

    @property
    def text(self) -> str:
        """What it is about."""
        ...

    def seat_sides(self) -> dict[str, str]:
        """Each seat with the side it plays for, in order."""
        ...

    def facts(self) -> list[Text]:
        """What a player should know before the first question: the table, how it is won, optional rules; a sentence each."""
        ...


class Switch(NamedTuple):
    """An optional rule of a scenario: what it changes, its rule, and whether it is on."""

    key: str
    text: Text
    rule: str
    on: bool


class Reason(NamedTuple):
    """One answer to *why?*: a modifier or fact in words, with its rule."""

    rule: str
    text: Text


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record sheet: SVG elements in a drawing of its own, with a title, one figure, and remarks below."""

    title: str
    sub: str
    figure: str
    svg: str
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """A bot's answers by question id, and why it gave them."""

    answers: dict[str, Json]
    reasons: dict[str, Text] = field(default_factory=dict)

    @classmethod
    def to_each(cls, questions: Mapping[str, Question[Any]], answer: Callable[[Question[Any]], tuple[Json, Text]]) -> Reply:
        """What `answer` says to each question, and why, one by one."""
        said = {key: answer(question) for key, question in questions.items()}
        return cls({key: value for key, (value, _why) in said.items()}, {key: why for key, (_value, why) in said.items()})


class Bot(Protocol):
    """A player that is a program. It sees what its seat may see and nothing else."""

    def answer(self, view: Any, questions: Mapping[str, Question[Any]], rng: Rng) -> Reply:
        """Answer the questions of one slate, by their ids."""
        ...


class System(Protocol[S]):
    """A rule system; `S` is its state, which pickles and which `view` makes a seat's view of."""

    key: str
    title: str
    rules_version: int
    to_begin_with: bool
    """Whether it suits somebody who has played nothing yet; pages offer it first."""

    @property
    def rulebook(self) -> Rulebook:
        """The rule catalogue."""
        ...

    @property
    def art(self) -> Art:
        """The drawings of its units and systems, and its emblem."""
        ...

    @property
    def levels(self) -> tuple[str, ...]:
        """The bots of its own, by level."""
        ...

    def suited(self, seat: str) -> tuple[str, ...]:
        """Those of its levels that can play a seat, the one for it first: a seat with a part of its own has a name of its own."""
        ...

    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios that come with it, by key; the first is the one to begin with."""
        ...

    def switches(self, scenario: Any) -> list[Switch]:
        """The optional rules that may be agreed for a scenario, as they stand in it."""
        ...

    def switched(self, scenario: Any, on: Mapping[str, bool]) -> Any:
        """The scenario with these of its optional rules on or off, by key."""
        ...

    def read(self, kind: str, data: Json) -> Any | list[Problem]:
        """Read a document (``scenario``, ``ship``) into a value, or say what is wrong with it by field."""
        ...

    def write(self, thing: Any) -> Json:
        """A scenario or unit as a document, everything by value, that `read` reads back to an equal one."""
        ...

    def account(self, kind: str, data: Json) -> Account | list[Problem]:
        """Points and limits of a document, line by line with the rules; problems where it cannot be read at all."""
        ...

    def start(self, scenario: Any) -> S:
        """The state before set-up."""
        ...

    async def set_up(self, state: S, referee: Referee) -> None:
        """Deployment: round 0."""
        ...

    async def play_round(self, state: S, referee: Referee) -> None:
        """One round, from the step at which the state stands."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the battle has ended; None while it goes on. Asked at every rest."""
        ...

    def conceded(self, state: S, left: list[str]) -> Outcome | None:
        """The outcome when all sides but those `left` have given up; None while those still fight for victory."""
        ...

    def check(self, state: S) -> list[Problem]:
        """What in a state cannot be: the invariants that every battle and every umpire's change keep."""
        ...

    def view(self, state: S, seat: str | None) -> S:
        """What a seat (None: a spectator) may know, sharing with the state what is open."""
        ...

    def imagine(self, view: S, rng: Rng) -> S:
        """A state that could be true, given a view: its view is the same again."""
        ...

    def names(self, view: S) -> Mapping[str, str]:
        """What units, their parts (``unit/part``) and sides are called, by id."""
        ...

    def describe(self, event: Event) -> Text:
        """The sentence that tells an event; units and sides stand in it by id."""
        ...

    def explain(self, event: Event) -> list[Reason]:
        """The answer to *why?*: every modifier and fact behind an event."""
        ...

    def progress(self, view: S) -> Progress:
        """How far the round is, as it stands in the picture of a view or state."""
        ...

    def picture(self, view: S) -> Picture:
        """What is drawn of a view: a map or cards, sides, units, panels, how far the round is."""
        ...

    def show(self, event: Event, view: S) -> Shown:
        """What an event points at, how it is played on the map, and its mark on the time line; `view` is as it was told."""
        ...

    def unit(self, view: S, unit: str) -> Any | None:
        """A unit as it stands in a view, by id; None where the view has none."""
        ...

    def sheet(self, thing: Any, view: S | None = None) -> Sheet:
        """The record sheet of a design, or of a unit as it stands in a view."""
        ...

    def odds(self, text: str, given: Mapping[str, str]) -> Odds | list[Problem]:
        """Exact odds of what `text` names in the system's words, against what `given` says."""
        ...

    def bot(self, level: str) -> Bot:
        """The bot of a level."""
        ...


OF_THE_TABLE: dict[str, Text] = {
    "fault": _("The rules fail on what was given; it counts for nothing, and the battle stands where it stood."),
    "taken_back": _("The battle is taken back."),
    "changed": _("The umpire changes the battle."),
    "not_changed": _("The umpire's change is not possible any more."),
    "outcome": _("The battle is over."),
}
"""The sentences of what happens at the table of any rule system."""


def sentence_of(system: System[Any], event: Event, sides: Mapping[str, str]) -> Text:
    """The sentence that tells an event: the table's own, or the rule system's; `sides` are those of the seats."""
    if event.kind == "conceded":
        return _gives_up(str(event.data["seat"]), sides)
    of_table = OF_THE_TABLE.get(event.kind)
    if of_table is None:
        return system.describe(event)
    return Text(of_table.message, {key: str(value) for key, value in event.data.items()})


def _gives_up(seat: str, sides: Mapping[str, str]) -> Text:
    """Who gives up: the side where the seat is its only one."""
    side = sides[seat]
    if list(sides.values()).count(side) == 1:
        return _("{side} gives up.", side=Side(side))
    return _("Seat {seat} of {side} gives up.", seat=seat, side=Side(side))


def given_up(names: Mapping[str, str], left: list[str]) -> Text:
    """Why a battle is over when of its sides, with their names, but one at most is `left`."""
    gone = [side for side in names if side not in left]
    if not left:
        return _("All sides have given up.")
    if len(gone) == 1:
        return _("{side} has given up.", side=Side(gone[0], names[gone[0]]))
    return _("All but {side} have given up.", side=Side(left[0], names[left[0]]))


def installed() -> dict[str, System[Any]]:
    """All rule systems that are installed, by key: those to begin with first, then in alphabetical order."""
    found = {point.name: point.load() for point in entry_points(group=GROUP)}
    return {key: found[key] for key in sorted(found, key=lambda key: (not found[key].to_begin_with, key))}


@cache
def find(key: str) -> System[Any]:
    """The rule system of this key; `Refused` where there is none."""
    points = entry_points(group=GROUP, name=key)
    for point in points:
        system: System[Any] = point.load()
        return system
    known = ", ".join(sorted(point.name for point in entry_points(group=GROUP)))
    raise Refused([Problem("", _("There is no rule system “{key}”. Installed: {known}.", key=key, known=known))])
