"""Phase 5, behind the ships: where groups come to be that go with the ships that they screen (FT-5.2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.fighters import formations
from quarterdeck.systems.full_thrust.fighters.formations import beside_ship
from quarterdeck.systems.full_thrust.fighters.groups import flying, near_ship
from quarterdeck.systems.full_thrust.fighters.moves import GRID, MoveGroups, field_around
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, name_of
from quarterdeck.systems.full_thrust.view import seen_by


@dataclass(slots=True, kw_only=True)
class FollowShips(MoveGroups):
    """Where groups come to be that go with the ships that they screen: within 3 MU of them (FT-5.2.2), or in contact (FB2-11)."""

    GIVE: ClassVar[Text] = _("Follow the ships")
    PASS: ClassVar[Text] = _("Keep their places")


def follow_question(view: FleetView, seat: str) -> FollowShips | None:
    """Ask where a seat's screening groups come to be; None where it has none."""
    groups = [group for group in flying(view, seat) if group.screening and view.ships[group.screening].on_table]
    if not groups:
        return None
    ships = {group.id: view.ships[group.screening] for group in groups}
    return FollowShips(
        seat=seat,
        rule="FT-5.2.2",
        prompt=_("Fighters go with the ships that they screen"),
        lead=_("Within {n} MU of the ship.", n=near_ship(view)),
        key="screens",
        region=field_around(view, [ship.position for ship in ships.values()], near_ship(view)),
        units={group.id: _("{group} at {ship}", group=name_of(group), ship=name_of(ships[group.id])) for group in groups},
        grid=GRID,
        starts={group: ship.position for group, ship in ships.items()},
        reaches=dict.fromkeys(ships, near_ship(view)),
    )


async def follow_ships(state: FleetState, referee: Referee) -> None:
    """Phase 5, behind the ships: groups whose ship is gone stay where they are and screen nothing (FT-5.2.4)."""
    for group in flying(state):
        if group.screening and not state.ships[group.screening].on_table:
            group.screening = ""
    questions = [asked for seat in state.seats if (asked := follow_question(seen_by(state, seat), seat))]
    if questions:
        answers = await referee.ask_each(questions)
        places = {unit: pose.at for poses in answers for unit, pose in poses.items()}
        kept = {group.id: beside_ship(state, group) for group in flying(state) if group.screening}
        formations.follow_ships(state, referee, {**kept, **places})
