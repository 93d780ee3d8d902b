"""What fire is worth: the means by which a captain, and who lets time run out, share out shots and fighters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from quarterdeck.engine.hexes import distance
from quarterdeck.systems.interworld_fleets.attacks import Shot, pools_of
from quarterdeck.systems.interworld_fleets.boarding import hands
from quarterdeck.systems.interworld_fleets.odds import Foe, boarding, harm_of, hits_of_dice, strike_hits, worth
from quarterdeck.systems.interworld_fleets.plans import BATTEN, CREW, part_of, slot_of, weapon_of
from quarterdeck.systems.interworld_fleets.sighting import aim, dice_lost, dice_of
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.unit import Attack
from quarterdeck.systems.interworld_fleets.weapons import PROFILES, Pool, fewer, pool

EFFECT_WORTH = 0.06
"""What an effect of an indirect weapon is worth, as a share of its target's points."""
SHIELD_WORTH = 0.02
"""What a shield shot away is worth this round, as such a share."""


class Expected(NamedTuple):
    """What is expected of an attack: points of hull, the chance of the target's end, and its worth in class points."""

    damage: float
    destroyed: float
    points: float


class Prey(NamedTuple):
    """A target as far as the worth of an attack depends on it; `hull_max` is its hull when it was whole."""

    hull: int
    hull_max: int
    shields: int
    armour: int
    points: int
    flagship: bool


def prey_of(target: Ship) -> Prey:
    """A ship as a target."""
    return Prey(target.hull, target.cls.hull, target.shields, target.armour, target.cls.points, target.flagship)


def foe_of(target: Ship | Prey) -> Foe:
    """A target as the odds see it."""
    return Foe(target.hull, target.shields, target.armour)


def value_of(prey: Prey, damage: float, destroyed: float) -> float:
    """The points that damage is worth: more than half for the hull lost, the rest for the end of the ship."""
    share = 0.6 * damage / prey.hull_max + 0.4 * destroyed
    return prey.points * share * (FLAGSHIP if prey.flagship else 1.0)


FLAGSHIP = 1.2
"""How much more the flagship is worth, for its dice."""


def salvo(state: FleetsState, shots: Sequence[Shot], target: Ship, bonus: int = 0) -> Expected:
    """What a salvo may do, with so much more to hit."""
    attack = weapon_of(state, shots[0]).type
    return expected(attack, pools_of(state, shots, target, bonus), dice_lost(state, target, attack), prey_of(target))


def expected(attack: Attack, pools: tuple[Pool, ...], lost: int, prey: Prey, tokens: int = 0) -> Expected:
    """What dice may do to a target; effects and phase tokens count for something, and shields shot away."""
    if attack == "indirect":
        hits = min(_mean_hits(fewer(pools, lost)), 3.0)
        return Expected(0.0, 0.0, EFFECT_WORTH * hits * prey.points)
    damage, destroyed = worth(attack, pools, lost, foe_of(prey), tokens)
    points = value_of(prey, damage, destroyed)
    if PROFILES[attack].shields == "absorb" and prey.shields:
        points += SHIELD_WORTH * prey.points * min(_mean_hits(pools), prey.shields)
    return Expected(damage, destroyed, points)


def _mean_hits(pools: Sequence[Pool]) -> float:
    mean = 0.0
    for dice, needed, critical in pools:
        mean += dice * (7 - needed + critical) / 6
    return mean


def raid(state: FleetsState, ship: Ship, target: Ship, spent: int, tokens: int = 0) -> Expected:
    """What a strike with so many fighters may do (IWF-5.4)."""
    dice = pool("fighters", aim(state, ship, target, "fighters"), 1)
    hits = strike_hits(spent, dice.needed, dice.critical, dice_lost(state, target, "fighters"), tokens)
    damage, destroyed = harm_of("fighters", hits, foe_of(target))
    return Expected(damage, destroyed, value_of(prey_of(target), damage, destroyed))


def boarded(target: Ship, dice: int, defenders: int = 0) -> Expected:
    """What a boarding with so many dice may do, against those of the target's hull, or so many `defenders` (IWF-6.2)."""
    lost = boarding(dice, defenders or target.hull, target.hull)
    damage, destroyed = lost.mean(), lost.at_least(target.hull)
    return Expected(damage, destroyed, value_of(prey_of(target), damage, destroyed))


# Plans


def best_plan(state: FleetsState, options: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """What each slot of a unit should do: what is worth most of salvos, harpoons and boarding; else hatches closed."""
    plan, shares = _best_salvos(state, options)
    for deed, points in [*_harpoons(state, options), *_boardings(state, options)]:
        ships = [part_of(slot).ship for slot in deed]
        given_up = 0.0
        for ship in ships:
            given_up += shares.get(ship, 0.0)
        if points > given_up:
            plan = {slot: key for slot, key in plan.items() if part_of(slot).ship not in ships} | deed
            shares |= dict.fromkeys(ships, MORE_THAN_ANY)
    busy = [part_of(slot).ship for slot in plan]
    idle = [slot for slot, keys in options.items() if BATTEN in keys and part_of(slot).ship not in busy]
    return plan | dict.fromkeys([slot for slot in idle if not _fills_hangars(state, slot)], BATTEN)


MORE_THAN_ANY = 1e9


def _fills_hangars(state: FleetsState, slot: str) -> bool:
    """Whether battened hatches would cost a fighter token next round (IWF-4.51)."""
    ship = state.ships[part_of(slot).ship]
    return ship.fighters < 2 * ship.cls.hangars


def _best_salvos(state: FleetsState, options: Mapping[str, tuple[str, ...]]) -> tuple[dict[str, str], dict[str, float]]:
    """The guns by their targets: time and again the salvo that is worth most of those left; and what each ship has in it."""
    left = {slot: keys for slot, keys in options.items() if _is_gun(state, slot)}
    plan: dict[str, str] = {}
    shares: dict[str, float] = {}
    while left:
        groups = _groups(state, left)
        worths = {group: salvo(state, shots, state.ships[group[1]]).points for group, shots in groups.items()}
        best = max(worths, key=lambda group: worths[group])
        for shot in groups[best]:
            plan[slot_of(*shot)] = best[1]
            del left[slot_of(*shot)]
            shares[shot.ship] = shares.get(shot.ship, 0.0) + worths[best] / len(groups[best])
    return plan, shares


def _is_gun(state: FleetsState, slot: str) -> bool:
    shot = part_of(slot)
    return shot.weapon != CREW and weapon_of(state, shot).type != "harpoon"


def _groups(state: FleetsState, left: Mapping[str, tuple[str, ...]]) -> dict[tuple[str, str], list[Shot]]:
    """All weapons of a type that bear on a target, by type and target."""
    groups: dict[tuple[str, str], list[Shot]] = {}
    for slot, keys in left.items():
        shot = part_of(slot)
        for key in keys:
            groups.setdefault((weapon_of(state, shot).type, key), []).append(shot)
    return groups


def _harpoons(state: FleetsState, options: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[dict[str, str], float]]:
    """The best target of each harpoon, and what boarding it would be worth."""
    if state.active is not None and state.active.boarded:
        return
    for slot, keys in options.items():
        shot = part_of(slot)
        if shot.weapon != CREW and weapon_of(state, shot).type == "harpoon":
            points = {key: _captured(state, shot, state.ships[key]) for key in keys}
            best = max(points, key=lambda key: points[key])
            yield {slot: best}, points[best]


def _captured(state: FleetsState, shot: Shot, target: Ship) -> float:
    """What a harpoon shot is worth: the boarding that follows, where the ships come together (IWF-4.23, IWF-4.25)."""
    ship, weapon = state.ships[shot.ship], weapon_of(state, shot)
    if ship.cls.hull == target.cls.hull and distance(ship.at, target.at) > EQUALS_MEET:
        return 0.0
    chance = hits_of_dice(dice_of(state, ship, weapon, target)).at_least(1) if weapon.size == "heavy" else 1.0
    return chance * boarded(target, ship.hull).points


EQUALS_MEET = 3
"""From how far two ships of equal hull are dragged together (IWF-4.23)."""


def _boardings(state: FleetsState, options: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[dict[str, str], float]]:
    """The best boarding of all crews that are beside one target."""
    crews: dict[str, list[str]] = {}
    for slot, keys in options.items():
        for key in keys if part_of(slot).weapon == CREW else ():
            if key != BATTEN:
                crews.setdefault(key, []).append(slot)
    points = {
        key: boarded(state.ships[key], hands([state.ships[part_of(slot).ship] for slot in slots])).points
        for key, slots in crews.items()
    }
    if points:
        best = max(points, key=lambda key: points[key])
        yield dict.fromkeys(crews[best], best), points[best]
