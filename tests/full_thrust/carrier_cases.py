"""The worked cases of launching, recovery and Bays: what comes of each `given`."""

from __future__ import annotations

from fakes import make_ship
from small_craft import Facts, aboard_groups, away, battle, carrier, make_group, may_run

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust.damage import lose_system, threshold_check
from quarterdeck.systems.full_thrust.fighters import recovery
from quarterdeck.systems.full_thrust.fighters.bays import capacity, free_places, lose_with_ships, working_bays
from quarterdeck.systems.full_thrust.fighters.formations import PRIMARY, SECONDARY
from quarterdeck.systems.full_thrust.fighters.moves import may_move
from quarterdeck.systems.full_thrust.launches import launch_group, launch_question, launchable
from quarterdeck.systems.full_thrust.movement import move_all
from quarterdeck.systems.full_thrust.repair import mend
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee


def launch_facts(given: Facts) -> Facts:
    wanted = given["groups_wanted"]
    ship = carrier(given["bays"], given["bays_lost"])
    groups = aboard_groups(ship, min(given.get("groups_aboard", wanted), len(working_bays(ship))))
    state = battle(ship, *groups)
    state.orders = {"c1": given["orders"]}
    ready = launchable(state, ship)
    for group in ready[:wanted]:
        launch_group(state, referee()[0], ship, group)
    return {"launched": len([g for g in groups if g.on_table]), "legal": wanted <= len(ready)}


def launch_order_facts(given: Facts) -> Facts:
    ship = carrier(given.get("bays", 1), thrust=given.get("thrust", 4), velocity=given.get("velocity", 6))
    state = battle(ship, *aboard_groups(ship, 1))
    state.orders = {"c1": given["orders"]}
    may = bool(launchable(state, ship))
    judge, told = referee()
    move_all(state, judge)
    moved = next(event.data for event in told if event.data["ship"] == "c1")
    return {"position": ship.position, "velocity": ship.velocity, "may_launch": may, "ignored": moved["ignored"]}


def new_group_facts(given: Facts) -> Facts:
    ship = carrier(1)
    other = make_ship(id="s2", side="a", seat="a", position=away(1))
    enemy = make_ship(position=away(2))
    (group,) = aboard_groups(ship, 1)
    state = battle(ship, other, enemy, group)
    state.orders = {"c1": "LAUNCH"}
    question = launch_question(seen_by(state, "a"), [ship])
    assert question is not None
    screens = not question.problems(state, {"g0": "screen"})
    others = not question.problems(state, {"g0": "screen:s2"})
    before = may_move(state, group, PRIMARY)
    launch_group(state, referee()[0], ship, group)
    return {
        "primary_move": before,
        "may_screen_carrier": screens,
        "may_screen_other_ship": others,
        "secondary_move": may_move(state, group, SECONDARY),
        "may_declare_attack_run": may_run(state, group, "s1"),
    }


def recover_facts(given: Facts) -> Facts:
    places = given["free_capacity"]
    ship = carrier(2, thrust=4)
    full = aboard_groups(ship, 2, 6)
    full[0].strength, full[1].strength = 6 - min(places, 6), 6
    group = make_group(id="back", strength=given["group_strength"])
    state = battle(ship, group, *[each for each in full if each.strength])
    state.orders = {"c1": ", ".join(given["carrier_executed_orders"]) or "-"}
    move_all(state, referee()[0])
    group.position = ship.position.plus(Vector(0.0, 1.0), given["distance"])
    may = recovery.may_recover(state, group, ship)
    return {"may_recover": may, "may_recover_whole_group": may}


def recoveries_facts(given: Facts) -> Facts:
    return {"max_recoveries": recovery.most_recoveries(given["working_bays"], given.get("single_bay_recovery", False))}


def both_facts(given: Facts) -> Facts:
    ship = carrier(given["working_bays"])
    back = [make_group(id=f"back{n}") for n in range(given["recover"])]
    state = battle(ship, *aboard_groups(ship, given["launch"]), *back)
    state.orders = {"c1": given["orders"]}
    out = launchable(state, ship)[: given["launch"]]
    for group in out:
        launch_group(state, referee()[0], ship, group)
    move_all(state, referee()[0])
    for group in back:
        group.position = ship.position
    question = recovery.landing_question(seen_by(state, "a"), "a")
    assert question is not None
    legal = len(out) == given["launch"] and not question.problems(state, dict.fromkeys([g.id for g in back], "c1"))
    return {"legal": legal}


def bay_facts(given: Facts) -> Facts:
    if "group_in_bay" in given:
        ship = carrier(1)
        (group,) = aboard_groups(ship, 1, given["group_in_bay"]["b1"])
        ship.lost[group.bay] = "threshold"
        before = group.strength
        lose_with_ships(battle(ship, group), referee()[0])
        return {"fighters_lost": before - group.strength}
    ship = carrier(given["bays"], given["bays_lost"])
    returning = given.get("groups_in_space") or given["fighters_returning"]
    groups = [make_group(id=f"g{n}", strength=number) for n, number in enumerate(returning)]
    state = battle(ship, *groups)
    room = capacity(ship)
    landed = 0
    for group in groups:
        if free_places(state, ship) >= group.strength:
            recovery.take_in(state, referee([6])[0], group, ship)
            landed += group.strength
    unable = len([group for group in groups if group.on_table])
    return {"capacity_fighters": room, "groups_unable_to_land": unable, "fighters_landed": landed}


def rearm_facts(given: Facts) -> Facts:
    ship, group = carrier(2), make_group()
    state = battle(ship, group)
    state.turn = given["recovered_in_turn"]
    recovery.take_in(state, referee([given["roll"]])[0], group, ship)
    return {"earliest_launch_turn": group.ready}


def rearmed_facts(given: Facts) -> Facts:
    ship = carrier(1)
    (group,) = aboard_groups(ship, 1, given["strength"])
    group.type, group.cef, group.torpedoes_spent = given["type"], given["cef_at_recovery"], given["torpedoes_spent"]
    launch_group(battle(ship, group), referee()[0], ship, group)
    return {"strength": group.strength, "cef": group.cef, "torpedoes": 0 if group.torpedoes_spent else group.strength}


def turnaround_facts(given: Facts) -> Facts:
    ship, groups = carrier(4), [make_group(id=f"g{n}", strength=3) for n in range(2)]
    state = battle(ship, *groups)
    state.turn = given["recovered_in_turn"]
    for group, face in zip(groups, given["rolls"], strict=True):
        recovery.take_in(state, referee([face])[0], group, ship)
    recovery.merge_aboard(state, referee()[0], *groups)
    return {"earliest_launch_turn": groups[1].ready}


def bays_checked(given: Facts) -> Facts:
    ship = carrier(len(given["bays"]))
    groups = [
        make_group(id=f"g{n}", status="aboard", aboard="c1", bay=ship.design.bays[n].id, strength=bay["aboard"])
        for n, bay in enumerate(given["bays"])
        if bay["aboard"]
    ]
    state = battle(ship, *groups)
    before = sum(group.strength for group in groups)
    judge, _told = referee(given["rolls"])
    threshold_check(state, judge, ship, given["threshold"]["row"], given["threshold"]["extra"])
    lose_with_ships(state, judge)
    after = sum(group.strength for group in groups)
    return {"fighters_lost": before - after, "working_bays": len(working_bays(ship)), "capacity_fighters": capacity(ship)}


def damaged_bay(given: Facts) -> Facts:
    bay = given["bay"]
    ship = carrier(1, velocity=0)
    (group,) = aboard_groups(ship, 1)
    if not bay.get("group_on_board", False):
        group.status, group.aboard = "flying", ""
    state = battle(ship, group, switches=Switches(single_bay_recovery=True))
    lose_system(ship, ship.design.bays[0].id, "threshold")
    lose_with_ships(state, referee()[0])
    if bay["state"] == "repaired":
        mend(ship, ship.design.bays[0].id)
    return {"group_lost": group.status == "destroyed", "can_recover_here": recovery.may_recover(state, group, ship)}
