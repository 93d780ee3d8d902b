"""Bots: a narrator who goes by the book, and a captain who looks for the best odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choose, Question
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.system import Reply
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_drama.acts import AGGRESSION, REACTION, STRATEGY, Act, fitting
from quarterdeck.systems.interworld_drama.aggression import FIGHTING, power_pools
from quarterdeck.systems.interworld_drama.asking import ChooseAct, ChooseAnswer, ChooseMember
from quarterdeck.systems.interworld_drama.conditions import aim_of, number
from quarterdeck.systems.interworld_drama.crew import Pool, dice_for, hands, pool_of
from quarterdeck.systems.interworld_drama.master import Propose
from quarterdeck.systems.interworld_drama.odds import degrees, successes
from quarterdeck.systems.interworld_drama.outcome import scores
from quarterdeck.systems.interworld_drama.pools import STANDARD
from quarterdeck.systems.interworld_drama.reaction import MENDING, STUDYING
from quarterdeck.systems.interworld_drama.state import DramaView, Member, Ship
from quarterdeck.systems.interworld_drama.strategy import removal_task

WORTH = {"light": 1.0, "heavy": 3.0, "fatal": 6.0}
PHASE_OF_STEP = {0: STRATEGY, 1: AGGRESSION, 3: REACTION}
CONSIDERED = {
    STRATEGY: ("gain", "remove", "detect"),
    AGGRESSION: ("detect", "shoot", "ram", "board", "curse"),
    REACTION: ("master", "repair", "remove", "analyse"),
}
"""What the captain thinks about in each phase."""
LEAST_WORTH = 0.25
"""What an act must be worth before the captain spends an action on it."""
KEPT_FOR = 0.6
"""What a condition must be worth where few have an action left, who may have to shoot, defend and repair."""


class Narrator:
    """Decides everything by the book (IWD-14.1)."""

    def answer(self, view: Any, questions: Mapping[str, Question[Any]], rng: Rng) -> Reply:
        """The default of every question."""
        answers = {key: plain_answer(question.default(view)) for key, question in questions.items()}
        return Reply(answers, dict.fromkeys(answers, _("By the book.")))


class Captain:
    """Shoots where it hurts, keeps hands free to defend and repair, and saves the ship first."""

    def answer(self, view: DramaView, questions: Mapping[str, Question[Any]], rng: Rng) -> Reply:
        """Answer each question by what is worth most."""
        return Reply.to_each(questions, partial(self._answer, view))

    def _answer(self, view: DramaView, question: Question[Any]) -> tuple[Json, Text]:
        ship = view.ships.get(question.subject)
        match question:
            case ChooseAnswer() if ship is not None:
                return _defence(view, ship, question)
            case ChooseAct() if ship is not None:
                return _act(view, ship, question)
            case ChooseMember() if ship is not None:
                return _member(view, ship, question)
            case Propose() if ship is not None:
                return _proposal(ship, question)
            case Choose(key="fire") | Choose(key="agree"):
                return question.keys()[:1], _("It has to be done.")
            case _:
                return plain_answer(question.default(view)), _("Nothing speaks against it.")


def _best(worth: Mapping[str, float], least: float) -> tuple[Json, Text]:
    """The choice that is worth most, if it is worth enough."""
    if not worth or max(worth.values()) < least:
        return [], _("Nothing is worth an action.")
    best = max(worth, key=lambda key: worth[key])
    return [best], _("Worth most: {n}.", n=worth[best])


def _act(view: DramaView, ship: Ship, question: ChooseAct) -> tuple[Json, Text]:
    phase = PHASE_OF_STEP.get(view.step, REACTION)
    judge = {STRATEGY: _strategy, AGGRESSION: _aggression, REACTION: _reaction}[phase]
    free = hands(view, ship)
    worth = {act.key: judge(view, ship, act, fitting(act, free)) for act in question.acts if act.verb in CONSIDERED[phase]}
    return _best(worth, KEPT_FOR if phase == STRATEGY and len(free) < 3 else LEAST_WORTH)


def _dice(ship: Ship, act: Act, members: list[Member], *pools: Pool) -> int:
    wanted = pools or ((pool_of(ship.system(act.takes)),) if act.takes else ())
    return max([dice_for(member, *wanted) for member in members if wanted], default=0)


@cache
def _chance(dice: int, difficulty: int, needed: int = 1) -> float:
    return successes(dice, difficulty).at_least(needed)


def _strategy(view: DramaView, ship: Ship, act: Act, members: list[Member]) -> float:
    if act.verb == "remove":
        return _removal(view, ship, act, members)
    if act.verb == "detect":
        return 0.7 * _chance(_dice(ship, act, members), STANDARD)
    gain = GAIN_WORTH.get(act.kind)
    if gain is None or not members:
        return 0.0
    return gain(view, ship, act) * _chance(_dice(ship, act, members), STANDARD)


def _tail_worth(view: DramaView, ship: Ship, act: Act) -> float:
    return 1.2 if view.has("tail", ship.id) is None else 0.3


def _short_worth(view: DramaView, ship: Ship, act: Act) -> float:
    near = [weapon.range for weapon in ship.record.of_kind("weapon")]
    return 0.4 * (near.count("short") - near.count("long"))


def _stealth_worth(view: DramaView, ship: Ship, act: Act) -> float:
    return 0.4


def _break_off_worth(view: DramaView, ship: Ship, act: Act) -> float:
    """Worth it in the last turns when ahead, as the losses then decide, or badly hurt."""
    points = scores(view)
    hurt = len([hit for hit in ship.damage if hit.degree != "light" and not hit.repaired])
    behind = points[ship.side] - min(each for side, each in points.items() if side != ship.side)
    return 0.9 if hurt >= 3 and behind > 4 else 0.0


GAIN_WORTH: dict[str, Callable[[DramaView, Ship, Act], float]] = {
    "tail": _tail_worth,
    "short": _short_worth,
    "stealth": _stealth_worth,
    "breaking_off": _break_off_worth,
    "cover": lambda view, ship, act: 0.9 if len(view.enemies(ship)) == 1 and len(ship.damage) > 2 else 0.3,
    "lock": lambda view, ship, act: 0.5,
    "interference": lambda view, ship, act: 1.6,
}
"""What each condition is worth to the captain."""

REMOVAL_WORTH = {
    "fire": 2.0,
    "wounded": 1.0,
    "harpooned": 0.9,
    "tail": 0.9,
    "interference": 1.0,
    "gravity": 0.5,
    "dead_zone": 0.3,
}


def _removal(view: DramaView, ship: Ship, act: Act, members: list[Member]) -> float:
    worth = REMOVAL_WORTH.get(act.kind, 0.2)
    if not members:
        return 0.0
    tasks = [(removal_task(view, ship, member, act), member) for member in members]
    return worth * max(_chance(task.dice(member), task.difficulty) for task, member in tasks)


def _aggression(view: DramaView, ship: Ship, act: Act, members: list[Member]) -> float:
    if not members:
        return 0.0
    if act.verb == "detect":
        return 0.5 * _chance(_dice(ship, act, members), STANDARD)
    if act.verb == "shoot":
        return _shot(view, ship, act, members)
    if act.verb == "ram":
        return 0.5 * _harm(_dice(ship, act, members), STANDARD)
    if act.verb == "board":
        return 0.8 * _harm(_dice(ship, act, members, *FIGHTING), STANDARD)
    return 0.6 * _chance(max(dice_for(member, *power_pools(member, "curse")) for member in members), STANDARD)


def _shot(view: DramaView, ship: Ship, act: Act, members: list[Member]) -> float:
    weapon, target = ship.system(act.system), view.ships[act.ship]
    best = max(members, key=lambda member: dice_for(member, pool_of(weapon)))
    dice, difficulty = dice_for(best, pool_of(weapon)), aim_of(view, ship, best, weapon, target).difficulty
    if weapon.no_damage:
        return 0.7 * _chance(dice, difficulty) if view.has("harpooned", target.id) is None else 0.0
    extra = 0.8 * successes(dice, difficulty).at_least(3) if weapon.condition else 0.0
    threatened = 1.0 + 0.1 * len([hit for hit in target.damage if not hit.repaired])
    return (_harm(dice, difficulty) + extra) * threatened


@cache
def _harm(dice: int, difficulty: int) -> float:
    """The mean points of loss of an attack that nobody defends against."""
    return sum([WORTH[degree] * chance for degree, chance in degrees(successes(dice, difficulty)).items()])


def _reaction(view: DramaView, ship: Ship, act: Act, members: list[Member]) -> float:
    if not members:
        return 0.0
    hit = next((hit for hit in ship.damage if hit.id == act.item), None)
    if act.verb == "master" and act.system == "repair" and hit is not None:
        return {"light": 0.0, "heavy": 1.0, "fatal": 5.0}[hit.degree]
    if act.verb == "repair" and hit is not None:
        fixed = hit.degree == "light" and any(member.sheet.damage_control for member in members)
        difficulty = STANDARD if hit.degree == "light" else number(view, "roll", "difficult")
        hopeless = hit.degree == "fatal" and len(members) + hit.work < 2
        return (
            0.0 if hopeless else WORTH[hit.degree] * (1.0 if fixed else _chance(_dice(ship, act, members, MENDING), difficulty))
        )
    if act.verb == "remove":
        return _removal(view, ship, act, members)
    if act.verb == "analyse":
        return 0.26 * _chance(_dice(ship, act, members, *STUDYING), STANDARD) / 0.9
    return 0.0


def _defence(view: DramaView, ship: Ship, question: ChooseAnswer) -> tuple[Json, Text]:
    """The manoeuvre with the most dice; conditions are countered while somebody is left to fight."""
    worth: dict[str, float] = {}
    free = hands(view, ship)
    for act in question.acts:
        members = fitting(act, free)
        if act.verb == "gain":
            continue
        pools = [power_pools(member, act.verb) for member in members] if act.kind == "power" else []
        dice = max([dice_for(m, *p) for m, p in zip(members, pools, strict=True)] if pools else [_dice(ship, act, members)])
        worth[act.key] = 0.0 if act.verb == "master" else successes(dice, STANDARD).mean()
    spare = 2.0 if question.key == "counter" and len(free) < 3 else 0.5
    return _best(worth, spare)


def _member(view: DramaView, ship: Ship, question: ChooseMember) -> tuple[Json, Text]:
    """Officers first, then who has the most dice, the captain last."""
    order = {"npc": 1, "player": 2, "captain": 0}
    by_dice = {choice.key: dice_for_choice(ship, choice.key) for choice in question.choices}
    best = max(by_dice, key=lambda key: (order[ship.crew[key].sheet.role], by_dice[key]))
    return [best], _("{name} is the right one.", name=ship.crew[best].sheet.name)


def dice_for_choice(ship: Ship, key: str) -> int:
    """The most dice that a character has for any system of the ship."""
    return max(dice_for(ship.crew[key], pool_of(system)) for system in ship.record.systems)


def _proposal(ship: Ship, question: Propose) -> tuple[Json, Text]:
    """The best attribute and the best ability."""
    answer: dict[str, Json] = {}
    for field in question.fields:
        if field.kind == "choice":
            answer[field.key] = max(field.choices, key=lambda choice: int(choice.fact.args["n"]) if choice.fact else 0).key  # type: ignore[arg-type]
    return answer, _("With all that there is.")
