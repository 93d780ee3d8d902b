"""How often the captain beats chance: a hundred battles of each scenario, it sits on either side in turn.

python benchmarks/captain.py [N]
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from quarterdeck.bots.playing import bot_named, play
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.system import find


def winner(key: str, number: int) -> str:
    """Who wins a battle: the captain as one side or the other, chance, or nobody."""
    system = find("full-thrust")
    sides = system.scenarios()[key].seat_sides()
    captain = list(dict.fromkeys(sides.values()))[number % 2]
    bots = {seat: bot_named(system, "captain" if side == captain else "random") for seat, side in sides.items()}
    battle = Battle.begin(system, system.scenarios()[key], seed=f"captain {number // 2}", keep=False)
    play(battle, bots, random.Random(number))
    assert battle.outcome is not None
    if not battle.outcome.winners:
        return "nobody"
    return f"captain as {captain}" if captain in battle.outcome.winners else f"chance against {captain}"


def main() -> None:
    """Print a row for each scenario."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for key in find("full-thrust").scenarios():
            won = Counter(pool.map(winner, [key] * number, range(number), chunksize=5))
            captain = sum(count for who, count in won.items() if who.startswith("captain"))
            rest = ", ".join(f"{who} {count}" for who, count in sorted(won.items()))
            print(f"{key:12} {captain} of {number}: {rest}", flush=True)


if __name__ == "__main__":
    main()
