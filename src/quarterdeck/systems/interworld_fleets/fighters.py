"""Chapter 5: fighter strikes (IWF-5.2 to IWF-5.5); interception is in reactions.py."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.hexes import distance
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.interworld_fleets.attacks import modifiers_of, roll_hits, weaken
from quarterdeck.systems.interworld_fleets.commands import Declared
from quarterdeck.systems.interworld_fleets.damage import suffer
from quarterdeck.systems.interworld_fleets.lines import blocked_by
from quarterdeck.systems.interworld_fleets.reactions import ask_for_help
from quarterdeck.systems.interworld_fleets.sighting import Obstacle, aim, enemies
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.weapons import harm, pool

STRIKE_RANGE = 9
"""How far fighters strike, in hexes (IWF-5.2)."""


def strike_obstacle(state: FleetsState, ship: Ship, target: Ship) -> Obstacle | None:
    """What keeps fighters of a ship from a target: range and line, but no arc (IWF-5.2, IWF-5.3)."""
    if distance(ship.at, target.at) > STRIKE_RANGE:
        return Obstacle("range", "IWF-5.2")
    by = blocked_by(state, "fighters", ship.side, ship.at, target.at)
    return Obstacle("blocked", "IWF-5.3", tuple(by)) if by else None


def strike_targets(state: FleetsState, ship: Ship) -> list[Ship]:
    """What fighters of a ship may strike."""
    return [target for target in enemies(state, ship) if strike_obstacle(state, ship, target) is None]


async def strike(state: FleetsState, referee: Referee, ship: Ship, tokens: int, target: Ship) -> None:
    """Spend tokens on one strike at one target (IWF-5.2, IWF-5.4). That it may be made has been checked."""
    state.deeds(ship).struck = True
    ship.fighters -= tokens
    why = modifiers_of(state, [ship], target, "fighters")
    facts = {"ship": ship.id, "target": target.id, "attack": "fighters", "tokens": tokens, "modifiers": why}
    event = Event("fired", "IWF-5.5", facts)
    aid = await ask_for_help(state, referee, Declared("fighters", ship.id, tokens=tokens), target)
    size = _size(referee, event, ship, tokens)
    dice = [pool("fighters", aim(state, ship, target, "fighters"), size)]
    pools = await weaken(state, referee, event, dice, target, aid)
    hits = roll_hits(referee, event, pools, ship, target)
    suffer(referee, target, harm("fighters", hits, target.shields, target.armour + aid.armour), event, ship.id)


def _size(referee: Referee, event: Event, ship: Ship, tokens: int) -> int:
    """One die for each token; their sum is the number of attack dice (IWF-5.4). It is told, for interception depends on it."""
    faces = referee.dice.roll(tokens, use="size", rule="IWF-5.4", by=ship.seat)
    size = 0
    for face in faces:
        size += face
    facts = {"ship": ship.id, "target": event.data["target"], "tokens": tokens, "size": size, "fighters": ship.fighters}
    referee.tell(Event("struck", "IWF-5.4", facts, (Roll(faces, "size"),)))
    event.data["size"] = size
    return size
