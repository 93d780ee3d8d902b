"""What players make at the command line: fleets, ships in the notation of players, sheets for printing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from pypdf import PdfReader

from commands import lines, refused, run, written
from quarterdeck.cli.files import read_battle
from quarterdeck.engine import system as rule_systems
from quarterdeck.engine.replay import load

WASP: dict[str, Any] = {
    "key": "wasp",
    "name": "Wasp",
    "mass": 40,
    "hull": 8,
    "thrust": 4,
    "systems": [{"system": "fire_control"}, {"system": "fighter_bay"}],
}
SWARM: dict[str, Any] = {
    "key": "swarm",
    "name": "Swarm",
    "ships": [{"design": "wasp", "name": f"Wasp {n}", "fighters": [{"type": "standard"}]} for n in (1, 2, 3)],
    "designs": {"wasp": WASP},
}
NOTATION = "Vandal-class Frigate\nTMF 26\nHull 8\n2x Beam-2 (FP/F/FS)\n"


def pages(file: Path) -> list[str]:
    return [page.extract_text() for page in PdfReader(file).pages]


def test_a_fleet_is_judged(tmp_path: Path) -> None:
    said = run("fleet", written(tmp_path, "swarm.yaml", SWARM)).stdout
    assert "Wasp 2, Wasp, escort" in said
    assert "It adds up." in said
    [account] = lines(run("fleet", written(tmp_path, "swarm.yaml", SWARM), "--json"))
    assert account["adds_up"]
    assert account["totals"]["MASS"] == 120


def test_a_ship_is_no_fleet_and_a_fleet_no_ship(tmp_path: Path) -> None:
    """Whoever takes the wrong command is told so, not which fields are unknown."""
    ship, fleet = written(tmp_path, "wasp.yaml", WASP), written(tmp_path, "swarm.yaml", SWARM)
    assert "This is a ship, not a fleet: quarterdeck ship reads it." in refused("fleet", ship)
    assert "This is a fleet, not a ship: quarterdeck fleet reads it." in refused("ship", fleet)
    assert "no field" not in refused("fleet", ship)


def test_a_fleet_over_its_limit_does_not_add_up(tmp_path: Path) -> None:
    said = run("fleet", written(tmp_path, "swarm.yaml", {**SWARM, "points": 100}), code=1).stdout
    assert "It does not add up:" in said
    assert "FT-1.1.3" in said


def test_a_ship_is_read_from_the_notation_of_players(tmp_path: Path) -> None:
    out = tmp_path / "vandal.yaml"
    said = run("ship", written(tmp_path, "vandal.txt", NOTATION), "--import", "-o", str(out)).stdout
    assert "2 × Beam-2, FP F FS" in said
    assert yaml.safe_load(out.read_text("utf-8")) == {
        "key": "vandal",
        "name": "Vandal",
        "class_code": "FF",
        "mass": 26,
        "hull": 8,
        "systems": [{"system": "beam", "class": 2, "quantity": 2, "arcs": ["FP", "F", "FS"]}],
    }
    run("ship", str(out))


def test_lines_that_cannot_be_read_are_told_by_number(tmp_path: Path) -> None:
    result = run("ship", written(tmp_path, "vandal.txt", NOTATION + "Moon laser x2\n"), "--import")
    assert "line 5: not read: Moon laser x2" in result.stderr


def test_lines_beyond_the_last_that_is_read_are_told_together(tmp_path: Path) -> None:
    result = run(
        "ship", written(tmp_path, "long.txt", NOTATION + "\n".join(f"Cargo {n}" for n in range(1, 320))), "--import", code=1
    )
    assert result.stderr.split("\n") == ["lines 301 to 323: Only 300 lines are read.", ""]


@pytest.mark.parametrize(("per_page", "count"), [(1, 3), (3, 1)])
def test_sheets_of_a_fleet_are_printed(tmp_path: Path, per_page: int, count: int) -> None:
    out = tmp_path / "swarm.pdf"
    run("sheet", written(tmp_path, "swarm.yaml", SWARM), "--pdf", str(out), "--per-page", str(per_page), "--paper", "letter")
    assert len(pages(out)) == count
    assert "Wasp 3" in pages(out)[-1]
    assert float(PdfReader(out).pages[0].mediabox.width) == 612


def test_the_account_and_counters_are_printed_too(tmp_path: Path) -> None:
    out = tmp_path / "swarm.pdf"
    run("sheet", written(tmp_path, "swarm.yaml", SWARM), "--pdf", str(out), "--account", "--markers")
    account, *_ships, counters = pages(out)
    assert "it adds up" in account
    assert "Wasp 1: Standard fighters" in account
    assert "3 counters" in counters


def test_the_sheets_of_a_recorded_battle_show_its_damage(tmp_path: Path) -> None:
    record, out = tmp_path / "duel.jsonl", tmp_path / "duel.pdf"
    run("battle", "full-thrust", "duel", "--seed", "1", "--record", str(record))
    run("sheet", str(record), "--pdf", str(out))
    system = rule_systems.find("full-thrust")
    view = load(read_battle(record), system).view(None)
    figures = [system.sheet(system.unit(view, unit.id), view).figure for unit in system.picture(view).units]
    assert len(figures) == 2
    assert [figure in page for figure, page in zip(figures, pages(out), strict=True)] == [True, True]
    assert any(figure.split(" of ")[0] != figure.split(" of ")[-1].split()[0] for figure in figures)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "Name one file to write"),
        (["-o", "a.svg", "--pdf", "a.pdf"], "Name one file to write"),
        (["--pdf", "a.pdf", "--paper", "a5"], "Paper is one of a4, letter"),
        (["--pdf", "a.pdf", "--per-page", "5"], "sheets a page one of 1, 2, 3, 6, 8"),
        (["-o", "a.svg"], "There are 3 sheets; --pdf prints them."),
    ],
)
def test_what_a_sheet_is_not_written_to(tmp_path: Path, options: list[str], said: str) -> None:
    assert said in " ".join(refused("sheet", written(tmp_path, "swarm.yaml", SWARM), *options).split())


def test_a_fleet_that_cannot_be_read_has_no_sheets(tmp_path: Path) -> None:
    broken = written(tmp_path, "swarm.yaml", {**SWARM, "ships": [{"design": "none-such", "name": "Ghost"}]})
    assert "none-such" in refused("sheet", broken, "--pdf", str(tmp_path / "a.pdf"), code=1)
