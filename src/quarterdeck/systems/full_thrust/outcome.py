"""How a battle is won."""

from __future__ import annotations

import math

from quarterdeck.engine.system import Outcome, given_up
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.fighters.groups import kind_of
from quarterdeck.systems.full_thrust.fighters.types import MOST_FIGHTERS
from quarterdeck.systems.full_thrust.morale import owner_at_first
from quarterdeck.systems.full_thrust.scenario import Escape
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Ship


def outcome(state: FleetState) -> Outcome | None:
    """How the battle has ended: by escaping, by holding the table alone, or at the turn limit; None while it goes on."""
    if not state.ships:
        return None
    fighting = fighting_sides(state)
    if state.withdrawn and len(fighting) < 2:
        return _ended(state, fighting, _("The losses are too high: who has suffered them is ordered to withdraw."))
    if state.scenario.escape is not None:
        return escape_outcome(state, state.scenario.escape, fighting)
    if not fighting:
        return _ended(state, (), _("No side has a fighting ship left on the table."))
    if len(fighting) == 1:
        return _ended(state, fighting, _("Nobody else has a fighting ship left on the table."))
    if state.turn > state.scenario.turn_limit:
        return _on_points(state, fighting)
    return None


def fighting_sides(state: FleetState) -> tuple[str, ...]:
    """The sides that have a ship in the fight, and were not ordered to withdraw (FT-10.6.1); no other can win."""
    ships = [ship for ship in state.ships.values() if ship.in_the_fight and ship.side not in state.withdrawn]
    return tuple(dict.fromkeys([ship.side for ship in ships]))


def _ended(state: FleetState, winners: tuple[str, ...], reason: Text) -> Outcome:
    return Outcome(winners, reason, "", scores(state))


def _on_points(state: FleetState, fighting: tuple[str, ...]) -> Outcome:
    points = scores(state)
    best = max(points[side] for side in fighting)
    winners = tuple(side for side, score in points.items() if score == best and side in fighting)
    reason = _("The turn limit is reached; the higher score wins.")
    return _ended(state, winners if len(winners) < len(points) else (), reason)


def scores(state: FleetState) -> dict[str, int]:
    """For each side the CPV of the enemy ships destroyed, adrift or taken; half of it for those that got away.

    A prize counts against the side that has lost it, whatever becomes of it (FT-10.5.7, FT-10.6.1). Fighters count one by one,
    each a sixth of the price of a squadron (FT-5.7.1).
    """
    points = {side.id: 0 for side in state.scenario.sides}
    for ship in state.ships.values():
        for side in points:
            if side != owner_at_first(ship):
                points[side] += loss(ship)
    for group in state.groups.values():
        for side in points:
            if side != group.side:
                points[side] += loss_of_fighters(state, group)
    return points


def loss(ship: Ship) -> int:
    """What a ship is worth to its enemies now, in CPV."""
    if has_fallen(ship):
        return ship.design.cpv
    return ship.design.cpv // 2 if got_away(ship) and not ship.dummy else 0


def has_fallen(ship: Ship) -> bool:
    """Whether a ship is destroyed, adrift or taken: a wreck that has drifted off the table is a wreck all the same."""
    if ship.taken_from or ship.yielded_to:
        return True
    return not (ship.in_the_fight or ship.dummy or ship.status == "carried" or got_away(ship))


def loss_of_fighters(state: FleetState, group: FighterGroup) -> int:
    """What a group is worth to its enemies now, in CPV: those shot down, and all of it where its ship is a wreck or a prize.

    Of those that have left the table, with their ship or without it, half counts.
    """
    each = kind_of(group).cpv // MOST_FIGHTERS
    ship = state.ships.get(group.aboard)
    if group.status == "left" or (ship is not None and got_away(ship)):
        return each * group.lost + each * group.strength // 2
    return each * (group.lost + (group.strength if ship is not None and has_fallen(ship) else 0))


def got_away(ship: Ship) -> bool:
    """Whether a ship has left the table with its crew and its drive (FT-3.2.20), or landed, but not by a crash (FT-13.3.5)."""
    return ship.status == "left" and not ship.derelict_by and ship.ashore != "crashed"


def escape_outcome(state: FleetState, escape: Escape, fighting: tuple[str, ...]) -> Outcome | None:
    """Whether enough cargo has left over its edge, or never can any more (FT-7.5.2).

    Where no hunter is left to stop it, all cargo still under way counts as escaped (FT-3.2.20).
    """
    fleet = [ship for ship in state.ships.values() if owner_at_first(ship) == escape.side]
    convoy = [ship for ship in fleet if ship.side == escape.side]
    whole = sum([capacity(ship, fresh=True) for ship in fleet])
    escaped = sum([capacity(ship) for ship in convoy if got_away(ship) and beyond(state, ship, escape)])
    afloat = sum([capacity(ship) for ship in convoy if ship.in_the_fight])
    hunters = tuple(side for side in fighting if side != escape.side)
    if escaped * 100 >= escape.share * whole:
        return _ended(state, (escape.side,), _("{n} MASS of cargo has escaped.", n=escaped))
    if (escaped + afloat) * 100 < escape.share * whole:
        return _ended(state, hunters, _("Too little cargo is left to escape."))
    if not hunters:
        return _ended(state, (escape.side,), _("Nobody is left to stop {n} MASS of cargo.", n=escaped + afloat))
    if state.turn > state.scenario.turn_limit:
        return _ended(state, hunters, _("The turn limit is reached before enough cargo has escaped."))
    return None


def capacity(ship: Ship, *, fresh: bool = False) -> int:
    """The MASS of cargo and passengers that a ship carries, or carried when it was fresh."""
    return sum([hold.size for hold in ship.design.holds[0 if fresh else ship.holds_lost :]])


def beyond(state: FleetState, ship: Ship, escape: Escape) -> bool:
    """Whether a ship that has left the table left over the edge of escape, or has landed where that is the way out."""
    if escape.edge == "surface":
        return ship.ashore in ("landed", "forced")
    width, height = state.scenario.table or (math.inf, math.inf)
    x, y = ship.position
    return {"left": x < 0, "right": x > width, "bottom": y < 0, "top": y > height}[escape.edge]


def conceded(state: FleetState, left: list[str]) -> Outcome | None:
    """The outcome when all sides but those `left` have given up."""
    if len(left) > 1:
        return None
    names = {side.id: side.name for side in state.scenario.sides}
    return _ended(state, tuple(left), given_up(names, left))
