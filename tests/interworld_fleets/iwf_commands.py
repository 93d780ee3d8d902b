"""What the worked cases of effects, command boards and conflicts do; `DO` names each by its word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from iwf_fakes import drive, make_ship, make_state
from iwf_moves import stand_of

from quarterdeck.systems.interworld_fleets.activation import start
from quarterdeck.systems.interworld_fleets.boards import applies, commander, most_dice, refill
from quarterdeck.systems.interworld_fleets.class_files import packaged_boards
from quarterdeck.systems.interworld_fleets.commands import (
    as_cells,
    ask_ability,
    discard,
    flagship_question,
    settle_flagships,
    uses,
)
from quarterdeck.systems.interworld_fleets.indirect import EFFECTS, choose_effects, lose_fighters, rule_of, take_effect
from quarterdeck.systems.interworld_fleets.state import Activation, Command, Deeds, FleetsState, Ship
from quarterdeck.systems.interworld_fleets.unit import Ability, Board
from scripted import referee

Found = dict[str, Any]
SHIP = "ship"


def battle(given: Found, *ships: Ship) -> FleetsState:
    """A battle in which the first ship is active."""
    active = Activation(ships[0].unit, ships[0].seat, {ships[0].id: Deeds()})
    return make_state(*ships, terrain=given.get("terrain", ()), active=active)


# Effects


def do_effect_list(given: Found) -> Found:
    return {"count": len(dict.fromkeys([rule_of(effect) for effect in EFFECTS]))}


def do_choose_effects(given: Found) -> Found:
    target = make_ship(name="target", effects=[name_of_rule(rule) for rule in given["pending"]])
    question = choose_effects(target, "seat-A", given["hits"])
    return {"legal": not question.problems(None, [name_of_rule(rule) for rule in given["choice"]])}


def name_of_rule(rule: str) -> str:
    return next(effect for effect in EFFECTS if rule_of(effect) == rule)


def affected(given: Found, effect: Any) -> Ship:
    """The target of a case after one effect."""
    target = make_ship(name="target", **given["target"])
    take_effect(battle({}, target), referee()[0], target, effect)
    return target


def do_spin(given: Found) -> Found:
    return {"facing": affected(given, f"spun_{given['direction']}").facing}


def do_lose_fighters(given: Found) -> Found:
    target = make_ship(name="target", **given["target"])
    lose_fighters(target)
    assert target.fighters == affected(given, "fighters_lost").fighters
    return {"fighters": target.fighters}


def do_give_easy_target(given: Found) -> Found:
    return {"easy_target": affected(given, "easy_target").easy_target}


# Command boards


def all_abilities() -> dict[str, Ability]:
    return {ability.id: ability for each in packaged_boards().values() for ability in each.abilities}


def command_of(given: Found, *abilities: Ability) -> Command:
    """A board with dice as a case has them."""
    cells = dict.fromkeys(range(1, 7), 0) | given.get("on_board", given.get("cells", {}))
    most = given.get("max", given.get("normal_max", 6))
    return Command(Board("board", "Board", abilities or tuple(all_abilities().values())[:6], most), most, cells)


def do_command_refill(given: Found) -> Found:
    command = command_of(given)
    state = battle({}, make_ship(name="flag", flagship=True))
    state.commands["A"] = command
    answer: dict[str, int] = {}
    for cell in given.get("discard", ()):
        answer[str(cell)] = answer.get(str(cell), 0) + 1
    assert not discard(state, "A", "IWF-2.3", command.board.name).problems(state, answer)
    judge, _told = referee(given["dice"])
    rolled = refill(judge, "A", command, "seat-A", as_cells(answer))
    return {"dice_rolled": rolled, "cells": command.cells}


def do_use_ability(given: Found) -> Found:
    """Whether the ability is among those offered; if so it is used."""
    ability, ship = all_abilities()[given["ability"]], make_ship(name=SHIP, **given["ship"])
    assert ability.cell == given["cell"]
    ship.commands = list(given.get("used_on_ship_this_round", ()))
    state = battle({}, ship, make_ship(name="enemy", side="B", at=(0, 5)))
    state.commands["A"] = command_of(given, ability)
    moments = [given["moment"]] if given.get("used_at_this_moment") else []
    earlier = ["activation_start"] if given.get("used_earlier") else []
    state.active.used = [f"{moment}:A" for moment in [*moments, *earlier]]
    found = uses(state, given["moment"], "A", [ship])
    if not found:
        return {"legal": False}
    drive(ask_ability(state, referee()[0], given["moment"], ship.seat, [ship]), state, lambda question: [found[0].key])
    return {"legal": True, "cells": {cell: dice for cell, dice in state.commands["A"].cells.items() if cell in given["cells"]}}


def do_ability_applies(given: Found) -> Found:
    return {"applies": applies(all_abilities()[given["ability"]], given["weapon"])}


def do_ability_decider(given: Found) -> Found:
    """The seat that is asked when a ship of one of two allies is activated."""
    ships = [make_ship(name=seat, seat=seat, at=(n, 0)) for n, seat in enumerate(given["side_players"])]
    active = next(ship for ship in ships if ship.seat == given["active_player"])
    state = battle({}, active, *[ship for ship in ships if ship is not active])
    state.commands["A"] = command_of({"cells": {2: 1}})
    asked: list[str] = []
    drive(start(state, referee()[0]), state, lambda question: asked.append(question.seat))
    [decider] = asked
    return {"decider": decider}


def do_board_owner(given: Found) -> Found:
    """One board for the side; each of its players is offered its abilities for his ships."""
    ships = [make_ship(name=seat, seat=seat, side=given["side"], at=(n, 0)) for n, seat in enumerate(given["players"])]
    state = battle({}, *ships)
    state.commands[given["side"]] = command_of({"cells": {2: 1}})
    users = [ship.seat for ship in ships if uses(state, "activation_start", ship.side, [ship])]
    return {"boards": len(state.commands), "users": users}


def do_name_flagship(given: Found) -> Found:
    state = battle({}, make_ship(name="big", hull_max=5), make_ship(name=SHIP, **given["ship"]))
    question = flagship_question(state, "A")
    return {"legal": question is not None and not question.problems(state, [SHIP])}


def do_command_max(given: Found) -> Found:
    flagship = make_ship(flagship=True) if given["flagship"] == "on_map" else None
    return {"max": most_dice(given["normal_max"], flagship)}


def do_flagship_lost(given: Found) -> Found:
    """The flagship is destroyed; its side keeps the dice that the case names."""
    flagship = make_ship(name="flag", flagship=True)
    state = battle({}, flagship, make_ship(name="other", at=(2, 0)))
    state.commands["A"] = command = command_of(given)
    before, flagship.status = dict(command.cells), "destroyed"
    gone = {
        str(cell): number - given["keep"].count(cell) for cell, number in before.items() if number > given["keep"].count(cell)
    }
    drive(settle_flagships(state, referee()[0]), state, lambda question: gone)
    assert commander(state, "A") == flagship.seat
    return {"max": command.maximum, "discarded": sum(before.values()) - sum(command.cells.values()), "cells": command.cells}


def do_activation_start(given: Found) -> Found:
    """What happens before a ship moves, in the order of the case, abilities among it."""
    ship = make_ship(name=SHIP, flagship=True, **given["ship"])
    state = battle(given, ship)
    state.commands["A"] = command_of({"cells": dict.fromkeys(range(1, 7), 1)}) if "order" in given else command_of({})
    order = [f"{word}:{SHIP}" for word in given.get("order", ())]
    judge, _told = referee(given.get("dice", ()))
    drive(start(state, judge), state, lambda question: [next(key for key in order if key in {*question.keys()})])
    assert judge.dice.rolled == len(given.get("dice", ()))
    return stand_of(ship)


DO: dict[str, Callable[[Found], Found]] = {
    name.removeprefix("do_"): what for name, what in list(globals().items()) if name.startswith("do_")
}
