"""The record sheet of a ship: systems with their pools, crew, compartments, damage (IWD-14.2)."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.sheets import escaped
from quarterdeck.engine.system import Reason, Sheet
from quarterdeck.engine.text import Text
from quarterdeck.systems.interworld_drama.asking import damage_text
from quarterdeck.systems.interworld_drama.crew import OUT_INJURIES
from quarterdeck.systems.interworld_drama.record import Character, ShipRecord, ShipSystem
from quarterdeck.systems.interworld_drama.state import DEGREES, Member, Ship

WIDTH, LINE, TOP = 364, 20, 28
SECOND = 136
"""Where what a system rolls, or what somebody does, begins."""
BOX = 9


def sheet_of(thing: ShipRecord | Ship) -> Sheet:
    """The sheet of a ship as it was launched, or as it stands in a battle."""
    record = thing.record if isinstance(thing, Ship) else thing
    ship = thing if isinstance(thing, Ship) else None
    crew = list(ship.crew.values()) if ship else [Member(sheet.id, sheet) for sheet in record.crew]
    below = TOP + len(record.systems) * LINE + 22
    height = below + len(crew) * LINE + 16
    body = [*_systems(record, ship), *_crew(crew, below), _footer(record, ship, height)]
    drawing = f'<svg viewBox="0 0 {WIDTH} {height}" font-size="12" font-family="inherit">{"".join(body)}</svg>'
    hidden = ship is not None and ship.hidden
    figure = "" if hidden else f"{ship.tass if ship else record.tass} Tass"
    return Sheet(record.name, f"class {record.cls}", figure, drawing, tuple(_notes(ship)))


def _notes(ship: Ship | None) -> Iterator[Reason]:
    for hit in ship.damage if ship else ():
        if not hit.repaired or hit.degree == "fatal":
            rule = "IWD-10.4" if hit.degree == "fatal" else "IWD-10.5"
            text = damage_text(ship, hit) if ship else Text("")
            yield Reason(rule, text)


def _systems(record: ShipRecord, ship: Ship | None) -> Iterator[str]:
    yield _heading(TOP, "Systems")
    for row, system in enumerate(record.systems):
        y = TOP + row * LINE
        worst = _worst(ship, system)
        pool = f"{system.attribute} + {system.ability}" if system.attribute else ""
        yield f"<g><title>{escaped(_system_said(system, worst))}</title>"
        yield _box(4, y - 9, worst)
        yield f'<text fill="currentColor" x="18" y="{y}">{escaped(system.name)}</text>'
        yield f'<text x="{SECOND}" y="{y}" font-size="11" fill="var(--ink2)">{escaped(pool)}</text></g>'


def _heading(y: float, words: str) -> str:
    """What stands above the first row of a part."""
    return f'<text x="4" y="{y - LINE + 2:g}" font-size="11" fill="var(--ink3)">{words}</text>'


def _worst(ship: Ship | None, system: ShipSystem) -> str:
    """The worst damage of a system that has not been made good."""
    hits = (
        [hit.degree for hit in ship.damage if hit.place == system.id and (not hit.repaired or hit.degree == "fatal")]
        if ship
        else []
    )
    return max(hits, key=DEGREES.index) if hits else ""


def _system_said(system: ShipSystem, worst: str) -> str:
    weapon = f", {system.type}, {system.range}, {system.mount}" if system.kind == "weapon" else ""
    return f"{system.name}: {system.kind}{weapon}, {system.compartment}{f', {worst} damage' if worst else ''}"


def _box(x: float, y: float, worst: str) -> str:
    """A box: empty, crossed once for light, filled for heavy and fatal damage."""
    fill = "var(--ink)" if worst in ("heavy", "fatal") else "none"
    box = f'<rect x="{x:g}" y="{y:g}" width="{BOX}" height="{BOX}" fill="{fill}" stroke="var(--ink)"/>'
    cross = f'<path d="M{x:g} {y + BOX:g}L{x + BOX:g} {y:g}" stroke="var(--ink)"/>' if worst == "light" else ""
    return box + cross


def _crew(crew: list[Member], top: float) -> Iterator[str]:
    yield _heading(top, "Crew")
    for row, member in enumerate(crew):
        y = top + row * LINE
        said = _character_said(member.sheet)
        yield f"<g><title>{escaped(said)}</title>"
        yield f'<text fill="currentColor" x="4" y="{y}">{escaped(member.sheet.name)}</text>'
        yield f'<text x="{SECOND}" y="{y}" font-size="11" fill="var(--ink2)">{escaped(_short(member.sheet))}</text>'
        yield "".join(_health(member, y))
        yield "</g>"


def _short(sheet: Character) -> str:
    return f"{sheet.role}, {sheet.dice} dice" if sheet.dice else sheet.role


def _character_said(sheet: Character) -> str:
    rated = ", ".join(f"{word.replace('_', ' ')} {n}" for word, n in {**sheet.attributes, **sheet.abilities}.items())
    return f"{sheet.name}, {_short(sheet)}{': ' + rated if rated else ''}"


def _health(member: Member, y: float) -> Iterator[str]:
    """A box for each injury that puts a character out (IWD-14.10)."""
    for place in range(OUT_INJURIES):
        fill = "var(--ink)" if place < member.injuries else "none"
        x = WIDTH - (OUT_INJURIES - place) * 11 - 1
        yield f'<rect x="{x}" y="{y - 8}" width="8" height="8" fill="{fill}" stroke="var(--ink)"/>'


def _footer(record: ShipRecord, ship: Ship | None, height: float) -> str:
    rooms = " - ".join(room.name for room in record.compartments)
    extra = "extra action of the ship" if record.extra_action else ""
    state = {"out": "out of action", "away": "away"}.get(ship.status, "") if ship else ""
    words = "  ·  ".join(part for part in (rooms, extra, state) if part)
    return f'<text x="4" y="{height - 8:g}" font-size="11" fill="var(--ink3)">{escaped(words)}</text>'
