"""Contacts, scans, decoys and ECM: the worked cases of chapters 10.1 to 10.4."""

from __future__ import annotations

from typing import Any

import pytest
from battles import scenario_file, ship_file, side_file
from case_files import cases
from construct_cases import construct
from contact_cases import worked_out
from fakes import make_ship, make_state

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.colours import nearest_enemies
from quarterdeck.systems.full_thrust.contacts.scans import told_by
from quarterdeck.systems.full_thrust.movement import has_declared
from quarterdeck.systems.full_thrust.scenario import Switches


@pytest.mark.parametrize(
    ("rule", "case"),
    cases(
        "FT-10.1",
        "FT-10.2.2",
        "FT-10.2.3",
        "FT-10.2.4",
        "FT-10.2.5",
        "FT-10.3",
        "FT-10.4.2",
        "FT-10.4.3",
        "FT-10.4.4",
        "FT-10.4.5",
    ),
)
def test_worked_case(rule, case):
    found = worked_out(rule, case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]


def dummies_file(number: int, **switches: bool) -> dict[str, Any]:
    """Two ships and so many Dummies against one ship."""
    ours = ship_file("cairn", (4, 10)), ship_file("cairn", (4, 20))
    drones = [{"thrust": 6, "at": [4, 30 + n], "course": 3, "velocity": 4} for n in range(number)]
    return scenario_file(side_file("a", *ours, dummies=drones), side_file("b", ship_file("oath", (68, 20))), switches=switches)


@pytest.mark.rule("FT-10.3.1", "FT-10.3.2")
@pytest.mark.parametrize(
    ("number", "switches", "rules"),
    [
        (2, {"bogeys": True, "dummies": True}, []),
        (3, {"bogeys": True, "dummies": True}, ["FT-10.3.2"]),
        (1, {"bogeys": True}, ["FT-10.3.1"]),
        (1, {"dummies": True}, ["FT-10.3.1"]),
    ],
)
def test_dummies_of_a_scenario_need_their_switches_and_a_ship_each(number, switches, rules):
    read = FULL_THRUST.read("scenario", dummies_file(number, **switches))
    assert [problem.rule for problem in read] == rules if isinstance(read, list) else rules == []


@pytest.mark.rule("FT-10.3.3")
def test_a_scenario_with_dummies_reads_back_to_an_equal_one():
    read = FULL_THRUST.read("scenario", dummies_file(2, bogeys=True, dummies=True))
    assert FULL_THRUST.read("scenario", FULL_THRUST.write(read)) == read
    drones = [ship for ship in FULL_THRUST.start(read).ships.values() if ship.dummy]
    assert [(ship.position, ship.design.thrust, ship.design.cpv) for ship in drones] == [
        ((4.0, 30.0), 6, 20),
        ((4.0, 31.0), 6, 20),
    ]


@pytest.mark.rule("FT-2.7.4")
@pytest.mark.parametrize("word", ["SCAN", "ECM", "MINE", "SWEEP", "NOVA", "CHARGE", "REFLEX", "CLOAK1"])
def test_what_is_not_written_or_not_agreed_is_not_done(word):
    """Each word works for a ship with the system, written, where its rule is agreed; not otherwise."""
    fitted = ["ecm", "minelayer", "minesweeper", "nova_cannon", "wave_gun", "reflex_field", "cloaking_field"]
    letters = word.rstrip("1")
    agreed = Switches(bogeys=True, ecm=True, nova_cannon=True, wave_gun=True, reflex_field=True, cloaking_field=True)
    found = []
    for line, switches, systems in ((word, agreed, fitted), ("-", agreed, fitted), (word, Switches(), fitted)):
        ship = make_ship(id="a1", side="a", seat="a", systems=systems)
        state = make_state(ship, switches=switches, orders={"a1": line})
        found.append(has_declared(state, ship, letters))
    assert found == [True, False, letters in ("MINE", "SWEEP")]


@pytest.mark.rule("FT-10.1.1", "FT-11.3.8", "FT-11.3.16")
@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (lambda state, ship: state.bogeys.append("nobody"), "FT-10.1.1"),
        (lambda state, ship: state.reflected.append("nobody"), "FT-11.3.12"),
        (lambda state, ship: ship.doing.append("DANCE"), "FT-2.7.4"),
        (lambda state, ship: ship.charge.update(beam=3), "FT-11.3.8"),
        (lambda state, ship: ship.mines.update(beam=3), "FT-11.1.4"),
        (lambda state, ship: setattr(ship, "status", "cloaked"), "FT-11.3.16"),
    ],
)
def test_what_cannot_be_is_found(spoil, rule):
    state = FULL_THRUST.start(FULL_THRUST.scenarios()["patrol"])
    assert FULL_THRUST.check(state) == []
    spoil(state, state.ships["a1"])
    assert [problem.rule for problem in FULL_THRUST.check(state)] == [rule]


@pytest.mark.rule("FT-10.1.8", "FT-10.7.2")
def test_nobody_surrenders_to_a_contact():
    """A captain offers his ship to the nearest enemy that he knows, be a Bogey or a Dummy nearer."""
    striker = make_ship(id="b1", side="b", seat="b", position=Vector(0.0, 0.0))
    near = make_ship(id="a1", side="a", seat="a", position=Vector(0.0, 5.0))
    known = make_ship(id="a2", side="a", seat="a", position=Vector(0.0, 9.0))
    state = make_state(striker, near, known, switches=Switches(bogeys=True, strike_colours=True))
    assert nearest_enemies(state, striker) == [near]
    state.bogeys = ["a1"]
    assert nearest_enemies(state, striker) == [known]


@pytest.mark.rule("FT-1.1.3", "FT-10.5.7")
def test_a_picked_ship_that_has_changed_sides_counts_as_picked_by_its_first():
    prize = make_ship(id="b1", side="a", seat="a", taken_from="b")
    state = make_state(prize, make_ship(id="a1", side="a", seat="a"))
    key = prize.design.key
    state.picks = {"a": {key: 1}, "b": {key: 1}}
    assert "picks" not in [problem.at for problem in FULL_THRUST.check(state)]
    state.picks = {"a": {key: 2}, "b": {}}
    assert "picks" in [problem.at for problem in FULL_THRUST.check(state)]


@pytest.mark.rule("FT-10.2.4", "FT-A.3.6", "FT-A.3.20", "FT-A.4.2")
def test_what_a_scan_tells_of_aliens() -> None:
    living = construct(mass=100, systems=["screen_node", "main_drive"], rows=(6, 6, 6, 6), generators_lost=[1], pools={"D": 5})
    assert {key: told_by(living, 2)[key] for key in ("thrust", "screens")} == {"thrust": 12, "screens": 2}
    assert {key: told_by(living, 4)[key] for key in ("thrust", "screens")} == {"thrust": 9, "screens": 1}
    lame = make_ship(thrust=5, drive_hits=1, shell=[4, 3], armour=1)
    assert told_by(lame, 3)["thrust"] == 5
    assert {key: told_by(lame, 4)[key] for key in ("thrust", "armour")} == {"thrust": 2, "armour": 8}
