"""The sequence of play: in which order the phases of a turn come, by this edition (FT-2.7.1) and by Fleet Book 2 (FB2-1).

A turn rests before each phase that has something to do and, where sides alternate, after each activation; there the state
alone tells how it goes on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust import classic
from quarterdeck.systems.full_thrust.colours import answer_strikes
from quarterdeck.systems.full_thrust.launches import launch, launch_fighters, launch_ordnance
from quarterdeck.systems.full_thrust.round import (
    attack,
    close_turn,
    control_damage,
    declare,
    end_turn,
    fire_ships,
    first_moves,
    move_ships,
    roll_initiative,
    second_moves,
    write_orders,
)
from quarterdeck.systems.full_thrust.state import FleetState


class Step(NamedTuple):
    """A part of a turn: its name, its phase, what is done in it, whether a battle has anything for it (None: all have)."""

    name: str
    phase: Text
    play: Callable[[FleetState, Referee], Awaitable[None]]
    used: Callable[[FleetState], bool] | None = None


def has_small_craft(state: FleetState) -> bool:
    """Whether there are fighters or markers; where contacts are hidden, so is whether they carry any (FT-10.1.1)."""
    return bool(state.groups or state.markers) or state.switches.bogeys


def has_launches(state: FleetState) -> bool:
    """Whether anything could be launched in this battle."""
    return bool(state.groups) or has_ordnance(state)


def has_ordnance(state: FleetState) -> bool:
    """Whether a ship has launchers."""
    return state.switches.bogeys or any(ship.design.launchers for ship in state.ships.values())


def has_fighters(state: FleetState) -> bool:
    """Whether there are fighter groups, in space or aboard."""
    return bool(state.groups) or state.switches.bogeys


STEPS: tuple[Step, ...] = (
    Step("orders", _("Orders"), write_orders),
    Step("initiative", _("Initiative"), roll_initiative),
    Step("primary", _("Fighters move"), first_moves, has_small_craft),
    Step("launch", _("Launches"), launch, has_launches),
    Step("movement", _("Ships move"), move_ships),
    Step("secondary", _("Fighters move again"), second_moves, has_small_craft),
    Step("runs", _("Attack runs"), declare, has_small_craft),
    Step("fire", _("Ship fire"), fire_ships),
    Step("attacks", _("Fighters attack"), attack, has_small_craft),
    Step("end", _("End of turn"), end_turn),
)
"""The ten phases of a turn, in order (FT-2.7.1)."""


FIGHTERS_MOVE = _("Fighters launch and move")

CLASSIC: tuple[Step, ...] = (
    Step("orders", _("Orders"), write_orders),
    Step("initiative", _("Initiative"), roll_initiative),
    Step("launch_fighters", FIGHTERS_MOVE, launch_fighters, has_fighters),
    Step("primary", FIGHTERS_MOVE, first_moves, has_small_craft),
    Step("launch", _("Ordnance"), launch_ordnance, has_ordnance),
    Step("movement", _("Ships move"), move_ships),
    Step("allocation", _("Attacks are allotted"), classic.allocate, has_small_craft),
    Step("defence", _("Point defence"), classic.defend, has_small_craft),
    Step("attacks", _("Ordnance and fighters attack"), classic.attack, has_small_craft),
    Step("fire", _("Ship fire"), fire_ships),
    Step("repairs", _("Repairs"), control_damage),
    Step("end", _("End of turn"), close_turn),
)
"""The eleven phases of a turn of Fleet Book 2 (FB2-1); the third of them has two parts."""


def steps_of(state: FleetState) -> tuple[Step, ...]:
    """The steps of a turn in this battle."""
    return CLASSIC if state.switches.classic else STEPS


def come_to(state: FleetState, name: str) -> bool:
    """Whether the turn has come to the step of this name, or beyond it."""
    return state.step >= next(place for place, step in enumerate(steps_of(state)) if step.name == name)


async def play_round(state: FleetState, referee: Referee) -> None:
    """Play a turn on from the phase at which it stands; phases for which a battle has nothing take no time."""
    steps = steps_of(state)
    while state.step < len(steps):
        step = steps[state.step]
        if step.used is None or step.used(state):
            await referee.rest()
            await step.play(state, referee)
            await answer_strikes(state, referee)
        state.step += 1
    state.step, state.turn = 0, state.turn + 1
