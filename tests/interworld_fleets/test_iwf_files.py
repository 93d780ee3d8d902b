"""Documents of ship classes, boards and scenarios: what comes with the game, and what is wrong with others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from iwf_battles import SCENARIOS
from iwf_fakes import drive

from quarterdeck.engine.dice import SeededDice
from quarterdeck.engine.hexes import Hex, Hexagon, distance
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS
from quarterdeck.systems.interworld_fleets.class_files import (
    packaged_boards,
    packaged_classes,
    read_board,
    read_class,
    write_board,
    write_class,
)
from quarterdeck.systems.interworld_fleets.deploy import CLEAR, set_up
from quarterdeck.systems.interworld_fleets.scenario_checks import connected
from quarterdeck.systems.interworld_fleets.terrain import Area
from quarterdeck.systems.interworld_fleets.unit import WEAPON_TYPES

rule = pytest.mark.rule


def test_what_comes_with_the_game_reads_back():
    assert [read_class(write_class(each)) for each in packaged_classes().values()] == list(packaged_classes().values())
    assert [read_board(write_board(each)) for each in packaged_boards().values()] == list(packaged_boards().values())
    scenarios = INTERWORLD_FLEETS.scenarios()
    assert [INTERWORLD_FLEETS.read("scenario", INTERWORLD_FLEETS.write(each)) for each in scenarios.values()] == [
        *scenarios.values()
    ]


def test_the_fleets_have_everything_in_them():
    scenarios = INTERWORLD_FLEETS.scenarios().values()
    used = {key: cls for scenario in scenarios for key, cls in scenario.classes.items()}
    assert len(used) >= 14
    assert sorted({weapon.type for cls in used.values() for weapon in cls.weapons}) == sorted(WEAPON_TYPES)
    assert any(cls.squadron and cls.hull == 2 for cls in used.values())
    for scenario in scenarios:
        for side in scenario.sides:
            assert 4 <= len({ship.squadron or ship.id for ship in side.ships}) <= 12


def scenario_document(**given):
    """A small scenario that is in order."""
    unit = {"name": "One", "class": "salt-heron", "at": [2, 5], "facing": 0}
    sides = [
        {"id": "a", "name": "A", "units": [unit]},
        {"id": "b", "name": "B", "units": [{**unit, "name": "Two", "at": [2, 0]}]},
    ]
    return {
        "key": "small",
        "title": "Small",
        "map": {"shape": "rectangle", "columns": 8, "rows": 8},
        "rounds": 3,
        "sides": sides,
        **given,
    }


def with_unit(**changes):
    """The small scenario with another first unit."""
    document = scenario_document()
    document["sides"][0]["units"][0] |= changes
    return document


def with_side(**changes):
    document = scenario_document()
    document["sides"][0] |= changes
    return document


MOTE = {"name": "x", "at": [1, 1], "facing": 0}
OVER_THE_TOP = {"exit": {"side": "a", "edge": "top"}}


def area(kind, *hexes):
    return {"kind": kind, "hexes": [list(at) for at in hexes]}


@pytest.mark.parametrize(
    ("document", "at"),
    [
        (with_unit(**{"class": "salt-hern"}), "sides[0].units[0].class"),
        (with_unit(at=[2, 9]), "sides[0].units"),
        (with_unit(at=[2, 0]), "sides[1].units"),
        (with_unit(at=None), "sides[0].units[0].at"),
        (with_unit(seat="b"), "sides[0].units[0].seat"),
        (with_unit(name="Two"), "sides"),
        (with_unit(**{"class": "gnat-lantern"}), "sides[0].units[0].ships"),
        (with_unit(ships=[{"name": "x", "at": [1, 1], "facing": 0}]), "sides[0].units[0].at"),
        (with_unit(facing=6), "sides[0].units[0].facing"),
        (with_side(board="brass"), "sides[0].board"),
        (with_side(seats=["a", "b1"]), "sides[0].seats"),
        (scenario_document(order=["a"]), "order"),
        (scenario_document(terrain=[area("gas_cloud", (1, 1), (4, 4))]), "terrain[0].hexes"),
        (scenario_document(terrain=[area("gas_cloud", (1, 1)), area("ion_storm", (1, 1))]), "terrain[1].hexes"),
        (scenario_document(terrain=[area("gas_cloud", (1, 1)), area("gas_cloud", (1, 2))]), "terrain[1].hexes"),
        (scenario_document(terrain=[area("large_asteroid", (2, 5))]), "sides[0].units"),
        (
            with_unit(**{"class": "gnat-lantern", "at": None, "facing": None, "ships": [MOTE | {"flagship": True}]}),
            "sides[0].units",
        ),
        (with_unit(**{"class": "toll-hammer", "at": None, "facing": None, "ships": [MOTE], "flagship": True}), "sides[0].units"),
        (scenario_document(terrain=[area("gas_cloud", (9, 1))]), "terrain[0].hexes"),
        (scenario_document(victory={"tie": "c"}), "victory.tie"),
        (
            scenario_document(map={"shape": "hexagon", "radius": 6}, victory={"exit": {"side": "a", "edge": "top"}}),
            "victory.exit",
        ),
        (scenario_document(classes={"odd": {"key": "odd"}}), "classes.odd.name"),
    ],
)
def test_what_is_wrong_with_a_scenario_is_said_where_it_is(document, at):
    problems = INTERWORLD_FLEETS.read("scenario", document)
    assert isinstance(problems, list)
    assert at in [problem.at for problem in problems]
    assert all(plain(problem.text) for problem in problems)


@rule("IWF-1.16", "IWF-8.6")
def test_a_ship_of_a_heavy_squadron_may_be_the_flagship():
    mates = [MOTE, MOTE | {"name": "y", "at": [2, 1], "flagship": True}]
    scenario = INTERWORLD_FLEETS.read(
        "scenario", with_unit(**{"class": "toll-hammer", "at": None, "facing": None, "ships": mates})
    )
    assert [placing.flagship for placing in scenario.sides[0].ships] == [False, True]
    assert INTERWORLD_FLEETS.read("scenario", INTERWORLD_FLEETS.write(scenario)) == scenario


@rule("IWF-9.1")
def test_areas_of_two_kinds_may_touch_and_so_may_control_points():
    areas = [area("gas_cloud", (1, 1)), area("ion_storm", (1, 2)), area("buoy", (5, 1)), area("buoy", (5, 2))]
    assert INTERWORLD_FLEETS.read("scenario", scenario_document(terrain=areas)).terrain[1].kind == "ion_storm"


def test_a_small_scenario_is_in_order():
    scenario = INTERWORLD_FLEETS.read("scenario", scenario_document())
    assert scenario.order == ("a", "b")
    assert INTERWORLD_FLEETS.check(INTERWORLD_FLEETS.start(scenario)) == []


@pytest.mark.parametrize("broken", [None, 3, [], {"map": 3}, {"sides": [{}]}, {"key": ["x"]}])
def test_any_document_is_refused_and_never_a_fault(broken):
    assert isinstance(INTERWORLD_FLEETS.read("scenario", broken), list)
    assert isinstance(INTERWORLD_FLEETS.read("ship", broken), list)
    assert isinstance(INTERWORLD_FLEETS.read("song", broken), list)


@rule("IWF-1.23")
@pytest.mark.parametrize(
    ("weapon", "at"),
    [
        ({"type": "cannon", "slot": "fore"}, "weapons[0].attacks"),
        ({"type": "cannon", "slot": "fore", "attacks": 2, "size": "light"}, "weapons[0].size"),
        ({"type": "harpoon", "slot": "sides"}, "weapons[0].size"),
        ({"type": "harpoon", "slot": "aft", "size": "light"}, "weapons[0].slot"),
        ({"type": "harpoon", "slot": "sides", "size": "light", "attacks": 1}, "weapons[0].attacks"),
        ({"type": "laser", "slot": "fore"}, "weapons[0].type"),
    ],
)
def test_weapons_that_cannot_be(weapon, at):
    problems = read_class({"key": "x", "name": "X", "points": 1, "hull": 1, "speed": 1, "armour": 1, "weapons": [weapon]})
    assert at in [problem.at for problem in problems]


# Terrain by dice


@rule("IWF-9.1")
def test_terrain_by_dice_is_connected_and_keeps_clear_of_ships_and_of_itself():
    kinds = Counter()
    for number in range(20):
        state = INTERWORLD_FLEETS.start(INTERWORLD_FLEETS.scenarios()["flagship-duel"])
        seen = Referee(SeededDice(f"{number}"), lambda told: None)
        drive(set_up(state, seen), state)
        assert INTERWORLD_FLEETS.check(state) == []
        for each in state.terrain.areas:
            kinds[each.kind] += 1
            others = [at for other in state.terrain.areas if other is not each for at in other.hexes]
            assert connected(list(each.hexes))
            assert all(distance(at, ship.at) >= CLEAR for at in each.hexes for ship in state.ships.values())
            assert all(distance(at, other) > 1 for at in each.hexes for other in others)
    assert kinds["asteroid_field"] >= 50
    assert len(kinds) == 7


def laid_out(key, secret, **changes):
    """The terrain of a scenario when the dice follow from a secret."""
    scenario = replace(INTERWORLD_FLEETS.scenarios()[key], **changes)
    state = INTERWORLD_FLEETS.start(scenario)
    drive(set_up(state, Referee(SeededDice(secret), lambda told: None)), state)
    return state.terrain


@rule("IWF-9.1")
def test_terrain_follows_from_the_dice_of_the_battle():
    assert laid_out("flagship-duel", "one") == laid_out("flagship-duel", "one")
    assert laid_out("flagship-duel", "one") != laid_out("flagship-duel", "other")


@rule("IWF-9.1", "IWF-1.24")
def test_terrain_is_laid_out_on_a_hexagon_too_and_beside_what_the_scenario_puts_there():
    shape, well = Hexagon(20), Area("t1", "gravity_well", (Hex(0, -15),))
    for number in range(5):
        terrain = laid_out("flagship-duel", f"{number}", map=shape, terrain=(well,))
        assert terrain.areas[0] == well
        assert len(terrain.areas) > 5
        assert all(shape.holds(at) for area in terrain.areas for at in area.hexes)
        assert len({area.id for area in terrain.areas}) == len(terrain.areas)


@rule("IWF-9.1")
def test_terrain_that_finds_no_place_is_left_out():
    state = INTERWORLD_FLEETS.start(INTERWORLD_FLEETS.scenarios()["flagship-duel"])
    ship = state.ships["a1"]
    for n, at in enumerate(state.map.hexes()):
        if n % 5 == 0:
            state.ships[f"x{n}"] = replace(ship, id=f"x{n}", at=at)
    drive(set_up(state, Referee(SeededDice("0"), lambda told: None)), state)
    assert state.terrain.areas == ()


@rule("IWF-8.6")
@pytest.mark.parametrize("key", SCENARIOS)
def test_flagships_are_named_once(key):
    state = INTERWORLD_FLEETS.start(INTERWORLD_FLEETS.scenarios()[key])
    drive(set_up(state, Referee(SeededDice("0"), lambda told: None)), state)
    assert Counter(ship.side for ship in state.ships.values() if ship.flagship) == {"a": 1, "b": 1}


@rule("IWF-8.8")
def test_the_board_of_a_fleet_of_small_ships_holds_three_dice():
    mates = [MOTE, MOTE | {"name": "y", "at": [2, 1]}]
    document = with_unit(**{"class": "gnat-lantern", "at": None, "facing": None, "ships": mates})
    document["sides"][0]["board"] = document["sides"][1]["board"] = "brass-chorus"
    state = INTERWORLD_FLEETS.start(INTERWORLD_FLEETS.read("scenario", document))
    drive(set_up(state, Referee(SeededDice("0"), lambda told: None)), state)
    assert {side: command.maximum for side, command in state.commands.items()} == {"a": 3, "b": 6}
