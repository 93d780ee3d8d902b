"""Whole battles of the drama for tests: players, and what must hold at every rest."""

from __future__ import annotations

import pickle
import random
from collections.abc import Mapping
from typing import Any, TypeAlias

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Question
from quarterdeck.engine.system import System
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_drama import INTERWORLD_DRAMA
from quarterdeck.systems.interworld_drama.state import DramaState, DramaView
from whole_battles import Player, Watched, at_random, check_end, check_record, play

Drama: TypeAlias = Battle[DramaState]
SCENES = tuple(INTERWORLD_DRAMA.scenarios())
CAPTAIN, NARRATOR = INTERWORLD_DRAMA.bot("captain"), INTERWORLD_DRAMA.bot("narrator")


def as_captain(view: DramaView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the captain answers."""
    return CAPTAIN.answer(view, questions, rng).answers


def as_narrator(view: DramaView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the narrator who goes by the book answers."""
    return NARRATOR.answer(view, questions, rng).answers


EAGER = (0.5, 0.8, 1.0, 1.0, 1.0)
"""How likely somebody does something rather than pass, by the part of the turn."""


def eagerly(view: DramaView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """At random, but few pass late in the turn who can do something, and Masters at Work are few."""
    answers = at_random(view, questions, rng)
    for key, question in questions.items():
        choices = [each.key for each in getattr(question, "choices", ())]
        plain_ones = [each for each in choices if not each.startswith(("master", "idea")) or rng.random() < 0.1]
        if question.key in ("act", "counter", "defend") and plain_ones:
            answers[key] = [rng.choice(plain_ones)] if rng.random() < EAGER[view.step] else []
    return answers


def begin(scene: str, seed: str, system: System[DramaState] = INTERWORLD_DRAMA, **given: Any) -> Drama:
    """A battle from its beginning."""
    return Battle.begin(system, system.scenarios()[scene], seed=seed, **{"keep": False, **given})


class Keeper:
    """Compares each rest with the one before: what may never come back, and what may never change."""

    def __init__(self) -> None:
        self.before: DramaState | None = None
        self.rests = 0

    def compare(self, state: DramaState) -> None:
        """What must hold at a rest."""
        assert [plain(problem.text) for problem in INTERWORLD_DRAMA.check(state)] == []
        if self.before is not None:
            for key, old in self.before.ships.items():
                self._compare_ship(old, state.ships[key], self.before.turn)
            assert 0 <= state.turn - self.before.turn <= 1
            assert self.before.order in ([], state.order)
        self.before = pickle.loads(pickle.dumps(state))
        self.rests += 1

    def _compare_ship(self, old: Any, new: Any, turn: int) -> None:
        assert new.tass <= old.tass
        assert old.status in ("fighting", new.status)
        assert [hit.id for hit in new.damage][: len(old.damage)] == [hit.id for hit in old.damage]
        for was, now in zip(old.damage, new.damage, strict=False):
            assert (was.degree, was.place, was.turn) == (now.degree, now.place, now.turn)
            assert now.repaired == was.repaired or (now.repaired and was.turn == turn), "old damage was repaired"
        for key, member in old.crew.items():
            assert new.crew[key].master_used >= member.master_used
            light = [hit for hit in new.damage if hit.member == key and hit.degree == "light" and not hit.repaired]
            assert new.crew[key].injuries in (len(light), 6)


def checked_battle(scene: str, seed: str, **players: Player) -> Drama:
    """A battle to its end with all checks, replayed from its record."""
    keeper = Keeper()
    battle = play(begin(scene, seed, Watched(INTERWORLD_DRAMA, keeper.compare)), random.Random(seed), **players)
    assert keeper.rests > 10
    check_end(battle)
    check_record(battle, INTERWORLD_DRAMA)
    return battle
