"""The captain: plots where its guns bear and the enemy's do not, concentrates fire, repairs what matters, leaves when beaten."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from quarterdeck.engine.plane import CLOCK
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choose, Plot, Question
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.system import Reply
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.aliens.captain import shroud_lines
from quarterdeck.systems.full_thrust.aliens.tending import Tend
from quarterdeck.systems.full_thrust.contacts.advice import declare_lines
from quarterdeck.systems.full_thrust.deploy import Deploy
from quarterdeck.systems.full_thrust.fighters import wing
from quarterdeck.systems.full_thrust.helm import plan_orders
from quarterdeck.systems.full_thrust.repair import DamageControl
from quarterdeck.systems.full_thrust.shooting import ChooseShip, DeclareFire
from quarterdeck.systems.full_thrust.state import FleetView


class Captain:
    """Sees only its seat's view; the same view gives the same answers."""

    def answer(self, view: FleetView, questions: Mapping[str, Question[Any]], rng: Rng) -> Reply:
        """Answer a slate, question by question."""
        return Reply.to_each(questions, partial(self._answer, view))

    def _answer(self, view: FleetView, question: Question[Any]) -> tuple[Json, Text]:
        flown = wing.answer(view, question)
        if flown is not None:
            return flown, FLOWN
        match question:
            case Plot():
                lines = plan_orders(view, list(question.units))
                lines = wing.launch_lines(view, lines) if view.groups else lines
                return declare_lines(view, shroud_lines(view, lines)), ORDERS
            case Choose() if question.rule == "FT-4.1.8":
                return [best_arc(view, question)], ARC
            case Deploy():
                return line_abreast(question), LINE
            case _:
                return plain_answer(question.default(view)), REASONS.get(type(question), DEFAULT)


ORDERS = _("The best of all lines against where the enemies drift.")
ARC = _("The arc into which the most guns bear.")
LINE = _("In line abreast.")
FLOWN = _("Fighters and missiles go where the best targets will be.")
DEFAULT = _("Nothing better.")
REASONS: dict[type, Text] = {
    ChooseShip: _("The ship worth most fires first."),
    DeclareFire: _("Fire is concentrated where the most can be shot away."),
    DamageControl: _("Repairs where the loss is worst."),
    Tend: _("Leeches first, then the worst losses, then Drones."),
}
"""Where the question's own default is what a captain does, why."""


def best_arc(view: FleetView, question: Choose) -> str:
    """The arc into which most weapons of the firing ship bear (FT-4.1.8)."""
    ship = view.ships[question.subject]
    counts = {
        key: len([s for s in ship.design.systems if key in s.arcs and s.id not in ship.lost]) for key, *_rest in question.choices
    }
    return max(counts, key=lambda key: counts[key])


def line_abreast(question: Deploy) -> dict[str, Json]:
    """The ships side by side at the front of the zone, all with the heading that the scenario has them facing."""
    zone, ahead = question.zone, CLOCK[question.facing]
    across, up = (zone.right - zone.left) / (len(question.units) + 1), (zone.top - zone.bottom) / (len(question.units) + 1)
    answer: dict[str, Json] = {}
    for place, unit in enumerate(question.units, 1):
        if abs(ahead.x) > abs(ahead.y):
            at = [zone.right if ahead.x > 0.0 else zone.left, zone.bottom + up * place]
        else:
            at = [zone.left + across * place, zone.top if ahead.y > 0.0 else zone.bottom]
        answer[unit] = {"at": at, "heading": question.facing}
    return answer
