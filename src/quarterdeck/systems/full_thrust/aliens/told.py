"""What alien systems have done, in sentences, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quarterdeck.engine.problems import Json
from quarterdeck.engine.system import Reason
from quarterdeck.engine.text import Text, Unit, _, joined, ngettext

Facts = dict[str, Json]


def _attacks(facts: Facts) -> Text:
    bolt = _("A Plasma Bolt of {ship}", ship=Unit(facts["ship"]))
    if not facts["targets"]:
        return _("{bolt} has no ship in its radius.", bolt=bolt)
    ships = joined([Text("{ship}", {"ship": Unit(each)}) for each in facts["targets"]])
    return _("{bolt} will burst among {ships}.", bolt=bolt, ships=ships)


def _bursts(facts: Facts) -> Text:
    one, many = "A Plasma Bolt of {ship} bursts with {n} level.", "A Plasma Bolt of {ship} bursts with {n} levels."
    return ngettext(one, many, facts["levels"], ship=Unit(facts["ship"]))


def _burns(facts: Facts) -> Text:
    if not facts["damage"]:
        return _("The plasma does nothing to {target}.", target=Unit(facts["target"]))
    one, many = "The plasma burns {target}: {n} point.", "The plasma burns {target}: {n} points."
    return ngettext(one, many, facts["damage"], target=Unit(facts["target"]))


TELLERS: Mapping[str, Callable[[Facts], Text]] = {
    "bolt_attacks": _attacks,
    "bolt_bursts": _bursts,
    "bolt_burns": _burns,
    "shroud_raised": lambda facts: _("{ship} wraps itself in a Vapour Shroud.", ship=Unit(facts["ship"])),
}
"""How each event is told."""


def damage(facts: Facts) -> Text:
    """What an attack does to a ship in a Shell."""
    layers, hull = sum(facts["shell"]), facts["hull"]
    if not hull:
        return _("The Shell of {ship} takes {n}.", ship=Unit(facts["ship"]), n=layers)
    words = {"ship": Unit(facts["ship"]), "n": layers, "hull": hull, "left": facts["hull_left"]}
    if not layers:
        return _("{ship} loses {hull} of its hull, {left} left.", **words)
    return _("{ship} loses {n} of its Shell and {hull} of its hull, {left} left.", **words)


# Why?


def _why_burns(facts: Facts) -> list[Reason]:
    reasons = [Reason("FT-A.4.17", _("A die for each of {n} levels, whose points are added.", n=facts["levels"]))]
    if facts["screens"]:
        lowest = 7 - facts["screens"]
        reasons.append(Reason("FT-A.4.18", _("Screens or a Shroud cancel every die of {n} or more.", n=lowest)))
    return reasons


def why_shell(facts: Facts) -> list[Reason]:
    """The layers that an attack has taken boxes of, the outermost first (FT-A.4.3)."""
    layers = list(enumerate(zip(facts["shell"], facts["shell_left"], strict=True), 1))[::-1]
    return [
        Reason("FT-A.4.3", _("Layer {layer} of the Shell takes {n}, {left} left.", layer=layer, n=lost, left=left))
        for layer, (lost, left) in layers
        if lost
    ]


def why_kinetic(facts: Facts) -> list[Reason]:
    """How the points of a K-gun or Multi-Kinetic Penetrator came about, and how they meet protection."""
    reasons = []
    if facts.get("doubled"):
        reasons.append(Reason("FT-A.2.5", _("The damage die shows no more than the class: twice the class.")))
    if facts["damage"]:
        rule = "FT-A.2.6" if facts["kind"] == "k_gun" else "FT-A.2.13"
        text = _("Of each hit armour takes {n} point, or each layer of Shell one; the rest goes on to the hull.", n=1)
        reasons.append(Reason(rule, text))
    return reasons


EXPLAINERS: Mapping[str, Callable[[Facts], list[Reason]]] = {"bolt_burns": _why_burns}
"""Why an event came out as it did."""
