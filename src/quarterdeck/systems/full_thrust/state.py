"""The state of a Full Thrust battle: plain data, shared with nobody, changed by the chapters of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias

from quarterdeck.engine.plane import Clock, Vector
from quarterdeck.engine.text import Text, Unit
from quarterdeck.systems.full_thrust.scenario import Scenario, Switches
from quarterdeck.systems.full_thrust.ship import Design

Status: TypeAlias = Literal["fighting", "derelict", "left", "destroyed"]


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
class Ship:
    """A ship in play.

    `course` is a unit vector, `velocity` whole MU a turn, `facing` a clock point; `lost` the systems crossed off with what
    crossed them off (``threshold`` or ``needle``), `spent` the fired one-shot systems, `holds` how many boxes of cargo or
    passengers are gone, from the left. A `derelict` drifts without power or crew; `derelict_by` says
    why (``dumped``, ``abandoned``, ``life-support``); `abandoned_on` is the turn from which nobody holds its damaged Power
    Core any more (FT-7.2.9). `track` is where it was when its last turns began, the latest last.
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

    @property
    def on_table(self) -> bool:
        """Whether it is still there to be seen and shot at: fighting or adrift."""
        return self.status in ("fighting", "derelict")


def name_of(ship: Ship) -> Text:
    """A ship in a text, to be pointed at."""
    return _named(ship.id, ship.name)


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
    activated in phase 8, `passed` the seats that have passed, `last_side` the side that acted last (FT-2.7.8). While they are
    `deploying`, the ships that were picked have no place yet.
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


@dataclass(slots=True)
class FleetView(FleetState):
    """What one seat (None: a spectator) may know: a state without the orders that others have written (FT-2.1.5)."""

    viewer: str | None = None
