"""What the attacked side may do in the enemy's activation: an ability of its board, and interception (IWF-5.6, IWF-8.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from quarterdeck.engine.dress import Dress, Fact, Facts
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.hexes import distance
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Amounts, Assign, Options
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _, ngettext, percent
from quarterdeck.systems.interworld_fleets.commands import Declared, ask_ability, defence_lent
from quarterdeck.systems.interworld_fleets.odds import Foe, worth
from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView, Ship, name_of
from quarterdeck.systems.interworld_fleets.unit import Attack
from quarterdeck.systems.interworld_fleets.weapons import PROFILES, Pool, dice_in

INTERCEPTION = 6
"""From how far fighters intercept, in hexes (IWF-5.6)."""


class Aid(NamedTuple):
    """What an ability lends to the attacked ship in one attack."""

    defence: int = 0
    armour: int = 0


class Incoming(NamedTuple):
    """An attack that may be intercepted: by which ship on which, with the dice that are left of it, at what armour."""

    attack: Attack
    ship: str
    target: str
    pools: tuple[Pool, ...]
    aid: Aid = Aid()


async def ask_for_help(state: FleetsState, referee: Referee, declared: Declared, target: Ship) -> Aid:
    """When a ship is attacked its player may use one ability, before any die is rolled (IWF-8.3 to IWF-8.5)."""
    use = await ask_ability(state, referee, "when_attacked", target.seat, [target], declared)
    return Aid(defence_lent(use.ability, declared.attack), use.ability.armour) if use else Aid()


# Interception


def may_intercept(ship: Ship, target: Ship, attack: Attack) -> bool:
    """Whether a ship may spend fighters against an attack: on missiles and fighters, within 6 hexes of the target (IWF-5.6)."""
    if not PROFILES[attack].intercepted or ship.side != target.side or not ship.on_map:
        return False
    return ship.fighters > 0 and distance(ship.at, target.at) <= INTERCEPTION


def interceptors(state: FleetsState, target: Ship, attack: Attack, seat: str) -> list[Ship]:
    """The ships of a seat that may intercept."""
    return [ship for ship in state.on_map if ship.seat == seat and may_intercept(ship, target, attack)]


def seats_in_turn(state: FleetsState, target: Ship) -> list[str]:
    """Who decides about interception: the player of the attacked ship, then allies in initiative order (IWF-5.6)."""
    allies = [seat for seat in state.initiative or state.seats if state.seats[seat] == target.side and seat != target.seat]
    return [target.seat, *allies]


async def intercept(state: FleetsState, referee: Referee, incoming: Incoming) -> int:
    """Ask for interception and roll for the tokens spent; their sum is taken from the dice of the attack (IWF-5.7).

    Everybody decides before the first of these dice falls, and once only (IWF-5.8).
    """
    if not PROFILES[incoming.attack].intercepted or not dice_in(incoming.pools):
        return 0
    target = state.ships[incoming.target]
    spent: dict[str, int] = {}
    for seat in seats_in_turn(state, target):
        if ships := interceptors(state, target, incoming.attack, seat):
            answer = await referee.ask(intercept_question(state, incoming, ships, tokens_in(spent)))
            spent |= {ship: int(tokens) for ship, tokens in answer.items() if tokens}
    return roll_interception(state, referee, target, spent)


@dataclass(slots=True, kw_only=True)
class Intercept(Assign):
    """How many tokens each ship of a seat spends against `incoming`; allies have promised `before` already."""

    GIVE: ClassVar[Text] = _("Intercept")
    PASS: ClassVar[Text] = _("Let it come")

    incoming: Incoming
    before: int = 0

    def outline(self, view: FleetsView, draft: Json = None) -> Dress:
        """What the attack may do without these tokens, and with them."""
        dress = Assign.outline(self, view, draft)
        spent = tokens_in(self.held(draft))
        without, now = self.harm(view, 0), self.harm(view, spent)
        target = view.ships[self.incoming.target]
        dress.blocks.append(
            Facts(
                (
                    Fact(_("Dice of the attack"), Text(str(dice_in(self.incoming.pools)))),
                    Fact(_("Tokens spent"), Text(str(spent + self.before))),
                    Fact(_("Mean damage"), _("{n}", n=round(now[0], 2)), _("{n}", n=round(without[0], 2))),
                    Fact(_("{ship} is lost", ship=name_of(target)), percent(now[1]), percent(without[1])),
                )
            )
        )
        dress.buttons[0] = replace(dress.buttons[0], text=ngettext("Spend {n} token", "Spend {n} tokens", spent))
        return dress

    def harm(self, view: FleetsState, tokens: int) -> tuple[float, float]:
        """Mean damage, and the chance that the target is lost, when so many tokens are spent besides those of allies."""
        target = view.ships[self.incoming.target]
        foe = Foe(target.hull, target.shields, target.armour + self.incoming.aid.armour)
        return worth(self.incoming.attack, self.incoming.pools, 0, foe, tokens + self.before)


def intercept_question(state: FleetsState, incoming: Incoming, ships: Sequence[Ship], before: int) -> Intercept:
    """Ask the seat of these ships for interception."""
    target, attacker = state.ships[incoming.target], state.ships[incoming.ship]
    slots: dict[str, Options | Amounts] = {ship.id: Amounts(0, ship.fighters) for ship in ships}
    return Intercept(
        seat=ships[0].seat,
        rule="IWF-5.6",
        prompt=_("Intercept the attack on {ship}?", ship=Unit(target.id, target.name)),
        lead=_("{attacker} attacks with {attack}.", attacker=Unit(attacker.id, attacker.name), attack=ATTACKS[incoming.attack]),
        subject=target.id,
        key="intercept",
        standing="intercept",
        slots=slots,
        slot_names={ship.id: name_of(ship) for ship in ships},
        incoming=incoming,
        before=before,
    )


ATTACKS: dict[Attack, Text] = {
    "cannon": _("cannons"),
    "energy": _("energy weapons"),
    "missile": _("missiles"),
    "mine": _("mines"),
    "phase": _("phase weapons"),
    "indirect": _("indirect weapons"),
    "harpoon": _("a harpoon"),
    "fighters": _("fighters"),
}


def tokens_in(spent: Mapping[str, str | float]) -> int:
    """All tokens of an answer."""
    total = 0
    for tokens in spent.values():
        total += int(tokens)
    return total


def roll_interception(state: FleetsState, referee: Referee, target: Ship, spent: dict[str, int]) -> int:
    """One die for each token spent (IWF-5.7)."""
    total, rolls = 0, []
    for ship_id, tokens in spent.items():
        ship = state.ships[ship_id]
        ship.fighters -= tokens
        faces = referee.dice.roll(tokens, use="interception", rule="IWF-5.7", by=ship.seat)
        rolls.append(Roll(faces, "interception"))
        for face in faces:
            total += face
    if spent:
        referee.tell(Event("intercepted", "IWF-5.7", {"target": target.id, "spent": dict(spent), "dice": total}, tuple(rolls)))
    return total
