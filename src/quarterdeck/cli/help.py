"""What can be typed at a question."""

from __future__ import annotations

from typing import Any

from quarterdeck.engine.questions import Assign, Choose, Form, Place, Plot, Question
from quarterdeck.engine.text import Text, _, joined

ALWAYS = _(
    """\
Enter or default   what is not given yet is the default
done               the answer as it stands
pass               no answer, where there is passing
undo               forget the last entry, or take back the last answer where that is allowed
?                  the rule of the question; ? 12: why event 12; ? ID or ? words: the rulebook
offers             what may be done unasked
concede            give up
quit               stop; the record is kept"""
)

KINDS: dict[type[Question[Any]], Text] = {
    Choose: _("2 or 2, 1          the choice with that number, or several in that order"),
    Plot: _("1: line            the line of unit 1; it is shown before it counts"),
    Assign: _("1 2 or 1 2, 3 1    slot 1 gets choice (or amount) 2, slot 3 gets 1; 1 - gets nothing"),
    Place: _("1 12 8.5 3         unit 1 at 12, 8.5 with heading 3"),
    Form: _("1 value            field 1 has that value"),
}


def help_for(question: Question[Any]) -> Text:
    """What can be typed at this question."""
    own = [text for kind, text in KINDS.items() if isinstance(question, kind)]
    return joined([*own, ALWAYS], "\n")
