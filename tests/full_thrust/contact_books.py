"""The books of contacts, mines and wonder weapons: what their events alone tell of ships and markers."""

from __future__ import annotations

import math

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.order_lines import DECLARED, FOREMOST, LETTERS, POOL_OF, read_orders
from quarterdeck.systems.full_thrust.state import Cloak, FleetState, Ship

CONTACT_PLACES: dict[str, float] = {
    **dict.fromkeys(["cloaked", "mine_laid", "mine_attacks", "swept", "scan_announced", "scanned"], 5),
    **dict.fromkeys(["template_moves", "template_gone", "wave_fired"], 8),
    "charged": 10.5,
    "decloaked": 10.6,
}
"""The phase in which each kind of event comes."""
CONTACT_FLOATING = {
    "revealed": 0,
    "dummy_removed": 0,
    "left_table": 5,
    "template_strikes": 8,
    "reflected": 8,
    "gun_discharged": 5,
}
"""Events of several phases, with the first of them."""


class ContactBooks:
    """What a bookkeeper knows of what ships do beside moving and firing."""

    ships: dict[str, Ship]
    names: dict[str, str]
    markers: dict[str, tuple[Vector, int]]
    turn: int

    def open_contact_books(self) -> None:
        self.unknown: dict[str, None] = {}
        self.numbered = False

    def know_contacts(self, event: Event, state: FleetState) -> None:
        """Contacts that are deployed get new numbers before that is told."""
        if state.switches.bogeys and event.kind == "deployed" and not self.numbered:
            self.ships, self.unknown, self.numbered = {}, {}, True

    def do(self, ship: Ship, event: Event) -> None:
        """What is declared with a move, and carried out."""
        actions = [each for each in read_orders(event.data["orders"])[0] if each.kind in DECLARED]
        done = [each for each in actions if each.word not in event.data["ignored"]]
        done.sort(key=lambda each: each.kind not in FOREMOST)
        ship.doing = [LETTERS[each.kind] for each in done if each.kind not in POOL_OF]
        for each in done:
            if each.kind == "cloak":
                assert ship.cloak is not None
                ship.cloak.until = self.turn + each.amount - 1

    def end_of_doing(self) -> None:
        for ship in self.ships.values():
            ship.doing = []

    def compare_contacts(self, state: FleetState) -> None:
        """Who is still unknown, and that no ship is under its cloak for longer than it said."""
        assert state.bogeys == list(self.unknown)
        assert all(ship.cloak.until >= state.turn for ship in state.ships.values() if ship.cloak is not None)

    # --- kinds of event ------------------------------------------------------------------------------------------------

    def _revealed(self, event: Event) -> None:
        assert event.data["ship"] in self.unknown
        del self.unknown[event.data["ship"]]

    def _dummy_removed(self, event: Event) -> None:
        self._revealed(event)
        ship = self.ships[event.data["ship"]]
        assert ship.dummy
        ship.status = "left"

    def _scan_announced(self, event: Event) -> None:
        assert "SCAN" in self.ships[event.data["ship"]].doing
        assert event.data["ship"] not in self.unknown

    def _scanned(self, event: Event) -> None:
        ship, target = self.ships[event.data["ship"]], self.ships[event.data["target"]]
        assert math.dist(ship.position, target.position) <= 54.0 + 1e-6
        first, *less = [roll.faces[0] for roll in event.dice]
        assert event.data["result"] == first + event.data["bonus"] - sum(less)

    def _mine_laid(self, event: Event) -> None:
        ship, facts = self.ships[event.data["ship"]], event.data
        assert "MINE" in ship.doing
        ship.mines[facts["source"]] -= 1
        assert ship.mines[facts["source"]] >= 0
        self.markers[facts["marker"]] = (Vector(*facts["at"]), 1)

    def _mine_attacks(self, event: Event) -> None:
        assert self.ships[event.data["target"]].side != self.ships[event.data["ship"]].side

    def _swept(self, event: Event) -> None:
        assert event.data["swept"] == (event.dice[0].faces[0] > 1)

    def _template_moves(self, event: Event) -> None:
        assert math.dist(event.data["from"], event.data["to"]) <= 24.0 + 1e-6

    def _template_gone(self, event: Event) -> None:
        assert event.data["ship"] in self.ships

    def _template_strikes(self, event: Event) -> None:
        assert event.data["damage"] == sum(event.dice[0].faces)
        assert event.data["target"] not in self.unknown

    def _wave_fired(self, event: Event) -> None:
        ship = self.ships[event.data["ship"]]
        full = [gun for gun, charge in ship.charge.items() if charge >= 6]
        assert full
        del ship.charge[full[0]]
        ship.doing.append("WAVE")

    def _charged(self, event: Event) -> None:
        ship, facts = self.ships[event.data["ship"]], event.data
        ship.charge[facts["system"]] = ship.charge.get(facts["system"], 0) + event.dice[0].faces[0]
        assert ship.charge[facts["system"]] == facts["charge"]

    def _gun_discharged(self, event: Event) -> None:
        assert self.ships[event.data["ship"]].charge.pop(event.data["system"]) == event.data["damage"]

    def _reflected(self, event: Event) -> None:
        assert "REFLEX" in self.ships[event.data["ship"]].doing
        assert event.data["left"] + event.data["back"] <= event.data["damage"]

    def _cloaked(self, event: Event) -> None:
        ship = self.ships[event.data["ship"]]
        ship.status, ship.cloak = "cloaked", Cloak(ship.position, ship.course, ship.velocity, ship.facing, 0)

    def _decloaked(self, event: Event) -> None:
        ship = self.ships[event.data["ship"]]
        assert ship.cloak is not None
        assert ship.cloak.until == self.turn or ship.status == "derelict"
        assert Vector(*event.data["at"]) == ship.position
        ship.status = "fighting" if ship.status == "cloaked" else ship.status
        ship.cloak, ship.doing = None, []
