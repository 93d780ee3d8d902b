"""What is computed in workers: bots' answers, dresses with odds, replays, records. Here comes in only what may be known.

Each function takes and gives what pickles. A rule system is found anew by its key.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Mapping
from random import Random
from typing import Any

from quarterdeck.bots.playing import bot_named
from quarterdeck.engine.dress import Dress
from quarterdeck.engine.paper import Paper, printed
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Question
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.system import Sheet, find


def behind() -> None:
    """Let the server and whoever else is there go first."""
    os.nice(10)


def packed(view: Any, questions: Mapping[str, Question[Any]]) -> bytes:
    """A view with the questions that are made from it, to be sent to a worker."""
    return pickle.dumps((view, dict(questions)), pickle.HIGHEST_PROTOCOL)


def answers_of(system: str, level: str, given: bytes) -> dict[str, Json]:
    """What a bot answers to the questions of a slate."""
    view, questions = pickle.loads(given)
    rng = Random(hashlib.sha256(given).hexdigest())
    return dict(bot_named(find(system), level).answer(view, questions, rng).answers)


def dress_of(given: bytes, draft: Json) -> Dress:
    """A question dressed with a draft, odds and all."""
    view, questions = pickle.loads(given)
    (question,) = questions.values()
    dress: Dress = question.dress(view, draft)
    return dress


def suggestion_of(system: str, given: bytes) -> Json:
    """What the system's bot for the seat would answer to a question."""
    view, questions = pickle.loads(given)
    (key, question), *_ = questions.items()
    suited = find(system).suited(question.seat)
    if not suited:
        return plain_answer(question.default(view))
    return answers_of(system, suited[0], given)[key]


def paper_of(sheets: list[Sheet], paper: Paper, per_page: int) -> bytes:
    """Record sheets as a PDF."""
    return printed(sheets, paper, per_page)
