"""Fleets: their account, what is wrong with one, its bench, its sheets and counters, and the battle in which two meet."""

from __future__ import annotations

from typing import Any

import pytest
from design_cases import PUBLISHED, file_of
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine.edits import edited
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.system import Sheet
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.fleet_file import account_of_fleet
from quarterdeck.systems.full_thrust.forces import read_scenario
from quarterdeck.systems.full_thrust.scenario import Scenario

Facts = dict[str, Any]
WORKSHOP = FULL_THRUST.workshop

CARRIER = file_of(key="hearth", name="Hearth", mass=100, hull=20, thrust=2, systems=[{"system": "fighter_bay", "quantity": 2}])
AMARANTH = {"design": "amaranth", "name": "Amaranth"}


def fleet(*ships: Facts, **more: Any) -> Facts:
    return {"key": "guard", "name": "Guard", "ships": list(ships), "designs": {"hearth": CARRIER}, **more}


def hearth(*types: str) -> Facts:
    return {"design": "hearth", "name": "Hearth", "fighters": [{"type": each} for each in types]}


def told(document: Any) -> list[tuple[str, str, Any]]:
    return [(problem.rule, problem.at, problem.nearest) for problem in account_of_fleet(document).problems]


@pytest.mark.rule("FT-9.11.4")
def test_a_fleet_costs_its_ships_and_their_fighters() -> None:
    account = account_of_fleet(fleet(AMARANTH, hearth("standard", "torpedo")))
    carrier = FULL_THRUST.account("ship", CARRIER)
    assert not isinstance(carrier, list)
    assert [line.figures["CPV"] for line in account.lines] == [267, carrier.totals["CPV"], 48, 66]
    assert account.totals["CPV"] == 267 + carrier.totals["CPV"] + 48 + 66
    assert account.problems == ()


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (fleet(AMARANTH, points=266), ("FT-1.1.3", "points", 267)),
        (fleet(AMARANTH, AMARANTH), ("FT-2.1.1", "ships[1].name", None)),
        (fleet({"design": "amarnth", "name": "A"}), ("FT-9.1.1", "ships[0].design", "amaranth")),
        (fleet({**AMARANTH, "fighters": [{"type": "standard"}]}), ("FT-5.0.1", "ships[0].fighters", None)),
        (fleet(hearth("fust")), ("FT-5.7.1", "ships[0].fighters[0].type", "fast")),
        (fleet(designs={"hearth": {**CARRIER, "hull": 1}}), ("FT-9.3.2", "designs.hearth.hull", 10)),
        (fleet(designs={"home": CARRIER}), ("FT-9.1.1", "designs.home.key", "home")),
    ],
)
def test_what_is_wrong_with_a_fleet(document: Facts, problem: tuple[str, str, Any]) -> None:
    assert told(document) == [problem]


def test_empty_bays_are_noted() -> None:
    notes = [plain(note.text) for note in account_of_fleet(fleet(hearth("standard"))).notes]
    assert "Hearth: 1 Bay is empty." in notes


@pytest.mark.rule("FT-8.4.2")
def test_ships_without_ftl_are_noted_for_agreement() -> None:
    notes = account_of_fleet(fleet(AMARANTH, hearth("standard", "standard"))).notes
    text = "Hearth has no FTL Drive: agree on it first, for it is strong for its points."
    assert [(note.rule, note.at, plain(note.text)) for note in notes] == [("FT-8.4.2", "ships[1]", text)]


@pytest.mark.rule("FT-9.7.1")
def test_a_bay_takes_a_group_of_the_people_that_built_the_ship() -> None:
    document = fleet(hearth())
    bay = WORKSHOP.bench("fleet", document).entries[0].figures[1]
    assert [plain(pick.text) for pick in bay.picks if pick.on] == ["empty"]
    names = [plain(pick.text).partition(",")[0] for pick in bay.picks]
    assert names == ["empty", "Standard", "Fast", "Heavy", "Interceptor", "Attack", "Long-range", "Torpedo"]
    [edit] = bay.picks[2].edits
    assert edited(document, edit)["ships"][0]["fighters"] == [{"type": "fast"}]


def test_a_design_at_hand_joins_with_its_file() -> None:
    document = {"key": "guard", "name": "Guard", "ships": [AMARANTH]}
    part = next(part for part in WORKSHOP.bench("fleet", document, [CARRIER]).parts if part.key == "hearth")
    for edit in part.edits:
        document = edited(document, edit)
    assert document["ships"][1] == {"design": "hearth", "name": "Hearth"}
    assert account_of_fleet(document).problems == ()


def test_sheets_bear_the_names_of_the_ships() -> None:
    sheets = WORKSHOP.sheets("fleet", fleet({**AMARANTH, "name": "Rosemary"}, hearth()))
    assert [sheet.title for sheet in sheets if isinstance(sheet, Sheet)] == ["Rosemary", "Hearth"]


@pytest.mark.rule("FT-5.2.1", "FT-6.5.2")
def test_counters_are_made_for_groups_and_salvos() -> None:
    missiles = [{"system": "sml", "arcs": ["FP", "F", "FS"]}, {"system": "sm_magazine", "capacity": 5, "std": 1, "er": 1}]
    racks = [{"system": "smr", "load": "er", "arcs": ["FP", "F", "FS"]}]
    ship = file_of(key="quiver", name="Quiver", systems=[*missiles, *racks])
    document = fleet(hearth("fast"), {"design": "quiver", "name": "Quiver"}, designs={"hearth": CARRIER, "quiver": ship})
    [sheet] = WORKSHOP.markers("fleet", document)
    assert isinstance(sheet, Sheet)
    assert sheet.figure == "4 counters"
    assert [sheet.svg.count(f">{words}<") for words in ("Hearth 1", "Fast", "Salvo", "Salvo, Enhanced Range")] == [1, 1, 1, 2]
    assert WORKSHOP.markers("fleet", fleet(AMARANTH)) == []


def met(*sides: tuple[str, Facts]) -> Scenario:
    """The scenario in which two documents meet."""
    scenario = read_scenario(WORKSHOP.battle(list(sides)))
    assert isinstance(scenario, Scenario), [plain(problem.text) for problem in scenario]
    return scenario


def test_a_ship_meets_a_fleet_with_its_design_by_value() -> None:
    ship = {**file_of(key="amaranth", name="Impostor", mass=40, hull=10, thrust=4, systems=[{"system": "fire_control"}])}
    scenario = met(("ship", ship), ("fleet", fleet(AMARANTH)))
    mine, theirs = scenario.sides
    assert (mine.name, theirs.name) == ("Impostor", "Guard")
    assert scenario.designs[mine.ships[0].design].mass == 40
    assert scenario.designs[theirs.ships[0].design].mass == 84


def test_two_fleets_of_one_name_and_design_meet() -> None:
    scenario = met(("fleet", fleet(AMARANTH)), ("fleet", fleet(AMARANTH)))
    assert [side.name for side in scenario.sides] == ["Guard", "Other Guard"]


@given(st.integers(1, 24), st.integers(1, 24))
def test_ships_of_large_fleets_stand_apart_and_on_the_table(mine: int, theirs: int) -> None:
    fleets = [fleet(*[{**AMARANTH, "name": f"Amaranth {n}"} for n in range(count)]) for count in (mine, theirs)]
    scenario = met(("fleet", fleets[0]), ("fleet", fleets[1]))
    places = [ship.position for side in scenario.sides for ship in side.ships]
    assert len({(place.x, place.y) for place in places}) == mine + theirs
    width, height = scenario.table or (0, 0)
    assert all(0 < place.x < width and 0 < place.y < height for place in places)


def test_documents_with_problems_do_not_meet() -> None:
    problems = WORKSHOP.battle([("ship", file_of(hull=1)), ("fleet", fleet(AMARANTH))])
    assert [problem.rule for problem in problems if isinstance(problem, Problem)] == ["FT-9.3.2"]


@pytest.mark.parametrize("facts", PUBLISHED[:6], ids=lambda facts: facts["ship"]["key"])
def test_a_published_ship_makes_a_fleet(facts: Facts) -> None:
    ship = facts["ship"]
    document = {"key": "one", "name": "One", "ships": [{"design": ship["key"], "name": "One"}], "designs": {ship["key"]: ship}}
    assert account_of_fleet(document).totals["CPV"] == facts["expect"]["cpv"]
