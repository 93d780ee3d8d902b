"""The answer to *why?*: the rule behind each number of an event: its dice, its modifiers, what shields and armour did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from quarterdeck.engine.events import Event
from quarterdeck.engine.system import Reason
from quarterdeck.engine.text import Side, Text, Unit, _, ngettext
from quarterdeck.systems.interworld_fleets.prose import Facts, describe
from quarterdeck.systems.interworld_fleets.unit import Size
from quarterdeck.systems.interworld_fleets.weapons import PROFILES

MODIFIER_NAMES: dict[str, Text] = {
    "aft": _("from astern"),
    "close": _("within 3 hexes"),
    "far": _("beyond 6 hexes"),
    "easy": _("an easy target"),
    "small": _("a small target"),
    "crippled": _("the attacker has lost more than half of its hull"),
    "hindered": _("the attacker is hindered"),
    "terrain": _("terrain"),
    "bonus": _("an ability of the command board"),
}

LOSS_NAMES: dict[str, Text] = {
    "defence": _("Defence"),
    "flak": _("flak of the squadron"),
    "shields": _("shields"),
    "ability": _("an ability of the command board"),
    "interception": _("interception"),
}


def explain(event: Event) -> list[Reason]:
    """Every fact and modifier that made the event what it is, each with its rule."""
    explainer = EXPLAINERS.get(event.kind)
    return list(explainer(event)) if explainer else [Reason(event.rule, describe(event))]


def _why_fired(event: Event) -> Iterator[Reason]:
    """An attack: its dice, what took some of them, what they needed, what came of them."""
    facts = event.data
    if len(facts.get("weapons", ())) > 1:
        yield Reason("IWF-4.49", _("{n} weapons fire as one salvo.", n=len(facts["weapons"])))
    yield Reason(event.rule, ngettext("{n} die to begin with.", "{n} dice to begin with.", facts["dice"]))
    for name, number, rule in facts["losses"]:
        yield Reason(rule, ngettext("{n} die less: {why}.", "{n} dice less: {why}.", number, why=LOSS_NAMES[name]))
    yield from _why_needed(facts)
    yield Reason(event.rule, ngettext("{n} hit.", "{n} hits.", facts["hits"]))
    yield from _why_absorbed(facts)
    armour = PROFILES[facts["attack"]].armour
    if armour != "none":
        rule, number = ("IWF-1.19", facts["armour"]) if armour == "divides" else ("IWF-4.12", 1)
        yield from _why_divided(facts, rule, number)


def _why_needed(facts: Facts) -> Iterator[Reason]:
    """The dice that fell with what each needs, and the modifiers of each ship."""
    for dice, needed, critical in [pool for pool in facts["pools"] if pool[0]]:
        one, many = "{n} die, which hits on {needed} or more.", "{n} dice, which hit on {needed} or more."
        yield Reason("IWF-1.12", ngettext(one, many, dice, needed=needed))
        if critical:
            yield Reason("IWF-1.13", _("Each 6 counts as two hits."))
    for ship, modifiers in facts.get("modifiers", {}).items():
        for name, number, rule in modifiers:
            yield Reason(rule, _("{ship}: {n} to hit, {why}.", ship=Unit(ship), n=f"{number:+d}", why=MODIFIER_NAMES[name]))


def _why_absorbed(facts: Facts) -> Iterator[Reason]:
    if facts["absorbed"]:
        yield Reason("IWF-1.20", _("Shields absorb {n}, {left} left.", n=facts["absorbed"], left=facts["shields"]))


def _why_divided(facts: Facts, rule: str, armour: int) -> Iterator[Reason]:
    """Hits past the shields by armour, and what of that there was hull for."""
    past = facts["hits"] - facts["absorbed"]
    if past:
        one, many = "{n} hit by armour {armour}: {points}.", "{n} hits by armour {armour}: {points}."
        yield Reason(rule, ngettext(one, many, past, armour=armour, points=past // armour))
    yield _hull(facts)


def _hull(facts: Facts) -> Reason:
    return Reason("IWF-1.17", _("The hull loses {n}, {left} left.", n=facts["lost"], left=facts["hull"]))


SIZES: dict[Size, tuple[str, Text]] = {
    "light": ("IWF-4.18", _("A light harpoon always hits.")),
    "medium": ("IWF-4.19", _("A medium harpoon always hits a ship without shields.")),
    "heavy": ("IWF-4.20", _("A heavy harpoon rolls two dice; one hit is enough.")),
}


def _why_harpooned(event: Event) -> Iterator[Reason]:
    rule, words = SIZES[event.data["size"]]
    yield Reason(rule, words)
    if "pools" in event.data:
        yield from _why_needed(event.data)
        yield Reason(rule, ngettext("{n} hit.", "{n} hits.", event.data["hits"]))


def _why_boarded(event: Event) -> Iterator[Reason]:
    facts = event.data
    for number, more, who in zip(facts["hands"], facts["more"], (_("Boarders"), _("Defenders")), strict=True):
        yield Reason("IWF-6.2", ngettext("{who}: {n} die for hull.", "{who}: {n} dice for hull.", number, who=who))
        if more:
            yield Reason("IWF-8.3", ngettext("{who}: {n} die more.", "{who}: {n} dice more.", more, who=who))
    yield Reason("IWF-6.2", ngettext("{n} hit.", "{n} hits.", facts["hits"]))
    yield Reason("IWF-6.3", _("The defenders cancel {n}.", n=min(facts["cancelled"], facts["hits"])))
    yield Reason("IWF-6.4", _("Each hit that is left is a point of hull."))
    yield _hull(facts)


def _why_blow(event: Event) -> Iterator[Reason]:
    facts = event.data
    text = _(
        "Dice: {hull} for hull, {n} for {moved} hexes moved.", hull=facts["own_hull"], n=facts["moved"] // 2, moved=facts["moved"]
    )
    yield Reason("IWF-3.14", text)
    yield Reason("IWF-3.14", ngettext("{n} hit.", "{n} hits.", facts["hits"]))
    yield from _why_divided(facts, "IWF-3.15", facts["armour"])


def _why_blast(event: Event) -> Iterator[Reason]:
    facts = event.data
    yield Reason("IWF-6.8", ngettext("{n} die for its hull.", "{n} dice for its hull when whole.", facts["own_hull"]))
    yield Reason("IWF-6.8", ngettext("{n} hit.", "{n} hits.", facts["hits"]))
    yield from _why_divided(facts, "IWF-6.8", facts["armour"])


def _why_points(event: Event) -> Iterator[Reason]:
    """How many control points each side holds, and what it has by now."""
    held = list(event.data["held"].values())
    for side, points in event.data["points"].items():
        one, many = (
            "{side} holds {n} control point, and has {points} for control.",
            "{side} holds {n} control points, and has {points} for control.",
        )
        yield Reason("IWF-2.10", ngettext(one, many, held.count(side), side=Side(side), points=points))


def _why_hazard(event: Event) -> Iterator[Reason]:
    yield Reason(event.rule, HAZARD_WHY[event.rule])
    yield from _why_absorbed(event.data)
    yield _hull(event.data)


HAZARD_WHY: dict[str, Text] = {
    "IWF-9.5": _("A 1 costs a point of hull, past shields and armour."),
    "IWF-9.6": _("It moves faster than half its Speed: two dice, each 1 costs a point of hull."),
    "IWF-9.7": _("One attack at 4 or more, a 6 twice; shields and armour apply."),
    "IWF-9.9": _("An ion storm takes all shields."),
    "IWF-9.11": _("Three attacks at 4 or more, a 6 twice; shields and armour apply."),
}

EXPLAINERS: Mapping[str, Callable[[Event], Iterator[Reason]]] = {
    "fired": _why_fired,
    "harpooned": _why_harpooned,
    "boarded": _why_boarded,
    "blow": _why_blow,
    "blast": _why_blast,
    "hazard": _why_hazard,
    "points": _why_points,
}
