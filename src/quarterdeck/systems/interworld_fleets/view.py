"""What a seat may know: everything, for in this game nothing is written in secret and no die is hidden."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView

SHARED: tuple[str, ...] = tuple([each.name for each in fields(FleetsState)])
shared_by: Callable[[FleetsState], tuple[Any, ...]] = attrgetter(*SHARED)


def seen_by(state: FleetsState, seat: str | None) -> FleetsView:
    """The view of a seat. All of it is shared with the state, so a view is used or pickled at once."""
    return FleetsView(*(*shared_by(state), seat))


def imagine(view: FleetsView) -> FleetsState:
    """The state as it is: there is nothing to guess."""
    copy: FleetsView = pickle.loads(pickle.dumps(view, pickle.HIGHEST_PROTOCOL))
    return FleetsState(*shared_by(copy))
