"""Nobody learns what a contact is: not from a view, a picture, a name, an event, a question, a draft or a number.

Two battles in which one side has other ships behind the same markers show everybody else the same bytes, until a ship is
revealed; and nothing that is shown to others holds a name or a design of what is hidden (FT-10.1.1, FT-11.3.12, FT-11.3.16).
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from battles import begin, scenario, ship_file, side_file
from checked import checked_battle
from design_cases import file_of
from fakes import make_ship
from small_craft import battle, carrier, make_group
from test_hidden_orders import pictured, shown

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.events import Told
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json
from quarterdeck.engine.record import Seat
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.run import Waiting
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose, number_by_arrival
from quarterdeck.systems.full_thrust.fighters import recovery
from quarterdeck.systems.full_thrust.scenario import Scenario, Switches
from quarterdeck.systems.full_thrust.state import Arrival, FleetState
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee
from whole_battles import Watched, at_random, by_value

Fleets = Battle[FleetState]

WATCHERS = ("b", None)
PLACES = {"escort": (4.0, 20.0), "cruiser": (4.0, 30.0), "capital": (4.0, 40.0)}
REAL = {"escort": "thistledown", "cruiser": "crucible", "capital": "hearth"}
DECOYS = {"escort": "dummy/4", "cruiser": "vesper", "capital": "masquerade"}
"""Two squadrons that show the same three markers: one with missiles and fighters, one of decoys."""
SWITCHES = {"bogeys": True, "dummies": True, "sensors": True, "ecm": True}


def open_muster() -> Scenario:
    """Two sides far apart, that pick out of designs with everything that could give them away."""
    ours = {"points": 2000, "designs": ["thistledown", "crucible", "hearth", "vesper", "masquerade"]}
    theirs = {"points": 400, "designs": ["oath", "cairn"]}
    return scenario(
        side_file("a", muster={**ours, "zone": [2, 10, 14, 50], "velocity": 4, "facing": 12}),
        side_file("b", muster={**theirs, "zone": [110, 10, 118, 50], "velocity": 4, "facing": 12}),
        table=[120, 200],
        switches=SWITCHES,
    )


def fixed(squadron: Mapping[str, str], names: str) -> Scenario:
    """The same with ships that the scenario puts there, their names and fighters among the secrets."""
    ships = [
        ship_file(design, PLACES[group], name=f"{names} {group}", velocity=4, **fighters_of(design))
        for group, design in squadron.items()
        if not design.startswith("dummy")
    ]
    dummies = [
        {"thrust": int(design[6:]), "at": list(PLACES[group]), "course": 12, "velocity": 4}
        for group, design in squadron.items()
        if design.startswith("dummy")
    ]
    enemy = ship_file("oath", (112, 30), velocity=4)
    return scenario(side_file("a", *ships, dummies=dummies), side_file("b", enemy), table=[120, 200], switches=SWITCHES)


def fighters_of(design: str) -> dict[str, Json]:
    return {"fighters": [{"type": "standard", "strength": 6, "name": "Hidden wing"}]} if design == "hearth" else {}


def answers_of(battle: Fleets, squadron: Mapping[str, str], lines: Mapping[str, str]) -> dict[str, Json]:
    """What side a answers: its squadron behind the three markers, the same moves, nothing that would show it."""
    slate, view, given = battle.slates()["a"], battle.view("a"), {}
    for key, question in slate.questions.items():
        kind = type(question).__name__
        if kind == "PickFleet":
            given[key] = dict.fromkeys(squadron.values(), 1)
        elif kind == "Deploy":
            groups = {design: group for group, design in squadron.items()}
            keys = {ship.id: ship.design.key for ship in view.ships.values() if ship.side == "a"}
            given[key] = {ship: {"at": list(PLACES[groups[keys[ship]]]), "heading": 12} for ship in question.units}
        elif kind == "WriteOrders":
            given[key] = {ship: lines.get(view.ships[ship].design.key, "MD1") for ship in question.units}
        else:
            given[key] = question.passing()
    return given


def seen_by_others(setting: Scenario, squadron: Mapping[str, str], lines: Mapping[str, str]) -> list[bytes]:
    """All that the others are shown through three turns, in order, each time that it changes."""
    seen: list[bytes] = []

    def note(*shown_: bytes) -> None:
        seen.extend([each for each in shown_ if each not in seen])

    def look(state: FleetState) -> None:
        for reader in WATCHERS:
            view = FULL_THRUST.view(state, reader)
            note(by_value(view), pictured(view))

    system, faces = Watched(FULL_THRUST, look), random.Random("the same dice")
    seats = tuple(Seat(seat, side) for seat, side in setting.seat_sides().items())
    dice = ScriptedDice([faces.randrange(6) + 1 for _die in range(200)])
    battle: Fleets = Battle(system, lambda: (system.start(setting), Waiting()), dice, seats, keep=False)
    while battle.outcome is None and battle.state.turn <= 3:
        if "a" in battle.slates():
            battle.commit("a", answers_of(battle, squadron, lines))
        if "b" in battle.slates() and battle.state.turn <= 3:
            note(*[shown(battle, reader, "drafts") for reader in WATCHERS])
            battle.commit("b", quiet(battle, random.Random(battle.state.turn)))
    return seen


def quiet(battle: Fleets, rng: random.Random) -> dict[str, Json]:
    """Random answers of b that scan nothing and go nowhere near."""
    slate, view = battle.slates()["b"], battle.view("b")
    given = at_random(view, slate.questions, rng)
    return {
        key: dict.fromkeys(line, "-") if type(slate.questions[key]).__name__ == "WriteOrders" else line
        for key, line in given.items()
    }


@pytest.mark.rule("FT-10.1.1", "FT-10.1.2", "FT-10.3.1", "FT-10.3.5")
@pytest.mark.parametrize("how", ["picked", "fixed"])
def test_other_ships_behind_the_same_markers_show_the_same_bytes(how):
    settings = (open_muster(), open_muster()) if how == "picked" else (fixed(REAL, "Iron"), fixed(DECOYS, "Paper"))
    seen = seen_by_others(settings[0], REAL, {})
    others = seen_by_others(settings[1], DECOYS, {"vesper": "ECM, MD1"})
    assert len(seen) > 40
    assert seen == others


SECRETS = [
    b"Iron",
    b"thistledown",
    b"crucible",
    b"hearth",
    b"Thistledown",
    b"Crucible",
    b"Hearth",
    b"Hidden wing",
    b"sm_magazine",
]


@pytest.mark.rule("FT-10.1.1")
def test_nothing_of_a_hidden_ship_is_in_what_others_get():
    """No name, design, fighter or system; its own side has all of them."""
    battle = begin(fixed(REAL, "Iron"), "hidden", keep=True)
    for reader in WATCHERS:
        seen = shown(battle, reader, "drafts")
        assert [secret for secret in SECRETS if secret in seen] == []
    own = shown(battle, "a", "drafts")
    assert [secret for secret in SECRETS if secret not in own] == []


@pytest.mark.rule("FT-10.1.1")
def test_units_names_and_sheets_of_others_are_those_of_markers():
    battle = begin(fixed(REAL, "Iron"), "hidden", keep=True)
    view = battle.view("b")
    names = FULL_THRUST.names(view)
    assert [names[ship] for ship in ("a1", "a2", "a3")] == ["Bogey A1", "Bogey A2", "Bogey A3"]
    assert [key for key in names if key.startswith("a1/")] == []
    units = {unit.id: unit for unit in FULL_THRUST.picture(view).units}
    assert [(plain(units[ship].kind), units[ship].sheet, units[ship].mounts) for ship in ("a1", "a2", "a3")] == [
        ("escort contact", False, ()),
        ("cruiser contact", False, ()),
        ("capital ship contact", False, ()),
    ]
    assert "Iron" not in FULL_THRUST.sheet(view.ships["a1"], view).svg


@pytest.mark.rule("FT-10.1.2")
def test_numbers_follow_the_places_of_the_markers_and_not_the_list():
    """The ships of a fleet in any order of the document get the same numbers."""
    one = FULL_THRUST.start(fixed(REAL, "Iron"))
    other = FULL_THRUST.start(fixed(dict(reversed(REAL.items())), "Iron"))
    assert {ship.id: ship.name for ship in one.ships.values()} == {ship.id: ship.name for ship in other.ships.values()}
    assert [group.home for group in one.groups.values()] == ["a3"]


@pytest.mark.rule("FT-10.1.8")
def test_a_revealed_ship_is_open_to_all_and_the_rest_stays_hidden():
    battle = begin(fixed(REAL, "Iron"), "one known", keep=True)
    judge, told = referee()
    disclose(battle.state, judge, battle.state.ships["a2"])
    assert [(event.kind, event.data["ship"]) for event in told] == [("revealed", "a2")]
    view = FULL_THRUST.view(battle.state, "b")
    assert view.ships["a2"] == battle.state.ships["a2"]
    assert view.ships["a1"].name == "Bogey A1"


@pytest.mark.rule("FT-10.1.1", "FT-10.1.8", "FT-5.8.7", "FT-5.8.9")
def test_a_group_that_lands_on_a_contact_is_only_out_of_sight_for_others():
    """That it is a carrier, what it holds and when that flies again is for its own side; landing reveals nothing."""
    ship = carrier(4)
    landing, other = make_group(strength=2, name="Kites"), make_group(id="g2", strength=2, status="aboard", aboard="c1")
    state = battle(ship, landing, other, switches=Switches(bogeys=True))
    state.bogeys = ["c1"]
    told: list[Told] = []
    judge = Referee(ScriptedDice([6]), told.append)
    recovery.take_in(state, judge, landing, ship)
    recovery.merge_aboard(state, judge, landing, other)
    assert [each.event.kind for each in told] == ["recovered", "merged"]
    for reader in WATCHERS:
        seen = [each.seen_by(reader) for each in told]
        assert [event and (event.kind, event.data) for event in seen] == [
            ("out_of_sight", {"group": "g1", "name": "Kites"}),
            None,
        ]
    assert "g1" not in FULL_THRUST.view(state, "b").groups
    assert state.bogeys == ["c1"]


@pytest.mark.rule("FT-10.1.1", "FT-5.8.3")
def test_whose_group_is_at_a_contact_of_his_own_is_asked_whether_it_lands_whatever_that_is():
    """Else others would see by the question, or by its lack, whether the contact is a carrier."""
    for ship in (carrier(4), make_ship(id="c1", side="a", seat="a")):
        state = battle(ship, make_group(strength=2), switches=Switches(bogeys=True))
        state.bogeys = ["c1"]
        question = recovery.landing_question(seen_by(state, "a"), "a")
        assert question is not None
        assert question.problems(state, {}) == []
        assert bool(question.dress(seen_by(state, "a"), {}).lead)
        assert question.sample(state, random.Random(1)).keys() <= {"g1"}
        state.bogeys = []
        assert (recovery.landing_question(seen_by(state, "a"), "a") is None) == (not ship.design.bays)


@pytest.mark.rule("FT-10.1.2", "FT-8.2.1", "FT-8.3.5")
def test_numbers_leave_no_gap_that_tells_of_ships_in_reserve_or_in_bays():
    """What is seen is numbered first; what drops out later follows in the order in which it does, what lies in bays last."""
    setting = hidden_reserve()
    state = FULL_THRUST.start(setting)
    assert [key for key in FULL_THRUST.view(state, "b").ships if key.startswith("a")] == ["a1", "a2"]
    named = {ship.name: ship for ship in state.ships.values()}
    early, late = [Arrival(turn, Vector(30.0, 30.0), 6, 4, 6) for turn in (2, 3)]
    state.arrivals = {named["Cradle"].id: late, named["Tarn"].id: early}
    number_by_arrival(state)
    assert {name: ship.id for name, ship in named.items() if ship.side == "a" and not ship.on_table} == {
        "Tarn": "a3",
        "Cradle": "a4",
        "Rider": "a5",
    }
    assert (named["Rider"].carried_by, state.arrivals) == ("a4", {"a3": early, "a4": late})
    assert all(key == ship.id for key, ship in state.ships.items())
    for number in range(3):
        checked_battle(setting, f"hidden arrivals {number}")


def hidden_reserve() -> Scenario:
    """Contacts of which those that drop out of FTL, a tender among them, come first in the list of a side."""
    bay = [{"system": "fire_control"}, {"system": "small_craft_bay", "capacity": 40}]
    cradle = file_of(key="cradle", mass=120, hull=24, thrust=2, ftl=True, systems=bay)
    ours = [
        ship_file("cradle", (26, 8), velocity=4, arrives=True),
        ship_file("larkspur", (26, 8), name="Rider", tender="Cradle"),
        ship_file("tarn", (30, 8), velocity=4, arrives=True),
        ship_file("amaranth", (26, 16), velocity=4),
        ship_file("oath", (26, 30), velocity=4),
    ]
    sides = side_file("a", *ours), side_file("b", ship_file("scarp", (110, 30), velocity=4))
    return scenario(*sides, designs={"cradle": cradle}, switches={"bogeys": True}, table=[120, 90], turn_limit=8)


# Fields


def shown_through(line: str, turns: int, later: str = "-", ship: str = "a1") -> list[bytes]:
    """All that b and spectators are shown while a ship, far off, carries out a line and then drifts or does `later`."""
    ours = ship_file("umbra", (10, 20), facing=3, course=3, velocity=2), ship_file("solstice", (10, 40), facing=3, course=3)
    switches = {"reflex_field": True, "cloaking_field": True}
    setting = scenario(side_file("a", *ours), side_file("b", ship_file("oath", (110, 20))), table=[120, 60], switches=switches)
    seen: list[bytes] = []

    def look(state: FleetState) -> None:
        for reader in WATCHERS:
            view = FULL_THRUST.view(state, reader)
            seen.extend([each for each in (by_value(view), pictured(view)) if each not in seen])

    battle = begin(setting, "fields", Watched(FULL_THRUST, look), keep=True)
    while battle.state.turn <= turns:
        for seat, slate in battle.slates().items():
            lines = {question.key: question for question in slate.questions.values()}
            drift = dict.fromkeys(lines["orders"].units, "-")  # type: ignore[attr-defined]
            mine = {**drift, ship: line if battle.state.turn == 1 else later} if seat == "a" else drift
            seen.extend([shown(battle, reader, "drafts") for reader in WATCHERS if battle.slates().get(reader or "")])
            battle.commit(seat, dict.fromkeys(slate.questions, mine))
    seen.extend([by_value(battle.events(reader)) for reader in WATCHERS])
    return seen


@pytest.mark.rule("FT-11.3.12")
def test_a_reflex_field_shows_to_nobody_until_it_is_fired_at():
    assert shown_through("REFLEX, R5", 1, ship="a2") == shown_through("R5", 1, ship="a2")
    assert shown_through("REFLEX, R5", 1, ship="a2") != shown_through("R6", 1, ship="a2")


@pytest.mark.rule("FT-11.3.15", "FT-11.3.16")
def test_where_a_cloaked_ship_goes_and_for_how_long_shows_to_nobody():
    assert shown_through("CLOAK 3, MD2", 2) == shown_through("CLOAK 4, R9", 2, "MD3")
    assert shown_through("CLOAK 3, MD2", 3) != shown_through("CLOAK 4, R9", 3, "MD3")


@pytest.mark.rule("FT-11.3.16")
def test_the_own_side_sees_where_its_cloaked_ship_is():
    setting = scenario(
        side_file("a", ship_file("umbra", (10, 20), facing=3, course=3, velocity=2)),
        side_file("b", ship_file("oath", (110, 20))),
        table=[120, 60],
        switches={"cloaking_field": True},
    )
    battle = begin(setting, "under", keep=True)
    for seat, slate in battle.slates().items():
        battle.commit(seat, {key: {f"{seat}1": "CLOAK 3, MD2" if seat == "a" else "-"} for key in slate.questions})
    assert battle.view("a").ships["a1"].position.x == 14.0
    assert battle.view("b").ships["a1"].position.x == 10.0
    imagined = FULL_THRUST.imagine(battle.view("b"), random.Random(1))
    assert FULL_THRUST.check(imagined) == []
    assert FULL_THRUST.view(imagined, "b") == battle.view("b")
