"""What a narrator has to agree to: Master at Work, once a battle, and ideas beyond the book (chapter 11, IWD-8.2, IWD-14.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choice, Choose, Field, Form
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.interworld_drama.acts import GAINED_BY, WAYS, Act, aims, bar_however, may_remove, phase_allows
from quarterdeck.systems.interworld_drama.asking import act_text
from quarterdeck.systems.interworld_drama.crew import spend
from quarterdeck.systems.interworld_drama.harm import mend
from quarterdeck.systems.interworld_drama.narrator import STANDING, Adjust
from quarterdeck.systems.interworld_drama.pools import EASIEST, HARDEST, STANDARD
from quarterdeck.systems.interworld_drama.record import NARRATOR
from quarterdeck.systems.interworld_drama.rolls import Task, mishap, roll
from quarterdeck.systems.interworld_drama.state import CREW, DramaState, Member, Ship
from quarterdeck.systems.interworld_drama.strategy import break_locks, condition_of, gain_rolled, remove_rolled

FORMS = ("repair", "gain", "remove", "defend", "other")
"""What can be proposed; a narrator who goes by the book agrees to all of them but the last (IWD-14.14)."""
RAISED = 2
"""By how much the difficulty is raised (IWD-11.2)."""


class Terms(NamedTuple):
    """How a proposal is put to the narrator: its rule, the question, and the difficulty by the book."""

    rule: str
    prompt: Text
    difficulty: int


MASTERLY_TERMS = Terms("IWD-14.14", _("Master at Work: is it agreed?"), STANDARD + RAISED)
TERMS = {
    ("idea", "gain"): Terms("IWD-14.5", _("May this condition be declared in this way?"), STANDARD),
    ("idea", "remove"): Terms("IWD-8.2", _("Does this idea end the condition?"), STANDARD),
}
"""A Master at Work is at a raised difficulty (IWD-11.2); an idea at the usual one, if the narrator lets it pass at all."""


def rule_of(act: Act) -> str:
    """The rule by which a proposal is made and rolled."""
    return TERMS[act.verb, act.system].rule if act.verb == "idea" else "IWD-11.2"


def accepted(act: Act) -> bool:
    """Whether the book lets a proposal pass: a Master at Work of a listed form, no idea (IWD-14.1, IWD-14.14)."""
    return act.verb == "master" and act.system in FORMS and act.system != "other"


def proposals(state: DramaState, ship: Ship) -> Iterator[Act]:
    """What a ship's characters can propose in its go."""
    for hit in ship.damage:
        if hit.turn == state.turn and not hit.repaired and not (hit.place == CREW and hit.degree == "heavy"):
            yield Act("master", "repair", "", hit.degree, hit.id)
    for condition in state.conditions:
        if condition.kind in WAYS and may_remove(condition, ship):
            yield Act("master", "remove", "", condition.kind, condition.id)
    for kind in GAINED_BY:
        for other, part in aims(state, ship, kind):
            if bar_however(state, ship, kind, other, part) is None:
                yield Act("master", "gain", other, kind, part)
    yield Act("master", "other")


def ideas(proposed: list[Act], phase: int) -> list[Act]:
    """What can be asked for beyond the book: a condition declared or removed in another way (IWD-8.2, IWD-14.5)."""
    forms = dict.fromkeys([act.system for act in proposed])
    return [Act("idea", form) for form in ("gain", "remove") if form in forms and phase_allows(phase, f"idea_{form}")]


def defending(ship: Ship) -> list[Act]:
    """The Master at Work that a defender can propose."""
    return [Act("master", "defend")] if any(not member.master_used for member in ship.crew.values()) else []


@dataclass(slots=True, kw_only=True)
class Propose(Form):
    """How a character means to do it, and by which pool of his own."""


def proposal_form(state: DramaState, ship: Ship, member: Member, act: Act) -> Propose:
    """The question for a proposal (IWD-11.2)."""
    words = Field(key="words", name=_("How"), kind="text", need=False)
    what = [_what_field(state, ship, act)] if act.verb == "idea" else []
    return Propose(
        seat=ship.seat,
        rule=rule_of(act),
        prompt=_("{member}: how is it done?", member=member.sheet.name),
        lead=act_text(state, ship, act),
        subject=ship.id,
        key="proposal",
        fields=(*what, *_pool_fields(member), words),
    )


def _what_field(state: DramaState, ship: Ship, act: Act) -> Field:
    """The conditions that an idea may be about."""
    about = [each for each in proposals(state, ship) if each.system == act.system]
    choices = [Choice(each.key, act_text(state, ship, each._replace(verb=each.system, system=""))) for each in about]
    return Field(key="what", name=_("Condition"), kind="choice", choices=tuple(choices))


def _pool_fields(member: Member, need: bool = True) -> list[Field]:
    """Attribute and ability; an officer has his fixed dice."""
    sheet = member.sheet
    if sheet.dice or not sheet.attributes or not sheet.abilities:
        return []
    parts = (("attribute", _("Attribute"), sheet.attributes), ("ability", _("Ability"), sheet.abilities))
    return [
        Field(
            key=key,
            name=name,
            kind="choice",
            need=need,
            choices=tuple([Choice(word, Text(word), _("{n}", n=n)) for word, n in rated.items()]),
        )
        for key, name, rated in parts
    ]


def verdict_form(state: DramaState, ship: Ship, member: Member, act: Act, words: str) -> Adjust:
    """The narrator confirms, rejects or proposes a change: of the difficulty or, of an idea, the pool (IWD-11.2, IWD-14.5)."""
    terms = TERMS.get((act.verb, act.system), MASTERLY_TERMS)
    verdicts = (("confirm", _("confirm")), ("reject", _("reject")), ("change", _("propose a change")))
    fields = (
        Field(key="verdict", name=_("Verdict"), kind="choice", choices=tuple([Choice(key, text) for key, text in verdicts])),
        Field(key="difficulty", name=_("Difficulty"), kind="amount", least=EASIEST, most=HARDEST),
        *(_pool_fields(member, need=False) if act.verb == "idea" else ()),
        Field(key="words", name=_("Change"), kind="text", need=False),
    )
    lead = _(
        "{member} of {ship}: {act} {words}",
        member=member.sheet.name,
        ship=Unit(ship.id),
        act=act_text(state, ship, act),
        words=words,
    )
    return Adjust(
        seat=NARRATOR,
        rule=terms.rule,
        prompt=terms.prompt,
        lead=lead,
        subject=ship.id,
        key=act.verb,
        standing=STANDING,
        fields=fields,
        book={"verdict": "confirm" if accepted(act) else "reject", "difficulty": terms.difficulty},
    )


async def agreed(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> tuple[Task, Act] | None:
    """What is rolled and for what; None where the two do not agree, which costs nothing (IWD-11.1, IWD-11.2)."""
    said = await referee.ask(proposal_form(state, ship, member, act))
    if act.verb == "idea":
        about = next(each for each in proposals(state, ship) if each.key == said["what"])
        act = about._replace(verb="idea")
    verdict = await referee.ask(verdict_form(state, ship, member, act, str(said.get("words", ""))))
    answer = verdict["verdict"]
    if answer == "change" and not await referee.ask(_agree(ship, member, verdict)):
        answer = "declined"
    facts: dict[str, Json] = {"ship": ship.id, "member": member.id, "act": act.verb, "form": act.system, "verdict": answer}
    facts |= {"difficulty": verdict["difficulty"], "words": said.get("words", ""), "change": verdict.get("words", "")}
    rule = rule_of(act)
    referee.tell(Event("proposal", rule, facts))
    if answer not in ("confirm", "change"):
        return None
    spend(ship, member)
    break_locks(state, referee, member)
    member.master_used = member.master_used or act.verb == "master"
    pool = tuple([str(verdict.get(part, said.get(part, ""))) for part in ("attribute", "ability")])
    return Task(((pool[0], pool[1]),), rule, int(verdict["difficulty"])), act


def _agree(ship: Ship, member: Member, verdict: dict[str, Json]) -> Choose:
    change = _("Difficulty {n}. {words}", n=int(verdict["difficulty"]), words=str(verdict.get("words", "")))
    return Choose(
        seat=ship.seat,
        rule="IWD-11.2",
        prompt=_("Agree to the narrator's change?"),
        lead=change,
        subject=ship.id,
        key="agree",
        choices=(Choice("agree", _("Agree")),),
        least=0,
    )


async def perform(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> bool:
    """Propose and, if it is agreed, roll and have it; False where it was not agreed."""
    terms = await agreed(state, referee, ship, member, act)
    if terms is None:
        return False
    task, act = terms
    if act.system == "gain":
        await gain_rolled(state, referee, ship, member, Act("gain", "", act.ship, act.kind, act.item), task)
    elif act.system == "remove":
        await remove_rolled(
            state, referee, ship, member, Act("remove", "", "", act.kind, act.item), task, condition_of(state, act.item)
        )
    elif await _rolled(state, referee, ship, member, task, act) and act.system == "repair":
        hit = next(hit for hit in ship.damage if hit.id == act.item)
        mend(state, referee, ship, hit, "IWD-10.4" if hit.degree == "fatal" else "IWD-14.14")
    return True


async def defend(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> int | None:
    """The successes that are set against an attack; None where it was not agreed (IWD-11.1, IWD-14.14)."""
    terms = await agreed(state, referee, ship, member, act)
    return None if terms is None else await _rolled(state, referee, ship, member, terms[0], act)


async def _rolled(state: DramaState, referee: Referee, ship: Ship, member: Member, task: Task, act: Act) -> int:
    rolled = roll(state, referee, ship, member, task, "master")
    facts: dict[str, Json] = {"form": act.system, "item": act.item}
    referee.tell(Event("master", "IWD-11.2", {**rolled.facts(), **facts}, rolled.result.dice("master")))
    await mishap(state, referee, rolled)
    return rolled.result.successes
