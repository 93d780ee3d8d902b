"""What the page says of fire at fighters: exact chances, against counting by hand and against dice."""

from __future__ import annotations

import pytest
from fakes import make_ship
from small_craft import away, battle, make_group, make_marker

from quarterdeck.engine.dice import SeededDice
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust.beam_rolls import roll_beam_dice
from quarterdeck.systems.full_thrust.fighters.chances import losses
from quarterdeck.systems.full_thrust.fighters.dogfights import allot_question, shoot, why_not_allotted
from quarterdeck.systems.full_thrust.fighters.groups import kind_of
from quarterdeck.systems.full_thrust.point_defence import target_modifier
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee


@pytest.mark.rule("FT-5.5.4")
def test_one_fighter_at_one_fighter():
    """A hit on 4 to 6: one half; Heavy ones are hit on 5 and 6, a six is rolled again: a third."""
    one = make_group(strength=1)
    assert losses(one, make_group(id="g2", strength=1), 1).at_least(1) == pytest.approx(1 / 2)
    assert losses(one, make_group(id="g2", strength=1, type="heavy"), 1).at_least(1) == pytest.approx(1 / 3)


@pytest.mark.rule("FT-5.5.4", "FT-5.4.7")
@pytest.mark.parametrize(("ours", "theirs"), [("standard", "standard"), ("interceptor", "heavy"), ("attack", "fast")])
def test_the_chances_are_those_of_the_dice(ours, theirs):
    group, target, dice = make_group(type=ours, strength=4), make_group(id="g2", type=theirs, strength=5), SeededDice("odds")
    profile, modifier = kind_of(group).vs_small._replace(dice=4), target_modifier(target, "PD")
    runs = [roll_beam_dice(dice, profile, 0, "FT-5.5.4", "a", None, modifier) for _run in range(4000)]
    removed = [min(5, sum(run.shares())) for run in runs]
    found = losses(group, target, 4)
    assert found.chances.sum() == pytest.approx(1.0)
    assert found.mean() == pytest.approx(sum(removed) / 4000, abs=0.08)
    assert found.at_least(2) == pytest.approx(sum(each >= 2 for each in removed) / 4000, abs=0.04)


@pytest.mark.rule("FT-5.5.3", "FT-5.2.10")
def test_the_chances_stand_beside_each_target_and_escorts_are_accepted_by_a_figure():
    """One die hits in a half of all cases."""
    group, prey = make_group(strength=1), make_group(id="g2", side="b", seat="b", strength=1, position=away(2))
    escort = make_group(id="e1", side="b", seat="b", strength=2, escorting="g2", position=away(2))
    state = battle(group, prey, escort, make_marker(side="b", position=away(1), hits=5))
    question = allot_question(seen_by(state, "a"), [group])
    rows = {row.key: row for row in question.dress(seen_by(state, "a"), {"g1>m1": 1}).rows}
    assert plain(rows["g1>g2"].sub) == "all 1: 0.5 of 1 shot away, 50% for all"
    assert (plain(rows["g1>m1"].out), rows["g1>g2"].out) == ("0.5 of 1", None)
    assert [problem.rule for problem in question.problems(state, {"g1>g2": 1})] == ["FT-5.2.8"]
    assert question.problems(state, {"g1>g2": 1, "g1>accept": 1}) == []


@pytest.mark.rule("FT-5.7.14", "FT-5.5.3")
def test_the_dice_of_an_ace_are_counted_at_the_first_target_alone():
    group = make_group(strength=2, ace=1)
    state = battle(group, *[make_group(id=f"b{n}", side="b", seat="b", position=away(n)) for n in (1, 2)])
    question = allot_question(seen_by(state, "a"), [group])
    rows = {row.key: row for row in question.dress(seen_by(state, "a"), {"g1>b2": 1, "g1>b1": 1}).rows}
    one, two = [losses(make_group(), state.groups["b1"], n).mean() for n in (1, 2)]
    assert (plain(rows["g1>b2"].out), plain(rows["g1>b1"].out)) == (f"{two:.1f} of 6", f"{one:.1f} of 6")


@pytest.mark.rule("FT-5.7.14", "FT-5.5.4")
def test_an_ace_fires_once_though_his_group_has_two_targets():
    group = make_group(strength=2, ace=1)
    state = battle(group, *[make_group(id=f"b{n}", side="b", seat="b", position=away(n)) for n in (1, 2)])
    judge, told = referee([1, 1, 1])
    shoot(state, judge, group, {"b2": 1, "b1": 1})
    assert [(event.data["target"], event.data["count"]) for event in told] == [("b2", 2), ("b1", 1)]


@pytest.mark.rule("FT-5.2.8")
@pytest.mark.parametrize(("run", "free"), [("", False), ("s9", True)])
def test_an_escort_on_a_run_of_its_own_protects_nobody(run, free):
    prey, escort = [make_group(id=key, side="b", seat="b", position=away(1)) for key in ("g2", "e1")]
    escort.escorting, escort.run = "g2", run
    state = battle(make_group(), prey, escort, make_ship(id="s9", side="a", seat="a", position=away(2)))
    assert (why_not_allotted(state, state.groups["g1"], {"g2": 6}, accept=False) is None) == free
