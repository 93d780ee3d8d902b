"""Pages made from the catalogues and the picture of the rooms are those in the repository."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.engine.rulebook import Rulebook

SOURCE = Path(quarterdeck.__file__).parent
DOCS = Path(__file__).parents[1] / "docs"
DRAW = runpy.run_path(str(DOCS / "make_rooms.py"))
MAKE = runpy.run_path(str(DOCS / "make_rulings.py"))


def test_the_page_of_rulings_is_the_one_that_the_catalogue_makes():
    page = MAKE["rulings_page"](MAKE["catalogues"]())
    assert (DOCS / "rulings.md").read_text(encoding="utf-8") == page, "run python docs/make_rulings.py"


def test_the_page_names_every_rule_with_a_ruling_and_no_other():
    headings = [line.split()[1] for line in (DOCS / "rulings.md").read_text().splitlines() if line.startswith("### ")]
    assert headings == [entry.id for rulebook in MAKE["catalogues"]().values() for entry in rulebook if entry.ruling]


def test_a_page_of_a_small_catalogue(tmp_path):
    (tmp_path / "boats.yaml").write_text(
        "{chapter: Boats, rules: ["
        "{id: XY-1, title: Oars, kind: core, source: '1', text: Row.},"
        "{id: XY-2, title: D<n>, kind: core, source: '2', text: Roll 1BD*., question: How?, ruling: by hand, basis: usage,"
        " confidence: low, table: [{wind_force: 1, calm: true}, {wind_force: null}]}]}"
    )
    page = MAKE["rulings_page"]({"Ponds": Rulebook.load(tmp_path)})
    assert page.endswith(
        "## Ponds: Boats\n\n### XY-2 D\\<n>\n\nRoll 1BD\\*.\n\n"
        "| wind force | calm |\n| --- | --- |\n| 1 | yes |\n|  |  |\n\n"
        "- Question: How?\n- **Ruling: By hand.**\n- Basis: Usage.\n- Confidence: low. Chapter 2 of the rulebook.\n"
    )
    assert "XY-1" not in page


def test_the_picture_of_the_rooms_is_the_one_that_is_drawn():
    assert (DOCS / "rooms.svg").read_text(encoding="utf-8") == DRAW["drawing"](), "run python docs/make_rooms.py"


def test_the_picture_has_every_room():
    packages = [file.name for file in SOURCE.iterdir() if (file / "__init__.py").exists() and file.name != "systems"]
    systems = [f"systems/{file.name}" for file in (SOURCE / "systems").iterdir() if (file / "__init__.py").exists()]
    assert sorted(DRAW["ROOMS"]) == sorted(packages + systems)


@pytest.mark.parametrize("room", DRAW["ROOMS"])
def test_the_picture_names_every_module_once_and_no_other(room):
    shown = " ".join(DRAW["ROOMS"][room].values()).split()
    modules = [file.stem for file in (SOURCE / room).glob("[!_]*") if file.suffix == ".py" or file.is_dir()]
    assert sorted(shown) == sorted(modules)
