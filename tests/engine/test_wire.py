"""Pictures on the wire: every kind of thing under the names that clients know, rounded, and without what is default."""

from __future__ import annotations

import json

import pytest

from quarterdeck.engine.art import Art, Glyph, Silhouette, load_art
from quarterdeck.engine.picture import (
    Blast,
    CrossOff,
    Give,
    Group,
    Happen,
    Mark,
    Mount,
    Move,
    Panel,
    PanelCell,
    Phase,
    Picture,
    Progress,
    Shoot,
    Shown,
    Side,
    Unit,
    phases,
)
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.scene import (
    Area,
    Badge,
    Bands,
    Bar,
    Cards,
    Cells,
    Circle,
    Icon,
    Label,
    Of,
    Patch,
    Path,
    Plane,
    Polygon,
    Scene,
    Sector,
    Terrain,
    Tiles,
    Token,
)
from quarterdeck.engine.text import Rule, Strong, Text, _, plain
from quarterdeck.engine.text import Side as SideNamed
from quarterdeck.engine.text import Unit as UnitNamed
from quarterdeck.engine.wire import rendered, wire
from wire_shapes import faults

BADGE = Badge(Icon("tick"), "ink", "orders given")
BADGE_SENT = {"icon": {"glyph": "tick"}, "tone": "ink", "say": "orders given"}
CELLS = Cells(((1, 2), (1, 3, 5)))

SENT = {
    "map plane": (
        Plane("MU", (72, 48), 12, 6, 12),
        {"kind": "plane", "unit": "MU", "size": [72, 48], "grid": 12, "cross": 6, "clock": 12},
    ),
    "map hex": (
        Tiles("hex", 12, 9, "hexes", "hex", ((0, 1),)),
        {"kind": "hex", "cols": 12, "rows": 9, "unit": "hexes", "metric": "hex", "holes": [[0, 1]]},
    ),
    "map cards": (Cards(), {"kind": "cards"}),
    "item terrain": (
        Terrain(id="t", pattern="rocks", shape=CELLS, danger=True, name="Reef", heading=30),
        {
            "k": "terrain",
            "id": "t",
            "pattern": "rocks",
            "shape": {"cells": [[1, 2], [1, 3, 5]]},
            "danger": True,
            "name": "Reef",
            "rot": 30,
        },
    ),
    "item area": (
        Area(id="r", ref="am", also=("am/2",), show=("sel", "hover"), style="reach", shape=Circle(Vector(3.0, 4.25), 5)),
        {
            "k": "area",
            "id": "r",
            "ref": "am",
            "also": ["am/2"],
            "show": ["sel", "hover"],
            "style": "reach",
            "shape": {"circle": [[3, 4.25], 5]},
        },
    ),
    "item area of bands": (
        Area(id="b", style="bands", shape=Bands(Of("am"), -90, 90, ((12, "12 MU"), (24, "24 MU")), (-30, 30))),
        {
            "k": "area",
            "id": "b",
            "style": "bands",
            "shape": {
                "bands": {"at": {"of": "am"}, "from": -90, "to": 90, "steps": [[12, "12 MU"], [24, "24 MU"]], "inner": [-30, 30]}
            },
        },
    ),
    "item area of a sector": (
        Area(id="s", layer="ranges", style="arc", shape=Sector(Of("am"), 0, 6, 330, 30)),
        {"k": "area", "id": "s", "layer": "ranges", "style": "arc", "shape": {"sector": [{"of": "am"}, 0, 6, 330, 30]}},
    ),
    "item area of corners": (
        Area(id="z", style="zone", shape=Polygon(((0, 0), (6, 0), (6, 6)))),
        {"k": "area", "id": "z", "style": "zone", "shape": {"poly": [[0, 0], [6, 0], [6, 6]]}},
    ),
    "item path": (
        Path(
            id="v",
            side="a",
            style="vector",
            points=((1, 2), Of("b1")),
            text="10",
            at=0.5,
            beside="port",
            strong=True,
            blocked=0.5,
        ),
        {
            "k": "path",
            "id": "v",
            "side": "a",
            "style": "vector",
            "pts": [[1, 2], {"of": "b1"}],
            "text": "10",
            "at": 0.5,
            "beside": "port",
            "strong": True,
            "blocked": 0.5,
        },
    ),
    "item token": (
        Token(
            id="am",
            say="Amaranth, yours",
            style="live",
            silhouette="lance-cruiser",
            at=(1, 2, 3),
            heading=62.5,
            size=(8, 2),
            count=3,
            stack="s",
            level="air",
            name="Amaranth",
            named=False,
            priority=3,
            bars=(Bar("rows", (7, 6), (0, 5), say="hull"),),
            badges=(BADGE,),
            ring="plain",
        ),
        {
            "k": "token",
            "id": "am",
            "say": "Amaranth, yours",
            "style": "live",
            "sil": "lance-cruiser",
            "at": [1, 2, 3],
            "rot": 62.5,
            "size": [8, 2],
            "count": 3,
            "stack": "s",
            "level": "air",
            "name": "Amaranth",
            "named": False,
            "pri": 3,
            "bars": [{"k": "rows", "of": [7, 6], "left": [0, 5], "say": "hull"}],
            "badges": [BADGE_SENT],
            "ring": "plain",
        },
    ),
    "item label": (
        Label(id="l", at=(1, 2), text="Buoy", tone="warn"),
        {"k": "label", "id": "l", "at": [1, 2], "text": "Buoy", "tone": "warn"},
    ),
    "unit": (
        Unit(
            "am",
            "a",
            "Amaranth",
            "cruiser",
            "lance-cruiser",
            Group("g", 2),
            (Bar("pips", 3, 0),),
            ("10 MU",),
            BADGE,
            (Mount("am/w1", Icon("x:beam", "3", ((-90, 90),), 4), "Beam", "lost"),),
            True,
        ),
        {
            "id": "am",
            "side": "a",
            "name": "Amaranth",
            "kind": "cruiser",
            "sil": "lance-cruiser",
            "group": {"id": "g", "n": 2},
            "bars": [{"k": "pips", "of": 3, "left": 0}],
            "facts": ["10 MU"],
            "status": BADGE_SENT,
            "mounts": [
                {
                    "ref": "am/w1",
                    "icon": {"glyph": "x:beam", "text": "3", "arcs": [[-90, 90]], "sectors": 4},
                    "t": "Beam",
                    "off": "lost",
                }
            ],
            "sheet": True,
        },
    ),
    "side": (Side("a", "Lance", "595 CPV", True), {"id": "a", "name": "Lance", "note": "595 CPV", "you": True}),
    "progress": (
        Progress("Turn", 4, 12, (Phase("Orders", "now"),), (Mark("a", 7, "row", 118, 4, 0.5),)),
        {
            "word": "Turn",
            "at": 4,
            "of": 12,
            "phases": [{"t": "Orders", "state": "now"}],
            "marks": [{"side": "a", "h": 7, "k": "row", "n": 118, "turn": 4, "part": 0.5}],
        },
    ),
    "panel": (
        Panel(
            "p",
            "Board",
            "cells",
            (
                PanelCell(
                    id="c",
                    text="Fire",
                    state="later",
                    sub="two dice",
                    die=5,
                    number=2,
                    why="next round",
                    lines=("a",),
                    bars=(Bar("steps", 4, at=2),),
                    badges=(BADGE,),
                    ref="am",
                    give=Give(["x"], question="a41"),
                ),
            ),
            "1 of 6",
        ),
        {
            "id": "p",
            "title": "Board",
            "as": "cells",
            "cells": [
                {
                    "id": "c",
                    "t": "Fire",
                    "state": "later",
                    "sub": "two dice",
                    "die": 5,
                    "n": 2,
                    "why": "next round",
                    "lines": ["a"],
                    "bars": [{"k": "steps", "of": 4, "at": 2}],
                    "badges": [BADGE_SENT],
                    "ref": "am",
                    "give": {"answer": ["x"], "q": "a41"},
                }
            ],
            "count": "1 of 6",
        },
    ),
    "patch": (
        Patch((Label(id="l", at=(0, 0), text="x"),), ("am.d",), 7),
        {"set": [{"k": "label", "id": "l", "at": [0, 0], "text": "x"}], "drop": ["am.d"], "n": 7},
    ),
    "effect move": (
        Move("am", ((0, 0), (3, 4)), (330, 390), 1),
        {"fx": "move", "id": "am", "via": [[0, 0], [3, 4]], "rot": [330, 390], "legs": 1},
    ),
    "effect shot": (
        Shoot("beam", (0, 0), Of("b1"), False),
        {"fx": "shot", "style": "beam", "a": [0, 0], "b": {"of": "b1"}, "hit": False},
    ),
    "effect hit": (Happen("hit", "am"), {"fx": "hit", "id": "am"}),
    "effect blast": (Blast((1, 2), 6), {"fx": "blast", "at": [1, 2], "r": 6}),
    "effect cross": (CrossOff("am/w1", 3), {"fx": "cross", "ref": "am/w1", "n": 3}),
    "shown": (
        Shown(("am", "e1"), (Happen("loss", "am"),), Mark("b", 3)),
        {"refs": ["am", "e1"], "fx": [{"fx": "loss", "id": "am"}], "mark": {"side": "b", "h": 3}},
    ),
    "art": (
        Art({"boat": Silhouette("M0 0", "M1 1")}, {"oar": Glyph("M2 2", True)}, "M3 3"),
        {
            "silhouettes": {"boat": {"d": "M0 0", "lines": "M1 1"}},
            "glyphs": {"oar": {"d": "M2 2", "fill": True}},
            "emblem": "M3 3",
        },
    ),
}


@pytest.mark.parametrize("kind", SENT)
def test_each_kind_of_thing_is_sent_under_the_names_that_clients_know(kind):
    thing, sent = SENT[kind]
    assert wire(thing, rendered) == sent
    of = next(name for name in ("map", "item", "effect", kind) if kind.startswith(name))
    assert faults(sent, of) == []
    assert json.loads(json.dumps(sent, allow_nan=False)) == sent


def test_what_has_its_default_is_left_out():
    picture = Picture(Scene(Plane("MU")), (Side("a", "A"),), Progress("Turn", 1))
    assert wire(picture, rendered) == {
        "scene": {"map": {"kind": "plane", "unit": "MU"}},
        "sides": [{"id": "a", "name": "A"}],
        "progress": {"word": "Turn", "at": 1},
    }
    assert wire(Shown(), rendered) == {}
    token = Token(id="x", style="plan", silhouette="dart", at=(0.0, 0.0))
    assert wire(token, rendered) == {"k": "token", "id": "x", "style": "plan", "sil": "dart", "at": [0, 0]}


def test_lengths_have_two_decimals_at_most():
    path = Path(id="p", style="track", points=(Vector(1.23456, -0.001), Vector(31.0, 0.1 + 0.2)))
    assert json.dumps(wire(path, rendered)["pts"]) == "[[1.23, 0], [31, 0.3]]"


def test_texts_are_what_the_reader_gets_and_are_rendered_once():
    made: list[Text] = []

    def in_german(text: Text) -> str:
        made.append(text)
        return plain(text, {"{n} dice": "{n} Würfel"}.get)

    dice = _("{n} dice", n=3)
    shape = Bands((0, 0), 0, 60, ((12, dice), (24, dice)))
    sent = wire([Area(id=key, style="bands", shape=shape) for key in "ab"], in_german)
    assert [step for area in sent for step in area["shape"]["bands"]["steps"]] == [[12, "3 Würfel"], [24, "3 Würfel"]] * 2
    assert made == [dice]


def test_a_text_that_points_at_something_is_sent_in_parts():
    text = _(
        "{ship} of {side} has {chance} by {rule}",
        ship=UnitNamed("a1"),
        side=SideNamed("a", "Lance"),
        chance=Strong("79%"),
        rule=Rule("FT-1"),
    )
    assert rendered(text, names={"a1": "Amaranth"}) == [
        {"u": "a1", "t": "Amaranth"}, " of ", {"side": "a", "t": "Lance"}, " has ", {"b": "79%"}, " by ", {"rule": "FT-1"},
    ]  # fmt: skip
    assert rendered(_("{n} MU on {way}", n=10, way=_("{n}°", n=62))) == "10 MU on 62°"


def test_phases_are_past_now_next_or_never_used():
    states = [phase.state for phase in phases([("a", 0), ("b", None), ("c", 1), ("d", 2)], 1)]
    assert states == ["past", "unused", "now", "next"]


# Art


def art_file(tmp_path, words):
    file = tmp_path / "art.yaml"
    file.write_text(words, encoding="utf-8")
    return file


def test_art_is_read_from_a_file(tmp_path):
    words = "{silhouettes: {boat: {body: M0 0Z, lines: M1 1}}, glyphs: {oar: {path: M2 2, fill: true}}, emblem: M3 3}"
    art = load_art(art_file(tmp_path, words))
    assert art == Art({"boat": Silhouette("M0 0Z", "M1 1")}, {"oar": Glyph("M2 2", True)}, "M3 3")


@pytest.mark.parametrize(
    "words",
    [
        "silhouettes: {boat: {body: 'M0 0\" onload=\"x'}}",
        "silhouettes: {boat: {body: M0 0, lines: 'url(x)'}}",
        "glyphs: {oar: {path: <script>}}",
        "glyphs: {oar: {path: M0 0, style: bold}}",
        'emblem: "M0 0\\nL1 1"',
        "pictures: {}",
        "[M0 0]",
    ],
)
def test_art_is_path_data_and_nothing_else(words, tmp_path):
    with pytest.raises(ValueError, match="validation error"):
        load_art(art_file(tmp_path, words))
