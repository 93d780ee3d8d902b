"""The record sheet of a ship as SVG: hull, shields, tokens, characteristics, weapons with their arcs (IWF-1.23).

The same drawing serves screen and paper; it is 364 units wide and as high as it has to be.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from quarterdeck.engine.hexes import ORIGIN
from quarterdeck.engine.sheets import escaped
from quarterdeck.engine.system import Reason, Sheet
from quarterdeck.engine.text import Text, _, joined, ngettext, plain
from quarterdeck.systems.interworld_fleets.class_files import untypical
from quarterdeck.systems.interworld_fleets.indirect import EFFECTS
from quarterdeck.systems.interworld_fleets.sighting import range_of
from quarterdeck.systems.interworld_fleets.state import Ship
from quarterdeck.systems.interworld_fleets.unit import ShipClass, Weapon

WIDTH, LABELS, ROW = 364, 84, 24
BOX, PITCH, IN_A_ROW = 14, 18, 15
RADIUS = 9

HULL_FILL = 'fill="currentColor" fill-opacity=".18" stroke="currentColor"'
SHIELD_FILL = 'fill="none" stroke="currentColor" stroke-width="2"'
GONE_FILL = 'fill="none" stroke="var(--rule3)"'

SPANS: dict[str, tuple[int, int]] = {"fore": (-60, 60), "starboard": (60, 120), "aft": (120, 240), "port": (240, 300)}
"""The angles of each arc, clockwise from the bow (IWF-1.5)."""


def sheet_of(thing: ShipClass | Ship) -> Sheet:
    """The record sheet of a ship as it stands, or of a class before its first battle.

    Parts carry ``data-ref``, ``ship/weapon`` (of a class: ``/weapon``), and a title.
    """
    ship = thing if isinstance(thing, Ship) else Ship("", thing.name, "", "", thing, ORIGIN, 0, thing.hull, thing.shields)
    page = Page(ship)
    _draw(page)
    hull = plain(_("hull {left} of {most}", left=ship.hull, most=ship.cls.hull))
    label = escaped(plain(_("Record sheet of {name}: {hull}", name=ship.name, hull=hull)))
    view = f'viewBox="0 0 {WIDTH} {page.y}" font-family="inherit" role="img" aria-label="{label}"'
    svg = f'<svg class="ssd" {view}>{"".join(page.parts)}</svg>'
    role = ship.cls.role or ship.cls.name
    return Sheet(ship.name, f"{ship.cls.name} · {role}", hull, svg, tuple(_notes(ship)))


@dataclass(slots=True)
class Page:
    """A sheet that is being drawn, from above down to `y`."""

    ship: Ship
    y: int = 4
    parts: list[str] = field(default_factory=list)

    def text(self, x: int, words: Text | str, size: int = 12, style: str = 'fill="var(--ink3)"') -> None:
        """Words in the row that is being drawn."""
        self.parts.append(f'<text x="{x}" y="{self.y + 16}" font-size="{size}" {style}>{escaped(plain(words))}</text>')

    def part(self, key: str, words: Text, body: str) -> None:
        """Something that can be pointed at, in the row that is being drawn, with a rectangle round it."""
        ref = escaped(f"{self.ship.id}/{key}")
        hit = f'<rect class="hit" x="0" y="{self.y}" width="{WIDTH}" height="{ROW}" fill="none" pointer-events="all"/>'
        self.parts.append(f'<g data-ref="{ref}"><title>{escaped(plain(words))}</title>{hit}{body}</g>')


def _draw(page: Page) -> None:
    cls = page.ship.cls
    _boxes(page, _("Hull"), cls.hull, page.ship.hull, HULL_FILL)
    if cls.shields:
        _boxes(page, _("Shields"), cls.shields, page.ship.shields, SHIELD_FILL)
    if cls.hangars:
        _boxes(page, _("Fighters"), 2 * cls.hangars, page.ship.fighters, SHIELD_FILL)
    page.text(0, _("Speed {n}", n=cls.speed), 13, 'fill="currentColor"')
    page.text(LABELS, _("Armour {n}", n=page.ship.armour), 13, 'fill="currentColor"')
    page.text(2 * LABELS, _("Defence {n}", n=cls.defence), 13, 'fill="currentColor"')
    page.text(3 * LABELS, _("{n} points", n=cls.points), 13)
    page.y += ROW
    for weapon in cls.weapons:
        page.part(weapon.id, weapon_words(weapon), _weapon(page, weapon))
        page.y += ROW
    if cls.secondary:
        page.text(0, _("Carries: {what}", what=", ".join(cls.secondary)))
        page.y += ROW


def _boxes(page: Page, name: Text, most: int, left: int, fill: str) -> None:
    """A line of boxes or more, those that are gone empty and crossed."""
    page.text(0, name)
    for first in range(0, most, IN_A_ROW):
        for number in range(first, min(first + IN_A_ROW, most)):
            page.parts.append(_box(LABELS + (number - first) * PITCH, page.y + 4, fill, number < left))
        page.y += ROW


def _box(x: int, y: int, fill: str, there: bool) -> str:
    box = f'<rect x="{x}" y="{y}" width="{BOX}" height="{BOX}" {fill if there else GONE_FILL}/>'
    cross = f'<path d="M{x} {y}L{x + BOX} {y + BOX}M{x + BOX} {y}L{x} {y + BOX}" {GONE_FILL}/>'
    return box if there else box + cross


def _weapon(page: Page, weapon: Weapon) -> str:
    """The ring of arcs of a weapon, its name, attacks and range."""
    x, y = RADIUS + 2, page.y + ROW // 2
    ring = f'<circle cx="{x}" cy="{y}" r="{RADIUS}" {GONE_FILL}/>'
    arcs = "".join([_sector(x, y, *SPANS[arc]) for arc in weapon.arcs])
    words = escaped(plain(weapon_words(weapon)))
    return f'{ring}{arcs}<text x="{2 * RADIUS + 12}" y="{page.y + 16}" font-size="12" fill="currentColor">{words}</text>'


def _sector(x: int, y: int, start: int, end: int) -> str:
    """A sector of the ring of arcs."""
    ends = [(x + RADIUS * math.sin(math.radians(angle)), y - RADIUS * math.cos(math.radians(angle))) for angle in (start, end)]
    (x0, y0), (x1, y1) = ends
    return f'<path d="M{x} {y}L{x0:.1f} {y0:.1f}A{RADIUS} {RADIUS} 0 0 1 {x1:.1f} {y1:.1f}Z" {HULL_FILL}/>'


ARC_NAMES: dict[str, Text] = {"fore": _("fore"), "starboard": _("starboard"), "aft": _("aft"), "port": _("port")}


def weapon_words(weapon: Weapon) -> Text:
    """A weapon in words: its attacks or size, its range, its arcs."""
    arcs = joined([ARC_NAMES[arc] for arc in weapon.arcs])
    if weapon.size is not None:
        least, most = range_of(weapon)
        return _(
            "{name}, {size}, range {least} to {most}, {arcs}",
            name=weapon.name,
            size=weapon.size,
            least=least,
            most=most,
            arcs=arcs,
        )
    attacks = ngettext("{n} attack", "{n} attacks", weapon.attacks)
    if weapon.range is None:
        return _("{name}, {attacks}, any range, {arcs}", name=weapon.name, attacks=attacks, arcs=arcs)
    return _("{name}, {attacks}, range {range}, {arcs}", name=weapon.name, attacks=attacks, range=weapon.range, arcs=arcs)


def _notes(ship: Ship) -> Iterator[Reason]:
    """What ails a ship, and what is unusual about its class."""
    if ship.crippled:
        yield Reason("IWF-4.9", _("Less than half of the hull is left: cannons and energy weapons have -1 to hit."))
    if ship.easy_target:
        yield Reason("IWF-3.6", _("An easy target: all attacks on it have +1 to hit."))
    if ship.hatches:
        yield Reason("IWF-4.51", _("Hatches battened down: armour 1 higher until its next activation."))
    if ship.phase_tokens:
        words = ngettext("{n} phase token drains a shield.", "{n} phase tokens drain a shield each.", ship.phase_tokens)
        yield Reason("IWF-4.36", words)
    yield from [Reason(EFFECTS[effect].rule, EFFECTS[effect].text) for effect in ship.effects]
    yield from [Reason("IWF-4.31", text) for weapon in ship.cls.weapons if (text := untypical(weapon)) is not None]
