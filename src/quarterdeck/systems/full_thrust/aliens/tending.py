"""Appendix A.3: the question what constructs do with their R pools at the end of a turn (FT-A.3.28)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from quarterdeck.engine.dress import Count, Dress, SlotRow
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Assign, Choice, Options
from quarterdeck.engine.questions.assign import Value
from quarterdeck.engine.text import Text, Unit, _, percent
from quarterdeck.systems.full_thrust.aliens.growth import (
    GENERATOR,
    GROW,
    MEND,
    MENDS_ON,
    REABSORB,
    affordable,
    cost,
    costs,
    repair_power,
    task_name,
    tasks_of,
)
from quarterdeck.systems.full_thrust.aliens.nodes import spare_biomass
from quarterdeck.systems.full_thrust.gunnery import system_worth
from quarterdeck.systems.full_thrust.repair import in_questions
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Ship

KEPT_FOR_LIFE = 0.7
"""How much of its Biomass a construct keeps when it makes Drones of its own accord."""


@dataclass(slots=True, kw_only=True)
class Tend(Assign):
    """How each task is done; `tasks` are the slots of each construct, named ``ship/task``."""

    GIVE: ClassVar[Text] = _("Use this power")
    PASS: ClassVar[Text] = _("Use no power")
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    tasks: dict[str, tuple[str, ...]]

    def _chosen(self, ship: Ship, value: Mapping[str, Value]) -> list[tuple[str, str]]:
        return [(slot.removeprefix(f"{ship.id}/"), str(value[slot])) for slot in self.tasks[ship.id] if slot in value]

    def illegal(self, view: Any, value: dict[str, Value]) -> list[Problem]:
        """Which constructs lack power or Biomass for all that is chosen (FT-A.3.28, FT-A.3.2)."""
        problems = []
        for ship_id in self.tasks:
            ship = view.ships[ship_id]
            chosen = self._chosen(ship, value)
            if affordable(ship, chosen):
                continue
            power, biomass = costs(ship, chosen)
            had, spare, name = repair_power(ship), spare_biomass(ship), Unit(ship.id, ship.name)
            if power > had:
                text = _("{ship} has {had} PP to repair with, and this takes {power}.", ship=name, had=had, power=power)
                problems.append(Problem("FT-A.3.28", text, ship_id))
            else:
                text = _("{ship} can spend {spare} Biomass, and this may take {n}.", ship=name, spare=spare, n=biomass)
                problems.append(Problem("FT-A.3.2", text, ship_id))
        return problems

    def default(self, view: Any) -> dict[str, Value]:
        """Leeches first, then the worst losses, then Drones as long as enough Biomass is left."""
        answer: dict[str, Value] = {}
        for ship_id, slots in self.tasks.items():
            ship = view.ships[ship_id]
            for slot in sorted(slots, key=lambda slot: -_urgency(ship, slot.removeprefix(f"{ship_id}/"))):
                way = self._best_way(view, ship, slot, answer)
                if way:
                    answer[slot] = way
        return answer

    def _best_way(self, view: FleetState, ship: Ship, slot: str, answer: Mapping[str, Value]) -> str:
        """The last way that can still be paid: the most power on a Leech, the largest brood; none is reabsorbed."""
        kind, task = self.slots[slot], slot.removeprefix(f"{ship.id}/")
        for way in reversed(kind.keys if isinstance(kind, Options) else ()):
            _power, biomass = cost(ship, task, way)
            keeps = spare_biomass(ship) - biomass >= KEPT_FOR_LIFE * ship.design.hull
            wanted = way != REABSORB and (keeps or not way.startswith(GROW))
            if wanted and affordable(ship, [*self._chosen(ship, answer), (task, way)]):
                return way
        return ""

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """A row for each task with what it costs and its chance, and how much power is used."""
        dress, held = Assign.outline(self, view, draft), self.held(draft)
        ships = [view.ships[ship] for ship in self.tasks]
        dress.rows = [self._row(ship, slot, held) for ship in ships for slot in self.tasks[ship.id]]
        used = sum([costs(ship, self._chosen(ship, held))[0] for ship in ships])
        dress.count = Count(_("PP"), used, sum([repair_power(ship) for ship in ships]))
        return dress

    def _row(self, ship: Ship, slot: str, held: Mapping[str, Value]) -> SlotRow:
        task, way = slot.removeprefix(f"{ship.id}/"), held.get(slot)
        left = repair_power(ship) - costs(ship, self._chosen(ship, held))[0]
        sub = _("{ship}, {left} of {of} PP left", ship=Unit(ship.id, ship.name), left=left, of=repair_power(ship))
        out = chance(way) if isinstance(way, str) else None
        return SlotRow(slot, task_name(ship, task), sub=sub, ref=_part(ship, task), line=way, rule=_rule(ship, task), out=out)

    def why_not(self, view: Any, slot: str, choice: str) -> Text:
        """What is done in another way, or costs more than there is."""
        return NOT_SO


NOT_SO = _("not for this")


def _part(ship: Ship, task: str) -> str:
    return ship.id if task in ship.leeches or task.startswith(GENERATOR) else f"{ship.id}/{task}"


def _rule(ship: Ship, task: str) -> str:
    if task in ship.leeches:
        return "FT-A.3.17"
    return "FT-A.3.26" if task.startswith(GENERATOR) else "FT-A.3.25"


def chance(way: str) -> Text | None:
    """The chance that a task succeeds when it is done in this way; None where nothing is left to chance."""
    if way.isdigit():
        return percent(int(way) / 6)
    return percent((7 - MENDS_ON) / 6) if way == MEND else None


def _urgency(ship: Ship, task: str) -> float:
    """What comes first: Leeches, then generators and systems by what they are worth, then Wombs."""
    if task in ship.leeches:
        return 100.0
    if task.startswith(GENERATOR):
        return 8.0 + 2.0 * cost(ship, task, MEND)[0]
    return system_worth(ship, task) if task in ship.lost or ship.drive_hits else 0.0


def tending(view: FleetView, seat: str) -> list[Tend]:
    """Ask a seat what its constructs do with their R pools; no question where there is nothing to do."""
    ways = {
        ship.id: {f"{ship.id}/{task}": ways for task, ways in tasks_of(view, ship).items()}
        for ship in view.ships.values()
        if ship.seat == seat and ship.design.living
    }
    tasks = {ship: tuple(of_ship) for ship, of_ship in ways.items() if of_ship}
    return [
        _question(view, seat, some, {slot: ways[ship][slot] for ship in some for slot in some[ship]})
        for some in in_questions(tasks)
    ]


def _question(view: FleetState, seat: str, tasks: dict[str, tuple[str, ...]], ways: dict[str, tuple[str, ...]]) -> Tend:
    named = {slot: (view.ships[ship], slot.removeprefix(f"{ship}/")) for ship, slots in tasks.items() for slot in slots}
    return Tend(
        seat=seat,
        rule="FT-A.3.28",
        prompt=_("Use the power for repair"),
        lead=_("What mends succeeds on 4 to 6 and then takes a Biomass."),
        slots={slot: Options(keys) for slot, keys in ways.items()},
        slot_names={
            slot: _("{task} of {ship}", task=task_name(ship, task), ship=Unit(ship.id, ship.name))
            for slot, (ship, task) in named.items()
        },
        choices=tuple([Choice(way, way_words(way)) for way in dict.fromkeys([way for keys in ways.values() for way in keys])]),
        tasks=tasks,
    )


def way_words(way: str) -> Text:
    """How a task is done, in words."""
    if way.isdigit():
        return _("{n} PP", n=int(way))
    if way.startswith(GROW):
        return _("grow {n} Drones", n=int(way.removeprefix(f"{GROW}-")))
    return _("mend") if way == MEND else _("reabsorb")
