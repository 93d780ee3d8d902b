"""Mines, sweepers and ortillery: the worked cases of chapters 11.1 and 11.2."""

from __future__ import annotations

import pytest
from case_files import cases
from contact_cases import battle, observer
from fakes import make_system
from mine_cases import field, layer, met, mine, moved, worked_out
from terrain_cases import among, ours, theirs

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.contacts.advice import declare_lines
from quarterdeck.systems.full_thrust.lots import one_of
from quarterdeck.systems.full_thrust.manoeuvres import manoeuvre
from quarterdeck.systems.full_thrust.mines import layers, path_of
from quarterdeck.systems.full_thrust.movement import motion_of
from quarterdeck.systems.full_thrust.order_lines import read_orders
from quarterdeck.systems.full_thrust.state import Dock, Marker
from quarterdeck.systems.full_thrust.terrain.docks import cast_off
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee


@pytest.mark.parametrize(("rule", "case"), cases("FT-11.1", "FT-11.2"))
def test_worked_case(rule, case):
    found = worked_out(rule, case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]


@pytest.mark.rule("FT-8.1.3", "FT-11.1.4", "FT-12.7.5")
@pytest.mark.parametrize("busy", [{"jump_on": 1}, {"carried_by": "far-a"}, {"dock": Dock("far-a", Vector(0.0, 0.0))}])
def test_no_mines_on_the_way_to_a_jump_in_tow_or_at_a_dock(busy):
    ship = layer("l", 3)
    state = battle(ship)
    state.orders = {"l": "MINE"}
    assert layers(state) == [ship]
    for name, value in busy.items():
        setattr(ship, name, value)
    assert layers(state) == []


@pytest.mark.rule("FT-11.1.1", "FT-11.1.6", "FT-11.1.8")
def test_no_die_decides_between_ships_to_which_nothing_would_happen():
    """One that an earlier mine has destroyed, and one for which the mine is not armed yet, do not take part in a tie."""
    here, beside = [[0, 0], [0, 0]], [[0, 2], [0, 2]]
    state = field(moved(here, "a1"), moved(here, "a2"), mine((0, 1), placed=2))
    assert met(state, []) == []
    state = field(moved(here, "a1"), moved(here, "a2", systems=["minesweeper"], doing=["SWEEP"]), mine((0, 1), placed=2))
    assert [event.data["ship"] for event in met(state, [3]) if event.kind == "swept"] == ["a2"]
    state = field(moved(here, "a1"), moved(beside, "a2", rows=(1, 0, 0, 0)), mine((0, 1)), mine((0, 2), "m2"))
    told = met(state, [5, 5, 3, 3])
    assert [(event.data["marker"], event.data["target"]) for event in told if event.kind == "mine_attacks"] == [
        ("m2", "a2"),
        ("m1", "a1"),
    ]


@pytest.mark.rule("FT-11.1.1", "FT-6.1.5", "FT-10.1.2")
@pytest.mark.parametrize("number", range(1, 10))
def test_lots_fall_on_all_alike(number):
    """Of seven ships tied at a mine the last has the chance of the first."""
    sides: list[int] = []
    found = [
        one_of(range(number), lambda of, face=face: sides.append(of) or face)
        for face in range(1, number * (max(6, number) // number) + 1)
    ]
    assert [found.count(each) for each in range(number)] == [max(6, number) // number] * number
    assert set(sides) == {max(6, number)}


@pytest.mark.rule("FT-11.1.1", "FT-12.7.4")
def test_a_docked_ship_has_no_way_behind_it():
    base = observer("s", station=True, thrust=0)
    ship = observer("d", track=[Vector(-30.0, 0.0)], dock=Dock("s", Vector(1.0, 0.0)))
    state = battle(base, ship)
    cast_off(state, referee()[0])
    assert path_of(ship) == (ship.position, ship.position)


@pytest.mark.rule("FT-11.1.7")
@pytest.mark.parametrize("word", ["LAUNCH", "MINE"])
def test_who_sweeps_launches_nothing_and_lays_no_mines(word: str) -> None:
    move = manoeuvre(motion_of(ours()), 4, read_orders(f"SWEEP, {word}")[0])
    assert ([action.word for action in move.done], [action.word for action in move.ignored]) == (["SWEEP"], [word])
    assert move.why_ignored is not None
    assert move.why_ignored.rule == "FT-11.1.7"


@pytest.mark.rule("FT-11.1.7")
@pytest.mark.parametrize(("line", "written"), [("MD1", "SWEEP, MD1"), ("LAUNCH", "MINE, LAUNCH")])
def test_a_captain_sweeps_or_lays_mines_or_launches(line: str, written: str) -> None:
    systems = [make_system(kind, kind=kind, arcs=(), cls=1) for kind in ("minesweeper", "minelayer")]
    ship = ours(systems=systems, mines={"minelayer": 1})
    state = among(ship, theirs())
    state.markers = {"m": Marker("m", "mine", "b", "b", Vector(3.0, 0.0), 1, "b1", "layer", 1)}
    assert declare_lines(seen_by(state, "a"), {"a1": line}) == {"a1": written}
