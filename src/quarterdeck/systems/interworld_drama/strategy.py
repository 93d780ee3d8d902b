"""The strategy phase: conditions declared, countered and removed, distances, contact (chapter 6, IWD-14.3 to IWD-14.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.interworld_drama.acts import GRIPS, WAYS, Act, gains, usable
from quarterdeck.systems.interworld_drama.asking import act_text, ask_answer
from quarterdeck.systems.interworld_drama.conditions import (
    CONDITION_RULES,
    Modifier,
    electronic_dice,
    lift,
    lift_all,
    moved,
    number,
    on_the_air,
    physical,
    place,
    scanning,
    set_distance,
    step_of,
    worn,
)
from quarterdeck.systems.interworld_drama.crew import OUT_INJURIES, pool_of, spend
from quarterdeck.systems.interworld_drama.harm import mend
from quarterdeck.systems.interworld_drama.narrator import number_for, rule_on
from quarterdeck.systems.interworld_drama.pools import STANDARD, winner
from quarterdeck.systems.interworld_drama.record import Kind, ShipSystem
from quarterdeck.systems.interworld_drama.rolls import Rolled, Task, mishap, roll, system_task
from quarterdeck.systems.interworld_drama.state import CREW, Condition, DramaState, Member, Ship

COUNTERED_BY: dict[str, tuple[Kind, ...]] = {
    "short": ("helm",),
    "long": ("helm",),
    "tail": ("helm",),
    "cover": ("helm",),
    "dead_zone": ("helm",),
    "lock": ("comms", "stealth"),
    "stealth": ("sensors",),
    "interference": ("comms",),
    "breaking_off": ("helm",),
}
"""By which systems a condition is opposed (IWD-14.5)."""

REMOVAL_COUNTERED_BY: dict[str, tuple[Kind, ...]] = {"long": ("helm",), "lock": ("sensors", "comms")}
"""Which removals can be opposed (IWD-13.6, IWD-13.9)."""


class Counter(NamedTuple):
    """A counteraction: by whom, with which system, and for which condition of his own, if any (IWD-6.3)."""

    ship: Ship
    member: Member
    system: ShipSystem
    act: Act | None


def modifiers_for(state: DramaState, ship: Ship, system: ShipSystem, target: Ship | None) -> list[Modifier]:
    """What bears on operating a system in the strategy phase."""
    found = worn(ship, system.id)
    if system.kind == "comms":
        found += on_the_air(state, ship)
    if system.kind == "sensors" and target is not None:
        found += scanning(state, ship, target)
    return found


def operating(state: DramaState, ship: Ship, system: ShipSystem, rule: str, target: Ship | None, base: int = STANDARD) -> Task:
    """Operating a system against a ship: comms have more dice against one that suffers interference (IWD-13.13)."""
    bonus = electronic_dice(state, target) if system.kind == "comms" and target is not None else 0
    return system_task(system, rule, base, modifiers_for(state, ship, system, target), bonus)


def counter_order(ship: str, target: str, order: list[str], hostile: list[str]) -> list[str]:
    """Who is asked for a counteraction: first the ship concerned, then other hostile ones by initiative (IWD-14.3)."""
    return [*([target] if target in hostile else []), *(key for key in order if key in hostile and key != target)]


def who_may_counter(state: DramaState, ship: Ship, act: Act) -> tuple[list[Ship], tuple[Kind, ...]]:
    """The ships that may oppose an act, in the order in which they are asked, and by which systems (IWD-14.5)."""
    if act.verb == "remove":
        condition = condition_of(state, act.item)
        other = condition.ship if condition.other == ship.id else condition.other
        return [each for each in state.enemies(ship) if each.id == other], REMOVAL_COUNTERED_BY.get(act.kind, ())
    if act.verb != "gain":
        return [], ()
    systems = COUNTERED_BY.get(act.kind, ())
    hostile = [each for each in state.enemies(ship) if act.ship in ("", each.id)]
    if act.kind == "breaking_off":
        hostile = [each for each in hostile if state.distance(ship.id, each.id) != "long"]
    order = counter_order(ship.id, act.ship, state.order, [each.id for each in hostile])
    return [state.ships[key] for key in order], systems


def condition_of(state: DramaState, key: str) -> Condition:
    """A condition by its id."""
    return next(condition for condition in state.conditions if condition.id == key)


async def ask_for_counter(state: DramaState, referee: Referee, ship: Ship, act: Act) -> Counter | None:
    """Ask the ships that may oppose an act, one after the other, until one does (IWD-6.3, IWD-14.3)."""
    ships, kinds = who_may_counter(state, ship, act)
    for other in ships if kinds else ():
        plain = [Act("hinder", system.id, ship.id) for system in usable(state, other, *kinds)]
        own = [each for each in gains(state, other, *kinds) if each.ship in ("", ship.id)]
        answer = await ask_answer(state, referee, other, "IWD-6.3", "counter", [*plain, *own], act_text(state, ship, act), ship)
        if answer is not None:
            member, chosen = answer
            system = other.system(chosen.system)
            spend(other, member, system)
            break_locks(state, referee, member)
            return Counter(other, member, system, chosen if chosen.verb == "gain" else None)
    return None


def break_locks(state: DramaState, referee: Referee, member: Member, keep: str = "") -> None:
    """A lock ends when its operator does something else before the attack (IWD-13.9)."""
    for lock in [lock for lock in state.found("lock") if lock.by == member.id and lock.other != keep]:
        lift(state, referee, lock, "busy")


async def settle(
    state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act, task: Task, needed: int = 1
) -> tuple[int, Counter | None, int]:
    """Roll an act and what opposes it: own net successes, the counteraction and its net successes (IWD-6.4)."""
    counter = await ask_for_counter(state, referee, ship, act)
    rolled = roll(state, referee, ship, member, task, "strategy")
    about = next((each for each in state.conditions if each.id == act.item), None)
    facts: dict[str, Json] = {"act": act.verb, "condition": act.kind, "system": act.system, "target": act.ship, "needed": needed}
    facts["part"] = about.part if about is not None else ""
    referee.tell(Event("attempt", task.rule, {**rolled.facts(), **facts}, rolled.result.dice("strategy")))
    await mishap(state, referee, rolled, ship.system(act.system) if act.system else None)
    if counter is None:
        return rolled.result.successes, None, 0
    against = await _roll_counter(state, referee, ship, counter)
    return rolled.result.successes, counter, against.result.successes


async def _roll_counter(state: DramaState, referee: Referee, ship: Ship, counter: Counter) -> Rolled:
    task = operating(state, counter.ship, counter.system, "IWD-6.4", ship)
    rolled = roll(state, referee, counter.ship, counter.member, task, "counter")
    facts: dict[str, Json] = {"system": counter.system.id, "target": ship.id}
    facts["condition"] = counter.act.kind if counter.act else ""
    referee.tell(Event("counter", "IWD-6.4", {**rolled.facts(), **facts}, rolled.result.dice("counter")))
    await mishap(state, referee, rolled, counter.system)
    return rolled


async def gain(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """Declare a condition: opposed or not, the one with more successes gets what he wanted (IWD-6.2 to IWD-6.8)."""
    system = ship.system(act.system)
    target = state.ships.get(act.ship)
    await gain_rolled(state, referee, ship, member, act, operating(state, ship, system, CONDITION_RULES[act.kind], target))


async def gain_rolled(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act, task: Task) -> None:
    """Roll for a condition, and have it come about for whoever wins (IWD-6.4 to IWD-6.7)."""
    own, counter, against = await settle(state, referee, ship, member, act, task)
    won = outcome_of(own, against if counter else None)
    if won == "actor":
        await come_about(state, referee, ship, member, act, own - against)
    elif counter is not None and won == "counter" and counter.act:
        await come_about(state, referee, counter.ship, counter.member, counter.act, against - own)
    elif counter is not None and won == "tie":
        await _compromise(state, referee, ship, member, act, counter)


async def _compromise(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act, counter: Counter) -> None:
    """A tie: the narrator finds a compromise, by the book nobody gains anything (IWD-6.6)."""
    about = _("{ship} and {other} are equal.", ship=Unit(ship.id), other=Unit(counter.ship.id))
    more = {"actor": _("the first one gets it"), "counter": _("the other one gets it")}
    if state.distance(ship.id, counter.ship.id) == "medium":
        more["short"] = _("the two come close to each other")
    answer = await rule_on(referee, "tie", about, more, subject=ship.id)
    if answer == "short":
        set_distance(state, referee, ship.id, counter.ship.id, "short")
    if answer in ("actor", "both_restricted"):
        await come_about(state, referee, ship, member, act, 1)
    if answer in ("counter", "both_restricted") and counter.act:
        await come_about(state, referee, counter.ship, counter.member, counter.act, 1)


ELSEWHERE = ("short", "long", "tail", "cloud")
"""What a ship gains by going somewhere else."""


async def come_about(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act, result: int) -> None:
    """A condition that was won takes effect (IWD-6.5, IWD-6.8); who goes elsewhere gives up its cover (IWD-13.3, IWD-13.4)."""
    if act.kind in ELSEWHERE:
        moved(state, referee, ship.id)
    special = COMING_ABOUT.get(act.kind)
    if special is not None:
        await special(state, referee, ship, act)
    elif act.kind == "interference":
        place(state, referee, "interference", act.ship, ship.id, by=member.id)
    else:
        place(state, referee, act.kind, ship.id, act.ship, part=act.item, by=member.id, result=result)


async def _new_distance(state: DramaState, referee: Referee, ship: Ship, act: Act) -> None:
    set_distance(state, referee, ship.id, act.ship, act.kind)
    if act.kind == "long":
        for kind in ("tail", "harpooned"):
            lift_all(state, referee, kind, ship.id, act.ship, why="distance")
            lift_all(state, referee, kind, act.ship, ship.id, why="distance")


async def _new_cover(state: DramaState, referee: Referee, ship: Ship, act: Act) -> None:
    others = [other for other in state.enemies(ship) if other.id != act.ship]
    answer = "no"
    if others:
        about = _("{ship} is behind cover.", ship=Unit(ship.id))
        answer = await rule_on(referee, "covered", about, subject=ship.id)
    for other in [act.ship, *((each.id for each in others) if answer == "yes" else ())]:
        place(state, referee, "cover", ship.id, other)


async def _new_dead_zone(state: DramaState, referee: Referee, ship: Ship, act: Act) -> None:
    """Which weapon it is the narrator says; by the book the one that the holder named (IWD-13.4)."""
    weapons = {weapon.id: _(weapon.name) for weapon in state.ships[act.ship].record.of_kind("weapon")}
    about = _("{ship} is in the dead zone of {other}.", ship=Unit(ship.id), other=Unit(act.ship))
    part = await rule_on(referee, "dead_zone", about, weapons, act.item, ship.id)
    place(state, referee, "dead_zone", ship.id, act.ship, part=part)


COMING_ABOUT = {"short": _new_distance, "long": _new_distance, "cover": _new_cover, "dead_zone": _new_dead_zone}


# Removing


def removal_task(state: DramaState, ship: Ship, member: Member, act: Act) -> Task:
    """What is rolled to be rid of a condition (IWD-8.2 and the table of each condition)."""
    condition = condition_of(state, act.item)
    way = WAYS[act.kind]
    base = number(state, act.kind, way.number, condition) if way.number else STANDARD
    rule = CONDITION_RULES[act.kind]
    if act.system:
        other = condition.ship if condition.other == ship.id else condition.other
        return operating(state, ship, ship.system(act.system), rule, state.ships.get(other), base)
    pools = GRIPS[condition.part or "cable"] if act.kind == "harpooned" else way.pools
    bodily = physical(state, ship, member) if act.kind == "fire" or pools is GRIPS["cable"] else []
    return Task(pools, rule, base, tuple(bodily))


ASKED_FOR = {"wounded": ("healing", "heal"), "short": ("break", "leave")}
"""Removals whose difficulty the narrator names when they are tried, by decision and number (IWD-13.5, IWD-13.15)."""


async def remove(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """Try to be rid of a condition; it stays on a failure (IWD-8.2, IWD-9.2)."""
    condition = condition_of(state, act.item)
    if act.kind in ASKED_FOR:
        key, name = ASKED_FOR[act.kind]
        about = _("{member} of {ship}: {act}", member=member.sheet.name, ship=Unit(ship.id), act=act_text(state, ship, act))
        condition.values[name] = await number_for(referee, key, about, number(state, act.kind, name, condition), ship.id)
    await remove_rolled(state, referee, ship, member, act, removal_task(state, ship, member, act), condition)


async def remove_rolled(
    state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act, task: Task, condition: Condition
) -> None:
    """Roll to be rid of a condition: one success, to shake off the tail as many as its result (IWD-8.2, IWD-13.7)."""
    needed = condition.result if act.kind == "tail" and act.system else 1
    own, counter, against = await settle(state, referee, ship, member, act, task, needed)
    if reached(needed, own) and (counter is None or own > against) and condition in state.conditions:
        REMOVED.get(act.kind, _gone)(state, referee, ship, condition, own)


def _gone(state: DramaState, referee: Referee, ship: Ship, condition: Condition, own: int) -> None:
    lift(state, referee, condition, "removed")


def _new_step(state: DramaState, referee: Referee, ship: Ship, condition: Condition, own: int) -> None:
    moved(state, referee, ship.id)
    set_distance(state, referee, condition.ship, condition.other, "medium")


def reached(needed: int, successes: int) -> bool:
    """Whether a check has as many successes as it needs: for the tail, the result by which it was gained (IWD-13.7)."""
    return successes >= needed


def _less_fire(state: DramaState, referee: Referee, ship: Ship, condition: Condition, own: int) -> None:
    """One success takes one off the intensity, or all of them theirs where the narrator has said so (IWD-13.12)."""
    left = max(
        0, number(state, "fire", "intensity", condition) - (own if number(state, "fire", "by_successes", condition) else 1)
    )
    condition.values["intensity"] = left
    if left == 0:
        lift(state, referee, condition, "removed")
    else:
        facts: dict[str, Json] = {"ship": ship.id, "part": condition.part, "intensity": left}
        referee.tell(Event("fire_lower", "IWD-13.12", facts))


def _healed(state: DramaState, referee: Referee, ship: Ship, condition: Condition, own: int) -> None:
    """The healed operates again from the next turn; damage of this turn is made good with it (IWD-13.15)."""
    member = ship.crew[condition.part]
    member.back_from = state.turn + 1
    member.injuries = min(member.injuries, OUT_INJURIES - 1)
    if member is ship.captain:
        ship.stand_in = ""
    lift(state, referee, condition, "removed")
    for hit in ship.damage:
        if (hit.place, hit.member, hit.degree, hit.turn) == (CREW, member.id, "heavy", state.turn) and not hit.repaired:
            mend(state, referee, ship, hit, "IWD-13.15")


def _out_of_the_cloud(state: DramaState, referee: Referee, ship: Ship, condition: Condition, own: int) -> None:
    moved(state, referee, ship.id)
    lift(state, referee, condition, "removed")


REMOVED: dict[str, Callable[[DramaState, Referee, Ship, Condition, int], None]] = {
    "short": _new_step,
    "long": _new_step,
    "cloud": _out_of_the_cloud,
    "fire": _less_fire,
    "wounded": _healed,
}


async def replace(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """Somebody takes over the system of a crew member who is out (IWD-13.15)."""
    out = condition_of(state, act.item)
    task = Task((pool_of(ship.system(act.kind)),), "IWD-13.15", number(state, "wounded", "replace", out))
    own, _counter, _against = await settle(state, referee, ship, member, act, task)
    if own and out in state.conditions:
        out.values["replaced"] = 1
        referee.tell(Event("replaced", "IWD-13.15", {"ship": ship.id, "member": member.id, "system": act.kind}))


# Other business of the phase


async def pull(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """The harpooner brings the pair one step closer, without a roll (IWD-13.11); whom he pulls loses his position."""
    moved(state, referee, act.ship)
    set_distance(state, referee, ship.id, act.ship, step_of(state.distance(ship.id, act.ship), "closer"))


async def coordinate(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """Call another ship of the side: from then on both share what they see (IWD-6.9, IWD-13.10)."""
    task = system_task(ship.system(act.system), "IWD-6.9", STANDARD, [*worn(ship, act.system), *on_the_air(state, ship)])
    own, _counter, _against = await settle(state, referee, ship, member, act, task)
    if own:
        place(state, referee, "contact", ship.id, act.ship)


async def disperse(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """A directed fire explosion disperses the cloud for all (IWD-13.2)."""
    task = system_task(ship.system(act.system), "IWD-13.2", STANDARD, [*worn(ship, act.system), *physical(state, ship, member)])
    own, _counter, _against = await settle(state, referee, ship, member, act, task)
    if own:
        state.surroundings = [each for each in state.surroundings if each != "cloud"]
        lift_all(state, referee, "cloud", why="dispersed")
        referee.tell(Event("dispersed", "IWD-13.2", {"ship": ship.id}))


async def detect(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """Look for a ship in stealth: one success, and this ship attacks it normally (IWD-13.10)."""
    target = state.ships[act.ship]
    stealth = state.has("stealth", target.id)
    base = number(state, "stealth", "detect", stealth)
    task = operating(state, ship, ship.system(act.system), "IWD-13.10", target, base)
    own, _counter, _against = await settle(state, referee, ship, member, act, task)
    if own and stealth is not None:
        stealth.seen_by.append(ship.id)
        referee.tell(Event("detected", "IWD-13.10", {"ship": ship.id, "target": target.id}))


def outcome_of(own: int, against: int | None) -> str:
    """Who gets what he wanted: ``actor``, ``counter``, ``tie`` or ``nobody`` (IWD-6.5 to IWD-6.7)."""
    if against is None:
        return "actor" if own else "nobody"
    return {"a": "actor", "b": "counter", "tie": "tie" if own else "nobody"}[winner(own, against)]
