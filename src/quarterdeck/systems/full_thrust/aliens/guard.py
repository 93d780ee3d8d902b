"""What of power, Biomass and Leeches can never be, for the guard against an umpire's change."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.aliens.power import POOLS
from quarterdeck.systems.full_thrust.state import FleetState, Ship


def faults_of_construct(state: FleetState, ship: Ship) -> Iterator[tuple[bool, str, Text]]:
    """Biomass spent by what has none, more power than all generators give, generators lost that never were, Leeches of nobody."""
    generators = ship.design.generators
    rows = [row for row, rating in enumerate(generators, 1) if rating]
    most = sum(generators)
    pools = ship.pools
    divided = all(pool in POOLS and 0 <= power <= most for pool, power in pools.items())
    yield not 0 <= ship.consumed <= (ship.design.hull if generators else 0), "FT-A.3.2", _("spent Biomass")
    yield not divided or sum(pools.values()) > most, "FT-A.3.4", _("power")
    gone = ship.generators_lost
    yield len(dict.fromkeys(gone)) < len(gone) or any(row not in rows for row in gone), "FT-A.3.3", _("lost generators")
    yield not all(_possible_leech(state, leech, turn) for leech, turn in ship.leeches.items()), "FT-A.3.16", _("Leeches")


def _possible_leech(state: FleetState, leech: str, turn: object) -> bool:
    """Whether a Leech came from a launcher of a ship in the battle, in a turn up to this one."""
    by, _dash, rest = leech.partition("-")
    launcher, _last, launched = rest.rpartition("-")
    known = by in state.ships and launcher in state.ships[by].design.by_id
    return known and type(turn) is int and 1 <= turn <= state.turn and launched == str(turn)
