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
from quarterdeck.systems.interworld_fleets.gun_tables import TURN, ZERO, Foes, battery_of, bearings
from quarterdeck.systems.interworld_fleets.gunnery import prey_of, value_of
from quarterdeck.systems.interworld_fleets.lines import Lines
from quarterdeck.systems.interworld_fleets.move_keys import RAM
from quarterdeck.systems.interworld_fleets.movement import Helm, courses, helm_of
from quarterdeck.systems.interworld_fleets.odds import blows
from quarterdeck.systems.interworld_fleets.outcome import edge_of
from quarterdeck.systems.interworld_fleets.ramming import Run, blow_dice, may_ram, run_of
from quarterdeck.systems.interworld_fleets.reach import GRAIN, SPAN, WIDTH, Numbers, Places, Reached, code_of, reached
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
    """All that a ship can reach, judged at once; `best` gives the best of it.

    `shots` is by gun, enemy and pose what a shot is worth, lines left out of account, and `others` by pose all else.
    """

    def __init__(self, state: FleetsState, ship: Ship, found: Reached, foes: Foes) -> None:
        self.state, self.ship, self.found, self.foes = state, ship, found, foes
        self.battery = battery_of(state, ship)
        self.lines = Lines(state, ship.side, without=ship.id)
        self.codes = found.codes() - ZERO
        self._judge()

    def _judge(self) -> None:
        """The best of each gun, nearness, and danger, out of the figures for every pair of a pose and an enemy."""
        points = self.ship.cls.points
        rows = self.foes.rows(self.battery, self.ship, -APPROACH * points)
        figures = rows.take(self._cells(), axis=1)
        self.shots, most = figures[:-2], np.maximum.reduce(figures[:-1], axis=1)
        exposed = 1.0 + EXPOSED * (self.found.moved < SURE)
        danger = DANGER * np.add.reduce(figures[-1]) * exposed
        self.others = most[-1] - danger - (GRAIN * points) * self.found.toll + self._victory()
        self.hoped = np.add.reduce(most[:-1]) + self.others

    def _cells(self) -> Places:
        """For each enemy and each pose the place of its figure in a row; the enemies' rows follow one another."""
        table, foes = bearings(self.foes.depth), self.foes
        away = foes.codes - self.codes
        cells: Places = table.own.take(away + self.found.facing * TURN)
        cells += table.aft.take(foes.turns + 2 * ZERO - away)
        cells += foes.bases
        return cells

    def _victory(self) -> Numbers | float:
        """What brings victory besides fire and nearness to the enemy: control points, the way out."""
        worth: Numbers | float = 0.0
        victory = self.state.scenario.victory
        if victory is not None and victory.control:
            worth += HOLD * victory.control * self._holding() / self.battery.share
        if victory is not None and victory.exit is not None and victory.exit.side == self.ship.side:
            worth += EXIT * self.ship.cls.points * self._towards(victory.exit.edge)
        return worth

    def _towards(self, edge: Edge) -> Numbers:
        """How far hexes lie towards an edge."""
        q, r = np.divmod(self.codes + 2 * ZERO, WIDTH)
        q, r = q - SPAN, r - SPAN
        columns, rows = q.astype(np.float64), (r + q // 2).astype(np.float64)
        towards: dict[Edge, Numbers] = {"top": -rows, "bottom": rows, "left": -columns, "right": columns}
        return towards[edge]

    def _holding(self) -> Numbers:
        """Nearness to the control points that no mate holds, from 0 to 1."""
        mates = [mate for mate in self.state.on_map if mate.side == self.ship.side and mate.unit != self.ship.unit]
        table, depth = bearings(self.foes.depth).own, 2 * self.foes.depth
        best: Numbers = np.zeros(len(self.codes))
        for area in self.state.terrain.areas:
            if area.kind == "buoy" and not any(distance(mate.at, area.hexes[0]) <= 1 for mate in mates):
                gap = table.take(code_of(area.hexes[0]) - self.codes) % depth
                best = np.maximum(best, np.where(gap <= 1, 1.0, 0.5 / np.maximum(gap, 1)))
        return best

    def best(self) -> Judged:
        """The best pose, after what blocks lines has been looked at for the most promising ones; or to ram."""
        best = self._ram()
        for number in np.argsort(-self.hoped, kind="stable")[:LOOKED_AT].tolist():
            if self.hoped[number] <= best.points:
                break
            points = float(self.others[number]) + self._open_fire(number)
            best = Judged(number, points) if points > best.points else best
        return best

    def _ram(self) -> Judged:
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
        points += (1.0 - lost) * float(self.others[number]) + unharmed * self._open_fire(number)
        return Judged(number, points, rams=True)

    def _open_fire(self, number: int) -> float:
        """What the guns are worth from a pose at targets to which the line is open."""
        total, at = 0.0, self.found.pose(number).at
        for armed, points in zip(self.battery.guns, self.shots[:, :, number].tolist(), strict=True):
            while (most := max(points)) > 0.0:
                target = points.index(most)
                if not self.lines.blocked(armed.weapon.type, at, self.foes.ships[target].at):
                    total += most
                    break
                points[target] = 0.0
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
