"""What can be typed at a question."""

from __future__ import annotations

from typing import Any

from quarterdeck.engine.questions import Assign, Choose, Form, Place, Plot, Question

ALWAYS = """\
Enter or default   what is not given yet is the default
done               the answer as it stands
pass               no answer, where there is passing
undo               forget the last entry, or take back the last answer where that is allowed
?                  the rule of the question; ? 12: why event 12; ? ID or ? words: the rulebook
offers             what may be done unasked
concede            give up
quit               stop; the record is kept"""

KINDS: dict[type[Question[Any]], str] = {
    Choose: "2 or 2, 1        the choice with that number, or several in that order",
    Plot: "1: line          the line of unit 1; it is shown before it counts",
    Assign: "1 2 or 1 2, 3 1  slot 1 gets choice (or amount) 2, slot 3 gets 1; 1 - gets nothing",
    Place: "1 12 8.5 3       unit 1 at 12, 8.5 with heading 3",
    Form: "1 value          field 1 has that value",
}


def help_for(question: Question[Any]) -> str:
    """What can be typed at this question."""
    own = [text for kind, text in KINDS.items() if isinstance(question, kind)]
    return "\n".join([*own, ALWAYS])
