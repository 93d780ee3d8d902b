"""Appendix A.3: Drone Wombs, in which a construct makes fighters of its Biomass and takes them back (FT-A.3.22 to FT-A.3.24)."""

from __future__ import annotations

from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.fighters.groups import aboard
from quarterdeck.systems.full_thrust.fighters.types import MOST_FIGHTERS, TYPES
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Ship

DRONES = "savasku_drone"
"""The type of the fighters that grow in Wombs (FT-A.3.24)."""


def empty_wombs(state: FleetState, ship: Ship) -> list[str]:
    """The working Wombs that hold no group (FT-A.3.22)."""
    held = [group.bay for group in aboard(state, ship)]
    wombs = ship.design.by_kind.get("drone_womb", ())
    return [womb.id for womb in wombs if womb.id not in ship.lost and womb.id not in held]


def ripe_groups(state: FleetState, ship: Ship) -> list[FighterGroup]:
    """The Drones that have lain in a Womb since an earlier turn and can be reabsorbed (FT-A.3.23)."""
    return [group for group in aboard(state, ship) if group.type == DRONES and 0 < group.inside < state.turn]


def broods(state: FleetState) -> tuple[int, ...]:
    """How many Drones may be grown at once: six, by agreement fewer (FT-A.3.22)."""
    return tuple(range(1, MOST_FIGHTERS + 1)) if state.switches.small_broods else (MOST_FIGHTERS,)


def grow(state: FleetState, referee: Referee, ship: Ship, womb: str, drones: int) -> None:
    """Biomass becomes a group of Drones that may be launched in the next turn (FT-A.3.22)."""
    number = 1 + len([group for group in state.groups.values() if group.home == ship.id])
    group = FighterGroup(
        id=f"{ship.id}-g{number}",
        name=f"{ship.name} {number}",
        side=ship.side,
        seat=ship.seat,
        type=DRONES,
        strength=drones,
        launched=drones,
        cef=TYPES[DRONES].cef,
        home=ship.id,
        bay=womb,
        position=ship.position,
        aboard=ship.id,
        ready=state.turn + 1,
        inside=state.turn,
    )
    state.groups[group.id] = group
    ship.consumed += drones
    facts: dict[str, Json] = {"ship": ship.id, "womb": womb, "group": group.id, "drones": drones, "consumed": ship.consumed}
    tell_of(state, referee, ship, Event("drones_grown", "FT-A.3.22", facts))


def reabsorb(state: FleetState, referee: Referee, ship: Ship, group: FighterGroup) -> None:
    """Each surviving Drone becomes Biomass again, as far as any was spent; damage stays (FT-A.3.23)."""
    back = min(group.strength, ship.consumed)
    drones = group.strength
    ship.consumed -= back
    group.strength, group.cef, group.status, group.aboard = 0, 0, "destroyed", ""
    facts: dict[str, Json] = {"ship": ship.id, "group": group.id, "drones": drones, "back": back, "consumed": ship.consumed}
    tell_of(state, referee, ship, Event("drones_reabsorbed", "FT-A.3.23", facts))
