"""The record sheets of fighter groups and of ordnance: strength, endurance, what they carry, where they can go (FT-5.0.1)."""

from __future__ import annotations

from quarterdeck.engine.sheets import escaped
from quarterdeck.engine.system import Reason, Sheet
from quarterdeck.engine.text import Text, Unit, _, plain
from quarterdeck.systems.full_thrust.fighters.groups import kind_of, on_run
from quarterdeck.systems.full_thrust.fighters.types import MOST_FIGHTERS, FighterType
from quarterdeck.systems.full_thrust.ordnance.salvos import ACQUISITION
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Marker
from quarterdeck.systems.full_thrust.weapons import BeamDice

WIDTH, LINE = 364, 18
FIGHTER = "M0 -9L2 -3L8 6L2 4L0 8L-2 4L-8 6L-2 -3Z"
MISSILE = "M0 -9L2.5 -4L2.5 5L4.5 9L-4.5 9L-2.5 5L-2.5 -4Z"
BOX = "M-6 -6H6V6H-6Z"
LEFT, PITCH = 96, 26

Rows = tuple[tuple[Text, Text], ...]


def sheet_of_small(thing: FighterGroup | Marker, view: FleetState) -> Sheet:
    """The record sheet of a group or a marker as it stands in a view."""
    return _group_sheet(thing, view) if isinstance(thing, FighterGroup) else _marker_sheet(thing, view)


def _group_sheet(group: FighterGroup, view: FleetState) -> Sheet:
    kind = kind_of(group)
    figure = _("{n} of {most} fighters", n=group.strength, most=MOST_FIGHTERS)
    ticks = [
        (_("Fighters"), FIGHTER, MOST_FIGHTERS, group.strength),
        (_("CEF"), BOX, max(kind.cef, group.cef), group.cef),
    ]
    sub = _("{type} fighters · {cpv} CPV for six", type=kind.name, cpv=kind.cpv)
    return _sheet(group.id, Text("{name}", {"name": group.name}), sub, figure, ticks, _profile(group, kind), _state(group, view))


def _marker_sheet(marker: Marker, view: FleetState) -> Sheet:
    """Ordnance by its kind; only salvos stay where they are placed (FT-6.1.2)."""
    name, missiles = _("{kind}", kind=marker.kind.replace("_", " ").capitalize()), marker.kind == "salvo"
    figure = _("{n} of {most} missiles", n=marker.left, most=marker.strength) if missiles else _("strength {n}", n=marker.left)
    targets = ", ".join([view.ships[target].name for target in marker.targets])
    nearest = _("the nearest enemy within {n} MU", n=ACQUISITION)
    rows: Rows = ((_("Placed"), _("in turn {turn}, by {ship}", turn=marker.placed, ship=view.ships[marker.by].name)),)
    if targets or missiles:
        rows += ((_("Attacks"), _("{ships}", ships=targets) if targets else nearest),)
    if missiles:
        rows += ((_("Moves"), _("stays where it is, gone at the end of the turn")),)
    notes = (Reason("FT-6.3.1", _("A die less the hits on it arrive.")),) if missiles else ()
    ticks = [(_("Left"), MISSILE, marker.strength, marker.left)]
    return _sheet(marker.id, _("{name} {id}", name=name, id=marker.id), name, figure, ticks, rows, notes)


# Words


def _profile(group: FighterGroup, kind: FighterType) -> Rows:
    """What a type does, as the rules write its dice (FT-5.7.1)."""
    small = _("{dice} each", dice=dice_words(kind.vs_small))
    against = {"beam": _("{dice} each", dice=dice_words(kind.vs_ships)), "none": _("nothing")}
    if kind.weapon == "torpedo":
        torpedo = _("a torpedo each, spent") if group.torpedoes_spent else _("a torpedo each, once: 4, 5, 6 points")
        against["torpedo"] = torpedo
    against["kinetic"] = _("a kinetic gun each")
    first = _("up to {n} MU", n=kind.primary)
    paid = _("up to {n} MU for {cef} CEF", n=kind.primary, cef=kind.primary_cost)
    rows: Rows = (
        (_("Moves"), paid if kind.primary_cost else first),
        (_("Moves again"), _("up to {n} MU for 1 CEF", n=kind.secondary)),
        (_("At ships"), against[kind.weapon]),
        (_("At fighters"), small),
    )
    return (*rows, (_("Under PD"), _("{n} on each die at it", n=kind.pd_modifier))) if kind.pd_modifier else rows


def dice_words(dice: BeamDice) -> Text:
    """Beam Dice as the rules write them: ``1BD+1*``, with a star where sixes are rolled again.

    >>> [plain(dice_words(each)) for each in (BeamDice(1), BeamDice(1, -2), BeamDice(2, 1, False))]
    ['1BD*', '1BD-2*', '2BD+1']
    """
    modifier = f"{dice.modifier:+d}" if dice.modifier else ""
    return _("{dice}BD{modifier}{star}", dice=dice.dice, modifier=modifier, star="*" if dice.reroll else "")


def _state(group: FighterGroup, view: FleetState) -> tuple[Reason, ...]:
    """Where a group is and what it does, each with its rule."""
    ship, base = view.ships.get(group.aboard), view.bases.get(group.base)
    found: list[tuple[bool, str, Text]] = [
        (group.status == "destroyed", "FT-5.0.1", _("It is destroyed.")),
        (group.status == "left", "FT-5.6.3", _("It has left the table.")),
        (group.status == "aboard", "FT-5.8.1", _("It is aboard {ship}.", ship=_name(ship))),
        (group.status == "away", "FT-5.8.10", _("It is off the table, with {base}.", base=_name(base))),
        (group.status in ("aboard", "away") and group.ready is None, "FT-5.8.7", _("It flies no more in this battle.")),
        (
            group.status in ("aboard", "away") and (group.ready or 0) > view.turn,
            "FT-5.8.7",
            _("It is ready in turn {turn}.", turn=group.ready or 0),
        ),
        (bool(group.screening), "FT-5.2.1", _("It screens {ship}.", ship=_name(view.ships.get(group.screening)))),
        (bool(group.escorting), "FT-5.2.5", _("It escorts {group}.", group=_name(view.groups.get(group.escorting)))),
        (on_run(group), "FT-5.3.1", _("It is on a run at {ship}.", ship=_name(view.ships.get(group.run)))),
        (bool(group.evasion), "FT-5.3.5", _("It evades: -{n} on AS fire at it.", n=group.evasion)),
        (group.fired, "FT-2.7.2", _("It has fired in this turn.")),
        (group.exhausted, "FT-5.7.13", _("It may not attack until it has been recovered.")),
        (bool(group.ace), "FT-5.7.14", _("An ace flies with it: {n} dice more.", n=group.ace)),
    ]
    return tuple([Reason(rule, text) for holds, rule, text in found if holds])


def _name(thing: object) -> Unit:
    return Unit(getattr(thing, "id", ""), getattr(thing, "name", ""))


# Drawing


def _sheet(
    unit: str,
    title: Text,
    sub: Text,
    figure: Text,
    ticks: list[tuple[Text, str, int, int]],
    rows: Rows,
    notes: tuple[Reason, ...],
) -> Sheet:
    parts = []
    for line, (name, shape, most, left) in enumerate(ticks):
        y = 18 + line * 34
        parts.append(_words(0, y + 4, name, "var(--ink3)"))
        said = escaped(plain(_("{name}: {left} of {most}", name=name, left=left, most=most)))
        marks = "".join([_tick(LEFT + PITCH * place, y, shape, place >= left) for place in range(most)])
        parts.append(f'<g data-ref="{escaped(unit)}"><title>{said}</title>{marks}</g>')
    top = 18 + len(ticks) * 34
    for line, (name, words) in enumerate(rows):
        parts += [_words(0, top + line * LINE, name, "var(--ink3)"), _words(LEFT - 8, top + line * LINE, words, "currentColor")]
    height = top + len(rows) * LINE
    label = escaped(plain(_("Record sheet of {name}: {what}", name=title, what=figure)))
    view = f'viewBox="0 0 {WIDTH} {height}"'
    svg = f'<svg class="ssd" {view} font-family="inherit" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    return Sheet(plain(title), plain(sub), plain(figure), svg, notes)


def _tick(x: float, y: float, shape: str, gone: bool) -> str:
    look = 'fill="none" stroke="var(--rule3)"' if gone else 'fill="currentColor" fill-opacity=".18" stroke="currentColor"'
    return f'<path class="{"gone" if gone else "left"}" transform="translate({x} {y})" d="{shape}" {look}/>'


def _words(x: float, y: float, words: Text, colour: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="11" fill="{colour}">{escaped(plain(words))}</text>'
