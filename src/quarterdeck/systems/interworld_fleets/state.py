"""The state of an interworld fleet battle: plain data, shared with nobody, changed by the chapters of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from quarterdeck.engine.hexes import Direction, Hex, Shape, adjacent
from quarterdeck.engine.text import Text, Unit
from quarterdeck.systems.interworld_fleets.scenario import Scenario
from quarterdeck.systems.interworld_fleets.terrain import Terrain
from quarterdeck.systems.interworld_fleets.unit import Board, ShipClass, Weapon, WeaponType

Status: TypeAlias = Literal["fighting", "left", "destroyed"]

Lasting: TypeAlias = Literal["hindered", "slowed", "no_restore", "no_commands"]
"""The lasting effects of indirect weapons (IWF-4.41 to IWF-4.44)."""

LASTING: tuple[Lasting, ...] = get_args(Lasting)


Part: TypeAlias = Literal["start", "move", "shoot", "fighters"]
"""The parts of an activation, in order (IWF-2.8)."""


@dataclass(slots=True)
class Ship:
    """A ship in play.

    `seat` is the player whose it is. Tokens: `fighters` (IWF-5.1), `easy_target` (IWF-3.5), `hatches` (IWF-4.51),
    `phase_tokens` (IWF-4.35). `effects` are the lasting effects pending on it; `commands` the abilities that were used on it
    this round (IWF-8.4). `squadron` is the id of its squadron, empty for a ship of its own; `left_to` the hex off the map by
    which it has left (IWF-3.10), `lost_to` the ship that has destroyed it, empty where none has (IWF-2.11).
    """

    id: str
    name: str
    side: str
    seat: str
    cls: ShipClass
    at: Hex
    facing: Direction
    hull: int
    shields: int
    fighters: int = 0
    easy_target: bool = False
    hatches: bool = False
    phase_tokens: int = 0
    effects: list[Lasting] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    squadron: str = ""
    flagship: bool = False
    status: Status = "fighting"
    left_to: Hex | None = None
    lost_to: str = ""

    @property
    def on_map(self) -> bool:
        """Whether it is still in the battle."""
        return self.status == "fighting"

    @property
    def armour(self) -> int:
        """What divides hits on it: battened hatches count 1 more (IWF-4.51)."""
        return self.cls.armour + self.hatches

    @property
    def crippled(self) -> bool:
        """Whether less than half of its hull is left (IWF-4.9)."""
        return 2 * self.hull < self.cls.hull

    @property
    def unit(self) -> str:
        """The id of what is activated with it: its squadron, or itself (IWF-7.2)."""
        return self.squadron or self.id


def name_of(ship: Ship) -> Text:
    """A ship in a text, to be pointed at."""
    return Text("{ship}", {"ship": Unit(ship.id, ship.name)})


@dataclass(slots=True)
class Deeds:
    """What one ship has done in the activation of its unit, and what abilities have lent it until its end.

    `moved` counts hexes; `rammed` and `captured` are the ships it rammed and harpooned; `fired` the weapons it has fired, a
    harpoon too. `boarded` and `battened`: it has given up shooting for that; `struck`: its fighters have been out; `over`: a
    ram has ended its activation (IWF-3.16). `mined` are the minefields that have attacked it already (IWF-9.11). Lent:
    `to_hit` by type of weapon, `speed`, `no_turns`, and `faces` of one turn (IWF-8.9 to IWF-8.11).
    """

    moved: int = 0
    rammed: str = ""
    fired: list[str] = field(default_factory=list)
    harpooned: bool = False
    captured: str = ""
    boarded: bool = False
    battened: bool = False
    struck: bool = False
    over: bool = False
    mined: list[str] = field(default_factory=list)
    to_hit: dict[WeaponType, int] = field(default_factory=dict)
    speed: int = 0
    no_turns: bool = False
    faces: int = 1


@dataclass(slots=True)
class Activation:
    """The activation of one unit: its ships with what they have done so far, `part` the one it has come to (IWF-2.8).

    `boarded` is the one enemy ship it has boarded (IWF-6.5); `used` the sides that have used an ability at a moment of this
    activation, as ``before_shooting:A`` (IWF-8.4).
    """

    unit: str
    seat: str
    ships: dict[str, Deeds]
    part: Part = "start"
    boarded: str = ""
    used: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Command:
    """The command board of a side: how many dice lie in each cell, and how many it may hold (IWF-8.2, IWF-8.7)."""

    board: Board
    maximum: int
    cells: dict[int, int] = field(default_factory=lambda: dict.fromkeys(range(1, 7), 0))


@dataclass(slots=True)
class FleetsState:
    """A battle. At a rest this alone tells how it goes on.

    `seats` maps each player's seat to its side. `initiative` lists the seats in the order of this round (IWF-2.5), `finished`
    those that have activated all they have, in that order (IWF-2.6). `activated` are the units that have been activated this
    round, `last_seat` the seat that activated last (IWF-2.7), `active` the activation that is going on. `points` are the
    victory points of each side for control points (IWF-2.10); `over` says that the last round is played (IWF-2.11).
    """

    scenario: Scenario
    map: Shape
    terrain: Terrain
    seats: dict[str, str]
    ships: dict[str, Ship]
    round: int = 1
    step: int = 0
    initiative: list[str] = field(default_factory=list)
    activated: list[str] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    last_seat: str = ""
    active: Activation | None = None
    commands: dict[str, Command] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    over: bool = False

    @property
    def on_map(self) -> list[Ship]:
        """The ships that are in the battle, in their order."""
        return [ship for ship in self.ships.values() if ship.status == "fighting"]

    def ship_at(self, at: Hex) -> Ship | None:
        """The ship in a hex; of two that share it for a moment the first."""
        return next((ship for ship in self.ships.values() if ship.at == at and ship.status == "fighting"), None)

    def members(self, unit: str) -> list[Ship]:
        """The ships of a unit that are on the map: one, or those of a squadron."""
        return [ship for ship in self.on_map if ship.unit == unit]

    def mates(self, ship: Ship) -> list[Ship]:
        """The other ships of its squadron on the map."""
        return [each for each in self.on_map if each.squadron == ship.squadron and each is not ship] if ship.squadron else []

    def mates_beside(self, ship: Ship) -> list[Ship]:
        """The ships of its squadron in adjacent hexes (IWF-7.5)."""
        return [mate for mate in self.mates(ship) if adjacent(mate.at, ship.at)]

    def deeds(self, ship: Ship) -> Deeds:
        """What a ship has done in the activation that is going on; nothing for one that is not active."""
        found = self.active.ships.get(ship.id) if self.active else None
        return found or Deeds()


@dataclass(slots=True)
class FleetsView(FleetsState):
    """What one seat (None: a spectator) may know: everything, for nothing in this game is secret."""

    viewer: str | None = None


def weapons_left(ship: Ship, deeds: Deeds) -> list[Weapon]:
    """The weapons that a ship has not fired in this activation (IWF-4.1)."""
    return [weapon for weapon in ship.cls.weapons if weapon.id not in deeds.fired]
