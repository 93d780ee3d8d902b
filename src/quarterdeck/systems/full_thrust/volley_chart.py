"""The chart of a volley: the exact chances of its hull damage, with the ends of the target's rows (FT-4.3.2, FT-4.6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from quarterdeck.engine.dress import Bars, Mark
from quarterdeck.engine.odds import Distribution
from quarterdeck.engine.text import Text, _, ngettext, percent
from quarterdeck.systems.full_thrust.odds import Volley
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.state import Ship, name_of
from quarterdeck.systems.full_thrust.weapons import as_dice

LEAST_SHOWN, MOST_SHOWN = 16, 40
"""From which figure on a chart may end with *or more*, and the highest with which it ends."""
TAIL = 0.02
"""The chance of more than the last figure with which a chart may end."""
SLIGHT = 0.005
"""The chance below which the end of a row gets no line."""
DIGITS = 4
"""To how many digits chances are given."""


def dice_of(weapons: Sequence[System], range_: float) -> int:
    """The dice that weapons roll to hit at a range: Beam Dice, and one for each Pulse Torpedo or Needle Beam."""
    count = 0
    for weapon in weapons:
        rolled = as_dice(weapon, range_)
        count += 1 if rolled is None else rolled.dice
    return count


def chart(target: Ship, odds: Volley, dice: int) -> Bars:
    """The chances of each number of hull boxes that an attack crosses off, in the target's colour from the end of a row on."""
    hull, left = odds.losses.hull(), odds.target.hull
    top = _last_shown(hull, left)
    ends = list(_row_ends(odds))
    chances = [*hull.chances[:top].tolist(), hull.at_least(top)]
    return Bars(
        _("{ship}, hull damage from {dice}", ship=name_of(target), dice=ngettext("{n} die", "{n} dice", dice)),
        (*[str(n) for n in range(top)], str(top) if top == left else f"{top}+"),
        [round(chance, DIGITS) for chance in chances],
        colour_from=min(x for x, _text in ends),
        side=target.side,
        lines=tuple([Mark(x, text) for x, text in ends if x <= top and hull.at_least(x) >= SLIGHT]),
        rule="FT-4.3.2",
        ref=target.id,
        label=_("points"),
    )


def _last_shown(hull: Distribution, left: int) -> int:
    for top in range(LEAST_SHOWN, MOST_SHOWN):
        if hull.at_least(top + 1) < TAIL:
            return min(top, left)
    return min(MOST_SHOWN, left)


def _row_ends(odds: Volley) -> Iterator[tuple[int, Text]]:
    """How many boxes from here each row ends, and with what chance; the last end is that of the ship."""
    chances, damage = odds.row_ends(), odds.target.damage
    for row, end in enumerate(accumulate(odds.target.rows), 1):
        if row in chances:
            yield end - damage, _("row {row} ends {chance}", row=row, chance=percent(chances[row]))
    yield odds.target.hull, _("destroyed {chance}", chance=percent(odds.destroyed()))
