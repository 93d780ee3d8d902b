"""Chapter 4: what each kind of attack does, by table, and how its dice are read (IWF-1.10 to 1.22, IWF-4.5, IWF-4.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from quarterdeck.systems.interworld_fleets.unit import Attack

BASE = 4
"""What a die needs to hit before modifiers (IWF-1.12)."""
BEST, WORST = 2, 6
"""A natural 1 always fails, a natural 6 always hits (IWF-1.11)."""
CLOSE, FAR = 3, 6
"""Targets within 3 hexes are close, beyond 6 far (IWF-4.9)."""
MOST_PHASE_TOKENS = 3
"""How many phase tokens a ship carries at most (IWF-4.35)."""


class Profile(NamedTuple):
    """A line of the table of attacks (IWF-4.6): modifiers, criticals, what shields, armour and Defence do to it.

    `small`, `easy` and `hindered` are not here: they are the same for every attack roll (IWF-4.5). `intercepted` are missiles of
    all sorts and fighters, to which alone flak support applies (IWF-5.6, IWF-7.5). `rule` is where its modifiers stand, `hits`
    where its dice and its hits do.
    """

    rule: str
    hits: str
    aft: int = 0
    close: int = 0
    far: int = 0
    crippled: int = 0
    terrain: int = 0
    critical: bool = False
    shields: Literal["absorb", "ignored", "fewer dice"] = "ignored"
    armour: Literal["divides", "as 1", "none"] = "divides"
    defence: bool = False
    intercepted: bool = False


PROFILES: dict[Attack, Profile] = {
    "cannon": Profile("IWF-4.9", "IWF-4.8", aft=1, close=1, far=-1, crippled=-1, terrain=-1, critical=True, shields="absorb"),
    "energy": Profile("IWF-4.13", "IWF-4.11", aft=1, crippled=-1, terrain=-1, shields="absorb", armour="as 1"),
    "missile": Profile("IWF-4.16", "IWF-4.15", aft=1, close=-1, terrain=-1, critical=True, defence=True, intercepted=True),
    "mine": Profile("IWF-4.28", "IWF-4.28", aft=1, critical=True, defence=True, intercepted=True),
    "phase": Profile("IWF-4.34", "IWF-4.33", aft=1, close=-1, terrain=-1, defence=True, intercepted=True),
    "indirect": Profile("IWF-4.5", "IWF-4.39", terrain=-1, shields="fewer dice", armour="none", defence=True),
    "harpoon": Profile("IWF-4.5", "IWF-4.20", terrain=-1, armour="none"),
    "fighters": Profile("IWF-5.5", "IWF-5.5", critical=True, defence=True, intercepted=True),
}
"""What is peculiar to each kind of attack (IWF-4.6). A harpoon rolls only where it is heavy."""


class Aim(NamedTuple):
    """What the chance of a shot depends on besides its weapon; `bonus` is what command abilities add."""

    range: int
    aft: bool = False
    easy: bool = False
    small: bool = False
    crippled: bool = False
    hindered: bool = False
    terrain: bool = False
    bonus: int = 0


class Modifier(NamedTuple):
    """One modifier to hit, by name, with its rule."""

    name: str
    number: int
    rule: str


def modifiers(attack: Attack, aim: Aim) -> list[Modifier]:
    """All that helps or hinders a shot (IWF-4.5, IWF-4.6); all of it adds up (IWF-1.12)."""
    profile = PROFILES[attack]
    found = [
        Modifier("aft", profile.aft if aim.aft else 0, profile.rule),
        Modifier("close", profile.close if aim.range <= CLOSE else 0, profile.rule),
        Modifier("far", profile.far if aim.range > FAR else 0, profile.rule),
        Modifier("easy", 1 if aim.easy else 0, "IWF-3.6"),
        Modifier("small", -1 if aim.small else 0, "IWF-7.8"),
        Modifier("crippled", profile.crippled if aim.crippled else 0, profile.rule),
        Modifier("hindered", -1 if aim.hindered else 0, "IWF-4.41"),
        Modifier("terrain", profile.terrain if aim.terrain else 0, "IWF-9.3"),
        Modifier("bonus", aim.bonus, "IWF-8.9"),
    ]
    return [modifier for modifier in found if modifier.number]


def modifier(attack: Attack, aim: Aim) -> int:
    """The sum of all modifiers of a shot."""
    total = 0
    for each in modifiers(attack, aim):
        total += each.number
    return total


class Pool(NamedTuple):
    """Dice that fall together: how many, from which face they hit, and whether a natural 6 is two hits (IWF-1.13)."""

    dice: int
    needed: int
    critical: bool


BLOWS = Pool(0, BASE, True)
"""How blows of boarding, ramming, blasts and terrain are read: 4+ without modifiers, a 6 twice (IWF-4.5)."""


@lru_cache(maxsize=16384)
def pool(attack: Attack, aim: Aim, dice: int) -> Pool:
    """So many dice of a shot; there are no criticals where only a 6 hits (IWF-1.14).

    >>> pool("cannon", Aim(7), 3)
    Pool(dice=3, needed=5, critical=True)
    """
    wanted = BASE - modifier(attack, aim)
    return Pool(dice, min(max(wanted, BEST), WORST), PROFILES[attack].critical and wanted < WORST)


def hits_of(face: int, needed: int, critical: bool) -> int:
    """What one die is worth (IWF-1.11, IWF-1.13)."""
    if face == 1 or face < needed:
        return 0
    return 2 if face == WORST and critical and needed < WORST else 1


def count_hits(faces: Sequence[int], needed: int, critical: bool) -> int:
    """The hits among dice (IWF-1.10).

    >>> count_hits((6, 6, 4, 1), 4, True)
    5
    """
    hits = 0
    for face in faces:
        hits += hits_of(face, needed, critical)
    return hits


def dice_in(pools: Iterable[Pool]) -> int:
    """How many dice there are in all."""
    dice = 0
    for pool in pools:
        dice += pool.dice
    return dice


def fewer(pools: Sequence[Pool], lost: int) -> tuple[Pool, ...]:
    """The dice of a salvo less those lost to Defence, interception or shields, once for all of it (IWF-4.49).

    The dice that need most go first. The attacker may choose others, but would never: whatever falls, the dice that are kept
    hit as often as any others that could have been kept, or more often.
    """
    if lost <= 0:
        return tuple(pools)
    left = lost
    kept = dict(enumerate(pools))
    for place in sorted(kept, key=lambda place: (-kept[place].needed, -place)):
        taken = min(left, kept[place].dice)
        kept[place] = kept[place]._replace(dice=kept[place].dice - taken)
        left -= taken
    return tuple(kept.values())


class Harm(NamedTuple):
    """What hits do: how many the shields absorb, and how many points the hull loses before it is gone (IWF-1.22)."""

    absorbed: int
    damage: int


def harm(attack: Attack, hits: int, shields: int, armour: int) -> Harm:
    """Shields, then armour; what armour leaves over is lost (IWF-1.19, IWF-1.20).

    >>> harm("cannon", 8, 3, 2)
    Harm(absorbed=3, damage=2)
    """
    profile = PROFILES[attack]
    absorbed = min(hits, shields) if profile.shields == "absorb" else 0
    if profile.armour == "none":
        return Harm(absorbed, 0)
    return Harm(absorbed, (hits - absorbed) // (armour if profile.armour == "divides" else 1))
