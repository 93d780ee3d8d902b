"""Mines, sweepers and ortillery: the worked cases of chapters 11.1 and 11.2."""

from __future__ import annotations

import pytest
from case_files import cases
from contact_cases import battle, observer
from mine_cases import layer, worked_out

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.mines import layers, path_of
from quarterdeck.systems.full_thrust.state import Dock
from quarterdeck.systems.full_thrust.terrain.docks import cast_off
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
    for field, value in busy.items():
        setattr(ship, field, value)
    assert layers(state) == []


@pytest.mark.rule("FT-11.1.1", "FT-12.7.4")
def test_a_docked_ship_has_no_way_behind_it():
    base = observer("s", station=True, thrust=0)
    ship = observer("d", track=[Vector(-30.0, 0.0)], dock=Dock("s", Vector(1.0, 0.0)))
    state = battle(base, ship)
    cast_off(state, referee()[0])
    assert path_of(ship) == (ship.position, ship.position)
