"""Chapter 12.8: installations of several sections, each with hull, Fire Controls and systems of its own (FT-12.8.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.arcs import range_between
from quarterdeck.systems.full_thrust.protection import ordinary
from quarterdeck.systems.full_thrust.state import FleetState, NotedDamage, Ship

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quarterdeck.engine.referee import Referee
    from quarterdeck.systems.full_thrust.targets import Shot

CHOICE_WITHIN = 18.0
"""Nearer than this, in MU, the attacker names the section; from here on it is drawn (FT-12.8.2)."""


def sections_of(state: FleetState, base: str) -> list[Ship]:
    """The sections of an installation that are not destroyed, in the order of the scenario."""
    return [ship for ship in state.ships.values() if ship.base == base and ship.on_table]


def drawn(range_: float) -> bool:
    """Whether the section that fire hits is drawn at this range, in MU (FT-12.8.2)."""
    return range_ >= CHOICE_WITHIN


def draw_sections(state: FleetState, referee: Referee, shooter: Ship, shots: Sequence[Shot]) -> list[Shot]:
    """The announced shots, those at distant installations at the section that chance decides (FT-12.8.2).

    There is one draw for each firing ship and installation, with equal chances for all sections that are left.
    """
    found: list[Shot] = []
    hit: dict[str, str] = {}
    for shot in shots:
        target = state.ships.get(shot.target)
        if target is None or not target.base or not drawn(range_between(shooter, target)):
            found.append(shot)
            continue
        if target.base not in hit:
            hit[target.base] = _draw(state, referee, shooter, target.base)
        found.append(shot._replace(target=hit[target.base]))
    return found


def _draw(state: FleetState, referee: Referee, shooter: Ship, base: str) -> str:
    left = sections_of(state, base)
    if len(left) == 1:
        return left[0].id
    about = _("which section of {base} does {ship} hit?", base=base, ship=Unit(shooter.id, shooter.name))
    faces = referee.dice.roll(1, use="section", rule="FT-12.8.2", by=shooter.seat, sides=len(left), about=about)
    section = left[faces[0] - 1]
    facts = {"ship": shooter.id, "base": base, "target": section.id, "sections": [each.id for each in left]}
    referee.tell(Event("section_drawn", "FT-12.8.2", facts, (Roll(faces, "section", len(left)),)))
    return section.id


def neighbours(state: FleetState, section: Ship) -> list[Ship]:
    """The sections joined to one: those that its post names, in that order, then others whose posts name it (FT-12.8.5)."""
    named = [state.ships[each] for each in section.beside if each in state.ships]
    return named + [ship for ship in state.ships.values() if section.id in ship.beside and ship not in named]


def lose_section(
    state: FleetState, referee: Referee, section: Ship, apply: Callable[[FleetState, Referee, NotedDamage], None]
) -> None:
    """When a section is destroyed each one beside it takes a D6 for each of its rows of hull (FT-12.8.5).

    Screens do not help, armour does; `apply` marks the damage, which may begin a chain.
    """
    rows = len([row for row in section.design.rows if row])
    for neighbour in neighbours(state, section):
        if not neighbour.on_table:
            continue
        about = _("{section} beside {lost}", section=Unit(neighbour.id, neighbour.name), lost=Unit(section.id, section.name))
        faces = referee.dice.roll(rows, use="section", rule="FT-12.8.5", by=section.seat, about=about)
        facts = {"ship": neighbour.id, "by": section.id, "rows": rows, "damage": sum(faces)}
        referee.tell(Event("section_lost", "FT-12.8.5", facts, (Roll(faces, "section"),)))
        apply(state, referee, NotedDamage(section.id, neighbour.id, [ordinary(sum(faces))]))
