"""Chapter 3: ramming: the run, the blows, passing through (IWF-3.11 to IWF-3.16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.hexes import Hex, neighbour
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.systems.interworld_fleets.damage import suffer
from quarterdeck.systems.interworld_fleets.displacement import displace
from quarterdeck.systems.interworld_fleets.movement import Pose, finish, helm_of, travel
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship, name_of
from quarterdeck.systems.interworld_fleets.weapons import BLOWS, Harm, count_hits


class Run(NamedTuple):
    """Where a ram leads: the hexes entered, and the enemy met at their end, if any."""

    hexes: tuple[Hex, ...]
    target: Ship | None


def may_ram(ship: Ship) -> bool:
    """Whether a ship is fitted with a ram (IWF-3.11)."""
    return ship.cls.has("ram")


def run_of(state: FleetsState, ship: Ship, kept: Sequence[Hex] = ()) -> Run:
    """Straight ahead to the first enemy or over the full Speed; a run that would end on a friend ends before it (IWF-3.11).

    So does one that would end in a hex where a mate will be (`kept`, IWF-7.3). It ends as well off the map and in a hex that
    no ship may enter.
    """
    hexes: list[Hex] = []
    at, by_hex = ship.at, {each.at: each for each in state.on_map if each is not ship}
    taken = [*by_hex, *kept]
    for _step in range(helm_of(state, ship).speed + 1):
        at = neighbour(at, ship.facing)
        other = by_hex.get(at)
        if other is not None and other.side != ship.side:
            free = _to_last_free(hexes, taken)
            return Run(tuple(free), other if len(free) == len(hexes) else None)
        if len(hexes) == helm_of(state, ship).speed:
            break
        hexes.append(at)
        if not state.map.holds(at) or at in state.terrain.closed:
            return Run(tuple(hexes), None)
    return Run(tuple(_to_last_free(hexes, taken)), None)


def _to_last_free(hexes: list[Hex], taken: Sequence[Hex]) -> list[Hex]:
    """The run as far as a hex that is not taken: only friends stand on it (IWF-3.12)."""
    end = len(hexes)
    while end and hexes[end - 1] in taken:
        end -= 1
    return hexes[:end]


async def ram(state: FleetsState, referee: Referee, ship: Ship, kept: Sequence[Hex] = ()) -> None:
    """Run, strike, and pass through where that can be and is wanted; a ship that is damaged stops (IWF-3.16)."""
    deeds, run = state.deeds(ship), run_of(state, ship, kept)
    referee.tell(Event("ram", "IWF-3.11", {"ship": ship.id}))
    travel(state, referee, ship, [Pose(at, ship.facing) for at in run.hexes], fast=True)
    if ship.on_map and run.target is not None:
        deeds.rammed = run.target.id
        deeds.over = exchange_blows(referee, ship, run.target, deeds.moved) > 0
        if ship.on_map and not deeds.over and (most := hexes_beyond(state, ship, run.target, kept)):
            await _pass_through(state, referee, ship, run.target, most, kept)
    await finish(state, referee, ship, ship.facing, kept)


def blow_dice(ship: Ship, moved: int) -> int:
    """Its maximum hull, and one for every 2 hexes that the rammer moved (IWF-3.14)."""
    return ship.cls.hull + moved // 2


def exchange_blows(referee: Referee, ship: Ship, target: Ship, moved: int) -> int:
    """Both strike at once, past shields (IWF-3.14, IWF-3.15); returns the points of hull that the rammer has lost."""
    faces = [
        referee.dice.roll(blow_dice(each, moved), use="ram", rule="IWF-3.14", by=each.seat, about=name_of(each))
        for each in (ship, target)
    ]
    hits = [count_hits(each, BLOWS.needed, BLOWS.critical) for each in faces]
    harms = [Harm(0, hits[0] // target.armour), Harm(0, hits[1] // ship.armour)]
    blows = [_blow(ship, target, faces[0], hits[0], moved), _blow(target, ship, faces[1], hits[1], moved)]
    suffer(referee, target, harms[0], blows[0], by=ship.id)
    return suffer(referee, ship, harms[1], blows[1], by=target.id)


def _blow(by: Ship, on: Ship, faces: tuple[int, ...], hits: int, moved: int) -> Event:
    facts = {"ship": by.id, "at": on.id, "hits": hits, "own_hull": by.cls.hull, "moved": moved, "armour": on.armour}
    return Event("blow", "IWF-3.14", facts, (Roll(faces, "ram"),))


# Passing through


def hexes_beyond(state: FleetsState, ship: Ship, target: Ship, kept: Sequence[Hex] = ()) -> list[int]:
    """How many hexes a rammer may go on, if any: its maximum hull is twice the target's, and it has Speed left (IWF-3.13).

    It may not end on a friend, or where a mate will be (`kept`), or go into a hex that no ship may enter; leaving the map ends
    the way.
    """
    left = helm_of(state, ship).speed - state.deeds(ship).moved
    if ship.cls.hull < 2 * target.cls.hull:
        return []
    friends = [*[each.at for each in state.on_map if each.side == ship.side], *kept]
    way = list(_way_on(state, ship, left))
    return [number for number, at in enumerate(way, 1) if at not in friends]


def _way_on(state: FleetsState, ship: Ship, left: int) -> Iterator[Hex]:
    for step in range(1, left + 1):
        at = neighbour(ship.at, ship.facing, step)
        if at in state.terrain.closed:
            return
        yield at
        if not state.map.holds(at):
            return


async def _pass_through(
    state: FleetsState, referee: Referee, ship: Ship, target: Ship, most: list[int], kept: Sequence[Hex]
) -> None:
    """Into the target's hex, from which it is displaced, and on (IWF-3.13)."""
    extra = int((await referee.ask(go_on(ship, target, most)))[0])
    way = [Pose(neighbour(ship.at, ship.facing, step), ship.facing) for step in range(1, extra + 1)]
    travel(state, referee, ship, way[:1], fast=True)
    if not way or not ship.on_map or await displace(state, referee, ship, ship.facing, kept) is ship:
        return
    travel(state, referee, ship, way[1:], fast=True)


def go_on(ship: Ship, target: Ship, most: list[int]) -> Choose:
    """How far to go on through the rammed ship; 0 stops before it."""
    stop = Choice("0", _("stop before {ship}", ship=name_of(target)))
    on = [Choice(str(number), _hexes(number)) for number in most]
    prompt = _("Pass through {ship}", ship=name_of(target))
    return Choose(seat=ship.seat, rule="IWF-3.13", prompt=prompt, subject=ship.id, choices=(stop, *on))


def _hexes(number: int) -> Text:
    return ngettext("go on for {n} hex", "go on for {n} hexes", number)
