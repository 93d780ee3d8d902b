"""Chapter 9: MASS and CPV, what a design may hold, and the ships that come with the game."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest
from case_files import CASES, cases
from design_cases import ERRATA, PUBLISHED, WORKED, figures, file_of, problems_of, published, ship_of, told

from quarterdeck.engine.problems import Refused
from quarterdeck.engine.rulebook import Rulebook
from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust import design as rules
from quarterdeck.systems.full_thrust.design_entries import MOST_SYSTEMS
from quarterdeck.systems.full_thrust.prices import groups_cpv
from quarterdeck.systems.full_thrust.ship import ARCS, Design, Load, System
from quarterdeck.systems.full_thrust.shipyard import account_of, build_all, load_designs, read_design, write_design

Facts = dict[str, Any]

RULEBOOK = Rulebook.load(files("quarterdeck.systems.full_thrust") / "rules")


@pytest.mark.parametrize(
    ("rule", "case"),
    [case for case in cases("FT-2.5.1", "FT-7.3.1", "FT-7.4.2", "FT-7.5.1", "FT-9") if case.values[0] != "FT-9.7.4"],
)
def test_worked_cases(rule: str, case: Facts) -> None:
    found = WORKED[rule](case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]


def test_every_rule_of_the_chapter_has_cases() -> None:
    assert [rule for rule in WORKED if rule not in CASES.by_rule] == []


# Rules beyond their worked cases


@pytest.mark.rule("FT-9.2.1")
def test_unused_mass_is_legal_and_reported() -> None:
    account = account_of(file_of(mass=25, hull=22))
    assert account.problems == ()
    assert [(note.rule, plain(note.text)) for note in account.notes] == [("FT-9.2.1", "3 MASS are left unused.")]


@pytest.mark.rule("FT-9.2.1")
def test_too_much_mass_names_the_smallest_ship_that_holds_it() -> None:
    """20 boxes and a thrust of 4: of 25 MASS the drive takes 5, which just fits; of 24 it takes 4.8, so 5, and does not."""
    (problem,) = problems_of(mass=22, hull=20, thrust=4)
    assert (problem.rule, problem.at, problem.nearest) == ("FT-9.2.1", "mass", 25)
    assert plain(problem.text) == "24 MASS are used, and the ship has 22."


@pytest.mark.rule("FT-9.2.1")
def test_a_ship_whose_shares_exceed_it_has_no_nearest_mass() -> None:
    (problem,) = problems_of(mass=100, hull=10, thrust=20)
    assert (problem.at, problem.nearest) == ("mass", None)


@pytest.mark.rule("FT-9.2.2")
@pytest.mark.parametrize(
    ("label", "code"), [("SDN", "SDN"), ("sdn", "SDN"), ("Patrol Cruiser", "CE"), ("courier", "SC"), ("heavy battleship", "BDN")]
)
def test_classes_go_by_code_and_by_name(label: str, code: str) -> None:
    found = rules.ship_class(label)
    assert found is not None
    assert found.code == code


@pytest.mark.rule("FT-9.2.2")
def test_the_usual_classes_are_those_of_the_catalogue() -> None:
    """Each row word for word, but that "Patrol or Escort Cruiser" is two names here, and what is in brackets one more."""
    rows = RULEBOOK.entry("FT-9.2.2").table
    assert [(row.code, row.least, row.most, row.group) for row in rules.SHIP_CLASSES] == [
        (row["code"], row["mass_min"], row["mass_max"], row["group"]) for row in rows
    ]
    for row in rows:
        assert rules.ship_class(re.sub(r"\(.*|.* or (?=Escort|Courier)", "", row["name"]).strip()) == rules.ship_class(
            row["code"]
        )


@pytest.mark.rule("FT-9.3.3")
def test_the_hull_strengths_are_those_of_the_catalogue() -> None:
    assert {row["name"]: row["percent"] for row in RULEBOOK.entry("FT-9.3.3").table} == rules.HULL_STRENGTHS


@pytest.mark.rule("FT-9.11.4")
def test_the_price_of_each_type_of_fighters() -> None:
    prices = {"standard": 48, "fast": 54, "heavy": 60, "interceptor": 48, "attack": 54, "long_range": 66, "torpedo": 66}
    assert {group: groups_cpv([group]) for group in prices} == prices


@pytest.mark.rule("FT-9.4.1")
@pytest.mark.parametrize("kind", rules.HOLD_KINDS)
def test_every_kind_of_hold_takes_its_mass_and_costs_nothing(kind: str) -> None:
    """Of 40 MASS, 20 are holds: the basic hull costs 4 for the other 20 (FT-9.11.1), the 4 hull boxes 8."""
    account = account_of(file_of(mass=40, hull=4, holds={kind: 20}))
    assert account.totals == {"MASS": 24, "CPV": 12, "NPV": 48}


@pytest.mark.parametrize(("arcs", "mass"), [(["FP", "F"], 5), (["F"], 4), (["F", "FS", "AS"], 6)])
@pytest.mark.rule("FT-9.9.7")
def test_a_pulse_torpedo_pays_for_each_further_arc(arcs: list[str], mass: int) -> None:
    account = account_of(file_of(mass=100, hull=10, systems=[{"system": "pulse_torpedo", "arcs": arcs}]))
    assert (account.problems, account.totals["MASS"]) == ((), 10 + mass)


def test_what_is_not_installed_takes_nothing() -> None:
    assert (rules.main_drive_mass(200, 0), rules.streamlining_mass(200, 0), rules.hold_boxes({"cargo": 0})) == (0, 0, ())


@pytest.mark.rule("FT-9.2.2")
def test_a_class_named_in_words_gets_its_code_and_the_other_way_round() -> None:
    assert ship_of(file_of(mass=84, class_name="Heavy Cruiser")).class_code == "CH"
    ship = ship_of(file_of(mass=84, class_code="ch"))
    assert (ship.class_code, ship.class_name) == ("CH", "Heavy Cruiser")
    assert ship_of(file_of(mass=84, class_code="XP", class_name="Explorer")).class_code == "XP"


@pytest.mark.rule("FT-9.2.3")
@pytest.mark.parametrize(
    ("mass", "code", "group"),
    [(50, "DH", "escort"), (51, "DH", "cruiser"), (40, "CL", "cruiser"), (39, "CL", "escort"), (90, "CH", "cruiser"),
     (91, "CH", "capital"), (80, "BC", "capital"), (79, "BC", "cruiser"), (85, "", "cruiser"), (86, "", "capital"),
     (45, "CVE", "escort")],
)  # fmt: skip
def test_a_declared_class_counts_within_the_span_of_its_group(mass: int, code: str, group: str) -> None:
    assert rules.size_group(mass, code, civilian=False) == group


@pytest.mark.rule("FT-9.2.3")
def test_an_unusual_size_is_a_warning_with_the_usual_classes() -> None:
    (note,) = [note for note in account_of(file_of(mass=30, class_code="FF")).notes if note.rule == "FT-9.2.3"]
    assert (note.at, note.nearest) == ("class_code", ["DD", "DH"])
    assert plain(note.text) == "30 MASS is unusual for a Frigate."


@pytest.mark.rule("FT-9.3.2")
def test_too_little_hull_names_the_least() -> None:
    (problem,) = problems_of(mass=120, hull=11)
    assert (problem.rule, problem.at, problem.nearest) == ("FT-9.3.2", "hull", 12)
    assert plain(problem.text) == "120 MASS need at least 12 hull boxes, not 11."


@pytest.mark.rule("FT-9.3.3")
@pytest.mark.parametrize(
    ("boxes", "name"),
    [(10, "Fragile"), (14, "Fragile"), (15, "Weak"), (24, "Weak"), (25, "Average"), (35, "Strong"), (44, "Strong"), (45, "Super"),
     (90, "Super")],
)  # fmt: skip
def test_names_of_hull_strengths_meet_half_way(boxes: int, name: str) -> None:
    assert rules.hull_strength(100, boxes) == rules.hull_strength(1000, 10 * boxes) == name
    assert rules.hull_strength(400, 179) == "Strong"


@pytest.mark.rule("FT-9.4.3")
@pytest.mark.parametrize(
    ("capacities", "boxes"),
    [
        ({"cargo": 12, "passenger": 30}, [("cargo", 12), ("passenger", 10), ("passenger", 10), ("passenger", 10)]),
        ({"cargo": 20, "troop": 20}, [("cargo", 10), ("cargo", 10), ("troop", 10), ("troop", 10)]),
        ({"lab": 1, "cargo": 2}, [("cargo", 1), ("cargo", 1), ("lab", 1)]),
        ({"cargo": 1, "passenger": 2, "troop": 3, "lab": 40}, [("lab", 40), ("troop", 3), ("passenger", 2), ("cargo", 1)]),
        ({}, []),
    ],
)
def test_holds_of_several_kinds_share_four_boxes(capacities: dict[str, int], boxes: list[tuple[str, int]]) -> None:
    assert [(hold.kind, hold.size) for hold in rules.hold_boxes(capacities)] == boxes


@pytest.mark.rule("FT-9.7.1")
def test_bays_for_small_craft_are_built_beside_those_for_fighters() -> None:
    bays = [{"system": "fighter_bay", "quantity": 2}, {"system": "small_craft_bay", "capacity": 5}]
    ship = ship_of(file_of(systems=bays))
    assert [bay.kind for bay in ship.bays] == ["fighter_bay", "fighter_bay"]
    assert [system.cls for system in ship.by_kind["small_craft_bay"]] == [5]


def test_missiles_and_area_defence_are_fielded() -> None:
    three = ["FP", "F", "FS"]
    systems = [{"system": "adfc"}, {"system": "sml", "arcs": three}, {"system": "sm_magazine", "capacity": 6}]
    ship = ship_of(file_of(systems=[*systems, {"system": "smr", "arcs": three}]))
    assert (ship.links, ship.loads) == ({"sml-1": "sm-magazine-1"}, {"sm-magazine-1": Load(3, 0)})


@pytest.mark.rule("FT-9.8.3")
@pytest.mark.parametrize(
    ("systems", "problem"),
    [
        ([{"system": "screen_backup"}], ("FT-9.8.3", "systems[0].system", "screen")),
        ([{"system": "screen_backup"}, {"system": "screen"}], ("FT-9.8.3", "systems[1].level", 2)),
        ([{"system": "screen", "quantity": 2}], ("FT-9.8.3", "systems[0].quantity", 1)),
        ([{"system": "screen"}, {"system": "pds"}, {"system": "screen"}], ("FT-9.8.3", "systems[2].system", None)),
        ([{"system": "screen", "level": 2}, {"system": "screen"}], ("FT-9.8.3", "systems[1].system", "screen_backup")),
        ([{"system": "screen", "level": 3}], ("FT-9.8.3", "systems[0].level", 2)),
    ],
)
def test_screens_beyond_level_2_are_refused(systems: list[Facts], problem: tuple[str, str, Any]) -> None:
    assert told(problems_of(systems=systems)) == [problem]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"system": "beam", "class": 3}, ("FT-9.9.4", "systems[0].arcs", ["F"])),
        ({"system": "beam", "class": 2, "arcs": ["FP", "F", "FS", "AS"]}, ("FT-9.9.3", "systems[0].arcs", ["FP", "F", "FS"])),
        ({"system": "beam", "class": 3, "arcs": ["F", "AS"]}, ("FT-9.9.3", "systems[0].arcs", ["F", "FS"])),
        ({"system": "beam", "class": 3, "arcs": ["A", "A"]}, ("FT-9.9.3", "systems[0].arcs", ["A"])),
        ({"system": "beam", "class": 1, "arcs": ["F"]}, ("FT-9.9.3", "systems[0].arcs", list(ARCS))),
        ({"system": "pulse_torpedo", "arcs": ["F", "FS", "AS", "A"]}, ("FT-9.9.7", "systems[0].arcs", ["F", "FS", "AS"])),
        ({"system": "needle_beam", "arcs": ["A", "AP"]}, ("FT-9.9.8", "systems[0].arcs", ["AP"])),
        ({"system": "submunition_pack", "arcs": ["FS", "F"]}, ("FT-9.9.9", "systems[0].arcs", ["F"])),
        ({"system": "sml", "arcs": ["F"]}, ("FT-9.9.10", "systems[0].arcs", ["FP", "F", "FS"])),
        ({"system": "smr", "arcs": ["FS", "AS"]}, ("FT-9.9.11", "systems[0].arcs", ["F", "FS", "AS"])),
    ],
)
def test_illegal_arcs_name_the_nearest_legal_ones(entry: Facts, problem: tuple[str, str, Any]) -> None:
    assert told(problems_of(systems=[entry])) == [problem]


@pytest.mark.rule("FT-9.9.3")
def test_arcs_are_legal_exactly_where_they_adjoin() -> None:
    """Of all ways to choose arcs, those that form one run round the clock; each is kept clockwise."""
    runs = [{ARCS[(start + step) % 6] for step in range(count)} for start in range(6) for count in range(1, 7)]
    for count in range(1, 7):
        for chosen in combinations(ARCS, count):
            ship = read_design(file_of(systems=[{"system": "beam", "class": 4, "arcs": list(reversed(chosen))}]))
            assert isinstance(ship, Design) == (set(chosen) in runs)
            if isinstance(ship, Design) and count < 6:
                places = [ARCS.index(arc) for arc in ship.systems[0].arcs]
                assert [(place - places[0]) % 6 for place in places] == list(range(count))


# Ships


@pytest.mark.rule("FT-2.6.1")
def test_the_rulebooks_heavy_cruiser_as_built() -> None:
    ship = ship_of(published("ugy-heavy-cruiser"))
    assert (ship.group, ship.rows, ship.crew_factors, ship.crew_dots) == ("cruiser", (7, 7, 6, 6), 5, (6, 12, 18, 24, 26))
    assert (ship.mass_used, ship.cpv, ship.holds, ship.streamlining) == (86, 282, (), "none")
    assert [system.id for system in ship.systems] == [
        "main-drive", "ftl-drive", "fire-control-1", "fire-control-2", "beam-3-1", "beam-3-2", "beam-2-1", "beam-1-1", "beam-1-2",
        "sml-1", "sm-magazine-1", "pds-1", "pds-2", "screen-1",
    ]  # fmt: skip
    assert ship.system("beam-3-2") == System("beam-3-2", "beam", "Beam-3 no. 2", 3, ("F", "FS", "AS"))
    assert ship.system("beam-2-1").name == "Beam-2"
    assert ship.system("pds-2") == System("pds-2", "pds", "PDS 2", 0, ARCS)
    assert ship.system("beam-1-1").arcs == ARCS


@pytest.mark.rule("FT-9.11.5")
@pytest.mark.parametrize("listed", PUBLISHED, ids=lambda listed: listed["ship"]["key"])
def test_published_ships_add_up(listed: Facts) -> None:
    """All of their figures, once the misprints are put right."""
    found, right = figures(listed["ship"]), dict(listed["expect"])
    for misprint in ERRATA:
        if misprint["ship"] == listed["ship"]["key"]:
            assert right[misprint["figure"]] == misprint["printed"] != misprint["right"]
            right[misprint["figure"]] = misprint["right"]
    assert {key: found[key] for key in right} == right


@pytest.mark.rule("FT-9.11.5")
def test_every_misprint_is_one_of_a_published_ship_and_has_its_reason() -> None:
    ships = [listed["ship"]["key"] for listed in PUBLISHED]
    assert [misprint["ship"] for misprint in ERRATA if misprint["ship"] not in ships] == []
    assert all(misprint["why"].strip() for misprint in ERRATA)


@pytest.mark.rule("FT-9.11.4")
def test_an_account_tells_what_fighters_cost_beside_their_carrier() -> None:
    (note,) = [note for note in account_of(published("nac-ark-royal")).notes if note.rule == "FT-9.11.4"]
    assert (plain(note.text), note.at) == ("Standard fighters for its bays cost 288 CPV more.", "systems[5]")


@pytest.mark.rule("FT-9.11.3")
def test_a_ship_has_no_more_systems_than_it_can_be_asked_about() -> None:
    entries = [{"system": "fire_control", "quantity": 10}, {"system": "pds", "quantity": 168}]
    assert len(ship_of(file_of(mass=1000, thrust=1, ftl=True, systems=entries)).systems) == MOST_SYSTEMS == 180
    entries[1]["quantity"] = 200
    (problem,) = problems_of(mass=1000, thrust=1, ftl=True, hull=100, systems=entries)
    assert told([problem]) == [("FT-9.11.3", "systems[1].quantity", 168)]
    assert plain(problem.text) == "A ship can have at most 180 systems, drives among them."


@pytest.mark.rule("FT-9.8.2")
def test_a_level_2_screen_is_two_generators_and_backups_are_more() -> None:
    systems = [{"system": "screen", "level": 2}, {"system": "screen_backup", "quantity": 2}]
    built = ship_of(file_of(systems=systems)).systems
    assert [system.id for system in built] == ["screen-1", "screen-2", "screen-backup-1", "screen-backup-2"]
    assert [system.kind for system in built] == ["screen", "screen", "screen_backup", "screen_backup"]


def test_systems_of_one_sort_are_numbered_wherever_they_stand() -> None:
    beam = {"system": "beam", "class": 1}
    ship = ship_of(file_of(systems=[beam, {"system": "pds"}, beam, {"system": "beam", "class": 3, "arcs": ["F"]}]))
    assert [system.id for system in ship.systems] == ["beam-1-1", "pds-1", "beam-1-2", "beam-3-1"]


@pytest.mark.parametrize(("civilian", "silhouette"), [(True, "merchant"), (False, "lance-cruiser")])
def test_a_ship_without_a_silhouette_gets_one(civilian: bool, silhouette: str) -> None:
    assert ship_of(file_of(mass=60, civilian=civilian)).silhouette == silhouette


# The ships that come with the game

DESIGNS = load_designs()
NAVIES = {
    navy: [ship for ship in DESIGNS.values() if ship.navy == navy]
    for navy in ("lance", "anvil", "petrel", "ember", "beacon", "shade", "eclipse", "merchant", "bramble", "reef", "shoal")
}
PLAYED = {
    "main_drive", "ftl_drive", "fire_control", "pds", "screen", "screen_backup", "beam", "pulse_torpedo", "needle_beam",
    "submunition_pack", "adfc", "fighter_bay", "sml", "sm_magazine", "smr", "k_gun", "mkp", "scattergun", "pulser",
    "plasma_bolt_launcher", "vapour_shroud", "stinger_node", "pod_launcher", "spicule", "screen_node", "cortex_node",
    "drone_womb", "enhanced_sensors", "superior_sensors", "weasel_cruiser", "weasel_capital", "ecm", "area_ecm", "minelayer",
    "minesweeper", "ortillery", "nova_cannon", "wave_gun", "reflex_field", "cloaking_field",
}  # fmt: skip


def test_every_ship_of_the_game_can_be_fielded_and_belongs_to_a_navy() -> None:
    assert sum(map(len, NAVIES.values())) == len(DESIGNS)
    assert [len({ship.class_code for ship in NAVIES[navy]}) >= 8 for navy in ("lance", "anvil")] == [True, True]


def test_between_them_they_use_every_system_that_is_played() -> None:
    assert {system.kind for ship in DESIGNS.values() for system in ship.systems} == PLAYED
    assert any(ship.armour for ship in DESIGNS.values())
    assert any(ship.holds for ship in DESIGNS.values())


def test_no_mass_of_theirs_is_wasted_and_no_class_is_of_unusual_size() -> None:
    for ship in DESIGNS.values():
        notes = account_of(write_design(ship)).notes
        assert [note.rule for note in notes] == (["FT-9.11.4"] if "fighter_bay" in ship.by_kind else []), ship.key


@pytest.mark.parametrize("ship", [*NAVIES["lance"], *NAVIES["anvil"]], ids=lambda ship: ship.key)
def test_warships_can_aim_and_defend_themselves_and_have_a_match(ship: Design) -> None:
    """Each has an enemy of its class that costs within 8 % of the dearer one."""
    kinds = [system.kind for system in ship.systems]
    assert "fire_control" in kinds
    assert "pds" in kinds
    assert 2 <= ship.thrust <= 6
    assert ship.silhouette == f"{ship.navy}-{ship.group}"
    enemies = NAVIES["anvil" if ship.navy == "lance" else "lance"]
    rivals = [enemy.cpv for enemy in enemies if enemy.class_code == ship.class_code]
    assert any(abs(ship.cpv - rival) <= 0.08 * max(ship.cpv, rival) for rival in rivals)


@pytest.mark.parametrize("ship", [*NAVIES["petrel"], *NAVIES["ember"]], ids=lambda ship: ship.key)
def test_the_navies_of_carriers_have_silhouettes_of_their_own(ship: Design) -> None:
    assert ship.silhouette in [f"{ship.navy}-{size}" for size in ("escort", "cruiser", "capital")]
    assert ship.silhouette in FULL_THRUST.art.silhouettes


def test_merchants_are_civilian() -> None:
    assert [(ship.civilian, ship.silhouette) for ship in NAVIES["merchant"]] == [(True, "merchant")] * len(NAVIES["merchant"])


def test_a_ship_that_does_not_add_up_is_refused_with_its_place() -> None:
    with pytest.raises(Refused) as refused:
        build_all({"a.yaml": [file_of(), file_of(key="fat", mass=20, hull=21)], "b.yaml": [file_of()]})
    assert [(problem.rule, problem.at) for problem in refused.value.problems] == [
        ("FT-9.2.1", "a.yaml[1].mass"),
        ("FT-9.1.1", "b.yaml[0].key"),
    ]
