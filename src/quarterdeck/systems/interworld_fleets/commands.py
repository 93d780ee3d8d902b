"""Chapter 8, what is asked: abilities at their moments, dice to discard, the flagship; and what comes of the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from quarterdeck.engine.dress import Dress, Fact, Facts, Note
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Amounts, Assign, Choice, Choose, Limit, Options
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Side, Text, Unit, _, joined, ngettext
from quarterdeck.systems.interworld_fleets.boards import (
    CELLS,
    cells_of,
    commander,
    dice_on,
    flagship_of,
    lower_maximum,
    may_be_flagship,
    most_dice,
    refill,
    spend,
    take_effect,
    take_off,
    why_not_use,
)
from quarterdeck.systems.interworld_fleets.odds import Foe, salvo_hits, shot, strike_hits
from quarterdeck.systems.interworld_fleets.sighting import aim, dice_lost
from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView, Ship, name_of
from quarterdeck.systems.interworld_fleets.unit import Ability, Attack, Moment
from quarterdeck.systems.interworld_fleets.weapons import PROFILES, Pool, pool

# Abilities


class Use(NamedTuple):
    """An ability and whom it is used on: one ship, or all of a squadron."""

    ability: Ability
    ships: tuple[str, ...]

    @property
    def key(self) -> str:
        """How it is chosen: ``shield_charge:a1``; of a squadron only the ability."""
        return f"{self.ability.id}:{self.ships[0]}" if self.ability.target != "squadron" else self.ability.id


def uses(state: FleetsState, moment: Moment, side: str, ships: Sequence[Ship], attack: Attack | None = None) -> list[Use]:
    """All that the board of a side offers these ships of one unit at a moment (IWF-8.3)."""
    command = state.commands.get(side)
    if command is None:
        return []
    used = state.active is not None and moment != "when_attacked" and f"{moment}:{side}" in state.active.used
    ready = [ability for ability in command.board.abilities if ability.moment == moment and command.cells[ability.cell]]
    return [
        Use(ability, tuple([ship.id for ship in group]))
        for ability in ready
        for group in ([list(ships)] if ability.target == "squadron" else [[ship] for ship in ships])
        if why_not_use(command, ability, moment, group, used, attack) is None
    ]


class Declared(NamedTuple):
    """An attack before any die: of which ship, with which dice before any are lost; of a strike, with how many tokens."""

    attack: Attack
    ship: str
    pools: tuple[Pool, ...] = ()
    tokens: int = 0


@dataclass(slots=True, kw_only=True)
class UseAbility(Choose):
    """One of the abilities that may be used at `moment`, or none; `declared` is the attack that is the reason, if any."""

    GIVE: ClassVar[Text] = _("Use it")
    PASS: ClassVar[Text] = _("Use none")

    uses: tuple[Use, ...]
    moment: Moment
    declared: Declared | None = None

    def use(self, answer: list[str]) -> Use | None:
        """What the answer uses."""
        return next((use for use in self.uses if use.key in answer), None)

    def outline(self, view: FleetsView, draft: Json = None) -> Dress:
        """The abilities with how many dice lie in their cells; in an attack what each does to its mean damage."""
        dress = Choose.outline(self, view, draft)
        dress.notes.append(Note("ink", ONE_A_MOMENT, "IWF-8.4"))
        if self.declared is not None:
            without, helped = mean_damage(view, self.declared, self.subject), []
            for use in self.uses:
                now = mean_damage(view, self.declared, self.subject, use.ability)
                words = _("Mean damage, with {ability}", ability=use.ability.name)
                helped.append(Fact(words, _("{n}", n=round(now, 2)), _("{n}", n=round(without, 2))))
            dress.blocks.append(Facts(tuple(helped)))
        return dress


def mean_damage(view: FleetsState, declared: Declared, target_id: str, helped: Ability | None = None) -> float:
    """What an attack does on the mean before any interception, with an ability that helps or without."""
    target, attack = view.ships[target_id], declared.attack
    defence, armour = (defence_lent(helped, attack), helped.armour) if helped else (0, 0)
    lost = dice_lost(view, target, attack) + defence
    if attack == "fighters":
        dice = pool(attack, aim(view, view.ships[declared.ship], target, attack), 1)
        hits = strike_hits(declared.tokens, dice.needed, dice.critical, lost)
    else:
        hits = salvo_hits(declared.pools, lost)
    return shot(attack, hits, Foe(target.hull, target.shields, target.armour + armour)).damage().mean()


def defence_lent(ability: Ability, attack: Attack) -> int:
    """The dice that Defence lent by an ability takes from an attack: none from one that Defence is no help against (IWF-1.21)."""
    return ability.defence if PROFILES[attack].defence else 0


ONE_A_MOMENT = _("One ability at each moment, and none twice on a ship in a round.")

MOMENTS: dict[Moment, Text] = {
    "activation_start": _("{ship} is activated: use an ability?"),
    "before_shooting": _("{ship} is about to shoot: use an ability?"),
    "before_boarding": _("{ship} is in a boarding: use an ability?"),
    "when_attacked": _("{ship} is attacked: use an ability?"),
}


def use_ability(
    state: FleetsState, moment: Moment, seat: str, options: Sequence[Use], declared: Declared | None = None
) -> UseAbility:
    """Ask a seat for an ability; there is at least one of these."""
    subject = state.ships[options[0].ships[0]]
    cells = state.commands[subject.side].cells
    return UseAbility(
        seat=seat,
        rule="IWF-8.3",
        prompt=_(MOMENTS[moment].message, ship=Unit(subject.id, subject.name)),
        key=moment,
        subject=subject.id,
        standing=moment if moment == "when_attacked" else "",
        choices=tuple([choice_of(state, use, cells[use.ability.cell]) for use in options]),
        least=0,
        uses=tuple(options),
        moment=moment,
        declared=declared,
    )


def choice_of(state: FleetsState, use: Use, dice: int) -> Choice:
    """An ability as a choice: on whom, what it does, how many dice there are for it."""
    ship = state.ships[use.ships[0]]
    ref = ship.id if len(use.ships) == 1 else ship.squadron
    text = _("{ability}: {ship}", ability=use.ability.name, ship=Unit(ref))
    return Choice(use.key, text, ngettext("{n} die", "{n} dice", dice), ref, effect_of(use.ability), ship.side)


def effect_of(ability: Ability) -> Text:
    """What an ability does, in words."""
    weapons = ", ".join(ability.weapons)
    lasting = [
        (ability.to_hit, _("+{n} to hit with {weapons}", n=ability.to_hit, weapons=weapons)),
        (ability.restore_shields, _("all shields back")),
        (ability.speed, _("Speed +{n}", n=ability.speed)),
        (ability.no_turns, _("no turns")),
        (ability.faces > 1, _("one turn may be {n} faces", n=ability.faces)),
        (ability.defence, _("Defence +{n} in this attack", n=ability.defence)),
        (ability.armour, _("armour +{n} in this attack", n=ability.armour)),
        (ability.boarding_dice, _("{n} more dice in this boarding", n=ability.boarding_dice)),
        (ability.fighters, _("{n} more fighters", n=ability.fighters)),
        (ability.remove, _("takes away: {what}", what=", ".join(ability.remove).replace("_", " "))),
    ]
    found = [text for on, text in lasting if on]
    return joined(found, "; ")


async def ask_ability(
    state: FleetsState,
    referee: Referee,
    moment: Moment,
    seat: str,
    ships: Sequence[Ship],
    declared: Declared | None = None,
) -> Use | None:
    """Let a seat use one ability on its ships of one unit, and take its die; what it does then is up to the moment (IWF-8.5)."""
    side = state.seats[seat]
    options = uses(state, moment, side, ships, declared.attack if declared else None)
    if not options:
        return None
    question = use_ability(state, moment, seat, options, declared)
    use = question.use(await referee.ask(question))
    if use is not None:
        announce(state, referee, side, moment, use)
    return use


def announce(state: FleetsState, referee: Referee, side: str, moment: Moment, use: Use) -> None:
    """Take the die, and note that this moment of the side is used up (IWF-8.4)."""
    spend(referee, side, state.commands[side], use.ability, [state.ships[ship] for ship in use.ships])
    if state.active is not None and moment != "when_attacked":
        state.active.used.append(f"{moment}:{side}")


async def before_shooting(state: FleetsState, referee: Referee, ships: Sequence[Ship]) -> None:
    """Before its shooting an ability may be used on a ship of the active unit (IWF-8.9)."""
    if use := await ask_ability(state, referee, "before_shooting", ships[0].seat, ships):
        for ship in use.ships:
            take_effect(state, referee, use.ability, state.ships[ship])


# Dice


@dataclass(slots=True, kw_only=True)
class Discard(Assign):
    """How many dice go from each cell of the board of `side`: any, or exactly `need`."""

    GIVE: ClassVar[Text] = _("Remove these dice")
    PASS: ClassVar[Text] = _("Keep all")

    side: str
    need: int = 0

    def illegal(self, view: Any, value: dict[str, str | float]) -> list[Problem]:
        """When the flagship is lost, exactly what is too many has to go (IWF-8.7)."""
        if self.need and discarded_in(value) != self.need:
            text = ngettext("{n} die has to go.", "{n} dice have to go.", self.need)
            return [Problem(self.rule, text, nearest=self.default(view))]
        return []

    def passing(self) -> dict[str, str | float] | None:
        """Keeping all, unless some have to go."""
        return None if self.need else {}

    def default(self, view: Any) -> dict[str, str | float]:
        """Nothing; where dice have to go, those of the fullest cells."""
        left = {cell: int(kind.most) for cell, kind in self.slots.items() if isinstance(kind, Amounts)}
        gone: dict[str, str | float] = {}
        for _die in range(self.need):
            fullest = max(left, key=lambda cell: left[cell])
            left[fullest] -= 1
            gone[fullest] = int(gone.get(fullest, 0)) + 1
        return gone

    def sample(self, view: Any, rng: Rng) -> dict[str, str | float]:
        """Any dice; where some have to go, just so many."""
        dice = [cell for cell, kind in self.slots.items() if isinstance(kind, Amounts) for _die in range(int(kind.most))]
        rng.shuffle(dice)
        gone: dict[str, str | float] = {}
        for cell in dice[: self.need or rng.randrange(len(dice) + 1)]:
            gone[cell] = int(gone.get(cell, 0)) + 1
        return gone


def discarded_in(value: dict[str, str | float]) -> int:
    """How many dice an answer removes."""
    total = 0
    for number in value.values():
        total += int(number)
    return total


def discard(state: FleetsState, side: str, rule: str, prompt: Text, need: int = 0) -> Discard:
    """Ask the commander of a side which dice go."""
    command = state.commands[side]
    names = {
        str(ability.cell): _("{cell} {ability}", cell=ability.cell, ability=ability.name) for ability in command.board.abilities
    }
    slots: dict[str, Options | Amounts] = {str(cell): Amounts(0, command.cells[cell]) for cell in CELLS if command.cells[cell]}
    return Discard(
        seat=commander(state, side),
        rule=rule,
        prompt=prompt,
        key=side,
        slots=slots,
        slot_names={cell: names.get(cell, Text(cell)) for cell in slots},
        limits=(Limit("sum", dice_on(command), rule, _("There are {n} dice.", n=dice_on(command))),),
        side=side,
        need=need,
    )


def as_cells(answer: dict[str, Any]) -> dict[int, int]:
    """An answer of `Discard` as dice by cell."""
    return {int(cell): int(number) for cell, number in answer.items()}


async def command_phase(state: FleetsState, referee: Referee) -> None:
    """Phase 2: each side removes unused dice as it likes, then rolls up to its maximum (IWF-2.3)."""
    asked = [side for side, command in state.commands.items() if dice_on(command)]
    questions = [discard(state, side, "IWF-2.3", _("Remove command dice before rolling?")) for side in asked]
    answers = await referee.ask_each(questions) if questions else []
    removed = {side: as_cells(answer) for side, answer in zip(asked, answers, strict=True)}
    for side, command in state.commands.items():
        refill(referee, side, command, commander(state, side), removed.get(side, {}))


async def settle_flagships(state: FleetsState, referee: Referee) -> None:
    """When flagships are gone: lower the maximum, and let the side choose which dice it keeps (IWF-8.7)."""
    for side in lower_maximum(state, referee):
        command = state.commands[side]
        need = dice_on(command) - command.maximum
        prompt = _("The flagship of {side} is lost: which dice go?", side=Side(side))
        answer = await referee.ask(discard(state, side, "IWF-8.7", prompt, need))
        take_off(command, as_cells(answer))
        referee.tell(Event("command_dice", "IWF-8.7", {"side": side, "cells": cells_of(command)}))


# The flagship


def flagship_question(state: FleetsState, side: str) -> Choose | None:
    """Which capital ship is the flagship of a side; None where it has named one or has none to name (IWF-8.6, IWF-8.8)."""
    ships = [ship for ship in state.on_map if ship.side == side and may_be_flagship(ship)]
    if flagship_of(state, side) is not None or not ships:
        return None
    choices = tuple([Choice(ship.id, name_of(ship), None, ship.id, side=side) for ship in ships])
    return Choose(seat=commander(state, side), rule="IWF-8.6", prompt=_("Name the flagship"), key=side, choices=choices)


async def name_flagships(state: FleetsState, referee: Referee) -> None:
    """Before the battle each side with a board names its flagship (IWF-8.6); without one the board holds 3 dice (IWF-8.8)."""
    questions = [question for side in state.commands if (question := flagship_question(state, side)) is not None]
    for chosen in await referee.ask_each(questions) if questions else []:
        state.ships[chosen[0]].flagship = True
        referee.tell(Event("flagship", "IWF-8.6", {"ship": chosen[0]}))
    for side, command in state.commands.items():
        command.maximum = most_dice(command.board.max_dice, flagship_of(state, side))
