"""What happened, in sentences, and the answer to *why?*: the rule, the modifiers and the dice of each event."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector, to_degrees
from quarterdeck.engine.problems import Json
from quarterdeck.engine.system import Reason
from quarterdeck.engine.text import Argument, Side, Text, Unit, _, joined, ngettext
from quarterdeck.systems.full_thrust import boarding_words
from quarterdeck.systems.full_thrust.aliens import construct_told
from quarterdeck.systems.full_thrust.aliens import told as aliens
from quarterdeck.systems.full_thrust.contacts.designs import DUMMY_THRUST, dummy_design
from quarterdeck.systems.full_thrust.contacts.prose import CONTACT_EXPLAINERS, CONTACT_TELLERS
from quarterdeck.systems.full_thrust.core_systems import CORE_NAMES
from quarterdeck.systems.full_thrust.damage import MAIN_DRIVE
from quarterdeck.systems.full_thrust.fighters import told
from quarterdeck.systems.full_thrust.ftl import words as ftl_words
from quarterdeck.systems.full_thrust.order_lines import read_orders
from quarterdeck.systems.full_thrust.orders import gloss
from quarterdeck.systems.full_thrust.shooting import ARC_NAMES
from quarterdeck.systems.full_thrust.state import DUMMY, FleetState
from quarterdeck.systems.full_thrust.targets import FIRE_RULES
from quarterdeck.systems.full_thrust.terrain import told as terrain

Facts = dict[str, Json]


def names(view: FleetState) -> dict[str, str]:
    """What ships and other things, systems (``a1/beam-3-1``), sides and designs (``design/oath``) are called, by id."""
    called = {side.id: side.name for side in view.scenario.sides}
    called.update(terrain.names(view))
    called.update({f"design/{key}": design.name for key, design in view.scenario.designs.items()})
    if view.switches.dummies:
        called.update({f"design/{DUMMY}{thrust}": dummy_design(thrust).name for thrust in DUMMY_THRUST})
    called.update({key: each.name for things in (view.groups, view.markers) for key, each in things.items()})
    called.update({marker: f"Mine {marker.upper()}" for marker, each in view.markers.items() if each.kind == "mine"})
    for ship in view.ships.values():
        called[ship.id] = ship.name
        called.update({f"{ship.id}/{system.id}": system.name for system in ship.design.systems})
    called.update({base.id: base.name for base in view.bases.values()})
    return called


def describe(event: Event) -> Text:
    """The sentence that tells an event."""
    teller = TELLERS.get(event.kind)
    return teller(event.data) if teller else Text(event.kind)


def _ship(facts: Facts, key: str = "ship") -> Unit:
    return Unit(facts[key])


def _system(facts: Facts, system: str, key: str = "ship") -> Argument:
    return CORE_NAMES.get(system) or Unit(f"{facts[key]}/{system}")


def _systems(facts: Facts, systems: list[str]) -> Text:
    return joined([_lost(facts, system) for system in systems])


def _lost(facts: Facts, system: str) -> Text:
    if system == MAIN_DRIVE and facts["drive_hits"] == 1:
        return _("half of the {drive}", drive=_system(facts, system))
    return Text("{system}", {"system": _system(facts, system)})


def _initiative(facts: Facts) -> Text:
    return _("{side} has the initiative.", side=Side(facts["order"][0]))


def _moved(facts: Facts) -> Text:
    before, after = facts["velocity"]
    course = round(to_degrees(Vector(*facts["course"]))) % 360
    words: dict[str, Argument] = {
        "ship": _ship(facts),
        "n": after,
        "before": before,
        "course": course,
        "facing": facts["facing"][1],
        "x": facts["to"][0],
        "y": facts["to"][1],
        "orders": facts["orders"],
    }
    if facts["orders"] in ("", "-"):
        return _("{ship} drifts {n} MU on {course}° to {x}, {y}, facing {facing}.", **words)
    if facts["ignored"] and not facts["thrust"][0]:
        return _("{ship} cannot carry out {orders} and drifts {n} MU on {course}° to {x}, {y}, facing {facing}.", **words)
    if before == after:
        return _("{ship} carries out {orders}: {n} MU on {course}° to {x}, {y}, facing {facing}.", **words)
    text = "{ship} carries out {orders}: {before} MU become {n} on {course}° to {x}, {y}, facing {facing}."
    return Text(text, words)


def _fire(facts: Facts) -> Text:
    words: dict[str, Argument] = {
        "ship": _ship(facts),
        "weapon": _system(facts, facts["weapon"]),
        "target": _ship(facts, "target"),
        "range": facts["range"],
    }
    if facts["kind"] == "needle_beam":
        return _needle(facts, words)
    if facts["kind"] in ("lance_pod", "leech_pod"):
        return construct_told.pod_fire(facts, words)
    if facts.get("hit") is False:
        return _("{ship} misses {target} with {weapon} at {range} MU.", **words)
    if not facts["damage"]:
        return _("{ship} fires {weapon} at {target} at {range} MU without effect.", **words)
    one = "{ship} fires {weapon} at {target} at {range} MU: {n} point."
    return ngettext(one, "{ship} fires {weapon} at {target} at {range} MU: {n} points.", facts["damage"], **words)


def _needle(facts: Facts, words: dict[str, Argument]) -> Text:
    words["system"] = _system(facts, facts["system"], "target")
    if facts["knocked_out"]:
        return _("{ship} hits {system} of {target} with {weapon} at {range} MU.", **words)
    if facts["hit"]:
        return _("{ship} aims {weapon} at {system} of {target} at {range} MU and hits the hull: 1 point.", **words)
    return _("{ship} aims {weapon} at {system} of {target} at {range} MU and misses.", **words)


def _passed(facts: Facts) -> Text:
    if "phase" in facts:
        return told.passed(facts)
    if facts["seat"] == facts["side"]:
        return _("{side} fires no more this turn.", side=Side(facts["side"]))
    return _("Seat {seat} of {side} fires no more this turn.", seat=facts["seat"], side=Side(facts["side"]))


def _damage(facts: Facts) -> Text:
    words: dict[str, Argument] = {
        "ship": _ship(facts),
        "armour": facts["armour"],
        "hull": facts["hull"],
        "left": facts["hull_left"],
    }
    if facts.get("shell"):
        return aliens.damage(facts)
    if not facts["armour"] and not facts["hull"]:
        return _("{ship} takes no damage.", **words)
    if not facts["hull"]:
        return _("The armour of {ship} takes {armour}.", **words)
    if not facts["armour"]:
        return _("{ship} loses {hull} of its hull, {left} left.", **words)
    return _("{ship} loses {armour} of its armour and {hull} of its hull, {left} left.", **words)


def _threshold(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "row": facts["row"]}
    if not facts["lost"]:
        return _("{ship} checks the end of row {row} and loses nothing.", **words)
    return _("{ship} checks the end of row {row} and loses {systems}.", systems=_systems(facts, facts["lost"]), **words)


def _knocked_out(facts: Facts) -> Text:
    lost = _lost(facts, facts["system"])
    return _("{ship} is hit where it was aimed at and loses {system}.", ship=_ship(facts), system=lost)


def _destroyed(facts: Facts) -> Text:
    if facts["by"] is None:
        return _("{ship} blows up.", ship=_ship(facts))
    return _("{ship} is destroyed by {by}.", ship=_ship(facts), by=_ship(facts, "by"))


def _hold_lost(facts: Facts) -> Text:
    return _("{ship} loses a hold of {size} MASS.", ship=_ship(facts), size=facts["size"])


def _core_check(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "system": CORE_NAMES[facts["system"]]}
    if facts["hit"]:
        return _("The {system} of {ship} is hit.", **words)
    return _("The {system} of {ship} holds.", **words)


def _bridge_hit(facts: Facts) -> Text:
    if facts["lost_for_good"]:
        return _("{ship} is out of control for the rest of the battle.", ship=_ship(facts))
    return _("{ship} is out of control until turn {turn} begins.", ship=_ship(facts), turn=facts["control_from"])


def _life_support_hit(facts: Facts) -> Text:
    return _("The air of {ship} lasts until the end of turn {turn}.", ship=_ship(facts), turn=facts["air_until"])


def _explosion_roll(facts: Facts) -> Text:
    if facts["explodes"]:
        return _("The Power Core of {ship} explodes.", ship=_ship(facts))
    return _("The Power Core of {ship} holds this turn.", ship=_ship(facts))


def _repair(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "system": _system(facts, facts["system"])}
    one = "{n} party on {ship} cannot repair {system}."
    if facts["success"]:
        return ngettext(
            "{n} party on {ship} repairs {system}.", "{n} parties on {ship} repair {system}.", facts["parties"], **words
        )
    return ngettext(one, "{n} parties on {ship} cannot repair {system}.", facts["parties"], **words)


def _edge_rolled(facts: Facts) -> Text:
    words: dict[str, Argument] = {"ship": _ship(facts), "target": _ship(facts, "target"), "arc": ARC_NAMES[facts["arc"]]}
    return _("{target} is on the edge of two arcs of {ship}; the die puts it {arc}.", **words)


def _left_table(facts: Facts) -> Text:
    return _("{ship} leaves the table.", ship=_ship(facts))


def _picked(facts: Facts) -> Text:
    picks = [_("{n} {ship}", n=n, ship=Unit(f"design/{key}")) for key, n in facts["picks"].items()]
    return _("{side} fields {ships}.", side=Side(facts["side"]), ships=joined(picks))


def _deployed(facts: Facts) -> Text:
    x, y = facts["at"]
    return _("{ship} deploys at {x}, {y}, facing {facing}.", ship=_ship(facts), x=x, y=y, facing=facts["facing"])


TELLERS: Mapping[str, Callable[[Facts], Text]] = {
    "initiative": _initiative,
    "moved": _moved,
    "left_table": _left_table,
    "edge_rolled": _edge_rolled,
    "fire": _fire,
    "held_fire": lambda facts: _("{ship} holds its fire.", ship=_ship(facts)),
    "passed": _passed,
    "damage": _damage,
    "destroyed": _destroyed,
    "knocked_out": _knocked_out,
    "threshold": _threshold,
    "hold_lost": _hold_lost,
    "core_check": _core_check,
    "bridge_hit": _bridge_hit,
    "power_core_hit": lambda facts: _("The Power Core of {ship} is damaged and may explode.", ship=_ship(facts)),
    "life_support_hit": _life_support_hit,
    "control_returns": lambda facts: _("{ship} is under control again.", ship=_ship(facts)),
    "life_support_failed": lambda facts: _("The crew leaves {ship}: its air is spent.", ship=_ship(facts)),
    "core_dumped": lambda facts: _("{ship} dumps its Power Core and drifts without power.", ship=_ship(facts)),
    "abandoned": lambda facts: _("The crew abandons {ship}.", ship=_ship(facts)),
    "explosion_roll": _explosion_roll,
    "repair": _repair,
    **CONTACT_TELLERS,
    "turn_ended": lambda facts: _("Turn {turn} ends.", turn=facts["turn"]),
    "fleet_picked": _picked,
    "deployed": _deployed,
    **told.TELLERS,
    **construct_told.TELLERS,
    **terrain.TELLERS,
    **ftl_words.TELLERS,
    **boarding_words.TELLERS,
    **aliens.TELLERS,
}


# Why?


def explain(event: Event) -> list[Reason]:
    """Every fact and modifier that made the event what it is, each with its rule."""
    explainer = EXPLAINERS.get(event.kind)
    if explainer:
        return explainer(event.data)
    if event.kind == "explosion_roll":
        return [Reason(event.rule, _("It explodes on {n} or more.", n=event.data["needed"]))]
    return [Reason(event.rule, describe(event))]


def _why_moved(facts: Facts) -> list[Reason]:
    actions, _problems = read_orders(facts["orders"])
    spent, available = facts["thrust"]
    reasons = [
        Reason("FT-3.2.14", _("It first drifts {n} MU along its course.", n=facts["velocity"][0])),
        Reason("FT-3.2.12", _("Its orders in words: {orders}", orders=gloss(actions))),
        Reason("FT-3.1.3", _("{spent} of {available} thrust are spent.", spent=spent, available=available)),
        Reason("FT-3.2.15", _("Its new velocity is the distance from start to end, {n} MU.", n=facts["velocity"][1])),
    ]
    if facts["ignored"]:
        ignored = _("From {word} on the orders are ignored.", word=facts["ignored"][0])
        reasons.append(Reason(facts["ignored_by"] or "FT-3.2.13", ignored))
    return reasons


def _why_fire(facts: Facts) -> list[Reason]:
    reasons = [Reason(FIRE_RULES[facts["kind"]], _why_dice(facts))]
    if facts["arc"]:
        reasons.append(Reason("FT-4.1.5", _("The target is {arc}.", arc=ARC_NAMES[facts["arc"]])))
    if facts.get("mod"):
        reasons.append(Reason("FT-2.7.33", _("{n} on each die, rerolls too.", n=facts["mod"])))
    if facts["screens"]:
        reasons.append(Reason("FT-4.4.1", _("Level-{n} Screens act on the first dice, not on rerolls.", n=facts["screens"])))
    if "initial" in facts:
        first = _("{n} from the first dice go to armour first.", n=facts["initial"])
        reasons.append(Reason("FT-4.3.2", first))
    if facts.get("penetrating"):
        reasons.append(Reason("FT-4.3.6", _("{n} from rerolls go straight to the hull.", n=facts["penetrating"])))
    if facts["kind"] == "pulse_torpedo" and facts["damage"]:
        halves = _(
            "Half of it, rounded up, goes to armour: {a}, and {h} to the hull.", a=facts["armour_share"], h=facts["hull_share"]
        )
        reasons.append(Reason("FT-4.7.4", halves))
    if facts["kind"] in ("lance_pod", "leech_pod") and facts["damage"]:
        reasons += construct_told.why_pod(facts)
    if facts["kind"] in ("k_gun", "mkp"):
        reasons += aliens.why_kinetic(facts)
    return reasons + construct_told.why_paid(facts)


def _why_dice(facts: Facts) -> Text:
    if "count" in facts:
        return ngettext("{n} die at {range} MU.", "{n} dice at {range} MU.", facts["count"], range=facts["range"])
    if facts["kind"] == "mkp":
        return _("4 and 5 are a hit, a 6 is two, each of 4 points.")
    if "hits_on" in facts:
        return _("It hits on {n} or more at {range} MU.", n=facts["hits_on"], range=facts["range"])
    return _("A 6 knocks the named system out and does 1 point, a 5 only the point.")


def _why_damage(facts: Facts) -> list[Reason]:
    armour = Reason("FT-4.5.1", _("Armour takes {n}, {left} left.", n=facts["armour"], left=facts["armour_left"]))
    reasons = aliens.why_shell(facts) if "shell" in facts else [armour]
    reasons.append(Reason("FT-2.6.2", _("The hull takes {n}, {left} left.", n=facts["hull"], left=facts["hull_left"])))
    return reasons + [Reason("FT-4.6.1", _("Row {row} of the hull is crossed off.", row=n)) for n in facts["rows_completed"]]


def _why_threshold(facts: Facts) -> list[Reason]:
    reasons = [
        Reason("FT-4.6.3", _("At the end of row {row} a system is lost on {n} or less.", row=facts["row"], n=facts["lost_on"]))
    ]
    if facts["extra"]:
        more = ngettext("{n} further row in one attack.", "{n} further rows in one attack.", facts["extra"])
        reasons.append(Reason("FT-4.6.5", more))
    if MAIN_DRIVE in facts["lost"]:
        step = _("The Main Drive is at half thrust.") if facts["drive_hits"] == 1 else _("The Main Drive is out of action.")
        reasons.append(Reason("FT-4.6.7", step))
    return reasons


def _why_repair(facts: Facts) -> list[Reason]:
    n = min(facts["parties"], 3)
    return [Reason("FT-7.3.2", ngettext("{n} party succeeds on a 1.", "{n} parties succeed on {n} or less.", n))]


EXPLAINERS: Mapping[str, Callable[[Facts], list[Reason]]] = {
    "moved": _why_moved,
    "fire": _why_fire,
    "damage": _why_damage,
    "threshold": _why_threshold,
    "repair": _why_repair,
    **CONTACT_EXPLAINERS,
    **told.EXPLAINERS,
    **construct_told.EXPLAINERS,
    **terrain.EXPLAINERS,
    **ftl_words.EXPLAINERS,
    **boarding_words.EXPLAINERS,
    **aliens.EXPLAINERS,
    "core_check": lambda f: [Reason("FT-7.2.2", _("A Core System is hit on {n} or less.", n=f["hit_on"]))],
}
