"""The battle in which designed ships and fleets meet: a scenario made of two documents."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.fleet_file import Fleet, read_fleet
from quarterdeck.systems.full_thrust.forces import packaged_scenarios
from quarterdeck.systems.full_thrust.scenario import Deployment
from quarterdeck.systems.full_thrust.scenario_checks import fighter_bays
from quarterdeck.systems.full_thrust.shipyard import read_design, write_design
from quarterdeck.systems.full_thrust.workshop.fleet_bench import types_of

TABLES: tuple[tuple[int, int], ...] = ((72, 48), (96, 72), (144, 108))
"""The tables that are tried, in MU (FT-2.3.1)."""

APART, FROM_EDGE, SPEED, TURNS = 6, 16, 6, 20
"""How far ships stand from each other and their first line from the edge, in MU; how fast they come; how long it lasts."""


def fleet_of_ship(document: Json) -> dict[str, Json] | list[Problem]:
    """The fleet file of a single ship; its Bays hold the first type of fighter of its people."""
    design = read_design(document)
    if isinstance(design, list):
        return design
    ship: dict[str, Json] = {"design": design.key, "name": design.name}
    if bays := fighter_bays(design):
        ship["fighters"] = [{"type": types_of(design)[0]}] * bays
    return {"key": design.key, "name": design.name, "ships": [ship], "designs": {design.key: document}}


def scenario_of(documents: Sequence[Json]) -> dict[str, Json] | list[Problem]:
    """The scenario document in which two fleets come at each other from both ends of the table."""
    fleets: list[Fleet] = []
    for document in documents:
        fleet = read_fleet(document)
        if problems := _unfit(fleet):
            return problems
        assert isinstance(fleet, Fleet)
        fleets.append(fleet)
    most = max(len(fleet.file.ships) for fleet in fleets)
    table = next((size for size in TABLES if most <= 3 * _in_line(size)), TABLES[-1])
    sides: list[dict[str, Json]] = []
    designs: dict[str, Json] = {}
    for side, fleet in zip("ab", fleets, strict=True):
        keys = {key: f"{side}{n}-{key[:34]}".strip("-") for n, key in enumerate(fleet.file.designs, 1)}
        designs |= {own: {**write_design(fleet.designs[key]), "key": own} for key, own in keys.items()}
        ships = [ship.model_dump(exclude_defaults=True) for ship in fleet.file.ships]
        for place, ship in enumerate(ships):
            ship |= {"design": keys.get(ship["design"], ship["design"]), **_pose(side, place, len(ships), table)}
        sides.append({"id": side, "name": _side_name(fleet.file.name, sides), "ships": ships})
    return {
        "key": "challenge",
        "title": " against ".join(str(side["name"])[:25] for side in sides),
        "text": "Both come at each other from the ends of the table. Whoever holds the field wins.",
        "table": list(table),
        "turn_limit": TURNS,
        "sides": sides,
        "designs": designs,
    }


def _unfit(fleet: Fleet | list[Problem]) -> list[Problem]:
    """Why a fleet cannot fight: what is wrong with it, or that it is empty."""
    if isinstance(fleet, list):
        return fleet
    if not fleet.file.ships:
        return [*fleet.problems, Problem("FT-1.1.3", _("{fleet} has no ships.", fleet=fleet.file.name), "ships")]
    return list(fleet.problems)


def _side_name(name: str, sides: Sequence[dict[str, Json]]) -> str:
    """The name of a fleet; of the second of two with one name another one."""
    return f"Other {name[:54]}" if any(side["name"] == name for side in sides) else name


def _in_line(table: tuple[int, int]) -> int:
    """How many ships stand in a line abreast."""
    return table[1] // APART - 1


def _pose(side: str, place: int, ships: int, table: tuple[int, int]) -> dict[str, Json]:
    """Where a ship stands: in lines abreast, from the middle outwards by the order of the fleet; and how it moves."""
    width, height = table
    line, rank = divmod(place, _in_line(table))
    in_line = min(_in_line(table), ships - line * _in_line(table))
    y = height / 2 + APART * (rank - (in_line - 1) / 2)
    x = FROM_EDGE - APART * line
    ahead = 3 if side == "a" else 9
    return {"at": [float(x if side == "a" else width - x), float(y)], "course": ahead, "velocity": SPEED, "facing": ahead}


def example_fleets() -> list[Json]:
    """The fleets of the scenarios that come with the game, without those that their players pick."""
    sides = [(scenario, side) for scenario in packaged_scenarios().values() for side in scenario.sides if side.ships]
    return [
        {"key": f"{scenario.key}-{side.id}", "name": side.name, "ships": [_fielded(ship) for ship in side.ships]}
        for scenario, side in sides
    ]


def _fielded(ship: Deployment) -> dict[str, Json]:
    """A ship of a scenario as a ship of a fleet."""
    groups = [{"type": group.type, "strength": group.strength} for group in ship.fighters]
    return {"design": ship.design, "name": ship.name, **({"fighters": groups} if groups else {})}
