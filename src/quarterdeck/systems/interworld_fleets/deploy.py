"""Before the first round: ships and terrain where the scenario puts them, terrain laid out by dice, flagships named."""

from __future__ import annotations

from collections.abc import Iterable

from quarterdeck.engine.events import Event
from quarterdeck.engine.hexes import Hex, Rectangle, distance, neighbour
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.interworld_fleets.commands import name_flagships
from quarterdeck.systems.interworld_fleets.scenario import Placing, Scatter, Scenario
from quarterdeck.systems.interworld_fleets.state import Command, FleetsState, Ship
from quarterdeck.systems.interworld_fleets.terrain import Area, Terrain

CLEAR = 3
"""How far from every ship terrain is laid out, in hexes, so that a ship is neither in it nor in a zone."""
TRIES = 30
"""How often a place is rolled for an area before it is left out."""


def start(scenario: Scenario) -> FleetsState:
    """The state before set-up."""
    ships = {placing.id: _launched(scenario, side.id, placing) for side in scenario.sides for placing in side.ships}
    boards = {side.id: scenario.boards[side.board] for side in scenario.sides if side.board}
    return FleetsState(
        scenario,
        scenario.map,
        Terrain(scenario.terrain),
        scenario.seat_sides(),
        ships,
        initiative=list(scenario.order),
        commands={side: Command(board, board.max_dice) for side, board in boards.items()},
        points={side.id: 0 for side in scenario.sides},
    )


def _launched(scenario: Scenario, side: str, placing: Placing) -> Ship:
    """A fresh ship of a class at its place."""
    cls = scenario.classes[placing.cls]
    return Ship(
        id=placing.id,
        name=placing.name,
        side=side,
        seat=placing.seat,
        cls=cls,
        at=placing.at,
        facing=placing.facing,
        hull=cls.hull,
        shields=cls.shields,
        squadron=placing.squadron,
        flagship=placing.flagship,
    )


async def set_up(state: FleetsState, referee: Referee) -> None:
    """Lay out terrain, then name flagships (IWF-8.6)."""
    if state.scenario.scatter and len(state.terrain.areas) == len(state.scenario.terrain):
        scatter(state, referee)
    await name_flagships(state, referee)


# Terrain by dice


def scatter(state: FleetsState, referee: Referee) -> None:
    """Lay out the areas that the scenario leaves to the dice, one after the other (IWF-9.1)."""
    areas = list(state.terrain.areas)
    for kind in [each for each in state.scenario.scatter for _area in range(each.areas)]:
        taken = [at for area in areas for at in area.hexes]
        if hexes := _rolled(state, referee, kind, taken):
            areas.append(Area(f"t{len(areas) + 1}", kind.kind, tuple(hexes)))
    state.terrain = Terrain(tuple(areas))
    laid = [{"kind": area.kind, "hexes": [list(at) for at in area.hexes]} for area in areas[len(state.scenario.terrain) :]]
    referee.tell(Event("terrain", "IWF-9.1", {"areas": laid}))


def _rolled(state: FleetsState, referee: Referee, kind: Scatter, taken: list[Hex]) -> list[Hex]:
    """The hexes of one area: a first one anywhere that is free, the rest grown from it by dice; empty if none is found."""
    start_at = next((at for _try in range(TRIES) if _free(state, at := _anywhere(state, referee), taken)), None)
    if start_at is None:
        return []
    hexes, size = [start_at], _roll(referee, kind.most)
    for _try in range(TRIES):
        if len(hexes) == size:
            break
        at = neighbour(hexes[_roll(referee, len(hexes)) - 1], _roll(referee, 6) - 1)
        if at not in hexes and _free(state, at, taken):
            hexes.append(at)
    return hexes


def _anywhere(state: FleetsState, referee: Referee) -> Hex:
    """A hex of the map, or of the rectangle round a hexagon."""
    shape = state.map
    if isinstance(shape, Rectangle):
        column = _roll(referee, shape.columns) - 1
        return Hex(column, _roll(referee, shape.rows) - 1 - column // 2)
    across = 2 * shape.radius + 1
    return Hex(_roll(referee, across) - 1 - shape.radius, _roll(referee, across) - 1 - shape.radius)


def _free(state: FleetsState, at: Hex, taken: Iterable[Hex]) -> bool:
    """Whether terrain may lie there: on the map, away from ships and beside no other area."""
    near = any(distance(at, ship.at) < CLEAR for ship in state.ships.values())
    return state.map.holds(at) and not near and all(distance(at, other) > 1 for other in taken)


def _roll(referee: Referee, sides: int) -> int:
    return referee.dice.roll(1, use="terrain", rule="IWF-9.1", sides=sides)[0] if sides > 1 else 1
