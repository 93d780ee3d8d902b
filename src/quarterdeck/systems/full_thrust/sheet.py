"""The record sheet of a ship, its System Status Display, as SVG: one function of (design, state) (FT-2.6.1).

The same drawing serves screen and paper. It is 364 units wide and as high as it has to be. A hull of up to nine boxes a row
leaves room for weapons beside it; a larger one takes the whole width, and everything else goes below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.sheets import escaped
from quarterdeck.engine.system import Sheet
from quarterdeck.engine.text import Text, _, plain
from quarterdeck.systems.full_thrust import symbols
from quarterdeck.systems.full_thrust.aliens import drawn
from quarterdeck.systems.full_thrust.aliens.power import rating_of
from quarterdeck.systems.full_thrust.core_systems import CORE_SYSTEMS
from quarterdeck.systems.full_thrust.damage import MAIN_DRIVE, crew_factors, hull_left, lost_on, row_of, rows_left
from quarterdeck.systems.full_thrust.movement import thrust_of
from quarterdeck.systems.full_thrust.sheet_words import (
    core_counter,
    core_lost,
    core_words,
    damage_notes,
    faces_to,
    hold_words,
    hull_figure,
    last_row,
    row_words,
    system_words,
    title_line,
)
from quarterdeck.systems.full_thrust.ship import Design, System
from quarterdeck.systems.full_thrust.state import Ship
from quarterdeck.systems.full_thrust.symbols import number

WIDTH, LEAST_HEIGHT = 364.0, 178.0
LEFT, RIGHT = 46.0, 216.0
"""Where the left column begins beside its labels, and where the right column begins with its own."""

BOX_PITCH, BOX_GAP, TRACK_WIDTH = 18.0, 3.0, 282.0
MOST_BOXES, MOST_ARMOUR, MOST_WEAPONS = 20, 17, 8
"""How many boxes, circles and weapons one line of a full-width sheet takes; what is more goes on in the next line."""

WEAPON = 37.0
WEAPON_HALF, SYMBOL_HALF = 18.0, 10.0

HULL_FILL = 'fill="currentColor" fill-opacity=".18" stroke="currentColor"'
GONE_FILL = 'fill="none" stroke="var(--rule3)"'


def sheet_of(thing: Design | Ship, turn: int = 1, core_systems: bool = True) -> Sheet:
    """The record sheet of a ship as it stands in `turn`, or of a design before its first battle.

    Parts carry ``data-ref``, ``ship/system`` (of a design: ``/system``), and a title; each has a rectangle of class ``hit``
    round it. `core_systems` says whether that option is played (FT-7.2.1).
    """
    ship = thing if isinstance(thing, Ship) else as_built(thing)
    page = Page(ship, turn)
    height = _draw(page, core_systems)
    hull = plain(hull_figure(ship))
    label = escaped(plain(_("Record sheet of {name}: {hull}", name=ship.name, hull=hull)))
    view = f'viewBox="0 0 {number(WIDTH)} {number(height)}"'
    svg = f'<svg class="ssd" {view} font-family="inherit" role="img" aria-label="{label}">{"".join(page.parts)}</svg>'
    return Sheet(ship.name, plain(title_line(ship, isinstance(thing, Ship))), hull, svg, damage_notes(ship, turn))


def as_built(design: Design, name: str = "") -> Ship:
    """A design as a ship on which nothing is crossed off."""
    ship = Ship("", name or design.name, "", "", design, Vector(0.0, 0.0), CLOCK[12], 0, 12, design.armour)
    ship.shell = list(design.shell)
    return ship


@dataclass(slots=True)
class Page:
    """A sheet that is being drawn."""

    ship: Ship
    turn: int
    parts: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, words: Text | str, style: str = 'fill="var(--ink3)"', size: float = 11) -> None:
        """Words from `x` on, on the base line `y`."""
        at = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
        self.parts.append(f"<text {at} {style}>{escaped(plain(words))}</text>")

    def part(self, key: str, words: Text, body: str, place: str = "", hit: tuple[float, ...] = ()) -> None:
        """A part that can be pointed at; `hit` is the rectangle round it: x, y, width, height."""
        ref = f' data-ref="{escaped(self.ship.id)}/{escaped(key)}"'
        around = ""
        if hit:
            x, y, width, height = map(number, hit)
            around = f'<rect class="hit" x="{x}" y="{y}" width="{width}" height="{height}" fill="none" pointer-events="all"/>'
        self.parts.append(f"<g{ref}{place}><title>{escaped(plain(words))}</title>{around}{body}</g>")

    def symbol(self, key: str, words: Text, body: str, at: tuple[float, float], half: float = SYMBOL_HALF) -> None:
        """A symbol in a square of twice `half`, with its centre at `at`."""
        place = f' transform="translate({number(at[0])} {number(at[1])})"'
        self.part(key, words, body, place, (-half, -half, 2 * half, 2 * half))

    def system(self, system: System, body: str, at: tuple[float, float], half: float = SYMBOL_HALF) -> None:
        """A system as it stands: sound, lost (at 40 % and crossed) or fired (the same, but crossed off by one stroke)."""
        reach = 10.0 if half > SYMBOL_HALF else 8.0
        self.symbol(system.id, system_words(self.ship, system), _marked(self.ship, system, body, reach), at, half)


def _marked(ship: Ship, system: System, body: str, reach: float) -> str:
    if system.id in ship.lost:
        return _faint(body) + symbols.cross(reach)
    if system.id in ship.spent:
        return _faint(body) + symbols.stroke_off(reach)
    return body


def _faint(body: str) -> str:
    return f'<g opacity=".4">{body}</g>'


# The whole


def _draw(page: Page, core_systems: bool) -> float:
    """Draw everything; returns the height."""
    longest = max(page.ship.design.rows)
    wide = longest > 9 or bool(page.ship.design.generators)
    y = _armour(page, MOST_ARMOUR if wide else 9)
    y = _hull(page, y, min(longest, MOST_BOXES))
    track = y = _holds(page, y)
    if wide:
        y = _weapons(page, LEFT, y + 4, _even(len(_of_kinds(page.ship, symbols.WEAPON_BODY)), MOST_WEAPONS)) + 6
        return max(_engines(page, y, core_systems), _controls(page, y + 4))
    columns = 4 if longest <= 7 else 3
    weapons = _weapons(page, WIDTH - columns * WEAPON, 0, columns)
    beside = max(weapons, 2 * WEAPON) if columns == 4 else max(weapons, track - 20)
    return max(LEAST_HEIGHT, _engines(page, y, core_systems), _controls(page, beside + 22))


def _even(count: int, most: int) -> int:
    """How many stand in a line of at most `most` (at least 1), where the lines are to be as long as each other."""
    return _lines(count, _lines(count, most)) if count else 1


def _of_kinds(ship: Ship, kinds: Iterable[str]) -> list[System]:
    return [system for system in ship.design.systems if system.kind in kinds]


# The damage track


def _armour(page: Page, per_line: int) -> float:
    """A circle for each box of armour; they are crossed off from the right (FT-4.5.1). Returns where the hull begins."""
    design, left = page.ship.design, page.ship.armour
    if design.shell:
        return _shell(page, per_line)
    page.text(0, 12, _("Armour"))
    if not design.armour:
        page.text(LEFT, 12, _("none"))
        return 22
    circles = [_circle(place, per_line, place >= left) for place in range(design.armour)]
    lines = _lines(design.armour, per_line)
    around = (LEFT, 1, min(design.armour, per_line) * BOX_PITCH - BOX_GAP, 18 * lines - 4)
    page.part("armour", _("Armour: {left} of {armour}", left=left, armour=design.armour), "".join(circles), hit=around)
    return 4 + 18 * lines


def _shell(page: Page, per_line: int) -> float:
    """The layers of a Shell, the outermost on top, each a line of its own; armour within it comes last (FT-A.4.2)."""
    ship, y = page.ship, 0
    layers = [(f"shell-{n}", boxes, left) for n, (boxes, left) in enumerate(zip(ship.design.shell, ship.shell, strict=True), 1)]
    page.text(0, 12, _("Shell"))
    for key, boxes, left in [*reversed(layers), ("armour", ship.design.armour, ship.armour)]:
        if not boxes:
            continue
        circles = [_circle(place, per_line, place >= left, y) for place in range(boxes)]
        lines = _lines(boxes, per_line)
        words = _("Armour: {left} of {armour}", left=left, armour=boxes)
        if key != "armour":
            words = _("Layer {n} of the Shell: {left} of {boxes}", n=int(key[6:]), left=left, boxes=boxes)
        around = (LEFT, 1 + y, min(boxes, per_line) * BOX_PITCH - BOX_GAP, 18 * lines - 4)
        page.part(key, words, "".join(circles), hit=around)
        y += 18 * lines
    return 4 + max(y, 18)


def _lines(count: int, per_line: int) -> int:
    return -(-count // per_line)


def _circle(place: int, per_line: int, gone: bool, top: float = 0) -> str:
    line, column = divmod(place, per_line)
    x, y = LEFT + 7.5 + column * BOX_PITCH, top + 8 + 18 * line
    shape = f'<circle class="{_class(gone)}" cx="{number(x)}" cy="{number(y)}" r="6" {GONE_FILL if gone else HULL_FILL}/>'
    return shape + (_stroke(x, y, 4) if gone else "")


def _class(gone: bool) -> str:
    return "box gone" if gone else "box"


def _stroke(x: float, y: float, reach: float) -> str:
    """The stroke from lower left by which a box is crossed off."""
    start, end = f"{number(x - reach)} {number(y + reach)}", f"{number(x + reach)} {number(y - reach)}"
    return f'<path d="M{start}L{end}" stroke="var(--ink3)" stroke-width="1.1"/>'


def _hull(page: Page, y: float, per_line: int) -> float:
    """The rows of hull boxes, each with the faces on which systems are lost at its end (FT-2.6.2, FT-4.6.3)."""
    page.text(0, y + 11.5, _("Hull"))
    ship = page.ship
    pitch = min(BOX_PITCH, (TRACK_WIDTH - (drawn.GENERATOR_ROOM if ship.design.generators else 0)) // per_line)
    dots, first = Counter(ship.design.crew_dots), 1
    for row, (boxes, left) in enumerate(zip(ship.design.rows, rows_left(ship), strict=True), 1):
        if not boxes:
            break
        lines = _lines(boxes, per_line)
        track = [_box(ship, dots, first + place, divmod(place, per_line), pitch, y) for place in range(boxes)]
        size = (min(boxes, per_line) * pitch - BOX_GAP, lines * (pitch + 1) - 4)
        page.part(f"row-{row}", row_words(ship, row, left), "".join(track), hit=(LEFT, y, *size))
        if row < last_row(ship.design):
            _row_end(page, row, LEFT + per_line * pitch + 4, y + (lines - 1) * (pitch + 1) + (pitch - BOX_PITCH) / 2)
        if generator := drawn.generator(ship, row):
            middle = (LEFT + per_line * pitch + 47.5, y + (lines - 1) * (pitch + 1) + pitch / 2 - 1.5)
            page.symbol(*generator, middle, drawn.GENERATOR_HALF)
        first, y = first + boxes, y + lines * (pitch + 1) + (5 if lines > 1 else 0)
    return y


def _box(ship: Ship, dots: Counter[int], box: int, at: tuple[int, int], pitch: float, top: float) -> str:
    """A hull box, the `box`-th, with its crew dots (FT-7.4.2)."""
    spent = box > ship.design.hull - ship.consumed
    side, gone = pitch - BOX_GAP, spent or box <= ship.hull_damage
    x, y = LEFT + at[1] * pitch, top + at[0] * (pitch + 1)
    place = f'x="{number(x + 0.5)}" y="{number(y + 0.5)}" width="{number(side - 1)}" height="{number(side - 1)}"'
    shape = f'<rect class="{_class(gone)}" {place} rx="1" {GONE_FILL if gone else HULL_FILL}/>'
    middle = (x + side / 2, y + side / 2)
    mark = drawn.spent_mark if spent else _stroke
    return shape + _crew(dots[box], middle, gone) + (mark(*middle, side / 2 - 3.5) if gone else "")


def _crew(count: int, middle: tuple[float, float], gone: bool) -> str:
    """The crew dots of a box; where there is more than one, a short crew on a small hull, their number."""
    x, y = middle
    colour = f'fill="{"var(--rule3)" if gone else "currentColor"}"'
    if count > 1:
        where = f'x="{number(x)}" y="{number(y + 3.5)}" text-anchor="middle" font-size="10" font-weight="600"'
        return f'<text class="dot" {where} {colour}>{count}</text>'
    return f'<circle class="dot" cx="{number(x)}" cy="{number(y)}" r="2.6" {colour}/>' if count else ""


def _row_end(page: Page, row: int, x: float, y: float) -> None:
    """A small die and the faces on which systems are lost; the row in progress in ink."""
    ship = page.ship
    current = hull_left(ship) > 0 and row == row_of(ship)
    colour = "var(--ink)" if current else "var(--ink3)"
    over = ' opacity=".5"' if not rows_left(ship)[row - 1] else ""
    die = f'<rect x="{number(x + 0.5)}" y="{number(y + 3.5)}" width="8" height="8" rx="1.5" fill="none" stroke="{colour}"/>'
    style = f'font-size="11" fill="{colour}" font-weight="{600 if current else 400}"'
    faces = f'<text x="{number(x + 12)}" y="{number(y + 11.5)}" {style}>{faces_to(lost_on(row, 0))}</text>'
    page.parts.append(f'<g class="row-end"{over}>{die}{faces}</g>')


HOLD_BOX = 'x="-18.5" y="-8.5" width="37" height="17"'


def _holds(page: Page, y: float) -> float:
    """The boxes of the holds with their capacity, lost from the left (FT-7.5.1, FT-7.5.2)."""
    ship = page.ship
    if not ship.design.holds:
        return y
    page.text(0, y + 13.5, _("Holds"))
    for place, hold in enumerate(ship.design.holds):
        gone, x = place < ship.holds_lost, LEFT + place * 41
        box = f'<rect class="{_class(gone)}" {HOLD_BOX} rx="1" {GONE_FILL if gone else HULL_FILL}/>'
        what = f'<g transform="translate(-10 0)">{symbols.HOLD_SYMBOLS[hold.kind]}</g>'
        size = f'<g transform="translate(6 0)">{symbols.figure(str(hold.size), 4, 11)}</g>'
        marked = box + (_faint(what + size) + symbols.stroke_off(6) if gone else what + size)
        place_at = f' transform="translate({number(x + 19)} {number(y + 10)})"'
        page.part(f"hold-{place + 1}", hold_words(hold, gone), marked, place_at, (-19, -9, 38, 18))
    return y + 23


# Drives, core and crew


def _engines(page: Page, y: float, core_systems: bool) -> float:
    """Main Drive, FTL Drive, Core Systems, crew. Returns where they end."""
    ship = page.ship
    y += 12
    page.text(0, y + 4, _("Drives"))
    if drive := _of_kinds(ship, ("main_drive",)):
        _main_drive(page, drive[0], (LEFT + 12, y))
    for ftl in _of_kinds(ship, ("ftl_drive",)):
        page.system(ftl, symbols.SYMBOLS["ftl_drive"](ftl), (LEFT + (50 if drive else 10), y))
    if not _of_kinds(ship, ("main_drive", "ftl_drive")):
        page.text(LEFT, y + 4, _("none"))
    y += 32
    if ship.design.living:
        return _pools(page, y)
    if core_systems:
        _core(page, y)
    else:
        page.text(0, y + 4, _("Crew"))
    crew = _("{left} of {crew}", left=crew_factors(ship), crew=ship.design.crew_factors)
    page.text(LEFT + (92 if core_systems else 0), y + 4, _("Crew {crew}", crew=crew) if core_systems else crew)
    return y + (28 if core_systems else 12)


def _pools(page: Page, y: float) -> float:
    """What a construct has instead of Core Systems and crew (FT-A.3.4, FT-A.3.32)."""
    page.text(0, y + 4, _("Power"))
    for place, (key, words, body) in enumerate(drawn.pools(page.ship)):
        place_at = f' transform="translate({number(LEFT + 16 + place * 35)} {number(y)})"'
        page.part(key, words, body, place_at, (-15.5, -9.5, 31, 19))
    return y + 28


def _main_drive(page: Page, drive: System, at: tuple[float, float]) -> None:
    """Half thrust strikes the number and writes the new one (FT-4.6.7)."""
    ship = page.ship
    rating = rating_of(ship.design)
    body = symbols.main_drive(rating, rating if MAIN_DRIVE in ship.lost else thrust_of(ship))
    if ship.design.advanced_drive:
        body += symbols.ADVANCED
    place = f' transform="translate({number(at[0])} {number(at[1])})"'
    page.part(drive.id, system_words(ship, drive), _marked(ship, drive, body, 8), place, (-12, -10, 40, 20))


def _core(page: Page, y: float) -> None:
    """The box of Core Systems with what is counted for each under it (FT-7.2.1)."""
    page.text(0, y + 4, _("Core"))
    outline = f'<rect x="{number(LEFT + 0.5)}" y="{number(y - 12.5)}" width="81" height="25" rx="2"'
    page.parts.append(f'{outline} fill="none" stroke="var(--rule3)"/>')
    for place, system in enumerate(CORE_SYSTEMS):
        x, body = LEFT + 14 + place * 27, symbols.CORE_SYMBOLS[system]
        if core_lost(page.ship, system):
            body = _faint(body) + symbols.cross(8)
        elif counter := core_counter(page.ship, system, page.turn):
            body = _faint(body) if system == "command-bridge" else body
            style = 'text-anchor="middle" fill="var(--warn)" font-weight="600"'
            page.text(x, y + 23, counter, style, 10)
        page.symbol(system, core_words(page.ship, system, page.turn), body, (x, y))


# Weapons, and what controls and protects


def _weapons(page: Page, x: float, y: float, columns: int) -> float:
    """The weapons with their rings of arcs, in the order of the design. Returns where they end."""
    weapons = _of_kinds(page.ship, symbols.WEAPON_BODY)
    for place, weapon in enumerate(weapons):
        line, column = divmod(place, columns)
        at = (x + WEAPON / 2 + column * WEAPON, y + WEAPON / 2 + line * WEAPON)
        page.system(weapon, symbols.weapon(weapon), at, WEAPON_HALF)
    return y + _lines(len(weapons), columns) * WEAPON


CONTROLS: tuple[tuple[Text, tuple[str, ...], bool], ...] = (
    (_("Control"), ("fire_control", "cortex_node", "adfc"), True),
    (_("Screen"), ("screen", "screen_backup", "screen_node", "vapour_shroud", "reflex_field", "cloaking_field"), True),
    (_("PDS"), ("pds", "scattergun", "spicule"), True),
    (_("Spinal"), ("nova_cannon", "wave_gun"), False),
    (_("Stores"), ("sm_magazine", "fighter_bay", "drone_womb", "small_craft_bay", "minelayer"), False),
    (_("Signal"), ("enhanced_sensors", "superior_sensors", "weasel_cruiser", "weasel_capital", "ecm", "area_ecm"), False),
    (_("Other"), ("minesweeper", "ortillery", "tug_drive"), False),
)
"""The rows of the right column: label, kinds of system, and whether it stands there also when there are none."""


def _controls(page: Page, y: float) -> float:
    """Fire controls, Screens, PDS and stores. Returns where they end."""
    for label, kinds, always in CONTROLS:
        systems = _of_kinds(page.ship, kinds)
        if systems or always:
            page.text(RIGHT, y + 12, label)
            y = _control_row(page, systems, y)
    return y - 8


def _control_row(page: Page, systems: Sequence[System], y: float) -> float:
    """Up to four symbols apart, more of them closer, in lines of five."""
    if not systems:
        page.text(RIGHT + 41, y + 12, _("none"))
    pitch = 28.0 if len(systems) <= 4 else 22.0
    for place, system in enumerate(systems):
        line, column = divmod(place, 5)
        at = (RIGHT + 49 + column * pitch, y + 8 + line * 22)
        page.system(system, symbols.SYMBOLS[system.kind](system), at)
    return y + 30 + 22 * max(0, _lines(len(systems), 5) - 1)
