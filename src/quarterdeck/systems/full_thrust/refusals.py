"""Chapters 4.1, 4.2 and 5.4: why a ship may not fire, or not with this weapon or at that target."""

from __future__ import annotations

import math
from collections.abc import Mapping

from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.arcs import arc_of, bears, choosable_arcs, range_between
from quarterdeck.systems.full_thrust.core_systems import DERELICT_RULES
from quarterdeck.systems.full_thrust.declaring import silenced
from quarterdeck.systems.full_thrust.point_defence import Mode, bears_pd, point_defence, small_target
from quarterdeck.systems.full_thrust.ship import WEAPONS, Arc, System
from quarterdeck.systems.full_thrust.state import FleetState, Ship, Thing, has_yielded
from quarterdeck.systems.full_thrust.targets import FIRE_RULES, may_fire, pd_reaches, sees
from quarterdeck.systems.full_thrust.weapons import NO_REACH, max_range


def why_not(
    state: FleetState, shooter: Ship, weapon: System, target: Thing, settled: Mapping[str, Arc], mode: Mode = "AS"
) -> Problem | None:
    """Why the ship may not fire this weapon at that target now; None where it may.

    `at` of the problem is the weapon's id. Whether Fire Controls are left and which system a Needle Beam names is not looked
    at: see `check_plan`.
    """
    return why_no_fire(state, shooter) or why_not_this(state, shooter, weapon, target, settled, mode)


def why_not_this(
    state: FleetState, shooter: Ship, weapon: System, target: Thing, settled: Mapping[str, Arc], mode: Mode = "AS"
) -> Problem | None:
    """Why a ship that may fire may not fire this weapon at that target."""
    if mode == "PD":
        return (
            _why_no_weapon(shooter, weapon)
            or _why_no_target(state, shooter, weapon, target)
            or _why_not_seen(state, shooter, weapon, target)
            or _why_no_point_defence(state, shooter, weapon, target, arc_of(shooter, target, settled))
        )
    if weapon.kind not in WEAPONS and point_defence(weapon):
        return Problem("FT-2.7.45", _("{weapon} has no AS mode.", weapon=weapon.name), weapon.id)
    return (
        _why_no_weapon(shooter, weapon)
        or _why_unknown(state, weapon, target)
        or _why_no_target(state, shooter, weapon, target)
        or _why_only_defence(shooter, weapon)
        or _why_out_of_range(shooter, weapon, target)
        or _why_out_of_arc(shooter, weapon, target, arc_of(shooter, target, settled))
        or _why_not_seen(state, shooter, weapon, target)
    )


def why_no_fire(state: FleetState, ship: Ship) -> Problem | None:
    """Why the ship may fire at nobody now, whatever works on it; None where it may."""
    if may_fire(state, ship):
        return None
    name = Unit(ship.id, ship.name)
    if not ship.on_table:
        return Problem("FT-2.7.21", _("{ship} is no longer on the table.", ship=name))
    if ship.status == "derelict":
        return Problem(DERELICT_RULES[ship.derelict_by], _("{ship} is adrift and fires no more.", ship=name))
    if ship.docked(state.turn):
        return Problem("FT-12.7.5", _("{ship} is docked and uses no weapons.", ship=name))
    if ship.yielded_to:
        return Problem("FT-10.5.2", _("{ship} was boarded and taken in this turn.", ship=name))
    if ship.shrouded:
        return Problem("FT-A.4.21", _("{ship} is in its Vapour Shroud and fires nothing.", ship=name))
    if rule := silenced(ship):
        return Problem(rule, _("{ship} has no power for its weapons in this turn.", ship=name))
    if ship.id in state.fired:
        return Problem("FT-4.2.3", _("{ship} has already fired this turn.", ship=name))
    return Problem("FT-7.2.4", _("{ship} is out of control and may not fire.", ship=name))


def _why_no_weapon(shooter: Ship, weapon: System) -> Problem | None:
    if weapon.kind not in WEAPONS and point_defence(weapon) is None:
        return Problem("FT-2.7.20", _("{weapon} is no weapon.", weapon=weapon.name), weapon.id)
    if weapon.id in shooter.lost:
        return Problem("FT-2.6.4", _("{weapon} is lost.", weapon=weapon.name), weapon.id)
    if weapon.id in shooter.spent:
        return Problem("FT-4.9.1", _("{weapon} has been fired; it fires once a battle.", weapon=weapon.name), weapon.id)
    return None


def _why_no_point_defence(state: FleetState, shooter: Ship, weapon: System, target: Thing, arc: Arc | None) -> Problem | None:
    """Why a weapon cannot fire in PD mode: at fighters and ordnance only, in its PD range or guided, in its arcs (FT-2.7.41)."""
    name, profile = Unit(target.id, target.name), point_defence(weapon)
    if profile is None:
        return Problem("FT-2.7.45", _("{weapon} has no PD mode.", weapon=weapon.name), weapon.id)
    small = small_target(state, target.id)
    if small is None:
        return Problem("FT-4.2.5", _("{target} is a ship: it is fired at in AS mode only.", target=name), weapon.id)
    if not bears_pd(weapon, arc, aft=shooter.station):
        return Problem("FT-4.1.7", _("{target} is in no arc of {weapon}.", target=name, weapon=weapon.name), weapon.id)
    if not pd_reaches(state, shooter, weapon, small):
        text = _("{weapon} reaches {reach} MU in PD mode.", weapon=weapon.name, reach=profile.range)
        return Problem("FT-2.7.45", text, weapon.id)
    return None


def _why_only_defence(shooter: Ship, weapon: System) -> Problem | None:
    """Between warm-up and jump a ship fires in PD mode only (FT-8.1.3), as does one that sweeps mines (FT-11.1.7)."""
    name = Unit(shooter.id, shooter.name)
    if shooter.jump_on:
        return Problem("FT-8.1.3", _("{ship} warms up its FTL Drive and fires in PD mode only.", ship=name), weapon.id)
    if "SWEEP" in shooter.doing:
        return Problem("FT-11.1.7", _("{ship} sweeps mines and only defends itself.", ship=name), weapon.id)
    return None


def _why_unknown(state: FleetState, weapon: System, target: Thing) -> Problem | None:
    """What is only a contact cannot be aimed at (FT-10.1.8), nor can a mine (FT-11.1.6)."""
    name = Unit(target.id, target.name)
    if target.id in state.bogeys:
        return Problem("FT-10.1.8", _("{target} is only a contact yet and no target.", target=name), weapon.id)
    if target.id in state.markers and not small_target(state, target.id):
        return Problem("FT-11.1.6", _("{target} is no target: mines are swept.", target=name), weapon.id)
    return None


def _why_no_target(state: FleetState, shooter: Ship, weapon: System, target: Thing) -> Problem | None:
    name = Unit(target.id, target.name)
    if not target.on_table:
        return Problem("FT-4.2.1", _("{target} is no longer on the table.", target=name), weapon.id)
    if target.side == shooter.side:
        return Problem("FT-4.2.1", _("{target} is on your own side.", target=name), weapon.id)
    if isinstance(target, Ship) and has_yielded(target, shooter.side, state.seats):
        return Problem("FT-10.7.2", _("{target} has given itself up to you.", target=name), weapon.id)
    return None


def _why_not_seen(state: FleetState, shooter: Ship, weapon: System, target: Thing) -> Problem | None:
    if sees(state, shooter, target):
        return None
    text = _("Something stands between {ship} and {target}.", ship=shooter.name, target=Unit(target.id, target.name))
    return Problem("FT-12.1.4", text, weapon.id)


def _why_out_of_range(shooter: Ship, weapon: System, target: Thing) -> Problem | None:
    """Ranges are shown rounded up, so that one just too far does not look like the limit."""
    range_, reach = range_between(shooter, target), max_range(weapon)
    if range_ <= reach:
        return None
    if reach == NO_REACH:
        return Problem(FIRE_RULES[weapon.kind], _("{weapon} fires in PD mode only.", weapon=weapon.name), weapon.id)
    message = _(
        "{weapon} reaches {reach} MU, {target} is at {range}.",
        weapon=weapon.name,
        reach=reach,
        target=Unit(target.id, target.name),
        range=math.ceil(range_ * 10.0) / 10.0,
    )
    return Problem("FT-4.8.1" if weapon.kind == "needle_beam" else FIRE_RULES[weapon.kind], message, weapon.id)


def _why_out_of_arc(shooter: Ship, weapon: System, target: Thing, arc: Arc | None) -> Problem | None:
    if bears(weapon, arc, aft=shooter.station):
        return None
    name = Unit(target.id, target.name)
    if arc is None:
        text = _("{target} is at the same point: an arc must be chosen for it first.", target=name)
        return Problem("FT-4.1.8", text, weapon.id, list(choosable_arcs()))
    if arc == "A" and not shooter.station:
        return Problem("FT-4.1.6", _("{target} is in the Aft arc.", target=name), weapon.id)
    arcs = ", ".join(weapon.arcs)
    text = _("{target} is in arc {arc}, {weapon} fires into {arcs}.", target=name, arc=arc, weapon=weapon.name, arcs=arcs)
    return Problem("FT-4.1.5", text, weapon.id)
