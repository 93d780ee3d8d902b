"""How a battle is won, and what in a state can never be."""

from __future__ import annotations

import math

from quarterdeck.engine.problems import Problem
from quarterdeck.engine.system import Outcome
from quarterdeck.engine.text import Side, Text, Unit, _
from quarterdeck.systems.full_thrust.damage import hull_left
from quarterdeck.systems.full_thrust.scenario import Escape
from quarterdeck.systems.full_thrust.state import FleetState, Ship


def outcome(state: FleetState) -> Outcome | None:
    """How the battle has ended: by escaping, by holding the table alone, or at the turn limit; None while it goes on."""
    if not state.ships:
        return None
    if state.scenario.escape is not None:
        return escape_outcome(state, state.scenario.escape)
    fighting = list(dict.fromkeys(ship.side for ship in state.ships.values() if ship.status == "fighting"))
    if not fighting:
        return _ended(state, (), _("No side has a fighting ship left on the table."))
    if len(fighting) == 1:
        return _ended(state, tuple(fighting), _("Nobody else has a fighting ship left on the table."))
    if state.turn > state.scenario.turn_limit:
        return _on_points(state)
    return None


def _ended(state: FleetState, winners: tuple[str, ...], reason: Text) -> Outcome:
    return Outcome(winners, reason, "", scores(state))


def _on_points(state: FleetState) -> Outcome:
    points = scores(state)
    best = max(points.values())
    winners = tuple(side for side, score in points.items() if score == best)
    reason = _("The turn limit is reached; the higher score wins.")
    return _ended(state, winners if len(winners) < len(points) else (), reason)


def scores(state: FleetState) -> dict[str, int]:
    """For each side the CPV of the enemy ships destroyed or adrift; half of it for those that got away."""
    points = {side.id: 0 for side in state.scenario.sides}
    for ship in state.ships.values():
        for side in points:
            if side != ship.side:
                points[side] += loss(ship)
    return points


def loss(ship: Ship) -> int:
    """What a ship is worth to its enemies now, in CPV: a wreck that has drifted off the table is a wreck all the same."""
    if ship.status == "fighting":
        return 0
    return ship.design.cpv // 2 if got_away(ship) else ship.design.cpv


def got_away(ship: Ship) -> bool:
    """Whether a ship has left the table with its crew and its drive (FT-3.2.20)."""
    return ship.status == "left" and not ship.derelict_by


def escape_outcome(state: FleetState, escape: Escape) -> Outcome | None:
    """Whether enough cargo has left over its edge, or never can any more (FT-7.5.2)."""
    convoy = [ship for ship in state.ships.values() if ship.side == escape.side]
    whole = sum([capacity(ship, fresh=True) for ship in convoy])
    escaped = sum([capacity(ship) for ship in convoy if got_away(ship) and beyond(state, ship, escape)])
    afloat = sum([capacity(ship) for ship in convoy if ship.status == "fighting"])
    hunters = tuple(side.id for side in state.scenario.sides if side.id != escape.side)
    if escaped * 100 >= escape.share * whole:
        return _ended(state, (escape.side,), _("{n} MASS of cargo has escaped.", n=escaped))
    if (escaped + afloat) * 100 < escape.share * whole:
        return _ended(state, hunters, _("Too little cargo is left to escape."))
    if state.turn > state.scenario.turn_limit:
        return _ended(state, hunters, _("The turn limit is reached before enough cargo has escaped."))
    return None


def capacity(ship: Ship, *, fresh: bool = False) -> int:
    """The MASS of cargo and passengers that a ship carries, or carried when it was fresh."""
    return sum([hold.size for hold in ship.design.holds[0 if fresh else ship.holds_lost :]])


def beyond(state: FleetState, ship: Ship, escape: Escape) -> bool:
    """Whether a ship that has left the table left over the edge of escape."""
    width, height = state.scenario.table or (math.inf, math.inf)
    x, y = ship.position
    return {"left": x < 0, "right": x > width, "bottom": y < 0, "top": y > height}[escape.edge]


def conceded(state: FleetState, left: list[str]) -> Outcome:
    """The outcome when all sides but those `left` have given up."""
    names = {side.id: side.name for side in state.scenario.sides}
    if not left:
        return _ended(state, (), _("All sides have given up."))
    return _ended(state, tuple(left), _("All but {side} have given up.", side=Side(left[0], names[left[0]])))


def check(state: FleetState) -> list[Problem]:
    """What cannot be: boxes below none or above all, unknown systems lost, a ship dead and alive."""
    return [problem for ship in state.ships.values() for problem in check_ship(ship)]


def check_ship(ship: Ship) -> list[Problem]:
    """What cannot be on one ship."""
    design, name = ship.design, Unit(ship.id, ship.name)
    known = {system.id: system for system in design.systems}
    wrong = [
        (not 0 <= ship.armour <= design.armour, "FT-2.6.1", _("armour")),
        (not 0 <= ship.hull_damage <= design.hull, "FT-2.6.1", _("hull damage")),
        (hull_left(ship) == 0 and ship.status != "destroyed", "FT-2.6.5", _("status")),
        (not 0 <= ship.drive_hits <= 2, "FT-4.6.7", _("hits on the Main Drive")),
        (("main-drive" in ship.lost) != (ship.drive_hits == 2), "FT-4.6.7", _("Main Drive")),
        (any(system not in known for system in [*ship.lost, *ship.spent]), "FT-2.6.4", _("lost systems")),
        (not 0 <= ship.holds_lost <= len(design.holds), "FT-7.5.2", _("holds lost")),
        (not 1 <= ship.facing <= 12, "FT-3.2.2", _("facing")),
        (ship.velocity < 0, "FT-3.2.15", _("velocity")),
        (not all(math.isfinite(x) for x in (*ship.position, *ship.course)), "FT-2.4.1", _("place")),
        (abs(ship.course.dot(ship.course) - 1.0) > 1e-6, "FT-3.2.16", _("course")),
    ]
    text = "{ship}: this cannot be its {what}."
    return [Problem(rule, Text(text, {"ship": name, "what": what}), ship.id) for bad, rule, what in wrong if bad]
