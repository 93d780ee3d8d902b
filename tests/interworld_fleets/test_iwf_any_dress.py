"""Every question of whole battles with any draft: a page can always show it, and what is offered by itself is legal."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from iwf_battles import SCENARIOS

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dress_wire import dress_json
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS
from whole_battles import at_random

WILD = (None, {}, [], "batten", 5, {"x": 1}, [["x"]])
OFTEN = 20
"""How many questions by a rule are tried with wild drafts."""


@pytest.mark.parametrize("key", SCENARIOS)
def test_any_draft_of_any_question_can_be_shown(key):
    battle = Battle.begin(INTERWORLD_FLEETS, INTERWORLD_FLEETS.scenarios()[key], seed=f"dress {key}", keep=False)
    rng, kinds = random.Random(key), Counter[str]()
    while battle.outcome is None:
        for seat, slate in battle.slates().items():
            view = battle.view(seat)
            for name, question in slate.questions.items():
                own = (question.sample(view, rng), question.default(view), question.passing())
                wild = WILD if kinds[question.rule] < OFTEN else ()
                for draft in (*wild, *map(plain_answer, own)):
                    dress = question.dress(view, draft)
                    assert dress_json(name, question, dress, plain)["title"]
                    assert dress.ready == (draft is not None and not question.problems(view, draft))
                assert all(question.problems(view, plain_answer(answer)) == [] for answer in own[:2])
                kinds[question.rule] += 1
            battle.commit(seat, at_random(view, slate.questions, rng))
            break
    assert {"IWF-2.7", "IWF-3.1", "IWF-4.1", "IWF-8.3"} <= set(kinds)
