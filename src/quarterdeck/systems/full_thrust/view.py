"""What a seat may know, and imagining what it may not: orders and plans are secret (FT-2.1.5, FT-2.7.3)."""

from __future__ import annotations

import pickle
from dataclasses import fields
from operator import attrgetter

from quarterdeck.engine.rng import Rng
from quarterdeck.systems.full_thrust.contacts.secrecy import conceal, has_secrets, imagine_hidden
from quarterdeck.systems.full_thrust.movement import may_declare, motion_of, random_line, thrust_of
from quarterdeck.systems.full_thrust.orders import takes_orders
from quarterdeck.systems.full_thrust.state import FleetState, FleetView


def seen_by(state: FleetState, seat: str | None) -> FleetView:
    """The view of a seat: everything but the orders of other sides and the plans of other seats that are not executed yet.

    What optional rules hide beyond that is cut by `secrecy.conceal`.
    All that is open is shared with the state, so a view is used or pickled at once.
    """
    view = FleetView(*_ALL(state))
    view.viewer = seat
    if state.orders:
        side = state.seats.get(seat) if seat is not None else None
        view.orders = {ship: line for ship, line in state.orders.items() if state.ships[ship].side == side}
    if state.plans:
        view.plans = {of: plan for of, plan in state.plans.items() if of == seat}
    if has_secrets(state):
        conceal(view, state.seats.get(seat) if seat is not None else None)
    return view


_ALL = attrgetter(*[each.name for each in fields(FleetState)])
"""The values of all fields of a state, in their order."""


def imagine(view: FleetView, rng: Rng) -> FleetState:
    """A state that could be true: where others have written orders, random ones that their ships could carry out."""
    copy: FleetView = pickle.loads(pickle.dumps(view, pickle.HIGHEST_PROTOCOL))
    state = FleetState(*_ALL(copy))
    if has_secrets(state):
        imagine_hidden(view, state, rng)
    if state.step in ORDERS_WRITTEN:
        own = state.seats.get(view.viewer) if view.viewer is not None else None
        for ship in state.ships.values():
            if ship.side != own and takes_orders(ship, state.turn, state.switches):
                words = may_declare(ship, state.switches)
                line = random_line(motion_of(ship), thrust_of(ship), rng, state.switches.free_pushes, words)
                state.orders[ship.id] = line
    return state


ORDERS_WRITTEN = (1, 2, 3, 4)
"""The steps of the round between writing orders and moving."""
