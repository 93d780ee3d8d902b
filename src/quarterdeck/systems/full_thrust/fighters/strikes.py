"""Phase 9b: fighters that keep up their attack runs fire at their ship, all groups as one salvo (FT-5.5.5, FT-2.7.46)."""

from __future__ import annotations

from quarterdeck.engine.dice import Dice
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.beam_rolls import Effect, roll_beam_dice
from quarterdeck.systems.full_thrust.damage import apply_attack
from quarterdeck.systems.full_thrust.fighters.groups import flying, kind_of, may_attack_ships, on_run
from quarterdeck.systems.full_thrust.fighters.rokah import attack_dice
from quarterdeck.systems.full_thrust.fighters.thrown_back import throw_back
from quarterdeck.systems.full_thrust.protection import ordinary, split
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, NotedDamage, Ship
from quarterdeck.systems.full_thrust.targets import screens_against
from quarterdeck.systems.full_thrust.weapons import armour_piercing
from quarterdeck.systems.full_thrust.wonder.reflex import reflect, reflects

RULE = "FT-5.5.5"


async def strikes(state: FleetState, referee: Referee) -> None:
    """Each ship under attack in turn: all its attackers roll, then the damage is marked and one threshold check made."""
    for ship in state.ships.values():
        if ship.on_table and (groups := attackers(state, ship)):
            await throw_back(state, referee, groups, strike(state, referee, ship, groups))


def attackers(state: FleetState, ship: Ship) -> list[FighterGroup]:
    """The groups that can still pay for their attack on a ship: what cannot be paid is not done (FT-5.6.4)."""
    return [group for group in flying(state) if group.run == ship.id and on_run(group) and may_attack_ships(group)]


def strike(state: FleetState, referee: Referee, ship: Ship, groups: list[FighterGroup]) -> int:
    """One salvo of all groups that attack a ship (FT-2.7.46). Returns what a Reflex Field throws back at it (FT-11.3.14)."""
    attack, beams = NotedDamage(groups[0].id, ship.id), list[int]()
    for group in groups:
        group.cef -= 1
        group.fired = True
        times, extra = attack_dice(state, referee, group)
        about = _("{group} at {ship}", group=Unit(group.id, group.name), ship=Unit(ship.id, ship.name))
        screens = screens_against(state, ship, group)
        found = roll_strike(referee.dice, group, group.strength * times + extra, screens, about)
        if kind_of(group).weapon == "beam":
            beams += range(len(attack.blows), len(attack.blows) + len(found.blows))
        attack.blows += found.blows
        armour, hull = found.shares()
        facts: dict[str, Json] = {
            "group": group.id,
            "target": ship.id,
            "weapon": kind_of(group).weapon,
            "fighters": group.strength,
            "damage": armour + hull,
            "armour_share": armour,
            "hull_share": hull,
            **found.facts,
        }
        referee.tell(Event("strike", RULE, facts, found.dice))
    back = reflect(state, referee, attack, beams) if beams and reflects(ship) else 0
    apply_attack(state, referee, attack)
    return back


def roll_strike(dice: Dice, group: FighterGroup, number: int, screens: int, about: Text) -> Effect:
    """Roll so many dice of a group's weapon against ships."""
    kind = kind_of(group)
    if kind.weapon == "beam":
        return roll_beam_dice(dice, kind.vs_ships._replace(dice=number), screens, "FT-5.5.6", group.seat, about)
    if kind.weapon == "torpedo":
        group.torpedoes_spent = True
        return _roll_torpedoes(dice, number, group.seat, about)
    return _roll_kinetic(dice, number, group.seat, about)


def _roll_torpedoes(dice: Dice, number: int, by: str, about: Text) -> Effect:
    """A die each: 4, 5 or 6 does so many points, whatever the Screens (FT-5.7.7); the group's total pierces armour (FT-5.7.8)."""
    faces = dice.roll(number, use="torpedo", rule="FT-5.7.7", by=by, about=about)
    blow = split(*armour_piercing(sum([face for face in faces if face >= 4])))
    return Effect((blow,), {"screens": 0}, (Roll(faces, "torpedo"),))


def _roll_kinetic(dice: Dice, number: int, by: str, about: Text) -> Effect:
    """A die each: 4 or 5 does a point, 6 two, one of which goes past the armour; Screens do not count (FT-5.7.10)."""
    faces = dice.roll(number, use="kinetic", rule="FT-5.7.10", by=by, about=about)
    single = len([face for face in faces if face in (4, 5)])
    sixes = [split(1, 1) for face in faces if face == 6]
    return Effect((ordinary(single), *sixes), {"screens": 0}, (Roll(faces, "kinetic"),))
