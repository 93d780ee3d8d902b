"""What is shown while fire is announced: dice and means, Fire Controls, the exact odds of a volley, shots on the map."""

from __future__ import annotations

from typing import Any

import pytest
from fleets import beam, fleets, gunship

from quarterdeck.engine.dress import Dress
from quarterdeck.engine.dress_wire import dress_json
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.text import plain
from quarterdeck.engine.wire import rendered
from quarterdeck.systems.full_thrust.core_systems import core_decision
from quarterdeck.systems.full_thrust.shooting import choose_arc, choose_ship_to_fire, declare_fire
from quarterdeck.systems.full_thrust.state import Body, FleetState
from wire_shapes import faults

NORTH, FAR, EAST = Vector(0.0, 10.0), Vector(0.0, 20.0), Vector(10.0, 5.0)


def field(*systems: Any, controls: int = 1, rows: tuple[int, ...] = (2, 8, 8, 8)) -> FleetState:
    """A ship with these weapons at the origin, facing 12, and three enemies: 10 MU ahead, 20 MU ahead, 11.2 MU in FS."""
    shooter = gunship("a0", position=Vector(0.0, 0.0), systems=[*[f"fcs{n}" for n in range(controls)], *systems])
    targets = [("b1", NORTH), ("b2", FAR), ("b3", EAST)]
    return fleets(shooter, *[gunship(key, position=at, rows=rows, systems=["fcs", "pds"]) for key, at in targets])


def question_of(state: FleetState) -> Any:
    return declare_fire(state, state.ships["a0"], {})


def sent(state: FleetState, draft: Any) -> Any:
    """The dress of a draft on the wire."""
    question = question_of(state)
    whole = dress_json("a1", question, question.dress(state, draft), rendered)
    assert faults(whole, "dress") == []
    return whole


def cells(state: FleetState, draft: Any) -> list[list[str]]:
    """A word for each cell: why it cannot be, or its dice and mean, with a star where it is chosen."""
    return [
        [cell.get("off") or f"{cell['t']} {cell['sub']}{'*' if cell.get('on') else ''}" for cell in row]
        for row in sent(state, draft)["cells"]
    ]


# The table


@pytest.mark.rule("FT-4.3.1")
def test_cells_have_dice_and_mean_or_a_word():
    state = field(beam("beam-2", "F", "FP", "FS"))
    assert cells(state, {}) == [["2 dice 1.6", "1 die 0.8", "2 dice 1.6"]]
    assert cells(state, {"beam-2": "b1"})[0][0] == "2 dice 1.6*"
    whole = sent(state, {})
    assert [(column["choice"], column["sub"], column["side"]) for column in whole["cols"]] == [
        ("b1", "10 MU, F", "b"),
        ("b2", "20 MU, F", "b"),
        ("b3", "11.2 MU, FS", "b"),
    ]
    assert whole["rows"][0]["icon"] == {"glyph": "full-thrust:beam", "text": "2", "arcs": [[-90, 90]]}
    assert whole["rows"][0]["ref"] == "a0/beam-2"


def test_a_weapon_out_of_arc_or_range_says_so_in_a_word():
    state = field(beam("beam-2", "F"), beam("beam-1", "F", "FS"))
    assert cells(state, {}) == [["2 dice 1.6", "1 die 0.8", "arc"], ["1 die 0.8", "range", "1 die 0.8"]]


@pytest.mark.rule("FT-4.2.2")
def test_when_the_fire_controls_are_used_up_other_targets_are_shut():
    state = field("beam-2", "beam-3")
    whole = sent(state, {"beam-2": "b1", "beam-3": "b1"})
    assert [column.get("off") for column in whole["cols"]] == [None, "no Fire Control left", "no Fire Control left"]
    assert [(cell["t"], cell["off"]) for cell in whole["cells"][1][1:]] == [("2 dice", "control"), ("3 dice", "control")]
    assert whole["count"] == {"t": "Fire Control", "n": 1, "of": 1, "icon": {"glyph": "full-thrust:fire_control"}}


@pytest.mark.rule("FT-4.2.2")
def test_the_one_weapon_on_a_target_may_take_its_fire_control_elsewhere():
    state = field("beam-2", "beam-3")
    assert cells(state, {"beam-2": "b1"}) == [["2 dice 1.6*", "1 die 0.8", "2 dice 1.6"], ["3 dice 2.4", "control", "control"]]
    assert cells(field("beam-2", "beam-3", controls=2), {"beam-2": "b1"})[1] == ["3 dice 2.4", "2 dice 1.6", "3 dice 2.4"]


def test_a_needle_beam_names_a_system():
    whole = sent(field("needle_beam"), {"needle_beam": "b1/pds"})
    cell = whole["cells"][0][0]
    assert (cell["on"], cell["give"]) == (True, "b1/pds")
    assert cell["options"] == [{"key": "b1/fcs", "t": "fcs"}, {"key": "b1/pds", "t": "pds", "on": True}]
    assert sent(field("needle_beam"), {})["cells"][0][0]["give"] == "b1/fcs"


# Odds


@pytest.mark.rule("FT-4.3.2")
def test_one_beam_die_at_a_ship_with_two_boxes_in_its_first_row():
    whole = sent(field("beam-1"), {"beam-1": "b1"})
    assert whole["odds"] is True
    assert whole["sums"] == ["Mean damage", "Threshold", "Destroyed"]
    assert whole["cols"][0]["sums"] == ["0.8", "17%", "0%"]
    (chart,) = whole["blocks"]
    assert chart["title"] == [{"u": "b1", "t": "B1"}, ", hull damage from 1 die"]
    assert chart["xs"] == [*map(str, range(16)), "16+"]
    assert chart["p"][:4] == [0.5, round(1 / 3, 4), round(1 / 12, 4), round(1 / 18, 4)]
    assert round(sum(chart["p"]), 3) == 1
    assert (chart["colour_from"], chart["side"], chart["ref"], chart["rule"]) == (2, "b", "b1", "FT-4.3.2")
    assert chart["lines"] == [{"x": 2, "text": "row 1 ends 17%"}]


def test_a_ship_with_few_boxes_left_has_a_chart_up_to_its_end():
    (chart,) = sent(field("beam-1", rows=(1, 1, 1, 0)), {"beam-1": "b1"})["blocks"]
    assert chart["xs"] == ["0", "1", "2", "3"]
    assert chart["p"] == [0.5, round(1 / 3, 4), round(1 / 12, 4), round(1 / 12, 4)]
    assert [line["text"] for line in chart["lines"]] == ["row 1 ends 50%", "row 2 ends 17%", "destroyed 8%"]


def test_a_heavy_volley_has_a_longer_chart():
    state = field(*[f"beam-3#{n}" for n in range(8)], rows=(30, 30, 30, 30))
    (chart,) = sent(state, {f"beam-3#{n}": "b1" for n in range(8)})["blocks"]
    assert int(chart["xs"][-1].removesuffix("+")) > 16
    assert chart["p"][-1] < 0.05


def test_an_outline_has_means_and_no_odds():
    state = field("beam-2", "beam-1")
    dress: Dress = question_of(state).outline(state, {"beam-2": "b1", "beam-1": "b1"})
    assert (dress.odds, dress.blocks, [plain(text) for text in dress.columns[0].sums]) == (False, [], ["2.4"])
    assert question_of(state).outline(state, {}).odds is None


# Buttons and the map


@pytest.mark.parametrize(
    ("draft", "button", "off"),
    [
        (None, "Fire", "No weapon has a target."),
        ({}, "Fire", "No weapon has a target."),
        ({"beam-1": "b1"}, "Fire 1 die", None),
        ({"beam-1": "b1", "beam-2": "b1", "pulse_torpedo": "b1"}, "Fire 4 dice", None),
        ({"beam-1": "b1", "beam-2": "b2"}, "Fire 2 dice", "This fire needs 2 Fire Controls, 1 works."),
    ],
)
def test_the_button_counts_the_dice(draft, button, off):
    give, suggest, hold = sent(field("beam-1", "beam-2", "pulse_torpedo"), draft)["buttons"]
    assert (give["k"], give["t"]) == ("give", button)
    assert give.get("off") == off
    assert (suggest, hold) == ({"k": "suggest", "t": "Suggested plan"}, {"k": "passing", "t": "Hold fire", "answer": {}})


def test_shots_are_drawn_with_their_range():
    whole = sent(field("beam-2", "beam-3", controls=2), {"beam-2": "b3", "beam-3": "b1"})
    shot = {"k": "path", "side": "a", "style": "beam", "at": 0.5, "beside": "on"}
    assert whole["patch"] == {
        "set": [
            {**shot, "id": "draft:a0.b1", "ref": "b1", "pts": [[0, 0], [0, 10]], "text": "10 MU"},
            {**shot, "id": "draft:a0.b3", "ref": "b3", "pts": [[0, 0], [10, 5]], "text": "11.2 MU"},
        ]
    }


# Which ship fires, and a damaged core


def test_the_ships_to_choose_from_show_their_best_target():
    state = field("beam-2", "beam-1")
    question = choose_ship_to_fire([state.ships["a0"]])
    whole = dress_json("a1", question, question.dress(state, None), rendered)
    assert faults(whole, "dress") == []
    (row,) = whole["rows"]
    assert (row["fact"], row["sub"], row["side"]) == ("mean damage 2.4", ["at ", {"u": "b1", "t": "B1"}, ", 10 MU"], "a")
    assert [(button["k"], button["t"]) for button in whole["buttons"]] == [
        ("give", "Fire with this ship"),
        ("passing", "Fire no more this turn"),
    ]


@pytest.mark.rule("FT-4.2.2", "FT-8.1.3", "FT-12.1.4")
@pytest.mark.parametrize(
    ("given", "fact", "at"), [({}, "1.6", "b1"), ({"jump_on": 9}, "0", ""), ({"lost": {"fcs0": "needle"}}, "0", "")]
)
def test_who_can_fire_at_no_ship_is_shown_without_damage(given, fact, at):
    """A rock hides the second target, at which all four dice would fall."""
    state = field(beam("beam-2", "F"), beam("beam-4", "FS"))
    state.bodies = {"t": Body("t", "asteroid", "T", Vector(5.0, 2.5), 1.0)}
    for name, value in given.items():
        setattr(state.ships["a0"], name, value)
    question = choose_ship_to_fire([state.ships["a0"]])
    (row,) = question.dress(state, None).rows
    assert plain(row.fact) == f"mean damage {fact}"
    assert plain(row.sub or "") == (f"at {at.upper()}, 10 MU" if at else "")


@pytest.mark.rule("FT-4.1.8")
def test_arcs_to_choose_from_show_how_many_weapons_bear():
    state = field(beam("beam-2", "F", "FS"), beam("beam-1", "F"))
    question = choose_arc(state, state.ships["a0"], state.ships["b1"])  # type: ignore[arg-type]
    facts = [(row.key, plain(row.fact or "")) for row in question.dress(state, None).rows]
    assert facts[:3] == [("F", "2 weapons bear"), ("FS", "1 weapon bears"), ("AS", "0 weapons bear")]


@pytest.mark.rule("FT-7.2.8")
def test_what_comes_of_a_damaged_core_stands_beside_each_choice():
    state = field("beam-1")
    question = core_decision(state, state.ships["a0"])
    whole = dress_json("a1", question, question.dress(state, ["hold"]), rendered)
    assert faults(whole, "dress") == []
    assert (whole["subject"], whole["ready"]) == ("a0", True)
    assert [(row["t"], row["fact"]) for row in whole["rows"]] == [
        ("Hold on", "explodes on 5 to 6"),
        ("Dump the core", "no explosion; drifts without power"),
        ("Abandon ship", "explodes on 5 to 6, one less each turn"),
    ]
