"""What a bookkeeper knows of Shells, Plasma Bolts and Vapour Shrouds."""

from __future__ import annotations

import math

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.state import Ship

ALIEN_PLACES: dict[str, float] = {
    "shroud_raised": 5,
    "bolt_attacks": 7,
    **dict.fromkeys(["bolt_bursts", "bolt_burns"], 9.3),
}
"""The phase in which each kind of event comes (FT-A.1.1)."""
RADIUS = 6.0


class AlienBooks:
    """Second books of what aliens do."""

    ships: dict[str, Ship]
    markers: dict[str, tuple[Vector, int]]

    def take_from_shell(self, ship: Ship, event: Event) -> None:
        """The boxes that an attack has taken of each layer."""
        if "shell" in event.data:
            ship.shell = [left - lost for left, lost in zip(ship.shell, event.data["shell"], strict=True)]
            assert event.data["shell_left"] == ship.shell
            assert min(ship.shell) >= 0

    def _shroud_raised(self, event: Event) -> None:
        ship = self.ships[event.data["ship"]]
        assert "vapour_shroud" in ship.design.by_kind
        ship.shrouded = True

    def _bolt_attacks(self, event: Event) -> None:
        place, _strength = self.markers[event.data["marker"]]
        near = [ship.id for ship in self.ships.values() if ship.on_table and math.dist(ship.position, place) <= RADIUS]
        assert event.data["targets"] == near

    def _bolt_bursts(self, event: Event) -> None:
        assert 1 <= event.data["levels"] == self.markers[event.data["marker"]][1]

    def _bolt_burns(self, event: Event) -> None:
        (roll,) = event.dice
        assert len(roll.faces) == self.markers[event.data["marker"]][1]
        assert event.data["damage"] == sum(face for face in roll.faces if face <= 6 - event.data["screens"])
