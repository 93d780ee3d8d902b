"""Ships in the notation of players: what each way of writing is read as, and that nothing of it is lost."""

from __future__ import annotations

from typing import Any

import pytest
from design_cases import PUBLISHED
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust.shipyard import account_of
from quarterdeck.systems.full_thrust.workshop.notation import imported

Facts = dict[str, Any]


def systems(*lines: str) -> list[Facts]:
    """The entries of `systems` that these lines are read as; none of them may be lost."""
    found = imported("\n".join(["Name: Test", *lines]))
    assert found.unread == []
    return list(found.document["systems"])


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("2x Beam-3 (FP/F/FS)", {"system": "beam", "class": 3, "quantity": 2, "arcs": ["FP", "F", "FS"]}),
        ("Beam 3 x 2 [FP F FS]", {"system": "beam", "class": 3, "quantity": 2, "arcs": ["FP", "F", "FS"]}),
        ("2 Class-3 Batteries, FP/F/FS", {"system": "beam", "class": 3, "quantity": 2, "arcs": ["FP", "F", "FS"]}),
        ("- 2 * B3 (fs, f, fp)", {"system": "beam", "class": 3, "quantity": 2, "arcs": ["FP", "F", "FS"]}),
        ("Class 2 Beam (all round)", {"system": "beam", "class": 2, "arcs": ["F", "FS", "AS", "A", "AP", "FP"]}),
        ("4 x Beam-1", {"system": "beam", "class": 1, "quantity": 4}),
        ("FireCon x2", {"system": "fire_control", "quantity": 2}),
        ("PDS x4", {"system": "pds", "quantity": 4}),
        ("4 PDS", {"system": "pds", "quantity": 4}),
        ("PDS (4)", {"system": "pds", "quantity": 4}),
        ("ADFC", {"system": "adfc"}),
        ("Screen-1", {"system": "screen", "level": 1}),
        ("Level 2 screens", {"system": "screen", "level": 2}),
        ("2x Screen generator", {"system": "screen", "level": 2}),
        ("SML (F)", {"system": "sml", "arcs": ["FP", "F", "FS"]}),
        ("Salvo Missile Rack (ER) (FP/F/FS)", {"system": "smr", "load": "er", "arcs": ["FP", "F", "FS"]}),
        ("Magazine (6)", {"system": "sm_magazine", "capacity": 6}),
        ("SM magazine, 12 MASS", {"system": "sm_magazine", "capacity": 12}),
        ("Magazine (4 salvos)", {"system": "sm_magazine", "capacity": 8}),
        ("Pulse Torpedo F/FS", {"system": "pulse_torpedo", "arcs": ["F", "FS"]}),
        ("Needle beam (F)", {"system": "needle_beam", "arcs": ["F"]}),
        ("3 submunition packs (FP)", {"system": "submunition_pack", "quantity": 3, "arcs": ["FP"]}),
        ("Fighter Bays: 4", {"system": "fighter_bay", "quantity": 4}),
        ("K-gun-3 (F)", {"system": "k_gun", "class": 3, "arcs": ["F"]}),
        ("Pulser-C (all)", {"system": "pulser", "tuning": "C", "arcs": ["F", "FS", "AS", "A", "AP", "FP"]}),
        ("Plasma bolt 2 (FP/F/FS)", {"system": "plasma_bolt_launcher", "class": 2, "arcs": ["FP", "F", "FS"]}),
        ("Power generator 12", {"system": "power_generator", "rating": 12}),
        ("Minelayer (4 mines)", {"system": "minelayer", "mines": 4}),
    ],
)
def test_a_system_is_read(line: str, entry: Facts) -> None:
    assert systems(line) == [entry]


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("TMF: 86   NPV: 294", {"mass": 86}),
        ("86 MASS", {"mass": 86}),
        ("Hull: 26 (7/7/6/6)", {"hull": 26}),
        ("26 hull boxes", {"hull": 26}),
        ("Average hull (26 boxes)", {"hull": 26}),
        ("Mass 86, Average hull", {"mass": 86, "hull": 26}),
        ("Armour x4", {"armour": 4}),
        ("4 armor", {"armour": 4}),
        ("Main Drive 4, FTL", {"thrust": 4, "ftl": True}),
        ("Thrust-6", {"thrust": 6}),
        ("No FTL", {"ftl": False}),
        ("Fully streamlined", {"streamlining": "full"}),
        ("Shell armour 4/3/2", {"shell": [4, 3, 2], "people": "phalon"}),
        ("Cargo 10, Troops 4", {"holds": {"cargo": 10, "troop": 4}}),
        ("Built by humans", {}),
    ],
)
def test_what_is_no_system_is_read(line: str, fields: Facts) -> None:
    found = imported(f"Name: Test\n{line}").document
    assert {key: value for key, value in found.items() if key not in ("key", "name", "systems")} == fields


@pytest.mark.parametrize(
    ("line", "name", "class_code", "class_name"),
    [
        ("Vandal-class Heavy Cruiser", "Vandal", "CH", ""),
        ("Vandal class Heavy Cruiser (CH)", "Vandal", "CH", ""),
        ("CH Vandal", "Vandal", "CH", ""),
        ("Vandal, Heavy Cruiser", "Vandal", "CH", ""),
        ('"Vandal" (Strike Cruiser)', "Vandal", "", "Strike Cruiser"),
        ("Vandal", "Vandal", "", ""),
    ],
)
def test_the_first_line_names_the_ship(line: str, name: str, class_code: str, class_name: str) -> None:
    found = imported(f"{line}\nMass 86").document
    assert (found["name"], found.get("class_code", ""), found.get("class_name", "")) == (name, class_code, class_name)


def test_what_is_not_read_is_told_with_its_line_and_the_rest_is_kept() -> None:
    found = imported("Vandal\n\nMoon laser x2, PDS\n2x Beam-2 (FP/F/FS)")
    assert [(line.n, line.line) for line in found.unread] == [(3, "Moon laser x2, PDS")]
    assert plain(found.unread[0].unread or "") == "not read: Moon laser x2"
    assert [entry["system"] for entry in found.document["systems"]] == ["pds", "beam"]


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("Beam-0", "systems[0].class"),
        ("0x PDS", "systems[0].quantity"),
        ("Screen-0", "systems[0].level"),
        ("0 screens", "systems[0].level"),
        ("Magazine (0)", "systems[0].capacity"),
        ("Cargo 0", "holds.cargo"),
    ],
)
def test_nothing_of_a_thing_is_not_read_as_one_of_it(line: str, at: str) -> None:
    account = account_of(imported(f"Name: Test\nMass 50\nHull 10\n{line}").document)
    assert [problem.at for problem in account.problems] == [at]


@pytest.mark.parametrize("facts", PUBLISHED, ids=lambda facts: facts["ship"]["key"])
def test_a_published_ship_written_down_is_read_with_the_same_account(facts: Facts) -> None:
    ship = facts["ship"]
    found = imported(written(ship))
    assert [plain(line.unread or "") for line in found.unread] == []
    mine, its = account_of({**found.document, "mixed": ship.get("mixed", False)}), account_of(ship)
    assert (mine.totals, [p.text for p in mine.problems]) == (its.totals, [p.text for p in its.problems])


WORDS = {"smr": "SMR", "sml": "SML", "sm_magazine": "Magazine", "fire_control": "FireCon", "k_gun": "K-gun", "pds": "PDS"}


def written(ship: Facts) -> str:
    """A design file as players write a ship down."""
    lines = [f"{ship['name']} (ship)", f"TMF: {ship['mass']}", f"Hull: {ship['hull']}", f"People: {ship.get('people', 'human')}"]
    lines[3:] = [{"kravak": "Kra'Vak", "savasku": "Sa'Vasku", "phalon": "Phalons"}.get(ship.get("people", ""), "human")]
    lines += [f"Armour: {ship['armour']}"] if ship.get("armour") else []
    lines += ["Shell: " + "/".join(map(str, ship["shell"]))] if ship.get("shell") else []
    lines += [f"Thrust {ship['thrust']}"] if ship.get("thrust") else []
    lines += ["FTL drive"] if ship.get("ftl") else []
    lines += ["Civilian"] if ship.get("civilian") else []
    lines += [f"{ship['streamlining']} streamlining"] if ship.get("streamlining", "none") != "none" else []
    lines += [f"{kind} {size} MASS" for kind, size in ship.get("holds", {}).items()]
    return "\n".join([*lines, *map(line_of, ship["systems"])])


def line_of(entry: Facts) -> str:
    figures = [entry[key] for key in ("class", "level", "capacity", "tuning", "mines", "rating", "tows") if key in entry]
    name = WORDS.get(entry["system"], entry["system"].replace("_", " "))
    name += "".join(f"-{figure}" for figure in figures) + (" ER" if entry.get("load") == "er" else "")
    arcs = f" ({'/'.join(entry['arcs'])})" if entry.get("arcs") else ""
    return f"{entry.get('quantity', 1)}x {name}{arcs}"


TOKENS = st.sampled_from(
    ["2x", "Beam-3", "(FP/F/FS)", "PDS", "x4", ",", ";", "hull", "26", "(", "]", "Screen", "SML", "mass", "and", ":", "ż"]
)
LINES = st.lists(TOKENS, max_size=8).map(" ".join) | st.text(max_size=30)


@given(st.lists(LINES, max_size=8).map("\n".join) | st.text(max_size=120))
def test_no_line_of_any_text_is_lost(text: str) -> None:
    found = imported(text)
    kept = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    assert [(line.n, line.line) for line in found.lines] == kept
    assert all(line.read is not None or line.unread is not None for line in found.lines)
    account_of(found.document)
