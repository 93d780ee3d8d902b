"""Chapters 6.1, 6.4 and 6.5: what launchers can launch, and where their markers may be placed.

A launch is named by its ship, its system and its load: ``a1/sml-1/er``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from quarterdeck.engine.dress import Dress, Note, PlaceRow
from quarterdeck.engine.plane import Vector, sector_of
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Pose
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.scene import Area, Circle, Patch, Point, Sector, Shape
from quarterdeck.engine.text import Text, _, joined
from quarterdeck.systems.full_thrust.aliens.guns import BOLT_LOAD, PLASMA_RANGE
from quarterdeck.systems.full_thrust.aliens.shroud import is_shrouded
from quarterdeck.systems.full_thrust.arcs import FIRE_ARCS, bears
from quarterdeck.systems.full_thrust.core_systems import in_control
from quarterdeck.systems.full_thrust.design import RACK_MASS
from quarterdeck.systems.full_thrust.fighters.moves import GRID, MoveGroups, field_around
from quarterdeck.systems.full_thrust.ftl.exits import holds_weapons
from quarterdeck.systems.full_thrust.movement import has_declared
from quarterdeck.systems.full_thrust.ordnance.salvos import ACQUISITION
from quarterdeck.systems.full_thrust.ranges import angles
from quarterdeck.systems.full_thrust.ship import ARCS, Load, System
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Marker, Ship, name_of
from quarterdeck.systems.full_thrust.targets import working_fire_controls
from quarterdeck.systems.full_thrust.terrain.sight import clear_line
from quarterdeck.systems.full_thrust.wonder.ready import ready_guns

LAUNCH_RANGE: dict[str, float] = {"std": 24.0, "er": 36.0, BOLT_LOAD: PLASMA_RANGE}
"""How far from its ship ordnance is placed, by what is launched, in MU (FT-6.0.2, FT-A.4.14)."""
SALVO = 6
"""The missiles of a salvo (FT-6.0.1)."""


def loads_of(ship: Ship, launcher: System) -> tuple[str, ...]:
    """What a launcher can launch now: its rack until it is fired (FT-6.4.2), or what its magazine still holds (FT-6.4.1).

    A launcher draws from the one magazine to which it is linked, and from none that is lost (FT-6.5.1, FT-6.5.6).
    """
    if launcher.id in ship.lost or launcher.id in ship.spent:
        return ()
    if launcher.kind == "plasma_bolt_launcher":
        return (BOLT_LOAD,)
    if launcher.kind == "smr":
        return (next((load for load, mass in RACK_MASS.items() if mass == launcher.cls), "std"),)
    magazine = ship.design.links.get(launcher.id, "")
    if magazine in ship.lost:
        return ()
    left = ship.magazines.get(magazine, Load(0, 0))
    return tuple([load for load, number in zip(("std", "er"), left, strict=True) if number])


def placeable(state: FleetState, ship: Ship) -> list[str]:
    """The launches that a ship can make in phase 4; for missiles no Fire Control is needed (FT-6.1.7).

    A Plasma Bolt needs one (FT-A.4.14), and its launcher recharges for a turn (FT-A.4.13).
    """
    return [] if why_no_launch(state, ship) else at_hand(state, ship)


def why_no_launch(state: FleetState, ship: Ship) -> Problem | None:
    """Why its orders keep a ship from launching ordnance in this turn; None where they do not (FT-8.1.3, FT-A.4.21)."""
    if holds_weapons(state, ship):
        return Problem("FT-8.1.3", _("{ship} warms up its FTL Drive or jumps, and launches nothing.", ship=ship.name), ship.id)
    if is_shrouded(state, ship):
        return Problem("FT-A.4.21", _("{ship} is in its Vapour Shroud and launches nothing.", ship=ship.name), ship.id)
    if rule := next((rule for word, rule in NO_LAUNCH.items() if has_declared(state, ship, word)), ""):
        return Problem(rule, _("{ship} has other use for its power in this turn, and launches nothing.", ship=ship.name), ship.id)
    return None


def at_hand(state: FleetState, ship: Ship) -> list[str]:
    """The launches for which a ship has all that it needs, whatever it has ordered for this turn.

    Who is asked for them hangs on this alone, so that it gives away nothing of orders that are still secret (FT-2.1.5).
    """
    if not ship.design.launchers or not in_control(ship, state.turn) or ship.dock is not None:
        return []
    controls = working_fire_controls(ship)
    return [
        f"{ship.id}/{launcher.id}/{load}"
        for launcher in ship.design.launchers
        for load in loads_of(ship, launcher)
        if load != BOLT_LOAD or (controls and ship.recharging.get(launcher.id, 0) <= state.turn)
    ]


NO_LAUNCH: dict[str, str] = {"NOVA": "FT-11.3.3", "REFLEX": "FT-11.3.13", "CLOAK": "FT-11.3.16", "SWEEP": "FT-11.1.7"}
"""The declarations beside which a ship launches no ordnance, with their rules."""


def in_launch_arc(ship: Ship, launcher: System, at: Vector) -> bool:
    """Whether a place lies in an arc of a launcher; nothing is placed into the Aft arc (FT-6.1.2, FT-4.1.6).

    An installation has no drive there, and may (FT-12.7.1).
    """
    way = at.minus(ship.position)
    if way.dot(way) == 0.0:
        return True
    return bears(launcher, ARCS[sector_of(ship.facing, way)], aft=ship.station)


def salvo_of(state: FleetState, ship: Ship, key: str, at: Vector) -> Marker:
    """The marker of a launch: six missiles (FT-6.0.1), or a Plasma Bolt as strong as its launcher's class (FT-A.4.14)."""
    _ship, launcher, load = key.split("/")
    marker = f"{ship.id}-{launcher}-{state.turn}"
    if load == BOLT_LOAD:
        levels = ship.design.system(launcher).cls
        return Marker(marker, "plasma_bolt", ship.side, ship.seat, at, levels, ship.id, launcher, state.turn)
    return Marker(marker, "salvo", ship.side, ship.seat, at, SALVO, ship.id, launcher, state.turn)


def spend(state: FleetState, ship: Ship, key: str) -> None:
    """Cross off what a launch uses: the rack, or one salvo of the magazine (FT-6.5.3); a launcher of plasma recharges."""
    _ship, launcher, load = key.split("/")
    if load == BOLT_LOAD:
        ship.recharging[launcher] = state.turn + 2
        return
    if ship.design.system(launcher).kind == "smr":
        ship.spent.append(launcher)
        return
    magazine = ship.design.links[launcher]
    left = ship.magazines[magazine]
    ship.magazines[magazine] = Load(left.std - (load == "std"), left.er - (load == "er"))


@dataclass(slots=True, kw_only=True)
class PlaceOrdnance(MoveGroups):
    """Where salvos and Plasma Bolts are placed, by launch; launches that are left out are not made."""

    GIVE: ClassVar[Text] = _("Launch these")
    PASS: ClassVar[Text] = _("Launch nothing")

    ships: dict[str, Ship] = field(default_factory=dict)

    def illegal(self, view: Any, value: dict[str, Pose]) -> list[Problem]:
        """Places out of range or arc, a launcher that launches twice, more salvos than a magazine holds, bolts beyond the FCS."""
        found = MoveGroups.illegal(self, view, value)
        launched: list[str] = []
        drawn: dict[tuple[str, str, str], int] = {}
        barred = {of: why_no_launch(view, self.ships[of]) for of in dict.fromkeys([key.split("/")[0] for key in value])}
        for key, pose in value.items():
            of, launcher, load = key.split("/")
            ship = self.ships[of]
            system = ship.design.system(launcher)
            if (why := barred[of]) is not None:
                found.append(Problem(why.rule, why.text, key))
            if not in_launch_arc(ship, system, pose.at):
                text = _("{launcher} cannot launch into that arc.", launcher=system.name)
                found.append(Problem("FT-6.1.2", text, key))
            if not clear_line(view, ship.position, pose.at):
                found.append(Problem("FT-12.1.4", _("Something stands between {ship} and that place.", ship=ship.name), key))
            if f"{of}/{launcher}" in launched:
                found.append(Problem("FT-6.4.1", _("{launcher} launches one salvo a turn.", launcher=system.name), key))
            launched.append(f"{of}/{launcher}")
            if system.kind == "sml":
                source = (of, ship.design.links[launcher], load)
                drawn[source] = drawn.get(source, 0) + 1
                if drawn[source] > getattr(ship.magazines[source[1]], load):
                    found.append(Problem("FT-6.5.1", _("The magazine has no further salvo of that kind."), key))
            if load == BOLT_LOAD:
                drawn[of, BOLT_LOAD, ""] = drawn.get((of, BOLT_LOAD, ""), 0) + 1
                if drawn[of, BOLT_LOAD, ""] > working_fire_controls(ship):
                    found.append(Problem("FT-A.4.14", _("Each Plasma Bolt needs a Fire Control at its launch."), key))
        return found

    def sample(self, view: Any, rng: Rng) -> dict[str, Pose]:
        """Some of the launches, each to any legal place."""
        poses: dict[str, Pose] = {}
        units = list(self.units)
        rng.shuffle(units)
        for unit in units[: rng.randrange(len(units) + 1)]:
            for _try in range(20):
                pose = self._anywhere(unit, rng)
                if not self.illegal(view, {**poses, unit: pose}):
                    poses[unit] = pose
                    break
        return poses

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """As of groups; round each marker what it burns, or how far its missiles look for a ship (FT-6.1.5, FT-A.4.17).

        A ship that launches is warned if it gives up the shot of its Wave Gun (FT-11.3.7).
        """
        dress = MoveGroups.outline(self, view, draft)
        rounds = [self._round(view, row.key, row.at) for row in dress.rows if isinstance(row, PlaceRow) and row.at is not None]
        dress.patch = Patch((*dress.patch.set, *rounds), dress.patch.drop)
        launching = dict.fromkeys([key.split("/")[0] for key in draft if key in self.units] if isinstance(draft, dict) else ())
        for ship in [self.ships[each] for each in launching]:
            if ready_guns(view, ship):
                text = _("{ship} will not fire its Wave Gun in this turn.", ship=name_of(ship))
                dress.notes.append(Note("warn", text, "FT-11.3.7"))
        return dress

    def _round(self, view: FleetView, unit: str, at: Point) -> Area:
        burns = unit.endswith(BOLT_LOAD)
        shape = Circle(at, view.scenario.plasma_radius if burns else ACQUISITION)
        return Area(id=f"draft:{unit}.round", ref=unit, style="zone", shape=shape)

    def within_reach(self, unit: str) -> list[Shape]:
        """The launcher's arcs out to its range, those of a ship never Aft (FT-6.1.2, FT-4.1.6)."""
        of, launcher, _load = unit.split("/")
        ship = self.ships[of]
        facing = ship.facing % 12 * 30
        open_arcs = ARCS if ship.station else FIRE_ARCS
        arcs = tuple([arc for arc in ship.design.system(launcher).arcs or open_arcs if arc in open_arcs])
        return [Sector(ship.position, 0.0, self.reaches[unit], facing + start, facing + end) for start, end in angles(arcs)]

    def silhouette(self, view: Any, unit: str) -> str:
        """That of a salvo or of a bolt."""
        return "plasma" if unit.endswith(BOLT_LOAD) else "salvo"


def place_question(view: FleetView, ships: list[Ship]) -> PlaceOrdnance | None:
    """Ask where ships launch missiles to; None where they can launch none."""
    of = {key: ship for ship in ships for key in at_hand(view, ship)}
    if not of:
        return None
    missiles = [key for key in of if not key.endswith(f"/{BOLT_LOAD}")]
    return PlaceOrdnance(
        seat=ships[0].seat,
        rule="FT-6.1.2",
        prompt=_("Launch missiles") if missiles else _("Launch Plasma Bolts"),
        lead=_join_leads(view, bolts=len(missiles) < len(of), missiles=bool(missiles)),
        key="markers",
        region=field_around(view, [ship.position for ship in ships], LAUNCH_RANGE["er"]),
        units={key: _launch_name(ship, key) for key, ship in of.items()},
        grid=GRID,
        starts={key: ship.position for key, ship in of.items()},
        reaches={key: LAUNCH_RANGE[key.split("/")[2]] for key in of},
        ships={ship.id: ship for ship in ships},
    )


def _join_leads(view: FleetView, *, bolts: bool, missiles: bool) -> Text:
    """What becomes of what is placed."""
    salvos = _("They stay where they are placed, and attack the nearest enemy within 3 MU when all ships have moved.")
    burst = _("A Plasma Bolt burns every ship within {n} MU of it in phase 9, your own too.", n=view.scenario.plasma_radius)
    return joined([*([salvos] if missiles else []), *([burst] if bolts else [])], " ")


def _launch_name(ship: Ship, key: str) -> Text:
    _ship, launcher, load = key.split("/")
    name = ship.design.system(launcher).name
    if load == BOLT_LOAD:
        return _("{launcher} of {ship}", launcher=name, ship=ship.name)
    words = LOADS[load]
    return _("{launcher} of {ship}, {load}", launcher=name, ship=ship.name, load=words)


LOADS: dict[str, Text] = {"std": _("standard"), "er": _("Enhanced Range")}
