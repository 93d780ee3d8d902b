"""Chapter 12.2.5: rocks that can be shot to pieces, where that is agreed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.plane import CLOCK, ORIGIN
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.aliens.nodes import pay
from quarterdeck.systems.full_thrust.arcs import range_between
from quarterdeck.systems.full_thrust.beam_rolls import Effect
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.state import Body, FleetState, Ship
from quarterdeck.systems.full_thrust.targets import Shot, as_fired
from quarterdeck.systems.full_thrust.weapons import ONE_SHOT

CHUNK = 0.25
"""The radius of a chunk in MU; it cannot be destroyed any further (FT-12.2.5)."""


def fire_at_rock(
    state: FleetState, referee: Referee, shooter: Ship, volley: Sequence[Shot], roll: Callable[[System, Text], Effect]
) -> None:
    """Resolve all fire of an activation at one rock, which has damage points and nothing else; `roll` rolls for a weapon."""
    rock = state.bodies[volley[0].target]
    ship, damage = Unit(shooter.id, shooter.name), 0
    for shot in volley:
        weapon = as_fired(shooter, shot)
        if weapon.kind in ONE_SHOT:
            shooter.spent.append(weapon.id)
        paid = pay(shooter, weapon, range_between(shooter, rock))
        effect = roll(weapon, _("{weapon} of {ship} at {target}", weapon=weapon.name, ship=ship, target=rock.name))
        points = sum(effect.shares())
        damage += points
        facts = {"ship": shooter.id, "body": rock.id, "weapon": weapon.id, "kind": weapon.kind, "damage": points, **paid}
        where = {"range": range_between(shooter, rock), "at": list(rock.position)}
        referee.tell(Event("rock_fire", "FT-12.2.5", {**facts, **where}, effect.dice))
    damage_rock(state, referee, rock, damage, shooter.seat)


def damage_rock(state: FleetState, referee: Referee, rock: Body, points: int, by: str) -> None:
    """A rock loses damage points; where none are agreed it has none to lose (FT-12.2.5)."""
    if rock.points:
        rock.points -= min(points, rock.points)
        if not rock.points:
            break_up(state, referee, rock, by)


def break_up(state: FleetState, referee: Referee, rock: Body, by: str) -> None:
    """A rock without damage points breaks into 1D6 chunks, each with a course and a velocity of its own (FT-12.2.5)."""
    about = _("{body} breaks up", body=rock.name)
    del state.bodies[rock.id]
    number = referee.dice.roll(1, use="chunks", rule="FT-12.2.5", by=by, about=about)
    courses = referee.dice.roll(number[0], use="course", rule="FT-12.2.5", by=by, sides=12, about=about)
    speeds = referee.dice.roll(number[0], use="velocity", rule="FT-12.2.5", by=by, about=about)
    chunks = []
    for place, (course, speed) in enumerate(zip(courses, speeds, strict=True), 1):
        chunk = Body(
            f"{rock.id}.{place}", "asteroid", f"{rock.name}.{place}", rock.position, CHUNK, ORIGIN.plus(CLOCK[course], speed)
        )
        state.bodies[chunk.id] = chunk
        chunks.append({"body": chunk.id, "course": course, "velocity": speed})
    rolls = (Roll(number, "chunks"), Roll(courses, "course", 12), Roll(speeds, "velocity"))
    facts = {"body": rock.id, "at": list(rock.position), "radius": rock.radius, "chunks": chunks}
    referee.tell(Event("broken_up", "FT-12.2.5", facts, rolls))
