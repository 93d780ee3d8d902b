"""Chapter A.2: how K-guns and Multi-Kinetic Penetrators roll at ships."""

from __future__ import annotations

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Roll
from quarterdeck.engine.text import Text
from quarterdeck.systems.full_thrust.aliens.guns import k_gun_blow, penetrator_blow
from quarterdeck.systems.full_thrust.beam_rolls import Effect


def roll_k_gun(dice: Dice, cls: int, hits_on: int | None, by: str, about: Text | None) -> Effect:
    """Roll to hit and, after a hit, for damage; Screens do not matter, nothing is rolled again (FT-A.2.4, FT-A.2.5)."""
    to_hit = dice.roll(1, use="to_hit", rule="FT-A.2.4", by=by, about=about)
    hit = hits_on is not None and to_hit[0] >= hits_on
    facts = {"screens": 0, "hits_on": hits_on, "hit": hit}
    if not hit:
        return Effect((), facts, (Roll(to_hit, "to_hit"),))
    points = dice.roll(1, use="damage", rule="FT-A.2.5", by=by, about=about)
    blow = k_gun_blow(cls, points[0])
    return Effect((blow,), {**facts, "doubled": sum(blow.points) > cls}, (Roll(to_hit, "to_hit"), Roll(points, "damage")))


def roll_penetrator(dice: Dice, by: str, about: Text | None) -> Effect:
    """One die for up to two hits; Screens and Shrouds do not matter (FT-A.2.12)."""
    faces = dice.roll(1, use="penetrator", rule="FT-A.2.12", by=by, about=about)
    blow = penetrator_blow(faces[0])
    return Effect((blow,), {"screens": 0, "hits": len(blow.points), "hit": bool(blow.points)}, (Roll(faces, "penetrator"),))
