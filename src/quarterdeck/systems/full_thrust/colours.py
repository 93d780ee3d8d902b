"""Chapter 10.7, striking the colours: a captain may give up at a threshold check; optional."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.ftl.brought import in_bays
from quarterdeck.systems.full_thrust.state import FleetState, Ship, name_of


def roll_colours(state: FleetState, referee: Referee, ship: Ship, highest: int) -> None:
    """Behind the systems one more die of the threshold check, which fails on `highest` or less as theirs (FT-10.7.1).

    A construct has no captain who could give up (FT-A.3.32), and there must be a side to which its own would (FT-10.7.3).
    """
    if ship.design.living or ship.status != "fighting" or ship.yielded_to or ship.id in state.striking:
        return
    if not any(may_strike(state, ship.side, side.id) for side in state.scenario.sides if side.id != ship.side):
        return
    about = _("the captain of {ship}", ship=Unit(ship.id, ship.name))
    dice = referee.dice.roll(1, use="colours", rule="FT-10.7.1", by=ship.seat, about=about)
    facts = {"ship": ship.id, "lost_on": highest, "strikes": dice[0] <= highest}
    referee.tell(Event("colours_roll", "FT-10.7.1", facts, (Roll(dice, "colours"),)))
    if facts["strikes"]:
        state.striking.append(ship.id)


def may_strike(state: FleetState, side: str, other: str) -> bool:
    """Whether a ship of a side would surrender to one of another (FT-10.7.3)."""
    pairs = state.scenario.never_strike
    return (side, other) not in pairs and (other, side) not in pairs


def nearest_enemies(state: FleetState, ship: Ship) -> list[Ship]:
    """The enemy ship that is nearest, or those that are equally near (FT-10.7.2); contacts cannot be chosen (FT-10.1.8).

    Ships of a side to which its own never strikes do not count (FT-10.7.3).
    """
    enemies = [each for each in state.ships.values() if each.side != ship.side and each.status == "fighting"]
    enemies = [each for each in enemies if each.id not in state.bogeys and may_strike(state, ship.side, each.side)]
    far = {each.id: apart(ship.position, each.position) for each in enemies if not each.yielded_to}
    return [each for each in enemies if far.get(each.id) == min(far.values(), default=None)]


async def answer_strikes(state: FleetState, referee: Referee) -> None:
    """Ships that have struck offer their surrender; who gets the offer takes it or not (FT-10.7.2).

    What lies in the bays of a tender is given up with it (FT-8.3.5).
    """
    while state.striking:
        ship = state.ships[state.striking[0]]
        if ship.status == "fighting" and not ship.yielded_to:
            await _offer(state, referee, ship)
        state.striking.pop(0)


async def _offer(state: FleetState, referee: Referee, ship: Ship) -> None:
    enemies = nearest_enemies(state, ship)
    if not enemies:
        return
    if len(enemies) > 1:
        chosen = await referee.ask(choose_captor(ship, enemies))
        captor = state.ships[chosen[0]]
    else:
        captor = enemies[0]
    referee.tell(Event("strikes", "FT-10.7.2", {"ship": ship.id, "target": captor.id}))
    answer = await referee.ask(accept_surrender(captor, ship))
    if answer == ["accept"]:
        ship.status, ship.derelict_by, ship.jump_on = "derelict", "struck", 0
        for each in (ship, *in_bays(state, ship)):
            each.yielded_to = captor.seat
        referee.tell(Event("surrendered", "FT-10.7.2", {"ship": ship.id, "target": captor.id, "seat": captor.seat}))
    else:
        referee.tell(Event("surrender_refused", "FT-10.7.2", {"ship": ship.id, "target": captor.id}))


def choose_captor(ship: Ship, enemies: list[Ship]) -> Choose:
    """Ask the owner of a ship that gives up to which of several enemies equally near (FT-10.7.2)."""
    return Choose(
        seat=ship.seat,
        rule="FT-10.7.2",
        prompt=_("{ship} strikes its colours: to whom?", ship=name_of(ship)),
        subject=ship.id,
        key=f"captor-{ship.id}",
        choices=tuple([Choice(each.id, name_of(each), ref=each.id, side=each.side) for each in enemies]),
    )


def accept_surrender(captor: Ship, ship: Ship) -> Choose:
    """Ask the owner of the nearest enemy ship whether the surrender is accepted (FT-10.7.2)."""
    return Choose(
        seat=captor.seat,
        rule="FT-10.7.2",
        prompt=_("{ship} surrenders to {captor}", ship=name_of(ship), captor=name_of(captor)),
        lead=_("Once accepted it drifts, does nothing more, and counts as lost; you may not fire at it."),
        subject=ship.id,
        key=f"surrender-{ship.id}",
        choices=(Choice("accept", _("Accept")), Choice("refuse", _("Refuse: fight on"))),
    )
