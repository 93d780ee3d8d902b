"""Chapter 3: two enemies in one hex: which of them is shifted, and where to (IWF-3.17 to IWF-3.20, IWF-4.26)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import groupby

from quarterdeck.engine.events import Event
from quarterdeck.engine.hexes import ORIGIN, STEPS, Direction, Hex, Shape, beside, off_course, ring, turned
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import _
from quarterdeck.systems.interworld_fleets.hazards import enter
from quarterdeck.systems.interworld_fleets.places import drawn, named
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship, name_of


async def displace(
    state: FleetsState, referee: Referee, mover: Ship, direction: Direction, kept: Sequence[Hex] = (), dragged_by: str = ""
) -> Ship | None:
    """Shift the smaller of a ship that came in by `direction` and the enemy it met; the mover where they are equal (IWF-3.17).

    A friend in the hex is a squadron mate that is still to leave it (IWF-7.3). `kept` are hexes that count as taken (IWF-7.3).
    `dragged_by` is the active player's seat where the mover is dragged: then it makes no difference whom it meets (IWF-4.26).
    Returns the ship that was shifted, if any.
    """
    here = [each for each in state.on_map if each.at == mover.at and each is not mover]
    met = next((each for each in here if dragged_by or each.side != mover.side), None)
    if met is None:
        return None
    smaller, bigger = (met, mover) if met.cls.hull < mover.cls.hull else (mover, met)
    taken = [each.at for each in state.on_map] + list(kept)
    shifted, ties = smaller, nearest_free(state, mover.at, direction, taken, range(1, 2))
    if not ties:
        shifted, ties = bigger, nearest_free(state, mover.at, direction, taken, range(2, 2 * len(taken) + 2))
    if not ties:
        return None
    to = ties[0] if len(ties) == 1 else await _choose(state, referee, dragged_by or mover.seat, shifted, ties)
    _shift(state, referee, shifted, to)
    return shifted


def nearest_free(state: FleetsState, at: Hex, direction: Direction, taken: Container[Hex], radii: range) -> list[Hex]:
    """The available hex nearest straight back along a push, ring by ring; two where they are equally near (IWF-3.18 to 3.20).

    Of two the one clockwise of the line back comes first. Not available are hexes off the map, hexes that no ship may enter
    and those taken.
    """
    back = turned(direction, 3)
    for radius in radii:
        for _angle, equal in groupby(_by_angle(radius, back), key=lambda each: off_course(each, back)):
            if free := [hex_ for each in equal if _available(state, hex_ := at.plus(each), taken)]:
                return free
    return []


def _by_angle(radius: int, back: Direction) -> Iterator[Hex]:
    """The offsets of a ring, the one straight back first, the clockwise one of two before the other."""
    line = STEPS[back]
    yield from sorted(ring(ORIGIN, radius), key=lambda each: (off_course(each, back), -beside(ORIGIN, line, each)))


def _available(state: FleetsState, at: Hex, taken: Container[Hex]) -> bool:
    return state.map.holds(at) and at not in state.terrain.closed and at not in taken


async def _choose(state: FleetsState, referee: Referee, seat: str, shifted: Ship, ties: list[Hex]) -> Hex:
    """The active player chooses between hexes that are equally near (IWF-3.19, IWF-10.1)."""
    prompt = _("Where {ship} is shifted", ship=name_of(shifted))
    question = Choose(
        seat=seat,
        rule="IWF-3.19",
        prompt=prompt,
        subject=shifted.id,
        choices=tuple([hex_choice(state.map, each) for each in ties]),
    )
    [chosen] = await referee.ask(question)
    return next(each for each in ties if hex_choice(state.map, each).key == chosen)


def hex_choice(shape: Shape, at: Hex) -> Choice:
    """A hex to be chosen: its key are its coordinates, its name those of the map, and it points at where it is drawn."""
    q, r = drawn(shape, at)
    return Choice(f"{at.q},{at.r}", _("hex {place}", place=named(shape, at)), ref=f"hex:{q},{r}")


def _shift(state: FleetsState, referee: Referee, ship: Ship, to: Hex) -> None:
    """Put a ship into another hex: no movement of its own, but it meets the terrain there (IWF-3.17)."""
    facts = {"ship": ship.id, "from": list(ship.at), "to": list(to), "place": named(state.map, to)}
    referee.tell(Event("displaced", "IWF-3.17", facts))
    ship.at = to
    enter(state, referee, ship, [])
