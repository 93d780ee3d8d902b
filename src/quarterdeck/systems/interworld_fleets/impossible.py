"""What in a state can never be: the guard against an umpire's change after which a battle could not go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from quarterdeck.engine.hexes import Hex
from quarterdeck.engine.problems import Fault, Problem, impossible, impossible_on, some_of
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.interworld_fleets.round import PARTS, STEPS
from quarterdeck.systems.interworld_fleets.state import LASTING, Activation, FleetsState, Ship, Status
from quarterdeck.systems.interworld_fleets.terrain import Terrain
from quarterdeck.systems.interworld_fleets.weapons import MOST_PHASE_TOKENS

MOST_POINTS = 1_000_000
"""The most victory points that a side can have."""


def check(state: FleetsState) -> list[Problem]:
    """What cannot be, of the battle and then of each ship."""
    return impossible(_faults(state)) + [
        problem for key, ship in state.ships.items() for problem in _check_ship(state, key, ship)
    ]


def _faults(state: FleetsState) -> Iterator[Fault]:
    seats, sides = state.scenario.seat_sides(), [side.id for side in state.scenario.sides]
    units = dict.fromkeys(ship.unit for ship in state.ships.values())
    yield state.map != state.scenario.map or not isinstance(state.terrain, Terrain), "IWF-1.24", "map", _("map")
    yield state.seats != seats, "IWF-2.5", "seats", _("seats")
    yield not 1 <= state.round <= state.scenario.rounds + 1, "IWF-2.11", "round", _("round")
    yield not 0 <= state.step <= len(STEPS), "IWF-2.1", "step", _("phase")
    yield sorted(state.initiative) != sorted(seats), "IWF-2.6", "initiative", _("order of initiative")
    yield not some_of(state.finished, seats), "IWF-2.6", "finished", _("order in which players have finished")
    yield not some_of(state.activated, units), "IWF-2.9", "activated", _("units that have been activated")
    yield state.last_seat not in ("", *seats), "IWF-2.7", "last_seat", _("player who activated last")
    yield not _possible_activation(state, state.active), "IWF-2.8", "active", _("activation")
    yield not all(0 <= each <= MOST_POINTS for each in state.points.values()), "IWF-2.10", "points", _("points")
    yield list(state.points) != sides, "IWF-2.10", "points", _("points")
    yield not _possible_dice(state), "IWF-8.2", "commands", _("command dice")
    yield _shared(state), "IWF-1.1", "ships", _("place of two ships")


def _possible_activation(state: FleetsState, active: Activation | None) -> bool:
    """Whether the active unit is one of its player's, with its ships."""
    if active is None:
        return True
    ships = [ship for ship in state.ships.values() if ship.unit == active.unit]
    own = all(ship.seat == active.seat for ship in ships) and bool(ships)
    return own and some_of(list(active.ships), [ship.id for ship in ships]) and active.part in PARTS


def _possible_dice(state: FleetsState) -> bool:
    """Whether no cell has fewer dice than none, and no board holds more than it may."""
    for command in state.commands.values():
        cells = list(command.cells.values())
        if list(command.cells) != list(range(1, 7)) or min(cells) < 0 or not 0 <= command.maximum <= command.board.max_dice:
            return False
    return True


def _shared(state: FleetsState) -> bool:
    """Whether two ships on the map are in one hex at rest."""
    places = [ship.at for ship in state.on_map]
    return len(dict.fromkeys(places)) < len(places)


def _check_ship(state: FleetsState, key: str, ship: Ship) -> list[Problem]:
    """What cannot be on one ship."""
    faults = [*_faults_of_place(state, key, ship), *_faults_of_damage(ship)]
    return impossible_on(Unit(key, ship.name), faults)


def _faults_of_place(state: FleetsState, key: str, ship: Ship) -> Iterator[tuple[bool, str, Text]]:
    """Who and whose it is, and where."""
    yield ship.id != key or not (ship.name and ship.name.isprintable()), "IWF-1.23", _("name")
    yield state.seats.get(ship.seat) != ship.side, "IWF-2.7", _("side or player")
    yield not isinstance(ship.at, Hex) or not 0 <= ship.facing <= 5, "IWF-1.3", _("place or facing")
    yield ship.on_map and not state.map.holds(ship.at), "IWF-1.24", _("place")
    yield ship.lost_to not in ("", *state.ships), "IWF-2.11", _("destroyer")
    yield ship.on_map and ship.at in state.terrain.closed, "IWF-9.14", _("place")


def _faults_of_damage(ship: Ship) -> Iterator[tuple[bool, str, Text]]:
    """Hull and tokens below none or above all, a ship dead and alive."""
    yield ship.status not in get_args(Status) or (ship.status == "destroyed") != (ship.hull == 0), "IWF-1.17", _("status")
    yield not 0 <= ship.hull <= ship.cls.hull, "IWF-1.17", _("hull")
    yield not 0 <= ship.shields <= ship.cls.shields, "IWF-1.20", _("shields")
    yield not 0 <= ship.fighters <= 2 * ship.cls.hangars, "IWF-5.1", _("fighters")
    yield not 0 <= ship.phase_tokens <= MOST_PHASE_TOKENS, "IWF-4.35", _("phase tokens")
    yield not some_of(ship.effects, LASTING), "IWF-4.39", _("effects")
