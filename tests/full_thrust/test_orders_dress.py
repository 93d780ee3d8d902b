"""What is shown while orders are written: keys that write them, the thrust they take, where they lead (FT-3.1.3, FT-3.2.4)."""

from __future__ import annotations

from typing import Any

import pytest
from fakes import make_ship, make_state

from quarterdeck.engine.controls import Dial, Key, Keys, Meter
from quarterdeck.engine.dress import Dress, UnitRow
from quarterdeck.engine.dress_wire import dress_json
from quarterdeck.engine.plane import CLOCK, Vector
from quarterdeck.engine.text import plain
from quarterdeck.engine.wire import rendered
from quarterdeck.systems.full_thrust.movement import moved_by
from quarterdeck.systems.full_thrust.order_lines import read_orders
from quarterdeck.systems.full_thrust.orders import WriteOrders, orders_for
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from wire_shapes import faults

AMARANTH = {
    "id": "am",
    "side": "a",
    "seat": "a",
    "position": Vector(21.5, 16.5),
    "course": Vector(0.8829475928589269, 0.4694715627858908),
    "velocity": 10,
    "facing": 2,
    "thrust": 5,
    "class_name": "Heavy Cruiser",
}
"""On a course of 62 degrees."""


def table(*ships: Ship, **given: Any) -> FleetState:
    given = {"turn": 4, "last_orders": {"am": "TP1, MD2"}, **given}
    return make_state(*(ships or (make_ship(**AMARANTH),)), **given)


def asked(state: FleetState) -> WriteOrders:
    question = orders_for(state, "a")  # type: ignore[arg-type]
    assert question is not None
    return question


def dressed(line: str, **given: Any) -> Dress:
    """The dress of the one ship with a line."""
    state = table(make_ship(**{**AMARANTH, **given}))
    return asked(state).dress(state, {"am": line})  # type: ignore[arg-type]


def row_of(dress: Dress) -> UnitRow:
    (row,) = dress.rows
    assert isinstance(row, UnitRow)
    return row


def control(row: UnitRow, legend: str) -> Any:
    return next(each for each in row.controls if isinstance(each, (Dial, Keys)) and plain(each.legend).startswith(legend))


def keys(row: UnitRow, legend: str) -> dict[str, Key]:
    found = control(row, legend).keys
    return dict(found) if isinstance(found, dict) else {str(key.text): key for key in found}


def lines(row: UnitRow, legend: str) -> dict[str, str]:
    return {text: key.line for text, key in keys(row, legend).items()}


def off(row: UnitRow, legend: str) -> dict[str, str]:
    return {text: plain(key.off) for text, key in keys(row, legend).items() if key.off is not None}


def meter(row: UnitRow) -> tuple[str, list[tuple[int, str]]]:
    found = next(each for each in row.controls if isinstance(each, Meter))
    return plain(found.text), [(part.number, part.spent_on) for part in found.parts]


# The example of the contract


def test_the_open_row_of_a_heavy_cruiser():
    state = table()
    question = asked(state)
    whole = dress_json("a1", question, question.dress(state, {"am": "TP1, MD3"}), rendered)  # type: ignore[arg-type]
    assert faults(whole, "dress") == []
    (row,) = whole["rows"]
    dial, drive, pushes, thrust = row.pop("controls")
    to = row.pop("to")
    assert row == {
        "unit": "am",
        "ref": "am",
        "t": [{"u": "am", "t": "Amaranth"}],
        "line": "TP1, MD3",
        "last": "TP1, MD2",
        "sub": "heavy cruiser",
        "state": "given",
        "gloss": "Turn 1 point to port, then burn 3.",
        "rule": "FT-3.2.14",
        "chips": [{"t": "TP1", "from": 0, "to": 3}, {"t": "MD3", "from": 5, "to": 8}],
        "facts": [
            {"t": "Velocity", "was": "10", "v": "13", "unit": "MU"},
            {"t": "Course", "was": "62°", "v": "55°"},
            {"t": "Facing", "was": "2", "v": "1"},
            {"t": "Drifts off", "v": "turn 8"},
        ],
    }
    turns = dial.pop("keys")
    assert dial == {"k": "dial", "legend": "Turn, 1 thrust", "points": 12, "was": 2, "now": 1, "course": [62, 55]}
    assert turns["1"] == {"t": "1", "line": "TP1, MD3", "on": True, "cost": 1}
    assert turns["2"] == {"t": "2", "line": "MD3", "cost": 0}
    assert turns["3"] == {"t": "3", "line": "TS1, MD3", "cost": 1}
    assert (turns["8"]["line"], turns["9"]["line"], turns["12"]["line"]) == ("TS6, MD3", "TP5, MD3", "TP2, MD3")
    assert (drive["k"], drive["legend"]) == ("keys", "Main Drive")
    assert drive["keys"][2:] == [
        {"t": "MD3", "line": "TP1, MD3", "on": True, "cost": 3},
        {"t": "MD4", "line": "TP1, MD4", "cost": 4},
        {"t": "MD5", "line": "TP1, MD5", "cost": 5, "off": "needs 5, 4 are left"},
        {"t": "×", "line": "TP1", "cost": 0, "say": "no burn"},
    ]
    assert (pushes["legend"], pushes["note"]) == ("Push, 1 thrust", "One to a side and one in reverse a turn")
    assert pushes["keys"][0] == {"t": "PP", "line": "TP1, MD3, PP", "cost": 1, "say": "push to port"}
    assert thrust == {"k": "meter", "t": "Thrust 4 of 5", "of": 5, "parts": [{"n": 1, "s": "turn"}, {"n": 3, "s": "burn"}]}
    assert len(to) == 1 + 5 + 11 * 4
    assert to[0] == {"at": [30.33, 21.19], "line": "-"}
    assert {"at": [32.33, 24.66], "line": "TP1, MD4", "cost": 5} in to
    assert {"at": [34.66, 23.69], "line": "MD5", "cost": 5} in to
    said = [{"u": "am", "t": "Amaranth"}, " ends at 31.8, 23.8, facing 1"]
    plan = {"k": "token", "id": "draft:am.p", "side": "a", "ref": "am", "say": said, "style": "plan"}
    path = {"k": "path", "id": "draft:am.plan", "side": "a", "ref": "am", "style": "plan", "text": "13", "beside": "port"}
    assert whole["patch"] == {
        "set": [
            {**plan, "sil": "lance-cruiser", "at": [31.83, 23.79], "rot": 30, "ring": "none"},
            {**path, "pts": [[21.5, 16.5], [31.83, 23.79]]},
            {
                "k": "path",
                "id": "draft:am.leg",
                "side": "a",
                "ref": "am",
                "style": "leg",
                "pts": [[30.33, 21.19], [31.83, 23.79]],
            },
        ],
        "drop": ["am.d"],
    }
    assert (whole["count"], whole["ready"], whole["lead"]) == (
        {"t": "ship", "n": 1, "of": 1},
        True,
        "Secret until every side has given its orders.",
    )


# Keys


@pytest.mark.rule("FT-3.2.8")
@pytest.mark.parametrize(
    ("line", "point", "becomes"),
    [
        ("", 5, "TS3"),
        ("-", 2, "-"),
        ("MD2", 12, "TP2, MD2"),
        ("MD2, TP1, MD1", 4, "MD2, TS2, MD1"),
        ("MD2, TP1, MD1", 2, "MD2, MD1"),
        ("TP1, MD1, TP1", 2, "TP1, MD1, TS1"),
        ("R9, MD1", 10, "R10, MD1"),
    ],
)
def test_the_dial_changes_the_last_turn(line, point, becomes):
    row = row_of(dressed(line))
    assert lines(row, "Turn")[str(point)] == becomes
    assert control(row_of(dressed(becomes)), "Turn").now == point


@pytest.mark.rule("FT-3.2.13")
def test_a_turn_that_no_thrust_is_left_for_says_so():
    row = row_of(dressed("MD5"))
    assert off(row, "Turn") == {str(point): "needs 1, 0 are left" for point in range(1, 13) if point != 2}
    assert off(row, "Push") == dict.fromkeys(("PP", "PS", "PR"), "needs 1, 0 are left")
    assert off(row_of(dressed("TP1, PP")), "Main Drive") == {"MD4": "needs 4, 3 are left", "MD5": "needs 5, 3 are left"}
    assert off(row_of(dressed("TP1", drive_hits=1)), "Main Drive") == {"MD2": "needs 2, 1 is left"}


@pytest.mark.rule("FT-3.2.4")
def test_the_drive_changes_the_last_burn_or_takes_it_away():
    row = row_of(dressed("MD1, TP1, MD2"))
    assert lines(row, "Main Drive") == {
        "MD1": "MD1, TP1, MD1",
        "MD2": "MD1, TP1, MD2",
        "MD3": "MD1, TP1, MD3",
        "MD4": "MD1, TP1, MD4",
        "MD5": "MD1, TP1, MD5",
        "×": "TP1",
    }
    assert [text for text, key in keys(row, "Main Drive").items() if key.on] == ["MD2"]
    assert lines(row_of(dressed("")), "Main Drive")["MD3"] == "MD3"
    assert keys(row_of(dressed("")), "Main Drive")["×"].on


@pytest.mark.rule("FT-3.2.9", "FT-3.2.10")
def test_pushes_are_set_and_taken_away_again():
    row = row_of(dressed("PP, MD1"))
    assert lines(row, "Push") == {"PP": "MD1", "PS": "PP, MD1, PS", "PR": "PP, MD1, PR"}
    assert [text for text, key in keys(row, "Push").items() if key.on] == ["PP"]
    assert off(row, "Push") == {"PS": "PS is a second lateral push; a ship may make 1 a turn."}


@pytest.mark.rule("FT-3.2.10")
def test_free_pushes_have_no_limit_to_tell_of():
    state = table(switches=Switches(free_pushes=True))
    row = row_of(asked(state).dress(state, {"am": "PP"}))  # type: ignore[arg-type]
    assert off(row, "Push") == {}
    assert control(row, "Push").note is None


def test_a_line_that_becomes_too_long_cannot_be_had_by_a_key():
    row = row_of(dressed(",".join(["TS12"] * 80)))
    assert set(off(row, "Main Drive").values()) == {"the line is too long"}


# What comes of it


@pytest.mark.rule("FT-3.1.3")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ("Thrust 0 of 5", [])),
        ("TP1, MD1, TS1, PR", ("Thrust 4 of 5", [(2, "turn"), (2, "burn")])),
        ("TP1, MD9", ("Thrust 1 of 5", [(1, "turn")])),
    ],
)
def test_the_meter_shows_what_is_spent(line, expected):
    assert meter(row_of(dressed(line))) == expected


@pytest.mark.parametrize(
    ("line", "state", "chips"),
    [
        ("", "none", []),
        (" ", "none", []),
        ("-", "given", []),
        ("tp1,MD2", "given", [("tp1", 0, 3, False), ("MD2", 4, 7, False)]),
        ("TP1, MD9, PP", "bad", [("TP1", 0, 3, False), ("MD9", 5, 8, True), ("PP", 10, 12, True)]),
        ("XX, MD2", "bad", [("XX", 0, 2, True), ("MD2", 4, 7, False)]),
    ],
)
def test_words_of_a_line_that_cannot_be_followed_are_marked(line, state, chips):
    row = row_of(dressed(line))
    assert (row.state, [(chip.text, chip.start, chip.end, chip.bad) for chip in row.chips]) == (state, chips)


def test_a_drift_on_purpose_has_a_plan_and_no_leg():
    dress = dressed("-")
    assert [item.id for item in dress.patch.set] == ["draft:am.p", "draft:am.plan"]
    assert dressed("").patch.set == dressed("").patch.drop == ()


def test_a_ship_at_rest_has_no_drift_to_take_away():
    dress = dressed("TP1", velocity=0)
    assert ([item.id for item in dress.patch.set], dress.patch.drop) == (["draft:am.p"], ())


@pytest.mark.rule("FT-3.2.20")
def test_who_leaves_the_table_is_warned():
    north = {"position": Vector(30.0, 44.0), "course": CLOCK[12], "velocity": 3, "facing": 12}
    assert dressed("MD1", **north).notes == []
    (note,) = dressed("MD2", **north).notes
    assert (note.tone, plain(note.text), note.rule) == ("warn", "Amaranth would leave the table.", "FT-3.2.20")


def test_the_button_names_the_ships_without_orders():
    state = table(make_ship(**AMARANTH), make_ship(**{**AMARANTH, "id": "pe", "name": "Perpetua"}))
    dress = asked(state).dress(state, {"am": "MD1"})  # type: ignore[arg-type]
    give = dress.buttons[0]
    assert (plain(give.text), plain(give.off or "")) == ("All orders given", "Perpetua needs orders, or drifts on purpose.")
    assert dress.count is not None
    assert (dress.count.number, dress.count.of, plain(dress.count.text)) == (1, 2, "ships")


def test_strong_drives_reach_farther_in_coarser_steps():
    row = row_of(dressed("", thrust=8))
    ahead = [place.line for place in row.to if place.line.startswith("MD")]
    turned = [place.line for place in row.to if place.line.startswith("TP1, ")]
    assert (ahead, turned) == (["MD8", "MD6", "MD4", "MD2"], ["TP1, MD7", "TP1, MD5", "TP1, MD3", "TP1, MD1"])


@pytest.mark.rule("FT-A.2.1", "FT-3.2.11")
def test_an_advanced_drive_reaches_all_around_without_turning():
    """Pushes in all directions for their points alone; each place is the one to which its line leads."""
    state = table(make_ship(**{**AMARANTH, "thrust": 4, "people": "kravak"}))
    row = row_of(asked(state).dress(state, {}))  # type: ignore[arg-type]
    lines = {place.line: place for place in row.to}
    assert len(lines) == 1 + 12 * 4
    assert sum(line.startswith("T") for line in lines) == 11 * 4
    assert not any("TP" in line or "TS" in line for line in lines)
    for line, place in lines.items():
        move = moved_by(state, state.ships["am"], read_orders(line)[0])
        assert move.end.position == pytest.approx(place.at)
        assert move.end.facing == state.ships["am"].facing
        assert place.cost == move.spent
