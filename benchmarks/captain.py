"""How often the captain beats another bot: a hundred battles of each scenario, it sits on either side in turn.

    python benchmarks/captain.py [SYSTEM] [N] [RIVAL]

RIVAL is ``random`` unless it is named. A captain against a ``captain`` shows which side is stronger; where seats activate in an
order it is turned round in every other battle, and counted how often the side that is first in it wins.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import Any

from quarterdeck.bots.playing import bot_named, play
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.system import find
from quarterdeck.systems.interworld_fleets.scenario import Scenario

NARRATOR = "narrator"


def winner(key: str, scenario_key: str, rival: str, number: int) -> tuple[str, str, bool]:
    """Which side of a battle is the captain's, who wins (nobody: empty), and whether that side was first in the order."""
    system = find(key)
    scenario: Any = system.scenarios()[scenario_key]
    if isinstance(scenario, Scenario) and number % 4 >= 2:
        scenario = replace(scenario, order=scenario.order[::-1])
    sides = {seat: side for seat, side in scenario.seat_sides().items() if side != NARRATOR}
    captain = list(dict.fromkeys(sides.values()))[number % 2]
    bots = {seat: bot_named(system, NARRATOR) for seat in scenario.seat_sides() if seat not in sides}
    bots |= {seat: bot_named(system, "captain" if side == captain else rival) for seat, side in sides.items()}
    battle = Battle.begin(system, scenario, seed=f"captain {number // 2}", keep=False)
    play(battle, bots, random.Random(number))
    assert battle.outcome is not None
    [won] = battle.outcome.winners or ("",)
    first = isinstance(scenario, Scenario) and won == sides[scenario.order[0]]
    return captain, won, first


def main() -> None:
    """Print a row for each scenario."""
    key = sys.argv[1] if len(sys.argv) > 1 else "full-thrust"
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rival = sys.argv[3] if len(sys.argv) > 3 else "random"
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for scenario in find(key).scenarios():
            each = [scenario] * number
            found = list(pool.map(winner, [key] * number, each, [rival] * number, range(number), chunksize=5))
            captains = len([won for captain, won, _first in found if won == captain])
            sides = Counter(won or "nobody" for _captain, won, _first in found)
            firsts = len([first for _captain, _won, first in found if first])
            rows = ", ".join(f"{side} {count}" for side, count in sorted(sides.items()))
            print(f"{scenario:14} captain {captains} of {number} against {rival}; by side: {rows}; first {firsts}", flush=True)


if __name__ == "__main__":
    main()
