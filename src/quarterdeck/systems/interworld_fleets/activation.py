"""The start and the end of an activation: what happens to its ships before they move, and what wears off (IWF-2.8, IWF-10.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.engine.events import Event
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_fleets.boards import take_effect
from quarterdeck.systems.interworld_fleets.commands import Use, announce, ask_ability, choice_of, settle_flagships, uses
from quarterdeck.systems.interworld_fleets.hazards import start_in_mines
from quarterdeck.systems.interworld_fleets.state import Activation, Deeds, FleetsState, Ship, name_of
from quarterdeck.systems.interworld_fleets.tokens import drain_shields, open_hatches, wear_off

HAPPENINGS: dict[str, Text] = {
    "minefield": _("The minefield attacks {ship}"),
    "phase_tokens": _("Phase tokens take shields of {ship}"),
    "hatches": _("{ship} opens its hatches"),
}
"""What can happen at the start of an activation (IWF-9.11, IWF-4.36, IWF-4.51), in order unless the player chooses another."""


class Due(NamedTuple):
    """A happening that is still to come, and the ship."""

    what: str
    ship: str

    @property
    def key(self) -> str:
        """How it is chosen: ``minefield:a1``."""
        return f"{self.what}:{self.ship}"


def begin(state: FleetsState, referee: Referee, seat: str, unit: str) -> None:
    """A unit is activated (IWF-2.7)."""
    state.active = Activation(unit, seat, {ship.id: Deeds() for ship in state.members(unit)})
    referee.tell(Event("activated", "IWF-2.7", {"unit": unit, "ships": list(state.active.ships)}))


def active_ships(state: FleetsState) -> list[Ship]:
    """The ships of the active unit that are on the map."""
    return [ship for each in (state.active.ships if state.active else ()) if (ship := state.ships[each]).on_map]


async def start(state: FleetsState, referee: Referee) -> None:
    """What happens before a unit moves, in the order that its player chooses, an ability among it (IWF-10.1)."""
    due = [each for ship in active_ships(state) for each in due_to(state, ship)]
    while due := [each for each in due if state.ships[each.ship].on_map]:
        ships = active_ships(state)
        options = uses(state, "activation_start", ships[0].side, ships)
        key = await _what_first(state, referee, due, options)
        if use := next((use for use in options if use.key == key), None):
            announce(state, referee, ships[0].side, "activation_start", use)
            _take(state, referee, use)
        else:
            first = next(each for each in due if each.key == key)
            due.remove(first)
            _happen(state, referee, first.what, state.ships[first.ship])
            await settle_flagships(state, referee)
    if (ships := active_ships(state)) and (use := await ask_ability(state, referee, "activation_start", ships[0].seat, ships)):
        _take(state, referee, use)
    for ship in active_ships(state):
        wear_off(ship, "no_commands")


def due_to(state: FleetsState, ship: Ship) -> list[Due]:
    """What happens to a ship at the start of its activation."""
    mined = state.terrain.of_kind(ship.at, "minefield") is not None
    found = {"minefield": mined, "phase_tokens": ship.phase_tokens > 0, "hatches": ship.hatches}
    return [Due(what, ship.id) for what in HAPPENINGS if found[what]]


def _happen(state: FleetsState, referee: Referee, what: str, ship: Ship) -> None:
    if what == "minefield":
        start_in_mines(state, referee, ship, state.deeds(ship).mined)
    elif what == "phase_tokens":
        drain_shields(referee, ship)
    else:
        open_hatches(referee, ship)


async def _what_first(state: FleetsState, referee: Referee, due: Sequence[Due], options: Sequence[Use]) -> str:
    """The key of what comes next: asked where it can make a difference, which opening hatches makes to no ability."""
    ships = [each.ship for each in due]
    alone = len(dict.fromkeys(ships)) == len(ships)
    if alone and (not options or all(each.what == "hatches" for each in due)):
        return due[0].key
    happenings = [Choice(each.key, _named(state, each), ref=each.ship) for each in due]
    cells = state.commands[state.ships[ships[0]].side].cells if options else {}
    abilities = [choice_of(state, use, cells[use.ability.cell]) for use in options]
    question = Choose(
        seat=state.ships[ships[0]].seat,
        rule="IWF-10.1",
        prompt=_("What happens first"),
        subject=state.ships[ships[0]].unit,
        choices=(*happenings, *abilities),
    )
    return (await referee.ask(question))[0]


def _named(state: FleetsState, due: Due) -> Text:
    return Text(HAPPENINGS[due.what].message, {"ship": name_of(state.ships[due.ship])})


def _take(state: FleetsState, referee: Referee, use: Use) -> None:
    for ship in use.ships:
        take_effect(state, referee, use.ability, state.ships[ship])


def end(state: FleetsState) -> None:
    """The unit counts as activated (IWF-2.8), and what lasted until now wears off (IWF-4.41, IWF-4.42)."""
    if state.active is None:
        return
    for ship in active_ships(state):
        wear_off(ship, "hindered", "slowed")
    state.activated.append(state.active.unit)
    state.last_seat, state.active = state.active.seat, None
