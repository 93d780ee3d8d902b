"""What the events of contacts, mines and wonder weapons show on the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quarterdeck.engine.picture import Blast, Effect, Happen, Move, Shoot
from quarterdeck.engine.problems import Json
from quarterdeck.systems.full_thrust.state import FleetState

Facts = dict[str, Json]
MINE_BLAST = 3.0
"""How large a mine's blast is drawn, in MU (FT-11.1.1)."""


def _contact_moved(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    start, end = tuple(facts["from"]), tuple(facts["to"])
    return (Move(facts["ship"], (start, end), (0.0, 0.0)),)


def _appears(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    return (Happen("appear", facts["ship"]),)


def _fades(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    return (Happen("fade", facts["ship"]),)


def _ahead(facts: Facts, _view: FleetState) -> tuple[Effect, ...]:
    return (Shoot("beam", tuple(facts["from"]), tuple(facts["to"]), hit=True),)


CONTACT_EFFECTS: Mapping[str, Callable[[Facts, FleetState], tuple[Effect, ...]]] = {
    "contact_moved": _contact_moved,
    "contact_deployed": _appears,
    "revealed": _appears,
    "dummy_removed": _fades,
    "out_of_sight": lambda facts, _view: (Happen("fade", facts["group"]),),
    "mine_attacks": lambda facts, _view: (Blast(tuple(facts["at"]), MINE_BLAST),),
    "template_moves": _ahead,
    "wave_fired": _ahead,
    "cloaked": _fades,
    "decloaked": _appears,
}
