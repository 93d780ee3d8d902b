"""Chapter 8.2: before a battle owners secretly plan when and where their ships will drop out of FTL (FT-8.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from quarterdeck.engine.plane import CLOCK
from quarterdeck.engine.questions import Amounts, Assign, Place, Pose, Question
from quarterdeck.engine.questions.assign import Value
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.contacts.bogeys import number_by_arrival
from quarterdeck.systems.full_thrust.ftl.entries import FASTEST_ENTRY, entry_region
from quarterdeck.systems.full_thrust.state import Arrival, FleetState, FleetView, Ship, name_of
from quarterdeck.systems.full_thrust.view import seen_by


def to_plan(state: FleetState, seat: str) -> list[Ship]:
    """The ships of a seat that will drop out by themselves, not with a tug or tender."""
    return [ship for ship in state.ships.values() if ship.seat == seat and ship.status == "reserve" and not ship.carried_by]


def suggested(ship: Ship) -> Arrival:
    """The entry that the scenario proposes: in the second turn, where and as the ship is put down there."""
    course = max(range(1, 13), key=lambda point: CLOCK[point].dot(ship.course))
    return Arrival(2, ship.position, course, min(ship.velocity, FASTEST_ENTRY), ship.facing)


async def plan_arrivals(state: FleetState, referee: Referee) -> None:
    """All owners write down their plans at the same time; nothing is told of them."""
    seats = [seat for seat in state.seats if to_plan(state, seat)]
    asked: list[Question[Any]] = []
    for seat in seats:
        view = seen_by(state, seat)
        asked += [entry_points(view, seat), entry_motions(view, seat)]
    if not asked:
        return
    answers = await referee.ask_each(asked)
    for number, seat in enumerate(seats):
        poses, motions = answers[2 * number : 2 * number + 2]
        for ship in to_plan(state, seat):
            state.arrivals[ship.id] = planned(ship, poses[ship.id], motions)
    if state.bogeys:
        number_by_arrival(state)


def planned(ship: Ship, pose: Pose, motions: Mapping[str, Value]) -> Arrival:
    """The plan that answers make; what is not said of turn, course and velocity is as suggested."""
    plan = suggested(ship)
    turn, course, velocity = (
        int(motions.get(f"{ship.id}/{what}", getattr(plan, what))) for what in ("turn", "course", "velocity")
    )
    return Arrival(turn, pose.at, course, velocity, pose.heading or course)


@dataclass(slots=True, kw_only=True)
class EntryPoints(Place):
    """Where ships mean to drop out, and how they will face; by default as suggested."""

    GIVE: ClassVar[Text] = _("Plan")
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    plans: dict[str, Arrival]

    def default(self, view: Any) -> dict[str, Pose]:
        """As suggested."""
        return {ship: Pose(plan.position, plan.facing) for ship, plan in self.plans.items()}

    def silhouette(self, view: Any, unit: str) -> str:
        """That of the ship's design."""
        silhouette: str = view.ships[unit].design.silhouette
        return silhouette


def entry_points(view: FleetView, seat: str) -> EntryPoints:
    """Ask a seat for the intended entry points of its ships."""
    ships = to_plan(view, seat)
    return EntryPoints(
        seat=seat,
        rule="FT-8.2.1",
        prompt=_("Plan where ships drop out of FTL"),
        lead=_("Secret until they arrive. The dice will scatter them by up to 6 MU or more."),
        key="entry-points",
        region=entry_region(view),
        units={ship.id: name_of(ship) for ship in ships},
        grid=0.1,
        headings=12,
        plans={ship.id: suggested(ship) for ship in ships},
    )


@dataclass(slots=True, kw_only=True)
class EntryMotions(Assign):
    """In which turn each ship drops out, on which course (a clock point), how fast; by default as suggested."""

    GIVE: ClassVar[Text] = _("Plan")
    PASS: ClassVar[Text] = _("As suggested")
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    plans: dict[str, Arrival]

    def default(self, view: Any) -> dict[str, Value]:
        """As suggested."""
        return {slot: getattr(self.plans[slot.partition("/")[0]], slot.partition("/")[2]) for slot in self.slots}

    def sample(self, view: Any, rng: Rng) -> dict[str, Value]:
        """Any turn, course and velocity."""
        kinds = {slot: kind for slot, kind in self.slots.items() if isinstance(kind, Amounts)}
        return {slot: int(kind.least) + rng.randrange(int(kind.most - kind.least) + 1) for slot, kind in kinds.items()}


def entry_motions(view: FleetView, seat: str) -> EntryMotions:
    """Ask a seat when its ships arrive and how they move then."""
    plans = {ship.id: suggested(ship) for ship in to_plan(view, seat)}
    ranges = {
        "turn": Amounts(1, view.scenario.turn_limit),
        "course": Amounts(1, 12),
        "velocity": Amounts(0, FASTEST_ENTRY),
    }
    return EntryMotions(
        seat=seat,
        rule="FT-8.2.1",
        prompt=_("Plan when ships drop out of FTL, and how they move"),
        lead=_("Course by the clock: 12 is up, 3 right. The velocity counts from the turn after."),
        key="entry-motions",
        slots={f"{ship}/{what}": amounts for ship in plans for what, amounts in ranges.items()},
        slot_names={
            f"{ship}/{what}": _("{ship}: {what}", ship=name_of(view.ships[ship]), what=WORDS[what])
            for ship in plans
            for what in ranges
        },
        plans=plans,
    )


WORDS: dict[str, Text] = {"turn": _("turn"), "course": _("course"), "velocity": _("velocity")}
