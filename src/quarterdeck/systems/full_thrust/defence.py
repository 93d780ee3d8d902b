"""How a captain shares out fire at fighters and ordnance: first at what attacks the ship, then at what attacks its friends."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from quarterdeck.systems.full_thrust.aliens.guns import penetrator_hits
from quarterdeck.systems.full_thrust.aliens.nodes import armed
from quarterdeck.systems.full_thrust.arcs import range_between
from quarterdeck.systems.full_thrust.cover import cover_of, lock_chance
from quarterdeck.systems.full_thrust.point_defence import attacked_by, point_defence, small_target, target_modifier
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.small_fire import strength_of
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Ship, SmallTarget
from quarterdeck.systems.full_thrust.targets import Shot, guidance_of, read_aim, working_fire_controls
from quarterdeck.systems.full_thrust.weapons import ONE_SHOT, TO_HIT, BeamDice, as_dice, hits_of, to_hit

FIGHTER_WORTH = 2.0
"""What a fighter shot down is worth, in points of damage: what it would do in this attack and in those to come."""
MISSILE_DAMAGE = 3.5
"""The mean damage of a missile (FT-6.3.3)."""
ELSEWHERE = 0.5
"""What it counts where a target attacks no ship of the own side now."""


@cache
def mean_hits(dice: BeamDice, modifier: int) -> float:
    """Mean hits of Beam Dice at a small target, whose modifier does not change rerolls (FT-5.3.7)."""
    first = sum([hits_of(face + dice.modifier + modifier, 0) for face in range(1, 7)]) / 6
    again = sum([hits_of(face + dice.modifier, 0) for face in range(1, 7)]) / 5
    return dice.dice * (first + (again / 6 if dice.reroll else 0.0))


def expected_hits(weapon: System, shot: Shot, target: SmallTarget, range_: float) -> float:
    """Mean hits of a weapon at a group or marker in the mode of the shot."""
    weapon, modifier = armed(weapon, shot.mode, shot.load), target_modifier(target, shot.mode)
    if shot.mode == "PD":
        profile = point_defence(weapon)
        if profile is None:
            return 0.0
        if profile.dice is None:
            return sum([max(score + modifier, 0) for score in range(1, profile.die + 1)]) / profile.die
        return mean_hits(profile.dice, modifier)
    if weapon.kind == "mkp":
        return sum([penetrator_hits(face + modifier) for face in range(1, 7)]) / 6
    if weapon.kind in TO_HIT:
        return min(max(7 + modifier - (to_hit(weapon.kind, range_) or 9), 0), 6) / 6
    dice = as_dice(weapon, range_)
    return mean_hits(dice, modifier) if dice is not None else 0.0


def gain(target: SmallTarget, expected: float, hits: float) -> float:
    """What further `hits` are worth in points of damage when so many are `expected` already."""
    left = max(strength_of(target) - expected, 0.0)
    counted = min(hits, left)
    if isinstance(target, FighterGroup):
        return FIGHTER_WORTH * counted
    return MISSILE_DAMAGE * counted * left / max(target.strength, 1)


def defensive_fire(state: FleetState, ship: Ship, aims: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """PD fire at what attacks this ship, or one that it can cover, as far as it needs no Fire Control.

    Each weapon in turn goes where it is worth most, those that can do nothing else first.
    """
    plan: dict[str, str] = {}
    expected: dict[str, float] = {}
    by_id = ship.design.by_id
    weapons = [weapon for weapon in aims if point_defence(by_id[weapon]) and any(key.endswith("/PD") for key in aims[weapon])]
    for weapon in sorted(weapons, key=lambda one: by_id[one].kind != "pds"):
        best, most = "", 0.0
        for key in aims[weapon]:
            shot = Shot(weapon, *read_aim(key))
            target = small_target(state, shot.target)
            if target is None or shot.mode != "PD" or not _attacks_us(state, ship, target):
                continue
            worth = gain(target, expected.get(target.id, 0.0), expected_hits(by_id[weapon], shot, target, 0.0))
            if worth > most and _unguided(state, ship, plan, shot):
                best, most = key, worth
        if best and (by_id[weapon].kind == "pds" or most > max(1.0, _at_ships(state, ship, by_id[weapon], aims[weapon]))):
            plan[weapon] = best
            shot = Shot(weapon, *read_aim(best))
            target = small_target(state, shot.target)
            assert target is not None
            expected[target.id] = expected.get(target.id, 0.0) + expected_hits(by_id[weapon], shot, target, 0.0)
    return plan


def _at_ships(state: FleetState, ship: Ship, weapon: System, keys: tuple[str, ...]) -> float:
    """What a weapon may expect to do to the best ship that it could fire at instead."""
    ships = [state.ships[key] for key in keys if key in state.ships]
    return max([cover_of(state, ship, each).mean(weapon, range_between(ship, each)) for each in ships], default=0.0)


def _attacks_us(state: FleetState, ship: Ship, target: SmallTarget) -> bool:
    return any(each in state.ships and state.ships[each].side == ship.side for each in attacked_by(target))


def _unguided(state: FleetState, ship: Ship, plan: Mapping[str, str], shot: Shot) -> bool:
    """Whether a shot added to a plan needs no Fire Control, and no ADFC that is not there."""
    guides = guidance_of(state, ship, [*(Shot(weapon, *read_aim(key)) for weapon, key in plan.items()), shot])
    return not guides.controls and not guides.lacking


def spare_fire(
    state: FleetState, ship: Ship, aims: Mapping[str, tuple[str, ...]], plan: Mapping[str, str], ranges: Mapping[str, float]
) -> dict[str, str]:
    """What weapons without a better target fire at fighters and ordnance, as far as Fire Controls last.

    `ranges` holds the range of each small target in MU.
    """
    added: dict[str, str] = {}
    by_id, expected = ship.design.by_id, dict.fromkeys(ranges, 0.0)
    for weapon, keys in aims.items():
        if weapon in plan or by_id[weapon].kind in ONE_SHOT:
            continue
        best, most = "", 0.15
        for key in keys:
            shot = Shot(weapon, *read_aim(key))
            target = small_target(state, shot.target)
            if target is None:
                continue
            hits = expected_hits(by_id[weapon], shot, target, ranges[target.id]) * lock_chance(state, ship, target, shot)
            worth = gain(target, expected[target.id], hits) * (1.0 if _attacks_us(state, ship, target) else ELSEWHERE)
            if worth > most and _affordable(state, ship, {**plan, **added}, shot):
                best, most = key, worth
        if best:
            added[weapon] = best
            shot = Shot(weapon, *read_aim(best))
            target = small_target(state, shot.target)
            assert target is not None
            expected[target.id] += expected_hits(by_id[weapon], shot, target, ranges[target.id])
    return added


def _affordable(state: FleetState, ship: Ship, plan: Mapping[str, str], shot: Shot) -> bool:
    shots = [*(Shot(weapon, *read_aim(key)) for weapon, key in plan.items()), shot]
    guides = guidance_of(state, ship, shots)
    return len(guides.controls) <= working_fire_controls(ship) and not guides.lacking
