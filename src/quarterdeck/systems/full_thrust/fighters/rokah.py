"""Chapters 5.7.13 and 5.7.14: how many dice a group rolls when it attacks: Kra'Vak in a rage, an ace among them."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.fighters.groups import kind_of
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState


def attack_dice(state: FleetState, referee: Referee, group: FighterGroup) -> tuple[int, int]:
    """How many times each fighter rolls, and how many dice an ace adds (FT-5.7.14).

    With the option, a Kra'Vak group that has lost fighters since its launch rolls a die; if it shows more than are left they
    roll twice, the dice of an ace among them, and may not attack again until they have been recovered (FT-5.7.13).
    """
    if not state.switches.ro_kah or kind_of(group).weapon != "kinetic" or group.strength >= group.launched:
        return 1, group.ace
    about = _("{group}, {n} left", group=Unit(group.id, group.name), n=group.strength)
    roll = referee.dice.roll(1, use="ro_kah", rule="FT-5.7.13", by=group.seat, about=about)
    group.exhausted = roll[0] > group.strength
    facts: dict[str, Json] = {"group": group.id, "strength": group.strength, "raging": group.exhausted}
    referee.tell(Event("ro_kah", "FT-5.7.13", facts, (Roll(roll, "ro_kah"),)))
    times = 2 if group.exhausted else 1
    return times, times * group.ace
