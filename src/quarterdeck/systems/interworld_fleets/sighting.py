"""Chapter 4.1 to 4.5: what a ship may shoot at, and how well it sees its target from where it is."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from quarterdeck.engine.hexes import Hex, arc_of, distance
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_fleets.lines import blocked_by
from quarterdeck.systems.interworld_fleets.state import FleetsState, Ship, name_of
from quarterdeck.systems.interworld_fleets.unit import Attack, Size, Weapon
from quarterdeck.systems.interworld_fleets.weapons import PROFILES, Aim, Pool, pool

Reason: TypeAlias = Literal["arc", "range", "min_range", "blocked", "shields", "gone"]


class Obstacle(NamedTuple):
    """Why a target cannot be attacked, in a word, with its rule; `by` are the hexes that block the line."""

    reason: Reason
    rule: str
    by: tuple[Hex, ...] = ()


GONE = Obstacle("gone", "IWF-4.2")
NO_ARC = Obstacle("arc", "IWF-1.6")
TOO_FAR = Obstacle("range", "IWF-4.2")
TOO_NEAR = Obstacle("min_range", "IWF-4.21")
SHIELDED = Obstacle("shields", "IWF-4.19")


class Reach(NamedTuple):
    """From which to which distance a harpoon can be fired (IWF-4.18 to IWF-4.21)."""

    least: int
    most: int


HARPOONS: dict[Size, Reach] = {"light": Reach(1, 2), "medium": Reach(2, 3), "heavy": Reach(2, 4)}


def enemies(state: FleetsState, ship: Ship) -> list[Ship]:
    """The ships of other sides on the map, each a target of its own (IWF-4.2)."""
    return [other for other in state.on_map if other.side != ship.side]


def range_of(weapon: Weapon) -> Reach:
    """From which to which distance a weapon fires; a range without limit is as far as any map."""
    if weapon.size is not None:
        return HARPOONS[weapon.size]
    return Reach(1, weapon.range if weapon.range is not None else UNLIMITED)


UNLIMITED = 1000


def obstacle(state: FleetsState, ship: Ship, weapon: Weapon, target: Ship) -> Obstacle | None:
    """What keeps a weapon of a ship from firing at a target, if anything (IWF-1.6, IWF-4.2, IWF-4.4, IWF-4.19, IWF-4.21)."""
    if not target.on_map:
        return GONE
    if arc_of(ship.at, ship.facing, target.at) not in weapon.arcs:
        return NO_ARC
    range_, (least, most) = distance(ship.at, target.at), range_of(weapon)
    if range_ > most:
        return TOO_FAR
    if range_ < least:
        return TOO_NEAR
    if by := blocked_by(state, weapon.type, ship.side, ship.at, target.at):
        return Obstacle("blocked", "IWF-4.4", tuple(by))
    return SHIELDED if weapon.size == "medium" and target.shields else None


def in_words(obstacle: Obstacle, ship: Ship, weapon: Weapon, target: Ship) -> Text:
    """Why a weapon cannot be fired at a target, as a sentence."""
    at, range_, reach = name_of(target), distance(ship.at, target.at), range_of(weapon)
    match obstacle.reason:
        case "gone":
            return _("{target} is not there any more.", target=at)
        case "arc":
            return _("{target} is in no arc of {weapon}.", target=at, weapon=weapon.name)
        case "range":
            words = "{target} is {range} hexes away; {weapon} reaches {most}."
            return _(words, target=at, range=range_, weapon=weapon.name, most=reach.most)
        case "min_range":
            return _(
                "{target} is too near; {weapon} is fired from {least} hexes.", target=at, weapon=weapon.name, least=reach.least
            )
        case "blocked":
            return _("The line to {target} is blocked.", target=at)
        case "shields":
            return _("{target} has shields left; a medium harpoon needs none.", target=at)


def targets(state: FleetsState, ship: Ship, weapon: Weapon) -> list[Ship]:
    """What a weapon may be fired at."""
    return [target for target in enemies(state, ship) if obstacle(state, ship, weapon, target) is None]


def aim(state: FleetsState, ship: Ship, target: Ship, attack: Attack) -> Aim:
    """How an attack of a ship at a target stands, from where both are (IWF-4.5, IWF-9.3)."""
    return Aim(
        distance(ship.at, target.at),
        in_aft(target, ship.at),
        target.easy_target,
        target.cls.small,
        ship.crippled,
        "hindered" in ship.effects,
        state.terrain.penalises(ship.at) or state.terrain.penalises(target.at),
        state.deeds(ship).to_hit.get(attack, 0) if attack != "fighters" else 0,
    )


def in_aft(target: Ship, at: Hex) -> bool:
    """Whether an attacker there is in the aft arc of the target (IWF-4.9, IWF-4.16)."""
    return arc_of(target.at, target.facing, at) == "aft"


def dice_of(state: FleetsState, ship: Ship, weapon: Weapon, target: Ship, bonus: int = 0) -> Pool:
    """The dice of one weapon at a target, before any are lost, with a `bonus` to hit besides those that it has already.

    A harpoon rolls two where it is heavy (IWF-4.20).
    """
    dice, how = HEAVY_DICE if weapon.size == "heavy" else weapon.attacks, aim(state, ship, target, weapon.type)
    return pool(weapon.type, how._replace(bonus=how.bonus + bonus) if bonus else how, dice)


HEAVY_DICE = 2


class Loss(NamedTuple):
    """What takes dice from an attack, by name, how many at most, and its rule."""

    name: Literal["defence", "flak", "shields", "ability", "interception"]
    dice: int
    rule: str


def losses(state: FleetsState, target: Ship, attack: Attack) -> list[Loss]:
    """What takes dice from an attack: Defence (IWF-1.21), flak support against missiles and fighters (IWF-7.5), shields
    against indirect weapons (IWF-4.38).
    """
    profile, found = PROFILES[attack], list[Loss]()
    if profile.defence and target.cls.defence:
        found.append(Loss("defence", target.cls.defence, "IWF-1.21"))
    if profile.intercepted and (flak := len(state.mates_beside(target))):
        found.append(Loss("flak", flak, "IWF-7.5"))
    if profile.shields == "fewer dice" and target.shields:
        found.append(Loss("shields", target.shields, "IWF-4.38"))
    return found


def dice_lost(state: FleetsState, target: Ship, attack: Attack) -> int:
    """The dice that an attack loses, before abilities and interception."""
    lost = 0
    for each in losses(state, target, attack):
        lost += each.dice
    return lost
