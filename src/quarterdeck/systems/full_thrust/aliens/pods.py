"""Appendix A.3: the dice of Lance and Leech Pods, and the Leeches that stay on a ship (FT-A.3.13 to FT-A.3.17)."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.beam_rolls import Effect
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.protection import Blow, ordinary
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.state import FleetState, NotedDamage, Ship
from quarterdeck.systems.full_thrust.weapons import LEECH_BITE

RULES: dict[str, str] = {"lance_pod": "FT-A.3.13", "leech_pod": "FT-A.3.16"}
"""The rule by which each pod is launched at a ship."""


def roll_pod(dice: Dice, pod: System, hits_on: int | None, by: str, about: Text | None) -> Effect:
    """Roll to hit; neither Screens nor rerolls count. A Lance Pod that hits rolls for damage (FT-A.3.14), a Leech bites."""
    to_hit = dice.roll(1, use="to_hit", rule=RULES[pod.kind], by=by, about=about)
    hit = hits_on is not None and to_hit[0] >= hits_on
    facts = {"screens": 0, "hits_on": hits_on, "hit": hit}
    if not hit:
        return Effect((), facts, (Roll(to_hit, "to_hit"),))
    if pod.kind == "leech_pod":
        return Effect((ordinary(LEECH_BITE),), facts, (Roll(to_hit, "to_hit"),))
    points = dice.roll(1, use="damage", rule="FT-A.3.14", by=by, about=about)
    return Effect((Blow("kinetic", (points[0],)),), facts, (Roll(to_hit, "to_hit"), Roll(points, "damage")))


# Leeches


def attach(state: FleetState, target: Ship, by: Ship, launcher: str) -> str:
    """A Leech has hit and stays on the ship until it is removed (FT-A.3.16). Returns its id."""
    leech = f"{by.id}-{launcher}-{state.turn}"
    target.leeches[leech] = state.turn
    return leech


def feed_leeches(state: FleetState, referee: Referee) -> None:
    """Each Leech that bit in an earlier turn does its damage; all on one ship are one attack (FT-A.3.16, FT-2.7.23)."""
    for ship in state.ships.values():
        feeding = [leech for leech, turn in ship.leeches.items() if turn < state.turn]
        if feeding and ship.on_table:
            points = LEECH_BITE * len(feeding)
            referee.tell(Event("leeches_feed", "FT-A.3.16", {"ship": ship.id, "leeches": len(feeding), "points": points}))
            apply_attack(state, referee, NotedDamage(feeding[0].partition("-")[0], ship.id, [ordinary(points)]))


def pull_off(referee: Referee, ship: Ship, leech: str, faces: Sequence[int], workers: dict[str, int]) -> None:
    """One attempt to remove a Leech: it comes off when the die shows one of these faces (FT-A.3.17).

    `workers` are the parties or the power that are put to it, by name.
    """
    about = _("Leech on {ship}", ship=Unit(ship.id, ship.name))
    dice = referee.dice.roll(1, use="leech", rule="FT-A.3.17", by=ship.seat, about=about)
    success = dice[0] in faces
    if success:
        del ship.leeches[leech]
    facts = {"ship": ship.id, "leech": leech, "faces": list(faces), "success": success, **workers}
    referee.tell(Event("leech_pulled", "FT-A.3.17", facts, (Roll(dice, "leech"),)))
