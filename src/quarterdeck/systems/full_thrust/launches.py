"""Phase 4: ships launch fighters and ordnance, ship by ship (FT-2.7.11, FT-5.8.1, FT-6.1.1).

A seat is asked about all its ships at once; its launches are carried out one ship at each of its activations (FT-2.7.8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Amounts, Choice, Options, Pose, Question
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.aliens.shroud import is_shrouded
from quarterdeck.systems.full_thrust.alternation import close_phase, has_passed, loser_first, next_to_act
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.core_systems import in_control
from quarterdeck.systems.full_thrust.fighters.bases import bases_to_act, send_out, ways_out
from quarterdeck.systems.full_thrust.fighters.bays import working_bays
from quarterdeck.systems.full_thrust.fighters.groups import aboard, fresh, titled
from quarterdeck.systems.full_thrust.fighters.ways import Way, Ways
from quarterdeck.systems.full_thrust.ftl.exits import holds_weapons
from quarterdeck.systems.full_thrust.movement import has_declared
from quarterdeck.systems.full_thrust.ordnance.placing import at_hand, place_question, salvo_of, spend
from quarterdeck.systems.full_thrust.scenario import FarBase
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, FleetView, Ship, name_of
from quarterdeck.systems.full_thrust.view import seen_by

LAUNCH_RULE = "FT-2.7.11"


def launchable(state: FleetState, ship: Ship) -> list[FighterGroup]:
    """The groups that a ship may launch now: LAUNCH was written, their Bays work, they are ready (FT-5.8.1, FT-5.8.2)."""
    if (
        not ship.design.bays
        or is_shrouded(state, ship)
        or not in_control(ship, state.turn)
        or not has_declared(state, ship, "LAUNCH")
        or holds_weapons(state, ship)
    ):
        return []
    ready = [group for group in aboard(state, ship) if group.ready is not None and group.ready <= state.turn and group.strength]
    return [group for group in ready if group.bay not in ship.lost]


What: TypeAlias = Literal["fighters", "ordnance"]

EVERYTHING: tuple[What, ...] = ("fighters", "ordnance")


def may_launch(state: FleetState, ship: Ship, what: Sequence[What] = EVERYTHING) -> bool:
    """Whether a ship has anything of this to launch, and so may be activated (FT-2.7.8)."""
    if ship.id in state.acted or ship.status != "fighting":
        return False
    return ("ordnance" in what and bool(at_hand(state, ship))) or ("fighters" in what and bool(launchable(state, ship)))


async def launch(state: FleetState, referee: Referee) -> None:
    """Phase 4: sides alternate ship by ship, the initiative loser first; a pass is final (FT-2.7.11, FT-2.7.12)."""
    await _launch(state, referee, EVERYTHING)


async def launch_fighters(state: FleetState, referee: Referee) -> None:
    """The classic phase 3 begins with the launch of fighters (FB2-4)."""
    await _launch(state, referee, ("fighters",))


async def launch_ordnance(state: FleetState, referee: Referee) -> None:
    """The classic phase 4 is for ordnance alone, ship by ship, a pass being final (FB2-4, FB2-9, FB2-10)."""
    await _launch(state, referee, ("ordnance",))


async def _launch(state: FleetState, referee: Referee, what: Sequence[What]) -> None:
    def able(seat: str) -> list[Ship | FarBase]:
        ships = [ship for ship in state.ships.values() if ship.seat == seat and may_launch(state, ship, what)]
        return [*ships, *(bases_to_act(state, seat) if "fighters" in what else ())]

    while units := next_to_act(state, loser_first(state), able, state.acted):
        seat = units[0].seat
        if not state.plans.get(seat):
            state.plans[seat] = await _asked(state, referee, units, what)
        if plan := state.plans[seat]:
            unit = next(iter(plan))
            entry = plan.pop(unit)
            state.last_side = state.seats[seat]
            state.acted.append(unit)
            if base := state.bases.get(unit):
                send_out(state, referee, base, entry["groups"])
            else:
                _launch_ship(state, referee, state.ships[unit], entry)
        else:
            has_passed(state, referee, seat, LAUNCH_RULE)
        await referee.rest()
    close_phase(state)


async def _asked(state: FleetState, referee: Referee, units: list[Ship | FarBase], what: Sequence[What]) -> dict[str, Json]:
    view = seen_by(state, units[0].seat)
    ships = [unit for unit in units if isinstance(unit, Ship)]
    questions: list[Question[Any]] = []
    if "fighters" in what and (fighters := launch_question(view, units)):
        questions.append(fighters)
    if ships and "ordnance" in what and (markers := place_question(view, ships)):
        questions.append(markers)
    answers = dict(zip([question.key for question in questions], await referee.ask_each(questions), strict=True))
    return planned(state, answers.get("launches", {}), answers.get("markers", {}))


def planned(state: FleetState, launches: Mapping[str, Json], places: Mapping[str, Pose]) -> dict[str, Json]:
    """What each ship or base launches, in the order in which they are named."""
    plan: dict[str, Json] = {}
    for group, how in launches.items():
        unit = state.groups[group].aboard or state.groups[group].base
        plan.setdefault(unit, {"groups": {}, "markers": {}})["groups"][group] = how
    for key, pose in places.items():
        entry = plan.setdefault(key.partition("/")[0], {"groups": {}, "markers": {}})
        entry["markers"][key] = [pose.at.x, pose.at.y]
    return plan


def _launch_ship(state: FleetState, referee: Referee, ship: Ship, entry: Json) -> None:
    """One activation: all launches of a ship (FT-6.1.1), which reveal a Bogey (FT-10.1.8).

    A ship that has used a launcher no longer fires its Wave Gun in this turn (FT-11.3.7).
    """
    disclose(state, referee, ship)
    for group, how in entry["groups"].items():
        launch_group(state, referee, ship, state.groups[group], screening=how == "screen")
    for key, at in entry["markers"].items():
        marker = salvo_of(state, ship, key, Vector(*at))
        spend(state, ship, key)
        ship.used.append(marker.source)
        state.markers[marker.id] = marker
        facts = {
            "ship": ship.id,
            "marker": marker.id,
            "kind": marker.kind,
            "source": marker.source,
            "load": key.rpartition("/")[2],
            "at": list(marker.position),
        }
        referee.tell(Event("marker_placed", "FT-6.1.2", facts))


def launch_group(state: FleetState, referee: Referee, ship: Ship, group: FighterGroup, *, screening: bool = False) -> None:
    """A group leaves its Bay with full endurance; it may at once screen its carrier, and no other ship (FT-2.7.13, FT-5.8.8)."""
    fresh(group, ship.position, state.turn)
    group.facing = ship.facing
    group.screening = ship.id if screening else ""
    facts = {"group": group.id, "ship": ship.id, "strength": group.strength, "screening": screening}
    referee.tell(Event("group_launched", "FT-5.8.1", facts))


@dataclass(slots=True, kw_only=True)
class LaunchGroups(Ways):
    """Which groups leave their Bays, which of them screen their carrier at once, and what those of bases do."""

    GIVE: ClassVar[Text] = _("Launch")
    PASS: ClassVar[Text] = _("Launch no fighters")
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    def illegal(self, view: FleetView, value: dict[str, str | float]) -> list[Problem]:
        """More groups than a ship has working Bays, where several share one (FT-5.8.1, FT-5.8.6)."""
        leaving = [view.groups[group].aboard for group in value]
        ships = [view.ships[each] for each in dict.fromkeys(leaving) if each]
        over = {ship.id: len(working_bays(ship)) for ship in ships if leaving.count(ship.id) > len(working_bays(ship))}
        text = "{ship} can launch {n} groups a turn."
        return [Problem("FT-5.8.1", Text(text, {"ship": name_of(view.ships[ship]), "n": n}), ship) for ship, n in over.items()]

    def default(self, view: FleetView) -> dict[str, str | float]:
        """All that can: that is what LAUNCH was written for."""
        answer: dict[str, str | float] = {}
        for slot, kind in self.slots.items():
            if isinstance(kind, Options) and not self.illegal(view, {**answer, slot: kind.keys[0]}):
                answer[slot] = kind.keys[0]
        return answer


HOW = ("launch", "screen")
MOVE_AT_ONCE = _("They move at once, before the groups that are in space already.")
HEADS = (
    Choice("launch", _("Launch")),
    Choice("screen", _("As a screen")),
    Choice("order", _("Order out")),
    Choice("enter", _("Enter")),
)
WAYS = {head.key: Way(head.key, head.text) for head in HEADS}


def launch_question(view: FleetView, units: Sequence[Ship | FarBase]) -> LaunchGroups | None:
    """Ask which groups ships launch and bases send; None where there are none."""
    how = Options(HOW[:1] if view.switches.classic else HOW)
    slots: dict[str, Options | Amounts] = {}
    for unit in units:
        if isinstance(unit, Ship):
            slots.update({group.id: how for group in launchable(view, unit)})
        else:
            slots.update({group: Options((way,)) for group, way in ways_out(view, unit).items()})
    if not slots:
        return None
    return LaunchGroups(
        seat=units[0].seat,
        rule="FT-5.8.1",
        prompt=_("Launch fighters"),
        lead=MOVE_AT_ONCE if view.switches.classic else _("They may make a second move this turn, and attack."),
        key="launches",
        slots=slots,
        slot_names={group: titled(view.groups[group]) for group in slots},
        ways=WAYS,
        heads=HEADS,
    )
