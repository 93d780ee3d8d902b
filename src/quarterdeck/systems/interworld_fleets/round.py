"""The phases of a round (IWF-2.1). A round rests before each phase and, in phase 4, before each part of an activation; there the
state alone tells how it goes on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from quarterdeck.engine.events import Event
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.interworld_fleets.activation import active_ships, begin, end, start
from quarterdeck.systems.interworld_fleets.commands import command_phase, settle_flagships
from quarterdeck.systems.interworld_fleets.launch import launch
from quarterdeck.systems.interworld_fleets.moves import how_to_move, move_unit
from quarterdeck.systems.interworld_fleets.outcome import control_points, is_decided, is_over
from quarterdeck.systems.interworld_fleets.shooting import shoot
from quarterdeck.systems.interworld_fleets.state import FleetsState, Part, Ship, name_of
from quarterdeck.systems.interworld_fleets.tokens import wear_off

# Phases 1 to 3


async def restore_shields(state: FleetsState, referee: Referee) -> None:
    """Phase 1: shields are full again, but for the ships that cannot restore them (IWF-2.2)."""
    restored = []
    for ship in state.on_map:
        ship.commands.clear()
        if _restores(state, ship) and ship.shields < ship.cls.shields:
            ship.shields = ship.cls.shields
            restored.append(ship.id)
        wear_off(ship, "no_restore")
    referee.tell(Event("shields", "IWF-2.2", {"round": state.round, "ships": restored}))


def _restores(state: FleetsState, ship: Ship) -> bool:
    """Not under an effect that forbids it (IWF-4.43), and not in an ion storm (IWF-9.10)."""
    return "no_restore" not in ship.effects and state.terrain.of_kind(ship.at, "ion_storm") is None


async def roll_command_dice(state: FleetsState, referee: Referee) -> None:
    """Phase 2: each side with a command board fills it up (IWF-2.3)."""
    await command_phase(state, referee)


async def deploy_fighters(state: FleetsState, referee: Referee) -> None:
    """Phase 3: each ship with hangars gets a fighter token, up to two for each hangar (IWF-2.4, IWF-5.1, IWF-4.51)."""
    ready = [ship for ship in state.on_map if not ship.hatches and ship.fighters < 2 * ship.cls.hangars]
    for ship in ready:
        ship.fighters += 1
    if ready:
        referee.tell(Event("fighters", "IWF-2.4", {"ships": [ship.id for ship in ready]}))


# Phase 4


async def activate_units(state: FleetsState, referee: Referee) -> None:
    """Phase 4: players activate one unit each in turn until all have been activated (IWF-2.7, IWF-2.9)."""
    note_finished(state)
    while not phase_over(state):
        await referee.rest()
        if state.active is None:
            await _activate_next(state, referee)
        else:
            await PARTS[state.active.part](state, referee)
            await settle_flagships(state, referee)
            note_finished(state)
            _next_part(state)
    end(state)
    _next_initiative(state, referee)


async def _activate_next(state: FleetsState, referee: Referee) -> None:
    """The next player chooses a unit (IWF-2.7)."""
    seat = next_seat(state)
    units = waiting(state, seat)
    chosen = units[0] if len(units) == 1 else (await referee.ask(choose_unit(state, seat, units)))[0]
    begin(state, referee, seat, chosen)


def _next_part(state: FleetsState) -> None:
    """On to the next part of the activation; after the last one, and without ships left, it ends (IWF-2.8)."""
    parts = list(PARTS)
    if state.active is not None and active_ships(state) and state.active.part != parts[-1]:
        state.active.part = parts[parts.index(state.active.part) + 1]
        return
    end(state)
    note_finished(state)


async def _move(state: FleetsState, referee: Referee) -> None:
    """Phase 4m: the ships of the unit move (IWF-7.2)."""
    ships = active_ships(state)
    lines = await referee.ask(how_to_move(state, ships[0].seat, ships))
    await move_unit(state, referee, lines)


PARTS: dict[Part, Callable[[FleetsState, Referee], Awaitable[None]]] = {
    "start": start,
    "move": _move,
    "shoot": shoot,
    "fighters": launch,
}
"""The parts of an activation in order (IWF-2.8)."""


def choose_unit(state: FleetsState, seat: str, units: Sequence[str]) -> Choose:
    """Ask a player which unit to activate."""
    choices = tuple([Choice(unit, unit_name(state, unit), ref=unit, side=state.seats[seat]) for unit in units])
    return Choose(seat=seat, rule="IWF-2.7", prompt=_("Activate a ship or squadron"), choices=choices)


def unit_name(state: FleetsState, unit: str) -> Text:
    """A ship or a squadron in a text."""
    if unit in state.ships:
        return name_of(state.ships[unit])
    names = {key: name for side in state.scenario.sides for key, name in side.squadrons.items()}
    return _("{squadron}", squadron=Unit(unit, names[unit]))


# Whose turn it is


def waiting(state: FleetsState, seat: str) -> list[str]:
    """The units of a player that have not been activated this round and have ships left (IWF-2.7)."""
    units = dict.fromkeys(ship.unit for ship in state.on_map if ship.seat == seat)
    return [unit for unit in units if unit not in state.activated]


def waiting_seats(state: FleetsState) -> list[str]:
    """The players that have units to activate still."""
    ready = [ship.seat for ship in state.on_map if ship.unit not in state.activated]
    return list(dict.fromkeys(ready))


def phase_over(state: FleetsState) -> bool:
    """Whether every unit has been activated (IWF-2.9), or nobody is left to fight (IWF-2.11)."""
    return (state.active is None and not waiting_seats(state)) or is_decided(state)


def next_seat(state: FleetsState) -> str:
    """The player who activates next: in initiative order, over and over, but for those with nothing left (IWF-2.7)."""
    order, ready = state.initiative, waiting_seats(state)
    after = order.index(state.last_seat) + 1 if state.last_seat else 0
    return next(seat for seat in [*order[after:], *order[:after]] if seat in ready)


def note_finished(state: FleetsState) -> None:
    """Note who has nothing left to activate from now on, in the order of this round (IWF-2.6)."""
    if len(state.finished) < len(state.initiative):
        ready = waiting_seats(state)
        state.finished += [seat for seat in state.initiative if seat not in state.finished and seat not in ready]


def _next_initiative(state: FleetsState, referee: Referee) -> None:
    """Who finished first goes first in the next round (IWF-2.6); those who have not finished keep their order."""
    state.initiative = state.finished + [seat for seat in state.initiative if seat not in state.finished]
    state.activated, state.finished, state.last_seat = [], [], ""
    if not is_over(state):
        referee.tell(Event("initiative", "IWF-2.6", {"order": list(state.initiative)}))


# Phase 5


async def count_points(state: FleetsState, referee: Referee) -> None:
    """Phase 5: victory points for control points, where the scenario asks for them; then the end of the battle (IWF-2.10)."""
    if state.scenario.victory is not None and state.scenario.victory.control:
        held = control_points(state)
        for _area, side in held:
            if side is not None:
                state.points[side] += state.scenario.victory.control
        facts = {"points": dict(state.points), "held": {area.id: side for area, side in held}}
        referee.tell(Event("points", "IWF-2.10", {"round": state.round, **facts}))
    state.over = is_over(state)


PHASES: dict[str, Callable[[FleetsState, Referee], Awaitable[None]]] = {
    "shields": restore_shields,
    "command_dice": roll_command_dice,
    "fighters": deploy_fighters,
    "activation": activate_units,
    "victory_points": count_points,
}
"""The phases of a round in order (IWF-2.1)."""

STEPS = tuple(PHASES.values())


async def play_round(state: FleetsState, referee: Referee) -> None:
    """One round, from the phase at which the state stands; the battle ends before the next one begins (IWF-2.11)."""
    while state.step < len(STEPS):
        await referee.rest()
        await STEPS[state.step](state, referee)
        state.step += 1
    await referee.rest()
    state.step, state.round = 0, state.round + 1
