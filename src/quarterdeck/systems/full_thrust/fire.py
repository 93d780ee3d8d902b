"""Chapters 4.2 to 4.4 and 4.7 to 4.9: the fire that a ship announces in phase 8, and its dice at ships."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _, ngettext
from quarterdeck.systems.full_thrust.aliens.kinetics import roll_k_gun, roll_penetrator
from quarterdeck.systems.full_thrust.aliens.nodes import attack_power, biomass_used, pay, power_used, spare_biomass
from quarterdeck.systems.full_thrust.aliens.pods import attach, roll_pod
from quarterdeck.systems.full_thrust.arcs import arc_of, bears, choosable_arcs, range_between
from quarterdeck.systems.full_thrust.beam_rolls import Effect, roll_beam_dice
from quarterdeck.systems.full_thrust.core_systems import CORE_SYSTEMS
from quarterdeck.systems.full_thrust.cover import cover_of
from quarterdeck.systems.full_thrust.damage import apply_attack, rolled_for
from quarterdeck.systems.full_thrust.protection import direct, ordinary, split
from quarterdeck.systems.full_thrust.refusals import why_no_fire, why_not, why_not_this
from quarterdeck.systems.full_thrust.ship import Arc, System
from quarterdeck.systems.full_thrust.small_fire import fire_at_small
from quarterdeck.systems.full_thrust.state import Body, FighterGroup, FleetState, Marker, NotedDamage, Ship
from quarterdeck.systems.full_thrust.targets import (
    FIRE_RULES,
    Aimable,
    Shot,
    able_to_fire,
    aim_key,
    aims,
    all_aims,
    as_fired,
    can_fire,
    enemies,
    guidance_of,
    read_aim,
    roll_edges,
    screen_level,
    targets_at_same_point,
    thing,
    working_fire_controls,
    working_weapons,
)
from quarterdeck.systems.full_thrust.terrain.breaking import fire_at_rock
from quarterdeck.systems.full_thrust.terrain.clouds import locked_on
from quarterdeck.systems.full_thrust.terrain.sections import draw_sections
from quarterdeck.systems.full_thrust.weapons import (
    ONE_SHOT,
    armour_piercing,
    as_dice,
    needle_result,
    screens_met,
    to_hit,
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
    "powered",
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
    found.append(_why_no_power(state, shooter, shots))
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


def _why_not_named(weapon: System, target: Aimable, system: str) -> Problem | None:
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


def powered(state: FleetState, shooter: Ship, shots: Sequence[Shot]) -> bool:
    """Whether a ship has the power and the Biomass for all of these shots together (FT-A.3.12, FT-A.3.28)."""
    power, biomass = _cost(state, shooter, shots)
    return power <= attack_power(shooter) and (not biomass or biomass <= spare_biomass(shooter))


def _cost(state: FleetState, shooter: Ship, shots: Sequence[Shot]) -> tuple[int, int]:
    """PP and Biomass that shots take together."""
    power = biomass = 0
    for shot in shots:
        target = thing(state, shot.target)
        if shot.weapon in shooter.design.by_id and target is not None:
            weapon = as_fired(shooter, shot)
            power, biomass = power + power_used(weapon, range_between(shooter, target)), biomass + biomass_used(weapon)
    return power, biomass


def _why_no_power(state: FleetState, shooter: Ship, shots: Sequence[Shot]) -> Problem | None:
    """What of the A pool or the Biomass a plan lacks (FT-A.3.4, FT-A.3.12); the last Biomass is never spent (FT-A.3.2)."""
    if powered(state, shooter, shots):
        return None
    (power, biomass), had = _cost(state, shooter, shots), attack_power(shooter)
    nearest = _cut_short(state, shooter, shots)
    if power > had:
        return Problem("FT-A.3.28", _("This fire takes {power} PP; the A pool has {had}.", power=power, had=had), "", nearest)
    spare = spare_biomass(shooter)
    return Problem("FT-A.3.12", _("This fire takes {n} Biomass; {spare} can be spent.", n=biomass, spare=spare), "", nearest)


def _cut_short(state: FleetState, shooter: Ship, shots: Sequence[Shot]) -> dict[str, Json]:
    """The plan without the shots, in their order, for which nothing is left that guides or feeds them."""
    kept: list[Shot] = []
    for shot in shots:
        guides = guidance_of(state, shooter, [*kept, shot])
        enough = len(guides.controls) <= working_fire_controls(shooter) and not guides.lacking
        if enough and powered(state, shooter, [*kept, shot]):
            kept.append(shot)
    return {shot.weapon: aim_key(shot) for shot in kept}


# Resolving fire


class Sight(NamedTuple):
    """What all fire of an attack is resolved against, as it is when the attack begins (FT-4.8.2).

    `haze` is the level that a cloud adds to the Screens against beam weapons (FT-12.3.3).
    """

    range: float
    arc: Arc | None
    screens: int
    haze: int = 0


def fire(state: FleetState, referee: Referee, shooter: Ship, shots: Sequence[Shot], settled: Mapping[str, Arc]) -> None:
    """Resolve the announced fire of a ship, whose plan has been checked.

    All fire at one target is one attack; the targets come in the order in which they were first announced, each attack with
    its damage before the next (FT-2.7.21, FT-4.2.4). Fire at a section that was lost with its neighbour in the same activation
    is lost too (FT-12.8.5), and the section that chance decides is hit in the arc for which fire was announced (FT-12.8.2). The
    duel option notes the damage instead (FT-2.7.48).
    """
    duel = is_duel(state)
    covered = guidance_of(state, shooter, shots).covered if state.bodies else ()
    announced, shots = shots, draw_sections(state, referee, shooter, shots)
    drawn = {new.target: settled[old.target] for old, new in zip(announced, shots, strict=True) if old.target in settled}
    settled = {**settled, **drawn}
    for target_id in dict.fromkeys([shot.target for shot in shots]):
        volley = [shot for shot in shots if shot.target == target_id]
        target = thing(state, target_id)
        if target is not None and not target.on_table:
            continue
        if state.bodies and target is not None:
            volley = locked_on(state, referee, shooter, target, volley, covered)
            if not volley:
                continue
        if isinstance(target, Body):
            _fire_at_rock(state, referee, shooter, target, volley, settled)
            continue
        if isinstance(target, (FighterGroup, Marker)):
            fire_at_small(state, referee, shooter, target, volley, settled)
            continue
        attack, back = _resolve(state, referee, shooter, state.ships[target_id], volley, settled)
        attacks = [attack, NotedDamage(target_id, shooter.id, [ordinary(back)])] if back else [attack]
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


def _fire_at_rock(
    state: FleetState, referee: Referee, shooter: Ship, rock: Body, volley: Sequence[Shot], settled: Mapping[str, Arc]
) -> None:
    sight = Sight(range_between(shooter, rock), arc_of(shooter, rock, settled), 0)

    def roll(weapon: System, about: Text) -> Effect:
        return roll_fire(referee.dice, weapon, sight, shooter.seat, about)

    fire_at_rock(state, referee, shooter, volley, roll)


def _resolve(
    state: FleetState, referee: Referee, shooter: Ship, target: Ship, volley: Sequence[Shot], settled: Mapping[str, Arc]
) -> tuple[NotedDamage, int]:
    """Roll for the weapons of one attack in the order in which they were announced (FT-2.7.37), and tell of each.

    With it come the points that a Reflex Field throws back (FT-11.3.14).
    """
    cover = cover_of(state, shooter, target)
    sight = Sight(range_between(shooter, target), arc_of(shooter, target, settled), cover.screens, cover.haze)
    attack, beams = NotedDamage(shooter.id, target.id), list[int]()
    ship, at = Unit(shooter.id, shooter.name), Unit(target.id, target.name)
    for shot in volley:
        weapon = as_fired(shooter, shot)
        if weapon.kind in ONE_SHOT:
            shooter.spent.append(weapon.id)
        about = _("{weapon} of {ship} at {target}", weapon=weapon.name, ship=ship, target=at)
        paid = pay(shooter, weapon, sight.range)
        effect = roll_fire(referee.dice, weapon, sight, shooter.seat, about)
        if weapon.kind in BEAM_LIKE:
            beams += range(len(attack.blows), len(attack.blows) + len(effect.blows))
        attack.blows += effect.blows
        if effect.knocked_out:
            attack.knocked_out.append(shot.system)
        if weapon.kind == "leech_pod" and effect.facts["hit"]:
            paid["leech"] = attach(state, target, shooter, weapon.id)
        referee.tell(_fired(shooter, shot, weapon, sight, effect, paid))
    thrown_back = target.doing and beams and reflects(target)
    return attack, reflect(state, referee, attack, beams) if thrown_back else 0


def _fired(shooter: Ship, shot: Shot, weapon: System, sight: Sight, effect: Effect, paid: Mapping[str, Json]) -> Event:
    armour, hull = effect.shares()
    facts = {
        "ship": shooter.id,
        "target": shot.target,
        "weapon": shot.weapon,
        "kind": weapon.kind,
        "cls": weapon.cls,
        "range": sight.range,
        "arc": sight.arc,
        "damage": armour + hull,
        "armour_share": armour,
        "hull_share": hull,
        **paid,
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
        screens = screens_met(weapon.kind, sight.screens, sight.haze)
        return roll_beam_dice(dice, profile, screens, FIRE_RULES[weapon.kind], by, about)
    match weapon.kind:
        case "needle_beam":
            return _roll_needle(dice, by, about)
        case "k_gun":
            return roll_k_gun(dice, weapon.cls, to_hit(weapon.kind, sight.range), by, about)
        case "mkp":
            return roll_penetrator(dice, by, about)
        case "lance_pod" | "leech_pod":
            return roll_pod(dice, weapon, to_hit(weapon.kind, sight.range), by, about)
        case _:
            return _roll_torpedo(dice, to_hit(weapon.kind, sight.range), by, about)


def _roll_torpedo(dice: Dice, hits_on: int | None, by: str, about: Text | None) -> Effect:
    """Roll to hit and, directly after a hit, for damage, which pierces armour; neither die is rerolled (FT-4.7.3, FT-4.7.4)."""
    rolled = dice.roll(1, use="to_hit", rule="FT-4.7.1", by=by, about=about)
    hit = hits_on is not None and rolled[0] >= hits_on
    facts = {"screens": 0, "hits_on": hits_on, "hit": hit}
    if not hit:
        return Effect((), facts, (Roll(rolled, "to_hit"),))
    points = dice.roll(1, use="damage", rule="FT-4.7.3", by=by, about=about)
    blow = split(*armour_piercing(points[0]))
    return Effect((blow,), facts, (Roll(rolled, "to_hit"), Roll(points, "damage")))


def _roll_needle(dice: Dice, by: str, about: Text | None) -> Effect:
    """One die, never rerolled; neither Screens nor armour matter (FT-4.8.2, FT-4.8.3)."""
    faces = dice.roll(1, use="needle", rule="FT-4.8.2", by=by, about=about)
    hull, knocked_out = needle_result(faces[0])
    facts = {"screens": 0, "hit": hull > 0, "knocked_out": knocked_out}
    return Effect((direct(hull),), facts, (Roll(faces, "needle"),), knocked_out)
