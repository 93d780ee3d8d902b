"""Records of scene, ship and character, as they are agreed before the battle (IWD-14.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

from quarterdeck.engine.pickled import Pickled
from quarterdeck.engine.system import Switch
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_drama.pools import USUAL, DiceRules

Kind: TypeAlias = Literal["helm", "weapon", "sensors", "comms", "power", "jump", "stealth", "other"]
WeaponType: TypeAlias = Literal["", "cannon", "energy", "missile", "torpedo", "mine", "phase", "indirect", "harpoon", "other"]
Range: TypeAlias = Literal["short", "medium", "long"]
DISTANCES: tuple[str, ...] = ("short", "medium", "long")
"""The distances of a pair of ships, step by step (IWD-14.4)."""
Mount: TypeAlias = Literal["fore", "aft", "sides", "turret"]
Role: TypeAlias = Literal["captain", "player", "npc"]
Surrounding: TypeAlias = Literal["cloud", "cover", "gravity_anomaly"]
Grip: TypeAlias = Literal["cable", "tentacles", "gravity"]
PowerUse: TypeAlias = Literal["dodge", "jump", "interception", "ward", "curse"]

NARRATOR = "narrator"
"""The seat and side of the narrator."""
USUAL_TURNS, LONG_TURNS = 3, 12
"""How many turns a battle takes at most, and a long one (IWD-12.1, IWD-14.13)."""
USUAL_DICE, MIGHTY_DICE = 6, 8
"""The dice of an ordinary officer and of a mighty one (IWD-4.4)."""


@dataclass(frozen=True, slots=True)
class ShipSystem(Pickled):
    """A system of a ship with its pool (IWD-3.1); the fields from `type` on are those of weapons.

    `guided`: what it fires can be intercepted (IWD-7.9). `craft`: what it sends out are small craft or drones, which a barrage
    holds back (IWD-13.8). `grip` is by what a harpoon holds (IWD-13.11).
    """

    id: str
    name: str
    kind: Kind
    attribute: str
    ability: str
    compartment: str
    type: WeaponType = ""
    range: Range = "medium"
    mount: Mount = "turret"
    condition: str = ""
    no_damage: bool = False
    guided: bool = False
    craft: bool = False
    grip: Grip = "cable"


@dataclass(frozen=True, slots=True)
class Power(Pickled):
    """A power of a character's own: what it is used for and its pool (IWD-7.8, IWD-7.9, IWD-14.9)."""

    name: str
    use: PowerUse
    attribute: str
    ability: str


@dataclass(frozen=True, slots=True)
class Character(Pickled):
    """A character: attributes and abilities by name, or fixed dice (IWD-4.4, IWD-14.2)."""

    id: str
    name: str
    role: Role
    attributes: dict[str, int] = field(default_factory=dict)
    abilities: dict[str, int] = field(default_factory=dict)
    dice: int = 0
    extra_action: bool = False
    zero_g_trained: bool = False
    secured: bool = False
    damage_control: bool = False
    specialties: tuple[str, ...] = ()
    powers: tuple[Power, ...] = ()


@dataclass(frozen=True, slots=True)
class Compartment(Pickled):
    """A part of a ship and its neighbours."""

    name: str
    neighbours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShipRecord(Pickled):
    """A ship: its class, systems, compartments and crew (IWD-14.2).

    A `monster` is fought like a ship where the scene says that it `counts_as_ship` (IWD-1.4).
    """

    id: str
    name: str
    cls: int
    silhouette: str
    systems: tuple[ShipSystem, ...]
    compartments: tuple[Compartment, ...]
    crew: tuple[Character, ...]
    initiative: int | None = None
    extra_action: bool = False
    tass: int = 0
    monster: bool = False
    counts_as_ship: bool = False

    def system(self, key: str) -> ShipSystem:
        """The system of this id."""
        return next(system for system in self.systems if system.id == key)

    def seen(self, shown: Iterable[str] = ()) -> ShipRecord:
        """The record as strangers know it: of its systems those `shown`, no pools, powers, Tass or extra actions (IWD-14.12)."""
        known = tuple(shown)
        systems = tuple([replace(system, attribute="", ability="") for system in self.systems if system.id in known])
        crew = tuple([Character(sheet.id, sheet.name, sheet.role) for sheet in self.crew])
        return replace(self, initiative=None, extra_action=False, tass=0, systems=systems, crew=crew)

    def of_kind(self, *kinds: Kind) -> list[ShipSystem]:
        """The systems of these kinds, in the order of the record."""
        return [system for system in self.systems if system.kind in kinds]


@dataclass(frozen=True, slots=True)
class World(Pickled):
    """A domain or world on the scene, that ships may attack (IWD-1.2)."""

    id: str
    name: str
    size: Literal["minor", "major"]


@dataclass(frozen=True, slots=True)
class SideRecord(Pickled):
    """A side: its ships by seat."""

    id: str
    name: str
    ships: dict[str, str]
    """The seat of each ship, by the ship's id."""


@dataclass(frozen=True, slots=True)
class Scene(Pickled):
    """A battle as it is set up. `numbers` are changed numbers of conditions, by ``condition.number`` (IWD-13.1)."""

    key: str
    title: str
    text: str
    surroundings: tuple[Surrounding, ...]
    sides: tuple[SideRecord, ...]
    ships: dict[str, ShipRecord]
    distances: dict[str, Range]
    worlds: tuple[World, ...] = ()
    long_battle: bool = False
    dice: DiceRules = USUAL
    numbers: dict[str, int] = field(default_factory=dict)

    def seat_sides(self) -> dict[str, str]:
        """Each seat with its side, and the narrator's seat last."""
        seats = {seat: side.id for side in self.sides for seat in side.ships.values()}
        return {**seats, NARRATOR: NARRATOR}

    def facts(self) -> list[Text]:
        """How long it lasts, how it is won, what is around, and the dice rules that are not the usual ones."""
        turns = LONG_TURNS if self.long_battle else USUAL_TURNS
        around = [_("On the scene: {thing}.", thing=SURROUNDING_NAMES[each]) for each in self.surroundings]
        changed = [_("Option: {text}", text=switch.text) for switch in self.optional() if switch.on]
        return [
            _("A side wins when no other has a ship in the fight."),
            _("After turn {n} the losses are counted; the side with fewer points of loss wins.", n=turns),
            *around,
            *changed,
        ]

    def optional(self) -> list[Switch]:
        """The options of the dice, and the long battle."""
        on = {
            "long_battle": self.long_battle,
            "ones_stay": not self.dice.ones_cancel,
            "tens_again": self.dice.tens == "reroll_always",
            "tens_double": self.dice.tens == "double_with_specialty",
        }
        return [Switch(key, text, rule, on[key]) for key, (text, rule) in OPTIONAL.items()]


SURROUNDING_NAMES: dict[Surrounding, Text] = {
    "cloud": _("a cloud"),
    "cover": _("reliable cover"),
    "gravity_anomaly": _("a gravity anomaly"),
}

OPTIONAL: dict[str, tuple[Text, str]] = {
    "long_battle": (_("a long battle: it may last twelve turns."), "IWD-12.1"),
    "ones_stay": (_("ones cancel no successes."), "IWD-2.3"),
    "tens_again": (_("every ten is rolled again."), "IWD-2.5"),
    "tens_double": (_("with a specialty a ten counts twice and is not rolled again."), "IWD-2.5"),
}
"""What each option does, and its rule."""


def system_for(story: Literal["episode", "fleet_battle"]) -> tuple[str, int]:
    """Which rules a fight is played by, and with which dice: the two are never mixed (IWD-1.5)."""
    return ("dramatic", 10) if story == "episode" else ("fleet", 6)


def enough_ships(players: int, ships: int) -> bool:
    """Whether the players of a fleet game command as many ships as they are (IWD-1.6)."""
    return ships >= players


class Deck(NamedTuple):
    """What a ship adds where characters fight from it: by which rules they do, steps of distance, what protects (IWD-1.3)."""

    rules: str
    range_bonus: int
    protection: str


DECK = Deck("personal", 0, "ordinary_cover")
"""A character's own skill, no step farther than anywhere else, and no shelter but the cover that there is (IWD-1.3)."""


def may_be_fought(attacker: str, target: str, counts_as_ship: bool = False) -> bool:
    """Ships fight ships, and monsters that count as ships; characters do not fight ships (IWD-1.4)."""
    return attacker == "ship" and (target == "ship" or (target == "monster" and counts_as_ship))
