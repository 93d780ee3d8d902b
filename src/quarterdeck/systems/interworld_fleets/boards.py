"""Chapter 8: command boards, their dice, the flagship, and what an ability does."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.interworld_fleets.state import Command, FleetsState, Ship
from quarterdeck.systems.interworld_fleets.unit import WEAPON_TYPES, Ability, Attack, Moment, WeaponType

LOST = 3
"""How many dice a board holds at most once the flagship is gone, or where there never was one (IWF-8.7, IWF-8.8)."""
CELLS = range(1, 7)


# Dice on the board


def dice_on(command: Command) -> int:
    """How many dice lie on a board."""
    dice = 0
    for number in command.cells.values():
        dice += number
    return dice


def take_off(command: Command, discarded: dict[int, int]) -> None:
    """Take dice off their cells."""
    for cell, number in discarded.items():
        command.cells[cell] -= number


def refill(referee: Referee, side: str, command: Command, seat: str, discarded: dict[int, int]) -> int:
    """Phase 2: dice are removed as the side wishes, then rolled up to the maximum (IWF-2.3, IWF-8.2). Returns how many."""
    take_off(command, discarded)
    missing = max(command.maximum - dice_on(command), 0)
    faces = referee.dice.roll(missing, use="command", rule="IWF-8.2", by=seat) if missing else ()
    for face in faces:
        command.cells[face] += 1
    if missing:
        referee.tell(Event("command_dice", "IWF-8.2", {"side": side, "cells": cells_of(command)}, (Roll(faces, "command"),)))
    return missing


def cells_of(command: Command) -> dict[str, int]:
    """The dice by cell, as facts of an event."""
    return {str(cell): command.cells[cell] for cell in CELLS}


# The flagship


def flagship_of(state: FleetsState, side: str) -> Ship | None:
    """The flagship of a side, whatever has become of it."""
    return next((ship for ship in state.ships.values() if ship.side == side and ship.flagship), None)


def may_be_flagship(ship: Ship) -> bool:
    """Capital ships only (IWF-8.6)."""
    return ship.cls.capital


def most_dice(normal: int, flagship: Ship | None) -> int:
    """How many dice a board may hold: its own number, without a flagship on the map 3 and never more (IWF-8.6 to IWF-8.8)."""
    return normal if flagship is not None and flagship.on_map else min(normal, LOST)


def commander(state: FleetsState, side: str) -> str:
    """The seat that decides for a side as a whole: that of its flagship, else the first in the order of activation."""
    flagship = flagship_of(state, side)
    if flagship is not None:
        return flagship.seat
    return next(seat for seat in state.initiative or state.seats if state.seats[seat] == side)


def lower_maximum(state: FleetsState, referee: Referee) -> list[str]:
    """Note the flagships that are gone: their boards hold 3 dice for the rest of the battle (IWF-8.7).

    Returns the sides that have to discard dice.
    """
    led = [ship.side for ship in state.ships.values() if ship.flagship and ship.status == "fighting"]
    for side, command in state.commands.items():
        most = command.maximum if side in led else most_dice(command.maximum, None)
        if most < command.maximum:
            command.maximum = most
            referee.tell(Event("flagship_lost", "IWF-8.7", {"side": side, "maximum": most}))
    return [side for side, command in state.commands.items() if dice_on(command) > command.maximum]


# Abilities


def why_not_use(
    command: Command, ability: Ability, moment: Moment, ships: Sequence[Ship], used: bool, attack: Attack | None = None
) -> Problem | None:
    """Why an ability cannot be used on these ships (one, or a squadron) at a moment (IWF-8.3, IWF-8.4, IWF-4.44).

    `used` says that the side has used one at this moment already.
    """
    if ability.moment != moment:
        return Problem("IWF-8.3", _("{ability} is not for this moment.", ability=ability.name), ability.id)
    if not command.cells[ability.cell]:
        return Problem(
            "IWF-8.3", _("There is no die for {ability} in cell {cell}.", ability=ability.name, cell=ability.cell), ability.id
        )
    if used:
        return Problem("IWF-8.4", _("Only one ability may be used at a moment."), ability.id)
    if attack is not None and ability.attacks and attack not in ability.attacks:
        return Problem("IWF-8.3", _("{ability} is no help against this attack.", ability=ability.name), ability.id)
    return next((problem for ship in ships if (problem := _why_not_on(ability, moment, ship))), None)


def _why_not_on(ability: Ability, moment: Moment, ship: Ship) -> Problem | None:
    at = Unit(ship.id, ship.name)
    if ability.id in ship.commands:
        return Problem("IWF-8.4", _("{ability} has been used on {ship} this round.", ability=ability.name, ship=at), ability.id)
    if moment == "activation_start" and "no_commands" in ship.effects:
        return Problem("IWF-4.44", _("{ship} takes no commands at the start of this activation.", ship=at), ability.id)
    if not _fits(ability, ship):
        return Problem("IWF-8.3", _("{ability} is not for {ship}.", ability=ability.name, ship=at), ability.id)
    return None


def _fits(ability: Ability, ship: Ship) -> bool:
    match ability.target:
        case "capital":
            return ship.cls.capital
        case "squadron":
            return bool(ship.squadron)
        case "hangars":
            return ship.cls.hangars > 0
        case _:
            return True


def applies(ability: Ability, weapon: WeaponType) -> bool:
    """Whether its bonus to hit is one of this type of weapon (IWF-8.9)."""
    return ability.to_hit != 0 and (not ability.weapons or weapon in ability.weapons)


def spend(referee: Referee, side: str, command: Command, ability: Ability, ships: Sequence[Ship]) -> None:
    """Announce an ability and take a die from its cell (IWF-8.3); it is noted on each ship concerned (IWF-8.4)."""
    command.cells[ability.cell] -= 1
    for ship in ships:
        ship.commands.append(ability.id)
    facts = {"side": side, "ability": ability.id, "name": ability.name, "ships": [ship.id for ship in ships]}
    referee.tell(Event("ability", "IWF-8.3", {**facts, "cells": cells_of(command)}))


def take_effect(state: FleetsState, referee: Referee, ability: Ability, ship: Ship) -> None:
    """What an ability does to a ship of the active unit, at once or until the end of the activation (IWF-8.9 to IWF-8.11)."""
    if state.active is not None:
        deeds = state.active.ships[ship.id]
        deeds.speed += ability.speed
        deeds.no_turns = deeds.no_turns or ability.no_turns
        deeds.faces = max(deeds.faces, ability.faces)
        for weapon in WEAPON_TYPES:
            if applies(ability, weapon):
                deeds.to_hit[weapon] = deeds.to_hit.get(weapon, 0) + ability.to_hit
    if ability.restore_shields:
        ship.shields = ship.cls.shields
        referee.tell(Event("restored", "IWF-8.10", {"ship": ship.id, "what": "shields", "now": ship.shields}))
    if ability.fighters:
        ship.fighters = max(ship.fighters, min(ship.fighters + ability.fighters, 2 * ship.cls.hangars))
        referee.tell(Event("restored", "IWF-8.3", {"ship": ship.id, "what": "fighters", "now": ship.fighters}))
    for what in ability.remove:
        if _remove(ship, what):
            referee.tell(Event("removed", "IWF-8.3", {"ship": ship.id, "what": what}))


def _remove(ship: Ship, what: str) -> bool:
    """Take phase tokens, the Easy Target token or an effect off a ship; whether there was anything to take."""
    if what == "phase_tokens":
        had, ship.phase_tokens = ship.phase_tokens > 0, 0
    elif what == "easy_target":
        had, ship.easy_target = ship.easy_target, False
    else:
        had = what in ship.effects
        ship.effects = [effect for effect in ship.effects if effect != what]
    return had
