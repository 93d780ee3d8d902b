"""What players are told: the facts of a scenario, where ships end up, what was picked, why a weapon cannot fire."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Event
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.movement import move_all
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.shooting import declare_fire
from scripted import referee

SCENARIOS = FULL_THRUST.scenarios()


def facts(scenario):
    return [plain(fact) for fact in scenario.facts()]


def test_the_facts_of_a_duel():
    assert facts(SCENARIOS["duel"]) == [
        "The table is 72 by 48 MU; a ship that leaves it does not come back.",
        "A side wins when no other has a fighting ship left on the table.",
        "After turn 20 the higher score wins.",
        "The score is the CPV of enemy ships destroyed or adrift, and half of it for those that got away.",
        "Option: the Bridge, Power Core and Life Support of a ship can be hit.",
        "Option: with one ship a side, damage waits until both have fired.",
    ]


def test_the_facts_of_a_convoy_tell_how_it_escapes():
    told = facts(SCENARIOS["convoy"])
    assert "Convoy wins when 50% of its cargo has left over the right edge." in told
    assert "Its enemies win when it no longer can, or after turn 20." in told
    assert not any("score" in fact for fact in told)


def test_the_facts_of_a_muster_tell_who_picks():
    assert facts(SCENARIOS["muster"])[1:3] == ["Lance fleet picks ships for 600 CPV.", "Anvil fleet picks ships for 600 CPV."]


@pytest.mark.parametrize("switch", ["core_systems", "duel_damage", "free_pushes"])
def test_a_switch_is_a_fact_when_it_is_on(switch):
    off = replace(SCENARIOS["duel"], switches=Switches())
    on = replace(off, switches=Switches(**{switch: True}), table=None)
    assert not [fact for fact in facts(off) if fact.startswith("Option")]
    assert len([fact for fact in facts(on) if fact.startswith("Option")]) == 1
    assert facts(on)[0] == "Space has no edge."


@pytest.mark.parametrize(
    ("line", "out_of_control", "told"),
    [
        ("", False, "Amaranth drifts 8 MU on 90° to 20, 20, facing 3."),
        ("R9", False, "Amaranth carries out R9: 8 MU on 90° to 20, 20, facing 9."),
        ("R9, MD3", False, "Amaranth carries out R9, MD3: 8 MU become 5 on 90° to 17, 20, facing 9."),
        ("MD2", True, "Amaranth cannot carry out MD2 and drifts 8 MU on 90° to 20, 20, facing 3."),
    ],
)
@pytest.mark.rule("FT-3.1.6", "FT-3.2.14")
def test_a_move_is_told_with_where_it_ends(line, out_of_control, told):
    state = FULL_THRUST.start(SCENARIOS["duel"])
    state.orders = {"a1": line}
    state.ships["a1"].core.lost_for_good = out_of_control
    judge, events = referee()
    move_all(state, judge)
    assert plain(FULL_THRUST.describe(events[0]), names=FULL_THRUST.names(state)) == told


@pytest.mark.rule("FT-1.1.3")
def test_a_picked_fleet_is_told_by_name():
    state = FULL_THRUST.start(SCENARIOS["muster"])
    event = Event("fleet_picked", "FT-1.1.3", {"side": "a", "picks": {"empyrean": 1, "larkspur": 2}})
    told = plain(FULL_THRUST.describe(event), names=FULL_THRUST.names(state))
    assert told == "Lance fleet fields 1 Empyrean, 2 Larkspur."


@pytest.mark.rule("FT-4.1.5", "FT-4.3.1")
def test_a_cell_says_in_a_word_and_in_a_sentence_why_a_weapon_cannot_fire():
    view = Battle.begin(FULL_THRUST, SCENARIOS["patrol"], seed="x").view("a")
    ship = view.ships["a1"]
    abeam, far, near = (view.ships[key] for key in ("b1", "b2", "b3"))
    abeam.position = ship.position.plus(view.ships["a1"].course, -0.001).plus(type(ship.position)(0.0, 1.0), 9.0)
    far.position = ship.position.plus(ship.course, 30.0)
    near.position = ship.position.plus(ship.course, 5.0)
    dress = declare_fire(view, ship, {}).dress(view)
    off = {
        (row.key, column.key): cell
        for row, line in zip(dress.rows, dress.cells, strict=True)
        for column, cell in zip(dress.columns, line, strict=True)
        if cell.off
    }
    assert {plain(cell.off) for cell in off.values()} == {"arc", "range"}
    words = {plain(cell.off): plain(cell.why) for cell in off.values()}
    assert "is in arc" in words["arc"]
    assert words["range"].endswith(" is at 30.")
