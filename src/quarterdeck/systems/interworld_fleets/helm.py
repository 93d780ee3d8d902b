"""Where a captain takes a ship: to where its guns bear and it is hit least, off bad terrain, towards what wins the battle.

Every pose that a ship can reach is judged at once, with tables of what each weapon is worth by distance and from astern, made
of the exact odds; the best few are looked at again for what blocks their lines.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quarterdeck.engine.hexes import ARCS, Hex, distance, neighbours
from quarterdeck.systems.interworld_fleets.gun_tables import (
    SPAN,
    Foes,
    Numbers,
    arcs_of,
    bearings,
    fire_table,
    guns_of,
    mark_of,
    threat_table,
)
from quarterdeck.systems.interworld_fleets.lines import blocked_by
from quarterdeck.systems.interworld_fleets.movement import courses, helm_of
from quarterdeck.systems.interworld_fleets.outcome import edge_of
from quarterdeck.systems.interworld_fleets.reach import Reached, reached
from quarterdeck.systems.interworld_fleets.scenario import Edge
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.tokens import SURE

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
AFT = ARCS.index("aft")


# Judging poses


class Outlook:
    """All that a ship can reach, judged at once; `best` gives the best of it."""

    def __init__(self, state: FleetsState, ship: Ship, found: Reached, foes: Foes) -> None:
        self.state, self.ship, self.found, self.foes = state, ship, found, foes
        self.guns = guns_of(state, ship)
        self.share = 1 + len(state.mates(ship))
        self._sight()

    def _sight(self) -> None:
        """Arcs and distances between every pose and every enemy."""
        table = bearings()
        self.places = np.arange(len(self.foes.ships))[None, :]
        away = np.clip(self.foes.at[None, :, :] - self.found.at[:, None, :], -SPAN, SPAN) + SPAN
        back = 2 * SPAN - away
        self.distance = table.distance[away[..., 0], away[..., 1]]
        self.arc = table.arc[self.found.facing[:, None], away[..., 0], away[..., 1]]
        self.astern = (table.arc[self.foes.facing[None, :], back[..., 0], back[..., 1]] == AFT).astype(np.int64)
        self.exposed = (self.arc == AFT).astype(np.int64)

    def shots(self) -> list[Numbers]:
        """For each gun what a shot at each enemy is worth from each pose, lines left out of account."""
        found = []
        for weapon, gun in self.guns:
            bears = arcs_of(weapon.arcs)[self.arc]
            tables = np.stack([fire_table(gun, mark) for mark in self.foes.marks(gun.attack)])
            worth = tables[self.places, self.astern, self.distance]
            found.append(worth * bears / self.share)
        return found

    def danger(self) -> Numbers:
        """What the enemies may do to the ship in each pose: more from astern, and when it has hardly moved."""
        tables = np.stack([self._threat(place) for place in range(len(self.foes.ships))])
        total: Numbers = tables[self.places, self.exposed, self.distance].sum(axis=1)
        return total * (1.0 + EXPOSED * (self.found.moved < SURE))

    def _threat(self, place: int) -> Numbers:
        """What one of the enemies may do to the ship, by aft and distance."""
        guns = self.foes.guns[place]
        mark = mark_of(self.state, self.ship, guns[0].attack if guns else "cannon")._replace(easy=False, terrain=False)
        return threat_table(guns, mark, self.foes.ships[place].cls.speed) / self.foes.shares[place]

    def goals(self) -> Numbers:
        """What brings victory besides fire: nearness to the enemy, control points, the way out."""
        points = self.ship.cls.points
        worth: Numbers = -APPROACH * points * self.distance.min(axis=1).astype(np.float64)
        victory = self.state.scenario.victory
        if victory is not None and victory.control:
            worth += HOLD * victory.control * self._holding() / self.share
        if victory is not None and victory.exit is not None and victory.exit.side == self.ship.side:
            worth += EXIT * points * self._towards(victory.exit.edge)
        return worth

    def _towards(self, edge: Edge) -> Numbers:
        """How far poses lie towards an edge."""
        rows, columns = (
            (self.found.at[:, 1] + self.found.at[:, 0] // 2).astype(np.float64),
            self.found.at[:, 0].astype(np.float64),
        )
        towards: dict[Edge, Numbers] = {"top": -rows, "bottom": rows, "left": -columns, "right": columns}
        return towards[edge]

    def _holding(self) -> Numbers:
        """Nearness to the control points that no mate holds, from 0 to 1."""
        mates = [mate for mate in self.state.on_map if mate.side == self.ship.side and mate.unit != self.ship.unit]
        best: Numbers = np.zeros(len(self.found.paths))
        for area in self.state.terrain.areas:
            if area.kind == "buoy" and not any(distance(mate.at, area.hexes[0]) <= 1 for mate in mates):
                away = np.abs(self.found.at - np.array(area.hexes[0]))
                third = np.abs(self.found.at.sum(axis=1) - sum(area.hexes[0]))
                gap = np.maximum(away.max(axis=1), third)
                best = np.maximum(best, np.where(gap <= 1, 1.0, 0.5 / np.maximum(gap, 1)))
        return best

    def best(self) -> int:
        """The place of the best pose, after what blocks lines has been looked at for the most promising ones."""
        shots = self.shots()
        others = self.goals() - DANGER * self.danger() - self.found.toll * self.ship.cls.points
        fire = np.zeros(len(self.found.paths))
        for worth in shots:
            fire += worth.max(axis=1)
        places = [int(place) for place in np.argsort(-(fire + others), kind="stable")[:LOOKED_AT]]
        return max(places, key=lambda place: float(others[place]) + self._open_fire(place, shots))

    def _open_fire(self, place: int, shots: Sequence[Numbers]) -> float:
        """What the guns are worth from a pose at targets to which the line is open."""
        total = 0.0
        for (weapon, _gun), worth in zip(self.guns, shots, strict=True):
            for target in np.argsort(-worth[place], kind="stable"):
                points = float(worth[place, target])
                if points <= 0.0:
                    break
                end, foe = self.found.pose(place).at, self.foes.ships[int(target)]
                if not blocked_by(self.state, weapon.type, self.ship.side, end, foe.at, without=self.ship.id):
                    total += points
                    break
        return total


def plan_paths(state: FleetsState, ships: Sequence[Ship]) -> dict[str, str] | None:
    """A path for each ship of a unit: the first goes where it is best, its mates to the best hexes beside it.

    None where a mate cannot keep up so, or nobody is left to fight; the question's own answer is taken then.
    """
    mates, paths, ends = [mate.id for mate in ships], dict[str, str](), list[Hex]()
    others, foes = [other.at for other in state.on_map if other.id not in mates], Foes(state, ships[0])
    for ship in ships:
        beside = [at for end in ends for at in neighbours(end)] if ends else None
        found = reached(state, ship, others + ends, beside)
        if not found.paths or not foes.ships:
            return None
        best = Outlook(state, ship, found, foes).best()
        paths[ship.id] = found.paths[best]
        ends.append(found.pose(best).at)
    return paths


def way_out(state: FleetsState, ships: Sequence[Ship]) -> dict[str, str] | None:
    """The shortest paths by which all ships of a unit leave over the edge that scores for them, if there are any."""
    victory = state.scenario.victory
    if victory is None or victory.exit is None or victory.exit.side != ships[0].side:
        return None
    found = {ship.id: path for ship in ships if (path := _path_out(state, ship, victory.exit.edge)) is not None}
    return found if len(found) == len(ships) else None


def _path_out(state: FleetsState, ship: Ship, edge: Edge) -> str | None:
    """The shortest path whose last hex is the first off the map, beyond this edge."""
    for course in courses(helm_of(state, ship), ship.facing):
        way = [ship.at.plus(each) for each in course.hexes]
        inside = all(state.map.holds(each) and each not in state.terrain.closed for each in way[:-1])
        if way and inside and not state.map.holds(way[-1]) and edge_of(state.map, way[-1]) == edge:
            return course.path
    return None
