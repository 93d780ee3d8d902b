"""Chapters 4.2 to 4.4 and 4.7 to 4.9: the fire that a ship announces in phase 8, and its dice at ships."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _, ngettext
from quarterdeck.systems.full_thrust.arcs import arc_of, bears, choosable_arcs, range_between
from quarterdeck.systems.full_thrust.beam_rolls import Effect, roll_beam_dice
from quarterdeck.systems.full_thrust.core_systems import CORE_SYSTEMS
from quarterdeck.systems.full_thrust.damage import apply_attack, rolled_for
from quarterdeck.systems.full_thrust.ship import Arc, System
from quarterdeck.systems.full_thrust.small_fire import fire_at_small
from quarterdeck.systems.full_thrust.state import FleetState, NotedDamage, Ship, SmallTarget
from quarterdeck.systems.full_thrust.targets import (
    FIRE_RULES,
    Shot,
    able_to_fire,
    aim_key,
    aims,
    all_aims,
    can_fire,
    enemies,
    guidance_of,
    read_aim,
    roll_edges,
    screen_level,
    screens_towards,
    targets_at_same_point,
    thing,
    why_no_fire,
    why_not,
    why_not_this,
    working_fire_controls,
    working_weapons,
)
from quarterdeck.systems.full_thrust.weapons import (
    ONE_SHOT,
    affected_by_screens,
    armour_piercing,
    as_dice,
    needle_result,
    torpedo_hits_on,
)
from quarterdeck.systems.full_thrust.wonder.reflex import BEAM_LIKE, reflect, reflects

__all__ = [
    "Effect",
    "Shot",
    "Sight",
    "able_to_fire",
    "aim_key",
    "aims",
    "all_aims",
    "apply_noted",
    "arc_of",
    "bears",
    "can_fire",
    "check_plan",
    "choosable_arcs",
    "enemies",
    "fire",
    "is_duel",
    "range_between",
    "read_aim",
    "roll_beam_dice",
    "roll_edges",
    "roll_fire",
    "screen_level",
    "targets_at_same_point",
    "why_not",
    "working_fire_controls",
    "working_weapons",
]

# The plan of a ship


def check_plan(state: FleetState, shooter: Ship, shots: Sequence[Shot], settled: Mapping[str, Arc]) -> list[Problem]:
    """All that is wrong with the fire a ship announces before a die is rolled (FT-2.7.20); no shot at all is a legal plan.

    `at` of a problem is the id of the weapon. Where Fire Controls are missing, the nearest plan is given as weapon -> aim key.
    """
    if idle := why_no_fire(state, shooter):
        return [idle]
    announced = [shot.weapon for shot in shots]
    found = [_why_not_shot(state, shooter, shot, settled) for shot in shots]
    found += [_why_not_again(shooter, shot) for place, shot in enumerate(shots) if shot.weapon in announced[:place]]
    found.append(_why_no_fire_control(state, shooter, shots))
    return [problem for problem in found if problem]


def _why_not_shot(state: FleetState, shooter: Ship, shot: Shot, settled: Mapping[str, Arc]) -> Problem | None:
    weapon, target = shooter.design.by_id.get(shot.weapon), thing(state, shot.target)
    if weapon is None:
        text = _("{ship} has no {weapon}.", ship=Unit(shooter.id, shooter.name), weapon=shot.weapon)
        return Problem("FT-2.7.20", text, shot.weapon)
    if target is None:
        return Problem("FT-4.2.1", _("There is nothing {target} to fire at.", target=shot.target), shot.weapon)
    return why_not_this(state, shooter, weapon, target, settled, shot.mode) or _why_not_named(weapon, target, shot.system)


def _name_of(ship: Ship, system_id: str) -> str:
    """The name of a system of the ship; of one that it does not have, the id as it was given."""
    system = ship.design.by_id.get(system_id)
    return system.name if system else system_id


def _why_not_again(shooter: Ship, shot: Shot) -> Problem:
    name = _name_of(shooter, shot.weapon)
    text = _("{weapon} is announced twice; it fires once a turn, with all of its dice at one target.", weapon=name)
    return Problem("FT-2.7.2", text, shot.weapon)


def _why_not_named(weapon: System, target: Ship | SmallTarget, system: str) -> Problem | None:
    """What is wrong with the system of the target that is named, or not named (FT-4.8.1, FT-4.8.7, FT-4.8.8)."""
    if weapon.kind != "needle_beam" or not isinstance(target, Ship):
        text = _("{weapon} names no system; only a Needle Beam at a ship does.", weapon=weapon.name)
        return Problem("FT-4.2.1", text, weapon.id, target.id) if system else None
    if not system:
        return Problem("FT-4.8.1", _("{weapon} must name one system of its target.", weapon=weapon.name), weapon.id)
    if system not in [each.id for each in rolled_for(target)]:
        name = _name_of(target, system)
        text = _("{system} of {target} cannot be named.", system=name, target=Unit(target.id, target.name))
        return Problem("FT-4.8.7" if system in CORE_SYSTEMS else "FT-4.8.1", text, weapon.id)
    return None


def _why_no_fire_control(state: FleetState, shooter: Ship, shots: Sequence[Shot]) -> Problem | None:
    """Whether Fire Controls and ADFCs suffice; cited is the rule that asks for more of them than work."""
    guides, working = guidance_of(state, shooter, shots), working_fire_controls(shooter)
    if guides.lacking:
        text = _("Each ADFC covers one ship a turn, and {n} are needed.", n=len(guides.covered))
        return Problem("FT-2.7.43", text, "", _cut_short(state, shooter, shots))
    keys = guides.controls
    if len(keys) <= working:
        return None
    targets, named = {read_aim(key)[0] for key in keys}, [key for key in keys if read_aim(key)[1]]
    rule = "FT-4.2.2" if len(targets) > working else "FT-4.8.4" if len(named) > working else "FT-4.8.5"
    message = ngettext(
        "This fire needs {needed} Fire Controls, {n} works.",
        "This fire needs {needed} Fire Controls, {n} work.",
        working,
        needed=len(keys),
    )
    return Problem(rule, message, "", _cut_short(state, shooter, shots))


def _cut_short(state: FleetState, shooter: Ship, shots: Sequence[Shot]) -> dict[str, Json]:
    """The plan without the shots, in their order, for which nothing is left that guides them."""
    kept: list[Shot] = []
    for shot in shots:
        guides = guidance_of(state, shooter, [*kept, shot])
        if len(guides.controls) <= working_fire_controls(shooter) and not guides.lacking:
            kept.append(shot)
    return {shot.weapon: aim_key(shot) for shot in kept}


# Resolving fire


class Sight(NamedTuple):
    """What all fire of an attack is resolved against, as it is when the attack begins (FT-4.8.2)."""

    range: float
    arc: Arc | None
    screens: int


def fire(state: FleetState, referee: Referee, shooter: Ship, shots: Sequence[Shot], settled: Mapping[str, Arc]) -> None:
    """Resolve the announced fire of a ship, whose plan has been checked.

    All fire at one target is one attack; the targets come in the order in which they were first announced, each attack with
    its damage before the next (FT-2.7.21, FT-4.2.4). The duel option notes the damage instead (FT-2.7.48).
    """
    duel = is_duel(state)
    for target_id in dict.fromkeys([shot.target for shot in shots]):
        volley = [shot for shot in shots if shot.target == target_id]
        if target_id not in state.ships:
            fire_at_small(state, referee, shooter, volley, settled)
            continue
        attack, back = _resolve(state, referee, shooter, state.ships[target_id], volley, settled)
        attacks = [attack, NotedDamage(target_id, shooter.id, back, 0, [])] if back else [attack]
        for each in attacks:
            if duel:
                state.noted.append(each)
            else:
                apply_attack(state, referee, each)


def is_duel(state: FleetState) -> bool:
    """Whether damage waits until both have fired: by agreement, with one ship against one on the table (FT-2.7.48)."""
    if not state.switches.duel_damage:
        return False
    sides = [ship.side for ship in state.ships.values() if ship.on_table]
    return len(sides) == 2 and sides[0] != sides[1]


def apply_noted(state: FleetState, referee: Referee) -> None:
    """Apply the damage noted in a duel, once both have fired or the phase ends (FT-2.7.48)."""
    noted, state.noted = state.noted, []
    for attack in noted:
        apply_attack(state, referee, attack)


def _resolve(
    state: FleetState, referee: Referee, shooter: Ship, target: Ship, volley: Sequence[Shot], settled: Mapping[str, Arc]
) -> tuple[NotedDamage, int]:
    """Roll for the weapons of one attack in the order in which they were announced (FT-2.7.37), and tell of each.

    With it come the points that a Reflex Field throws back (FT-11.3.14).
    """
    sight = Sight(range_between(shooter, target), arc_of(shooter, target, settled), screens_towards(target, shooter))
    attack, beams = NotedDamage(shooter.id, target.id, 0, 0, []), [0, 0]
    ship, at = Unit(shooter.id, shooter.name), Unit(target.id, target.name)
    for shot in volley:
        weapon = shooter.design.system(shot.weapon)
        if weapon.kind in ONE_SHOT:
            shooter.spent.append(weapon.id)
        about = _("{weapon} of {ship} at {target}", weapon=weapon.name, ship=ship, target=at)
        effect = roll_fire(referee.dice, weapon, sight, shooter.seat, about)
        attack.armour_share += effect.armour_share
        attack.hull_share += effect.hull_share
        if weapon.kind in BEAM_LIKE:
            beams[0] += effect.armour_share
            beams[1] += effect.hull_share
        if effect.knocked_out:
            attack.knocked_out.append(shot.system)
        referee.tell(_fired(shooter, shot, weapon, sight, effect))
    thrown_back = target.doing and any(beams) and reflects(target)
    return attack, reflect(state, referee, attack, *beams) if thrown_back else 0


def _fired(shooter: Ship, shot: Shot, weapon: System, sight: Sight, effect: Effect) -> Event:
    facts = {
        "ship": shooter.id,
        "target": shot.target,
        "weapon": shot.weapon,
        "kind": weapon.kind,
        "cls": weapon.cls,
        "range": sight.range,
        "arc": sight.arc,
        "damage": effect.armour_share + effect.hull_share,
        "armour_share": effect.armour_share,
        "hull_share": effect.hull_share,
        **effect.facts,
    }
    if shot.system:
        facts["system"] = shot.system
    return Event("fire", FIRE_RULES[weapon.kind], facts, effect.dice)


def roll_fire(dice: Dice, weapon: System, sight: Sight, by: str, about: Text | None = None) -> Effect:
    """Roll for one weapon at a ship in AS mode, with its own attack (FT-2.7.40, FT-4.2.5).

    `by` and `about` say who rolls and what for, here and below.
    """
    profile = as_dice(weapon, sight.range)
    if profile is not None:
        screens = sight.screens if affected_by_screens(weapon.kind) else 0
        return roll_beam_dice(dice, profile, screens, FIRE_RULES[weapon.kind], by, about)
    if weapon.kind == "needle_beam":
        return _roll_needle(dice, by, about)
    return _roll_torpedo(dice, torpedo_hits_on(sight.range), by, about)


def _roll_torpedo(dice: Dice, hits_on: int | None, by: str, about: Text | None) -> Effect:
    """Roll to hit and, directly after a hit, for damage, which pierces armour; neither die is rerolled (FT-4.7.3, FT-4.7.4)."""
    to_hit = dice.roll(1, use="to_hit", rule="FT-4.7.1", by=by, about=about)
    hit = hits_on is not None and to_hit[0] >= hits_on
    facts = {"screens": 0, "hits_on": hits_on, "hit": hit}
    if not hit:
        return Effect(0, 0, facts, (Roll(to_hit, "to_hit"),))
    points = dice.roll(1, use="damage", rule="FT-4.7.3", by=by, about=about)
    armour, hull = armour_piercing(points[0])
    return Effect(armour, hull, facts, (Roll(to_hit, "to_hit"), Roll(points, "damage")))


def _roll_needle(dice: Dice, by: str, about: Text | None) -> Effect:
    """One die, never rerolled; neither Screens nor armour matter (FT-4.8.2, FT-4.8.3)."""
    faces = dice.roll(1, use="needle", rule="FT-4.8.2", by=by, about=about)
    hull, knocked_out = needle_result(faces[0])
    facts = {"screens": 0, "hit": hull > 0, "knocked_out": knocked_out}
    return Effect(0, hull, facts, (Roll(faces, "needle"),), knocked_out)
