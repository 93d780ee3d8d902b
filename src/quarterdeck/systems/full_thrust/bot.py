"""The captain: plots where its guns bear and the enemy's do not, concentrates fire, repairs what matters, leaves when beaten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choose, Options, Place, Plot, Question, Rectangle
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.system import Reply
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.damage import crew_factors
from quarterdeck.systems.full_thrust.gunnery import best_fire, system_worth, worth
from quarterdeck.systems.full_thrust.helm import plan_orders
from quarterdeck.systems.full_thrust.repair import MOST_PARTIES, DamageControl
from quarterdeck.systems.full_thrust.shooting import ChooseShip, DeclareFire
from quarterdeck.systems.full_thrust.state import FleetView


class Captain:
    """Sees only its seat's view; the same view gives the same answers."""

    def answer(self, view: FleetView, questions: Mapping[str, Question[Any]], rng: Rng) -> Reply:
        """Answer a slate, question by question."""
        answers: dict[str, Json] = {}
        reasons: dict[str, Text] = {}
        for question_id, question in questions.items():
            answers[question_id], reasons[question_id] = self._answer(view, question)
        return Reply(answers, reasons)

    def _answer(self, view: FleetView, question: Question[Any]) -> tuple[Json, Text]:
        match question:
            case Plot():
                return plan_orders(view, list(question.units)), ORDERS
            case ChooseShip():
                return [choose_ship(view, question)], SHIP
            case DeclareFire():
                aims = {slot: kind.keys for slot, kind in question.slots.items() if isinstance(kind, Options)}
                return best_fire(view, view.ships[question.ship], aims), FIRE
            case DamageControl():
                return parties(view, question), REPAIR
            case Choose() if question.rule == "FT-4.1.8":
                return [best_arc(view, question)], ARC
            case Place():
                return line_abreast(question), LINE
            case _:
                return plain_answer(question.default(view)), DEFAULT


ORDERS = _("The best of all lines against where the enemies drift.")
SHIP = _("The strongest ship fires first.")
FIRE = _("Fire is concentrated where the most can be shot away.")
REPAIR = _("Repairs where the loss is worst.")
ARC = _("The arc into which the most guns bear.")
LINE = _("In line abreast.")
DEFAULT = _("Nothing better.")


def choose_ship(view: FleetView, question: ChooseShip) -> str:
    """The ship whose loss before it has fired would hurt most: the one worth most."""
    return max(question.choices, key=lambda choice: worth(view, view.ships[choice.key])).key


def best_arc(view: FleetView, question: Choose) -> str:
    """The arc into which most weapons of the firing ship bear (FT-4.1.8)."""
    ship = view.ships[question.subject]
    counts = {
        key: len([s for s in ship.design.systems if key in s.arcs and s.id not in ship.lost]) for key, *_rest in question.choices
    }
    return max(counts, key=lambda key: counts[key])


def parties(view: FleetView, question: DamageControl) -> dict[str, Json]:
    """Up to three parties on each lost system, the worst loss first (FT-7.3.2)."""
    answer: dict[str, Json] = {}
    for ship_id, tasks in question.tasks.items():
        ship = view.ships[ship_id]
        left = crew_factors(ship)
        for task in sorted(tasks, key=lambda task: -system_worth(ship, task.removeprefix(f"{ship_id}/"))):
            answer[task] = min(MOST_PARTIES, left)
            left -= min(MOST_PARTIES, left)
    return answer


def line_abreast(question: Place) -> dict[str, Json]:
    """The ships side by side across the zone, all with the heading that points across it to the middle of the table."""
    zone = question.region
    if not isinstance(zone, Rectangle):
        return {unit: plain_answer(pose) for unit, pose in question.default(None).items()}
    step = (zone.top - zone.bottom) / (len(question.units) + 1)
    x, heading = (zone.right, 3) if zone.left + zone.right < 2 * TYPICAL_MIDDLE else (zone.left, 9)
    return {unit: {"at": [x, zone.bottom + step * place], "heading": heading} for place, unit in enumerate(question.units, 1)}


TYPICAL_MIDDLE = 36.0
"""The middle of the usual table across, in MU (FT-2.3.1)."""
