"""The workshop of ships: figures, parts, the ring of arcs, ammunition and launchers; no document makes it fail."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from design_cases import PUBLISHED, file_of
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.engine.bench_wire import bench_json
from quarterdeck.engine.edits import edited
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import plain
from quarterdeck.engine.workshop import Bench, Figure, Part
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.design import arc_counts, nearest_arcs
from quarterdeck.systems.full_thrust.prices import KINDS
from quarterdeck.systems.full_thrust.ship import ARCS, PEOPLES, Arc
from quarterdeck.systems.full_thrust.shipyard import account_of
from quarterdeck.systems.full_thrust.workshop.entry_figures import ENTRIES, after_click

Facts = dict[str, Any]
WORKSHOP = FULL_THRUST.workshop


def bench(document: Any) -> Bench:
    return WORKSHOP.bench("ship", document)


def figure(on: Bench, at: str) -> Figure:
    """The figure at a path, of the ship or of one of its entries."""
    figures = [each for part in (*on.sections, *on.entries) for each in part.figures]
    return next(each for each in figures if each.at == at)


def part(on: Bench, name: str) -> Part:
    return next(each for each in on.parts if plain(each.name) == name)


def put(document: Facts, *edits: Any) -> Facts:
    for edit in edits:
        document = edited(document, edit)
    return document


@pytest.mark.parametrize("kind", WORKSHOP.kinds)
def test_the_blank_document_has_no_problems(kind: str) -> None:
    assert WORKSHOP.bench(kind, WORKSHOP.blank(kind)).problems == ()


@pytest.mark.parametrize("kind", WORKSHOP.kinds)
def test_what_comes_with_the_game_has_no_problems(kind: str) -> None:
    for document in WORKSHOP.examples(kind):
        found = WORKSHOP.bench(kind, document)
        assert found.problems == (), document["key"]
        assert len(found.entries) == len(document["systems" if kind == "ship" else "ships"])


@pytest.mark.parametrize("facts", PUBLISHED, ids=lambda facts: facts["ship"]["key"])
def test_a_published_ship_has_an_entry_for_each_of_its_systems(facts: Facts) -> None:
    ship, found = facts["ship"], bench(facts["ship"])
    assert [entry.at for entry in found.entries] == [f"systems[{n}]" for n in range(len(ship["systems"]))]
    assert found.account == account_of(ship)
    assert found.sheet is not None


@pytest.mark.rule("FT-9.11.3", "FT-A.2.19", "FT-A.3.31", "FT-A.4.25")
@pytest.mark.parametrize("people", PEOPLES)
def test_each_people_is_offered_what_it_builds(people: str) -> None:
    offered = {edit.value["system"] for each in bench(file_of(people=people)).parts for edit in each.edits}
    assert offered == {key for key in ENTRIES if people in KINDS[key].peoples}


@pytest.mark.parametrize("people", PEOPLES)
def test_a_part_is_priced_as_the_ship_pays_for_it_and_fits(people: str) -> None:
    document = file_of(people=people, mass=300, ftl=True)
    before = account_of(document).totals
    for each in bench(document).parts:
        account = account_of(put(document, *each.edits))
        mass, cpv = account.totals["MASS"] - before["MASS"], account.totals["CPV"] - before["CPV"]
        if KINDS[each.key.rpartition("-")[0]].category != "bay":
            assert plain(each.note) == f"{mass} MASS · {cpv} CPV"
        assert [p for p in account.problems if p.rule not in ("FT-9.8.3", "FT-A.3.7")] == [], plain(each.name)


def test_one_more_of_the_same_adds_to_its_quantity() -> None:
    document = file_of(systems=[{"system": "pds"}])
    assert put(document, *part(bench(document), "PDS").edits)["systems"] == [{"system": "pds", "quantity": 2}]


def test_a_weapon_with_arcs_is_an_entry_of_its_own() -> None:
    document = file_of(systems=[{"system": "beam", "class": 3, "arcs": ["F"]}])
    assert len(put(document, *part(bench(document), "Beam-3").edits)["systems"]) == 2


@pytest.mark.rule("FT-9.9.3")
def test_another_class_keeps_the_arcs_that_it_may_have() -> None:
    document = file_of(systems=[{"system": "beam", "class": 3, "arcs": ["F"], "quantity": 2}])
    classes = figure(bench(document), "systems[0]").picks
    assert [plain(pick.text) for pick in classes if pick.on] == ["3"]
    changed = {plain(pick.text): put(document, *pick.edits)["systems"][0] for pick in classes}
    assert changed["1"] == {"system": "beam", "class": 1, "quantity": 2}
    assert changed["2"] == {"system": "beam", "class": 2, "arcs": ["FP", "F", "FS"], "quantity": 2}
    assert changed["4"] == {"system": "beam", "class": 4, "arcs": ["F"], "quantity": 2}


@pytest.mark.rule("FT-9.9.4")
@pytest.mark.parametrize(
    ("arcs", "clicked", "counts", "after"),
    [
        (["F"], "FS", (1, 2, 3), ["F", "FS"]),
        (["F", "FS"], "F", (1, 2, 3), ["FS"]),
        (["F"], "A", (1, 2, 3), ["A"]),
        (["FP", "F", "FS"], "AS", (1, 2, 3), ["AS"]),
        (["FP", "F", "FS"], "F", (1, 2, 3, 4, 5, 6), ["F"]),
        (["FP", "F", "FS"], "AS", (3,), ["FS", "AS", "A"]),
        (list(ARCS), "A", (3, 6), ["AS", "A", "AP"]),
    ],
)
def test_a_click_on_the_ring(arcs: list[Arc], clicked: Arc, counts: tuple[int, ...], after: list[Arc]) -> None:
    assert list(after_click(arcs, clicked, counts)) == after


WEAPONS = [("beam", 2), ("beam", 3), ("k_gun", 2), ("k_gun", 4), ("pulse_torpedo", 0), ("sml", 0), ("pulser", 0), ("mkp", 0)]


@given(st.sampled_from(WEAPONS), st.lists(st.sampled_from(ARCS), min_size=1, max_size=12))
def test_clicks_on_the_ring_never_make_arcs_that_are_not_legal(weapon: tuple[str, int], clicks: list[Arc]) -> None:
    counts = arc_counts(*weapon)
    arcs = nearest_arcs((), counts)
    for arc in clicks:
        arcs = after_click(arcs, arc, counts)
        assert arcs == nearest_arcs(arcs, counts)


@pytest.mark.rule("FT-6.5.1")
def test_a_launcher_is_linked_to_a_magazine_or_a_new_one() -> None:
    magazines = [{"system": "sm_magazine", "capacity": 4}, {"system": "sm_magazine", "capacity": 6, "er": 2}]
    document = file_of(systems=[{"system": "sml", "arcs": ["FP", "F", "FS"]}, *magazines])
    picks = figure(bench(document), "systems[0].magazine").picks
    assert [plain(pick.text) for pick in picks] == ["magazine 1, 2 salvos", "magazine 2, 2 salvos", "a new magazine"]
    changed = put(document, *picks[2].edits)
    assert changed["systems"][0]["magazine"] == 3
    assert changed["systems"][3] == {"system": "sm_magazine", "capacity": 6}
    assert account_of(changed).problems == ()


@pytest.mark.rule("FT-A.4.2")
def test_a_phalon_shell_grows_by_a_layer() -> None:
    document = file_of(people="phalon", shell=[4])
    layers = [each.at for section in bench(document).sections for each in section.figures if each.at.startswith("shell")]
    assert layers == ["shell[0]", "shell[1]"]


@pytest.mark.parametrize(
    "given",
    [
        {"hull": 1},
        {"mass": 5},
        {"systems": [{"system": "stinger_node", "arcs": ["FP", "F", "FS"]}]},
        {"systems": [{"system": "beam", "class": 3, "arcs": ["F", "A"]}]},
        {"systems": [{"system": "beem"}]},
        {"systems": [{"system": "screen", "quantity": 2}]},
        {"systems": [{"system": "screen"}, {"system": "screen"}]},
        {"systems": [{"system": "screen_backup"}]},
        {"systems": [{"system": "tug_drive", "tows": 10}]},
        {"systems": [{"system": "sml", "arcs": ["FP", "F", "FS"], "magazine": 4}]},
        {"systems": [{"system": "sm_magazine", "capacity": 2, "std": 3}]},
        {"huul": 3},
    ],
)
def test_what_is_wrong_with_a_ship_can_be_mended_by_buttons_alone(given: Facts) -> None:
    document = {**file_of(mass=100, hull=30), **given}
    assert bench(document).problems
    for _press in range(5):
        remedies = [each.remedy for each in bench(document).problems if each.remedy]
        document = put(document, *[edit for _text, edit in remedies[:1]])
    assert bench(document).problems == ()


VALUES = st.none() | st.booleans() | st.integers(-3, 400) | st.sampled_from(["F", "beam", "full", "phalon", "x", ""])
BROKEN = st.recursive(
    VALUES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["system", "class", "arcs", "quantity"]), inner, max_size=3)
    ),
    max_leaves=6,
)
FIELDS = ["mass", "hull", "armour", "shell", "systems", "holds", "people", "thrust", "name", "key", "streamlining", "other"]


@settings(max_examples=60)
@given(
    st.sampled_from(PUBLISHED),
    st.dictionaries(st.sampled_from(FIELDS), BROKEN, max_size=3),
    st.lists(
        st.tuples(st.integers(0, 20), st.sampled_from(["system", "class", "arcs", "quantity", "magazine", "level"]), BROKEN),
        max_size=2,
    ),
)
def test_no_document_makes_the_bench_fail(facts: Facts, fields: Facts, entries: list[tuple[int, str, Any]]) -> None:
    document = {**copy.deepcopy(facts["ship"])}
    for place, field, value in entries:
        document["systems"][place % len(document["systems"])][field] = value
    found = WORKSHOP.bench("ship", {**document, **fields})
    bench_json(found, plain)
    assert [each.problem for each in found.problems] == list(account_of({**document, **fields}).problems)


@pytest.mark.parametrize("document", [None, 1, "x", [], {}, {"systems": 3}, {"systems": [None]}, {"ships": "x"}, {"designs": []}])
def test_what_is_no_document_has_problems_and_no_sheets(document: Any) -> None:
    for kind in WORKSHOP.kinds:
        assert WORKSHOP.bench(kind, document).problems
        assert all(isinstance(each, Problem) for each in WORKSHOP.sheets(kind, document))
        assert WORKSHOP.sheets(kind, document)
        assert WORKSHOP.battle([(kind, document), (kind, document)])
