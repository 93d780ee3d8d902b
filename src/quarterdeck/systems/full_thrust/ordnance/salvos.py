"""Chapter 6: how Salvo Missiles find their targets in phase 7 and attack them in phase 9d."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.lots import one_of
from quarterdeck.systems.full_thrust.protection import split
from quarterdeck.systems.full_thrust.small_fire import remove_marker
from quarterdeck.systems.full_thrust.state import FleetState, Marker, NotedDamage, Ship, has_yielded
from quarterdeck.systems.full_thrust.weapons import armour_piercing

ACQUISITION = 3.0
"""How near an enemy ship must be for a salvo to attack it, in MU (FT-6.0.2)."""


def acquire(state: FleetState, referee: Referee) -> None:
    """Phase 7: each salvo attacks the nearest enemy ship within 3 MU, or is wasted (FT-6.1.5, FT-6.1.6).

    In the classic order, where this is phase 6, a wasted one stays until the turn ends (FB2-31).
    """
    for marker in salvos(state):
        nearest = _nearest(state, marker)
        if not nearest:
            if not state.switches.classic:
                remove_marker(state, referee, marker.id, "FT-6.1.6")
            continue
        target = nearest[0] if len(nearest) == 1 else _at_random(referee, marker, nearest)
        if not disclose(state, referee, target):
            remove_marker(state, referee, marker.id, "FT-10.1.8")
            continue
        marker.targets = [target.id]
        referee.tell(Event("salvo_attacks", "FT-6.1.5", {"marker": marker.id, "ship": marker.by, "target": target.id}))


def salvos(state: FleetState) -> list[Marker]:
    """The missile salvos on the table."""
    return [marker for marker in state.markers.values() if marker.kind == "salvo"]


def _nearest(state: FleetState, marker: Marker) -> list[Ship]:
    """The nearest enemy ships in reach: more than one only at exactly the same distance."""
    enemies = [ship for ship in state.ships.values() if ship.on_table and ship.side != marker.side]
    enemies = [ship for ship in enemies if not has_yielded(ship, marker.side, state.seats)]
    far = {ship.id: apart(marker.position, ship.position) for ship in enemies}
    least = min(far.values(), default=ACQUISITION + 1.0)
    return [ship for ship in enemies if far[ship.id] == least <= ACQUISITION]


def _at_random(referee: Referee, marker: Marker, ships: list[Ship]) -> Ship:
    """One of several ships at the same distance, with equal chances; of two the first on 1-3 (FT-6.1.5)."""
    about = _("{marker} between ships equally near", marker=Unit(marker.id, marker.name))

    def roll(sides: int) -> int:
        return referee.dice.roll(1, use="nearest", rule="FT-6.1.5", by=marker.seat, sides=sides, about=about)[0]

    return one_of(ships, roll)


def missiles_arriving(roll: int, hits: int) -> int:
    """The missiles that reach the target: the roll less all hits scored on the marker (FT-6.3.1, FT-6.3.2).

    >>> missiles_arriving(5, 2), missiles_arriving(1, 5)
    (3, 0)
    """
    return max(roll - hits, 0)


def attack(state: FleetState, referee: Referee) -> None:
    """Phase 9d: all salvos at one ship are one combined attack on it (FT-6.3.7, FT-2.7.47), in scenario order (FT-2.7.37).

    Those whose target is gone, or has given itself up to their side, are wasted (FT-6.3.8, FT-10.7.2).
    """
    struck: list[Marker] = []
    for ship in state.ships.values():
        attacking = [marker for marker in salvos(state) if marker.targets == [ship.id] and _may_strike(state, marker, ship)]
        if attacking:
            strike(state, referee, ship, attacking)
            struck += attacking
    for marker in [marker for marker in salvos(state) if marker.targets]:
        remove_marker(state, referee, marker.id, "FT-6.0.1" if marker in struck else "FT-6.3.8")


def _may_strike(state: FleetState, marker: Marker, ship: Ship) -> bool:
    return ship.on_table and not has_yielded(ship, marker.side, state.seats)


def strike(state: FleetState, referee: Referee, ship: Ship, attacking: list[Marker]) -> None:
    """First all attack rolls, then the damage salvo by salvo (FT-2.7.37).

    It is armour-piercing, half of the combined total for armour; Screens do not count (FT-6.3.4, FT-6.3.6).
    """
    about = {each.id: _("{marker} at {ship}", marker=_unit(each), ship=Unit(ship.id, ship.name)) for each in attacking}
    rolls = [referee.dice.roll(1, use="salvo", rule="FT-6.3.1", by=marker.seat, about=about[marker.id]) for marker in attacking]
    total = 0
    for marker, roll in zip(attacking, rolls, strict=True):
        arriving = missiles_arriving(roll[0], marker.hits)
        faces: tuple[int, ...] = ()
        if arriving:
            faces = referee.dice.roll(arriving, use="damage", rule="FT-6.3.3", by=marker.seat, about=about[marker.id])
        points = sum(faces)
        total += points
        facts = {
            "marker": marker.id,
            "ship": marker.by,
            "target": ship.id,
            "at": list(marker.position),
            "hits": marker.hits,
            "arriving": arriving,
            "damage": points,
        }
        dice = (Roll(roll, "salvo"), *((Roll(faces, "damage"),) if arriving else ()))
        referee.tell(Event("salvo_strikes", "FT-6.3.1", facts, dice))
    apply_attack(state, referee, NotedDamage(attacking[0].by, ship.id, [split(*armour_piercing(total))]))


def _unit(marker: Marker) -> Unit:
    return Unit(marker.id, marker.name)
