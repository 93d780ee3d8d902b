"""What is agreed before a battle: the table, the sides, what may be fielded, the options and how it is won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from quarterdeck.engine.pickled import Pickled
from quarterdeck.engine.plane import Clock, Vector
from quarterdeck.engine.system import Switch
from quarterdeck.engine.text import Side, Text, _
from quarterdeck.systems.full_thrust.aliens.guns import PLASMA_RADIUS
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.terrain.setup import Terrain


@dataclass(frozen=True, slots=True)
class Switches(Pickled):
    """The optional rules, each off unless agreed before the battle (FT-1.1.1).

    `core_systems`: ships have a Bridge, a Power Core and Life Support that can be hit (FT-7.2.1). `duel_damage`: with one
    ship a side, damage of phase 8 waits until both have fired (FT-2.7.48). `free_pushes`: any ship may push in any clock
    direction (FT-3.2.11). `ro_kah`: damaged Kra'Vak fighters may rage (FT-5.7.13). `single_bay_recovery`: a ship with one Bay
    can recover a group (FT-5.8.4). `classic`: turns are played in the order of Fleet Book 2 (FB2-1), with `fighter_morale`
    too if groups that lose fighters to point defence may lose heart (FB2-23). `breakable_asteroids`: rocks can be shot to
    pieces (FT-12.2.5). `explosions`: ships that are destroyed explode or drift on as wrecks (FT-12.6.1). `boarding`: Marines
    may take enemy ships (FT-10.5.1). `fleet_morale`: a side that has lost too much withdraws (FT-10.6.1). `strike_colours`:
    captains may give up at a threshold check (FT-10.7.1). `wild_scatter`: ships that drop out of FTL may come out very far
    off (FT-8.2.5). `splitting`: a fighter group may become two (FT-5.6.6). `small_broods`: constructs may grow fewer than
    six Drones at once (FT-A.3.22). `non_ftl_ships`: who picks may pick ships without an FTL Drive (FT-8.4.2).

    `bogeys`: ships are only contacts until they are scanned (FT-10.1.1), `dummies` may be among them (FT-10.3.1). `sensors`:
    Enhanced and Superior Sensors tell more (FT-10.2.3); `ecm`: ships may jam scans (FT-10.4.3). The wonder weapons
    `nova_cannon`, `wave_gun`, `reflex_field` and `cloaking_field` need consent (FT-11.3.1).
    """

    breakable_asteroids: bool = False
    core_systems: bool = False
    duel_damage: bool = False
    explosions: bool = False
    free_pushes: bool = False
    ro_kah: bool = False
    single_bay_recovery: bool = False
    small_broods: bool = False
    classic: bool = False
    fighter_morale: bool = False
    boarding: bool = False
    fleet_morale: bool = False
    strike_colours: bool = False
    wild_scatter: bool = False
    splitting: bool = False
    non_ftl_ships: bool = False
    bogeys: bool = False
    dummies: bool = False
    sensors: bool = False
    ecm: bool = False
    nova_cannon: bool = False
    wave_gun: bool = False
    reflex_field: bool = False
    cloaking_field: bool = False


MORALE_LIMIT = 50
"""The loss of MASS, in percent, at which a side withdraws where the scenario names no other (FT-10.6.1)."""

Edge: TypeAlias = Literal["left", "right", "top", "bottom"]


@dataclass(frozen=True, slots=True)
class GroupSetup(Pickled):
    """A fighter group aboard a ship: its type, a key of `fighters.types.TYPES`, its strength, its name ("": one is made).

    `ace` are the dice that a named pilot adds to its attacks (FT-5.7.14).
    """

    type: str
    strength: int
    name: str = ""
    ace: int = 0


@dataclass(frozen=True, slots=True)
class Post(Pickled):
    """What else than a ship under way it is: an installation of this `radius`, in MU, perhaps a section (FT-12.7.1, FT-12.8.1).

    `base` is the installation to which a section belongs, `beside` the ids of those joined to it. Or a ship `docked` at one, by
    its id, `inside` it or out (FT-12.7.5). Or one in `orbit`, "clockwise" or "anticlockwise" (FT-13.0.4).
    """

    station: bool = False
    radius: float = 0.0
    base: str = ""
    beside: tuple[str, ...] = ()
    docked: str = ""
    inside: bool = False
    orbit: str = ""


@dataclass(frozen=True, slots=True)
class FarBase(Pickled):
    """A base off the table (FT-5.8.10): where its groups enter, in MU, turns under way each way, turns to rearm, its groups."""

    id: str
    name: str
    seat: str
    entry: Vector
    delay: int
    rearm: int
    fighters: tuple[GroupSetup, ...] = ()


@dataclass(frozen=True, slots=True)
class Deployment(Pickled):
    """A ship where the scenario puts it: position in MU, course a unit vector, velocity MU a turn, facing a clock point.

    `fighters` are the groups in its Bays, in their order; `post` is None for a ship under way. A ship that `arrives` drops
    out of FTL in the battle; the rest is what the scenario proposes for it (FT-8.2.1). `carrier` is the id of the ship that
    brings it along, ``""`` for none: in its bays, or `towed` (FT-8.3.5).
    """

    id: str
    design: str
    name: str
    seat: str
    position: Vector
    course: Vector
    velocity: int
    facing: Clock
    fighters: tuple[GroupSetup, ...] = ()
    post: Post | None = None
    arrives: bool = False
    carrier: str = ""
    towed: bool = False


@dataclass(frozen=True, slots=True)
class DummySetup(Pickled):
    """A Dummy Bogey where the scenario puts it, with the Main Drive rating that its owner has chosen (FT-10.3.3)."""

    seat: str
    thrust: int
    position: Vector
    course: Vector
    velocity: int


@dataclass(frozen=True, slots=True)
class Muster(Pickled):
    """What a side may pick and where it deploys: CPV budget, design keys, zone (left, bottom, right, top) and motion."""

    points: int
    designs: tuple[str, ...]
    zone: tuple[float, float, float, float]
    velocity: int
    facing: Clock


@dataclass(frozen=True, slots=True)
class SideSetup(Pickled):
    """One side: either the ships of the scenario or a muster. `seats` play it; `bases` lie off the table."""

    id: str
    name: str
    seats: tuple[str, ...]
    ships: tuple[Deployment, ...] = ()
    muster: Muster | None = None
    bases: tuple[FarBase, ...] = ()
    dummies: tuple[DummySetup, ...] = ()


@dataclass(frozen=True, slots=True)
class Escape(Pickled):
    """Victory by escaping: `side` wins when at least `share` percent of its cargo capacity has left over `edge`.

    Over the edge "surface" means that it has landed on a planet (FT-13.3.2, FT-13.3.3).
    """

    side: str
    edge: Edge | Literal["surface"]
    share: int


@dataclass(frozen=True, slots=True)
class Scenario(Pickled):
    """A battle as it is set up. `table` is width and height in MU, None for unlimited space (FT-2.3.1, FT-3.2.20).

    `designs` holds every design used or on offer, by key. A side wins when no other has a fighting ship left on the table; at
    the end of `turn_limit` the side with the highest score wins. With `escape` that rule decides instead. `morale_limit` is the
    percentage of its MASS at whose loss a side withdraws (FT-10.6.1), `plasma_radius` how far Plasma Bolts burst, in MU
    (FT-A.4.15). The pairs of sides that `never_strike` do not surrender to each other (FT-10.7.3).
    """

    key: str
    title: str
    text: str
    table: tuple[int, int] | None
    turn_limit: int
    sides: tuple[SideSetup, ...]
    designs: dict[str, Design]
    escape: Escape | None = None
    switches: Switches = Switches()
    terrain: Terrain | None = None
    morale_limit: int = MORALE_LIMIT
    plasma_radius: int = PLASMA_RADIUS
    never_strike: tuple[tuple[str, str], ...] = ()

    def seat_sides(self) -> dict[str, str]:
        """Each seat with its side, in order."""
        return {seat: side.id for side in self.sides for seat in side.seats}

    def facts(self) -> list[Text]:
        """The table, what is picked, how it is won, and the switches that are on."""
        picked = [_picking(side, side.muster) for side in self.sides if side.muster is not None]
        switched = [_("Option: {text}", text=switch.text) for switch in self.optional() if switch.on]
        agreed = [_("Plasma Bolts burst within {n} MU.", n=self.plasma_radius)] if self.plasma_radius != PLASMA_RADIUS else []
        agreed += [self._never_strike(*pair) for pair in self.never_strike if self.switches.strike_colours]
        terrain = self.terrain.facts() if self.terrain else []
        bases = [_base(base) for side in self.sides for base in side.bases]
        return [_space(self.table), *terrain, *bases, *picked, *self._winning(), *switched, *agreed]

    def optional(self) -> list[Switch]:
        """The optional rules as they stand (FT-1.1.1)."""
        return [Switch(key, text, rule, getattr(self.switches, key)) for key, (text, rule) in OPTIONAL.items()]

    def _never_strike(self, one: str, other: str) -> Text:
        names = {side.id: Side(side.id, side.name) for side in self.sides}
        return _("{one} and {other} never strike their colours to each other.", one=names[one], other=names[other])

    def _winning(self) -> list[Text]:
        if self.escape is None:
            return [
                _("A side wins when no other has a fighting ship left on the table."),
                _("After turn {n} the higher score wins.", n=self.turn_limit),
                _("The score is the CPV of enemy ships destroyed or adrift, and half of it for those that got away."),
            ]
        side = Side(self.escape.side, next(side.name for side in self.sides if side.id == self.escape.side))
        share = self.escape.share
        if self.escape.edge == "surface":
            goal = _("{side} wins when {share}% of its cargo has landed on a planet.", side=side, share=share)
        else:
            edge = EDGE_NAMES[self.escape.edge]
            goal = _("{side} wins when {share}% of its cargo has left over the {edge} edge.", side=side, share=share, edge=edge)
        return [
            goal,
            _("Cargo still under way counts as well once no enemy has a fighting ship left."),
            _("Its enemies win when it no longer can, or after turn {n}.", n=self.turn_limit),
        ]


def _base(base: FarBase) -> Text:
    return _(
        "Fighters of {base} enter at {x}, {y}: {delay} turns under way, {rearm} to rearm.",
        base=base.name,
        x=base.entry.x,
        y=base.entry.y,
        delay=base.delay,
        rearm=base.rearm,
    )


EDGE_NAMES: dict[Edge, Text] = {"left": _("left"), "right": _("right"), "top": _("top"), "bottom": _("bottom")}

OPTIONAL: dict[str, tuple[Text, str]] = {
    "breakable_asteroids": (_("asteroids can be shot to pieces."), "FT-12.2.5"),
    "core_systems": (_("the Bridge, Power Core and Life Support of a ship can be hit."), "FT-7.2.1"),
    "duel_damage": (_("with one ship a side, damage waits until both have fired."), "FT-2.7.48"),
    "explosions": (_("a ship that is destroyed may explode, or drifts on as a wreck."), "FT-12.6.1"),
    "free_pushes": (_("any ship may push in any clock direction."), "FT-3.2.11"),
    "ro_kah": (_("Kra'Vak fighters that have suffered losses may go into a rage."), "FT-5.7.13"),
    "single_bay_recovery": (_("a ship with a single Fighter Bay can recover a group."), "FT-5.8.4"),
    "small_broods": (_("a Drone Womb may grow fewer than six Drones at once."), "FT-A.3.22"),
    "classic": (_("turns are played in the order of Fleet Book 2: fighters and ordnance attack before ships fire."), "FB2-1"),
    "fighter_morale": (_("in that order, groups that lose fighters to point defence may lose heart."), "FB2-23"),
    "boarding": (_("Marines may board and take enemy ships."), "FT-10.5.1"),
    "fleet_morale": (_("a side that has lost too much of its MASS withdraws and is beaten."), "FT-10.6.1"),
    "strike_colours": (_("a captain may strike the colours at a threshold check."), "FT-10.7.1"),
    "wild_scatter": (_("ships that drop out of FTL may come out very far off."), "FT-8.2.5"),
    "splitting": (_("a fighter group may be split in two."), "FT-5.6.6"),
    "non_ftl_ships": (_("ships without an FTL Drive may be picked."), "FT-8.4.2"),
    "bogeys": (_("ships are unknown contacts until they are scanned."), "FT-10.1.1"),
    "dummies": (_("with unknown contacts, some of them may be Dummies."), "FT-10.3.1"),
    "sensors": (_("Enhanced and Superior Sensors learn what a scanned ship carries."), "FT-10.2.3"),
    "ecm": (_("ECM may jam active scans."), "FT-10.4.3"),
    "nova_cannon": (_("Nova Cannons may be fired."), "FT-11.3.2"),
    "wave_gun": (_("Wave Guns may be charged and fired."), "FT-11.3.7"),
    "reflex_field": (_("Reflex Fields may be switched on."), "FT-11.3.12"),
    "cloaking_field": (_("ships may go under their Cloaking Fields."), "FT-11.3.15"),
}
"""What each switch does, and its rule, by its name in `Switches`."""


def _space(table: tuple[int, int] | None) -> Text:
    if table is None:
        return _("Space has no edge.")
    return _("The table is {width} by {height} MU; a ship that leaves it does not come back.", width=table[0], height=table[1])


def _picking(side: SideSetup, muster: Muster) -> Text:
    return _("{side} picks ships for {points} CPV.", side=Side(side.id, side.name), points=muster.points)
