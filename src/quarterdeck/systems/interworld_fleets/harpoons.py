"""Chapter 4: harpoons: the shot, and dragging the smaller ship to the bigger (IWF-4.17 to IWF-4.27)."""

from __future__ import annotations

from quarterdeck.engine.events import Event
from quarterdeck.engine.hexes import Direction, Hex, adjacent, beside, distance, neighbours
from quarterdeck.engine.questions import Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import _
from quarterdeck.systems.interworld_fleets.attacks import modifiers_of, roll_hits
from quarterdeck.systems.interworld_fleets.displacement import displace, hex_choice
from quarterdeck.systems.interworld_fleets.hazards import enter
from quarterdeck.systems.interworld_fleets.places import named
from quarterdeck.systems.interworld_fleets.sighting import dice_of
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship, name_of
from quarterdeck.systems.interworld_fleets.unit import Weapon


async def harpoon(state: FleetsState, referee: Referee, ship: Ship, weapon: Weapon, target: Ship) -> None:
    """Fire a harpoon in place of all other shooting, and drag what it captures (IWF-4.17). That it may has been checked.

    Light and medium ones always hit (IWF-4.18, IWF-4.19), a heavy one with at least one success (IWF-4.20).
    """
    deeds = state.deeds(ship)
    deeds.fired.append(weapon.id)
    deeds.harpooned = True
    facts = {"ship": ship.id, "target": target.id, "attack": "harpoon", "weapon": weapon.id, "size": weapon.size}
    event = Event("harpooned", "IWF-4.17", facts)
    hits = 1
    if weapon.size == "heavy":
        event.data["modifiers"] = modifiers_of(state, [ship], target, "harpoon")
        hits = roll_hits(referee, event, [dice_of(state, ship, weapon, target)], ship, target)
    event.data["captured"] = hits > 0
    referee.tell(event)
    if hits:
        deeds.captured = target.id
        await drag(state, referee, ship, target)


async def drag(state: FleetsState, referee: Referee, ship: Ship, target: Ship) -> None:
    """The smaller ship is pulled until both are adjacent (IWF-4.22); equal ones move a hex each, the target first (IWF-4.23)."""
    if ship.cls.hull == target.cls.hull:
        await _pull(state, referee, target, ship, 1, ship.seat)
        await _pull(state, referee, ship, target, 1, ship.seat)
    elif ship.cls.hull > target.cls.hull:
        await _pull(state, referee, target, ship, distance(ship.at, target.at), ship.seat)
    else:
        await _pull(state, referee, ship, target, distance(ship.at, target.at), ship.seat)


async def _pull(state: FleetsState, referee: Referee, dragged: Ship, anchor: Ship, most: int, seat: str) -> None:
    """Pull a ship hex by hex; it keeps its facing (IWF-4.24), meets the terrain, and may have to make room (IWF-4.26)."""
    start, heading, mined = dragged.at, 0, list[str]()
    while dragged.on_map and anchor.on_map and most and not adjacent(dragged.at, anchor.at):
        ways = next_hexes(state, start, dragged.at, anchor.at)
        if not ways:
            break
        to = ways[0] if len(ways) == 1 else await _choose_way(state, referee, seat, dragged, ways)
        heading, most = _direction(dragged.at, to), most - 1
        facts = {"ship": dragged.id, "from": list(dragged.at), "to": list(to), "place": named(state.map, to)}
        referee.tell(Event("dragged", "IWF-4.22", facts))
        dragged.at = to
        enter(state, referee, dragged, mined)
    if dragged.on_map and dragged.at != start:
        await displace(state, referee, dragged, heading, dragged_by=seat)


def next_hexes(state: FleetsState, start: Hex, at: Hex, anchor: Hex) -> list[Hex]:
    """The hexes to which a drag may go on: nearer to the anchor and nearest to the line it began on (IWF-4.22).

    Of two that are equally near the one to the right comes first, as seen from the dragged ship; not allowed are hexes that no
    ship may enter (IWF-4.27), and those off the map.
    """
    nearer = [each for each in neighbours(at) if distance(each, anchor) < distance(at, anchor)]
    off = {each: beside(start, anchor, each) for each in nearer}
    least = min(map(abs, off.values()))
    equal = sorted([each for each in nearer if abs(off[each]) == least], key=lambda each: -off[each])
    return [each for each in equal if each not in state.terrain.closed and state.map.holds(each)]


def _direction(start: Hex, to: Hex) -> Direction:
    return neighbours(start).index(to)


async def _choose_way(state: FleetsState, referee: Referee, seat: str, dragged: Ship, ways: list[Hex]) -> Hex:
    """The active player chooses between two hexes that are equally near to the line (IWF-4.22)."""
    question = Choose(
        seat=seat,
        rule="IWF-4.22",
        prompt=_("Which way {ship} is dragged", ship=name_of(dragged)),
        subject=dragged.id,
        choices=tuple([hex_choice(state.map, each) for each in ways]),
    )
    [chosen] = await referee.ask(question)
    return next(each for each in ways if hex_choice(state.map, each).key == chosen)
