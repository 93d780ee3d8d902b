"""What a seat may know, and imagining what it may not (IWD-14.12)."""

from __future__ import annotations

import pickle
from dataclasses import fields, replace
from typing import Any

from quarterdeck.engine.rng import Rng
from quarterdeck.systems.interworld_drama.record import (
    MIGHTY_DICE,
    NARRATOR,
    USUAL_DICE,
    Character,
    Kind,
    ShipSystem,
    WeaponType,
)
from quarterdeck.systems.interworld_drama.state import DramaState, DramaView, Member, Ship

MOST_TASS = 4
OPEN_FIELDS = tuple(each.name for each in fields(Ship) if each.name not in ("record", "tass", "crew", "hidden"))
EVERY_SHIP_HAS: tuple[Kind, ...] = ("helm", "sensors", "comms", "power", "weapon")
"""The kinds of systems that an unknown ship is imagined with."""
STATE_FIELDS = tuple(each.name for each in fields(DramaState))


def seen_by(state: DramaState, seat: str | None) -> DramaView:
    """The view of a seat. The narrator knows everything; a side its own ships and those it has analysed.

    Of other ships it does not know systems that have not acted, pools, powers, Tass and extra actions, and so not whether an
    action is left. All that is open is shared with the state, so a view is used or pickled at once.
    """
    side = state.scene.seat_sides().get(seat) if seat is not None else None
    ships = {key: ship if knows(ship, side) else faceless(ship) for key, ship in state.ships.items()}
    shared: dict[str, Any] = {name: getattr(state, name) for name in STATE_FIELDS}
    scene = state.scene if side == NARRATOR else replace(state.scene, ships={key: ship.record for key, ship in ships.items()})
    return DramaView(**{**shared, "ships": ships, "scene": scene}, viewer=seat)


def knows(ship: Ship, side: str | None) -> bool:
    """Whether a side knows the figures of a ship."""
    return side in (NARRATOR, ship.side) or side in ship.known_to


def faceless(ship: Ship) -> Ship:
    """A ship as strangers see it."""
    crew = {}
    for sheet in ship.face.crew:
        own = ship.crew[sheet.id]
        crew[sheet.id] = Member(own.id, sheet, own.post, own.spent, own.injuries, own.back_from, own.master_used)
    shared = {name: getattr(ship, name) for name in OPEN_FIELDS}
    return Ship(record=ship.face, tass=0, crew=crew, hidden=True, **shared)


def imagine(view: DramaView, rng: Rng) -> DramaState:
    """A state that could be true: hidden ships get officers' dice, some Tass, what a ship has, and the extra actions shown."""
    whole: DramaView = pickle.loads(pickle.dumps(view, pickle.HIGHEST_PROTOCOL))
    for ship in whole.ships.values():
        if ship.hidden:
            _dress(ship, rng)
    scene = replace(whole.scene, ships={key: ship.record for key, ship in whole.ships.items()})
    shared: dict[str, Any] = {name: getattr(whole, name) for name in STATE_FIELDS}
    return DramaState(**{**shared, "scene": scene})


def _dress(ship: Ship, rng: Rng) -> None:
    for member in ship.crew.values():
        member.sheet = _imagined(member, rng)
    systems = [replace(system, attribute="wits", ability=system.kind) for system in ship.record.systems]
    room = ship.record.compartments[0].name
    for kind in [kind for kind in EVERY_SHIP_HAS if not ship.record.of_kind(kind)]:
        weapon: WeaponType = "cannon" if kind == "weapon" else ""
        systems.append(ShipSystem(f"unseen-{kind}", kind, kind, "wits", kind, room, weapon))
    ship.tass, ship.hidden = rng.randrange(MOST_TASS), False
    sheets = tuple([member.sheet for member in ship.crew.values()])
    ship.record = replace(ship.record, systems=tuple(systems), crew=sheets, tass=ship.tass, extra_action=bool(ship.doubled))


def _imagined(member: Member, rng: Rng) -> Character:
    dice = rng.choice((USUAL_DICE, USUAL_DICE, MIGHTY_DICE))
    return replace(member.sheet, dice=dice, extra_action=member.spent > 1, damage_control=rng.randrange(2) == 1)
