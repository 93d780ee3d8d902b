"""Design files: what is wrong with one, what can be read of it all the same, and what holds of every ship built of one."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from design_cases import file_of, problems_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from quarterdeck.engine.account import Account
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import design as rules
from quarterdeck.systems.full_thrust.design_file import DesignFile, read_draft
from quarterdeck.systems.full_thrust.prices import KINDS, Fitting, non_combat_mass, price
from quarterdeck.systems.full_thrust.ship import ARCS, Design
from quarterdeck.systems.full_thrust.shipyard import account_of, read_design, write_design

BEEM = "beem is none of beam, ecm, area_ecm, screen, needle_beam, smr, sml and 35 more."

Facts = dict[str, Any]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"mass": "84"}, ("FT-9.2.1", "mass", None, "mass has to be a whole number, not “84”.")),
        ({"hull": 0}, ("FT-9.3.1", "hull", 1, "hull has to be 1 or more, not 0.")),
        ({"armour": -1}, ("FT-9.8.1", "armour", 0, "armour has to be 0 or more, not -1.")),
        ({"thrust": 21}, ("FT-9.5.2", "thrust", 20, "thrust has to be 20 or less, not 21.")),
        ({"thrust": True}, ("FT-9.5.2", "thrust", None, "thrust has to be a whole number, not True.")),
        ({"ftl": "yes"}, ("FT-9.5.1", "ftl", None, "ftl has to be true or false, not yes.")),
        ({"huul": 3}, ("FT-9.1.1", "huul", "hull", "huul is no field here.")),
        (
            {"streamlining": "ful"},
            ("FT-9.6.1", "streamlining", "full", "streamlining has to be one of none, partial, full, not ful."),
        ),
        ({"key": "A b"}, ("FT-9.1.1", "key", None, "key has to be small letters, digits and single dashes, not A b.")),
        ({"name": ""}, ("FT-9.1.1", "name", None, "name is empty.")),
        ({"name": None}, ("FT-9.1.1", "name", None, "name has to be words, not nothing.")),
        ({"name": "x" * 61}, ("FT-9.1.1", "name", None, "name has to have at most 60 letters.")),
        ({"holds": {"cargoo": 3}}, ("FT-9.4.1", "holds.cargoo", "cargo", "cargoo is no field here.")),
        ({"holds": {"cargo": []}}, ("FT-9.4.1", "holds.cargo", None, "cargo has to be a whole number, not a list.")),
        ({"holds": 4}, ("FT-9.4.1", "holds", None, "holds has to be a mapping of fields, not 4.")),
        ({"systems": {"a": 1}}, ("FT-9.11.3", "systems", None, "systems has to be a list, not a mapping.")),
        ({"systems": [{}] * 201}, ("FT-9.11.3", "systems", None, "systems has to have at most 200 entries.")),
        ({"systems": [7]}, ("FT-9.11.3", "systems[0]", None, "systems cannot be 7.")),
        ({"systems": [{"class": 3}]}, ("FT-9.11.3", "systems[0].system", None, "The entry does not say what it is.")),
        ({"systems": [{"system": "beem"}]}, ("FT-9.11.3", "systems[0].system", "beam", BEEM)),
        ({"systems": [{"system": "beam"}]}, ("FT-9.9.2", "systems[0].class", None, "class is missing.")),
        ({"systems": [{"system": "pds", "class": 1}]}, ("FT-9.9.2", "systems[0].class", None, "class is no field here.")),
        ({"mass": 10**400}, ("FT-9.2.1", "mass", 1000, "mass has to be 1000 or less, not so large a number.")),
    ],
)
def test_a_wrong_field_is_named(given: Facts, problem: tuple[str, str, Any, str]) -> None:
    """One fault, one problem: what follows from the fault alone is not told as well."""
    (found,) = problems_of(**given)
    assert (found.rule, found.at, found.nearest, plain(found.text)) == problem


def test_what_a_file_must_have_is_missed() -> None:
    problems = read_design({})
    assert isinstance(problems, list)
    assert [(each.at, plain(each.text)) for each in problems] == [
        (field, f"{field} is missing.") for field in ("key", "name", "mass", "hull")
    ]


@pytest.mark.parametrize("data", [None, 3, "ship", [], [{"key": "a"}]])
def test_what_is_no_mapping_is_no_design(data: Any) -> None:
    problems = read_design(data)
    assert isinstance(problems, list)
    assert problems[0].rule == "FT-9.1.1"


def test_the_account_shows_what_can_be_read() -> None:
    """With one entry and the navy at fault, everything else is accounted for; both are told."""
    systems = [{"system": "pds"}, {"system": "bean"}, {"system": "beam", "class": 3, "arcs": ["F", "A"]}]
    account = account_of(file_of(mass=60, hull=18, navy=4, systems=systems))
    assert [(plain(line.what), line.figures["MASS"], line.figures["CPV"]) for line in account.lines] == [
        ("Basic hull, combat MASS 60", 0, 36),
        ("Core Systems and basic sensors", 0, 0),
        ("Hull Integrity, 18 boxes, Average", 18, 36),
        ("PDS", 1, 3),
        ("Beam-3, F FS", 5, 15),
    ]
    assert account.totals == {"MASS": 24, "CPV": 90, "NPV": 114}
    assert [problem.at for problem in account.problems] == ["navy", "systems[1].system", "systems[2].arcs"]


@pytest.mark.rule("FT-9.2.5")
def test_without_mass_the_account_has_what_does_not_depend_on_it() -> None:
    account = account_of(
        {"hull": 20, "thrust": 4, "ftl": True, "systems": [{"system": "screen"}, {"system": "pds", "quantity": 2}]}
    )
    assert [plain(line.what) for line in account.lines] == [
        "Core Systems and basic sensors",
        "Hull Integrity, 20 boxes",
        "2 × PDS",
    ]
    assert account.limits == {}


def test_the_price_list_tells_shares_of_the_ship_from_the_rest() -> None:
    """Without a legal mass an account leaves out exactly what depends on it."""
    for kind in KINDS.values():
        fitting = Fitting(kind.key, 1, ("F",))
        account = account_of(document_fitting(fitting))
        shown = any(plain(kind.name) in plain(line.what) for line in account.lines)
        assert shown == (price(fitting, 40) == price(fitting, 400)), kind.key


def document_fitting(fitting: Fitting) -> Facts:
    """A file without mass that asks for one fitting."""
    match KINDS[fitting.kind].category, fitting.kind:
        case _, ("main_drive" | "advanced_drive"):
            return {"people": KINDS[fitting.kind].peoples[0], "thrust": 1}
        case _, "ftl_drive":
            return {"ftl": True}
        case "hull", "shell":
            return {"people": "phalon", "shell": [1]}
        case "hull", kind:
            grade = kind.removeprefix("streamlining_")
            return {"streamlining": grade} if grade != kind else {kind: 1}
        case "hold", kind:
            return {"holds": {kind: 1}}
        case _, kind:
            return {"systems": [{"system": kind, **MORE.get(kind, {})}]}


MORE: Facts = {
    **{key: {"class": 1} for key in ("beam", "k_gun", "plasma_bolt_launcher")},
    **{key: {"capacity": 2} for key in ("sm_magazine", "small_craft_bay")},
    "tug_drive": {"tows": 1},
    "minelayer": {"mines": 1},
    "power_generator": {"rating": 1},
    "pulser": {"tuning": "L"},
}
"""What the entries of some systems have to say."""


# Properties

PLAIN = ["fire_control", "adfc", "pds", "screen_backup", "fighter_bay", "scattergun", "drive_node", "nova_cannon", "drone_womb"]

ENTRIES = st.one_of(
    st.fixed_dictionaries(
        {"system": st.sampled_from(PLAIN)},
        optional={"quantity": st.integers(1, 4)},
    ),
    st.fixed_dictionaries({"system": st.just("screen")}, optional={"level": st.integers(0, 3), "quantity": st.integers(1, 2)}),
    st.fixed_dictionaries({"system": st.sampled_from(["sm_magazine", "small_craft_bay"]), "capacity": st.integers(0, 9)}),
    st.fixed_dictionaries(
        {
            "system": st.sampled_from(
                [
                    "pulse_torpedo",
                    "needle_beam",
                    "submunition_pack",
                    "sml",
                    "smr",
                    "mkp",
                    "stinger_node",
                    "pod_launcher",
                    "pulser",
                ]
            ),
            "arcs": st.lists(st.sampled_from(ARCS), max_size=5),
        },
        optional={"quantity": st.integers(1, 3)},
    ),
    st.fixed_dictionaries(
        {
            "system": st.sampled_from(["beam", "k_gun", "plasma_bolt_launcher"]),
            "class": st.integers(1, 5),
            "arcs": st.lists(st.sampled_from(ARCS), max_size=7),
        },
        optional={"quantity": st.integers(1, 3)},
    ),
)
FILES = st.fixed_dictionaries(
    {
        "key": st.sampled_from(["a", "b-2"]),
        "name": st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=9),
        "mass": st.integers(1, 400),
        "hull": st.integers(0, 60),
        "thrust": st.integers(0, 8),
        "systems": st.lists(ENTRIES, max_size=8),
    },
    optional={
        "class_code": st.sampled_from(["", "CT", "CH", "SDN", "XP"]),
        "class_name": st.sampled_from(["", "Escort Cruiser", "Explorer"]),
        "civilian": st.booleans(),
        "armour": st.integers(0, 20),
        "ftl": st.booleans(),
        "streamlining": st.sampled_from(["none", "partial", "full"]),
        "holds": st.dictionaries(st.sampled_from(rules.HOLD_KINDS), st.integers(1, 40), max_size=3),
    },
)
"""Design files of the right shape, most of them of ships that do not add up."""


def put(document: Facts, path: str, value: Any) -> None:
    """Write a value where a problem says that it belongs."""
    *way, last = [int(part) if part.isdigit() else part for part in re.findall(r"\w+", path)]
    inner: Any = document
    for part in way:
        inner = inner[part]
    inner[last] = value


def mended(document: Facts) -> Design | None:
    """The ship that comes of taking the nearest legal value wherever a problem names one; None where one does not."""
    for _attempt in range(8):
        found = read_design(document)
        if isinstance(found, Design):
            return found
        for problem in found:
            if problem.nearest is None:
                return None
            put(document, problem.at, problem.nearest)
    raise AssertionError(f"the nearest legal values do not lead to a ship: {document}")


@settings(max_examples=80, deadline=None)
@given(FILES)
def test_nearest_values_lead_to_a_ship_whose_account_adds_up(document: Facts) -> None:
    """MASS within the TMF; the totals are the sums of the lines; the basic hull is paid by what is not non-combat."""
    ship = mended(document)
    assume(ship is not None)
    assert ship is not None
    account, draft = account_of(document), read_draft(document)
    assert account.problems == ()
    assert account.limits == {"MASS": ship.mass}
    for column in ("MASS", "CPV"):
        assert account.totals[column] == sum(line.figures[column] for line in account.lines)
    assert (ship.mass_used, ship.cpv) == (account.totals["MASS"], account.totals["CPV"])
    assert ship.mass_used <= ship.mass
    combat = ship.mass - non_combat_mass(draft.fittings, ship.mass)
    assert abs(100 * account.lines[0].figures["CPV"] - combat * combat) <= 50 or account.lines[0].figures["CPV"] == 1


@settings(max_examples=80, deadline=None)
@given(FILES)
def test_a_ship_written_reads_back_equal(document: Facts) -> None:
    ship = mended(document)
    assume(ship is not None)
    assert ship is not None
    assert read_design(json.loads(json.dumps(write_design(ship)))) == ship
    assert len({system.id for system in ship.systems}) == len(ship.systems)


@pytest.mark.rule("FT-9.3.4")
@given(st.integers(1, 1000))
def test_rows_sum_to_the_hull_and_differ_by_one_at_most(boxes: int) -> None:
    rows = rules.hull_rows(boxes)
    assert len(rows) == 4
    assert sum(rows) == boxes
    assert list(rows) == sorted(rows, reverse=True)
    assert rows[0] - rows[3] <= 1


@pytest.mark.rule("FT-7.4.2")
@given(st.integers(1, 300), st.integers(1, 30))
def test_crew_dots_lie_within_the_track_and_the_last_in_its_last_box(boxes: int, factors: int) -> None:
    dots = rules.crew_dots(boxes, factors)
    assert len(dots) == factors
    assert list(dots) == sorted(dots)
    assert dots[0] >= 1
    assert dots[-1] == boxes


@pytest.mark.rule("FT-9.4.3")
@given(st.dictionaries(st.sampled_from(rules.HOLD_KINDS), st.integers(1, 200)))
def test_holds_keep_their_capacity_in_four_boxes_at_most_the_larger_first(capacities: dict[str, int]) -> None:
    holds = rules.hold_boxes(capacities)
    assert {kind: sum(hold.size for hold in holds if hold.kind == kind) for kind in capacities} == capacities
    assert len(holds) == min(4, sum(capacities.values()))
    assert [hold.size for hold in holds] == sorted((hold.size for hold in holds), reverse=True)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["beam", "F", "full", 10**30]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["system", "class", "arcs", "quantity", "cargo", "level"]) | st.text(max_size=4), inner, max_size=5
        )
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(list(DesignFile.model_fields)) | st.text(max_size=5), JUNK, max_size=8))
def test_no_file_raises(document: Facts) -> None:
    """Whatever a file holds, there are a verdict and an account, and every problem can be shown and sent."""
    found, account = read_design(document), account_of(document)
    assert isinstance(account, Account)
    problems = found if isinstance(found, list) else []
    assert problems == list(account.problems)
    for problem in [*problems, *account.notes]:
        json.dumps([problem.rule, plain(problem.text), problem.at, problem.nearest]).encode()
        assert (plain(problem.text) + problem.at).encode()
