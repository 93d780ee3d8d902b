"""The reaction phase: fires and anomalies, damage control, analysis (chapter 8, IWD-10.2 to IWD-10.4, IWD-13.12, IWD-13.14)."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choice
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.interworld_drama.acts import FIGHTING_FIRE, HEALING, Act
from quarterdeck.systems.interworld_drama.aggression import set_fire
from quarterdeck.systems.interworld_drama.asking import ChooseIfAny
from quarterdeck.systems.interworld_drama.conditions import number, physical
from quarterdeck.systems.interworld_drama.crew import Pool, compartment_of, hands, spend
from quarterdeck.systems.interworld_drama.harm import injure, mend, standing
from quarterdeck.systems.interworld_drama.narrator import number_for, rule_on
from quarterdeck.systems.interworld_drama.pools import SIDES, STANDARD
from quarterdeck.systems.interworld_drama.record import NARRATOR
from quarterdeck.systems.interworld_drama.rolls import Task, mishap, roll
from quarterdeck.systems.interworld_drama.state import CREW, Condition, Damage, DramaState, Member, Ship
from quarterdeck.systems.interworld_drama.strategy import break_locks, remove_rolled

MENDING: Pool = ("wits", "technology")
STUDYING: tuple[Pool, ...] = (("perception", "awareness"), ("intelligence", "tactics"))
KEEPING_ONES_FEET: tuple[Pool, ...] = (("dexterity", "acrobatics"), ("stamina", "survival"))
FATAL_ACTIONS = 2
"""How many successful actions keep a ship with fatal damage in the fight (IWD-10.4)."""


# Fires and anomalies, before anybody acts


async def settle_hazards(state: DramaState, referee: Referee, ship: Ship) -> None:
    """Fires burn and spread unless they are fought, anomalies throw people about (IWD-14.3)."""
    for fire in list(state.found("fire", ship.id)):
        if fire in state.conditions:
            await _burn(state, referee, ship, fire)
    if state.has("gravity", ship.id) is not None:
        for member in standing(state, ship):
            if not member.sheet.secured:
                await _keep_feet(state, referee, ship, member)


def burns(fought: bool, die: int, least: int = 6) -> tuple[bool, bool]:
    """Whether a fire injures and whether it spreads (IWD-13.12)."""
    return not fought, not fought and die >= least


async def _burn(state: DramaState, referee: Referee, ship: Ship, fire: Condition) -> None:
    fighter = await referee.ask(fight_fire(state, ship, fire))
    if fighter:
        member = ship.crew[fighter[0]]
        spend(ship, member)
        break_locks(state, referee, member)
        task = Task((FIGHTING_FIRE,), "IWD-13.12", number(state, "fire", "fight", fire), tuple(physical(state, ship, member)))
        await remove_rolled(state, referee, ship, member, Act("remove", "", "", "fire", fire.id), task, fire)
        return
    for member in [each for each in standing(state, ship) if compartment_of(ship, each) == fire.part]:
        injure(state, referee, ship, member, "IWD-13.12")
    die = referee.dice.roll(1, use="spread", rule="IWD-13.12", by=NARRATOR, sides=SIDES, about=_("{ship}", ship=Unit(ship.id)))
    _injured, spreads = burns(False, die[0], number(state, "fire", "spread", fire))
    facts: dict[str, Json] = {"ship": ship.id, "part": fire.part, "spreads": spreads}
    referee.tell(Event("fire_burns", "IWD-13.12", facts, (Roll(die, "spread", SIDES),)))
    if spreads:
        await _spread(state, referee, ship, fire)


async def _spread(state: DramaState, referee: Referee, ship: Ship, fire: Condition) -> None:
    """To a neighbour that is not burning yet: by the book the first one, and as intense as the old fire."""
    burning = [each.part for each in state.found("fire", ship.id)]
    here = next(each for each in ship.record.compartments if each.name == fire.part)
    free = [name for name in here.neighbours if name not in burning]
    if free:
        about = _("The fire in {part} of {ship} spreads.", part=fire.part, ship=Unit(ship.id))
        to = await rule_on(referee, "spread", about, {name: Text(name) for name in free}, free[0], ship.id)
        more = number(state, "fire", "intensity", fire) - number(state, "fire", "intensity")
        await set_fire(state, referee, ship, to, 2 + more, about)


def fight_fire(state: DramaState, ship: Ship, fire: Condition) -> ChooseIfAny:
    """Who fights a fire at the start of the phase, if anybody does."""
    choices = tuple([Choice(member.id, _("{name}", name=member.sheet.name)) for member in hands(state, ship)])
    return ChooseIfAny(
        seat=ship.seat,
        rule="IWD-13.12",
        prompt=_("Who fights the fire in {part}?", part=fire.part),
        subject=ship.id,
        key="fire",
        choices=choices,
        least=0,
    )


async def _keep_feet(state: DramaState, referee: Referee, ship: Ship, member: Member) -> None:
    """Whoever is not secured keeps his feet by a roll, or is injured (IWD-13.14)."""
    task = Task(KEEPING_ONES_FEET, "IWD-13.14", number(state, "gravity", "check", state.has("gravity", ship.id)))
    rolled = roll(state, referee, ship, member, task, "feet")
    referee.tell(Event("feet", "IWD-13.14", rolled.facts(), rolled.result.dice("feet")))
    if rolled.result.successes == 0:
        injure(state, referee, ship, member, "IWD-13.14")


# Damage control


def repaired(degree: str, successful: int, *, needed: int = 1, fitting: bool = False, creative: bool = True) -> bool:
    """Whether so many successful actions make damage good (IWD-10.2 to IWD-10.4)."""
    if degree == "light":
        return fitting or successful >= 1
    return successful >= (needed if degree == "heavy" else FATAL_ACTIONS) and (degree == "heavy" or creative)


def repair_task(state: DramaState, ship: Ship, member: Member, hit: Damage) -> Task:
    """What a repair is rolled with: one's hands on the ship, medicine on the crew (IWD-14.11)."""
    base = STANDARD if hit.degree == "light" else number(state, "roll", "difficult")
    rule = {"light": "IWD-10.2", "heavy": "IWD-10.3", "fatal": "IWD-10.4"}[hit.degree]
    return Task((HEALING if hit.place == CREW else MENDING,), rule, base, tuple(physical(state, ship, member)))


async def repair(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """One action against damage of this turn (IWD-8.1, IWD-14.11)."""
    hit = next(hit for hit in ship.damage if hit.id == act.item)
    about = _("{member} of {ship} works on the damage.", member=member.sheet.name, ship=Unit(ship.id))
    if hit.degree == "light" and hit.place != CREW:
        book = "yes" if member.sheet.damage_control else "no"
        if await rule_on(referee, "waived", about, book=book, subject=ship.id) == "yes":
            mend(state, referee, ship, hit, "IWD-10.2")
            return
    if hit.degree == "heavy" and hit.needed == 0:
        hit.needed = await number_for(referee, "rolls", about, 1, ship.id)
    creative = hit.degree != "fatal" or await rule_on(referee, "creative", about, subject=ship.id) == "yes"
    task = repair_task(state, ship, member, hit)
    rolled = roll(state, referee, ship, member, task, "repair")
    hit.work += 1 if rolled.result.successes and creative else 0
    facts: dict[str, Json] = {
        **rolled.facts(),
        "damage": hit.id,
        "degree": hit.degree,
        "place": hit.place,
        "hurt": hit.member,
        "work": hit.work,
    }
    referee.tell(Event("repair", task.rule, facts, rolled.result.dice("repair")))
    await mishap(state, referee, rolled)
    if repaired(hit.degree, hit.work, needed=max(1, hit.needed)):
        mend(state, referee, ship, hit, task.rule)


async def analyse(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """Study an enemy: a success shows his ship's figures from then on (IWD-8.3, IWD-14.12)."""
    target = state.ships[act.ship]
    rolled = roll(state, referee, ship, member, Task(STUDYING, "IWD-8.3"), "analysis")
    success = rolled.result.successes > 0
    referee.tell(Event("analysis", "IWD-8.3", {**rolled.facts(), "target": target.id}, rolled.result.dice("analysis")))
    await mishap(state, referee, rolled)
    about = _("{ship} has studied {target}.", ship=Unit(ship.id), target=Unit(target.id))
    if success and await rule_on(referee, "analysis", about, subject=ship.id) == "record":
        target.known_to.append(ship.side)
        referee.tell(Event("known", "IWD-14.12", {"ship": target.id, "side": ship.side}))
