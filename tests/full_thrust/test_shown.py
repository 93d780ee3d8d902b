"""What events show: the ships and systems they point at, moves and shots as they are played, marks of the time line."""

from __future__ import annotations

import random
from typing import Any

import pytest
from battles import at_close_quarters, begin, three_sides
from fakes import make_ship, make_state

from quarterdeck.engine.events import Event, Roll, Told
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json
from quarterdeck.engine.wire import rendered, wire
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.state import FleetState
from whole_battles import play
from wire_shapes import faults

STATE = make_state(
    make_ship(id="a1", side="a", seat="a", position=Vector(3.0, 4.0)), make_ship(id="b1", position=Vector(9.5, 4.0))
)


def shown(kind: str, /, **facts: Json) -> dict[str, Any]:
    """What an event of this kind shows."""
    sent: dict[str, Any] = wire(FULL_THRUST.show(Event(kind, "FT-1.1.1", facts), FULL_THRUST.view(STATE, None)), rendered)
    assert faults(sent, "shown") == []
    return sent


def moved(**given: Json) -> dict[str, Any]:
    """The move of a ship from 3, 4 by 2 MU to the right."""
    plain = {"ship": "a1", "from": [3.0, 4.0], "drift": [5.0, 4.0], "via": [], "to": [5.0, 4.0], "facing": [3, 3]}
    return shown("moved", **{**plain, **given})


@pytest.mark.rule("FT-3.2.14")
def test_a_move_is_the_drift_and_then_the_legs_of_the_thrust():
    assert moved() == {"refs": ["a1"], "fx": [{"fx": "move", "id": "a1", "via": [[3, 4], [5, 4]], "rot": [90, 90]}]}
    [effect] = moved(via=[[5.0, 4.0], [5.0, 7.0], [5.0, 7.0], [4.0, 7.0]], facing=[3, 12])["fx"]
    assert (effect["via"], effect["legs"]) == ([[3, 4], [5, 4], [5, 7], [4, 7]], 2)


@pytest.mark.parametrize(
    ("facing", "turn"),
    [([3, 5], [90, 150]), ([11, 1], [330, 390]), ([1, 11], [30, -30]), ([12, 10], [0, -60]), ([6, 12], [180, 0])],
)
def test_a_ship_turns_the_shorter_way(facing, turn):
    assert moved(facing=facing)["fx"][0]["rot"] == turn


@pytest.mark.parametrize(
    ("kind", "style"),
    [
        ("beam", "beam"),
        ("needle_beam", "beam"),
        ("pds", "guns"),
        ("pulse_torpedo", "torpedo"),
        ("submunition_pack", "missile"),
    ],
)
def test_a_shot_goes_from_ship_to_ship(kind, style):
    fire = shown("fire", ship="a1", target="b1", weapon="w-1", kind=kind, damage=0)
    assert fire == {
        "refs": ["a1", "b1", "a1/w-1"],
        "fx": [{"fx": "shot", "style": style, "a": [3, 4], "b": [9.5, 4], "hit": False}],
    }
    assert shown("fire", ship="a1", target="b1", weapon="w-1", kind=kind, damage=2)["fx"][0]["hit"]


def test_a_needle_beam_points_at_the_system_of_its_target():
    fire = shown("fire", ship="a1", target="b1", weapon="needle-1", kind="needle_beam", damage=1, system="main-drive")
    assert fire["refs"] == ["a1", "b1", "a1/needle-1", "b1/main-drive"]


@pytest.mark.parametrize(
    ("armour", "hull", "rows", "mark"),
    [
        (2, 3, [], {"side": "a", "h": 5}),
        (0, 8, [1], {"side": "a", "h": 8, "k": "row"}),
        (0, 15, [1, 2], {"side": "a", "h": 11, "k": "row"}),
    ],
)
def test_an_attack_is_a_mark_of_the_side_that_made_it(armour, hull, rows, mark):
    damage = shown("damage", ship="b1", by="a1", armour=armour, hull=hull, rows_completed=rows)
    assert damage["mark"] == mark
    assert damage["fx"] == [{"fx": "hit", "id": "b1"}, {"fx": "cross", "ref": "b1", "n": armour + hull}]
    assert damage["refs"] == ["a1", "b1"]


def test_a_loss_is_a_mark_of_its_own():
    loss = {"refs": ["a1", "b1"], "fx": [{"fx": "loss", "id": "b1"}], "mark": {"side": "a", "h": 11, "k": "lost"}}
    assert shown("destroyed", ship="b1", by="a1") == loss
    assert shown("destroyed", ship="b1", by=None) == {**loss, "refs": ["b1"], "mark": {"side": "b", "h": 11, "k": "lost"}}


def test_systems_are_crossed_off():
    crossed = [{"fx": "cross", "ref": "b1/pds-1"}, {"fx": "cross", "ref": "b1/ftl-drive"}]
    assert shown("threshold", ship="b1", lost=["pds-1", "ftl-drive"]) == {
        "refs": ["b1", "b1/pds-1", "b1/ftl-drive"],
        "fx": crossed,
    }
    assert shown("threshold", ship="b1", lost=[]) == {"refs": ["b1"]}
    assert shown("knocked_out", ship="b1", by="a1", system="pds-1")["fx"] == crossed[:1]
    core = [{"fx": "cross", "ref": "b1/power-core"}]
    assert shown("core_check", ship="b1", system="power-core", hit=True)["fx"] == core
    assert shown("core_check", ship="b1", system="power-core", hit=False) == {"refs": ["b1", "b1/power-core"]}


def test_ships_appear_where_they_deploy_and_fade_where_they_leave():
    assert shown("deployed", ship="a1", at=[3, 4])["fx"] == [{"fx": "appear", "id": "a1"}]
    assert shown("left_table", ship="a1", at=[3, 4])["fx"] == [{"fx": "fade", "id": "a1"}]


def test_what_is_of_no_ship_points_at_none():
    assert shown("initiative", order=["a", "b"]) == {}
    assert shown("turn_ended", turn=3) == {}


def test_every_event_of_a_battle_can_be_shown_when_it_is_told():
    """Moves end where the ship then stands, shots go between the places where the ships stand."""
    seen: dict[str, int] = {}

    def listen(told: Told, state: FleetState) -> None:
        for reader in (*state.seats, None):
            event = told.seen_by(reader)
            if event is not None:
                sent = wire(FULL_THRUST.show(event, FULL_THRUST.view(state, reader)), rendered)
                assert faults(sent, "shown") == []
                assert all(ref.partition("/")[0] in state.ships for ref in sent.get("refs", []))
                for effect in sent.get("fx", []):
                    seen[effect["fx"]] = seen.get(effect["fx"], 0) + 1
                    if effect["fx"] == "move":
                        here = state.ships[effect["id"]]
                        assert effect["via"][-1] == pytest.approx(here.position, abs=0.006)
                        assert effect["rot"][1] % 360 == here.facing % 12 * 30

    play(begin(three_sides(), "shown", listener=listen), random.Random(3), a=at_close_quarters, b=at_close_quarters)
    assert {"move", "shot", "hit", "cross"} <= seen.keys()


def dice_of(kind: str, /, *rolls: Roll, **facts: Json) -> Json:
    """The dice that an event of this kind shows, without what they were rolled for."""
    event = Event(kind, "FT-1.1.1", {"ship": "a1", **facts}, rolls)
    sent = wire(FULL_THRUST.show(event, FULL_THRUST.view(STATE, None)), rendered)
    assert faults(sent, "shown") == []
    return [group["d"] for group in sent.get("dice", [])]


def fired(*rolls: Roll, kind: str = "beam", **facts: Json) -> Json:
    """The dice of a shot from a1 at b1."""
    return dice_of("fire", *rolls, target="b1", weapon="w-1", kind=kind, damage=0, **facts)


@pytest.mark.rule("FT-4.3.6")
def test_rerolls_follow_their_six_and_no_screen_stops_them():
    """Against level 1 Screens a 4 does nothing; a reroll of 4 hits all the same."""
    rolls = (Roll((4, 6, 5, 6), "beam"), Roll((4,), "reroll"), Roll((6, 1), "reroll"))
    assert fired(*rolls, screens=1, mod=0, count=4) == [
        [
            {"v": 4, "s": "miss"},
            {"v": 6, "s": "hit"},
            {"v": 4, "s": "hit", "re": True},
            {"v": 5, "s": "hit"},
            {"v": 6, "s": "hit"},
            {"v": 6, "s": "hit", "re": True},
            {"v": 1, "s": "miss", "re": True},
        ]
    ]


def test_the_die_that_hits_and_the_one_for_damage_are_two_groups():
    rolls = (Roll((4,), "to_hit"), Roll((5,), "damage"))
    assert fired(*rolls, kind="pulse_torpedo", hit=True, hits_on=3) == [[{"v": 4, "s": "hit"}], [{"v": 5, "s": "hit"}]]
    assert fired(rolls[0], kind="pulse_torpedo", hit=False, hits_on=5) == [[{"v": 4, "s": "miss"}]]


@pytest.mark.rule("FT-4.6.3")
def test_a_threshold_check_shows_which_dice_lost_a_system():
    lost = dice_of("threshold", Roll((1, 2, 3), "threshold"), lost=["beam-1", "beam-2"], lost_on=2, drive_hits=0)
    assert lost == [[{"v": 1, "s": "lost"}, {"v": 2, "s": "lost"}, {"v": 3}]]


def test_whose_die_the_initiative_is():
    event = Event("initiative", "FT-2.7.6", {"order": ["b", "a"]}, (Roll((3,), "a"), Roll((5,), "b")))
    sent = wire(FULL_THRUST.show(event, FULL_THRUST.view(STATE, None)), rendered)
    assert [group["for"][0]["side"] for group in sent["dice"]] == ["a", "b"]
