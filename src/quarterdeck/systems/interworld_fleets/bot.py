"""The captain: moves for arcs and stern shots, joins its fire, spends command dice where they pay, intercepts by the odds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choose, Question
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.system import Reply
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_fleets.advice import (
    best_effects,
    best_interception,
    best_strike,
    best_use,
    blows_itself_up,
    next_unit,
    useless_dice,
)
from quarterdeck.systems.interworld_fleets.boarding import SelfDestruct
from quarterdeck.systems.interworld_fleets.commands import Discard, UseAbility
from quarterdeck.systems.interworld_fleets.helm import plan
from quarterdeck.systems.interworld_fleets.indirect import ChooseEffects
from quarterdeck.systems.interworld_fleets.launch import Strike
from quarterdeck.systems.interworld_fleets.moves import MoveUnit
from quarterdeck.systems.interworld_fleets.reactions import Intercept
from quarterdeck.systems.interworld_fleets.shooting import Engage
from quarterdeck.systems.interworld_fleets.state import FleetsView


class Captain:
    """Sees only its seat's view; the same view gives the same answers."""

    def answer(self, view: FleetsView, questions: Mapping[str, Question[Any]], rng: Rng) -> Reply:
        """Answer a slate, question by question."""
        return Reply.to_each(questions, partial(self._answer, view))

    def _answer(self, view: FleetsView, question: Question[Any]) -> tuple[Json, Text]:
        match question:
            case MoveUnit():
                return paths(view, question), PATH
            case Engage():
                return question.default(view), FIRE
            case Intercept():
                return best_interception(view, question), BY_ODDS
            case Strike():
                return best_strike(view, question), BY_ODDS
            case UseAbility():
                use = best_use(view, question.uses, question.declared)
                return [use.key] if use else [], PAYS
            case ChooseEffects():
                return best_effects(view, question), EFFECTS
            case SelfDestruct():
                return ["destroy"] if blows_itself_up(view, question) else [], BY_ODDS
            case Discard() if not question.need:
                return useless_dice(view, question), PAYS
            case Choose() if question.rule == "IWF-2.7":
                return [next_unit(view, question.keys())], NEXT
            case _:
                return plain_answer(question.default(view)), DEFAULT


PATH = _("Where the guns bear most and the enemy's least.")
FIRE = _("Fire is joined where it is worth most.")
BY_ODDS = _("By the odds.")
PAYS = _("Dice are spent where they pay.")
EFFECTS = _("What hurts this enemy most.")
NEXT = _("The unit that has most to shoot at goes first.")
DEFAULT = _("Nothing better.")


def paths(view: FleetsView, question: MoveUnit) -> dict[str, str]:
    """The best paths of a unit, as far as they are legal together."""
    planned = plan(view, [view.ships[unit] for unit in question.units])
    if planned is None or (len(planned.lines) > 1 and question.problems(view, planned.lines)):
        return question.default(view)
    return planned.lines
