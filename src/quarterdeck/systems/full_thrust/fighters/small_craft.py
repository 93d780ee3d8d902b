"""Fighter groups and ordnance markers in the picture: tokens, what they attack, how far they reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from quarterdeck.engine.picture import Unit
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.scene import Area, Badge, Bar, Circle, Icon, Item, Label, Path, Token
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.systems.full_thrust.classic import shown_at
from quarterdeck.systems.full_thrust.fighters.groups import CONTACT, NEAR, flying, kind_of, on_run, strength_words
from quarterdeck.systems.full_thrust.fighters.types import MOST_FIGHTERS
from quarterdeck.systems.full_thrust.ordnance.salvos import ACQUISITION
from quarterdeck.systems.full_thrust.sequence import come_to
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Marker

SCREENING = Badge(Icon("full-thrust:screen"), "ink", _("screens a ship"))
ESCORTING = Badge(Icon("tick"), "ink", _("escorts a group"))
RUNNING = Badge(Icon("warn"), "warn", _("on an attack run"))
SPENT = Badge(Icon("full-thrust:fired"), "mid", _("has fired"))
LOST = Badge(Icon("cross"), "bad", _("destroyed"))
ABOARD = Badge(Icon("drift"), "mid", _("aboard"))
AWAY = Badge(Icon("drift"), "mid", _("off the table"))
STRENGTH, ENDURANCE, MISSILES, LEVELS = _("fighters"), _("CEF"), _("missiles"), _("levels")


def items(view: FleetState) -> Iterator[Item]:
    """All that is drawn of groups in space and of markers; in the classic order attackers close in at last (FB2-16)."""
    closing = view.switches.classic and come_to(view, "attacks")
    for group in flying(view):
        yield from _group_items(view, group, shown_at(view, group, closing))
    for marker in view.markers.values():
        if marker.kind != "mine":
            yield from _marker_items(view, marker)
    for base in view.bases.values():
        side = view.seats[base.seat]
        yield Area(id=f"{base.id}.n", side=side, style="zone", shape=Circle(base.entry, CONTACT))
        yield Label(id=f"{base.id}.l", side=side, at=base.entry, text=_("{base}", base=base.name))


def _group_items(view: FleetState, group: FighterGroup, at: Vector) -> Iterator[Item]:
    """A group, within what it attacks, whom it screens, where its moves could lead while it has any."""
    kind = kind_of(group)
    yield Area(id=f"{group.id}.n", side=group.side, ref=group.id, show=("sel", "hover"), style="zone", shape=Circle(at, NEAR))
    if not come_to(view, "attacks" if view.switches.classic else "runs"):
        yield Area(
            id=f"{group.id}.r", side=group.side, ref=group.id, show=("sel",), style="reach", shape=Circle(at, kind.primary)
        )
    links: tuple[tuple[str, Literal["link", "plan"]], ...] = (
        (group.screening, "link"),
        (group.escorting, "link"),
        (group.run if on_run(group) else "", "plan"),
    )
    for other, style in links:
        place = _place(view, other)
        if place is not None:
            yield Path(id=f"{group.id}.{other}", side=group.side, ref=group.id, style=style, points=(at, place))
    yield Token(
        id=group.id,
        side=group.side,
        ref=group.id,
        say=_("{group}, {what}", group=group.name, what=strength_words(group)),
        style="live",
        silhouette="fighters",
        at=at,
        heading=group.facing % 12 * 30,
        name=group.name,
        priority=1,
        bars=_bars(group),
        badges=_badges(group),
        ring="none",
    )


def _marker_items(view: FleetState, marker: Marker) -> Iterator[Item]:
    """A salvo or bolt, how far it looks for a target or bursts, and the ships that it attacks."""
    at, bolt = marker.position, marker.kind == "plasma_bolt"
    far = view.scenario.plasma_radius if bolt else ACQUISITION
    yield Area(id=f"{marker.id}.n", side=marker.side, ref=marker.id, style="zone", shape=Circle(at, far))
    for target in marker.targets:
        place = _place(view, target)
        if place is not None:
            yield Path(id=f"{marker.id}.{target}", side=marker.side, ref=marker.id, style="missiles", points=(at, place))
    said = ngettext("a Plasma Bolt of {n} level", "a Plasma Bolt of {n} levels", marker.left)
    yield Token(
        id=marker.id,
        side=marker.side,
        ref=marker.id,
        say=said if bolt else _("a salvo with {n} missiles", n=marker.left),
        style="live",
        silhouette="plasma" if bolt else "salvo",
        at=at,
        bars=(Bar("ticks", marker.strength, marker.left, say=LEVELS if bolt else MISSILES),),
        ring="none",
    )


def _place(view: FleetState, thing: str) -> Vector | None:
    found = view.ships.get(thing) or view.groups.get(thing)
    return found.position if found is not None and found.on_table else None


def _bars(group: FighterGroup) -> tuple[Bar, ...]:
    endurance = max(kind_of(group).cef, group.cef)
    return (Bar("ticks", MOST_FIGHTERS, group.strength, say=STRENGTH), Bar("ticks", endurance, group.cef, say=ENDURANCE))


def _badges(group: FighterGroup) -> tuple[Badge, ...]:
    """How a group stands, what matters most first."""
    found = (
        (group.status in ("destroyed", "left"), LOST),
        (group.status == "aboard", ABOARD),
        (group.status == "away", AWAY),
        (on_run(group), RUNNING),
        (group.fired, SPENT),
        (bool(group.screening), SCREENING),
        (bool(group.escorting), ESCORTING),
    )
    return tuple([badge for holds, badge in found if holds])


def units(view: FleetState) -> tuple[Unit, ...]:
    """The groups in the list of fleets, wherever they are."""
    return tuple([_unit(group) for group in view.groups.values()])


def _unit(group: FighterGroup) -> Unit:
    what: Text = _("{type} fighters", type=kind_of(group).name)
    status = next(iter(_badges(group)), None)
    return Unit(group.id, group.side, group.name, what, "fighters", bars=_bars(group), status=status, sheet=True)
