"""Phase 9a: fighters against fighters and ordnance, group by group (FT-5.5.2 to FT-5.5.4), and what escorts do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from quarterdeck.engine.dress import Dress
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Amounts, Assign, Choice, Choose, Limit, Options
from quarterdeck.engine.questions.assign import MOST_SLOTS
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, Unit, _, percent
from quarterdeck.systems.full_thrust.alternation import close_phase, has_begun, has_passed, next_to_act
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.beam_rolls import roll_beam_dice
from quarterdeck.systems.full_thrust.fighters.chances import losses
from quarterdeck.systems.full_thrust.fighters.groups import (
    NEAR,
    escorts_of,
    flying,
    kind_of,
    may_attack,
    on_run,
    strength_words,
)
from quarterdeck.systems.full_thrust.fighters.rokah import attack_dice
from quarterdeck.systems.full_thrust.fighters.runs import break_offers, take_break_offs
from quarterdeck.systems.full_thrust.point_defence import small_target, small_targets, target_modifier
from quarterdeck.systems.full_thrust.small_fire import shoot_away, strength_of
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, FleetView, Marker, SmallTarget, name_of
from quarterdeck.systems.full_thrust.view import seen_by

RULE = "FT-5.5.2"


def gap_to(state: FleetState, group: FighterGroup, target: SmallTarget) -> float:
    """The distance to a target in MU; an escort is as near as the group that it escorts, if that is nearer (FT-5.2.10)."""
    far = apart(group.position, target.position)
    escorted = state.groups.get(target.escorting) if isinstance(target, FighterGroup) else None
    return far if escorted is None else min(far, apart(group.position, escorted.position))


def targets_of(state: FleetState, group: FighterGroup) -> list[SmallTarget]:
    """The enemy fighters and ordnance within 3 MU of a group (FT-5.5.3)."""
    return [target for target in small_targets(state, group.side) if gap_to(state, group, target) <= NEAR]


def may_fire(state: FleetState, group: FighterGroup) -> bool:
    """Whether a group may be activated: no attack run, 1 CEF, something in reach (FT-5.5.2)."""
    if group.id in state.acted or not may_attack(group) or on_run(group):
        return False
    return bool(targets_of(state, group))


def protecting(state: FleetState, target: SmallTarget) -> list[FighterGroup]:
    """The escorts that still protect a group: neither they nor it have fired (FT-5.2.8, FT-5.2.9, FT-5.2.11).

    One that keeps up an attack run of its own protects nobody.
    """
    if not isinstance(target, FighterGroup) or target.fired:
        return []
    return [each for each in escorts_of(state, target) if not each.fired and not on_run(each)]


def firing_at_once(state: FleetState, allotted: Mapping[str, int]) -> list[FighterGroup]:
    """The escorts that may fire first at who comes past any of them: all that protect a target of his (FT-5.2.10)."""
    if not bypassed(state, allotted):
        return []
    targets = [target for each in allotted if (target := small_target(state, each)) is not None]
    found = {escort.id: escort for target in targets for escort in protecting(state, target)}
    return [escort for escort in found.values() if may_attack(escort)]


def bypassed(state: FleetState, allotted: Mapping[str, int]) -> list[FighterGroup]:
    """The escorts that protect a target of this allotment and are not matched fighter by fighter (FT-5.2.8, FT-5.2.9)."""
    found: dict[str, FighterGroup] = {}
    for target_id in allotted:
        target = small_target(state, target_id)
        for escort in protecting(state, target) if target is not None else ():
            if allotted.get(escort.id, 0) < escort.strength:
                found[escort.id] = escort
    return list(found.values())


def why_not_allotted(state: FleetState, group: FighterGroup, allotted: Mapping[str, int], accept: bool) -> Problem | None:
    """Why a group cannot fire so; None where it may. `accept`: the escorts may fire first (FT-5.2.10)."""
    total = sum(allotted.values())
    if total > group.strength:
        text = _("{group} has {n} fighters, not {total}.", group=name_of(group), n=group.strength, total=total)
        return Problem("FT-5.5.3", text, group.id)
    for target_id in allotted:
        target = small_target(state, target_id)
        if target is None or target.side == group.side or gap_to(state, group, target) > NEAR:
            return Problem("FT-5.5.3", _("{target} is not within 3 MU.", target=target_id), group.id)
    if not accept and (escorts := bypassed(state, allotted)):
        text = _("{escort} protects the target: match each of its fighters, or accept its fire.", escort=name_of(escorts[0]))
        return Problem("FT-5.2.9" if len(escorts) > 1 else "FT-5.2.8", text, group.id)
    return None


async def dogfights(state: FleetState, referee: Referee) -> bool:
    """Sides alternate group by group, the initiative winner first; losses take effect at once (FT-5.5.2).

    Whether any group was or could have been activated.
    """

    def able(seat: str) -> list[FighterGroup]:
        return [group for group in flying(state, seat) if may_fire(state, group)]

    while groups := next_to_act(state, state.initiative, able, state.acted):
        seat = groups[0].seat
        plan = _still_good(state, groups, state.plans.get(seat, {}))
        if not plan:
            answer = await referee.ask(allot_question(seen_by(state, seat), groups))
            plan = planned(answer)
        state.plans[seat] = plan
        if plan:
            group = next(iter(plan))
            entry = plan.pop(group)
            state.last_side = state.seats[seat]
            state.acted.append(group)
            await _fight(state, referee, state.groups[group], entry)
        else:
            has_passed(state, referee, seat, RULE)
        take_break_offs(state, referee, await referee.rest(break_offers(state)))
    began = has_begun(state)
    close_phase(state)
    return began


def planned(answer: Mapping[str, str | float]) -> dict[str, Json]:
    """The activations of an answer, in its order: at which targets how many fighters of a group fire."""
    plan: dict[str, Json] = {}
    for slot, value in answer.items():
        group, _arrow, target = slot.partition(">")
        entry = plan.setdefault(group, {"targets": {}, "accept": False})
        if target == ACCEPT:
            entry["accept"] = bool(value)
        elif value:
            entry["targets"][target] = int(value)
    return {group: entry for group, entry in plan.items() if entry["targets"]}


def _still_good(state: FleetState, groups: list[FighterGroup], plan: dict[str, Json]) -> dict[str, Json]:
    """What is left of a plan after what has happened since: groups that may still do what was planned, from the front."""
    able = {group.id: group for group in groups}
    return {
        group: entry
        for group, entry in plan.items()
        if group in able and why_not_allotted(state, able[group], entry["targets"], entry["accept"]) is None
    }


async def _fight(state: FleetState, referee: Referee, group: FighterGroup, entry: Json) -> None:
    """One activation: escorts that are bypassed fire first if that was accepted, then the group fires (FT-5.2.10)."""
    allotted: dict[str, int] = dict(entry["targets"])
    for escort in await _firing_escorts(state, referee, group, allotted) if entry["accept"] else []:
        if group.on_table:
            shoot(state, referee, escort, {group.id: escort.strength})
    if not group.on_table:
        return
    if sum(allotted.values()) > group.strength:
        allotted = await _cut_down(state, referee, group, allotted)
    shoot(state, referee, group, allotted)


async def _firing_escorts(
    state: FleetState, referee: Referee, group: FighterGroup, allotted: Mapping[str, int]
) -> list[FighterGroup]:
    """The escorts whose owners let them fire at once."""
    chosen: list[FighterGroup] = []
    by_seat: dict[str, list[FighterGroup]] = {}
    for escort in firing_at_once(state, allotted):
        by_seat.setdefault(escort.seat, []).append(escort)
    for seat, escorts in by_seat.items():
        choices = tuple([Choice(each.id, name_of(each), strength_words(each), each.id, side=each.side) for each in escorts])
        question = EscortFire(
            seat=seat,
            rule="FT-5.2.10",
            prompt=_("{group} comes past your escorts: who fires at it?", group=Unit(group.id, group.name)),
            choices=choices,
            least=0,
            most=len(choices),
        )
        chosen += [state.groups[each] for each in await referee.ask(question)]
    return chosen


class EscortFire(Choose):
    """Which escorts fire at once."""

    GIVE: ClassVar[Text] = _("Fire")
    PASS: ClassVar[Text] = _("Hold fire")

    def default(self, view: Any) -> list[str]:
        """All of them."""
        return self.keys()


async def _cut_down(state: FleetState, referee: Referee, group: FighterGroup, allotted: dict[str, int]) -> dict[str, int]:
    """After losses to escorts the attacker says which of its dice are lost (FT-5.2.10); with one target there is no choice."""
    if len(allotted) == 1:
        return {next(iter(allotted)): group.strength}
    question = FewerDice(
        seat=group.seat,
        rule="FT-5.2.10",
        prompt=_("{group} has lost fighters: where do the others fire?", group=Unit(group.id, group.name)),
        subject=group.id,
        slots={target: Amounts(0, number) for target, number in allotted.items()},
        slot_names={target: _target_name(state, target) for target in allotted},
        limits=(Limit("sum", group.strength, "FT-5.2.10", _("So many fighters are not left.")),),
        number=group.strength,
    )
    answer = await referee.ask(question)
    return {target: int(number) for target, number in answer.items() if number}


def _target_name(state: FleetState, target: str) -> Text:
    found = small_target(state, target)
    return name_of(found) if found is not None else Text(target)


@dataclass(slots=True, kw_only=True)
class FewerDice(Assign):
    """How many of the `number` fighters left fire at each target."""

    number: int

    def passing(self) -> None:
        """They fire somewhere."""

    def default(self, view: Any) -> dict[str, str | float]:
        """The first targets keep their dice."""
        left, dice = self.number, {}
        for slot, kind in self.slots.items():
            most = int(kind.most) if isinstance(kind, Amounts) else 0
            dice[slot] = min(left, most)
            left -= dice[slot]
        return {slot: number for slot, number in dice.items() if number}


def shoot(state: FleetState, referee: Referee, group: FighterGroup, allotted: Mapping[str, int]) -> None:
    """A group fires for 1 CEF, at each target with the dice of the fighters allotted to it (FT-5.5.1, FT-5.5.4)."""
    if not may_attack(group):
        return
    group.cef -= 1
    group.fired = True
    times, extra = attack_dice(state, referee, group)
    for target_id, number in allotted.items():
        target = small_target(state, target_id)
        if target is None:
            continue
        profile = kind_of(group).vs_small
        dice, extra = number * times + extra, 0
        modifier = target_modifier(target, "PD")
        about = _("{group} at {target}", group=Unit(group.id, group.name), target=Unit(target.id, target.name))
        effect = roll_beam_dice(referee.dice, profile._replace(dice=dice), 0, "FT-5.5.4", group.seat, about, modifier)
        hits = sum(effect.shares())
        removed = min(hits, strength_of(target))
        facts: dict[str, Json] = {
            "group": group.id,
            "target": target.id,
            "by": target.by if isinstance(target, Marker) else None,
            **({"what": target.kind} if isinstance(target, Marker) and target.kind != "salvo" else {}),
            "at": list(target.position),
            "target_mod": modifier,
            "hits": hits,
            "removed": removed,
            "left": strength_of(target) - removed,
            **effect.facts,
        }
        referee.tell(Event("dogfight", "FT-5.5.4", facts, effect.dice))
        shoot_away(state, referee, target, removed)


# What is asked

ACCEPT = "accept"


@dataclass(slots=True, kw_only=True)
class Allot(Assign):
    """How many fighters of a group fire at a target (``a1-g1>b1-g2``), and whether it accepts its escorts' fire (``>accept``)."""

    GIVE: ClassVar[Text] = _("Fire")
    PASS: ClassVar[Text] = _("No group fires any more")
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    def illegal(self, view: FleetView, value: dict[str, str | float]) -> list[Problem]:
        """Allotments against the rules of reach, number and escorts."""
        faults = [
            why_not_allotted(view, view.groups[group], entry["targets"], entry["accept"])
            for group, entry in planned(value).items()
        ]
        return [fault for fault in faults if fault]

    def default(self, view: FleetView) -> dict[str, str | float]:
        """Each group with all its fighters at one target that it may attack: missiles first, then the weakest group."""
        plan: dict[str, str | float] = {}
        for slot in self.slots:
            group, _arrow, target = slot.partition(">")
            if target == ACCEPT or any(other.partition(">")[0] == group for other in plan):
                continue
            best = self._best(view, view.groups[group])
            if best:
                plan[f"{group}>{best}"] = view.groups[group].strength
        return plan

    @staticmethod
    def _best(view: FleetView, group: FighterGroup) -> str:
        targets = [
            target
            for target in targets_of(view, group)
            if why_not_allotted(view, group, {target.id: group.strength}, accept=False) is None
        ]
        return min(targets, key=lambda target: (isinstance(target, FighterGroup), strength_of(target))).id if targets else ""

    def sample(self, view: FleetView, rng: Rng) -> dict[str, str | float]:
        """Random allotments of some groups, each of them legal."""
        plan: dict[str, str | float] = {}
        slots = list(self.slots)
        rng.shuffle(slots)
        for slot in slots:
            kind = self.slots[slot]
            value = rng.randrange(int(kind.most) + 1) if isinstance(kind, Amounts) else 0
            if value and rng.randrange(2) and not self.illegal(view, {**plan, slot: value}):
                plan[slot] = value
        return plan

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """Beside each target what it is, what all fighters of the group would do to it, and what those allotted do."""
        dress, held = Assign.outline(self, view, draft), self.held(draft)
        first = {group: f"{group}>{next(iter(entry['targets']))}" for group, entry in planned(held).items()}
        dress.rows = [self._with_odds(view, row, int(held.get(row.key, 0)), row.key in first.values()) for row in dress.rows]
        return dress

    @staticmethod
    def _with_odds(view: FleetView, row: Any, allotted: int, first: bool) -> Any:
        group_id, _arrow, target_id = row.key.partition(">")
        group, target = view.groups[group_id], small_target(view, target_id)
        if target is None:
            return replace(row, ref=group_id)
        number = strength_of(target)
        all_of_it = losses(group, target, group.strength)
        sub = _(
            "all {n}: {mean} of {strength} shot away, {chance} for all",
            n=group.strength,
            mean=round(all_of_it.mean(), 1),
            strength=number,
            chance=percent(all_of_it.at_least(number)),
        )
        mean = losses(group, target, allotted, ace=first).mean()
        out = _("{mean} of {strength}", mean=round(mean, 1), strength=number)
        return replace(row, ref=target_id, sub=sub, out=out if allotted else None)


def allot_question(view: FleetView, groups: list[FighterGroup]) -> Allot:
    """Ask what the groups of a seat fire at; those that the question has no room for are asked about later."""
    slots: dict[str, Options | Amounts] = {}
    names: dict[str, Text] = {}
    for group in groups:
        targets = targets_of(view, group)
        if len(slots) + len(targets) + 1 > MOST_SLOTS:
            break
        for target in targets:
            slots[f"{group.id}>{target.id}"] = Amounts(0, group.strength)
            names[f"{group.id}>{target.id}"] = _("{group} at {target}", group=name_of(group), target=name_of(target))
        if any(protecting(view, target) for target in targets):
            slots[f"{group.id}>{ACCEPT}"] = Amounts(0, 1)
            names[f"{group.id}>{ACCEPT}"] = _("{group} accepts the escorts' fire", group=name_of(group))
    limits = tuple([_all_fighters(group, slots) for group in groups if any(slot.startswith(f"{group.id}>") for slot in slots)])
    return Allot(
        seat=groups[0].seat,
        rule=RULE,
        prompt=_("Fighters fire at fighters and ordnance"),
        lead=_("They fire one group at a time in this order, in turn with the other side; each pays 1 CEF."),
        slots=slots,
        slot_names=names,
        limits=limits,
    )


def _all_fighters(group: FighterGroup, slots: Mapping[str, object]) -> Limit:
    over = tuple([slot for slot in slots if slot.startswith(f"{group.id}>") and not slot.endswith(f">{ACCEPT}")])
    return Limit("sum", group.strength, "FT-5.5.3", _("{group} has no more fighters.", group=name_of(group)), over)
