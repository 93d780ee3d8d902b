"""What a captain decides besides moves and fire: abilities, fighters, effects, the order of activation."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.engine.hexes import arc_of, distance
from quarterdeck.systems.interworld_fleets.boarding import SelfDestruct, hands
from quarterdeck.systems.interworld_fleets.boards import applies
from quarterdeck.systems.interworld_fleets.commands import Declared, Discard, Use
from quarterdeck.systems.interworld_fleets.gunnery import best_plan, boarded, expected, prey_of, raid, salvo, value_of
from quarterdeck.systems.interworld_fleets.helm import plan
from quarterdeck.systems.interworld_fleets.indirect import ChooseEffects
from quarterdeck.systems.interworld_fleets.launch import Strike
from quarterdeck.systems.interworld_fleets.odds import blows, boarding
from quarterdeck.systems.interworld_fleets.plans import Salvo, deeds_of, options, weapon_of
from quarterdeck.systems.interworld_fleets.reactions import Intercept
from quarterdeck.systems.interworld_fleets.sighting import dice_lost, enemies
from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView, Ship
from quarterdeck.systems.interworld_fleets.unit import Ability
from quarterdeck.systems.interworld_fleets.weapons import Pool

DIE_WORTH = 0.8
"""What a command die has to gain to be spent, in class points: what is left lies there still in the next round."""
TOKEN_WORTH = 2.0
"""What a fighter token is worth kept."""

# Abilities


def best_use(view: FleetsState, uses: Sequence[Use], declared: Declared | None = None) -> Use | None:
    """The ability that gains most, if it is worth its die."""
    gains = {use: gain_of(view, use, declared) for use in uses}
    best = max(gains, key=lambda use: gains[use])
    return best if gains[best] > DIE_WORTH else None


def gain_of(view: FleetsState, use: Use, declared: Declared | None) -> float:
    """What an ability gains, in class points."""
    ability, ship = use.ability, view.ships[use.ships[0]]
    match ability.moment:
        case "when_attacked":
            return _saved(view, ability, ship, declared) if declared else 0.0
        case "before_boarding":
            return _more_hands(view, ability, ship)
        case "before_shooting":
            return _better_fire(view, ability, ship) + _removed(view, ability, ship)
        case _:
            return _ready(view, ability, [view.ships[each] for each in use.ships]) + _removed(view, ability, ship)


def _saved(view: FleetsState, ability: Ability, target: Ship, declared: Declared) -> float:
    """How much less an attack is worth when Defence or armour is higher."""
    pools, lost = declared.pools, dice_lost(view, target, declared.attack)
    if declared.tokens:
        pools = (Pool(7 * declared.tokens // 2, 4, True),)
    prey = prey_of(target)
    braced = prey._replace(armour=prey.armour + ability.armour)
    after = expected(declared.attack, pools, lost + ability.defence, braced).points
    return expected(declared.attack, pools, lost, prey).points - after


def _more_hands(view: FleetsState, ability: Ability, ship: Ship) -> float:
    """What more dice gain in the boarding that is going on, for the side of a ship."""
    active = view.active
    if active is None:
        return 0.0
    target, dice = view.ships[active.boarded], hands([view.ships[each] for each, deeds in active.ships.items() if deeds.boarded])
    plain, more = boarded(target, dice).points, ability.boarding_dice
    if ship.side == target.side:
        return plain - boarded(target, dice, target.hull + more).points
    return boarded(target, dice + more).points - plain


def _better_fire(view: FleetsState, ability: Ability, ship: Ship) -> float:
    """What a bonus to hit adds to the salvos that the ship would fire."""
    if not ability.to_hit:
        return 0.0
    gained = 0.0
    for deed in deeds_of(view, best_plan(view, options(view, [ship]))):
        if isinstance(deed, Salvo) and applies(ability, weapon_of(view, deed.shots[0]).type):
            target = view.ships[deed.target]
            better = salvo(view, deed.shots, target, bonus=ability.to_hit)
            gained += better.points - salvo(view, deed.shots, target).points
    return gained


def _ready(view: FleetsState, ability: Ability, ships: Sequence[Ship]) -> float:
    """What an ability at the start of the activation gains: shields, fighters, a better move."""
    gain = 0.0
    for ship in ships:
        gain += 0.02 * ship.cls.points * (ship.cls.shields - ship.shields) if ability.restore_shields else 0.0
        gain += TOKEN_WORTH if ability.fighters and ship.fighters < 2 * ship.cls.hangars else 0.0
    return gain + _better_move(view, ability, ships[0])


def _better_move(view: FleetsState, ability: Ability, ship: Ship) -> float:
    """What Speed and a sharper turn gain for the move of a ship's unit, where they can make much of a difference."""
    near = _nearest(view, ship)
    if near is None or not (ability.speed or ability.faces > 1):
        return 0.0
    away, victory = distance(ship.at, near.at), view.scenario.victory
    closing = ability.speed and ship.cls.speed < away - REACH <= ship.cls.speed + ability.speed
    turning = ability.faces > 1 and away <= ship.cls.speed + REACH and arc_of(ship.at, ship.facing, near.at) != "fore"
    racing = ability.speed and victory is not None and (victory.control or victory.exit is not None)
    if not (closing or turning or racing):
        return 0.0
    unit = view.members(ship.unit)
    plain, better = plan(view, unit), plan(view, unit, ability)
    return better.points - plain.points if plain and better else 0.0


REACH = 6
"""From how far most guns are worth much, in hexes."""


def _nearest(view: FleetsState, ship: Ship) -> Ship | None:
    return min(enemies(view, ship), key=lambda foe: distance(foe.at, ship.at), default=None)


def _removed(view: FleetsState, ability: Ability, ship: Ship) -> float:
    """What it is worth to be rid of tokens and effects."""
    points, gain = ship.cls.points, 0.0
    if "phase_tokens" in ability.remove:
        gain += 0.02 * points * min(ship.phase_tokens, ship.shields)
    if "hindered" in ability.remove and "hindered" in ship.effects:
        gain += 0.08 * points
    if "easy_target" in ability.remove and ship.easy_target:
        gain += 0.06 * points
    return gain


def useless_dice(view: FleetsView, question: Discard) -> dict[str, int]:
    """The dice in cells whose ability none of the side's ships can ever use."""
    command = view.commands[question.side]
    ships = [ship for ship in view.on_map if ship.side == question.side]
    wanted = {ability.cell for ability in command.board.abilities if any(_useful(ability, ship) for ship in ships)}
    return {str(cell): dice for cell, dice in command.cells.items() if dice and cell not in wanted}


def _useful(ability: Ability, ship: Ship) -> bool:
    if ability.weapons:
        return any(weapon.type in ability.weapons for weapon in ship.cls.weapons)
    return bool(ship.squadron) if ability.target == "squadron" else ship.cls.hangars > 0 if ability.target == "hangars" else True


# Fighters and boarding


def best_interception(view: FleetsView, question: Intercept) -> dict[str, int]:
    """As many tokens as save more than they are worth kept, from the ships that have most of them."""
    incoming, target = question.incoming, view.ships[question.incoming.target]
    prey = prey_of(target)
    prey = prey._replace(armour=prey.armour + incoming.aid.armour)
    spare = {ship: view.ships[ship].fighters for ship in question.slots}
    worths = [
        expected(incoming.attack, incoming.pools, 0, prey, question.before + tokens).points + TOKEN_WORTH * tokens
        for tokens in range(min(sum(spare.values()), MOST_SPENT) + 1)
    ]
    spent: dict[str, int] = {}
    for _token in range(worths.index(min(worths))):
        ship = max(spare, key=lambda each: spare[each])
        spare[ship] -= 1
        spent[ship] = spent.get(ship, 0) + 1
    return spent


MOST_SPENT = 4
"""More tokens than this are never spent on one interception."""


def best_strike(view: FleetsView, question: Strike) -> dict[str, int]:
    """All tokens at the target where they are worth most, if that is more than to keep them."""
    ship = view.ships[question.ship]
    worths = {target: raid(view, ship, view.ships[target], ship.fighters).points for target in question.slots}
    best = max(worths, key=lambda target: worths[target])
    full = ship.fighters >= 2 * ship.cls.hangars
    return {best: ship.fighters} if worths[best] > TOKEN_WORTH * ship.fighters * (0.5 if full else 1.0) else {}


def blows_itself_up(view: FleetsView, question: SelfDestruct) -> bool:
    """Whether the blast costs the boarders more than a fight would save."""
    ship = view.ships[question.subject]
    lost, prey = boarding(question.dice, ship.hull, ship.hull), prey_of(ship)
    fought = value_of(prey, lost.mean(), lost.at_least(ship.hull))
    gained = 0.0
    for boarder in view.members(view.ships[question.boarders[0]].unit):
        damage = blows(ship.cls.hull, boarder.armour, boarder.hull)
        gained += value_of(prey_of(boarder), damage.mean(), damage.at_least(boarder.hull))
    return gained > value_of(prey, ship.hull, 1.0) - fought


def best_effects(view: FleetsView, question: ChooseEffects) -> list[str]:
    """The effects that hurt the target most, given what it has."""
    target = view.ships[question.subject]
    worths = {
        "hindered": 5.0,
        "easy_target": 0.0 if target.easy_target else 4.5,
        "no_restore": 1.0 + target.cls.shields,
        "slowed": 2.5,
        "spun_port": 2.0,
        "fighters_lost": 2.0 * min(target.fighters, 2),
        "no_commands": 1.0 if target.side in view.commands else 0.0,
    }
    listed = question.keys()
    keys = sorted([key for key in listed if key in worths], key=lambda key: -worths[key])
    return [key for key in listed if key in keys[: question.least]]


# Order


def next_unit(view: FleetsView, units: Sequence[str]) -> str:
    """The unit nearest to the enemy for its size: what is near shoots first, and is shot at first."""
    return max(units, key=lambda unit: _urgency(view, unit))


def _urgency(view: FleetsState, unit: str) -> float:
    urgency = 0.0
    for ship in view.members(unit):
        near = _nearest(view, ship)
        away = distance(ship.at, near.at) if near else FAR_AWAY
        urgency += ship.cls.points * (1.0 if away <= ship.cls.speed + REACH else 0.2) / (4 + away)
    return urgency


FAR_AWAY = 40
