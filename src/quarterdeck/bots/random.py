"""The bot that gives any legal answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.engine.questions import Question
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.system import Reply


class RandomBot:
    """Plays every rule system, and none of them well."""

    def answer(self, view: Any, questions: Mapping[str, Question[Any]], rng: Rng) -> Reply:
        """A random legal answer to each question."""
        return Reply({key: plain_answer(question.sample(view, rng)) for key, question in questions.items()})
