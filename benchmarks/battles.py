"""How many battles of captains one core plays in a second: 6 against 6, to the end.

python benchmarks/battles.py [FLEETS] [N] [SHIPS]

FLEETS is ``full-thrust`` (cruisers; where none are named), ``carriers`` (of Full Thrust too) or ``interworld-fleets``.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

from quarterdeck.bots.playing import play
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.hexes import neighbour
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.questions import Question
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.system import Bot, Reply, find
from quarterdeck.systems.full_thrust import scenario as full_thrust
from quarterdeck.systems.interworld_fleets import scenario as interworld_fleets

ROUNDS = 10
"""The last round of a battle on hexes."""


def plane(key: str, ships: int) -> full_thrust.Scenario:
    """A scenario of Full Thrust with so many ships a side: its own, over again a little aside where there are too few."""
    scenario = find("full-thrust").scenarios()[key]
    assert isinstance(scenario, full_thrust.Scenario)
    return replace(scenario, sides=tuple([replace(side, ships=_abreast(side, ships)) for side in scenario.sides]))


def _abreast(side: full_thrust.SideSetup, ships: int) -> tuple[full_thrust.Deployment, ...]:
    many = []
    for n in range(ships):
        again, place = divmod(n, len(side.ships))
        ship = side.ships[place]
        aside = Vector(ship.position.x, ship.position.y - 4.0 + 1.5 * again)
        many.append(replace(ship, id=f"{side.id}{n + 1}", name=f"{ship.name} {again + 1}", position=aside))
    return tuple(many)


def duel(ships: int) -> interworld_fleets.Scenario:
    """The duel of the flagships with so many ships a side, two hexes ahead of one another where they come again."""
    scenario = find("interworld-fleets").scenarios()["flagship-duel"]
    assert isinstance(scenario, interworld_fleets.Scenario)
    return replace(scenario, rounds=ROUNDS, sides=tuple([_in_ranks(side, ships) for side in scenario.sides]))


def _in_ranks(side: interworld_fleets.SideSetup, ships: int) -> interworld_fleets.SideSetup:
    many, squadrons = [], dict[str, str]()
    for n in range(ships):
        again, place = divmod(n, len(side.ships))
        ship = side.ships[place]
        squadron = f"{ship.squadron}.{again + 1}" if ship.squadron else ""
        squadrons |= {squadron: f"{side.squadrons[ship.squadron]} {again + 1}"} if squadron else {}
        ahead = neighbour(ship.at, ship.facing, 2 * again)
        name, first = f"{ship.name} {again + 1}", ship.flagship and not again
        many.append(replace(ship, id=f"{side.id}{n + 1}", name=name, at=ahead, squadron=squadron, flagship=first))
    return replace(side, ships=tuple(many), squadrons=squadrons)


system_of = cache(find)
"""The system of a name, looked up once."""

FLEETS: dict[str, tuple[str, Callable[[int], Any]]] = {
    "full-thrust": ("full-thrust", partial(plane, "patrol")),
    "carriers": ("full-thrust", partial(plane, "carrier-strike")),
    "interworld-fleets": ("interworld-fleets", duel),
}
"""The system of each kind of fleets, and their battle with so many ships a side."""


@cache
def fleets_of(fleets: str, ships: int) -> Any:
    """A scenario with so many ships a side."""
    return FLEETS[fleets][1](ships)


def battle_of(fleets: str, ships: int, seed: int) -> Battle[Any]:
    """One battle of captains, played to its end."""
    battle = begun(fleets, ships, seed)
    play(battle, dict.fromkeys(battle.sides, system_of(FLEETS[fleets][0]).bot("captain")), random.Random(seed))
    return battle


def begun(fleets: str, ships: int, seed: int) -> Battle[Any]:
    """A battle at its start."""
    return Battle.begin(system_of(FLEETS[fleets][0]), fleets_of(fleets, ships), seed=str(seed), keep=False)


class Timed:
    """A captain with a watch: `seconds` by the round in which it answered."""

    def __init__(self, bot: Bot, battle: Battle[Any]) -> None:
        self.bot, self.battle, self.seconds = bot, battle, dict[int, float]()

    def answer(self, view: Any, questions: Mapping[str, Question[Any]], rng: Rng) -> Reply:
        """What the captain answers."""
        start, in_round = time.process_time(), self.battle.round
        reply = self.bot.answer(view, questions, rng)
        self.seconds[in_round] = self.seconds.get(in_round, 0.0) + time.process_time() - start
        return reply


def longest_round(fleets: str, ships: int, seed: int) -> float:
    """The seconds of the longest round of a captain in a battle."""
    battle = begun(fleets, ships, seed)
    watched = {seat: Timed(system_of(FLEETS[fleets][0]).bot("captain"), battle) for seat in battle.sides}
    play(battle, watched, random.Random(seed))
    return max(second for bot in watched.values() for second in bot.seconds.values())


def main() -> None:
    """Print battles a second, rounds and inputs a battle, and the longest round of a captain."""
    fleets = sys.argv[1] if len(sys.argv) > 1 else "full-thrust"
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    ships = int(sys.argv[3]) if len(sys.argv) > 3 else 6
    battle_of(fleets, ships, 0)
    gc.freeze()
    gc.set_threshold(50_000)
    rounds = inputs = 0
    start = time.process_time()
    for seed in range(1, number + 1):
        battle = battle_of(fleets, ships, seed)
        rounds, inputs = rounds + battle.round, inputs + len(battle.inputs)
    rate = number / (time.process_time() - start)
    each = f"{rounds / number:.1f} rounds, {inputs / number:.0f} inputs"
    print(f"{ships} against {ships}, captains: {rate:.1f} battles a second, {each}")
    print(f"longest round of a captain: {1000 * max(longest_round(fleets, ships, seed) for seed in range(1, 4)):.0f} ms")


if __name__ == "__main__":
    main()
