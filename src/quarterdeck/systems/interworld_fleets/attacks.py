"""Chapter 4: a shot or a joint salvo, from its declaration to its damage (IWF-1.22, IWF-4.48, IWF-4.49)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.interworld_fleets.commands import Declared
from quarterdeck.systems.interworld_fleets.damage import suffer
from quarterdeck.systems.interworld_fleets.indirect import give_effects
from quarterdeck.systems.interworld_fleets.reactions import Aid, Incoming, ask_for_help, intercept
from quarterdeck.systems.interworld_fleets.sighting import Loss, aim, dice_lost, dice_of, losses
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.unit import Attack
from quarterdeck.systems.interworld_fleets.weapons import (
    MOST_PHASE_TOKENS,
    PROFILES,
    Pool,
    count_hits,
    dice_in,
    fewer,
    harm,
    modifiers,
)


class Shot(NamedTuple):
    """One weapon of one ship."""

    ship: str
    weapon: str


async def fire(state: FleetsState, referee: Referee, shots: Sequence[Shot], target: Ship) -> None:
    """Fire weapons of one type at a target as one attack: a shot, or a joint salvo of one ship or squadron (IWF-4.49).

    That they may be fired so has been checked.
    """
    shooter = state.ships[shots[0].ship]
    attack = shooter.cls.weapon(shots[0].weapon).type
    for shot in shots:
        state.deeds(state.ships[shot.ship]).fired.append(shot.weapon)
    event = _declared(state, shots, target, attack)
    dice = pools_of(state, shots, target)
    aid = await ask_for_help(state, referee, Declared(attack, shooter.id, dice), target)
    pools = await weaken(state, referee, event, dice, target, aid)
    await _resolve(state, referee, event, pools, target, aid)


async def weaken(
    state: FleetsState, referee: Referee, event: Event, dice: Sequence[Pool], target: Ship, aid: Aid
) -> tuple[Pool, ...]:
    """The dice of an attack that are left after Defence and its like, then interception; all is noted in its event (IWF-1.22)."""
    attack, shooter = event.data["attack"], event.data["ship"]
    helped = [Loss("ability", aid.defence, "IWF-8.3")] if aid.defence else []
    pools = fewer(dice, dice_lost(state, target, attack) + aid.defence)
    stopped = await intercept(state, referee, Incoming(attack, shooter, target.id, pools, aid))
    met = [Loss("interception", stopped, "IWF-5.7")] if stopped else []
    taken = [list(each) for each in [*losses(state, target, attack), *helped, *met]]
    event.data |= {"dice": dice_in(dice), "losses": taken, "armour": target.armour + aid.armour}
    return fewer(pools, stopped)


def _declared(state: FleetsState, shots: Sequence[Shot], target: Ship, attack: Attack) -> Event:
    """What is known of an attack before its dice: who fires what, with which modifiers."""
    shooters = [state.ships[ship] for ship in dict.fromkeys([shot.ship for shot in shots])]
    why = modifiers_of(state, shooters, target, attack)
    weapons = [list(shot) for shot in shots]
    return Event(
        "fired",
        PROFILES[attack].hits,
        {"ship": shots[0].ship, "target": target.id, "attack": attack, "weapons": weapons, "modifiers": why},
    )


def modifiers_of(state: FleetsState, shooters: Sequence[Ship], target: Ship, attack: Attack) -> dict[str, Json]:
    """By ship all that helps or hinders its dice, as facts of an event (IWF-4.6)."""
    return {ship.id: [list(each) for each in modifiers(attack, aim(state, ship, target, attack))] for ship in shooters}


def pools_of(state: FleetsState, shots: Sequence[Shot], target: Ship, bonus: int = 0) -> tuple[Pool, ...]:
    """The dice of a shot or salvo before any are lost: each weapon's with its own needed number (IWF-4.49).

    `bonus` is what an ability that is thought of would add to hit.
    """
    ships = [(state.ships[shot.ship], shot.weapon) for shot in shots]
    return tuple([dice_of(state, ship, ship.cls.weapon(weapon), target, bonus) for ship, weapon in ships])


async def _resolve(state: FleetsState, referee: Referee, event: Event, pools: Sequence[Pool], target: Ship, aid: Aid) -> None:
    """Roll, count hits, take them off; then what else the attack does (IWF-4.35, IWF-4.39)."""
    attack, shooter = event.data["attack"], state.ships[event.data["ship"]]
    hits = roll_hits(referee, event, pools, shooter, target)
    suffer(referee, target, harm(attack, hits, target.shields, target.armour + aid.armour), event, shooter.id)
    if not target.on_map or not hits:
        return
    if attack == "phase":
        mark(referee, target, hits)
    elif attack == "indirect":
        await give_effects(state, referee, shooter, target, hits)


def roll_hits(referee: Referee, event: Event, pools: Sequence[Pool], shooter: Ship, target: Ship) -> int:
    """Roll all dice of an attack together and count the hits; both are noted in its event (IWF-1.10)."""
    dice, attack = dice_in(pools), event.data["attack"]
    about = _("{ship} at {target}", ship=Unit(shooter.id, shooter.name), target=Unit(target.id, target.name))
    faces = referee.dice.roll(dice, use=attack, rule=event.rule, by=shooter.seat, about=about) if dice else ()
    hits, start = 0, 0
    for each in pools:
        hits += count_hits(faces[start : start + each.dice], each.needed, each.critical)
        start += each.dice
    event.data |= {"pools": [list(each) for each in pools], "hits": hits}
    event.dice = (*event.dice, Roll(faces, attack)) if dice else event.dice
    return hits


def mark(referee: Referee, target: Ship, hits: int) -> None:
    """A phase token for each hit, before armour, up to three (IWF-4.35)."""
    tokens = min(target.phase_tokens + hits, MOST_PHASE_TOKENS)
    if tokens > target.phase_tokens:
        target.phase_tokens = tokens
        referee.tell(Event("phase_tokens", "IWF-4.35", {"ship": target.id, "tokens": tokens}))
