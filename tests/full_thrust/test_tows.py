"""Jumps and tows among terrain, and what becomes of ships that others tow or carry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from battles import at_step
from fakes import make_system
from ftl_cases import bystander, group, jumper, space

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.fire import roll_edges
from quarterdeck.systems.full_thrust.orders import WriteOrders
from quarterdeck.systems.full_thrust.protection import direct
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import Body, NotedDamage, Orbit
from quarterdeck.systems.full_thrust.terrain.setup import PlanetEdge, Terrain
from scripted import referee
from whole_battles import events

Facts = dict[str, Any]


# Ways to a jump and in tow, among terrain


def rock(at: tuple[float, float], kind: str = "asteroid", radius: float = 1.0) -> dict[str, Body]:
    return {"r": Body("r", kind, "Rock", Vector(*at), radius)}  # type: ignore[arg-type]


@pytest.mark.rule("FT-8.1.5", "FT-12.1.6", "FT-12.5.2", "FT-13.0.5")
@pytest.mark.parametrize(
    ("body", "faces", "status"),
    [
        (rock((0, 3)), [], "destroyed"),
        (rock((0, 3), "swarm"), [1, 1, 1], "left"),
        (rock((0, 10), "swarm"), [1, 1, 1], "left"),
        (rock((0, 12), "swarm"), [], "left"),
        (rock((0, 5), "planet", 2.0), [6], "destroyed"),
    ],
)
def test_on_its_way_to_a_jump_a_ship_meets_what_lies_there(body: dict[str, Body], faces: list[int], status: str) -> None:
    """It goes 10 MU up, and the swarms are 1 MU wide on each side."""
    state = space(jumper({}, jump_on=1, velocity=20))
    state.bodies = body
    after = at_step(state, faces, "movement")
    assert after.state.ships["a1"].status == status
    assert after.state.ships["a1"].hull_damage == (3 if status == "left" and faces else 0)


@pytest.mark.rule("FT-8.1.8", "FT-12.5.2")
def test_a_swarm_strikes_once_a_ship_whose_drive_does_not_engage() -> None:
    state = space(jumper({}, jump_on=1, velocity=12), bystander({"at": [3, 6]}))
    state.bodies = rock((0, 6), "swarm")
    after = at_step(state, [1, 1, 1], "movement")
    assert (after.state.ships["a1"].position, after.state.ships["a1"].hull_damage) == (Vector(0.0, 12.0), 2)
    assert len(events(after, "meteors")) == 1


@pytest.mark.rule("FT-8.1.5", "FT-13.1.1")
def test_a_ship_that_jumps_leaves_its_orbit_along_its_course() -> None:
    ship = jumper({"position": (0, 12), "course_deg": 90}, jump_on=1, velocity=6, orbit=Orbit("r", True, Vector(0.0, 1.0)))
    state = space(ship, bystander({"at": [3, 13]}))
    state.bodies = rock((0, 0), "planet", 6.0)
    after = at_step(state, [1], "movement")
    found = after.state.ships["a1"]
    assert (found.status, found.orbit, found.position) == ("fighting", None, Vector(6.0, 12.0))
    assert [event.data["ship"] for event in events(after, "left_orbit")] == ["a1"]


@pytest.mark.rule("FT-8.1.5", "FT-13.1.5")
@pytest.mark.parametrize(("velocity", "ashore", "faces"), [(6, "orbit", []), (8, "crashed", [1])])
def test_a_jump_that_comes_over_the_edge_of_a_planet_ends_there(velocity: int, ashore: str, faces: list[int]) -> None:
    ship = jumper({"position": (36, 46)}, jump_on=1, velocity=velocity)
    ship.design = replace(ship.design, streamlining="full")
    state = space(ship, table=(72, 48))
    state.ships["b99"].position = Vector(10.0, 10.0)
    edge = PlanetEdge("top", (33.0, 39.0), 6)
    state.scenario = replace(state.scenario, terrain=Terrain(edge=edge))
    found = at_step(state, faces, "movement").state.ships["a1"]
    assert (found.status, found.ashore) == ("left", ashore)


@pytest.mark.rule("FT-8.3.5", "FT-12.1.6")
@pytest.mark.parametrize(("x", "status"), [(5.0, "destroyed"), (3.0, "fighting")])
def test_a_ship_in_tow_meets_what_lies_on_its_own_way(x: float, status: str) -> None:
    state = space(jumper({}, velocity=20), jumper({"position": (5, 0)}, id="a2", velocity=20, carried_by="a1"))
    state.bodies = rock((x, 9))
    assert at_step(state, [], "movement").state.ships["a2"].status == status


@pytest.mark.rule("FT-8.3.5")
def test_a_ship_is_in_tow_no_more_when_the_turn_ends_in_which_its_tug_is_lost() -> None:
    """So that it writes orders and moves in the next."""
    state = space(jumper({}, status="destroyed"), jumper({"position": (5, 0)}, id="a2", velocity=8, carried_by="a1"))
    after = at_step(state, [], "end")
    assert after.state.ships["a2"].carried_by == ""
    (question,) = after.slates()["a"].questions.values()
    assert isinstance(question, WriteOrders)
    assert list(question.units) == ["a2"]


@pytest.mark.rule("FT-8.3.5", "FT-12.1.8")
@pytest.mark.parametrize("jump_on", [0, 1])
def test_what_was_in_tow_drifts_on_when_its_tug_is_lost_on_the_way(jump_on: int) -> None:
    """It has come as far as its tug would have."""
    towed = jumper({"position": (5, 0)}, id="a2", velocity=20, carried_by="a1")
    state = space(jumper({}, velocity=20, jump_on=jump_on), towed)
    state.bodies = rock((0, 3))
    ships = at_step(state, [], "movement").state.ships
    assert (ships["a1"].status, ships["a2"].status, ships["a2"].carried_by) == ("destroyed", "fighting", "")
    assert (ships["a2"].position, ships["a2"].velocity) == (Vector(5.0, 20.0), 20)


@pytest.mark.rule("FT-8.3.5", "FT-11.3.16")
def test_a_tug_under_its_cloak_lets_go_and_its_way_is_not_seen_by_what_it_towed() -> None:
    tug = jumper({}, velocity=8, systems=["ftl_drive", make_system("cloak", kind="cloaking_field", arcs=())])
    towed = jumper({"position": (5, 0)}, id="a2", velocity=8, carried_by="a1")
    state = space(tug, towed, switches=Switches(cloaking_field=True), orders={"a1": "CLOAK2, MD2"})
    ships = at_step(state, [], "movement").state.ships
    assert (ships["a1"].status, ships["a1"].position) == ("cloaked", Vector(0.0, 10.0))
    assert (ships["a2"].position, ships["a2"].carried_by) == (Vector(5.0, 8.0), "")


@pytest.mark.rule("FT-4.1.3", "FT-8.1.3", "FT-11.1.7")
@pytest.mark.parametrize("given", [{"jump_on": 2}, {"doing": ["SWEEP"]}])
def test_a_ship_that_only_defends_itself_rolls_for_the_edges_of_arcs_of_what_is_small(given: Facts) -> None:
    """An enemy ship lies on the same edge, and is no target."""
    beam = make_system("beam-1", kind="beam", cls=1, arcs=("F", "FS"))
    wing = group({"at": (4, 0)})
    state = space(jumper({}, systems=["fcs", beam], **given), bystander({"at": (8, 0)}))
    state.groups = {wing.id: wing}
    umpire, _told = referee([6])
    assert roll_edges(state, umpire, state.ships["a1"]) == {"g1": "AS"}


# Bays and drives that are lost


@pytest.mark.rule("FT-9.7.4", "FT-8.3.1")
@pytest.mark.parametrize(("face", "lost"), [((1, 6), ["a2", "a3"]), ((6, 1), ["a3"]), ((6, 6), [])])
def test_ships_are_lost_with_a_bay_in_which_they_lie(face: tuple[int, int], lost: list[str]) -> None:
    """Bays for 12 and 8 MASS with ships of 6 and 14: the second ship lies in both."""
    bays = [make_system(f"bay-{room}", kind="small_craft_bay", arcs=(), cls=room) for room in (12, 8)]
    riders = [jumper({}, id=key, mass=mass, status="carried", carried_by="a1") for key, mass in (("a2", 6), ("a3", 14))]
    tender = jumper({}, rows=(4, 4, 4, 4), systems=bays)
    state = space(tender, *riders)
    umpire, told = referee([*face, 6, 6])
    apply_attack(state, umpire, NotedDamage("b99", "a1", [direct(4)]))
    assert [event.data["ship"] for event in told if event.kind == "lost_in_bay"] == lost
    assert [ship.id for ship in riders if ship.status == "destroyed"] == lost
    apply_attack(state, umpire, NotedDamage("b99", "a1", [direct(1)]))
    assert [ship.id for ship in riders if ship.status == "destroyed"] == lost


@pytest.mark.rule("FT-8.3.3", "FT-8.3.5")
def test_a_tug_leaves_behind_what_its_drives_cannot_take_any_more() -> None:
    drives = [make_system(f"tug-{key}", kind="tug_drive", arcs=(), cls=20) for key in (1, 2)]
    tug = jumper({}, jump_on=1, velocity=20, systems=["ftl_drive", *drives], lost={"tug-1": "threshold"})
    towed = [jumper({"position": (x, 0)}, id=key, mass=20, velocity=20, carried_by="a1") for key, x in (("a2", 4), ("a3", 8))]
    after = at_step(space(tug, *towed), [], "movement").state.ships
    assert [after[key].status for key in ("a1", "a2", "a3")] == ["left", "left", "fighting"]
    assert (after["a3"].position, after["a3"].carried_by) == (Vector(8.0, 20.0), "")


@pytest.mark.rule("FT-8.1.1", "FT-7.2.8")
def test_a_derelict_whose_drive_is_warm_drifts_on_and_does_not_jump() -> None:
    hulk = jumper({}, jump_on=1, velocity=8, status="derelict", derelict_by="abandoned")
    state = space(hulk, jumper({"position": (50, 0)}, id="a2"))
    after = at_step(state, [], "movement")
    ship = after.state.ships["a1"]
    assert (ship.status, ship.jump_on, ship.position) == ("derelict", 0, Vector(0.0, 8.0))
    assert len(events(after, "jump_ended")) == 1


@pytest.mark.rule("FT-8.3.5")
@pytest.mark.parametrize(("status", "after"), [("destroyed", "destroyed"), ("left", "left"), ("derelict", "carried")])
def test_what_becomes_of_a_tender_becomes_of_the_ships_in_its_bays(status: str, after: str) -> None:
    hulk = {"derelict_by": "abandoned"} if status == "derelict" else {}
    rider = jumper({}, id="a2", status="carried", carried_by="a1")
    state = space(jumper({}, status=status, **hulk), rider, jumper({"position": (50, 0)}, id="a3"))
    battle = at_step(state, [], "end")
    assert battle.state.ships["a2"].status == after
    assert len(events(battle, "lost_with", "left_with")) == (after != "carried")


@pytest.mark.rule("FT-8.3.5", "FT-10.1.8")
def test_a_contact_in_bays_is_known_where_its_tender_is() -> None:
    rider = jumper({"position": (90, 90)}, id="a2", status="carried", carried_by="a1")
    state = space(jumper({"position": (20, 30)}, status="destroyed"), rider, jumper({"position": (50, 0)}, id="a3"))
    state.switches = Switches(bogeys=True)
    state.bogeys = ["a2"]
    battle = at_step(state, [], "end")
    (known,) = events(battle, "revealed")
    assert (known.data["ship"], known.data["at"]) == ("a2", [20.0, 30.0])


@pytest.mark.rule("FT-12.6.1", "FT-8.1.9")
@pytest.mark.parametrize("fire", [True, False])
def test_a_ship_that_a_jump_tears_up_does_not_explode(fire: bool) -> None:
    """Only enemy fire makes it roll for that."""
    ship = bystander({"at": [3, 0], "hull": 2})
    state = space(jumper({}, jump_on=1, velocity=0), ship)
    state.switches = Switches(explosions=True)
    if fire:
        umpire, told = referee([6])
        apply_attack(state, umpire, NotedDamage("a1", ship.id, [direct(5)]))
        kinds = [event.kind for event in told]
    else:
        after = at_step(state, [3, 5], "movement")
        kinds = [event.kind for event in events(after)]
    assert "destroyed" in kinds
    assert ("wrecked" in kinds) == fire
