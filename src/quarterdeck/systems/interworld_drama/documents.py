"""Reading and writing scenes, ships and characters; what comes with the game (IWD-14.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import Field

from quarterdeck.engine.documents import KEY, ONE_LINE, Fields, read_fields
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.text import _
from quarterdeck.engine.yamls import read_yaml
from quarterdeck.systems.interworld_drama.conditions import NUMBERS
from quarterdeck.systems.interworld_drama.pools import DiceRules, Tens
from quarterdeck.systems.interworld_drama.record import (
    MIGHTY_DICE,
    NARRATOR,
    USUAL_DICE,
    Character,
    Compartment,
    Grip,
    Kind,
    Mount,
    Power,
    PowerUse,
    Range,
    Role,
    Scene,
    ShipRecord,
    ShipSystem,
    SideRecord,
    Surrounding,
    WeaponType,
    World,
    may_be_fought,
)

RULE = "IWD-14.2"
Key = Annotated[str, Field(min_length=1, max_length=40), KEY]
Line = Annotated[str, Field(min_length=1, max_length=80), ONE_LINE]
Word = Annotated[str, Field(min_length=1, max_length=30), ONE_LINE]
Rating = Annotated[int, Field(ge=0, le=10)]
WeaponCondition = Literal["", "fire", "harpooned", "interference"]


class PowerFile(Fields):
    """A power of a character."""

    name: Line
    use: PowerUse
    attribute: Word
    ability: Word


class CharacterFile(Fields):
    """A character."""

    id: Key
    name: Line
    role: Role
    attributes: dict[str, Rating] = {}
    abilities: dict[str, Rating] = {}
    dice: Annotated[int, Field(ge=0, le=MIGHTY_DICE)] = 0
    extra_action: bool = False
    zero_g_trained: bool = False
    secured: bool = False
    damage_control: bool = False
    specialties: list[Word] = []
    powers: list[PowerFile] = []


class SystemFile(Fields):
    """A system of a ship."""

    id: Key
    name: Line
    kind: Kind
    attribute: Word
    ability: Word
    compartment: str = ""
    type: WeaponType = ""
    range: Range = "medium"
    mount: Mount = "turret"
    condition: WeaponCondition = ""
    no_damage: bool = False
    craft: bool = False
    grip: Grip = "cable"


class CompartmentFile(Fields):
    """A compartment of a ship."""

    name: Line
    neighbours: list[str] = []


class ShipFile(Fields):
    """A ship with its crew; of the crew by its key where it is a character that comes with the game."""

    id: Key
    name: Line
    cls: Annotated[int, Field(alias="class", ge=1, le=6)]
    silhouette: Word = "wherry"
    initiative: Annotated[int, Field(ge=1, le=40)] | None = None
    extra_action: bool = False
    tass: Annotated[int, Field(ge=0, le=20)] = 0
    monster: bool = False
    counts_as_ship: bool = False
    compartments: list[CompartmentFile] = []
    systems: Annotated[list[SystemFile], Field(min_length=1, max_length=20)]
    crew: Annotated[list[CharacterFile | str], Field(min_length=1, max_length=12)]


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
    """A scene. Ships of the game are named by their id alone; others, or all, stand in `ships`."""

    key: Key
    title: Line
    text: str = ""
    surroundings: list[Surrounding] = []
    sides: Annotated[list[SideFile], Field(min_length=2, max_length=4)]
    ships: list[ShipFile] = []
    distances: dict[str, Range] = {}
    worlds: list[WorldFile] = []
    long_battle: bool = False
    dice: DiceFile = DiceFile()
    numbers: dict[str, int] = {}


# Characters and ships


def _character(sheet: CharacterFile) -> Character:
    powers = tuple([Power(power.name, power.use, power.attribute, power.ability) for power in sheet.powers])
    return Character(
        sheet.id,
        sheet.name,
        sheet.role,
        dict(sheet.attributes),
        dict(sheet.abilities),
        sheet.dice,
        sheet.extra_action,
        sheet.zero_g_trained,
        sheet.secured,
        sheet.damage_control,
        tuple(sheet.specialties),
        powers,
    )


def read_character(data: Json) -> Character | list[Problem]:
    """A character from its document; officers have six or eight dice (IWD-4.4)."""
    sheet = read_fields(CharacterFile, data, {"dice": "IWD-4.4"}, RULE)
    return sheet if isinstance(sheet, list) else _character_problems(sheet, "") or _character(sheet)


def _character_problems(sheet: CharacterFile, at: str) -> list[Problem]:
    if sheet.dice not in (0, USUAL_DICE, MIGHTY_DICE):
        text = _(
            "{name} has {n} dice; an officer has {usual}, a mighty one {mighty}.",
            name=sheet.name,
            n=sheet.dice,
            usual=USUAL_DICE,
            mighty=MIGHTY_DICE,
        )
        return [Problem("IWD-4.4", text, f"{at}dice", USUAL_DICE)]
    if not sheet.dice and not (sheet.attributes and sheet.abilities):
        return [
            Problem(RULE, _("{name} needs attributes and abilities, or fixed dice.", name=sheet.name), f"{at}dice", USUAL_DICE)
        ]
    return []


def read_ship(data: Json) -> ShipRecord | list[Problem]:
    """A ship from its document."""
    sheet = read_fields(ShipFile, data, {"class": "IWD-7.1"}, RULE)
    return sheet if isinstance(sheet, list) else _ship(sheet, "")


def _ship(sheet: ShipFile, at: str) -> ShipRecord | list[Problem]:
    crew = [packaged_characters().get(each, each) if isinstance(each, str) else each for each in sheet.crew]
    problems = [
        Problem(RULE, _("There is no character “{key}”.", key=each), f"{at}crew[{index}]")
        for index, each in enumerate(crew)
        if isinstance(each, str)
    ]
    sheets = [each for each in crew if not isinstance(each, str)]
    for index, each in enumerate(sheets):
        if isinstance(each, CharacterFile):
            problems += _character_problems(each, f"{at}crew[{index}].")
    if problems:
        return problems
    people = [_character(each) if isinstance(each, CharacterFile) else each for each in sheets]
    return ship_problems(sheet, people, at) or _made(sheet, people)


def ship_problems(sheet: ShipFile, crew: list[Character], at: str) -> list[Problem]:
    """What is wrong with a ship as a whole."""
    rooms = [room.name for room in sheet.compartments]
    problems = [*_crew_problems(sheet, crew, at), *_twice([each.id for each in sheet.systems], f"{at}systems")]
    for index, system in enumerate(sheet.systems):
        if rooms and system.compartment not in rooms:
            text = _("{system} stands in no compartment of the ship.", system=system.name)
            problems.append(Problem(RULE, text, f"{at}systems[{index}].compartment", rooms[0]))
        if system.kind == "weapon" and not system.type:
            problems.append(
                Problem(RULE, _("{system} needs a type of weapon.", system=system.name), f"{at}systems[{index}].type")
            )
    for index, room in enumerate(sheet.compartments):
        unknown = [name for name in room.neighbours if name not in rooms]
        if unknown:
            text = _("There is no compartment “{name}”.", name=unknown[0])
            problems.append(Problem(RULE, text, f"{at}compartments[{index}].neighbours"))
    if not may_be_fought("ship", "monster" if sheet.monster else "ship", sheet.counts_as_ship):
        text = _("{ship} is a monster that does not count as a ship; ships do not fight it.", ship=sheet.name)
        problems.append(Problem("IWD-1.4", text, f"{at}counts_as_ship", True))
    return problems


def _crew_problems(sheet: ShipFile, crew: list[Character], at: str) -> list[Problem]:
    captains = len([each for each in crew if each.role == "captain"])
    problems = _twice([each.id for each in crew], f"{at}crew")
    if captains != 1:
        problems.append(Problem(RULE, _("{ship} has {n} captains instead of one.", ship=sheet.name, n=captains), f"{at}crew"))
    return problems


def _twice(ids: list[str], at: str) -> list[Problem]:
    again = [each for index, each in enumerate(ids) if each in ids[:index]]
    return [Problem(RULE, _("“{id}” stands there twice.", id=again[0]), at)] if again else []


def _made(sheet: ShipFile, crew: list[Character]) -> ShipRecord:
    """The ship; without compartments each system is one of its own, neighbour of the next (IWD-14.2)."""
    rooms = tuple([Compartment(room.name, tuple(room.neighbours)) for room in sheet.compartments])
    if not rooms:
        names = [system.id for system in sheet.systems]
        rooms = tuple([Compartment(name, tuple(names[index + 1 : index + 2])) for index, name in enumerate(names)])
    systems = [ShipSystem(**{**system.model_dump(), "compartment": system.compartment or system.id}) for system in sheet.systems]
    return ShipRecord(
        sheet.id,
        sheet.name,
        sheet.cls,
        sheet.silhouette,
        tuple(systems),
        rooms,
        tuple(crew),
        sheet.initiative,
        sheet.extra_action,
        sheet.tass,
        sheet.monster,
    )


def write_ship(ship: ShipRecord) -> dict[str, Json]:
    """A ship as a document."""
    return {
        "id": ship.id,
        "name": ship.name,
        "class": ship.cls,
        "silhouette": ship.silhouette,
        "initiative": ship.initiative,
        "extra_action": ship.extra_action,
        "tass": ship.tass,
        "monster": ship.monster,
        "counts_as_ship": ship.monster,
        "compartments": [{"name": room.name, "neighbours": list(room.neighbours)} for room in ship.compartments],
        "systems": [_plain(system) for system in ship.systems],
        "crew": [_plain_character(sheet) for sheet in ship.crew],
    }


def _plain(thing: Any) -> dict[str, Json]:
    return {name: getattr(thing, name) for name in thing.__slots__}


def _plain_character(sheet: Character) -> dict[str, Json]:
    return {**_plain(sheet), "specialties": list(sheet.specialties), "powers": [_plain(power) for power in sheet.powers]}


# Scenes


def read_scene(data: Json) -> Scene | list[Problem]:
    """A scene from its document."""
    sheet = read_fields(SceneFile, data, {}, RULE)
    if isinstance(sheet, list):
        return sheet
    ships: dict[str, ShipRecord] = {}
    problems: list[Problem] = []
    for index, each in enumerate(sheet.ships):
        ship = _ship(each, f"ships[{index}].")
        if isinstance(ship, list):
            problems += ship
        else:
            ships[ship.id] = ship
    named = [key for side in sheet.sides for key in side.ships]
    known = {**packaged_ships(), **ships}
    problems += _scene_problems(sheet, named, known)
    return problems or _scene(sheet, {key: known[key] for key in named})


def _scene_problems(sheet: SceneFile, named: list[str], known: Mapping[str, ShipRecord]) -> list[Problem]:
    problems = [Problem(RULE, _("There is no ship “{key}”.", key=key), "sides") for key in named if key not in known]
    problems += [*_twice(named, "sides"), *_twice([side.id for side in sheet.sides], "sides")]
    seats = [seat for side in sheet.sides for seat in dict.fromkeys(side.ships.values())]
    problems += _twice(seats, "sides")
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
        "worlds": [_plain(world) for world in scene.worlds],
        "long_battle": scene.long_battle,
        "dice": _plain(scene.dice),
        "numbers": dict(scene.numbers),
    }


def switched(scene: Scene, on: Mapping[str, bool]) -> Scene:
    """The scene with these options on or off."""
    state = {switch.key: on.get(switch.key, switch.on) for switch in scene.optional()}
    usual: Tens = "plain" if scene.dice.tens == "plain" else "reroll_with_specialty"
    tens: Tens = "reroll_always" if state["tens_again"] else "double_with_specialty" if state["tens_double"] else usual
    return replace(scene, long_battle=state["long_battle"], dice=DiceRules(not state["ones_stay"], tens))


# What comes with the game


def _folder(name: str) -> list[Json]:
    folder = files("quarterdeck.systems.interworld_drama") / "data" / name
    sheets = sorted(folder.iterdir(), key=lambda sheet: sheet.name)
    return [read_yaml(sheet.read_text("utf-8")) for sheet in sheets]


def _good(thing: Any) -> Any:
    if isinstance(thing, list):
        raise Refused(thing)
    return thing


@cache
def packaged_characters() -> dict[str, Character]:
    """The characters that come with the game, by key; `Refused` where one is wrong."""
    found = [_good(read_character(data)) for sheet in _folder("characters") for data in sheet]
    return {character.id: character for character in found}


@cache
def packaged_ships() -> dict[str, ShipRecord]:
    """The ships that come with the game, by id; `Refused` where one is wrong."""
    return {ship.id: ship for ship in [_good(read_ship(data)) for data in _folder("ships")]}


@cache
def packaged_scenes() -> dict[str, Scene]:
    """The scenes that come with the game, by key; `Refused` where one is wrong."""
    return {scene.key: scene for scene in [_good(read_scene(data)) for data in _folder("scenes")]}
