"""What happens among terrain and planets in sentences, why, and what it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from quarterdeck.engine.picture import Blast, CrossOff, Effect, Happen, Move, Shoot
from quarterdeck.engine.problems import Json
from quarterdeck.engine.system import Reason
from quarterdeck.engine.text import Argument, Text, Unit, _, joined, ngettext
from quarterdeck.systems.full_thrust.state import FleetState

Facts: TypeAlias = "dict[str, Json]"


def names(view: FleetState) -> dict[str, str]:
    """What bodies are called by id, and those that were there but are gone."""
    called = {f"{ship.id}-{what}": ship.name for ship in view.ships.values() for what in ("debris", "wreck", "bulk")}
    rocks = view.scenario.terrain.bodies if view.scenario.terrain else ()
    called.update({f"t{number}": rock.name for number, rock in enumerate(rocks, 1)})
    called.update({f"t{number}-fringe": rock.name for number, rock in enumerate(rocks, 1)})
    scatter = view.scenario.terrain.scatter if view.scenario.terrain else None
    called.update({f"r{number}": f"R{number}" for number in range(1, scatter.number + 1 if scatter else 1)})
    called.update({body.id: body.name for body in view.bodies.values()})
    return called


def _words(facts: Facts, *others: str) -> dict[str, Argument]:
    """The ship and the body of an event, and other facts as they stand."""
    words: dict[str, Argument] = {key: Unit(facts[key]) for key in ("ship", "body", "station", "target", "by") if facts.get(key)}
    words.update({key: facts[key] for key in others})
    return words


def _drifted(facts: Facts) -> Text:
    n = len(facts["bodies"]) + len(facts["ships"])
    return ngettext("{n} body drifts on.", "{n} bodies drift on.", n)


def _scattered(facts: Facts) -> Text:
    return ngettext("{n} asteroid is scattered.", "{n} asteroids are scattered.", len(facts["bodies"]))


def _near_miss(facts: Facts) -> Text:
    words = _words(facts)
    if not facts["avoided"]:
        return _("{ship} cannot avoid {body}.", **words)
    return _("{ship} comes upon {body} and avoids it.", **words)


def _cloud_wear(facts: Facts) -> Text:
    words = _words(facts, "velocity", "damage")
    return _("Dust wears at {ship} at {velocity} MU: {damage} points.", **words)


def _lock_on(facts: Facts) -> Text:
    if facts["locked"]:
        return _("{ship} locks on to {target} through the dust.", **_words(facts))
    return _("{ship} finds no lock on {target} in the dust; that fire is lost.", **_words(facts))


def _meteors(facts: Facts) -> Text:
    return _("{body} strikes {ship}: {damage} points.", **_words(facts, "damage"))


def _scorched(facts: Facts) -> Text:
    lost = joined([Text("{system}", {"system": Unit(f"{facts['ship']}/{system}")}) for system in facts["lost"]])
    if not facts["lost"]:
        return _("{ship} comes through the flare unharmed.", **_words(facts))
    return _("The flare burns out {lost} of {ship}.", lost=lost, **_words(facts))


def _wrecked(facts: Facts) -> Text:
    if facts["explodes"]:
        return _("{ship} explodes into a cloud of debris.", **_words(facts))
    return _("{ship} drifts on as a wreck.", **_words(facts))


def _rock_fire(facts: Facts) -> Text:
    words = _words(facts, "range")
    words["weapon"] = Unit(f"{facts['ship']}/{facts['weapon']}")
    one = "{ship} fires {weapon} at {body} at {range} MU: {n} point."
    return ngettext(one, "{ship} fires {weapon} at {body} at {range} MU: {n} points.", facts["damage"], **words)


def _broken_up(facts: Facts) -> Text:
    one = "{body} breaks into {n} chunk."
    return ngettext(one, "{body} breaks into {n} chunks.", len(facts["chunks"]), **_words(facts))


def _docking(facts: Facts) -> Text:
    if facts["station"] is None:
        return _("{ship} cannot dock: it does not lie still beside a station.", **_words(facts))
    return _("{ship} makes fast at {station}.", **_words(facts))


def _section_lost(facts: Facts) -> Text:
    return _("The loss of {by} tears at {ship}: {damage} points.", **_words(facts, "damage"))


def _in_orbit(facts: Facts) -> Text:
    if facts["clockwise"]:
        return _("{ship} goes into orbit of {body}, clockwise.", **_words(facts))
    return _("{ship} goes into orbit of {body}, anticlockwise.", **_words(facts))


def _landed(facts: Facts) -> Text:
    if facts["forced"]:
        return _("{ship} makes a forced landing on {body}.", **_words(facts))
    return _("{ship} lands safely on {body}.", **_words(facts))


def _entry(facts: Facts) -> Text:
    match facts["fate"]:
        case "crash_lands":
            return _("{ship} falls into the atmosphere and crash-lands.", **_words(facts))
        case "burns_with_launch":
            return _("{ship} burns up in the atmosphere; craft aboard may get out.", **_words(facts))
        case _:
            return _("{ship} burns up in the atmosphere with all aboard.", **_words(facts))


def _rescue(facts: Facts) -> Text:
    saved = len([how for how in facts["craft"].values() if how != "destroyed"])
    return ngettext("{n} group gets out of {ship}.", "{n} groups get out of {ship}.", saved, **_words(facts))


def _planet_edge(facts: Facts) -> Text:
    if facts["safe"]:
        return _("{ship} is in orbit of the planet beyond the edge.", **_words(facts))
    return _("{ship} comes to the planet beyond the edge too fast or past its window.", **_words(facts))


def _field_drifts(facts: Facts) -> Text:
    return _("The asteroids drift towards {course} at {velocity} MU a turn.", course=facts["course"], velocity=facts["velocity"])


def _flare(facts: Facts) -> Text:
    return _("The star flares.") if facts["flare"] else _("The star stays calm.")


TELLERS: Mapping[str, Callable[[Facts], Text]] = {
    "drifted": _drifted,
    "declared": lambda facts: _("{ship} carries out {orders}.", **_words(facts, "orders")),
    "scattered": _scattered,
    "field_drifts": _field_drifts,
    "near_miss": _near_miss,
    "collided": lambda facts: _("{ship} runs into {body} and is lost.", **_words(facts)),
    "cloud_wear": _cloud_wear,
    "lock_on": _lock_on,
    "meteors": _meteors,
    "flare": _flare,
    "scorched": _scorched,
    "wrecked": _wrecked,
    "rock_fire": _rock_fire,
    "broken_up": _broken_up,
    "docking": _docking,
    "undocking": lambda facts: _("{ship} casts off from {station}.", **_words(facts)),
    "undocked": lambda facts: _("{ship} is clear of {station}.", **_words(facts)),
    "lost_inside": lambda facts: _("{ship} is lost inside {station}.", **_words(facts)),
    "section_drawn": lambda facts: _("At that range chance decides: the fire of {ship} goes to {target}.", **_words(facts)),
    "section_lost": _section_lost,
    "in_orbit": _in_orbit,
    "left_orbit": lambda facts: _("{ship} leaves the orbit of {body}.", **_words(facts)),
    "landed": _landed,
    "entry": _entry,
    "rescue": _rescue,
    "planet_edge": _planet_edge,
    "jumped_clear": lambda facts: _("{ship} reaches the limit and jumps clear.", **_words(facts)),
}
"""How each kind of event is told."""


# Why?


def _why_near_miss(facts: Facts) -> list[Reason]:
    n = facts["needed"]
    if n <= 1:
        die = _("At {velocity} MU its drive suffices without a die.", velocity=facts["velocity"])
    elif n > 6:
        die = _("At {velocity} MU it would need a {n}.", velocity=facts["velocity"], n=n)
    else:
        die = _("At {velocity} MU it needs a {n} or more: velocity less thrust.", velocity=facts["velocity"], n=n)
    return [Reason("FT-12.1.6", _("Its way and that of the body cross.")), Reason("FT-12.1.7", die)]


def _why_entry(facts: Facts) -> list[Reason]:
    reasons = [Reason("FT-13.3.4", _("{n} is added to the die.", n=facts["modifier"]))]
    if facts["excess"]:
        reasons.append(Reason("FT-13.3.4", _("It is {n} MU too fast.", n=facts["excess"])))
    if facts["missed_by"]:
        reasons.append(Reason("FT-13.3.4", _("It misses the window by {n} MU.", n=facts["missed_by"])))
    return [*reasons, Reason("FT-13.3.5", _("2 or less is a crash, up to 5 craft may get out, 6 or more is the end."))]


def _why_landed(facts: Facts) -> list[Reason]:
    slows = Reason("FT-13.3.2", _("It slows down in orbit."))
    return [slows, Reason("FT-13.2.2", _("Its drive has {n} thrust.", n=facts["thrust"]))]


EXPLAINERS: Mapping[str, Callable[[Facts], list[Reason]]] = {
    "near_miss": _why_near_miss,
    "cloud_wear": lambda f: [Reason("FT-12.3.1", _("It is faster than 12 MU; Screens do not help."))],
    "lock_on": lambda f: [Reason("FT-12.3.2", _("One of them is in a cloud: a lock needs 4 or more."))],
    "meteors": lambda f: [Reason("FT-12.5.2", _("A die for each 6 MU of its {n}, past the armour.", n=f["velocity"]))],
    "flare": lambda f: [Reason("FT-12.4.1", _("It flares on {n} or more.", n=f["needed"]))],
    "scorched": lambda f: [Reason("FT-12.4.2", _("A system is lost on {n} or less.", n=f["lost_on"]))],
    "wrecked": lambda f: [Reason("FT-12.6.1", _("It explodes on {n} or less, the points too many.", n=f["excess"]))],
    "section_drawn": lambda f: [Reason("FT-12.8.2", _("From 18 MU on each section left has the same chance."))],
    "section_lost": lambda f: [Reason("FT-12.8.5", _("A die for each of its {n} rows.", n=f["rows"]))],
    "landed": _why_landed,
    "entry": _why_entry,
}
"""Why it came out so."""


# What is shown


def _moves(facts: Facts, view: FleetState) -> tuple[Effect, ...]:
    """Installations and what is docked at them move; a body is drawn where it is then."""
    found = []
    for key, way in facts["ships"].items():
        heading = view.ships[key].facing % 12 * 30
        found.append(Move(key, (tuple(way[0]), tuple(way[1])), (heading, heading)))
    return tuple(found)


def _burst(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    return (Blast(tuple(facts["at"]), facts["radius"]),) if facts.get("radius") else ()


def _shot(facts: Facts, view: FleetState) -> tuple[Effect, ...]:
    at = view.ships[facts["ship"]].position
    return (Shoot("beam", at, tuple(facts["at"]), facts["damage"] > 0),)


EFFECTS: Mapping[str, Callable[[Facts, FleetState], tuple[Effect, ...]]] = {
    "drifted": _moves,
    "collided": lambda facts, _view: (Happen("loss", facts["ship"]),),
    "wrecked": _burst,
    "broken_up": _burst,
    "rock_fire": _shot,
    "scorched": lambda facts, _view: tuple(CrossOff(f"{facts['ship']}/{system}") for system in facts["lost"]),
    "landed": lambda facts, _view: (Happen("fade", facts["ship"]),),
    "entry": lambda facts, _view: (Happen("fade" if facts["fate"] == "crash_lands" else "loss", facts["ship"]),),
}
"""What is played of it."""
