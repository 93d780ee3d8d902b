"""The picture of a view: the table with its ships, the fleets beside it, how far the turn is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from quarterdeck.engine.picture import Mount, Picture, Progress, Side, Unit, phases
from quarterdeck.engine.plane import to_degrees
from quarterdeck.engine.scene import Area, Badge, Bar, Circle, Icon, Item, Path, Plane, Scene, Token, Words
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.systems.full_thrust.contacts.designs import is_contact
from quarterdeck.systems.full_thrust.contacts.picture import CLOAKED, UNKNOWN, cloak_items, contact_token, field_items, scan_facts
from quarterdeck.systems.full_thrust.core_systems import in_control
from quarterdeck.systems.full_thrust.damage import hull_left, rows_left
from quarterdeck.systems.full_thrust.fighters import small_craft
from quarterdeck.systems.full_thrust.ftl.shown import ftl_items
from quarterdeck.systems.full_thrust.manoeuvres import Manoeuvre
from quarterdeck.systems.full_thrust.movement import moved_by, thrust_of
from quarterdeck.systems.full_thrust.orders import takes_orders
from quarterdeck.systems.full_thrust.ranges import range_areas, weapon_icon
from quarterdeck.systems.full_thrust.sequence import come_to, has_launches, has_small_craft, steps_of
from quarterdeck.systems.full_thrust.ship import Group, System
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Ship, Status, kind_of
from quarterdeck.systems.full_thrust.targets import working_weapons
from quarterdeck.systems.full_thrust.terrain.drawn import has_remains, terrain_items

GRID, CROSSES = 12, 6
"""Lines in the distance of the Beam bands, crosses half as far apart, in MU (FT-4.3.1)."""

NAME_PRIORITY: dict[Group, Literal[1, 2, 3]] = {"capital": 3, "cruiser": 2, "escort": 1, "merchant": 1}
"""Whose name is kept where there is no room for all, by size group."""


def picture(view: FleetView) -> Picture:
    """All that is drawn of a view; it says no more than the view."""
    scene = Scene(_table(view), tuple(_items(view)))
    units = (*[_unit(view, ship) for ship in view.ships.values()], *small_craft.units(view))
    return Picture(scene, tuple(_sides(view)), progress(view), units)


def _table(view: FleetState) -> Plane:
    """The table (FT-2.3.1); the stars are scattered by the scenario's key."""
    star = sum(view.scenario.key.encode()) % 100
    return Plane("MU", view.scenario.table, grid=GRID, cross=CROSSES, clock=12, star=star)


# Ships on the table


def _items(view: FleetView) -> Iterator[Item]:
    if view.bodies or view.scenario.terrain:
        yield from terrain_items(view)
    for ship in view.ships.values():
        if ship.status == "destroyed" and not has_remains(view, ship.id):
            yield _wreck(ship)
        elif ship.cloak is not None:
            yield from cloak_items(view, ship)
        elif ship.on_table and placed(view, ship):
            yield from _ship_items(view, ship)
    if view.markers or view.templates:
        yield from field_items(view)
    if view.groups or view.markers:
        yield from small_craft.items(view)
    yield from ftl_items(view)


def placed(view: FleetState, ship: Ship) -> bool:
    """Whether a ship has a place: those that were picked have none until they are deployed."""
    return not view.deploying or all(side.id != ship.side or not side.muster for side in view.scenario.sides)


def _ship_items(view: FleetView, ship: Ship) -> Iterator[Item]:
    """A ship with its track, where it drifts to (FT-3.1.1), how far from there its orders can take it, and its weapons' arcs.

    Once ships have moved, where they go next shows of the one that is pointed at.
    """
    move = moved_by(view, ship, ())
    if ship.track:
        points = (*ship.track, ship.position)
        yield Path(id=f"{ship.id}.t", side=ship.side, ref=ship.id, style="track", points=points, ticks=True)
    moved = come_to(view, "fire")
    if takes_orders(view, ship):
        reach = Circle(move.drift, thrust_of(ship))
        yield Area(
            id=f"{ship.id}.r",
            side=ship.side,
            ref=ship.id,
            show=("hover",) if moved else ("sel", "hover"),
            style="reach",
            shape=reach,
        )
    if ship.velocity:
        yield from _vector(ship, move, ("hover",) if moved else ())
    yield from range_areas(ship.id, tuple(working_weapons(ship)), ship.station)
    yield _token(view, ship)


def _vector(ship: Ship, move: Manoeuvre, show: tuple[Literal["hover"], ...]) -> Iterator[Item]:
    arc = move.flight.arc if move.flight is not None else ()
    drift, number = move.end.position, str(ship.velocity)
    line = arc or (ship.position, drift)
    yield Path(id=f"{ship.id}.v", side=ship.side, ref=ship.id, show=show, style="vector", points=line, text=number)
    yield Token(
        id=f"{ship.id}.d",
        side=ship.side,
        ref=ship.id,
        show=show,
        style="drift",
        silhouette=ship.design.silhouette,
        at=drift,
        heading=facing_of(ship),
        ring="none",
    )


def _token(view: FleetView, ship: Ship) -> Token:
    if is_contact(ship):
        return contact_token(ship)
    return Token(
        id=ship.id,
        side=ship.side,
        ref=ship.id,
        say=_spoken(view, ship),
        style="live",
        silhouette=ship.design.silhouette,
        at=ship.position,
        heading=facing_of(ship),
        stack=ship.base,
        name=ship.name,
        priority=NAME_PRIORITY[ship.design.group],
        bars=_bars(ship),
        badges=tuple(_badges(view, ship)),
        ring="plain" if come_to(view, "fire") else "clock",
    )


def _wreck(ship: Ship) -> Token:
    said = _("{ship}, destroyed", ship=ship.name)
    return Token(
        id=ship.id,
        side=ship.side,
        ref=ship.id,
        say=said,
        style="wreck",
        silhouette="wreck",
        at=ship.position,
        heading=facing_of(ship),
        name=ship.name,
        named=False,
        ring="none",
    )


def facing_of(ship: Ship) -> int:
    """The facing of a ship in degrees clockwise from up."""
    return ship.facing % 12 * 30


def course_of(ship: Ship) -> int:
    """The course of a ship in whole degrees clockwise from up."""
    return round(to_degrees(ship.course)) % 360


def _spoken(view: FleetView, ship: Ship) -> Text:
    """What is read out of a ship on the table."""
    return _(
        "{ship}, {owner}, {kind}, hull {left} of {hull}, {velocity} MU on {course}°",
        ship=ship.name,
        owner=_("yours") if ship.side == own_side(view) else _side_name(view, ship.side),
        kind=kind_of(ship),
        left=hull_left(ship),
        hull=ship.design.hull,
        velocity=ship.velocity,
        course=course_of(ship),
    )


def own_side(view: FleetView) -> str | None:
    """The side for which the viewer plays; None for a spectator."""
    return view.seats.get(view.viewer) if view.viewer is not None else None


def _side_name(view: FleetState, side: str) -> str:
    return next(each.name for each in view.scenario.sides if each.id == side)


def _bars(ship: Ship) -> tuple[Bar, ...]:
    """The rows of the hull, those of no boxes left out (FT-9.3.4), and the armour."""
    boxes = len([row for row in ship.design.rows if row])
    hull = Bar("rows", ship.design.rows[:boxes], tuple(rows_left(ship)[:boxes]), say=HULL)
    armour = Bar("ticks", ship.design.armour, ship.armour, say=ARMOUR)
    bars = (hull, armour) if ship.design.armour else (hull,)
    return (*bars, Bar("rows", ship.design.shell, tuple(ship.shell), say=SHELL)) if ship.design.shell else bars


HULL, ARMOUR, SHELL = _("hull"), _("armour"), _("Shell")

DESTROYED = Badge(Icon("cross"), "bad", _("destroyed"))
LEFT = Badge(Icon("cross"), "mid", _("off the table"))
ASHORE: dict[str, Badge] = {
    "landed": Badge(Icon("tick"), "ink", _("landed")),
    "forced": Badge(Icon("warn"), "warn", _("forced landing")),
    "crashed": Badge(Icon("cross"), "bad", _("crashed")),
    "orbit": Badge(Icon("tick"), "ink", _("in orbit")),
    "jumped": Badge(Icon("tick"), "ink", _("jumped")),
}
"""How a ship has left at a planet (FT-13.3)."""
IN_ORBIT = Badge(Icon("drift"), "ink", _("in orbit"))
DOCKED = Badge(Icon("tick"), "mid", _("docked"))
INSIDE = Badge(Icon("tick"), "mid", _("inside the station"))
ADRIFT = Badge(Icon("drift"), "warn", _("adrift"))
RESERVE = Badge(Icon("drift"), "mid", _("in reserve"))
CARRIED = Badge(Icon("drift"), "mid", _("in a tender"))
STANDING: dict[Status, Badge] = {
    "destroyed": DESTROYED,
    "left": LEFT,
    "derelict": ADRIFT,
    "reserve": RESERVE,
    "carried": CARRIED,
    "cloaked": CLOAKED,
}
SURRENDERED = Badge(Icon("cross"), "warn", _("surrendered"))
TAKEN = Badge(Icon("warn"), "bad", _("taken by boarders"))
WARM = Badge(Icon("warn"), "plan", _("FTL Drive warm"))
IN_TOW = Badge(Icon("drift"), "mid", _("in tow"))
OUT_OF_CONTROL = Badge(Icon("warn"), "warn", _("out of control"))
SHROUDED = Badge(Icon("full-thrust:screen"), "ink", _("in its Vapour Shroud"))
HAS_FIRED = Badge(Icon("full-thrust:fired"), "mid", _("has fired"))
HAS_ORDERS = Badge(Icon("tick"), "ink", _("orders given"))


def _badges(view: FleetView, ship: Ship) -> Iterator[Badge]:
    """How a ship stands, what matters most first; orders that others have written are not in the view (FT-2.1.5)."""
    if ship.status != "fighting":
        struck = ship.derelict_by == "struck" and ship.status == "derelict"
        yield ASHORE.get(ship.ashore) or (SURRENDERED if struck else STANDING[ship.status])
        return
    standing = (
        (ship.id in view.bogeys, UNKNOWN),
        (ship.dock is not None, INSIDE if ship.dock is not None and ship.dock.inside else DOCKED),
        (ship.orbit is not None, IN_ORBIT),
        (bool(ship.yielded_to), TAKEN),
        (bool(ship.jump_on), WARM),
        (bool(ship.carried_by), IN_TOW),
        (not in_control(ship, view.turn) and not ship.yielded_to, OUT_OF_CONTROL),
        (bool(ship.leeches), Badge(Icon("warn"), "warn", ngettext("{n} Leech on it", "{n} Leeches on it", len(ship.leeches)))),
        (ship.shrouded, SHROUDED),
        (ship.id in view.fired, HAS_FIRED),
        (ship.id in view.orders, HAS_ORDERS),
    )
    yield from [badge for holds, badge in standing if holds]


# Fleets


def _unit(view: FleetView, ship: Ship) -> Unit:
    return Unit(
        ship.id,
        ship.side,
        ship.name,
        kind_of(ship),
        ship.design.silhouette,
        bars=() if is_contact(ship) else _bars(ship),
        facts=(*_facts(ship), *scan_facts(view, ship)) if ship.on_table and placed(view, ship) else (),
        status=next(_badges(view, ship), None),
        mounts=tuple(_mount(ship, weapon) for weapon in ship.design.weapons),
        sheet=not is_contact(ship),
    )


def _facts(ship: Ship) -> tuple[Words, ...]:
    """Velocity, course, facing and place."""
    x, y = ship.position
    velocity, course = _("{n} MU", n=ship.velocity), _("{n}°", n=course_of(ship))
    power = tuple([_("{pool} {n} PP", pool=pool, n=n) for pool, n in ship.pools.items()])
    return velocity, course, _("facing {n}", n=ship.facing), _("{x}, {y}", x=x, y=y), *power


def _mount(ship: Ship, weapon: System) -> Mount:
    off: Words = LOST if weapon.id in ship.lost else SPENT if weapon.id in ship.spent else ""
    return Mount(f"{ship.id}/{weapon.id}", weapon_icon(weapon.kind, weapon.cls, weapon.arcs), weapon.name, off)


LOST, SPENT = _("lost"), _("fired")


def _sides(view: FleetView) -> Iterator[Side]:
    """The sides with what their ships cost."""
    own = own_side(view)
    for side in view.scenario.sides:
        points = sum([ship.design.cpv for ship in view.ships.values() if ship.side == side.id])
        yield Side(side.id, side.name, _("{cpv} CPV", cpv=points) if points else "", side.id == own)


# How far the turn is

TURN = _("Turn")


def progress(view: FleetState) -> Progress:
    """The turn, and which of its phases is played."""
    phases_: list[tuple[Words, int | None]] = []
    idle, now = not (has_launches(view) or has_small_craft(view)), 0
    for place, step in enumerate(steps_of(view)):
        unused = step.used is not None and idle
        if not phases_ or phases_[-1][0] != step.phase:
            phases_.append((step.phase, None if unused else len(phases_)))
        if place == view.step:
            now = len(phases_) - 1
    return Progress(TURN, view.turn, view.scenario.turn_limit, phases(phases_, now))
