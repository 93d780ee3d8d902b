"""How a captain divides a construct's power with its orders: it moves, then mends, screens itself and shoots (FT-A.3.28)."""

from __future__ import annotations

from quarterdeck.engine.questions import DRIFT
from quarterdeck.systems.full_thrust.aliens.growth import system_mass
from quarterdeck.systems.full_thrust.aliens.nodes import POD_POWER, spare_biomass
from quarterdeck.systems.full_thrust.aliens.power import divided, most_thrust, node_mass, power_for, power_of
from quarterdeck.systems.full_thrust.aliens.tending import KEPT_FOR_LIFE
from quarterdeck.systems.full_thrust.aliens.wombs import empty_wombs
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.fighters.groups import aboard
from quarterdeck.systems.full_thrust.fighters.types import MOST_FIGHTERS
from quarterdeck.systems.full_thrust.gunnery import foes_of
from quarterdeck.systems.full_thrust.manoeuvres import manoeuvre
from quarterdeck.systems.full_thrust.movement import motion_of
from quarterdeck.systems.full_thrust.order_lines import Action, read_orders, write_line
from quarterdeck.systems.full_thrust.repair import damaged_systems
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Ship

MOST_WANTED, FOR_MOVEMENT = 4, 6
"""The most thrust that a captain plans with, and which part of the power it takes for it at most: a sixth."""
FOR_REPAIR = 20
"""Which part of what is left goes to repair at most while an enemy is near: a twentieth."""
SHOOTING, CLOSING = 36.0, 54.0
"""How near, in MU, an enemy must be for power to go to attack and defence, and for Drones to be launched."""


def planned_thrust(ship: Ship) -> int:
    """The thrust that a captain lets a construct have: what a sixth of its power pays for, four at most."""
    if not ship.design.node_driven:
        return 0
    return min(MOST_WANTED, most_thrust(ship.design.mass, max(power_of(ship) // FOR_MOVEMENT, 1), ship.drive_hits))


def power_line(view: FleetView, ship: Ship, line: str) -> str:
    """An order line with the power that it takes, and the rest of it divided: for repair, the Screen, attack."""
    actions, _problems = read_orders(line)
    nearest = _nearest_enemy(view, ship)
    if _ready(view, ship) and nearest <= CLOSING and line != "FTL":
        actions = (Action("launch", 0),)
    spent = manoeuvre(motion_of(ship), planned_thrust(ship), actions, free_pushes=True).spent
    power = power_of(ship)
    pools = {"M": min(power_for(ship.design.mass, spent, ship.drive_hits), power)}
    left = power - pools["M"]
    pools["R"] = min(_wanted_for_repair(view, ship), left if nearest > SHOOTING else left // FOR_REPAIR)
    left -= pools["R"]
    if nearest <= SHOOTING:
        pools["A"] = left
    elif nearest <= CLOSING:
        pools["D"] = _for_screen(ship, left)
    return write_line((*divided(pools), *actions)) or DRIFT


def _nearest_enemy(view: FleetState, ship: Ship) -> float:
    """How far the nearest enemy will be when all have drifted, in MU."""
    ahead = ship.position.plus(ship.course, ship.velocity)
    return min([apart(ahead, foe.position.plus(foe.course, foe.velocity)) for foe in foes_of(view, ship.side)], default=1e9)


def _ready(view: FleetState, ship: Ship) -> bool:
    """Whether Drones are ready to be launched."""
    groups = aboard(view, ship)
    return any(group.ready is not None and group.ready <= view.turn and group.bay not in ship.lost for group in groups)


def _wanted_for_repair(view: FleetState, ship: Ship) -> int:
    """The PP for all that could be mended, and for new Drones while enough Biomass is left."""
    mending = [system_mass(ship, system) for system in damaged_systems(ship, view.turn) if system not in ship.leeches]
    mending += [ship.design.generators[row - 1] for row in ship.generators_lost]
    wombs = len(empty_wombs(view, ship))
    while wombs and spare_biomass(ship) - wombs * MOST_FIGHTERS < KEPT_FOR_LIFE * ship.design.hull:
        wombs -= 1
    return sum(mending) + POD_POWER * len(ship.leeches) + MOST_FIGHTERS * wombs


def _for_screen(ship: Ship, power: int) -> int:
    """A level of Screen for a third of the power at most, two for half of it."""
    if all(node.id in ship.lost for node in ship.design.by_kind.get("screen_node", ())):
        return 0
    level = node_mass(ship)
    return 2 * level if 4 * level <= power else level if 3 * level <= power else 0
