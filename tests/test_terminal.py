"""A person at the terminal, fed with what they type: every kind of question, what is refused, and what else can be done."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from at_terminal import NEEDLES, given, played
from quarterdeck.cli import app
from quarterdeck.cli.asked import zone_words
from quarterdeck.cli.entries import Entry, Unread, completed, enter, pick, problems_of
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.questions import Cells, Choice, Disc, Field, Form, Place, Question
from quarterdeck.engine.record import read_record
from quarterdeck.engine.text import _, plain
from tiny import TINY
from tiny_pond import aim, anchor, choose_volley, fly_flag, lay_mine, load_powder, offers, write_sailing

pytestmark = pytest.mark.usefixtures("tiny_installed")

# A battle from its questions


def test_a_person_answers_every_kind_of_question(file: Path) -> None:
    flag = ["motto We sail", "colour bl", "3 0.5", ""]
    boats = ["1 0 3 12", "", "2 3,3 6", "", "done"]
    mine = ["0.5 1.5", ""]
    orders = ["1: N2", "", "boat a2: -", "", "done", "1 1, 2 2", "done"]
    said = played(file, *flag, *boats, *mine, *orders)
    slates = given(file)
    assert slates[0][0] == {"word": "We sail", "colour": "black", "luck": 0.5}
    assert slates[0][1] == {"a1": {"at": [0, 3], "heading": 12}, "a2": {"at": [3, 3], "heading": 6}}
    assert slates[1][0]["it"]["at"] == [0.5, 1.5]
    assert slates[2] == [{"a1": "N2", "a2": "-"}, {"a1": 1, "a2": 2}]
    for title in ("Hoist a flag", "Anchor", "Lay a mine", "Sail", "Load"):
        assert title in said
    assert "The battle is not over." in said
    assert "seed: " in said


def test_boats_fire_in_the_order_typed(file: Path) -> None:
    """Boat a2 is chosen first, so it is slot 1 of the question what to fire at."""
    set_up, sail, load = ["", "", ""], ["1: -", "", "2: -", "", "done"], ["1 1, 2 1", "done"]
    played(file, *set_up, *sail, *load, "2, 1", "1 1, 2 boat b2", "done", seed="7")
    slates = given(file)
    place = slates.index([["a2", "a1"]])
    assert slates[place + 1] == [{"a2": "b1", "a1": "b2"}]


def test_enter_gives_the_default_and_leaves_what_was_typed(file: Path) -> None:
    played(file, "2 black", "default", "2 3 3 6", "", "")
    flag, boats = given(file)[0]
    assert flag == {"colour": "black", "luck": 0}
    assert boats["a2"] == {"at": [3, 3], "heading": 6}
    assert set(boats) == {"a1", "a2"}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["2 purple"], "“purple” is none of these: 1 white, 2 black."),
        (["3 much"], "“much” is no number."),
        (["3 7"], "luck takes from 0 to 2."),
        (["pass"], "There is no passing here."),
        (["", "1 0 3"], "A place is typed like 1 12 8.5 3."),
        (["", "1 0 30 12"], "boat a1 is outside the zone. Nearest:"),
        (["", "1 0 3 13"], "a heading from 1 to 12"),
        (["", "1 0 3 12", "", "2 0 3.2 6"], "boat a2 and boat a1 are less than 1 apart. (TY-1.1)"),
        (["", "done"], "needs a place"),
        (["", "", "", "N2"], "Name the unit before its line"),
        (["", "", "", "1: Q7"], "boat a1: “Q7” is no way to sail. Nearest: -. (TY-3.1)"),
        (["", "", "", "9: N1"], "“9” is none of these: 1 boat a1, 2 boat a2."),
        (["", "", "", "done"], "has no orders yet"),
        (["", "", "", "", "1 9"], "boat a1 takes from 0 to 2, not “9”."),
        (["", "", "", "", "1"], "Say what boat a1 gets"),
        (["", "", "", "", "1 2, 2 2"], "There are three powder in all. (TY-3.1)"),
    ],
)
def test_what_cannot_be_is_refused_with_its_sentence_and_asked_again(file: Path, typed: list[str], sentence: str) -> None:
    before, slates = played(file, *typed[:-1]), given(file)
    after = played(file, *typed)
    assert sentence not in before
    assert sentence in after
    assert given(file) == slates
    assert after.rpartition(sentence)[2].count("a> ") == 1


def test_answers_that_do_not_go_together_are_asked_again(file: Path) -> None:
    said = played(file, "", "", "", "1: N3", "", "2: -", "", "done", "1 2", "done")
    assert "The crew of boat a1 has its hands full. (TY-3.1)" in said
    assert said.count("Sail  TY-3.1") > said.split("hands full")[0].count("Sail  TY-3.1")
    assert all("N3" not in str(slate) for slate in given(file))


# What can be typed at any time


def test_help_rules_and_reasons(file: Path) -> None:
    said = played(file, "help", "?", "? mine", "? TY-4.2", "? nothingness", "", "", "? 1")
    assert "field 1 has that value" in said
    assert "Each captain hoists a flag" in said
    assert "Each captain lays a mine in secret." in said
    assert "A crew that ducks is hit on 5 or more." in said
    assert "The rulebook says nothing of it." in said
    assert "TY-1.1  because of anchored" in said


def test_undo_forgets_the_last_entry_first(file: Path) -> None:
    said = played(file, "2 black", "3 1", "undo", "", "")
    assert given(file)[0][0] == {"colour": "black", "luck": 0}
    assert "nothing to take back" not in said


def test_undo_without_an_entry_takes_an_answer_back_where_it_may(file: Path) -> None:
    assert "There is nothing to take back." in played(file, "undo")
    assert "Others have answered since." in played(file, "", "", "undo")
    said = played(file, "", "", "undo", seats="person,person", seed="5")
    assert "Hoist a flag" in said.split("Enter takes the seat")[-1]


def test_quit_and_the_end_of_input_leave_the_battle_as_it_is(file: Path) -> None:
    said = played(file, "", "", "quit", "nobody reads this")
    assert "The battle is not over." in said
    assert len(given(file)) == 1
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[-1])["end"] is None


def test_conceding_ends_the_battle(file: Path) -> None:
    said = played(file, "concede", "no", "concede", "yes")
    assert "the others gave up" in said
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[-1])["end"]["winners"] == ["blue"]


def test_offers_are_listed_and_taken(file: Path) -> None:
    def until_fire(*typed: str) -> str:
        return played(file, *[""] * 5, *typed, seed="5")

    assert "Nothing is on offer." in played(file, "offers")
    said = until_fire("offers", "", "offers", "3", "offers", "1", "off")
    assert re.search(r"1  Sail off\n2  Signal", said)
    assert "“3” is none of these: 1 Sail off, 2 Signal." in said
    assert "sailed_off" in said


# Several persons, and dice on the table


def test_the_terminal_is_handed_over_before_a_secret_slate(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cleared: list[str] = []
    monkeypatch.setattr(Console, "clear", lambda _self, home=True: cleared.append("cleared"))
    said = played(file, "", "1 the flag of red", "", "", "", "", "", seats="person,person")
    assert said.index("Seat a, Red: Enter takes the seat.") < said.index("Seat b, Blue: Enter takes the seat.")
    assert len(cleared) >= 2
    cleared.clear()
    played(file, "", "", "")
    assert cleared == []


def test_who_leaves_at_the_hand_over_sees_nothing_of_the_other_seat(file: Path) -> None:
    said = played(file, "", "1 the flag of red", "", "", "quit", seats="person,person")
    assert "Hoist a flag" not in said.split("Seat b, Blue: Enter takes the seat.")[-1]
    assert "The battle is not over." in said


def test_a_seat_is_told_only_what_it_may_know(file: Path) -> None:
    """Each seat's mine is told to that seat alone; the other hears that one was laid."""
    said = played(file, "", "", "")
    assert len(re.findall(r"\d  mine\. ", said)) == 1
    assert len(re.findall(r"\d  mine_laid\. ", said)) == 1


def test_dice_rolled_on_the_table_are_asked_for(file: Path) -> None:
    said = played(file, "", "", "", "seven", "7", "12", "", "default", "6", seed="", dice="typed")
    assert "1 face from 1 to 6" in said
    assert said.count("wind takes one face from 1 to 6.") == 3
    assert said.count("Dice have no default") == 2
    record = read_record(file.read_text(encoding="utf-8"))
    assert [entry.given for entry in record.inputs if entry.kind == "dice"] == [[{"faces": [6]}]]
    assert record.seed is None


def test_dice_of_bots_are_asked_for_too(file: Path) -> None:
    words = ["battle", "tiny", "duel", "--dice", "typed", "--json", "--record", str(file)]
    result = CliRunner().invoke(app, words, input="6\n5\n4\n")
    assert result.exit_code == 0, result.output
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [event["dice"][0]["faces"] for event in told[:-1] if event["dice"]][:1] == [[6]]
    assert told[-1]["outcome"] is None
    assert "Roll" in result.stderr


# Full Thrust


@pytest.mark.rule("FT-4.8.1")
def test_a_choice_within_a_column_takes_further_words(file: Path, tmp_path: Path) -> None:
    """Targets are the columns of fire; a Needle Beam also names the system that it is to knock out."""
    scenario = tmp_path / "needles.json"
    scenario.write_text(json.dumps(NEEDLES), encoding="utf-8")
    fire = ["needle beam 1", "needle beam 1 rudder", "needle beam foxglove main", "pulse torpedo 1 keel", "done"]
    for seed in ("1", "2", "3", "4"):
        said = played(file, "", "1", *fire, scenario=("full-thrust", str(scenario)), seats="person,random", seed=seed)
        if [{"needle-beam-1": "b2/main-drive"}] in given(file):
            break
    assert [{"needle-beam-1": "b2/main-drive"}] in given(file)
    assert "Say which one, after the choice: 1 " in said
    assert "“rudder” is none of these" in said
    assert "“keel” is none of these" in said


@pytest.mark.rule("FT-3.2.13", "FT-2.7.3")
def test_orders_of_a_ship_are_shown_before_they_count(file: Path) -> None:
    said = played(file, "1: MD9", "1: TP1, MD3", "no", "1: MD2", "", "done", scenario=("full-thrust", "duel"))
    assert "MD9 needs 9 thrust, 4 left." in said
    assert "Turn 1 point to port, then burn 3." in said
    assert "Thrust 2 of 4, Velocity 8 → 10 MU" in said
    assert given(file)[0] == [{"a1": "MD2"}]


def test_escape_sequences_that_are_typed_stay_letters(file: Path) -> None:
    said = played(file, "\x1b[31m[bold]Red\x07", scenario=("full-thrust", "duel"))
    assert "\x1b" not in said
    assert "\x07" not in said
    assert "[31m[bold]Red" in said


# Entries


VIEW = TINY.start(TINY.scenarios()["duel"])
QUESTIONS: list[Question[Any]] = [
    fly_flag(VIEW, "a"),
    anchor(VIEW, "a"),
    lay_mine(VIEW, "a"),
    write_sailing(VIEW, "a"),
    load_powder(VIEW, "a"),
    choose_volley(VIEW, "a"),
    aim(VIEW, "a", ["a1", "a2"]),
    *offers(VIEW),
]

NOISE = [
    "",
    ",",
    ":",
    "-",
    "1",
    "1 ",
    "1 1",
    "99 99",
    "1: ",
    "1:1",
    "a1",
    "١ ٢",
    "²",
    "nan",
    "1 nan nan 1",
    "1e999 1 1",
    "1 1e999",
    "9" * 400,
    "1 " + "9" * 400 + " 2 3",
    "{}",
    "\x00",
    "boat",
    "1 " * 50,
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: f"{question.key}-{question.seat}")
def test_whatever_is_typed_is_read_or_refused(question: Question[Any]) -> None:
    names = TINY.names(VIEW)
    for line in [*NOISE, *["".join(Random(n).choices("123 ,:-ab.NSe", k=9)) for n in range(200)]]:
        draft: Any = None
        for _again in range(2):
            with contextlib.suppress(Unread):
                entry = enter(question, question.dress(VIEW, draft), line, names)
                if not problems_of(question, VIEW, entry):
                    draft = entry.draft
                    assert json.loads(json.dumps(draft)) == draft


def test_picking() -> None:
    known = {"w1": "Beam-3 no. 1", "w2": "Beam-3 no. 2", "w10": "Needle Beam"}
    assert [pick(word, known) for word in ("2", "w1", "w10", "needle", "BEAM-3 NO. 2")] == ["w2", "w1", "w10", "w10", "w2"]
    for word, said in (("beam", "can mean several"), ("0", "none of these"), ("4", "none of these"), ("", "none of these")):
        with pytest.raises(Unread) as unread:
            pick(word, known)
        assert said in plain(unread.value.text)


ALL_KINDS = Form(
    seat="a",
    rule="",
    prompt=_("All"),
    fields=(
        Field(key="flags", name=_("flags"), kind="flags", choices=(Choice("x", _("ex")), Choice("y", _("why")))),
        Field(key="unit", name=_("unit"), kind="reference", choices=(Choice("b1", _("boat")),)),
        Field(key="dice", name=_("dice"), kind="dice", count=3),
        Field(key="rows", name=_("rows"), kind="list", of=(Field(key="n", name=_("n"), kind="amount", most=9),)),
        Field(key="paper", name=_("paper"), kind="document"),
    ),
)


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("flags ex, 2", "flags", ["x", "y"]),
        ("unit boat", "unit", "b1"),
        ("3 641", "dice", [6, 4, 1]),
        ("dice 6 4 1", "dice", [6, 4, 1]),
        ('rows [{"n": 3}]', "rows", [{"n": 3}]),
        ('paper {"a": 1}', "paper", {"a": 1}),
    ],
)
def test_fields_of_every_kind(line: str, key: str, value: Any) -> None:
    entry = enter(ALL_KINDS, ALL_KINDS.dress(None, None), line, {})
    assert entry == Entry({key: value}, key)
    assert problems_of(ALL_KINDS, None, entry) == []


def test_fields_that_take_json_refuse_the_rest() -> None:
    with pytest.raises(Unread):
        enter(ALL_KINDS, ALL_KINDS.dress(None, None), "paper {", {})


def test_dice_have_no_default() -> None:
    with pytest.raises(Unread):
        completed(ALL_KINDS, None, ALL_KINDS.default(None))


@pytest.mark.parametrize(
    ("region", "words"),
    [
        (Disc(Vector(1.0, 2.0), 3.0), "within 3 of 1, 2"),
        (Cells(((1, 2), (3, 4))), "one of 1 2, 3 4"),
    ],
)
def test_zones_in_words(region: Any, words: str) -> None:
    assert words in zone_words(Place(seat="a", rule="", prompt=_("Put"), region=region, units={}))


def test_events_are_numbered_for_whom_they_are_told(file: Path) -> None:
    said = played(file, "", "", "", "")
    numbers = [int(n) for n in re.findall(r"^(?:a> )? {0,3}(\d+)  [a-z_]+\.", said, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
