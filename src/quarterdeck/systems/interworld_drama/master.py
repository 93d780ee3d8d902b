"""Master at Work: once a battle a character does what he could not, if the narrator agrees (chapter 11, IWD-14.14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choice, Choose, Field, Form
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.interworld_drama.acts import GAINED_BY, OWN_SHIP, WAYS, Act, may_remove
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


def accepted(form: str) -> bool:
    """Whether the book lets a proposal of this form pass (IWD-14.14)."""
    return form in FORMS and form != "other"


def proposals(state: DramaState, ship: Ship) -> Iterator[Act]:
    """What a ship's characters can propose in its go."""
    for hit in ship.damage:
        if hit.turn == state.turn and not hit.repaired and not (hit.place == CREW and hit.degree == "heavy"):
            yield Act("master", "repair", "", hit.degree, hit.id)
    for condition in state.conditions:
        if condition.kind in WAYS and may_remove(condition, ship):
            yield Act("master", "remove", "", condition.kind, condition.id)
    for kind in GAINED_BY:
        if kind in OWN_SHIP and not state.has(kind, ship.id):
            yield Act("master", "gain", "", kind)
        elif kind not in (*OWN_SHIP, "dead_zone"):
            yield from [Act("master", "gain", other.id, kind) for other in _without(state, ship, kind)]
    yield Act("master", "other")


def _without(state: DramaState, ship: Ship, kind: str) -> list[Ship]:
    """The enemies towards which a ship has not this condition yet."""
    if kind in ("short", "long"):
        return [other for other in state.enemies(ship) if state.distance(ship.id, other.id) == "medium"]
    if kind == "interference":
        return [other for other in state.enemies(ship) if not state.has(kind, other.id)]
    return [other for other in state.enemies(ship) if not state.has(kind, ship.id, other.id)]


def defending(ship: Ship) -> list[Act]:
    """The Master at Work that a defender can propose."""
    return [Act("master", "defend")] if any(not member.master_used for member in ship.crew.values()) else []


@dataclass(slots=True, kw_only=True)
class Propose(Form):
    """How a character means to do it, and by which pool of his own."""


def proposal_form(state: DramaState, ship: Ship, member: Member, act: Act) -> Propose:
    """The question for a proposal (IWD-11.2)."""
    words = Field(key="words", name=_("How"), kind="text", need=False)
    return Propose(
        seat=ship.seat,
        rule="IWD-11.2",
        prompt=_("{member}: how is it done?", member=member.sheet.name),
        lead=act_text(state, ship, act),
        subject=ship.id,
        key="proposal",
        fields=(*_pool_fields(member), words),
    )


def _pool_fields(member: Member) -> list[Field]:
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
            choices=tuple([Choice(word, Text(word), _("{n}", n=n)) for word, n in rated.items()]),
        )
        for key, name, rated in parts
    ]


def verdict_form(state: DramaState, ship: Ship, member: Member, act: Act, words: str) -> Adjust:
    """The narrator confirms, rejects or proposes a change; the difficulty is raised (IWD-11.2, IWD-14.14)."""
    verdicts = (("confirm", _("confirm")), ("reject", _("reject")), ("change", _("propose a change")))
    fields = (
        Field(key="verdict", name=_("Verdict"), kind="choice", choices=tuple([Choice(key, text) for key, text in verdicts])),
        Field(key="difficulty", name=_("Difficulty"), kind="amount", least=EASIEST, most=HARDEST),
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
        rule="IWD-14.14",
        prompt=_("Master at Work: is it agreed?"),
        lead=lead,
        subject=ship.id,
        key="master",
        standing=STANDING,
        fields=fields,
        book={"verdict": "confirm" if accepted(act.system) else "reject", "difficulty": STANDARD + RAISED},
    )


async def agreed(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> Task | None:
    """Proposal and verdict; None where they do not agree, which costs nothing (IWD-11.1, IWD-11.2)."""
    said = await referee.ask(proposal_form(state, ship, member, act))
    verdict = await referee.ask(verdict_form(state, ship, member, act, str(said.get("words", ""))))
    answer = verdict["verdict"]
    if answer == "change" and not await referee.ask(_agree(ship, member, verdict)):
        answer = "declined"
    facts: dict[str, Json] = {"ship": ship.id, "member": member.id, "form": act.system, "verdict": answer}
    facts |= {"difficulty": verdict["difficulty"], "words": said.get("words", ""), "change": verdict.get("words", "")}
    referee.tell(Event("proposal", "IWD-11.2", facts))
    if answer not in ("confirm", "change"):
        return None
    spend(ship, member)
    break_locks(state, referee, member)
    member.master_used = True
    pool = (str(said.get("attribute", "")), str(said.get("ability", "")))
    return Task((pool,), "IWD-11.2", int(verdict["difficulty"]))


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
    task = await agreed(state, referee, ship, member, act)
    if task is None:
        return False
    if act.system == "gain":
        await gain_rolled(state, referee, ship, member, Act("gain", "", act.ship, act.kind), task)
    elif act.system == "remove":
        await remove_rolled(
            state, referee, ship, member, Act("remove", "", "", act.kind, act.item), task, condition_of(state, act.item)
        )
    elif await _rolled(state, referee, ship, member, task, act) and act.system == "repair":
        hit = next(hit for hit in ship.damage if hit.id == act.item)
        mend(state, referee, ship, hit, "IWD-10.4" if hit.degree == "fatal" else "IWD-14.14")
    return True


async def defend(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> int:
    """The successes that are set against an attack (IWD-14.14)."""
    task = await agreed(state, referee, ship, member, act)
    return 0 if task is None else await _rolled(state, referee, ship, member, task, act)


async def _rolled(state: DramaState, referee: Referee, ship: Ship, member: Member, task: Task, act: Act) -> int:
    rolled = roll(state, referee, ship, member, task, "master")
    facts: dict[str, Json] = {"form": act.system, "item": act.item}
    referee.tell(Event("master", "IWD-11.2", {**rolled.facts(), **facts}, rolled.result.dice("master")))
    await mishap(state, referee, rolled)
    return rolled.result.successes
