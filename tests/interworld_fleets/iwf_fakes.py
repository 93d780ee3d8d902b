"""Ships and states for tests: what a test does not name has the defaults of the worked cases."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from quarterdeck.engine.hexes import Hex, Hexagon, Shape
from quarterdeck.engine.questions import Question
from quarterdeck.systems.interworld_fleets.scenario import Scenario, SideSetup
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.terrain import Area, Terrain
from quarterdeck.systems.interworld_fleets.unit import SLOTS, ShipClass, Weapon
from scripted import run_to_end

OF_CLASS = {"speed": 6, "armour": 1, "defence": 0, "hangars": 0, "points": 10}
OF_SHIP = ("facing", "fighters", "easy_target", "hatches", "phase_tokens", "squadron", "effects", "commands", "flagship")
PENDING = {"hindered": "hindered", "no_shield_restore": "no_restore", "no_commands": "no_commands"}
"""Words of the worked cases for effects that are pending on a ship."""

WIDE = Hexagon(40)


def make_weapon(given: dict[str, Any], weapon_id: str = "w1") -> Weapon:
    """A weapon of the worked cases: any arcs and unlimited range unless they say otherwise."""
    arcs = [arc for word in given.get("arcs", ["fore", "sides", "aft"]) for arc in SLOTS[word]]
    plain = {"type": "cannon", "slot": "fore", "name": given.get("type", "cannon"), **given, "id": given.get("id", weapon_id)}
    return Weapon(**{**plain, "arcs": tuple(arcs)})


def make_ship(**given: Any) -> Ship:
    """A ship with these fields of its own and of its class."""
    name, side = given.get("name", given.get("id", "ship")), given.get("side", "A")
    hull_max = given.get("hull_max", 6)
    shields = given.get("shields", given.get("shields_max", 0))
    built = {key: given.get(key, plain) for key, plain in OF_CLASS.items()}
    weapons = tuple(make_weapon(each, f"w{n}") for n, each in enumerate(given.get("weapons", ()), 1))
    cls = ShipClass(
        f"class-{name}",
        f"Class {name}",
        "",
        hull=hull_max,
        shields=given.get("shields_max", shields),
        secondary=("ram",) if given.get("ram", True) else (),
        weapons=weapons,
        **built,
    )
    own = {key: given[key] for key in OF_SHIP if key in given}
    pending = [effect for word, effect in PENDING.items() if given.get(word)]
    return Ship(
        **{"facing": 0, **own, "effects": [*given.get("effects", []), *pending]},
        id=name,
        name=name,
        side=side,
        seat=given.get("seat", f"seat-{side}"),
        cls=cls,
        at=Hex(*given.get("at", (0, 0))),
        hull=given.get("hull", hull_max),
        shields=shields,
    )


def make_terrain(areas: Iterable[dict[str, Any]] = ()) -> Terrain:
    """Terrain from areas as the worked cases write them."""
    return Terrain(
        tuple(
            Area(f"t{n}", area["kind"], tuple(Hex(*at) for at in area.get("hexes", area.get("centre"))))
            for n, area in enumerate(areas, 1)
        )
    )


def make_state(*ships: Ship, terrain: Iterable[dict[str, Any]] = (), shape: Shape = WIDE, **given: Any) -> FleetsState:
    """A battle between these ships."""
    seats = {ship.seat: ship.side for ship in ships}
    sides = tuple(
        SideSetup(side, side, tuple(seat for seat in seats if seats[seat] == side), "", (), {})
        for side in dict.fromkeys(seats.values())
    )
    classes = {ship.cls.id: ship.cls for ship in ships}
    scenario = Scenario("test", "Test", "", shape, 6, tuple(seats), sides, classes, {})
    by_id = {ship.id: ship for ship in ships}
    assert len(by_id) == len(ships), "two ships have one name"
    return FleetsState(scenario, shape, make_terrain(terrain), seats, by_id, **{"initiative": list(seats), **given})


Answering = Callable[[Question[Any]], Any]


def drive(play: Coroutine[Any, Any, Any], state: FleetsState, answering: Answering | None = None) -> Any:
    """Run a coroutine of the rules to its end: each question gets what `answering` says, or its default where that is None."""
    return run_to_end(play, lambda question: answered(question, state, answering))


def answered(question: Question[Any], state: FleetsState, answering: Answering | None) -> Any:
    """The answer to one question, which must be legal."""
    answer = answering(question) if answering else None
    value = question.default(state) if answer is None else question.read(answer)
    assert question.problems(state, value) == []
    return value
