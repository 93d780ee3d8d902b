"""The command line: what it answers, what it writes, and what it refuses without a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from commands import lines, refused, run, written
from quarterdeck.cli.battle import seed_of
from quarterdeck.cli.output import outcome_lines
from quarterdeck.engine import system
from quarterdeck.engine.dice import commitment
from quarterdeck.engine.record import read_record
from quarterdeck.engine.replay import load
from quarterdeck.engine.system import Outcome
from quarterdeck.engine.text import _
from tiny import TINY

FULL_THRUST = system.find("full-thrust")

CUTTER = {
    "key": "cutter",
    "name": "Cutter & <Sons>",
    "class_code": "CT",
    "mass": 12,
    "hull": 2,
    "thrust": 4,
    "ftl": True,
    "systems": [{"system": "fire_control"}, {"system": "beam", "class": 1, "quantity": 2}],
}
"""MASS: hull 2, drive 5 % of 12 for each of 4 thrust 2, FTL 10 % 1, fire control 1, two Beam-1 2; together 8.

CPV: basic hull 1, hull 4, drive 4, FTL 2, fire control 4, Beams 6; together 21.
"""


@pytest.fixture(autouse=True)
def _tiny_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    find, installed = system.find, system.installed
    monkeypatch.setattr(system, "find", lambda key: TINY if key == "tiny" else find(key))
    monkeypatch.setattr(system, "installed", lambda: {**installed(), "tiny": TINY})


# Looking things up


def test_systems_lists_scenarios() -> None:
    shown = run("systems").stdout
    assert "full-thrust" in shown
    for key in FULL_THRUST.scenarios():
        assert key in shown
    (found,) = lines(run("systems", "--json"))
    assert [each["key"] for each in found] == ["full-thrust", "interworld-drama", "interworld-fleets", "tiny"]
    assert [scenario["key"] for scenario in found[-1]["scenarios"]] == list(TINY.scenarios())


@pytest.mark.rule("FT-4.3.1")
def test_rules_by_id_by_words_and_all() -> None:
    rule = FULL_THRUST.rulebook.entry("FT-4.3.1")
    shown = run("rules", "full-thrust", "ft-4.3.1").stdout
    assert rule.title in shown
    assert rule.text.split()[-1] in shown
    (found,) = lines(run("rules", "FT-4.3.1", "--json"))
    assert [(each["id"], each["text"]) for each in found] == [(rule.id, rule.text)]
    (by_words,) = lines(run("rules", "tiny", "mine", "secret", "--json"))
    assert [each["id"] for each in by_words] == ["TY-1.2"]
    (everything,) = lines(run("rules", "--json"))
    interworld = [system.find(key).rulebook for key in ("interworld-drama", "interworld-fleets")]
    assert len(everything) == sum(map(len, (FULL_THRUST.rulebook, TINY.rulebook, *interworld)))
    assert "TY-4.2" in run("rules", "tiny").stdout


def test_an_unknown_rule_names_its_neighbours() -> None:
    assert "FT-4.3.1" in refused("rules", "full-thrust", "FT-4.3.11")


@pytest.mark.rule("FT-4.7.1")
def test_odds_in_the_words_of_the_system() -> None:
    """A Pulse Torpedo hits on 3 at 12 MU and does 3.5 points in the mean: 4/6 of 3.5."""
    for words in (
        ("odds", "full-thrust", "pulse torpedo", "--range", "12", "--hull", "9/9", "--json"),
        ("odds", "--json", "full-thrust", "--range=12", "--hull=9/9", "pulse", "torpedo"),
    ):
        (found,) = lines(run(*words))
        assert found["rows"][0]["value"] == pytest.approx(4 / 6 * 3.5)
    shown = run("odds", "full-thrust", "pulse torpedo", "--range", "12", "--hull", "9/9").stdout
    assert "2.33" in shown
    assert "█" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("full-thrust", "beam-2", "--rnge", "12", "--hull", "3"), "range"),
        (("full-thrust", "beam-2", "--hull", "3", "--range"), "--range needs a value"),
        (("full-thrust", "beam-2", "--hull", "3", "--range", "9", "--range=12"), "--range is given twice."),
        (("full-thrust", "beam-2", "--hull", "3", "--range", "1_0"), "range must be given like 12.5, not “1_0”."),
        (("full-thrust", "beam-2", "--range", "9"), "hull is missing; it is given like 7/7/6/6."),
        (("full-thrust", "catapult", "--range", "12", "--hull", "3"), "catapult"),
        (("full-thrust",), "weapon"),
        (("chess", "rook"), "chess"),
    ],
)
def test_odds_refuses(words: tuple[str, ...], said: str) -> None:
    assert said in refused("odds", *words)


def test_a_weapon_that_is_missing_is_said_in_words_and_not_in_columns() -> None:
    said = refused("odds", "full-thrust", "beam-2,", "--range", "9", "--hull", "3")
    assert said.startswith("A weapon is missing in the list")


# Ships


@pytest.mark.rule("FT-9.1.1", "FT-9.2.1")
def test_ship_gives_its_account(tmp_path: Path) -> None:
    file = written(tmp_path, "cutter.yaml", CUTTER)
    shown = run("ship", file).stdout
    assert "8 of 12" in shown
    assert "It adds up." in shown
    (account,) = lines(run("ship", file, "--json"))
    assert account["totals"] == {"MASS": 8, "CPV": 21, "NPV": 32}
    assert account["adds_up"] is True
    (of_json,) = lines(run("ship", written(tmp_path, "cutter.json", json.dumps(CUTTER)), "--json", "--system", "full-thrust"))
    assert of_json == account


@pytest.mark.rule("FT-9.2.1")
def test_a_ship_that_does_not_add_up(tmp_path: Path) -> None:
    file = written(tmp_path, "fat.yaml", {**CUTTER, "mass": 10, "hull": 9})
    assert "It does not add up" in run("ship", file, code=1).stdout
    (account,) = lines(run("ship", file, "--json", code=1))
    assert account["adds_up"] is False
    assert account["problems"][0]["rule"] == "FT-9.2.1"
    out = tmp_path / "fat.svg"
    assert "FT-9.2.1" in refused("sheet", file, "-o", str(out), code=1)
    assert not out.exists()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.yaml", "key: [", "neither YAML nor JSON: line "),
        ("a.yaml", "key: a\nname: b: c", "neither YAML nor JSON: line 2 column 8: mapping values are not allowed"),
        ("a.json", "{", "neither YAML nor JSON"),
        ("a.json", "[" * 100_000, "neither YAML nor JSON"),
        ("a.yaml", "a: 2024-99-99", "neither YAML nor JSON"),
        ("a.yaml", "x" * 1_000_001, "longer than"),
    ],
)
def test_files_that_are_no_documents(tmp_path: Path, name: str, text: str, said: str) -> None:
    assert said in refused("ship", written(tmp_path, name, text))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "cannot be read" in refused("ship", str(tmp_path / "none.yaml"))
    assert "cannot be read" in refused("ship", str(tmp_path))
    (tmp_path / "latin.yaml").write_bytes(b"name: \xe9t\xe9")
    assert "UTF-8" in refused("ship", str(tmp_path / "latin.yaml"))
    assert "That is no pond." in refused("ship", written(tmp_path, "a.yaml", CUTTER), "--system", "tiny")
    assert "no rule system" in refused("ship", written(tmp_path, "a.yaml", CUTTER), "--system", "chess")


def test_several_readers_have_to_be_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "installed", lambda: {"one": FULL_THRUST, "two": FULL_THRUST})
    assert "--system" in refused("ship", written(tmp_path, "a.yaml", CUTTER))
    monkeypatch.setattr(system, "installed", lambda: {"one": TINY, "two": TINY})
    assert "No rule system reads" in refused("ship", written(tmp_path, "a.yaml", CUTTER))


@pytest.mark.rule("FT-2.6.1")
def test_sheet_writes_a_drawing(tmp_path: Path) -> None:
    file, out = written(tmp_path, "cutter.yaml", CUTTER), tmp_path / "cutter.svg"
    assert str(out) in run("sheet", file, "-o", str(out)).stdout
    drawn = ET.fromstring(out.read_text(encoding="utf-8"))
    assert "Cutter & <Sons>" in ["".join(element.itertext()) for element in drawn]
    first = out.read_bytes()
    run("sheet", file, "-o", str(out))
    assert out.read_bytes() == first
    assert "cannot be written" in refused("sheet", file, "-o", str(tmp_path))
    refused("sheet", file)


# Battles


def test_bots_play_and_everything_is_told(tmp_path: Path) -> None:
    record = tmp_path / "battle.qd"
    shown = run("battle", "tiny", "duel", "--seed", "7", "--record", str(record)).stdout
    told = lines(run("battle", "tiny", "duel", "--seed", "7", "--json"))
    assert "outcome" in told[-1]
    assert [event["n"] for event in told[:-1]] == list(range(1, len(told)))
    assert all(event["text"] in shown for event in told[:-1])
    assert told[-1]["seed"] == seed_of(7)
    assert told[-1]["commitment"] == commitment(seed_of(7))
    assert commitment(seed_of(7)) in shown
    assert run("battle", "tiny", "duel", "--seed", "7").stdout == shown.replace(f"record: {record}\n", "")
    assert run("battle", "tiny", "duel", "--seed", "8").stdout != shown

    replayed = lines(run("replay", str(record), "--json"))
    assert replayed[:-1] == told[:-1]
    assert replayed[-1]["outcome"] == told[-1]["outcome"]
    in_words = run("replay", str(record)).stdout
    assert "Duel" in in_words
    assert in_words.count("input ") > 5
    assert "holds" in run("verify", str(record)).stdout
    (verdict,) = lines(run("verify", str(record), "--json"))
    assert verdict["holds"] is True
    assert verdict["events"] == len(told) - 1


def test_without_a_seed_no_two_battles_have_the_same_dice() -> None:
    seeds = [lines(run("battle", "tiny", "duel", "--json"))[-1]["seed"] for _battle in range(2)]
    assert seeds[0] != seeds[1]
    assert min(map(len, seeds)) >= 64


@pytest.mark.parametrize("scenario", ["three", "pairs"])
def test_more_sides_and_more_seats_a_side(scenario: str) -> None:
    winners = lines(run("battle", "tiny", scenario, "--json"))[-1]["outcome"]["winners"]
    assert set(winners) <= set(TINY.scenarios()[scenario].seat_sides().values())
    assert "4 seats, a, b, c, d; 2 are named" in refused("battle", "tiny", "pairs", "--seats", "random,random")


def test_captains_fight_full_thrust_to_the_end(tmp_path: Path) -> None:
    record = tmp_path / "battle.qd"
    shown = run("battle", "full-thrust", "duel", "--seats", "captain,random", "--seed", "1", "--record", str(record)).stdout
    assert "Seat a: Lance squadron, captain" in shown
    assert "holds" in run("verify", str(record)).stdout


def test_a_bot_with_a_part_of_its_own_sits_where_it_belongs() -> None:
    shown = run("battle", "interworld-drama", "fog-bank", "--seats", "captain", "--seed", "1").stdout
    assert "Seat a: The Heron's people, captain" in shown
    assert "Seat narrator: Narrator, narrator" in shown


def test_a_scenario_may_be_a_file(tmp_path: Path) -> None:
    pond = {"key": "mine", "title": "My pond", "seats": {"a": "red", "b": "blue"}, "boats": 1}
    assert "My pond" in run("battle", "tiny", written(tmp_path, "pond.yaml", pond)).stdout
    assert "1 to 3 boats" in refused("battle", "tiny", written(tmp_path, "pond.yaml", {**pond, "boats": 9}))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess", "duel"), "full-thrust"),
        (("tiny", "duell"), "Nearest: duel"),
        (("tiny", "duel", "--seats", "admiral"), "admiral"),
        (("tiny", "duel", "--seats", "random,random,random"), "2 seats"),
        (("interworld-drama", "fog-bank", "--seats", "captain,captain,captain"), "these can: narrator, random"),
        (("tiny", "duel", "--seats", "person", "--json"), "--json"),
        (("tiny", "duel", "--dice", "typed", "--seed", "3"), "no seed"),
        (("tiny", "duel", "--dice", "loaded"), "loaded"),
        (("tiny", "duel", "--seed", "lucky"), "--seed"),
        (("tiny", "duel", "--record", "/nowhere/battle.qd"), "cannot be written"),
        (("tiny",), "SCENARIO"),
    ],
)
def test_battle_refuses(words: tuple[str, ...], said: str) -> None:
    assert said in refused("battle", *words)


def test_winners_are_named_one_or_several() -> None:
    names = {"a": "Raiders", "b": "Convoy"}
    assert outcome_lines(Outcome(("a",), _("So it is.")), names) == ["Winner: Raiders. So it is."]
    assert outcome_lines(Outcome(("a", "b"), _("So it is.")), names) == ["Winners: Raiders, Convoy. So it is."]


def test_names_are_made_only_when_something_is_to_be_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(type(TINY), "names", lambda self, view: asked.append(1) or {})
    file = tmp_path / "battle.qd"
    run("battle", "tiny", "duel", "--seed", "7", "--json", "--record", str(file))
    told_by = [entry.told for entry in load(read_record(file.read_text("ascii")), TINY).inputs]
    assert len(set(told_by) - {0}) < len(told_by)
    assert len(asked) == len(set(told_by) - {0}) + 1
