"""Corners of phase 8: what the duel option has noted, and passing where several seats play a side."""

from __future__ import annotations

import pytest
from battles import put
from fleets import activate, asked, fire_phase, fleets, gunship, may_choose

from quarterdeck.systems.full_thrust.scenario import Switches


@pytest.mark.rule("FT-2.7.48")
def test_noted_damage_is_applied_in_phase_8_though_the_other_ship_can_fire_no_more():
    state = fleets("a1", "b1", switches=Switches(duel_damage=True))
    battle = fire_phase(state, [5])
    activate(battle, "a1", {"beam-1": "b1"})
    assert [attack.target for attack in battle.state.noted] == ["b1"]
    assert battle.state.ships["b1"].hull_damage == 0
    put(battle, "b", [])
    assert battle.state.noted == []
    assert battle.state.ships["b1"].hull_damage == 1


@pytest.mark.rule("FT-2.7.48", "FT-11.3.10")
def test_what_a_wave_gun_does_waits_in_a_duel_too():
    ships = [gunship(each, systems=["wave_gun"], charge={"wave_gun": 6}, rows=(2, 2, 2, 2)) for each in ("a1", "b1")]
    battle = fire_phase(fleets(*ships, switches=Switches(duel_damage=True, wave_gun=True)), [6] * 40)
    for seat in "ab":
        put(battle, seat, [f"{seat}1"])
        put(battle, seat, ["wave_gun"])
    assert [ship.status for ship in battle.state.ships.values()] == ["destroyed", "destroyed"]


@pytest.mark.rule("FT-2.7.8")
def test_a_seat_passes_for_itself_and_not_for_its_partner():
    battle = fire_phase(fleets(gunship("a1", seat="a1"), gunship("a2", seat="a2"), "b1"))
    assert asked(battle)[0] == "a1"
    put(battle, "a1", [])
    activate(battle, "b1")
    assert may_choose(battle) == ("a2", ["a2"])
    activate(battle, "a2")
    assert may_choose(battle) is None


@pytest.mark.rule("FT-2.7.8")
def test_a_seat_that_has_passed_is_not_asked_again_in_the_phase():
    battle = fire_phase(fleets(gunship("a1", seat="a1"), gunship("a2", seat="a1"), gunship("a3", seat="a2"), "b1", "b2"))
    put(battle, "a1", [])
    activate(battle, "b1")
    activate(battle, "a3")
    activate(battle, "b2")
    assert may_choose(battle) is None
