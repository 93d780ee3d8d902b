"""Documents of scenes: reading, checking, writing, options, and those that come with the game (IWD-14.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from quarterdeck.engine.documents import Fields, read_fields
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import _
from quarterdeck.systems.interworld_drama.conditions import NUMBERS
from quarterdeck.systems.interworld_drama.pools import DiceRules, Tens
from quarterdeck.systems.interworld_drama.record import (
    NARRATOR,
    Range,
    Scene,
    ShipRecord,
    SideRecord,
    Surrounding,
    World,
    enough_ships,
    system_for,
)
from quarterdeck.systems.interworld_drama.ship_files import (
    RULE,
    Key,
    Line,
    ShipFile,
    folder,
    good,
    packaged_ships,
    plain_fields,
    read_ship_file,
    twice,
    write_ship,
)


class WorldFile(Fields):
    """A world on the scene."""

    id: Key
    name: Line
    size: Literal["minor", "major"]


class SideFile(Fields):
    """A side: the seat of each of its ships."""

    id: Key
    name: Line
    ships: Annotated[dict[str, Key], Field(min_length=1, max_length=6)]


class DiceFile(Fields):
    """How dice are read."""

    ones_cancel: bool = True
    tens: Tens = "reroll_with_specialty"


class SceneFile(Fields):
    """A scene: an episode of a `story` of characters. Ships of the game are named by their id alone; others, or all, stand in
    `ships`."""

    key: Key
    title: Line
    text: str = ""
    story: Literal["episode", "fleet_battle"] = "episode"
    surroundings: list[Surrounding] = []
    sides: Annotated[list[SideFile], Field(min_length=2, max_length=4)]
    ships: list[ShipFile] = []
    distances: dict[str, Range] = {}
    worlds: list[WorldFile] = []
    long_battle: bool = False
    dice: DiceFile = DiceFile()
    numbers: dict[str, int] = {}


def read_scene(data: Json) -> Scene | list[Problem]:
    """A scene from its document."""
    sheet = read_fields(SceneFile, data, {}, RULE)
    if isinstance(sheet, list):
        return sheet
    ships: dict[str, ShipRecord] = {}
    problems: list[Problem] = []
    for index, each in enumerate(sheet.ships):
        ship = read_ship_file(each, f"ships[{index}].")
        if isinstance(ship, list):
            problems += ship
        else:
            ships[ship.id] = ship
    named = [key for side in sheet.sides for key in side.ships]
    known = {**packaged_ships(), **ships}
    problems += _story_problems(sheet, [known[key] for key in named if key in known])
    problems += _scene_problems(sheet, named, known)
    return problems or _scene(sheet, {key: known[key] for key in named})


def _story_problems(sheet: SceneFile, ships: list[ShipRecord]) -> list[Problem]:
    """A large battle is no drama, and would want a ship for each character that somebody plays (IWD-1.5, IWD-1.6)."""
    rules, sides = system_for(sheet.story)
    if rules == system_for("episode")[0]:
        return []
    text = _("A battle of fleets is played with dice of {n} sides by the rules for fleets, not as a drama.", n=sides)
    problems = [Problem("IWD-1.5", text, "story", "episode")]
    players = len([member for ship in ships for member in ship.crew if member.role != "npc"])
    if not enough_ships(players, len(ships)):
        text = _(
            "{players} players have {ships} ships; in a battle of fleets each should have one.", players=players, ships=len(ships)
        )
        problems.append(Problem("IWD-1.6", text, "sides"))
    return problems


def _scene_problems(sheet: SceneFile, named: list[str], known: Mapping[str, ShipRecord]) -> list[Problem]:
    problems = [Problem(RULE, _("There is no ship “{key}”.", key=key), "sides") for key in named if key not in known]
    problems += [*twice(named, "sides"), *twice([side.id for side in sheet.sides], "sides")]
    seats = [seat for side in sheet.sides for seat in dict.fromkeys(side.ships.values())]
    problems += twice(seats, "sides")
    if NARRATOR in (*seats, *(side.id for side in sheet.sides)):
        problems.append(Problem("IWD-14.1", _("“{key}” is the narrator's seat.", key=NARRATOR), "sides"))
    for pair in sheet.distances:
        one, _bar, other = pair.partition("|")
        if one not in named or other not in named or _side_of(sheet, one) == _side_of(sheet, other):
            text = _("“{pair}” is no pair of hostile ships; write one|other.", pair=pair)
            problems.append(Problem("IWD-14.4", text, f"distances.{pair}"))
    for name in sheet.numbers:
        kind, _dot, number = name.partition(".")
        if number not in NUMBERS.get(kind, {}):
            problems.append(Problem("IWD-13.1", _("There is no number “{name}”.", name=name), f"numbers.{name}"))
    return problems


def _side_of(sheet: SceneFile, ship: str) -> str:
    return next(side.id for side in sheet.sides if ship in side.ships)


def _scene(sheet: SceneFile, ships: dict[str, ShipRecord]) -> Scene:
    return Scene(
        sheet.key,
        sheet.title,
        sheet.text,
        tuple(sheet.surroundings),
        tuple([SideRecord(side.id, side.name, dict(side.ships)) for side in sheet.sides]),
        ships,
        dict(sheet.distances),
        tuple([World(world.id, world.name, world.size) for world in sheet.worlds]),
        sheet.long_battle,
        DiceRules(sheet.dice.ones_cancel, sheet.dice.tens),
        dict(sheet.numbers),
    )


def write_scene(scene: Scene) -> dict[str, Json]:
    """A scene as a document, everything by value."""
    return {
        "key": scene.key,
        "title": scene.title,
        "text": scene.text,
        "surroundings": list(scene.surroundings),
        "sides": [{"id": side.id, "name": side.name, "ships": dict(side.ships)} for side in scene.sides],
        "ships": [write_ship(ship) for ship in scene.ships.values()],
        "distances": dict(scene.distances),
        "worlds": [plain_fields(world) for world in scene.worlds],
        "long_battle": scene.long_battle,
        "dice": plain_fields(scene.dice),
        "numbers": dict(scene.numbers),
    }


def switched(scene: Scene, on: Mapping[str, bool]) -> Scene:
    """The scene with these options on or off."""
    state = {switch.key: on.get(switch.key, switch.on) for switch in scene.optional()}
    usual: Tens = "plain" if scene.dice.tens == "plain" else "reroll_with_specialty"
    tens: Tens = "reroll_always" if state["tens_again"] else "double_with_specialty" if state["tens_double"] else usual
    return replace(scene, long_battle=state["long_battle"], dice=DiceRules(not state["ones_stay"], tens))


@cache
def packaged_scenes() -> dict[str, Scene]:
    """The scenes that come with the game, by key; `Refused` where one is wrong."""
    return {scene.key: scene for scene in [good(read_scene(data)) for data in folder("scenes")]}
