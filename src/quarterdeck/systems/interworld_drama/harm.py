"""Damage in three degrees, injuries, and what they do (chapter 10, IWD-14.7 to IWD-14.10)."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.interworld_drama.conditions import lift, place, working
from quarterdeck.systems.interworld_drama.crew import OUT_INJURIES
from quarterdeck.systems.interworld_drama.state import CREW, DEGREES, Damage, Degree, DramaState, Member, Ship

HEAVY_FROM, FATAL_FROM = 3, 5
"""From how many successes left damage is heavy, and fatal (IWD-7.6)."""
COMPLETE = 3
"""From how many successes left a weapon imposes its condition besides its damage (IWD-14.8)."""


def degree_of(left: int) -> str:
    """The degree of damage by the successes left (IWD-7.6).

    >>> [degree_of(left) for left in (0, 2, 3, 5)]
    ['none', 'light', 'heavy', 'fatal']
    """
    if left < 1:
        return "none"
    return "light" if left < HEAVY_FROM else "heavy" if left < FATAL_FROM else "fatal"


def one_less(degree: str) -> str:
    """The degree below, which a ship that rams takes itself (IWD-14.9)."""
    steps = ("none", *DEGREES)
    return steps[max(0, steps.index(degree) - 1)]


def effect_of(left: int, condition: str, no_damage: bool) -> tuple[str, str]:
    """Damage and condition of an effective attack (IWD-14.8)."""
    if no_damage:
        return "none", condition if left > 0 else ""
    return degree_of(left), condition if left >= COMPLETE else ""


def places(state: DramaState, ship: Ship) -> list[str]:
    """What an attack can hit: each system that still works, in the order of the record, and the crew last (IWD-14.7)."""
    return [*(system.id for system in ship.record.systems if working(state, ship, system)), CREW]


def by_lot(referee: Referee, tickets: list[str], ship: Ship, use: str, rule: str = "IWD-14.7") -> tuple[str, Roll | None]:
    """One of some tickets by lot, and the die that drew it where there was anything to draw."""
    if len(tickets) == 1:
        return tickets[0], None
    about = _("lot for {ship}", ship=Unit(ship.id))
    faces = referee.dice.roll(1, use=use, rule=rule, by=ship.seat, sides=len(tickets), about=about)
    return tickets[faces[0] - 1], Roll(faces, use, len(tickets))


def standing(state: DramaState, ship: Ship) -> list[Member]:
    """The crew members who are not out, healed ones among them."""
    out = [each.part for each in state.found("wounded", ship.id)]
    return [member for member in ship.crew.values() if member.id not in out]


def hurt(
    state: DramaState, referee: Referee, ship: Ship, degree: Degree, where: str, rule: str, dice: tuple[Roll, ...] = ()
) -> None:
    """A ship takes damage to a system or to its crew (IWD-10.1, IWD-14.7)."""
    if where == CREW:
        _hurt_crew(state, referee, ship, degree, rule, dice)
        return
    hit = Damage(state.number_next("d"), degree, where, state.turn)
    ship.damage.append(hit)
    ship.show(where)
    _tell(referee, ship, hit, rule, dice)


def _tell(referee: Referee, ship: Ship, hit: Damage, rule: str, dice: tuple[Roll, ...]) -> None:
    facts: dict[str, Json] = {"ship": ship.id, "degree": hit.degree, "place": hit.place, "member": hit.member, "damage": hit.id}
    referee.tell(Event("damage", rule, facts, dice))


def _hurt_crew(state: DramaState, referee: Referee, ship: Ship, degree: Degree, rule: str, dice: tuple[Roll, ...]) -> None:
    """One of the crew by lot: a light injury, or out (IWD-14.7); a ship whose whole crew is out takes it all the same."""
    up = standing(state, ship) or list(ship.crew.values())
    key, die = by_lot(referee, [member.id for member in up], ship, "crew")
    drawn = (*dice, *((die,) if die else ()))
    if degree == "light":
        injure(state, referee, ship, ship.crew[key], rule, drawn)
        return
    hit = Damage(state.number_next("d"), degree, CREW, state.turn, key)
    ship.damage.append(hit)
    _tell(referee, ship, hit, rule, drawn)
    put_out(state, referee, ship, ship.crew[key])


def injure(state: DramaState, referee: Referee, ship: Ship, member: Member, rule: str, dice: tuple[Roll, ...] = ()) -> None:
    """A light injury; with seven a character is out (IWD-14.10)."""
    hit = Damage(state.number_next("d"), "light", CREW, state.turn, member.id)
    ship.damage.append(hit)
    member.injuries += 1
    _tell(referee, ship, hit, rule, dice)
    if member.injuries >= OUT_INJURIES:
        put_out(state, referee, ship, member)


def put_out(state: DramaState, referee: Referee, ship: Ship, member: Member) -> None:
    """A crew member is out (IWD-13.15), and the lock that he held with him (IWD-13.9)."""
    if any(out.part == member.id for out in state.found("wounded", ship.id)):
        return
    place(state, referee, "wounded", ship.id, part=member.id)
    for lock in [lock for lock in state.found("lock", ship.id) if lock.by == member.id]:
        lift(state, referee, lock, "out")
    if ship.stand_in == member.id:
        ship.stand_in = ""


def mend(state: DramaState, referee: Referee, ship: Ship, hit: Damage, rule: str) -> None:
    """Damage is made good; fatal damage no longer threatens the ship, but its consequences stay (IWD-10.4)."""
    hit.repaired = True
    if hit.member and hit.degree == "light":
        ship.crew[hit.member].injuries -= 1
    facts: dict[str, Json] = {"ship": ship.id, "degree": hit.degree, "place": hit.place, "member": hit.member, "damage": hit.id}
    referee.tell(Event("repaired", rule, facts))


def threatened(ship: Ship) -> bool:
    """Whether fatal damage puts the ship out of action at the end of the turn (IWD-14.7)."""
    return any(hit.degree == "fatal" and not hit.repaired for hit in ship.damage)
