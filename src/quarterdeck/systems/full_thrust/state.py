"""The state of a Full Thrust battle: plain data, shared with nobody, changed by the chapters of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, Protocol, TypeAlias

from quarterdeck.engine.plane import ORIGIN, Clock, Vector
from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import Text, Unit
from quarterdeck.systems.full_thrust.scenario import Scenario, Switches
from quarterdeck.systems.full_thrust.ship import Design, Load

Status: TypeAlias = Literal["fighting", "derelict", "cloaked", "left", "destroyed"]


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
    `holds_lost` how many boxes of cargo or passengers are gone, from the left. A `derelict` drifts without power or crew;
    `derelict_by` says why (``dumped``, ``abandoned``, ``life-support``); `abandoned_on` is the turn from which nobody holds
    its damaged Power Core any more (FT-7.2.9). `track` is where it was when its last turns began, the latest last.
    `defended` are the weapons that have fired in the phase of point defence of this turn (FB2-22).

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
    defended: list[str] = field(default_factory=list)
    magazines: dict[str, Load] = field(default_factory=dict)
    doing: list[str] = field(default_factory=list)
    mines: dict[str, int] = field(default_factory=dict)
    charge: dict[str, int] = field(default_factory=dict)
    cloak: Cloak | None = None

    @property
    def on_table(self) -> bool:
        """Whether it is still there to be seen and shot at: fighting or adrift."""
        return self.status in ("fighting", "derelict")

    @property
    def dummy(self) -> bool:
        """Whether it is only a drone that looks like a ship (FT-10.3.1)."""
        return self.design.key.startswith(DUMMY)

    @property
    def in_the_fight(self) -> bool:
        """Whether it still counts for its side: a real ship that fights, seen or under its cloak."""
        return self.status in ("fighting", "cloaked") and not self.dummy


DUMMY = "dummy/"
"""How the keys of the designs of Dummy Bogeys begin; no design file can have such a key."""


GroupStatus: TypeAlias = Literal["aboard", "flying", "destroyed", "left"]


@dataclass(slots=True)
class FighterGroup:
    """A group of one to six fighters of one type (FT-5.0.1).

    `launched` is the strength it was launched with, `cef` its endurance; `home` the ship it came with, `aboard` the ship in
    which it lies, in the Bay `bay` of it, `ready` the first turn in which it may be launched (None: never again). Of this turn
    are: the ship that it screens, the group that it escorts, the ship at which its attack `run` goes, whether it `broke_off`
    one, the CEF spent on `evasion`, whether it has `fired`. `exhausted` is one that went Ro'Kah and may not attack until it
    has been recovered (FT-5.7.13), `since` the turn of its launch, `ace` the dice that a named pilot adds (FT-5.7.14).
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


@dataclass(slots=True)
class Body:
    """Something that lies in space, for the chapters of terrain and planets: `radius` in MU, `drift` in MU a turn."""

    id: str
    kind: str
    name: str
    position: Vector
    radius: float
    drift: Vector = ORIGIN


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
    """Ship-to-ship damage that the duel option holds back until both have fired (FT-2.7.48)."""

    attacker: str
    target: str
    armour_share: int
    hull_share: int
    knocked_out: list[str]


@dataclass(slots=True)
class FleetState:
    """A battle. At a rest this alone tells how it goes on.

    `seats` maps each seat to its side. `initiative` lists the sides, winner first (FT-2.7.6). `orders` are the written
    orders by ship, secret until phase 5 has executed them; `last_orders` those executed last. `fired` lists the ships
    activated in phase 8, `acted` the units activated in another phase, `passed` the seats that have passed, `last_side` the
    side that acted last (FT-2.7.8). `plans` holds by seat what its units will do at its next activations of this phase, secret
    until they do it. `accelerated` are the ships that have burned or pushed in phase 5. While they are `deploying`, the ships
    that were picked have no place yet. `bogeys` are the ships that are still unknown to the enemy, Dummies among them
    (FT-10.1.1), `notes` what scans have brought, `reflected` the ships whose Reflex Field the enemy has met (FT-11.3.12).
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
    bogeys: list[str] = field(default_factory=list)
    notes: list[ScanNote] = field(default_factory=list)
    templates: dict[str, Template] = field(default_factory=dict)
    reflected: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FleetView(FleetState):
    """What one seat (None: a spectator) may know: a state without the orders that others have written (FT-2.1.5)."""

    viewer: str | None = None
