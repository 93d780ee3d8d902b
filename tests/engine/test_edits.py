"""Changes of a document at a path, and the remedies that an editor offers for its problems."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from junk import junk

from quarterdeck.engine.account import Account
from quarterdeck.engine.edits import Edit, edited, found_at
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import _, plain
from quarterdeck.engine.workshop import Bench, with_remedies

SHIP = {"name": "Oath", "systems": [{"system": "pds"}, {"system": "beam", "arcs": ["F"]}]}


@pytest.mark.parametrize(
    ("edit", "at", "found"),
    [
        (Edit("name", "Tarn"), "name", "Tarn"),
        (Edit("systems[1].arcs", ["A"]), "systems[1].arcs", ["A"]),
        (Edit("systems[2]", {"system": "ecm"}), "systems", [*SHIP["systems"], {"system": "ecm"}]),
        (Edit("systems[0]", drop=True), "systems", [{"system": "beam", "arcs": ["F"]}]),
        (Edit("systems[1].arcs[1]", "FS"), "systems[1].arcs", ["F", "FS"]),
        (Edit("holds.cargo", 4), "holds", {"cargo": 4}),
        (Edit("name", drop=True), "name", None),
        (Edit("shell[0]", 3), "shell", [3]),
    ],
)
def test_an_edit_changes_what_stands_at_its_path(edit: Edit, at: str, found: Any) -> None:
    assert found_at(edited(SHIP, edit), at) == found


@pytest.mark.parametrize(
    "edit", [Edit("systems[5]", 1), Edit("systems[2]", drop=True), Edit("name.first", 1), Edit("none[3]", 1)]
)
def test_an_edit_that_leads_nowhere_changes_nothing(edit: Edit) -> None:
    changed = edited(SHIP, edit)
    assert {key: value for key, value in changed.items() if value != []} == SHIP


def test_an_edit_leaves_the_document_before_it_alone() -> None:
    before = {"systems": [{"quantity": 1}]}
    assert edited(before, Edit("systems[0].quantity", 2)) == {"systems": [{"quantity": 2}]}
    assert before == {"systems": [{"quantity": 1}]}


@given(junk, st.text(max_size=12) | st.sampled_from(["a[0].b", "[0]", "a.b.c", "systems[1]"]), junk, st.booleans())
def test_no_document_and_no_path_makes_an_edit_fail(document: Any, path: str, value: Any, drop: bool) -> None:
    edited(document, Edit(path, value, drop))
    found_at(document, path)


def remedy(document: Any, problem: Problem, *left: Problem) -> tuple[str, Edit] | None:
    """What is offered for a problem of a document, when `left` is what the changed document has."""
    bench = Bench("", _(""), (), _(""), (), (), Account("", (), (), {}, problems=(problem,)))
    [mended] = with_remedies(bench, document, lambda _changed: left).problems
    return mended.remedy and (plain(mended.remedy[0]), mended.remedy[1])


def test_the_nearest_legal_value_is_the_remedy() -> None:
    assert remedy(SHIP, Problem("R-1", _("Bad."), "mass", 90)) == ("mass: 90", Edit("mass", 90))


def test_a_remedy_that_leaves_the_problem_is_not_offered() -> None:
    problem = Problem("R-1", _("Bad."), "mass", 90)
    assert remedy(SHIP, problem, problem) is None


def test_an_entry_at_fault_without_a_nearest_value_is_taken_out() -> None:
    assert remedy(SHIP, Problem("R-1", _("Bad."), "systems[1].arcs")) == ("Take it out", Edit("systems[1]", drop=True))


def test_a_field_that_may_not_be_there_is_left_out() -> None:
    assert remedy({**SHIP, "huul": 3}, Problem("R-1", _("Bad."), "huul")) == ("Leave it out", Edit("huul", drop=True))
