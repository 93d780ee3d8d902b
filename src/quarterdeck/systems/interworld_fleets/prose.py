"""What happened, in sentences, and what everything is called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import Argument, Side, Text, Unit, _, joined, ngettext
from quarterdeck.systems.interworld_fleets.indirect import EFFECTS
from quarterdeck.systems.interworld_fleets.state import FleetsState
from quarterdeck.systems.interworld_fleets.terrain import Kind

Facts = dict[str, Json]

KIND_NAMES: dict[Kind, Text] = {
    "asteroid_field": _("asteroid field"),
    "debris_field": _("debris field"),
    "gas_cloud": _("gas cloud"),
    "ion_storm": _("ion storm"),
    "minefield": _("minefield"),
    "gravity_well": _("gravity well"),
    "large_asteroid": _("large asteroid"),
    "buoy": _("buoy"),
}

ATTACK_NAMES: dict[str, Text] = {
    "cannon": _("cannons"),
    "energy": _("energy weapons"),
    "missile": _("missiles"),
    "mine": _("mines"),
    "phase": _("phase missiles"),
    "indirect": _("indirect weapons"),
    "harpoon": _("a harpoon"),
    "fighters": _("fighters"),
}


def names(view: FleetsState) -> dict[str, str]:
    """What ships, their weapons (``a1/w1``), squadrons, sides, and named terrain are called, by id."""
    called = {side.id: side.name for side in view.scenario.sides}
    called |= {key: name for side in view.scenario.sides for key, name in side.squadrons.items()}
    called |= {area.id: area.name for area in view.terrain.areas if area.name}
    for ship in view.ships.values():
        called[ship.id] = ship.name
        called |= {f"{ship.id}/{weapon.id}": weapon.name for weapon in ship.cls.weapons}
    return called


def describe(event: Event) -> Text:
    """The sentence that tells an event."""
    teller = TELLERS.get(event.kind)
    return teller(event.data) if teller else Text(event.kind)


def _ship(facts: Facts, key: str = "ship") -> Unit:
    return Unit(facts[key])


def _ships(facts: Facts) -> Text:
    return _units(facts["ships"])


def _units(ids: Iterable[str]) -> Text:
    return joined([Text("{unit}", {"unit": Unit(each)}) for each in ids])


# The round


def _terrain(facts: Facts) -> Text:
    if not facts["areas"]:
        return _("No terrain finds a place.")
    kinds = [area["kind"] for area in facts["areas"]]
    counted = [_("{kind} {n}", kind=KIND_NAMES[kind], n=kinds.count(kind)) for kind in dict.fromkeys(kinds)]
    return _("The dice lay out: {kinds}.", kinds=joined(counted))


def _shields(facts: Facts) -> Text:
    if not facts["ships"]:
        return _("Round {n} begins.", n=facts["round"])
    return _("Round {n} begins; shields are full again: {ships}.", n=facts["round"], ships=_ships(facts))


def _command_dice(facts: Facts) -> Text:
    dice = [face for cell, number in facts["cells"].items() for face in cell * number]
    return _("Command dice of {side}: {dice}.", side=Side(facts["side"]), dice=" ".join(dice) or "-")


def _initiative(facts: Facts) -> Text:
    return _("Order of the next round: {seats}.", seats=", ".join(facts["order"]))


def _points(facts: Facts) -> Text:
    points = [_("{side} {n}", side=Side(side), n=n) for side, n in facts["points"].items()]
    return _("Points for control after round {n}: {points}.", n=facts["round"], points=joined(points))


def _activated(facts: Facts) -> Text:
    return _("Activation of {unit}.", unit=Unit(facts["unit"]))


# Movement


def _moved(facts: Facts) -> Text:
    before, after = facts["way"][0][2], facts["way"][-1][2]
    moved = len([1 for one, other in zip(facts["way"], facts["way"][1:], strict=False) if one[:2] != other[:2]])
    words: dict[str, Argument] = {"ship": _ship(facts), "place": facts["place"]}
    if not moved:
        return _("{ship} turns on the spot.", **words)
    if not facts["place"]:
        return ngettext("{ship} moves {n} hex, over the edge.", "{ship} moves {n} hexes, over the edge.", moved, **words)
    if before == after:
        return ngettext("{ship} moves {n} hex to {place}.", "{ship} moves {n} hexes to {place}.", moved, **words)
    one, many = "{ship} moves {n} hex to {place} and turns.", "{ship} moves {n} hexes to {place} and turns."
    return ngettext(one, many, moved, **words)


def _easy_target(facts: Facts) -> Text:
    if facts["on"]:
        return _("{ship} is an easy target.", ship=_ship(facts))
    return _("{ship} is no easy target any more.", ship=_ship(facts))


def _hatches(facts: Facts) -> Text:
    return _("{ship} battens down.", ship=_ship(facts)) if facts["on"] else _("{ship} opens its hatches.", ship=_ship(facts))


def _placed(text: Text) -> Callable[[Facts], Text]:
    return lambda facts: Text(text.message, {"ship": _ship(facts), "place": facts["place"]})


def _hazard(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "kind": KIND_NAMES[facts["kind"]]}
    if facts["lost"]:
        return ngettext(
            "{ship} loses {n} point of hull in the {kind}.",
            "{ship} loses {n} points of hull in the {kind}.",
            facts["lost"],
            **words,
        )
    if facts["absorbed"]:
        return _("The {kind} takes shields of {ship}, {left} left.", left=facts["shields"], **words)
    return _("{ship} passes the {kind} unharmed.", **words)


def _drained(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "left": facts["shields"]}
    return _("Phase tokens drain the shields of {ship}, {left} left.", **words)


# Attacks


def _fired(facts: Facts) -> Text:
    words: dict[str, Argument] = {
        "ship": _ship(facts),
        "target": _ship(facts, "target"),
        "weapon": ATTACK_NAMES[facts["attack"]],
        "hits": facts["hits"],
    }
    if not any(dice for dice, _needed, _critical in facts["pools"]):
        return _("{ship} attacks {target} with {weapon}, but no die is left to roll.", **words)
    if not facts["hits"]:
        return _("{ship} attacks {target} with {weapon} and misses.", **words)
    if facts["attack"] == "indirect":
        one, many = "{ship} reaches {target} with {weapon}: {n} hit.", "{ship} reaches {target} with {weapon}: {n} hits."
        return ngettext(one, many, facts["hits"], **words)
    one, many = "{ship} hits {target} with {weapon}: {n} hit, ", "{ship} hits {target} with {weapon}: {n} hits, "
    return _("{hit}{harm}.", hit=ngettext(one, many, facts["hits"], **words), harm=_harm(facts))


def _harm(facts: Facts) -> Text:
    """What hits have done to shields and hull."""
    lost = ngettext(
        "{n} point of hull lost, {left} left", "{n} points of hull lost, {left} left", facts["lost"], left=facts["hull"]
    )
    if not facts["absorbed"]:
        return lost if facts["lost"] else _("stopped by the armour")
    shields = _("{n} stopped by shields", n=facts["absorbed"])
    return _("{shields}, {lost}", shields=shields, lost=lost) if facts["lost"] else shields


def _struck(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "target": _ship(facts, "target"), "dice": facts["size"]}
    one, many = "{ship} sends {n} fighter at {target}: {dice} dice.", "{ship} sends {n} fighters at {target}: {dice} dice."
    return ngettext(one, many, facts["tokens"], **words)


def _intercepted(facts: Facts) -> Text:
    ships = _units(facts["spent"])
    return _(
        "Fighters of {ships} take {n} dice from the attack on {target}.",
        ships=ships,
        n=facts["dice"],
        target=_ship(facts, "target"),
    )


def _boarded(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ships": _ships(facts), "target": _ship(facts, "target"), "left": facts["hull"]}
    if not facts["lost"]:
        return _("Boarding of {target} by {ships}: beaten off.", **words)
    one, many = (
        "Boarding of {target} by {ships}: {n} point of hull lost, {left} left.",
        "Boarding of {target} by {ships}: {n} points of hull lost, {left} left.",
    )
    return ngettext(one, many, facts["lost"], **words)


def _blow(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "at": _ship(facts, "at"), "left": facts["hull"]}
    if not facts["lost"]:
        return _("{ship} strikes {at} in the ram without effect.", **words)
    one, many = (
        "{ship} strikes {at} in the ram: {n} point of hull lost, {left} left.",
        "{ship} strikes {at} in the ram: {n} points of hull lost, {left} left.",
    )
    return ngettext(one, many, facts["lost"], **words)


def _blast(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "by": _ship(facts, "from"), "left": facts["hull"]}
    if not facts["lost"]:
        return _("{ship} withstands the blast of {by}.", **words)
    one, many = (
        "The blast of {by} costs {ship} {n} point of hull, {left} left.",
        "The blast of {by} costs {ship} {n} points of hull, {left} left.",
    )
    return ngettext(one, many, facts["lost"], **words)


def _harpooned(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "target": _ship(facts, "target")}
    if facts["captured"]:
        return _("{ship} harpoons {target}.", **words)
    return _("{ship} misses {target} with its harpoon.", **words)


def _destroyed(facts: Facts) -> Text:
    if facts["why"] in LOST:
        return _(LOST[facts["why"]].message, ship=_ship(facts))
    if facts["by"]:
        return _("{ship} is destroyed by {by}.", ship=_ship(facts), by=_ship(facts, "by"))
    return _("{ship} is destroyed.", ship=_ship(facts))


LOST: dict[str, Text] = {
    "IWF-9.12": _("{ship} is lost in the centre of a gravity well."),
    "IWF-9.13": _("{ship} is lost to a gravity well, as an easy target in its zone."),
    "IWF-9.14": _("{ship} breaks up on a large asteroid."),
}
"""How a ship is lost by some rules that leave no hull to count."""


def _ability(facts: Facts) -> Text:
    words: dict[str, Argument] = {"side": Side(facts["side"]), "ability": facts["name"], "ships": _ships(facts)}
    return _("A command die of {side} goes: {ability}, on {ships}.", **words)


def _restored(facts: Facts) -> Text:
    if facts["what"] == "shields":
        return ngettext("{ship} has {n} shield.", "{ship} has {n} shields.", facts["now"], ship=_ship(facts))
    return ngettext("{ship} has {n} fighter.", "{ship} has {n} fighters.", facts["now"], ship=_ship(facts))


REMOVED: dict[str, Callable[[Argument], Text]] = {
    "phase_tokens": lambda ship: _("{ship} sheds its phase tokens.", ship=ship),
    "easy_target": lambda ship: _("{ship} is an easy target no more.", ship=ship),
    "hindered": lambda ship: _("{ship} is hindered no more.", ship=ship),
}
"""What an ability takes away."""


def _effect(facts: Facts) -> Text:
    return _("{ship}: {effect}.", ship=_ship(facts), effect=EFFECTS[facts["effect"]].text)


TELLERS: Mapping[str, Callable[[Facts], Text]] = {
    "terrain": _terrain,
    "flagship": lambda facts: _("{ship} is the flagship.", ship=_ship(facts)),
    "shields": _shields,
    "command_dice": _command_dice,
    "fighters": lambda facts: _("Fighters are made ready: {ships}.", ships=_ships(facts)),
    "initiative": _initiative,
    "points": _points,
    "activated": _activated,
    "ability": _ability,
    "restored": _restored,
    "removed": lambda facts: REMOVED[facts["what"]](_ship(facts)),
    "drained": _drained,
    "hatches": _hatches,
    "moved": _moved,
    "left": lambda facts: _("{ship} leaves the map.", ship=_ship(facts)),
    "easy_target": _easy_target,
    "hazard": _hazard,
    "displaced": _placed(_("{ship} is shifted to {place}.")),
    "dragged": _placed(_("{ship} is dragged to {place}.")),
    "ram": lambda facts: _("{ship} declares a ram.", ship=_ship(facts)),
    "blow": _blow,
    "fired": _fired,
    "struck": _struck,
    "intercepted": _intercepted,
    "phase_tokens": lambda facts: ngettext(
        "{ship} carries {n} phase token.", "{ship} carries {n} phase tokens.", facts["tokens"], ship=_ship(facts)
    ),
    "effect": _effect,
    "harpooned": _harpooned,
    "boarded": _boarded,
    "self_destructed": lambda facts: _("{ship} destroys itself.", ship=_ship(facts)),
    "blast": _blast,
    "destroyed": _destroyed,
    "flagship_lost": lambda f: _("{side} has lost its flagship: {n} command dice at most.", side=Side(f["side"]), n=f["maximum"]),
}
