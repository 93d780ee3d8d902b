"""Chapter 8.2: ships that drop out of FTL onto the table, where and when their owners have planned it."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.plane import CLOCK, Clock, Vector
from quarterdeck.engine.questions import Rectangle
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.ftl.brought import companions, in_tow
from quarterdeck.systems.full_thrust.ftl.hazard import DANGER, harm
from quarterdeck.systems.full_thrust.manoeuvres import off_table
from quarterdeck.systems.full_thrust.nearby import Nearby, objects_near
from quarterdeck.systems.full_thrust.state import Arrival, FleetState, Ship
from quarterdeck.systems.full_thrust.twelve import roll_d12

FASTEST_ENTRY = 40
"""The highest velocity that can be planned, in MU a turn."""
MARGIN = 24.0
"""How far around all ships an entry may be planned where space has no edge, in MU."""


def entry_region(state: FleetState) -> Rectangle:
    """Where an entry can be planned: on the table; in unlimited space what lies around all ships (FT-8.2.1)."""
    if state.scenario.table is not None:
        return Rectangle(0.0, 0.0, float(state.scenario.table[0]), float(state.scenario.table[1]))
    xs, ys = zip(*[ship.position for ship in state.ships.values()], strict=True)
    return Rectangle(min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN)


def imagined_plan(state: FleetState, rng: Rng) -> Arrival:
    """A plan that could be that of a ship in reserve whose own is not known, since it has not been announced."""
    first = state.turn + (state.step > 0)
    turn = first + rng.randrange(max(1, state.scenario.turn_limit + 1 - first))
    point = 1 + rng.randrange(12)
    return Arrival(turn, entry_region(state).sample(rng), point, rng.randrange(FASTEST_ENTRY + 1), point)


def announce_dropouts(state: FleetState, referee: Referee) -> None:
    """Behind the orders of the planned turn: the dropout is announced and its intended point marked (FT-8.2.2)."""
    for ship, plan in state.arrivals.items():
        if plan.turn == state.turn and not plan.announced:
            plan.announced = True
            referee.tell(Event("dropout_announced", "FT-8.2.2", {"ship": ship, "at": list(plan.position)}))


def enter_all(state: FleetState, referee: Referee) -> None:
    """The ships whose turn it is drop out one by one, when all others have moved or jumped (FT-2.7.15, FT-8.2.3)."""
    for ship_id, plan in list(state.arrivals.items()):
        if plan.turn == state.turn:
            del state.arrivals[ship_id]
            if state.ships[ship_id].status == "reserve":
                enter(state, referee, state.ships[ship_id], plan)


def enter(state: FleetState, referee: Referee, ship: Ship, plan: Arrival) -> None:
    """A ship drops out where the dice scatter it; that is its whole move (FT-8.2.3, FT-8.2.4).

    One that comes out off the table takes no part in the battle, nor does one in tow that would (FT-8.2.6).
    """
    place = _scattered(state, referee, ship, plan)
    towed = in_tow(state, ship)
    beside = [each.position.minus(ship.position) for each in towed]
    if off_table(state.scenario.table, place):
        for each in (ship, *companions(state, ship)):
            _miss(state, referee, each, known=each is ship)
        return
    _appear(state, referee, ship, place, plan)
    for each, offset in zip(towed, beside, strict=True):
        if off_table(state.scenario.table, place.plus(offset)):
            _miss(state, referee, each, known=False)
        else:
            _appear(state, referee, each, place.plus(offset), plan)
    own = [ship.id, *[each.id for each in companions(state, ship)]]
    near = objects_near(state, place, DANGER, own)
    if near:
        for thing in (ship, *[each for each in towed if each.on_table], *near):
            harm(state, referee, ship, thing, _shock(referee, ship, thing))


def _miss(state: FleetState, referee: Referee, ship: Ship, *, known: bool) -> None:
    """A ship is off the table; of a Bogey others hear of it only if its dropout was `known`."""
    ship.status, missed = "left", Event("dropout_missed", "FT-8.2.6", {"ship": ship.id})
    tell_of(state, referee, ship, missed, missed if known else None)


def _appear(state: FleetState, referee: Referee, ship: Ship, place: Vector, plan: Arrival) -> None:
    ship.status, ship.position, ship.course = "fighting", place, CLOCK[plan.course]
    ship.velocity, ship.facing = plan.velocity, plan.facing
    facts = {
        "ship": ship.id,
        "at": list(place),
        "course": plan.course,
        "velocity": plan.velocity,
        "facing": plan.facing,
    }
    seen = Event("contact_deployed", "FT-10.1.1", {"ship": ship.id, "at": list(place)})
    tell_of(state, referee, ship, Event("dropped_out", "FT-8.2.4", facts), seen)


def _scattered(state: FleetState, referee: Referee, ship: Ship, plan: Arrival) -> Vector:
    """The real entry point: a D12 for the direction, a D6 for the distance, each ship for itself (FT-8.2.3)."""
    about = _("where {ship} drops out", ship=Unit(ship.id, ship.name))
    towards, dice = roll_d12(referee.dice, use="direction", rule="FT-8.2.3", by=ship.seat, about=about)
    rolls = [dice]
    faces = referee.dice.roll(1, use="distance", rule="FT-8.2.3", by=ship.seat, about=about)
    rolls.append(Roll(faces, "distance"))
    distance = faces[0]
    if distance == 6 and state.switches.wild_scatter:
        faces = referee.dice.roll(1, use="distance", rule="FT-8.2.5", by=ship.seat, about=about)
        rolls.append(Roll(faces, "distance"))
        distance *= faces[0]
    place = moved_by(plan.position, towards, distance)
    facts = {"ship": ship.id, "intended": list(plan.position), "towards": towards, "distance": distance, "at": list(place)}
    referee.tell(Event("entry_scattered", "FT-8.2.5" if len(rolls) > 2 else "FT-8.2.3", facts, tuple(rolls)))
    return place


def moved_by(place: Vector, towards: Clock, distance: int) -> Vector:
    """A place so many MU away in the direction of a clock point, 12 being up."""
    return place.plus(CLOCK[towards], distance)


def _shock(referee: Referee, ship: Ship, thing: Nearby) -> int:
    """The points that an arrival does to one thing, or to the ship itself: 1 to 5, or 6 times a second die (FT-8.2.8)."""
    about = _("{thing} where {ship} drops out", thing=Unit(thing.id, thing.name), ship=Unit(ship.id, ship.name))
    faces = referee.dice.roll(1, use="shock", rule="FT-8.2.8", by=ship.seat, about=about)
    points = faces[0]
    if points == 6:
        faces = (6, *referee.dice.roll(1, use="shock", rule="FT-8.2.8", by=ship.seat, about=about))
        points *= faces[1]
    facts = {"ship": ship.id, "thing": thing.id, "damage": points}
    referee.tell(Event("shock", "FT-8.2.8", facts, (Roll(faces, "shock"),)))
    return points
