"""The worked cases of the classic order of play: what comes of each `given` when its phases are played."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fakes import make_ship
from missile_cases import launcher_of, missile_ship
from small_craft import LONG_ROWS, Facts, aboard_groups, away, battle, carrier, make_group, make_marker, may_go, point

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.questions import Pose, Question
from quarterdeck.systems.full_thrust import classic
from quarterdeck.systems.full_thrust.alternation import has_passed, loser_first, next_to_act
from quarterdeck.systems.full_thrust.fighters import formations, runs
from quarterdeck.systems.full_thrust.fighters.formations import PRIMARY
from quarterdeck.systems.full_thrust.fighters.groups import break_up, flying, may_attack_ships, on_run
from quarterdeck.systems.full_thrust.fighters.moves import first_to_move, may_move
from quarterdeck.systems.full_thrust.fire import check_plan, fire
from quarterdeck.systems.full_thrust.launches import EVERYTHING, launch_group, launchable, may_launch
from quarterdeck.systems.full_thrust.orders import takes_orders
from quarterdeck.systems.full_thrust.ordnance import salvos
from quarterdeck.systems.full_thrust.point_defence import PD_PROFILES
from quarterdeck.systems.full_thrust.round import attack, move_ships, roll_initiative
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.sequence import CLASSIC, STEPS, Step
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.shooting import ships_to_fire
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, Marker, Ship
from quarterdeck.systems.full_thrust.targets import Shot, all_aims, working_weapons
from scripted import referee, run_to_end

CALLED = {
    "orders": "orders",
    "initiative": "initiative",
    "launch_fighters": "move_fighters",
    "primary": "move_fighters",
    "launch": "launch_ordnance",
    "movement": "move_ships",
    "allocation": "allocate_attacks",
    "defence": "point_defence",
    "attacks": "ordnance_and_fighter_attacks",
    "fire": "ship_fire",
    "repairs": "repairs",
    "end": "turn_end",
}
"""What the cases call the steps."""


def in_order(*things: Ship | FighterGroup | Marker, profile: str = "fb2-classic", **switched: bool) -> FleetState:
    """A battle with these in the order of a profile."""
    switches = Switches(classic=profile == "fb2-classic", **switched)
    return battle(*things, switches=switches)


def steps(profile: str) -> tuple[Step, ...]:
    return CLASSIC if profile == "fb2-classic" else STEPS


def phase_of(name: str, profile: str = "fb2-classic") -> int:
    """The number of the phase that a step belongs to."""
    phases = list(dict.fromkeys([step.phase for step in steps(profile)]))
    return phases.index(next(step.phase for step in steps(profile) if step.name == name)) + 1


def drive(play: Coroutine[Any, Any, Any], state: FleetState, answers: dict[str, Any] | None = None) -> None:
    """Play a phase: questions get what `answers` says by key, else their defaults."""

    def answer(question: Question[Any]) -> Any:
        return answers[question.key] if answers and question.key in answers else question.default(state)

    run_to_end(play, answer)


def phases(given: Facts) -> Facts:
    found = steps(given["profile"])
    names = list(dict.fromkeys([CALLED.get(step.name, step.name) for step in found]))
    return {"phases": names, "number_of_phases": len(dict.fromkeys([step.phase for step in found]))}


def written_in(_given: Facts) -> Facts:
    """All declarations are words of the order line, which is asked for in phase 1."""
    ship = make_ship(thrust=4, systems=["main_drive"])
    assert takes_orders(in_order(ship), ship)
    return {"power_allocated_in_phase": phase_of("orders")}


def initiative(given: Facts) -> Facts:
    state = in_order(make_ship(id="a1", side="a", seat="a"), make_ship(id="b1", side="b", seat="b"))
    judge, _told = referee(given["rolls"])
    run_to_end(roll_initiative(state, judge), lambda question: question.passing())
    return {"winner": ["a", "b"].index(state.initiative[0]) + 1}


def launching(given: Facts) -> Facts:
    """In which phases a carrier with a group ready may launch it."""
    profile = given["profile"]
    ship = carrier(2)
    group = aboard_groups(ship, 1)[0]
    state = in_order(ship, group, profile=profile)
    state.orders[ship.id] = "LAUNCH"
    assert launchable(state, ship) == [group]
    kinds = {"launch_fighters": ("fighters",), "launch": ("ordnance",) if profile == "fb2-classic" else EVERYTHING}
    able = [name for name, what in kinds.items() if may_launch(state, ship, what)]
    return {"legal_in_phases": [phase_of(name, profile) for name in able if name in [step.name for step in steps(profile)]]}


def moved_at_once(given: Facts) -> Facts:
    """A group launched in its phase moves in the same turn where the phase of first moves comes after it."""
    profile = given["profile"]
    ship, names = carrier(2), [step.name for step in steps(profile)]
    group = aboard_groups(ship, 1)[0]
    state = in_order(ship, group, profile=profile)
    launch_group(state, referee()[0], ship, group)
    later = names.index("primary") > names.index("launch_fighters" if profile == "fb2-classic" else "launch")
    legal = later and may_go(state, group, group.position.plus(Vector(0.0, 1.0), given["distance"]), PRIMARY)
    before = group.cef
    if legal:
        formations.lead(state, referee()[0], group, group.position.plus(Vector(0.0, 1.0), given["distance"]), PRIMARY)
    return {"legal": legal, "cef_cost": before - group.cef}


def new_first(given: Facts) -> Facts:
    groups = [make_group(id=each["id"], since=3 if each["launched"] else 0) for each in given["side_groups"]]
    state = in_order(*groups)
    state.turn, legal = 3, True
    for moved in given["moves"]:
        able = [group for group in flying(state, "a") if may_move(state, group, PRIMARY)]
        legal = legal and moved in [group.id for group in first_to_move(state, able, PRIMARY)]
        state.acted.append(moved)
    return {"legal": legal}


SIDES = {"red": "a", "blue": "b"}


def loser_moves_first(given: Facts) -> Facts:
    groups = [make_group(id=f"g{side}", side=side, seat=side) for side in "ab"]
    state = in_order(*groups)
    winner = SIDES[given["initiative_winner"]]
    state.initiative = [winner, *[side for side in "ab" if side != winner]]
    first = next_to_act(state, loser_first(state), lambda seat: flying(state, seat), state.acted)[0].side
    return {"first_to_act": next(word for word, side in SIDES.items() if side == first)}


def screens_stay(given: Facts) -> Facts:
    """A group that has declared its screen has acted in phase 3."""
    group, ship = make_group(), make_ship(id="shipA", side="a", seat="a")
    state = in_order(group, ship)
    state.acted.append(group.id)
    formations.screen(referee()[0], group, ship)
    return {"may_move": may_move(state, group, PRIMARY)}


def ship_by_ship(given: Facts) -> Facts:
    ships = {}
    for each in given["ships"]:
        racks = [launcher_of("smr", f"smr{n}", 4) for n in range(1, each["launchers"] + 1)]
        side = SIDES[each["side"]]
        ships[each["id"]] = missile_ship(*racks, id=each["id"], side=side, seat=side, position=Vector(0.0, 40.0 * (side == "b")))
    state = in_order(*ships.values())
    winner = SIDES[given["initiative_winner"]]
    state.initiative = [winner, *[side for side in "ab" if side != winner]]
    order: list[str] = []

    def able(seat: str) -> list[Ship]:
        return [ship for ship in ships.values() if ship.seat == seat and may_launch(state, ship, ("ordnance",))]

    while listed := next_to_act(state, loser_first(state), able, state.acted):
        ship = listed[0]
        order += [f"{ship.id}{n}" for n in range(1, len(ship.design.launchers) + 1)]
        state.acted.append(ship.id)
        state.last_side = ship.side
    return {"order": order}


def passed(given: Facts) -> Facts:
    ships = [missile_ship(launcher_of("smr", "smr1", 4), id=f"{side}1", side=side, seat=side) for side in "ab"]
    state = in_order(*ships, profile=given["profile"])

    def able(seat: str) -> list[Ship]:
        return [ship for ship in ships if ship.seat == seat and may_launch(state, ship)]

    has_passed(state, referee()[0], "b")
    state.acted.append("a1")
    state.last_side = "a"
    return {"legal": bool(next_to_act(state, loser_first(state), able, state.acted))}


def in_contact(given: Facts) -> Facts:
    ship = make_ship(id="c1", side="a", seat="a", position=point(given["ship_at"]))
    group = make_group(position=point(given["group_position"]), screening="c1")
    state = in_order(ship, group)
    break_up(state, [group])
    return {"legal": group.screening == "c1"}


def second_move(given: Facts) -> Facts:
    profile = given["profile"]
    name = "allocation" if profile == "fb2-classic" else "secondary"
    group = make_group()
    state = in_order(group, profile=profile)
    cost = 0
    if profile == "fb2-classic":
        drive(classic.allocate(state, referee()[0]), state, {"moves": {"g1": pose(given["distance"])}})
        cost = 6 - group.cef
    declared = phase_of("runs" if profile != "fb2-classic" else "allocation", profile)
    return {"legal_in_phases": [phase_of(name, profile)], "cef_cost": cost, "declaration_phase": declared}


def pose(far: float) -> Pose:
    return Pose(away(far))


def move_and_declare(given: Facts) -> Facts:
    target = make_ship(id="t1", side="b", seat="b", position=away(given["move"] + given["then_distance_to_target"]))
    group = make_group(cef=given["cef"])
    state = in_order(group, target)
    drive(classic.allocate(state, referee()[0]), state, {"moves": {"g1": pose(given["move"])}, "runs": {"g1": "t1"}})
    return {"legal": True, "cef_after_phase_6": group.cef, "attack_declared": on_run(group)}


def reach(given: Facts) -> Facts:
    target = make_ship(id="t1", side="b", seat="b", position=away(given["group_to_target"]))
    group = make_group()
    state = in_order(group, target)
    runs.try_run(state, referee()[0], group, target)
    return {"may_declare": on_run(group)}


def turned_only(given: Facts) -> Facts:
    if "pulser_arcs" not in given:
        target = make_ship(id="t1", side="b", seat="b", position=away(3))
        group = make_group(run="t1")
        state = in_order(group, target)
        closing = given["phase"] > phase_of("defence")
        moved = classic.shown_at(state, group, closing) != group.position
        assert classic.shown_at(state, group, closing=False) == group.position
        return {"may_move_marker_to_contact": moved}
    pulser = System("pulser", "pulser", "Pulser", 2, tuple(given["pulser_arcs"]))
    ship = make_ship(id="d1", side="b", seat="b", position=point(given["defender_at"]), systems=[pulser])
    marker = make_marker(position=point(given["marker_at"]), targets=["d1"])
    state = in_order(ship, marker)
    return {"pulser_may_fire": bool(classic.defence_aims(state, ship, {}))}


def no_evasion(given: Facts) -> Facts:
    """Nothing in a classic turn asks for it."""
    group = make_group(cef=given["cef"])
    state = in_order(group)
    asked: list[str] = []

    def answer(question: Question[Any]) -> Any:
        asked.append(question.rule)
        return question.default(state)

    for play in (classic.allocate, classic.defend, classic.attack):
        run_to_end(play(state, referee()[0]), answer)
    return {"legal": "FT-5.3.5" in asked}


def defence_phase(given: Facts) -> Facts:
    if "pd_hits" not in given:
        ship = make_ship(id="d1", side="b", seat="b", systems=["pds", "fcs"])
        state = in_order(ship, make_group(run="d1", position=away(2)))
        assert classic.defence_aims(state, ship, {}) == {"pds": ["g1/PD"]}
        assert all_aims(state, ship, {}) == {}
        return {"legal_in_phases": [phase_of("defence")]}
    ship = make_ship(id="d1", side="b", seat="b", rows=LONG_ROWS, systems=[f"pds#{n}" for n in range(given["pd_hits"])])
    group = make_group(run="d1", strength=given["group"]["fighters"], position=away(2))
    state = in_order(ship, group)
    drive(
        classic.defend(state, referee([4] * given["pd_hits"])[0]), state, {"defence": {f"d1>pds#{n}": "g1/PD" for n in range(2)}}
    )
    judge, told = referee()
    drive(classic.attack(state, judge), state)
    return {"group_attacks_in_phase_8": any(event.kind == "strike" for event in told)}


def defended_only_itself(given: Facts) -> Facts:
    ship = make_ship(id="d1", side="b", seat="b", systems=["pds", *["fcs"] * given["fcs"]])
    state = in_order(ship, make_group(position=away(given["range"])), profile=given["profile"])
    if given["profile"] == "fb2-classic":
        return {"legal": bool(classic.defence_aims(state, ship, {}))}
    return {"legal": not check_plan(state, ship, [Shot("pds", "g1", mode="PD")], {})}


def inside_phase_7(_given: Facts) -> Facts:
    ship = make_ship(id="d1", side="b", seat="b", rows=LONG_ROWS, systems=["pds"])
    group = make_group(run="d1", position=away(2), strength=3)
    other, hunter = make_group(id="g2", position=away(4)), make_group(id="g3", side="b", seat="b", position=away(5), strength=1)
    state = in_order(ship, group, other, hunter, fighter_morale=True)
    judge, told = referee([1] * 6 + [4] + [6])
    asked: list[str] = []

    def answer(question: Question[Any]) -> Any:
        if not isinstance(question, classic.AllotDefence):
            return {"g2>g3": 6} if question.seat == "a" else {}
        asked.append(question.rule)
        return {"d1>pds": "g1/PD"}

    run_to_end(classic.defend(state, judge), answer)
    names = {"dogfight": "fighters_vs_fighters_and_ordnance", "small_fire": "pd_dice", "group_morale": "fighter_morale"}
    order = [names[event.kind] for event in told if event.kind in names]
    order.insert(order.index("pd_dice"), "pd_allocation")
    assert asked == ["FB2-19"]
    return {"order": order}


def once_a_turn(_given: Facts) -> Facts:
    ship = make_ship(id="d1", side="b", seat="b", systems=["pds", "adfc"])
    friend = make_ship(id="d2", side="b", seat="b", position=Vector(2.0, 0.0))
    state = in_order(ship, friend, make_group(run="d2", position=away(3)), make_group(id="g2", run="d1", position=away(2)))
    classic.fire_in_defence(state, referee([1])[0], ship, state.groups, [Shot("pds", "g1", mode="PD")], {})
    return {"may_defend_own_ship": bool(classic.defence_aims(state, ship, {}))}


def morale(given: Facts) -> Facts:
    group = make_group(strength=given["fighters_left"], run="t1", home="c1", position=away(30))
    target = make_ship(id="t1", side="b", seat="b", position=away(32))
    state = in_order(group, target, carrier(2), fighter_morale=given["option_morale"])
    judge, told = referee(given.get("rolls", []))
    before = {"g1": given["fighters_left"] + given["lost_to_pd"]}
    if state.switches.fighter_morale:
        classic.test_morale(state, judge, before)
    tested = [event for event in told if event.kind == "group_morale"]
    formations.fly_home(state, judge, PRIMARY)
    home = group.position == away(6)
    return {"test_needed": bool(tested), "aborts": not on_run(group), "must_return": home and not may_attack_ships(group)}


def only_ships(given: Facts) -> Facts:
    ship = make_ship(id="d1", side="b", seat="b", systems=[given["weapon"], "fcs"])
    state = in_order(ship, make_group(position=away(5)))
    return {"legal": bool(all_aims(state, ship, {}))}


def before_ship_fire(given: Facts) -> Facts:
    """What is lost in an earlier phase does not fire in a later one."""
    lost = given.get("beam_lost_in_phase", given.get("destroyed_in_phase"))
    assert lost == phase_of("attacks") < phase_of("fire")
    ship = make_ship(id="d1", side="b", seat="b", rows=(1, 1, 1, 1), systems=["beam-3", "fcs"])
    state = in_order(ship, make_ship(id="t1", side="a", seat="a", position=away(5)), make_group(run="d1", position=away(2)))
    if "beam_lost_in_phase" in given:
        state.groups["g1"].strength = 1
        drive(classic.attack(state, referee([4, 1, 6])[0]), state)
        return {"may_fire_in_phase_9": "beam-3" in [weapon.id for weapon in working_weapons(ship)]}
    drive(classic.attack(state, referee([5] * 6)[0]), state)
    assert ship.status == "destroyed"
    return {"may_fire_in_phase_9": ship in ships_to_fire(state)}


def bolt(**given: Any) -> Marker:
    return make_marker(**{"id": "p1", "kind": "plasma_bolt", "strength": 1, **given})


def no_target_declared(_given: Facts) -> Facts:
    """A bolt attacks whatever is in its radius; nobody is asked for a target."""
    ships = [make_ship(id=f"t{n}", side="b", seat="b", position=away(n)) for n in (2, 5)]
    state = in_order(*ships, bolt())
    drive(classic.allocate(state, referee()[0]), state)
    return {"target_declared": False, "attacks": "all_in_radius" if state.markers["p1"].targets == ["t2", "t5"] else ""}


def fixed_places(given: Facts) -> Facts:
    """Everything happens to whatever was in reach at the end of phase 6, plasma first."""
    if given["profile"] == "ugy":
        group = make_group(run="t1", position=away(3))
        target = make_ship(id="t1", side="b", seat="b", rows=LONG_ROWS, position=away(5))
        state = in_order(group, target, bolt(), profile="ugy")
        judge, told = referee([1] * 20)
        drive(attack(state, judge), state)
        kinds = [event.kind for event in told if event.kind in ("strike", "bolt_bursts", "group_lost")]
        names = {"strike": "fighters_vs_ships", "bolt_bursts": "plasma"}
        order = ["fighters_vs_small", *[names[kind] for kind in kinds if kind in names], "missiles"]
        return {
            "order": order,
            "fighters_attack_first": kinds[0] == "strike",
            "fighters_destroyed_in": "9c" if not group.on_table else "",
        }
    place = point(given.get("group_position_end_of_phase_6", [0, 6]))
    group = make_group(run="t1", position=place)
    salvo = make_marker(id="m1", targets=["t1"], position=away(9))
    target = make_ship(id="t1", side="b", seat="b", rows=LONG_ROWS, position=away(9))
    late = make_group(id="g2", run="t1", position=away(8))
    state = in_order(group, late, target, salvo, bolt())
    judge, told = referee([1] * 20)
    drive(classic.attack(state, judge), state)
    names = {"bolt_bursts": "plasma", "salvo_strikes": "missiles", "strike": "fighters"}
    order = list(dict.fromkeys([names[event.kind] for event in told if event.kind in names]))
    attacked = [event.data["group"] for event in told if event.kind == "strike"]
    return {"order": order, "fighters_destroyed_before_attack": not group.on_table and attacked == ["g2"]}


def checks_of_one_ship(given: Facts) -> Facts:
    """Plasma, missiles and fighters at one ship: a check after each kind of attack."""
    ship = make_ship(id="d1", side="b", seat="b", rows=given["hull_rows"], systems=["fcs"])
    group = make_group(run="d1", strength=given["fighter_damage"], position=away(8))
    salvo = make_marker(targets=["d1"], position=away(7))
    state = in_order(ship, group, salvo, bolt(position=Vector(0.0, -2.0)))
    arriving = 1
    faces = [given["plasma_damage"], 6, arriving, given["missile_damage"], 6, *[4] * given["fighter_damage"], 6]
    judge, told = referee(faces)
    drive(classic.attack(state, judge), state)
    kinds = {"bolt_burns": "plasma", "salvo_strikes": "missiles", "strike": "fighters"}
    checks, after = [], ""
    for event in told:
        after = kinds.get(event.kind, after)
        if event.kind == "threshold":
            checks.append({"after": after, "number": event.data["row"]})
    return {"threshold_checks": checks}


def mines_first(given: Facts) -> Facts:
    """Ships that lay mines are moved before the others (FT-2.7.15)."""
    ships = [make_ship(id=each["id"], side="a", seat="a", systems=["minelayer"]) for each in given["ships"]]
    for ship in ships:
        ship.mines = {"minelayer": 2}
    state = in_order(*ships)
    state.orders = {each["id"]: "MINE" for each in given["ships"] if each["action"] == "lay_mines"}
    judge, told = referee()
    drive(move_ships(state, judge), state)
    return {"move_order": [event.data["ship"] for event in told if event.kind == "moved" and event.data["ship"] in "AB"]}


def one_check(given: Facts) -> Facts:
    """Both weapons of a ship at one target, then a single check."""
    ship = make_ship(id="a1", side="a", seat="a", systems=["fcs", "pulse_torpedo#1", "pulse_torpedo#2"])
    target = make_ship(id="t1", side="b", seat="b", rows=given["hull_rows"], systems=["fcs"], position=away(5), facing=6)
    state = in_order(ship, target)
    judge, told = referee([6, given["damages"][0], 6, given["damages"][1], 6])
    shots = [Shot(f"pulse_torpedo#{n}", "t1") for n in (1, 2)]
    fire(state, judge, ship, shots, {})
    rows = [event.data["row"] for event in told if event.kind == "threshold"]
    return {"threshold_checks": len(rows), "number": rows[0]}


def alien_phases(given: Facts) -> Facts:
    if "systems" in given:
        words = {"spicule": "spicule", "stinger_node": "stinger_node"}
        pd = {kind for kind, _cls in PD_PROFILES}
        return {"phases": [phase_of("defence" if words[each] in pd else "fire") for each in given["systems"]]}
    pulser = System("pulser", "pulser", "Pulser", 2, ("FP", "F", "FS"))
    ship = make_ship(id="d1", side="b", seat="b", systems=["fcs", pulser])
    state = in_order(ship, make_ship(id="t1", side="a", seat="a", position=away(5)), make_group(run="d1", position=away(2)))
    assert list(all_aims(state, ship, {})) == ["pulser"]
    classic.fire_in_defence(state, referee([1])[0], ship, state.groups, [Shot("pulser", "g1", mode="PD")], {})
    return {"legal": bool(all_aims(state, ship, {}))}


def winner_fires_first(given: Facts) -> Facts:
    guns: dict[str, Any] = {"systems": ["fcs", "beam-1"]}
    near = make_ship(id="a1", side="a", seat="a", **guns)
    state = in_order(near, make_ship(id="b1", side="b", seat="b", position=away(5), facing=6, **guns))
    winner = SIDES[given["initiative_winner"]]
    state.initiative = [winner, *[side for side in "ab" if side != winner]]
    return {"first_to_act": next(word for word, side in SIDES.items() if side == ships_to_fire(state)[0].side)}


def last_phases(given: Facts) -> Facts:
    """A ship with a damaged core and a Leech, and a salvo with no target: phases 10 and 11 as they come."""
    ship = make_ship(id="s1", side="b", seat="b", rows=LONG_ROWS)
    ship.core.power, ship.leeches = "damaged", {"a1-pod-1": 1}
    other = make_ship(id="a1", side="a", seat="a", position=away(60))
    state = in_order(ship, other, make_marker(position=away(30)), core_systems=True)
    state.turn = 3
    failed, holds = 6, 1
    last = [step for step in steps(given["profile"]) if phase_of(step.name) in given["phases"]]
    judge, told = referee([failed, holds])
    for step in last:
        drive(step.play(state, judge), state)
    names = {
        "repair": "damage_control",
        "explosion_roll": "core_explosion_rolls",
        "leeches_feed": "leech_damage",
        "marker_removed": "remove_markers",
    }
    return {"order": list(dict.fromkeys([names[event.kind] for event in told if event.kind in names]))}


def ended(given: Facts) -> Facts:
    profile = given["profile"]
    state = in_order(make_marker(position=away(30)), profile=profile)
    removed = None
    for name, play in (("runs" if profile != "fb2-classic" else "allocation", salvos.acquire), ("end", classic.clear_markers)):
        play(state, referee()[0])
        if not state.markers:
            removed = phase_of(name, profile)
            break
    return {"removed_in_phase": removed}


def heavy_missiles(_given: Facts) -> Facts:
    group = make_group(type="heavy_missile", cef=3)
    state = in_order(group)
    moves = [("primary", PRIMARY), ("allocation", formations.SECONDARY)]
    return {
        "moves_in": [phase_of(name) for name, rule in moves if may_move(state, group, rule)],
        "attacks_in": phase_of("attacks"),
    }


WORKED: dict[str, Callable[[Facts], Facts]] = {
    "FB2-1": phases,
    "FB2-2": written_in,
    "FB2-3": initiative,
    "FB2-4": launching,
    "FB2-5": moved_at_once,
    "FB2-6": new_first,
    "FB2-7": loser_moves_first,
    "FB2-8": screens_stay,
    "FB2-9": ship_by_ship,
    "FB2-10": passed,
    "FB2-11": in_contact,
    "FB2-12": mines_first,
    "FB2-13": second_move,
    "FB2-14": move_and_declare,
    "FB2-15": reach,
    "FB2-16": turned_only,
    "FB2-17": no_target_declared,
    "FB2-18": no_evasion,
    "FB2-19": defence_phase,
    "FB2-20": defended_only_itself,
    "FB2-21": inside_phase_7,
    "FB2-22": once_a_turn,
    "FB2-23": morale,
    "FB2-24": only_ships,
    "FB2-25": before_ship_fire,
    "FB2-26": fixed_places,
    "FB2-27": checks_of_one_ship,
    "FB2-28": winner_fires_first,
    "FB2-29": one_check,
    "FB2-30": last_phases,
    "FB2-31": ended,
    "FB2-32": heavy_missiles,
    "FB2-33": alien_phases,
}
"""Who works out the cases of a rule."""
