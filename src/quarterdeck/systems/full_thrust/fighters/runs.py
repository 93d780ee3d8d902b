"""Phase 7: attack runs and evasion (FT-2.7.18, FT-5.3), and how a run is broken off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from quarterdeck.engine.dress import Dress, Note
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Amounts, Assign, Choice, Choose, Options, Question
from quarterdeck.engine.referee import Referee, Taken
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, Unit, _, ngettext
from quarterdeck.systems.full_thrust.alternation import loser_first
from quarterdeck.systems.full_thrust.fighters.chances import mean_strike
from quarterdeck.systems.full_thrust.fighters.groups import (
    break_up,
    flying,
    may_attack_ships,
    on_run,
    ships_in_reach,
    strength_words,
    towards,
)
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, FleetView, Ship, has_yielded, name_of
from quarterdeck.systems.full_thrust.targets import screens_against
from quarterdeck.systems.full_thrust.view import seen_by

NO_MOVES: Mapping[str, float] = {}
"""Groups that declare from where they are."""


async def declare_attacks(state: FleetState, referee: Referee) -> None:
    """The initiative loser declares all his attack runs, then the winner; then likewise their evasion (FT-2.7.18)."""
    for side in loser_first(state):
        for answer in await _ask_side(state, referee, side, run_question):
            for group, ship in answer.items():
                declare_run(state, referee, state.groups[group], str(ship))
    for side in loser_first(state):
        for answer in await _ask_side(state, referee, side, evasion_question):
            for group, cef in answer.items():
                evade(referee, state.groups[group], int(cef))


async def _ask_side(state: FleetState, referee: Referee, side: str, ask: Any) -> list[dict[str, Json]]:
    questions = [asked for seat, of in state.seats.items() if of == side and (asked := ask(seen_by(state, seat), seat))]
    return await referee.ask_each(questions) if questions else []


def declare_run(state: FleetState, referee: Referee, group: FighterGroup, ship: str) -> None:
    """A group turns to a ship that all its fighters will attack (FT-5.3.1, FT-5.1.3)."""
    group.run = ship
    group.facing = towards(group.position, state.ships[ship].position, group.facing)
    referee.tell(Event("attack_run", "FT-5.3.1", {"group": group.id, "target": ship}))


def try_run(state: FleetState, referee: Referee, group: FighterGroup, ship: Ship) -> None:
    """Declare a run after a move, if the ship is within 3 MU then (FB2-14, FB2-15)."""
    if ship.on_table and may_attack_ships(group) and ship in ships_in_reach(state, group):
        declare_run(state, referee, group, ship.id)
    else:
        referee.tell(Event("no_run", "FB2-15", {"group": group.id, "target": ship.id}))


async def declare_at_once(state: FleetState, referee: Referee, groups: Sequence[FighterGroup]) -> None:
    """Groups that have moved with another in its activation declare their attack runs in it, if they make any (FB2-14)."""
    asked = [
        run_question(seen_by(state, seat), seat, {group.id: 0.0 for group in groups if group.seat == seat})
        for seat in dict.fromkeys([group.seat for group in groups])
    ]
    questions = [question for question in asked if question is not None]
    for answer in await referee.ask_each(questions) if questions else ():
        for group, ship in answer.items():
            declare_run(state, referee, state.groups[group], str(ship))


def evade(referee: Referee, group: FighterGroup, cef: int) -> None:
    """A group spends endurance on evasion: -1 for each on AS fire at it in this turn (FT-5.3.5)."""
    if cef:
        group.cef -= cef
        group.evasion = cef
        referee.tell(Event("evasion", "FT-5.3.5", {"group": group.id, "evasion": cef, "cef": group.cef}))


def break_off(referee: Referee, group: FighterGroup) -> None:
    """A group no longer attacks its ship, nor any other in this turn (FT-5.3.2, FT-5.3.3)."""
    group.broke_off = True
    referee.tell(Event("broke_off", "FT-5.3.2", {"group": group.id, "target": group.run}))


def release(state: FleetState, referee: Referee) -> None:
    """Groups whose target is gone count as having broken off (FT-5.3.4); who has lost its ship screens it no more (FT-5.2.4).

    So do those whose target has given itself up to their side meanwhile (FT-10.7.2).
    """
    break_up(state, flying(state))
    for group in [group for group in flying(state) if on_run(group)]:
        ship = state.ships[group.run]
        if not ship.on_table or has_yielded(ship, group.side, state.seats):
            break_off(referee, group)


def break_offers(state: FleetState) -> list[Question[Any]]:
    """What may be done at any moment between activations: breaking off (FT-5.3.2)."""
    return [_break_question(state, seat, least=1) for seat in state.seats if _running(state, seat)]


async def ask_to_break_off(state: FleetState, referee: Referee) -> None:
    """The last moment to break off before the fighters' own dice, when all has been seen that was fired at them (FT-5.3.2)."""
    questions = [_break_question(state, seat, least=0) for seat in state.seats if _running(state, seat)]
    for chosen in await referee.ask_each(questions) if questions else ():
        for group in chosen:
            break_off(referee, state.groups[group])


def _running(state: FleetState, seat: str) -> list[FighterGroup]:
    return [group for group in flying(state, seat) if on_run(group)]


def _break_question(state: FleetState, seat: str, *, least: int) -> BreakOff:
    groups = _running(state, seat)
    choices = tuple([Choice(g.id, _run_words(state, g), strength_words(g), g.id, side=g.side) for g in groups])
    prompt = _("Break off attack runs")
    return BreakOff(seat=seat, rule="FT-5.3.2", prompt=prompt, choices=choices, least=least, most=len(choices))


def _run_words(state: FleetState, group: FighterGroup) -> Text:
    return _("{group} at {ship}", group=name_of(group), ship=Unit(group.run, state.ships[group.run].name))


def take_break_offs(state: FleetState, referee: Referee, taken: list[Taken]) -> None:
    """Carry out the offers that were taken, of groups that have not been shot down since then."""
    for offer in taken:
        for group in [state.groups[each] for each in offer.answer]:
            if group.on_table and on_run(group):
                break_off(referee, group)


class BreakOff(Choose):
    """Which groups break off their runs."""

    GIVE: ClassVar[Text] = _("Break off")
    PASS: ClassVar[Text] = _("Attack as declared")


@dataclass(slots=True, kw_only=True)
class AttackRuns(Assign):
    """At which ship each group goes, one of those within 3 MU."""

    GIVE: ClassVar[Text] = _("Declare attack runs")
    PASS: ClassVar[Text] = _("Attack no ships")
    SKIPPABLE: ClassVar[bool] = True
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    def outline(self, view: FleetView, draft: Json = None) -> Dress:
        """In each cell the dice that a group would roll and their mean damage; below each ship that of all its attackers."""
        dress, held = Assign.outline(self, view, draft), self.held(draft)
        means = {(slot, ship.key): _mean(view, slot, ship.key) for slot in self.slots for ship in self.choices}
        for slot, cells in zip(self.slots, dress.cells, strict=True):
            for place, (ship, cell) in enumerate(zip(self.choices, cells, strict=True)):
                if cell.off is None:
                    group = view.groups[slot]
                    dice = ngettext("{n} die", "{n} dice", group.strength + group.ace)
                    cells[place] = replace(cell, text=dice, sub=_("{n}", n=round(means[slot, ship.key], 1)))
        dress.rows = [replace(row, sub=strength_words(view.groups[row.key])) for row in dress.rows]
        dress.columns = [replace(column, sums=_sums(means, held, column.key)) for column in dress.columns]
        dress.corner, dress.sums = _("Group"), (_("Mean damage"),)
        dress.notes = [*dress.notes, BEFORE_PD]
        return dress

    def default(self, view: FleetView) -> dict[str, str | float]:
        """Every group at the ship that is worth most."""
        return {
            slot: max(kind.keys, key=lambda key: view.ships[key].design.cpv)
            for slot, kind in self.slots.items()
            if isinstance(kind, Options)
        }


BEFORE_PD = Note("ink", _("The means are of all fighters: point defence and screening fighters fire at them first."))


def _mean(view: FleetView, group: str, ship: str) -> float:
    attacker, target = view.groups[group], view.ships[ship]
    return mean_strike(attacker, screens_against(view, target, attacker))


def _sums(means: Mapping[tuple[str, str], float], held: Mapping[str, Json], ship: str) -> tuple[Text, ...]:
    found = [means[group, ship] for group, at in held.items() if at == ship]
    return (_("{n}", n=round(sum(found), 1)),) if found else ()


def run_question(view: FleetView, seat: str, moves: Mapping[str, float] = NO_MOVES) -> AttackRuns | None:
    """Ask a seat for its attack runs; None where no group could make one.

    `moves` are how far some groups, the only ones that are asked for, may move before they declare, in MU (FB2-14).
    """
    able = [group for group in flying(view, seat) if may_attack_ships(group) and (not moves or group.id in moves)]
    reach = {group.id: ships_in_reach(view, group, moves.get(group.id, 0.0) if group.cef > 1 else 0.0) for group in able}
    slots: dict[str, Options | Amounts] = {
        group: Options(tuple([ship.id for ship in ships])) for group, ships in reach.items() if ships
    }
    if not slots:
        return None
    ships = {ship.id: ship for found in reach.values() for ship in found}
    return AttackRuns(
        seat=seat,
        rule="FT-5.3.1",
        prompt=_("Declare attack runs"),
        key="runs",
        lead=_("All fighters of a group attack one ship within 3 MU; the attack costs 1 CEF."),
        slots=slots,
        slot_names={group: name_of(view.groups[group]) for group in slots},
        choices=tuple([Choice(ship.id, name_of(ship), None, ship.id, side=ship.side) for ship in ships.values()]),
    )


@dataclass(slots=True, kw_only=True)
class Evasion(Assign):
    """How many CEF each group spends on evasion."""

    GIVE: ClassVar[Text] = _("Evade")
    PASS: ClassVar[Text] = _("Evade nothing")

    def sample(self, view: Any, rng: Rng) -> dict[str, str | float]:
        """Any number for some of the groups."""
        return {slot: value for slot, value in Assign.sample(self, view, rng).items() if rng.randrange(3) == 0}


def evasion_question(view: FleetView, seat: str) -> Evasion | None:
    """Ask a seat what its groups spend on evasion; None where none has endurance left (FT-5.3.5)."""
    groups = [group for group in flying(view, seat) if group.cef]
    if not groups:
        return None
    return Evasion(
        seat=seat,
        rule="FT-5.3.5",
        prompt=_("Evade"),
        lead=_("-1 for each CEF on AS fire at the group; an attack needs 1 CEF more."),
        slots={group.id: Amounts(0, group.cef) for group in groups},
        slot_names={group.id: _("{group} ({what})", group=name_of(group), what=strength_words(group)) for group in groups},
    )
