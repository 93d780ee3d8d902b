"""What the record sheet of a construct shows besides: generators at the ends of rows, spent Biomass, pools (A.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust import symbols
from quarterdeck.systems.full_thrust.aliens.power import POOLS
from quarterdeck.systems.full_thrust.state import Ship
from quarterdeck.systems.full_thrust.symbols import number

GENERATOR_ROOM = 29.5
"""How much room a generator takes behind its row."""

HEXAGON = "M-8 0L-4-6.9H4L8 0 4 6.9H-4Z"
GENERATOR_HALF = 8.5
"""Half the side of the square that a generator takes."""


class Part(NamedTuple):
    """A part of a sheet: its key, its words, its drawing round 0, 0."""

    key: str
    words: Text
    body: str


def generator(ship: Ship, row: int) -> Part | None:
    """The generator at the end of a row, with its rating; crossed off when it is lost (FT-A.3.3)."""
    rating = ship.design.generators[row - 1] if row <= len(ship.design.generators) else 0
    if not rating:
        return None
    body = symbols.line(HEXAGON) + symbols.figure(str(rating), 3.8, 10)
    if row in ship.generators_lost:
        words = _("Generator of row {row}, {n} PP: lost", row=row, n=rating)
        return Part(f"generator-{row}", words, f'<g opacity=".4">{body}</g>' + symbols.cross(6.5))
    words = _("Generator of row {row}: {n} PP a turn; lost with the last box of the row", row=row, n=rating)
    return Part(f"generator-{row}", words, body)


def spent_mark(x: float, y: float, reach: float) -> str:
    """The stroke from upper left through a box that was spent as Biomass, against the one for damage (FT-A.3.2)."""
    start, end = f"{number(x - reach)} {number(y - reach)}", f"{number(x + reach)} {number(y + reach)}"
    return f'<path class="spent" d="M{start}L{end}" stroke="var(--ink3)" stroke-width="1.1"/>'


POOL_BOX = '<rect x="-15.5" y="-9.5" width="31" height="19" rx="2" fill="none" stroke="var(--rule3)"/>'


def pools(ship: Ship) -> Iterator[Part]:
    """The four pools with the PP that are left in each (FT-A.3.4)."""
    for pool, name in POOLS.items():
        left = ship.pools.get(pool, 0)
        faint = "" if left else ' opacity=".5"'
        letter = f'<g transform="translate(-7 0)">{symbols.figure(pool, 4, 11)}</g>'
        held = f'<g transform="translate(6 0)">{symbols.figure(str(left), 4, 11)}</g>'
        yield Part(f"pool-{pool}", _("{pool}: {n} PP left", pool=name, n=left), f"{POOL_BOX}<g{faint}>{letter}{held}</g>")
