"""What can be typed at a question."""

from __future__ import annotations

from typing import Any

from quarterdeck.cli.entries import dice_of
from quarterdeck.engine.questions import Assign, Choose, Form, Options, Place, Plot, Question
from quarterdeck.engine.text import Text, _, joined

ALWAYS = _(
    """\
ships or look      all units as they stand; ship 2 or ship NAME: one in full
?                  the rule of the question
? 12               why event 12 came out as it did
? WORDS            what the rulebook says of some words or of a rule
undo               forget the last entry, or take back the last answer
offers             what may be done unasked
concede            give up
quit               stop; the record is kept, if one was asked for"""
)

DICE = _("6 4 1 or 641       the faces of the dice, as they fell")
ENTER = _("Enter or default   what is said behind Enter")
DONE = _("done               the answer as it stands")
PASS = _("pass               nothing, and the question is answered")
AMOUNTS = _("1 2 or 1 2, 3 1    row 1 gets 2, row 3 gets 1; 1 - gets nothing")

KINDS: dict[type[Question[Any]], Text] = {
    Choose: _("2 or 2, 1          the choice with that number, or several in that order"),
    Plot: _("1: line            the line of unit 1; it is shown before it counts"),
    Assign: _(
        "1 2 or 1 2, 3 1    row 1 gets column 2, row 3 gets column 1; 1 - gets nothing\n"
        "(arc)              what stands in brackets cannot be: try it to be told why"
    ),
    Place: _("1 12 8.5 3         unit 1 at 12, 8.5 with heading 3"),
    Form: _("1 value            field 1 has that value"),
}


def help_for(question: Question[Any]) -> Text:
    """What can be typed at this question."""
    if dice_of(question):
        return joined([DICE, ALWAYS], "\n")
    own = [text for kind, text in KINDS.items() if isinstance(question, kind)]
    if isinstance(question, Plot) and question.how is not None:
        own.append(question.how)
    if isinstance(question, Assign) and not any(isinstance(slot, Options) for slot in question.slots.values()):
        own = [AMOUNTS]
    done = [] if isinstance(question, Choose) else [DONE]
    passing = [PASS] if question.passing() is not None else []
    return joined([*own, ENTER, *done, *passing, ALWAYS], "\n")
