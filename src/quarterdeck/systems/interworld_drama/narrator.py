"""The narrator's seat: every decision left to the narrator is a question with the book's answer (IWD-14.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choice, Choose, Field, Form
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_drama.record import NARRATOR

STANDING = "ruling"
"""The name under which a narrator may leave it to the book for a while."""


class Decision(NamedTuple):
    """A decision of the narrator: what it is about, its rule, what the book says, and the answers to choose from."""

    text: Text
    rule: str
    book: str
    answers: dict[str, Text] = {}


NONE, LIGHT, HEAVY, FATAL = _("no damage"), _("light damage"), _("heavy damage"), _("fatal damage")
DEGREE_NAMES = {"none": NONE, "light": LIGHT, "heavy": HEAVY, "fatal": FATAL}
YES, NO = _("yes"), _("no")

DECISIONS: dict[str, Decision] = {
    "world": Decision(_("What harm does the world take?"), "IWD-1.2", "light", DEGREE_NAMES),
    "mishap": Decision(
        _("What comes of the botch?"),
        "IWD-2.4",
        "none",
        {"none": _("nothing but the failure"), "injury": _("a light injury")},
    ),
    "tie": Decision(
        _("The two are equal. What is the compromise?"),
        "IWD-6.6",
        "nobody",
        {"nobody": _("nobody gains anything"), "both_restricted": _("both get what they wanted")},
    ),
    "waived": Decision(_("Is the light damage repaired without a roll?"), "IWD-10.2", "yes", {"yes": YES, "no": NO}),
    "creative": Decision(_("Will this do against fatal damage?"), "IWD-10.4", "yes", {"yes": YES, "no": NO}),
    "launch": Decision(
        _("The launch under the barrage has failed. What comes of it?"),
        "IWD-13.8",
        "not_launched",
        {
            "not_launched": _("it is not launched"),
            "destroyed": _("it is destroyed; the system works no more"),
            "fled": _("it flees behind the Barrier; the system is out of order"),
        },
    ),
    "analysis": Decision(
        _("What does the analysis show?"),
        "IWD-14.12",
        "record",
        {"record": _("all of the ship's figures"), "nothing": _("nothing of use")},
    ),
    "verdict": Decision(_("The fight is cut short. Who has won?"), "IWD-14.13", "points", {"points": _("by the losses")}),
    "dead_zone": Decision(_("Which weapon is it that does not bear?"), "IWD-13.4", ""),
    "redistribution": Decision(_("By the pool of which system is energy redistributed?"), "IWD-7.11", ""),
    "spread": Decision(_("Where does the fire spread?"), "IWD-13.12", ""),
    "covered": Decision(_("Does the cover hide it from the other enemy ships too?"), "IWD-13.3", "no", {"yes": YES, "no": NO}),
}
"""The decisions that choose among a few answers."""

AMOUNTS: dict[str, Decision] = {
    "harpoon": Decision(_("Difficulty to get off the harpoon"), "IWD-13.11", "7"),
    "intensity": Decision(_("Intensity of the fire"), "IWD-13.12", "2"),
    "rolls": Decision(_("Successful actions to repair the heavy damage"), "IWD-10.3", "1"),
    "break": Decision(_("Difficulty to break the short distance"), "IWD-13.5", "8"),
    "healing": Decision(_("Difficulty of healing"), "IWD-13.15", "6"),
}
"""The decisions that name a number, with what the book says."""

AMOUNT_LIMITS = {"harpoon": (6, 9), "intensity": (1, 6), "rolls": (1, 4), "break": (2, 10), "healing": (2, 10)}


@dataclass(slots=True, kw_only=True)
class Ruling(Choose):
    """A decision among a few answers; passing is to go by the book."""

    PASS: ClassVar[Text] = _("By the book")

    book: str

    def passing(self) -> list[str] | None:
        """What the book says."""
        return [self.book]

    def default(self, view: Any) -> list[str]:
        """What the book says."""
        return [self.book]


@dataclass(slots=True, kw_only=True)
class Adjust(Form):
    """A decision with several parts; passing is to go by the book."""

    PASS: ClassVar[Text] = _("By the book")

    book: dict[str, Json] = field(default_factory=dict)

    def passing(self) -> dict[str, Json] | None:
        """What the book says."""
        return dict(self.book)

    def default(self, view: Any) -> dict[str, Json]:
        """What the book says."""
        return dict(self.book)


def ruling(key: str, about: Text, more: dict[str, Text] | None = None, book: str = "", subject: str = "") -> Ruling:
    """The question for a decision among a few answers; `more` are answers of the moment."""
    decision = DECISIONS[key]
    choices = tuple([Choice(answer, text) for answer, text in {**decision.answers, **(more or {})}.items()])
    return Ruling(
        seat=NARRATOR,
        rule=decision.rule,
        prompt=decision.text,
        lead=about,
        subject=subject,
        key=key,
        standing=STANDING,
        choices=choices,
        book=book or decision.book,
    )


async def rule_on(
    referee: Referee, key: str, about: Text, more: dict[str, Text] | None = None, book: str = "", subject: str = ""
) -> str:
    """Let the narrator decide among a few answers."""
    return (await referee.ask(ruling(key, about, more, book, subject)))[0]


def amount(key: str, about: Text, book: int, subject: str = "") -> Adjust:
    """The question for a number."""
    least, most = AMOUNT_LIMITS[key]
    entry = Field(key="number", name=AMOUNTS[key].text, kind="amount", least=least, most=most)
    return Adjust(
        seat=NARRATOR,
        rule=AMOUNTS[key].rule,
        prompt=AMOUNTS[key].text,
        lead=about,
        subject=subject,
        key=key,
        standing=STANDING,
        fields=(entry,),
        book={"number": book},
    )


async def number_for(referee: Referee, key: str, about: Text, book: int, subject: str = "") -> int:
    """Let the narrator name a number."""
    return int((await referee.ask(amount(key, about, book, subject)))["number"])
