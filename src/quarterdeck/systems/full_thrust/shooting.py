"""Phase 8, what is asked: which ship fires next, and at what each of its weapons fires (FT-2.7.19, FT-2.7.20)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from quarterdeck.engine.dress import Cell, Column, Dress, Note
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Assign, Choice, Choose, Limit, Options
from quarterdeck.engine.questions.assign import MOST_SLOTS
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, Unit, _, ngettext, percent
from quarterdeck.systems.full_thrust.arcs import bears
from quarterdeck.systems.full_thrust.fire import (
    Shot,
    all_aims,
    arc_of,
    can_fire,
    check_plan,
    choosable_arcs,
    enemies,
    range_between,
    read_aim,
    screen_level,
    why_not,
    working_fire_controls,
    working_weapons,
)
from quarterdeck.systems.full_thrust.gunnery import best_fire, worth
from quarterdeck.systems.full_thrust.odds import Target, volley
from quarterdeck.systems.full_thrust.ship import Arc, System
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Ship, name_of
from quarterdeck.systems.full_thrust.weapons import as_dice, mean_damage, torpedo_hits_on


def seat_to_fire(state: FleetState) -> str | None:
    """The seat whose turn it is to activate a ship; None when phase 8 is over (FT-2.7.7, FT-2.7.8).

    Sides alternate, the initiative winner first; a side that has passed or has nothing left is skipped. Where several seats
    play a side, each passes for itself, and the one that has fired the fewest ships in this phase is next.
    """
    order = state.initiative
    start = order.index(state.last_side) + 1 if state.last_side in order else 0
    for side in order[start:] + order[:start]:
        for seat in _seats_in_turn(state, side):
            if any(ship.seat == seat and can_fire(state, ship) for ship in state.ships.values()):
                return seat
    return None


def _seats_in_turn(state: FleetState, side: str) -> list[str]:
    """The seats of a side that have not passed, those that have fired fewer ships first."""
    seats = [seat for seat, of in state.seats.items() if of == side and seat not in state.passed]
    if len(seats) <= 1:
        return seats
    return sorted(seats, key=lambda seat: len([ship for ship in state.fired if state.ships[ship].seat == seat]))


def choose_ship_to_fire(view: FleetView, seat: str) -> ChooseShip:
    """Ask which ship fires next; to choose none is to pass for the rest of the phase (FT-2.7.8)."""
    ships = [ship for ship in view.ships.values() if ship.seat == seat and can_fire(view, ship)]
    choices = tuple([Choice(ship.id, name_of(ship), None, ship.id) for ship in ships])
    return ChooseShip(seat=seat, rule="FT-2.7.19", prompt=WHICH_SHIP, choices=choices, least=0)


WHICH_SHIP = _("Choose the ship that fires next")
PASSING_IS_FINAL = _("Who passes fires no more this turn.")


@dataclass(slots=True, kw_only=True)
class ChooseShip(Choose):
    """The next ship to fire, or none."""

    def default(self, view: FleetView) -> list[str]:
        """The ship whose loss before it has fired would hurt most: the one worth most."""
        return [max(self.choices, key=lambda choice: worth(view, view.ships[choice.key])).key]

    def sample(self, view: FleetView, rng: Rng) -> list[str]:
        """Any ship; one time in twelve none."""
        return [] if not rng.randrange(12) else [rng.choice(self.choices).key]

    def dress(self, view: FleetView, draft: Json = None) -> Dress:
        """The ships with the damage that each may expect to do."""
        dress = Choose.dress(self, view, draft)
        dress.rows = [replace(row, fact=self._best(view, view.ships[row.key])) for row in dress.rows]
        dress.notes = [Note("ink", PASSING_IS_FINAL, "FT-2.7.8")]
        return dress

    @staticmethod
    def _best(view: FleetView, ship: Ship) -> Text:
        means = [volley_mean(ship, target) for target in enemies(view, ship)]
        return _("mean damage {n}", n=round(max(means, default=0.0), 1))


def volley_mean(ship: Ship, target: Ship) -> float:
    """Mean damage of all weapons of a ship that bear on a target, without regard to the boxes left."""
    range_, screens, total = range_between(ship, target), screen_level(target), 0.0
    arc = arc_of(ship, target, {})
    for weapon in working_weapons(ship):
        if bears(weapon, arc):
            total += mean_damage(weapon, range_, screens)
    return total


def choose_arc(view: FleetView, ship: Ship, target: Ship) -> Choose:
    """Ask in which arc a target at the same point lies for this activation (FT-4.1.8)."""
    choices = tuple(Choice(arc, ARC_NAMES[arc]) for arc in choosable_arcs())
    prompt = _("In which arc of {ship} is {target}?", ship=Unit(ship.id, ship.name), target=Unit(target.id, target.name))
    return Choose(seat=ship.seat, rule="FT-4.1.8", prompt=prompt, subject=ship.id, key=target.id, choices=choices)


ARC_NAMES: dict[Arc, Text] = {
    "F": _("Fore"),
    "FS": _("Fore Starboard"),
    "AS": _("Aft Starboard"),
    "A": _("Aft"),
    "AP": _("Aft Port"),
    "FP": _("Fore Port"),
}


def declare_fire(view: FleetView, ship: Ship, settled: Mapping[str, Arc]) -> DeclareFire:
    """Ask for all the fire of a ship before a die is rolled (FT-2.7.20). Slots are its weapons that have a legal aim.

    Beyond the slots that a question may have, the last weapons stay silent.
    """
    slots = dict(list(all_aims(view, ship, settled).items())[:MOST_SLOTS])
    return DeclareFire(
        seat=ship.seat,
        rule="FT-2.7.20",
        prompt=_("{ship} fires", ship=Unit(ship.id, ship.name)),
        subject=ship.id,
        slots={weapon: Options(tuple(keys)) for weapon, keys in slots.items()},
        slot_names={weapon: Text(ship.design.system(weapon).name) for weapon in slots},
        limits=(Limit("distinct", working_fire_controls(ship), "FT-4.2.2", NO_FIRE_CONTROL),),
        ship=ship.id,
        settled=dict(settled),
    )


NO_FIRE_CONTROL = _("No Fire Control is left for another target.")


@dataclass(slots=True, kw_only=True)
class DeclareFire(Assign):
    """At what each weapon of `ship` fires, by aim key; `settled` are the arcs fixed for this activation."""

    ship: str
    settled: dict[str, Arc] = field(default_factory=dict)

    def shots(self, answer: Mapping[str, Json]) -> list[Shot]:
        """The announced shots, in the order in which they were announced (FT-2.7.37)."""
        return [Shot(weapon, *read_aim(str(key))) for weapon, key in answer.items()]

    def illegal(self, view: FleetView, value: dict[str, str | float]) -> list[Problem]:
        """What the rules of fire say against the plan: each slot holds a legal aim already, so it is Fire Controls that lack."""
        ship = view.ships[self.ship]
        if len(dict.fromkeys(value.values())) <= working_fire_controls(ship):
            return []
        return check_plan(view, ship, self.shots(value), self.settled)

    def default(self, view: FleetView) -> dict[str, str | float]:
        """All fire where the most can be shot away."""
        aims = {slot: kind.keys for slot, kind in self.slots.items() if isinstance(kind, Options)}
        return dict(best_fire(view, view.ships[self.ship], aims))

    def dress(self, view: FleetView, draft: Json = None) -> Dress:
        """Weapons against targets: dice and mean damage in each cell, what the whole volley may do below."""
        ship = view.ships[self.ship]
        dress = Assign.dress(self, view, draft)
        held = {slot: key for slot, key in draft.items() if isinstance(key, str)} if isinstance(draft, dict) else {}
        weapons = [weapon for weapon in working_weapons(ship) if weapon.id in self.slots]
        targets = [target for target in enemies(view, ship) if any(target.id in self._targets(w.id) for w in weapons)]
        dress.columns = [self._column(ship, target, weapons, held) for target in targets]
        dress.cells = [[self._shot_cell(view, ship, weapon, target, held) for target in targets] for weapon in weapons]
        dress.sums = (_("Mean damage"), _("Next row"), _("Destroyed"))
        used = len(dict.fromkeys(held.values()))
        dress.count = _("Fire Controls {used} of {all}", used=used, all=working_fire_controls(ship))
        return dress

    def _targets(self, weapon: str) -> list[str]:
        slot = self.slots[weapon]
        return [read_aim(key)[0] for key in slot.keys] if isinstance(slot, Options) else []

    def _column(self, ship: Ship, target: Ship, weapons: list[System], held: Mapping[str, str]) -> Column:
        arc = arc_of(ship, target, self.settled)
        sub = _("{range} MU, {arc}", range=range_between(ship, target), arc=ARC_NAMES[arc] if arc else _("same point"))
        fired = [weapon for weapon in weapons if read_aim(held.get(weapon.id, ""))[0] == target.id]
        return Column(target.id, name_of(target), sub=sub, ref=target.id, sums=self._sums(ship, target, fired))

    @staticmethod
    def _sums(ship: Ship, target: Ship, fired: list[System]) -> tuple[Text, ...]:
        if not fired:
            return ()
        odds = volley(fired, range_between(ship, target), target_of(target))
        ends = odds.row_ends().values()
        crossing = max(ends, default=odds.destroyed())
        return _("{n}", n=round(odds.mean(), 1)), percent(crossing), percent(odds.destroyed())

    def _shot_cell(self, view: FleetView, ship: Ship, weapon: System, target: Ship, held: Mapping[str, str]) -> Cell:
        if target.id not in self._targets(weapon.id):
            why = why_not(view, ship, weapon, target, self.settled)
            return Cell(off=why.text if why else _("nothing to aim at"))
        range_ = range_between(ship, target)
        on = read_aim(held.get(weapon.id, ""))[0] == target.id
        mean = mean_damage(weapon, range_, screen_level(target))
        return Cell(in_dice(weapon, range_), sub=_("{n}", n=round(mean, 1)), on=on)


def target_of(ship: Ship) -> Target:
    """A ship as the odds see it."""
    return Target(screen_level(ship), ship.armour, ship.design.rows, ship.hull_damage)


def in_dice(weapon: System, range_: float) -> Text:
    """What a weapon rolls at this range: ``3 dice``, ``4+``."""
    profile = as_dice(weapon, range_)
    if profile is not None:
        return ngettext("{n} die", "{n} dice", profile.dice)
    hits_on = torpedo_hits_on(range_) if weapon.kind == "pulse_torpedo" else 5
    return _("{n}+ hits", n=hits_on or 0)
