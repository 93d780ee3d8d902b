"""What an event shows: the ships and systems it points at, the moves and shots to play, its mark on the time line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.picture import CrossOff, DiceGroup, Die, Effect, Happen, Mark, Move, Shoot, Shown, plain_dice
from quarterdeck.engine.plane import Vector, to_degrees
from quarterdeck.engine.problems import Json
from quarterdeck.engine.scene import Point
from quarterdeck.engine.text import Side, _
from quarterdeck.systems.full_thrust.contacts.shown import CONTACT_EFFECTS
from quarterdeck.systems.full_thrust.state import FleetState
from quarterdeck.systems.full_thrust.terrain import told
from quarterdeck.systems.full_thrust.weapons import hits_of

Facts: TypeAlias = "dict[str, Json]"
State: TypeAlias = Literal["hit", "miss", "lost", "plain"]

HIGHEST = 11
"""The damage from which on a mark grows no more."""


def show(event: Event, view: FleetState) -> Shown:
    """How an event is shown on the picture of `view`, from which the places of ships are taken."""
    play = EFFECTS.get(event.kind) or told.EFFECTS.get(event.kind)
    return Shown(_refs(event.data), play(event.data, view) if play else (), _mark(event, view), _dice(event))


def _refs(facts: Facts) -> tuple[str, ...]:
    """The ships of an event and then their systems, each once."""
    ship, target = facts.get("ship"), facts.get("target")
    done_by, where = (facts.get("by"), facts.get("group")), (facts.get("into"), facts.get("body"), facts.get("station"))
    refs = [each for each in (*done_by, ship, target, *where) if each]
    if "weapon" in facts:
        refs.append(f"{ship}/{facts['weapon']}")
    refs += [f"{target or ship}/{system}" for system in (facts.get("system"), *facts.get("lost", ())) if system]
    return tuple(refs)


def _mark(event: Event, view: FleetState) -> Mark | None:
    """The mark of an attack, for the side that made it; of an explosion for the side that lost the ship."""
    facts = event.data
    if event.kind == "damage":
        height = min(HIGHEST, _boxes(facts))
        return Mark(_side_of(view, facts["by"], facts["ship"]), height, "row" if facts["rows_completed"] else "hit")
    if event.kind == "destroyed":
        return Mark(_side_of(view, facts["by"], facts["ship"]), HIGHEST, "lost")
    if event.kind == "collided" or (event.kind == "entry" and facts["fate"] != "crash_lands"):
        return Mark(_side_of(view, None, facts["ship"]), HIGHEST, "lost")
    return None


def _side_of(view: FleetState, by: str | None, ship: str) -> str:
    """The side of the ship or fighter group that has done it; of what nobody has done, such as meteors, that of the ship."""
    whose = (view.ships.get(by) or view.groups.get(by)) if by is not None else None
    return (whose or view.ships[ship]).side


# How its dice are read


def _dice(event: Event) -> tuple[DiceGroup, ...]:
    """What came of each die; rerolls follow the natural 6 that brought them (FT-2.7.35)."""
    match event.kind:
        case "initiative":
            return tuple(DiceGroup(tuple(map(Die, roll.faces)), _("{side}", side=Side(roll.use))) for roll in event.dice)
        case "fire" | "small_fire" | "dogfight" | "strike" | "mine_attacks" if "count" in event.data:
            return (DiceGroup(tuple(_beam_dice(event))),)
        case "bolt_burns":
            most = 6 - event.data["screens"]
            return tuple(_read(roll, lambda face: "hit" if face <= most else "miss") for roll in event.dice)
        case "fire" | "small_fire" if "hit" in event.data:
            return tuple(_read(roll, lambda _face: "hit" if event.data["hit"] else "miss") for roll in event.dice)
        case "threshold" | "scorched":
            return tuple(_read(roll, lambda face: "lost" if face <= event.data["lost_on"] else "plain") for roll in event.dice)
        case kind if kind in VERDICTS:
            fact, so, not_so = VERDICTS[kind]
            return tuple(_read(roll, lambda _face: so if event.data[fact] else not_so) for roll in event.dice)
        case _:
            return plain_dice(event.dice)


VERDICTS: dict[str, tuple[str, State, State]] = {
    "near_miss": ("avoided", "hit", "lost"),
    "lock_on": ("locked", "hit", "miss"),
    "core_check": ("hit", "lost", "plain"),
    "explosion_roll": ("explodes", "lost", "plain"),
    **dict.fromkeys(["repair", "regrown", "leech_pulled"], ("success", "hit", "miss")),
}
"""By kind of event the fact that its dice decide, and how they are drawn if it is so, and if not."""


def _read(roll: Roll, state: Callable[[int], State]) -> DiceGroup:
    return DiceGroup(tuple([Die(face, state(face)) for face in roll.faces]))


def _beam_dice(event: Event) -> Iterator[Die]:
    """First dice under Screens, each natural 6 with its chain of rerolls, which Screens do not stop (FT-4.3.6)."""
    first, *chains = event.dice
    modifier, screens, chain = event.data["mod"], event.data["screens"], iter(chains)
    for face in first.faces:
        yield Die(face, "hit" if hits_of(face + modifier + event.data.get("target_mod", 0), screens) else "miss")
        if face == 6:
            for again in next(chain, Roll(())).faces:
                yield Die(again, "hit" if hits_of(again + modifier, 0) else "miss", again=True)


# What is played


def _moved(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    """The drift and then, leg by leg, what the thrust adds (FT-3.2.14), or the arc of an orbit; a ship turns the shorter way."""
    via: list[Point] = [tuple(facts["from"]), tuple(facts["drift"])]
    for point in facts["via"]:
        if tuple(point) != via[-1]:
            via.append(tuple(point))
    if "arc" in facts:
        via = [tuple(point) for point in facts["arc"]]
    before, after = facts["facing"]
    points = (after - before + 6) % 12 - 6
    start = before % 12 * 30
    return (Move(facts["ship"], tuple(via), (start, start + 30 * points), max(len(via) - 2, 0)),)


def _straight(facts: Facts, view: FleetState) -> tuple[Effect, ...]:
    """A way that a ship goes without turning: half a move before a jump, or in tow."""
    heading = view.ships[facts["ship"]].facing % 12 * 30
    return (Move(facts["ship"], (tuple(facts["from"]), tuple(facts["to"])), (heading, heading), 1),)


def _faded(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    return (Happen("fade", facts["ship"]),)


SHOT_STYLES: dict[str, Literal["beam", "torpedo", "missile", "guns"]] = {
    "beam": "beam",
    "needle_beam": "beam",
    "pds": "guns",
    "pulse_torpedo": "torpedo",
    "submunition_pack": "missile",
    "stinger_node": "beam",
    "lance_pod": "missile",
    "leech_pod": "missile",
    "k_gun": "torpedo",
    "mkp": "missile",
    "scattergun": "guns",
    "pulser": "beam",
}
"""How the shot of each kind of weapon is drawn."""


def _fired(facts: Facts, view: FleetState) -> tuple[Effect, ...]:
    a, b = view.ships[facts["ship"]].position, view.ships[facts["target"]].position
    return (Shoot(SHOT_STYLES[facts["kind"]], a, b, facts["damage"] > 0),)


def _group_moved(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    start, end = Vector(*facts["from"]), Vector(*facts["to"])
    way = round(to_degrees(end.minus(start))) % 360
    return (Move(facts["group"], (start, end), (way, way), 0),)


def _shot_at(facts: Facts, view: FleetState) -> tuple[Effect, ...]:
    by = view.ships.get(facts.get("ship", "")) or view.groups[facts["group"]]
    return (Shoot("guns", by.position, tuple(facts["at"]), facts["hits"] > 0),)


def _struck(facts: Facts, view: FleetState) -> tuple[Effect, ...]:
    return (Shoot("guns", view.groups[facts["group"]].position, view.ships[facts["target"]].position, facts["damage"] > 0),)


def _salvo_struck(facts: Facts, view: FleetState) -> tuple[Effect, ...]:
    return (Shoot("missile", tuple(facts["at"]), view.ships[facts["target"]].position, facts["damage"] > 0),)


def _damaged(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    return Happen("hit", facts["ship"]), CrossOff(facts["ship"], _boxes(facts))


def _boxes(facts: Facts) -> int:
    """The boxes that an attack has crossed off."""
    return int(facts["armour"] + facts["hull"] + sum(facts.get("shell", ())))


def _burst(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    return (Happen("loss", facts["marker"]),)


def _burned(facts: Facts, view: FleetState) -> tuple[Effect, ...]:
    return (Shoot("beam", tuple(facts["at"]), view.ships[facts["target"]].position, facts["damage"] > 0),)


def _systems_lost(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    return tuple(CrossOff(f"{facts['ship']}/{system}") for system in facts["lost"])


def _core_checked(facts: Facts, view: FleetState) -> tuple[Effect, ...]:
    return _system_lost(facts, view) if facts["hit"] else ()


def _system_lost(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    return (CrossOff(f"{facts['ship']}/{facts['system']}"),)


EFFECTS: Mapping[str, Callable[[Facts, FleetState], tuple[Effect, ...]]] = {
    **CONTACT_EFFECTS,
    "deployed": lambda facts, _view: (Happen("appear", facts["ship"]),),
    "moved": _moved,
    "left_table": _faded,
    "fire": _fired,
    "damage": _damaged,
    "threshold": _systems_lost,
    "knocked_out": _system_lost,
    "core_check": _core_checked,
    "destroyed": lambda facts, _view: (Happen("loss", facts["ship"]),),
    "leeches_feed": lambda facts, _view: (Happen("hit", facts["ship"]),),
    "group_launched": lambda facts, _view: (Happen("appear", facts["group"]),),
    "group_entered": lambda facts, _view: (Happen("appear", facts["group"]),),
    "group_returned": lambda facts, _view: (Happen("fade", facts["group"]),),
    "split": lambda facts, _view: (Happen("appear", facts["part"]),),
    "group_moved": _group_moved,
    "group_lost": lambda facts, _view: (Happen("loss", facts["group"]),),
    "marker_placed": lambda facts, _view: (Happen("appear", facts["marker"]),),
    "small_fire": _shot_at,
    "dogfight": _shot_at,
    "strike": _struck,
    "salvo_strikes": _salvo_struck,
    **dict.fromkeys(["half_move", "towed"], _straight),
    **dict.fromkeys(["jumped", "left_with"], _faded),
    "dropped_out": lambda facts, _view: (Happen("appear", facts["ship"]),),
    "lost_with": lambda facts, _view: (Happen("loss", facts["ship"]),),
    "bolt_bursts": _burst,
    "bolt_burns": _burned,
}
"""What is played of each kind of event; all others are only pointed at."""
