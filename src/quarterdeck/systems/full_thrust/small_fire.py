"""Chapter 5.4: the dice of ship fire at fighters and ordnance in both modes, and what it shoots away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.aliens.guns import penetrator_hits
from quarterdeck.systems.full_thrust.aliens.nodes import pay
from quarterdeck.systems.full_thrust.arcs import arc_of, range_between
from quarterdeck.systems.full_thrust.beam_rolls import roll_beam_dice
from quarterdeck.systems.full_thrust.fighters.bays import lose_group
from quarterdeck.systems.full_thrust.point_defence import Mode, point_defence, target_modifier
from quarterdeck.systems.full_thrust.ship import Arc, System
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Marker, Ship, SmallTarget
from quarterdeck.systems.full_thrust.targets import Shot, as_fired
from quarterdeck.systems.full_thrust.weapons import ONE_SHOT, TO_HIT, as_dice, to_hit

RULES: dict[Mode, str] = {"AS": "FT-5.4.2", "PD": "FT-5.4.3"}
"""The rule by which ships fire at small targets, by mode."""


class SmallEffect(NamedTuple):
    """What a weapon does to a small target: hits, each of which removes one (FT-2.7.39), facts and dice."""

    hits: int
    facts: dict[str, Json]
    dice: tuple[Roll, ...]


def fire_at_small(
    state: FleetState, referee: Referee, shooter: Ship, target: SmallTarget, volley: Sequence[Shot], settled: Mapping[str, Arc]
) -> None:
    """Resolve all fire of an activation at one group or marker.

    What an earlier weapon has already removed is fired at all the same, and hits beyond what is left are lost (FT-5.4.4).
    """
    range_, arc = range_between(shooter, target), arc_of(shooter, target, settled)
    for shot in volley:
        weapon = as_fired(shooter, shot)
        if weapon.kind in ONE_SHOT:
            shooter.spent.append(weapon.id)
        about = _("{weapon} of {ship} at {target}", weapon=weapon.name, ship=_unit(shooter), target=_unit(target))
        modifier = target_modifier(target, shot.mode)
        paid = pay(shooter, weapon, range_)
        effect = roll_small(referee.dice, weapon, shot.mode, range_, modifier, shooter.seat, about)
        removed = min(effect.hits, strength_of(target))
        facts: dict[str, Json] = {
            "ship": shooter.id,
            "target": target.id,
            "by": target.by if isinstance(target, Marker) else None,
            **({"what": target.kind} if isinstance(target, Marker) and target.kind != "salvo" else {}),
            "at": list(target.position),
            "weapon": weapon.id,
            "kind": weapon.kind,
            "cls": weapon.cls,
            "mode": shot.mode,
            "range": range_,
            "arc": arc,
            "target_mod": modifier,
            "hits": effect.hits,
            "removed": removed,
            "left": strength_of(target) - removed,
            **paid,
            **effect.facts,
        }
        referee.tell(Event("small_fire", RULES[shot.mode], facts, effect.dice))
        shoot_away(state, referee, target, removed)


def _unit(thing: Ship | SmallTarget) -> Unit:
    return Unit(thing.id, thing.name)


def roll_small(
    dice: Dice, weapon: System, mode: Mode, range_: float, modifier: int, by: str, about: Text | None = None
) -> SmallEffect:
    """Roll for one weapon at a small target whose target modifier in this mode is `modifier` (FT-5.4.2, FT-5.4.3).

    Weapons that hit and then roll for damage make no damage roll: a hit removes one (FT-2.7.39).
    """
    if mode == "PD":
        profile = point_defence(weapon)
        assert profile is not None
        if profile.die:
            return _roll_count(dice, profile.die, modifier, by, about)
        beam = profile.dice
    elif weapon.kind == "mkp":
        return _roll_penetrator(dice, modifier, by, about)
    elif weapon.kind in TO_HIT:
        return _roll_to_hit(dice, to_hit(weapon.kind, range_), modifier, by, about)
    else:
        beam = as_dice(weapon, range_)
    assert beam is not None
    effect = roll_beam_dice(dice, beam, 0, RULES[mode], by, about, modifier)
    return SmallEffect(sum(effect.shares()), effect.facts, effect.dice)


def _roll_count(dice: Dice, sides: int, modifier: int, by: str, about: Text | None) -> SmallEffect:
    """A die that counts hits: a D6, or halved and rounded up as a D3; the modifier lessens their number (FT-2.7.45)."""
    faces = dice.roll(1, use="hits", rule="FT-2.7.45", by=by, about=about)
    scored = faces[0] if sides == 6 else (faces[0] + 1) // 2
    return SmallEffect(max(scored + modifier, 0), {"counted": scored}, (Roll(faces, "hits"),))


def _roll_to_hit(dice: Dice, hits_on: int | None, modifier: int, by: str, about: Text | None) -> SmallEffect:
    """Weapons that roll to hit (FT-5.4.2, FT-4.8.8, FT-A.2.8, FT-A.3.15): with the target modifier; no face always hits."""
    faces = dice.roll(1, use="to_hit", rule="FT-5.4.2", by=by, about=about)
    hit = hits_on is not None and faces[0] + modifier >= hits_on
    return SmallEffect(int(hit), {"hits_on": hits_on, "hit": hit}, (Roll(faces, "to_hit"),))


def _roll_penetrator(dice: Dice, modifier: int, by: str, about: Text | None) -> SmallEffect:
    """The target modifier changes the die, and no damage is worked out (FT-A.2.12)."""
    faces = dice.roll(1, use="penetrator", rule="FT-A.2.12", by=by, about=about)
    hits = penetrator_hits(faces[0] + modifier)
    return SmallEffect(hits, {"hit": hits > 0}, (Roll(faces, "penetrator"),))


def strength_of(target: SmallTarget) -> int:
    """The fighters, missiles or levels that are left."""
    return target.strength if isinstance(target, FighterGroup) else target.left


def shoot_away(state: FleetState, referee: Referee, target: SmallTarget, removed: int) -> None:
    """Take fighters, missiles or levels away; with the last one the group or marker is gone (FT-5.0.1, FT-6.2.2)."""
    if not removed:
        return
    if isinstance(target, FighterGroup):
        target.strength -= removed
        target.lost += removed
        if not target.strength:
            lose_group(state, referee, target)
    else:
        target.hits += removed
        if not target.left:
            remove_marker(state, referee, target.id, "FT-6.2.2")


def remove_marker(state: FleetState, referee: Referee, marker: str, rule: str) -> None:
    """A marker leaves the table."""
    gone = state.markers.pop(marker)
    referee.tell(Event("marker_removed", rule, {"marker": marker, "kind": gone.kind, "ship": gone.by, "at": list(gone.position)}))
