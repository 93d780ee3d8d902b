"""What in a state cannot be: the invariants that every battle and every change keep."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.interworld_drama.conditions import CONDITION_NAMES
from quarterdeck.systems.interworld_drama.crew import MOST_OFFICERS, OUT_INJURIES
from quarterdeck.systems.interworld_drama.state import CREW, DEGREES, DramaState, Ship

STATUSES = ("fighting", "away", "out", "aside")


def check(state: DramaState) -> list[Problem]:
    """All that cannot be."""
    found = [problem for ship in state.ships.values() for problem in _of_ship(state, ship)]
    return found + list(_of_conditions(state))


def _of_ship(state: DramaState, ship: Ship) -> Iterator[Problem]:
    name = Unit(ship.id)
    if ship.tass < 0:
        yield Problem("IWD-7.11", _("{ship} cannot have {n} Tass.", ship=name, n=ship.tass), ship.id, 0)
    if ship.status not in STATUSES:
        yield Problem("IWD-14.13", _("{ship} cannot be “{status}”.", ship=name, status=str(ship.status)), ship.id, "fighting")
    if len(ship.acted) > MOST_OFFICERS:
        yield Problem("IWD-4.2", _("More than three officers of {ship} have acted.", ship=name), ship.id)
    if ship.acted and ship.commanded:
        yield Problem("IWD-4.1", _("Captain and officers of {ship} have acted in one turn.", ship=name), ship.id)
    if len(ship.fired) > ship.record.cls:
        yield Problem("IWD-7.1", _("More weapons of {ship} have fired than its class allows.", ship=name), ship.id)
    yield from _of_uses(ship)
    yield from _of_crew(state, ship)


def _of_uses(ship: Ship) -> Iterator[Problem]:
    systems = [system.id for system in ship.record.systems]
    for key, uses in ship.uses.items():
        most = 2 if key == ship.doubled else 1
        if key not in systems or not 0 <= uses <= most:
            yield Problem(
                "IWD-3.2", _("{system} cannot have acted {n} times.", system=Unit(f"{ship.id}/{key}"), n=uses), ship.id, 1
            )
    for hit in ship.damage:
        if hit.place not in (*systems, CREW) or hit.degree not in DEGREES:
            yield Problem("IWD-10.1", _("Damage {id} is to nothing that {ship} has.", id=hit.id, ship=Unit(ship.id)), ship.id)


def _of_crew(state: DramaState, ship: Ship) -> Iterator[Problem]:
    out = [each.part for each in state.found("wounded", ship.id)]
    for member in ship.crew.values():
        if not 0 <= member.spent <= 1 + member.sheet.extra_action and not ship.hidden:
            yield Problem("IWD-5.2", _("{name} cannot have spent {n} actions.", name=member.sheet.name, n=member.spent), ship.id)
        if member.injuries < 0 or (member.injuries >= OUT_INJURIES and member.id not in out and ship.status == "fighting"):
            yield Problem("IWD-14.10", _("{name} cannot have {n} injuries.", name=member.sheet.name, n=member.injuries), ship.id)


def _of_conditions(state: DramaState) -> Iterator[Problem]:
    pairs: list[tuple[str, ...]] = []
    for condition in state.conditions:
        ends = [condition.ship, *([condition.other] if condition.other else [])]
        if condition.kind not in CONDITION_NAMES or any(end not in state.ships for end in ends):
            yield Problem("IWD-9.1", _("Condition {id} is no condition of a ship here.", id=condition.id), condition.id)
        elif any(state.ships[end].status != "fighting" for end in ends):
            yield Problem("IWD-9.2", _("Condition {id} is on a ship that is gone.", id=condition.id), condition.id)
        if condition.kind in ("short", "long"):
            pair = tuple(sorted(ends))
            if pair in pairs:
                yield Problem("IWD-14.4", _("A pair of ships has two distances."), condition.id)
            pairs.append(pair)
