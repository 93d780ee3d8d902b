"""Records the golden battles of the drama anew, and the signature of many random ones.

    python tests/interworld_drama/renew_iwd_golden.py

Only for when the rules were meant to change: name the rule in the commit. Otherwise a difference is a fault.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path

sys.path.extend(str(folder) for folder in Path(__file__).parents[:2])

from iwd_battles import SCENES, Drama, as_captain, as_narrator, begin, eagerly

from whole_battles import play

GOLDEN = Path(__file__).parent / "golden"
SIGNATURE = GOLDEN / "signature.json"
SIGNED = 15
"""How many random battles of each scene the signature is made of."""


def golden_battles() -> dict[str, Drama]:
    """A battle of captains, one that chance plays with every seat, and one with an umpire's changes, of each scene."""
    found: dict[str, Drama] = {}
    for key in SCENES:
        captains = {"a": as_captain, "b": as_captain, "narrator": as_narrator}
        found[f"{key}-captains"] = play(begin(key, f"golden {key}"), random.Random(1), **captains)
        found[f"{key}-chance"] = play(begin(key, f"golden chance {key}"), random.Random(2), a=eagerly, b=eagerly)
        found[f"{key}-umpire"] = changed_battle(key, f"golden umpire {key}")
    return found


def changed_battle(scene: str, seed: str) -> Drama:
    """A battle played by chance, in which the umpire takes or gives something now and then."""
    battle, rng, steps = begin(scene, seed, keep=True, umpire="Umpire"), random.Random(3), 0
    while battle.outcome is None:
        steps += 1
        if steps % 9 == 0:
            ship = rng.choice(list(battle.state.ships))
            battle.change(("ships", ship, "tass"), rng.randrange(5))
        if steps % 20 == 0:
            battle.change(("numbers", "roll.difficult"), rng.randrange(6, 10))
        seat, slate = next(iter(battle.slates().items()))
        battle.commit(seat, eagerly(battle.view(seat), slate.questions, rng))
    return battle


def signature() -> dict[str, str]:
    """One number for all that is told in random battles of each scene."""
    found: dict[str, str] = {}
    for key in SCENES:
        whole = hashlib.sha256()
        for number in range(SIGNED):
            battle = play(begin(key, f"signed {number}"), random.Random(number), a=eagerly, b=eagerly)
            whole.update("\n".join(told.canonical() for told in battle.told).encode())
        found[key] = whole.hexdigest()
    return found


def main() -> None:
    """Write all of it."""
    GOLDEN.mkdir(exist_ok=True)
    for name, battle in golden_battles().items():
        (GOLDEN / f"{name}.jsonl").write_text(battle.record(reveal=True).text(), encoding="utf-8")
    SIGNATURE.write_text(json.dumps(signature(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
