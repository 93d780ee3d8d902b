"""What a map shows of FTL: jump points with their danger, and where ships mean to drop out."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.scene import Area, Circle, Item, Token
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.ftl.hazard import DANGER
from quarterdeck.systems.full_thrust.state import FleetView, Ship


def ftl_items(view: FleetView) -> Iterator[Item]:
    """The jump points of ships that are warm, and the entry points that the viewer knows of."""
    for ship in view.ships.values():
        if ship.jump_on and ship.on_table:
            yield _jump_point(ship)
    for ship_id, plan in view.arrivals.items():
        ship = view.ships[ship_id]
        danger = Circle(plan.position, DANGER)
        yield Area(id=f"{ship_id}.ea", side=ship.side, ref=ship_id, style="warn", shape=danger)
        yield Token(
            id=f"{ship_id}.e",
            side=ship.side,
            ref=ship_id,
            say=_("{ship} means to drop out here in turn {n}", ship=ship.name, n=plan.turn),
            style="plan",
            silhouette=ship.design.silhouette,
            at=plan.position,
            heading=plan.facing % 12 * 30,
            ring="none",
        )


def _jump_point(ship: Ship) -> Area:
    """Where a ship will jump, as far as it is endangered by what is near (FT-8.1.5, FT-8.1.7)."""
    centre = ship.position.plus(ship.course, ship.velocity / 2.0)
    return Area(id=f"{ship.id}.j", side=ship.side, ref=ship.id, style="warn", shape=Circle(centre, DANGER))
