"""Counters to cut out: a card for each fighter group with its fighters and endurance, salvos, plasma bolts and mines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quarterdeck.engine.sheets import escaped
from quarterdeck.engine.system import Sheet
from quarterdeck.engine.text import Text, _, ngettext, plain
from quarterdeck.systems.full_thrust.design import RACK_MASS
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.fleet_file import Fleet
from quarterdeck.systems.full_thrust.scenario_files import NamedShip
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.symbols import DART, MISSILE, SPINDLE, number, solid

WIDTH, CARD_WIDTH, CARD_HEIGHT = 364.0, 91.0, 58.0
ACROSS, DOWN = 4, 11
"""How many cards stand beside each other and below each other on one sheet."""


class Card(NamedTuple):
    """A counter: what it is, whose, the shapes that are crossed off on it, and a track of boxes below."""

    title: Text
    sub: str
    shape: str
    shapes: int
    track: int = 0


def marker_sheets(fleet: Fleet) -> list[Sheet]:
    """The counters of a fleet, so many a sheet; none where it needs none."""
    cards = [card for ship in fleet.file.ships for card in _cards(ship, fleet.designs[ship.design])]
    pages = [cards[first : first + ACROSS * DOWN] for first in range(0, len(cards), ACROSS * DOWN)]
    sub, figure = plain(_("Fighters and ordnance")), plain(ngettext("{n} counter", "{n} counters", len(cards)))
    return [Sheet(fleet.file.name, sub, figure, _drawn(page)) for page in pages]


def _cards(ship: NamedShip, design: Design) -> Iterator[Card]:
    """Fighters with their Combat Endurance (FT-5.2.1), a counter for each salvo (FT-6.5.2), bolt and mine."""
    for n, group in enumerate(ship.fighters, 1):
        kind = TYPES[group.type]
        title = _("{name}", name=group.name) if group.name else _("{ship} {n}", ship=ship.name, n=n)
        yield Card(title, plain(kind.name), DART, group.strength, kind.cef)
    std = sum(load.std for load in design.loads.values())
    er = sum(load.er for load in design.loads.values())
    for system in design.launchers:
        if system.kind == "smr":
            std, er = (std, er + 1) if system.cls > LEAST_RACK else (std + 1, er)
    for _each in range(std):
        yield Card(_("Salvo"), ship.name, MISSILE, 1)
    for _each in range(er):
        yield Card(_("Salvo, Enhanced Range"), ship.name, MISSILE, 1)
    for system in design.by_kind.get("plasma_bolt_launcher", ()):
        yield Card(_("Plasma bolt {n}", n=system.cls), ship.name, SPINDLE, system.cls)
    for system in design.by_kind.get("minelayer", ()):
        for _each in range(system.cls):
            yield Card(_("Mine"), ship.name, "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6Z", 1)


LEAST_RACK = RACK_MASS["std"]
"""The MASS of a rack with a standard salvo; one with an Enhanced Range salvo takes more (FT-9.9.11)."""


def _drawn(cards: Sequence[Card]) -> str:
    box = f'viewBox="0 0 {number(WIDTH)} {number(-(-len(cards) // ACROSS) * CARD_HEIGHT)}"'
    label = escaped(plain(_("Counters to cut out")))
    drawn = [_card(card, place % ACROSS, place // ACROSS) for place, card in enumerate(cards)]
    return f'<svg class="markers" {box} role="img" aria-label="{label}">{"".join(drawn)}</svg>'


def _card(card: Card, column: int, row: int) -> str:
    """A card with its cutting lines; what is crossed off stands in it."""
    size = f'width="{number(CARD_WIDTH - 1)}" height="{number(CARD_HEIGHT - 1)}"'
    outline = f'<rect x="0.5" y="0.5" {size} fill="none" stroke="var(--rule3)"/>'
    words = plain(card.title)[:26]
    style = f'font-size="{9 if len(words) <= 16 else 7}" font-weight="600" fill="var(--ink)"'
    title = f'<text x="5" y="13" {style}>{escaped(words)}</text>'
    sub = f'<text x="5" y="23" font-size="7" fill="var(--ink3)">{escaped(card.sub[:26])}</text>'
    shapes = [f'<g transform="translate({11 + 14 * n} 36)">{solid(card.shape)}</g>' for n in range(card.shapes)]
    boxes = [f'<rect x="{5 + 9 * n}" y="47" {BOX}/>' for n in range(card.track)]
    place = f'transform="translate({number(column * CARD_WIDTH)} {number(row * CARD_HEIGHT)})"'
    return f"<g {place}>{outline}{title}{sub}{''.join(shapes)}{''.join(boxes)}</g>"


BOX = 'width="7" height="7" fill="none" stroke="var(--ink3)"'
