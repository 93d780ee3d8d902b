"""What a seat may know, and imagining what it may not: orders and plans are secret (FT-2.1.5, FT-2.7.3)."""

from __future__ import annotations

import pickle
from dataclasses import fields
from operator import attrgetter

from quarterdeck.engine.rng import Rng
from quarterdeck.systems.full_thrust.contacts.secrecy import conceal, has_secrets, imagine_hidden
from quarterdeck.systems.full_thrust.ftl.entries import imagined_plan
from quarterdeck.systems.full_thrust.movement import any_line
from quarterdeck.systems.full_thrust.orders import takes_orders
from quarterdeck.systems.full_thrust.state import FleetState, FleetView


def seen_by(state: FleetState, seat: str | None) -> FleetView:
    """The view of a seat: everything but the orders of other sides, and plans of others that are not executed or announced yet.

    What optional rules hide beyond that is cut by `secrecy.conceal`.
    All that is open is shared with the state, so a view is used or pickled at once.
    """
    view = FleetView(*_ALL(state))
    view.viewer = seat
    if state.arrivals:
        own = state.seats.get(seat) if seat is not None else None
        known = {ship: plan for ship, plan in state.arrivals.items() if plan.announced or state.ships[ship].side == own}
        view.arrivals = known
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
    """A state that could be true: where others have written orders, random ones that their ships could carry out.

    Where they have ships in reserve, plans that they could have made (FT-8.2.1).
    """
    copy: FleetView = pickle.loads(pickle.dumps(view, pickle.HIGHEST_PROTOCOL))
    state = FleetState(*_ALL(copy))
    own = state.seats.get(view.viewer) if view.viewer is not None else None
    if has_secrets(state):
        imagine_hidden(view, state, rng)
    if state.step in ORDERS_WRITTEN:
        for ship in state.ships.values():
            if ship.side != own and takes_orders(state, ship):
                state.orders[ship.id] = any_line(state, ship, rng)
    for ship in state.ships.values():
        if ship.status == "reserve" and not ship.carried_by and ship.id not in state.arrivals and ship.side != own:
            state.arrivals[ship.id] = imagined_plan(state, rng)
    return state


ORDERS_WRITTEN = (1, 2, 3, 4)
"""The steps of the round between writing orders and moving."""
