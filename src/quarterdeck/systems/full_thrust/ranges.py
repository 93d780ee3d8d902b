"""Where the weapons of a ship reach, for showing: icons with their arcs, range bands, dice (FT-4.1.1, FT-4.3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from quarterdeck.engine.scene import Area, Bands, Icon, Of
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.systems.full_thrust.aliens.guns import K_GUN_BANDS
from quarterdeck.systems.full_thrust.arcs import FIRE_ARCS
from quarterdeck.systems.full_thrust.mounts import BY_CLASS
from quarterdeck.systems.full_thrust.outfit import TUNINGS
from quarterdeck.systems.full_thrust.point_defence import PD_PROFILES
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, ARCS, WEAPONS, Arc, System
from quarterdeck.systems.full_thrust.weapons import (
    BEAM_BAND,
    POD_BANDS,
    STINGER_BANDS,
    SUBMUNITION_BANDS,
    TORPEDO_BANDS,
    as_dice,
    max_range,
    stinger_price,
    to_hit,
)

Angles = tuple[int, int]
"""From one angle clockwise to the other, in degrees clockwise from the bow."""


@cache
def angles(arcs: tuple[Arc, ...]) -> tuple[Angles, ...]:
    """Arcs as angles, those that adjoin as one (FT-4.1.1).

    >>> angles(("FP", "F", "FS")), angles(("F", "AS"))
    (((-90, 90),), ((-30, 30), (90, 150)))
    """
    if len(arcs) == len(ALL_ROUND):
        return ((-180, 180),)
    found = []
    for place, arc in enumerate(ARCS):
        if arc in arcs and ARCS[place - 1] not in arcs:
            count = next(n for n in range(1, 6) if ARCS[(place + n) % 6] not in arcs)
            start = 60 * place - 30 - (360 if place > 3 else 0)
            found.append((start, start + 60 * count))
    return tuple(found)


@lru_cache(maxsize=1024)
def range_areas(ship: str, weapons: tuple[System, ...], aft: bool = False) -> tuple[Area, ...]:
    """The bands of weapons in all arcs into which they may fire at ships, riding on their ship; shown while one is selected.

    Weapons alike share them. Only those of an installation reach into the Aft arc (`aft`, FT-12.7.1).
    """
    alike: dict[tuple[str, int, tuple[Arc, ...]], list[System]] = {}
    for weapon in weapons:
        alike.setdefault((weapon.kind, weapon.cls, weapon.arcs), []).append(weapon)
    return tuple(area for group in alike.values() for area in _areas(ship, group, ARCS if aft else FIRE_ARCS))


def _areas(ship: str, weapons: list[System], open_arcs: tuple[Arc, ...]) -> Iterator[Area]:
    ref, *also = [f"{ship}/{weapon.id}" for weapon in weapons]
    arcs = tuple(arc for arc in weapons[0].arcs or open_arcs if arc in open_arcs)
    for number, (start, end) in enumerate(angles(arcs)):
        shape = Bands(Of(ship), start, end, _steps(weapons[0].kind, weapons[0].cls), tuple(range(start + 60, end, 60)))
        yield Area(id=f"{ref}.{number}", ref=ref, also=tuple(also), show=("sel",), style="bands", shape=shape)


@cache
def _steps(kind: str, cls: int) -> tuple[tuple[float, Text], ...]:
    """The outer end of each range band of a weapon, in MU, and what it rolls up to there."""
    weapon = System("", kind, "", cls)
    return tuple((limit, _("{limit} MU, {dice}", limit=limit, dice=in_dice(weapon, limit))) for limit in _limits(weapon))


def _limits(weapon: System) -> Sequence[float]:
    match weapon.kind:
        case "beam":
            return [BEAM_BAND * band for band in range(1, weapon.cls + 1)]
        case "pulse_torpedo":
            return TORPEDO_BANDS
        case "submunition_pack":
            return SUBMUNITION_BANDS
        case "stinger_node":
            return STINGER_BANDS
        case "pod_launcher":
            return POD_BANDS
        case "spicule":
            return [PD_PROFILES["spicule", 0].range]
        case "k_gun":
            return K_GUN_BANDS
        case _:
            return [max_range(weapon)]


def in_dice(weapon: System, range_: float) -> Text:
    """What a weapon rolls at this range: ``3 dice``, ``4+``."""
    profile = as_dice(weapon, range_)
    if weapon.kind == "stinger_node" and not weapon.cls:
        return ngettext("{n} PP a die", "{n} PP a die", stinger_price(range_))
    if profile is not None:
        return ngettext("{n} die", "{n} dice", profile.dice)
    if weapon.kind in ("spicule", "interceptor_pod"):
        return PD_WORDS
    return _("{n}+ hits", n=4 if weapon.kind == "mkp" else to_hit(weapon.kind, range_) or 0)


PD_WORDS = _("PD mode")


@cache
def weapon_icon(kind: str, cls: int, arcs: tuple[Arc, ...]) -> Icon:
    """The icon of a weapon: a gun with its class, a Pulser with its tuning, and the ring of its arcs."""
    figure = TUNINGS[cls] if kind == "pulser" else str(cls) if kind in BY_CLASS else ""
    return Icon(f"full-thrust:{kind}", figure, angles(arcs))


GLYPHS = {
    "fire_control": "fire_control",
    "screen": "screen",
    "screen_backup": "screen",
    "cortex_node": "cortex_node",
    "screen_node": "screen_node",
}
"""The glyphs of systems that are no weapons."""


def system_icon(system: System) -> Icon | None:
    """The icon of a system that has one: weapons, Fire Controls, Screens."""
    if system.kind in WEAPONS:
        return weapon_icon(system.kind, system.cls, system.arcs)
    glyph = GLYPHS.get(system.kind)
    return Icon(f"full-thrust:{glyph}") if glyph else None
