"""What the players are asked: what the ship does, who of the crew does it, and how they answer an enemy (IWD-5.4, IWD-14.3).

Of other ships the questions name only what everybody sees: conditions and what things are called.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar

from quarterdeck.engine.dress import Dress, Row
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Argument, Text, Unit, _, ngettext, percent
from quarterdeck.systems.interworld_drama.acts import PROPOSED, VERBS, Act, fitting
from quarterdeck.systems.interworld_drama.conditions import CONDITION_NAMES, aim_of
from quarterdeck.systems.interworld_drama.crew import dice_for, hands, has_specialty, pool_of
from quarterdeck.systems.interworld_drama.odds import successes
from quarterdeck.systems.interworld_drama.state import CREW, Condition, Damage, DramaState, Member, Ship

GAINING: dict[str, Text] = {
    "short": _("Close in on {ship}"),
    "long": _("Fall back from {ship}"),
    "tail": _("Get on the tail of {ship}"),
    "cover": _("Take cover from {ship}"),
    "dead_zone": _("Get out of the way of {item} of {ship}"),
    "cloud": _("Go into the cloud"),
    "breaking_off": _("Break off"),
    "lock": _("Lock on to {ship}"),
    "stealth": _("Go into stealth"),
    "interference": _("Jam the air of {ship}"),
}
REMOVING: dict[str, Text] = {
    "short": _("Get away from {ship}"),
    "long": _("Close up to {ship}"),
    "tail": _("Shake off {ship}"),
    "cover": _("Go round the cover of {ship}"),
    "dead_zone": _("Bring {item} to bear on {ship}"),
    "cloud": _("Leave the cloud"),
    "gravity": _("Leave the gravity anomaly"),
    "lock": _("Break the lock of {ship}"),
    "interference": _("Clear the air"),
    "harpooned": _("Get off the harpoon of {ship}"),
    "fire": _("Fight the fire in {item}"),
    "wounded": _("Treat {item}"),
}
DEFENDING: dict[str, Text] = {
    "hinder": _("Only hinder it"),
    "dodge": _("Dodge"),
    "jump": _("Emergency jump"),
    "interception": _("Interception"),
    "jamming": _("Jamming"),
    "redistribution": _("Energy redistribution, for 1 Tass"),
    "ward": _("Ward"),
}
MASTERLY: dict[str, Text] = {
    "repair": _("Master at Work: save {item}"),
    "gain": _("Master at Work: {condition}, towards {ship}"),
    "remove": _("Master at Work: end “{condition}”"),
    "defend": _("Master at Work: ward it off"),
    "other": _("Master at Work: something else"),
}
IDEAS: dict[str, Text] = {
    "gain": _("Ask the narrator: another way to gain a condition"),
    "remove": _("Ask the narrator: another way to end a condition"),
}
DAMAGE_WORDS: dict[str, Text] = {
    "injury": _("a light injury of {place}"),
    "light": _("light damage to {place}"),
    "heavy": _("heavy damage to {place}"),
    "fatal": _("fatal damage to {place}"),
}


def act_text(state: DramaState, ship: Ship, act: Act) -> Text:
    """What an act is called among the choices."""
    tables = {"gain": GAINING, "remove": REMOVING, "master": MASTERLY, "idea": IDEAS}
    message = tables[act.verb][act.system if act.verb in PROPOSED else act.kind] if act.verb in tables else None
    words = (message or DEFENDING.get(act.verb) or VERBS[act.verb]).message
    return Text(words, {key: WORDS[key](state, ship, act) for key in wanted(words, tuple(WORDS))})


@cache
def wanted(message: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """For which of these words a message has places."""
    return tuple([key for key in words if f"{{{key}}}" in message])


def _ship_word(state: DramaState, ship: Ship, act: Act) -> Argument:
    """The ship that an act is towards, or the other one of the condition that it is about."""
    condition = _condition(state, act)
    if condition is None:
        return Unit(act.ship)
    return Unit(condition.ship if condition.other == ship.id else condition.other)


def _condition(state: DramaState, act: Act) -> Condition | None:
    return next((each for each in state.conditions if each.id == act.item), None) if act.item else None


def item_text(state: DramaState, ship: Ship, act: Act) -> Text:
    """The weapon, compartment, character, damage or world that an act is about."""
    condition = _condition(state, act)
    hit = next((each for each in ship.damage if each.id == act.item), None)
    if hit is not None:
        return damage_text(ship, hit)
    if act.verb == "replace":
        return _("{system}", system=Unit(f"{ship.id}/{act.kind}"))
    if condition is not None and condition.kind == "wounded":
        return _("{member}", member=ship.crew[condition.part].sheet.name)
    if condition is not None and condition.kind == "dead_zone":
        return _("{system}", system=Unit(f"{condition.other}/{condition.part}"))
    if condition is not None:
        return _("{part}", part=condition.part)
    if act.verb == "shell":
        return _("{world}", world=state.world(act.item).name)
    return _("{system}", system=Unit(f"{act.ship}/{act.item}"))


def damage_text(ship: Ship, hit: Damage) -> Text:
    """Damage in words."""
    return harm_text(hit.degree, ship.id, hit.place, hit.member)


def harm_text(degree: str, ship: str, place: str, member: str) -> Text:
    """Damage to a system, or to somebody of the crew."""
    crew = place == CREW
    words = DAMAGE_WORDS["injury" if crew and degree == "light" else degree]
    return Text(words.message, {"place": Unit(f"{ship}/{member if crew else place}")})


WORDS: dict[str, Callable[[DramaState, Ship, Act], Argument]] = {
    "ship": _ship_word,
    "item": item_text,
    "condition": lambda state, ship, act: CONDITION_NAMES[act.kind],
}
"""What stands in the places of a message."""

NOTHING = _("Nothing can be done")
NOBODY = _("No action, or no system, is left for it.")


@dataclass(slots=True, kw_only=True)
class ChooseIfAny(Choose):
    """It is asked even where there is nothing to choose, which nobody else may know."""

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """The choices as rows, or that there is nothing to be done."""
        dress = Choose.outline(self, view, draft)
        dress.rows = dress.rows or [Row("nothing", NOTHING, off=NOBODY)]
        return dress


@dataclass(slots=True, kw_only=True)
class ChooseAct(ChooseIfAny):
    """What the ship does next; passing ends its go in this phase."""

    GIVE: ClassVar[Text] = _("Do it")
    PASS: ClassVar[Text] = _("Nothing more in this phase")

    acts: tuple[Act, ...] = ()

    def act(self, key: str) -> Act:
        """The act of a choice."""
        return next(act for act in self.acts if act.key == key)


@dataclass(slots=True, kw_only=True)
class ChooseAnswer(ChooseAct):
    """Whether and how an enemy is answered."""

    PASS: ClassVar[Text] = _("Let it happen")


@dataclass(slots=True, kw_only=True)
class ChooseMember(Choose):
    """Who of the crew does it."""


def choose_act(state: DramaState, ship: Ship, acts: Sequence[Act]) -> ChooseAct:
    """The question for the next act of a ship in its go."""
    return ChooseAct(
        seat=ship.seat,
        rule="IWD-14.3",
        prompt=_("{ship}: what is done next?", ship=Unit(ship.id)),
        subject=ship.id,
        key="act",
        choices=act_choices(state, ship, acts),
        least=0,
        acts=tuple(acts[:MOST_ACTS]),
    )


MOST_ACTS = 200


def act_choices(state: DramaState, ship: Ship, acts: Sequence[Act]) -> tuple[Choice, ...]:
    """The choices of acts, with the system that each takes."""
    return tuple([_act_choice(state, ship, act) for act in acts[:MOST_ACTS]])


def _act_choice(state: DramaState, ship: Ship, act: Act) -> Choice:
    return Choice(act.key, act_text(state, ship, act), _system_text(ship.id, act.takes), act.ship or ship.id)


@lru_cache(maxsize=256)
def _system_text(ship: str, system: str) -> Text | None:
    return _("{system}", system=Unit(f"{ship}/{system}")) if system else None


async def ask_answer(
    state: DramaState,
    referee: Referee,
    ship: Ship,
    rule: str,
    key: str,
    acts: Sequence[Act],
    about: Text,
    actor: Ship,
) -> tuple[Member, Act] | None:
    """Ask a ship whether it answers an enemy, and who does it; None if it does not."""
    free = hands(state, ship)
    known = [act for act in acts if fitting(act, free)] if free else []
    question = ChooseAnswer(
        seat=ship.seat,
        rule=rule,
        prompt=_("{ship}: answer {other}?", ship=Unit(ship.id), other=Unit(actor.id)),
        lead=about,
        subject=ship.id,
        key=key,
        standing=key,
        choices=act_choices(state, ship, known),
        least=0,
        acts=tuple(known[:MOST_ACTS]),
    )
    chosen = await referee.ask(question)
    if not chosen:
        return None
    act = question.act(chosen[0])
    member = await ask_member(state, referee, ship, act, rule, fitting(act, free))
    return member, act


async def ask_member(
    state: DramaState,
    referee: Referee,
    ship: Ship,
    act: Act,
    rule: str,
    members: Sequence[Member],
) -> Member:
    """Who does it; nobody is asked where there is but one."""
    if len(members) == 1:
        return members[0]
    choices = tuple([_member_choice(state, ship, act, member) for member in members])
    question = ChooseMember(
        seat=ship.seat,
        rule=rule,
        prompt=_("Who does it?"),
        lead=act_text(state, ship, act),
        subject=ship.id,
        key="who",
        choices=choices,
    )
    return ship.crew[(await referee.ask(question))[0]]


def _member_choice(state: DramaState, ship: Ship, act: Act, member: Member) -> Choice:
    """A character with the dice that he has for the system, and with the chance to hit where it is a shot."""
    name = _("{name}", name=member.sheet.name)
    if not act.takes:
        return Choice(member.id, name)
    system = ship.system(act.system)
    dice = dice_for(member, pool_of(system))
    fact = ngettext("{n} die", "{n} dice", dice)
    if act.verb != "shoot":
        return Choice(member.id, name, fact)
    difficulty = aim_of(state, ship, member, system, state.ships[act.ship]).difficulty
    hit = successes(dice, difficulty, state.scene.dice, has_specialty(member, pool_of(system))).at_least(1)
    return Choice(member.id, name, fact, sub=_("difficulty {n}, {chance} to hit", n=difficulty, chance=percent(hit)))
