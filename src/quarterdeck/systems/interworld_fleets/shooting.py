"""Phase 4s: what the ships of the active unit shoot, board or batten down: the question, and the step that carries it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from quarterdeck.engine.dress import Bars, Cell, Column, Dress, Fact, Facts
from quarterdeck.engine.events import Event
from quarterdeck.engine.hexes import arc_of, distance
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Assign, Choice, Options
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.scene import Patch
from quarterdeck.engine.text import Text, Unit, _, ngettext, percent
from quarterdeck.systems.interworld_fleets.activation import active_ships
from quarterdeck.systems.interworld_fleets.aiming import lines_of
from quarterdeck.systems.interworld_fleets.attacks import Shot, fire, pools_of
from quarterdeck.systems.interworld_fleets.boarding import board, hands, why_not_board
from quarterdeck.systems.interworld_fleets.commands import before_shooting, settle_flagships
from quarterdeck.systems.interworld_fleets.gunnery import best_plan, boarded, foe_of, salvo
from quarterdeck.systems.interworld_fleets.harpoons import harpoon
from quarterdeck.systems.interworld_fleets.odds import Fate, boarding, salvo_hits
from quarterdeck.systems.interworld_fleets.outcome import is_decided
from quarterdeck.systems.interworld_fleets.plans import (
    BATTEN,
    CREW,
    Battening,
    Boarding,
    Deed,
    Harpoon,
    Salvo,
    check_plan,
    deeds_of,
    options,
    part_of,
    still_possible,
    weapon_of,
)
from quarterdeck.systems.interworld_fleets.reactions import INTERCEPTION
from quarterdeck.systems.interworld_fleets.sighting import dice_lost, dice_of, in_words, obstacle
from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView, Ship, name_of
from quarterdeck.systems.interworld_fleets.weapons import PROFILES, Pool, dice_in, fewer

# The step


async def shoot(state: FleetsState, referee: Referee) -> None:
    """The active unit shoots, boards or battens down; it may see what comes of one thing before it does the next (IWF-4.48).

    Nothing is left to do when no enemy is (IWF-2.11).
    """
    found = options(state, active_ships(state))
    if any(part_of(slot).weapon != CREW for slot in found):
        await before_shooting(state, referee, active_ships(state))
    while found:
        plan = await referee.ask(engage(state, active_ships(state), found))
        for deed in deeds_of(state, plan):
            if still_possible(state, deed) and not is_decided(state):
                await carry_out(state, referee, deed)
                await settle_flagships(state, referee)
        found = options(state, active_ships(state)) if plan and not is_decided(state) else {}


async def carry_out(state: FleetsState, referee: Referee, deed: Deed) -> None:
    """Do one thing of a plan."""
    match deed:
        case Salvo(shots, target):
            await fire(state, referee, shots, state.ships[target])
        case Harpoon(shot, target):
            await harpoon(state, referee, state.ships[shot.ship], weapon_of(state, shot), state.ships[target])
        case Boarding(ships, target):
            await board(state, referee, [state.ships[ship] for ship in ships], state.ships[target])
        case Battening(ship):
            batten(state, referee, state.ships[ship])


def batten(state: FleetsState, referee: Referee, ship: Ship) -> None:
    """Close the hatches in place of shooting and boarding (IWF-4.50)."""
    state.deeds(ship).battened = ship.hatches = True
    referee.tell(Event("hatches", "IWF-4.50", {"ship": ship.id, "on": True}))


# The question


@dataclass(slots=True, kw_only=True)
class Engage(Assign):
    """What each weapon fires at and what each crew does; see plans.py for slots and keys. Nothing: the unit is done."""

    GIVE: ClassVar[Text] = _("Do it")
    PASS: ClassVar[Text] = _("Shoot no more")
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    ships: tuple[str, ...]

    def illegal(self, view: FleetsView, value: dict[str, Any]) -> list[Problem]:
        """What cannot be done together."""
        return check_plan(view, value)

    def default(self, view: FleetsView) -> dict[str, Any]:
        """What is worth most."""
        return dict(best_plan(view, self.keys_by_slot()))

    def keys_by_slot(self) -> dict[str, tuple[str, ...]]:
        """What each slot can go to."""
        return {slot: kind.keys for slot, kind in self.slots.items() if isinstance(kind, Options)}

    def sample(self, view: FleetsView, rng: Rng) -> dict[str, Any]:
        """Anything legal; nothing one time in eight."""
        return {} if not rng.randrange(8) else Assign.sample(self, view, rng)

    def outline(self, view: FleetsView, draft: Json = None) -> Dress:
        """Weapons and crews against targets: dice and mean damage in each cell, or what stands in the way."""
        dress = Assign.outline(self, view, draft)
        held = {slot: str(key) for slot, key in self.held(draft).items()}
        dress.corner = _("Weapon")
        dress.rows = [replace(row, ref=self._ref(row.key)) for row in dress.rows]
        dress.sums = (_("Mean damage"), _("Destroyed"))
        dress.columns = [self._column(view, column) for column in dress.columns]
        dress.cells = [[self._target_cell(view, slot, choice.key, held) for choice in self.choices] for slot in self.slots]
        dice = dice_in([pool for deed in deeds_of(view, held) for pool in _pools(view, deed)])
        if dice:
            dress.buttons[0] = replace(dress.buttons[0], text=ngettext("Roll {n} die", "Roll {n} dice", dice))
        dress.patch = Patch(tuple(lines_of(view, self.slots, held)))
        dress.odds = False if any(key != BATTEN for key in held.values()) else None
        return dress

    @staticmethod
    def _ref(slot: str) -> str:
        shot = part_of(slot)
        return shot.ship if shot.weapon == CREW else slot

    def _column(self, view: FleetsView, column: Column) -> Column:
        if column.key == BATTEN or len(self.ships) > 1:
            return column
        ship, target = view.ships[self.ships[0]], view.ships[column.key]
        arc = arc_of(ship.at, ship.facing, target.at)
        return replace(column, sub=_("{range} hexes, {arc}", range=distance(ship.at, target.at), arc=arc or ""))

    def _target_cell(self, view: FleetsView, slot: str, key: str, held: Mapping[str, str]) -> Cell:
        kind, shot = self.slots[slot], part_of(slot)
        if not isinstance(kind, Options) or key not in kind.keys:
            return _closed_cell(view, shot, key)
        on = held.get(slot) == key
        others = {other: value for other, value in held.items() if other != slot}
        problems = [] if on else check_plan(view, {**others, slot: key})
        if problems:
            return Cell(off=OTHERWISE, why=problems[0].text)
        text, sub = _promise(view, shot, key)
        return Cell(text, sub, on=on)

    def add_odds(self, view: FleetsView, dress: Dress) -> None:
        """What all that is planned may do to each target, in its order: below its column, and as a chart of hull lost."""
        deeds = deeds_of(view, {slot: str(key) for slot, key in self.held(dress.draft).items()})
        for place, column in enumerate(dress.columns):
            at_it = [deed for deed in deeds if not isinstance(deed, Battening) and deed.target == column.key]
            if at_it:
                target = view.ships[column.key]
                fate = fate_of(view, at_it, target)
                sums = _("{n}", n=round(fate.damage().mean(), 1)), percent(fate.destroyed())
                dress.columns[place] = replace(column, sums=sums)
                dress.blocks.append(_chart(target, fate))
                dress.blocks += _intercepted(view, at_it, target)


OTHERWISE = _("not with the rest")
WORDS: dict[str, Text] = {
    "arc": _("arc"),
    "range": _("range"),
    "min_range": _("too near"),
    "blocked": _("blocked"),
    "shields": _("shields"),
    "gone": _("gone"),
}


def _closed_cell(view: FleetsState, shot: Shot, key: str) -> Cell:
    """Why a weapon cannot fire at a target, or a crew not board it; nothing to say of hatches and weapons."""
    ship = view.ships[shot.ship]
    if key == BATTEN:
        return Cell(off=_("no crew") if shot.weapon != CREW else _("has shot"))
    if shot.weapon == CREW:
        problem = why_not_board(view, [ship], view.ships[key])
        return Cell(off=_("no boarding"), why=problem.text if problem else None)
    weapon, target = weapon_of(view, shot), view.ships[key]
    found = obstacle(view, ship, weapon, target)
    return Cell(off=WORDS[found.reason], why=in_words(found, ship, weapon, target)) if found else Cell(off=OTHERWISE)


def _promise(view: FleetsState, shot: Shot, key: str) -> tuple[Text, Text | None]:
    """Dice and mean damage of one weapon or crew by itself."""
    if key == BATTEN:
        return _("armour +1"), None
    ship, target = view.ships[shot.ship], view.ships[key]
    if shot.weapon == CREW:
        return _("{n} d6", n=ship.hull), _("{n}", n=round(boarded(target, ship.hull).damage, 1))
    weapon = weapon_of(view, shot)
    if weapon.size in ("light", "medium"):
        return _("sure"), None
    dice, needed, _critical = dice_of(view, ship, weapon, target)
    words = _("{n} d6 at {needed}+", n=dice, needed=needed)
    if weapon.type in ("harpoon", "indirect"):
        return words, None
    return words, _("{n}", n=round(salvo(view, [shot], target).damage, 1))


def _pools(view: FleetsState, deed: Deed) -> tuple[Pool, ...]:
    """The dice that a deed rolls at the start."""
    if not isinstance(deed, Salvo):
        return ()
    target = view.ships[deed.target]
    attack = weapon_of(view, deed.shots[0]).type
    return fewer(pools_of(view, deed.shots, target), dice_lost(view, target, attack))


def fate_of(view: FleetsState, deeds: Sequence[Deed], target: Ship, tokens: int = 0) -> Fate:
    """What deeds against a target leave of it, one after the other; each salvo is met by so many intercepting tokens."""
    fate = Fate.of(foe_of(target))
    for deed in deeds:
        if isinstance(deed, Salvo):
            attack = weapon_of(view, deed.shots[0]).type
            met = tokens if PROFILES[attack].intercepted else 0
            hits = salvo_hits(pools_of(view, deed.shots, target), dice_lost(view, target, attack), met)
            fate = fate.after(attack, hits, target.armour)
        elif isinstance(deed, Boarding):
            lost = boarding(hands([view.ships[ship] for ship in deed.ships]), target.hull, target.hull)
            fate = fate.after("fighters", lost, 1)
    return fate


def _intercepted(view: FleetsState, deeds: Sequence[Deed], target: Ship) -> Iterator[Facts]:
    """What is left of it if all fighters that can intercept do."""
    tokens = 0
    for ship in view.on_map:
        if ship.side == target.side and distance(ship.at, target.at) <= INTERCEPTION:
            tokens += ship.fighters
    missiles = [deed for deed in deeds if isinstance(deed, Salvo) and PROFILES[weapon_of(view, deed.shots[0]).type].intercepted]
    if tokens and missiles:
        without, met = fate_of(view, missiles, target), fate_of(view, missiles, target, tokens)
        name = ngettext("Missiles, with {n} fighter against them", "Missiles, with {n} fighters against them", tokens)
        mean, was = _("{n}", n=round(met.damage().mean(), 1)), _("{n}", n=round(without.damage().mean(), 1))
        yield Facts((Fact(name, mean, was),))


def _chart(target: Ship, fate: Fate) -> Bars:
    """Hull lost as bars."""
    chances = fate.damage().chances.tolist()
    title = _("Hull lost by {ship}", ship=name_of(target))
    xs = tuple(map(str, range(len(chances))))
    return Bars(title, xs, chances, 1, target.side, rule="IWF-1.22", ref=target.id, label=_("Hull"))


def engage(state: FleetsState, ships: Sequence[Ship], found: Mapping[str, tuple[str, ...]]) -> Engage:
    """Ask what the ships of a unit do; `found` are the slots with what they can go to."""
    aimed = dict.fromkeys([key for keys in found.values() for key in keys if key != BATTEN])
    shown = [target for target in state.on_map if target.id in aimed]
    choices = [Choice(target.id, name_of(target), ref=target.id, side=target.side) for target in shown]
    if any(BATTEN in keys for keys in found.values()):
        choices.append(Choice(BATTEN, _("Batten down")))
    unit = ships[0].unit
    return Engage(
        seat=ships[0].seat,
        rule="IWF-4.1",
        prompt=_("{unit} shoots", unit=Unit(unit)),
        lead=_("Weapons of one type at one target fire as a joint salvo."),
        subject=unit,
        key="engage",
        slots={slot: Options(keys) for slot, keys in found.items()},
        slot_names={slot: _slot_name(state, slot, len(ships) > 1) for slot in found},
        choices=tuple(choices),
        ships=tuple([ship.id for ship in ships]),
    )


def _slot_name(state: FleetsState, slot: str, named: bool) -> Text:
    """A weapon or the crew; in a squadron with its ship."""
    shot = part_of(slot)
    ship = state.ships[shot.ship]
    part = Text(weapon_of(state, shot).name) if shot.weapon != CREW else _("Crew")
    return _("{ship}: {part}", ship=Unit(ship.id, ship.name), part=part) if named else part
