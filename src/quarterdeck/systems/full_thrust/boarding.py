"""Chapter 10.5, boarding: Marines cross to an enemy ship near by and fight for it; all of it is optional.

It is declared and fought to the end when phase 5 ends, the loser of the initiative first (FT-10.5.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.plane import COS_30
from quarterdeck.engine.questions import Amounts, Assign, Choice, Options
from quarterdeck.engine.questions.assign import Value
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.alternation import loser_first
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.core_systems import in_control
from quarterdeck.systems.full_thrust.damage import crew_factors
from quarterdeck.systems.full_thrust.fighters.bays import lose_group
from quarterdeck.systems.full_thrust.fighters.groups import aboard
from quarterdeck.systems.full_thrust.ftl.brought import disclose_beside, in_bays
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Ship, name_of
from quarterdeck.systems.full_thrust.view import seen_by

BOARDING_RANGE = 6.0
"""How near a ship must be whose Marines are to cross, in MU (FT-10.5.1)."""
ONE_POINT = COS_30 - 1e-9
"""The scalar product of two courses that are one clock point apart (FT-10.5.1)."""


def in_position(ship: Ship, target: Ship) -> bool:
    """Whether a ship lies so beside another that Marines can cross (FT-10.5.1).

    It is within 6 MU, at a velocity that differs by 1 at most, on a course one clock point away at most; a ship that does not
    move has no course.
    """
    if apart(ship.position, target.position) > BOARDING_RANGE or abs(ship.velocity - target.velocity) > 1:
        return False
    return 0 in (ship.velocity, target.velocity) or ship.course.dot(target.course) >= ONE_POINT


def boarding_factors(ship: Ship) -> int:
    """The Marines of a ship: its Crew Factors, less those that it has already lost or left on a prize (FT-10.5.3, FT-10.5.6)."""
    return max(0, crew_factors(ship) - ship.marines_lost)


def defence_factors(ship: Ship) -> int:
    """Who defends a ship: as many, but on a civilian one half of its parties, rounded down (FT-10.5.4)."""
    return max(0, crew_factors(ship) // 2 - ship.marines_lost) if ship.design.civilian else boarding_factors(ship)


def targets_of(state: FleetState, ship: Ship) -> list[Ship]:
    """The enemy ships that a ship may board now: no Bogeys, which cannot be chosen (FT-10.1.8), no constructs (FT-A.3.32), none
    inside a station (FT-12.7.5).

    Nobody boards from there, from under a cloak (FT-11.3.16), or beside a Reflex Field (FT-11.3.13).
    """
    if not ship.on_table or "REFLEX" in ship.doing or not in_control(ship, state.turn) or not boarding_factors(ship):
        return []
    enemies = [each for each in state.ships.values() if each.side != ship.side and each.status == "fighting"]
    enemies = [each for each in enemies if each.on_table and each.id not in state.bogeys and not each.design.living]
    return [each for each in enemies if not each.yielded_to and in_position(ship, each)]


# The fight


class Bout(NamedTuple):
    """A round of boarding combat: both totals, the Factors that are left, who has won, if anybody, and the dice."""

    attack: int
    defence: int
    attackers: int
    defenders: int
    winner: Literal["attacker", "defender"] | None
    dice: tuple[Roll, ...]


def fight_bout(dice: Dice, attackers: int, defenders: int, attacker: Ship, defender: Ship) -> Bout:
    """A die for each Factor of both sides: more than twice the other total wins at once (FT-10.5.5).

    Else the lower total loses a Factor, and with the last one the fight; of equal ones neither does.
    """
    about = _("{ship} boards {target}", ship=_unit(attacker), target=_unit(defender))
    ours = dice.roll(attackers, use="attack", rule="FT-10.5.5", by=attacker.seat, about=about)
    theirs = dice.roll(defenders, use="defence", rule="FT-10.5.5", by=defender.seat, about=about)
    attack, defence = sum(ours), sum(theirs)
    rolls = (Roll(ours, "attack"), Roll(theirs, "defence"))
    if attack > 2 * defence:
        return Bout(attack, defence, attackers, defenders, "attacker", rolls)
    if defence > 2 * attack:
        return Bout(attack, defence, attackers, defenders, "defender", rolls)
    attackers -= attack < defence
    defenders -= defence < attack
    return Bout(attack, defence, attackers, defenders, None if attackers and defenders else _left(attackers), rolls)


def _left(attackers: int) -> Literal["attacker", "defender"]:
    return "attacker" if attackers else "defender"


def returning(survivors: int) -> int:
    """How many of the beaten boarders get back to their ship: half, rounded up (FT-10.5.6)."""
    return (survivors + 1) // 2


def board(state: FleetState, referee: Referee, ship: Ship, target: Ship) -> None:
    """All Marines of a ship cross to another and fight it out (FT-10.5.2); where nobody defends it they take it (FT-10.5.4)."""
    disclose(state, referee, ship)
    attackers, defenders = sent, garrison = boarding_factors(ship), defence_factors(target)
    facts = {"ship": ship.id, "target": target.id, "attackers": sent, "defenders": garrison}
    referee.tell(Event("boards", "FT-10.5.2", facts))
    winner: Literal["attacker", "defender"] | None = None if defenders else "attacker"
    while winner is None:
        bout = fight_bout(referee.dice, attackers, defenders, ship, target)
        attackers, defenders, winner = bout.attackers, bout.defenders, bout.winner
        told = {"ship": ship.id, "target": target.id, "attack": bout.attack, "defence": bout.defence}
        referee.tell(Event("boarding_bout", "FT-10.5.5", {**told, "attackers": attackers, "defenders": defenders}, bout.dice))
    target.marines_lost += garrison - defenders
    if winner == "attacker":
        ship.marines_lost += sent
        _take(state, referee, ship, target, attackers)
    else:
        back = returning(attackers)
        ship.marines_lost += sent - back
        told = {"ship": ship.id, "target": target.id, "back": back, "lost": sent - back, "defenders_lost": garrison - defenders}
        referee.tell(Event("repulsed", "FT-10.5.6", told))


def _take(state: FleetState, referee: Referee, ship: Ship, target: Ship, left: int) -> None:
    """A prize crew locks the survivors below; the ship does nothing more in this turn (FT-10.5.2, FT-10.5.7)."""
    target.yielded_to, target.jump_on, target.marines_lost = ship.seat, 0, 0
    target.crew_change += left - crew_factors(target)
    referee.tell(Event("captured", "FT-10.5.7", {"ship": ship.id, "target": target.id, "crew": left, "seat": ship.seat}))
    for group in aboard(state, target):
        lose_group(state, referee, group, "FT-10.5.7")


def hand_over(state: FleetState, referee: Referee) -> None:
    """When the turn ends prizes go over to their captors, for whom they act from the next turn on (FT-10.5.7).

    What lies in the bays of a tender goes over with it (FT-8.3.5), and is known then.
    """
    for ship in state.ships.values():
        if ship.yielded_to and ship.status == "fighting":
            seat, ship.yielded_to = ship.yielded_to, ""
            for each in (ship, *in_bays(state, ship)):
                _go_over(state, referee, each, seat)


def _go_over(state: FleetState, referee: Referee, ship: Ship, seat: str) -> None:
    disclose_beside(state, referee, ship)
    old, ship.side, ship.seat = ship.side, state.seats[seat], seat
    ship.taken_from = "" if ship.taken_from == ship.side else ship.taken_from or old
    facts = {"ship": ship.id, "side": ship.side, "seat": seat, "taken_from": ship.taken_from}
    referee.tell(Event("prize", "FT-10.5.7", facts))


def _unit(ship: Ship) -> Unit:
    return Unit(ship.id, ship.name)


# Declaring it


async def board_ships(state: FleetState, referee: Referee) -> None:
    """The end of phase 5: side by side, the loser of the initiative first, boardings are declared and fought (FT-10.5.2)."""
    for side in loser_first(state):
        for seat in [seat for seat, of in state.seats.items() if of == side]:
            question = boarding_question(seen_by(state, seat), seat)
            plan = await referee.ask(question) if question else {}
            for key, target in plan.items():
                ship, aim = state.ships[key], state.ships[str(target)]
                if aim in targets_of(state, ship):
                    board(state, referee, ship, aim)


@dataclass(slots=True, kw_only=True)
class BoardShips(Assign):
    """Which enemy each ship boards; by default those that are held by far fewer than would come."""

    GIVE: ClassVar[Text] = _("Board")
    PASS: ClassVar[Text] = _("Board nobody")
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    def default(self, view: Any) -> dict[str, Value]:
        """The weakest crew in reach, where the Marines are at least half as many again."""
        answer: dict[str, Value] = {}
        for ship, kind in self.slots.items():
            assert isinstance(kind, Options)
            weakest = min(kind.keys, key=lambda key: defence_factors(view.ships[key]))
            if 2 * boarding_factors(view.ships[ship]) >= 3 * defence_factors(view.ships[weakest]):
                answer[ship] = weakest
        return answer


def boarding_question(view: FleetView, seat: str) -> BoardShips | None:
    """Ask which enemies a seat's ships board; None where none is in position."""
    found = {ship.id: targets_of(view, ship) for ship in view.ships.values() if ship.seat == seat}
    slots: dict[str, Options | Amounts] = {
        ship: Options(tuple([target.id for target in targets])) for ship, targets in found.items() if targets
    }
    if not slots:
        return None
    enemies = {target.id: target for targets in found.values() for target in targets}
    return BoardShips(
        seat=seat,
        rule="FT-10.5.1",
        prompt=_("Board enemy ships"),
        lead=_("All Marines of a ship cross, and the fight is fought out at once."),
        key="boarding",
        slots=slots,
        slot_names={
            ship: _("{ship} ({n} Marines)", ship=name_of(view.ships[ship]), n=boarding_factors(view.ships[ship]))
            for ship in slots
        },
        choices=tuple(
            [
                Choice(key, name_of(enemy), _("{n} defend it", n=defence_factors(enemy)), ref=key, side=enemy.side)
                for key, enemy in enemies.items()
            ]
        ),
    )
