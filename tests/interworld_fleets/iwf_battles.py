"""Whole battles for tests, every state of them possible."""

from __future__ import annotations

import random

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS
from quarterdeck.systems.interworld_fleets.state import FleetsState
from whole_battles import Player, Watched, at_random, check_end, check_record, play

SCENARIOS = tuple(INTERWORLD_FLEETS.scenarios())


def possible(state: FleetsState) -> None:
    """What every state at a rest must keep."""
    assert [plain(problem.text) for problem in INTERWORLD_FLEETS.check(state)] == []


def checked_battle(scenario: str, seed: str, player: Player = at_random) -> Battle[FleetsState]:
    """A battle to its end, every state of it possible, and its record replayed."""
    system = Watched(INTERWORLD_FLEETS, possible)
    battle = play(Battle.begin(system, system.scenarios()[scenario], seed=seed, keep=False), random.Random(seed), player)
    check_end(battle)
    check_record(battle, INTERWORLD_FLEETS)
    return battle
