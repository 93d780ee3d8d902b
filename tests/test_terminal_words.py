"""What a person at the terminal is shown: the situation, what Enter gives, tables that fit, who is told what, odd input."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from at_terminal import NEEDLES, given, played
from quarterdeck.cli import app
from quarterdeck.cli.asked import show_question
from quarterdeck.cli.entries import Unread, enter, number, pick
from quarterdeck.cli.help import help_for
from quarterdeck.cli.output import Teller, nearest_words, problem_line
from quarterdeck.cli.terminal import Terminal
from quarterdeck.cli.units import show_unit, show_units
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.questions import Amounts, Assign, Field, Form
from quarterdeck.engine.system import find
from quarterdeck.engine.text import _, plain
from quarterdeck.systems.full_thrust.repair import damage_control
from quarterdeck.systems.full_thrust.shooting import declare_fire
from tiny import TINY
from tiny_pond import PONDS

pytestmark = pytest.mark.usefixtures("tiny_installed")

FULL_THRUST = find("full-thrust")
DUEL = ("full-thrust", "duel")


def console(width: int = 80, **more: Any) -> Console:
    """A console that writes into its file."""
    return Console(file=io.StringIO(), width=width, markup=False, emoji=False, highlight=False, **more)


def written(shown: Console) -> str:
    """What was written to a console."""
    file = shown.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


# The situation


def test_a_person_is_told_what_the_battle_is_about(file: Path) -> None:
    said = played(file, scenario=DUEL)
    scenario = FULL_THRUST.scenarios()["duel"]
    assert scenario.text.split(".")[0] in said
    for fact in scenario.facts():
        assert f"- {plain(fact)}"[:70] in said
    before_the_first_question = said.split("Write orders")[0]
    assert "Turn 1 of 20" in before_the_first_question
    assert "Oath      8 MU  270°  facing 9  60, 28  hull 28/28 armour 8/8" in before_the_first_question


def test_bots_among_themselves_are_not_briefed() -> None:
    said = CliRunner().invoke(app, ["battle", "full-thrust", "duel", "--seed", "5", "--seats", "random"]).stdout
    assert "The table is" not in said
    assert "facing 9  60, 28" not in said


def test_the_units_are_listed_once_a_round_and_when_asked_for(file: Path) -> None:
    said = played(file, "ships", "1: MD2", "no", "look", scenario=DUEL)
    assert said.count("Turn 1 of 20") == 3, "at the start and twice when asked for"


def test_one_unit_in_full(file: Path) -> None:
    said = played(file, "ship 2", "look oath", "ship keel", scenario=DUEL)
    assert said.count("Oath, heavy cruiser, Anvil squadron\n8 MU; 270°; facing 9; 60, 28; hull 28/28 armour 8/8\n") == 2
    assert said.count("Heavy Cruiser, Oath class, Anvil navy · MASS 88 · 280 CPV") == 2
    assert said.count("Pulse Torpedo 1: F, hits from 2 to 6, 3 to 12, 4 to 18, 5 to 24, 6 to 30 MU. works") == 2
    assert said.count("Main Drive: thrust 4. works") == said.count("Fire Control 2. works") == 2
    assert "“keel” is none of these: 1 Amaranth, 2 Oath." in said


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("key", ["duel", "patrol", "fleet-action", "convoy"])
def test_the_list_of_units_fits(key: str, width: int) -> None:
    battle = Battle.begin(FULL_THRUST, FULL_THRUST.scenarios()[key], seed="x")
    view = battle.view("a")
    for ship in view.ships.values():
        ship.velocity, ship.facing, ship.position = 12, 12, ship.position.plus(ship.course, 0.06)
    shown = console(width)
    show_units(shown, FULL_THRUST.picture(view), FULL_THRUST.names(view))
    lines = written(shown).splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) == 2 + len(view.scenario.sides) + len(view.ships), "no row is folded"
    assert ("heavy cruiser" in written(shown)) == (width == 120 and key != "convoy")


def test_on_a_narrow_terminal_nothing_of_a_unit_is_cut_off() -> None:
    view = Battle.begin(FULL_THRUST, FULL_THRUST.scenarios()["duel"], seed="x").view("a")
    shown = console(50)
    show_units(shown, FULL_THRUST.picture(view), FULL_THRUST.names(view))
    assert max(map(len, written(shown).splitlines())) <= 50
    for word in ("Oath", "270°", "60,", "28/28", "armour", "8/8"):
        assert word in written(shown)


def test_a_unit_says_what_it_has_lost() -> None:
    """What is open to all on its record sheet; where a unit has none, its weapons."""
    view = Battle.begin(FULL_THRUST, FULL_THRUST.scenarios()["duel"], seed="x").view("a")
    oath = view.ships["b1"]
    oath.lost["pulse-torpedo-2"], oath.status, oath.derelict_by = "threshold", "derelict", "dumped"
    oath.lost["fire-control-1"], oath.drive_hits = "needle", 1
    unit, names = next(unit for unit in FULL_THRUST.picture(view).units if unit.id == "b1"), FULL_THRUST.names(view)
    in_full, by_weapons = console(200), console()
    show_unit(in_full, unit, FULL_THRUST.sheet(oath, view), names)
    show_unit(by_weapons, unit, None, names)
    assert re.search(r"Pulse Torpedo 2: F, .*lost in a threshold check", written(in_full))
    assert "Fire Control 1. knocked out by a Needle Beam" in written(in_full)
    assert "Main Drive. half power: thrust 2 of 4" in written(in_full)
    assert re.search(r"Pulse Torpedo 2 +-30° to \+30° +lost", written(by_weapons))
    assert all("armour 8/8; adrift" in written(shown) for shown in (in_full, by_weapons))


def test_what_is_placed_is_not_named_twice(file: Path) -> None:
    said = played(file, "1 1", "done", "8 8 3", scenario=("full-thrust", "muster"), seats="person,captain")
    assert "Celandine: 8, 8, heading 3\nEnter accepts" in said


def test_a_problem_of_a_slot_names_the_slot(file: Path) -> None:
    said = played(file, "1 99", scenario=("full-thrust", "muster"), seats="person,captain")
    assert "a> Celandine (Corvette) takes from 0 to 12, not “99”." in said


# What Enter gives


def last_enter(said: str) -> str:
    """What was last said of Enter."""
    return re.findall(r"^(?:a> )*(Enter: .*)$", said, re.MULTILINE)[-1]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ([], "Enter: Drift."),
        (["1: MD2", ""], "Enter: as it stands."),
        (["", "1"], "Enter: Oath (Beam-3 no. 1, Beam-3 no. 2). pass: nothing."),
        (["", "1", "1 1"], "Enter: as it stands."),
        ([""], "Enter: Amaranth. pass: nothing."),
    ],
)
def test_what_enter_gives_is_said(file: Path, typed: list[str], said: str) -> None:
    assert last_enter(played(file, *typed, scenario=DUEL, seats="person,captain", seed="7")) == said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ([], "Enter: white (colour); 0 (luck)."),
        (["2 black"], "Enter: 0 (luck)."),
        ([""], "heading 1 (boat a1);"),
        (["", "1 0 3 12", ""], "heading 1 (boat a2)."),
        (["", "", "", ""], "Enter: nothing."),
    ],
)
def test_what_enter_gives_in_other_kinds_of_question(file: Path, typed: list[str], said: str) -> None:
    assert said in last_enter(played(file, *typed))


def test_enter_does_what_it_said(file: Path) -> None:
    played(file, "", "1", "1 1", "1 -", "", scenario=DUEL, seats="person,captain", seed="7")
    assert given(file)[2] == [{}], "what was typed counts, though nothing is left of it"


# Tables


def fire_question(key: str = "fleet-action") -> tuple[Any, Any]:
    """A ship of the first side fires, all enemies are in reach."""
    battle = Battle.begin(FULL_THRUST, FULL_THRUST.scenarios()[key], seed="x")
    view = battle.view("a")
    for ship in view.ships.values():
        if ship.side == "b":
            ship.position = view.ships["a1"].position.plus(view.ships["a1"].course, 9.0)
    return declare_fire(view, view.ships["a1"], {}), view


def test_a_fire_table_with_many_targets_is_cut_to_the_width() -> None:
    question, view = fire_question()
    for width in (60, 80, 120):
        shown = console(width)
        show_question(shown, question, view, {}, FULL_THRUST.names(view))
        lines = [line for line in written(shown).splitlines() if not line.startswith("Enter")]
        assert max(len(line.rstrip()) for line in lines) <= width
        assert written(shown).count("8 Stockade") == 1
    assert written(shown).count("9 MU, F") == 8


def test_why_a_weapon_cannot_fire_is_said_when_it_is_tried(file: Path, tmp_path: Path) -> None:
    scenario = tmp_path / "far.json"
    far = json.loads(json.dumps(NEEDLES))
    far["sides"][1]["ships"][1]["at"] = [57, 24]
    scenario.write_text(json.dumps(far), encoding="utf-8")
    for seed in ("1", "2", "3", "4"):
        said = played(file, "", "1", "needle beam foxglove main", scenario=("full-thrust", str(scenario)), seed=seed)
        if "(range)" in said:
            break
    assert "(range)" in said
    assert "Needle Beam reaches 12 MU, Foxglove is at 27 MU." in said.replace("is at 27.", "is at 27 MU.")


def test_amounts_are_typed_as_they_are_counted() -> None:
    battle = Battle.begin(FULL_THRUST, FULL_THRUST.scenarios()["duel"], seed="x")
    view = battle.view("a")
    view.ships["a1"].lost["screen-1"] = "threshold"
    (question,) = damage_control(view, "a")
    shown = console()
    show_question(shown, question, view, None, FULL_THRUST.names(view))
    _blank, _title, amounts, *_rows, enter_line = written(shown).splitlines()
    assert amounts.split() == ["0", "1", "2", "3"]
    assert "parties idle" in written(shown)
    assert enter_line == "Enter: 3 parties (Screen of Amaranth). pass: nothing."
    entry = enter(question, question.dress(view, None), "1 2", FULL_THRUST.names(view))
    assert entry.draft == {"a1/screen-1": 2}
    assert "1 2 or 1 2, 3 1    row 1 gets 2" in plain(help_for(question))


@pytest.mark.parametrize(
    ("step", "line", "said"), [(1, "1 1.5", "1.5 is no whole number."), (0.5, "1 0.7", "0.7 is between two steps of 0.5.")]
)
def test_a_fraction_is_refused_and_not_rounded(step: float, line: str, said: str) -> None:
    slots = Assign(seat="a", rule="", prompt=_("Load"), slots={"x": Amounts(0, 4, step)}, slot_names={"x": _("x")})
    form = Form(seat="a", rule="", prompt=_("Load"), fields=(Field(key="x", name=_("x"), kind="amount", most=4, step=step),))
    for question, typed in ((slots, line), (form, line.removeprefix("1 "))):
        with pytest.raises(Unread) as unread:
            enter(question, question.dress(None, None), typed, {})
        assert plain(unread.value.text) == said
    assert enter(slots, slots.dress(None, None), "1 3", {}).draft == {"x": 3}


@pytest.mark.parametrize("word", ["1_0", "١", "²", "1e3", "inf", "0x1", "--1", ".", "9" * 5000])
def test_what_is_no_number(word: str) -> None:
    with pytest.raises(Unread):
        number(word)
    with pytest.raises(Unread):
        pick(word, {"a": "Anchor", "b": "Bower"})


# Dice on the table


def test_dice_say_what_they_are_for(file: Path) -> None:
    said = played(file, "", "4", "3", "", "", "2", "5", scenario=DUEL, seats="person,captain", seed="", dice="typed")
    assert "Roll a die of 6 sides: initiative, Lance squadron" in said
    assert "Roll a die of 6 sides: initiative, Anvil squadron" in said
    assert re.search(r"Roll a die of 6 sides: [a-z ]+, .+ of (Oath at Amaranth|Amaranth at Oath)", said)
    assert "Type the face that it shows." in said


def test_help_at_dice_is_about_dice(file: Path) -> None:
    said = played(file, "", "help", scenario=DUEL, seats="person,captain", seed="", dice="typed")
    help_ = said.rpartition("initiative")[2]
    assert "the faces of the dice" in help_
    assert "Enter or default" not in help_
    assert "field 1" not in help_


def test_help_tells_how_orders_are_written(file: Path) -> None:
    said = played(file, "help", scenario=DUEL)
    assert "MD4                burn 4" in said
    assert max(map(len, said.rpartition("1: line")[2].split("quit")[0].splitlines())) <= 80


@pytest.mark.parametrize("line", ["concede", "offers", "undo"])
def test_who_rolls_for_a_bot_does_not_play_for_it(file: Path, line: str) -> None:
    said = played(file, "", "4", line, scenario=DUEL, seats="person,captain", seed="", dice="typed")
    assert "b> Only whoever plays the seat may do that." in said


def test_who_rolls_for_a_bot_does_not_see_what_it_sees(file: Path) -> None:
    """Of the depth that the bot sounds, the person only hears that it was sounded; so it says when asked on the bot's turn."""

    def rolling(*more: str) -> str:
        lines = [line for _n in range(12) for line in ("6", *more, "")]
        return played(file, *[""] * 3, *lines, seats="person,random", seed="", dice="typed")

    number = re.findall(r"(\d+)  sounded\.", rolling())[0]
    said = rolling(f"? {number}")
    assert "b> TY-2.2  because of sounded" in said
    assert "because of depth" not in said


# Two at one terminal


def sitting(persons: tuple[str, ...]) -> tuple[Terminal, Console]:
    """A terminal for a battle of Tiny."""
    shown = console(force_terminal=True, _environ={"TERM": "xterm"}, legacy_windows=False)
    battle = Battle.begin(TINY, PONDS["duel"], seed="a secret")
    return Terminal(battle, persons, Teller(TINY, battle.sides, shown)), shown


def test_handing_over_leaves_nothing_to_scroll_back_to(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, shown = sitting(("a", "b"))
    monkeypatch.setattr("builtins.input", lambda _prompt="": "")
    terminal.sit()
    assert "\x1b[3J" not in written(shown), "what the battle is about stays for the first"
    terminal.sit()
    assert terminal.battle.header is not None
    assert f"\x1b[3JDice committed to {terminal.battle.header.commitment}" in " ".join(written(shown).split())


def test_what_stands_on_the_screen_is_not_told_again(file: Path) -> None:
    said = played(file, *["", ""] * 2, *["", "", ""] * 2, *[""] * 9, seats="person,person")
    told = re.findall(r"^(?:[ab]> )* {0,3}(\d+)  ([a-z_]+)\.", said, re.MULTILINE)
    wind = [n for n, kind in told if kind == "wind"]
    assert wind
    assert max(wind.count(n) for n in wind) == 2, "once to each, as they sit down in turn"
    conceded = played(file, *["", ""] * 2, "concede", "yes", seats="person,person")
    assert len(re.findall(r"  anchored\.", conceded)) <= 4
    assert conceded.count("The battle is over.") == 1
    assert not re.search(r"anchored", conceded.rpartition("gives up")[2])


# Odd input and odd names


def test_brackets_in_names_are_letters(file: Path, tmp_path: Path) -> None:
    duel = FULL_THRUST.write(FULL_THRUST.scenarios()["duel"])
    duel["sides"][0]["name"] = "[/red]A :ship:"
    scenario = tmp_path / "duel.json"
    scenario.write_text(json.dumps(duel), encoding="utf-8")
    said = played(file, "concede", "no", "", scenario=("full-thrust", str(scenario)))
    assert "Seat a, [/red]A :ship: gives up? yes or no (Enter: no): " in said


@pytest.mark.parametrize("line", ["9" * 5000, "? " + "9" * 5000, "1 " + "9" * 5000, "1_0", "? 1_0"])
def test_endless_numbers_are_refused(file: Path, line: str) -> None:
    assert played(file, line).count("a> ") == 2


def test_bytes_that_are_no_text(file: Path) -> None:
    words = ["battle", "tiny", "duel", "--seats", "person,random", "--seed", "5", "--record", str(file)]
    result = CliRunner().invoke(app, words, input=b"1 caf\xe9\nquit\n")
    assert result.exit_code == 0, result.output
    assert given(file) == []


def test_an_event_that_has_not_happened(file: Path) -> None:
    assert "There is no event 3 yet." in played(file, "? 3")


def test_done_without_a_choice_names_no_ids(file: Path) -> None:
    said = played(file, "", "done", scenario=DUEL, seats="person,captain", seed="7")
    assert "Nothing is chosen yet: type its number." in said
    assert "a1." not in said


def test_what_is_typed_instead_of_accepting_counts(file: Path) -> None:
    said = played(file, "1: MD2", "? 99", "1: MD3", "1: MD1", "yes", "done", scenario=DUEL)
    assert "There is no event 99 yet." in said
    assert given(file)[0] == [{"a1": "MD1"}]


def test_a_name_is_not_said_twice() -> None:
    assert problem_line(Problem("", _("Amaranth has no orders yet."), "a1"), {"a1": "Amaranth"}) == "Amaranth has no orders yet."
    assert problem_line(Problem("", _("MD9 is too much."), "a1"), {"a1": "Amaranth"}) == "Amaranth: MD9 is too much."


@pytest.mark.parametrize(
    ("nearest", "said"),
    [
        ("MD4", "MD4"),
        (3, "3"),
        ({"at": [2.0, 4.5], "heading": 3}, "2 4.5 3"),
        ({"at": [2.0, 4.5], "heading": None}, "2 4.5"),
        ({"a1/screen-1": 2, "a1": 1}, "Screen 2, Amaranth 1"),
        (["a1", "FT-9.9.9"], "Amaranth, FT-9.9.9"),
    ],
)
def test_the_nearest_answer_is_said_as_it_is_typed(nearest: Any, said: str) -> None:
    assert nearest_words(nearest, {"a1": "Amaranth", "a1/screen-1": "Screen"}) == said


@pytest.mark.parametrize("width", [60, 80])
def test_sentences_are_wrapped_between_words_on_a_terminal(width: int) -> None:
    battle = Battle.begin(FULL_THRUST, FULL_THRUST.scenarios()["duel"], seed="7")
    battle.commit("a", {next(iter(battle.slates()["a"].questions)): {"a1": "MD3, TP1"}})
    battle.commit("b", {next(iter(battle.slates()["b"].questions)): {"b1": "MD4"}})
    n, event = next((n, event) for n, event in battle.events("a") if event.kind == "moved")
    shown = console(width, force_terminal=True)
    Teller(FULL_THRUST, battle.sides, shown).tell(n, event, FULL_THRUST.names(battle.view("a")))
    first, second = written(shown).splitlines()
    assert len(first) <= width
    assert second.startswith("      ")
    told = "2 Amaranth carries out MD3, TP1: 8 MU become 11 on 90° to 23, 20, facing 2. FT-3.2.14"
    assert [*first.split(), *second.split()] == told.split()
