"""Chapter 11.3: templates of Nova Cannon and Wave Gun, what they touch on their way, and what that does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.plane import CLOCK, Clock, Vector
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.fighters.bays import lose_group
from quarterdeck.systems.full_thrust.fire import is_duel
from quarterdeck.systems.full_thrust.manoeuvres import HAIR
from quarterdeck.systems.full_thrust.protection import direct
from quarterdeck.systems.full_thrust.small_fire import remove_marker
from quarterdeck.systems.full_thrust.state import Body, FleetState, NotedDamage, Ship, Template, Thing
from quarterdeck.systems.full_thrust.targets import rocks
from quarterdeck.systems.full_thrust.terrain.breaking import break_up


class Band(NamedTuple):
    """A part of a line of fire: from and to which distance, how wide the template is (MU), how many dice it rolls."""

    start: float
    end: float
    diameter: float
    dice: int


NOVA: tuple[Band, ...] = (Band(6.0, 24.0, 2.0, 6), Band(24.0, 48.0, 4.0, 4), Band(48.0, 72.0, 6.0, 2))
"""The template of a Nova Cannon in its first, second and third turn (FT-11.3.4, FT-11.3.5)."""
WAVE: tuple[Band, ...] = (Band(0.0, 12.0, 2.0, 4), Band(12.0, 24.0, 3.0, 3), Band(24.0, 36.0, 4.0, 2))
"""The template of a Wave Gun by the distance along its line of fire (FT-11.3.10)."""


class Touched(NamedTuple):
    """Something that a template touches: how far along the line, what, and how many dice it takes."""

    along: float
    thing: str
    dice: int


def seen_along(origin: Vector, facing: Clock, at: Vector) -> tuple[float, float]:
    """Where a place lies as seen along a line of fire: how far along it, and how far beside it, in MU."""
    way, ahead = at.minus(origin), CLOCK[facing]
    return ahead.dot(way), abs(ahead.cross(way))


def moved_over(band: Band, origin: Vector, facing: Clock, things: Sequence[Thing]) -> list[Touched]:
    """What a round template touches that moves from one end of a band to the other, its ends round as well (FT-11.3.4).

    In the order in which it is met.
    """
    touched, radius = [], band.diameter / 2.0
    for thing in things:
        along, beside = seen_along(origin, facing, thing.position)
        beyond = max(band.start - along, along - band.end, 0.0)
        if beyond * beyond + beside * beside <= radius * radius + HAIR:
            touched.append(Touched(along, thing.id, band.dice))
    return sorted(touched)


def swept_by(bands: Sequence[Band], origin: Vector, facing: Clock, things: Sequence[Thing]) -> list[Touched]:
    """What lies along a line of fire, each in the band of its distance; an end belongs to the nearer band (FT-11.3.10)."""
    touched = []
    for thing in things:
        along, beside = seen_along(origin, facing, thing.position)
        band = next((band for band in bands if along <= band.end + HAIR), None)
        if band is not None and along > HAIR and beside <= band.diameter / 2.0 + HAIR:
            touched.append(Touched(along, thing.id, band.dice))
    return sorted(touched)


def things_in_space(state: FleetState, but: str = "") -> list[Thing]:
    """All that a template may touch but one ship: ships, fighters, ordnance and mines, friend and foe alike (FT-11.3.4).

    Of bodies only rocks that have damage points (FT-12.2.5).
    """
    ships: list[Thing] = [ship for ship in state.ships.values() if ship.on_table and ship.id != but]
    groups: list[Thing] = [group for group in state.groups.values() if group.on_table]
    return [*ships, *groups, *state.markers.values(), *rocks(state)]


def strike_all(state: FleetState, referee: Referee, by: str, touched: Sequence[Touched], rule: str) -> None:
    """Ships take their dice, all to the hull (FT-11.3.6, FT-11.3.11); small things that are touched are destroyed."""
    for _along, thing_id, dice in touched:
        ship = state.ships.get(thing_id)
        if ship is not None:
            if ship.on_table and disclose(state, referee, ship):
                _strike_ship(state, referee, by, ship, dice, rule)
        elif thing_id in state.markers:
            remove_marker(state, referee, thing_id, rule)
        elif (rock := state.bodies.get(thing_id)) is not None:
            _strike_rock(state, referee, by, rock, dice, rule)
        elif (group := state.groups.get(thing_id)) is not None and group.on_table:
            lose_group(state, referee, group, rule)


def _strike_ship(state: FleetState, referee: Referee, by: str, ship: Ship, dice: int, rule: str) -> None:
    """In a duel what it does waits like all other damage of phase 8 (FT-2.7.48)."""
    attack = NotedDamage(by, ship.id, [direct(_rolled(state, referee, by, ship, dice, rule))])
    if is_duel(state):
        state.noted.append(attack)
    else:
        apply_attack(state, referee, attack)


def _strike_rock(state: FleetState, referee: Referee, by: str, rock: Body, dice: int, rule: str) -> None:
    """A rock with damage points takes them too, and breaks up without any (FT-12.2.5)."""
    rock.points -= min(_rolled(state, referee, by, rock, dice, rule), rock.points)
    if not rock.points:
        break_up(state, referee, rock, state.ships[by].seat)


def _rolled(state: FleetState, referee: Referee, by: str, thing: Thing, dice: int, rule: str) -> int:
    about = _("the wave at {ship}", ship=Unit(thing.id, thing.name))
    faces = referee.dice.roll(dice, use="template", rule=rule, by=state.ships[by].seat, about=about)
    facts = {"ship": by, "target": thing.id, "damage": sum(faces)}
    referee.tell(Event("template_strikes", rule, facts, (Roll(faces, "template"),)))
    return sum(faces)


# The Nova Cannon


def fire_nova(state: FleetState, referee: Referee, ship: Ship, cannon: str) -> None:
    """The first turn: a template 6 MU ahead goes on to 24 MU and stays there (FT-11.3.4)."""
    template = Template(f"{ship.id}-{cannon}-{state.turn}", ship.id, ship.side, ship.seat, ship.position, ship.facing, state.turn)
    state.templates[template.id] = template
    _advance(state, referee, template, NOVA[0], "FT-11.3.4")


def advance_templates(state: FleetState, referee: Referee) -> None:
    """Before any ship fires in phase 8 the templates of earlier turns go on; after the third they are gone (FT-11.3.5)."""
    for template in list(state.templates.values()):
        turn = state.turn - template.fired
        if 0 < turn < len(NOVA):
            _advance(state, referee, template, NOVA[turn], "FT-11.3.5")
        if turn >= len(NOVA) - 1:
            del state.templates[template.id]
            referee.tell(Event("template_gone", "FT-11.3.5", {"ship": template.by}))


def place_of(template: Template, turn: int) -> tuple[Vector, float]:
    """Where a template lies after a turn, and its radius, in MU."""
    band = NOVA[min(turn - template.fired, len(NOVA) - 1)]
    return template.origin.plus(CLOCK[template.facing], band.end), band.diameter / 2.0


def _advance(state: FleetState, referee: Referee, template: Template, band: Band, rule: str) -> None:
    ahead = CLOCK[template.facing]
    start, end = template.origin.plus(ahead, band.start), template.origin.plus(ahead, band.end)
    facts = {"ship": template.by, "from": list(start), "to": list(end), "diameter": band.diameter, "dice": band.dice}
    referee.tell(Event("template_moves", rule, facts))
    touched = moved_over(band, template.origin, template.facing, things_in_space(state))
    strike_all(state, referee, template.by, touched, rule)


# The Wave Gun


def fire_wave(state: FleetState, referee: Referee, ship: Ship, gun: str) -> None:
    """The discharge runs 36 MU ahead, wider and weaker with each band; the gun is empty after it (FT-11.3.8, FT-11.3.10)."""
    ahead = CLOCK[ship.facing]
    ship.charge.pop(gun, None)
    ship.doing.append("WAVE")
    facts = {"ship": ship.id, "from": list(ship.position), "to": list(ship.position.plus(ahead, WAVE[-1].end))}
    referee.tell(Event("wave_fired", "FT-11.3.10", facts))
    touched = swept_by(WAVE, ship.position, ship.facing, things_in_space(state, ship.id))
    strike_all(state, referee, ship.id, touched, "FT-11.3.10")
