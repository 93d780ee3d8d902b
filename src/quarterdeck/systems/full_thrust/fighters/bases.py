"""Chapter 5.8: bases off the table, from which groups come and to which they return (FT-5.8.10).

A scenario says of a base where its groups enter the table, how many turns they are under way each way and how many they take
to rearm. In phase 4 it acts in turn with the ships that launch: groups are ordered out, and those that have come enter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import Referee
from quarterdeck.systems.full_thrust.fighters.groups import break_up, flying, fresh, in_contact, set_up_group
from quarterdeck.systems.full_thrust.scenario import FarBase, GroupSetup, SideSetup
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState

RULE = "FT-5.8.10"


def groups_based(side: SideSetup) -> dict[str, FighterGroup]:
    """The groups that are in the bases of a side when a battle begins."""
    groups = [_group(side, base, number, group) for base in side.bases for number, group in enumerate(base.fighters, 1)]
    return {group.id: group for group in groups}


def _group(side: SideSetup, base: FarBase, number: int, group: GroupSetup) -> FighterGroup:
    return set_up_group(
        group,
        id=f"{base.id}-g{number}",
        name=group.name or f"{base.name} {number}",
        side=side.id,
        seat=base.seat,
        home=base.id,
        bay="",
        position=base.entry,
        status="away",
        base=base.id,
    )


def ways_out(state: FleetState, base: FarBase) -> dict[str, str]:
    """What the groups of a base may do in phase 4: ``order`` those that are ready, ``enter`` those that have come.

    Where it takes no turn to come, those that are ready enter at once.
    """
    ready = [
        group
        for group in state.groups.values()
        if group.status == "away" and group.base == base.id and group.ready is not None and group.ready <= state.turn
    ]
    return {group.id: "enter" if group.ordered or not base.delay else "order" for group in ready}


def bases_to_act(state: FleetState, seat: str) -> list[FarBase]:
    """The bases of a seat that may be activated in phase 4 (FT-2.7.8)."""
    own = [base for base in state.bases.values() if base.seat == seat and base.id not in state.acted]
    return [base for base in own if ways_out(state, base)]


def send_out(state: FleetState, referee: Referee, base: FarBase, groups: Mapping[str, Json]) -> None:
    """One activation of a base: each of these groups sets out or enters, as it may."""
    for group_id, how in groups.items():
        group = state.groups[group_id]
        if how == "order":
            group.ordered, group.ready = True, state.turn + base.delay
            referee.tell(Event("group_ordered", RULE, {"group": group.id, "base": base.id, "turn": group.ready}))
        else:
            fresh(group, base.entry, state.turn)
            group.ordered, group.base = False, ""
            facts: dict[str, Json] = {"group": group.id, "base": base.id, "at": list(base.entry), "strength": group.strength}
            referee.tell(Event("group_entered", RULE, facts))


def bases_in_contact(state: FleetState, group: FighterGroup) -> Sequence[FarBase]:
    """The bases of its side to whose entry point a group has come."""
    sides = state.seats
    return [base for base in state.bases.values() if sides[base.seat] == group.side and in_contact(group.position, base.entry)]


def go_back(state: FleetState, referee: Referee, group: FighterGroup, base: FarBase) -> None:
    """A group leaves the table for a base: it may set out again when it has come there and been rearmed."""
    group.status, group.base, group.ready = "away", base.id, state.turn + base.delay + base.rearm
    group.screening = group.escorting = group.run = ""
    break_up(state, flying(state))
    referee.tell(Event("group_returned", RULE, {"group": group.id, "base": base.id, "ready": group.ready}))
