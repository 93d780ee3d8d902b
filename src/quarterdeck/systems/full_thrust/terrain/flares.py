"""Chapter 12.4: flares of a restless star, which burn out Fire Controls and sensors."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.damage import lose_system
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.targets import screens_against

CONTROLS, SENSORS = ("fire_control", "cortex_node", "adfc"), ("enhanced_sensors", "superior_sensors")
"""What a flare may burn out: all Fire Controls, Cortex Nodes among them, and with the rules of sensors these too (FT-12.4.2,
FT-A.3.21)."""
UNHARMED = 4
"""From this result on, with 1 for each level of Screens, a system is unharmed (FT-12.4.2)."""


def flare(state: FleetState, referee: Referee) -> None:
    """At the start of phase 10 a die decides whether there is a flare, where the scenario has them (FT-12.4.1)."""
    flares = state.scenario.terrain.flares if state.scenario.terrain else None
    if flares is None:
        return
    faces = referee.dice.roll(1, use="flare", rule="FT-12.4.1")
    burst = faces[0] >= flares.chance
    referee.tell(Event("flare", "FT-12.4.1", {"flare": burst, "needed": flares.chance}, (Roll(faces, "flare"),)))
    for ship in state.ships.values() if burst else ():
        if ship.on_table and (flares.centre is None or apart(ship.position, flares.centre) <= flares.radius):
            scorch(state, referee, ship)


def exposed(state: FleetState, ship: Ship) -> list[System]:
    """The systems of a ship that a flare may burn out, in SSD order."""
    kinds = (*CONTROLS, *SENSORS) if state.switches.sensors else CONTROLS
    return [system for system in ship.design.systems if system.kind in kinds and system.id not in ship.lost]


def scorch(state: FleetState, referee: Referee, ship: Ship) -> None:
    """A ship in a flare rolls for each Fire Control and sensor; what is lost can be repaired (FT-12.4.2)."""
    systems, shield = exposed(state, ship), screens_against(state, ship)
    if not systems:
        return
    about = _("{ship} in the flare", ship=Unit(ship.id, ship.name))
    faces = referee.dice.roll(len(systems), use="flare", rule="FT-12.4.2", by=ship.seat, about=about)
    lost = [system.id for system, face in zip(systems, faces, strict=True) if face + shield < UNHARMED]
    for system in lost:
        lose_system(ship, system, "flare")
    facts = {"ship": ship.id, "systems": [system.id for system in systems], "lost": lost, "lost_on": UNHARMED - 1 - shield}
    told = Event("scorched", "FT-12.4.2", {**facts, "drive_hits": ship.drive_hits}, (Roll(faces, "flare"),))
    tell_of(state, referee, ship, told)
