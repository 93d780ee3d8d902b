"""Records the golden battles of the fleets anew, and the signature of many random ones.

    python tests/interworld_fleets/renew_iwf_golden.py            # writes golden/*.jsonl and golden/signature.json
    python tests/interworld_fleets/renew_iwf_golden.py --show     # replays them, and prints what comes of it

Only for when the rules were meant to change: name the rule in the commit. Otherwise a difference is a fault.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.extend(str(folder) for folder in Path(__file__).parents[:2])

from iwf_battles import SCENARIOS, as_captain, begin, brawl, eagerly, meddled

from golden import Golden, Maker, signature_of
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Json
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS
from quarterdeck.systems.interworld_fleets.state import FleetsState
from whole_battles import at_random, play

SIGNED = 18
"""How many random battles the signature is made of."""


def of_captains(key: str) -> Battle[FleetsState]:
    """Captains play a scenario."""
    return play(begin(key, f"golden {key}"), random.Random(1), as_captain)


def with_take_backs() -> Battle[FleetsState]:
    """Chance plays, takes all back twice, and goes on otherwise."""
    battle, rng = begin("three-lanterns", "golden take-backs"), random.Random(2)
    for most in (40, 80):
        start = len(battle.line())
        play(battle, rng, most=most)
        battle.take_back(start, ("a", "b"))
        play(battle, rng, as_captain, most=20)
    return play(battle, rng)


def with_typed_dice() -> Battle[FleetsState]:
    """The faces are typed in, as if they had fallen on a table."""
    return play(begin("flagship-duel", None), random.Random(3))


def with_a_concession() -> Battle[FleetsState]:
    """Both players of a side give up, one after the other."""
    battle, rng = begin("quarantine", "golden concession"), random.Random(4)
    for seat in ("a1", "a2"):
        play(battle, rng, most=60)
        battle.concede(seat)
    return battle


MAKERS: dict[str, Maker] = {
    **{key: lambda key=key: of_captains(key) for key in SCENARIOS},  # type: ignore[misc]
    "brawl": lambda: play(begin(brawl(), "golden brawl 4"), random.Random(4), eagerly),
    "second-brawl": lambda: play(begin(brawl(), "golden brawl 78"), random.Random(78), eagerly),
    "umpire": lambda: meddled(begin("quarantine", "golden umpire", umpire="Ursula"), random.Random(5), at_random),
    "take-backs": with_take_backs,
    "typed-dice": with_typed_dice,
    "concession": with_a_concession,
}


def signature() -> Json:
    """One number of many random battles of all scenarios: a digest over the digests of their records."""
    return signature_of([play(begin(SCENARIOS[n % len(SCENARIOS)], f"signed {n}"), random.Random(n)) for n in range(SIGNED)])


GOLDEN = Golden(INTERWORLD_FLEETS, Path(__file__), MAKERS, signature)

if __name__ == "__main__":
    GOLDEN.main()
