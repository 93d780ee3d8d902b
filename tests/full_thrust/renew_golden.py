"""Records the golden battles anew, and the signature of many random ones.

    python tests/full_thrust/renew_golden.py            # writes golden/*.jsonl and golden/signature.json
    python tests/full_thrust/renew_golden.py --show     # replays them, and prints what comes of it

Only for when the rules were meant to change: name the rule in the commit. Otherwise a difference is a fault.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.extend(str(folder) for folder in Path(__file__).parents[:2])

from battles import SCENARIOS, as_captain, begin, three_sides

from golden import Golden, Maker, signature_of
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Json
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.state import FleetState
from whole_battles import answer_all, play

SIGNED = 25
"""How many random battles the signature is made of."""


def of_captains(key: str) -> Battle[FleetState]:
    """Two captains play a scenario."""
    return play(begin(key, f"golden {key}"), random.Random(1), a=as_captain, b=as_captain)


def with_take_backs() -> Battle[FleetState]:
    """A seat takes back its orders before the other has written any; both go back over a turn with its dice; once more."""
    battle, rng = begin("patrol", "golden take-backs"), random.Random(2)
    battle.commit("a", {key: question.default(battle.view("a")) for key, question in battle.slates()["a"].questions.items()})
    battle.take_back(0, ("a",))
    for turn in (2, 4):
        start = len(battle.line())
        while battle.state.turn < turn and battle.outcome is None:
            answer_all(battle, rng)
        battle.take_back(start, ("a", "b"))
        while battle.state.turn < turn and battle.outcome is None:
            answer_all(battle, rng, a=as_captain)
    return play(battle, rng)


def with_typed_dice() -> Battle[FleetState]:
    """The faces are typed in, as if they had fallen on a table."""
    battle = Battle.begin(FULL_THRUST, FULL_THRUST.scenarios()["duel"], seed=None)
    return play(battle, random.Random(3))


def with_a_concession() -> Battle[FleetState]:
    """Of three sides one gives up in the second turn, and its ships go on by default; another gives up in the fourth."""
    battle, rng = begin(three_sides(), "golden concession"), random.Random(4)
    for turn, quitters in ((2, ("c1", "c2")), (4, ("b",))):
        while battle.state.turn < turn:
            answer_all(battle, rng)
        for seat in quitters:
            battle.concede(seat)
    return battle


MAKERS: dict[str, Maker] = {
    **{key: lambda key=key: of_captains(key) for key in SCENARIOS},  # type: ignore[misc]
    "take-backs": with_take_backs,
    "typed-dice": with_typed_dice,
    "concession": with_a_concession,
}


def signature() -> Json:
    """One number of many random battles of all scenarios: a digest over the digests of their records."""
    return signature_of([play(begin(SCENARIOS[n % len(SCENARIOS)], f"signed {n}"), random.Random(n)) for n in range(SIGNED)])


GOLDEN = Golden(FULL_THRUST, Path(__file__), MAKERS, signature)

if __name__ == "__main__":
    GOLDEN.main()
