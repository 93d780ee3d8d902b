"""What fighters and ordnance have done, in sentences, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quarterdeck.engine.problems import Json
from quarterdeck.engine.system import Reason
from quarterdeck.engine.text import Argument, Side, Text, Unit, _, ngettext

Facts = dict[str, Json]


def _of(facts: Facts, key: str) -> Unit:
    return Unit(facts[key])


def _moved(facts: Facts) -> Text:
    x, y = facts["to"]
    words: dict[str, Argument] = {"group": _of(facts, "group"), "x": x, "y": y, "cef": facts["cef"]}
    if facts["cost"]:
        return _("{group} moves again, to {x}, {y}; {cef} CEF left.", **words)
    return _("{group} moves to {x}, {y}.", **words)


def _launched(facts: Facts) -> Text:
    words: dict[str, Argument] = {"group": _of(facts, "group"), "ship": _of(facts, "ship")}
    if facts["screening"]:
        return _("{group} is launched from {ship} and screens it.", **words)
    return _("{group} is launched from {ship}.", **words)


def _merged(facts: Facts) -> Text:
    return _("{group} joins {into}: {n} fighters.", group=_of(facts, "group"), into=_of(facts, "into"), n=facts["strength"])


def _recovered(facts: Facts) -> Text:
    words: dict[str, Argument] = {"group": _of(facts, "group"), "ship": _of(facts, "ship")}
    if facts["ready"] is None:
        return _("{group} lands on {ship} and flies no more in this battle.", **words)
    return _("{group} lands on {ship} and may fly again in turn {turn}.", turn=facts["ready"], **words)


def _evasion(facts: Facts) -> Text:
    one, many = "{group} spends {n} CEF on evasion; {cef} left.", "{group} spends {n} CEF on evasion; {cef} left."
    return ngettext(one, many, facts["evasion"], group=_of(facts, "group"), cef=facts["cef"])


def _small_fire(facts: Facts) -> Text:
    words: dict[str, Argument] = {
        "ship": _of(facts, "ship"),
        "weapon": Unit(f"{facts['ship']}/{facts['weapon']}"),
        "target": _target(facts),
        "left": facts["left"],
    }
    if not facts["removed"]:
        return _("{ship} fires {weapon} at {target} without effect.", **words)
    one = "{ship} fires {weapon} at {target}: {n} hit, {left} left."
    return ngettext(one, "{ship} fires {weapon} at {target}: {n} hits, {left} left.", facts["removed"], **words)


def _dogfight(facts: Facts) -> Text:
    words: dict[str, Argument] = {"group": _of(facts, "group"), "target": _target(facts), "left": facts["left"]}
    if not facts["removed"]:
        return _("{group} fires at {target} without effect.", **words)
    one = "{group} fires at {target}: {n} hit, {left} left."
    return ngettext(one, "{group} fires at {target}: {n} hits, {left} left.", facts["removed"], **words)


def _target(facts: Facts) -> Argument:
    """A group by its name, a marker by the ship that placed it: it is gone when its last missile is."""
    if facts.get("by"):
        return _("{what} of {ship}", what=ORDNANCE[facts.get("what", "salvo")], ship=Unit(facts["by"]))
    return Unit(facts["target"])


def _strike(facts: Facts) -> Text:
    words: dict[str, Argument] = {"group": _of(facts, "group"), "target": _of(facts, "target")}
    if not facts["damage"]:
        return _("{group} attacks {target} without effect.", **words)
    return ngettext("{group} attacks {target}: {n} point.", "{group} attacks {target}: {n} points.", facts["damage"], **words)


def _salvo_strikes(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _of(facts, "ship"), "target": _of(facts, "target"), "damage": facts["damage"]}
    if not facts["arriving"]:
        return _("No missile of a salvo of {ship} reaches {target}.", **words)
    one = "{n} missile of a salvo of {ship} hits {target}: {damage} points."
    return ngettext(one, "{n} missiles of a salvo of {ship} hit {target}: {damage} points.", facts["arriving"], **words)


def _ro_kah(facts: Facts) -> Text:
    if facts["raging"]:
        return _("{group} goes into a rage and rolls twice its dice.", group=_of(facts, "group"))
    return _("{group} keeps its head.", group=_of(facts, "group"))


def _morale(facts: Facts) -> Text:
    if facts["fails"]:
        return _("{group} loses heart and turns for home.", group=_of(facts, "group"))
    return _("{group} presses on.", group=_of(facts, "group"))


def _placed(facts: Facts) -> Text:
    x, y = facts["at"]
    return _("{ship} launches {what} to {x}, {y}.", ship=_of(facts, "ship"), what=ORDNANCE[facts["kind"]], x=x, y=y)


def _removed(facts: Facts) -> Text:
    if facts["kind"] == "plasma_bolt":
        return _("A Plasma Bolt of {ship} is gone.", ship=_of(facts, "ship"))
    return _("A salvo of {ship} is gone.", ship=_of(facts, "ship"))


ORDNANCE: dict[str, Text] = {"salvo": _("a salvo"), "plasma_bolt": _("a Plasma Bolt")}
"""What markers are called, by kind."""


TELLERS: Mapping[str, Callable[[Facts], Text]] = {
    "group_moved": _moved,
    "group_left": lambda facts: _("{group} is forced off the table.", group=_of(facts, "group")),
    "group_launched": _launched,
    "group_lost": lambda facts: _("{group} is destroyed.", group=_of(facts, "group")),
    "screening": lambda facts: _("{group} screens {target}.", group=_of(facts, "group"), target=_of(facts, "target")),
    "escorting": lambda facts: _("{group} escorts {target}.", group=_of(facts, "group"), target=_of(facts, "target")),
    "no_escort": lambda facts: _("{group} cannot reach {target}.", group=_of(facts, "group"), target=_of(facts, "target")),
    "merged": _merged,
    "no_merger": lambda facts: _(
        "{group} does not join {into}: their bases do not touch.", group=_of(facts, "group"), into=_of(facts, "into")
    ),
    "recovered": _recovered,
    "split": lambda facts: _(
        "{part} leaves {group} with {n} fighters.", part=_of(facts, "part"), group=_of(facts, "group"), n=facts["strength"]
    ),
    "group_ordered": lambda facts: _(
        "{group} sets out from {base} and may enter in turn {turn}.",
        group=_of(facts, "group"),
        base=_of(facts, "base"),
        turn=facts["turn"],
    ),
    "group_entered": lambda facts: _("{group} enters from {base}.", group=_of(facts, "group"), base=_of(facts, "base")),
    "group_returned": lambda facts: _(
        "{group} returns to {base} and may set out again in turn {turn}.",
        group=_of(facts, "group"),
        base=_of(facts, "base"),
        turn=facts["ready"],
    ),
    "attack_run": lambda facts: _("{group} begins its run at {target}.", group=_of(facts, "group"), target=_of(facts, "target")),
    "broke_off": lambda facts: _(
        "{group} breaks off its run at {target}.", group=_of(facts, "group"), target=_of(facts, "target")
    ),
    "evasion": _evasion,
    "small_fire": _small_fire,
    "dogfight": _dogfight,
    "strike": _strike,
    "ro_kah": _ro_kah,
    "group_morale": _morale,
    "no_run": lambda facts: _(
        "{group} is too far from {target} to attack.", group=_of(facts, "group"), target=_of(facts, "target")
    ),
    "marker_placed": _placed,
    "marker_removed": _removed,
    "salvo_attacks": lambda facts: _(
        "A salvo of {ship} homes in on {target}.", ship=_of(facts, "ship"), target=_of(facts, "target")
    ),
    "salvo_strikes": _salvo_strikes,
}
"""How each event is told."""


def passed(facts: Facts) -> Text:
    """That a seat does no more in a phase that is not ship fire, by the rule of the phase."""
    what = PASSED[facts["phase"]]
    return _("{side} {what}.", side=Side(facts["side"]), what=what)


PASSED: dict[str, Text] = {
    "FT-5.1.1": _("moves no more fighters"),
    "FT-5.1.2": _("moves no fighters again"),
    "FT-2.7.11": _("launches nothing more"),
    "FT-5.5.2": _("lets no more groups fire"),
}
"""What is over when a seat has passed, by the rule of the phase."""


# Why?


def _why_hits(facts: Facts) -> list[Reason]:
    reasons = [Reason("FT-2.7.39", _("Each hit removes one; it scored {n}.", n=facts["hits"]))]
    if facts["target_mod"]:
        reasons.append(Reason("FT-5.4.7", _("{n} on each first die for the kind of target.", n=facts["target_mod"])))
    if facts.get("mod"):
        reasons.append(Reason("FT-2.7.33", _("{n} on each die, rerolls too.", n=facts["mod"])))
    if facts["hits"] > facts["removed"]:
        reasons.append(Reason("FT-5.4.4", _("{n} hits are lost.", n=facts["hits"] - facts["removed"])))
    return reasons


def _why_salvo(facts: Facts) -> list[Reason]:
    return [
        Reason(
            "FT-6.3.1", _("The die less {n} hits on the marker arrive: {arriving}.", n=facts["hits"], arriving=facts["arriving"])
        ),
        Reason("FT-6.3.3", _("Each does as many points as its die shows.")),
    ]


def _why_strike(facts: Facts) -> list[Reason]:
    reasons = [Reason("FT-5.5.5", _("{n} fighters fire, each with its weapon against ships.", n=facts["fighters"]))]
    if facts["weapon"] == "torpedo":
        reasons.append(Reason("FT-5.7.7", _("4, 5 or 6 does so many points.")))
    if facts["screens"]:
        reasons.append(Reason("FT-5.5.6", _("Level-{n} Screens act on the first dice.", n=facts["screens"])))
    return reasons


EXPLAINERS: Mapping[str, Callable[[Facts], list[Reason]]] = {
    "small_fire": _why_hits,
    "dogfight": _why_hits,
    "strike": _why_strike,
    "salvo_strikes": _why_salvo,
}
"""Why an event came out as it did."""
