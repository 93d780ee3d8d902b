"""The events of FTL in sentences, and why they came out so."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quarterdeck.engine.problems import Json
from quarterdeck.engine.system import Reason
from quarterdeck.engine.text import Text, Unit, _

Facts = dict[str, Json]


def _ship(facts: Facts, key: str = "ship") -> Unit:
    return Unit(facts[key])


def _at(facts: Facts, key: str = "at") -> dict[str, float]:
    return {"x": facts[key][0], "y": facts[key][1]}


def _jump_roll(facts: Facts) -> Text:
    match facts["result"]:
        case "stays":
            return _("The FTL Drive of {ship} does not engage.", ship=_ship(facts))
        case "jumps":
            return _("{ship} jumps safely, but not all beside it are safe.", ship=_ship(facts))
        case _:
            return _("{ship} is torn apart by its jump.", ship=_ship(facts))


def _scattered(facts: Facts) -> Text:
    words = {"ship": _ship(facts), "n": facts["distance"], "point": facts["towards"], **_at(facts)}
    return _("{ship} comes out {n} MU towards {point} of its intended point, at {x}, {y}.", **words)


def _wake(facts: Facts) -> Text:
    return _("The jump of {ship} strikes {thing}: {n}.", ship=_ship(facts), thing=_ship(facts, "thing"), n=facts["damage"])


def _shock(facts: Facts) -> Text:
    if facts["thing"] == facts["ship"]:
        return _("{ship} suffers from its arrival: {n}.", ship=_ship(facts), n=facts["damage"])
    return _("The arrival of {ship} strikes {thing}: {n}.", ship=_ship(facts), thing=_ship(facts, "thing"), n=facts["damage"])


def _dropped_out(facts: Facts) -> Text:
    motion = {"n": facts["velocity"], "course": facts["course"] % 12 * 30, "facing": facts["facing"]}
    return _(
        "{ship} drops out of FTL at {x}, {y}, {n} MU on {course}°, facing {facing}.", ship=_ship(facts), **_at(facts), **motion
    )


TELLERS: Mapping[str, Callable[[Facts], Text]] = {
    "ftl_warm_up": lambda f: _("{ship} warms up its FTL Drive and jumps in turn {n}.", ship=_ship(f), n=f["jumps"]),
    "jump_ended": lambda f: _("{ship} does not jump.", ship=_ship(f)),
    "half_move": lambda f: _("{ship} goes half a move to {x}, {y}.", ship=_ship(f), **_at(f, "to")),
    "jump_roll": _jump_roll,
    "jumped": lambda f: _("{ship} is gone into FTL.", ship=_ship(f)),
    "wake": _wake,
    "left_with": lambda f: _("{ship} goes with {carrier}.", ship=_ship(f), carrier=_ship(f, "carrier")),
    "lost_with": lambda f: _("{ship} is lost with {carrier}.", ship=_ship(f), carrier=_ship(f, "carrier")),
    "lost_in_bay": lambda f: _("{ship} is lost in its bay of {carrier}.", ship=_ship(f), carrier=_ship(f, "carrier")),
    "towed": lambda f: _("{tug} tows {ship} to {x}, {y}.", tug=_ship(f, "tug"), ship=_ship(f), **_at(f, "to")),
    "tow_ended": lambda f: _("{ship} is in tow no more.", ship=_ship(f)),
    "dropout_announced": lambda f: _("{ship} is about to drop out of FTL near {x}, {y}.", ship=_ship(f), **_at(f)),
    "entry_scattered": _scattered,
    "dropout_missed": lambda f: _("{ship} comes out far away and takes no part in the battle.", ship=_ship(f)),
    "dropped_out": _dropped_out,
    "shock": _shock,
}


def _why_jump(facts: Facts) -> list[Reason]:
    return [
        Reason("FT-8.1.7", _("Within 6 MU of the jump point there is something else.")),
        Reason("FT-8.1.8", _("On a 1 the drive does not engage.")),
        Reason("FT-8.1.9", _("On 2 to 4 the ship jumps, and all near by takes a die of damage past Screens and armour.")),
        Reason("FT-8.1.10", _("On 5 and 6 the ship is lost, and all near by takes as much as it had hull boxes.")),
    ]


def _why_scattered(facts: Facts) -> list[Reason]:
    return [
        Reason("FT-2.1.2", _("Two dice make a D12: 6 more than the second where the first shows 4 to 6.")),
        Reason("FT-8.2.3", _("It is the direction on the clock, one more die the distance in MU.")),
        *([Reason("FT-8.2.5", _("A 6 was multiplied by another die."))] if facts["distance"] > 6 else []),
    ]


EXPLAINERS: Mapping[str, Callable[[Facts], list[Reason]]] = {
    "jump_roll": _why_jump,
    "entry_scattered": _why_scattered,
    "shock": lambda f: [Reason("FT-8.2.8", _("1 to 5 are points past Screens and armour; a 6 is multiplied by another die."))],
}
