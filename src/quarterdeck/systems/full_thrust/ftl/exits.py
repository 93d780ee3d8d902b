"""Chapter 8.1: a ship warms up its FTL Drive in one turn and jumps in the next."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.fighters.groups import break_up
from quarterdeck.systems.full_thrust.ftl.brought import companions, lose_companion
from quarterdeck.systems.full_thrust.ftl.carried import let_go_of_lost, let_go_of_too_much, tow_to
from quarterdeck.systems.full_thrust.ftl.hazard import DANGER, harm
from quarterdeck.systems.full_thrust.movement import LONGEST_TRACK, has_declared, jumps
from quarterdeck.systems.full_thrust.nearby import Nearby, objects_near
from quarterdeck.systems.full_thrust.planets.entry import leave_orbit
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.terrain.passage import Met, fly_straight


def read_declarations(state: FleetState, referee: Referee) -> list[Ship]:
    """Before ships move: the jumps that come to nothing, and the ships that warm up in this turn (FT-8.1.1)."""
    warming = []
    for ship in state.ships.values():
        line = state.orders.get(ship.id, "").upper()
        called_off = ship.jump_on and "STAY" in line and has_declared(state, ship, "STAY")
        if called_off or (ship.jump_on == state.turn and ship.status == "derelict"):
            end_attempt(referee, ship, "FT-8.1.1")
        elif "FTL" in line and not ship.jump_on and has_declared(state, ship, "FTL"):
            warming.append(ship)
    return warming


def announce(state: FleetState, referee: Referee, warming: list[Ship]) -> None:
    """The owners of ships that have moved with a warm drive say so, and all know it from now on (FT-8.1.4)."""
    for ship in warming:
        if ship.status == "fighting":
            disclose(state, referee, ship)
            ship.jump_on = state.turn + 1
            referee.tell(Event("ftl_warm_up", "FT-8.1.4", {"ship": ship.id, "jumps": ship.jump_on}))


def end_attempt(referee: Referee, ship: Ship, rule: str) -> None:
    """There will be no jump without a new order and a new warm-up (FT-8.1.8)."""
    ship.jump_on = 0
    referee.tell(Event("jump_ended", rule, {"ship": ship.id}))


def holds_weapons(state: FleetState, ship: Ship) -> bool:
    """Whether a ship may launch nothing in this phase 4, for it warms up or is about to jump (FT-8.1.3)."""
    if ship.jump_on:
        return not has_declared(state, ship, "STAY")
    return "FTL" in state.orders.get(ship.id, "").upper() and has_declared(state, ship, "FTL")


# The jump


def jump_all(state: FleetState, referee: Referee, met: Met) -> None:
    """All that jump, one after the other, when all others have moved (FT-8.1.6); `met` is what terrain has done already."""
    for ship in [ship for ship in state.ships.values() if jumps(ship, state.turn)]:
        if jumps(ship, state.turn):
            jump(state, referee, ship, met)
        let_go_of_lost(state, referee, ship, met)
    break_up(state, state.groups.values())


def jump(state: FleetState, referee: Referee, ship: Ship, met: Met) -> None:
    """Half a move along the present course, without thrust, then away, unless something is too near (FT-8.1.5, FT-8.1.7)."""
    ship.track = [*ship.track, ship.position][-LONGEST_TRACK:]
    leave_orbit(state, referee, ship)
    let_go_of_too_much(state, referee, ship, met)
    _drift(state, referee, ship, met)
    if ship.status != "fighting":
        ship.jump_on = 0
        return
    own = [ship.id, *[each.id for each in companions(state, ship)]]
    near = objects_near(state, ship.position, DANGER, own)
    if near:
        _danger(state, referee, ship, near, met)
    else:
        _away(state, referee, ship)


def _drift(state: FleetState, referee: Referee, ship: Ship, met: Met) -> None:
    """Half a turn's way, with all that lies on it; an odd velocity is not rounded (FT-8.1.5)."""
    start = ship.position
    ship.position = start.plus(ship.course, ship.velocity / 2.0)
    facts = {"ship": ship.id, "from": list(start), "to": list(ship.position), "velocity": ship.velocity}
    referee.tell(Event("half_move", "FT-8.1.5", facts))
    fly_straight(state, referee, ship, start, met)


def _away(state: FleetState, referee: Referee, ship: Ship) -> None:
    """A ship is gone for the rest of the battle, with all that it carries and tows (FT-8.1.11, FT-8.3.5)."""
    ship.jump_on, ship.status = 0, "left"
    referee.tell(Event("jumped", "FT-8.1.5", {"ship": ship.id, "at": list(ship.position)}))
    for each in companions(state, ship):
        if each.on_table or each.status == "carried":
            each.status = "left"
            tell_of(state, referee, each, Event("left_with", "FT-8.3.5", {"ship": each.id, "carrier": ship.id}))


def _danger(state: FleetState, referee: Referee, ship: Ship, near: list[Nearby], met: Met) -> None:
    """The danger roll: on a 1 nothing happens, from a 5 on the ship is torn apart (FT-8.1.7 to FT-8.1.10)."""
    about = _("the jump of {ship}", ship=Unit(ship.id, ship.name))
    dice = referee.dice.roll(1, use="jump", rule="FT-8.1.7", by=ship.seat, about=about)
    result = "stays" if dice[0] == 1 else "jumps" if dice[0] <= 4 else "destroyed"
    rule = {"stays": "FT-8.1.8", "jumps": "FT-8.1.9", "destroyed": "FT-8.1.10"}[result]
    blast = ship.design.hull if result == "destroyed" else 0
    facts = {"ship": ship.id, "near": [thing.id for thing in near], "result": result, "blast": blast}
    referee.tell(Event("jump_roll", rule, facts, (Roll(dice, "jump"),)))
    if result == "stays":
        end_attempt(referee, ship, "FT-8.1.8")
        _complete(state, referee, ship, met)
        return
    if result == "jumps":
        _away(state, referee, ship)
    else:
        _torn_apart(state, referee, ship)
    for thing in near:
        harm(state, referee, ship, thing, blast or _bystander(referee, ship, thing))


def _complete(state: FleetState, referee: Referee, ship: Ship, met: Met) -> None:
    """The second half of the move of a ship whose drive has not engaged; what it tows is with it all the way (FT-8.1.8)."""
    _drift(state, referee, ship, met)
    for each in companions(state, ship):
        if each.on_table:
            tow_to(state, referee, ship, each, each.position.plus(ship.course, ship.velocity), met)


def _torn_apart(state: FleetState, referee: Referee, ship: Ship) -> None:
    """The ship that jumps is lost, and with it what it carries and tows (FT-8.1.10, FT-8.3.5)."""
    ship.jump_on, ship.status = 0, "destroyed"
    referee.tell(Event("destroyed", "FT-8.1.10", {"ship": ship.id, "by": None}))
    for each in companions(state, ship):
        if each.on_table or each.status == "carried":
            lose_companion(state, referee, each)


def _bystander(referee: Referee, ship: Ship, thing: Nearby) -> int:
    """The points that one thing near a safe jump takes (FT-8.1.9)."""
    about = _("{thing} beside the jump of {ship}", thing=Unit(thing.id, thing.name), ship=Unit(ship.id, ship.name))
    dice = referee.dice.roll(1, use="wake", rule="FT-8.1.9", by=ship.seat, about=about)
    facts = {"ship": ship.id, "thing": thing.id, "damage": dice[0]}
    referee.tell(Event("wake", "FT-8.1.9", facts, (Roll(dice, "wake"),)))
    return dice[0]
