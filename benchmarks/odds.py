"""Exact odds of a large attack: ours against icepool's, side by side in one run.

    python benchmarks/odds.py [SYSTEM]

In Full Thrust twelve beam dice with re-rolls over armour and hull, and by themselves twelve weapons of eight kinds with the
chances of all threshold checks, at armour and at a Shell. icepool is asked in three ways: all shares of damage summed first and
read against the boxes at the end; shares capped at the boxes left after each die; and the natural sixes counted first, their
chains of re-rolls added after.

In Interworld fleets a joint salvo of missiles of four sorts, met by Defence and three intercepting fighters, over armour;
nothing is kept from one run to the next.

All ways must agree, or the script says so and fails.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from time import process_time
from typing import Any, TypeAlias

import icepool

from quarterdeck.systems.full_thrust.odds import Target, volley
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.interworld_fleets import odds as fleet_odds
from quarterdeck.systems.interworld_fleets.weapons import Pool

DICE = 12
TARGET = Target(screens=1, armour=4, rows=(7, 7, 6, 6))
FIRST_HITS = (0, 0, 0, 0, 1, 2)
"""How the faces of the first dice are read at Screen level 1."""

Table = Mapping[Any, float]


def ours() -> Table:
    """Our own odds, from the list of weapons."""
    beams = [System(f"w{n}", "beam", "Beam-3", 3) for n in range(DICE // 3)]
    losses = volley(beams, 10.0, TARGET).losses.chances
    return {(armour, hull): chance for (armour, hull), chance in zip(cells(), losses.ravel().tolist(), strict=True)}


MIXED: tuple[tuple[str, int], ...] = (
    *(("beam", cls) for cls in (3, 3, 2, 2, 1)),
    *(("pulse_torpedo", 0), ("pulse_torpedo", 0), ("k_gun", 3), ("needle_beam", 0), ("pds", 0)),
    *(("submunition_pack", 0), ("pulser", 6)),
)
AT_ARMOUR, AT_SHELL = Target(1, 4, (7, 7, 6, 6)), Target(0, 0, (7, 7, 6, 6), shell=(7, 5, 2))


def mixed(target: Target) -> Table:
    """A volley of twelve weapons, and which threshold checks it may end with."""
    weapons = [System(f"w{n}", kind, kind, cls) for n, (kind, cls) in enumerate(MIXED)]
    return volley(weapons, 5.0, target).checks()


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
        start = process_time()
        found = way()
        times.append(process_time() - start)
    return 1000.0 * min(times), found


# Interworld fleets

SALVO = (Pool(9, 3, True), Pool(8, 4, True), Pool(7, 5, True), Pool(3, 4, True))
DEFENCE, FIGHTERS = 3, 3
FOE = fleet_odds.Foe(hull=10, shields=3, armour=3)


def our_salvo() -> Table:
    """Our own odds of hull lost, from the dice."""
    for kept in (fleet_odds.hits_of_dice, fleet_odds.sum_of, fleet_odds.salvo_hits):
        kept.cache_clear()
    damage = fleet_odds.shot("missile", fleet_odds.salvo_hits(SALVO, DEFENCE, FIGHTERS), FOE).damage()
    return dict(enumerate(damage.chances.tolist()))


def icepool_salvo() -> Table:
    """The sum of the fighters' dice first, then the hits of the dice that it leaves."""
    lost = (FIGHTERS @ icepool.d6).map(lambda gone: hull_lost(hits_left(gone + DEFENCE)))
    return {hull: float(lost.probability(hull)) for hull in range(FOE.hull + 1)}


def hits_left(gone: int) -> Any:
    """The hits of what is left of the salvo: the dice that need most go first, of equal ones the last."""
    hits = icepool.Die([0])
    for place in sorted(range(len(SALVO)), key=lambda place: (-SALVO[place].needed, -place)):
        dice, needed, _critical = SALVO[place]
        left = max(dice - gone, 0)
        gone = max(gone - dice, 0)
        face = icepool.Die([0 if each < needed else 2 if each == 6 else 1 for each in range(1, 7)])
        hits += left @ face if left else 0
    return hits


def hull_lost(hits: Any) -> Any:
    """Missiles pass shields; armour divides (the ship is gone at the end of its hull)."""
    return (hits // FOE.armour).clip(0, FOE.hull)


Ways: TypeAlias = dict[str, tuple[Callable[[], Table], int]]

BEAMS: Ways = {
    "quarterdeck": (ours, 200),
    "icepool, sixes counted first": (icepool_sixes, 20),
    "icepool, capped after each die": (icepool_capped, 3),
    "icepool, summed and read": (icepool_summed, 1),
}
MISSILES: Ways = {"quarterdeck": (our_salvo, 200), "icepool": (icepool_salvo, 20)}

CASES: dict[str, tuple[str, Ways]] = {
    "full-thrust": (
        f"{DICE} beam dice at Screen level {TARGET.screens}, armour {TARGET.armour}, hull {TARGET.hull}",
        BEAMS,
    ),
    "interworld-fleets": (
        f"a salvo of {sum(pool.dice for pool in SALVO)} missiles, Defence {DEFENCE}, {FIGHTERS} fighters, hull {FOE.hull}",
        MISSILES,
    ),
}


def main() -> int:
    """Print the table; 1 where the ways disagree by more than 1e-12 anywhere."""
    title, ways = CASES[sys.argv[1] if len(sys.argv) > 1 else "full-thrust"]
    print(title)
    print(f"{'':32}{'ms':>10}{'times ours':>12}{'largest difference':>20}")
    base, worst, own = 0.0, 0.0, dict[Any, float]()
    for name, (way, runs) in ways.items():
        milliseconds, found = best_of(way, runs)
        base, own = base or milliseconds, own or dict(found)
        difference = max(abs(chance - own[cell]) for cell, chance in found.items())
        worst = max(worst, difference)
        print(f"{name:32}{milliseconds:10.2f}{milliseconds / base:12.1f}{difference:20.1e}")
    if ways is BEAMS:
        for name, target in {"twelve weapons at armour": AT_ARMOUR, "twelve weapons at a Shell": AT_SHELL}.items():
            print(f"{name:32}{best_of(partial(mixed, target), 20)[0]:10.2f}")
    return int(worst > 1e-12)


if __name__ == "__main__":
    sys.exit(main())
