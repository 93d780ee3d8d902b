"""Chapter 7.2, Core Systems: Command Bridge, Power Core and Life Support, what their loss does and how a turn ends with it.

All of it is optional. Where the switch is off nothing here is ever hit, and nothing comes of the rest.
"""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import FleetState, Ship, Status

CORE_SYSTEMS: tuple[str, ...] = ("command-bridge", "power-core", "life-support")
"""The three Core Systems, in the order in which they are rolled for (FT-7.2.1, FT-2.7.37)."""

CORE_NAMES: dict[str, Text] = {
    "command-bridge": _("Command Bridge"),
    "power-core": _("Power Core"),
    "life-support": _("Life Support"),
}

DERELICT_RULES: dict[str, str] = {
    "dumped": "FT-7.2.8",
    "abandoned": "FT-7.2.9",
    "life-support": "FT-7.2.10",
    "struck": "FT-10.7.2",
}
"""By which rule a derelict drifts, by what made it one."""

MANNED: tuple[Status, ...] = ("fighting", "cloaked")
"""The states of a ship in which its crew is aboard; what goes wrong inside does so under a cloak too (FT-11.3.16)."""

EXPLODES_ON = 5
"""The face from which a damaged Power Core explodes while there is a crew to hold it (FT-7.2.6)."""


def core_systems(switches: Switches) -> tuple[str, ...]:
    """The Core Systems that ships have: all three or, without the option, none (FT-7.2.1)."""
    return CORE_SYSTEMS if switches.core_systems else ()


def in_control(ship: Ship, turn: int) -> bool:
    """Whether somebody commands the ship in this turn: thrust, fire and all else that needs an order hang on it.

    Nobody does while its Bridge is out of action (FT-7.2.4), nor ever again on a derelict (FT-7.2.8, FT-7.2.9, FT-7.2.10),
    one that has surrendered (FT-10.7.2), and in the turn in which a ship is taken (FT-10.5.2).
    """
    core = ship.core
    commanded = ship.status in MANNED and not ship.yielded_to
    return commanded and turn >= core.control_from and not core.lost_for_good


def has_power(ship: Ship) -> bool:
    """Whether the Power Core feeds what needs no crew: the Screens, that is.

    Only a dumped core feeds nothing (FT-7.2.8). A damaged one goes on supplying energy (FT-7.2.6), also on a ship whose crew
    has abandoned it or whose Life Support has failed, for neither touches the core; and Screens are a passive defence that
    works with nobody in command (FT-7.2.4). So the Screens of such a hulk stay up until they are shot away or it blows up.
    """
    return ship.derelict_by != "dumped"


def damaged_core_systems(ship: Ship, turn: int) -> list[str]:
    """The Core Systems out of order, which are not rolled for again (FT-7.2.11).

    A hit Bridge counts until control has returned.
    """
    core = ship.core
    out_of_order = (core.lost_for_good or turn < core.control_from, core.power == "damaged", core.air_until is not None)
    return [system for system, out in zip(CORE_SYSTEMS, out_of_order, strict=True) if out]


# Hits


def check_core_systems(state: FleetState, referee: Referee, ship: Ship, lost_on: int) -> None:
    """The part of a threshold check in which ordinary systems are lost on `lost_on` or less, Core Systems one below.

    So none is rolled for at the first Threshold Point (FT-7.2.2), and none on a construct, which has none
    (FT-A.3.32). Each die is followed at once by the one that a hit calls for (FT-2.7.37).
    """
    hit_on = lost_on - 1
    if hit_on < 1 or ship.design.living:
        return
    damaged = damaged_core_systems(ship, state.turn)
    for system in core_systems(state.switches):
        if system not in damaged:
            dice = referee.dice.roll(1, use="core_check", rule="FT-7.2.2", by=ship.seat, about=_of(ship, system))
            facts = {"ship": ship.id, "system": system, "hit_on": hit_on, "hit": dice[0] <= hit_on}
            referee.tell(Event("core_check", "FT-7.2.2", facts, (Roll(dice, "core_check"),)))
            if facts["hit"]:
                hit_core_system(state, referee, ship, system)


def _of(ship: Ship, system: str) -> Text:
    return _("{system} of {ship}", system=CORE_NAMES[system], ship=Unit(ship.id, ship.name))


def hit_core_system(state: FleetState, referee: Referee, ship: Ship, system: str) -> None:
    """One of `CORE_SYSTEMS` is hit."""
    match system:
        case "command-bridge":
            hit_command_bridge(state, referee, ship)
        case "power-core":
            hit_power_core(state, referee, ship)
        case "life-support":
            hit_life_support(state, referee, ship)


def hit_command_bridge(state: FleetState, referee: Referee, ship: Ship) -> None:
    """Out of control at once and for as many full turns as the die shows; on a 6 for the rest of the battle (FT-7.2.3)."""
    dice = referee.dice.roll(1, use="bridge", rule="FT-7.2.3", by=ship.seat, about=_of(ship, "command-bridge"))
    turns, core = dice[0], ship.core
    core.lost_for_good = turns == 6
    core.control_from = 0 if core.lost_for_good else state.turn + turns + 1
    facts = {"ship": ship.id, "control_from": core.control_from, "lost_for_good": core.lost_for_good}
    referee.tell(Event("bridge_hit", "FT-7.2.3", facts, (Roll(dice, "bridge"),)))


def hit_power_core(state: FleetState, referee: Referee, ship: Ship) -> None:
    """The core still works, but may explode at the end of this and every following turn (FT-7.2.6).

    On a hulk that its crew has already left, nobody keeps it in hand from this turn on (FT-7.2.9).
    """
    ship.core.power = "damaged"
    if ship.status == "derelict" and ship.derelict_by != "struck":
        ship.abandoned_on = state.turn
    referee.tell(Event("power_core_hit", "FT-7.2.6", {"ship": ship.id}))


def hit_life_support(state: FleetState, referee: Referee, ship: Ship) -> None:
    """Life Support fails at the end of the turn as many full turns from now as the die shows (FT-7.2.10)."""
    dice = referee.dice.roll(1, use="life_support", rule="FT-7.2.10", by=ship.seat, about=_of(ship, "life-support"))
    ship.core.air_until = state.turn + dice[0]
    facts = {"ship": ship.id, "air_until": ship.core.air_until}
    referee.tell(Event("life_support_hit", "FT-7.2.10", facts, (Roll(dice, "life_support"),)))


def mend_core_system(ship: Ship, system: str) -> None:
    """Damage control has succeeded: nothing more comes of the hit (FT-7.2.5, FT-7.2.7, FT-7.2.10)."""
    match system:
        case "command-bridge":
            ship.core.control_from = 0
        case "power-core":
            ship.core.power = "sound"
        case "life-support":
            ship.core.air_until = None


# End of turn (FT-2.7.23), after damage control: decisions, explosions, counters


def with_damaged_core(state: FleetState) -> list[Ship]:
    """The ships whose owner decides now about a damaged Power Core, in scenario order (FT-7.2.8, FT-7.2.9)."""
    owned = [ship for ship in state.ships.values() if ship.status in MANNED and not ship.yielded_to]
    return [ship for ship in owned if ship.core.power == "damaged"]


def core_decision(view: FleetState, ship: Ship) -> Choose:
    """Ask the owner of a damaged Power Core, before the explosion roll: hold on, dump it or abandon ship (FT-7.2.8)."""
    needed = explosion_needed(ship, view.turn)
    risk = _("explodes on {needed} to 6", needed=needed)
    falling = _("explodes on {needed} to 6, one less each turn", needed=needed)
    choices = (
        Choice("hold", _("Hold on"), risk),
        Choice("dump", _("Dump the core"), _("no explosion; drifts without power")),
        Choice("abandon", _("Abandon ship"), falling),
    )
    prompt = _("The damaged Power Core of {ship}", ship=Unit(ship.id, ship.name))
    return Choose(seat=ship.seat, rule="FT-7.2.8", prompt=prompt, lead=BEFORE, subject=ship.id, key=ship.id, choices=choices)


BEFORE = _("Decided before the explosion roll.")


def apply_core_decision(state: FleetState, referee: Referee, ship: Ship, choice: str) -> None:
    """Carry out what the owner of a damaged Power Core has decided; after all but *hold* the ship is a derelict."""
    match choice:
        case "dump":
            ship.status, ship.derelict_by = "derelict", "dumped"
            referee.tell(Event("core_dumped", "FT-7.2.8", {"ship": ship.id}))
        case "abandon":
            ship.status, ship.derelict_by, ship.abandoned_on = "derelict", "abandoned", state.turn
            referee.tell(Event("abandoned", "FT-7.2.9", {"ship": ship.id}))


def explosion_needed(ship: Ship, turn: int) -> int:
    """The face from which the damaged core explodes at the end of this turn.

    Without a crew the number falls by one each turn after that of the abandonment, down to a certain 1 (FT-7.2.9).
    """
    if ship.abandoned_on is None:
        return EXPLODES_ON
    return max(1, EXPLODES_ON - (turn - ship.abandoned_on))


def roll_explosions(state: FleetState, referee: Referee) -> None:
    """Each damaged Power Core still aboard may explode, which destroys the ship, seen or unseen (FT-7.2.6, FT-7.2.9)."""
    for ship in state.ships.values():
        here = ship.status == "derelict" or ship.status in MANNED
        if here and ship.core.power == "damaged" and has_power(ship):
            _roll_explosion(state, referee, ship)


def _roll_explosion(state: FleetState, referee: Referee, ship: Ship) -> None:
    rule = "FT-7.2.6" if ship.abandoned_on is None else "FT-7.2.9"
    needed = explosion_needed(ship, state.turn)
    dice = referee.dice.roll(1, use="explosion", rule=rule, by=ship.seat, about=_of(ship, "power-core"))
    facts = {"ship": ship.id, "needed": needed, "explodes": dice[0] >= needed}
    tell_of(state, referee, ship, Event("explosion_roll", rule, facts, (Roll(dice, "explosion"),)))
    if facts["explodes"]:
        ship.status, ship.cloak = "destroyed", None
        referee.tell(Event("destroyed", rule, {"ship": ship.id, "by": None}))


def run_down_counters(state: FleetState, referee: Referee) -> None:
    """Control comes back to ships whose turns are over, and Life Support fails where its turns are (FT-2.7.23).

    Control returns with the start of the next turn (FT-7.2.3).
    """
    for ship in state.ships.values():
        if ship.status in MANNED:
            if ship.core.air_until is not None and ship.core.air_until <= state.turn:
                _fail_life_support(state, referee, ship)
            elif ship.core.control_from == state.turn + 1:
                told = Event("control_returns", "FT-7.2.4", {"ship": ship.id, "control_from": state.turn + 1})
                tell_of(state, referee, ship, told)


def _fail_life_support(state: FleetState, referee: Referee, ship: Ship) -> None:
    """The crew leaves a ship that drifts on as a wreck (FT-7.2.10); a damaged core is out of hand from now on (FT-7.2.9)."""
    ship.status, ship.derelict_by = "derelict", "life-support"
    if ship.core.power == "damaged":
        ship.abandoned_on = state.turn
    referee.tell(Event("life_support_failed", "FT-7.2.10", {"ship": ship.id}))
