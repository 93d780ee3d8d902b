"""What the worked cases of basics, movement, squadrons and terrain do; `DO` names each by its word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from iwf_fakes import WIDE, drive, make_ship, make_state

from quarterdeck.engine.hexes import ARCS, Hex, Hexagon, Rectangle, Shape, arc_of, distance, line, neighbour, ring
from quarterdeck.systems.interworld_fleets.activation import start
from quarterdeck.systems.interworld_fleets.displacement import displace
from quarterdeck.systems.interworld_fleets.hazards import enter
from quarterdeck.systems.interworld_fleets.move_keys import is_ram
from quarterdeck.systems.interworld_fleets.movement import Pose, ending, helm_of, move, walk
from quarterdeck.systems.interworld_fleets.moves import how_to_move
from quarterdeck.systems.interworld_fleets.ramming import ram
from quarterdeck.systems.interworld_fleets.squadrons import may, stragglers
from quarterdeck.systems.interworld_fleets.state import Activation, Deeds, FleetsState, Ship
from quarterdeck.systems.interworld_fleets.tokens import give_easy_target, settle_easy_target
from scripted import referee

Found = dict[str, Any]

# Hexes


def on(hexes: Sequence[Hex]) -> list[list[int]]:
    return [list(each) for each in hexes]


def do_neighbour(given: Found) -> Found:
    return {"at": list(neighbour(Hex(*given["at"]), given["dir"]))}


def do_distance(given: Found) -> Found:
    return {"distance": distance(Hex(*given["from"]), Hex(*given["to"]))}


def do_ring(given: Found) -> Found:
    """The hexes of each arc, those of the aft and port arcs as the cases list them: clockwise."""
    facing = given.get("facing", 0)
    around = ring(Hex(0, 0), given["ring"])
    start = (facing + 4) % 6 * given["ring"]
    clockwise = around[start:] + around[:start]
    return {arc: on([each for each in clockwise if arc_of(Hex(0, 0), facing, each) == arc]) for arc in ARCS}


def do_ring_counts(given: Found) -> Found:
    return {arc: len(hexes) for arc, hexes in do_ring(given).items()}


def do_arc(given: Found) -> Found:
    ship = given["ship"]
    return {"arc": arc_of(Hex(*ship["at"]), ship["facing"], Hex(*given["target_at"]))}


def do_line(given: Found) -> Found:
    crossed, edges = line(Hex(*given["from"]), Hex(*given["to"]))
    return {"crosses": on(crossed), "edges": [on(pair) for pair in edges]}


def shape_of(given: Found) -> Shape:
    if "map" not in given:
        return WIDE
    if given["map"]["shape"] == "hexagon":
        return Hexagon(given["map"]["radius"])
    return Rectangle(given["map"]["columns"], given["map"]["rows"])


def do_on_map(given: Found) -> Found:
    shape, at = shape_of(given), Hex(*given["hex"])
    assert shape.holds(at) == (at in list(shape.hexes()))
    return {"on_map": shape.holds(at)}


def do_ship_class(given: Found) -> Found:
    ship = make_ship(**given)
    assert ship.cls.small != ship.cls.capital
    return {"class": "capital" if ship.cls.capital else "small"}


# Movement


def active_state(given: Found, *ships: Ship) -> FleetsState:
    """A battle in which the first ship is active, with what abilities have lent it."""
    lent = Deeds(speed=given.get("speed_modifier", 0), no_turns=given.get("no_turns", False))
    active = Activation(ships[0].unit, ships[0].seat, {ships[0].id: lent})
    return make_state(*ships, terrain=given.get("terrain", ()), shape=shape_of(given), active=active)


def others_of(given: Found) -> list[Ship]:
    return [make_ship(**{"name": f"other{n}", **other}) for n, other in enumerate(given.get("others", ()), 1)]


def do_move(given: Found) -> Found:
    """The mines of the starting hex, then the movement; a path that is not legal says why."""
    ship = make_ship(**given["ship"])
    state = active_state(given, ship, *others_of(given))
    walked = ending(state, ship, walk(state, Pose(ship.at, ship.facing), helm_of(state, ship), given["path"]))
    if walked.reason:
        return {"legal": False, "reason": walked.reason}
    seen, told = referee(given.get("dice", ()))
    drive(start(state, seen), state)
    drive(move(state, seen, ship, given["path"]), state)
    assert seen.dice.rolled == len(given.get("dice", ()))
    received = any(event.kind == "easy_target" and event.data["on"] for event in told)
    stand = stand_of(ship)
    return {"legal": True, "moved": state.deeds(ship).moved, **stand, "easy_target": stand["easy_target"] or received}


def stand_of(ship: Ship) -> Found:
    return {
        "at": list(ship.at),
        "facing": ship.facing,
        "hull": ship.hull,
        "shields": ship.shields,
        "fighters": ship.fighters,
        "phase_tokens": ship.phase_tokens,
        "armour": ship.armour,
        "hatches": ship.hatches,
        "easy_target": ship.easy_target,
        "destroyed": ship.status == "destroyed",
        "on_map": ship.on_map,
    }


def do_leave_map(given: Found) -> Found:
    return do_move(given)


def do_easy_target_state(given: Found) -> Found:
    """The token after the movements of a history, before the next one."""
    ship = make_ship()
    state = active_state(given, ship)
    for each in given["history"]:
        settle_easy_target(state, referee()[0], ship, each["moved"])
    return {"easy_target": ship.easy_target}


# Ramming and displacement


def do_declare_ram(given: Found) -> Found:
    ship = make_ship(**given["ship"])
    state = active_state(given, ship)
    return {"legal": not how_to_move(state, ship.seat, [ship]).problems(state, {ship.id: "ram"})}


def do_ram(given: Found) -> Found:
    ship, others = make_ship(**given["ship"]), others_of(given)
    state = active_state(given, ship, *others)
    seen, told = referee(given.get("dice", ()))
    extra = 0 if given.get("pass_through") is False else given.get("extra", 1)
    drive(ram(state, seen, ship), state, lambda question: [str(extra)] if question.rule == "IWF-3.13" else None)
    assert seen.dice.rolled == len(given.get("dice", ()))
    deeds = state.deeds(ship)
    found = {"contact": bool(deeds.rammed), "moved": deeds.moved, "activation_ends": deeds.over, **stand_of(ship)}
    return found | (_blows(state, ship, told) if deeds.rammed else {})


def _blows(state: FleetsState, ship: Ship, told: Sequence[Any]) -> Found:
    target = state.ships[state.deeds(ship).rammed]
    own, other = [event for event in told if event.kind == "blow"]
    dice = {"ram_dice": len(own.dice[0].faces), "target_dice": len(other.dice[0].faces)}
    return {
        **dice,
        "ram_hits": own.data["hits"],
        "target_hits": other.data["hits"],
        "target_damage": own.data["lost"],
        "ram_damage": other.data["lost"],
        "ram_hull": ship.hull,
        "target_hull": target.hull,
        "target_at": list(target.at),
        "target_destroyed": target.status == "destroyed",
        "passed_through": any(event.kind == "moved" for event in told[told.index(other) :]),
    }


def do_displace(given: Found) -> Found:
    """Two enemies in one hex, the hexes round them as taken as the case says."""
    at = given["at"]
    active, other = make_ship(name="active", at=at, **given["active"]), make_ship(name="other", at=at, side="B", **given["other"])
    taken = [make_ship(name=f"taken{n}", at=each, side="B") for n, each in enumerate(given.get("occupied", ()), 1)]
    state = active_state(given, active, other, *taken)
    shifted = drive(displace(state, referee()[0], active, given["moved_dir"]), state)
    return {"shifted": shifted.id, "to": list(shifted.at)}


# Squadrons


def members_of(given: Found) -> list[Ship]:
    return [make_ship(**{"squadron": "s", "hull_max": 1, **each}) for each in given["members"]]


def do_squadron_move(given: Found) -> Found:
    """A plan of a squadron: legal, or out of formation."""
    ships = members_of(given)
    state = active_state(given, *ships)
    question = how_to_move(state, ships[0].seat, ships)
    lines = {each["name"]: each["path"] or "-" for each in given["members"]}
    problems = question.problems(state, lines)
    if problems:
        return {"legal": False, "reason": "formation" if problems[0].rule == "IWF-7.3" else problems[0].rule}
    assert not any(is_ram(each) for each in lines.values())
    ends = {ship.id: walk(state, Pose(ship.at, ship.facing), helm_of(state, ship), lines[ship.id].strip("-")) for ship in ships}
    return {"legal": True, "out": stragglers({unit: walked.end.at for unit, walked in ends.items()})}


def do_formation(given: Found) -> Found:
    out = stragglers({ship.id: ship.at for ship in members_of(given)})
    return {"out": out, "in_formation": [each["name"] for each in given["members"] if each["name"] not in out]}


def do_straggler(given: Found) -> Found:
    return {"allowed": may(given["action"], given["in_formation"])}


# Terrain


def do_terrain_enter(given: Found) -> Found:
    ship = make_ship(**{**given["ship"], "at": given["hex"]})
    state = active_state(given, ship)
    seen, _told = referee(given.get("dice", ()))
    if given.get("gains_easy_target"):
        give_easy_target(state, seen, ship, "IWF-4.47")
    else:
        enter(state, seen, ship, [])
    return stand_of(ship)


DO: dict[str, Callable[[Found], Found]] = {
    name.removeprefix("do_"): what for name, what in list(globals().items()) if name.startswith("do_")
}
