"""Appendix A.3: the generators of a Sa'Vasku construct, what its power is divided into, and the drive that it feeds.

Power is counted in Power Points, PP. What a construct has stands in `Ship.pools` from the moment at which its orders are carried
out to the end of the turn; before that it stands in its orders only, which are secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.design import backup_mass, round_half_up
from quarterdeck.systems.full_thrust.order_lines import POOL_OF, Action, write_line
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.state import FleetState, Ship

if TYPE_CHECKING:
    from quarterdeck.engine.referee import Referee

POOLS: dict[str, Text] = {"M": _("Movement"), "A": _("Attack"), "D": _("Defence"), "R": _("Repair")}
"""What power is divided into (FT-A.3.4)."""


# Generators


def standing(ship: Ship) -> list[tuple[int, int]]:
    """Row and rating of each generator that still stands (FT-A.3.3)."""
    rated = enumerate(ship.design.generators, 1)
    return [(row, rating) for row, rating in rated if rating and row not in ship.generators_lost]


def power_of(ship: Ship) -> int:
    """The PP of a turn: the sum of the ratings that are left (FT-A.3.3, FT-A.3.4)."""
    generators = ship.design.generators
    if not ship.generators_lost:
        return sum(generators)
    return sum([rating for _row, rating in standing(ship)])


def lose_generators(referee: Referee, ship: Ship, crossed: Sequence[int]) -> None:
    """The generators at the ends of the rows that damage has completed are gone, without a die (FT-A.3.3).

    Rows are completed once, so that a generator that was grown again is not lost with its old row (FT-A.3.26).
    """
    gone = [row for row, _rating in standing(ship) if row in crossed]
    if gone:
        ship.generators_lost = sorted([*ship.generators_lost, *gone])
        referee.tell(Event("generators_lost", "FT-A.3.3", {"ship": ship.id, "rows": gone, "power": power_of(ship)}))


# The Drive Node


def power_for(tmf: int, thrust: int, drive_hits: int) -> int:
    """The PP for so much thrust: 2 % of the TMF a point, 4 % when the node is damaged, at least 1 (FT-A.3.6).

    >>> power_for(80, 6, 0), power_for(80, 6, 1)
    (10, 19)
    """
    return max(1, round_half_up(2 * (1 + drive_hits) * thrust * tmf, 100)) if thrust else 0


def most_thrust(tmf: int, power: int, drive_hits: int) -> int:
    """The greatest thrust that so many PP pay for; a destroyed node gives none (FT-A.3.6).

    >>> most_thrust(100, 8, 0)
    4
    """
    if drive_hits > 1 or power < 1:
        return 0
    percent = 2 * (1 + drive_hits)
    thrust = (100 * power + 49) // (percent * tmf)
    while power_for(tmf, thrust + 1, drive_hits) <= power:
        thrust += 1
    while thrust and power_for(tmf, thrust, drive_hits) > power:
        thrust -= 1
    return thrust


def rating_of(design: Design) -> int:
    """The thrust of a sound ship: its rating, or what all power gives to a Drive Node."""
    return most_thrust(design.mass, sum(design.generators), 0) if design.node_driven else design.thrust


# Dividing the power


class Allotment(NamedTuple):
    """What orders divide the power into: PP by pool, and the words that ask for what is not there."""

    pools: dict[str, int]
    ignored: tuple[Action, ...]


def allotted(ship: Ship, actions: Iterable[Action]) -> Allotment:
    """The pools that an order line fills, in its order: each once, and none beyond the power that is left (FT-A.3.4)."""
    left, pools = power_of(ship), dict[str, int]()
    ignored: list[Action] = []
    for action in actions:
        pool = POOL_OF.get(action.kind)
        if pool is None:
            continue
        if pool in pools or action.amount > left:
            ignored.append(action)
        else:
            pools[pool] = action.amount
            left -= action.amount
    return Allotment(pools, tuple(ignored))


def allotment_problem(ship: Ship, actions: Iterable[Action], unit: str) -> Problem | None:
    """Why power cannot be divided as it is written; `nearest` is the line without the words that fail."""
    actions = tuple(actions)
    pools, ignored = allotted(ship, actions)
    if not ignored:
        return None
    word, power = ignored[0], power_of(ship)
    if POOL_OF[word.kind] in pools:
        text = _("{word} fills a pool that is filled already.", word=word.word)
    else:
        text = _("{word} asks for more than is left of {power} PP.", word=word.word, power=power)
    return Problem("FT-A.3.4", text, unit, write_line([action for action in actions if action not in ignored]))


def divided(pools: Mapping[str, int]) -> tuple[Action, ...]:
    """The words of an order line that divide power so, empty pools left out."""
    return tuple([Action(kind, pools[pool]) for kind, pool in POOL_OF.items() if pools.get(pool)])


def usual_line(ship: Ship) -> str:
    """The line of a construct that drifts, ready for the rest: a Screen of level 1 where a node works, all else to attack."""
    nodes = [node for node in ship.design.by_kind.get("screen_node", ()) if node.id not in ship.lost]
    power = power_of(ship)
    screen = node_mass(ship) if nodes and node_mass(ship) <= power // 2 else 0
    return write_line(divided({"A": power - screen, "D": screen}))


def divided_at_random(ship: Ship, rng: Rng) -> tuple[Action, ...]:
    """Any division of the power of a ship: every one may come out, a part of it unused too."""
    left, pools = power_of(ship), dict[str, int]()
    order = list(POOL_OF.values())
    rng.shuffle(order)
    for pool in order:
        pools[pool] = rng.randrange(left + 1)
        left -= pools[pool]
    return divided(pools)


# Using it


def fill_pools(state: FleetState, referee: Referee, ship: Ship, actions: Iterable[Action]) -> None:
    """The orders of a construct are carried out: its pools hold what they say, for this turn (FT-A.3.4, FT-A.3.28).

    Of a Bogey only its own side learns of it (FT-10.1.1).
    """
    ship.pools = allotted(ship, actions).pools
    facts = {"ship": ship.id, "power": power_of(ship), "pools": dict(ship.pools)}
    tell_of(state, referee, ship, Event("power_divided", "FT-A.3.4", facts))


def drain(ships: Iterable[Ship]) -> None:
    """The turn is over, and unused power with it (FT-A.3.4)."""
    for ship in ships:
        if ship.pools:
            ship.pools = {}


def node_mass(ship: Ship) -> int:
    """The MASS of a Screen Node, and the PP for each level of its Screen (FT-A.3.20)."""
    return backup_mass(ship.design.mass)


def node_level(ship: Ship) -> int:
    """The Screen level that the D pool feeds: each working node gives a level for its MASS in PP, two for twice that.

    The levels of all nodes add up, to 2 at most (FT-A.3.20).
    """
    nodes = [node for node in ship.design.by_kind.get("screen_node", ()) if node.id not in ship.lost]
    return min(2, ship.pools.get("D", 0) // node_mass(ship)) if nodes else 0
