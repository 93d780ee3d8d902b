"""The five kinds of question that a game can ask, as plain data with their methods."""

from quarterdeck.engine.questions.assign import Amounts, Assign, Limit, Options
from quarterdeck.engine.questions.base import Question
from quarterdeck.engine.questions.choose import Choice, Choose
from quarterdeck.engine.questions.form import Field, Form
from quarterdeck.engine.questions.place import Cells, Disc, Place, Pose, Rectangle, Region
from quarterdeck.engine.questions.plot import DRIFT, MOST_LINE, Plot

__all__ = [
    "DRIFT",
    "MOST_LINE",
    "Amounts",
    "Assign",
    "Cells",
    "Choice",
    "Choose",
    "Disc",
    "Field",
    "Form",
    "Limit",
    "Options",
    "Place",
    "Plot",
    "Pose",
    "Question",
    "Rectangle",
    "Region",
]
