"""A battle with all checks: the books at every rest, its end, and its record."""

from __future__ import annotations

import random
from typing import Any

from battles import begin
from bookkeeping import Bookkeeper

from quarterdeck.engine.battle import Battle
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import FleetState
from whole_battles import Watched, check_end, check_record, play


def checked_battle(scenario: str | Scenario, seed: str, **players: Any) -> Battle[FleetState]:
    """A battle to its end, with the books compared at every rest, and its record replayed."""
    books = Bookkeeper()
    battle = begin(scenario, seed, Watched(FULL_THRUST, books.compare), listener=books.hear)
    play(battle, random.Random(seed), **players)
    assert books.heard == len(battle.told)
    check_end(battle)
    assert battle.state.turn <= battle.state.scenario.turn_limit + 1
    check_record(battle, FULL_THRUST)
    return battle
