"""The round: the worked cases, initiative when units are lost, what ends a battle, points."""

from __future__ import annotations

from dataclasses import replace

import pytest
from iwf_cases import cases, check
from iwf_fakes import drive, make_ship, make_state, make_terrain

from quarterdeck.engine.hexes import Hex, Rectangle
from quarterdeck.systems.interworld_fleets.activation import begin, end, start
from quarterdeck.systems.interworld_fleets.damage import destroy
from quarterdeck.systems.interworld_fleets.outcome import control_points, outcome, scores
from quarterdeck.systems.interworld_fleets.round import activate_units, count_points, next_seat, note_finished, restore_shields
from quarterdeck.systems.interworld_fleets.scenario import Exit, Victory
from scripted import referee

rule = pytest.mark.rule


@pytest.mark.parametrize(("rule_id", "case"), cases("IWF-2"))
def test_worked_case(rule_id, case):
    check(case)


def fleet(**units):
    """A battle with so many ships of each side, each side with one seat of its name."""
    ships = [
        make_ship(name=f"{side}{n}", side=side, seat=side, at=(10 * ord(side) - 970, n))
        for side, number in units.items()
        for n in range(number)
    ]
    return make_state(*ships, initiative=list(units))


@rule("IWF-2.6")
def test_a_loss_finishes_a_player_before_the_activation_that_caused_it_is_over():
    state = fleet(a=1, b=1)
    begin(state, referee()[0], "a", "a0")
    state.ships["b0"].status = "destroyed"
    note_finished(state)
    end(state)
    note_finished(state)
    assert state.finished == ["b", "a"]


@rule("IWF-2.7")
def test_a_squadron_is_one_unit():
    ships = [make_ship(name=f"s{n}", seat="a", squadron="q", hull_max=1, at=(n, 0)) for n in range(3)]
    state = make_state(*ships, make_ship(name="other", side="B", seat="b", at=(9, 0)), initiative=["a", "b"])
    begin(state, referee()[0], "a", "q")
    assert list(state.active.ships) == ["s0", "s1", "s2"]
    end(state)
    assert state.activated == ["q"]
    assert next_seat(state) == "b"


@rule("IWF-2.11")
def test_the_activations_stop_when_one_side_is_left():
    state = fleet(a=3, b=1)
    state.ships["b0"].status = "destroyed"
    drive(activate_units(state, referee()[0]), state)
    assert state.activated == []
    assert state.initiative == ["b", "a"]


def scored(victory, **changes):
    """The points when ships of side a, of 11 class points each, have come to an end as `changes` say."""
    ships = [make_ship(name=name, side="a", seat="a", at=(0, n), points=11) for n, name in enumerate(changes)]
    state = make_state(*ships, make_ship(name="foe", side="b", seat="b", at=(9, 0)), shape=Rectangle(10, 10))
    state.scenario = replace(state.scenario, victory=victory)
    for name, change in changes.items():
        state.ships[name] = replace(state.ships[name], **change)
    return scores(state)


DESTROYED = {"status": "destroyed", "hull": 0}
OVER_THE_TOP = {"status": "left", "left_to": Hex(2, -2)}
OVER_THE_SIDE = {"status": "left", "left_to": Hex(-1, 4)}


@rule("IWF-2.10")
@pytest.mark.parametrize(
    ("victory", "change", "points"),
    [
        (None, DESTROYED, {"a": 0, "b": 11}),
        (None, OVER_THE_TOP, {"a": 0, "b": 0}),
        (Victory(ship=2, flagship=3), DESTROYED, {"a": 0, "b": 2}),
        (Victory(ship=2, flagship=3), DESTROYED | {"flagship": True}, {"a": 0, "b": 5}),
        (Victory(ship=2), OVER_THE_TOP, {"a": 0, "b": 0}),
        (Victory(ship=2, leaving_is_loss=True), OVER_THE_TOP, {"a": 0, "b": 2}),
        (Victory(worth={"a": "full"}), DESTROYED, {"a": 0, "b": 11}),
        (Victory(worth={"a": "half"}), DESTROYED, {"a": 0, "b": 5}),
        (Victory(ship=2, leaving_is_loss=True, exit=Exit("a", "top")), OVER_THE_TOP, {"a": 11, "b": 0}),
        (Victory(ship=2, leaving_is_loss=True, exit=Exit("a", "top")), OVER_THE_SIDE, {"a": 0, "b": 2}),
        (Victory(ship=2, leaving_is_loss=True, exit=Exit("b", "top")), OVER_THE_TOP, {"a": 0, "b": 2}),
    ],
)
def test_points_for_a_ship_that_is_gone(victory, change, points):
    assert scored(victory, one=change) == points


@rule("IWF-2.10")
def test_a_squadron_counts_once_when_its_last_ship_is_lost():
    victory, lost = Victory(ship=2, squadron=1), DESTROYED | {"squadron": "q"}
    assert scored(victory, one=lost, two={"squadron": "q"}) == {"a": 0, "b": 0}
    assert scored(victory, one=lost, two=lost) == {"a": 0, "b": 1}


@rule("IWF-2.10", "IWF-9.15")
def test_control_points_are_counted_at_the_end_of_each_round():
    state = make_state(make_ship(name="one", side="a", at=(0, 1)), make_ship(name="two", side="b", at=(0, 5)))
    state.terrain = make_terrain([{"kind": "buoy", "hexes": [[0, 0]]}, {"kind": "buoy", "hexes": [[0, 3]]}])
    state.scenario = replace(state.scenario, victory=Victory(control=2))
    state.points = {"a": 0, "b": 0}
    for _round in range(2):
        drive(count_points(state, referee()[0]), state)
    assert state.points == {"a": 4, "b": 0}
    assert outcome(state) is None


@rule("IWF-2.11")
def test_of_three_sides_only_the_one_that_destroyed_a_ship_has_its_points():
    state = fleet(a=1, b=1, c=1)
    destroy(referee()[0], state.ships["b0"], "IWF-1.17", "a0")
    assert scores(state) == {"a": 10, "b": 0, "c": 0}
    state = fleet(a=1, b=1, c=1)
    destroy(referee()[0], state.ships["b0"], "IWF-9.14")
    assert scores(state) == {"a": 10, "b": 0, "c": 10}


@rule("IWF-2.10")
def test_a_point_of_several_hexes_is_controlled_from_beside_any_of_them():
    state = make_state(make_ship(name="one", side="a", at=(0, 3)), make_ship(name="two", side="b", at=(9, 9)))
    state.terrain = make_terrain([{"kind": "buoy", "hexes": [[0, 0], [0, 1], [0, 2]]}])
    assert [side for _area, side in control_points(state)] == ["a"]


ALL_EFFECTS = ["hindered", "slowed", "no_restore", "no_commands"]


@rule("IWF-4.41", "IWF-4.42", "IWF-4.43", "IWF-4.44")
def test_each_lasting_effect_wears_off_at_its_time_on_all_ships_of_a_unit():
    ships = [
        make_ship(name=name, seat="a", squadron="q", hull_max=2, at=(n, 0), effects=[*ALL_EFFECTS]) for n, name in enumerate("xy")
    ]
    state = make_state(*ships, make_ship(name="other", side="B", seat="b", at=(9, 0)))
    judge = referee()[0]
    begin(state, judge, "a", "q")
    drive(start(state, judge), state)
    assert [ship.effects for ship in ships] == [["hindered", "slowed", "no_restore"]] * 2
    end(state)
    assert [ship.effects for ship in ships] == [["no_restore"]] * 2
    drive(restore_shields(state, judge), state)
    assert [ship.effects for ship in ships] == [[], []]


@rule("IWF-1.17", "IWF-5.1")
def test_a_ship_that_is_destroyed_loses_all_its_tokens():
    ship = make_ship(fighters=2, hangars=1, phase_tokens=2, easy_target=True, hatches=True, effects=[*ALL_EFFECTS])
    destroy(referee()[0], ship, "IWF-1.17")
    assert (ship.fighters, ship.phase_tokens, ship.easy_target, ship.hatches, ship.effects) == (0, 0, False, False, [])


@rule("IWF-2.6")
def test_a_player_without_units_is_done_when_the_round_begins():
    state = fleet(a=1, b=1, c=1)
    state.ships["b0"].status = "left"
    state.activated = ["a0"]
    note = []
    drive(activate_units(state, referee()[0]), state, lambda question: note.append(state.finished[:]))
    assert note[0] == ["a", "b"]
    assert state.initiative == ["a", "b", "c"]


@rule("IWF-8.4")
def test_an_ability_may_be_used_on_a_ship_again_in_the_next_round():
    state = fleet(a=1, b=1)
    state.ships["a0"].commands = ["shield_charge"]
    drive(restore_shields(state, referee()[0]), state)
    assert state.ships["a0"].commands == []


@rule("IWF-2.6", "IWF-2.11")
@pytest.mark.parametrize(("last", "told"), [(6, ["initiative"]), (1, [])])
def test_there_is_no_order_of_a_round_that_will_not_be(last, told):
    state = fleet(a=1, b=1)
    state.scenario = replace(state.scenario, rounds=last)
    state.activated = ["a0", "b0"]
    judge, events = referee()
    drive(activate_units(state, judge), state)
    assert [event.kind for event in events] == told


@rule("IWF-2.11")
@pytest.mark.parametrize(("tie", "winners"), [("", ()), ("b", ("b",))])
def test_a_tie(tie, winners):
    state = fleet(a=1, b=1)
    state.scenario = replace(state.scenario, victory=Victory(tie=tie))
    state.over = True
    assert outcome(state).winners == winners
