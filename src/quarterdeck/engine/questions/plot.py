"""Plot: a line in an order language for one or several units, checked as one plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from quarterdeck.engine.dress import Dress, Kind, State, UnitRow
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions.base import Question, keys_of, malformed
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, _, joined, ngettext

MOST_LINE = 400
DRIFT = "-"
"""The line of a unit that goes on as it does on purpose."""


@dataclass(slots=True, kw_only=True)
class Plot(Question[dict[str, str]]):
    """Lines by unit, in the order language that the rule system's question reads.

    With `on_purpose` every unit needs a line (`DRIFT` to go on as it does); otherwise an absent unit has an empty one. `how`
    says to a person how lines are written.
    """

    KIND: ClassVar[Kind] = "plot"
    GIVE: ClassVar[Text] = _("All orders given")
    DRIFTING: ClassVar[Text] = _("Drift on purpose")
    LACKING: ClassVar[tuple[str, str]] = (
        "{units} needs orders, or drifts on purpose.",
        "{units} need orders, or drift on purpose.",
    )
    """What is said of a unit without a line, and of several."""

    units: dict[str, Text]
    language: str
    on_purpose: bool = True
    how: Text | None = None

    def read(self, answer: Json) -> dict[str, str] | list[Problem]:
        """A line for each unit named, of at most `MOST_LINE` characters, white space trimmed."""
        if problems := keys_of(answer, self.units, _("unit")):
            return problems
        for unit, line in answer.items():
            if not isinstance(line, str):
                return malformed(_("The orders of {unit} must be text.", unit=self.units[unit]), unit)
            if len(line) > MOST_LINE:
                return malformed(
                    _("The orders of {unit} are longer than {most} characters.", unit=self.units[unit], most=MOST_LINE),
                    unit,
                )
        return {unit: answer[unit].strip() for unit in self.units if unit in answer}

    def illegal(self, view: Any, value: dict[str, str]) -> list[Problem]:
        """Units without a line, lines that cannot be read, then the plan as a whole."""
        problems = [self._missing(unit) for unit in self.units if self.on_purpose and not value.get(unit)]
        for unit, line in value.items():
            problems += self.line_problems(view, unit, line)
        return problems or self.plan_problems(view, value)

    def _missing(self, unit: str) -> Problem:
        return Problem(
            self.rule,
            _("{unit} has no orders yet; write {drift} to let it drift.", unit=self.units[unit], drift=DRIFT),
            unit,
            DRIFT,
        )

    def line_problems(self, view: Any, unit: str, line: str) -> list[Problem]:
        """Why a line cannot be ordered; a rule system's question says it here."""
        return []

    def plan_problems(self, view: Any, lines: dict[str, str]) -> list[Problem]:
        """Why lines that are each in order do not go together."""
        return []

    def default(self, view: Any) -> dict[str, str]:
        """Everything goes on as it does."""
        return dict.fromkeys(self.units, DRIFT)

    def sample(self, view: Any, rng: Rng) -> dict[str, str]:
        """A random line for each unit."""
        return {unit: self.sample_line(view, unit, rng) for unit in self.units}

    def sample_line(self, view: Any, unit: str, rng: Rng) -> str:
        """Any line that may be ordered for a unit."""
        return DRIFT

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """A row for each unit with its line."""
        dress = Question.outline(self, view, draft)
        lines = self.lines(draft)
        dress.rows = [self.row(view, unit, lines[unit]) for unit in self.units]
        return dress

    def lines(self, draft: Json) -> dict[str, str]:
        """The lines of all units as far as a draft has any that are short enough, whatever else it holds."""
        held = draft if isinstance(draft, dict) else {}
        lines = {unit: held.get(unit) for unit in self.units}
        return {unit: line if isinstance(line, str) and len(line) <= MOST_LINE else "" for unit, line in lines.items()}

    def missing(self, dress: Dress) -> Text | None:
        """Which units have no line yet; else the first problem."""
        lines = self.lines(dress.draft)
        without = [name for unit, name in self.units.items() if not lines[unit].strip()]
        if not without or not self.on_purpose:
            return Question.missing(self, dress)
        return ngettext(*self.LACKING, len(without), units=joined(without))

    def state(self, view: Any, unit: str, line: str) -> State:
        """Whether a unit has a line, and one that can be ordered."""
        if not line.strip():
            return "none"
        return "bad" if self.line_problems(view, unit, line.strip()) else "given"

    def row(self, view: Any, unit: str, line: str) -> UnitRow:
        """How a unit stands with a line; a rule system's question adds what comes of it, and controls to change it."""
        return UnitRow(unit, self.units[unit], ref=unit, line=line, state=self.state(view, unit, line))
