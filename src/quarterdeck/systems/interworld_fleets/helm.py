"""Where a captain takes a ship: to where its guns bear and it is hit least, off bad terrain, towards what wins the battle.

Every pose that a ship can reach is judged at once, with tables of what each weapon is worth by distance and from astern, made
of the exact odds; the best few are looked at again for what blocks their lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from quarterdeck.engine.hexes import Hex, distance, neighbours
from quarterdeck.engine.questions import DRIFT
from quarterdeck.systems.interworld_fleets.gun_tables import AFT, FAR, TURN, ZERO, Foes, arcs_of, bearings, guns_of
from quarterdeck.systems.interworld_fleets.gunnery import prey_of, value_of
from quarterdeck.systems.interworld_fleets.lines import Lines
from quarterdeck.systems.interworld_fleets.move_keys import RAM
from quarterdeck.systems.interworld_fleets.movement import Helm, courses, helm_of
from quarterdeck.systems.interworld_fleets.odds import blows
from quarterdeck.systems.interworld_fleets.outcome import edge_of
from quarterdeck.systems.interworld_fleets.ramming import Run, blow_dice, may_ram, run_of
from quarterdeck.systems.interworld_fleets.reach import Numbers, Reached, code_of, reached
from quarterdeck.systems.interworld_fleets.scenario import Edge
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.tokens import SURE
from quarterdeck.systems.interworld_fleets.unit import Ability

DANGER = 0.55
"""How much the fire to be expected from an enemy counts against the own."""
EXPOSED = 0.25
"""By how much more a ship is hit that has moved less than 2 hexes."""
APPROACH = 0.012
"""What a hex nearer to the enemy is worth while no gun bears, as a share of the ship's points."""
HOLD = 9.0
"""What a victory point for a control point is worth, in class points."""
EXIT = 0.03
"""What a hex nearer to the way out is worth, as a share of the ship's points."""
LOOKED_AT = 6
"""So many poses are looked at again for blocked lines."""


NO_RUN = Run((), None)

# Judging poses


class Judged(NamedTuple):
    """One of the poses reached, by its number, and what it is worth in class points; `rams` goes there by a ram."""

    number: int
    points: float
    rams: bool = False


class Outlook:
    """All that a ship can reach, judged at once; `best` gives the best of it."""

    def __init__(self, state: FleetsState, ship: Ship, found: Reached, foes: Foes) -> None:
        self.state, self.ship, self.found, self.foes = state, ship, found, foes
        self.guns = guns_of(state, ship)
        self.share = 1 + len(state.mates(ship))
        self.lines = Lines(state, ship.side, without=ship.id)
        self._sight()

    def _sight(self) -> None:
        """Distances between every hex and every enemy, and the arcs of every pose."""
        table, end = bearings(), self.found.end
        away = self.foes.codes - (self.found.codes() - ZERO)[:, None]
        self.distance = table.distance.take(away)
        astern = table.aft.take(self.foes.turns + (2 * ZERO - away))
        self.cells = self.foes.bases + astern * (FAR + 1) + self.distance
        self.arc = table.arc.take(away.take(end, axis=0) + (self.found.facing * TURN)[:, None])

    def shots(self) -> list[Numbers]:
        """For each gun what a shot at each enemy is worth from each pose, lines left out of account."""
        found = []
        for weapon, gun in self.guns:
            worth = self.foes.fire(gun).take(self.cells) / self.share
            found.append(worth.take(self.found.end, axis=0) * arcs_of(weapon.arcs).take(self.arc))
        return found

    def danger(self) -> Numbers:
        """What the enemies may do to the ship in each pose: more from astern, and when it has hardly moved."""
        away = self.distance.take(self.found.end, axis=0)
        cells = self.foes.bases + (self.arc == AFT) * (FAR + 1) + away
        total: Numbers = self.foes.threats(self.ship).take(cells).sum(axis=1)
        return total * (1.0 + EXPOSED * (self.found.moved < SURE))

    def goals(self) -> Numbers:
        """What brings victory besides fire: nearness to the enemy, control points, the way out; by hex."""
        points = self.ship.cls.points
        worth: Numbers = -APPROACH * points * self.distance.min(axis=1)
        victory = self.state.scenario.victory
        if victory is not None and victory.control:
            worth += HOLD * victory.control * self._holding() / self.share
        if victory is not None and victory.exit is not None and victory.exit.side == self.ship.side:
            worth += EXIT * points * self._towards(victory.exit.edge)
        return worth

    def _towards(self, edge: Edge) -> Numbers:
        """How far hexes lie towards an edge."""
        q, r = (self.found.fan.hexes + np.array(self.found.origin)).T
        columns, rows = q.astype(np.float64), (r + q // 2).astype(np.float64)
        towards: dict[Edge, Numbers] = {"top": -rows, "bottom": rows, "left": -columns, "right": columns}
        return towards[edge]

    def _holding(self) -> Numbers:
        """Nearness to the control points that no mate holds, from 0 to 1."""
        mates = [mate for mate in self.state.on_map if mate.side == self.ship.side and mate.unit != self.ship.unit]
        codes = self.found.codes() - ZERO
        best: Numbers = np.zeros(len(codes))
        for area in self.state.terrain.areas:
            if area.kind == "buoy" and not any(distance(mate.at, area.hexes[0]) <= 1 for mate in mates):
                gap = bearings().distance.take(code_of(area.hexes[0]) - codes)
                best = np.maximum(best, np.where(gap <= 1, 1.0, 0.5 / np.maximum(gap, 1)))
        return best

    def best(self) -> Judged:
        """The best pose, after what blocks lines has been looked at for the most promising ones; or to ram."""
        shots = self.shots()
        others = self.goals().take(self.found.end) - DANGER * self.danger() - self.found.toll * self.ship.cls.points
        hoped = others.copy()
        for worth in shots:
            hoped += worth.max(axis=1)
        best = self._ram(shots, others)
        for number in np.argsort(-hoped, kind="stable")[:LOOKED_AT].tolist():
            if hoped[number] <= best.points:
                break
            points = float(others[number]) + self._open_fire(number, shots)
            best = max(best, Judged(number, points), key=lambda each: each.points)
        return best

    def _ram(self, shots: Sequence[Numbers], others: Numbers) -> Judged:
        """What it is worth to ram: blows given less blows taken, and what an unharmed rammer does after (IWF-3.14, IWF-3.16)."""
        ship, run = self.ship, run_of(self.state, self.ship) if may_ram(self.ship) else NO_RUN
        number = self.found.number_of("F" * len(run.hexes)) if run.target is not None else None
        if number is None or run.target is None:
            return Judged(-1, -np.inf)
        given = blows(blow_dice(ship, len(run.hexes)), run.target.armour, run.target.hull)
        taken = blows(blow_dice(run.target, len(run.hexes)), ship.armour, ship.hull)
        lost, unharmed = taken.at_least(ship.hull), float(taken.chances[0])
        points = value_of(prey_of(run.target), given.mean(), given.at_least(run.target.hull))
        points -= value_of(prey_of(ship), taken.mean(), lost)
        points += (1.0 - lost) * float(others[number]) + unharmed * self._open_fire(number, shots)
        return Judged(number, points, rams=True)

    def _open_fire(self, number: int, shots: Sequence[Numbers]) -> float:
        """What the guns are worth from a pose at targets to which the line is open."""
        total, at = 0.0, self.found.pose(number).at
        for (weapon, _gun), worth in zip(self.guns, shots, strict=True):
            points = worth[number].tolist()
            for target in sorted(range(len(points)), key=lambda each: -points[each]):
                if points[target] <= 0.0:
                    break
                if not self.lines.blocked(weapon.type, at, self.foes.ships[target].at):
                    total += points[target]
                    break
        return total


# Plans


class Plan(NamedTuple):
    """A line for each ship of a unit, and what all of it is worth in class points."""

    lines: dict[str, str]
    points: float


def plan(state: FleetsState, ships: Sequence[Ship], lent: Ability | None = None) -> Plan | None:
    """The ways out of a unit, where these score, or else its best paths; `lent` is an ability that would help them there.

    None where a mate cannot keep up so, or nobody is left to fight; the question's own answer is taken then.
    """
    helms = {ship.id: helm_of(state, ship) for ship in ships}
    if lent is not None:
        helms = {ship: helped(helm, lent) for ship, helm in helms.items()}
    return _way_out(state, ships, helms) or _best_paths(state, ships, helms)


def helped(helm: Helm, ability: Ability) -> Helm:
    """A helm with what an ability lends it (IWF-8.11)."""
    return Helm(helm.speed + ability.speed, helm.no_turns or ability.no_turns, max(helm.faces, ability.faces))


def _best_paths(state: FleetsState, ships: Sequence[Ship], helms: Mapping[str, Helm]) -> Plan | None:
    """The first goes where it is best, its mates to the best hexes beside it."""
    mates, lines, ends, points = list(helms), dict[str, str](), list[Hex](), 0.0
    others, foes = [other.at for other in state.on_map if other.id not in mates], Foes(state, ships[0])
    for ship in ships:
        beside = [at for end in ends for at in neighbours(end)] if ends else None
        found = reached(state, ship, helms[ship.id], others + ends, beside)
        if not len(found.end) or not foes.ships:
            return None
        best = Outlook(state, ship, found, foes).best()
        lines[ship.id] = RAM if best.rams else found.path(best.number) or DRIFT
        ends.append(found.pose(best.number).at)
        points += best.points
    return Plan(lines, points)


def _way_out(state: FleetsState, ships: Sequence[Ship], helms: Mapping[str, Helm]) -> Plan | None:
    """The shortest paths by which all ships of a unit leave over the edge that scores for them, if there are any."""
    victory = state.scenario.victory
    if victory is None or victory.exit is None or victory.exit.side != ships[0].side:
        return None
    lines, points = dict[str, str](), 0.0
    for ship in ships:
        path = _path_out(state, ship, helms[ship.id], victory.exit.edge)
        if path is None:
            return None
        lines[ship.id] = path
        points += ship.cls.points
    return Plan(lines, points)


def _path_out(state: FleetsState, ship: Ship, helm: Helm, edge: Edge) -> str | None:
    """The shortest path whose last hex is the first off the map, beyond this edge."""
    for course in courses(helm, ship.facing):
        way = [ship.at.plus(each) for each in course.hexes]
        inside = all(state.map.holds(each) and each not in state.terrain.closed for each in way[:-1])
        if way and inside and not state.map.holds(way[-1]) and edge_of(state.map, way[-1]) == edge:
            return course.path
    return None
