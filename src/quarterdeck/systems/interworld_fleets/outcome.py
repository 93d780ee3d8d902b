"""Victory points, the end of the battle, and who has won (IWF-2.10, IWF-2.11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from quarterdeck.engine.hexes import Hex, Rectangle, Shape, distance
from quarterdeck.engine.system import Outcome, given_up
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_fleets.scenario import Edge, Victory
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.terrain import Area

NEAR = 1
"""From how far a ship controls a point, in hexes (IWF-2.10)."""


def controller(point: Sequence[Hex], ships: Iterable[Ship]) -> str | None:
    """The side that alone has ships within 1 hex of a point, or of any of its hexes (IWF-2.10)."""
    near = dict.fromkeys(ship.side for ship in ships if any(distance(ship.at, at) <= NEAR for at in point))
    return next(iter(near)) if len(near) == 1 else None


def control_points(state: FleetsState) -> list[tuple[Area, str | None]]:
    """The buoys of the map, each with the side that controls it (IWF-9.15)."""
    ships, buoys = state.on_map, [area for area in state.terrain.areas if area.kind == "buoy"]
    return [(area, controller(area.hexes, ships)) for area in buoys]


# The end


def sides_on_map(state: FleetsState) -> list[str]:
    """The sides that still have ships on the map."""
    return list(dict.fromkeys(ship.side for ship in state.on_map))


def is_decided(state: FleetsState) -> bool:
    """Whether at most one side still has ships on the map: nothing but the count of this round is left (IWF-2.11)."""
    return len(sides_on_map(state)) < 2


def is_over(state: FleetsState) -> bool:
    """Whether the round that has been played was the last (IWF-2.11)."""
    return state.round >= state.scenario.rounds or is_decided(state)


def outcome(state: FleetsState) -> Outcome | None:
    """How the battle has ended, once its last round has been counted; None while it goes on."""
    if not state.over:
        return None
    left, points = sides_on_map(state), scores(state)
    if state.scenario.victory is None and len(left) == 1:
        return Outcome(tuple(left), _("Nobody else has a ship left on the map."), "IWF-2.11", points)
    return Outcome(_best(points, state.scenario.victory), _reason(state), "IWF-2.11", points)


def _best(points: Mapping[str, int], victory: Victory | None) -> tuple[str, ...]:
    """The side with most points; where several have them the one that a tie goes to, or none."""
    best = [side for side in points if points[side] == max(points.values())]
    tie = victory.tie if victory else ""
    return tuple(best) if len(best) == 1 else (tie,) if tie in best else ()


def _reason(state: FleetsState) -> Text:
    counted = _("class points destroyed") if state.scenario.victory is None else _("victory points")
    if is_decided(state):
        return _("At most one side has ships left; most {counted} win.", counted=counted)
    return _("The last round is played; most {counted} win.", counted=counted)


def conceded(state: FleetsState, left: list[str]) -> Outcome | None:
    """The outcome when all sides but those `left` have given up."""
    if len(left) > 1:
        return None
    names = {side.id: side.name for side in state.scenario.sides}
    return Outcome(tuple(left), given_up(names, left), "", scores(state))


# Points


def scores(state: FleetsState) -> dict[str, int]:
    """The points of each side: for control, for what its enemies have lost, for ships that got away (IWF-2.10).

    Without victory conditions the class points of the enemy ships that it has destroyed; one that was lost to nobody, as in
    terrain, counts for all its enemies (IWF-2.11).
    """
    points = {side.id: state.points.get(side.id, 0) for side in state.scenario.sides}
    for ship in state.ships.values():
        for side, worth in _scored_for(state, ship).items():
            points[side] += worth
    for squadron, side in _wiped_out(state):
        for enemy in points:
            points[enemy] += _victory(state).squadron if enemy != side and squadron else 0
    return points


def _victory(state: FleetsState) -> Victory:
    return state.scenario.victory or Victory()


def _scored_for(state: FleetsState, ship: Ship) -> dict[str, int]:
    """What a ship that is gone has scored, and for whom."""
    victory, enemies = state.scenario.victory, [side.id for side in state.scenario.sides if side.id != ship.side]
    if victory is None:
        destroyers = [state.ships[ship.lost_to].side] if ship.lost_to else enemies
        return dict.fromkeys(destroyers, ship.cls.points) if ship.status == "destroyed" else {}
    if escaped(state, ship):
        return {ship.side: ship.cls.points}
    return dict.fromkeys(enemies, worth_of(victory, ship)) if is_lost(state, ship) else {}


def worth_of(victory: Victory, ship: Ship) -> int:
    """What a lost ship is worth to its enemies."""
    share = {"none": 0, "half": ship.cls.points // 2, "full": ship.cls.points}[victory.worth.get(ship.side, "none")]
    return share + (0 if ship.squadron else victory.ship) + (victory.flagship if ship.flagship else 0)


def is_lost(state: FleetsState, ship: Ship) -> bool:
    """Whether a ship counts as lost: destroyed, or gone where leaving counts as that (IWF-3.10)."""
    left = ship.status == "left" and _victory(state).leaving_is_loss and not escaped(state, ship)
    return ship.status == "destroyed" or left


def escaped(state: FleetsState, ship: Ship) -> bool:
    """Whether a ship has left the map by the way out of its side."""
    way_out = _victory(state).exit
    if way_out is None or ship.status != "left" or ship.left_to is None or ship.side != way_out.side:
        return False
    return edge_of(state.map, ship.left_to) == way_out.edge


def edge_of(shape: Shape, at: Hex) -> Edge | None:
    """The edge beyond which a hex off a rectangle lies."""
    if not isinstance(shape, Rectangle):
        return None
    row = at.r + at.q // 2
    if row < 0 or row >= shape.rows:
        return "top" if row < 0 else "bottom"
    return "left" if at.q < 0 else "right"


def _wiped_out(state: FleetsState) -> list[tuple[str, str]]:
    """The squadrons of which every ship is lost, with their sides."""
    squadrons = dict.fromkeys((ship.squadron, ship.side) for ship in state.ships.values() if ship.squadron)
    return [each for each in squadrons if all(is_lost(state, ship) for ship in state.ships.values() if ship.squadron == each[0])]
