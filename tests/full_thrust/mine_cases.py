"""The worked cases of mines, sweepers and ortillery: what comes of each `given`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from contact_cases import at, battle, observer
from fakes import make_design, make_system

from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust import mines
from quarterdeck.systems.full_thrust.fire import check_plan
from quarterdeck.systems.full_thrust.refusals import why_not
from quarterdeck.systems.full_thrust.round import move_ships
from quarterdeck.systems.full_thrust.scenario import Switches
from quarterdeck.systems.full_thrust.state import FleetState, Marker, Ship
from quarterdeck.systems.full_thrust.targets import Shot
from quarterdeck.systems.full_thrust.view import seen_by
from scripted import referee, run_to_end

Facts = dict[str, Any]
PLAIN = Switches()


def mine(place: Iterable[float] = (0, 0), key: str = "m1", **given: Any) -> Marker:
    """A mine of side b, laid in turn 1."""
    plain = {"id": key, "kind": "mine", "side": "b", "seat": "b", "position": at(place), "strength": 1, "by": "layer"}
    return Marker(**{**plain, "source": "minelayer-1", "placed": 1, **given})


def field(*things: Ship | Marker, **given: Any) -> FleetState:
    """Ships that have moved and mines, in turn 2."""
    ships = [each for each in things if isinstance(each, Ship)]
    layer = observer("layer", "b", position=Vector(400.0, 400.0))
    state = battle(*ships, layer, **{"switches": PLAIN, "turn": 2, **given})
    state.markers = {each.id: each for each in things if isinstance(each, Marker)}
    return state


def moved(path: list[list[float]], key: str = "a", side: str = "a", **given: Any) -> Ship:
    """A ship that has moved from the start of a path to its end."""
    return observer(key, side, **{"track": [at(path[0])], "position": at(path[1]), **given})


def met(state: FleetState, faces: Iterable[int] = (4, 5)) -> list[Any]:
    """What is told when the ships meet the mines."""
    judge, told = referee(faces)
    mines.meet_mines(state, judge, list(state.ships))
    return told


def trigger(given: Facts) -> Facts:
    if "ships" in given:
        ships = [moved(each["path"], each["id"]) for each in given["ships"]]
        told = met(field(*ships, mine(given["mine_at"])))
        return {"attacks": next(event.data["target"] for event in told if event.kind == "mine_attacks")}
    side = {"enemy": "a", "own": "b"}[given["ship_side"]]
    state = field(moved(given["path"], side=side), mine(given["mine_at"]))
    return {"triggered": any(event.kind == "mine_attacks" for event in met(state))}


def attacked(given: Facts) -> Facts:
    generators = [f"screen#{n}" for n in range(given["screens"])]
    rows, armour = given.get("hull_rows", (40, 40, 40, 40)), given["armour"]
    design = make_design(rows=tuple(rows), armour=armour, systems=[make_system("screen", id=name) for name in generators])
    ship = moved([[0, 0], [0, 0]], design=design, armour=armour, hull_damage=given.get("hull_damage_before", 0))
    laid = [mine(key=f"m{n}") for n in range(given.get("mines_triggered", 1))]
    state = field(ship, *laid)
    told = met(state, given["rolls"])
    checks = [event.data for event in told if event.kind == "threshold"]
    return {
        "hull_lost": ship.hull_damage - given.get("hull_damage_before", 0),
        "armour_lost": armour - ship.armour,
        "mine_removed": state.markers == {},
        "threshold_checks": [{"row": check["row"], "extra": check["extra"]} for check in checks],
    }


def layer(key: str, *holds: int, **given: Any) -> Ship:
    """A ship with Minelayers of three boxes that hold so many mines."""
    systems = [make_system("minelayer", id=f"minelayer-{n}", name=f"minelayer-{n}", cls=3) for n, _mines in enumerate(holds, 1)]
    left = {f"minelayer-{n}": number for n, number in enumerate(holds, 1)}
    return observer(key, systems=systems, mines=left, **given)


def may_lay(given: Facts) -> Facts:
    ship = layer("l", *[given["mines_left"]] * given["minelayers"])
    state = field(ship)
    state.orders = {"l": "MINE" if given["orders"]["lay_mines"] else "-"}
    return {"may_lay": len(mines.loaded(ship)) if ship in mines.layers(state) else 0}


def laid(given: Facts) -> Facts:
    start, end = map(at, given["path"])
    ship = layer("l", *[each["mines"] for each in given["minelayers"]], track=[start], position=end)
    state = field(ship)
    question = mines.where_to_lay(seen_by(state, "a"), "a", [ship])
    answer = {f"l/minelayer-{n}": {"at": place, "heading": None} for n, place in enumerate(given["lay_at"], 1)}
    if question is None or question.problems(state, answer):
        return {"legal": False}
    for key, place in answer.items():
        mines.lay_mine(state, referee()[0], key, at(place["at"]))
    assert [marker.position for marker in state.markers.values()] == [at(place) for place in given["lay_at"]]
    return {"legal": True, "mines_left": list(ship.mines.values())}


def move_order(given: Facts) -> Facts:
    ships = [layer(each["id"], 1) if each["action"] == "lay_mines" else observer(each["id"]) for each in given["ships"]]
    state = field(*ships)
    state.orders = {each["id"]: "MINE" for each in given["ships"] if each["action"] == "lay_mines"}
    judge, told = referee()
    run_to_end(move_ships(state, judge), lambda question: {})
    order = [event.data["ship"] for event in told if event.kind == "moved"]
    return {"move_order": [each for each in order if each != "layer"]}


def arming(given: Facts) -> Facts:
    if "weapon" in given:
        shooter = observer("s", position=Vector(0.0, float(given["range"])), systems=["fcs", given["weapon"]])
        state = field(shooter, mine())
        weapon = shooter.design.weapons[0]
        assert why_not(state, shooter, weapon, state.markers["m1"], {}) is not None
        return {"legal": not check_plan(state, shooter, [Shot(weapon.id, "m1", mode=given["mode"])], {})}
    far = float(given["enemy_passes_within"])
    state = field(moved([[-9, far], [9, far]]), mine(placed=given["laid_turn"]), turn=given["turn"])
    return {"triggered": any(event.kind == "mine_attacks" for event in met(state))}


def sweeping(given: Facts) -> Facts:
    if "weapon" in given:
        shooter = observer("s", systems=["fcs", given["weapon"]], doing=["SWEEP"])
        target = observer("t", "b", position=Vector(0.0, 5.0))
        state = field(shooter, target)
        salvo = Marker("b-1", "salvo", "b", "b", Vector(0.0, 5.0), 6, "layer", "sml", 2)
        state.markers = {"b-1": salvo}
        aim = "b-1" if given["mode"] == "PD" else "t"
        return {"legal": not check_plan(state, shooter, [Shot(shooter.design.weapons[0].id, aim, mode=given["mode"])], {})}
    ship = moved([[-9, given["passes_within"]], [9, given["passes_within"]]], systems=["minesweeper"])
    return {"mine_attack": any(event.kind == "mine_attacks" for event in met(field(ship, mine())))}


def sweep_roll(given: Facts) -> Facts:
    far = given.get("passes_within", 0)
    ship = moved([[-9, far], [9, far]], systems=["minesweeper"], doing=["SWEEP"])
    number = given.get("mines_passed", 1)
    state = field(ship, *[mine(key=f"m{n}") for n in range(number)])
    told = met(state, given["rolls"])
    swept = [event.data["swept"] for event in told if event.kind == "swept"]
    gone = number - len(state.markers)
    return {
        "swept": sum(swept) if "mines_passed" in given else swept[0],
        "hull_lost": ship.hull_damage,
        "mine_removed": gone == number,
        "mines_removed": gone,
    }


def ortillery(given: Facts) -> Facts:
    shooter, target = observer("s", systems=["fcs", "ortillery"]), observer("t", "b", position=Vector(0.0, 5.0))
    return {"legal": not check_plan(field(shooter, target), shooter, [Shot("ortillery", "t")], {})}


ADAPTERS: dict[str, Callable[[Facts], Facts]] = {
    "FT-11.1.1": trigger,
    "FT-11.1.2": attacked,
    "FT-11.1.3": may_lay,
    "FT-11.1.4": laid,
    "FT-11.1.5": move_order,
    "FT-11.1.6": arming,
    "FT-11.1.7": sweeping,
    "FT-11.1.8": sweep_roll,
    "FT-11.2.1": ortillery,
}
"""What works out the cases of each rule."""


def worked_out(rule: str, given: Facts) -> Facts:
    """The facts that come of a case."""
    return ADAPTERS[rule](given)
