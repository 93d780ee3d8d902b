"""Chapter 9: what happens to a ship that comes into a hex of terrain (IWF-9.5 to IWF-9.14)."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.hexes import Hex
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.interworld_fleets.damage import destroy, suffer
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship
from quarterdeck.systems.interworld_fleets.terrain import Area, Kind, Terrain
from quarterdeck.systems.interworld_fleets.weapons import BLOWS, Harm, count_hits

MINES = 3
"""Attacks of a minefield (IWF-9.11)."""

CLOSED_BY: dict[Kind, str] = {"gravity_well": "IWF-9.12", "large_asteroid": "IWF-9.14"}
"""The rules by which a ship is lost that comes into a hex no ship may enter."""


HARMLESS: tuple[Kind, ...] = ("gas_cloud", "buoy")
"""What a ship enters without anything coming of it (IWF-9.8, IWF-9.15)."""


def harms(terrain: Terrain, at: Hex) -> bool:
    """Whether something may come of entering a hex."""
    return any(area.kind not in HARMLESS for area in terrain.at.get(at, ()))


def enter(state: FleetsState, referee: Referee, ship: Ship, mined: list[str], fast: bool = False) -> None:
    """A ship has come into the hex where it is: by moving, ramming, displacement or dragging (IWF-9.1).

    `mined` are the minefields that have attacked it in this event already, and gets new ones (IWF-9.11); `fast` is a ship
    that moves faster than half its Speed (IWF-9.6).
    """
    for area in state.terrain.at.get(ship.at, ()):
        if ship.on_map:
            _meet(referee, ship, area, mined, fast)


def _meet(referee: Referee, ship: Ship, area: Area, mined: list[str], fast: bool) -> None:
    if area.kind in CLOSED_BY:
        destroy(referee, ship, CLOSED_BY[area.kind])
    elif area.kind == "asteroid_field":
        asteroids(referee, ship, area, 2 if fast else 1)
    elif area.kind == "debris_field":
        blows(referee, ship, area, 1, "IWF-9.7")
    elif area.kind == "ion_storm":
        lose_shields(referee, ship, area)
    elif area.kind == "minefield" and area.id not in mined:
        mined.append(area.id)
        blows(referee, ship, area, MINES, "IWF-9.11")


def asteroids(referee: Referee, ship: Ship, area: Area, dice: int) -> None:
    """A point of hull for each 1, past shields and armour (IWF-9.5); two dice for a fast ship (IWF-9.6)."""
    rule = "IWF-9.5" if dice == 1 else "IWF-9.6"
    faces = referee.dice.roll(dice, use=area.kind, rule=rule, by=ship.seat)
    harm = Harm(0, len([face for face in faces if face == 1]))
    suffer(referee, ship, harm, _told(ship, area, rule, faces))


def blows(referee: Referee, ship: Ship, area: Area, dice: int, rule: str) -> None:
    """Automatic attacks, at 4+ without modifiers and a 6 twice; shields and armour apply (IWF-9.7, IWF-9.11)."""
    faces = referee.dice.roll(dice, use=area.kind, rule=rule, by=ship.seat)
    hits = count_hits(faces, BLOWS.needed, BLOWS.critical)
    absorbed = min(hits, ship.shields)
    suffer(referee, ship, Harm(absorbed, (hits - absorbed) // ship.armour), _told(ship, area, rule, faces))


def lose_shields(referee: Referee, ship: Ship, area: Area) -> None:
    """An ion storm takes all shields (IWF-9.9)."""
    if ship.shields:
        suffer(referee, ship, Harm(ship.shields, 0), _told(ship, area, "IWF-9.9", ()))


def start_in_mines(state: FleetsState, referee: Referee, ship: Ship, mined: list[str]) -> None:
    """A minefield attacks a ship that stands in it when it is activated, whether it will move or not (IWF-9.11)."""
    for area in state.terrain.at.get(ship.at, ()):
        if area.kind == "minefield" and ship.on_map:
            _meet(referee, ship, area, mined, fast=False)


def _told(ship: Ship, area: Area, rule: str, faces: tuple[int, ...]) -> Event:
    dice = (Roll(faces, area.kind),) if faces else ()
    return Event("hazard", rule, {"ship": ship.id, "kind": area.kind, "area": area.id, "at": list(ship.at)}, dice)
