"""The worked cases of chapter 8 in terms of the game: phase 5 is played with the ships and dice of a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from battles import at_step
from design_cases import file_of, lines
from fakes import make_ship, make_state, make_system

from directions import from_degrees
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.referee import plain_answer
from quarterdeck.systems.full_thrust.damage import lose_system
from quarterdeck.systems.full_thrust.ftl.plans import entry_motions, entry_points, planned
from quarterdeck.systems.full_thrust.launches import place_question
from quarterdeck.systems.full_thrust.orders import WriteOrders, orders_for
from quarterdeck.systems.full_thrust.refusals import why_not
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.ship import Load
from quarterdeck.systems.full_thrust.shipyard import account_of
from quarterdeck.systems.full_thrust.state import Arrival, FighterGroup, FleetState, Marker, Ship
from quarterdeck.systems.full_thrust.targets import screen_level
from quarterdeck.systems.full_thrust.twelve import d12_of
from quarterdeck.systems.full_thrust.view import seen_by
from whole_battles import events

Facts = dict[str, Any]
Played = Battle[FleetState]

TOUGH = (200, 0, 0, 0)
"""Rows that nothing here shoots through, without a Threshold Point."""
FAR = (500.0, 500.0)


def d12(faces: Iterable[int]) -> list[int]:
    """The two dice that make each D12."""
    return [die for face in faces for die in ((1, face) if face <= 6 else (4, face - 6))]


def jumper(given: Facts, **more: Any) -> Ship:
    """The ship of side a, with an FTL Drive, in the motion that a case gives."""
    course = from_degrees(given.get("course_deg", 0))
    at = given.get("position", given.get("jump_point", (0, 0)))
    plain = {"id": "a1", "name": "Jumper", "side": "a", "seat": "a", "rows": TOUGH, "systems": ["ftl_drive"], "facing": 12}
    motion = {"position": Vector(*map(float, at)), "course": course, "velocity": given.get("velocity", 0)}
    return make_ship(**{**plain, **motion, **more})


def bystander(facts: Facts, number: int = 1) -> Ship:
    """A ship of side b where a case puts it."""
    hull = facts.get("hull")
    screens = ["screen"] * facts.get("screens", 0)
    return make_ship(
        id=facts.get("id", f"b{number}"),
        name=f"Bystander {number}",
        position=Vector(*map(float, facts.get("at", (1, 0)))),
        rows=(hull, 0, 0, 0) if hull else TOUGH,
        armour=facts.get("armour", 0),
        systems=[*screens],
    )


def lookout() -> Ship:
    """A ship of side b, so far away that nothing concerns it: with it there is a battle."""
    return make_ship(id="b99", name="Lookout", position=Vector(*FAR), rows=TOUGH)


def group(facts: Facts) -> FighterGroup:
    """A fighter group of side b in space."""
    return FighterGroup(
        id=facts.get("id", "g1"),
        name="Wing",
        side="b",
        seat="b",
        type="standard",
        strength=facts.get("fighters", 6),
        launched=6,
        cef=6,
        home="b99",
        bay="",
        position=Vector(*map(float, facts["at"])),
        status="flying",
    )


def space(*ships: Ship, table: tuple[int, int] | None = None, **given: Any) -> FleetState:
    """A state of these ships and a lookout, in unlimited space unless a table is given."""
    state = make_state(*ships, lookout(), initiative=["a", "b"], **given)
    state.scenario = replace(state.scenario, table=table)
    return state


def with_objects(state: FleetState, objects: Iterable[Facts]) -> FleetState:
    """The state with the objects of a case."""
    for number, facts in enumerate(objects, 1):
        if facts.get("type") == "fighter_group":
            added = group(facts)
            state.groups[added.id] = added
        else:
            ship = bystander(facts, number)
            state.ships[ship.id] = ship
    return state


def phase_5(state: FleetState, faces: Iterable[int] = ()) -> Played:
    """Phase 5 and what comes after it, up to the next question."""
    return at_step(state, faces, "movement")


def one(battle: Played, kind: str) -> Event | None:
    found = events(battle, kind)
    assert len(found) <= 1
    return found[0] if found else None


def write(battle: Played, **orders: str) -> Played:
    """All seats give their orders: these, and no others."""
    for seat, slate in battle.slates().items():
        ((key, question),) = slate.questions.items()
        assert isinstance(question, WriteOrders)
        battle.commit(seat, {key: {ship: orders.get(ship, "-") for ship in question.units}})
    return battle


# 8.1


def ordered_exit(given: Facts) -> Facts:
    """FTL is written in a turn, nothing in the next."""
    first = given["orders"]["turn"]
    state = space(jumper({}), turn=first)
    battle = write(at_step(state, [6, 1] * 4, "orders"), a1="FTL" if given["orders"]["ftl_exit"] else "-")
    warm = one(battle, "ftl_warm_up")
    if given.get("ftl_drive_lost_in_turn") == first:
        lose_system(battle.state.ships["a1"], "ftl-drive", "threshold")
    second = battle.state.turn
    write(battle)
    jumped = one(battle, "jumped")
    return {
        "warm_up_turn": first if warm else None,
        "jump_turn": second if jumped else None,
        "leaves_table": battle.state.ships["a1"].status == "left",
    }


def warming(given: Facts) -> Facts:
    """A line with FTL in it, and what comes of it in phase 5."""
    movement = given["orders"]["movement"]
    state = space(jumper(given))
    question = orders_for(seen_by(state, "a"), "a")
    assert question is not None
    state.orders = {"a1": f"{movement}, FTL" if movement else "FTL"}
    battle = phase_5(state)
    (moved,) = [event for event in events(battle, "moved") if event.data["ship"] == "a1"]
    ship = battle.state.ships["a1"]
    return {
        "legal": not question.problems(seen_by(space(jumper(given)), "a"), {"a1": "FTL"}),
        "thrust_spent": moved.data["thrust"][0],
        "ignored": moved.data["ignored"],
        "ftl_exit_stands": ship.jump_on == 2,
        "position": list(ship.position),
        "velocity": ship.velocity,
    }


def warm_weapons(given: Facts) -> Facts:
    """What a ship may do with a warm drive, or after a jump that failed."""
    ship = jumper({}, systems=["ftl_drive", "fcs", "beam-3", "pds", "sml", "magazine", "screen", "screen"])
    ship.design.links["sml"] = "magazine"
    ship.magazines = {"magazine": Load(2, 0)}
    enemy = bystander({"at": [0, 5]})
    state = space(ship, enemy)
    ship.jump_on = 1 if given["state"] in ("jump_turn", "jump_failed") else 2
    if given["state"] == "jump_failed":
        state = phase_5(state, [1]).state
        ship, enemy = state.ships["a1"], state.ships[enemy.id]
    if "screens" in given:
        return {"effective_screen_level": screen_level(ship)}
    if given.get("action") == "launch_sml":
        view = seen_by(state, "a")
        question = place_question(view, [view.ships["a1"]])
        assert question is not None
        problems = question.problems(view, {"a1/sml/std": {"at": [0, 5]}})
        return {"legal": not [problem for problem in problems if problem.rule == "FT-8.1.3"]}
    salvo = Marker("b1-sml-1", "salvo", "b", "b", Vector(0.0, 3.0), 6, enemy.id, "sml", 1, targets=["a1"])
    state.markers[salvo.id] = salvo
    target = salvo if given["mode"] == "PD" else enemy
    return {"legal": why_not(state, ship, ship.design.system(given["weapon"]), target, {}, given["mode"]) is None}


def announced(given: Facts) -> Facts:
    """What the enemy can see of a warm drive, before and after the move."""
    state = space(jumper({}), orders={"a1": "FTL"} if given["orders"]["ftl_exit"] else {})

    def known(state: FleetState) -> bool:
        view = seen_by(state, "b")
        return "a1" in view.orders or view.ships["a1"].jump_on > 0

    before = known(state)
    battle = phase_5(state)
    after = known(battle.state)
    return {"known_to_enemy_in_phase_4": before, "known_to_enemy_after_own_move_in_phase_5": after}


def jump_of(given: Facts, **more: Any) -> Facts:
    """A jump with the objects and dice of a case."""
    rows = (given["jumper_hull_boxes"], 0, 0, 0) if "jumper_hull_boxes" in given else TOUGH
    ship = jumper(given, rows=rows, jump_on=1)
    objects = given.get("objects", given.get("ships_within_6", []))
    towed = [facts["id"] for facts in objects if facts.get("towed_by_jumper")]
    state = with_objects(space(ship), objects)
    for key in towed:
        each = state.ships[key]
        each.side, each.seat, each.carried_by = "a", "a", "a1"
    battle = phase_5(state, given.get("rolls", [1]))
    after = battle.state
    ship, others = after.ships["a1"], [each for each in after.ships.values() if each.id not in ("a1", "b99")]
    roll = one(battle, "jump_roll")
    blast = roll.data["blast"] if roll else 0
    gone = [key for key in ("a1", *towed) if after.ships[key].status == "left"]
    return {
        "jump_point": list(ship.position),
        "position": list(ship.position),
        "velocity": ship.velocity,
        "left_table": ["jumper", *gone[1:]] if towed and "a1" in gone else ship.status == "left",
        "roll_needed": roll is not None,
        "warming_up": ship.jump_on > 0,
        "jumper_destroyed": ship.status == "destroyed",
        "bystander_damage": [each.hull_damage for each in others],
        "hull_lost": {each.id: blast if each.status == "destroyed" else each.hull_damage for each in others},
        "armour_lost": {each.id: each.design.armour - each.armour for each in others},
        "destroyed": [each.id for each in others if each.status == "destroyed"],
        "fighters_left": {each.id: each.strength for each in after.groups.values()},
    }


def failed_jump(given: Facts) -> Facts:
    return warm_weapons(given) if "state" in given else jump_of(given)


def order_of_moves(given: Facts) -> Facts:
    """Who moves when: mine layers, others, those that jump."""
    state = space(jumper({"position": (-90, 0)}, id="a9"))
    del state.ships["a9"]
    for number, facts in enumerate(given["ships"]):
        mines = facts.get("lays_mines") or facts.get("action") == "lay_mines"
        jumps = facts.get("ftl") or facts.get("action") == "ftl_exit"
        layer = make_system("minelayer", kind="minelayer", arcs=(), cls=1)
        systems = ["ftl_drive", *([layer] if mines else [])]
        place = (50.0 * number, 0.0)
        more = {"systems": systems, "jump_on": int(bool(jumps)), "mines": {"minelayer": 1} if mines else {}}
        state.ships[facts["id"]] = jumper({"position": place}, id=facts["id"], **more)
        state.orders[facts["id"]] = "MINE" if mines else "-"
    battle = phase_5(state)
    for seat, slate in battle.slates().items():
        view = battle.view(seat)
        battle.commit(seat, {key: plain_answer(question.default(view)) for key, question in slate.questions.items()})
    told = [event.data["ship"] for event in events(battle, "moved", "half_move") if event.data["ship"] != "b99"]
    return {"move_order": told, "order": told}


def no_return(given: Facts) -> Facts:
    """Even with a plan a ship that has left does not come back."""
    ship = jumper({}, status="left")
    state = space(ship, bystander({"at": [40, 0]}), turn=given["turn"])
    state.arrivals = {"a1": Arrival(given["turn"], Vector(0.0, 0.0), 12, 0, 12, announced=True)}
    return {"legal": phase_5(state).state.ships["a1"].status != "left"}


# 8.2


def arriving(plan: Arrival, faces: Iterable[int], objects: Iterable[Facts] = (), **given: Any) -> Played:
    """Phase 5 of a turn in which a ship drops out by this plan."""
    ship = jumper({}, status="reserve", systems=["ftl_drive", "fcs", "beam-3"])
    mate = jumper({"position": (-400, -400)}, id="a2", name="Mate")
    state = with_objects(space(ship, mate, turn=plan.turn, **given), objects)
    state.arrivals = {"a1": plan}
    return phase_5(state, faces)


def plan_for(at: Iterable[float], **given: Any) -> Arrival:
    plain = {"turn": 1, "course": 12, "velocity": 0, "facing": 12, "announced": True}
    return Arrival(position=Vector(*map(float, at)), **{**plain, **given})


def planned_entry(given: Facts) -> Facts:
    """A plan as it is written before the battle, and what the enemy sees of it turn by turn."""
    state = space(jumper({}, status="reserve"), jumper({"position": (5, 5)}, id="a2"), table=(72, 48))
    state.ships["b99"].position = Vector(65.0, 45.0)
    if "plan" not in given:
        state.turn = given["turn"]
        slates = at_step(state, [6, 1] * 3, "orders").slates()
        asked = [question for slate in slates.values() for question in slate.questions.values()]
        return {"legal": not all(isinstance(question, WriteOrders) for question in asked)}
    plan, view = given["plan"], seen_by(state, "a")
    points, motions = entry_points(view, "a"), entry_motions(view, "a")
    poses = {"a1": {"at": plan["point"], "heading": plan["facing"]}}
    figures = {"a1/turn": plan["turn"], "a1/course": plan["course_deg"] // 30, "a1/velocity": plan["velocity"]}
    problems = [*points.problems(view, poses), *motions.problems(view, figures)]
    read = points.read(poses)
    assert isinstance(read, dict)
    state.arrivals = {"a1": planned(state.ships["a1"], read["a1"], figures)}
    battle = at_step(state, [6, 1, 1, 1, 1] * 9, "orders")
    while battle.outcome is None and not battle.view("b").arrivals and not events(battle, "dropped_out", "dropout_announced"):
        write(battle)
    announced = one(battle, "dropout_announced")
    assert announced is not None
    assert announced.data["at"] == plan["point"]
    turn = 1 + len(events(battle, "turn_ended")) - (battle.state.turn > plan["turn"])
    return {"valid": not problems, "hidden_from_enemy_until_turn": turn}


def announcing(given: Facts) -> Facts:
    """What happens in the planned turn, in its order."""
    state = space(jumper({}, status="reserve"), jumper({"position": (90, 90)}, id="a2"), turn=given["turn"])
    state.arrivals = {"a1": Arrival(given["planned_turn"], Vector(0.0, 0.0), 12, 0, 12)}
    battle = at_step(state, [6, 1, 1, 1, 1] * 3, "orders")
    sequence = ["write_orders"] if battle.slates() and not battle.told else []
    write(battle)
    kinds = [event.kind for event in events(battle)]
    told = {"dropout_announced": ["announce_dropout", "place_marker"], "initiative": ["initiative"]}
    return {"sequence": sequence + [word for kind in kinds[:2] for word in told[kind]]}


def scattering(given: Facts) -> Facts:
    """Where a ship comes out."""
    table = given.get("table")
    size = (table["width"], table["height"]) if table else None
    switches = Switches(wild_scatter=given.get("option_wild_scatter", False))
    faces = [*d12(given["rolls_d12"]), *given["rolls"]]
    battle = arriving(plan_for(given["intended"]), faces, table=size, switches=switches)
    event, ship = one(battle, "entry_scattered"), battle.state.ships["a1"]
    assert event is not None
    return {
        "entry_point": event.data["at"],
        "distance": event.data["distance"],
        "dice_used": len(event.dice) - 1,
        "enters": ship.status == "fighting",
        "out_of_battle": ship.status == "left",
    }


ONE_UP = [*d12([12]), 1]
"""Dice that scatter a ship by 1 MU towards 12."""


def entry_is_the_move(given: Facts) -> Facts:
    """The turn in which a ship drops out, and the next one."""
    if "action" in given:
        battle = arriving(plan_for((0, 0)), ONE_UP, [{"at": [0, 12]}])
        ship, target = battle.state.ships["a1"], battle.state.ships["b1"]
        return {"legal": why_not(battle.state, ship, ship.design.system("beam-3"), target, {}) is None}
    x, y = given["entry_point"]
    plan = plan_for((x, y - 1), turn=given["turn"], course=given["plan"]["course_deg"] // 30, velocity=given["plan"]["velocity"])
    battle = arriving(plan, [*ONE_UP, 6, 1])
    first = list(battle.state.ships["a1"].position)
    write(battle)
    return {"position_end_of_turn_3": first, "position_after_coasting_turn_4": list(battle.state.ships["a1"].position)}


def arrival_danger(given: Facts) -> Facts:
    """The damage at a point at which a ship comes out."""
    x, y = given["entry_point"]
    battle = arriving(plan_for((x, y - 1)), [*ONE_UP, *given["rolls"]], given["objects"])
    shocks = events(battle, "shock")
    hurt = {key: battle.state.ships[key].hull_damage for key in ("a1", *[facts["id"] for facts in given["objects"]])}
    return {"rolls": len(shocks), "damage": {"arriving": hurt.pop("a1"), **hurt}}


# 8.3 and 8.4


def without_ftl(given: Facts) -> Facts:
    if "tmf" in given:
        mass, cpv = lines(account_of(file_of(mass=given["tmf"], ftl=False)), "ftl_drive")
        return {"ftl_mass": mass, "ftl_cpv": cpv}
    state = space(jumper({}, systems=[]))
    view = seen_by(state, "a")
    question = orders_for(view, "a")
    assert question is not None
    return {"legal": not question.problems(view, {"a1": "FTL"})}


WORKED: dict[str, Callable[[Facts], Facts]] = {
    "FT-2.1.2": lambda given: {"d12": d12_of(*given["rolls"])},
    "FT-2.7.15": order_of_moves,
    "FT-8.1.1": ordered_exit,
    "FT-8.1.2": warming,
    "FT-8.1.3": warm_weapons,
    "FT-8.1.4": announced,
    "FT-8.1.5": jump_of,
    "FT-8.1.6": order_of_moves,
    "FT-8.1.7": jump_of,
    "FT-8.1.8": failed_jump,
    "FT-8.1.9": jump_of,
    "FT-8.1.10": jump_of,
    "FT-8.1.11": no_return,
    "FT-8.2.1": planned_entry,
    "FT-8.2.2": announcing,
    "FT-8.2.3": scattering,
    "FT-8.2.4": entry_is_the_move,
    "FT-8.2.5": scattering,
    "FT-8.2.6": scattering,
    "FT-8.2.7": arrival_danger,
    "FT-8.2.8": arrival_danger,
    "FT-8.3.5": jump_of,
    "FT-8.4.1": without_ftl,
}
