"""Scenes, ships and characters as documents: what comes with the game, and what is refused."""

from __future__ import annotations

import copy

import pytest

from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_drama import INTERWORLD_DRAMA
from quarterdeck.systems.interworld_drama.record import Scene
from quarterdeck.systems.interworld_drama.ship_files import packaged_characters, packaged_ships, read_character

SHIPS = packaged_ships()
SCENES = INTERWORLD_DRAMA.scenarios()


@pytest.mark.rule("IWD-14.2", "IWD-4.4")
def test_four_ships_two_scenes_and_a_dozen_characters_come_with_the_game():
    assert (len(SHIPS), len(SCENES), len(packaged_characters())) == (4, 2, 12)
    assert {ship.cls for ship in SHIPS.values()} == {1, 2, 3}
    kinds = {system.kind for ship in SHIPS.values() for system in ship.systems}
    assert kinds == {"helm", "sensors", "comms", "power", "jump", "stealth", "weapon"}
    for ship in SHIPS.values():
        assert ship.silhouette in INTERWORLD_DRAMA.art.silhouettes
        assert [member.role for member in ship.crew].count("captain") == 1
        assert all(member.dice in (6, 8) for member in ship.crew if member.role == "npc")
    used = {member.id for ship in SHIPS.values() for member in ship.crew}
    assert set(packaged_characters()) <= used


def test_abilities_that_systems_take_are_had_by_somebody():
    for ship in SHIPS.values():
        for system in ship.systems:
            have = [member.id for member in ship.crew if member.dice or member.abilities.get(system.ability)]
            assert have, (ship.id, system.id)


@pytest.mark.parametrize(
    "thing", [*SHIPS.values(), *SCENES.values()], ids=lambda each: getattr(each, "key", getattr(each, "id", ""))
)
def test_what_is_written_reads_back_to_the_same(thing):
    kind = "scenario" if isinstance(thing, Scene) else "ship"
    assert INTERWORLD_DRAMA.read(kind, INTERWORLD_DRAMA.write(thing)) == thing


def said(kind, data):
    read = INTERWORLD_DRAMA.read(kind, data)
    assert isinstance(read, list)
    return [(problem.at, problem.rule, plain(problem.text)) for problem in read]


def ship_document():
    return copy.deepcopy(INTERWORLD_DRAMA.write(SHIPS["grey-heron"]))


@pytest.mark.rule("IWD-14.2", "IWD-1.4", "IWD-4.4")
@pytest.mark.parametrize(
    ("change", "at", "rule"),
    [
        (lambda ship: ship["crew"].append("nobody"), "crew[5]", "IWD-14.2"),
        (lambda ship: ship["crew"].append({**ship["crew"][0], "id": "x"}), "crew", "IWD-14.2"),
        (lambda ship: ship["crew"].append(ship["crew"][4]), "crew", "IWD-14.2"),
        (lambda ship: ship["crew"][3].update(dice=7), "crew[3].dice", "IWD-4.4"),
        (lambda ship: ship["crew"][3].update(dice=0), "crew[3].dice", "IWD-14.2"),
        (lambda ship: ship["systems"][0].update(compartment="attic"), "systems[0].compartment", "IWD-14.2"),
        (lambda ship: ship["systems"][5].update(type=""), "systems[5].type", "IWD-14.2"),
        (lambda ship: ship["compartments"][0].update(neighbours=["attic"]), "compartments[0].neighbours", "IWD-14.2"),
        (lambda ship: ship.update({"class": 0}), "class", "IWD-7.1"),
    ],
)
def test_a_ship_that_cannot_be(change, at, rule):
    document = ship_document()
    change(document)
    [(where, cited, _text)] = said("ship", document)
    assert (where, cited) == (at, rule)


@pytest.mark.rule("IWD-14.1", "IWD-14.4", "IWD-13.1")
@pytest.mark.parametrize(
    ("change", "at"),
    [
        (
            {
                "sides": [
                    {"id": "a", "name": "A", "ships": {"ghost": "a"}},
                    {"id": "b", "name": "B", "ships": {"hollow-queen": "b"}},
                ]
            },
            "sides",
        ),
        (
            {
                "sides": [
                    {"id": "a", "name": "A", "ships": {"grey-heron": "s"}},
                    {"id": "b", "name": "B", "ships": {"hollow-queen": "s"}},
                ]
            },
            "sides",
        ),
        (
            {
                "sides": [
                    {"id": "a", "name": "A", "ships": {"grey-heron": "narrator"}},
                    {"id": "b", "name": "B", "ships": {"hollow-queen": "b"}},
                ]
            },
            "sides",
        ),
        ({"distances": {"grey-heron|grey-heron": "short"}}, "distances.grey-heron|grey-heron"),
        ({"numbers": {"cloud.colour": 3}}, "numbers.cloud.colour"),
    ],
)
def test_a_scene_that_cannot_be(change, at):
    document = {**INTERWORLD_DRAMA.write(SCENES["fog-bank"]), **change}
    assert [where for where, _rule, _text in said("scenario", document)] == [at]


@pytest.mark.rule("IWD-13.1")
def test_a_scene_may_change_numbers_and_the_dice():
    document = {**INTERWORLD_DRAMA.write(SCENES["fog-bank"]), "numbers": {"cloud.attack": 3}, "dice": {"ones_cancel": False}}
    scene = INTERWORLD_DRAMA.read("scenario", document)
    assert isinstance(scene, Scene)
    assert scene.numbers == {"cloud.attack": 3}
    assert [switch.key for switch in scene.optional() if switch.on] == ["ones_stay"]


@pytest.mark.rule("IWD-2.3", "IWD-2.5", "IWD-12.1")
def test_options_are_switched():
    scene = INTERWORLD_DRAMA.switched(SCENES["fog-bank"], {"tens_again": True, "ones_stay": True})
    assert (scene.dice.tens, scene.dice.ones_cancel) == ("reroll_always", False)
    assert INTERWORLD_DRAMA.switched(scene, {"tens_again": False, "ones_stay": False}) == SCENES["fog-bank"]
    assert any(
        "twelve" in plain(text) or "12" in plain(text) for text in INTERWORLD_DRAMA.switched(scene, {"long_battle": True}).facts()
    )


@pytest.mark.parametrize("data", [None, [], {"id": 3}, {"crew": [[]]}, "ship"])
def test_wild_documents_are_refused_with_sentences(data):
    for kind in ("ship", "scenario", "hat"):
        assert all(text for _at, _rule, text in said(kind, data))
    assert isinstance(read_character(data), list)


def test_the_account_of_a_ship():
    account = INTERWORLD_DRAMA.account("ship", ship_document())
    assert not isinstance(account, list)
    assert account.totals == {"systems": 7, "crew": 5}


@pytest.mark.rule("IWD-1.5", "IWD-1.6")
def test_a_battle_of_fleets_is_no_drama():
    document = INTERWORLD_DRAMA.write(INTERWORLD_DRAMA.scenarios()["fog-bank"])
    assert isinstance(INTERWORLD_DRAMA.read("scenario", {**document, "story": "episode"}), Scene)
    problems = INTERWORLD_DRAMA.read("scenario", {**document, "story": "fleet_battle"})
    assert [(problem.rule, problem.at) for problem in problems] == [("IWD-1.5", "story"), ("IWD-1.6", "sides")]
    for ship in document["ships"]:
        ship["crew"] = [sheet for sheet in ship["crew"] if sheet["role"] != "player"]
    assert [problem.rule for problem in INTERWORLD_DRAMA.read("scenario", {**document, "story": "fleet_battle"})] == ["IWD-1.5"]


@pytest.mark.rule("IWD-14.2")
def test_a_system_without_a_compartment_stands_alone_beside_the_next_one():
    document = ship_document()
    document["systems"][0]["compartment"] = ""
    ship = INTERWORLD_DRAMA.read("ship", document)
    assert ship.systems[0].compartment == ship.systems[0].name
    assert (ship.compartments[-1].name, ship.compartments[-1].neighbours) == (
        ship.systems[0].name,
        (ship.systems[1].compartment,),
    )


@pytest.mark.rule("IWD-14.2", "IWD-7.9")
@pytest.mark.parametrize(
    ("type_", "said", "guided"),
    [("missile", None, True), ("torpedo", None, True), ("cannon", None, False), ("other", True, True)],
)
def test_missiles_and_torpedoes_are_guided_and_what_is_said_to_be(type_, said, guided):
    document = ship_document()
    document["systems"][5].update(type=type_, guided=said)
    assert INTERWORLD_DRAMA.read("ship", document).systems[5].guided is guided


@pytest.mark.rule("IWD-1.4")
@pytest.mark.parametrize("counts", [True, False])
def test_a_monster_is_read_whether_it_counts_as_a_ship_or_not(counts):
    ship = INTERWORLD_DRAMA.read("ship", {**ship_document(), "monster": True, "counts_as_ship": counts})
    assert (ship.monster, ship.counts_as_ship) == (True, counts)
    assert INTERWORLD_DRAMA.read("ship", INTERWORLD_DRAMA.write(ship)) == ship
