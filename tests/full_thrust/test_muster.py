"""Fleets picked for points, in secret, and deployed (FT-1.1.3); and the options of a battle (FT-1.1.1)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from battles import as_captain, begin, only, put, scenario, ship_file, side_file
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.engine.dress_wire import dress_json
from quarterdeck.engine.plane import CLOCK
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.text import plain
from quarterdeck.engine.wire import rendered
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.deploy import MOST_ALIKE, MOST_SHIPS, PickFleet
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.shipyard import write_design
from whole_battles import at_random, by_default, events, play
from wire_shapes import faults

ZONE = {"zone": [2, 2, 20, 20], "velocity": 3, "facing": 2}
CHEAPEST = min(design.cpv for design in FULL_THRUST.scenarios()["muster"].designs.values() if design.navy == "lance")
ENEMY = side_file("b", ship_file("oath", (60, 40)))


def mustering(points: int, designs: list[str] | None = None, seats: list[str] | None = None, **given: Any) -> Scenario:
    """A scenario in which side a picks."""
    offer = {"designs": designs} if designs else {"navy": "lance"}
    return scenario(side_file("a", muster={"points": points, **offer, **ZONE}, seats=seats), ENEMY, **given)


def pick(points: int, designs: list[str] | None = None) -> tuple[Any, PickFleet]:
    """The view and the question of the side that picks."""
    battle = begin(mustering(points, designs), "pick")
    return battle.view("a"), only(battle.slates()["a"])  # type: ignore[return-value]


@pytest.mark.rule("FT-1.1.3")
@settings(max_examples=40)
@given(points=st.integers(CHEAPEST, 2000), seed=st.integers(0, 10**6))
def test_picks_stay_within_the_budget(points, seed):
    """By default, at random and as the captain picks; at random nothing more could have been paid."""
    view, question = pick(points)
    prices = {key: FULL_THRUST.account("ship", write_design(view.scenario.designs[key])).totals["CPV"] for key in question.slots}
    for player in (by_default, at_random, as_captain):
        picks = player(view, {"q": question}, random.Random(seed))["q"]
        spent = sum(prices[key] * number for key, number in picks.items())
        assert 0 < spent <= points
        assert question.problems(view, picks) == []
    picks = question.sample(view, random.Random(seed))
    left = points - sum(prices[key] * int(number) for key, number in picks.items())
    room = [key for key in prices if picks.get(key, 0) < MOST_ALIKE]
    assert sum(picks.values()) == MOST_SHIPS or all(prices[key] > left for key in room)


@pytest.mark.rule("FT-8.4.2")
@pytest.mark.parametrize(
    ("designs", "allowed", "offered"),
    [
        (["amaranth", "ferryman"], False, ["amaranth"]),
        (["amaranth", "ferryman"], True, ["amaranth", "ferryman"]),
        (["ferryman"], False, ["ferryman"]),
    ],
)
def test_ships_without_ftl_are_picked_where_the_option_or_the_scenario_allows_them(designs, allowed, offered):
    """A muster that offers nothing else is all about them, and one that can pay for nothing else as well."""
    battle = begin(mustering(2000, designs, switches={"non_ftl_ships": allowed}), "defenders")
    question = only(battle.slates()["a"])
    assert list(question.slots) == offered
    assert question.problems(battle.view("a"), question.default(battle.view("a"))) == []
    poor = FULL_THRUST.scenarios()["orbital-landing"].designs["ferryman"].cpv
    assert list(only(begin(mustering(poor, designs), "poor").slates()["a"]).slots) == designs


@pytest.mark.rule("FT-1.1.3")
def test_a_fleet_of_exactly_the_points_is_legal_and_one_point_more_is_not():
    price = FULL_THRUST.scenarios()["duel"].designs["amaranth"].cpv
    view, question = pick(2 * price, ["amaranth", "larkspur"])
    assert question.problems(view, {"amaranth": 2}) == []
    view, question = pick(2 * price - 1, ["amaranth", "larkspur"])
    (problem,) = question.problems(view, {"amaranth": 2})
    assert problem.rule == "FT-1.1.3"
    assert plain(problem.text) == f"These ships cost {2 * price} CPV; there are {2 * price - 1}."
    assert question.problems(view, problem.nearest) == []


@pytest.mark.rule("FT-1.1.3")
@pytest.mark.parametrize("picks", [{}, {"amaranth": 0}, {"amaranth": 13}, {"amaranth": -1}, {"oath": 1}, {"amaranth": 1.5e99}, 7])
def test_no_ships_too_many_alike_and_ships_not_on_offer_are_refused(picks):
    view, question = pick(100_000, ["amaranth", "larkspur"])
    assert question.problems(view, picks)


@pytest.mark.rule("FT-1.1.3")
def test_a_fleet_has_no_more_ships_than_can_be_played():
    view, question = pick(100_000, ["celandine", "larkspur", "meridian", "windrose"])
    assert question.problems(view, {"celandine": 12, "larkspur": 12, "meridian": 12, "windrose": 4}) == []
    (problem,) = question.problems(view, {"celandine": 12, "larkspur": 12, "meridian": 12, "windrose": 5})
    assert plain(problem.text) == "A fleet has from 1 to 40 ships, not 41."


@pytest.mark.rule("FT-1.1.3")
def test_the_ships_that_were_picked_are_built_and_told():
    battle = begin(mustering(1000, ["larkspur", "amaranth"]), "built")
    put(battle, "a", {"amaranth": 1, "larkspur": 2})
    (event,) = events(battle, "fleet_picked")
    assert (event.data, event.rule) == ({"side": "a", "picks": {"larkspur": 2, "amaranth": 1}}, "FT-1.1.3")
    ships = [ship for ship in battle.state.ships.values() if ship.side == "a"]
    assert [(ship.id, ship.name, ship.design.key) for ship in ships] == [
        ("a1", "Larkspur 1", "larkspur"),
        ("a2", "Larkspur 2", "larkspur"),
        ("a3", "Amaranth", "amaranth"),
    ]
    assert all((ship.armour, ship.hull_damage, ship.velocity) == (ship.design.armour, 0, 3) for ship in ships)


def test_ships_of_two_designs_with_one_name_are_told_apart():
    own = {**write_design(FULL_THRUST.scenarios()["duel"].designs["amaranth"]), "key": "mine"}
    side = side_file("a", muster={"points": 1000, "designs": ["amaranth", "mine"], **ZONE})
    battle = begin(scenario(side, ENEMY, designs={"mine": own}), "names")
    put(battle, "a", {"amaranth": 1, "mine": 1})
    assert [ship.name for ship in battle.state.ships.values() if ship.side == "a"] == ["Amaranth 1", "Amaranth 2"]


@pytest.mark.rule("FT-1.1.3")
@pytest.mark.parametrize("number", range(6))
def test_what_both_sides_field_adds_up(number):
    packaged = FULL_THRUST.scenarios()["muster"]
    battle = begin("muster", f"field {number}")
    for seat in ("a", "b"):
        put(battle, seat, only(battle.slates()[seat]).sample(battle.view(seat), random.Random(number)))
    for side in packaged.sides:
        fielded = [ship.design for ship in battle.state.ships.values() if ship.side == side.id]
        assert sum(FULL_THRUST.account("ship", write_design(design)).totals["CPV"] for design in fielded) <= side.muster.points
        assert {design.navy for design in fielded} == {"lance" if side.id == "a" else "anvil"}


@pytest.mark.rule("FT-2.7.3")
def test_seats_of_a_side_share_what_it_picked():
    battle = begin(mustering(1000, ["larkspur"], seats=["a1", "a2"]), "shared")
    assert sorted(battle.slates()) == ["a1"]
    put(battle, "a1", {"larkspur": 3})
    put(battle, "a1", only(battle.slates()["a1"]).default(battle.view("a1")))
    assert {seat: list(only(slate).units) for seat, slate in battle.slates().items()} == {
        "a1": ["a1", "a3"],
        "a2": ["a2"],
        "b": ["b1"],
    }


@pytest.mark.rule("FT-2.1.1")
def test_ships_are_deployed_within_their_zone_and_head_where_they_face():
    battle = begin(mustering(1000, ["larkspur"]), "deploy")
    put(battle, "a", {"larkspur": 2})
    question = only(battle.slates()["a"])
    outside = {"a1": {"at": [2, 20], "heading": 4}, "a2": {"at": [20.2, 20], "heading": 4}}
    (problem,) = question.problems(battle.view("a"), outside)
    assert (problem.rule, problem.at, problem.nearest) == ("FT-2.1.1", "a2", {"at": [20, 20], "heading": 4})
    put(battle, "a", {"a1": {"at": [2, 20], "heading": 4}, "a2": {"at": [11.25, 3], "heading": 12}})
    ships = [battle.state.ships[ship] for ship in ("a1", "a2")]
    assert [(list(ship.position), ship.facing, ship.course, ship.velocity) for ship in ships] == [
        ([2, 20], 4, CLOCK[4], 3),
        ([11.2, 3], 12, CLOCK[12], 3),
    ]
    assert [event.data["ship"] for event in events(battle, "deployed")] == ["a1", "a2"]


@pytest.mark.parametrize("number", range(10))
def test_the_captain_deploys_within_the_zone_facing_the_middle(number):
    battle = begin("muster", f"captain {number}")
    for _moment in range(2):
        for seat, slate in battle.slates().items():
            battle.commit(seat, as_captain(battle.view(seat), slate.questions, random.Random(number)))
    for ship in battle.state.ships.values():
        assert ship.facing == (3 if ship.side == "a" else 9)


@pytest.mark.rule("FT-2.1.1")
@pytest.mark.parametrize(
    ("facing", "front"), [(12, (1, 20)), (1, (1, 20)), (3, (0, 20)), (4, (0, 20)), (6, (1, 2)), (7, (1, 2)), (9, (0, 2))]
)
def test_ships_face_as_the_muster_says_and_the_captain_lines_them_up_at_the_front_of_the_zone(facing, front):
    muster = {"points": 1000, "designs": ["larkspur"], **ZONE, "facing": facing}
    battle = begin(scenario(side_file("a", muster=muster), ENEMY), "facing")
    put(battle, "a", {"larkspur": 3})
    view, question = battle.view("a"), only(battle.slates()["a"])
    assert [pose.heading for pose in question.default(view).values()] == [facing] * 3
    poses = as_captain(view, {"q": question}, random.Random(1))["q"]
    assert question.problems(view, poses) == []
    axis, edge = front
    assert [(pose["heading"], pose["at"][axis], pose["at"][1 - axis]) for pose in poses.values()] == [
        (facing, edge, 6.5), (facing, edge, 11), (facing, edge, 15.5),
    ]  # fmt: skip


@pytest.mark.rule("FT-2.1.1")
@pytest.mark.parametrize("facing", [3, 6, 9, 12])
def test_ships_are_deployed_in_a_zone_whose_edges_no_grid_meets(facing):
    muster = {"points": 1000, "designs": ["larkspur"], "zone": [0.25, 2.07, 4.27, 3.38], "velocity": 3, "facing": facing}
    battle = begin(scenario(side_file("a", muster=muster), ENEMY), "zone")
    put(battle, "a", {"larkspur": 3})
    view, question = battle.view("a"), only(battle.slates()["a"])
    for player in (as_captain, by_default, at_random):
        assert question.problems(view, player(view, {"q": question}, random.Random(1))["q"]) == []
    put(battle, "a", as_captain(view, {"q": question}, random.Random(1))["q"])
    places = [ship.position for ship in battle.state.ships.values() if ship.side == "a"]
    assert all(0.25 <= x <= 4.27 and 2.07 <= y <= 3.38 for x, y in places)


# Options (FT-1.1.1)


def with_switches(key: str, **switches: bool) -> Scenario:
    """A scenario of the game with these options and no others."""
    read = FULL_THRUST.read("scenario", {**FULL_THRUST.write(FULL_THRUST.scenarios()[key]), "switches": switches})
    assert isinstance(read, Scenario)
    return read


CORE_EVENTS = (
    "core_check", "bridge_hit", "power_core_hit", "life_support_hit", "control_returns", "life_support_failed", "core_dumped",
    "abandoned", "explosion_roll",
)  # fmt: skip


@pytest.mark.rule("FT-1.1.1", "FT-7.2.1")
def test_without_core_systems_nothing_ever_comes_of_them():
    told: dict[bool, int] = {True: 0, False: 0}
    for on in told:
        for number in range(8):
            battle = play(begin(with_switches("patrol", core_systems=on), f"core {number}"), random.Random(number))
            told[on] += len(events(battle, *CORE_EVENTS))
            assert on or all(ship.core == type(ship.core)() for ship in battle.state.ships.values())
            assert on or "derelict" not in [ship.status for ship in battle.state.ships.values()]
    assert told[False] == 0
    assert told[True] > 20


@pytest.mark.rule("FT-1.1.1", "FT-2.7.48")
def test_without_the_duel_option_damage_is_never_held_back():
    """Where damage is held back both fire before any of it is told of."""
    held: dict[bool, int] = {True: 0, False: 0}
    for on in held:
        for number in range(12):
            battle = play(begin(with_switches("duel", duel_damage=on), f"duel {number}"), random.Random(number))
            kinds = [event.kind for event in events(battle)]
            fires = "".join("d" if kind == "damage" else "f" if kind == "fire" else "-" for kind in kinds)
            held[on] += fires.count("dd")
    assert held[False] == 0
    assert held[True] > 0


@pytest.mark.rule("FT-1.1.1", "FT-3.2.11")
def test_free_pushes_are_written_only_where_they_are_agreed():
    for on in (True, False):
        battle = begin(with_switches("duel", free_pushes=on), "pushes")
        found = only(battle.slates()["a"]).problems(battle.view("a"), {"a1": "T1/2"})
        assert [problem.rule for problem in found] == ([] if on else ["FT-3.2.11"])


def test_options_cannot_be_changed_by_a_seat():
    battle = begin("duel", "changed")
    with pytest.raises(Refused):
        battle.change(("switches", "core_systems"), False)


# What is shown


@pytest.mark.rule("FT-1.1.3")
def test_picking_shows_the_bill_and_how_many_can_still_be_had():
    price = FULL_THRUST.scenarios()["duel"].designs["amaranth"].cpv
    view, question = pick(2 * price + 5, ["amaranth", "larkspur"])
    whole = dress_json("a1", question, question.dress(view, {"amaranth": 1}), rendered)
    assert faults(whole, "dress") == []
    assert whole["count"] == {"t": "CPV", "n": price, "of": 2 * price + 5}
    assert whole["rows"][0]["amount"] == [0, 2, 1]
    assert [cell.get("off") for cell in whole["cells"][0][:4]] == [None, None, None, "limit"]
    (bill,) = whole["blocks"]
    assert (bill["rows"][0]["t"], bill["rows"][0]["v"], bill["total"]) == (
        "1 × Amaranth (Heavy Cruiser)",
        f"{price} CPV",
        f"{price} CPV",
    )
    assert [button["k"] for button in whole["buttons"]] == ["give", "suggest"]
    assert "blocks" not in dress_json("a1", question, question.dress(view, {}), rendered)


def test_deploying_shows_the_zone_and_the_ships_placed():
    battle = begin(mustering(600, ["amaranth"]), "zone")
    put(battle, "a", {"amaranth": 2})
    question = only(battle.slates()["a"])
    draft = {"a1": {"at": [4, 6], "heading": 3}}
    whole = dress_json("a1", question, question.dress(battle.view("a"), draft), rendered)
    assert faults(whole, "dress") == []
    zone, ship = whole["patch"]["set"]
    assert (zone["style"], zone["shape"]) == ("zone", {"poly": [[2, 2], [20, 2], [20, 20], [2, 20]]})
    assert (ship["id"], ship["sil"], ship["at"], ship["rot"]) == ("draft:a1", "lance-cruiser", [4, 6], 90)
    assert [row["state"] for row in whole["rows"]] == ["4, 6, heading 3", "not placed"]


# Carriers


@pytest.mark.rule("FT-9.11.4")
def test_a_carrier_that_is_picked_brings_standard_fighters_and_costs_so_much_more():
    """48 CPV for each group of six."""
    muster = {"points": 900, "navy": "petrel", "zone": [2, 4, 14, 44], "velocity": 6, "facing": 3}
    made = scenario(side_file("a", muster=muster), side_file("b", ship_file("scarp", (60, 24))))
    battle = begin(made, "carriers")
    carrier = made.designs["shearwater"]
    question = only(battle.slates()["a"])
    assert question.prices["shearwater"] == carrier.cpv + 5 * 48
    assert question.prices["kittiwake"] == made.designs["kittiwake"].cpv
    put(battle, "a", {"shearwater": 1})
    groups = [(group.type, group.strength, group.aboard, group.bay) for group in battle.state.groups.values()]
    assert groups == [("standard", 6, "a1", bay.id) for bay in carrier.bays]
