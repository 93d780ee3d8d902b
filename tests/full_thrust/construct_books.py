"""The books of constructs: what events alone tell of power, Biomass, generators, Leeches and Drones (A.3)."""

from __future__ import annotations

from quarterdeck.engine.events import Event
from quarterdeck.systems.full_thrust.state import FighterGroup, Ship

CONSTRUCT_PLACES: dict[str, float] = {
    "power_divided": 5,
    **dict.fromkeys(["regrown", "leech_pulled", "drones_grown", "drones_reabsorbed"], 10.1),
    "leeches_feed": 10.5,
}
"""The phase in which each kind of event comes; Leeches feed after all else of phase 10."""


def thrust_of_books(ship: Ship) -> int:
    """The thrust that the M pool of a construct pays for, counted up point by point (FT-A.3.6)."""
    percent, thrust = 2 * (1 + ship.drive_hits), 0
    if ship.drive_hits > 1 or not ship.pools.get("M", 0):
        return 0
    while max(1, int(percent * (thrust + 1) * ship.design.mass / 100 + 0.5)) <= ship.pools["M"]:
        thrust += 1
    return thrust


def power_of_books(ship: Ship) -> int:
    """The ratings of the generators that stand (FT-A.3.3)."""
    return sum(rating for row, rating in enumerate(ship.design.generators, 1) if row not in ship.generators_lost)


class ConstructBooks:
    """What a bookkeeper knows of constructs."""

    ships: dict[str, Ship]
    groups: dict[str, FighterGroup]
    turn: int

    def pay_for_shot(self, event: Event) -> None:
        """A shot takes the power and the Biomass that it says, which were there (FT-A.3.12, FT-A.3.28)."""
        ship, facts = self.ships[event.data["ship"]], event.data
        if "power" in facts:
            ship.pools["A"] -= facts["power"]
            ship.consumed += facts["biomass"]
            assert ship.pools["A"] >= 0
            assert ship.hull_damage + ship.consumed < ship.design.hull
            assert facts["biomass"] == (1 if "pod" in facts["kind"] else 0)
        if "leech" in facts:
            self.ships[facts["target"]].leeches[facts["leech"]] = self.turn

    def _power_divided(self, event: Event) -> None:
        ship, facts = self.ships[event.data["ship"]], event.data
        assert not ship.pools, "FT-A.3.4: what was not used is lost"
        assert sum(facts["pools"].values()) <= facts["power"] == power_of_books(ship)
        ship.pools = dict(facts["pools"])

    def _generators_lost(self, event: Event) -> None:
        ship, ends, end = self.ships[event.data["ship"]], [], 0
        for boxes in ship.design.rows:
            end += boxes
            ends.append(end)
        assert all(ship.hull_damage >= ends[row - 1] for row in event.data["rows"])
        ship.generators_lost = sorted([*ship.generators_lost, *event.data["rows"]])
        assert event.data["power"] == power_of_books(ship)

    def _leeches_feed(self, event: Event) -> None:
        ship = self.ships[event.data["ship"]]
        assert event.data["leeches"] == len([leech for leech, turn in ship.leeches.items() if turn < self.turn])
        assert event.data["points"] == 2 * event.data["leeches"]

    def _leech_pulled(self, event: Event) -> None:
        ship, facts = self.ships[event.data["ship"]], event.data
        self._use(ship, facts.get("power", 0))
        assert len(facts["faces"]) == facts.get("power", facts.get("parties")) <= 3
        assert facts["success"] == (event.dice[0].faces[0] in facts["faces"])
        if facts["success"]:
            del ship.leeches[facts["leech"]]

    def _regrown(self, event: Event) -> None:
        ship, facts = self.ships[event.data["ship"]], event.data
        self._use(ship, facts["power"])
        assert facts["success"] == (event.dice[0].faces[0] >= 4)
        if facts["success"]:
            ship.consumed += 1
            if "row" in facts:
                assert facts["power"] == ship.design.generators[facts["row"] - 1]
                ship.generators_lost.remove(facts["row"])
            else:
                ship.drive_hits -= facts["system"] == "main-drive"
                ship.lost.pop(facts["system"], None)

    def _drones_grown(self, event: Event) -> None:
        ship, facts = self.ships[event.data["ship"]], event.data
        self._use(ship, facts["drones"])
        ship.consumed += facts["drones"]
        assert ship.consumed == facts["consumed"]
        assert self.groups[facts["group"]].strength == facts["drones"]
        assert facts["womb"] not in ship.lost

    def _drones_reabsorbed(self, event: Event) -> None:
        ship, group = self.ships[event.data["ship"]], self.groups[event.data["group"]]
        assert group.aboard == ship.id
        ship.consumed -= event.data["back"]
        assert event.data["consumed"] == ship.consumed >= 0
        assert event.data["back"] <= event.data["drones"] == group.strength
        group.strength, group.cef, group.status, group.aboard = 0, 0, "destroyed", ""

    @staticmethod
    def _use(ship: Ship, power: int) -> None:
        if power:
            ship.pools["R"] -= power
            assert ship.pools["R"] >= 0
