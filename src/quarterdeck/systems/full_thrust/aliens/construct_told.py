"""What constructs have done, in sentences, and why (A.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quarterdeck.engine.problems import Json
from quarterdeck.engine.system import Reason
from quarterdeck.engine.text import Argument, Text, Unit, _, joined, ngettext
from quarterdeck.systems.full_thrust.aliens.nodes import LOAD_NAMES
from quarterdeck.systems.full_thrust.aliens.power import POOLS

Facts = dict[str, Json]


def _ship(facts: Facts) -> Unit:
    return Unit(facts["ship"])


def _divided(facts: Facts) -> Text:
    held = [_("{n} for {pool}", n=n, pool=POOLS[pool]) for pool, n in facts["pools"].items() if n]
    if not held:
        return _("{ship} uses none of its {power} PP.", ship=_ship(facts), power=facts["power"])
    return _("{ship} divides its {power} PP: {pools}.", ship=_ship(facts), power=facts["power"], pools=joined(held))


def _generators_lost(facts: Facts) -> Text:
    one, many = (
        "{ship} loses {n} generator: {power} PP a turn are left.",
        "{ship} loses {n} generators: {power} PP a turn are left.",
    )
    return ngettext(one, many, len(facts["rows"]), ship=_ship(facts), power=facts["power"])


def _feed(facts: Facts) -> Text:
    one, many = "A Leech feeds on {ship}: {points} points.", "{n} Leeches feed on {ship}: {points} points."
    return ngettext(one, many, facts["leeches"], ship=_ship(facts), points=facts["points"])


def _pulled(facts: Facts) -> Text:
    if facts["success"]:
        return _("{ship} pulls a Leech off.", ship=_ship(facts))
    return _("{ship} cannot pull a Leech off.", ship=_ship(facts))


def _regrown(facts: Facts) -> Text:
    what: Text | Unit = (
        _("the generator of row {row}", row=facts["row"]) if "row" in facts else Unit(f"{facts['ship']}/{facts['system']}")
    )
    if facts["success"]:
        return _("{ship} regrows {what}.", ship=_ship(facts), what=what)
    return _("{ship} cannot regrow {what}.", ship=_ship(facts), what=what)


def _grown(facts: Facts) -> Text:
    return ngettext("{ship} grows {n} Drone.", "{ship} grows {n} Drones.", facts["drones"], ship=_ship(facts))


def _reabsorbed(facts: Facts) -> Text:
    one, many = "{ship} reabsorbs {n} Drone for {back} Biomass.", "{ship} reabsorbs {n} Drones for {back} Biomass."
    return ngettext(one, many, facts["drones"], ship=_ship(facts), back=facts["back"])


TELLERS: Mapping[str, Callable[[Facts], Text]] = {
    "power_divided": _divided,
    "generators_lost": _generators_lost,
    "leeches_feed": _feed,
    "leech_pulled": _pulled,
    "regrown": _regrown,
    "drones_grown": _grown,
    "drones_reabsorbed": _reabsorbed,
}


def pod_fire(facts: Facts, words: Mapping[str, Argument]) -> Text:
    """A pod that was launched at a ship."""
    words = {**words, "pod": LOAD_NAMES[facts["kind"]]}
    if not facts["hit"]:
        return _("{ship} launches a {pod} at {target} at {range} MU and misses.", **words)
    if "leech" in facts:
        return _("{ship} launches a {pod} at {target} at {range} MU: it bites for {n} and stays.", n=facts["damage"], **words)
    one, many = (
        "{ship} hits {target} with a {pod} at {range} MU: {n} point.",
        "{ship} hits {target} with a {pod} at {range} MU: {n} points.",
    )
    return ngettext(one, many, facts["damage"], **words)


# Why?


def _why_divided(facts: Facts) -> list[Reason]:
    left = facts["power"] - sum(facts["pools"].values())
    reasons = [Reason("FT-A.3.3", _("Its generators give {n} PP.", n=facts["power"]))]
    return reasons + ([Reason("FT-A.3.4", _("{n} PP are not used and are lost.", n=left))] if left else [])


def _why_generators_lost(facts: Facts) -> list[Reason]:
    return [Reason("FT-A.3.3", _("Damage has completed row {row}, at whose end one stood.", row=row)) for row in facts["rows"]]


def _why_pulled(facts: Facts) -> list[Reason]:
    low, high = facts["faces"][0], facts["faces"][-1]
    if "power" in facts:
        return [Reason("FT-A.3.17", _("With {n} PP it comes off on {low} to {high}.", n=facts["power"], low=low, high=high))]
    one, many = "{n} party succeeds on a 1.", "{n} parties succeed on {high} or less."
    return [Reason("FT-A.3.17", ngettext(one, many, facts["parties"], high=high))]


def _why_regrown(facts: Facts) -> list[Reason]:
    rule = "FT-A.3.26" if "row" in facts else "FT-A.3.25"
    reasons = [Reason(rule, _("It takes {n} PP and succeeds on 4 or more.", n=facts["power"]))]
    return reasons + ([Reason("FT-A.3.25", _("The new tissue takes a Biomass."))] if facts["success"] else [])


def _why_reabsorbed(facts: Facts) -> list[Reason]:
    text = _("Each Drone gives a Biomass back, as far as any was spent; {n} stay spent.", n=facts["consumed"])
    return [Reason("FT-A.3.23", text)]


EXPLAINERS: Mapping[str, Callable[[Facts], list[Reason]]] = {
    "power_divided": _why_divided,
    "generators_lost": _why_generators_lost,
    "leech_pulled": _why_pulled,
    "regrown": _why_regrown,
    "drones_reabsorbed": _why_reabsorbed,
}


def why_paid(facts: Facts) -> list[Reason]:
    """What the shot of a Node has cost."""
    if "power" not in facts:
        return []
    reasons = [Reason("FT-A.3.28", _("It takes {n} PP of the A pool.", n=facts["power"]))]
    return reasons + ([Reason("FT-A.3.12", _("The pod is a Biomass."))] if facts["biomass"] else [])


def why_pod(facts: Facts) -> list[Reason]:
    """How a pod meets protection."""
    if facts["kind"] == "leech_pod":
        return [Reason("FT-A.3.16", _("It does as much again at the end of each later turn, until it is pulled off."))]
    return [Reason("FT-A.3.14", _("Armour takes 1 of it, and the rest goes past."))]
