"""What the ships of the active unit may do in their shooting step: shoot, harpoon, board, batten down (IWF-2.8, IWF-4.1).

A plan names for each weapon its target (``a1/w1`` -> ``b2``), and for each crew (``a1/crew``) a ship to board, or ``batten``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from quarterdeck.engine.hexes import adjacent
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.interworld_fleets.attacks import Shot
from quarterdeck.systems.interworld_fleets.boarding import why_not_board
from quarterdeck.systems.interworld_fleets.sighting import enemies, obstacle, targets
from quarterdeck.systems.interworld_fleets.squadrons import keeps_formation
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship, weapons_left
from quarterdeck.systems.interworld_fleets.unit import Weapon

CREW = "crew"
BATTEN = "batten"


class Salvo(NamedTuple):
    """Weapons of one type at one target: one attack (IWF-4.49)."""

    shots: tuple[Shot, ...]
    target: str


class Harpoon(NamedTuple):
    """One harpoon at a target (IWF-4.17)."""

    shot: Shot
    target: str


class Boarding(NamedTuple):
    """Ships that board a target as one (IWF-6.9)."""

    ships: tuple[str, ...]
    target: str


class Battening(NamedTuple):
    """A ship that battens down (IWF-4.50)."""

    ship: str


Deed: TypeAlias = Salvo | Harpoon | Boarding | Battening


def slot_of(ship: str, part: str) -> str:
    """The slot of a weapon, or of the crew, of a ship."""
    return f"{ship}/{part}"


def part_of(slot: str) -> Shot:
    """The ship and the weapon (or ``crew``) of a slot."""
    ship, _slash, part = slot.rpartition("/")
    return Shot(ship, part)


def weapon_of(state: FleetsState, shot: Shot) -> Weapon:
    """The weapon of a shot."""
    return state.ships[shot.ship].cls.weapon(shot.weapon)


# What may be done


def options(state: FleetsState, ships: Sequence[Ship]) -> dict[str, tuple[str, ...]]:
    """For each slot of these ships of one unit what it can go to now; slots without anything are left out."""
    found: dict[str, tuple[str, ...]] = {}
    for ship in ships:
        if not state.deeds(ship).over and keeps_formation(state, ship):
            for weapon in armed(state, ship):
                found[slot_of(ship.id, weapon.id)] = tuple([target.id for target in targets(state, ship, weapon)])
            found[slot_of(ship.id, CREW)] = crew_options(state, ship)
    return {slot: keys for slot, keys in found.items() if keys}


def armed(state: FleetsState, ship: Ship) -> list[Weapon]:
    """The weapons that a ship may still fire in this activation (IWF-4.1, IWF-4.17, IWF-4.50, IWF-6.1)."""
    deeds = state.deeds(ship)
    if deeds.boarded or deeds.battened or deeds.harpooned:
        return []
    return [weapon for weapon in weapons_left(ship, deeds) if not deeds.fired or weapon.type != "harpoon"]


def crew_options(state: FleetsState, ship: Ship) -> tuple[str, ...]:
    """Whom a crew may board by itself or with mates, and whether it may batten down (IWF-4.50, IWF-6.1)."""
    deeds = state.deeds(ship)
    if deeds.boarded or deeds.battened:
        return ()
    beside = [target for target in enemies(state, ship) if adjacent(target.at, ship.at)]
    boarded = [target.id for target in beside if why_not_board(state, [ship], target) is None]
    return (*boarded, BATTEN) if not deeds.fired else tuple(boarded)


# Plans


def deeds_of(state: FleetsState, plan: Mapping[str, object]) -> list[Deed]:
    """What a plan does, in the order in which it was announced; weapons of one type at one target fire together (IWF-4.48)."""
    found: dict[object, list[Shot]] = {}
    for slot, key in plan.items():
        shot = part_of(slot)
        if shot.weapon == CREW:
            group: object = (CREW, shot.ship) if key == BATTEN else (CREW, "board", key)
        else:
            weapon = weapon_of(state, shot)
            group = (weapon.type, slot if weapon.type == "harpoon" else "", key)
        found.setdefault(group, []).append(shot)
    return [_deed(state, shots, str(plan[slot_of(*shots[0])])) for shots in found.values()]


def _deed(state: FleetsState, shots: Sequence[Shot], key: str) -> Deed:
    if shots[0].weapon == CREW:
        return Battening(shots[0].ship) if key == BATTEN else Boarding(tuple([shot.ship for shot in shots]), key)
    return Harpoon(shots[0], key) if weapon_of(state, shots[0]).type == "harpoon" else Salvo(tuple(shots), key)


def check_plan(state: FleetsState, plan: Mapping[str, object]) -> list[Problem]:
    """Why the parts of a plan, each of which may be done by itself, do not go together."""
    by_ship: dict[str, list[Shot]] = {}
    for slot in plan:
        by_ship.setdefault(part_of(slot).ship, []).append(part_of(slot))
    found = [problem for parts in by_ship.values() if (problem := _why_not_all(state, parts)) is not None]
    boarded = [deed for deed in deeds_of(state, plan) if isinstance(deed, Boarding)]
    if len(boarded) > 1:
        found.append(Problem("IWF-6.5", _("One enemy may be boarded in an activation."), boarded[1].ships[0]))
    for deed in boarded[:1]:
        problem = why_not_board(state, [state.ships[ship] for ship in deed.ships], state.ships[deed.target])
        found += [problem] if problem else []
    return found


def _why_not_all(state: FleetsState, parts: Sequence[Shot]) -> Problem | None:
    """Shooting, a harpoon, boarding and battening down take each other's place (IWF-4.17, IWF-4.50, IWF-6.1)."""
    if len(parts) == 1:
        return None
    ship = state.ships[parts[0].ship]
    at, slot = Unit(ship.id, ship.name), slot_of(*parts[0])
    if any(part.weapon == CREW for part in parts):
        return Problem("IWF-6.1", _("{ship} shoots, boards or battens down: one of them.", ship=at), slot)
    if any(weapon_of(state, part).type == "harpoon" for part in parts):
        return Problem("IWF-4.17", _("{ship} fires one harpoon in place of all its other weapons.", ship=at), slot)
    return None


def still_possible(state: FleetsState, deed: Deed) -> bool:
    """Whether a deed of a plan can still be done after what came before it; a salvo only whole.

    A loss or a drag may have taken a ship out of formation meanwhile, which is judged at this moment (IWF-7.4).
    """
    match deed:
        case Salvo(shots, target):
            return all(_open(state, shot, target) for shot in shots)
        case Harpoon(shot, target):
            return _open(state, shot, target)
        case Boarding(ships, target):
            crews, enemy = [state.ships[each] for each in ships], state.ships[target]
            return enemy.on_map and all(_able(state, ship) for ship in crews) and why_not_board(state, crews, enemy) is None
        case Battening(ship):
            return _able(state, state.ships[ship])


def _open(state: FleetsState, shot: Shot, target: str) -> bool:
    ship = state.ships[shot.ship]
    return _able(state, ship) and obstacle(state, ship, weapon_of(state, shot), state.ships[target]) is None


def _able(state: FleetsState, ship: Ship) -> bool:
    return ship.on_map and keeps_formation(state, ship)
