"""Battles of every scenario with all checks of the tests, in as many processes as there are cores.

    python benchmarks/random_battles.py [N] [captain]

N battles of each scenario (300), two of three wholly at random, the third with ships that are led so that they meet; or all of
them of captains. The books are kept and compared at every rest, the record is read back and replayed, and every tenth battle also
goes on from a pickled copy of each of its rests. Prints what broke, and fails then.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "full_thrust"))

from battles import SCENARIOS, as_captain, at_close_quarters
from checked import checked_battle

from going_on import Played
from quarterdeck.systems.full_thrust import FULL_THRUST
from whole_battles import Broken, at_random


def one(key: str, number: int, captains: bool) -> tuple[str, int, str]:
    """Play one battle; returns its scenario, its turns, and what broke, if anything."""
    try:
        player = as_captain if captains else at_close_quarters if number % 3 == 2 else at_random
        seats = FULL_THRUST.scenarios()[key].seat_sides()
        battle = checked_battle(key, f"{key} {number}", **dict.fromkeys(seats, player))
        if number % 10 == 0:
            Played(FULL_THRUST, FULL_THRUST.scenarios()[key], f"going on {number}", player).go_on_at_each_rest()
    except (Exception, Broken):
        return key, 0, f"{key} {number}:\n{traceback.format_exc()}"
    return key, battle.round, ""


def main() -> int:
    """Play them all; 1 when one broke."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    captains = sys.argv[2:] == ["captain"]
    start, turns, broken = time.monotonic(), Counter[str](), list[str]()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(one, key, number, captains) for number in range(most) for key in SCENARIOS]
        for done, job in enumerate(as_completed(jobs), 1):
            key, played, fault = job.result()
            turns[key] += played
            broken += [fault] if fault else []
            seconds = time.monotonic() - start
            print(f"\r{done} of {len(jobs)} battles, {len(broken)} broken, {seconds:.0f} s ", end="", flush=True)
    print()
    for key in SCENARIOS:
        print(f"{key}: {most} battles, {turns[key] / most:.1f} turns each")
    print("\n".join(broken[:5]))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
