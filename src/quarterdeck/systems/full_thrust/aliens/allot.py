"""How a captain shares out a construct's power: enough to turn its arcs, to shoot, to be screened, to mend (FT-A.3.28)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quarterdeck.systems.full_thrust.aliens.nodes import LEECH, NODES, POD_POWER, armed, spare_biomass
from quarterdeck.systems.full_thrust.arcs import range_between
from quarterdeck.systems.full_thrust.cover import cover_of, lock_chance
from quarterdeck.systems.full_thrust.defence import defensive_fire, expected_hits, gain
from quarterdeck.systems.full_thrust.fire import Shot, powered, read_aim
from quarterdeck.systems.full_thrust.gunnery import best_fire, boxes_left, worth
from quarterdeck.systems.full_thrust.point_defence import small_target
from quarterdeck.systems.full_thrust.state import FleetState, Ship, SmallTarget
from quarterdeck.systems.full_thrust.targets import as_fired, guidance_of, working_fire_controls

Aims = Mapping[str, tuple[str, ...]]

KEPT = 0.35
"""The part of its Biomass below which a construct launches no more pods at ships."""
PODS_ABOVE = 1.2
"""How much more a Lance Pod must do than a Stinger with the same power to be worth its Biomass."""
OVERKILL = 2.0
"""Up to how much more than a target has left is shot at it."""


def construct_fire(state: FleetState, ship: Ship, aims: Aims) -> dict[str, str]:
    """All fire of a construct: at what attacks it, then with pods and Stingers where that is worth most."""
    plan: dict[str, str] = {}
    if state.groups or state.markers:
        for weapon, key in defensive_fire(state, ship, aims).items():
            if fits(state, ship, {**plan, weapon: key}):
                plan[weapon] = key
    while best := _best_volley(state, ship, aims, plan):
        plan.update(best)
    if not any(read_aim(key)[0] in state.ships for key in plan.values()):
        plan.update(_at_small(state, ship, aims, plan))
    for weapon, key in best_fire(state, ship, _of_others(state, ship, aims)).items():
        if fits(state, ship, {**plan, weapon: key}):
            plan[weapon] = key
    return plan


def _of_others(state: FleetState, ship: Ship, aims: Aims) -> dict[str, tuple[str, ...]]:
    """The aims at ships of the weapons that take no power."""
    weapons = [weapon for weapon in aims if ship.design.system(weapon).kind not in NODES]
    at_ships = {weapon: tuple([key for key in aims[weapon] if read_aim(key)[0] in state.ships]) for weapon in weapons}
    return {weapon: keys for weapon, keys in at_ships.items() if keys}


def shots_of(plan: Mapping[str, str]) -> list[Shot]:
    """The shots of a plan."""
    return [Shot(weapon, *read_aim(key)) for weapon, key in plan.items()]


def fits(state: FleetState, ship: Ship, plan: Mapping[str, str]) -> bool:
    """Whether Cortex Nodes, power and Biomass suffice for a plan."""
    shots = shots_of(plan)
    guides = guidance_of(state, ship, shots)
    return len(guides.controls) <= working_fire_controls(ship) and not guides.lacking and powered(state, ship, shots)


def _best_volley(state: FleetState, ship: Ship, aims: Aims, plan: Mapping[str, str]) -> dict[str, str]:
    """What is best added to a plan: all that bears on one more ship; empty where nothing can be added."""
    aimed = [read_aim(key)[0] for key in plan.values()]
    targets = dict.fromkeys([read_aim(key)[0] for keys in aims.values() for key in keys])
    best, most = dict[str, str](), 0.0
    for target_id in targets:
        if target_id not in state.ships or target_id in aimed:
            continue
        target = state.ships[target_id]
        volley = dict(_at_ship(state, ship, target, aims, plan))
        mean = sum([_mean(state, ship, target, Shot(weapon, *read_aim(key))) for weapon, key in volley.items()])
        share = min(mean / boxes_left(target), 1.0)
        value = worth(state, target) * (share + 0.5 * share * share)
        if volley and value > most:
            best, most = volley, value
    return best


def _mean(state: FleetState, ship: Ship, target: Ship, shot: Shot) -> float:
    return cover_of(state, ship, target).mean(as_fired(ship, shot), range_between(ship, target))


def _hits(state: FleetState, ship: Ship, target: SmallTarget, shot: Shot) -> float:
    hits = expected_hits(ship.design.system(shot.weapon), shot, target, range_between(ship, target))
    return hits * lock_chance(state, ship, target, shot)


def _at_ship(state: FleetState, ship: Ship, target: Ship, aims: Aims, plan: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Pods that are worth their Biomass, then all the power that is left through one Stinger, which has no limit."""
    added: dict[str, str] = {}
    free = {weapon: [key for key in keys if read_aim(key)[0] == target.id] for weapon, keys in aims.items() if weapon not in plan}
    need = OVERKILL * boxes_left(target)
    range_, cover = range_between(ship, target), cover_of(state, ship, target)
    stingers = [weapon for weapon, keys in free.items() if keys and ship.design.system(weapon).kind == "stinger_node"]
    mean = 0.0
    for weapon, keys in free.items():
        node = ship.design.system(weapon)
        lance = cover.mean(armed(node, "AS", ""), range_) if node.kind == "pod_launcher" else 0.0
        sting = ship.design.system(stingers[0])._replace(cls=POD_POWER) if stingers else None
        other = cover.mean(sting, range_) if sting is not None else 0.0
        plenty = spare_biomass(ship) > KEPT * ship.design.hull
        if keys and plenty and lance > PODS_ABOVE * other and mean < need:
            key = next(key for key in keys if read_aim(key)[3] != LEECH and read_aim(key)[2] == "AS")
            if fits(state, ship, {**plan, **added, weapon: key}):
                added[weapon] = key
                mean += lance
    for weapon in stingers[:1]:
        for key in reversed(free[weapon]):
            enough = mean + _mean(state, ship, target, Shot(weapon, *read_aim(key))) <= need or key == free[weapon][0]
            if enough and fits(state, ship, {**plan, **added, weapon: key}):
                added[weapon] = key
                break
    yield from added.items()


def _at_small(state: FleetState, ship: Ship, aims: Aims, plan: Mapping[str, str]) -> dict[str, str]:
    """Where no ship bears, the one shot at fighters or ordnance that is worth most."""
    best, most = dict[str, str](), 0.0
    for weapon, keys in aims.items():
        for key in keys if weapon not in plan else ():
            shot = Shot(weapon, *read_aim(key))
            target = small_target(state, shot.target)
            if target is None or not fits(state, ship, {**plan, weapon: key}):
                continue
            value = gain(target, 0.0, _hits(state, ship, target, shot))
            if value > most:
                best, most = {weapon: key}, value
    return best
