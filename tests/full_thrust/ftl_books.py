"""The part of the second set of books that is about jumps, boarding and giving up."""

from __future__ import annotations

import math
from typing import Any

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.systems.full_thrust.damage import crew_factors
from quarterdeck.systems.full_thrust.state import Ship

FTL_PLACES: dict[str, float] = {
    "dropout_announced": 1,
    **dict.fromkeys(["ftl_warm_up", "jump_ended", "half_move", "jump_roll", "jumped", "wake", "towed"], 5),
    **dict.fromkeys(
        ["entry_scattered", "dropped_out", "dropout_missed", "shock", "boards", "boarding_bout", "captured", "repulsed"], 5
    ),
    **dict.fromkeys(["prize", "ordered_to_withdraw"], 10.8),
}
"""The phase of each kind of event."""

OF_DAMAGE = ("damage", "destroyed", "threshold", "hold_lost", "core_check", "bridge_hit", "power_core_hit", "life_support_hit")
"""What comes of an attack, and of a jump in phase 5 too."""
ANYWHERE = ("colours_roll", "strikes", "surrendered", "surrender_refused", "left_with", "lost_with", "tow_ended")
"""What comes behind any attack, or the loss of another ship."""


class FtlBooks:
    """What the books say of jumps, boarding and giving up."""

    ships: dict[str, Ship]
    turn: int
    marines: tuple[int, int]
    left: tuple[int, int]
    _ship: Any
    _ends: Any
    _drifts: Any

    def _dropout_announced(self, event: Event) -> None:
        assert self._ship(event).status == "reserve"

    def _ftl_warm_up(self, event: Event) -> None:
        ship = self._ship(event)
        assert "ftl-drive" not in ship.lost
        ship.jump_on = event.data["jumps"]
        assert ship.jump_on == self.turn + 1

    def _jump_ended(self, event: Event) -> None:
        self._ship(event).jump_on = 0

    def _half_move(self, event: Event) -> None:
        ship, start = self._ship(event), Vector(*event.data["from"])
        assert start == ship.position
        assert abs(math.dist(start, event.data["to"]) - ship.velocity / 2) < 1e-9
        if ship.jump_on:
            ship.track = [*ship.track, start][-6:]
        ship.position = Vector(*event.data["to"])

    def _jump_roll(self, event: Event) -> None:
        ship, face = self._ship(event), event.dice[0].faces[0]
        assert event.data["result"] == ("stays" if face == 1 else "jumps" if face < 5 else "destroyed")
        assert event.data["near"]
        assert event.data["blast"] == ship.design.hull * (event.data["result"] == "destroyed")

    def _jumped(self, event: Event) -> None:
        ship = self._ship(event)
        assert ship.jump_on == self.turn
        ship.jump_on = 0
        self._ends(ship, "left")
        self.leave_with(ship.id)

    def _wake(self, event: Event) -> None:
        assert event.data["damage"] == event.dice[0].faces[0]

    def _towed(self, event: Event) -> None:
        ship, tug = self._ship(event), self.ships[event.data["tug"]]
        assert ship.carried_by == tug.id
        assert Vector(*event.data["from"]) == ship.position
        ship.track = [*ship.track, ship.position][-len(tug.track) :]
        ship.position, ship.course = Vector(*event.data["to"]), Vector(*event.data["course"])
        ship.velocity = event.data["velocity"]
        assert (ship.course, ship.velocity) == (tug.course, tug.velocity)

    def _tow_ended(self, event: Event) -> None:
        self._ship(event).carried_by = ""

    def _left_with(self, event: Event) -> None:
        ship = self._ship(event)
        assert self.ships[ship.carried_by].status == "left"
        ship.status = "left"

    def _lost_with(self, event: Event) -> None:
        ship = self._ship(event)
        assert self.ships[ship.carried_by].status == "destroyed"
        ship.status = "destroyed"

    def _entry_scattered(self, event: Event) -> None:
        facts = event.data
        assert abs(math.dist(facts["intended"], facts["at"]) - facts["distance"]) < 1e-9

    def _dropped_out(self, event: Event) -> None:
        ship, facts = self._ship(event), event.data
        assert ship.status == "reserve"
        ship.status, ship.position, ship.course = "fighting", Vector(*facts["at"]), CLOCK[facts["course"]]
        ship.velocity, ship.facing = facts["velocity"], facts["facing"]

    def _dropout_missed(self, event: Event) -> None:
        ship = self._ship(event)
        assert ship.status in ("reserve", "carried")
        ship.status = "left"

    def _shock(self, event: Event) -> None:
        faces = event.dice[0].faces
        assert event.data["damage"] == (6 * faces[1] if faces[0] == 6 else faces[0])

    # --- boarding and giving up ----------------------------------------------------------------------------------------

    def _boards(self, event: Event) -> None:
        ship, target = self._ship(event), self.ships[event.data["target"]]
        assert ship.side != target.side
        assert math.dist(ship.position, target.position) <= 6 + 1e-6
        self.marines = event.data["attackers"], event.data["defenders"]
        self.left = self.marines

    def _boarding_bout(self, event: Event) -> None:
        attack, defence = (sum(roll.faces) for roll in event.dice)
        assert (attack, defence) == (event.data["attack"], event.data["defence"])
        self.left = event.data["attackers"], event.data["defenders"]

    def _captured(self, event: Event) -> None:
        ship, target = self._ship(event), self.ships[event.data["target"]]
        assert event.data["crew"] == self.left[0] > 0
        ship.marines_lost += self.marines[0]
        target.yielded_to, target.jump_on, target.marines_lost = ship.seat, 0, 0
        target.crew_change += self.left[0] - crew_factors(target)

    def _repulsed(self, event: Event) -> None:
        ship, target = self._ship(event), self.ships[event.data["target"]]
        assert event.data["back"] == math.ceil(self.left[0] / 2)
        ship.marines_lost += self.marines[0] - event.data["back"]
        target.marines_lost += self.marines[1] - self.left[1]

    def _prize(self, event: Event) -> None:
        ship, facts = self._ship(event), event.data
        assert ship.yielded_to == facts["seat"]
        ship.side, ship.seat, ship.yielded_to, ship.taken_from = facts["side"], facts["seat"], "", facts["taken_from"]

    def _ordered_to_withdraw(self, event: Event) -> None:
        assert event.data["lost"] * 100 >= event.data["limit"] * event.data["mass"]

    def _colours_roll(self, event: Event) -> None:
        assert event.data["strikes"] == (event.dice[0].faces[0] <= event.data["lost_on"])

    def _strikes(self, event: Event) -> None:
        ship, target = self._ship(event), self.ships[event.data["target"]]
        enemies = [each for each in self.ships.values() if each.side != ship.side and each.status == "fighting"]
        nearest = min(math.dist(ship.position, each.position) for each in enemies if not each.yielded_to)
        assert math.dist(ship.position, target.position) < nearest + 1e-5

    def _surrendered(self, event: Event) -> None:
        ship = self._drifts(event, "struck")
        ship.yielded_to, ship.jump_on = event.data["seat"], 0

    def _surrender_refused(self, event: Event) -> None:
        assert self._ship(event).status == "fighting"
