"""Records the golden battles of the drama anew, and the signature of many random ones.

    python tests/interworld_drama/renew_iwd_golden.py            # writes golden/*.jsonl and golden/signature.json
    python tests/interworld_drama/renew_iwd_golden.py --show     # replays them, and prints what comes of it

Only for when the rules were meant to change: name the rule in the commit. Otherwise a difference is a fault.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.extend(str(folder) for folder in Path(__file__).parents[:2])

from iwd_battles import SCENES, Drama, as_captain, as_narrator, begin, eagerly

from golden import Golden, Maker, digest
from quarterdeck.engine.problems import Json
from quarterdeck.systems.interworld_drama import INTERWORLD_DRAMA
from whole_battles import play

SIGNED = 15
"""How many random battles of each scene the signature is made of."""


def of_captains(key: str) -> Drama:
    """A battle of captains."""
    return play(begin(key, f"golden {key}"), random.Random(1), a=as_captain, b=as_captain, narrator=as_narrator)


def of_chance(key: str) -> Drama:
    """A battle that chance plays with every seat."""
    return play(begin(key, f"golden chance {key}"), random.Random(2), a=eagerly, b=eagerly)


def of_umpire(key: str) -> Drama:
    """A battle played by chance, in which the umpire takes or gives something now and then."""
    battle, rng, steps = begin(key, f"golden umpire {key}", keep=True, umpire="Umpire"), random.Random(3), 0
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


MAKERS: dict[str, Maker] = {
    f"{key}-{kind}": lambda key=key, make=make: make(key)  # type: ignore[misc]
    for key in SCENES
    for kind, make in (("captains", of_captains), ("chance", of_chance), ("umpire", of_umpire))
}


def signature() -> Json:
    """One number for all that is told in random battles of each scene."""
    return {key: digest(*[_told(key, number) for number in range(SIGNED)]) for key in SCENES}


def _told(key: str, number: int) -> str:
    battle = play(begin(key, f"signed {number}"), random.Random(number), a=eagerly, b=eagerly)
    return "\n".join(told.canonical() for told in battle.told)


GOLDEN = Golden(INTERWORLD_DRAMA, Path(__file__), MAKERS, signature, reveal=True)

if __name__ == "__main__":
    GOLDEN.main()
