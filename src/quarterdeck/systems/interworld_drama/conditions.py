"""Conditions: their numbers, what they do to rolls and shots, how they come and go (IWD-9.1 to IWD-9.3, chapter 13)."""

from __future__ import annotations

from typing import NamedTuple

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_drama.pools import DIFFICULT, STANDARD, difficulty_of
from quarterdeck.systems.interworld_drama.record import DISTANCES, ShipSystem
from quarterdeck.systems.interworld_drama.state import Condition, Damage, DramaState, Member, Ship

NUMBERS: dict[str, dict[str, int]] = {
    "short": {"short": -1, "long": 2, "leave": DIFFICULT},
    "long": {"medium": 9},
    "cloud": {"attack": 2, "scan": 2, "leave": STANDARD},
    "cover": {"round": DIFFICULT},
    "dead_zone": {"turn": DIFFICULT},
    "tail": {"attack": -2, "stern": 2, "shake": DIFFICULT},
    "barrage": {"launch": 9},
    "lock": {"attack": -1},
    "stealth": {"blind": 3, "detect": STANDARD},
    "harpooned": {"free": 7},
    "fire": {"intensity": 2, "fight": 7, "spread": 6, "by_successes": 0},
    "interference": {"comms": 2, "dice": 2, "remove": STANDARD},
    "gravity": {"physical": 2, "check": STANDARD, "leave": STANDARD},
    "wounded": {"heal": STANDARD, "replace": STANDARD},
    "breaking_off": {},
    "contact": {},
    "roll": {"difficult": DIFFICULT},
}
"""The usual numbers of each condition (IWD-13.2 to IWD-13.15), and of a roll called difficult (IWD-2.2)."""

DIFFICULT_ROLLS = ("dead_zone.turn",)
"""Rolls that are called difficult without a number: they go with that number (IWD-2.2, IWD-13.4)."""

CONDITION_RULES = {
    "cloud": "IWD-13.2",
    "cover": "IWD-13.3",
    "dead_zone": "IWD-13.4",
    "short": "IWD-13.5",
    "long": "IWD-13.6",
    "tail": "IWD-13.7",
    "barrage": "IWD-13.8",
    "lock": "IWD-13.9",
    "stealth": "IWD-13.10",
    "harpooned": "IWD-13.11",
    "fire": "IWD-13.12",
    "interference": "IWD-13.13",
    "gravity": "IWD-13.14",
    "wounded": "IWD-13.15",
    "breaking_off": "IWD-14.6",
    "contact": "IWD-6.9",
}

CONDITION_NAMES: dict[str, Text] = {
    "cloud": _("in a foggy cloud"),
    "cover": _("behind cover"),
    "dead_zone": _("in the dead zone"),
    "short": _("short distance"),
    "long": _("long distance"),
    "tail": _("on the tail"),
    "barrage": _("under a barrage"),
    "lock": _("target lock"),
    "stealth": _("stealth"),
    "harpooned": _("harpooned"),
    "fire": _("fire in a compartment"),
    "interference": _("interference on the air"),
    "gravity": _("gravity anomaly"),
    "wounded": _("crew member out"),
    "breaking_off": _("breaking off"),
    "contact": _("in contact"),
}


def number(state: DramaState, kind: str, name: str, condition: Condition | None = None) -> int:
    """A number of a condition: its own, else that of the battle, else the usual one (IWD-13.1)."""
    key = f"{kind}.{name}"
    if condition is not None and name in condition.values:
        return condition.values[name]
    return state.numbers.get(
        key, state.numbers.get("roll.difficult", DIFFICULT) if key in DIFFICULT_ROLLS else NUMBERS[kind][name]
    )


class Modifier(NamedTuple):
    """A change of a difficulty: by how much, by which rule, of what (a key of `prose.MODIFIERS`)."""

    what: str
    amount: int
    rule: str

    def plain(self) -> list[Json]:
        """As an event holds it."""
        return [self.what, self.amount, self.rule]


class Aim(NamedTuple):
    """A shot before it is rolled: why it cannot be made, or its base and modifiers (IWD-7.3)."""

    barred: tuple[str, str] | None
    base: int = STANDARD
    modifiers: tuple[Modifier, ...] = ()

    @property
    def difficulty(self) -> int:
        """The difficulty, within limits."""
        return difficulty_of([modifier.amount for modifier in self.modifiers], self.base)


def aim_of(state: DramaState, ship: Ship, member: Member | None, system: ShipSystem | None, target: Ship) -> Aim:
    """Whether a ship may be attacked by this system, and how hard it is, by the conditions that bear on it (IWD-7.3).

    Without a system it is an attack by a character's own skill. Only a weapon has a range and a mount. `member` is who does
    it with his body; None where his body matters not.
    """
    weapon = system if system is not None and system.kind == "weapon" else None
    barred = _barred(state, ship, weapon, target)
    if barred is not None:
        return Aim(barred)
    far = weapon is not None and weapon.range == "medium" and state.distance(ship.id, target.id) == "long"
    base = number(state, "long", "medium") if far else STANDARD
    lock = lock_for(state, ship, target)
    found = [*_by_position(state, ship, weapon, target), *_by_cloud(state, ship, target, lock)]
    if lock is not None:
        found.append(Modifier("lock", number(state, "lock", "attack", lock), "IWD-13.9"))
    if not detected(state, ship, target):
        found.append(Modifier("stealth", number(state, "stealth", "blind", state.has("stealth", target.id)), "IWD-13.10"))
    if member is not None:
        found += physical(state, ship, member)
    return Aim(None, base, (*found, *(worn(ship, system.id) if system is not None else ())))


def _barred(state: DramaState, ship: Ship, weapon: ShipSystem | None, target: Ship) -> tuple[str, str] | None:
    if state.has("cover", target.id, ship.id):
        return "cover", "IWD-13.3"
    if weapon is None:
        return None
    if any(zone.part == weapon.id for zone in state.found("dead_zone", target.id, ship.id)):
        return "dead_zone", "IWD-13.4"
    if state.has("tail", target.id, ship.id) and weapon.mount == "fore":
        return "tail", "IWD-13.7"
    if state.distance(ship.id, target.id) == "long":
        if weapon.type == "harpoon":
            return "long", "IWD-14.5"
        if weapon.range == "short":
            return "long", "IWD-13.6"
    return None


def _by_position(state: DramaState, ship: Ship, weapon: ShipSystem | None, target: Ship) -> list[Modifier]:
    found: list[Modifier] = []
    if weapon is not None and weapon.range != "medium" and state.distance(ship.id, target.id) == "short":
        pair = state.has("short", ship.id, target.id) or state.has("short", target.id, ship.id)
        found.append(Modifier("short", number(state, "short", weapon.range, pair), "IWD-13.5"))
    if own := state.has("tail", ship.id, target.id):
        found.append(Modifier("tail", number(state, "tail", "attack", own), "IWD-13.7"))
    if weapon is not None and weapon.mount == "aft" and (other := state.has("tail", target.id, ship.id)):
        found.append(Modifier("stern", number(state, "tail", "stern", other), "IWD-13.7"))
    return found


def _by_cloud(state: DramaState, ship: Ship, target: Ship, lock: Condition | None) -> list[Modifier]:
    """The cloud counts once, wherever it lies between the two; a lock takes it away (IWD-13.2, IWD-13.9)."""
    cloud = state.has("cloud", ship.id) or state.has("cloud", target.id)
    if cloud is None or lock is not None:
        return []
    return [Modifier("cloud", number(state, "cloud", "attack", cloud), "IWD-13.2")]


def lock_for(state: DramaState, ship: Ship, target: Ship) -> Condition | None:
    """The lock that helps a ship: its own, or that of a ship with which it is in contact (IWD-13.9)."""
    own = state.has("lock", ship.id, target.id)
    friends = [lock for lock in state.found("lock", "", target.id) if in_contact(state, ship.id, lock.ship)]
    return own or next(iter(friends), None)


def in_contact(state: DramaState, one: str, other: str) -> bool:
    """Whether two ships of a side share what they see (IWD-6.9)."""
    return bool(state.has("contact", one, other) or state.has("contact", other, one))


def detected(state: DramaState, ship: Ship, target: Ship) -> bool:
    """Whether a ship sees another: it is not in stealth, or was detected by it or by one in contact with it (IWD-13.10)."""
    stealth = state.has("stealth", target.id)
    return stealth is None or any(seen == ship.id or in_contact(state, seen, ship.id) for seen in stealth.seen_by)


def physical(state: DramaState, ship: Ship, member: Member) -> list[Modifier]:
    """What a gravity anomaly does to the physical actions of the untrained (IWD-13.14)."""
    gravity = state.has("gravity", ship.id)
    if gravity is None or member.sheet.zero_g_trained:
        return []
    return [Modifier("gravity", number(state, "gravity", "physical", gravity), "IWD-13.14")]


def on_the_air(state: DramaState, ship: Ship) -> list[Modifier]:
    """What interference does to comms, coordination and command (IWD-13.13)."""
    noise = state.has("interference", ship.id)
    return [] if noise is None else [Modifier("interference", number(state, "interference", "comms", noise), "IWD-13.13")]


def scanning(state: DramaState, ship: Ship, target: Ship) -> list[Modifier]:
    """What a cloud does to sensors (IWD-13.2)."""
    cloud = state.has("cloud", ship.id) or state.has("cloud", target.id)
    return [] if cloud is None else [Modifier("cloud", number(state, "cloud", "scan", cloud), "IWD-13.2")]


def electronic_dice(state: DramaState, target: Ship) -> int:
    """The more dice of electronic warfare against a ship that suffers interference (IWD-13.13)."""
    noise = state.has("interference", target.id)
    return 0 if noise is None else number(state, "interference", "dice", noise)


def worn(ship: Ship, system: str) -> list[Modifier]:
    """What light damage to a system does, adding up (IWD-14.7)."""
    light = len([hit for hit in ship.damage if hit.place == system and hit.degree == "light" and not hit.repaired])
    return [Modifier("damage", light, "IWD-14.7")] if light else []


def working(state: DramaState, ship: Ship, system: ShipSystem) -> bool:
    """Whether a system works: not knocked out or in a burning compartment, its officer up (IWD-14.7, IWD-13.12, IWD-13.15)."""
    hit = any(each.place == system.id and each.degree != "light" and not mended(each) for each in ship.damage)
    burning = any(fire.part == system.compartment for fire in state.found("fire", ship.id))
    unmanned = any(system.id == ship.crew[out.part].post and not is_replaced(out) for out in state.found("wounded", ship.id))
    return not (hit or burning or unmanned)


def mended(hit: Damage) -> bool:
    """Whether a system works again after this damage: fatal damage leaves it out of order (IWD-10.4)."""
    return hit.repaired and hit.degree != "fatal"


def is_replaced(out: Condition) -> bool:
    """Whether somebody has taken over the system of a character who is out (IWD-13.15)."""
    return out.values.get("replaced", 0) > 0


# How they come and go


def place(
    state: DramaState,
    referee: Referee,
    kind: str,
    ship: str,
    other: str = "",
    *,
    part: str = "",
    by: str = "",
    result: int = 1,
    values: dict[str, int] | None = None,
    dice: tuple[Roll, ...] = (),
) -> Condition:
    """A condition comes about and takes effect at once (IWD-6.8); one that is there already is renewed."""
    for old in [c for c in state.found(kind, ship, other) if c.part == part]:
        state.conditions.remove(old)
    made = Condition(state.number_next("c"), kind, ship, other, part, by, max(1, result), state.turn, [], dict(values or {}))
    state.conditions.append(made)
    facts: dict[str, Json] = {
        "condition": kind,
        "ship": ship,
        "other": other,
        "part": part,
        "result": made.result,
        "values": dict(made.values),
    }
    referee.tell(Event("condition", CONDITION_RULES[kind], facts, dice))
    return made


def lift(state: DramaState, referee: Referee, condition: Condition, why: str, rule: str = "") -> None:
    """A condition ends."""
    state.conditions.remove(condition)
    facts: dict[str, Json] = {"condition": condition.kind, "ship": condition.ship, "other": condition.other}
    facts |= {"part": condition.part, "why": why}
    referee.tell(Event("condition_ended", rule or CONDITION_RULES[condition.kind], facts))


def lift_all(state: DramaState, referee: Referee, kind: str, ship: str = "", other: str = "", *, why: str) -> None:
    """All these conditions end."""
    for condition in list(state.found(kind, ship, other)):
        lift(state, referee, condition, why)


def moved(state: DramaState, referee: Referee, ship: str) -> None:
    """A ship goes elsewhere, or is moved, and gives up the position that covered it (IWD-13.3, IWD-13.4)."""
    for kind in ("cover", "dead_zone"):
        lift_all(state, referee, kind, ship, why="moved")


def set_distance(state: DramaState, referee: Referee, one: str, other: str, distance: str) -> None:
    """A pair is at this distance from now on (IWD-14.4)."""
    if state.distance(one, other) == distance:
        return
    for kind in ("short", "long"):
        for pair in [*state.found(kind, one, other), *state.found(kind, other, one)]:
            state.conditions.remove(pair)
    if distance != "medium":
        state.conditions.append(Condition(state.number_next("c"), distance, one, other, turn=state.turn))
    referee.tell(Event("distance", "IWD-14.4", {"ship": one, "other": other, "distance": distance}))


def step_of(distance: str, direction: str) -> str:
    """The distance one step closer or apart (IWD-14.4)."""
    at = DISTANCES.index(distance) + (1 if direction == "apart" else -1)
    return DISTANCES[max(0, min(2, at))]
