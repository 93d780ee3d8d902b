"""What the worked cases of the round, of ship classes and of the end of a battle do; `DO` names each by its word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from iwf_fakes import drive, make_ship, make_state

from quarterdeck.engine.hexes import Hex
from quarterdeck.systems.interworld_fleets.activation import begin, end
from quarterdeck.systems.interworld_fleets.class_files import read_class, untypical
from quarterdeck.systems.interworld_fleets.outcome import controller, outcome
from quarterdeck.systems.interworld_fleets.round import (
    PARTS,
    PHASES,
    count_points,
    deploy_fighters,
    next_seat,
    note_finished,
    phase_over,
    restore_shields,
)
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.unit import ShipClass, Weapon
from scripted import referee

Found = dict[str, Any]

# Classes

PLAIN_CLASS = {"key": "plain", "name": "Plain", "points": 10, "hull": 4, "speed": 5, "armour": 1}


def do_validate_ship(given: Found) -> Found:
    weapons = [{**weapon} for weapon in given["weapons"]]
    return {"valid": isinstance(read_class({**PLAIN_CLASS, **given, "weapons": weapons}), ShipClass)}


def do_validate_mount(given: Found) -> Found:
    weapon = Weapon("w1", given["weapon"], "Mines", given["slot"], (), 4, 3, heavy=given["heavy"])
    return {"typical": untypical(weapon) is None}


# The round


def do_phases(given: Found) -> Found:
    return {"order": list(PHASES)}


def do_activation_steps(given: Found) -> Found:
    """The parts of an activation after its start."""
    return {"order": list(PARTS)[1:]}


def do_round_start(given: Found) -> Found:
    """Phases 1 and 3 for one ship."""
    pending = {"no_shield_restore": given["no_shield_restore"]} if "no_shield_restore" in given else {}
    ship = make_ship(**given["ship"], **pending)
    state = make_state(ship, terrain=given.get("terrain", ()))
    seen, _told = referee()
    drive(restore_shields(state, seen), state)
    drive(deploy_fighters(state, seen), state)
    assert ship.effects == []
    return {"shields": ship.shields, "fighters": ship.fighters}


def do_activations(given: Found) -> Found:
    """Each player activates a unit when it is his turn."""
    ships = [
        make_ship(name=f"{side}{n}", side=side, seat=side, at=(20 + ord(side), n))
        for side, units in given["units"].items()
        for n in range(units)
    ]
    state = make_state(*ships, initiative=list(given["order"]))
    sequence = []
    while not phase_over(state):
        sequence.append(seat := next_seat(state))
        begin(state, referee()[0], seat, next(ship.id for ship in ships if ship.seat == seat and ship.id not in state.activated))
        end(state)
        note_finished(state)
    return {"sequence": sequence, "finish_order": state.finished}


def do_phase_over(given: Found) -> Found:
    """Units of two sides, and one more ship of each that has been activated, so that both are still on the map."""
    ships = [make_ship(name=each["name"], side=each["name"][0], at=(n, 0)) for n, each in enumerate(given["units"])]
    both = [make_ship(name=f"{side}-more", side=side, at=(n, 5)) for n, side in enumerate("ab")]
    activated = [each["name"] for each in given["units"] if each["activated"]] + [ship.id for ship in both]
    state = make_state(*ships, *both, activated=activated)
    for each in given["units"]:
        state.ships[each["name"]].status = "destroyed" if each.get("destroyed") else "fighting"
    return {"phase_over": phase_over(state)}


# The end


def do_control(given: Found) -> Found:
    ships = [make_ship(name=f"s{n}", **each) for n, each in enumerate(given["ships"])]
    return {"controller": controller([Hex(*given["point"])], ships) or "none"}


def do_battle_over(given: Found) -> Found:
    """A ship of each side that is left, and for the points that a side has destroyed a wreck of the other."""
    left = [make_ship(name=f"{side}1", side=side, at=(n, 0)) for n, side in enumerate(given["sides_on_map"])]
    points = given.get("points_destroyed_by", dict.fromkeys("AB", 0))
    wrecks = [_wreck("B" if side == "A" else "A", worth) for side, worth in points.items()]
    state = make_state(*left, *wrecks, round=given["round_finished"])
    state.scenario = replace(state.scenario, rounds=given["rounds"])
    return _after_round(state)


def _wreck(side: str, worth: int) -> Ship:
    return replace(make_ship(name=f"wreck-{side}", side=side, points=worth, at=(9, 9)), status="destroyed", hull=0)


def _after_round(state: FleetsState) -> Found:
    drive(count_points(state, referee()[0]), state)
    found = outcome(state)
    return {"over": found is not None, "winner": next(iter(found.winners), "none") if found else None}


DO: dict[str, Callable[[Found], Found]] = {
    name.removeprefix("do_"): what for name, what in list(globals().items()) if name.startswith("do_")
}
