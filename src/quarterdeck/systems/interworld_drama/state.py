"""The state of a narrated battle: plain data, changed by the chapters of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from quarterdeck.systems.interworld_drama.record import Character, Range, Scene, ShipRecord, ShipSystem, World

Status: TypeAlias = Literal["fighting", "away", "out", "aside"]
"""`aside` is a monster that does not count as a ship (IWD-1.4)."""
Degree: TypeAlias = Literal["light", "heavy", "fatal"]
DEGREES: tuple[Degree, ...] = ("light", "heavy", "fatal")
"""The degrees of damage, in order (IWD-10.1)."""
CREW = "crew"
"""The place of damage that hits the crew (IWD-14.7)."""


@dataclass(slots=True)
class Member:
    """A character aboard. `post` is the system he operated last, `spent` his actions of this turn.

    `back_from` is the turn from which he operates again after having been healed (IWD-13.15).
    """

    id: str
    sheet: Character
    post: str = ""
    spent: int = 0
    injuries: int = 0
    back_from: int = 0
    master_used: bool = False


@dataclass(slots=True)
class Damage:
    """Damage to a system or, with `member`, to the crew: which degree, since which turn, how far it has been repaired.

    `work` counts successful actions against it and `needed` how many it takes (0: nobody has asked yet). `repaired` ends it, but
    of fatal damage only the threat ends (IWD-10.4).
    """

    id: str
    degree: Degree
    place: str
    turn: int
    member: str = ""
    work: int = 0
    needed: int = 0
    repaired: bool = False


@dataclass(slots=True)
class Condition:
    """A condition (IWD-9.1): on which ship, towards which other one, about which weapon, compartment or character.

    `by` is the character whose act it is, `result` the successes by which it was gained (IWD-13.7), `seen_by` the ships that
    have detected a ship in stealth (IWD-13.10), `values` its own numbers where they are not the usual ones (IWD-13.1).
    """

    id: str
    kind: str
    ship: str
    other: str = ""
    part: str = ""
    by: str = ""
    result: int = 1
    turn: int = 1
    seen_by: list[str] = field(default_factory=list)
    values: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Ship:
    """A ship in the battle.

    `uses` counts the uses of its systems in this turn, `doubled` is the one that has had the ship's extra action (IWD-3.6),
    `fired` its weapons that have attacked (IWD-7.1), `acted` its officers that have acted (IWD-4.2), `commanded` that its captain
    has (IWD-4.1). `stand_in` is the officer whom the player of a captain out of action controls (IWD-4.3). `known_to` are the
    sides that have analysed it, `face` is its record as all others know it, `hidden` that this is a view to which its figures are
    not known (IWD-14.12).
    """

    id: str
    record: ShipRecord
    side: str
    seat: str
    tass: int
    crew: dict[str, Member]
    damage: list[Damage] = field(default_factory=list)
    status: Status = "fighting"
    uses: dict[str, int] = field(default_factory=dict)
    doubled: str = ""
    fired: list[str] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    commanded: bool = False
    stand_in: str = ""
    known_to: list[str] = field(default_factory=list)
    hidden: bool = False
    face: ShipRecord = field(default=None)  # type: ignore[assignment]

    def __post_init__(self) -> None:
        if self.face is None:
            self.face = self.record.seen()

    def show(self, *systems: str) -> None:
        """Everybody knows these systems from now on: they have acted, or been hit (IWD-14.12)."""
        known = [system.id for system in self.face.systems]
        if any(key not in known for key in systems):
            self.face = self.record.seen([*known, *systems])

    def known_by(self, side: str) -> ShipRecord:
        """Its record as a side knows it."""
        return self.record if side == self.side or side in self.known_to else self.face

    @property
    def name(self) -> str:
        """What it is called."""
        return self.record.name

    def system(self, key: str) -> ShipSystem:
        """A system by its id."""
        return self.record.system(key)

    @property
    def captain(self) -> Member:
        """Its captain."""
        return next(member for member in self.crew.values() if member.sheet.role == "captain")


@dataclass(slots=True)
class DramaState:
    """A battle. At a rest this alone tells how it goes on.

    `order` lists the ships from the highest initiative (IWD-5.3), `gone` those that have had their go in this phase. `cloud`
    and the like are `surroundings`; `numbers` are changed numbers of all conditions of a kind; `counter` numbers conditions and
    damage. `verdict` is the narrator's word about a battle that was cut short (IWD-14.13): a side, ``draw`` or nothing.
    """

    scene: Scene
    ships: dict[str, Ship]
    turn: int = 1
    step: int = 0
    order: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    surroundings: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    worlds: dict[str, list[str]] = field(default_factory=dict)
    long_battle: bool = False
    counter: int = 0
    verdict: str = ""

    def fighting(self) -> list[Ship]:
        """The ships in the fight, in initiative order once there is one."""
        ships = [self.ships[key] for key in self.order] if self.order else list(self.ships.values())
        return [ship for ship in ships if ship.status == "fighting"]

    def enemies(self, ship: Ship) -> list[Ship]:
        """The hostile ships in the fight, in initiative order."""
        return [other for other in self.fighting() if other.side != ship.side]

    def allies(self, ship: Ship) -> list[Ship]:
        """The other ships of its side in the fight."""
        return [other for other in self.fighting() if other.side == ship.side and other is not ship]

    def found(self, kind: str, ship: str = "", other: str = "") -> Iterator[Condition]:
        """The conditions of a kind, on this ship and towards that one where these are named."""
        for condition in self.conditions:
            if condition.kind == kind and ship in ("", condition.ship) and other in ("", condition.other):
                yield condition

    def has(self, kind: str, ship: str = "", other: str = "") -> Condition | None:
        """The first of these conditions, or None."""
        for condition in self.conditions:
            if condition.kind == kind and ship in ("", condition.ship) and other in ("", condition.other):
                return condition
        return None

    def distance(self, one: str, other: str) -> Range:
        """The distance of a pair (IWD-14.4)."""
        for pair in self.conditions:
            if pair.kind in ("short", "long") and (pair.ship, pair.other) in ((one, other), (other, one)):
                return "short" if pair.kind == "short" else "long"
        return "medium"

    def world(self, key: str) -> World:
        """A world on the scene."""
        return next(world for world in self.scene.worlds if world.id == key)

    def number_next(self, letter: str) -> str:
        """A new id."""
        self.counter += 1
        return f"{letter}{self.counter}"


@dataclass(slots=True)
class DramaView(DramaState):
    """What one seat (None: a spectator) may know: ships without figures that it has not learnt (IWD-14.12)."""

    viewer: str | None = None
