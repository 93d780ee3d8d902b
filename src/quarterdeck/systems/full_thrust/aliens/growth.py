"""Appendix A.3: what a construct does with the power of its R pool at the end of a turn.

It mends what it has lost, grows generators anew, pulls off Leeches, and makes Drones of its Biomass or takes them back.
"""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.questions.assign import Value
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.aliens.nodes import spare_biomass
from quarterdeck.systems.full_thrust.aliens.pods import pull_off
from quarterdeck.systems.full_thrust.aliens.power import power_of
from quarterdeck.systems.full_thrust.aliens.wombs import broods, empty_wombs, grow, reabsorb, ripe_groups
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.damage import MAIN_DRIVE
from quarterdeck.systems.full_thrust.prices import Fitting, price
from quarterdeck.systems.full_thrust.repair import damaged_systems, mend
from quarterdeck.systems.full_thrust.state import FleetState, Ship

MENDS_ON = 4
"""The face from which something grows again (FT-A.3.25)."""

GENERATOR = "generator-"
"""What stands before the row of a generator in the name of a task."""

MOST_LEECH_POWER = 3
"""The most PP that one attempt to pull off a Leech can take; each is a face more (FT-A.3.17)."""

MEND, GROW, REABSORB = "mend", "grow", "reabsorb"


def repair_power(ship: Ship) -> int:
    """The PP left in the R pool."""
    return ship.pools.get("R", 0)


# What there is to do


def system_mass(ship: Ship, system_id: str) -> int:
    """The MASS of a system, and so the PP that mending it takes (FT-A.3.25)."""
    system = ship.design.system(system_id)
    kind = "drive_node" if system.id == MAIN_DRIVE and ship.design.node_driven else system.kind
    return price(Fitting(kind, max(system.cls, 1), system.arcs), ship.design.mass).mass


def tasks_of(state: FleetState, ship: Ship) -> dict[str, tuple[str, ...]]:
    """What a construct can do with its R pool now, by task, with the ways in which it can be done.

    A task is a Leech (ways: the PP put to it), a damaged system, ``generator-2``, a Womb.
    """
    if not ship.design.living or ship.status != "fighting":
        return {}
    tasks: dict[str, tuple[str, ...]] = {}
    for leech in ship.leeches:
        tasks[leech] = tuple([str(power) for power in range(1, MOST_LEECH_POWER + 1)])
    for system in damaged_systems(ship, state.turn):
        if system not in ship.leeches:
            tasks[system] = (MEND,)
    for row in ship.generators_lost:
        tasks[f"{GENERATOR}{row}"] = (MEND,)
    for womb in empty_wombs(state, ship):
        tasks[womb] = tuple([f"{GROW}-{drones}" for drones in broods(state)])
    for group in ripe_groups(state, ship):
        tasks[group.bay] = (REABSORB,)
    able = {task: tuple([way for way in ways if affordable(ship, [(task, way)])]) for task, ways in tasks.items()}
    return {task: ways for task, ways in able.items() if ways}


def cost(ship: Ship, task: str, way: str) -> tuple[int, int]:
    """PP of a task done in some way, and the Biomass that it may take (FT-A.3.17, FT-A.3.22, FT-A.3.25, FT-A.3.26)."""
    if task in ship.leeches:
        return int(way), 0
    if way == REABSORB:
        return 0, 0
    if way.startswith(GROW):
        drones = int(way.removeprefix(f"{GROW}-"))
        return drones, drones
    if task.startswith(GENERATOR):
        return ship.design.generators[int(task.removeprefix(GENERATOR)) - 1], 1
    return system_mass(ship, task), 1


def costs(ship: Ship, chosen: list[tuple[str, str]]) -> tuple[int, int]:
    """PP and Biomass of several tasks together."""
    power = biomass = 0
    for task, way in chosen:
        more, tissue = cost(ship, task, way)
        power, biomass = power + more, biomass + tissue
    return power, biomass


def affordable(ship: Ship, chosen: list[tuple[str, str]]) -> bool:
    """Whether the R pool and the Biomass suffice for all of this; the last Biomass is never spent (FT-A.3.2)."""
    power, biomass = costs(ship, chosen)
    return power <= repair_power(ship) and (not biomass or biomass <= spare_biomass(ship))


# Doing it


def tend(state: FleetState, referee: Referee, assignments: Mapping[str, Value]) -> None:
    """Carry out what constructs do with their R pools: ship by ship, in the order of `tasks_of` (FT-2.7.23).

    `assignments` holds the way by ``ship/task``.
    """
    for ship in state.ships.values():
        for task in tasks_of(state, ship) if ship.design.living else ():
            way = assignments.get(f"{ship.id}/{task}")
            if isinstance(way, str):
                _do(state, referee, ship, task, way)


def _do(state: FleetState, referee: Referee, ship: Ship, task: str, way: str) -> None:
    power, _biomass = cost(ship, task, way)
    if power:
        ship.pools["R"] -= power
    if task in ship.leeches:
        pull_off(referee, ship, task, range(7 - power, 7), {"power": power})
    elif way == REABSORB:
        group = next(group for group in ripe_groups(state, ship) if group.bay == task)
        reabsorb(state, referee, ship, group)
    elif way.startswith(GROW):
        grow(state, referee, ship, task, power)
    else:
        _regrow(state, referee, ship, task, power)


def _regrow(state: FleetState, referee: Referee, ship: Ship, task: str, power: int) -> None:
    """Roll for a system or a generator: from 4 on it works again, and a Biomass is spent (FT-A.3.25).

    A generator gives power from the next turn on (FT-A.3.26); of the Drive Node one hit is taken back (FT-7.3.4).
    """
    row = int(task.removeprefix(GENERATOR)) if task.startswith(GENERATOR) else 0
    rule = "FT-A.3.26" if row else "FT-A.3.25"
    dice = referee.dice.roll(1, use="regrow", rule=rule, by=ship.seat, about=_of(ship, task))
    success = dice[0] >= MENDS_ON
    if success:
        ship.consumed += 1
        if row:
            ship.generators_lost.remove(row)
        else:
            mend(ship, task)
    facts = {"ship": ship.id, "power": power, "success": success, "drive_hits": ship.drive_hits, "biomass": int(success)}
    what = {"row": row, "power_of_ship": power_of(ship)} if row else {"system": task}
    tell_of(state, referee, ship, Event("regrown", rule, {**facts, **what}, (Roll(dice, "regrow"),)))


def _of(ship: Ship, task: str) -> Text:
    return _("{task} of {ship}", task=task_name(ship, task), ship=Unit(ship.id, ship.name))


def task_name(ship: Ship, task: str) -> Text:
    """What a task is about."""
    if task in ship.leeches:
        return _("Leech")
    if task.startswith(GENERATOR):
        return _("Generator of row {row}", row=int(task.removeprefix(GENERATOR)))
    return _("{system}", system=ship.design.system(task).name)
