"""Documents of ship classes and command boards, checked when they are read (IWF-1.23, IWF-4.31, IWF-8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import Field

from quarterdeck.engine.account import Account, Line
from quarterdeck.engine.documents import KEY, ONE_LINE, Fields, read_fields
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.text import Text, _
from quarterdeck.engine.yamls import read_yaml
from quarterdeck.systems.interworld_fleets.unit import (
    SLOTS,
    Ability,
    Attack,
    Board,
    Moment,
    ShipClass,
    Size,
    Slot,
    Weapon,
    WeaponType,
)

T = TypeVar("T")

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=60), ONE_LINE]
Key: TypeAlias = Annotated[str, Field(min_length=1, max_length=60), KEY]
Least1: TypeAlias = Annotated[int, Field(ge=1, le=99)]
Least0: TypeAlias = Annotated[int, Field(ge=0, le=99)]

WEAPON_NAMES: dict[WeaponType, str] = {
    "cannon": "Cannon",
    "energy": "Energy weapon",
    "missile": "Missiles",
    "mine": "Mines",
    "phase": "Phase missiles",
    "indirect": "Indirect weapon",
    "harpoon": "Harpoon",
}
"""What a weapon is called that has no name of its own."""


class WeaponFile(Fields):
    """A weapon: its type and slot, attacks and range, or the size of a harpoon; `arcs` where they are not those of the slot."""

    id: Key | None = None
    type: WeaponType
    name: Name | None = None
    slot: Slot
    arcs: list[Slot] | None = None
    attacks: Least0 = 0
    range: Least1 | None = None
    size: Size | None = None
    heavy: bool = False


class ClassFile(Fields):
    """A ship class (IWF-1.23)."""

    key: Key
    name: Name
    role: Annotated[str, Field(max_length=200), ONE_LINE] = ""
    points: Annotated[int, Field(ge=0, le=9999)]
    hull: Least1
    speed: Annotated[int, Field(ge=0, le=12)]
    armour: Least1
    shields: Least0 = 0
    defence: Least0 = 0
    hangars: Least0 = 0
    squadron: bool = False
    secondary: list[Literal["ram", "ram_and_board"]] = []
    weapons: Annotated[list[WeaponFile], Field(max_length=12)] = []


RULES: dict[str, str] = {"hull": "IWF-1.23", "armour": "IWF-1.19", "speed": "IWF-1.18", "slot": "IWF-1.23", "cell": "IWF-8.2"}


def read_class(data: Json) -> ShipClass | list[Problem]:
    """A document as a ship class, or everything that is wrong with it, by field."""
    file = read_fields(ClassFile, data, RULES, "IWF-1.23")
    if isinstance(file, list):
        return file
    weapons = tuple([_weapon(each, number) for number, each in enumerate(file.weapons, 1)])
    problems = [p for number, each in enumerate(weapons) for p in _problems_of(each, f"weapons[{number}]")]
    if len(dict.fromkeys([each.id for each in weapons])) < len(weapons):
        problems.append(Problem("IWF-1.23", _("Two weapons have the same id."), "weapons"))
    plain = file.model_dump(exclude={"key", "weapons", "secondary"})
    return problems or ShipClass(file.key, secondary=tuple(file.secondary), weapons=weapons, **plain)


def _weapon(file: WeaponFile, number: int) -> Weapon:
    arcs = tuple([arc for slot in file.arcs or [file.slot] for arc in SLOTS[slot]])
    own = file.model_dump(include={"type", "slot", "attacks", "range", "size", "heavy"})
    return Weapon(id=file.id or f"w{number}", name=file.name or WEAPON_NAMES[file.type], arcs=arcs, **own)


def _problems_of(weapon: Weapon, at: str) -> Iterator[Problem]:
    """A harpoon has a size and stands in a side slot, all others have attacks (IWF-1.23, IWF-4.17)."""
    if weapon.type != "harpoon":
        if not weapon.attacks:
            yield Problem("IWF-1.23", _("{weapon} has no attacks.", weapon=weapon.name), f"{at}.attacks", 1)
        if weapon.size is not None:
            yield Problem("IWF-1.23", _("Only a harpoon has a size."), f"{at}.size")
        return
    if weapon.slot != "sides":
        yield Problem("IWF-4.17", _("A harpoon goes into a side slot."), f"{at}.slot", "sides")
    if weapon.size is None:
        yield Problem("IWF-1.23", _("A harpoon is light, medium or heavy."), f"{at}.size", "light")
    if weapon.attacks or weapon.range is not None:
        yield Problem("IWF-1.23", _("A harpoon has a size instead of attacks and range."), f"{at}.attacks", 0)


def untypical(weapon: Weapon) -> Text | None:
    """Why a weapon is mounted in an unusual way, which is allowed: mines belong on the sides or the stern (IWF-4.31)."""
    if weapon.type != "mine" or weapon.slot == "aft" or (weapon.slot == "sides" and not weapon.heavy):
        return None
    return _("Heavy mines are normally laid from the stern.") if weapon.heavy else _("Mines are normally laid aside or astern.")


def account_of(data: Json) -> Account | list[Problem]:
    """The class points of a document, with a note for each weapon that is mounted in an unusual way (IWF-4.31)."""
    cls = read_class(data)
    if isinstance(cls, list):
        return cls
    line = Line(_("{name}, as its class says", name=cls.name), {"points": cls.points}, "IWF-1.23")
    notes = [Problem("IWF-4.31", text, f"weapons[{n}]") for n, each in enumerate(cls.weapons) if (text := untypical(each))]
    return Account(cls.name, ("points",), (line,), {"points": cls.points}, notes=tuple(notes))


def write_class(cls: ShipClass) -> Json:
    """The document of a ship class, which reads back to an equal one."""
    plain = {key: value for key, value in asdict(cls).items() if key not in ("id", "secondary", "weapons")}
    weapons = [_write_weapon(weapon) for weapon in cls.weapons]
    return {"key": cls.id, **plain, "secondary": list(cls.secondary), "weapons": weapons}


def _write_weapon(weapon: Weapon) -> Json:
    arcs = [slot for slot, covered in SLOTS.items() if covered[0] in weapon.arcs]
    return {**asdict(weapon), "arcs": arcs}


# Command boards


class AbilityFile(Fields):
    """An ability of a board, its fields as in `Ability`."""

    id: Annotated[str, Field(min_length=1, max_length=40), ONE_LINE]
    name: Name
    cell: Annotated[int, Field(ge=1, le=6)]
    moment: Moment
    target: Literal["ship", "capital", "squadron", "hangars"] = "ship"
    to_hit: Least0 = 0
    weapons: list[WeaponType] = []
    speed: Least0 = 0
    no_turns: bool = False
    faces: Annotated[int, Field(ge=1, le=3)] = 1
    defence: Least0 = 0
    armour: Least0 = 0
    attacks: list[Attack] = []
    boarding_dice: Least0 = 0
    restore_shields: bool = False
    fighters: Least0 = 0
    remove: list[Literal["phase_tokens", "hindered", "easy_target"]] = []


class BoardFile(Fields):
    """A command board: an ability for each of its six cells (IWF-8.2)."""

    key: Key
    name: Name
    max_dice: Annotated[int, Field(ge=1, le=12)] = 6
    abilities: Annotated[list[AbilityFile], Field(min_length=6, max_length=6)]


def read_board(data: Json) -> Board | list[Problem]:
    """A document as a command board, or everything that is wrong with it."""
    file = read_fields(BoardFile, data, RULES, "IWF-8.2")
    if isinstance(file, list):
        return file
    if sorted(each.cell for each in file.abilities) != list(range(1, 7)):
        return [Problem("IWF-8.2", _("A board has one ability for each cell from 1 to 6."), "abilities")]
    if len(dict.fromkeys([each.id for each in file.abilities])) < len(file.abilities):
        return [Problem("IWF-8.2", _("Two abilities have the same id."), "abilities")]
    return Board(file.key, file.name, tuple([_ability(each) for each in file.abilities]), file.max_dice)


def _ability(file: AbilityFile) -> Ability:
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in file.model_dump().items()}
    return Ability(**values)


def write_board(board: Board) -> Json:
    """The document of a board, which reads back to an equal one."""
    return {"key": board.id, "name": board.name, "max_dice": board.max_dice, "abilities": [_plain(a) for a in board.abilities]}


def _plain(ability: Ability) -> Json:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(ability).items()}


# What comes with the game


@cache
def packaged_classes() -> dict[str, ShipClass]:
    """The ship classes that come with the game, by key; `Refused` where one is wrong."""
    return {cls.id: cls for cls in [good(read_class(each)) for each in _packaged("classes.yaml")]}


@cache
def packaged_boards() -> dict[str, Board]:
    """The command boards that come with the game, by key; `Refused` where one is wrong."""
    return {board.id: board for board in [good(read_board(each)) for each in _packaged("boards.yaml")]}


def _packaged(name: str) -> list[Json]:
    text = (files("quarterdeck.systems.interworld_fleets") / "data" / name).read_text("utf-8")
    documents: list[Json] = read_yaml(text)
    return documents


def good(read: T | list[Problem]) -> T:
    """What was read from a document that comes with the game; `Refused` where it is wrong."""
    if isinstance(read, list):
        raise Refused(read)
    return read
