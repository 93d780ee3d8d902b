"""What the worked cases of shooting, fighters, boarding, command boards and conflicts do; `DO` names each by its word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import iwf_commands
from iwf_fakes import drive, make_ship, make_state

from quarterdeck.engine.events import Event
from quarterdeck.engine.hexes import Hex, adjacent, arc_of
from quarterdeck.systems.interworld_fleets.attacks import Shot, fire
from quarterdeck.systems.interworld_fleets.boarding import board
from quarterdeck.systems.interworld_fleets.damage import suffer
from quarterdeck.systems.interworld_fleets.fighters import strike, strike_obstacle
from quarterdeck.systems.interworld_fleets.harpoons import harpoon
from quarterdeck.systems.interworld_fleets.launch import may_strike, strike_question
from quarterdeck.systems.interworld_fleets.lines import blocked_by
from quarterdeck.systems.interworld_fleets.plans import deeds_of, options
from quarterdeck.systems.interworld_fleets.reactions import may_intercept
from quarterdeck.systems.interworld_fleets.shooting import batten, engage
from quarterdeck.systems.interworld_fleets.sighting import in_aft, obstacle
from quarterdeck.systems.interworld_fleets.state import Activation, Deeds, FleetsState, Ship
from quarterdeck.systems.interworld_fleets.weapons import Aim, count_hits, harm, modifier, pool
from scripted import referee

Found = dict[str, Any]


# Dice


def do_count_hits(given: Found) -> Found:
    return {"hits": count_hits(given["dice"], given["needed"], given["double_hits"])}


def do_needed(given: Found) -> Found:
    """The dice of an attack under the conditions that a case names."""
    hull_max = given.get("attacker_hull_max", 6)
    crippled = make_ship(hull_max=hull_max, hull=given.get("attacker_hull", hull_max)).crippled
    small = make_ship(hull_max=given.get("target_hull_max", 6)).cls.small
    terrain = given.get("terrain", "none") != "none"
    aim = Aim(
        given["range"],
        given.get("attacker_in_target_aft", False),
        given.get("easy_target", False),
        small,
        crippled,
        given.get("hindered", False),
        terrain,
    )
    dice = pool(given["weapon"], aim, 1)
    return {"modifier": modifier(given["weapon"], aim), "needed": dice.needed, "double_hits": dice.critical}


def do_apply_hits(given: Found) -> Found:
    """Hits that shields absorb, or that ignore them, on a ship with this hull left."""
    ship = make_ship(hull_max=given["hull"], shields=given["shields"])
    kind = "missile" if given.get("ignores_shields") else "cannon"
    lost = suffer(referee()[0], ship, harm(kind, given["hits"], ship.shields, given["armour"]), Event("fired", "IWF-1.22"))
    return {"hull_damage": lost, "shields": ship.shields, "hull": ship.hull, "destroyed": ship.status == "destroyed"}


# On the map


def others_of(given: Found) -> list[Ship]:
    return [make_ship(**{"name": f"other{n}", **other}) for n, other in enumerate(given.get("others", ()), 1)]


def battle(given: Found, *ships: Ship, unit: Sequence[Ship] = ()) -> FleetsState:
    """A battle in which the first ship, or the unit, is active."""
    unit = unit or ships[:1]
    active = Activation(unit[0].unit, unit[0].seat, {ship.id: Deeds() for ship in unit})
    return make_state(*ships, terrain=given.get("terrain", ()), active=active)


def do_line_of_attack(given: Found) -> Found:
    """Ships that stand in the end hexes are the attacker and the target themselves."""
    state = battle(given, make_ship(name="attacker", at=given["from"]), *others_of(given))
    by = blocked_by(state, given["weapon"], given.get("side", "A"), Hex(*given["from"]), Hex(*given["to"]))
    return {"blocked": bool(by), "by": [list(each) for each in by]}


def do_fire(given: Found) -> Found:
    """One weapon or a salvo at a target, with what intercepts it."""
    weapons = [{"id": f"w{n}", **each} for n, each in enumerate(given.get("salvo", [given.get("weapon")]), 1)]
    attacker = make_ship(**{"name": "attacker", **given["attacker"], "weapons": weapons})
    target = make_ship(**{"name": "target", "side": "B", **given["target"]})
    state = battle(given, attacker, target, *others_of(given), *interceptors_of(given, target))
    found = obstacle(state, attacker, attacker.cls.weapons[0], target)
    seen = {
        "arc": arc_of(attacker.at, attacker.facing, target.at),
        "range": target.at.minus(attacker.at).length(),
        "attacker_in_target_aft": in_aft(target, attacker.at),
        "legal": found is None,
        "reason": found.reason if found else None,
    }
    if found is not None or "dice" not in given:
        return seen
    for weapon in weapons if "other_modifier" in given else ():
        state.deeds(attacker).to_hit[weapon["type"]] = given["other_modifier"]
    judge, told = referee(given["dice"])
    shots = [Shot(attacker.id, weapon["id"]) for weapon in weapons]
    drive(fire(state, judge, shots, target), state, intercepting(given))
    assert judge.dice.rolled == len(given["dice"])
    return seen | attacked(told, target)


def attacked(told: Sequence[Any], target: Ship) -> Found:
    """What an attack has done, out of its event and from the target."""
    event = next(each for each in told if each.kind == "fired")
    pools = event.data["pools"]
    return {
        "dice_rolled": sum(dice for dice, _needed, _critical in pools),
        "needed": pools[0][1],
        "hits": event.data["hits"],
        "hull_damage": event.data["lost"],
        "hull": target.hull,
        "shields": target.shields,
        "phase_tokens": target.phase_tokens,
        "effects": len([each for each in told if each.kind == "effect"]),
        "destroyed": target.status == "destroyed",
    }


def interceptors_of(given: Found, target: Ship) -> list[Ship]:
    """The ships that intercept, besides the attacked one, each with the tokens it spends."""
    listed = [each for each in given.get("intercept", ()) if Hex(*each["at"]) != target.at]
    return [make_ship(name=f"guard{n}", side="B", at=each["at"], fighters=each["tokens"]) for n, each in enumerate(listed, 1)]


def intercepting(given: Found) -> Callable[[Any], Any]:
    """Every interceptor spends all that the case gives it."""
    wanted = "intercept" in given
    return lambda question: (
        {slot: kind.most for slot, kind in question.slots.items()} if wanted and question.rule == "IWF-5.6" else None
    )


def do_strike(given: Found) -> Found:
    attacker = make_ship(**{"name": "attacker", **given["attacker"]})
    target = make_ship(**{"name": "target", "side": "B", **given["target"]})
    state = battle(given, attacker, target, *others_of(given), *interceptors_of(given, target))
    found = strike_obstacle(state, attacker, target)
    seen = {"range": target.at.minus(attacker.at).length(), "legal": found is None, "reason": found.reason if found else None}
    if found is None and strike_question(attacker, [target]).problems(state, {target.id: given["tokens"]}):
        return {**seen, "legal": False, "reason": "tokens"}
    if found is not None or "dice" not in given:
        return seen
    judge, told = referee(given["dice"])
    drive(strike(state, judge, attacker, given["tokens"], target), state, intercepting(given))
    assert judge.dice.rolled == len(given["dice"])
    size = next(each for each in told if each.kind == "struck").data["size"]
    return {**seen, **attacked(told, target), "size_roll": size, "fighters": attacker.fighters}


def do_strike_steps(given: Found) -> Found:
    """The order in which a strike at a ship with Defence 2 and a fighter of its own comes about."""
    attacker = make_ship(name="a", fighters=1)
    state = battle({}, attacker, make_ship(name="b", side="B", at=(0, 3), fighters=1, hull_max=1, defence=2))
    judge, told = referee([6, 1, 5, 5, 5])
    order = ["declare"]

    def answer(question: Any) -> Any:
        order.extend(["size_roll"] * (told[-1].kind == "struck"))
        order.extend(["subtract_defence"] * (question.incoming.pools[0].dice == 4))
        return {"b": 1}

    drive(strike(state, judge, attacker, 1, state.ships["b"]), state, answer)
    names = {"intercepted": "interception", "fired": "attack_roll", "destroyed": "damage"}
    return {"order": order + [names[event.kind] for event in told[1:]]}


def do_may_intercept(given: Found) -> Found:
    ship = make_ship(name="guard", **given["interceptor"])
    target = make_ship(name="target", **given["attacked"])
    return {"allowed": may_intercept(ship, target, given["attack"])}


def do_harpoon(given: Found) -> Found:
    weapon = {"id": "h", "type": "harpoon", "size": given["size"], "arcs": ["sides"]}
    attacker = make_ship(**{"name": "attacker", **given["attacker"], "weapons": [weapon]})
    target = make_ship(**{"name": "target", "side": "B", **given["target"]})
    state = battle(given, attacker, target, *others_of(given))
    found = obstacle(state, attacker, attacker.cls.weapons[0], target)
    if found is not None:
        return {"legal": False, "reason": found.reason}
    judge, told = referee(given.get("dice", ()))
    drive(harpoon(state, judge, attacker, attacker.cls.weapons[0], target), state)
    assert judge.dice.rolled == len(given.get("dice", ()))
    event = next(each for each in told if each.kind == "harpooned")
    return {
        "legal": True,
        "needed": event.data["pools"][0][1] if "pools" in event.data else None,
        "hits": event.data.get("hits"),
        "captured": event.data["captured"],
        "attacker_at": list(attacker.at),
        "target_at": list(target.at),
        "attacker_facing": attacker.facing,
        "target_facing": target.facing,
        "may_board": target.id in options(state, [attacker]).get("attacker/crew", ()),
    }


# Plans


SHIP = "ship"
NEAR = {"t1": (0, -1), "t2": (1, -1), "t3": (1, 0)}


def plan_state(weapons: Sequence[Found], deeds: Deeds | None = None, secondary: tuple[str, ...] = ()) -> FleetsState:
    """A ship with these weapons beside three enemies; light harpoons and guns reach all that their arcs allow."""
    ship = make_ship(name=SHIP, weapons=weapons, hangars=1, fighters=1)
    object.__setattr__(ship.cls, "secondary", secondary)
    ships = [make_ship(name=name, side="B", at=at) for name, at in NEAR.items()]
    state = battle({}, ship, *ships)
    state.active.ships[SHIP] = deeds or Deeds()
    return state


def legal(state: FleetsState, plan: dict[str, str]) -> bool:
    """Whether a plan is a legal answer to what the ship is asked."""
    ships = [state.ships[SHIP]]
    return not engage(state, ships, options(state, ships)).problems(state, plan)


def do_shooting_plan(given: Found) -> Found:
    """Shots one after the other, each a plan of its own; a harpoon and a gun in one plan too."""
    weapons = [
        {"id": name, "type": "harpoon", "size": "light", "arcs": ["sides"]}
        if name.startswith("harpoon")
        else {"id": name, "type": "cannon", "attacks": 1}
        for name in given["weapons"]
    ]
    state = plan_state(weapons)
    state.ships["t1"].at = Hex(1, -1)
    state.ships["t2"].at = Hex(0, -1)
    allowed = True
    for shot in given["shots"]:
        allowed = allowed and legal(state, {f"{SHIP}/{shot['weapon']}": shot["target"]})
        deeds = state.deeds(state.ships[SHIP])
        deeds.fired.append(shot["weapon"])
        deeds.harpooned = deeds.harpooned or shot["weapon"].startswith("harpoon")
    return {"legal": allowed}


def do_declare_salvo(given: Found) -> Found:
    """Weapons at one target become one attack only when they are of one type."""
    weapons = [{"id": f"w{n}", "attacks": 1, **each} for n, each in enumerate(given["weapons"], 1)]
    state = plan_state(weapons)
    return {"legal": len(deeds_of(state, {f"{SHIP}/{weapon['id']}": "t1" for weapon in weapons})) == 1}


def do_activation_plan(given: Found) -> Found:
    """Steps of an activation in turn: moving is over when the ship does anything else."""
    state = plan_state([{"id": "w1", "attacks": 1}])
    ship, order, reached, allowed = state.ships[SHIP], ["move", "shoot", "fighters"], 0, True
    for step in given["steps"]:
        place = order.index("shoot" if step in ("shoot", "batten", "board") else step)
        allowed, reached = allowed and place >= reached and _may_do(state, ship, step), place
    return {"legal": allowed}


def _may_do(state: FleetsState, ship: Ship, step: str) -> bool:
    """Whether the step is possible now; it is then done."""
    deeds = state.deeds(ship)
    match step:
        case "shoot":
            allowed = legal(state, {f"{SHIP}/w1": "t1"})
            deeds.fired.append("w1")
        case "board":
            allowed = legal(state, {f"{SHIP}/crew": "t1"})
            deeds.boarded = True
        case "batten":
            allowed = legal(state, {f"{SHIP}/crew": "batten"})
            if allowed:
                batten(state, referee()[0], ship)
        case "fighters":
            allowed = may_strike(state, ship)
        case _:
            allowed = True
    return allowed


# Boarding


def do_board(given: Found) -> Found:
    """One ship, or the members of a squadron, board a target beside all of them."""
    boarders = boarders_of(given)
    target = make_ship(**{"name": "target", "side": "B", "at": (0, -1), **given["target"]})
    state = battle(given, *boarders, target, unit=boarders)
    judge, told = referee(given["dice"])
    drive(board(state, judge, boarders, target), state)
    assert judge.dice.rolled == len(given["dice"])
    event = next(each for each in told if each.kind == "boarded")
    return {
        "attacker_dice": len(event.dice[0].faces),
        "target_dice": len(event.dice[1].faces),
        "attacker_hits": event.data["hits"],
        "target_hits": event.data["cancelled"],
        "hull_damage": event.data["lost"],
        "hull": target.hull,
        "shields": target.shields,
        "destroyed": target.status == "destroyed",
    }


def boarders_of(given: Found) -> list[Ship]:
    around = [(0, 0), (1, -1), (-1, 0), (1, -2)]
    listed = given.get("attackers", [given.get("attacker")])
    squadron = "s" if len(listed) > 1 else ""
    return [
        make_ship(**{"name": "attacker", "squadron": squadron, "at": at, **each})
        for at, each in zip(around, listed, strict=False)
    ]


def do_self_destruct(given: Found) -> Found:
    boarders = boarders_of(given)
    target = make_ship(**{"name": "target", "side": "B", "at": (0, -1), **given["target"]})
    state = battle(given, *boarders, target, unit=boarders)
    judge, told = referee(given["dice"])
    drive(board(state, judge, boarders, target), state, lambda question: ["destroy"] if question.rule == "IWF-6.7" else None)
    assert judge.dice.rolled == len(given["dice"])
    blasts = [each for each in told if each.kind == "blast"]
    harmed = [
        {"name": ship.id, "hull_damage": each.data["lost"], "hull": ship.hull, "destroyed": not ship.on_map}
        for ship, each in zip(boarders, blasts, strict=True)
    ]
    return {
        "target_destroyed": target.status == "destroyed",
        "dice_rolled": len(blasts[0].dice[0].faces),
        "hits": blasts[0].data["hits"],
        "attackers": harmed,
        **harmed[0],
    }


def do_may_board(given: Found) -> Found:
    ship = make_ship(**{"name": SHIP, **given["attacker"]})
    state = battle({}, ship, make_ship(name="t1", side="B", at=given["target"]["at"]))
    return {"allowed": legal(state, {f"{SHIP}/crew": "t1"})}


def do_boarding_plan(given: Found) -> Found:
    """Boarding one enemy after the other, or one that was rammed."""
    upgrade = (given["upgrade"],) if "upgrade" in given else ()
    state = plan_state([], Deeds(rammed=given.get("rammed", "")), ("ram", *upgrade))
    allowed = True
    for target in given["targets"]:
        allowed = allowed and legal(state, {f"{SHIP}/crew": target})
        state.active.boarded = target
    return {"legal": allowed}


def do_board_after_harpoon(given: Found) -> Found:
    deeds = Deeds(fired=["h"], harpooned=True, captured=given["captured"])
    state = plan_state([{"id": "h", "type": "harpoon", "size": "light"}], deeds)
    assert legal(state, {f"{SHIP}/crew": given["captured"]})
    return {"legal": legal(state, {f"{SHIP}/crew": given["board"]})}


def do_squadron_board(given: Found) -> Found:
    """The members that may board a target, all at once: those that are beside it and have not shot."""
    at, beside = {"a": (0, -1), "b": (1, -1), "c": (-1, 0)}, {"t1": (0, 0), "t2": (2, -1)}
    ships = [make_ship(name=each["name"], squadron="s", hull_max=1, at=at[each["name"]]) for each in given["members"]]
    enemies = [make_ship(name=name, side="B", at=where) for name, where in beside.items()]
    state = battle({}, *ships, *enemies, unit=ships)
    for ship, each in zip(ships, given["members"], strict=True):
        assert [other.id for other in enemies if adjacent(ship.at, other.at)] == each["adjacent"]
        fired = [] if each["did"] == "nothing" else ["w1"]
        state.active.ships[ship.id] = Deeds(fired=fired, harpooned=each["did"] == "harpoon", captured=each.get("captured", ""))
    found = options(state, ships)
    boarders = [ship.id for ship in ships if given["board"] in found.get(f"{ship.id}/crew", ())]
    plan = {f"{ship}/crew": given["board"] for ship in boarders or ["a"]}
    return {"legal": not engage(state, ships, found).problems(state, plan), "boarders": boarders}


DO: dict[str, Callable[[Found], Found]] = {
    **{name.removeprefix("do_"): what for name, what in list(globals().items()) if name.startswith("do_")},
    **iwf_commands.DO,
}
