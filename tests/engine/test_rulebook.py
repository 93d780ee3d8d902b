"""The rule catalogue: lookups, search, misses, and catalogue files that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.engine.problems import Refused
from quarterdeck.engine.rulebook import CatalogueError, Rulebook, RuleEntry
from quarterdeck.engine.text import plain

BOATS = """
chapter: Boats
rules:
- {id: XY-2.1.1, title: Rowing, kind: core, source: "2.1", text: Each oar moves the boat one length.}
- id: XY-2.1.2
  title: Sails
  kind: optional
  source: "2.1"
  text: >-
    A sail moves the boat
    by the wind.
  table:
  - {wind: calm, lengths: 0}
  - {wind: "1-3", lengths: 2}
  question: Does a boat under sail row?
  ruling: no rowing under sail.
  basis: both need the crew
  confidence: low
- {id: XY-2.10.1, title: Anchors, kind: core, source: "2.10", text: A boat at anchor stays.}
"""
STORMS = """
chapter: Storms
rules:
- {id: XY-3.1.1, title: Wind and sail, kind: data, source: "3", text: Searching the sky tells the strength.}
"""


@pytest.fixture
def rulebook(tmp_path: Path) -> Rulebook:
    (tmp_path / "3-storms.yaml").write_text(STORMS)
    (tmp_path / "2-boats.yaml").write_text(BOATS)
    (tmp_path / "notes.txt").write_text("no catalogue: [")
    return Rulebook.load(tmp_path)


def ids(entries: tuple[RuleEntry, ...]) -> list[str]:
    return [entry.id for entry in entries]


def test_an_entry_holds_what_the_file_says(rulebook):
    entry = rulebook.entry("XY-2.1.2")
    assert (entry.title, entry.kind, entry.source, entry.chapter) == ("Sails", "optional", "2.1", "Boats")
    assert entry.text == "A sail moves the boat by the wind."
    assert list(entry.table) == [{"wind": "calm", "lengths": 0}, {"wind": "1-3", "lengths": 2}]
    assert (entry.question, entry.ruling) == ("Does a boat under sail row?", "no rowing under sail.")
    assert (entry.basis, entry.confidence) == ("both need the crew", "low")


def test_an_entry_without_ruling_and_table(rulebook):
    entry = rulebook.entry("XY-2.1.1")
    assert (entry.question, entry.ruling, entry.basis, entry.confidence, entry.table) == (None, None, None, None, ())


def test_ids_in_either_case(rulebook):
    assert rulebook.entry(" xy-2.1.1 ") is rulebook.entry("XY-2.1.1")
    assert "xy-3.1.1" in rulebook
    assert "XY-9.9.9" not in rulebook


def test_all_rules_stand_in_the_order_of_the_files(rulebook):
    assert ids(tuple(rulebook)) == ["XY-2.1.1", "XY-2.1.2", "XY-2.10.1", "XY-3.1.1"]
    assert len(rulebook) == 4
    chapters = {title: ids(entries) for title, entries in rulebook.chapters().items()}
    assert list(chapters.items()) == [("Boats", ["XY-2.1.1", "XY-2.1.2", "XY-2.10.1"]), ("Storms", ["XY-3.1.1"])]


@pytest.mark.parametrize(
    ("prefix", "found"),
    [
        ("XY-2.1", ["XY-2.1.1", "XY-2.1.2"]),
        ("xy-2.1.", ["XY-2.1.1", "XY-2.1.2"]),
        ("XY-2", ["XY-2.1.1", "XY-2.1.2", "XY-2.10.1"]),
        ("XY-2.1.2", ["XY-2.1.2"]),
        ("XY", ["XY-2.1.1", "XY-2.1.2", "XY-2.10.1", "XY-3.1.1"]),
        ("XY-4", []),
        ("", []),
    ],
)
def test_the_rules_under_an_id(rulebook, prefix, found):
    assert ids(rulebook.under(prefix)) == found


def test_a_search_for_an_id_lists_what_is_under_it(rulebook):
    assert ids(rulebook.search("XY-2.1")) == ["XY-2.1.1", "XY-2.1.2"]


def test_a_search_puts_titles_before_texts(rulebook):
    assert ids(rulebook.search("wind")) == ["XY-3.1.1", "XY-2.1.2"]


def test_every_word_must_occur(rulebook):
    assert ids(rulebook.search("BOAT oar")) == ["XY-2.1.1"]
    assert rulebook.search("boat submarine") == ()


def test_a_word_is_found_by_its_beginning_only(rulebook):
    assert ids(rulebook.search("search")) == ["XY-3.1.1"]
    assert rulebook.search("arch") == ()


def test_a_search_reads_rulings_and_takes_signs_literally(rulebook):
    assert ids(rulebook.search("under")) == ["XY-2.1.2"]
    assert rulebook.search("w.nd") == ()


def test_a_miss_names_the_nearest_ids(rulebook):
    with pytest.raises(Refused) as refusal:
        rulebook.entry("XY-2.1.3")
    (problem,) = refusal.value.problems
    assert problem.at == "XY-2.1.3"
    assert {"XY-2.1.1", "XY-2.1.2"} <= set(problem.nearest)
    assert plain(problem.text).startswith("There is no rule XY-2.1.3; nearest are XY-")
    assert set(problem.nearest) == set(rulebook.nearest("xy-2.1.3"))


def test_a_miss_with_nothing_near(rulebook):
    with pytest.raises(Refused) as refusal:
        rulebook.entry("?")
    (problem,) = refusal.value.problems
    assert (plain(problem.text), problem.nearest) == ("There is no rule ?.", None)


def test_nothing_is_read_before_it_is_asked_for(tmp_path):
    rulebook = Rulebook.load(tmp_path / "not yet")
    (tmp_path / "not yet").mkdir()
    (tmp_path / "not yet" / "storms.yaml").write_text(STORMS)
    assert rulebook.entry("XY-3.1.1").title == "Wind and sail"


ENTRY = "id: XY-1, title: One, kind: core, source: '1', text: Words."


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("chapter: [", ["one.yaml", "not YAML"]),
        ("- a list", ["one.yaml", "needs a chapter"]),
        ("chapter: Boats", ["one.yaml", "list of rules"]),
        (f"rules: [{{{ENTRY}}}]", ["one.yaml", "does not name its chapter"]),
        ("{chapter: Boats, rules: [word]}", ["one.yaml", "rule 1", "not a mapping"]),
        ("{chapter: Boats, rules: [{title: One}]}", ["one.yaml", "no id", "id is missing", "text is missing"]),
        (f"{{chapter: Boats, rules: [{{{ENTRY}, phase: 2}}]}}", ["XY-1", "phase is unknown"]),
        (f"{{chapter: Boats, rules: [{{{ENTRY}, ruling: yes}}]}}", ["XY-1", "ruling must be text, not True"]),
        (f"{{chapter: Boats, rules: [{{{ENTRY}, ruling: so}}]}}", ["question is missing beside ruling", "basis is missing"]),
        ("{chapter: B, rules: [{id: XY-1, title: ' ', kind: core, source: s, text: t}]}", ["XY-1", "title must be text"]),
        ("{chapter: B, rules: [{id: XY-1, title: T, kind: core, source: 4.3, text: t}]}", ["source must be text, not 4.3"]),
        ("{chapter: B, rules: [{id: XY-1, title: T, kind: advice, source: s, text: t}]}", ["XY-1", "kind is 'advice'"]),
        (f"{{chapter: Boats, rules: [{{{ENTRY}, table: [1]}}]}}", ["XY-1", "table must be a list of rows"]),
        (f"{{chapter: Boats, rules: [{{{ENTRY}}}, {{{ENTRY}}}]}}", ["one.yaml, rule 2", "XY-1 is taken"]),
        ("{chapter: Boats, rules: []}", ["holds no rules"]),
    ],
)
def test_a_faulty_file_is_refused_by_name(tmp_path, file, says):
    (tmp_path / "one.yaml").write_text(file)
    with pytest.raises(CatalogueError) as refusal:
        len(Rulebook.load(tmp_path))
    assert [words for words in says if words not in str(refusal.value)] == []


def test_an_id_is_taken_across_files_and_case(tmp_path):
    (tmp_path / "a.yaml").write_text(f"{{chapter: A, rules: [{{{ENTRY}}}]}}")
    (tmp_path / "b.yaml").write_text(f"{{chapter: B, rules: [{{{ENTRY.replace('XY', 'xy')}}}]}}")
    with pytest.raises(CatalogueError, match=r"b\.yaml, rule 1.*xy-1 is taken"):
        len(Rulebook.load(tmp_path))
