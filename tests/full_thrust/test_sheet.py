"""The record sheet: every system once, what is lost crossed off, nothing over anything else, names that stay words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from fakes import make_design, make_ship, make_system
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quarterdeck.engine.sheets import standalone
from quarterdeck.engine.system import Sheet
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust.sheet import WIDTH, sheet_of
from quarterdeck.systems.full_thrust.ship import ARCS, Design, Hold, System
from quarterdeck.systems.full_thrust.shipyard import load_designs, read_design
from quarterdeck.systems.full_thrust.state import Core, Ship

DESIGNS = load_designs()
SMALLEST = min(DESIGNS.values(), key=lambda design: design.hull)
LARGEST = max(DESIGNS.values(), key=lambda design: len(design.systems))


def built(**fields: object) -> Design:
    """The design of a file with these fields, of a ship that else has next to nothing."""
    plain = {"key": "plain", "name": "Plain", "mass": 1000, "hull": 100}
    design = read_design({**plain, **fields})
    assert isinstance(design, Design), design
    return design


EVERYTHING = built(
    thrust=1,
    ftl=True,
    armour=90,
    hull=240,
    holds={"cargo": 100, "passenger": 100, "troop": 2, "lab": 1},
    systems=[
        {"system": "fire_control", "quantity": 7},
        {"system": "adfc", "quantity": 2},
        {"system": "screen", "level": 2},
        {"system": "screen_backup"},
        {"system": "pds", "quantity": 23},
        {"system": "beam", "class": 1, "quantity": 9},
        {"system": "beam", "class": 4, "arcs": ["AP", "FP", "F"], "quantity": 2},
        {"system": "pulse_torpedo", "arcs": ["FP", "F", "FS"]},
        {"system": "needle_beam", "arcs": ["A"]},
        {"system": "submunition_pack", "arcs": ["F"], "quantity": 3},
        {"system": "sml", "arcs": ["FP", "F", "FS"]},
        {"system": "sm_magazine", "capacity": 12},
        {"system": "smr", "load": "er", "arcs": ["FP", "F", "FS"]},
        {"system": "fighter_bay", "quantity": 2},
        {"system": "small_craft_bay", "capacity": 4},
    ],
)
"""A ship with every kind of system in the price list, and more of some than fit on a line."""

SIXTY = {"systems": [{"system": "beam", "class": 1, "quantity": 60}]}
EXTREMES = [
    built(key="boxes", hull=800),
    built(key="swarm", thrust=12, systems=[{"system": "pds", "quantity": 5}]),
    *[built(key="sixty", mass=200, hull=hull, **SIXTY) for hull in (20, 28, 32, 36)],
    *[built(key="sixty", hull=hull, armour=100, holds={"cargo": 1}, **SIXTY) for hull in (100, 160, 404)],
    built(key="defences", mass=280, hull=28, armour=60, systems=[{"system": "pds", "quantity": 150}]),
]
"""Ships with more of something than any that comes with the game."""

ALL = [*DESIGNS.values(), EVERYTHING, *EXTREMES]


# Reading a drawing


class Box(NamedTuple):
    """A rectangle on the sheet."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two have more in common than an edge."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.01 and down > 0.01


def parsed(sheet: Sheet) -> ET.Element:
    return ET.fromstring(sheet.svg)


def parts(root: ET.Element) -> dict[str, ET.Element]:
    """The parts that can be pointed at; each reference stands only once."""
    found = [(element.get("data-ref", ""), element) for element in root.iter() if "data-ref" in element.attrib]
    assert Counter(ref for ref, _ in found).most_common(1)[0][1] == 1
    return dict(found)


def title(part: ET.Element) -> str:
    words = part.find("title")
    assert words is not None
    return "".join(words.itertext())


def placed(element: ET.Element, x: float = 0, y: float = 0) -> Iterator[tuple[ET.Element, float, float]]:
    """Every element with how far it is shifted."""
    shift = re.fullmatch(r"translate\(([-0-9.]+) ([-0-9.]+)\)", element.get("transform", "translate(0 0)"))
    assert shift is not None
    x, y = x + float(shift[1]), y + float(shift[2])
    yield element, x, y
    for child in element:
        yield from placed(child, x, y)


def number(element: ET.Element, name: str) -> float:
    return float(element.get(name, "0"))


def rectangle(element: ET.Element, x: float, y: float, what: str) -> Box:
    left, top = x + number(element, "x"), y + number(element, "y")
    return Box(what, left, top, left + number(element, "width"), top + number(element, "height"))


LETTERS = {"i": 0.22, "l": 0.22, "t": 0.28, "f": 0.28, "r": 0.33, " ": 0.28, "m": 0.83, "w": 0.72}
"""How wide letters are that are narrower or wider than most, in parts of the size."""


def words(element: ET.Element, x: float, y: float) -> Box:
    """About where a text stands in a usual typeface."""
    text, size = "".join(element.itertext()), number(element, "font-size")
    width = sum(LETTERS.get(letter, 0.72 if letter.isupper() else 0.56) for letter in text) * size * 1.05
    left = x + number(element, "x") - (width / 2 if element.get("text-anchor") == "middle" else 0)
    base = y + number(element, "y")
    return Box(text, left, base - size * 0.75, left + width, base + size * 0.1)


def ellipse(element: ET.Element, x: float, y: float, what: str) -> Box:
    r, cx, cy = number(element, "r"), x + number(element, "cx"), y + number(element, "cy")
    return Box(what, cx - r, cy - r, cx + r, cy + r)


def outlines(root: ET.Element) -> list[Box]:
    """Where parts, and the labels and dice between them, stand."""
    inside = {id(child) for part in parts(root).values() for child in part.iter()}
    boxes: list[Box] = []
    for element, x, y in placed(root):
        if element.get("class") == "hit":
            boxes.append(rectangle(element, x, y, "part"))
        elif element.tag == "text" and id(element) not in inside:
            boxes.append(words(element, x, y))
    return boxes


def track_boxes(root: ET.Element) -> list[Box]:
    """The boxes and circles of hull, armour and holds, each for itself."""
    drawn = [(e, x, y) for e, x, y in placed(root) if "box" in e.get("class", "").split()]
    return [ellipse(*at, "circle") if at[0].tag == "circle" else rectangle(*at, "box") for at in drawn]


def gone(part: ET.Element) -> int:
    return len([box for box in part if box.get("class") == "box gone"])


def is_crossed(part: ET.Element) -> bool:
    return any(element.get("stroke") == "var(--bad)" for element in part)


# What every sheet keeps to


@pytest.mark.rule("FT-2.6.1")
@pytest.mark.parametrize("design", ALL, ids=lambda design: f"{design.key}-{design.hull}")
def test_nothing_stands_over_anything_else(design: Design) -> None:
    for ship in (design, worn(design, 0.6)):
        root = parsed(sheet_of(ship, turn=3))
        for boxes in (outlines(root), track_boxes(root)):
            assert [(a, b) for a, b in combinations(boxes, 2) if a.meets(b)] == []


def worn(design: Design, share: float) -> Ship:
    """A ship on which much is crossed off, all its Core Systems count and its Main Drive is at half thrust."""
    lost = {system.id: "threshold" for system in design.systems[2::3]}
    core = Core(control_from=12, power="damaged", air_until=12)
    damage = int(design.hull * share)
    return make_ship(design=design, hull_damage=damage, lost=lost, drive_hits=1, holds_lost=2, core=core, armour=0)


@pytest.mark.parametrize("design", ALL, ids=lambda design: f"{design.key}-{design.hull}")
def test_all_stands_on_the_sheet(design: Design) -> None:
    root = parsed(sheet_of(worn(design, 0.9), turn=3))
    _x, _y, width, height = map(float, root.get("viewBox", "").split())
    assert width == WIDTH == 364
    assert height >= 178
    for box in [*outlines(root), *track_boxes(root)]:
        assert box.left >= 0, box
        assert box.top >= 0, box
        assert box.right <= width, box
        assert box.bottom <= height, box


@pytest.mark.rule("FT-2.6.1")
@pytest.mark.parametrize("design", ALL, ids=lambda design: f"{design.key}-{design.hull}")
def test_every_system_appears_once_with_its_name(design: Design) -> None:
    found = parts(parsed(sheet_of(design)))
    for system in design.systems:
        assert title(found[f"/{system.id}"]).startswith(system.name)
    others = {"command-bridge", "power-core", "life-support", "armour"}
    named = {ref.removeprefix("/") for ref in found if not re.match("/(row|hold|shell|generator|pool)-", ref)}
    assert named - others == {system.id for system in design.systems}


@pytest.mark.rule("FT-7.2.1")
def test_core_systems_are_drawn_where_they_are_played() -> None:
    with_core, without = (parts(parsed(sheet_of(SMALLEST, core_systems=on))) for on in (True, False))
    assert set(with_core) - set(without) == {"/command-bridge", "/power-core", "/life-support"}


@pytest.mark.rule("FT-2.6.2", "FT-4.5.1", "FT-7.5.2")
@settings(max_examples=60, deadline=None)
@given(data=st.data(), key=st.sampled_from(sorted(DESIGNS)))
def test_what_is_crossed_off_is_what_is_lost(data: st.DataObject, key: str) -> None:
    design = DESIGNS[key]
    damage = data.draw(st.integers(0, design.hull))
    armour = data.draw(st.integers(0, design.armour))
    holds = data.draw(st.integers(0, len(design.holds)))
    ids = [system.id for system in design.systems]
    lost = data.draw(st.sets(st.sampled_from(ids)))
    spent = [s.id for s in design.systems if s.kind == "submunition_pack" and s.id not in lost and data.draw(st.booleans())]
    losses = {system: data.draw(st.sampled_from(["threshold", "needle"])) for system in sorted(lost)}
    ship = make_ship(design=design, hull_damage=damage, armour=armour, holds_lost=holds, lost=losses, spent=spent)
    sheet = sheet_of(ship)
    found = parts(parsed(sheet))
    rows = [found[f"s1/row-{row}"] for row, boxes in enumerate(design.rows, 1) if boxes]
    left = damage
    for row, boxes in zip(rows, design.rows, strict=False):
        assert gone(row) == min(left, boxes)
        left -= gone(row)
    assert left == 0
    assert gone(found["s1/armour"]) == design.armour - armour if design.armour else "s1/armour" not in found
    assert [gone(found[f"s1/hold-{n}"]) for n in range(1, len(design.holds) + 1)] == [1] * holds + [0] * (
        len(design.holds) - holds
    )
    assert {system for system in ids if is_crossed(found[f"s1/{system}"])} == lost
    assert {s for s in ids if title(found[f"s1/{s}"]).endswith("fired")} == set(spent)
    assert sheet.figure == f"{design.hull - damage} of {design.hull} hull"
    assert sheet.svg == sheet_of(ship).svg
    ET.fromstring(standalone(sheet))


# What single parts show


@pytest.mark.rule("FT-4.6.3", "FT-4.6.4")
def test_rows_tell_on_what_systems_are_lost() -> None:
    ship = make_ship(rows=(3, 3, 2, 2), hull_damage=4)
    root = parsed(sheet_of(ship))
    ends = [element for element in root.iter("g") if element.get("class") == "row-end"]
    assert ["".join(end.itertext()) for end in ends] == ["1", "1–2", "1–3"]
    assert [end.find("text").get("fill") for end in ends] == ["var(--ink3)", "var(--ink)", "var(--ink3)"]
    found = parts(root)
    assert title(found["s1/row-2"]) == "Row 2: 2 of 3 boxes; at its end systems are lost on 1–2"
    assert title(found["s1/row-4"]) == "Row 4: 2 of 2 boxes; destroyed at its end"


@pytest.mark.rule("FT-9.3.4", "FT-4.6.4")
def test_the_last_row_with_boxes_has_no_threshold() -> None:
    root = parsed(sheet_of(make_design(rows=(1, 1, 0, 0))))
    assert ["".join(e.itertext()) for e in root.iter("g") if e.get("class") == "row-end"] == ["1"]
    assert "/row-3" not in parts(root)


@pytest.mark.rule("FT-7.4.2")
@pytest.mark.parametrize(("rows", "dots"), [((7, 7, 6, 6), 1), ((3, 2, 2, 2), 2)])
def test_crew_dots_stand_in_their_boxes(rows: tuple[int, ...], dots: int) -> None:
    """26 boxes for 4 crew factors: a dot in boxes 7, 14, 21 and 26. With 9 boxes steps of 3 leave two for the last box."""
    root = parsed(sheet_of(make_design(rows=rows, crew_factors=4)))
    drawn = [element for element in root.iter() if element.get("class") == "dot"]
    assert len(drawn) == 5 - dots
    assert drawn[-1].text == (None if dots == 1 else "2")


@pytest.mark.rule("FT-4.6.7")
def test_half_thrust_strikes_the_number_and_writes_the_new_one() -> None:
    ship = make_ship(systems=["main_drive"], thrust=5)
    seen = []
    for hits, lost in ((0, {}), (1, {}), (2, {"main-drive": "threshold"})):
        ship.drive_hits, ship.lost = hits, lost
        drive = parts(parsed(sheet_of(ship)))["s1/main-drive"]
        seen.append((["".join(text.itertext()) for text in drive.iter("text")], is_crossed(drive)))
    assert seen == [(["5"], False), (["5", "2"], False), (["5"], True)]


@pytest.mark.rule("FT-7.2.3", "FT-7.2.6", "FT-7.2.10")
def test_core_systems_show_what_is_counted() -> None:
    ship = make_ship(core=Core(control_from=7, power="damaged", air_until=9))
    root = parsed(sheet_of(ship, turn=4))
    found = parts(root)
    assert title(found["s1/command-bridge"]) == "Command Bridge: out of control until turn 7"
    assert title(found["s1/power-core"]) == "Power Core: explodes on 5 to 6"
    assert title(found["s1/life-support"]) == "Life Support: fails at the end of turn 9"
    shown = [element.text for element in root if element.get("fill") == "var(--warn)"]
    assert shown == ["to 6", "5–6", "to 9"]
    assert not any(is_crossed(found[f"s1/{core}"]) for core in ("command-bridge", "power-core", "life-support"))
    assert [e.text for e in parsed(sheet_of(ship, turn=7)) if e.get("fill") == "var(--warn)"] == ["5–6", "to 9"]


@pytest.mark.rule("FT-7.2.3", "FT-7.2.8", "FT-7.2.10")
@pytest.mark.parametrize(
    ("core", "status", "by", "crossed"),
    [
        (Core(lost_for_good=True), "fighting", "", "command-bridge"),
        (Core(power="damaged"), "derelict", "dumped", "power-core"),
        (Core(air_until=3), "derelict", "life-support", "life-support"),
    ],
)
def test_core_systems_that_are_gone_are_crossed(core: Core, status: str, by: str, crossed: str) -> None:
    sheet = sheet_of(make_ship(core=core, status=status, derelict_by=by), turn=4)
    found = parts(parsed(sheet))
    assert [ref for ref in found if is_crossed(found[ref])] == [f"s1/{crossed}"]
    assert sheet.figure.startswith("derelict, ") == (status == "derelict")


@pytest.mark.rule("FT-4.1.5", "FT-4.3.1")
def test_a_weapon_names_its_arcs_and_reach() -> None:
    beam = make_system("beam-3", name="Beam-3", arcs=("FP", "F", "FS"))
    torpedo = make_system("pulse_torpedo", name="Pulse Torpedo", arcs=("F",))
    found = parts(parsed(sheet_of(make_design(systems=[beam, torpedo]))))
    assert title(found["/beam-3"]).startswith("Beam-3: FP F FS, dice by range 3 to 12, 2 to 24, 1 to 36 MU. works")
    reach = "Pulse Torpedo: F, hits from 2 to 6, 3 to 12, 4 to 18, 5 to 24, 6 to 30 MU"
    assert title(found["/pulse_torpedo"]).startswith(reach)


@pytest.mark.parametrize("arcs", [(), ("F",), ("AP", "FP", "F"), ARCS])
def test_the_ring_has_six_segments_and_fills_those_it_fires_into(arcs: tuple[str, ...]) -> None:
    weapon = make_system("needle_beam", arcs=arcs)
    drawn = parts(parsed(sheet_of(make_design(systems=[weapon]))))["/needle_beam"]
    segments = {path.get("fill"): path.get("d", "").count("Z") for path in drawn.findall("path") if "A" in path.get("d", "")}
    assert segments.get("currentColor", 0) == len(arcs)
    assert segments.get("none", 0) == 6 - len(arcs)


@pytest.mark.rule("FT-7.5.1")
def test_holds_show_their_capacity() -> None:
    found = parts(parsed(sheet_of(make_design(holds=(Hold("cargo", 250), Hold("lab", 8))))))
    assert ["".join(found[f"/hold-{n}"].find("g[2]").itertext()) for n in (1, 2)] == ["250", "8"]
    assert title(found["/hold-1"]) == "Cargo Hold, 250 MASS"


# Words that somebody else has written

HOSTILE = "</title><script>alert(1)</script>\"'&\x00\ud800"


@settings(max_examples=100, deadline=None)
@given(st.text())
@example(HOSTILE)
@example("var(--ink)")
def test_words_of_a_file_stay_words(words: str) -> None:
    weapon = System("w&1", "needle_beam", words, 0, ("F",))
    design = make_design(name=words, class_name=words, navy=words, systems=[weapon])
    sheet = sheet_of(make_ship(id=words, name=words, design=design))
    plain = sheet_of(make_ship(design=make_design(systems=[make_system("needle_beam", arcs=("F",))])))
    assert Counter(e.tag for e in parsed(sheet).iter()) == Counter(e.tag for e in parsed(plain).iter())
    tags = {element.tag for element in ET.fromstring(standalone(sheet)).iter()}
    assert not any(tag.endswith("script") for tag in tags)


# The file


def test_a_file_holds_title_block_and_print_colours() -> None:
    sheet = sheet_of(make_ship(name="Amaranth", design=LARGEST, hull_damage=5))
    whole = ET.fromstring(standalone(sheet))
    assert whole.tag == "{http://www.w3.org/2000/svg}svg"
    said = " ".join("".join(text.itertext()) for text in whole.findall("{http://www.w3.org/2000/svg}text"))
    for words in (
        "Amaranth",
        LARGEST.class_name,
        LARGEST.navy.capitalize(),
        f"MASS {LARGEST.mass}",
        f"{LARGEST.cpv} CPV",
        sheet.figure,
    ):
        assert words in said
    assert "var(" not in standalone(sheet)
    assert whole.find("{http://www.w3.org/2000/svg}rect").get("fill") == "#fff"


@pytest.mark.parametrize("name", ["", "A", "A ship with a name far too long to stand on one line of its sheet", "W" * 60])
def test_a_title_block_keeps_its_lines_apart(name: str) -> None:
    sheet = sheet_of(make_ship(name=name, design=make_design(name="x" * 60, class_name="y" * 60, navy="z" * 60)))
    whole = ET.fromstring(standalone(sheet).replace(' xmlns="http://www.w3.org/2000/svg"', ""))
    names, others = [], []
    for text in whole.findall("text"):
        (names if text.get("class") == "name" else others).append(text)
    lines = [float(text.get("y")) for text in [*names, *others[1:]]]
    assert lines == sorted(set(lines))
    drawing = whole.find("svg")
    assert float(drawing.get("y")) > lines[-1]
    assert float(drawing.get("y")) + float(drawing.get("height")) < float(whole.get("height"))


@pytest.mark.rule("FT-7.3.2")
def test_what_is_damaged_and_what_repairing_takes_stands_below():
    [note] = sheet_of(make_ship(systems=["beam-2", "pds1"], lost={"pds1": "threshold"})).notes
    assert note.rule == "FT-7.3.2"
    assert plain(note.text).startswith("Damaged: pds1. One party")
    assert sheet_of(make_ship(systems=["beam-2", "pds1"])).notes == ()
