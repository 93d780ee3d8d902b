"""Phase 5 of chapter 3: what ships have to move with, what they may declare, and how they move as written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.questions import DRIFT, MOST_LINE
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.aliens.power import allotted, divided_at_random, fill_pools, most_thrust, power_of
from quarterdeck.systems.full_thrust.contacts.telling import tell_declared, tell_move, tell_of
from quarterdeck.systems.full_thrust.core_systems import DERELICT_RULES, in_control
from quarterdeck.systems.full_thrust.declaring import agreed, declarations_of, has_for
from quarterdeck.systems.full_thrust.order_lines import (
    DECLARATIONS,
    DECLARED,
    LETTERS,
    POOL_OF,
    POWER,
    WORDS,
    Action,
    action_of,
    declaring,
    read_orders,
    write_line,
)
from quarterdeck.systems.full_thrust.planets.orbit import fly, planets
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import FleetState, Ship

if TYPE_CHECKING:
    from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.manoeuvres import Manoeuvre, Motion, manoeuvre, off_table, thrust_available

# Lines a ship could be given


def random_line(
    motion: Motion,
    thrust: int,
    rng: Rng,
    free_pushes: bool,
    declarations: Sequence[str] = (),
    power: tuple[Action, ...] = (),
) -> str:
    """A line the ship can carry out in full, one random action after another: every such line may come out.

    It may begin with some of these declarations that take no number, and with those of `power`. A ship with nothing of all
    this and no thrust drifts.
    """
    if not thrust and not declarations and not power:
        return DRIFT
    actions: tuple[Action, ...] = ()
    for each in [each for each in declarations if DECLARATIONS[each].system != POWER and rng.random() < 0.5]:
        longer = (*actions, declaring(each))
        actions = actions if manoeuvre(motion, thrust, longer).ignored else longer
    actions = (*actions, *power)
    points = max(thrust, 1)
    while rng.random() < 0.8:
        letters = rng.choice(tuple(WORDS))
        first = 1 + rng.randrange(12 if WORDS[letters].clock else points)
        longer = (*actions, action_of(letters, first, 1 + rng.randrange(points)))
        legal = not manoeuvre(motion, thrust, longer, free_pushes=free_pushes).ignored
        if legal and len(write_line(longer)) <= MOST_LINE:
            actions = longer
    return write_line(actions)


def any_line(state: FleetState, ship: Ship, rng: Rng) -> str:
    """A random line of a ship, with its power divided at random where it has generators."""
    power = divided_at_random(ship, rng) if ship.design.generators else ()
    thrust = thrust_with(ship, power)
    return random_line(motion_of(ship), thrust, rng, pushes_freely(state, ship), sampled_words(state, ship), power)


# Phase 5


def motion_of(ship: Ship) -> Motion:
    """Place, course, velocity and facing of a ship as recorded."""
    return Motion(ship.position, ship.course, ship.velocity, ship.facing)


def may_declare(ship: Ship, switches: Switches | None = None) -> tuple[str, ...]:
    """The declarations for which a ship has a working system, by their words (FT-2.7.4).

    Those of optional rules only where these `switches` allow them (FT-1.1.1); none under a cloak (FT-11.3.16). A docked ship
    uses neither weapons nor Screens, nor leaves without UNDOCK (FT-12.7.5, FT-12.7.4); what is moved by others neither lays
    mines on its way nor goes under a cloak.
    """
    if ship.cloak is not None:
        return ()
    possible = [(word, each) for word, each in declarations_of(ship.design) if agreed(each.switches, switches)]
    untimely = "FTL" if ship.jump_on or ship.carried_by else "STAY"
    words = [word for word, each in possible if word != untimely and has_for(ship, each.system)]
    if ship.dock is not None:
        words = [word for word in words if word in AT_DOCK or DECLARATIONS[word].system == POWER]
    elif ship.station or ship.carried_by:
        words = [word for word in words if word not in UNDER_WAY]
    if ship.jump_on:
        words = [word for word in words if word != "MINE" and not DECLARATIONS[word].alone]
    return tuple([word for word in words if word != "STAY" or ship.jump_on])


AT_DOCK = ("LAUNCH", "SCAN", "ECM")
"""What a docked ship may declare beside UNDOCK and how its power is divided."""
UNDER_WAY = ("MINE", "CLOAK")
"""What only ships declare that move by their own orders."""


def declarable(state: FleetState, ship: Ship) -> tuple[str, ...]:
    """All that a ship may declare: what it has a system for, and what the place it is in allows.

    That is UNDOCK at a station (FT-12.7.4), DOCK where its side has one (FT-12.7.3), an orbit near a planet (FT-13.1.2); what
    stands or is in tow goes nowhere.
    """
    words = may_declare(ship, state.switches)
    if ship.cloak is not None:
        return words
    if ship.dock is not None:
        return words if ship.dock.leaving else (*words, "UNDOCK")
    if ship.station or ship.carried_by:
        return words
    if any(each.station and each.side == ship.side and each.on_table for each in state.ships.values()):
        words = (*words, "DOCK")
    return (*words, "ORBITC", "ORBITA") if state.bodies and planets(state) and ship.orbit is None else words


def sampled_words(state: FleetState, ship: Ship) -> tuple[str, ...]:
    """The declarations that a random player may write for a ship."""
    return tuple([word for word in declarable(state, ship) if not DECLARATIONS[word].grave])


def has_declared(state: FleetState, ship: Ship, word: str) -> bool:
    """Whether this declaration stands in the orders of a ship and is carried out: what was not written is not done (FT-2.7.4)."""
    kind = DECLARATIONS[word].word.kind
    if not agreed(DECLARATIONS[word].switches, state.switches) or not has_for(ship, DECLARATIONS[word].system):
        return False
    return word in state.orders.get(ship.id, "").upper() and any(each.kind == kind for each in carried_out(state, ship).done)


def pushes_freely(state: FleetState, ship: Ship) -> bool:
    """Whether a ship may push in any clock direction: by its Advanced Drive (FT-A.2.1), or by agreement (FT-3.2.11)."""
    return state.switches.free_pushes or ship.design.advanced_drive


def thrust_of(ship: Ship) -> int:
    """The thrust points a ship has this turn (FT-3.1.5); of a construct, those that all of its power would give (FT-A.3.6).

    None on the way to a jump (FT-8.1.2), in tow (FT-8.3.5) or docked (FT-12.7.4).
    """
    if ship.jump_on or ship.carried_by or ship.dock is not None:
        return 0
    if _fed(ship):
        return most_thrust(ship.design.mass, power_of(ship), ship.drive_hits)
    return thrust_available(ship.design.thrust, ship.drive_hits)


def thrust_with(ship: Ship, actions: Sequence[Action]) -> int:
    """The thrust points of a ship with these orders: those of a construct hang on its M pool (FT-A.3.6).

    A jump that is called off gives the drive free again (FT-8.1.1).
    """
    stays = ship.jump_on and any(action.kind == "stay" for action in actions)
    if not stays and not thrust_of(ship):
        return 0
    if _fed(ship):
        return most_thrust(ship.design.mass, allotted(ship, actions).pools.get("M", 0), ship.drive_hits)
    return thrust_available(ship.design.thrust, ship.drive_hits)


def _fed(ship: Ship) -> bool:
    """Whether generators feed the drive of a ship (FT-A.3.6)."""
    return bool(ship.design.generators) and ship.design.node_driven


def jumps(ship: Ship, turn: int) -> bool:
    """Whether a ship makes its jump in this turn (FT-8.1.5)."""
    return ship.jump_on == turn and ship.status == "fighting"


def in_move_order(state: FleetState) -> list[Ship]:
    """The ships that move in phase 5 as written.

    Who jumps moves after them all (FT-8.1.6), and who is in tow with its tug.
    """
    under_way = [ship for ship in state.ships.values() if ship.on_table and not ship.station and ship.dock is None]
    return [ship for ship in under_way if not ship.carried_by and not jumps(ship, state.turn)]


LONGEST_TRACK = 6
"""How many past places of a ship are kept, for showing only."""


def move_all(
    state: FleetState, referee: Referee, before: dict[str, Manoeuvre] | None = None, *, edges: bool = True
) -> dict[str, Manoeuvre]:
    """All ships move as written, at the same time (FT-2.7.14, FT-3.2.14); returns the move of each.

    Those that have moved `before` do not move again (FT-2.7.15).

    Ships pass each other freely and may share a place (FT-3.2.19). Installations and ships docked at them have moved before
    (FT-12.7.1). Without `edges` those that are off the table have yet to leave it.
    """
    before = before or {}
    ships = [ship for ship in in_move_order(state) if ship.id not in before]
    lines = {ship: state.orders.get(ship, "") for ship in (*before, *[ship.id for ship in ships])}
    moves = {**before, **move_ships(state, referee, ships, edges=edges)}
    stay(state, referee)
    state.orders, state.last_orders = {}, lines
    return moves


def move_ships(state: FleetState, referee: Referee, ships: Sequence[Ship], *, edges: bool = True) -> dict[str, Manoeuvre]:
    """These ships move as written, at the same time; returns the move of each."""
    moves = [(ship, carried_out(state, ship)) for ship in ships]
    state.accelerated += [ship.id for ship, move in moves if move.points and move.points[-1] != move.drift]
    for ship, move in moves:
        if ship.design.generators and in_control(ship, state.turn):
            fill_pools(state, referee, ship, (*move.done, *move.ignored))
        ship.doing = doing(move)
        _move(state, referee, ship, move)
        if "vapour_shroud" in ship.design.by_kind:
            _raise_shroud(state, referee, ship, move)
        if edges and ship.cloak is None and off_table(state.scenario.table, ship.position):
            leave_table(referee, ship)
    return {ship.id: move for ship, move in moves}


def _move(state: FleetState, referee: Referee, ship: Ship, move: Manoeuvre) -> None:
    if ship.cloak is None:
        ship.track = [*ship.track, move.start.position][-LONGEST_TRACK:]
    ship.position, ship.course, ship.velocity, ship.facing = move.end
    tell_move(state, referee, ship, _moved(ship, move, state.orders.get(ship.id, "")))


def drift(state: FleetState, referee: Referee, ship: Ship) -> None:
    """A ship that has done what it declared, and has not moved, goes on as it moved before."""
    _move(state, referee, ship, moved_by(state, ship, ()))


def stay(state: FleetState, referee: Referee) -> None:
    """What ships do that move by no orders: installations, docked ships and ships in tow carry out what they have declared.

    Constructs among them divide their power as others do (FT-2.7.4, FT-12.7.1, FT-A.3.4). Mines are laid under way only.
    """
    for ship in state.ships.values():
        carried = ship.dock is not None or bool(ship.carried_by)
        if not (ship.station or carried) or not in_control(ship, state.turn):
            continue
        line = state.orders.get(ship.id, "")
        move = carried_out(state, ship) if line else None
        if ship.design.generators:
            fill_pools(state, referee, ship, (*move.done, *move.ignored) if move else ())
        if move is not None and (words := [word for word in doing(move) if word != "UNDOCK"]):
            ship.doing = words
            facts = {"ship": ship.id, "orders": line, "ignored": [action.word for action in move.ignored]}
            tell_declared(state, referee, ship, Event("declared", "FT-2.7.4", facts))
            _raise_shroud(state, referee, ship, move)


def leave_table(referee: Referee, ship: Ship) -> None:
    """A ship is off the table and does not come back (FT-3.2.20)."""
    ship.status = "left"
    referee.tell(Event("left_table", "FT-3.2.20", {"ship": ship.id, "at": list(ship.position)}))


def moved_by(state: FleetState, ship: Ship, actions: tuple[Action, ...]) -> Manoeuvre:
    """What comes of these actions for a ship where it is, planets included (FT-3.2.14, FT-13.0.3)."""
    move = manoeuvre(motion_of(ship), thrust_with(ship, actions), actions, free_pushes=pushes_freely(state, ship))
    if not state.bodies:
        return move
    flight = fly(state, ship, move.start.position, move.end, move.done)
    if flight is None:
        return move
    return replace(move, end=Motion(flight.position, flight.course, flight.velocity, flight.facing), flight=flight)


def _raise_shroud(state: FleetState, referee: Referee, ship: Ship, move: Manoeuvre) -> None:
    """A Shroud that was declared is seen; it stays up whatever becomes of its Gland in this turn (FT-A.4.20)."""
    if any(action.kind == "shroud" for action in move.done):
        ship.shrouded = True
        tell_of(state, referee, ship, Event("shroud_raised", "FT-A.4.20", {"ship": ship.id}))


def doing(move: Manoeuvre) -> list[str]:
    """The declarations that are carried out with a move, by their words (FT-2.7.4)."""
    return [LETTERS[action.kind] for action in move.done if action.kind in DECLARED and action.kind not in POOL_OF]


def carried_out(state: FleetState, ship: Ship) -> Manoeuvre:
    """What a ship on the table makes of its written orders.

    It drifts without orders that can be read (FT-2.7.5), and without anybody in command (FT-7.2.4).
    """
    actions, problems = read_orders(state.orders.get(ship.id, ""))
    if problems:
        why = Problem("FT-2.7.5", _("Not all of the orders can be read."))
    elif actions and not in_control(ship, state.turn):
        why = Problem(DERELICT_RULES.get(ship.derelict_by, "FT-7.2.4"), _("Nobody is in command of the ship."))
    else:
        return moved_by(state, ship, actions)
    return replace(moved_by(state, ship, ()), ignored=actions, why_ignored=why)


def _moved(ship: Ship, move: Manoeuvre, line: str) -> Event:
    start, end, why = move.start, move.end, move.why_ignored
    facts = {
        "ship": ship.id,
        "from": list(start.position),
        "drift": list(move.drift),
        "via": [list(point) for point in move.points],
        "to": list(end.position),
        "course": list(end.course),
        "velocity": [start.velocity, end.velocity],
        "facing": [start.facing, end.facing],
        "orders": line,
        "thrust": [move.spent, move.available],
        "ignored": [action.word for action in move.ignored],
        "ignored_by": why.rule if why else None,
    }
    if move.flight is not None and move.flight.arc:
        facts["arc"] = [list(point) for point in move.flight.arc]
    return Event("moved", "FT-3.2.14", facts)
