"""Chapters 4.1, 4.2 and 5.4: which weapons and Fire Controls of a ship work, and at what they may fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias, TypeVar

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.aliens.nodes import NODES, armed, is_load, loads, pays_for_pd
from quarterdeck.systems.full_thrust.aliens.power import node_level
from quarterdeck.systems.full_thrust.arcs import bearing, bearings, bears, range_between
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.core_systems import has_power, in_control
from quarterdeck.systems.full_thrust.damage import rolled_for
from quarterdeck.systems.full_thrust.declaring import silenced
from quarterdeck.systems.full_thrust.point_defence import (
    Aimed,
    Guidance,
    Mode,
    bears_pd,
    guidance,
    guided,
    point_defence,
    small_target,
    small_targets,
    within_pd,
)
from quarterdeck.systems.full_thrust.ship import ARCS, Arc, System
from quarterdeck.systems.full_thrust.state import Body, FleetState, Ship, SmallTarget, Thing, has_yielded
from quarterdeck.systems.full_thrust.terrain.sight import clear_line
from quarterdeck.systems.full_thrust.weapons import max_range
from quarterdeck.systems.full_thrust.wonder.ready import ready_guns

FIRE_RULES: dict[str, str] = {
    "beam": "FT-4.3.1",
    "pds": "FT-4.2.6",
    "pulse_torpedo": "FT-4.7.1",
    "needle_beam": "FT-4.8.2",
    "submunition_pack": "FT-4.9.2",
    "stinger_node": "FT-A.3.8",
    "pod_launcher": "FT-A.3.12",
    "lance_pod": "FT-A.3.13",
    "leech_pod": "FT-A.3.16",
    "spicule": "FT-A.3.19",
    "k_gun": "FT-A.2.4",
    "mkp": "FT-A.2.12",
    "scattergun": "FT-A.2.14",
    "pulser": "FT-A.4.7",
}
"""The rule by which each kind of weapon fires at a ship."""

Aimable: TypeAlias = "Ship | SmallTarget | Body"
"""What a ship may fire at; a body is a rock that can be destroyed (FT-12.2.5)."""

BearingWeapons: TypeAlias = "Mapping[Arc | None, tuple[tuple[float, System], ...]]"
"""Weapons by the arc into which they bear, each behind its range in MU."""


# Announcing fire


class Shot(NamedTuple):
    """One weapon, by the id of its system, at one ship, fighter group or marker (FT-4.2.1).

    A Needle Beam names a `system` of a ship too (FT-4.8.1). Ships are fired at in AS mode only (FT-4.2.5). A Node says what it
    fires, its `load`: the power of a Stinger, a pod (FT-A.3.8, FT-A.3.12).
    """

    weapon: str
    target: str
    system: str = ""
    mode: Mode = "AS"
    load: str = ""


POINT_DEFENCE = "PD"
"""What stands behind the slash of an aim key for fire in PD mode; no system has this id."""


def aim_key(shot: Shot) -> str:
    """A target as it stands in answers: ``b1``, ``b1/main-drive`` with the system that a Needle Beam names, ``b1-g2/PD``, or
    ``b1/6pp`` with the load of a Node.

    >>> aim_key(Shot("needle-1", "b1", "main-drive")), aim_key(Shot("pds-1", "b1-g2", mode="PD"))
    ('b1/main-drive', 'b1-g2/PD')
    """
    if shot.mode == "PD":
        return f"{shot.target}/{POINT_DEFENCE}"
    named = shot.system or shot.load
    return f"{shot.target}/{named}" if named else shot.target


def read_aim(key: str) -> tuple[str, str, Mode, str]:
    """The target, the named system ("": none), the mode and the load of an aim key.

    >>> Shot("needle-1", *read_aim("b1/main-drive"))
    Shot(weapon='needle-1', target='b1', system='main-drive', mode='AS', load='')
    """
    target, _slash, named = key.partition("/")
    if named == POINT_DEFENCE:
        return target, "", "PD", ""
    return (target, "", "AS", named) if named and is_load(named) else (target, named, "AS", "")


def as_fired(ship: Ship, shot: Shot) -> System:
    """The weapon of a shot as it fires: a Node with its load."""
    return armed(ship.design.system(shot.weapon), shot.mode, shot.load)


def guidance_of(state: FleetState, ship: Ship, shots: Iterable[Shot]) -> Guidance:
    """What guides a plan: one Fire Control for each target that needs one (FT-4.2.2), the ADFCs (FT-2.7.43).

    One for each system named by Needle Beams (FT-4.8.4) does nothing else (FT-4.8.5).
    """
    systems = ship.design.by_id
    aimed = [Aimed(systems[shot.weapon], shot.target, shot.mode, shot.system) for shot in shots if shot.weapon in systems]
    return guidance(state, ship, aimed)


# What works


def working_weapons(ship: Ship) -> tuple[System, ...]:
    """The weapons that can still fire: not lost (FT-2.6.4), no fired one-shots (FT-4.9.1), none that was used (FB2-22)."""
    lost, spent = ship.lost, ship.spent
    if not lost and not spent and not ship.used:
        return ship.design.weapons
    gone = (*spent, *ship.used)
    return tuple([weapon for weapon in ship.design.weapons if weapon.id not in lost and weapon.id not in gone])


def working_fire_controls(ship: Ship) -> int:
    """How many Fire Controls are not lost (FT-4.2.2)."""
    return _working(ship, ship.design.fire_controls)


def screen_level(ship: Ship) -> int:
    """The Screen level: working Screen Generators, spares among them, at most 2 (FT-4.4.1, FT-9.8.3).

    A ship without power has none (FT-7.2.8), nor has one that arms its Nova Cannon (FT-11.3.3); a Vapour Shroud is as good as
    level 2 (FT-A.4.22). Screen Nodes give what the D pool feeds (FT-A.3.20).
    """
    if ship.shrouded:
        return 2
    if "NOVA" in ship.doing:
        return 0
    fitted = ship.design.screens
    if ship.pools and not fitted:
        return node_level(ship)
    return min(2, _working(ship, fitted)) if fitted and has_power(ship) else 0


def screens_against(state: FleetState, ship: Ship, attacker: Thing | None = None) -> int:
    """The Screens that protect a ship: of a docked one those of the installation while that is there, never its own (FT-12.7.5).

    Against an attacker in its Fore arc it has none once it has fired its Wave Gun (FT-11.3.7).
    """
    if attacker is not None and "WAVE" in ship.doing and bearing(ship, attacker).arc in ("F", None):
        return 0
    if ship.dock is None or not ship.docked(state.turn):
        return screen_level(ship)
    station = state.ships[ship.dock.station]
    return screen_level(station) if station.on_table else 0


def _working(ship: Ship, fitted: tuple[str, ...]) -> int:
    lost = ship.lost
    return len([system for system in fitted if system not in lost]) if lost else len(fitted)


# Who may fire at whom


def thing(state: FleetState, thing_id: str) -> Aimable | None:
    """The ship, or the group or marker on the table, or the rock that can be destroyed, of this id."""
    return state.ships.get(thing_id) or small_target(state, thing_id) or _rock(state, thing_id)


def _rock(state: FleetState, thing_id: str) -> Body | None:
    body = state.bodies.get(thing_id)
    return body if body is not None and body.points else None


def rocks(state: FleetState) -> list[Body]:
    """The rocks that may be fired at: those that have damage points, which needs that option (FT-12.2.5)."""
    return [body for body in state.bodies.values() if body.points]


def opposing(state: FleetState, ship: Ship) -> list[Aimable]:
    """All that a ship may fire at in ship fire: enemy ships, enemy fighters and ordnance, rocks (FT-4.2.1, FT-12.2.5)."""
    found: list[Aimable] = [*enemies(state, ship.side), *rocks(state)]
    return [*found, *small_targets(state, ship.side)] if fires_at_small(state) else found


def fires_at_small(state: FleetState) -> bool:
    """Whether there is anything small that ship fire may be aimed at: in the classic order only ships (FB2-24)."""
    return bool(state.groups or state.markers) and not state.switches.classic


def enemies(state: FleetState, side: str) -> list[Ship]:
    """The ships of other sides on the table, wrecks adrift among them; other ships never block fire (FT-4.2.1, FT-4.1.4).

    A Bogey cannot be chosen as a target (FT-10.1.8).
    """
    ships, seats, bogeys = state.ships.values(), state.seats, state.bogeys
    foes = [each for each in ships if each.side != side and each.on_table and each.id not in bogeys]
    return [each for each in foes if not has_yielded(each, side, seats)]


def can_fire(state: FleetState, ship: Ship) -> bool:
    """Whether a ship has a shot it could legally make, and so may be activated in phase 8 (FT-2.7.8)."""
    return bool(able_to_fire(state, [ship]))


def able_to_fire(state: FleetState, ships: Iterable[Ship]) -> list[Ship]:
    """Those of some ships of one side that have a shot, straight ahead with a wonder weapon too (FT-11.3.4, FT-11.3.7)."""
    ready = [ship for ship in ships if may_fire(state, ship) or ready_guns(state, ship)]
    targets: list[Ship | Body] = [*enemies(state, ready[0].side), *rocks(state)] if ready else []
    small = fires_at_small(state)
    return [
        ship
        for ship in ready
        if (working_fire_controls(ship) and not silenced(ship) and _has_target(ship, in_sight(state, ship, targets)))
        or (small and _could_fire_small(state, ship))
        or ready_guns(state, ship)
    ]


def may_fire(state: FleetState, ship: Ship) -> bool:
    """Whether a ship may fire at all now, whatever works on it (FT-4.2.3, FT-7.2.4)."""
    if ship.id in state.fired or ship.shrouded or ship.docked(state.turn):
        return False
    return in_control(ship, state.turn) and not silenced(ship)


def only_defends(ship: Ship) -> bool:
    """Whether a ship fires in PD mode only: it is about to jump, or sweeps mines (FT-8.1.3, FT-11.1.7)."""
    return bool(ship.jump_on) or "SWEEP" in ship.doing


def _has_target(ship: Ship, targets: Iterable[Ship | Body]) -> bool:
    """Whether a weapon has a legal aim at one of the targets in one of the arcs in which it may come to be."""
    if only_defends(ship):
        return False
    bearing_weapons = by_arc(working_weapons(ship), ship.station)
    for target, (range_, _arc, possible) in bearings(ship, targets):
        for arc in possible:
            for reach, weapon in bearing_weapons[arc]:
                if range_ <= reach and (weapon.kind not in CHOOSY or _choices(ship, weapon, target, range_)):
                    return True
    return False


CHOOSY = ("needle_beam", *NODES)
"""The weapons that need more of a target than that it is there: something to name, or something to fire."""


def _choices(ship: Ship, weapon: System, target: Aimable, range_: float) -> list[str]:
    """The aim keys of a weapon of these at a target in its reach.

    A Needle Beam names a system of a ship, and takes all else as it is (FT-4.8.1); a Node says what it fires.
    """
    if weapon.kind in NODES:
        fired = loads(ship, weapon, range_, at_ship=isinstance(target, Ship))
        return [aim_key(Shot(weapon.id, target.id, load=load)) for load in fired]
    if not isinstance(target, Ship):
        return [target.id]
    return [aim_key(Shot(weapon.id, target.id, system.id)) for system in rolled_for(target)]


A = TypeVar("A", bound=Thing)


def in_sight(state: FleetState, ship: Ship, targets: list[A]) -> list[A]:
    """Those of some targets between which and the ship nothing stands (FT-12.1.4, FT-13.0.6)."""
    return [target for target in targets if sees(state, ship, target)] if state.bodies else targets


def sees(state: FleetState, ship: Ship, target: Thing) -> bool:
    """Whether nothing stands between a ship and what it would fire at."""
    return not state.bodies or clear_line(state, ship.position, target.position)


def all_aims(state: FleetState, shooter: Ship, settled: Mapping[str, Arc]) -> dict[str, list[str]]:
    """The legal aim keys of each weapon that has any now, enemy by enemy; Fire Controls are not counted.

    A Needle Beam names what a threshold check would roll for, so no hull, hold or Core System (FT-4.8.1, FT-4.8.7).
    """
    if not may_fire(state, shooter):
        return {}
    weapons = working_weapons(shooter)
    bearing_weapons = by_arc(weapons, shooter.station)
    keys: dict[str, list[str]] = {weapon.id: [] for weapon in weapons}
    targets: list[Ship | Body] = [*enemies(state, shooter.side), *rocks(state)] if not only_defends(shooter) else []
    for target, (range_, arc, _possible) in bearings(shooter, in_sight(state, shooter, targets)):
        for reach, weapon in bearing_weapons[settled.get(target.id, arc)]:
            if range_ <= reach and weapon.kind in CHOOSY:
                keys[weapon.id] += _choices(shooter, weapon, target, range_)
            elif range_ <= reach:
                keys[weapon.id].append(target.id)
    if fires_at_small(state):
        for weapon_id, key in small_aims(state, shooter, weapons, settled):
            keys[weapon_id].append(key)
    return {weapon: found for weapon, found in keys.items() if found}


def small_aims(
    state: FleetState, shooter: Ship, weapons: tuple[System, ...], settled: Mapping[str, Arc]
) -> Iterator[tuple[str, str]]:
    """The legal aim keys at fighters and ordnance, each behind its weapon: in AS mode, then in PD mode (FT-5.4.2, FT-5.4.3)."""
    bearing_weapons, both_modes = by_arc(weapons, shooter.station), not only_defends(shooter)
    defences = [(weapon, pd.range) for weapon in weapons if (pd := point_defence(weapon)) and pays_for_pd(shooter, weapon)]
    for target in small_targets(state, shooter.side):
        if not sees(state, shooter, target):
            continue
        range_, arc, _possible = bearing(shooter, target)
        arc = settled.get(target.id, arc)
        for reach, weapon in bearing_weapons[arc] if both_modes else ():
            if range_ <= reach:
                for key in _choices(shooter, weapon, target, range_) if weapon.kind in CHOOSY else (target.id,):
                    yield weapon.id, key
        for weapon, reach in defences:
            if bears_pd(weapon, arc, aft=shooter.station) and (range_ <= reach or guided(state, shooter, weapon, target)):
                yield weapon.id, f"{target.id}/{POINT_DEFENCE}"


def pd_reaches(state: FleetState, shooter: Ship, weapon: System, target: SmallTarget) -> bool:
    """Whether a target is within PD range, or attacks a ship that an ADFC may cover, when range does not count (FT-2.7.43)."""
    return within_pd(shooter, weapon, target) or bool(guided(state, shooter, weapon, target))


def _could_fire_small(state: FleetState, ship: Ship) -> bool:
    """Whether there is a shot at fighters or ordnance, in an arc in which they may come to be, with Fire Controls for it."""
    if silenced(ship):
        return False
    weapons, controls = working_weapons(ship), working_fire_controls(ship)
    settled: list[dict[str, Arc]] = [{}]
    for each, (_range, _arc, arcs) in bearings(ship, small_targets(state, ship.side)):
        settled += [{each.id: arc} for arc in arcs] if len(arcs) > 1 else []
    for arcs_of in settled:
        for weapon, key in small_aims(state, ship, weapons, arcs_of):
            if controls or not guidance_of(state, ship, [Shot(weapon, *read_aim(key))]).controls:
                return True
    return False


def aims(state: FleetState, shooter: Ship, weapon: System, settled: Mapping[str, Arc]) -> list[str]:
    """All legal aim keys of one weapon now."""
    return all_aims(state, shooter, settled).get(weapon.id, [])


@lru_cache(maxsize=4096)
def by_arc(weapons: tuple[System, ...], aft: bool = False) -> BearingWeapons:
    """Those of these weapons that bear into each arc, and where none is chosen yet (None), each behind its range in MU.

    Into the Aft arc those of an installation bear as into any (`aft`, FT-12.7.1).
    """
    arcs = (*ARCS, None)
    return {arc: tuple([(max_range(weapon), weapon) for weapon in weapons if bears(weapon, arc, aft=aft)]) for arc in arcs}


def _reaching(shooter: Ship, target: Aimable) -> list[System]:
    """The weapons that have something to fire at on the target, in whatever arc."""
    range_ = range_between(shooter, target)
    within = [weapon for weapon in working_weapons(shooter) if range_ <= max_range(weapon)]
    return [weapon for weapon in within if weapon.kind not in CHOOSY or _choices(shooter, weapon, target, range_)]


# Arcs that must be settled first


def targets_at_same_point(state: FleetState, shooter: Ship) -> list[str]:
    """The targets at the same point for which an arc must be chosen, since it makes a difference (FT-4.1.8)."""
    return [target.id for target, arcs in _open_arcs(state, shooter) if len(arcs) > 2]


def roll_edges(state: FleetState, referee: Referee, shooter: Ship) -> dict[str, Arc]:
    """Roll for each enemy on an edge that matters: 1-3 is the arc counter-clockwise of it, 4-6 the other (FT-4.1.3).

    Returns the arcs by target, which hold for this activation.
    """
    return _rolled(state, referee, shooter, _open_arcs(state, shooter))


def roll_edges_in_defence(state: FleetState, referee: Referee, shooter: Ship, targets: list[SmallTarget]) -> dict[str, Arc]:
    """As `roll_edges`, for the fighters and ordnance at which point defence may fire (FB2-19)."""
    return _rolled(state, referee, shooter, _open_arcs_in_defence(state, shooter, targets))


def same_point_in_defence(state: FleetState, shooter: Ship, targets: list[SmallTarget]) -> list[SmallTarget]:
    """As `targets_at_same_point`, for point defence."""
    return [target for target, arcs in _open_arcs_in_defence(state, shooter, targets) if len(arcs) > 2]


def _rolled(state: FleetState, referee: Referee, shooter: Ship, open_: Iterable[tuple[Thing, tuple[Arc, ...]]]) -> dict[str, Arc]:
    settled: dict[str, Arc] = {}
    for target, arcs in open_:
        if len(arcs) == 2:
            faces = referee.dice.roll(1, use="edge", rule="FT-4.1.3", by=shooter.seat, about=_edge(shooter, target))
            settled[target.id] = arcs[faces[0] > 3]
            facts = {"ship": shooter.id, "target": target.id, "between": list(arcs), "arc": settled[target.id]}
            tell_of(state, referee, shooter, Event("edge_rolled", "FT-4.1.3", facts, (Roll(faces, "edge"),)))
    return settled


def _edge(shooter: Ship, target: Thing) -> Text:
    return _("{target} between two arcs of {ship}", target=Unit(target.id, target.name), ship=Unit(shooter.id, shooter.name))


def _open_arcs(state: FleetState, shooter: Ship) -> Iterator[tuple[Aimable, tuple[Arc, ...]]]:
    """The targets whose arc is open, with its possible arcs, where some weapon could fire in one of them and not in another."""
    if silenced(shooter):
        return
    if only_defends(shooter):
        small = small_targets(state, shooter.side) if fires_at_small(state) else []
        yield from _open_arcs_in_defence(state, shooter, small)
        return
    for target, (_range, _arc, arcs) in bearings(shooter, in_sight(state, shooter, opposing(state, shooter))):
        if len(arcs) > 1:
            reaching, aft = _reaching(shooter, target), shooter.station
            if any(0 < [bears(each, arc, aft=aft) for arc in arcs].count(True) < len(arcs) for each in reaching):
                yield target, arcs


def _open_arcs_in_defence(
    state: FleetState, shooter: Ship, targets: list[SmallTarget]
) -> Iterator[tuple[SmallTarget, tuple[Arc, ...]]]:
    """The same for fire in PD mode alone."""
    for target, (_range, _arc, arcs) in bearings(shooter, in_sight(state, shooter, targets)):
        if len(arcs) > 1:
            reaching = [weapon for weapon in working_weapons(shooter) if pd_reaches(state, shooter, weapon, target)]
            aft = shooter.station
            if any(0 < [bears_pd(each, arc, aft=aft) for arc in arcs].count(True) < len(arcs) for each in reaching):
                yield target, arcs


# Why not
