"""How many battles of captains one core plays in a second: 6 against 6, up to 20 turns (python benchmarks/battles.py [N])."""

from __future__ import annotations

import gc
import random
import sys
import time
from dataclasses import replace
from functools import cache
from typing import Any

from quarterdeck.bots.playing import play
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.system import find
from quarterdeck.systems.full_thrust.scenario import Deployment, Scenario, SideSetup


def of_size(scenario: Scenario, ships: int) -> Scenario:
    """The scenario with so many ships a side: its own, over again a little aside where there are too few."""
    return replace(scenario, sides=tuple(replace(side, ships=_ships(side, ships)) for side in scenario.sides))


def _ships(side: SideSetup, ships: int) -> tuple[Deployment, ...]:
    many = []
    for n in range(ships):
        again, place = divmod(n, len(side.ships))
        ship = side.ships[place]
        aside = Vector(ship.position.x, ship.position.y - 4.0 + 1.5 * again)
        many.append(replace(ship, id=f"{side.id}{n + 1}", name=f"{ship.name} {again + 1}", position=aside))
    return tuple(many)


SYSTEM = find("full-thrust")
PLAYERS = dict.fromkeys(["a", "b"], SYSTEM.bot("captain"))


@cache
def fleets_of(ships: int) -> Scenario:
    """The cruiser patrol with so many ships a side."""
    scenario = SYSTEM.scenarios()["patrol"]
    assert isinstance(scenario, Scenario)
    return of_size(scenario, ships)


def battle_of(ships: int, seed: int) -> Battle[Any]:
    """One battle of captains, played to its end."""
    battle = Battle.begin(SYSTEM, fleets_of(ships), seed=str(seed), keep=False)
    play(battle, PLAYERS, random.Random(seed))
    return battle


def main() -> None:
    """Print battles a second, turns and inputs a battle."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    battle_of(6, 0)
    gc.freeze()
    gc.set_threshold(50_000)
    turns = inputs = 0
    start = time.process_time()
    for seed in range(1, number + 1):
        battle = battle_of(6, seed)
        turns, inputs = turns + battle.round, inputs + len(battle.inputs)
    rate = number / (time.process_time() - start)
    print(f"6 against 6, captains: {rate:.1f} battles a second, {turns / number:.1f} turns, {inputs / number:.0f} inputs")


if __name__ == "__main__":
    main()
