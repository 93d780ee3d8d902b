"""Chapters 2.6, 4.5, 4.6, 7.4 and 7.5: damage, threshold checks, crew and holds."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import cases
from damage_cases import ROWS, WITH_CORE, attack, check
from fakes import make_ship, make_state
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.engine.dice import ScriptedDice, SeededDice, Wanted
from quarterdeck.engine.events import Event
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.damage import (
    apply_attack,
    crew_factors,
    holds_left,
    hull_left,
    lose_system,
    lost_on,
    rolled_for,
    row_of,
    rows_left,
    thresholds_crossed,
)
from quarterdeck.systems.full_thrust.design import hull_rows
from quarterdeck.systems.full_thrust.repair import damaged_systems, repair
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import Hold
from quarterdeck.systems.full_thrust.state import Ship
from scripted import referee

WORKED = cases("FT-2.6", "FT-4.5", "FT-4.6", "FT-4.8.6", "FT-7.1.1", "FT-7.4", "FT-7.5")


@pytest.mark.parametrize(("rule", "case"), WORKED)
def test_worked_case(rule: str, case: dict[str, Any]) -> None:
    check(rule, case)


def kinds(told: list[Event]) -> list[str]:
    return [event.kind for event in told]


class NotingDice(ScriptedDice):
    """Scripted dice that note who rolled how many for what."""

    def __init__(self, faces: list[int]) -> None:
        super().__init__(faces)
        self.rolls: list[tuple[int, str, str | None]] = []

    def fall(self, wanted: Wanted) -> tuple[int, ...]:
        self.rolls.append((wanted.count, wanted.use, wanted.by))
        return super().fall(wanted)


# Marking damage


@pytest.mark.rule("FT-4.5.1")
def test_damage_is_told_with_what_it_left():
    ship = make_ship(rows=(5, 5, 4, 4), armour=3)
    judge, told = referee()
    apply_attack(make_state(ship), judge, attack(ship, 4, 2))
    facts = {"armour": 3, "hull": 3, "armour_left": 0, "hull_left": 15, "rows_completed": []}
    assert told == [Event("damage", "FT-4.5.1", {"ship": "s1", "by": "a1", **facts})]


@pytest.mark.rule("FT-4.5.6")
def test_what_armour_cannot_take_joins_the_hull_share():
    ship = make_ship(rows=(5, 5, 4, 4), armour=2)
    apply_attack(make_state(ship), referee()[0], attack(ship, 5, 1))
    assert (ship.armour, ship.hull_damage) == (0, 4)


@pytest.mark.rule("FT-2.6.2")
def test_rows_are_crossed_off_from_the_top():
    ship = make_ship(rows=(5, 5, 4, 4), hull_damage=11)
    assert rows_left(ship) == [0, 0, 3, 4]
    assert row_of(ship) == 3


@pytest.mark.rule("FT-2.6.2")
@pytest.mark.parametrize(("damage", "row"), [(0, 1), (4, 1), (5, 2), (13, 3), (14, 4), (17, 4), (18, 4)])
def test_the_row_of_the_next_box(damage: int, row: int):
    assert row_of(make_ship(rows=(5, 5, 4, 4), hull_damage=damage)) == row


def test_the_row_of_a_hull_of_two_boxes_is_never_an_empty_one():
    assert [row_of(make_ship(rows=(1, 1, 0, 0), hull_damage=damage)) for damage in (0, 1, 2)] == [1, 2, 2]


@pytest.mark.rule("FT-2.6.5", "FT-4.6.4")
def test_nothing_happens_to_a_destroyed_ship_but_its_end():
    ship = make_ship(rows=ROWS, hull_damage=6, armour=2, systems=["fcs"], holds=(Hold("cargo", 3),))
    judge, told = referee()
    apply_attack(make_state(ship), judge, attack(ship, 0, 30, "fcs"))
    assert kinds(told) == ["damage", "destroyed"]
    assert told[0].data["hull"] == 10
    assert told[1] == Event("destroyed", "FT-2.6.5", {"ship": "s1", "by": "a1"})
    assert (ship.status, ship.armour, ship.lost, ship.holds_lost) == ("destroyed", 2, {}, 0)


@pytest.mark.rule("FT-2.6.5")
@pytest.mark.parametrize("status", ["destroyed", "left"])
def test_a_ship_that_is_gone_takes_no_damage(status: Any):
    ship = make_ship(rows=ROWS, status=status)
    judge, told = referee()
    apply_attack(make_state(ship), judge, attack(ship, 3, 3))
    assert (told, ship.hull_damage, ship.status) == ([], 0, status)


def test_an_attack_that_hit_nothing_is_not_told_of():
    ship = make_ship(rows=ROWS, armour=2)
    judge, told = referee()
    apply_attack(make_state(ship), judge, attack(ship, 0, 0))
    assert told == []


def test_a_hulk_is_damaged_like_a_ship():
    ship = make_ship(rows=ROWS, status="derelict", derelict_by="dumped", systems=["fcs", "pds"])
    judge, told = referee([1, 2])
    state = make_state(ship)
    apply_attack(state, judge, attack(ship, 0, 5))
    assert kinds(told) == ["damage", "threshold"]
    assert (ship.hull_damage, ship.lost, ship.status) == (5, {"fcs": "threshold"}, "derelict")
    apply_attack(state, judge, attack(ship, 0, 11))
    assert ship.status == "destroyed"


# Threshold checks


@pytest.mark.rule("FT-4.6.1")
@pytest.mark.parametrize(("before", "after", "crossed"), [(0, 2, []), (0, 3, [1]), (3, 5, []), (2, 9, [1, 2, 3]), (8, 9, [3])])
def test_threshold_points_of_four_rows(before: int, after: int, crossed: list[int]):
    assert thresholds_crossed(before, after, (3, 3, 3, 3)) == crossed


@pytest.mark.rule("FT-4.6.4", "FT-4.6.1")
@pytest.mark.parametrize(
    ("rows", "crossed"), [((1, 0, 0, 0), []), ((1, 1, 0, 0), [1]), ((1, 1, 1, 0), [1, 2]), ((1, 1, 1, 1), [1, 2, 3])]
)
def test_the_last_row_with_boxes_is_the_last_row(rows: tuple[int, ...], crossed: list[int]):
    assert thresholds_crossed(0, sum(rows), rows) == crossed


@pytest.mark.rule("FT-4.6.3")
def test_a_fifth_row_would_be_checked_like_the_third():
    assert [lost_on(row, 0) for row in (1, 2, 3, 4, 5)] == [1, 2, 3, 3, 3]


@pytest.mark.rule("FT-2.7.37", "FT-4.6.2")
def test_the_owner_rolls_all_systems_together_in_the_order_of_the_record_sheet():
    ship = make_ship(rows=ROWS, seat="b2", systems=["main_drive", "ftl_drive", "fcs", "beam-2"])
    dice, told = NotingDice([2, 1, 6, 1]), []
    apply_attack(make_state(ship), Referee(dice, lambda what: told.append(what.event)), attack(ship, 0, 4))
    assert dice.rolls == [(4, "threshold", "b2")]
    assert told[1].data["systems"] == ["main-drive", "ftl-drive", "fcs", "beam-2"]
    assert told[1].data["lost"] == ["ftl-drive", "beam-2"]
    assert told[1].dice[0].faces == (2, 1, 6, 1)


@pytest.mark.rule("FT-4.6.3", "FT-4.6.5")
def test_a_threshold_check_is_told_with_its_numbers():
    ship = make_ship(rows=ROWS, thrust=4, systems=["main_drive", "fcs"])
    judge, told = referee([3, 4])
    apply_attack(make_state(ship), judge, attack(ship, 0, 9))
    facts = {"row": 2, "extra": 1, "lost_on": 3, "systems": ["main-drive", "fcs"], "lost": ["main-drive"], "drive_hits": 1}
    assert told[1].rule == "FT-4.6.3"
    assert told[1].data == {"ship": "s1", **facts}


@pytest.mark.rule("FT-4.6.7", "FT-2.6.4")
def test_only_the_second_loss_crosses_the_main_drive_off():
    ship = make_ship(systems=["main_drive"])
    lose_system(ship, "main-drive", "threshold")
    assert (ship.drive_hits, ship.lost) == (1, {})
    assert [system.id for system in rolled_for(ship)] == ["main-drive"]
    lose_system(ship, "main-drive", "needle")
    lose_system(ship, "main-drive", "threshold")
    assert (ship.drive_hits, ship.lost) == (2, {"main-drive": "needle"})
    assert rolled_for(ship) == []


@pytest.mark.rule("FT-2.6.4")
def test_what_crossed_a_system_off_first_stands():
    ship = make_ship(systems=["fcs"])
    lose_system(ship, "fcs", "needle")
    lose_system(ship, "fcs", "threshold")
    assert ship.lost == {"fcs": "needle"}


@pytest.mark.rule("FT-4.8.2")
def test_what_a_needle_knocked_out_is_not_rolled_for():
    ship = make_ship(rows=ROWS, systems=["fcs", "pds"])
    judge, told = referee([6])
    apply_attack(make_state(ship), judge, attack(ship, 0, 4, "fcs"))
    assert kinds(told) == ["damage", "knocked_out", "threshold"]
    assert told[1] == Event("knocked_out", "FT-4.8.2", {"ship": "s1", "by": "a1", "system": "fcs", "drive_hits": 0})
    assert told[2].data["systems"] == ["pds"]


@pytest.mark.rule("FT-4.8.2", "FT-4.8.6")
def test_a_main_drive_with_one_needle_hit_is_rolled_for():
    ship = make_ship(rows=ROWS, systems=["main_drive"])
    judge, told = referee([1])
    apply_attack(make_state(ship), judge, attack(ship, 0, 4, "main-drive"))
    assert told[1].rule == "FT-4.8.6"
    assert told[2].data["lost"] == ["main-drive"]
    assert (ship.drive_hits, ship.lost) == (2, {"main-drive": "threshold"})


@pytest.mark.rule("FT-4.8.2", "FT-4.8.6")
def test_a_system_is_knocked_out_once_and_the_main_drive_twice():
    ship = make_ship(rows=ROWS, systems=["main_drive", "fcs"])
    judge, told = referee([])
    apply_attack(make_state(ship), judge, attack(ship, 0, 3, "fcs", "main-drive", "fcs", "main-drive", "main-drive"))
    told_of = [(event.data["system"], event.data["drive_hits"]) for event in told[1:]]
    assert told_of == [("fcs", 0), ("main-drive", 1), ("main-drive", 2)]


@pytest.mark.rule("FT-7.5.2", "FT-9.4.3")
def test_holds_are_told_of_one_by_one_until_none_is_left():
    ship = make_ship(rows=ROWS, holds=(Hold("cargo", 3), Hold("passenger", 2)))
    judge, told = referee()
    apply_attack(make_state(ship), judge, attack(ship, 0, 12))
    lost = [event for event in told if event.kind == "hold_lost"]
    assert [event.data for event in lost] == [
        {"ship": "s1", "hold": "cargo", "size": 3, "left": 1},
        {"ship": "s1", "hold": "passenger", "size": 2, "left": 0},
    ]
    assert (ship.holds_lost, holds_left(ship)) == (2, [])


# Properties

WORDS = ["main_drive", "ftl_drive", "fcs", "screen", "screen", "pds", "beam-2", "submunition", "needle"]


@st.composite
def ships(draw: st.DrawFn) -> Ship:
    """A ship of any size, with some of the systems, as it leaves the yard."""
    return make_ship(
        rows=hull_rows(draw(st.integers(1, 40))),
        mass=draw(st.integers(4, 200)),
        civilian=draw(st.booleans()),
        armour=draw(st.integers(0, 12)),
        systems=draw(st.lists(st.sampled_from(WORDS), unique=True)),
        holds=tuple(Hold("cargo", size) for size in draw(st.lists(st.integers(1, 9), max_size=4))),
    )


@settings(max_examples=150, deadline=None)
@given(data=st.data(), ship=ships(), core=st.booleans(), seed=st.text(max_size=3))
def test_boxes_and_crew_add_up(data: st.DataObject, ship: Ship, core: bool, seed: str):
    state, told = make_state(ship, switches=WITH_CORE if core else Switches()), []
    judge = Referee(SeededDice(seed), lambda what: told.append(what.event))
    crossed = 0
    for _blow in range(data.draw(st.integers(1, 8))):
        armour, hull, crew, start = ship.armour, hull_left(ship), crew_factors(ship), len(told)
        named = [system.id for system in rolled_for(ship)]
        shares = data.draw(st.tuples(st.integers(0, 12), st.integers(0, 12)))
        needles = data.draw(st.lists(st.sampled_from(named), max_size=shares[1])) if named else []
        alive = ship.on_table
        apply_attack(state, judge, attack(ship, *shares, *needles))
        taken = (armour - ship.armour) + (hull - hull_left(ship))
        assert 0 <= hull_left(ship) <= hull
        assert armour - ship.armour == (min(armour, shares[0]) if alive else 0)
        assert taken == (min(sum(shares), hull + armour - ship.armour) if alive else 0)
        assert crew_factors(ship) <= crew
        assert (crew_factors(ship) == 0) == (hull_left(ship) == 0) == (ship.status == "destroyed")
        assert sum(rows_left(ship)) == hull_left(ship)
        assert alive or len(told) == start
        crossed += len(told[start].data["rows_completed"]) if len(told) > start and ship.on_table else 0
        assert ship.holds_lost == min(crossed, len(ship.design.holds))
    assert kinds(told).count("destroyed") == int(ship.status == "destroyed")


@settings(max_examples=150, deadline=None)
@given(data=st.data(), ship=ships(), seed=st.text(max_size=3))
def test_systems_are_lost_by_their_dice_and_repaired_only_when_lost(data: st.DataObject, ship: Ship, seed: str):
    state, told = make_state(ship), []
    judge = Referee(SeededDice(seed), lambda what: told.append(what.event))
    known, drive = set(), 0
    for _turn in range(data.draw(st.integers(1, 6))):
        start = len(told)
        apply_attack(state, judge, attack(ship, 0, data.draw(st.integers(0, 9))))
        for system in damaged_systems(ship, state.turn):
            repair(state, judge, {f"s1/{system}": data.draw(st.integers(0, 3))})
        for event in told[start:]:
            known, drive = follow(event, known, drive)
        assert set(ship.lost) == known
        assert ship.drive_hits == drive
        assert ("main-drive" in known) == (drive == 2)


def follow(event: Event, lost: set[str], drive: int) -> tuple[set[str], int]:
    """The systems crossed off and the drive hits after an event, by the event alone."""
    facts = event.data
    if event.kind == "threshold":
        by_die = [name for name, face in zip(facts["systems"], event.dice[0].faces, strict=True) if face <= facts["lost_on"]]
        assert facts["lost"] == by_die
        assert lost.isdisjoint(facts["systems"])
        drive += "main-drive" in by_die
        return lost | {name for name in by_die if name != "main-drive" or drive == 2}, drive
    if event.kind == "repair" and facts["success"]:
        assert facts["system"] in lost or (facts["system"] == "main-drive" and drive == 1)
        return lost - {facts["system"]}, drive - (facts["system"] == "main-drive")
    return lost, drive
