"""Chapter 12.3: dust and nebula clouds, which wear down fast ships and hide targets."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.full_thrust.beam_rolls import roll_beam_dice
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.point_defence import attacked_by, guided, small_target, within_pd
from quarterdeck.systems.full_thrust.state import Body, FleetState, NotedDamage, Ship, Thing
from quarterdeck.systems.full_thrust.targets import Shot, guidance_of
from quarterdeck.systems.full_thrust.terrain.areas import in_cloud
from quarterdeck.systems.full_thrust.weapons import BeamDice

SAFE = 12
"""The greatest velocity that is safe inside a cloud (FT-12.3.1)."""
LOCKS_ON = 4
"""The face from which a Fire Control finds a target in a cloud, or from within one (FT-12.3.2)."""


def wear(state: FleetState, referee: Referee, ship: Ship, cloud: Body) -> None:
    """A ship too fast for the cloud on its way is hit as by one Beam Die; only its armour helps (FT-12.3.1)."""
    if ship.velocity <= SAFE or not disclose(state, referee, ship):
        return
    about = _("dust against {ship}", ship=Unit(ship.id, ship.name))
    effect = roll_beam_dice(referee.dice, BeamDice(1), 0, "FT-12.3.1", ship.seat, about)
    attack = NotedDamage(cloud.id, ship.id, list(effect.blows))
    facts = {"ship": ship.id, "body": cloud.id, "velocity": ship.velocity, "damage": sum(attack.shares())}
    referee.tell(Event("cloud_wear", "FT-12.3.1", facts, effect.dice))
    apply_attack(state, referee, attack)


def hazy(state: FleetState, shooter: Ship, target: Thing) -> bool:
    """Whether one of the two is inside a cloud: lock-on is uncertain and beams are weakened (FT-12.3.2, FT-12.3.3)."""
    return bool(state.bodies) and (in_cloud(state, shooter.position) or in_cloud(state, target.position))


def locked_on(
    state: FleetState,
    referee: Referee,
    shooter: Ship,
    target: Thing,
    volley: Sequence[Shot],
    covered: Sequence[str] | None = None,
) -> list[Shot]:
    """The shots that are made of those announced at a target: without a lock all that need a Fire Control are lost (FT-12.3.2).

    One die is for all of them. `covered` are the friends that ADFCs cover in the whole plan.
    """
    guided = [shot for shot in volley if needs_lock(state, shooter, shot, covered)] if hazy(state, shooter, target) else []
    if not guided:
        return list(volley)
    ship, at = Unit(shooter.id, shooter.name), Unit(target.id, target.name)
    about = _("{ship} locks on to {target}", ship=ship, target=at)
    faces = referee.dice.roll(1, use="lock", rule="FT-12.3.2", by=shooter.seat, about=about)
    locked = faces[0] >= LOCKS_ON
    facts = {"ship": shooter.id, "target": target.id, "locked": locked, "weapons": [shot.weapon for shot in guided]}
    referee.tell(Event("lock_on", "FT-12.3.2", facts, (Roll(faces, "lock"),)))
    return list(volley) if locked else [shot for shot in volley if shot not in guided]


def needs_lock(state: FleetState, shooter: Ship, shot: Shot, covered: Sequence[str] | None = None) -> bool:
    """Whether a shot needs a Fire Control: not in PD mode at what attacks the ship itself, or one that its ADFC covers.

    Without a plan whose friends are `covered` that is asked of the shot alone.
    """
    target = small_target(state, shot.target)
    if shot.mode == "AS" or target is None or covered is None:
        return shot.mode == "AS" or bool(guidance_of(state, shooter, [shot]).controls)
    weapon = shooter.design.system(shot.weapon)
    if shooter.id in attacked_by(target) and within_pd(shooter, weapon, target):
        return False
    return not any(friend in covered for friend in guided(state, shooter, weapon, target))
