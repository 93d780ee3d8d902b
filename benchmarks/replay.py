"""How long a record takes to replay, and how that grows with the ships (python benchmarks/replay.py)."""

from __future__ import annotations

import time

from battles import battle_of

from quarterdeck.engine.record import read_record
from quarterdeck.engine.replay import load
from quarterdeck.engine.system import find

SIDES = (3, 6, 12, 24)


def replay_seconds(text: str) -> float:
    """The best of five replays of a record, digests checked, read from its text."""
    system = find("full-thrust")
    times = []
    for _again in range(5):
        start = time.process_time()
        load(read_record(text), system)
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    """Print a row for each number of ships a side."""
    print("ships a side | turns | inputs | events | record kB | played ms | replayed ms | replayed, ms per 500 events")
    battle_of("full-thrust", 3, 0)
    for ships in SIDES:
        start = time.process_time()
        battle = battle_of("full-thrust", ships, 1)
        played = time.process_time() - start
        text, events = battle.record().text(), len(battle.told)
        seconds = replay_seconds(text)
        print(
            f"{ships:12} | {battle.round:5} | {len(battle.inputs):6} | {events:6} | {len(text) / 1000:9.0f} | "
            f"{1000 * played:9.0f} | {1000 * seconds:11.0f} | {1000 * seconds * 500 / events:10.0f}"
        )


if __name__ == "__main__":
    main()
