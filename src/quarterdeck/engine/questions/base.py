"""What all questions share: plain data made from the seat's view, and methods that know only a view and an answer."""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from quarterdeck.engine.dress import Button, Dress, Kind
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, _

A = TypeVar("A")

MOST_TEXT = 2000


@dataclass(slots=True, kw_only=True)
class Question(Generic[A]):
    """A question to one seat. `A` is the type of its answer, a JSON value.

    `rule` is the rule by which it is asked, `prompt` its title, `lead` a line below that, `subject` the unit it is about, `key`
    its name within a slate, `standing` the name under which a seat may leave a standing answer to it (empty: it may not).

    `KIND` is the kind by which it is drawn; `GIVE`, `PASS` and `SUGGEST` are what its buttons say, None where it has none.
    One that is `SKIPPABLE` may be left without an answer where others of its slate have one: then it is passed.
    """

    KIND: ClassVar[Kind]
    GIVE: ClassVar[Text] = _("Done")
    PASS: ClassVar[Text] = _("Pass")
    SUGGEST: ClassVar[Text | None] = None
    SKIPPABLE: ClassVar[bool] = False

    seat: str
    rule: str
    prompt: Text
    lead: Text | None = None
    subject: str = ""
    key: str = ""
    standing: str = ""

    def read(self, answer: Json) -> A | list[Problem]:
        """The answer as the rules get it, numbers rounded to the question's grid; or why it has not the right form."""
        raise NotImplementedError

    def illegal(self, view: Any, value: A) -> list[Problem]:
        """Why a well-formed answer is against the rules, as far as the view tells; a rule system's question says it here."""
        return []

    def conflicts(self, view: Any, value: A, others: Mapping[str, Json]) -> list[Problem]:
        """Why the answer does not go with those to the other questions of its slate, by their keys."""
        return []

    def problems(self, view: Any, answer: Json) -> list[Problem]:
        """Why the answer is not legal, in a player's words; empty when it is. Takes any JSON value."""
        value = self.read(answer)
        return value if is_problems(value) else self.illegal(view, value)  # type: ignore[return-value, arg-type]

    def passing(self) -> A | None:
        """The answer that passes; None where there is no passing."""
        return None

    def default(self, view: Any) -> A:
        """What is done when time runs out: always legal."""
        raise NotImplementedError

    def sample(self, view: Any, rng: Rng) -> A:
        """Any legal answer."""
        raise NotImplementedError

    def dress(self, view: Any, draft: Json = None) -> Dress:
        """All that is shown of the question with this draft (None: none yet), its odds among it."""
        dress = self.outline(view, draft)
        if dress.odds is False:
            self.add_odds(view, dress)
            dress.odds = True
        return dress

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """The dress as far as it takes no time; its `odds` are false where `add_odds` has more to say."""
        problems = [] if draft is None else self.problems(view, draft)
        ready = draft is not None and not problems
        dress = Dress(self.KIND, self.prompt, self.rule, draft, ready, lead=self.lead, problems=problems)
        dress.buttons = list(self._buttons(dress))
        return dress

    def add_odds(self, view: Any, dress: Dress) -> None:
        """Put into an outline what takes long to compute; a rule system's question says it here."""

    def _buttons(self, dress: Dress) -> Iterator[Button]:
        """What gives the draft, with what is missing as long as it cannot be given; what fills in a plan; what passes."""
        yield Button("give", self.GIVE, self.missing(dress))
        if self.SUGGEST is not None:
            yield Button("suggest", self.SUGGEST)
        passing = self.passing()
        if passing is not None:
            yield Button("passing", self.PASS, answer=passing)

    def missing(self, dress: Dress) -> Text | None:
        """What is missing before the draft can be given, as a fact; None where nothing is."""
        if dress.ready:
            return None
        return dress.problems[0].text if dress.problems else NOTHING_YET


NOTHING_YET = _("Nothing is chosen yet.")


def is_problems(value: object) -> bool:
    """Whether reading an answer gave problems and no value."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], Problem)


def malformed(text: Text, at: str = "", nearest: Json = None) -> list[Problem]:
    """The one problem of an answer that has not the form of its question."""
    return [Problem("", text, at, nearest)]


def number_in(value: Json, least: float, most: float, step: float) -> float | None:
    """The number nearest to `value` on the grid that starts at `least`; None where it is no finite number within limits."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -1e12 < value < 1e12:
        return None
    rounded = round(least + round((value - least) / step) * step, 6)
    if not least <= rounded <= most:
        return None
    return int(rounded) if isinstance(least, int) and isinstance(step, int) else float(rounded)


def random_number(least: float, most: float, step: float, rng: Rng) -> float:
    """Any number of the grid from `least` to `most`."""
    steps = rng.randrange(int((most - least) / step + 1e-9) + 1)
    number = number_in(least + steps * step, least, most, step)
    return least if number is None else number


def keys_of(answer: Json, known: Mapping[str, object], what: Text) -> list[Problem]:
    """Why `answer` is no mapping with known keys."""
    if not isinstance(answer, dict):
        return malformed(_("The answer must name a value for each of these: {known}.", known=", ".join(known)))
    for key in answer:
        if not isinstance(key, str) or key not in known:
            return malformed(_("There is no {what} “{key}” here.", what=what, key=shortened(key)), shortened(key))
    return []


class _Quoting(reprlib.Repr):
    """Quotes two levels of a value, and no number of more than 39 digits."""

    def repr_int(self, x: int, level: int) -> str:
        return str(x) if -(10**39) < x < 10**39 else "…"


_QUOTING = _Quoting()
_QUOTING.maxlevel = 2


def shortened(value: Json) -> str:
    """A value as it is quoted in a problem: at most forty characters of it."""
    text = value if isinstance(value, str) else _QUOTING.repr(value)
    return text if len(text) <= 40 else text[:39] + "…"
