"""Which navy is stronger at equal points: captains lead fleets picked by chance, and then once more with the sides changed.

    python benchmarks/balance.py [N] [POINTS] [NAVY ...]

For each NAVY (all that have warships, without any) N battles against each of the two navies of guns, with fleets of POINTS CPV
(1000) within 3 of 100. Carriers bring the fighters that do most against ships, and no ships that only keep fighters off.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice

from quarterdeck.bots.playing import bot_named, play
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Json
from quarterdeck.engine.system import find
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.forces import packaged_designs, read_scenario
from quarterdeck.systems.full_thrust.prices import groups_cpv
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.scenario_checks import fighter_bays
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.workshop.fleet_bench import types_of
from quarterdeck.systems.full_thrust.workshop.meeting import scenario_of

GUNS = ("lance", "anvil")
NAVIES = ("lance", "petrel", "ember", "shade", "bramble", "reef", "shoal")
CARRIERS, ESCORTS = ("petrel", "ember"), ("dunlin", "bellows")
BEST = ("torpedo", "attack")
NEAR, SHIPS, TRIES = 3, (3, 9), 500
"""How far from the points a fleet may be, of 100; the least and the most ships; how many fleets are tried."""


def fleet_of(navy: str, points: int, many: int, chance: random.Random) -> dict[str, Json] | None:
    """A fleet file of so many ships and about these points, in CPV; of a navy with carriers one with groups aboard."""
    designs = [design for design in packaged_designs().values() if design.navy == navy and design.key not in ESCORTS]
    wings = {design.key: list(islice(cycle(strikers(design)), fighter_bays(design))) for design in designs}
    for _try in range(TRIES):
        picked = chance.choices(designs, k=many)
        cost = sum(design.cpv + groups_cpv(wings[design.key]) for design in picked)
        carries = any(wings[d.key] for d in picked) or navy not in CARRIERS
        if carries and abs(cost - points) * 100 <= NEAR * points:
            ships: list[Json] = [
                {"design": d.key, "name": f"{d.name} {n}", "fighters": [{"type": kind} for kind in wings[d.key]]}
                for n, d in enumerate(picked, 1)
            ]
            return {"key": navy, "name": navy.title(), "ships": ships}
    return None


def strikers(design: Design) -> list[str]:
    """The types of fighters for the Bays of a design that do most against ships, first the best."""
    types = [kind for kind in types_of(design) if TYPES[kind].weapon != "none"]
    return [kind for kind in BEST if kind in types] or types


def fleets_of(navies: Sequence[str], points: int, chance: random.Random) -> list[dict[str, Json]]:
    """A fleet of each navy, all of as many ships, for a CPV buys more in small ships than in large ones."""
    while True:
        many = chance.randint(*SHIPS)
        fleets = [fleet for navy in navies if (fleet := fleet_of(navy, points, many, chance))]
        if len(fleets) == len(navies):
            return fleets


def winner(navy: str, guns: str, points: int, number: int) -> str:
    """Which navy wins a battle; nobody: empty. An odd battle is the one before it with the sides changed."""
    chance = random.Random(f"{navy} {guns} {number // 2}")
    navies = [navy, guns]
    fleets = fleets_of(navies, points, chance)
    if number % 2:
        navies, fleets = navies[::-1], fleets[::-1]
    system = find("full-thrust")
    scenario = read_scenario(scenario_of(fleets))
    assert isinstance(scenario, Scenario)
    battle = Battle.begin(system, scenario, seed=f"balance {number}", keep=False)
    play(battle, {seat: bot_named(system, "captain") for seat in scenario.seat_sides()}, chance)
    assert battle.outcome is not None
    return navies["ab".index(battle.outcome.winners[0])] if battle.outcome.winners else ""


def main() -> None:
    """Print a row for each two navies."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    points = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for navy in sys.argv[3:] or NAVIES:
            for guns in GUNS:
                jobs = [pool.submit(winner, navy, guns, points, n) for n in range(number)]
                found = Counter(job.result() or "nobody" for job in jobs)
                rows = ", ".join(f"{name} {count}" for name, count in sorted(found.items()))
                print(f"{navy} against {guns}, {points} CPV: {rows} of {number}", flush=True)


if __name__ == "__main__":
    main()
