"""Appendix A.3: the keys by which a construct's power is divided in its orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from quarterdeck.engine.controls import Key, Keys
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.aliens.power import POOLS, allotted, power_of
from quarterdeck.systems.full_thrust.order_lines import POOL_OF, Action
from quarterdeck.systems.full_thrust.state import Ship


class MakesKeys(Protocol):
    """What makes a key of the actions that its line would hold."""

    def __call__(self, action: Action | None, actions: tuple[Action, ...], on: bool, text: str, say: Text | str = "") -> Key: ...


def power_keys(ship: Ship, actions: tuple[Action, ...], key: MakesKeys) -> Iterator[Keys]:
    """For each pool what it holds, with keys for none, a PP less, a PP more, and all that is left (FT-A.3.4)."""
    pools, power = allotted(ship, actions).pools, power_of(ship)
    left = power - sum(pools.values())
    for kind, pool in POOL_OF.items():
        held = pools.get(pool, 0)
        rest = tuple([action for action in actions if action.kind != kind])
        amounts = {"0": 0, "−": max(held - 1, 0), "+": held + min(left, 1), "+ all": held + left}
        legend = _("{pool} {held} of {power} PP", pool=POOLS[pool], held=held, power=power)
        says = {"0": NONE, "−": LESS, "+": MORE, "+ all": ALL}
        yield Keys(
            legend,
            tuple(
                [
                    key(None, (Action(kind, amount), *rest) if amount else rest, text == "0" and not held, text, says[text])
                    for text, amount in amounts.items()
                ]
            ),
        )


NONE, LESS, MORE, ALL = _("no power"), _("a point less"), _("a point more"), _("all that is left")
