"""The aggression phase: shots, barrages, ramming, landing, curses, and defence (chapter 7, IWD-14.8, IWD-14.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choice, Field
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.interworld_drama import master
from quarterdeck.systems.interworld_drama.acts import Act, usable
from quarterdeck.systems.interworld_drama.asking import act_text, ask_answer
from quarterdeck.systems.interworld_drama.conditions import (
    aim_of,
    electronic_dice,
    lift,
    lift_all,
    lock_for,
    moved,
    number,
    on_the_air,
    physical,
    place,
    set_distance,
    worn,
)
from quarterdeck.systems.interworld_drama.crew import Pool, spend
from quarterdeck.systems.interworld_drama.harm import by_lot, degree_of, effect_of, hurt, one_less, places
from quarterdeck.systems.interworld_drama.narrator import DEGREE_NAMES, NO, STANDING, YES, Adjust, number_for, rule_on
from quarterdeck.systems.interworld_drama.pools import STANDARD
from quarterdeck.systems.interworld_drama.record import NARRATOR, Kind, ShipSystem
from quarterdeck.systems.interworld_drama.rolls import Task, mishap, roll, system_task
from quarterdeck.systems.interworld_drama.state import CREW, DEGREES, Degree, DramaState, Member, Ship
from quarterdeck.systems.interworld_drama.strategy import break_locks

FIGHTING: tuple[Pool, ...] = (("dexterity", "melee"), ("strength", "brawl"), ("dexterity", "firearms"))
"""The pools by which a boarding party is led (IWD-14.9)."""
STEPS = ("attack_roll", "defender_decides", "defence_roll", "effect")
"""The defender decides with the attacker's successes before him (IWD-7.4)."""
JAMMED = ("indirect", "phase")
CURSE_TYPE, RAM_TYPE, LANDING_TYPE = "curse", "ram", "landing"


class Attack(NamedTuple):
    """An attack as the defender sees it: by and on whom, of which type, what it is worth, whether what is fired is guided."""

    ship: Ship
    target: Ship
    act: Act
    type: str
    successes: int
    guided: bool = False


def defended(attack: int, defence: int) -> int:
    """The successes left: as many or more in defence prevent the attack altogether (IWD-7.5, IWD-7.6)."""
    return max(0, attack - defence)


def bar_to_manoeuvre(state: DramaState, ship: Ship, manoeuvre: str, type_: str, guided: bool) -> str | None:
    """The rule by which a defensive manoeuvre is of no use against this type of attack now; None if it may be tried."""
    bars = {
        "dodge": ("IWD-7.7", state.has("harpooned", ship.id) is not None),
        "jump": ("IWD-7.8", False),
        "interception": ("IWD-7.9", not guided),
        "jamming": ("IWD-7.10", type_ not in JAMMED),
        "redistribution": ("IWD-7.11", ship.tass < 1 or type_ == CURSE_TYPE),
        "ward": ("IWD-14.9", type_ != CURSE_TYPE),
    }
    rule, barred = bars[manoeuvre]
    return rule if barred else None


def defences(state: DramaState, ship: Ship, type_: str, guided: bool = False) -> list[Act]:
    """The manoeuvres open to a ship against this type of attack, by system or power (IWD-7.7 to IWD-7.11)."""
    found = []
    for manoeuvre, kind in MANOEUVRES.items():
        if bar_to_manoeuvre(state, ship, manoeuvre, type_, guided) is None:
            found += [Act(manoeuvre, system.id) for system in usable(state, ship, kind)]
    for use in ("dodge", "jump", "interception", "ward"):
        if bar_to_manoeuvre(state, ship, use, type_, guided) is None and _with_power(ship, use):
            found.append(Act(use, "", "", "power"))
    return found


def _with_power(ship: Ship, use: str) -> list[Member]:
    return [member for member in ship.crew.values() if any(power.use == use for power in member.sheet.powers)]


def power_pools(member: Member, use: str) -> tuple[Pool, ...]:
    """The pools of a character's powers for a use."""
    return tuple([(power.attribute, power.ability) for power in member.sheet.powers if power.use == use])


# Attacks


async def shoot(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """A weapon attacks a ship (IWD-7.3)."""
    weapon, target = ship.system(act.system), state.ships[act.ship]
    if not await _launched(state, referee, ship, member, weapon):
        return
    aim = aim_of(state, ship, member, weapon, target)
    task = system_task(weapon, "IWD-7.3", aim.base, aim.modifiers)
    left = await _attack(state, referee, ship, member, act, task, weapon.type, weapon.guided)
    if left:
        await _weapon_effect(state, referee, ship, target, weapon, left)


async def _launched(state: DramaState, referee: Referee, ship: Ship, member: Member, weapon: ShipSystem) -> bool:
    """Under a barrage small craft are launched by a check of their operator; else the narrator says what becomes of them."""
    barrage = state.has("barrage", ship.id)
    if not weapon.craft or barrage is None:
        return True
    task = Task((("dexterity", "piloting"),), "IWD-13.8", number(state, "barrage", "launch", barrage))
    rolled = roll(state, referee, ship, member, task, "launch")
    facts: dict[str, Json] = {**rolled.facts(), "system": weapon.id, "launched": rolled.result.successes > 0}
    referee.tell(Event("launch", "IWD-13.8", facts, rolled.result.dice("launch")))
    if rolled.result.successes:
        return True
    about = _("{system} of {ship}", system=weapon.name, ship=Unit(ship.id))
    if await rule_on(referee, "launch", about, subject=ship.id) != "not_launched":
        hurt(state, referee, ship, "heavy", weapon.id, "IWD-13.8")
    return False


async def _attack(
    state: DramaState,
    referee: Referee,
    ship: Ship,
    member: Member,
    act: Act,
    task: Task,
    type_: str,
    guided: bool = False,
) -> int:
    """Roll an attack and the defence against it; the successes left (IWD-7.3 to IWD-7.6). It uses up a lock (IWD-13.9)."""
    target = state.ships[act.ship]
    lock = lock_for(state, ship, target)
    rolled = roll(state, referee, ship, member, task, "attack")
    facts: dict[str, Json] = {"act": act.verb, "system": act.system, "target": target.id, "type": type_}
    referee.tell(Event("attack", task.rule, {**rolled.facts(), **facts}, rolled.result.dice("attack")))
    lift_all(state, referee, "stealth", ship.id, why="attack")
    if lock is not None:
        lift(state, referee, lock, "used")
    await mishap(state, referee, rolled, ship.system(act.system) if act.system else None)
    if rolled.result.successes == 0:
        return 0
    attack = Attack(ship, target, act, type_, rolled.result.successes, guided)
    left = defended(attack.successes, await defence(state, referee, attack))
    referee.tell(Event("left", "IWD-7.6" if left else "IWD-7.5", {"ship": ship.id, "target": target.id, "left": left}))
    return left


async def defence(state: DramaState, referee: Referee, attack: Attack) -> int:
    """Ask the target for one manoeuvre, knowing the attacker's successes, and roll it (IWD-7.4)."""
    ship = attack.target
    about = _("{act}: {n} successes.", act=act_text(state, attack.ship, attack.act), n=attack.successes)
    options = [*defences(state, ship, attack.type, attack.guided), *master.defending(ship)]
    while answer := await ask_answer(state, referee, ship, "IWD-7.4", "defend", options, about, attack.ship):
        member, act = answer
        if act.verb != "master":
            return await _manoeuvre(state, referee, attack, member, act)
        warded = await master.defend(state, referee, ship, member, act)
        if warded is not None:
            return warded
        options = [option for option in options if option.verb != "master"]
    return 0


async def _manoeuvre(state: DramaState, referee: Referee, attack: Attack, member: Member, act: Act) -> int:
    ship = attack.target
    spend(ship, member, ship.system(act.system) if act.system else None)
    break_locks(state, referee, member)
    if act.verb == "redistribution":
        ship.tass -= 1
        act = act._replace(item=await _redistributed_by(referee, ship, act.system))
    rolled = roll(state, referee, ship, member, defence_task(state, attack, member, act), "defence")
    facts: dict[str, Json] = {**rolled.facts(), "manoeuvre": act.verb, "system": act.system, "target": attack.ship.id}
    referee.tell(Event("defence", MANOEUVRE_RULES[act.verb], facts, rolled.result.dice("defence")))
    await mishap(state, referee, rolled, ship.system(act.system) if act.system else None)
    if act.verb == "jump":
        lift_all(state, referee, "cover", "", ship.id, why="jump")
    return rolled.result.successes


async def _redistributed_by(referee: Referee, ship: Ship, power: str) -> str:
    """The system by whose pool energy is redistributed: the power system, unless the narrator admits another (IWD-7.11)."""
    systems = {system.id: Text(system.name) for system in ship.record.systems}
    about = _("{ship} redistributes energy.", ship=Unit(ship.id))
    return await rule_on(referee, "redistribution", about, systems, power, ship.id)


MANOEUVRES: dict[str, Kind] = {
    "dodge": "helm",
    "jump": "jump",
    "interception": "weapon",
    "jamming": "comms",
    "redistribution": "power",
}
"""The five defensive manoeuvres and the systems by which they are made."""

MANOEUVRE_RULES = {
    "dodge": "IWD-7.7",
    "jump": "IWD-7.8",
    "interception": "IWD-7.9",
    "jamming": "IWD-7.10",
    "redistribution": "IWD-7.11",
    "ward": "IWD-14.9",
}


def defence_task(state: DramaState, attack: Attack, member: Member, act: Act) -> Task:
    """What is rolled for a manoeuvre."""
    ship, rule = attack.target, MANOEUVRE_RULES[act.verb]
    bodily = physical(state, ship, member) if act.verb == "interception" else []
    if not act.system:
        return Task(power_pools(member, act.verb), rule, STANDARD, tuple(bodily))
    found = [*worn(ship, act.system), *bodily]
    if act.verb == "jamming":
        return system_task(
            ship.system(act.system), rule, STANDARD, [*found, *on_the_air(state, ship)], electronic_dice(state, attack.ship)
        )
    return system_task(ship.system(act.item or act.system), rule, STANDARD, found)


# Effects


async def _weapon_effect(state: DramaState, referee: Referee, ship: Ship, target: Ship, weapon: ShipSystem, left: int) -> None:
    degree, condition = effect_of(left, weapon.condition, weapon.no_damage)
    decided = await referee.ask(
        effect_question(ship, target, left, degree, places(state, target), weapon.condition, condition != "")
    )
    imposed = bool(weapon.condition) and decided.get("condition") == "yes"
    where, die = CREW, None
    if decided["degree"] != "none" or (imposed and weapon.condition == "fire"):
        where, die = _where(state, referee, target, str(decided.get("place", CREW)))
    if decided["degree"] != "none":
        hurt(state, referee, target, _degree(decided["degree"]), where, "IWD-7.6", (die,) if die else ())
    if imposed:
        await _impose(state, referee, ship, target, weapon, where, left)


def _degree(word: Json) -> Degree:
    return next(degree for degree in DEGREES if degree == word)


def effect_question(
    ship: Ship, target: Ship, left: int, degree: str, spots: Sequence[str], condition: str = "", imposed: bool = False
) -> Adjust:
    """What the successes left do: the narrator decides on damage, place and condition (IWD-7.6, IWD-14.7, IWD-14.8).

    `spots` is what can be hit; where that is the crew alone nobody asks for a place.
    """
    degrees = tuple([Choice(key, text) for key, text in DEGREE_NAMES.items()])
    fields = [Field(key="degree", name=_("Damage"), kind="choice", choices=degrees)]
    book: dict[str, Json] = {"degree": degree}
    if len(spots) > 1:
        named = [Choice(key, _("{place}", place=Unit(f"{target.id}/{key}"))) for key in spots]
        fields.append(Field(key="place", name=_("Place"), kind="choice", choices=(Choice("lot", _("by lot")), *named)))
        book["place"] = "lot"
    if condition:
        either = (Choice("yes", YES), Choice("no", NO))
        fields.append(Field(key="condition", name=_("Condition of the weapon"), kind="choice", choices=either))
        book["condition"] = "yes" if imposed else "no"
    return Adjust(
        seat=NARRATOR,
        rule="IWD-7.6",
        prompt=_("What does the attack do?"),
        lead=_("{ship} has {n} successes left against {target}.", ship=Unit(ship.id), n=left, target=Unit(target.id)),
        subject=target.id,
        key="effect",
        standing=STANDING,
        fields=tuple(fields),
        book=book,
    )


def _where(state: DramaState, referee: Referee, target: Ship, place_: str) -> tuple[str, Roll | None]:
    return by_lot(referee, places(state, target), target, "place") if place_ == "lot" else (place_, None)


async def _impose(
    state: DramaState, referee: Referee, ship: Ship, target: Ship, weapon: ShipSystem, where: str, left: int
) -> None:
    """The condition of a weapon (IWD-14.8)."""
    about = _("{ship} has hit {target}.", ship=Unit(ship.id), target=Unit(target.id))
    if weapon.condition == "harpooned":
        free = await number_for(referee, "harpoon", about, number(state, "harpooned", "free"), target.id)
        place(state, referee, "harpooned", target.id, ship.id, part=weapon.grip, values={"free": free})
    elif weapon.condition == "fire":
        room, die = _compartment(referee, target, where)
        await set_fire(state, referee, target, room, 3 if left >= 5 else 2, about, (die,) if die else ())
    else:
        place(state, referee, weapon.condition, target.id, ship.id)


def _compartment(referee: Referee, target: Ship, where: str) -> tuple[str, Roll | None]:
    """Where fire breaks out: where the system stands that was hit, by lot where it was the crew (IWD-14.8)."""
    if where != CREW:
        return target.system(where).compartment, None
    return by_lot(referee, [each.name for each in target.record.compartments], target, "compartment", "IWD-14.8")


async def set_fire(
    state: DramaState, referee: Referee, ship: Ship, compartment: str, book: int, about: Text, dice: tuple[Roll, ...] = ()
) -> None:
    """Fire breaks out in a compartment; the narrator names its intensity (IWD-13.12)."""
    usual = number(state, "fire", "intensity")
    intensity = await number_for(referee, "intensity", about, book + usual - 2, ship.id)
    place(state, referee, "fire", ship.id, part=compartment, values={"intensity": intensity}, dice=dice)


# Other aggressive acts


async def barrage(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """A curtain of fire: no roll, and until the end of the turn small craft can hardly be launched (IWD-13.8)."""
    lift_all(state, referee, "stealth", ship.id, why="attack")
    place(state, referee, "barrage", act.ship, ship.id)


async def ram(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """Ram a ship: damage to it, one degree less to the own one, and the two are close together (IWD-14.9)."""
    helm, target = ship.system(act.system), state.ships[act.ship]
    aim = aim_of(state, ship, None, helm, target)
    moved(state, referee, ship.id)
    task = system_task(helm, "IWD-14.9", aim.base, aim.modifiers)
    left = await _attack(state, referee, ship, member, act, task, RAM_TYPE)
    if not left:
        return
    decided = await referee.ask(effect_question(ship, target, left, degree_of(left), places(state, target)))
    where, die = _where(state, referee, target, str(decided.get("place", CREW)))
    degree = str(decided["degree"])
    for hit, suffered in ((target, degree), (ship, one_less(degree))):
        if suffered != "none":
            spot, lot = (where, die) if hit is target else _where(state, referee, ship, "lot")
            hurt(state, referee, hit, _degree(suffered), spot, "IWD-14.9", (lot,) if lot else ())
    set_distance(state, referee, ship.id, target.id, "short")


async def board(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """Land on a ship: the place is always its crew, and fatal damage takes it (IWD-14.9)."""
    target = state.ships[act.ship]
    aim = aim_of(state, ship, member, None, target)
    left = await _attack(state, referee, ship, member, act, Task(FIGHTING, "IWD-14.9", aim.base, aim.modifiers), LANDING_TYPE)
    if left:
        decided = await referee.ask(effect_question(ship, target, left, degree_of(left), [CREW]))
        if decided["degree"] != "none":
            hurt(state, referee, target, _degree(decided["degree"]), CREW, "IWD-14.9")


async def curse(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """A curse does no damage and imposes one condition (IWD-14.9)."""
    target = state.ships[act.ship]
    aim = aim_of(state, ship, None, None, target)
    task = Task(power_pools(member, "curse"), "IWD-14.9", aim.base, aim.modifiers)
    left = await _attack(state, referee, ship, member, act, task, CURSE_TYPE)
    if left and act.kind == "dead_zone":
        place(state, referee, "dead_zone", ship.id, target.id, part=act.item, result=left)
    elif left:
        place(state, referee, "interference", target.id, ship.id, result=left)


def world_harm(size: str, told: str = "light") -> tuple[str, bool]:
    """What an attack does to a world, and whether it comes back on the attacker (IWD-1.2)."""
    return ("none", True) if size == "major" else (told, False)


async def shell(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """Attack a world: the narrator decides what harm it takes; a large one strikes back (IWD-1.2)."""
    world, weapon = state.world(act.item), ship.system(act.system)
    about = _("{ship} fires at {world}.", ship=Unit(ship.id), world=world.name)
    book, strikes_back = world_harm(world.size)
    harm = await rule_on(referee, "world", about, book=book, subject=ship.id)
    lift_all(state, referee, "stealth", ship.id, why="attack")
    state.worlds.setdefault(world.id, []).append(harm)
    facts: dict[str, Json] = {"ship": ship.id, "system": weapon.id, "world": world.name, "harm": harm, "back": strikes_back}
    referee.tell(Event("shelled", "IWD-1.2", facts))
    if strikes_back:
        where, die = _where(state, referee, ship, "lot")
        hurt(state, referee, ship, "fatal", where, "IWD-1.2", (die,) if die else ())
