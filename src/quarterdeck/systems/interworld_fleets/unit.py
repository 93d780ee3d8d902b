"""What fleets are made of, as it was built: ship classes with their weapons (IWF-1.23), and command boards (IWF-8.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from quarterdeck.engine.hexes import Arc
from quarterdeck.engine.pickled import Pickled

WeaponType: TypeAlias = Literal["cannon", "energy", "missile", "mine", "phase", "indirect", "harpoon"]

WEAPON_TYPES: tuple[WeaponType, ...] = get_args(WeaponType)

Attack: TypeAlias = WeaponType | Literal["fighters"]
"""What an attack is made with: a weapon, or a strike of fighters."""

Size: TypeAlias = Literal["light", "medium", "heavy"]

Slot: TypeAlias = Literal["fore", "sides", "aft"]

SLOTS: dict[Slot, tuple[Arc, ...]] = {"fore": ("fore",), "sides": ("port", "starboard"), "aft": ("aft",)}
"""The arcs of each slot (IWF-1.6, IWF-1.23)."""

Moment: TypeAlias = Literal["activation_start", "before_shooting", "before_boarding", "when_attacked"]
"""When an ability of a command board may be used (IWF-8.3)."""


@dataclass(frozen=True, slots=True)
class Weapon(Pickled):
    """A weapon in its slot. A harpoon has a `size` instead of attacks and range; `range` None is unlimited (IWF-1.23)."""

    id: str
    type: WeaponType
    name: str
    slot: Slot
    arcs: tuple[Arc, ...]
    attacks: int = 0
    range: int | None = None
    size: Size | None = None
    heavy: bool = False


@dataclass(frozen=True, slots=True)
class ShipClass(Pickled):
    """A class of ships: what each has before the first shot. `squadron` says that its ships fly in squadrons (IWF-7.1)."""

    id: str
    name: str
    role: str
    points: int
    hull: int
    speed: int
    armour: int
    shields: int = 0
    defence: int = 0
    hangars: int = 0
    squadron: bool = False
    secondary: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def capital(self) -> bool:
        """Whether its hull is above 1; damage does not change that (IWF-1.16)."""
        return self.hull > 1

    @property
    def small(self) -> bool:
        """Whether it is a small target (IWF-1.16, IWF-7.8)."""
        return self.hull == 1

    def has(self, secondary: str) -> bool:
        """Whether it carries a secondary system, such as ``ram``."""
        return secondary in self.secondary

    def weapon(self, weapon_id: str) -> Weapon:
        """The weapon with this id; KeyError where there is none."""
        for each in self.weapons:
            if each.id == weapon_id:
                return each
        raise KeyError(weapon_id)


@dataclass(frozen=True, slots=True)
class Ability(Pickled):
    """What the dice in one cell of a board can do, on whom and when (IWF-8.3).

    `target` is whom it may be used on: any ``ship``, a ``capital`` ship, a ``squadron``, one with ``hangars``. Then its effects:
    on hits of `weapons` (empty: all), Speed, turns (`no_turns`; `faces`: one turn may be so many), Defence and armour in one
    attack (on `attacks` only, empty: all), dice in one boarding; shields filled up, fighter tokens got, what is removed.
    """

    id: str
    name: str
    cell: int
    moment: Moment
    target: Literal["ship", "capital", "squadron", "hangars"] = "ship"
    to_hit: int = 0
    weapons: tuple[WeaponType, ...] = ()
    speed: int = 0
    no_turns: bool = False
    faces: int = 1
    defence: int = 0
    armour: int = 0
    attacks: tuple[Attack, ...] = ()
    boarding_dice: int = 0
    restore_shields: bool = False
    fighters: int = 0
    remove: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)


@dataclass(frozen=True, slots=True)
class Board(Pickled):
    """A command board: its abilities in the order of the cells, and how many dice it normally holds (IWF-8.2)."""

    id: str
    name: str
    abilities: tuple[Ability, ...]
    max_dice: int = 6

    def ability(self, ability_id: str) -> Ability:
        """The ability with this id; StopIteration where there is none."""
        return next(each for each in self.abilities if each.id == ability_id)
