"""What a seat may know, and imagining what it may not: only written orders are secret (FT-2.1.5, FT-2.7.3)."""

from __future__ import annotations

import pickle

from quarterdeck.engine.rng import Rng
from quarterdeck.systems.full_thrust.movement import motion_of, random_line, thrust_of
from quarterdeck.systems.full_thrust.orders import takes_orders
from quarterdeck.systems.full_thrust.state import FleetState, FleetView


def seen_by(state: FleetState, seat: str | None) -> FleetView:
    """The view of a seat: everything but the orders of other sides that have not been executed yet.

    All that is open is shared with the state, so a view is used or pickled at once.
    """
    orders = state.orders
    if orders:
        side = state.seats.get(seat) if seat is not None else None
        orders = {ship: line for ship, line in orders.items() if state.ships[ship].side == side}
    return FleetView(
        state.scenario,
        state.switches,
        state.seats,
        state.ships,
        state.turn,
        state.step,
        state.initiative,
        orders,
        state.last_orders,
        state.fired,
        state.passed,
        state.last_side,
        state.noted,
        state.picks,
        state.deploying,
        seat,
    )


def imagine(view: FleetView, rng: Rng) -> FleetState:
    """A state that could be true: where others have written orders, random ones that their ships could carry out."""
    copy: FleetView = pickle.loads(pickle.dumps(view, pickle.HIGHEST_PROTOCOL))
    state = FleetState(
        copy.scenario,
        copy.switches,
        copy.seats,
        copy.ships,
        copy.turn,
        copy.step,
        copy.initiative,
        copy.orders,
        copy.last_orders,
        copy.fired,
        copy.passed,
        copy.last_side,
        copy.noted,
        copy.picks,
        copy.deploying,
    )
    if state.step in ORDERS_WRITTEN:
        own = state.seats.get(view.viewer) if view.viewer is not None else None
        for ship in state.ships.values():
            if ship.side != own and takes_orders(ship, state.turn):
                line = random_line(motion_of(ship), thrust_of(ship), rng, state.switches.free_pushes)
                state.orders[ship.id] = line
    return state


ORDERS_WRITTEN = (1, 2)
"""The steps of the round between writing orders and moving."""
