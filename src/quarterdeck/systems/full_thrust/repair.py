"""Chapter 7.3, damage control: who may repair what at the end of a turn, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from quarterdeck.engine.dress import Cell, Column, Count, Dress, SlotRow
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Amounts, Assign, Limit
from quarterdeck.engine.questions.assign import MOST_SLOTS, Value
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _, ngettext, percent
from quarterdeck.systems.full_thrust.aliens.pods import pull_off
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.core_systems import (
    CORE_NAMES,
    MANNED,
    damaged_core_systems,
    explosion_needed,
    mend_core_system,
)
from quarterdeck.systems.full_thrust.damage import MAIN_DRIVE, crew_factors
from quarterdeck.systems.full_thrust.gunnery import system_worth
from quarterdeck.systems.full_thrust.manoeuvres import thrust_available
from quarterdeck.systems.full_thrust.ranges import system_icon
from quarterdeck.systems.full_thrust.state import FleetState, Ship

MOST_PARTIES = 3
"""How many Damage Control Parties may work on one task; as many faces of the die are a success (FT-7.3.2)."""


def repair_chance(parties: int) -> float:
    """The probability that so many parties repair what they work on (FT-7.3.2).

    >>> repair_chance(3)
    0.5
    """
    return min(parties, MOST_PARTIES) / 6


def damaged_systems(ship: Ship, turn: int) -> list[str]:
    """What may be repaired at the end of this turn, in SSD order, then the Core Systems (FT-7.3.3).

    A Main Drive with one hit is among it (FT-7.3.4), and Leeches are (FT-A.3.17); a magazine, a fired one-shot system and a
    Bridge lost for good never are.
    Nothing is repaired on a derelict: nobody is aboard it, or there is no energy (FT-7.2.8, FT-7.2.9, FT-7.2.10); nor on a ship
    in the turn in which it is taken (FT-10.5.7). Under a cloak the parties work on (FT-11.3.16).
    """
    if ship.status not in MANNED or ship.yielded_to:
        return []
    lost, damaged = ship.lost, []
    if lost or ship.drive_hits:
        damaged = [
            system.id
            for system in ship.design.systems
            if (system.id in lost and system.id not in ship.spent and system.kind != "sm_magazine")
            or (system.id == MAIN_DRIVE and ship.drive_hits)
        ]
    if ship.leeches:
        damaged += ship.leeches
    core = damaged_core_systems(ship, turn)
    return damaged + [system for system in core if system != "command-bridge" or not ship.core.lost_for_good]


def mend(ship: Ship, system: str) -> None:
    """A repair has succeeded: the system works again; of the Main Drive one hit is taken back (FT-7.3.4)."""
    if system in CORE_NAMES:
        mend_core_system(ship, system)
        return
    ship.lost.pop(system, None)
    if system == MAIN_DRIVE:
        ship.drive_hits -= 1


def repair(state: FleetState, referee: Referee, assignments: Mapping[str, Value]) -> None:
    """Roll for all repairs: ship by ship in scenario order, one die for all parties on one system (FT-7.3.2, FT-2.7.23).

    `assignments` holds the parties by ``ship/system``, those of all seats together.
    """
    for ship in state.ships.values():
        for system in damaged_systems(ship, state.turn):
            parties = assignments.get(f"{ship.id}/{system}", 0)
            if not isinstance(parties, str) and parties > 0:
                _attempt(state, referee, ship, system, int(parties))


def _attempt(state: FleetState, referee: Referee, ship: Ship, system: str, parties: int) -> None:
    if system in ship.leeches:
        pull_off(referee, ship, system, range(1, min(parties, MOST_PARTIES) + 1), {"parties": parties})
        return
    dice = referee.dice.roll(1, use="repair", rule="FT-7.3.2", by=ship.seat, about=_task(ship, system))
    success = dice[0] <= min(parties, MOST_PARTIES)
    if success:
        mend(ship, system)
    facts = {"ship": ship.id, "system": system, "parties": parties, "success": success, "drive_hits": ship.drive_hits}
    tell_of(state, referee, ship, Event("repair", "FT-7.3.2", facts, (Roll(dice, "repair"),)))


# The question


@dataclass(slots=True, kw_only=True)
class DamageControl(Assign):
    """How many parties work on each damaged system; `tasks` are the slots of each ship, named ``ship/system``."""

    SUGGEST: ClassVar[Text | None] = _("Suggested plan")
    PASS: ClassVar[Text] = _("Repair nothing")

    tasks: dict[str, tuple[str, ...]]

    def illegal(self, view: Any, value: dict[str, Value]) -> list[Problem]:
        """Which ships would need more parties than they have left (FT-7.3.2, FT-7.4.1)."""
        problems = []
        for ship in self._ships(view):
            used, left = self._at_work(ship, value), crew_factors(ship)
            if used > left:
                nearest = self._within(view, value)
                problems.append(Problem("FT-7.3.2", _too_many(ship, left, used), at=ship.id, nearest=nearest))
        return problems

    def _ships(self, view: FleetState) -> list[Ship]:
        return [view.ships[ship] for ship in self.tasks]

    def _at_work(self, ship: Ship, value: Mapping[str, Value]) -> int:
        used = 0
        for slot in self.tasks[ship.id]:
            used += int(value.get(slot, 0))
        return used

    def _within(self, view: FleetState, value: dict[str, Value]) -> dict[str, Value]:
        """The nearest legal answer: parties go to the systems in order until there are no more."""
        nearest = dict(value)
        for ship in self._ships(view):
            left = crew_factors(ship)
            for slot in self.tasks[ship.id]:
                if slot in nearest:
                    nearest[slot] = parties = min(int(nearest[slot]), left)
                    left -= parties
        return nearest

    def default(self, view: Any) -> dict[str, Value]:
        """Up to three parties on each damaged system, the worst loss first."""
        answer: dict[str, Value] = {}
        for ship in self._ships(view):
            left = crew_factors(ship)
            for slot in sorted(self.tasks[ship.id], key=lambda slot: -system_worth(ship, slot.removeprefix(f"{ship.id}/"))):
                answer[slot] = min(MOST_PARTIES, left)
                left -= min(MOST_PARTIES, left)
        return answer

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """A row for each system with what a success gives and the chance of it, a column for each number of parties."""
        dress, held = Assign.outline(self, view, draft), self.held(draft)
        ships, amounts = self._ships(view), range(MOST_PARTIES + 1)
        dress.columns = [Column(str(n), Text(str(n)), sub=ngettext("party", "parties", n)) for n in amounts]
        dress.rows = [self._row(ship, slot, view.turn, held) for ship in ships for slot in self.tasks[ship.id]]
        dress.cells = [[self._chance(ship, slot, n, held) for n in amounts] for ship in ships for slot in self.tasks[ship.id]]
        at_work, parties = [self._at_work(ship, held) for ship in ships], [crew_factors(ship) for ship in ships]
        dress.count = Count(_("parties at work"), sum(at_work), sum(parties))
        dress.step = True
        return dress

    def _row(self, ship: Ship, slot: str, turn: int, held: Mapping[str, Value]) -> SlotRow:
        system, parties, crew = slot.removeprefix(f"{ship.id}/"), int(held.get(slot, 0)), crew_factors(ship)
        left = max(0, crew - self._at_work(ship, held))
        crew_left = _("{ship}, {left} of {of} parties idle", ship=_unit(ship), left=left, of=crew)
        return SlotRow(
            slot,
            system_name(ship, system),
            sub=crew_left,
            ref=ship.id if system in ship.leeches else slot,
            line=parties,
            gloss=_gain(ship, system, turn),
            rule="FT-7.3.4" if system == MAIN_DRIVE else "FT-7.3.2",
            icon=None if system in CORE_NAMES or system in ship.leeches else system_icon(ship.design.system(system)),
            out=percent(repair_chance(parties)),
            amount=(0, min(MOST_PARTIES, left + parties), 1),
        )

    def _chance(self, ship: Ship, slot: str, parties: int, held: Mapping[str, Value]) -> Cell:
        here = int(held.get(slot, 0))
        most = max(0, crew_factors(ship) - self._at_work(ship, held) + here)
        why = ngettext("{n} party is left.", "{n} parties are left.", most) if parties > most else None
        off = _("too many") if why is not None else None
        return Cell(percent(repair_chance(parties)), on=parties == here, off=off, why=why, give=parties)


def damage_control(view: FleetState, seat: str) -> list[DamageControl]:
    """Ask a seat where the parties of all its ships work (FT-7.3.2): as one question while that has slots enough."""
    slots = {
        ship.id: tuple([f"{ship.id}/{system}" for system in damaged])
        for ship in view.ships.values()
        if ship.seat == seat and crew_factors(ship) and (damaged := damaged_systems(ship, view.turn))
    }
    return [_question(view, seat, tasks) for tasks in in_questions(slots)]


def in_questions(tasks: Mapping[str, tuple[str, ...]]) -> list[dict[str, tuple[str, ...]]]:
    """The slots of ships in as many questions as it takes, each with no more slots than a question can have."""
    questions: list[dict[str, tuple[str, ...]]] = []
    room = 0
    for ship, slots in tasks.items():
        if len(slots) > room:
            questions.append({})
            room = MOST_SLOTS
        questions[-1][ship] = slots
        room -= len(slots)
    return questions


def _question(view: FleetState, seat: str, tasks: dict[str, tuple[str, ...]]) -> DamageControl:
    slots = {slot: view.ships[ship] for ship, of_ship in tasks.items() for slot in of_ship}
    return DamageControl(
        seat=seat,
        rule="FT-7.3.2",
        prompt=_("Assign damage control parties"),
        lead=_("One die for each system; each party is one more face that repairs it."),
        slots={slot: Amounts(0, MOST_PARTIES) for slot in slots},
        slot_names={slot: _task(ship, slot.removeprefix(f"{ship.id}/")) for slot, ship in slots.items()},
        limits=tuple(_limit(view.ships[ship], of_ship) for ship, of_ship in tasks.items()),
        tasks=tasks,
    )


def _limit(ship: Ship, slots: tuple[str, ...]) -> Limit:
    parties = crew_factors(ship)
    text = ngettext("{ship} has {n} damage control party.", "{ship} has {n} damage control parties.", parties, ship=_unit(ship))
    return Limit("sum", parties, "FT-7.3.2", text, slots)


def _too_many(ship: Ship, left: int, used: int) -> Text:
    return ngettext(
        "{ship} has {n} damage control party, not {used}.",
        "{ship} has {n} damage control parties, not {used}.",
        left,
        ship=_unit(ship),
        used=used,
    )


def _unit(ship: Ship) -> Unit:
    return Unit(ship.id, ship.name)


def system_name(ship: Ship, system: str) -> Text:
    """What can be repaired, by name."""
    if system in ship.leeches:
        return _("Leech")
    return CORE_NAMES.get(system) or _("{system}", system=ship.design.system(system).name)


def _task(ship: Ship, system: str) -> Text:
    return _("{system} of {ship}", system=system_name(ship, system), ship=_unit(ship))


def _gain(ship: Ship, system: str, turn: int) -> Text | None:
    """What a success changes, where that is more than that the system works again."""
    core, rating, hits = ship.core, ship.design.thrust, ship.drive_hits
    match system:
        case "main-drive":
            now, then = thrust_available(rating, hits), thrust_available(rating, hits - 1)
            return _("thrust {now} becomes {then}", now=now, then=then)
        case "command-bridge":
            return _("out of control until turn {turn}", turn=core.control_from)
        case "power-core":
            return _("explodes on {needed} to 6", needed=explosion_needed(ship, turn))
        case "life-support":
            return _("fails at the end of turn {turn}", turn=core.air_until or turn)
        case _:
            return None
