"""Chapter 11.1: mines are laid along a ship's path, go off under enemies that come near, and are swept."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.plane import Vector, crosses_circle, distance
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Pose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.beam_rolls import roll_beam_dice
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.declaring import working, works
from quarterdeck.systems.full_thrust.fighters.moves import GRID, MoveGroups, field_around
from quarterdeck.systems.full_thrust.ftl.exits import holds_weapons
from quarterdeck.systems.full_thrust.lots import one_of
from quarterdeck.systems.full_thrust.manoeuvres import HAIR, Manoeuvre
from quarterdeck.systems.full_thrust.movement import has_declared, move_ships
from quarterdeck.systems.full_thrust.small_fire import remove_marker
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Marker, NotedDamage, Ship, name_of
from quarterdeck.systems.full_thrust.targets import screens_against
from quarterdeck.systems.full_thrust.view import seen_by
from quarterdeck.systems.full_thrust.weapons import BeamDice

TRIGGER = 3.0
"""How near an enemy ship sets a mine off, in MU (FT-11.1.1)."""
MINE_DICE = BeamDice(2)
"""What a mine rolls (FT-11.1.2)."""
BESIDE = 0.5
"""How far beside the path a place may be pointed at; the mine is laid on the path all the same, in MU."""


def mines_of(state: FleetState) -> list[Marker]:
    """The mines on the table."""
    return [marker for marker in state.markers.values() if marker.kind == "mine"]


def armed(mine: Marker, turn: int) -> bool:
    """Whether a mine is active: from the turn after that in which it was laid (FT-11.1.6)."""
    return mine.placed < turn


# Laying


def layers(state: FleetState) -> list[Ship]:
    """The ships that lay mines in this turn: ordered, with a Minelayer that works and is not empty (FT-11.1.3).

    None that warms up its FTL Drive or is about to jump (FT-8.1.3), and none at a dock or in tow (FT-12.7.5, FT-8.3.5).
    """
    able = [ship for ship in state.ships.values() if ship.mines and ship.on_table and ship.dock is None]
    able = [ship for ship in able if loaded(ship) and not ship.carried_by]
    return [ship for ship in able if has_declared(state, ship, "MINE") and not holds_weapons(state, ship)]


def loaded(ship: Ship) -> list[str]:
    """The Minelayers of a ship that work and still hold a mine."""
    return [system for system in working(ship, "minelayer") if ship.mines[system]]


def path_of(ship: Ship) -> tuple[Vector, Vector]:
    """The straight line of a ship's last move (FT-11.1.1)."""
    return (ship.track[-1] if ship.track else ship.position), ship.position


def on_path(path: tuple[Vector, Vector], at: Vector) -> Vector | None:
    """The place on a path that is meant by one at most half an MU beside it; None for one farther off (FT-11.1.4)."""
    start, end = path
    way = end.minus(start)
    square = way.dot(way)
    along = 0.0 if square == 0.0 else min(1.0, max(0.0, way.dot(at.minus(start)) / square))
    place = start.plus(way, along)
    return place if distance(place, at) <= BESIDE else None


async def lay_mines(state: FleetState, referee: Referee, *, edges: bool = True) -> dict[str, Manoeuvre]:
    """Minelayers move before all others and lay their mines, so that nobody lays them in answer to a move (FT-11.1.5).

    Returns their moves; an installation lays them where it has drifted (FT-12.7.1). Without `edges` those that are off the
    table have yet to leave it.
    """
    ships = layers(state)
    if not ships:
        return {}
    moves = move_ships(state, referee, [ship for ship in ships if not ship.station], edges=edges)
    asked = [question for seat in state.seats if (question := where_to_lay(seen_by(state, seat), seat, ships))]
    for poses in await referee.ask_each(asked) if asked else ():
        for key, pose in poses.items():
            lay_mine(state, referee, key, pose.at)
    return moves


def lay_mine(state: FleetState, referee: Referee, key: str, at: Vector) -> None:
    """A Minelayer, by ship and system, lays one mine at a place of the path (FT-11.1.4); that reveals a Bogey (FT-10.1.8)."""
    of, _slash, layer = key.partition("/")
    ship = state.ships[of]
    place = on_path(path_of(ship), at)
    assert place is not None
    disclose(state, referee, ship)
    ship.mines[layer] -= 1
    mine = Marker(f"{of}-{layer}-{state.turn}", "mine", ship.side, ship.seat, place, 1, of, layer, state.turn)
    state.markers[mine.id] = mine
    referee.tell(Event("mine_laid", "FT-11.1.4", {"ship": of, "marker": mine.id, "source": layer, "at": list(place)}))


def where_to_lay(view: FleetView, seat: str, ships: Sequence[Ship]) -> LayMines | None:
    """Ask where along their paths a seat's Minelayers lay mines; None where none of its ships does."""
    own = [ship for ship in ships if ship.seat == seat and ship.on_table]
    units = {f"{ship.id}/{layer}": _layer_name(ship, layer) for ship in own for layer in loaded(ship)}
    if not units:
        return None
    paths = {key: path_of(view.ships[key.partition("/")[0]]) for key in units}
    far = max([distance(*path) for path in paths.values()])
    return LayMines(
        seat=seat,
        rule="FT-11.1.4",
        prompt=_("Lay mines"),
        lead=_("Anywhere on the way of the ship. They are armed from the next turn on."),
        key="mines",
        region=field_around(view, [path[0] for path in paths.values()], far + BESIDE),
        units=units,
        grid=GRID,
        starts={key: path[0] for key, path in paths.items()},
        reaches={key: distance(*path) + BESIDE for key, path in paths.items()},
        paths=paths,
    )


def _layer_name(ship: Ship, layer: str) -> Text:
    return _("{layer} of {ship}", layer=ship.design.system(layer).name, ship=name_of(ship))


@dataclass(slots=True, kw_only=True)
class LayMines(MoveGroups):
    """Where each Minelayer lays a mine, on the path of its ship; one that is left out lays none."""

    GIVE: ClassVar[Text] = _("Lay these")
    PASS: ClassVar[Text] = _("Lay no mines")

    paths: dict[str, tuple[Vector, Vector]] = field(default_factory=dict)

    def illegal(self, view: Any, value: dict[str, Pose]) -> list[Problem]:
        """Places that are not on the path."""
        found = MoveGroups.illegal(self, view, value)
        wrong = [problem.at for problem in found]
        for key, pose in value.items():
            if key not in wrong and on_path(self.paths[key], pose.at) is None:
                text = _("{unit} can lay its mine only on the way of its ship.", unit=self.units[key])
                found.append(Problem("FT-11.1.4", text, key, {"at": list(self.paths[key][1]), "heading": None}))
        return found

    def default(self, view: Any) -> dict[str, Pose]:
        """Half way: that is what MINE was written for."""
        return {key: self._at(key, 0.5) for key in self.units if not self.illegal(view, {key: self._at(key, 0.5)})}

    def sample(self, view: Any, rng: Rng) -> dict[str, Pose]:
        """Some of the mines, each anywhere on its path."""
        units = list(self.units)
        rng.shuffle(units)
        poses = {key: self._at(key, rng.random()) for key in units[: rng.randrange(len(units) + 1)]}
        return {key: pose for key, pose in poses.items() if not self.illegal(view, {key: pose})}

    def _at(self, key: str, along: float) -> Pose:
        start, end = self.paths[key]
        place = start.plus(end.minus(start), along)
        return Pose(Vector(self._on_grid(place.x), self._on_grid(place.y)))

    def silhouette(self, view: Any, unit: str) -> str:
        """That of a mine."""
        return "mine"


# Meeting mines


class Met(NamedTuple):
    """A ship comes within reach of a mine: at which part of its move, how far from it then at the least."""

    when: float
    gap: float
    mine: str
    ship: str


def first_within(path: tuple[Vector, Vector], centre: Vector, radius: float) -> float | None:
    """At which part of a straight move, 0 to 1, a ship first is within a radius of a place; None if never.

    >>> first_within((Vector(-10.0, 0.0), Vector(10.0, 0.0)), Vector(0.0, 0.0), 3.0)
    0.35
    """
    start, end = path
    way, from_centre = end.minus(start), start.minus(centre)
    if from_centre.dot(from_centre) <= radius * radius + HAIR:
        return 0.0
    if not crosses_circle(start, end, centre, radius + HAIR * HAIR):
        return None
    square, half = way.dot(way), way.dot(from_centre)
    root = max(half * half - square * (from_centre.dot(from_centre) - radius * radius), 0.0)
    return max((-half - math.sqrt(root)) / square, 0.0)


def meetings(state: FleetState) -> list[Met]:
    """Every enemy ship that came within 3 MU of a mine on its way, in the order in which that happened (FT-11.1.1)."""
    met: list[Met] = []
    for ship in state.ships.values():
        if not ship.on_table and ship.status != "left":
            continue
        path = path_of(ship)
        for mine in mines_of(state):
            if mine.side != ship.side and (when := first_within(path, mine.position, TRIGGER)) is not None:
                at = path[0].plus(path[1].minus(path[0]), when)
                met.append(Met(when, distance(at, mine.position), mine.id, ship.id))
    return sorted(met)


def meet_mines(state: FleetState, referee: Referee, moved: Sequence[str]) -> None:
    """After all moves: ships that came near mines sweep them or are attacked, one after the other (FT-11.1.1, FT-11.1.8).

    `moved` are the ships that were on the table when phase 5 began.
    """
    if not mines_of(state):
        return
    waiting = [met for met in meetings(state) if met.ship in moved]
    while waiting := [met for met in waiting if _matters(state, met)]:
        tied = [met for met in waiting if met.mine == waiting[0].mine and met[:2] == waiting[0][:2]]
        met = tied[0] if len(tied) == 1 else _at_random(state, referee, tied)
        waiting.remove(met)
        _meet(state, referee, state.markers[met.mine], state.ships[met.ship])


def _matters(state: FleetState, met: Met) -> bool:
    """Whether anything comes of a meeting: both are still there, and the mine is armed or swept (FT-11.1.6, FT-11.1.8)."""
    mine, ship = state.markers.get(met.mine), state.ships[met.ship]
    if mine is None or ship.status == "destroyed" or (ship.dummy and ship.status == "left"):
        return False
    return armed(mine, state.turn) or _sweeps(ship)


def _at_random(state: FleetState, referee: Referee, tied: Sequence[Met]) -> Met:
    """One of several ships that meet a mine at the same moment and distance, with equal chances."""
    mine = state.markers[tied[0].mine]
    about = _("{marker} between ships equally near", marker=Unit(mine.id, mine.name))

    def roll(sides: int) -> int:
        return referee.dice.roll(1, use="nearest", rule="FT-11.1.1", by=mine.seat, sides=sides, about=about)[0]

    return one_of(tied, roll)


def _meet(state: FleetState, referee: Referee, mine: Marker, ship: Ship) -> None:
    if _sweeps(ship):
        sweep(state, referee, mine, ship)
    elif disclose(state, referee, ship):
        attack(state, referee, mine, ship)
    else:
        remove_marker(state, referee, mine.id, "FT-10.1.8")


def _sweeps(ship: Ship) -> bool:
    return "SWEEP" in ship.doing and works(ship, "minesweeper")


def sweep(state: FleetState, referee: Referee, mine: Marker, ship: Ship) -> None:
    """One die for a mine, however many sweepers: on a 1 it goes off, if it is armed, else it is swept (FT-11.1.8)."""
    disclose(state, referee, ship)
    about = _("{ship} sweeps {marker}", ship=Unit(ship.id, ship.name), marker=Unit(mine.id, mine.name))
    faces = referee.dice.roll(1, use="sweep", rule="FT-11.1.8", by=ship.seat, about=about)
    swept = faces[0] > 1
    facts: dict[str, Json] = {"ship": ship.id, "marker": mine.id, "at": list(mine.position), "swept": swept}
    referee.tell(Event("swept", "FT-11.1.8", facts, (Roll(faces, "sweep"),)))
    if swept:
        remove_marker(state, referee, mine.id, "FT-11.1.8")
    elif armed(mine, state.turn):
        attack(state, referee, mine, ship)


def attack(state: FleetState, referee: Referee, mine: Marker, ship: Ship) -> None:
    """A mine goes off: two dice as of a Beam, under the Screens of the ship; an attack of its own (FT-11.1.2)."""
    about = _("{marker} at {ship}", marker=Unit(mine.id, mine.name), ship=Unit(ship.id, ship.name))
    effect = roll_beam_dice(referee.dice, MINE_DICE, screens_against(state, ship), "FT-11.1.2", mine.seat, about)
    facts: dict[str, Json] = {
        "marker": mine.id,
        "ship": mine.by,
        "target": ship.id,
        "damage": sum(effect.shares()),
        **effect.facts,
    }
    referee.tell(Event("mine_attacks", "FT-11.1.2", {**facts, "at": list(mine.position)}, effect.dice))
    remove_marker(state, referee, mine.id, "FT-11.1.2")
    apply_attack(state, referee, NotedDamage(mine.by, ship.id, list(effect.blows)))
