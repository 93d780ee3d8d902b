"""The sentences of chapters 10.1 to 10.4 and 11: contacts, scans, mines, wonder weapons; and the answers to *why?*."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quarterdeck.engine.problems import Json
from quarterdeck.engine.system import Reason
from quarterdeck.engine.text import Argument, Text, Unit, _, joined, ngettext

Facts = dict[str, Json]

LEVELS: tuple[Text, ...] = (
    _("nothing"),
    _("its MASS, and whether it is military"),
    _("its MASS, drives and Screens"),
    _("all that it carries"),
    _("everything, damage too"),
)
"""What each level of a scan tells (FT-10.2.4)."""


def _words(facts: Facts) -> dict[str, Argument]:
    """The units that an event names."""
    return {key: Unit(facts[key]) for key in ("ship", "target", "marker", "by") if facts.get(key)}


def _contact_moved(facts: Facts) -> Text:
    x, y = facts["to"]
    return _("{ship} moves to {x}, {y}.", x=x, y=y, **_words(facts))


def _contact_deployed(facts: Facts) -> Text:
    x, y = facts["at"]
    return _("{ship} is at {x}, {y}.", x=x, y=y, **_words(facts))


def _scanned(facts: Facts) -> Text:
    if not facts["level"]:
        return _("{ship} scans {target} and learns nothing.", **_words(facts))
    if "info" not in facts:
        return _("{ship} scans {target} and learns something.", **_words(facts))
    told = joined(facts_in_words(facts["info"]))
    return _("{ship} scans {target} and learns {what}: {told}.", what=LEVELS[facts["level"]], told=told, **_words(facts))


def facts_in_words(info: Facts) -> list[Text]:
    """What a scan has told, fact by fact."""
    found = []
    if "mass" in info:
        found.append(_("MASS {n}", n=info["mass"]))
    if "civilian" in info:
        found.append(_("civilian") if info["civilian"] else _("military"))
    if "thrust" in info:
        found.append(_("thrust {n}, with an FTL Drive", n=info["thrust"]) if info["ftl"] else _("thrust {n}", n=info["thrust"]))
        found.append(_("level-{n} Screens", n=info["screens"]) if info["screens"] else _("no Screens"))
    if "systems" in info:
        found.append(_("carries {systems}", systems=" ".join(info["systems"]) or "-"))
    if "hull" in info:
        found.append(_("hull {hull}, armour {armour}", hull=info["hull"], armour=info["armour"]))
        found.append(_("lost {systems}", systems=" ".join(info["lost"]) or "-"))
    return found


def _swept(facts: Facts) -> Text:
    if facts["swept"]:
        return _("{ship} sweeps {marker}.", **_words(facts))
    return _("{ship} fails to sweep {marker}.", **_words(facts))


def _points(one: str, many: str) -> Callable[[Facts], Text]:
    return lambda facts: ngettext(one, many, facts["damage"], **_words(facts))


def _reflected(facts: Facts) -> Text:
    words = _words(facts)
    if facts["back"]:
        return _(
            "The Reflex Field of {ship} throws {n} of {all} points back at {by}.", n=facts["back"], all=facts["damage"], **words
        )
    if facts["left"]:
        return _("The Reflex Field of {ship} lets {n} of {all} points through.", n=facts["left"], all=facts["damage"], **words)
    return _("The Reflex Field of {ship} swallows {all} points.", all=facts["damage"], **words)


def _charged(facts: Facts) -> Text:
    if facts["full"]:
        return _("The Wave Gun of {ship} holds {n} and can be fired.", n=facts["charge"], **_words(facts))
    return _("The Wave Gun of {ship} holds {n}.", n=facts["charge"], **_words(facts))


def _decloaked(facts: Facts) -> Text:
    x, y = facts["at"]
    return _("{ship} appears at {x}, {y}.", x=x, y=y, **_words(facts))


CONTACT_TELLERS: Mapping[str, Callable[[Facts], Text]] = {
    "contact_moved": _contact_moved,
    "contact_deployed": _contact_deployed,
    "revealed": lambda facts: _("{ship} is known now.", **_words(facts)),
    "dummy_removed": lambda facts: _("{ship} is only a Dummy and is taken away.", **_words(facts)),
    "out_of_sight": lambda facts: _("{group} is out of sight.", group=Unit(facts["group"], facts["name"])),
    "scan_announced": lambda facts: _("{ship} scans actively.", **_words(facts)),
    "scanned": _scanned,
    "mine_laid": lambda facts: _("{ship} lays a mine.", **_words(facts)),
    "mine_attacks": _points("{marker} goes off under {target}: {n} point.", "{marker} goes off under {target}: {n} points."),
    "swept": _swept,
    "template_moves": lambda facts: _("The fire of the Nova Cannon of {ship} moves on.", **_words(facts)),
    "template_gone": lambda facts: _("The fire of the Nova Cannon of {ship} is spent.", **_words(facts)),
    "template_strikes": _points("It passes over {target}: {n} point.", "It passes over {target}: {n} points."),
    "wave_fired": lambda facts: _("{ship} fires its Wave Gun.", **_words(facts)),
    "charged": _charged,
    "gun_discharged": _points(
        "The charge of the lost Wave Gun hits {ship} itself: {n} point.",
        "The charge of the lost Wave Gun hits {ship} itself: {n} points.",
    ),
    "reflected": _reflected,
    "cloaked": lambda facts: _("{ship} goes under its cloak.", **_words(facts)),
    "decloaked": _decloaked,
}


# Why?


def _why_scanned(facts: Facts) -> list[Reason]:
    reasons = [Reason("FT-10.2.4", _("The result is {n}.", n=facts["result"]))]
    if facts["bonus"]:
        reasons.append(Reason("FT-10.2.3", _("Superior Sensors add {n}.", n=facts["bonus"])))
    if facts["jammed"]:
        reasons.append(Reason("FT-10.4.5", _("The scanner lies under ECM of its own side and subtracts a second die.")))
    if facts["ecm"]:
        reasons.append(Reason("FT-10.4.4", _("The enemy's ECM subtracts a die.")))
    return reasons


def _why_mine(facts: Facts) -> list[Reason]:
    reasons = [Reason("FT-11.1.2", ngettext("{n} die as of a Beam.", "{n} dice as of a Beam.", facts["count"]))]
    if facts["screens"]:
        reasons.append(Reason("FT-4.4.1", _("Level-{n} Screens act on the first dice, not on rerolls.", n=facts["screens"])))
    return reasons


CONTACT_EXPLAINERS: Mapping[str, Callable[[Facts], list[Reason]]] = {
    "scanned": _why_scanned,
    "mine_attacks": _why_mine,
    "template_moves": lambda f: [
        Reason("FT-11.3.5", _("It is {n} MU wide and rolls {dice} dice.", n=f["diameter"], dice=f["dice"]))
    ],
}
