"""Appendix A.3: what the Nodes of a Sa'Vasku construct fire with the power and Biomass that they are given.

A Node is no weapon by itself: `armed` makes one of it. A Stinger armed with power has that many PP as its class; a Pod Launcher
becomes the pod that it launches. Tables, odds and dice go by armed weapons.
"""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.systems.full_thrust.aliens.power import power_of
from quarterdeck.systems.full_thrust.damage import hull_left
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.state import Ship
from quarterdeck.systems.full_thrust.weapons import max_range, stinger_dice, stinger_price

NODES: tuple[str, ...] = ("stinger_node", "pod_launcher", "spicule")
"""The weapons that fire with power of the A pool."""

POD_POWER, POD_BIOMASS, SPICULE_POWER = 3, 1, 1
"""What a pod costs in PP and in Biomass (FT-A.3.12), and a Spicule's shot in PP (FT-A.3.19)."""

LEECH = "leech"
"""How the load of a Leech Pod is written; a Lance Pod is what a launcher fires without one."""

POWER_MARK = "pp"
"""What stands behind the power of a Stinger: ``6pp``."""


def is_load(word: str) -> bool:
    """Whether a word behind a target says what a Node fires.

    >>> is_load("6pp"), is_load("leech"), is_load("main-drive")
    (True, True, False)
    """
    return word == LEECH or (word.endswith(POWER_MARK) and word.removesuffix(POWER_MARK).isdigit())


def armed(weapon: System, mode: str, load: str) -> System:
    """A weapon as it fires: a Node with its power, or as the pod that it launches (FT-A.3.8, FT-A.3.12); others as they are."""
    if weapon.kind == "stinger_node":
        return weapon._replace(cls=int(load.removesuffix(POWER_MARK) or 0))
    if weapon.kind == "pod_launcher":
        return weapon._replace(kind="interceptor_pod" if mode == "PD" else "leech_pod" if load == LEECH else "lance_pod")
    return weapon


def power_used(weapon: System, range_: float) -> int:
    """The PP that an armed weapon uses: a Stinger for whole dice only, the rest stays in the pool (FT-A.3.8)."""
    match weapon.kind:
        case "stinger_node":
            return stinger_dice(weapon.cls, range_) * stinger_price(range_)
        case "lance_pod" | "leech_pod" | "interceptor_pod":
            return POD_POWER
        case "spicule":
            return SPICULE_POWER
        case _:
            return 0


def biomass_used(weapon: System) -> int:
    """The Biomass that an armed weapon uses (FT-A.3.12)."""
    return POD_BIOMASS if weapon.kind in ("lance_pod", "leech_pod", "interceptor_pod") else 0


def pay(ship: Ship, weapon: System, range_: float) -> dict[str, Json]:
    """Take what a shot of an armed weapon costs out of the A pool and the Biomass; returns the facts of it."""
    power, biomass = power_used(weapon, range_), biomass_used(weapon)
    if not power:
        return {}
    ship.pools["A"] -= power
    ship.consumed += biomass
    return {"power": power, "biomass": biomass}


def spare_biomass(ship: Ship) -> int:
    """The Biomass that a construct may spend: all but its last box, with which it would die (FT-A.3.2)."""
    return max(hull_left(ship) - 1, 0)


def attack_power(ship: Ship) -> int:
    """The PP left in the A pool."""
    return ship.pools.get("A", 0)


def may_launch_pod(ship: Ship) -> bool:
    """Whether a construct has the power and the Biomass for a pod (FT-A.3.12)."""
    return attack_power(ship) >= POD_POWER and spare_biomass(ship) >= POD_BIOMASS


def loads(ship: Ship, weapon: System, range_: float, *, at_ship: bool = True) -> list[str]:
    """What a Node can fire in AS mode at this range: each number of whole dice that a Stinger could have, or a pod."""
    if weapon.kind == "stinger_node":
        price = stinger_price(range_)
        return [f"{pp}{POWER_MARK}" for pp in range(price, attack_power(ship) + 1, price)] if range_ <= max_range(weapon) else []
    if weapon.kind == "pod_launcher" and may_launch_pod(ship):
        return ["", LEECH] if at_ship else [""]
    return []


FOR_ATTACK = 0.6
"""The part of its power that a construct may be expected to put to attack while its orders are not known."""


def share_power(ship: Ship, weapons: Sequence[System]) -> tuple[System, ...]:
    """Weapons with the power of the A pool, or what may be expected to go there, shared among the Stingers."""
    stingers = len([weapon for weapon in weapons if weapon.kind == "stinger_node"])
    power = attack_power(ship) if ship.pools else int(FOR_ATTACK * power_of(ship))
    share = power // max(stingers, 1)
    return tuple([weapon._replace(cls=share) if weapon.kind == "stinger_node" else weapon for weapon in weapons])


def pays_for_pd(ship: Ship, weapon: System) -> bool:
    """Whether a weapon has what a shot in PD mode costs (FT-A.3.12, FT-A.3.19)."""
    if weapon.kind == "pod_launcher":
        return may_launch_pod(ship)
    return weapon.kind != "spicule" or attack_power(ship) >= SPICULE_POWER


def load_words(weapon: System, range_: float) -> Text:
    """What an armed Node fires, in words: ``6 PP, 3 dice``, a pod."""
    if weapon.kind == "stinger_node":
        dice = stinger_dice(weapon.cls, range_)
        return ngettext("{power} PP, {n} die", "{power} PP, {n} dice", dice, power=power_used(weapon, range_))
    return LOAD_NAMES.get(weapon.kind, _("PD mode"))


LOAD_NAMES: dict[str, Text] = {"lance_pod": _("Lance Pod"), "leech_pod": _("Leech Pod"), "interceptor_pod": _("Interceptor Pod")}
"""What the pods are called."""
