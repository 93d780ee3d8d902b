"""How a battle ends: one side left, or the losses counted after the last turn (IWD-12.1, IWD-14.13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quarterdeck.engine.system import Outcome
from quarterdeck.engine.text import _
from quarterdeck.systems.interworld_drama.record import LONG_TURNS, NARRATOR, USUAL_TURNS
from quarterdeck.systems.interworld_drama.state import DramaState, Ship

POINTS = {"light": 1, "heavy": 3, "fatal_survived": 3}
OUT_POINTS, AWAY_POINTS = 6, 2
"""What each loss counts (IWD-14.13)."""


def limit_of(long_battle: bool) -> int:
    """After which turn a battle is over in any case."""
    return LONG_TURNS if long_battle else USUAL_TURNS


def battle_over(finished: int, long_battle: bool) -> bool:
    """Whether the silver rule ends the battle after this turn (IWD-12.1)."""
    return finished >= limit_of(long_battle)


def points_of(losses: Mapping[str, int], *, out: bool = False, away: bool = False) -> int:
    """The points of loss of one ship; out of action counts instead of all else (IWD-14.13)."""
    counted = sum(points * losses.get(kind, 0) for kind, points in POINTS.items())
    return OUT_POINTS if out else counted + (AWAY_POINTS if away else 0)


def losses_of(ship: Ship) -> dict[str, int]:
    """The damage that counts: what was not repaired, and fatal damage survived."""
    count = dict.fromkeys(POINTS, 0)
    for hit in ship.damage:
        if hit.degree == "fatal":
            count["fatal_survived"] += hit.repaired
        elif not hit.repaired:
            count[hit.degree] += 1
    return count


def sides_left(state: DramaState) -> list[str]:
    """The sides that have ships in the fight."""
    return list(dict.fromkeys(ship.side for ship in state.ships.values() if ship.status == "fighting"))


def least(points: Mapping[str, int]) -> Sequence[str]:
    """The side with the fewest points; none where two are equal."""
    best = [side for side, each in points.items() if each == min(points.values())]
    return best if len(best) == 1 else []


def scores(state: DramaState) -> dict[str, int]:
    """The points of loss of each side."""
    total = {side.id: 0 for side in state.scene.sides}
    for ship in state.ships.values():
        total[ship.side] += points_of(losses_of(ship), out=ship.status == "out", away=ship.status == "away")
    return total


def outcome(state: DramaState) -> Outcome | None:
    """How the battle has ended, if it has."""
    left = sides_left(state)
    if len(left) <= 1:
        return Outcome(tuple(left), _("No other side has a ship in the fight."), "IWD-14.13", scores(state))
    if not battle_over(state.turn - 1, state.long_battle):
        return None
    if state.verdict:
        winners = () if state.verdict == "draw" else (state.verdict,)
        return Outcome(winners, _("So the narrator has decided."), "IWD-14.13", scores(state))
    return Outcome(tuple(least(scores(state))), _("The losses are counted."), "IWD-12.1", scores(state))


def conceded(state: DramaState, left: list[str]) -> Outcome | None:
    """The outcome when the others have given up; the narrator fights for nothing."""
    winners = tuple(side for side in left if side != NARRATOR)
    if len(winners) > 1:
        return None
    return Outcome(winners, _("The others have given up."), "IWD-14.13", scores(state))
