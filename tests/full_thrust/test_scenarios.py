"""Scenario documents: what comes with the game reads and writes, and what is wrong with a document is told by field."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from battles import SCENARIOS, begin, scenario, scenario_file, ship_file, side_file
from case_files import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.engine.account import Account
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.scenario import Scenario, Switches
from quarterdeck.systems.full_thrust.shipyard import write_design
from whole_battles import by_default, events, play

GOOD = scenario_file(
    side_file("a", ship_file("amaranth", (10, 10)), ship_file("larkspur", (12.5, 8), course=[0.6, 0.8])),
    side_file("b", ship_file("haywain", (60, 30), facing=9, course=9, velocity=6), seats=["b1", "b2"]),
    side_file("c", muster={"points": 300, "navy": "anvil", "zone": [30, 30, 40, 40], "velocity": 4, "facing": 6}),
    text="For tests",
    turn_limit=9,
    escape={"side": "b", "edge": "left", "share": 50},
    switches={"free_pushes": True},
)


def problems(document: Json) -> list[Problem]:
    """What is wrong with a document; it is read twice, so that nothing is kept from the first time."""
    found = FULL_THRUST.read("scenario", document)
    assert isinstance(found, list), found
    assert found
    assert found == FULL_THRUST.read("scenario", copy.deepcopy(document))
    return found


def changed(path: str, value: Json) -> dict[str, Json]:
    """The good document with one value changed, by its path: ``sides.0.ships.1.at``."""
    document: Any = copy.deepcopy(GOOD)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    holder = document
    for step in way:
        holder = holder[step]
    holder[last] = value
    return document


def test_how_a_seat_and_a_key_are_spelled_is_said():
    (seat,) = problems(changed("sides.0.seats", ["a1x"]))
    assert plain(seat.text) == "seats has to be a letter from a to d, with or without a digit from 1 to 9, not a1x."
    (key,) = problems(changed("key", "a--b"))
    assert plain(key.text) == "key has to be small letters, digits and single dashes, not a--b."


# Good ones


@pytest.mark.parametrize("key", SCENARIOS)
def test_what_comes_with_the_game_reads_back_equal(key):
    packaged = FULL_THRUST.scenarios()[key]
    document = FULL_THRUST.write(packaged)
    again = FULL_THRUST.read("scenario", json.loads(json.dumps(document)))
    assert again == packaged
    assert FULL_THRUST.write(again) == document
    assert packaged.key == key
    assert packaged.title
    assert packaged.text


@pytest.mark.rule("FT-2.3.1", "FT-3.2.20")
@pytest.mark.parametrize("key", SCENARIOS)
def test_what_comes_with_the_game_can_be_fielded_and_fits_its_table(key):
    packaged = FULL_THRUST.scenarios()[key]
    assert packaged.table is not None
    width, height = packaged.table
    for ship in [ship for side in packaged.sides for ship in side.ships]:
        assert 0 <= ship.position.x <= width
        assert 0 <= ship.position.y <= height


def test_a_document_is_read_as_it_says():
    read = FULL_THRUST.read("scenario", GOOD)
    assert isinstance(read, Scenario)
    assert (read.key, read.title, read.text, read.table, read.turn_limit) == ("test", "Test", "For tests", (72, 48), 9)
    assert read.seat_sides() == {"a": "a", "b1": "b", "b2": "b", "c": "c"}
    first, second = read.sides[0].ships
    assert (first.id, first.design, first.position, first.course, first.facing) == (
        "a1",
        "amaranth",
        Vector(10, 10),
        CLOCK[12],
        12,
    )
    assert (second.id, second.position, second.course) == ("a2", Vector(12.5, 8), Vector(0.6, 0.8))
    assert [ship.seat for ship in read.sides[1].ships] == ["b1"]
    muster = read.sides[2].muster
    assert muster is not None
    assert (muster.points, muster.zone, muster.velocity, muster.facing) == (300, (30, 30, 40, 40), 4, 6)
    assert [read.designs[key].navy for key in muster.designs] == ["anvil"] * len(muster.designs)
    assert read.escape is not None
    assert (read.escape.side, read.escape.edge, read.escape.share) == ("b", "left", 50)
    assert read.switches == Switches(free_pushes=True)
    assert FULL_THRUST.read("scenario", FULL_THRUST.write(read)) == read


def test_a_ship_belongs_to_the_seat_that_is_named_else_to_the_first_of_its_side():
    ships = [ship_file("larkspur", (10, 10 + n), **({"seat": seat} if seat else {})) for n, seat in enumerate(("a2", "a1", ""))]
    made = scenario(side_file("a", *ships, seats=["a1", "a2"]), side_file("b", ship_file("oath", (50, 5))))
    assert [ship.seat for ship in made.sides[0].ships] == ["a2", "a1", "a1"]
    assert FULL_THRUST.read("scenario", FULL_THRUST.write(made)) == made


def test_a_document_may_hold_designs_of_its_own():
    own = {**write_design(FULL_THRUST.scenarios()["duel"].designs["amaranth"]), "key": "mine", "name": "Mine"}
    read = scenario(side_file("a", ship_file("mine", (5, 5))), side_file("b", ship_file("oath", (50, 5))), designs={"mine": own})
    assert read.designs["mine"].name == "Mine"
    assert list(read.designs) == ["mine", "oath"]


@pytest.mark.rule("FT-2.3.1")
@pytest.mark.parametrize(("rule", "case"), cases("FT-2.3.1"))
def test_worked_case_of_the_table(rule, case):
    given_ = case["given"]["scenario_table"]
    document = {**GOOD, **({"table": given_} if given_ else {})}
    read = FULL_THRUST.read("scenario", document)
    assert isinstance(read, Scenario)
    assert read.table == (case["expect"]["width"], case["expect"]["height"])


# Bad ones


BAD: list[tuple[str, Json, tuple[str, str, Json]]] = [
    ("key", "Two Words", ("FT-1.1.1", "key", None)),
    ("title", "", ("FT-1.1.1", "title", None)),
    ("turn_limit", 0, ("FT-1.1.1", "turn_limit", 1)),
    ("turn_limit", 1000, ("FT-1.1.1", "turn_limit", 200)),
    ("turn_limit", "9", ("FT-1.1.1", "turn_limit", None)),
    ("turn_limits", 9, ("FT-1.1.1", "turn_limits", "turn_limit")),
    ("table", [72, 48, 30], ("FT-2.3.1", "table", None)),
    ("table", [72, 4], ("FT-2.3.1", "table[1]", 12)),
    ("table", [72, True], ("FT-2.3.1", "table[1]", None)),
    ("title", "Two\nlines", ("FT-1.1.1", "title", None)),
    ("sides.0.name", "Red\x1b[31m", ("FT-1.1.1", "sides[0].name", None)),
    ("sides.0.name", "x" * 61, ("FT-1.1.1", "sides[0].name", None)),
    ("sides.1.name", "side  a", ("FT-2.1.1", "sides[1].name", None)),
    ("sides.0.ships.1.name", "Am\u202eranth", ("FT-1.1.1", "sides[0].ships[1].name", None)),
    ("sides.0.ships.1.name", "AMARANTH", ("FT-2.1.1", "sides[0].ships[1].name", None)),
    ("switches", {"core_system": True}, ("FT-1.1.1", "switches.core_system", "core_systems")),
    ("switches", {"core_systems": 1}, ("FT-1.1.1", "switches.core_systems", None)),
    ("escape.edge", "rigth", ("FT-3.2.20", "escape.edge", "right")),
    ("escape.share", 0, ("FT-3.2.20", "escape.share", 1)),
    ("escape.share", 101, ("FT-3.2.20", "escape.share", 100)),
    ("escape.side", "d", ("FT-3.2.20", "escape.side", "a")),
    ("escape.side", "a", ("FT-7.5.2", "escape.side", None)),
    ("escape.side", "c", ("FT-7.5.2", "escape.side", None)),
    ("table", "unlimited", ("FT-3.2.20", "escape.edge", None)),
    ("table", [24, 24], ("FT-3.2.20", "sides[1].ships[0].at", None)),
    ("sides.0.id", "e", ("FT-1.1.1", "sides[0].id", None)),
    ("sides.0.id", "c", ("FT-2.7.6", "sides", None)),
    ("sides.0.name", "x" * 61, ("FT-1.1.1", "sides[0].name", None)),
    ("sides.0.seats", ["b"], ("FT-2.7.6", "sides[0].seats", ["a"])),
    ("sides.0.seats", ["a", "a"], ("FT-2.7.6", "sides[0].seats", ["a"])),
    ("sides.0.seats", ["z9"], ("FT-1.1.1", "sides[0].seats[0]", None)),
    ("sides.0.ships", [], ("FT-1.1.3", "sides[0]", None)),
    ("sides.0.muster", GOOD["sides"][2]["muster"], ("FT-1.1.3", "sides[0]", None)),
    ("sides.0.ships.0.design", "amarant", ("FT-9.1.1", "sides[0].ships[0].design", "amaranth")),
    ("sides.0.ships.0.at", [10], ("FT-2.4.1", "sides[0].ships[0].at", None)),
    ("sides.0.ships.0.at", [10, 10, 10], ("FT-2.4.1", "sides[0].ships[0].at", None)),
    ("sides.0.ships.0.at", [10, "10"], ("FT-2.4.1", "sides[0].ships[0].at[1]", None)),
    ("sides.0.ships.0.at", [10, float("nan")], ("FT-2.4.1", "sides[0].ships[0].at[1]", None)),
    ("sides.0.ships.0.at", [10, 49], ("FT-3.2.20", "sides[0].ships[0].at", None)),
    ("sides.0.ships.0.facing", 13, ("FT-3.2.2", "sides[0].ships[0].facing", 12)),
    ("sides.0.ships.0.facing", 0, ("FT-3.2.2", "sides[0].ships[0].facing", 1)),
    ("sides.0.ships.0.facing", 2.5, ("FT-3.2.2", "sides[0].ships[0].facing", None)),
    ("sides.0.ships.0.velocity", -1, ("FT-3.2.15", "sides[0].ships[0].velocity", 0)),
    ("sides.0.ships.0.velocity", 7.5, ("FT-3.2.15", "sides[0].ships[0].velocity", None)),
    ("sides.0.ships.0.course", [1.0, 1.0], ("FT-3.2.1", "sides[0].ships[0].course", 12)),
    ("sides.0.ships.0.course", [0.0, 0.0], ("FT-3.2.1", "sides[0].ships[0].course", 12)),
    ("sides.0.ships.0.seat", "b", ("FT-2.7.6", "sides[0].ships[0].seat", "a")),
    ("sides.1.ships.0.seat", "b3", ("FT-2.7.6", "sides[1].ships[0].seat", "b1")),
    ("sides.0.ships.0.mmm", "red", ("FT-1.1.1", "sides[0].ships[0].mmm", None)),
    ("sides.0.ships.0.facin", 3, ("FT-1.1.1", "sides[0].ships[0].facin", "facing")),
    ("sides.0.ships.0.titel", 3, ("FT-1.1.1", "sides[0].ships[0].titel", None)),
    ("sides.2.muster.point", 3, ("FT-1.1.1", "sides[2].muster.point", "points")),
    ("sides.2.muster.points", 0, ("FT-1.1.3", "sides[2].muster.points", 1)),
    ("sides.2.muster.points", 5, ("FT-1.1.3", "sides[2].muster.points", None)),
    ("sides.2.muster.navy", "lanze", ("FT-1.1.3", "sides[2].muster.points", None)),
    ("sides.2.muster.designs", ["keyston"], ("FT-9.1.1", "sides[2].muster.designs", "keystone")),
    ("sides.2.muster.zone", [40, 30, 30, 40], ("FT-2.3.1", "sides[2].muster.zone", [0, 0, 12, 48])),
    ("sides.2.muster.zone", [30, 30, 80, 40], ("FT-2.3.1", "sides[2].muster.zone", [0, 0, 12, 48])),
    ("designs", {"mine": {"key": "yours"}}, ("FT-9.1.1", "designs.mine.name", None)),
    ("designs", [], ("FT-1.1.1", "designs", None)),
]  # fmt: skip


@pytest.mark.rule("FT-1.1.3", "FT-2.4.1", "FT-3.2.1", "FT-3.2.2", "FT-3.2.15", "FT-3.2.20")
@pytest.mark.parametrize(("path", "value", "problem"), BAD, ids=[f"{path}={str(value)[:30]}" for path, value, _problem in BAD])
def test_a_wrong_field_is_named_with_what_would_be_right(path, value, problem):
    found = problems(changed(path, value))
    assert problem in [(each.rule, each.at, each.nearest) for each in found], found
    for each in found:
        assert plain(each.text)
        assert "{" not in plain(each.text)
        assert each.rule in FULL_THRUST.rulebook


@pytest.mark.parametrize(
    "document", [None, 7, "duel", [], {}, {"sides": None}, {**GOOD, "sides": []}, {**GOOD, "sides": [7]}, {1: 2}]
)
def test_what_is_no_scenario_at_all_is_refused(document):
    problems(document)


def test_every_fault_of_a_document_is_told_at_once():
    document = changed("sides.0.ships.0.design", "amarant")
    document["sides"][0]["ships"][1]["at"] = [10, 99]
    document["sides"][2]["muster"]["zone"] = [0, 0, 0, 0]
    assert [each.at for each in problems(document)] == [
        "sides[0].ships[0].design",
        "sides[0].ships[1].at",
        "sides[2].muster.zone",
    ]


@pytest.mark.rule("FT-1.1.3")
def test_no_more_designs_are_on_offer_than_ships_can_be_picked():
    design = write_design(FULL_THRUST.scenarios()["duel"].designs["amaranth"])
    many = {f"mine-{n}": {**design, "key": f"mine-{n}"} for n in range(41)}
    document = changed("designs", many)
    document["sides"][2]["muster"] = {**document["sides"][2]["muster"], "points": 99_000, "navy": None, "designs": list(many)}
    (problem,) = problems(document)
    assert (problem.rule, problem.at, problem.nearest) == ("FT-1.1.3", "sides[2].muster.designs", list(many)[:40])
    document["sides"][2]["muster"]["designs"] = problem.nearest
    read = FULL_THRUST.read("scenario", document)
    assert isinstance(read, Scenario)
    battle = begin(read, "many")
    view, slate = battle.view("c"), battle.slates()["c"]
    battle.commit("c", by_default(view, slate.questions, random.Random(1)))
    assert len([ship for ship in battle.state.ships.values() if ship.side == "c"]) == 40


# Junk

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def spoilt_documents(draw: st.DrawFn) -> Json:
    """A good document - of the game or of these tests - with some values replaced, removed or doubled."""
    start = draw(st.sampled_from([GOOD, *(FULL_THRUST.write(each) for each in FULL_THRUST.scenarios().values())]))
    document = copy.deepcopy(start)
    for _change in range(draw(st.integers(1, 3))):
        holder: Any = document
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(holder[key], (dict, list)) and draw(st.integers(0, 3)):
                holder = holder[key]
                continue
            _spoil(draw, holder, key)
            break
    return document


def _spoil(draw: st.DrawFn, holder: Any, key: Any) -> None:
    match draw(st.sampled_from(["replace", "remove", "double", "near"])):
        case "remove":
            del holder[key]
        case "double" if isinstance(holder, list):
            holder.append(holder[key])
        case "near" if isinstance(holder[key], int):
            holder[key] = holder[key] + draw(st.sampled_from([-100, -1, 1, 100, 10**30]))
        case "near" if isinstance(holder[key], str):
            holder[key] = holder[key][1:] + draw(st.sampled_from(["", "x", "\ud800", "é"]))
        case _:
            holder[key] = draw(JSON)


@settings(max_examples=200, deadline=None)
@given(JSON)
def test_junk_is_refused_by_problems(document):
    problems(document)


@settings(max_examples=200, deadline=None)
@given(spoilt_documents())
def test_spoilt_documents_are_refused_by_problems_or_read_as_a_scenario(document):
    """Nothing raises; every problem can be shown and is a value that a page can send; what is read can be played."""
    read = FULL_THRUST.read("scenario", document)
    if isinstance(read, list):
        assert read
        for problem in read:
            assert plain(problem.text).encode()
            assert problem.at.encode()
            json.dumps(problem.nearest, allow_nan=False)
    else:
        assert FULL_THRUST.read("scenario", FULL_THRUST.write(read)) == read
        battle = begin(read, "spoilt")
        assert FULL_THRUST.check(battle.state) == []
        assert battle.slates() or battle.outcome


# What was agreed (chapter 1)


@pytest.mark.rule("FT-1.1.1")
@pytest.mark.parametrize(("rule", "case"), cases("FT-1.1.1"))
def test_worked_case_of_agreed_options(rule, case):
    """All that is available and was not agreed is off; what this version has not cannot be agreed."""
    agreed = case["given"]["agreed_options"]
    read = FULL_THRUST.read("scenario", {**GOOD, "switches": dict.fromkeys(agreed, True)})
    assert isinstance(read, Scenario)
    active = [name for name, on in FULL_THRUST.write(read)["switches"].items() if on]
    assert active == case["expect"]["active_options"]
    for option in case["given"]["available_options"]:
        known = isinstance(FULL_THRUST.read("scenario", {**GOOD, "switches": {option: True}}), Scenario)
        assert known == (option in Switches.__dataclass_fields__)


@pytest.mark.rule("FT-1.1.1")
def test_options_are_off_unless_agreed_and_each_can_be_agreed_alone():
    names = list(Switches.__dataclass_fields__)
    assert Switches() == Switches(**dict.fromkeys(names, False))
    assert FULL_THRUST.read("scenario", {**GOOD, "switches": {}}).switches == Switches()
    for name in names:
        read = FULL_THRUST.read("scenario", {**GOOD, "switches": {name: True}})
        assert [each for each in names if getattr(read.switches, each)] == [name]


@pytest.mark.rule("FT-1.1.2")
@pytest.mark.parametrize(("rule", "case"), cases("FT-1.1.2"))
def test_worked_case_of_vector_movement_only(rule, case):
    wanted = case["given"]["movement_system"]
    refused = [problems({**GOOD, "movement": wanted}), problems({**GOOD, "switches": {wanted: True}})]
    assert [bool(found) for found in refused] == [not case["expect"]["accepted"]] * 2
    battle = begin("duel", "vector")
    languages = {question.language for slate in battle.slates().values() for question in slate.questions.values()}
    assert languages == {f"ft-{name}" for name in case["expect"]["available"]}


@pytest.mark.rule("FT-2.1.3")
@pytest.mark.parametrize(("rule", "case"), cases("FT-2.1.3"))
def test_worked_case_of_one_scale(rule, case):
    """All lengths are MU; neither a scenario nor an umpire in the middle of a battle has a length to give them."""
    length = case["given"]["request_change_to_mm_in_turn"]["mm"]
    found = problems({**GOOD, "mu_length_mm": length})
    assert [each.at for each in found] == ["mu_length_mm"]
    battle = Battle.begin(FULL_THRUST, FULL_THRUST.scenarios()["duel"], seed="scale", umpire="u")
    for path in (("mu_length_mm",), ("scenario", "mu_length_mm")):
        with pytest.raises(Refused, match="no value"):
            battle.change(path, length)
    assert case["expect"]["accepted"] is False


@pytest.mark.rule("FT-2.4.1")
@pytest.mark.parametrize(("rule", "case"), cases("FT-2.4.1"))
def test_worked_case_of_two_dimensions(rule, case):
    position = case["given"]["position"]
    document = changed("sides.0.ships.0.at", position)
    assert len(FULL_THRUST.read("scenario", document).sides[0].ships[0].position) == case["expect"]["dimensions"]
    assert problems(changed("sides.0.ships.0.at", [*position, 0]))[0].rule == rule


@pytest.mark.rule("FT-1.1.3")
def test_points_of_every_design_are_those_of_its_account():
    """CPV of a fleet is the sum of the CPV of its ships, and that of a ship the sum of its account."""
    for packaged in FULL_THRUST.scenarios().values():
        for design in packaged.designs.values():
            account = FULL_THRUST.account("ship", write_design(design))
            assert isinstance(account, Account)
            assert sum(line.figures["CPV"] for line in account.lines) == account.totals["CPV"] == design.cpv


def test_ships_stand_as_the_scenario_says_when_the_battle_begins():
    for key in SCENARIOS:
        packaged = FULL_THRUST.scenarios()[key]
        state = begin(key, "begin").state
        given_ = [ship for side in packaged.sides for ship in side.ships]
        assert [(ship.id, ship.name, ship.seat, ship.position, ship.velocity, ship.facing) for ship in state.ships.values()] == [
            (ship.id, ship.name, ship.seat, ship.position, ship.velocity, ship.facing) for ship in given_
        ]


def test_by_default_ships_drift_and_the_battle_still_ends():
    battle = play(begin("patrol", "default"), random.Random(1), a=by_default, b=by_default)
    assert battle.outcome is not None
    assert all(event.data["orders"] == "-" for event in events(battle, "moved"))
