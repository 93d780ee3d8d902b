"""The books of fighter groups and markers: what their events alone tell of them."""

from __future__ import annotations

import copy
import math
from dataclasses import replace

from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Ship
from quarterdeck.systems.full_thrust.weapons import ONE_SHOT

WING_PLACES: dict[str, float] = {
    **dict.fromkeys(["screening", "escorting", "no_escort"], 3),
    **dict.fromkeys(["group_launched", "marker_placed", "group_ordered", "group_entered"], 4),
    **dict.fromkeys(["recovered", "group_returned"], 6.5),
    "salvo_attacks": 7,
    "attack_run": 7.1,
    "evasion": 7.2,
    "small_fire": 8,
    "dogfight": 9.1,
    "strike": 9.2,
    "salvo_strikes": 9.4,
}
"""The phase in which each kind of event comes (FT-2.7.1, FT-2.7.22)."""
PLACES_OF_RULES = {"FT-5.1.1": 3.0, "FT-2.7.11": 4.0, "FT-5.2.2": 5.0, "FT-5.1.2": 6.0, "FT-2.7.8": 8.0, "FT-5.5.2": 9.1}
"""The phase to which a move of a group or a pass belongs, by its rule; FT-2.7.8 stands for ship fire."""
FLOATING = {"merged": 3, "no_merger": 3, "split": 3, "group_left": 3, "group_lost": 5, "marker_removed": 7, "broke_off": 7}
"""Events of several phases, with the first of them; damage and what comes of it belong to phases 8 and 9."""


class WingBooks:
    """What a bookkeeper knows of groups and markers."""

    ships: dict[str, Ship]
    turn: int
    classic: bool

    def open_wing_books(self) -> None:
        self.groups: dict[str, FighterGroup] = {}
        self.markers: dict[str, tuple[Vector, int]] = {}
        self.runs: dict[str, str] = {}
        self.shots_of_groups: list[str] = []

    def know_groups(self, state: FleetState) -> None:
        """Groups that are new lie in a Bay of their ship or are off the table; parts of others come by their events."""
        for key, group in state.groups.items():
            if key not in self.groups and group.status in ("aboard", "away"):
                self.groups[key] = copy.copy(group)

    def compare_wing(self, state: FleetState) -> None:
        """Strength, endurance, place and status of each group, and all markers, are what the events made of them."""
        for group in state.groups.values():
            known = self.groups[group.id]
            of_books = (known.strength, known.cef, known.status, known.aboard)
            assert (group.strength, group.cef, group.status, group.aboard) == of_books, group.id
            if group.status == "flying":
                assert math.dist(group.position, known.position) < 1e-9
                assert 1 <= group.strength <= 6
        marked = {marker.id: (marker.position, marker.left) for marker in state.markers.values()}
        assert marked == self.markers

    def points_of_fighters(self, side: str) -> int:
        """The CPV of the fighters that the enemies of a side have lost, and half of it for those that are away for good."""
        return sum([self._lost_fighters(group) for group in self.groups.values() if group.side != side])

    def _lost_fighters(self, group: FighterGroup) -> int:
        price, ship = TYPES[group.type].cpv // 6, self.ships.get(group.aboard)
        adrift = ship is not None and (ship.status == "derelict" or bool(ship.taken_from or ship.yielded_to))
        return price * (group.lost + group.strength * adrift) + price * group.strength * (group.status == "left") // 2

    def leave_with(self, ship: str) -> None:
        for group in self.groups.values():
            if group.status == "aboard" and group.aboard == ship:
                group.status, group.aboard = "left", ""

    def _group_moved(self, event: Event) -> None:
        group, facts = self.groups[event.data["group"]], event.data
        start, end = Vector(*facts["from"]), Vector(*facts["to"])
        assert group.status == "flying"
        assert start == group.position
        kind = TYPES[group.type]
        most = {"FT-5.1.1": kind.primary, "FT-5.1.2": kind.secondary}.get(event.rule, 1000.0)
        assert math.dist(start, end) <= most + 1e-6
        assert facts["cost"] == (event.rule == "FT-5.1.2")
        group.position, group.cef = end, group.cef - facts["cost"]
        assert group.cef == facts["cef"] >= 0

    def _group_left(self, event: Event) -> None:
        group = self.groups[event.data["group"]]
        group.status, group.cef = "left", 0

    def _group_launched(self, event: Event) -> None:
        group, ship = self.groups[event.data["group"]], self.ships[event.data["ship"]]
        assert (group.status, group.aboard) == ("aboard", ship.id)
        assert group.bay not in ship.lost
        group.status, group.aboard, group.position, group.cef = "flying", "", ship.position, TYPES[group.type].cef

    def _group_ordered(self, event: Event) -> None:
        assert self.groups[event.data["group"]].status == "away"
        assert event.data["turn"] >= self.turn

    def _group_entered(self, event: Event) -> None:
        group = self.groups[event.data["group"]]
        assert group.status == "away"
        group.status, group.position, group.cef = "flying", Vector(*event.data["at"]), TYPES[group.type].cef

    def _group_returned(self, event: Event) -> None:
        group = self.groups[event.data["group"]]
        assert group.status == "flying"
        group.status = "away"

    def _split(self, event: Event) -> None:
        group, facts = self.groups[event.data["group"]], event.data
        self.groups[facts["part"]] = replace(group, id=facts["part"], strength=facts["strength"], lost=0)
        group.strength -= facts["strength"]
        assert group.strength == facts["left"] >= 1

    def _group_lost(self, event: Event) -> None:
        group = self.groups[event.data["group"]]
        group.lost += group.strength
        group.strength, group.cef, group.status, group.aboard = 0, 0, "destroyed", ""

    def _screening(self, event: Event) -> None:
        ship = self.ships[event.data["target"]]
        assert math.dist(self.groups[event.data["group"]].position, ship.position) <= 3.0 + 1e-6

    def _escorting(self, event: Event) -> None:
        group, other = self.groups[event.data["group"]], self.groups[event.data["target"]]
        assert group.side == other.side
        assert math.dist(group.position, other.position) <= 1.0 + 1e-6

    def _no_escort(self, event: Event) -> None:
        group, other = self.groups[event.data["group"]], self.groups[event.data["target"]]
        assert math.dist(group.position, other.position) > TYPES[group.type].primary

    def _no_merger(self, event: Event) -> None:
        group, other = self.groups[event.data["group"]], self.groups[event.data["into"]]
        assert math.dist(group.position, other.position) > 1.0 - 1e-6

    def _merged(self, event: Event) -> None:
        group, other = self.groups[event.data["group"]], self.groups[event.data["into"]]
        assert group.type == other.type
        other.strength += group.strength
        other.cef = event.data["cef"]
        group.ace, other.ace = 0, other.ace + group.ace
        if event.rule == "FT-5.8.9":
            group.home = other.aboard
        group.strength, group.cef, group.status, group.aboard = 0, 0, "destroyed", ""
        assert other.strength == event.data["strength"] <= 6

    def _recovered(self, event: Event) -> None:
        group, ship = self.groups[event.data["group"]], self.ships[event.data["ship"]]
        assert math.dist(group.position, ship.position) <= 1.0 + 1e-6
        group.status, group.aboard = "aboard", ship.id
        group.bay = next(bay.id for bay in ship.design.bays if bay.id not in ship.lost)

    def _attack_run(self, event: Event) -> None:
        group, ship = self.groups[event.data["group"]], self.ships[event.data["target"]]
        assert math.dist(group.position, ship.position) <= 3.0 + 1e-6
        assert ship.side != group.side
        self.runs[group.id] = ship.id

    def _no_run(self, event: Event) -> None:
        assert event.data["group"] not in self.runs

    def _group_morale(self, event: Event) -> None:
        group, (roll,) = self.groups[event.data["group"]], event.dice
        assert event.data["strength"] == group.strength
        assert event.data["fails"] == (roll.faces[0] > group.strength)

    def _broke_off(self, event: Event) -> None:
        assert self.runs.pop(event.data["group"]) == event.data["target"]

    def _evasion(self, event: Event) -> None:
        group = self.groups[event.data["group"]]
        group.cef -= event.data["evasion"]
        assert group.cef == event.data["cef"] >= 0

    def _small_fire(self, event: Event) -> None:
        ship, facts = self.ships[event.data["ship"]], event.data
        weapon = ship.design.system(facts["weapon"])
        assert weapon.id not in ship.lost
        self._once(f"{ship.id}/{weapon.id}")  # type: ignore[attr-defined]
        if self.classic:
            ship.used.append(weapon.id)
        if weapon.kind in ONE_SHOT:
            ship.spent.append(weapon.id)
        self.pay_for_shot(event)  # type: ignore[attr-defined]
        self._shot_away(event)

    def _dogfight(self, event: Event) -> None:
        self._pays_for_fire(event)
        self._shot_away(event)

    def _pays_for_fire(self, event: Event) -> None:
        """A group pays once for all its fire of a turn (FT-5.5.1)."""
        group = event.data["group"]
        if group not in self.shots_of_groups:
            self.shots_of_groups.append(group)
            self.groups[group].cef -= 1
        assert self.groups[group].cef >= 0
        assert group in self.runs if event.kind == "strike" else group not in self.runs

    def _shot_away(self, event: Event) -> None:
        facts = event.data
        assert 0 <= facts["removed"] <= facts["hits"]
        if facts["target"] in self.groups:
            self.groups[facts["target"]].strength -= facts["removed"]
            self.groups[facts["target"]].lost += facts["removed"]
        elif facts["target"] in self.markers:
            place, left = self.markers[facts["target"]]
            self.markers[facts["target"]] = (place, left - facts["removed"])
            assert facts["left"] == left - facts["removed"]

    def _strike(self, event: Event) -> None:
        group = self.groups[event.data["group"]]
        assert event.data["target"] == self.runs[group.id]
        self._pays_for_fire(event)

    def _ro_kah(self, event: Event) -> None:
        assert event.data["raging"] == (event.dice[0].faces[0] > event.data["strength"])

    def _marker_placed(self, event: Event) -> None:
        ship, facts = self.ships[event.data["ship"]], event.data
        place = Vector(*facts["at"])
        ship.used.append(facts["source"])
        if facts["kind"] == "plasma_bolt":
            assert math.dist(ship.position, place) <= 30.0 + 1e-6
            assert ship.recharging.get(facts["source"], 0) <= self.turn
            ship.recharging[facts["source"]] = self.turn + 2
            self.markers[facts["marker"]] = (place, ship.design.system(facts["source"]).cls)
            return
        assert math.dist(ship.position, place) <= (24.0 if facts["load"] == "std" else 36.0) + 1e-6
        if ship.design.system(facts["source"]).kind == "smr":
            ship.spent.append(facts["source"])
        else:
            magazine = ship.design.links[facts["source"]]
            left = ship.magazines[magazine]
            ship.magazines[magazine] = left._replace(**{facts["load"]: getattr(left, facts["load"]) - 1})
            assert min(ship.magazines[magazine]) >= 0
        self.markers[facts["marker"]] = (place, 6)

    def _marker_removed(self, event: Event) -> None:
        del self.markers[event.data["marker"]]

    def _salvo_attacks(self, event: Event) -> None:
        place, _left = self.markers[event.data["marker"]]
        assert math.dist(place, self.ships[event.data["target"]].position) <= 3.0 + 1e-6

    def _salvo_strikes(self, event: Event) -> None:
        facts = event.data
        _place, left = self.markers[facts["marker"]]
        assert facts["hits"] == 6 - left
        assert facts["arriving"] == max(event.dice[0].faces[0] - facts["hits"], 0)
