"""Twelve beam dice with re-rolls over armour and hull: our exact odds against icepool's, side by side in one run.

    python benchmarks/odds.py

icepool is asked in three ways: all shares of damage summed first and read against the boxes at the end; shares capped at
the boxes left after each die; and the natural sixes counted first, their chains of re-rolls added after. All four must
agree, or the script says so and fails.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import icepool

from quarterdeck.systems.full_thrust.odds import Target, volley
from quarterdeck.systems.full_thrust.ship import System

DICE = 12
TARGET = Target(screens=1, armour=4, rows=(7, 7, 6, 6))
FIRST_HITS = (0, 0, 0, 0, 1, 2)
"""How the faces of the first dice are read at Screen level 1."""

Table = Mapping[tuple[int, int], float]


def ours() -> Table:
    """Our own odds, from the list of weapons."""
    beams = [System(f"w{n}", "beam", "Beam-3", 3) for n in range(DICE // 3)]
    losses = volley(beams, 10.0, TARGET).losses.chances
    return {(armour, hull): chance for (armour, hull), chance in zip(cells(), losses.ravel().tolist(), strict=True)}


def cells() -> list[tuple[int, int]]:
    """All pairs of armour and hull boxes lost."""
    return [(armour, hull) for armour in range(TARGET.armour + 1) for hull in range(TARGET.hull + 1)]


def boxes_lost(armour: int, hull: int) -> tuple[int, int]:
    """Boxes lost to shares for armour and hull."""
    return min(armour, TARGET.armour), min(hull + max(armour - TARGET.armour, 0), TARGET.hull)


def capped(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Two shares added, no further than all boxes left."""
    return min(one[0] + other[0], TARGET.armour + TARGET.hull), min(one[1] + other[1], TARGET.hull)


def chain() -> Any:
    """A re-roll with all that follow, as deep as the hull makes a difference: every six adds two points."""
    return icepool.Die([0, 0, 0, 1, 1, icepool.Again + 2], again_depth=TARGET.hull // 2, again_end=0).clip(0, TARGET.hull)


def shares() -> list[Any]:
    """The six faces of one die as shares for armour and hull."""
    return [*((hits, 0) for hits in FIRST_HITS[:5]), icepool.tupleize(FIRST_HITS[5], chain())]


def icepool_summed() -> Table:
    """All shares summed, then read."""
    return table(DICE @ icepool.Die([icepool.vectorize(hits, 0) for hits in FIRST_HITS[:5]] + [icepool.vectorize(2, chain())]))


def icepool_capped() -> Table:
    """Shares capped after each die, then read."""
    return table(icepool.reduce(capped, [icepool.Die(shares())] * DICE))


def icepool_sixes() -> Table:
    """Hits and natural sixes of all first dice, then the chains of so many sixes, then read."""
    first = icepool.Die([icepool.Vector((hits, int(face == 6))) for face, hits in enumerate(FIRST_HITS, 1)])
    one = chain()
    chains = [icepool.Die([0])]
    for _die in range(DICE):
        chains.append((chains[-1] + one).clip(0, TARGET.hull))
    return table((DICE @ first).map(lambda hits, sixes: icepool.tupleize(hits, chains[sixes]), star=True))


def table(summed: Any) -> Table:
    """The chances of boxes lost, from those of shares."""
    read = summed.map(boxes_lost, star=True)
    return {cell: float(read.probability(cell)) for cell in cells()}


def best_of(way: Callable[[], Table], runs: int) -> tuple[float, Table]:
    """The shortest of several runs, in milliseconds, and what came of the last."""
    times: list[float] = []
    found: Table = {}
    for _run in range(runs):
        start = perf_counter()
        found = way()
        times.append(perf_counter() - start)
    return 1000.0 * min(times), found


WAYS: dict[str, tuple[Callable[[], Table], int]] = {
    "quarterdeck": (ours, 200),
    "icepool, sixes counted first": (icepool_sixes, 20),
    "icepool, capped after each die": (icepool_capped, 3),
    "icepool, summed and read": (icepool_summed, 1),
}


def main() -> int:
    """Print the table; 1 where the ways disagree by more than 1e-12 anywhere."""
    print(f"{DICE} beam dice at Screen level {TARGET.screens}, armour {TARGET.armour}, hull {TARGET.hull}")
    print(f"{'':32}{'ms':>10}{'times ours':>12}{'largest difference':>20}")
    own, base, worst = ours(), 0.0, 0.0
    for name, (way, runs) in WAYS.items():
        milliseconds, found = best_of(way, runs)
        base = base or milliseconds
        difference = max(abs(chance - own[cell]) for cell, chance in found.items())
        worst = max(worst, difference)
        print(f"{name:32}{milliseconds:10.2f}{milliseconds / base:12.1f}{difference:20.1e}")
    return int(worst > 1e-12)


if __name__ == "__main__":
    sys.exit(main())
