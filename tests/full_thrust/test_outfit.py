"""Building tugs, tenders, installations, advanced systems and alien ships."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import cases
from design_cases import file_of, problems_of, published, ship_of, told
from outfit_cases import WORKED

from quarterdeck.systems.full_thrust.shipyard import write_design

Facts = dict[str, Any]


@pytest.mark.parametrize(
    ("rule", "case"),
    cases(
        "FT-8.3.1",
        "FT-8.3.2",
        "FT-8.3.3",
        "FT-8.3.4",
        "FT-10.2.1",
        "FT-10.4.1",
        "FT-11.4.1",
        "FT-11.4.2",
        "FT-12.7.2",
        "FT-12.7.6",
        "FT-A.2.3",
        "FT-A.2.10",
        "FT-A.2.19",
        "FT-A.3.1",
        "FT-A.3.5",
        "FT-A.3.7",
        "FT-A.3.31",
        "FT-A.4.1",
        "FT-A.4.2",
        "FT-A.4.10",
        "FT-A.4.12",
        "FT-A.4.23",
        "FT-A.4.25",
        "FT-A.5.4",
    ),
)
def test_worked_cases(rule: str, case: Facts) -> None:
    found = WORKED[rule](case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]


@pytest.mark.rule("FT-A.2.19")
@pytest.mark.parametrize(
    ("people", "system", "rule"),
    [
        ("kravak", {"system": "screen"}, "FT-A.2.19"),
        ("kravak", {"system": "adfc"}, "FT-A.2.19"),
        ("human", {"system": "scattergun"}, "FT-9.11.3"),
        ("savasku", {"system": "fire_control"}, "FT-A.3.31"),
        ("phalon", {"system": "pds"}, "FT-A.4.25"),
    ],
)
def test_a_people_builds_only_its_own_systems(people: str, system: Facts, rule: str) -> None:
    assert told(problems_of(people=people, systems=[system])) == [(rule, "systems[0]", None)]


def test_peoples_mix_where_a_scenario_says_so() -> None:
    ship = ship_of(file_of(people="kravak", mixed=True, systems=[{"system": "screen"}]))
    assert [system.kind for system in ship.systems] == ["screen"]
    assert ship_of(write_design(ship)) == ship


@pytest.mark.rule("FT-A.3.31")
def test_a_construct_has_one_drive_node_and_no_thrust() -> None:
    assert told(problems_of(people="savasku", thrust=3)) == [("FT-A.3.31", "thrust", None)]
    two = problems_of(people="savasku", systems=[{"system": "drive_node", "quantity": 2}])
    assert told(two) == [("FT-A.3.7", "systems[0]", None)]


@pytest.mark.rule("FT-8.3.3")
def test_a_tug_needs_a_drive_of_its_own() -> None:
    assert told(problems_of(systems=[{"system": "tug_drive", "tows": 5}])) == [("FT-8.3.3", "ftl", True)]


@pytest.mark.parametrize("key", ["kv-ko-san", "sv-vas-sa-teth", "ph-draath"])
def test_an_alien_ship_reads_back_as_it_was_written(key: str) -> None:
    ship = ship_of(published(key))
    assert ship_of(write_design(ship)) == ship
