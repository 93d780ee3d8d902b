"""The books of what happens among terrain and planets: what its events alone tell of ships."""

from __future__ import annotations

import math
from typing import Any

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.state import Dock, FleetState, Ship

TERRAIN_PLACES: dict[str, float] = {
    **dict.fromkeys(["scattered", "field_drifts"], 0),
    "undocking": 4.9,
    "drifted": 4.95,
    "declared": 5,
    **dict.fromkeys(["in_orbit", "left_orbit", "landed", "entry", "rescue", "docking", "planet_edge", "jumped_clear"], 5),
    **dict.fromkeys(["section_drawn", "lock_on", "rock_fire", "broken_up"], 8),
    **dict.fromkeys(["flare", "scorched"], 10.05),
    **dict.fromkeys(["undocked", "lost_inside"], 10.45),
}
"""The phase in which each kind of event comes (FT-12.2.2, FT-12.4.1, FT-13.1.4)."""
ON_THE_WAY = ("near_miss", "collided", "cloud_wear", "meteors")
"""Events of phase 5, from the drift of rocks on; what a ship loses by them comes with them."""
HARM = ("damage", "destroyed", "threshold", "hold_lost", "core_check", "bridge_hit", "power_core_hit", "life_support_hit")
DRIFTING = 4.95


class TerrainBooks:
    """What a bookkeeper knows of docks, orbits and damage by rocks."""

    ships: dict[str, Ship]
    names: dict[str, str]
    aims: dict[str, list[str]]
    turn: int
    place: float
    _once: Any
    _ends: Any
    _lose: Any
    do: Any
    pay_for_shot: Any

    def open_terrain_books(self) -> None:
        self.orbits: dict[str, str] = {}
        self.harmed = False

    def know_posts(self, ship: Ship) -> None:
        """A ship that begins docked or in orbit."""
        if ship.dock is not None:
            ship.dock = Dock(ship.dock.station, ship.dock.offset, ship.dock.inside)
        if ship.orbit is not None:
            self.orbits[ship.id] = ship.orbit.planet

    def place_of_terrain(self, event: Event) -> float | None:
        """The phase of an event on the way of a ship, and of what comes of it."""
        if event.kind in ON_THE_WAY:
            self.harmed = True
        elif not self.harmed or self.place > 5 or event.kind not in HARM:
            return None
        return max(self.place, DRIFTING)

    def compare_posts(self, state: FleetState) -> None:
        """Who is in which orbit; how a bow lies in it is a matter of geometry."""
        for ship in state.ships.values():
            known = self.ships[ship.id]
            assert (ship.orbit.planet if ship.orbit else "") == self.orbits.get(ship.id, "")
            known.orbit = ship.orbit

    def _scattered(self, event: Event) -> None:
        assert all(radius in (0.5, 1.0) for _x, _y, radius in event.data["bodies"].values())

    def _field_drifts(self, event: Event) -> None:
        assert [roll.faces[0] for roll in event.dice] == [event.data["course"], event.data["velocity"]]

    def _drifted(self, event: Event) -> None:
        for key, (start, end) in event.data["ships"].items():
            ship = self.ships[key]
            assert ship.station or ship.dock
            assert Vector(*start) == ship.position
            ship.track, ship.position = [ship.position], Vector(*end)

    def _declared(self, event: Event) -> None:
        ship = self.ships[event.data["ship"]]
        assert ship.station or ship.dock or ship.carried_by
        self.do(ship, event)
        ship.doing = [word for word in ship.doing if word != "UNDOCK"]
        assert ship.doing

    def _near_miss(self, event: Event) -> None:
        faces = [face for roll in event.dice for face in roll.faces]
        needed = event.data["needed"]
        assert len(faces) == (1 if 1 < needed <= 6 else 0)
        assert event.data["avoided"] == (needed <= 1 or (needed <= 6 and faces[0] >= needed))

    def _collided(self, event: Event) -> None:
        self._ends(self.ships[event.data["ship"]], "destroyed")

    def _cloud_wear(self, event: Event) -> None:
        assert event.data["velocity"] == self.ships[event.data["ship"]].velocity > 12

    def _lock_on(self, event: Event) -> None:
        assert event.data["locked"] == (event.dice[0].faces[0] >= 4)

    def _meteors(self, event: Event) -> None:
        (roll,) = event.dice
        assert len(roll.faces) == event.data["velocity"] // 6
        assert event.data["damage"] == sum(roll.faces)

    def _flare(self, event: Event) -> None:
        assert event.data["flare"] == (event.dice[0].faces[0] >= event.data["needed"])

    def _scorched(self, event: Event) -> None:
        (roll,) = event.dice
        rolled = zip(event.data["systems"], roll.faces, strict=True)
        assert event.data["lost"] == [system for system, face in rolled if face <= event.data["lost_on"]]
        for system in event.data["lost"]:
            self._lose(self.ships[event.data["ship"]], system, "flare")

    def _wrecked(self, event: Event) -> None:
        assert self.ships[event.data["ship"]].status == "destroyed"
        assert event.data["explodes"] == (event.dice[0].faces[0] <= event.data["excess"])

    def _rock_fire(self, event: Event) -> None:
        ship = self.ships[event.data["ship"]]
        weapon = ship.design.system(event.data["weapon"])
        self._once(f"{ship.id}/{weapon.id}")
        if weapon.kind == "submunition_pack":
            ship.spent.append(weapon.id)
        self.pay_for_shot(event)
        self.aims.setdefault(ship.id, []).append(event.data["body"])

    def _broken_up(self, event: Event) -> None:
        assert len(event.data["chunks"]) == event.dice[0].faces[0]
        self.names.update({each["body"]: each["body"] for each in event.data["chunks"]})

    def _docking(self, event: Event) -> None:
        ship, at = self.ships[event.data["ship"]], event.data["station"]
        if at is not None:
            station = self.ships[at]
            assert station.side == ship.side
            assert math.dist(ship.position, station.position) <= 2 + 1e-6
            assert ship.velocity == station.velocity
            ship.dock = Dock(at, ship.position.minus(station.position), since=event.data["from"])

    def _undocking(self, event: Event) -> None:
        dock = self.ships[event.data["ship"]].dock
        assert dock is not None
        dock.leaving = True

    def _undocked(self, event: Event) -> None:
        ship, station = self.ships[event.data["ship"]], self.ships[event.data["station"]]
        assert ship.dock is not None
        ship.dock, ship.course, ship.velocity = None, station.course, station.velocity

    def _lost_inside(self, event: Event) -> None:
        ship, station = self.ships[event.data["ship"]], self.ships[event.data["station"]]
        assert ship.dock is not None
        assert ship.dock.inside
        ship.dock, ship.status = None, station.status

    def _section_drawn(self, event: Event) -> None:
        assert event.data["target"] == event.data["sections"][event.dice[0].faces[0] - 1]

    def _section_lost(self, event: Event) -> None:
        assert self.ships[event.data["by"]].status == "destroyed"
        section, lost = self.ships[event.data["ship"]], self.ships[event.data["by"]]
        assert section.id in lost.beside or lost.id in section.beside
        assert sum(event.dice[0].faces) == event.data["damage"]

    def _in_orbit(self, event: Event) -> None:
        self.orbits[event.data["ship"]] = event.data["body"]

    def _left_orbit(self, event: Event) -> None:
        del self.orbits[event.data["ship"]]

    def _landed(self, event: Event) -> None:
        ship = self.ships[event.data["ship"]]
        assert self.orbits.pop(ship.id) == event.data["body"]
        assert ship.design.streamlining != "none"
        self._ends(ship, "left")
        ship.ashore = "forced" if event.data["forced"] else "landed"

    def _entry(self, event: Event) -> None:
        ship, result = self.ships[event.data["ship"]], event.dice[0].faces[0] + event.data["modifier"]
        self.orbits.pop(ship.id, None)
        assert event.data["fate"] == ("crash_lands" if result <= 2 else "burns_with_launch" if result <= 5 else "lost_with_all")
        if event.data["fate"] == "crash_lands":
            self._ends(ship, "left")
            ship.ashore = "crashed"
        else:
            self._ends(ship, "destroyed")

    def _planet_edge(self, event: Event) -> None:
        if event.data["safe"]:
            self.ships[event.data["ship"]].ashore = "orbit"

    def _jumped_clear(self, event: Event) -> None:
        self.ships[event.data["ship"]].ashore = "jumped"
