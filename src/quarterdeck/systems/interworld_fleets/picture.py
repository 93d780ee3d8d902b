"""The picture of a view: the map with terrain and ships, the fleets and command boards beside it, how far the round is."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.hexes import Shape
from quarterdeck.engine.picture import Group, Mount, Panel, PanelCell, Picture, Progress, Side, Unit, phases
from quarterdeck.engine.scene import Area, Badge, Bar, Icon, Item, Pattern, Scene, Terrain, Token, Words
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.systems.interworld_fleets import chart
from quarterdeck.systems.interworld_fleets.activation import active_ships
from quarterdeck.systems.interworld_fleets.commands import effect_of
from quarterdeck.systems.interworld_fleets.hazards import HARMLESS
from quarterdeck.systems.interworld_fleets.indirect import EFFECTS
from quarterdeck.systems.interworld_fleets.outcome import control_points, scores
from quarterdeck.systems.interworld_fleets.places import drawn, named
from quarterdeck.systems.interworld_fleets.prose import KIND_NAMES
from quarterdeck.systems.interworld_fleets.sheet import SPANS
from quarterdeck.systems.interworld_fleets.state import Command, FleetsState, FleetsView, Ship
from quarterdeck.systems.interworld_fleets.terrain import Kind
from quarterdeck.systems.interworld_fleets.unit import Ability, Weapon

PATTERNS: dict[Kind, Pattern] = {
    "asteroid_field": "rocks",
    "debris_field": "shards",
    "gas_cloud": "cloud",
    "ion_storm": "bolts",
    "minefield": "mines",
    "gravity_well": "well",
    "large_asteroid": "body",
    "buoy": "buoy",
}


def picture(view: FleetsView) -> Picture:
    """All that is drawn of a view."""
    scene = Scene(chart.tiles(view.map), tuple(_items(view)))
    units = tuple([_unit(view, ship) for ship in view.ships.values()])
    return Picture(scene, tuple(_sides(view)), progress(view), units, tuple(_panels(view)))


# The map


def _items(view: FleetsView) -> Iterator[Item]:
    yield from _terrain(view)
    for ship in view.on_map:
        yield from chart.arcs(view, ship)
        if _will_move(view, ship):
            yield from chart.reach(view, ship)
        yield _token(view, ship)


def _will_move(view: FleetsView, ship: Ship) -> bool:
    """Whether a ship can still move this round."""
    active = view.active if view.active and view.active.unit == ship.unit else None
    return ship.unit not in view.activated and (active is None or active.part in ("start", "move"))


def _terrain(view: FleetsView) -> Iterator[Item]:
    """Every area by its kind; a buoy in the colour of the side that controls it, a well with its zone (IWF-9.1, IWF-9.12)."""
    held = {area.id: side for area, side in control_points(view)}
    for area in view.terrain.areas:
        name, pattern = KIND_NAMES[area.kind], PATTERNS[area.kind]
        shape = chart.cells(view.map, area.hexes)
        yield Terrain(
            id=area.id,
            side=held.get(area.id) or "",
            ref=area.id,
            say=_said(view, area.name, name, held.get(area.id)),
            pattern=pattern,
            shape=shape,
            danger=area.kind not in HARMLESS,
            name=area.name,
        )
    if view.terrain.zone:
        zone = sorted(each for each in view.terrain.zone if view.map.holds(each) and each not in view.terrain.closed)
        yield Area(id="wells", say=_("the zone of a gravity well"), style="zone", shape=chart.cells(view.map, zone))


def _said(view: FleetsView, name: str, kind: Text, holder: str | None) -> Text:
    words = _("{name}, {kind}", name=name, kind=kind) if name else kind
    return _("{area}, held by {side}", area=words, side=side_name(view, holder)) if holder else words


def _token(view: FleetsView, ship: Ship) -> Token:
    return Token(
        id=ship.id,
        side=ship.side,
        ref=ship.id,
        also=(ship.squadron,) if ship.squadron else (),
        say=_spoken(view, ship),
        style="done" if ship.unit in view.activated else "live",
        silhouette=chart.silhouette_of(ship),
        at=drawn(view.map, ship.at),
        heading=ship.facing * 60,
        name=ship.name,
        named=not ship.squadron,
        priority=3 if ship.flagship else 2 if not ship.squadron else 1,
        bars=_bars(ship),
        badges=tuple(_badges(view, ship)),
        ring="plain",
    )


def _spoken(view: FleetsView, ship: Ship) -> Text:
    """What is read out of a ship on the map."""
    return _(
        "{ship}, {owner}, {kind}, hull {left} of {hull}, shields {shields}, at {place}",
        ship=ship.name,
        owner=_("yours") if ship.side == own_side(view) else side_name(view, ship.side),
        kind=ship.cls.name,
        left=ship.hull,
        hull=ship.cls.hull,
        shields=ship.shields,
        place=named(view.map, ship.at),
    )


def own_side(view: FleetsView) -> str | None:
    """The side for which the viewer plays; None for a spectator."""
    return view.seats.get(view.viewer) if view.viewer is not None else None


def side_name(view: FleetsState, side: str) -> str:
    """What a side is called."""
    return next(each.name for each in view.scenario.sides if each.id == side)


def _bars(ship: Ship) -> tuple[Bar, ...]:
    """Hull and shields."""
    hull = Bar("pips", ship.cls.hull, ship.hull, say=_("hull"))
    return (hull, Bar("ticks", ship.cls.shields, ship.shields, say=_("shields"))) if ship.cls.shields else (hull,)


DESTROYED = Badge(Icon("cross"), "bad", _("destroyed"))
LEFT = Badge(Icon("cross"), "mid", _("off the map"))
EASY = Badge(Icon("aim"), "warn", _("easy target"))
HATCHES = Badge(Icon("lock"), "ink", _("hatches battened down"))
FLAGSHIP = Badge(Icon("flag"), "side", _("flagship"))
ACTIVATED = Badge(Icon("tick"), "mid", _("activated"))
ACTIVE = Badge(Icon("live"), "plan", _("being activated"))


def _badges(view: FleetsView, ship: Ship) -> Iterator[Badge]:
    """How a ship stands and what it carries, what matters most first."""
    if not ship.on_map:
        yield DESTROYED if ship.status == "destroyed" else LEFT
        return
    if ship in active_ships(view):
        yield ACTIVE
    if ship.easy_target:
        yield EASY
    if ship.hatches:
        yield HATCHES
    if ship.phase_tokens:
        words = ngettext("{n} phase token", "{n} phase tokens", ship.phase_tokens)
        yield Badge(Icon("interworld-fleets:phase"), "warn", words, str(ship.phase_tokens))
    for effect in ship.effects:
        yield Badge(Icon("warn"), "warn", EFFECTS[effect].text)
    if ship.fighters:
        words = ngettext("{n} fighter", "{n} fighters", ship.fighters)
        yield Badge(Icon("interworld-fleets:fighters"), "side", words, str(ship.fighters))
    if ship.flagship:
        yield FLAGSHIP
    if ship.unit in view.activated:
        yield ACTIVATED


# Fleets


def _unit(view: FleetsView, ship: Ship) -> Unit:
    mates = [each.id for each in view.ships.values() if each.squadron == ship.squadron]
    return Unit(
        ship.id,
        ship.side,
        ship.name,
        ship.cls.name,
        chart.silhouette_of(ship),
        group=Group(ship.squadron, mates.index(ship.id) + 1) if ship.squadron else None,
        bars=_bars(ship),
        facts=_facts(view.map, ship) if ship.on_map else (),
        status=next(_badges(view, ship), None),
        mounts=tuple([_mount(view, ship, weapon) for weapon in ship.cls.weapons]),
        sheet=True,
    )


def _facts(shape: Shape, ship: Ship) -> tuple[Words, ...]:
    speed, armour = _("Speed {n}", n=ship.cls.speed), _("armour {n}", n=ship.armour)
    return speed, armour, _("Defence {n}", n=ship.cls.defence), _("at {place}", place=named(shape, ship.at))


def _mount(view: FleetsView, ship: Ship, weapon: Weapon) -> Mount:
    off: Words = FIRED if weapon.id in view.deeds(ship).fired else ""
    return Mount(f"{ship.id}/{weapon.id}", weapon_icon(weapon), weapon.name, off)


FIRED = _("fired")


def weapon_icon(weapon: Weapon) -> Icon:
    """A weapon in the ring of its arcs, its attacks on it."""
    spans = tuple([SPANS[arc] for arc in weapon.arcs])
    return Icon(f"interworld-fleets:{weapon.type}", str(weapon.attacks) if weapon.attacks else "", spans)


def _sides(view: FleetsView) -> Iterator[Side]:
    """The sides with their points so far."""
    own, points = own_side(view), scores(view)
    for side in view.scenario.sides:
        yield Side(side.id, side.name, ngettext("{n} point", "{n} points", points[side.id]), side.id == own)


# Command boards


def _panels(view: FleetsView) -> Iterator[Panel]:
    """The boards, the viewer's own first."""
    own = own_side(view)
    for side, command in sorted(view.commands.items(), key=lambda each: each[0] != own):
        dice = sum(command.cells.values())
        count = _("{n} of {most} dice", n=dice, most=command.maximum)
        title = _("{board}, {side}", board=command.board.name, side=side_name(view, side))
        cells = tuple([_cell(view, side, command, ability) for ability in command.board.abilities])
        yield Panel(f"board:{side}", title, "cells", cells, count)


def _cell(view: FleetsView, side: str, command: Command, ability: Ability) -> PanelCell:
    """One cell: its die, how many lie in it, and when they can be used (IWF-8.3)."""
    dice = command.cells[ability.cell]
    return PanelCell(
        id=f"board:{side}:{ability.cell}",
        text=ability.name,
        sub=effect_of(ability),
        state="later" if dice else "empty",
        die=ability.cell,
        number=dice,
        why=MOMENTS[ability.moment] if dice else _("no die in this cell"),
    )


MOMENTS: dict[str, Text] = {
    "activation_start": _("asked when a unit is activated"),
    "before_shooting": _("asked before a unit shoots"),
    "before_boarding": _("asked before a boarding"),
    "when_attacked": _("asked when a ship is attacked"),
}

# How far the round is

ROUND = _("Round")
PHASES: tuple[tuple[Text, int | None], ...] = (
    (_("Shields"), 0),
    (_("Command dice"), 1),
    (_("Fighters"), 2),
    (_("Activations"), 3),
    (_("Points"), 4),
)
"""The phases of a round, each with its step in `round.STEPS` (IWF-2.1)."""


def progress(view: FleetsState) -> Progress:
    """The round, and which of its phases is played."""
    last = view.scenario.rounds
    return Progress(ROUND, min(view.round, last), last, phases(PHASES, view.step))
