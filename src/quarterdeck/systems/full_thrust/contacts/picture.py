"""How contacts, cloaked ships, mines and templates are drawn, and what scans have told."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.plane import to_degrees
from quarterdeck.engine.scene import Area, Badge, Circle, Icon, Item, Path, Token
from quarterdeck.engine.text import Text, _, joined
from quarterdeck.systems.full_thrust.contacts.prose import facts_in_words
from quarterdeck.systems.full_thrust.contacts.scans import notes_on
from quarterdeck.systems.full_thrust.mines import TRIGGER, mines_of
from quarterdeck.systems.full_thrust.state import FleetState, Ship, kind_of
from quarterdeck.systems.full_thrust.wonder.templates import place_of

UNKNOWN = Badge(Icon("eye"), "mid", _("not known to the enemy"))
CLOAKED = Badge(Icon("eye"), "mid", _("under its cloak"))


def contact_token(ship: Ship) -> Token:
    """The marker of a Bogey: its number, the class that it shows, where it goes (FT-10.1.2)."""
    course = round(to_degrees(ship.course)) % 360
    said = _("{ship}, {kind}, {n} MU on {course}°", ship=ship.name, kind=kind_of(ship), n=ship.velocity, course=course)
    return Token(
        id=ship.id,
        side=ship.side,
        ref=ship.id,
        say=said,
        style="contact",
        silhouette="contact",
        at=ship.position,
        heading=course,
        name=ship.name,
        priority=2,
        ring="none",
    )


def cloak_items(view: FleetState, ship: Ship) -> Iterator[Item]:
    """The marker where a ship went under; for its own side, also where it is now (FT-11.3.15)."""
    cloak = ship.cloak
    assert cloak is not None
    said = _("here {ship} went under its cloak", ship=ship.name)
    yield Token(
        id=f"{ship.id}.c",
        side=ship.side,
        ref=ship.id,
        say=said,
        style="marker",
        silhouette="contact",
        at=cloak.marker,
        ring="none",
    )
    if ship.position != cloak.marker:
        yield Path(id=f"{ship.id}.cw", side=ship.side, ref=ship.id, style="plan", points=(cloak.marker, ship.position))
        yield Token(
            id=ship.id,
            side=ship.side,
            ref=ship.id,
            say=_("{ship}, under its cloak", ship=ship.name),
            style="plan",
            silhouette=ship.design.silhouette,
            at=ship.position,
            heading=ship.facing % 12 * 30,
            ring="none",
        )


def field_items(view: FleetState) -> Iterator[Item]:
    """Mines with their reach, and the templates of Nova Cannons where they lie (FT-11.1.1, FT-11.3.5)."""
    for mine in mines_of(view):
        said = _("mine of {ship}", ship=view.ships[mine.by].name)
        yield Token(
            id=mine.id, side=mine.side, ref=mine.id, say=said, style="marker", silhouette="mine", at=mine.position, ring="none"
        )
        reach = Circle(mine.position, TRIGGER)
        yield Area(id=f"{mine.id}.r", side=mine.side, ref=mine.id, show=("sel", "hover"), style="warn", shape=reach)
    for template in view.templates.values():
        at, radius = place_of(template, min(view.turn, template.fired + 2))
        yield Area(id=template.id, side=template.side, style="template", shape=Circle(at, radius))


def scan_facts(view: FleetState, ship: Ship) -> tuple[Text, ...]:
    """What the latest scan has told of a ship, with its turn (FT-10.2.5)."""
    return tuple(
        [
            _("scan of turn {n}: {told}", n=note.turn, told=joined(facts_in_words(note.facts)))
            for note in notes_on(view.notes, ship.id)[:1]
        ]
    )
