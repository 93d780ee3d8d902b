"""The tokens a ship carries: Easy Target (IWF-3.5 to IWF-3.7), phase tokens (IWF-4.36), Battened Hatches (IWF-4.51)."""

from __future__ import annotations

from quarterdeck.engine.events import Event
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.interworld_fleets.damage import destroy
from quarterdeck.systems.interworld_fleets.state import FleetsState, Lasting, Ship

SURE = 2
"""How many hexes a ship moves to be no easy target (IWF-3.5, IWF-3.7)."""


def give_easy_target(state: FleetsState, referee: Referee, ship: Ship, rule: str) -> None:
    """Give the token: a ship holds one at most (IWF-3.6), and in the zone of a gravity well it is lost by it (IWF-9.13)."""
    if not ship.easy_target:
        ship.easy_target = True
        referee.tell(Event("easy_target", rule, {"ship": ship.id, "on": True}))
    if ship.at in state.terrain.zone:
        destroy(referee, ship, "IWF-9.13")


def settle_easy_target(state: FleetsState, referee: Referee, ship: Ship, moved: int) -> None:
    """At the end of a movement: the token for fewer than 2 hexes (IWF-3.5), else it is taken away (IWF-3.7)."""
    if moved < SURE:
        give_easy_target(state, referee, ship, "IWF-3.5")
    elif ship.easy_target:
        ship.easy_target = False
        referee.tell(Event("easy_target", "IWF-3.7", {"ship": ship.id, "on": False}))


def drain_shields(referee: Referee, ship: Ship) -> None:
    """At the start of its activation a ship loses a shield for each phase token, and the tokens (IWF-4.36)."""
    if not ship.phase_tokens:
        return
    lost = min(ship.shields, ship.phase_tokens)
    ship.shields -= lost
    ship.phase_tokens = 0
    referee.tell(Event("drained", "IWF-4.36", {"ship": ship.id, "lost": lost, "shields": ship.shields}))


def open_hatches(referee: Referee, ship: Ship) -> None:
    """Battened hatches are opened at the start of the ship's next activation (IWF-4.51)."""
    if ship.hatches:
        ship.hatches = False
        referee.tell(Event("hatches", "IWF-4.51", {"ship": ship.id, "on": False}))


def wear_off(ship: Ship, *effects: Lasting) -> None:
    """Lasting effects whose time is over (IWF-4.41 to IWF-4.44)."""
    ship.effects = [effect for effect in ship.effects if effect not in effects]
