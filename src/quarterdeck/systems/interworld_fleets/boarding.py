"""Chapter 6: boarding, self-destruction, and how squadrons board (IWF-6.1 to IWF-6.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from quarterdeck.engine.dress import Dress, Fact, Facts
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.hexes import adjacent
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _, percent
from quarterdeck.systems.interworld_fleets.commands import ask_ability
from quarterdeck.systems.interworld_fleets.damage import destroy, suffer
from quarterdeck.systems.interworld_fleets.odds import blows, boarding
from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView, Ship, name_of
from quarterdeck.systems.interworld_fleets.weapons import BLOWS, Harm, count_hits

RAM_AND_BOARD = "ram_and_board"
"""The upgrade with which a ship boards what it has rammed (IWF-6.6)."""


def why_not_board(state: FleetsState, boarders: Sequence[Ship], target: Ship) -> Problem | None:
    """Why these ships of the active unit cannot board a target together (IWF-6.1, IWF-6.5, IWF-6.6, IWF-6.10)."""
    at = Unit(target.id, target.name)
    if state.active is not None and state.active.boarded:
        return Problem("IWF-6.5", _("One boarding in an activation."), at=target.id)
    captured = captured_by(state)
    if captured and target.id not in captured:
        return Problem("IWF-6.10", _("Only the captured ship may be boarded."), at=target.id, nearest=captured[0])
    for ship in boarders:
        if not adjacent(ship.at, target.at):
            return Problem("IWF-6.1", _("{ship} is not beside {target}.", ship=Unit(ship.id, ship.name), target=at), at=target.id)
        if _has_rammed(state, target) and not ship.cls.has(RAM_AND_BOARD):
            return Problem("IWF-6.6", _("{target} has been rammed in this activation.", target=at), at=target.id)
        if (problem := _why_not_crew(state, ship)) is not None:
            return problem
    return None


def _has_rammed(state: FleetsState, target: Ship) -> bool:
    """Whether any ship of the active unit has rammed a target in this activation (IWF-6.6)."""
    return state.active is not None and any(deeds.rammed == target.id for deeds in state.active.ships.values())


def _why_not_crew(state: FleetsState, ship: Ship) -> Problem | None:
    """Boarding takes the place of shooting; only a harpoon may come before it (IWF-6.1, IWF-4.25)."""
    deeds = state.deeds(ship)
    if deeds.battened or (deeds.fired and not deeds.harpooned):
        return Problem("IWF-6.1", _("{ship} has shot or battened down.", ship=Unit(ship.id, ship.name)), at=ship.id)
    if deeds.harpooned and not captured_by(state):
        return Problem("IWF-4.25", _("{ship} has captured nothing.", ship=Unit(ship.id, ship.name)), at=ship.id)
    return None


def captured_by(state: FleetsState) -> list[str]:
    """What the active unit has captured with harpoons in this activation (IWF-4.25, IWF-6.10)."""
    deeds = state.active.ships.values() if state.active else ()
    return list(dict.fromkeys([each.captured for each in deeds if each.captured]))


async def board(state: FleetsState, referee: Referee, boarders: Sequence[Ship], target: Ship) -> None:
    """Board an enemy with one ship, or the ships of a squadron that give up shooting, as one (IWF-6.2, IWF-6.9)."""
    if state.active is not None:
        state.active.boarded = target.id
    for ship in boarders:
        state.deeds(ship).boarded = True
    own = await _hands(state, referee, boarders[0].seat, boarders)
    if await referee.ask(ask_self_destruction(state, boarders, target, own)):
        self_destruct(state, referee, boarders, target)
        return
    other = await _hands(state, referee, target.seat, [target])
    fight(referee, boarders, target, own, other)


async def _hands(state: FleetsState, referee: Referee, seat: str, ships: Sequence[Ship]) -> int:
    """Dice that an ability adds for one side (IWF-8.3)."""
    use = await ask_ability(state, referee, "before_boarding", seat, ships)
    return use.ability.boarding_dice if use else 0


def fight(referee: Referee, boarders: Sequence[Ship], target: Ship, own: int = 0, other: int = 0) -> None:
    """Both sides roll their hull; hits cancel hits, and what remains is hull lost (IWF-6.2 to IWF-6.4)."""
    attack = referee.dice.roll(hands(boarders) + own, use="boarding", rule="IWF-6.2", by=boarders[0].seat)
    defence = referee.dice.roll(target.hull + other, use="defenders", rule="IWF-6.2", by=target.seat)
    hits, cancelled = _hits(attack), _hits(defence)
    facts = {
        "ships": [ship.id for ship in boarders],
        "ship": boarders[0].id,
        "target": target.id,
        "hits": hits,
        "cancelled": cancelled,
        "hands": [hands(boarders), target.hull],
        "more": [own, other],
    }
    event = Event("boarded", "IWF-6.4", facts, (Roll(attack, "boarding"), Roll(defence, "defenders")))
    suffer(referee, target, Harm(0, max(hits - cancelled, 0)), event, boarders[0].id)


def hands(boarders: Sequence[Ship]) -> int:
    """The dice of the boarders: their hull as it is (IWF-6.2), of a squadron's ships together (IWF-6.9)."""
    dice = 0
    for ship in boarders:
        dice += ship.hull
    return dice


def _hits(faces: Sequence[int]) -> int:
    return count_hits(faces, BLOWS.needed, BLOWS.critical)


def self_destruct(state: FleetsState, referee: Referee, boarders: Sequence[Ship], target: Ship) -> None:
    """The boarded ship blows itself up; the blast hits every ship of the boarding unit (IWF-6.7 to IWF-6.9)."""
    referee.tell(Event("self_destructed", "IWF-6.7", {"ship": target.id, "boarders": [ship.id for ship in boarders]}))
    destroy(referee, target, "IWF-6.7")
    faces = referee.dice.roll(target.cls.hull, use="blast", rule="IWF-6.8", by=target.seat)
    hits = _hits(faces)
    for ship in state.members(boarders[0].unit):
        facts = {"ship": ship.id, "from": target.id, "hits": hits, "own_hull": target.cls.hull, "armour": ship.armour}
        event = Event("blast", "IWF-6.8", facts, (Roll(faces, "blast"),))
        suffer(referee, ship, Harm(0, hits // ship.armour), event, target.id)


@dataclass(slots=True, kw_only=True)
class SelfDestruct(Choose):
    """Whether the boarded ship destroys itself before the dice fall; `dice` are those of the boarders."""

    GIVE: ClassVar[Text] = _("Destroy the ship")
    PASS: ClassVar[Text] = _("Fight")

    boarders: tuple[str, ...]
    dice: int

    def outline(self, view: FleetsView, draft: Json = None) -> Dress:
        """What the boarding may do to the ship, and what the blast would do to the boarders."""
        dress = Choose.outline(self, view, draft)
        target = view.ships[self.subject]
        lost = boarding(self.dice, target.hull, target.hull)
        facts = [
            Fact(_("Mean loss in a fight"), _("{n}", n=round(lost.mean(), 1))),
            Fact(_("Lost in a fight"), percent(lost.at_least(target.hull))),
        ]
        for ship in view.members(view.ships[self.boarders[0]].unit):
            damage = blows(target.cls.hull, ship.armour, ship.hull)
            facts.append(Fact(_("Blast on {ship}", ship=name_of(ship)), _("{n}", n=round(damage.mean(), 1))))
        dress.blocks.append(Facts(tuple(facts)))
        return dress


def ask_self_destruction(state: FleetsState, boarders: Sequence[Ship], target: Ship, extra: int) -> SelfDestruct:
    """Ask the defender before the boarding dice fall (IWF-6.7)."""
    return SelfDestruct(
        seat=target.seat,
        rule="IWF-6.7",
        prompt=_("{ship} is boarded", ship=name_of(target)),
        subject=target.id,
        key="self_destruct",
        standing="self_destruct",
        choices=(Choice("destroy", _("Self-destruction"), ref=target.id),),
        least=0,
        boarders=tuple([ship.id for ship in boarders]),
        dice=hands(boarders) + extra,
    )
