"""Documents of characters and ships: reading, checking, writing, and those that come with the game (IWD-14.2)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import Field

from quarterdeck.engine.documents import KEY, ONE_LINE, Fields, read_fields
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.text import _
from quarterdeck.engine.yamls import read_yaml
from quarterdeck.systems.interworld_drama.record import (
    MIGHTY_DICE,
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
    ShipRecord,
    ShipSystem,
    WeaponType,
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
    guided: bool | None = None
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
    return sheet if isinstance(sheet, list) else read_ship_file(sheet, "")


def read_ship_file(sheet: ShipFile, at: str) -> ShipRecord | list[Problem]:
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
    problems = [*_crew_problems(sheet, crew, at), *twice([each.id for each in sheet.systems], f"{at}systems")]
    for index, system in enumerate(sheet.systems):
        if system.compartment and system.compartment not in rooms:
            text = _("{system} stands in no compartment of the ship.", system=system.name)
            problems.append(Problem(RULE, text, f"{at}systems[{index}].compartment", (rooms or [""])[0]))
        if system.kind == "weapon" and not system.type:
            problems.append(
                Problem(RULE, _("{system} needs a type of weapon.", system=system.name), f"{at}systems[{index}].type")
            )
    for index, room in enumerate(sheet.compartments):
        unknown = [name for name in room.neighbours if name not in rooms]
        if unknown:
            text = _("There is no compartment “{name}”.", name=unknown[0])
            problems.append(Problem(RULE, text, f"{at}compartments[{index}].neighbours"))
    return problems


def _crew_problems(sheet: ShipFile, crew: list[Character], at: str) -> list[Problem]:
    captains = len([each for each in crew if each.role == "captain"])
    problems = twice([each.id for each in crew], f"{at}crew")
    if captains != 1:
        problems.append(Problem(RULE, _("{ship} has {n} captains instead of one.", ship=sheet.name, n=captains), f"{at}crew"))
    return problems


def twice(ids: list[str], at: str) -> list[Problem]:
    again = [each for index, each in enumerate(ids) if each in ids[:index]]
    return [Problem(RULE, _("“{id}” stands there twice.", id=again[0]), at)] if again else []


GUIDED = ("missile", "torpedo")
"""The types of weapons whose munition is guided unless their document says otherwise (IWD-14.2)."""


def _guided(system: SystemFile) -> bool:
    return system.type in GUIDED if system.guided is None else system.guided


def _made(sheet: ShipFile, crew: list[Character]) -> ShipRecord:
    """The ship; a system without a compartment stands alone in one of its name, neighbour of the next one (IWD-14.2)."""
    where = [system.compartment or system.name for system in sheet.systems]
    rooms = [Compartment(room.name, tuple(room.neighbours)) for room in sheet.compartments]
    for index, system in enumerate(sheet.systems):
        if not system.compartment:
            rooms.append(Compartment(system.name, tuple(where[index + 1 : index + 2])))
    systems = [
        ShipSystem(**{**system.model_dump(), "compartment": room, "guided": _guided(system)})
        for system, room in zip(sheet.systems, where, strict=True)
    ]
    return ShipRecord(
        sheet.id,
        sheet.name,
        sheet.cls,
        sheet.silhouette,
        tuple(systems),
        tuple(rooms),
        tuple(crew),
        sheet.initiative,
        sheet.extra_action,
        sheet.tass,
        sheet.monster,
        sheet.counts_as_ship,
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
        "counts_as_ship": ship.counts_as_ship,
        "compartments": [{"name": room.name, "neighbours": list(room.neighbours)} for room in ship.compartments],
        "systems": [plain_fields(system) for system in ship.systems],
        "crew": [_plain_character(sheet) for sheet in ship.crew],
    }


def plain_fields(thing: Any) -> dict[str, Json]:
    return {name: getattr(thing, name) for name in thing.__slots__}


def _plain_character(sheet: Character) -> dict[str, Json]:
    return {
        **plain_fields(sheet),
        "specialties": list(sheet.specialties),
        "powers": [plain_fields(power) for power in sheet.powers],
    }


# What comes with the game


def folder(name: str) -> list[Json]:
    folder = files("quarterdeck.systems.interworld_drama") / "data" / name
    sheets = sorted(folder.iterdir(), key=lambda sheet: sheet.name)
    return [read_yaml(sheet.read_text("utf-8")) for sheet in sheets]


def good(thing: Any) -> Any:
    if isinstance(thing, list):
        raise Refused(thing)
    return thing


@cache
def packaged_characters() -> dict[str, Character]:
    """The characters that come with the game, by key; `Refused` where one is wrong."""
    found = [good(read_character(data)) for sheet in folder("characters") for data in sheet]
    return {character.id: character for character in found}


@cache
def packaged_ships() -> dict[str, ShipRecord]:
    """The ships that come with the game, by id; `Refused` where one is wrong."""
    return {ship.id: ship for ship in [good(read_ship(data)) for data in folder("ships")]}
