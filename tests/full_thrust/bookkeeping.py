"""A second set of books: what the events of a battle alone tell of every ship, held against the state at every rest.

A `Bookkeeper` hears each event as it is told. It asserts that the event could happen to the ships as it knows them, that it
cites the rulebook and can be put into words, and writes it down. `compare` then holds its books against the state.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable

from alien_books import ALIEN_PLACES, AlienBooks
from classic_books import classic_place
from construct_books import CONSTRUCT_PLACES, ConstructBooks, thrust_of_books
from contact_books import CONTACT_FLOATING, CONTACT_PLACES, ContactBooks
from ftl_books import ANYWHERE, FTL_PLACES, OF_DAMAGE, FtlBooks
from terrain_books import TERRAIN_PLACES, TerrainBooks
from wing_books import FLOATING, PLACES_OF_RULES, WING_PLACES, WingBooks

from quarterdeck.engine.events import Event, Told
from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.text import Rule, Side, Text, Unit, parts, plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.outcome import scores
from quarterdeck.systems.full_thrust.sequence import steps_of
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.weapons import ONE_SHOT, max_range
from whole_battles import breaking

MANY_SIDED = ("scattered", "field_drifts", "broken_up", "section_drawn")
"""Events with dice of other than six sides."""

OF_THE_ENGINE = ("conceded", "outcome", "taken_back", "changed", "not_changed", "fault")
"""Events that are told by the engine and belong to no rule."""

PLACES: dict[str, float] = {
    **dict.fromkeys(["fleet_picked", "deployed"], 0),
    "initiative": 2,
    "moved": 5,
    **dict.fromkeys(["edge_rolled", "fire", "held_fire"], 8),
    **FTL_PLACES,
    "repair": 10.1,
    **dict.fromkeys(["core_dumped", "abandoned"], 10.2),
    "explosion_roll": 10.3,
    **dict.fromkeys(["control_returns", "life_support_failed"], 10.4),
    "turn_ended": 10.9,
    **WING_PLACES,
    **CONSTRUCT_PLACES,
    **TERRAIN_PLACES,
    **ALIEN_PLACES,
    **CONTACT_PLACES,
}
"""The phase of the turn in which each kind of event comes, those of phase 10 in their order (FT-2.7.1, FT-2.7.23)."""

ALTERNATING = (
    *("primary", "launch", "secondary", "fire", "attacks"),
    *("launch_fighters", "allocation", "defence"),
)
"""The phases in which sides alternate (FT-2.7.8)."""


class Bookkeeper(WingBooks, AlienBooks, TerrainBooks, FtlBooks, ConstructBooks, ContactBooks):
    """The books of one battle."""

    def __init__(self) -> None:
        self.turn, self.place, self.classic = 1, 0.0, False
        self.ships: dict[str, Ship] = {}
        self.open_wing_books()
        self.open_terrain_books()
        self.open_contact_books()
        self.picks: dict[str, dict[str, int]] = {}
        self.fire_controls: dict[str, int] = {}
        self.aims: dict[str, list[str]] = {}
        self.shot: list[str] = []
        self.names: dict[str, str] = {}
        self.heard = 0
        self.marines, self.left = (0, 0), (0, 0)

    # --- hearing -----------------------------------------------------------------------------------------------------

    def hear(self, told: Told, state: FleetState) -> None:
        """An event is told; as a battle's listener."""
        with breaking():
            self._hear(told.event, state)

    def _hear(self, event: Event, state: FleetState) -> None:
        self.heard += 1
        self.know_contacts(event, state)
        self._know(state)
        self._in_words(event)
        assert all(1 <= face <= roll.sides for roll in event.dice for face in roll.faces), "faces that the dice have"
        assert event.kind in MANY_SIDED or all(roll.sides == 6 for roll in event.dice), "dice of six sides"
        if event.kind not in OF_THE_ENGINE:
            assert event.rule in FULL_THRUST.rulebook, event
            self._in_its_phase(event)
            getattr(self, f"_{event.kind}")(event)

    def _know(self, state: FleetState) -> None:
        """Ships that are new are taken into the books as they are built; contacts with the numbers that they have at first."""
        self.classic = state.switches.classic
        if state.switches.bogeys and self.heard <= 1:
            self.ships, self.groups, self.unknown = {}, {}, {}
        if len(self.ships) < len(state.ships) or len(self.groups) < len(state.groups):
            fresh = {key: copy.copy(ship) for key, ship in state.ships.items() if key not in self.ships}
            for ship in fresh.values():
                assert (ship.armour, ship.hull_damage, ship.drive_hits) == (ship.design.armour, 0, 0), ship
                ship.lost, ship.spent, ship.core = dict(ship.lost), list(ship.spent), copy.copy(ship.core)
                ship.shell, ship.recharging = list(ship.shell), dict(ship.recharging)
                ship.magazines, ship.mines, ship.charge = dict(ship.magazines), dict(ship.mines), dict(ship.charge)
                ship.pools, ship.generators_lost, ship.leeches = {}, [], {}
                self.know_posts(ship)
            self.ships.update(fresh)
            contacts = [key for key, ship in fresh.items() if not ship.station]
            self.unknown.update(dict.fromkeys(contacts) if state.switches.bogeys else {})
            self.know_groups(state)
            self.names = dict(FULL_THRUST.names(state))
        elif len(self.groups) < len(state.groups):
            self.names = dict(FULL_THRUST.names(state))

    def _in_words(self, event: Event) -> None:
        if "marker" in event.data:
            self.names.setdefault(event.data["marker"], "a marker")
        sentence, reasons = FULL_THRUST.describe(event), FULL_THRUST.explain(event)
        assert plain(sentence, names=self.names).strip(), event
        assert reasons, event
        for text in (sentence, *[reason.text for reason in reasons]):
            self._known(text, event)
        if event.kind not in OF_THE_ENGINE:
            assert plain(sentence) != event.kind, f"no sentence tells {event.kind}"
            assert [reason.rule for reason in reasons if reason.rule not in FULL_THRUST.rulebook] == [], event

    def _known(self, text: Text, event: Event) -> None:
        for part in parts(text):
            if isinstance(part, (Unit, Side)):
                assert self.names.get(part.id), (part, event)
            elif isinstance(part, Rule):
                assert part.id in FULL_THRUST.rulebook, event
            elif isinstance(part, str):
                assert "{" not in part, (part, event)

    def _in_its_phase(self, event: Event) -> None:
        if event.kind in ANYWHERE:
            return
        if self.classic and (classic := classic_place(event, self.place)) is not None:
            place = classic
        elif event.kind == "group_moved":
            place = PLACES_OF_RULES[event.rule]
        elif event.kind == "passed":
            place = PLACES_OF_RULES[event.data.get("phase", "FT-2.7.8")]
        elif (on_the_way := self.place_of_terrain(event)) is not None:
            place = on_the_way
        elif event.kind == "marker_removed" and (event.data["kind"] == "mine" or self.place == 5):
            place = self.place
        elif event.kind == "destroyed" and event.data["by"] is None:
            place = 10.3
        else:
            place = PLACES.get(event.kind, max(self.place, (FLOATING | CONTACT_FLOATING).get(event.kind, 5)))
        place = 5 if self.place == 5 and event.kind in OF_DAMAGE else place
        assert place >= self.place, f"turn {self.turn}: {event.kind} after phase {self.place}"
        self.place = place

    # --- kinds of event, by phase -------------------------------------------------------------------------------------

    def _fleet_picked(self, event: Event) -> None:
        self.picks[event.data["side"]] = event.data["picks"]

    def _deployed(self, event: Event) -> None:
        ship = self._ship(event)
        ship.position, ship.facing = Vector(*event.data["at"]), event.data["facing"]
        ship.course, ship.velocity = CLOCK[ship.facing], event.data["velocity"]

    def _initiative(self, event: Event) -> None:
        sides = [ship.side for ship in self.ships.values() if ship.on_table or ship.in_the_fight]
        sides += [group.side for group in self.groups.values() if group.status in ("flying", "away")]
        assert sorted(event.data["order"]) == sorted(dict.fromkeys(sides))

    def _moved(self, event: Event) -> None:
        ship, facts = self._ship(event), event.data
        assert ship.on_table or ship.cloak is not None
        self.do(ship, event)
        assert (Vector(*facts["from"]), facts["velocity"][0], facts["facing"][0]) == (
            ship.position,
            ship.velocity,
            ship.facing,
        )
        spent, available = facts["thrust"]
        rated = (ship.design.thrust, ship.design.thrust // 2, 0)[ship.drive_hits]
        assert available == (thrust_of_books(ship) if ship.design.node_driven else rated)
        assert 0 <= spent <= available
        start, end = ship.position, Vector(*facts["to"])
        moved = math.dist(start, end)
        if "arc" in facts:
            assert moved <= facts["velocity"][1] + 1
        elif facts["via"]:
            assert abs(moved - facts["velocity"][1]) <= 0.5 + 1e-9
        else:
            assert facts["velocity"][1] == ship.velocity
            assert math.dist(start.plus(ship.course, ship.velocity), end) < 1e-9
        if ship.cloak is None:
            ship.track = [*ship.track, start][-6:]
        ship.position, ship.course = end, Vector(*facts["course"])
        ship.velocity, ship.facing = facts["velocity"][1], facts["facing"][1]

    def _left_table(self, event: Event) -> None:
        ship = self._ship(event)
        ship.jump_on = 0 if ship.jump_on == self.turn else ship.jump_on
        self._ends(ship, "left")
        self.leave_with(event.data["ship"])

    def _edge_rolled(self, event: Event) -> None:
        assert self._acts(event).id not in self.aims, "FT-4.1.3: edges are settled before fire is announced"
        assert event.data["arc"] in event.data["between"]

    def _fire(self, event: Event) -> None:
        ship, target, facts = self._acts(event), self.ships[event.data["target"]], event.data
        weapon = ship.design.system(facts["weapon"])
        assert weapon.id not in ship.lost
        assert weapon.id not in ship.spent
        assert target.on_table
        assert target.side != ship.side
        assert not ship.jump_on, "FT-8.1.3"
        assert abs(math.dist(ship.position, target.position) - facts["range"]) < 1e-6
        assert facts["range"] <= max_range(weapon)
        assert ship.station or facts["arc"] != "A"
        assert facts["damage"] == facts["armour_share"] + facts["hull_share"]
        self._once(f"{ship.id}/{weapon.id}")
        if weapon.kind in ONE_SHOT:
            ship.spent.append(weapon.id)
        self.pay_for_shot(event)
        aims = self.aims.setdefault(ship.id, [])
        aims.append(f"{target.id}/{facts.get('system', '')}")
        assert len(dict.fromkeys(aims)) <= self.fire_controls.setdefault(ship.id, _fire_controls(ship)), "FT-4.2.2"

    def _once(self, weapon: str) -> None:
        assert weapon not in self.shot, f"{weapon} fires twice in turn {self.turn} (FT-2.7.2)"
        self.shot.append(weapon)

    def _held_fire(self, event: Event) -> None:
        assert self._acts(event).id not in self.aims

    def _passed(self, event: Event) -> None:
        assert any(ship.side == event.data["side"] for ship in self.ships.values())

    def _damage(self, event: Event) -> None:
        ship, facts = self._ship(event), event.data
        assert ship.on_table
        assert min(facts["armour"], facts["hull"]) >= 0
        ship.armour -= facts["armour"]
        self.take_from_shell(ship, event)
        ship.hull_damage += facts["hull"]
        assert facts["armour_left"] == ship.armour >= 0
        assert facts["hull_left"] == ship.design.hull - ship.hull_damage - ship.consumed >= 0

    def _destroyed(self, event: Event) -> None:
        ship = self._ship(event)
        assert (ship.hull_damage + ship.consumed == ship.design.hull) == (event.data["by"] is not None)
        ship.jump_on = 0 if event.rule == "FT-8.1.10" else ship.jump_on
        self._ends(ship, "destroyed")

    def _threshold(self, event: Event) -> None:
        ship = self._ship(event)
        (roll,) = event.dice
        named = [system for system, face in zip(event.data["systems"], roll.faces, strict=True) if face <= event.data["lost_on"]]
        assert event.data["lost"] == named
        for system in named:
            self._lose(ship, system, "threshold")
        assert event.data["drive_hits"] == ship.drive_hits

    def _knocked_out(self, event: Event) -> None:
        self._lose(self._ship(event), event.data["system"], "needle")

    def _hold_lost(self, event: Event) -> None:
        ship = self._ship(event)
        ship.holds_lost += 1
        assert event.data["left"] == len(ship.design.holds) - ship.holds_lost >= 0

    def _core_check(self, event: Event) -> None:
        assert event.data["hit"] == (event.dice[0].faces[0] <= event.data["hit_on"])

    def _bridge_hit(self, event: Event) -> None:
        core = self._ship(event).core
        core.control_from, core.lost_for_good = event.data["control_from"], event.data["lost_for_good"]
        assert core.lost_for_good or core.control_from > self.turn + 1

    def _power_core_hit(self, event: Event) -> None:
        ship = self._ship(event)
        ship.core.power = "damaged"
        ship.abandoned_on = self.turn if ship.status == "derelict" and ship.derelict_by != "struck" else None

    def _life_support_hit(self, event: Event) -> None:
        self._ship(event).core.air_until = event.data["air_until"]
        assert event.data["air_until"] > self.turn

    def _repair(self, event: Event) -> None:
        ship, system = self._ship(event), event.data["system"]
        assert ship.status == "fighting"
        assert event.data["success"] == (event.dice[0].faces[0] <= event.data["parties"] <= 3)
        if event.data["success"]:
            self._mend(ship, system)

    @staticmethod
    def _mend(ship: Ship, system: str) -> None:
        match system:
            case "command-bridge":
                assert not ship.core.lost_for_good
                ship.core.control_from = 0
            case "power-core":
                ship.core.power = "sound"
            case "life-support":
                ship.core.air_until = None
            case "main-drive":
                ship.drive_hits -= 1
                assert ship.drive_hits >= 0
                ship.lost.pop(system, None)
            case _:
                del ship.lost[system]

    def _core_dumped(self, event: Event) -> None:
        self._drifts(event, "dumped")

    def _abandoned(self, event: Event) -> None:
        self._drifts(event, "abandoned").abandoned_on = self.turn

    def _life_support_failed(self, event: Event) -> None:
        ship = self._drifts(event, "life-support")
        assert ship.core.air_until == self.turn
        ship.abandoned_on = self.turn if ship.core.power == "damaged" else None

    def _drifts(self, event: Event, why: str) -> Ship:
        ship = self._ship(event)
        assert ship.status in ("fighting", "cloaked")
        ship.status, ship.derelict_by = "derelict", why
        return ship

    def _explosion_roll(self, event: Event) -> None:
        ship = self._ship(event)
        assert ship.status in ("fighting", "cloaked", "derelict")
        assert ship.core.power == "damaged"
        assert event.data["explodes"] == (event.dice[0].faces[0] >= event.data["needed"])

    def _control_returns(self, event: Event) -> None:
        assert event.data["control_from"] == self._ship(event).core.control_from == self.turn + 1

    def _turn_ended(self, event: Event) -> None:
        assert event.data["turn"] == self.turn
        self.turn, self.place = self.turn + 1, 0.0
        self.end_of_doing()
        self.shot, self.aims, self.fire_controls = [], {}, {}
        for ship in self.ships.values():
            ship.pools = {}
            ship.track = [] if ship.dock is not None else ship.track
        self.runs, self.shots_of_groups = {}, []
        self.harmed = False
        for ship in self.ships.values():
            ship.shrouded, ship.used = False, []

    # --- what several share --------------------------------------------------------------------------------------------

    def _ship(self, event: Event) -> Ship:
        return self.ships[event.data["ship"]]

    def _acts(self, event: Event) -> Ship:
        """The ship that does something in phase 8: it fights, and somebody is in command."""
        ship = self._ship(event)
        assert ship.status == "fighting", event
        assert not ship.core.lost_for_good, event
        assert ship.core.control_from <= self.turn, event
        return ship

    @staticmethod
    def _ends(ship: Ship, status: str) -> None:
        assert ship.on_table or ship.cloak is not None, f"{ship.id} has {status} twice"
        ship.cloak = None
        ship.status = status  # type: ignore[assignment]

    @staticmethod
    def _lose(ship: Ship, system: str, cause: str) -> None:
        assert system in [each.id for each in ship.design.systems]
        assert system not in ship.lost
        if system == "main-drive":
            ship.drive_hits += 1
        if system in ship.magazines:
            ship.magazines[system] = type(ship.magazines[system])(0, 0)
        ship.jump_on = 0 if system == "ftl-drive" else ship.jump_on
        if system != "main-drive" or ship.drive_hits == 2:
            ship.lost[system] = cause

    # --- the state -----------------------------------------------------------------------------------------------------

    def compare(self, state: FleetState) -> None:
        """At a rest: the state is what the events made of it, nothing in it is impossible, and the points add up."""
        assert FULL_THRUST.check(state) == []
        assert state.turn == self.turn
        self._know(state)
        self.compare_posts(state)
        for ship in state.ships.values():
            assert ship == self.ships[ship.id]
        self.compare_wing(state)
        self.compare_contacts(state)
        assert state.picks == self.picks
        assert scores(state) == self._points(state)
        step = steps_of(state)[state.step].name
        if step not in ALTERNATING:
            assert (state.passed, state.last_side, state.acted, state.plans) == ([], "", [], {})
        if step != "fire":
            assert (state.fired, state.noted) == ([], [])
        assert list(dict.fromkeys(state.fired)) == state.fired, "FT-4.2.3"

    def _points(self, state: FleetState) -> dict[str, int]:
        """The CPV of wrecks and of fighters lost, and half of it for what has left with its crew."""
        return {side.id: self._points_of_ships(side.id) + self.points_of_fighters(side.id) for side in state.scenario.sides}

    def _points_of_ships(self, side: str) -> int:
        return _sum(_loss(ship) for ship in self.ships.values() if (ship.taken_from or ship.side) != side)


def _fire_controls(ship: Ship) -> int:
    kinds = ("fire_control", "cortex_node")
    return len([system for system in ship.design.systems if system.kind in kinds and system.id not in ship.lost])


def _loss(ship: Ship) -> int:
    if ship.taken_from or ship.yielded_to:
        return ship.design.cpv
    if ship.status in ("fighting", "reserve", "carried", "cloaked") or ship.dummy:
        return 0
    away = ship.status == "left" and not ship.derelict_by and ship.ashore != "crashed"
    return ship.design.cpv // 2 if away else ship.design.cpv


def _sum(numbers: Iterable[int]) -> int:
    return sum(numbers)
