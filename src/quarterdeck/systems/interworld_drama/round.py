"""The sequence of play: three phases in initiative order, and the end of the turn (chapter 5, IWD-12.1, IWD-14.3).

A turn rests before each act of a ship; there the state alone tells how it goes on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TypeAlias

from quarterdeck.engine.events import Event
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.interworld_drama import aggression, changes, master, reaction, strategy
from quarterdeck.systems.interworld_drama.acts import AGGRESSION, PROPOSED, REACTION, STRATEGY, Act, acts, fitting
from quarterdeck.systems.interworld_drama.asking import ask_member, choose_act
from quarterdeck.systems.interworld_drama.conditions import lift, lift_all, working
from quarterdeck.systems.interworld_drama.crew import hands, leaderless, may_take_over, new_turn, spend
from quarterdeck.systems.interworld_drama.harm import threatened
from quarterdeck.systems.interworld_drama.narrator import rule_on
from quarterdeck.systems.interworld_drama.outcome import battle_over, sides_left
from quarterdeck.systems.interworld_drama.state import DramaState, Member, Ship

Doing: TypeAlias = Callable[[DramaState, Referee, Ship, Member, Act], Awaitable[None]]

DOINGS: Mapping[str, Doing] = {
    "gain": strategy.gain,
    "pull": strategy.pull,
    "coordinate": strategy.coordinate,
    "remove": strategy.remove,
    "replace": strategy.replace,
    "disperse": strategy.disperse,
    "detect": strategy.detect,
    "shoot": aggression.shoot,
    "barrage": aggression.barrage,
    "ram": aggression.ram,
    "board": aggression.board,
    "curse": aggression.curse,
    "shell": aggression.shell,
    "repair": reaction.repair,
    "analyse": reaction.analyse,
}
SHOOTING = ("shoot", "barrage", "shell")
"""What counts against the number of weapons that fire (IWD-7.1)."""


async def play_phase(state: DramaState, referee: Referee, phase: int) -> None:
    """Each ship has one go, in initiative order: act after act, until it passes (IWD-5.3, IWD-14.3)."""
    while ship := next((ship for ship in state.fighting() if ship.id not in state.gone), None):
        if taken := await referee.rest(changes.offers(state)):
            for offer, answer in taken:
                changes.carry_out(state, referee, offer.key, answer)
        elif leaderless(state, ship) and not ship.stand_in and may_take_over(state, ship):
            await _take_over(state, referee, ship)
        elif not await _act(state, referee, ship, phase):
            state.gone.append(ship.id)
    state.gone = []


async def _take_over(state: DramaState, referee: Referee, ship: Ship) -> None:
    """The player of a captain who is out controls an officer (IWD-4.3)."""
    choices = tuple([Choice(member.id, _("{name}", name=member.sheet.name)) for member in may_take_over(state, ship)])
    question = Choose(
        seat=ship.seat,
        rule="IWD-4.3",
        prompt=_("The captain of {ship} is out. Whom do you take?", ship=Unit(ship.id)),
        subject=ship.id,
        key="stand_in",
        choices=choices,
    )
    ship.stand_in = (await referee.ask(question))[0]
    referee.tell(Event("stand_in", "IWD-4.3", {"ship": ship.id, "member": ship.stand_in}))


async def _act(state: DramaState, referee: Referee, ship: Ship, phase: int) -> bool:
    """One act of a ship in its go; False when it passes. It is asked even when it can do nothing, which others may not know."""
    free = hands(state, ship)
    possible = [act for act in possible_acts(state, ship, phase) if fitting(act, free)] if free else []
    question = choose_act(state, ship, possible)
    chosen = await referee.ask(question)
    if not chosen:
        return False
    act = question.act(chosen[0])
    member = await ask_member(state, referee, ship, act, "IWD-3.3", fitting(act, free))
    await perform(state, referee, ship, member, act)
    return True


def possible_acts(state: DramaState, ship: Ship, phase: int) -> list[Act]:
    """All that a ship can do in this phase, a Master at Work last."""
    proposals = list(master.proposals(state, ship))
    return [*acts(state, ship, phase), *master.ideas(proposals, phase), *proposals]


async def perform(state: DramaState, referee: Referee, ship: Ship, member: Member, act: Act) -> None:
    """A character does something: it costs his action and the use of the system (IWD-3.3)."""
    if act.verb in PROPOSED:
        await master.perform(state, referee, ship, member, act)
        return
    spend(ship, member, ship.system(act.system) if act.system else None, act.verb in SHOOTING)
    strategy.break_locks(state, referee, member, keep=act.ship if act.verb == "shoot" else "")
    await DOINGS[act.verb](state, referee, ship, member, act)


async def settle_hazards(state: DramaState, referee: Referee) -> None:
    """Fires and anomalies, ship by ship, before the reaction phase (IWD-14.3)."""
    while ship := next((ship for ship in state.fighting() if ship.id not in state.gone), None):
        await reaction.settle_hazards(state, referee, ship)
        state.gone.append(ship.id)
    state.gone = []


async def end_turn(state: DramaState, referee: Referee) -> None:
    """Ships leave or go out of action, barrages end, all actions are there again (IWD-13.8, IWD-14.6, IWD-14.7)."""
    for ship in state.fighting():
        _end_for(state, referee, ship)
    lift_all(state, referee, "barrage", why="turn")
    if battle_over(state.turn, state.long_battle) and len(sides_left(state)) > 1:
        sides = {side.id: _("{side}", side=side.name) for side in state.scene.sides}
        about = _("Turn {n} is over.", n=state.turn)
        verdict = await rule_on(referee, "verdict", about, {**sides, "draw": _("nobody")})
        state.verdict = "" if verdict == "points" else verdict
    for ship in state.ships.values():
        new_turn(ship)
    referee.tell(Event("turn_ended", "IWD-5.1", {"turn": state.turn}))


def leaves(breaking_off: bool, harpooned: bool, helm_working: bool) -> bool:
    """Whether a ship gets away at the end of the turn (IWD-14.6)."""
    return breaking_off and not harpooned and helm_working


def _end_for(state: DramaState, referee: Referee, ship: Ship) -> None:
    helm = any(working(state, ship, system) for system in ship.record.of_kind("helm"))
    if threatened(ship):
        ship.status = "out"
        referee.tell(Event("out", "IWD-14.7", {"ship": ship.id}))
    elif leaves(state.has("breaking_off", ship.id) is not None, state.has("harpooned", ship.id) is not None, helm):
        ship.status = "away"
        referee.tell(Event("away", "IWD-14.6", {"ship": ship.id}))
    else:
        return
    for condition in [each for each in state.conditions if ship.id in (each.ship, each.other)]:
        lift(state, referee, condition, "gone")


STEPS: tuple[Callable[[DramaState, Referee], Awaitable[None]], ...] = (
    partial(play_phase, phase=STRATEGY),
    partial(play_phase, phase=AGGRESSION),
    settle_hazards,
    partial(play_phase, phase=REACTION),
    end_turn,
)
"""The parts of a turn, in order (IWD-5.1)."""


async def play_round(state: DramaState, referee: Referee) -> None:
    """Play a turn on from where it stands."""
    while state.step < len(STEPS):
        await referee.rest()
        await STEPS[state.step](state, referee)
        state.step += 1
    state.step, state.turn = 0, state.turn + 1
