"""The state of a Full Thrust battle: plain data, shared with nobody, changed by the chapters of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, Protocol, TypeAlias

from quarterdeck.engine.plane import ORIGIN, Clock, Vector
from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import Text, Unit
from quarterdeck.systems.full_thrust.protection import Blow, shares_of
from quarterdeck.systems.full_thrust.scenario import FarBase, Scenario, Switches
from quarterdeck.systems.full_thrust.ship import Design, Load

Status: TypeAlias = Literal["fighting", "derelict", "cloaked", "left", "destroyed", "reserve", "carried"]
"""In `reserve` is a ship that will drop out of FTL (FT-8.2.1), `carried` one in the bays of a tender (FT-8.3.1)."""

Ashore: TypeAlias = Literal["", "landed", "forced", "crashed", "orbit", "jumped"]
"""How a ship has left a battle other than over an open edge: at a planet, or by a jump (FT-13.1.5, FT-13.1.6, FT-13.3)."""


@dataclass(slots=True)
class Orbit:
    """The orbit in which a ship moves: round which planet, which way, and its bow (`nose`) seen from its course (FT-13.0.4).

    `nose` is a unit vector: y along the course, x to starboard of it.
    """

    planet: str
    clockwise: bool
    nose: Vector


@dataclass(slots=True)
class Dock:
    """Where a ship is docked: at which installation, how it lies to its centre, inside it or out (FT-12.7.3, FT-12.7.5).

    It counts as docked from the turn `since`, and is `leaving` in the turn in which it undocks (FT-12.7.3, FT-12.7.4).
    """

    station: str
    offset: Vector
    inside: bool = False
    leaving: bool = False
    since: int = 0


@dataclass(slots=True)
class Core:
    """The Core Systems of a ship, where that option is used (FT-7.2.1).

    `control_from` is the turn from whose start an out-of-control ship obeys again, `lost_for_good` a Bridge beyond repair
    (FT-7.2.3); `power` the Power Core (FT-7.2.6); `air_until` the turn at whose end a hit Life Support fails (FT-7.2.10).
    """

    control_from: int = 0
    lost_for_good: bool = False
    power: Literal["sound", "damaged"] = "sound"
    air_until: int | None = None


@dataclass(slots=True)
class Cloak:
    """A ship under its Cloaking Field until the end of turn `until`: where it went under, and how it moved then (FT-11.3.15)."""

    marker: Vector
    course: Vector
    velocity: int
    facing: Clock
    until: int


@dataclass(slots=True)
class Ship:
    """A ship in play.

    `course` is a unit vector, `velocity` whole MU a turn, `facing` a clock point; `lost` the systems crossed off with what
    crossed them off (``threshold`` or ``needle``), `spent` the fired one-shot systems, `magazines` the salvos left in each,
    `shell` the boxes left in each layer of a Shell, the inmost first, `recharging`
    the turn from which each fired Plasma Bolt Launcher may fire again, `shrouded` whether a Vapour Shroud is up this turn,
    `holds_lost` how many boxes of cargo or passengers are gone, from the left. A `derelict` drifts without power or crew;
    `derelict_by` says why (``dumped``, ``abandoned``, ``life-support``); `abandoned_on` is the turn from which nobody holds
    its damaged Power Core any more (FT-7.2.9). `track` is where it was when its last turns began, the latest last.
    `used` are launchers and weapons that have fired in this turn before ship fire (FT-11.3.7, FB2-22). A `station` is an
    installation (FT-12.7.1); as a section it belongs to the one called `base` and is joined to those `beside` it, by their ids
    (FT-12.8.1). `orbit` and `dock` say what else than its drive moves a ship, `ashore` how it left.

    `jump_on` is the turn in which it jumps out, 0 for none (FT-8.1.1); `carried_by` the tug that tows it or the tender in whose
    bays it lies (FT-8.3.5). `marines_lost` are Boarding Factors lost or gone over to a prize (FT-10.5.6), `yielded_to` the
    seat to which it has surrendered (FT-10.7.2) or by whose marines it was taken in this turn, `taken_from` the side that a prize
    was taken from, and `crew_change` by how many Crew Factors its prize crew differs from its crew dots (FT-10.5.7).

    Of a Sa'Vasku construct `consumed` is the Biomass spent from the far end of its track (FT-A.3.2), `pools` the Power Points
    left in each pool this turn (FT-A.3.4), `generators_lost` the rows, from 1, whose generators are gone (FT-A.3.3). `leeches`
    are the Leech Pods on any ship with the turn in which they bit (FT-A.3.16).

    `doing` are the declarations that it carries out in this turn (FT-2.7.4), by their words. `mines` are those left in each
    Minelayer, `charge` what is in its Wave Guns by system (FT-11.3.8). Under a `cloak` nobody else knows its true place.
    """

    id: str
    name: str
    side: str
    seat: str
    design: Design
    position: Vector
    course: Vector
    velocity: int
    facing: Clock
    armour: int
    hull_damage: int = 0
    drive_hits: int = 0
    lost: dict[str, str] = field(default_factory=dict)
    spent: list[str] = field(default_factory=list)
    holds_lost: int = 0
    core: Core = field(default_factory=Core)
    status: Status = "fighting"
    derelict_by: str = ""
    abandoned_on: int | None = None
    track: list[Vector] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    magazines: dict[str, Load] = field(default_factory=dict)
    station: bool = False
    base: str = ""
    beside: tuple[str, ...] = ()
    orbit: Orbit | None = None
    dock: Dock | None = None
    ashore: Ashore = ""
    jump_on: int = 0
    carried_by: str = ""
    marines_lost: int = 0
    crew_change: int = 0
    yielded_to: str = ""
    taken_from: str = ""
    shell: list[int] = field(default_factory=list)
    recharging: dict[str, int] = field(default_factory=dict)
    shrouded: bool = False
    consumed: int = 0
    pools: dict[str, int] = field(default_factory=dict)
    generators_lost: list[int] = field(default_factory=list)
    leeches: dict[str, int] = field(default_factory=dict)
    doing: list[str] = field(default_factory=list)
    mines: dict[str, int] = field(default_factory=dict)
    charge: dict[str, int] = field(default_factory=dict)
    cloak: Cloak | None = None

    @property
    def on_table(self) -> bool:
        """Whether it is there to be seen and shot at: fighting or adrift, and not inside a station (FT-12.7.5)."""
        return self.status in ("fighting", "derelict") and (self.dock is None or not self.dock.inside)

    def docked(self, turn: int) -> bool:
        """Whether it counts as docked in a turn, and uses neither weapons nor Screens of its own (FT-12.7.3, FT-12.7.5)."""
        return self.dock is not None and self.dock.since <= turn

    @property
    def dummy(self) -> bool:
        """Whether it is only a drone that looks like a ship (FT-10.3.1)."""
        return self.design.key.startswith(DUMMY)

    @property
    def in_the_fight(self) -> bool:
        """Whether it fights on for its side or will yet: a real ship, seen, under its cloak or in reserve (FT-8.2.1).

        One that was just taken does not (FT-10.5.7).
        """
        return self.status == "reserve" or (self.status in ("fighting", "cloaked") and not self.dummy and not self.yielded_to)


DUMMY = "dummy/"
"""How the keys of the designs of Dummy Bogeys begin; no design file can have such a key."""


GroupStatus: TypeAlias = Literal["aboard", "flying", "away", "destroyed", "left"]


@dataclass(slots=True)
class FighterGroup:
    """A group of one to six fighters of one type (FT-5.0.1).

    `launched` is the strength it was launched with, `lost` how many of its fighters were shot away, `cef` its endurance; `home`
    the ship or base it came with, `aboard` the ship in which it lies, in the Bay `bay` of it, `ready` the first turn in which it
    may be launched (None: never again). Of this turn are: the ship that it screens, the group that it escorts, the ship at which
    its attack `run` goes, whether it `broke_off` one, the CEF spent on `evasion`, whether it has `fired`. `exhausted` is one that
    went Ro'Kah and may not attack until it has been recovered (FT-5.7.13), `since` the turn of its launch, `ace` the dice that a
    named pilot adds (FT-5.7.14). `inside`
    is the turn since which it lies in a Drone Womb, grown or taken in (FT-A.3.23).
    One that is `away` is at its `base` off the table or under way to it, or `ordered` out and under way from it (FT-5.8.10).
    """

    id: str
    name: str
    side: str
    seat: str
    type: str
    strength: int
    launched: int
    cef: int
    home: str
    bay: str
    position: Vector
    facing: Clock = 12
    status: GroupStatus = "aboard"
    aboard: str = ""
    ready: int | None = 1
    torpedoes_spent: bool = False
    screening: str = ""
    escorting: str = ""
    run: str = ""
    broke_off: bool = False
    evasion: int = 0
    fired: bool = False
    exhausted: bool = False
    since: int = 0
    ace: int = 0
    base: str = ""
    ordered: bool = False
    inside: int = 0
    lost: int = 0

    @property
    def on_table(self) -> bool:
        """Whether it flies and can be shot at."""
        return self.status == "flying"


@dataclass(slots=True)
class Marker:
    """Ordnance on the table: a Missile Salvo, a Plasma Bolt, an Anti-Matter Torpedo, a mine.

    `strength` is what it was placed with (missiles, levels of a bolt), `hits` what was shot away since, never more (FT-6.2.2).
    `source` is the system that placed it, of the ship `by`; `placed` the turn. `targets` are the ships that it attacks.
    """

    id: str
    kind: str
    side: str
    seat: str
    position: Vector
    strength: int
    by: str
    source: str
    placed: int
    hits: int = 0
    targets: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Markers go by their ids."""
        return self.id

    @property
    def left(self) -> int:
        """The missiles or levels that are left."""
        return self.strength - self.hits

    @property
    def on_table(self) -> bool:
        """Whether it is still there: a removed marker is no longer in the state."""
        return self.left > 0


BodyKind: TypeAlias = Literal["asteroid", "cloud", "fringe", "swarm", "debris", "wreck", "planet", "station"]


@dataclass(slots=True)
class Body:
    """Something that lies in space: `radius` in MU, `drift` in MU a turn.

    An area of another shape than a circle has `corners`, seen from its position. `points` are the damage points that a rock
    has left (FT-12.2.5), `until` is the last turn of what does not last (0: it does). A ``station`` is the bulk of an
    installation and has its id with ``-bulk`` behind it (FT-12.7.7), a ``fringe`` that of an atmosphere (FT-12.3.4).
    """

    id: str
    kind: BodyKind
    name: str
    position: Vector
    radius: float
    drift: Vector = ORIGIN
    corners: tuple[Vector, ...] = ()
    points: int = 0
    until: int = 0

    @property
    def side(self) -> str:
        """Nobody's."""
        return ""

    @property
    def on_table(self) -> bool:
        """What is gone is no longer in the state."""
        return True


@dataclass(slots=True)
class Template:
    """The template of a Nova Cannon under way: from where it was fired in which direction, and in which turn (FT-11.3.5)."""

    id: str
    by: str
    side: str
    seat: str
    origin: Vector
    facing: Clock
    fired: int


@dataclass(slots=True)
class ScanNote:
    """What a side learned of a ship by a scan of this turn, never brought up to date (FT-10.2.5)."""

    side: str
    ship: str
    turn: int
    level: int
    facts: dict[str, Json]


SmallTarget: TypeAlias = FighterGroup | Marker
"""What ships fire at by the rules for small targets (FT-5.4.2, FT-5.4.3)."""


class Thing(Protocol):
    """What has a place on the table and a side: ships, fighter groups, markers."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def position(self) -> Vector: ...
    @property
    def on_table(self) -> bool: ...


def has_yielded(ship: Ship, side: str, seats: Mapping[str, str]) -> bool:
    """Whether a ship has given itself up to a side, which then does not fire at it any more (FT-10.7.2)."""
    return bool(ship.yielded_to) and seats.get(ship.yielded_to) == side


def name_of(thing: Thing) -> Text:
    """A ship, group or marker in a text, to be pointed at."""
    return _named(thing.id, thing.name)


@lru_cache(maxsize=1024)
def _named(ship: str, name: str) -> Text:
    return Text("{ship}", {"ship": Unit(ship, name)})


def kind_of(ship: Ship) -> str:
    """What kind of ship it is, in words: ``heavy cruiser``."""
    return ship.design.class_name.lower() or ship.design.group


@dataclass(slots=True)
class NotedDamage:
    """One attack: what it does in blow after blow, and what Needle Beams knock out (FT-4.2.4).

    The duel option holds those of phase 8 back until both have fired (FT-2.7.48). What is no `fire` makes no ship explode
    (FT-12.6.1).
    """

    attacker: str
    target: str
    blows: list[Blow] = field(default_factory=list)
    knocked_out: list[str] = field(default_factory=list)
    fire: bool = True

    def shares(self) -> tuple[int, int]:
        """The points for armour, and those past it (FT-4.5.6)."""
        return shares_of(self.blows)


@dataclass(slots=True)
class Arrival:
    """How a ship will drop out of FTL: when, where, and how it will move then (FT-8.2.1); secret until it is `announced`."""

    turn: int
    position: Vector
    course: Clock
    velocity: int
    facing: Clock
    announced: bool = False


@dataclass(slots=True)
class FleetState:
    """A battle. At a rest this alone tells how it goes on.

    `seats` maps each seat to its side. `initiative` lists the sides, winner first (FT-2.7.6). `orders` are the written
    orders by ship, secret until phase 5 has executed them; `last_orders` those executed last. `fired` lists the ships
    activated in phase 8, `acted` the units activated in another phase, `passed` the seats that have passed, `last_side` the
    side that acted last (FT-2.7.8). `plans` holds by seat what its units will do at its next activations of this phase, secret
    until they do it. `accelerated` are the ships that have burned or pushed in phase 5. While they are `deploying`, the ships
    that were picked have no place yet. `arrivals` are the plans of ships in reserve, secret until announced (FT-8.2.1),
    `striking` the ships that offer their surrender and wait for the answer (FT-10.7.1), `withdrawn` the sides that were ordered
    to withdraw (FT-10.6.1). `bogeys` are the ships that are still unknown to the enemy, Dummies among them (FT-10.1.1),
    `notes` what scans have brought, `reflected` the ships whose Reflex Field the enemy has met (FT-11.3.12).
    """

    scenario: Scenario
    switches: Switches
    seats: dict[str, str]
    ships: dict[str, Ship]
    turn: int = 1
    step: int = 0
    initiative: list[str] = field(default_factory=list)
    orders: dict[str, str] = field(default_factory=dict)
    last_orders: dict[str, str] = field(default_factory=dict)
    fired: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    last_side: str = ""
    noted: list[NotedDamage] = field(default_factory=list)
    picks: dict[str, dict[str, int]] = field(default_factory=dict)
    deploying: bool = False
    groups: dict[str, FighterGroup] = field(default_factory=dict)
    markers: dict[str, Marker] = field(default_factory=dict)
    bodies: dict[str, Body] = field(default_factory=dict)
    acted: list[str] = field(default_factory=list)
    plans: dict[str, dict[str, Json]] = field(default_factory=dict)
    accelerated: list[str] = field(default_factory=list)
    arrivals: dict[str, Arrival] = field(default_factory=dict)
    striking: list[str] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    bases: dict[str, FarBase] = field(default_factory=dict)
    bogeys: list[str] = field(default_factory=list)
    notes: list[ScanNote] = field(default_factory=list)
    templates: dict[str, Template] = field(default_factory=dict)
    reflected: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FleetView(FleetState):
    """What one seat (None: a spectator) may know: a state without the orders that others have written (FT-2.1.5)."""

    viewer: str | None = None
