"""Chapter 11.3, the Reflex Field: a salvo of fighters loses one for each point that comes back (FT-11.3.14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from quarterdeck.engine.problems import Problem
from quarterdeck.engine.questions import Amounts, Assign
from quarterdeck.engine.questions.assign import Value
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.systems.full_thrust.fighters.groups import kind_of
from quarterdeck.systems.full_thrust.small_fire import shoot_away
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, name_of

RULE = "FT-11.3.14"


async def throw_back(state: FleetState, referee: Referee, salvo: Sequence[FighterGroup], points: int) -> None:
    """The groups with beams lose a fighter for each point; where their owner has a choice, he makes it.

    What hits a salvo of several owners is shared out among them, point by point to the one who has most left.
    """
    groups = [group for group in salvo if group.on_table and kind_of(group).weapon == "beam"]
    hits = shared_out(groups, points)
    asked = [question for seat, hit in hits.items() if (question := which_are_lost(groups, seat, hit))]
    answers = await referee.ask_each(asked) if asked else []
    lost: dict[str, Value] = {key: number for answer in answers for key, number in answer.items()}
    for group in groups:
        chosen = [question for question in asked if question.seat == group.seat]
        gone = int(lost.get(group.id, 0)) if chosen else min(hits[group.seat], group.strength)
        shoot_away(state, referee, group, gone)


def shared_out(groups: Sequence[FighterGroup], points: int) -> dict[str, int]:
    """How many fighters each owner loses, no more than he has."""
    left = {group.seat: sum([each.strength for each in groups if each.seat == group.seat]) for group in groups}
    hits = dict.fromkeys(left, 0)
    for _point in range(min(points, sum(left.values()))):
        most = max(left, key=lambda seat: left[seat])
        hits[most], left[most] = hits[most] + 1, left[most] - 1
    return hits


@dataclass(slots=True, kw_only=True)
class LoseFighters(Assign):
    """How many fighters each group loses, `number` together; by default the largest groups pay."""

    GIVE: ClassVar[Text] = _("Lose these")
    SUGGEST: ClassVar[Text | None] = _("Suggested losses")

    number: int

    def illegal(self, view: Any, value: dict[str, Value]) -> list[Problem]:
        """More or fewer losses than there are."""
        if sum([int(lost) for lost in value.values()]) == self.number:
            return []
        text = ngettext("Exactly {n} fighter is lost.", "Exactly {n} fighters are lost.", self.number)
        return [Problem(RULE, text, "", self.default(view))]

    def passing(self) -> None:
        """Somebody must go."""
        return

    def default(self, view: Any) -> dict[str, Value]:
        """One after the other from the group that is largest then."""
        left = {key: kind.most for key, kind in self.slots.items() if isinstance(kind, Amounts)}
        answer: dict[str, Value] = dict.fromkeys(left, 0)
        for _fighter in range(self.number):
            largest = max(left, key=lambda key: left[key])
            answer[largest], left[largest] = int(answer[largest]) + 1, left[largest] - 1
        return answer

    def sample(self, view: Any, rng: Rng) -> dict[str, Value]:
        """Any fighters."""
        fighters = [key for key, kind in self.slots.items() if isinstance(kind, Amounts) for _each in range(int(kind.most))]
        rng.shuffle(fighters)
        lost = fighters[: self.number]
        return {key: lost.count(key) for key in self.slots}


def which_are_lost(groups: Sequence[FighterGroup], seat: str, number: int) -> LoseFighters | None:
    """Ask an owner which of his fighters are lost; None where he has no choice."""
    own = [group for group in groups if group.seat == seat]
    if len(own) < 2 or not 0 < number < sum([group.strength for group in own]):
        return None
    prompt = ngettext("{n} point is thrown back: who is lost?", "{n} points are thrown back: who is lost?", number)
    return LoseFighters(
        seat=seat,
        rule=RULE,
        prompt=prompt,
        key="thrown-back",
        slots={group.id: Amounts(0, group.strength) for group in own},
        slot_names={group.id: name_of(group) for group in own},
        number=number,
    )
