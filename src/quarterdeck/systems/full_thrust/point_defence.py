"""Fire at fighters and ordnance: PD profiles, target modifiers, and which Fire Controls that fire needs (FT-2.7.41 to FT-2.7.45).

Tables and functions without dice, as in `weapons`: referee, odds and captain go by them alike. Ranges are in MU.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.outfit import TUNINGS
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, Arc, System
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Marker, Ship, SmallTarget
from quarterdeck.systems.full_thrust.weapons import BeamDice

Mode: TypeAlias = Literal["AS", "PD"]

COVER = 3.0
"""How near a ship must be to one that an ADFC covers (FT-2.7.43)."""


class PointDefence(NamedTuple):
    """How a weapon fires in PD mode: its range, its dice or (`die`) the sides of the die that counts its hits, ADFC or not."""

    range: float
    dice: BeamDice | None
    die: int = 0
    adfc: bool = True


PD_PROFILES: dict[tuple[str, int], PointDefence] = {
    ("pds", 0): PointDefence(6.0, BeamDice(1)),
    ("beam", 1): PointDefence(6.0, BeamDice(1, -1)),
    ("k_gun", 1): PointDefence(6.0, BeamDice(1, -1, reroll=False)),
    ("scattergun", 0): PointDefence(3.0, None, die=3, adfc=False),
    **{("pulser", cls): PointDefence(6.0, BeamDice(1)) for cls in TUNINGS},
    ("spicule", 0): PointDefence(6.0, BeamDice(1), adfc=False),
    ("pod_launcher", 0): PointDefence(12.0, None, die=6, adfc=False),
    ("interceptor_pod", 0): PointDefence(12.0, None, die=6, adfc=False),
}
"""By kind and class of weapon (FT-2.7.45); which of them an ADFC cannot guide (FT-2.7.44)."""

AS_MODIFIERS: dict[str, int] = {"salvo": -3, "plasma_bolt": -3, "antimatter_torpedo": -3}
PD_MODIFIERS: dict[str, int] = {"salvo": 0, "plasma_bolt": -1, "antimatter_torpedo": -1}
"""Target modifiers of markers by their kind (FT-5.4.7)."""


def point_defence(weapon: System) -> PointDefence | None:
    """The PD profile of a weapon; None for one that has no PD mode (FT-2.7.45)."""
    return PD_PROFILES.get((weapon.kind, weapon.cls))


def target_modifier(target: SmallTarget, mode: Mode) -> int:
    """What is added to each first die, never to rerolls (FT-5.4.7, FT-5.3.5, FT-5.3.7).

    Against fighters AS fire counts their evasion, which PD fire ignores; Heavy ones are harder to hit in PD mode (FT-5.7.3).
    """
    if isinstance(target, FighterGroup):
        return -target.evasion if mode == "AS" else TYPES[target.type].pd_modifier
    return (AS_MODIFIERS if mode == "AS" else PD_MODIFIERS).get(target.kind, 0)


def bears_pd(weapon: System, arc: Arc | None, *, aft: bool = False) -> bool:
    """Whether a weapon may fire in PD mode into an arc: Aft only if it covers all six (FT-4.1.7).

    Those of an installation fire Aft as into any other of their arcs (`aft`, FT-12.7.1).

    An Interceptor Pod goes everywhere, whatever the arc of its launcher (FT-A.3.18).
    """
    if not weapon.arcs or len(weapon.arcs) == len(ALL_ROUND) or weapon.kind == "pod_launcher":
        return True
    return arc is not None and (aft or arc != "A") and arc in weapon.arcs


def attacked_by(target: SmallTarget) -> Sequence[str]:
    """The ids of the ships that a group or marker attacks (FT-5.3.1, FT-6.1.5)."""
    if isinstance(target, Marker):
        return target.targets
    return (target.run,) if target.run and not target.broke_off else ()


# Area Defence Fire Control


def working_adfc(ship: Ship) -> int:
    """How many Area Defence Fire Controls of a ship work (FT-2.7.43)."""
    return len([each for each in ship.design.by_kind.get("adfc", ()) if each.id not in ship.lost])


def may_cover(state: FleetState, ship: Ship, other: str) -> bool:
    """Whether an ADFC of the ship may cover another: a friendly one within 3 MU (FT-2.7.43)."""
    covered = state.ships.get(other)
    if covered is None or covered is ship or covered.side != ship.side or not covered.on_table:
        return False
    return bool(working_adfc(ship)) and apart(ship.position, covered.position) <= COVER


def guided(state: FleetState, ship: Ship, weapon: System, target: SmallTarget) -> list[str]:
    """The ships that an ADFC could cover so that this weapon may fire at this target in PD mode, whatever its range."""
    profile = point_defence(weapon)
    if profile is None or not profile.adfc:
        return []
    return [each for each in attacked_by(target) if may_cover(state, ship, each)]


# What guides the fire of a plan


class Aimed(NamedTuple):
    """A shot of a plan as Fire Controls see it: its weapon, at what, in which mode; a Needle Beam names a system of a ship."""

    weapon: System
    target: str
    mode: Mode
    system: str = ""


class Guidance(NamedTuple):
    """What guides a plan: a key for each Fire Control in use, and the ships that ADFCs cover; `lacking` need more ADFCs."""

    controls: tuple[str, ...]
    covered: tuple[str, ...]
    lacking: bool


def guidance(state: FleetState, ship: Ship, shots: Iterable[Aimed]) -> Guidance:
    """The Fire Controls and ADFCs that a plan takes at the least (FT-4.2.2, FT-2.7.41 to FT-2.7.43).

    A target needs one Fire Control for all fire at it in both modes; a Needle Beam needs its own (FT-4.8.4, FT-4.8.8). PD fire
    needs none at what attacks the ship itself, nor at what attacks a ship that an ADFC covers.
    """
    shots = list(shots)
    controls: dict[str, None] = {}
    beyond: dict[tuple[str, ...], None] = {}
    spared: dict[str, tuple[str, ...]] = {}
    small = {shot.target: thing for shot in shots if (thing := small_target(state, shot.target))}
    for shot in shots:
        target = small.get(shot.target)
        if target is None or shot.mode == "AS":
            controls[_control_of(shot, target)] = None
            continue
        if ship.id in attacked_by(target) and within_pd(ship, shot.weapon, target):
            continue
        covering = tuple(guided(state, ship, shot.weapon, target))
        if not within_pd(ship, shot.weapon, target):
            beyond.update({covering: None} if covering else {})
        elif covering:
            spared[shot.target] = covering
        else:
            controls[shot.target] = None
    spared = {each: covering for each, covering in spared.items() if each not in controls}
    working = working_adfc(ship)
    covered = _covered(list(beyond), spared, working)
    controls.update(dict.fromkeys(_uncovered(spared, covered)))
    return Guidance(tuple(controls), covered, len(covered) > working)


def _covered(beyond: Sequence[tuple[str, ...]], spared: Mapping[str, tuple[str, ...]], most: int) -> tuple[str, ...]:
    """The friends that ADFCs cover: of each of `beyond` one must be, and then as many targets as may be need no Fire Control.

    That are no more than `most`, unless so few do not suffice.
    """
    ships = list(dict.fromkeys([each for friends in (*beyond, *spared.values()) for each in friends]))
    found: list[tuple[str, ...]] = []
    for number in range(len(ships) + 1):
        if number > most and found:
            break
        found += [some for some in combinations(ships, number) if all(_any_of(friends, some) for friends in beyond)]
    return min(found, key=lambda some: len(_uncovered(spared, some)))


def _uncovered(spared: Mapping[str, tuple[str, ...]], covered: Sequence[str]) -> list[str]:
    """The targets for which a Fire Control is needed, since none of the friends that they attack is covered."""
    return [target for target, friends in spared.items() if not _any_of(friends, covered)]


def _any_of(friends: Sequence[str], covered: Sequence[str]) -> bool:
    return any(each in covered for each in friends)


def _control_of(shot: Aimed, target: SmallTarget | None) -> str:
    if target is not None and shot.weapon.kind == "needle_beam":
        return f"{shot.target}/needle"
    return f"{shot.target}/{shot.system}" if shot.system else shot.target


def within_pd(ship: Ship, weapon: System, target: SmallTarget) -> bool:
    """Whether a target is within the PD range of a weapon (FT-2.7.45)."""
    profile = point_defence(weapon)
    return profile is not None and apart(ship.position, target.position) <= profile.range


def small_target(state: FleetState, thing: str) -> SmallTarget | None:
    """The fighter group or marker of this id that is on the table."""
    found: SmallTarget | None = state.groups.get(thing) or state.markers.get(thing)
    return found if found is not None and found.on_table and not _is_mine(found) else None


def _is_mine(thing: SmallTarget) -> bool:
    """Whether this is a mine, at which nobody fires (FT-11.1.6)."""
    return isinstance(thing, Marker) and thing.kind == "mine"


def small_targets(state: FleetState, side: str) -> list[SmallTarget]:
    """The fighter groups and markers on the table that a side may shoot at: those of other sides."""
    if not state.groups and not state.markers:
        return []
    groups: list[SmallTarget] = [each for each in state.groups.values() if each.side != side and each.on_table]
    markers = [each for each in state.markers.values() if each.side != side and each.on_table and not _is_mine(each)]
    return [*groups, *markers]
