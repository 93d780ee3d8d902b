"""Chapter 5.8: carriers take groups in at the end of phase 6, and when those may fly again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, ClassVar

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Amounts, Choice, Options
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.aliens.wombs import DRONES, empty_wombs
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.core_systems import in_control
from quarterdeck.systems.full_thrust.declaring import silenced
from quarterdeck.systems.full_thrust.fighters.bases import bases_in_contact, go_back
from quarterdeck.systems.full_thrust.fighters.bays import free_places, working_bays
from quarterdeck.systems.full_thrust.fighters.formations import take_over_ace
from quarterdeck.systems.full_thrust.fighters.groups import aboard, break_up, flying, in_contact, titled
from quarterdeck.systems.full_thrust.fighters.types import MOST_FIGHTERS
from quarterdeck.systems.full_thrust.fighters.ways import Way, Ways
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, FleetView, Ship, name_of
from quarterdeck.systems.full_thrust.view import seen_by


def most_recoveries(bays: int, single_bay_recovery: bool) -> int:
    """How many groups a ship with so many working Bays can take in a turn: half of them, rounded down (FT-5.8.4).

    The option lets a ship with one Bay take one.
    """
    return max(bays // 2, 1) if single_bay_recovery and bays else bays // 2


def most_taken_in(state: FleetState, ship: Ship) -> int:
    """How many groups a ship can take in now: each empty Womb of a construct takes one (FT-A.3.24)."""
    if ship.design.living:
        return len(empty_wombs(state, ship))
    return most_recoveries(len(working_bays(ship)), state.switches.single_bay_recovery)


def may_recover(state: FleetState, group: FighterGroup, ship: Ship) -> bool:
    """Whether a carrier can take in a whole group: in contact, with room, on a constant course (FT-5.8.3).

    One in tow has the course of its tug (FT-8.3.5).
    """
    return (
        group.on_table
        and ship.status == "fighting"
        and ship.side == group.side
        and not ship.shrouded
        and in_control(ship, state.turn)
        and ship.id not in state.accelerated
        and ship.carried_by not in state.accelerated
        and not silenced(ship)
        and in_contact(group.position, ship.position)
        and free_places(state, ship) >= group.strength
        and (group.type == DRONES) == ship.design.living
        and most_taken_in(state, ship) > 0
    )


async def recover_groups(state: FleetState, referee: Referee) -> None:
    """The end of phase 6: each seat says which of its groups land where.

    Seats that play one side say it one after the other, for they share its carriers.
    """
    taken: dict[str, int] = {}
    for seats in zip_longest(*seats_by_side(state)):
        asked = [landing_question(seen_by(state, seat), seat, taken) for seat in seats if seat is not None]
        questions = [question for question in asked if question is not None]
        for answer in await referee.ask_each(questions) if questions else ():
            for group, where in answer.items():
                ship, _plus, other = str(where).partition("+")
                taken[ship] = taken.get(ship, 0) + 1
                if base := state.bases.get(ship):
                    go_back(state, referee, state.groups[group], base)
                else:
                    take_in(state, referee, state.groups[group], state.ships[ship])
                if other:
                    merge_aboard(state, referee, state.groups[group], state.groups[other])


def seats_by_side(state: FleetState) -> list[list[str]]:
    """The seats, those of each side together."""
    sides = dict.fromkeys(state.seats.values())
    return [[seat for seat, of in state.seats.items() if of == side] for side in sides]


def take_in(state: FleetState, referee: Referee, group: FighterGroup, ship: Ship) -> None:
    """A group lands, in the working Bay with most room, and a die says when it may be launched again (FT-5.8.7).

    Of a Bogey others see only that the group is gone: landing does not reveal it (FT-10.1.8).
    """
    held = {bay: sum([each.strength for each in aboard(state, ship) if each.bay == bay]) for bay in working_bays(ship)}
    about = _("{group} aboard {ship}", group=Unit(group.id, group.name), ship=Unit(ship.id, ship.name))
    roll = referee.dice.roll(1, use="rearm", rule="FT-5.8.7", by=group.seat, about=about)
    group.status, group.aboard, group.bay = "aboard", ship.id, min(held, key=lambda bay: held[bay])
    group.screening = group.escorting = group.run = ""
    break_up(state, flying(state))
    group.ready = ready_after(roll[0], state.turn)
    if ship.design.living:
        group.inside = state.turn
    facts: dict[str, Json] = {"group": group.id, "ship": ship.id, "ready": group.ready}
    seen = Event("out_of_sight", "FT-10.1.1", {"group": group.id, "name": group.name})
    tell_of(state, referee, ship, Event("recovered", "FT-5.8.7", facts, (Roll(roll, "rearm"),)), seen)


def ready_after(face: int, turn: int) -> int | None:
    """The first turn in which a group recovered in this one may be launched; None for never (FT-5.8.7).

    >>> [ready_after(face, 5) for face in (1, 2, 5, 6)]
    [None, 7, 7, 6]
    """
    if face == 1:
        return None
    return turn + (1 if face == 6 else 2)


def worst(ready: Sequence[int | None]) -> int | None:
    """The readiness of parts that become one group: that of the worst (FT-5.8.9)."""
    turns = [turn for turn in ready if turn is not None]
    return max(turns) if len(turns) == len(ready) else None


def merge_aboard(state: FleetState, referee: Referee, group: FighterGroup, other: FighterGroup) -> None:
    """Two incomplete groups become one during turnaround (FT-5.8.9).

    The ship in which that happens is the last home of the one that is no more, so that a Bogey hides it as well (FT-10.1.1).
    """
    other.ready = worst([group.ready, other.ready])
    other.strength += group.strength
    take_over_ace(group, other)
    group.strength, group.cef, group.status, group.aboard, group.home = 0, 0, "destroyed", "", other.aboard
    facts: dict[str, Json] = {"group": group.id, "into": other.id, "strength": other.strength, "cef": other.cef}
    tell_of(state, referee, state.ships[other.aboard], Event("merged", "FT-5.8.9", facts))


NOTHING_YET: Mapping[str, int] = {}


@dataclass(slots=True, kw_only=True)
class Land(Ways):
    """In which ship each group lands (``a1``), or there with a group that it joins (``a1+a1-g2``); or to which base it goes.

    `taken` is how many groups ships have taken in already in this turn.
    """

    GIVE: ClassVar[Text] = _("Land")
    PASS: ClassVar[Text] = _("Land nothing")

    taken: Mapping[str, int] = field(default_factory=dict)

    def taken_by_bays(self, ship: Ship) -> int:
        """How many groups others have landed there in this turn; what is in a Womb is not counted twice."""
        return 0 if ship.design.living else self.taken.get(ship.id, 0)

    def illegal(self, view: Any, value: dict[str, str | float]) -> list[Problem]:
        """More groups than a ship takes in a turn (FT-5.8.4), or more fighters than it has room for (FT-5.8.3)."""
        problems: list[Problem] = []
        landing: dict[str, list[FighterGroup]] = {}
        joined: list[str] = []
        for group, where in value.items():
            ship, _plus, other = str(where).partition("+")
            if ship in view.ships:
                landing.setdefault(ship, []).append(view.groups[group])
            if other in joined:
                problems.append(Problem("FT-5.8.9", _("A group can be joined once a turn."), group))
            joined += [other] if other else []
        for ship_id, groups in landing.items():
            ship = view.ships[ship_id]
            most = most_taken_in(view, ship)
            if len(groups) + self.taken_by_bays(ship) > most:
                text = _("{ship} can take in {n} groups a turn.", ship=Unit(ship.id, ship.name), n=most)
                problems.append(Problem("FT-5.8.4", text))
            if sum([group.strength for group in groups]) > free_places(view, ship):
                text = _("{ship} has room for {n} fighters.", ship=Unit(ship.id, ship.name), n=free_places(view, ship))
                problems.append(Problem("FT-5.8.3", text))
        return problems


def landing_question(view: FleetView, seat: str, taken: Mapping[str, int] = NOTHING_YET) -> Land | None:
    """Ask which of a seat's groups land; None where none can. `taken` is how many each ship has taken in already.

    Whoever has a group at a Bogey of his own is asked in any case, for others do not know that it is no carrier (FT-10.1.1).
    """
    carriers = [ship for ship in view.ships.values() if ship.design.bays]
    ways: dict[str, Way] = {}
    slots: dict[str, Options | Amounts] = {}
    for group in flying(view, seat):
        found = {key: way for ship in carriers if may_recover(view, group, ship) for key, way in _ways(view, group, ship).items()}
        found.update({base.id: Way(base.id, _("returns")) for base in bases_in_contact(view, group)})
        if found:
            slots[group.id] = Options(tuple(found))
            ways.update(found)
    if not slots and not at_bogey(view, seat):
        return None
    return Land(
        seat=seat,
        rule="FT-5.8.3",
        prompt=_("Recover fighters"),
        lead=_("They rearm aboard; a die says when they may fly again.") if slots else NOWHERE,
        slots=slots,
        slot_names={group: titled(view.groups[group]) for group in slots},
        ways=ways,
        taken=dict(taken),
        heads=(
            *[Choice(ship.id, name_of(ship), None, ship.id, side=ship.side) for ship in carriers],
            *[Choice(base.id, _("{base}", base=base.name)) for base in view.bases.values()],
        ),
    )


NOWHERE = _("None can land here. You are asked because others do not know that.")


def at_bogey(state: FleetState, seat: str) -> bool:
    """Whether a group of a seat is in contact with a ship of its side that is a Bogey."""
    unknown = [ship for ship in state.ships.values() if ship.id in state.bogeys and ship.on_table]
    return any(
        ship.side == group.side and in_contact(group.position, ship.position) for group in flying(state, seat) for ship in unknown
    )


def _ways(view: FleetState, group: FighterGroup, ship: Ship) -> dict[str, Way]:
    joined = [
        other
        for other in aboard(view, ship)
        if other.type == group.type and other.strength + group.strength <= MOST_FIGHTERS and other.seat == group.seat
    ]
    joins = {f"{ship.id}+{other.id}": Way(ship.id, _("joins {group}", group=name_of(other))) for other in joined}
    return {ship.id: Way(ship.id, _("lands")), **joins}
