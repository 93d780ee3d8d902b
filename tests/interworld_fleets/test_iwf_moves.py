"""Basics, movement, ramming, squadrons and terrain: the worked cases, paths, displacement, plans of squadrons."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from iwf_cases import cases, check
from iwf_fakes import drive, make_ship, make_state

from quarterdeck.engine.hexes import Hex, Rectangle
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_fleets.displacement import displace
from quarterdeck.systems.interworld_fleets.launch import may_strike
from quarterdeck.systems.interworld_fleets.movement import Helm, Pose, courses, move, reachable, walk
from quarterdeck.systems.interworld_fleets.moves import how_to_move, move_unit
from quarterdeck.systems.interworld_fleets.plans import options
from quarterdeck.systems.interworld_fleets.ramming import hexes_beyond, ram
from quarterdeck.systems.interworld_fleets.squadrons import keeps_formation, stragglers
from quarterdeck.systems.interworld_fleets.state import Activation, Deeds
from scripted import referee

rule = pytest.mark.rule


@pytest.mark.parametrize(("rule_id", "case"), cases("IWF-1", "IWF-3", "IWF-7", "IWF-9"))
def test_worked_case(rule_id, case):
    check(case)


# Paths


def found(ship, path, *others, **given):
    """What the question for the movement of one ship says of a line: the rule of each problem, and the nearest line."""
    state = make_state(ship, *others, active=Activation(ship.unit, ship.seat, {ship.id: given.pop("deeds", Deeds())}), **given)
    return [(problem.rule, problem.nearest) for problem in how_to_move(state, ship.seat, [ship]).problems(state, {ship.id: path})]


@rule("IWF-3.1", "IWF-3.2", "IWF-3.4", "IWF-1.18")
@pytest.mark.parametrize(
    ("line", "problems"),
    [
        ("-", []),
        ("f f r f f", []),
        ("FXF", [("IWF-3.1", "F")]),
        ("FFFFF", [("IWF-1.18", "FFFF")]),
        ("FR", [("IWF-3.2", "F")]),
        ("RFF", [("IWF-3.4", "R")]),
        ("FFRFFL", []),
        ("LL", [("IWF-3.4", "L")]),
    ],
)
def test_a_line_that_cannot_be_flown_says_how_far_it_goes(line, problems):
    assert found(make_ship(speed=4), line) == problems


@rule("IWF-3.2", "IWF-3.4", "IWF-8.11", "IWF-9.12", "IWF-9.14")
@pytest.mark.parametrize(
    ("line", "given", "rule_id", "sentence"),
    [
        ("FR", {}, "IWF-3.2", "ship cannot turn there: it has to move 2 hexes before each turn."),
        ("RF", {}, "IWF-3.4", "ship turns on the spot by one face, or it moves: not both."),
        ("FFR", {"deeds": Deeds(no_turns=True)}, "IWF-8.11", "ship cannot turn in this activation."),
        ("F", {"terrain": [{"kind": "gravity_well", "hexes": [[0, -1]]}]}, "IWF-9.12", "No ship can enter that hex."),
        ("F", {"terrain": [{"kind": "large_asteroid", "hexes": [[0, -1]]}]}, "IWF-9.14", "No ship can enter that hex."),
    ],
)
def test_a_refusal_names_the_rule_that_forbids_the_step(line, given, rule_id, sentence):
    ship = make_ship()
    state = make_state(
        ship, active=Activation("ship", ship.seat, {"ship": given.get("deeds", Deeds())}), terrain=given.get("terrain", ())
    )
    [problem] = how_to_move(state, ship.seat, [ship]).problems(state, {"ship": line})
    assert (problem.rule, plain(problem.text)) == (rule_id, sentence)


@rule("IWF-3.3")
@pytest.mark.parametrize(
    ("line", "legal"),
    [("FFRRFF", True), ("RR", True), ("FFRRR", False), ("FFRRFFLL", False), ("FFRFFLL", True), ("FFRFRR", False)],
)
def test_one_turn_may_be_of_two_faces_where_an_ability_says_so(line, legal):
    assert (found(make_ship(speed=6), line, deeds=Deeds(faces=2)) == []) == legal


@rule("IWF-3.10")
def test_a_path_ends_where_it_leaves_the_map():
    assert found(make_ship(at=(0, 1)), "FF", shape=Rectangle(5, 5)) == []
    assert found(make_ship(at=(0, 1)), "FFF", shape=Rectangle(5, 5)) == [("IWF-3.10", "FF")]


@rule("IWF-3.10")
def test_a_ship_that_leaves_is_gone_with_its_tokens_and_says_where():
    ship = make_ship(at=(0, 1), easy_target=True, fighters=2, hangars=1)
    state = make_state(ship, shape=Rectangle(5, 5), active=Activation("ship", ship.seat, {"ship": Deeds()}))
    drive(move(state, referee()[0], ship, "FF"), state)
    assert (ship.status, ship.left_to, ship.easy_target, ship.fighters) == ("left", Hex(0, -1), False, 0)


@rule("IWF-3.1")
@settings(max_examples=40)
@given(st.integers(0, 7), st.booleans(), st.sampled_from([1, 2]), st.integers(0, 5))
def test_courses_are_all_that_can_be_flown_and_no_others(speed, no_turns, faces, facing):
    helm, state = Helm(speed, no_turns, faces), make_state()
    paths = {course.path: course for course in courses(helm, facing)}
    for course in paths.values():
        walked = walk(state, Pose(Hex(0, 0), facing), helm, course.path)
        assert (walked.reason, walked.end, walked.moved) == ("", course.end, len(course.hexes))
        for letter in "FRL":
            longer = course.path + letter
            there_and_back = longer[-2:] in ("RL", "LR")
            legal = walk(state, Pose(Hex(0, 0), facing), helm, longer).reason == ""
            assert (longer in paths) == (legal and not there_and_back)


@rule("IWF-3.1", "IWF-3.9", "IWF-9.14")
def test_reachable_keeps_to_the_map_off_friends_and_out_of_closed_hexes():
    ship, friend, foe = make_ship(at=(2, 3)), make_ship(name="friend", at=(2, 1)), make_ship(name="foe", side="B", at=(2, 2))
    rock = [{"kind": "large_asteroid", "hexes": [[2, 0]]}]
    state = make_state(ship, friend, foe, terrain=rock, shape=Rectangle(5, 6))
    paths = [course.path for course in reachable(state, ship)]
    assert "F" in paths
    assert "FF" not in paths
    assert "FFF" not in paths
    assert all(found(ship, path or "-", friend, foe, terrain=rock, shape=Rectangle(5, 6)) == [] for path in paths)


@rule("IWF-9.13")
@pytest.mark.parametrize(("path", "status"), [("F", "destroyed"), ("FF", "fighting")])
def test_a_ship_that_has_the_token_is_lost_when_it_would_be_given_it_again_beside_a_well(path, status):
    """It comes into the zone with its token, unharmed as long as it goes on far enough."""
    ship = make_ship(easy_target=True)
    state = make_state(ship, terrain=[{"kind": "gravity_well", "hexes": [[1, -2]]}])
    state.active = Activation("ship", ship.seat, {"ship": Deeds()})
    drive(move(state, referee()[0], ship, path), state)
    assert ship.status == status


# Displacement


@rule("IWF-3.19", "IWF-10.1")
def test_the_active_player_chooses_between_hexes_that_are_equally_near():
    active, other = make_ship(name="active"), make_ship(name="other", side="B", hull_max=2)
    behind = make_ship(name="behind", side="B", at=(0, 1))
    state, asked = make_state(active, other, behind), []

    def answering(question):
        asked.append((question.seat, question.keys()))
        return question.keys()[1:]

    drive(displace(state, referee()[0], active, 0), state, answering)
    assert asked == [("seat-A", ["-1,1", "1,0"])]
    assert other.at == Hex(1, 0)


@rule("IWF-7.3")
def test_the_end_hexes_of_mates_count_as_taken():
    active, other = make_ship(name="active"), make_ship(name="other", side="B", hull_max=2)
    state = make_state(active, other)
    drive(displace(state, referee()[0], active, 0, [Hex(0, 1)]), state)
    assert other.at == Hex(-1, 1)


@rule("IWF-9.11", "IWF-3.17")
def test_a_ship_that_is_displaced_into_mines_is_attacked():
    active, other = make_ship(name="active"), make_ship(name="other", side="B", hull_max=4)
    state = make_state(active, other, terrain=[{"kind": "minefield", "hexes": [[0, 1]]}])
    drive(displace(state, referee([4, 1, 6])[0], active, 0), state)
    assert (other.at, other.hull) == (Hex(0, 1), 1)


# Ramming


@rule("IWF-3.13")
def test_how_far_a_rammer_may_go_on():
    ship = make_ship(name="ship", speed=6, hull_max=8)
    others = [make_ship(name="target", side="B", at=(0, -2), hull_max=4), make_ship(name="friend", at=(0, -4))]
    state = make_state(ship, *others, active=Activation("ship", ship.seat, {"ship": Deeds()}))
    asked = []
    drive(ram(state, referee([1] * 12)[0], ship), state, lambda question: asked.append(question.keys()))
    assert asked == [["0", "1", "2", "4", "5"]]
    assert ship.at == Hex(0, -1)


@rule("IWF-3.13")
def test_a_rammer_stops_before_a_hex_that_it_may_not_enter():
    ship = make_ship(name="ship", speed=6, hull_max=8)
    target = make_ship(name="target", side="B", at=(0, -1), hull_max=4)
    state = make_state(ship, target, terrain=[{"kind": "gravity_well", "centre": [[0, -3]]}])
    state.active = Activation("ship", ship.seat, {"ship": Deeds()})
    assert hexes_beyond(state, ship, target) == [1, 2]


@rule("IWF-3.16")
def test_a_rammer_that_is_damaged_neither_shoots_nor_boards_nor_strikes():
    ship = make_ship(hull_max=2, hull=2, hangars=1, fighters=1, weapons=[{"type": "cannon", "attacks": 2}])
    target = make_ship(name="target", side="B", at=(0, -1), hull_max=1, armour=9)
    state = make_state(ship, target, active=Activation("ship", ship.seat, {"ship": Deeds()}))
    drive(ram(state, referee([1, 1, 4])[0], ship), state)
    assert (ship.hull, options(state, [ship]), may_strike(state, ship)) == (1, {}, False)
    ship.hull = 2
    state.active.ships["ship"] = Deeds()
    drive(ram(state, referee([1, 1, 1])[0], ship), state)
    assert ("ship/crew" in options(state, [ship]), may_strike(state, ship)) == (True, True)


# Squadrons


def squadron(*places, speed=4, **given):
    ships = [
        make_ship(name=name, at=at, squadron="s", hull_max=1, speed=speed) for name, at in zip("abcde", places, strict=False)
    ]
    return make_state(*ships, active=Activation("s", ships[0].seat, {ship.id: Deeds() for ship in ships}), **given), ships


def plan(state, ships, **lines):
    problems = how_to_move(state, ships[0].seat, ships).problems(state, lines)
    return [(problem.rule, problem.at) for problem in problems]


@rule("IWF-7.3")
def test_no_two_ships_end_in_one_hex_but_one_may_follow_another():
    state, ships = squadron((0, 0), (0, 1))
    assert plan(state, ships, a="FF", b="FFF") == [("IWF-7.3", "a")]
    assert plan(state, ships, a="F", b="F") == []
    assert plan(state, ships, a="-", b="F") != []


def flown(state, ships, dice=(), **lines):
    """What is told while a squadron carries out a legal plan; no two ships are left in one hex."""
    question = how_to_move(state, ships[0].seat, ships)
    answer = question.read(lines)
    assert question.problems(state, answer) == []
    judge, told = referee(dice)
    drive(move_unit(state, judge, answer), state)
    places = [ship.at for ship in state.on_map]
    assert len(set(places)) == len(places)
    return told


@rule("IWF-7.3", "IWF-3.17")
def test_a_mate_that_is_still_to_leave_a_hex_is_not_met_there():
    state, ships = squadron((0, 1), (0, 0))
    told = flown(state, ships, a="F", b="F")
    assert [event.kind for event in told if event.kind == "displaced"] == []
    assert [ship.at for ship in ships] == [Hex(0, 0), Hex(0, -1)]


@rule("IWF-7.2", "IWF-10.1")
def test_the_player_says_in_which_order_the_ships_of_a_squadron_move():
    """The ship that comes first is shifted to the better hex; the other finds it taken."""
    for order in ("ab", "ba"):
        state, ships = squadron((0, 0), (1, 0))
        told = flown(state, ships, **dict.fromkeys(order, "FF"))
        assert [event.data["ship"] for event in told if event.kind == "moved"] == list(order)


@rule("IWF-7.2")
def test_the_order_of_moving_is_that_in_which_paths_are_written_and_is_shown():
    state, ships = squadron((0, 0), (1, 0))
    question = how_to_move(state, ships[0].seat, ships)
    assert list(question.read({"b": "FF", "a": "FF"})) == ["b", "a"]
    notes = [plain(note.text) for note in question.outline(state, {"b": "FF", "a": "FF"}).notes]
    assert notes == ["They move in this order: b, a."]
    assert list(question.default(state)) == ["a", "b"]


@rule("IWF-7.3", "IWF-3.11")
def test_no_mate_ends_where_one_stands_that_rams_for_its_run_may_be_of_no_hex():
    state, ships = squadron((0, 0), (0, 1))
    assert plan(state, ships, a="ram", b="F") == [("IWF-3.9", "b")]
    assert plan(state, ships, a="F", b="F") == []


@rule("IWF-3.11", "IWF-7.3")
def test_a_ram_that_would_end_where_a_mate_will_be_ends_before_it():
    state, ships = squadron((0, 0), (1, -2), (0, -1))
    state.ships["b"].facing = 5
    told = flown(state, ships[:2], a="ram", b="FFFF")
    assert [event.kind for event in told].count("ram") == 1
    assert ships[0].at == Hex(0, -4)
    state, ships = squadron((0, 0), (1, -4))
    ships[1].facing = 4
    flown(state, ships, a="ram", b="F")
    assert [ship.at for ship in ships] == [Hex(0, -4), Hex(0, -3)]


@rule("IWF-3.13", "IWF-7.3")
def test_a_rammer_does_not_go_on_to_where_a_mate_will_be():
    ship, target = make_ship(hull_max=8), make_ship(name="target", side="B", at=(0, -1), hull_max=4)
    state = make_state(ship, target, active=Activation("ship", ship.seat, {"ship": Deeds()}))
    assert hexes_beyond(state, ship, target, [Hex(0, -3)]) == [1, 2, 4, 5, 6]


@rule("IWF-7.3", "IWF-3.17")
def test_a_ship_that_is_shifted_out_of_formation_has_kept_it_as_far_as_it_could():
    """The plan keeps formation, an enemy in the planned hex spoils it: it is no fault of the plan."""
    state, ships = squadron((0, 0), (1, 0))
    foe = make_ship(name="foe", side="B", at=(0, -4), hull_max=4)
    state.ships["foe"] = foe
    told = flown(state, ships, a="FFFF", b="FFFF")
    assert [event.data["ship"] for event in told if event.kind == "displaced"] == ["a"]
    assert [keeps_formation(state, ship) for ship in ships] == [True, True]
    assert ships[0].at == Hex(0, -3)


@rule("IWF-7.3")
def test_a_ship_left_out_ends_as_near_as_it_can_beside_no_hex_that_is_taken():
    """Two keep formation in the only way there is; the third is too far off and closes up over all its Speed."""
    state, ships = squadron((0, 0), (1, 0), (9, 0), speed=2)
    ships[2].facing = 5
    assert plan(state, ships, a="-", b="-", c="-") == [("IWF-7.3", "c")]
    assert plan(state, ships, a="-", b="-", c="F") == [("IWF-7.3", "c")]
    assert plan(state, ships, a="-", b="-", c="FF") == []


@rule("IWF-7.3")
def test_a_squadron_closes_up_by_itself_when_nobody_answers():
    state, ships = squadron((0, 0), (0, 4), (3, 0))
    question = how_to_move(state, ships[0].seat, ships)
    assert question.problems(state, dict.fromkeys("abc", "-")) != []
    default = question.default(state)
    assert question.problems(state, default) == []
    drive(move_unit(state, referee()[0], default), state)
    assert stragglers({ship.id: ship.at for ship in ships}) == []


@rule("IWF-7.3")
def test_the_nearest_line_of_a_straggler_is_legal():
    state, ships = squadron((0, 0), (1, 0))
    question = how_to_move(state, ships[0].seat, ships)
    problems = question.problems(state, {"a": "FFFF", "b": "-"})
    assert [problem.at for problem in problems] == ["a", "b"]
    assert question.problems(state, {problem.at: problem.nearest for problem in problems}) == []


@rule("IWF-7.3")
@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=2, max_size=5, unique=True), st.randoms())
def test_any_squadron_has_a_legal_plan(places, rng):
    state, ships = squadron(*places, speed=3)
    question = how_to_move(state, ships[0].seat, ships)
    for lines in (question.default(state), question.sample(state, rng)):
        assert question.problems(state, lines) == []


@rule("IWF-7.9")
def test_the_last_ship_of_a_squadron_keeps_formation_alone():
    state, ships = squadron((0, 0), (5, 0))
    assert [keeps_formation(state, ship) for ship in ships] == [False, False]
    ships[1].status = "destroyed"
    assert keeps_formation(state, ships[0])
