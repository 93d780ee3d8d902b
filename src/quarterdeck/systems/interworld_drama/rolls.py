"""Rolls of characters: pool, difficulty, dice, and what is told of them; the mishap of a botch (IWD-2.1 to IWD-2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.interworld_drama.conditions import Modifier
from quarterdeck.systems.interworld_drama.crew import Pool, dice_for, has_specialty, pool_of
from quarterdeck.systems.interworld_drama.harm import hurt, injure
from quarterdeck.systems.interworld_drama.narrator import rule_on
from quarterdeck.systems.interworld_drama.pools import STANDARD, Result, difficulty_of, throw
from quarterdeck.systems.interworld_drama.record import ShipSystem
from quarterdeck.systems.interworld_drama.state import DramaState, Member, Ship


class Task(NamedTuple):
    """What is rolled: the pools to choose from, base difficulty and modifiers, dice added, and its rule."""

    pools: tuple[Pool, ...]
    rule: str
    base: int = STANDARD
    modifiers: tuple[Modifier, ...] = ()
    bonus: int = 0

    @property
    def difficulty(self) -> int:
        """The difficulty, within limits (IWD-2.2)."""
        return difficulty_of([modifier.amount for modifier in self.modifiers], self.base)

    def dice(self, member: Member) -> int:
        """How many dice a character rolls for it."""
        return dice_for(member, *self.pools) + self.bonus


class Rolled(NamedTuple):
    """Who rolled what."""

    ship: Ship
    member: Member
    task: Task
    result: Result

    def facts(self) -> dict[str, Json]:
        """What an event tells of it."""
        return {
            "ship": self.ship.id,
            "member": self.member.id,
            "pool": len(self.result.faces),
            "base": self.task.base,
            "modifiers": [modifier.plain() for modifier in self.task.modifiers],
            "difficulty": self.result.difficulty,
            "successes": self.result.successes,
            "botch": self.result.botch,
        }


def system_task(system: ShipSystem, rule: str, base: int = STANDARD, modifiers: Sequence[Modifier] = (), bonus: int = 0) -> Task:
    """Operating a system."""
    return Task((pool_of(system),), rule, base, tuple(modifiers), bonus)


def roll(state: DramaState, referee: Referee, ship: Ship, member: Member, task: Task, use: str) -> Rolled:
    """A character rolls."""
    result = throw(
        referee.dice,
        task.dice(member),
        task.difficulty,
        use=use,
        rule=task.rule,
        by=ship.seat,
        rules=state.scene.dice,
        specialty=has_specialty(member, *task.pools),
        about=_("{member} of {ship}", member=member.sheet.name, ship=Unit(ship.id)),
    )
    return Rolled(ship, member, task, result)


async def mishap(state: DramaState, referee: Referee, rolled: Rolled, system: ShipSystem | None = None) -> None:
    """What a botch brings besides the failure is the narrator's decision; by the book nothing (IWD-2.4)."""
    if not rolled.result.botch:
        return
    about = _("{member} of {ship} has botched.", member=rolled.member.sheet.name, ship=Unit(rolled.ship.id))
    harm = {} if system is None else {"damage": _("light damage to {system}", system=Unit(f"{rolled.ship.id}/{system.id}"))}
    answer = await rule_on(referee, "mishap", about, harm, subject=rolled.ship.id)
    if answer == "damage" and system is not None:
        hurt(state, referee, rolled.ship, "light", system.id, "IWD-2.4")
    elif answer == "injury":
        injure(state, referee, rolled.ship, rolled.member, "IWD-2.4")
