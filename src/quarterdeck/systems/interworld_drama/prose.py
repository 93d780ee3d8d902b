"""What happened, in sentences, and the answer to *why?*: pool, difficulty and modifiers of each roll, the dice, the rule."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.system import Reason
from quarterdeck.engine.text import Argument, Side, Text, Unit, _, joined, ngettext
from quarterdeck.systems.interworld_drama.asking import harm_text, wanted
from quarterdeck.systems.interworld_drama.conditions import CONDITION_NAMES
from quarterdeck.systems.interworld_drama.narrator import DEGREE_NAMES
from quarterdeck.systems.interworld_drama.record import SURROUNDING_NAMES
from quarterdeck.systems.interworld_drama.state import CREW, DramaState

Facts = dict[str, Json]

MODIFIERS: dict[str, Text] = {
    "cloud": _("the cloud"),
    "short": _("the weapon at short distance"),
    "tail": _("on the tail of the target"),
    "stern": _("at the ship on the tail"),
    "lock": _("target lock"),
    "stealth": _("a target that is not detected"),
    "gravity": _("the gravity anomaly"),
    "interference": _("interference on the air"),
    "damage": _("light damage to the system"),
}
"""What each modifier of a difficulty is for."""

DISTANCE_WORDS = {"short": _("short"), "medium": _("medium"), "long": _("long")}
ENDED: dict[str, Text] = {
    "used": _("it has been used"),
    "busy": _("its operator does something else"),
    "attack": _("it has attacked"),
    "jump": _("a jump has changed positions"),
    "dispersed": _("the cloud is burnt away"),
    "distance": _("the distance is too great"),
    "turn": _("the turn is over"),
    "out": _("its operator is out"),
    "moved": _("the ship has gone elsewhere"),
    "gone": _("a ship is gone"),
    "removed": _("it has been dealt with"),
    "narrator": _("the narrator has so decided"),
}
MANOEUVRES: dict[str, Text] = {
    "dodge": _("a dodge"),
    "jump": _("an emergency jump"),
    "interception": _("an interception"),
    "jamming": _("jamming"),
    "redistribution": _("energy redistribution"),
    "ward": _("a ward"),
}


def names(view: DramaState) -> dict[str, str]:
    """What sides, ships, their systems and crew (``heron/wheel``) and the worlds are called, by id."""
    called = {side.id: side.name for side in view.scene.sides} | {"narrator": "Narrator"}
    called.update({world.id: world.name for world in view.scene.worlds})
    for ship in view.ships.values():
        called[ship.id] = ship.name
        called[f"{ship.id}/{CREW}"] = "the crew"
        called.update({f"{ship.id}/{system.id}": system.name for system in ship.record.systems})
        called.update({f"{ship.id}/{member.id}": member.sheet.name for member in ship.crew.values()})
    return called


def describe(event: Event) -> Text:
    """The sentence that tells an event."""
    teller = TELLERS.get(event.kind)
    return teller(event.data) if teller else Text(event.kind)


def _ship(facts: Facts, key: str = "ship") -> Unit:
    return Unit(facts[key])


def _member(facts: Facts) -> Unit:
    return Unit(f"{facts['ship']}/{facts['member']}")


def _part(facts: Facts, key: str, ship: str = "ship") -> Unit:
    return Unit(f"{facts[ship]}/{facts[key]}")


def _with_successes(act: Text, facts: Facts, **words: Argument) -> Text:
    """What somebody does, and what he has rolled."""
    done = Text(act.message, {"member": _member(facts), "ship": _ship(facts), **words})
    if facts["botch"]:
        return _("{act}: a botch.", act=done)
    return ngettext("{act}: {n} success.", "{act}: {n} successes.", facts["successes"], act=done)


def _scene(facts: Facts) -> Text:
    around = [SURROUNDING_NAMES[each] for each in facts["surroundings"]] or [_("open space")]
    length = _("The battle may last twelve turns.") if facts["long"] else _("The battle lasts three turns at most.")
    return _("On the scene: {around}. {length}", around=joined(list(around)), length=length)


def _initiative(facts: Facts) -> Text:
    return _("Initiative: {order}.", order=joined([_("{ship}", ship=Unit(each)) for each in facts["order"]]))


GAINED: dict[str, Text] = {
    "cloud": _("{ship} is in the cloud."),
    "cover": _("{ship} is behind cover from {other}."),
    "dead_zone": _("{ship} is where {weapon} of {other} does not bear."),
    "tail": _("{ship} is on the tail of {other}."),
    "barrage": _("{other} lays a barrage before {ship}."),
    "lock": _("{ship} has locked on to {other}."),
    "stealth": _("{ship} is in stealth."),
    "harpooned": _("{other} has harpooned {ship}."),
    "fire": _("Fire breaks out in the {part} of {ship}."),
    "interference": _("{other} jams the air of {ship}."),
    "gravity": _("{ship} is in the gravity anomaly."),
    "wounded": _("{member} of {ship} is out."),
    "breaking_off": _("{ship} is breaking off."),
    "contact": _("{ship} and {other} are in contact."),
}
"""What has become of a ship that has a condition from now on."""


def _condition(facts: Facts) -> Text:
    message = GAINED[facts["condition"]].message
    words: dict[str, Argument] = {"ship": _ship(facts), "other": Unit(facts["other"]), "part": str(facts["part"])}
    words |= {"member": _part(facts, "part"), "weapon": _part(facts, "part", "other")}
    return Text(message, {key: words[key] for key in wanted(message, tuple(words))})


def _condition_ended(facts: Facts) -> Text:
    words: dict[str, Argument] = {"condition": CONDITION_NAMES[facts["condition"]], "why": ENDED[facts["why"]]}
    return _("{ship}: “{condition}” ends; {why}.", ship=_ship(facts), **words)


def _distance(facts: Facts) -> Text:
    distance = DISTANCE_WORDS[facts["distance"]]
    return _("{ship} and {other} are at {distance} distance.", ship=_ship(facts), other=_ship(facts, "other"), distance=distance)


ATTEMPTS: dict[str, Text] = {
    "gain": _("{member} of {ship} tries for “{condition}”"),
    "remove": _("{member} of {ship} tries to end “{condition}”"),
    "replace": _("{member} of {ship} takes over a system"),
    "coordinate": _("{member} of {ship} calls {target}"),
    "disperse": _("{member} of {ship} burns at the cloud"),
    "detect": _("{member} of {ship} looks for {target}"),
}


def _attempt(facts: Facts) -> Text:
    words: dict[str, Argument] = {"target": Unit(facts["target"])}
    if facts["act"] == "remove" and facts["condition"] == "fire":
        return _with_successes(_("{member} of {ship} fights the fire in the {part}"), facts, part=str(facts["part"]))
    if facts["act"] in ("gain", "remove"):
        words["condition"] = CONDITION_NAMES[facts["condition"]]
    return _with_successes(ATTEMPTS[facts["act"]], facts, **words)


def _counter(facts: Facts) -> Text:
    if facts["condition"]:
        act = _("{member} of {ship} counters and wants “{condition}”")
        return _with_successes(act, facts, condition=CONDITION_NAMES[facts["condition"]])
    return _with_successes(_("{member} of {ship} counters"), facts)


ATTACKS: dict[str, Text] = {
    "shoot": _("{member} of {ship} fires {system} at {target}"),
    "ram": _("{member} of {ship} rams {target}"),
    "board": _("{member} of {ship} leads a landing on {target}"),
    "curse": _("{member} of {ship} curses {target}"),
}


def _attack(facts: Facts) -> Text:
    return _with_successes(ATTACKS[facts["act"]], facts, target=_ship(facts, "target"), system=_part(facts, "system"))


def _defence(facts: Facts) -> Text:
    return _with_successes(_("{member} of {ship} answers with {manoeuvre}"), facts, manoeuvre=MANOEUVRES[facts["manoeuvre"]])


def _left(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "target": _ship(facts, "target")}
    if not facts["left"]:
        return _("{target} prevents the attack of {ship}.", **words)
    one = "{n} success of {ship} is left against {target}."
    return ngettext(one, "{n} successes of {ship} are left against {target}.", facts["left"], **words)


def _harm(facts: Facts) -> Text:
    return harm_text(facts["degree"], facts["ship"], facts["place"], facts["member"])


def _damage(facts: Facts) -> Text:
    return _("{ship}: {harm}.", ship=_ship(facts), harm=_harm(facts))


def _repaired(facts: Facts) -> Text:
    if facts["degree"] == "fatal":
        return _("{ship} stays in the fight; the consequences of {harm} remain.", ship=_ship(facts), harm=_harm(facts))
    return _("{ship}: {harm} is made good.", ship=_ship(facts), harm=_harm(facts))


def _repair(facts: Facts) -> Text:
    harm = harm_text(facts["degree"], facts["ship"], facts["place"], facts["hurt"])
    return _with_successes(_("{member} of {ship} works on {harm}"), facts, harm=harm)


def _proposal(facts: Facts) -> Text:
    verdicts = {
        "confirm": _("The narrator agrees."),
        "reject": _("The narrator does not agree."),
        "change": _("It is agreed with a change."),
        "declined": _("The change is declined."),
    }
    words: dict[str, Argument] = {"member": _member(facts), "ship": _ship(facts), "verdict": verdicts[facts["verdict"]]}
    if facts["act"] == "idea":
        return _("{member} of {ship} has an idea of his own. {verdict}", **words)
    return _("{member} of {ship} proposes a Master at Work. {verdict}", **words)


def _shelled(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "world": facts["world"], "harm": DEGREE_NAMES[facts["harm"]]}
    text = _("{ship} shells {world}: {harm}.", **words)
    return _("{text} The world strikes back.", text=text) if facts["back"] else text


def _fire_burns(facts: Facts) -> Text:
    words: dict[str, Argument] = {"part": facts["part"], "ship": _ship(facts)}
    if facts["spreads"]:
        return _("Nobody fights the fire in the {part} of {ship}, and it spreads.", **words)
    return _("Nobody fights the fire in the {part} of {ship}.", **words)


def _number(facts: Facts) -> Text:
    return _("The narrator sets “{which}” to {n}.", which=facts["which"], n=facts["value"])


def _plain(sentence: Text, *keys: str) -> Callable[[Facts], Text]:
    """A sentence with ships, characters and systems where they stand."""
    makers: dict[str, Callable[[Facts], Argument]] = {
        "ship": _ship,
        "target": lambda facts: _ship(facts, "target"),
        "member": _member,
        "system": lambda facts: _part(facts, "system"),
        "side": lambda facts: Side(facts["side"]),
        "part": lambda facts: str(facts["part"]),
        "n": lambda facts: int(facts["turn"] if "turn" in facts else facts["intensity"]),
    }
    return lambda facts: Text(sentence.message, {key: makers[key](facts) for key in keys})


TELLERS: dict[str, Callable[[Facts], Text]] = {
    "scene": _scene,
    "initiative": _initiative,
    "condition": _condition,
    "condition_ended": _condition_ended,
    "distance": _distance,
    "attempt": _attempt,
    "counter": _counter,
    "attack": _attack,
    "defence": _defence,
    "left": _left,
    "damage": _damage,
    "repair": _repair,
    "repaired": _repaired,
    "proposal": _proposal,
    "shelled": _shelled,
    "fire_burns": _fire_burns,
    "number": _number,
    "master": lambda facts: _with_successes(_("{member} of {ship} is at work as a master"), facts),
    "launch": lambda facts: _with_successes(_("{member} of {ship} launches under the barrage"), facts),
    "feet": lambda facts: _with_successes(_("{member} of {ship} tries to stay upright"), facts),
    "analysis": lambda facts: _with_successes(_("{member} of {ship} studies {target}"), facts, target=_ship(facts, "target")),
    "known": _plain(_("All figures of {ship} are known to {side} now."), "ship", "side"),
    "detected": _plain(_("{ship} has detected {target}."), "ship", "target"),
    "dispersed": _plain(_("{ship} has burnt the cloud away."), "ship"),
    "replaced": _plain(_("{member} has taken over {system} of {ship}."), "member", "system", "ship"),
    "fire_lower": _plain(_("The fire in the {part} of {ship} is down to {n}."), "part", "ship", "n"),
    "aside": _plain(_("{ship} does not count as a ship and is not fought."), "ship"),
    "stand_in": _plain(_("{member} of {ship} takes the captain's place."), "member", "ship"),
    "out": _plain(_("{ship} is out of action."), "ship"),
    "away": _plain(_("{ship} has broken off and is away."), "ship"),
    "turn_ended": _plain(_("Turn {n} is over."), "n"),
}
"""The sentence of each kind of event."""


def explain(event: Event) -> list[Reason]:
    """Pool, difficulty with each modifier, dice."""
    facts, found = event.data, []
    if "pool" in facts:
        found.append(Reason("IWD-2.1", ngettext("{n} die.", "{n} dice.", facts["pool"])))
        found.append(Reason(event.rule, _("Difficulty {n} to begin with.", n=facts["base"])))
        found += [Reason(rule, _modifier(what, amount)) for what, amount, rule in facts["modifiers"]]
        found.append(Reason("IWD-2.2", _("Difficulty {n} in all.", n=facts["difficulty"])))
    for roll in event.dice:
        found.append(Reason("IWD-2.5" if roll.use == "again" else event.rule, _("Dice: {faces}.", faces=_faces(roll.faces))))
    return found


def _modifier(what: str, amount: int) -> Text:
    sign = "+" if amount > 0 else "−"
    return _("{sign}{n}: {what}.", sign=sign, n=abs(amount), what=MODIFIERS[what])


def _faces(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces))
