"""What is shown of fighters' moves and attack runs: reaches, lengths, dice, means."""

from __future__ import annotations

import pytest
from fakes import make_ship, make_system
from small_craft import away, battle, make_group

from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.scene import Area, Circle, Sector
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust.fighters import runs
from quarterdeck.systems.full_thrust.fighters.chances import mean_strike
from quarterdeck.systems.full_thrust.fighters.formations import PRIMARY, SECONDARY
from quarterdeck.systems.full_thrust.fighters.moves import where_to
from quarterdeck.systems.full_thrust.fighters.small_craft import items
from quarterdeck.systems.full_thrust.fighters.strikes import roll_strike
from quarterdeck.systems.full_thrust.ordnance.placing import place_question
from quarterdeck.systems.full_thrust.sequence import steps_of
from quarterdeck.systems.full_thrust.view import seen_by


@pytest.mark.rule("FT-5.1.1", "FT-5.1.2")
@pytest.mark.parametrize(("rule", "far"), [(PRIMARY, 24.0), (SECONDARY, 12.0)])
def test_a_move_is_shown_with_its_reach_and_its_length(rule, far):
    state = battle(make_group())
    dress = where_to(seen_by(state, "a"), [state.groups["g1"]], rule).outline(seen_by(state, "a"), {"g1": {"at": [3.0, 4.0]}})
    shown = {item.id: item for item in dress.patch.set}
    assert [item.shape for item in shown.values() if isinstance(item, Area)] == [Circle(Vector(0.0, 0.0), far)]
    assert plain(shown["draft:g1.way"].text) == "5 MU"
    assert plain(dress.rows[0].fact) == f"5 of {far:.0f} MU"
    assert dress.patch.drop == ("g1.r",)


@pytest.mark.rule("FT-5.5.5", "FT-5.7.7", "FT-5.5.6")
def test_an_attack_run_is_shown_with_its_dice_and_its_mean_damage():
    target = make_ship(id="b1", side="b", seat="b", position=away(2))
    beams, torpedoes = make_group(), make_group(id="g2", name="Two", type="torpedo", strength=4, ace=1)
    state = battle(beams, torpedoes, target)
    view = seen_by(state, "a")
    dress = runs.run_question(view, "a").outline(view, {"g1": "b1", "g2": "b1"})
    assert [(plain(cell.text), plain(cell.sub)) for (cell,) in dress.cells] == [("6 dice", "4.8"), ("5 dice", "12.5")]
    assert [plain(each) for each in dress.columns[0].sums] == ["17.3"]


@pytest.mark.rule("FT-5.5.5", "FT-5.7.7", "FT-5.7.10")
@pytest.mark.parametrize("kind", ["kravak_standard", "torpedo"])
def test_the_mean_of_an_attack_run_is_that_of_all_throws(kind):
    group = make_group(type=kind, strength=2)
    throws = [[one, other] for one in range(1, 7) for other in range(1, 7)]
    points = [sum(roll_strike(ScriptedDice(throw), group, 2, 0, "").shares()) for throw in throws]
    assert mean_strike(group, 0) == pytest.approx(sum(points) / 36)


@pytest.mark.rule("FT-2.7.1", "FT-2.7.17")
@pytest.mark.parametrize(("name", "shown"), [("orders", True), ("secondary", True), ("runs", False), ("fire", False)])
def test_where_a_group_could_move_is_shown_while_it_may_still_move(name, shown):
    state = battle(make_group())
    state.step = next(place for place, step in enumerate(steps_of(state)) if step.name == name)
    assert ("g1.r" in [item.id for item in items(seen_by(state, "a"))]) is shown


@pytest.mark.rule("FT-5.1.1")
def test_a_move_beyond_the_reach_says_so_in_its_row():
    state = battle(make_group())
    dress = where_to(seen_by(state, "a"), [state.groups["g1"]], PRIMARY).outline(seen_by(state, "a"), {"g1": {"at": [0.0, 30.0]}})
    assert plain(dress.rows[0].fact) == "30 of 24 MU, too far"


@pytest.mark.rule("FT-6.1.2", "FT-4.1.6", "FT-6.1.5")
def test_a_launch_is_shown_with_the_arcs_of_its_launcher_and_what_the_salvo_looks_for():
    rack = make_system("smr", kind="smr", arcs=("F", "FS"))
    ship = make_ship(id="a1", systems=[rack], position=Vector(10.0, 10.0), facing=3)
    state = battle(ship)
    question = place_question(seen_by(state, "a"), [ship])
    assert question is not None
    (unit,) = question.units
    dress = question.outline(seen_by(state, "a"), {unit: {"at": [20.0, 10.0]}})
    shapes = [item.shape for item in dress.patch.set if isinstance(item, Area)]
    assert shapes == [Sector(Vector(10.0, 10.0), 0.0, 24.0, 60, 180), Circle(Vector(20.0, 10.0), 3.0)]
