"""Who may act: actions, extra actions, the captain's turn or the officers' turn, one use of a system a turn (chapters 3 to 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_drama.conditions import working
from quarterdeck.systems.interworld_drama.record import Character, ShipSystem
from quarterdeck.systems.interworld_drama.state import DramaState, Member, Ship

MOST_OFFICERS = 3
"""How many officers act in a turn at most (IWD-4.2)."""

INJURY_DICE = (0, 0, -1, -1, -2, -2, -5)
OUT_INJURIES = len(INJURY_DICE)
"""What so many injuries take off every pool, and how many put a character out (IWD-14.10)."""

Pool = tuple[str, str]
"""Attribute and ability."""


class Bar(NamedTuple):
    """Why somebody may not act, with the rule."""

    rule: str
    text: Text


NO_ACTION = Bar("IWD-5.2", _("There is no action left for it this turn."))
OUT = Bar("IWD-13.15", _("Whoever is out does not act."))


def injury_dice(injuries: int) -> int | None:
    """What injuries take off all pools; None: the character is out (IWD-14.10)."""
    return None if injuries >= OUT_INJURIES else INJURY_DICE[injuries]


def rating(sheet: Character, pool: Pool) -> int:
    """Attribute and ability added up (IWD-2.1)."""
    return sheet.attributes.get(pool[0], 0) + sheet.abilities.get(pool[1], 0)


def best_pool(sheet: Character, pools: Sequence[Pool]) -> Pool:
    """The one of these pools with the most dice, the first of equal ones."""
    return pools[0] if len(pools) == 1 else max(pools, key=lambda pool: rating(sheet, pool))


def dice_for(member: Member, *pools: Pool) -> int:
    """The best of these pools of a character, or his fixed dice, less what injuries take off (IWD-3.1, IWD-4.4, IWD-14.10)."""
    sheet = member.sheet
    whole = sheet.dice or rating(sheet, best_pool(sheet, pools))
    less = injury_dice(member.injuries)
    return 0 if less is None else max(0, whole + less)


def pool_of(system: ShipSystem) -> Pool:
    """The pool by which a system is operated (IWD-3.1)."""
    return system.attribute, system.ability


def has_specialty(member: Member, *pools: Pool) -> bool:
    """Whether a specialty applies to the one of these pools that is rolled (IWD-2.5)."""
    return best_pool(member.sheet, pools)[1] in member.sheet.specialties


def able(state: DramaState, ship: Ship, member: Member) -> bool:
    """Whether a character is up: neither out nor just healed (IWD-13.15)."""
    return state.turn >= member.back_from and not is_out(state, ship, member)


def is_out(state: DramaState, ship: Ship, member: Member) -> bool:
    """Whether a character is out (IWD-13.15)."""
    return any(out.part == member.id for out in state.found("wounded", ship.id))


def actions_left(member: Member) -> int:
    """One action a turn, and an extra one where the sheet has it (IWD-5.2)."""
    return 1 + member.sheet.extra_action - member.spent


def leaderless(state: DramaState, ship: Ship) -> bool:
    """Whether the captain is out: the officers act on their own (IWD-13.15)."""
    return is_out(state, ship, ship.captain)


def bar_to_act(state: DramaState, ship: Ship, member: Member) -> Bar | None:
    """Why a character may not spend an action now."""
    if actions_left(member) < 1:
        return NO_ACTION
    if not able(state, ship, member):
        return OUT
    if member.sheet.role == "captain" and ship.acted:
        return Bar("IWD-4.1", _("The officers have acted this turn, so the captain does not."))
    if member.sheet.role == "npc" and member.id != ship.stand_in:
        return _bar_to_officer(state, ship, member)
    return None


def _bar_to_officer(state: DramaState, ship: Ship, member: Member) -> Bar | None:
    if ship.commanded:
        return Bar("IWD-4.1", _("The captain has acted this turn, so the officers do not."))
    if leaderless(state, ship):
        if ship.acted:
            return Bar("IWD-13.15", _("Without the captain the officers have one action a turn among them."))
        return None
    if state.has("interference", ship.id):
        return Bar("IWD-13.13", _("Interference keeps the captain's orders from the officers."))
    if len(ship.acted) >= MOST_OFFICERS and member.id not in ship.acted:
        return Bar("IWD-4.2", _("Three officers have acted this turn."))
    return None


def bar_to_use(state: DramaState, ship: Ship, system: ShipSystem, shoots: bool = False) -> Bar | None:
    """Why a system may not act now (IWD-3.2, IWD-3.6, IWD-7.1)."""
    if not working(state, ship, system):
        return Bar("IWD-14.7", _("{system} does not work.", system=system.name))
    uses = ship.uses.get(system.id, 0)
    if uses and not (ship.record.extra_action and uses < 2 and ship.doubled in ("", system.id)):
        return Bar("IWD-3.2", _("{system} has acted this turn.", system=system.name))
    if shoots and system.id not in ship.fired and len(ship.fired) >= ship.record.cls:
        return Bar("IWD-7.1", _("As many weapons have fired as the class of the ship allows."))
    return None


def hands(state: DramaState, ship: Ship) -> list[Member]:
    """The characters that may spend an action now."""
    return [member for member in ship.crew.values() if bar_to_act(state, ship, member) is None]


def spend(ship: Ship, member: Member, system: ShipSystem | None = None, shoots: bool = False) -> None:
    """A character spends an action and, with it, the use of a system (IWD-3.3, IWD-5.2)."""
    member.spent += 1
    if member.sheet.role == "captain":
        ship.commanded = True
    elif member.sheet.role == "npc" and member.id != ship.stand_in and member.id not in ship.acted:
        ship.acted.append(member.id)
    if system is None:
        return
    member.post = system.id
    ship.show(system.id)
    ship.uses[system.id] = ship.uses.get(system.id, 0) + 1
    if ship.uses[system.id] > 1:
        ship.doubled = system.id
    if shoots and system.id not in ship.fired:
        ship.fired.append(system.id)


def new_turn(ship: Ship) -> None:
    """All actions and uses are there again (IWD-5.2)."""
    ship.uses, ship.fired, ship.acted = {}, [], []
    ship.doubled, ship.commanded = "", False
    for member in ship.crew.values():
        member.spent = 0


def compartment_of(ship: Ship, member: Member) -> str:
    """Where a character is: by the system he last operated, before that in the first compartment (IWD-14.2)."""
    return ship.system(member.post).compartment if member.post else ship.record.compartments[0].name


def may_take_over(state: DramaState, ship: Ship) -> list[Member]:
    """The officers of whom the player of a captain out of action takes one (IWD-4.3)."""
    return [member for member in ship.crew.values() if member.sheet.role == "npc" and able(state, ship, member)]
