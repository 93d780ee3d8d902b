"""Every kind of line that a ship with an ordinary drive can carry out in full, to try them all."""

from __future__ import annotations

from quarterdeck.engine.plane import Clock
from quarterdeck.systems.full_thrust.order_lines import Action

PUSH_SETS: tuple[tuple[Action, ...], ...] = (
    (),
    (Action("push_port", 1),),
    (Action("push_starboard", 1),),
    (Action("push_reverse", 1),),
    (Action("push_port", 1), Action("push_reverse", 1)),
    (Action("push_starboard", 1), Action("push_reverse", 1)),
)


def legal_plans(facing: Clock, thrust: int) -> list[tuple[Action, ...]]:
    """Every set of pushes with every burn, alone, after each rotation and before each rotation; the first is the drift."""
    plans = _thrusts(thrust)
    rotations = [Action("rotate_to", bow) for bow in range(1, 13) if bow != facing]
    for plan in _thrusts(thrust - 1):
        plans += [(rotation, *plan) for rotation in rotations]
        plans += [(*plan, rotation) for rotation in rotations if plan]
    return plans


def _thrusts(points: int) -> list[tuple[Action, ...]]:
    burns: list[tuple[Action, ...]] = [(Action("burn", size),) if size else () for size in range(points + 1)]
    return [(*pushes, *burn) for pushes in PUSH_SETS for burn in burns[: max(0, points + 1 - len(pushes))]]
