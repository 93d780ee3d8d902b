"""What is shown of a question: buttons, rows and limits of each kind, and all of it on the wire."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from junk import junk

from quarterdeck.engine import controls as c
from quarterdeck.engine import dress as d
from quarterdeck.engine.dress_wire import dress_json
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.questions import (
    Amounts,
    Assign,
    Cells,
    Choice,
    Choose,
    Disc,
    Field,
    Form,
    Limit,
    Options,
    Place,
    Plot,
    Question,
    Rectangle,
)
from quarterdeck.engine.scene import Icon, Label, Patch
from quarterdeck.engine.text import Text, _, plain
from quarterdeck.engine.wire import rendered, wire
from wire_shapes import faults

GIVEN: dict[str, Any] = {"seat": "a", "rule": "X-1", "prompt": _("Title")}
BOATS = {"a1": _("Anna"), "a2": _("Berta")}
ICON = Icon("tick")
RIVER = Choose(**GIVEN, choices=(Choice("n", _("North"), _("2 miles"), "a1", _("by boat"), "a", ICON), Choice("s", _("South"))))
GUNS = Assign(
    **GIVEN,
    slots={"g1": Options(("x", "y")), "g2": Options(("y",))},
    slot_names={"g1": _("Gun 1"), "g2": _("Gun 2")},
    choices=(Choice("x", _("Xenia")), Choice("y", _("Yacht"), _("4 MU"), "b2", side="b")),
    limits=(Limit("distinct", 1, "X-2", _("One target.")),),
)
DICE = Assign(
    **GIVEN,
    slots=dict.fromkeys(("guns", "guard"), Amounts(0, 3)),
    slot_names={"guns": _("Guns"), "guard": _("Guard")},
    limits=(Limit("sum", 4, "X-2", _("There are 4 dice.")),),
)


def sent(question: Question[Any], draft: Any) -> Any:
    """A question with a draft, as it goes on the wire, which has no fault."""
    whole = dress_json("a7", question, question.dress(None, draft), rendered)
    assert faults(whole, "dress") == []
    return whole


# Buttons


def pressed(question: Question[Any], draft: Any) -> list[tuple[str, str, str]]:
    buttons = question.dress(None, draft).buttons
    return [(button.kind, plain(button.text), plain(button.off or "")) for button in buttons]


class Planned(Assign):
    SUGGEST = _("Suggested plan")


def test_the_first_button_gives_the_draft_and_says_what_is_missing():
    assert pressed(RIVER, None) == [("give", "Choose", "Nothing is chosen yet.")]
    assert pressed(RIVER, ["n", "n"]) == [("give", "Choose", "A choice can be made only once.")]
    assert pressed(RIVER, ["n"]) == [("give", "Choose", "")]


def test_further_buttons_suggest_a_plan_and_pass():
    planned = Planned(**GIVEN, slots={"x": Amounts(0, 3)}, slot_names={"x": _("X")})
    assert pressed(planned, {}) == [("give", "Assign", ""), ("suggest", "Suggested plan", ""), ("passing", "Assign nothing", "")]
    assert [button.answer for button in planned.dress(None).buttons] == [None, None, {}]


@pytest.mark.parametrize(
    ("draft", "off"),
    [
        (None, "Anna, Berta need orders, or drift on purpose."),
        ({"a1": "north", "a2": " "}, "Berta needs orders, or drifts on purpose."),
        ({"a1": "north", "a2": "-"}, ""),
    ],
)
def test_a_plot_says_which_units_have_no_orders(draft, off):
    assert pressed(Plot(**GIVEN, units=BOATS, language="any"), draft) == [("give", "All orders given", off)]


# Two strengths


class Slow(Choose):
    """A choice with odds."""

    def outline(self, view: Any, draft: Any = None) -> d.Dress:
        dress = Choose.outline(self, view, draft)
        dress.odds = False
        return dress

    def add_odds(self, view: Any, dress: d.Dress) -> None:
        dress.blocks.append(d.Facts((d.Fact(_("Chance"), _("79%")),)))


def test_an_outline_is_without_odds_and_a_dress_has_them():
    slow = Slow(**GIVEN, choices=RIVER.choices)
    outline, whole = slow.outline(None, ["n"]), slow.dress(None, ["n"])
    assert (outline.odds, outline.blocks) == (False, [])
    assert (whole.odds, whole.blocks) == (True, [d.Facts((d.Fact(_("Chance"), _("79%")),))])
    assert RIVER.outline(None).odds is RIVER.dress(None).odds is None


# Kinds


def test_choices():
    assert sent(RIVER, ["n"]) == {
        "q": "a7", "kind": "choose", "title": "Title", "rule": "X-1", "min": 1, "max": 1, "draft": ["n"], "ready": True,
        "buttons": [{"k": "give", "t": "Choose"}],
        "rows": [
            {"key": "n", "t": "North", "fact": "2 miles", "sub": "by boat", "ref": "a1", "side": "a", "icon": {"glyph": "tick"}},
            {"key": "s", "t": "South"},
        ],
    }  # fmt: skip


def test_lines():
    whole = sent(Plot(**GIVEN, units=BOATS, language="any", subject="a1"), {"a1": "north", "a2": 7})
    assert [(row["unit"], row["line"], row["state"]) for row in whole["rows"]] == [("a1", "north", "given"), ("a2", "", "none")]
    assert [whole[key] for key in ("subject", "empty", "drift", "purpose")] == ["a1", "purpose", "-", "Drift on purpose"]
    assert sent(Plot(**GIVEN, units=BOATS, language="any", on_purpose=False), {})["empty"] == "allowed"


def test_places_of_several_units():
    place = Place(**GIVEN, region=Rectangle(0, 0, 6, 4), units=BOATS, headings=12)
    whole = sent(place, {"a1": {"at": [1, 2], "heading": 3}, "a2": {"at": [9, 2], "heading": 12}})
    assert [(row["unit"], row["state"]) for row in whole["rows"]] == [
        ("a1", "1, 2, heading 3"),
        ("a2", "9, 2, heading 12, not allowed"),
    ]
    assert (whole["rows"][0]["at"], whole["rows"][0]["heading"], whole["grid"], whole["headings"]) == ([1, 2], 3, 0.1, "clock")
    zone, anna, _berta = whole["patch"]["set"]
    assert (zone["id"], zone["style"], zone["shape"]) == ("draft:zone", "zone", {"poly": [[0, 0], [6, 0], [6, 4], [0, 4]]})
    assert (anna["id"], anna["ref"], anna["style"], anna["at"], anna["rot"]) == ("draft:a1", "a1", "plan", [1, 2], 90)
    assert sent(place, None)["rows"][0]["state"] == "not placed"


def test_the_place_of_a_mark_is_typed():
    mark = Place(**GIVEN, region=Disc(Vector(2.0, 2.0), 3), units={}, headings=6)
    whole = sent(mark, {"it": {"at": [1, 2.5], "heading": 6}})
    assert whole["fields"] == [
        {"t": "x", "edit": "x", "v": 1},
        {"t": "y", "edit": "y", "v": 2.5},
        {"t": "Heading", "edit": "heading", "v": 6},
    ]
    assert "rows" not in whole
    assert whole["headings"] == [1, 2, 3, 4, 5, 6]
    assert whole["patch"]["set"][0]["shape"] == {"circle": [[2, 2], 3]}
    assert whole["patch"]["set"][1].get("rot", 0) == 0
    cells = sent(Place(**GIVEN, region=Cells(((1, 2), (2, 2))), units={}, grid=1), None)
    assert cells["patch"]["set"] == [{"k": "area", "id": "draft:zone", "style": "zone", "shape": {"cells": [[1, 2], [2, 2]]}}]


def test_cells_say_what_the_limits_leave():
    whole = sent(GUNS, {"g1": "x"})
    assert whole["cols"] == [
        {"choice": "x", "t": "Xenia"},
        {"choice": "y", "t": "Yacht", "sub": "4 MU", "ref": "b2", "side": "b"},
    ]
    assert whole["cells"] == [[{"on": True}, {}], [{"off": "not possible"}, {"off": "limit", "why": "One target."}]]
    assert sent(GUNS, {})["cells"][1][1] == {}


def test_amounts_are_steps_as_far_as_the_limits_leave_them():
    whole = sent(DICE, {"guns": 3, "guard": 7})
    assert [row["amount"] for row in whole["rows"]] == [[0, 3, 1], [0, 1, 1]]
    assert [column["t"] for column in whole["cols"]] == ["0", "1", "2", "3"]
    assert whole["cells"][0] == [{"give": 0}, {"give": 1}, {"give": 2}, {"give": 3, "on": True}]
    guard = sent(DICE, {"guns": 3})["cells"][1]
    assert guard == [{"give": 0, "on": True}, {"give": 1}, {"give": 2, "off": "limit"}, {"give": 3, "off": "limit"}]


@pytest.mark.parametrize("slots", [{"x": Amounts(0, 10, 0.1)}, {"x": Amounts(0, 3), "y": Amounts(1, 3)}])
def test_many_amounts_or_different_ones_are_no_steps(slots):
    whole = sent(Assign(**GIVEN, slots=slots, slot_names=dict.fromkeys(slots, _("X"))), {"x": 1})
    assert (whole["cols"], whole["cells"]) == ([], [])
    assert whole["rows"][0]["amount"] == list(slots["x"])


def test_fields_say_what_they_take():
    colour = Field(
        key="colour", name=_("Colour"), kind="choice", choices=(Choice("w", _("White"), _("bright")), Choice("b", _("Blue")))
    )
    size = Field(key="size", name=_("Size"), kind="amount", least=1, most=2, step=0.5)
    dice = Field(key="dice", name=_("Dice"), kind="dice", count=2, sides=10, need=False)
    crew = Field(key="crew", name=_("Crew"), kind="list", of=(size, colour))
    form = Form(**GIVEN, fields=(colour, size, dice, crew))
    whole = sent(form, {"colour": "b", "crew": [{"size": 1.5}]})
    colours = [{"key": "w", "t": "White", "sub": "bright"}, {"key": "b", "t": "Blue", "on": True}]
    assert whole["rows"][:3] == [
        {"key": "colour", "t": "Colour", "k": "choice", "value": "b", "choices": colours},
        {"key": "size", "t": "Size", "k": "amount", "min": 1, "max": 2, "step": 0.5},
        {"key": "dice", "t": "Dice", "k": "dice", "count": 2, "sides": 10, "need": False},
    ]
    assert [(row["key"], row["value"]) for row in whole["rows"][3]["of"]] == [("size", 1), ("colour", "w")]
    assert [[(row["key"], row.get("value")) for row in of] for of in whole["lists"]["crew"]] == [
        [("size", 1.5), ("colour", None)]
    ]


@given(junk)
def test_any_draft_can_be_sent(draft):
    form = Form(**GIVEN, fields=(Field(key="a1", name=_("x"), kind="list", of=(Field(key="n", name=_("n"), kind="amount"),)),))
    for question in (RIVER, GUNS, DICE, form, Plot(**GIVEN, units=BOATS, language="any")):
        for asked in (draft, {"a1": draft, "g1": draft, "guns": draft}):
            assert dress_json("a7", question, question.dress(None, asked), rendered)["draft"] is asked


# The wire


KEY = c.Key("MD4", "TP1, MD4", cost=4, off=_("needs 4"), say="burn", icon=ICON)
METER = c.Meter(_("Thrust"), 5, (c.Part(1, "turn"), c.Part(3, "burn")))
SENT: dict[str, tuple[Any, Any]] = {
    "count": (d.Count(_("ships"), 2, 3, ICON), {"t": "ships", "n": 2, "of": 3, "icon": {"glyph": "tick"}}),
    "step": (d.Step(_("Turn"), now=True), {"t": "Turn", "now": True}),
    "note": (
        d.Note("warn", _("Off."), "X-3", ICON),
        {"tone": "warn", "text": "Off.", "rule": "X-3", "icon": {"glyph": "tick"}},
    ),
    "problem": (
        Problem("X-1", _("Too far."), "a1", {"at": [1.2345, 2]}),
        {"rule": "X-1", "text": "Too far.", "at": "a1", "nearest": {"at": [1.2345, 2]}},
    ),
    "button": (
        d.Button("answer", _("Fire"), _("no gun"), {"x": 0.125}),
        {"k": "answer", "t": "Fire", "off": "no gun", "answer": {"x": 0.125}},
    ),
    "fact": (d.Fact(_("Velocity"), _("13"), _("10"), "MU"), {"t": "Velocity", "v": "13", "was": "10", "unit": "MU"}),
    "key": (KEY, {"t": "MD4", "line": "TP1, MD4", "cost": 4, "off": "needs 4", "say": "burn", "icon": {"glyph": "tick"}}),
    "control dial": (
        c.Dial(_("Turn"), 6, 2, 1, (62, 55), {"1": c.Key("1", "L", on=True)}),
        {
            "k": "dial", "legend": "Turn", "points": 6, "was": 2, "now": 1, "course": [62, 55],
            "keys": {"1": {"t": "1", "line": "L", "on": True}},
        },
    ),
    "control keys": (
        c.Keys(_("Drive"), (c.Key("F", "F"),), _("once")),
        {"k": "keys", "legend": "Drive", "keys": [{"t": "F", "line": "F"}], "note": "once"},
    ),
    "control meter": (METER, {"k": "meter", "t": "Thrust", "of": 5, "parts": [{"n": 1, "s": "turn"}, {"n": 3, "s": "burn"}]}),
    "chip": (d.Chip("TP1", 0, 3, bad=True), {"t": "TP1", "from": 0, "to": 3, "bad": True}),
    "flag": (d.Flag("c", _("Cloak"), "C", on=True), {"key": "c", "t": "Cloak", "line": "C", "on": True}),
    "reach": (d.Reach((1.234, 2), "F", 3), {"at": [1.23, 2], "line": "F", "cost": 3}),
    "figure": (d.Figure(_("Range"), "range", 12.5, "MU"), {"t": "Range", "edit": "range", "v": 12.5, "unit": "MU"}),
    "slotrow": (
        d.SlotRow("g1", _("Gun"), line=0.125, out=_("17%"), amount=(0, 3, 1)),
        {"slot": "g1", "t": "Gun", "v": 0.125, "out": "17%", "amount": [0, 3, 1]},
    ),
    "meeting": (
        d.Cell(_("3 dice"), _("2.4"), off=_("arc"), why=_("Behind."), give="b1/x", options=(d.Option("b1/x", _("X"), on=True),)),
        {
            "t": "3 dice", "sub": "2.4", "off": "arc", "why": "Behind.", "give": "b1/x",
            "options": [{"key": "b1/x", "t": "X", "on": True}],
        },
    ),
    "block table": (
        d.Table((_("Dice"),), (d.TableRow(_("Rear"), (_("2"),), _("gun"), ICON, _("blocked"), "a1"),)),
        {
            "k": "table",
            "cols": ["Dice"],
            "rows": [{"t": "Rear", "cells": ["2"], "sub": "gun", "icon": {"glyph": "tick"}, "off": "blocked", "ref": "a1"}],
        },
    ),
    "block bars": (
        d.Bars(_("Damage"), ("0", "1+"), [0.12345, 0.87655], 1, "b", (d.Mark(1, _("row ends")),), "X-4", "b1", _("points")),
        {
            "k": "bars", "title": "Damage", "xs": ["0", "1+"], "p": [0.12345, 0.87655], "colour_from": 1, "side": "b",
            "lines": [{"x": 1, "text": "row ends"}], "rule": "X-4", "ref": "b1", "label": "points",
        },
    ),
    "block account": (
        d.AccountBlock((d.AccountRow(_("Hull"), _("9"), "X-5", "bad", "a1"),), _("9 CPV")),
        {"k": "account", "rows": [{"t": "Hull", "v": "9", "rule": "X-5", "tone": "bad", "ref": "a1"}], "total": "9 CPV"},
    ),
    "block panel": (d.PanelBlock("board"), {"k": "panel", "id": "board"}),
    "block sheet": (d.SheetBlock("a1"), {"k": "sheet", "ref": "a1"}),
    "block facts": (d.Facts((d.Fact(_("Range"), _("9")),)), {"k": "facts", "rows": [{"t": "Range", "v": "9"}]}),
}  # fmt: skip


@pytest.mark.parametrize("kind", SENT)
def test_each_part_of_a_dress_is_sent_under_the_names_that_clients_know(kind):
    thing, expected = SENT[kind]
    assert wire(thing, rendered) == expected
    assert faults(expected, kind.split()[0]) == []
    assert json.loads(json.dumps(expected, allow_nan=False)) == expected


def test_a_dress_is_sent_with_all_that_is_in_it():
    dress = RIVER.dress(None, ["n"])
    dress.lead, dress.steps, dress.count = _("Which way?"), (d.Step(_("Go"), now=True),), d.Count(_("ways"), 1, 2)
    dress.notes, dress.odds = [d.Note("ink", _("Far."))], True
    dress.blocks, dress.patch = [d.SheetBlock("a1")], Patch((Label(id="draft:x", at=(0, 0), text=Text("x")),), ("a1.d",))
    whole = dress_json("a7", RIVER, dress, rendered)
    assert faults(whole, "dress") == []
    assert (whole["lead"], whole["odds"], whole["steps"]) == ("Which way?", True, [{"t": "Go", "now": True}])
    assert whole["patch"] == {"set": [{"k": "label", "id": "draft:x", "at": [0, 0], "text": "x"}], "drop": ["a1.d"]}
