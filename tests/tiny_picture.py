"""What is drawn of the pond of `tiny`: boats and known mines on a plane, what each seat has sounded in a panel."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.art import Art, Glyph, Silhouette
from quarterdeck.engine.events import Event
from quarterdeck.engine.picture import (
    CrossOff,
    Happen,
    Mark,
    Panel,
    PanelCell,
    Picture,
    Progress,
    Shown,
    Side,
    Unit,
    phases,
    plain_dice,
)
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.scene import Bar, Item, Plane, Scene, Token
from quarterdeck.engine.text import _
from tiny_pond import HULL, LAST_TURN, POND, Boat, TinyState

ART = Art(
    {"boat": Silhouette("M0-9L4 8H-4Z"), "mine": Silhouette("M0-4L4 0 0 4-4 0Z")}, {"powder": Glyph("M4 4H12V12H4Z")}, "M8 8H56"
)
PHASES = (_("Sound"), _("Orders"), _("Sail"), _("Fire"), _("End"))


def picture(view: TinyState) -> Picture:
    """The pond, whose corner is drawn as 0, 0."""
    sides = tuple(Side(side, side.title()) for side in dict.fromkeys(view.seats.values()))
    units = tuple(
        Unit(boat.id, view.seats[boat.seat], f"boat {boat.id}", "boat", "boat", bars=(hull(boat),), facts=(f"{boat.at.x:g} E",))
        for boat in view.boats.values()
    )
    scene = Scene(Plane("cables", (POND.right - POND.left, POND.top - POND.bottom)), tuple(items(view)))
    return Picture(scene, sides, progress(view), units, (soundings(view),))


def items(view: TinyState) -> Iterator[Item]:
    """Boats afloat, and the mines that the view holds."""
    for boat in view.boats.values():
        if boat.hull:
            side = view.seats[boat.seat]
            yield Token(
                id=boat.id, side=side, ref=boat.id, style="live", silhouette="boat", at=drawn(boat.at), bars=(hull(boat),)
            )
    for seat, mine in view.mines.items():
        if mine is not None:
            yield Token(id=f"mine-{seat}", side=view.seats[seat], style="marker", silhouette="mine", at=drawn(mine))


def drawn(at: Vector) -> Vector:
    """A place as it is drawn."""
    return at.minus(Vector(POND.left, POND.bottom))


def hull(boat: Boat) -> Bar:
    """What is left of a boat."""
    return Bar("pips", HULL, boat.hull, say=_("hull"))


def progress(view: TinyState) -> Progress:
    """The steps of the turn."""
    steps = [(name, step) for step, name in enumerate(PHASES)]
    return Progress(_("Turn"), view.turn, LAST_TURN, phases(steps, view.step))


def soundings(view: TinyState) -> Panel:
    """What each seat has sounded, as a die where the view holds it."""
    depths = {seat: view.depths.get(seat) for seat in view.seats}
    cells = [PanelCell(id=seat, text=seat, state="ready" if die else "empty", die=die) for seat, die in depths.items()]
    return Panel("depths", _("Soundings"), "stations", tuple(cells))


def show(event: Event, view: TinyState) -> Shown:
    """A hit on a boat is played and marked; everything else points at its boat."""
    boat: str = event.data.get("boat", "")
    if event.kind == "hit":
        lost = len([face for face in event.dice[0].faces if face >= event.data["least"]])
        mark = Mark(view.seats[view.boats[boat].seat], lost)
        return Shown((boat,), (Happen("hit", boat), CrossOff(boat, lost)), mark, plain_dice(event.dice))
    return Shown((boat,) if boat else (), dice=plain_dice(event.dice))
